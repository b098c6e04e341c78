"""The module `os` as firmware finds it on the board: the port has all of it but urandom and sync.

Errors have other numbers here, those of WebAssembly's system interface: they become the board's, for open() too.
"""

import builtins
import os as _os

import elba_page as _page

# EEXIST, EISDIR, ENODEV, ENOENT, ENOSPC, ENOTDIR, ENOTEMPTY
_NUMBERS = {20: 17, 31: 21, 43: 19, 44: 2, 51: 28, 54: 20, 55: 39}


def _with_numbers_of_a_board(function):
    def call(*values):
        try:
            return function(*values)
        except OSError as error:
            raise OSError(_NUMBERS.get(error.errno, error.errno))

    return call


chdir = _with_numbers_of_a_board(_os.chdir)
getcwd = _os.getcwd
ilistdir = _with_numbers_of_a_board(_os.ilistdir)
listdir = _with_numbers_of_a_board(_os.listdir)
mkdir = _with_numbers_of_a_board(_os.mkdir)
remove = unlink = _with_numbers_of_a_board(_os.remove)
rename = _with_numbers_of_a_board(_os.rename)
rmdir = _with_numbers_of_a_board(_os.rmdir)
stat = _with_numbers_of_a_board(_os.stat)
statvfs = _with_numbers_of_a_board(_os.statvfs)
builtins.open = _with_numbers_of_a_board(open)


def urandom(n):
    """Return random bytes from the browser's own source."""
    return bytes([_page.random_byte() for _ in range(n)])


def sync():
    """Files are kept by the page after each step."""
