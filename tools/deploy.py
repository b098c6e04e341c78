"""Bring build/device to a board: make deploy, make flash.

deploy copies the files that differ, by their SHA-256, and deletes what an earlier version has left in the
directories that are Elba's. Saves are not among them. flash first puts MicroPython itself on the board.
"""

import argparse
import ast
import hashlib
import os
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from build import MPY_SUB_VERSION, MPY_VERSION

SOURCE = Path(__file__).resolve().parent.parent

MPREMOTE = [sys.executable, "-m", "mpremote"]

MINIMUM_VERSION = (1, 23)

# Directories on the board in which all files are this project's.
OWNED = ("/lib/elba", "/lib/handheld")

UF2_URL = "https://micropython.org/resources/firmware/RPI_PICO-20250911-v1.26.1.uf2"
UF2_SHA256 = "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c"

# Where desktop systems mount the drive that a board in BOOTSEL mode is.
DRIVES = ("/media/*/RPI-RP2", "/run/media/*/RPI-RP2", "/media/RPI-RP2", "/mnt/RPI-RP2", "/Volumes/RPI-RP2")

# How long a board takes to show up as a drive, or as a serial port after MicroPython was written.
PATIENCE_S = 20

_RASPBERRY_PI = "2e8a:"
_ARMV6M = 4

_UF2_BLOCK = 512
_UF2_MAGIC = (0x0A324655, 0x9E5D5157)
_UF2_HAS_FAMILY = 0x2000
_RP2040_FAMILY = 0xE48BFF56

# Runs on the board, before anything is copied. It prints one line, the repr of a dict.
SURVEY = '''
import hashlib, os, sys
hashes = {}
directories = []
buffer = bytearray(512)
def look(path):
    try:
        kind = os.stat(path)[0]
    except OSError:
        return
    if kind & 0x4000:
        directories.append(path)
        for name in os.listdir(path):
            look(path + "/" + name)
        return
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            length = file.readinto(buffer)
            if not length:
                break
            digest.update(memoryview(buffer)[:length])
    hashes[path] = "".join("%02x" % value for value in digest.digest())
for path in PATHS:
    look(path)
if "lib" in os.listdir("/"):
    directories.append("/lib")  # what else is in it is nobody's business
about = sys.implementation
print(repr({"version": tuple(about[1][:3]), "mpy": getattr(about, "_mpy", 0), "hashes": hashes,
    "directories": directories}))
'''


class DeployError(Exception):
    """Nothing more can be done; the message says why and what would help."""


def mpremote(*arguments):
    """Run mpremote; return what it printed. Raise DeployError with its last words if it fails."""
    done = subprocess.run([*MPREMOTE, *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "mpremote failed").splitlines()
        raise DeployError("\n".join(words[-3:]))
    return done.stdout


def ports():
    """Return a list of (port, description) of the USB serial ports that can be a board.

    If any is a Raspberry Pi's, the others are taken for something else.
    """
    found = []
    for line in mpremote("connect", "list").splitlines():
        words = line.split(maxsplit=3)
        if len(words) >= 3 and words[2] != "0000:0000":
            found.append((words[0], words[2], " ".join(words[2:])))
    own = [each for each in found if each[1].startswith(_RASPBERRY_PI)]
    return [(port, about) for port, _, about in own or found]


def choose_port():
    """Return the port of the one board there is; raise DeployError if there is none, or several."""
    found = ports()
    if not found:
        raise DeployError(
            "no board found. Is it plugged in, with a cable for data too? If it has no MicroPython: make flash"
        )
    if len(found) > 1:
        lines = ["there are several boards; choose one with PORT=..."]
        lines += ["    %s  %s" % each for each in found]
        raise DeployError("\n".join(lines))
    return found[0][0]


def check_access(port):
    """Raise DeployError if this user may not use the port."""
    if os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK):
        raise DeployError(
            "%s may not be used by you; on Debian: sudo usermod -a -G dialout $USER, and log in anew" % port
        )


def survey(port, names):
    """Return what is on the board: a dict of version, mpy, hashes (path -> SHA-256 in hex) and directories.

    names   the files to be deployed; those in the root are looked at, and all in the directories that are OWNED
    """
    paths = [*OWNED, *("/" + name for name in names if "/" not in name)]
    output = mpremote("connect", port, "exec", SURVEY.replace("PATHS", repr(paths)))
    try:
        return ast.literal_eval(output.strip().splitlines()[-1])
    except (IndexError, ValueError, SyntaxError):
        raise DeployError("the board on %s gave no sensible answer: %r" % (port, output[-200:])) from None


def check_version(found):
    """Raise DeployError if the MicroPython on the board does not run what was built."""
    mpy = found["mpy"]
    version = tuple(found["version"])
    if version < MINIMUM_VERSION or (mpy & 0xFF, mpy >> 8 & 3) != (MPY_VERSION, MPY_SUB_VERSION):
        raise DeployError(
            "the board has MicroPython %s; %d.%d or newer is needed: make flash"
            % (".".join(map(str, version)), *MINIMUM_VERSION)
        )
    if mpy >> 10 & 15 < _ARMV6M:
        raise DeployError("the board's processor is no RP2040 (architecture %d of MicroPython)" % (mpy >> 10 & 15))


def plan(local, found):
    """Return what is to be done: three lists of paths, of directories to make, files to copy and files to delete.

    local   dict path on the board without the leading "/" -> SHA-256 in hex
    """
    wanted = {"/" + name: digest for name, digest in local.items()}
    parents = {parent for path in wanted for parent in _parents(path)}
    make = sorted(parents - set(found["directories"]))
    copy = sorted(path for path, digest in wanted.items() if found["hashes"].get(path) != digest)
    # The entry last: a board whose cable is pulled in between does not start half of something new.
    copy.sort(key=lambda path: path == "/main.py")
    delete = sorted(path for path in found["hashes"] if path not in wanted)
    return make, copy, delete


def _parents(path):
    parts = path.split("/")[1:-1]
    return ["/" + "/".join(parts[: length + 1]) for length in range(len(parts))]


def deploy(directory, port=None):
    """Make the board have the files of the directory."""
    if not (directory / "main.py").is_file():
        raise DeployError("there is no %s: make build" % (directory / "main.py"))
    port = port or choose_port()
    check_access(port)
    local = {
        path.relative_to(directory).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in directory.rglob("*")
        if path.is_file()
    }
    found = survey(port, local)
    check_version(found)
    make, copy, delete = plan(local, found)
    commands = [["fs", "rm", ":" + path] for path in delete]  # first: an old .py goes before a new .mpy
    commands += [["fs", "mkdir", ":" + path] for path in make]
    commands += [["fs", "cp", str(directory / path[1:]), ":" + path] for path in copy]
    if commands:
        numbers = (port, len(copy), len(local), len(delete))
        print("%s: copying %d of %d files, deleting %d ..." % numbers, flush=True)
    else:
        print("%s: all %d files are there already" % (port, len(local)))
    commands.append(["reset"])
    mpremote("connect", port, *(word for command in commands for word in ("+", *command)))
    print("Done; the board starts.")


# ---- MicroPython itself ----


def check_uf2(data, name):
    """Raise DeployError unless the bytes are a UF2 file for the RP2040."""
    if len(data) < _UF2_BLOCK or len(data) % _UF2_BLOCK:
        raise DeployError("%s is no UF2 file" % name)
    for at in range(0, len(data), _UF2_BLOCK):
        first, second, flags = struct.unpack_from("<III", data, at)
        family = struct.unpack_from("<I", data, at + 28)[0]
        if (first, second) != _UF2_MAGIC:
            raise DeployError("%s is no UF2 file" % name)
        if flags & _UF2_HAS_FAMILY and family == _RP2040_FAMILY:
            return
    raise DeployError("%s is a UF2 file, but not for the RP2040" % name)


def download(cache):
    """Return the path of the pinned official UF2, downloaded into the directory `cache` if it is not there."""
    path = cache / UF2_URL.rsplit("/", 1)[1]
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == UF2_SHA256:
        return path
    print("Downloading %s ..." % UF2_URL, flush=True)
    try:
        with urllib.request.urlopen(UF2_URL, timeout=60) as answer:
            data = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise DeployError("the download failed (%s); give a file: make flash UF2=path" % error) from None
    if hashlib.sha256(data).hexdigest() != UF2_SHA256:
        raise DeployError("what came from %s is not the file expected: its SHA-256 differs" % UF2_URL)
    cache.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def drives():
    """Return the paths of mounted boards in BOOTSEL mode."""
    found = []
    for pattern in DRIVES:
        for path in sorted(Path("/").glob(pattern.lstrip("/"))):
            try:
                if "RP2" in (path / "INFO_UF2.TXT").read_text(errors="replace"):
                    found.append(path)
            except OSError:
                pass  # an empty mount point, or none of ours
    return found


def _wait(look, what):
    """Return look() once it is true; raise DeployError if that does not happen in time."""
    end = time.monotonic() + PATIENCE_S
    while not (found := look()):
        if time.monotonic() > end:
            raise DeployError(what)
        time.sleep(0.2)
    return found


def find_drive(port):
    """Return the drive of a board in BOOTSEL mode, sending a running board there if there is no such drive yet."""
    found = drives()
    if not found:
        if not port and not ports():
            raise DeployError("no board found. Hold its button BOOTSEL down while you plug it in, then try again")
        port = port or choose_port()
        check_access(port)
        print("%s: sending the board to BOOTSEL mode ..." % port, flush=True)
        mpremote("connect", port, "bootloader")
        found = _wait(
            drives,
            "the board is in BOOTSEL mode, but its drive RPI-RP2 is not mounted: mount it, for example with\n"
            "    udisksctl mount -b /dev/disk/by-label/RPI-RP2\nand try again",
        )
    if len(found) > 1:
        raise DeployError("several boards are in BOOTSEL mode; unplug all but one")
    return found[0]


def flash(uf2, port=None):
    """Put a UF2 file on the board; return when it is up again."""
    data = uf2.read_bytes()
    check_uf2(data, uf2)
    drive = find_drive(port)
    print("Copying %s to %s ..." % (uf2.name, drive), flush=True)
    target = drive / uf2.name
    try:
        with open(target, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # The board leaves BOOTSEL mode as soon as it has the last block, maybe before the host is done with the
        # file. That the drive is gone is the sign of success.
        if (drive / "INFO_UF2.TXT").exists():
            raise DeployError("the file could not be copied to %s: %s" % (drive, error)) from None
    _wait(
        lambda: port in dict(ports()) if port else ports(),
        "MicroPython was written, but no serial port came up",
    )


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="deploy", description=__doc__.splitlines()[0])
    parser.add_argument("--port", help="serial port of the board; needed if there are several")
    parser.add_argument("--flash", action="store_true", help="put MicroPython on the board first")
    parser.add_argument("--uf2", type=Path, help="file to put on it (default: the official one, downloaded)")
    parser.add_argument("--directory", type=Path, default=SOURCE / "build" / "device", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        if options.flash:
            if options.uf2 and not options.uf2.is_file():
                raise DeployError("there is no file %s" % options.uf2)
            flash(options.uf2 or download(SOURCE / "build"), options.port)
        deploy(options.directory, options.port)
    except DeployError as error:
        print("deploy: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
