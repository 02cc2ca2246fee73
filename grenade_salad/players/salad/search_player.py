"""Search player of Grenade Salad: one step at a time, by its chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, View
from grenade_salad.games.salad import Circles, End, Explosion, Move, Pointer, placement
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players import Advice, Player, PlayerSpec
from grenade_salad.players.salad.known_position import read_position
from grenade_salad.players.salad.normal import NormalPlayer, rate_style, shuffle_choices
from grenade_salad.players.salad.search import Option, weigh, weigh_action, weigh_answers
from grenade_salad.players.salad.value_net import odds_to_chance
from grenade_salad.players.time_budget import Clock, TimedPlayer, choose_budget

_HARD_WIDTH, _EXPERT_WIDTH = 6, 40
"""Number of steps that each level searches further."""
_STYLE_WEIGHT = 0.04
"""Weight of a style, in log odds: it decides only between about equal steps."""


class SearchPlayer(TimedPlayer, Player):
    """Weighs every step by the chance to win, and searches the best ones further."""

    def __init__(self, spec: PlayerSpec, seat: int, rng: Random) -> None:
        self._style = spec.style
        self._is_expert = spec.level == "expert"
        limit = choose_budget(spec, _HARD_WIDTH, _EXPERT_WIDTH)
        self._clock = Clock(limit)
        self._width = limit.worlds
        self._seat = seat
        self._rng = rng
        self._normal = NormalPlayer(seat, rng)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one step: the drop, a move, a card, a mine, or the end of the turn."""
        assert isinstance(view, SaladView)
        if view.step == "drop":
            return self._normal.decide(view, legal)
        options = self._weigh_options(view, legal)
        return options[0].action if options else self._normal.decide(view, legal)

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """Return its choice, and the chances to win with it and with `played`.

        It does not weigh the set-up drop. The chances are those of `value_net`: the results of similar positions in
        matches of machines. Ending a turn with cards that could be played has a cost, in its choice and in `played`
        alike.
        """
        assert isinstance(view, SaladView)
        if view.step == "drop":
            return Advice(self._normal.decide(view, legal))
        options = self._weigh_options(view, legal, played)
        if not options:
            return Advice(self._normal.decide(view, legal))
        played_chance = next((odds_to_chance(option.worth) for option in options if option.action == played), None)
        return Advice(options[0].action, odds_to_chance(options[0].worth), played_chance)

    def _weigh_options(self, view: SaladView, legal: Sequence[Action], extra: Action | None = None) -> list[Option]:
        """Return the possible steps and `extra`, the best first.

        The first one is always allowed by the physics.
        """
        self._clock.start()
        view, legal = shuffle_choices(view, legal, self._rng)
        board = read_position(view, self._seat, self._is_expert)
        if view.step == "mines":
            options = [option for option in weigh_answers(board, view.triggers) if option.action in legal]
        else:
            may_end = any(isinstance(action, End) for action in legal)
            options = weigh(board, self._rng, may_end, self._width, self._clock.has_time)
            if extra and all(option.action != extra for option in options):
                options.append(weigh_action(board, extra, self._rng))
        options.sort(
            key=lambda option: -option.worth - _STYLE_WEIGHT * rate_style(self._style, view, self._seat, option.action)
        )
        while options and not is_allowed(view, legal, options[0].action):
            options.pop(0)
        return options


def is_allowed(view: SaladView, legal: Sequence[Action], action: Action) -> bool:
    """True if the physics allow the action, and it is legal or fills in a template."""
    measures = view.measures()
    match action:
        case Move(to=(x, y), angle=float(angle)):
            is_free = placement.why_not_place(measures, view.soldiers, x, y, angle, action.soldier) is None
            return is_free and Move(action.seat, action.soldier, None, None) in legal
        case Pointer(to=(x, y), angle=float(angle)):
            is_free = placement.why_not_place(measures, view.soldiers, x, y, angle) is None
            return is_free and Pointer(action.seat, None, None) in legal
        case Circles():
            return Circles(action.seat, None) in legal
        case Explosion():
            return Explosion(action.seat, action.soldier, None) in legal
    return action in legal
