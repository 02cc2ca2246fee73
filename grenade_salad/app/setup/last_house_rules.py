"""The house rules of the last match, as far as they are still possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import msgspec

from grenade_salad.core import Game, Illegal, Options
from grenade_salad.text import Words


def recall_options(game: Game, seats: int, saved: Mapping[str, object]) -> tuple[Options, list[Words]]:
    """Return the house rules, and the labels of those that are back at their default.

    Rules that are possible alone but not together stay: the scene before the match says why they are impossible. Rules
    that the game does not have are ignored.
    """
    labels = {field.name: field.metadata.get("label", field.name) for field in fields(game.options)}
    valid: dict[str, object] = {}
    dropped_labels: list[Words] = []
    for name, label in labels.items():
        if name not in saved:
            continue
        if _is_possible(game, seats, {name: saved[name]}) or _is_possible(game, seats, {**valid, name: saved[name]}):
            valid[name] = saved[name]
        else:
            dropped_labels.append(label)
    return msgspec.convert(valid, type=game.options), dropped_labels


def _is_possible(game: Game, seats: int, saved: Mapping[str, object]) -> bool:
    try:
        game.start(seats, msgspec.convert(saved, type=game.options), None)
    except (Illegal, msgspec.ValidationError, RecursionError):
        return False
    return True
