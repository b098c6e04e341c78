"""What the device does beside the game, on the real firmware: it rests, turns, sounds and lights."""

import pytest

from conftest import ROOT
from handset.unix import UnixHandset
from player import Player
from test_all_games import save, settings_of


def lit(frame):
    return sum(bin(byte).count("1") for byte in frame)


def reset_settings(root, **values):
    from handheld.settings import Settings

    settings = Settings()
    for name, value in values.items():
        setattr(settings, name, value)
    root.mkdir(exist_ok=True)
    save(root, "settings", settings.save())


@pytest.fixture
def handset(tmp_path):
    with UnixHandset(overrides={"SEED": 2, "BUZZER": 16}, root=tmp_path) as handset:
        yield handset


def test_the_display_is_dimmed_after_30_s_and_off_after_2_minutes(handset):
    handset.settle(500)
    bright = handset.panel.contrast
    picture = handset.frame()
    handset.run(28_000)
    assert handset.panel.contrast == bright
    handset.run(3000)
    assert 0 < handset.panel.contrast < bright
    assert handset.frame() == picture
    handset.run(87_000)
    assert handset.panel.on
    handset.run(4000)
    assert not handset.panel.on
    assert not lit(handset.frame())


@pytest.mark.parametrize("name", ["up", "down", "left", "right", "a", "b"])
def test_the_press_that_wakes_does_nothing_else(handset, name):
    picture = handset.settle(500)
    bright = handset.panel.contrast
    handset.run(125_000)
    assert not handset.panel.on
    handset.hold(name)
    handset.run(3000)  # arrows that are held down repeat, but this one only wakes
    assert handset.panel.on
    handset.release(name)
    handset.run(500)
    assert handset.frame() == picture
    assert handset.panel.contrast == bright
    handset.press("down")
    assert handset.settle(500) != picture


def test_a_press_while_it_is_dim_counts(handset):
    picture = handset.settle(500)
    bright = handset.panel.contrast
    handset.run(40_000)
    handset.press("down")
    assert handset.settle(500) != picture
    assert handset.panel.contrast == bright
    handset.run(29_000)
    assert handset.panel.contrast == bright


def test_an_hour_in_a_pocket(tmp_path):
    """The clock wraps while it is off, and a press wakes it as on the first day."""
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path, uptime_ms=(1 << 30) - 600_000) as handset:
        picture = handset.settle(500)
        handset.run(3600_000)
        assert not handset.panel.on
        handset.press("a")
        assert handset.settle(500) == picture
        handset.press("a")
        assert handset.settle(500) != picture
        assert handset.resets == 0


def test_a_display_that_comes_back_while_it_is_off_is_lit_for_30_s(handset):
    picture = handset.settle(500)
    handset.run(125_000)
    handset.panel.unplugged = True
    handset.run(5000)
    handset.press("a")
    handset.panel.unplugged = False
    handset.run(3000)
    assert handset.panel.on
    assert handset.frame() == picture


def test_a_game_goes_on_where_it_was_after_the_display_was_off(handset):
    player = Player(handset, 3)
    player.new_session()
    for _ in range(4):
        player.act()
    picture = handset.settle(700)
    handset.run(200_000)
    assert not lit(handset.frame())
    handset.press("a")
    assert handset.settle(700) == picture
    player.act()
    assert handset.settle(700) != picture


def columns(frame):
    return ["".join(str(frame[16 * y + x // 8] >> 7 - x % 8 & 1) for y in range(64)) for x in range(128)]


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_every_other_deal_is_shown_a_pixel_further_right(tmp_path, driver):
    from handset.panel import Panel, SH1106Panel

    display = {"driver": driver, "width": 128, "height": 64, "address": 0x3C, "rotate": 0}
    seen = []
    for shifts in (True, False):
        device = (ROOT / "firmware/handheld/device.py").read_text()
        source = ROOT
        if not shifts:
            from test_faults import changed

            source = changed(
                tmp_path, firmware__handheld__device=device.replace("self._display.shift(by)", "pass")
            )
        root = tmp_path / str(shifts)
        root.mkdir()
        save(root, "settings", settings_of("nap", 4, {}))
        panel = SH1106Panel() if driver == "sh1106" else Panel()
        with UnixHandset(
            overrides={"SEED": 20, "DISPLAY": display}, root=root, source=source, panel=panel
        ) as handset:
            player = Player(handset, 4)
            player.press("a", "a", "a")
            for _ in range(9):
                player.act()
            seen.append([columns(frame) for _, frame in player.frames])
            assert handset.panel.errors == []
    shifted = [a != b for a, b in zip(*seen)]
    assert True in shifted
    assert False in shifted
    for a, b in zip(*seen):
        assert a == b or a == ["0" * 64, *b[:-1]]


def test_upside_down_the_picture_is_turned_and_so_are_the_arrows(tmp_path):
    reset_settings(tmp_path / "a", turned=1)
    with UnixHandset(root=tmp_path / "a") as turned, UnixHandset(root=tmp_path / "b") as other:
        down, right = ("down", "up"), ("right", "left")
        for name, opposite in (down, down, ("a", "a"), down, right, ("b", "b")):
            assert "".join(columns(turned.settle(400)))[::-1] == "".join(columns(other.settle(400)))
            other.press(name)
            turned.press(opposite)
        assert turned.panel.errors == []


def test_it_is_turned_in_the_settings_at_once_and_for_good(handset):
    player = Player(handset, 1)
    title = player.title
    player.press("up", "a", "up", "up")  # the last row but one
    before = handset.frame()
    player.press("a")
    assert lit(handset.frame()) > 0
    assert columns(handset.frame()) != columns(before)
    player.press("b")
    player.press("up")  # which is down now: round to the top
    assert "".join(columns(handset.settle(400)))[::-1] == "".join(columns(title))
    handset.power_cycle()
    handset.settle(600)
    assert "".join(columns(handset.frame()))[::-1] == "".join(columns(title))


def notes(handset, since=0):
    return [(pin, hz) for _, pin, hz, duty in handset.waves[since:] if duty]


def test_a_press_clicks_and_a_tune_tells_how_a_deal_has_ended(tmp_path):
    save(tmp_path, "settings", settings_of("nap", 4, {"deals": 4}))
    with UnixHandset(overrides={"SEED": 2, "BUZZER": 16}, root=tmp_path) as handset:
        player = Player(handset, 3)
        player.press("a", "a", "a")
        assert len(notes(handset)) == 3
        player.play_to_title()
        heard = [hz for _, hz in notes(handset)]
        heard = [hz for i, hz in enumerate(heard) if i == 0 or hz != heard[i - 1]]
        made = [523, 659, 784, 1046]
        failed = [784, 622, 523]
        text = ",".join(map(str, heard))
        assert ",".join(map(str, made)) in text or ",".join(map(str, failed)) in text
        assert handset.waves[-1][3] == 0 or handset.waves[-1][2] == 0  # and then there is silence


@pytest.mark.parametrize("volume", [0, 1, 3])
def test_the_volume_is_the_duty_and_can_be_nothing(tmp_path, volume):
    reset_settings(tmp_path, volume=volume)
    with UnixHandset(overrides={"BUZZER": 16}, root=tmp_path) as handset:
        handset.settle(500)
        handset.press("down")
        handset.run(500)
        duties = {duty for _, _, _, duty in handset.waves if duty}
        assert duties == ({2600} if volume == 1 else {32768} if volume == 3 else set())


def test_the_led_is_lit_while_the_device_waits_unless_that_is_not_wanted(tmp_path):
    for light in (1, 0):
        reset_settings(tmp_path / str(light), light=light)
        with UnixHandset(overrides={"SEED": 2}, root=tmp_path / str(light)) as handset:
            handset.settle(500)
            assert handset.outputs[25] == light
            handset.run(130_000)
            assert handset.outputs[25] == 0  # nobody is there
            handset.press("a")
            handset.run(100)
            assert handset.outputs[25] == light


def test_the_battery_is_on_the_title_and_in_the_settings(handset):
    without = handset.settle(500)
    seen = {}
    for volts in (3.3, 3.7, 4.1):
        handset.voltages[29] = volts / 3
        handset.press("down")
        handset.press("up")
        seen[volts] = handset.settle(500)
        assert seen[volts] != without
    assert lit(seen[3.3]) < lit(seen[3.7]) < lit(seen[4.1])
    handset.voltages[29] = 0.3  # nothing is connected
    handset.press("down")
    handset.press("up")
    assert handset.settle(500) == without


def test_how_full_it_is_in_percent_and_that_nobody_knows_on_usb(micropython):
    script = """
class ADC:
    def __init__(self, pin):
        self.pin = pin
    def read_u16(self):
        return seen
class Pin:
    IN = 0
    def __init__(self, number, mode=None):
        self.number = number
    def value(self):
        return usb if self.number == 24 else 0
class machine:
    ADC = ADC
    Pin = Pin
sys.modules["machine"] = machine
from handheld.battery import percent
gauge = {"adc": 29, "times": 3, "empty": 3300, "full": 4100}
for mv in (0, 1400, 2000, 3300, 3705, 4105, 5000):
    seen = mv * 65535 // 9900
    print(percent(gauge))
print(percent(None))
gauge["usb"] = 24
for usb in (0, 1):
    print(percent(gauge))
"""
    assert micropython(script).split() == ["-1", "-1", "0", "0", "50", "100", "100", "-1", "100", "-1"]
