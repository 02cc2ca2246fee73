"""The actions of Live Grenade: those a hand allows, and why others are refused.

The lists contain the same objects again and again: an action is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from grenade_salad.core import Action, NoSuchSeat, Reason
from grenade_salad.games.live_grenade import reasons
from grenade_salad.games.live_grenade.cards import PLAYABLE_CARDS
from grenade_salad.games.live_grenade.options import MAX_SEATS


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw the top card, which ends the turn (LG-09)."""

    do: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class CardPlay(Action):
    """Cards that move to the discard pile and that a King may undo."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Theft(CardPlay):
    """Cards that steal one card from the target's hand."""

    target: int


@dataclass(frozen=True, slots=True)
class Pair(Theft):
    """Two cards of a rank: steal from the target's hand (LG-17).

    The order of the two cards makes no difference.
    """

    do: ClassVar[str] = "pair"

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Steal(Theft):
    """A 10: steal from the target's hand (LG-18)."""

    do: ClassVar[str] = "steal"


@dataclass(frozen=True, slots=True)
class Skip(CardPlay):
    """A Jack: end the turn without a draw (LG-20)."""

    do: ClassVar[str] = "skip"


@dataclass(frozen=True, slots=True)
class Reverse(CardPlay):
    """A Queen: a Skip that reverses the order of play (LG-21)."""

    do: ClassVar[str] = "reverse"


@dataclass(frozen=True, slots=True)
class Cancel(CardPlay):
    """A King: undo the last play (LG-22)."""

    do: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Let the last play take effect (LG-24)."""

    do: ClassVar[str] = "pass"
    is_pass: ClassVar[bool] = True


REACTIONS = (Cancel.do, Pass.do)
"""Actions of a seat that is asked to react, and only then (LG-22, LG-24)."""
_PLAYS: dict[str, type[CardPlay]] = {kind.do: kind for kind in (Pair, Steal, Skip, Reverse, Cancel)}
THEFTS = tuple(do for do, kind in _PLAYS.items() if issubclass(kind, Theft))
"""The plays that have a victim."""
_USES = {cards: do for do, fitting_cards in PLAYABLE_CARDS.items() for cards in fitting_cards}
"""The play that cards make."""
_PAIR_CARDS = frozenset(cards[0] for cards, do in _USES.items() if do == Pair.do)
_SINGLE_CARDS = frozenset(cards[0] for cards, do in _USES.items() if len(cards) == 1 and do not in REACTIONS)
"""The cards that a seat may play alone in its turn."""
_KINGS = frozenset(cards[0] for cards, do in _USES.items() if do == Cancel.do)
DRAWS = tuple(Draw(seat) for seat in range(MAX_SEATS))
PASSES = tuple(Pass(seat) for seat in range(MAX_SEATS))


def make_play(seat: int, do: str, cards: tuple[str, ...], target: int | None) -> CardPlay:
    """Return the play with the given name.

    Raises KeyError for an unknown name, TypeError if a target is missing or superfluous.
    """
    target_args = () if target is None else (target,)
    play_type: Callable[..., CardPlay] = _PLAYS[do]
    return play_type(seat, cards, *target_args)


@cache
def _make_plays(seat: int, *cards: str) -> Sequence[CardPlay]:
    """Return the play that sorted cards make; if it has a victim, one for each seat."""
    do = _USES[cards]
    targets: Iterable[int | None] = range(MAX_SEATS) if do in THEFTS else (None,)
    return [make_play(seat, do, cards, target) for target in targets]


def turn_actions(seat: int, hands: Sequence[Sequence[str]]) -> list[Action]:
    """Return the legal actions of a seat in its turn (LG-09, LG-19).

    `hands` are the sorted hands of all seats.
    """
    actions: list[Action] = [DRAWS[seat]]
    targets: Sequence[int] = ()
    hand = hands[seat]
    start, end = 0, len(hand)
    while start < end:
        card = hand[start]
        stop = start + 1
        if card in _PAIR_CARDS:
            rank = card[0]
            while stop < end and hand[stop][0] == rank:
                stop += 1
            if stop - start > 1:
                targets = targets or _targets(seat, hands)
                for first, second in dict.fromkeys(combinations(hand[start:stop], 2)):
                    plays = _make_plays(seat, first, second)
                    actions += [plays[target] for target in targets]
        # Equal cards are one choice.
        elif card in _SINGLE_CARDS and (stop == end or hand[stop] != card):
            plays = _make_plays(seat, card)
            if len(plays) > 1:
                targets = targets or _targets(seat, hands)
                actions += [plays[target] for target in targets]
            else:
                actions += plays
        start = stop
    return actions


def _targets(seat: int, hands: Sequence[Sequence[str]]) -> list[int]:
    return [victim for victim, cards in enumerate(hands) if cards and victim != seat]


def reaction_actions(seat: int, hand: Sequence[str]) -> list[Action]:
    """Return the legal reactions of a seat with this hand (LG-22, LG-24)."""
    if _KINGS.isdisjoint(hand):
        return [PASSES[seat]]
    actions: list[Action] = [PASSES[seat]]
    previous_card = ""
    for card in hand:
        if card in _KINGS and card != previous_card:
            actions += _make_plays(seat, card)
            previous_card = card
    return actions


def why_not_cards(action: CardPlay, hand: Sequence[str]) -> Reason | None:
    """Return why the hand does not allow this play, or None.

    Rules: LG-17, LG-18, LG-20 to LG-22, LG-26.
    """
    cards = action.cards
    if cards not in PLAYABLE_CARDS[action.do]:
        return reasons.WrongCards(action.do, cards)
    for card in cards:
        if hand.count(card) < cards.count(card):
            return reasons.NotInHand(cards)
    return None


def why_not_target(action: Theft, alive: Sequence[bool], hands: Sequence[Sequence[str]]) -> Reason | None:
    """Return why nothing can be stolen from the target, or None (LG-17, LG-19)."""
    target = action.target
    if not 0 <= target < len(alive):
        return NoSuchSeat(target, len(alive))
    if target == action.seat:
        return reasons.FromYourself()
    if not alive[target]:
        return reasons.VictimOut(target)
    if not hands[target]:
        return reasons.VictimEmpty(target)
    return None
