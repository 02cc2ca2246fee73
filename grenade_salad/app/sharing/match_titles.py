"""Words for a match of the history: its game, its time, and how it ended."""

from __future__ import annotations

from datetime import date, datetime

from grenade_salad.core import registry
from grenade_salad.journal.queries import Summary
from grenade_salad.match.words import winners_message
from grenade_salad.text import Message, Reader, Words, m, say
from grenade_salad.text.say import language, region

_MONTHS = (
    m("Jan", context="month"),
    m("Feb", context="month"),
    m("Mar", context="month"),
    m("Apr", context="month"),
    m("May", context="month"),
    m("Jun", context="month"),
    m("Jul", context="month"),
    m("Aug", context="month"),
    m("Sep", context="month"),
    m("Oct", context="month"),
    m("Nov", context="month"),
    m("Dec", context="month"),
)
# Translators: before a date, or alone
_WEEKDAYS = (
    m("Monday"),
    m("Tuesday"),
    m("Wednesday"),
    m("Thursday"),
    m("Friday"),
    m("Saturday"),
    m("Sunday"),
)
_MONTH_FIRST = frozenset({"US", "PH"})
"""Regions whose English has the month before the day.

The order of other languages is in their translations.
"""
_TWELVE_HOURS = frozenset({"US", "CA", "AU", "NZ", "PH", "IN", "PK"})
"""Regions whose English has twelve-hour clocks."""


def game_title(game: str, variant: str = "") -> Words:
    """Return the title of a game, and of its variant if it has several.

    A game that is not installed is called as in records.
    """
    return registry.title(game, variant)


def to_local_time(iso: str) -> datetime:
    """Return a time of the journal on the clock of this machine.

    It is the epoch if the text is no time: a record of somebody else may contain anything.
    """
    try:
        return datetime.fromisoformat(iso).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def format_date(time: date) -> Message:
    """Return a day with its month and year.

    >>> say(format_date(date(2026, 2, 9)))
    '9 Feb 2026'
    """
    month, year = _MONTHS[time.month - 1], str(time.year)
    if language() == "en" and region() in _MONTH_FIRST:
        return m("{month} {day}, {year}", context="a date", day=time.day, month=month, year=year)
    return m("{day} {month} {year}", context="a date", day=time.day, month=month, year=year)


def format_clock(time: datetime) -> Message:
    """Return a time of the day.

    >>> say(format_clock(datetime(2026, 2, 9, 20, 5)))
    '20:05'
    """
    if language() != "en" or region() not in _TWELVE_HOURS:
        return m("{hour}:{minute}", context="a time", hour=f"{time:%H}", minute=f"{time:%M}")
    hour, minute = str(time.hour % 12 or 12), f"{time:%M}"
    if time.hour < 12:
        return m("{hour}:{minute} am", context="a time", hour=hour, minute=minute)
    return m("{hour}:{minute} pm", context="a time", hour=hour, minute=minute)


def format_weekday_date(time: date) -> Message:
    """Return a day with its weekday, month and year.

    >>> say(format_weekday_date(date(2026, 2, 9)))
    'Monday, 9 Feb 2026'
    """
    return m("{weekday}, {date}", context="a date", weekday=_WEEKDAYS[time.weekday()], date=format_date(time))


def format_day(time: datetime, current: datetime) -> Message:
    """Return a day as people say it.

    >>> say(format_day(datetime(2026, 3, 2, 20), datetime(2026, 3, 3, 9)))
    'Yesterday'
    """
    # Translators: a head in the list of matches
    names = {0: m("Today"), 1: m("Yesterday")}
    return names.get((current.date() - time.date()).days) or format_date(time)


def format_time(iso: str, current: datetime | None = None) -> Message:
    """Return a time of the journal as people say it: "Today, 20:15"."""
    time = to_local_time(iso)
    day = format_day(time, current or datetime.now().astimezone())
    return m("{day}, {time}", context="a date", day=day, time=format_clock(time))


def format_winners(match: Summary) -> Words:
    """Return the winners, or that the match is not finished."""
    if not match.finished:
        return m("Not finished")
    return say(winners_message(next(iter(match.ranking), ())), Reader(match.names))


def format_score(match: Summary) -> Words:
    """Return the points in the order of the names, or the length of the match."""
    if not match.finished:
        return m("{n} step played", "{n} steps played", n=match.lines)
    if match.scores is None or len(match.scores) != len(match.seats):
        return m("{n} player", "{n} players", n=len(match.seats))
    return " : ".join(str(points) for points in match.scores)


def format_places(match: Summary) -> list[str]:
    """Return a line for each place, the winners first."""
    lines, place = [], 1
    for seats in match.ranking:
        names = [match.names[seat] for seat in seats]
        if match.scores and len(match.scores) > seats[0]:
            points = match.scores[seats[0]]
            text = m("{place}. {who}, {n} point", "{place}. {who}, {n} points", place=place, who=names, n=points)
        else:
            # Translators: {place} is the rank at the end
            text = m("{place}. {who}", place=place, who=names)
        lines.append(say(text))
        place += len(seats)
    return lines
