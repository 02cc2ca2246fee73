"""Presets of house rules: plain rules, the game's, the last ones, people's own.

A line can also say in which rules some options differ from the plain rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from typing import Any

import msgspec

from grenade_salad.core import Game, Illegal, Json, Options, to_json
from grenade_salad.text import Words, m

OwnPresets = dict[str, dict[str, object]]
"""A person's own presets of a game: the rules that differ by name, as in records."""

# Translators: house rules: everything by the rules, nothing changed
RULES = m("The rules")
_UNNAMED = m("Chosen here", context="house rules")


@dataclass(frozen=True)
class NamedRules:
    """House rules with a name."""

    words: Words
    options: Options
    own_name: str = ""
    """The name that a person gave them, who can delete them; empty for all others."""


def list_presets(
    game: Game, seats: int, last: Options | None, own_presets: Mapping[str, Mapping[str, object]]
) -> list[NamedRules]:
    """Return all presets for a number of seats, without duplicates.

    The suggested ones are first, then the plain rules.
    """
    presets = [NamedRules(words, options.for_seats(seats)) for words, options in game.options.suggested(seats)]
    presets.append(NamedRules(RULES, game.options().for_seats(seats)))
    presets += [NamedRules(words, options.for_seats(seats)) for words, options in game.options.presets(seats)]
    if last is not None:
        # Translators: house rules: those of the last match
        presets.append(NamedRules(m("As last time"), last.for_seats(seats)))
    own_rules = [
        NamedRules(name, recall_options(game, seats, rules)[0].for_seats(seats), name)
        for name, rules in own_presets.items()
    ]
    unique = [
        preset
        for index, preset in enumerate(presets)
        if preset.options not in [earlier.options for earlier in presets[:index]]
    ]
    return unique + own_rules


def recall_options(game: Game, seats: int, saved: Mapping[str, object]) -> tuple[Options, list[Words]]:
    """Return saved house rules, and the labels of those back at their default.

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


def find_preset(presets: Sequence[NamedRules], options: Options) -> tuple[list[NamedRules], int]:
    """Return the presets and the index of the options; unnamed ones are added last."""
    for index, preset in enumerate(presets):
        if preset.options == options:
            return list(presets), index
    return [*presets, NamedRules(_UNNAMED, options)], len(presets)


def changed_values(options: Options) -> dict[str, object]:
    """Return the values that differ from the rules, as in records."""
    chosen, defaults = to_json(options), to_json(type(options)())
    assert isinstance(chosen, dict)
    assert isinstance(defaults, dict)
    return {key: value for key, value in chosen.items() if value != defaults.get(key)}


def describe_differences(options: Options, names: Sequence[str]) -> Words:
    """List the house rules that differ from the plain rules, in one line."""
    defaults = type(options)()
    differences = [
        describe_rule(field, getattr(options, field.name), names)
        for field in fields(options)
        if field.metadata.get("form", True) and getattr(options, field.name) != getattr(defaults, field.name)
    ]
    if not differences:
        return m("Everything by the rules.")
    return m("Different from the rules: {rules:,}.", rules=differences)


def format_number(number: float, meta: Mapping[str, Any]) -> Words:
    """Return a number of a house rule with its unit, by the metadata of its field."""
    unit: Words = meta.get("unit", "")
    return m("{number:g} {unit}", number=number, unit=unit) if unit else m("{number:g}", number=number)


def describe_rule(field: Field[Any], value: Json, names: Sequence[str]) -> Words:
    """Describe a house rule with a value, as in "Cube width: 11 mm".

    `names` are those of the seats.
    """
    meta = field.metadata
    label: Words = meta.get("label", field.name.replace("_", " "))
    if meta.get("seat") and isinstance(value, int) and value < len(names):
        return m("{rule}: {value}", context="a house rule", rule=label, value=names[value])
    for choice, words in meta.get("choices", ()):
        if choice == value:
            return m("{rule}: {value}", context="a house rule", rule=label, value=words)
    if isinstance(value, bool):
        return label if value else m("{rule}: no", context="a house rule", rule=label)
    if isinstance(value, list | tuple):
        sizes: Words = " × ".join(f"{size:g}" for size in value if isinstance(size, int | float))
        return m("{rule}: {value}", context="a house rule", rule=label, value=sizes)
    if isinstance(value, int | float):
        return m("{rule}: {value}", context="a house rule", rule=label, value=format_number(value, meta))
    # Translators: the value of a house rule
    none: Words = meta.get("none", m("none"))
    return m("{rule}: {value}", context="a house rule", rule=label, value=none if value is None else str(value))
