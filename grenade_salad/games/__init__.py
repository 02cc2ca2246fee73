"""The games of the box. Each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module

from grenade_salad.core import Game

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}

NAMES = tuple(_FOLDERS)


def load(name: str) -> Game:
    """The game of that name, one of NAMES. Raises KeyError for any other."""
    game = import_module(f"grenade_salad.games.{_FOLDERS[name]}").GAME
    assert isinstance(game, Game)
    return game
