"""Marshal where cards are captured: its worlds, what it does with them, and without the heap."""

import binascii

from harness import dealt
from japanese_bots import choice
from elba import bots, cards, layout, tricks, view
from elba.bots.side_marshal import Marshal
from elba.bots.side_worlds import SideWorlds
from elba.bots.worlds import FACE_DOWN
from elba.endings import YES, Ending
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from micropython import heap_lock, heap_unlock

MOST_STEPS = 4000
ENGINE = Engine(Rules("napoleon-jp"))
HAND = 10


def small(high=8, low=9, worlds=4, nodes=4000):
    """Marshal with few worlds: what is tested does not hang on their number, and tests are to be quick."""
    bot = Marshal(ENGINE, high, low, 1)
    bot.WORLDS = worlds
    bot.NODES = nodes
    return bot


def think(bot, state):
    """Return the action of the seat to act, thought out with the heap locked."""
    seen = bytearray(layout.SIZE)
    view.look(ENGINE.rules, state, state[layout.TURN], seen)
    action = bots.THINKING
    steps = 0
    heap_lock()
    try:
        bot.think(seen)
        while action == bots.THINKING:
            action = bot.step()
            steps += 1
    finally:
        heap_unlock()
    assert steps < MOST_STEPS
    return action


def play_out(state, bot, log):
    while ENGINE.is_open(state):
        action = think(bot, state)
        assert not ENGINE.violation(state, action, state[layout.TURN])
        log.append(action >> 8)
        log.append(action & 255)
        ENGINE.apply(state, action)


def test_it_plays_the_same_everywhere_without_the_heap():
    bot = small()
    log = bytearray()
    for seed in range(3):
        play_out(dealt(ENGINE, 5, seed, 60 + seed), bot, log)
    found = len(log) // 2, binascii.crc32(log)
    assert found == TRANSCRIPT, found


TRANSCRIPT = (189, 628807607)


def test_what_was_thought_before_leaves_no_trace():
    one, two = small(), small()
    play_out(dealt(ENGINE, 5, 2, 90), two, bytearray())
    state = dealt(ENGINE, 5, 0, 64)
    first, second = bytearray(), bytearray()
    play_out(bytearray(state), one, first)
    play_out(state, two, second)
    assert first == second


# -- worlds


def gave_to_a_led_joker(state, seat):
    """Return the cards that a seat gave to tricks that the joker led."""
    found = []
    for trick in range(state[layout.TRICK]):
        leader = tricks.leader(ENGINE.rules, state, trick)
        if leader != seat and state[layout.CARDS + leader * HAND + trick] == cards.JOKER:
            found.append(state[layout.CARDS + seat * HAND + trick])
    return found


def held(state, seat):
    return list(state[ENGINE.held_from(state, seat) : ENGINE.held_to(seat)])


def check_worlds(state, seat, rng, worlds):
    """Check that worlds agree with what a seat sees; return how many seats a led joker has told something of."""
    rules = ENGINE.rules
    seen = bytearray(layout.SIZE)
    again = bytearray(layout.SIZE)
    view.look(rules, state, seat, seen)
    assert worlds.begin(seen, seat)
    size = rules.pack_size(5)
    told = []
    for other in range(5):
        for card in gave_to_a_led_joker(state, other):
            if card >> 4 != state[layout.TRUMP] and not tricks.counts(rules, card):
                told.append(other)
    # What the real deal is must not be ruled out.
    for i in range(size):
        if not seen[layout.CARDS + i]:
            place = i // HAND if i < 5 * HAND else FACE_DOWN
            assert worlds.hidden.may_lie(place, state[layout.CARDS + i])
    for _ in range(3):
        for _ in range(200):
            if worlds.try_to_draw(rng):
                break
        else:
            raise AssertionError("no world was found in 200 tries")
        world = worlds.state
        view.look(rules, world, seat, again)
        assert again == seen
        assert sorted(world[layout.CARDS : layout.CARDS + size]) == sorted(state[layout.CARDS : layout.CARDS + size])
        for other in told:
            assert not [card for card in held(world, other) if tricks.counts(rules, card)]
        if world[layout.TAKEN] and seat != world[layout.DECLARER]:
            at = layout.CARDS + 5 * HAND
            shown = len([i for i in range(at, at + 3) if seen[i]])
            assert len([i for i in range(at, at + 3) if tricks.counts(rules, world[i])]) == shown
    return len(told)


def test_worlds_agree_with_the_view_the_cards_laid_off_and_a_led_joker():
    worlds = SideWorlds(ENGINE)
    rng = Rng(4, 5)
    told = 0
    for seed in range(24):
        state = dealt(ENGINE, 5, seed % 5, 200 + seed)
        ENGINE.apply(state, ENGINE.legal(state)[1 + seed])  # somebody has to bid
        while ENGINE.is_open(state):
            if state[layout.PHASE] == layout.PLAY and state[layout.IN_TRICK] == seed % 5:
                told += check_worlds(state, state[layout.TURN], rng, worlds)
            legal = ENGINE.legal(state)
            action = legal[rng.below(len(legal))]
            if state[layout.PHASE] == layout.AUCTION:
                action = legal[0]
            elif cards.JOKER in legal and state[layout.PHASE] == layout.PLAY:
                # It is kept until it can be led late, when somebody has nothing that it asks for.
                lead = not state[layout.IN_TRICK] and state[layout.TRICK] > 2
                action = cards.JOKER if lead else legal[0] if legal[0] != cards.JOKER else legal[-1]
            ENGINE.apply(state, action)
    assert told > 3


# -- the choice


def test_it_plays_what_comes_off_most_often_for_its_own_side():
    bot = small(worlds=12, nodes=0)
    plays = bot.plays
    ending = Ending(5, HAND, 3, 64)
    worse = 0
    sides = [0, 0]
    for seed in range(8):
        state = dealt(ENGINE, 5, 0, 300 + seed)
        while ENGINE.is_open(state):
            late = state[layout.PHASE] == layout.PLAY and state[layout.TRICK] >= 7 and len(ENGINE.legal(state)) > 1
            action = think(bot, state) if late else choice(state)
            if late:
                assert plays.drawn == 12
                ours = 1 if bot.partner.ally[state[layout.DECLARER]] == 4096 else 0
                friend = tricks.friend(ENGINE.rules, state)
                assert ours == (state[layout.TURN] in (state[layout.DECLARER], friend))
                good = list(plays.good[: plays.n])
                chosen = list(plays.cards[: plays.n]).index(action)
                assert good[chosen] == (max(good) if ours else min(good))
                worse += max(good) > min(good)
                # Where all worlds agree on a card, so does the real deal, which is one like them, nearly always.
                ending.load(state, ENGINE.rules.goal[state[layout.BID]])
                if good[chosen] in (0, plays.weight) and good[chosen] == plays.weight * ours:
                    sides[ending.answer(action) == (YES if ours else 0)] += 1
            ENGINE.apply(state, action)
    assert worse > 5
    assert sides[1] > 12
    assert sides[0] * 10 < sides[1]


def test_a_world_counts_as_much_as_its_friend_is_suspected():
    bot = small()
    open_ones = different = 0
    for seed in range(6):
        state = dealt(ENGINE, 5, 0, 400 + seed)
        while ENGINE.is_open(state):
            action = think(bot, state)
            partner = bot.partner
            if state[layout.PHASE] == layout.PLAY and len(ENGINE.legal(state)) > 1:
                weights = [partner.weight_of(seat) for seat in range(5)]
                if partner.known:
                    assert weights == [weights[0]] * 5
                else:
                    open_ones += 1
                    declarer = state[layout.DECLARER]
                    assert weights[state[layout.TURN]] == 0 or state[layout.TURN] == declarer
                    for a in range(5):
                        for b in range(5):
                            if declarer not in (a, b) and state[layout.TURN] not in (a, b, declarer):
                                # The more a seat is suspected, the less it is an ally.
                                assert (weights[a] > weights[b]) <= (partner.ally[a] <= partner.ally[b])
                                different += weights[a] > weights[b]
            ENGINE.apply(state, action)
    assert open_ones > 30
    assert different > 30
