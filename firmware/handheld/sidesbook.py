"""The part of the page of rules that only games with called suits, counted cards or a friend have; see rulebook.py."""

from elba import systems as sy
from elba.cards import RANKS

from . import lang, words
from .lang import pick, say


def faces(rules, out):
    """What is counted, and what lies face down."""
    ranks = ["10" if rank == 10 else RANKS[rank - 2] for rank in range(rules.capture, 15)]
    if rules.capture:
        out.append(say("book_faces", rules.countable, ("\xa0" if lang.from_right else " ").join(ranks)))
    if rules.take == sy.ALL:
        out.append(say("book_widow", pick("numbers", rules.face_down)))


def bids(rules, out):
    """Bids that are a number and a suit."""
    most = rules.bids >> 2
    out.append(say("book_number_and_suit", most))
    out.append(say("book_number_1_faces" if rules.capture else "book_number_1", rules.tricks[1], rules.countable))
    out.append(say("book_number_2", most, rules.tricks[rules.bids]))
    out.append(say("book_higher"))
    if rules.top_ends:
        out.append(say("book_top_ends", words.call(rules.bid_name[rules.bids])))


def friend_and_widow(rules, out):
    """What declarer does before the first trick."""
    if rules.friend:
        out.append(say("book_friend"))
        out.append(say("book_secret"))
        out.append(say("book_alone"))
    if rules.take == sy.ALL:
        out.append(say("book_discard", pick("numbers", rules.face_down)))
        if rules.capture:
            out.append(say("book_laid_off"))


def ranking(rules, out):
    """Which card wins a trick."""
    if rules.above_trumps:
        names = [_above(rank, suit) for rank, suit in rules.above_trumps]
        out.append(say("book_above", say("comma").join(names[::-1] if lang.from_right else names)))
        out.append(say("book_trick"))
        out.append(say("book_their_suit", pick("numbers", len(names))))
    above = pick("numbers", len(rules.above_trumps))
    if rules.two_wins:
        out.append(say("book_two_unless" if rules.above_trumps else "book_two", above))
        out.append(say("book_two_first"))
    if rules.joker:
        out.append(say("book_joker"))
        out.append(say("book_joker_apart"))
        out.append(say("book_joker_asks_face" if rules.joker_calls else "book_joker_asks"))
        out.append(say("book_joker_unless" if rules.above_trumps else "book_joker_wins", above))
        if rules.two_wins:
            out.append(say("book_joker_two"))


def _above(rank, suit):
    name = pick("ranks", rank - 11) if rank > 10 else str(rank)
    if suit == sy.TRUMP_SUIT:
        return say("trump_rank", name)
    if suit == sy.COLOUR:
        return say("colour_rank", name)
    return words.card(suit << 4 | rank)


def made(rules, out):
    """When a bid is made."""
    out.append(say("book_made_%s_%s" % ("sides" if rules.friend else "alone", "faces" if rules.capture else "tricks")))
    if rules.count == sy.LEAST_NOT_ALL:
        most = rules.bids >> 2
        out.append(say("book_not_all", rules.countable, most))


def settlement(rules, out):
    """Who is credited with what."""
    what = "number"
    if rules.win[1] == rules.tricks[1]:
        what = "faces" if rules.capture else "tricks"
    out.append(say("book_worth_" + what))
    out.append(say("book_twice_friend" if rules.friend else "book_twice"))
    out.append(say("book_nobody_loses"))
