"""Measure what may be quick or slow, large or small, in one table: make bench.

    engine    deals a second with random legal play: CPython, the compiled lib/ of `make fast`, MicroPython, the board
    solver    nodes a second in the same places
    bots      how long a decision of each level takes, and what it keeps of the heap
    sizes     bytes of the files .mpy
    board     boot and frames of the firmware on the emulated board
    compare   random play of OpenSpiel and RLCard, where they are installed

Rows of the board need MICROPYTHON_UF2 (see make test-rp2040) and take minutes; their times are virtual, those of a
Pico. All others are processor time, of the quickest of some slices. The rows are kept in build/bench/last.json, and
the table shows how each has changed since.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

_HERE = Path(__file__).resolve().parent
if str(_HERE) not in sys.path:
    sys.path.insert(0, str(_HERE))

import library  # noqa: E402

if "elba" not in sys.modules:
    sys.path.insert(0, str(library.LIB))

import build  # noqa: E402
from elba import bots  # noqa: E402
from yardstick import guest, hosts, others, table  # noqa: E402

GROUPS = ("engine", "solver", "bots", "sizes", "board", "compare")
LAST = library.SOURCE / "build" / "bench" / "last.json"

# System, seats.
_ENGINE = (("nap", 4), ("pub", 5), ("floater", 4), ("izmena", 4), ("savremeni", 6))
_SOLVER = (("nap", 4, "three"), ("pub", 5, "three"), ("pub", 4, "misere"))
_BOTS = ("nap", 4)
_NO_UF2 = "MICROPYTHON_UF2 is unset: it names the UF2 file of MicroPython for RPI_PICO"
_NOT_COMPILED = "there is none for these sources: make fast"


class Bench:
    """Measures groups of rows.

    how      the parsed command line
    trees    (directory with the files for the board, the same for the unix port)
    """

    def __init__(self, how, trees):
        self._how = how
        self._device, self._unix = trees
        self._uf2 = os.environ.get("MICROPYTHON_UF2") or None

    def rows(self, group):
        """Return the rows of a group."""
        return getattr(self, "_" + group)()

    # -- places

    def _everywhere(self, wishes, on_board):
        """Yield (place, what the wishes found there); on_board: the wishes for the board, which is slow."""
        yield "CPython", hosts.cpython(wishes, library.LIB)
        yield "compiled", self._compiled(wishes)
        yield "MicroPython", hosts.unix(wishes, self._unix)
        yield "RP2040", self._on_board(on_board)

    def _compiled(self, wishes):
        lib = library.compiled()
        return hosts.cpython(wishes, lib) if lib else [_NOT_COMPILED] * len(wishes)

    def _on_board(self, wishes):
        return hosts.board(wishes, self._device, self._uf2) if self._uf2 else [_NO_UF2] * len(wishes)

    # -- groups

    def _engine(self):
        slices = self._how.slices
        wishes = [("deals", system, players, slices, 100) for system, players in _ENGINE]
        rows = []
        for place, found in self._everywhere(wishes, [("deals", *game, 1, 5) for game in _ENGINE]):
            for (system, players), result in zip(_ENGINE, found):
                rows.append(_rate("engine %s %d: %s" % (system, players, place), "deals/s", result))
        return rows

    def _solver(self):
        rows = []
        if not (library.LIB / "elba" / "solver.py").exists():
            return [table.row("solver", "nodes/s", None, "there is no lib/elba/solver.py")]
        wishes = [("solver", *game, self._how.slices, 400) for game in _SOLVER]
        for place, found in self._everywhere(wishes, [("solver", *game, 1, 20) for game in _SOLVER]):
            in_c = place == "compiled" and (_HERE / "fast.py").exists()
            results = hosts.cpython(wishes, library.LIB, install="import fast; fast.install()") if in_c else found
            for (system, players, bid), result in zip(_SOLVER, results):
                rows.append(_rate("solver %s %d %s: %s" % (system, players, bid, place), "nodes/s", result))
        return rows

    def _bots(self):
        rows = []
        # Not in MicroPython here: the processor's clock goes by milliseconds there, the other one by what else runs.
        here = hosts.cpython([("bot", level, *_BOTS, 2 * self._how.slices) for level in bots.LEVELS], library.LIB)
        board = self._on_board([("bot", level, *_BOTS, 2) for level in bots.LEVELS])
        for place, found in (("CPython", here), ("RP2040", board)):
            for level, result in zip(bots.LEVELS, found):
                rows += _decisions("%s %s %%s: %s" % (level, "%s %d" % _BOTS, place), result)
        wishes = [("heap", level) for level in bots.LEVELS]
        for place, found in (("MicroPython", hosts.unix(wishes, self._unix)), ("RP2040", self._on_board(wishes))):
            for level, result in zip(bots.LEVELS, found):
                rows.append(_row("%s heap: %s" % (level, place), "bytes", result, lambda found: found[1]))
            rows.append(_row("engine heap: %s" % place, "bytes", found[0], lambda found: found[0]))
        return rows

    def _sizes(self):
        files = {path.relative_to(self._device): path.stat().st_size for path in self._device.rglob("*.mpy")}
        rows = [table.row("all .mpy", "bytes", sum(files.values()))]
        for package in ("elba", "elba/bots", "handheld"):
            inside = [size for path, size in files.items() if path.parent == Path("lib") / package]
            rows.append(table.row("%s/*.mpy" % package, "bytes", sum(inside)))
        for path in sorted(files, key=files.get)[-3:][::-1]:
            rows.append(table.row(path.as_posix(), "bytes", files[path]))
        return rows

    def _board(self):
        names = ("boot to first picture", "frame mean", "frame longest")
        if not self._uf2:
            return [table.row(name, "ms", None, _NO_UF2) for name in names]
        boot, frames = hosts.firmware(self._device, self._uf2)
        values = (boot, sum(frames) / len(frames), max(frames))
        return [table.row(name, "ms", value) for name, value in zip(names, values)]

    def _compare(self):
        rows = []
        for package, game, games in others.GAMES:
            result = others.measure(package, game, games, self._how.slices, self._how.compare)
            rows.append(_row("%s %s: CPython" % (package, game), "games/s", result, float))
        return rows


def _row(name, unit, found, value):
    """Return a row for what was found: numbers, or a reason as text."""
    return table.row(name, unit, None, found) if isinstance(found, str) else table.row(name, unit, value(found))


def _rate(name, unit, found):
    return _row(name, unit, found, lambda found: found[0] * 1e6 / max(found[1], 1))


def _decisions(name, found):
    """Return the rows of the decisions of a bot: the 95th percentile of each kind, and the longest step."""
    if isinstance(found, str):
        return [table.row(name % "decisions", "ms", None, found)]
    rows = []
    for i, kind in enumerate(guest.KINDS):
        n, _, most_are_below, _ = found[4 * i : 4 * i + 4]
        if n:
            rows.append(table.row(name % (kind + " p95"), "ms", most_are_below / 1000))
    rows.append(table.row(name % "longest step", "ms", found[-1] / 1000))
    return rows


def main(words=None):
    """Measure, print the table, keep it; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="bench.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(GROUPS), metavar="GROUP,...", help="groups of rows (all)")
    parser.add_argument("--slices", type=int, default=20, help="how often each is measured; the quickest counts (20)")
    parser.add_argument("--json", type=Path, default=LAST, metavar="FILE", help="last run (build/bench/last.json)")
    parser.add_argument("--compare", default=sys.executable, metavar="PYTHON", help="the one with OpenSpiel and RLCard")
    how = parser.parse_args(words)
    groups = how.only.split(",")
    for group in groups:
        if group not in GROUPS:
            parser.error("--only: expected %s, found %s" % (", ".join(GROUPS), group))
    if how.slices < 1:
        parser.error("--slices: expected 1 or more, found %d" % how.slices)
    try:
        before = table.load(how.json)
    except ValueError as error:
        parser.error("--json: %s" % error)
    rows = []
    with tempfile.TemporaryDirectory(prefix="elba-") as directory:
        trees = (Path(directory) / "device", Path(directory) / "unix")
        try:
            for tree, architecture in zip(trees, ("armv6m", "x64")):
                build.build(library.SOURCE, tree, "pico", architecture)
        except build.BuildError as error:
            print("bench.py: %s" % error, file=sys.stderr)
            return 1
        bench = Bench(how, trees)
        for group in groups:
            print("measuring: %s ..." % group, file=sys.stderr)
            rows += bench.rows(group)
            table.save(how.json, rows, before)  # a later group may be cut short
    for line in table.lines(rows, before):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
