"""The house rules of the wheel game, named as in records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from grenade_salad.core import Options, Reason, WrongSeats
from grenade_salad.games.wheel import reasons

LEAST_SEATS = 2
MOST_SEATS = 7


@dataclass(frozen=True)
class WheelOptions(Options):
    """House rules; the defaults are the rules of WH-01 to WH-16."""

    starter: int | None = field(
        default=None,
        metadata={
            "label": "Who starts",
            "help": "Whose turn is the first.",
            "choices": ((None, "Drawn at random"), *((seat, f"Seat {seat + 1}") for seat in range(MOST_SEATS))),
        },
    )
    face_down: Literal["skipped", "counted"] = field(
        default="skipped",
        metadata={
            "label": "Cards that are face down",
            "help": "Counted: dice may rest and blow up on them, and take no card with them then.",
            "choices": (("skipped", "Are passed over"), ("counted", "Are counted")),
        },
    )
    joker: Literal["once", "twice"] = field(
        default="once",
        metadata={
            "label": "On the joker",
            "help": "By how much the moved die is raised when it ends on the joker; the others are raised by one.",
            "choices": (("once", "The moved die is raised by one"), ("twice", "The moved die is raised by two")),
        },
    )
    joker_safe: bool = field(
        default=False,
        metadata={
            "label": "The joker cannot be blown up",
            "help": "Dice that blow up on it are reset all the same.",
        },
    )
    last_heart: bool = field(
        default=False,
        metadata={
            "label": "Out with the last heart",
            "help": "For two players: out when both hearts are gone, not with the first.",
        },
    )


def check_options(seats: int, options: WheelOptions) -> Reason | None:
    """Why nobody can play so, or None."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return WrongSeats("Grenade", seats, LEAST_SEATS, MOST_SEATS)
    starter = options.starter
    if starter is not None and (type(starter) is not int or not 0 <= starter < seats):
        return reasons.WrongOption("starter", starter, f"a seat, 0 to {seats - 1}")
    if options.face_down not in ("skipped", "counted"):
        return reasons.WrongOption("face_down", options.face_down, "'skipped' or 'counted'")
    if options.joker not in ("once", "twice"):
        return reasons.WrongOption("joker", options.joker, "'once' or 'twice'")
    if options.joker_safe not in (False, True):
        return reasons.WrongOption("joker_safe", options.joker_safe, "true or false")
    if options.last_heart not in (False, True):
        return reasons.WrongOption("last_heart", options.last_heart, "true or false")
    return None
