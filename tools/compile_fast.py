"""Compile the engine and the rooms of the bots for this computer: make fast.

Optional: tournaments take two thirds of the time with it, and say the same. mypyc makes extension modules of the
sources as they are, after two things that only CPython needs were written into a copy of them:

    X = const(5)       becomes X: Final = 5, so that the compiler knows the number
    def f(seat, state) becomes def f(seat: int, state: bytearray): a name means the same throughout lib/

The result is build/fast/DIGEST/elba; library.py takes it as long as the digest is that of lib/. Needs a C compiler.
"""

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile

import fast
import library

# What takes the time. A module that is not there is left out; one that inherits from a class outside, or that sets
# attributes by name, cannot be compiled.
MODULES = (
    "actions cards dealing engine layout rng settle systems tricks view "
    "bots/calling bots/card_play bots/estimate bots/reading bots/swaps"
).split()

_BYTES = "buf pack state view".split()
_NUMBERS = (
    "action amount argument at bid c card chips dealer end high joker kind low mask n players pot seat size start "
    "stream suit tricks trump value what"
).split()


class CompileError(Exception):
    """It cannot be compiled here; the message says why."""


class _Types(ast.NodeTransformer):
    """Writes the types into a module that names and const() imply."""

    def visit_Assign(self, node):
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const":
            final = ast.Name("Final", ast.Load())
            return ast.AnnAssign(target=node.targets[0], annotation=final, value=value.args[0], simple=1)
        return self.generic_visit(node)

    def visit_ImportFrom(self, node):
        if node.module == "micropython" and not node.level:
            node.names = [alias for alias in node.names if alias.name != "const"]
            return node if node.names else None
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        for argument in node.args.args:
            if argument.annotation is None:
                if argument.arg in _BYTES:
                    argument.annotation = ast.Name("bytearray", ast.Load())
                elif argument.arg in _NUMBERS:
                    argument.annotation = ast.Name("int", ast.Load())
        return node


def typed(text):
    """Return the text of a module with the types written into it."""
    tree = _Types().visit(ast.parse(text))
    documented = ast.get_docstring(tree) is not None
    tree.body.insert(int(documented), ast.parse("from typing import Final").body[0])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def build(modules=MODULES):
    """Compile unless that has been done for these sources; return the directory. Raises CompileError."""
    done = library.compiled()
    if done:
        return done
    if not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        raise CompileError("there is no C compiler (cc, gcc or clang)")
    library.FAST.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.FAST) as directory:
        result = _compile(modules, library.Path(directory))
        target = library.FAST / library.digest()
        result.replace(target)  # at once: nobody finds half of it
    return target


def _compile(modules, directory):
    result = directory / "lib"
    shutil.copytree(library.LIB, result, ignore=shutil.ignore_patterns("__pycache__"))
    files = []
    for module in modules:
        path = result / "elba" / (module + ".py")
        if path.is_file():
            path.write_text(typed(path.read_text(encoding="utf-8")), encoding="utf-8")
            files.append(path.relative_to(result).as_posix())
    command = [sys.executable, "-m", "mypyc", "--ignore-missing-imports", *files]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=result)
    if done.returncode:
        words = done.stdout + done.stderr
        if "No module named" in words and "mypyc" in words:
            raise CompileError("mypyc is not installed: pip install -r tools/requirements-fast.txt")
        raise CompileError("mypyc failed\n%s" % words[-4000:])
    for name in ("build", ".mypy_cache"):
        shutil.rmtree(result / name, ignore_errors=True)
    return result


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="compile_fast", description=__doc__.splitlines()[0])
    parser.parse_args(arguments)
    try:
        print("compile_fast: %s" % build())
        for source in fast.CORES:
            print("compile_fast: %s" % fast.build(source))
    except (CompileError, fast.FastError) as error:
        print("compile_fast: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
