"""Features of a position and of each choice, as numbers for networks."""

from __future__ import annotations

import numpy as np

from grenade_salad.players.exact_math import decay, log, on_grid
from grenade_salad.players.live_grenade.batch_rollout import PendingPlays
from grenade_salad.players.live_grenade.determinizations import (
    FRIEND,
    JACK,
    KING,
    QUEEN,
    RANKS,
    REVERSE,
    STEAL,
    TEN,
    Bools,
    Floats,
    Ints,
    Worlds,
    count_true,
    sum_cards,
    sum_over_seats,
)

POSITION_SIZE = 54
"""Number of features of a position.

TURN_SIZE is that of a choice in a turn, ANSWER_SIZE that of an answer.
"""
TURN_SIZE = 14
ANSWER_SIZE = 22


class PositionFeatures:
    """Features of the worlds `rows`, as far as the seats `seat` can know them.

    `features` is (rows, POSITION_SIZE). `expected` (rows, seats, sorts) is the number of cards of each sort that each
    player may be expected to hold; the seat's own hand is exact.
    """

    def __init__(self, worlds: Worlds, rows: Ints, seat: Ints) -> None:
        self.rows, self.seat = rows, seat
        self.row_range = row_range = np.arange(len(rows))
        self.hands = hands = worlds.hands[rows]
        self.deck = deck = worlds.deck[rows]
        self.alive = worlds.alive[rows]
        self.own_cards = own_cards = hands[row_range, seat]
        self.sizes = sizes = sum_cards(hands).astype(np.float32)
        known_cards = worlds.expected[rows, seat]
        known_cards[row_range, seat] = 0
        rival_sizes = sizes.copy()
        rival_sizes[row_range, seat] = 0
        unknown = np.maximum(rival_sizes - sum_cards(known_cards), 0)
        hidden = np.maximum(sum_over_seats(hands) - own_cards + deck - sum_over_seats(known_cards), 0).astype(
            np.float32
        )
        places = np.maximum(sum_cards(hidden), 1e-6)
        self.share = share = hidden / places[:, None]
        self.expected = on_grid(known_cards + unknown[:, :, None] * share[:, None, :])
        self.expected[row_range, seat] = own_cards
        group_shares = np.stack((share[:, FRIEND], share[:, JACK] + share[:, QUEEN], share[:, KING], share[:, TEN]), 1)
        known_groups = np.stack(
            (
                known_cards[:, :, FRIEND],
                known_cards[:, :, JACK] + known_cards[:, :, QUEEN],
                known_cards[:, :, KING],
                known_cards[:, :, TEN],
            ),
            2,
        )
        none = np.maximum(1 - known_groups, 0) * decay(
            log(np.maximum(1 - group_shares, 1e-3))[:, None, :] * unknown[:, :, None]
        )
        self.holds_chance = on_grid(1 - none)
        """The probability that a player has a Best Friend, a Jack or Queen, a King, a 10."""
        self.aces = count_true(self.alive) - 1
        self.cards = sum_cards(deck) + self.aces
        self.risk = (self.aces / np.maximum(self.cards, 1)).astype(np.float32)
        self.next_seats = worlds.next_seat(seat, worlds.direction[rows], rows)
        self.features = self._position_features()

    def player_features(self, seats: Ints) -> Floats:
        """Return ten features of a player."""
        index = self.row_range, seats
        return np.column_stack(
            (
                self.sizes[index] / 8,
                self.expected[index][:, FRIEND],
                (self.expected[index][:, JACK] + self.expected[index][:, QUEEN]) / 2,
                self.expected[index][:, (KING, TEN)],
                self.holds_chance[index][:, :3],
                sum_cards(np.floor(self.expected[index][:, RANKS] / 2 + 0.05)) / 2,
                sum_cards(self.expected[index][:, RANKS] ** 2) / 16,
            )
        )

    def _position_features(self) -> Floats:
        features = np.column_stack(
            (self._own_features(), self._deck_features(), self.player_features(self.next_seats), self._rival_features())
        )
        return features.astype(np.float32)

    def _own_features(self) -> Floats:
        """Return eighteen features of the own hand."""
        own_cards, risk = self.own_cards, self.risk
        friends, enders, kings = own_cards[:, FRIEND], own_cards[:, JACK] + own_cards[:, QUEEN], own_cards[:, KING]
        pairs = sum_cards(own_cards[:, RANKS] // 2)
        alone = friends == 0
        return np.column_stack(
            (
                friends,
                alone,
                friends >= 2,
                own_cards[:, TEN],
                enders / 2,
                own_cards[:, JACK] / 2,
                own_cards[:, QUEEN] / 2,
                enders >= 1,
                kings,
                kings >= 1,
                pairs / 2,
                pairs >= 1,
                sum_cards(own_cards[:, RANKS] % 2) / 4,
                self.sizes[self.row_range, self.seat] / 8,
                risk * 2,
                np.sqrt(risk),
                risk * alone * 2,
                risk * (enders >= 1) * 2,
            )
        )

    def _deck_features(self) -> Floats:
        """Return seventeen features of the deck."""
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

    def _rival_features(self) -> Floats:
        """Return nine features of all rivals together."""
        rivals = self.alive.copy()
        rivals[self.row_range, self.seat] = False
        count_rivals = np.maximum(count_true(rivals), 1)
        excluded = np.where(rivals, 0, 9)
        lives = self.expected[:, :, FRIEND] + self.expected[:, :, JACK] + self.expected[:, :, QUEEN]
        friends = self.holds_chance[:, :, 0]
        return np.column_stack(
            (
                sum_cards(friends * rivals) / count_rivals,
                np.minimum.reduce(list((friends + excluded).T)),
                sum_cards(self.sizes * rivals) / count_rivals / 8,
                sum_cards(self.holds_chance[:, :, 2] * rivals) / count_rivals,
                sum_cards(self.holds_chance[:, :, 1] * rivals) / count_rivals,
                sum_cards(lives * rivals) / count_rivals / 2,
                np.minimum.reduce(list((lives + excluded).T)) / 2,
                np.maximum.reduce(list((lives * rivals).T)) / 2,
                self.risk * (1 - friends[self.row_range, self.next_seats]) * 2,
            )
        )

    def theft_features(self, victims: Ints) -> Floats:
        """Return eight features of a card that is stolen from a player."""
        size = np.maximum(self.sizes[self.row_range, victims], 1)
        cards = self.expected[self.row_range, victims] / size[:, None]
        return np.column_stack(
            (
                cards[:, FRIEND],
                cards[:, JACK] + cards[:, QUEEN],
                cards[:, KING],
                cards[:, TEN],
                1 / size,
                self.holds_chance[self.row_range, victims, 0],
                (cards[:, FRIEND] + cards[:, JACK] + cards[:, QUEEN]) * size / 4,
                victims == self.next_seats,
            )
        ).astype(np.float32)

    def turn_features(self, do: int, target: Ints | None = None) -> Floats:
        """Return the features of a choice in a turn, (rows, TURN_SIZE)."""
        features = np.zeros((len(self.rows), TURN_SIZE), dtype=np.float32)
        features[:, do] = 1
        if do >= STEAL:
            assert target is not None
            features[:, 5:13] = self.theft_features(target)
            features[:, 13] = 1
        return features

    def possible_turns(self) -> tuple[Bools, Bools]:
        """Return the possible actions of a turn (rows, 5), and the victims (rows, seats)."""
        own_cards = self.own_cards
        victims = self.sizes > 0
        victims[self.row_range, self.seat] = False
        can_steal = count_true(victims) > 0
        possible = np.column_stack(
            (
                np.ones(len(own_cards), dtype=bool),
                own_cards[:, JACK] > 0,
                own_cards[:, QUEEN] > 0,
                can_steal & (own_cards[:, TEN] > 0),
                can_steal & (count_true(own_cards[:, RANKS] >= 2) > 0),
            )
        )
        return possible, victims

    def answer_features(self, worlds: Worlds, plays: PendingPlays) -> Floats:
        """Return the features of letting a play go on, (rows, ANSWER_SIZE).

        The first of them is 1 for playing a King.
        """
        steals = plays.action >= STEAL
        is_own = plays.seat == self.seat
        robbed = steals & (plays.target == self.seat)
        goes_on = plays.kings % 2 == 0
        is_reversed = (plays.action == REVERSE) & (self.aces > 1)
        direction = np.where(is_reversed, -worlds.direction[self.rows], worlds.direction[self.rows])
        follows = worlds.next_seat(plays.seat, direction, self.rows) == self.seat
        size = np.maximum(self.sizes[self.row_range, self.seat], 1)
        own_shares = self.own_cards / size[:, None]
        player = self.holds_chance[self.row_range, plays.seat]
        theft = self.theft_features(plays.target)
        features = np.column_stack(
            (
                np.zeros(len(size)),
                goes_on,
                steals & is_own,
                robbed,
                robbed * own_shares[:, FRIEND],
                robbed * (own_shares[:, FRIEND] > 0) * (self.own_cards[:, FRIEND] == 1) * own_shares[:, FRIEND],
                robbed * (own_shares[:, JACK] + own_shares[:, QUEEN]),
                robbed * own_shares[:, KING],
                (steals & is_own) * theft[:, 0],
                (steals & is_own) * theft[:, 2],
                (steals & is_own) * theft[:, 1],
                (steals & is_own) * theft[:, 3],
                robbed * own_shares[:, TEN],
                (~steals) & is_own,
                (~steals) & follows & ~is_own,
                (~steals) & ~is_own,
                (~steals & ~is_own) * (1 - player[:, 0]),
                (~steals & ~is_own) * (1 - player[:, 0]) * self.risk * 2,
                plays.kings / 2,
                player[:, 2],
                self.expected[self.row_range, plays.seat, KING],
                steals & ~is_own & ~robbed,
            )
        )
        return features.astype(np.float32)
