"""package.json and manifest.py: what is installed in other ways than by `make deploy` is the same set of modules."""

import importlib
import json
import subprocess
import sys

import pytest

import build
import elba
import packages
from conftest import ROOT


def device_files():
    """The files on the device, compiled ones named as their sources."""
    names = {"lib/%s.py" % module for module, _ in build.modules(ROOT)}
    return names | {"main.py", "recovery.py", "board.py"}


def test_the_files_are_those_of_the_sources():
    for name, text in packages.texts(ROOT).items():
        assert (ROOT / name).read_text() == text, "run tools/packages.py, or make docs"


def test_the_package_lists_every_file_of_the_device_and_each_is_there():
    content = json.loads((ROOT / "package.json").read_text())
    assert content["version"] == elba.__version__
    targets = [target for target, _ in content["urls"]]
    assert set(targets) == device_files() | {"lib/handheld/texts/en.toml"}
    assert len(targets) == len(set(targets))
    assert content["urls"][-1][0] == "main.py"
    for _, source in content["urls"]:
        assert (ROOT / source).is_file()


def test_the_manifest_freezes_the_same_but_the_board():
    frozen = []

    def package(name, files, base_path=".", opt=None):
        frozen.extend((ROOT / base_path / name / file, "lib/%s/%s" % (name, file), opt) for file in files)

    def module(name, base_path=".", opt=None):
        device = name if name in build.SOURCES else "lib/" + name
        frozen.append((ROOT / base_path / name, device, opt))

    included, about = [], {}
    names = {"package": package, "module": module, "include": included.append}
    names["metadata"] = lambda **words: about.update(words)
    exec((ROOT / "manifest.py").read_text(), names)
    assert included == ["$(PORT_DIR)/boards/manifest.py"]  # or the port's own modules, _boot.py too, would be missing
    assert about["version"] == elba.__version__
    assert {target for _, target, _ in frozen} == device_files() - {"board.py"}
    assert "lib/guard.py" in device_files()
    assert all(path.is_file() and opt == 1 for path, _, opt in frozen)


@pytest.fixture
def installer():
    """mpremote's own installer of packages, with a transport that writes into a dict."""
    mip = importlib.import_module("mpremote.mip")

    class Transport:
        def __init__(self):
            self.files = {}
            self.directories = set()

        def fs_exists(self, path):
            return path in self.directories or path in ("", "/")

        def fs_mkdir(self, path):
            self.directories.add(path)

        def fs_writefile(self, path, data, progress_callback=None):
            self.files[path] = data

    def install(package, target):
        transport = Transport()
        mip._install_package(transport, package, "index", target, None, True)
        return transport.files

    return install


def expected_files():
    content = json.loads((ROOT / "package.json").read_text())
    return {"/" + target: (ROOT / source).read_bytes() for target, source in content["urls"]}


@pytest.mark.parametrize("package", ["package.json", "./package.json"])
def test_mpremote_installs_it_from_a_clone(installer, package, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    files = installer(package, "")
    assert files == expected_files()


def test_mpremote_installs_it_from_an_address(installer, web, capsys):
    assert installer(web(ROOT) + "/package.json", "") == expected_files()


def test_mpremote_is_the_one_that_the_requirements_pin():
    text = (ROOT / "tools" / "requirements.txt").read_text()
    done = subprocess.run([sys.executable, "-m", "mpremote", "version"], capture_output=True, text=True, check=True)
    assert "mpremote==" + done.stdout.split()[-1] in text
