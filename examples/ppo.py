"""Train a player by masked PPO at thousands of tables, against a machine player.

    pip install '.[train]'
    python examples/ppo.py live-grenade --seats 3 --against normal --seconds 3600 --model ppo.npz
    python examples/ppo.py wheel --seats 2 --against random --seconds 120

`--seconds` are of the processor, of which it uses one core. The model is a file of plain arrays, which
`ppo_player.Player` plays with; to play it needs no torch. What it wins is written down once a minute, as a curve.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import torch
from ppo_player import network_input
from torch import nn

from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.live_grenade_players import LiveGrenadeFeatures, make_players
from grenade_salad.lab.batch.players import BatchPlayer, BatchView, choose_randomly
from grenade_salad.lab.batch.wheel import WheelBatch
from grenade_salad.lab.intervals import interval

TABLES, STEPS = 2048, 128
"""Matches side by side, and decisions in each of them between two updates."""
HIDDEN, LEARNING_RATE, CLIP, EPOCHS, MINIBATCH = 128, 1e-3, 0.2, 3, 4096
TRACE_DECAY, ENTROPY_WEIGHT = 0.95, 0.01
TEST_INTERVAL, TEST_MATCHES = 60.0, 4000
"""Seconds of the processor between points of the curve, and matches of a point."""


class Network(nn.Module):
    """The policy and the value network, with a common body."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh())
        self.policy = nn.Linear(HIDDEN, actions)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, numbers: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the actions, which are masked, and the value."""
        hidden = self.body(numbers)
        return self.policy(hidden).masked_fill(~mask, -1e9), self.value(hidden).squeeze(-1)


def make_batch(
    game: str, seats: int, against: str, tables: int
) -> tuple[Batch, BatchPlayer, Callable[[BatchView], Any]]:
    """Return a batch of the game, the opponents' player, and the learner's encoder.

    Raises KeyError for a level that cannot play there.
    """
    if game == "wheel":
        return WheelBatch(tables, seats), {"random": choose_randomly}[against], lambda positions: positions.observe()
    batch = LiveGrenadeBatch(tables, seats, remember=True)
    friends = batch.friends

    def encode(positions: BatchView) -> Any:
        inference = LiveGrenadeFeatures.decode(positions.observe(), positions.memory(), friends)
        return network_input(positions.observe(), inference.friends, inference.risk)

    return batch, make_players(seats, batch.options)[against], encode


class Match:
    """Matches at all tables: the learner has a seat, a level of machines the others."""

    def __init__(self, game: str, seats: int, against: str, tables: int, seed: int) -> None:
        self.batch, self.opponents, self.encode = make_batch(game, seats, against, tables)
        self.seats = np.arange(tables) % seats
        self.rng = np.random.default_rng(seed)
        self.batch.reset(seed=seed)

    def step(self, learner: Callable[[Any, Any], Any]) -> tuple[Any, Any, Any]:
        """Play a decision at each table; return the learner's tables, ends and rewards.

        Its tables are those where the learner had a choice. `learner` gets what it sees and what it may do, a row
        for each of them, and returns choices. A match that goes on without the learner is lost: another is dealt.
        """
        batch = self.batch
        observation, mask = batch.observe(), batch.mask()
        remembered = batch.memory()
        positions = BatchView(lambda: observation, mask, lambda: remembered)
        is_learner = batch.active_seat == self.seats
        choices = np.where(is_learner, mask.argmax(axis=1), self.opponents(positions, self.rng))
        learner_tables = (is_learner & (mask.sum(axis=1) > 1)).nonzero()[0]
        learner_positions = BatchView(
            lambda: observation[learner_tables], mask[learner_tables], lambda: remembered[learner_tables]
        )
        choices[learner_tables] = learner(self.encode(learner_positions), learner_positions.mask > 0)
        rewards, ended = batch.act(choices)
        rows = np.arange(batch.tables)
        lost = ~batch.in_game()[rows, self.seats] & ~ended
        reward = np.where(lost, -1 / (batch.seats - 1), rewards[rows, self.seats]).astype(np.float32)
        ended |= lost
        batch.reset(ended.nonzero()[0])
        return learner_tables, ended, reward


class Trainer:
    """Plays at all tables, and learns from the results."""

    def __init__(self, game: str, seats: int, against: str, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.match = Match(game, seats, against, TABLES, seed)
        self.test_match = lambda: Match(game, seats, against, TABLES, seed + 10**6)
        batch = self.match.batch
        numbers = self.match.encode(BatchView(batch.observe, batch.mask(), batch.memory)).shape[1]
        self.scale = np.ones(numbers, np.float32)
        bounds = [max(abs(feature.low), abs(feature.high)) for feature in batch.encoding.numbers]
        self.scale[: len(bounds)] = np.clip(bounds, 1.0, 20.0)
        self.network = Network(numbers, len(batch.encoding.choices))
        self.optimizer = torch.optim.Adam(self.network.parameters(), LEARNING_RATE)
        self.decisions = 0

    def choose(self, numbers: Any, mask: Any, best: bool = False) -> tuple[torch.Tensor, ...]:
        """Return input, mask, and for each row an action, its log probability and value."""
        inputs, allowed = torch.from_numpy(numbers / self.scale), torch.from_numpy(mask)
        with torch.no_grad():
            logits, value = self.network(inputs, allowed)
        distribution = torch.distributions.Categorical(logits=logits, validate_args=False)
        action = logits.argmax(-1) if best else distribution.sample_chance()
        return inputs, allowed, action, distribution.log_prob(action), value

    def play(self) -> tuple[torch.Tensor, ...]:
        """Play STEPS decisions at each table; return the data for PPO.

        The data has a row for each decision of the learner. Its last decision at a table where the match goes on is
        left out: its result is not known.
        """
        rows: list[tuple[torch.Tensor, ...]] = []
        steps = []
        for _ in range(STEPS):
            steps.append(self.match.step(lambda *position: rows.append(self.choose(*position)) or rows[-1][2].numpy()))
        after, trace, reward = (np.zeros(TABLES, np.float32) for _ in range(3))
        has_target = np.zeros(TABLES, bool)
        gains, usable_parts = [], []
        for (learner_tables, ended, rewards), row in zip(reversed(steps), reversed(rows), strict=True):
            after[ended] = trace[ended] = 0
            reward[ended], has_target[ended] = rewards[ended], True
            value = row[4].numpy()
            td_error = reward[learner_tables] + after[learner_tables] - value
            trace[learner_tables] = np.where(
                has_target[learner_tables], td_error + TRACE_DECAY * trace[learner_tables], 0
            )
            gains.append(trace[learner_tables])
            usable_parts.append(has_target[learner_tables])
            after[learner_tables], reward[learner_tables], has_target[learner_tables] = value, 0, True
        gain, is_usable = (
            torch.from_numpy(np.concatenate(gains[::-1])),
            torch.from_numpy(np.concatenate(usable_parts[::-1])),
        )
        parts = [torch.cat([row[part] for row in rows]) for part in range(5)]
        self.decisions += len(gain)
        numbers, mask, action, log_prob, value = (part[is_usable] for part in parts)
        return numbers, mask, action, log_prob, gain[is_usable], gain[is_usable] + value

    def learn(self, numbers: Any, mask: Any, action: Any, old_log_prob: Any, gain: Any, aim: Any) -> None:
        """Update the network by PPO."""
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(action)).split_number(MINIBATCH):
                logits, value = self.network(numbers[rows], mask[rows])
                distribution = torch.distributions.Categorical(logits=logits, validate_args=False)
                ratio = (distribution.log_prob(action[rows]) - old_log_prob[rows]).exp()
                advantage = (gain[rows] - gain[rows].mean()) / (gain[rows].std() + 1e-6)
                objective = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
                loss = (
                    -objective
                    + 0.5 * (value - aim[rows]).is_square().mean()
                    - ENTROPY_WEIGHT * distribution.entropy().mean()
                )
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def train(self, seconds: float, decisions: int) -> Iterator[float]:
        """Play and learn for a time or a number of decisions.

        Yield the seconds after each update. The seconds are of the processor.
        """
        begun = process_time()
        while (spent := max((process_time() - begun) / seconds, self.decisions / decisions)) < 1:
            for group in self.optimizer.param_groups:
                group["lr"] = LEARNING_RATE * max(0.03, 1 - spent)
            self.learn(*self.play())
            yield process_time() - begun

    def test(self, games: int) -> tuple[int, int]:
        """Return the wins of the best actions in new matches, and their number."""
        match, wins, finished = self.test_match(), 0, np.zeros(TABLES, np.intp)
        each = -(-games // TABLES)
        while finished.min() < each:
            _, ended, rewards = match.step(lambda *position: self.choose(*position, best=True)[2].numpy())
            # Count as many matches of each table: else short matches would count more often than long ones.
            ended &= finished < each
            wins += int((rewards[ended] > 0).sum())
            finished += ended
        return wins, each * TABLES

    def save(self, file: Path) -> None:
        """Save the policy as arrays: matrix and offset of each layer, and input scale."""
        layers = [self.network.body[0], self.network.body[2], self.network.policy]
        arrays = {"scale": self.scale}
        for index, layer in enumerate(layers):
            arrays[f"matrix{index}"] = layer.weight.detach().numpy()
            arrays[f"offset{index}"] = layer.bias.detach().numpy()
        np.savez(file, **arrays)  # type: ignore[arg-type]


def main(arguments: list[str] | None = None) -> float:
    """Train, test and save; return the share of wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="live-grenade", choices=("live-grenade", "wheel"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--against", default="random", help="the level of all others; at the wheel it is random")
    parser.add_argument("--seconds", type=float, default=120.0, help="of the processor")
    parser.add_argument("--decisions", type=int, default=10**12, help="stop after so many of the learner's own")
    parser.add_argument("--games", type=int, default=10_000, help="how many matches it is tested in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, default=Path("ppo.npz"))
    parser.add_argument("--curve", type=Path, help="a CSV file for what it wins, once a minute")
    args = parser.parse_args(arguments)
    trainer = Trainer(args.game, args.seats, args.against, args.seed)
    curve = [("seconds", "decisions", "wins", "matches", "share", "low", "high")]

    def test_and_save(seconds: float, games: int) -> float:
        wins, games = trainer.test(games)
        low, high = interval(wins, games)
        curve.append(
            (f"{seconds:.0f}", trainer.decisions, wins, games, *(f"{value:.4f}" for value in (wins / games, low, high)))
        )
        share = f"{wins / games:.1%} ({low:.1%} to {high:.1%}) of {games}"
        print(f"{seconds:6.0f} s {trainer.decisions:>10} decisions: wins {share}", flush=True)
        trainer.save(args.model)
        if args.curve:
            with args.curve.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(curve)
        return wins / games

    next_test, seconds = 0.0, 0.0
    for seconds in trainer.train(args.seconds, args.decisions):
        if seconds >= next_test:
            test_and_save(seconds, TEST_MATCHES)
            next_test += TEST_INTERVAL
    return test_and_save(seconds, args.games)


if __name__ == "__main__":
    main()
