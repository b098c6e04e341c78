/* The instructions of a Cortex-M0+, for as long as nothing but memory is touched.

   rp2040py spends its time on calls between Python objects for each instruction; this does the common ones on the very
   same memory and registers, some fifty times faster, with rp2040py's cycle counts. What it does not know (exceptions,
   waiting, special registers) it leaves to rp2040py: run() returns with the program counter at that instruction.
   What lies outside of ROM, flash and RAM is read and written by callbacks; only the divider and the spinlocks of the
   SIO, which every integer division and every lock use, are here. */

#include <stdint.h>

enum { RAN = 0, UNKNOWN = 1, STOPPED = 2 };

enum { SP = 13, LR = 14, PC = 15 };

#define ROM_SIZE 0x4000u
#define FLASH 0x10000000u
#define FLASH_END 0x14000000u
#define FLASH_MASK 0x00FFFFFFu
#define RAM 0x20000000u
#define RAM_SIZE 0x42000u
#define APB 0x40000000u
#define APB_END 0x50000000u
#define SIO 0xD0000000u
#define SIO_END 0xE0000000u

struct core {
    uint32_t *r; /* 16 registers; between instructions r[PC] is the address of the next one */
    uint8_t *rom, *flash, *ram;
    uint32_t (*read)(uint32_t address, uint32_t size);
    void (*write)(uint32_t address, uint32_t value, uint32_t size);
    uint64_t cycles; /* executed so far */
    uint64_t limit;  /* run() returns when `cycles` has reached it; a callback may lower it */
    uint32_t stop;   /* set by a callback: return after this instruction */
    uint32_t n, z, c, v, primask, ipsr;
    uint32_t irq_pending; /* an enabled interrupt waits for PRIMASK to be cleared */
    uint32_t event;       /* SEV was executed */
    uint32_t spinlocks, dividend, divisor, quotient, remainder, divider_csr;
};

/* ---- memory ---- */

static void divide(struct core *s, int is_signed) {
    uint32_t a = s->dividend, b = s->divisor;
    if (is_signed) {
        int32_t x = (int32_t)a, y = (int32_t)b;
        if (y == 0) {
            s->quotient = x < 0 ? 1 : 0xFFFFFFFFu;
            s->remainder = a;
        } else if (y == -1) { /* apart: the smallest number has no counterpart */
            s->quotient = 0u - a;
            s->remainder = 0;
        } else {
            s->quotient = (uint32_t)(x / y);
            s->remainder = (uint32_t)(x % y);
        }
    } else {
        s->quotient = b ? a / b : 0xFFFFFFFFu;
        s->remainder = b ? a % b : a;
    }
    s->divider_csr = 3; /* ready and dirty */
}

static int sio_read(struct core *s, uint32_t offset, uint32_t *value) {
    if (offset >= 0x100 && offset < 0x180) {
        uint32_t bit = 1u << ((offset - 0x100) >> 2);
        *value = s->spinlocks & bit ? 0 : bit;
        s->spinlocks |= bit;
        return 1;
    }
    switch (offset) {
    case 0x00: *value = 0; return 1; /* the number of this core */
    case 0x5C: *value = s->spinlocks; return 1;
    case 0x60: case 0x68: *value = s->dividend; return 1;
    case 0x64: case 0x6C: *value = s->divisor; return 1;
    case 0x70: s->divider_csr &= ~2u; *value = s->quotient; return 1;
    case 0x74: *value = s->remainder; return 1;
    case 0x78: *value = s->divider_csr | 1; return 1;
    }
    return 0;
}

static int sio_write(struct core *s, uint32_t offset, uint32_t value) {
    if (offset >= 0x100 && offset < 0x180) {
        s->spinlocks &= ~(1u << ((offset - 0x100) >> 2));
        return 1;
    }
    switch (offset) {
    case 0x60: s->dividend = value; divide(s, 0); return 1;
    case 0x64: s->divisor = value; divide(s, 0); return 1;
    case 0x68: s->dividend = value; divide(s, 1); return 1;
    case 0x6C: s->divisor = value; divide(s, 1); return 1;
    case 0x70: s->quotient = value; s->divider_csr = 3; return 1;
    case 0x74: s->remainder = value; s->divider_csr = 3; return 1;
    }
    return 0;
}

static inline uint8_t *memory(struct core *s, uint32_t address) {
    if (address - RAM < RAM_SIZE) return s->ram + (address - RAM);
    if (address >= FLASH && address < FLASH_END) return s->flash + (address & FLASH_MASK);
    if (address < ROM_SIZE) return s->rom + address;
    return 0;
}

static inline uint32_t load(struct core *s, uint32_t address, uint32_t size) {
    uint8_t *p = memory(s, address);
    uint32_t value;
    if (p) {
        if (size == 4) return *(uint32_t *)p;
        if (size == 2) return *(uint16_t *)p;
        return *p;
    }
    if (size == 4 && address >= SIO && address < SIO_END && sio_read(s, address - SIO, &value)) return value;
    return s->read(address, size);
}

static inline void store(struct core *s, uint32_t address, uint32_t value, uint32_t size) {
    if (address - RAM < RAM_SIZE) {
        uint8_t *p = s->ram + (address - RAM);
        if (size == 4) *(uint32_t *)p = value;
        else if (size == 2) *(uint16_t *)p = (uint16_t)value;
        else *p = (uint8_t)value;
    } else if (!(size == 4 && address >= SIO && address < SIO_END && sio_write(s, address - SIO, value))) {
        s->write(address, value, size);
    }
}

static inline int access_cycles(uint32_t address, int writes) {
    if (address >= SIO && address < SIO_END) return 1;
    if (address >= APB && address < APB_END) return writes ? 5 : 4;
    return 2;
}

/* ---- arithmetic ---- */

static inline uint32_t nz(struct core *s, uint32_t value) {
    s->n = value >> 31;
    s->z = value == 0;
    return value;
}

static inline uint32_t add(struct core *s, uint32_t a, uint32_t b, uint32_t carry) {
    uint64_t wide = (uint64_t)a + b + carry;
    uint32_t value = (uint32_t)wide;
    s->c = (uint32_t)(wide >> 32);
    s->v = (~(a ^ b) & (a ^ value)) >> 31;
    return nz(s, value);
}

static inline uint32_t subtract(struct core *s, uint32_t a, uint32_t b) { return add(s, a, ~b, 1); }

enum { LSL, LSR, ASR, ROR };

static uint32_t shift(struct core *s, int kind, uint32_t a, uint32_t count) {
    if (count == 0) return nz(s, a);
    switch (kind) {
    case LSL:
        s->c = count <= 32 ? (count == 32 ? a & 1 : a >> (32 - count) & 1) : 0;
        a = count < 32 ? a << count : 0;
        break;
    case LSR:
        s->c = count <= 32 ? a >> (count - 1) & 1 : 0;
        a = count < 32 ? a >> count : 0;
        break;
    case ASR:
        if (count > 31) {
            a = (uint32_t)((int32_t)a >> 31);
            s->c = a & 1;
        } else {
            s->c = a >> (count - 1) & 1;
            a = (uint32_t)((int32_t)a >> count);
        }
        break;
    case ROR:
        count &= 31;
        if (count) a = a >> count | a << (32 - count);
        s->c = a >> 31;
        break;
    }
    return nz(s, a);
}

static int condition(const struct core *s, uint32_t code) {
    int holds;
    switch (code >> 1) {
    case 0: holds = s->z; break;
    case 1: holds = s->c; break;
    case 2: holds = s->n; break;
    case 3: holds = s->v; break;
    case 4: holds = s->c && !s->z; break;
    case 5: holds = s->n == s->v; break;
    default: holds = s->n == s->v && !s->z; break;
    }
    return holds != (int)(code & 1);
}

static int32_t extend(uint32_t value, int bits) { return (int32_t)(value << (32 - bits)) >> (32 - bits); }

/* ---- groups of instructions; each returns its cycles, 0 if it is not known here ---- */

static int data_processing(struct core *s, uint32_t op) {
    uint32_t *d = &s->r[op & 7], m = s->r[op >> 3 & 7];
    switch (op >> 6 & 15) {
    case 0: *d = nz(s, *d & m); break;
    case 1: *d = nz(s, *d ^ m); break;
    case 2: *d = shift(s, LSL, *d, m & 255); break;
    case 3: *d = shift(s, LSR, *d, m & 255); break;
    case 4: *d = shift(s, ASR, *d, m & 255); break;
    case 5: *d = add(s, *d, m, s->c); break;
    case 6: *d = add(s, *d, ~m, s->c); break;
    case 7: *d = shift(s, ROR, *d, m & 255); break;
    case 8: nz(s, *d & m); break;
    case 9: *d = subtract(s, 0, m); break;
    case 10: subtract(s, *d, m); break;
    case 11: add(s, *d, m, 0); break;
    case 12: *d = nz(s, *d | m); break;
    case 13: *d = nz(s, *d * m); break;
    case 14: *d = nz(s, *d & ~m); break;
    default: *d = nz(s, ~m); break;
    }
    return 1;
}

static int high_registers(struct core *s, uint32_t op, uint32_t next) {
    uint32_t number = (op >> 4 & 8) | (op & 7), m = op >> 3 & 15;
    uint32_t value = m == PC ? next + 2 : s->r[m];
    switch (op >> 8 & 3) {
    case 0:
        value += number == PC ? next + 2 : s->r[number];
        break;
    case 1:
        subtract(s, s->r[number], value);
        return 1;
    case 3:
        if ((op & 0x80) == 0 && value >> 28 == 0xF) return 0; /* the end of an exception */
        if (op & 0x80) s->r[LR] = next | 1;
        s->r[PC] = value & ~1u;
        return 2;
    }
    s->r[number] = number == PC ? value & ~1u : number == SP ? value & ~3u : value;
    return number == PC ? 2 : 1;
}

static int load_store_register(struct core *s, uint32_t op) {
    uint32_t address = s->r[op >> 3 & 7] + s->r[op >> 6 & 7], *t = &s->r[op & 7];
    switch (op >> 9 & 7) {
    case 0: store(s, address, *t, 4); break;
    case 1: store(s, address, *t, 2); break;
    case 2: store(s, address, *t, 1); break;
    case 3: *t = (uint32_t)extend(load(s, address, 1), 8); break;
    case 4: *t = load(s, address, 4); break;
    case 5: *t = load(s, address, 2); break;
    case 6: *t = load(s, address, 1); break;
    default: *t = (uint32_t)extend(load(s, address, 2), 16); break;
    }
    return access_cycles(address, (op >> 9 & 7) < 3);
}

static int load_store_offset(struct core *s, uint32_t op, uint32_t size) {
    uint32_t address = s->r[op >> 3 & 7] + (op >> 6 & 31) * size, *t = &s->r[op & 7];
    if (op & 0x800) *t = load(s, address, size);
    else store(s, address, *t, size);
    return access_cycles(address, !(op & 0x800));
}

static int push(struct core *s, uint32_t op) {
    uint32_t count = (uint32_t)__builtin_popcount(op & 0x1FF), address = s->r[SP] - 4 * count;
    s->r[SP] = address & ~3u;
    for (int i = 0; i < 8; i++)
        if (op >> i & 1) {
            store(s, address, s->r[i], 4);
            address += 4;
        }
    if (op & 0x100) store(s, address, s->r[LR], 4);
    return 1 + __builtin_popcount(op & 0xFF);
}

static int pop(struct core *s, uint32_t op) {
    int count = __builtin_popcount(op & 0xFF);
    uint32_t address = s->r[SP], target = 0;
    if (op & 0x100) {
        target = load(s, address + 4 * (uint32_t)count, 4);
        if (target >> 28 == 0xF) return 0; /* the end of an exception */
    }
    for (int i = 0; i < 8; i++)
        if (op >> i & 1) {
            s->r[i] = load(s, address, 4);
            address += 4;
        }
    if (op & 0x100) {
        s->r[SP] = (address + 4) & ~3u;
        s->r[PC] = target & ~1u;
        return 3 + count;
    }
    s->r[SP] = address & ~3u;
    return 1 + count;
}

static int load_store_multiple(struct core *s, uint32_t op) {
    uint32_t base = op >> 8 & 7, address = s->r[base];
    for (int i = 0; i < 8; i++)
        if (op >> i & 1) {
            if (op & 0x800) s->r[i] = load(s, address, 4);
            else store(s, address, s->r[i], 4);
            address += 4;
        }
    if (!(op >> base & 1)) s->r[base] = address;
    return 1 + __builtin_popcount(op & 0xFF);
}

static void set_primask(struct core *s, uint32_t value) {
    s->primask = value;
    if (!value && s->irq_pending) s->stop = 1;
}

static int miscellaneous(struct core *s, uint32_t op) {
    uint32_t *d = &s->r[op & 7], m = s->r[op >> 3 & 7];
    switch (op >> 8 & 15) {
    case 0x0:
        s->r[SP] = (op & 0x80 ? s->r[SP] - (op & 0x7F) * 4 : s->r[SP] + (op & 0x7F) * 4) & ~3u;
        return 1;
    case 0x2:
        switch (op >> 6 & 3) {
        case 0: *d = (uint32_t)extend(m, 16); break;
        case 1: *d = (uint32_t)extend(m, 8); break;
        case 2: *d = m & 0xFFFF; break;
        default: *d = m & 0xFF; break;
        }
        return 1;
    case 0x4: case 0x5:
        return push(s, op);
    case 0x6:
        if (op != 0xB662 && op != 0xB672) return 0;
        set_primask(s, op == 0xB672);
        return 1;
    case 0xA:
        switch (op >> 6 & 3) {
        case 0: *d = __builtin_bswap32(m); return 1;
        case 1: *d = (m >> 8 & 0x00FF00FFu) | (m << 8 & 0xFF00FF00u); return 1;
        case 3: *d = (uint32_t)extend(__builtin_bswap16((uint16_t)m), 16); return 1;
        }
        return 0;
    case 0xC: case 0xD:
        return pop(s, op);
    case 0xF:
        if (op == 0xBF00 || op == 0xBF10) return 1; /* NOP, YIELD */
        if (op != 0xBF40) return 0;
        s->event = 1;
        return 1;
    }
    return 0;
}

static int wide(struct core *s, uint32_t op, uint32_t second, uint32_t next) {
    if ((second & 0xD000) == 0xD000) { /* BL */
        uint32_t sign = op >> 10 & 1;
        uint32_t i1 = !((second >> 13 & 1) ^ sign), i2 = !((second >> 11 & 1) ^ sign);
        uint32_t offset = sign << 24 | i1 << 23 | i2 << 22 | (op & 0x3FF) << 12 | (second & 0x7FF) << 1;
        s->r[LR] = (next + 2) | 1;
        s->r[PC] = next + 2 + (uint32_t)extend(offset, 25);
        return 3;
    }
    s->r[PC] = next + 2;
    if (op == 0xF3BF && (second & 0xFF00) == 0x8F00) return 3; /* barriers */
    if (op == 0xF3EF && (second & 0xFF) == 16) {
        s->r[second >> 8 & 15] = s->primask;
        return 3;
    }
    if (op == 0xF3EF && (second & 0xFF) == 5) {
        s->r[second >> 8 & 15] = s->ipsr;
        return 3;
    }
    if ((op & 0xFFF0) == 0xF380 && (second & 0xFF) == 16) {
        set_primask(s, s->r[op & 15] & 1);
        return 3;
    }
    return 0;
}

static int execute(struct core *s, uint32_t op, uint32_t next) {
    uint32_t *r = s->r, low = op & 0xFF, *t = &r[op >> 8 & 7];
    switch (op >> 11) {
    case 0x00: case 0x01: case 0x02: {
        uint32_t count = op >> 6 & 31, kind = op >> 11;
        r[op & 7] = shift(s, (int)kind, r[op >> 3 & 7], kind != LSL && count == 0 ? 32 : count);
        return 1;
    }
    case 0x03: {
        uint32_t b = op & 0x400 ? op >> 6 & 7 : r[op >> 6 & 7], a = r[op >> 3 & 7];
        r[op & 7] = op & 0x200 ? subtract(s, a, b) : add(s, a, b, 0);
        return 1;
    }
    case 0x04: *t = nz(s, low); return 1;
    case 0x05: subtract(s, *t, low); return 1;
    case 0x06: *t = add(s, *t, low, 0); return 1;
    case 0x07: *t = subtract(s, *t, low); return 1;
    case 0x08: return op & 0x400 ? high_registers(s, op, next) : data_processing(s, op);
    case 0x09: {
        uint32_t address = ((next + 2) & ~3u) + low * 4;
        *t = load(s, address, 4);
        return access_cycles(address, 0);
    }
    case 0x0A: case 0x0B: return load_store_register(s, op);
    case 0x0C: case 0x0D: return load_store_offset(s, op, 4);
    case 0x0E: case 0x0F: return load_store_offset(s, op, 1);
    case 0x10: case 0x11: return load_store_offset(s, op, 2);
    case 0x12: store(s, r[SP] + low * 4, *t, 4); return access_cycles(r[SP] + low * 4, 1);
    case 0x13: *t = load(s, r[SP] + low * 4, 4); return access_cycles(r[SP] + low * 4, 0);
    case 0x14: *t = ((next + 2) & ~3u) + low * 4; return 1;
    case 0x15: *t = r[SP] + low * 4; return 1;
    case 0x16: case 0x17: return miscellaneous(s, op);
    case 0x18: case 0x19: return load_store_multiple(s, op);
    case 0x1A: case 0x1B:
        if ((op >> 8 & 15) > 13) return 0; /* UDF, SVC */
        if (!condition(s, op >> 8 & 15)) return 1;
        r[PC] = next + 2 + (uint32_t)extend(low << 1, 9);
        return 2;
    case 0x1C: r[PC] = next + 2 + (uint32_t)extend((op & 0x7FF) << 1, 12); return 2;
    case 0x1E: return wide(s, op, load(s, next, 2), next);
    }
    return 0;
}

/* Execute instructions until `limit`, until a callback sets `stop` or until one comes that is not known here. */
int run(struct core *s) {
    s->stop = 0;
    while (s->cycles < s->limit) {
        uint32_t here = s->r[PC] & ~1u;
        s->r[PC] = here + 2;
        int cycles = execute(s, load(s, here, 2), here + 2);
        if (cycles == 0) {
            s->r[PC] = here;
            return UNKNOWN;
        }
        s->cycles += (uint64_t)cycles;
        if (s->stop) return STOPPED;
    }
    return RAN;
}
