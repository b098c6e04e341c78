"""Cards and chips that move, on the real firmware."""

from itertools import pairwise

import pytest

from handset.unix import UnixHandset
from player import Player
from test_rest import reset_settings

FRAME_MS = 50  # 20 a second


def start(tmp_path, **settings):
    reset_settings(tmp_path, **settings)
    return UnixHandset(overrides={"SEED": 20}, root=tmp_path)


def pictures(handset, ms):
    """Let time pass; return (ms, picture) of each picture that was shown."""
    seen = []
    end = handset.now_ms + ms
    while handset.now_ms < end:
        handset.run(1)
        if not seen or handset.frame() != seen[-1][1]:
            seen.append((handset.now_ms, handset.frame()))
    return seen


def begin(handset):
    for _ in range(3):
        handset.settle(400)
        handset.press("a")


def runs(seen):
    """Return the runs of pictures that follow one another as those of a motion do, as lists of intervals in ms."""
    found = [[]]
    for (before, _), (after, _) in pairwise(seen):
        if after - before <= FRAME_MS:
            found[-1].append(after - before)
        elif found[-1]:
            found.append([])
    return [run for run in found if run]


def test_cards_are_dealt_played_and_gathered_at_20_frames_a_second(tmp_path):
    with start(tmp_path) as handset:
        begin(handset)
        seen = pictures(handset, 1500)
        assert len(runs(seen)[0]) >= 12  # five cards
        moved = 0
        for _ in range(5):
            handset.press("a")
            for run in runs(pictures(handset, 5000)):
                if len(run) >= 4:  # else it is one picture soon after another
                    assert sum(run) >= 120
                    moved += 1
        assert moved >= 12


@pytest.mark.parametrize(("motion", "least", "most"), [(0, 0, 0), (1, 800, 1300), (2, 450, 800), (3, 200, 450)])
def test_the_setting_says_how_fast(tmp_path, motion, least, most):
    with start(tmp_path, motion=motion) as handset:
        begin(handset)
        first = runs(pictures(handset, 1700))
        dealing = sum(first[0]) if motion else 0
        assert least <= dealing <= most
        if not motion:
            assert first == []


@pytest.mark.parametrize("name", ["a", "right", "b"])
def test_a_press_ends_the_dealing_and_does_nothing_else(tmp_path, name):
    with start(tmp_path) as handset:
        begin(handset)
        handset.run(1)
        calls = handset.settle(700, 10_000)
    with start(tmp_path / "again") as handset:
        begin(handset)
        handset.run(150)
        handset.hold(name)
        handset.run(60)
        whole = handset.frame()
        handset.run(60)
        assert handset.frame() == whole  # nothing moves
        handset.run(3000)  # nor does it repeat
        handset.release(name)
        assert handset.settle(700, 10_000) == calls
        handset.press("a")
        assert handset.settle(700, 10_000) != calls


def test_with_motion_and_without_the_game_is_the_same(tmp_path):
    rest = []
    for motion in (0, 2):
        with start(tmp_path / str(motion), motion=motion, pace=3) as handset:
            player = Player(handset, 4)
            player.press("a", "a", "a")
            for _ in range(14):
                player.act()
            rest.append(player.frames)
            assert handset.panel.errors == []
    assert rest[0] == rest[1]


def test_nothing_moves_while_the_display_is_off(tmp_path):
    with start(tmp_path) as handset:
        player = Player(handset, 4)
        player.press("a", "a", "a")
        player.press("a")
        before = handset.frame()
        handset.run(130_000)
        assert not handset.panel.on
        handset.press("left")
        assert handset.settle(500) == before


FRAMES = """
import gc
from handheld.canvas import Canvas
from handheld.motion import CHIP, Motion
class Device:
    canvas = Canvas()
    def __init__(self):
        self.time = 0
        self.pressed = 0
        self.flushed = 0
    def is_lit(self):
        return True
    def show(self):
        pass
    def now(self):
        return self.time
    def since(self, start):
        return self.time - start
    def key(self):
        return self.pressed
    def flush(self):
        self.flushed += 1
device = Device()
motion = Motion(device, 2)
canvas = device.canvas
canvas.write("below", 3, 20)
below = bytes(canvas.buffer)
def move(frames):
    for i in range(6):
        motion.add(0x2A + i % 3 if i else CHIP, 20 * i, 9, 120 - 20 * i, 44)
    steps = motion.run()
    device.time += next(steps)
    gc.collect()
    gc.disable()
    start = gc.mem_alloc()
    for _ in range(frames):
        device.time += next(steps)
    end = gc.mem_alloc()
    gc.enable()
    for ms in steps:
        device.time += ms
    assert bytes(canvas.buffer) == below
    return end - start
move(2)  # what is made on first use
print(move(1), move(4))
print(motion.frames)
device.pressed = 5
frames = motion.frames
motion.add(0x2A, 0, 0, 100, 40)
for ms in motion.run():
    device.time += ms
print(motion.frames - frames, device.flushed, motion.skipped)
"""


def test_a_frame_allocates_nothing(micropython):
    first, frames, skipped = micropython(FRAMES).splitlines()
    one, four = first.split()
    assert one == four  # but for what the measuring takes
    assert int(one) <= 64
    assert int(frames) >= 15
    assert skipped == "1 1 True"
