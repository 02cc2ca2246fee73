"""Puzzle rules of the wheel game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import require_seat
from grenade_salad.core.puzzle_rules import PuzzleRules
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.players.wheel.batch_rollout import play_out

_WORLDS = 128


def _preview(view: View, action: Action) -> Preview:
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    return preview(view, action.die)


def kind(view: View, action: Action) -> str:
    """Return the ring and the dice after the move.

    Two dice that show the same on one card are equal.
    """
    after = _preview(view, action).after
    dice = sorted(zip(after.die_positions, after.pips, strict=True))
    return " ".join([f"{after.down:x}", *(f"{place}:{pips}" for place, pips in dice)])


def theme(view: View, action: Action) -> str:
    """Return the theme of the move."""
    outcome = _preview(view, action)
    if len(outcome.explosions) > 1 or any(len(blast.dice) > 1 for blast in outcome.explosions):
        return "chain"
    if outcome.explosions:
        return "grenade"
    return "joker" if outcome.joker else "patience"


def choices(view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
    """Return the dice, each with its share of wins in quick matches of random worlds."""
    assert isinstance(view, WheelView)
    assert view.roll is not None
    seat, rng = require_seat(view), Random(0)
    held = np.array([_deal_bits(view, seat, rng) for _ in range(_WORLDS)]).T
    rates = play_out(view.ring_state(), seat, view.roll, held, view.options.last_heart, np.random.default_rng(0)).mean(
        axis=1
    )
    rated = [(action, float(rates[action.die])) for action in legal if isinstance(action, Advance)]
    return sorted(rated, key=lambda entry: -entry[1])


def _deal_bits(view: WheelView, seat: int, rng: Random) -> list[int]:
    """Return the cards of the ring (bits) that each seat can lose in a random world.

    The world is possible for the seat.
    """
    card_bits = {view.ring[place]: 1 << place for place in range(len(view.ring)) if place not in view.face_down}
    own_spades = view.spades_of(seat)
    free_bits = [bit for card, bit in card_bits.items() if card != JOKER and card not in own_spades]
    rng.shuffle(free_bits)
    hands = []
    for owner, alive in enumerate(view.alive):
        hearts = view.hearts[owner]
        hidden = hearts - len(view.shown[owner]) if isinstance(hearts, int) else 0
        bits = (
            [card_bits.get(card, 0) for card in own_spades]
            if owner == seat
            else [free_bits.pop() for _ in range(hidden)]
        )
        hands.append(sum(bits) if alive else 0)
    return hands


def as_true(view: View, action: Action, other_action: Action) -> bool:
    """True if both spare the own cards, and that is why one of them is good.

    A third die hits an own card then.
    """
    assert isinstance(view, WheelView)
    own_spades = view.unspent_spades_of(require_seat(view))
    outcome, other_outcome = (_preview(view, choice) for choice in (action, other_action))
    is_quiet = not outcome.explosions and not outcome.joker
    return (
        is_quiet
        and _can_be_hit(view, own_spades)
        and not any(view.ring[blast.card_index] in own_spades for blast in other_outcome.explosions)
    )


def _can_be_hit(view: WheelView, spades: Collection[str]) -> bool:
    """True if a die would blow up one of these cards."""
    return any(
        view.ring[blast.card_index] in spades
        for die in range(len(view.dice))
        for blast in preview(view, die).explosions
    )


PUZZLING = PuzzleRules(
    kind=kind,
    theme=theme,
    choices=choices,
    min_sorts=3,
    has_complete_actions=True,
    max_per_thought=10,
    shares_reason=as_true,
    file=Path(__file__).with_name("puzzles.jsonl.xz"),
)
