"""What every handset can do once it has a panel, run(), hold() and release(): press a button, look at the screen."""

from . import frames
from .panel import FRAME_BYTES


class Viewing:
    """Mixed into handsets. Needs the attribute panel and the methods run, hold and release."""

    def press(self, name, hold_ms=60, after_ms=60):
        """Press a button for `hold_ms` and let `after_ms` pass after it."""
        self.hold(name)
        try:
            self.run(hold_ms)
        finally:
            self.release(name)
        self.run(after_ms)

    def frame(self):
        """Return what the panel shows (see panel.Panel.frame); all dark without one."""
        return bytes(FRAME_BYTES) if self.panel is None else self.panel.frame()

    def text(self):
        """Return what the panel shows as 32 lines of half blocks."""
        return "\n".join(frames.half_blocks(self.frame()))

    def png(self, path, scale=4, oled=False):
        """Write what the panel shows to a PNG file."""
        frames.to_png(self.frame(), path, scale, oled)
