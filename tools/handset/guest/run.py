"""Starts the firmware inside MicroPython's unix port; runs there, started by handset.unix.UnixHandset.

The two arguments are the file descriptors of the pipes from and to the parent. (The unix port ends at once if an
argument is longer than 255 bytes.) Through the first comes the repr of a dict:

    root          host directory that is the device's file system
    mounts        list of (host directory, directory on the device), read only
    path          sys.path on the device
    main          the start-up file on the device
    board         module with the board's data
    overrides     names to replace in it
    cause         what machine.reset_cause() returns
    clock         microseconds the device has been up already
    held          mask of the pins that buttons hold low at the start
"""

import gc
import io
import sys

import vfs

import fake_machine
import fake_os
import fake_time
import handset_link


def _mount(config):
    # The device's root hides the host's file system: firmware sees what it would see on the board.
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix(config["root"]), "/")
    for host, device in config["mounts"]:
        vfs.mount(vfs.VfsPosix(host), device, readonly=True)
    fake_os.chdir("/")
    sys.path[:] = config["path"]
    sys.argv[:] = []


def _replace_modules():
    modules = sys.modules
    modules["machine"] = modules["umachine"] = fake_machine
    modules["time"] = modules["utime"] = fake_time
    modules["os"] = modules["uos"] = fake_os


def _make_room_for_names():
    """Have MicroPython make its next large pool of names now.

    Pools double in size. With the names of these modules on top, the firmware's would need the pool of 13 kB in the
    middle of a game, in one piece, which a board does not.
    """
    for number in range(1300):
        before = gc.mem_alloc()
        getattr(gc, "_%d" % number, None)  # to look for a name is to keep it
        if gc.mem_alloc() - before > 10_000:
            break
    gc.collect()


def _load_board(config):
    board = __import__(config["board"])
    sys.modules["board"] = board
    # The parent wires the panel and the buttons as the board's own data say, whatever a test puts in their place.
    bus = getattr(board, "I2C", None)
    if bus:
        fake_machine.wired_sda = bus["sda"]
        fake_machine.wired_scl = bus["scl"]
    facts = {name: getattr(board, name, None) for name in ("NAME", "BUTTONS", "LED", "BUZZER", "SPI")}
    handset_link.board(repr(facts))
    for name, value in config["overrides"].items():
        setattr(board, name, value)


def _traceback(error):
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()


def _main():
    config = eval(handset_link.connect(int(sys.argv[1]), int(sys.argv[2])))
    handset_link.clock = config["clock"]
    handset_link.held_low = config["held"]
    fake_machine.cause = config["cause"]
    main = config["main"]
    try:
        _mount(config)
        _replace_modules()
        _load_board(config)
        config = None
        _make_room_for_names()
        execfile(main, {"__name__": "__main__", "__file__": main})
        handset_link.end("")
    except SystemExit:
        handset_link.reset(0)  # main.py that exits is started again, as by a soft reset
    except BaseException as error:
        sys.print_exception(error, sys.stderr)
        gc.collect()
        handset_link.end(_traceback(error))


_main()
