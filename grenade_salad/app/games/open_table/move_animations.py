"""Plans the motion of pieces after an entry, from two views and the entry alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import pi

from grenade_salad.app.games.open_table import hand_strip
from grenade_salad.app.games.open_table.interaction import Flight, TableInteraction
from grenade_salad.app.ui.inputs import Point
from grenade_salad.core import Action, Chance
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import (
    Key,
    PlacedPiece,
    covers_point,
    find_hand_name,
    holder_areas,
    list_pieces,
)
from grenade_salad.games.open_table.view import TableView

_MIN_DISTANCE = 0.5
"""Units of a distance that is not animated."""
MAX_FLIGHTS = 60
"""The greatest number of pieces that fly at once; more appear at their ends."""
CHANCE_SECONDS = {"rest": 0.9, "came": 0.3}
"""Seconds of the film of a chance, by its kind."""
DEFAULT_SECONDS = 0.22
"""Seconds of all other films."""
_DEAL_INTERVAL, _DEAL_SECONDS = 0.05, 1.3
"""Seconds between two dealt cards, and at most between the first and the last."""
_PANEL_CARD_WIDTH, _PANEL_CARD_STEP = 24.0, 15.0
"""The width of cards in a seat's panel, and their distance, in units."""


def plan_flights(desk: TableInteraction, entry: Action | Chance, view_after: TableView) -> list[Flight]:
    """Return the flights of all pieces that change place.

    `desk.pieces` are the places before the entry.
    """
    old_pieces = {piece.key: piece for piece in desk.pieces if isinstance(piece.key, int)}
    new_pieces = {
        piece.key: piece for piece in list_pieces(view_after, desk.seats, desk.quarters) if isinstance(piece.key, int)
    }
    dropped_at = desk.landed[0].position if desk.landed else None
    flights: list[Flight] = []
    for key, new_piece in new_pieces.items():
        old_piece = old_pieces.get(key)
        end = desk.camera.to_screen(new_piece.position)
        if old_piece is not None:
            if key in desk.poses:
                old_piece = replace(old_piece, position=desk.poses[key][:2], angle=desk.poses[key][2])
            start = desk.camera.to_screen(old_piece.position)
            if dropped_at is not None and desk.landed[0].piece_ids == (key,):
                start = dropped_at
            angles = old_piece.angle, new_piece.angle
        else:
            start = dropped_at or _find_point(desk, getattr(entry, "of", "")) or end
            angles = new_piece.angle, new_piece.angle
        if abs(start[0] - end[0]) + abs(start[1] - end[1]) > _MIN_DISTANCE:
            flights.append(Flight(new_piece if old_piece is None else old_piece, start, end, angles))
    if isinstance(entry, (actions.Move, actions.Deal)):
        flights += _plan_entering(desk, entry, set(old_pieces) - set(new_pieces), view_after)
    return flights if len(flights) <= MAX_FLIGHTS else []


def find_moved(desk: TableInteraction, view_after: TableView) -> Iterator[tuple[PlacedPiece, PlacedPiece | None]]:
    """Yield each piece at a new place, and what is under it; None is the cloth."""
    old_pieces = {old.key: old for old in desk.pieces}
    new_pieces = list_pieces(view_after, desk.seats, desk.quarters)
    for index, piece in enumerate(new_pieces):
        old_piece = old_pieces.get(piece.key)
        if old_piece is None or (old_piece.position, old_piece.face, old_piece.count) != (
            piece.position,
            piece.face,
            piece.count,
        ):
            supports = [candidate for candidate in new_pieces[:index] if covers_point(candidate, piece.position)]
            yield piece, supports[-1] if supports else None


def _plan_entering(
    desk: TableInteraction, entry: actions.Move | actions.Deal, vanished_ids: set[int], view_after: TableView
) -> Iterator[Flight]:
    """Yield flights into hands, stacks and holders, face down unless visible before."""
    if isinstance(entry, actions.Deal):
        yield from _plan_deal(desk, entry, view_after)
        return
    if isinstance(entry.to, tuple) or entry.to is None or desk.landed:
        return
    end = _find_point(desk, entry.to)
    for key in entry.what:
        piece = desk.find_piece(key)
        if piece is not None and key in vanished_ids and end is not None:
            yield Flight(piece, desk.camera.to_screen(piece.position), end, (piece.angle, 0.0))
    if entry.of != "":
        yield from _plan_single(desk, entry.of, entry.to)


def _plan_single(desk: TableInteraction, source: Key, target: Key) -> Iterator[Flight]:
    start, back = _find_point(desk, source), _card_back(desk, source)
    goal = _find_goal(desk, target, 0, 1, back)
    if start is not None and goal is not None and start != goal[0]:
        yield Flight(back, start, goal[0], (0.0, _facing_angle(desk, target)), end_scale=goal[1])


def _plan_deal(desk: TableInteraction, entry: actions.Deal, view_after: TableView) -> Iterator[Flight]:
    """Yield the flights of dealt cards, one at a time around the table."""
    names = [
        find_hand_name(view_after, desk.seats, target) if isinstance(target, int) else target for target in entry.to
    ]
    names = names or [find_hand_name(view_after, desk.seats, seat) for seat in range(desk.seats)]
    counts = [_holder_count(view_after, name) - _holder_count(desk.view, name) for name in names]
    start, back = _find_point(desk, entry.of), _card_back(desk, entry.of)
    if start is None:
        return
    # Of more cards than can fly at once, only the first rounds are drawn.
    rounds = min(max(counts, default=0), max(1, MAX_FLIGHTS // max(1, len(names))))
    dealt = [(card, target) for card in range(rounds) for target, count in enumerate(counts) if card < count]
    total_seconds = film_seconds(entry, len(dealt))
    for order, (card, target) in enumerate(dealt):
        goal = _find_goal(desk, names[target], card, counts[target], back)
        if goal is not None and start != goal[0]:
            start_share = (total_seconds - DEFAULT_SECONDS) / total_seconds * order / max(1, len(dealt) - 1)
            angles = (0.0, _facing_angle(desk, names[target]))
            yield Flight(
                back,
                start,
                goal[0],
                angles,
                end_scale=goal[1],
                start_share=start_share,
                end_share=start_share + DEFAULT_SECONDS / total_seconds,
            )


def _holder_count(view: TableView, name: str) -> int:
    contents = view.holder(name)
    return 0 if contents is None else contents.count


def _find_goal(
    desk: TableInteraction, to: Key, index: int, count: int, back: PlacedPiece
) -> tuple[Point, float] | None:
    """Return the point and the scale of the card at an index of `count` new cards.

    In a hand it takes its place in the strip or the panel.
    """
    size = back.size[0] * desk.camera.scale
    for seat, panel in enumerate(desk.table.panels):
        if not (to and find_hand_name(desk.view, desk.seats, seat) == to):
            continue
        if seat == desk.seat and desk.strip.box.width > 0:
            boxes = hand_strip.boxes_for(desk, desk.hand_count + count)
            box = boxes[min(desk.hand_count + index, len(boxes) - 1)]
            return box.center, (box.width if desk.strip.quarters % 2 == 0 else box.height) / size
        step = min(_PANEL_CARD_STEP, (panel.rect.width - 2 * _PANEL_CARD_WIDTH) / max(1, count - 1))
        left = panel.rect.right - _PANEL_CARD_WIDTH - (count - 1) * step
        return (left + index * step, panel.rect.bottom - _PANEL_CARD_WIDTH), _PANEL_CARD_WIDTH / size
    spot = _find_point(desk, to)
    return None if spot is None else (spot, 1.0)


def _facing_angle(desk: TableInteraction, to: Key) -> float:
    """Return the angle of a card in a hand, in radians: it faces its seat."""
    seats = (seat for seat in range(desk.seats) if to and find_hand_name(desk.view, desk.seats, seat) == to)
    seat = next(seats, None)
    return 0.0 if seat is None else desk.quarters[seat] * pi / 2


def _card_back(desk: TableInteraction, of: Key) -> PlacedPiece:
    """Return the back of a card from there, as all players see it."""
    source = desk.find_piece(of)
    return desk.make_card_back(None if source is None else source.kind)


def _find_point(desk: TableInteraction, key: Key) -> Point | None:
    """Return the point of a stack or a holder on the screen.

    A hand is at its seat's panel, or in the strip.
    """
    if isinstance(key, int):
        piece = desk.find_piece(key)
        return None if piece is None else desk.camera.to_screen(piece.position)
    for area in holder_areas(desk.view, desk.seats):
        if area.holder.name == key:
            return desk.camera.to_screen(area.middle)
    for seat, panel in enumerate(desk.table.panels):
        if key and find_hand_name(desk.view, desk.seats, seat) == key:
            box = desk.strip.box if seat == desk.seat and desk.strip.box.width > 0 else panel.rect
            return box.center
    return None


def flight_share(flight: Flight, share: float) -> float:
    """Return the share of its path that a flight has covered at a share of the film."""
    return min(1.0, max(0.0, (share - flight.start_share) / (flight.end_share - flight.start_share)))


def film_seconds(entry: Action | Chance, count: int = 1) -> float:
    """Return how long the film of `count` pieces takes."""
    if isinstance(entry, actions.Deal):
        return DEFAULT_SECONDS + min(_DEAL_SECONDS, _DEAL_INTERVAL * (count - 1))
    return CHANCE_SECONDS.get(entry.kind, DEFAULT_SECONDS) if isinstance(entry, Chance) else DEFAULT_SECONDS
