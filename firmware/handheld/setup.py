"""The screens on which a session is set up: players, level, house rules, and how the device behaves."""

from elba import bots, options, systems
from elba.rules import Rules

from . import lang, words
from .lang import pick, say
from .loan import borrow
from .settings import BRIGHTNESS, PACES

# Texts of the values that are not yes and no, and how many there are, where not two.
_WORDS = {"volume": "volumes", "sort": "sorts", "motion": "motions"}
_NUMBER = {"pace": len(PACES), "brightness": len(BRIGHTNESS), "volume": 4, "motion": 4}


def new_session(ui, settings):
    """Let a person set up a session (generator); returns whether to start it. The settings hold what was chosen."""
    at = 0
    while True:
        rules = settings.rules()
        settings.players = max(rules.fewest, min(rules.most, settings.players))
        rows = [
            say("start"),
            say("another_game"),
            (say("players_row"), str(settings.players)),
            (say("bots"), words.bot(settings.level_here(rules))),
            (say("house_rules"), say("changed", len(settings.house)) if settings.house else say("standard")),
            say("rules"),
            say("learn"),
        ]
        found = yield from ui.choose(words.game(settings.system), rows, at)
        if found < 0:
            return False
        at = found
        if at == 0:
            return True
        if at == 1:
            yield from another_game(ui, settings)
        elif at == 2:
            settings.players = _turned(rules.fewest, rules.most, settings.players, ui.step)
        elif at == 3:
            settings.level = _turned(0, bots.levels(rules) - 1, settings.level_here(rules), ui.step)
        elif at == 4:
            yield from house_rules(ui, settings)
        elif at == 5:
            yield from read_rules(ui, rules, settings.players)
        else:
            yield from borrow("learn").play(ui, settings)


def read_rules(ui, rules, players):
    """Let a person read the rules of a game at a table for so many (generator)."""
    yield from ui.read(words.game(rules.system), borrow("rulebook").lines(ui.canvas, rules, players))


def _turned(low, high, value, step):
    """Return the value before or behind one, round from the last to the first."""
    return low + (value - low + step) % (high - low + 1)


def another_game(ui, settings):
    """Let a person choose a rule system, by groups (generator). House rules that it does not take are dropped."""
    group = systems.groups().index(systems.lookup(settings.system, "group"))
    groups = [pick("groups", i) for i in range(len(systems.groups()))]
    while True:
        group = yield from ui.choose(say("games"), groups, group)
        if group < 0:
            return
        members = [
            i for i in range(systems.number()) if systems.lookup(i, "group") == systems.groups()[group]
        ]
        at = members.index(settings.system) if settings.system in members else 0
        rows = [words.game(i) for i in members]
        at = yield from ui.choose(groups[group], rows, at)
        if at >= 0:
            settings.change_system(members[at])
            return


def house_rules(ui, settings):
    """Let a person change house rules (generator): A goes through the values of one, B goes back."""
    system_id = systems.lookup(settings.system, "id")
    at = 0
    while True:
        rules = settings.rules()
        names = [row[0] for row in options.TABLE if row[0] in rules.accepted]
        rows = []
        for name in names:
            rows.append((words.house_rule(name), words.house_value(in_force(rules, settings, name))))
        rows.append(say("all_standard"))
        found = yield from ui.choose(say("house_rules"), rows, at)
        if found < 0:
            return
        at = found
        if at == len(names):
            settings.house = {}
            continue
        house = dict(settings.house)
        value = yield from _changed(ui, rules, settings, names[at])
        if value is None:
            continue
        house[names[at]] = value
        if value == in_force(Rules(system_id), _Standard(settings), names[at]):
            del house[names[at]]  # the standard again: nothing to remember
        settings.house = house


class _Standard:
    """Settings of the same table with no house rule."""

    def __init__(self, settings):
        self.players = settings.players
        self.house = {}


def in_force(rules, settings, name):
    """Return the value of a house rule that is in force, chosen or standard."""
    if name in settings.house:
        return settings.house[name]
    if name == "deals":
        return rules.deals(settings.players)
    if name == "exact":
        return bool(rules.count)
    if name == "pack":
        return "short" if rules.pack else "full"
    if name == "packets":
        return "-".join([str(size) for size in rules.packets])
    if name == "shuffle":
        return "rule" if rules.shuffle else "always"
    if name == "misere_trump":
        return bool(rules.misere_trump)
    if hasattr(rules, name):
        return getattr(rules, name)
    return options.find(name)[2][0]  # of words the first is the standard


def _changed(ui, rules, settings, name):
    """The next value of a rule (generator), or for a number the one that the person sets; None to leave it."""
    values = options.find(name)[2]
    now = in_force(rules, settings, name)
    if isinstance(values, list):
        return (yield from ui.number(words.house_rule(name), now, values[0], values[1]))
    for i in range(len(values)):
        if values[i] == now:
            return values[(i + ui.step) % len(values)]
    return values[0]


def _next_language(settings, step):
    """Speak the next language that is whole on this device."""
    number = len(lang.CODES) - 1
    found = _turned(0, number, settings.language, step)
    while not lang.use(found) and found != settings.language:
        found = _turned(0, number, found, step)
    settings.language = found


def device(ui, settings):
    """Let a person set how the device behaves (generator)."""
    at = 0
    while True:
        rows = [
            (say("pace"), pick("paces", settings.pace)),
            (say("brightness"), pick("brightnesses", settings.brightness)),
            say("records"),
            (say("language"), say("language_name")),
        ]
        names = ["pace", "brightness", "records", "language"]
        there = {"volume": ui.device.has_buzzer, "light": ui.device.has_led}
        for name in ("assist", "sort", "volume", "light", "turned", "motion"):
            if there.get(name, True):
                names.append(name)
                value = getattr(settings, name)
                text = pick(_WORDS[name], value) if name in _WORDS else words.house_value(value == 1)
                rows.append((say(name), text))
        full = ui.device.battery()
        if full >= 0:
            names.append("")
            rows.append((say("battery"), "%d%%" % full))
        found = yield from ui.choose(say("settings"), rows, at)
        if found < 0:
            return
        at = found
        name = names[at]
        if name == "records":
            yield from borrow("records").show(ui)
        elif name == "language":
            _next_language(settings, ui.step)
        elif name:
            setattr(settings, name, _turned(0, _NUMBER.get(name, 2) - 1, getattr(settings, name), ui.step))
            settings.apply(ui)
            if name == "volume":
                ui.device.play("MADE")
