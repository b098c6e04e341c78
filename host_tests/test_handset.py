"""The handset on MicroPython's unix port, with small firmwares written for each test."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from conftest import ROOT
from handset import frames
from handset.panel import FRAME_BYTES
from handset.unix import FirmwareError, HandsetError, UnixHandset, find_micropython

# Shows, on page 0, one lit column for each button held: column 8 * (place of the name in "abdlru").
BUTTONS_SHOWN = """
light_up()
while True:
    data = bytearray(128)
    for name, pin in buttons.items():
        if not pin.value():
            data["abdlru".index(name[0]) * 8] = 0xFF
    show(0, data)
    time.sleep_ms(10)
"""


@pytest.fixture
def handset(source):
    """A function (main, **options) -> UnixHandset, closed at the end of the test."""
    made = []

    def make(main, **options):
        made.append(UnixHandset(source=source(main), **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def columns(handset):
    return [x for x, pixel in enumerate(frames.rows(handset.frame())[0]) if pixel == "1"]


def alive(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends_soon(pid):
    end = time.monotonic() + 5
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive(pid)


# ---- buttons in, frames out ----


def test_a_held_button_is_seen_until_it_is_let_go(handset):
    device = handset(BUTTONS_SHOWN)
    device.run(100)
    assert columns(device) == []
    for place, name in enumerate(("a", "b", "down", "left", "right", "up")):
        device.hold(name)
        device.run(30)
        assert columns(device) == [8 * place]
        device.release(name)
        device.run(30)
        assert columns(device) == []
    assert not device.panel.errors


def test_buttons_can_be_held_together(handset):
    device = handset(BUTTONS_SHOWN)
    device.hold("a")
    device.hold("up")
    device.run(100)
    assert columns(device) == [0, 40]


def test_press_lets_go_again_and_takes_its_time(handset):
    device = handset(BUTTONS_SHOWN)
    device.run(100)
    device.press("b", hold_ms=80, after_ms=40)
    assert device.now_ms == 220
    assert columns(device) == []


def test_an_unknown_button_is_refused(handset):
    device = handset(BUTTONS_SHOWN)
    with pytest.raises(HandsetError, match="no button 'c'"):
        device.hold("c")


def test_settle_waits_for_the_picture_to_rest(handset):
    device = handset(
        """
light_up()
for x in range(5):
    show(0, bytes(x) + b"\\xff")
    time.sleep_ms(50)
time.sleep(60)
"""
    )
    device.settle(quiet_ms=100)
    assert columns(device) == [4]
    assert 300 < device.now_ms < 420


def test_settle_gives_up_on_a_picture_that_never_rests(handset):
    device = handset(
        """
light_up()
x = 0
while True:
    x ^= 1
    show(0, bytes(x) + b"\\xff")
    time.sleep_ms(20)
"""
    )
    with pytest.raises(TimeoutError, match="never rested"):
        device.settle(quiet_ms=100, timeout_ms=1000)


def test_run_until_looks_after_each_sleep_and_gives_up(handset):
    device = handset("light_up()\ntime.sleep_ms(200)\nshow(0, b'\\xff')\ntime.sleep(60)")
    device.run_until(lambda: columns(device) == [0])
    assert 200 <= device.now_ms < 300
    with pytest.raises(TimeoutError, match="not so within 500 ms"):
        device.run_until(lambda: columns(device) == [1], timeout_ms=500)


def test_two_runs_are_the_same_in_every_byte(handset):
    seen = []
    for _ in range(2):
        device = handset(BUTTONS_SHOWN)
        device.run(55)
        device.press("left")
        seen.append((device.now_ms, device.panel.transfers, device.panel.bus_bytes, device.frame()))
    assert seen[0] == seen[1]


def test_without_a_panel_nobody_acknowledges(handset):
    device = handset(
        """
print(i2c.scan())
try:
    command(0xAE)
except OSError as error:
    print(error.errno)
time.sleep(9)
""",
        panel=None,
    )
    device.run(100)
    assert device.console.split() == ["[]", "5"]
    assert device.frame() == bytes(FRAME_BYTES)


def test_a_scan_finds_the_panel(handset):
    device = handset("print(i2c.scan())\ntime.sleep(9)")
    device.run(100)
    assert device.console.strip() == "[60]"


def test_a_panel_on_other_pins_than_the_boards_is_not_there(handset):
    device = handset("print(I2C(1, sda=Pin(6), scl=Pin(7)).scan())\ntime.sleep(9)")
    device.run(100)
    assert device.console.strip() == "[]"


def test_a_bus_fault_is_an_oserror_in_the_firmware(handset):
    device = handset(
        """
light_up()
while True:
    try:
        show(0, b"\\xff")
        print("shown")
    except OSError as error:
        print("fault", error.errno)
    time.sleep_ms(100)
"""
    )
    device.run(50)
    device.bus_fault = lambda address, data: address == 0x3C and data[:1] == b"\x40"
    device.run(100)
    device.bus_fault = None
    device.panel.unplugged = True
    device.run(100)
    device.panel.unplugged = False
    device.run(100)
    assert device.console.split("\n")[:4] == ["shown", "fault 5", "fault 5", "shown"]


def test_output_pins_and_sounds_are_seen(handset):
    device = handset(
        """
from machine import PWM
Pin(25, Pin.OUT).on()
time.sleep_ms(10)
sound = PWM(Pin(16), freq=440, duty_u16=32768)
time.sleep_ms(90)
sound.deinit()
time.sleep(9)
"""
    )
    device.run(200)
    assert device.outputs == {25: 1}
    assert device.waves == [(10.0, 16, 440, 32768), (100.0, 16, 0, 0)]


# ---- ends and faults ----


def test_a_traceback_is_a_firmware_error_with_its_text(handset):
    device = handset("time.sleep_ms(50)\nprint('before')\n{}['missing']")
    with pytest.raises(FirmwareError, match=r"(?s)traceback.*main\.py.*KeyError: missing"):
        device.run(100)
    assert "before" in device.console
    with pytest.raises(FirmwareError, match="KeyError"):
        device.run(1)  # and it says so each time


def test_a_syntax_error_is_a_firmware_error(handset):
    # The board's data have arrived before main.py is compiled, so the handset as such has started.
    device = handset("def f(:\n")
    with pytest.raises(FirmwareError, match="SyntaxError"):
        device.run(10)


def test_a_main_that_returns_is_finished_and_no_fault(handset):
    device = handset("print('done')")
    device.run(100)
    assert device.finished
    assert device.console.strip() == "done"
    assert device.now_ms == 100


def test_firmware_that_hangs_is_found_out(handset):
    device = handset("time.sleep_ms(5)\nprint('now')\nwhile True:\n    pass", patience_s=0.5)
    pid = device._process.pid
    with pytest.raises(FirmwareError, match=r"(?s)neither slept nor wrote.*now"):
        device.run(100)
    assert not alive(pid)


def test_a_guest_that_dies_is_found_out(handset):
    device = handset("time.sleep_ms(5)\ntime.sleep(9)")
    device.run(1)
    os.kill(device._process.pid, signal.SIGKILL)
    with pytest.raises(FirmwareError, match="ended by signal SIGKILL"):
        device.run(100)


def test_the_heap_is_limited(handset):
    device = handset("time.sleep_ms(5)\nkept = bytearray(90_000)", heap="64k")
    with pytest.raises(FirmwareError, match="MemoryError"):
        device.run(100)


def test_close_ends_the_guest_and_deletes_its_files(handset):
    device = handset(BUTTONS_SHOWN)
    device.run(20)
    pid, root = device._process.pid, device.root
    assert alive(pid)
    assert root.is_dir()
    device.close()
    assert not alive(pid)
    assert not root.exists()
    device.close()
    with pytest.raises(HandsetError, match="closed"):
        device.run(1)


def test_the_guest_does_not_outlive_a_killed_parent(source):
    # Firmware that catches everything, so that only a hard end ends it.
    tree = source("while True:\n    try:\n        time.sleep_ms(10)\n    except BaseException:\n        pass")
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "sys.path.insert(0, sys.argv[1])\n"
            "from handset.unix import UnixHandset\n"
            "handset = UnixHandset(source=sys.argv[2])\n"
            "handset.run(50)\n"
            "print(handset._process.pid, flush=True)\n"
            "handset.run(10**9)\n",
            str(ROOT / "tools"),
            str(tree),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    pid = int(parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert ends_soon(pid)


# ---- the file system and power ----

BOOTS_COUNTED = """
import os
try:
    with open("/saves/boots") as file:
        boots = int(file.read())
except OSError:
    boots = 0
if "saves" not in os.listdir("/"):
    os.mkdir("/saves")
with open("/saves/boots", "w") as file:
    file.write(str(boots + 1))
light_up()
show(0, bytes(boots) + b"\\xff")
time.sleep(99)
"""


def test_files_outlive_a_power_cycle_and_the_handset(handset, tmp_path):
    device = handset(BOOTS_COUNTED, root=tmp_path / "flash")
    device.run(100)
    assert columns(device) == [0]
    device.power_cycle()
    assert device.frame() == bytes(FRAME_BYTES)
    device.run(100)
    assert columns(device) == [1]
    device.close()
    assert (tmp_path / "flash" / "saves" / "boots").read_text() == "2"
    again = handset(BOOTS_COUNTED, root=tmp_path / "flash")
    again.run(100)
    assert columns(again) == [2]


def test_the_firmware_sees_no_file_of_the_host(handset):
    device = handset("import os\nprint(sorted(os.listdir('/')))\nprint(hasattr(os, 'system'))\ntime.sleep(9)")
    device.run(10)
    assert device.console.split("\n")[:2] == ["['_boards', '_firmware', '_lib']", "False"]


def test_a_reset_starts_main_again_with_its_cause(handset):
    device = handset(
        """
import machine
print(machine.reset_cause())
time.sleep_ms(500)
machine.reset()
"""
    )
    device.run(1200)
    assert device.resets == 2
    assert device.console.split() == ["1", "3", "3"]


def test_endless_resets_are_found_out(handset):
    device = handset("import machine\ntime.sleep_ms(1)\nmachine.reset()")
    with pytest.raises(FirmwareError, match="again and again"):
        device.run(1000)


# ---- time ----


def test_time_is_virtual(handset):
    device = handset("light_up()\nwhile True:\n    time.sleep_ms(1000)")
    start = time.monotonic()
    device.run(3_600_000)
    assert time.monotonic() - start < 20
    assert device.now_ms == 3_600_000


def test_the_bus_takes_its_time(handset):
    device = handset(
        """
light_up()
data = bytearray(1025)
data[0] = 0x40
command(0x21, 0, 127, 0x22, 0, 7)
start = time.ticks_us()
i2c.writeto(0x3C, data)
print(time.ticks_diff(time.ticks_us(), start))
time.sleep(9)
"""
    )
    device.run(100)
    # A board needs 24.3 ms: 1026 bytes of 9 bits at 400 kHz are 23.1, the rest is the processor's.
    assert 23_000 <= int(device.console) <= 24_500


def test_ticks_wrap_as_on_the_board(handset):
    device = handset(
        """
before = time.ticks_ms()
time.sleep_ms(200)
after = time.ticks_ms()
print(before > after, time.ticks_diff(after, before), time.ticks_add(before, 200) == after)
time.sleep(9)
""",
        uptime_ms=2**30 - 100,
    )
    device.run(300)
    assert device.console.split() == ["True", "200", "True"]


def test_a_loop_that_polls_the_clock_ends(handset):
    device = handset(
        """
end = time.ticks_add(time.ticks_ms(), 50)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    pass
print("over")
time.sleep(9)
"""
    )
    device.run(100)
    assert device.console.strip() == "over"


def test_the_watchdog_resets_firmware_that_does_not_feed_it(handset):
    device = handset(
        """
from machine import WDT, reset_cause
print(reset_cause())
dog = WDT(timeout=1000)
for _ in range(5):
    time.sleep_ms(500)
    dog.feed()
time.sleep_ms(1500)
print("never here")
"""
    )
    device.run(3900)
    assert device.resets == 0
    device.run(2000)
    assert device.resets == 1
    assert device.console.split() == ["1", "3"]


def test_pump_never_waits(handset):
    device = handset(BUTTONS_SHOWN)
    end = time.monotonic() + 5
    while device.now_ms < 100 and time.monotonic() < end:
        start = time.monotonic()
        device.pump(100)
        assert time.monotonic() - start < 1
    assert device.now_ms == 100
    assert device.wakes_ms > 100


# ---- starting ----


def test_overrides_replace_data_of_the_board_and_nothing_else(handset):
    device = handset("print(board.SEED, board.NAME, board.LED)\ntime.sleep(9)", overrides={"SEED": 7})
    device.run(10)
    assert device.console.split() == ["7", "pico", "25"]
    assert device.board["BUTTONS"]["a"] == 14


def test_an_unknown_board_is_named_with_those_there_are(source):
    with pytest.raises(HandsetError, match="unknown board 'piko'.*pico"):
        UnixHandset(source=source(""), board="piko")


def test_missing_firmware_is_said(source, tmp_path):
    with pytest.raises(HandsetError, match=r"there is no .*main\.py"):
        UnixHandset(source=source(""), firmware=tmp_path)


def test_micropython_is_found_beside_this_python():
    assert os.path.dirname(find_micropython()) == os.path.dirname(sys.executable)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 3", "is not MicroPython"),
        ("echo cpython 3 11 0", "is not MicroPython"),
        ("echo micropython 1 22 6", r"is MicroPython 1\.22; 1\.23 or newer is needed"),
    ],
)
def test_another_program_in_place_of_micropython_is_refused(tmp_path, monkeypatch, script, message):
    program = tmp_path / "micropython"
    program.write_text(textwrap.dedent("#!/bin/sh\n%s\n" % script))
    program.chmod(0o755)
    monkeypatch.setenv("ELBA_MICROPYTHON", str(program))
    with pytest.raises(HandsetError, match=message):
        find_micropython()


def test_a_chosen_micropython_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setenv("ELBA_MICROPYTHON", "/no/such/micropython")
    with pytest.raises(HandsetError, match="ELBA_MICROPYTHON is '/no/such/micropython', which is no program"):
        find_micropython()
