"""The players of a game that has each level in a module of its folder: our three games have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.players import LEVELS, Bot, Kind, Players
from grenade_salad.text import Words


def usual(
    package: str, tops: Mapping[int, str], slips: float, levels: Sequence[str] = LEVELS[1:], remember: bool = False
) -> Players:
    """`easy.Easy`, `normal.Normal` and `search_player.Thinking` of a package, and why they do so: `explanations`.

    What a level needs is imported when somebody plays so. Casual is Normal that now and then does not look, or does not
    think of it: `slips` is how often it decides as Easy does, from 0 to 1. A game whose `levels` begin with "random"
    has its own in `normal.Anything`. For `tops` and `remember` see `players.Players`.
    """
    return Players(
        levels=tuple(levels),
        make=partial(_make, package, slips),
        reason=partial(_reason, package),
        tops=tops,
        remember=remember,
    )


class Slips:
    """Decides as a sound player does, but for a share of decisions, which are those of a weaker one."""

    def __init__(self, sound: Bot, weak: Bot, share: float, rng: Random) -> None:
        self._sound = sound
        self._weak = weak
        self._share = share
        self._rng = rng

    def see(self, event: Event) -> None:
        """Show the event to both players, so that either can go on."""
        self._sound.see(event)
        self._weak.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What one of the two chooses."""
        slips = self._rng.random() < self._share
        return (self._weak if slips else self._sound).decide(view, legal)


def _make(package: str, slips: float, kind: Kind, seat: int, rng: Random) -> Bot:
    def player(module: str, name: str) -> Callable[..., Bot]:
        found: Callable[..., Bot] = getattr(import_module(f"{package}.{module}"), name)
        return found

    match kind.level:
        case "random":
            return player("normal", "Anything")(rng)
        case "easy":
            return player("easy", "Easy")(seat, rng)
        case "casual":
            return Slips(player("normal", "Normal")(seat, rng), player("easy", "Easy")(seat, rng), slips, rng)
        case "normal":
            return player("normal", "Normal")(seat, rng, kind.style)
        case _:
            return player("search_player", "Thinking")(kind, seat, rng)


def _reason(package: str, seat: int, view: View, action: Action) -> Words:
    words: Words = import_module(f"{package}.explanations").reason(seat, view, action)
    return words
