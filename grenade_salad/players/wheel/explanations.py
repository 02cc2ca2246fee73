"""Short explanations of moves in the wheel game, from what the seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grenade_salad.core import Action, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import JOKER, matching_heart
from grenade_salad.games.wheel.notebook import deduce_marks
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.ring import BLAST_PIPS, Explosion, RingState
from grenade_salad.text import Message, Seat, m

_FEW_CARDS = 3
"""Maximum number of possible cards that is worth saying."""


def reason(seat: int, view: View, action: Action) -> Message:
    """Return what the move brings.

    Explosions are first, then the joker, then the distance of dice to own cards and to others'.
    """
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    outcome = preview(view, action.die)
    blasts = [_explain_blast(seat, view, blast) for blast in outcome.explosions]
    if blasts and outcome.joker:
        # Translators: why a machine moves a die; {blasts} says what blows up
        return m("raises all dice: {blasts}", blasts=blasts)
    if outcome.joker:
        return m("the joker raises all dice, and none blows up")
    if blasts:
        return m("{blasts}", blasts=blasts) if len(blasts) > 1 else blasts[0]
    return _explain_quiet(seat, view, action, outcome)


def _explain_blast(seat: int, view: WheelView, blast: Explosion) -> Message:
    card = view.ring[blast.card_index]
    if not blast.takes:
        return m("brings dice back to 1")
    if card == JOKER:
        return m("blows up the joker")
    return _explain_owner(seat, view, card)


def _explain_owner(seat: int, view: WheelView, card: str) -> Message:
    """Explain an explosion by the owner of the card, as far as the seat can tell."""
    heart, name = matching_heart(card), _card_name(card)
    marks = deduce_marks(view)
    if marks[seat][heart] == "surely":
        # Translators: {card} is a rank alone: ace, 2 to 7
        return m("blows up the {card}, which is your own", card=name)
    holders = [player for player in marks if view.alive[player] and heart not in view.shown[player]]
    for player in holders:
        if marks[player][heart] == "surely":
            return m("blows up the {card}, which is {whom}'s", card=name, whom=Seat(player))
    possible_holders = [player for player in holders if marks[player][heart] == "maybe"]
    if not possible_holders:
        return m("blows up the {card}, which is nobody's", card=name)
    if len(possible_holders) == 1:
        count = sum(mark == "maybe" for mark in marks[possible_holders[0]].values())
        if count <= _FEW_CARDS:
            return m(
                "blows up the {card}, one of only {left} cards that could be {whom}'s",
                card=name,
                left=count,
                whom=Seat(possible_holders[0]),
            )
        return m("blows up the {card}, which could be {whom}'s", card=name, whom=Seat(possible_holders[0]))
    return m("blows up the {card}, which could be somebody's", card=name)


def _explain_quiet(seat: int, view: WheelView, action: Advance, outcome: Preview) -> Message:
    """Explain a move without an explosion: an own card is spared, or a die leaves it."""
    if isinstance(view.hearts[seat], int):
        return m("nothing blows up")
    alternatives = [preview(view, die) for die in range(len(view.dice)) if die != action.die]
    if spared := _own_cards_at(
        seat, view, [blast.card_index for alternative in alternatives for blast in alternative.explosions]
    ):
        # Translators: why a machine moves a die; {card} is a rank alone: ace, 2 to 7
        return m("spares your {card}", card=_card_name(spared[0]))
    if _is_only_one_without_ready(outcome, alternatives):
        if all(
            _aims_at(seat, view, alternative.after)
            for alternative in alternatives
            if alternative.after != outcome.after
        ):
            return m("the only move that leaves no die ready with one of your cards ahead of it")
        return m("the only move that leaves no die ready to blow up")
    if outcome.to != _start_place(view, action) and (
        own_cards := _own_cards_at(seat, view, [_start_place(view, action)])
    ):
        return m("takes a die off your {card}", card=_card_name(own_cards[0]))
    return _explain_approach(seat, view, action, outcome)


def _explain_approach(seat: int, view: WheelView, action: Advance, outcome: Preview) -> Message:
    """Explain what the moved die gets nearer to, or leaves."""
    onward, pips = outcome.after.routes.onward, outcome.pips[action.die]
    ahead = _own_cards_at(seat, view, onward[outcome.to])
    if pips == BLAST_PIPS - 1:
        if ahead:
            return m("makes a die ready to blow up")
        return m("makes a die ready to blow up, with none of your cards ahead of it")
    if under := _own_cards_at(seat, view, [outcome.to]):
        return m("rests a die on your {card}, where it shows only {pips}", card=_card_name(under[0]), pips=pips)
    if ahead:
        return m("this die is still {n} moves from blowing up", n=BLAST_PIPS - pips)
    if passed := _own_cards_at(seat, view, onward[_start_place(view, action)]):
        return m("leads a die past your {card}", card=_card_name(passed[0]))
    return m("moves this die away from your cards")


def _is_only_one_without_ready(outcome: Preview, alternatives: Sequence[Preview]) -> bool:
    """True if only this move leaves no die ready to blow up.

    A ready die shows one less than it needs. Other moves with the same result are not counted.
    """
    ready = [
        BLAST_PIPS - 1 in alternative.after.pips for alternative in alternatives if alternative.after != outcome.after
    ]
    return BLAST_PIPS - 1 not in outcome.after.pips and bool(ready) and all(ready)


def _aims_at(seat: int, view: WheelView, after: RingState) -> bool:
    """True if a die that is ready to blow up has an own card ahead of it."""
    ready = [place for place, pips in zip(after.die_positions, after.pips, strict=True) if pips == BLAST_PIPS - 1]
    return any(_own_cards_at(seat, view, after.routes.onward[place]) for place in ready)


def _start_place(view: WheelView, action: Advance) -> int:
    """Return the place of the moved die before the move."""
    return view.dice[action.die].at


def _own_cards_at(seat: int, view: WheelView, places: Iterable[int]) -> list[str]:
    """Return the cards at these places of the ring that would hurt the seat."""
    own_spades = view.unspent_spades_of(seat)
    return [card for card in (view.ring[place] for place in places) if card in own_spades]


def _card_name(card: str) -> Message | str:
    """Return the name of a spade in sentences."""
    return m("ace", context="a card, without an article") if card[0] == "A" else card[:-1]
