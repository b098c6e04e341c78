"""The words on the screen: names of the players, of calls and of house rules, and what a deal came to."""

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


def outcome(rules, result, name):
    """Return two lines that say what a deal came to: who played what, and why it pays as it does.

    name  of the declarer
    """
    if result.status == "void":
        return "All passed", "Nobody pays"
    bid = result.bid
    contract = call(rules.bid_name[bid])
    if result.trump != NO_SUIT:
        contract += " " + SUITS[result.trump]
    if result.status == "revoke":
        return "%s: %s" % (name, contract), "Stopped by a revoke"
    tricks = result.tricks[result.declarer]
    wanted = rules.tricks[bid]
    verdict = "made" if result.made else "failed"
    return "%s: %s %s" % (name, contract, verdict), "Bid %d, took %d" % (wanted, tricks)
