"""What puzzles need to know of a game: which choices are equivalent, and the theme of each."""

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
from grenade_salad.core.game import State
from grenade_salad.core.view import View
from grenade_salad.text import Message

WorldSampler: TypeAlias = Callable[[Random], State]
"""Draws another state that is possible for all that a seat knows."""


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
    """What a plugin names. The view is always that of the seat which acts, before it does.

    `kind` is the effect of an action, in letters that mean something to the game alone: two actions of a kind come to
    the same. `theme` is a word of `puzzles.THEMES`; "" for an action that is too vague to be asked for. `choices` are
    whole actions, those that promise most first, each with the chance to win that somebody strong guesses, from 0 to 1,
    or None: where continuous parts are to be chosen it fills them in.

    `sort` is what people would call one kind of choice, where `kind` is finer: without it, that is the same. A puzzle
    has at least `least` sorts, or asks for a place: `places` has the question for each `do` whose answer may be a spot
    on the table, and `spots(view, action)` a grid of all spots for that `do`, by kinds. `as_true(view, action, other)`
    is whether the reason that is told for the action goes for the other one, too; where the game does not say so,
    sentences are compared. No more than one of `alike` puzzles is on one thought.

    Of a match no more than `max_moments` moments are looked at, none before the share `since` of it: nothing is decided
    there yet, and to play it out takes long. `whole` is whether legal actions have nothing left
    to fill in: then those with too few kinds are passed by at once.

    `worlds(state, seat, events)` is needed where a seat may know hidden things that its view does not hold: `events`
    are those of the match so far, as the seat saw them. Without it worlds are drawn by `State.resample`.

    `is_calibrated` says that costs of turns were shown to be true: at least 60 shown ones, found anew, with a slope
    of 1 give or take a quarter. Where it does not, nobody is told a cost.

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
    """What the game says of puzzles; what goes for any game, where it says nothing. Raises registry.NoGame."""
    target = registry.plugin(game).puzzles
    return registry.load_object(target, PuzzleRules) if target else PuzzleRules()
