"""The roster of a game that has each level in a module of its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.players import LEVELS, Player, PlayerSpec, Roster
from grenade_salad.text import Words


def standard_roster(
    package: str,
    top_levels: Mapping[int, str],
    slip_rate: float,
    levels: Sequence[str] = LEVELS[1:],
    has_memory: bool = False,
) -> Roster:
    """Return the roster with the players of a package and its `explanations.reason`.

    The players are `easy.EasyPlayer`, `normal.NormalPlayer` and `search_player.SearchPlayer`; their modules are
    imported when they are needed. Casual is NormalPlayer that decides as EasyPlayer does in a share `slip_rate` of
    decisions, from 0 to 1. A game whose `levels` begin with "random" has its own in `normal.RandomPlayer`. For
    `top_levels` and `has_memory` see `players.Roster`.
    """
    return Roster(
        levels=tuple(levels),
        make=partial(_make_player, package, slip_rate),
        explain=partial(_explain, package),
        top_levels=top_levels,
        has_memory=has_memory,
    )


class BlunderingPlayer:
    """Decides as a strong player does, but as a weaker one in a share of decisions."""

    def __init__(self, strong: Player, weak: Player, slip_rate: float, rng: Random) -> None:
        self._strong = strong
        self._weak = weak
        self._slip_rate = slip_rate
        self._rng = rng

    def see(self, event: Event) -> None:
        """Pass on the event to both players, so that either can continue."""
        self._strong.see(event)
        self._weak.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the choice of one of the two."""
        is_slip = self._rng.random() < self._slip_rate
        return (self._weak if is_slip else self._strong).decide(view, legal)


def _make_player(package: str, slip_rate: float, spec: PlayerSpec, seat: int, rng: Random) -> Player:
    def load_class(module: str, name: str) -> Callable[..., Player]:
        player_class: Callable[..., Player] = getattr(import_module(f"{package}.{module}"), name)
        return player_class

    match spec.level:
        case "random":
            return load_class("normal", "RandomPlayer")(rng)
        case "easy":
            return load_class("easy", "EasyPlayer")(seat, rng)
        case "casual":
            return BlunderingPlayer(
                load_class("normal", "NormalPlayer")(seat, rng),
                load_class("easy", "EasyPlayer")(seat, rng),
                slip_rate,
                rng,
            )
        case "normal":
            return load_class("normal", "NormalPlayer")(seat, rng, spec.style)
        case "hard" | "expert":
            return load_class("search_player", "SearchPlayer")(spec, seat, rng)
    raise ValueError(f"there is no level {spec.level}")


def _explain(package: str, seat: int, view: View, action: Action) -> Words:
    words: Words = import_module(f"{package}.explanations").reason(seat, view, action)
    return words
