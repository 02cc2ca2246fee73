"""Random and normal player of Grenade Salad. They use a view and the physics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, dist, pi, sin, sqrt
from random import Random

from grenade_salad.core import Action, View
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
    placement,
)
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT, Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players import Player
from grenade_salad.players.salad.heuristics import TableAnalysis
from grenade_salad.players.salad.known_position import compare_standing, ends_without_card

_STYLE_SIGN = {"": 0.0, "careful": -1.0, "reckless": 1.0}
_NEUTRAL_HEIGHT = 200.0
"""A drop from higher than this many mm scatters the soldiers, which is careful."""


def rate_style(style: str, view: SaladView, seat: int, action: Action) -> float:
    """Return how much a player of that style likes an action, from -1 to 1.

    It is 0 without a style.
    """
    return _STYLE_SIGN[style] * _boldness(view, seat, action) if style else 0.0


def _boldness(view: SaladView, seat: int, action: Action) -> float:
    """Return how bold an action is, from -1 to 1.

    Throws and steps towards others are bold; shots from afar and places far from others are not. Blows count as 0:
    Hammers that are kept too long become useless, whatever the style.
    """
    match action:
        case Explosion() | Footpath():
            return 1.0
        case Move(to=(x, y)):
            start = next(soldier for soldier in view.soldiers if soldier.id == action.soldier)
            nearer = _nearest_distance(view, seat, (start.x, start.y)) - _nearest_distance(view, seat, (x, y))
            return max(-1.0, min(1.0, nearer / view.options.tile))
        case Circles(height=float(height)):
            return (_NEUTRAL_HEIGHT - height) / _NEUTRAL_HEIGHT
        case Pointer(to=(x, y)):
            return 1.0 if _nearest_distance(view, seat, (x, y)) < 2 * view.options.tile else -1.0
        case End() | ThrowAway() | Pass():
            return -1.0
    return 0.0


def _nearest_distance(view: SaladView, seat: int, point: tuple[float, float]) -> float:
    """Return the distance of the nearest enemy in mm."""
    return min((dist(point, (soldier.x, soldier.y)) for soldier in view.soldiers if soldier.seat != seat), default=0.0)


def shuffle_choices(view: SaladView, legal: Sequence[Action], rng: Random) -> tuple[SaladView, list[Action]]:
    """Return the same soldiers and actions in random order.

    The first of equal choices is then a random one. In the order of their ids, the soldiers of the lowest seat would
    always be hit first.
    """
    return replace(view, soldiers=tuple(rng.sample(view.soldiers, len(view.soldiers)))), rng.sample(legal, len(legal))


_CARDS_BY_NEED = ("hammers", "footpath", "arrow", "explosion", "circles", "pointer")
"""The cards, the one that is missed least first."""


def choose_end(view: SaladView, legal: Sequence[Action]) -> Action | None:
    """Return the end of the turn if it is legal, or the best card to throw away.

    If the end costs a card (GS-36), that is the card that is missed least: one for soldiers if there is no reserve,
    then one that is in the hand several times.
    """
    throw_aways = [action for action in legal if isinstance(action, ThrowAway)]
    if not throw_aways:
        return next((action for action in legal if isinstance(action, End)), None)
    seat = view.turn
    hand = view.hands[seat]
    assert not isinstance(hand, int)

    def rank_loss(action: ThrowAway) -> tuple[bool, int, int]:
        is_useful = view.reserve[seat] > 0 or action.card not in ("pointer", "circles")
        return is_useful, -hand.count(action.card), _CARDS_BY_NEED.index(action.card)

    return min(throw_aways, key=rank_loss)


_MAX_TRIES = 30
"""Maximum number of random places that are tried for a template."""
_STYLE_HEIGHTS = {"careful": 300.0, "reckless": 200.0}
"""Heights in mm of Three Circles: scattered, or near the middle."""
_MIN_CARD_WORTH = {"careful": 0.5, "": 0.0, "reckless": -1.0}
"""Minimum points that a card must bring to be played.

A reckless player also throws where nobody is hit.
"""
_STYLE_WEIGHT = 0.5
"""Weight of a style, in points.

It decides which card is played first, and hardly whether one is.
"""


def fill_template(view: SaladView, template: Action, rng: Random) -> Action | None:
    """Return the action with random points, angles and heights that are allowed.

    None if no place was found in `_MAX_TRIES` tries.
    """
    measures = view.measures()
    soldiers = {soldier.id: soldier for soldier in view.soldiers}
    width, height = measures.table

    def is_free(to: Point, angle: float, ignored_id: int | None) -> bool:
        return placement.why_not_place(measures, view.soldiers, to[0], to[1], angle, ignored_id) is None

    for _ in range(_MAX_TRIES):
        angle = rng.uniform(-pi, pi)
        point = (rng.uniform(0, width), rng.uniform(0, height))
        direction, distance = rng.uniform(-pi, pi), measures.tile * sqrt(rng.random())
        dx, dy = distance * round(cos(direction), 12), distance * round(sin(direction), 12)
        match template:
            case Drop():
                return Drop(height=rng.uniform(MIN_HEIGHT, MAX_HEIGHT), seat=template.seat)
            case Circles():
                return Circles(template.seat, rng.uniform(MIN_HEIGHT, MAX_HEIGHT))
            case Move():
                start = soldiers[template.soldier]
                to = (start.x + dx, start.y + dy)
                if is_free(to, angle, template.soldier):
                    return Move(template.seat, template.soldier, to, angle)
            case Pointer():
                if is_free(point, angle, None):
                    return Pointer(template.seat, point, angle)
            case Explosion():
                start = soldiers[template.soldier]
                target = (start.x + dx, start.y + dy)
                if 0 <= target[0] <= width and 0 <= target[1] <= height:
                    return Explosion(template.seat, template.soldier, target)
            case _:
                return template
    return None


class RandomPlayer(Player):
    """Plays a random legal action: first a kind of action, then one of that kind."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return a random action of a random kind, with random points."""
        assert isinstance(view, SaladView)
        choices = list(legal)
        while choices:
            kinds = sorted({action.do for action in choices})
            kind = self._rng.choice(kinds)
            template = self._rng.choice([action for action in choices if action.do == kind])
            if action := fill_template(view, template, self._rng):
                return action
            choices = [choice for choice in choices if choice != template]
        raise ValueError("nothing that is legal could be filled in")


class NormalPlayer(Player):
    """Rules of thumb: the best shot, throw or blow at once, small steps, good mines."""

    def __init__(self, seat: int, rng: Random, style: str = "") -> None:
        self._seat = seat
        self._rng = rng
        self._style = style

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        if view.step == "drop":
            height = view.measures().default_height(len(view.hands))
            return Keep(seat=self._seat) if view.attempts else Drop(height=height, seat=self._seat)
        view, legal = shuffle_choices(view, legal, self._rng)
        sense = TableAnalysis(view, self._seat)
        if view.step == "mines":
            return sense.best_mine(legal) or Pass(self._seat)
        end = choose_end(view, legal)
        score = compare_standing(view, self._seat) if ends_without_card(view) else 0
        if end and score > 0:
            return end
        if view.step == "move" and (move := sense.best_move()):
            return move
        best = self._best_card(view, sense.rate_cards(legal, self._rng))
        # Throwing a grenade at nobody draws a new card, but saving it wins more often.
        if best and (end is None or score < 0 or best[0] > _MIN_CARD_WORTH[self._style]):
            return best[1]
        assert end is not None
        return end

    def _best_card(self, view: SaladView, cards: Sequence[tuple[float, Action]]) -> tuple[float, Action] | None:
        """Return the best card; of about equal ones the one that the style likes."""
        rated = [
            (worth + _STYLE_WEIGHT * rate_style(self._style, view, self._seat, card), worth, card)
            for worth, card in cards
        ]
        best = max(rated, key=lambda entry: entry[0], default=None)
        if best and isinstance(best[2], Circles) and self._style:
            return best[1], Circles(self._seat, _STYLE_HEIGHTS[self._style])
        return best and best[1:]
