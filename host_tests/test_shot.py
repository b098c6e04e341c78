"""Pictures of named screens."""

import pytest
from PIL import Image

import shot
from handset import frames, screens
from handset.screens import Shot

# A row of columns: as far to the right as "right" was pressed, twice as far per press of "a"; it slides there.
FIRMWARE = """
light_up()
at = shown = 0
before = set()
while True:
    now = {name for name, pin in buttons.items() if not pin.value()}
    pressed = now - before
    before = now
    at += 1 if "right" in pressed else 0
    at += 2 if "a" in pressed else 0
    shown = min(shown + 1, at)
    show(0, bytes(shown) + (b"\\xf0" if "b" in now else b"\\xff"))
    show(1, bytes(board.SEED) + b"\\xff")
    time.sleep_ms(20)
"""


@pytest.fixture
def demo(source, monkeypatch, tmp_path):
    """A function (steps, seed, *arguments) -> (exit status, path of the picture)."""
    tree = source(FIRMWARE)

    def take(steps, seed, *arguments):
        monkeypatch.setattr(screens, "SCREENS", {"here": Shot(steps, seed), "there": Shot("")})
        status = shot.main(["here", "--source", str(tree), "--output", str(tmp_path / "shots"), *arguments])
        return status, tmp_path / "shots" / "here.png"

    return take


def lit(path, scale=1):
    with Image.open(path) as file:
        image = file.convert("L")
    return [[x for x in range(128) if image.getpixel((x * scale, row * 8 * scale)) > 128] for row in range(2)]


def size(path):
    with Image.open(path) as file:
        return file.size


def test_a_picture_is_of_the_screen_the_steps_lead_to(demo):
    status, path = demo("right*3 a", 9, "--scale", "1")
    assert status == 0
    assert size(path) == (128, 64)
    assert lit(path) == [[5], [9]]


def test_a_held_button_stays_down_until_let_go(demo):
    assert lit(demo("right +b", 0, "--scale", "2")[1], 2)[0] == []
    assert lit(demo("+b 500ms right -b", 0, "--scale", "2")[1], 2)[0] == [1]


def test_the_look_of_the_glass_has_a_margin(demo):
    status, path = demo("", 1, "--oled", "--scale", "4")
    assert status == 0
    assert size(path) == (128 * 4 + 24, 64 * 4 + 24)


def test_an_unknown_screen_gets_the_list(capsys):
    assert shot.main(["titel"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("shot: unknown screen 'titel'; there are: ")
    assert "title" in message


def test_no_screen_gets_the_list_too(capsys):
    assert shot.main([]) == 2
    assert "which screen? " not in capsys.readouterr().out


@pytest.mark.parametrize("steps", ["right*", "500", "+a*2", "jump!", "a,b"])
def test_a_wrong_step_is_named(demo, capsys, steps):
    assert demo(steps, 1)[0] == 1
    assert "is no step" in capsys.readouterr().err


def test_a_button_the_board_lacks_is_named(demo, capsys):
    assert demo("select", 1)[0] == 1
    assert "no button 'select'" in capsys.readouterr().err


def test_the_steps_of_all_screens_can_be_read():
    for name, each in screens.SCREENS.items():
        for _, value in screens.parse(each.steps):
            assert isinstance(value, int) or value in ("up", "down", "left", "right", "a", "b"), name


def test_a_picture_that_never_rests_is_taken_all_the_same(source):
    tree = source("light_up()\nx = 0\nwhile True:\n    x ^= 0xFF\n    show(0, bytes([x]))\n    time.sleep_ms(50)")
    with shot.UnixHandset(source=tree) as handset:
        assert len(screens.walk(handset, "")) == len(bytes(frames.FRAME_BYTES))
