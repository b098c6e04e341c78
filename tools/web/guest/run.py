"""Starts the firmware in the MicroPython of a web page and takes it through its steps; called by page/worker.mjs.

What firmware/handheld/start.py does on a board, but for the waiting: the game is a generator of the milliseconds that
may pass until it wants to go on, and here it is the page that lets them pass. So the page never waits for the game.
"""

import gc
import json
import sys

import fake_machine
import fake_time
import web_os

_modules = sys.modules
_modules["machine"] = fake_machine
_modules["time"] = fake_time
_modules["os"] = web_os

import board  # noqa: E402 - needs the modules set above
from micropython import const  # noqa: E402

import speech  # noqa: E402

fake_machine.wired_sda = board.I2C["sda"]
fake_machine.wired_scl = board.I2C["scl"]

_BUZZER = const(16)  # a pin that the board has free

_LOOK_MS = const(15)  # the longest between two looks at the buttons
_GARBAGE = const(128 * 1024)

_device = None
_app = None
_steps = None
_due = 0  # when the next step is to be done, as ticks_ms() has it


def facts():
    """Return what the page has to know of the board, as JSON."""
    return json.dumps({"buttons": board.BUTTONS, "led": board.LED, "address": board.DISPLAY["address"]})


def power_on(text):
    """Switch on. text: JSON of {"seed": number or null, "deal": code or null}."""
    global _device, _steps
    config = json.loads(text)
    if config["seed"] is not None:
        board.SEED = config["seed"]
    if board.BUZZER is None:
        board.BUZZER = _BUZZER
    from handheld.device import Device

    speech.listen()
    _device = Device(board)
    _steps = _whole(_device, config["deal"])


def step():
    """Do what is due; return the milliseconds that may pass until this is to be called again, -1 after the end."""
    global _due
    _device.sleep(0)  # looks at the buttons, the display and the LED
    left = fake_time.ticks_diff(_due, fake_time.ticks_ms())
    if left <= 0:
        left = next(_steps, -1)
        if left < 0:
            return -1
        _due = fake_time.ticks_add(fake_time.ticks_ms(), left)
    return min(left, _LOOK_MS)


def deal_code():
    """Return the code of the deal that is on and its game as JSON, pairs of name and value, "" where there is none."""
    session = _app.session if _app else None
    if not session or not session.in_deal():
        return ""
    from elba import systems

    system = systems.lookup(session.table.engine.rules.system, "id")
    return json.dumps([["deal", session.table.code(session.state)], ["system", system]])


def _whole(device, deal):
    """Everything from power-on (generator): yields the milliseconds that may pass until it wants to go on."""
    global _app
    from handheld import keys

    if device.buttons.low() == 1 << keys.A:
        from handheld.selftest import SelfTest

        yield from SelfTest(device, board).run()
    device.flush()
    gc.collect()
    from handheld.app import App

    gc.threshold(_GARBAGE)
    try:
        _app = App(device)
        if deal:
            _deal_first(_app, deal)
        yield from _app.run()
    except Exception as error:
        yield from _fault(device, error, keys.A)


def _fault(device, error, key):
    """What handheld.trouble.fault does (generator), but keeping notes: a page has what is printed (elba.printed)."""
    from handheld.lang import say

    device.problem(say("fault").split("\n"), error)
    device.flush()
    while device.key() != key:
        yield _LOOK_MS
    while device.held(key):
        yield _LOOK_MS
    fake_machine.reset()


def _deal_first(app, text):
    """Have the title choose "Deal code" by itself, once, and that page return this code without asking."""
    from elba import dealcode
    from handheld import codes

    code = dealcode.decode(text)  # what is none was refused by the page
    ask = codes.enter

    def given(ui):
        codes.enter = ask
        return code
        yield

    def chosen():
        del app._title
        return "deal_code"
        yield

    codes.enter = given
    app._title = chosen


def check_deal(text, system):
    """Return what is wrong with a deal code, and with the game that is said to go with it; "" if nothing is."""
    from elba import dealcode, systems
    from handheld import words

    try:
        code = dealcode.decode(text)
    except dealcode.BadCode as error:
        return str(error)
    found = systems.lookup(code.system, "id")
    if system and system != found:
        return "deal code: it is of %s (%s), not of %s" % (words.game(code.system), found, system)
    return ""
