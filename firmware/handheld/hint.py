"""A hint: what the strongest bot would do in the player's place, and why. It sees what the player sees."""

import sys

from elba import actions as act
from elba import bots, tricks
from elba import systems as sy
from elba.layout import CARDS, DECLARER, SEATS, SIZE, TURN
from elba.shelf import put_back

from . import words
from .lang import say

_BEST = len(bots.LEVELS) - 1
_ONE = 4096


def show(ui, deal):
    """Think for the person whose turn it is in a play.DealPlayer, and say it (generator); a press ends the thinking."""
    before = set(sys.modules)
    yield from _show(ui, deal)
    # What this bot has loaded is not needed for the game.
    put_back(*[name for name in sys.modules if name.startswith("elba.") and name not in before])


def _show(ui, deal):
    level = min(_BEST, bots.levels(deal.engine.rules) - 1)
    # The deal's own bots are asked where they are of that level: another one would take as much memory again.
    bot = deal.bot if deal.level == level else bots.make(level, deal.engine, 0, 0, 2)
    view = bytearray(SIZE)
    view[:] = deal.seen
    ui.headline(say("hint"))
    ui.canvas.centred(say("hint_thinks", words.bot(level)), 30)
    ui.device.show()
    bot.think(view)
    while True:
        action = bot.step()
        if action != bots.THINKING:
            break
        if ui.device.key():
            return
        yield 0
    name, cards = _name(deal.engine.rules, view, action)
    lines = [say("hint_does", words.bot(level), name)]
    if cards:
        lines.append(cards)
    lines += _reason(deal.engine, view, bot, action).split("\n")
    yield from ui.page(say("hint"), lines)


def _name(rules, view, action):
    """What is to be done: a word or two, and the cards, if they are to be discarded."""
    kind = act.kind(action)
    what = act.argument(action)
    if kind == act.PLAY or kind == act.FRIEND:
        return words.card(what), ""
    if kind == act.CALL:
        return words.call(rules.bid_name[what]), ""
    if kind == act.PEEK:
        return say("look_at_floater"), ""
    if kind == act.TRUMP:
        return words.SUITS[what], ""
    if not what:
        return say("hint_keep"), ""
    if kind == act.TAKE:
        return say("hint_discard"), words.card(what)
    # A mask of places in the hand, and behind them of the widow's.
    found = []
    for i in range(rules.hand + rules.face_down):
        if what >> i & 1:
            at = view[TURN] * rules.hand + i if i < rules.hand else view[SEATS] * rules.hand + i - rules.hand
            found.append(words.card(view[CARDS + at], True))
    return say("hint_discard"), " ".join(found)


def _reason(engine, view, bot, action):
    """Why, in a line or two: what came of it in the deals that were tried, as far as any were."""
    kind = act.kind(action)
    legal = engine.legal(view) if kind in (act.PLAY, act.CALL, act.TRUMP) else ()
    if len(legal) == 1:
        return say("hint_only")
    plays = getattr(bot, "plays", None)
    if kind == act.PLAY and plays and plays.n > 1 and plays.drawn:
        for i in range(plays.n):
            if plays.cards[i] == action:
                made = _percent(plays.good[i], plays.weight)
                if _against(engine, view):
                    return say("hint_fails", 100 - made, plays.drawn)
                return say("hint_made", made, plays.drawn)
    contracts = getattr(bot, "contracts", None)
    if kind == act.CALL and act.argument(action) and contracts:
        return say("hint_call", (bot.predicted * 100 + _ONE // 2) // _ONE)
    if kind == act.CALL and contracts and contracts.n and contracts.drawn:
        best = 0
        for i in range(1, contracts.n):
            if contracts.good[i] > contracts.good[best]:
                best = i
        name = words.call(engine.rules.bid_name[contracts.bid[best]])
        return say("hint_pass", name, _percent(contracts.good[best], contracts.weight))
    return say("hint_rule")


def _percent(part, whole):
    while whole >= 1 << 22:  # what is multiplied stays within a small int
        whole >>= 1
        part >>= 1
    return (100 * part + whole // 2) // whole if whole else 0


def _against(engine, view):
    """Whether the person plays against declarer."""
    if view[TURN] == view[DECLARER]:
        return False
    return not (engine.rules.made_to == sy.SIDE and tricks.friend(engine.rules, view) == view[TURN])
