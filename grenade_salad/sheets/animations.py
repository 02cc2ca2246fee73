"""What moves on the page of the table, a television: beats, declared by each game, in words that no game owns.

A beat is made from what everybody may know: events that are redacted for nobody in particular, and the view of nobody
before and after them. A spot is the name of a place that the page knows: "deck", "discard", "middle", "seat 2",
"ring 5", "die 1", "roll", or a point of the table in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from grenade_salad.core import Action, Chance, Event, Json, View
from grenade_salad.text import Message, Reader, say

Spot: TypeAlias = str | tuple[float, float]
Show: TypeAlias = "Callable[[Sequence[Event], View, View], Sequence[Beat]]"
"""What is seen of the events of one step, between two views of nobody in particular."""
Filmed: TypeAlias = "Callable[[Sequence[Beat], View, Action, Chance, Random], Sequence[Beat]]"
"""The beats of a step of luck, after the view of nobody before it, its action and the luck that it was drawn with."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Something that moves `at` so many seconds after the step begins, for so many; `facts` are what the page needs.

    `do` is how: fly, hop, tumble, blast, shot, fall, slide, glide, drive, put, gone, sound or call. `words` are called
    out over the table.
    """

    do: str
    at: float
    seconds: float
    sound: str = ""
    facts: Mapping[str, Json] = field(default_factory=dict)
    words: Message | None = None

    def plain(self, reader: Reader) -> Json:
        """The beat as it is sent, in the reader's language."""
        said: dict[str, Json] = {"words": say(self.words, reader, begin=True)} if self.words is not None else {}
        when: dict[str, Json] = {"do": self.do, "at": round(self.at, 2), "seconds": round(self.seconds, 2)}
        return {**when, "sound": self.sound, **self.facts, **said}


def length(beats: Sequence[Beat]) -> float:
    """Seconds until all of them are over."""
    return max((beat.at + beat.seconds for beat in beats), default=0.0)


def seat_spot(seat: int) -> str:
    """Where somebody sits."""
    return f"seat {seat}"


def fly(art: str, start: Spot, end: Spot, at: float = 0.0, sound: str = "card", seconds: float = 0.45) -> Beat:
    """A card goes from one spot to another; `art` is its picture, in the folder of cards."""
    return Beat("fly", at, seconds, sound, {"art": f"cards/{art}", "from": _spot(start), "to": _spot(end)})


def held(art: str, start: Spot, at: float = 0.0, sound: str = "card", seconds: float = 1.1) -> Beat:
    """A card comes to the middle, is shown large to everybody, and goes."""
    return Beat("fly", at, seconds, sound, {"art": f"cards/{art}", "from": _spot(start), "to": "middle", "held": True})


def hop(piece: str, via: Sequence[Spot], art: str, at: float = 0.0, sound: str = "put", step: float = 0.16) -> Beat:
    """A piece goes from spot to spot; `art` is the picture that it has then."""
    facts: dict[str, Json] = {"piece": piece, "via": [_spot(one) for one in via], "art": art}
    return Beat("hop", at, step * max(1, len(via)), sound, facts)


def tumble(arts: Sequence[str], art: str, spot: Spot, at: float = 0.0, sound: str = "die_roll") -> Beat:
    """A die rolls: it shows these pictures, and then `art`."""
    return Beat("tumble", at, 0.8, sound, {"arts": [*arts], "art": art, "spot": _spot(spot)})


def blast(spot: Spot, reach: float = 0.0, at: float = 0.0, sound: str = "blast") -> Beat:
    """Something explodes; it reaches so many mm, where the table is measured in them."""
    return Beat("blast", at, 0.9, sound, {"spot": _spot(spot), "reach": round(reach, 1)})


def shot(start: tuple[float, float], end: tuple[float, float], at: float = 0.0, sound: str = "shot") -> Beat:
    """Something goes straight from one point to another."""
    return Beat("shot", at, 0.5, sound, {"from": _spot(start), "to": _spot(end)})


def slide(piece: int, x: float, y: float, angle: float, at: float = 0.0, sound: str = "put") -> Beat:
    """A piece slides to where it is afterwards, in mm and radians."""
    facts: dict[str, Json] = {"piece": piece, "x": round(x, 1), "y": round(y, 1), "angle": round(angle, 3)}
    return Beat("slide", at, 0.6, sound, facts)


def drive(key: int, keys: Sequence[Sequence[float]], seconds: float) -> Beat:
    """A piece of an open table goes from point to point: each is ms, x, y (mm) and its angle. Phones see that, too."""
    return Beat("drive", 0.0, seconds, "", {"key": key, "keys": [[*one] for one in keys]})


def put(piece: int, seat: int, x: float, y: float, angle: float, at: float = 0.0) -> Beat:
    """A piece of a seat is put on the table."""
    facts: dict[str, Json] = {"piece": piece, "seat": seat, "x": round(x, 1), "y": round(y, 1)}
    return Beat("put", at, 0.5, "put", {**facts, "angle": round(angle, 3)})


def gone(pieces: Sequence[int], taker: int | None, at: float = 0.0) -> Beat:
    """Pieces tip over and go to who takes them."""
    to: Json = seat_spot(taker) if taker is not None else None
    return Beat("gone", at, 0.8, "take", {"pieces": [*pieces], "to": to})


def call(words: Message, seat: int | None, at: float = 0.0, sound: str = "") -> Beat:
    """A line is called out over the table."""
    return Beat("call", at, 1.6, sound, {"seat": seat}, words)


def _spot(spot: Spot) -> Json:
    return spot if isinstance(spot, str) else [round(spot[0], 1), round(spot[1], 1)]
