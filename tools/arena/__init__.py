"""Bots against each other: what tournament.py, selfplay.py and bench.py are put together from.

arguments   command lines that name a system, its house rules and numbers   (MicroPython too)
table       bots play one deal                                              (MicroPython too)
levels      names -> bots
duplicate   the same cards at several tables, counted
counts      whole numbers that can be added up in any order
figures     what the counts say: means, rates, confidence intervals
results     the JSON file that a tournament goes on from
report      figures as lines of text
plot        figures as a picture
"""
