"""The module `os` as firmware finds it on the board: the port has all of it but urandom and sync."""

from os import (  # noqa: F401
    chdir,
    getcwd,
    ilistdir,
    listdir,
    mkdir,
    remove,
    rename,
    rmdir,
    stat,
    statvfs,
    unlink,
)

import elba_page as _page


def urandom(n):
    """Return random bytes from the browser's own source."""
    return bytes([_page.random_byte() for _ in range(n)])


def sync():
    """Files are kept by the page after each step."""
