"""Measure the effect of each house rule.

    python -m tools.house_rules [GAME ...] [--deals N] [--jobs J]

Every rule alone, with some of its values, is compared with the standard rules with 2 and 4 players, and the results
are written to the data file that `lab.house_rules` reads. Games that are not named stay in it as they are, and so do
other rules with `--rule`, which is for a new one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from grenade_salad import games, players
from grenade_salad.core import Illegal, Json, Options, registry, to_json
from grenade_salad.lab.house_rules import FILE, MEASURES, encode_value
from grenade_salad.lab.playout import make_options
from grenade_salad.lab.sweep import Setting, summarize, sweep
from grenade_salad.lab.workers import workers
from grenade_salad.match.lines import BadLine

SEATS = (2, 4)
_MAX_VALUES = 4
"""Maximum number of values of a rule that are measured, spread over all of them."""


def rule_values(field: Any, usual: Any) -> list[object]:
    """Return values of a house rule other than the standard one, by its metadata.

    There are none for a rule that is not on forms.
    """
    meta = field.metadata
    if meta.get("seat") or not meta.get("form", True):
        return []
    if isinstance(usual, bool):
        return [not usual]
    if "choices" in meta:
        alternatives = [value for value, _ in meta["choices"] if value != usual]
        step = max(1, -(-len(alternatives) // _MAX_VALUES))
        return alternatives[::step]
    minimum, maximum, step = meta["range"]
    if "parts" not in meta and (maximum - minimum) / step <= _MAX_VALUES:
        every = [minimum + step * index for index in range(round((maximum - minimum) / step) + 1)]
        return [value for value in every if value != usual]
    if "parts" in meta:
        assert isinstance(usual, tuple)
        sizes = [
            tuple(min(maximum, max(minimum, round(element * factor / step) * step)) for element in usual)
            for factor in (0.75, 1.25)
        ]
        return list(sizes)
    middle = maximum if usual is None else usual
    candidates = [
        minimum + (middle - minimum) * 0.5,
        middle + (maximum - middle) * 0.25,
        middle + (maximum - middle) * 0.75,
    ]
    kind = int if usual is None else type(usual)
    rounded = [kind(minimum + round((candidate - minimum) / step) * step) for candidate in candidates]
    return [value for value in dict.fromkeys(rounded) if value != usual]


def rule_settings(game: str, seats: int) -> Iterator[tuple[str, Json, Options]]:
    """Yield each rule that can be changed alone, a value, and the resulting options."""
    usual = make_options(game, seats)
    for field in fields(usual):
        for value in rule_values(field, getattr(usual, field.name)):
            try:
                options = make_options(game, seats, {field.name: to_json(value)})
            except (Illegal, BadLine):
                continue
            yield field.name, to_json(value), options


def measure_rules(game: str, seats: int, deals: int, executor: Any, chosen: Collection[str] = ()) -> dict[str, Json]:
    """Return each measure under the standard rules and its change, by rule and value.

    The change is followed by the ends of its interval. If some rules are `chosen`, only these are measured.
    """
    changed = [setting for setting in rule_settings(game, seats) if not chosen or setting[0] in chosen]
    levels = [players.nearest_player(game, "normal")] * seats
    usual = Setting("", make_options(game, seats))
    rules = [usual, *(Setting(f"{rule} = {value}", options) for rule, value, options in changed)]
    played = list(sweep(game, levels, rules, deals, 0, executor, look=False))
    table: dict[str, Any] = {}
    for (rule, value, _), result in zip(changed, summarize(levels, rules, played)[1:], strict=True):
        estimates = {}
        for name, measure in MEASURES.items():
            estimate = next(candidate for candidate in result.measures if candidate.name == measure)
            assert estimate.more is not None
            assert estimate.more_low is not None
            assert estimate.more_high is not None
            estimates[name] = [
                round(figure, 4)
                for figure in (estimate.mean - estimate.more, estimate.more, estimate.more_low, estimate.more_high)
            ]
        table.setdefault(rule, {})[encode_value(value)] = estimates
        print(f"{game} with {seats}, {result.setting.name}: {estimates}", flush=True)
    return table


def main(words: list[str] | None = None) -> int:
    """Measure the house rules and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.house_rules", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games.with_turns()))
    parser.add_argument("--rule", metavar="KEY", action="append", default=[], help="measure this one, keep the others")
    parser.add_argument("--deals", type=int, default=300, help="matches of each setting (default: 300)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the workers of this Dask scheduler instead")
    args = parser.parse_args(words)
    table: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    with workers(args.jobs, args.dask) as executor:
        for game in args.games:
            kind = registry.load(game)
            seat_counts = [seats for seats in SEATS if kind.min_seats <= seats <= kind.max_seats]
            measurements = {
                str(seats): measure_rules(game, seats, args.deals, executor, args.rule) for seats in seat_counts
            }
            if args.rule:
                previous = table.get(game, {})
                measurements = {seats: {**previous.get(seats, {}), **rules} for seats, rules in measurements.items()}
            table[game] = measurements
            FILE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
