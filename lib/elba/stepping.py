"""A search in slices, so that buttons can be looked at meanwhile, with a budget after which it gives up."""

from micropython import const

# What step() returns. The viper modules have the first three once more.
NO = const(0)
YES = const(1)
THINKING = const(2)
GAVE_UP = const(3)  # the budget is spent: nothing is known


class Stepping:
    """What all searches have in common; a subclass has _run, _take_back and perhaps _try_next.

    Attributes to read: nodes (cards played in the search since it began), status (what step() last returned).
    """

    def __init__(self):
        self.nodes = 0
        self.status = NO
        self._budget = 0

    def _restart(self, budget):
        if self.status == THINKING:
            self._take_back()
        self.nodes = 0
        self.status = THINKING
        self._budget = budget

    def _run(self, nodes):
        """Search on for at most so many nodes, set self.nodes, return NO, YES or THINKING."""
        raise NotImplementedError

    def _take_back(self):
        """Take back all cards of an unfinished search."""
        raise NotImplementedError

    def _try_next(self):
        """Whether the answer NO is not the last word; then the next search has been started."""
        return False

    def step(self, nodes):
        """Search on for at most so many nodes (1..65535); return YES, NO, THINKING or GAVE_UP.

        After GAVE_UP nothing is known.
        """
        if self.status != THINKING:
            return self.status
        if self._budget:
            nodes = min(nodes, self._budget - self.nodes)
        status = self._run(nodes)
        if status == NO and self._try_next():
            status = THINKING
        if status == THINKING and self._budget and self.nodes >= self._budget:
            self._take_back()
            status = GAVE_UP
        self.status = status
        return status

    def finish(self):
        """Search to the end; return YES, NO or GAVE_UP."""
        while self.step(10000) == THINKING:
            pass
        return self.status
