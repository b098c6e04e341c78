"""What a check finds: figures, problems, or the reason why it could not be made."""

import random
import time

_MOST_PROBLEMS = 20  # kept of each check; the others are counted


class Skipped(Exception):
    """What a check needs is not there; the message says what that is."""


class Report:
    """Handed to a check's run().

    directory  a pathlib.Path, an empty directory for the check alone, deleted afterwards
    seed       where all chance of the check comes from: the same seed, the same run
    figures    list of (name, value, unit): what was counted or measured, a line each in the table
    problems   list of texts; with one of them the check has failed
    """

    def __init__(self, directory, seed):
        self.directory = directory
        self.seed = seed
        self.figures = []
        self.problems = []
        self.left_out = 0  # problems beyond the first ones
        self._began = time.monotonic()

    def figure(self, name, value, unit=""):
        """Put a number or a text into the table; the same name once more replaces the first."""
        self.figures = [row for row in self.figures if row[0] != name] + [(name, value, unit)]

    def problem(self, text):
        """Note that the promise is broken, with what is needed to see it again. The check may go on."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(text)
        else:
            self.left_out += 1

    def expect(self, condition, text, *values):
        """Note a problem (text % values) unless the condition holds; return whether it does."""
        if not condition:
            self.problem(text % values if values else text)
        return bool(condition)

    def skip(self, reason):
        """End the check: what it needs is not there."""
        raise Skipped(reason)

    def random(self, *what):
        """Return a random.Random of its own for a part of the check, named by `what`."""
        return random.Random("%d/%s" % (self.seed, "/".join(map(str, what))))

    @property
    def seconds(self):
        """Seconds since the check began."""
        return time.monotonic() - self._began
