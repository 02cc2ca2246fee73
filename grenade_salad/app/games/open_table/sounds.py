"""What is heard at the open table: by what touches what, and how hard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from grenade_salad.app.games.effects import side
from grenade_salad.app.games.open_table.interaction import Desk, Press
from grenade_salad.app.shell.audio import Effect
from grenade_salad.core import Event
from grenade_salad.games.open_table import events, set_events
from grenade_salad.games.open_table.placed_pieces import Lying

if TYPE_CHECKING:
    from grenade_salad.films.impacts import Hit

AT_ONCE = 3
"""Hits that are heard in one frame; the hardest of them."""
_FULL = 12_000.0
"""g mm/s of the hardest hit that is heard: a disc of 5 g at 2.4 m/s."""
_LEAST = 0.08
"""How loud a hit must be to be heard."""
_LATE = 3
"""Frames after which a hit of a push that goes on is known whole."""
_DONE: dict[type[Event], Effect] = {
    events.Dealt: "draw",
    events.Shuffled: "shuffle",
    events.Rolled: "die_roll",
    set_events.Counted: "tick",
    events.NewRound: "shuffle",
    events.Brought: "put",
    events.Removed: "take",
    set_events.Locked: "click",
    events.Undone: "put",
}


def sounds_of(happened: Sequence[Event], laid: Iterable[tuple[Lying, Lying | None]]) -> Iterator[tuple[Effect, float]]:
    """The sounds of a step without hits, and how loud each is from 0 to 1.

    `laid` is what came to lie somewhere, and on what; None: on the cloth, or in a holder.
    """
    for event in happened:
        if isinstance(event, events.Shot):
            if not event.pushed:
                yield "flick", 0.8
        elif isinstance(event, (events.Moved, events.Flipped)):
            yield from _laid(event, laid)
        elif (name := _DONE.get(type(event))) is not None:
            yield name, 0.8


def _laid(
    event: events.Moved | events.Flipped, laid: Iterable[tuple[Lying, Lying | None]]
) -> Iterator[tuple[Effect, float]]:
    one, on = next(iter(laid), (None, None))
    shape = "" if one is None else one.shape
    if shape in ("", "card", "board"):
        thick = one is not None and one.kind is not None and one.kind.height >= 2
        if isinstance(event, events.Flipped):
            yield "flip", 0.8
        elif thick:
            yield "put", 0.7
        else:
            yield "card", 0.8 if on is None else 0.6
    elif shape == "die":
        yield "die_hit", 0.5
    elif on is not None:
        yield "clack", 0.35
    else:
        yield "put", 0.8


def loudness(impulse: float) -> float:
    """How loud a hit is, 0 to 1, in which so much momentum went over, in g mm/s.

    >>> loudness(12_000.0), round(loudness(120.0), 3)
    (1.0, 0.1)
    """
    return min(1.0, sqrt(impulse / _FULL))


def effect_of(desk: Desk, hit: Hit) -> Effect:
    """Dice click, wood clacks, and sounds duller where it meets what stands."""
    shapes = {found.shape for one in (hit.one, hit.other) if one is not None and (found := desk.thing(one)) is not None}
    if "die" in shapes:
        return "die_hit"
    return "edge" if hit.other is None else "clack"


def play_hits(desk: Desk, found: Iterable[Hit]) -> None:
    """Some hits of one moment: the hardest are heard."""
    loud = sorted((hit for hit in found if loudness(hit.impulse) >= _LEAST), key=lambda hit: -hit.impulse)
    for hit in loud[:AT_ONCE]:
        play_at(desk, effect_of(desk, hit), loudness(hit.impulse), (hit.x, hit.y))


def play_at(desk: Desk, name: Effect, loud: float, at: tuple[float, float]) -> None:
    """A sound from a point of the table, in mm."""
    desk.table.app.audio.play(name, loud, side(desk.camera.to_screen(at)[0], desk.table.size[0]))


def hear_push(desk: Desk, press: Press) -> None:
    """What a push that goes on has hit since it was listened to the last time."""
    from grenade_salad.films.impacts import hits
    from grenade_salad.games.physics.sliding import FRAME

    push, one = press.push, press.lying
    if push is None or one is None or push.moment < press.heard + 2 * _LATE:
        return
    first = max(0, press.heard - _LATE)
    started = push.ids if first else (one.key,) if isinstance(one.key, int) else ()
    drawn = (one.key,) if isinstance(one.key, int) else ()
    found = hits(push.frames(first), push.things, started, drawn)
    until = push.moment - _LATE
    play_hits(desk, [hit for hit in found if press.heard <= round(hit.time / FRAME) + first < until])
    press.heard = until
