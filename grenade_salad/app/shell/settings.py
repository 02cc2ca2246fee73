"""The settings of this computer: a JSON file in the user's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from grenade_salad.app.shell import keys, seat_keys, tolerant_json, trouble
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.artwork import avatars
from grenade_salad.session.phases import TIME_TO_REACT
from grenade_salad.system import private_files
from grenade_salad.text import Message, Words, m

FILE = "settings.json"

Speed = Literal["slow", "normal", "fast", "off"]
# Translators: a speed of the animation
SPEEDS: dict[Speed, Message] = {
    "slow": m("slow"),
    "normal": m("normal", context="a speed"),
    "fast": m("fast"),
    "off": m("instant", context="a speed"),
}
"""Names of the speeds."""
PACES: dict[Speed, float] = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "off": 0.0}


class LastMatch(msgspec.Struct):
    """The people and the house rules of the last match of a game."""

    names: list[str] = []
    controllers: list[str] = []
    """For each seat "person", or the name of a machine player's level."""
    options: dict[str, object] = {}
    hints: bool = True


class Look(msgspec.Struct):
    """The look of a person.

    It is the avatar, numbered as in `people`, and the seat whose colour the person likes, None for any.
    """

    face: int = 0
    colour: int | None = None


class Filter(msgspec.Struct, frozen=True):
    """The matches that the history shows; None means all.

    `name` is a person's name.
    """

    game: str | None = None
    name: str | None = None
    finished: bool | None = None


class Settings(msgspec.Struct):
    """All settings with their defaults. Durations are seconds, `scale` is per cent."""

    speed: Speed = "normal"
    reduced_motion: bool = False
    near_looks: bool = True
    """True if the camera goes near for a moment when several soldiers fall at once."""
    volume: float = 0.8
    """Of effects, 0 to 1."""
    room_volume: float = 0.6
    """Of the ambience, 0 to 1."""
    music_volume: float = 0.6
    """Of the tunes at the start and the end of a match, 0 to 1."""
    mute: bool = False
    scale: int = 100
    full_screen: bool = False
    window: list[int] = []
    """Last width and height of the window in pixels; empty for the largest that fits."""
    hatching: bool = False
    millimetres: bool = False
    """True if a match tells lengths in millimetres, and figures besides."""
    countdown: float = TIME_TO_REACT
    """Seconds of a reaction window; 0 waits until all have answered."""
    pass_with_nothing: bool = True
    """True if a person alone with machines is asked only when they hold an answer."""
    cover_by_press: bool = False
    """True if one press opens a cover and the next closes it, instead of holding it."""
    guesses: bool = True
    """True if people who are out of a game may guess who falls next."""
    hands_on_phones: bool = False
    """True if this screen never shows a secret, so that it can be streamed."""
    unhurried: list[int] = []
    """Seats, counted from 0, whose reaction windows have no time limit."""
    ears: Literal["auto", "on", "focus", "off"] = "auto"
    """Ear mode: automatic, always, always with the focus on each line, or never.

    Automatic means while a screen reader listens.
    """
    mono: bool = False
    """True if both ears hear the same."""
    captions: bool = False
    """True if sounds are also shown as text."""
    scan: float = 0.0
    """Seconds for each item that is highlighted for one switch; 0 for no switch."""
    facing: Literal["one", "edges"] = "one"
    """Direction of the seats' panels: all one way, or each to its edge of the table."""
    seat_keys: list[str] = msgspec.field(default_factory=lambda: list(seat_keys.DEFAULT))
    """The names of the keys of seats 1 to 9, see seat_keys."""
    keys: dict[str, int] = {}
    """The codes (pygame.K_*) of the changed keys, by their meaning, see keys."""
    hint_level: Literal["normal", "hard", "expert"] = "hard"
    """Level of the machine player that gives hints.

    In a game without that level, the best player gives them.
    """
    phones_ask: bool = False
    """True if the host must admit a phone that has scanned the code."""
    phones_chair: bool = False
    """True if the first phone is the host as well."""
    language: str = "system"
    """A language's code as in text.languages, or "system"."""
    guest_games: bool = False
    """True if games in the plugin folders may run, see core.discovery.admit."""
    last: dict[str, LastMatch] = {}
    opened: dict[str, list[str]] = {}
    """Last opened files, by game, the latest first: paths, or names of bundled ones."""
    evening: str = ""
    """The game that was played last: its people stay seated for another game."""
    history: Filter = Filter()
    """The filter of the history when it was last shown."""
    presets: dict[str, dict[str, dict[str, object]]] = {}
    """Own presets of house rules, by game and name: the differences, as in records."""

    learned: list[str] = []
    """Games whose lesson has been finished."""
    told: dict[str, list[str]] = {}
    """The tips that have been shown, by game: each is shown once."""
    people: dict[str, Look] = {}
    """People who play on this computer, by their names as in the statistics."""

    def find_look(self, name: str) -> Look:
        """Return the look of a person; by default, the avatar is derived from the name."""
        return self.people.get(name) or Look(avatars.default_avatar(name))

    def avatar_picture(self, name: str) -> str:
        """Return the picture of a person's avatar."""
        return avatars.picture_name(self.find_look(name).face)

    @property
    def pace(self) -> float:
        """Factor for durations of animations."""
        return PACES[self.speed]

    def seat_key_code(self, seat: int) -> int | None:
        """Return the key (pygame.K_*) of a seat, counted from 0.

        Seats that only a replay has (LG-01) have none.
        """
        if seat >= len(self.seat_keys):
            return None
        code = seat_keys.key_code(self.seat_keys[seat])
        assert code is not None, self.seat_keys
        return code

    @property
    def seat_codes(self) -> frozenset[int]:
        """The codes (pygame.K_*) of the keys of all seats."""
        return frozenset(code for name in self.seat_keys if (code := seat_keys.key_code(name)) is not None)

    def seat_key_name(self, seat: int) -> str:
        """Return the name of the seat's key."""
        return seat_keys.display_name(self.seat_keys[seat]) if seat < len(self.seat_keys) else ""

    def find_seat(self, code: int) -> int | None:
        """Return the seat, counted from 0, that has this key, or None."""
        return next((seat for seat in range(len(self.seat_keys)) if self.seat_key_code(seat) == code), None)

    def key_name(self, means: KeyMeaning) -> Words:
        """Return the name of the key with that meaning."""
        return keys.key_name_for(means, self.keys)

    def reset(self) -> None:
        """Reset to the defaults, except people, their keys, presets, and past matches."""
        for name, value in msgspec.structs.asdict(Settings()).items():
            if name not in _NEVER_RESET:
                setattr(self, name, value)


_NEVER_RESET = ("seat_keys", "keys", "last", "history", "presets", "learned", "told", "people")
SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)


def load(folder: Path) -> tuple[Settings, Words]:
    """Load the settings of a folder, with a warning in one line or empty.

    Unknown entries are ignored, and `save` leaves them in the file: another version may know them. A file that is no
    settings at all is renamed to settings.json.bad, settings.json.bad-2 and so on, and the defaults are returned.
    """
    path = folder / FILE
    try:
        raw = tolerant_json.parse_object(path.read_bytes())
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, RecursionError) as error:
        why = trouble.describe_error(error)
        if bad := _put_aside(path):
            return Settings(), m(
                "The settings could not be read ({why}): using the defaults. The old file is kept as {file}.",
                why=why,
                file=bad,
            )
        return Settings(), m("The settings could not be read ({why}): using the defaults.", why=why)
    settings, unknown = tolerant_json.read_struct(Settings, raw)
    settings.volume, settings.room_volume, settings.music_volume = (
        max(0.0, min(volume, 1.0)) for volume in (settings.volume, settings.room_volume, settings.music_volume)
    )
    settings.scale = max(SCALES[0], min(settings.scale, SCALES[-1]))
    settings.scan = max(0.0, min(settings.scan, 10.0))
    settings.countdown = max(0.0, min(settings.countdown, 60.0))
    settings.keys = keys.repair(settings.keys)
    settings.seat_keys = seat_keys.repair(settings.seat_keys, keys.table_codes(settings.keys))
    unknown = [name for name in unknown if not name.startswith("last.")]
    if not unknown:
        return settings, ""
    return settings, m(
        "This version doesn't know some settings, so they are back at their defaults: {names}.", names=unknown
    )


def save(settings: Settings, folder: Path) -> Words:
    """Save the settings, completely or not at all.

    Returns in one line why that failed, empty if it did not.
    """
    path = folder / FILE
    try:
        raw = tolerant_json.parse_object(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        raw = {}
    merged = tolerant_json.merge(raw, settings)
    if merged == raw:
        return ""
    try:
        private_files.write(path, msgspec.json.format(msgspec.json.encode(merged), indent=2))
    except OSError as error:
        return m("The settings could not be saved: {why}.", why=trouble.describe_error(error))
    return ""


def _put_aside(path: Path) -> str:
    """Rename the file, and return its new name, empty if that failed."""
    for index in range(1, 1000):
        bad = path.with_suffix(".json.bad" if index == 1 else f".json.bad-{index}")
        try:
            if bad.exists():
                continue
            path.replace(bad)
        except OSError:
            return ""
        return bad.name
    return ""
