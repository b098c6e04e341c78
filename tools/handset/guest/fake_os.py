"""The module `os` as firmware finds it on the board: what only the unix port has is gone, sync is added."""

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
    urandom,
)


def sync():
    """The host's file system needs no flushing."""
