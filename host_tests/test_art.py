"""The text art and the module that is made from it."""

import pytest

import art


def test_glyphs_are_up_to_date():
    assert art.MODULE.read_text(encoding="utf-8") == art.module(), "run python tools/art.py"


def test_check_says_whether_they_are(monkeypatch, tmp_path, capsys):
    assert art.main(["--check"]) == 0
    monkeypatch.setattr(art, "MODULE", tmp_path / "glyphs.py")
    assert art.main(["--check"]) == 1
    assert "run python tools/art.py" in capsys.readouterr().err
    assert art.main([]) == 0
    assert art.main(["--check"]) == 0


def test_a_band_of_glyphs_is_cut_at_its_blanks():
    glyphs = art.parse("# a comment\n\n= a !\n## #\n.# .\n")
    assert glyphs == {"a": ["##", ".#"], "!": ["#", "."]}


def test_a_row_may_begin_like_a_comment():
    assert art.parse("= a b\n# .#\n# #.\n") == {"a": ["#", "#"], "b": [".#", "#."]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("= a b\n##\n", "line 2: expected 2 cells"),
        ("= a\n#x\n", "line 2: expected 1 cells"),
        ("= a\n##\n#\n", "'a' differ in width"),
        ("= a\n= b\n#\n", "'a' differ in width"),
        ("= a a\n# #\n", "'a' is drawn twice"),
        ("nothing\n", "line 1: expected 0 cells"),
        ("", "no glyph"),
    ],
)
def test_bad_art_is_named_with_its_line(text, message):
    with pytest.raises(art.ArtError, match="^file.txt") as error:
        art.parse(text, "file.txt")
    assert message in str(error.value)


def test_a_missing_glyph_is_named(monkeypatch, tmp_path):
    for file in art.ART.glob("*.txt"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(text.replace("= S H D C joker", "= S H D X joker"), encoding="utf-8")
    monkeypatch.setattr(art, "ART", tmp_path)
    with pytest.raises(art.ArtError, match="suits.txt lacks C"):
        art.module()


def test_columns_are_bytes_with_the_top_pixel_in_bit_0():
    assert art.columns(["#.", ".#"]) == bytes([1, 2])
    assert art.columns(["#"] + ["."] * 7 + ["#", "#"]) == bytes([1, 3])


def _lit(rows):
    return {(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"}


@pytest.mark.parametrize(
    ("name", "distance"),
    [("suits.txt", 12), ("small_suits.txt", 8), ("ranks.txt", 6), ("small_ranks.txt", 4)],
)
def test_no_two_pictures_are_alike(name, distance):
    glyphs = art.parse((art.ART / name).read_text(encoding="utf-8"), name)
    for one in glyphs:
        for other in glyphs:
            if one < other:
                assert len(_lit(glyphs[one]) ^ _lit(glyphs[other])) >= distance, (one, other)


@pytest.mark.parametrize("name", ["suits.txt", "small_suits.txt"])
def test_red_suits_are_hollow_and_black_ones_are_not(name):
    glyphs = art.parse((art.ART / name).read_text(encoding="utf-8"), name)
    middle = len(glyphs["H"]) // 2
    for suit, hollow in (("S", False), ("H", True), ("D", True), ("C", False)):
        assert (glyphs[suit][middle][middle] == ".") == hollow, suit


def test_no_two_characters_look_the_same():
    glyphs = art.parse((art.ART / "font.txt").read_text(encoding="utf-8"), "font.txt")
    seen = {}
    for name, rows in glyphs.items():
        assert seen.setdefault(tuple(rows), name) == name
