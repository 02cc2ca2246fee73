"""Actions of Live Grenade in a line of text.

Examples: "draw", "pair 4C 4H from Bo", "steal 10S from Bo", "skip JD", "cancel KC", "pass". Cards are written as in
records. Without cards the first fitting ones are meant: "pair 4 from Bo", "skip".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from grenade_salad.core import Action, View
from grenade_salad.core.action_notation import ActionParts, Notation, OneOf, Phrase
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Draw, Pair, Pass, Reverse, Skip, Steal, Theft
from grenade_salad.games.live_grenade.cards import PAIR_RANKS, PLAYABLE_CARDS, SUITS
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Seat


def phrases(view: View, seat: int) -> Sequence[Phrase]:
    """Return the phrases of all plays, with any cards.

    While a play waits for reactions, these are the reactions only (LG-22).
    """
    assert isinstance(view, LiveGrenadeView)
    hand = view.hands[seat]
    own_cards = hand if isinstance(hand, tuple) else ()
    if view.stack:
        return [Phrase(("pass",), partial(Pass, seat)), *_single_card_phrases(Cancel, seat, own_cards)]
    victims = OneOf(tuple(((Seat(victim),), victim) for victim in range(len(view.hands))))
    card = _choice(card for pair_rank in PAIR_RANKS for card in (pair_rank + suit for suit in SUITS))
    rank = _choice(PAIR_RANKS)
    return [
        Phrase(("draw",), partial(Draw, seat)),
        Phrase(("pair", rank, "from", victims), lambda rank, target: Pair(seat, _find_pair(rank, own_cards), target)),
        Phrase(
            ("pair", card, card, "from", victims), lambda first, second, target: Pair(seat, (first, second), target)
        ),
        Phrase(("steal", "from", victims), lambda target: Steal(seat, _first_fitting("steal", own_cards), target)),
        Phrase(("steal", _card_choice("steal"), "from", victims), lambda card, target: Steal(seat, (card,), target)),
        *_single_card_phrases(Skip, seat, own_cards),
        *_single_card_phrases(Reverse, seat, own_cards),
    ]


def _single_card_phrases(kind: type[Skip | Reverse | Cancel], seat: int, own_cards: Sequence[str]) -> list[Phrase]:
    return [
        Phrase((kind.do,), lambda: kind(seat, _first_fitting(kind.do, own_cards))),
        Phrase((kind.do, _card_choice(kind.do)), lambda card: kind(seat, (card,))),
    ]


def _choice(names: Iterable[str]) -> OneOf:
    return OneOf(tuple(((name.casefold(),), name) for name in names))


def _card_choice(do: str) -> OneOf:
    """Return a choice of the cards that may be used for a play of one card."""
    return _choice(sorted(card for (card,) in PLAYABLE_CARDS[do]))


def _first_fitting(do: str, own_cards: Sequence[str]) -> tuple[str, ...]:
    """Return the first card of the hand that fits, else the first that would fit.

    In the latter case the action is refused later.
    """
    fits = sorted(PLAYABLE_CARDS[do])
    return next((cards for cards in fits if cards[0] in own_cards), fits[0])


def _find_pair(rank: str, own_cards: Sequence[str]) -> tuple[str, ...]:
    """Return two cards of the rank, from the hand if it has them."""
    fits = [cards for cards in sorted(PLAYABLE_CARDS["pair"]) if cards[0][:-1] == rank]
    return next((cards for cards in fits if all(own_cards.count(card) >= cards.count(card) for card in cards)), fits[0])


def say(action: Action, view: View) -> ActionParts:
    """Return the words of the action, with its cards."""
    cards = action.cards if isinstance(action, CardPlay) else ()
    return (action.do, *cards, *(("from", Seat(action.target)) if isinstance(action, Theft) else ()))


NOTATION = Notation(phrases, say, is_public=lambda action: not action.is_pass)
