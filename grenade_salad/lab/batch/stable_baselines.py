"""Many tables as a VecEnv of Stable-Baselines3; it needs the extra [train]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.optional_packages import extra

with extra("train"):
    from stable_baselines3.common.vec_env import VecEnv

from grenade_salad.lab.batch.batch import Batch, Flags, Floats
from grenade_salad.lab.batch.players import BatchPlayer, Choices, choose_randomly
from grenade_salad.lab.batch.vector import BatchEnv, Observation


class StableEnv(VecEnv):  # type: ignore[misc]
    """A batch for one learner, as `BatchEnv`, whose tables are dealt again at once.

    That is in the step in which the match ends. An illegal choice ends the match, and costs 1. Learners that know masks
    ask for `action_masks` by `env_method`, as MaskablePPO of sb3-contrib does.
    """

    def __init__(self, batch: Batch, rivals: BatchPlayer = choose_randomly) -> None:
        """Take over the batch, which only this environment may use from now on."""
        self._env = BatchEnv(batch, rivals)
        self._chosen: Choices = np.zeros(batch.tables, np.intp)
        super().__init__(batch.tables, self._env.single_observation_space, self._env.single_action_space)

    def reset(self) -> Observation:
        """Start new matches at all tables, with the seeds of `seed`."""
        seeds = None if None in self._seeds else self._seeds
        observation, _ = self._env.reset(seed=seeds)
        self._reset_seeds()
        return observation

    def step_async(self, actions: NDArray[Any]) -> None:
        """Set the choice at each table."""
        self._chosen = actions

    def step_wait(self) -> tuple[Observation, Floats, Flags, list[dict[str, Any]]]:
        """Carry out the choices. Return observations, rewards, ends and the infos.

        The info of a table whose match ended has its last observation.
        """
        is_legal = self._env.batch.mask()[np.arange(self.num_envs), self._chosen] > 0
        observation, rewards, ended, _, _ = self._env.step(np.where(is_legal, self._chosen, -1))
        ended = ended | ~is_legal
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in ended.nonzero()[0]:
            infos[table]["terminal_observation"] = {name: rows[table] for name, rows in observation.items()}
            infos[table]["TimeLimit.truncated"] = False
        self._env.deal(ended)
        return self._env.observe(), np.where(is_legal, rewards, np.float32(-1)), ended, infos

    def action_masks(self) -> Flags:
        """Return what the learner may choose at each table."""
        return self._env.batch.mask() > 0

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def get_attr(self, attr_name: str, indices: int | Sequence[int] | None = None) -> list[Any]:
        """Return the same value for every table: `render_mode` is None."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value] * len(self._which(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Sequence[int] | None = None) -> None:
        """Raise AttributeError: tables have no attributes of their own."""
        raise AttributeError(attr_name)

    def env_method(
        self, method_name: str, *args: Any, indices: int | Sequence[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method that returns a row for each table."""
        rows = getattr(self, method_name)(*args, **method_kwargs)
        return [rows[table] for table in self._which(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Sequence[int] | None = None) -> list[bool]:
        """Return False for every table."""
        return [False] * len(self._which(indices))

    def _which(self, indices: int | Sequence[int] | None) -> Sequence[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices
