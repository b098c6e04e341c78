"""One file to flash: the UF2 format, what MicroPython's binary says, the file system, and what is read back."""

import random
import struct

import pytest
from littlefs import LittleFS, UserContext
from rp2040py.device.load_flash import decode_block

import releases
import uf2
from conftest import ROOT
from flashfile import binaryinfo, blocks, filesystem, onefile
from hardware.models import MODELS

PICO = MODELS["RPI_PICO"]
PICO2 = MODELS["RPI_PICO2"]
RP2040 = PICO.chip.family
RP2350 = PICO2.chip.family
ABSOLUTE = 0xE48BFF57
FLASH = blocks.FLASH_START

FILES = {"/main.py": b"print()", "/lib/a/b.mpy": bytes(range(256)) * 40, "/lib/c.mpy": b"c", "/empty": b""}


def program(name="MicroPython", version="v1.26.1", board="pico", files=(FLASH + 0xA0000, 352 * 4096), pages=40):
    """Pages of a program that has a table of what it is, as the linker of the Pico SDK leaves it."""
    rest = random.Random(1)
    memory = bytearray(rest.randbytes(256 * pages))
    at = {"texts": 0x1000, "entries": 0x1800, "table": 0x1C00}
    entries = []

    def text(value):
        place = at["texts"]
        memory[place : place + len(value) + 1] = value.encode() + b"\0"
        at["texts"] += len(value) + 1
        return FLASH + place

    def entry(data):
        place = at["entries"]
        memory[place : place + len(data)] = data
        at["entries"] += -(-len(data) // 4) * 4
        entries.append(FLASH + place)

    for identity, value in ((0x02031C86, name), (0x11A9BC3A, version), (0xB63CFFBB, board)):
        if value:
            entry(struct.pack("<H2sII", 6, b"RP", identity, text(value)))
    entry(struct.pack("<H2sII", 5, b"RP", 1, 2))
    if files:
        entry(struct.pack("<H2s5I", 7, b"MP", text("MicroPython"), *files, 0, 3))
    table = struct.pack("<%dI" % len(entries), *entries)
    memory[at["table"] : at["table"] + len(table)] = table
    start, end = FLASH + at["table"], FLASH + at["table"] + len(table)
    memory[0x1D4 : 0x1D4 + 20] = struct.pack("<5I", 0x7188EBF2, start, end, FLASH, 0xE71AA390)
    return {FLASH + place: bytes(memory[place : place + 256]) for place in range(0, len(memory), 256)}


def base_file(family=RP2040, **words):
    content = blocks.write(program(**words), family)
    if family == RP2350:
        # As MicroPython's own files for this chip begin: one block of another family, see RP2350-E10.
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, ABSOLUTE)
        content = head + b"\xef" * 256 + bytes(476 - 256) + struct.pack("<I", 0x0AB16F30) + content
    return content


def base_of(model=PICO, **words):
    return onefile.read_base(base_file(model.chip.family, **words), model, "base.uf2")


PICO2_FILES = {"files": (FLASH + 0x100000, 768 * 4096), "board": "pico2"}


# ---- the format ----


def test_what_is_written_is_read_by_this_and_by_another_reader():
    pages = program()
    content = blocks.write(pages, RP2040)
    assert blocks.pages_of(blocks.parse(content), RP2040) == pages
    others = [decode_block(content[at : at + 512]) for at in range(0, len(content), 512)]
    assert {block.flash_address: block.payload for block in others} == pages
    assert list(blocks.pages_of(blocks.parse(content), RP2040)) == sorted(pages)


def spoil(content, at, value, block=1):
    return content[: 512 * block + at] + struct.pack("<I", value) + content[512 * block + at + 4 :]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: b"", "is no UF2 file: 0 bytes"),
        (lambda c: c[:-1], "is no UF2 file: 20479 bytes are no multiple of 512"),
        (lambda c: spoil(c, 0, 1), "the marks of block 1 are missing"),
        (lambda c: spoil(c, 4, 1), "the marks of block 1 are missing"),
        (lambda c: spoil(c, 508, 1), "the marks of block 1 are missing"),
        (lambda c: spoil(c, 16, 500), "block 1: 500 bytes of data, expected 476 at most"),
        (lambda c: spoil(c, 16, 128), "block at 0x10000100: 128 bytes, expected 256"),
        (lambda c: spoil(c, 12, 0x10000180), "block at 0x10000180: 256 bytes, expected 256 at a multiple"),
        (lambda c: spoil(c, 12, 0x10000000), "block at 0x10000000: the address is there twice"),
        (lambda c: spoil(c, 20, 7), "it says 7 of 40, expected 1 of 40"),
        (lambda c: spoil(c, 24, 41), "it says 1 of 41, expected 1 of 40"),
        (lambda c: spoil(c, 28, RP2350, 0), "it says 1 of 40, expected 0 of 39"),
        (lambda c: c[:512], "it says 0 of 40, expected 0 of 1"),
    ],
)
def test_what_a_board_would_not_take_is_refused(change, message):
    with pytest.raises(blocks.Uf2Error) as caught:
        blocks.pages_of(blocks.parse(change(base_file())), RP2040)
    assert message in str(caught.value)


def test_blocks_that_are_not_for_the_flash_do_not_count():
    content = spoil(blocks.write(program(), RP2040), 8, blocks.HAS_FAMILY | blocks.NOT_MAIN_FLASH, 39)
    with pytest.raises(blocks.Uf2Error, match="it says 0 of 40, expected 0 of 39"):
        blocks.pages_of(blocks.parse(content), RP2040)


def test_sectors_are_filled_and_the_order_is_checked():
    page = b"\x00" * 256
    filled = blocks.fill_sectors({FLASH: page, FLASH + 0x2100: page})
    assert sorted(filled) == [*range(FLASH, FLASH + 0x1000, 256), *range(FLASH + 0x2000, FLASH + 0x3000, 256)]
    assert filled[FLASH + 0x2100] == page
    assert filled[FLASH + 0x2000] == b"\xff" * 256
    blocks.check_order(dict(sorted(filled.items())))
    with pytest.raises(blocks.Uf2Error, match="not in the order"):
        blocks.check_order(dict(sorted(filled.items(), reverse=True)))
    del filled[FLASH + 0x2F00]
    with pytest.raises(blocks.Uf2Error, match="the sector at 0x10002000 is there in part only"):
        blocks.check_order(dict(sorted(filled.items())))


# ---- what MicroPython says of itself ----


def test_the_table_of_the_program_is_read():
    about = binaryinfo.read(program())
    assert (about.program, about.version, about.board) == ("MicroPython", "v1.26.1", "pico")
    assert about.files == (FLASH + 0xA0000, 352 * 4096)
    assert about.numbers == (1, 26, 1)
    assert about.end == FLASH + 40 * 256


def test_a_table_that_leads_nowhere_is_an_error():
    pages = program()
    lost = dict(pages)
    del lost[FLASH + 0x1800]
    with pytest.raises(binaryinfo.BinaryInfoError, match="leads to 0x10001800"):
        binaryinfo.read(lost)
    blank = {address: bytes(256) for address in pages}
    with pytest.raises(binaryinfo.BinaryInfoError, match="no table"):
        binaryinfo.read(blank)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"name": "CircuitPython"}, "is CircuitPython, expected MicroPython"),
        ({"name": ""}, "is an unknown program, expected MicroPython"),
        ({"files": None}, "is MicroPython, expected MicroPython"),
        ({"version": "v1.22.2"}, "is MicroPython v1.22.2; 1.23 or newer is needed"),
        ({"version": "nightly"}, "is MicroPython nightly; 1.23 or newer"),
        ({"files": (FLASH + 0x2000, 352 * 4096)}, "has its files at 0x10002000 to 0x10162000, which"),
        ({"files": (FLASH + 0x100000, 512 * 4096)}, "which a Raspberry Pi Pico has no flash for"),
    ],
)
def test_another_program_is_refused(words, message):
    with pytest.raises(onefile.OneFileError) as caught:
        base_of(**words)
    assert message in str(caught.value)


def test_micropython_for_another_chip_is_refused():
    with pytest.raises(onefile.OneFileError) as caught:
        onefile.read_base(base_file(RP2350), PICO, "pico2.uf2")
    assert "pico2.uf2 has no blocks of the family 0xE48BFF56; it has: 0xE48BFF57, 0xE48BFF59" in str(caught.value)
    assert "a Raspberry Pi Pico has an RP2040" in str(caught.value)


# ---- the file system ----


def test_the_image_gives_back_its_files():
    image = filesystem.pack(FILES, 352 * 4096)
    assert len(image) == 352 * 4096
    assert filesystem.unpack(image) == FILES


def test_only_the_blocks_that_count_are_taken_and_they_are_enough():
    image = filesystem.pack(FILES, 352 * 4096)
    used = filesystem.used_blocks(image)
    assert {0, 1} <= used  # both halves of the root
    assert len(used) < 20
    junk = bytearray(random.Random(3).randbytes(len(image)))
    for number in used:
        at = number * 4096
        junk[at : at + 4096] = image[at : at + 4096]
    assert filesystem.unpack(junk) == FILES


def test_what_does_not_fit_and_what_is_none_are_told():
    with pytest.raises(filesystem.ImageError, match="do not fit"):
        filesystem.pack({"/big": bytes(64 * 4096)}, 64 * 4096)
    with pytest.raises(filesystem.ImageError, match="cannot be read"):
        filesystem.unpack(b"\xff" * 64 * 4096)


# ---- the whole file ----


@pytest.mark.parametrize(("model", "words"), [(PICO, {}), (PICO2, PICO2_FILES)], ids=["rp2040", "rp2350"])
@pytest.mark.parametrize("with_base", [True, False])
def test_a_file_holds_what_it_should_and_no_more(model, words, with_base):
    base = base_of(model, **words) if with_base else None
    content = onefile.make(FILES, model, base)
    found = onefile.read_back(content, model, base)
    assert found.files == FILES
    assert found.addresses == (FLASH + model.files_at, FLASH + model.flash_bytes)
    assert found.blocks == len(content) // 512
    parsed = blocks.parse(content)
    assert {block.family for block in parsed} == {model.chip.family} | ({ABSOLUTE} if base and base.before else set())
    pages = blocks.pages_of(parsed, model.chip.family)
    first = FLASH if with_base else FLASH + model.files_at
    assert min(pages) == first
    assert max(pages) < FLASH + model.flash_bytes
    if base:
        assert {address: pages[address] for address in base.pages} == base.pages
        assert parsed[: len(base.before)] == list(base.before)


def test_the_files_go_where_this_micropython_has_them():
    """MicroPython of another release or make may have another border between itself and the files."""
    base = base_of(files=(FLASH + 0x100000, 256 * 4096))
    content = onefile.make(FILES, PICO, base)
    assert onefile.read_back(content, PICO, base).addresses == (FLASH + 0x100000, FLASH + 0x200000)
    assert not [block for block in blocks.parse(content) if FLASH + 0xA0000 <= block.address < FLASH + 0x100000]


def test_an_earlier_file_system_does_not_show_through():
    """Of the two blocks of a directory the newer counts: none may be left where the new one is unwritten."""
    size = 352 * 4096
    context = UserContext(size)
    old = LittleFS(
        context=context, block_size=4096, block_count=352, read_size=32, prog_size=256, lookahead_size=32
    )
    for turn in range(300):  # many revisions of the root, in both blocks
        with old.open("/old%d" % (turn % 7), "wb") as file:
            file.write(bytes(900))
    old.unmount()
    newest = max(bytes(context.buffer[:4096]), bytes(context.buffer[4096:8192]), key=lambda block: block[3::-1])
    flash = bytearray(newest * 352)  # whichever block is looked at: it is a directory, and a newer one
    for address, data in blocks.pages_of(blocks.parse(onefile.make(FILES, PICO)), RP2040).items():
        at = address - FLASH - 0xA0000
        flash[at : at + 256] = data
    assert filesystem.unpack(flash) == FILES


def flip(content, at):
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def test_a_spoiled_file_is_found_out():
    base = base_of()
    content = onefile.make(FILES, PICO, base)
    with pytest.raises(onefile.OneFileError, match="what is at 0x10000300 is not MicroPython's"):
        onefile.read_back(flip(content, 512 * 3 + 32), PICO, base)
    in_a_file = content.index(FILES["/lib/a/b.mpy"][:256]) + 9
    assert onefile.read_back(flip(content, in_a_file), PICO, base).files != FILES
    with pytest.raises(onefile.OneFileError, match="is not MicroPython's"):
        onefile.read_back(content, PICO, None)
    with pytest.raises(onefile.OneFileError, match="is not MicroPython's"):
        onefile.read_back(onefile.make(FILES, PICO), PICO, base)


# ---- the command ----


@pytest.fixture
def tree(source, monkeypatch):
    monkeypatch.delenv(releases.VARIABLE, raising=False)
    monkeypatch.setattr(releases, "PINNED", {})
    return source("print()\n")


def run(tree, *arguments):
    return uf2.main(["--source", str(tree), *arguments])


def test_both_files_are_made_and_described(tree, tmp_path, capsys):
    path = tmp_path / "base.uf2"
    path.write_bytes(base_file())
    assert run(tree, "--base", str(path)) == 0
    out = capsys.readouterr().out
    base = base_of()
    for name, its_base in (("elba-pico.uf2", base), ("elba-pico-app.uf2", None)):
        content = (tree / "build" / name).read_bytes()
        files = onefile.read_back(content, PICO, its_base).files
        assert files == filesystem.files_of(tree / "build" / "device")
        assert "%s: %d bytes" % (tree / "build" / name, len(content)) in out
    assert "after MicroPython v1.26.1 for pico" in out
    assert "the saved games too" in out
    assert "note:" not in out


def test_the_variable_names_the_base(tree, tmp_path, monkeypatch):
    path = tmp_path / "base.uf2"
    path.write_bytes(base_file())
    monkeypatch.setenv(releases.VARIABLE, str(path))
    assert run(tree) == 0
    assert (tree / "build" / "elba-pico.uf2").is_file()
    assert run(tree, "--app") == 0


def test_without_a_base_there_is_the_file_for_a_board_that_has_micropython(tree, capsys):
    assert run(tree) == 0
    assert "no release of MicroPython is pinned for the Raspberry Pi Pico" in capsys.readouterr().err
    assert [path.name for path in (tree / "build").glob("*.uf2")] == ["elba-pico-app.uf2"]


def test_a_backup_is_brought_along(tree, capsys):
    assert run(tree, "--app", "--saves") == 1
    assert "there is no backup in" in capsys.readouterr().err
    for stamp, text in (("20260101-120000", b"old"), ("20260102-120000", b"new"), ("20260103-1-before-restore", b"x")):
        directory = tree / "backups" / stamp
        directory.mkdir(parents=True)
        (directory / "session.0").write_bytes(text)
    content = tree / "build" / "elba-pico-app.uf2"
    assert run(tree, "--app", "--saves") == 0
    assert onefile.read_back(content.read_bytes(), PICO).files["/saves/session.0"] == b"new"
    assert "the saved games are those of" in capsys.readouterr().out
    assert run(tree, "--app", "--saves", str(tree / "backups" / "20260101-120000")) == 0
    assert onefile.read_back(content.read_bytes(), PICO).files["/saves/session.0"] == b"old"
    assert run(tree, "--app", "--saves", "/no/such") == 1
    assert run(tree, "--app") == 0
    assert "/saves/session.0" not in onefile.read_back(content.read_bytes(), PICO).files


def test_a_base_for_another_board_and_another_border_are_noted(tree, tmp_path, capsys):
    path = tmp_path / "base.uf2"
    path.write_bytes(base_file(board="seeed_xiao_rp2040", files=(FLASH + 0x100000, 256 * 4096)))
    assert run(tree, "--base", str(path)) == 0
    out = capsys.readouterr().out
    assert "note: base.uf2 is MicroPython for the board seeed_xiao_rp2040, not pico" in out
    assert "note: this MicroPython has its files at 0x10100000, others for the Raspberry Pi Pico at 0x100A0000" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--base", "/no/such.uf2"], "uf2: there is no file /no/such.uf2"),
        (["--board", "nano"], "uf2: unknown board 'nano'"),
    ],
)
def test_what_is_not_there_is_told(tree, capsys, arguments, message):
    assert run(tree, *arguments) == 1
    assert message in capsys.readouterr().err


def test_a_board_file_with_faults_is_not_packed(tree, capsys):
    path = tree / "boards" / "pico.py"
    path.write_text(path.read_text().replace('"sda": 4', '"sda": 6'))
    assert run(tree) == 1
    assert "GP6 cannot be SDA of I2C 0" in capsys.readouterr().err
    assert not list((tree / "build").glob("*.uf2"))


def test_the_real_micropython_says_what_the_models_say():
    path = releases.given()
    if path is None:
        pytest.skip("%s is unset" % releases.VARIABLE)
    content = path.read_bytes()
    base = onefile.read_base(content, PICO, path.name)
    (model,) = [model for model in MODELS.values() if model.sdk_name == base.about.board]
    assert onefile.region(model, base) == onefile.region(model)
    files = filesystem.files_of(ROOT / "boards")
    assert onefile.read_back(onefile.make(files, PICO, base), PICO, base).files == files
