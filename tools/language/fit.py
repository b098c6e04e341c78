"""Whether texts fit into their places, and lines of sentences can be broken to fit."""

from . import shape


def faults(texts, places, shaper):
    """Return what does not fit, as a list of sentences.

    texts   {name: text as it is drawn}, of shape.whole; places  {name: table.Place} of the English table
    shaper  what the texts were shaped with
    """
    measure = Measure(texts, places, shaper)
    wrong = []
    for name, place in places.items():
        if place is None or name not in texts:
            continue
        forms = texts[name].split("|")
        for form in forms[-1:] if place.last else forms:
            for number, line in enumerate(measure.filled(form, place).split("\n")):
                large = place.large or (place.banner and number == 0)
                width = shape.width(line, shaper.face, large)
                if place.room is not None and width > place.room:
                    wrong.append("%s: %d pixels wide, %d have room: %s" % (name, width, place.room, form))
                if place.room is None:
                    wrong += _too_long(name, line, shaper)
    return wrong


BROKEN = 118  # room of a line that is broken, behind the two blanks that it begins with


def _too_long(name, line, shaper):
    """What cannot be broken to fit on a line of the page of rules."""
    return [
        "%s: no line break for %d pixels: %s" % (name, shape.width(word, shaper.face), word)
        for word in line.replace(shape.BREAK, " ").split(" ")
        if shape.width(word, shaper.face) > BROKEN - 8
    ]


class Measure:
    """Fills the widest values into texts."""

    def __init__(self, texts, places, shaper):
        self._texts = texts
        self._places = places
        self._shaper = shaper

    def filled(self, form, place):
        """Return a form of a text with the widest values in its places."""
        values = [self._widest(value) for value in place.values]
        return form.format(*values) if values else form

    def _widest(self, value):
        if not value.startswith("@"):
            return value
        name = value[1:]
        place = self._places[name]
        forms = self._texts[name].split("|")
        filled = [self.filled(form, place) for form in forms]
        return max(filled, key=lambda text: shape.width(text, self._shaper.face))
