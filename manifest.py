"""What to freeze into a MicroPython of one's own: everything but board.py, which belongs on the flash.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/elba/manifest.py

Made by tools/packages.py.
"""

metadata(description="Elba, the card game Nap on a handheld", version="0.1.0", license="MIT")
include("$(PORT_DIR)/boards/manifest.py")

package(
    "elba",
    (
        "__init__.py",
        "actions.py",
        "bots/__init__.py",
        "bots/base.py",
        "bots/call_odds.py",
        "bots/calling.py",
        "bots/card_play.py",
        "bots/corporal.py",
        "bots/discards.py",
        "bots/estimate.py",
        "bots/faces.py",
        "bots/foresight.py",
        "bots/heights.py",
        "bots/hidden.py",
        "bots/likely.py",
        "bots/marshal.py",
        "bots/naming.py",
        "bots/partner.py",
        "bots/reading.py",
        "bots/recruit.py",
        "bots/side_play.py",
        "bots/sides.py",
        "bots/swaps.py",
        "bots/worlds.py",
        "cards.py",
        "dealcode.py",
        "dealing.py",
        "endings.py",
        "endings_core.py",
        "engine.py",
        "layout.py",
        "match.py",
        "options.py",
        "rng.py",
        "rules.py",
        "sanity.py",
        "settle.py",
        "solver.py",
        "solver_core.py",
        "stepping.py",
        "systems.py",
        "tricks.py",
        "view.py",
    ),
    base_path="lib",
    opt=1,
)
package(
    "handheld",
    (
        "__init__.py",
        "app.py",
        "buttons.py",
        "canvas.py",
        "codes.py",
        "device.py",
        "diagnosis.py",
        "friend.py",
        "glyphs.py",
        "keys.py",
        "ladder.py",
        "led.py",
        "play.py",
        "reports.py",
        "reveal.py",
        "rulebook.py",
        "selftest.py",
        "settings.py",
        "setup.py",
        "sh1106.py",
        "sides.py",
        "sidesbook.py",
        "spiwire.py",
        "ssd1306.py",
        "start.py",
        "storage.py",
        "table.py",
        "tally.py",
        "trouble.py",
        "ui.py",
        "widow.py",
        "wires.py",
        "words.py",
    ),
    base_path="firmware",
    opt=1,
)

module("guard.py", base_path="firmware", opt=1)
module("recovery.py", base_path="firmware", opt=1)
module("main.py", base_path="firmware", opt=1)
