"""The model of the display: it shows what the datasheet says, and lets no mistake of a driver pass."""

import pytest

from handset import frames
from handset.panel import FRAME_BYTES, Panel

INIT = (0xAE, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14)


def command(panel, *values):
    panel.transfer(b"\x00" + bytes(values))


def data(panel, values):
    panel.transfer(b"\x40" + bytes(values))


@pytest.fixture
def panel():
    """A panel as a driver leaves it: the usual way up, blank, on."""
    panel = Panel()
    command(panel, *INIT)
    data(panel, bytes(1024))
    command(panel, 0xAF)
    assert not panel.errors
    return panel


def lit(panel):
    """Return the set of lit pixels (x, y)."""
    rows = frames.rows(panel.frame())
    return {(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "1"}


# ---- the picture ----


def test_after_power_on_the_glass_is_dark_and_the_memory_noise():
    panel = Panel()
    assert panel.frame() == bytes(FRAME_BYTES)
    command(panel, 0x8D, 0x14, 0xAF)
    assert 3000 < len(lit(panel)) < 5200


def test_a_byte_is_eight_pixels_downwards(panel):
    data(panel, [0x01, 0x80])
    assert lit(panel) == {(0, 0), (1, 7)}


def test_data_run_along_the_page_and_on_to_the_next(panel):
    data(panel, [0] * 127 + [0x01, 0x01])
    assert lit(panel) == {(127, 0), (0, 8)}


def test_a_window_is_filled_line_by_line(panel):
    command(panel, 0x21, 10, 11, 0x22, 2, 3)
    data(panel, [0x01, 0x02, 0x04, 0x08])
    assert lit(panel) == {(10, 16), (11, 17), (10, 26), (11, 27)}
    assert not panel.errors


def test_a_window_starts_over_in_the_next_transfer(panel):
    command(panel, 0x21, 10, 11, 0x22, 2, 2)
    data(panel, [0x01, 0x01])
    data(panel, [0x02])
    assert lit(panel) == {(10, 17), (11, 16)}
    assert not panel.errors


def test_vertical_addressing_goes_down_first(panel):
    command(panel, 0x20, 0x01, 0x21, 5, 6, 0x22, 0, 1)
    data(panel, [0x01, 0x02, 0x04])
    assert lit(panel) == {(5, 0), (5, 9), (6, 2)}


def test_page_addressing_stays_in_its_page(panel):
    command(panel, 0x20, 0x02, 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
    data(panel, [0x01, 0x01, 0x02])
    assert lit(panel) == {(126, 25), (127, 24)}
    assert len(panel.errors) == 1
    assert "ran past the end" in panel.errors[0]


def test_remapping_mirrors(panel):
    data(panel, [0x01])
    command(panel, 0xC0)
    assert lit(panel) == {(0, 63)}
    command(panel, 0xC8, 0xA0)
    assert lit(panel) == {(0, 0)}  # what is in the memory stays where it is
    command(panel, 0x21, 0, 127, 0x22, 0, 7)
    data(panel, [0x01])
    assert lit(panel) == {(0, 0), (127, 0)}


def test_the_start_line_scrolls(panel):
    data(panel, [0x04])
    command(panel, 0x42)
    assert lit(panel) == {(0, 0)}
    command(panel, 0x43)
    assert lit(panel) == {(0, 63)}


def test_the_offset_shifts(panel):
    data(panel, [0x04])
    command(panel, 0xD3, 2)
    assert lit(panel) == {(0, 0)}


def test_inverse_all_on_and_off(panel):
    data(panel, [0x01])
    command(panel, 0xA7)
    assert len(lit(panel)) == 8191
    command(panel, 0xA6, 0xA5)
    assert len(lit(panel)) == 8192
    command(panel, 0xA4)
    assert lit(panel) == {(0, 0)}
    command(panel, 0xAE)
    assert lit(panel) == set()
    command(panel, 0xAF)
    assert lit(panel) == {(0, 0)}


def test_unplugging_forgets_everything(panel):
    data(panel, [0xFF])
    panel.unplugged = True
    assert lit(panel) == set()
    panel.unplugged = False
    assert not panel.on
    assert lit(panel) == set()


def test_a_version_tells_that_the_picture_changed(panel):
    data(panel, [0x01])
    before = panel.version
    command(panel, 0x21, 0, 127, 0x22, 0, 7)
    window = panel.version
    data(panel, [0x01])
    assert panel.version == window >= before
    command(panel, 0x21, 0, 127, 0x22, 0, 7)
    window = panel.version
    data(panel, [0x03])
    assert panel.version > window


def test_a_command_may_be_spread_over_transfers(panel):
    panel.transfer(b"\x80\x81\x80\x20")
    assert panel.contrast == 0x20
    command(panel, 0x81)
    command(panel, 0x30)
    assert panel.contrast == 0x30
    assert panel.commands[-1] == (0x81, 0x30)
    assert not panel.errors


def test_counters_count(panel):
    before = panel.transfers, panel.bus_bytes, panel.data_bytes
    data(panel, [1, 2, 3])
    assert (panel.transfers, panel.bus_bytes, panel.data_bytes) == (before[0] + 1, before[1] + 4, before[2] + 3)


def test_the_status_tells_whether_the_display_is_on(panel):
    assert panel.read() == 0x00
    command(panel, 0xAE)
    assert panel.read() == 0x40


def test_a_scan_is_no_mistake(panel):
    panel.start()
    panel.stop()
    assert not panel.errors


# ---- mistakes ----


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0x20, 0x03), "addressing mode 0x03"),
        ((0x21, 0, 128), "column window 0 to 128"),
        ((0x21, 9, 8), "column window 9 to 8"),
        ((0x22, 0, 8), "page window 0 to 8"),
        ((0x20, 0x02, 0x22, 0, 7), "a page window in the page addressing mode"),
        ((0xB0,), "for the page addressing mode only"),
        ((0x10,), "for the page addressing mode only"),
        ((0x20, 0x02, 0x18), "column 128"),
        ((0x8D, 0x04), "charge pump setting 0x04"),
        ((0x8D, 0x10, 0xAF), "without its charge pump"),
        ((0xA8, 14), "multiplex ratio 14"),
        ((0xD3, 64), "display offset 64"),
        ((0xD9, 0xF0), "pre-charge 0xF0"),
        ((0xDA, 0x02), "COM pins 0x02"),
        ((0xDB, 0x40), "VCOMH level 0x40"),
        ((0x2F,), "does not scroll"),
        ((0xE5,), "unknown command 0xE5"),
    ],
)
def test_a_wrong_command_is_an_error(panel, values, message):
    command(panel, *values)
    assert len(panel.errors) == 1
    assert message in panel.errors[0]
    assert panel.errors[0].startswith("transfer %d: " % panel.transfers)


def test_data_past_their_window_are_an_error(panel):
    command(panel, 0x21, 10, 11, 0x22, 2, 2)
    data(panel, [0] * 3)
    assert "ran past the end of its window" in panel.errors[0]


def test_data_while_a_command_waits_are_an_error(panel):
    command(panel, 0x21, 0)
    data(panel, [0])
    assert "waits for its arguments" in panel.errors[0]


@pytest.mark.parametrize(
    ("transfer", "message"),
    [(b"\x41\x00", "control byte 0x41"), (b"\x40", "with nothing after it"), (b"\x80", "with nothing after it")],
)
def test_wrong_framing_is_an_error(panel, transfer, message):
    panel.transfer(transfer)
    assert message in panel.errors[0]


def test_bytes_outside_a_transaction_are_an_error(panel):
    panel.write(0)
    panel.stop()
    assert "a byte outside a transaction" in panel.errors[0]
    assert "a stop outside a transaction" in panel.errors[1]


def test_the_list_of_errors_has_an_end(panel):
    for _ in range(500):
        command(panel, 0xE5)
    assert len(panel.errors) == 101
    assert panel.errors[-1] == "more errors, not listed"
