"""The application: title, sessions, what is remembered. One generator, see App.run."""

from elba import match, systems
from elba.engine import Engine
from elba.rules import Rules
from elba.shelf import put_back, put_back_all

from . import lang, words
from .keys import DOWN, RIGHT, A, B
from .lang import say
from .loan import borrow
from .play import DealPlayer
from .savedgame import SavedGame
from .settings import Settings
from .storage import Damaged, StorageError
from .ui import Ui

_SETTINGS = "settings"
# What is of use where a game is chosen or begun, not while it is played: its memory is the bots' then.
_BETWEEN_DEALS = ("elba.system_tables", "elba.options", "elba.dealcode", "elba.sanity")
_FAN = b"\x0e\x1d\x2c\x3b"  # the cards on the title: an ace, a king, a queen, a jack


class App:
    """Elba on a device (handheld.device.Device, or anything with its methods).

        for ms in App(device).run():
            device.sleep(ms)
    """

    def __init__(self, device):
        self.device = device
        self.ui = Ui(device)
        self.settings = Settings()
        self.saved = SavedGame(device.store)
        self.session = None
        self.level = 0
        self._warned = False  # the person knows that something could not be saved
        self._row = ""  # name of the row of the title's menu where the cursor was

    def run(self):
        """The whole application (generator): yields the milliseconds that may pass until it wants to go on."""
        yield from self._load()
        self.settings.apply(self.ui)
        while True:
            put_back_all("elba.bots")  # the next game may be one of others
            self.device.shift(0)
            choice = yield from self._title()
            if choice == "continue":
                yield from self._session()
            elif choice == "new_game":
                # Here, not in _new(): a generator that waits keeps all that it has called alive.
                begun = yield from self._new()
                if begun:
                    yield from self._session()
            elif choice == "deal_code":
                yield from self._by_code()
            elif choice == "learn":
                yield from borrow("learn").play(self.ui, self.settings)
                self.settings.learned = 1
                yield from self._keep_settings()
            else:
                yield from borrow("setup").device(self.ui, self.settings)
                yield from self._keep_settings()

    # -- what is remembered

    def _load(self):
        try:
            whole = self.device.store.recover(_SETTINGS, self.settings.load)
            lang.use(self.settings.language)  # English where that is not whole
            if not whole:
                yield from self.ui.page(say("settings"), say("half_damaged").split("\n"))
        except Damaged:
            yield from self.ui.page(say("settings"), say("settings_damaged").split("\n"))
        try:
            self.session, whole = self.saved.load()
            self.level = self.saved.level
            if not whole:
                yield from self.ui.page(say("saved_game"), say("half_damaged").split("\n"))
        except Damaged:
            yield from self.ui.page(say("saved_game"), say("session_damaged").split("\n"))

    def _keep_settings(self):
        yield from self._save(_SETTINGS, self.settings.save())

    def _keep_game(self):
        """Write the session to the store (generator); what cannot be saved is said once, and the game goes on."""
        self.saved.level = self.level
        try:
            self.saved.keep(self.session)
        except (StorageError, OSError):
            yield from self._warn()

    def _save(self, name, data):
        try:
            self.device.store.save(name, data)
        except (StorageError, OSError):
            yield from self._warn()

    def _warn(self):
        if not self._warned:
            self._warned = True
            yield from self.ui.page(say("not_saved"), say("flash_full").split("\n"))

    def _count(self, result):
        """Count a deal, or with None the session that the person has ended, for the records (generator).

        Before the session is saved as having booked it: see stats.py.
        """
        try:
            wrong = borrow("stats").count(self.device.store, self.session, result)
        except (StorageError, OSError):
            yield from self._warn()
            return
        if wrong:
            yield from self.ui.page(say("records"), say(wrong).split("\n"))

    def _drop_session(self):
        self.session = None
        try:
            self.saved.drop()
        except (StorageError, OSError):
            pass

    # -- title

    def _title(self):
        """The title with its menu (generator); returns the name of the row chosen."""
        rows = ["new_game", "deal_code", "settings"]
        if not self.session and not self.settings.learned:
            rows.insert(2, "learn")
        if self.session:  # also one of which only the last pages have not been seen
            rows.insert(0, "continue")
        canvas = self.ui.canvas
        at = rows.index(self._row) if self._row in rows else 0
        while True:
            canvas.fill(0)
            tall = lang.is_tall()
            canvas.title("ELBA", 4, 0 if tall else 4)
            if not tall:
                canvas.write(say("subtitle"), 4, 20)
            elif len(rows) < 4:
                canvas.lead(say("subtitle"), 4 if not lang.from_right else 48, 15 + lang.above)
            x = 82
            y = 36
            for card in _FAN:
                canvas.card(card, x, y)
                x += 9
                y -= 3
            full = self.device.battery()
            if full >= 0:
                borrow("battery").draw(canvas, full, 113, 1)
            step = 12 if tall else 9
            y = 64 - step * len(rows) + lang.above
            left = 48 if lang.from_right else 4  # of the menu, from the edge where one begins to read
            for row in rows:
                if row == rows[at]:
                    canvas.lead("◀" if lang.from_right else "▶", left, y)
                canvas.lead(say(row), left + 9, y)
                y += step
            key = yield from self.ui.key()
            if key == A:
                # After a game the cursor is at the top, back from a menu it is where it was.
                self._row = rows[at] if rows[at] in ("deal_code", "settings") else ""
                return rows[at]
            if key < A:
                at = (at + (1 if key in (DOWN, RIGHT) else -1)) % len(rows)

    # -- sessions

    def _new(self):
        """Let the person set up a session, and begin it (generator); returns whether it has begun."""
        if self.session and not self.session.over:
            sure = yield from self.ui.ask(
                say("new_game"), say("game_lost").split("\n"), say("new"), say("back")
            )
            if not sure:
                return False
        start = yield from borrow("setup").new_session(self.ui, self.settings)
        yield from self._keep_settings()
        if not start:
            return False
        high, low = self.device.seed()
        self.session = match.Session(
            Engine(self.settings.rules()), self.settings.players, high, low
        )
        self.level = self.settings.level_here(self.session.table.engine.rules)
        drawn = self.session.draw_dealer()
        yield from self._keep_game()
        yield from borrow("reports").first_dealer(self.ui, self.session, drawn)
        return True

    def _session(self):
        """Play deal after deal until the session is over or the person leaves (generator)."""
        session = self.session
        while not session.over:
            if not session.in_deal():
                session.begin()
                yield from self._keep_game()
            table = yield from self._deal()
            if not table:
                return
            tied = session.playoff
            result = session.end()
            self._play(result)
            yield from self._count(result)
            yield from self._keep_game()
            yield from self._settle(table, result)
            if session.playoff and not tied:
                yield from borrow("reports").play_off(self.ui, session)
            if not session.playoff and not session.over:
                for player in session.dealt:
                    if player not in session.seated:
                        leave = yield from borrow("reports").out_of_chips(self.ui, player)
                        if leave and not session.over:
                            session.stop()
                            yield from self._count(None)
                            yield from self._keep_game()
        yield from borrow("reports").the_end(self.ui, session)
        self._drop_session()

    def _play(self, result):
        """Play the tune of what a deal has brought to the person."""
        pay = result.pay[self.session.dealt.index(0)] if 0 in self.session.dealt else 0
        if pay > 0 and self.session.table.engine.rules.sweep[result.bid]:
            self.device.play("NAP")
        elif pay:
            self.device.play("MADE" if pay > 0 else "FAILED")

    def _deal(self):
        """Play the deal that is on (generator).

        Returns the table.Table, or None where the person goes back to the title. The bots end here: what follows needs
        their memory.
        """
        put_back(*_BETWEEN_DEALS)
        self.device.shift(self.session.table.number & 1 ^ 1)  # the first one is where it always was
        deal = DealPlayer(self.ui, self.session, self.settings, self.level, self._keep_game)
        while True:
            done = yield from deal.run()
            if done:
                return deal.table
            leave = yield from self._pause(deal)
            if leave:
                return None

    def _pause(self, deal):
        """The menu in the middle of a deal (generator); returns whether to leave for the title."""
        rules = self.session.table.engine.rules
        unit = words.unit(rules)
        rows = ["go_on", "tricks_page", unit, "rules", "settings", "deal_code", "save_and_leave", "end_session"]
        if deal.practice:
            rows[2:] = ["rules", "settings", "deal_code", "leave_practice"]
            if deal.past:
                rows.insert(1, "take_back")
        if rules.friend:
            rows.insert(1, "sides")
        if deal.seat >= 0:
            rows.insert(1, "hint")
        at = 0
        while True:
            at = yield from self.ui.choose(say("pause"), [say(row) for row in rows], at)
            row = rows[at] if at > 0 else rows[0]
            if row == "go_on":
                return False
            if row == "take_back":
                deal.take_back()
                return False
            if row == "leave_practice":
                leave = yield from self.ui.ask(say("pause"), say("leave_deal").split("\n"), say("leave"), say("stay"))
                if leave:
                    return True
            elif row == "hint":
                yield from borrow("hint").show(self.ui, deal)
            elif row == "sides":
                yield from borrow("tally").sides(self.ui, rules, self.session.seated, deal.seen)
            elif row == "tricks_page":
                reports = borrow("reports")
                if reports.seen_tricks(deal.seen):
                    yield from reports.last_trick(self.ui, deal.table, deal.seen)
                else:
                    yield from self.ui.page(say("tricks_page"), say("no_trick_yet").split("\n"))
            elif row == unit:
                yield from borrow("reports").standings(self.ui, self.session, say(unit))
            elif row == "rules":
                yield from borrow("setup").read_rules(self.ui, rules, self.session.players)
            elif row == "settings":
                yield from borrow("setup").device(self.ui, self.settings)
                yield from self._keep_settings()
            elif row == "deal_code":
                yield from borrow("reports").deal_code(self.ui, self.session)
            elif row == "save_and_leave":
                return True
            else:
                sure = yield from self.ui.ask(
                    say("end_session"), say("deal_lost").split("\n"), say("end"), say("back")
                )
                if sure:
                    self.session.stop()
                    yield from self._keep_game()
                    yield from borrow("reports").the_end(self.ui, self.session)
                    self._drop_session()
                    return True

    def _settle(self, table, result):
        """Show what a deal came to, and let the person look back at it (generator)."""
        key = yield from borrow("reports").settlement(self.ui, self.session, result)
        if key == B:
            yield from borrow("review").menu(self.ui, self.session, result, table)

    def _by_code(self):
        """Play one deal from its code, for practice (generator): it counts for nothing and is not saved."""
        code = yield from borrow("codes").enter(self.ui)
        if code is None:
            return
        rules = Rules(systems.lookup(code.system, "id"), code.options())
        if not rules.fewest <= code.players <= rules.most:
            yield from self.ui.page(say("deal_code"), say("not_so_many").split("\n"))
            return
        kept = self.session, self.level
        self.session = match.Session(Engine(rules), code.players)
        self.level = self.settings.level_here(self.session.table.engine.rules)
        self.session.replay(code)
        put_back(*_BETWEEN_DEALS)
        deal = DealPlayer(self.ui, self.session, self.settings, self.level)
        while True:
            done = yield from deal.run()
            if done:
                table = deal.table
                deal = None  # the bots, too
                result = self.session.end()
                yield from self._settle(table, result)
                break
            leave = yield from self._pause(deal)
            if leave:
                break
        self.session, self.level = kept

