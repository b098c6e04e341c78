"""The board at the other end of the cable, by mpremote."""

import ast
import os
import subprocess
import sys

MPREMOTE = [sys.executable, "-m", "mpremote"]

# Directories on the board in which all files are this project's, and files that are.
OWNED = ("/lib/elba", "/lib/handheld", "/lib/guard.py", "/lib/guard.mpy")

_RASPBERRY_PI = "2e8a:"

# Runs on the board, before anything is copied. It prints a line, the repr of a tuple, for each thing that it finds: all
# in one would need a piece of memory as large.
SURVEY = '''
import hashlib, os, sys
buffer = bytearray(512)
def look(path):
    try:
        kind = os.stat(path)[0]
    except OSError:
        return
    if kind & 0x4000:
        print(repr(("directory", path)))
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
    print(repr(("file", path, "".join("%02x" % value for value in digest.digest()))))
for path in PATHS:
    look(path)
if "lib" in os.listdir("/"):
    print(repr(("directory", "/lib")))  # what else is in it is nobody's business
about = sys.implementation
print(repr(("about", tuple(about[1][:3]), getattr(about, "_mpy", 0))))
'''


class RemoteError(Exception):
    """Nothing more can be done; the message says why and what would help."""


def mpremote(*arguments):
    """Run mpremote; return what it printed. Raise RemoteError with its last words if it fails."""
    done = subprocess.run([*MPREMOTE, *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "mpremote failed").splitlines()
        raise RemoteError("\n".join(words[-3:]))
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
    """Return the port of the one board there is; raise RemoteError if there is none, or several."""
    found = ports()
    if not found:
        raise RemoteError(
            "no board found. Is it plugged in, with a cable for data too? If it has no MicroPython: make flash"
        )
    if len(found) > 1:
        lines = ["there are several boards; choose one with PORT=..."]
        lines += ["    %s  %s" % each for each in found]
        raise RemoteError("\n".join(lines))
    return found[0][0]


def check_access(port):
    """Raise RemoteError if this user may not use the port."""
    if os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK):
        raise RemoteError(
            "%s may not be used by you; on Debian: sudo usermod -a -G dialout $USER, and log in anew" % port
        )


def survey(port, paths):
    """Return what is on the board: a dict of version, mpy, hashes (path -> SHA-256 in hex) and directories.

    paths   files and directories to look at; those that are not there are left out of the answer
    """
    output = mpremote("connect", port, "exec", SURVEY.replace("PATHS", repr(list(paths))))
    answer = {"hashes": {}, "directories": []}
    try:
        for line in output.strip().splitlines():
            what, *values = ast.literal_eval(line)
            if what == "file":
                answer["hashes"][values[0]] = values[1]
            elif what == "directory":
                answer["directories"].append(values[0])
            else:
                answer["version"], answer["mpy"] = values
        answer["version"]  # comes last: without it the answer is not whole
    except (KeyError, IndexError, TypeError, ValueError, SyntaxError):
        raise RemoteError("the board on %s gave no sensible answer: %r" % (port, output[-200:])) from None
    return answer


def port_of(given):
    """Return the port that was given, else that of the one board there is; raise RemoteError if it cannot be used."""
    port = given or choose_port()
    check_access(port)
    return port


def chain(port, commands):
    """Run mpremote commands, lists of words, one after another on one connection."""
    mpremote("connect", port, *(word for command in commands for word in ("+", *command)))
