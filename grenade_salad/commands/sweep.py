"""`grenade-salad sweep GAME --vary RULE=A,B ...`: compare house rules.

The same deals are played under each of them.
"""

from __future__ import annotations

import csv
import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.commands.many import (
    MAX_QUOTE,
    format_interval,
    open_workers,
    parse_options,
    parse_players,
    print_table,
    show_progress,
)
from grenade_salad.core import Json, registry
from grenade_salad.lab.match_facts import Facts
from grenade_salad.lab.report import format_page, format_value
from grenade_salad.lab.sweep import Measure, Result, Setting, summarize, sweep
from grenade_salad.text import m, say

_MAX_SETTINGS = 1000
"""Maximum number of combinations of house rules."""


def split_values(words: str) -> list[str]:
    """Return the values of `RULE=A,B`; commas in brackets or quotes do not separate.

    >>> split_values('[600, 400],[400, 300],null')
    ['[600, 400]', '[400, 300]', 'null']
    """
    values, depth, is_quoted = [""], 0, False
    for letter in words:
        is_quoted ^= letter == '"'
        depth += 0 if is_quoted else (letter in "[{") - (letter in "]}")
        if letter == "," and not depth and not is_quoted:
            values.append("")
        else:
            values[-1] += letter
    return [value.strip() for value in values]


def combine_settings(game: str, seats: int, chosen: Sequence[str], varied: Sequence[str]) -> list[Setting]:
    """Return every combination of the varied rules, the first values first.

    Raises Fail.
    """
    choices: list[list[str]] = []
    for words in varied:
        key, equals, values = words.partition("=")
        if not key or not equals:
            raise Fail(say(m("--vary: RULE=A,B, as in decks=1,2, not {words}", words=repr(words[:MAX_QUOTE]))))
        choices.append([f"{key}={value}" for value in split_values(values)])
    combined = list(product(*choices))
    if len(combined) > _MAX_SETTINGS:
        message = m("--vary: {many} combinations are too many: {most} at most", many=len(combined), most=_MAX_SETTINGS)
        raise Fail(say(message))
    return [
        Setting(", ".join(combination), parse_options(game, seats, chosen, combination)) for combination in combined
    ]


def _report(args: Namespace, levels: Sequence[str], setting_results: Sequence[Result]) -> dict[str, Json]:
    settings: list[Json] = [
        {
            "setting": result.setting.name,
            "wins": list(result.wins),
            "p": result.p,
            "p_holm": result.holm,
            "unfair": result.is_unfair,
            "measures": [asdict(measure) for measure in result.measures],
            "matches": [asdict(facts) for facts in result.facts],
        }
        for result in setting_results
    ]
    players: list[Json] = list(levels)
    return {"game": args.game, "players": players, "seed": args.seed, "games": args.games, "settings": settings}


def _rows(setting_results: Sequence[Result]) -> Iterator[dict[str, Json]]:
    """Yield a row for each match, with a column a seat for what is counted by seat."""
    for result in setting_results:
        for facts in result.facts:
            row: dict[str, Json] = {"setting": result.setting.name, "seed": facts.seed, "ended": facts.ended}
            row |= {"turns": facts.turns, "decisions": facts.decisions, "first": facts.first, "leads": facts.leads}
            row |= {"mattered": facts.mattered, "settled": facts.settled, **facts.sat_through}
            row |= {f"known_{quarter}": share for quarter, share in enumerate(facts.known or ())}
            for seat, (player, won, watched) in enumerate(zip(facts.players, facts.wins, facts.watched, strict=True)):
                row |= {f"player_{seat}": player, f"won_{seat}": won, f"watched_{seat}": watched}
            for do, (count, share) in facts.uses.items():
                row |= {f"uses_{do}": count, f"won_with_{do}": share}
            row |= {f"counted_{fact}": count for fact, count in facts.counted.items()}
            yield row


def _write_csv(file: str, setting_results: Sequence[Result]) -> None:
    rows = list(_rows(setting_results))
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with Path(file).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="0")
        writer.writeheader()
        writer.writerows(rows)


def _format_difference(measure: Measure) -> str:
    if measure.more is None or measure.more_low is None or measure.more_high is None:
        return ""
    is_significant = measure.more_low > 0 or measure.more_high < 0
    return (
        f"{'+' if measure.more > 0 else ''}{format_value(measure.more, measure.share)}{' *' if is_significant else ''}"
    )


def _print_table(args: Namespace, levels: Sequence[str], setting_results: Sequence[Result]) -> None:
    has_several = len(setting_results) > 1
    heading = m(
        "{game}: {deals} from seed {seed}, with {levels:,}, in each of {n} setting",
        "{game}: {deals} from seed {seed}, with {levels:,}, in each of {n} settings",
        game=registry.load(args.game).title,
        deals=m("{n} deal", "{n} deals", n=args.games),
        seed=str(args.seed),
        levels=levels,
        n=len(setting_results),
    )
    print(say(heading))
    heads = ["", say(m("mean", context="head of a column")), "95 %"]
    if has_several:
        # Translators: the head of a column: the difference from the first setting
        heads.append(say(m("against the first")))
    table: list[Sequence[str]] = []
    for name in dict.fromkeys(measure.name for result in setting_results for measure in result.measures):
        rows = [(result, measure) for result in setting_results for measure in result.measures if measure.name == name]
        if has_several:
            table.append((name,))
        for result, measure in rows:
            interval = format_interval(
                format_value(measure.low, measure.share), format_value(measure.high, measure.share)
            )
            first = f"  {result.setting.name}" if has_several else name
            cells = [first, format_value(measure.mean, measure.share), interval]
            table.append([*cells, _format_difference(measure)] if has_several else cells)
    print_table(heads, table)
    if has_several:
        print(say(m("* the interval of the difference, deal by deal, lies entirely on one side of 0")))
    for result in setting_results:
        if result.is_unfair:
            # Translators: a setting in which no house rule is changed
            setting = result.setting.name or m("As it is")
            print(say(m("{setting}: a seat is favoured (p = {p:.4f} after Holm)", setting=setting, p=result.holm)))


def _play_in_batch(args: Namespace, levels: Sequence[str], settings: Sequence[Setting]) -> list[Facts]:
    """Play all matches at many tables at once.

    Raises Fail if a player cannot do that.
    """
    from grenade_salad.lab.batch.arena import batch_players, collect_facts

    for setting in settings:
        able = batch_players(setting.options, len(levels))
        if unable := sorted(set(levels) - set(able)):
            if not able:
                raise Fail(say(m("--at-once: this game is not played at many tables at once with these house rules")))
            message = m(
                "--at-once: only {there:and} can play so here, not {others:or}", there=list(able), others=unable
            )
            raise Fail(say(message))
    return [match for setting in settings for match in collect_facts(levels, args.games, args.seed, setting.options)]


def _play_settings(args: Namespace, levels: Sequence[str], settings: Sequence[Setting]) -> list[Facts]:
    """Play all matches, setting by setting. Raises Fail."""
    if args.at_once:
        return _play_in_batch(args, levels, settings)
    with open_workers(args) as executor:
        playing = sweep(args.game, levels, settings, args.games, args.seed, executor, not args.quick)
        return list(show_progress(playing, len(settings) * args.games))


def run(args: Namespace) -> int:
    """Play the sweep, and print or write its results."""
    levels = parse_players(args.game, args.players)
    settings = combine_settings(args.game, len(levels), args.option, args.vary)
    played = _play_settings(args, levels, settings)
    setting_results = summarize(levels, settings, played)
    title = (
        f"{say(registry.load(args.game).title)}: {args.games} deals from seed {args.seed}, "
        f"with {', '.join(levels)}, in each of {len(settings)} settings"
    )
    try:
        if args.csv:
            _write_csv(args.csv, setting_results)
        if args.report:
            about = ["Every setting was played with the same deals. Players changed seats with each deal."]
            Path(args.report).write_text(format_page(title, about, setting_results), encoding="utf-8")
    except OSError as error:
        raise Fail(f"grenade-salad: {error.filename}: {error.strerror}") from None
    if args.json:
        print(json.dumps(_report(args, levels, setting_results)))
    else:
        _print_table(args, levels, setting_results)
    return 0
