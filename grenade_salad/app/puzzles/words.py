"""Words for a puzzle: what a choice wins, and its consequences.

A family should understand them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Event, TurnBegan, redact, subject_seat
from grenade_salad.puzzles import Choice, Puzzle, describe_choice, explain_choice, find_choice
from grenade_salad.session.odds import describe_share
from grenade_salad.text import Message, Words, m

DIFFICULTIES = {
    "easy": m("easy", context="a puzzle"),
    "casual": m("rather easy", context="a puzzle"),
    "normal": m("medium", context="a puzzle"),
    "hard": m("hard", context="a puzzle"),
    "expert": m("very hard", context="a puzzle"),
}
_MAX_EVENTS = 2
"""Maximum number of events that are told about the consequences of a choice."""


@dataclass(frozen=True)
class Answer:
    """Sentences about a choice, and the figures behind the last of them."""

    sentences: tuple[Words, ...]
    figures: Words


def format_difficulty(puzzle: Puzzle) -> Message:
    """Return the difficulty in words."""
    return DIFFICULTIES[puzzle.difficulty]


def describe_solution(puzzle: Puzzle, action: Action | None = None) -> Answer:
    """Return the best choice with its explanation, and how often two choices win.

    With `action` it is the equivalent choice that was made.
    """
    best, second = puzzle.kinds[:2]
    if action is not None:
        best = replace(best, action=action)
    choice_label, explanation = describe_choice(puzzle, best), explain_choice(puzzle, best)
    # Translators: a choice of a puzzle, and why it is good; a choice of a puzzle, with a full stop
    first = (
        m("{choice}: {why}.", choice=choice_label, why=explanation)
        if explanation
        else m("{choice}.", choice=choice_label)
    )
    comparison = (
        _compare_spots(best, second, explain_choice(puzzle, second))
        if puzzle.place
        else _compare_choices(best, second, describe_choice(puzzle, second))
    )
    return Answer((first, comparison), format_intervals(best, second))


def _compare_choices(best: Choice, second: Choice, second_label: Words) -> Message:
    often, seldom = describe_share(best.share), describe_share(second.share)
    if often == seldom:
        # Translators: the best choice of a puzzle; {other} is another, as in "draw a card"
        return m("It wins a little more often than the next best: {other}.", other=second_label)
    # Translators: the best choice of a puzzle wins {often}, as in "nearly always"; {other} is another choice
    return m("It wins {often}; the next best, {seldom}: {other}.", often=often, seldom=seldom, other=second_label)


def _compare_spots(best: Choice, second: Choice, why: Words) -> Message:
    """Return the comparison of two spots on the table.

    Two spots may have one name, such as "the lower right": their effects tell them apart.
    """
    often, seldom = describe_share(best.share), describe_share(second.share)
    if often == seldom:
        # Translators: a spot on the table; {why} is what it brings, as in "hits nobody"
        return m("It wins a little more often than the next best spot: {why}.", why=why)
    # Translators: a spot on the table wins {often}, as in "nearly always"; {why} is what another spot brings
    return m("It wins {often}; the next best spot, {seldom}: {why}.", often=often, seldom=seldom, why=why)


def format_intervals(best: Choice, second: Choice) -> Message:
    """Return what both choices win, as 95 % intervals."""
    return m(
        "To be exact: {low:.0f} to {high:.0f} of 100, against {lower:.0f} to {higher:.0f} of 100.",
        low=best.low * 100,
        high=best.high * 100,
        lower=second.low * 100,
        higher=second.high * 100,
    )


def describe_loss(puzzle: Puzzle, action: Action) -> Answer:
    """Return how often another choice than the best wins, if it was measured."""
    best, chosen = puzzle.best, find_choice(puzzle, action)
    often = describe_share(best.share)
    if chosen is None:
        figures = m("To be exact: {low:.0f} to {high:.0f} of 100.", low=best.low * 100, high=best.high * 100)
        # Translators: the best choice of a puzzle; {often} is as in "nearly always"
        return Answer((m("The best one wins {often}.", often=often),), figures)
    choice_label, seldom = describe_choice(puzzle, replace(chosen, action=action)), describe_share(chosen.share)
    if often == seldom:
        # Translators: {choice} is what was done in a puzzle, as in "draw a card"
        first = m("{choice}: the best one wins a little more often.", choice=choice_label)
    else:
        # Translators: {choice} is what was done in a puzzle, as in "draw a card"; {often} is as in "nearly always"
        first = m(
            "{choice}: that wins {seldom}, the best one {often}.", choice=choice_label, seldom=seldom, often=often
        )
    return Answer((first,), format_intervals(best, chosen))


def count_round(entries: Sequence[object], seat: int) -> int:
    """Return how many entries are shown: until the seat decides again, or all."""
    for index, entry in enumerate(entries):
        if index and isinstance(entry, Action) and entry.seat == seat and not entry.is_pass:
            return index
    return len(entries)


def select_events(steps: Sequence[Sequence[Event]], seat: int) -> list[Event]:
    """Return the events worth telling, redacted for the seat.

    These are about the seat, or hurt a seat. The first event, which is the choice itself, is left out.
    """
    visible = [redact(event, seat) for events in steps for event in events if not isinstance(event, TurnBegan)][1:]
    weighty = [event for event in visible if event.mark is not None or subject_seat(event) == seat]
    return weighty[:_MAX_EVENTS]
