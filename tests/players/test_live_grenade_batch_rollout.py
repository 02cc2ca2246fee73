"""Batch rollouts keep the rules, and batch players decide as single ones do."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from grenade_salad import players
from grenade_salad.core import Action, redact
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeState, LiveGrenadeView
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.events import Dealt
from grenade_salad.lab.arena import standings, tournament
from grenade_salad.players.live_grenade.batch_rollout import PendingPlays, QuickNormal, answer, decide, play_on, step
from grenade_salad.players.live_grenade.beliefs import Beliefs
from grenade_salad.players.live_grenade.determinizations import (
    DRAW,
    FRIEND,
    KING,
    PAIR,
    REVERSE,
    STEAL,
    Bools,
    Ints,
    WorldRandom,
    Worlds,
)
from grenade_salad.players.live_grenade.normal import NormalPlayer
from tests.rules.live_grenade.matches import start_match
from tests.rules.live_grenade.positions import start_dealt_match

DOES = ("draw", "skip", "reverse", "steal", "pair")


def make_worlds(seats: int, count: int, seed: int) -> Worlds:
    """Return random deals, one world each."""
    deals = [start_dealt_match(seats, LiveGrenadeOptions(), seed + index) for index in range(count)]
    rng = np.random.default_rng(seed)
    parts = []
    for state in deals:
        beliefs = Beliefs()
        for seat in range(seats):
            beliefs.see(Dealt(seat, 3, None))
        view = state.view(0)
        world = beliefs.possible_worlds(view, 0, 1, rng)
        world.expected[..., FRIEND] = 1
        parts.append(world)
    names = ("hands", "deck", "alive", "turn", "direction", "shuffles", "expected")
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Worlds(**arrays, stream=np.arange(count), origin=np.arange(count))


@pytest.mark.rule("LG-12", "LG-13", "LG-16")
@pytest.mark.parametrize("seats", [2, 4])
def test_batch_games_keep_the_rules(seats: int) -> None:
    """Cards move only where they may; a player who is out has none; one is left."""
    worlds = make_worlds(seats, 100, 3)
    rng = np.random.default_rng(1)
    players, luck = [QuickNormal(rng)] * seats, WorldRandom(rng, 100)
    while (is_running := worlds.alive.sum(1) > 1).any():
        worlds = worlds.select(is_running)
        previous = worlds.select(np.arange(worlds.count))
        do, target = decide(worlds, players, np.arange(worlds.count))
        step(worlds, players, luck, do, target)
        assert (worlds.hands >= 0).all()
        assert (worlds.deck >= 0).all()
        assert worlds.hands[~worlds.alive].sum() == 0
        removed = (previous.hands.sum(1) + previous.deck - worlds.hands.sum(1) - worlds.deck).sum(1)
        died = (previous.alive & ~worlds.alive).sum(1)
        saved = worlds.shuffles - previous.shuffles
        drew = do == DRAW
        assert (removed[drew & (died == 0)] == saved[drew & (died == 0)]).all()
        assert (previous.deck.sum(1) - worlds.deck.sum(1) == (drew & (died == 0) & (saved == 0))).all()
        min_removed = np.where(do == PAIR, 2, 1)[~drew]
        kings = (previous.hands[:, :, KING].sum(1) - worlds.hands[:, :, KING].sum(1))[~drew]
        assert (removed[~drew] == min_removed + kings).all()
        assert worlds.alive[np.arange(worlds.count), worlds.turn].all()
    assert (worlds.alive.sum(1) == 1).all()


@pytest.mark.quick("2")
@pytest.mark.parametrize("seats", [2, 4])
def test_batch_normal_player_decides_as_the_single_one(seats: int) -> None:
    """Compare every decision of some matches, by what each seat saw.

    With more than two players they may steal from different ones, when the single player has lost sight of a Best
    Friend in a hand that was small for a while.
    """
    batch_player, compared = QuickNormal(np.random.default_rng(1)), list[str]()
    for seed in range(8):
        state, rng = start_match(seats, LiveGrenadeOptions()), Random(seed)
        players = [NormalPlayer(seat, Random(seed)) for seat in range(seats)]
        beliefs = [Beliefs() for _ in range(seats)]
        while not state.is_over:
            if state.pending_chance():
                events = state.apply_chance(state.sample_chance(rng))
            else:
                seat = state.active_seats()[0]
                action = players[seat].decide(state.view(seat), state.legal_actions(seat))
                compared.append(compare_decision(state, seat, beliefs[seat], batch_player, action))
                events = state.apply(rng.choice(state.legal_actions(seat)) if rng.random() < 0.2 else action)
            for seat in range(seats):
                for event in events:
                    players[seat].see(redact(event, seat))
                    beliefs[seat].see(redact(event, seat))
    assert set(compared) >= {"draw", "ender", "theft", "cancel", "pass"}
    assert compared.count("another") <= (0.1 * compared.count("theft") if seats > 2 else 0)


def compare_decision(
    state: LiveGrenadeState, seat: int, beliefs: Beliefs, batch_player: QuickNormal, action: Action
) -> str:
    """Assert that both do the same here, and return the kind of decision.

    Of equal victims either robs any.
    """
    view = state.view(seat)
    assert isinstance(view, LiveGrenadeView)
    world = beliefs.blank_world(view, seat)
    if not view.stack:
        do, target = batch_player.choose_turns(world.select(np.zeros(64, dtype=np.int64)), np.arange(64))
        if isinstance(action, Theft):
            assert (do >= STEAL).any()
            return "theft" if action.target in target else "another"
        without_theft = do[do < STEAL]
        assert without_theft.size, "only sometimes somebody steals who would rather wait"
        ends_turn = 0 < without_theft[0] <= REVERSE
        assert ends_turn == (action.do in ("skip", "reverse"))
        return "ender" if ends_turn else "draw"
    if len(state.legal_actions(seat)) == 1:
        return "pass"
    play = view.stack[0]
    facts = (0, play.seat, DOES.index(play.do), play.target or 0, len(view.stack) - 1)
    cancels = batch_player.choose_answers(world, np.array([seat]), PendingPlays(*(np.array([fact]) for fact in facts)))
    assert cancels[0] == (action.do == "cancel")
    return action.do


class Eager(QuickNormal):
    """A player that plays every King of some seats, and counts how often it is asked."""

    def __init__(self, seats: set[int]) -> None:
        super().__init__(np.random.default_rng(1))
        self.eager, self.call_count = seats, 0

    def choose_answers(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> Bools:
        self.call_count += 1
        assert (worlds.hands[plays.rows, asked_seats, KING] > 0).all()
        return np.isin(asked_seats, list(self.eager))


@pytest.mark.rule("LG-22", "LG-23", "LG-24")
def test_all_holders_of_a_king_are_asked_and_the_nearest_plays_it() -> None:
    worlds = make_worlds(5, 3, 1)
    worlds.hands[:, :, KING] = [[0, 1, 0, 1, 1], [0, 1, 0, 1, 0], [1, 0, 0, 0, 0]]
    player = Eager({0, 3, 4})
    plays = PendingPlays(np.arange(3), *(np.zeros(3, dtype=np.int64) for _ in range(4)))
    last = np.array([0, 4, 0])
    answer(worlds, [player] * 5, plays, last)
    assert plays.kings.tolist() == [2, 1, 0]  # In the first world seat 3, then seat 4: nobody cancels their own card.
    assert last.tolist() == [4, 3, 0]
    assert worlds.hands[:, :, KING].tolist() == [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert player.call_count == 3


@pytest.mark.slow
def test_batch_games_end_as_single_ones_do() -> None:
    """The starter wins about as often: 4 standard errors of the smaller sample."""
    match_count = 200
    rng = np.random.default_rng(4)
    worlds = make_worlds(3, match_count, 9)
    worlds.turn[:] = 0
    winners = play_on(worlds, [QuickNormal(rng)] * 3, WorldRandom(rng, match_count))
    assert len(winners) == match_count
    single_wins = 0
    for seed in range(match_count):
        state, match_rng = start_match(3, LiveGrenadeOptions(starter=0)), Random(seed)
        players = [NormalPlayer(seat, Random(seed)) for seat in range(3)]
        while not state.is_over:
            if state.pending_chance():
                events = state.apply_chance(state.sample_chance(match_rng))
            else:
                seat = state.active_seats()[0]
                events = state.apply(players[seat].decide(state.view(seat), state.legal_actions(seat)))
            for seat, player in enumerate(players):
                for event in events:
                    player.see(redact(event, seat))
        single_wins += state.ranking()[0][0] == 0
    assert abs((winners == 0).mean() - single_wins / match_count) < 4 * (2 * 0.24 / match_count) ** 0.5


@pytest.mark.slow
def test_styles_are_about_equally_strong() -> None:
    """They are far from one-sided; the arena measures their exact strength."""
    names = ["normal-careful", "normal-reckless"]
    for standing in standings(names, tournament("live-grenade", names, 100, seed=100)):
        assert 0.35 < standing.rate < 0.65
    assert players.parse_spec("hard-careful").style == "careful"
