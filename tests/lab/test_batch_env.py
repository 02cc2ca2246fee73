"""Batches as environments for a learner: what gymnasium checks, spaces, seeds, and matches that follow one another."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="the extra [rl] is not installed")
np: Any = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from grenade_salad.lab.batch.batch import Batch  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.players import by_chance  # noqa: E402
from grenade_salad.lab.batch.vector import BatchEnv, TableEnv  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402


@pytest.mark.parametrize("batch", [WheelBatch(1, 2), WheelBatch(1, 7), LiveGrenadeBatch(1, 3)])
def test_gymnasium_finds_no_fault(batch: Batch) -> None:
    with warnings.catch_warnings():
        # No environment that is made by hand has a spec to make it again from.
        warnings.filterwarnings("ignore", ".*spec.*")
        check_env(TableEnv(batch), skip_render_check=True)


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
