"""The web page in a real browser: make test-web."""

import io
import json
import random
import re
import threading
import unicodedata
import zipfile

import pytest

import browser
import storage_reader
import texts
import webpage
from conftest import ROOT
from elba import bots, cards, dealcode, dealing
from handheld.savedgame import SavedGame
from handheld.storage import Store
from handset import screens, stages
from handset.panel import Panel
from handset.unix import UnixHandset
from language import shape, table
from player import Player

pytestmark = pytest.mark.web

FIRST_LOAD_BYTES = 1_500_000
START_MS = 2000
FRAMES_PER_SECOND = 30

CACHE = ROOT / "build" / "npm-test"

DESKTOP = {"viewport": {"width": 1366, "height": 820}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}

# What a browser says by itself when a test takes the network away.
_BY_ITSELF = "net::ERR_"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The page's files and the address at which they are served: (files, address)."""
    try:
        webpage.install(ROOT, CACHE, everything=True)
    except webpage.WebError as error:
        if "not installed" in str(error):
            pytest.skip(str(error))
        raise
    files = webpage.whole(ROOT, CACHE)
    directory = tmp_path_factory.mktemp("web")
    webpage.write(files, directory / "site")
    with webpage.server(directory / "site") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield files, "http://127.0.0.1:%d/" % server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def chromium():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-web does it")
    path = browser.program()
    if path is None:
        pytest.skip("there is no Chromium: install it (apt install chromium) or name it in ELBA_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
        )
        yield running
        running.close()


@pytest.fixture(scope="module")
def used(chromium, site, tmp_path_factory):
    """What a browser keeps in which the page has been used before: settings with the pace "fast", and nothing else."""
    directory = tmp_path_factory.mktemp("used")
    stages.save("nap 1 7", directory)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(site[1])
    bring(page, [path for path in slots(directory) if path.name.startswith("settings")])
    state = context.storage_state(indexed_db=True)
    context.close()
    return state


class Visitor:
    """Somebody's browser: its pages share what they keep. Knows what its pages' consoles said."""

    def __init__(self, context, address):
        self.context = context
        self.address = address
        self.said = []

    def open(self, query="", **going):
        page = self.context.new_page()
        page.on("console", lambda message: self.said.append(message.text) if message.type != "info" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.goto(self.address + query, **going)
        return page

    def handset(self, query=""):
        return browser.WebHandset(self.open("?clock=manual" + query))

    def playing(self, query=""):
        """Open the page as a person does, with time going on by itself."""
        page = self.open(query)
        page.wait_for_function("elba.startedMs !== null && elba.frame().some(Boolean)")
        return page


@pytest.fixture
def visit(chromium, site, used):
    """A function (**how) -> Visitor with a browser of its own. Afterwards nothing may be left in its console."""
    visitors = []

    def make(**how):
        context = chromium.new_context(**{**DESKTOP, "storage_state": used, **how})
        context.set_default_timeout(60_000)  # of a computer that has much else to do
        visitors.append(Visitor(context, site[1]))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
        assert [line for line in visitor.said if _BY_ITSELF not in line] == []


def spoken(page):
    return page.eval_on_selector_all("#screen p", "lines => lines.map((line) => line.textContent)")


def wait_for_words(page, words):
    """Wait until the screen says something that has these words in it."""
    page.wait_for_function(
        "words => document.getElementById('screen').textContent.includes(words)", arg=words
    )


def press(page, *names):
    for name in names:
        page.keyboard.press(name, delay=70)
        page.wait_for_timeout(90)


def play_deal(page, confirm, most=60):
    """Press A until a deal is settled; return how often it was pressed."""
    for count in range(most):
        if any(re.search(r"\b(made|failed)\b", line) for line in spoken(page)):
            return count
        confirm()
        page.wait_for_timeout(250)
    raise AssertionError("no end of the deal within %d presses: %s" % (most, spoken(page)))


def slots(directory):
    return sorted(path for path in (directory / "saves").iterdir())


def bring(page, paths):
    """Import files into a page; wait until the game runs with them."""
    page.set_input_files("#file", [str(path) for path in paths])
    page.wait_for_function("!document.getElementById('toast').hidden")
    return page.text_content("#toast p")


# ---- size and speed ----


def test_the_first_load_is_small(site):
    assert webpage.compressed(site[0]) < FIRST_LOAD_BYTES


def test_it_starts_soon_with_a_quiet_console(visit):
    page = visit(storage_state=None).playing()  # for the first time
    assert page.evaluate("elba.startedMs") < START_MS
    assert page.evaluate("elba.printed") == []
    page.wait_for_function("document.querySelectorAll('#screen p').length > 1")


def test_pictures_come_fast_enough(visit):
    handset = visit().handset("&seed=20")
    handset.settle()
    handset.press("a")
    handset.settle()
    # One row down in a menu is a new picture: how many there are in a second of the computer's time.
    rate = handset.page.evaluate(
        """async () => {
            const begin = performance.now();
            let pictures = 0;
            for (let i = 0; i < 40; i += 1) {
                const before = elba.frame().join();
                elba.press(["down"]);
                await elba.advance(30);
                elba.press([]);
                await elba.advance(75);
                await new Promise(requestAnimationFrame);
                if (elba.frame().join() !== before) pictures += 1;
            }
            return pictures / (performance.now() - begin) * 1000;
        }"""
    )
    assert rate > FRAMES_PER_SECOND, rate


def test_the_page_does_not_wait_for_a_board_that_is_busy(visit):
    handset = visit().handset()
    rate, seconds = handset.page.evaluate(
        """async () => {
            let pictures = 0;
            let busy = true;
            const begin = performance.now();
            const count = () => {
                pictures += 1;
                if (busy) requestAnimationFrame(count);
            };
            requestAnimationFrame(count);
            await elba.advance(400_000);
            busy = false;
            const seconds = (performance.now() - begin) / 1000;
            return [pictures / seconds, seconds];
        }"""
    )
    assert seconds > 0.3, "the board was not busy for long enough to tell"
    assert rate > FRAMES_PER_SECOND


def test_marshal_thinks_as_on_a_board(visit, tmp_path):
    """The bot with the most native code: what it does is the same in bytecode."""
    stages.save("nap 1 7", tmp_path)
    store = Store(str(tmp_path / "saves"))
    game = SavedGame(store)
    session, _ = game.load()
    game.level = bots.LEVELS.index("Marshal")
    game.keep(session)
    visitor = visit()
    bring(visitor.open(), slots(tmp_path))
    visitor.context.pages[0].close()
    handset = visitor.handset()
    with UnixHandset(root=tmp_path) as unix:
        for each in (handset, unix):
            each.run_until(lambda each=each: any(each.frame()), 5000)
        for count in range(9):
            for each in (handset, unix):
                each.press("a")
                each.settle(1500, 60_000)
            assert handset.frame() == unix.frame(), "after %d presses" % (count + 1)


# ---- the same pictures as the firmware on the unix port ----


def test_a_deal_is_the_same_in_every_picture(visit, tmp_path):
    """Two players that press the same: one on the unix port, with native code, one in the browser."""
    seen = []
    stages.save("nap 1 7", tmp_path)
    (tmp_path / "saves" / "session.0").unlink()
    with UnixHandset(overrides={"SEED": 20}, root=tmp_path) as unix:
        for handset in (unix, visit().handset("&seed=20")):
            player = Player(handset, seed=3)
            player.press("a", "a", "a")
            for _ in range(14):
                player.act()
            seen.append(player.frames)
    assert len(seen[0]) > 30
    for place, (one, other) in enumerate(zip(*seen, strict=True)):
        assert one == other, "picture %d" % place


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("title", "en"), ("house-rules", "sr"), ("rules-2", "it"), ("title", "fa"), ("pause-2", "fa"),
        ("new-game", "th"), ("sides", "en"), ("ladder-number", "fa"), ("friend-own", "th"), ("widow-lost", "en"),
    ],
)  # fmt: skip
def test_a_named_screen_is_the_same(visit, tmp_path, name, language):
    import shot

    what = screens.SCREENS[name]
    if what.stage:
        stages.save(what.stage, tmp_path, language)
    else:
        stages.save_settings(tmp_path, language)
    visitor = visit()
    bring(visitor.open(), slots(tmp_path))
    visitor.context.pages[0].close()
    handset = visitor.handset("" if what.seed is None else "&seed=%d" % what.seed)
    assert screens.walk(handset, what.steps) == shot.take(name, language)


def test_the_model_of_the_display_shows_what_the_strict_one_shows(visit):
    """Streams of commands and data at random, with what comes of them."""
    chance = random.Random(5)
    streams = []
    frames = []
    for _ in range(40):
        panel = Panel()
        stream = []

        def send(data, panel=panel, stream=stream):
            stream.append(list(data))
            panel.transfer(data)

        send(bytes([0x00, 0xAE, 0x8D, 0x14, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, chance.choice((0xA0, 0xA1))]))
        send(b"\x40" + chance.randbytes(1024))
        for _ in range(chance.randrange(12)):
            mode = chance.choice((0, 1, 2))
            first = chance.randrange(128)
            page = chance.randrange(8)
            place = (
                [0xB0 | page, first & 15, 0x10 | first >> 4]
                if mode == 2
                else [0x21, first, chance.randrange(first, 128), 0x22, page, chance.randrange(page, 8)]
            )
            other = chance.choice(
                ([0xA6], [0xA7], [0xA4], [0xA5], [0xC0], [0xC8], [0xA0], [0xA1], [0x81, 9], [0xE3], [0xAF],
                 [0x40 | chance.randrange(64)], [0xD3, chance.randrange(64)], [0xA8, chance.randrange(15, 64)])
            )  # fmt: skip
            send(bytes([0x00, 0x20, mode, *place, *other]))
            send(bytes([0x80, 0xE3, 0x40]) + chance.randbytes(chance.randrange(1, 90)))
        send(b"\x00\xaf")
        streams.append(stream)
        frames.append(list(panel.frame()))
    page = visit().open()
    shown = page.evaluate(
        """async (streams) => {
            const { Panel } = await import("./panel.mjs");
            return streams.map((stream) => {
                const panel = new Panel();
                stream.forEach((data) => panel.transfer(Uint8Array.from(data)));
                return Array.from(panel.frame());
            });
        }""",
        streams,
    )
    assert shown == frames
    assert len({bytes(frame) for frame in frames}) > 20


def test_the_glass_shows_the_frame_pixel_by_pixel(visit):
    for how in (DESKTOP, PHONE):
        page = visit(**how).playing("?seed=20")
        page.wait_for_timeout(200)
        wrong, scale = page.evaluate(
            """() => {
                const canvas = document.getElementById("glass");
                const context = canvas.getContext("2d");
                const scale = canvas.width / 128;
                const frame = elba.frame();
                let wrong = 0;
                const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
                for (let y = 0; y < 64; y += 1) {
                    for (let x = 0; x < 128; x += 1) {
                        const at = 4 * ((y * scale + (scale >> 1)) * canvas.width + x * scale + (scale >> 1));
                        const lit = frame[y * 16 + (x >> 3)] >> (7 - (x & 7)) & 1;
                        if ((data[at] > 100 ? 1 : 0) !== lit) wrong += 1;
                    }
                }
                const box = canvas.getBoundingClientRect();
                const exact = Math.abs(box.width * devicePixelRatio - canvas.width) < 0.1;
                return [wrong, exact ? scale : 0];
            }"""
        )
        assert wrong == 0, how
        assert scale >= 4
        assert scale == int(scale)


# ---- playing ----


def test_a_deal_by_keys(visit):
    page = visit().playing("?seed=20")
    press(page, "Enter", "Enter")
    wait_for_words(page, "deals")
    presses = play_deal(page, lambda: press(page, "Enter"))
    assert presses >= 6
    assert any(line.startswith("You") for line in spoken(page))


def test_a_deal_by_touch_on_a_phone(visit):
    page = visit(**PHONE).playing("?seed=21")

    def tap(name):
        page.tap("[data-button=%s]" % name)
        page.wait_for_timeout(90)

    for name in ("a", "a"):
        tap(name)
    assert play_deal(page, lambda: tap("a")) >= 6


def test_a_tap_is_a_press_and_no_zoom_or_selection(visit):
    page = visit(**PHONE).playing("?seed=21")
    page.tap("[data-button=down]")
    wait_for_words(page, "Deal code (chosen)")
    page.wait_for_timeout(100)
    page.tap("[data-button=down]")
    page.wait_for_function("!/(New game|Deal code) .chosen/.test(document.getElementById('screen').textContent)")
    assert page.evaluate("visualViewport.scale") == 1
    assert page.evaluate("getSelection().toString()") == ""


def test_mouse_buttons_hold_and_slide(visit):
    page = visit().playing("?seed=20")
    centre = {}
    for name in ("up", "down", "a"):
        box = page.locator("[data-button=%s]" % name).bounding_box()
        centre[name] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*centre["down"])
    page.mouse.down()
    wait_for_words(page, "Deal code (chosen)")
    wait_for_words(page, "Settings (chosen)")  # held, it repeats
    page.mouse.move(*centre["up"])
    assert page.evaluate("[...document.querySelectorAll('.pressed')].map((e) => e.dataset.button)") == ["up"]
    page.mouse.up()
    assert page.evaluate("document.querySelectorAll('.pressed').length") == 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (844, 390), (740, 360)])
def test_on_a_phone_the_buttons_are_in_reach(visit, width, height):
    page = visit(**{**PHONE, "viewport": {"width": width, "height": height}}).playing()
    for name in ("up", "down", "left", "right", "a", "b"):
        box = page.locator("[data-button=%s]" % name).bounding_box()
        assert box["y"] + box["height"] < height
        assert min(box["width"], box["height"]) >= 44, "too small for a thumb"
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        glass = page.locator("#glass").bounding_box()
        apart = glass["x"] >= box["x"] + box["width"] or glass["x"] + glass["width"] <= box["x"]
        assert apart or glass["y"] + glass["height"] <= box["y"], "on the glass"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- saves ----


def test_after_a_reload_the_deal_goes_on(visit):
    visitor = visit()
    page = visitor.playing("?seed=20")
    press(page, "Enter", "Enter", "Enter")
    wait_for_words(page, "Your cards")
    page.wait_for_timeout(1200)
    hand = next(line for line in spoken(page) if line.startswith("Your cards"))
    page.reload()
    wait_for_words(page, "Continue (chosen)")
    press(page, "Enter")
    wait_for_words(page, "Your cards")
    assert hand in spoken(page)


def test_saves_go_to_a_device_and_come_back(visit, tmp_path):
    page = visit().playing("?seed=20")
    press(page, "Enter", "Enter", "Enter")
    wait_for_words(page, "Your cards")
    page.evaluate("elba.saved()")
    with page.expect_download() as waiting:
        page.click("#export")
    download = waiting.value
    assert re.fullmatch(r"elba-saves-\d{4}-\d\d-\d\d\.zip", download.suggested_filename)
    with zipfile.ZipFile(download.path()) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path)
    session = storage_reader.newest(tmp_path / "saves", "session")
    assert session
    # The device's own firmware goes on with it ...
    with UnixHandset(root=tmp_path) as unix:
        unix.settle()
        title = unix.frame()
    # ... and so does another browser.
    other = visit()
    packed = tmp_path / "moved.zip"
    packed.write_bytes(download.path().read_bytes())
    bring(other.open(), [packed])
    other.context.pages[0].close()
    handset = other.handset()
    handset.settle()
    assert handset.frame() == title
    assert "Continue (chosen)" in handset.spoken()


def test_what_is_no_save_is_refused_and_what_is_there_stays(visit, tmp_path):
    page = visit().playing("?seed=20")
    stages.save("nap 1 7 pass*3", tmp_path)
    bring(page, slots(tmp_path))
    wait_for_words(page, "Continue")
    bad = tmp_path / "session.0"
    whole = (tmp_path / "saves" / "session.0").read_bytes()
    for content, message in [
        (whole[:-1], "session.0 cannot be used: it is not as long as it says."),
        (whole[:-1] + bytes([whole[-1] ^ 1]), "session.0 cannot be used: its checksum is wrong."),
        (b"Elba\x07" + whole[5:], "session.0 cannot be used: it is of version 7, not 1."),
        (b"a letter to my aunt", "session.0 cannot be used: it is no save of Elba."),
        (b"PK\x03\x04 and then nothing", "session.0 is a damaged archive."),
    ]:
        bad.write_bytes(content)
        page.evaluate("document.getElementById('toast').hidden = true")
        assert bring(page, [bad]) == message
    other = tmp_path / "photo.png"
    other.write_bytes(b"\x89PNG")
    page.evaluate("document.getElementById('toast').hidden = true")
    assert "There are no saved games in it" in bring(page, [other])
    page.reload()
    wait_for_words(page, "Continue (chosen)")


def test_an_import_can_be_undone(visit, tmp_path):
    page = visit().playing("?seed=20")
    for deal in ("7", "8"):
        stages.save("nap 1 %s" % deal, tmp_path / deal)
    bring(page, slots(tmp_path / "7"))
    page.evaluate("document.getElementById('toast').hidden = true")
    bring(page, slots(tmp_path / "8"))
    page.click("#toast button")
    wait_for_words(page, "Continue (chosen)")
    with page.expect_download() as waiting:
        page.click("#export")
    with zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes())) as archive:
        for path in slots(tmp_path / "7"):
            assert archive.read("saves/" + path.name) == path.read_bytes()


def test_two_pages_do_not_play_on_the_same_saves(visit):
    visitor = visit()
    first = visitor.playing()
    second = visitor.open()
    second.wait_for_selector("#notice:not([hidden])")
    assert "another tab" in second.text_content("#notice p")
    second.click("#notice button")
    second.wait_for_function("elba.frame().some(Boolean)")
    first.wait_for_selector("#notice:not([hidden])")
    assert second.is_hidden("#notice")


# ---- deals in the address ----


def _hand_of(code, seat):
    from elba import layout, systems
    from elba.engine import Engine
    from elba.rules import Rules

    engine = Engine(Rules(systems.lookup(code.system, "id"), code.options()))
    state = bytearray(layout.SIZE)
    engine.begin(state, code.players, code.dealer)
    dealing.deal(engine.rules, state, code.pack())
    start = layout.CARDS + seat * engine.rules.hand
    return {cards.name(card) for card in state[start : start + engine.rules.hand]}


def _code():
    system = 1
    return dealcode.DealCode(system, 4, 1, 1, 0, (0x1234, 0xABCD))


RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def test_the_address_deals_a_deal_and_gives_it_back(visit):
    from elba import systems

    code = _code()
    address = "#deal=%s&system=%s" % (dealcode.encode(code), systems.lookup(code.system, "id"))
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open(address)
    wait_for_words(page, "Your cards")
    line = next(line for line in spoken(page) if line.startswith("Your cards: "))
    expected = {"%s of %s" % (RANKS.get(name[0], name[0]), SUITS[name[1]]) for name in _hand_of(code, 0)}
    assert set(line.removeprefix("Your cards: ").split(", ")) == expected
    page.click("#share")
    page.wait_for_function("!document.getElementById('toast').hidden")
    assert page.evaluate("navigator.clipboard.readText()") == visitor.address + address
    # Another deal in the address of the open page.
    other = dealcode.encode(dealcode.DealCode(code.system, 4, 1, 1, 0, (1, 2)))
    page.evaluate("code => { location.hash = 'deal=' + code }", other)
    page.wait_for_function("line => !document.getElementById('screen').textContent.includes(line)", arg=line)
    wait_for_words(page, "Your cards")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("#deal=00000-00000", "deal code: "),
        ("#deal=HELLO", "deal code: expected 10 characters or more, found 5"),
        ("#deal=*&system=nap", "deal code: '*' is none of its characters"),
    ],
)
def test_an_address_without_a_good_deal_is_refused_and_the_title_comes(visit, address, reason):
    page = visit().open(address)
    page.wait_for_function("!document.getElementById('toast').hidden")
    assert reason in page.text_content("#toast p")
    wait_for_words(page, "New game (chosen)")


def test_a_deal_that_is_of_another_game_than_the_address_says_is_refused(visit):
    page = visit().open("#deal=%s&system=napoleon-jp" % dealcode.encode(_code()))
    page.wait_for_function("!document.getElementById('toast').hidden")
    assert "not of napoleon-jp" in page.text_content("#toast p")


def test_without_a_deal_there_is_no_link(visit):
    page = visit().playing()
    page.click("#share")
    page.wait_for_function("!document.getElementById('toast').hidden")
    assert "no deal on" in page.text_content("#toast p")


# ---- without a network ----


def test_it_works_with_the_network_off(visit):
    visitor = visit()
    page = visitor.playing("?seed=20")
    page.evaluate("navigator.serviceWorker.ready")
    visitor.context.set_offline(True)
    page.reload()
    wait_for_words(page, "New game (chosen)")
    press(page, "Enter", "Enter", "Enter")
    wait_for_words(page, "Your cards")
    page.evaluate("elba.saved()")
    with page.expect_download() as waiting:  # what only this needs was kept, too
        page.click("#export")
    assert zipfile.is_zipfile(waiting.value.path())


def test_the_service_worker_keeps_every_file(site):
    files, _ = site
    listed = json.loads("[%s]" % re.search(r"FILES = \[(.*)\];", files["service.js"].decode())[1])
    assert set(listed) == {"./", *files} - {"service.js"}


def test_a_newer_page_is_offered_and_taken(chromium, site, tmp_path):
    files = dict(site[0])
    webpage.write(files, tmp_path / "site")
    with webpage.server(tmp_path / "site") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        context = chromium.new_context(**DESKTOP)
        try:
            visitor = Visitor(context, "http://127.0.0.1:%d/" % server.server_port)
            page = visitor.playing()
            page.evaluate("navigator.serviceWorker.ready")
            (tmp_path / "site" / "index.html").write_bytes(files["index.html"].replace(b"<h1>Elba", b"<h1>Elba II"))
            state = re.search(rb"elba-([0-9a-f]{16})", files["service.js"])[1]
            (tmp_path / "site" / "service.js").write_bytes(files["service.js"].replace(state, b"1" * 16))
            page.reload()
            page.wait_for_selector("#toast button:not([hidden])")
            assert page.text_content("h1") == "Elba"  # until it is asked for
            page.click("#toast button")
            page.wait_for_function("document.querySelector('h1')?.textContent === 'Elba II'")
            wait_for_words(page, "New game (chosen)")
        finally:
            context.close()
            server.shutdown()
            thread.join()


def test_a_file_that_does_not_come_is_said(visit):
    visitor = visit(service_workers="block")  # it may have the file already
    page = visitor.context.new_page()
    page.route("**/firmware.bin", lambda route: route.fulfill(status=404, body=""))
    page.goto(visitor.address)
    page.wait_for_selector("#notice:not([hidden])")
    assert "firmware.bin could not be loaded (status 404)" in page.text_content("#notice p")


def test_a_fault_of_the_program_is_said_on_the_glass_and_a_restarts(visit, tmp_path):
    broken = tmp_path / "codes.py"
    broken.write_text("def enter(ui):\n    raise ValueError('trial')\n    yield\n")
    files = webpage.firmware(ROOT)
    files["lib/handheld/codes.mpy"] = webpage.build.compile_file(broken, "handheld/codes.py", "armv6m")
    visitor = visit()
    visitor.context.route("**/firmware.bin", lambda route: route.fulfill(body=webpage.packed(files)))
    page = visitor.playing()
    wait_for_words(page, "New game (chosen)")
    press(page, "ArrowDown", "Enter")
    wait_for_words(page, "Elba had a fault.")
    assert page.evaluate("elba.printed").count("ValueError: trial") == 1
    page.wait_for_timeout(200)
    press(page, "Enter")
    wait_for_words(page, "New game (chosen)")


# ---- what is heard ----


def test_the_self_test_plays_its_tones(visit):
    handset = visit().handset()
    handset.page.keyboard.down("Enter")
    handset.page.evaluate("elba.startedMs = null")
    handset.page.evaluate("document.getElementById('restart').click()")
    handset.page.wait_for_function("elba.startedMs !== null")
    handset.run(100)
    handset.page.keyboard.up("Enter")
    handset.run(4000)  # the display's pictures
    handset.press("a")
    handset.run(100)
    handset.hold("b")  # skips the buttons' part
    handset.run(1500)
    handset.release("b")
    handset.run(1500)
    tones = [hz for hz, duty in handset.page.evaluate("elba.waves") if duty]
    click = 2092  # of the presses
    assert [hz for hz in tones if hz != click][:3] == [523, 659, 784]


def test_a_wave_on_the_pin_is_a_tone_in_the_ear(visit):
    heard = visit().playing().evaluate(
        """async () => {
            const { Sound } = await import("./sound.mjs");
            const sound = new Sound();
            sound.wake();
            const analyser = new AnalyserNode(sound.context, { fftSize: 4096, smoothingTimeConstant: 0 });
            sound.gain.connect(analyser);
            const loudest = async () => {
                await new Promise((resolve) => setTimeout(resolve, 300));
                const bins = new Float32Array(analyser.frequencyBinCount);
                analyser.getFloatFrequencyData(bins);
                const top = bins.indexOf(Math.max(...bins));
                return [top * sound.context.sampleRate / analyser.fftSize, bins[top]];
            };
            sound.play(1000, 32768);
            const half = await loudest();
            sound.play(1000, 2000);
            const soft = await loudest();
            sound.mute(true);
            const muted = await loudest();
            return { half, soft, muted };
        }"""
    )
    assert abs(heard["half"][0] - 1000) < 30
    assert heard["half"][1] > heard["soft"][1] + 6
    assert heard["muted"][1] < heard["soft"][1] - 20


def test_muted_stays_muted(visit):
    page = visit().playing()
    page.click("#sound")
    page.reload()
    page.wait_for_function("elba.startedMs !== null")
    assert page.get_attribute("#sound", "aria-pressed") == "false"


# ---- for those who do not see it ----


def test_the_screen_is_said(visit):
    handset = visit().handset("&seed=20")
    handset.settle()
    assert handset.spoken()[:2] == ["ELBA", "the game of Nap"]
    handset.press("down")
    handset.settle()
    assert handset.news() == "Deal code (chosen)"
    handset.press("up")
    handset.settle()
    handset.press("a")
    handset.settle()
    assert "Bots, Corporal" in handset.spoken()
    assert "Start (chosen)" in handset.spoken()
    handset.press("a")
    handset.settle()
    assert handset.spoken()[0] == "Lowest card deals"
    assert "Ney: 2 of diamonds" in handset.spoken()
    handset.press("a")
    handset.settle(1500)
    assert "Soult: Pass" in handset.spoken()
    assert handset.spoken()[-2].startswith("Your cards: ") or handset.spoken()[-1].startswith("Your cards: ")


def test_the_card_under_the_cursor_is_said(visit):
    handset = visit().handset("&seed=20")
    screens.walk(handset, "a a a 3000ms right a 3000ms")
    hand = next(line for line in handset.spoken() if line.startswith("Your cards: "))
    chosen = [line for line in handset.spoken() if line.endswith("(chosen)")]
    assert len(chosen) == 1
    assert chosen[0].removesuffix(" (chosen)") in hand
    handset.press("right")
    handset.settle()
    assert handset.news().endswith("(chosen)")
    assert handset.news() != chosen[0]


@pytest.mark.parametrize(
    ("name", "language", "lines"),
    [
        ("ladder-number", "en", ["Sou: 2 hearts", "Lan (declarer): 3 clubs", "5, hearts (chosen)"]),
        ("widow", "en", ["5 of spades, queen of spades, jack of diamonds", "king of spades (chosen)"]),
        ("sides", "en", ["You (declarer)", "Sou: 3 of hearts, 1", "Lan: joker, 2"]),
        ("sides", "en", ["may be played: king of hearts, queen of hearts, jack of hearts"]),
        ("widow-lost", "en", ["marked: king of spades, king of hearts"]),
        ("sides", "it", ["Le tue carte: re di picche, donna di picche, 5 di picche, re di cuori, donna di cuori, "
                         "fante di cuori, fante di quadri, 2 di quadri"]),
    ],
)  # fmt: skip
def test_what_a_named_screen_says(visit, tmp_path, name, language, lines):
    what = screens.SCREENS[name]
    stages.save(what.stage, tmp_path, language)
    visitor = visit()
    bring(visitor.open(), slots(tmp_path))
    visitor.context.pages[0].close()
    handset = visitor.handset("&seed=%d" % what.seed)
    screens.walk(handset, what.steps)
    assert [line for line in lines if line not in handset.spoken()] == []


@pytest.mark.parametrize("code", ["fa", "th"])
def test_texts_that_are_drawn_can_be_read_again(visit, site, code):
    """What the device draws from left to right, back in letters: every line of the language's table."""
    directory = ROOT / texts.DIRECTORY
    english, _ = table.read(directory / "en.toml")
    own, _ = table.read(directory / (code + ".toml"))
    whole = {**english, **own}
    shaper = shape.shaper(code)
    lines = []
    for name in sorted(whole):
        drawn = shape.whole(shaper.shape, whole[name])
        for line, shown in zip(re.split(r"[|\n]", whole[name]), re.split(r"[|\n]", drawn), strict=True):
            if "{" not in line:
                lines.append((line, shape.encoded(shown)))
    assert len(lines) > 100
    language = next(each for each in json.loads(site[0]["speech.json"]) if each["code"] == code)
    read = visit().open().evaluate(
        """async ([drawn, language]) => {
            const { written } = await import("./speech.mjs");
            return drawn.map((line) => written(line, language));
        }""",
        [[shown for _, shown in lines], language],
    )
    wrong = [(line, got) for (line, _), got in zip(lines, read, strict=True) if _plain(got) != _plain(line)]
    assert wrong == []


def _plain(text):
    """A text without what only says how it is to be laid out, and without the signs of buttons, which are not said."""
    text = unicodedata.normalize("NFKC", re.sub("[~◀▶▲▼\u200b-\u200f\u2066-\u2069]", "", text))
    return " ".join(text.split())


def test_a_language_is_said_in_its_direction(visit, tmp_path):
    stages.save_settings(tmp_path, "fa")
    page = visit().open()
    bring(page, slots(tmp_path))
    page.wait_for_function("document.getElementById('screen').lang === 'fa'")
    assert page.get_attribute("#screen", "dir") == "rtl"
    own, _ = table.read(ROOT / texts.DIRECTORY / "fa.toml")
    wait_for_words(page, _plain(own["new_game"]))


def test_axe_finds_nothing(visit):
    for how in (DESKTOP, PHONE):
        page = visit(**how).playing()
        page.add_script_tag(path=str(CACHE / "node_modules" / "axe-core" / "axe.min.js"))
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        assert [(each["id"], each["nodes"][0]["html"][:80]) for each in found["violations"]] == []


def test_keys_alone_reach_everything(visit):
    page = visit().playing("?seed=20")
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.button"))
    assert {"up", "down", "left", "right", "a", "b", "sound", "share", "export", "import", "restart"} <= set(reached)
    # A button of the handheld that has the focus is pressed by the space bar as any other.
    page.focus("[data-button=down]")
    page.keyboard.press("Space", delay=50)
    wait_for_words(page, "Deal code (chosen)")
    page.wait_for_timeout(200)
    assert page.evaluate("document.querySelectorAll('.pressed').length") == 0
