"""A position of any game while it is edited, and why it is not possible yet.

A game has its own functions that change one; this module has the shared ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from grenade_salad.core.game import Game
from grenade_salad.core.options import Options
from grenade_salad.core.position_notation import Drafted, PositionBuilder, Start
from grenade_salad.core.position_tokens import Cards
from grenade_salad.core.reasons import Illegal, Reason

CardPlace: TypeAlias = int | Literal["deck", "discard"]
"""A place of cards: with a seat, or in a pile."""


class Draft(PositionBuilder, Protocol):
    """The contents of a draft, as one game has them; immutable."""

    seats: int


O_co = TypeVar("O_co", bound=Options, covariant=True)
D_co = TypeVar("D_co", bound=Draft, covariant=True)
T = TypeVar("T")


@dataclass(frozen=True)
class PositionDraft(Generic[O_co, D_co]):
    """A position while it is edited. It is immutable: functions return a new one."""

    names: tuple[str, ...]
    """The names of the players; empty if they have none."""
    options: O_co
    draft: D_co

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.draft.seats


@dataclass(frozen=True)
class Problem:
    """The reason why a position is not possible."""

    why: Reason
    rule: str
    """The id of the rule, or ""."""


def format_draft(game: Game, draft: PositionDraft[Options, Draft]) -> str:
    """Return the line of the draft. Raises `Illegal` if the game has no words for it."""
    return game.format_drafted(Drafted(draft.seats, draft.names, draft.options, draft.draft))


def why_not(game: Game, draft: PositionDraft[Options, Draft]) -> Reason | None:
    """Return why no match can be played from here, or None."""
    try:
        game.start(draft.seats, draft.options, draft.draft.make_setup(Random(0)))
    except Illegal as error:
        return error.reason
    return None


def find_problems(game: Game, draft: PositionDraft[Options, Draft]) -> tuple[Problem, ...]:
    """Return the first reason why it is not possible, with its rule, or nothing."""
    why = why_not(game, draft)
    return () if why is None else (Problem(why, game.find_rule_id(why)),)


def make_start(game: Game, draft: PositionDraft[Options, Draft], rng: Random) -> Start:
    """Return the start of a match here; what is unknown is drawn by `rng`.

    Raises `Illegal` if the position is not possible.
    """
    if (why := why_not(game, draft)) is not None:
        raise Illegal(why)
    return Start(draft.seats, draft.names, draft.options, draft.draft.make_setup(rng))


# Cards, of which some are hidden


def with_card(cards: Cards, card: str | None, capacity: int) -> Cards:
    """Return the cards with one more behind the revealed ones; None is a hidden card.

    A card that is revealed replaces a hidden one if there are as many as fit, `capacity`.

    >>> with_card((("arrow",), 4), "pointer", 5), with_card((("arrow",), 1), None, 5)
    ((('arrow', 'pointer'), 3), (('arrow',), 2))
    """
    revealed, hidden = cards[0], cards[1] or 0
    if card is None:
        return revealed, hidden + 1
    return (*revealed, card), max(0, hidden - 1) if len(revealed) + hidden >= capacity else hidden


def without_card(cards: Cards, index: int) -> Cards:
    """Return the cards without one of them.

    The index counts revealed cards first, then hidden ones.

    >>> without_card((("arrow", "pointer"), 3), 0), without_card((("arrow",), 3), 1)
    ((('pointer',), 3), (('arrow',), 2))
    """
    revealed, hidden = cards
    if index < len(revealed):
        return (*revealed[:index], *revealed[index + 1 :]), hidden
    return revealed, max(0, hidden - 1) if hidden else hidden


def with_value(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at an index."""
    return (*values[:index], value, *values[index + 1 :])
