"""Compile the tables of texts, firmware/handheld/texts/*.toml, into packs beside them, and check them: make texts."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from language import TableError, fit, pack, shape, table

SOURCE = Path(__file__).resolve().parent.parent
DIRECTORY = Path("firmware/handheld/texts")
LANGUAGES = ("en", "it", "sr", "fa", "th")


def compile_all(directory):
    """Return {file name: bytes} of the packs of all tables in a directory. Raises TableError."""
    english, _ = table.read(directory / "en.toml")
    packs = {}
    for code in LANGUAGES:
        path = directory / (code + ".toml")
        if path.is_file():
            texts, _ = table.read(path)
            shaper = shape.shaper(code)
            packs[code + ".lang"] = pack.make(drawn({**english, **texts}, shaper, code), shaper)
    return packs


def drawn(texts, shaper, where):
    """Return the texts as they are drawn, a dict. Raises TableError."""
    result = {}
    for name in sorted(texts):
        try:
            result[name] = shape.whole(shaper.shape, texts[name])
        except shape.ShapeError as error:
            raise TableError("%s.toml, %s: %s" % (where, name, error)) from None
    return result


def faults(directory, code):
    """Return what is wrong with a language's table, as a list of sentences."""
    english, places = table.read(directory / "en.toml")
    texts, _ = table.read(directory / (code + ".toml"))
    shaper = shape.shaper(code)
    wrong = table.differences(texts, english)
    if any(name not in texts for name in english):
        return wrong
    return wrong + fit.faults(drawn(texts, shaper, code), places, shaper)


def plain(directory):
    """Return the English table without comments, for devices."""
    lines = []
    for line in (directory / "en.toml").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            lines.append(line.split('"  # ')[0].rstrip('"') + '"\n')
    return "".join(lines).encode()


def ensure(firmware):
    """Compile the packs of a firmware directory where they are not newer than what they are made from."""
    directory = Path(firmware) / "handheld" / "texts"
    if not (directory / "en.toml").is_file():
        return
    here = Path(__file__).resolve()
    made_from = [*directory.glob("*.toml"), here, *here.parent.glob("language/*.py"), *here.parent.glob("art/*.txt")]
    newest = max(path.stat().st_mtime for path in made_from)
    wanted = [directory / (path.stem + ".lang") for path in directory.glob("*.toml") if path.stem in LANGUAGES]
    if all(path.is_file() and path.stat().st_mtime > newest for path in wanted):
        return
    for name, data in compile_all(directory).items():
        _replace(directory / name, data)


def _replace(path, data):
    """Write a file whole or not at all: others may read it meanwhile."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    os.chmod(name, 0o644)
    os.replace(name, path)


def _check(directory):
    bad = 0
    for code in LANGUAGES:
        for fault in faults(directory, code):
            print("%s.toml, %s" % (code, fault))
            bad = 1
    return bad


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="texts", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is missing, or too wide for its place")
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    directory = options.source / DIRECTORY
    try:
        if options.check:
            return _check(directory)
        packs = compile_all(directory)
    except (TableError, pack.PackError) as error:
        print("texts: %s" % error, file=sys.stderr)
        return 1
    for name, data in packs.items():
        _replace(directory / name, data)
        print("%6d  %s" % (len(data), DIRECTORY / name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
