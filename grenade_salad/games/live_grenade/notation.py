"""Moves of Live Grenade in a line: "draw", "pair 4C 4H from Bo", "steal 10S from Bo", "skip JD", "cancel KC", "pass".

Cards are written as in records. Without cards the first that fit are meant: "pair 4 from Bo", "skip".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from grenade_salad.core import Action, View
from grenade_salad.core.action_notation import Notation, OneOf, Phrase, Said
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Draw, Pair, Pass, Reverse, Skip, Steal, Theft
from grenade_salad.games.live_grenade.cards import FITS, PAIR_RANKS, SUITS
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Seat


def phrases(view: View, seat: int) -> Sequence[Phrase]:
    """All plays, of whatever cards: those of an answer while somebody's play waits for one (LG-22)."""
    assert isinstance(view, LiveGrenadeView)
    hand = view.hands[seat]
    own = hand if isinstance(hand, tuple) else ()
    if view.stack:
        return [Phrase(("pass",), partial(Pass, seat)), *_of_one_card(Cancel, seat, own)]
    whom = OneOf(tuple(((Seat(other),), other) for other in range(len(view.hands))))
    card = _any_of(card for one in PAIR_RANKS for card in (one + suit for suit in SUITS))
    rank = _any_of(PAIR_RANKS)
    return [
        Phrase(("draw",), partial(Draw, seat)),
        Phrase(("pair", rank, "from", whom), lambda rank, whom: Pair(seat, _pair_of(rank, own), whom)),
        Phrase(("pair", card, card, "from", whom), lambda one, two, whom: Pair(seat, (one, two), whom)),
        Phrase(("steal", "from", whom), lambda whom: Steal(seat, _first("steal", own), whom)),
        Phrase(("steal", _cards("steal"), "from", whom), lambda card, whom: Steal(seat, (card,), whom)),
        *_of_one_card(Skip, seat, own),
        *_of_one_card(Reverse, seat, own),
    ]


def _of_one_card(kind: type[Skip | Reverse | Cancel], seat: int, own: Sequence[str]) -> list[Phrase]:
    return [
        Phrase((kind.do,), lambda: kind(seat, _first(kind.do, own))),
        Phrase((kind.do, _cards(kind.do)), lambda card: kind(seat, (card,))),
    ]


def _any_of(names: Iterable[str]) -> OneOf:
    return OneOf(tuple(((name.casefold(),), name) for name in names))


def _cards(do: str) -> OneOf:
    """The cards that such a play may be made of."""
    return _any_of(sorted(card for (card,) in FITS[do]))


def _first(do: str, own: Sequence[str]) -> tuple[str, ...]:
    """The first card of the hand that fits; without one the first there is, which is refused then."""
    fits = sorted(FITS[do])
    return next((cards for cards in fits if cards[0] in own), fits[0])


def _pair_of(rank: str, own: Sequence[str]) -> tuple[str, ...]:
    """Two cards of the rank, of the hand if it has them."""
    fits = [cards for cards in sorted(FITS["pair"]) if cards[0][:-1] == rank]
    return next((cards for cards in fits if all(own.count(card) >= cards.count(card) for card in cards)), fits[0])


def say(action: Action, view: View) -> Said:
    """The move with its cards."""
    cards = action.cards if isinstance(action, CardPlay) else ()
    return (action.do, *cards, *(("from", Seat(action.target)) if isinstance(action, Theft) else ()))


NOTATION = Notation(phrases, say, open=lambda action: not action.is_pass)
