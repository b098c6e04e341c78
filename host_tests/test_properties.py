"""Play by chance in any system, at any table, under any house rules: nothing is lost and nothing gets stuck."""

from array import array
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elba import actions as act
from elba import dealcode, dealing, layout, match, options, strictjson, systems
from elba.engine import Engine, Illegal
from elba.rng import Rng
from elba.rules import Rules

settings.register_profile(
    "elba",
    max_examples=120,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("elba")

# The codes of record-format.md that a system of this family can answer with.
CODES = {"turn", "phase", "bid", "bid_locked", "not_held", "follow", "must_trump", "first_lead", "exchange", "trump"}
CODES |= {"joker_lead", "discard", "friend"}

words = st.integers(0, 0xFFFF)


@st.composite
def rules_of(draw):
    system = draw(st.sampled_from(range(systems.number())))
    house = {}
    for name in systems.lookup(system, "options"):
        if draw(st.booleans()):
            continue
        values = options.find(name)[2]
        house[name] = draw(st.sampled_from(values) if isinstance(values, tuple) else st.integers(*values))
    return Rules(systems.lookup(system, "id"), house)


@st.composite
def deals(draw):
    """An engine, a dealt state, and the chips that were in the pot."""
    rules = draw(rules_of())
    engine = Engine(rules)
    players = draw(st.integers(rules.fewest, rules.most))
    pot = draw(st.integers(0, 40))
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(rules, players, Rng(draw(words), draw(words)), pack)
    engine.begin(state, players, draw(st.integers(0, players - 1)), pot)
    dealing.deal(rules, state, pack)
    return engine, state, pot


def chips(state):
    """All chips of a deal: what the seats have got, and the pot."""
    return sum(pay_of(state)) + layout.word(state, layout.POT)


def pay_of(state):
    return [layout.word(state, layout.PAY + 2 * seat) for seat in range(state[layout.SEATS])]


def hand(engine, state, seat):
    return state[engine.held_from(state, seat) : engine.held_to(seat)]


def points(rules, result):
    """All points of a deal of Japanese Napoleon (napoleon-japanese.md "Score")."""
    if result.status == "void":
        return 0
    opponents = 4 if result.friend == result.declarer else 3
    number = int(rules.bid_name[result.bid][:-1])
    staked = number if rules.options.get("score") == "bid" else 10 + number
    return staked * (3 if result.made else opponents)


@given(deals(), st.randoms(use_true_random=False))
def test_chance_play_keeps_chips_and_cards(deal, random):
    engine, state, pot = deal
    rules = engine.rules
    size = rules.pack_size(state[layout.SEATS])
    cards = Counter(state[layout.CARDS : layout.CARDS + size])
    assert max(cards.values()) == 1
    assert 0 not in cards
    out = array("H", bytearray(2 * 286))
    steps = 0
    while engine.is_open(state):
        legal = engine.legal(state)
        assert legal
        assert len(set(legal)) == len(legal)
        assert legal == list(out[: engine.fill_legal(state, out)])
        # A game of chance that never bids would see little of the play.
        action = random.choice(legal)
        if action == act.PASS and len(legal) > 1 and random.random() < 0.6:
            action = random.choice(legal[1:])
        kind, seat, turn = act.kind(action), state[layout.TURN], state[layout.TURN]
        before = Counter(hand(engine, state, seat))
        engine.apply(state, action)
        assert chips(state) == pot or rules.made_to == systems.SIDE
        assert Counter(state[layout.CARDS : layout.CARDS + size]) == cards
        if kind == act.PLAY and engine.is_open(state):
            assert before - Counter(hand(engine, state, seat)) == Counter([action])
        assert not engine.is_open(state) or state[layout.TURN] < state[layout.SEATS]
        assert turn < state[layout.SEATS]
        steps += 1
        assert steps <= 200
    assert engine.legal(state) == []
    result = engine.result(state)
    if rules.made_to == systems.SIDE:  # points: the side that has won gets them from nowhere
        assert result.pot == pot
        assert sum(result.pay) == points(rules, result)
    else:
        assert sum(result.pay) + result.pot == pot
    assert result.pot >= 0
    if result.status == "complete":
        assert sum(result.tricks) == rules.hand == len(result.winners)
    pack = bytearray(layout.MAX_CARDS)
    assert dealing.gather(rules, state, pack) == size
    assert Counter(pack[:size]) == cards


@given(deals(), st.randoms(use_true_random=False), st.integers(0, 60))
def test_what_is_not_legal_is_refused_and_changes_nothing(deal, random, steps):
    engine, state, _ = deal
    for _ in range(steps):
        if engine.is_open(state):
            legal = engine.legal(state)
            engine.apply(state, random.choice(legal[1:] or legal))
    legal = set(engine.legal(state))
    seat = state[layout.TURN]
    before = bytes(state)
    for action in legal:
        assert engine.violation(state, action, seat) == ""
        copy = bytearray(state)
        engine.apply(copy, action)
        assert copy != before
    # All cards, all bids, and a sample of everything that 16 bits can say.
    others = [*range(256), *range(act.PASS, act.PASS + 32), *random.sample(range(65536), 300)]
    for action in others:
        if action in legal:
            continue
        rule = engine.violation(state, action, seat)
        assert rule in CODES, action
        assert state == before
        if rule == "follow" and engine.rules.revoke_penalty:
            continue  # may be played, and is paid for
        with pytest.raises(Illegal) as caught:
            engine.apply(state, action)
        assert caught.value.rule == rule
        assert state == before
    for other in range(state[layout.SEATS]):
        if other != seat:
            assert all(engine.violation(state, action, other) in ("turn", "phase") for action in legal)


@given(deals(), st.randoms(use_true_random=False))
def test_a_revoke_is_paid_by_one_side(deal, random):
    engine, state, pot = deal
    engine.rules.revoke_penalty = True
    while engine.is_open(state):
        bad = [card for card in hand(engine, state, state[layout.TURN]) if follows_not(engine, state, card)]
        before = pay_of(state)
        legal = engine.legal(state)
        engine.apply(state, random.choice(bad or legal[1:] or legal))
    result = engine.result(state)
    assert chips(state) == pot
    if result.status == "revoke":
        opponents = state[layout.SEATS] - 1
        lost, won = engine.rules.lose[result.bid], engine.rules.win[result.bid]
        paid = [after - old for after, old in zip(result.pay, before, strict=True)]
        if result.revoker == result.declarer:
            wanted = [lost] * (opponents + 1)
            wanted[result.declarer] = -lost * opponents
        else:
            wanted = [0] * (opponents + 1)
            wanted[result.revoker] = -won * opponents
            wanted[result.declarer] = won * opponents
        assert paid == wanted
        assert not result.made


def follows_not(engine, state, card):
    return state[layout.PHASE] == layout.PLAY and engine.violation(state, card, state[layout.TURN]) == "follow"


@given(rules_of())
def test_house_rules_survive_a_save(rules):
    buf = bytearray(options.PACKED_SIZE)
    options.pack(rules.options, buf, 0)
    assert options.unpack(buf, 0) == rules.options


@given(st.binary(min_size=8, max_size=8))
def test_any_eight_bytes_are_options_or_are_refused(data):
    try:
        found = options.unpack(data, 0)
    except options.BadOption:
        return
    buf = bytearray(options.PACKED_SIZE)
    options.pack(found, buf, 0)
    assert options.unpack(buf, 0) == found


@given(rules_of(), st.data())
def test_deal_codes_go_there_and_back(rules, data):
    players = data.draw(st.integers(rules.fewest, rules.most))
    dealer = data.draw(st.integers(0, players - 1))
    seed = data.draw(st.tuples(words, words))
    order = None
    if data.draw(st.booleans()):
        pack = bytearray(layout.MAX_CARDS)
        order = bytes(pack[: dealing.shuffled(rules, players, Rng(*seed), pack)])
        seed = None
    code = dealcode.code_of(rules, players, dealer, seed, order)
    text = dealcode.encode(code)
    back = dealcode.decode(text)
    assert vars(back) == vars(code)
    wrong = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
    if text[wrong] not in ("-", other):
        with pytest.raises(dealcode.BadCode):
            dealcode.decode(text[:wrong] + other + text[wrong + 1 :])


@given(st.text(max_size=60))
def test_any_text_is_a_deal_code_or_is_refused(text):
    try:
        code = dealcode.decode(text)
    except dealcode.BadCode:
        return
    assert code.pack()


@given(rules_of(), words, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_sessions_keep_all_chips_and_come_back_from_a_save(rules, seed, random):
    engine = Engine(rules)
    players = random.randint(rules.fewest, rules.most)
    session = match.Session(engine, players, 0, seed)
    session.draw_dealer()
    scored = 0  # points, where those are won and nobody pays them
    for _ in range(12):
        if session.over:
            break
        session.begin()
        while engine.is_open(session.state):
            legal = engine.legal(session.state)
            engine.apply(session.state, random.choice(legal[1:] or legal))
            if random.random() < 0.05:
                saved = session.save()
                session = match.Session(engine, players)
                session.load(saved)
                assert session.save() == saved
        result = session.end()
        if rules.made_to == systems.SIDE:
            scored += sum(result.pay)
        brought = (players + sum(session.bought)) * rules.start_chips
        assert sum(session.totals) + session.table.pot == brought + scored
    session.stop()
    assert session.table.pot == 0
    assert sum(session.totals) == (players + sum(session.bought)) * rules.start_chips + scored


@given(st.binary(max_size=40))
def test_any_bytes_are_json_or_are_refused(data):
    try:
        strictjson.loads(data)
    except strictjson.BadJSON as error:
        if "byte" not in str(error):
            raise


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(st.characters(max_codepoint=126), max_size=8),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_what_is_written_as_json_is_read_again(value):
    def depth(item):
        return 1 + max(map(depth, item), default=0) if isinstance(item, list) else 0

    if depth(value) <= 6:
        assert strictjson.loads(strictjson.dumps(value).encode()) == value


def test_every_card_comes_to_every_place():
    # Chi-square over 52 x 52: every card is in every place of a shuffled pack about as often.
    rng = Rng(2024, 1)
    counts = [[0] * 52 for _ in range(52)]
    rounds = 52 * 60
    for _ in range(rounds):
        pack = bytearray(range(52))
        rng.shuffle(pack, 52)
        for place, card in enumerate(pack):
            counts[place][card] += 1
    expected = rounds / 52
    chi = sum((n - expected) ** 2 / expected for row in counts for n in row)
    # 51 x 51 = 2601 degrees of freedom: mean 2601, standard deviation 72. Four of them either way.
    assert 2601 - 4 * 72 < chi < 2601 + 4 * 72
