"""PettingZoo environments of all installed games; they need the extra [rl].

>>> game = env('wheel', seats=2, joker="twice")
>>> game.reset(seed=7)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["action_mask"].tolist()
[1, 1, 1]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.optional_packages import extra

# PettingZoo's import takes the process its sound (SDL_AUDIODRIVER=dsp), so the variable is restored after it.
_SOUND = os.environ.get("SDL_AUDIODRIVER")
with extra("rl"):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv as AECEnv
    from pettingzoo.utils import wrappers

if _SOUND is None:
    os.environ.pop("SDL_AUDIODRIVER", None)
else:
    os.environ["SDL_AUDIODRIVER"] = _SOUND

from grenade_salad.core import Action, Json, State, to_json  # noqa: E402
from grenade_salad.core.encoding import EncodedView, Encoding  # noqa: E402
from grenade_salad.lab.encoding import make_encoding  # noqa: E402
from grenade_salad.lab.playout import make_options  # noqa: E402
from grenade_salad.lab.spaces import make_observation_space  # noqa: E402
from grenade_salad.lab.turnless import require_turns  # noqa: E402
from grenade_salad.match.match import Header, Match  # noqa: E402

Observation = dict[str, NDArray[Any]]
"""Arrays that an agent gets: `observation`, `action_mask` and `candidates`.

`observation` is float32, one number for each of `Encoding.numbers`; `action_mask` is int8, one for each of
`Encoding.choices`; `candidates` is float32, a row of `Encoding.features` for each choice, for games that have them.
"""


class Renderer(Protocol):
    """Draws matches for "rgb_array".

    The window has one: `app.window.offscreen.Still`.
    """

    def picture(self, match: Match) -> NDArray[np.uint8]:
        """Draw what all seats may know, as rows of pixels of red, green and blue."""

    def close(self) -> None:
        """Free what drawing needs."""


def encoding(game: str, seats: int, **rules: Json) -> Encoding:
    """Return the encoding of the game with these seats and house rules.

    Raises `registry.NoGame`, `BadLine`, and `Illegal` for what cannot be played.
    """
    return make_encoding(game, seats, make_options(game, seats, rules))


def env(
    game: str,
    seats: int = 2,
    render_mode: str | None = None,
    renderer: Callable[[], Renderer] | None = None,
    **rules: Json,
) -> AECEnv[str, Observation, int]:
    """Return the environment of the game, checked as PettingZoo's own are.

    House rules are named as in records. `render_mode` is None, "ansi" (what all seats may know, a line for each field)
    or "rgb_array" (the same as a picture by `renderer`, which is made when it is first needed). A masked action ends
    the match, and costs its agent 1. Raises `registry.NoGame`, `BadLine`, `Illegal` (for a game without turns, too),
    and ValueError for another render mode, and for pictures without a renderer.
    """
    environment: Any = raw_env(game, seats, render_mode, renderer, **rules)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class _LazyActions(Sequence[Action]):
    """The legal actions of a seat, listed on request.

    Some encodings compute most of them from the view themselves.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state, self._seat = state, seat
        self._actions: list[Action] | None = None

    @property
    def _listed(self) -> list[Action]:
        if self._actions is None:
            self._actions = self._state.legal_actions(self._seat)
        return self._actions

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._listed[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801
    """The environment without checks; the name is PettingZoo's convention.

    Chance is that of a match with the seed of `reset`. In a reaction window all active seats are asked, whatever they
    hold, the seat first whose answer counts first. No agent is rewarded before the end: then the winner gets 1, and
    every other agent a negative number such that the sum is 0; winners share. `unwrapped.match` is the match, for
    records: learners must not use it.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self,
        game: str,
        seats: int = 2,
        render_mode: str | None = None,
        renderer: Callable[[], Renderer] | None = None,
        **rules: Json,
    ) -> None:
        """Create an environment as `env` describes it; call `env` instead."""
        super().__init__()
        require_turns(game)
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"there is no render_mode {render_mode!r}; there are {modes}, and None")
        if render_mode == "rgb_array" and renderer is None:
            raise ValueError("render_mode 'rgb_array' needs a renderer, as Still of app.window.offscreen")
        self.game, self.seats, self.render_mode = game, seats, render_mode
        self.options = make_options(game, seats, rules)
        self.encoding = make_encoding(game, seats, self.options)
        self.metadata = {**type(self).metadata, "name": f"{game.replace('-', '_')}_v1"}
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: make_observation_space(self.encoding) for agent in self.possible_agents}
        self._actions = {agent: Discrete(len(self.encoding.choices)) for agent in self.possible_agents}
        self._next_seed = np.random.SeedSequence()
        self._make_renderer = renderer
        self._renderer: Renderer | None = None

    def observation_space(self, agent: str) -> Dict:
        """See `Observation`."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the indexes of `Encoding.choices` as a space."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match.

        Without a seed the chance continues from the last seed, or is unforeseeable if there was none.
        """
        if seed is not None:
            self._next_seed = np.random.SeedSequence(seed % 2**64)
        else:
            seed = int(self._next_seed.spawn(1)[0].generate_state(1, np.uint64)[0])
        names = tuple(f"Player {seat + 1}" for seat in range(self.seats))
        self.match = Match(Header(self.game, names, self.options, seed))
        self.match.resolve_chance()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._encoded: dict[int, EncodedView] = {}
        self._update_agents()

    def _update_agents(self) -> None:
        """Select the active agent, or give the rewards of a match that is over."""
        state = self.match.state
        if not state.is_over:
            self.agent_selection = self.possible_agents[state.active_seats()[0]]
            return
        first = state.ranking()[0]
        loser_count = self.seats - len(first)
        for agent, seat in self._seat.items():
            if loser_count:
                share = 1 / len(first)
                self.rewards[agent] = share if seat in first else -1 / loser_count
        self.terminations = dict.fromkeys(self.agents, True)

    def encode_for(self, agent: str) -> EncodedView:
        """Return what the agent sees now, and what its actions are."""
        seat = self._seat[agent]
        if seat not in self._encoded:
            state = self.match.state
            # In a reaction window only the selected agent may answer; the others are asked after it.
            legal: Sequence[Action] = _LazyActions(state, seat) if agent == self.agent_selection else ()
            self._encoded[seat] = self.encoding.encode(state.view(seat), legal)
        return self._encoded[seat]

    def observe(self, agent: str) -> Observation:
        """See `Observation`; an agent that is not active has no legal action."""
        encoded = self.encode_for(agent)
        observation: Observation = {
            "observation": np.array(encoded.numbers, dtype=np.float32),
            "action_mask": np.array([choice is not None for choice in encoded.choices], dtype=np.int8),
        }
        if self.encoding.features:
            observation["candidates"] = np.array(encoded.features, dtype=np.float32)
        return observation

    def step(self, action: int | None) -> None:
        """Carry out the action of the active agent. Raises ValueError for a masked one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]  # it raises unless it is None
            return
        assert action is not None
        chosen = self.encode_for(agent).choices[action]
        if chosen is None:
            raise ValueError(f"{self.encoding.choices[action]!r} cannot be done now")
        self._cumulative_rewards[agent] = 0.0
        self.match.act(chosen)
        self._encoded = {}
        self._update_agents()
        self._accumulate_rewards()

    def state(self) -> NDArray[np.float32]:
        """Return what all seats see now, one after another: `Observation` without masks.

        It is for a critic that gets all of it in training, never for a player: it has the secrets of all seats.
        """
        state = self.match.state
        numbers_by_seat = [self.encoding.encode(state.view(seat), ()).numbers for seat in range(self.seats)]
        return np.array([number for seat_numbers in numbers_by_seat for number in seat_numbers], dtype=np.float32)

    @property
    def state_space(self) -> Box:
        """The bounds of `state`."""
        low = np.tile(np.array([feature.low for feature in self.encoding.numbers], dtype=np.float32), self.seats)
        high = np.tile(np.array([feature.high for feature in self.encoding.numbers], dtype=np.float32), self.seats)
        return Box(low, high)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return what all seats may know in the render mode, see `env`; None without one."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            assert self._make_renderer is not None, "checked at the start"
            self._renderer = self._renderer or self._make_renderer()
            return self._renderer.picture(self.match)
        view = to_json(self.match.state.view(None))
        assert isinstance(view, dict)
        return "\n".join(f"{key}: {value}" for key, value in view.items())

    def close(self) -> None:
        """Close the renderer of "rgb_array", if it was used."""
        if self._renderer is not None:
            self._renderer.close()
        self._renderer = None
