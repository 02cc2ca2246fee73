"""What a die does, for puzzles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import seat_of
from grenade_salad.core.puzzle_rules import PuzzleRules
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import JOKER, spade_of
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.players.wheel.batch_rollout import play

_WORLDS = 128


def _ahead(view: View, action: Action) -> Preview:
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    return preview(view, action.die)


def kind(view: View, action: Action) -> str:
    """The ring and the dice afterwards: two dice that show the same on one card are the same."""
    after = _ahead(view, action).after
    dice = sorted(zip(after.at, after.pips, strict=True))
    return " ".join([f"{after.down:x}", *(f"{at}:{pips}" for at, pips in dice)])


def theme(view: View, action: Action) -> str:
    """What the move is about."""
    ahead = _ahead(view, action)
    if len(ahead.explosions) > 1 or any(len(blast.dice) > 1 for blast in ahead.explosions):
        return "chain"
    if ahead.explosions:
        return "grenade"
    return "joker" if ahead.joker else "patience"


def choices(view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
    """The dice, each with how often quick matches are won with it, in worlds by chance."""
    assert isinstance(view, WheelView)
    assert view.roll is not None
    seat, luck = seat_of(view), Random(0)
    held = np.array([_hands(view, seat, luck) for _ in range(_WORLDS)]).T
    rates = play(view.board(), seat, view.roll, held, view.options.last_heart, np.random.default_rng(0)).mean(axis=1)
    found = [(action, float(rates[action.die])) for action in legal if isinstance(action, Advance)]
    return sorted(found, key=lambda one: -one[1])


def _hands(view: WheelView, seat: int, luck: Random) -> list[int]:
    """The cards of the ring (bits) that each seat has to lose in a world that is possible for the seat."""
    there = {view.ring[place]: 1 << place for place in range(len(view.ring)) if place not in view.face_down}
    own = view.hearts[seat]
    assert isinstance(own, tuple)
    mine = {spade_of(heart) for heart in own}
    free = [bit for card, bit in there.items() if card != JOKER and card not in mine]
    luck.shuffle(free)
    found = []
    for other, alive in enumerate(view.alive):
        hearts = view.hearts[other]
        hidden = hearts - len(view.shown[other]) if isinstance(hearts, int) else 0
        bits = [there.get(card, 0) for card in mine] if other == seat else [free.pop() for _ in range(hidden)]
        found.append(sum(bits) if alive else 0)
    return found


def as_true(view: View, action: Action, other: Action) -> bool:
    """Whether both spare the own cards, where that is why one of them is good: a third die hits one."""
    assert isinstance(view, WheelView)
    own = view.hearts[seat_of(view)]
    assert isinstance(own, tuple)
    mine = {spade_of(heart) for heart in own if heart not in view.shown[seat_of(view)]}
    die, its = (_ahead(view, one) for one in (action, other))
    quiet = not die.explosions and not die.joker
    return quiet and _hit(view, mine) and not any(view.ring[blast.at] in mine for blast in its.explosions)


def _hit(view: WheelView, mine: Collection[str]) -> bool:
    """Whether some die would blow up one of these cards."""
    return any(view.ring[blast.at] in mine for die in range(len(view.dice)) for blast in preview(view, die).explosions)


PUZZLING = PuzzleRules(
    kind=kind,
    theme=theme,
    choices=choices,
    least=3,
    whole=True,
    alike=10,
    as_true=as_true,
    file=Path(__file__).with_name("puzzles.jsonl.xz"),
)
