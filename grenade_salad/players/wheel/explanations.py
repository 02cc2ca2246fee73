"""Why somebody might do that in the wheel game, in a few words, by what the seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grenade_salad.core import Action, View
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import JOKER, heart_of, spade_of
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.ring import BLAST, Board, Explosion
from grenade_salad.text import Message, Seat, m

_FEW = 3
"""Of so few cards, or fewer, it is worth saying that they are few."""


def reason(seat: int, view: View, action: Action) -> Message:
    """What the move brings: explosions first, then the joker, then how near dice are to own cards and to others'."""
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    seen = preview(view, action.die)
    blasts = [_blast(seat, view, blast) for blast in seen.explosions]
    if blasts and seen.joker:
        # Translators: why a machine moves a die; {blasts} says what blows up
        return m("raises all dice: {blasts}", blasts=blasts)
    if seen.joker:
        return m("the joker raises all dice, and none blows up")
    if blasts:
        return m("{blasts}", blasts=blasts) if len(blasts) > 1 else blasts[0]
    return _quiet(seat, view, action, seen)


def _blast(seat: int, view: WheelView, blast: Explosion) -> Message:
    card = view.ring[blast.at]
    if not blast.takes:
        return m("brings dice back to 1")
    if card == JOKER:
        return m("blows up the joker")
    return _whose(seat, view, card)


def _whose(seat: int, view: WheelView, card: str) -> Message:
    """A card is blown up: whose it is, as far as the seat can tell."""
    heart, name = heart_of(card), _short(card)
    marks = certain(view)
    if marks[seat][heart] == "surely":
        # Translators: {card} is a rank alone: ace, 2 to 7
        return m("blows up the {card}, which is your own", card=name)
    there = [player for player in marks if view.alive[player] and heart not in view.shown[player]]
    for player in there:
        if marks[player][heart] == "surely":
            return m("blows up the {card}, which is {whom}'s", card=name, whom=Seat(player))
    may = [player for player in there if marks[player][heart] == "maybe"]
    if not may:
        return m("blows up the {card}, which is nobody's", card=name)
    if len(may) == 1:
        left = sum(mark == "maybe" for mark in marks[may[0]].values())
        if left <= _FEW:
            return m(
                "blows up the {card}, one of only {left} cards that could be {whom}'s",
                card=name,
                left=left,
                whom=Seat(may[0]),
            )
        return m("blows up the {card}, which could be {whom}'s", card=name, whom=Seat(may[0]))
    return m("blows up the {card}, which could be somebody's", card=name)


def _quiet(seat: int, view: WheelView, action: Advance, seen: Preview) -> Message:
    """A move without an explosion: which own card it spares, or takes a die away from."""
    if isinstance(view.hearts[seat], int):
        return m("nothing blows up")
    others = [preview(view, die) for die in range(len(view.dice)) if die != action.die]
    if spared := _own_at(seat, view, [blast.at for other in others for blast in other.explosions]):
        # Translators: why a machine moves a die; {card} is a rank alone: ace, 2 to 7
        return m("spares your {card}", card=_short(spared[0]))
    if _alone_leaves_none_ready(seen, others):
        if all(_aims_at(seat, view, other.after) for other in others if other.after != seen.after):
            return m("the only move that leaves no die ready with one of your cards ahead of it")
        return m("the only move that leaves no die ready to blow up")
    if seen.to != _start(view, action) and (left := _own_at(seat, view, [_start(view, action)])):
        return m("takes a die off your {card}", card=_short(left[0]))
    return _goes_on(seat, view, action, seen)


def _goes_on(seat: int, view: WheelView, action: Advance, seen: Preview) -> Message:
    """What the moved die comes nearer to, and where from."""
    ways, pips = seen.after.ways.onward, seen.pips[action.die]
    ahead = _own_at(seat, view, ways[seen.to])
    if pips == BLAST - 1:
        if ahead:
            return m("makes a die ready to blow up")
        return m("makes a die ready to blow up, with none of your cards ahead of it")
    if under := _own_at(seat, view, [seen.to]):
        return m("rests a die on your {card}, where it shows only {pips}", card=_short(under[0]), pips=pips)
    if ahead:
        return m("this die is still {n} moves from blowing up", n=BLAST - pips)
    if passed := _own_at(seat, view, ways[_start(view, action)]):
        return m("leads a die past your {card}", card=_short(passed[0]))
    return m("moves this die away from your cards")


def _alone_leaves_none_ready(seen: Preview, others: Sequence[Preview]) -> bool:
    """Whether no die shows one less than it takes, and one does after every move that comes to something else."""
    ready = [BLAST - 1 in other.after.pips for other in others if other.after != seen.after]
    return BLAST - 1 not in seen.after.pips and bool(ready) and all(ready)


def _aims_at(seat: int, view: WheelView, after: Board) -> bool:
    """Whether a die that shows one less than it takes has an own card ahead of it."""
    ready = [at for at, pips in zip(after.at, after.pips, strict=True) if pips == BLAST - 1]
    return any(_own_at(seat, view, after.ways.onward[at]) for at in ready)


def _start(view: WheelView, action: Advance) -> int:
    """Where the moved die starts."""
    return view.dice[action.die].at


def _own_at(seat: int, view: WheelView, places: Iterable[int]) -> list[str]:
    """The cards at these places of the ring that would hurt the seat."""
    held = view.hearts[seat]
    own = set() if isinstance(held, int) else {spade_of(heart) for heart in held if heart not in view.shown[seat]}
    return [card for card in (view.ring[at] for at in places) if card in own]


def _short(card: str) -> Message | str:
    """What a spade is called at the table."""
    return m("ace", context="a card, without an article") if card[0] == "A" else card[:-1]
