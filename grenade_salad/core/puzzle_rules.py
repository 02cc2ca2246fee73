"""Rules of puzzles for a game: equivalent choices, and the theme of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

from grenade_salad.core import registry
from grenade_salad.core.actions import Action
from grenade_salad.core.events import Event
from grenade_salad.core.state import State
from grenade_salad.core.view import View
from grenade_salad.text import Message

WorldSampler: TypeAlias = Callable[[Random], State]
"""Draws another state that is consistent with all that a seat knows."""


def _default_kind(view: View, action: Action) -> str:
    return " ".join(str(value) for key, value in action.to_line().items() if key != "seat")


def _default_theme(view: View, action: Action) -> str:
    return "patience" if action.is_pass else "move"


def _default_shares_reason(view: View, action: Action, rival: Action) -> bool:
    return False


def _default_spots(view: View, action: Action) -> Mapping[str, Sequence[Action]]:
    return {}


def _default_choices(view: View, legal: Sequence[Action]) -> Sequence[tuple[Action, float | None]]:
    return [(action, None) for action in legal]


@dataclass(frozen=True, kw_only=True)
class PuzzleRules:
    """The puzzle rules of a plugin.

    The view is always that of the acting seat, before it acts.
    """

    kind: Callable[[View, Action], str] = _default_kind
    """Returns the effect of an action, as text that means something to the game alone.

    Two actions of one kind lead to the same.
    """
    theme: Callable[[View, Action], str] = _default_theme
    """Returns a word of `puzzles.THEMES`.

    It is "" for an action that is too vague for a puzzle.
    """
    choices: Callable[[View, Sequence[Action]], Sequence[tuple[Action, float | None]]] = _default_choices
    """Returns complete actions, the most promising first.

    It fills in continuous parts. Each has the chance to win that a strong player guesses, from 0 to 1, or None.
    """
    sort: Callable[[View, Action], str] | None = None
    """Returns a kind of choice as people would call it, if `kind` is finer.

    By default they are the same.
    """
    min_sorts: int = 2
    """The minimum number of sorts in a puzzle, unless it asks for a place."""
    max_per_thought: int = 2
    """The maximum number of puzzles about one thought."""
    max_moments: int = 24
    """The maximum number of moments of a match that are examined."""
    since: float = 0.5
    """The share of a match before which no moment is examined.

    Nothing is decided there yet, and playouts take long.
    """
    has_complete_actions: bool = False
    """True if legal actions have no parts to fill in.

    Then those with too few kinds are skipped at once.
    """
    is_calibrated: bool = False
    """True if costs of turns were found to be true.

    If it is false, no cost is shown. At least 60 that were shown were measured again, with a slope of 1, plus or minus
    a quarter.
    """
    places: Mapping[str, Message] = field(default_factory=dict)
    """The question for each `do` whose answer may be a spot on the table."""
    spots: Callable[[View, Action], Mapping[str, Sequence[Action]]] = _default_spots
    """Returns a grid of all spots for the `do` of an action, by kinds."""
    shares_reason: Callable[[View, Action, Action], bool] = _default_shares_reason
    """True if the explanation of an action is true of a rival action, too.

    It gets the view, the action and the rival. By default sentences are compared.
    """
    worlds: Callable[[State, int, Sequence[Event]], WorldSampler] | None = None
    """Draws worlds, if a seat may know hidden things that its view does not contain.

    It gets the state, the seat, and the events of the match so far, as the seat saw them. Without it, worlds are drawn
    by `State.resample`.
    """
    file: Path | None = None
    """The puzzles that come with the game: see `puzzles.store`."""


@cache
def load_puzzle_rules(game: str) -> PuzzleRules:
    """Return the puzzle rules of a game, or the defaults. Raises `NoGame`."""
    target = registry.plugin(game).puzzles
    return registry.load_object(target, PuzzleRules) if target else PuzzleRules()
