"""The hardware as data, for the host's tools: what a chip's pins can do, which of them a board has, what is wrong with
a board file, and the tables and drawings made from all that. Nothing here runs on a board.

    chips       functions of each GPIO, the family in a UF2 file
    models      boards that are sold: their edge pins, LED, flash
    boardfile   reads a file of boards/
    checks      what a board file says against what its model can do
    wiring      which pin goes where, as a table
    drawing     the same as an SVG
"""
