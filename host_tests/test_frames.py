"""Pictures of a frame: PBM, text and PNG."""

import random

import pytest
from PIL import Image

from handset import frames
from handset.panel import FRAME_BYTES, HEIGHT, WIDTH


def pixels(*lit):
    """Return a frame with these pixels (x, y) lit."""
    frame = bytearray(FRAME_BYTES)
    for x, y in lit:
        frame[y * 16 + x // 8] |= 0x80 >> x % 8
    return bytes(frame)


def noise(seed=1):
    return random.Random(seed).randbytes(FRAME_BYTES)


CORNERS = pixels((0, 0), (127, 0), (0, 63), (127, 63))


def test_rows_run_from_the_top_and_from_the_left():
    rows = frames.rows(pixels((0, 0), (3, 1), (127, 63)))
    assert len(rows) == HEIGHT
    assert {len(row) for row in rows} == {WIDTH}
    assert rows[0] == "1" + "0" * 127
    assert rows[1].index("1") == 3
    assert rows[63] == "0" * 127 + "1"


@pytest.mark.parametrize("length", [0, FRAME_BYTES - 1, FRAME_BYTES + 1])
def test_a_frame_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match="not %d$" % length):
        frames.rows(bytes(length))


@pytest.mark.parametrize("frame", [bytes(FRAME_BYTES), CORNERS, noise()], ids=["dark", "corners", "noise"])
def test_pbm_there_and_back(frame):
    text = frames.to_pbm(frame, "two lines\nof comment")
    lines = text.splitlines()
    assert lines[:4] == ["P1", "# two lines", "# of comment", "128 64"]
    assert len(lines) == 4 + HEIGHT
    assert frames.from_pbm(text) == frame


def test_pbm_is_read_as_others_may_write_it():
    digits = "".join(frames.rows(CORNERS))
    wrapped = "\n".join(digits[at : at + 70] for at in range(0, len(digits), 70))
    assert frames.from_pbm("P1 # plain\n128\n64\n" + wrapped) == CORNERS
    assert frames.from_pbm("P1\n128 64\n" + " ".join(digits)) == CORNERS


def test_pbm_is_what_pillow_reads(tmp_path):
    path = tmp_path / "frame.pbm"
    path.write_text(frames.to_pbm(noise()))
    with Image.open(path) as image:
        # In a PBM file 1 is black.
        assert image.convert("1").tobytes() == bytes(byte ^ 0xFF for byte in noise())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P4\n128 64\n",
        "P1\n64 128\n" + "0" * 8192,
        "P1\n128 64\n" + "0" * 8191,
        "P1\n128 64\n" + "0" * 8191 + "2",
        "no picture",
    ],
)
def test_what_is_no_frame_is_refused(text):
    with pytest.raises(ValueError, match="PBM"):
        frames.from_pbm(text)


def test_difference_shows_both_frames():
    one, other = pixels((0, 0), (1, 0)), pixels((1, 0), (2, 0))
    assert frames.difference(one, one) == ""
    picture = frames.difference(one, other).splitlines()
    assert picture[0] == "-#+" + "." * 125
    assert picture[1:] == ["." * 128] * 63


def test_half_blocks_hold_two_rows_each():
    lines = frames.half_blocks(pixels((0, 0), (1, 1), (2, 0), (2, 1), (127, 63)))
    assert len(lines) == 32
    assert lines[0] == "▀▄█" + " " * 125
    assert lines[31] == " " * 127 + "▄"


def test_each_dot_of_a_braille_cell_is_in_its_place():
    # Unicode's names give the dots: 1 2 3 7 down the left, 4 5 6 8 down the right.
    for x, y, dot in [(0, 0, 1), (0, 1, 2), (0, 2, 3), (1, 0, 4), (1, 1, 5), (1, 2, 6), (0, 3, 7), (1, 3, 8)]:
        lines = frames.braille(pixels((x + 2, y + 4)))
        assert len(lines) == 16
        assert {len(line) for line in lines} == {64}
        assert lines[1][1] == chr(0x2800 + (1 << dot - 1))
        assert "".join(lines).count("⠀") == 16 * 64 - 1


def test_png_scales_and_keeps_every_pixel(tmp_path):
    path = tmp_path / "frame.png"
    frames.to_png(noise(), path, scale=3)
    with Image.open(path) as image:
        assert image.size == (384, 192)
        small = image.resize((128, 64), Image.Resampling.NEAREST).convert("1")
    assert small.tobytes() == noise()


@pytest.mark.parametrize("scale", [1, 2, 3, 5])
def test_the_look_of_the_glass_keeps_every_pixel(scale):
    image = frames.to_image(noise(), scale, oled=True).convert("L")
    margin = 3 * scale
    assert image.size == (WIDTH * scale + 2 * margin, HEIGHT * scale + 2 * margin)
    rows = frames.rows(noise())
    for y in range(HEIGHT):
        for x in range(WIDTH):
            lit = image.getpixel((margin + x * scale, margin + y * scale)) > 128
            assert lit == (rows[y][x] == "1")


def test_a_scale_of_nothing_is_refused():
    with pytest.raises(ValueError, match="scale 0"):
        frames.to_image(CORNERS, 0)
