"""Grenade Salad in numbers: what lies on the table, and a row of features for each candidate.

Candidates are what a seat could do, as a list of whole actions: continuous choices by places that public geometry
suggests.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoding, Feature, relative, seat_of
from grenade_salad.games.salad import Circles, Drop, End, Keep, ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import CARDS_A_TURN, HAND_SIZE, MAX_HEIGHT, OF_EACH_SYMBOL, SOLDIERS_EACH, SYMBOLS
from grenade_salad.games.salad.vector_geometry import Floats
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import LONG, Board, Change, board_of
from grenade_salad.players.salad.normal import fill

MOST = 96
"""The list is never longer: of moves, which come last, those are left out that promise least."""
DROPS = (60.0, 100.0, 160.0, 240.0)
"""From how many mm the set-up drop is offered; the first attempt is kept."""


def candidates(view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """What the seat of the view could do, with what it would change; the same for the same view. Empty if not to act.

    The end of the turn comes first, then blows and shots, throws, places for a Pointer, Three Circles, moves. Every
    one is legal but for rounding: see `players.salad.search_player.fits`.
    """
    seat = seat_of(view)
    return candidates_on(board_of(view, seat), view, legal) if seat in view.active_seats else []


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
    found = move_generation.endings(board, free or any(isinstance(action, End) for action in legal))
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


KINDS = ("end", "drop", "keep", "move", *SYMBOLS, "pass")
_KIND = {kind: number for number, kind in enumerate(KINDS)}
_KIND["throw_away"] = _KIND["end"]
_STEPS = ("drop", "move", "cards", "mines")
_DROPPED = (Circles, Drop)
_FAR = 1700.0
"""No place is farther from another, in mm."""


class SaladEncoding(Encoding):
    """Action k is candidate number k: see `candidates`. What it is, is in its features."""

    def __init__(self, seats: int, options: Options) -> None:
        assert isinstance(options, SaladOptions)
        self._seats = seats
        self._measures = options.measures()
        each, soldiers = range(seats), float(SOLDIERS_EACH)
        self.choices = tuple(f"candidate {number}" for number in range(MOST))
        self.numbers = (
            *(Feature(f"soldiers of +{step} on the table", 0, soldiers) for step in each),
            *(Feature(f"soldiers of +{step} in reserve", 0, soldiers) for step in each),
            *(Feature(f"soldiers that +{step} has taken", 0, soldiers * seats) for step in each),
            *(Feature(f"cards of +{step}", 0, HAND_SIZE) for step in each),
            *(Feature(f"it is the turn of +{step}") for step in each),
            *(Feature(f"own cards: {card}", 0, HAND_SIZE) for card in SYMBOLS),
            *(Feature(f"cards that it has not seen: {card}", 0, OF_EACH_SYMBOL) for card in SYMBOLS),
            Feature("cards in the deck", 0, len(SYMBOLS) * OF_EACH_SYMBOL),
            Feature("cards that may be played in this turn", 0, 2),
            *(Feature(f"now: {step}") for step in _STEPS),
            Feature("the end phase"),
            Feature("turns in sequence without a card, of those that end the game"),
            Feature("turns until the limit, 100 for many", 0, LONG),
            Feature("soldiers that may have stepped on a mine", 0, 3),
        )
        self.features = (
            *(Feature(f"it is: {kind}") for kind in KINDS),
            *(Feature(f"soldiers of +{step} that it takes", 0, soldiers) for step in each),
            Feature("what blows and throws could bring after it, in points", -2 * soldiers, 4 * soldiers),
            Feature("height of a drop, of the greatest"),
            Feature("there is a place"),
            Feature("x of the place, of the table", -1, 2),
            Feature("y of the place, of the table", -1, 2),
            Feature("from there to the nearest enemy, in tiles", 0, 2 * _FAR),
            Feature("from there to the nearest other own soldier, in tiles", 0, 2 * _FAR),
            Feature("enemies within two tiles of the place", 0, soldiers * seats),
            Feature("own soldiers that a mine there would hit, besides who steps on it", 0, soldiers),
            Feature("enemies that a mine there would hit", 0, soldiers * seats),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`."""
        view = cast(SaladView, view)
        board = board_of(view, seat_of(view))
        found = candidates_on(board, view, legal) if view.active_seats == (board.seat,) or legal else []
        choices = [change.action for change in found]
        blank: list[Action | None] = [None] * (MOST - len(found))
        # Arrays are sequences of floats in all that is done with them here.
        rows = cast(Sequence[Sequence[float]], self._rows(board, found))
        return EncodedView(self.position(view, board), choices + blank, rows)

    def position(self, view: SaladView, board: Board) -> list[float]:
        """The numbers of a position alone."""
        order = relative(board.seat, self._seats)
        found = np.bincount(board.who, minlength=self._seats).astype(float).tolist()
        found += [*board.reserve, *board.taken, *board.cards]
        found += [1.0 if one == view.turn else 0.0 for one in order]
        found += [*board.hand, *(board.pool * max(1, board.unseen)).tolist()]
        found += [board.deck, board.cards_left]
        found += [1.0 if step == view.step else 0.0 for step in _STEPS]
        calm = board.calm / board.calm_limit if board.calm_limit else 0.0
        return [*found, float(view.end_phase), min(1.0, max(0.0, calm)), max(0, board.left), len(view.triggers)]

    def _rows(self, board: Board, found: Sequence[Change]) -> NDArray[np.float32]:
        """The features of each candidate: (MOST, F), zeros where there is none."""
        first = len(KINDS) + self._seats
        rows = np.zeros((MOST, len(self.features)), dtype=np.float32)
        if not found:
            return rows
        there = range(len(found))
        rows[there, [_KIND[change.action.do] for change in found]] = 1.0
        for row, change in enumerate(found):
            if isinstance(change.action, ThrowAway):
                rows[row, _KIND[change.action.card]] = 1.0
        rows[there, first] = [change.hope for change in found]
        placed = []
        for row, change in enumerate(found):
            for dead in change.killed:
                rows[row, len(KINDS) + board.who[dead]] += 1
            if isinstance(change.action, _DROPPED):
                rows[row, first + 1] = (change.action.height or 0.0) / MAX_HEIGHT
            if change.new:
                placed.append(row)
        if placed:
            rows[placed, first + 2 :] = self._places(board, [found[row] for row in placed])
        return rows

    def _places(self, board: Board, changes: Sequence[Change]) -> Floats:
        """What is around the first new soldier of each change."""
        at = np.array([change.new[0][:2] for change in changes])
        width, height = self._measures.table
        tile = self._measures.tile
        columns = [np.ones(len(at)), at[:, 0] / width, at[:, 1] / height]
        far = np.hypot(at[:, :1] - board.xy[:, 0], at[:, 1:] - board.xy[:, 1])
        mine = np.tile(board.who == 0, (len(at), 1))
        for row, change in enumerate(changes):
            if change.moved is not None:
                mine[row, change.moved] = False
        theirs = board.who != 0
        near = far < self._measures.blast_reach + self._measures.cube / 2
        columns += [
            np.where(theirs, far, _FAR).min(axis=1, initial=_FAR) / tile,
            np.where(mine, far, _FAR).min(axis=1, initial=_FAR) / tile,
            ((far < 2 * tile) & theirs).sum(axis=1),
            (near & mine).sum(axis=1),
            (near & theirs).sum(axis=1),
        ]
        return np.stack(columns, axis=1)
