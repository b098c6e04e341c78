"""What all host tests share: where the sources are, a small source tree, when the emulated board is skipped."""

import functools
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

sys.dont_write_bytecode = True
for directory in ("lib", "tools"):
    sys.path.insert(0, str(ROOT / directory))

import texts  # noqa: E402 - needs the path set above
from handset.unix import find_micropython  # noqa: E402

_BOARD = """
NAME = "pico"
MODEL = "RPI_PICO"
I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000}
DISPLAY = {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0}
BUTTONS = {"up": 10, "down": 11, "left": 12, "right": 13, "a": 14, "b": 15}
BUZZER = None
LED = 25
SEED = None
"""

# What a small firmware begins with: a bus, a bare SSD1306 and the buttons.
_PRELUDE = """
import time
from machine import I2C, Pin
import board

i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
buttons = {name: Pin(number, Pin.IN, Pin.PULL_UP) for name, number in board.BUTTONS.items()}

def command(*values):
    i2c.writeto(0x3C, b"\\x00" + bytes(values))

def show(page, data):
    command(0x22, page, page, 0x21, 0, 127)
    i2c.writeto(0x3C, b"\\x40" + bytes(data) + bytes(128 - len(data)))

def light_up():
    command(0xAE, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14)
    for page in range(8):
        show(page, b"")
    command(0xAF)
"""


@pytest.fixture
def source(tmp_path):
    """A function (main) -> Path: a source tree with the board pico and a small firmware."""

    def make(main, prelude=_PRELUDE):
        tree = tmp_path / "source"
        for name in ("firmware", "lib", "boards"):
            (tree / name).mkdir(parents=True, exist_ok=True)
        (tree / "boards" / "pico.py").write_text(_BOARD)
        (tree / "firmware" / "main.py").write_text(prelude + main)
        return tree

    return make


@pytest.fixture
def micropython(tmp_path):
    """A function (script, heap) -> str: what a script printed in micropython, firmware/ and lib/ on its path."""

    texts.ensure(ROOT / "firmware")

    def run(script, heap="1m"):
        file = tmp_path / "script.py"
        head = "import sys\nsys.path[:] = ['', '.frozen', %r, %r]\n" % (str(ROOT / "firmware"), str(ROOT / "lib"))
        file.write_text(head + script, encoding="utf-8")
        command = [find_micropython(), "-X", "heapsize=" + heap, str(file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120, cwd=tmp_path)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    return run


@pytest.fixture
def web():
    """A function (directory) -> address: serves a directory over HTTP on this machine."""
    running = []

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    def serve(directory):
        handler = functools.partial(Quiet, directory=str(directory))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        running.append((server, thread))
        return "http://127.0.0.1:%d" % server.server_port

    yield serve
    for server, thread in running:
        server.shutdown()
        thread.join()
        server.server_close()


def pytest_collection_modifyitems(items):
    if os.environ.get("MICROPYTHON_UF2"):
        return
    skip = pytest.mark.skip(reason="MICROPYTHON_UF2 is unset: it names the UF2 file of MicroPython for RPI_PICO")
    for item in items:
        if item.get_closest_marker("rp2040"):
            item.add_marker(skip)
