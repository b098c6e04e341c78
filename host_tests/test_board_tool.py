"""Board files as data: what is wrong with one is named, and tables, drawings and new files come from the same data."""

import itertools
import xml.etree.ElementTree as ET

import pytest

import board as board_tool
from conftest import ROOT
from hardware import boardfile, checks, chips, drawing, wiring
from hardware.models import MODELS, WIDTH

BOARDS = boardfile.boards(ROOT / "boards")

GOOD = {
    "NAME": "mine",
    "MODEL": "RPI_PICO",
    "I2C": {"id": 0, "sda": 4, "scl": 5, "freq": 400_000},
    "DISPLAY": {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0},
    "BUTTONS": {"up": 10, "down": 11, "left": 12, "right": 13, "a": 14, "b": 15},
    "BUZZER": None,
    "LED": 25,
    "SEED": None,
}
GAUGE = {"adc": 29, "times": 3, "empty": 3300, "full": 4100, "usb": 24}
SPI = {"id": 0, "sck": 18, "mosi": 19, "dc": 20, "cs": 17, "reset": 21, "freq": 4_000_000}


def changed(**changes):
    """GOOD with other values; a name whose value is ... is left out."""
    return {name: value for name, value in {**GOOD, **changes}.items() if value is not ...}


def inner(name, **changes):
    """GOOD with other entries in one of its dicts; an entry whose value is ... is left out."""
    return changed(**{name: {key: value for key, value in {**GOOD[name], **changes}.items() if value is not ...}})


def check(values):
    return checks.check(boardfile.BoardFile("mine", values))


# ---- the boards of the project ----


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_here_are_good(name):
    faults, _ = checks.check(boardfile.read(ROOT / "boards", name))
    assert faults == []


def test_there_is_a_board_for_every_model():
    models = [boardfile.read(ROOT / "boards", name).values["MODEL"] for name in BOARDS]
    assert sorted(models) == sorted(MODELS)


def test_the_command_checks_all_and_says_what_it_is_about(capsys):
    assert board_tool.main(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [name + ": good" for name in BOARDS]


# ---- what can be wrong ----


# The first ones were found by tools/trials/checks/fuzz.py.
FAULTS = [
    (changed(MODEL=[]), "MODEL is [], expected one of RPI_PICO,"),
    (changed(LED=25.0), "LED is 25.0, expected a whole number"),
    (inner("I2C", id=False), "I2C id is False, expected 0 or 1"),
    (inner("I2C", id=1 + 0j), "I2C id is (1+0j), expected 0 or 1"),
    (inner("DISPLAY", rotate=0.0), "DISPLAY rotate is 0.0, expected a whole number"),
    (inner("DISPLAY", address=60.0), "DISPLAY address is 60.0, expected a whole number"),
    (
        changed(I2C=..., SPI=SPI, DISPLAY={"driver": [], "width": 128, "height": 64, "rotate": 0}),
        "DISPLAY driver is [], expected one of ssd1306, sh1106",
    ),
    (changed(I2C=..., SPI=SPI, DISPLAY={**GOOD["DISPLAY"], "address": "x"}), "DISPLAY address is 'x', expected 0x3C"),
    (changed(NAME="other"), "NAME is 'other', expected the file's own name 'mine'"),
    (changed(MODEL=...), "MODEL is missing"),
    (changed(MODEL="PICO"), "MODEL is 'PICO', expected one of RPI_PICO,"),
    (changed(BUTONS={}), "BUTONS: no name of a board file (NAME, MODEL, I2C, SPI, DISPLAY, BUTTONS, BUZZER, LED, "
     "SEED, BATTERY); is it meant to be BUTTONS?"),
    (changed(BATTERY=29), "BATTERY is 29, expected a dict with adc, times, empty, full"),
    (changed(BATTERY={**GAUGE, "adc": 22}), "BATTERY adc is GP22, which cannot measure voltages; these can: GP26, "),
    (changed(BATTERY={**GAUGE, "usb": 4}), "GP4 is taken twice: for I2C sda and for BATTERY usb"),
    (changed(BATTERY={**GAUGE, "times": 3.0}), "BATTERY times is 3.0, expected a whole number from 1 to 4"),
    (changed(BATTERY={**GAUGE, "empty": 3}), "BATTERY empty and full are 3 and 4100, expected millivolts"),
    (changed(BATTERY={**GAUGE, "times": 1}), "BATTERY full is 4100 mV, which is more than 1 times 3300 mV"),
    (changed(MODEL="RPI_PICO_W", LED="LED", BATTERY=GAUGE), "BATTERY adc is on GP29, which is the wireless chip"),
    (changed(BUZZER=14), "GP14 is taken twice: for button a and for BUZZER"),
    (inner("BUTTONS", b=4), "GP4 is taken twice: for I2C sda and for button b"),
    (inner("BUTTONS", b=25), "button b is on GP25, which is the LED on a Raspberry Pi Pico"),
    (inner("BUTTONS", b=29), "button b is on GP29, which is the measuring of VSYS on a Raspberry Pi Pico"),
    (inner("BUTTONS", b=30), "button b is 30, expected a GPIO of the RP2040, 0 to 29"),
    (inner("BUTTONS", b="GP15"), "button b is 'GP15', expected a GPIO"),
    (inner("BUTTONS", b=True), "button b is True, expected a GPIO"),
    (inner("BUTTONS", b=...), "BUTTONS lacks 'b'"),
    (inner("BUTTONS", start=16), "BUTTONS has 'start', which is none of left, right, a, b"),
    (changed(BUTTONS=[1, 2]), "BUTTONS is [1, 2], expected a dict with left, right, a, b"),
    (inner("I2C", sda=6), "GP6 cannot be SDA of I2C 0; it can of I2C 1. On a Raspberry Pi Pico these can: "
     "GP0, GP4, GP8, GP12, GP16, GP20"),
    (inner("I2C", sda=7), "GP7 cannot be SDA of I2C 0. On a Raspberry Pi Pico"),
    (inner("I2C", scl=4, sda=5), "GP4 cannot be SCL of I2C 0"),
    (inner("I2C", id=2), "I2C id is 2, expected 0 or 1"),
    (inner("I2C", freq=4_000_000), "I2C freq is 4000000, expected 100000 to 1000000 (Hz)"),
    (inner("I2C", freq=...), "I2C lacks 'freq'"),
    (changed(I2C=None), "I2C is missing: a display is on one bus, I2C or SPI"),
    (changed(SPI=SPI), "both are given: a display is on one bus, I2C or SPI"),
    (changed(I2C=None, SPI=dict(SPI, mosi=20, dc=19)), "GP20 cannot be MOSI of SPI 0. On a Raspberry Pi Pico these "
     "can: GP3, GP7, GP19"),
    (changed(I2C=None, SPI=dict(SPI, freq=100)), "SPI freq is 100"),
    (inner("DISPLAY", driver="st7735"), "DISPLAY driver is 'st7735', expected one of ssd1306, sh1106"),
    (inner("DISPLAY", height=32), "DISPLAY is 128x32: Elba's screens need all 64 rows; take a module of 128x64"),
    (inner("DISPLAY", width=72, height=40), "DISPLAY is 72x40, expected 128x64"),
    (inner("DISPLAY", rotate=90), "DISPLAY rotate is 90, expected 0 or 180"),
    (inner("DISPLAY", offset=2), "DISPLAY offset is 2, expected 0 to 4, for an sh1106 only"),
    (inner("DISPLAY", address=0x78), "DISPLAY address is 0x78, expected 0x3C: what is printed on modules has one bit "
     "more"),
    (inner("DISPLAY", address=0x27), "DISPLAY address is 0x27, expected 0x3C or 0x3D"),
    (changed(LED="LED"), "LED is 'LED', which a Raspberry Pi Pico has no LED of that name for; expected 25"),
    (changed(LED={"pin": 3}), "LED is {'pin': 3}, expected a GPIO, {'pin': GPIO, 'lit': 0 or 1}"),
    (changed(LED=10), "GP10 is taken twice: for button up and for LED"),
    (changed(MODEL="RPI_PICO_W"), "LED is on GP25, which is the wireless chip on a Raspberry Pi Pico W"),
    (changed(MODEL="SEEED_XIAO_RP2040", LED=None), "button up is on GP10, which a Seeed Studio XIAO RP2040 does not "
     "bring to its edge"),
    (changed(SEED=1 << 32), "SEED is 4294967296, expected None or a number of 32 bits"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "text"), FAULTS, ids=[text[:40] for _, text in FAULTS])
def test_a_fault_is_named_with_what_was_expected(values, text):
    faults, _ = check(values)
    assert [fault for fault in faults if text in fault], faults


def test_a_good_board_has_no_faults_and_no_doubts():
    assert check(GOOD) == ([], [])


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (inner("I2C", freq=1_000_000), "I2C at 1000000 Hz: most displays take it, but the datasheet of the ssd1306"),
        (changed(I2C=None, SPI=dict(SPI, freq=12_000_000)), "SPI at 12000000 Hz"),
        (changed(I2C=None, SPI=dict(SPI, reset=None)), "SPI has no reset"),
        (inner("BUTTONS", b=26), "button b is on GP26, which can measure voltages"),
        (inner("BUTTONS", up=...), "of the buttons up and down only one is there"),
    ],
)
def test_a_doubt_is_no_fault(values, text):
    faults, doubts = check(values)
    assert faults == []
    assert len(doubts) == 1
    assert text in doubts[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NAME = ", "boards/mine.py, line 1: "),
        ("NAME = 'mine'\nNAME = 'mine'\n", "line 2: NAME is there twice"),
        ("import machine\n", "line 1: not of the form NAME = value"),
        ("LED = Pin(3)\n", "line 1: LED is no plain value"),
        ("LED = " + "{" * 300, "boards/mine.py"),
        ("LED = " + "-" * 3000 + "1", "boards/mine.py"),
        ("LED = '\0'", "boards/mine.py"),
        ("LED = " + "9" * 5000, "boards/mine.py"),
    ],
)
def test_a_file_that_is_more_than_data_is_refused(text, message):
    with pytest.raises(boardfile.BoardFileError) as caught:
        boardfile.parse(text, "mine")
    assert message in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "mine.py").write_bytes(b"NAME = '\xff'")
    assert board_tool.main(["--source", str(tmp_path), "check"]) == 1
    assert "boards/mine.py is no text in UTF-8" in capsys.readouterr().out


def test_the_command_names_faults_and_unknown_boards(tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    text = (ROOT / "boards" / "pico.py").read_text().replace('"b": 15', '"b": 14')
    (tmp_path / "boards" / "pico.py").write_text(text)
    assert board_tool.main(["--source", str(tmp_path), "check", "pico", "nano"]) == 1
    out = capsys.readouterr().out
    assert "pico: wrong\n    wrong: GP14 is taken twice: for button a and for button b\n" in out
    assert "nano: wrong\n    unknown board 'nano'; boards/ has: pico\n" in out
    assert board_tool.main(["--source", str(tmp_path), "show", "pico"]) == 1
    assert "GP14 is taken twice" in capsys.readouterr().err


# ---- the data themselves ----


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_a_model_holds_together(model):
    assert len(set(model.gpios)) == len(model.gpios)
    assert not set(model.gpios) & set(model.inside)
    assert model.supply("GND")
    assert model.supply("3V3")
    assert model.files_at % 4096 == 0
    assert model.files_at + model.file_blocks * 4096 == model.flash_bytes
    assert {model.place(pad)[0] for pad in model.left} == {0}
    assert {model.place(pad)[0] for pad in model.right} == {WIDTH}
    assert len({model.place(pad) for pad in model.pads}) == len(model.pads)


def test_the_picos_have_26_gpios_at_their_numbered_pins():
    for name in ("RPI_PICO", "RPI_PICO_W", "RPI_PICO2"):
        model = MODELS[name]
        assert model.gpios == [*range(23), 26, 27, 28]
        marks = [pad.mark for pad in model.pads]
        assert sorted(int(mark.removeprefix("pin ")) for mark in marks) == list(range(1, 41))
        for gpio, pin in ((0, 1), (4, 6), (15, 20), (16, 21), (22, 29), (28, 34)):
            assert model.pad_of(gpio).mark == "pin %d" % pin
        assert model.supply("3V3")[0].mark == "pin 36"
        assert [pad.mark for pad in model.supply("GND")] == ["pin %d" % n for n in (3, 8, 13, 18, 38, 33, 28, 23)]


def test_every_even_pin_is_some_sda_and_every_odd_one_some_scl():
    for gpio in range(30):
        role, other = ("scl", "sda") if gpio & 1 else ("sda", "scl")
        assert chips.RP2040.buses_of("I2C", role, gpio) == [gpio >> 1 & 1]
        assert chips.RP2040.buses_of("I2C", other, gpio) == []


# ---- tables and drawings ----


def test_the_table_names_every_wire():
    rows = wiring.rows(GOOD)
    assert rows[1:5] == [
        ("display", "GND", "GND", "pin 38"),
        ("display", "VCC", "3V3", "pin 36"),
        ("display", "SDA", "GP4", "pin 6"),
        ("display", "SCL", "GP5", "pin 7"),
    ]
    assert ("button A", "one", "GP14", "pin 19") in rows
    assert rows[-1] == ("every button", "other", "GND", "pin 18")


def test_an_spi_display_a_buzzer_and_a_led_of_ones_own_are_in_the_table():
    rows = wiring.rows(changed(I2C=None, SPI=SPI, BUZZER=16, LED=22))
    assert [row[1:3] for row in rows if row[0] == "display"] == [
        ("GND", "GND"), ("VCC", "3V3"), ("SCK (CLK, D0)", "GP18"), ("MOSI (SDA, D1)", "GP19"), ("RES", "GP21"),
        ("DC", "GP20"), ("CS", "GP17"),
    ]  # fmt: skip
    assert ("buzzer", "+", "GP16", "pin 21") in rows
    assert ("led", "anode, by 470 ohms", "GP22", "pin 29") in rows


SVG = "{http://www.w3.org/2000/svg}"


def lines_of(svg):
    return [
        [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        for line in ET.fromstring(svg).iter(SVG + "polyline")
    ]


WIRED = [changed(), changed(I2C=None, SPI=SPI, BUZZER=16, LED=22)]
WIRED += [boardfile.read(ROOT / "boards", name).values for name in BOARDS]


@pytest.mark.parametrize("values", WIRED, ids=["plain", "spi", *BOARDS])
def test_wires_are_drawn_at_right_angles_and_never_on_one_another(values):
    lines = lines_of(drawing.draw(values, "title"))
    assert len(lines) >= len(wiring.wires(values))
    taken = []
    for line in lines:
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            assert ax == bx or ay == by
            if (ax, ay) == (bx, by):
                continue
            upright = ax == bx
            at, low, high = (ax, *sorted((ay, by))) if upright else (ay, *sorted((ax, bx)))
            taken.append((upright, at, low, high, line))
    for index, (upright, at, low, high, line) in enumerate(taken):
        for other_upright, other_at, other_low, other_high, other in taken[:index]:
            same_net = line[0] == other[0] or line[-1] == other[-1]  # two wires of one pad, or of the rail
            if not same_net and (upright, at) == (other_upright, other_at):
                assert high <= other_low or other_high <= low, (line, other)


@pytest.mark.parametrize("values", WIRED, ids=["plain", "spi", *BOARDS])
def test_everything_drawn_lies_within_the_picture(values):
    root = ET.fromstring(drawing.draw(values, "title"))
    width, height = float(root.get("width")), float(root.get("height"))
    for line in lines_of(drawing.draw(values, "title")):
        assert all(0 < x < width and 0 < y < height for x, y in line)
    labels = [element.text for element in root.iter(SVG + "text")]
    for wire in wiring.wires(values):
        assert any(wire.pad.label in label or wire.pad.mark == label for label in labels)


def test_the_documents_are_those_of_the_board_files():
    expected = board_tool.documents(ROOT / "boards")
    directory = ROOT / "docs" / "wiring"
    assert sorted(path.name for path in directory.iterdir()) == sorted(expected)
    for name, text in expected.items():
        assert (directory / name).read_text() == text, "run tools/board.py draw"


def test_show_draws_into_a_file(tmp_path, capsys):
    target = tmp_path / "pico.svg"
    assert board_tool.main(["show", "pico", "--svg", str(target)]) == 0
    assert "| display      | SDA     | GP4 " in capsys.readouterr().out
    ET.fromstring(target.read_text())


# ---- new boards ----


NEW = [
    [],
    ["--driver", "sh1106", "--address", "0x3D", "--rotate", "180"],
    ["--spi"],
    ["--spi", "--driver", "sh1106", "--buzzer"],
    ["--buttons", "4", "--buzzer", "--freq", "1000000"],
]


@pytest.mark.parametrize("model", sorted(MODELS))
@pytest.mark.parametrize("extra", NEW, ids=[" ".join(each) or "plain" for each in NEW])
def test_a_new_board_has_no_faults(tmp_path, capsys, model, extra):
    (tmp_path / "boards").mkdir()
    code = board_tool.main(["--source", str(tmp_path), "new", "mine", "--model", model, *extra])
    if model == "SEEED_XIAO_RP2040" and "--spi" in extra and "--buzzer" in extra:
        assert code == 1  # eleven pins: five for the display, six for buttons
        assert "has no more pins" in capsys.readouterr().err
        return
    assert code == 0
    board = boardfile.read(tmp_path / "boards", "mine")
    assert checks.check(board)[0] == []
    assert board.values["MODEL"] == model
    assert ("SPI" in board.values) == ("--spi" in extra)
    assert len(board.values["BUTTONS"]) == (4 if "4" in extra else 6)
    if "--address" in extra:
        assert board.values["DISPLAY"] == {
            "driver": "sh1106", "width": 128, "height": 64, "address": 0x3D, "rotate": 180,
        }  # fmt: skip


def test_a_new_board_replaces_no_other(tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    path = tmp_path / "boards" / "mine.py"
    path.write_text("")
    assert board_tool.main(["--source", str(tmp_path), "new", "mine"]) == 1
    assert "boards/mine.py is there already" in capsys.readouterr().err
    assert path.read_text() == ""
    assert board_tool.main(["--source", str(tmp_path), "new", "My-Board"]) == 1
    assert "small letters" in capsys.readouterr().err


def test_the_wrong_address_is_refused_before_a_file_is_written(tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    assert board_tool.main(["--source", str(tmp_path), "new", "mine", "--address", "0x78"]) == 1
    assert "expected 0x3C" in capsys.readouterr().err
    assert not list((tmp_path / "boards").iterdir())
