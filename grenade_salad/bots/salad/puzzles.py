"""What a step does, for puzzles: whom it kills, or what it makes possible; never by the millimetre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from grenade_salad.bots.salad.board import Board, Change, after, board_of
from grenade_salad.bots.salad.move_generation import changes_of, strikes, throws
from grenade_salad.bots.salad.search import answers, weigh
from grenade_salad.bots.salad.value_net import chance
from grenade_salad.core import Action, View
from grenade_salad.core.encoding import seat_of
from grenade_salad.core.puzzling import Puzzling
from grenade_salad.games.salad import Arrow, End, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.view import SaladView

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
    board = _board(view)
    if isinstance(action, Explosion | Footpath | Hammers | Arrow):
        return f"{action.do} {_killed(board, changes_of(board, action)[0])}".strip()
    if isinstance(action, Move | Pointer):
        return f"{action.do} {_next(after(board, changes_of(board, action)[0]))}"
    return action.do


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


PUZZLING = Puzzling(kind=kind, theme=theme, choices=choices, file=Path(__file__).with_name("puzzles.jsonl.xz"))
