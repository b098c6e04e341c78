"""Named screens of the firmware, and the buttons that lead to them from power-on: for pictures and for tests.

The steps are one text, words apart by spaces:

    a, b, up, down, left, right     press this button; right*3 presses it three times
    500ms                           let so much time pass
    +b, -b                          hold this button from here on, let it go

After each press the picture is given time to come to rest, so that no step depends on how long an animation takes.
"""

import re
from typing import NamedTuple

# A picture that changes all the time (a blinking cursor) is left to itself after so long.
_QUIET_MS = 200
_PATIENCE_MS = 5000

_WORD = re.compile(r"(?P<wait>\d+)ms|(?P<hold>[+-]?)(?P<name>[a-z]+)(?:\*(?P<times>\d+))?")


class Shot(NamedTuple):
    """A screen: the steps that lead to it, and the seed of the deals (None: the board's own).

    stage  the saved game to begin with, see stages.py; "" for none
    four   whether the board has four buttons only
    """

    steps: str
    seed: int | None = 1
    stage: str = ""
    four: bool = False


# From the title to the first deal at the pace "fast".
_DEAL = "up a a b down a a a "
_SETTLED = _DEAL + "3000ms a 3000ms a 4000ms a 4000ms a 4000ms a 4000ms a 4000ms"
# Japanese Napoleon: a person's hand of five faces, K♠ among them, and of four hearts.
_JAPANESE = "napoleon-jp 2 4 "
_NAMES = _JAPANESE + "2H 3C 3S pass*4 "
_PLAYS = _NAMES + "friend:AS widow:8D.7D.KD "
_JOKER_LED = _JAPANESE + "2H pass*4 friend:AS widow:3S.4S.5C JO"
_FRIEND = "napoleon-jp 2 17 1S pass 2H pass pass 2S pass"

SCREENS = {
    "title": Shot("", 20),
    "new-game": Shot("a", 20),
    "house-rules": Shot("a down*4 a", 20),
    "settings": Shot("up a", 20),
    "deal-code": Shot("down a up*3 a up*11", 20),
    "draw": Shot("a a", 20),
    "auction": Shot(_DEAL + "3000ms right", 20),
    "cards": Shot(_DEAL + "3000ms a 3000ms a 4000ms", 20),
    "seven": Shot("up a a b down a down*2 a*3 up*2 a a 6000ms a 6000ms", 5),
    "pause": Shot(_DEAL + "3000ms b", 20),
    "code": Shot(_DEAL + "3000ms b down*6 a", 20),
    "games": Shot("a down a", 20),
    "rules": Shot("a up a", 20),
    "rules-2": Shot("a up a right", 20),
    "serbian": Shot("a down a down*2 a", 20),
    "tricks": Shot(_DEAL + "3000ms a 3000ms a 4000ms b down*2 a", 20),
    "settlement": Shot(_DEAL + "3000ms a 3000ms a 4000ms a 4000ms a 4000ms a 4000ms a 4000ms", 20),
    "settlement-2": Shot(_DEAL + "3000ms a 3000ms a 4000ms a 4000ms a 4000ms a 4000ms a 4000ms a", 20),
    "look-back": Shot(_SETTLED + " b", 20),
    "all-hands": Shot(_SETTLED + " b down a", 20),
    "best": Shot(_SETTLED + " b down*2 a 2000ms", 20),
    "hint": Shot(_DEAL + "3000ms b down a 8000ms", 20),
    "hint-card": Shot(_DEAL + "3000ms a 3000ms a 4000ms b down a 8000ms", 20),
    "why": Shot("a up", stage="nap 0 1 three pass next*5"),
    "chips": Shot(_DEAL + "3000ms b down*3 a", 20),
    "ladder": Shot("a", stage=_JAPANESE + "2H 3C"),
    "ladder-number": Shot("a right*3 up*2", stage=_JAPANESE + "2H 3C"),
    "ladder-four": Shot("a right*2 a right*3", stage=_JAPANESE + "2H 3C", four=True),
    "friend": Shot("a", stage=_NAMES),
    "friend-own": Shot("a right down", stage=_NAMES),
    "friend-four": Shot("a", stage=_NAMES, four=True),
    "widow": Shot("a", stage=_NAMES + "friend:AS"),
    "widow-lost": Shot("a a right a up a", stage=_NAMES + "friend:AS"),
    "sides": Shot("a 3000ms", stage=_PLAYS + "next*9"),
    "sides-known": Shot("a", stage=_PLAYS + "next*20 QS TS AS 4S 6S 3D"),
    "sides-page": Shot("a 3000ms b down*2 a", stage=_PLAYS + "next*9"),
    "sides-page-known": Shot("a b down*2 a", stage=_PLAYS + "next*20 QS TS AS 4S 6S 3D"),
    "joker-led": Shot("a", stage=_JOKER_LED),
    "private-hint": Shot("a", stage=_FRIEND),
    "sides-rules": Shot("a b down*5 a right", stage=_PLAYS),
    "sides-settlement": Shot("a 3000ms", stage=_PLAYS + "next*49"),
    "sides-settlement-2": Shot("a 3000ms a", stage=_PLAYS + "next*49"),
    "one-save-damaged": Shot("", stage=_JAPANESE + "2H torn"),
    "save-damaged": Shot("", stage=_JAPANESE + "2H lost"),
    "lose-game": Shot("down a", stage=_JAPANESE + "2H"),
    "records": Shot("down*3 a down*2 a a", stage="nap 1 7 pass records"),
    "records-bids": Shot("down*3 a down*2 a a right right", stage="nap 1 7 pass records"),
    "records-friend": Shot("down*3 a down*2 a down a", stage="nap 1 7 pass records"),
    "pause-2": Shot("a 3000ms b up", stage=_PLAYS + "next*9"),
}


def parse(steps):
    """Return the steps as a list of (what, value): ("wait", ms), ("press" or "hold" or "release", button).

    Raises ValueError that names the word that is none.
    """
    result = []
    for word in steps.split():
        match = _WORD.fullmatch(word)
        if not match or (match["hold"] and match["times"]):
            raise ValueError("%r is no step; see handset/screens.py" % word)
        if match["wait"]:
            result.append(("wait", int(match["wait"])))
        else:
            what = {"": "press", "+": "hold", "-": "release"}[match["hold"]]
            result += [(what, match["name"])] * int(match["times"] or 1)
    return result


def rest(handset):
    """Let the picture come to rest; return it as it is then."""
    try:
        return handset.settle(_QUIET_MS, _PATIENCE_MS)
    except TimeoutError:
        return handset.frame()


def walk(handset, steps):
    """Do the steps on a handset; return the picture at their end."""
    rest(handset)
    for what, value in parse(steps):
        if what == "wait":
            handset.run(value)
        elif what == "press":
            handset.press(value)
            rest(handset)
        elif what == "hold":
            handset.hold(value)
        else:
            handset.release(value)
    return rest(handset)


def overrides(shot):
    """Return what of the board's data a handset for this screen needs replaced."""
    data = {} if shot.seed is None else {"SEED": shot.seed}
    if shot.four:
        data["BUTTONS"] = {"left": 12, "right": 13, "a": 14, "b": 15}
    return data
