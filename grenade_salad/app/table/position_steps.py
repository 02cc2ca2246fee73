"""What a game brings to set its positions up: pure functions from one to the next, a module of its own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from grenade_salad.core import Options
from grenade_salad.core.notation import letter
from grenade_salad.core.position_notation import Start
from grenade_salad.core.set_up import Draft, Place, SetUp, Trouble
from grenade_salad.text import Words

S = TypeVar("S", bound=SetUp[Options, Draft])


class Steps(Protocol[S]):
    """How positions of a game are set up: pure functions. Cards are named as in a line, None is one nobody knows."""

    def new(self, seats: int, /) -> S:
        """Nothing is set up yet."""

    def read(self, text: str, /) -> S:
        """What a line says, also if there is no such position. Raises Unreadable."""

    def line(self, setup: S, /) -> str:
        """The line of it."""

    def with_options(self, setup: S, options: Any, /) -> S:
        """By other house rules, which are the game's own."""

    def with_seats(self, setup: S, seats: int, /) -> S:
        """With so many players."""

    def turn_of(self, setup: S, seat: int, /) -> S:
        """It is that seat's turn, and the turn begins."""

    def given(self, setup: S, place: Place, card: str | None, /) -> S:
        """One more card in a place."""

    def taken_back(self, setup: S, place: Place, index: int, /) -> S:
        """Without one of the cards of a place."""

    def turn(self, setup: S, /) -> int:
        """Whose turn it is."""

    def troubles(self, setup: S, /) -> Sequence[Trouble]:
        """Why it cannot be."""

    def start(self, setup: S, rng: Random, /) -> Start:
        """How a match starts here; what is not known is drawn. Raises Illegal."""


def called(setup: SetUp[Options, Draft], seat: int) -> Words:
    """What a player is called: by name, else by letter."""
    return setup.names[seat] if setup.names and setup.names[seat] else letter(seat).upper()
