"""Compare the solver with brute force on as many positions as you like: python host_tests/solver_check.py 10000

`make test` does the same with a few hundred. Every position is asked for the goal of its bid and for one that no bid
has, with every legal card and with the best one; see lib/open_deals.py for what they are like. With --endings the
same for the last tricks of Japanese Napoleon.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "lib"), str(ROOT / "tools"), str(ROOT / "host_tests" / "lib")]


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="solver_check", description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, help="how many positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=0, metavar="N", help="at most so many cards held (0: up to 15)")
    parser.add_argument("--fast", action="store_true", help="the compiled solver, see tools/fast.py")
    parser.add_argument("--endings", type=int, default=0, metavar="N", help="the last N tricks of Japanese Napoleon")
    options = parser.parse_args(arguments)
    if options.fast:
        import fast

        fast.install()
    from open_deals import with_small
    from test_endings import compare as compare_endings
    from test_solver import compare

    from elba.rng import Rng

    started = time.monotonic()
    done = made = 0
    while done < options.count:
        count = min(500, options.count - done)
        # Fails with the position in the message.
        rng = Rng(options.seed, done // 500)
        if options.endings:
            made += compare_endings(rng, count, options.endings)
        else:
            made += with_small(compare, rng, count, options.most)
        done += count
        print("%d positions agree, %d goals made, %.0f s" % (done, made, time.monotonic() - started), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
