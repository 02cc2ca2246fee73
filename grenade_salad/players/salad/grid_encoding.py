"""Grenade Salad with a fixed list of actions on a grid, for learners.

The grid's points are half a tile apart, from a quarter of a tile inside the table's lower left corner on: 24 x 16 on a
table of 600 x 400 mm. A soldier that is moved keeps its angle, one that is placed has angle 0, drops are from the
heights of GS-03, and the thrower is the soldier farthest from the point of those that reach it. Of several that could
strike or shoot the same soldier, the first does. Soldiers are counted by seat in the order of their ids, 0 to 19.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, pi
from typing import cast

from grenade_salad.core import Action, Options, State, View
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature, relative_seats, require_seat
from grenade_salad.games.salad import Arrow, Circles, Drop, End, Explosion, Footpath, Hammers, Keep, Move, Pass, Pointer
from grenade_salad.games.salad.actions import ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import HEIGHTS, SOLDIERS_EACH, SYMBOLS, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.encoding import SaladEncoding
from grenade_salad.players.salad.known_position import read_position

_MAX_TRIGGERS = 3
"""Maximum number of soldiers on a mine at once: Three Circles drops three."""


class GridEncoding(Encoding):
    """The numbers of `SaladEncoding`, then the soldiers of each seat.

    For each soldier: 1 if it is on the table, its place and its angle.
    """

    def __init__(self, seats: int, options: Options) -> None:
        assert isinstance(options, SaladOptions)
        self._base, self._seats, self._tile = SaladEncoding(seats, options), seats, options.tile
        self._table = width, height = options.measures().table
        step = options.tile / 2
        columns, rows = int(width / step), int(height / step)
        self.points: tuple[Point, ...] = tuple(
            (step * (column + 0.5), step * (row + 0.5)) for row in range(rows) for column in range(columns)
        )
        point_names = [f"({x:g}, {y:g})" for x, y in self.points]
        soldier_indexes = range(SOLDIERS_EACH)
        enemies = [f"soldier {index} of +{offset}" for offset in range(1, seats) for index in soldier_indexes]
        self.choices = (
            *(f"drop from {height:g} mm" for height in HEIGHTS),
            "keep the drop",
            "end the turn",
            "pass",
            *(f"throw away: {card}" for card in SYMBOLS),
            *(f"circles from {height:g} mm" for height in HEIGHTS),
            *(f"hammers on {enemy}" for enemy in enemies),
            *(f"arrow at {enemy}" for enemy in enemies),
            *(f"mine under who stepped on it, number {index}" for index in range(_MAX_TRIGGERS)),
            *(f"pointer to {point}" for point in point_names),
            *(f"explosion at {point}" for point in point_names),
            *(f"move soldier {index} to {point}" for index in soldier_indexes for point in point_names),
        )
        self._choice_indexes = {name: index for index, name in enumerate(self.choices)}
        self.numbers = (
            *self._base.numbers,
            *(
                feature
                for step in range(seats)
                for soldier in soldier_indexes
                for feature in (
                    Feature(f"soldier {soldier} of +{step} is on the table"),
                    Feature(f"its x, of the table (soldier {soldier} of +{step})"),
                    Feature(f"its y, of the table (soldier {soldier} of +{step})"),
                    Feature(f"its angle, of a quarter turn (soldier {soldier} of +{step})"),
                )
            ),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """Return the numbers; `choices_in` has the choices, as they need the rules."""
        view = cast(SaladView, view)
        board = read_position(view, require_seat(view))
        numbers = self._base.encode_position(view, board)
        width, height = self._table
        for seat in relative_seats(board.seat, self._seats):
            soldiers = _seat_soldiers(view.soldiers, seat)
            for soldier in soldiers:
                numbers += [1.0, soldier.x / width, soldier.y / height, soldier.angle % (pi / 2) / (pi / 2)]
            numbers += [0.0] * (4 * (SOLDIERS_EACH - len(soldiers)))
        return EncodedView(numbers, [None] * len(self.choices))

    def list_choices(self, state: State, seat: int) -> Sequence[Action | None]:
        """See `Encoding`."""
        view = cast(SaladView, state.view(seat))
        choices: list[Action | None] = [None] * len(self.choices)
        for action in state.legal_actions(seat):
            for name, filled in self._name_choices(view, seat, action):
                index = self._choice_indexes[name]
                if choices[index] is None and state.why_not(filled) is None:
                    choices[index] = filled
        return choices

    def _name_choices(self, view: SaladView, seat: int, action: Action) -> list[tuple[str, Action]]:
        """Return the names of all actions on the grid that fill in this one."""
        match action:
            case Drop():
                return [(f"drop from {height:g} mm", Drop(height=height, seat=seat)) for height in HEIGHTS]
            case Keep():
                return [("keep the drop", Keep(seat=seat))]
            case End():
                return [("end the turn", action)]
            case Pass():
                return [("pass", action)]
            case ThrowAway(card=card):
                return [(f"throw away: {card}", action)]
            case Circles():
                return [(f"circles from {height:g} mm", Circles(seat, height)) for height in HEIGHTS]
            case Hammers(target=target):
                return [(f"hammers on {self._enemy(view, seat, target)}", action)]
            case Arrow(target=target):
                return [(f"arrow at {self._enemy(view, seat, target)}", action)]
            case Footpath(soldier=soldier):
                index = sorted(view.triggers).index(soldier)
                return [(f"mine under who stepped on it, number {index}", action)]
        return self._name_placements(view, seat, action)

    def _name_placements(self, view: SaladView, seat: int, action: Action) -> list[tuple[str, Action]]:
        own_soldiers = _seat_soldiers(view.soldiers, seat)
        if isinstance(action, Pointer):
            return [(f"pointer to ({x:g}, {y:g})", Pointer(seat, (x, y), 0.0)) for x, y in self.points]
        assert isinstance(action, Move | Explosion)
        soldier = next(candidate for candidate in own_soldiers if candidate.id == action.soldier)
        near = [(x, y) for x, y in self.points if dist((soldier.x, soldier.y), (x, y)) <= self._tile]
        if isinstance(action, Move):
            name, index = "move soldier", own_soldiers.index(soldier)
            return [
                (f"{name} {index} to ({x:g}, {y:g})", Move(seat, soldier.id, (x, y), soldier.angle)) for x, y in near
            ]
        mine = [(x, y) for x, y in near if self._thrower(own_soldiers, (x, y)) is soldier]
        return [(f"explosion at ({x:g}, {y:g})", Explosion(seat, soldier.id, (x, y))) for x, y in mine]

    def _thrower(self, own_soldiers: Sequence[Soldier], point: Point) -> Soldier:
        """Return the farthest of the soldiers that reach the point."""
        reach = [
            (distance, -soldier.id, soldier)
            for soldier in own_soldiers
            if (distance := dist((soldier.x, soldier.y), point)) <= self._tile
        ]
        return max(reach)[2]

    def _enemy(self, view: SaladView, seat: int, target: int) -> str:
        soldier = next(candidate for candidate in view.soldiers if candidate.id == target)
        index = _seat_soldiers(view.soldiers, soldier.seat).index(soldier)
        return f"soldier {index} of +{(soldier.seat - seat) % self._seats}"


def _seat_soldiers(soldiers: Sequence[Soldier], seat: int) -> list[Soldier]:
    """Return a seat's soldiers on the table, in the order of their ids."""
    return sorted((soldier for soldier in soldiers if soldier.seat == seat), key=lambda soldier: soldier.id)


ENCODER = Encoder(SaladEncoding, GridEncoding)
