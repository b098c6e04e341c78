"""What can be told of lib/ from its text: it knows no hardware, no clock, no system by its name."""

import ast
import re
from pathlib import Path

import pytest

from elba import systems

LIB = Path(__file__).resolve().parent.parent / "lib"
SOURCES = sorted(LIB.rglob("*.py"))

# Present on CPython, on MicroPython's unix port and on the board; none of them reaches outside the program.
HARMLESS = {"micropython", "array", "binascii", "gc", "struct", "elba"}
# Only where CPython is given a module `micropython` and the names of viper's types.
MAY_USE = {"elba/__init__.py": {"sys"}, "elba/_cpython.py": {"builtins"}, "elba/shelf.py": {"sys"}}

pytestmark = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(LIB).as_posix())


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def test_it_imports_nothing_of_the_hardware(path):
    found = set(imports(tree_of(path)))
    assert found <= HARMLESS | MAY_USE.get(path.relative_to(LIB).as_posix(), set())


def test_it_touches_no_file_no_clock_and_no_foreign_chance(path):
    forbidden = {"open", "print", "input", "eval", "exec", "hash", "id", "globals", "__import__"}
    used = {node.id for node in ast.walk(tree_of(path)) if isinstance(node, ast.Name)}
    assert not used & forbidden


def test_const_goes_by_its_bare_name(path):
    # MicroPython's compiler knows a constant by `NAME = const(...)` at the top of a module and in no other form.
    tree = tree_of(path)
    inside = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and is_const(node.value):
            assert len(node.targets) == 1
            assert isinstance(node.targets[0], ast.Name)
            inside.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            assert node.attr != "const", f"line {node.lineno}"
        if isinstance(node, ast.Call) and is_const(node):
            assert node in inside, f"const() in line {node.lineno} is no constant"
        if isinstance(node, ast.ImportFrom) and node.module == "micropython":
            assert all(not alias.asname for alias in node.names)


def is_const(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const"


def test_no_result_hangs_on_the_order_of_a_set_or_dict(path):
    # MicroPython keeps no order of keys: what is looped over is a sequence, or is sorted first.
    for node in ast.walk(tree_of(path)):
        loops = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
        for source in loops:
            assert not isinstance(source, ast.Dict | ast.Set | ast.SetComp | ast.DictComp), f"line {source.lineno}"
            if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute):
                assert source.func.attr not in ("keys", "values", "items"), f"line {source.lineno}"
            if isinstance(source, ast.Call) and isinstance(source.func, ast.Name):
                assert source.func.id not in ("set", "dict", "frozenset"), f"line {source.lineno}"


def test_no_code_knows_a_system_by_its_id(path):
    if path.name == "system_tables.py":
        return
    ids = set(systems.ids())
    for node in ast.walk(tree_of(path)):
        # Some ids are names of bids or options too ("nap"); what must not be is to compare a system with one.
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = {side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)}
            for side in sides:
                if isinstance(side, ast.Tuple | ast.List | ast.Set):
                    texts |= {item.value for item in side.elts if isinstance(item, ast.Constant)}
            if texts & ids:
                words = " ".join(ast.unparse(side) for side in sides)
                assert not re.search(r"\b(id|system|rules)\b", words), f"line {node.lineno}: {words}"
        # A bid and a key of the record are called like two of the systems.
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value not in ids - {"nap", "floater"}, f"line {node.lineno}: {node.value!r}"


def test_it_says_what_it_is_for(path):
    tree = tree_of(path)
    assert ast.get_docstring(tree), "no docstring"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            assert ast.get_docstring(node), node.name
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node) or path.name == "_cpython.py", node.name
