"""The engine: what may be done in a deal, and what comes of it.

Source: nap-family.md, napoleon-japanese.md; codes: record-format.md.

A deal is a bytearray laid out as in layout.py. An `Engine` holds no deal of its own, only the rules, so one engine
serves any number of states: the game on the table, and copies of it in a search.

    engine = Engine(Rules("nap"))
    state = bytearray(layout.SIZE)
    engine.begin(state, players=4, dealer=0)
    dealing.deal(engine.rules, state, pack)
    while engine.is_open(state):
        engine.apply(state, choose(engine.legal(state)))
    engine.result(state).pay
"""

from array import array

from micropython import const

from . import actions as act
from . import settle, tricks
from . import systems as sy
from .cards import JOKER, NO_SUIT, fill_pack
from .layout import (
    AUCTION,
    BID,
    CALLS,
    CALLS_MADE,
    CARDS,
    CHIPS,
    DEALER,
    DECLARER,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    FRIEND,
    IN_TRICK,
    LEADER,
    MAX_CARDS,
    NAME_FRIEND,
    NAME_TRUMP,
    NOBODY,
    OPTIONS,
    OVER,
    PASSED,
    PAY,
    PEEKED,
    PHASE,
    PLAY,
    POT,
    REVOKED,
    REVOKER,
    SEATS,
    SEEN,
    SYSTEM,
    TAKE,
    TAKEN,
    TRICK,
    TRUMP,
    TURN,
    VOID,
    WINNERS,
    WINNING,
    set_word,
)

_CALL = const(0x2000)
_PEEK = const(0x4000)
_EXCHANGE = const(0x6000)
_TAKE = const(0x8000)
_TRUMP = const(0xA000)
_FRIEND = const(0xC000)
_WIDOW = const(0xE000)
_ANY = const(255)
_MOST_ACTIONS = const(128)  # an exchange of up to seven cards: 2^7 masks
_MOST_DISCARDS = const(286)  # a widow of three with a hand of ten: 13 * 12 * 11 / 6 ways


class Illegal(Exception):
    """An action that the rules forbid. `rule` is the code of record-format.md: "turn", "follow" and so on."""

    def __init__(self, rule):
        super().__init__(rule)
        self.rule = rule


class Engine:
    """Applies one set of rules to states.

    Of the public methods only `begin`, `legal` and `result` allocate.
    """

    def __init__(self, rules):
        self.rules = rules
        most = _MOST_DISCARDS if rules.take == sy.ALL else _MOST_ACTIONS
        self._buffer = array("H", bytearray(2 * most))
        self._pack = bytearray(MAX_CARDS)

    # -- a new deal

    def begin(self, state, players, dealer, pot=0):
        """Clear a state for a new deal, charge the antes and open the first phase. CHIPS stay as they are.

        players  number of seats; dealer  a seat; pot  chips left in the pot by earlier deals.
        The cards are dealt into it afterwards (dealing.deal), or placed there by whoever knows them.
        Raises ValueError where the system has no such table.
        """
        rules = self.rules
        if not 2 <= players <= rules.most:
            raise ValueError("players: %s takes at most %d" % (rules.id, rules.most))
        if not 0 <= dealer < players:
            raise ValueError("dealer: expected a seat 0..%d" % (players - 1))
        for i in range(CHIPS):
            state[i] = 0
        for i in range(PAY, len(state)):
            state[i] = 0
        state[SYSTEM] = rules.system
        state[OPTIONS : OPTIONS + len(rules.packed)] = rules.packed
        state[SEATS] = players
        state[DEALER] = dealer
        state[DECLARER] = state[REVOKER] = NOBODY
        state[TRUMP] = NO_SUIT
        state[TURN] = (dealer + 1) % players
        set_word(state, POT, pot)
        if rules.ante:
            for seat in range(players):
                settle.pay_pot(state, seat, rules.ante)
        state[PHASE] = (
            EXCHANGE if rules.exchange_max and rules.stock_size(players) > 0 else AUCTION
        )

    # -- what may be done

    def is_open(self, state):
        """Return whether somebody has still to act."""
        return state[PHASE] < OVER

    def legal(self, state):
        """Return the list of actions that the seat to act may take; empty once the deal is over.

        In the auction a pass comes first, then the bids low to high, then a peek. A play that would be a revoke is
        never listed, even where the house rules let it be played and paid for.
        """
        return list(self._buffer[: self.fill_legal(state, self._buffer)])

    def fill_legal(self, state, out):
        """Write the legal actions to `out` (16-bit items) and return how many there are.

        Room for 128 will do, but for discards for a widow there are 286.
        """
        phase = state[PHASE]
        if phase == PLAY:
            return self._legal_plays(state, out)
        if phase == AUCTION:
            n = self._legal_calls(state, out)
        elif phase == EXCHANGE:
            n = 0
            for mask in range(1 << self.rules.hand):
                if _bits(mask) <= self._exchange_limit(state):
                    out[n] = _EXCHANGE | mask
                    n += 1
        elif phase == NAME_FRIEND:
            n = fill_pack(self._pack, self.rules.lowest_rank(state[SEATS]), self.rules.joker)
            for i in range(n):
                out[i] = _FRIEND | self._pack[i]
        elif phase == TAKE and self.rules.take == sy.ALL:
            n = self._legal_discards(out)
        elif phase == TAKE:
            n = self._legal_takes(state, out, 0)
        elif phase == NAME_TRUMP:
            n = 0
            for suit in range(4):
                if self._may_name(state, suit):
                    out[n] = _TRUMP | suit
                    n += 1
        else:
            n = 0
        return n

    def _legal_calls(self, state, out):
        out[0] = _CALL
        n = 1
        for bid in range(state[BID] + 1, self.rules.bids + 1):
            if self._unlocked(state, bid):
                out[n] = _CALL | bid
                n += 1
        if self._may_peek(state):
            out[n] = _PEEK
            n += 1
        return n

    def _legal_takes(self, state, out, n):
        seat = state[TURN]
        base = CARDS + seat * self.rules.hand
        for i in range(base, base + self.rules.hand):
            out[n] = _TAKE | state[i]
            n += 1
        out[n] = _TAKE  # the floater itself
        return n + 1

    def _legal_discards(self, out):
        rules = self.rules
        n = 0
        # Of all masks with as many bits as the widow has cards, each is found from the one before: the lowest run of
        # ones gives its highest bit to the next place, and its others go down to the end.
        mask = (1 << rules.face_down) - 1
        while not mask >> rules.hand + rules.face_down:
            out[n] = _WIDOW | mask
            n += 1
            low = mask & -mask
            up = mask + low
            mask = up | (mask ^ up) // low >> 2
        return n

    def _legal_plays(self, state, out):
        n = 0
        seat = state[TURN]
        start = self.held_from(state, seat)
        end = self.held_to(seat)
        if state[IN_TRICK]:
            suit = self._suit_owed(state, start, end)
            rank = self._rank_owed(state, start, end)
            for i in range(start, end):
                card = state[i]
                if (suit == _ANY or card >> 4 == suit) and card & 15 >= rank or card == JOKER:
                    out[n] = card
                    n += 1
            return n
        for i in range(start, end):
            if not self._lead_rule(state, start, end, state[i]):
                out[n] = state[i]
                n += 1
        if self._may_swap(state):
            n = self._legal_takes(state, out, n)
        return n

    def violation(self, state, action, seat):
        """Return the code of the first rule that an action of a seat breaks, "" where it is legal.

        The order is that of record-format.md: phase, turn, not_held, then the action's own rules.
        """
        rule = self.out_of_place(state, act.kind(action), seat)
        if rule:
            return rule
        what = act.argument(action)
        if action < _CALL:
            return self._play_rule(state, seat, what)
        if action < _PEEK:
            if what and what <= state[BID] or what > self.rules.bids:
                return "bid"
            return "" if self._unlocked(state, what) else "bid_locked"
        if action < _EXCHANGE:
            return "phase" if what else ""  # a peek is about nothing: with an argument it is no action at all
        if action < _TAKE:
            if what >> self.rules.hand:
                return "not_held"
            return "" if _bits(what) <= self._exchange_limit(state) else "exchange"
        if action < _TRUMP:
            base = CARDS + seat * self.rules.hand
            for i in range(base, base + self.rules.hand):
                if state[i] == what:
                    return ""
            return "not_held" if what else ""
        if action < _FRIEND:
            return "" if what < 4 and self._may_name(state, what) else "trump"
        if action < _WIDOW:
            return "" if self._is_in_pack(state, what) else "friend"
        if what >> self.rules.hand + self.rules.face_down:
            return "not_held"
        return "" if _bits(what) == self.rules.face_down else "discard"

    def out_of_place(self, state, kind, seat):
        """Return "phase" where no action of this kind belongs now, "turn" where another seat is to act, else ""."""
        phase = state[PHASE]
        if phase == PLAY:
            fits = kind == act.PLAY or kind == act.TAKE and self._may_swap(state)
        elif phase == AUCTION:
            fits = kind == act.CALL or kind == act.PEEK and self._may_peek(state)
        elif phase == EXCHANGE:
            fits = kind == act.EXCHANGE
        elif phase == TAKE:
            fits = kind == (act.WIDOW if self.rules.take == sy.ALL else act.TAKE)
        elif phase == NAME_FRIEND:
            fits = kind == act.FRIEND
        else:
            fits = phase == NAME_TRUMP and kind == act.TRUMP
        if not fits:
            return "phase"
        return "" if seat == state[TURN] else "turn"

    # -- the rules one by one

    def _unlocked(self, state, bid):
        """Whether another seat has made a bid that this one presupposes (nap-family.md "Bids")."""
        needs = self.rules.needs[bid]
        if not needs:
            return True
        # A seat never stands next to its own bid, so in the order of calls it is enough to look at who made each.
        seat = (state[DEALER] + 1) % state[SEATS]
        out = 0
        for i in range(state[CALLS_MADE]):
            while out >> seat & 1:
                seat = (seat + 1) % state[SEATS]
            call = state[CALLS + i]
            if needs >> call & 1 and seat != state[TURN]:
                return True
            if not call:
                out |= 1 << seat
            seat = (seat + 1) % state[SEATS]
        return False

    def _may_peek(self, state):
        return self.rules.peek_price >= 0 and not state[SEEN + state[TURN]] & PEEKED

    def _exchange_limit(self, state):
        left = self.rules.stock_size(state[SEATS]) - state[DRAWN]
        return min(self.rules.exchange_max, left)

    def _may_swap(self, state):
        """Whether declarer may still swap a card for the floater (peep)."""
        return (
            self.rules.take == sy.MAY
            and not state[TAKEN]
            and not state[TRICK]
            and not state[IN_TRICK]
        )

    def _may_name(self, state, suit):
        """Whether declarer may name this trump, given what it owes to the first trick (floater systems)."""
        duty = self.rules.first_lead[state[BID]]
        if not duty:
            return True
        held = other = False
        base = self.held_from(state, state[TURN])
        for i in range(base, base + self.rules.hand):
            if state[i] >> 4 == suit:
                held = True
            else:
                other = True
        return held if duty == sy.LOW_TRUMP else other

    def _is_in_pack(self, state, card):
        """Whether a card is one of the pack that this table plays with."""
        if card == JOKER:
            return self.rules.joker > 0
        return card >> 4 < 4 and self.rules.lowest_rank(state[SEATS]) <= card & 15 <= 14

    def _play_rule(self, state, seat, card):
        """The rule that playing a card breaks, "" for none."""
        start = self.held_from(state, seat)
        end = self.held_to(seat)
        for i in range(start, end):
            if state[i] == card:
                break
        else:
            return "not_held"
        if not state[IN_TRICK]:
            return self._lead_rule(state, start, end, card)
        if card == JOKER:
            return ""
        led = self.led(state)
        suit = self._suit_owed(state, start, end)
        if suit != _ANY and card >> 4 != suit:
            if led == JOKER:
                return "joker_lead"
            return "follow" if suit == led >> 4 else "must_trump"
        return "joker_lead" if card & 15 < self._rank_owed(state, start, end) else ""

    def led(self, state):
        """Return the card that was led to the trick begun."""
        return state[CARDS + state[LEADER] * self.rules.hand + state[TRICK]]

    def _suit_owed(self, state, start, end):
        """The suit that a hand (start .. end-1) has to play to the trick that has begun; _ANY where it may choose."""
        led = tricks.suit_to_follow(state, self.led(state))
        trump = state[TRUMP]
        owed = _ANY
        for i in range(start, end):
            suit = state[i] >> 4
            if suit == led:
                return led
            if suit == trump:
                owed = trump
        return owed if self.rules.must_trump else _ANY

    def _rank_owed(self, state, start, end):
        """The lowest rank that a hand may play to the trick begun: 0, but for a joker that calls high cards."""
        owed = self.rules.joker_calls
        if not owed or self.led(state) != JOKER:
            return 0
        high = 0
        for i in range(start, end):
            if state[i] >> 4 == state[TRUMP]:
                return 0
            if state[i] & 15 >= owed:
                high = owed
        return high

    def _lead_rule(self, state, start, end, card):
        """The rule that leading a card held breaks, "" for none."""
        duty = self.rules.first_lead[state[BID]]
        if duty and not state[TRICK]:
            trump = state[TRUMP]
            in_trumps = duty == sy.LOW_TRUMP
            if (card >> 4 == trump) != in_trumps:
                return "first_lead"
            for i in range(start, end):
                if (state[i] >> 4 == trump) == in_trumps and state[i] & 15 < card & 15:
                    return "first_lead"
        return ""

    # -- where cards lie

    def held_from(self, state, seat):
        """Return the index in the state of the first card that a seat still holds."""
        return CARDS + seat * self.rules.hand + tricks.played(state, seat)

    def held_to(self, seat):
        """Return the index behind the last card that a seat holds."""
        return CARDS + (seat + 1) * self.rules.hand

    # -- doing it

    def apply(self, state, action):
        """Carry out an action of the seat to act, in place. Raises Illegal, and changes nothing, if it is not legal."""
        seat = state[TURN]
        rule = self.violation(state, action, seat)
        what = act.argument(action)
        if rule:
            if rule == "follow" and self.rules.revoke_penalty:
                state[REVOKER] = seat
                state[PHASE] = REVOKED
                settle.revoke(self.rules, state)
                return
            raise Illegal(rule)
        if action < _CALL:
            self._play(state, seat, what)
        elif action < _PEEK:
            self._call(state, seat, what)
        elif action < _EXCHANGE:
            state[SEEN + seat] |= PEEKED
            settle.pay_pot(state, seat, self.rules.peek_price)
        elif action < _TAKE:
            self._exchange(state, seat, what)
        elif action < _TRUMP:
            self._take(state, seat, what)
        elif action < _FRIEND:
            state[TRUMP] = what
            self._lead(state)
        elif action < _WIDOW:
            state[FRIEND] = what
            self._take_or_lead(state)
        else:
            self._take_widow(state, seat, what)

    def _exchange(self, state, seat, mask):
        rules = self.rules
        players = state[SEATS]
        hand = CARDS + seat * rules.hand
        stock = CARDS + players * rules.hand + rules.face_down + state[DRAWN]
        n = 0
        for i in range(rules.hand):
            if mask >> i & 1:
                state[hand + i], state[stock + n] = state[stock + n], state[hand + i]
                n += 1
        state[DRAWN] += n
        state[SEEN + seat] |= EXCHANGED | n
        if n:
            price = rules.exchange_price
            settle.pay_pot(state, seat, price * n if rules.exchange_per == sy.PER_CARD else price)
        if seat == state[DEALER]:
            state[PHASE] = AUCTION
        state[TURN] = (seat + 1) % players

    def _call(self, state, seat, bid):
        players = state[SEATS]
        state[CALLS + state[CALLS_MADE]] = bid
        state[CALLS_MADE] += 1
        if bid:
            state[BID] = bid
            state[DECLARER] = seat
        else:
            state[SEEN + seat] |= PASSED
        if self.rules.rounds == 1:
            if state[CALLS_MADE] == players:
                self._close_auction(state)
            else:
                state[TURN] = (seat + 1) % players
            return
        if bid == self.rules.bids and self.rules.top_ends:
            self._close_auction(state)
            return
        for _ in range(players):
            seat = (seat + 1) % players
            if seat == state[DECLARER]:  # round to the standing bid: every other seat has passed
                break
            if not state[SEEN + seat] & PASSED:
                state[TURN] = seat
                return
        self._close_auction(state)

    def _close_auction(self, state):
        if not state[BID]:
            state[PHASE] = VOID
            return
        state[TURN] = state[DECLARER]
        state[TRUMP] = self.rules.suit[state[BID]]
        if self.rules.friend:
            state[PHASE] = NAME_FRIEND
        else:
            self._take_or_lead(state)

    def _take_or_lead(self, state):
        if self.rules.takes[state[BID]] or self.rules.take == sy.ALL:
            state[PHASE] = TAKE
        else:
            self._name_or_lead(state)

    def _name_or_lead(self, state):
        if self.rules.trump == sy.NAMED:
            state[PHASE] = NAME_TRUMP
        else:
            self._lead(state)

    def _take(self, state, seat, discard):
        place = CARDS + state[SEATS] * self.rules.hand
        state[TAKEN] = 1
        base = CARDS + seat * self.rules.hand
        for i in range(base, base + self.rules.hand):
            if state[i] == discard:
                state[i] = state[place]
                state[place] = discard
                break
        if state[PHASE] == TAKE:
            self._name_or_lead(state)

    def _take_widow(self, state, seat, mask):
        """Each card of the widow that is kept changes places with one of the hand that is not."""
        hand = CARDS + seat * self.rules.hand
        at = hand
        state[TAKEN] = 1
        for i in range(self.rules.face_down):
            if mask >> self.rules.hand + i & 1:
                continue
            place = CARDS + state[SEATS] * self.rules.hand + i
            while not mask >> at - hand & 1:
                at += 1
            state[at], state[place] = state[place], state[at]
            at += 1
        self._name_or_lead(state)

    def _lead(self, state):
        state[PHASE] = PLAY
        state[TURN] = state[LEADER] = state[WINNING] = tricks.leader(self.rules, state, 0)

    def _play(self, state, seat, card):
        rules = self.rules
        trick = state[TRICK]
        place = CARDS + seat * rules.hand + trick
        i = place
        while state[i] != card:
            i += 1
        state[i] = state[place]
        state[place] = card
        in_trick = state[IN_TRICK]
        if in_trick:
            best = state[CARDS + state[WINNING] * rules.hand + trick]
            if tricks.beats(rules, card, best, state[TRUMP]):
                state[WINNING] = seat
        else:
            state[LEADER] = state[WINNING] = seat
            if not trick and rules.trump == sy.LED:
                if rules.tricks[state[BID]] or rules.misere_trump:
                    state[TRUMP] = card >> 4
        players = state[SEATS]
        in_trick += 1
        if in_trick < players:
            state[IN_TRICK] = in_trick
            seat += 1
            state[TURN] = seat if seat < players else 0
            return
        winner = tricks.winner(rules, state)
        state[WINNERS + trick] = winner
        state[TRICK] = trick + 1
        state[IN_TRICK] = 0
        state[LEADER] = state[TURN] = winner
        if trick + 1 == rules.hand:
            state[PHASE] = OVER
            settle.deal(rules, state)

    # -- the outcome

    def result(self, state):
        """Return the settled deal as a settle.Result, or None while it is open."""
        return None if self.is_open(state) else settle.Result(self.rules, state)


def _bits(mask):
    n = 0
    while mask:
        n += mask & 1
        mask >>= 1
    return n
