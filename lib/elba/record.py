"""Deal records: one deal as a line of JSON, judged by the engine (source: record-format.md). Not for a board."""

from . import actions as act
from . import cards, layout, options, strictjson
from . import systems as sy
from .engine import Engine
from .rules import Rules

_MOST_POT = 30000  # chips are 16-bit numbers in a state


class BadRecord(ValueError):
    """A record that is none; the message names the key and what was expected."""


def answer(line, data):
    """Return the referee's answer to one line.

    line  its number, from 1 on; data  its bytes.
    Returns (text, status): the answer as JSON and the value of its key "status".
    """
    try:
        try:
            record = strictjson.loads(data)
        except strictjson.BadJSON as e:
            raise BadRecord("line: no JSON, %s" % e)
        pairs = judge(record)
    except BadRecord as e:
        pairs = [("status", "bad"), ("why", str(e))]
    return strictjson.dumps([("line", line)] + pairs), pairs[0][1]


def refuse(line, why):
    """Return the answer to a line that cannot even be looked at, as `answer` does; `why` is a sentence."""
    return strictjson.dumps([("line", line), ("status", "bad"), ("why", why)]), "bad"


def judge(record):
    """Return the answer to a record (a dict) as a list of (key, value), without "line". Raises BadRecord."""
    deal = Deal(record)
    for i in range(len(deal.actions)):
        rule = deal.step(i)
        if rule:
            return [("status", "illegal"), ("at", i), ("rule", rule)]
    engine = deal.engine
    if engine.is_open(deal.state):
        turn, legal = deal.options_now()
        return [("status", "open"), ("turn", turn), ("legal", legal)]
    return verdict(engine, deal.state, len(deal.actions) - 1)


def verdict(engine, state, last):
    """Return the answer to a deal that has ended, as a list of (key, value); `last` is its last action's index."""
    result = engine.result(state)
    pairs = [("status", result.status)]
    if result.status == "complete":
        trump = None if result.trump == cards.NO_SUIT else cards.SUITS[result.trump]
        pairs += [
            ("declarer", result.declarer),
            ("contract", engine.rules.bid_name[result.bid]),
            ("trump", trump),
            ("winners", result.winners),
            ("tricks", result.tricks),
        ]
        if engine.rules.friend:
            pairs += [("friend", result.friend), ("faces", result.taken)]
        pairs.append(("made", result.made))
    elif result.status == "revoke":
        pairs += [("at", last), ("by", result.revoker)]
    return pairs + [("pay", result.pay), ("pot", result.pot)]


class Deal:
    """A record checked for form and laid out as a state; `step` carries out its actions one by one.

    engine, state   as in engine.py
    actions         list of (kind, seat, argument): argument is a card, a suit, a bid's number, or the list of cards
                    of an exchange or of discards for the widow
    Raises BadRecord.
    """

    def __init__(self, record):
        if not isinstance(record, dict):
            raise BadRecord("line: expected a JSON object")
        rules = self._rules(record)
        self.engine = Engine(rules)
        self.players = _number(record, "players", rules.fewest, rules.most)
        dealer = _number(record, "dealer", 0, self.players - 1)
        pot = _number(record, "pot", 0, _MOST_POT, 0)
        self.state = bytearray(layout.SIZE)
        self.engine.begin(self.state, self.players, dealer, pot)
        self._cards(record, rules)
        self.actions = self._actions(record)

    def _rules(self, record):
        system = _key(record, "system")
        if not isinstance(system, str) or sy.index(system) < 0:
            raise BadRecord("system: expected one of %s" % ", ".join(sy.ids()))
        house = record.get("options", {})
        if not isinstance(house, dict):
            raise BadRecord("options: expected an object")
        try:
            return Rules(system, house)
        except options.BadOption as e:
            raise BadRecord(str(e))

    # -- the cards

    def _cards(self, record, rules):
        low = rules.lowest_rank(self.players)
        pack = bytearray(layout.MAX_CARDS)
        size = cards.fill_pack(pack, low, rules.joker)
        left = bytearray(pack[:size])
        hands = _key(record, "hands")
        if not isinstance(hands, list) or len(hands) != self.players:
            raise BadRecord("hands: expected a list of %d hands" % self.players)
        at = layout.CARDS
        for seat in range(self.players):
            key = "hands[%d]" % seat
            at = self._place(key, hands[seat], rules.hand, left, at)
        if rules.take == sy.ALL:
            at = self._place("widow", _key(record, "widow"), rules.face_down, left, at)
        elif record.get("widow") is not None:
            raise BadRecord("widow: %s has none" % rules.id)
        if rules.face_down == 1:
            floater = _key(record, "floater")
            self.state[layout.FLOATER] = cards.parse(floater)
            at = self._place("floater", [floater], 1, left, at)
        elif record.get("floater") is not None:
            raise BadRecord("floater: %s has none" % rules.id)
        stock = record.get("stock")
        self.stock_known = stock is not None
        if stock is None:
            for card in left:
                if card:
                    self.state[at] = card
                    at += 1
        else:
            self._place("stock", stock, rules.stock_size(self.players), left, at)

    def _place(self, key, names, count, left, at):
        """Put named cards into the state from index `at` on, striking them from `left`; return the next index."""
        if not isinstance(names, list) or len(names) != count:
            raise BadRecord("%s: expected a list of %d cards" % (key, count))
        for text in names:
            card = cards.parse(text)
            if not card:
                raise BadRecord("%s: expected cards such as AS, TD or 9H" % key)
            i = left.find(bytes((card,)))
            if i < 0:
                raise BadRecord(
                    "%s: %s is there twice, or is not in this pack" % (key, cards.name(card))
                )
            left[i] = 0
            self.state[at] = card
            at += 1
        return at

    # -- the actions

    def _actions(self, record):
        found = _key(record, "actions")
        if not isinstance(found, list):
            raise BadRecord("actions: expected a list")
        return [self._action("actions[%d]" % i, found[i]) for i in range(len(found))]

    def _action(self, key, item):
        if not isinstance(item, list) or not item or not isinstance(item[0], str):
            raise BadRecord("%s: expected a list that begins with a kind of action" % key)
        kinds = {
            "exchange": (act.EXCHANGE, self._exchange_cards),
            "peek": (act.PEEK, None),
            "call": (act.CALL, self._bid),
            "take": (act.TAKE, self._card),
            "trump": (act.TRUMP, self._suit),
            "friend": (act.FRIEND, self._card),
            "widow": (act.WIDOW, self._exchange_cards),
            "play": (act.PLAY, self._card),
        }
        if item[0] not in kinds:
            raise BadRecord(
                "%s: expected one of exchange, peek, call, take, trump, friend, widow, play" % key
            )
        kind, read = kinds[item[0]]
        if len(item) != (3 if read else 2):
            raise BadRecord(
                "%s: expected %s" % (key, "a kind, a seat and a value" if read else "a kind and a seat")
            )
        seat = item[1]
        if not _is_number(seat) or not 0 <= seat < self.players:
            raise BadRecord("%s: expected a seat 0..%d" % (key, self.players - 1))
        return kind, seat, read(key, item[2]) if read else 0

    def _card(self, key, text):
        card = cards.parse(text)
        if not card:
            raise BadRecord("%s: expected a card such as AS, TD or 9H" % key)
        return card

    def _suit(self, key, text):
        if not isinstance(text, str) or len(text) != 1 or text not in cards.SUITS:
            raise BadRecord("%s: expected a suit S, H, D or C" % key)
        return cards.SUITS.find(text)

    def _bid(self, key, text):
        names = self.engine.rules.bid_name
        if not isinstance(text, str) or text not in names:
            raise BadRecord("%s: expected one of %s" % (key, ", ".join(names)))
        return names.index(text)

    def _exchange_cards(self, key, names):
        if not isinstance(names, list):
            raise BadRecord("%s: expected a list of cards" % key)
        return [self._card(key, text) for text in names]

    def step(self, i):
        """Carry out action i; return "" or the rule that it breaks. Raises BadRecord for an unknown draw."""
        kind, seat, what = self.actions[i]
        engine = self.engine
        state = self.state
        if state[layout.PHASE] == layout.EXCHANGE:
            trial = bytearray(state)
            self._decline(trial, kind, seat)
            state = trial
        rule = engine.out_of_place(state, kind, seat)
        if rule:
            return rule
        if kind in (act.EXCHANGE, act.WIDOW):
            what = self._mask(kind, state, seat, what)
            if what < 0:
                return "not_held"
        if kind == act.TAKE and what == floater_now(engine, state):
            what = 0
        action = act.action(kind, what)
        rule = engine.violation(state, action, seat)
        if rule and not (rule == "follow" and engine.rules.revoke_penalty):
            return rule
        if kind == act.EXCHANGE and what and not self.stock_known:
            raise BadRecord("stock: expected the undealt cards, actions[%d] draws from them" % i)
        engine.apply(state, action)
        self.state = state
        return ""

    def _decline(self, state, kind, seat):
        """Keep the cards of all seats that a record passes over in the exchange: saying nothing means none."""
        players = self.players
        dealer = state[layout.DEALER]
        if kind == act.EXCHANGE:
            while (
                state[layout.PHASE] == layout.EXCHANGE
                and (seat - dealer - 1) % players > (state[layout.TURN] - dealer - 1) % players
            ):
                self.engine.apply(state, act.action(act.EXCHANGE))
        elif kind == act.CALL or kind == act.PEEK:
            while state[layout.PHASE] == layout.EXCHANGE:
                self.engine.apply(state, act.action(act.EXCHANGE))

    def _mask(self, kind, state, seat, named):
        """The mask of some cards in a seat's hand, and in the widow; -1 where one of them is not there."""
        rules = self.engine.rules
        held = places(rules, state, seat, kind)
        mask = 0
        for card in named:
            for place in range(len(held)):
                if held[place] == card and not mask >> place & 1:
                    mask |= 1 << place
                    break
            else:
                return -1
        return mask

    def options_now(self):
        """Return (seat to act, sorted list of the names of what it may do)."""
        state = self.state
        may_exchange = False
        if state[layout.PHASE] == layout.EXCHANGE:
            # The seat to call first is named; it may still exchange if nobody after it has spoken.
            dealer = state[layout.DEALER]
            may_exchange = state[layout.TURN] == (dealer + 1) % self.players
            state = bytearray(state)
            self._decline(state, act.CALL, 0)
        legal = self.engine.legal(state)
        names = []
        held = []
        for action in legal:
            kind = act.kind(action)
            what = act.argument(action)
            if kind == act.CALL:
                names.append(self.engine.rules.bid_name[what])
            elif kind == act.PEEK:
                names.append("peek")
            elif kind == act.TRUMP:
                names.append(cards.SUITS[what])
            elif kind == act.WIDOW:
                pass  # the cards to choose from are listed below, not all the ways to choose
            elif kind == act.TAKE and state[layout.PHASE] == layout.PLAY:
                pass  # peep's optional swap: the cards in hand are listed as plays already
            else:
                held.append(what or floater_now(self.engine, state))
        if legal and act.kind(legal[0]) == act.WIDOW:
            held = places(self.engine.rules, state, state[layout.TURN], act.WIDOW)
        held = sorted(held, key=cards.sort_key)
        names += [cards.name(card) for card in held]
        if may_exchange:
            names.append("exchange")
        return state[layout.TURN], names


def floater_now(engine, state):
    """Return the card that lies face down now, in a system that has one; else a card that TAKE never names."""
    return state[layout.CARDS + state[layout.SEATS] * engine.rules.hand]


def places(rules, state, seat, kind):
    """Return the cards that the bits of an action's mask stand for (EXCHANGE or WIDOW), a list of bytes."""
    at = layout.CARDS + seat * rules.hand
    held = list(state[at : at + rules.hand])
    if kind == act.WIDOW:
        at = layout.CARDS + state[layout.SEATS] * rules.hand
        held += list(state[at : at + rules.face_down])
    return held


def _key(record, key):
    if key not in record:
        raise BadRecord("%s: is missing" % key)
    return record[key]


def _is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _number(record, key, low, high, default=None):
    value = record.get(key, default) if default is not None else _key(record, key)
    if not _is_number(value) or not low <= value <= high:
        raise BadRecord("%s: expected a whole number from %d to %d" % (key, low, high))
    return value


def undealt(rules, state):
    """Return (hands, face down, stock) of a state in which nobody has acted yet: lists of card bytes, one a hand."""
    at = layout.CARDS
    hands = []
    for _ in range(state[layout.SEATS]):
        hands.append(list(state[at : at + rules.hand]))
        at += rules.hand
    stock = at + rules.face_down
    return hands, list(state[at:stock]), list(state[stock : stock + rules.stock_size(state[layout.SEATS])])


def write(engine, state, cards_dealt, pot, actions):
    """Return a record as a list of (key, value) for strictjson.dumps.

    state    any state of the deal, for players and dealer
    cards_dealt   what `undealt` returned at the start; pot  chips before the antes
    actions  list of lists as in the format
    """
    rules = engine.rules
    house = rules.options
    hands, face_down, stock = cards_dealt
    named = [(row[0], house[row[0]]) for row in options.TABLE if row[0] in house]
    pairs = [
        ("system", rules.id),
        ("options", named or ()),
        ("players", state[layout.SEATS]),
        ("dealer", state[layout.DEALER]),
        ("pot", pot),
        ("hands", [[cards.name(c) for c in hand] for hand in hands]),
    ]
    if rules.take == sy.ALL:
        pairs.append(("widow", [cards.name(c) for c in face_down]))
    elif face_down:
        pairs.append(("floater", cards.name(face_down[0])))
    return pairs + [("stock", [cards.name(c) for c in stock]), ("actions", actions)]


def name_action(engine, state, action):
    """Return an action of the seat to act as the list that a record holds; call it before the action is applied."""
    kind = act.kind(action)
    what = act.argument(action)
    seat = state[layout.TURN]
    if kind == act.CALL:
        return ["call", seat, engine.rules.bid_name[what]]
    if kind == act.PEEK:
        return ["peek", seat]
    if kind == act.TRUMP:
        return ["trump", seat, cards.SUITS[what]]
    if kind == act.EXCHANGE or kind == act.WIDOW:
        held = places(engine.rules, state, seat, kind)
        chosen = [cards.name(held[i]) for i in range(len(held)) if what >> i & 1]
        return ["exchange" if kind == act.EXCHANGE else "widow", seat, chosen]
    if kind == act.FRIEND:
        return ["friend", seat, cards.name(what)]
    if kind == act.TAKE:
        return ["take", seat, cards.name(what or floater_now(engine, state))]
    return ["play", seat, cards.name(what)]
