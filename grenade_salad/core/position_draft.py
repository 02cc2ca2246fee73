"""A position of any game while somebody sets it up: what was said so far, and why it cannot be yet.

A game has its own functions from one to the next; here is what they share. It need not be a position that can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from grenade_salad.core import position_notation as lines
from grenade_salad.core.options import Options
from grenade_salad.core.position_tokens import Cards
from grenade_salad.core.reasons import Illegal, Reason

CardPlace: TypeAlias = int | Literal["deck", "discard"]
"""Where cards lie: with a seat, or in a pile."""


class Draft(lines.PositionBuilder, Protocol):
    """What was said of a position so far; nobody changes it."""

    seats: int


O_co = TypeVar("O_co", bound=Options, covariant=True)
D_co = TypeVar("D_co", bound=Draft, covariant=True)
S = TypeVar("S", bound="PositionDraft[Options, Draft]")
T = TypeVar("T")


@dataclass(frozen=True)
class PositionDraft(Generic[O_co, D_co]):
    """What was set up so far. Nobody changes its `draft`: every function gives a new one.

    `names` is empty where the players have none.
    """

    names: tuple[str, ...]
    options: O_co
    draft: D_co

    @property
    def seats(self) -> int:
        """How many play."""
        return self.draft.seats


@dataclass(frozen=True)
class Problem:
    """Why there is no such position, and the id of the rule that says so (or "")."""

    why: Reason
    rule: str


def format_draft(game: lines.Game, draft: PositionDraft[Options, Draft]) -> str:
    """The line of it. Raises Illegal if the game has no words for what is still being set up."""
    return lines.format_drafted(game, lines.Drafted(draft.seats, draft.names, draft.options, draft.draft))


def why_not(game: lines.Game, draft: PositionDraft[Options, Draft]) -> Reason | None:
    """Why no match can be played from here; None if one can."""
    try:
        game.start(draft.seats, draft.options, draft.draft.make_setup(Random(0)))
    except Illegal as error:
        return error.reason
    return None


def find_problems(game: lines.Game, draft: PositionDraft[Options, Draft]) -> tuple[Problem, ...]:
    """The first reason why it cannot be, with its rule; empty if it can."""
    why = why_not(game, draft)
    return () if why is None else (Problem(why, lines.find_rule_id(game, why)),)


def make_start(game: lines.Game, draft: PositionDraft[Options, Draft], rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    if (why := why_not(game, draft)) is not None:
        raise Illegal(why)
    return lines.Start(draft.seats, draft.names, draft.options, draft.draft.make_setup(rng))


# cards, of which some are not known


def with_card(cards: Cards, card: str | None, capacity: int) -> Cards:
    """One more card behind the known ones; None is one that nobody knows.

    A card that becomes known takes the place of an unknown one where there are as many as fit, `is_full`.

    >>> with_card((("arrow",), 4), "pointer", 5), with_card((("arrow",), 1), None, 5)
    ((('arrow', 'pointer'), 3), (('arrow',), 2))
    """
    revealed, hidden = cards[0], cards[1] or 0
    if card is None:
        return revealed, hidden + 1
    return (*revealed, card), max(0, hidden - 1) if len(revealed) + hidden >= capacity else hidden


def without_card(cards: Cards, index: int) -> Cards:
    """Without one of them: the known ones first, then the unknown ones."""
    revealed, hidden = cards
    if index < len(revealed):
        return (*revealed[:index], *revealed[index + 1 :]), hidden
    return revealed, max(0, hidden - 1) if hidden else hidden


def with_value(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """The same with another value in one place."""
    return (*values[:index], value, *values[index + 1 :])
