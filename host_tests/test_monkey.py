"""The monkey finds what is wrong: a screen without a way out, a press that counts twice, a fault."""

import shutil

import pytest

import build
import trust

monkey = trust.load(trust.CHECKS, "monkey")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    tree = tmp_path_factory.mktemp("build") / "unix"
    build.build(build.SOURCE, tree, "pico", "x64")
    return tree


def changed(built, tmp_path, module, before, after):
    """Return a copy of the built files with a module in which one piece of text is replaced."""
    tree = tmp_path / "tree"
    shutil.copytree(built, tree)
    source = (build.SOURCE / "firmware" / "handheld" / (module + ".py")).read_text()
    assert source.count(before) == 1
    path = tmp_path / (module + ".py")
    path.write_text(source.replace(before, after))
    (tree / "lib" / "handheld" / (module + ".mpy")).write_bytes(build.compile_file(path, module + ".py", "x64"))
    return tree


def let_play(tree, tmp_path, presses):
    (tmp_path / "device").mkdir()
    return monkey.played(tree, tmp_path / "device", 5, presses)


def test_nothing_is_wrong_with_the_firmware(built, tmp_path):
    said = let_play(built, tmp_path, 300)
    assert said.endswith("end\n")
    assert "entered choose pause" in said
    for wrong in ("stuck", "double", "Traceback", "restarted"):
        assert wrong not in said


def test_a_screen_without_a_way_out_is_found(built, tmp_path):
    tree = changed(built, tmp_path, "ui", "            if key == B:\n                return -1\n", "")
    said = let_play(tree, tmp_path, 6000)
    assert "stuck" in said
    assert "presses 6" not in said  # it did not go on


def test_a_press_that_counts_twice_is_found(built, tmp_path):
    tree = changed(
        built,
        tmp_path,
        "buttons",
        "                    if not self.asleep:\n",
        "                    self._put(key)\n                    if not self.asleep:\n",
    )
    assert "\ndouble" in let_play(tree, tmp_path, 300)


def test_a_fault_is_found(built, tmp_path):
    tree = changed(
        built,
        tmp_path,
        "play",
        "        self.draw()\n        pause = ",
        "        self.draw()\n        pause = 1 // 0 + ",
    )
    said = let_play(tree, tmp_path, 400)
    assert "ZeroDivisionError" in said
    assert "restarted" in said
