"""The firmware on an emulated RP2040: real MicroPython, real flash layout, time to the microsecond.

handset.Rp2040Handset is what tests use; patches.py lists what bare rp2040py does otherwise than the chip.
"""
