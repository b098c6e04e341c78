"""Try out what Elba promises, and say in figures how far that went: make trust, make trust-full.

make trust makes every check in its short form, five minutes in all, as CI does; make trust-full takes its time. Each
check is a process of its own, so one that hangs or dies is told and the others go on. docs/trust.md says what is
promised and what was found.

A check is a module tools/trials/checks/NAME.py:

    the docstring   its first line is the title: the promise, in a few words
    SHORT_S, FULL_S seconds that its short and its full form may take at the most; a check that takes longer has failed.
                    They are limits, not aims: some five times what it takes when nothing else runs
    run(full, report)
                    makes the check; report is a trials.report.Report:
                    report.figure("cuts", 150)             a line of the table; a third argument is the unit
                    report.problem("what, with which seed") the promise is broken; goes on
                    report.expect(held, "what %d", 5)      the same unless held; returns held
                    report.skip("why")                     what it needs is not there; ends the check
                    report.random("part")                  a random.Random that depends on --seed and the name alone
                    report.directory, report.seed, report.seconds
                    Any exception it raises is a problem, too, and is shown with its traceback.

In a check lib/, firmware/, tools/ and host_tests/ are on sys.path, as for the tests; `import elba` comes before modules
of the firmware. A check uses one processor (two checks are made at a time) and leaves no process behind.
"""

import argparse
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

_HERE = Path(__file__).resolve().parent
SOURCE = _HERE.parent
for _directory in ("firmware", "host_tests", "tools", "lib"):
    if str(SOURCE / _directory) not in sys.path:
        sys.path.insert(0, str(SOURCE / _directory))

from trials.report import Report, Skipped  # noqa: E402 - needs the path set above

CHECKS = _HERE / "trials" / "checks"
SEED = 1

_OK = "kept"
_FAILED = "BROKEN"
_SKIPPED = "skipped"


def names(directory):
    """Return the names of the checks in a directory, in alphabetical order."""
    return sorted(path.stem for path in directory.glob("*.py") if not path.stem.startswith("_"))


def load(directory, name):
    """Return the module of a check."""
    spec = importlib.util.spec_from_file_location("trials.checks." + name, directory / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(directory, name, full, seed, result):
    """Make one check in this process and write what came of it to the file `result`, which is in a directory that
    whoever started this deletes."""
    outcome = {"title": name, "result": _FAILED, "reason": ""}
    own = Path(result).with_suffix("")
    own.mkdir()
    report = Report(own, seed)
    try:
        module = load(directory, name)
        outcome["title"] = module.__doc__.strip().splitlines()[0]
        module.run(full, report)
        outcome["result"] = _FAILED if report.problems else _OK
    except Skipped as skipped:
        outcome["reason"] = str(skipped)
        outcome["result"] = _FAILED if report.problems else _SKIPPED
    except Exception:
        report.problem(traceback.format_exc().rstrip())
    outcome["figures"] = report.figures
    outcome["problems"] = report.problems
    outcome["left_out"] = report.left_out
    outcome["seconds"] = round(report.seconds, 1)
    Path(result).write_text(json.dumps(outcome))


def limit(directory, name, full):
    """Return (title, seconds) of a check, read without running it: a check that cannot be loaded is told by make()."""
    try:
        module = load(directory, name)
        return module.__doc__.strip().splitlines()[0], module.FULL_S if full else module.SHORT_S
    except Exception:
        return name, 60


class _Running:
    """A check on its way in a process of its own."""

    def __init__(self, directory, name, how, place):
        self.name = name
        self.title, self._limit = limit(directory, name, how.full)
        self._result = place / (name + ".json")
        self._output = open(place / (name + ".txt"), "w+")  # noqa: SIM115 (open until done)
        command = [sys.executable, __file__, "--one", name, "--result", str(self._result)]
        command += ["--seed", str(how.seed), "--checks", str(directory)] + (["--full"] if how.full else [])
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._output, start_new_session=True
        )

    def outcome(self):
        """Return what came of it, or None while it runs."""
        seconds = time.monotonic() - self._began
        status = self._process.poll()
        if status is None and seconds < self._limit:
            return None
        said = ""
        if status is None:
            said = "took longer than %d s and was ended" % self._limit
        elif not self._result.exists():
            said = "ended with status %d and said nothing" % status
        self.end()
        if not said:
            return json.loads(self._result.read_text())
        self._output.seek(0)
        said += "\n" + self._output.read()[-2000:]
        self._output.close()
        return {
            "title": self.title,
            "result": _FAILED,
            "reason": "",
            "figures": [],
            "problems": [said.rstrip()],
            "left_out": 0,
            "seconds": round(seconds, 1),
        }

    def end(self):
        """End it, and whatever it has started."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()


def make_all(directory, chosen, how):
    """Make checks, some at a time, and print what comes of each; return {name: outcome} in the order of `chosen`."""
    waiting = list(chosen)
    running = []
    outcomes = {}
    # A check that was killed may have left files that are still being written.
    with tempfile.TemporaryDirectory(prefix="elba-trust-", ignore_cleanup_errors=True) as place:
        try:
            while waiting or running:
                while waiting and len(running) < how.jobs:
                    running.append(_Running(directory, waiting.pop(0), how, Path(place)))
                for each in list(running):
                    outcome = each.outcome()
                    if outcome is not None:
                        running.remove(each)
                        outcomes[each.name] = outcome
                        print("\n".join(lines(each.name, outcome)), flush=True)
                time.sleep(0.05)
        finally:
            for each in running:
                each.end()
    return {name: outcomes[name] for name in chosen}


def lines(name, outcome):
    """Return the lines of the table for a check."""
    result = ["%-20s %-8s %7.1f s   %s" % (name, outcome["result"], outcome["seconds"], outcome["title"])]
    if outcome["reason"]:
        result.append("    " + outcome["reason"])
    for figure, value, unit in outcome["figures"]:
        result.append(("    %-52s %12s %s" % (figure, _shown(value), unit)).rstrip())
    for problem in outcome["problems"]:
        result += ["    ! " + line for line in problem.splitlines()]
    if outcome["left_out"]:
        result.append("    ! and %d more" % outcome["left_out"])
    return result


def _shown(value):
    if isinstance(value, float) and abs(value) < 1000:
        return "%.3g" % value
    return format(round(value), ",") if isinstance(value, (int, float)) else value


def summary(outcomes):
    """Return a line that says how many promises were kept."""
    count = dict.fromkeys((_OK, _FAILED, _SKIPPED), 0)
    for outcome in outcomes.values():
        count[outcome["result"]] += 1
    return ", ".join("%d %s" % (n, result) for result, n in count.items() if n)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="trust", description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="take the time that it takes: hours")
    parser.add_argument("--only", metavar="NAMES", help="some checks, with commas between them")
    parser.add_argument("--list", action="store_true", help="list the checks and make none")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was found to a file as well")
    parser.add_argument("--seed", type=int, default=SEED, help="where all chance comes from (default: %d)" % SEED)
    parser.add_argument("--jobs", type=int, default=2, help="checks at a time (default: 2)")
    parser.add_argument("--checks", type=Path, default=CHECKS, help=argparse.SUPPRESS)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--result", help=argparse.SUPPRESS)
    how = parser.parse_args(arguments)
    if how.one:
        make(how.checks, how.one, how.full, how.seed, how.result)
        return 0
    known = names(how.checks)
    chosen = known
    if how.only:
        chosen = how.only.split(",")
        unknown = sorted(set(chosen) - set(known))
        if unknown:
            parser.error("unknown check %s; there are: %s" % (", ".join(unknown), ", ".join(known)))
    if how.jobs < 1:
        parser.error("--jobs: at least 1")
    if how.list:
        for name in chosen:
            print("%-20s %s" % (name, limit(how.checks, name, how.full)[0]))
        return 0
    began = time.monotonic()
    print("%s checks, seed %d" % ("Full" if how.full else "Short", how.seed), flush=True)
    outcomes = make_all(how.checks, chosen, how)
    print("%s, in %.0f s" % (summary(outcomes), time.monotonic() - began))
    if how.json:
        found = {"full": how.full, "seed": how.seed, "checks": outcomes}
        how.json.write_text(json.dumps(found, indent=2) + "\n")
    return 1 if any(outcome["result"] == _FAILED for outcome in outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
