"""One file for a board's flash: MicroPython and the game's files, as UF2.

    blocks       the UF2 format
    binaryinfo   what MicroPython's binary says about itself
    filesystem   the littlefs image that MicroPython mounts
    onefile      puts them together, and reads back what was written
"""
