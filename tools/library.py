"""Which lib/ the tools on the host import: the compiled one of `make fast` where it is that of today's sources."""

import hashlib
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
LIB = SOURCE / "lib"
FAST = SOURCE / "build" / "fast"


def digest():
    """Return a name for what `make fast` makes of lib/ now, on this Python: another one after any change."""
    found = hashlib.sha256(sys.implementation.cache_tag.encode())
    for path in [*sorted(LIB.rglob("*.py")), SOURCE / "tools" / "compile_fast.py"]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def compiled():
    """Return the directory with the compiled lib/, or None where there is none that is up to date."""
    path = FAST / digest()
    return path if path.is_dir() else None


def use():
    """Put lib/, compiled if it can be, at the head of the path, unless this process has imported it already."""
    if "elba" not in sys.modules:
        sys.path.insert(0, str(compiled() or LIB))
        import fast

        if fast.is_built():
            fast.install()
