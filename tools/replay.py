"""Show the deal of a code, play it with bots, and check that they know nothing that they must not know.

    python tools/replay.py 0CV20-NQG2B
    python tools/replay.py 0CV20-NQG2B --level Marshal --actions "pass KH 9C 8C QS JD"

Prints what each hand and the stock hold, then every action. The bots are those of the device: with the same code,
level and actions of yours they do what they do there when a deal is played from its code. (In a session the pot and
the chips may move a bot to another call.) Your seat is the first one; without --actions, or when they are used up, a
bot plays for you. An action is a call ("three", "pass"), a card ("KH"), or a kind and what it is about:
"exchange:KD.7C", "exchange:", "peek", "take:9S", "trump:S", "friend:AS", "widow:2C.3C.4D".

Each decision of a bot is made again --again times with the cards that it cannot see dealt anew among the places that it
cannot see. If one of these decisions is another one, the bot has looked, and the exit status is 1.
"""

import argparse
import random
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
if str(_HERE) not in sys.path:
    sys.path.insert(0, str(_HERE))

import library  # noqa: E402

library.use()

from elba import bots, cards, dealcode, layout, match, record, strictjson, systems  # noqa: E402
from elba.engine import Engine  # noqa: E402
from elba.rules import Rules  # noqa: E402
from trials.hiddencards import choice, looked, moved  # noqa: E402

YOU = 0  # seat
_NAMES = ("you", "Ney", "Murat", "Soult", "Lannes", "Davout", "Junot", "Victor")  # as on the device


class ReplayError(Exception):
    """The deal cannot be played so; the message says what is wrong."""


def main(arguments=None):
    """Run the command; return its exit status: 0, 1 for a bot that has looked, 2 for bad arguments."""
    words = __doc__.split("\n\n")
    parser = argparse.ArgumentParser(
        prog="replay", description=words[0], epilog="\n\n".join(words[2:]), formatter_class=_Raw
    )
    parser.add_argument("code", help="the deal code, as the device shows it")
    standard = bots.LEVELS[bots.STANDARD]
    parser.add_argument("--level", default=standard, choices=bots.LEVELS, help="of the bots (%(default)s)")
    parser.add_argument("--actions", default="", help="yours, with blanks between them")
    parser.add_argument("--again", type=int, default=20, help="decisions with other hidden cards (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        session = begin(options.code)
        looks = play(session, bots.LEVELS.index(options.level), options.actions.split(), max(0, options.again), print)
    except (ReplayError, ValueError) as error:  # dealcode.BadCode is one
        print("replay: %s" % error, file=sys.stderr)
        return 2
    return 1 if looks else 0


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Leaves the lines of the texts as they are."""


def begin(text):
    """Return the elba.match.Session of a deal code, as the device has it when the code is typed there."""
    code = dealcode.decode(text)
    rules = Rules(systems.lookup(code.system, "id"), code.options())
    if not rules.fewest <= code.players <= rules.most:
        raise ReplayError("%s: expected %d to %d players" % (rules.name, rules.fewest, rules.most))
    session = match.Session(Engine(rules), code.players)
    session.replay(code)
    return session


def play(session, level, actions, again, say):
    """Play the deal to its end, telling all of it by say(line); return how many decisions of bots were made by looking.

    actions  list of texts, the person's; again  how often each decision of a bot is made with other hidden cards
    """
    engine, state = session.table.engine, session.state
    rules = engine.rules
    _tell_deal(rules, state, say)
    # As the device's own, see handheld.play.DealPlayer.
    seed = session.table.seed or (session.table.number, session.table.pot)
    bot = bots.make(min(level, bots.levels(rules) - 1), engine, seed[0], seed[1] ^ 0x5A5A, 1)
    left = list(actions)
    chance = random.Random(1)
    decisions = looks = 0
    while engine.is_open(state):
        seat = state[layout.TURN]
        if seat == YOU and left:
            action = find(engine, state, left.pop(0))
        else:
            seen = looked(rules, state, seat)
            action = choice(bot, seen)
            for _ in range(again):
                other = choice(bot, looked(rules, moved(rules, state, seen, chance), seat))
                if other != action:
                    looks += 1
                    name = _text(record.name_action(engine, state, other))
                    say("  ! with other cards hidden it would have been %s" % name)
                    break
            decisions += 1
        kind, _, *value = record.name_action(engine, state, action)
        about = value[0] if value else ""
        say("%-8s %-9s %s" % (_NAMES[seat], kind, " ".join(about) if isinstance(about, list) else about))
        engine.apply(state, action)
    if left:
        raise ReplayError("the deal is over, and of your actions are left: %s" % " ".join(left))
    say("")
    say(strictjson.dumps(record.verdict(engine, state, 0)))
    if again:
        say(
            "%d decisions of bots, each made again with %d other deals of the cards that it could not see: %s"
            % (decisions, again, "%d came out otherwise" % looks if looks else "always the same")
        )
    return looks


def find(engine, state, text):
    """Return the legal action that a text names. Raises ReplayError, with what would be legal."""
    wanted = _parsed(text)
    names = []
    for action in engine.legal(state):
        kind, _, *value = record.name_action(engine, state, action)
        value = sorted(value[0]) if value and isinstance(value[0], list) else (value[0] if value else "")
        if (kind, value) == wanted or (wanted[0] == "" and value == wanted[1] and kind in ("call", "play")):
            return action
        names.append(_text([kind, 0, value]))
    raise ReplayError("%s: expected one of %s" % (text, ", ".join(names[:40]) + (" ..." if len(names) > 40 else "")))


def _parsed(text):
    kind, colon, value = text.partition(":")
    if kind in ("exchange", "widow"):
        return kind, sorted(value.split(".")) if value else []
    if colon or kind == "peek":
        return kind, value
    return "", text


def _text(item):
    kind, _, *value = item
    value = value[0] if value else ""
    if isinstance(value, list):
        return kind + ":" + ".".join(value)
    return value if kind in ("call", "play") else kind + (":" + value if value else "")


def _tell_deal(rules, state, say):
    seats = state[layout.SEATS]
    say("%s, %d players, %s deals" % (rules.name, seats, _NAMES[state[layout.DEALER]]))
    hand = bytearray(rules.hand)
    at = layout.CARDS
    for seat in range(seats):
        hand[:] = state[at : at + rules.hand]
        cards.sort_hand(hand, 0, rules.hand)
        say("%-8s %s" % (_NAMES[seat], " ".join(map(cards.name, hand))))
        at += rules.hand
    rest = [cards.name(card) for card in state[at:] if card]
    if rules.face_down:
        say("%-8s %s" % ("widow" if rules.face_down > 1 else "floater", " ".join(rest[: rules.face_down])))
    if rest[rules.face_down :]:
        say("%-8s %s" % ("stock", " ".join(rest[rules.face_down :])))
    say("")


if __name__ == "__main__":
    sys.exit(main())
