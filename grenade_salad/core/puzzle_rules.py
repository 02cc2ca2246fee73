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

    `kind` is the effect of an action, as text that means something to the game alone: two actions of one kind lead to
    the same. `theme` is a word of `puzzles.THEMES`; "" for an action that is too vague for a puzzle. `choices` are
    complete actions, the most promising first, each with the chance to win that a strong player guesses, from 0 to 1,
    or None; it fills in continuous parts.

    `sort` is a kind of choice as people would call it, if `kind` is finer; by default they are the same. A puzzle has
    at least `min_sorts` sorts, or asks for a place: `places` has the question for each `do` whose answer may be a
    spot on the table, and `spots(view, action)` a grid of all spots for that `do`, by kinds. `shares_reason(view,
    action, rival)` is true if the explanation of the action is true of the rival, too; by default sentences are
    compared. At most `max_per_thought` puzzles are about one thought.

    Of a match at most `max_moments` moments are examined, none before the share `since` of it: nothing is decided
    there yet, and playouts take long. `has_complete_actions` is true if legal actions have no parts to fill in: then
    those with too few kinds are skipped at once.

    `worlds(state, seat, events)` is needed if a seat may know hidden things that its view does not contain: `events`
    are those of the match so far, as the seat saw them. Without it, worlds are drawn by `State.resample`.

    `is_calibrated` says that costs of turns were found to be true: at least 60 that were shown, measured again, with
    a slope of 1, plus or minus a quarter. If it is false, no cost is shown.

    `file` has the puzzles that come with the game: see `puzzles.store`.
    """

    kind: Callable[[View, Action], str] = _default_kind
    theme: Callable[[View, Action], str] = _default_theme
    choices: Callable[[View, Sequence[Action]], Sequence[tuple[Action, float | None]]] = _default_choices
    sort: Callable[[View, Action], str] | None = None
    min_sorts: int = 2
    max_per_thought: int = 2
    max_moments: int = 24
    since: float = 0.5
    has_complete_actions: bool = False
    is_calibrated: bool = False
    places: Mapping[str, Message] = field(default_factory=dict)
    spots: Callable[[View, Action], Mapping[str, Sequence[Action]]] = _default_spots
    shares_reason: Callable[[View, Action, Action], bool] = _default_shares_reason
    worlds: Callable[[State, int, Sequence[Event]], WorldSampler] | None = None
    file: Path | None = None


@cache
def load_puzzle_rules(game: str) -> PuzzleRules:
    """Return the puzzle rules of a game, or the defaults. Raises `NoGame`."""
    target = registry.plugin(game).puzzles
    return registry.load_object(target, PuzzleRules) if target else PuzzleRules()
