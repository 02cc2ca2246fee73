"""The strength of machine players: `python -m tools.strength`.

It measures how often they win, what a seat is worth, and how they behave.
"""
