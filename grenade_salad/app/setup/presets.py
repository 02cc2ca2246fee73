"""House rules by name: those of the rules themselves, what a game offers, those of the last time, and one's own.

Also what is said of house rules in one line: which of them differ from the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from typing import Any

from grenade_salad.app.setup import last_house_rules
from grenade_salad.core import Game, Json, Options, to_json
from grenade_salad.text import Words, m

OwnPresets = dict[str, dict[str, object]]
"""One's own presets of a game: by name, the house rules that differ, as in records."""

# Translators: house rules: everything by the rules, nothing changed
RULES = m("The rules")
_ALONE = m("Chosen here", context="house rules")


@dataclass(frozen=True)
class Named:
    """House rules with a name; one's `own` can be forgotten."""

    words: Words
    options: Options
    own: str = ""


def named(game: Game, seats: int, last: Options | None, kept: Mapping[str, Mapping[str, object]]) -> list[Named]:
    """Everything that can be chosen with that many seats: what is suggested, then the rules; no house rules twice."""
    found = [Named(words, options.for_seats(seats)) for words, options in game.options.suggested(seats)]
    found.append(Named(RULES, game.options().for_seats(seats)))
    found += [Named(words, options.for_seats(seats)) for words, options in game.options.presets(seats)]
    if last is not None:
        # Translators: house rules: those of the last match
        found.append(Named(m("As last time"), last.for_seats(seats)))
    own = [
        Named(name, last_house_rules.options(game, seats, rules)[0].for_seats(seats), name)
        for name, rules in kept.items()
    ]
    first = [one for place, one in enumerate(found) if one.options not in [other.options for other in found[:place]]]
    return first + own


def place(found: Sequence[Named], options: Options) -> tuple[list[Named], int]:
    """These and where among them the house rules are; rules without a name come last."""
    at = next((index for index, one in enumerate(found) if one.options == options), len(found))
    return ([*found, Named(_ALONE, options)] if at == len(found) else list(found)), at


def changed(options: Options) -> dict[str, object]:
    """The house rules that differ from the rules, as in records."""
    chosen, defaults = to_json(options), to_json(type(options)())
    assert isinstance(chosen, dict)
    assert isinstance(defaults, dict)
    return {key: value for key, value in chosen.items() if value != defaults.get(key)}


def differing(options: Options, names: Sequence[str]) -> Words:
    """Which house rules differ from the rules, in one line."""
    usual = type(options)()
    found = [
        said(part, getattr(options, part.name), names)
        for part in fields(options)
        if part.metadata.get("form", True) and getattr(options, part.name) != getattr(usual, part.name)
    ]
    if not found:
        return m("Everything by the rules.")
    return m("Different from the rules: {rules:,}.", rules=found)


def said(part: Field[Any], value: Json, names: Sequence[str]) -> Words:
    """A house rule with a value, as in "Cube width: 11 mm"; `names` are of the seats."""
    meta = part.metadata
    label: Words = meta.get("label", part.name.replace("_", " "))
    if meta.get("seat") and isinstance(value, int) and value < len(names):
        return m("{rule}: {value}", context="a house rule", rule=label, value=names[value])
    for choice, words in meta.get("choices", ()):
        if choice == value:
            return m("{rule}: {value}", context="a house rule", rule=label, value=words)
    if isinstance(value, bool):
        return label if value else m("{rule}: no", context="a house rule", rule=label)
    if isinstance(value, list | tuple):
        sizes: Words = " × ".join(f"{number:g}" for number in value if isinstance(number, int | float))
        return m("{rule}: {value}", context="a house rule", rule=label, value=sizes)
    if isinstance(value, int | float):
        unit: Words = meta.get("unit", "")
        written = m("{number:g} {unit}", number=value, unit=unit) if unit else m("{number:g}", number=value)
        return m("{rule}: {value}", context="a house rule", rule=label, value=written)
    # Translators: the value of a house rule
    none: Words = meta.get("none", m("none"))
    return m("{rule}: {value}", context="a house rule", rule=label, value=none if value is None else str(value))
