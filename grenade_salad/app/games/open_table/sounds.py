"""What is heard at the open table: by what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.app.shell.audio import Effect
from grenade_salad.core import Event
from grenade_salad.games.open_table import events

_SOUNDS: dict[type[Event], Effect] = {
    events.Moved: "card",
    events.Dealt: "draw",
    events.Flipped: "flip",
    events.Shuffled: "shuffle",
    events.Rolled: "die_roll",
    events.Shot: "clack",
    events.Pocketed: "take",
    events.Counted: "tick",
    events.NewRound: "shuffle",
    events.Brought: "put",
    events.Removed: "take",
    events.Locked: "click",
    events.Undone: "put",
}


def sounds_of(happened: Sequence[Event]) -> Iterator[tuple[Effect, float]]:
    """The sounds of a step, and how loud each is from 0 to 1."""
    for event in happened:
        if (name := _SOUNDS.get(type(event))) is not None:
            yield name, min(1.0, 0.5 + 0.1 * event.n) if isinstance(event, events.Shot) else 0.8
