"""Numbers for any game: its own encoding, or its view as data, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import cast
from zlib import crc32

from grenade_salad.core import Action, Game, Json, Options, View, registry, to_json
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature

LEAVES = 256
"""Numbers of a position; further leaves of a view are cut off."""
CHOICES = 64
"""Legal actions that have an index, in the order of `State.legal_actions`."""
_ACTION_LEAVES = 8
"""Numbers of an action; further leaves of it are cut off."""
_HUGE = 1e9
"""Numbers are clipped to this, up and down."""


class PlainEncoding(Encoding):
    """Leaves in the order of the view's JSON form, padded with zeros.

    Words are hashed to between 0 and 1.
    """

    def __init__(self, game: Game) -> None:
        self._kinds = [action.do for action in game.actions]
        self.numbers = tuple(Feature(f"leaf {leaf} of the view", -_HUGE, _HUGE) for leaf in range(LEAVES))
        self.choices = tuple(f"legal action {index}" for index in range(CHOICES))
        self.features = (
            *(Feature(f"it is: {kind}") for kind in self._kinds),
            *(Feature(f"leaf {leaf} of the action", -_HUGE, _HUGE) for leaf in range(_ACTION_LEAVES)),
        )

    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """See `Encoding`. Raises ValueError if all legal actions have a continuous part."""
        complete = [action for action in legal if not _is_template(action)][:CHOICES]
        if legal and not complete:
            raise ValueError(f"{view.game} has continuous choices: it needs an encoder of its own")
        blank = CHOICES - len(complete)
        rows = [self._row(action) for action in complete]
        rows += [[0.0] * len(self.features)] * blank
        return EncodedView(_pad(leaves(to_json(view)), LEAVES), [*complete, *([None] * blank)], rows)

    def _row(self, action: Action) -> list[float]:
        line = action.to_line()
        kind = [1.0 if action.do == action_kind else 0.0 for action_kind in self._kinds]
        parts: Json = {key: value for key, value in line.items() if key not in ("seat", "do")}
        return kind + _pad(leaves(parts), _ACTION_LEAVES)


def make_encoding(game: str, seats: int, options: Options) -> Encoding:
    """Return the encoding of the game with these seats and house rules.

    Raises `registry.NoGame`.
    """
    target = registry.plugin(game).encoder
    return registry.load_object(target, Encoder).make(seats, options) if target else PlainEncoding(registry.load(game))


def make_fixed_encoding(game: str, seats: int, options: Options) -> Encoding | None:
    """Return the encoding with a fixed index for each action; None if there is none.

    Raises `registry.NoGame`.
    """
    target = registry.plugin(game).encoder
    if not target:
        return None
    encoder = registry.load_object(target, Encoder)
    encoding = (encoder.make_fixed or encoder.make)(seats, options)
    return None if encoding.features else encoding


def leaves(value: Json) -> Iterator[float]:
    """Yield the numbers in the value, in order.

    True and false are 1 and 0, none is -1.

    >>> list(leaves({"a": [1, None], "b": True}))
    [1.0, -1.0, 1.0]
    """
    if isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, str):
        yield crc32(value.encode()) / 2**32
    else:
        yield -1.0 if value is None else min(_HUGE, max(-_HUGE, float(cast(float, value))))


def _pad(numbers: Iterator[float], size: int) -> list[float]:
    result = [number for _, number in zip(range(size), numbers, strict=False)]
    return result + [0.0] * (size - len(result))


def _is_template(action: Action) -> bool:
    return any(part.name != "seat" and getattr(action, part.name) is None for part in fields(action))
