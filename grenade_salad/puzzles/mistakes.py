"""Puzzles out of what somebody did in a match: where another kind of choice was clearly better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import rng
from grenade_salad.core.puzzling import puzzling
from grenade_salad.lab import analysis
from grenade_salad.match.record import Record
from grenade_salad.match.replay import replay
from grenade_salad.puzzles.find import MOST_WORLDS
from grenade_salad.puzzles.judged import draft, told_of
from grenade_salad.puzzles.moments import choices, moment_of, moments
from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.race import race


def mistakes(
    record: Record, seat: int, points: Sequence[analysis.Point] = (), seed: int = 0, most: int = analysis.MOST
) -> Iterator[Puzzle]:
    """A puzzle for each decision in which the seat took another kind of choice than the best, the dearest first.

    `points` are those of `analysis.claims`, if it has been asked: it says where to look, and the judge what is true.
    Looks at no more than `most` decisions; each takes some seconds. Raises RecordError for a match that cannot be.
    """
    found = points or _screened(record, seat)
    dear = sorted((one for one in found if one.seat == seat and one.claim), key=lambda one: -(one.claim or 0.0))
    played = replay(record)
    entries = played.match.entries
    places = {line: place for place, (line, _) in enumerate(played.steps) if line is not None}
    there = {places[point.line]: point for point in dear[:most]}
    seen = {one.line: one for one in moments(record.header, entries, there.keys())}
    for place, point in there.items():
        made = seen[place]
        view = made.state.view(seat)
        own = puzzling(view.game).kind(view, point.played)
        chosen = [*choices(made.state, seat).choices, (own, point.played)]
        if len({key for key, _ in chosen}) < 2:
            continue
        luck = rng(record.header.seed + seed, place).getrandbits(48)
        outcome = race(moment_of(record.header, made), chosen, luck, MOST_WORLDS)
        if outcome.verdict == "holds" and outcome.kinds[0].key != own:
            puzzle = told_of(draft(record.header, entries, made, outcome), made, own, luck)
            if puzzle is not None:
                yield puzzle


def _screened(record: Record, seat: int) -> list[analysis.Point]:
    """The decisions of the seat, with what some of them seem to have cost."""
    own = [one for one in analysis.analyse(record, analysis.PLAYER) if one.seat == seat]
    return list(analysis.screened(record, own, analysis.PLAYER, odds=0))
