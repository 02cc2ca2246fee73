"""The effects of house rules, in sentences, from measured matches of machines.

The numbers are in a file beside this one, which `python -m tools.house_rules` writes again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypeGuard

from grenade_salad.core import Json
from grenade_salad.text import Message, m

FILE = Path(__file__).with_name("house_rules.json")
MEASURES = {
    "turns": "turns",
    "began": "won by who began",
    "watched": "% of the match watched by the first to be out",
}
"""The measures that are reported, and their names in sweeps."""
_MIN_CHANGE = {"turns": 0.03, "began": 0.02, "watched": 2.0}
"""Smaller changes are not reported.

They are a share of the turns, a share of the wins, and per cent of the match that is watched.
"""
Change: TypeAlias = tuple[float, float, float, float]
"""The value with the usual rules; the difference, and its 95 % interval."""


def encode_value(value: Json) -> str:
    """Return the form of a value in the file."""
    return json.dumps(value)


@cache
def _load_table() -> dict[str, dict[str, dict[str, dict[str, dict[str, Change]]]]]:
    table: dict[str, dict[str, dict[str, dict[str, dict[str, Change]]]]]
    table = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return table


def nearest_measured(game: str, seats: int, rule: str, value: Json, usual: Json) -> Json:
    """Return the measured value that is nearest to this one; None if there is none.

    Values are written as in records. It is the value itself, or for numbers the nearest one that was measured on the
    same side of the usual one.
    """
    measured = _nearest_table(game, seats).get(rule, {})
    if value == usual or encode_value(value) in measured:
        return None if value == usual else value
    if not _is_number(value) or not _is_number(usual):
        return None
    candidates = [
        candidate
        for candidate in map(json.loads, measured)
        if _is_number(candidate) and (candidate > usual) == (value > usual)
    ]
    return min(candidates, key=lambda candidate: abs(candidate - value), default=None)


def _is_number(value: Json) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _nearest_table(game: str, seats: int) -> dict[str, dict[str, dict[str, Change]]]:
    """Return the measurements with the nearest number of players."""
    tables = _load_table().get(game, {})
    return tables[min(tables, key=lambda count: abs(int(count) - seats))] if tables else {}


def describe_changes(game: str, seats: int, rule: str, value: Json) -> tuple[Message, ...]:
    """Return the measured effects of a rule with this value, each as a sentence.

    The value is written as in records. The nearest number of players that was measured counts. One sentence says so if
    there is no effect. Empty if it was not measured, and for the usual value.
    """
    measured = _nearest_table(game, seats).get(rule, {}).get(encode_value(value))
    if measured is None:
        return ()
    sentences = [
        sentence for name, change in measured.items() if (sentence := _describe_change(name, change)) is not None
    ]
    return tuple(sentences) or (m("It makes no visible difference to how long matches last or who wins them."),)


def _describe_change(name: str, change: Change) -> Message | None:
    usual, difference, low, high = change
    size = abs(difference / usual) if name == "turns" and usual else abs(difference)
    if size < _MIN_CHANGE[name] or low <= 0 <= high:
        return None
    match name, difference > 0:
        case "turns", True:
            return m("Matches take {share:.0f}% more turns.", share=100 * size)
        case "turns", _:
            return m("Matches take {share:.0f}% fewer turns.", share=100 * size)
        case "began", True:
            return m(
                "Whoever begins wins {n} more match in 100.",
                "Whoever begins wins {n} more matches in 100.",
                n=_per_hundred(size),
            )
        case "began", _:
            return m(
                "Whoever begins wins {n} match fewer in 100.",
                "Whoever begins wins {n} fewer matches in 100.",
                n=_per_hundred(size),
            )
        case _, True:
            return m("The first player out watches {share:.0f}% more of the match.", share=size)
        case _:
            return m("The first player out watches {share:.0f}% less of the match.", share=size)


def _per_hundred(share: float) -> int:
    return round(100 * share)
