"""Games as OpenSpiel has them, for its algorithms; they need the package open-spiel, of the extra [bench].

Importing this registers every game of the box whose actions have fixed numbers: the wheel as `grenade_salad_wheel`,
Live Grenade as `grenade_salad_live_grenade`; `register` does it for others.

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
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from grenade_salad import installed
from grenade_salad.core import Chance, Event, Options, State, plain, redact, registry
from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.encoding import PlainEncoding, encoding_of
from grenade_salad.lab.playout import house_rules
from grenade_salad.lab.turnless import needs_turns

DEALS = 10_000
"""There are too many deals and deck orders to list: one of this many, all equally likely, is drawn by its number."""
_LONGEST = 20_000
"""No match is known to be nearly as long, in actions and luck together."""
_encoding = cache(encoding_of)


class Position:
    """What a state of OpenSpiel is about: our state, and what each seat was told since the beginning."""

    def __init__(
        self, game: str, options: Options, deals: int, state: State, told: tuple[tuple[str, ...], ...]
    ) -> None:
        self.game, self.options, self.deals, self.state, self.told = game, options, deals, state, told

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.game, self.options, self.deals, self.state.copy(), self.told)

    @property
    def encoding(self) -> Encoding:
        """The numbers of the game."""
        return _encoding(self.game, self.state.seats, self.options)

    def luck(self) -> list[tuple[Chance, float]] | None:
        """What luck may decide, if that can be listed."""
        return self.state.outcomes()

    def apply(self, number: int) -> None:
        """Action or luck of that number."""
        state = self.state
        if state.due():
            listed = self.luck()
            self._tell(state.happen(listed[number][0] if listed else state.sample(Random(number))))
            return
        seat = state.to_act()[0]
        action = self.encoding.encode(state.view(seat), state.legal(seat)).choices[number]
        assert action is not None, "OpenSpiel has asked what is legal"
        self._tell(state.do(action))

    def _tell(self, events: list[Event]) -> None:
        self.told = tuple(
            (*told, *(f"{type(one).__name__} {json.dumps(plain(redact(one, seat)))}" for one in events))
            for seat, told in enumerate(self.told)
        )

    def resampled(self, seat: int, rng: Random) -> Position:
        """Another that is possible for all the seat may know; what others were told is of another world, and gone."""
        told = tuple(told if other == seat else ("?",) for other, told in enumerate(self.told))
        return Position(self.game, self.options, self.deals, self.state.resample(seat, rng), told)


class SpielState(pyspiel.State):
    """A state of any game. All of it is in `position`, which OpenSpiel copies and pickles."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        state = registry.load(game.name).start(game.seats, game.options, None)
        self.position = Position(game.name, game.options, game.deals, state, ((),) * game.seats)

    def current_player(self) -> int:
        """Whose turn it is; in a reaction window the first of those who are still asked."""
        state = self.position.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.due() else state.to_act()[0]

    def _legal_actions(self, player: int) -> list[int]:
        state = self.position.state
        choices = self.position.encoding.encode(state.view(player), state.legal(player)).choices
        return [number for number, choice in enumerate(choices) if choice is not None]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbers of what luck may decide, and how likely each is."""
        listed, deals = self.position.luck(), self.position.deals
        if listed:
            return [(number, likely) for number, (_, likely) in enumerate(listed)]
        return [(number, 1 / deals) for number in range(deals)]

    def _apply_action(self, action: int) -> None:
        self.position.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            listed = self.position.luck()
            return json.dumps(listed[action][0].line()) if listed else f"{self.position.state.due()} {action}"
        return self.position.encoding.choices[action]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position.state.over

    def returns(self) -> list[float]:
        """As rewards of the environments: 1 for the winner, as much less for the others as makes 0; 0 until then."""
        state = self.position.state
        if not state.over:
            return [0.0] * state.seats
        first = state.ranking()[0]
        others = state.seats - len(first)
        if not others:
            return [0.0] * state.seats
        return [1 / len(first) if seat in first else -1 / others for seat in range(state.seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another state that is possible for all the player may know; `sampler` gives numbers from 0 to 1."""
        other: SpielState = self.clone()
        other.position = self.position.resampled(player, Random(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return json.dumps(plain(self.position.state.position()))


class Observer:
    """What a player may know: with perfect recall all that it was told, without it what it sees now.

    Without `private` it is what everybody may know, and there are no numbers of that.
    """

    def __init__(self, size: int, recalls: bool, private: bool) -> None:
        self._recalls, self._private = recalls, private
        self.tensor: NDArray[np.float32] | None = np.zeros(size, np.float32) if private and not recalls else None
        self.dict: dict[str, NDArray[np.float32]] = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Put the numbers of the player's view into `tensor`."""
        if self.tensor is not None:
            position = state.position
            self.tensor[:] = position.encoding.encode(position.state.view(player), ()).numbers

    def string_from(self, state: SpielState, player: int) -> str:
        """The view, and with perfect recall what came before."""
        position = state.position
        view = json.dumps(plain(position.state.view(player if self._private else None)))
        return "\n".join((*position.told[player], view)) if self._recalls and self._private else view


class SpielGame(pyspiel.Game):
    """A game for the given number of `players`; `rules` are house rules as JSON; `deals`: see DEALS.

    Each game has a class of its own: OpenSpiel lets go of what it knows after Python has ended, and classes stay.
    """

    name: str
    kind: Any

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Raises BadLine, Illegal, ValueError for house rules that cannot be."""
        self.seats, self.deals = int(params["players"]), int(params["deals"])
        self.options = house_rules(self.name, self.seats, json.loads(params["rules"] or "{}"))
        encoding = encoding_of(self.name, self.seats, self.options)
        self._size = len(encoding.numbers)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.choices),
            max_chance_outcomes=max(self.deals, 200),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, text: str = "") -> SpielState:
        """A new match; the deal is due."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel observes states with."""
        if iig_obs_type is None:
            return Observer(self._size, False, True)
        private = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self._size, bool(iig_obs_type.perfect_recall), private)


def short_name(game: str) -> str:
    """What OpenSpiel calls the game.

    >>> short_name("high-card")
    'grenade_salad_high_card'
    """
    return f"grenade_salad_{game.replace('-', '_')}"


def register(game: str) -> bool:
    """Make OpenSpiel know a game whose actions have fixed numbers; False, and nothing done, for another.

    Raises registry.NoGame, Illegal for a game without turns.
    """
    needs_turns(game)
    kind = registry.load(game)
    encoding = encoding_of(game, kind.min_seats, house_rules(game, kind.min_seats))
    if isinstance(encoding, PlainEncoding) or encoding.features:
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": kind.min_seats, "deals": DEALS, "rules": ""},
    )
    made = type("SpielGame", (SpielGame,), {"name": game, "kind": spiel})
    pyspiel.register_game(spiel, made)
    return True


for _name in installed.ours():
    if short_name(_name) not in pyspiel.registered_names():
        register(_name)
