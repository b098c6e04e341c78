"""The words on the screen: names of the players, of calls and of house rules, and what a deal came to."""

from elba import systems as sy
from elba.cards import JOKER, NO_SUIT, RANKS
from elba.cards import SUITS as CARD_SUITS

# The person and Napoleon's marshals; each with the three letters that fit over a narrow column.
PLAYERS = (
    ("You", "You"),
    ("Ney", "Ney"),
    ("Murat", "Mur"),
    ("Soult", "Sou"),
    ("Lannes", "Lan"),
    ("Davout", "Dav"),
    ("Junot", "Jun"),
    ("Victor", "Vic"),
)

SUITS = "♠♥♦♣"

# Calls as they are spoken, and in the width of a column.
_CALLS = {
    "pass": ("Pass", "–"),
    "one": ("One", "1"),
    "two": ("Two", "2"),
    "three": ("Three", "3"),
    "four": ("Four", "4"),
    "five": ("Five", "5"),
    "six": ("Six", "6"),
    "seven": ("Seven", "7"),
    "misere": ("Misère", "Mis"),
    "nap": ("Nap", "Nap"),
    "napoleon": ("Napoleon", "Npl"),
    "bonaparte": ("Bonaparte", "Bon"),
    "wellington": ("Wellington", "Wel"),
    "blucher": ("Blücher", "Blü"),
}

# House rules: the row's label and, where the values are words, the words to show for them.
HOUSE_RULES = {
    "two": "Bid of two",
    "misere": "Misère",
    "blucher": "Blücher",
    "double_five": "Nap double",
    "misere_trump": "Misère has trump",
    "misere_pay": "Misère pays as",
    "exact": "Exact tricks",
    "pack": "Pack",
    "packets": "Dealt in",
    "shuffle": "Shuffle",
    "revoke": "Revoke",
    "score": "Deal scores",
    "rebuy": "Buy in again",
    "peek_price": "Peek costs",
    "exchange_price": "Exchange costs",
    "exchange_max": "Exchange up to",
    "start_chips": "Chips to start",
    "deals": "Deals",
}

_VALUES = {
    True: "yes",
    False: "no",
    "rule": "by rule",
    "win": "if made",
    "both": "both ways",
    "prevent": "prevented",
    "penalty": "penalty",
    "cards": "cards bid",
    "bid": "number bid",
}


def house_value(value):
    """Return the word for a house rule's value."""
    if value is True or value is False or isinstance(value, str):
        return _VALUES.get(value, value)
    return str(value)


def call(name, short=False):
    """Return how a bid's name, or "pass", is shown; `short`: in at most three letters."""
    if name[0].isdigit():  # a number and a suit
        return name[:-1] + SUITS[CARD_SUITS.find(name[-1])]
    suffix = ""
    if name[-2:] in ("-w", "-o"):
        suffix = "+" if name[-1] == "w" else ""
        name = name[:-2]
    long_text, short_text = _CALLS[name]
    if short:
        return short_text[: 3 - len(suffix)] + suffix
    return long_text + (" with" if suffix else "")


def card(c, short=False):
    """Return a card as it is written in a text: "A♠", "10♥", "Joker"; `short`: in at most three letters."""
    if c == JOKER:
        return "JO" if short else "Joker"
    rank = RANKS[(c & 15) - 2]
    return ("10" if rank == "T" else rank) + SUITS[c >> 4]


def fit(canvas, player, room):
    """Return a player's name, or as much of it as fits into so many pixels."""
    text = PLAYERS[player][0]
    if canvas.width_of(text) > room:
        text = PLAYERS[player][1]
    return text if canvas.width_of(text) <= room else text[:2]


def contract(canvas, player, name, trump, room):
    """Return who plays what as a text of at most `room` pixels where that can be done: "Ney: Nap ♠"."""
    suit = " " + SUITS[trump] if trump != NO_SUIT and not name[0].isdigit() else ""
    text = "%s: %s%s" % (PLAYERS[player][0], call(name), suit)
    if canvas.width_of(text) > room:
        text = text.replace(" with", "+")
    if canvas.width_of(text) > room:
        text = PLAYERS[player][1] + text[text.find(":") :]
    return text


def stakes(rules, bid):
    """Return what a bid is about: tricks, and chips won and lost from each opponent."""
    tricks = rules.tricks[bid]
    return "%s  +%d –%d" % (
        "no trick" if not tricks else "%d tricks" % tricks if tricks > 1 else "1 trick",
        rules.win[bid],
        rules.lose[bid],
    )


def signed(chips):
    """Return a number of chips with its sign."""
    return "+%d" % chips if chips > 0 else "–%d" % -chips if chips < 0 else "0"


def outcome(rules, result, names):
    """Return three texts that say what a deal came to: "made" or such, why, and who pays whom.

    names  of the players by seat, as indices into PLAYERS
    """
    if result.status == "void":
        return "", "no deal", "nobody is declarer"
    bid = result.bid
    declarer = PLAYERS[names[result.declarer]][0]
    opponents = len(names) - 1
    other = PLAYERS[names[1 - result.declarer]][0] if opponents == 1 else "each"
    if result.status == "revoke":
        who = PLAYERS[names[result.revoker]][0]
        if result.revoker == result.declarer:
            return "revoke", who + " revoked", "%s %d to %s" % (_pays(who), rules.lose[bid], _object(other))
        chips = rules.win[bid] * opponents
        return "revoke", who + " revoked", "%s %d to %s" % (_pays(who), chips, _object(declarer))
    wanted = rules.tricks[bid]
    took = result.tricks[result.declarer]
    if not wanted:
        why = "took %d, bid no trick" % took
    else:
        why = "took %d, bid %s%d" % (took, "exactly " if rules.count == sy.EXACT else "", wanted)
    verdict = "made" if result.made else "failed"
    return verdict, why, _payment(rules, result, declarer, other, opponents)


def unit(rules):
    """Return what a session is counted in."""
    return "points" if rules.race or rules.made_to == sy.SIDE else "chips"


def _pays(name):
    return "You pay" if name == "You" else name + " pays"


def _object(name):
    return "you" if name == "You" else name


def _payment(rules, result, declarer, other, opponents):
    """Who pays whom for a deal that was played to its end (source: nap-family.md 1.7, "Systems with a pot")."""
    bid = result.bid
    if result.made:
        to = "the pot" if rules.made_to == sy.POT else _object(declarer)
        if rules.sweep[bid] and rules.pot_won:
            to = _object(declarer)
        return "%s %d to %s" % ("each pays" if other == "each" else _pays(other), rules.win[bid], to)
    if rules.lost_to != sy.POT:
        return "%s %d to %s" % (_pays(declarer), rules.lose[bid], _object(other))
    heads = opponents
    if rules.lost_heads == sy.EVERYBODY or (rules.lost_heads == sy.EVERYBODY_IF_SWEEP and rules.sweep[bid]):
        heads += 1
    return "%s %d to the pot" % (_pays(declarer), rules.lose[bid] * heads)
