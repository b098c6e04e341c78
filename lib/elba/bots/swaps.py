"""Exchanges with the stock: which cards to keep, which to throw."""

from micropython import const

from .. import systems as sy
from ..layout import DRAWN, SEATS

_EXCHANGE = const(0x6000)


def limit(rules, view):
    """Return how many cards the seat to act may exchange."""
    left = rules.stock_size(view[SEATS]) - view[DRAWN]
    return min(rules.exchange_max, left)


def suit_to_keep(view, start, end):
    """Return the suit in which a hand view[start:end] looks strongest: by length and by how high its cards are."""
    best = -1
    suit = 0
    for s in range(4):
        points = 0
        for i in range(start, end):
            if view[i] >> 4 == s:
                points += 4 + max(0, (view[i] & 15) - 8)
        if points > best:
            best = points
            suit = s
    return suit


def exchange(rules, view, start, end, reading):
    """Return the EXCHANGE action: keep the best suit and sure winners, throw the rest if it is worth the price."""
    most = limit(rules, view)
    suit = suit_to_keep(view, start, end)
    mask = 0
    thrown = 0
    for rank in range(2, 15):  # the lowest first: there may be more to throw than may be thrown
        for i in range(start, end):
            card = view[i]
            if card & 15 == rank and card >> 4 != suit and reading.above(card) and thrown < most:
                mask |= 1 << i - start
                thrown += 1
    price = rules.exchange_price
    if rules.exchange_per == sy.PER_CARD:
        price *= thrown
    # A chip buys about one new card worth having; a hand that lacks a single card is good as it is.
    if price > thrown // 2:
        return _EXCHANGE
    return _EXCHANGE | mask
