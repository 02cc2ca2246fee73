"""What each house rule changes, measured anew: `python -m tools.house_rules [GAME ...] [--deals N] [--jobs J]`.

Every rule alone, with some of its values, is swept against the usual rules with 2 and 4 players, and what came of it
is written to the data file that `lab.house_rules` reads; games that are not named stay in it as they are, and so do
rules with `--rule`, which is for a new one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from grenade_salad import games, players
from grenade_salad.core import Illegal, Json, Options, registry, to_json
from grenade_salad.lab.house_rules import FILE, MEASURES, key
from grenade_salad.lab.playout import house_rules
from grenade_salad.lab.sweep import Setting, results, sweep
from grenade_salad.lab.workers import workers
from grenade_salad.match.lines import BadLine

SEATS = (2, 4)
_MOST = 4
"""So many values of a rule are measured, spread over all that there are."""


def values(part: Any, usual: object) -> list[object]:
    """Values of a house rule other than the usual one, by its metadata; none for a rule that is not on forms."""
    meta = part.metadata
    if meta.get("seat") or not meta.get("form", True):
        return []
    if isinstance(usual, bool):
        return [not usual]
    if "choices" in meta:
        others = [value for value, _ in meta["choices"] if value != usual]
        step = max(1, -(-len(others) // _MOST))
        return others[::step]
    low, high, step = meta["range"]
    if "parts" not in meta and (high - low) / step <= _MOST:
        every = [low + step * number for number in range(round((high - low) / step) + 1)]
        return [value for value in every if value != usual]
    if "parts" in meta:
        assert isinstance(usual, tuple)
        sizes = [tuple(min(high, max(low, round(one * by / step) * step)) for one in usual) for by in (0.75, 1.25)]
        return list(sizes)
    middle = high if usual is None else usual
    found = [low + (middle - low) * 0.5, middle + (high - middle) * 0.25, middle + (high - middle) * 0.75]
    kind = type(usual) if usual is not None else int
    tidy = [kind(low + round((one - low) / step) * step) for one in found]
    return [value for value in dict.fromkeys(tidy) if value != usual]


def settings(game: str, seats: int) -> Iterator[tuple[str, Json, Options]]:
    """Each rule that can be changed alone, a value, and the house rules then."""
    usual = house_rules(game, seats)
    for part in fields(usual):
        for value in values(part, getattr(usual, part.name)):
            try:
                options = house_rules(game, seats, {part.name: to_json(value)})
            except (Illegal, BadLine):
                continue
            yield part.name, to_json(value), options


def measured(game: str, seats: int, deals: int, executor: Any, chosen: Collection[str] = ()) -> dict[str, Json]:
    """Rule by rule and value by value: each measure as it is usually, and how much more it is, with the interval.

    If some rules are `chosen`, of these alone.
    """
    changed = [one for one in settings(game, seats) if not chosen or one[0] in chosen]
    levels = [players.nearest(game, "normal")] * seats
    usual = Setting("", house_rules(game, seats))
    rules = [usual, *(Setting(f"{rule} = {value}", options) for rule, value, options in changed)]
    played = list(sweep(game, levels, rules, deals, 0, executor, look=False))
    table: dict[str, Any] = {}
    for (rule, value, _), result in zip(changed, results(levels, rules, played)[1:], strict=True):
        told = {}
        for name, measure in MEASURES.items():
            one = next(found for found in result.measures if found.name == measure)
            assert one.more is not None
            assert one.more_low is not None
            assert one.more_high is not None
            told[name] = [round(number, 4) for number in (one.mean - one.more, one.more, one.more_low, one.more_high)]
        table.setdefault(rule, {})[key(value)] = told
        print(f"{game} with {seats}, {result.setting.name}: {told}", flush=True)
    return table


def main(words: list[str] | None = None) -> int:
    """Measure and write."""
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
            there = [seats for seats in SEATS if kind.min_seats <= seats <= kind.max_seats]
            found = {str(seats): measured(game, seats, args.deals, executor, args.rule) for seats in there}
            if args.rule:
                before = table.get(game, {})
                found = {seats: {**before.get(seats, {}), **rules} for seats, rules in found.items()}
            table[game] = found
            FILE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
