"""The systems against the tables of the specification, written down a second time here."""

from harness import raises
from elba import options, system_tables, systems
from elba import systems as sy
from elba.rules import Rules

IDS = (
    "nap purchase floater floater-aylesbury floater-dorset floater-teesside izvorni nap-mizer izmena savremeni "
    "pub pub-seven pub-purchase peep ecarte pub-misere pub-no-misere napoleon-jp"
).split()

_PUB_BIDS = "three 3/3, misere 3/3, four 4/4, nap 10/5, wellington 20/10, blucher 30/15"
_MIZER_BIDS = "two 2/2, three 3/3, misere 3/3, four 4/4, nap 5/5, wellington 10/10, blucher 20/20"

# system: pack, count, what trump is, bids low to high with win/loss
TABLE = {
    "nap": ("short", "least", "three 3/3, four 4/4, nap 5/5, wellington 10/10"),
    "purchase": ("full", "least", "three 3/3, four 4/4, nap 5/5, wellington 10/10"),
    "izvorni": ("short", "exact", "three 3/3, four 4/4, nap 5/5, wellington 10/10"),
    "nap-mizer": ("full", "exact", _MIZER_BIDS),
    "izmena": ("full", "exact", _MIZER_BIDS),
    "savremeni": (
        "full",
        "exact",
        "one 1/1, two 2/2, misere 2/2, three 3/3, four 4/4, nap 10/5, wellington 20/10, blucher 30/15",
    ),
    "pub": ("full", "least", _PUB_BIDS),
    "pub-purchase": ("full", "least", _PUB_BIDS),
    "peep": ("full", "least", _PUB_BIDS),
    "ecarte": ("full", "least", _PUB_BIDS),
    "pub-seven": ("full", "least", "three 3/3, four 4/4, five 5/5, six 6/6, seven 24/12"),
    "pub-misere": ("full", "least", "three 3/3, misere 3/3, four 4/4, nap 10/5"),
    "pub-no-misere": ("full", "least", "three 3/3, four 4/4, nap 10/5, wellington 20/10, blucher 30/15"),
    "floater": (
        "shortest",
        "least",
        "four-w 2/2, four-o 2/2, nap-w 5/5, nap-o 5/5, bonaparte-w 10/10, bonaparte-o 10/10, "
        "wellington-w 20/20, wellington-o 20/20",
    ),
    "floater-aylesbury": (
        "shortest",
        "least",
        "four-w 2/2, four-o 2/2, nap-w 5/5, nap-o 5/5, napoleon-w 10/10, napoleon-o 10/10",
    ),
    "floater-dorset": ("shortest", "least", "three-w 1/1, three-o 1/1, four-w 2/2, four-o 2/2, nap-o 5/5"),
    "floater-teesside": (
        "shortest",
        "least",
        "two-w 2/2, two-o 2/2, three-w 3/3, three-o 3/3, misere-w 3/3, misere-o 3/3, four-w 4/4, four-o 4/4, "
        "nap-w 5/5, nap-o 5/5, wellington-w 10/10, wellington-o 10/10, blucher-w 20/20, blucher-o 20/20",
    ),
}

# Japanese Napoleon: 1..10 in each suit, clubs lowest; what is staked is the number of cards bid.
_LADDER = ", ".join(["%d%s %d/%d" % (n, suit, 10 + n, 10 + n) for n in range(1, 11) for suit in "CDHS"])
TABLE["napoleon-jp"] = ("joker", "not all", _LADDER)

# The cards in the pack for 3, 4, .. 7 players.
PACKS = {"full": (52,) * 5, "joker": (53,) * 5, "short": (24, 28, 32, 36, 40), "shortest": (20, 24, 28, 32, 36)}
TRICKS = {"one": 1, "two": 2, "three": 3, "four": 4, "misere": 0, "six": 6, "seven": 7}


def bids_of(rules):
    return ", ".join(
        ["%s %d/%d" % (rules.bid_name[i], rules.win[i], rules.lose[i]) for i in range(1, rules.bids + 1)]
    )


def test_the_ids_are_fixed():
    # Saves and deal codes hold a system's number: the order never changes either.
    assert systems.ids() == IDS
    for i in range(len(IDS)):
        assert systems.index(IDS[i]) == i
    assert systems.index("whist") == -1
    assert sorted(TABLE) == sorted(IDS)


def test_bids_and_values_are_those_of_the_specification():
    for system in IDS:
        assert bids_of(Rules(system)) == TABLE[system][2], system


def test_packs_are_those_of_the_specification():
    for system in IDS:
        rules = Rules(system)
        sizes = PACKS[TABLE[system][0]]
        for players in range(max(3, rules.fewest), min(7, rules.most) + 1):
            assert rules.pack_size(players) == sizes[players - 3], (system, players)
            assert rules.pack_size(players) >= rules.hand * players + rules.face_down


def test_count_and_tricks():
    for system in IDS:
        rules = Rules(system)
        assert (rules.count == sy.EXACT) == (TABLE[system][1] == "exact"), system
        for i in range(1, rules.bids + 1):
            name = rules.bid_name[i].split("-")[0]
            wanted = TRICKS.get(name, 5) if rules.trump != sy.CALLED else 10 + int(name[:-1])
            assert rules.tricks[i] == wanted, (system, name)


def test_what_makes_a_bid():
    for system, house, bid, made in (
        ("nap", {}, "three", "345"),
        ("nap", {"misere": True}, "misere", "0"),
        ("nap", {"exact": True}, "three", "3"),
        ("izvorni", {}, "four", "4"),
        ("izvorni", {}, "nap", "5"),
        ("pub-seven", {}, "four", "4567"),
        ("napoleon-jp", {}, "7H", "17 18 19".split()),
        ("napoleon-jp", {}, "9S", "19".split()),
        ("napoleon-jp", {}, "10S", "20".split()),
    ):
        rules = Rules(system, house)
        goal = rules.goal[rules.bid_name.index(bid)]
        wanted = [int(n) for n in made]
        assert [n for n in range(25) if goal >> n & 1] == wanted, (system, bid)


def test_the_suits_of_called_bids():
    rules = Rules("napoleon-jp")
    for i in range(1, rules.bids + 1):
        assert "SHDC"[rules.suit[i]] == rules.bid_name[i][-1]
    assert rules.bids == 40
    by_number = Rules("napoleon-jp", {"score": "bid"})
    bid = by_number.bid_name.index("7H")
    assert (by_number.win[bid], by_number.lose[bid], by_number.tricks[bid]) == (7, 7, 17)
    nap = Rules("nap")
    assert [suit for suit in nap.suit if suit != 4] == []


def test_tables_and_hands():
    for system in IDS:
        rules = Rules(system)
        players = {"savremeni": (2, 8), "napoleon-jp": (5, 5)}.get(system, (3, 7))
        assert (rules.fewest, rules.most) == players, system
        assert rules.hand == {"pub-seven": 7, "napoleon-jp": 10}.get(system, 5)
        packets = {"savremeni": (1,) * 5, "pub-seven": (3, 4), "napoleon-jp": (5, 5)}.get(system, (3, 2))
        assert rules.packets == packets, system
        assert sum(rules.packets) == rules.hand


def test_trump_in_a_misere():
    for system in ("purchase", "nap", "nap-mizer", "izmena", "floater-teesside"):
        assert Rules(system).misere_trump, system
    for system in "savremeni pub pub-seven pub-purchase peep ecarte pub-misere".split():
        assert not Rules(system).misere_trump, system
        assert Rules(system, {"misere_trump": True}).misere_trump
    for system in IDS:
        assert (Rules(system).trump == sy.NAMED) == (system[:7] == "floater"), system


def test_who_needs_a_bid_of_another_seat():
    for system in IDS:
        rules = Rules(system)
        for i in range(1, rules.bids + 1):
            name = rules.bid_name[i].split("-")[0]
            needed = {"wellington": "nap", "blucher": "wellington"}.get(name, "")
            if system == "floater":  # no precondition there
                needed = ""
            unlocking = [
                rules.bid_name[j] for j in range(1, rules.bids + 1) if rules.needs[i] >> j & 1
            ]
            wanted = [other for other in rules.bid_name if needed and other.split("-")[0] == needed]
            assert unlocking == wanted, (system, name)


def test_pots():
    for system in IDS:
        rules = Rules(system)
        floater = system[:7] == "floater"
        assert rules.ante == (1 if floater or system == "izmena" else 0), system
        assert rules.peek_price == (1 if floater or system == "peep" else sy.NEVER), system
        take = {"peep": sy.MAY, "napoleon-jp": sy.ALL}.get(system, sy.BID if floater else sy.NEVER)
        assert rules.take == take, system
        exchange = {"purchase": (5, 1), "pub-purchase": (5, 1), "ecarte": (5, 1), "izmena": (3, 0)}
        assert (rules.exchange_max, rules.exchange_price) == exchange.get(system, (0, 0)), system
        assert (rules.exchange_per == sy.PER_CARD) == (system == "ecarte"), system
        assert (rules.lost_to == sy.POT) == (floater or system == "izmena"), system
        assert (rules.made_to == sy.POT) == (system == "izmena"), system
        assert bool(rules.pot_won) == (floater or system in exchange or system == "peep"), system


def test_shuffling():
    by_rule = "nap purchase izvorni nap-mizer izmena".split()
    for system in IDS:
        rules = Rules(system)
        assert (rules.shuffle == sy.BY_RULE) == (system in by_rule or system[:7] == "floater"), system
        assert bool(rules.void_shuffle) == (system in ("nap", "purchase")), system
        assert Rules(system, {"shuffle": "always"}).shuffle == sy.ALWAYS
        assert Rules(system, {"shuffle": "rule"}).shuffle == sy.BY_RULE


def test_first_leads_owed():
    for system in IDS:
        rules = Rules(system)
        for i in range(1, rules.bids + 1):
            name = rules.bid_name[i].split("-")[0]
            owed = sy.LOW_TRUMP if name in ("bonaparte", "napoleon") else 0
            if name == "wellington" and system == "floater":
                owed = sy.LOW_PLAIN
            assert rules.first_lead[i] == owed, (system, name)
            assert rules.takes[i] == (1 if rules.bid_name[i][-2:] == "-w" else 0)


def test_options_change_what_they_say():
    assert bids_of(Rules("nap", {"two": True, "misere": True, "blucher": True})) == _MIZER_BIDS
    assert bids_of(Rules("nap", {"double_five": "win", "blucher": True})) == (
        "three 3/3, four 4/4, nap 10/5, wellington 20/10, blucher 40/20"
    )
    assert bids_of(Rules("purchase", {"double_five": "both", "blucher": True})) == (
        "three 3/3, four 4/4, nap 10/10, wellington 20/20, blucher 40/40"
    )
    assert bids_of(Rules("pub-misere", {"misere_pay": "nap"})) == "three 3/3, misere 10/5, four 4/4, nap 10/5"
    assert "three 3/3, misere 3/3, four 4/4" in bids_of(Rules("pub-seven", {"misere": True}))
    assert Rules("nap", {"exact": True}).count == sy.EXACT
    assert Rules("izvorni", {"exact": False}).count == sy.LEAST
    assert Rules("nap", {"pack": "full"}).pack_size(3) == 52
    assert Rules("pub", {"pack": "short"}).pack_size(4) == 28
    assert Rules("nap", {"packets": "2-3"}).packets == (2, 3)
    assert Rules("peep", {"peek_price": 3}).peek_price == 3
    assert Rules("izmena", {"exchange_max": 2, "exchange_price": 4}).exchange_max == 2
    assert Rules("pub", {"revoke": "penalty"}).revoke_penalty
    assert not Rules("pub").revoke_penalty
    assert Rules("nap").deals(4) == 20
    assert Rules("nap", {"deals": 7}).deals(4) == 7
    assert Rules("nap").start_chips == 50
    assert Rules("savremeni").race == 110


def test_no_table_is_larger_than_its_pack():
    rules = Rules("pub-seven", {"pack": "short"})
    for players in range(rules.fewest, rules.most + 1):
        assert rules.stock_size(players) >= 0
    assert rules.pack_size(rules.most + 1) < rules.hand * (rules.most + 1)


def test_every_table_says_only_what_is_known():
    known = "id name group base bids options".split() + list(system_tables.ANY)
    for i, system in enumerate(system_tables.SYSTEMS):
        for key in system:
            assert key in known, (system["id"], key)
        assert system["group"] in systems.groups()
        assert len(sy.lookup(i, "bids")) <= 15  # a mask of bids has 16 bits, and 0 is a pass
        for name in sy.lookup(i, "options"):
            assert options.find(name), (system["id"], name)


def test_an_unknown_system_is_refused_with_the_known_ones():
    for name in ("", "whist", "Nap", "nap "):
        assert "system: expected one of nap, purchase" in str(raises(ValueError, Rules, name))
