"""Whose code it was that failed or does not come back: the guest, by its game and its package."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from types import FrameType

from grenade_salad import PROGRAM
from grenade_salad.core import discovery
from grenade_salad.system.crash_reports import chain_of, trace_of


@dataclass(frozen=True)
class Guest:
    """A game of others, and the package that brings it."""

    game: str
    package: str


def _guests() -> list[tuple[str, Guest]]:
    """Each guest with the module that its plugin is in."""
    found = discovery.games().items()
    return [
        (target.partition(":")[0], Guest(game, discovery.visible(package)))
        for game, (target, package) in found
        if package != PROGRAM
    ]


def _of(modules: Iterable[str], playing: str) -> Guest | None:
    """The guest whose code is in one of the modules, the innermost first. Of one package the game that is played, then
    the one whose own module it is."""
    guests = _guests()
    for module in modules:
        top = module.partition(".")[0]
        same = [(where, guest) for where, guest in guests if where.partition(".")[0] == top]
        same.sort(key=lambda one: (one[1].game != playing, not module.startswith(one[0])))
        if same:
            return same[0][1]
    return None


def of_error(error: BaseException, playing: str = "") -> Guest | None:
    """The guest whose code raised it, or called what raised it; `playing` is the game on the table, if one is."""
    modules = []
    for one in chain_of(error):
        frames = [frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(one.__traceback__)]
        modules += [str(name) for name in reversed(frames)]
    there = [line.strip().removeprefix("there: ").partition("/")[0] for line in reversed(trace_of(error))]
    return _of([*modules, *(word.strip() for word in there)], playing)


def of_frame(frame: FrameType | None, playing: str = "") -> Guest | None:
    """The guest in whose code a thread is, or which called what it is in."""
    modules = []
    while frame is not None:
        modules.append(str(frame.f_globals.get("__name__", "")))
        frame = frame.f_back
    return _of(modules, playing)
