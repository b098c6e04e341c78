"""Whatever is read may hold anything: records, saves, board files and deal codes are refused with a reason or taken

hypothesis makes input that is good but for something, and wholly other input, for the referee (tools/referee.py), the
saved game and the settings, board files (tools/hardware/) and deal codes. No input may raise anything but what is
documented; what is taken can be played, drawn, or written down and read again; and the referee says the same, byte for
byte, on CPython and MicroPython. Where one fails, the smallest input that does is shown.
"""

import time

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from handset.unix import find_micropython
from trials import fuzzing

SHORT_S = 200
FULL_S = 3600

SECONDS = 20  # in all
SECONDS_FULL = 600

_ROUND = 200  # inputs of a round; the clock is looked at between rounds
_ROUND_FULL = 2000


def _targets(report):
    """Return (name, strategy, function, share of the time)."""
    return (
        ("records", fuzzing.records(), fuzzing.judge, 3),
        ("saves", fuzzing.saves(), fuzzing.take, 3),
        ("boards", fuzzing.boards(), fuzzing.check_board, 2),
        ("texts of board files", fuzzing.board_texts(), fuzzing.read_board, 1),
        (
            "bytes of board files",
            fuzzing.board_texts().map(str.encode) | st.binary(max_size=40),
            lambda data: fuzzing.read_board_bytes(data, report.directory),
            1,
        ),
        ("deal codes", fuzzing.codes(), fuzzing.read_code, 1),
    )


def _round(strategy, function, number, count):
    """Try `count` inputs; return a text with the smallest one that failed, or ""."""

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def test(value):
        function(value)

    try:
        test()
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        found = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error
        notes = getattr(found, "__notes__", [])  # hypothesis puts the smallest input there
        return "%s: %s\n%s" % (type(found).__name__, str(found)[:500], "\n".join(notes)[:1500])
    return ""


def _both(report, count):
    """Compare what the referee says in CPython and in MicroPython of a file of records; return how many there were."""
    lines = []

    @seed(report.seed)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(fuzzing.records())
    def collect(line):
        lines.append(line)

    collect()
    try:
        fuzzing.judge_on_both(lines, report.directory, find_micropython())
    except AssertionError as error:
        report.problem("the referee on CPython and MicroPython: %s" % error)
    return len(lines)


def run(full, report):
    targets = _targets(report)
    shares = sum(target[3] for target in targets)
    for name, strategy, function, share in targets:
        end = time.monotonic() + (SECONDS_FULL if full else SECONDS) * share / shares
        count = 0
        number = report.seed * 1000
        size = _ROUND_FULL if full else _ROUND
        while not count or time.monotonic() < end:
            number += 1
            problem = _round(strategy, function, number, size)
            count += size
            if problem:
                report.problem("%s, seed %d: %s" % (name, number, problem))
                break
        report.figure(name, count)
    report.figure("records judged on both", _both(report, 10_000 if full else 500))
