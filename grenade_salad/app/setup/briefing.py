"""The briefing before a match: game, length, and the last result."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.shell.scene import AppContext
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import MatchFilter, Summary
from grenade_salad.text import Message, Words, m

_MAX_MATCHES = 30
"""Maximum number of matches that are searched for one of the same people."""


def find_latest(app: AppContext, game: str) -> list[Summary]:
    """Return the latest finished matches of a game, the last one first."""
    if app.journal is None:
        return []
    try:
        return app.journal.matches(MatchFilter(game=game, finished=True), limit=_MAX_MATCHES)
    except JournalError:  # Only the line about the last result is missing then.
        return []


def write_briefing(
    description: Words, length: Message | None, matches: Sequence[Summary], names: Sequence[str]
) -> list[Words]:
    """Return the lines, each a sentence or two, the description first.

    Lines about which nothing is known are left out.
    """
    lines: tuple[Words | None, ...] = (
        description,
        length,
        _format_last_result(matches, names),
    )
    return [line for line in lines if line]


def _format_last_result(matches: Sequence[Summary], names: Sequence[str]) -> Message | None:
    """Return the result of the latest match between the same people, in any seats."""
    last = next((match for match in matches if match.ranking and set(match.names) == set(names)), None)
    return None if last is None else _format_winners(last)


def _format_winners(last: Summary) -> Message:
    winners = [last.names[seat] for seat in last.ranking[0]]
    if last.scores is None:
        return m("The last time, {who} won.", "The last time, {who} won.", who=winners, n=len(winners))
    points = last.scores[last.ranking[0][0]]
    return m(
        "The last time, {who} won with {points} points.",
        "The last time, {who} won with {points} points.",
        who=winners,
        n=len(winners),
        points=points,
    )
