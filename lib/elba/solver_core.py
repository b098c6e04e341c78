"""The search of solver.py, in viper: who comes off best in a deal with all cards open.

All of the search's state is in one array of 16-bit numbers, so that it can be stopped after any node and continued.
It is one long function with parts marked by "# --", because on the board every call goes by way of objects.
The same source runs on CPython, where an array takes the place of a pointer, and in C (tools/fast.py).

A card is one bit 1 << rank - 2 of its suit, so that of two cards of a suit the higher one is the larger number. A
move is a card with its suit: suit << 13 | bit. What a seat holds of a suit is one number: its cards' bits, and in
the three highest bits how many they are.

A node is one card played in the search.
"""

import micropython
from micropython import const

_THINKING = const(2)  # as in stepping.py

# Places in the array. First what is asked.
SEATS = const(0)
DECLARER = const(1)
TRUMP = const(2)  # suit, 4 for none
MUST_TRUMP = const(3)
GOAL = const(4)  # bit k: declarer has made it with k tricks
FIRST = const(5)  # the lowest bit of the goal
RISING = const(6)  # 1: all bits from there up are in the goal ("at least")
ONE = const(7)  # 1: no other bit is in the goal
SLOTS = const(8)  # entries of the table, a power of two
ROOT_PLACE = const(9)  # _PLACE and _LEFT when the search begins
ROOT_LEFT = const(10)
_OPEN = const(11)  # 1: declarer has still to lead the first trump
# Where the search stands.
_DEPTH = const(12)
_PLACE = const(13)  # of the seat to act in its trick, 0 leads
_LEFT = const(14)  # tricks to come, this one included
_MODE = const(15)
NODES = const(16)  # played by the last call of `run`
_SCORES = const(17)  # eight: of the moves being sorted
_LIVE = const(25)  # four: the cards that are in any hand, by suit
_HANDS = const(29)  # four a seat: what it holds of each suit
_FRAMES = const(61)
# A frame, one for each card played since the beginning of the search and one more.
_FRAME = const(16)
_SEAT = const(0)
_BEST = const(1)  # the move that wins the trick so far, 0 where there is none
_WHO = const(2)  # the seat that made it
_LED = const(3)  # suit
_TAKEN = const(4)  # declarer's tricks
_DECLARERS_PLACE = const(5)  # in this trick
_COUNT = const(6)
_NEXT = const(7)
_MOVES = const(8)  # seven
_KILLER = const(15)  # the move that last decided the matter here

# MODE
_ENTER = const(0)
_TRY = const(1)
_RETURN = const(2)

_ONE = const(0x2000)  # one card more, in a number of HANDS
_BITS = const(0x1FFF)

# The table: two words an entry. The first holds the cards of two suits, the leader and trump, the second the cards of
# the other two suits and what is known: for a rising goal how many tricks can be had (3 bits) and how many cannot
# (3 bits), else how many were wanted (3 bits) and the answer, 1 no, 2 yes. No trump looks like a suit there, but is
# never mixed with one: the table is emptied for every state, and in one state it is only the suit that can change.
_KNOWN = const(26)
_CARDS = const(0x3FFFFFF)


@micropython.viper
def clear(table: ptr32, slots: int):
    """Empty a table: no position that is looked up is without cards."""
    i = 0
    slots <<= 1
    while i < slots:
        table[i] = 0
        table[i + 1] = 0
        table[i + 2] = 0
        table[i + 3] = 0
        table[i + 4] = 0
        table[i + 5] = 0
        table[i + 6] = 0
        table[i + 7] = 0
        i += 8


def memory(cards):
    """Return how many numbers the array needs for deals of so many cards in all hands."""
    return _FRAMES + (cards + 1) * _FRAME


@micropython.viper
def move(card: int) -> int:
    """Return the move that plays a card."""
    return card >> 4 << 13 | 1 << (card & 15) - 2


@micropython.viper
def deal(m: ptr16, state: ptr8, at: int, hand: int, leader: int):
    """Take the hands from a state, whose cards begin at `at`."""
    i = _LIVE
    while i < _FRAMES:
        m[i] = 0
        i += 1
    seats = m[SEATS]
    played = hand - m[ROOT_LEFT]
    seat = 0
    while seat < seats:
        i = at + played
        at += hand
        # The seats that have played to this trick are the leader and those behind it.
        k = seat - leader
        if k < 0:
            k += seats
        if k < m[ROOT_PLACE]:
            i += 1
        while i < at:
            card = state[i]
            suit = card >> 4
            b = 1 << (card & 15) - 2
            m[_LIVE + suit] |= b
            m[_HANDS + (seat << 2) + suit] += _ONE + b
            i += 1
        seat += 1


@micropython.viper
def root(m: ptr16, seat: int, best: int, who: int, led: int, taken: int):
    """Say who is to act, what lies on the table and how many tricks declarer has."""
    seats = m[SEATS]
    m[_FRAMES + _SEAT] = seat
    m[_FRAMES + _BEST] = best
    m[_FRAMES + _WHO] = who
    m[_FRAMES + _LED] = led
    m[_FRAMES + _TAKEN] = taken
    k = m[DECLARER] - seat + m[ROOT_PLACE]
    if k < 0:
        k += seats
    if k >= seats:
        k -= seats
    m[_FRAMES + _DECLARERS_PLACE] = k


@micropython.viper
def begin(m: ptr16, only: int, first: int):
    """Begin a search: with one move, or with all (0); `first`: the first lead, which has to be a trump."""
    m[_DEPTH] = 0
    m[_PLACE] = m[ROOT_PLACE]
    m[_LEFT] = m[ROOT_LEFT]
    m[_OPEN] = first
    m[_MODE] = _ENTER
    if only:
        m[_FRAMES + _COUNT] = 1
        m[_FRAMES + _NEXT] = 0
        m[_FRAMES + _MOVES] = only
        m[_MODE] = _TRY


@micropython.viper
def unwind(m: ptr16):
    """Take back all cards of a search that is not to be continued."""
    f = _FRAMES
    end = f + m[_DEPTH] * _FRAME
    while f < end:
        w = m[f + _MOVES + m[f + _NEXT]]
        s = w >> 13
        m[_HANDS + (m[f] << 2) + s] += _ONE + (w & _BITS)
        m[_LIVE + s] |= w & _BITS
        f += _FRAME
    m[_DEPTH] = 0


@micropython.viper
def suits(m: ptr16, out: ptr8, mark: int) -> int:
    """Write the suits that declarer holds, each | mark, shortest first; return how many there are."""
    n = 0
    s = 0
    while s < 4:
        length = m[_HANDS + (m[DECLARER] << 2) + s] >> 13
        if length:
            k = n
            while k and m[_HANDS + (m[DECLARER] << 2) + (out[k - 1] & 3)] >> 13 > length:
                out[k] = out[k - 1]
                k -= 1
            out[k] = s | mark
            n += 1
        s += 1
    return n


@micropython.viper
def lowest(m: ptr16, seat: int, suit: int) -> int:
    """Return the rank of the lowest card that a seat holds of a suit, 15 where it holds none."""
    cards = m[_HANDS + (seat << 2) + suit] & _BITS
    rank = 2
    while rank < 15 and not cards >> rank - 2 & 1:
        rank += 1
    return rank


@micropython.viper
def twin(m: ptr16, card: int) -> int:
    """Return the highest card that is as good as one that the seat to act holds: none in play lies between them."""
    s = card >> 4
    mine = m[_HANDS + (m[_FRAMES + _SEAT] << 2) + s] & _BITS
    others = m[_LIVE + s] ^ mine
    best = m[_FRAMES + _BEST]
    if m[ROOT_PLACE] and best >> 13 == s:
        others |= best & _BITS
    b = 1 << (card & 15) - 2
    found = card
    while b < 0x1000:
        b <<= 1
        card += 1
        if others & b:
            break
        if mine & b:
            found = card
    return found


@micropython.viper
def run(m: ptr16, table: ptr32, nodes: int) -> int:
    """Search on for at most so many nodes; return 1 (yes), 0 (no) or 2 (thinking)."""
    seats = m[SEATS]
    declarer = m[DECLARER]
    trump = m[TRUMP]
    must_trump = m[MUST_TRUMP]
    goal = m[GOAL]
    first = m[FIRST]
    rising = m[RISING]
    slots = m[SLOTS]
    depth = m[_DEPTH]
    place = m[_PLACE]
    left = m[_LEFT]
    mode = m[_MODE]
    value = 0
    allowed = nodes
    own = _HANDS + (declarer << 2)
    f = _FRAMES + depth * _FRAME
    seat = m[f + _SEAT]

    while True:
        if mode == _ENTER:
            taken = m[f + _TAKEN]
            full = (2 << left) - 1
            g = goal >> taken & full
            known = 2  # the answer, 2 while there is none
            if place == 0:
                if g == 0:
                    known = 0
                elif g == full:
                    known = 1
                elif left == 1:
                    # The last trick plays itself.
                    i = _HANDS + (seat << 2)
                    s = 0
                    while m[i] == 0:
                        s += 1
                        i += 1
                    best_suit = s
                    best_bit = m[i] & _BITS
                    who = seat
                    other = seat
                    k = 1
                    while k < seats:
                        other += 1
                        if other == seats:
                            other = 0
                        i = _HANDS + (other << 2)
                        b = m[i + best_suit] & _BITS
                        if b:
                            if b > best_bit:
                                best_bit = b
                                who = other
                        elif trump < 4:
                            b = m[i + trump] & _BITS
                            if b:
                                best_suit = trump
                                best_bit = b
                                who = other
                        k += 1
                    known = g >> 1 if who == declarer else g & 1
                else:
                    # -- what the table knows
                    a0 = m[_LIVE]
                    a1 = m[_LIVE + 1]
                    a2 = m[_LIVE + 2]
                    a3 = m[_LIVE + 3]
                    need = 0
                    while not g >> need & 1:
                        need += 1
                    monotone = 1 if g + (1 << need) == full + 1 else 0
                    key = a0 | a1 << 13 | seat << 26 | (trump & 3) << 29
                    i = (a0 * 0x2F0B ^ a1 * 0x6A4D ^ a2 * 0x4C35 ^ a3 * 0x7193) + seat * 0x3B5
                    i = ((i ^ i >> 11) & (slots - 1)) << 1
                    if depth and left < 7 and table[i] == key:
                        w = table[i + 1]
                        if w & _CARDS == a2 | a3 << 13:
                            w = w >> _KNOWN & 0x3F
                            if rising:
                                if need <= w & 7:
                                    known = 1
                                elif need >= w >> 3:
                                    known = 0
                            elif w >> 2 == first - taken & 7:
                                known = (w & 3) - 1
                    low = 0
                    if known == 2 and trump < 4:
                        # -- tricks that trumps take however they are played: the highest j of one hand lose at most
                        # as many tricks as the other side has trumps above the lowest of them
                        mine = m[own + trump] & _BITS
                        a = m[_LIVE + trump]
                        if mine:
                            held = 0
                            others = 0
                            most = -99
                            while a:
                                b = a & -a
                                a ^= b
                                if mine & b:
                                    if others - held > most:
                                        most = others - held
                                    held += 1
                                else:
                                    others += 1
                            low = held - others + most
                            if low < 0:
                                low = 0
                        high = 0
                        other = 0
                        while other < seats:
                            if other != declarer:
                                theirs = m[_HANDS + (other << 2) + trump]
                                m[_SCORES + other] = 0
                                if theirs:
                                    theirs &= _BITS
                                    a = theirs | mine
                                    held = 0
                                    others = 0
                                    most = -99
                                    while a:
                                        b = a & -a
                                        a ^= b
                                        if theirs & b:
                                            if others - held > most:
                                                most = others - held
                                            held += 1
                                        else:
                                            others += 1
                                    k = held - others + most
                                    m[_SCORES + other] = k if k > 0 else 0
                                    if k > high:
                                        high = k
                            other += 1
                        high = left - high
                        w = (2 << high) - (1 << low)
                        if g & w == 0:
                            known = 0
                        elif g & w == w:
                            known = 1
                    if known == 2 and need:
                        # -- tricks that declarer loses in plain suits: a seat that holds cards above all of declarer's
                        # keeps them for when the suit is led. One seat guards one suit.
                        guards = 0
                        lost = 0
                        s = 0
                        while s < 4:
                            mine = m[own + s]
                            if s != trump and mine:
                                held = mine >> 13
                                mine &= _BITS
                                most = 0
                                who = 0
                                other = 0
                                while other < seats:
                                    theirs = m[_HANDS + (other << 2) + s] & _BITS
                                    if theirs > mine and not guards >> other & 1:
                                        k = 0
                                        while theirs:
                                            if (theirs & -theirs) > mine:
                                                k += 1
                                            theirs &= theirs - 1
                                        if k > most:
                                            most = k
                                            who = other
                                    other += 1
                                if most:
                                    guards |= 1 << who
                                    lost += most if most < held else held
                            s += 1
                        if left - lost < need:
                            known = 0
                    if known == 2 and seat == declarer:
                        if monotone:
                            # -- tricks that declarer can take from the top, trumps first
                            solid = 0
                            sure = 0
                            if trump < 4:
                                mine = m[own + trump] & _BITS
                                a = m[_LIVE + trump] ^ mine
                                while mine:
                                    b = mine & -mine
                                    mine ^= b
                                    if b > a:
                                        solid += 1
                                sure = low
                            ruffers = 0
                            if trump < 4:
                                other = 0
                                while other < seats:
                                    if other != declarer and m[_HANDS + (other << 2) + trump] >> 13 > solid:
                                        ruffers |= 1 << other
                                    other += 1
                                if not ruffers:
                                    sure = m[own + trump] >> 13
                            s = 0
                            while s < 4:
                                mine = m[own + s]
                                if s != trump and mine:
                                    a = m[_LIVE + s] & ~mine
                                    held = mine >> 13
                                    mine &= _BITS
                                    k = 0
                                    while mine:
                                        b = mine & -mine
                                        mine ^= b
                                        if b > a:
                                            k += 1
                                    if k:
                                        other = 0
                                        most = 0
                                        while other < seats:
                                            if other != declarer:
                                                w = m[_HANDS + (other << 2) + s] >> 13
                                                if ruffers >> other & 1 and w < k:
                                                    k = w
                                                if w > most:
                                                    most = w
                                            other += 1
                                        if not ruffers and most <= k:
                                            k = held
                                        sure += k
                                s += 1
                            # The first card has to be a trump where it makes trump.
                            if sure >= need and (solid or not ruffers or depth or not m[_OPEN]):
                                known = 1
                    elif known == 2 and need:
                        # -- tricks that the leader can take from the top, trumps first, and one more that beats
                        # declarer, if not perhaps a partner
                        h = _HANDS + (seat << 2)
                        sure = 0
                        side = 0
                        ruffs = 0
                        more = 0
                        if trump < 4:
                            mine = m[h + trump] & _BITS
                            a = m[_LIVE + trump] ^ mine
                            ruffs = m[own + trump]
                            while mine:
                                b = mine & -mine
                                mine ^= b
                                if b > a:
                                    sure += 1
                            ruffs >>= 13
                            ruffs = ruffs - sure if ruffs > sure else 0
                            sure = m[_SCORES + seat]
                        s = 0
                        while s < 4:
                            mine = m[h + s]
                            if s != trump and mine:
                                held = mine >> 13
                                mine &= _BITS
                                a = m[_LIVE + s] ^ mine
                                theirs = m[own + s]
                                k = 0
                                over = 0
                                while mine:
                                    b = mine & -mine
                                    mine ^= b
                                    if b > a:
                                        k += 1
                                    elif b > theirs & _BITS:
                                        over = 1
                                theirs >>= 13
                                if must_trump and k:
                                    over = 1
                                    k = 0
                                w = k
                                if k > theirs:
                                    w = theirs
                                    if ruffs:
                                        k = theirs
                                if over and (theirs > k or not ruffs):
                                    more = 1
                                sure += k
                                side += w
                            s += 1
                        if trump < 4:
                            other = 0
                            while other < seats:
                                if other != declarer and other != seat:
                                    k = m[_HANDS + (other << 2) + trump] >> 13
                                    if left - k >= side and side + m[_SCORES + other] > sure + more:
                                        sure = side + m[_SCORES + other]
                                        more = 0
                                other += 1
                        if left - sure - more < need:
                            known = 0
                    elif known == 2 and g == 1:
                        # -- a misere fails at once in a suit of which all others can stay below declarer; it is safe
                        # without trumps in hand if in every suit declarer's i-th lowest card is below the i-th lowest
                        # of all others: it can always play below what is led or throw away its highest card of a
                        # suit, and the rest keeps this order
                        known = 1
                        if trump < 4 and m[own + trump]:
                            known = 2
                        s = 0
                        while s < 4:
                            mine = m[own + s] & _BITS
                            if mine:
                                below = (mine & -mine) - 1
                                theirs = m[_LIVE + s] ^ mine
                                if m[_HANDS + (seat << 2) + s] & below:
                                    over = 0
                                    other = 0
                                    while other < seats:
                                        w = m[_HANDS + (other << 2) + s] & _BITS
                                        if other != declarer and not w & below:
                                            if w:
                                                over = 1
                                            elif trump < 4 and s != trump:
                                                k = m[_HANDS + (other << 2) + trump] >> 13
                                                if k == left or k and must_trump:
                                                    over = 1
                                        other += 1
                                    if not over:
                                        known = 0
                                        break
                                while mine and theirs:
                                    b = mine & -mine
                                    w = theirs & -theirs
                                    if b > w:
                                        known = 2
                                        break
                                    mine ^= b
                                    theirs ^= w
                            s += 1
            if known < 2:
                value = known
                mode = _RETURN
                # Whatever was found so quickly is found again as quickly: it need not be in the table.
                if depth == 0:
                    break
                depth -= 1
                f -= _FRAME
            else:
                # -- the moves: of cards that are equal to each other only the highest
                best = m[f + _BEST]
                best_suit = best >> 13
                best_bit = best & _BITS
                who = m[f + _WHO]
                own_turn = 1 if seat == declarer else 0
                ducking = g & 1
                # In a misere the highest of the cards that cannot win is the best to be rid of.
                duck = 1 if place and own_turn and g == 1 else 0
                h = _HANDS + (seat << 2)
                s = 0
                end = 4
                if depth == 0 and m[_OPEN]:
                    s = trump
                    end = s + 1
                elif place:
                    led = m[f + _LED]
                    if m[h + led]:
                        s = led
                        end = s + 1
                    elif must_trump and trump < 4 and m[h + trump]:
                        s = trump
                        end = s + 1
                done = 1 if place > m[f + _DECLARERS_PLACE] else 0
                count = 0
                while s < end:
                    mine = m[h + s] & _BITS
                    if mine:
                        a = m[_LIVE + s] & ~mine
                        foes = a
                        if not own_turn:
                            foes = m[own + s] & _BITS
                        if place and best_suit == s:
                            a |= best_bit
                        beaten = 0
                        if place:
                            if s == best_suit:
                                beaten = best_bit
                            elif s != trump:
                                beaten = _BITS
                        rank = 0
                        if ducking:
                            # How much declarer has to fear this suit.
                            w = m[own + s] & _BITS
                            if w:
                                rank = _ONE
                                k = m[_LIVE + s] & ~w
                                while w and k:
                                    if (w & -w) > (k & -k):
                                        rank = 2 * _ONE
                                        break
                                    w &= w - 1
                                    k &= k - 1
                        while mine:
                            b = mine & -mine
                            mine ^= b
                            if mine:
                                w = mine & -mine
                                if not a & w - b or duck and w < beaten:
                                    continue
                            # The higher the score, the sooner it is tried.
                            if place == 0:
                                if ducking:
                                    w = rank + _ONE - b
                                elif b > foes:
                                    w = b + (2 * _ONE if s == trump else 3 * _ONE)
                                else:
                                    w = b + (_ONE if s == trump else 0)
                            elif ducking:
                                if own_turn:
                                    w = rank + b + _ONE if b < beaten else _ONE - b
                                elif done and who != declarer:
                                    w = b
                                elif done:
                                    w = b + _ONE if b < beaten else 0
                                else:
                                    w = _ONE - b
                            elif b > beaten and (who == declarer or own_turn or not done):
                                w = 2 * _ONE - b
                            else:
                                w = _ONE - b
                            if not rising and not ducking and m[f + _KILLER] == (s << 13 | b):
                                w = 0xFFFF
                            k = count
                            while k and m[_SCORES + k - 1] < w:
                                m[_SCORES + k] = m[_SCORES + k - 1]
                                m[f + _MOVES + k] = m[f + _MOVES + k - 1]
                                k -= 1
                            m[_SCORES + k] = w
                            m[f + _MOVES + k] = s << 13 | b
                            count += 1
                    s += 1
                m[f + _COUNT] = count
                m[f + _NEXT] = 0
                mode = _TRY

        if mode == _RETURN:
            # -- take back the card that led to this answer
            place -= 1
            if place < 0:
                place = seats - 1
                left += 1
            seat = m[f + _SEAT]
            k = m[f + _NEXT]
            w = m[f + _MOVES + k]
            m[f + _NEXT] = k + 1
            s = w >> 13
            b = w & _BITS
            m[_HANDS + (seat << 2) + s] += _ONE + b
            m[_LIVE + s] |= b
            own_turn = 1 if seat == declarer else 0
            if value != own_turn and k + 1 < m[f + _COUNT]:
                mode = _TRY
            else:
                if value == own_turn:
                    m[f + _KILLER] = w
                if place == 0 and depth and left < 7:
                    # -- remember it
                    need = first - m[f + _TAKEN] & 7
                    a0 = m[_LIVE]
                    a1 = m[_LIVE + 1]
                    a2 = m[_LIVE + 2]
                    a3 = m[_LIVE + 3]
                    key = a0 | a1 << 13 | seat << 26 | (trump & 3) << 29
                    i = (a0 * 0x2F0B ^ a1 * 0x6A4D ^ a2 * 0x4C35 ^ a3 * 0x7193) + seat * 0x3B5
                    i = ((i ^ i >> 11) & (slots - 1)) << 1
                    a2 |= a3 << 13
                    if rising:
                        w = 7 << 3
                        if table[i] == key and table[i + 1] & _CARDS == a2:
                            w = table[i + 1] >> _KNOWN & 0x3F
                        w = w & 0x38 | need if value else w & 7 | need << 3
                    else:
                        w = need << 2 | value + 1
                    table[i] = key
                    table[i + 1] = a2 | w << _KNOWN
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
            w = m[f + _MOVES + m[f + _NEXT]]
            s = w >> 13
            b = w & _BITS
            m[_HANDS + (seat << 2) + s] -= _ONE + b
            m[_LIVE + s] ^= b
            best = m[f + _BEST]
            who = m[f + _WHO]
            led = m[f + _LED]
            taken = m[f + _TAKEN]
            k = m[f + _DECLARERS_PLACE]
            if place == 0:
                best = w
                who = seat
                led = s
            elif best >> 13 == s:
                if w > best:
                    best = w
                    who = seat
            elif s == trump:
                best = w
                who = seat
            known = 2
            if who != declarer and place >= k:
                # Declarer has lost this trick: perhaps that is enough.
                full = (1 << left) - 1
                g = goal >> taken & full
                if g == 0:
                    known = 0
                elif g == full:
                    known = 1
            place += 1
            seat += 1
            if seat == seats:
                seat = 0
            if place == seats:
                place = 0
                left -= 1
                seat = who
                if who == declarer:
                    taken += 1
                k = declarer - seat
                if k < 0:
                    k += seats
            if known < 2:
                value = known
                mode = _RETURN
            else:
                depth += 1
                f += _FRAME
                m[f + _SEAT] = seat
                m[f + _BEST] = best
                m[f + _WHO] = who
                m[f + _LED] = led
                m[f + _TAKEN] = taken
                m[f + _DECLARERS_PLACE] = k
                mode = _ENTER

    m[NODES] = allowed - nodes
    return value
