"""Bots of Japanese Napoleon at staged tables, for the tests of their calls and of their play."""


from harness import arranged, call
from elba import actions as act
from elba import bots, cards, layout, view
from elba.engine import Engine
from elba.rules import Rules

RECRUIT, CORPORAL = range(2)
MOST_STEPS = 60
ENGINE = Engine(Rules("napoleon-jp"))
# A bot remembers nothing from one decision to the next, so these two serve all tests.
CREW = [bots.make(level, ENGINE, 77, 4711, level) for level in (RECRUIT, CORPORAL)]
STRONG = "JS AC KC JC TC 9C 8C 4C AH 3H"  # clubs, without AS


def decide(bot, state):
    """Return a bot's action for the seat to act, after checking that it is legal and leaves the view alone."""
    seen = bytearray(layout.SIZE)
    view.look(ENGINE.rules, state, state[layout.TURN], seen)
    kept = bytes(seen)
    bot.think(seen)
    for _ in range(MOST_STEPS):
        action = bot.step()
        if action != bots.THINKING:
            assert not ENGINE.violation(state, action, state[layout.TURN]), action
            assert seen == kept, "a bot changed its view"
            return action
    raise AssertionError("still thinking after %d steps" % MOST_STEPS)


def choice(state, level=CORPORAL):
    return decide(CREW[level], state)


def card_of(state, level=CORPORAL):
    action = choice(state, level)
    assert act.kind(action) == act.PLAY
    return cards.name(action)


def in_play(hands, bid, friend, trick, leader, widow="", winners=4):
    """Return the state before a trick 0..9 in which seat 4 is declarer, as if `winners` had won all before it.

    hands   seat -> its ten cards; the first `trick` of them are what it has played so far
    """
    state = arranged(ENGINE, 5, 4, hands, widow)
    call(ENGINE, state, "pass pass pass pass " + bid)
    ENGINE.apply(state, act.action(act.FRIEND, cards.parse(friend)))
    ENGINE.apply(state, act.action(act.WIDOW, 7 << 10))
    state[layout.TRICK] = trick
    for i in range(trick):
        state[layout.WINNERS + i] = winners
    state[layout.LEADER] = state[layout.WINNING] = state[layout.TURN] = leader
    return state


def friend_named(hand, bid, level=CORPORAL):
    state = arranged(ENGINE, 5, 4, {0: hand})
    call(ENGINE, state, bid + " pass pass pass pass")
    return cards.name(act.argument(choice(state, level)))


def discarded(hand, widow, bid, friend="AS"):
    """Return the names of what declarer throws, sorted."""
    state = arranged(ENGINE, 5, 4, {0: hand}, widow)
    call(ENGINE, state, bid + " pass pass pass pass")
    ENGINE.apply(state, act.action(act.FRIEND, cards.parse(friend)))
    mask = act.argument(choice(state))
    both = hand.split() + widow.split()
    return sorted([both[i] for i in range(13) if mask >> i & 1])


def called(hand, before="", level=CORPORAL):
    """Return the name of what a seat calls on a hand after the calls before it."""
    seat = len(before.split())
    state = arranged(ENGINE, 5, 4, {seat: hand})
    call(ENGINE, state, before)
    return ENGINE.rules.bid_name[act.argument(choice(state, level))]
