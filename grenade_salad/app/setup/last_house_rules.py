"""House rules of the last time: as far as they can still be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import msgspec

from grenade_salad.core import Game, Illegal, Options
from grenade_salad.text import Words


def options(game: Game, seats: int, kept: Mapping[str, object]) -> tuple[Options, list[Words]]:
    """The house rules, and what those are called that fell back to the default, each for itself.

    Rules that can be alone but not together stay: the set-up says why they cannot be. Others than ours are passed over.
    """
    known = {field.name: field.metadata.get("label", field.name) for field in fields(game.options)}
    stay: dict[str, object] = {}
    strange: list[Words] = []
    for name, label in known.items():
        if name not in kept:
            continue
        if _can_be(game, seats, {name: kept[name]}) or _can_be(game, seats, {**stay, name: kept[name]}):
            stay[name] = kept[name]
        else:
            strange.append(label)
    return msgspec.convert(stay, type=game.options), strange


def _can_be(game: Game, seats: int, kept: Mapping[str, object]) -> bool:
    try:
        game.start(seats, msgspec.convert(kept, type=game.options), None)
    except (Illegal, msgspec.ValidationError, RecursionError):
        return False
    return True
