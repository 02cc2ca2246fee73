"""The house rules of the wheel game, named as in records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

from grenade_salad.core import Options, Reason, WrongSeatCount
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.wheel import PLUGIN
from grenade_salad.text import Message, m


@dataclass(frozen=True)
class WheelOptions(Options):
    """House rules; the defaults are the rules of WH-01 to WH-16."""

    starter: int | None = field(
        default=None,
        metadata={"label": m("Who starts"), "seat": True, "help": m("Who takes the first turn.")},
    )
    face_down: Literal["skipped", "counted"] = field(
        default="skipped",
        metadata={
            "label": m("Cards that are face down"),
            "help": m("Counted: dice may rest and blow up on them, but take no card with them."),
            # Translators: a choice of "Cards that are face down"
            "choices": (("skipped", m("Are passed over")), ("counted", m("Are counted"))),
        },
    )
    joker: Literal["once", "twice"] = field(
        default="once",
        metadata={
            "label": m("On the joker"),
            "help": m("By how much the moved die is raised when it ends on the joker; the others are raised by one."),
            "choices": (("once", m("The moved die is raised by one")), ("twice", m("The moved die is raised by two"))),
        },
    )
    joker_safe: bool = field(
        default=False,
        metadata={
            "label": m("The joker cannot be blown up"),
            "help": m("Dice that blow up on it are reset all the same."),
        },
    )
    last_heart: bool = field(
        default=False,
        metadata={
            "label": m("Out with the last heart"),
            "help": m("For two players: out when both hearts are gone, not with the first."),
        },
    )

    @classmethod
    def presets(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        return (
            (m("Quick", context="house rules"), cls(joker="twice")),
            (m("Wild", context="house rules"), cls(joker="twice", face_down="counted", joker_safe=True)),
        )


def why_not_options(seats: int, options: WheelOptions) -> Reason | None:
    """Return why these house rules cannot be played, or None."""
    if not PLUGIN.min_seats <= seats <= PLUGIN.max_seats:
        return WrongSeatCount(PLUGIN.title, seats, PLUGIN.min_seats, PLUGIN.max_seats)
    starter = options.starter
    if starter is not None and (type(starter) is not int or not 0 <= starter < seats):
        return WrongOption("starter", starter, m("a seat, 0 to {last}", last=seats - 1))
    if options.face_down not in ("skipped", "counted"):
        return WrongOption("face_down", options.face_down, m("'skipped' or 'counted'"))
    if options.joker not in ("once", "twice"):
        return WrongOption("joker", options.joker, m("'once' or 'twice'"))
    if options.joker_safe not in (False, True):
        return WrongOption("joker_safe", options.joker_safe, m("true or false"))
    if options.last_heart not in (False, True):
        return WrongOption("last_heart", options.last_heart, m("true or false"))
    return None
