"""Sounds of the open table, by which pieces touch and how hard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from grenade_salad.app.games.effects import pan_at
from grenade_salad.app.games.open_table.interaction import Press, TableInteraction
from grenade_salad.app.shell.audio import Effect
from grenade_salad.core import Event
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.placed_pieces import PlacedPiece

if TYPE_CHECKING:
    from grenade_salad.films.impacts import Impact

_MAX_HITS = 3
"""Maximum number of hits that are heard in one frame: the hardest of them."""
_LOUDNESS = 0.8
"""Loudness of a sound that no other value is given for."""
_FULL_IMPULSE = 12_000.0
"""Impulse of the loudest hit in g mm/s: a disc of 5 g at 2.4 m/s."""
_MIN_LOUDNESS = 0.08
"""Minimum loudness of a hit that is heard."""
_HIT_FRAMES = 3
"""Frames after which a hit of a running push is complete."""
_EVENT_SOUNDS: dict[type[Event], Effect] = {
    events.Dealt: "draw",
    events.Shuffled: "shuffle",
    events.Recalled: "shuffle",
    events.RecalledSome: "shuffle",
    events.GaveBack: "draw",
    events.Sorted: "shuffle",
    events.SortedUnseen: "shuffle",
    events.Rolled: "die_roll",
    events.Counted: "tick",
    events.NewRound: "shuffle",
    events.Brought: "put",
    events.Removed: "take",
    events.Locked: "click",
    events.Undone: "put",
}


def step_sounds(
    step_events: Sequence[Event], placed: Iterable[tuple[PlacedPiece, PlacedPiece | None]]
) -> Iterator[tuple[Effect, float]]:
    """Yield the sounds of a step, hits apart, with their loudness from 0 to 1.

    `placed` has each piece that was put down and what it is on: None is the cloth or a holder. A step has one move or
    turn of pieces at most, which sounds as the first of them.
    """
    for event in step_events:
        if isinstance(event, events.Shot):
            if not event.pushed:
                yield "flick", _LOUDNESS
        elif isinstance(event, (events.Moved, events.Flipped)):
            yield _placement_sound(event, placed)
        elif (effect := _EVENT_SOUNDS.get(type(event))) is not None:
            yield effect, _LOUDNESS


def _placement_sound(
    event: events.Moved | events.Flipped, placed: Iterable[tuple[PlacedPiece, PlacedPiece | None]]
) -> tuple[Effect, float]:
    """Return the sound of a piece that was put down or turned over.

    It depends on its shape and on what it is on.
    """
    piece, support = next(iter(placed), (None, None))
    shape = "" if piece is None else piece.shape
    if shape in ("", "card", "board"):
        is_thick = piece is not None and piece.kind is not None and piece.kind.height >= 2
        if isinstance(event, events.Flipped):
            return "flip", _LOUDNESS
        if is_thick:
            return "put", 0.7
        return "card", _LOUDNESS if support is None else 0.6
    if shape == "die":
        return "die_hit", 0.5
    return ("put", _LOUDNESS) if support is None else ("clack", 0.35)


def loudness(impulse: float) -> float:
    """Return the loudness of a hit, from 0 to 1, by its impulse in g mm/s.

    >>> loudness(12_000.0), round(loudness(120.0), 3)
    (1.0, 0.1)
    """
    return min(1.0, sqrt(impulse / _FULL_IMPULSE))


def hit_effect(desk: TableInteraction, hit: Impact) -> Effect:
    """Return the sound of a hit: dice click, wood clacks, a fixed edge sounds duller."""
    shapes = {
        piece.shape
        for piece_id in (hit.object_id, hit.other_id)
        if piece_id is not None and (piece := desk.find_piece(piece_id)) is not None
    }
    if "die" in shapes:
        return "die_hit"
    return "edge" if hit.other_id is None else "clack"


def play_hits(desk: TableInteraction, new_hits: Iterable[Impact]) -> None:
    """Play the hardest of the hits of one moment."""
    audible = sorted((hit for hit in new_hits if loudness(hit.impulse) >= _MIN_LOUDNESS), key=lambda hit: -hit.impulse)
    for hit in audible[:_MAX_HITS]:
        play_at(desk, hit_effect(desk, hit), loudness(hit.impulse), (hit.x, hit.y))


def play_at(desk: TableInteraction, effect: Effect, volume: float, point: tuple[float, float]) -> None:
    """Play a sound from a point of the table, in mm."""
    desk.table.app.audio.play(effect, volume, pan_at(desk.camera.to_screen(point)[0], desk.table.size[0]))


def play_push_hits(desk: TableInteraction, press: Press) -> None:
    """Play the hits of a running push that are complete and were not played yet."""
    from grenade_salad.films.impacts import find_impacts
    from grenade_salad.games.physics.sliding import FRAME

    push, piece = press.push, press.piece
    if push is None or piece is None or push.frame_count < press.heard_frame + 2 * _HIT_FRAMES:
        return
    first = max(0, press.heard_frame - _HIT_FRAMES)
    held = (piece.key,) if isinstance(piece.key, int) else ()
    # Later frames begin in the middle of the motion, where every piece may be moving already.
    started = push.ids if first else held
    push_hits = find_impacts(push.frames(first), push.objects, started, held)
    # The last frames wait: a hit that has just begun is not complete there.
    until = push.frame_count - _HIT_FRAMES
    play_hits(desk, [hit for hit in push_hits if press.heard_frame <= round(hit.time / FRAME) + first < until])
    press.heard_frame = until
