"""What a seat could do, as a list of whole actions: continuous choices by places that public geometry suggests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.bots.salad import move_generation
from grenade_salad.bots.salad.board import Board, Change, board_of
from grenade_salad.bots.salad.normal import fill
from grenade_salad.core import Action
from grenade_salad.core.encoding import seat_of
from grenade_salad.games.salad import Drop, End, Keep
from grenade_salad.games.salad.pieces import CARDS_A_TURN
from grenade_salad.games.salad.view import SaladView

MOST = 96
"""The list is never longer: of moves, which come last, those are left out that promise least."""
DROPS = (60.0, 100.0, 160.0, 240.0)
"""From how many mm the set-up drop is offered; the first attempt is kept."""


def candidates(view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """What the seat of the view could do, with what it would change; the same for the same view. Empty if not to act.

    The end of the turn comes first, then blows and shots, throws, places for a Pointer, Three Circles, moves. Every
    one is legal but for rounding: see `bots.salad.thinking.fits`.
    """
    seat = seat_of(view)
    return candidates_on(board_of(view, seat), view, legal) if seat in view.to_act else []


def candidates_on(board: Board, view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """The same for a board that is made already."""
    if view.step == "drop":
        if view.attempts:
            return [Change(action) for action in legal if isinstance(action, Keep)]
        return [Change(Drop(height=height, seat=board.seat)) for height in DROPS]
    if view.step == "mines":
        return [move_generation.changes_of(board, action)[0] for action in legal]
    # Who has cards to draw, or has played one, may stop (GS-10, GS-30); to list all that is legal takes long.
    free = board.deck > 0 or board.cards_left < CARDS_A_TURN
    found = [Change(End(board.seat))] if free or any(isinstance(action, End) for action in legal) else []
    if board.cards_left:
        found += move_generation.strikes(board)
        found += move_generation.throws(board)
        found += move_generation.pointers(board, Random(view.turns))
        if move_generation.may_toss(board):
            found += [move_generation.circles(board, height, 1)[0] for height in move_generation.HEIGHTS]
    if board.may_move:
        moves = move_generation.moves(board)
        if len(found) + len(moves) > MOST:
            moves = sorted(moves, key=lambda change: -change.hope)
        found += moves
    return found[:MOST] or _anything(board, view, legal)


def _anything(board: Board, view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """Where geometry suggests nothing and the turn may not end: what is legal, filled in by chance."""
    luck = Random(view.turns)
    whole = [fill(view, template, luck) for template in legal]
    return [move_generation.changes_of(board, action)[0] for action in whole if action is not None]
