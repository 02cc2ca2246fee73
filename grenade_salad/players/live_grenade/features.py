"""What a player looks at before it decides, as numbers: the table, and then each choice."""

from __future__ import annotations

import numpy as np

from grenade_salad.players.exact_math import decay, log, on_grid
from grenade_salad.players.live_grenade.batch_rollout import Stacked
from grenade_salad.players.live_grenade.determinizations import (
    FRIEND,
    JACK,
    KING,
    PAIR,
    QUEEN,
    RANKS,
    REVERSE,
    STEAL,
    TEN,
    Bools,
    Floats,
    Ints,
    Worlds,
    count,
    over_seats,
    total,
)

TABLE = 54
"""How many numbers tell of the table, TURN of a choice in a turn, ANSWER of an answer."""
TURN = 14
ANSWER = 22


class Table:
    """What the seats `seat` can know of the worlds `rows`: `numbers` tells of it, (rows, TABLE).

    `expected` (rows, seats, sorts) is how many cards of each sort everybody may be expected to hold, the seat's own
    hand as it is.
    """

    def __init__(self, worlds: Worlds, rows: Ints, seat: Ints) -> None:
        self.rows, self.seat = rows, seat
        self.at = at = np.arange(len(rows))
        self.hands = hands = worlds.hands[rows]
        self.deck = deck = worlds.deck[rows]
        self.alive = worlds.alive[rows]
        self.own = own = hands[at, seat]
        self.sizes = sizes = total(hands).astype(np.float32)
        known = worlds.known[rows, seat]
        known[at, seat] = 0
        others = sizes.copy()
        others[at, seat] = 0
        unknown = np.maximum(others - total(known), 0)
        hidden = np.maximum(over_seats(hands) - own + deck - over_seats(known), 0).astype(np.float32)
        places = np.maximum(total(hidden), 1e-6)
        self.share = share = hidden / places[:, None]
        self.expected = on_grid(known + unknown[:, :, None] * share[:, None, :])
        self.expected[at, seat] = own
        share_of = np.stack((share[:, FRIEND], share[:, JACK] + share[:, QUEEN], share[:, KING], share[:, TEN]), 1)
        seen = np.stack(
            (known[:, :, FRIEND], known[:, :, JACK] + known[:, :, QUEEN], known[:, :, KING], known[:, :, TEN]), 2
        )
        none = np.maximum(1 - seen, 0) * decay(log(np.maximum(1 - share_of, 1e-3))[:, None, :] * unknown[:, :, None])
        self.some = on_grid(1 - none)
        """The chance that somebody has a Best Friend, a Jack or Queen, a King, a 10."""
        self.aces = count(self.alive) - 1
        self.cards = total(deck) + self.aces
        self.risk = (self.aces / np.maximum(self.cards, 1)).astype(np.float32)
        self.after = worlds.next_seat(seat, worlds.way[rows], rows)
        self.numbers = self._numbers()

    def player(self, who: Ints) -> Floats:
        """Ten numbers on a player."""
        at = self.at, who
        return np.column_stack(
            (
                self.sizes[at] / 8,
                self.expected[at][:, FRIEND],
                (self.expected[at][:, JACK] + self.expected[at][:, QUEEN]) / 2,
                self.expected[at][:, (KING, TEN)],
                self.some[at][:, :3],
                total(np.floor(self.expected[at][:, RANKS] / 2 + 0.05)) / 2,
                total(self.expected[at][:, RANKS] ** 2) / 16,
            )
        )

    def _numbers(self) -> Floats:
        numbers = np.column_stack((self._own(), self._deck(), self.player(self.after), self._others()))
        return numbers.astype(np.float32)

    def _own(self) -> Floats:
        """Eighteen numbers on the own hand."""
        own, risk = self.own, self.risk
        friends, enders, kings = own[:, FRIEND], own[:, JACK] + own[:, QUEEN], own[:, KING]
        pairs = total(own[:, RANKS] // 2)
        alone = friends == 0
        return np.column_stack(
            (
                friends,
                alone,
                friends >= 2,
                own[:, TEN],
                enders / 2,
                own[:, JACK] / 2,
                own[:, QUEEN] / 2,
                enders >= 1,
                kings,
                kings >= 1,
                pairs / 2,
                pairs >= 1,
                total(own[:, RANKS] % 2) / 4,
                self.sizes[self.at, self.seat] / 8,
                risk * 2,
                np.sqrt(risk),
                risk * alone * 2,
                risk * (enders >= 1) * 2,
            )
        )

    def _deck(self) -> Floats:
        """Seventeen numbers on the deck."""
        safe = self.cards - self.aces
        share = self.share[:, (FRIEND, KING, TEN)]
        enders = self.share[:, JACK] + self.share[:, QUEEN]
        return np.column_stack(
            (
                self.cards / 40,
                np.minimum(self.cards, 8) / 8,
                (self.aces - 1) / 3,
                self.cards % 2,
                safe[:, None] == np.arange(5),
                share * 8,
                enders * 4,
                share * safe[:, None],
                enders * safe / 2,
            )
        )

    def _others(self) -> Floats:
        """Nine numbers on all others together."""
        others = self.alive.copy()
        others[self.at, self.seat] = False
        number = np.maximum(count(others), 1)
        far = np.where(others, 0, 9)
        lives = self.expected[:, :, FRIEND] + self.expected[:, :, JACK] + self.expected[:, :, QUEEN]
        friends = self.some[:, :, 0]
        return np.column_stack(
            (
                total(friends * others) / number,
                np.minimum.reduce(list((friends + far).T)),
                total(self.sizes * others) / number / 8,
                total(self.some[:, :, 2] * others) / number,
                total(self.some[:, :, 1] * others) / number,
                total(lives * others) / number / 2,
                np.minimum.reduce(list((lives + far).T)) / 2,
                np.maximum.reduce(list((lives * others).T)) / 2,
                self.risk * (1 - friends[self.at, self.after]) * 2,
            )
        )

    def theft(self, who: Ints) -> Floats:
        """Eight numbers on a card that is stolen from somebody."""
        size = np.maximum(self.sizes[self.at, who], 1)
        cards = self.expected[self.at, who] / size[:, None]
        return np.column_stack(
            (
                cards[:, FRIEND],
                cards[:, JACK] + cards[:, QUEEN],
                cards[:, KING],
                cards[:, TEN],
                1 / size,
                self.some[self.at, who, 0],
                (cards[:, FRIEND] + cards[:, JACK] + cards[:, QUEEN]) * size / 4,
                who == self.after,
            )
        ).astype(np.float32)

    def turn(self, do: int, target: Ints | None = None) -> Floats:
        """The numbers of a choice in a turn, (rows, TURN)."""
        numbers = np.zeros((len(self.rows), TURN), dtype=np.float32)
        numbers[:, do] = 1
        if do >= STEAL:
            assert target is not None
            numbers[:, 5:13] = self.theft(target)
            numbers[:, 13] = 1
        return numbers

    def able(self) -> tuple[Bools, Bools]:
        """Which of the five things can be done in a turn (rows, 5), and who can be stolen from (rows, seats)."""
        own = self.own
        victims = self.sizes > 0
        victims[self.at, self.seat] = False
        some = count(victims) > 0
        able = np.column_stack(
            (
                np.ones(len(own), dtype=bool),
                own[:, JACK] > 0,
                own[:, QUEEN] > 0,
                some & (own[:, TEN] > 0),
                some & (count(own[:, RANKS] >= 2) > 0),
            )
        )
        return able, victims

    def answer(self, worlds: Worlds, plays: Stacked) -> Floats:
        """The numbers of letting a play go on, (rows, ANSWER); the first of them is 1 for playing a King."""
        steals = plays.do >= STEAL
        mine = plays.seat == self.seat
        robbed = steals & (plays.target == self.seat)
        on = plays.kings % 2 == 0
        turned = (plays.do == REVERSE) & (self.aces > 1)
        way = np.where(turned, -worlds.way[self.rows], worlds.way[self.rows])
        follows = worlds.next_seat(plays.seat, way, self.rows) == self.seat
        size = np.maximum(self.sizes[self.at, self.seat], 1)
        own = self.own / size[:, None]
        player = self.some[self.at, plays.seat]
        theft = self.theft(plays.target)
        numbers = np.column_stack(
            (
                np.zeros(len(size)),
                on,
                steals & mine,
                robbed,
                robbed * own[:, FRIEND],
                robbed * (own[:, FRIEND] > 0) * (self.own[:, FRIEND] == 1) * own[:, FRIEND],
                robbed * (own[:, JACK] + own[:, QUEEN]),
                robbed * own[:, KING],
                (steals & mine) * theft[:, 0],
                (steals & mine) * theft[:, 2],
                (steals & mine) * theft[:, 1],
                (steals & mine) * theft[:, 3],
                robbed * own[:, TEN],
                (~steals) & mine,
                (~steals) & follows & ~mine,
                (~steals) & ~mine,
                (~steals & ~mine) * (1 - player[:, 0]),
                (~steals & ~mine) * (1 - player[:, 0]) * self.risk * 2,
                plays.kings / 2,
                player[:, 2],
                self.expected[self.at, plays.seat, KING],
                steals & ~mine & ~robbed,
            )
        )
        return numbers.astype(np.float32)


__all__ = ["ANSWER", "PAIR", "TABLE", "TURN", "Table"]
