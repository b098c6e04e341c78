"""The state of a deal: one bytearray of SIZE bytes, the same in memory, in a save and for every system.

    offset length what
    0      1      SYSTEM      index into system_tables.SYSTEMS
    1      8      OPTIONS     house rules, packed by options.pack
    9      1      SEATS       number of seats n, 2..8
    10     1      DEALER      seat
    11     1      PHASE       EXCHANGE .. OVER below
    12     1      TURN        seat to act
    13     2      POT         chips in the pot or kitty now
    15     16     CHIPS       per seat, before this deal's antes
    31     16     PAY         per seat, net of this deal so far: antes, prices, settlement
    47     8      SEEN        per seat: bits 0-2 cards exchanged, EXCHANGED, PEEKED, PASSED
    55     1      CALLS_MADE  how many calls have been made
    56     1      BID         highest bid so far, 0 none
    57     1      DECLARER    seat that made it, NOBODY before that
    58     1      TRUMP       suit, cards.NO_SUIT where there is none (yet)
    59     1      TAKEN       1 once declarer has taken the floater or the widow
    60     1      DRAWN       cards drawn from the stock so far
    61     1      TRICK       number of tricks completed
    62     1      IN_TRICK    cards played to the current trick
    63     1      LEADER      seat that leads or led to the current trick
    64     1      WINNING     seat whose card wins the current trick so far
    65     1      REVOKER     seat that revoked, NOBODY if none did
    66     1      FRIEND      the card named as friend, 0 where there is none
    67     1      FLOATER     the floater as it was dealt, 0 where there is none
    68     10     WINNERS     seat that won each completed trick
    78     44     CALLS       the calls in the order made: a bid's number, 0 for a pass
    122    53     CARDS       all cards of the pack: hands, face-down cards, stock

Numbers of two bytes are little-endian and signed. A list per seat has room for eight.

CARDS holds every card exactly once. Seat s has the slots s*hand .. s*hand+hand-1. The card that a seat plays to
trick t is swapped into its slot t, so the first slots of a hand are what it played, in order, and the rest is what
it holds: the history of play costs nothing. The face-down cards follow at n*hand: the floater (later what
declarer discarded for it) or the three of the widow (later declarer's discards). The stock comes last, top first;
DRAWN cards of it are gone, and in their slots lie the discards of whoever drew them. So a deal's cards can always be
gathered, shown or replayed from here.
"""

from micropython import const

SYSTEM = const(0)
OPTIONS = const(1)
SEATS = const(9)
DEALER = const(10)
PHASE = const(11)
TURN = const(12)
POT = const(13)
CHIPS = const(15)
PAY = const(31)
SEEN = const(47)
CALLS_MADE = const(55)
BID = const(56)
DECLARER = const(57)
TRUMP = const(58)
TAKEN = const(59)
DRAWN = const(60)
TRICK = const(61)
IN_TRICK = const(62)
LEADER = const(63)
WINNING = const(64)
REVOKER = const(65)
FRIEND = const(66)
FLOATER = const(67)
WINNERS = const(68)
CALLS = const(78)
CARDS = const(122)
SIZE = const(175)

MAX_SEATS = const(8)
MAX_CALLS = const(44)
MAX_CARDS = const(53)
NOBODY = const(255)

# PHASE, in the order in which a deal goes through them.
EXCHANGE = const(0)  # eldest first, each seat may exchange cards with the stock
AUCTION = const(1)
NAME_FRIEND = const(2)
TAKE = const(3)  # declarer must take the floater, or the widow, and discard
NAME_TRUMP = const(4)
PLAY = const(5)
OVER = const(6)  # all tricks are played, the deal is settled
VOID = const(7)  # all passed
REVOKED = const(8)  # a revoke ended the deal, the penalty is paid

# Bits of SEEN; the three lowest bits are the number of cards exchanged.
EXCHANGED = const(0x08)  # the seat has had its turn to exchange
PEEKED = const(0x10)
PASSED = const(0x20)


def word(state, at):
    """Return the signed 16-bit number at state[at:at+2]."""
    value = state[at] | state[at + 1] << 8
    return value - 65536 if value & 0x8000 else value


def set_word(state, at, value):
    """Store a number -32768..32767 at state[at:at+2]."""
    state[at] = value & 0xFF
    state[at + 1] = value >> 8 & 0xFF


def add_word(state, at, amount):
    """Add to the number at state[at:at+2]."""
    set_word(state, at, word(state, at) + amount)
