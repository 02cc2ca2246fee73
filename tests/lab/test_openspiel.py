"""Games with turns in OpenSpiel: its tests, playthroughs, states and worlds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="open-spiel, of the extra [openspiel], is not installed")

from grenade_salad.core import Illegal, to_json  # noqa: E402
from grenade_salad.lab import openspiel  # noqa: E402

GAMES = ("grenade_salad_wheel", "grenade_salad_live_grenade")
DATA = Path(__file__).parent / "data"
SALAD = "grenade_salad_grenade_salad"


def load_game(name: str, players: int = 2, deals: int = 40, rules: str = "") -> Any:
    if name == SALAD and not rules:
        rules = '{"turn_limit": 4}'
    return pyspiel.load_game(name, {"players": players, "deals": deals, "rules": rules})


def random_positions(game: Any, seed: int, max_steps: int = 60) -> Any:
    """Yield the states of a random match in which a player is to act."""
    rng = Random(seed)
    state = game.new_initial_state()
    for _ in range(max_steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            numbers, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, shares)[0])
            continue
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_openspiel_finds_no_fault(name: str, players: int) -> None:
    pyspiel.random_sim_test(load_game(name, players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
def test_openspiel_finds_no_fault_in_grenade_salad() -> None:
    pyspiel.random_sim_test(load_game(SALAD), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*GAMES, SALAD])
def test_information_state_has_all_observations_and_own_actions(name: str) -> None:
    game = load_game(name, 2)
    moments, width = game.information_state_tensor_shape()
    assert width == 1 + game.observation_tensor_shape()[0]
    for state in random_positions(game, 7, 25):
        player = state.current_player()
        rows = np.array(state.information_state_tensor(player)).reshape(moments, width)
        assert rows[-1][1:].tolist() == state.observation_tensor(player), "the last row is now"
        own_actions = [step.action for step in state.full_history() if step.player == player]
        assert [int(action) - 1 for action in rows[:, 0] if action] == own_actions[-moments:]
        assert state.information_state_tensor(1 - player) != state.information_state_tensor(player)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_unchanged(name: str) -> None:
    """Compare with the saved playthrough.

    `python -m tests.lab.test_openspiel` rewrites it: read the difference before committing it.
    """
    wanted = (DATA / f"{name}.txt").read_text(encoding="utf-8")
    assert generate_playthrough(name) == wanted


def generate_playthrough(name: str) -> str:
    """Generate it in a process of its own: it needs flags that a test lacks."""
    code = (
        "import numpy; numpy.set_printoptions(legacy='1.25')\n"
        "from absl import flags; flags.FLAGS(['x'])\n"
        "import grenade_salad.lab.openspiel\n"
        "from open_spiel.python.algorithms.generate_playthrough import playthrough\n"
        f"print(playthrough('{name}(deals=4,moments=2,players=2)', None, seed=7), end='')"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.parametrize("name", [*GAMES, SALAD])
def test_resampled_world_looks_the_same_to_the_player(name: str) -> None:
    rng, differing_worlds = Random(3), 0
    for state in random_positions(load_game(name, 3), 5):
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        for seat in {0, 1, 2} - {player}:
            assert not any(world.information_state_tensor(seat)), "what others saw is of the true world"
        differing_worlds += str(world) != str(state)
    assert differing_worlds > 3


@pytest.mark.parametrize("name", GAMES)
def test_information_states_reveal_no_other_hand(name: str) -> None:
    for state in random_positions(load_game(name, 3), 9):
        player = state.current_player()
        true_state = state.position.state
        assert (
            state.observation_string(player).splitlines()[-1] == state.information_state_string(player).splitlines()[-1]
        )
        world = true_state.resample(player, Random(1))
        assert to_json(world.view(player)) == to_json(true_state.view(player))
        rival_view = state.observation_string((player + 1) % 3)
        assert rival_view != state.observation_string(player)


@pytest.mark.parametrize("name", GAMES)
def test_public_observation_equals_the_spectators_view(name: str) -> None:
    from open_spiel.python.observation import make_observation

    game = load_game(name)
    public = make_observation(game, pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    for state in random_positions(game, 3, 20):
        public_text = public.string_from(state, 0)
        assert public_text == public.string_from(state, 1) == json.dumps(to_json(state.position.state.view(None)))


@pytest.mark.parametrize("name", GAMES)
def test_state_continues_after_serialization(name: str) -> None:
    game = load_game(name)
    for index, state in enumerate(random_positions(game, 4)):
        if index % 7 == 0:
            text = pyspiel.serialize_game_and_state(game, state)
            _, restored = pyspiel.deserialize_game_and_state(text)
            action = state.legal_actions()[-1]
            original_child, restored_child = state.child(action), restored.child(action)
            assert str(original_child) == str(restored_child)
            assert original_child.history() == restored_child.history()


def test_chance_outcomes_are_listed_or_sampled() -> None:
    state = load_game(GAMES[0]).new_initial_state()
    state.apply_action(3)
    assert [probability for _, probability in state.chance_outcomes()] == [1 / 6] * 6
    assert len(load_game(GAMES[0], deals=9).new_initial_state().chance_outcomes()) == 9
    stolen = [
        state
        for state in random_chance_states(load_game(GAMES[1]), 6)
        if state.position.state.pending_chance() == "stolen"
    ]
    assert stolen
    for state in stolen:
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        assert len(outcomes) <= 30


def random_chance_states(game: Any, seed: int) -> list[Any]:
    """Return the states of a random match in which a chance is pending."""
    states, rng = [], Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            states.append(state.clone())
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return states


def test_house_rules_are_taken_and_turnless_games_refused() -> None:
    assert load_game(GAMES[0], rules='{"joker": "twice"}').num_players() == 2
    with pytest.raises(Illegal, match="turns"):
        openspiel.register("open-table")
    assert not any("open_table" in name for name in pyspiel.registered_names())


def test_an_algorithm_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(
        load_game(GAMES[0]), uct_c=1.4, max_simulations=5, evaluator=evaluator, random_state=np.random.RandomState(2)
    )
    state = next(random_positions(load_game(GAMES[0]), 2))
    assert bot.step(state) in state.legal_actions()


if __name__ == "__main__":
    for name in GAMES:
        (DATA / f"{name}.txt").write_text(generate_playthrough(name), encoding="utf-8")
