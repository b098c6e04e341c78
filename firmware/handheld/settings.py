"""What the device remembers of its person's choices, and how that is kept in a few bytes."""

from micropython import const

from elba import bots, systems
from elba.rules import Rules

from . import lang

_VERSION = const(3)
_HEAD = const(11)  # version, system, players, house rules
_OLDER = (0, 14, 15)  # sizes of versions 1 and 2

# How the device takes its time: milliseconds for a call or a card, and for a finished trick; -1 waits for a key.
PACES = (("step by step", 600, -1), ("slow", 1000, 2200), ("normal", 500, 1400), ("fast", 120, 500))

# Contrast of the display. Zero is off on some panels, and the upper half looks all the same.
BRIGHTNESS = (("low", 8), ("medium", 70), ("high", 255))


# What else is remembered: name, number of values, standard. A new row goes to the end: saves are in this order, and one
# of an older firmware has fewer of them.
_ROWS = (
    ("level", len(bots.LEVELS), bots.STANDARD),
    ("pace", len(PACES), 2),
    ("brightness", len(BRIGHTNESS), 2),
    ("language", len(lang.CODES), 0),
    ("volume", 4, 2),
    ("light", 2, 1),
    ("turned", 2, 0),
    ("motion", 4, 2),
    ("assist", 2, 1),
    ("sort", 2, 0),
    ("learned", 2, 0),
)


class Settings:
    """The choices for the next session, and how the device behaves.

    system   index into elba.system_tables.SYSTEMS; house  dict of house rules; players  number at the table
    level    index into elba.bots.LEVELS; pace, brightness  indices into PACES and BRIGHTNESS
    language  index into lang.CODES; volume  of the buzzer, 0 (off) to 3
    motion   index into motion.SPEEDS
    assist   1 where only what the rules allow can be chosen; sort  the hand: 0 by suit, 1 by rank
    learned  1 where the first game need not be offered on the title any more
    light, turned  1 where the LED may be lit, where the device is held upside down; else 0
    """

    def __init__(self):
        self.system = 0
        self.house = {}
        self.players = 4
        for name, _, standard in _ROWS:
            setattr(self, name, standard)

    def rules(self):
        """Return the elba.rules.Rules of the next session."""
        return Rules(systems.lookup(self.system, "id"), self.house)

    def change_system(self, system):
        """Choose another rule system; house rules that it does not take, or not with that value, are dropped."""
        from elba import options

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

    def apply(self, ui):
        """Have a device and its screens behave as it is set."""
        device = ui.device
        ui.motion = self.motion
        device.contrast(BRIGHTNESS[self.brightness][1])
        if device.sound:
            device.sound.volume = self.volume
        device.may_light = bool(self.light)
        device.turn(bool(self.turned))

    def save(self):
        """Return the settings as bytes: version, system, players, house rules, and a byte for each of _ROWS."""
        from elba import options

        buf = bytearray(_HEAD + len(_ROWS))
        buf[0] = _VERSION
        buf[1] = self.system
        buf[2] = self.players
        options.pack(self.house, buf, 3)
        for i in range(len(_ROWS)):
            buf[_HEAD + i] = getattr(self, _ROWS[i][0])
        return buf

    def load(self, buf):
        """Take back what `save` returned, here or in an older firmware; what that did not know yet is standard.

        Raises ValueError, and changes nothing, where that is not what it is.
        """
        from elba import options

        if len(buf) < 4:
            raise ValueError("settings: too short")
        version = buf[0]
        if version in (1, 2) and len(buf) == _OLDER[version]:
            house_at = 6
            values = bytes(buf[3:6]) + bytes(buf[14:])
        elif version == _VERSION and len(buf) >= _HEAD:
            house_at = 3
            values = buf[_HEAD:]
        else:
            raise ValueError("settings: not of this version")
        if buf[1] >= systems.number():
            raise ValueError("settings: not of this version")
        house = options.unpack(buf, house_at)
        rules = Rules(systems.lookup(buf[1], "id"), house)
        known = min(len(values), len(_ROWS))
        if not rules.fewest <= buf[2] <= rules.most or any([values[i] >= _ROWS[i][1] for i in range(known)]):
            raise ValueError("settings: a value that does not exist")
        self.system = buf[1]
        self.players = buf[2]
        self.house = house
        for i in range(known):
            setattr(self, _ROWS[i][0], values[i])
