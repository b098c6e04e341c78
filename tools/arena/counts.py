"""Whole numbers under names, to be added up.

All that a tournament keeps is sums of whole numbers: they come out the same in whatever order the deals are played,
on however many processes, with whatever interruptions. Names have parts, joined by "|".
"""

from collections import Counter


def key(*parts):
    """Return the name of a number."""
    return "|".join(str(part) for part in parts)


class Counts(Counter):
    """Name -> whole number, 0 for what was never counted."""

    def note(self, name, *values):
        """Take down what one deal gave: adds to the sums of values, of their squares and products, and of deals.

        They are under (name, "n"), (name, i) and (name, i, j) for the i-th and j-th value, i <= j.
        """
        self[key(name, "n")] += 1
        for i, value in enumerate(values):
            self[key(name, i)] += value
            for j in range(i, len(values)):
                self[key(name, i, j)] += value * values[j]

    def add(self, other):
        """Add all numbers of other counts to these."""
        for name, value in other.items():
            self[name] += value

    def below(self, *parts):
        """Return a sorted list of the next part of all names that begin with these parts."""
        start = key(*parts) + "|"
        return sorted({name[len(start) :].split("|")[0] for name in self if name.startswith(start)})
