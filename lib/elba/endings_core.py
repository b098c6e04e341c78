"""The search of endings.py, in viper; of the same build as solver_core.py, for tricks that have ranks of their own.

A card is one bit. The bits are dealt out so that they say which card beats which: the joker lowest, then the plain
suits, in each the higher rank higher, then the trumps, then the back jack, the front jack and AS. So one card beats
another where it is the larger number and of the suit led, a trump or one of those three.

A node is one card played in the search.
"""

import micropython
from micropython import const

_THINKING = const(2)  # as in stepping.py

# Places in the array of 32-bit numbers. First what is asked.
SEATS = const(0)
SIDE = const(1)  # bit s: seat s is of Napoleon's side
GOAL = const(2)  # bit k: it has made it with k face cards
SLOTS = const(3)
ROOT_PLACE = const(4)  # of the seat to act in its trick, 0 leads
ROOT_LEFT = const(5)  # tricks to come, this one included
JOKER = const(6)  # cards as bits
TRUMPS = const(7)
HIGH = const(8)  # trumps and the three special cards
SPECIAL = const(9)
FACES = const(10)
SUITS = const(11)  # four
TWOS = const(15)  # four
# Where the search stands.
_DEPTH = const(19)
_PLACE = const(20)
_LEFT = const(21)
_MODE = const(22)
NODES = const(23)
_SCORES = const(24)  # eight
HANDS = const(32)  # eight
FRAMES = const(40)
# A frame, one for each card played since the beginning of the search and one more.
_FRAME = const(16)
SEAT = const(0)
BEST = const(1)  # the card that wins the trick so far, by rank
WHO = const(2)  # the seat that played it
LED = const(3)  # the first card of the trick
TAKEN = const(4)  # face cards of Napoleon's side
LYING = const(5)  # the cards of the trick
TWO_BY = const(6)  # the seat that played the two of the suit led
_COUNT = const(7)
_NEXT = const(8)
_MOVES = const(9)  # seven

_ENTER = const(0)
_TRY = const(1)
_RETURN = const(2)


def memory(cards):
    """Return how many numbers the array needs for so many cards in all hands."""
    return FRAMES + (cards + 1) * _FRAME


@micropython.viper
def clear(table: ptr32, slots: int):
    """Empty a table: no position that is looked up is without cards."""
    i = 0
    slots <<= 1
    while i < slots:
        table[i] = 0
        i += 1


@micropython.viper
def sort(cards: ptr8, ranks: ptr8, n: int):
    """Sort cards by their ranks, low to high, and the ranks with them."""
    i = 1
    while i < n:
        card = cards[i]
        rank = ranks[i]
        k = i
        while k and ranks[k - 1] > rank:
            cards[k] = cards[k - 1]
            ranks[k] = ranks[k - 1]
            k -= 1
        cards[k] = card
        ranks[k] = rank
        i += 1


@micropython.viper
def begin(m: ptr32, only: int):
    """Begin a search: with one card, or with all (0)."""
    m[_DEPTH] = 0
    m[_PLACE] = m[ROOT_PLACE]
    m[_LEFT] = m[ROOT_LEFT]
    m[_MODE] = _ENTER
    if only:
        m[FRAMES + _COUNT] = 1
        m[FRAMES + _NEXT] = 0
        m[FRAMES + _MOVES] = only
        m[_MODE] = _TRY


@micropython.viper
def unwind(m: ptr32):
    """Take back all cards of a search that is not to be continued."""
    f = FRAMES
    end = f + m[_DEPTH] * _FRAME
    while f < end:
        m[HANDS + m[f]] |= m[f + _MOVES + m[f + _NEXT]]
        f += _FRAME
    m[_DEPTH] = 0


@micropython.viper
def follow(m: ptr32, hand: int, led: int) -> int:
    """Return those cards of a hand that may be played when `led` was led, 0 for a lead."""
    if led == 0:
        return hand
    if led == m[JOKER]:
        may = hand & m[TRUMPS]
        if not may:
            may = hand & m[FACES]
        return may if may else hand
    s = SUITS
    while not m[s] & led:
        s += 1
    may = hand & m[s]
    return may | hand & m[JOKER] if may else hand


@micropython.viper
def beats(m: ptr32, card: int, best: int, led: int) -> int:
    """Return whether a card beats the best one of its trick so far, 1 or 0. The rule of the two is another matter."""
    if card < best:
        return 0
    if card & m[SPECIAL]:
        return 1
    if led == m[JOKER]:
        return 0
    if card & m[HIGH]:
        return 1
    s = SUITS
    while not m[s] & led:
        s += 1
    return 1 if card & m[s] else 0


@micropython.viper
def same_suit(m: ptr32, card: int, other: int) -> int:
    """Return whether two cards are of one suit, 1 or 0."""
    s = SUITS
    while s < SUITS + 4:
        if m[s] & card and m[s] & other:
            return 1
        s += 1
    return 0


@micropython.viper
def run(m: ptr32, table: ptr32, nodes: int) -> int:
    """Search on for at most so many nodes; return 1 (yes), 0 (no) or 2 (thinking)."""
    seats = m[SEATS]
    side = m[SIDE]
    goal = m[GOAL]
    slots = m[SLOTS]
    joker = m[JOKER]
    trumps = m[TRUMPS]
    high = m[HIGH]
    special = m[SPECIAL]
    faces = m[FACES]
    depth = m[_DEPTH]
    place = m[_PLACE]
    left = m[_LEFT]
    mode = m[_MODE]
    value = 0
    allowed = nodes
    f = FRAMES + depth * _FRAME
    seat = m[f + SEAT]

    while True:
        if mode == _ENTER:
            known = 2
            if place == 0:
                live = 0
                i = HANDS
                while i < HANDS + seats:
                    live |= m[i]
                    i += 1
                taken = m[f + TAKEN]
                w = live & faces
                full = 1
                while w:
                    w &= w - 1
                    full = full << 1 | 1
                g = goal >> taken & full
                if g == 0:
                    known = 0
                elif g == full:
                    known = 1
                elif depth:
                    i = (live & 0x1FFF) * 0x2F0B ^ (live >> 13) * 0x6A4D ^ (seat << 5 | taken) * 0x33B5
                    i = ((i ^ i >> 11) & (slots - 1)) << 1
                    if table[i] == live | seat << 25:
                        w = table[i + 1]
                        if w >> 2 == taken and w & 3:
                            known = (w & 3) - 1
            if known < 2:
                value = known
                mode = _RETURN
                if depth == 0:
                    break
                depth -= 1
                f -= _FRAME
            else:
                # -- the moves
                hand = m[HANDS + seat]
                own = side >> seat & 1
                led = m[f + LED]
                best = m[f + BEST]
                winning = high
                may = hand
                if place:
                    if led == joker:
                        winning = special
                        may = hand & trumps
                        if not may:
                            may = hand & faces
                        if not may:
                            may = hand
                    else:
                        i = SUITS
                        while not m[i] & led:
                            i += 1
                        winning |= m[i]
                        may = hand & m[i]
                        if may:
                            may |= hand & joker
                        else:
                            may = hand
                ours = 1 if side >> m[f + WHO] & 1 == own else 0
                count = 0
                scale = 1
                while may:
                    b = may & -may
                    may ^= b
                    # The higher the score, the sooner it is tried. Lower cards come first in this loop.
                    scale += 1
                    if place == 0:
                        w = scale + 64 if b & high else scale
                    elif b & winning and b > best:
                        w = 64 - scale if ours else 128 - scale
                    elif b & faces:
                        w = 96 - scale if ours else 16 - scale
                    else:
                        w = 48 - scale
                    k = count
                    while k and m[_SCORES + k - 1] < w:
                        m[_SCORES + k] = m[_SCORES + k - 1]
                        m[f + _MOVES + k] = m[f + _MOVES + k - 1]
                        k -= 1
                    m[_SCORES + k] = w
                    m[f + _MOVES + k] = b
                    count += 1
                m[f + _COUNT] = count
                m[f + _NEXT] = 0
                mode = _TRY

        if mode == _RETURN:
            # -- take back the card that led to this answer
            place -= 1
            if place < 0:
                place = seats - 1
                left += 1
            seat = m[f + SEAT]
            k = m[f + _NEXT]
            m[HANDS + seat] |= m[f + _MOVES + k]
            m[f + _NEXT] = k + 1
            if value != side >> seat & 1 and k + 1 < m[f + _COUNT]:
                mode = _TRY
            else:
                if place == 0 and depth:
                    # -- remember it
                    live = 0
                    i = HANDS
                    while i < HANDS + seats:
                        live |= m[i]
                        i += 1
                    taken = m[f + TAKEN]
                    i = (live & 0x1FFF) * 0x2F0B ^ (live >> 13) * 0x6A4D ^ (seat << 5 | taken) * 0x33B5
                    i = ((i ^ i >> 11) & (slots - 1)) << 1
                    table[i] = live | seat << 25
                    table[i + 1] = taken << 2 | value + 1
                if depth == 0:
                    break
                depth -= 1
                f -= _FRAME

        if mode == _TRY:
            # -- play the next card
            if nodes == 0:
                m[_DEPTH] = depth
                m[_PLACE] = place
                m[_LEFT] = left
                m[_MODE] = mode
                m[NODES] = allowed
                return _THINKING
            nodes -= 1
            b = m[f + _MOVES + m[f + _NEXT]]
            m[HANDS + seat] ^= b
            best = m[f + BEST]
            who = m[f + WHO]
            led = m[f + LED]
            taken = m[f + TAKEN]
            lying = b
            two_by = m[f + TWO_BY]
            if place == 0:
                best = b
                who = seat
                led = b
            else:
                lying |= m[f + LYING]
                if b > best:
                    if b & special:
                        best = b
                        who = seat
                    elif led != joker:
                        if b & high:
                            best = b
                            who = seat
                        else:
                            i = SUITS
                            while not m[i] & led:
                                i += 1
                            if b & m[i]:
                                best = b
                                who = seat
            i = SUITS
            while i < SUITS + 4:
                if b & m[i + 4] and led & m[i]:
                    two_by = seat
                i += 1
            place += 1
            seat += 1
            if seat == seats:
                seat = 0
            if place == seats:
                place = 0
                left -= 1
                if led != joker and not lying & special:
                    i = SUITS
                    while not m[i] & led:
                        i += 1
                    if not lying & ~(m[i] | joker) and lying & m[i + 4]:
                        who = two_by
                if side >> who & 1:
                    w = lying & faces
                    while w:
                        w &= w - 1
                        taken += 1
                seat = who
            depth += 1
            f += _FRAME
            m[f + SEAT] = seat
            m[f + BEST] = best
            m[f + WHO] = who
            m[f + LED] = led
            m[f + TAKEN] = taken
            m[f + LYING] = lying
            m[f + TWO_BY] = two_by
            mode = _ENTER

    m[NODES] = allowed - nodes
    return value
