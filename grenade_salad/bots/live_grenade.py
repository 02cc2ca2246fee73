"""Machine players of Live Grenade. They know what their seat sees, and remember what it saw."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.bots import Bot
from grenade_salad.core import Action, Event, View
from grenade_salad.games.live_grenade import Cancel, LiveGrenadeView, Pair, Pass, Play, Steal
from grenade_salad.games.live_grenade.cards import FRIENDS
from grenade_salad.games.live_grenade.events import Dealt, Drew, Grenade, Out, Played, Stolen
from grenade_salad.games.live_grenade.options import friends_asked


def make(level: str, seat: int, rng: Random) -> Bot:
    """A player of the level `random` or `normal`."""
    return Anything(rng) if level == "random" else Normal(seat, rng)


class Anything:
    """Anything that is legal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing is remembered."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, each as likely as the others."""
        return self._rng.choice(legal)


class Memory:
    """How many cards everybody holds, and how many of them are surely or likely Best Friends, by what a seat saw."""

    def __init__(self) -> None:
        self._size: dict[int, int] = {}
        self._friends: dict[int, float] = {}

    def see(self, event: Event) -> None:
        """Something happened."""
        match event:
            case Dealt():
                self._size[event.seat] = event.number
                self._friends[event.seat] = 1.0
            case Drew():
                self._add(event.seat, 1, 0.0)
            case Played():
                self._add(event.seat, -len(event.cards), 0.0)
            case Grenade() if event.friend:
                self._add(event.seat, -1, -1.0)
            case Out():
                self._size[event.seat] = 0
                self._friends[event.seat] = 0.0
            case Stolen():
                share = self._friends.get(event.victim, 0.0) / max(1, self._size.get(event.victim, 1))
                worth = share if event.card is None else float(event.card in FRIENDS)
                self._add(event.victim, -1, -worth)
                self._add(event.thief, 1, worth)

    def _add(self, seat: int, cards: int, friends: float) -> None:
        self._size[seat] = max(0, self._size.get(seat, 0) + cards)
        self._friends[seat] = min(max(0.0, self._friends.get(seat, 0.0) + friends), self._size[seat])

    def friends(self, view: LiveGrenadeView, seat: int) -> list[float]:
        """How many Best Friends each player may be expected to hold, as the seat sees it."""
        mine = view.hands[seat]
        assert isinstance(mine, tuple)
        assert isinstance(view.deck, int)
        sizes = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        seen = [min(self._friends.get(other, 0.0), size) for other, size in enumerate(sizes)]
        total = len(view.hands) + friends_asked(len(view.hands), view.options)
        hidden = total - sum(card in FRIENDS for card in (*mine, *view.discard)) - sum(seen)
        places = sum(sizes) + view.deck - view.grenades - sum(seen)
        share = min(1.0, max(0.0, hidden / places)) if places > 0 else 0.0
        friends = [there + (size - there) * share for there, size in zip(seen, sizes, strict=True)]
        friends[seat] = float(sum(card in FRIENDS for card in mine))
        return friends


class Normal:
    """Sound rules of thumb: steal Best Friends, keep Skips for when a draw is dangerous, cancel what hurts."""

    def __init__(self, seat: int, rng: Random) -> None:
        self._seat = seat
        self._rng = rng
        self._memory = Memory()

    def see(self, event: Event) -> None:
        """Remember what happened."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One action: a play or the draw, or the answer to a play."""
        assert isinstance(view, LiveGrenadeView)
        friends = self._memory.friends(view, self._seat)
        if view.stack:
            return self._answer(view, legal, friends)
        return self._turn(view, legal, friends)

    def _turn(self, view: LiveGrenadeView, legal: Sequence[Action], friends: Sequence[float]) -> Action:
        draw = legal[0]
        theft = self._best_theft(view, legal, friends)
        if theft is not None:
            return theft
        enders = [action for action in legal if action.do in ("skip", "reverse")]
        if enders and _risk(view) >= _bearable(friends[self._seat]):
            return self._rng.choice(enders)
        return draw

    def _best_theft(self, view: LiveGrenadeView, legal: Sequence[Action], friends: Sequence[float]) -> Action | None:
        best: tuple[float, Action] | None = None
        for action in legal:
            if isinstance(action, (Pair, Steal)):
                size = view.hands[action.target]
                assert isinstance(size, int)
                chance = friends[action.target] / size - (0.1 if isinstance(action, Pair) else 0.0)
                if best is None or chance > best[0]:
                    best = (chance, action)
        if best is None:
            return None
        enough = 0.2 if friends[self._seat] else 0.05
        return best[1] if best[0] >= enough else None

    def _answer(self, view: LiveGrenadeView, legal: Sequence[Action], friends: Sequence[float]) -> Action:
        cancels = [action for action in legal if isinstance(action, Cancel)]
        harm = self._harm(view, friends)
        works = len(view.stack) % 2 == 1
        if cancels and (harm if works else -harm) >= 0.25:
            return cancels[0]
        return next(action for action in legal if isinstance(action, Pass))

    def _harm(self, view: LiveGrenadeView, friends: Sequence[float]) -> float:
        """How much worse off the seat is when the lowest play of the stack is carried out; below 0: better off."""
        play = view.stack[0]
        if play.do in ("pair", "steal"):
            return self._theft_harm(view, play, friends)
        risk = _risk(view)
        if play.seat == self._seat:
            return -risk * (1.0 if friends[self._seat] < 1 else 0.4)
        saved = risk * max(0.0, 1.0 - friends[play.seat])
        nearest = self._after(view, play) == self._seat
        own = risk * (1.0 if friends[self._seat] < 1 else 0.3) if nearest else 0.0
        return saved / max(1, sum(view.alive) - 1) + own

    def _theft_harm(self, view: LiveGrenadeView, play: Play, friends: Sequence[float]) -> float:
        assert play.target is not None
        size = view.hands[play.target]
        number = len(size) if isinstance(size, tuple) else size
        chance = friends[play.target] / number if number else 0.0
        if play.target == self._seat:
            return chance * (1.0 if friends[self._seat] <= 1 else 0.6)
        if play.seat == self._seat:
            return -chance
        return 0.0

    def _after(self, view: LiveGrenadeView, play: Play) -> int:
        """Whose turn comes when the Skip or Reverse is carried out."""
        way = -view.direction if play.do == "reverse" and sum(view.alive) > 2 else view.direction
        seat = (play.seat + way) % len(view.alive)
        while not view.alive[seat]:
            seat = (seat + way) % len(view.alive)
        return seat


def _risk(view: LiveGrenadeView) -> float:
    """The chance that the next card is an ace (LG-27)."""
    assert isinstance(view.deck, int)
    return view.grenades / view.deck if view.deck else 0.0


def _bearable(friends: float) -> float:
    """The risk from which a Skip is worth more than a card."""
    return 0.1 if friends < 1 else 0.3
