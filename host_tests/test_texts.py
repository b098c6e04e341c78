"""What the device says: every text is there in every language, and read from a whole pack or else in English."""

import ast

import pytest
from PIL import Image

import build
import shot
import shots
import texts
from conftest import ROOT
from handset import screens
from handset.unix import UnixHandset
from language import fit, pack, shape, table

DIRECTORY = ROOT / texts.DIRECTORY
FIRMWARE = sorted((ROOT / "firmware" / "handheld").glob("*.py"))
ENGLISH, PLACES = table.read(DIRECTORY / "en.toml")


def asked_for():
    """The names that the firmware asks for: (whole names, beginnings of names), each with where that is."""
    whole, beginnings = {}, {}

    def take(node, where):
        if isinstance(node, ast.Constant):
            whole[node.value] = where
        elif isinstance(node, ast.IfExp):
            take(node.body, where)
            take(node.orelse, where)
        elif isinstance(node, ast.BinOp):
            value = node.left.value
            beginnings[value.partition("%")[0]] = where

    for path in FIRMWARE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            name = getattr(called, "id", getattr(called, "attr", ""))
            if name in ("say", "pick") or name == "count" and path.name != "setup.py" and node.args:
                take(node.args[0], "%s, line %d" % (path.name, node.lineno))
    return whole, beginnings


def test_every_text_that_is_asked_for_is_there():
    whole, beginnings = asked_for()
    assert len(whole) > 100
    assert not {name: where for name, where in whole.items() if name not in ENGLISH}
    assert not [start for start in beginnings if not any(name.startswith(start) for name in ENGLISH)]


def test_no_text_is_kept_that_nobody_asks_for():
    _, beginnings = asked_for()
    words = set()
    for path in FIRMWARE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
    starts = tuple(beginnings)
    assert not [name for name in ENGLISH if name not in words and not name.startswith(starts)]


def test_each_english_text_says_where_it_is_shown():
    assert not [name for name, place in PLACES.items() if place is None]
    for name, text in ENGLISH.items():
        assert len(table.fields(text)) <= len(PLACES[name].values), name


def test_a_table_lacks_nothing():
    assert not table.differences(ENGLISH, ENGLISH)
    some = dict(list(ENGLISH.items())[5:])
    assert len(table.differences(some, ENGLISH)) == 5
    assert table.differences({**ENGLISH, "go_on": "{0}"}, ENGLISH)
    assert table.differences({**ENGLISH, "nonsense": "x"}, ENGLISH)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("a = b", "expected name"),
        ('A = "b"', "expected name"),
        ('a = "b"  # wide: here', "expected ROOM"),
        ('a = "b"\na = "c"', "there already"),
        ('a = "\\q"', "line 1"),
    ],
)
def test_a_line_that_is_none_is_named(line, wrong, tmp_path):
    (tmp_path / "en.toml").write_text(line)
    with pytest.raises(table.TableError, match=wrong):
        table.read(tmp_path / "en.toml")


def test_the_device_reads_what_was_packed(micropython):
    out = micropython(
        "from handheld import lang\n"
        "for name in %r:\n    print(repr(lang._look_up(name)))\n" % list(ENGLISH)
    )
    assert [ast.literal_eval(line) for line in out.splitlines()] == list(ENGLISH.values())


def test_the_device_reads_the_same_from_the_table(micropython, tmp_path):
    """Where the pack is missing: from the table in the sources, and from the one that a build makes."""
    (tmp_path / "texts").mkdir()
    for data in ((DIRECTORY / "en.toml").read_bytes(), texts.plain(DIRECTORY)):
        (tmp_path / "texts" / "en.toml").write_bytes(data)
        out = micropython(
            "from handheld import lang, reserve\n"
            "lang._ROOT = %r\nassert not lang.use(0)\n"
            "for name in %r:\n    print(repr(reserve.find(lang._ROOT, name)))\n"
            "assert lang.say('from_to', 1, 2) == '1 to 2'" % (str(tmp_path), list(ENGLISH))
        )
        assert [ast.literal_eval(line) for line in out.splitlines()] == list(ENGLISH.values())


def test_a_pack_is_whole_or_not_used(micropython, tmp_path):
    """Each byte of the head and some of the rest changed, and the pack cut off at any of some lengths."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.toml").write_bytes(texts.plain(DIRECTORY))
    good = pack.make(ENGLISH, shape.shaper("en"))
    script = """
from handheld import lang
lang._ROOT = DIRECTORY
good = GOOD
def use(data):
    with open(DIRECTORY + "/texts/en.lang", "wb") as file:
        file.write(data)
    return lang.use(0)
assert use(good) and lang.say("go_on") == "Go on" and lang._path
for at in list(range(24)) + list(range(24, len(good), 97)):
    bad = bytearray(good)
    bad[at] ^= 0x10
    assert not use(bad), at
    assert lang.say("go_on") == "Go on"
for length in list(range(30)) + list(range(30, len(good), 301)):
    assert not use(good[:length]), length
    assert lang.say("go_on") == "Go on"
assert lang.say("no_such_thing") == "no such thing"
print("done")
"""
    out = micropython(script.replace("DIRECTORY", repr(str(tmp_path))).replace("GOOD", repr(good)))
    assert out == "done\n"


def test_a_build_has_a_pack_for_each_language_and_english_in_reserve(tmp_path):
    files = build.languages(ROOT)
    assert {"lib/handheld/texts/en.lang", "lib/handheld/texts/en.toml"} <= set(files)
    (tmp_path / "en.toml").write_bytes(files["lib/handheld/texts/en.toml"])
    assert table.read(tmp_path / "en.toml")[0] == ENGLISH


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_a_language_has_every_text_and_each_fits_into_its_place(code):
    assert texts.faults(DIRECTORY, code) == []


def test_what_does_not_fit_is_told(tmp_path):
    for code in texts.LANGUAGES:
        (tmp_path / (code + ".toml")).write_text((DIRECTORY / (code + ".toml")).read_text())
    path = tmp_path / "th.toml"
    path.write_text(path.read_text().replace('new_game = "เกมใหม่"', 'new_game = "เกมใหม่เกมใหม่เกมใหม่"'))
    (fault,) = texts.faults(tmp_path, "th")
    assert fault.startswith("new_game: ")
    path.write_text(path.read_text().replace('back = "กลับ"\n', "").replace('new = "ใหม่"', 'new = "{0}"'))
    assert [fault.split(":")[0] for fault in texts.faults(tmp_path, "th")] == ["back is missing", "new"]
    path.write_text(path.read_text() + 'back = "漢"\n')
    with pytest.raises(table.TableError, match=r"th\.toml, back: '漢' \(U\+6F22\) has no glyph"):
        texts.compile_all(tmp_path)


def test_places_and_values_are_measured_with_what_is_longest():
    place = table.Place(40, False, False, False, ("@b", "12"), "")
    other = table.Place(None, False, False, False, (), "")
    found = fit.faults({"a": "{0} {1}", "b": "i|WWWWWW"}, {"a": place, "b": other}, shape.shaper("en"))
    assert len(found) == 1
    assert found[0].startswith("a: %d pixels wide, 40 have room" % shape.width("WWWWWW 12", None))


def test_persian_is_joined_and_runs_from_the_right():
    persian = shape.shaper("fa")
    first = persian.shape("با")
    assert len(first) == 2
    assert all(character >= "\ue000" for character in first)
    assert persian.shape("اب") != first[::-1], "the letters join in one order only"
    # Alef stands at the left of beh: what is read last is drawn first.
    letters = shape._letters("persian.txt")
    assert persian.face.glyphs[ord(first[0]) - shape.FIRST] == tuple(letters["\ufe8e"])
    assert persian.face.glyphs[ord(first[1]) - shape.FIRST] == tuple(letters["\ufe91"])


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("{0} و {1}", "{1} * {0}"),
        ("{0} از 52", "52 ** {0}"),
        ("12 و \u20667♥\u2069", "7♥ * 12"),
        ("و \u2066+{0} –{1}\u2069", "+{0} –{1} *"),
        ("A: و (و)", "(*) * :A"),
    ],
)
def test_numbers_and_places_keep_their_order_within_a_line_from_the_right(text, drawn):
    found = "".join("*" if character >= "\ue000" else character for character in shape.shaper("fa").shape(text))
    assert found.replace("\xa0", " ") == drawn


def test_thai_marks_are_drawn_into_their_consonant():
    thai = shape.shaper("th")
    assert len(thai.shape("ที่นี่")) == 2
    assert len(thai.shape("น้ำ")) == 2  # and the vowel that stands behind
    assert len(thai.shape("เกม")) == 3
    rows = thai.face.glyphs[ord(thai.shape("ที่")) - shape.FIRST]
    base = thai.face.glyphs[ord(thai.shape("ท")) - shape.FIRST]
    assert rows[5:] == base[5:]
    assert any("#" in row for row in rows[:2])
    # Without a vowel between them, a tone mark comes down to the consonant.
    alone = thai.face.glyphs[ord(thai.shape("ท่")) - shape.FIRST]
    assert not any("#" in row for row in alone[:2])
    assert any("#" in row for row in alone[2:4])


def test_only_glyphs_that_occur_are_packed():
    for code in ("fa", "th"):
        shaper = shape.shaper(code)
        used = set("".join(texts.drawn(table.read(DIRECTORY / (code + ".toml"))[0], shaper, code).values()))
        glyphs = {chr(shape.FIRST + i) for i in range(len(shaper.face.glyphs))}
        assert glyphs == {character for character in used if character >= chr(shape.FIRST)}


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_the_device_draws_texts_as_wide_as_the_tool_measures_them(code, micropython):
    shaper = shape.shaper(code)
    drawn = texts.drawn(table.read(DIRECTORY / (code + ".toml"))[0], shaper, code)
    lines = [text.split("|")[0].split("\n")[0].replace(shape.BREAK, "") for text in drawn.values()]
    out = micropython(
        """
from handheld.canvas import Canvas
from handheld import lang
canvas = Canvas()
assert lang.use(lang.CODES.index(%r))
for text in %r:
    canvas.fill(0)
    canvas.write(text, 2, 20)
    print(canvas.width_of(text), canvas.title_width(text))
"""
        % (code, [shape.encoded(line) for line in lines])
    )
    found = [tuple(map(int, line.split())) for line in out.splitlines()]
    wanted = [
        (shape.width(text, shaper.face), shape.width(text, shaper.face, True)) if text else (0, 0)
        for text in lines
    ]
    assert found == wanted


def test_a_face_is_drawn_without_allocating(micropython):
    micropython(
        """
from micropython import heap_lock, heap_unlock
from handheld.canvas import Canvas
from handheld import lang
canvas = Canvas()
for code in (3, 4):
    assert lang.use(code)
    line = lang.say("flash_full")
    draw = lambda: (canvas.write(line, 0, 10, 1), canvas.lead(line, 3, 30, 0), canvas.trail(line, 3, 30, 0),
                    canvas.centred(line, 40), canvas.title(line, 3, 40), canvas.title_width(line))
    draw()  # makes the characters known
    def quiet():
        canvas.write(line, 0, 10, 1)
        canvas.lead(line, 3, 30, 0)
        canvas.trail(line, 3, 30, 0)
        canvas.title(line, 3, 40)
    heap_lock()
    try:
        quiet()
    finally:
        heap_unlock()
"""
    )


def test_lines_begin_at_the_side_where_one_reads_from(micropython):
    out = micropython(
        """
from handheld.canvas import Canvas
from handheld import lang
canvas = Canvas()
def columns():
    lit = [x for x in range(128) for y in range(64) if canvas.pixel(x, y)]
    return min(lit), max(lit)
for code in range(5):
    lang.use(code)
    for draw in (canvas.lead, canvas.trail):
        canvas.fill(0)
        draw(lang.say("settings"), 5, 20)
        left, right = columns()
        print("left" if left < 64 and right < 100 else "right" if right > 64 else "?", end=" ")
        assert left >= 5 and right <= 122
    print()
"""
    )
    assert out.split() == ["left", "right"] * 3 + ["right", "left"] + ["left", "right"]


def test_a_language_without_its_pack_is_english(micropython, tmp_path):
    (tmp_path / "texts").mkdir()
    for name, data in texts.compile_all(DIRECTORY).items():
        (tmp_path / "texts" / name).write_bytes(data)
    (tmp_path / "texts" / "fa.lang").unlink()
    (tmp_path / "texts" / "th.lang").write_bytes(b"ElbaL1" + bytes(30))
    out = micropython(
        """
from handheld import lang
lang._ROOT = %r
for code in (1, 3, 2, 4):
    print(lang.use(code), lang.code, lang.say("settings"), lang.is_tall(), lang.from_right)
"""
        % str(tmp_path)
    )
    assert out.splitlines() == [
        "True 1 Impostazioni False False",
        "False 0 Settings False False",
        "True 2 Podešavanja False False",
        "False 0 Settings False False",
    ]


def test_device_and_tool_have_the_same_languages(micropython):
    out = micropython("from handheld import lang\nprint(list(lang.CODES))")
    assert tuple(ast.literal_eval(out)) == texts.LANGUAGES
    assert {path.stem for path in DIRECTORY.glob("*.toml")} == set(texts.LANGUAGES)


def test_numbers_have_their_forms(micropython):
    out = micropython(
        """
from handheld import lang
for code in (0, 1, 2):
    lang.use(code)
    print([lang.count("tricks", n) for n in (1, 2, 5, 11, 12, 21, 22)])
"""
    )
    english, italian, serbian = [ast.literal_eval(line) for line in out.splitlines()]
    assert english[:2] == ["1 trick", "2 tricks"]
    assert italian[:2] == ["1 presa", "2 prese"]
    assert serbian == ["1 štih", "2 štiha", "5 štihova", "11 štihova", "12 štihova", "21 štih", "22 štiha"]


def test_settings_of_an_earlier_version_are_taken_and_the_language_is_kept(micropython):
    out = micropython(
        """
from handheld.settings import Settings
settings = Settings()
settings.players = 6
settings.level, settings.pace, settings.brightness, settings.language = 1, 3, 1, 3
data = settings.save()
def taken(data):
    again = Settings()
    again.load(data)
    return again.players, again.level, again.pace, again.brightness, again.language
assert taken(data) == (6, 1, 3, 1, 3)
second = bytes([2, 0, 6, 1, 3, 1]) + bytes(data[3:11]) + bytes([3])
first = b"\\x01" + second[1:14]
assert taken(second) == (6, 1, 3, 1, 3)
assert taken(first) == (6, 1, 3, 1, 0)
assert taken(data[:12]) == (6, 1, 2, 2, 0)  # of one that remembered less
assert taken(data + b"\\xff") == (6, 1, 3, 1, 3)  # of one that remembered more
bad = [b"", b"\\x03\\x00", data[:10], data[:14] + b"\\x05", b"\\x04" + data[1:]]
for data in bad + [first + b"x", first[:13], second + b"x"]:
    try:
        taken(data)
    except ValueError:
        continue
    raise AssertionError(data)
print("done")
"""
    )
    assert out == "done\n"


def test_the_language_is_changed_in_the_settings_and_kept(tmp_path):
    with UnixHandset(root=tmp_path) as handset:
        english = screens.walk(handset, "up a down*3")
        italian = screens.walk(handset, "right")
        assert italian != english
        assert screens.walk(handset, "left") == english
        thai = screens.walk(handset, "left")
        persian = screens.walk(handset, "left")
        assert len({english, italian, thai, persian}) == 4
        handset.press("b")
    with UnixHandset(root=tmp_path) as handset:
        assert screens.walk(handset, "") == shot.take("title", "fa")


def test_every_screen_is_shown_in_every_language():
    """Without an error, and in words of its own; the sheet in docs/ is to be looked at."""
    names = list(screens.SCREENS)
    shown = {}

    def take(name, code):
        shown[name, code] = frame = shot.take(name, code)
        return frame

    shots.sheet(names, texts.LANGUAGES, 1, take)
    for name in names:
        frames = [shown[name, code] for code in texts.LANGUAGES]
        assert all(any(frame) for frame in frames), name
        assert len(set(frames[:1] + frames[3:])) == 3, name


def test_the_sheet_in_the_documents_has_every_screen():
    with Image.open(ROOT / "docs" / "screens.png") as picture:
        wanted = shots.size(len(screens.SCREENS), len(texts.LANGUAGES), 2)
        assert picture.size == wanted, "make shots, and look at it"
