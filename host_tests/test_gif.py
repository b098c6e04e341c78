"""The animated picture: what was on the glass, for as long as it was there."""

import pytest
from PIL import Image

import gif
from handset import frames
from handset.unix import UnixHandset

# A bar that moves on by 8 columns when A is pressed, and once more half a second later.
FIRMWARE = """
light_up()
x = 0
show(0, b"\\xff" * 8)
while True:
    while buttons["a"].value():
        time.sleep_ms(10)
    for _ in range(2):
        x += 8
        show(0, bytes(x) + b"\\xff" * 8)
        time.sleep_ms(500)
"""


@pytest.fixture
def pictures(source):
    with UnixHandset(source=source(FIRMWARE)) as handset:
        return gif.record(handset, "300ms a 700ms")


def bar(frame):
    return frames.rows(frame)[0].index("1")


def test_each_picture_is_kept_with_its_time(pictures):
    assert [bar(frame) for frame, _ in pictures] == [0, 8, 16]
    times = [ms for _, ms in pictures]
    assert times[0] == pytest.approx(300, abs=40)
    assert times[1] == pytest.approx(500, abs=40)
    assert sum(times) == 300 + 120 + 700


def test_the_file_has_the_pictures_and_the_times(pictures, tmp_path):
    path = tmp_path / "a.gif"
    gif.animate(pictures, path, 2)
    with Image.open(path) as image:
        assert image.n_frames == 3
        assert image.info["loop"] == 0
        for number, (frame, ms) in enumerate(pictures):
            image.seek(number)
            assert image.info["duration"] == ms
            shown = image.convert("L")
            margin = (shown.width - 2 * frames.WIDTH) // 2
            lit = [x for x in range(frames.WIDTH) if shown.getpixel((margin + 2 * x, margin)) > 100]
            assert lit == list(range(bar(frame), bar(frame) + 8))


def test_steps_that_are_none_are_said(capsys, source):
    assert gif.main(["--steps", "a jump!", "--output", "/nowhere/a.gif"]) == 1
    assert "'jump!' is no step" in capsys.readouterr().err
