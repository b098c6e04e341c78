"""Compile the tables of texts, firmware/handheld/texts/*.toml, into packs beside them, and check them: make texts."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from language import TableError, pack, table

SOURCE = Path(__file__).resolve().parent.parent
DIRECTORY = Path("firmware/handheld/texts")
LANGUAGES = ("en", "it", "sr", "fa", "th")

_PLURAL = {"sr": 2}


def compile_all(directory):
    """Return {file name: bytes} of the packs of all tables in a directory. Raises TableError."""
    english, _ = table.read(directory / "en.toml")
    packs = {}
    for code in LANGUAGES:
        path = directory / (code + ".toml")
        if path.is_file():
            texts, _ = table.read(path)
            packs[code + ".lang"] = pack.make({**english, **texts}, _PLURAL.get(code, 1))
    return packs


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
    newest = max(path.stat().st_mtime for path in [*directory.glob("*.toml"), here, *here.parent.glob("language/*")])
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


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="texts", description=__doc__)
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    directory = options.source / DIRECTORY
    try:
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
