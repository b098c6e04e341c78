"""Rows of a benchmark: a name, a number or why there is none, and how it has changed since the last run.

{"format": "elba-bench", "version": 1, "rows": [{"name": "engine nap 4: CPython", "value": 5000.0,
 "unit": "deals/s", "why": ""}, ...]}
"""

import json
import os

FORMAT = "elba-bench"
VERSION = 1


def row(name, unit, value, why=""):
    """Return a row; value None where nothing was measured, for the reason `why`."""
    return {"name": name, "unit": unit, "value": value, "why": why}


def load(path):
    """Return the rows of a file, [] where there is none. Raises ValueError where it is another kind of file."""
    if not path.exists():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["format"], data["version"]) != (FORMAT, VERSION):
            raise ValueError("expected %s of version %d" % (FORMAT, VERSION))
        return data["rows"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError("%s is no file of bench.py: %s" % (path, error)) from None


def save(path, rows, before):
    """Write rows; those of the run before that were not measured this time stay."""
    measured = {entry["name"] for entry in rows if entry["value"] is not None}
    kept = [entry for entry in before if entry["name"] not in measured and entry["value"] is not None]
    missing = {entry["name"] for entry in kept}
    rows = [entry for entry in rows if entry["name"] not in missing]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    data = {"format": FORMAT, "version": VERSION, "rows": rows + kept}
    part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)


def lines(rows, before):
    """Yield the table's lines; before: rows to compare with."""
    old = {entry["name"]: entry["value"] for entry in before}
    width = max([len(entry["name"]) for entry in rows], default=0)
    for entry in rows:
        value = entry["value"]
        if value is None:
            yield "%-*s %12s  %s" % (width, entry["name"], "-", entry["why"])
            continue
        text = "%-*s %12s %-8s" % (width, entry["name"], _number(value), entry["unit"])
        last = old.get(entry["name"])
        if last:
            text += " %+7.1f %%" % (100 * (value / last - 1))
        yield text.rstrip()


def _number(value):
    """Return a number with at least three digits that count."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else "%.3g" % value
