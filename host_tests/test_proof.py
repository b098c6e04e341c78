"""What bots are worth by themselves: the measures are right where the answer is known, and tell a bad bot."""

import json

import pytest

import misere_stats
import proof
from arena import ends, judge, loss, moments, price, targets
from arena import results as res
from arena.counts import Counts, key
from arena.kept import Kept
from elba import actions as act
from elba import layout, view
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from elba.solver import YES, Solver

# Two cards in four worlds, one of which counts double.
WORLDS = [(1, [True, False]), (2, [True, True]), (1, [False, True]), (1, [True, False])]


def test_a_loss_is_what_the_best_card_has_more():
    assert judge.shares(WORLDS, 2) == [4 / 5, 3 / 5]
    assert loss.losses(WORLDS, 2, 0, True)[0] == 0
    assert loss.losses(WORLDS, 2, 1, True)[0] == loss.UNIT // 5
    assert loss.losses(WORLDS, 2, 0, False)[0] == loss.UNIT // 5
    assert loss.losses(WORLDS, 2, 1, False)[0] == 0


def test_halves_do_not_count_the_luck_of_the_judge():
    rng = Rng(3, 4)
    luck = [(1, [rng.below(2) == 0, rng.below(2) == 0]) for _ in range(60)]  # two cards that are worth the same
    in_all = halves = 0
    for start in range(2000):
        luck = [(1, [rng.below(2) == 0, rng.below(2) == 0]) for _ in range(20)]
        a, b = loss.losses(luck, 2, start & 1, True)
        in_all += a
        halves += b
    assert in_all / 2000 / loss.UNIT > 0.05
    assert abs(halves / 2000 / loss.UNIT) < 0.012


def test_percentiles():
    counts = Counts({key("loss", "x", "declarer", 0): 98, key("loss", "x", "declarer", 5000): 1})
    counts[key("loss", "x", "declarer", 70000)] = 1
    assert loss.percentile(counts, "loss", "x", "declarer") == 0.05
    assert loss.percentile(counts, "loss", "x", "declarer", share=1) == 0.7
    assert loss.percentile(counts, "loss", "x", "opponent") is None


def last_moments(system, players, deals, left):
    """Yield (engine, state, seat, view) of decisions in the last tricks that Recruits play."""
    engine = Engine(Rules(system))
    for number in range(deals):
        state, minds = moments.begin(engine, players, "Recruit", 5, number)
        for seat, seen, _ in moments.play(engine, state, minds):
            if seen[layout.PHASE] == layout.PLAY and engine.rules.hand - seen[layout.TRICK] <= left:
                yield engine, state, seat, seen


def hands_of(engine, state):
    """Return what lies in each hand, in no order."""
    hand = engine.rules.hand
    at = [layout.CARDS + seat * hand for seat in range(state[layout.SEATS])]
    return tuple(tuple(sorted(state[i : i + hand])) for i in at)


@pytest.mark.parametrize(("system", "players"), [("ecarte", 4), ("nap", 3)])
def test_the_census_counts_the_worlds_that_are_drawn(system, players):
    checked = voids = 0
    for engine, state, seat, seen in last_moments(system, players, 40, 2):
        census = judge.Census(engine)
        found = census.every(seen, seat, 400)
        if found is None:
            continue
        full = []
        for world in found:
            complete = bytearray(seen)
            for at, card in world.items():
                complete[at] = card
            full.append(hands_of(engine, complete))
        assert len(set(full)) == len(full)  # each once
        assert hands_of(engine, state) in full  # the real one too
        worlds = Worlds(engine)
        assert worlds.begin(seen, seat)
        hidden = worlds.hidden
        voids += any(hidden.forbidden[place * 5 + s] for place in range(players) for s in range(4))
        rng = Rng(checked, 1)
        drawn = set()
        for _ in range(25 * len(full)):
            assert worlds.draw(rng)
            drawn.add(hands_of(engine, worlds.state))
        assert drawn == set(full)
        checked += 1
        if checked == 12 and voids:
            break
    assert checked >= 6
    assert voids


def test_a_census_gives_up_at_its_limit_and_knows_no_floater():
    engine, _, seat, seen = next(last_moments("nap", 4, 20, 2))
    assert judge.Census(engine).every(seen, seat, 1000) is None
    assert judge.Census(engine).worths(seen, seat, [], 1000) is None
    floater, _, seat, seen = next(last_moments("floater", 4, 20, 2))
    with pytest.raises(ValueError, match="floater"):
        judge.Census(floater).every(seen, seat, 1000)


def played(measure, bot, system, players, deals, *more):
    counts = Counts()
    for number in range(deals):
        measure(Engine(Rules(system)), players, bot, 7, number, *more, counts)
    return counts


def lost(counts, *name):
    """Return the mean loss under a name, and of how many decisions."""
    sums = key("sums", *name)
    return counts[key(sums, 1)] / counts[key(sums, 0)] / loss.UNIT, counts[key(sums, 0)]


def test_a_bot_that_plays_anything_loses_where_marshal_does_not():
    good = played(loss.of_deal, "Marshal", "nap", 3, 3, 30)
    bad = played(loss.of_deal, "odd_bots:Sure", "nap", 3, 12, 30)
    for side, worse in (("declarer", 0.01), ("opponent", 0.005)):
        value, n = lost(good, "Marshal", side)
        assert n > 3
        assert value < 0.02
        assert lost(bad, "odd_bots:Sure", side)[0] > worse


def test_exact_endings_tell_a_bad_bot():
    good = played(ends.of_deal, "Corporal", "nap", 3, 20, 2000)
    bad = played(ends.of_deal, "odd_bots:Sure", "nap", 3, 20, 2000)
    sides = "declarer", "opponent"
    ours, theirs = (
        sum(counts[key("sums", "weighted", side, 1)] for side in sides)
        / sum(counts[key("sums", "weighted", side, 0)] for side in sides)
        for counts in (good, bad)
    )
    assert theirs > ours
    assert sum(bad[key("best", "weighted", side)] < bad[key("sums", "weighted", side, 0)] for side in sides)


def test_who_sees_all_cards_makes_what_can_be_made_against_anybody():
    engine = Engine(Rules("nap"))
    solver = Solver(engine.rules, 4, 512)
    seen = bytearray(layout.SIZE)
    rng = Rng(1, 2)
    could = 0
    for number in range(25):
        state, minds = moments.begin(engine, 4, "Recruit", 3, number)
        for _ in moments.play(engine, state, minds, layout.PLAY):
            pass
        if not engine.is_open(state):
            continue
        solver.load(state)
        if solver.answer() != YES:
            continue
        could += 1
        seer = price.Seer(engine, 4)
        declarer = state[layout.DECLARER]
        while engine.is_open(state):
            legal = engine.legal(state)
            view.look(engine.rules, state, state[layout.TURN], seen)
            action = legal[rng.below(len(legal))]
            engine.apply(state, seer.card(state, action) if state[layout.TURN] == declarer else action)
        assert engine.result(state).made
    assert could > 4


def test_the_price_is_paid_by_who_sees_less():
    counts = played(price.of_deal, "odd_bots:Sure", "nap", 3, 40)
    made, with_all = counts[key("price", 0)], counts[key("price", 1)]
    assert 0 < counts[key("price", "n")] + counts["void"] <= 40
    assert with_all > made


def test_the_seer_leaves_what_is_no_card_to_the_bot():
    assert price.Seer(Engine(Rules("nap")), 3).card(bytearray(layout.SIZE), act.PASS) == act.PASS


def game(value, within, bots=("Corporal", "Marshal"), system="nap", players=4):
    bins = [
        {"from": 0.5, "bids": 300, "predicted": 0.52, "made": {"value": 0.58, "within": 0.01}},
        {"from": 0.55, "bids": 400, "predicted": 0.57, "made": {"value": 0.55, "within": 0.01}},
        {"from": 0.6, "bids": 299, "predicted": 0.62, "made": {"value": 0.1, "within": 0.01}},
    ]
    bids = {
        "three": {"bids": 500, "chips": {"value": 0.5, "within": 0.1}},
        "four": {"bids": 300, "chips": {"value": -0.1, "within": 0.4}},
        "nap": {"bids": 2, "chips": {"value": -5, "within": None}},
    }
    level = {"calibration": bins, "bids": bids}
    lead = {"value": value, "within": within}
    figures = {"deals": 9, "lead": lead, "levels": {"Marshal": level}}
    return {"system": system, "players": players, "bots": list(bots), "figures": figures}


@pytest.mark.parametrize(
    ("entry", "verdict"),
    [
        (game(0.26, 0.1), "met"),
        (game(0.24, 0.1), "missed"),
        (game(0.2, None), "too few"),
        (game(0.11, 0.1, system="peep"), "met"),
        (game(0.09, 0.1, system="peep"), "missed"),
        (game(0.24, 0.1, system="pub", players=5), "missed"),
        (game(0.24, 0.1, system="pub"), "met"),
        (game(0.04, 0.1, bots=("Marshal", "Emperor")), "met"),
        (game(0.06, 0.1, bots=("Marshal", "Emperor")), "missed"),
    ],
)
def test_leads_are_judged(entry, verdict):
    assert targets.lead(entry)[0] == verdict


def test_bins_and_earnings_are_judged():
    level = game(1, 0)["figures"]["levels"]["Marshal"]
    assert [verdict for verdict, _ in targets.bins(level)] == ["missed", "met", "too few"]
    assert [verdict for verdict, _ in targets.earnings(level)] == ["met", "missed", "too few"]
    assert len(list(targets.lines([game(1, 0)]))) == 8


def test_a_measurement_goes_on_where_it_stopped(tmp_path, capsys):
    words = ["endings", "--players", "3", "--bot", "Recruit", "--limit", "500", "--json"]
    assert proof.main([*words, str(tmp_path / "one"), "--deals", "6"]) == 0
    one = capsys.readouterr().out
    assert proof.main([*words, str(tmp_path / "two"), "--deals", "3"]) == 0
    capsys.readouterr()
    assert proof.main([*words, str(tmp_path / "two"), "--deals", "6"]) == 0
    assert capsys.readouterr().out == one
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert proof.main([*words, str(tmp_path / "two"), "--deals", "6", "--seed", "2"]) == 2
    assert "name another file" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "elba-proof"}'])
def test_files_of_something_else_are_refused(text, tmp_path, capsys):
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(res.BadResults):
        Kept(path, {}, "")
    assert proof.main(["targets", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_targets_are_read_from_a_tournament(tmp_path, capsys):
    path = tmp_path / "file"
    path.write_text(json.dumps({"format": res.FORMAT, "version": res.VERSION, "games": [game(0.3, 0.1)]}))
    assert proof.main(["targets", str(path)]) == 0
    assert "met      Marshal over Corporal +0.300 +-0.100, at least 0.25" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["loss", "--system", "napoleon-jp"], "joker"),
        (["endings", "--system", "floater"], "floater"),
        (["loss", "--worlds", "1"], "--worlds: expected a whole number from 2"),
        (["price", "--bot", "Nobody"], "--bot: expected"),
        (["price", "--players", "9"], "--players"),
        (["price", "some.json"], "takes no files"),
        (["targets"], "expected files"),
        (["talk"], "talk"),
    ],
)
def test_bad_command_lines(words, expected, capsys):
    assert proof.main(words) == 2
    assert expected in capsys.readouterr().err


# -- miseres that have to be bid


def test_miseres_come_off_more_often_the_more_the_estimate_likes_them():
    found = misere_stats.measure(Engine(Rules("pub")), 4, "Corporal", 5, 500, 0, 4096)
    poor = [sum(row[i] for at, row in found.items() if at < 4) for i in range(3)]
    good = [sum(row[i] for at, row in found.items() if at >= 6) for i in range(3)]
    assert poor[0] > 80
    assert good[0] > 20
    assert poor[1] / poor[0] + 0.1 < good[1] / good[0]
    assert poor[2] / poor[0] < good[2] / good[0]
    assert all(0 <= made <= bids for bids, made, _ in found.values())


def test_only_hands_between_the_two_chances_bid_it():
    found = misere_stats.measure(Engine(Rules("pub")), 4, "Corporal", 5, 150, 1024, 2048)
    assert found
    assert set(found) <= set(range(5, 10))


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["--system", "izvorni"], "no misere"), (["--to", "101"], "--to"), (["--bot", "Nobody"], "--bot: expected")],
)
def test_bad_command_lines_for_miseres(words, expected, capsys):
    assert misere_stats.main(words) == 2
    assert expected in capsys.readouterr().err
