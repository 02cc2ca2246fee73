"""Why somebody might do that in the wheel game, in a few words, by what the seat knows. Players are {SEAT}."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, View
from grenade_salad.games.wheel import Advance, WheelView, preview
from grenade_salad.games.wheel.board import BLAST, Explosion
from grenade_salad.games.wheel.cards import JOKER, heart_of, spade_of
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import Preview


def reason(seat: int, view: View, action: Action) -> str:
    """What the move brings: explosions first, then the joker, then how near dice are to own cards and to others'."""
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    seen = preview(view, action.die)
    blasts = [_blast(seat, view, blast) for blast in seen.explosions]
    if blasts:
        return ("lifts all dice: " if seen.joker else "") + " and ".join(blasts)
    if seen.joker:
        return f"lifts all dice: {_numbers(seen.pips)}"
    return _quiet(seat, view, action, seen)


def _blast(seat: int, view: WheelView, blast: Explosion) -> str:
    card = view.ring[blast.at]
    if not blast.takes:
        return "brings dice back to 1"
    if card == JOKER:
        return "blows up the joker"
    return f"blows up the {_short(card)}, {_whose(seat, view, card)}"


def _whose(seat: int, view: WheelView, card: str) -> str:
    """Whose card it is, as far as the seat can tell."""
    heart = heart_of(card)
    marks = certain(view)
    if marks[seat][heart] == "surely":
        return "which is your own"
    there = [player for player in marks if player != seat and view.alive[player] and heart not in view.shown[player]]
    for player in there:
        if marks[player][heart] == "surely":
            return f"which is {{{player}}}'s"
    may = [f"{{{player}}}'s" for player in there if marks[player][heart] == "maybe"]
    if not may:
        return "which is nobody's"
    return f"which could be {may[0]}" if len(may) == 1 else "which could be somebody's"


def _quiet(seat: int, view: WheelView, action: Advance, seen: Preview) -> str:
    """A move without an explosion: which own card it spares, or takes a die away from."""
    own, number, start = _own(seat, view), seen.pips[action.die], view.ring[_start(view, action)]
    others = [preview(view, die) for die in range(len(view.dice)) if die != action.die]
    spared = [view.ring[blast.at] for other in others for blast in other.explosions if view.ring[blast.at] in own]
    ways = seen.after.ways.onward
    before = [card for card in (view.ring[at] for at in ways[_start(view, action)]) if card in own]
    ahead = [card for card in (view.ring[at] for at in ways[seen.to]) if card in own]
    if spared:
        return f"spares your {_short(spared[0])}"
    if start in own:
        return f"takes a die off your {_short(start)}"
    if number == BLAST - 1:
        return "makes a die ready to blow up" + ("" if ahead else ", with none of your cards ahead of it")
    if view.ring[seen.to] in own:
        return f"rests a die on your {_short(view.ring[seen.to])}, where it shows only {number}"
    if before and not ahead:
        return f"leads a die past your {_short(before[0])}"
    return f"raises a die to {number}" + ("" if ahead else ", away from your cards")


def _start(view: WheelView, action: Advance) -> int:
    """Where the moved die starts."""
    return view.dice[action.die].at


def _own(seat: int, view: WheelView) -> set[str]:
    """The cards of the ring that would hurt the seat."""
    held = view.hearts[seat]
    return set() if isinstance(held, int) else {spade_of(heart) for heart in held if heart not in view.shown[seat]}


def _short(card: str) -> str:
    """What a spade is called at the table."""
    return "ace" if card[0] == "A" else card[:-1]


def _numbers(pips: Sequence[int]) -> str:
    first, second, third = sorted(pips)
    return f"they show {first}, {second} and {third}"
