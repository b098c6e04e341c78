"""The JSON file of a tournament: what was played so far, to go on from, and what it says, to read.

    {"format": "elba-tournament", "version": 1, "seed": 1, "sources": "sha256 of the bots and the rules",
     "games": [{"system": "nap", "options": {}, "players": 4, "bots": [weaker, stronger], "ways": ["up", "down"],
                "figures": see figures.of, "counts": {name: whole number}}, ...]}

The first figures["deals"] deals of each game have been played. Counts are all that is read back.
"""

import hashlib
import json
import os
from pathlib import Path

from . import figures, levels
from .counts import Counts, key

FORMAT = "elba-tournament"
VERSION = 1

_LIB = Path(__file__).resolve().parents[2] / "lib"


class BadResults(ValueError):
    """A file that cannot be gone on from; the message says why."""


def sources(names):
    """Return a digest of all of lib/ and of the files that the named bots come from."""
    digest = hashlib.sha256()
    files = [(path.relative_to(_LIB).as_posix(), path) for path in sorted(_LIB.rglob("*.py"))]
    for name in sorted(names):
        path = levels.source(name)
        if path:
            files.append((name, Path(path)))
    for name, path in files:
        data = path.read_bytes()
        digest.update(b"%s\0%d\0" % (name.encode(), len(data)))
        digest.update(data)
    return digest.hexdigest()


class Results:
    """Games and their counts.

    games   dict: game (see duplicate.play) -> Counts, in the order in which they were added
    """

    def __init__(self, path, seed, digest):
        self._path = path and Path(path)
        self.seed = seed
        self._digest = digest
        self.games = {}
        if self._path and self._path.exists():
            self._read()

    def counts(self, game):
        """Return the Counts of a game, to be added to."""
        return self.games.setdefault(game, Counts())

    def deals(self, game):
        """Return how many deals of a game have been played."""
        return self.counts(game)[key("lead", "n")]

    def _read(self):
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if (found["format"], found["version"]) != (FORMAT, VERSION):
                raise BadResults("%s: expected %s of version %d" % (self._path, FORMAT, VERSION))
            if found["seed"] != self.seed:
                raise BadResults("%s was played with --seed %s, not %d" % (self._path, found["seed"], self.seed))
            if found["sources"] != self._digest:
                raise BadResults(
                    "%s was played by other bots or other rules than these: lib/ has changed since. "
                    "Figures of both must not be mixed: name another file, or delete it" % self._path
                )
            for entry in found["games"]:
                game = (
                    entry["system"],
                    tuple(sorted(entry["options"].items())),
                    entry["players"],
                    *entry["bots"],
                    tuple(entry["ways"]),
                )
                self.games[game] = Counts({str(name): int(value) for name, value in entry["counts"].items()})
        except (KeyError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise BadResults("%s is no file of results: %s %s" % (self._path, type(error).__name__, error)) from None

    def data(self, games=None):
        """Return all games of which a deal was played, or only those named, as what JSON can hold."""
        entries = []
        for game in self.games if games is None else games:
            counts = self.counts(game)
            if not self.deals(game):
                continue
            system, house, players, weaker, stronger, ways = game
            entries.append(
                {
                    "system": system,
                    "options": dict(house),
                    "players": players,
                    "bots": [weaker, stronger],
                    "ways": list(ways),
                    "figures": figures.of(game, counts),
                    "counts": {name: counts[name] for name in sorted(counts)},
                }
            )
        return {
            "format": FORMAT,
            "version": VERSION,
            "seed": self.seed,
            "sources": self._digest,
            "games": entries,
        }

    def save(self):
        """Write the file, if there is to be one; whenever it is cut short, either the old or the new one is there."""
        if not self._path:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_name(self._path.name + ".part")
        part.write_text(json.dumps(self.data(), indent=1) + "\n", encoding="utf-8")
        os.replace(part, self._path)
