"""Grenade Salad in numbers: the table, and a row of features for each candidate.

Candidates are the possible actions of a seat, as a list of complete actions: continuous choices are at places that
public geometry suggests.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action, Options, View
from grenade_salad.core.encoding import EncodedView, Encoding, Feature, relative_seats, require_seat
from grenade_salad.games.salad import Circles, Drop, End, Keep, ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import (
    CARDS_PER_TURN,
    HAND_SIZE,
    MAX_HEIGHT,
    OF_EACH_SYMBOL,
    SOLDIERS_EACH,
    SYMBOLS,
)
from grenade_salad.games.salad.vector_geometry import Floats
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import MAX_TURNS_LEFT, Change, KnownPosition, read_position
from grenade_salad.players.salad.normal import fill_template

MAX_CANDIDATES = 96
"""Maximum length of the list; the least promising moves are left out."""
DROP_HEIGHTS = (60.0, 100.0, 160.0, 240.0)
"""Heights in mm at which the set-up drop is offered; the first attempt is kept."""


def candidates(view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """Return the possible actions of the view's seat, with their changes.

    It is empty if the seat is not active, and always the same for the same view. The end of the turn is first, then
    blows and shots, throws, places for a Pointer, Three Circles, moves. Every action is legal but for rounding: see
    `search_player.is_allowed`.
    """
    seat = require_seat(view)
    return position_candidates(read_position(view, seat), view, legal) if seat in view.active_seats else []


def position_candidates(board: KnownPosition, view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """Return the candidates for a position that was already read."""
    if view.step == "drop":
        if view.attempts:
            return [Change(action) for action in legal if isinstance(action, Keep)]
        return [Change(Drop(height=height, seat=board.seat)) for height in DROP_HEIGHTS]
    if view.step == "mines":
        return [move_generation.list_changes(board, action)[0] for action in legal]
    # A seat with cards to draw, or that has played one, may stop (GS-10, GS-30); listing all legal actions takes long.
    may_end = board.deck > 0 or board.cards_left < CARDS_PER_TURN
    changes = move_generation.list_endings(board, may_end or any(isinstance(action, End) for action in legal))
    if board.cards_left:
        changes += move_generation.list_strikes(board)
        changes += move_generation.list_throws(board)
        changes += move_generation.list_pointers(board, Random(view.turns))
        if move_generation.can_play_circles(board):
            changes += [move_generation.list_circles(board, height, 1)[0] for height in move_generation.HEIGHTS]
    if board.may_move:
        moves = move_generation.list_moves(board)
        if len(changes) + len(moves) > MAX_CANDIDATES:
            moves = sorted(moves, key=lambda change: -change.hope)
        changes += moves
    return changes[:MAX_CANDIDATES] or _random_candidates(board, view, legal)


def _random_candidates(board: KnownPosition, view: SaladView, legal: Sequence[Action]) -> list[Change]:
    """Return the legal actions, filled in at random.

    For positions where geometry suggests nothing and the turn may not end.
    """
    rng = Random(view.turns)
    filled = [fill_template(view, template, rng) for template in legal]
    return [move_generation.list_changes(board, action)[0] for action in filled if action is not None]


KINDS = ("end", "drop", "keep", "move", *SYMBOLS, "pass")
_KIND_INDEX = {kind: index for index, kind in enumerate(KINDS)}
_KIND_INDEX["throw_away"] = _KIND_INDEX["end"]
_STEPS = ("drop", "move", "cards", "mines")
_DROPPED = (Circles, Drop)
_MAX_DISTANCE = 1700.0
"""Maximum distance of two places, in mm."""


class SaladEncoding(Encoding):
    """Action k is candidate k: see `candidates`. Its features describe it."""

    def __init__(self, seats: int, options: Options) -> None:
        assert isinstance(options, SaladOptions)
        self._seats = seats
        self._measures = options.measures()
        seat_steps, soldiers = range(seats), float(SOLDIERS_EACH)
        self.choices = tuple(f"candidate {index}" for index in range(MAX_CANDIDATES))
        self.numbers = (
            *(Feature(f"soldiers of +{step} on the table", 0, soldiers) for step in seat_steps),
            *(Feature(f"soldiers of +{step} in reserve", 0, soldiers) for step in seat_steps),
            *(Feature(f"soldiers that +{step} has taken", 0, soldiers * seats) for step in seat_steps),
            *(Feature(f"cards of +{step}", 0, HAND_SIZE) for step in seat_steps),
            *(Feature(f"it is the turn of +{step}") for step in seat_steps),
            *(Feature(f"own cards: {card}", 0, HAND_SIZE) for card in SYMBOLS),
            *(Feature(f"cards that it has not seen: {card}", 0, OF_EACH_SYMBOL) for card in SYMBOLS),
            Feature("cards in the deck", 0, len(SYMBOLS) * OF_EACH_SYMBOL),
            Feature("cards that may be played in this turn", 0, 2),
            *(Feature(f"now: {step}") for step in _STEPS),
            Feature("the end phase"),
            Feature("turns in sequence without a card, of those that end the game"),
            Feature("turns until the limit, 100 for many", 0, MAX_TURNS_LEFT),
            Feature("soldiers that may have stepped on a mine", 0, 3),
        )
        self.features = (
            *(Feature(f"it is: {kind}") for kind in KINDS),
            *(Feature(f"soldiers of +{step} that it takes", 0, soldiers) for step in seat_steps),
            Feature("what blows and throws could bring after it, in points", -2 * soldiers, 4 * soldiers),
            Feature("height of a drop, of the greatest"),
            Feature("there is a place"),
            Feature("x of the place, of the table", -1, 2),
            Feature("y of the place, of the table", -1, 2),
            Feature("from there to the nearest enemy, in tiles", 0, 2 * _MAX_DISTANCE),
            Feature("from there to the nearest other own soldier, in tiles", 0, 2 * _MAX_DISTANCE),
            Feature("enemies within two tiles of the place", 0, soldiers * seats),
            Feature("own soldiers that a mine there would hit, besides who steps on it", 0, soldiers),
            Feature("enemies that a mine there would hit", 0, soldiers * seats),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`."""
        view = cast(SaladView, view)
        board = read_position(view, require_seat(view))
        changes = position_candidates(board, view, legal) if view.active_seats == (board.seat,) or legal else []
        choices = [change.action for change in changes]
        blank: list[Action | None] = [None] * (MAX_CANDIDATES - len(changes))
        # Arrays can be used as sequences of floats here.
        rows = cast(Sequence[Sequence[float]], self._candidate_rows(board, changes))
        return EncodedView(self.encode_position(view, board), choices + blank, rows)

    def encode_position(self, view: SaladView, board: KnownPosition) -> list[float]:
        """Return the numbers of the position alone."""
        order = relative_seats(board.seat, self._seats)
        numbers = np.bincount(board.owner, minlength=self._seats).astype(float).tolist()
        numbers += [*board.reserve, *board.taken, *board.cards]
        numbers += [1.0 if seat == view.turn else 0.0 for seat in order]
        numbers += [*board.hand, *(board.pool * max(1, board.unseen)).tolist()]
        numbers += [board.deck, board.cards_left]
        numbers += [1.0 if step == view.step else 0.0 for step in _STEPS]
        calm_share = board.calm / board.calm_limit if board.calm_limit else 0.0
        return [
            *numbers,
            float(view.end_phase),
            min(1.0, max(0.0, calm_share)),
            max(0, board.turns_left),
            len(view.triggers),
        ]

    def _candidate_rows(self, board: KnownPosition, changes: Sequence[Change]) -> NDArray[np.float32]:
        """Return the features of each candidate: (MAX_CANDIDATES, F), zeros for none."""
        first = len(KINDS) + self._seats
        rows = np.zeros((MAX_CANDIDATES, len(self.features)), dtype=np.float32)
        if not changes:
            return rows
        indexes = range(len(changes))
        rows[indexes, [_KIND_INDEX[change.action.do] for change in changes]] = 1.0
        for row, change in enumerate(changes):
            if isinstance(change.action, ThrowAway):
                rows[row, _KIND_INDEX[change.action.card]] = 1.0
        rows[indexes, first] = [change.hope for change in changes]
        placing_rows = []
        for row, change in enumerate(changes):
            for soldier in change.killed:
                rows[row, len(KINDS) + board.owner[soldier]] += 1
            if isinstance(change.action, _DROPPED):
                rows[row, first + 1] = (change.action.height or 0.0) / MAX_HEIGHT
            if change.new:
                placing_rows.append(row)
        if placing_rows:
            rows[placing_rows, first + 2 :] = self._place_features(board, [changes[row] for row in placing_rows])
        return rows

    def _place_features(self, board: KnownPosition, changes: Sequence[Change]) -> Floats:
        """Return features of the surroundings of the first new soldier of each change."""
        places = np.array([change.new[0][:2] for change in changes])
        width, height = self._measures.table
        tile = self._measures.tile
        columns = [np.ones(len(places)), places[:, 0] / width, places[:, 1] / height]
        distances = np.hypot(places[:, :1] - board.xy[:, 0], places[:, 1:] - board.xy[:, 1])
        is_own = np.tile(board.owner == 0, (len(places), 1))
        for row, change in enumerate(changes):
            if change.moved is not None:
                is_own[row, change.moved] = False
        is_enemy = board.owner != 0
        is_hit = distances < self._measures.blast_reach + self._measures.cube / 2
        columns += [
            np.where(is_enemy, distances, _MAX_DISTANCE).min(axis=1, initial=_MAX_DISTANCE) / tile,
            np.where(is_own, distances, _MAX_DISTANCE).min(axis=1, initial=_MAX_DISTANCE) / tile,
            ((distances < 2 * tile) & is_enemy).sum(axis=1),
            (is_hit & is_own).sum(axis=1),
            (is_hit & is_enemy).sum(axis=1),
        ]
        return np.stack(columns, axis=1)
