"""The handset in a web page, in a real browser: as the unix port's handset, its time passes only when it is let.

Needs playwright (make test-web installs it) and a Chromium of the system.
"""

import os
import shutil

from handset.viewing import Viewing

# Names under which Chromium is known; ELBA_CHROMIUM names another.
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_STEP_MS = 15

# Runs in the page: lets time pass in steps until the picture has rested for so long.
_SETTLE = """
async ([quiet, timeout, step]) => {
  let picture = elba.frame().join();
  let rested = 0;
  for (let ms = 0; ms < timeout; ms += step) {
    await elba.advance(step);
    const seen = elba.frame().join();
    rested = seen === picture ? rested + step : 0;
    picture = seen;
    if (rested >= quiet) return true;
  }
  return false;
}
"""


def program():
    """Return the path of a Chromium, or None."""
    named = os.environ.get("ELBA_CHROMIUM")
    return named or next((path for path in map(shutil.which, _PROGRAMS) if path), None)


class WebHandset(Viewing):
    """A page that was opened with ?clock=manual, with the methods of handset.unix.UnixHandset that a test needs."""

    def __init__(self, page):
        self.page = page
        self.panel = self
        self.now_ms = 0
        self._held = []
        page.wait_for_function("window.elba && elba.startedMs !== null")

    def frame(self):
        return bytes(self.page.evaluate("Array.from(elba.frame())"))

    def run(self, ms):
        self.page.evaluate("ms => elba.advance(ms)", ms)
        self.now_ms += ms

    def run_until(self, condition, timeout_ms=10_000):
        end = self.now_ms + timeout_ms
        while not condition():
            if self.now_ms >= end:
                raise TimeoutError("not so within %g ms; the screen is\n%s" % (timeout_ms, self.text()))
            self.run(_STEP_MS)

    def settle(self, quiet_ms=150, timeout_ms=10_000):
        if not self.page.evaluate(_SETTLE, [quiet_ms, timeout_ms, _STEP_MS]):
            raise TimeoutError("the picture never rested for %g ms; it is\n%s" % (quiet_ms, self.text()))
        return self.frame()

    def hold(self, name):
        self._press([*self._held, name])

    def release(self, name):
        self._press([held for held in self._held if held != name])

    def _press(self, names):
        self._held = names
        self.page.evaluate("names => elba.press(names)", names)

    def spoken(self):
        """Return the lines of the screen as a screen reader gets them."""
        return self.page.eval_on_selector_all("#screen p", "lines => lines.map((line) => line.textContent)")

    def news(self):
        """Return what a screen reader is to read at once."""
        return self.page.text_content("#news")
