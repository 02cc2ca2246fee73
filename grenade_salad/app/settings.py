"""What people set once and keep: a JSON file in the user's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

from grenade_salad.app import seat_keys

FILE = "settings.json"

Speed = Literal["slow", "normal", "fast", "off"]
PACES: dict[Speed, float] = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "off": 0.0}


class LastMatch(msgspec.Struct, forbid_unknown_fields=True):
    """Who sat down to a game the last time, and by which house rules."""

    names: list[str] = []
    controllers: list[str] = []
    """For each seat "person", or the name of a machine player as in bots.kind."""
    options: dict[str, object] = {}
    hints: bool = True


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """All settings with their defaults. Lengths of time are seconds, `scale` is in per cent."""

    speed: Speed = "normal"
    reduced_motion: bool = False
    volume: float = 0.8
    mute: bool = False
    scale: int = 100
    full_screen: bool = False
    hatching: bool = False
    countdown: float = 5.0
    """How long a reaction window stays open; 0: until all have answered."""
    facing: Literal["one", "edges"] = "one"
    """Whether the panels of the seats face one way, or each its own edge of the table."""
    seat_keys: list[str] = msgspec.field(default_factory=lambda: list(seat_keys.DEFAULT))
    """The names of the keys of seats 1 to 9, see seat_keys."""
    hint_level: Literal["normal", "hard", "expert"] = "hard"
    """How well the machine plays that gives hints, in games that have that level; else as well as one can."""
    language: Literal["en"] = "en"
    last: dict[str, LastMatch] = {}

    @property
    def pace(self) -> float:
        """What durations of animations are multiplied with."""
        return PACES[self.speed]

    def seat_key(self, seat: int) -> int:
        """The key (pygame.K_*) of a seat, counted from 0."""
        code = seat_keys.code_of(self.seat_keys[seat])
        assert code is not None, self.seat_keys
        return code

    def seat_key_words(self, seat: int) -> str:
        """How that key is called."""
        return seat_keys.shown(self.seat_keys[seat])


SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)


def folder(data: Path | None = None) -> Path:
    """Where settings are kept: the folder given with --data, or the user's."""
    return data if data is not None else Path(platformdirs.user_config_dir("grenade-salad", appauthor=False))


def data_folder() -> Path:
    """Where matches are kept if no folder is given with --data."""
    return Path(platformdirs.user_data_dir("grenade-salad", appauthor=False))


def load(where: Path) -> tuple[Settings, str]:
    """The settings kept there, and a warning in one line (empty if there is none).

    A file that cannot be read is put aside, as settings.json.bad, and the defaults are taken.
    """
    path = where / FILE
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        return Settings(), f"The settings could not be read ({error}): defaults are used{_aside(path)}."
    found.volume = max(0.0, min(found.volume, 1.0))
    found.scale = max(SCALES[0], min(found.scale, SCALES[-1]))
    found.countdown = max(0.0, min(found.countdown, 60.0))
    found.seat_keys = seat_keys.mended(found.seat_keys)
    return found, ""


def save(settings: Settings, where: Path) -> str:
    """Keep the settings there, whole or not at all; why that did not work in one line (empty if it did)."""
    path = where / FILE
    fresh = path.with_suffix(".new")
    try:
        where.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2))
        fresh.replace(path)
    except OSError as error:
        return f"The settings could not be saved: {error}."
    return ""


def _aside(path: Path) -> str:
    bad = path.with_suffix(".json.bad")
    try:
        path.replace(bad)
    except OSError:
        return ""
    return f", the old file is kept as {bad.name}"
