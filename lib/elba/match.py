"""From deal to deal: who deals, what is shuffled, what the pot holds, who has won (source: match.md).

A `Table` runs deal after deal among the same seats: dealer, pack and pot pass from one to the next. A `Session` sits
on top of it and keeps the chips of the players: it takes them out when they have none left, plays off ties, shares
what remains in the pot and knows when the session is over. Both can be written to bytes and taken back between any
two actions.
"""

from micropython import const

from . import dealing, layout
from . import systems as sy
from .cards import fill_pack
from .layout import (
    CHIPS,
    DEALER,
    MAX_CARDS,
    MAX_SEATS,
    PAY,
    POT,
    set_word,
    word,
)
from .rng import Rng

_ACE = const(14)
_VERSION = const(2)  # of what Session.save writes
_MOST_POT = const(30000)  # chips: the pot is a number of 16 bits, and no deal adds more than 2000


class Table:
    """Deals in a row.

    engine   the rules in force
    dealer   seat that deals next, or deals now; pot  chips in the pot before its antes
    number   deals begun so far
    seed     (high, low) of the deal that is on, or None where its pack was gathered and cut
    pack     its pack as dealt, top first; `size` cards of the 53
    """

    SAVED = 8 + 1 + 2 + 2 + 1 + 4 + 1 + 2 * MAX_CARDS  # bytes, see save

    def __init__(self, engine, high=0, low=0):
        self.engine = engine
        self.rng = Rng(high, low)
        self.dealer = 0
        self.pot = 0
        self.number = 0
        self.seed = None
        self.pack = bytearray(MAX_CARDS)
        self.size = 0
        self._shuffle_next = True
        # The order in which the cards of the last deal were gathered. Kept apart: until the next deal begins, `pack`
        # still tells how the last one was dealt.
        self._gathered = bytearray(MAX_CARDS)

    def draw_dealer(self, players):
        """Let each seat draw a card; the lowest deals, the ace counting one (match.md "First dealer").

        Returns the rounds drawn, a list of lists of card bytes, one a seat and 0 for a seat not drawing any more.
        """
        rounds = []
        drawing = list(range(players))
        pack = bytearray(MAX_CARDS)
        n = fill_pack(pack, 2)
        while len(drawing) > 1:
            self.rng.shuffle(pack, n)
            drawn = [0] * players
            for i in range(len(drawing)):
                drawn[drawing[i]] = pack[i]
            rounds.append(drawn)
            lowest = min([_draw_rank(drawn[seat]) for seat in drawing])
            drawing = [seat for seat in drawing if _draw_rank(drawn[seat]) == lowest]
        self.dealer = drawing[0]
        return rounds

    def begin(self, state, players):
        """Begin the next deal in a state: shuffle or cut as the rules have it, charge the antes, deal the cards."""
        rules = self.engine.rules
        size = rules.pack_size(players)
        if self._shuffle_next or size != self.size:  # with fewer seats the pack is another one
            self.seed = (self.rng.word(), self.rng.word())
            dealing.shuffled(rules, players, Rng(self.seed[0], self.seed[1]), self.pack)
            self.size = size
        else:
            self.seed = None
            self.pack[:] = self._gathered
            dealing.cut(self.rng, self.pack, size)
        self._shuffle_next = True  # until `end` knows better
        self.number += 1
        self.engine.begin(state, players, self.dealer, self.pot)
        dealing.deal(rules, state, self.pack)

    def replay(self, state, code):
        """Begin a deal over again from its dealcode.DealCode, with nothing in the pot and the chips in `state`."""
        self.seed = code.seed
        order = code.pack()
        self.size = len(order)
        self.pack[: self.size] = order
        self.dealer = code.dealer
        self.number += 1
        self.engine.begin(state, code.players, code.dealer, 0)
        dealing.deal(self.engine.rules, state, self.pack)

    def end(self, state):
        """Take over the pot and the pack of a deal that has ended, and pass the deal on. Returns its settle.Result."""
        rules = self.engine.rules
        result = self.engine.result(state)
        self.pot = word(state, POT)
        self._shuffle_next = (
            rules.shuffle == sy.ALWAYS
            or (result.made and rules.sweep[result.bid])
            or (result.status == "void" and rules.void_shuffle)
        )
        if not self._shuffle_next:
            dealing.gather(rules, state, self._gathered)
        self.dealer = (self.dealer + 1) % state[layout.SEATS]
        return result

    def code(self, state):
        """Return the text of the deal code of the deal that is on."""
        from . import dealcode  # here, as sanity below: seldom needed, see shelf.py

        order = None if self.seed else bytes(self.pack[: self.size])
        code = dealcode.code_of(
            self.engine.rules, state[layout.SEATS], state[layout.DEALER], self.seed, order
        )
        return dealcode.encode(code)

    def save(self, buf, at):
        """Write all but the engine to buf[at:at+SAVED]."""
        self.rng.save(buf, at)
        buf[at + 8] = self.dealer
        set_word(buf, at + 9, self.pot)
        set_word(buf, at + 11, self.number)
        buf[at + 13] = (1 if self._shuffle_next else 0) | (2 if self.seed else 0)
        for i in range(2):
            set_word(buf, at + 14 + 2 * i, self.seed[i] if self.seed else 0)
        buf[at + 18] = self.size
        buf[at + 19 : at + 19 + MAX_CARDS] = self.pack
        buf[at + 19 + MAX_CARDS : at + 19 + 2 * MAX_CARDS] = self._gathered

    def load(self, buf, at):
        """Take back what `save` wrote."""
        self.rng.load(buf, at)
        self.dealer = buf[at + 8]
        self.pot = word(buf, at + 9)
        self.number = word(buf, at + 11)
        self._shuffle_next = bool(buf[at + 13] & 1)
        self.seed = None
        if buf[at + 13] & 2:
            self.seed = (word(buf, at + 14) & 0xFFFF, word(buf, at + 16) & 0xFFFF)
        self.size = buf[at + 18]
        self.pack[:] = buf[at + 19 : at + 19 + MAX_CARDS]
        self._gathered[:] = buf[at + 19 + MAX_CARDS : at + 19 + 2 * MAX_CARDS]

    def is_sound(self, seats):
        """Return whether what `load` took can be gone on with by so many seats."""
        if self.dealer >= seats or self.size > MAX_CARDS:
            return False
        rules = self.engine.rules
        if self._shuffle_next or self.size != rules.pack_size(seats):
            return True  # the next deal begins with a new pack
        from . import sanity

        return sanity.is_pack(rules, self._gathered, seats)


def _draw_rank(card):
    """The rank of a card drawn for the deal: the ace is the lowest."""
    rank = card & 15
    return 1 if rank == _ACE else rank


def _renewed(buf):
    """Return a save of version 1 as one of version 2.

    A phase was put in before TAKE, for the naming of a friend; and who is tied is no longer the same as who is seated.
    """
    tied = 0
    if buf[2] & 2:
        for player in buf[6 : 6 + buf[5]]:
            tied |= 1 << (player & 7)
    buf = bytearray(buf[:6]) + bytes((tied,)) + buf[6:]
    buf[0] = 2
    phase = len(buf) - layout.SIZE + layout.PHASE
    if buf[phase] >= layout.NAME_FRIEND:
        buf[phase] += 1
    return buf


class Session:
    """A session of players 0..n-1 from the first dealer to the winner.

    Who is out, or has no part in playing off a tie, has no seat: `seated[seat]` is the player who sits there in the
    deal that is on. Player 0 is usually the person who holds the device.

    table     the Table; state  the deal that is on, or the last one
    players   number of players who began; totals  their chips (or points in a race), a list
    seated    list of players, by seat; `dealt` the same as it was in the last deal booked
    bought    how often each player has bought in again, a list
    playoff   whether a tie is being played off
    tied      list of the players who play it off, [] before that; all others are out of it, also where the game needs
              them at the table
    over      whether the session has ended; `winner` is then a player, else None
    shared    chips that each seat got from the pot when the deals were done, a list by player; [] before that
    """

    SAVED = 7 + 8 * MAX_SEATS + Table.SAVED + layout.SIZE  # bytes, see save

    def __init__(self, engine, players, high=0, low=0):
        rules = engine.rules
        if not rules.fewest <= players <= rules.most:
            raise ValueError(
                "players: %s takes %d to %d" % (rules.id, rules.fewest, rules.most)
            )
        self.table = Table(engine, high, low)
        self.state = bytearray(layout.SIZE)
        self.players = players
        self.totals = [rules.start_chips] * players
        self.bought = [0] * players
        self.seated = list(range(players))
        self.dealt = self.seated
        self.playoff = False
        self.tied = []
        self.over = False
        self.winner = None
        self.shared = []
        self._eldest = 0  # player who sat next to the dealer in the last deal
        self._between = True  # no deal is on

    def draw_dealer(self):
        """Draw for the first deal; returns the rounds drawn as Table.draw_dealer does."""
        return self.table.draw_dealer(self.players)

    def begin(self):
        """Begin the next deal in `state`."""
        for seat in range(len(self.seated)):
            chips = self.totals[self.seated[seat]]
            # With rebuy a total can outgrow 16 bits. The state holds it for whoever looks; the totals here count.
            set_word(self.state, CHIPS + 2 * seat, max(-32768, min(32767, chips)))
        self.table.begin(self.state, len(self.seated))
        self._between = False

    def replay(self, code):
        """Begin a deal over again from its dealcode.DealCode, as the only deal of a session for as many players."""
        for player in range(self.players):
            set_word(self.state, CHIPS + 2 * player, self.totals[player])
        self.table.replay(self.state, code)
        self._between = False

    def in_deal(self):
        """Return whether a deal has begun and `end` has not been called for it."""
        return not self._between

    def seat_of(self, player):
        """Return where a player sits, or -1 if nowhere."""
        return self.seated.index(player) if player in self.seated else -1

    def deals_left(self):
        """Return how many deals of the agreed number remain, or -1 where there is none: a race or a play-off."""
        rules = self.table.engine.rules
        if rules.race or self.playoff:
            return -1
        return max(0, rules.deals(self.players) - self.table.number)

    def end(self):
        """Book a deal that has ended and find out what comes next. Returns its settle.Result."""
        result = self.table.end(self.state)
        for seat in range(len(self.seated)):
            self.totals[self.seated[seat]] += word(self.state, PAY + 2 * seat)
        self._between = True
        self.dealt = list(self.seated)
        dealer = self.seated[self.table.dealer]  # of the next deal, if it keeps its seat
        self._eldest = self.seated[(self.state[DEALER] + 1) % len(self.seated)]
        if self.playoff:
            self._close()
        elif self.table.engine.rules.race:
            self._race()
        else:
            self._take_out()
            if (
                self.deals_left() == 0
                or self.table.pot > _MOST_POT
                or len(self.seated) < self.table.engine.rules.fewest
            ):
                self._close()
        if not self.over:
            self.table.dealer = self.seated.index(self._next(dealer, self.seated))
        return result

    def stop(self):
        """End the session now, as if the agreed number of deals was reached; ties are not played off.

        A deal that is on counts for nothing: the table's pot is still what it was before it.
        """
        if not self._between:
            self.table.number -= 1
            self._eldest = self.seated[(self.state[DEALER] + 1) % len(self.seated)]
            self._between = True
        self._share_pot()
        best = self._best()
        self.winner = best[0] if len(best) == 1 else None
        self.over = True

    def _take_out(self):
        """Players with no chips left buy in again, or lose their seat."""
        rules = self.table.engine.rules
        for player in list(self.seated):
            if self.totals[player] > 0:
                continue
            if rules.rebuy:
                # What a player owes beyond its last chip stays owed: it may have to buy more than once.
                while self.totals[player] <= 0 and self.bought[player] < 255:
                    self.totals[player] += rules.start_chips
                    self.bought[player] += 1
            else:
                self.seated.remove(player)

    def _race(self):
        """Whoever has reached the goal wins; several at once: the highest; equal: they all play on."""
        best = self._best()
        if self.totals[best[0]] >= self.table.engine.rules.race and len(best) == 1:
            self._share_pot()
            self.winner = best[0]
            self.over = True

    def _best(self):
        """The players who have the highest total of all; in a play-off, of those who play it."""
        among = self.tied if self.playoff else range(self.players)
        most = max([self.totals[player] for player in among])
        return [player for player in among if self.totals[player] == most]

    def _close(self):
        """The agreed deals are done: share the pot, then see whether one player stands alone."""
        self._share_pot()
        best = self._best()
        if len(best) == 1:
            self.winner = best[0]
            self.over = True
        else:
            self.playoff = True
            self.tied = best
            if len(best) >= self.table.engine.rules.fewest_tied:
                self.seated = best
            # Else the game cannot do without the others: they play on, but cannot win any more.

    def _share_pot(self):
        """What is left in the pot goes to all seats equally, the remainder to eldest of the last deal.

        Without a seat left (the last players may go out together) it goes to all players.
        """
        among = self.seated or list(range(self.players))
        share = self.table.pot // len(among)
        rest = self.table.pot - share * len(among)
        self.table.pot = 0
        self.shared = [0] * self.players
        if not share and not rest:
            return
        for player in among:
            self.shared[player] = share
        self.shared[self._next(self._eldest, among)] += rest
        for player in range(self.players):
            self.totals[player] += self.shared[player]

    def _next(self, player, among):
        """Return the player, or the first one after it in the order of play who is among some."""
        while player not in among:
            player = (player + 1) % self.players
        return player

    def save(self):
        """Return all but the engine as SAVED bytes."""
        buf = bytearray(self.SAVED)
        self.save_to(buf, 0)
        return buf

    def save_to(self, buf, at):
        """Write all but the engine to buf[at:at+SAVED]."""
        for i in range(at, at + 7 + 8 * MAX_SEATS):
            buf[i] = 0
        buf[at] = _VERSION
        buf[at + 1] = self.players
        buf[at + 2] = (
            (1 if self._between else 0)
            | (2 if self.playoff else 0)
            | (4 if self.over else 0)
            | (8 if self.shared else 0)
        )
        buf[at + 3] = layout.NOBODY if self.winner is None else self.winner
        buf[at + 4] = self._eldest
        buf[at + 5] = len(self.seated)
        for player in self.tied:
            buf[at + 6] |= 1 << player
        at += 7
        for seat in range(len(self.seated)):
            buf[at + seat] = self.seated[seat]
        at += MAX_SEATS
        for player in range(self.players):
            set_word(buf, at + 7 * player, self.totals[player])
            set_word(buf, at + 7 * player + 2, self.totals[player] >> 16)
            buf[at + 7 * player + 4] = self.bought[player]
            if self.shared:
                set_word(buf, at + 7 * player + 5, self.shared[player])
        at += 7 * MAX_SEATS
        self.table.save(buf, at)
        at += Table.SAVED
        buf[at : at + layout.SIZE] = self.state

    def load(self, buf):
        """Take back what `save` returned. Raises ValueError, and changes nothing, where it was not saved by this class
        for this number of players under these rules."""
        at = 7
        if len(buf) == self.SAVED - 1 and buf[0] == 1:
            buf = _renewed(buf)
        if len(buf) != self.SAVED:
            raise ValueError("save: expected %d bytes, found %d" % (self.SAVED, len(buf)))
        seated = list(buf[at : at + buf[5]])
        state = buf[self.SAVED - layout.SIZE :]
        if (
            buf[0] != _VERSION
            or buf[1] != self.players
            or buf[5] > self.players
            or any([player >= self.players for player in seated])
            or any([seated.count(player) > 1 for player in seated])
            or buf[4] >= self.players
            or buf[6] >> self.players
            or (buf[2] & 2 > 0) != (buf[6] > 0)
            or (buf[3] >= self.players and buf[3] != layout.NOBODY)
            or not (buf[2] & 1 or self._is_on(state, len(seated)))
        ):
            raise ValueError("save: no session of this game")
        table = Table(self.table.engine)
        rules = table.engine.rules
        table.load(buf, at + 8 * MAX_SEATS)
        fewest = rules.fewest_tied if buf[2] & 2 else rules.fewest
        if not buf[2] & 4 and (len(seated) < fewest or not table.is_sound(len(seated))):
            raise ValueError("save: no table of this game")
        self._between = bool(buf[2] & 1)
        self.playoff = bool(buf[2] & 2)
        self.tied = [player for player in range(self.players) if buf[6] >> player & 1]
        self.over = bool(buf[2] & 4)
        self.winner = None if buf[3] == layout.NOBODY else buf[3]
        self._eldest = buf[4]
        self.seated = seated
        at += MAX_SEATS
        self.shared = []
        for player in range(self.players):
            low = word(buf, at + 7 * player) & 0xFFFF
            self.totals[player] = word(buf, at + 7 * player + 2) << 16 | low
            self.bought[player] = buf[at + 7 * player + 4]
            if buf[2] & 8:
                self.shared.append(word(buf, at + 7 * player + 5))
        at += 7 * MAX_SEATS
        self.table.load(buf, at)
        self.state[:] = state

    def _is_on(self, state, seats):
        """Whether a state is one of a deal under the rules of this session."""
        from . import sanity

        rules = self.table.engine.rules
        end = layout.OPTIONS + len(rules.packed)
        return (
            state[layout.SYSTEM] == rules.system
            and state[layout.OPTIONS : end] == rules.packed
            and sanity.is_state(rules, state, seats)
            and (not self.table.engine.is_open(state) or self.table.engine.legal(state) != [])
        )
