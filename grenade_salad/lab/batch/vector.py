"""Many tables as environments for learners; they need the extra [rl].

They are gymnasium's VectorEnv, and its Env for one table. At each table one seat is the learner's, and the others are
played by one of the batch players. The learner gets one decision after another of that seat, until the match is over,
whether it is still in the game or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.batch.batch import Batch, Bytes, Flags, Floats
from grenade_salad.lab.batch.players import BatchPlayer, Choices, choose_randomly, make_view
from grenade_salad.lab.optional_packages import extra
from grenade_salad.lab.spaces import make_observation_space

with extra("rl"):
    import gymnasium
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation` (float32) and `action_mask` (int8), with a row for each table.

The mask is all zeros where the match is over.
"""


class _TablesEnv(VectorEnv[Observation, Choices, Floats]):  # type: ignore[misc]
    def __init__(self, batch: Batch) -> None:
        """Take over the batch, which only this environment may use from now on."""
        self.metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.batch, self.num_envs = batch, batch.tables
        self.single_observation_space = make_observation_space(batch.encoding)
        self.single_action_space = Discrete(len(batch.encoding.choices))
        self.observation_space = batch_space(self.single_observation_space, batch.tables)
        self.action_space = batch_space(self.single_action_space, batch.tables)


class BatchEnv(_TablesEnv):
    """A batch for one learner. At table k it has seat k modulo the number of seats.

    A table whose match is over is dealt again by the step after it, which gives no reward there whatever the choice
    (gymnasium's AutoresetMode.NEXT_STEP). A match that is over before the learner had a choice is no episode: another
    is dealt. `reset` takes one seed (the table at index k has the seed + k) or one for each table; without one the
    random streams continue.
    """

    def __init__(self, batch: Batch, rivals: BatchPlayer = choose_randomly) -> None:
        """Take over the batch, which only this environment may use from now on."""
        super().__init__(batch)
        self.seats: Bytes = (np.arange(batch.tables) % batch.seats).astype(np.uint8)
        self._rivals = rivals
        self._tables = np.arange(batch.tables)
        self._is_over: Flags = np.zeros(batch.tables, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new matches at all tables, up to the learner's first decision."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.batch.reset(seed=seed)
        self._play_rivals(np.zeros(self.num_envs, np.float32))
        self.deal(self.batch.is_over)
        return self.observe(), {}

    def step(self, actions: Choices) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """Carry out a choice of the learner at each table, and all until its next one.

        Returns observations, the learner's rewards, where the match ended, where it was cut off (nowhere), and an empty
        dict. Raises ValueError for a choice that is not legal.
        """
        restarted = self._is_over
        rewards, ended = self.batch.act(np.where(restarted, -1, actions))
        own_rewards = rewards[self._tables, self.seats]
        self.batch.reset(restarted.nonzero()[0])
        also_ended, own_rewards = self._play_rivals(own_rewards)
        self.deal(restarted & also_ended)
        self._is_over = (ended | also_ended) & ~restarted
        return (
            self.observe(),
            np.where(restarted, np.float32(0), own_rewards),
            self._is_over,
            np.zeros_like(restarted),
            {},
        )

    def deal(self, over: Flags) -> None:
        """Deal new matches at these tables, whose matches are over.

        Each is played up to the learner's first decision.
        """
        self._is_over = self._is_over & ~over
        while (which := over.nonzero()[0]).size:
            self.batch.reset(which)
            over, _ = self._play_rivals(np.zeros(self.num_envs, np.float32))

    def _play_rivals(self, own_rewards: Floats) -> tuple[Flags, Floats]:
        """Play on to the learner's next decision at every table.

        Returns where matches ended, and the learner's rewards so far.
        """
        batch, ended = self.batch, np.zeros(self.num_envs, np.bool_)
        while (waiting := ~batch.is_over & (batch.active_seat != self.seats)).any():
            rewards, just_ended = batch.act(np.where(waiting, self._rivals(make_view(batch), self.np_random), -1))
            own_rewards = own_rewards + rewards[self._tables, self.seats]
            ended |= just_ended
        return ended, own_rewards

    def observe(self) -> Observation:
        """Return what the learner sees."""
        return {"observation": self.batch.observe(self.seats), "action_mask": self.batch.mask()}


class TableEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc]
    """One table of a batch for one learner, at seat 0.

    It is what gymnasium and Stable-Baselines3 check, row by row. An illegal choice ends the match, and costs 1. After
    the end it stays as it is until `reset`.
    """

    def __init__(self, batch: Batch, rivals: BatchPlayer = choose_randomly) -> None:
        """Take over the batch, which only this environment may use from now on.

        Raises ValueError for a batch with more than one table.
        """
        if batch.tables != 1:
            raise ValueError("this is an environment of one table")
        self._env = BatchEnv(batch, rivals)
        self.metadata: dict[str, Any] = {"render_modes": []}
        self.observation_space = self._env.single_observation_space
        self.action_space = self._env.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new match, up to the learner's first decision."""
        super().reset(seed=seed)
        observation, info = self._env.reset(seed=seed)
        return _first_row(observation), info

    def action_masks(self) -> Flags:
        """Return the legal choices, as MaskablePPO of sb3-contrib asks for them."""
        mask: Flags = self._env.batch.mask()[0].astype(np.bool_)
        return mask

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """See `BatchEnv.step`."""
        if not self._env.batch.mask()[0, action]:
            return _first_row(self._env.observe()), -1.0, True, False, {}
        observation, rewards, ended, cut, info = self._env.step(np.array([action]))
        return _first_row(observation), float(rewards[0]), bool(ended[0]), bool(cut[0]), info


def _first_row(observation: Observation) -> Observation:
    return {name: rows[0] for name, rows in observation.items()}


class SelfPlayEnv(_TablesEnv):
    """A batch in which one learner decides for all seats.

    It sees what the active seat sees. A step's reward is that of the seat which acted in it. The info has `to_act`, the
    seats that are active now, and `rewards`, those of all seats. A table whose match is over is dealt again as in
    `BatchEnv`.
    """

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new matches at all tables."""
        self.batch.reset(seed=seed)
        return self._observe(), self._info(np.zeros((self.num_envs, self.batch.seats), np.float32))

    def step(self, actions: Choices) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """Carry out a choice at each table. Returns what `BatchEnv.step` does.

        Raises ValueError for a choice that is not legal.
        """
        restarted, acting_seat = self.batch.is_over.copy(), self.batch.active_seat.copy()
        rewards, ended = self.batch.act(actions)
        self.batch.reset(restarted.nonzero()[0])
        own_rewards = rewards[np.arange(self.num_envs), acting_seat]
        return self._observe(), own_rewards, ended, np.zeros_like(ended), self._info(rewards)

    def _info(self, rewards: Floats) -> dict[str, Any]:
        return {"to_act": self.batch.active_seat.copy(), "rewards": rewards}

    def _observe(self) -> Observation:
        return {"observation": self.batch.observe(), "action_mask": self.batch.mask()}
