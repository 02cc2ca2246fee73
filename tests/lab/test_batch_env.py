"""Batches as environments: API checks, spaces, seeds, consecutive matches."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

# Not pettingzoo itself: its import takes over the sound of the process, and our module gives it back.
pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
np: Any = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.players import choose_randomly  # noqa: E402
from grenade_salad.lab.batch.vector import BatchEnv, SelfPlayEnv, TableEnv  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402


@pytest.mark.parametrize("batch", [WheelBatch(1, 2), WheelBatch(1, 7), LiveGrenadeBatch(1, 3)])
def test_gymnasium_finds_no_fault(batch: Batch) -> None:
    with warnings.catch_warnings():
        # An environment made by hand has no spec to recreate it.
        warnings.filterwarnings("ignore", ".*spec.*")
        check_env(TableEnv(batch), skip_render_check=True)


@pytest.mark.parametrize("batch", [WheelBatch(1, 3), LiveGrenadeBatch(1, 4)])
def test_pettingzoo_finds_no_fault(batch: Batch) -> None:
    with warnings.catch_warnings():
        # PettingZoo's tests import one of its examples in a deprecated way, and expect no masks in dictionaries.
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test

        from grenade_salad.lab.batch.aec_env import TableAECEnv

        api_test(TableAECEnv(batch), num_cycles=60)


def test_one_learner_plays_all_seats() -> None:
    env = SelfPlayEnv(WheelBatch(20, 3))
    observation, info = env.reset(seed=2)
    rng, ended = np.random.default_rng(1), 0
    over = np.zeros(20, bool)
    for _ in range(150):
        assert env.observation_space.contains(observation)
        assert (observation["action_mask"].any(axis=1) == ~over).all()
        acting_seats, was_over = info["to_act"], over
        observation, rewards, over, _, info = env.step(rng.integers(3, size=20))
        assert (rewards == info["rewards"][np.arange(20), acting_seats]).all()
        assert not (was_over & over).any()
        assert (abs(info["rewards"].sum(axis=1)) < 1e-6).all()
        ended += int(over.sum())
    assert ended > 20


@pytest.mark.slow
def test_stable_baselines_finds_no_fault_and_learns() -> None:
    """Train briefly with two at the wheel, where random play wins half."""
    baselines: Any = pytest.importorskip("stable_baselines3", reason="the extra [train] is not installed")
    from stable_baselines3.common.env_checker import check_env as check

    from grenade_salad.lab.batch.stable_baselines import StableEnv

    for batch in (WheelBatch(1, 2), LiveGrenadeBatch(1, 3)):
        check(TableEnv(batch), warn=False)
    illegal_env = StableEnv(LiveGrenadeBatch(4, 2))
    illegal_env.seed(1)
    assert illegal_env.reset()["action_mask"].any(axis=1).all()
    masks = np.stack(illegal_env.env_method("action_masks"))
    _, rewards, over, infos = illegal_env.step(masks.argmin(axis=1))
    assert rewards.tolist() == [-1] * 4
    assert over.all()
    assert all(info["terminal_observation"]["action_mask"].any() for info in infos)
    env = StableEnv(WheelBatch(256, 2))
    env.seed(3)
    model = baselines.PPO(
        "MultiInputPolicy", env, n_steps=64, batch_size=4096, learning_rate=1e-3, seed=1, device="cpu"
    )
    model.learn(100_000)
    observation, final_rewards = env.reset(), list[float]()
    while len(final_rewards) < 2000:
        chosen, _ = model.predict(observation, deterministic=True)
        observation, rewards, over, _ = env.step(chosen)
        final_rewards += rewards[over].tolist()
    assert final_rewards.count(1.0) / len(final_rewards) > 0.65


def test_matches_follow_one_another() -> None:
    tables, seats = 30, 3
    env = BatchEnv(WheelBatch(tables, seats))
    observation, _ = env.reset(seed=5)
    rng, over = np.random.default_rng(1), np.zeros(tables, bool)
    ended, final_rewards = 0, []
    for _ in range(120):
        assert env.observation_space.contains(observation)
        assert (observation["action_mask"].any(axis=1) == ~over).all()
        # Either the learner is to act, or the match is over: no other seat is waited for.
        assert (over | (env.batch.active_seat == np.arange(tables) % seats)).all()
        was_over = over
        observation, rewards, over, cut, _ = env.step(rng.integers(3, size=tables))
        assert not cut.any()
        assert not (was_over & over).any()
        assert not rewards[~over].any()
        assert set(rewards[over].tolist()) <= {1.0, -0.5}
        ended += int(over.sum())
        final_rewards += rewards[over].tolist()
    assert ended > 2 * tables
    # All play at random: the learner wins a third, within four standard deviations.
    share = final_rewards.count(1.0) / ended
    assert abs(share - 1 / 3) < 4 * (2 / 9 / ended) ** 0.5


def test_same_seed_gives_the_same_episode() -> None:
    def play_course(seed: Any) -> list[Any]:
        env = BatchEnv(WheelBatch(3, 4), choose_randomly)
        observation, _ = env.reset(seed=seed)
        history = [observation["observation"].tolist()]
        for step in range(30):
            observation, rewards, *_ = env.step(np.full(3, step % 3))
            history += [observation["observation"].tolist(), rewards.tolist()]
        return history

    assert play_course(8) == play_course(8)
    assert play_course([8, 9, 10]) == play_course([8, 9, 10])
    assert play_course(8) != play_course(9)


def test_single_table_environment_refuses_more_tables() -> None:
    with pytest.raises(ValueError, match="one table"):
        TableEnv(WheelBatch(2))
