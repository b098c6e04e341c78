"""What the web page is built from: the same program as on a board, without native code."""

import ast
import re

import pytest

import build
import texts
import webpage
from conftest import ROOT
from language import spelling, table

MODULES = dict(build.modules(ROOT))


class _WithoutNative(ast.NodeTransformer):
    """Takes off decorators that only say how a function is to be compiled."""

    def __init__(self):
        self.taken = 0

    def visit_FunctionDef(self, node):
        kept = [item for item in node.decorator_list if not ast.unparse(item).startswith("micropython.")]
        self.taken += len(node.decorator_list) - len(kept)
        node.decorator_list = kept
        return self.generic_visit(node)


@pytest.mark.parametrize("module", MODULES)
def test_the_pages_program_is_the_boards_but_for_the_decorators_of_native_code(module):
    source = MODULES[module].read_text(encoding="utf-8")
    stripper = _WithoutNative()
    board = stripper.visit(ast.parse(source))
    page = ast.parse(webpage.portable(source))
    assert ast.dump(page) == ast.dump(board)
    assert stripper.taken == len(re.findall(r"^ *@micropython\.", source, re.MULTILINE))
    # Tracebacks name the same lines.
    assert webpage.portable(source).count("\n") == source.count("\n")


def test_there_is_native_code_to_take_off():
    with_native = [name for name, path in MODULES.items() if "@micropython.viper" in path.read_text(encoding="utf-8")]
    assert {"elba/rng", "elba/solver_core", "elba/bots/hidden"} <= set(with_native)


def test_other_decorators_stay():
    source = "@micropython.viper\n@other\ndef f(a: ptr8) -> int:\n    return a[0]\n\n\n@property\ndef g():\n    pass\n"
    assert webpage.portable(source) == source.replace("@micropython.viper", "")


def test_the_page_has_every_file_of_a_board_but_how_a_board_starts(tmp_path):
    files = webpage.firmware(ROOT)
    board = {name for name, _ in build.build(ROOT, tmp_path / "device", "pico", "armv6m")}
    own = {name for name in files if name.startswith("web/")}
    assert board - set(files) == set(build.SOURCES)
    assert set(files) - own <= board
    assert {"web/fake_machine.mpy", "web/fake_time.mpy", "web/handset_link.mpy", "web/run.mpy"} <= own
    for name, data in files.items():
        if name.endswith(".mpy"):
            build.check_header(data, "armv6m")
            assert not data[2] >> 2 & 15, "%s has native code" % name


def test_the_models_of_the_board_find_all_that_they_call():
    """The models are shared with the handset in a terminal; what they stand on is not."""
    link = ast.parse((ROOT / "tools" / "web" / "guest" / "handset_link.py").read_text())
    there = {node.name for node in link.body if isinstance(node, ast.FunctionDef)}
    there |= {target.id for node in link.body if isinstance(node, ast.Assign) for target in node.targets}
    for name in webpage.SHARED_GUEST:
        source = (ROOT / "tools" / "handset" / "guest" / name).read_text()
        called = set(re.findall(r"\b_link\.(\w+)", source))
        assert called
        assert called <= there, name


def test_files_are_packed_one_behind_the_other():
    packed = webpage.packed({"b/c": b"xyz", "a": b""})
    index = b'[["a", 0], ["b/c", 3]]'
    assert packed == len(index).to_bytes(4, "little") + index + b"xyz"


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_every_glyph_of_a_languages_face_is_spelt(code):
    directory = ROOT / texts.DIRECTORY
    english, _ = table.read(directory / "en.toml")
    own, _ = table.read(directory / (code + ".toml"))
    pack = texts.compile_all(directory)[code + ".lang"]
    glyphs = spelling.of(code, {**english, **own})
    assert len(glyphs) == int.from_bytes(pack[16:18], "little")
    assert all(glyphs)


def test_every_language_has_all_words():
    languages = webpage.spoken(ROOT)
    assert [language["code"] for language in languages] == list(texts.LANGUAGES)
    for language in languages:
        assert set(language["words"]) == set(languages[0]["words"])
        assert len(language["words"]["suits"]) == len(language["words"]["ranks"]) == 4


def test_npm_that_is_missing_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(webpage.WebError, match="sudo apt install npm"):
        webpage.libraries(ROOT, tmp_path / "npm")


def test_what_the_page_takes_from_npm_is_pinned_with_a_checksum():
    import json

    lock = json.loads((ROOT / "tools" / "web" / "package-lock.json").read_text())
    for name, package in lock["packages"].items():
        if name:
            assert package["integrity"].startswith("sha512-"), name
            assert "resolved" not in package, "%s: any registry will do" % name
    wanted = json.loads((ROOT / "tools" / "web" / "package.json").read_text())
    for group in ("dependencies", "devDependencies"):
        assert all(re.fullmatch(r"[0-9.]+(-\d+)?", version) for version in wanted[group].values())
