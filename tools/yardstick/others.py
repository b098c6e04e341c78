"""Random play in the card games of others, from Python: what the engine here is compared with."""

import subprocess
import sys

# Prints games a second, of the quickest slice; as in hosts.py, in the processor's time for this process.
_OPEN_SPIEL = """
import random, sys, time
import pyspiel
chance = random.Random(1)
def play(game):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(actions, chances)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
game = pyspiel.load_game(sys.argv[1])
"""
_RLCARD = """
import sys, time
import rlcard
from rlcard.agents import RandomAgent
game = rlcard.make(sys.argv[1], config={"seed": 1})
game.set_agents([RandomAgent(num_actions=game.num_actions) for _ in range(game.num_players)])
def play(game):
    game.run(is_training=False)
"""
_SLICES = """
best = 1e9
for _ in range(int(sys.argv[2])):
    before = time.process_time()
    for _ in range(int(sys.argv[3])):
        play(game)
    best = min(best, time.process_time() - before)
print(int(sys.argv[3]) / best)
"""

# (package, game, games a slice)
GAMES = (
    ("open_spiel", "euchre", 50),
    ("open_spiel", "oh_hell", 50),
    ("rlcard", "bridge", 4),
    ("rlcard", "doudizhu", 2),
)
_SCRIPTS = {"open_spiel": _OPEN_SPIEL, "rlcard": _RLCARD}


def measure(package, game, games, slices, python=sys.executable):
    """Return games a second, or why there are none as text. python: the interpreter that has the package."""
    command = [python, "-c", _SCRIPTS[package] + _SLICES, game, str(slices), str(games)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return "%s is not installed: make bench COMPARE=1" % package
        return done.stderr.strip().splitlines()[-1]
    return float(done.stdout.split()[-1])
