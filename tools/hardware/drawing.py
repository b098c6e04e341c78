"""The wiring as an SVG: the board from above, the display and the buttons to its right, every wire in its own track.

Wires leave the board at its pads, go round it in lanes above or below where they have to, and come down to the parts in
tracks between board and parts. No two wires share a piece of lane or track; where they cross, they cross at a right
angle.
"""

from html import escape

from . import wiring
from .models import MODELS, WIDTH

_PITCH = 22  # between two pads
_TRACK = 11  # between two wires side by side
_MARGIN = 14
_MARKS = 92  # room at each side of the board for the pads' names
_ROW = 30  # between two pins of a part
_PART = 190  # width of a part

_COLOURS = {
    "gnd": "#333333",
    "vcc": "#d62828",
    "sda": "#1d6fdc",
    "scl": "#e0a100",
    "sck": "#e0a100",
    "mosi": "#1d6fdc",
    "reset": "#8a5a2b",
    "dc": "#0f9d8a",
    "cs": "#7b3fb5",
    "out": "#c2569b",
}
_BUTTON_COLOURS = ("#2a9d3f", "#7fb800", "#00a0b0", "#f2741f", "#b5179e", "#6a4fd6")


class _Svg:
    """Collects elements; text() gives the document."""

    def __init__(self):
        self._elements = []

    def add(self, name, text=None, **attributes):
        inner = "" if text is None else escape(text)
        pairs = "".join(' %s="%s"' % (key.replace("_", "-"), _number(value)) for key, value in attributes.items())
        self._elements.append("<%s%s>%s</%s>" % (name, pairs, inner, name) if inner else "<%s%s/>" % (name, pairs))

    def label(self, text, x, y, anchor="start", size=12, fill="#222222", weight="normal"):
        self.add("text", text, x=x, y=y, text_anchor=anchor, font_size=size, fill=fill, font_weight=weight)

    def text(self, width, height, title):
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" '
            'font-family="DejaVu Sans, Verdana, sans-serif">' % (width, height, width, height)
        )
        return "\n".join([head, "<title>%s</title>" % escape(title), *self._elements, "</svg>", ""])


def _number(value):
    return "%g" % value if isinstance(value, (int, float)) else value


def draw(values, title):
    """Return the drawing of a board's values as the text of an SVG file."""
    return _Drawing(values, title).text


class _Drawing:
    def __init__(self, values, title):
        self._model = MODELS[values["MODEL"]]
        self._svg = _Svg()
        wires = wiring.wires(values)
        self._colours = self._colour(wires)
        parts = self._parts(wires)
        over = [wire for wire in wires if self._goes(wire) == "over"]
        under = [wire for wire in wires if self._goes(wire) == "under"]
        self._tracks = len(wires) + 2

        self._board_left = _MARGIN + _MARKS + (len(over) + len(under)) * _TRACK + 2 * _TRACK
        self._board_top = _MARGIN + 40 + (len(over) + 2) * _TRACK
        board_right = self._board_left + WIDTH * _PITCH
        self._tracks_left = board_right + _MARKS + 2 * _TRACK
        self._parts_left = self._tracks_left + self._tracks * _TRACK + _TRACK

        terminals = self._draw_parts(parts, values)
        bottom = self._board_top + self._model.rows * _PITCH + 30
        lanes_bottom = bottom + (len(under) + 1) * _TRACK
        self._route(wires, terminals, over, under, bottom)
        self._draw_board(wires)
        width = self._parts_left + _PART + _MARGIN
        height = max(lanes_bottom, self._parts_bottom) + _MARGIN
        self._svg.label(title, _MARGIN, _MARGIN + 10, size=15, weight="bold")
        self._svg.label("seen from above", _MARGIN, _MARGIN + 27, size=11, fill="#666666")
        self.text = self._svg.text(width, height, title)

    # ---- what goes where ----

    def _colour(self, wires):
        buttons = iter(_BUTTON_COLOURS)
        return {
            id(wire): next(buttons) if wire.kind == "button" else _COLOURS[wire.kind] for wire in wires
        }

    @staticmethod
    def _parts(wires):
        """{name of a part: its wires}; all buttons are one part, whose common wire comes last."""
        parts = {}
        for wire in wires:
            name = "buttons" if "button" in wire.part else wire.part
            parts.setdefault(name, []).append(wire)
        return parts

    def _goes(self, wire):
        """How a wire gets to the right of the board: "across" from the right edge, "over" or "under" the board."""
        x, _ = self._model.place(wire.pad)
        if x == WIDTH:
            return "across"
        if wire.pad in self._model.bottom:
            return "under"
        return "over" if wire.part == "display" else "under"

    def _pad_place(self, pad):
        x, y = self._model.place(pad)
        return self._board_left + x * _PITCH, self._board_top + 18 + y * _PITCH

    # ---- drawing ----

    def _draw_parts(self, parts, values):
        """Draw the parts; return {id of a wire: (x, y) of its terminal}."""
        svg, left = self._svg, self._parts_left
        terminals = {}
        y = self._board_top
        svg.label(wiring.display_title(values), left + 8, y - 8, weight="bold")
        display = parts.pop("display")
        height = len(display) * _ROW + 8
        svg.add("rect", x=left, y=y, width=_PART, height=height, rx=6, fill="#dfe8f5", stroke="#48617f")
        svg.add("rect", x=left + 92, y=y + 12, width=86, height=43, fill="#101820")
        svg.label("ELBA", left + 135, y + 38, "middle", 15, "#9fe7ff", "bold")
        for index, wire in enumerate(display):
            at = y + 20 + index * _ROW
            terminals[id(wire)] = (left, at)
            svg.label(wire.pin, left + 10, at + 4)
        y += height + 46
        for name, wires in parts.items():
            svg.label(name, left + 8, y - 8, weight="bold")
            common = [wire for wire in wires if wire.kind == "gnd"]
            single = sorted((w for w in wires if w.kind != "gnd"), key=self._order)
            rail = left + 150
            for index, wire in enumerate(single):
                at = y + 18 + index * _ROW
                terminals[id(wire)] = (left, at)
                self._draw_part(wire, left, at, rail)
            end = y + 18 + len(single) * _ROW
            for wire in common:
                terminals[id(wire)] = (left, end)
                self._line(wire, [(rail, y + 18), (rail, end), (left, end)])
                svg.label("GND", rail + 8, end + 4, size=11)
            y = end + 46
        self._parts_bottom = y - 30
        return terminals

    def _order(self, wire):
        # Wires that go under the board come up nested: the lowest pad to the highest row.
        _, y = self._model.place(wire.pad)
        return -y if self._goes(wire) == "under" else y - 1000

    def _draw_part(self, wire, left, at, rail):
        svg, colour = self._svg, self._colours[id(wire)]
        middle = left + 80
        svg.add("line", x1=left, y1=at, x2=middle - 13, y2=at, stroke=colour, stroke_width=2.5)
        svg.add("line", x1=middle + 13, y1=at, x2=rail, y2=at, stroke=_COLOURS["gnd"], stroke_width=2.5)
        svg.add("circle", cx=middle, cy=at, r=13, fill="#ffffff", stroke=colour, stroke_width=2.5)
        name = wire.part.removeprefix("button ")
        if len(name) == 1:
            svg.label(name, middle, at + 5, "middle", 13, weight="bold")
        else:
            svg.label(name, middle, at + 3.5, "middle", 9)

    def _draw_board(self, wires):
        svg, model = self._svg, self._model
        used = {wire.pad: self._colours[id(wire)] for wire in wires}
        left, top = self._board_left, self._board_top
        width, height = WIDTH * _PITCH, model.rows * _PITCH
        svg.add("rect", x=left - 9, y=top, width=width + 18, height=height + 14, rx=8, fill="#d9efdc", stroke="#3b7a46")
        usb = left + width / 2 - 24
        svg.add("rect", x=usb, y=top - 10, width=48, height=26, rx=3, fill="#c8c8c8", stroke="#777777")
        svg.label("USB", left + width / 2, top + 8, "middle", 11)
        words = model.title.split()
        for index, word in enumerate(words):
            y = top + height / 2 + (index - (len(words) - 1) / 2) * 14
            svg.label(word, left + width / 2, y, "middle", 11, weight="bold")
        for pad in model.pads:
            x, y = self._pad_place(pad)
            colour = used.get(pad)
            svg.add("circle", cx=x, cy=y, r=6, fill=colour or "#f5e9b8", stroke="#7a6a2a")
            mark = pad.label if pad.mark == pad.label or pad.mark.isdigit() else "%s  %s" % (pad.label, pad.mark)
            weight, fill = ("bold", "#111111") if colour else ("normal", "#888888")
            if pad in model.bottom:
                svg.label(pad.mark, x, y + 20, "middle", 10, fill, weight)
            elif x == left:
                svg.label(mark, x - 13, y - 3, "end", 10, fill, weight)
            else:
                svg.label(mark, x + 13, y - 3, "start", 10, fill, weight)

    def _line(self, wire, points):
        self._svg.add(
            "polyline",
            points=" ".join("%g,%g" % point for point in points),
            fill="none",
            stroke=self._colours[id(wire)],
            stroke_width=2.5,
            stroke_linejoin="round",
        )

    def _route(self, wires, terminals, over, under, bottom):
        pads_left = self._board_left - _MARKS
        # Of the wires over the board the highest pad takes the innermost way; of those under it, the lowest.
        over = sorted(over, key=lambda wire: self._model.place(wire.pad)[1])
        under = sorted(under, key=lambda wire: (-self._model.place(wire.pad)[1], -self._model.place(wire.pad)[0]))
        across = [wire for wire in wires if self._goes(wire) == "across"]
        tracks = self._share_tracks(over, under, across, terminals)
        for wire in wires:
            x, y = self._pad_place(wire.pad)
            end_x, end_y = terminals[id(wire)]
            track = self._tracks_left + tracks[id(wire)] * _TRACK
            points = [(x, y)]
            if wire in over:
                index = over.index(wire)
                out, lane = pads_left - index * _TRACK, self._board_top - (index + 2) * _TRACK
                points += [(out, y), (out, lane), (track, lane)]
            elif wire in under:
                index = under.index(wire)
                lane = bottom + index * _TRACK
                if wire.pad in self._model.bottom:
                    points += [(x, lane), (track, lane)]
                else:
                    out = pads_left - (len(over) + index) * _TRACK
                    points += [(out, y), (out, lane), (track, lane)]
            else:
                points += [(track, y)]
            points += [(track, end_y), (end_x, end_y)]
            self._line(wire, points)

    def _share_tracks(self, over, under, across, terminals):
        """Return {id of a wire: its track}, 0 nearest to the board, so that few wires cross."""
        # From the right edge: wires that rise cross nothing if the upper one is nearer to the board, wires that fall if
        # the lower one is. Those round the board are nested outside of one another.
        def rises(wire):
            return terminals[id(wire)][1] <= self._pad_place(wire.pad)[1]

        up = sorted((w for w in across if rises(w)), key=lambda w: self._pad_place(w.pad)[1])
        down = sorted((w for w in across if not rises(w)), key=lambda w: -self._pad_place(w.pad)[1])
        order = [*up, *down, *under, *over]
        return {id(wire): index for index, wire in enumerate(order)}
