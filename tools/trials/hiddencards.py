"""What a seat must not know: who has seen which card, and the hidden cards moved about for those who might look."""

from elba import actions as act
from elba import bots, layout, tricks, view


def _hand(rules, state, seat):
    at = layout.CARDS + seat * rules.hand
    return set(state[at : at + rules.hand])


def _face_down(rules, state):
    at = layout.CARDS + state[layout.SEATS] * rules.hand
    return range(at, at + rules.face_down)


class Witness:
    """Follows a deal from its beginning and knows which cards each seat has seen, without asking elba.view.

    seen  list of sets of cards, a set for each seat
    """

    def __init__(self, rules, state):
        self._rules = rules
        self.seen = [_hand(rules, state, seat) for seat in range(state[layout.SEATS])]

    def follow(self, state, seat, action):
        """Take note of what a seat has just done; `state` is the one after that."""
        rules = self._rules
        kind, argument = act.kind(action), act.argument(action)
        self.seen[seat] |= _hand(rules, state, seat)  # after an exchange it holds others
        if kind == act.PLAY:
            for each in self.seen:
                each.add(argument)
        elif kind == act.PEEK:
            self.seen[seat].add(state[layout.FLOATER])
        elif kind == act.WIDOW:
            for i in _face_down(rules, state):
                for each in self.seen:
                    if tricks.counts(rules, state[i]):  # these lie face up (napoleon-japanese.md "Widow")
                        each.add(state[i])
        if state[layout.PHASE] == layout.TAKE:
            self.seen[state[layout.DECLARER]] |= {state[i] for i in _face_down(rules, state)}


def moved(rules, state, seen, random):
    """Return a copy of a state in which the cards that a view (view.look) does not show are dealt anew.

    random  a random.Random. What is laid off for the widow stays such as may lie face down; a floater's second mention
    moves with it.
    """
    other = bytearray(state)
    places = [i for i in range(layout.CARDS, layout.SIZE) if state[i] and not seen[i]]
    cards = [state[i] for i in places]
    random.shuffle(cards)
    laid_off = [i for i in places if state[layout.TAKEN] and i in _face_down(rules, state)]
    cards.sort(key=lambda card: tricks.counts(rules, card))  # stable: those that do not count come first
    plain = [card for card in cards if not tricks.counts(rules, card)]
    for i in laid_off:
        other[i] = plain.pop()
        cards.remove(other[i])
    random.shuffle(cards)
    for i, card in zip([i for i in places if i not in laid_off], cards, strict=True):
        other[i] = card
    if other[layout.FLOATER] and not seen[layout.FLOATER]:
        at = list(state[layout.CARDS :]).index(state[layout.FLOATER]) + layout.CARDS
        other[layout.FLOATER] = other[at]
    return other


def looked(rules, state, seat):
    """Return the view of a seat as a new bytearray."""
    seen = bytearray(layout.SIZE)
    view.look(rules, state, seat, seen)
    return seen


def choice(bot, seen):
    """Return the action that a bot chooses for a view."""
    bot.think(seen)
    action = bot.step()
    while action == bots.THINKING:
        action = bot.step()
    return action


def differences(engine, state, known, make, random, times):
    """Let a bot choose for the seat to act, and again with the hidden cards moved, as often as `times` says.

    known  set of the cards that the seat has seen
    make   function (state) -> a new bot, each with the same seed; an honest bot has no use for the state
    Returns (what the bot chose at first, a list of texts: what was not as it must be).
    """
    rules = engine.rules
    seat = state[layout.TURN]
    seen = looked(rules, state, seat)
    chosen = choice(make(state), seen)
    found = []
    shown = set(seen[layout.CARDS :]) | {seen[layout.FLOATER]}
    for card in sorted(shown - {0} - known):
        found.append("the view shows card %02x, which the seat has not seen" % card)
    for _ in range(times):
        other = moved(rules, state, seen, random)
        again = looked(rules, other, seat)
        if again != seen:
            places = [i for i in range(layout.SIZE) if again[i] != seen[i]]
            found.append("the view depends on hidden cards, at %s" % ", ".join(map(str, places)))
        now = choice(make(other), again)
        if now != chosen:
            found.append("chose %d, with the hidden cards moved %d" % (chosen, now))
    return chosen, found
