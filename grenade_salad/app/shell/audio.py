"""Sounds: effects, the ambience of a room, and two tunes.

They are short WAV files of assets/sounds. Without a sound device everything stays silent.

An effect has three variants, none of which is heard twice in a row, and each time a slightly random pitch. It is panned
to where it happens. Files have their final loudness: see tools/make_assets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import pygame

from grenade_salad.app.ui import missing_files
from grenade_salad.system import resources
from grenade_salad.text import Words, m

if TYPE_CHECKING:
    from grenade_salad.app.shell.settings import Settings

Effect: TypeAlias = Literal[
    "blast", "blow", "card", "clack", "clatter", "click", "die_hit", "die_roll", "draw", "drop", "edge", "flick",
    "flip", "grenade", "lose", "mine_click", "pick", "put", "rattle", "refuse", "relief", "shot", "shuffle",
    "splinter", "take", "tick", "whoosh", "win",
]  # fmt: skip
Tune: TypeAlias = Literal["theme_start", "theme_end"]

RATE = 44_100
"""Samples per second of the mixer, and of the files."""
VARIANTS = 3
"""Number of files of each effect."""
_PITCHES = (0.94, 0.97, 1.0, 1.03, 1.06)
"""Factors of an effect's frequency; each is computed once."""
_MAX_ATTENUATION = 0.75
"""Attenuation of the far ear for a sound at an edge, 0 to 1."""
_ROOM_CHANNEL, _TUNE_CHANNEL = 0, 1
"""Channels reserved for the ambience and for tunes."""


class Sounds(Protocol):
    """Plays an effect, with `volume` from 0 to 1, and `pan` from -1, left, to 1."""

    def __call__(self, name: Effect, volume: float = 1.0, pan: float = 0.0) -> None: ...


class Audio:
    """Plays effects and tunes by name, and the ambience.

    Volumes are 0 to 1: `volume` of effects, `room_volume` of the ambience, `music_volume` of tunes; `mute` silences
    all.
    """

    def __init__(self, settings: Settings) -> None:
        self.silent_reason: Words = ""
        """The reason why nothing can be heard; empty if there is a sound device."""
        self._sounds: dict[tuple[str, float], pygame.mixer.Sound | None] = {}
        """Loaded sounds by file and pitch; None for a file that cannot be played."""
        self._last_variants: dict[str, int] = {}
        self._rng = Random()
        self._mono = False
        """True if both ears hear the same."""
        self.caption: Callable[[Effect, float], None] | None = None
        """Called with each effect and its pan, even while nothing can be heard."""
        self._plays_ambience = False
        self.volume = self.room_volume = self.music_volume = 0.0
        self.mute = True
        try:
            with _silence_stderr():
                pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
            pygame.mixer.set_num_channels(32)
            pygame.mixer.set_reserved(2)
        except pygame.error as error:
            self.silent_reason = m("No sound: {why}", why=str(error))
        self.apply_settings(settings)

    def apply_settings(self, settings: Settings) -> None:
        """Apply the volumes of the settings."""
        self.volume, self.room_volume, self.music_volume = settings.volume, settings.room_volume, settings.music_volume
        self.mute, self._mono = settings.mute, settings.mono
        if not self.silent_reason:
            pygame.mixer.Channel(_TUNE_CHANNEL).set_volume(0.0 if self.mute else self.music_volume)
            self._update_ambience()

    def play(self, name: Effect, volume: float = 1.0, pan: float = 0.0) -> None:
        """Play an effect, as "pick" for assets/sounds/pick-1.wav and its variants.

        `volume` is 0 to 1. `pan` is -1 at the left edge of the window, 1 at the right one.
        """
        if self.caption is not None:
            self.caption(name, pan)
        loudness = max(0.0, min(volume, 1.0)) * self.volume
        if self.silent_reason or self.mute or loudness <= 0:
            return
        sound = self.load_sound(f"{name}-{self._choose_variant(name)}", self._rng.choice(_PITCHES))
        channel = sound.play() if sound is not None else None
        if channel is not None:
            channel.set_volume(*self.ear_volumes(loudness, 0.0 if self._mono else pan))

    @staticmethod
    def ear_volumes(loudness: float, pan: float) -> tuple[float, float]:
        """Return the volumes of the left and the right ear for a sound with that pan."""
        side = max(-1.0, min(pan, 1.0)) * _MAX_ATTENUATION
        return loudness * min(1.0, 1 - side), loudness * min(1.0, 1 + side)

    def tune(self, name: Tune, after: float = 0.0) -> None:
        """Play a tune after the given seconds; it replaces one that is playing."""
        if self.silent_reason or self.mute or self.music_volume <= 0 or (sound := self.load_sound(name)) is None:
            return
        if after > 0:
            # The silence is part of the sound: a sound in a channel's queue begins when the mixer is stopped,
            # and then the mixer frees it twice.
            sound = pygame.mixer.Sound(buffer=bytes(4 * round(after * RATE)) + sound.get_raw())
        channel = pygame.mixer.Channel(_TUNE_CHANNEL)
        channel.play(sound)
        channel.set_volume(self.music_volume)

    def start_ambience(self) -> None:
        """Play the ambience from now on."""
        self._plays_ambience = True
        if not self.silent_reason:
            self._update_ambience()

    def close(self) -> None:
        """Release the sound device.

        Everything is stopped first: a sound that ends while the mixer is closed waits forever for the lock that closing
        holds.
        """
        if pygame.mixer.get_init():
            pygame.mixer.stop()
            self._sounds.clear()
            pygame.mixer.quit()

    def _update_ambience(self) -> None:
        channel, loudness = pygame.mixer.Channel(_ROOM_CHANNEL), 0.0 if self.mute else self.room_volume
        if loudness <= 0 or not self._plays_ambience:
            channel.stop()
        elif not channel.get_busy() and (sound := self.load_sound("room")) is not None:
            channel.play(sound, loops=-1, fade_ms=1500)
        channel.set_volume(loudness)

    def _choose_variant(self, name: str) -> int:
        """Return any variant except the last one."""
        variants = [variant for variant in range(1, VARIANTS + 1) if variant != self._last_variants.get(name)]
        self._last_variants[name] = self._rng.choice(variants)
        return self._last_variants[name]

    def load_sound(self, name: str, pitch: float = 1.0) -> pygame.mixer.Sound | None:
        """Load the sound of a file, or None if it cannot be played.

        `pitch` is a factor of its frequency.
        """
        if (name, pitch) not in self._sounds:
            path = resources.assets() / "sounds" / f"{name}.wav"
            try:
                sound = pygame.mixer.Sound(str(path))
            except (FileNotFoundError, pygame.error):
                sound = None
                if path.is_file() or not path.parent.is_dir():  # Not every effect has a sound.
                    missing_files.add_file(path)
            self._sounds[name, pitch] = sound if sound is None or pitch == 1.0 else _change_pitch(sound, pitch)
        return self._sounds[name, pitch]


def _change_pitch(sound: pygame.mixer.Sound, pitch: float) -> pygame.mixer.Sound:
    """Return the sound at `pitch` times its frequency, which also shortens it."""
    import numpy as np

    wave = np.frombuffer(sound.get_raw(), dtype=np.int16).reshape(-1, 2)
    positions = np.arange(0, len(wave) - 1, pitch)
    samples = np.stack([np.interp(positions, np.arange(len(wave)), side) for side in wave.T], axis=1)
    return pygame.mixer.Sound(buffer=np.rint(samples).astype(np.int16).tobytes())


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Suppress standard error: sound systems without a device write pages to it."""
    try:
        saved_stderr = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
        os.close(nowhere)
