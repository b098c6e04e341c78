"""A view tells a seat what it may know, and not a byte more.

What a seat may know is worked out here from the actions alone, without a look at how view.py goes about it: its
hand as dealt, what it draws, the floater if it pays for it or takes it, and every card that is played.
"""

from harness import arranged, call, dealt, hand_of, play
from elba import actions as act
from elba import cards, layout, systems, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

CARDS = layout.CARDS


class Witness:
    """Follows a deal and keeps what each seat, and an onlooker behind the last one, knows."""

    def __init__(self, engine, state):
        self.engine = engine
        self.state = state
        self.seats = state[layout.SEATS]
        self.hand = engine.rules.hand
        self.known = [self.held(seat) for seat in range(self.seats)] + [[]]
        self.floater_known = [False] * (self.seats + 1)

    def held(self, seat):
        at = CARDS + seat * self.hand
        return list(self.state[at : at + self.hand])

    def apply(self, action):
        state = self.state
        seat = state[layout.TURN]
        kind = act.kind(action)
        before = self.held(seat)
        self.engine.apply(state, action)
        if kind == act.PEEK:
            self.see_floater(seat)
        elif kind == act.PLAY:
            for known in self.known:
                known.append(action)
        else:
            self.known[seat] += [card for card in self.held(seat) if card not in before]
        if kind == act.WIDOW:
            for known in self.known:  # face cards lie face up
                known += [card for card in self.face_down() if card & 15 >= 10]
        elif state[layout.PHASE] == layout.TAKE and self.face_down()[1:]:
            self.known[state[layout.DECLARER]] += self.face_down()
        elif kind == act.TAKE or state[layout.PHASE] == layout.TAKE:
            self.see_floater(state[layout.DECLARER])

    def face_down(self):
        at = CARDS + self.seats * self.hand
        return list(self.state[at : at + self.engine.rules.face_down])

    def see_floater(self, seat):
        self.known[seat].append(self.state[layout.FLOATER])
        self.floater_known[seat] = True

    def knows(self, seat, card):
        return card in self.known[seat]

    def must_show(self, seat):
        """Return the cards that a seat's view has to show: what was played, what it holds, what it threw away."""
        shown = list(self.known[-1])
        if seat < self.seats:
            shown += self.held(seat)
        return shown


def look(engine, state, seat, into=None):
    seen = into or bytearray(layout.SIZE)
    view.look(engine.rules, state, seat, seen)
    return seen


def scrambled(witness, seat, rng):
    """Return a copy of the state in which all cards that a seat cannot know have changed places, the floater too."""
    state = bytearray(witness.state)
    size = witness.engine.rules.pack_size(witness.seats)
    hidden = [at for at in range(CARDS, CARDS + size) if not witness.knows(seat, state[at])]
    if state[layout.FRIEND] and state[layout.TAKEN]:
        # No face card can lie face down among the discards: one that was put there would be seen.
        widow = range(CARDS + witness.seats * witness.hand, CARDS + size)
        plain = [at for at in hidden if at in widow or state[at] & 15 < 10]
        for at in plain:
            if at in widow:
                other = plain[rng.below(len(plain))]
                state[at], state[other] = state[other], state[at]
        hidden = [at for at in hidden if at not in widow]
    cards_there = bytearray([state[at] for at in hidden])
    rng.shuffle(cards_there, len(cards_there))
    swap = {}
    for i in range(len(hidden)):
        swap[state[hidden[i]]] = cards_there[i]
        state[hidden[i]] = cards_there[i]
    if not witness.floater_known[seat]:
        floater = state[layout.FLOATER]
        # Played since, it is on the table; but that it was the floater is still nobody's business.
        state[layout.FLOATER] = swap.get(floater, floater and cards_there[0] if cards_there else floater)
    return state, len(hidden)


def check(witness, rng, stale, seats):
    """Check every seat's view of a state."""
    engine = witness.engine
    size = engine.rules.pack_size(witness.seats)
    hidden = 0
    for number in seats:
        seat = number if number < witness.seats else layout.NOBODY
        seen = look(engine, witness.state, seat, stale)
        other, n = scrambled(witness, number, rng)
        hidden += n
        assert look(engine, other, seat) == seen, "what is hidden from seat %d shows in its view" % number
        assert seen[: layout.FLOATER] == witness.state[: layout.FLOATER]
        assert seen[layout.FLOATER + 1 : CARDS] == witness.state[layout.FLOATER + 1 : CARDS]
        shown = [card for card in seen[CARDS:] if card]
        assert len(set(shown)) == len(shown), "a card twice"
        for at in range(CARDS, CARDS + size):
            if seen[at]:
                assert seen[at] == witness.state[at]
                assert witness.knows(number, seen[at])
        for card in witness.must_show(number):
            assert card in shown, (number, cards.name(card))
        wanted = witness.state[layout.FLOATER] if witness.floater_known[number] else 0
        assert seen[layout.FLOATER] == wanted
    return hidden


def test_no_view_tells_what_is_hidden():
    rng = Rng(11, 12)
    stale = bytearray(b"\xff" * layout.SIZE)  # what is left in a view from before must not stay
    hidden = 0
    for system in systems.ids():
        engine = Engine(Rules(system))
        for players in (engine.rules.fewest, engine.rules.most):
            state = dealt(engine, players, 0, players)
            witness = Witness(engine, state)
            while engine.is_open(state):
                seats = (rng.below(players), state[layout.TURN], players)
                hidden += check(witness, rng, stale, seats)
                legal = engine.legal(state)
                witness.apply(legal[rng.below(len(legal))])
            hidden += check(witness, rng, stale, range(players + 1))
    assert hidden > 10000  # the test would be worthless if nothing was hidden


def test_a_seat_to_act_finds_its_legal_actions_in_its_view():
    rng = Rng(13, 14)
    for system in ("nap", "floater", "peep", "ecarte", "savremeni"):
        engine = Engine(Rules(system))
        state = dealt(engine, 4, 2, 9)
        while engine.is_open(state):
            legal = engine.legal(state)
            assert engine.legal(look(engine, state, state[layout.TURN])) == legal
            engine.apply(state, legal[rng.below(len(legal))])


def test_a_hand_is_seen_by_its_seat_alone():
    engine = Engine(Rules("nap"))
    state = arranged(engine, 4, 3, {2: "AS KS QS JS TS"})
    for seat in range(4):
        seen = look(engine, state, seat)
        at = CARDS + 5 * seat
        assert seen[at : at + 5] == state[at : at + 5]
        assert not any(seen[CARDS:at])
        assert not any(seen[at + 5 :])
    assert not any(look(engine, state, layout.NOBODY)[CARDS:])


def test_played_cards_are_seen_by_all_in_order():
    engine = Engine(Rules("nap"))
    state = arranged(engine, 4, 3, {0: "AS KS QS JH 9D", 1: "TS 9S AH KD QC", 2: "AC KC JC TC 9C"})
    call(engine, state, "four pass pass pass")
    play(engine, state, "AS TS 9C")
    for seat in (3, layout.NOBODY):
        seen = look(engine, state, seat)
        assert [seen[CARDS + 5 * other] for other in range(3)] == hand_of("AS TS 9C")
        assert not any(seen[CARDS + 1 : CARDS + 5])


def test_own_discards_stay_in_sight_and_others_do_not():
    engine = Engine(Rules("purchase"))
    state = arranged(engine, 3, 2, {0: "AS KS QS JS TS", 1: "AH KH QH JH TH"}, stock="2S 3S 4S 5S 6S")
    engine.apply(state, act.action(act.EXCHANGE, 0b11001))
    engine.apply(state, act.action(act.EXCHANGE, 0b00001))
    stock = CARDS + 15
    own = look(engine, state, 0)
    assert list(own[stock : stock + 5]) == hand_of("AS JS TS") + [0, 0]
    other = look(engine, state, 1)
    assert list(other[stock : stock + 5]) == [0, 0, 0] + hand_of("AH") + [0]
    assert not any(look(engine, state, 2)[stock:])


def test_the_floater_is_seen_by_who_paid_and_who_took_it():
    engine = Engine(Rules("floater"))
    state = arranged(engine, 3, 2, {0: "AS KS QS JS TS", 1: "AH KH QH JH TH"}, floater="AC")
    place = CARDS + 15
    engine.apply(state, act.action(act.PEEK))
    call(engine, state, "pass four-w")
    floater = cards.parse("AC")
    for seat, seen in ((0, floater), (1, 0), (2, 0)):
        found = look(engine, state, seat)
        assert (found[place], found[layout.FLOATER]) == (seen, seen), seat
    call(engine, state, "pass")
    found = look(engine, state, 1)  # declarer has it in hand, so to say, and must discard
    assert (found[place], found[layout.FLOATER]) == (floater, floater)
    assert look(engine, state, 2)[layout.FLOATER] == 0
    engine.apply(state, act.action(act.TAKE, cards.parse("TH")))
    found = look(engine, state, 1)
    assert (found[place], found[layout.FLOATER]) == (cards.parse("TH"), floater)
    found = look(engine, state, 0)  # it knows what declarer took, not what it threw away
    assert (found[place], found[layout.FLOATER]) == (0, floater)
    found = look(engine, state, 2)
    assert (found[place], found[layout.FLOATER]) == (0, 0)
