"""Players of Grenade Salad that think: one small step at a time, by what the position is worth after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from grenade_salad.bots import Kind
from grenade_salad.bots.salad import geometry, steps
from grenade_salad.bots.salad.board import CARD, Board, Change, after, board_of, mine_chance
from grenade_salad.bots.salad.normal import Normal
from grenade_salad.bots.salad.value import worths
from grenade_salad.core import Action, Event, View
from grenade_salad.games.salad import Circles, End, Explosion, Footpath, Move, Pass, Pointer
from grenade_salad.games.salad.view import SaladView

_WIDE = {"hard": 6, "expert": 14}
"""How many steps a level looks behind."""


@dataclass(frozen=True)
class Option:
    """A step and the logarithm of the odds to win with it."""

    change: Change
    worth: float


class Thinking:
    """Weighs every step by how likely it is to win then, and looks behind the best of them."""

    def __init__(self, kind: Kind, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._wide = _WIDE[kind.level]
        self._sound = Normal(seat, rng)

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: the table is open, and the played cards lie there."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One small step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        if view.step == "drop":
            return self._sound.decide(view, legal)
        board = board_of(view, self._seat)
        if view.step == "mines":
            return self._mine(view, board, legal)
        for option in self._options(board, legal):
            if fits(view, legal, option.change.action):
                return option.change.action
        return self._sound.decide(view, legal)

    def _mine(self, view: SaladView, board: Board, legal: Sequence[Action]) -> Action:
        """The mine that helps most, if one does. The same work is done with every hand."""
        found = mines(view, board)
        waits = Change(Pass(self._seat))
        values = worths(board, [waits, *found])
        best = int(values.argmax())
        action = [waits, *found][best].action
        return action if action in legal else waits.action

    def _options(self, board: Board, legal: Sequence[Action]) -> list[Option]:
        """What could be done now, the best first."""
        options = look(board, self._rng, any(isinstance(action, End) for action in legal))
        if not options:
            return []
        if board.cards_left - (not board.may_move) >= 1:
            wide = sorted(range(len(options)), key=lambda one: -options[one].worth - options[one].change.hope * 0.2)
            for index in wide[: self._wide]:
                option = options[index]
                if not isinstance(option.change.action, End | Circles):
                    options[index] = Option(option.change, self._behind(board, option))
        return sorted(options, key=lambda option: -option.worth)

    def _behind(self, board: Board, option: Option) -> float:
        """What the step is worth with the best cards after it."""
        position, worth = after(board, option.change), option.worth
        calm = float(worths(position, [Change(End(self._seat))])[0])
        risk = calm - worth
        best = calm
        while position.cards_left:
            found = look(position, self._rng, True)
            top = max(found, key=lambda one: one.worth)
            if isinstance(top.change.action, End):
                break
            best = top.worth
            if isinstance(top.change.action, Circles):
                break
            position = after(position, top.change)
        return best - risk


def mines(view: SaladView, board: Board) -> list[Change]:
    """A mine under each soldier that may have stepped on one."""
    stepped = [board.ids.index(soldier) for soldier in view.triggers]
    hit = geometry.hits(board.xy[stepped], board.measures.blast_radius, board.xy, board.angle, board.measures.cube)
    return [
        Change(
            Footpath(board.seat, board.ids[one]), tuple(int(who) for who in np.flatnonzero(row)), card=CARD["footpath"]
        )
        for one, row in zip(stepped, hit, strict=True)
    ]


def look(board: Board, rng: Random, may_end: bool) -> list[Option]:
    """Every step that is worth a thought, with what it is worth as the last one of the turn."""
    plain = steps.moves(board)
    drops: list[list[Change]] = []
    if board.cards_left:
        plain += steps.strikes(board) + steps.throws(board) + steps.pointers(board, rng)
        drops = steps.circles(board)
    if may_end:
        plain.append(Change(End(board.seat)))
    flat = [change for falls in drops for change in falls]
    if not plain and not flat:
        return []
    values = risked(board, [*plain, *flat])
    options = [Option(change, float(worth)) for change, worth in zip(plain, values, strict=False)]
    start = len(plain)
    for falls in drops:
        options.append(Option(falls[0], float(values[start : start + len(falls)].mean())))
        start += len(falls)
    return options


def risked(board: Board, changes: Sequence[Change]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """What the changes are worth, if somebody may hold a mine and uses it where it hurts."""
    values = worths(board, changes)
    risk = mine_chance(board)
    if not risk:
        return values
    news = [index for index, change in enumerate(changes) if change.new]
    if not news:
        return values
    blown = [_blown(board, changes[index]) for index in news]
    hurt = worths(board, blown)
    for index, worth in zip(news, hurt, strict=True):
        values[index] -= risk * max(0.0, values[index] - worth)
    return values


def _blown(board: Board, change: Change) -> Change:
    """The change with a mine under its first new soldier: the next opponent takes whom it hits."""
    at = np.array([change.new[0][:2]])
    radius, cube = board.measures.blast_radius, board.measures.cube
    hit = np.flatnonzero(geometry.hits(at, radius, board.xy, board.angle, cube)[0])
    places = np.array(change.new)
    stay = ~geometry.hits(at, radius, places[:, :2], places[:, 2], cube)[0]
    killed = {*change.killed, *hit.tolist()}
    if change.moved is not None:
        return Change(change.action, (*(killed | {change.moved}),), card=change.card, by=1)
    left = tuple(place for place, kept in zip(change.new, stay, strict=True) if kept)
    return Change(change.action, (*killed,), left, None, change.card, 1, len(change.new) - len(left))


def fits(view: SaladView, legal: Sequence[Action], action: Action) -> bool:
    """Whether the real table allows the action: it fills in one of the templates, or is one of them."""
    from grenade_salad.games.salad import table

    measures = view.options.measures()
    match action:
        case Move(to=(x, y), angle=float(angle)):
            free = table.why_not_place(measures, view.soldiers, x, y, angle, action.soldier) is None
            return free and Move(action.seat, action.soldier, None, None) in legal
        case Pointer(to=(x, y), angle=float(angle)):
            free = table.why_not_place(measures, view.soldiers, x, y, angle) is None
            return free and Pointer(action.seat, None, None) in legal
        case Circles():
            return Circles(action.seat, None) in legal
        case Explosion():
            return Explosion(action.seat, action.soldier, None) in legal
    return action in legal
