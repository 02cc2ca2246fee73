"""Sound effects: variants, random pitch, stereo position and volumes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pygame
import pytest

from grenade_salad.app.shell.audio import Audio
from grenade_salad.app.shell.settings import Settings


@pytest.fixture
def audio() -> Iterator[Audio]:
    audio_player = Audio(Settings(volume=1.0, room_volume=0.5, music_volume=0.5))
    assert not audio_player.silent_reason, "SDL's dummy is everywhere: somebody has changed SDL_AUDIODRIVER"
    audio_player._rng = Random(1)
    yield audio_player
    audio_player.close()


def active_sounds() -> list[pygame.mixer.Sound]:
    """Return the effects that are playing."""
    channels = [pygame.mixer.Channel(index) for index in range(2, pygame.mixer.get_num_channels())]
    return [channel.get_sound() for channel in channels if channel.get_busy()]


def test_effect_never_repeats_a_file_in_a_row(audio: Audio) -> None:
    waves = []
    for _ in range(12):
        audio.play("drop")
        (sound, *_) = active_sounds()
        waves.append(sound.get_raw())
        pygame.mixer.stop()
    assert all(current != previous for current, previous in pairwise(waves))
    assert len({len(wave) for wave in waves}) > 2


def test_sound_from_the_left_is_softer_on_the_right(audio: Audio) -> None:
    def ears(pan: float) -> tuple[float, float]:
        return audio.ear_volumes(1.0, pan)

    assert ears(0.0) == (1.0, 1.0)
    left, right = ears(-1.0)
    assert left == 1.0
    assert 0.1 < right < 0.4
    assert ears(1.0) == (right, left)
    assert ears(-5.0) == ears(-1.0)


def test_channels_have_separate_volumes_and_mute_silences_all(audio: Audio) -> None:
    room_channel, tune_channel = pygame.mixer.Channel(0), pygame.mixer.Channel(1)
    audio.start_ambience()
    audio.tune("theme_start")
    assert room_channel.get_busy()
    assert tune_channel.get_busy()
    audio.apply_settings(Settings(volume=0.0, room_volume=0.25, music_volume=0.75))
    assert room_channel.get_volume() == pytest.approx(0.25, abs=0.01)
    assert tune_channel.get_volume() == pytest.approx(0.75, abs=0.01)
    audio.play("drop")
    assert not active_sounds()
    audio.apply_settings(Settings(room_volume=0.0, music_volume=0.75))
    assert not room_channel.get_busy()
    assert tune_channel.get_busy()
    audio.apply_settings(Settings(mute=True))
    assert tune_channel.get_volume() == 0.0
    audio.play("drop")
    assert not active_sounds()
    audio.apply_settings(Settings())
    assert room_channel.get_busy()


def test_pitch_changes_length_but_not_loudness(audio: Audio) -> None:
    plain, higher = audio.load_sound("blast-1", 1.0), audio.load_sound("blast-1", 1.06)
    assert plain is not None
    assert higher is not None
    assert higher.get_length() == pytest.approx(plain.get_length() / 1.06, rel=0.01)
    loud = [np.frombuffer(sound.get_raw(), dtype=np.int16).astype(float).std() for sound in (plain, higher)]
    assert loud[1] == pytest.approx(loud[0], rel=0.1)
