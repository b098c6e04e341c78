"""The SH1106 display controller, often sold as an SSD1306: 132 columns of memory, of which the glass shows 128.

It has no other addressing than by pages, which is what ssd1306.py uses; its supply and the level of dark pixels are
set by other commands.
"""

from handheld.ssd1306 import SSD1306

_FIRST_COLUMN = 2  # the glass is in the middle of the memory on nearly all modules


class SH1106(SSD1306):
    """As SSD1306; offset is 2 on nearly all modules, 0 on some."""

    _COLUMNS = 132
    _SUPPLY = (
        0xAD, 0x8B,  # voltage converter on
        0x32,  # its voltage
    )  # fmt: skip
    _DARK = 0x35
    _END = ()

    def __init__(self, wire, rotate=0, offset=_FIRST_COLUMN):
        super().__init__(wire, rotate, offset)
