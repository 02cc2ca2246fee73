"""Puzzle rules of Live Grenade, and worlds that agree with all that a seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, Event, State, View
from grenade_salad.core.encoding import require_seat
from grenade_salad.core.puzzle_rules import PuzzleRules, WorldSampler
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.cards import GRENADES
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.players.live_grenade.beliefs import Beliefs
from grenade_salad.players.live_grenade.determinizations import SORTS, card_sort
from grenade_salad.players.live_grenade.search_player import estimate_choices, to_choice
from grenade_salad.players.live_grenade.value_net import QuickNet, load_trained

_THEMES = {
    "draw": "patience",
    "pass": "patience",
    "skip": "escape",
    "reverse": "escape",
    "cancel": "cancel",
    "steal": "theft",
    "pair": "theft",
}


def kind(view: View, action: Action) -> str:
    """Return the card that is played, and the seat against, counted clockwise.

    Different cards of the hand for the same play are one kind. With two players a Reverse is a Skip (LG-21).
    """
    assert isinstance(view, LiveGrenadeView)
    if action.do == "reverse" and sum(view.alive) == 2:
        return "skip"
    if isinstance(action, Theft):
        return (
            f"{action.do} {(action.target - action.seat) % len(view.hands)}" if action.seat is not None else action.do
        )
    return action.do


def theme(view: View, action: Action) -> str:
    """Return the theme of the play."""
    return _THEMES[action.do]


def choices(view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
    """Return the legal choices with the networks' estimates.

    The networks are those of the strong players, without what they saw in the match.
    """
    assert isinstance(view, LiveGrenadeView)
    actions = {to_choice(action): action for action in reversed(legal)}
    worth = estimate_choices(
        QuickNet(load_trained(), np.random.default_rng(0)), Beliefs(), view, require_seat(view), list(actions)
    )
    return sorted(((actions[choice], chance) for choice, chance in worth.items()), key=lambda entry: -entry[1])


def world_sampler(state: State, seat: int, events: Sequence[Event]) -> WorldSampler:
    """Return a sampler of worlds that agree with what the seat saw.

    Players hold what the seat saw them get, and the Best Friend that they were dealt (LG-04). In a position that was
    set up, not dealt, a player may have none: then the worlds are those of the view.
    """
    assert isinstance(state, LiveGrenadeState)
    beliefs = Beliefs()
    for event in events:
        beliefs.see(event)
    view, position = state.view(seat), state.full_view()
    rivals = [rival for rival in range(state.seats) if rival != seat]
    assert isinstance(position.deck, tuple)
    hidden = [card for card in position.deck if card not in GRENADES]
    for rival in rivals:
        hand = position.hands[rival]
        assert isinstance(hand, tuple)
        hidden += hand
    hidden.sort()

    def sample_world(rng: Random) -> State:
        sampled = beliefs.possible_worlds(view, seat, 1, np.random.default_rng(rng.getrandbits(64))).hands[0]
        cards, hands = hidden.copy(), dict[int, list[str]]()
        rng.shuffle(cards)
        sorts = [[card for card in cards if card_sort(card) == sort] for sort in range(len(SORTS))]
        if any(len(rest) < sampled[rivals, sort].sum() for sort, rest in enumerate(sorts)):
            return state.resample(seat, rng)
        for rival in rivals:
            hands[rival] = [sorts[sort].pop() for sort in range(len(SORTS)) for _ in range(int(sampled[rival, sort]))]
        return state.with_hidden(hands, [card for rest in sorts for card in rest], rng)

    return sample_world


PUZZLING = PuzzleRules(
    kind=kind,
    theme=theme,
    choices=choices,
    worlds=world_sampler,
    min_sorts=3,
    max_moments=200,
    has_complete_actions=True,
    is_calibrated=True,
    file=Path(__file__).with_name("puzzles.jsonl.xz"),
)
