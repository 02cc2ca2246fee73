"""One-rule changes of a level, at many tables at once.

`lab.exploit` plays them so for a game that has a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action, Options
from grenade_salad.core.encoding import Encoding
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Reverse, Skip, Steal
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.lab.batch import live_grenade_players
from grenade_salad.lab.batch.batch import Doubles, Flags, Floats, Indexes
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.players import BatchPlayer, Choices, decide, draw_columns
from grenade_salad.lab.rule_override import Rule, When, kinds

DEALS = 256
"""Number of deals that are played at once, each with the rule in every seat."""
_KINDS: tuple[type[Action], ...] = (Draw, Pass, Cancel, Skip, Reverse, Steal, Pair)
_UNSUPPORTED = {"most", "least"}
"""Kinds of rules about numbers of choices, which this encoder does not have."""


def find_player(level: str, seats: int, options: Options) -> BatchPlayer | None:
    """Return the level as a batch player.

    None for a game without a batch, and if no batch player plays as the level.
    """
    if not isinstance(options, LiveGrenadeOptions) or options.decks > 1:
        return None
    return live_grenade_players.make_players(seats, options).get(level)


def rule_win_shares(level: str, seats: int, options: Options, rules: Sequence[Rule], seed: int) -> list[list[float]]:
    """Return for each of the DEALS deals the share of its games that each rule wins.

    The deals have the seeds from `seed` on, and each rule sits in every seat once. The share is computed from the
    difference to the same match without the rule, so it may be a little below 0 or above 1; a rule that changes nothing
    wins its fair share of every deal. Raises KeyError where `find_player` returns None.
    """
    player = live_grenade_players.make_players(seats, cast(LiveGrenadeOptions, options))[level]
    play = partial(_play_wins, player, seats, cast(LiveGrenadeOptions, options), seed)
    base = play(None)
    by_rule = [1 / seats + (play(rule) - base).mean(axis=0) for rule in rules]
    by_deal: list[list[float]] = np.array(by_rule).T.tolist()
    return by_deal


def _play_wins(player: BatchPlayer, seats: int, options: LiveGrenadeOptions, seed: int, rule: Rule | None) -> Doubles:
    """Return 1 where the seat with the rule won: seats it sits in x deals."""
    batch = LiveGrenadeBatch(seats * DEALS, seats, options, remember=True)
    batch.reset(seed=np.tile(np.arange(seed, seed + DEALS), seats).tolist())
    seat = np.repeat(np.arange(seats), DEALS)
    kind = np.array([_kind_index(choice) for choice in batch.encoding.choices])
    history = ActionHistory(batch.tables, seats)
    wins = np.zeros(batch.tables)
    while not batch.is_over.all():
        numbers, mask, memory = batch.observe(), batch.mask(), batch.memory()
        # The chance is the same at every step of every rule: what a rule does not change stays the same.
        base = decide(player, numbers, mask, memory, np.random.default_rng((seed, history.steps)))
        choices = np.where(batch.is_over, -1, base)
        if rule is not None:
            is_own = (batch.active_seat == seat) & ~batch.is_over
            allowed = find_alternatives(
                rule, batch.encoding, kind, numbers, mask, base, history.last_kinds(batch.active_seat)
            )
            rows = (is_own & allowed.any(axis=1)).nonzero()[0]
            rng, mask_with_rule = np.random.default_rng((seed, history.steps, 1)), allowed[rows].astype(np.int8)
            chosen = decide(player, numbers[rows], mask_with_rule, memory[rows], rng)
            # If the player chooses something else all the same, the first of the allowed choices is taken.
            choices[rows] = np.where(
                mask_with_rule[np.arange(rows.size), chosen] > 0, chosen, mask_with_rule.argmax(axis=1)
            )
        history.add(batch.active_seat, np.where(choices < 0, -1, kind[choices]))
        rewards, ended = batch.act(choices)
        wins[ended] = rewards[ended.nonzero()[0], seat[ended]] > 0
    return wins.reshape(seats, DEALS)


def _kind_index(choice: str) -> int:
    """Return the index in _KINDS of a choice of the encoder, by its name."""
    names = [kind.__name__.lower() for kind in _KINDS]
    return names.index(choice.split()[0])


class ActionHistory:
    """The last kind of action of each seat, and its step."""

    def __init__(self, tables: int, seats: int) -> None:
        self.steps = 0
        """The number of choices at each table so far."""
        self._kind = np.full((tables, seats), -1)
        self._when = np.full((tables, seats), -1)

    def add(self, seats: NDArray[np.uint8], kinds: Indexes) -> None:
        """Add one step: the kind of the seats' actions, less than 0 for none."""
        rows = (kinds >= 0).nonzero()[0]
        self._kind[rows, seats[rows]], self._when[rows, seats[rows]] = kinds[rows], self.steps
        self.steps += 1

    def last_kinds(self, seat: NDArray[np.uint8]) -> tuple[Indexes, Indexes]:
        """Return the last kinds of these seats and the last kinds of others; -1 for none."""
        rows, when = np.arange(len(seat)), self._when.copy()
        when[rows, seat] = -1
        return self._kind[rows, seat], np.where(when.max(axis=1) < 0, -1, self._kind[rows, when.argmax(axis=1)])


def find_alternatives(
    rule: Rule,
    encoding: Encoding,
    kinds_of_choices: Indexes,
    numbers: Floats,
    mask: NDArray[np.int8],
    base: Choices,
    last: tuple[Indexes, Indexes],
) -> Flags:
    """Return the choices that the rule leaves at each table.

    There are none where the base choice will do. `kinds_of_choices` is the kind of each choice, `last` the last kinds
    of the seats themselves and of others.
    """
    legal = mask > 0
    if rule.how in ("never", "only"):
        is_of_kind = np.array([rule.what in kinds(action) for action in _KINDS])[kinds_of_choices]
        allowed = legal & (is_of_kind == (rule.how == "only"))
    elif rule.how in ("like", "again"):
        allowed = legal & (kinds_of_choices == last[rule.how == "like"][:, None])
    elif rule.how == "unlike":
        allowed = legal & (kinds_of_choices != last[1][:, None])
    elif rule.how in _UNSUPPORTED:
        allowed = np.zeros_like(legal)
    else:
        picked = {
            "first": legal.argmax(axis=1),
            "last": legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1),
            "anything": draw_columns(mask, np.random.default_rng(int(mask.sum()))),
        }[rule.how]
        allowed = legal & (np.arange(legal.shape[1]) == picked[:, None])
    will_do = allowed[np.arange(len(base)), base] | ~_holds(rule.when, encoding, numbers)
    changes: Flags = allowed & ~will_do[:, None]
    return changes


def _holds(when: When | None, encoding: Encoding, numbers: Floats) -> Flags:
    """Return at which tables the condition holds."""
    if when is None:
        return np.ones(len(numbers), np.bool_)
    names = [feature.name for feature in encoding.numbers]
    value = numbers[:, names.index(when.number)].astype(np.float64)
    if when.of:
        value = value / np.maximum(1.0, numbers[:, names.index(when.of)])
    is_above: Flags = value >= when.bound
    return is_above if when.least else ~is_above
