"""What a match of the history is called: when it was, which game, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from grenade_salad import games
from grenade_salad.match.listing import Summary


def title_of(game: str) -> str:
    """The name of a game on its box."""
    return games.load(game).title


def listed(names: Sequence[str]) -> str:
    """Names in a line.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def local(iso: str) -> datetime:
    """A time of the journal on the clock of this machine; the beginning of time if it is none."""
    try:
        return datetime.fromisoformat(iso).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def day(time: datetime, now: datetime) -> str:
    """A day as people say it.

    >>> day(datetime(2026, 3, 2, 20), datetime(2026, 3, 3, 9))
    'Yesterday'
    >>> day(datetime(2026, 2, 9), datetime(2026, 3, 3))
    '9 Feb 2026'
    """
    gone = (now.date() - time.date()).days
    if gone in (0, 1):
        return ("Today", "Yesterday")[gone]
    return f"{time.day} {time:%b %Y}"


def when(iso: str, now: datetime | None = None) -> str:
    """A time of the journal as people say it: "Today, 20:15"."""
    time = local(iso)
    return f"{day(time, now or datetime.now().astimezone())}, {time:%H:%M}"


def winners(match: Summary) -> str:
    """Who won, or that nobody has yet."""
    if not match.ranking:
        return "Not finished"
    names = [match.seats[seat] for seat in match.ranking[0]]
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}"


def score(match: Summary) -> str:
    """The points from the first place down, or how far the match is."""
    if not match.ranking:
        return "1 line so far" if match.lines == 1 else f"{match.lines} lines so far"
    if match.scores is None or len(match.scores) != len(match.seats):
        return f"{len(match.seats)} players"
    return " : ".join(str(match.scores[seat]) for place in match.ranking for seat in place)


def places(match: Summary) -> list[str]:
    """A line for each place, the winners first."""
    lines, before = [], 0
    for seats in match.ranking:
        said = listed([match.seats[seat] for seat in seats])
        points = f", {match.scores[seats[0]]} points" if match.scores and len(match.scores) > seats[0] else ""
        lines.append(f"{before + 1}. {said}{points}")
        before += len(seats)
    return lines
