"""What is heard: variants, a little chance in pitch, from where it happens, each with its own volume."""

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
    made = Audio(Settings(volume=1.0, room_volume=0.5, music_volume=0.5))
    assert not made.silent, "SDL's dummy is everywhere: somebody has changed SDL_AUDIODRIVER"
    made._luck = Random(1)
    yield made
    made.close()


def heard() -> list[pygame.mixer.Sound]:
    """The effects that are heard now."""
    channels = [pygame.mixer.Channel(number) for number in range(2, pygame.mixer.get_num_channels())]
    return [channel.get_sound() for channel in channels if channel.get_busy()]


def test_an_effect_is_never_the_same_file_twice_in_a_row(audio: Audio) -> None:
    waves = []
    for _ in range(12):
        audio.play("drop")
        (sound, *_) = heard()
        waves.append(sound.get_raw())
        pygame.mixer.stop()
    assert all(now != then for now, then in pairwise(waves))
    assert len({len(wave) for wave in waves}) > 2


def test_what_happens_at_the_left_is_softer_at_the_right(audio: Audio) -> None:
    def ears(where: float) -> tuple[float, float]:
        return audio.ears(1.0, where)

    assert ears(0.0) == (1.0, 1.0)
    left, right = ears(-1.0)
    assert left == 1.0
    assert 0.1 < right < 0.4
    assert ears(1.0) == (right, left)
    assert ears(-5.0) == ears(-1.0)


def test_each_has_its_own_volume_and_mute_silences_all(audio: Audio) -> None:
    room, tune = pygame.mixer.Channel(0), pygame.mixer.Channel(1)
    audio.enter_room()
    audio.tune("theme_start")
    assert room.get_busy()
    assert tune.get_busy()
    audio.follow(Settings(volume=0.0, room_volume=0.25, music_volume=0.75))
    assert room.get_volume() == pytest.approx(0.25, abs=0.01)
    assert tune.get_volume() == pytest.approx(0.75, abs=0.01)
    audio.play("drop")
    assert not heard()
    audio.follow(Settings(room_volume=0.0, music_volume=0.75))
    assert not room.get_busy()
    assert tune.get_busy()
    audio.follow(Settings(mute=True))
    assert tune.get_volume() == 0.0
    audio.play("drop")
    assert not heard()
    audio.follow(Settings())
    assert room.get_busy()


def test_a_pitch_changes_the_length_and_not_the_sound(audio: Audio) -> None:
    plain, higher = audio.made("blast-1", 1.0), audio.made("blast-1", 1.06)
    assert plain is not None
    assert higher is not None
    assert higher.get_length() == pytest.approx(plain.get_length() / 1.06, rel=0.01)
    loud = [np.frombuffer(one.get_raw(), dtype=np.int16).astype(float).std() for one in (plain, higher)]
    assert loud[1] == pytest.approx(loud[0], rel=0.1)
