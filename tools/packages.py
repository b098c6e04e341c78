"""What other ways of installing need: package.json for `mpremote mip install`, manifest.py for freezing.

Both list the modules of the device, as tools/build.py knows them. Run this after adding or removing one.
"""

import argparse
import ast
import json
import sys
from pathlib import Path

import build

SOURCE = Path(__file__).resolve().parent.parent

_MANIFEST = '''"""What to freeze into a MicroPython of one's own: everything but board.py, which belongs on the flash.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/elba/manifest.py

Made by tools/packages.py.
"""

metadata(description="Elba, the card game Nap on a handheld", version="{version}", license="MIT")
include("$(PORT_DIR)/boards/manifest.py")

{packages}

module("guard.py", base_path="firmware", opt=1)
module("recovery.py", base_path="firmware", opt=1)
module("main.py", base_path="firmware", opt=1)
'''


def version(source):
    """Return Elba's version, as the logic names it."""
    tree = ast.parse((source / "lib" / "elba" / "__init__.py").read_text(encoding="utf-8"))
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "__version__":
            return ast.literal_eval(statement.value)
    raise AssertionError("lib/elba has no __version__")


def entries(source, board="pico"):
    """Return a list of (file on the device, source file relative to the clone): sources, not compiled."""
    found = [("lib/%s.py" % module, path.relative_to(source).as_posix()) for module, path in build.modules(source)]
    found += [(name, "firmware/" + name) for name in build.SOURCES]
    found.append(("board.py", "boards/%s.py" % board))
    # The packs of languages are not in the clone: what is installed from it speaks English, from the table.
    found.append(("lib/handheld/texts/en.toml", "firmware/handheld/texts/en.toml"))
    # The entry last: what is cut off before does not start half.
    return sorted(found, key=lambda pair: (pair[0] == "main.py", pair))


def package(pairs, version):
    """Return the text of a package.json for pairs (file on the device, where it comes from)."""
    lines = ",\n".join("    " + json.dumps(list(pair)) for pair in pairs)
    return '{\n  "version": "%s",\n  "deps": [],\n  "urls": [\n%s\n  ]\n}\n' % (version, lines)


def manifest(source):
    """Return the text of manifest.py."""
    parts = []
    for name, base in (("elba", "lib"), ("handheld", "firmware")):
        files = [
            path.relative_to(source / base / name).as_posix()
            for module, path in build.modules(source)
            if module.split("/")[0] == name
        ]
        lines = "".join('        "%s",\n' % file for file in files)
        parts.append('package(\n    "%s",\n    (\n%s    ),\n    base_path="%s",\n    opt=1,\n)' % (name, lines, base))
    return _MANIFEST.format(version=version(source), packages="\n".join(parts))


def texts(source):
    """Return {file name: text} of the files that this tool writes."""
    return {"package.json": package(entries(source), version(source)), "manifest.py": manifest(source)}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="packages", description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    for name, text in texts(options.source).items():
        (options.source / name).write_text(text, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
