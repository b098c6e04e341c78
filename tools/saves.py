"""Saved games to the computer and back: make backup, make restore.

    backups/DATE-TIME/    one backup: the files of /saves, as they are

restore first makes a backup of what is on the board, if that is something else, and then makes the board's /saves the
same as the backup: the newest one, or the one that is named.
"""

import argparse
import hashlib
import sys
import time
from pathlib import Path

import remote

SOURCE = Path(__file__).resolve().parent.parent
DIRECTORY = SOURCE / "backups"

_SAVES = "/saves"


class SavesError(Exception):
    """Nothing was copied, or not all; the message says why."""


def _hashes(directory):
    return {
        "%s/%s" % (_SAVES, path.name): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(directory.iterdir())
        if path.is_file()
    }


def _on_board(port):
    """Return {path: SHA-256} of what is saved on the board, and whether it has the directory."""
    found = remote.survey(port, [_SAVES])
    return found["hashes"], _SAVES in found["directories"]


def _fetch(port, target, expected):
    """Copy all saves into a new directory and compare; raise SavesError if they differ from `expected`."""
    target.mkdir(parents=True)
    remote.chain(port, [["fs", "cp", ":" + path, str(target / path.rsplit("/", 1)[1])] for path in sorted(expected)])
    if _hashes(target) != expected:
        raise SavesError("what was copied to %s is not what is on the board; try again" % target)


def _new_name(directory, ending=""):
    stamp = time.strftime("%Y%m%d-%H%M%S") + ending
    target = directory / stamp
    number = 1
    while target.exists():
        number += 1
        target = directory / ("%s-%d" % (stamp, number))
    return target


def backup(directory, given=None):
    """Copy the saves of the board into a new directory below `directory`; return it."""
    port = remote.port_of(given)
    found, _ = _on_board(port)
    if not found:
        raise SavesError("nothing is saved on the board on %s" % port)
    target = _new_name(directory)
    _fetch(port, target, found)
    print("%s: %d files of saved games are in %s" % (port, len(found), target))
    remote.chain(port, [["reset"]])
    return target


def newest(directory):
    """Return the newest backup below a directory; raise SavesError if there is none."""
    found = sorted(path for path in directory.glob("[0-9]*") if path.is_dir() and "-before-restore" not in path.name)
    if not found:
        raise SavesError("there is no backup in %s: make backup" % directory)
    return found[-1]


def restore(source, directory, given=None):
    """Make the saves of the board those in the directory `source`."""
    if not source.is_dir():
        raise SavesError("there is no backup %s" % source)
    wanted = _hashes(source)
    if not wanted:
        raise SavesError("the backup %s is empty" % source)
    port = remote.port_of(given)
    found, there = _on_board(port)
    if found == wanted:
        print("%s: the board has these saves already" % port)
        return
    if found:
        aside = _new_name(directory, "-before-restore")
        _fetch(port, aside, found)
        print("%s: what the board had saved is in %s" % (port, aside))
    commands = [] if there else [["fs", "mkdir", ":" + _SAVES]]
    # A slot that the backup does not have could be the newer of its two, and would be the one that counts.
    commands += [["fs", "rm", ":" + path] for path in sorted(set(found) - set(wanted))]
    changed = sorted(path for path in wanted if found.get(path) != wanted[path])
    commands += [["fs", "cp", str(source / path.rsplit("/", 1)[1]), ":" + path] for path in changed]
    remote.chain(port, commands)
    if _on_board(port)[0] != wanted:
        raise SavesError("the board's saves are not those of %s after all; try again" % source)
    remote.chain(port, [["reset"]])
    print("%s: %d files of saved games are back from %s" % (port, len(wanted), source))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="saves", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("backup", "restore"))
    parser.add_argument("backup", nargs="?", type=Path, help="the backup to restore (default: the newest)")
    parser.add_argument("--port", help="serial port of the board; needed if there are several")
    parser.add_argument("--directory", type=Path, default=DIRECTORY, help="where backups are (default: backups/)")
    options = parser.parse_args(arguments)
    try:
        if options.command == "backup":
            backup(options.directory, options.port)
        else:
            restore(options.backup or newest(options.directory), options.directory, options.port)
    except (SavesError, remote.RemoteError) as error:
        print("saves: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
