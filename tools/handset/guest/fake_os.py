"""The module `os` as firmware finds it on the board: what only the unix port has is gone, sync is added."""

from os import (  # noqa: F401
    chdir,
    getcwd,
    ilistdir,
    listdir,
    mkdir,
    remove,
    rmdir,
    stat,
    statvfs,
    unlink,
    urandom,
)


def sync():
    """The host's file system needs no flushing."""


def rename(old_path, new_path):
    """Copy and remove: the unix port's own rename mixes up its two paths below a mounted directory."""
    with open(old_path, "rb") as file:
        data = file.read()
    with open(new_path, "wb") as file:
        file.write(data)
    remove(old_path)
