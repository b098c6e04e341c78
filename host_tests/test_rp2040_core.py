"""core.c does to the chip what rp2040py does, instruction by instruction and through a boot of MicroPython."""

import random
import zlib

import pytest

from handset.panel import Panel
from rp2040 import core
from rp2040.board import Board, find_uf2

pytestmark = [
    pytest.mark.rp2040,
    pytest.mark.skipif(core.library() is None, reason="no C compiler: the emulated board uses rp2040py's processor"),
]

RAM = 0x20000000
# Of RAM, MicroPython keeps the last 16 KiB for its stack. An interrupt leaves the flags there, and for one of them the
# two differ: see rp2040py_is_wrong().
STACK = 264 * 1024 - 16 * 1024
EDGES = (0, 1, 2, 31, 32, 33, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)

PROGRAM = b"""
from machine import I2C, Pin
import time
i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
words = {}
for n in range(-9, 9):
    words[n] = (n * 77 // 13, n * 1.5 / 7, n ** 9 % 1009, hex(n * n << 20))
with open("/x", "w") as file:
    file.write(str(words))
i2c.writeto(0x3C, bytes(range(100)))
time.sleep_ms(3)
print(hash(str(words)))
"""


def boards(files):
    return [Board(find_uf2(), files, Panel(), fast=fast) for fast in (False, True)]


def test_a_whole_program_leaves_the_same_traces_at_the_same_time():
    plain, fast = boards({"/main.py": PROGRAM})
    for moment in (*range(0, 60_000_000, 250_000), *range(60_000_000, 150_000_000, 10_000_000)):
        for board in (plain, fast):
            board.run_to(moment)
        assert fast.nanos == plain.nanos
        assert list(fast.chip.core.registers) == list(plain.chip.core.registers)
        assert zlib.crc32(fast.chip.sram[:STACK]) == zlib.crc32(plain.chip.sram[:STACK])
    assert fast.printed == plain.printed
    assert fast.image() == plain.image()
    assert fast.bus.transfers == plain.bus.transfers
    assert b"\n>>> " in fast.printed


def instructions():
    """All 16-bit instructions that touch nothing but registers and flags."""
    for instruction in range(0x4700):  # shifts, sums, immediates, data processing, high registers
        if instruction & 0xFF87 != 0x4587 and instruction & 0xFF78 != 0x4578:  # comparing PC is not defined
            yield instruction
    yield from range(0xA000, 0xB100)  # addresses; moving the stack pointer
    yield from range(0xB200, 0xB300)  # extending
    yield from (*range(0xBA00, 0xBA80), *range(0xBAC0, 0xBB00))  # reversing bytes
    yield from (0xBF00, *range(0xD000, 0xDE00, 7), *range(0xE000, 0xE800, 13))  # branches


def rp2040py_is_wrong(instruction, registers):
    """Whether rp2040py does otherwise than the architecture manual: only a flag, in rare cases."""
    if instruction & 0xFC00 != 0x4000:
        return False
    source, target = registers[instruction >> 3 & 7], registers[instruction & 7]
    count = source & 0xFF
    kind = instruction >> 6 & 15
    if kind == 2:
        return count > 32  # shifts to the left: the carry is 0
    if kind in (3, 4, 7):
        return count == 0  # to the right, rotations: the carry stays
    added = {5: target, 6: source}.get(kind)  # with a carry: where it overflows when added alone
    return added in (0x7FFFFFFF, 0xFFFFFFFF)


def test_each_instruction_leaves_the_same_registers_and_flags():
    plain, fast = boards({})
    dice = random.Random(1)
    for instruction in instructions():
        for _ in range(3):
            registers = [dice.choice(EDGES) if dice.random() < 0.6 else dice.getrandbits(32) for _ in range(15)]
            registers[13] &= ~3
            flags = [dice.random() < 0.5 for _ in range(4)]
            if rp2040py_is_wrong(instruction, registers):
                continue
            results = []
            for board in (plain, fast):
                chip = board.chip.core
                board.chip.sram[0:2] = instruction.to_bytes(2, "little")
                chip.waiting = chip.interrupts_updated = False
                chip.n, chip.z, chip.c, chip.v = flags
                for number, value in enumerate([*registers, RAM]):
                    chip.registers[number] = value
                before = chip.cycles
                if board is plain:
                    chip.execute_instruction()
                else:
                    board.core.step()
                results.append((list(chip.registers), [chip.n, chip.z, chip.c, chip.v], chip.cycles - before))
            assert results[0] == results[1], "%04x %s %s" % (instruction, [hex(r) for r in registers], flags)


@pytest.mark.parametrize(
    ("dividend", "divisor", "signed", "quotient", "remainder"),
    [
        (100, 7, False, 14, 2),
        (0xFFFFFFFF, 2, False, 0x7FFFFFFF, 1),
        (5, 0, False, 0xFFFFFFFF, 5),
        (-100, 7, True, -14, -2),
        (100, -7, True, -14, 2),
        (-5, 0, True, 1, -5),
        (5, 0, True, -1, 5),
        (-(1 << 31), -1, True, -(1 << 31), 0),
    ],
)
def test_the_divider_is_that_of_the_chip(dividend, divisor, signed, quotient, remainder):
    board = boards({})[1]
    # str r1, [r0, #..]; str r2, [r0, #..]; ldr r3, [r0, #0x70 - 0x60]; ldr r4, [r0, #0x74 - 0x60]
    first = 2 if signed else 0
    code = [0x6001 | first << 6, 0x6002 | first + 1 << 6, 0x6803 | 4 << 6, 0x6804 | 5 << 6]
    for place, instruction in enumerate(code):
        board.chip.sram[2 * place : 2 * place + 2] = instruction.to_bytes(2, "little")
    registers = board.chip.core.registers
    registers[0], registers[1], registers[2] = 0xD0000060, dividend & 0xFFFFFFFF, divisor & 0xFFFFFFFF
    registers[15] = RAM
    board.chip.core.waiting = False
    for _ in code:
        board.core.step()
    assert [registers[3], registers[4]] == [quotient & 0xFFFFFFFF, remainder & 0xFFFFFFFF]
