"""Finds installed games in the metadata of packages, without importing them.

The metadata are the cache: to list a hundred packages takes a millisecond or two, and to import `importlib.metadata`
takes as long as `--help` may take in all. See "Entry points specification" on packaging.python.org.
"""

# pathlib takes longer to import than all of this takes.
# ruff: noqa: PTH100, PTH118, PTH120, PTH123, PTH208
from __future__ import annotations

import os
import re
import sys
from functools import cache

from grenade_salad import PROGRAM

GAMES_GROUP = "grenade_salad.games"
"""The group of entry points of games.

The name is that of a game, the value its `core.registry.Plugin`, as in "nim.plugin:PLUGIN".
"""
PLAYERS_GROUP = "grenade_salad.players"
"""The group of entry points of external players.

The name is a name, or GAME.NAME for one game alone, the value a class, as in "ppo:Player".
"""
ALLOWED_VARIABLE = "GRENADE_SALAD_PLAYERS"
"""The environment variable that tells our own processes the allowed players.

The classes were named as players when the program was started; they are separated by commas.
"""
_disabled: list[str] = []
"""Messages about folders whose games are not allowed."""
_CONTROL_CODES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_GAME_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


class NoGame(LookupError):
    """The game is not installed or cannot be used; the text is one line for people."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(why)
        self.name = name

    def __str__(self) -> str:
        return str(self.args[0])


def strip_control_codes(text: str) -> str:
    r"""Return the text without codes for terminals; lines are preserved.

    >>> strip_control_codes("a\x1b[31m\nb\x9b2J")
    'a [31m\nb 2J'
    """
    return _CONTROL_CODES.sub(" ", text)


def to_one_line(text: str) -> str:
    """Return the text without control codes, in one line."""
    return " ".join(strip_control_codes(text).split())


def parse_entries(text: str, section: str) -> list[tuple[str, str]]:
    r"""Return the names and values of a section.

    The text is that of an `entry_points.txt`, or of a table of strings in a `pyproject.toml`.

    >>> parse_entries("[a]\nx = y\n[games]\nnim = nim_game:PLUGIN\n\n[b]\nx = z", "games")
    [('nim', 'nim_game:PLUGIN')]
    """
    is_in_section, result = False, []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            is_in_section = line == f"[{section}]"
        elif is_in_section and line and line[0] not in "#;":
            name, _, target = line.partition("=")
            result.append((name.strip().strip('"'), target.strip().strip('"')))
    return result


def _read_text(*path: str) -> str:
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeError):
        return ""


def _checkout_games() -> list[tuple[str, str]]:
    """Return the games of this package in a checkout.

    Its metadata are as old as the last `pip install -e`.
    """
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return parse_entries(_read_text(checkout, "pyproject.toml"), f'project.entry-points."{GAMES_GROUP}"')


def _package_entries(group: str = GAMES_GROUP) -> dict[str, list[tuple[str, str]]]:
    """Return the entries of a group of each installed package.

    Of two packages with one name the first on the path counts.
    """
    result: dict[str, list[tuple[str, str]]] = {}
    for folder in sys.path:
        try:
            file_names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for file in file_names:
            if file.endswith((".dist-info", ".egg-info")):
                package = file.partition("-")[0].removesuffix(".egg-info").replace("_", "-").replace(".", "-").lower()
                if package not in result:
                    result[package] = parse_entries(_read_text(folder or ".", file, "entry_points.txt"), group)
    return result


def game_folders(data: str) -> list[str]:
    """Return the folders for games from other packages, in the downloaded program.

    They are beside the program, and in that data folder, which belongs to the user where the program is the system's.
    None where pip installs games.
    """
    if not getattr(sys, "frozen", False):
        return []
    return [os.path.join(parent, "games") for parent in (os.path.dirname(sys.executable), data) if parent]


def _has_games(folder: str) -> bool:
    try:
        return any(file_name.endswith(".dist-info") for file_name in os.listdir(folder))
    except OSError:
        return False


def add_game_folders(settings: str, data: str) -> None:
    """Make the games in `game_folders` importable, if the settings allow it.

    The settings are in the first folder. Such games are programs of others, so our own modules and libraries stay first
    on the path. Call it before anything else of this module: what is found is cached.
    """
    _disabled.clear()
    folders_with_games = [folder for folder in game_folders(data) if _has_games(folder)]
    if not folders_with_games:
        return
    from json import loads

    try:
        are_allowed = loads(_read_text(settings, "settings.json") or "{}").get("guest_games") is True
    except (ValueError, AttributeError, RecursionError):
        are_allowed = False
    if are_allowed:
        sys.path += folders_with_games
    else:
        message = "games of others are off; the settings of the window say what allowing them means"
        _disabled.extend(f"{folder}: {message}" for folder in folders_with_games)


@cache
def _discover() -> tuple[dict[str, tuple[str, str]], tuple[str, ...]]:
    """Return what `games` returns, and why other games are refused."""
    packages = _package_entries()
    own_entries = _checkout_games() or packages.get(PROGRAM, [])
    plugin_entries = sorted(
        (name, target, package)
        for package, entries in packages.items()
        if package != PROGRAM
        for name, target in entries
    )
    playable = {name: (target, PROGRAM) for name, target in own_entries}
    refused: dict[str, str] = {}
    for name, target, package in plugin_entries:
        if not _GAME_NAME.fullmatch(name):
            refused[name] = f"{package}: {name!r} is no name for a game: a to z, 0 to 9 and -, up to 32 of them"
        elif name in refused:
            continue
        elif name not in playable:
            playable[name] = target, package
        elif playable[name][1] == PROGRAM:
            refused[name] = f"{package}: there is a game {name!r} in the box already; that one is played"
        else:
            other_package = playable.pop(name)[1]
            refused[name] = f"{other_package} and {package} both bring a game {name!r}; none of them is played"
    return playable, tuple(refused.values())


def is_game_name(name: str) -> bool:
    """True if a game can have this name.

    >>> is_game_name('Nim!'), is_game_name('high-card-2')
    (False, True)
    """
    return bool(_GAME_NAME.fullmatch(name))


def games() -> dict[str, tuple[str, str]]:
    """Return all games by name, ours first, with their plugin and its package."""
    return _discover()[0]


def own_games() -> tuple[str, ...]:
    """Return the names of the games of the box."""
    return tuple(name for name, (_, package) in games().items() if package == PROGRAM)


def refusals() -> tuple[str, ...]:
    """Return why games of packages cannot be played, a line each.

    Import errors show only when a game is used.
    """
    return (*_discover()[1], *_disabled)


@cache
def external_players() -> dict[str, str]:
    """Return the external players of packages by name: a class, "module:Class"."""
    all_entries = [entry for entries in _package_entries(PLAYERS_GROUP).values() for entry in entries]
    return {name: target for name, target in sorted(all_entries) if all(map(_GAME_NAME.fullmatch, name.split(".", 1)))}


def allowed_players() -> tuple[str, ...]:
    """Return the players that were named when this program was started.

    Those of installed packages are not among them.
    """
    return tuple(filter(None, os.environ.get(ALLOWED_VARIABLE, "").split(",")))
