"""What the device remembers of its person's choices, and how that is kept in a few bytes."""

from micropython import const

from elba import bots, options, systems
from elba.rules import Rules

from . import lang

_VERSION = const(2)
SIZE = const(15)
_OLDER = const(14)  # size of version 1: all but the language

# How the device takes its time: milliseconds for a call or a card, and for a finished trick; -1 waits for a key.
PACES = (("step by step", 600, -1), ("slow", 1000, 2200), ("normal", 500, 1400), ("fast", 120, 500))

# Contrast of the display. Zero is off on some panels, and the upper half looks all the same.
BRIGHTNESS = (("low", 8), ("medium", 70), ("high", 255))


class Settings:
    """The choices for the next session, and how the device behaves.

    system   index into elba.system_tables.SYSTEMS; house  dict of house rules; players  number at the table
    level    index into elba.bots.LEVELS; pace, brightness  indices into PACES and BRIGHTNESS
    language  index into lang.CODES
    """

    def __init__(self):
        self.system = 0
        self.house = {}
        self.players = 4
        self.level = bots.STANDARD
        self.pace = 2
        self.brightness = 2
        self.language = 0

    def rules(self):
        """Return the elba.rules.Rules of the next session."""
        return Rules(systems.lookup(self.system, "id"), self.house)

    def change_system(self, system):
        """Choose another rule system; house rules that it does not take, or not with that value, are dropped."""
        self.system = system
        house = self.house
        self.house = {}
        for row in options.TABLE:
            if row[0] in house:
                kept = dict(self.house)
                kept[row[0]] = house[row[0]]
                try:
                    Rules(systems.lookup(system, "id"), kept)
                except ValueError:  # BadOption is one
                    continue
                self.house = kept
        rules = self.rules()
        self.players = max(rules.fewest, min(rules.most, self.players))

    def level_here(self, rules):
        """Return the index of the level that is played with: the one chosen, or the best that the game has."""
        return min(self.level, bots.levels(rules) - 1)

    def save(self):
        """Return the settings as SIZE bytes."""
        buf = bytearray(SIZE)
        buf[0] = _VERSION
        buf[1] = self.system
        buf[2] = self.players
        buf[3] = self.level
        buf[4] = self.pace
        buf[5] = self.brightness
        options.pack(self.house, buf, 6)
        buf[14] = self.language
        return buf

    def load(self, buf):
        """Take back what `save` returned. Raises ValueError, and changes nothing, where that is not what it is."""
        language = 0
        if len(buf) == SIZE and buf[0] == _VERSION:
            language = buf[14]
        elif len(buf) != _OLDER or buf[0] != 1:
            raise ValueError("settings: not of this version")
        if buf[1] >= systems.number():
            raise ValueError("settings: not of this version")
        house = options.unpack(buf, 6)
        rules = Rules(systems.lookup(buf[1], "id"), house)
        if (
            not rules.fewest <= buf[2] <= rules.most
            or buf[3] >= len(bots.LEVELS)
            or buf[4] >= len(PACES)
            or buf[5] >= len(BRIGHTNESS)
            or language >= len(lang.CODES)
        ):
            raise ValueError("settings: a value that does not exist")
        self.system, self.players, self.level, self.pace, self.brightness = buf[1:6]
        self.house = house
        self.language = language
