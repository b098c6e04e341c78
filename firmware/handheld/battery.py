"""How full the battery is, from the supply's voltage, where the board can measure that."""

from machine import ADC, Pin
from micropython import const

_REFERENCE_MV = const(3300)  # of the converter
_LEAST_MV = const(1500)  # no chip runs on less: then nothing is connected
_LOOKS = const(8)  # their mean is taken: single ones differ by some 20 mV


def percent(data):
    """Return how full the battery is, 0 to 100; -1 where there is none, or USB is what feeds the board.

    data  BATTERY of the board's data: a dict with the GPIO `adc`, `times` which the voltage is what is seen there,
          the millivolts `empty` and `full`, and perhaps the GPIO `usb`, which is high on USB. Or None
    """
    if data is None or data.get("usb") is not None and Pin(data["usb"], Pin.IN).value():
        return -1
    adc = ADC(Pin(data["adc"]))
    seen = 0
    for _ in range(_LOOKS):
        seen += adc.read_u16()
    mv = seen // _LOOKS * _REFERENCE_MV // 65535 * data["times"]
    if mv < _LEAST_MV:
        return -1
    return max(0, min(100, (mv - data["empty"]) * 100 // (data["full"] - data["empty"])))


def draw(canvas, full, x, y):
    """Draw a battery, 15x7 pixels, that is so many percent full."""
    canvas.rect(x, y, 13, 7, 1)
    canvas.fill_rect(x + 13, y + 2, 2, 3, 1)
    canvas.fill_rect(x + 2, y + 2, (9 * full + 99) // 100, 3, 1)
