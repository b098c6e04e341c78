"""The device layer and the start-up in the handset: real firmware modules, modelled panel, bus and buttons."""

import shutil

import pytest

from conftest import ROOT
from handset.panel import Panel, SH1106Panel
from handset.unix import UnixHandset

_APP = """
from handheld import keys

class App:
    def __init__(self, device):
        self.device = device

    def run(self):
        device = self.device
        canvas = device.canvas
        n = 0
        while True:
            %s
            yield 50
"""

# Shows the keys as they come, and a counter of pictures.
_ECHO = """key = device.key()
            if key:
                print("key", key)
                canvas.fill(0)
                canvas.title(str(key), 40, 20)
                device.show()
"""


@pytest.fixture
def handset(tmp_path):
    """A function (body of the demo's loop, **UnixHandset's arguments) -> UnixHandset with a demo app."""
    opened = []

    def make(body=_ECHO, main=None, **arguments):
        tree = tmp_path / "firmware"
        if not tree.exists():
            (tree / "handheld").mkdir(parents=True)
            for path in (ROOT / "firmware" / "handheld").glob("*.py"):
                shutil.copy(path, tree / "handheld")
            shutil.copytree(ROOT / "firmware" / "handheld" / "texts", tree / "handheld" / "texts")
            (tree / "handheld" / "app.py").write_text(_APP % body)
            for name in ("main", "guard", "recovery"):
                shutil.copy(ROOT / "firmware" / (name + ".py"), tree)
            if main:
                (tree / "main.py").write_text(main)
        opened.append(UnixHandset(firmware=tree, **arguments))
        return opened[-1]

    yield make
    for each in opened:
        if each.panel is not None:
            assert each.panel.errors == []
        each.close()


def _lit(handset):
    return handset.frame().count(0) != 1024


def test_keys_come_through_and_the_panel_is_used_as_the_datasheet_says(handset):
    h = handset()
    h.run(500)
    for key, name in enumerate(("up", "down", "left", "right", "a", "b"), 1):
        h.press(name)
        assert h.console.split() == " ".join("key %d" % k for k in range(1, key + 1)).split()
        assert _lit(h)


def test_presses_while_the_firmware_sleeps_long_are_kept(handset):
    h = handset(_ECHO.replace("key = device.key()", "yield 900\n            key = device.key()"))
    h.run(100)
    for name in ("left", "right", "a"):
        h.press(name, 40, 70)
    h.run(4000)
    assert h.console.split() == ["key", "3", "key", "4", "key", "5"]


def test_drawing_showing_and_asking_for_keys_allocate_nothing(handset):
    h = handset(
        """import micropython
            yield 100
            micropython.heap_lock()
            try:
                for i in range(100):
                    canvas.fill_rect(i, 10, 5, 5, i & 1)
                    canvas.card(0x1A, i, 30)
                    device.show()
                    device.key()
                    device.held(keys.A)
                device.flush()
            finally:
                micropython.heap_unlock()
            print("done")
            break
"""
    )
    h.run(5000)
    assert h.console == "done\n"


@pytest.mark.parametrize("moment", ["idle", "drawing"])
def test_a_display_that_dies_is_reported_and_comes_back_with_the_picture(handset, moment):
    h = handset(
        _ECHO
        + """
            n += 1
            if %d:
                canvas.pixel(n %% 128, n // 128 %% 64, 1)
                device.show()
"""
        % (moment == "drawing")
    )
    h.run(300)
    h.press("a")
    h.panel.unplugged = True
    h.run(3000)
    assert h.console.count("does not answer") == 1
    seen = set()
    for _ in range(20):
        h.run(100)
        seen.add(h.outputs[25])
    assert seen == {0, 1}  # the LED blinks
    h.press("b")  # the game goes on meanwhile
    h.panel.unplugged = False
    h.run(1500)
    assert "key 6" in h.console
    assert "is back" in h.console
    assert _lit(h)
    h.run(500)
    assert h.outputs[25] == 0


def test_a_display_that_lost_its_power_for_a_moment_is_started_again(handset):
    h = handset(_ECHO + "            device.contrast(77)\n")
    h.run(300)
    h.press("a")
    picture = h.frame()
    h.panel.power_on()
    assert not _lit(h)
    h.run(1500)
    assert h.frame() == picture
    assert h.panel.contrast == 77
    assert "lost its power" in h.console


def test_single_bus_errors_leave_no_trace_in_the_picture(handset):
    h = handset(
        """n += 1
            canvas.fill(0)
            canvas.write("number %d" % n, 0, n % 50)
            device.show()
            if n == 60:
                break
"""
    )
    count = [0]

    def fault(address, data):
        count[0] += 1
        return count[0] % 23 == 0

    h.run(200)
    h.bus_fault = fault
    h.run(20_000)
    h.bus_fault = None
    h.run_until(lambda: h.finished, 60_000)
    assert "does not answer" in h.console


def test_without_a_display_the_device_waits_for_one(handset):
    panel = Panel()
    panel.unplugged = True
    h = handset(panel=panel)
    seen = set()
    for _ in range(30):
        h.run(100)
        seen.add(h.outputs[25])
    assert "No display found." in h.console
    assert "does not answer (error 5)" in h.console
    assert seen == {0, 1}
    panel.unplugged = False
    h.run(1500)
    h.press("a")
    assert "key 5" in h.console
    assert _lit(h)


def test_a_display_with_another_address_is_none(handset):
    h = handset(panel=Panel(address=0x3D))
    h.run(500)
    assert "No display found." in h.console
    h2 = handset(panel=Panel(address=0x3D), overrides={"DISPLAY": dict(_DISPLAY, address=0x3D)})
    h2.run(500)
    h2.press("a")
    assert "key 5" in h2.console
    assert _lit(h2)


_DISPLAY = {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0}


def test_buttons_that_are_not_pulled_up(handset):
    main = (ROOT / "firmware" / "main.py").read_text()
    h = handset(main="import machine\nmachine.Pin.PULL_UP = machine.Pin.PULL_DOWN\n" + main)
    h.run(1500)
    assert "held all the time:\nup down left right a b\n" in h.console
    assert _lit(h)
    h.run(3000)
    assert "key" not in h.console.replace("keys", "")


def test_a_button_held_at_the_start_holds_it_up_and_does_not_count(handset):
    h = handset("yield 1000\n            " + _ECHO)
    h.power_cycle(held=("left",))
    h.run(1500)
    assert "held all the time:\nleft\n" in h.console
    h.release("left")
    h.run(2500)
    h.press("a", 60, 1500)
    assert h.console.split()[-2:] == ["key", "5"]
    assert "key 3" not in h.console


@pytest.mark.parametrize("held", [("b",), ("a", "b")])
def test_b_at_the_start_stays_at_the_prompt(handset, held):
    h = handset()
    h.power_cycle(held=held)
    h.run(1500)
    assert h.finished
    assert "B was held" in h.console
    assert _lit(h)


def test_an_error_of_the_app_is_a_calm_message_and_a_traceback_on_serial(handset):
    h = handset("n += 1\n            if n == 5:\n                canvas.nonsense()\n")
    h.run(2000)
    assert "Elba had a fault." in h.console
    assert "AttributeError" in h.console
    assert "Traceback" in h.console
    picture = h.frame()
    assert _lit(h)
    h.press("b")
    h.run(500)
    assert h.resets == 0
    assert h.frame() == picture
    h.press("a", after_ms=150)
    assert h.resets == 1
    h.run(100)


def test_faults_are_kept_for_later_and_do_not_fill_the_flash(handset):
    h = handset("n += 1\n            if n == 5:\n                canvas.nonsense()\n")
    for count in (1, 2):
        h.power_cycle()
        h.run(500)
        faults = (h.root / "faults.txt").read_text()
        assert faults.count("Elba 0.") == faults.count("AttributeError") == count
    (h.root / "faults.txt").write_text("many\n" * 1000)
    (h.root / "faults.old.txt").write_text("ancient")
    h.power_cycle()
    h.run(500)
    assert (h.root / "faults.txt").read_text().count("Elba 0.") == 1
    assert (h.root / "faults.old.txt").read_text() == "many\n" * 1000


def test_an_app_out_of_memory_can_still_say_so(handset):
    h = handset("x = []\n            while True:\n                x.append(bytearray(100))\n")
    h.run(500)
    assert "MemoryError" in h.console
    assert "Elba had a fault." in h.console
    assert _lit(h)


def test_a_missing_app_is_a_fault_too(handset):
    h = handset("import nothing_of_this_name\n")
    h.run(500)
    assert "ImportError" in h.console
    assert "Elba had a fault." in h.console


def test_the_app_may_end(handset):
    h = handset("break\n")
    h.run(500)
    assert h.finished
    assert h.console == ""


def test_ctrl_c_leads_to_the_prompt(handset):
    h = handset("n += 1\n            if n == 5:\n                raise KeyboardInterrupt\n")
    h.run(500)
    assert h.finished
    assert h.console == "Elba was stopped.\n"


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"DISPLAY": dict(_DISPLAY, driver="st7735")}, "unknown display driver: st7735"),
        ({"DISPLAY": dict(_DISPLAY, height=32)}, "Elba needs a display of 128x64, not 128x32"),
        ({"DISPLAY": dict(_DISPLAY, rotate=90)}, "rotated by 0 or 180, not 90"),
        ({"DISPLAY": {}}, "KeyError"),
        ({"I2C": {"id": 0, "sda": 4, "scl": 7, "freq": 400_000}}, "SCL"),
        ({"BUTTONS": {"left": 1, "right": 2, "a": 3}}, "BUTTONS lacks b"),
        ({"BUTTONS": {"left": 1, "right": 2, "a": 3, "b": 6, "start": 7}}, "unknown button: start"),
        ({"BUTTONS": None}, "TypeError"),
    ],
)
def test_bad_board_data_are_named_and_the_led_blinks(handset, overrides, said):
    h = handset(overrides=overrides)
    seen = set()
    for _ in range(20):
        h.run(100)
        seen.add(h.outputs[25])
    assert "board.py describes no board" in h.console
    assert said in h.console
    assert seen == {0, 1}
    h.run(10_000)
    assert h.finished
    assert h.outputs[25] == 0


def test_a_missing_board_is_told(handset):
    main = (ROOT / "firmware" / "main.py").read_text()
    h = handset(main="import sys\ndel sys.modules['board']\n" + main)
    h.run(500)
    assert h.finished
    assert "There is no board.py" in h.console


def test_rotated_board(handset):
    h = handset(overrides={"DISPLAY": dict(_DISPLAY, rotate=180)})
    h.run(300)
    h.press("a")
    turned = h.frame()
    other = handset()
    other.run(300)
    other.press("a")
    upright = "".join(map("{:08b}".format, other.frame()))
    assert "".join(map("{:08b}".format, turned))[::-1] == upright
    assert _lit(other)


@pytest.mark.parametrize("before_wrap_ms", [100, 700])
def test_the_clock_may_wrap(handset, before_wrap_ms):
    h = handset(_ECHO, uptime_ms=(1 << 30) - before_wrap_ms)
    h.run(300)
    h.press("a")
    h.run(1000)
    h.press("b")
    h.hold("right")
    h.run(800)
    assert h.console.split()[:6] == ["key", "5", "key", "6", "key", "4"]
    assert 3 <= h.console.count("key 4") <= 5


def test_seeds(handset):
    body = "print(device.seed(), device.seed())\n            break\n"
    h = handset(body, overrides={"SEED": 0xFEDC1234})
    h.run(100)
    assert h.console == "(65244, 4660) (65244, 4660)\n"
    h = handset(body)
    h.run(100)
    one, other = h.console.strip().split(") (")
    assert one.strip("(") != other.strip(")")


def test_a_board_without_an_led(handset):
    panel = Panel()
    panel.unplugged = True
    h = handset(panel=panel, overrides={"LED": None})
    h.run(1500)
    panel.unplugged = False
    h.run(1500)
    h.press("a")
    assert "key 5" in h.console


# ---- what is said when no display answers ----


def said_without_a_display(handset, main="", panel=None, **arguments):
    """Start with nothing, or another panel, on the bus; return (what was said, the handset)."""
    text = (ROOT / "firmware" / "main.py").read_text()
    h = handset(panel=panel, main="import machine\n" + main + "\n" + text, **arguments)
    h.run(1500)
    return h.console, h


def flashes(handset, pin=25):
    """Return how often the LED flashes between two pauses."""
    levels = []
    for _ in range(500):
        handset.run(10)
        levels.append(handset.outputs.get(pin, 0))
    text = "".join(map(str, levels))
    groups = [group for group in text.split("0" * 60) if group.strip("0")]
    return {len([part for part in group.split("0") if part]) for group in groups[1:-1]}


def test_nothing_on_the_bus_is_said_with_what_to_check(handset):
    said, h = said_without_a_display(handset)
    assert "Looked for the display at 0x3C on SDA (GP4) and SCL (GP5).\nOn the bus: nothing.\n" in said
    assert "check VCC (3V3) and GND of the display" in said
    assert flashes(h) == {2}


def test_it_is_said_again_for_whoever_comes_later(handset):
    _, h = said_without_a_display(handset)
    before = len(h.console)
    h.run(11_000)
    assert h.console[before:].count("On the bus: nothing.") == 2


def test_powered_lines_point_to_the_pins(handset):
    said, _ = said_without_a_display(handset, "machine.pulled_up = (4, 5)")
    assert "Both lines are up, as a module with power makes them: are they on the right pins?" in said


def test_one_line_that_is_low_is_named(handset):
    said, _ = said_without_a_display(handset, "machine.pulled_up = (4,)")
    assert "SCL (GP5) is low, the other line is up: check that wire." in said


def test_exchanged_wires_are_found_out(handset):
    swapped = "machine.wired_sda, machine.wired_scl = 5, 4"
    said, h = said_without_a_display(handset, swapped, panel=Panel())
    assert "With SDA and SCL exchanged a display answers: swap these two wires." in said
    assert h.panel.errors == []


def test_a_display_at_the_other_address_is_named_with_the_cure(handset):
    said, h = said_without_a_display(handset, panel=Panel(address=0x3D))
    assert "On the bus: 0x3D." in said
    assert 'set "address": 0x3D in DISPLAY of /board.py.' in said
    assert flashes(h) == {3}


def test_something_else_on_the_bus_is_no_display(handset):
    said, _ = said_without_a_display(handset, panel=Panel(address=0x27))
    assert "On the bus: 0x27." in said
    assert "No display has such an address." in said


def test_a_display_that_comes_later_is_taken(handset):
    panel = Panel()
    panel.unplugged = True
    said, h = said_without_a_display(handset, panel=panel)
    assert "On the bus: nothing." in said
    panel.unplugged = False
    h.run(1500)
    h.press("a")
    assert "key 5" in h.console


def test_bad_board_data_flash_four_times(handset):
    h = handset(overrides={"DISPLAY": {}})
    assert flashes(h) == {4}


# ---- other displays ----


def test_an_sh1106(handset):
    h = handset(panel=SH1106Panel(), overrides={"DISPLAY": dict(_DISPLAY, driver="sh1106")})
    h.run(300)
    h.press("a")
    picture = h.frame()
    other = handset()
    other.run(300)
    other.press("a")
    assert picture == other.frame()
    assert _lit(h)


def _spi_board(tmp_path, **changes):
    """A source tree whose board `spi` has its display on SPI."""
    boards = tmp_path / "sources" / "boards"
    boards.mkdir(parents=True)
    shutil.copytree(ROOT / "lib", tmp_path / "sources" / "lib")
    text = (ROOT / "boards" / "pico.py").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("I2C")]
    wires = {"id": 0, "sck": 18, "mosi": 19, "dc": 20, "cs": 17, "reset": 21, "freq": 4_000_000}
    wires.update(changes)
    (boards / "spi.py").write_text("\n".join(lines) + "\nSPI = %r\n" % wires)
    return {"source": tmp_path / "sources", "board": "spi"}


@pytest.mark.parametrize("cs", [17, None])
def test_a_display_on_spi(handset, tmp_path, cs):
    h = handset(**_spi_board(tmp_path, cs=cs))
    h.run(300)
    h.press("a")
    picture = h.frame()
    other = handset()
    other.run(300)
    other.press("a")
    assert picture == other.frame()
    assert "key 5" in h.console


# ---- the self-test ----


def test_a_at_power_on_is_the_self_test(handset):
    h = handset(overrides={"BUZZER": 16})
    h.power_cycle(held=("a",))
    h.run(300)
    assert h.frame() == b"\xff" * 1024
    h.release("a")
    h.run(600)
    assert not any(h.frame())
    h.run(700)
    even = h.frame()
    h.run(700)
    assert bytes(a | b for a, b in zip(even, h.frame(), strict=True)) == b"\xff" * 1024
    assert bytes(a & b for a, b in zip(even, h.frame(), strict=True)) == bytes(1024)
    h.run(3000)
    rows = h.frame()
    assert rows[:16] == b"\xff" * 16
    h.press("a")
    for name in ("up", "down", "left", "right", "a", "b"):
        assert "Button %s: good." % name not in h.console
        h.press(name)
        assert "Button %s: good." % name in h.console
    h.run(2000)
    assert [hz for _, pin, hz, _ in h.waves if pin == 16 and hz] [-3:] == [523, 659, 784]
    assert h.waves[-1][2] == 0
    for text in ("Flash: ", " KB free", "Memory: ", "MicroPython: 1.", "Elba: 0.", "Board: pico"):
        assert text in h.console
    h.press("a")
    assert "Self-test done, all is well." in h.console
    h.press("b")
    assert "key 6" in h.console  # the game runs
    assert not list(h.root.glob("*.tmp"))


def test_the_self_test_names_buttons_that_do_not_answer(handset):
    h = handset()
    h.power_cycle(held=("a",))
    h.run(200)
    h.release("a")
    h.run(6000)
    h.press("a")
    h.press("left")
    h.hold("b")
    h.run(1500)
    h.release("b")
    h.run(1500)
    h.press("a")
    for name in ("up", "down", "right", "a"):
        assert "Button %s: no press seen." % name in h.console
    assert "Self-test done, not well: up, down, right, a." in h.console


def test_the_self_test_says_what_is_wrong_with_the_flash(handset):
    h = handset()
    (h.root / "selftest.tmp").mkdir()  # stands in for a file that cannot be written
    h.power_cycle(held=("a",))
    h.run(200)
    h.release("a")
    h.run(6000)
    h.press("a")
    for name in ("up", "down", "left", "right", "a", "b"):
        h.press(name)
    h.run(1500)
    h.press("a")
    assert "Flash: error 21" in h.console
    assert "not well: flash." in h.console


def test_the_self_test_runs_without_a_display(handset):
    h = handset(panel=None)
    h.power_cycle(held=("a",))
    h.run(300)
    h.release("a")
    h.run(8000)
    h.press("a")
    h.press("left")
    assert "On the bus: nothing." in h.console
    assert "Button left: good." in h.console


# ---- a device whose files are not whole ----


def _broken(handset, tmp_path, damage, **arguments):
    """A handset whose firmware is damaged by a function of its directory."""
    h = handset(**arguments)
    damage(tmp_path / "firmware")
    h.power_cycle()
    h.run(1500)
    return h


BREAKAGES = {
    "a module is missing": lambda tree: (tree / "handheld" / "canvas.py").unlink(),
    "a module is cut off": lambda tree: (tree / "handheld" / "device.py").write_text("def half(:\n"),
    "the start is missing": lambda tree: (tree / "handheld" / "start.py").unlink(),
    "a module is of another version": lambda tree: (tree / "handheld" / "app.py").write_text("from .ui import X\n"),
    "there is nothing but main.py": lambda tree: shutil.rmtree(tree / "handheld"),
    "the guard is missing": lambda tree: (tree / "guard.py").unlink(),
    "a compiled file is of another format": lambda tree: (
        (tree / "handheld" / "keys.py").unlink(),
        (tree / "handheld" / "keys.mpy").write_bytes(b"M\x09\x00\x1f" + bytes(20)),
    ),
}


@pytest.mark.parametrize("damage", BREAKAGES.values(), ids=BREAKAGES)
@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_a_broken_update_leads_to_a_screen_that_says_what_to_do(handset, tmp_path, damage, driver):
    panel = {"ssd1306": Panel, "sh1106": SH1106Panel}[driver]()
    h = _broken(handset, tmp_path, damage, panel=panel, overrides={"DISPLAY": dict(_DISPLAY, driver=driver)})
    assert "Elba cannot be started" in h.console
    assert "make deploy" in h.console
    assert "Error" in h.console  # what it was
    assert h.finished  # so the prompt is there
    assert _lit(h)


def test_the_recovery_screen_is_there_upside_down_too(handset, tmp_path):
    pictures = []
    for rotate in (0, 180):
        shutil.rmtree(tmp_path / "firmware", ignore_errors=True)
        damage = BREAKAGES["a module is missing"]
        h = _broken(handset, tmp_path, damage, overrides={"DISPLAY": dict(_DISPLAY, rotate=rotate)})
        pictures.append("".join(map("{:08b}".format, h.frame())))
    assert pictures[0] == pictures[1][::-1]


def test_the_recovery_screen_on_spi(handset, tmp_path):
    h = _broken(handset, tmp_path, BREAKAGES["a module is missing"], **_spi_board(tmp_path))
    assert _lit(h)
    assert h.panel.errors == []


def test_an_update_that_was_cut_off_does_not_start(handset):
    h = handset()
    h.run(300)
    (h.root / "update").write_text("")
    h.power_cycle()
    h.run(500)
    assert "An update of Elba was not finished." in h.console
    assert h.finished
    assert _lit(h)


def test_b_at_the_start_leads_to_the_prompt_with_broken_modules_and_without_a_board(handset, tmp_path):
    h = handset()
    BREAKAGES["there is nothing but main.py"](tmp_path / "firmware")
    h.power_cycle(held=("b",))
    h.run(500)
    assert "MicroPython's prompt is here" in h.console
    assert h.finished


def test_a_broken_update_without_a_display_is_said_on_usb(handset, tmp_path):
    h = _broken(handset, tmp_path, BREAKAGES["a module is missing"], panel=None)
    assert "Elba cannot be started" in h.console
    assert "The display does not work either: OSError" in h.console
    assert h.finished
