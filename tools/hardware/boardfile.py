"""Reads a file of boards/: plain assignments of plain values, which is what makes it data."""

import ast
from dataclasses import dataclass
from pathlib import Path


class BoardFileError(Exception):
    """The file cannot be read as a board; the message says where and why."""


@dataclass(frozen=True)
class BoardFile:
    """name: of the module; values: name in the file -> value; about: the docstring's first line."""

    name: str
    values: dict
    about: str = ""


def boards(directory):
    """Return the sorted names of the boards in a directory."""
    return sorted(path.stem for path in Path(directory).glob("*.py"))


def read(directory, name):
    """Return the BoardFile of a name; raise BoardFileError if there is none, or it is more than data."""
    known = boards(directory)
    if name not in known:
        raise BoardFileError("unknown board %r; boards/ has: %s" % (name, ", ".join(known) or "none"))
    try:
        text = (Path(directory) / (name + ".py")).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BoardFileError("boards/%s.py is no text in UTF-8: %s" % (name, error)) from None
    return parse(text, name)


def parse(text, name):
    """Return the BoardFile of a source text."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise BoardFileError("boards/%s.py, line %s: %s" % (name, error.lineno, error.msg)) from None
    except (MemoryError, RecursionError, ValueError) as error:  # nested too deeply, or with null bytes
        raise BoardFileError("boards/%s.py is no Python: %s" % (name, str(error) or "nested too deeply")) from None
    values = {}
    body = tree.body
    if body and ast.get_docstring(tree) is not None:
        body = body[1:]
    for statement in body:
        if not (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            raise BoardFileError("boards/%s.py, line %d: not of the form NAME = value" % (name, statement.lineno))
        target = statement.targets[0].id
        if target in values:
            raise BoardFileError("boards/%s.py, line %d: %s is there twice" % (name, statement.lineno, target))
        try:
            values[target] = ast.literal_eval(statement.value)
        except (ValueError, TypeError, MemoryError, RecursionError):
            raise BoardFileError(
                "boards/%s.py, line %d: %s is no plain value (numbers, texts, None, dicts)"
                % (name, statement.lineno, target)
            ) from None
    about = (ast.get_docstring(tree) or "").split("\n")[0]
    return BoardFile(name, values, about)
