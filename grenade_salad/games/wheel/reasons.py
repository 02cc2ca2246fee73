"""Why something cannot be done in the wheel game."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import Reason


@dataclass(frozen=True)
class WrongSeats(Reason):
    """WH-01."""

    seats: int

    def text(self) -> str:
        return f"Grenade is for 2 to 7 players, not {self.seats}"


@dataclass(frozen=True)
class NoSuchDie(Reason):
    """There are three white dice."""

    die: int

    def text(self) -> str:
        return f"there is no white die {self.die}: the dice are 0, 1 and 2"


@dataclass(frozen=True)
class CannotBe(Reason):
    """A setup or an outcome of luck that the box or the rules do not allow."""

    why: str

    def text(self) -> str:
        return self.why
