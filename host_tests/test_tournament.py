"""Tournaments: the figures are right, and the same however the deals were played."""

import importlib.util
import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tournament
from arena import arguments, duplicate, figures, levels, results
from arena.counts import Counts, key
from elba.rules import Rules

TOOLS = Path(__file__).resolve().parent.parent / "tools"
GAME = ("nap", (), 4, "Recruit", "Corporal", ("up", "down"))


def run(*words, jobs="1"):
    """Run a tournament in a process of its own; it finds the bots of the tests."""
    return subprocess.run(
        [sys.executable, TOOLS / "tournament.py", "--jobs", jobs, "--quiet", *map(str, words)],
        env=dict(os.environ, PYTHONPATH=str(Path(__file__).parent)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def played(path, *words, jobs="1"):
    """Run a tournament that has to go well; return the bytes of its file of results."""
    done = run("--json", path, *words, jobs=jobs)
    assert (done.returncode, done.stderr) == (0, "")
    return path.read_bytes()


# -- the same however played


def test_processes_and_interruptions_change_no_figure(tmp_path):
    words = ("--system", "floater,nap", "--bots", "Recruit,Corporal", "--seed", "9")
    one = played(tmp_path / "one", *words, "--deals", "7")
    assert played(tmp_path / "two", *words, "--deals", "7", jobs="2") == one
    played(tmp_path / "more", *words, "--deals", "3")
    assert played(tmp_path / "more", *words, "--deals", "7") == one
    assert played(tmp_path / "more", *words, "--deals", "5") == one  # nothing left to do, nothing taken away
    assert played(tmp_path / "other", *words[:-1], "10", "--deals", "7") != one


def test_a_run_that_is_cut_short_is_gone_on_from(tmp_path):
    words = ("--system", "nap", "--bots", "Recruit,Corporal", "--jobs", "1", "--quiet")
    path = tmp_path / "results"
    command = [sys.executable, TOOLS / "tournament.py", *words, "--json", path, "--deals", "100000"]
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, ours)
    limit = time.monotonic() + 60
    while not path.exists() and time.monotonic() < limit:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert err == "interrupted: %s goes on from here\n" % path
    assert "Corporal over Recruit" in out
    deals = json.loads(path.read_text())["games"][0]["figures"]["deals"]
    assert 0 < deals < 100000
    whole = played(tmp_path / "whole", *words, "--deals", str(deals + 2))
    assert played(path, *words, "--deals", str(deals + 2)) == whole


def test_a_deal_does_not_hang_on_those_before_it():
    alone = duplicate.play(GAME, 3, 5)
    for number in range(3):
        duplicate.play(GAME, 3, number)
    assert duplicate.play(GAME, 3, 5) == alone
    assert duplicate.play(GAME, 3, 6) != alone


# -- the figures


def test_the_same_bot_by_two_names_is_never_ahead():
    for system in ("nap", "floater", "izmena"):
        game = (system, (), 3, "odd_bots:First", "odd_bots:Timid", ("up", "down"))
        counts = Counts()
        for number in range(3):
            counts.add(duplicate.play(game, 1, number))
        assert figures.of(game, counts)["lead"] == {"value": 0, "within": 0}


def test_leads_are_what_the_tables_earned():
    counts = Counts()
    for number in range(6):
        counts.add(duplicate.play(GAME, 4, number))
    found = figures.of(GAME, counts)
    chips = {table["name"]: table["chips"]["value"] for table in found["tables"]}
    assert set(chips) == {"all Recruit", "all Corporal", "Recruit among Corporal", "Corporal among Recruit"}
    up = chips["Corporal among Recruit"] - chips["all Recruit"]
    down = chips["all Corporal"] - chips["Recruit among Corporal"]
    assert found["up"]["value"] == pytest.approx(up)
    assert found["down"]["value"] == pytest.approx(down)
    assert found["lead"]["value"] == pytest.approx((up + down) / 2)
    assert counts[key("tables", "Corporal among Recruit")] == 24
    assert counts[key("tables", "all Corporal")] == 6
    assert found["levels"]["Corporal"]["hands"] == 48


def test_one_way_is_the_same_as_in_both():
    both, up = Counts(), Counts()
    for number in range(4):
        both.add(duplicate.play(GAME, 1, number))
        up.add(duplicate.play((*GAME[:5], ("up",)), 1, number))
    one = figures.of((*GAME[:5], ("up",)), up)
    assert one["lead"] == one["up"] == figures.of(GAME, both)["up"]
    assert "down" not in one


def test_means_and_intervals_by_hand():
    counts = Counts()
    for values in ((3, 1), (-1, 2), (4, 0)):
        counts.note("x", *values)
    value, within = figures.mean(counts, "x", [0.5, 0.5])
    assert value == pytest.approx(1.5)
    assert within == pytest.approx(1.959964 * math.sqrt((0.25 + 1 + 0.25) / 2 / 3), rel=1e-5)  # of 2, 0.5, 2
    value, within = figures.ratio(counts, "x", 1, 0)
    assert value == pytest.approx(0.5)
    residuals = [1 - 1.5, 2 + 0.5, 0 - 2]
    assert within == pytest.approx(1.959964 * math.sqrt(sum(r * r for r in residuals) * 3 / 2) / 6, rel=1e-5)
    assert figures.mean(Counts(), "x", [1]) == (None, None)
    counts = Counts()
    counts.note("x", 2, 2)
    assert figures.mean(counts, "x", [1, 0]) == (2, None)
    counts.note("x", 1, 1)
    assert figures.ratio(counts, "x", 1, 0) == (1, None)  # all made: no spread to tell anything from


def test_bids_chances_and_steps_are_counted():
    game = ("nap", (), 4, "odd_bots:First", "odd_bots:Sure", ("up", "down"))
    counts = Counts()
    for number in range(5):
        counts.add(duplicate.play(game, 1, number))
    found = figures.of(game, counts)
    assert found["levels"]["odd_bots:First"]["bids"] == {}
    assert found["levels"]["odd_bots:First"]["calibration"] == []
    voids = {table["name"]: table["void"] for table in found["tables"]}
    assert voids["all odd_bots:First"] == 1
    sure = found["levels"]["odd_bots:Sure"]
    # Each deal: alone at each of four tables, and once where all are Sure. Nobody bids over a three.
    assert sum(bid["bids"] for bid in sure["bids"].values()) == 25
    assert sure["hands"] == 40
    assert [(row["from"], row["bids"], row["predicted"]) for row in sure["calibration"]] == [(0.5, 25, 0.5)]
    made = sum(bid["bids"] * bid["made"]["value"] for bid in sure["bids"].values())
    assert sure["calibration"][0]["made"]["value"] == pytest.approx(made / 25)
    assert sure["steps"]["call"] == {"decisions": 40, "mean": 4, "p95": 4, "most": 4}


def test_pots_are_those_of_sessions():
    assert duplicate.pots("nap", (), 4, 1) == (0,)
    pots = duplicate.pots("floater", (), 4, 1)
    assert pots[0] == 0  # a session begins without one
    assert max(pots) > 8
    assert pots == duplicate.pots.__wrapped__("floater", (), 4, 1)


# -- the file


def test_the_file_says_what_was_played(tmp_path):
    data = json.loads(played(tmp_path / "r", "--system", "pub", "--options", '{"exact":true}', "--deals", "1"))
    assert (data["format"], data["version"], data["seed"]) == ("elba-tournament", 1, 1)
    assert len(data["sources"]) == 64
    pairs = len(levels.names()) - 1
    assert len(data["games"]) == pairs
    game = data["games"][0]
    assert set(game) == {"system", "options", "players", "bots", "ways", "figures", "counts"}
    assert (game["system"], game["options"], game["players"]) == ("pub", {"exact": True}, 4)
    assert (game["bots"], game["ways"]) == (["Recruit", "Corporal"], ["up", "down"])
    assert set(game["figures"]) == {"deals", "lead", "up", "down", "tables", "levels"}
    assert game["figures"]["deals"] == 1
    assert set(game["figures"]["lead"]) == {"value", "within"}
    for level in game["figures"]["levels"].values():
        assert set(level) == {"hands", "bids", "uses", "calibration", "steps"}
    assert all(type(value) is int for value in game["counts"].values())
    assert list(tmp_path.iterdir()) == [tmp_path / "r"]


def test_one_file_holds_many_games_and_adds_to_them(tmp_path):
    path = tmp_path / "r"
    played(path, "--system", "nap", "--players", "3,4", "--bots", "Recruit,Corporal", "--deals", "2")
    data = json.loads(played(path, "--system", "pub", "--bots", "Recruit,Corporal", "--deals", "1"))
    assert [(game["system"], game["players"], game["figures"]["deals"]) for game in data["games"]] == [
        ("nap", 3, 2),
        ("nap", 4, 2),
        ("pub", 4, 1),
    ]


def test_figures_of_other_sources_are_not_mixed(tmp_path):
    path = tmp_path / "r"
    data = json.loads(played(path, "--deals", "1", "--bots", "Recruit,Corporal"))
    path.write_text(json.dumps(data | {"sources": "0" * 64}))
    done = run("--json", path, "--deals", "2", "--bots", "Recruit,Corporal")
    assert done.returncode == 2
    assert "lib/ has changed since" in done.stderr
    own = results.sources(["odd_bots:First"])
    assert own != results.sources(["Recruit"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no file of results: JSONDecodeError"),
        ("[]", "is no file of results: TypeError"),
        ('{"format": "x", "version": 1}', "expected elba-tournament of version 1"),
        ('{"format": "elba-tournament", "version": 1, "seed": 2}', "was played with --seed 2, not 1"),
    ],
)
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path, text, message):
    path = tmp_path / "r"
    path.write_text(text)
    done = run("--json", path, "--deals", "1")
    assert done.returncode == 2
    assert done.stderr.startswith("tournament.py: %s" % path)
    assert message in done.stderr
    assert path.read_text() == text


# -- the command line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--system", "napoleon"], "--system: expected one of nap, "),
        (["--players", "9"], "--players: expected a whole number from 3 to 7, found 9"),
        (["--system", "all", "--players", "2"], "--players: expected a whole number from 3 to 7, found 2"),
        (["--bots", "Recruit"], "--bots: expected two or more different names, found Recruit"),
        (["--bots", "Recruit,Recruit"], "--bots: expected two or more different names, found Recruit,Recruit"),
        (["--bots", "Recruit,General"], "--bots: expected Recruit, Corporal"),
        (["--bots", "Recruit,nowhere:Bot"], "found nowhere:Bot: No module named 'nowhere'"),
        (["--bots", "Recruit,odd_bots:Bert"], "found odd_bots:Bert: module 'odd_bots' has no attribute 'Bert'"),
        (["--deals", "0"], "--deals: expected a whole number from 1 to 100000000, found 0"),
        (["--seed", "-1"], "--seed: expected a whole number from 0 to 4294967295, found -1"),
        (["--jobs", "0"], "--jobs: expected a whole number from 1 to 1024, found 0"),
        (["--ways", "left"], "--ways: expected both, up, down, found left"),
        (["--options", "{"], "--options: no JSON, expected a key at byte 1"),
        (["--options", '{"revoke":"penalty"}'], "--options: options.revoke: nap takes only"),
        (["--png", "a.jpg"], "--png: expected a name that ends in .png, found a.jpg"),
        (["--pots", "1"], "unrecognized arguments: --pots 1"),
    ],
)
def test_a_bad_command_line_is_said(capsys, words, message):
    assert tournament.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tournament.py: ")
    assert message in captured.err


def test_help_tells_of_the_cluster(capsys):
    with pytest.raises(SystemExit) as ended:
        tournament.main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert 'joblib.parallel_config(backend="dask")' in out
    assert "Recruit,Corporal" in out


def test_another_backend_of_joblib_takes_over():
    import joblib

    def play():
        found = results.Results(None, 1, "")
        tournament.play([GAME], found, 4, jobs=2)
        return found.counts(GAME)

    with joblib.parallel_config(backend="threading", n_jobs=2):
        threads = play()
    assert threads == play()
    assert threads[key("lead", "n")] == 4


def test_a_bot_can_come_from_a_function():
    rules = Rules("nap")
    game = ("nap", (), 3, "Corporal", "odd_bots:sees_nothing", ("up",))
    assert figures.of(game, duplicate.play(game, 1, 0))["lead"]["value"] == 0
    assert arguments.players("", rules) == 4


# -- the picture


@pytest.mark.skipif(not importlib.util.find_spec("matplotlib"), reason="no matplotlib: see tools/requirements-plot.txt")
def test_the_picture_is_drawn(tmp_path):
    from PIL import Image

    path = tmp_path / "picture.png"
    done = run("--bots", "odd_bots:First,odd_bots:Sure,Recruit", "--system", "nap,pub", "--deals", "2", "--png", path)
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(path) as picture:
        assert picture.width > 1500  # three panels, one of them the calibration
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 10
