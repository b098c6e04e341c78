"""Run one test file inside MicroPython: micropython -X heapsize=128k run.py PATH/test_name.py [LIB]

LIB is a directory with the package elba, compiled as it is for the board or not; the sources unless given.

Prints a line for each function test_*, "ok NAME" or "FAIL NAME" and behind it the indented traceback, and at last
"ran N". Exit status: 0 if there were tests and all passed, else 1. pytest does not need this file.
"""

import gc
import io
import sys

_HERE = __file__[: __file__.rfind("/") + 1]


def main(path, lib=_HERE + "../../lib"):
    # What an import leaves behind is cleared away before the next one: or else what stays would lie strewn over the
    # heap with holes between, and nothing large would fit any more.
    gc.threshold(4096)
    folder, _, file = path.rpartition("/")
    sys.path[:] = [folder or ".", _HERE, lib]
    module = __import__(file[: -len(".py")])
    # MicroPython keeps no order of names: sorted, so that two runs can be compared.
    names = sorted([name for name in dir(module) if name.startswith("test_")])
    failed = 0
    for name in names:
        gc.collect()  # what one test leaves behind is no reason for the next one to fail
        try:
            getattr(module, name)()
            print("ok", name)
        except Exception as error:
            failed += 1
            print("FAIL", name)
            traceback = io.StringIO()
            sys.print_exception(error, traceback)
            print("    " + traceback.getvalue().replace("\n", "\n    "))
    print("ran", len(names))
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
