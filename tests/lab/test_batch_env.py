"""Batches as environments for a learner: what gymnasium checks, spaces, seeds, and matches that follow one another."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

# not pettingzoo itself: its import takes the process its sound, and ours gives it back
pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
np: Any = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.players import by_chance  # noqa: E402
from grenade_salad.lab.batch.vector import BatchEnv, SelfPlayEnv, TableEnv  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402


@pytest.mark.parametrize("batch", [WheelBatch(1, 2), WheelBatch(1, 7), LiveGrenadeBatch(1, 3)])
def test_gymnasium_finds_no_fault(batch: Batch) -> None:
    with warnings.catch_warnings():
        # No environment that is made by hand has a spec to make it again from.
        warnings.filterwarnings("ignore", ".*spec.*")
        check_env(TableEnv(batch), skip_render_check=True)


@pytest.mark.parametrize("batch", [WheelBatch(1, 3), LiveGrenadeBatch(1, 4)])
def test_pettingzoo_finds_no_fault(batch: Batch) -> None:
    with warnings.catch_warnings():
        # Its tests import an example of its own in a way that it calls old, and it knows no masks in dictionaries.
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test

        from grenade_salad.lab.batch.aec_env import TableZoo

        api_test(TableZoo(batch), num_cycles=60)


def test_one_learner_plays_for_all_seats() -> None:
    env = SelfPlayEnv(WheelBatch(20, 3))
    seen, info = env.reset(seed=2)
    rng, ended = np.random.default_rng(1), 0
    over = np.zeros(20, bool)
    for _ in range(150):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"].any(axis=1) == ~over).all()
        acted, before = info["to_act"], over
        seen, rewards, over, _, info = env.step(rng.integers(3, size=20))
        assert (rewards == info["rewards"][np.arange(20), acted]).all()
        assert not (before & over).any()
        assert (abs(info["rewards"].sum(axis=1)) < 1e-6).all()
        ended += int(over.sum())
    assert ended > 20


@pytest.mark.slow
def test_stable_baselines_finds_no_fault_and_learns() -> None:
    """A short training of two at the wheel, where chance wins half."""
    baselines: Any = pytest.importorskip("stable_baselines3", reason="the extra [train] is not installed")
    from stable_baselines3.common.env_checker import check_env as check

    from grenade_salad.lab.batch.stable_baselines import StableEnv

    for batch in (WheelBatch(1, 2), LiveGrenadeBatch(1, 3)):
        check(TableEnv(batch), warn=False)
    rude = StableEnv(LiveGrenadeBatch(4, 2))
    rude.seed(1)
    assert rude.reset()["action_mask"].any(axis=1).all()
    masks = np.stack(rude.env_method("action_masks"))
    _, rewards, over, infos = rude.step(masks.argmin(axis=1))
    assert rewards.tolist() == [-1] * 4
    assert over.all()
    assert all(info["terminal_observation"]["action_mask"].any() for info in infos)
    env = StableEnv(WheelBatch(256, 2))
    env.seed(3)
    made = baselines.PPO("MultiInputPolicy", env, n_steps=64, batch_size=4096, learning_rate=1e-3, seed=1, device="cpu")
    made.learn(100_000)
    seen, rewards_then = env.reset(), list[float]()
    while len(rewards_then) < 2000:
        chosen, _ = made.predict(seen, deterministic=True)
        seen, rewards, over, _ = env.step(chosen)
        rewards_then += rewards[over].tolist()
    assert rewards_then.count(1.0) / len(rewards_then) > 0.65


def test_matches_follow_one_another() -> None:
    tables, seats = 30, 3
    env = BatchEnv(WheelBatch(tables, seats))
    seen, _ = env.reset(seed=5)
    rng, over = np.random.default_rng(1), np.zeros(tables, bool)
    ended, rewards_then = 0, []
    for _ in range(120):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"].any(axis=1) == ~over).all()
        # The learner is asked, or the match is over: nobody else is waited for.
        assert (over | (env.batch.to_act == np.arange(tables) % seats)).all()
        before = over
        seen, rewards, over, cut, _ = env.step(rng.integers(3, size=tables))
        assert not cut.any()
        assert not (before & over).any()
        assert not rewards[~over].any()
        assert set(rewards[over].tolist()) <= {1.0, -0.5}
        ended += int(over.sum())
        rewards_then += rewards[over].tolist()
    assert ended > 2 * tables
    # All play by chance: the learner wins a third, within four standard deviations.
    share = rewards_then.count(1.0) / ended
    assert abs(share - 1 / 3) < 4 * (2 / 9 / ended) ** 0.5


def test_the_same_seed_is_the_same_course() -> None:
    def course(seed: Any) -> list[Any]:
        env = BatchEnv(WheelBatch(3, 4), by_chance)
        seen, _ = env.reset(seed=seed)
        found = [seen["observation"].tolist()]
        for step in range(30):
            seen, rewards, *_ = env.step(np.full(3, step % 3))
            found += [seen["observation"].tolist(), rewards.tolist()]
        return found

    assert course(8) == course(8)
    assert course([8, 9, 10]) == course([8, 9, 10])
    assert course(8) != course(9)


def test_an_environment_of_one_table_has_one() -> None:
    with pytest.raises(ValueError, match="one table"):
        TableEnv(WheelBatch(2))
