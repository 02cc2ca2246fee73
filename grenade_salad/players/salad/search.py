"""What steps are worth: the odds after them, what a mine would cost, and what could be played behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from grenade_salad.core import Action
from grenade_salad.games.salad import Circles, End, Footpath, Pass, ThrowAway, vector_geometry
from grenade_salad.games.salad.vector_geometry import Floats
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import CARD, Board, Change, after, calm_after, mine_chance
from grenade_salad.players.salad.value_net import worths

_HOPE = 0.2
"""What a point that might be made later counts when it is chosen which steps are looked behind, in log odds."""

_IDLE = 0.8
"""What it costs to keep the cards for later, in log odds: who always finds that better never plays them."""


@dataclass(frozen=True)
class Option:
    """A step, and the logarithm of the odds to win with it."""

    change: Change
    worth: float

    @property
    def action(self) -> Action:
        """What would be done."""
        return self.change.action


def weigh(board: Board, rng: Random, may_end: bool, wide: int, in_time: Callable[[], bool]) -> list[Option]:
    """Every step that is worth a thought, the best first; the `wide` most promising ones are looked behind.

    No more of them when it is not `in_time`.
    """
    options = look(board, rng, may_end)
    if not board.cards_left:
        return sorted(options, key=lambda option: -option.worth)
    promising = sorted(range(len(options)), key=lambda one: -options[one].worth - options[one].change.hope * _HOPE)
    for index in promising[:wide]:
        if not in_time():
            break
        option = options[index]
        options[index] = Option(option.change, behind(board, option, rng))
    return sorted(options, key=lambda option: -option.worth)


def look(board: Board, rng: Random, may_end: bool) -> list[Option]:
    """Every step that is worth a thought, with what it is worth as the last one of the turn."""
    groups = [[change] for change in move_generation.moves(board)]
    if board.cards_left:
        single = [
            *move_generation.strikes(board),
            *move_generation.throws(board),
            *move_generation.pointers(board, rng),
        ]
        groups += [[change] for change in single]
        groups += [
            move_generation.circles(board, height)
            for height in move_generation.HEIGHTS
            if move_generation.may_toss(board)
        ]
    ends = move_generation.endings(board, may_end)
    options = _as_last(board, [*groups, *([change] for change in ends)])
    if board.cards_left:
        for one in range(len(options) - len(ends), len(options)):
            options[one] = replace(options[one], worth=options[one].worth - idle(board))
    return options


def idle(board: Board) -> float:
    """What is charged for keeping cards, in log odds: the less, the nearer the game is to its end without them."""
    calm = float(calm_after(board, [Change(End(board.seat))])[0])
    return _IDLE * (1 - calm / board.calm_limit)


def _as_last(board: Board, groups: Sequence[Sequence[Change]]) -> list[Option]:
    """What steps are worth if the turn ends with them; what luck decides is a group, of which the mean counts."""
    flat = [change for group in groups for change in group]
    if not flat:
        return []
    worth = _feared(board, flat)
    found, start = [], 0
    for group in groups:
        found.append(Option(group[0], float(worth[start : start + len(group)].mean())))
        start += len(group)
    return found


def option_of(board: Board, action: Action, rng: Random) -> Option:
    """A legal action, weighed by the same measure as in `weigh`."""
    (option,) = _as_last(board, [move_generation.changes_of(board, action)])
    return replace(option, worth=behind(board, option, rng)) if board.cards_left else option


def behind(board: Board, option: Option, rng: Random) -> float:
    """What the step is worth with the best cards after it, one after another."""
    if isinstance(option.action, End | ThrowAway | Circles):
        return option.worth
    position = after(board, option.change)
    calm = best = float(worths(position, move_generation.endings(position, True)).max())
    while position.cards_left:
        top = max(look(position, rng, True), key=lambda one: one.worth)
        if isinstance(top.action, End | ThrowAway):
            break
        best = top.worth
        if isinstance(top.action, Circles):
            break
        position = after(position, top.change)
    return best - (calm - option.worth)


def _feared(board: Board, changes: Sequence[Change]) -> Floats:
    """What the changes are worth, as somebody may hold a mine and uses it where it hurts."""
    found = worths(board, changes)
    risk = mine_chance(board)
    stepping = [index for index, change in enumerate(changes) if change.new] if risk else []
    if stepping:
        blown = worths(board, _blown(board, [changes[index] for index in stepping]))
        found[stepping] -= risk * np.maximum(0.0, found[stepping] - blown)
    return found


def _blown(board: Board, changes: Sequence[Change]) -> list[Change]:
    """The changes with a mine under the first new soldier of each: the next opponent takes whom it hits."""
    at = vector_geometry.points([change.new[0][:2] for change in changes])
    found = []
    for change, row in zip(changes, vector_geometry.hits(at, board.measures, board.xy, board.angle), strict=True):
        hit = set(np.flatnonzero(row).tolist())
        if change.moved is not None:
            hit.add(change.moved)
        left = change.new[1:]
        if left:
            places = np.array(left)
            dead = vector_geometry.hits(
                vector_geometry.points([change.new[0][:2]]), board.measures, places[:, :2], places[:, 2]
            )[0]
            left = tuple(place for place, lost in zip(left, dead, strict=True) if not lost)
        lost = 0 if change.moved is not None else len(change.new) - len(left)
        found.append(Change(change.action, tuple(hit), left, None, change.card, 1, lost))
    return found


def answers(board: Board, triggers: Sequence[int]) -> list[Option]:
    """No mine, and a mine under each soldier that may have stepped on one: the same work whatever the hand holds."""
    stepped = [board.ids.index(soldier) for soldier in triggers]
    hit = vector_geometry.hits(board.xy[stepped], board.measures, board.xy, board.angle)
    changes = [Change(Pass(board.seat))]
    for one, row in zip(stepped, hit, strict=True):
        killed = tuple(np.flatnonzero(row).tolist())
        changes.append(Change(Footpath(board.seat, board.ids[one]), killed, card=CARD["footpath"]))
    return [Option(change, float(worth)) for change, worth in zip(changes, worths(board, changes), strict=True)]
