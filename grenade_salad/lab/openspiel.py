"""Games for OpenSpiel's algorithms; they need the extra [openspiel].

It brings the package open-spiel. Importing this registers every bundled game whose actions can have fixed indexes: the
wheel as `grenade_salad_wheel`, Live Grenade as `grenade_salad_live_grenade`, Grenade Salad, with a grid of points, as
`grenade_salad_grenade_salad`; `register` does it for others.

>>> import pyspiel
>>> game = pyspiel.load_game("grenade_salad_wheel", {"players": 3, "rules": '{"joker": "twice"}'})
>>> game.num_players(), game.num_distinct_actions()
(3, 3)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Event, Options, State, discovery, redact, registry, to_json
from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.encoding import make_fixed_encoding
from grenade_salad.lab.optional_packages import extra
from grenade_salad.lab.playout import make_options
from grenade_salad.lab.turnless import require_turns

with extra("openspiel"):
    import pyspiel

DEALS = 10_000
"""Number of outcomes of a chance with too many to list, such as deals.

All are equally likely, and one is drawn by its index.
"""
_MAX_GAME_LENGTH = 20_000
"""Maximum length of a match, in actions and chances together."""
_MAX_LISTED_OUTCOMES = 200
"""Maximum number of outcomes of a chance that can be listed."""
MOMENTS = 64
"""Default number of moments in the numbers of an information state."""
Row: TypeAlias = NDArray[np.float32]


@cache
def _encoding(game: str, seats: int, options: Options) -> Encoding:
    encoding = make_fixed_encoding(game, seats, options)
    if encoding is None:
        raise ValueError(f"the actions of {game} have no fixed numbers")
    return encoding


class SpielPosition:
    """The content of a state of OpenSpiel: our state, and the history of each seat."""

    def __init__(
        self,
        game: str,
        options: Options,
        deals: int,
        state: State,
        event_texts: tuple[tuple[str, ...], ...],
        moment_rows: tuple[tuple[Row, ...], ...],
    ) -> None:
        self.game, self.options, self.deals, self.state = game, options, deals, state
        self.event_texts = event_texts
        """The events that each seat got, as text."""
        self.moment_rows = moment_rows
        """For each seat, a row for each moment that changed its numbers, or in which it acted.

        A row is the index of its action plus one, 0 if it did not act, and its numbers after it.
        """

    def __deepcopy__(self, memo: object) -> SpielPosition:
        return SpielPosition(self.game, self.options, self.deals, self.state.copy(), self.event_texts, self.moment_rows)

    @property
    def encoding(self) -> Encoding:
        """The encoding of the game."""
        return _encoding(self.game, self.state.seats, self.options)

    def apply(self, index: int) -> None:
        """Carry out the action or chance with that index."""
        state = self.state
        if state.pending_chance():
            listed = self.state.chance_outcomes()
            self._record_events(state.apply_chance(listed[index][0] if listed else state.sample_chance(Random(index))))
            self.record_moment(None, 0)
            return
        seat = state.active_seats()[0]
        action = self.encoding.list_choices(state, seat)[index]
        assert action is not None, "OpenSpiel has asked what is legal"
        self._record_events(state.apply(action))
        self.record_moment(seat, index + 1)

    def record_moment(self, acting_seat: int | None, action_number: int) -> None:
        """Add a row for every seat whose numbers changed, or which acted.

        `action_number` is the index of its action plus one.
        """
        moment_rows = []
        for seat, rows in enumerate(self.moment_rows):
            numbers = self.encoding.encode(self.state.view(seat), ()).numbers
            row = np.array([action_number if seat == acting_seat else 0, *numbers], np.float32)
            is_unchanged = seat != acting_seat and rows and np.array_equal(rows[-1][1:], row[1:])
            moment_rows.append(rows if is_unchanged else (*rows, row))
        self.moment_rows = tuple(moment_rows)

    def _record_events(self, events: list[Event]) -> None:
        self.event_texts = tuple(
            (*texts, *(f"{type(event).__name__} {json.dumps(to_json(redact(event, seat)))}" for event in events))
            for seat, texts in enumerate(self.event_texts)
        )

    def resample(self, seat: int, rng: Random) -> SpielPosition:
        """Return another position that is consistent with all the seat may know.

        The events of other seats are of another world, and dropped.
        """
        event_texts = tuple(
            event_texts if holder == seat else ("?",) for holder, event_texts in enumerate(self.event_texts)
        )
        moment_rows = tuple(
            moment_rows if holder == seat else () for holder, moment_rows in enumerate(self.moment_rows)
        )
        return SpielPosition(
            self.game, self.options, self.deals, self.state.resample(seat, rng), event_texts, moment_rows
        )


class SpielState(pyspiel.State):
    """A state of any game: all of it is in `position`.

    OpenSpiel copies and pickles that.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        state = registry.load(game.name).start(game.seats, game.options, None)
        self.position = SpielPosition(
            game.name, game.options, game.deals, state, ((),) * game.seats, ((),) * game.seats
        )
        if not state.pending_chance():
            self.position.record_moment(None, 0)

    def current_player(self) -> int:
        """Return the active player; in a reaction window the first who can still answer."""
        state = self.position.state
        if state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.pending_chance() else state.active_seats()[0]

    def _legal_actions(self, player: int) -> list[int]:
        state = self.position.state
        if player not in state.active_seats():
            return []
        choices = self.position.encoding.list_choices(state, player)
        return [index for index, choice in enumerate(choices) if choice is not None]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the indexes of the outcomes of chance, and their probabilities."""
        outcomes, deals = self.position.state.chance_outcomes(), self.position.deals
        if outcomes:
            return [(index, probability) for index, (_, probability) in enumerate(outcomes)]
        return [(index, 1 / deals) for index in range(deals)]

    def _apply_action(self, action: int) -> None:
        self.position.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if listed := self.position.state.chance_outcomes():
                return json.dumps(listed[action][0].to_line())
            return f"{self.position.state.pending_chance()} {action}"
        return self.position.encoding.choices[action]

    def is_terminal(self) -> bool:
        """True if the match is over."""
        return self.position.state.is_over

    def returns(self) -> list[float]:
        """Return the rewards, as in the environments; 0 until the end.

        They are 1 for the winner, and for the others a negative number such that the sum is 0.
        """
        state = self.position.state
        if not state.is_over:
            return [0.0] * state.seats
        first = state.ranking()[0]
        loser_count = state.seats - len(first)
        if not loser_count:
            return [0.0] * state.seats
        return [1 / len(first) if seat in first else -1 / loser_count for seat in range(state.seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return another state that is consistent with all the player may know.

        `sampler` returns numbers from 0 to 1.
        """
        sampled: SpielState = self.clone()
        sampled.position = self.position.resample(player, Random(int(sampler() * 2**53)))
        return sampled

    def __str__(self) -> str:
        return json.dumps(to_json(self.position.state.full_view()))


class Observer:
    """An observer of what a player may know: its history, or what it sees now.

    It is the history with perfect recall. With perfect recall the numbers are those of the last `moments`, a row each,
    the latest last and zeros before the first. Without `private` it is what all players may know, and there are no
    numbers of that.
    """

    def __init__(self, size: int, moments: int, has_recall: bool, is_private: bool) -> None:
        self._has_recall, self._is_private = has_recall, is_private
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if is_private:
            self.tensor = np.zeros(moments * (1 + size) if has_recall else size, np.float32)
            name = "moments" if has_recall else "observation"
            self.dict[name] = self.tensor.reshape(moments, -1) if has_recall else self.tensor

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of what the player sees, or has seen, into `tensor`."""
        if self.tensor is None:
            return
        position = state.position
        if not self._has_recall:
            self.tensor[:] = position.encoding.encode(position.state.view(player), ()).numbers
            return
        self.tensor[:] = 0
        table = self.dict["moments"]
        if rows := position.moment_rows[player][-len(table) :]:
            table[-len(rows) :] = rows

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the view, and with perfect recall the events before it."""
        position = state.position
        view = json.dumps(to_json(position.state.view(player if self._is_private else None)))
        return "\n".join((*position.event_texts[player], view)) if self._has_recall and self._is_private else view


class SpielGame(pyspiel.Game):
    """A game for `players` seats; `rules` are house rules as JSON.

    `deals` and `moments`: see DEALS and MOMENTS. Each game has a class of its own, because OpenSpiel releases what it
    knows after Python has ended, and classes stay.
    """

    name: str
    kind: Any

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Read the parameters.

        Raises `BadLine`, `Illegal` or ValueError for house rules that are not possible.
        """
        self.seats, self.deals, self.moments = (int(params[name]) for name in ("players", "deals", "moments"))
        self.options = make_options(self.name, self.seats, json.loads(params["rules"] or "{}"))
        encoding = _encoding(self.name, self.seats, self.options)
        self._size = len(encoding.numbers)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.choices),
            max_chance_outcomes=max(self.deals, _MAX_LISTED_OUTCOMES),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_MAX_GAME_LENGTH,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, text: str = "") -> SpielState:
        """Return a new match; the deal is pending."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return the observer that OpenSpiel observes states with."""
        if iig_obs_type is None:
            return Observer(self._size, self.moments, has_recall=False, is_private=True)
        private = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self._size, self.moments, bool(iig_obs_type.perfect_recall), private)


def short_name(game: str) -> str:
    """Return OpenSpiel's name for the game.

    >>> short_name("high-card")
    'grenade_salad_high_card'
    """
    return f"grenade_salad_{game.replace('-', '_')}"


def register(game: str) -> bool:
    """Register a game whose actions have fixed indexes; return False for another.

    Raises `registry.NoGame`, and `Illegal` for a game without turns.
    """
    require_turns(game)
    kind = registry.load(game)
    if make_fixed_encoding(game, kind.min_seats, make_options(game, kind.min_seats)) is None:
        return False
    spiel = pyspiel.GameType(
        short_name=short_name(game),
        long_name=str(game),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.max_seats,
        min_num_players=kind.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": kind.min_seats, "deals": DEALS, "moments": MOMENTS, "rules": ""},
    )
    game_class = type("SpielGame", (SpielGame,), {"name": game, "kind": spiel})
    pyspiel.register_game(spiel, game_class)
    return True


for _name in discovery.own_games():
    if short_name(_name) not in pyspiel.registered_names() and not registry.load(_name).is_turnless:
        register(_name)
