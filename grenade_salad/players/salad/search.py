"""Search for the best step: odds after it, risk of a mine, next cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from grenade_salad.core import Action
from grenade_salad.games.salad import Circles, End, Footpath, Pass, ThrowAway, vector_geometry
from grenade_salad.games.salad.vector_geometry import Floats
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import (
    CARD_INDEX,
    Change,
    KnownPosition,
    apply_change,
    calm_after,
    mine_chance,
)
from grenade_salad.players.salad.value_net import weigh_changes

_HOPE_WEIGHT = 0.2
"""Weight of a point that might be made later, in log odds.

It only counts for the choice of steps that are searched further.
"""

_IDLE_COST = 0.8
"""Cost of saving cards, in log odds.

A player without it always finds saving better, and never plays its cards.
"""


@dataclass(frozen=True)
class Option:
    """A step, and the logarithm of the odds to win with it."""

    change: Change
    worth: float

    @property
    def action(self) -> Action:
        """The action of the step."""
        return self.change.action


def weigh(board: KnownPosition, rng: Random, may_end: bool, width: int, in_time: Callable[[], bool]) -> list[Option]:
    """Return all candidate steps, the best first.

    The `width` most promising ones are searched further, as long as it is `in_time`.
    """
    options = list_options(board, rng, may_end)
    if not board.cards_left:
        return sorted(options, key=lambda option: -option.worth)
    promising = sorted(
        range(len(options)),
        key=lambda option_index: -options[option_index].worth - options[option_index].change.hope * _HOPE_WEIGHT,
    )
    for index in promising[:width]:
        if not in_time():
            break
        option = options[index]
        options[index] = Option(option.change, look_ahead(board, option, rng))
    return sorted(options, key=lambda option: -option.worth)


def list_options(board: KnownPosition, rng: Random, may_end: bool) -> list[Option]:
    """Return all candidate steps, with their worth as the last one of the turn."""
    groups = [[change] for change in move_generation.list_moves(board)]
    if board.cards_left:
        single = [
            *move_generation.list_strikes(board),
            *move_generation.list_throws(board),
            *move_generation.list_pointers(board, rng),
        ]
        groups += [[change] for change in single]
        groups += [
            move_generation.list_circles(board, height)
            for height in move_generation.HEIGHTS
            if move_generation.can_play_circles(board)
        ]
    ends = move_generation.list_endings(board, may_end)
    options = _weigh_as_last(board, [*groups, *([change] for change in ends)])
    if board.cards_left:
        for index in range(len(options) - len(ends), len(options)):
            options[index] = replace(options[index], worth=options[index].worth - idle_cost(board))
    return options


def idle_cost(board: KnownPosition) -> float:
    """Return the cost of saving cards, in log odds.

    It is less, the nearer the game is to an end without cards.
    """
    calm = float(calm_after(board, [Change(End(board.seat))])[0])
    return _IDLE_COST * (1 - calm / board.calm_limit)


def _weigh_as_last(board: KnownPosition, groups: Sequence[Sequence[Change]]) -> list[Option]:
    """Return the worth of steps if the turn ends with them.

    Each group has the possible outcomes of one step, of which the mean counts.
    """
    flat = [change for group in groups for change in group]
    if not flat:
        return []
    worth = _weigh_with_mines(board, flat)
    options, start = [], 0
    for group in groups:
        options.append(Option(group[0], float(worth[start : start + len(group)].mean())))
        start += len(group)
    return options


def weigh_action(board: KnownPosition, action: Action, rng: Random) -> Option:
    """Return a legal action, weighed by the same measure as in `weigh`."""
    (option,) = _weigh_as_last(board, [move_generation.list_changes(board, action)])
    return replace(option, worth=look_ahead(board, option, rng)) if board.cards_left else option


def look_ahead(board: KnownPosition, option: Option, rng: Random) -> float:
    """Return the worth of the step with the best cards after it, one after another."""
    if isinstance(option.action, End | ThrowAway | Circles):
        return option.worth
    position = apply_change(board, option.change)
    end_worth = best = float(weigh_changes(position, move_generation.list_endings(position, True)).max())
    while position.cards_left:
        best_option = max(list_options(position, rng, True), key=lambda candidate: candidate.worth)
        if isinstance(best_option.action, End | ThrowAway):
            break
        best = best_option.worth
        if isinstance(best_option.action, Circles):
            break
        position = apply_change(position, best_option.change)
    return best - (end_worth - option.worth)


def _weigh_with_mines(board: KnownPosition, changes: Sequence[Change]) -> Floats:
    """Return the worth of the changes, less the risk of a mine of a rival.

    A mine is used where it hurts most.
    """
    worth = weigh_changes(board, changes)
    risk = mine_chance(board)
    placing = [index for index, change in enumerate(changes) if change.new] if risk else []
    if placing:
        mined_worth = weigh_changes(board, _add_mines(board, [changes[index] for index in placing]))
        worth[placing] -= risk * np.maximum(0.0, worth[placing] - mined_worth)
    return worth


def _add_mines(board: KnownPosition, changes: Sequence[Change]) -> list[Change]:
    """Return the changes with a mine under the first new soldier of each.

    The next opponent takes the soldiers that it hits.
    """
    points = vector_geometry.point_array([change.new[0][:2] for change in changes])
    mined = []
    for change, row in zip(
        changes, vector_geometry.blast_hits(points, board.measures, board.xy, board.angle), strict=True
    ):
        hit = set(np.flatnonzero(row).tolist())
        if change.moved is not None:
            hit.add(change.moved)
        survivors = change.new[1:]
        if survivors:
            places = np.array(survivors)
            deaths = vector_geometry.blast_hits(
                vector_geometry.point_array([change.new[0][:2]]), board.measures, places[:, :2], places[:, 2]
            )[0]
            survivors = tuple(place for place, is_dead in zip(survivors, deaths, strict=True) if not is_dead)
        lost = 0 if change.moved is not None else len(change.new) - len(survivors)
        mined.append(Change(change.action, tuple(hit), survivors, None, change.card, 1, lost))
    return mined


def weigh_answers(board: KnownPosition, triggers: Sequence[int]) -> list[Option]:
    """Return no mine, and a mine under each soldier that may have stepped on one.

    The work is the same whatever the hand holds.
    """
    soldiers = [board.ids.index(soldier) for soldier in triggers]
    hit = vector_geometry.blast_hits(board.xy[soldiers], board.measures, board.xy, board.angle)
    changes = [Change(Pass(board.seat))]
    for index, row in zip(soldiers, hit, strict=True):
        killed = tuple(np.flatnonzero(row).tolist())
        changes.append(Change(Footpath(board.seat, board.ids[index]), killed, card=CARD_INDEX["footpath"]))
    return [Option(change, float(worth)) for change, worth in zip(changes, weigh_changes(board, changes), strict=True)]
