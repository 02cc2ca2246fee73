"""Train a player by masked PPO at thousands of tables at once, against a level of the machines.

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
from ppo_player import looks
from torch import nn

from grenade_salad.lab.batch.batch import Batch
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.live_grenade_players import Seen, players
from grenade_salad.lab.batch.players import Asked, Player, by_chance
from grenade_salad.lab.batch.wheel import WheelBatch
from grenade_salad.lab.intervals import interval

TABLES, STEPS = 2048, 128
"""So many matches are played side by side, and so many decisions of somebody at each of them between two lessons."""
HIDDEN, RATE, CLIP, EPOCHS, SOME = 128, 1e-3, 0.2, 3, 4096
TRACE, CURIOSITY = 0.95, 0.01
LOOKS_EVERY, LOOKS_AT = 60.0, 4000
"""How many seconds of the processor lie between two points of the curve, and how many matches each is of."""


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


def made(game: str, seats: int, against: str, tables: int) -> tuple[Batch, Player, Callable[[Asked], Any]]:
    """A batch of the game, who plays against the learner, and what the learner looks at. Raises KeyError for a level
    that cannot play there."""
    if game == "wheel":
        return WheelBatch(tables, seats), {"random": by_chance}[against], lambda asked: asked.observe()
    batch = LiveGrenadeBatch(tables, seats, remember=True)
    friends = batch.friends

    def look(asked: Asked) -> Any:
        seen = Seen.of(asked.observe(), asked.remembered(), friends)
        return looks(asked.observe(), seen.friends, seen.risk)

    return batch, players(seats, batch.options)[against], look


class Match:
    """Matches at all tables, in which the learner has a seat and one level the others."""

    def __init__(self, game: str, seats: int, against: str, tables: int, seed: int) -> None:
        self.batch, self.others, self.look = made(game, seats, against, tables)
        self.seats = np.arange(tables) % seats
        self.rng = np.random.default_rng(seed)
        self.batch.reset(seed=seed)

    def step(self, learner: Callable[[Any, Any], Any]) -> tuple[Any, Any, Any]:
        """A decision at each table: where the learner had a choice, where a match ended for it, and its rewards.

        `learner` gets what it sees and what it may do, a row for each table where it has a choice, and gives choices.
        A match that goes on without it is lost: another is dealt.
        """
        batch = self.batch
        seen, mask = batch.observe(), batch.mask()
        remembered = batch.remembered()
        asked = Asked(lambda: seen, mask, lambda: remembered)
        mine = batch.to_act == self.seats
        choices = np.where(mine, mask.argmax(axis=1), self.others(asked, self.rng))
        which = (mine & (mask.sum(axis=1) > 1)).nonzero()[0]
        few = Asked(lambda: seen[which], mask[which], lambda: remembered[which])
        choices[which] = learner(self.look(few), few.mask > 0)
        rewards, ended = batch.act(choices)
        rows = np.arange(batch.tables)
        lost = ~batch.in_game()[rows, self.seats] & ~ended
        reward = np.where(lost, -1 / (batch.seats - 1), rewards[rows, self.seats]).astype(np.float32)
        ended |= lost
        batch.reset(ended.nonzero()[0])
        return which, ended, reward


class Trainer:
    """Plays at all tables, and learns from what happened."""

    def __init__(self, game: str, seats: int, against: str, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.match = Match(game, seats, against, TABLES, seed)
        self.test_match = lambda: Match(game, seats, against, TABLES, seed + 10**6)
        batch = self.match.batch
        numbers = self.match.look(Asked(batch.observe, batch.mask(), batch.remembered)).shape[1]
        self.scale = np.ones(numbers, np.float32)
        bounds = [max(abs(one.low), abs(one.high)) for one in batch.encoding.numbers]
        self.scale[: len(bounds)] = np.clip(bounds, 1.0, 20.0)
        self.network = Network(numbers, len(batch.encoding.choices))
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)
        self.decisions = 0

    def choose(self, numbers: Any, mask: Any, best: bool = False) -> tuple[torch.Tensor, ...]:
        """What is seen, what may be done, an action for each row, how likely it was, and the value."""
        seen, may = torch.from_numpy(numbers / self.scale), torch.from_numpy(mask)
        with torch.no_grad():
            logits, value = self.network(seen, may)
        likely = torch.distributions.Categorical(logits=logits, validate_args=False)
        action = logits.argmax(-1) if best else likely.sample_chance()
        return seen, may, action, likely.log_prob(action), value

    def play(self) -> tuple[torch.Tensor, ...]:
        """STEPS decisions at each table, and what PPO needs of those of the learner, in one row each.

        Its last decision at a table where the match goes on tells no more than what it is worth.
        """
        rows: list[tuple[torch.Tensor, ...]] = []
        happened = []
        for _ in range(STEPS):
            happened.append(self.match.step(lambda *seen: rows.append(self.choose(*seen)) or rows[-1][2].numpy()))
        after, trace, reward = (np.zeros(TABLES, np.float32) for _ in range(3))
        known = np.zeros(TABLES, bool)
        gains, kept = [], []
        for (which, ended, rewards), row in zip(reversed(happened), reversed(rows), strict=True):
            after[ended] = trace[ended] = 0
            reward[ended], known[ended] = rewards[ended], True
            value = row[4].numpy()
            surprise = reward[which] + after[which] - value
            trace[which] = np.where(known[which], surprise + TRACE * trace[which], 0)
            gains.append(trace[which])
            kept.append(known[which])
            after[which], reward[which], known[which] = value, 0, True
        gain, keep = torch.from_numpy(np.concatenate(gains[::-1])), torch.from_numpy(np.concatenate(kept[::-1]))
        parts = [torch.cat([row[part] for row in rows]) for part in range(5)]
        self.decisions += len(gain)
        numbers, mask, action, likely, value = (part[keep] for part in parts)
        return numbers, mask, action, likely, gain[keep], gain[keep] + value

    def learn(self, numbers: Any, mask: Any, action: Any, before: Any, gain: Any, aim: Any) -> None:
        """PPO's lesson."""
        for _ in range(EPOCHS):
            for some in torch.randperm(len(action)).split(SOME):
                logits, value = self.network(numbers[some], mask[some])
                likely = torch.distributions.Categorical(logits=logits, validate_args=False)
                ratio = (likely.log_prob(action[some]) - before[some]).exp()
                wanted = (gain[some] - gain[some].mean()) / (gain[some].std() + 1e-6)
                careful = torch.min(ratio * wanted, ratio.clamp(1 - CLIP, 1 + CLIP) * wanted).mean()
                loss = -careful + 0.5 * (value - aim[some]).square().mean() - CURIOSITY * likely.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def train(self, seconds: float, decisions: int) -> Iterator[float]:
        """Play and learn for so many seconds of the processor, or so many decisions; the seconds, lesson by lesson."""
        begun = process_time()
        while (spent := max((process_time() - begun) / seconds, self.decisions / decisions)) < 1:
            for group in self.optimizer.param_groups:
                group["lr"] = RATE * max(0.03, 1 - spent)
            self.learn(*self.play())
            yield process_time() - begun

    def test(self, games: int) -> tuple[int, int]:
        """How many of so many new matches it wins when it does what it thinks best."""
        match, wins, done = self.test_match(), 0, np.zeros(TABLES, np.intp)
        each = -(-games // TABLES)
        while done.min() < each:
            _, ended, rewards = match.step(lambda *seen: self.choose(*seen, best=True)[2].numpy())
            # As many of each table: short matches are not counted more often than long ones.
            ended &= done < each
            wins += int((rewards[ended] > 0).sum())
            done += ended
        return wins, each * TABLES

    def save(self, file: Path) -> None:
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
    parser.add_argument("game", nargs="?", default="live-grenade", choices=("live-grenade", "wheel"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--against", default="random", help="the level of all others; at the wheel it is random")
    parser.add_argument("--seconds", type=float, default=120.0, help="of the processor")
    parser.add_argument("--decisions", type=int, default=10**12, help="stop after so many of the learner's own")
    parser.add_argument("--games", type=int, default=10_000, help="how many matches it is tested in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, default=Path("ppo.npz"))
    parser.add_argument("--curve", type=Path, help="a CSV file for what it wins, once a minute")
    args = parser.parse_args(words)
    trainer = Trainer(args.game, args.seats, args.against, args.seed)
    curve = [("seconds", "decisions", "wins", "matches", "share", "low", "high")]

    def look(seconds: float, games: int) -> float:
        wins, games = trainer.test(games)
        low, high = interval(wins, games)
        curve.append(
            (f"{seconds:.0f}", trainer.decisions, wins, games, *(f"{one:.4f}" for one in (wins / games, low, high)))
        )
        share = f"{wins / games:.1%} ({low:.1%} to {high:.1%}) of {games}"
        print(f"{seconds:6.0f} s {trainer.decisions:>10} decisions: wins {share}", flush=True)
        trainer.save(args.model)
        if args.curve:
            with args.curve.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(curve)
        return wins / games

    next_look, seconds = 0.0, 0.0
    for seconds in trainer.train(args.seconds, args.decisions):
        if seconds >= next_look:
            look(seconds, LOOKS_AT)
            next_look += LOOKS_EVERY
    return look(seconds, args.games)


if __name__ == "__main__":
    main()
