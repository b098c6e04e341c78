"""A frame (1024 bytes, see panel.Panel.frame) as PBM text, as a PNG and as text for a terminal."""

from .panel import FRAME_BYTES, HEIGHT, WIDTH

_ROW_BYTES = WIDTH // 8

# The dots of a braille cell, by column and row of the cell: Unicode numbers them downwards, the last row apart.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_HALVES = " ▀▄█"  # by upper pixel + 2 * lower pixel

# An OLED's look: blueish white light, dark glass that is not quite black, a gap between the pixels.
_OLED_LIT = (200, 232, 255)
_OLED_DARK = (9, 11, 14)
_OLED_GAP = (4, 5, 7)
_GAP_OPACITY = 70  # of 255


def check(frame):
    """Return the frame as bytes; raise ValueError if it is not 1024 bytes long."""
    frame = bytes(frame)
    if len(frame) != FRAME_BYTES:
        raise ValueError("a frame has %d bytes, not %d" % (FRAME_BYTES, len(frame)))
    return frame


def rows(frame):
    """Return 64 strings of 128 characters "0" and "1", from the top."""
    frame = check(frame)
    return [
        "{:0{}b}".format(int.from_bytes(frame[at : at + _ROW_BYTES], "big"), WIDTH)
        for at in range(0, FRAME_BYTES, _ROW_BYTES)
    ]


def to_pbm(frame, comment=""):
    """Return the frame as plain PBM text (P1): one line a row, so that a diff in git shows what moved.

    A 1 is a lit pixel. A viewer of PBM files draws it black on white, as on paper.
    """
    head = ["P1"]
    if comment:
        head += ["# " + line for line in comment.splitlines()]
    head.append("%d %d" % (WIDTH, HEIGHT))
    return "\n".join(head + rows(frame)) + "\n"


def from_pbm(text):
    """Return the frame of a plain PBM text; raise ValueError if it is not one of 128x64 pixels."""
    words = []
    for line in text.splitlines():
        words += line.split("#", 1)[0].split()
    if words[:3] != ["P1", str(WIDTH), str(HEIGHT)]:
        raise ValueError("not a plain PBM (P1) picture of %dx%d pixels" % (WIDTH, HEIGHT))
    bits = "".join(words[3:])
    if len(bits) != WIDTH * HEIGHT or set(bits) - {"0", "1"}:
        raise ValueError(
            "a PBM picture of %dx%d needs %d digits 0 or 1" % (WIDTH, HEIGHT, WIDTH * HEIGHT)
        )
    return int(bits, 2).to_bytes(FRAME_BYTES, "big")


def difference(one, other):
    """Return "" if the frames are equal, else a picture: "#" lit in both, "-" only in one, "+" only in other."""
    one, other = check(one), check(other)
    if one == other:
        return ""
    marks = {("0", "0"): ".", ("1", "1"): "#", ("1", "0"): "-", ("0", "1"): "+"}
    return "\n".join(
        "".join(marks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows(one), rows(other), strict=True)
    )


def half_blocks(frame):
    """Return 32 lines of 128 characters: one character is two pixels, one above the other."""
    lines = rows(frame)
    return [
        "".join(_HALVES[(a == "1") + 2 * (b == "1")] for a, b in zip(lines[y], lines[y + 1], strict=True))
        for y in range(0, HEIGHT, 2)
    ]


def braille(frame):
    """Return 16 lines of 64 characters: one character is 2x4 pixels."""
    lines = rows(frame)
    result = []
    for y in range(0, HEIGHT, 4):
        cells = []
        for x in range(0, WIDTH, 2):
            dots = 0
            for dx in (0, 1):
                for dy in range(4):
                    if lines[y + dy][x + dx] == "1":
                        dots |= _DOTS[dx][dy]
            cells.append(chr(0x2800 + dots))
        result.append("".join(cells))
    return result


def to_image(frame, scale=4, oled=False):
    """Return a Pillow image of the frame, each pixel `scale` wide.

    oled: draw it as the glass looks, with a gap between the pixels where `scale` leaves room for one.
    """
    from PIL import Image, ImageDraw  # here, so that nothing but pictures needs Pillow

    if scale < 1:
        raise ValueError("scale %r: expected 1 or more" % (scale,))
    small = Image.frombytes("1", (WIDTH, HEIGHT), check(frame))
    if not oled:
        return small.convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
    look = Image.new("RGB", (WIDTH, HEIGHT), _OLED_DARK)
    look.paste(_OLED_LIT, mask=small)
    look = look.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
    if scale >= 3:
        # The gap is narrower than a pixel of the picture can be, so it is drawn through, not black.
        gap = Image.new("L", look.size)
        pen = ImageDraw.Draw(gap)
        for x in range(scale - 1, WIDTH * scale, scale):
            pen.line([(x, 0), (x, HEIGHT * scale)], fill=_GAP_OPACITY)
        for y in range(scale - 1, HEIGHT * scale, scale):
            pen.line([(0, y), (WIDTH * scale, y)], fill=_GAP_OPACITY)
        look.paste(_OLED_GAP, mask=gap)
    margin = 3 * scale  # the unlit border of the glass
    picture = Image.new("RGB", (look.width + 2 * margin, look.height + 2 * margin), _OLED_GAP)
    picture.paste(look, (margin, margin))
    return picture


def to_png(frame, path, scale=4, oled=False):
    """Write the frame to a PNG file; see to_image."""
    to_image(frame, scale, oled).save(path, format="PNG")
