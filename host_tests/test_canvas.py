"""Text and cards, drawn by the real micropython. What they look like is for the eye; here is what must hold."""

_PRELUDE = """
from micropython import heap_lock, heap_unlock
from handheld.canvas import Canvas
from handheld import glyphs
c = Canvas()

def lit(x0=0, y0=0, x1=128, y1=64):
    return [(x, y) for y in range(y0, y1) for x in range(x0, x1) if c.pixel(x, y)]

def box(points):
    xs = [x for x, y in points]
    ys = [y for x, y in points]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1
"""


def test_nothing_is_allocated(micropython):
    micropython(
        _PRELUDE
        + """
text = "".join(chr(i) for i in range(32, 127)) + glyphs.EXTRA

def draw():
    c.write(text, -40, 3)
    c.write("dark", 0, 0, 0)
    c.title(text, -100, 20)
    c.title_width(text)
    c.centred("Nap", 30)
    c.right("Nap", 128, 30)
    for x in range(-20, 130, 10):
        for card in CARDS:
            c.card(card, x, 40)
            c.small_card(card, x, -5)
        c.card_back(x, 40)
        c.small_back(x, 40)
        c.small_place(x, 40)

CARDS = bytes([0, 0x40] + [s << 4 | r for s in range(4) for r in range(2, 15)])
heap_lock()
try:
    draw()
finally:
    heap_unlock()
"""
    )


def test_text_is_as_wide_as_it_is_said_to_be(micropython):
    micropython(
        _PRELUDE
        + """
for write, measure, top, bottom in ((c.write, c.width_of, 0, 8), (c.title, c.title_width, 0, 16)):
    for text in ("H", "Nap", "10", "Nelson ♠", "…", "Č", "[]"):
        c.fill(0)
        end = write(text, 10, 5)
        left, up, right, down = box(lit())
        assert left >= 10 and right == 10 + measure(text), (text, left, right, measure(text))
        assert up >= 5 + top and down <= 5 + bottom
        assert end > right
    assert measure("") == 0
    # In parts as in one piece.
    c.fill(0)
    write("lead", write("You ", 3, 3), 3)
    parts = bytes(c.buffer)
    c.fill(0)
    write("You lead", 3, 3)
    assert parts == bytes(c.buffer)
"""
    )


def test_alignment(micropython):
    micropython(
        _PRELUDE
        + """
c.right("HH", 128, 0)
assert box(lit())[2] == 128
c.fill(0)
c.centred("HH", 0)
left, _, right, _ = box(lit())
assert abs(left - (128 - right)) <= 1
c.fill(0)
c.centred("HH", 0, 1, 64, 100)
left, _, right, _ = box(lit())
assert abs((left - 64) - (100 - right)) <= 1
"""
    )


def test_dark_text_is_the_reverse_of_lit_text(micropython):
    micropython(
        _PRELUDE
        + """
for write in (c.write, c.title):
    c.fill(0)
    write("Elba gp ♥", 1, 1)
    one = bytes(c.buffer)
    c.fill(1)
    write("Elba gp ♥", 1, 1, 0)
    assert bytes(255 - value for value in c.buffer) == one
    c.fill(1)
    write("Elba", 1, 1)  # lit text on lit ground: strokes only, no cell
    assert bytes(c.buffer) == b"\\xff" * 1024
"""
    )


def test_every_character_has_its_own_glyph_and_unknown_ones_a_box(micropython):
    micropython(
        _PRELUDE
        + """
seen = {}
for character in [chr(i) for i in range(33, 127)] + list(glyphs.EXTRA):
    c.fill(0)
    c.write(character, 0, 0)
    picture = bytes(c.buffer)
    assert picture not in seen, (character, seen[picture])
    seen[picture] = character
for wanted in "♠♥♦♣▲▼◀▶•…éÉčćšžđČĆŠŽĐ":
    assert wanted in glyphs.EXTRA, wanted
boxes = set()
for unknown in ("\\x7f", "\\n", "ß", "\\u4e00"):
    c.fill(0)
    c.write(unknown, 0, 0)
    picture = bytes(c.buffer)
    assert picture not in seen
    boxes.add(picture)
assert len(boxes) == 1
"""
    )


def test_cards_keep_to_their_size_and_are_all_different(micropython):
    micropython(
        _PRELUDE
        + """
CARDS = [0x40] + [s << 4 | r for s in range(4) for r in range(2, 15)]
for draw, back, width, height, visible in (
    (c.card, c.card_back, 17, 25, 20),
    (c.small_card, c.small_back, 11, 17, 17),
):
    seen = set()
    for card in CARDS:
        c.fill(0)
        draw(card, 50, 20)
        assert box(lit()) == (50, 20, 50 + width, 20 + height)
        dark = [(x, y) for y in range(21, 19 + height) for x in range(51, 49 + width) if not c.pixel(x, y)]
        # The face has a lit margin; what is dark is rank and suit, both in the rows that are always seen.
        assert all(51 <= x < 49 + width and y < 20 + visible for x, y in dark), hex(card)
        rank = [y for x, y in dark if y < 20 + height // 2]
        assert rank and len(dark) > len(rank)
        seen.add(tuple(dark))
    assert len(seen) == len(CARDS)
    c.fill(0)
    draw(0, 50, 20)
    unknown = bytes(c.buffer)
    c.fill(1)
    back(50, 20)
    assert box([(x, y) for y in range(64) for x in range(128) if not c.pixel(x, y)])[0] >= 50
    c.fill(0)
    back(50, 20)
    assert bytes(c.buffer) == unknown
    assert box(lit()) == (50, 20, 50 + width, 20 + height)
c.fill(0)
c.small_place(50, 20)
assert box(lit()) == (50, 20, 61, 37)
"""
    )


def test_what_lies_off_the_edges_is_cut_off(micropython):
    micropython(
        _PRELUDE
        + """
# Drawn at the edge, a picture shows the part of itself that is inside.
for draw in (
    lambda x, y: c.card(0x1A, x, y),
    lambda x, y: c.small_card(0x2E, x, y),
    lambda x, y: c.small_place(x, y),
    lambda x, y: c.card_back(x, y),
    lambda x, y: c.write("Gy", x, y),
    lambda x, y: c.title("Gy", x, y),
):
    c.fill(0)
    draw(60, 30)
    whole = lit()
    for x, y in ((-5, -3), (120, 58), (-3, 60), (125, -6), (-40, 0), (128, 10), (0, 64), (0, -40)):
        c.fill(0)
        draw(x, y)
        expected = [(px + x - 60, py + y - 30) for px, py in whole]
        assert lit() == [(px, py) for px, py in expected if 0 <= px < 128 and 0 <= py < 64], (x, y)
"""
    )


def test_a_card_on_a_card_stands_out(micropython):
    micropython(
        _PRELUDE
        + """
c.card(0x02, 20, 20)
c.card(0x03, 28, 15)
assert not [y for y in range(14, 40) if c.pixel(27, y)]
"""
    )
