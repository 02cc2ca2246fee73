"""What is said of a puzzle: what a choice wins, in words that a family understands, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.core import Action, Event, TurnBegan, redact, subject_seat
from grenade_salad.puzzles import Choice, Puzzle, choice, label, reason
from grenade_salad.text import Message, Words, m

DIFFICULTIES = {
    "easy": m("easy", context="a puzzle"),
    "casual": m("rather easy", context="a puzzle"),
    "normal": m("medium", context="a puzzle"),
    "hard": m("hard", context="a puzzle"),
    "expert": m("very hard", context="a puzzle"),
}
_LINES = 2
"""How many lines are shown of what followed from a choice."""


def tenths(share: float) -> int:
    """Of how many matches in ten the seat wins."""
    return round(share * 10)


def difficulty(puzzle: Puzzle) -> Message:
    """How hard it is."""
    return DIFFICULTIES[puzzle.difficulty]


def solution(puzzle: Puzzle, done: Action | None = None) -> tuple[Words, ...]:
    """The best choice, or what was done that comes to the same; why, and what it and the next best one win."""
    best, second = puzzle.kinds[:2]
    if done is not None:
        best = replace(best, action=done)
    told, brought = label(puzzle, best), reason(puzzle, best)
    # Translators: a choice of a puzzle, and why it is good; a choice of a puzzle, with a full stop
    first = m("{choice}: {why}.", choice=told, why=brought) if brought else m("{choice}.", choice=told)
    against = _elsewhere(best, second, reason(puzzle, second)) if puzzle.place else _against(puzzle, best, second)
    return first, against, measured(best, second)


def _against(puzzle: Puzzle, best: Choice, second: Choice) -> Message:
    many, less, other = tenths(best.share), tenths(second.share), label(puzzle, second)
    if many == less:
        return m(
            "It wins {share:.0f} of 100 matches from here. The next best choice wins {less:.0f}: {other}.",
            share=best.share * 100,
            less=second.share * 100,
            other=other,
        )
    return m(
        "It wins {many} of 10 matches from here. The next best choice wins {less}: {other}.",
        many=many,
        less=less,
        other=other,
    )


def _elsewhere(best: Choice, second: Choice, why: Words) -> Message:
    """Two spots may have one name, "the lower right": what tells them apart is what they bring."""
    many, less = tenths(best.share), tenths(second.share)
    if many == less:
        # Translators: a spot on the table; {why} is what it brings, as in "hits nobody"
        return m(
            "It wins {share:.0f} of 100 matches from here. The next best spot wins {less:.0f}: {why}.",
            share=best.share * 100,
            less=second.share * 100,
            why=why,
        )
    # Translators: a spot on the table; {why} is what it brings, as in "hits nobody"
    return m(
        "It wins {many} of 10 matches from here. The next best spot wins {less}: {why}.", many=many, less=less, why=why
    )


def measured(best: Choice, second: Choice) -> Message:
    """What both win, as 95 % intervals."""
    return m(
        "To be exact: {low:.0f} to {high:.0f} of 100, against {lower:.0f} to {higher:.0f} of 100.",
        low=best.low * 100,
        high=best.high * 100,
        lower=second.low * 100,
        higher=second.high * 100,
    )


def loses(puzzle: Puzzle, done: Action) -> tuple[Words, ...]:
    """What another choice than the best one is worth, as far as that was measured."""
    best, chosen = puzzle.best, choice(puzzle, done)
    if chosen is None:
        return (m("There is a choice that wins {many} of 10 matches from here.", many=tenths(best.share)),)
    told = label(puzzle, replace(chosen, action=done))
    if tenths(best.share) == tenths(chosen.share):
        # Translators: {choice} is what was done, as in "draw a card"
        first = m(
            "{choice}: that wins {less:.0f} of 100 matches from here; there is a choice that wins {share:.0f} of 100.",
            choice=told,
            less=chosen.share * 100,
            share=best.share * 100,
        )
    else:
        # Translators: {choice} is what was done, as in "draw a card"
        first = m(
            "{choice}: that wins {less} of 10 matches from here; there is a choice that wins {many} of 10.",
            choice=told,
            less=tenths(chosen.share),
            many=tenths(best.share),
        )
    return first, measured(best, chosen)


def round_of(entries: Sequence[object], seat: int) -> int:
    """How many of the lines that follow are shown: until the seat decides again, or to the end."""
    for number, entry in enumerate(entries):
        if number and isinstance(entry, Action) and entry.seat == seat and not entry.is_pass:
            return number
    return len(entries)


def came_of_it(steps: Sequence[Sequence[Event]], seat: int) -> list[Event]:
    """What is worth telling of what happened, as the seat may know it: what is about it, and what hurt somebody.

    The first event is the choice itself.
    """
    seen = [redact(event, seat) for events in steps for event in events if not isinstance(event, TurnBegan)][1:]
    weighty = [event for event in seen if event.mark is not None or subject_seat(event) == seat]
    return weighty[:_LINES]
