"""Machine players of Grenade Salad. They see a view, and measure with the same table as everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, dist, pi, sin, sqrt
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.salad import (
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Keep,
    Move,
    Pass,
    Pointer,
    ThrowAway,
)
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT, Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.heuristics import Sense
from grenade_salad.players.salad.known_position import ends_without_a_card, standing

_SIGN = {"": 0.0, "careful": -1.0, "reckless": 1.0}
_HIGH = 200.0
"""A drop from higher than this many mm scatters the soldiers: that is careful."""


def taste(style: str, view: SaladView, seat: int, action: Action) -> float:
    """How much somebody of that style likes an action, from -1 to 1; 0 for everything without a style."""
    return _SIGN[style] * _boldness(view, seat, action) if style else 0.0


def _boldness(view: SaladView, seat: int, action: Action) -> float:
    """How bold an action is: throws, steps towards others. Shots from afar and lonely places are not.

    Blows count for nothing: Hammers that are kept too long are never of use again, whatever the style.
    """
    match action:
        case Explosion() | Footpath():
            return 1.0
        case Move(to=(x, y)):
            start = next(soldier for soldier in view.soldiers if soldier.id == action.soldier)
            nearer = _nearest(view, seat, (start.x, start.y)) - _nearest(view, seat, (x, y))
            return max(-1.0, min(1.0, nearer / view.options.tile))
        case Circles(height=float(height)):
            return (_HIGH - height) / _HIGH
        case Pointer(to=(x, y)):
            return 1.0 if _nearest(view, seat, (x, y)) < 2 * view.options.tile else -1.0
        case End() | ThrowAway() | Pass():
            return -1.0
    return 0.0


def _nearest(view: SaladView, seat: int, at: tuple[float, float]) -> float:
    """How far away the nearest enemy is, in mm."""
    return min((dist(at, (one.x, one.y)) for one in view.soldiers if one.seat != seat), default=0.0)


def shuffled(view: SaladView, legal: Sequence[Action], rng: Random) -> tuple[SaladView, list[Action]]:
    """The same soldiers and actions in any order, so that the first of equal choices is any of them.

    In the order of their numbers, the soldiers of the lowest seat would always be the first ones to be hit.
    """
    return replace(view, soldiers=tuple(rng.sample(view.soldiers, len(view.soldiers)))), rng.sample(legal, len(legal))


_NEED = ("hammers", "footpath", "arrow", "explosion", "circles", "pointer")
"""The cards by how much they are missed when they are gone, the least first."""


def best_end(view: SaladView, legal: Sequence[Action]) -> Action | None:
    """The end of the turn if it is legal; if it costs a card (GS-36), throwing away the one that is missed least.

    That is one for soldiers if nobody is in reserve, then one of which there are several.
    """
    thrown = [action for action in legal if isinstance(action, ThrowAway)]
    if not thrown:
        return next((action for action in legal if isinstance(action, End)), None)
    seat = view.turn
    hand = view.hands[seat]
    assert not isinstance(hand, int)

    def missed(action: ThrowAway) -> tuple[bool, int, int]:
        of_use = view.reserve[seat] > 0 or action.card not in ("pointer", "circles")
        return of_use, -hand.count(action.card), _NEED.index(action.card)

    return min(thrown, key=missed)


_TRIES = 30
_HEIGHTS = {"careful": 300.0, "reckless": 200.0}
"""From how many mm Three Circles are dropped: scattered, or more in the middle of things."""
_BAR = {"careful": 0.5, "": 0.0, "reckless": -1.0}
"""What a card must bring, in points, to be played rather than kept: somebody reckless throws at nobody, too."""
_LEAN = 0.5
"""What a style counts, in points: it decides which card is played first, and hardly whether one is."""


def fill(view: SaladView, template: Action, rng: Random) -> Action | None:
    """The action with random points, angles and heights that are allowed; None if no place was found by chance."""
    from grenade_salad.games.salad import physics

    measures = view.measures()
    where = {soldier.id: soldier for soldier in view.soldiers}
    width, height = measures.table

    def free(to: Point, angle: float, ignoring: int | None) -> bool:
        return physics.why_not_place(measures, view.soldiers, to[0], to[1], angle, ignoring) is None

    for _ in range(_TRIES):
        angle = rng.uniform(-pi, pi)
        anywhere = (rng.uniform(0, width), rng.uniform(0, height))
        way, far = rng.uniform(-pi, pi), measures.tile * sqrt(rng.random())
        across, up = far * round(cos(way), 12), far * round(sin(way), 12)
        match template:
            case Drop():
                return Drop(height=rng.uniform(MIN_HEIGHT, MAX_HEIGHT), seat=template.seat)
            case Circles():
                return Circles(template.seat, rng.uniform(MIN_HEIGHT, MAX_HEIGHT))
            case Move():
                start = where[template.soldier]
                to = (start.x + across, start.y + up)
                if free(to, angle, template.soldier):
                    return Move(template.seat, template.soldier, to, angle)
            case Pointer():
                if free(anywhere, angle, None):
                    return Pointer(template.seat, anywhere, angle)
            case Explosion():
                start = where[template.soldier]
                at = (start.x + across, start.y + up)
                if 0 <= at[0] <= width and 0 <= at[1] <= height:
                    return Explosion(template.seat, template.soldier, at)
            case _:
                return template
    return None


class Anything:
    """Anything that is legal: first what kind of action, then which."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing is remembered."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """A kind of action at random, then one of that kind with random points."""
        assert isinstance(view, SaladView)
        choices = list(legal)
        while choices:
            kinds = sorted({action.do for action in choices})
            kind = self._rng.choice(kinds)
            template = self._rng.choice([action for action in choices if action.do == kind])
            if action := fill(view, template, self._rng):
                return action
            choices = [other for other in choices if other != template]
        raise ValueError("nothing that is legal could be filled in")


class Normal:
    """Sound rules of thumb: the best shot, throw or blow at once, small steps towards the next one, mines that pay."""

    def __init__(self, seat: int, rng: Random, style: str = "") -> None:
        self._seat = seat
        self._rng = rng
        self._style = style

    def see(self, event: Event) -> None:
        """Nothing needs to be remembered: the table is open."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One small step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        if view.step == "drop":
            height = view.measures().default_height(len(view.hands))
            return Keep(seat=self._seat) if view.attempts else Drop(height=height, seat=self._seat)
        view, legal = shuffled(view, legal, self._rng)
        sense = Sense(view, self._seat)
        if view.step == "mines":
            return sense.best_mine(legal) or Pass(self._seat)
        end = best_end(view, legal)
        counted = standing(view, self._seat) if ends_without_a_card(view) else 0
        if end and counted > 0:
            return end
        if view.step == "move" and (move := sense.best_move()):
            return move
        best = self._best_card(view, sense.cards(legal, self._rng))
        # A grenade at nobody would make room for a new card, but who keeps it for somebody wins more.
        if best and (end is None or counted < 0 or best[0] > _BAR[self._style]):
            return best[1]
        assert end is not None
        return end

    def _best_card(self, view: SaladView, cards: Sequence[tuple[float, Action]]) -> tuple[float, Action] | None:
        """The card that is worth most, and of about equal ones what the style likes."""
        liked = [(worth + _LEAN * taste(self._style, view, self._seat, card), worth, card) for worth, card in cards]
        best = max(liked, key=lambda entry: entry[0], default=None)
        if best and isinstance(best[2], Circles) and self._style:
            return best[1], Circles(self._seat, _HEIGHTS[self._style])
        return best and best[1:]
