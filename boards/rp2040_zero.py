"""Waveshare RP2040-Zero with an SSD1306 on I2C 0 and six buttons to ground. The names: see README.md."""

NAME = "rp2040_zero"
MODEL = "WAVESHARE_RP2040_ZERO"

I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000}
DISPLAY = {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0}

BUTTONS = {"up": 0, "down": 1, "left": 2, "right": 3, "a": 6, "b": 7}

BUZZER = None
LED = {"neopixel": 16}
SEED = None
