"""The display driver in the real micropython; what it sends is fed to the strict model of the panel."""

import ast
import json

import pytest

from handset.panel import Panel

# A bus that keeps what is written, and can fail. Its log is printed at the end, for the host to replay.
_PRELUDE = """
from micropython import heap_lock, heap_unlock
from handheld.ssd1306 import SSD1306

class Bus:
    def __init__(self):
        self.log = []
        self.writes = 0
        self.fail_at = -1
        self.status = 0
        self.keep = True

    def writeto(self, address, data):
        assert address == 0x3C
        self.writes += 1
        if self.fail_at == self.writes:
            raise OSError(5)
        if self.keep:
            self.log.append(bytes(data))

    def readfrom_into(self, address, buffer):
        if self.status is None:
            raise OSError(5)
        buffer[0] = self.status

bus = Bus()
picture = bytearray(1024)

def data_bytes(since):
    return sum(len(data) - 7 for data in bus.log[since:])
"""

_END = """
print(repr([list(data) for data in bus.log]))
"""


@pytest.fixture
def run(micropython):
    """A function (script) -> (panel that was fed, last line but the log printed)."""

    def run(script):
        lines = micropython(_PRELUDE + script + _END).splitlines()
        panel = Panel()
        for data in ast.literal_eval(lines[-1]):
            panel.transfer(bytes(data))
        assert panel.errors == []
        return panel, lines[:-1]

    return run


def _frame(picture):
    """The frame that shows a picture in the display's order of bytes."""
    frame = bytearray(1024)
    for y in range(64):
        for x in range(128):
            if picture[(y >> 3) * 128 + x] >> (y & 7) & 1:
                frame[y * 16 + (x >> 3)] |= 0x80 >> (x & 7)
    return bytes(frame)


_PATTERN = "for i in range(1024): picture[i] = (i * 37 + (i >> 7) * 11) & 255\n"
_EXPECTED = bytes((i * 37 + (i >> 7) * 11) & 255 for i in range(1024))


def test_memory_is_written_before_the_display_goes_on(run):
    panel, _ = run("d = SSD1306(bus)\nd.init()\n")
    assert panel.on
    assert panel.frame() == bytes(1024)
    # Replayed up to the last command: all cells are dark while it is still off.
    assert panel.commands[-1] == (0xAF,)
    assert not any(panel.ram)


def test_init_shows_a_picture_at_once(run):
    panel, _ = run(_PATTERN + "d = SSD1306(bus)\nd.init(picture)\n")
    assert panel.frame() == _frame(_EXPECTED)


def test_rotated_by_180_degrees(run):
    panel, _ = run(_PATTERN + "d = SSD1306(bus, rotate=180)\nd.init(picture)\n")
    upright = "".join(map("{:08b}".format, _frame(_EXPECTED)))
    assert "".join(map("{:08b}".format, panel.frame())) == upright[::-1]


def test_a_full_update_and_none(run):
    _, lines = run(
        """
d = SSD1306(bus)
d.init()
before, sent = len(bus.log), d.bytes_sent
for i in range(1024): picture[i] = 255
d.show(picture)
print(len(bus.log) - before, d.bytes_sent - sent)
before, sent = len(bus.log), d.bytes_sent
d.show(picture)
print(len(bus.log) - before, d.bytes_sent - sent)
d.force()
d.show(picture)
print(len(bus.log) - before, d.bytes_sent - sent)
"""
    )
    # 8 pages of 128 bytes, 7 bytes before each.
    assert lines == ["8 1080", "0 0", "8 1080"]


@pytest.mark.parametrize(
    ("changes", "transfers", "sent"),
    [
        ([0], 1, 7 + 8),  # one column: its block of 8
        ([1023], 1, 7 + 8),
        ([7, 8], 1, 7 + 16),
        ([0, 127], 2, 2 * (7 + 8)),  # far apart in a page
        ([0, 16], 1, 7 + 24),  # one block between: cheaper sent along
        ([0, 24], 2, 2 * (7 + 8)),
        ([127, 128], 2, 2 * (7 + 8)),  # two pages
        (list(range(0, 128, 8)), 1, 7 + 128),
    ],
)
def test_a_partial_update_sends_what_changed(run, changes, transfers, sent):
    panel, lines = run(
        _PATTERN
        + """
d = SSD1306(bus)
d.init(picture)
before, sent = len(bus.log), d.bytes_sent
for i in %r: picture[i] ^= 0x81
d.show(picture)
print(len(bus.log) - before, d.bytes_sent - sent)
"""
        % changes
    )
    assert lines == ["%d %d" % (transfers, sent)]
    expected = bytearray(_EXPECTED)
    for i in changes:
        expected[i] ^= 0x81
    assert panel.frame() == _frame(expected)


def test_random_changes_always_arrive(run):
    panel, lines = run(
        """
d = SSD1306(bus)
d.init()
x = 12345
for step in range(60):
    for _ in range(step % 9):
        x = (x * 1103515245 + 12345) & 0x3FFFFFFF
        at = (x >> 8) & 1023
        for k in range(at, min(at + (x >> 20) % 40, 1024)):
            picture[k] = (x >> 3) + k & 255
    d.show(picture)
print(repr(list(picture)))
"""
    )
    assert panel.frame() == _frame(json.loads(lines[-1]))


def test_showing_allocates_nothing(run):
    run(
        _PATTERN
        + """
d = SSD1306(bus)
d.init(picture)
d.show(picture)
bus.keep = False
heap_lock()
try:
    for i in range(1024): picture[i] ^= 255
    d.show(picture)
    picture[3] = picture[500] = 9
    d.show(picture)
    d.force()
    d.show(picture)
    d.contrast(9)
    d.power(False)
    d.power(True)
    assert not d.lost_power()
finally:
    heap_unlock()
bus.log.clear()
"""
    )


def test_after_any_failed_transfer_the_next_picture_is_whole(run):
    # Each number of transfers before the fault; the display keeps its power, only the bus was disturbed.
    panel, lines = run(
        _PATTERN
        + """
failures = 0
for n in range(1, 12):
    d = SSD1306(bus)
    d.init(picture)
    for i in range(1024): picture[i] = (picture[i] + n) & 255
    bus.fail_at = bus.writes + n
    try:
        d.show(picture)
    except OSError as error:
        assert error.errno == 5
        failures += 1
    bus.fail_at = -1
    for i in range(0, 1024, 99): picture[i] ^= 1
    d.show(picture)
print(failures)
print(repr(list(picture)))
"""
    )
    assert lines[0] == "8"
    assert panel.frame() == _frame(json.loads(lines[1]))


def test_a_failed_start_can_be_repeated(run):
    panel, lines = run(
        _PATTERN
        + """
d = SSD1306(bus)
failures = 0
for n in range(1, 30):
    bus.fail_at = bus.writes + n
    try:
        d.init(picture)
    except OSError:
        failures += 1
bus.fail_at = -1
d.init(picture)
print(failures)
"""
    )
    assert int(lines[0]) >= 11  # set-up, contrast, eight pages, on
    assert panel.on
    assert panel.frame() == _frame(_EXPECTED)


def test_contrast_is_never_0_and_outlives_init(run):
    panel, _ = run("d = SSD1306(bus)\nd.contrast(40)\nd.init()\n")
    assert panel.contrast == 40
    panel, _ = run("d = SSD1306(bus)\nd.init()\nd.contrast(0)\n")
    assert panel.contrast == 1
    panel, _ = run("d = SSD1306(bus)\nd.init()\nd.contrast(999)\n")
    assert panel.contrast == 255


def test_a_lost_power_is_noticed_where_the_status_tells(run):
    _, lines = run(
        """
d = SSD1306(bus)
d.init()
print(d.lost_power())
bus.status = 0x40
print(d.lost_power())
d.power(False)
print(d.lost_power())
# A module whose status says "off" right after it was switched on does not tell anything.
d.init()
print(d.lost_power())
bus.status = None
d.init()
print(d.lost_power())
"""
    )
    assert lines == ["False", "True", "False", "False", "False"]


@pytest.mark.parametrize("arguments", ["rotate=90", "kind='sh1106'", "width=96", "height=48", "height=32"])
def test_what_it_cannot_drive_is_refused(run, arguments):
    run("try:\n    SSD1306(bus, %s)\nexcept ValueError:\n    pass\nelse:\n    assert False\n" % arguments)


def test_a_picture_of_another_size_is_refused(run):
    run("d = SSD1306(bus)\ntry:\n    d.show(bytes(512))\nexcept ValueError:\n    pass\nelse:\n    assert False\n")
