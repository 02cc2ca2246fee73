"""Games with turns in OpenSpiel: its own test, playthroughs, what players may know, worlds drawn anew."""

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


def load(name: str, players: int = 2, deals: int = 40, rules: str = "") -> Any:
    if name == SALAD and not rules:
        rules = '{"turn_limit": 4}'
    return pyspiel.load_game(name, {"players": players, "deals": deals, "rules": rules})


def positions(game: Any, seed: int, most: int = 60) -> Any:
    """The states of a match by chance, where somebody is to act."""
    rng = Random(seed)
    state = game.new_initial_state()
    for _ in range(most):
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
    pyspiel.random_sim_test(load(name, players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
def test_openspiel_finds_no_fault_in_grenade_salad() -> None:
    pyspiel.random_sim_test(load(SALAD), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*GAMES, SALAD])
def test_an_information_state_has_every_moment_that_the_player_saw_and_its_own_actions(name: str) -> None:
    game = load(name, 2)
    moments, width = game.information_state_tensor_shape()
    assert width == 1 + game.observation_tensor_shape()[0]
    for state in positions(game, 7, 25):
        player = state.current_player()
        rows = np.array(state.information_state_tensor(player)).reshape(moments, width)
        assert rows[-1][1:].tolist() == state.observation_tensor(player), "the last row is now"
        own = [one.action for one in state.full_history() if one.player == player]
        assert [int(done) - 1 for done in rows[:, 0] if done] == own[-moments:]
        assert state.information_state_tensor(1 - player) != state.information_state_tensor(player)


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    """Written anew by `python -m tests.lab.test_openspiel`: read the difference before it is committed."""
    wanted = (DATA / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name) == wanted


def playthrough(name: str) -> str:
    """In a process of its own: it wants flags that a test has not."""
    code = (
        "import numpy; numpy.set_printoptions(legacy='1.25')\n"
        "from absl import flags; flags.FLAGS(['x'])\n"
        "import grenade_salad.lab.openspiel\n"
        "from open_spiel.python.algorithms.generate_playthrough import playthrough\n"
        f"print(playthrough('{name}(deals=4,moments=2,players=2)', None, seed=7), end='')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", [*GAMES, SALAD])
def test_a_world_drawn_anew_looks_the_same_to_the_player(name: str) -> None:
    rng, others = Random(3), 0
    for state in positions(load(name, 3), 5):
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        for seat in {0, 1, 2} - {player}:
            assert not any(other.information_state_tensor(seat)), "what others saw is of the true world"
        others += str(other) != str(state)
    assert others > 3


@pytest.mark.parametrize("name", GAMES)
def test_information_states_tell_no_hand_of_others(name: str) -> None:
    for state in positions(load(name, 3), 9):
        player = state.current_player()
        here = state.position.state
        assert (
            state.observation_string(player).splitlines()[-1] == state.information_state_string(player).splitlines()[-1]
        )
        world = here.resample(player, Random(1))
        assert to_json(world.view(player)) == to_json(here.view(player))
        hidden = state.observation_string((player + 1) % 3)
        assert hidden != state.observation_string(player)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_public_is_what_everybody_may_know(name: str) -> None:
    from open_spiel.python.observation import make_observation

    game = load(name)
    public = make_observation(game, pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    for state in positions(game, 3, 20):
        told = public.string_from(state, 0)
        assert told == public.string_from(state, 1) == json.dumps(to_json(state.position.state.view(None)))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_goes_on_after_it_was_written_down(name: str) -> None:
    game = load(name)
    for number, state in enumerate(positions(game, 4)):
        if number % 7 == 0:
            text = pyspiel.serialize_game_and_state(game, state)
            _, again = pyspiel.deserialize_game_and_state(text)
            action = state.legal_actions()[-1]
            one, two = state.child(action), again.child(action)
            assert str(one) == str(two)
            assert one.history() == two.history()


def test_what_luck_decides_is_listed_where_it_can_be() -> None:
    state = load(GAMES[0]).new_initial_state()
    state.apply_action(3)
    assert [likely for _, likely in state.chance_outcomes()] == [1 / 6] * 6
    assert len(load(GAMES[0], deals=9).new_initial_state().chance_outcomes()) == 9
    stolen = [state for state in chances(load(GAMES[1]), 6) if state.position.state.pending_chance() == "stolen"]
    assert stolen
    for state in stolen:
        outcomes = state.chance_outcomes()
        assert sum(likely for _, likely in outcomes) == pytest.approx(1)
        assert len(outcomes) <= 30


def chances(game: Any, seed: int) -> list[Any]:
    """The states in which luck is due."""
    found, rng = [], Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            found.append(state.clone())
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return found


def test_house_rules_and_other_games() -> None:
    assert load(GAMES[0], rules='{"joker": "twice"}').num_players() == 2
    with pytest.raises(Illegal, match="turns"):
        openspiel.register("open-table")
    assert not any("open_table" in name for name in pyspiel.registered_names())


def test_an_algorithm_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(
        load(GAMES[0]), uct_c=1.4, max_simulations=5, evaluator=evaluator, random_state=np.random.RandomState(2)
    )
    state = next(positions(load(GAMES[0]), 2))
    assert bot.step(state) in state.legal_actions()


if __name__ == "__main__":
    for name in GAMES:
        (DATA / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
