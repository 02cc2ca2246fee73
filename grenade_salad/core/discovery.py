"""Which games are installed: read from what packages say of themselves, without importing any of them.

The metadata are the cache: to list a hundred packages takes a millisecond or two, and `importlib.metadata` as long to
import as `--help` may take in all. See "Entry points specification" on packaging.python.org.
"""

# pathlib takes longer to import than all of this takes.
# ruff: noqa: PTH100, PTH118, PTH120, PTH123, PTH208
from __future__ import annotations

import os
import re
import sys
from functools import cache

from grenade_salad import PROGRAM

GROUP = "grenade_salad.games"
"""The group of entry points: the name of a game, and where its `core.registry.Plugin` is, as in "nim.plugin:PLUGIN"."""
PLAYERS = "grenade_salad.players"
"""The group of players from outside: a name, or GAME.NAME for one game alone, and a class, as in "ppo:Player"."""
ALLOWED = "GRENADE_SALAD_PLAYERS"
"""The variable that tells processes of ours which classes were named as players, with commas between them."""
_off: list[str] = []
"""Why games of others in the download are not looked at, if there are any."""
_CODES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


class NoGame(LookupError):
    """There is no such game, or it cannot be used here; the text is one line for people."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(why)
        self.name = name

    def __str__(self) -> str:
        return str(self.args[0])


def harmless(text: str) -> str:
    """Without codes for terminals, whatever strangers wrote; lines stay lines.

    >>> harmless("a\\x1b[31m\\nb\\x9b2J")
    'a [31m\\nb 2J'
    """
    return _CODES.sub(" ", text)


def visible(text: str) -> str:
    """The same in one line."""
    return " ".join(harmless(text).split())


def entries(text: str, section: str) -> list[tuple[str, str]]:
    """The names and values of a section, of an `entry_points.txt` or of a table of strings in a `pyproject.toml`.

    >>> entries("[a]\\nx = y\\n[games]\\nnim = nim_game:PLUGIN\\n\\n[b]\\nx = z", "games")
    [('nim', 'nim_game:PLUGIN')]
    """
    inside, found = False, []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{section}]"
        elif inside and line and line[0] not in "#;":
            name, _, target = line.partition("=")
            found.append((name.strip().strip('"'), target.strip().strip('"')))
    return found


def _text(*path: str) -> str:
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeError):
        return ""


def _checkout() -> list[tuple[str, str]]:
    """The games of this package in a checkout: its metadata are as old as the last `pip install -e`."""
    above = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return entries(_text(above, "pyproject.toml"), f'project.entry-points."{GROUP}"')


def _packages(group: str = GROUP) -> dict[str, list[tuple[str, str]]]:
    """What each installed package brings of a group; of two packages of one name the first on the path counts."""
    found: dict[str, list[tuple[str, str]]] = {}
    for folder in sys.path:
        try:
            inside = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for file in inside:
            if file.endswith((".dist-info", ".egg-info")):
                package = file.partition("-")[0].removesuffix(".egg-info").replace("_", "-").replace(".", "-").lower()
                if package not in found:
                    found[package] = entries(_text(folder or ".", file, "entry_points.txt"), group)
    return found


def folders(data: str) -> list[str]:
    """In the download, the folders for games of others: beside the program, and in that data folder, which is one's own
    where the program is the system's. None of them where pip installs games.
    """
    if not getattr(sys, "frozen", False):
        return []
    return [os.path.join(above, "games") for above in (os.path.dirname(sys.executable), data) if above]


def _has_games(folder: str) -> bool:
    try:
        return any(one.endswith(".dist-info") for one in os.listdir(folder))
    except OSError:
        return False


def admit(settings: str, data: str) -> None:
    """Let the games in `folders` be found, if the settings in the first folder allow it. They are programs of others.

    To be called before anything else of this module. Our own modules and the libraries that come along stay in front.
    """
    _off.clear()
    found = [one for one in folders(data) if _has_games(one)]
    if not found:
        return
    from json import loads

    try:
        allowed = loads(_text(settings, "settings.json") or "{}").get("guest_games") is True
    except (ValueError, AttributeError, RecursionError):
        allowed = False
    if allowed:
        sys.path += found
    else:
        off = "games of others are off; the settings of the window say what allowing them means"
        _off.extend(f"{one}: {off}" for one in found)


@cache
def _found() -> tuple[dict[str, tuple[str, str]], tuple[str, ...]]:
    packages = _packages()
    ours = _checkout() or packages.get(PROGRAM, [])
    guests = sorted((name, target, by) for by, games in packages.items() if by != PROGRAM for name, target in games)
    games = {name: (target, PROGRAM) for name, target in ours}
    refused: dict[str, str] = {}
    for name, target, package in guests:
        if not _NAME.fullmatch(name):
            refused[name] = f"{package}: {name!r} is no name for a game: a to z, 0 to 9 and -, up to 32 of them"
        elif name in refused:
            continue
        elif name not in games:
            games[name] = target, package
        elif games[name][1] == PROGRAM:
            refused[name] = f"{package}: there is a game {name!r} in the box already; that one is played"
        else:
            other = games.pop(name)[1]
            refused[name] = f"{other} and {package} both bring a game {name!r}; none of them is played"
    return games, tuple(refused.values())


def is_name(name: str) -> bool:
    """Whether a game can be called so.

    >>> is_name('Nim!'), is_name('high-card-2')
    (False, True)
    """
    return bool(_NAME.fullmatch(name))


def games() -> dict[str, tuple[str, str]]:
    """All games by name, ours first: where the plugin is, and the package that brings it."""
    return _found()[0]


def ours() -> tuple[str, ...]:
    """The names of the games of the box."""
    return tuple(name for name, (_, package) in games().items() if package == PROGRAM)


def refused() -> tuple[str, ...]:
    """Why a game that a package brings cannot be played, a line each; what cannot be imported shows when it is used."""
    return (*_found()[1], *_off)


@cache
def players() -> dict[str, str]:
    """Players from outside that packages bring, by name: the class of each, as in "module:Class"."""
    brought = [entry for entries in _packages(PLAYERS).values() for entry in entries]
    return {name: target for name, target in sorted(brought) if all(map(_NAME.fullmatch, name.split(".", 1)))}


def allowed() -> tuple[str, ...]:
    """Players that were named where this program was started, besides those that packages bring."""
    return tuple(filter(None, os.environ.get(ALLOWED, "").split(",")))
