"""A JSON file of Counts that a long measurement goes on from.

    {"format": "elba-proof", "version": 1, "what": {...what was asked...}, "sources": "sha256 of lib/",
     "deals": 12, "counts": {name: whole number}}
"""

import json
import os
from pathlib import Path

from .counts import Counts
from .results import BadResults

FORMAT = "elba-proof"
VERSION = 1


class Kept:
    """Counts of the first `deals` deals.

    path    file, None to keep nothing
    what    dict of text and numbers: what is measured; a file of anything else is refused
    digest  of the sources, see results.sources

    Raises BadResults for a file that cannot be gone on from.
    """

    def __init__(self, path, what, digest):
        self._path = path and Path(path)
        self._head = {"format": FORMAT, "version": VERSION, "what": what, "sources": digest}
        self.deals = 0
        self.counts = Counts()
        if self._path and self._path.exists():
            self._read()

    def _read(self):
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            for name, value in self._head.items():
                if found[name] != value:
                    raise BadResults("%s: %s is not %s: name another file, or delete it" % (self._path, name, value))
            self.deals = int(found["deals"])
            self.counts = Counts({str(name): int(value) for name, value in found["counts"].items()})
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BadResults):
                raise
            raise BadResults("%s is no file of this tool: %s %s" % (self._path, type(error).__name__, error)) from None

    def save(self):
        """Write the file; whenever it is cut short, either the old or the new one is there."""
        if not self._path:
            return
        part = self._path.with_name(self._path.name + ".part")
        data = {**self._head, "deals": self.deals, "counts": {name: self.counts[name] for name in sorted(self.counts)}}
        part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        os.replace(part, self._path)
