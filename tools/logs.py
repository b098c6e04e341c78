"""What a board has to say: make logs.

Without arguments it prints the faults that the game has had (with what is needed to find them) and the versions. With
--follow it shows what the board prints from now on, and does not disturb the game; Ctrl-C ends it.
"""

import argparse
import sys
import time

import remote

FAULTS = ("/faults.old.txt", "/faults.txt")  # as firmware/handheld/trouble.py writes them: the older first

_ASK = """
import os, sys
print(sys.version, "|", getattr(sys.implementation, "_machine", ""))
for path in PATHS:
    try:
        with open(path) as file:
            for line in file:
                print(line, end="")
    except OSError:
        pass
"""


def faults(given=None):
    """Return (about the board, what it has written about faults)."""
    port = remote.port_of(given)
    answer = remote.mpremote("connect", port, "exec", _ASK.replace("PATHS", repr(FAULTS)), "+", "reset")
    about, _, text = answer.replace("\r\n", "\n").partition("\n")
    return about, text.strip()


def follow(given=None, out=None, seconds=None):
    """Show what the board prints until Ctrl-C, or for some seconds."""
    import serial

    out = out or sys.stdout
    port = remote.port_of(given)
    print("%s, as it comes; Ctrl-C ends it." % port, file=out, flush=True)
    end = None if seconds is None else time.monotonic() + seconds
    try:
        with serial.Serial(port, 115200, timeout=0.2, exclusive=True) as line:
            while end is None or time.monotonic() < end:
                data = line.read(256)
                if data:
                    out.write(data.decode(errors="replace").replace("\r\n", "\n"))
                    out.flush()
    except serial.SerialException as error:
        raise remote.RemoteError("%s is gone, or another program uses it (%s)" % (port, error)) from None
    except KeyboardInterrupt:
        print(file=out)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="logs", description=__doc__.splitlines()[0])
    parser.add_argument("--port", help="serial port of the board; needed if there are several")
    parser.add_argument("--follow", action="store_true", help="show what it prints, until Ctrl-C")
    parser.add_argument("--seconds", type=float, help="with --follow: end after so long")
    options = parser.parse_args(arguments)
    try:
        if options.follow:
            follow(options.port, seconds=options.seconds)
        else:
            about, text = faults(options.port)
            print(about)
            print(text or "No faults are noted on the board.")
    except remote.RemoteError as error:
        print("logs: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
