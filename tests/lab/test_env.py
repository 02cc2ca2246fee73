"""Environments: PettingZoo's tests, the meaning of numbers, and no secrets."""

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
from grenade_salad.lab.encoding import PlainEncoding, make_encoding
from grenade_salad.match.match import Match, new_match
from tests.marks import for_each, slow_but
from tests.playing import choose_random_action, random_match

pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
np: Any = pytest.importorskip("numpy")

with warnings.catch_warnings():
    # PettingZoo's tests import one of its examples in a deprecated way.
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
    """Silence PettingZoo's warnings of its own convention, dictionaries with a mask.

    It warns in every game that is not one of its own.
    """
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
def test_every_feature_is_named_and_within_its_bounds(name: str) -> None:
    table = raw_env(name, 3)
    names = [feature.name for feature in table.encoding.numbers]
    assert len(set(names)) == len(names)
    assert len(set(table.encoding.choices)) == len(table.encoding.choices)
    nonzero = set[int]()
    for seed in range(4):
        for _, observation, _ in play_randomly(table, seed):
            space = table.observation_space("player_0")
            assert space.contains(observation), [
                feature
                for feature, value in zip(table.encoding.numbers, observation["observation"], strict=True)
                if not feature.low <= value <= feature.high
            ]
            nonzero |= set(np.flatnonzero(observation["observation"]).tolist())
    always_zero = [names[index] for index in range(len(names)) if index not in nonzero]
    assert len(always_zero) < len(names) / 4, always_zero


def play_randomly(table: Any, seed: int, max_steps: int = 10_000) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Play a random match; yield agent, observation and the action chosen."""
    rng = Random(seed)
    table.reset(seed=seed)
    for agent in table.agent_iter(max_steps):
        observation, _, ended, _, _ = table.last()
        action = None if ended else rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        if action is not None:
            yield agent, observation, action
        table.step(action)


def test_action_spaces_have_the_expected_sizes() -> None:
    assert [len(encoding("live-grenade", seats).choices) for seats in (2, 4)] == [12, 26]
    assert encoding("wheel", 2).choices == ("move die 0", "move die 1", "move die 2")
    salad = encoding("grenade-salad", 2)
    space = env("grenade-salad").observation_space("player_0")
    assert space["candidates"].shape == (len(salad.choices), len(salad.features))
    assert space["action_mask"].shape == (len(salad.choices),)


def test_theft_choices_are_named_by_their_effect() -> None:
    """Live Grenade names them by rank and distance to the victim's seat.

    None is left out.
    """
    thefts = set()
    for seed in range(12):
        match = random_match("live-grenade", seed)
        state, rng = match.state, Random(seed)
        numbers = make_encoding("live-grenade", state.seats, match.header.options)
        for _ in range(12):
            for seat in () if state.is_over else state.active_seats():
                legal = state.legal_actions(seat)
                choices = dict(zip(numbers.choices, numbers.encode(state.view(seat), legal).choices, strict=True))
                for action in legal:
                    if isinstance(action, Pair | Steal):
                        step = (action.target - seat) % state.seats
                        kind = f"pair of {action.cards[0][:-1]}s" if isinstance(action, Pair) else "steal"
                        choice = choices[f"{kind} from +{step}"]
                        assert isinstance(choice, type(action))
                        assert (choice.target, choice.cards[0][:-1]) == (action.target, action.cards[0][:-1])
                        thefts.add(f"{kind} from +{step}")
            if state.is_over:
                break
            match.apply_entry(state.sample_chance(rng) if state.pending_chance() else choose_random_action(state, rng))
    assert len(thefts) > 10


@pytest.mark.parametrize("name", games.with_turns())
@for_each("seed", range(4))
def test_hidden_information_changes_no_feature(name: str, seed: int) -> None:
    """With other hidden cards, observation and choices of the seat stay the same."""
    rng = Random(f"numbers/{name}/{seed}")
    match = random_match(name, seed)
    numbers = make_encoding(name, match.state.seats, match.header.options)
    differing_worlds = 0
    for _ in range(40):
        state = match.state
        if state.is_over:
            break
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            differing_worlds += world.full_view() != state.full_view()
            true_encoding, world_encoding = (
                numbers.encode(position.view(seat), position.legal_actions(seat)) for position in (state, world)
            )
            assert list(true_encoding.numbers) == list(world_encoding.numbers)
            assert true_encoding.choices == world_encoding.choices
            assert np.array_equal(true_encoding.features, world_encoding.features)
        match.apply_entry(state.sample_chance(rng) if state.pending_chance() else choose_random_action(state, rng))
    assert differing_worlds


def test_all_rivals_answer_in_a_reaction_window() -> None:
    """Live Grenade: after a play all others answer, whether or not they hold a King."""
    table = raw_env("live-grenade", 4)
    answering = list[list[str]]()
    for seed in range(5):
        for (agent, observation, action), (next_agent, _, _) in pairwise(play_randomly(table, seed)):
            choice = table.encoding.choices[action]
            if choice.startswith(("steal", "pair")) or choice in ("skip", "reverse"):
                answering.append([])
            if choice in ("pass", "cancel"):
                answering[-1].append(agent)
                assert observation["action_mask"][1], "whoever is asked may pass"
            assert next_agent in table.possible_agents
    assert sum(len(agents) >= 3 for agents in answering) > 5


def test_rewards_sum_to_zero_and_the_winner_gets_one() -> None:
    table = env("wheel", 5)
    for _ in play_randomly(table, 3):
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


def test_masked_action_ends_the_match_with_a_penalty() -> None:
    table = env("live-grenade", 2)
    table.reset(seed=1)
    agent = table.agent_selection
    observation, *_ = table.last()
    table.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert table.terminations[agent]
    assert table.rewards[agent] == -1


def test_resets_without_a_seed_follow_from_the_last_seed() -> None:
    """A run with a seed can be repeated: a second environment has the same episodes."""
    runs = []
    for _ in range(2):
        table = env("wheel", 3)
        run = []
        for seed in (7, None, None, 8, None, 7, None):
            table.reset(seed=seed)
            run.append(table.unwrapped.match.header.seed)
        runs.append(run)
    assert runs[0] == runs[1]
    first, second, third, other_seed, after_other_seed, *repeated = runs[0]
    assert repeated == [first, second]
    assert len({first, second, third, other_seed, after_other_seed}) == 5
    unseeded = []
    for table in (env("wheel", 3), env("wheel", 3)):
        table.reset()
        unseeded.append(table.unwrapped.match.header.seed)
    assert unseeded[0] != unseeded[1]


def test_environment_takes_house_rules_of_records() -> None:
    assert raw_env("wheel", 2, joker="twice").options.joker == "twice"
    with pytest.raises(Illegal):
        env("wheel", 8)


def test_match_of_an_environment_can_be_replayed() -> None:
    table = raw_env("live-grenade", 3)
    for _ in play_randomly(table, 5):
        pass
    match = table.match
    replayed = new_match("live-grenade", match.header.seats, 5, match.header.options)
    for entry in match.entries:
        replayed.apply_entry(entry)
    assert replayed.state == match.state


def test_candidates_are_legal_in_the_match() -> None:
    checked = 0
    table = raw_env("grenade-salad", 3)
    for index, (agent, _, _) in enumerate(play_randomly(table, 11)):
        if index % 5:
            continue
        for action in table.encode_for(agent).choices:
            if action is not None:
                assert table.match.state.why_not(action) is None
                checked += 1
    assert checked > 200


def test_game_without_an_encoder_gets_plain_features() -> None:
    game = registry.load("live-grenade")
    plain_encoding = PlainEncoding(game)
    match = new_match("live-grenade", ("Ann", "Bo"), 2)
    match.resolve_chance()
    (seat,) = match.state.active_seats()
    legal = match.state.legal_actions(seat)
    encoded = plain_encoding.encode(match.state.view(seat), legal)
    assert [choice for choice in encoded.choices if choice is not None] == legal
    assert len(encoded.numbers) == len(plain_encoding.numbers)
    salad = new_match("grenade-salad", ("Ann", "Bo"), 2)
    with pytest.raises(ValueError, match="continuous"):
        PlainEncoding(registry.load("grenade-salad")).encode(salad.state.view(0), salad.state.legal_actions(0))


def test_rendering_shows_only_public_information() -> None:
    table = env("wheel", 2, render_mode="ansi")
    table.reset(seed=1)
    (hearts,) = (line for line in table.render().splitlines() if line.startswith("hearts: "))
    assert "H" not in hearts, "a number for each seat, and no card"


def test_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no render_mode 'human'; there are ansi, rgb_array, and None"):
        raw_env("wheel", 2, "human")
    with pytest.raises(ValueError, match="render_mode 'rgb_array' needs a renderer, as Still of"):
        raw_env("wheel", 2, "rgb_array")
    table = env("wheel", render_mode="ansi")
    table.reset(seed=1)
    assert "turn: " in table.render()
    assert raw_env("wheel").render() is None


def test_state_joins_all_observations() -> None:
    for name in ("wheel", "grenade-salad", "live-grenade"):
        table = raw_env(name, 3)
        table.reset(seed=5)
        state = table.state()
        assert table.state_space.contains(state)
        observations = [table.observe(agent)["observation"] for agent in table.possible_agents]
        assert (state == np.concatenate(observations)).all()


class StandInRenderer:
    """Draws a black pixel, and counts how often it is made and closed."""

    made, closed = 0, 0

    def __init__(self) -> None:
        type(self).made += 1

    def picture(self, match: Match) -> Any:
        return np.zeros((1, 1, 3), np.uint8)

    def close(self) -> None:
        type(self).closed += 1


def test_renderer_is_made_when_needed_and_closed() -> None:
    table = env("wheel", render_mode="rgb_array", renderer=StandInRenderer)
    table.reset(seed=1)
    assert StandInRenderer.made == 0
    assert table.render().shape == table.render().shape == (1, 1, 3)
    table.close()
    assert (StandInRenderer.made, StandInRenderer.closed) == (1, 1)


DRAW = """
import sys
from random import Random
from grenade_salad.app.window.offscreen import Still
from grenade_salad.core import registry
from grenade_salad.lab.env import raw_env
from tests.playing import choose_random_action
for name in sys.argv[1:]:
    table, rng = raw_env(name, 3, "rgb_array", Still), Random(name)
    table.reset(seed=5)
    for _ in range(12):
        table.match.act(choose_random_action(table.match.state, rng))
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
    table.match.act(choose_random_action(truth, rng))
    assert (table.render() != drawn).any()
    table.close()
"""


@pytest.mark.slow
def test_rendered_picture_is_drawn_and_reveals_no_secret() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", DRAW, "wheel", "grenade-salad", "live-grenade"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
