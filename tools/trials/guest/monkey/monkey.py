"""The firmware with its buttons in the hands of a monkey; runs inside MicroPython, started by the check `monkey`.

    micropython -X heapsize=... monkey.py GUEST BUILD ROOT SEED PRESSES

GUEST is the directory tools/handset/guest, BUILD the compiled firmware, ROOT the device's file system. After every some
thousand presses the monkey is made to look for the title, by the way out that every screen must have. What takes a
board its time takes it here, too, before anybody looks at the buttons again: a step of a bot 10 ms, a save 6 ms or,
with a block to be erased, 58. Prints

    entered SCREEN, left SCREEN    the first time: the kind of a screen and the key of its headline
    stuck SCREEN                   no way to the title was found
    double BUTTON MS               a press counted twice; arrows may repeat after 400 ms
    presses N, keys N, titles N, minutes N    at the end; keys are those that were taken

and ends with "end". What the firmware prints comes between.
"""

import gc
import sys

_EACH = 2500  # presses from one search for the title to the next
_MOST = 300  # presses that such a search may take
_REPEAT_US = 399_000  # an arrow that is held down for 400 ms by the firmware's clock may count again
_STEP_US = 10_000
_SAVE_US = (6000, 6000, 6000, 6000, 6000, 6000, 58_000)

_SCREENS = (
    ("handheld.ui", "Ui", "page choose read table number"),
    ("handheld.play", "DealPlayer", "_choose_call _choose_card _choose_exchange _choose_discard _choose_trump"),
    ("handheld.app", "App", "_title"),
)


class Watch:
    """Notes which screens are entered and left, and knows the way out."""

    def __init__(self, link):
        self.link = link
        self.keys = {}  # text -> key of the text's table, of what was said last
        self.entered = set()
        self.left = set()
        self.on = []  # the screens that are open, the innermost last
        self.titles = 0
        self.keys_put = 0
        self._counted = [0] * 6  # for each button, the press that has counted last
        self._search_at = _EACH
        self._searched = 0
        self._found = 0
        link.wanted = self.way_out

    def way_out(self):
        """Name the next button on the way to the title, or None while nobody looks for it."""
        link = self.link
        if self._searched:
            if self.titles != self._found:
                self._searched = 0
                self._search_at = link.presses + _EACH
                return None
            self._searched += 1
            if self._searched > _MOST:
                print("stuck", self.on)
                self.show()
                raise link.Finished()
        elif link.presses >= self._search_at:
            self._searched = 1
            self._found = self.titles
        else:
            return None
        # B leaves a page or opens the menu of the deal, whose last row but one leads to the title; A says yes. Where B
        # goes back by a step (in a deal code) it takes some.
        if self._searched % 60 > 36:
            return link.B
        return (link.B, link.UP, link.UP, link.A)[self._searched % 4]

    def show(self):
        """Print what is on the canvas."""
        canvas = self.canvas
        for y in range(0, 64, 2):
            print("".join([" ▀▄█"[canvas.pixel(x, y) | canvas.pixel(x, y + 1) << 1] for x in range(128)]))

    def say(self, say):
        def said(key, *values):
            text = say(key, *values)
            if len(self.keys) > 300:
                self.keys.clear()
            self.keys[text] = key
            return text

        return said

    def screen(self, function, name):
        def watched(*arguments):
            self.canvas = (arguments[0] if name[0] != "_" else arguments[0].ui).canvas
            title = arguments[1] if len(arguments) > 1 and isinstance(arguments[1], str) else ""
            here = "%s %s" % (name, self.keys.get(title, "")) if title else name
            if here not in self.entered:
                self.entered.add(here)
                print("entered", here)
            self.on.append(here)
            if name == "_title":
                self.titles += 1
            result = yield from function(*arguments)
            self.on.pop()
            if here not in self.left:
                self.left.add(here)
                print("left", here)
            return result

        return watched


    def put(self, put):
        """Return Buttons._put, with a look whether there was such a press."""
        link = self.link

        def counted(buttons, key):
            button = key - 1
            if self._counted[button] != link.begun[button]:
                self._counted[button] = link.begun[button]
            elif button >= link.A or link.clock - link.begun_at[button] < _REPEAT_US:
                print("double", ("up", "down", "left", "right", "a", "b")[button], link.clock // 1000)
            self.keys_put += 1
            put(buttons, key)

        return counted


def _taking_time(link, make):
    """Return elba.bots.make, of bots whose steps take time."""

    def made(*arguments):
        bot = make(*arguments)
        step = bot.step

        def slow():
            link.bus_time(_STEP_US)
            return step()

        bot.step = slow
        return bot

    return made


def _save(link, save):
    """Return Store.save that takes time."""

    def slow(*arguments):
        link.bus_time(_SAVE_US[link.below(len(_SAVE_US))])
        return save(*arguments)

    return slow


def main(guest, build, root, seed, presses):
    here = __file__[: __file__.rfind("/")] if "/" in __file__ else "."
    sys.path[:] = [here, guest]
    import vfs

    import fake_machine
    import fake_os
    import fake_time
    import handset_link as link

    vfs.umount("/")
    vfs.mount(vfs.VfsPosix(root), "/")
    vfs.mount(vfs.VfsPosix(build), "/_build", readonly=True)
    fake_os.chdir("/")
    sys.path[:] = ["", "/_build", "/_build/lib"]
    for name, module in (("machine", fake_machine), ("time", fake_time), ("os", fake_os)):
        sys.modules[name] = sys.modules["u" + name] = module
    import board

    fake_machine.wired_sda = board.I2C["sda"]
    fake_machine.wired_scl = board.I2C["scl"]
    board.SEED = None
    fake_os.urandom = lambda n: bytes([link.below(256) for _ in range(n)])  # or no run could be made again
    link.begin(seed, [board.BUTTONS[name] for name in ("up", "down", "left", "right", "a", "b")], presses)
    watch = Watch(link)
    from handheld import lang

    lang.say = watch.say(lang.say)
    for name, kind, methods in _SCREENS:
        __import__(name)
        Class = getattr(sys.modules[name], kind)
        for method in methods.split():
            setattr(Class, method, watch.screen(getattr(Class, method), method))
    from elba import bots
    from handheld.buttons import Buttons
    from handheld.storage import Store

    Buttons._put = watch.put(Buttons._put)
    Store.save = _save(link, Store.save)
    bots.make = _taking_time(link, bots.make)
    gc.collect()
    try:
        from handheld import start

        start.run()
        print("the game has ended")
    except link.Restart as restart:
        print("the firmware was restarted:", restart)
    except link.Finished:
        pass
    print("presses", link.presses)
    print("keys", watch.keys_put)
    print("titles", watch.titles)
    print("minutes", link.clock // 60_000_000)
    print("end")


main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
