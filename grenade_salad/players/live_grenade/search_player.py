"""Players of Live Grenade that think: what their networks say at once, unless it turns out worse in many worlds.

In those worlds they go on by their networks, and all others by the rules of thumb of the normal player.
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
"""What is done, and from whom is stolen."""
_HOPELESS_ERRORS = 3.0
"""By how many standard errors a choice must be worse than the first one to be given up."""


class ChoiceTally:
    """How much better than the first choice the others are; `active` are those that are still looked at."""

    def __init__(self, choices: int) -> None:
        self.active = list(range(choices))
        self.worlds = 0
        self._first_sum = 0.0
        self._count = np.zeros(choices)
        self._sum = np.zeros(choices)
        self._square = np.zeros(choices)

    def add(self, values: Floats) -> None:
        """How some worlds end after those choices that are still going, (choices, worlds); the first one always is."""
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
        """How much better each choice is than the first on average, and the standard error of that."""
        mean = self._sum / self._count
        variance = np.maximum(self._square / self._count - mean * mean, 1e-6)
        return list(zip(mean.tolist(), np.sqrt(variance / self._count).tolist(), strict=True))

    def win_chances(self, choices: Sequence[Choice]) -> dict[Choice, float]:
        """How likely it is to win after each of the choices."""
        base = self._first_sum / self.worlds
        gains = zip(choices, self.gains(), strict=True)
        return {choice: min(1.0, max(0.0, base + mean)) for choice, (mean, _) in gains}


_HARD_WORLDS, _EXPERT_WORLDS = 320, 2048
"""In how many worlds a level thinks, at most."""
_USUAL_SIZE = 15
"""How many choices times seats those worlds are for: with more, they are fewer, so that a decision is as much work."""
_FIRST_BATCH, _BATCH = 64, 256
"""How many worlds go on side by side, at first and then."""
_MAX_TURNS = 3
"""After how many further turns of the seat a world is judged."""
_MARGIN_ERRORS = 1.0
"""By how many standard errors another choice must turn out better than the sound one."""
_STYLE_BONUS = 0.01
"""What somebody gives up in chance to win for what they like."""
_STYLE_ACTIONS = {"careful": ("skip", "reverse", "draw", "pass"), "reckless": ("steal", "pair", "cancel"), "": ()}

_FUN_COST = {"careful": (0.0, 0.0), "": (0.03, 0.015), "reckless": (0.05, 0.05)}
"""How much less likely a win may be with a theft that is played to have something happen, by style, at the beginning
and in the middle of a match. Skips and Reverses are not: they save somebody only where drawing is dangerous."""
_FUN_RATE = {"careful": (0.0, 0.0), "": (0.5, 1.0), "reckless": (1.0, 1.0)}
"""How often it is played then, at the beginning and in the middle."""
_PATIENCE = {"careful": (0, 0), "": (3, 2), "reckless": (0, 0)}
"""After how many own draws without a card somebody wants to play one, at the beginning and in the middle."""
_MIDDLE_RISK, _MAX_FUN_RISK = 0.12, 0.25
"""The risk of drawing an ace from which on it is the middle, and up to which thefts are played for fun: after that all
of them may be needed."""

_DIGITS = 5
"""Of a chance: what differs by less is the same in another order of adding."""
_MAX_GAP = 0.05
"""How much smaller the chance to win may look at first for a choice to be looked at in worlds."""
_MAX_CHOICES = 6
"""How many choices are looked at in worlds, those that look best at first."""


class SearchPlayer(TimedPlayer):
    """Answers at once, by a network; in its turn it plays on in many worlds for every choice."""

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
        """Remember what happened."""
        self._beliefs.see(event)
        match event:
            case Drew(seat=self._seat):
                self._draw_count += 1
            case Played(seat=self._seat):
                self._draw_count = 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What wins most often, or a card that costs little, now and then: people leave who only see others draw."""
        best, worth = self._evaluate(view, legal)
        assert isinstance(view, LiveGrenadeView)
        assert isinstance(view.deck, int)
        return _find_action(legal, self._choose_lively(best, worth, view.grenades / view.deck if view.deck else 1.0))

    def _choose_lively(self, best: Choice, worth: dict[Choice, float], risk: float) -> Choice:
        """Instead of a draw the theft that looks best, if it costs little by what is known of it."""
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
        """What it would do, and the chances to win then and after what was played."""
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
        self._rng.shuffle(choices)  # The first of equal ones is any of them.
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
        """The first of the choices, unless another turns out better in worlds with the same luck."""
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
    """What the networks think of what a seat may do, without playing on."""
    blank_world = beliefs.blank_world(view, seat)
    if not view.stack:
        return _estimate_turns(player, blank_world, choices)
    worth = _estimate_answers(player, blank_world, view, seat)
    return {choice: worth[choice] for choice in choices}


def to_choice(action: Action) -> Choice:
    """What is done, and to whom; which cards it takes makes no difference."""
    return action.do, action.target if isinstance(action, Theft) else None


def _find_action(legal: Sequence[Action], choice: Choice) -> Action:
    return next(action for action in legal if to_choice(action) == choice)


def _estimate_turns(player: QuickNet, blank_world: Worlds, choices: Sequence[Choice]) -> dict[Choice, float]:
    """What the network thinks of the choices of a turn."""
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
    """What the network thinks of the two answers; the same work whether or not there is a King to play."""
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
