"""Train a player by masked PPO against players that do anything: two minutes on one core.

    pip install 'grenade-salad[train]'
    python examples/ppo.py live-grenade --seconds 120 --model ppo.npz
    python examples/ppo.py wheel --seats 3

The model is a file of plain arrays, which `ppo_player.Player` plays with; to play it needs no torch.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np
import torch
from torch import nn

from grenade_salad.lab.env import raw_env
from grenade_salad.lab.intervals import interval

TABLES = 64
"""So many matches are played side by side: one question to the network answers all of them."""
STEPS = 128
"""Decisions at each table between two lessons."""
HIDDEN, RATE, CLIP, EPOCHS, BATCH = 128, 1e-3, 0.2, 4, 1024
DISCOUNT, TRACE, CURIOSITY = 0.997, 0.95, 0.01


class Network(nn.Module):
    """How good each action is, and how the match will end."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh())
        self.policy = nn.Linear(HIDDEN, actions)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, numbers: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the odds of the actions, with none for what is masked, and the value."""
        deep = self.body(numbers)
        return self.policy(deep).masked_fill(~mask, -1e9), self.value(deep).squeeze(-1)


@dataclass
class Table:
    """One match in which the learner has a seat, and chance the others."""

    env: Any
    rng: np.random.Generator
    learner: str = ""
    played: int = 0
    results: list[float] = field(default_factory=list)

    def begin(self) -> None:
        """A new match; the learner sits down anywhere. It goes on to the learner's first decision, if there is one."""
        while True:
            self.env.reset(seed=int(self.rng.integers(2**62)))
            self.learner = self.env.possible_agents[int(self.rng.integers(self.env.seats))]
            if self.go_on() is None:
                return

    def go_on(self) -> float | None:
        """Let the others play until the learner is asked, or the match is over: then the reward."""
        while True:
            agent = self.env.agent_selection
            if self.env.terminations[agent]:
                return float(self.env.rewards[self.learner])
            if agent == self.learner:
                return None
            legal = [number for number, choice in enumerate(self.env.encoded(agent).choices) if choice is not None]
            self.env.step(legal[int(self.rng.integers(len(legal)))])

    def step(self, action: int) -> float | None:
        """Do it; the reward if the match is over then, and another is begun."""
        self.env.step(action)
        reward = self.go_on()
        if reward is not None:
            self.results.append(reward)
            self.begin()
        return reward


class Trainer:
    """Plays at all tables, and learns from what happened."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        seeds = np.random.SeedSequence(seed).spawn(TABLES)
        self.tables = [Table(raw_env(game, seats), np.random.default_rng(one)) for one in seeds]
        for table in self.tables:
            table.begin()
        space = self.tables[0].env.observation_space("player_0")["observation"]
        self.scale = np.maximum(np.abs(space.low), np.abs(space.high)).astype(np.float32).clip(1.0, 20.0)
        self.network = Network(len(self.scale), int(self.tables[0].env.action_space("player_0").n))
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)
        self.decisions = 0

    def look(self) -> tuple[torch.Tensor, torch.Tensor]:
        """What the learner sees at all tables."""
        seen = [table.env.observe(table.learner) for table in self.tables]
        numbers = np.stack([one["observation"] for one in seen]) / self.scale
        return torch.from_numpy(numbers), torch.from_numpy(np.stack([one["action_mask"] for one in seen]) > 0)

    def choose(self, best: bool = False) -> tuple[torch.Tensor, ...]:
        """What is seen, an action at each table, how likely it was, and the value."""
        numbers, mask = self.look()
        with torch.no_grad():
            logits, value = self.network(numbers, mask)
        likely = torch.distributions.Categorical(logits=logits)
        action = logits.argmax(-1) if best else likely.sample()
        return numbers, mask, action, likely.log_prob(action), value

    def play(self) -> tuple[torch.Tensor, ...]:
        """STEPS decisions at each table, and what PPO needs of them, in one row each."""
        rows, rewards, ends = [], np.zeros((STEPS, TABLES), np.float32), np.zeros((STEPS, TABLES), np.float32)
        for step in range(STEPS):
            rows.append(self.choose())
            for number, (table, action) in enumerate(zip(self.tables, rows[-1][2].tolist(), strict=True)):
                reward = table.step(action)
                if reward is not None:
                    rewards[step, number], ends[step, number] = reward, 1.0
        self.decisions += STEPS * TABLES
        values = np.stack([row[4].numpy() for row in rows])
        after = self.choose()[4].numpy()
        better = np.zeros_like(rewards)
        trace = np.zeros(TABLES, np.float32)
        for step in reversed(range(STEPS)):
            going = 1.0 - ends[step]
            surprise = rewards[step] + DISCOUNT * after * going - values[step]
            trace = surprise + DISCOUNT * TRACE * going * trace
            better[step], after = trace, values[step]
        numbers, mask, action, likely = (torch.cat([row[part] for row in rows]) for part in range(4))
        gain = torch.from_numpy(better).flatten()
        return numbers, mask, action, likely, gain, gain + torch.from_numpy(values).flatten()

    def learn(self, numbers: Any, mask: Any, action: Any, before: Any, gain: Any, aim: Any) -> None:
        """PPO's lesson."""
        for _ in range(EPOCHS):
            for some in torch.randperm(len(action)).split(BATCH):
                logits, value = self.network(numbers[some], mask[some])
                likely = torch.distributions.Categorical(logits=logits)
                ratio = (likely.log_prob(action[some]) - before[some]).exp()
                wanted = (gain[some] - gain[some].mean()) / (gain[some].std() + 1e-6)
                careful = torch.min(ratio * wanted, ratio.clamp(1 - CLIP, 1 + CLIP) * wanted).mean()
                loss = -careful + 0.5 * (value - aim[some]).square().mean() - CURIOSITY * likely.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def train(self, seconds: float, decisions: int) -> Iterator[float]:
        """Play and learn for so long, or so many decisions; the share of wins of the last matches, lesson by lesson."""
        begun = monotonic()
        while (spent := max((monotonic() - begun) / seconds, self.decisions / decisions)) < 1:
            for group in self.optimizer.param_groups:
                group["lr"] = RATE * max(0.05, 1 - spent)
            self.learn(*self.play())
            yield float(np.mean([one > 0 for table in self.tables for one in table.results[-8:]] or [0.0]))

    def test(self, games: int) -> tuple[float, int]:
        """How many of so many new matches it wins when it does what it thinks best, a shared win in part."""
        for table in self.tables:
            table.results.clear()
            table.begin()
        each = -(-games // TABLES)
        while min(len(table.results) for table in self.tables) < each:
            for table, action in zip(self.tables, self.choose(best=True)[2].tolist(), strict=True):
                if len(table.results) < each:
                    table.step(action)
        results = [one for table in self.tables for one in table.results]
        return float(sum(max(0.0, one) for one in results)), len(results)

    def save(self, file: str) -> None:
        """Write the policy down as plain arrays: matrix and offset of each layer, and the scale of what is seen."""
        layers = [self.network.body[0], self.network.body[2], self.network.policy]
        arrays = {"scale": self.scale}
        for number, layer in enumerate(layers):
            arrays[f"matrix{number}"] = layer.weight.detach().numpy()
            arrays[f"offset{number}"] = layer.bias.detach().numpy()
        np.savez(file, **arrays)  # type: ignore[arg-type]


def main(words: list[str] | None = None) -> float:
    """Train, test and save; the share of wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="live-grenade", help="one whose actions have fixed numbers")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--decisions", type=int, default=10**9, help="stop after so many of them")
    parser.add_argument("--games", type=int, default=2000, help="how many matches it is tested in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="ppo.npz")
    args = parser.parse_args(words)
    trainer = Trainer(args.game, args.seats, args.seed)
    for lesson, share in enumerate(trainer.train(args.seconds, args.decisions)):
        if lesson % 10 == 0:
            print(f"{trainer.decisions:>8} decisions: wins {share:.1%} while it learns", flush=True)
    wins, games = trainer.test(args.games)
    low, high = interval(wins, games)
    share = f"{wins / games:.1%} ({low:.1%} to {high:.1%})"
    print(f"{trainer.decisions} decisions; {games} matches against chance: wins {share}")
    trainer.save(args.model)
    return wins / games


if __name__ == "__main__":
    main()
