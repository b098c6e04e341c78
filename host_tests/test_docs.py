"""The documents: links lead somewhere, commands exist, and what they say is printed is printed."""

import re
import shlex

import pytest

import board as board_tool
from conftest import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "boards").glob("*.md")])
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.search(r"^\.PHONY: (.*)", MAKEFILE, re.MULTILINE)[1].split())


def anchors(path):
    found = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


def commands(path):
    """Return the commands of a document: indented lines, and what is in backticks, that begin with a program."""
    text = path.read_text()
    lines = re.findall(r"^    (\S.*)$", text, re.MULTILINE) + re.findall(r"`([^`\n]+)`", text)
    return [line for line in lines if re.match(r"(make|python|mpremote) \S", line)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_commands_exist(path):
    for line in commands(path):
        words = shlex.split(line)
        if words[0] == "make" and "-C" not in words:
            for word in words[1:]:
                name, given, _ = word.partition("=")
                if given:
                    assert re.search(r"\$\(%s\)|\b%s\b" % (name, name), MAKEFILE), line
                else:
                    assert name in TARGETS, line
        elif words[0] == "python":
            assert (ROOT / words[1]).is_file(), line


def test_every_target_of_the_makefile_is_in_a_document_or_speaks_for_itself():
    said = {word for path in DOCUMENTS for line in commands(path) for word in shlex.split(line)}
    assert TARGETS - said <= {"help", "build", "shot", "lint", "art", "clean", "docs"}


def test_the_commands_for_a_new_board_do_what_the_document_says(tmp_path, capsys, monkeypatch):
    (tmp_path / "boards").mkdir()
    monkeypatch.chdir(tmp_path)
    ran = 0
    for line in commands(ROOT / "docs" / "building.md"):
        words = shlex.split(line)
        if words[:2] == ["python", "tools/board.py"]:
            assert board_tool.main(["--source", str(tmp_path), *words[2:]]) == 0, line
            ran += 1
    assert ran == 3
    assert (tmp_path / "boards" / "mine.py").is_file()
    assert (tmp_path / "mine.svg").is_file()
    for option in re.findall(r"`(--[a-z]+)", (ROOT / "docs" / "building.md").read_text()):
        assert option in board_tool._parser().format_help() + _help_of_new(capsys)


def _help_of_new(capsys):
    with pytest.raises(SystemExit):
        board_tool.main(["new", "--help"])
    return capsys.readouterr().out


def test_what_is_said_to_be_printed_is_printed():
    sources = "\n".join(
        path.read_text() for folder in ("firmware", "tools") for path in sorted((ROOT / folder).rglob("*.py"))
    )
    # Where a message is put together, the documents show what comes out: the pieces have to be there.
    sources += (ROOT / "firmware" / "handheld" / "texts" / "en.toml").read_text().replace("\\n", " ")
    flat = re.sub(r"\s+", " ", re.sub(r'",?\s+"', " ", sources))
    quoted = []
    for line in (ROOT / "docs" / "troubleshooting.md").read_text().splitlines():
        first = line.split("|")[1] if line.startswith("|") else ""
        quoted += re.findall(r"`([A-Za-z][^`]{9,})`", first) + re.findall(r'"([^"]{9,})"', first)
    assert len(quoted) > 12
    pieces = {
        "On the bus: 0x3D.": ["On the bus: %s."],
        "SCL (GP5) is low, the other line is up": ["SCL (GP%d)", "is low, the other line is up"],
        "it may be in use by another program": [],  # mpremote's own
        "B was held": ["B was", "held."],
        "The update was not finished": ["The update was", "not finished."],
    }
    for text in quoted:
        for piece in pieces.get(text, [text.rstrip(".")]):
            assert piece in flat, text


def test_the_leds_flashes_are_those_of_the_firmware():
    source = (ROOT / "firmware" / "handheld" / "led.py").read_text()
    counts = {name: int(count) for name, count in re.findall(r"^([A-Z_]+) = const\((\d)\)", source, re.MULTILINE)}
    assert counts == {"NO_ANSWER": 2, "LOST": 2, "OTHER_ADDRESS": 3, "BAD_BOARD": 4}
    rows = re.findall(r"^\| (\d) \| (.*) \|$", (ROOT / "docs" / "troubleshooting.md").read_text(), re.MULTILINE)
    assert [int(count) for count, _ in rows] == [2, 3, 4]
