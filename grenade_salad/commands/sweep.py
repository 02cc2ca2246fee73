"""`grenade-salad sweep GAME --vary RULE=A,B ...`: the same deals under several house rules, and what they change."""

from __future__ import annotations

import csv
import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.commands.many import between, options_of, players_of, shown, workers_of
from grenade_salad.core import Json, registry
from grenade_salad.lab.match_facts import Facts
from grenade_salad.lab.report import page, told
from grenade_salad.lab.sweep import Measure, Result, Setting, results, sweep
from grenade_salad.text import m, say

_MOST_SETTINGS = 1000


def values_of(words: str) -> list[str]:
    """The values of `RULE=A,B`: commas within brackets or quotes separate nothing.

    >>> values_of('[600, 400],[400, 300],null')
    ['[600, 400]', '[400, 300]', 'null']
    """
    found, depth, quoted = [""], 0, False
    for letter in words:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "[{") - (letter in "]}")
        if letter == "," and not depth and not quoted:
            found.append("")
        else:
            found[-1] += letter
    return [value.strip() for value in found]


def settings_of(game: str, seats: int, chosen: Sequence[str], varied: Sequence[str]) -> list[Setting]:
    """Every combination of what is varied, the first values first. Raises Fail."""
    ways: list[list[str]] = []
    for words in varied:
        key, equals, values = words.partition("=")
        if not key or not equals:
            raise Fail(say(m("--vary: RULE=A,B, as in decks=1,2, not {words}", words=repr(words[:40]))))
        ways.append([f"{key}={value}" for value in values_of(values)])
    combined = list(product(*ways))
    if len(combined) > _MOST_SETTINGS:
        told = m("--vary: {many} combinations are too many: {most} at most", many=len(combined), most=_MOST_SETTINGS)
        raise Fail(say(told))
    return [Setting(", ".join(one), options_of(game, seats, chosen, one)) for one in combined]


def _facts(one: Facts) -> dict[str, Json]:
    found: dict[str, Json] = asdict(one)
    return found


def _report(args: Namespace, levels: Sequence[str], found: Sequence[Result]) -> dict[str, Json]:
    settings: list[Json] = []
    for result in found:
        settings.append(
            {
                "setting": result.setting.name,
                "wins": list(result.wins),
                "p": result.p,
                "p_holm": result.holm,
                "unfair": result.unfair,
                "measures": [asdict(one) for one in result.measures],
                "matches": [_facts(one) for one in result.facts],
            }
        )
    players: list[Json] = list(levels)
    return {"game": args.game, "players": players, "seed": args.seed, "games": args.games, "settings": settings}


def _rows(found: Sequence[Result]) -> Iterator[dict[str, Json]]:
    """A row for each match: whatever is by seat has a column for each."""
    for result in found:
        for one in result.facts:
            row: dict[str, Json] = {"setting": result.setting.name, "seed": one.seed, "ended": one.ended}
            row |= {"turns": one.turns, "decisions": one.decisions, "first": one.first, "leads": one.leads}
            row |= {"mattered": one.mattered, "settled": one.settled, **one.sat_through}
            row |= {f"known_{quarter}": share for quarter, share in enumerate(one.known or ())}
            for seat, (player, won, watched) in enumerate(zip(one.players, one.wins, one.watched, strict=True)):
                row |= {f"player_{seat}": player, f"won_{seat}": won, f"watched_{seat}": watched}
            for do, (many, share) in one.uses.items():
                row |= {f"uses_{do}": many, f"won_with_{do}": share}
            row |= {f"counted_{fact}": many for fact, many in one.counted.items()}
            yield row


def _write_csv(file: str, found: Sequence[Result]) -> None:
    rows = list(_rows(found))
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with Path(file).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="0")
        writer.writeheader()
        writer.writerows(rows)


def _more(one: Measure) -> str:
    if one.more is None or one.more_low is None or one.more_high is None:
        return ""
    sure = one.more_low > 0 or one.more_high < 0
    return f"{'+' if one.more > 0 else ''}{told(one.more, one.share)}{' *' if sure else ''}"


def _table(args: Namespace, levels: Sequence[str], found: Sequence[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    several = len(found) > 1
    told_so = m(
        "{game}: {deals} from seed {seed}, with {levels:,}, in each of {n} setting",
        "{game}: {deals} from seed {seed}, with {levels:,}, in each of {n} settings",
        game=registry.load(args.game).title,
        deals=m("{n} deal", "{n} deals", n=args.games),
        seed=str(args.seed),
        levels=levels,
        n=len(found),
    )
    print(say(told_so))
    shape = Table("", say(m("mean", context="head of a column")), "95 %")
    if several:
        # Translators: the head of a column: the difference from the first setting
        shape.add_column(say(m("against the first")))
    for name in dict.fromkeys(one.name for result in found for one in result.measures):
        rows = [(result, one) for result in found for one in result.measures if one.name == name]
        if several:
            shape.add_row(name)
        for result, one in rows:
            sure = between(told(one.low, one.share), told(one.high, one.share))
            first = f"  {result.setting.name}" if several else name
            shape.add_row(first, told(one.mean, one.share), sure, *([_more(one)] if several else []))
    Console().print(shape)
    if several:
        print(say(m("* the interval of the difference, deal by deal, lies entirely on one side of 0")))
    for result in found:
        if result.unfair:
            # Translators: a setting in which no house rule is changed
            setting = result.setting.name or m("As it is")
            print(say(m("{setting}: a seat is favoured (p = {p:.4f} after Holm)", setting=setting, p=result.holm)))


def _at_once(args: Namespace, levels: Sequence[str], settings: Sequence[Setting]) -> list[Facts]:
    """All matches at many tables at once. Raises Fail where somebody cannot play so."""
    from grenade_salad.lab.batch import sweep as batches
    from grenade_salad.lab.batch.arena import players_there

    for one in settings:
        there = players_there(one.options, len(levels))
        if others := sorted(set(levels) - set(there)):
            if not there:
                raise Fail(say(m("--at-once: this game is not played at many tables at once with these house rules")))
            told = m("--at-once: only {there:and} can play so here, not {others:or}", there=list(there), others=others)
            raise Fail(say(told))
    return [match for one in settings for match in batches.facts(levels, args.games, args.seed, one.options)]


def _played(args: Namespace, levels: Sequence[str], settings: Sequence[Setting]) -> list[Facts]:
    """All matches, setting by setting. Raises Fail."""
    if args.at_once:
        return _at_once(args, levels, settings)
    with workers_of(args) as executor:
        playing = sweep(args.game, levels, settings, args.games, args.seed, executor, not args.quick)
        return list(shown(playing, len(settings) * args.games))


def run(args: Namespace) -> int:
    """Play the sweep, and print or write what came of it."""
    levels = players_of(args.game, args.players)
    settings = settings_of(args.game, len(levels), args.option, args.vary)
    played = _played(args, levels, settings)
    found = results(levels, settings, played)
    title = (
        f"{say(registry.load(args.game).title)}: {args.games} deals from seed {args.seed}, "
        f"with {', '.join(levels)}, in each of {len(settings)} settings"
    )
    try:
        if args.csv:
            _write_csv(args.csv, found)
        if args.report:
            about = ["Every setting was played with the same deals. Players changed seats with each deal."]
            Path(args.report).write_text(page(title, about, found), encoding="utf-8")
    except OSError as error:
        raise Fail(f"grenade-salad: {error.filename}: {error.strerror}") from None
    if args.json:
        print(json.dumps(_report(args, levels, found)))
    else:
        _table(args, levels, found)
    return 0
