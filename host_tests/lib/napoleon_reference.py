"""Japanese Napoleon's tricks, written down from the rules without regard to speed, and brute force upon them.

Shares nothing with lib/elba but the names of cards. Source: napoleon-japanese.md "Play".
"""

JOKER = 0x40
ACE_OF_SPADES = 0x0E
JACK = 11
TEN = 10


def is_face(card):
    return card != JOKER and card & 15 >= TEN


def jacks(trump):
    """Return the front and the back jack."""
    other = {0: 3, 3: 0, 1: 2, 2: 1}[trump]
    return trump << 4 | JACK, other << 4 | JACK


def legal(hand, led, trump):
    """Return the cards of a hand that may be played; `led` is the first card of the trick, 0 for a lead."""
    if not led:
        return list(hand)
    if led == JOKER:
        trumps = [card for card in hand if card >> 4 == trump]
        faces = [card for card in hand if is_face(card)]
        return trumps or faces or list(hand)
    same = [card for card in hand if card >> 4 == led >> 4]
    if not same:
        return list(hand)
    return same + [card for card in hand if card == JOKER]


def winner(cards, trump, first):
    """Return the place in a full trick (cards in order of play) of the card that wins; `first`: a deal's first."""
    front, back = jacks(trump)
    for special in (ACE_OF_SPADES, front, back):
        if special in cards:
            return cards.index(special)
    if cards[0] == JOKER:
        return 0
    led = cards[0] >> 4
    others = [card for card in cards if card != JOKER]
    two = led << 4 | 2
    if not first and two in others and all([card >> 4 == led for card in others]):
        return cards.index(two)
    trumps = [card for card in others if card >> 4 == trump]
    of_suit = trumps or [card for card in others if card >> 4 == led]
    return cards.index(max(of_suit))


def makes(hands, leader, trick, side, trump, taken, goal, first=False):
    """Return whether seats in `side` end with a number of face cards k for which bit k of the goal is set.

    hands   list of a list of cards a seat
    trick   cards on the table, in order of play from `leader` on
    taken   face cards that the side has already
    """
    seats = len(hands)
    if len(trick) == seats:
        leader = (leader + winner(trick, trump, first)) % seats
        if leader in side:
            taken += sum([is_face(card) for card in trick])
        trick = []
        first = False
    if not any(hands):
        return goal >> taken & 1 == 1
    seat = (leader + len(trick)) % seats
    own = seat in side
    found = not own
    hand = hands[seat]
    for card in legal(hand, trick[0] if trick else 0, trump):
        hands[seat] = [other for other in hand if other != card]
        if makes(hands, leader, trick + [card], side, trump, taken, goal, first) == own:
            found = own
    hands[seat] = hand
    return found
