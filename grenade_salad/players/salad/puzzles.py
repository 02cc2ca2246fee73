"""What a step does, for puzzles: whom it kills, or what it makes possible; never by the millimetre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import seat_of
from grenade_salad.core.puzzle_rules import PuzzleRules
from grenade_salad.games.salad import Arrow, End, Explosion, Footpath, Hammers, Move, Pointer, vector_geometry
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.known_position import Board, Change, after, board_of
from grenade_salad.players.salad.move_generation import changes_of, enemies, own, strikes, throws
from grenade_salad.players.salad.search import answers, weigh
from grenade_salad.players.salad.value_net import chance
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

_WIDE = 12
"""How many steps are looked behind."""
_THROW, _PUT, _STEP = 8.0, 20.0, 10.0
"""Millimetres from one spot of the grid to the next: for grenades, new soldiers and moves."""
_NEXT_TO = 1.6
"""Cubes from the middle of a soldier to that of one who strikes it."""

PLACES: Mapping[str, Message] = {
    # Translators: what a puzzle asks; the answer is a spot on the table
    "explosion": m("where do you throw the Explosion?"),
    # Translators: what a puzzle asks; the answer is a spot on the table
    "pointer": m("where does the Pointer put a soldier?"),
    # Translators: what a puzzle asks; the answer is a spot on the table
    "move": m("which soldier moves where?"),
}


def _board(view: View) -> Board:
    assert isinstance(view, SaladView)
    return board_of(view, seat_of(view))


def _killed(board: Board, change: Change) -> str:
    """How many soldiers of each seat die, numbered from the own seat on."""
    dead = Counter(int(board.who[soldier]) for soldier in change.killed)
    return " ".join(f"{seat}:{number}" for seat, number in sorted(dead.items()))


def _next(board: Board) -> int:
    """How many more enemies than own soldiers one card can kill there."""
    best = 1 if strikes(board) else 0
    for throw in throws(board):
        owners = board.who[list(throw.killed)]
        best = max(best, int((owners != 0).sum()) - int((owners == 0).sum()))
    return best


def kind(view: View, action: Action) -> str:
    """Whom a card kills; of a move or a Pointer, how many could be killed next; of all else, what it is."""
    return _kind(_board(view), action)


def _kind(board: Board, action: Action) -> str:
    if isinstance(action, Explosion | Footpath | Hammers | Arrow):
        return f"{action.do} {_killed(board, changes_of(board, action)[0])}".strip()
    if isinstance(action, Move | Pointer):
        return f"{action.do} {_next(after(board, changes_of(board, action)[0]))}"
    return action.do


def sort(view: View, action: Action) -> str:
    """Whom a card kills; of all else what it is: two places for a Pointer are two kinds, but one sort."""
    return action.do if isinstance(action, Move | Pointer) else kind(view, action)


def spots(view: View, action: Action) -> dict[str, list[Action]]:
    """Every spot of a grid where the soldiers can throw, put or move as the action does, by kinds.

    None for a grenade that can hit opponents in one way only: to hit or not to hit is no place to look for.
    """
    board = _board(view)
    found: dict[str, list[Action]] = {}
    match action:
        case Explosion():
            there = _throws(board)
        case Pointer():
            there = [Pointer(board.seat, spot, 0.0) for spot in (*_grid(board, _PUT), *_beside(board))]
        case Move():
            there = _steps(board)
        case _:
            return {}
    for spot in there:
        found.setdefault(_kind(board, spot), []).append(spot)
    if isinstance(action, Explosion) and sum(_hurts(key) for key in found) < 2:
        return {}
    return found


def _hurts(key: str) -> bool:
    """Whether somebody else's soldiers die by that kind."""
    return any(not part.startswith("0:") for part in key.split()[1:])


def _grid(board: Board, pitch: float) -> list[tuple[float, float]]:
    """Points of the table, so many millimetres from one to the next."""
    across, up = (np.arange(pitch / 2, side, pitch) for side in board.measures.table)
    return [(float(x), float(y)) for y in up for x in across]


def _beside(board: Board) -> list[tuple[float, float]]:
    """Spots all round each opponent's soldier, near enough to strike: a wide grid has too few of them."""
    round_ = np.array([(np.cos(turn), np.sin(turn)) for turn in np.arange(8) * np.pi / 4])
    spots = board.xy[enemies(board)][:, None] + round_ * _NEXT_TO * board.measures.cube
    return [(float(x), float(y)) for x, y in spots.reshape(-1, 2)]


def _throws(board: Board) -> list[Action]:
    """A grenade at each point of the grid that somebody reaches, thrown by the nearest."""
    mine = own(board)
    points = vector_geometry.points(_grid(board, _THROW))
    far = np.hypot(*(points[:, None] - board.xy[mine]).transpose(2, 0, 1))
    reached = np.flatnonzero(far.min(axis=1, initial=np.inf) < board.measures.tile)
    return [
        Explosion(board.seat, board.ids[int(mine[far[at].argmin()])], (float(points[at, 0]), float(points[at, 1])))
        for at in reached
    ]


def _steps(board: Board) -> list[Action]:
    """Every own soldier to each point of a grid round it, and beside each opponent's soldier, as far as it reaches."""
    tile = board.measures.tile
    side = np.arange(-tile, tile + 1, _STEP)
    round_ = [(float(x), float(y)) for x in side for y in side if x or y]
    beside = vector_geometry.points(_beside(board))
    found: list[Action] = []
    for one in own(board):
        way = np.concatenate((vector_geometry.points(round_), beside - board.xy[one]))
        for x, y in (board.xy[one] + way[np.hypot(*way.T) < tile]).tolist():
            found.append(Move(board.seat, board.ids[int(one)], (x, y), float(board.angle[one])))
    return found


def theme(view: View, action: Action) -> str:
    """What the step is about; "" for a move or a Pointer after which nothing more is possible than before."""
    board = _board(view)
    if isinstance(action, Move | Pointer) and _next(after(board, changes_of(board, action)[0])) <= _next(board):
        return ""
    if isinstance(action, Explosion) and not changes_of(board, action)[0].killed:
        return "patience"
    return _THEMES.get(action.do, "")


def choices(view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
    """What a strong player thinks of, with what it thinks of it."""
    assert isinstance(view, SaladView)
    if view.step == "drop":
        return []
    board = _board(view)
    if view.step == "mines":
        options = [option for option in answers(board, view.triggers) if option.action in legal]
    else:
        may_end = any(isinstance(action, End) for action in legal)
        options = weigh(board, Random(view.turns), may_end, _WIDE, lambda: True)
    options.sort(key=lambda option: -option.worth)
    return [(option.action, chance(option.worth)) for option in options]


PUZZLING = PuzzleRules(
    kind=kind,
    theme=theme,
    choices=choices,
    sort=sort,
    least=4,
    since=0.75,
    places=PLACES,
    spots=spots,
    file=Path(__file__).with_name("puzzles.jsonl.xz"),
)
