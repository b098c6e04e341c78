"""Selfplay on the emulated RP2040: the files that a board needs for it, and what it prints."""

import build
from rp2040.handset import Rp2040Handset

_TOOLS = ("selfplay", "arena/__init__", "arena/arguments", "arena/table")
_END = "\x04"
_MAIN = """
import gc
gc.collect()
gc.threshold(8192)
import selfplay
for line in %r:
    selfplay.main(line)
    gc.collect()
print("\\x04")
"""


def files():
    """Return {path: bytes}: lib/ with what only the host uses of it, and the tools, compiled for the board."""
    found = {}
    for path in sorted((build.SOURCE / "lib" / "elba").rglob("*.py")):
        module = path.relative_to(build.SOURCE / "lib").with_suffix("")
        if path.name != "_cpython.py":
            name = module.as_posix()
            found["/lib/%s.mpy" % name] = build.compile_file(path, name + ".py", "armv6m")
    for name in _TOOLS:
        path = build.SOURCE / "tools" / (name + ".py")
        found["/lib/%s.mpy" % name] = build.compile_file(path, name + ".py", "armv6m")
    return found


def printed(files, commands, seconds):
    """Return what the board prints for command lines of selfplay.py (lists of texts), as bytes with plain line ends.

    files    of files(); seconds  the board's time that it may take
    Raises AssertionError where it does not come to an end, rp2040's FirmwareError for a traceback.
    """
    handset = Rp2040Handset({**files, "/main.py": (_MAIN % (commands,)).encode()}, panel=None)
    handset.run_until(lambda: _END in handset.console, seconds * 1000)
    text = handset.console
    assert _END in text, "no end after %d s; the last words: %r" % (seconds, text[-300:])
    return text[: text.index(_END)].replace("\r\n", "\n").encode()
