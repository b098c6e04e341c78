"""The emulated board as a serial port of this machine: for programs that know nothing of an emulator, like mpremote."""

import os
import pty
import select
import threading
import tty

_SLICE_NS = 2_000_000  # of the board's time between two looks at the port

# Of the board's time before somebody may connect. Just after its start it loses what comes while it is busy, see
# patches.FramedUsb, and is then silent for good.
_SETTLED_MS = 600


class SerialPort:
    """Runs a handset.Rp2040Handset in a thread of its own and connects its USB console to a pseudo-terminal.

    with SerialPort(handset) as path:
        subprocess.run(["mpremote", "connect", path, ...])

    Meanwhile the handset must not be used by anybody else. A failure of the thread is raised at the end. Connect anew
    after everything that ends with a reset of the board.
    """

    def __init__(self, handset):
        self._handset = handset
        self._stop = threading.Event()
        self._failure = None

    def __enter__(self):
        if self._handset.up_ms < _SETTLED_MS:
            self._handset.run(_SETTLED_MS)
        self._leader, self._follower = pty.openpty()
        tty.setraw(self._follower)
        os.set_blocking(self._leader, False)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return os.ttyname(self._follower)

    def __exit__(self, *exception):
        self._stop.set()
        self._thread.join()
        os.close(self._leader)
        os.close(self._follower)
        if self._failure is not None:
            raise self._failure

    def _run(self):
        try:
            self._pass_on()
        except Exception as error:
            self._failure = error

    def _pass_on(self):
        board = self._handset.wired
        sent = len(board.printed)
        waiting = b""
        while not self._stop.is_set():
            board.run_to(board.nanos + _SLICE_NS)
            if board.room() and select.select([self._leader], [], [], 0)[0]:
                board.type(os.read(self._leader, board.room()))
            waiting += bytes(board.printed[sent:])
            sent = len(board.printed)
            if waiting:
                try:
                    waiting = waiting[os.write(self._leader, waiting) :]
                except BlockingIOError:
                    pass
