"""Bring build/device to a board: make deploy, make flash.

deploy copies the files that differ, by their SHA-256, and deletes what an earlier version has left in the
directories that are Elba's. Saves are not among them. flash first puts MicroPython itself on the board, which leaves
the files on it as they are.
"""

import argparse
import hashlib
import os
import sys
import time
from pathlib import Path

import releases
import remote
from build import MPY_SUB_VERSION, MPY_VERSION
from flashfile import blocks, onefile
from hardware import boardfile
from hardware.models import MODELS
from remote import RemoteError, mpremote, ports

SOURCE = Path(__file__).resolve().parent.parent

# On the board while files are being copied: main.py does not start what is half new, see there.
MARK = "/update"

# Where desktop systems mount the drive that a board in BOOTSEL mode is.
_PLACES = ("/media/*/%s", "/run/media/*/%s", "/media/%s", "/mnt/%s", "/Volumes/%s")
DRIVES = tuple(place % name for name in ("RPI-RP2", "RP2350") for place in _PLACES)

# How long a board takes to show up as a drive, or as a serial port after MicroPython was written.
PATIENCE_S = 20

_ARM = range(4, 9)  # the architectures that run code for armv6m, as MicroPython numbers them


class DeployError(Exception):
    """Nothing more can be done; the message says why and what would help."""


def check_version(found):
    """Raise DeployError if the MicroPython on the board does not run what was built."""
    mpy = found["mpy"]
    version = tuple(found["version"])
    if version < onefile.MINIMUM_VERSION or (mpy & 0xFF, mpy >> 8 & 3) != (MPY_VERSION, MPY_SUB_VERSION):
        raise DeployError(
            "the board has MicroPython %s; %d.%d or newer is needed: make flash"
            % (".".join(map(str, version)), *onefile.MINIMUM_VERSION)
        )
    if mpy >> 10 & 15 not in _ARM:
        raise DeployError(
            "the board's processor is no RP2040 or RP2350 (architecture %d of MicroPython)" % (mpy >> 10 & 15)
        )


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


def deploy(directory, given=None):
    """Make the board have the files of the directory."""
    if not (directory / "main.py").is_file():
        raise DeployError("there is no %s: make build" % (directory / "main.py"))
    port = remote.port_of(given)
    local = {
        path.relative_to(directory).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in directory.rglob("*")
        if path.is_file()
    }
    looked_at = [*remote.OWNED, *("/" + name for name in local if "/" not in name), MARK]
    found = remote.survey(port, looked_at)
    check_version(found)
    marked = found["hashes"].pop(MARK, None) is not None
    make, copy, delete = plan(local, found)
    commands = [["fs", "rm", ":" + path] for path in delete]  # first: an old .py goes before a new .mpy
    commands += [["fs", "mkdir", ":" + path] for path in make]
    commands += [["fs", "cp", str(directory / path[1:]), ":" + path] for path in copy]
    if commands and not marked:
        commands.insert(0, ["fs", "touch", ":" + MARK])
    if commands:
        numbers = (port, len(copy), len(local), len(delete))
        print("%s: copying %d of %d files, deleting %d ..." % numbers, flush=True)
    else:
        print("%s: all %d files are there already" % (port, len(local)))
    if commands or marked:
        commands.append(["fs", "rm", ":" + MARK])
    commands.append(["reset"])
    remote.chain(port, commands)
    print("Done; the board starts.")


# ---- MicroPython itself ----


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
        port = remote.port_of(port)
        print("%s: sending the board to BOOTSEL mode ..." % port, flush=True)
        mpremote("connect", port, "bootloader")
        found = _wait(
            drives,
            "the board is in BOOTSEL mode, but its drive RPI-RP2 (RP2350 of a Pico 2) is not mounted: mount it, for\n"
            "example with    udisksctl mount -b /dev/disk/by-label/RPI-RP2\nand try again",
        )
    if len(found) > 1:
        raise DeployError("several boards are in BOOTSEL mode; unplug all but one")
    return found[0]


def flash(uf2, model, port=None):
    """Put a UF2 file on the board, a hardware.models.Model; return when it is up again."""
    data = uf2.read_bytes()
    try:
        blocks.pages_of(blocks.parse(data, uf2), model.chip.family, uf2)
    except blocks.Uf2Error as error:
        raise DeployError("%s (a %s has an %s)" % (error, model.title, model.chip.name)) from None
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
    parser.add_argument("--board", default="pico", help="a module in boards/, for --flash (default: pico)")
    parser.add_argument("--uf2", type=Path, help="file to put on it (default: the official one, downloaded)")
    parser.add_argument("--directory", type=Path, default=SOURCE / "build" / "device", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        if options.flash:
            if options.uf2 and not options.uf2.is_file():
                raise DeployError("there is no file %s" % options.uf2)
            model = MODELS[boardfile.read(SOURCE / "boards", options.board).values["MODEL"]]
            uf2 = options.uf2 or releases.given() or releases.download(model, SOURCE / "build")
            flash(uf2, model, options.port)
        deploy(options.directory, options.port)
    except (DeployError, RemoteError, boardfile.BoardFileError, releases.ReleaseError) as error:
        print("deploy: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
