"""The house rules of the open table."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.core import Options, Reason
from grenade_salad.core.reasons import WrongOption
from grenade_salad.text import m


@dataclass(frozen=True)
class TableOptions(Options):
    """House rules."""

    steady: bool = field(
        default=False,
        metadata={
            "label": m("Steady hands"),
            "help": m("A shot goes exactly where it was aimed, and the same shot twice is the same."),
        },
    )


def why_not_options(options: TableOptions) -> Reason | None:
    """Return why these house rules cannot be played, or None."""
    if options.steady not in (False, True):
        return WrongOption("steady", options.steady, m("true or false"))
    return None
