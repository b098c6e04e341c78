"""The emulated board itself: what small programs see on it has to be what they see on a Pico."""

import re

import pytest

from handset.unix import FirmwareError, HandsetError
from rp2040 import image
from rp2040.board import UF2_VARIABLE, find_uf2
from rp2040.handset import Rp2040Handset

# conftest.py skips these tests when the variable is unset; when it names no file they fail and say so.
pytestmark = pytest.mark.rp2040

BUS = """
import time
from machine import I2C, Pin
i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=%d)
def command(*values):
    i2c.writeto(0x3C, b"\\x00" + bytes(values))
def light_up():
    command(0xAE, 0x20, 0x00, 0xA1, 0xC8, 0x21, 0, 127, 0x22, 0, 7, 0x8D, 0x14)
frame = bytearray(1025)
frame[0] = 0x40
"""


def start(main, bus=400_000, **how):
    """Return a handset with a main.py, which finds an I2C bus and a frame unless `bus` is None."""
    prelude = BUS % bus if bus else ""
    files = how.pop("files", {})
    return Rp2040Handset({"/main.py": (prelude + main).encode(), **files}, **how)


def lines_of(main, timeout_ms=5000, **how):
    """Run a main.py to its end; return the lines it printed."""
    handset = start(main + "\nprint('THE END')\n", **how)
    handset.run_until(lambda: "THE END" in handset.console, timeout_ms)
    return handset.console.split("THE END")[0].split("\n")[:-1]


def test_the_image_gives_back_its_files():
    files = {"/main.py": b"print()", "/lib/a/b.mpy": bytes(range(256)) * 40, "/empty": b""}
    assert image.unpack(image.pack(files)) == files


def test_the_image_refuses_what_does_not_fit():
    with pytest.raises(image.ImageError, match="do not fit"):
        image.pack({"/big": bytes(image.SIZE)})


def test_what_is_no_file_system_is_told_so():
    with pytest.raises(image.ImageError, match="cannot be read"):
        image.unpack(b"\xff" * image.SIZE)


def test_the_uf2_file_is_there():
    assert find_uf2(), "%s has to name a file" % UF2_VARIABLE
    with pytest.raises(HandsetError, match=UF2_VARIABLE):
        Rp2040Handset({}, uf2="/nonexistent.uf2")


def test_main_runs_soon_after_reset():
    handset = start("from machine import Pin\nPin(25, Pin.OUT, value=1)\n", bus=None)
    handset.run(60)
    moments = [ms for ms, pin, level in handset.edges if (pin, level) == (25, 1)]
    assert len(moments) == 1
    assert 3 < moments[0] < 30
    assert handset.outputs == {25: 1}


@pytest.mark.parametrize(("hz", "low", "high"), [(400_000, 23.0, 25.0), (1_000_000, 9.2, 10.8)])
def test_a_frame_takes_as_long_on_the_bus_as_on_a_board(hz, low, high):
    program = """
light_up()
start = time.ticks_us()
i2c.writeto(0x3C, frame)
print(time.ticks_diff(time.ticks_us(), start))
command(0xAF)
"""
    handset = start(program, bus=hz)
    handset.run_until(lambda: "\n" in handset.console)
    assert low < int(handset.console.split()[0]) / 1000 < high
    start_ms, duration, count = handset.updates(gap_ms=0)[1]
    assert count == 1025
    assert low < duration < high
    assert start_ms < handset.now_ms
    assert not handset.panel.errors


def test_what_is_written_is_seen():
    handset = start("frame[1] = 0x81\nlight_up()\ni2c.writeto(0x3C, frame)\ncommand(0xAF)\n")
    picture = handset.settle(50)
    assert picture[0] == 0x80
    assert picture[7 * 16] == 0x80
    assert sum(picture) == 0x100
    assert 20 < handset.first_frame_ms == pytest.approx(handset.up_ms - 50, abs=0.01)
    assert handset.text().startswith("▀ ")


def test_a_missing_device_is_an_input_output_error():
    program = """
import errno
for address in (0x3D, 0x3C):
    try:
        i2c.writeto(address, frame)
        print("written")
    except OSError as error:
        print(errno.errorcode[error.errno])
"""
    assert lines_of(program)[:1] == ["EIO"]
    assert lines_of(program, panel=None) == ["EIO", "EIO"]


def test_a_panel_that_is_pulled_out_is_missed_and_comes_back():
    program = """
while True:
    try:
        i2c.writeto(0x3C, b"\\x00\\xe3")
        print("yes")
    except OSError:
        print("no")
    time.sleep_ms(20)
"""
    handset = start(program)
    handset.run(100)
    assert set(handset.console.split()) == {"yes"}
    handset.panel.unplugged = True
    handset.run(100)
    assert handset.console.split()[-4:] == ["no"] * 4
    handset.panel.unplugged = False
    handset.run(100)
    assert handset.console.split()[-1] == "yes"


def test_scanning_and_software_i2c_find_the_panel():
    program = """
from machine import SoftI2C
print(i2c.scan())
soft = SoftI2C(scl=Pin(5), sda=Pin(4), freq=400_000)
print(soft.scan(), soft.writeto(0x3C, b"\\x00\\x81\\x55"))
"""
    handset = start(program)
    handset.run(400)
    assert handset.console.split("\n")[:2] == ["[60]", "[60] 3"]
    assert handset.panel.contrast == 0x55


def test_buttons_are_low_while_they_are_held_and_need_their_pull_up():
    program = """
from machine import Pin
import time
pins = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(10, 16)]
while True:
    print("".join(str(pin.value()) for pin in pins))
    time.sleep_ms(5)
"""
    handset = start(program, bus=None)
    handset.run(60)
    for index, name in enumerate(("up", "down", "left", "right", "a", "b")):
        before = len(handset.console)
        handset.press(name, 50, 50)
        seen = handset.console[before:].split()[1:]
        low = "1" * index + "0" + "1" * (5 - index)
        assert set(seen) == {"111111", low}
        assert 8 <= seen.count(low) <= 11
    assert lines_of("print(Pin(15, Pin.IN, Pin.PULL_DOWN).value())") == ["0"]
    with pytest.raises(HandsetError, match="no button 'start'"):
        handset.press("start")


def test_a_button_held_at_power_on_is_seen():
    handset = start("from machine import Pin\nprint('b is', Pin(15, Pin.IN, Pin.PULL_UP).value())\n", bus=None)
    handset.hold("b")
    handset.run(60)
    handset.power_cycle()
    handset.release("b")
    handset.run(60)
    assert re.findall("b is .", handset.console) == ["b is 0", "b is 1"]


def test_files_outlive_the_power_and_memory_does_not():
    program = """
import os
try:
    print("found", open("/saves/x").read())
except OSError:
    os.mkdir("/saves")
    with open("/saves/x", "w") as file:
        file.write("kept")
    print("written")
import sys
sys.path.append("mark")
"""
    handset = start(program, bus=None)
    handset.run_until(lambda: "written" in handset.console)
    assert handset.files()["/saves/x"] == b"kept"
    handset.power_cycle()
    assert handset.up_ms == 0
    handset.run_until(lambda: "found kept" in handset.console)
    assert handset.now_ms > handset.up_ms > 10


def test_saves_are_copied_for_the_host(tmp_path):
    handset = start("", bus=None, files={"/saves/a.0": b"one", "/other": b"no"})
    target = handset.saves(tmp_path / "copy")
    assert {file.name: file.read_bytes() for file in target.iterdir()} == {"a.0": b"one"}


SAVE = """
import time
print("start")
time.sleep_ms(100)
begin = time.ticks_us()
with open("/x", "wb") as file:
    file.write(b"new" * 300)
print(time.ticks_diff(time.ticks_us(), begin))
"""


def test_flash_takes_time_if_asked():
    quick = int(lines_of(SAVE, bus=None)[1])
    slow = int(lines_of(SAVE, bus=None, flash_time=True)[1])
    assert quick < 20_000
    assert 45_000 < slow < 150_000


def save_with_power_cut(operation, part):
    """Cut the power at a flash operation of a save; return whether the save had so many."""
    old, new = b"old" * 300, b"new" * 300
    handset = start(SAVE, bus=None, files={"/x": old})
    handset.run_until(lambda: "start" in handset.console)
    handset.cut_power(operation, part)
    handset.run(400)
    if not handset.power_lost:
        assert len(handset.flash_operations) == operation
        return False
    with pytest.raises(HandsetError, match="power is cut"):
        handset.run(1)
    assert handset.files()["/x"] in (old, new)
    handset.power_cycle()
    handset.run(400)
    assert handset.files()["/x"] == new
    return True


@pytest.mark.parametrize("part", [0.0, 0.5])
def test_the_power_can_be_cut_at_each_step_of_a_save(part):
    operation = 0
    while save_with_power_cut(operation, part):
        operation += 1
    assert operation >= 3


def test_the_heap_is_that_of_a_pico():
    free = int(lines_of("import gc\ngc.collect()\nprint(gc.mem_free())", bus=None)[0])
    # Less what this very program takes, and a release's own needs.
    assert 225_000 < free < 245_000


def test_the_probe_finds_the_most_memory_in_use():
    handset = start("import time\nx = bytearray(50_000)\ntime.sleep_ms(60)\nx = None\n", bus=None, probe_ms=20)
    handset.run(200)
    before, most, size = handset.heap()
    assert before < 8_000
    assert 50_000 < most - before < 55_000
    assert 235_000 < size < 250_000


def test_board_data_can_be_overridden():
    files = {"/board.py": b"SEED = None\nLED = 25\nBUTTONS = {'a': 2}\nI2C = {'id': 0, 'sda': 4, 'scl': 5}"}
    program = "import board\nprint(board.SEED, board.LED)"
    assert lines_of(program, bus=None, files=files, overrides={"SEED": 7}) == ["7 25"]
    with pytest.raises(HandsetError, match="no SPEED"):
        start("", files=files, overrides={"SPEED": 7})
    with pytest.raises(HandsetError, match=r"no /board\.py"):
        start("", overrides={"SEED": 7})


def test_a_traceback_ends_the_run_unless_allowed():
    handset = start("print('so far')\n1 / 0\n", bus=None)
    with pytest.raises(FirmwareError, match="ZeroDivisionError"):
        handset.run(200)
    handset = start("1 / 0\n", bus=None, strict=False)
    handset.run(200)
    assert "ZeroDivisionError" in handset.console


def test_settle_waits_for_rest_and_no_longer():
    program = """
light_up()
i2c.writeto(0x3C, frame)
command(0xAF)
for n in range(5):
    frame[1 + n] = 1
    i2c.writeto(0x3C, frame)
    time.sleep_ms(40)
"""
    handset = start(program)
    picture = handset.settle(100)
    assert picture[:2] == b"\xf8\x00"
    last_ms, last_duration, _ = handset.updates()[-1]
    assert handset.now_ms == pytest.approx(last_ms + last_duration + 100, abs=1)
    handset = start(program.replace("range(5)", "range(60)"))
    with pytest.raises(TimeoutError, match="never rested for 100 ms"):
        handset.settle(100, timeout_ms=800)
    with pytest.raises(TimeoutError, match="not so within 50 ms"):
        handset.run_until(lambda: False, 50)


def test_the_firmware_can_reset_the_chip_and_is_typed_to():
    program = """
import machine
print("cause", machine.reset_cause())
if machine.reset_cause() == machine.PWRON_RESET:
    machine.reset()
"""
    handset = start(program, bus=None)
    handset.run_until(lambda: ">>> " in handset.console)
    assert "cause 3\n" in handset.console
    assert "cause 1\n" not in handset.console  # reset before it was sent, as on a board
    assert handset.resets == 1
    handset.type("print(6 * 7)\r")
    handset.run_until(lambda: "\n42\n" in handset.console)
