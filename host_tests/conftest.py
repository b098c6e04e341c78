"""What all host tests share: where the sources are, and the condition for tests on the emulated board."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

sys.dont_write_bytecode = True
for directory in ("lib", "tools"):
    sys.path.insert(0, str(ROOT / directory))


def pytest_collection_modifyitems(items):
    if os.environ.get("MICROPYTHON_UF2"):
        return
    skip = pytest.mark.skip(reason="MICROPYTHON_UF2 is unset: it names the UF2 file of MicroPython for RPI_PICO")
    for item in items:
        if item.get_closest_marker("rp2040"):
            item.add_marker(skip)
