"""Environments: PettingZoo's own tests, what the numbers are, and that they tell no secret."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.core import Illegal, registry
from grenade_salad.games.live_grenade import Pair, Steal
from grenade_salad.lab.encoding import PlainEncoding, encoding_of
from grenade_salad.match.match import new_match
from tests.marks import over, slow_but
from tests.playing import random_match, some_action

pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
np: Any = pytest.importorskip("numpy")

with warnings.catch_warnings():
    # Its tests import an example of its own in a way that it calls old.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

from grenade_salad.lab.env import encoding, env, raw_env  # noqa: E402

TABLES = [
    (name, seats)
    for name in games.with_turns()
    for seats in range(registry.plugin(name).min_seats, registry.plugin(name).max_seats + 1)
]
SMALLEST_AND_LARGEST = [
    (name, seats)
    for name in games.with_turns()
    for seats in (registry.plugin(name).min_seats, registry.plugin(name).max_seats)
]
CYCLES = 60


@pytest.fixture
def quiet() -> Iterator[None]:
    """PettingZoo warns of its own convention, dictionaries with a mask, in every game that is not one of its own."""
    with warnings.catch_warnings():
        for words in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be gymnasium.spaces.box",
            "Action mask numpy array is all zeros",
        ):
            warnings.filterwarnings("ignore", words)
        yield


@pytest.mark.quick("grenade-salad-2", "wheel-*", "live-grenade-2")
@pytest.mark.parametrize(("name", "seats"), slow_but(SMALLEST_AND_LARGEST, TABLES))
@pytest.mark.usefixtures("quiet")
def test_pettingzoo_finds_no_fault(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, seats), num_cycles=CYCLES)
    seed_test(lambda: env(name, seats), num_cycles=CYCLES)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.quick("wheel", "live-grenade")
@pytest.mark.parametrize("name", games.with_turns())
def test_every_number_is_documented_and_keeps_its_bounds(name: str) -> None:
    table = raw_env(name, 3)
    names = [number.name for number in table.encoding.numbers]
    assert len(set(names)) == len(names)
    assert len(set(table.encoding.choices)) == len(table.encoding.choices)
    seen = set[int]()
    for seed in range(4):
        for _, observation, _ in play(table, seed):
            space = table.observation_space("player_0")
            assert space.contains(observation), [
                number
                for number, value in zip(table.encoding.numbers, observation["observation"], strict=True)
                if not number.low <= value <= number.high
            ]
            seen |= set(np.flatnonzero(observation["observation"]).tolist())
    never = [names[number] for number in range(len(names)) if number not in seen]
    assert len(never) < len(names) / 4, never


def play(table: Any, seed: int, most: int = 10_000) -> Iterator[tuple[str, dict[str, Any], int]]:
    """A match by chance: agent, observation, the action that is done then."""
    rng = Random(seed)
    table.reset(seed=seed)
    for agent in table.agent_iter(most):
        observation, _, ended, _, _ = table.last()
        action = None if ended else rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        if action is not None:
            yield agent, observation, action
        table.step(action)


def test_the_numbers_of_actions() -> None:
    assert [len(encoding("live-grenade", seats).choices) for seats in (2, 4)] == [12, 26]
    assert encoding("wheel", 2).choices == ("move die 0", "move die 1", "move die 2")
    salad = encoding("grenade-salad", 2)
    space = env("grenade-salad").observation_space("player_0")
    assert space["candidates"].shape == (len(salad.choices), len(salad.features))
    assert space["action_mask"].shape == (len(salad.choices),)


def test_the_number_of_a_theft_is_called_what_it_does() -> None:
    """Live Grenade: by rank and by how many seats further the victim sits, and no theft is left out."""
    thefts = set()
    for seed in range(12):
        match = random_match("live-grenade", seed)
        state, rng = match.state, Random(seed)
        numbers = encoding_of("live-grenade", state.seats, match.header.options)
        for _ in range(12):
            for seat in () if state.is_over else state.active_seats():
                legal = state.legal_actions(seat)
                choices = dict(zip(numbers.choices, numbers.encode(state.view(seat), legal).choices, strict=True))
                for action in legal:
                    if isinstance(action, Pair | Steal):
                        step = (action.target - seat) % state.seats
                        kind = f"pair of {action.cards[0][:-1]}s" if isinstance(action, Pair) else "steal"
                        found = choices[f"{kind} from +{step}"]
                        assert isinstance(found, type(action))
                        assert (found.target, found.cards[0][:-1]) == (action.target, action.cards[0][:-1])
                        thefts.add(f"{kind} from +{step}")
            if state.is_over:
                break
            match.add(state.sample_chance(rng) if state.pending_chance() else some_action(state, rng))
    assert len(thefts) > 10


@pytest.mark.parametrize("name", games.with_turns())
@over("seed", range(4))
def test_what_a_seat_cannot_know_changes_no_number(name: str, seed: int) -> None:
    """All that is hidden is drawn anew: what the seat observes and may do stays as it is."""
    rng = Random(f"numbers/{name}/{seed}")
    match = random_match(name, seed)
    numbers = encoding_of(name, match.state.seats, match.header.options)
    other = 0
    for _ in range(40):
        state = match.state
        if state.is_over:
            break
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            other += world.full_view() != state.full_view()
            here, there = (numbers.encode(one.view(seat), one.legal_actions(seat)) for one in (state, world))
            assert list(here.numbers) == list(there.numbers)
            assert here.choices == there.choices
            assert np.array_equal(here.features, there.features)
        match.add(state.sample_chance(rng) if state.pending_chance() else some_action(state, rng))
    assert other


def test_all_who_are_asked_are_asked_in_a_window() -> None:
    """Live Grenade: after a play everybody answers, whether or not they hold a King."""
    table = raw_env("live-grenade", 4)
    asked = list[list[str]]()
    for seed in range(5):
        for (who, seen, action), (after, _, _) in pairwise(play(table, seed)):
            done = table.encoding.choices[action]
            if done.startswith(("steal", "pair")) or done in ("skip", "reverse"):
                asked.append([])
            if done in ("pass", "cancel"):
                asked[-1].append(who)
                assert seen["action_mask"][1], "whoever is asked may pass"
            assert after in table.possible_agents
    assert sum(len(one) >= 3 for one in asked) > 5


def test_rewards_add_up_to_nothing_and_the_winner_has_them() -> None:
    table = env("wheel", 5)
    for _ in play(table, 3):
        pass
    raw = table.unwrapped
    (winner,) = raw.match.state.ranking()[0]
    table.reset(seed=3)
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    rng = Random(3)
    for agent in table.agent_iter():
        observation, reward, ended, _, _ = table.last()
        rewards[agent] += reward
        table.step(None if ended else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert rewards[f"player_{winner}"] == 1
    assert sum(rewards.values()) == pytest.approx(0)


def test_a_masked_action_ends_the_match_and_costs() -> None:
    table = env("live-grenade", 2)
    table.reset(seed=1)
    agent = table.agent_selection
    observation, *_ = table.last()
    table.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert table.terminations[agent]
    assert table.rewards[agent] == -1


def test_resets_without_a_seed_repeat_after_the_same_seed() -> None:
    """A run with a seed can be done again in another process: a second environment has the same episodes."""
    runs = []
    for _ in range(2):
        table = env("wheel", 3)
        run = []
        for seed in (7, None, None, 8, None, 7, None):
            table.reset(seed=seed)
            run.append(table.unwrapped.match.header.seed)
        runs.append(run)
    assert runs[0] == runs[1]
    first, second, third, other, after_other, *again = runs[0]
    assert again == [first, second]
    assert len({first, second, third, other, after_other}) == 5
    unseeded = []
    for table in (env("wheel", 3), env("wheel", 3)):
        table.reset()
        unseeded.append(table.unwrapped.match.header.seed)
    assert unseeded[0] != unseeded[1]


def test_house_rules_are_those_of_records() -> None:
    assert raw_env("wheel", 2, joker="twice").options.joker == "twice"
    with pytest.raises(Illegal):
        env("wheel", 8)


def test_the_match_of_an_environment_is_a_record() -> None:
    table = raw_env("live-grenade", 3)
    for _ in play(table, 5):
        pass
    match = table.match
    again = new_match("live-grenade", match.header.seats, 5, match.header.options)
    for entry in match.entries:
        again.add(entry)
    assert again.state == match.state


def test_a_candidate_is_legal_on_the_real_table() -> None:
    checked = 0
    table = raw_env("grenade-salad", 3)
    for number, (agent, _, _) in enumerate(play(table, 11)):
        if number % 5:
            continue
        for action in table.encoded(agent).choices:
            if action is not None:
                assert table.match.state.why_not(action) is None
                checked += 1
    assert checked > 200


def test_a_game_without_an_encoder_gets_plain_numbers() -> None:
    game = registry.load("live-grenade")
    plain = PlainEncoding(game)
    match = new_match("live-grenade", ("Ann", "Bo"), 2)
    match.settle()
    (seat,) = match.state.active_seats()
    legal = match.state.legal_actions(seat)
    encoded = plain.encode(match.state.view(seat), legal)
    assert [choice for choice in encoded.choices if choice is not None] == legal
    assert len(encoded.numbers) == len(plain.numbers)
    salad = new_match("grenade-salad", ("Ann", "Bo"), 2)
    with pytest.raises(ValueError, match="continuous"):
        PlainEncoding(registry.load("grenade-salad")).encode(salad.state.view(0), salad.state.legal_actions(0))


def test_rendering_shows_what_everybody_may_know() -> None:
    table = env("wheel", 2, render_mode="ansi")
    table.reset(seed=1)
    (hearts,) = (line for line in table.render().splitlines() if line.startswith("hearts: "))
    assert "H" not in hearts, "a number for each seat, and no card"


def test_a_render_mode_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no render_mode 'human'; there are ansi, rgb_array, and None"):
        raw_env("wheel", 2, "human")
    table = env("wheel", render_mode="ansi")
    table.reset(seed=1)
    assert "turn: " in table.render()
    assert raw_env("wheel").render() is None


def test_the_state_is_what_all_see() -> None:
    for name in ("wheel", "grenade-salad", "live-grenade"):
        table = raw_env(name, 3)
        table.reset(seed=5)
        state = table.state()
        assert table.state_space.contains(state)
        seen = [table.observe(agent)["observation"] for agent in table.possible_agents]
        assert (state == np.concatenate(seen)).all()


DRAW = """
import sys
from random import Random
from grenade_salad.core import registry
from grenade_salad.lab.env import raw_env
from tests.playing import some_action
for name in sys.argv[1:]:
    table, rng = raw_env(name, 3, "rgb_array"), Random(name)
    table.reset(seed=5)
    for _ in range(12):
        table.match.act(some_action(table.match.state, rng))
    drawn = table.render()
    assert drawn.shape == (720, 1280, 3) and str(drawn.dtype) == "uint8", drawn.shape
    assert drawn.std() > 20, "something is on it"
    truth = table.match.state
    for seat in range(3):
        other = truth.resample(seat, rng)
        if other.view(None) == truth.view(None):
            table.match.state = other
            assert (table.render() == drawn).all(), f"{name}: the picture tells a secret"
    table.match.state = truth
    table.match.act(some_action(truth, rng))
    assert (table.render() != drawn).any()
    table.close()
"""


@pytest.mark.slow
def test_a_picture_is_the_windows_and_tells_no_secret() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRAW, "wheel", "grenade-salad", "live-grenade"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
