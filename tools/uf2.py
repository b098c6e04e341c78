"""One file to drag on a board: make uf2.

    build/elba-NAME.uf2       MicroPython and the game, for a board in any state
    build/elba-NAME-app.uf2   the game's files only, for a board that has MicroPython already

Both bring a new file system: what was in the board's flash before, saved games among them, is gone. With --saves the
file brings along the saves of a backup; `make deploy` never touches them.
"""

import argparse
import sys
from pathlib import Path

import build
import releases
import saves
from flashfile import filesystem, onefile
from hardware import boardfile
from hardware.models import MODELS

SOURCE = Path(__file__).resolve().parent.parent

NEWEST = Path("newest")

WARNING = """\
Dragging one of these on a board replaces all its files, the saved games too. To keep the saves of a board that has
Elba already, use `make deploy` instead, or `make backup` and then `make uf2 ARGS=--saves`."""
WITH_SAVES = "Dragging one of these on a board replaces all its files; the saved games are those of %s."


def find_base(path, model, cache):
    """Return the path of MicroPython's UF2: as given, else in MICROPYTHON_UF2, else downloaded.

    Raises releases.ReleaseError.
    """
    if path is not None:
        if not path.is_file():
            raise releases.ReleaseError("there is no file %s" % path)
        return path
    return releases.given() or releases.download(model, cache)


def produce(target, files, model, base):
    """Write a UF2 file, read it back from the disk and compare; return its onefile.Content. Raises as onefile does."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(onefile.make(files, model, base))
    content = onefile.read_back(target.read_bytes(), model, base, target.name)
    if content.files != files:
        different = sorted(
            name for name in {*files, *content.files} if files.get(name) != content.files.get(name)
        )
        raise onefile.OneFileError("%s: read back, these files differ: %s" % (target.name, ", ".join(different)))
    return content


def saved(directory):
    """Return {path on the device: bytes} of a backup; raise saves.SavesError if it has nothing."""
    if not directory.is_dir() or not any(directory.iterdir()):
        raise saves.SavesError("there is no backup %s" % directory)
    return {"/saves/" + path.name: path.read_bytes() for path in sorted(directory.iterdir()) if path.is_file()}


def describe(target, content, model):
    """Return lines about a file that was written."""
    first, last = content.addresses
    size = sum(map(len, content.files.values()))
    lines = [
        "%s: %d bytes, %d blocks for the %s (family 0x%08X)"
        % (target, target.stat().st_size, content.blocks, model.chip.name, model.chip.family),
        "    %d files, %d bytes, in a file system at 0x%08X to 0x%08X; read back and compared"
        % (len(content.files), size, first, last),
    ]
    if content.base is not None:
        lines.append("    after MicroPython %s for %s" % (content.base.version, content.base.board or "?"))
    return lines


def run(options):
    board = boardfile.read(options.source / "boards", options.board)
    output = options.source / "build"
    build.check_compiler()
    build.build(options.source, output / "device", options.board, "armv6m")
    model = MODELS[board.values["MODEL"]]
    files = filesystem.files_of(output / "device")
    backup = None
    if options.saves is not None:
        backup = options.saves if options.saves != NEWEST else saves.newest(options.source / "backups")
        files.update(saved(backup))

    base = missing = None
    if not options.app:
        try:
            path = find_base(options.base, model, output)
        except releases.ReleaseError as error:
            if options.base is not None:
                raise
            missing = error
        else:
            base = onefile.read_base(path.read_bytes(), model, path.name)
            if base.about.board and base.about.board != model.sdk_name:
                print(
                    "note: %s is MicroPython for the board %s, not %s; it fits this board's flash and chip"
                    % (path.name, base.about.board, model.sdk_name)
                )
    targets = [("elba-%s-app.uf2" % board.name, None)]
    if base is not None:
        targets.insert(0, ("elba-%s.uf2" % board.name, base))
    for name, its_base in targets:
        target = output / name
        content = produce(target, files, model, its_base)
        print("\n".join(describe(target, content, model)))
    app_start = onefile.region(model)
    if base is not None and base.about.files != app_start:
        print(
            "note: this MicroPython has its files at 0x%08X, others for the %s at 0x%08X: use the file that has both"
            % (base.about.files[0], model.title, app_start[0])
        )
    print(WARNING if backup is None else WITH_SAVES % backup)
    if missing is not None:
        print("Only the file for boards that have MicroPython already was made: %s" % missing, file=sys.stderr)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="uf2", description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="pico", help="a module in boards/ (default: pico)")
    parser.add_argument(
        "--base", type=Path, help="MicroPython's UF2 (default: $%s, else the official one)" % releases.VARIABLE
    )
    parser.add_argument("--app", action="store_true", help="only the file without MicroPython")
    parser.add_argument(
        "--saves", nargs="?", type=Path, const=NEWEST, help="bring a backup's saves along (default: the newest's)"
    )
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        run(options)
    except (
        boardfile.BoardFileError,
        build.BuildError,
        filesystem.ImageError,
        onefile.OneFileError,
        releases.ReleaseError,
        saves.SavesError,
    ) as error:
        print("uf2: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
