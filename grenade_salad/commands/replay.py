"""`grenade-salad replay FILE`: read a match record and describe it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.core import Json, registry
from grenade_salad.match.record import (
    Record,
    Replay,
    legal_lines,
    log_lines,
    position_json,
    read_record,
    replay,
)
from grenade_salad.match.words import winners_message
from grenade_salad.text import Message, Reader, m, say

if TYPE_CHECKING:
    from grenade_salad.lab.analysis import Point


def _format_log(played: Replay, seat: int | None) -> Iterator[str]:
    """Yield the log in plain words.

    Each line begins with its number in the file, or with a star for chance that is not in the file.
    """
    match = played.match
    names = match.header.names
    yield f"{say(match.game.title)}: {', '.join(names)}"
    for line_number, text in log_lines(played, seat):
        yield f"{'*' if line_number is None else line_number:>5}  {text}"
    if match.state.is_over:
        first, *next_places = match.state.ranking() or ((),)
        # Translators: the match is over; who came first, before the others
        message = m("Over. First: {who}", who=[names[seat] for seat in first])
        if not first:
            message = winners_message(())
        for place in next_places:
            # Translators: a ranking: those before, and who comes next
            message = m("{before}; then {who}", before=message, who=[names[seat] for seat in place])
        yield say(message)
    elif due := match.state.pending_chance():
        # Translators: luck that is due, as in "the roll"
        yield say(m("Luck decides: {what}", what=due))
    else:
        # Translators: who decides next: a list of seats
        yield say(m("To act: {who}", who=[names[seat] for seat in match.state.active_seats()]))


def _analyse(record: Record, as_json: bool) -> Iterator[str]:
    """Yield what the game's strongest player says of each decision of the record.

    The JSON is one object. Raises Fail where the game has no player who plays on purpose.
    """
    from grenade_salad.lab import analysis

    game, names = record.header.game, record.header.names
    player = analysis.find_analyst(game)
    if player is None:
        title = registry.plugin(game).title
        raise Fail(say(m("{game} has no machine player that could judge the decisions", game=title)))
    points: list[Point] = []
    for point in analysis.analyse_match(record, player):
        points = analysis.update_points(points, point)
    if as_json:
        is_calibrated = analysis.tells_costs(game)
        decisions = [_to_facts(point if is_calibrated else replace(point, claim=None), names) for point in points]
        yield json.dumps({"game": game, "player": player, "costs_told": is_calibrated, "decisions": decisions})
        return
    yield say(
        m("Behind the number of a line: the odds of winning there, with 95% certainty, if all play on like Normal")
    )
    for point in points:
        odds = point.odds
        # Translators: the odds of winning, from and to
        odds_text = "" if odds is None else say(m("{low:.0f} to {high:.0f}%", low=odds.low * 100, high=odds.high * 100))
        yield f"{point.line:>5}  {odds_text:>10}  {analysis.format_point(point, names, player.partition(':')[0])}"


def _to_facts(point: Point, names: Sequence[str]) -> dict[str, Json]:
    return {
        "line": point.line,
        "seat": point.seat,
        "played": point.played.to_line(),
        "best": point.best.to_line(),
        "chance": point.odds.share if point.odds else None,
        "chance_interval": [point.odds.low, point.odds.high] if point.odds else None,
        "better": [action.to_line() for action in point.better],
        "claim": point.claim,
        "cost": point.cost,
        "interval": [point.gap.low, point.gap.high] if point.gap else None,
        "reason": say(point.reason, Reader(names, language="en")),
    }


def describe_missing_line(file: str, line_count: int, available: int) -> Message:
    """Return the message that a record has too few lines for `--at`."""
    return m(
        "{file}: --at {at}: there is only {n} line below the header",
        "{file}: --at {at}: there are only {n} lines below the header",
        file=file,
        at=str(line_count),
        n=available,
    )


def run(args: Namespace) -> int:
    """Print the log, the position, the legal actions, or an analysis."""
    with fail_on_os_error(args.file):
        record = read_record(Path(args.file), args.file)
        if args.seat is not None and args.seat >= len(record.header.seats):
            last = str(len(record.header.seats) - 1)
            seat = str(args.seat)
            words = m(
                "{file}: there is no seat {seat}: the seats are 0 to {last}", file=args.file, seat=seat, last=last
            )
            raise Fail(say(words))
        if args.at is not None and args.at > len(record.entries):
            raise Fail(say(describe_missing_line(args.file, args.at, len(record.entries))))
        if args.analyse:
            if args.at is not None or args.seat is not None or args.legal:
                raise Fail(say(m("replay: --analyse is for the whole record: leave out --at, --seat and --legal")))
            replay(record)
            for line in _analyse(record, args.json):
                print(line, flush=True)
            return 0
        played = replay(record, args.at)
    if args.json:
        lines = [json.dumps(position_json(played, args.seat))]
    elif args.legal:
        lines = [json.dumps(line) for line in legal_lines(played, args.seat)]
    else:
        lines = list(_format_log(played, args.seat))
    if record.warning:
        print(record.warning, file=sys.stderr)
    for line in lines:
        print(line)
    return 0
