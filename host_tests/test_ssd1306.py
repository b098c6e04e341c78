"""The display drivers in the real micropython; what they send is fed to the strict models of the panels."""

import ast
import json

import pytest

from handset.panel import Panel, SH1106Panel

# A bus that keeps what is written, and can fail. Its log is printed at the end, for the host to replay.
_PRELUDE = """
from micropython import heap_lock, heap_unlock
from handheld.sh1106 import SH1106
from handheld.ssd1306 import SSD1306
from handheld.spiwire import SPIWire
from handheld.wires import I2CWire

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

def display(rotate=0, driver=SSD1306):
    return driver(I2CWire(bus, 0x3C), rotate)

picture = bytearray(1024)

def data_bytes(since):
    return sum(len(data) - 7 for data in bus.log[since:])
"""

_END = """
print(repr([list(data) for data in bus.log]))
"""


@pytest.fixture(params=["SSD1306", "SH1106"])
def run(micropython, request):
    """A function (script) -> (panel that was fed, lines printed but the log), for each controller."""

    def run(script):
        prelude = _PRELUDE.replace("driver=SSD1306", "driver=" + request.param)
        lines = micropython(prelude + script + _END).splitlines()
        panel = {"SSD1306": Panel, "SH1106": SH1106Panel}[request.param]()
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
    panel, _ = run("d = display()\nd.init()\n")
    assert panel.on
    assert panel.frame() == bytes(1024)
    # Replayed up to the last command: all cells are dark while it is still off.
    assert panel.commands[-1] == (0xAF,)
    first = panel.FIRST_COLUMN
    for page in range(8):
        row = panel.ram[page * panel.RAM_COLUMNS :][first : first + 128]
        assert not any(row)


def test_init_shows_a_picture_at_once(run):
    panel, _ = run(_PATTERN + "d = display()\nd.init(picture)\n")
    assert panel.frame() == _frame(_EXPECTED)


def test_rotated_by_180_degrees(run):
    panel, _ = run(_PATTERN + "d = display(rotate=180)\nd.init(picture)\n")
    upright = "".join(map("{:08b}".format, _frame(_EXPECTED)))
    assert "".join(map("{:08b}".format, panel.frame())) == upright[::-1]


def test_a_full_update_and_none(run):
    _, lines = run(
        """
d = display()
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
d = display()
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
d = display()
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
d = display()
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
    d = display()
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
d = display()
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
    panel, _ = run("d = display()\nd.contrast(40)\nd.init()\n")
    assert panel.contrast == 40
    panel, _ = run("d = display()\nd.init()\nd.contrast(0)\n")
    assert panel.contrast == 1
    panel, _ = run("d = display()\nd.init()\nd.contrast(999)\n")
    assert panel.contrast == 255


def test_a_lost_power_is_noticed_where_the_status_tells(run):
    _, lines = run(
        """
d = display()
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


def test_a_rotation_it_does_not_have_is_refused(run):
    run("try:\n    display(rotate=90)\nexcept ValueError:\n    pass\nelse:\n    assert False\n")


def test_a_picture_of_another_size_is_refused(run):
    run("d = display()\ntry:\n    d.show(bytes(512))\nexcept ValueError:\n    pass\nelse:\n    assert False\n")


def test_an_ssd1306s_driver_does_not_do_for_an_sh1106(micropython):
    """What is seen when the one is taken for the other: the model has to tell them apart."""
    lines = micropython(_PRELUDE + _PATTERN + "display().init(picture)\n" + _END).splitlines()
    panel = SH1106Panel()
    for data in ast.literal_eval(lines[-1]):
        panel.transfer(bytes(data))
    assert any("unknown command 0x8D" in error for error in panel.errors)
    assert panel.frame() != _frame(_EXPECTED)


@pytest.mark.parametrize("offset", [0, 2, 4])
def test_the_offset_says_where_the_glass_begins(micropython, offset):
    script = _PATTERN + "SH1106(I2CWire(bus, 0x3C), 0, %d).init(picture)\n" % offset
    panel = SH1106Panel()
    panel.FIRST_COLUMN = offset
    for data in ast.literal_eval(micropython(_PRELUDE + script + _END).splitlines()[-1]):
        panel.transfer(bytes(data))
    assert panel.errors == []
    assert panel.frame() == _frame(_EXPECTED)


# On SPI: each write with the levels of its lines, and nothing while the display is not selected.
_SPI = """
class Line:
    def __init__(self, level):
        self.level = level
        self.moves = []

    def value(self, level):
        self.level = level
        self.moves.append(level)

class Spi:
    def __init__(self):
        self.log = []
        self.keep = True

    def write(self, data):
        assert cs is None or cs.level == 0
        if self.keep:
            self.log.append((dc.level, list(data)))

spi, dc, cs, reset = Spi(), Line(0), Line(1), Line(1)
"""


@pytest.mark.parametrize(("driver", "model"), [("SSD1306", Panel), ("SH1106", SH1106Panel)])
@pytest.mark.parametrize("selected", [True, False])
def test_on_spi(micropython, driver, model, selected):
    script = """
import gc
from time import sleep_ms
%s
d = %s(SPIWire(spi, dc, cs, reset))
d.init(picture)
assert reset.moves == [0, 1]
before = d.bytes_sent
picture[3] ^= 255
d.show(picture)
assert d.bytes_sent - before == 3 + 8
d.contrast(9)
assert not d.lost_power()
print(repr(spi.log))
spi.keep = False
gc.collect()
for line in (dc, cs):
    if line:
        line.moves = None
class Quiet:
    def value(self, level):
        pass
d._wire._dc = d._wire._cs = Quiet()
cs = None
heap_lock()
try:
    for i in range(1024): picture[i] ^= 255
    d.show(picture)
    d.contrast(10)
finally:
    heap_unlock()
""" % ("" if selected else "cs = None", driver)
    panel = model()
    for level, data in ast.literal_eval(micropython(_PRELUDE + _SPI + _PATTERN + script).splitlines()[-1]):
        panel.spi(level, data)
    expected = bytearray(_EXPECTED)
    expected[3] ^= 255
    assert panel.errors == []
    assert panel.contrast == 9
    assert panel.frame() == _frame(expected)
