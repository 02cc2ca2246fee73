"""Sounds: short WAV files of assets/sounds. Without a sound device everything stays silent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from grenade_salad import paths


class Audio:
    """Plays sounds by name. `volume` is 0 to 1; `silent` says why nothing can be heard, or is empty."""

    def __init__(self, volume: float = 0.8, mute: bool = False) -> None:
        self.volume = volume
        self.mute = mute
        self.silent = ""
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        try:
            with _no_chatter():
                pygame.mixer.init(44100, -16, 2, 512)
            pygame.mixer.set_num_channels(24)
        except pygame.error as error:
            self.silent = f"no sound: {error}"

    def play(self, name: str, volume: float = 1.0) -> None:
        """Play a sound, as "pick" for assets/sounds/pick.wav; softer with a volume under 1."""
        if self.silent or self.mute or self.volume <= 0:
            return
        sound = self._sound(name)
        if sound is None:
            return
        channel = sound.play()
        if channel is not None:
            channel.set_volume(max(0.0, min(volume, 1.0)) * self.volume)

    def close(self) -> None:
        """Let the device go."""
        self._sounds.clear()
        if pygame.mixer.get_init():
            pygame.mixer.quit()

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            path = paths.assets() / "sounds" / f"{name}.wav"
            try:
                self._sounds[name] = pygame.mixer.Sound(str(path)) if path.is_file() else None
            except pygame.error:
                self._sounds[name] = None
        return self._sounds[name]


@contextmanager
def _no_chatter() -> Iterator[None]:
    """Sound systems without a device write pages to standard error; one line of ours says it."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
