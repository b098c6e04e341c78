"""The rules in force as a page of short sentences, made from the rules themselves: what is read is what is played."""

from elba import systems as sy

from . import words


def sentences(rules, players):
    """Return the sentences that tell a player how a game (elba.rules.Rules) goes at a table for so many."""
    out = []
    joker = ", one a joker" if rules.joker else ""
    out.append("%d cards each, of a pack of %d%s." % (rules.hand, rules.pack_size(players), joker))
    sides = None
    if _is_unlike_nap(rules):
        from . import sidesbook as sides

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
        out.append("A revoke ends the deal, and who did it pays for it.")
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
    out.append("Bids: tricks, %s won and lost." % words.unit(rules))
    for bid in range(1, rules.bids + 1):
        out.append(
            "• %s: %s" % (words.call(rules.bid_name[bid]), words.stakes(rules, bid))
            + (", after another's %s" % _needed(rules, bid) if rules.needs[bid] else "")
        )


def _before_the_auction(rules, out):
    if rules.ante:
        out.append("Everybody pays %d to the pot before each deal." % rules.ante)
    if rules.exchange_max:
        price = "free of charge"
        if rules.exchange_price:
            price = "for %d to the pot" % rules.exchange_price
            price += " a card" if rules.exchange_per == sy.PER_CARD else ""
        out.append("Before the auction you may exchange up to %d cards, %s." % (rules.exchange_max, price))
    if rules.face_down == 1:
        out.append("One card, the floater, lies face down.")
    if rules.peek_price >= 0:
        out.append("Before your call you may look at it for %d to the pot." % rules.peek_price)


def _auction(rules, out):
    if rules.rounds == 1:
        out.append("From the dealer's left on each player calls once; a bid has to be higher than the last.")
    else:
        out.append("From the dealer's left on all call in rounds. Who passes is out; the last one left is declarer.")
    out.append("If all pass, the next player deals.")
    if rules.take == sy.BID:
        out.append("A bid \"with\": declarer takes the floater and discards a card.")
    elif rules.take == sy.MAY:
        out.append("Declarer may swap a card for the floater before the first lead.")


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
    leader = "Declarer" if not rules.leads else "The player on declarer's left"
    if rules.trump == sy.NAMED:
        out.append("Declarer names trump and leads.")
    elif rules.trump == sy.CALLED:
        out.append("%s leads to the first trick." % leader)
    else:
        out.append("Declarer leads; the first card's suit is trump.")
    if _has_misere(rules) and not rules.misere_trump:
        out.append("A misère has no trump.")
    out.append("Follow suit; void, " + ("play a trump if you can." if rules.must_trump else "play any card."))
    for bid in range(1, rules.bids + 1):
        name = words.call(rules.bid_name[bid].split("-")[0])
        if bid > 1 and rules.bid_name[bid].split("-")[0] == rules.bid_name[bid - 1].split("-")[0]:
            continue  # the same bid without the floater
        if rules.first_lead[bid] == sy.LOW_TRUMP:
            out.append("%s: name a suit that you hold, lead your lowest trump." % name)
        elif rules.first_lead[bid] == sy.LOW_PLAIN:
            out.append("%s: lead your lowest card that is no trump." % name)


def _has_misere(rules):
    return any([not rules.tricks[bid] for bid in range(1, rules.bids + 1)])


def _made(rules, out):
    if rules.count == sy.EXACT:
        out.append("The bid is made with exactly its tricks, no more.")
    else:
        misere = _has_misere(rules)
        out.append("More tricks than bid are as good%s." % (", but a misère fails with any" if misere else ""))


def _settlement(rules, out):
    if rules.made_to == sy.POT:
        out.append("Made: every opponent pays the pot.")
    else:
        out.append("Made: every opponent pays declarer.")
    if rules.lost_to == sy.POT:
        heads = "each player" if rules.lost_heads == sy.EVERYBODY else "each opponent"
        out.append("Failed: declarer pays the pot, for %s." % heads)
        if rules.lost_heads == sy.EVERYBODY_IF_SWEEP:
            out.append("A failed %s or higher pays for all players." % _highest(rules))
    else:
        out.append("Failed: declarer pays every opponent.")
    if rules.pot_won:
        out.append("Who makes the bid of all tricks takes the pot.")


def _session(rules, players, out):
    if rules.race:
        out.append("All start with %d points. Who has %d first wins." % (rules.start_chips, rules.race))
    else:
        out.append("After %d deals the most %s win." % (rules.deals(players), words.unit(rules)))
    if rules.shuffle == sy.BY_RULE:
        void = " or when all pass" if rules.void_shuffle else ""
        out.append("The pack is shuffled only after a made %s or higher%s;" % (_highest(rules), void))
        out.append("else it is gathered and cut.")


def lines(canvas, rules, players, width=120):
    """Return the sentences broken into lines of at most `width` pixels."""
    out = []
    for sentence in sentences(rules, players):
        line = ""
        for word in sentence.split(" "):
            longer = line + " " + word if line else word
            if line and canvas.width_of(longer) > width:
                out.append(line)
                line = "  " + word
            else:
                line = longer
        out.append(line)
    return out
