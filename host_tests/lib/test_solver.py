"""The solver: against brute force, and in deals whose outcome can be seen."""

from brute_force import BruteForce
from harness import arranged, dealt, hand_of, raises
from open_deals import goals, position, with_small
from elba import cards, layout
from elba.cards import NO_SUIT
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from elba.solver import GAVE_UP, NO, THINKING, YES, Solver, suppose


def compare(rng, count, most):
    """Compare so many positions, each with every card; return how often declarer made it."""
    made = 0
    brute = BruteForce(None)
    for n in range(count):
        engine, state = position(rng, most)
        solver = Solver(engine.rules, state[layout.SEATS], 4 << rng.below(6))
        solver.load(state)
        brute.engine = engine
        for goal in goals(rng, engine.rules, state):
            solver.aim(goal)
            if n & 1:  # a search that is left alone half way spoils nothing
                solver.begin()
                solver.step(1 + rng.below(9))
            best = NO if state[layout.TURN] == state[layout.DECLARER] else YES
            for card in engine.legal(state):
                expected = YES if brute.makes_with(state, card, goal) else NO
                where = (engine.rules.id, n, bytes(state), goal, cards.name(card))
                assert solver.answer(card) == expected, where
                assert solver.answer(solver.twin(card)) == expected, where
                if expected != best:
                    best = expected
                    break
            assert solver.answer() == best, (engine.rules.id, n, bytes(state), goal)
            made += best
    return made


def test_it_agrees_with_brute_force():
    made = with_small(compare, Rng(0, 1), 150, 8)
    assert 60 < made < 240


def test_it_agrees_with_brute_force_on_whole_deals():
    with_small(compare, Rng(0, 2), 12, 0)


def asked(system, players, hands, bid, trump=NO_SUIT, options=None, **how):
    """Return a solver with the first lead of seat 0 in an arranged deal."""
    engine = Engine(Rules(system, options))
    state = arranged(engine, players, 0, hands, **how)
    suppose(state, 0, engine.rules.bid_name.index(bid), trump)
    solver = Solver(engine.rules, players)
    solver.load(state)
    return solver


def test_top_trumps_make_nap_and_one_loser_does_not():
    hands = {0: "AS KS QS JS TS", 1: "AH KH QH JH TH"}
    assert asked("nap", 4, hands, "nap").answer() == YES
    hands = {0: "AS KS QS JS 9H", 1: "AH KH QH JH TH"}
    solver = asked("nap", 4, hands, "nap")
    assert solver.answer() == NO
    solver.aim(0x30)  # four or five
    assert solver.answer() == YES


def test_the_first_card_makes_trump():
    # Hearts are long, but only spades as trump win.
    hands = {0: "AS KS QS 2H 3H", 1: "AH KH QH JH TH", 2: "4S 5S 6S 7S 8S"}
    solver = asked("pub", 3, hands, "three")
    assert solver.answer() == YES
    assert solver.answer(hand_of("KS")[0]) == YES
    assert solver.answer(hand_of("2H")[0]) == NO
    assert solver.twin(hand_of("QS")[0]) == hand_of("AS")[0]
    assert solver.twin(hand_of("2H")[0]) == hand_of("3H")[0]


def test_a_misere_has_trumps_or_not():
    # Seat 0 leads the two of spades and then follows below everybody; with spades as trump it must ruff at last.
    hands = {0: "2S 3S 2H 2D 2C", 1: "AS AH KH AD AC", 2: "KS QH JH KD KC"}
    assert asked("pub", 3, hands, "misere").answer() == YES
    hands = {0: "4S 2H 3H 4H 5H", 1: "3S AH KH AD AC", 2: "2S QH JH KD KC"}
    solver = asked("pub", 3, hands, "misere", options={"misere_trump": True})
    assert solver.answer(hand_of("4S")[0]) == NO


def test_a_low_card_may_be_owed_to_the_first_trick():
    hands = {0: "AS KS QS JS 2S", 1: "3S AH KH QH JH", 2: "4S AD KD QD JD"}
    engine = Engine(Rules("floater"))
    state = bytearray(layout.SIZE)
    state[layout.SEATS] = 3
    for seat in range(3):
        state[layout.CARDS + 5 * seat : layout.CARDS + 5 * seat + 5] = bytes(hand_of(hands[seat]))
    solver = Solver(engine.rules, 3)
    names = engine.rules.bid_name
    for name, answer in (("nap-o", YES), ("bonaparte-o", NO)):
        suppose(state, 0, names.index(name), 0)
        solver.load(state)
        assert solver.answer() == answer, name
    # Wellington with hearts as trump owes the lowest spade.
    suppose(state, 0, names.index("wellington-o"), 1)
    solver.load(state)
    assert solver.answer() == NO


def test_slices_come_to_the_same():
    engine = Engine(Rules("pub"))
    solver = Solver(engine.rules, 4)
    rng = Rng(0, 3)
    longest = 0
    for _ in range(20):
        state = dealt(engine, 4, 0, rng.below(65536))
        suppose(state, 1, engine.rules.bid_name.index("three"))
        solver.load(state)
        whole = solver.answer()
        nodes = solver.nodes
        solver.load(state)
        solver.begin()
        steps = 1
        while solver.step(7) == THINKING:
            steps += 1
        assert (solver.status, solver.nodes) == (whole, nodes)
        assert steps >= nodes // 7
        assert solver.step(7) == whole
        longest = max(longest, nodes)
    assert longest > 50


def test_it_gives_up_when_the_budget_is_spent_and_can_be_asked_again():
    engine = Engine(Rules("pub"))
    solver = Solver(engine.rules, 4)
    rng = Rng(0, 4)
    gave_up = 0
    for _ in range(20):
        state = dealt(engine, 4, 0, rng.below(65536))
        suppose(state, 1, engine.rules.bid_name.index("misere"))
        solver.load(state)
        whole = solver.answer()
        nodes = solver.nodes
        solver.load(state)
        if solver.answer(budget=20) == GAVE_UP:
            gave_up += 1
            assert solver.nodes == 20 < nodes
            assert solver.answer() == whole
        else:
            assert solver.status == whole
    assert gave_up > 3


def test_goals_of_bids():
    rules = Rules("nap", {"misere": True})
    assert rules.goal[rules.bid_name.index("three")] == 0x38
    assert rules.goal[rules.bid_name.index("misere")] == 1
    assert rules.goal[rules.bid_name.index("nap")] == 0x20
    assert Rules("izvorni").goal[1] == 8


def test_it_refuses_what_it_cannot_solve():
    rules = Rules("nap")
    raises(ValueError, Solver, rules, 9)
    raises(ValueError, Solver, rules, 4, 500)
    raises(ValueError, Solver, rules, 4, 65536)
    solver = Solver(rules, 4)
    engine = Engine(rules)
    error = raises(ValueError, solver.load, dealt(engine, 4, 0, 1))
    assert "to be played" in str(error)
    state = dealt(engine, 3, 0, 1)
    suppose(state, 0, 1)
    raises(ValueError, solver.load, state)
    rules.joker = 1
    assert "joker" in str(raises(ValueError, Solver, rules, 4))
