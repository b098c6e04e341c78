"""What the screens have in common to say: names of players, of calls, of cards, and what a deal came to."""

from micropython import const

from elba import bots, systems
from elba import systems as sy
from elba.cards import JOKER, NO_SUIT, RANKS
from elba.cards import SUITS as CARD_SUITS

from . import lang
from .lang import count, pick, say

SUITS = "♠♥♦♣"

# Who pays, or is paid, beside the players, who are 0 (the person) and up.
_EACH = const(-1)
_POT = const(-2)


def player(i, short=False):
    """Return a player's name: 0 is the person, then Napoleon's marshals; `short`: for a narrow column."""
    return pick("players_short" if short else "players", i)


def game(system):
    """Return the name of a rule system (index into system_tables.SYSTEMS)."""
    return say("game_" + systems.lookup(system, "id").replace("-", "_"))


def bot(level):
    """Return the name of a bots' level (index into bots.LEVELS)."""
    return say("bot_" + bots.LEVELS[level].lower())


def house_rule(name):
    """Return the label of a house rule."""
    return say("rule_" + name)


def house_value(value):
    """Return the word for a house rule's value."""
    if value is True or value is False:
        return say("yes" if value else "no")
    if isinstance(value, str) and not value[0].isdigit():
        return say("value_" + value)
    return str(value)


def call(name, short=False):
    """Return how a bid's name, or "pass", is shown; `short`: in the width of a column."""
    if name[0].isdigit():  # a number and a suit
        return name[:-1] + SUITS[CARD_SUITS.find(name[-1])]
    name, _, floater = name.partition("-")
    text = pick("call_" + name, 1 if short else 0)
    if floater != "w":
        return text
    return pick("with_floater", 1, _first(text, 2)) if short else pick("with_floater", 0, text)


def card(c, short=False):
    """Return a card as it is written in a text: "A♠", "10♥", "Joker"; `short`: in at most three letters."""
    if c == JOKER:
        return "JO" if short else say("joker")
    rank = RANKS[(c & 15) - 2]
    return ("10" if rank == "T" else rank) + SUITS[c >> 4]


def fit(canvas, i, room):
    """Return a player's name, or as much of it as fits into so many pixels."""
    text = player(i)
    if canvas.width_of(text) > room:
        text = player(i, True)
    return text if canvas.width_of(text) <= room else _first(text, 2)


def _first(text, n):
    """The first letters of a text, which are at its end where one reads from right to left."""
    if text and text[0] <= "\x08":  # of a face: each is a pair of characters
        n *= 2
    return text[-n:] if lang.from_right else text[:n]


def fitting(canvas, texts, room):
    """Return the first of several texts for the same that has room; the last, where none has."""
    for text in texts:
        if canvas.width_of(text) <= room:
            break
    return text


def contract(canvas, i, name, trump, room):
    """Return who plays what as a text of at most `room` pixels where that can be done: "Ney: Nap ♠"."""
    text = _contract(player(i), name, 0, trump)
    if canvas.width_of(text) > room:
        text = _contract(player(i), name, 1, trump)
    if canvas.width_of(text) > room:
        text = _contract(player(i, True), name, 1, trump)
    return text


def _contract(who, name, form, trump):
    what = call(name)
    if name[-2:] == "-w":
        what = pick("with_floater", form, call(name[:-2]))
    if trump == NO_SUIT or name[0].isdigit():
        return pick("contract", 0, who, what)
    return pick("contract", 1, who, what, SUITS[trump])


def stakes(rules, bid, short=False):
    """Return what a bid is about: tricks (not if `short`), and chips won and lost from each opponent."""
    win = rules.win[bid]
    lose = rules.lose[bid]
    if short:
        return "+%d –%d" % (win, lose)
    tricks = rules.tricks[bid]
    return say("stakes", count("tricks", tricks) if tricks else say("no_trick"), win, lose)


def signed(chips):
    """Return a number of chips with its sign."""
    return "+%d" % chips if chips > 0 else "–%d" % -chips if chips < 0 else "0"


def outcome(rules, result, names):
    """Return what a deal came to: "made" or such, and two lists of texts, each shorter than the one before: why, and
    who pays whom.

    names  of the players by seat, 0 for the person and so on
    """
    if result.status == "void":
        return "", (say("no_deal"),), (say("no_declarer"),)
    bid = result.bid
    declarer = names[result.declarer]
    opponents = len(names) - 1
    other = names[1 - result.declarer] if opponents == 1 else _EACH
    if result.status == "revoke":
        who = names[result.revoker]
        why = (say("you_revoked") if not who else say("revoked", player(who)),)
        if result.revoker == result.declarer:
            return say("revoke"), why, _pays(who, other, rules.lose[bid])
        return say("revoke"), why, _pays(who, declarer, rules.win[bid] * opponents)
    wanted = rules.tricks[bid]
    took = result.tricks[result.declarer]
    if not wanted:
        why = (say("took_misere", took),)
    elif rules.count == sy.EXACT:
        why = pick("took_exactly", 0, took, wanted), pick("took_exactly", 1, took, wanted)
    else:
        why = (say("took", took, wanted),)
    return say("made" if result.made else "failed"), why, _payment(rules, result, declarer, other, opponents)


def unit(rules):
    """Return the name of what a session is counted in, as texts are called by it: "points" or "chips"."""
    return "points" if rules.race or rules.made_to == sy.SIDE else "chips"


def _pays(payer, payee, chips):
    """Who pays whom: texts of several lengths. Players, or _EACH or _POT."""
    who = player(payer) if payer > 0 else ""
    whom = player(payee) if payee > 0 else ""
    return [pick("pays_%s_%s" % (_kind(payer), _kind(payee)), form, chips, who, whom) for form in (0, 1)]


def _kind(player):
    return "you" if not player else "name" if player > 0 else "pot" if player == _POT else "each"


def _payment(rules, result, declarer, other, opponents):
    """Who pays whom for a deal that was played to its end (source: nap-family.md 1.7, "Systems with a pot")."""
    bid = result.bid
    if result.made:
        to = _POT if rules.made_to == sy.POT else declarer
        if rules.sweep[bid] and rules.pot_won:
            to = declarer
        return _pays(other, to, rules.win[bid])
    if rules.lost_to != sy.POT:
        return _pays(declarer, other, rules.lose[bid])
    heads = opponents
    if rules.lost_heads == sy.EVERYBODY or (rules.lost_heads == sy.EVERYBODY_IF_SWEEP and rules.sweep[bid]):
        heads += 1
    return _pays(declarer, _POT, rules.lose[bid] * heads)
