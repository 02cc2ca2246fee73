"""One puzzle: a moment of a match, what its seat could do there, and what each kind of choice wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from grenade_salad import players
from grenade_salad.core import Action, Json, State, View, registry
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
"""What puzzles are about, as people call it."""

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
    """A kind of choice: what it comes to (see `kind`), an action of that kind, and what it wins.

    `share` is the share of the win that the seat has, from 0 to 1, with its 95 % interval, in so many `worlds`: those
    of a stored puzzle had no part in choosing it (see `lab.holdout`).
    """

    key: str
    action: Action
    share: float
    low: float
    high: float
    worlds: int


@dataclass(frozen=True)
class Puzzle:
    """A moment of a match: what to do in this seat?

    `number` is its own among those of its game, and stays so; 0 for one that is not kept. `lines` are those of the
    record up to the moment, the header first. `kinds` are the choices, the best first; `lead` is how much more the best
    wins than the second, in pairs of matches with the same luck. `difficulty` is the weakest level of the machine
    players that finds it, "expert" also where none does. `place` is whether it asks where the best is to be done, and
    not what: then all kinds do the same, and each is a set of spots on the table.
    """

    game: str
    number: int
    seat: int
    theme: str
    difficulty: str
    kinds: tuple[Choice, ...]
    lead: WinShareGap
    lines: tuple[dict[str, Json], ...] = field(repr=False)
    place: bool = False

    @property
    def line(self) -> int:
        """How many lines below the header were played before the moment: as `--at` of `replay` counts."""
        return len(self.lines) - 1

    @property
    def best(self) -> Choice:
        """The choice that solves it: the one with the greatest chance to win."""
        return self.kinds[0]

    @cached_property
    def record(self) -> Record:
        """The record of the match, up to the moment. Raises RecordError."""
        return read_record(BytesIO(b"".join(map(encode, self.lines))), f"{self.game} puzzle {self.number}")

    @cached_property
    def view(self) -> View:
        """What the seat knows at the moment. Raises RecordError."""
        return replay_match(self).state.view(self.seat)

    @cached_property
    def thought(self) -> str:
        """What one must see to solve it: see `thoughts`. Raises RecordError."""
        return describe_thought(self.game, self.seat, self.view, self.best.action)


def replay_match(puzzle: Puzzle) -> Match:
    """The match at the moment of the puzzle: a new one each time, to play on. Raises RecordError."""
    return replay(puzzle.record).match


def classify_action(state: State, action: Action) -> str:
    """The kind of choice that the action is for its seat: by its effect, not by the millimetre."""
    view = state.view(action.seat)
    return load_puzzle_rules(view.game).kind(view, action)


def is_solution(puzzle: Puzzle, action: Action) -> bool:
    """Whether the action solves the puzzle."""
    return load_puzzle_rules(puzzle.game).kind(puzzle.view, action) == puzzle.best.key


def find_choice(puzzle: Puzzle, action: Action) -> Choice | None:
    """What was measured of the kind of the action; None if it was not among those that were looked at."""
    key = load_puzzle_rules(puzzle.game).kind(puzzle.view, action)
    return next((choice for choice in puzzle.kinds if choice.key == key), None)


def describe_choice(puzzle: Puzzle, choice: Choice) -> Message:
    """What the choice is, in a few words without a full stop, to who sits in the seat."""
    return registry.load(puzzle.game).describe(choice.action, puzzle.view)


def explain_choice(puzzle: Puzzle, choice: Choice) -> Words:
    """What the choice brings, in a few words; "" where nobody says."""
    return players.explain(puzzle.game, puzzle.seat, puzzle.view, choice.action)


def place_question(puzzle: Puzzle) -> Words:
    """What is asked of a place, as in "where do you throw the Explosion?"; "" where all choices are open."""
    return load_puzzle_rules(puzzle.game).places[puzzle.best.action.do] if puzzle.place else ""


def theme_title(puzzle: Puzzle) -> Message:
    """What the puzzle is about."""
    return THEMES[puzzle.theme]


def explain_solution(puzzle: Puzzle) -> Message:
    """The solution with its reason, and what it wins and the second best does: 95 % intervals, in per cent."""
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
    """Hints, one after another: each says more than the one before, the last one all but the place."""
    best = puzzle.best
    steps = [_HINTS[puzzle.theme]]
    if explanation := explain_choice(puzzle, best):
        # Translators: a hint to a puzzle
        steps.append(m("What it does: {why}", why=explanation))
    # Translators: the plainest hint to a puzzle
    return (*steps, m("The best choice: {choice}", choice=describe_choice(puzzle, best)))
