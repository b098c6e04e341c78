"""From what the device draws back to letters: what the pairs of characters of a face stand for.

For whoever reads the screen without seeing it: a page that hands it to a screen reader gets the texts as they are
drawn, shaped and in visual order.
"""

import re

from . import shape


def of(code, texts):
    """Return a list: what each glyph of a language's face stands for, in the order of its glyphs; [] without a face.

    texts  the language's table as it is drawn from, all of them: their order makes the order of the glyphs
    """
    shaper = shape.shaper(code)
    for name in sorted(texts):
        shape.whole(shaper.shape, texts[name])
    if not shaper.face:
        return []
    written = _thai(texts) if code == "th" else _persian()
    return [written[rows] for rows in shaper.face.glyphs]


def _persian():
    return {tuple(rows): letter for letter, rows in reversed(shape._letters("persian.txt").items())}


def _thai(texts):
    letters = shape._letters("thai.txt")
    marks = shape._ABOVE + shape._BELOW + shape._TONES
    joined = "\n".join(texts.values()).replace(shape._SARA_AM, shape._NIKHAHIT + "า")
    found = {}
    # The ring of a nikhahit is drawn as a thanthakhat is, and only it stands before an "า", by which it is known.
    clusters = re.findall("[^%s][%s]*" % (marks, marks), joined)
    for cluster in sorted(clusters, key=lambda each: shape._NIKHAHIT in each):
        if cluster[0] in letters:
            found.setdefault(tuple(shape._stacked(cluster, letters)), cluster)
    return found
