"""One table of a batch as a PettingZoo environment; it needs the extra [rl].

Every seat is an agent.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.env import AECEnv, Observation
from grenade_salad.lab.optional_packages import extra
from grenade_salad.lab.spaces import make_observation_space

with extra("rl"):
    from gymnasium.spaces import Dict, Discrete


class TableAECEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The match at one table. Rewards follow at the end.

    No agent gets more than `Batch.observe` returns.
    """

    def __init__(self, batch: Batch) -> None:
        """Take over the batch, which only this environment may use from now on.

        Raises ValueError for a batch with more than one table.
        """
        super().__init__()
        if batch.tables != 1:
            raise ValueError("this is an environment of one table")
        self.batch, self.render_mode = batch, None
        self.metadata: dict[str, Any] = {"render_modes": [], "name": "grenade_salad_batch_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(batch.seats)]
        self._space, self._actions = make_observation_space(batch.encoding), Discrete(len(batch.encoding.choices))

    def observation_space(self, agent: str) -> Dict:
        """Return the space, which is the same for all agents."""
        return self._space

    def action_space(self, agent: str) -> Discrete:
        """Return the indexes of `Encoding.choices` as a space."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match; without a seed the random stream continues."""
        self.batch.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.active_seat[0]]

    def observe(self, agent: str) -> Observation:
        """Return what the agent sees; the mask of an agent that is not active is empty."""
        seat, mask = self.possible_agents.index(agent), self.batch.mask()[0]
        is_active = agent == self.agent_selection
        numbers = self.batch.observe(np.array([seat], np.uint8))[0]
        return {"observation": numbers, "action_mask": mask if is_active else np.zeros_like(mask)}

    def step(self, action: int | None) -> None:
        """Carry out the choice of the active agent. Raises ValueError for a masked one."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]  # it raises unless it is None
            return
        assert action is not None
        rewards, ended = self.batch.act(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards[0].tolist(), strict=True))
        if ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.batch.active_seat[0]]
        self._accumulate_rewards()

    def render(self) -> None:
        """Draw nothing: `state` of the batch is what can be shown."""

    def close(self) -> None:
        """Do nothing: no resource is open."""
