"""What the device says: every text is there in every language, and read from a whole pack or else in English."""

import ast

import pytest

import build
import texts
from conftest import ROOT
from language import pack, shape, table

DIRECTORY = ROOT / texts.DIRECTORY
FIRMWARE = sorted((ROOT / "firmware" / "handheld").glob("*.py"))
ENGLISH, PLACES = table.read(DIRECTORY / "en.toml")
OTHERS = [code for code in texts.LANGUAGES if code != "en" and (DIRECTORY / (code + ".toml")).is_file()]


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
            "from handheld import lang\n"
            "lang._ROOT = %r\nassert not lang.use(0)\n"
            "for name in %r:\n    print(repr(lang._table(name)))\n"
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
