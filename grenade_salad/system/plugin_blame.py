"""Finds the plugin whose code failed or hangs: its game and its package."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from types import FrameType

from grenade_salad import PROGRAM
from grenade_salad.core import discovery
from grenade_salad.system.crash_reports import format_trace, iterate_causes


@dataclass(frozen=True)
class PluginGame:
    """A game from another package, and that package."""

    game: str
    package: str


def _plugin_games() -> list[tuple[str, PluginGame]]:
    """Return each plugin's game with the module of the plugin."""
    installed_games = discovery.games().items()
    return [
        (target.partition(":")[0], PluginGame(game, discovery.to_one_line(package)))
        for game, (target, package) in installed_games
        if package != PROGRAM
    ]


def _find_plugin(modules: Iterable[str], current_game: str) -> PluginGame | None:
    """Return the plugin whose code is in one of the modules, the innermost first.

    Of one package, prefer the current game, then the game whose own module it is.
    """
    plugins = _plugin_games()
    for module in modules:
        top_package = module.partition(".")[0]
        matching = [
            (plugin_module, plugin_game)
            for plugin_module, plugin_game in plugins
            if plugin_module.partition(".")[0] == top_package
        ]
        matching.sort(key=lambda candidate: (candidate[1].game != current_game, not module.startswith(candidate[0])))
        if matching:
            return matching[0][1]
    return None


def blame_error(error: BaseException, current_game: str = "") -> PluginGame | None:
    """Return the plugin whose code raised the error, or called what raised it.

    `current_game` is the game that is played, or "".
    """
    modules = []
    for cause in iterate_causes(error):
        frames = [frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(cause.__traceback__)]
        modules += [str(name) for name in reversed(frames)]
    # Frames of another process are only lines of text, each with a path that begins with the package.
    lines = (line.strip().removeprefix("there: ").strip() for line in reversed(format_trace(error)))
    return _find_plugin([*modules, *(line.partition("/")[0] for line in lines)], current_game)


def blame_frame(frame: FrameType | None, current_game: str = "") -> PluginGame | None:
    """Return the plugin in whose code a thread is, or whose code called that."""
    modules = []
    while frame is not None:
        modules.append(str(frame.f_globals.get("__name__", "")))
        frame = frame.f_back
    return _find_plugin(modules, current_game)
