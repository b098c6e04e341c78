"""An animated picture of a deal being played, for the README: make gif.

The frames are the firmware's own, as the glass shows them: a handset on MicroPython's unix port plays, and each picture
stays for as long as it was there to be seen.
"""

import argparse
import sys
from pathlib import Path

from handset import frames, screens
from handset.unix import SOURCE, FirmwareError, HandsetError, UnixHandset

SEED = 30

# What is pressed, and how long it is then looked at; see handset/screens.py. A person thinks longer than a bot.
STEPS = """
1400ms a 700ms a 1600ms a 3600ms right 900ms a 2600ms
a 3400ms a 3600ms a 3600ms a 3600ms a 4500ms 1800ms
"""

_LOOK_MS = 20  # as often as a picture may change; GIF counts in hundredths of a second
_COLOURS = 8


def record(handset, steps):
    """Do the steps on a handset; return a list of [frame, milliseconds that it was on the glass]."""
    seen = [[handset.frame(), 0]]

    def watch(ms):
        for _ in range(0, ms, _LOOK_MS):
            handset.run(_LOOK_MS)
            frame = handset.frame()
            if frame == seen[-1][0]:
                seen[-1][1] += _LOOK_MS
            else:
                seen.append([frame, _LOOK_MS])

    screens.rest(handset)
    for what, value in screens.parse(steps):
        if what == "wait":
            watch(value)
            continue
        handset.hold(value)
        watch(60)
        handset.release(value)
        watch(60)
    return seen[1:] if not any(seen[0][0]) else seen


def animate(pictures, path, scale):
    """Write pictures, [frame, milliseconds] each, as an animated GIF that begins again and again."""
    from PIL import Image

    images = [frames.to_image(frame, scale, oled=True).convert("RGB") for frame, _ in pictures]
    palette = max(images, key=lambda image: len(image.getcolors())).quantize(_COLOURS)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    images[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=images[1:],
        duration=[ms for _, ms in pictures],
        loop=0,
        optimize=False,
        disposal=1,
    )


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="gif", description=__doc__.splitlines()[0])
    parser.add_argument("--steps", default=STEPS, help="what to press and how long to wait, see handset/screens.py")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals (default: %(default)s)")
    parser.add_argument("--scale", type=int, default=4, help="width of a pixel (default: 4)")
    parser.add_argument("--output", type=Path, default=SOURCE / "docs" / "elba.gif", help="default: docs/elba.gif")
    options = parser.parse_args(arguments)
    try:
        with UnixHandset(overrides={"SEED": options.seed}) as handset:
            pictures = record(handset, options.steps)
        animate(pictures, options.output, options.scale)
    except (HandsetError, FirmwareError, ValueError, OSError) as error:
        print("gif: %s" % error, file=sys.stderr)
        return 1
    seconds = sum(ms for _, ms in pictures) / 1000
    size = options.output.stat().st_size
    print("%s: %d pictures, %.1f s, %d bytes" % (options.output, len(pictures), seconds, size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
