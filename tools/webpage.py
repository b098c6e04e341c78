"""Elba as a web page: make web, make web-serve.

    build/web    a directory to put on any web server: the page, MicroPython for browsers, and the firmware

The firmware is the one of the boards, compiled to bytecode. MicroPython for browsers knows no native code; what
decorates a function for it is left out (portable()), and the function is then ordinary bytecode of the same lines.
MicroPython and what else is not of this project come from npm, as tools/web/package-lock.json pins them.
"""

import argparse
import ast
import functools
import gzip
import hashlib
import http.server
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import build
import packages
import texts
from handset import frames
from language import spelling, table

SOURCE = Path(__file__).resolve().parent.parent
PARTS = Path("tools") / "web"

# What is taken from npm: where it is below node_modules, what the page calls it.
LIBRARIES = {
    "@micropython/micropython-webassembly-pyscript/micropython.mjs": "micropython.mjs",
    "@micropython/micropython-webassembly-pyscript/micropython.wasm": "micropython.wasm",
    "fflate/esm/browser.js": "fflate.mjs",
}

# The model of the board's `machine` and `time` is that of the handset in a terminal.
SHARED_GUEST = ("fake_machine.py", "fake_time.py")

# Bytecode is the same for all architectures; the compiler wants one all the same.
_ARCHITECTURE = "armv6m"

_BOARD = "pico"
_DECORATORS = ("micropython.viper", "micropython.native")
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".bin": "application/octet-stream",
    ".txt": "text/plain",
}


class WebError(Exception):
    """The page cannot be built; the message says what is missing."""


def portable(source):
    """Return the text of a module without decorators for native code; all other lines stay where they are."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator) in _DECORATORS:
                lines[decorator.lineno - 1] = ""
    return "\n".join(lines)


def bytecode(source):
    """Return {file on the device: bytes} of all modules of a board, without native code."""
    return {"lib/%s.mpy" % module: _compiled(path, module + ".py") for module, path in build.modules(source)}


def firmware(source):
    """Return {file on the device: bytes}: what a board gets, in bytecode, and the page's own modules in /web."""
    files = {"board.py": (source / "boards" / (_BOARD + ".py")).read_bytes(), **bytecode(source)}
    files.update(build.languages(source))
    guests = [source / "tools" / "handset" / "guest" / name for name in SHARED_GUEST]
    guests += sorted((source / PARTS / "guest").glob("*.py"))
    for path in guests:
        files["web/%s.mpy" % path.stem] = _compiled(path, "web/" + path.name)
    return files


def _compiled(path, name):
    with tempfile.TemporaryDirectory(prefix="elba-") as directory:
        stripped = Path(directory) / path.name
        stripped.write_text(portable(path.read_text(encoding="utf-8")), encoding="utf-8")
        return build.compile_file(stripped, name, _ARCHITECTURE)


def packed(files):
    """Return files as one: see unpacked() in page/worker.mjs."""
    index = json.dumps([[name, len(data)] for name, data in sorted(files.items())]).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(data for _, data in sorted(files.items()))


def spoken(source):
    """Return what page/speech.mjs needs to put a screen into words, by language."""
    directory = source / texts.DIRECTORY
    with open(source / PARTS / "words.toml", "rb") as file:
        words = tomllib.load(file)
    english, _ = table.read(directory / "en.toml")
    result = []
    for code in texts.LANGUAGES:
        own, _ = table.read(directory / (code + ".toml"))
        glyphs = spelling.of(code, {**english, **own})
        result.append({"code": code, "fromRight": code == "fa", "glyphs": glyphs, "words": words[code]})
    return result


def libraries(source, cache):
    """Return {file of the page: bytes} of what npm has; raises WebError. cache: as for install()."""
    install(source, cache)
    return {name: (cache / "node_modules" / path).read_bytes() for path, name in LIBRARIES.items()}


def install(source, cache, everything=False):
    """Have npm install what the lock file lists; raises WebError.

    cache  a directory for it, filled anew when the lock file is another than the last time
    everything  what only tests need, too
    """
    lock = (source / PARTS / "package-lock.json").read_bytes()
    stamp = cache / "installed"
    wanted = hashlib.sha256(lock).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        _ask_npm(source, cache, () if everything else ("--omit=dev",))
        stamp.write_text(wanted)


def _ask_npm(source, cache, options):
    if shutil.which("npm") is None:
        raise WebError("npm is not installed. On Debian or Ubuntu: sudo apt install npm")
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source / PARTS / name, cache / name)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *options]
    done = subprocess.run(command, check=False, cwd=cache, capture_output=True, text=True)
    if done.returncode:
        raise WebError("npm could not install what tools/web/package-lock.json lists\n" + done.stderr[-2000:])


def icon(source, size):
    """Return a PNG: the letters on the title, as the glass shows them, on a dark square."""
    import io

    from PIL import Image

    frame = frames.from_pbm((source / "host_tests" / "frames" / "title.pbm").read_text())
    fan = frames.to_image(frame).convert("L").crop((80, 24, 128, 64))  # the cards in the corner
    scale = size * 7 // 10 // fan.width
    fan = fan.resize((fan.width * scale, fan.height * scale), Image.Resampling.NEAREST)
    picture = Image.new("RGB", (size, size), (16, 20, 26))
    place = (size - fan.width) // 2, (size - fan.height) // 2
    picture.paste(Image.new("RGB", fan.size, (200, 232, 255)), place, fan)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def pages(source, version, repository):
    """Return {file of the page: bytes} of what tools/web/page has, with what is to be filled in."""
    values = {
        "@VERSION@": version,
        "@REPOSITORY@": repository,
        "@LICENSE@": (source / "LICENSE").read_text(encoding="utf-8"),
        "@OFL@": (source / "tools" / "art" / "OFL.txt").read_text(encoding="utf-8"),
    }
    result = {}
    for path in sorted((source / PARTS / "page").iterdir()):
        text = path.read_text(encoding="utf-8")
        for name, value in values.items():
            text = text.replace(name, value)
        result[path.name] = text.encode()
    return result


def whole(source, cache, repository=""):
    """Return {file of the page: bytes}. Raises WebError and build.BuildError."""
    files = pages(source, packages.version(source), repository)
    files.update(libraries(source, cache))
    files["firmware.bin"] = packed(firmware(source))
    files["speech.json"] = json.dumps(spoken(source), ensure_ascii=False, separators=(",", ":")).encode()
    for size in (192, 512):
        files["icon-%d.png" % size] = icon(source, size)
    # The service worker keeps all that, as one: a change of any file makes another one.
    names = sorted(name for name in files if name != "service.js")
    digest = hashlib.sha256()
    for name in [*names, "service.js"]:
        digest.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    text = files["service.js"].decode().replace("@STATE@", digest.hexdigest()[:16])
    files["service.js"] = text.replace('"@FILES@"', ", ".join(json.dumps(name) for name in names)).encode()
    return files


def write(files, target):
    """Fill the directory `target`, replacing what is there."""
    if target.exists():
        shutil.rmtree(target)
    target.mkdir(parents=True)
    for name, data in files.items():
        (target / name).write_bytes(data)


def compressed(files):
    """Return how many bytes a browser loads of files, compressed as web servers do."""
    return sum(min(len(data), len(gzip.compress(data, 9))) for data in files.values())


def server(directory, port=0):
    """Return an HTTP server of a directory for this computer alone."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**_TYPES, "": "application/octet-stream"}

        def log_message(self, *words):
            pass

        def send_head(self):
            del self.headers["If-Modified-Since"]  # in whole seconds, and a file may change twice in one
            return super().send_head()

        def end_headers(self):
            self.send_header("Cache-Control", "no-cache")  # what was built anew is to be seen
            super().end_headers()

    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=str(directory)))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="webpage", description=__doc__.splitlines()[0])
    parser.add_argument("--serve", action="store_true", help="show it to browsers of this computer")
    parser.add_argument("--port", type=int, default=8000, help="for --serve (default: 8000)")
    parser.add_argument("--repository", default="", metavar="URL", help="where the page says that the sources are")
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    target = options.source / "build" / "web"
    try:
        build.check_compiler()
        files = whole(options.source, options.source / "build" / "npm", options.repository)
        write(files, target)
    except (WebError, build.BuildError, texts.TableError, OSError) as error:
        print("webpage: %s" % error, file=sys.stderr)
        return 1
    print("build/web: %d files, %d kB as a browser loads them" % (len(files), compressed(files) // 1000))
    if options.serve:
        try:
            with server(target, options.port) as running:
                print("http://127.0.0.1:%d/ (Ctrl-C ends it)" % running.server_port, flush=True)
                running.serve_forever()
        except OSError as error:
            print("webpage: port %d: %s" % (options.port, error.strerror), file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
