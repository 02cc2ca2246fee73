"""A puzzle: a moment of a match, the choices of its seat, and what each wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from grenade_salad import players
from grenade_salad.core import Action, Json, View, registry
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.lab.evaluation import WinShareGap
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Match
from grenade_salad.match.record import Record, read_record, replay
from grenade_salad.puzzles.thoughts import describe_thought
from grenade_salad.text import Message, Words, m

THEMES: Mapping[str, Message] = {
    "grenade": m("Grenade", context="theme"),
    "shot": m("Shot or strike", context="theme"),
    "placing": m("New soldiers", context="theme"),
    "move": m("Getting into place", context="theme"),
    "mine": m("Mine", context="theme"),
    "chain": m("Chain", context="theme"),
    "joker": m("Joker", context="theme"),
    "theft": m("Theft", context="theme"),
    "escape": m("Escape", context="theme"),
    "cancel": m("Cancel", context="theme"),
    "patience": m("Patience", context="theme"),
}
"""The themes of puzzles, in words for people."""

# Translators: a first hint to a puzzle, by its theme
_HINTS: Mapping[str, Message] = {
    "grenade": m("Something can blow up here"),
    "shot": m("Somebody is in reach"),
    "placing": m("The reserve can help"),
    "move": m("One move opens up more"),
    "mine": m("Look at who has just stepped where"),
    "chain": m("One thing leads to another"),
    "joker": m("Look at the joker"),
    "theft": m("Somebody has what is needed"),
    "escape": m("This turn doesn't have to end with a draw"),
    "cancel": m("This card doesn't have to go through"),
    "patience": m("The quiet option is worth a look"),
}


@dataclass(frozen=True)
class Choice:
    """A kind of choice, and its odds.

    Those of a stored puzzle are from worlds that had no part in choosing it: see `lab.holdout`.
    """

    key: str
    """The kind, as `PuzzleRules.kind` returns it."""
    action: Action
    """An action of that kind."""
    share: float
    """The share of the win that the seat has with it, from 0 to 1."""
    low: float
    """The lower end of the 95 % interval of `share`."""
    high: float
    """The upper end of that interval."""
    worlds: int
    """The number of worlds in which it was played on."""


@dataclass(frozen=True)
class Puzzle:
    """A moment of a match, and the question what to do in this seat."""

    game: str
    number: int
    """Identifies it among those of its game for good; 0 for one that is not stored."""
    seat: int
    theme: str
    """One of `THEMES`."""
    difficulty: str
    """The weakest level of the machine players that finds it, "expert" if none does."""
    kinds: tuple[Choice, ...]
    """The choices, the best first."""
    lead: WinShareGap
    """By how much more the best wins than the second.

    It is measured in pairs of matches with the same chance.
    """
    lines: tuple[dict[str, Json], ...] = field(repr=False)
    """The lines of the record up to the moment, the header first."""
    place: bool = False
    """True if it asks where to do the best instead of what to do.

    Then all kinds do the same, and each is a set of spots on the table.
    """

    @property
    def line(self) -> int:
        """The number of lines below the header before the moment, as in `replay --at`."""
        return len(self.lines) - 1

    @property
    def best(self) -> Choice:
        """The choice that solves it: the one that most likely wins."""
        return self.kinds[0]

    @cached_property
    def record(self) -> Record:
        """The record of the match, up to the moment. Raises RecordError."""
        return read_record(BytesIO(b"".join(map(encode, self.lines))), f"{self.game} puzzle {self.number}")

    @cached_property
    def view(self) -> View:
        """The view of the seat at the moment. Raises RecordError."""
        return replay_match(self).state.view(self.seat)

    @cached_property
    def thought(self) -> str:
        """The idea that solves it: see `thoughts`. Raises RecordError."""
        return describe_thought(self.game, self.seat, self.view, self.best.action)


def replay_match(puzzle: Puzzle) -> Match:
    """Return a new match at the moment of the puzzle, to play on. Raises RecordError."""
    return replay(puzzle.record).match


def is_solution(puzzle: Puzzle, action: Action) -> bool:
    """True if the action solves the puzzle."""
    return load_puzzle_rules(puzzle.game).kind(puzzle.view, action) == puzzle.best.key


def find_choice(puzzle: Puzzle, action: Action) -> Choice | None:
    """Return the measured kind of the action, or None if it was not measured."""
    key = load_puzzle_rules(puzzle.game).kind(puzzle.view, action)
    return next((choice for choice in puzzle.kinds if choice.key == key), None)


def describe_choice(puzzle: Puzzle, choice: Choice) -> Message:
    """Describe the choice to the person in the seat, in a few words, no full stop."""
    return registry.load(puzzle.game).describe(choice.action, puzzle.view)


def explain_choice(puzzle: Puzzle, choice: Choice) -> Words:
    """Explain in a few words what the choice is good for; "" where the game cannot."""
    return players.explain(puzzle.game, puzzle.seat, puzzle.view, choice.action)


def place_question(puzzle: Puzzle) -> Words:
    """Return the question for a place, as in "where do you throw the Explosion?".

    "" where all choices are open.
    """
    return load_puzzle_rules(puzzle.game).places[puzzle.best.action.do] if puzzle.place else ""


def theme_title(puzzle: Puzzle) -> Message:
    """Return what the puzzle is about, in words for people."""
    return THEMES[puzzle.theme]


def explain_solution(puzzle: Puzzle) -> Message:
    """Return the solution with its explanation and odds, and the second best.

    The odds are 95 % intervals, in per cent.
    """
    best, second = puzzle.kinds[:2]
    best_text, second_text = describe_choice(puzzle, best), describe_choice(puzzle, second)
    low, high = best.low * 100, best.high * 100
    lower, higher = second.low * 100, second.high * 100
    explanation = explain_choice(puzzle, best)
    if puzzle.place:
        return m(
            "{choice}: {why}. It wins {low:.0f} to {high:.0f}% of all matches from here; the next best spot wins "
            "{lower:.0f} to {higher:.0f}%",
            choice=best_text,
            why=explanation,
            low=low,
            high=high,
            lower=lower,
            higher=higher,
        )
    if explanation:
        # Translators: {choice} and {other} are choices, as in "move a soldier"
        return m(
            "{choice}: {why}. It wins {low:.0f} to {high:.0f}% of all matches from here; {other} wins {lower:.0f} to "
            "{higher:.0f}%",
            choice=best_text,
            why=explanation,
            low=low,
            high=high,
            other=second_text,
            lower=lower,
            higher=higher,
        )
    return m(
        "{choice} wins {low:.0f} to {high:.0f}% of all matches from here; {other} wins {lower:.0f} to {higher:.0f}%",
        choice=best_text,
        low=low,
        high=high,
        other=second_text,
        lower=lower,
        higher=higher,
    )


def hints(puzzle: Puzzle) -> tuple[Message, ...]:
    """Return hints in order: each says more, the last one all but the place."""
    best = puzzle.best
    steps = [_HINTS[puzzle.theme]]
    if explanation := explain_choice(puzzle, best):
        # Translators: a hint to a puzzle
        steps.append(m("What it does: {why}", why=explanation))
    # Translators: the plainest hint to a puzzle
    return (*steps, m("The best choice: {choice}", choice=describe_choice(puzzle, best)))
