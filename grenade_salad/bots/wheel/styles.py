"""What a player likes among moves that it thinks about equally good."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.bots.wheel.moves import spread
from grenade_salad.core import Action
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.board import BLAST, Board
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.preview import preview

_BANG, _LIFT, _PIP = 3.0, 1.0, 0.1
"""What an explosion, the joker and a high number are worth to somebody reckless."""
_SOON = 0.7
"""How much less a danger counts for every further move that its die needs."""


def tasteful(
    style: str, view: WheelView, seat: int, scored: Sequence[tuple[float, Action]], near: float
) -> tuple[float, Action]:
    """The best move; with a style, the one that it likes most of those that are worse by `near` at most."""
    best = max(scored, key=lambda entry: entry[0])
    if not style:
        return best
    taste = _reckless if style == "reckless" else _careful
    alike = [entry for entry in scored if entry[0] >= best[0] - near]
    return max(alike, key=lambda entry: (taste(view, seat, entry[1]), entry[0]))


def _reckless(view: WheelView, seat: int, action: Action) -> float:
    """Likes it loud: explosions, the joker, and the highest numbers."""
    assert isinstance(action, Advance)
    seen = preview(view, action.die)
    return _BANG * len(seen.explosions) + _LIFT * seen.joker + _PIP * max(seen.pips)


def _careful(view: WheelView, seat: int, action: Action) -> float:
    """Likes to have the dice where they will hardly blow up a card of its own."""
    assert isinstance(action, Advance)
    return -_danger(preview(view, action.die).after, _own(view, seat))


def _own(view: WheelView, seat: int) -> set[str]:
    hearts = view.hearts[seat]
    assert isinstance(hearts, tuple)
    return {spade_of(heart) for heart in hearts}


def _danger(board: Board, own: set[str]) -> float:
    """How near the dice are to blowing up own cards."""
    counted = board.options.face_down == "counted"
    total = 0.0
    for at, pips in zip(board.at, board.pips, strict=True):
        moves = max(1, BLAST - pips)
        shares = spread(len(board.ring), board.down, counted, at, moves)
        hit = sum(share for place, share in enumerate(shares) if board.ring[place] in own and not board.is_down(place))
        total += hit * _SOON ** (moves - 1)
    return total
