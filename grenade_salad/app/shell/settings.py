"""What people set once and keep: a JSON file in the user's folder."""

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
"""What the speeds are called."""
PACES: dict[Speed, float] = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "off": 0.0}


class LastMatch(msgspec.Struct):
    """Who sat down to a game the last time, and by which house rules."""

    names: list[str] = []
    controllers: list[str] = []
    """For each seat "person", or the name of a machine player as in players.kind."""
    options: dict[str, object] = {}
    hints: bool = True


class Look(msgspec.Struct):
    """How somebody wants to be seen: a face as in `people`, and the seat whose colour they like, None: any."""

    face: int = 0
    colour: int | None = None


class Filter(msgspec.Struct, frozen=True):
    """Which matches the history shows: of a game, of somebody, finished or not; None: all."""

    game: str | None = None
    name: str | None = None
    finished: bool | None = None


class Settings(msgspec.Struct):
    """All settings with their defaults. Lengths of time are seconds, `scale` is in per cent."""

    speed: Speed = "normal"
    reduced_motion: bool = False
    volume: float = 0.8
    """Of effects, 0 to 1."""
    room_volume: float = 0.6
    """Of the room's quiet."""
    music_volume: float = 0.6
    """Of the tunes at the start and the end of a match."""
    mute: bool = False
    scale: int = 100
    full_screen: bool = False
    window: list[int] = []
    """Width and height in pixels that the window had when it was left; empty: as large as the desktop allows."""
    hatching: bool = False
    countdown: float = TIME_TO_REACT
    """How long a reaction window stays open; 0: until all have answered."""
    pass_with_nothing: bool = True
    """Whether a person alone with machines is asked in a reaction window only when there is something to answer."""
    cover_by_press: bool = False
    """Whether a cover opens with one press and closes with the next; else it is open while it is held."""
    guesses: bool = True
    """Whether people who are out of a game may guess who falls next."""
    hands_on_phones: bool = False
    """Whether nothing secret is ever drawn on the screen, so that it can be streamed or projected."""
    unhurried: list[int] = []
    """Seats, counted from 0, for which no reaction window ends before they have answered."""
    ears: Literal["auto", "on", "focus", "off"] = "auto"
    """Whether the window speaks to somebody who does not see it: while a screen reader listens, always (with the focus
    on each line or without), or never."""
    mono: bool = False
    """Whether both ears hear the same."""
    captions: bool = False
    """Whether sounds are written as well."""
    scan: float = 0.0
    """Seconds for each thing that one switch goes through; 0 for no switch."""
    facing: Literal["one", "edges"] = "one"
    """Whether the panels of the seats face one way, or each its own edge of the table."""
    seat_keys: list[str] = msgspec.field(default_factory=lambda: list(seat_keys.DEFAULT))
    """The names of the keys of seats 1 to 9, see seat_keys."""
    keys: dict[str, int] = {}
    """The codes (pygame.K_*) of the keys that somebody changed, by what they mean, see keys."""
    hint_level: Literal["normal", "hard", "expert"] = "hard"
    """How well the machine plays that gives hints, in games that have that level; else as well as one can."""
    phones_ask: bool = False
    """Whether a phone that has scanned the code still has to be let in by the host."""
    phones_chair: bool = False
    """Whether the first phone is the host as well."""
    language: str = "system"
    """A language's code as in text.languages, or "system"."""
    guest_games: bool = False
    """Whether games in the folders for the download may be run: see core.discovery.admit."""
    last: dict[str, LastMatch] = {}
    opened: dict[str, list[str]] = {}
    """By game what was opened for it last, the latest first: files and folders, or names of what comes along."""
    evening: str = ""
    """The game that was sat down to last: its people stay seated when another one is played."""
    history: Filter = Filter()
    """Which matches the history showed the last time."""
    presets: dict[str, dict[str, dict[str, object]]] = {}
    """One's own house rules by game and name, those that differ from the rules as in records."""

    learned: list[str] = []
    """Games whose lesson somebody has gone through."""
    told: dict[str, list[str]] = {}
    """By game the tips that were shown: each comes once."""
    people: dict[str, Look] = {}
    """People who play on this machine, by their names as in the statistics."""

    def find_look(self, name: str) -> Look:
        """What somebody looks like; without a choice, the face is derived from the name."""
        return self.people.get(name) or Look(avatars.default_avatar(name))

    def avatar_picture(self, name: str) -> str:
        """The picture of somebody's face."""
        return avatars.picture_name(self.find_look(name).face)

    @property
    def pace(self) -> float:
        """What durations of animations are multiplied with."""
        return PACES[self.speed]

    def seat_key_code(self, seat: int) -> int | None:
        """The key (pygame.K_*) of a seat, counted from 0; seats that only a replay has (LG-01) have none."""
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
        """What that key is called."""
        return seat_keys.display_name(self.seat_keys[seat]) if seat < len(self.seat_keys) else ""

    def find_seat(self, code: int) -> int | None:
        """The seat, counted from 0, whose key that is."""
        return next((seat for seat in range(len(self.seat_keys)) if self.seat_key_code(seat) == code), None)

    def key_name(self, means: KeyMeaning) -> Words:
        """What the key with that meaning is called."""
        return keys.key_name_for(means, self.keys)

    def reset(self) -> None:
        """Back to the defaults, but for people, their keys and house rules, and what was played and learned."""
        for name, value in msgspec.structs.asdict(Settings()).items():
            if name not in _NEVER_RESET:
                setattr(self, name, value)


_NEVER_RESET = ("seat_keys", "keys", "last", "history", "presets", "learned", "told", "people")
SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)


def load(folder: Path) -> tuple[Settings, Words]:
    """The settings kept there, and a warning in one line (empty if there is none).

    What this version does not know is passed over, and `save` leaves it in the file: another version may know it.
    A file that is no settings at all is put aside, as settings.json.bad, settings.json.bad-2 and so on, and the
    defaults are taken.
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
    """Keep the settings there, whole or not at all; why that did not work in one line (empty if it did)."""
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
    """Put the file aside; what it is called now, empty if that cannot be."""
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
