"""The plugins of games, found by entry points of the group "grenade_salad.games".

A plugin is small and quick to import: what it names by strings is imported when it is first used.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from grenade_salad.core import discovery
from grenade_salad.core.discovery import NoGame as NoGame
from grenade_salad.text import Message, Words, m

if TYPE_CHECKING:
    from grenade_salad.core.game import Game

CONTRACT = 2
"""The version of the contract between games and the rest of the program."""

_MAX_ERROR_LENGTH = 230
"""Maximum number of characters of a plugin's error in a message."""

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """All parts of a game. Only the rules are required; everything else has defaults.

    It is in a module that imports nothing large, named by an entry point of the group "grenade_salad.games", whose
    name is the game's: a to z, 0 to 9 and `-`. `title`, `min_seats` and `max_seats` are those of its rules.

    Strings name an object as in "package.module:OBJECT", which is imported when it is first used.
    """

    contract: int
    """The CONTRACT that it was written for.

    A game for another one is refused with a reason.
    """
    title: Words
    """The name in a sentence."""
    rules: str
    """Names a `core.Game`."""
    min_seats: int
    max_seats: int
    box_title: Words = ""
    """The name on the box, if it is not `title`."""
    tagline: Words = ""
    rules_page: Path | None = None
    """Markdown with numbered rules."""
    rule_pictures: str = ""
    """Names an `app.ui.rich_text.RulePictures` of some of the rules."""
    picture: Path | None = None
    """A picture about three wide and two high."""
    players: str = ""
    """Names a `players.Roster`."""
    stats: str = ""
    """Names a `core.stats.Stats`."""
    sheets: str = ""
    """Names a `sheets.sheet.SheetWriter`."""
    screens: str = ""
    """Names an `app.match.game_screens.GameScreens`."""
    encoder: str = ""
    """Names a `core.encoding.Encoder`."""
    puzzles: str = ""
    """Names a `core.puzzle_rules.PuzzleRules`."""
    lesson: str = ""
    """Names a `core.lesson.Lesson`."""
    goals: str = ""
    """Names a `core.goals.Goals`."""
    variant_path: str = ""
    """The place of the variant's English name in a record's header.

    It is for a game that is many games, and a JSON path of SQLite: "$.setup.box.name".
    """

    @property
    def display_title(self) -> Words:
        """The name on the box."""
        return self.box_title or self.title


_FIELD_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "str": (str,),
    "Words": (str, Message),
    "Path | None": (Path, type(None)),
}


def names() -> tuple[str, ...]:
    """Return the installed games, those of the box first; they may fail to import."""
    return tuple(discovery.games())


def load_object(target: str, kind: type[T]) -> T:
    """Import the object that a string of a plugin names.

    Raises ImportError, AttributeError, or TypeError if it is of another type.
    """
    module, _, attribute = target.partition(":")
    try:
        result = getattr(import_module(module), attribute)
    except SystemExit as error:
        raise ImportError(f"{module} calls sys.exit() when it is imported") from error
    if not isinstance(result, kind):
        raise TypeError(f"{target} is no {kind.__name__}")
    return result


@cache
def plugin(name: str) -> Plugin:
    """Return the plugin of the game. Raises `NoGame`."""
    if name not in discovery.games():
        raise NoGame(name, f"there is no such game: {name[:40]!r}; there are {', '.join(names())}")
    target, package = discovery.games()[name]
    try:
        result = load_object(target, Plugin)
    except Exception as error:  # a plugin's module may raise anything
        raise _broken(name, package, error) from error
    if why := _why_not(result):
        raise NoGame(name, f"the game {name!r} of {package} cannot be played: {why}")
    if result.contract != CONTRACT:
        mismatch = f"it is made for version {result.contract} of the contract of games, and this is version {CONTRACT}"
        raise NoGame(name, f"the game {name!r} of {package} cannot be played: {mismatch}")
    return result


@cache
def load(name: str) -> Game:
    """Return the rules of the game. Raises `NoGame`.

    >>> load('wheel').title
    m('Grenade')
    >>> load("whist")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    grenade_salad.core.discovery.NoGame: there is no such game: 'whist'; there are grenade-salad, ...
    """
    from grenade_salad.core.game import Game

    package = discovery.games()[name][1] if name in discovery.games() else ""
    game_plugin = plugin(name)
    try:
        game = load_object(game_plugin.rules, Game)
    except Exception as error:  # as above
        raise _broken(name, package, error) from error
    if game.name != name:
        raise NoGame(name, f"the game {name!r} of {package} cannot be played: its rules call it {game.name!r}")
    return game


def _why_not(game_plugin: Plugin) -> str:
    """Return which field of a plugin has a wrong type or value, or ""."""
    for part in fields(Plugin):
        value = getattr(game_plugin, part.name)
        if not isinstance(value, _FIELD_TYPES[str(part.type)]) or isinstance(value, bool):
            return f"its {part.name} is a {type(value).__name__}"
    return "" if 1 <= game_plugin.min_seats <= game_plugin.max_seats else "it has no number of seats"


def _broken(name: str, package: str, error: Exception) -> NoGame:
    """Return the error without control codes, whatever a plugin wrote."""
    message = discovery.to_one_line(f"{type(error).__name__}: {error}")
    return NoGame(name, f"the game {name!r} of {package} cannot be played: {message[:_MAX_ERROR_LENGTH]}")


def check_plugins() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of all games whose plugins can be imported, and the errors."""
    importable_names, errors = [], list[str]()
    for name in names():
        try:
            plugin(name)
        except NoGame as error:
            errors.append(str(error))
        else:
            importable_names.append(name)
    return tuple(importable_names), tuple(errors)


def title(name: str, variant: str = "") -> Words:
    """Return the title of the game, or its name if it is not installed.

    `variant` is the one of many games that is played (see `Plugin.variant_path`), in the reader's language if its
    translation is known.
    """
    try:
        game_title = plugin(name).display_title
    except NoGame:
        game_title = name
    # Translators: a game that is many games, and which of them is played
    return m("{game}: {what}", game=game_title, what=Message(variant, fields={})) if variant else game_title


def is_playable(name: str) -> bool:
    """True if matches of the game can be played and replayed here."""
    try:
        load(name)
    except NoGame:
        return False
    return True
