"""Words for a puzzle: what a choice wins, and its consequences.

A family should understand them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.core import Action, Event, TurnBegan, redact, subject_seat
from grenade_salad.puzzles import Choice, Puzzle, describe_choice, explain_choice, find_choice
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


def wins_of_ten(share: float) -> int:
    """Return how many of ten matches the seat wins.

    >>> wins_of_ten(0.68)
    7
    """
    return round(share * 10)


def format_difficulty(puzzle: Puzzle) -> Message:
    """Return the difficulty in words."""
    return DIFFICULTIES[puzzle.difficulty]


def describe_solution(puzzle: Puzzle, action: Action | None = None) -> tuple[Words, ...]:
    """Return the best choice with its explanation, and what it and the next best win.

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
        else _compare_choices(puzzle, best, second)
    )
    return first, comparison, format_intervals(best, second)


def _compare_choices(puzzle: Puzzle, best: Choice, second: Choice) -> Message:
    best_wins, second_wins, second_label = (
        wins_of_ten(best.share),
        wins_of_ten(second.share),
        describe_choice(puzzle, second),
    )
    if best_wins == second_wins:
        return m(
            "It wins {share:.0f} of 100 matches from here. The next best choice wins {less:.0f}: {other}.",
            share=best.share * 100,
            less=second.share * 100,
            other=second_label,
        )
    return m(
        "It wins {many} of 10 matches from here. The next best choice wins {less}: {other}.",
        many=best_wins,
        less=second_wins,
        other=second_label,
    )


def _compare_spots(best: Choice, second: Choice, why: Words) -> Message:
    """Return the comparison of two spots on the table.

    Two spots may have one name, such as "the lower right": their effects tell them apart.
    """
    best_wins, second_wins = wins_of_ten(best.share), wins_of_ten(second.share)
    if best_wins == second_wins:
        # Translators: a spot on the table; {why} is what it brings, as in "hits nobody"
        return m(
            "It wins {share:.0f} of 100 matches from here. The next best spot wins {less:.0f}: {why}.",
            share=best.share * 100,
            less=second.share * 100,
            why=why,
        )
    # Translators: a spot on the table; {why} is what it brings, as in "hits nobody"
    return m(
        "It wins {many} of 10 matches from here. The next best spot wins {less}: {why}.",
        many=best_wins,
        less=second_wins,
        why=why,
    )


def format_intervals(best: Choice, second: Choice) -> Message:
    """Return what both choices win, as 95 % intervals."""
    return m(
        "To be exact: {low:.0f} to {high:.0f} of 100, against {lower:.0f} to {higher:.0f} of 100.",
        low=best.low * 100,
        high=best.high * 100,
        lower=second.low * 100,
        higher=second.high * 100,
    )


def describe_loss(puzzle: Puzzle, action: Action) -> tuple[Words, ...]:
    """Return what another choice than the best is worth, if it was measured."""
    best, chosen = puzzle.best, find_choice(puzzle, action)
    if chosen is None:
        return (m("There is a choice that wins {many} of 10 matches from here.", many=wins_of_ten(best.share)),)
    choice_label = describe_choice(puzzle, replace(chosen, action=action))
    if wins_of_ten(best.share) == wins_of_ten(chosen.share):
        # Translators: {choice} is what was done, as in "draw a card"
        first = m(
            "{choice}: that wins {less:.0f} of 100 matches from here; there is a choice that wins {share:.0f} of 100.",
            choice=choice_label,
            less=chosen.share * 100,
            share=best.share * 100,
        )
    else:
        # Translators: {choice} is what was done, as in "draw a card"
        first = m(
            "{choice}: that wins {less} of 10 matches from here; there is a choice that wins {many} of 10.",
            choice=choice_label,
            less=wins_of_ten(chosen.share),
            many=wins_of_ten(best.share),
        )
    return first, format_intervals(best, chosen)


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
