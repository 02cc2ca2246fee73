"""Puzzle rules of Grenade Salad: kinds of steps by their victims or chances.

Millimetres make no difference between kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import require_seat
from grenade_salad.core.puzzle_rules import PuzzleRules
from grenade_salad.games.salad import Arrow, End, Explosion, Footpath, Hammers, Move, Pointer, vector_geometry
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.known_position import Change, KnownPosition, apply_change, read_position
from grenade_salad.players.salad.move_generation import enemies, list_changes, list_strikes, list_throws, own_soldiers
from grenade_salad.players.salad.search import weigh, weigh_answers
from grenade_salad.players.salad.value_net import odds_to_chance
from grenade_salad.text import Message, m

_THEMES = {
    "explosion": "grenade",
    "hammers": "shot",
    "arrow": "shot",
    "pointer": "placing",
    "circles": "placing",
    "move": "move",
    "footpath": "mine",
    "end": "patience",
    "throw_away": "patience",
    "pass": "patience",
}

_SEARCH_WIDTH = 12
"""Number of steps that are searched further."""
_THROW_PITCH, _PLACE_PITCH, _MOVE_PITCH = 8.0, 20.0, 10.0
"""Pitch of the grids in mm: for grenades, new soldiers and moves."""
_STRIKE_CUBES = 1.6
"""Distance of the centres of a striking soldier and its victim, in cubes."""

PLACE_QUESTIONS: Mapping[str, Message] = {
    # Translators: what a puzzle asks; the answer is a spot on the table
    "explosion": m("where do you throw the Explosion?"),
    # Translators: what a puzzle asks; the answer is a spot on the table
    "pointer": m("where does the Pointer put a soldier?"),
    # Translators: what a puzzle asks; the answer is a spot on the table
    "move": m("which soldier moves where?"),
}


def _read_view(view: View) -> KnownPosition:
    assert isinstance(view, SaladView)
    return read_position(view, require_seat(view))


def _count_killed(board: KnownPosition, change: Change) -> str:
    """Return the number of soldiers of each seat that die, from the own seat on."""
    deaths = Counter(int(board.owner[soldier]) for soldier in change.killed)
    return " ".join(f"{seat}:{count}" for seat, count in sorted(deaths.items()))


def _best_next_gain(board: KnownPosition) -> int:
    """Return the maximum of enemies minus own soldiers that one card can kill."""
    best = 1 if list_strikes(board) else 0
    for throw in list_throws(board):
        owners = board.owner[list(throw.killed)]
        best = max(best, int((owners != 0).sum()) - int((owners == 0).sum()))
    return best


def kind(view: View, action: Action) -> str:
    """Return the victims of a card, or the best next kill after a move or a Pointer.

    For all else it is the name of the action.
    """
    return _kind(_read_view(view), action)


def _kind(board: KnownPosition, action: Action) -> str:
    if isinstance(action, Explosion | Footpath | Hammers | Arrow):
        return f"{action.do} {_count_killed(board, list_changes(board, action)[0])}".strip()
    if isinstance(action, Move | Pointer):
        return f"{action.do} {_best_next_gain(apply_change(board, list_changes(board, action)[0]))}"
    return action.do


def sort(view: View, action: Action) -> str:
    """Return the victims of a card, or the name of the action.

    Two places for a Pointer are two kinds, but one sort.
    """
    return action.do if isinstance(action, Move | Pointer) else kind(view, action)


def spots(view: View, action: Action) -> dict[str, list[Action]]:
    """Return all spots of a grid for the action, by kinds.

    Empty for a grenade that can hit opponents in one way only: whether it hits is no question of a place.
    """
    board = _read_view(view)
    actions_by_kind: dict[str, list[Action]] = {}
    match action:
        case Explosion():
            actions = _grid_throws(board)
        case Pointer():
            actions = [
                Pointer(board.seat, spot, 0.0) for spot in (*_grid_points(board, _PLACE_PITCH), *_strike_points(board))
            ]
        case Move():
            actions = _grid_moves(board)
        case _:
            return {}
    for candidate in actions:
        actions_by_kind.setdefault(_kind(board, candidate), []).append(candidate)
    if isinstance(action, Explosion) and sum(_hits_rival(key) for key in actions_by_kind) < 2:
        return {}
    return actions_by_kind


def _hits_rival(key: str) -> bool:
    """True if soldiers of a rival die by that kind."""
    return any(not part.startswith("0:") for part in key.split()[1:])


def _grid_points(board: KnownPosition, pitch: float) -> list[tuple[float, float]]:
    """Return the points of a grid on the table with that pitch in mm."""
    xs, ys = (np.arange(pitch / 2, side, pitch) for side in board.measures.table)
    return [(float(x), float(y)) for y in ys for x in xs]


def _strike_points(board: KnownPosition) -> list[tuple[float, float]]:
    """Return points around each enemy in reach of a blow: a coarse grid has too few."""
    headings = np.array([(np.cos(turn), np.sin(turn)) for turn in np.arange(8) * np.pi / 4])
    spots = board.xy[enemies(board)][:, None] + headings * _STRIKE_CUBES * board.measures.cube
    return [(float(x), float(y)) for x, y in spots.reshape(-1, 2)]


def _grid_throws(board: KnownPosition) -> list[Action]:
    """Return a grenade at each point of the grid in reach, thrown by the nearest."""
    own_indexes = own_soldiers(board)
    points = vector_geometry.point_array(_grid_points(board, _THROW_PITCH))
    distances = np.hypot(*(points[:, None] - board.xy[own_indexes]).transpose(2, 0, 1))
    in_reach = np.flatnonzero(distances.min(axis=1, initial=np.inf) < board.measures.tile)
    return [
        Explosion(
            board.seat,
            board.ids[int(own_indexes[distances[index].argmin()])],
            (float(points[index, 0]), float(points[index, 1])),
        )
        for index in in_reach
    ]


def _grid_moves(board: KnownPosition) -> list[Action]:
    """Return all moves of own soldiers to a grid around them and next to enemies."""
    tile = board.measures.tile
    side = np.arange(-tile, tile + 1, _MOVE_PITCH)
    offsets = [(float(x), float(y)) for x in side for y in side if x or y]
    strike_points = vector_geometry.point_array(_strike_points(board))
    actions: list[Action] = []
    for soldier in own_soldiers(board):
        steps = np.concatenate((vector_geometry.point_array(offsets), strike_points - board.xy[soldier]))
        for x, y in (board.xy[soldier] + steps[np.hypot(*steps.T) < tile]).tolist():
            actions.append(Move(board.seat, board.ids[int(soldier)], (x, y), float(board.angle[soldier])))
    return actions


def theme(view: View, action: Action) -> str:
    """Return the theme of the step.

    It is "" for a move or a Pointer after which no better kill is possible than before.
    """
    board = _read_view(view)
    if isinstance(action, Move | Pointer) and _best_next_gain(
        apply_change(board, list_changes(board, action)[0])
    ) <= _best_next_gain(board):
        return ""
    if isinstance(action, Explosion) and not list_changes(board, action)[0].killed:
        return "patience"
    return _THEMES.get(action.do, "")


def choices(view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
    """Return the options of a strong player, each with its chance to win."""
    assert isinstance(view, SaladView)
    if view.step == "drop":
        return []
    board = _read_view(view)
    if view.step == "mines":
        options = [option for option in weigh_answers(board, view.triggers) if option.action in legal]
    else:
        may_end = any(isinstance(action, End) for action in legal)
        options = weigh(board, Random(view.turns), may_end, _SEARCH_WIDTH, lambda: True)
    options.sort(key=lambda option: -option.worth)
    return [(option.action, odds_to_chance(option.worth)) for option in options]


PUZZLING = PuzzleRules(
    kind=kind,
    theme=theme,
    choices=choices,
    sort=sort,
    min_sorts=4,
    since=0.75,
    places=PLACE_QUESTIONS,
    spots=spots,
    file=Path(__file__).with_name("puzzles.jsonl.xz"),
)
