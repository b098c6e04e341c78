"""What is written on the screen, for those who have it read to them.

Keeps what is written and which cards are drawn on the canvas, as far as nothing was drawn over it, and hands it to the
page with each picture. It listens at the canvas from outside: on a device there is nothing of it.

A picture is a list of items, each a list:

    ["text", text as it is drawn, x, y, width, 1 lit or 0 dark on a bar]
    ["card", card's byte, 0 for a back, x, y, width]
    ["hand", [[card's byte, state], ...], 0, y, 128]    state: 1 may be chosen, 2 marked, 4 under the cursor
    ["seats", row of the names, row of what was called or played, 0, 0]   on the table only
"""

import json

import elba_page as _page
from micropython import const

_FREE = const(1)
_MARKED = const(2)
_CHOSEN = const(4)

_items = []
_told = ""
_in_hand = False  # cards are being drawn that _hand() tells of


def listen():
    """Listen at the canvas, the table and the device from now on."""
    from handheld.canvas import SMALL_WIDTH, Canvas
    from handheld.device import Device
    from handheld.table import Table

    _listen_to_canvas(Canvas, SMALL_WIDTH)
    _listen_to_table(Table)
    show = Device.show

    def and_tell(device):
        show(device)
        _tell()

    Device.show = and_tell


def _listen_to_canvas(canvas_class, small):
    write, title = canvas_class.write, canvas_class.title

    def put(kind, draw):
        def drawn(canvas, text, x, y, color=1):
            end = draw(canvas, text, x, y, color)
            if text:
                _items.append([kind, text, x, y, end - x, color])
            return end

        return drawn

    canvas_class.write = put("text", write)
    canvas_class.title = put("text", title)

    def lay(draw, width):
        def drawn(canvas, card, x, y):
            draw(canvas, card, x, y)
            if not _in_hand:
                _items.append(["card", card, x, y, width])

        return drawn

    for name in ("card", "fanned_card"):
        setattr(canvas_class, name, lay(getattr(canvas_class, name), 17))
    canvas_class.small_card = lay(canvas_class.small_card, small)

    # What the FrameBuffer itself does.
    def clear(canvas, color):
        _items.clear()
        super(canvas_class, canvas).fill(color)

    def cover(canvas, x, y, width, height, color):
        super(canvas_class, canvas).fill_rect(x, y, width, height, color)
        if not _in_hand:
            _cover(x, y, width, height)

    canvas_class.fill = clear
    canvas_class.fill_rect = cover


def _cover(x, y, width, height):
    """Forget what lies below a rectangle."""
    for i in range(len(_items) - 1, -1, -1):
        item = _items[i]
        middle = item[2] + item[4] // 2
        if item[0] in ("text", "card") and x <= middle < x + width and y <= item[3] + 3 < y + height:
            _items.pop(i)


def _listen_to_table(table_class):
    from handheld import table as module

    draw, trick, lay_hand = table_class.draw, table_class.trick, table_class.lay_hand

    def seats():
        _items.append(["seats", module.names_row(), module.played_row(), 0, 0])

    def drawn(table, *values):
        draw(table, *values)
        seats()

    def won(table, *values):
        trick(table, *values)
        seats()

    def laid(table, free, marked, chosen):
        global _in_hand
        _in_hand = True
        try:
            lay_hand(table, free, marked, chosen)
        finally:
            _in_hand = False
        cards = [[table.hand[i], _state(i, free, marked, chosen)] for i in range(table.held)]
        if table.floater >= 0:
            cards.append([table.floater, _state(table.held, free, marked, chosen)])
        if cards:
            for item in _items:
                if item[0] == "hand":
                    _items.remove(item)
                    break
            _items.append(["hand", cards, 0, 37, 128])

    table_class.draw = drawn
    table_class.trick = won
    table_class.lay_hand = laid


def _state(i, free, marked, chosen):
    state = _FREE if (free | marked) >> i & 1 else 0
    if marked >> i & 1:
        state |= _MARKED
    return state | _CHOSEN if i == chosen else state


def _tell():
    """Hand the page what is on the screen, if that is something else than the last time."""
    global _told
    from handheld import lang

    text = json.dumps([lang.code, _items])
    if text != _told:
        _told = text
        _page.told(text)
