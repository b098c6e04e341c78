"""The part of the page of rules that only games with called suits, counted cards or a friend have; see rulebook.py."""

from elba import systems as sy
from elba.cards import RANKS

from . import words

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def faces(rules, out):
    """What is counted, and what lies face down."""
    ranks = ["10" if rank == 10 else RANKS[rank - 2] for rank in range(rules.capture, 15)]
    if rules.capture:
        out.append("Only face cards count: the %d cards %s." % (rules.countable, " ".join(ranks)))
    if rules.take == sy.ALL:
        out.append("There are %s cards face down, the widow." % _NUMBERS[rules.face_down])


def bids(rules, out):
    """Bids that are a number and a suit."""
    most = rules.bids >> 2
    what = "face cards" if rules.capture else "tricks"
    out.append("A bid is a number from 1 to %d and a suit, which is trump if it stands." % most)
    out.append("Number 1 promises to take %d of the %d %s," % (rules.tricks[1], rules.countable, what))
    out.append("2 one more, and so on: %d promises %d." % (most, rules.tricks[rules.bids]))
    out.append("The higher number is the higher bid; of equal numbers the suit decides: ♠ over ♥ over ♦ over ♣.")
    if rules.top_ends:
        out.append("%s ends the auction at once." % words.call(rules.bid_name[rules.bids]))


def friend_and_widow(rules, out):
    """What declarer does before the first trick."""
    if rules.friend:
        out.append("Declarer then names any card of the pack. Who holds it is the friend and plays on declarer's side.")
        out.append("Who that is, nobody else knows before the card is played.")
        out.append("A card of declarer's own hand may be named, too. Then, or if it lies face down, declarer is alone.")
    if rules.take == sy.ALL:
        size = _NUMBERS[rules.face_down]
        out.append("Declarer takes the widow and discards %s cards of all it has." % size)
        if rules.capture:
            out.append("Face cards among them lie face up and count for the opponents; the rest counts for nobody.")


def ranking(rules, out):
    """Which card wins a trick."""
    if rules.above_trumps:
        names = [_above(rank, suit) for rank, suit in rules.above_trumps]
        out.append("A trick is won by %s, in this order;" % ", ".join(names))
        out.append("else by the highest trump, else by the highest card of the suit led.")
        out.append("To follow suit, those %s belong to the suit they show." % _NUMBERS[len(names)])
    above = _those(rules)
    if rules.two_wins:
        out.append("If all cards of a trick are of one suit (a joker apart), the 2 of it wins%s." % above)
        out.append("But not in the first trick.")
    if rules.joker:
        out.append("The joker has no suit and may be played to any trick. Unless it is led, it cannot win,")
        out.append("and the trick is what it would be without it.")
        text = "The joker led: play a trump; "
        if rules.joker_calls:
            text += "without one, a face card; without either, any card."
        else:
            text += "without one, any card."
        out.append(text)
        out.append("A led joker wins%s%s." % (above, "; no 2 beats it" if rules.two_wins else ""))


def _above(rank, suit):
    name = {14: "ace", 13: "king", 12: "queen", 11: "jack"}.get(rank, str(rank))
    if suit == sy.TRUMP_SUIT:
        return "the trump %s" % name
    if suit == sy.COLOUR:
        return "the other %s of the trump's colour" % name
    return words.card(suit << 4 | rank)


def _those(rules):
    n = len(rules.above_trumps)
    return ", unless one of those %s is in the trick" % _NUMBERS[n] if n else ""


def made(rules, out):
    """When a bid is made."""
    sides = "declarer and friend together have" if rules.friend else "declarer has"
    what = "face cards" if rules.capture else "tricks"
    out.append("Made: %s at least the %s promised." % (sides, what))
    if rules.count == sy.LEAST_NOT_ALL:
        most = rules.bids >> 2
        out.append("But that side must not have all %d, unless %d was bid." % (rules.countable, most))


def settlement(rules, out):
    """Who is credited with what."""
    what = "the number bid"
    if rules.win[1] == rules.tricks[1]:
        what = "face cards promised" if rules.capture else "tricks promised"
    out.append("A deal is worth as many points as %s." % what)
    out.append("Made: declarer scores it twice%s." % (", the friend once; alone, declarer three times" * rules.friend))
    out.append("Failed: each opponent scores it once. Nobody loses points.")
