"""The solver as machine code on the host: make fast. Optional, for tournaments and long tests; needs a C compiler.

Viper code is integers, loops and pointers to integers, so the viper modules of lib/elba can be written down in C line
by line, compiled, and put in place of the Python functions:

    import fast
    fast.install()  # from here on every Solver and Ending of this process runs the compiled functions

The compiled files are build/fast/MODULE-DIGEST.so; the digest is that of the source and of this file, so that a stale
one is never taken.
"""

import argparse
import ast
import ctypes
import hashlib
import importlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
LIB = SOURCE / "lib"
CORES = tuple(
    LIB / "elba" / name for name in ("solver_core.py", "endings_core.py", "bots/hidden.py", "bots/likely.py", "rng.py")
)
OUTPUT = SOURCE / "build" / "fast"

_TYPES = {"ptr8": "uint8_t *", "ptr16": "uint16_t *", "ptr32": "uint32_t *", "int": "int64_t "}
_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
# Python rounds down, C towards zero.
_FLOOR = """static inline int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b && (a < 0) != (b < 0));
}
static inline int64_t rest_of(int64_t a, int64_t b)
{
    return a - b * floor_of(a, b);
}"""
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_UNARY = {ast.USub: "-", ast.Invert: "~", ast.Not: "!"}


class FastError(Exception):
    """There is no compiler, or the source has something that viper code is not expected to have."""


def find_compiler():
    """Return the path of a C compiler, or None."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def is_viper(node):
    """Return whether a node of a module is a viper function."""
    return isinstance(node, ast.FunctionDef) and any("viper" in ast.unparse(item) for item in node.decorator_list)


def _is_call(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and not node.keywords


class Translator:
    """Writes the viper functions of a module, and its constants, in C."""

    def __init__(self, text, name):
        self._name = name
        self._tree = ast.parse(text, name)
        self.functions = [node for node in self._tree.body if is_viper(node)]

    def translate(self):
        """Return the C source."""
        lines = ["#include <stdint.h>", "", _FLOOR]
        for node in self._tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                lines.append("#define %s %s" % (node.targets[0].id, self._expression(node.value.args[0])))
        for function in self.functions:
            lines += ["", *self._function(function)]
        return "\n".join(lines) + "\n"

    def _function(self, node):
        arguments = [_TYPES[item.annotation.id] + item.arg for item in node.args.args]
        returned = _TYPES[node.returns.id] if node.returns else "void "
        names = {item.arg for item in node.args.args}
        own = []
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id not in names:
                names.add(inner.id)
                own.append(inner.id)
        lines = ["%s%s(%s)" % (returned, node.name, ", ".join(arguments)), "{"]
        if own:
            lines.append("    int64_t %s;" % ", ".join("%s = 0" % name for name in own))
        return [*lines, *self._block(node.body, 1), "}"]

    def _block(self, body, depth):
        return [line for statement in body for line in self._statement(statement, depth)]

    def _statement(self, node, depth):
        pad = "    " * depth
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return []
        if isinstance(node, ast.Assign):
            # a = b = value: the last one first, as all take the same value here
            targets = " = ".join(self._expression(target) for target in node.targets)
            return ["%s%s = %s;" % (pad, targets, self._expression(node.value))]
        if isinstance(node, ast.AugAssign):
            operands = (self._expression(node.target), self._operator(_BINARY, node.op, node))
            return ["%s%s %s= %s;" % (pad, *operands, self._expression(node.value))]
        if isinstance(node, ast.While) and not node.orelse:
            head = "%swhile (%s) {" % (pad, self._expression(node.test))
            return [head, *self._block(node.body, depth + 1), pad + "}"]
        if isinstance(node, ast.For) and not node.orelse and _is_call(node.iter, "range"):
            # In Python the name keeps the last number after the loop, here it is one more: the sources use none of it.
            name = node.target.id
            first, end = ([ast.Constant(0)] + node.iter.args)[-2:]
            head = (pad, name, self._expression(first), name, self._expression(end), name)
            return ["%sfor (%s = %s; %s < %s; %s++) {" % head, *self._block(node.body, depth + 1), pad + "}"]
        if isinstance(node, ast.If):
            lines = ["%sif (%s) {" % (pad, self._expression(node.test)), *self._block(node.body, depth + 1)]
            if node.orelse:
                lines += [pad + "} else {", *self._block(node.orelse, depth + 1)]
            return [*lines, pad + "}"]
        if isinstance(node, ast.Return):
            return ["%sreturn %s;" % (pad, self._expression(node.value) if node.value else "")]
        if isinstance(node, (ast.Break, ast.Continue)):
            return [pad + type(node).__name__.lower() + ";"]
        raise self._unknown(node)

    def _expression(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return "(int64_t)%d" % node.value
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Subscript):
            return "%s[%s]" % (node.value.id, self._expression(node.slice))
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            name = "floor_of" if isinstance(node.op, ast.FloorDiv) else "rest_of"
            return "%s(%s, %s)" % (name, self._expression(node.left), self._expression(node.right))
        if isinstance(node, ast.BinOp):
            return self._join(node.left, self._operator(_BINARY, node.op, node), node.right)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._join(node.left, self._operator(_COMPARE, node.ops[0], node), node.comparators[0])
        if isinstance(node, ast.UnaryOp):
            return "(%s%s)" % (self._operator(_UNARY, node.op, node), self._expression(node.operand))
        if isinstance(node, ast.BoolOp):
            word = " && " if isinstance(node.op, ast.And) else " || "
            return "(%s)" % word.join(self._expression(value) for value in node.values)
        if isinstance(node, ast.IfExp):
            parts = (self._expression(part) for part in (node.test, node.body, node.orelse))
            return "(%s ? %s : %s)" % tuple(parts)
        if _is_call(node, "int"):  # a hint for viper's compiler
            return self._expression(node.args[0])
        raise self._unknown(node)

    def _join(self, left, operator, right):
        return "((int64_t)%s %s (int64_t)%s)" % (self._expression(left), operator, self._expression(right))

    def _operator(self, table, operator, node):
        if type(operator) not in table:
            raise self._unknown(node)
        return table[type(operator)]

    def _unknown(self, node):
        return FastError("%s, line %d: not translated: %s" % (self._name, node.lineno, ast.unparse(node)))


def _library(source, output=OUTPUT):
    """Return the path under which a module's compiled functions are kept, for the source as it is now."""
    digest = hashlib.sha256(source.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:16]
    return output / ("%s-%s.so" % (source.stem, digest))


def is_built():
    """Return whether all modules have been compiled since they were changed last."""
    return all(_library(source).is_file() for source in CORES)


def build(source, output=OUTPUT):
    """Compile a module's viper functions unless that has been done; return the path of the library.

    Raises FastError where that is not possible.
    """
    text = source.read_text(encoding="utf-8")
    library = _library(source, output)
    if library.is_file():
        return library
    compiler = find_compiler()
    if not compiler:
        raise FastError("there is no C compiler (cc, gcc or clang)")
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output) as directory:
        c_file = Path(directory) / (source.stem + ".c")
        c_file.write_text(Translator(text, source.name).translate(), encoding="utf-8")
        result = Path(directory) / "result.so"
        command = [compiler, "-O2", "-fwrapv", "-shared", "-fPIC", "-o", str(result), str(c_file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise FastError("%s does not compile:\n%s" % (c_file.name, done.stderr))
        result.replace(library)  # at once: another process may be building it too
    return library


def _caller(function, arguments, returns):
    """Return a Python function that calls a compiled one with arrays and numbers."""
    function.restype = ctypes.c_int64 if returns else None
    function.argtypes = [ctypes.c_void_p if pointer else ctypes.c_int64 for pointer in arguments]
    pointers = [i for i, pointer in enumerate(arguments) if pointer]

    def call(*values):
        values = list(values)
        for i in pointers:
            values[i] = ctypes.addressof(ctypes.c_char.from_buffer(values[i]))
        return function(*values)

    return call


def compiled(source, output=OUTPUT):
    """Return {name: function} of a module's viper functions, compiled. Raises FastError."""
    library = ctypes.CDLL(str(build(source, output)))
    found = {}
    for node in Translator(source.read_text(encoding="utf-8"), source.name).functions:
        pointers = [item.annotation.id != "int" for item in node.args.args]
        found[node.name] = _caller(getattr(library, node.name), pointers, node.returns is not None)
    return found


def install():
    """Put the compiled functions in place of those of lib/elba, for this process. Raises FastError."""
    for source in CORES:
        name = source.relative_to(LIB).with_suffix("")
        module = importlib.import_module(".".join(name.parts))
        for name, function in sorted(compiled(source).items()):
            setattr(module, name, function)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="fast", description=__doc__.splitlines()[0])
    parser.parse_args(arguments)
    try:
        for source in CORES:
            print("fast: %s" % build(source))
    except FastError as error:
        print("fast: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
