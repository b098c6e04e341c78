"""Input that nobody would write, for what reads input: deal records, saves, board files, deal codes.

Each target is a hypothesis strategy and a function that raises for what should not be. Most of what is made is a good
input with something changed in it: wholly random bytes are refused at the first of them.
"""

import copy
import io
import json
import subprocess
import sys
from pathlib import Path

from hypothesis import strategies as st

import board as board_tool
from elba import bots, dealcode, record, strictjson
from elba.rng import Rng
from hardware import boardfile, checks
from hardware.models import MODELS

from . import wrongsaves

SOURCE = Path(__file__).resolve().parents[2]

words = st.integers(0, 0xFFFF)

# Values that are apt to be taken for others, and such as a reader may not think of.
_odd = st.sampled_from(
    [None, True, False, 0, 1, -1, 2, 7, 8, 255, 256, 65536, 1 << 31, 1 << 62, 0.0, 1.0, 25.0, -0.5, 1e300, "", "AS"]
)

# ---- deal records ----

_CASES = sorted((SOURCE / "host_tests" / "cases").glob("*.jsonl"))
_STATUSES = ("complete", "void", "open", "illegal", "revoke", "bad")


def _lines():
    lines = []
    for path in _CASES:
        for line in path.read_text().splitlines():
            case = json.loads(line)
            case.pop("expect", None)
            lines.append(case)
    return lines


_GOOD = _lines()
_names = st.sampled_from(
    "system options players dealer pot hands stock floater widow actions play call take trump friend exchange peek "
    "pass three nap misere nap sans 7H 13N AS TD 9H 2C JO S H D C deals peek_price exchange_max".split()
)
_json = st.recursive(
    _odd | _names | st.text(max_size=6) | st.integers(-3, 60),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_names | st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def _places(value, path=()):
    """Return the paths of all parts of a JSON value."""
    found = [path]
    if isinstance(value, dict):
        for key in value:
            found += _places(value[key], path + (key,))
    elif isinstance(value, list):
        for i in range(len(value)):
            found += _places(value[i], path + (i,))
    return found


_BIDS = sorted({name for case in _GOOD for kind, *rest in case["actions"] if kind == "call" for name in rest[1:]})
_cards = st.builds(str.__add__, st.sampled_from("23456789TJQKA"), st.sampled_from("SHDC")) | st.just("JO")
_actions = (
    st.tuples(st.just("play"), st.integers(0, 7), _cards)
    | st.tuples(st.just("call"), st.integers(0, 7), st.sampled_from(_BIDS))
    | st.tuples(st.sampled_from(["take", "friend"]), st.integers(0, 7), _cards)
    | st.tuples(st.just("trump"), st.integers(0, 7), st.sampled_from("SHDC"))
    | st.tuples(st.just("peek"), st.integers(0, 7))
    | st.tuples(st.sampled_from(["exchange", "widow"]), st.integers(0, 7), st.lists(_cards, max_size=4))
).map(list)


def _other_play(draw, case):
    """Change a record so that it stays one: other actions, another order, fewer of them, another deal or dealer."""
    actions = case["actions"]
    at = draw(st.integers(0, max(0, len(actions) - 1)))
    how = draw(st.sampled_from(["cut", "cards", "action", "insert", "swap", "drop", "dealer", "pot", "hands"]))
    if how == "cut":
        del actions[at:]
    elif how == "insert":
        actions.insert(at, draw(_actions))
    elif how == "dealer":
        case["dealer"] = draw(st.integers(0, case["players"] - 1))
    elif how == "pot":
        case["pot"] = draw(st.integers(0, 30_000))
    elif how == "hands":
        one, other = draw(st.integers(0, case["players"] - 1)), draw(st.integers(0, case["players"] - 1))
        case["hands"][one], case["hands"][other] = case["hands"][other], case["hands"][one]
    elif actions and how == "action":
        actions[at] = draw(_actions)
    elif actions and how == "cards":
        actions[at] = actions[at][:2] + ([draw(_actions)[-1]] if len(actions[at]) > 2 else [])
    elif actions and how == "swap":
        other = draw(st.integers(0, len(actions) - 1))
        actions[at], actions[other] = actions[other], actions[at]
    elif actions:
        del actions[at]


def _at(value, path):
    for step in path:
        value = value[step]
    return value


@st.composite
def records(draw):
    """A line of a file of records, as bytes."""
    case = copy.deepcopy(_GOOD[draw(st.integers(0, len(_GOOD) - 1))])
    if draw(st.integers(0, 2)):
        for _ in range(draw(st.integers(1, 3))):
            _other_play(draw, case)
        return json.dumps(case).encode()
    for _ in range(draw(st.integers(0, 4))):
        paths = _places(case)[1:]
        if not paths:
            break
        path = paths[draw(st.integers(0, len(paths) - 1))]
        parent, step = _at(case, path[:-1]), path[-1]
        how = draw(st.sampled_from(["value", "drop", "other", "double", "swap"]))
        if how == "value":
            parent[step] = draw(_json)
        elif how == "drop":
            del parent[step]
        elif how == "other":
            parent[step] = copy.deepcopy(_at(case, paths[draw(st.integers(0, len(paths) - 1))]))
        elif isinstance(parent, list):
            if how == "double":
                parent.insert(draw(st.integers(0, len(parent))), copy.deepcopy(parent[step]))
            else:
                other = draw(st.integers(0, len(parent) - 1))
                parent[step], parent[other] = parent[other], parent[step]
        else:
            parent[draw(_names)] = draw(_json)
    text = bytearray(json.dumps(case, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass"))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        at = draw(st.integers(0, len(text)))
        text[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(text).replace(b"\n", b" ").replace(b"\r", b" ")


def judge(line):
    """The referee answers any line with one of its answers, in JSON of one line."""
    text, status = record.answer(1, line)
    assert status in _STATUSES, status
    assert text.isascii(), text
    assert text.isprintable(), text
    answer = json.loads(text)
    assert answer["line"] == 1
    assert answer["status"] == status
    assert list(answer)[:2] == ["line", "status"]
    if status == "bad":
        assert answer["why"]
    if status == "illegal":
        assert answer["rule"]
    try:
        strict = strictjson.loads(line)
    except strictjson.BadJSON:
        assert status == "bad"
        return
    if isinstance(strict, dict) and status != "bad":
        # What is taken here is JSON for everybody else, and means the same.
        assert json.loads(line.decode("utf-8", "replace"))["players"] == strict["players"]


def judge_on_both(lines, directory, micropython):
    """The referee's command line says the same of a file of lines on CPython and MicroPython."""
    path = directory / "lines.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    said = []
    for program in (sys.executable, micropython):
        done = subprocess.run(
            [program, str(SOURCE / "tools" / "referee.py"), str(path)], check=False, capture_output=True, timeout=600
        )
        assert done.stderr == b"", done.stderr[-2000:]
        said.append((done.returncode, done.stdout.splitlines()))
    for number, (one, two) in enumerate(zip(said[0][1], said[1][1], strict=False)):
        assert one == two, "%r: CPython says %r, MicroPython %r" % (lines[number], one, two)
    assert said[0][0] == said[1][0]
    assert len(said[0][1]) == len(said[1][1]) == len(lines)


# ---- saves ----


@st.composite
def saves(draw):
    """(bytes, whether they claim to be settings)."""
    settings = draw(st.booleans())
    dice = Rng(draw(words), draw(words))
    if settings:
        data = bytearray(wrongsaves.Settings().save())
    else:
        data = bytearray(wrongsaves.savedgame.pack(wrongsaves.good(dice), wrongsaves._Values))
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(data)))
        kind = draw(st.sampled_from(["set", "set", "set", "set", "flip", "cut", "insert"]))
        if kind == "set" and at < len(data):
            data[at] = draw(st.integers(0, 255))
        elif kind == "flip" and at < len(data):
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "cut":
            del data[at : at + draw(st.integers(1, 5))]
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=5))
    return bytes(data), settings


def take(save):
    """A save is refused with ValueError, or can be played on to the end of its deal and through another."""
    data, settings = save
    wrongsaves.offer(data, settings, True)


# ---- board files ----

_BOARDS = [boardfile.read(SOURCE / "boards", name) for name in boardfile.boards(SOURCE / "boards")]
_SPI = {name: value for name, value in _BOARDS[0].values.items() if name != "I2C"}
_SPI.update(NAME="spi", MODEL="RPI_PICO", LED=25)
_SPI["SPI"] = {"id": 0, "sck": 18, "mosi": 19, "dc": 20, "cs": 17, "reset": 21, "freq": 4_000_000}
_SPI["DISPLAY"] = {"driver": "sh1106", "width": 128, "height": 64, "rotate": 0, "offset": 2}
_SPI.pop("BATTERY", None)
_SPI["BUTTONS"] = {"up": 10, "down": 11, "left": 12, "right": 13, "a": 14, "b": 15}
_BOARDS.append(boardfile.BoardFile("spi", _SPI))
_TEXTS = [path.read_text() for path in sorted((SOURCE / "boards").glob("*.py"))]
_keys = st.sampled_from(
    "NAME MODEL I2C SPI DISPLAY BUTTONS BUZZER LED SEED id sda scl freq sck mosi dc cs reset driver width height "
    "address rotate offset up down left right a b pin lit neopixel BATTERY adc times empty full usb".split()
)
_leaves = (
    _odd
    | st.integers(-1, 48)
    | st.sampled_from([400_000, 4_000_000, 0x3C, 0x3D, 0x78, 128, 64, 32, 180, "ssd1306", "sh1106", "LED", *MODELS])
    | _keys
    | st.binary(max_size=2)
    | st.just(...)
    | st.just(1j)
)
_literals = st.recursive(
    _leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(_keys | st.integers(0, 3) | st.none(), inner, max_size=3)
        | st.sets(st.integers(0, 5), max_size=2)
    ),
    max_leaves=6,
)


def _other_number(draw, values):
    """Change a number somewhere in the values of a board."""
    inner = [(each, key) for each in values.values() if isinstance(each, dict) for key in sorted(each, key=repr)]
    inner += [(values, name) for name in ("LED", "BUZZER", "SEED")]
    places = [(place, key) for place, key in inner if key in place]
    place, key = places[draw(st.integers(0, len(places) - 1))]
    old = place[key]
    how = draw(st.sampled_from(["pin", "pin", "pin", "alike", "number", "none"]))
    if how == "pin":
        place[key] = draw(st.integers(0, 29))
    elif how == "alike" and isinstance(old, int):
        place[key] = draw(st.sampled_from([float(old), bool(old), old + 0j, str(old)]))
    elif how == "number":
        place[key] = draw(st.sampled_from([0, 1, 180, 400_000, 1_000_000, 0x3C, 0x3D, 128, 64, 4]))
    elif how == "none":
        place[key] = None


@st.composite
def boards(draw):
    """A BoardFile that is good but for some values."""
    board = draw(st.sampled_from(_BOARDS))
    values = copy.deepcopy(board.values)
    if draw(st.booleans()):
        # Near what is right: other pins, other numbers, numbers that are none.
        for _ in range(draw(st.integers(1, 3))):
            _other_number(draw, values)
        return boardfile.BoardFile(board.name, values)
    for _ in range(draw(st.integers(0, 3))):
        place = values
        name = draw(st.sampled_from(sorted(values)) if values else _keys)
        if isinstance(values.get(name), dict) and draw(st.booleans()):
            place = values[name]
            name = draw((st.sampled_from(sorted(place, key=repr)) if place else _keys) | _keys)
        if draw(st.integers(0, 5)):
            place[name] = draw(_literals)
        else:
            place.pop(name, None)
    return boardfile.BoardFile(board.name, values)


def check_board(board):
    """A board is told all its faults; one without any can be drawn and written down as a file, and read again."""
    faults, doubts = checks.check(board)
    assert all(isinstance(text, str) and text for text in faults + doubts)
    if faults:
        return
    assert board_tool.table(board)
    assert board_tool.picture(board)
    text = "".join("%s = %r\n" % pair for pair in board.values.items())
    assert boardfile.parse(text, board.name).values == board.values
    _check_types(board.values)


def _check_types(values):
    """What the firmware hands to MicroPython's machine module has to be whole numbers or None, nothing like them."""
    plain = {"NAME": str, "MODEL": str, "driver": str}
    for name, value in values.items():
        if name.startswith("_"):
            continue
        if isinstance(value, dict):
            _check_types(value)
        elif name in plain or name == "LED" and isinstance(value, str):
            assert type(value) is str, (name, value)
        elif value is not None:
            assert type(value) is int, (name, value)


@st.composite
def board_texts(draw):
    """The text of a board file with something wrong in it."""
    text = draw(st.sampled_from(_TEXTS))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.sampled_from([0, 0, 1, 3, 20]))
        put = draw(
            st.text(max_size=4)
            | st.sampled_from(["(" * 300, "{" * 300, "-" * 3000, "\0", "9" * 5000, "1e999", "\\", '"""', "\n", "x = y"])
        )
        text = text[:at] + put + text[at + gone :]
    return text


def read_board(text):
    """A file is read, or refused with a BoardFileError that says where."""
    try:
        board = boardfile.parse(text, "mine")
    except boardfile.BoardFileError as error:
        if "boards/mine.py" not in str(error):
            raise AssertionError("no word of the file")
        return
    check_board(board)


def read_board_bytes(data, directory):
    """The same for bytes on the disk, by the command."""
    (directory / "boards").mkdir(exist_ok=True)
    (directory / "boards" / "mine.py").write_bytes(data)
    out = io.StringIO()
    board_tool.check(directory / "boards", ["mine"], out)
    assert out.getvalue().startswith("mine: ")


# ---- deal codes ----


@st.composite
def codes(draw):
    """A text that may be a deal code."""
    rules = draw(st.sampled_from(_GOOD))
    deal = record.Deal({**rules, "actions": []}) if _is_deal(rules) else None
    if deal is None or draw(st.integers(0, 9)) == 0:
        return draw(st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZILOU -ilo\u00e9", max_size=90))
    text = dealcode.encode(
        dealcode.code_of(deal.engine.rules, deal.players, deal.state[10], (draw(words), draw(words)))
    )
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(max_size=2)) + text[at + draw(st.integers(0, 2)) :]
    return text


def _is_deal(case):
    try:
        record.Deal({**case, "actions": []})
    except record.BadRecord:
        return False
    return True


def read_code(text):
    """A code is refused with BadCode, or is one that deals, and comes back the same."""
    try:
        code = dealcode.decode(text)
    except dealcode.BadCode:
        return
    assert len(code.pack()) == len(set(code.pack()))
    again = dealcode.decode(dealcode.encode(code))
    assert (again.system, again.players, again.dealer, again.seed) == (
        code.system,
        code.players,
        code.dealer,
        code.seed,
    )
    assert bots.LEVELS
