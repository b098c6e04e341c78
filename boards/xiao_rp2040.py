"""Seeed XIAO RP2040 with an SSD1306 on I2C 1 and six buttons to ground. The names: see README.md."""

NAME = "xiao_rp2040"
MODEL = "SEEED_XIAO_RP2040"

I2C = {"id": 1, "sda": 6, "scl": 7, "freq": 400_000}
DISPLAY = {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0}

BUTTONS = {"up": 3, "down": 29, "left": 0, "right": 1, "a": 2, "b": 4}

BUZZER = None
LED = {"pin": 25, "lit": 0}
SEED = None
