"""Train the networks of Live Grenade's players.

    python -m tools.fit_live_grenade two 600

They learn from games against the normal player and against themselves, many in parallel. The target value of a choice
is the result of the game, mixed with the network's estimate of the next choices. The seconds are of one core. The
committed networks took about ten minutes for two players, ten more from there for three to five, and a few more after
Normal had learned to rob equal victims equally often.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter

import numpy as np

from grenade_salad.players.live_grenade.batch_rollout import PendingPlays, QuickNormal, QuickPlayer, play_on
from grenade_salad.players.live_grenade.determinizations import (
    SORTS,
    STEAL,
    Bools,
    Floats,
    Ints,
    WorldRandom,
    Worlds,
    pick_best,
)
from grenade_salad.players.live_grenade.features import ANSWER_SIZE, POSITION_SIZE, TURN_SIZE, PositionFeatures
from grenade_salad.players.live_grenade.playouts import odds_to_chances
from grenade_salad.players.live_grenade.value_net import Net, QuickNet, read_nets

FOLDER = Path(__file__).parent.parent / "grenade_salad/players/live_grenade"
PARTS = ("table", "choice", "bias", "middle", "middle_bias", "last", "last_bias")
FIRST_SIZE, SECOND_SIZE = 48, 24
"""Sizes of the two hidden layers."""
SEATS = {"two": (2,), "more": (3, 4, 5)}
GAMES = {2: 6000, 3: 4000, 4: 3000, 5: 3000}
"""Number of parallel games, by the number of players."""
NORMAL_SHARE = 0.8
"""Share of the games in which all other players are normal ones."""
BOOTSTRAP_WEIGHT = 0.2
"""Weight of the network's estimate of the next choice in the value of a choice."""
BATCH = 4096
AVERAGE_RATE = 0.002
"""Share by which the averaged weights follow the trained ones with each step."""


def new_net(rng: np.random.Generator, table: int, choice: int) -> Net:
    """Return a network with random weights."""

    def layer(rows: int, columns: int, inputs: int) -> Floats:
        numbers: Floats = (rng.standard_normal((rows, columns)) * (2 / inputs) ** 0.5).astype(np.float32)
        return numbers

    def zeros(count: int) -> Floats:
        return np.zeros(count, dtype=np.float32)

    inputs = table + choice
    last = layer(SECOND_SIZE, 1, SECOND_SIZE)[:, 0] * np.float32(0.3)
    return Net(
        layer(table, FIRST_SIZE, inputs),
        layer(choice, FIRST_SIZE, inputs),
        zeros(FIRST_SIZE),
        layer(FIRST_SIZE, SECOND_SIZE, FIRST_SIZE),
        zeros(SECOND_SIZE),
        last,
        zeros(1),
    )


def copy_net(net: Net) -> Net:
    """Return an independent copy."""
    return Net(*(getattr(net, part).copy() for part in PARTS))


def gradients(net: Net, table: Floats, choice: Floats, targets: Floats) -> list[Floats]:
    """Return the gradient of the error for each part of the network."""
    hidden = np.maximum(table @ net.table + choice @ net.choice + net.bias, 0)
    second = np.maximum(hidden @ net.middle + net.middle_bias, 0)
    error = (odds_to_chances(second @ net.last + net.last_bias[0]) - targets) / np.float32(len(targets))
    to_second = error[:, None] * net.last * (second > 0)
    to_first = (to_second @ net.middle.T) * (hidden > 0)
    end = np.array([error.sum()], dtype=np.float32)
    return [
        table.T @ to_first,
        choice.T @ to_first,
        to_first.sum(0),
        hidden.T @ to_second,
        to_second.sum(0),
        second.T @ error,
        end,
    ]


class Trainer:
    """A network trained by Adam, and an average of its weights over time."""

    def __init__(self, net: Net) -> None:
        self.net, self.average = net, copy_net(net)
        self._mean = [np.zeros_like(getattr(net, part)) for part in PARTS]
        self._square = [np.zeros_like(getattr(net, part)) for part in PARTS]
        self._steps = 0

    def learn(self, data: tuple[Floats, Floats, Floats], rate: float, rng: np.random.Generator) -> None:
        """Train once on all choices and their values."""
        order = rng.permutation(len(data[2]))
        for start in range(0, len(order) - BATCH // 8, BATCH):
            batch = order[start : start + BATCH]
            self._step(gradients(self.net, *(part[batch] for part in data)), rate * min(1.0, 1.5 * len(batch) / BATCH))

    def _step(self, gradients_by_part: list[Floats], rate: float) -> None:
        self._steps += 1
        for part, gradient, mean, square in zip(PARTS, gradients_by_part, self._mean, self._square, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            scale = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            weights, average = getattr(self.net, part), getattr(self.average, part)
            weights -= rate * (mean / (1 - 0.9**self._steps)) / scale
            average += AVERAGE_RATE * (weights - average)


class ExploringPlayer(QuickNet):
    """Plays by the networks, explores now and then, and keeps a diary.

    An entry of the diary has: 0 for a turn or 1 for an answer, the features of tables and of choices, the worlds and
    seats, the estimated values of the best and of the actual choice, and whether the choice was exploration.
    """

    def __init__(self, turn: Net, answer: Net, exploration: float, rng: np.random.Generator) -> None:
        super().__init__(((turn, turn), (answer, answer)), rng)
        self._exploration, self._rng = exploration, rng
        self.diary: list[tuple[int, Floats, Floats, Ints, Ints, Floats, Floats, Bools]] = []

    def choose_turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """Choose actions by the networks, or random ones."""
        table = PositionFeatures(worlds, rows, worlds.turn[rows])
        odds, thefts = self.turn_odds(table)
        is_exploring = self._rng.random(len(rows)) < self._exploration
        choices = np.where(is_exploring[:, None] & np.isfinite(odds), self._rng.random(odds.shape), odds).argmax(1)
        theft_scores = np.where(
            is_exploring[:, None, None] & np.isfinite(thefts), self._rng.random(thefts.shape), thefts
        )
        index, steals = np.arange(len(rows)), choices >= STEAL
        kind = np.maximum(choices - STEAL, 0)
        target = pick_best(theft_scores[index, kind], self._rng)
        chosen_odds = np.where(steals, thefts[index, kind, target], odds[index, choices])
        choice = np.zeros((len(rows), TURN_SIZE), dtype=np.float32)
        for option in np.unique(choices):
            is_option = choices == option
            choice[is_option] = table.turn_features(int(option), target)[is_option]
        seats = worlds.turn[rows].copy()
        best = odds_to_chances(odds.max(1))
        self.diary.append(
            (0, table.features, choice, worlds.origin[rows], seats, best, odds_to_chances(chosen_odds), is_exploring)
        )
        return choices, target

    def choose_answers(self, worlds: Worlds, asked_seats: Ints, plays: PendingPlays) -> Bools:
        """Choose answers by the networks, or random ones."""
        table = PositionFeatures(worlds, plays.rows, asked_seats)
        go_on, king = self.answer_odds(worlds, asked_seats, plays)
        is_exploring = self._rng.random(len(asked_seats)) < self._exploration
        wants: Bools = np.where(is_exploring, self._rng.random(len(asked_seats)) < 0.5, king > go_on)
        choice = table.answer_features(worlds, plays)
        choice[:, 0] = wants
        best, chosen = odds_to_chances(np.maximum(go_on, king)), odds_to_chances(np.where(wants, king, go_on))
        self.diary.append(
            (1, table.features, choice, worlds.origin[plays.rows], asked_seats.copy(), best, chosen, is_exploring)
        )
        return wants

    def training_data(self, winners: Ints, seats: int) -> list[tuple[Floats, Floats, Floats]]:
        """Return tables, choices and their values, for turns and for answers."""
        values = (winners[:, None] == np.arange(seats)).astype(np.float32)
        parts: tuple[list[tuple[Floats, Floats, Floats]], ...] = ([], [])
        for kind, table, choice, world, seat, best, chosen, is_exploring in reversed(self.diary):
            target = values[world, seat]
            parts[kind].append((table, choice, target))
            values[world, seat] = np.where(
                is_exploring, best, (1 - BOOTSTRAP_WEIGHT) * target + BOOTSTRAP_WEIGHT * chosen
            )
        return [
            (
                np.concatenate([sample[0] for sample in part]),
                np.concatenate([sample[1] for sample in part]),
                np.concatenate([sample[2] for sample in part]),
            )
            for part in parts
        ]


def deal_games(rng: np.random.Generator, count: int, seats: int) -> Worlds:
    """Return games at their start, now and then with other house rules."""
    is_standard = rng.random() < 0.75
    extra, friends = (2, 2) if is_standard else (int(rng.integers(0, 6)), int(rng.integers(0, 5)))
    box = np.full(len(SORTS), 4 if is_standard or rng.random() < 0.75 else 8)
    box[0] = friends
    cards = rng.permuted(np.tile(np.repeat(np.arange(len(SORTS)), box), (count, 1)), axis=1)
    dealt = np.eye(len(SORTS), dtype=np.int64)[cards[:, : seats * extra]]
    hands = dealt.reshape(count, seats, extra, len(SORTS)).sum(2)
    hands[:, :, 0] += 1
    revealed = np.zeros((count, seats, seats, len(SORTS)), dtype=np.float32)
    revealed[..., 0] = 1
    indices = np.arange(count)
    alive, ones_per_game = np.ones((count, seats), dtype=bool), np.ones(count, dtype=np.int64)
    turn = rng.integers(0, seats, count)
    return Worlds(
        hands, box - dealt.sum(1), alive, turn, ones_per_game, 0 * ones_per_game, indices, revealed, indices.copy()
    )


def train(name: str, seconds: float, start: Path | None, rate: float, rng: np.random.Generator) -> None:
    """Train for this many seconds and write the networks."""
    turn, answer = (
        read_nets(start)
        if start
        else (new_net(rng, POSITION_SIZE, TURN_SIZE), new_net(rng, POSITION_SIZE, ANSWER_SIZE))
    )
    nets = [Trainer(turn), Trainer(answer)]
    lessons: list[list[tuple[Floats, Floats, Floats]]] = []
    begun, reported_share, games = perf_counter(), 0.0, 0
    while (share := (perf_counter() - begun) / seconds) < 1:
        seats = int(rng.choice(SEATS[name]))
        count = GAMES[seats]
        learner = ExploringPlayer(nets[0].average, nets[1].average, 0.15 * (1 - share) + 0.03, rng)
        players: list[QuickPlayer] = [learner] * seats
        if rng.random() < NORMAL_SHARE:
            players = [QuickNormal(rng)] * seats
            players[int(rng.integers(seats))] = learner
        winners = play_on(deal_games(rng, count, seats), players, WorldRandom(rng, count))
        games += count
        lessons = [*lessons[-5:], learner.training_data(winners, seats)]
        for kind, net in enumerate(nets):
            for lesson_index in (-1, *rng.integers(len(lessons), size=2)):
                net.learn(lessons[int(lesson_index)][kind], rate * (1 - share) + 2e-5, rng)
        if share > reported_share + 0.1:
            reported_share = share
            print(
                f"{share:.0%}: {games} games, wins against normal players:", measure_strengths(nets, SEATS[name], rng)
            )
    write_nets(FOLDER / f"{name}.json", nets)


def measure_strengths(nets: list[Trainer], seats: tuple[int, ...], rng: np.random.Generator, games: int = 4000) -> str:
    """Return the share of wins against normal players, by the number of players."""
    player = QuickNet(((nets[0].average, nets[0].average), (nets[1].average, nets[1].average)), rng)
    parts = []
    for player_count in seats:
        opponents: list[QuickPlayer] = [QuickNormal(rng)] * (player_count - 1)
        winners = play_on(deal_games(rng, games, player_count), [player, *opponents], WorldRandom(rng, games))
        parts.append(f"{player_count} players {(winners == 0).mean():.1%}")
    return ", ".join(parts)


def write_nets(file: Path, nets: list[Trainer]) -> None:
    """Write the networks to a file, a part a line."""

    def round_values(numbers: Floats) -> list[object]:
        return [round_values(row) if row.ndim else float(f"{row:.4g}") for row in numbers]

    kinds = []
    for kind, net in zip(("turn", "answer"), nets, strict=True):
        parts = (f'  "{part}": {json.dumps(round_values(getattr(net.average, part)))}' for part in PARTS)
        kinds.append(f' "{kind}": {{\n' + ",\n".join(parts) + "\n }")
    file.write_text("{\n" + ",\n".join(kinds) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(SEATS))
    parser.add_argument("seconds", type=float)
    parser.add_argument("--start", type=Path, help="a file of networks to go on from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    train(args.name, args.seconds, args.start, args.rate, np.random.default_rng(args.seed))


if __name__ == "__main__":
    main()
