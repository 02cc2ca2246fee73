"""Games side by side keep the rules, and the quick players decide as the slow ones do."""

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
from grenade_salad.players.live_grenade.batch_rollout import QuickNormal, Stacked, answer, decide, play_on, step
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
    Luck,
    Worlds,
)
from grenade_salad.players.live_grenade.normal import Normal
from tests.rules.live_grenade.matches import started
from tests.rules.live_grenade.positions import dealt

DOES = ("draw", "skip", "reverse", "steal", "pair")


def some_worlds(seats: int, number: int, seed: int) -> Worlds:
    """Deals at random, one world each."""
    deals = [dealt(seats, LiveGrenadeOptions(), seed + index) for index in range(number)]
    rng = np.random.default_rng(seed)
    parts = []
    for state in deals:
        beliefs = Beliefs()
        for seat in range(seats):
            beliefs.see(Dealt(seat, 3, None))
        view = state.view(0)
        one = beliefs.worlds(view, 0, 1, rng)
        one.known[..., FRIEND] = 1
        parts.append(one)
    names = ("hands", "deck", "alive", "turn", "way", "shuffles", "known")
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Worlds(**arrays, stream=np.arange(number), first=np.arange(number))


@pytest.mark.rule("LG-12", "LG-13", "LG-16")
@pytest.mark.parametrize("seats", [2, 4])
def test_quick_games_keep_the_rules(seats: int) -> None:
    """Cards go where they may; who is out has none; one is left in the end."""
    worlds = some_worlds(seats, 100, 3)
    rng = np.random.default_rng(1)
    players, luck = [QuickNormal(rng)] * seats, Luck(rng, 100)
    while (going := worlds.alive.sum(1) > 1).any():
        worlds = worlds.only(going)
        before = worlds.only(np.arange(worlds.count))
        do, target = decide(worlds, players, np.arange(worlds.count))
        step(worlds, players, luck, do, target)
        assert (worlds.hands >= 0).all()
        assert (worlds.deck >= 0).all()
        assert worlds.hands[~worlds.alive].sum() == 0
        gone = (before.hands.sum(1) + before.deck - worlds.hands.sum(1) - worlds.deck).sum(1)
        died = (before.alive & ~worlds.alive).sum(1)
        saved = worlds.shuffles - before.shuffles
        drew = do == DRAW
        assert (gone[drew & (died == 0)] == saved[drew & (died == 0)]).all()
        assert (before.deck.sum(1) - worlds.deck.sum(1) == (drew & (died == 0) & (saved == 0))).all()
        least = np.where(do == PAIR, 2, 1)[~drew]
        kings = (before.hands[:, :, KING].sum(1) - worlds.hands[:, :, KING].sum(1))[~drew]
        assert (gone[~drew] == least + kings).all()
        assert worlds.alive[np.arange(worlds.count), worlds.turn].all()
    assert (worlds.alive.sum(1) == 1).all()


@pytest.mark.quick("2")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_normal_player_decides_as_the_slow_one(seats: int) -> None:
    """At every decision of some matches, by what each seat saw.

    With more than two players they may steal from different ones, when the slow one has lost sight of a Best Friend
    in a hand that was small for a while.
    """
    quick, compared = QuickNormal(np.random.default_rng(1)), list[str]()
    for seed in range(8):
        state, rng = started(seats, LiveGrenadeOptions()), Random(seed)
        players = [Normal(seat, Random(seed)) for seat in range(seats)]
        beliefs = [Beliefs() for _ in range(seats)]
        while not state.is_over:
            if state.pending_chance():
                happened = state.apply_chance(state.sample_chance(rng))
            else:
                seat = state.active_seats()[0]
                action = players[seat].decide(state.view(seat), state.legal_actions(seat))
                compared.append(compare(state, seat, beliefs[seat], quick, action))
                happened = state.apply(rng.choice(state.legal_actions(seat)) if rng.random() < 0.2 else action)
            for seat in range(seats):
                for event in happened:
                    players[seat].see(redact(event, seat))
                    beliefs[seat].see(redact(event, seat))
    assert set(compared) >= {"draw", "ender", "theft", "cancel", "pass"}
    assert compared.count("another") <= (0.1 * compared.count("theft") if seats > 2 else 0)


def compare(state: LiveGrenadeState, seat: int, beliefs: Beliefs, quick: QuickNormal, action: Action) -> str:
    """Assert that both do the same here; what it was. Of equal victims either robs any."""
    view = state.view(seat)
    assert isinstance(view, LiveGrenadeView)
    world = beliefs.blank(view, seat)
    if not view.stack:
        do, target = quick.turns(world.only(np.zeros(64, dtype=np.int64)), np.arange(64))
        if isinstance(action, Theft):
            assert (do >= STEAL).any()
            return "theft" if action.target in target else "another"
        calm = do[do < STEAL]
        assert calm.size, "only sometimes somebody steals who would rather wait"
        ender = 0 < calm[0] <= REVERSE
        assert ender == (action.do in ("skip", "reverse"))
        return "ender" if ender else "draw"
    if len(state.legal_actions(seat)) == 1:
        return "pass"
    play = view.stack[0]
    facts = (0, play.seat, DOES.index(play.do), play.target or 0, len(view.stack) - 1)
    wants = quick.answers(world, np.array([seat]), Stacked(*(np.array([fact]) for fact in facts)))
    assert wants[0] == (action.do == "cancel")
    return action.do


class Eager(QuickNormal):
    """Some seats play every King they have; it counts how often anybody is asked."""

    def __init__(self, seats: set[int]) -> None:
        super().__init__(np.random.default_rng(1))
        self.eager, self.times = seats, 0

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        self.times += 1
        assert (worlds.hands[plays.rows, asked, KING] > 0).all()
        return np.isin(asked, list(self.eager))


@pytest.mark.rule("LG-22", "LG-23", "LG-24")
def test_all_who_have_a_king_are_asked_at_once_and_the_nearest_plays_it() -> None:
    worlds = some_worlds(5, 3, 1)
    worlds.hands[:, :, KING] = [[0, 1, 0, 1, 1], [0, 1, 0, 1, 0], [1, 0, 0, 0, 0]]
    player = Eager({0, 3, 4})
    plays = Stacked(np.arange(3), *(np.zeros(3, dtype=np.int64) for _ in range(4)))
    last = np.array([0, 4, 0])
    answer(worlds, [player] * 5, plays, last)
    assert plays.kings.tolist() == [2, 1, 0]  # In the first world seat 3, then seat 4; nobody cancels a card of theirs.
    assert last.tolist() == [4, 3, 0]
    assert worlds.hands[:, :, KING].tolist() == [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert player.times == 3


@pytest.mark.slow
def test_quick_games_end_as_slow_ones_do() -> None:
    """The one to start wins about as often: 4 standard errors of the smaller sample."""
    number = 200
    rng = np.random.default_rng(4)
    worlds = some_worlds(3, number, 9)
    worlds.turn[:] = 0
    winners = play_on(worlds, [QuickNormal(rng)] * 3, Luck(rng, number))
    assert len(winners) == number
    slow = 0
    for seed in range(number):
        state, luck = started(3, LiveGrenadeOptions(starter=0)), Random(seed)
        players = [Normal(seat, Random(seed)) for seat in range(3)]
        while not state.is_over:
            if state.pending_chance():
                happened = state.apply_chance(state.sample_chance(luck))
            else:
                seat = state.active_seats()[0]
                happened = state.apply(players[seat].decide(state.view(seat), state.legal_actions(seat)))
            for seat, player in enumerate(players):
                for event in happened:
                    player.see(redact(event, seat))
        slow += state.ranking()[0][0] == 0
    assert abs((winners == 0).mean() - slow / number) < 4 * (2 * 0.24 / number) ** 0.5


@pytest.mark.slow
def test_styles_are_about_as_strong() -> None:
    """Far from one-sided; how strong they are exactly is measured by the arena."""
    names = ["normal-careful", "normal-reckless"]
    for one in standings(names, tournament("live-grenade", names, 100, seed=100)):
        assert 0.35 < one.rate < 0.65
    assert players.kind("hard-careful").style == "careful"
