"""Why something cannot be done: typed, with the facts that a message needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why an action, an outcome, options or a setup are refused. Subclasses carry the facts."""

    def text(self) -> str:
        """One line in plain words, with the numbers."""
        raise NotImplementedError


class Illegal(Exception):
    """What was asked for is not allowed; nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text())
        self.reason = reason


@dataclass(frozen=True)
class GameOver(Reason):
    """Nothing can be done any more."""

    def text(self) -> str:
        return "the game is over"


@dataclass(frozen=True)
class LuckIsDue(Reason):
    """An outcome of luck comes before anybody acts."""

    kind: str

    def text(self) -> str:
        return f"luck is due first: {self.kind}"


@dataclass(frozen=True)
class NotDue(Reason):
    """Luck has nothing to decide now, or something else."""

    kind: str
    due: str | None

    def text(self) -> str:
        return f"no {self.kind} is due now" + (f", but a {self.due}" if self.due else "")


@dataclass(frozen=True)
class WrongSeats(Reason):
    """The game is for fewer or more players."""

    title: str
    seats: int
    least: int
    most: int

    def text(self) -> str:
        return f"{self.title} is for {self.least} to {self.most} players, not for {self.seats}"


@dataclass(frozen=True)
class NoSuchSeat(Reason):
    """The seat is not at this table."""

    seat: int
    seats: int

    def text(self) -> str:
        return f"there is no seat {self.seat}: the seats are 0 to {self.seats - 1}"


@dataclass(frozen=True)
class NotAsked(Reason):
    """Another seat is to act."""

    seat: int | None
    to_act: tuple[int, ...]

    def text(self) -> str:
        who = "nobody" if self.seat is None else f"seat {self.seat}"
        asked = " or ".join(f"seat {seat}" for seat in self.to_act)
        return f"{who} cannot act now: it is up to {asked}"
