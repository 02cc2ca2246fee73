"""What one seat may know of the wheel game."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import View
from grenade_salad.games.wheel.board import Board
from grenade_salad.games.wheel.moves import Die
from grenade_salad.games.wheel.options import WheelOptions


@dataclass(frozen=True)
class WheelView(View):
    """Everything is open but hearts (WH-15, WH-16).

    `hearts[seat]` is a list for the own seat, for who is out and for everybody when the game is over, else a number;
    `shown[seat]` lists the hearts of a seat that were blown up. `unused`, the hearts that nobody had, is a number
    until the game is over. `roll` is the number of the black die, None while it is not rolled.
    """

    options: WheelOptions
    ring: tuple[str, ...]
    face_down: tuple[int, ...]
    dice: tuple[Die, ...]
    hearts: tuple[tuple[str, ...] | int, ...]
    shown: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...] | int
    turn: int
    roll: int | None
    alive: tuple[bool, ...]

    def board(self) -> Board:
        """The ring and the dice, for previews."""
        down = [index in self.face_down for index in range(len(self.ring))]
        return Board(self.ring, down, [die.at for die in self.dice], [die.pips for die in self.dice])
