"""The build: what is compiled, for whom, and that MicroPython runs it."""

import subprocess
import sys

import pytest

import build
from conftest import ROOT
from handset import frames
from handset.unix import UnixHandset

MAIN = """
from elba.inner import deep
from handheld import fast
light_up()
show(0, bytes(fast.triple(deep.FIVE)) + b"\\xff")
time.sleep(99)
"""


@pytest.fixture
def tree(source):
    """A source tree with modules of all kinds."""
    root = source(MAIN)
    viper = "import micropython\n@micropython.viper\ndef triple(x: int) -> int:\n    return x * 3\n"
    for name, text in {
        "lib/elba/__init__.py": "",
        "lib/elba/record.py": "",
        "lib/elba/_cpython.py": "",
        "lib/elba/inner/__init__.py": "",
        "lib/elba/inner/record.py": "",
        "lib/elba/inner/deep.py": "FIVE = 5\n",
        "firmware/handheld/__init__.py": "",
        "firmware/handheld/fast.py": viper,
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def run(tree, *arguments):
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "build.py", "--source", tree, *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def files(directory):
    return sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file())


EXPECTED = [
    "board.py",
    "lib/elba/__init__.mpy",
    "lib/elba/inner/__init__.mpy",
    "lib/elba/inner/deep.mpy",
    "lib/elba/inner/record.mpy",
    "lib/handheld/__init__.mpy",
    "lib/handheld/fast.mpy",
    "main.py",
]


def test_the_tree_for_the_board_has_what_the_board_needs_and_no_more(tree):
    done = run(tree)
    assert done.returncode == 0, done.stderr
    assert files(tree / "build" / "device") == EXPECTED
    assert files(tree / "build" / "unix") == EXPECTED


def test_the_table_adds_up(tree):
    lines = run(tree).stdout.splitlines()
    rows = [line.split(maxsplit=1) for line in lines[1:]]
    sizes = {name: int(size) for size, name in rows}
    device = tree / "build" / "device"
    assert {name: sizes[name] for name in EXPECTED} == {name: (device / name).stat().st_size for name in EXPECTED}
    assert sizes["in 6 files .mpy"] == sum(sizes[name] for name in EXPECTED if name.endswith(".mpy"))
    assert sizes["in all"] == sum(sizes[name] for name in EXPECTED)


def test_headers_suit_all_boards_from_1_23_on(tree):
    run(tree)
    for target, architecture in (("device", 4), ("unix", 2)):
        for path in (tree / "build" / target).rglob("*.mpy"):
            magic, version, features, bits = path.read_bytes()[:4]
            assert (magic, version, bits) == (ord("M"), 6, 31)
            # Bytecode alone runs anywhere; viper makes it depend on the processor.
            expected = architecture << 2 | 3 if path.stem == "fast" else 0
            assert features == expected, path


@pytest.mark.parametrize(
    "header", [b"M\x05\x00\x1f", b"M\x06\x12\x1f", b"M\x06\x0b\x1f", b"M\x06\x00\x3f", b"import x"]
)
def test_a_wrong_header_is_refused(header):
    with pytest.raises(build.BuildError):
        build.check_header(header, "armv6m")


def test_a_build_is_the_same_wherever_it_is_made(tree, tmp_path):
    run(tree)
    first = {name: (tree / "build" / "device" / name).read_bytes() for name in EXPECTED}
    elsewhere = tmp_path / "elsewhere"
    tree.rename(elsewhere)
    run(elsewhere)
    assert {name: (elsewhere / "build" / "device" / name).read_bytes() for name in EXPECTED} == first
    assert b"elba/inner/deep.py" in first["lib/elba/inner/deep.mpy"]
    assert str(tmp_path).encode() not in b"".join(first.values())


def test_what_is_no_longer_there_leaves_the_build(tree):
    run(tree)
    (tree / "lib" / "elba" / "inner" / "record.py").unlink()
    run(tree)
    assert files(tree / "build" / "device") == [name for name in EXPECTED if "record" not in name]


def test_micropython_runs_the_compiled_files(tree):
    run(tree)
    with UnixHandset(build=tree / "build" / "unix") as device:
        device.run(100)
        assert frames.rows(device.frame())[0].index("1") == 15


@pytest.mark.parametrize("name", ["lib/elba/inner/deep.py", "firmware/main.py", "boards/pico.py"])
def test_a_syntax_error_is_named_and_the_last_build_stays(tree, name):
    run(tree)
    (tree / name).write_text("FIVE = (\nx =\n")
    done = run(tree)
    assert done.returncode == 1
    assert "%s does not compile" % name in done.stderr
    assert "line 2" in done.stderr
    assert "SyntaxError" in done.stderr
    assert "Traceback" not in done.stderr
    assert files(tree / "build" / "device") == EXPECTED


def test_an_unknown_board_is_named_with_those_there_are(tree):
    done = run(tree, "--board", "piko")
    assert done.returncode == 1
    assert done.stderr == "build: unknown board 'piko'; boards/ has: pico\n"


def test_without_a_main_there_is_no_build(tree):
    (tree / "firmware" / "main.py").unlink()
    done = run(tree)
    assert done.returncode == 1
    assert "there is no" in done.stderr


def test_host_only_modules_exist():
    # A renamed module would end up on the board unnoticed.
    for package, names in build.HOST_ONLY.items():
        for name in names:
            assert (ROOT / "lib" / package / (name + ".py")).is_file()
