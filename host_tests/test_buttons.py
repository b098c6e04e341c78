"""The debouncing of buttons in the real micropython, with bounce traces made here."""

import random

import pytest

_PRELUDE = """
from time import ticks_add, ticks_diff
import time
# The unix port's ticks wrap practically never; on the board they do at 2**30.
PERIOD = 1 << 30
def add(ticks, delta):
    return (ticks + delta) & (PERIOD - 1)
def diff(end, start):
    return ((end - start + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2
import handheld.buttons as module
module.ticks_add = add
module.ticks_diff = diff
from handheld.buttons import Buttons
from handheld import keys

class Pin:
    level = 1
    def value(self):
        return self.level

pins = {name: Pin() for name in keys.NAMES if name}
now = 0
b = Buttons(pins, lambda: now)

def run(ms, every=5):
    global now
    end = now + ms
    while now < end:
        now += every
        b.poll(now & (PERIOD - 1))

def taken():
    result = []
    while True:
        key = b.take()
        if not key:
            return result
        result.append(key)

def trace(name, edges, every, until):
    # edges: times in tenths of a millisecond at which the level changes, high before the first
    global now
    start = now
    for t in range(every, until, every):
        now = start + t
        pins[name].level = 1 - sum(1 for edge in edges if edge <= t * 10) % 2
        b.poll(now & (PERIOD - 1))
"""


def _bounce(rng, at, ms, level_after):
    """Return the times of edges that begin at `at` and bounce for up to `ms` (tenths of ms, an odd number)."""
    times = sorted(rng.randrange(at, at + ms * 10) for _ in range(2 * rng.randrange(1, 4 + ms)))
    return [at, *times]


@pytest.mark.parametrize("bounce_ms", [5, 10, 20, 35, 50])
@pytest.mark.parametrize("every", [1, 5, 7, 16])
def test_a_bouncing_press_counts_once(micropython, bounce_ms, every):
    rng = random.Random(bounce_ms * 100 + every)
    script = _PRELUDE
    for _ in range(25):
        press = _bounce(rng, rng.randrange(100, 300), bounce_ms, 0)
        hold = rng.randrange(bounce_ms + 20, 350) * 10
        edges = press + _bounce(rng, press[0] + hold, bounce_ms, 1)
        script += "trace('a', %r, %d, %d)\nassert taken() == [keys.A]\nassert not b.held(keys.A)\n" % (
            edges,
            every,
            edges[-1] // 10 + 250,
        )
    micropython(script)


def test_a_bounce_after_a_while_without_a_look_is_no_second_press(micropython):
    """A save and a picture take 60 to 100 ms: the look that comes next may fall into the bounces at the end."""
    rng = random.Random(3)
    script = _PRELUDE
    for _ in range(250):
        press = _bounce(rng, 100, rng.randrange(1, 20), 0)
        edges = press + _bounce(rng, press[0] + rng.randrange(300, 1400), rng.randrange(2, 40), 1)
        gap = rng.randrange(30, 140)  # after the second look that finds it down
        script += "seldom('a', %r, %d)\nassert taken() == [keys.A]\n" % (edges, gap)
    micropython(
        script.replace(
            "def taken",
            """def seldom(name, edges, gap):
    global now
    start = now
    found = 0
    while now - start < edges[-1] // 10 + 300:
        now += gap if found > 1 and gap else 3
        if found > 1:
            gap = 0
        t = now - start
        pins[name].level = 1 - sum(1 for edge in edges if edge <= t * 10) % 2
        b.poll(now & (PERIOD - 1))
        found += found > 0 or not pins[name].level

def taken""",
        )
    )


def test_presses_count_also_where_it_is_always_long_from_look_to_look(micropython):
    for every in (26, 30, 40, 49, 70):
        edges = [1000, 2200, 5200, 6100, 9200, 9900, 13000, 16000]
        micropython(_PRELUDE + "trace('a', %r, %d, 2000)\nassert taken() == [keys.A] * 4\n" % (edges, every))


def test_taps_that_nobody_saw_end_are_no_hold(micropython):
    """Two taps with the release between them unseen, 60 ms in a save: no repeat comes before 400 ms of the second."""
    micropython(
        _PRELUDE
        + """
pins["right"].level = 0
run(150)
now += 60  # let go and pressed again meanwhile
run(390)
assert taken() == [keys.RIGHT]
run(50)
assert taken() == [keys.RIGHT]
"""
    )


def test_a_press_seen_at_one_look_only_counts(micropython):
    micropython(
        _PRELUDE
        + """
run(100)
pins["b"].level = 0
run(5)
pins["b"].level = 1
run(100)
assert taken() == [keys.B]
"""
    )


def test_quick_taps_count_each(micropython):
    micropython(
        _PRELUDE
        + """
for tap in range(10):
    pins["right"].level = 0
    run(40)
    pins["right"].level = 1
    run(70)
    assert taken() == [keys.RIGHT]
"""
    )


def test_presses_wait_in_their_order_while_nobody_takes_them(micropython):
    micropython(
        _PRELUDE
        + """
order = ("left", "left", "up", "a", "down", "b", "right", "a")
for name in order + ("b", "b"):
    pins[name].level = 0
    run(60, 20)
    pins[name].level = 1
    run(100, 20)
# What does not fit any more is the newest.
assert taken() == [keys.NAMES.index(name) for name in order]
"""
    )


def test_directions_repeat_and_a_and_b_do_not(micropython):
    micropython(
        _PRELUDE
        + """
for name in keys.NAMES[1:]:
    pins[name].level = 0
    times = []
    start = now
    while now - start < 1000:
        run(5)
        times += [now - start] * len(taken())
    pins[name].level = 1
    run(100)
    if name in "ab":
        assert times == [5], (name, times)
    else:
        assert times == [5, 405, 525, 645, 765, 885], (name, times)
"""
    )


def test_repeats_do_not_pile_up(micropython):
    micropython(
        _PRELUDE
        + """
pins["down"].level = 0
run(3000)
pins["down"].level = 1
run(100)
assert taken() == [keys.DOWN]
"""
    )


def test_a_key_held_over_a_flush_must_be_released_first(micropython):
    micropython(
        _PRELUDE
        + """
for name in ("left", "a"):
    key = keys.NAMES.index(name)
    pins[name].level = 0
    run(100)
    b.flush()
    assert b.held(key)
    run(2000)
    assert taken() == []
    pins[name].level = 1
    run(100)
    assert taken() == [] and not b.held(key)
    pins[name].level = 0
    run(50)
    assert taken() == [key]
    pins[name].level = 1
    run(100)
    # Also if it went down after the last look.
    pins[name].level = 0
    b.flush()
    run(1000)
    assert taken() == []
    pins[name].level = 1
    run(100)
"""
    )


@pytest.mark.parametrize("before_wrap", [3, 30, 200, 450])
def test_the_clock_may_wrap(micropython, before_wrap):
    micropython(
        _PRELUDE
        + """
now = PERIOD - %d
start = now
pins["up"].level = 0
times = []
while now - start < 1000:
    run(5)
    times += [now - start] * len(taken())
assert times == [5, 405, 525, 645, 765, 885], times
pins["up"].level = 1
run(100)
assert not b.held(keys.UP)
"""
        % before_wrap
    )


def test_days_without_a_press_do_no_harm(micropython):
    micropython(
        _PRELUDE
        + """
for days in (5, 6, 7, 9, 12, 13):
    pins["left"].level = 0
    run(60)
    pins["left"].level = 1
    run(100)
    assert taken() == [keys.LEFT], days
    now += days * 86400000
    pins["left"].level = 0
    run(300)
    assert taken() == [keys.LEFT], days
    pins["left"].level = 1
    run(100)
    assert not b.held(keys.LEFT)
"""
    )


def test_four_buttons_are_enough(micropython):
    micropython(
        _PRELUDE
        + """
b = Buttons({name: pins[name] for name in ("left", "right", "a", "b")}, lambda: now)
pins["up"].level = 0
run(100)
assert taken() == [] and b.low() == 0
pins["a"].level = 0
run(10)
assert taken() == [keys.A] and b.low() == 1 << keys.A
for bad in ("start", ""):
    try:
        Buttons({bad: Pin()}, lambda: now)
    except ValueError:
        pass
    else:
        assert False
"""
    )


def test_polling_allocates_nothing(micropython):
    micropython(
        _PRELUDE
        + """
from micropython import heap_lock, heap_unlock
pins["left"].level = 1  # a first assignment to an attribute allocates
heap_lock()
try:
    for t in range(0, 3000, 5):
        pins["left"].level = 0 if t % 1000 < 700 else 1
        b.poll(t)
        if t % 200 == 0:
            b.take()
finally:
    heap_unlock()
"""
    )


def test_stuck_buttons_are_named_and_others_cost_no_time(micropython):
    micropython(
        _PRELUDE
        + """
def sleep(ms):
    global now
    now += ms
    if now >= release_at:
        pins["a"].level = 1

release_at = 1 << 40
assert b.stuck(sleep) == [] and now == 0
pins["up"].level = pins["b"].level = 0
pins["a"].level = 0
release_at = now + 600  # a thumb that leaves in time
assert b.stuck(sleep) == ["up", "b"]
assert 1000 <= now <= 1020
pins["up"].level = pins["b"].level = 1
pins["a"].level = 0
release_at = now + 300
start = now
assert b.stuck(sleep) == [] and now - start <= 310
"""
    )
