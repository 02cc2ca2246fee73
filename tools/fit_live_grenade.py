"""Train the networks of Live Grenade's players: `python -m tools.fit_live_grenade two 600`.

They learn from games of their own against the normal player and against themselves, many side by side. What a choice
was worth is the end of the game, mixed with what the network thinks of the next choices. The seconds are of one core;
those that are kept came of about ten minutes for two players, and ten more from there for three to five; these
went on for some minutes more when Normal had learned to rob equal victims equally often.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter

import numpy as np

from grenade_salad.players.live_grenade.batch_rollout import Quick, QuickNormal, Stacked, play_on
from grenade_salad.players.live_grenade.determinizations import SORTS, STEAL, Bools, Floats, Ints, Luck, Worlds, best_of
from grenade_salad.players.live_grenade.features import ANSWER, TABLE, TURN, Table
from grenade_salad.players.live_grenade.playouts import chances
from grenade_salad.players.live_grenade.value_net import Net, QuickNet, read

FOLDER = Path(__file__).parent.parent / "grenade_salad/players/live_grenade"
PARTS = ("table", "choice", "bias", "middle", "middle_bias", "last", "last_bias")
FIRST, SECOND = 48, 24
"""How many numbers the two layers have."""
SEATS = {"two": (2,), "more": (3, 4, 5)}
GAMES = {2: 6000, 3: 4000, 4: 3000, 5: 3000}
"""How many games go on side by side, by the number of players."""
AGAINST_NORMAL = 0.8
"""In which share of the games all others are normal players."""
TRUST = 0.2
"""How much of what a choice was worth is what the network thinks of the next one."""
BATCH = 4096
SLOWLY = 0.002
"""How far the kept numbers follow the learning ones with each step."""


def fresh(rng: np.random.Generator, table: int, choice: int) -> Net:
    """A network that knows nothing."""

    def layer(rows: int, columns: int, inputs: int) -> Floats:
        numbers: Floats = (rng.standard_normal((rows, columns)) * (2 / inputs) ** 0.5).astype(np.float32)
        return numbers

    def zeros(number: int) -> Floats:
        return np.zeros(number, dtype=np.float32)

    inputs = table + choice
    last = layer(SECOND, 1, SECOND)[:, 0] * np.float32(0.3)
    return Net(
        layer(table, FIRST, inputs),
        layer(choice, FIRST, inputs),
        zeros(FIRST),
        layer(FIRST, SECOND, FIRST),
        zeros(SECOND),
        last,
        zeros(1),
    )


def copied(net: Net) -> Net:
    """An independent copy."""
    return Net(*(getattr(net, part).copy() for part in PARTS))


def slopes(net: Net, table: Floats, choice: Floats, worth: Floats) -> list[Floats]:
    """How the error changes with each number of the network."""
    hidden = np.maximum(table @ net.table + choice @ net.choice + net.bias, 0)
    second = np.maximum(hidden @ net.middle + net.middle_bias, 0)
    error = (chances(second @ net.last + net.last_bias[0]) - worth) / np.float32(len(worth))
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


class Learning:
    """A network that learns (by Adam), and a `kept` one that follows it slowly."""

    def __init__(self, net: Net) -> None:
        self.net, self.kept = net, copied(net)
        self._mean = [np.zeros_like(getattr(net, part)) for part in PARTS]
        self._square = [np.zeros_like(getattr(net, part)) for part in PARTS]
        self._steps = 0

    def learn(self, data: tuple[Floats, Floats, Floats], rate: float, rng: np.random.Generator) -> None:
        """Go once through choices and what they were worth."""
        order = rng.permutation(len(data[2]))
        for start in range(0, len(order) - BATCH // 8, BATCH):
            some = order[start : start + BATCH]
            self._step(slopes(self.net, *(part[some] for part in data)), rate * min(1.0, 1.5 * len(some) / BATCH))

    def _step(self, by: list[Floats], rate: float) -> None:
        self._steps += 1
        for part, slope, mean, square in zip(PARTS, by, self._mean, self._square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            usual = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            learning, kept = getattr(self.net, part), getattr(self.kept, part)
            learning -= rate * (mean / (1 - 0.9**self._steps)) / usual
            kept += SLOWLY * (learning - kept)


class Learner(QuickNet):
    """Plays by the networks, tries something else now and then, and keeps a diary.

    An entry: 0 for a turn or 1 for an answer, the numbers of tables and choices, the worlds and seats, what the best
    choice and the one that was made looked worth, and whether it was made to try something.
    """

    def __init__(self, turn: Net, answer: Net, tries: float, rng: np.random.Generator) -> None:
        super().__init__(((turn, turn), (answer, answer)), rng)
        self._tries, self._rng = tries, rng
        self.diary: list[tuple[int, Floats, Floats, Ints, Ints, Floats, Floats, Bools]] = []

    def turns(self, worlds: Worlds, rows: Ints) -> tuple[Ints, Ints]:
        """As the networks think, or anything."""
        table = Table(worlds, rows, worlds.turn[rows])
        odds, thefts = self.turn_odds(table)
        tries = self._rng.random(len(rows)) < self._tries
        do = np.where(tries[:, None] & np.isfinite(odds), self._rng.random(odds.shape), odds).argmax(1)
        which = np.where(tries[:, None, None] & np.isfinite(thefts), self._rng.random(thefts.shape), thefts)
        at, steals = np.arange(len(rows)), do >= STEAL
        kind = np.maximum(do - STEAL, 0)
        target = best_of(which[at, kind], self._rng)
        made = np.where(steals, thefts[at, kind, target], odds[at, do])
        choice = np.zeros((len(rows), TURN), dtype=np.float32)
        for each in np.unique(do):
            mine = do == each
            choice[mine] = table.turn(int(each), target)[mine]
        seats = worlds.turn[rows].copy()
        best = chances(odds.max(1))
        self.diary.append((0, table.numbers, choice, worlds.first[rows], seats, best, chances(made), tries))
        return do, target

    def answers(self, worlds: Worlds, asked: Ints, plays: Stacked) -> Bools:
        """As the networks think, or anything."""
        table = Table(worlds, plays.rows, asked)
        go_on, king = self.answer_odds(worlds, asked, plays)
        tries = self._rng.random(len(asked)) < self._tries
        wants: Bools = np.where(tries, self._rng.random(len(asked)) < 0.5, king > go_on)
        choice = table.answer(worlds, plays)
        choice[:, 0] = wants
        best, made = chances(np.maximum(go_on, king)), chances(np.where(wants, king, go_on))
        self.diary.append((1, table.numbers, choice, worlds.first[plays.rows], asked.copy(), best, made, tries))
        return wants

    def lessons(self, winners: Ints, seats: int) -> list[tuple[Floats, Floats, Floats]]:
        """Tables, choices and what they were worth, for turns and for answers."""
        worth = (winners[:, None] == np.arange(seats)).astype(np.float32)
        parts: tuple[list[tuple[Floats, Floats, Floats]], ...] = ([], [])
        for kind, table, choice, world, seat, best, made, tries in reversed(self.diary):
            later = worth[world, seat]
            parts[kind].append((table, choice, later))
            worth[world, seat] = np.where(tries, best, (1 - TRUST) * later + TRUST * made)
        return [
            (
                np.concatenate([one[0] for one in part]),
                np.concatenate([one[1] for one in part]),
                np.concatenate([one[2] for one in part]),
            )
            for part in parts
        ]


def deals(rng: np.random.Generator, number: int, seats: int) -> Worlds:
    """Games that begin, now and then by other rules."""
    usual = rng.random() < 0.75
    extra, friends = (2, 2) if usual else (int(rng.integers(0, 6)), int(rng.integers(0, 5)))
    box = np.full(len(SORTS), 4 if usual or rng.random() < 0.75 else 8)
    box[0] = friends
    cards = rng.permuted(np.tile(np.repeat(np.arange(len(SORTS)), box), (number, 1)), axis=1)
    dealt = np.eye(len(SORTS), dtype=np.int64)[cards[:, : seats * extra]]
    hands = dealt.reshape(number, seats, extra, len(SORTS)).sum(2)
    hands[:, :, 0] += 1
    known = np.zeros((number, seats, seats, len(SORTS)), dtype=np.float32)
    known[..., 0] = 1
    at = np.arange(number)
    alive, ones = np.ones((number, seats), dtype=bool), np.ones(number, dtype=np.int64)
    turn = rng.integers(0, seats, number)
    return Worlds(hands, box - dealt.sum(1), alive, turn, ones, 0 * ones, at, known, at.copy())


def fit(name: str, seconds: float, start: Path | None, rate: float, rng: np.random.Generator) -> None:
    """Train for so long, and write what came of it."""
    turn, answer = read(start) if start else (fresh(rng, TABLE, TURN), fresh(rng, TABLE, ANSWER))
    nets = [Learning(turn), Learning(answer)]
    lessons: list[list[tuple[Floats, Floats, Floats]]] = []
    begun, shown, games = perf_counter(), 0.0, 0
    while (share := (perf_counter() - begun) / seconds) < 1:
        seats = int(rng.choice(SEATS[name]))
        number = GAMES[seats]
        learner = Learner(nets[0].kept, nets[1].kept, 0.15 * (1 - share) + 0.03, rng)
        players: list[Quick] = [learner] * seats
        if rng.random() < AGAINST_NORMAL:
            players = [QuickNormal(rng)] * seats
            players[int(rng.integers(seats))] = learner
        winners = play_on(deals(rng, number, seats), players, Luck(rng, number))
        games += number
        lessons = [*lessons[-5:], learner.lessons(winners, seats)]
        for kind, net in enumerate(nets):
            for which in (-1, *rng.integers(len(lessons), size=2)):
                net.learn(lessons[int(which)][kind], rate * (1 - share) + 2e-5, rng)
        if share > shown + 0.1:
            shown = share
            print(f"{share:.0%}: {games} games, wins against normal players:", strengths(nets, SEATS[name], rng))
    write(FOLDER / f"{name}.json", nets)


def strengths(nets: list[Learning], seats: tuple[int, ...], rng: np.random.Generator, games: int = 4000) -> str:
    """How often the networks win against normal players, by the number of players."""
    player = QuickNet(((nets[0].kept, nets[0].kept), (nets[1].kept, nets[1].kept)), rng)
    words = []
    for number in seats:
        others: list[Quick] = [QuickNormal(rng)] * (number - 1)
        winners = play_on(deals(rng, games, number), [player, *others], Luck(rng, games))
        words.append(f"{number} players {(winners == 0).mean():.1%}")
    return ", ".join(words)


def write(file: Path, nets: list[Learning]) -> None:
    """Keep the networks, a part a line."""

    def rounded(numbers: Floats) -> list[object]:
        return [rounded(row) if row.ndim else float(f"{row:.4g}") for row in numbers]

    kinds = []
    for kind, net in zip(("turn", "answer"), nets, strict=True):
        parts = (f'  "{part}": {json.dumps(rounded(getattr(net.kept, part)))}' for part in PARTS)
        kinds.append(f' "{kind}": {{\n' + ",\n".join(parts) + "\n }")
    file.write_text("{\n" + ",\n".join(kinds) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Read the words of the command."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("name", choices=sorted(SEATS))
    words.add_argument("seconds", type=float)
    words.add_argument("--start", type=Path, help="a file of networks to go on from")
    words.add_argument("--rate", type=float, default=3e-3)
    words.add_argument("--seed", type=int, default=1)
    args = words.parse_args()
    fit(args.name, args.seconds, args.start, args.rate, np.random.default_rng(args.seed))


if __name__ == "__main__":
    main()
