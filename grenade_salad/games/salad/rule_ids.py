"""Which rule matters when, for pages that open the rules at it."""

from __future__ import annotations

RULES = {
    "drop": "GS-06",
    "move": "GS-11",
    "cards": "GS-10",
    "mines": "GS-21",
    "over": "GS-27",
    "pointer": "GS-13",
    "circles": "GS-14",
    "hammers": "GS-16",
    "arrow": "GS-17",
    "explosion": "GS-18",
    "footpath": "GS-21",
    "keep": "GS-06",
    "end": "GS-10",
    "pass": "GS-21",
}
"""The rule that matters in each step, and for each action."""
