"""Raspberry Pi Pico with an SSD1306 on I2C 0 and six buttons to ground. The names: see README.md."""

NAME = "pico"
MODEL = "RPI_PICO"

I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000}
DISPLAY = {"driver": "ssd1306", "width": 128, "height": 64, "address": 0x3C, "rotate": 0}

BUTTONS = {"up": 10, "down": 11, "left": 12, "right": 13, "a": 14, "b": 15}

BUZZER = None
LED = 25
BATTERY = {"adc": 29, "times": 3, "empty": 3300, "full": 4100, "usb": 24}
SEED = None
