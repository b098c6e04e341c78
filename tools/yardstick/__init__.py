"""What bench.py measures with.

guest       the measurements themselves, one source for CPython, MicroPython and the board
hosts       runs them in these three places
others      random play of OpenSpiel and RLCard
table       rows, their JSON, the change since the last run
"""
