"""The house rules of the wheel game, named as in records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from grenade_salad.core import Options, Reason
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
        return reasons.WrongSeats(seats)
    starter = options.starter
    if starter is not None and (type(starter) is not int or not 0 <= starter < seats):
        return reasons.WrongOption("starter", starter, f"a seat, 0 to {seats - 1}")
    wants: tuple[tuple[str, object, tuple[object, ...], str], ...] = (
        ("face_down", options.face_down, ("skipped", "counted"), "'skipped' or 'counted'"),
        ("joker", options.joker, ("once", "twice"), "'once' or 'twice'"),
        ("joker_safe", options.joker_safe, (False, True), "true or false"),
        ("last_heart", options.last_heart, (False, True), "true or false"),
    )
    for name, value, allowed, words in wants:
        if not any(type(value) is type(one) and value == one for one in allowed):
            return reasons.WrongOption(name, value, words)
    return None
