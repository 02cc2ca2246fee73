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
from grenade_salad.players import Advice, Kind
from grenade_salad.players.live_grenade.batch_rollout import QuickNormal, Stacked
from grenade_salad.players.live_grenade.beliefs import Beliefs
from grenade_salad.players.live_grenade.determinizations import STEAL, Floats, Worlds
from grenade_salad.players.live_grenade.features import Table
from grenade_salad.players.live_grenade.playouts import DOES, after, chances
from grenade_salad.players.live_grenade.value_net import QuickNet, trained
from grenade_salad.players.time_budget import Clock, OnTheClock, budget

Choice: TypeAlias = tuple[str, int | None]
"""What is done, and from whom is stolen."""
_HOPELESS = 3.0
"""By how many standard errors a choice must be worse than the first one to be given up."""


class Tally:
    """How much better than the first choice the others are; `going` are those that are still looked at."""

    def __init__(self, choices: int) -> None:
        self.going = list(range(choices))
        self.worlds = 0
        self._first = 0.0
        self._count = np.zeros(choices)
        self._sum = np.zeros(choices)
        self._square = np.zeros(choices)

    def add(self, values: Floats) -> None:
        """How some worlds end after those choices that are still going, (choices, worlds); the first one always is."""
        exact = values.astype(np.float64)
        more = exact - exact[0]
        self.worlds += exact.shape[1]
        self._first += float(exact[0].sum())
        self._count[self.going] += exact.shape[1]
        self._sum[self.going] += more.sum(1)
        self._square[self.going] += (more * more).sum(1)
        better = self.better()
        self.going = [one for one in self.going if one == 0 or better[one][0] > -_HOPELESS * better[one][1]]

    def better(self) -> list[tuple[float, float]]:
        """How much better each choice is than the first on average, and the standard error of that."""
        mean = self._sum / self._count
        spread = np.maximum(self._square / self._count - mean * mean, 1e-6)
        return list(zip(mean.tolist(), np.sqrt(spread / self._count).tolist(), strict=True))

    def chances(self, choices: Sequence[Choice]) -> dict[Choice, float]:
        """How likely it is to win after each of the choices."""
        base = self._first / self.worlds
        more = zip(choices, self.better(), strict=True)
        return {choice: min(1.0, max(0.0, base + mean)) for choice, (mean, _) in more}


_HARD, _EXPERT = 320, 2048
"""In how many worlds a level thinks, at most."""
_USUAL = 15
"""How many choices times seats those worlds are for: with more, they are fewer, so that a decision is as much work."""
_AT_FIRST, _AT_ONCE = 64, 256
"""How many worlds go on side by side, at first and then."""
_TURNS = 3
"""After how many further turns of the seat a world is judged."""
_MARGIN = 1.0
"""By how many standard errors another choice must turn out better than the sound one."""
_LIKING = 0.01
"""What somebody gives up in chance to win for what they like."""
_LIKES = {"careful": ("skip", "reverse", "draw", "pass"), "reckless": ("steal", "pair", "cancel"), "": ()}

_FUN = {"careful": (0.0, 0.0), "": (0.03, 0.015), "reckless": (0.05, 0.05)}
"""How much less likely a win may be with a theft that is played to have something happen, by style, at the beginning
and in the middle of a match. Skips and Reverses are not: they save somebody only where drawing is dangerous."""
_OFTEN = {"careful": (0.0, 0.0), "": (0.5, 1.0), "reckless": (1.0, 1.0)}
"""How often it is played then, at the beginning and in the middle."""
_PATIENT = {"careful": (0, 0), "": (3, 2), "reckless": (0, 0)}
"""After how many own draws without a card somebody wants to play one, at the beginning and in the middle."""
_MIDDLE, _CALM = 0.12, 0.25
"""The risk of drawing an ace from which on it is the middle, and up to which thefts are played for fun: after that all
of them may be needed."""

_DIGITS = 5
"""Of a chance: what differs by less is the same in another order of adding."""
_CLOSE = 0.05
"""How much smaller the chance to win may look at first for a choice to be looked at in worlds."""
_MOST_CHOICES = 6
"""How many choices are looked at in worlds, those that look best at first."""


class Thinking(OnTheClock):
    """Answers at once, by a network; in its turn it plays on in many worlds for every choice."""

    def __init__(self, kind: Kind, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._budget = budget(kind, _HARD, _EXPERT)
        self._clock = Clock(self._budget)
        self._style = kind.style
        self._likes = _LIKES[kind.style]
        self._beliefs = Beliefs()
        self._draws = 0

    def see(self, event: Event) -> None:
        """Remember what happened."""
        self._beliefs.see(event)
        match event:
            case Drew(seat=self._seat):
                self._draws += 1
            case Played(seat=self._seat):
                self._draws = 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What wins most often, or a card that costs little, now and then: people leave who only see others draw."""
        best, worth = self._judge(view, legal)
        assert isinstance(view, LiveGrenadeView)
        assert isinstance(view.deck, int)
        return _first(legal, self._lively(best, worth, view.grenades / view.deck if view.deck else 1.0))

    def _lively(self, best: Choice, worth: dict[Choice, float], risk: float) -> Choice:
        """Instead of a draw the theft that looks best, if it costs little by what is known of it."""
        thefts = [choice for choice in worth if choice[1] is not None]
        middle = risk > _MIDDLE
        bored = self._draws >= _PATIENT[self._style][middle] and self._rng.random() < _OFTEN[self._style][middle]
        if best[0] != "draw" or not thefts or risk > _CALM or not bored:
            return best
        theft = max(thefts, key=lambda choice: worth[choice])
        return theft if worth[theft] >= worth[best] - _FUN[self._style][middle] else best

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """What it would do, and the chances to win then and after what was played."""
        best, worth = self._judge(view, legal, None if played is None else choice_of(played))
        return Advice(_first(legal, best), worth[best], None if played is None else worth.get(choice_of(played)))

    def _judge(
        self, view: View, legal: Sequence[Action], asked: Choice | None = None
    ) -> tuple[Choice, dict[Choice, float]]:
        assert isinstance(view, LiveGrenadeView)
        self._clock.start()
        rng = np.random.default_rng(self._rng.getrandbits(64))
        player = QuickNet(trained(), rng)
        choices = list(dict.fromkeys(map(choice_of, legal)))
        self._rng.shuffle(choices)  # The first of equal ones is any of them.
        worth = at_once(player, self._beliefs, view, self._seat, choices)
        if view.stack:
            return self._liked(worth), worth
        sound = self._liked(worth)
        close = [choice for choice in worth if worth[choice] > worth[sound] - _CLOSE or choice == asked]
        close.sort(key=lambda choice: (choice != sound, -worth[choice]))
        if len(close) > 1:
            return self._play_out(view, player, close[:_MOST_CHOICES], worth, rng)
        return sound, worth

    def _play_out(
        self,
        view: LiveGrenadeView,
        player: QuickNet,
        choices: Sequence[Choice],
        worth: dict[Choice, float],
        rng: np.random.Generator,
    ) -> tuple[Choice, dict[Choice, float]]:
        """The first of the choices, unless another turns out better in worlds with the same luck."""
        sound = choices[0]
        tally = Tally(len(choices))
        number, left = _AT_FIRST, self._budget.worlds
        while left > 0 and len(tally.going) > 1:
            going = [choices[one] for one in tally.going]
            counts = max(1.0, len(going) * len(view.hands) / _USUAL)
            number = min(number, ceil(left / counts))
            worlds = self._beliefs.likely(view, self._seat, number, rng)
            likely = after(worlds, self._seat, player, QuickNormal(rng), going, rng, _TURNS, self._clock.in_time)
            if likely is None:
                break
            left -= ceil(number * counts)
            tally.add(likely)
            number = _AT_ONCE
        if not tally.worlds:
            return sound, worth
        return choices[self._turned_out_best(tally, choices)], worth | tally.chances(choices)

    def _turned_out_best(self, tally: Tally, choices: Sequence[Choice]) -> int:
        best, found = 0.0, 0
        for number, (mean, error) in enumerate(tally.better()):
            gain = mean + self._bonus(choices[number]) - self._bonus(choices[0])
            if gain > max(best, _MARGIN * error):
                best, found = gain, number
        return found

    def _liked(self, worth: dict[Choice, float]) -> Choice:
        return max(worth, key=lambda choice: worth[choice] + self._bonus(choice))

    def _bonus(self, choice: Choice) -> float:
        return _LIKING * (choice[0] in self._likes)


def at_once(
    player: QuickNet, beliefs: Beliefs, view: LiveGrenadeView, seat: int, choices: Sequence[Choice]
) -> dict[Choice, float]:
    """What the networks think of what a seat may do, without playing on."""
    blank = beliefs.blank(view, seat)
    if not view.stack:
        return _turns(player, blank, choices)
    worth = _answers(player, blank, view, seat)
    return {choice: worth[choice] for choice in choices}


def choice_of(action: Action) -> Choice:
    """What is done, and to whom; which cards it takes makes no difference."""
    return action.do, action.target if isinstance(action, Theft) else None


def _first(legal: Sequence[Action], choice: Choice) -> Action:
    return next(action for action in legal if choice_of(action) == choice)


def _turns(player: QuickNet, blank: Worlds, choices: Sequence[Choice]) -> dict[Choice, float]:
    """What the network thinks of the choices of a turn."""
    odds, thefts = player.turn_odds(Table(blank, np.array([0]), blank.turn))
    likely, thefts = chances(odds)[0], chances(thefts)[0]
    return {
        (do, target): round(
            float(likely[DOES.index(do)] if target is None else thefts[DOES.index(do) - STEAL, target]), _DIGITS
        )
        for do, target in choices
    }


def _answers(player: QuickNet, blank: Worlds, view: LiveGrenadeView, seat: int) -> dict[Choice, float]:
    """What the network thinks of the two answers; the same work whether or not there is a King to play."""
    play = view.stack[0]
    stacked = Stacked(
        *(np.array([number]) for number in (0, play.seat, DOES.index(play.do), play.target or 0, len(view.stack) - 1))
    )
    go_on, king = player.answer_odds(blank, np.array([seat]), stacked)
    return {("pass", None): float(chances(go_on)[0]), ("cancel", None): float(chances(king)[0])}
