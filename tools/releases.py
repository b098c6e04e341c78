"""MicroPython as its makers publish it: which file for which board, checked and kept."""

import hashlib
import os
import urllib.error
import urllib.request
from pathlib import Path

VARIABLE = "MICROPYTHON_UF2"

# Model -> (address, SHA-256) of the release that this project was tried with. A model that is not here has a file too,
# but none was tried: its page is named instead.
PINNED = {
    "RPI_PICO": (
        "https://micropython.org/resources/firmware/RPI_PICO-20250911-v1.26.1.uf2",
        "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c",
    ),
}
PAGE = "https://micropython.org/download/%s/"

_PATIENCE_S = 30


class ReleaseError(Exception):
    """There is no file; the message says why and what would help."""


def given():
    """Return the path that MICROPYTHON_UF2 names, None if it is unset; raise ReleaseError if no file is there."""
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    path = Path(name)
    if not path.is_file():
        raise ReleaseError("%s names no file: %s" % (VARIABLE, name))
    return path


def download(model, cache):
    """Return the path of the pinned release for a hardware.models.Model, downloaded into `cache` if it is not there.

    Raises ReleaseError: no release is pinned, no network, or another file than the pinned one.
    """
    if model.name not in PINNED:
        raise ReleaseError(
            "no release of MicroPython is pinned for the %s. Download the newest .uf2 from %s and name it: %s=path"
            % (model.title, PAGE % model.name, VARIABLE)
        )
    url, digest = PINNED[model.name]
    path = cache / url.rsplit("/", 1)[1]
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
        return path
    print("Downloading %s ..." % url, flush=True)
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE_S) as answer:
            data = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise ReleaseError("the download of %s failed (%s); give a file: %s=path" % (url, error, VARIABLE)) from None
    if hashlib.sha256(data).hexdigest() != digest:
        raise ReleaseError("what came from %s is not the file expected: its SHA-256 differs" % url)
    cache.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
