"""Animations on the television page, declared by each game in common words.

An animation is made from what everybody may know: events redacted for a spectator, and a spectator's views before and
after them. A spot is the name of a place that the page knows: "deck", "discard", "middle", "seat 2", "ring 5", "die 1",
"roll", or a point of the table in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from grenade_salad.core import Action, Chance, Event, Json, View
from grenade_salad.text import Message, Reader, say

Spot: TypeAlias = str | tuple[float, float]
Animator: TypeAlias = "Callable[[Sequence[Event], View, View], Sequence[Animation]]"
"""Returns the animations for a step's events, between two views of a spectator."""
Filmed: TypeAlias = "Callable[[Sequence[Animation], View, Action, Chance, Random], Sequence[Animation]]"
"""Returns the animations of a chance step, with paths.

It gets the animations, the spectator's view before, the action, the chance outcome and the random numbers it was drawn
with.
"""


@dataclass(frozen=True, slots=True)
class Animation:
    """A motion on the television page, or a sound or words without one."""

    do: str
    """A kind of motion that the page knows.

    They are fly, hop, tumble, blast, shot, fall, slide, glide, drive, put, gone, sound and call.
    """
    delay: float
    """Seconds after the step until it begins."""
    seconds: float
    """Its duration."""
    sound: str = ""
    facts: Mapping[str, Json] = field(default_factory=dict)
    """The facts that the page needs for this kind."""
    words: Message | None = None
    """Called out over the table."""

    def encode(self, reader: Reader) -> Json:
        """Return the animation as it is sent, in the reader's language."""
        spoken: dict[str, Json] = {"words": say(self.words, reader, begin=True)} if self.words is not None else {}
        timing: dict[str, Json] = {"do": self.do, "at": round(self.delay, 2), "seconds": round(self.seconds, 2)}
        return {**timing, "sound": self.sound, **self.facts, **spoken}


def animate_in_turn(
    step_events: Sequence[Event], animate_event: Callable[[Event, float], Sequence[Animation]], share: float
) -> list[Animation]:
    """Return the animations of all events, one after another.

    Each begins after this share of the one before. `animate_event` returns those of an event that begins after so many
    seconds.
    """
    animations: list[Animation] = []
    delay = 0.0
    for event in step_events:
        added = animate_event(event, delay)
        animations += added
        delay = max((animation.delay + animation.seconds * share for animation in added), default=delay)
    return animations


def total_seconds(animations: Sequence[Animation]) -> float:
    """Return the seconds until all animations have ended."""
    return max((animation.delay + animation.seconds for animation in animations), default=0.0)


def seat_spot(seat: int) -> str:
    """Return the spot of a seat."""
    return f"seat {seat}"


def fly(art: str, start: Spot, end: Spot, delay: float = 0.0, sound: str = "card", seconds: float = 0.45) -> Animation:
    """Move a card from one spot to another; `art` is its picture in the cards folder."""
    return Animation(
        "fly", delay, seconds, sound, {"art": f"cards/{art}", "from": _encode_spot(start), "to": _encode_spot(end)}
    )


def show_card(art: str, start: Spot, delay: float = 0.0, sound: str = "card", seconds: float = 1.1) -> Animation:
    """Move a card to the middle, show it large to everybody, and remove it."""
    return Animation(
        "fly", delay, seconds, sound, {"art": f"cards/{art}", "from": _encode_spot(start), "to": "middle", "held": True}
    )


def hop(
    piece: str, spots: Sequence[Spot], art: str, delay: float = 0.0, sound: str = "put", step: float = 0.16
) -> Animation:
    """Move a piece from spot to spot; `art` is its picture afterwards."""
    facts: dict[str, Json] = {"piece": piece, "via": [_encode_spot(spot) for spot in spots], "art": art}
    return Animation("hop", delay, step * max(1, len(spots)), sound, facts)


def tumble(arts: Sequence[str], art: str, spot: Spot, delay: float = 0.0, sound: str = "die_roll") -> Animation:
    """Roll a die: show the pictures `arts`, and then `art`."""
    return Animation("tumble", delay, 0.8, sound, {"arts": [*arts], "art": art, "spot": _encode_spot(spot)})


def blast(spot: Spot, radius: float = 0.0, delay: float = 0.0, sound: str = "blast") -> Animation:
    """Explode at a spot, with a radius in mm where the table is measured in them."""
    return Animation("blast", delay, 0.9, sound, {"spot": _encode_spot(spot), "reach": round(radius, 1)})


def shot(start: tuple[float, float], end: tuple[float, float], delay: float = 0.0, sound: str = "shot") -> Animation:
    """Shoot straight from one point to another."""
    return Animation("shot", delay, 0.5, sound, {"from": _encode_spot(start), "to": _encode_spot(end)})


def slide(piece: int, x: float, y: float, angle: float, delay: float = 0.0, sound: str = "put") -> Animation:
    """Slide a piece to its final place, in mm and radians."""
    facts: dict[str, Json] = {"piece": piece, "x": round(x, 1), "y": round(y, 1), "angle": round(angle, 3)}
    return Animation("slide", delay, 0.6, sound, facts)


def follow_path(key: int, keyframes: Sequence[Sequence[float]], seconds: float) -> Animation:
    """Move a piece of an open table along keyframes: ms, x, y (mm) and angle each.

    Phones show this, too.
    """
    return Animation("drive", 0.0, seconds, "", {"key": key, "keys": [[*keyframe] for keyframe in keyframes]})


def place(piece: int, seat: int, x: float, y: float, angle: float, delay: float = 0.0) -> Animation:
    """Put a piece of a seat on the table."""
    facts: dict[str, Json] = {"piece": piece, "seat": seat, "x": round(x, 1), "y": round(y, 1)}
    return Animation("put", delay, 0.5, "put", {**facts, "angle": round(angle, 3)})


def remove(pieces: Sequence[int], taker: int | None, delay: float = 0.0) -> Animation:
    """Tip pieces over and move them to the seat that takes them."""
    target: Json = seat_spot(taker) if taker is not None else None
    return Animation("gone", delay, 0.8, "take", {"pieces": [*pieces], "to": target})


def call(words: Message, seat: int | None, delay: float = 0.0, sound: str = "") -> Animation:
    """Call out a line over the table."""
    return Animation("call", delay, 1.6, sound, {"seat": seat}, words)


def _encode_spot(spot: Spot) -> Json:
    return spot if isinstance(spot, str) else [round(spot[0], 1), round(spot[1], 1)]
