"""The device layer and the start-up in the handset: real firmware modules, modelled panel, bus and buttons."""

import shutil

import pytest

from conftest import ROOT
from handset.panel import Panel
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
            for name in ("__init__", "keys", "canvas", "glyphs", "ssd1306", "buttons", "storage", "device"):
                shutil.copy(ROOT / "firmware" / "handheld" / (name + ".py"), tree / "handheld")
            (tree / "handheld" / "app.py").write_text(_APP % body)
            shutil.copy(ROOT / "firmware" / "main.py", tree)
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
    h.press("a")
    assert h.resets == 1
    h.run(100)


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
        ({"DISPLAY": dict(_DISPLAY, driver="sh1106")}, "unknown display driver: sh1106"),
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
