"""Search player of Live Grenade: networks, checked by playouts in many worlds.

It plays the choice that its networks prefer, unless another turns out better in the worlds. In those the seat plays by
its networks, and all others by the rules of thumb of the normal player.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import TypeAlias

import numpy as np

from grenade_salad.core import Action, Event, View
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.events import Drew, Played
from grenade_salad.players import Advice, PlayerSpec
from grenade_salad.players.live_grenade.batch_rollout import PendingPlays, QuickNormal
from grenade_salad.players.live_grenade.beliefs import Beliefs
from grenade_salad.players.live_grenade.determinizations import STEAL, Floats, Worlds
from grenade_salad.players.live_grenade.features import PositionFeatures
from grenade_salad.players.live_grenade.playouts import ACTION_NAMES, odds_to_chances, play_out_choices
from grenade_salad.players.live_grenade.value_net import QuickNet, load_trained
from grenade_salad.players.time_budget import Clock, TimedPlayer, choose_budget

Choice: TypeAlias = tuple[str, int | None]
"""The name of an action, and the seat that is stolen from."""
_HOPELESS_ERRORS = 3.0
"""A choice is dropped if it is this many standard errors worse than the first."""


class ChoiceTally:
    """Gains of all choices over the first one; `active` are those still compared."""

    def __init__(self, choices: int) -> None:
        self.active = list(range(choices))
        self.worlds = 0
        self._first_sum = 0.0
        self._count = np.zeros(choices)
        self._sum = np.zeros(choices)
        self._square = np.zeros(choices)

    def add(self, values: Floats) -> None:
        """Add the chances of some worlds, (active choices, worlds).

        The first choice is always among them.
        """
        exact = values.astype(np.float64)
        gain = exact - exact[0]
        self.worlds += exact.shape[1]
        self._first_sum += float(exact[0].sum())
        self._count[self.active] += exact.shape[1]
        self._sum[self.active] += gain.sum(1)
        self._square[self.active] += (gain * gain).sum(1)
        gains = self.gains()
        self.active = [
            index for index in self.active if index == 0 or gains[index][0] > -_HOPELESS_ERRORS * gains[index][1]
        ]

    def gains(self) -> list[tuple[float, float]]:
        """Return each choice's mean gain over the first, and its standard error."""
        mean = self._sum / self._count
        variance = np.maximum(self._square / self._count - mean * mean, 1e-6)
        return list(zip(mean.tolist(), np.sqrt(variance / self._count).tolist(), strict=True))

    def win_chances(self, choices: Sequence[Choice]) -> dict[Choice, float]:
        """Return the chance to win after each of the choices."""
        base = self._first_sum / self.worlds
        gains = zip(choices, self.gains(), strict=True)
        return {choice: min(1.0, max(0.0, base + mean)) for choice, (mean, _) in gains}


_HARD_WORLDS, _EXPERT_WORLDS = 320, 2048
"""Maximum number of worlds of each level."""
_USUAL_SIZE = 15
"""Choices times seats that these worlds are for.

With more of them there are fewer worlds, so that a decision is as much work.
"""
_FIRST_BATCH, _BATCH = 64, 256
"""Number of worlds played side by side, in the first batch and in later ones."""
_MAX_TURNS = 3
"""Further turns of the seat after which a world is estimated."""
_MARGIN_ERRORS = 1.0
"""Standard errors by which another choice must be better than the sound one."""
_STYLE_BONUS = 0.01
"""Chance to win that a player gives up for an action of its style."""
_STYLE_ACTIONS = {"careful": ("skip", "reverse", "draw", "pass"), "reckless": ("steal", "pair", "cancel"), "": ()}

_FUN_COST = {"careful": (0.0, 0.0), "": (0.03, 0.015), "reckless": (0.05, 0.05)}
"""Maximum loss of chance for a theft that is played for fun.

By style, at the beginning and in the middle of a match. Skips and Reverses are not played for fun: they save a player
only where drawing is dangerous.
"""
_FUN_RATE = {"careful": (0.0, 0.0), "": (0.5, 1.0), "reckless": (1.0, 1.0)}
"""Probability of such a theft, at the beginning and in the middle."""
_PATIENCE = {"careful": (0, 0), "": (3, 2), "reckless": (0, 0)}
"""Own draws without a card after which a theft for fun is considered.

By style, at the beginning and in the middle.
"""
_MIDDLE_RISK, _MAX_FUN_RISK = 0.12, 0.25
"""Draw risks: the start of the middle, and the maximum for thefts for fun.

Above the maximum all thefts may be needed.
"""

_DIGITS = 5
"""Digits of a chance. Smaller differences depend on the order of adding."""
_MAX_GAP = 0.05
"""Maximum gap to the best first estimate for a choice to be played out."""
_MAX_CHOICES = 6
"""Maximum number of choices that are played out, the best first estimates."""


class SearchPlayer(TimedPlayer):
    """Answers at once, by a network; in its turn it plays out every choice."""

    def __init__(self, spec: PlayerSpec, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._budget = choose_budget(spec, _HARD_WORLDS, _EXPERT_WORLDS)
        self._clock = Clock(self._budget)
        self._style = spec.style
        self._liked_actions = _STYLE_ACTIONS[spec.style]
        self._beliefs = Beliefs()
        self._draw_count = 0

    def see(self, event: Event) -> None:
        """Observe an event."""
        self._beliefs.see(event)
        match event:
            case Drew(seat=self._seat):
                self._draw_count += 1
            case Played(seat=self._seat):
                self._draw_count = 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the choice that wins most often, or now and then a cheap card.

        People leave a game in which they only see others draw.
        """
        best, worth = self._evaluate(view, legal)
        assert isinstance(view, LiveGrenadeView)
        assert isinstance(view.deck, int)
        return _find_action(legal, self._choose_lively(best, worth, view.grenades / view.deck if view.deck else 1.0))

    def _choose_lively(self, best: Choice, worth: dict[Choice, float], risk: float) -> Choice:
        """Return the best theft instead of a draw, if it costs little."""
        thefts = [choice for choice in worth if choice[1] is not None]
        is_middle = risk > _MIDDLE_RISK
        is_bored = (
            self._draw_count >= _PATIENCE[self._style][is_middle]
            and self._rng.random() < _FUN_RATE[self._style][is_middle]
        )
        if best[0] != "draw" or not thefts or risk > _MAX_FUN_RISK or not is_bored:
            return best
        theft = max(thefts, key=lambda choice: worth[choice])
        return theft if worth[theft] >= worth[best] - _FUN_COST[self._style][is_middle] else best

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """Return its choice, and the chances to win with it and with `played`."""
        best, worth = self._evaluate(view, legal, None if played is None else to_choice(played))
        return Advice(_find_action(legal, best), worth[best], None if played is None else worth.get(to_choice(played)))

    def _evaluate(
        self, view: View, legal: Sequence[Action], asked_choice: Choice | None = None
    ) -> tuple[Choice, dict[Choice, float]]:
        assert isinstance(view, LiveGrenadeView)
        self._clock.start()
        rng = np.random.default_rng(self._rng.getrandbits(64))
        player = QuickNet(load_trained(), rng)
        choices = list(dict.fromkeys(map(to_choice, legal)))
        self._rng.shuffle(choices)  # Shuffled, so that the first of equal choices is a random one.
        worth = estimate_choices(player, self._beliefs, view, self._seat, choices)
        if view.stack:
            return self._choose_liked(worth), worth
        sound_choice = self._choose_liked(worth)
        candidates = [
            choice for choice in worth if worth[choice] > worth[sound_choice] - _MAX_GAP or choice == asked_choice
        ]
        candidates.sort(key=lambda choice: (choice != sound_choice, -worth[choice]))
        if len(candidates) > 1:
            return self._play_out(view, player, candidates[:_MAX_CHOICES], worth, rng)
        return sound_choice, worth

    def _play_out(
        self,
        view: LiveGrenadeView,
        player: QuickNet,
        choices: Sequence[Choice],
        worth: dict[Choice, float],
        rng: np.random.Generator,
    ) -> tuple[Choice, dict[Choice, float]]:
        """Return the first of the choices, unless another wins more worlds.

        All choices are played in worlds with the same random numbers.
        """
        sound_choice = choices[0]
        tally = ChoiceTally(len(choices))
        batch, worlds_left = _FIRST_BATCH, self._budget.worlds
        while worlds_left > 0 and len(tally.active) > 1:
            active_choices = [choices[index] for index in tally.active]
            cost = max(1.0, len(active_choices) * len(view.hands) / _USUAL_SIZE)
            batch = min(batch, ceil(worlds_left / cost))
            worlds = self._beliefs.likely_worlds(view, self._seat, batch, rng)
            chances = play_out_choices(
                worlds, self._seat, player, QuickNormal(rng), active_choices, rng, _MAX_TURNS, self._clock.has_time
            )
            if chances is None:
                break
            worlds_left -= ceil(batch * cost)
            tally.add(chances)
            batch = _BATCH
        if not tally.worlds:
            return sound_choice, worth
        return choices[self._best_index(tally, choices)], worth | tally.win_chances(choices)

    def _best_index(self, tally: ChoiceTally, choices: Sequence[Choice]) -> int:
        best_gain, best_index = 0.0, 0
        for index, (mean, error) in enumerate(tally.gains()):
            gain = mean + self._style_bonus(choices[index]) - self._style_bonus(choices[0])
            if gain > max(best_gain, _MARGIN_ERRORS * error):
                best_gain, best_index = gain, index
        return best_index

    def _choose_liked(self, worth: dict[Choice, float]) -> Choice:
        return max(worth, key=lambda choice: worth[choice] + self._style_bonus(choice))

    def _style_bonus(self, choice: Choice) -> float:
        return _STYLE_BONUS * (choice[0] in self._liked_actions)


def estimate_choices(
    player: QuickNet, beliefs: Beliefs, view: LiveGrenadeView, seat: int, choices: Sequence[Choice]
) -> dict[Choice, float]:
    """Return the networks' estimates of the choices, without playouts."""
    blank_world = beliefs.blank_world(view, seat)
    if not view.stack:
        return _estimate_turns(player, blank_world, choices)
    worth = _estimate_answers(player, blank_world, view, seat)
    return {choice: worth[choice] for choice in choices}


def to_choice(action: Action) -> Choice:
    """Return the action's name and target; its cards make no difference."""
    return action.do, action.target if isinstance(action, Theft) else None


def _find_action(legal: Sequence[Action], choice: Choice) -> Action:
    return next(action for action in legal if to_choice(action) == choice)


def _estimate_turns(player: QuickNet, blank_world: Worlds, choices: Sequence[Choice]) -> dict[Choice, float]:
    """Return the network's estimates of the choices of a turn."""
    odds, thefts = player.turn_odds(PositionFeatures(blank_world, np.array([0]), blank_world.turn))
    turn_chances, thefts = odds_to_chances(odds)[0], odds_to_chances(thefts)[0]
    return {
        (do, target): round(
            float(
                turn_chances[ACTION_NAMES.index(do)]
                if target is None
                else thefts[ACTION_NAMES.index(do) - STEAL, target]
            ),
            _DIGITS,
        )
        for do, target in choices
    }


def _estimate_answers(player: QuickNet, blank_world: Worlds, view: LiveGrenadeView, seat: int) -> dict[Choice, float]:
    """Return the network's estimates of a pass and of a King.

    The work is the same with or without a King in hand.
    """
    play = view.stack[0]
    pending = PendingPlays(
        *(
            np.array([value])
            for value in (0, play.seat, ACTION_NAMES.index(play.do), play.target or 0, len(view.stack) - 1)
        )
    )
    pass_odds, king_odds = player.answer_odds(blank_world, np.array([seat]), pending)
    return {
        ("pass", None): float(odds_to_chances(pass_odds)[0]),
        ("cancel", None): float(odds_to_chances(king_odds)[0]),
    }
