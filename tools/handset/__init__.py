"""The host side of the device: a model of its display, and the firmware run in a real MicroPython process.

    panel     the SSD1306, fed with the very bytes of the I2C bus
    frames    what the panel shows as PBM, PNG and text
    viewing   what all handsets share: press a button, look at the screen
    unix      UnixHandset: MicroPython's unix port runs firmware/main.py, buttons in, frames out
    terminal  a handset drawn in a terminal, keys as buttons
    screens   named screens and the buttons that lead to them
    guest/    the files that run inside MicroPython: stand-ins for the modules machine and time
"""
