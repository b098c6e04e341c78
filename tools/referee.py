"""Judge deal records: python tools/referee.py FILE.jsonl, or - for standard input.

One line of JSON in, one line of JSON out (source: record-format.md). Runs under CPython and under MicroPython and
answers with the same bytes. Exit status: 0 all lines are complete, void, open or revoke; 1 some are illegal or bad;
2 the file cannot be read.
"""

import sys

_HERE = __file__[: __file__.rfind("/") + 1]
sys.path.insert(0, _HERE + "../lib")

from elba import record  # noqa: E402

_LONGEST = 65536  # bytes in a line; the longest record of any system has a few thousand
_EPIPE = 32
_USAGE = "usage: referee.py FILE.jsonl    ('-' reads standard input)"


def main(arguments):
    if len(arguments) != 1:
        return _refuse(_USAGE)
    if arguments[0] in ("-h", "--help"):
        print(_USAGE)
        return 0
    path = arguments[0]
    try:
        if path == "-":
            return judge(getattr(sys.stdin, "buffer", sys.stdin))
        with open(path, "rb") as lines:
            return judge(lines)
    except OSError as error:
        if error.errno == _EPIPE:  # whoever reads the answers has had enough of them
            return 1
        return _refuse("referee.py: cannot read %s (error %d)" % (path, error.errno))


def judge(lines):
    """Answer every line of a binary file; return the exit status."""
    status = 0
    number = 0
    while True:
        data = lines.readline(_LONGEST + 1)
        if not data:
            return status
        number += 1
        if len(data) > _LONGEST:
            while data and data[-1:] != b"\n":
                data = lines.readline(_LONGEST)
            text, found = record.refuse(number, "line: longer than %d bytes" % _LONGEST)
        else:
            text, found = record.answer(number, data.rstrip(b"\r\n"))
        print(text)
        if found in ("illegal", "bad"):
            status = 1


def _refuse(text):
    print(text, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
