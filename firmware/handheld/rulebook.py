"""The rules in force as a page of short sentences, made from the rules themselves: what is read is what is played."""

from elba import systems as sy

from . import lang, words
from .lang import say
from .loan import borrow

_BREAK = "\x1f"  # a line may be broken here


def sentences(rules, players):
    """Return the sentences that tell a player how a game (elba.rules.Rules) goes at a table for so many."""
    out = []
    cards = "book_cards_joker" if rules.joker else "book_cards"
    out.append(say(cards, rules.hand, rules.pack_size(players)))
    sides = None
    if _is_unlike_nap(rules):
        sides = borrow("sidesbook")
        sides.faces(rules, out)
    _before_the_auction(rules, out)
    _auction(rules, out)
    if rules.trump == sy.CALLED:
        sides.bids(rules, out)
    else:
        _bids(rules, out)
    if sides:
        sides.friend_and_widow(rules, out)
    _play(rules, out)
    if sides:
        sides.ranking(rules, out)
    if rules.capture or rules.friend or rules.count == sy.LEAST_NOT_ALL:
        sides.made(rules, out)
    else:
        _made(rules, out)
    if rules.revoke_penalty:
        out.append(say("book_revoke"))
    if rules.made_to == sy.SIDE:
        sides.settlement(rules, out)
    else:
        _settlement(rules, out)
    _session(rules, players, out)
    return out


def _is_unlike_nap(rules):
    """Whether it takes more than the sentences here: counted cards, sides, called suits, a widow, odd cards."""
    return (
        rules.joker
        or rules.above_trumps
        or rules.two_wins
        or rules.capture
        or rules.friend
        or rules.count == sy.LEAST_NOT_ALL
        or rules.trump == sy.CALLED
        or rules.take == sy.ALL
        or rules.made_to == sy.SIDE
    )


def _bids(rules, out):
    out.append(say("book_bids_" + words.unit(rules)))
    for bid in range(1, rules.bids + 1):
        call = words.call(rules.bid_name[bid])
        stakes = words.stakes(rules, bid)
        if rules.needs[bid]:
            out.append(say("book_bid_after", call, stakes, _needed(rules, bid)))
        else:
            out.append(say("book_bid", call, stakes))


def _before_the_auction(rules, out):
    if rules.ante:
        out.append(say("book_ante", rules.ante))
    if rules.exchange_max:
        name = "book_exchange"
        if rules.exchange_price:
            name = "book_exchange_each" if rules.exchange_per == sy.PER_CARD else "book_exchange_price"
        out.append(say(name, rules.exchange_max, rules.exchange_price))
    if rules.face_down == 1:
        out.append(say("book_floater"))
    if rules.peek_price >= 0:
        out.append(say("book_peek", rules.peek_price))


def _auction(rules, out):
    if rules.rounds == 1:
        out.append(say("book_one_round"))
    else:
        out.append(say("book_rounds"))
    out.append(say("book_all_pass"))
    if rules.take == sy.BID:
        out.append(say("book_with"))
    elif rules.take == sy.MAY:
        out.append(say("book_swap"))


def _needed(rules, bid):
    """The lowest of the bids that somebody else must have made before a bid."""
    for other in range(1, rules.bids + 1):
        if rules.needs[bid] >> other & 1:
            return words.call(rules.bid_name[other].split("-")[0])
    return ""


def _highest(rules):
    """The name of the lowest bid of all tricks."""
    for bid in range(1, rules.bids + 1):
        if rules.sweep[bid]:
            return words.call(rules.bid_name[bid].split("-")[0])
    return ""


def _play(rules, out):
    if rules.trump == sy.NAMED:
        out.append(say("book_names_trump"))
    elif rules.trump == sy.CALLED:
        out.append(say("book_left_leads" if rules.leads else "book_declarer_leads"))
    else:
        out.append(say("book_first_card"))
    if _has_misere(rules) and not rules.misere_trump:
        out.append(say("book_misere_trump"))
    out.append(say("book_must_trump" if rules.must_trump else "book_follow"))
    for bid in range(1, rules.bids + 1):
        name = words.call(rules.bid_name[bid].split("-")[0])
        if bid > 1 and rules.bid_name[bid].split("-")[0] == rules.bid_name[bid - 1].split("-")[0]:
            continue  # the same bid without the floater
        if rules.first_lead[bid] == sy.LOW_TRUMP:
            out.append(say("book_low_trump", name))
        elif rules.first_lead[bid] == sy.LOW_PLAIN:
            out.append(say("book_low_plain", name))


def _has_misere(rules):
    return any([not rules.tricks[bid] for bid in range(1, rules.bids + 1)])


def _made(rules, out):
    if rules.count == sy.EXACT:
        out.append(say("book_exact"))
    else:
        out.append(say("book_least_misere" if _has_misere(rules) else "book_least"))


def _settlement(rules, out):
    if rules.made_to == sy.POT:
        out.append(say("book_made_pot"))
    else:
        out.append(say("book_made"))
    if rules.lost_to == sy.POT:
        out.append(say("book_failed_all" if rules.lost_heads == sy.EVERYBODY else "book_failed_pot"))
        if rules.lost_heads == sy.EVERYBODY_IF_SWEEP:
            out.append(say("book_failed_high", _highest(rules)))
    else:
        out.append(say("book_failed"))
    if rules.pot_won:
        out.append(say("book_pot"))


def _session(rules, players, out):
    if rules.race:
        out.append(say("book_race", rules.start_chips, rules.race))
    else:
        out.append(lang.count("book_deals_" + words.unit(rules), rules.deals(players)))
    if rules.shuffle == sy.BY_RULE:
        out.append(say("book_shuffle_void" if rules.void_shuffle else "book_shuffle", _highest(rules)))
        out.append(say("book_cut"))


def lines(canvas, rules, players, width=120):
    """Return the sentences broken into lines of at most `width` pixels."""
    out = []
    for sentence in sentences(rules, players):
        _break(canvas, sentence, width, out)
    lang.forget()  # the memory is needed for the lines
    return out


def _break(canvas, sentence, width, out):
    """Append a sentence in lines, broken at blanks and where the script needs none; the first begins further out."""
    words_of_it = sentence.replace(_BREAK, " " + _BREAK).split(" ")
    if lang.from_right:
        words_of_it.reverse()  # a text is kept as it is drawn, from left to right: it begins with its last word
    line = ""
    for word in words_of_it:
        blank = "" if word[:1] == _BREAK else " "
        letters = word.replace(_BREAK, "")
        longer = (letters + blank + line if lang.from_right else line + blank + letters) if line else letters
        if line and canvas.width_of(longer) > width:
            out.append(line)
            line = letters + "  " if lang.from_right else "  " + letters
        else:
            line = longer
    out.append(line)
