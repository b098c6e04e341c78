"""One deal on the screen: the bots and the person act in turn until it is settled."""

from micropython import const

from elba import actions as act
from elba import bots, layout, view
from elba import systems as sy
from elba.layout import (
    AUCTION,
    BID,
    CALLS_MADE,
    CARDS,
    DECLARER,
    EXCHANGE,
    IN_TRICK,
    NAME_FRIEND,
    NAME_TRUMP,
    PHASE,
    SIZE,
    TAKE,
    TRICK,
    TURN,
    WINNERS,
    word,
)

from . import lang, words
from .keys import DOWN, LEFT, RIGHT, UP, A, B
from .lang import say
from .loan import borrow
from .settings import PACES
from .table import TALL_BAR, Table

LEAVE = const(-2)  # the person wants to the menu


class DealPlayer:
    """Plays the deal that is on in a session.

    ui        handheld.ui.Ui; session  elba.match.Session with a deal begun; settings  handheld.settings.Settings
    level     index into elba.bots.LEVELS of the bots
    on_step   a generator function without arguments, run after each action and before it is shown: to save it; None
              for a deal that is played for practice, in which the person may take back what it has done

    past      in practice: the states in which the person has acted
    """

    def __init__(self, ui, session, settings, level, on_step=None):
        self.ui = ui
        self.session = session
        self.settings = settings
        self.engine = session.table.engine
        self.state = session.state
        self.on_step = on_step
        self.practice = on_step is None
        self.past = []
        self.teacher = None  # learn.Teacher, in the first game
        self.level = level
        self.seat = session.seat_of(0)
        self._from_x = 0  # where in the hand the card lay that the person has played
        self.dealt = False  # the cards have been seen to be dealt
        self.seen = bytearray(SIZE)  # what the person may know
        self.theirs = bytearray(SIZE)  # what the bot to act may know
        rules = self.engine.rules
        self.reveal = None
        names = list(session.seated)  # as it is in this deal, also when somebody has lost the seat after it
        # What only some games need is imported by those that do: in the others it takes no memory.
        if rules.friend:
            from .reveal import Reveal
            from .sides import SidesTable

            self.table = SidesTable(ui.canvas, rules, names, self.seat)
            self._look()
            self.reveal = Reveal(ui, rules, names, self.seat, self.table.public)
        else:
            self.table = Table(ui.canvas, rules, names, self.seat)
        # Another seed for every deal, or a bot would roll the same dice in each.
        seed = session.table.seed or (session.table.number, session.table.pot)
        self.bot = bots.make(level, self.engine, seed[0], seed[1] ^ 0x5A5A, 1)

    def run(self):
        """Play to the end (generator). Returns True, or False where the person wants to leave in the middle."""
        state = self.state
        if not self.dealt:
            self.dealt = True
            yield from self._deal_out()
        while self.engine.is_open(state):
            seat = state[TURN]
            if seat == self.seat:
                if self.teacher:
                    self.draw()
                    yield from self.teacher.before(self)
                action = yield from self._person()
                if action == LEAVE:
                    return False
                if self.practice:
                    self.past.append(bytes(state))
                human = True
            else:
                self.draw()
                action = yield from self._bot()
                human = False
            tricks = state[TRICK]
            was = state[PHASE]
            self.engine.apply(state, action)
            # Before it is shown: what a person has seen happen is never undone by a power cut.
            if self.on_step:
                yield from self.on_step()
            if act.kind(action) != act.PLAY:
                seat = -1
            if state[TRICK] != tricks:
                key = yield from self._trick_won(tricks, seat)
            else:
                key = yield from self._show_step(human, seat)
            if self.reveal:
                key = (yield from self.reveal.tell(self.seen, self.table.public, was, self._pause())) or key
            if key == B and self.seat < 0:  # one who only looks on has no turn to ask for the menu in
                return False
        return True

    def declarer(self):
        """Return the name of declarer, "" before there is one."""
        seat = self.state[DECLARER]
        return words.player(self.session.seated[seat]) if seat != layout.NOBODY else ""

    def take_back(self):
        """In practice: go back to where the person has acted last; nothing, where that was nowhere."""
        if self.past:
            self.state[:] = self.past.pop()

    # -- the bots

    def _bot(self):
        view.look(self.engine.rules, self.state, self.state[TURN], self.theirs)
        self.ui.device.show()
        try:
            self.bot.think(self.theirs)
            while True:
                action = self.bot.step()
                if action != bots.THINKING:
                    break
                yield 0
            wrong = self.engine.violation(self.state, action, self.state[TURN])
            if not wrong:
                return action
            raise ValueError("a bot's action %d is not legal: %s" % (action, wrong))
        except Exception as error:  # also a MemoryError: what the bot has taken is then free again
            _note(error)
        # The deal goes on: whatever a bot does wrong must not end somebody's game.
        legal = self.engine.legal(self.state)
        return act.PASS if act.PASS in legal else legal[0]

    # -- what everybody sees

    def _look(self):
        # One who has no seat in this deal sees what all may see: the view of a seat that holds nothing.
        seat = self.seat if self.seat >= 0 else layout.NOBODY
        view.look(self.engine.rules, self.state, seat, self.seen)
        self.table.by_rank = self.settings.sort > 0
        self.table.read_hand(self.seen)

    def draw(self, title="", free=0, marked=0, chosen=-1, whole=False):
        """Draw the table as it is now; the arguments are those of table.Table.draw(). whole: the title has the top row
        for itself."""
        self._look()
        self.table.draw(self.seen, title or self._title(), "" if whole else self._right(), free, marked, chosen)

    def _title(self):
        phase = self.state[PHASE]
        if phase == EXCHANGE:
            return say("exchange")
        if phase == AUCTION and not self.state[BID]:
            return say("your_call" if self.state[TURN] == self.seat else "the_auction")
        return self.table.contract(self.seen, 122 - self.ui.canvas.width_of(self._right()))

    def _right(self):
        pot = word(self.state, layout.POT)
        if pot:
            return say("pot", pot)
        if self.state[PHASE] <= AUCTION:
            return say("deal_number", self.session.table.number)
        return self.table.progress(self.seen)

    def _pause(self):
        """How long what takes a while to read stays on the screen, in milliseconds; -1 for a key."""
        return PACES[self.settings.pace][2]

    def _show_step(self, human, seat):
        """Show what has been done; seat  who has played a card, or -1."""
        if self._begin(seat):
            self.draw()
            yield from self._move("card", seat, self.state[TRICK], self._from_x)
        self.draw()
        pause = PACES[self.settings.pace][1]
        return (yield from self.ui.pause(pause // 4 if human else pause))

    def _trick_won(self, number, seat):
        self._look()
        if self._begin(seat):
            self._draw_trick(number)
            yield from self._move("card", seat, number, self._from_x)
        self._draw_trick(number)
        key = yield from self.ui.pause(self._pause())
        if self.ui.moves() and self.state[TRICK] < self.engine.rules.hand:
            self.draw()
            yield from self._move("trick", number)
        return key

    def _draw_trick(self, number):
        winner = self.state[WINNERS + number]
        player = self.session.seated[winner]
        text = say("wins_trick", words.player(player)) if player else say("you_win_trick")
        if self.table.away >= 0:
            text = ""  # not before the last card is there
        self.table.trick(self.seen, number, text, say("trick_number", number + 1))
        self.table.hand_only()

    # -- what moves

    def _begin(self, seat):
        """Whether the card that a seat has played is to move; it is then not drawn where it will lie."""
        moves = seat >= 0 and self.ui.moves()
        self.table.away = seat if moves else -1
        return moves

    def _move(self, what, *of):
        yield from self.ui.move(what, self, *of)
        self.table.away = -1
        self.table.laid = layout.MAX_CARDS

    def _deal_out(self):
        state = self.state
        if self.seat >= 0 and not (state[CALLS_MADE] or state[TRICK] or state[IN_TRICK]) and self.ui.moves():
            self._look()
            yield from self._move("deal")

    # -- the person

    def _person(self):
        phase = self.state[PHASE]
        rules = self.engine.rules
        if phase == AUCTION:
            if rules.trump == sy.CALLED:
                choose = borrow("ladder").choose
                return _or_leave((yield from choose(self.ui, rules, self.engine.legal(self.state), self.draw)))
            return (yield from self._choose_call())
        if phase == EXCHANGE:
            return (yield from self._choose_exchange())
        if phase == NAME_FRIEND:
            self._look()
            choose = borrow("friend").choose
            card = yield from choose(self.ui, rules, self.seen, self.table.hand, self.table.held)
            return LEAVE if card < 0 else act.action(act.FRIEND, card)
        if phase == TAKE and rules.take == sy.ALL:
            self._look()
            return _or_leave((yield from borrow("widow").choose(self.ui, rules, self.table, self.seen)))
        if phase == TAKE:
            return (yield from self._choose_discard())
        if phase == NAME_TRUMP:
            return (yield from self._choose_trump())
        return (yield from self._choose_card())

    def _choose_call(self):
        """Left and right through the calls allowed, A makes one. Without assist all calls are there, and one that is
        not allowed says why.
        """
        rules = self.engine.rules
        legal = self.engine.legal(self.state)
        calls = legal if self.settings.assist else self._all_calls(legal)
        at = 0
        note = ""
        while True:
            what = act.argument(calls[at])
            if act.kind(calls[at]) == act.PEEK:
                text = say("look_at_floater")
                price = say("peek_price", rules.peek_price)
            else:
                text = words.call(rules.bid_name[what])
                price = words.stakes(rules, what, lang.is_tall()) if what else ""
            self.draw()
            self._call_bar(text, price, note)
            key = yield from self.ui.key()
            note = ""
            if key == A:
                note = self._why(calls[at])
                if not note:
                    return calls[at]
            elif key == B:
                return LEAVE
            else:
                at = (at + (1 if key in (RIGHT, UP) else -1)) % len(calls)

    def _all_calls(self, legal):
        calls = [act.action(act.CALL, bid) for bid in range(self.engine.rules.bids + 1)]
        return calls + [action for action in legal if act.kind(action) == act.PEEK]

    def _call_bar(self, text, price, note):
        canvas = self.ui.canvas
        if lang.is_tall():  # one line has room
            canvas.fill_rect(0, TALL_BAR, 128, 12, 1)
            y = TALL_BAR + lang.above
            if price:
                text = say("call_at_stakes", text, price)
            if note:
                canvas.centred(note, y, 0)
                return
        else:
            canvas.fill_rect(0, 26, 128, 16, 1)
            y = 30
        canvas.write("◀", 2, y, 0)
        canvas.right("▶", 126, y, 0)
        if lang.is_tall():
            canvas.centred(text, y, 0)
        else:
            price = note or price
            canvas.centred(text, 26 if price else 30, 0)
            if note:
                canvas.fill_rect(0, 34, 128, 8, 1)
            canvas.centred(price, 34, 0)

    def _why(self, action):
        """Why the person may not do this, "" where it is allowed."""
        if action in self.engine.legal(self.state):
            return ""
        return borrow("why").not_allowed(self.ui.canvas, self.engine, self.state, action)

    def _choose_card(self):
        """Left and right through the cards that may be played, A plays one; up and down tell why the others may not.
        Without assist it goes through all, and one that may not be played says why.

        Where declarer may swap a card for the floater, that lies at the right of the hand, and A on it begins the swap.
        """
        legal = self.engine.legal(self.state)
        self.table.swap = any([act.kind(action) == act.TAKE for action in legal])
        self._look()
        held = self.table.held
        free = self._mask(legal) if self.settings.assist else (1 << held) - 1
        if self.table.swap:
            free |= 1 << held
        at = self._next(free, -1, 1)
        note = ""
        while True:
            self.draw(note or (say("swap") if at == held else ""), free, 0, at, note != "")
            key = yield from self.ui.key()
            note = ""
            if key == B:
                self.table.swap = False
                return LEAVE
            if key == A and at < held:
                note = self._why(self.table.hand[at])
                if not note:
                    self.table.swap = False
                    self._from_x = self.table.column(at)
                    return self.table.hand[at]
            elif key == A:
                action = yield from self._choose_discard()
                if action != LEAVE:
                    self.table.swap = False
                    return action
            elif key in (LEFT, RIGHT):
                at = self._next(free, at, 1 if key == RIGHT else -1)
            else:
                for i in range(held):
                    note = note or self._why(self.table.hand[i])

    def _mask(self, legal):
        free = 0
        for i in range(self.table.held):
            if self.table.hand[i] in legal:  # the action of playing a card is the card
                free |= 1 << i
        return free

    def _next(self, free, at, step):
        places = self.table.held + 1
        at = (at + step) % places
        while not free >> at & 1:
            at = (at + step) % places
        return at

    def _choose_exchange(self):
        """Mark cards with A, up or down confirms; with four buttons the place beyond the last card confirms."""
        rules = self.engine.rules
        left = rules.stock_size(self.state[layout.SEATS]) - self.state[layout.DRAWN]
        most = min(rules.exchange_max, left)
        marked = 0
        at = 0
        self._look()
        held = self.table.held
        while True:
            n = _count(marked)
            price = rules.exchange_price * (n if rules.exchange_per else 1 if n else 0)
            if at == held:
                title = say("exchange_for", n, price) if price else say("exchange_now", n) if n else say("keep_all")
            else:
                title = say("mark_up_to", most)
            self.draw(title, (1 << held) - 1, marked, at if at < held else -1)
            key = yield from self.ui.key()
            if key == B:
                return LEAVE
            if key == A and at == held:
                return act.action(act.EXCHANGE, self._places(marked))
            if key == A:
                if marked >> at & 1 or n < most:
                    marked ^= 1 << at
            elif key in (UP, DOWN):
                at = held
            else:
                at = (at + (1 if key == RIGHT else -1)) % (held + 1)

    def _places(self, marked):
        """The mask of the marked cards in the order in which the state holds them."""
        start = CARDS + self.seat * self.engine.rules.hand
        mask = 0
        for i in range(self.table.held):
            if marked >> i & 1:
                for place in range(self.engine.rules.hand):
                    if self.state[start + place] == self.table.hand[i]:
                        mask |= 1 << place
        return mask

    def _choose_discard(self):
        """Choose the card to put down for the floater; the floater itself, at the right, changes nothing."""
        self._look()
        held = self.table.held
        at = 0
        while True:
            title = say("discard_floater" if at == held else "discard_card")
            self.draw(title, (1 << held + 1) - 1, 0, at)
            key = yield from self.ui.key()
            if key == A:
                return act.action(act.TAKE, 0 if at == held else self.table.hand[at])
            if key == B:
                return LEAVE
            if key in (LEFT, RIGHT):
                at = (at + (1 if key == RIGHT else -1)) % (held + 1)

    def _choose_trump(self):
        """Left and right through the suits that may be trump, or without assist through all; A names one."""
        suits = self.engine.legal(self.state)
        if not self.settings.assist:
            suits = [act.action(act.TRUMP, suit) for suit in range(4)]
        at = 0
        note = ""
        while True:
            self.draw(note, whole=bool(note))
            self.ui.canvas.fill_rect(0, 29, 128, lang.pitch + 1, 1)
            self.ui.canvas.centred(say("trump_is", words.SUITS[act.argument(suits[at])]), 30 + lang.above, 0)
            key = yield from self.ui.key()
            note = ""
            if key == A:
                note = self._why(suits[at])
                if not note:
                    return suits[at]
            elif key == B:
                return LEAVE
            else:
                at = (at + (1 if key in (RIGHT, UP) else -1)) % len(suits)


def _note(error):
    try:
        borrow("trouble").note(error)
    except MemoryError:
        pass  # then it is not kept


def _or_leave(action):
    return LEAVE if action < 0 else action


def _count(mask):
    n = 0
    while mask:
        n += mask & 1
        mask >>= 1
    return n
