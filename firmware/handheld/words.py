"""The words on the screen: names of the players, of calls and of house rules, and what a deal came to."""

from elba import systems as sy
from elba.cards import NO_SUIT

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
}


def house_value(value):
    """Return the word for a house rule's value."""
    if value is True or value is False or isinstance(value, str):
        return _VALUES.get(value, value)
    return str(value)


def call(name, short=False):
    """Return how a bid's name, or "pass", is shown; `short`: in at most three letters."""
    suffix = ""
    if name[-2:] in ("-w", "-o"):
        suffix = "+" if name[-1] == "w" else ""
        name = name[:-2]
    long_text, short_text = _CALLS[name]
    if short:
        return short_text[: 3 - len(suffix)] + suffix
    return long_text + (" with" if suffix else "")


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
    """Return three lines that say what a deal came to: who played what, why it is made or not, who pays whom.

    names  of the players by seat, as indices into PLAYERS
    """
    if result.status == "void":
        return "All passed", "", "Nobody pays"
    bid = result.bid
    declarer = PLAYERS[names[result.declarer]][0]
    contract = "%s: %s" % (declarer, call(rules.bid_name[bid]))
    if result.trump != NO_SUIT:
        contract += " " + SUITS[result.trump]
    if result.status == "revoke":
        who = PLAYERS[names[result.revoker]][0]
        pays = _pays(who)
        if result.revoker == result.declarer:
            return contract, who + " revoked", "%s %d to each" % (pays, rules.lose[bid])
        chips = rules.win[bid] * (len(names) - 1)
        return contract, who + " revoked", "%s %d to %s" % (pays, chips, declarer.replace("You", "you"))
    wanted = rules.tricks[bid]
    took = result.tricks[result.declarer]
    exactly = "exactly " if rules.count == sy.EXACT else "no trick" if not wanted else ""
    why = "took %d, bid %s%s" % (took, exactly, wanted if wanted or exactly == "exactly " else "")
    verdict = "made" if result.made else "failed"
    return "%s %s" % (contract, verdict), why, _payment(rules, result, declarer, len(names))


def _pays(name):
    return "You pay" if name == "You" else name + " pays"


def _payment(rules, result, declarer, seats):
    """Who pays whom for a deal that was played to its end (source: nap-family.md 1.7, "Systems with a pot")."""
    bid = result.bid
    to = declarer.replace("You", "you")
    if not result.made:
        if rules.lost_to != sy.POT:
            return "%s %d to each" % (_pays(declarer), rules.lose[bid])
        heads = seats - 1
        if rules.lost_heads == sy.EVERYBODY or (rules.lost_heads == sy.EVERYBODY_IF_SWEEP and rules.sweep[bid]):
            heads = seats
        return "%s %d to the pot" % (_pays(declarer), rules.lose[bid] * heads)
    if rules.sweep[bid] and rules.pot_won:
        return "%d from each and the pot to %s" % (rules.win[bid], to)
    return "each pays %d to %s" % (rules.win[bid], "the pot" if rules.made_to == sy.POT else to)
