"""Every system as a table (source: nap-family.md, napoleon-japanese.md; sessions: match.md). There is no code here.

A system is a dict. What it does not say, it takes from the system named by `base`, in the end from `ANY`:

    id, name, group   group is what menus list it under
    base         id of the system that this one changes
    players      (fewest, most) seats
    hand         cards dealt to each seat
    packets      sizes of the packets dealt, in order
    pack         FULL, SHORT or SHORTEST: how low each suit goes, see systems.LOWEST
    joker        1 where the pack has one
    face_down    cards dealt face down to the table after the hands: floater 1, widow 3
    above_trumps the cards that beat all trumps, highest first, each as (rank, suit): a suit of the pack, TRUMP_SUIT,
                 or COLOUR for the other suit of the trump's colour
    two_wins     1: in a trick all of one suit its 2 wins, unless a card above the trumps is there (not in the first)
    joker_calls  where the joker is led: who has no trump must play a card of this rank or above (0: no such duty)
    rounds       1: each seat speaks once; MANY: the auction goes round until all but one have passed
    top_ends     1: the highest bid ends the auction at once
    ladder       n: the bids are the numbers 1..n in each suit, clubs lowest; "7H" promises 7 more than `tricks_above`
    count        LEAST or EXACT: what the tricks bid mean; LEAST_NOT_ALL: at least so many, but only the highest bid
                 is made by taking all there are
    capture      0: tricks are counted; else the cards from this rank up in the tricks taken
    tricks_above what a bid of a ladder promises beyond its number
    trump        LED (suit of declarer's first card), NAMED (before the first lead), CALLED (the bid has a suit)
    friend       1: declarer names a card before play; who holds it is its partner, and known once the card is played
    leads        how many seats behind declarer the first leader sits
    misere_trump whether a misere has trump too
    must_trump   1: void in the suit led, a trump must be played
    ante         chips that each seat pays before a deal
    peek_price   chips for a look at the floater before one's own call, or NEVER
    take         NEVER; MAY (declarer may swap a card for the floater); BID (must, where the bid says "with");
                 ALL (declarer takes all cards that lie face down and discards as many)
    exchange_max, exchange_price, exchange_per   cards a seat may exchange with the stock before the auction
                 (0: none), the price, and whether it is PER_HAND or PER_CARD
    made_to, lost_to    where the value of a bid goes: to PLAYERS or into the POT; or SIDE: nobody pays, each seat of
                 the side that won is credited with it, and declarer with it once more
    lost_heads   how often declarer pays it into the pot: for OPPONENTS, for EVERYBODY, or for
                 EVERYBODY_IF_SWEEP (opponents, but everybody when the bid is a sweep)
    pot_won      1: the pot goes to a declarer who makes a sweep
    shuffle      ALWAYS, or BY_RULE (at the start and after a made sweep; else gathered and cut)
    void_shuffle BY_RULE: shuffle also after a void deal
    revoke       1: the option `revoke` may be "penalty"
    race         points that end a session, 0: an agreed number of deals ends it
    fewest_tied  the fewest that may play off a tie among themselves
    bids         the rows below, low to high
    options      the house rules that it takes, see options.py

A bid is a row:
    (name, tricks, win, lose, needs, sweep, first_lead, takes, option)
    tricks       to be taken; 0 is a misere
    win, lose    chips, per opponent
    needs        name of the bid that another seat must have made before, or ""
    sweep        1 for nap and everything above it
    first_lead   0, LOW_TRUMP or LOW_PLAIN: which card declarer owes to the first trick
    takes        1: the bid is "with" the floater
    option       name of the house rule that brings this bid in, or ""

To add a system of the known kinds, append a table to SYSTEMS (saves and deal codes count on the order of those before
it) and, where it brings a new bid, the bid's words to _CALLS in firmware/handheld/words.py. Everything else follows:
engine, bots, menus, the page of rules and the referee go by the keys above. host_tests/lib/test_made_up_system.py
does it.
"""

from .systems import (
    ALL,
    ALWAYS,
    BID,
    BY_RULE,
    CALLED,
    COLOUR,
    EVERYBODY,
    EVERYBODY_IF_SWEEP,
    EXACT,
    FULL,
    LEAST,
    LEAST_NOT_ALL,
    LED,
    LOW_PLAIN,
    LOW_TRUMP,
    MANY,
    MAY,
    NAMED,
    NEVER,
    OPPONENTS,
    PER_CARD,
    PER_HAND,
    PLAYERS,
    POT,
    SHORT,
    SHORTEST,
    SIDE,
    TRUMP_SUIT,
)

GROUPS = ("British", "Floater", "Serbian", "Japanese")


def _with_and_without(rows):
    """Each row twice: "-w", with the floater, and just above it "-o", without."""
    out = []
    for name, tricks, win, lose, needs, sweep, first_lead, _, option in rows:
        # Each row in one go: what slices and sums of tuples leave behind would lie between rows that stay for good.
        out.append((name + "-w", tricks, win, lose, needs, sweep, first_lead, 1, option))
        out.append((name + "-o", tricks, win, lose, needs, sweep, first_lead, 0, option))
    return tuple(out)


_ONE = ("one", 1, 1, 1, "", 0, 0, 0, "")
_TWO = ("two", 2, 2, 2, "", 0, 0, 0, "")
_THREE = ("three", 3, 3, 3, "", 0, 0, 0, "")
_FOUR = ("four", 4, 4, 4, "", 0, 0, 0, "")
_MISERE = ("misere", 0, 3, 3, "", 0, 0, 0, "")
_NAP = ("nap", 5, 5, 5, "", 1, 0, 0, "")
_WELLINGTON = ("wellington", 5, 10, 10, "nap", 1, 0, 0, "")
_BLUCHER = ("blucher", 5, 20, 20, "wellington", 1, 0, 0, "")
_NAP_10 = ("nap", 5, 10, 5, "", 1, 0, 0, "")
_WELLINGTON_20 = ("wellington", 5, 20, 10, "nap", 1, 0, 0, "")
_BLUCHER_30 = ("blucher", 5, 30, 15, "wellington", 1, 0, 0, "")

_FLOATER_FOUR = ("four", 4, 2, 2, "", 0, 0, 0, "")
_BONAPARTE = ("bonaparte", 5, 10, 10, "", 1, LOW_TRUMP, 0, "")
_NAPOLEON = ("napoleon", 5, 10, 10, "", 1, LOW_TRUMP, 0, "")
_FLOATER_WELLINGTON = ("wellington", 5, 20, 20, "", 1, LOW_PLAIN, 0, "")

_SESSION = ("shuffle", "start_chips", "deals", "rebuy")
_PUB = _SESSION + ("exact", "pack", "packets", "revoke")

ANY = {
    "base": "",
    "players": (3, 7),
    "hand": 5,
    "packets": (3, 2),
    "pack": FULL,
    "joker": 0,
    "face_down": 0,
    "above_trumps": (),
    "two_wins": 0,
    "joker_calls": 0,
    "rounds": 1,
    "top_ends": 0,
    "ladder": 0,
    "count": LEAST,
    "capture": 0,
    "tricks_above": 0,
    "trump": LED,
    "friend": 0,
    "leads": 0,
    "misere_trump": 1,
    "must_trump": 0,
    "ante": 0,
    "peek_price": NEVER,
    "take": NEVER,
    "exchange_max": 0,
    "exchange_price": 0,
    "exchange_per": PER_HAND,
    "made_to": PLAYERS,
    "lost_to": PLAYERS,
    "lost_heads": OPPONENTS,
    "pot_won": 0,
    "shuffle": ALWAYS,
    "void_shuffle": 0,
    "revoke": 0,
    "race": 0,
    "fewest_tied": 2,
}

SYSTEMS = (
    {
        "id": "nap",
        "name": "British Nap",
        "group": "British",
        "pack": SHORT,
        "shuffle": BY_RULE,
        "void_shuffle": 1,
        "bids": (
            _TWO[:8] + ("two",),
            _THREE,
            _MISERE[:8] + ("misere",),
            _FOUR,
            _NAP,
            _WELLINGTON,
            _BLUCHER[:8] + ("blucher",),
        ),
        "options": _SESSION
        + ("two", "misere", "blucher", "double_five", "misere_trump", "exact", "pack", "packets"),
    },
    {
        "id": "purchase",
        "name": "Purchase Nap",
        "group": "British",
        "base": "nap",
        "pack": FULL,
        "exchange_max": 5,
        "exchange_price": 1,
        "pot_won": 1,
        "options": _SESSION
        + ("two", "misere", "blucher", "double_five", "misere_trump", "exact", "pack", "packets")
        + ("exchange_price", "exchange_max"),
    },
    {
        "id": "floater",
        "name": "Nap with a floater",
        "group": "Floater",
        "pack": SHORTEST,
        "face_down": 1,
        "trump": NAMED,
        "ante": 1,
        "peek_price": 1,
        "take": BID,
        "lost_to": POT,
        "lost_heads": EVERYBODY,
        "pot_won": 1,
        "shuffle": BY_RULE,
        "bids": _with_and_without((_FLOATER_FOUR, _NAP, _BONAPARTE, _FLOATER_WELLINGTON)),
        "options": _SESSION + ("packets", "peek_price"),
    },
    {
        "id": "floater-aylesbury",
        "name": "Aylesbury",
        "group": "Floater",
        "base": "floater",
        "bids": _with_and_without((_FLOATER_FOUR, _NAP, _NAPOLEON)),
    },
    {
        "id": "floater-dorset",
        "name": "Dorset",
        "group": "Floater",
        "base": "floater",
        "bids": _with_and_without((("three", 3, 1, 1, "", 0, 0, 0, ""), _FLOATER_FOUR))
        + (("nap-o",) + _NAP[1:],),
    },
    {
        "id": "floater-teesside",
        "name": "Teesside",
        "group": "Floater",
        "base": "floater",
        "bids": _with_and_without((_TWO, _THREE, _MISERE, _FOUR, _NAP, _WELLINGTON, _BLUCHER)),
    },
    {
        "id": "izvorni",
        "name": "Izvorni Nap",
        "group": "Serbian",
        "pack": SHORT,
        "count": EXACT,
        "shuffle": BY_RULE,
        "bids": (_THREE, _FOUR, _NAP, _WELLINGTON),
        "options": _SESSION + ("exact", "pack", "packets"),
    },
    {
        "id": "nap-mizer",
        "name": "Nap Mizer",
        "group": "Serbian",
        "count": EXACT,
        "shuffle": BY_RULE,
        "bids": (_TWO, _THREE, _MISERE, _FOUR, _NAP, _WELLINGTON, _BLUCHER),
        "options": _SESSION + ("exact", "pack", "packets", "misere_trump"),
    },
    {
        "id": "izmena",
        "name": "Nap sa izmenom",
        "group": "Serbian",
        "base": "nap-mizer",
        "ante": 1,
        "exchange_max": 3,
        "made_to": POT,
        "lost_to": POT,
        "lost_heads": EVERYBODY_IF_SWEEP,
        "pot_won": 1,
        "options": _SESSION
        + ("exact", "pack", "packets", "misere_trump", "exchange_price", "exchange_max"),
    },
    {
        "id": "savremeni",
        "name": "Savremeni Nap",
        "group": "Serbian",
        "players": (2, 8),
        "packets": (1, 1, 1, 1, 1),
        "rounds": MANY,
        "count": EXACT,
        "misere_trump": 0,
        "must_trump": 1,
        "race": 110,
        "bids": (
            _ONE,
            _TWO,
            ("misere", 0, 2, 2, "", 0, 0, 0, ""),
            _THREE,
            _FOUR,
            _NAP_10,
            _WELLINGTON_20,
            _BLUCHER_30,
        ),
        "options": _SESSION + ("exact", "misere_trump"),
    },
    {
        "id": "pub",
        "name": "Napoleon (pub)",
        "group": "British",
        "misere_trump": 0,
        "revoke": 1,
        "bids": (_THREE, _MISERE, _FOUR, _NAP_10, _WELLINGTON_20, _BLUCHER_30),
        "options": _PUB + ("misere_trump", "misere_pay"),
    },
    {
        "id": "pub-seven",
        "name": "Seven-card Nap",
        "group": "British",
        "base": "pub",
        "hand": 7,
        "packets": (3, 4),
        "bids": (
            _THREE,
            _MISERE[:8] + ("misere",),
            _FOUR,
            ("five", 5, 5, 5, "", 0, 0, 0, ""),
            ("six", 6, 6, 6, "", 0, 0, 0, ""),
            ("seven", 7, 24, 12, "", 1, 0, 0, ""),
        ),
        "options": _SESSION + ("exact", "pack", "revoke", "misere", "misere_trump"),
    },
    {
        "id": "pub-purchase",
        "name": "Purchase (pub)",
        "group": "British",
        "base": "pub",
        "exchange_max": 5,
        "exchange_price": 1,
        "pot_won": 1,
        "options": _PUB + ("misere_trump", "misere_pay", "exchange_price", "exchange_max"),
    },
    {
        "id": "peep",
        "name": "Peep Nap",
        "group": "British",
        "base": "pub",
        "face_down": 1,
        "peek_price": 1,
        "take": MAY,
        "pot_won": 1,
        "options": _PUB + ("misere_trump", "misere_pay", "peek_price"),
    },
    {
        "id": "ecarte",
        "name": "Écarté Nap",
        "group": "British",
        "base": "pub-purchase",
        "exchange_per": PER_CARD,
    },
    {
        "id": "pub-misere",
        "name": "Pub, Misère to Nap",
        "group": "British",
        "base": "pub",
        "bids": (_THREE, _MISERE, _FOUR, _NAP_10),
    },
    {
        "id": "pub-no-misere",
        "name": "Pub, no Misère",
        "group": "British",
        "base": "pub",
        "bids": (_THREE, _FOUR, _NAP_10, _WELLINGTON_20, _BLUCHER_30),
        "options": _PUB,
    },
    {
        "id": "napoleon-jp",
        "name": "Japanese Napoleon",
        "group": "Japanese",
        "players": (5, 5),
        "hand": 10,
        "packets": (5, 5),
        "joker": 1,
        "face_down": 3,
        "above_trumps": ((14, 0), (11, TRUMP_SUIT), (11, COLOUR)),  # AS, front jack, back jack
        "two_wins": 1,
        "joker_calls": 10,
        "rounds": MANY,
        "top_ends": 1,
        "ladder": 10,
        "count": LEAST_NOT_ALL,
        "capture": 10,
        "tricks_above": 10,
        "trump": CALLED,
        "friend": 1,
        "leads": 1,
        "take": ALL,
        "made_to": SIDE,
        "lost_to": SIDE,
        "fewest_tied": 5,
        "bids": (),
        "options": _SESSION + ("score",),
    },
)
