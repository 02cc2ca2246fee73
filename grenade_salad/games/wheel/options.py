"""The house rules of the wheel game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from grenade_salad.core import Options


@dataclass(frozen=True)
class WheelOptions(Options):
    """House rules (WH-05, WH-07, WH-10, WH-12, WH-13)."""

    starter: int | None = field(
        default=None, metadata={"label": "Starting player", "help": "Drawn at random, or always the same seat."}
    )
    face_down: Literal["skipped", "counted"] = field(
        default="skipped",
        metadata={
            "label": "Cards face down",
            "choices": (("skipped", "are passed over"), ("counted", "are counted")),
            "help": "Whether a die counts cards that are out of play, and may rest on them.",
        },
    )
    joker: Literal["once", "twice"] = field(
        default="once",
        metadata={
            "label": "On the joker",
            "choices": (("once", "every die is raised by one"), ("twice", "the moved die is raised by two")),
            "help": "What a move that ends on the joker does to the moved die; the others are raised by one.",
        },
    )
    joker_safe: bool = field(
        default=False,
        metadata={"label": "The joker cannot be blown up", "help": "The dice on it are reset all the same."},
    )
    last_heart: bool = field(
        default=False,
        metadata={
            "label": "Out with the last heart",
            "help": "In a game of two: out when both hearts are gone, not with the first.",
        },
    )
