"""The pictures and sounds: all there, loadable, of the right sizes and lengths, and made by our own code."""

from __future__ import annotations

import io
import wave

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from grenade_salad.paths import assets
from tools import make_assets

CARD_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SYMBOLS = ("pointer", "circles", "hammers", "arrow", "explosion", "footpath")
LISTED: dict[str, tuple[str, ...]] = {
    "symbols": SYMBOLS,
    "cards/salad": (*SYMBOLS, "back"),
    "cards/playing": (*(rank + suit for rank in CARD_RANKS for suit in "CDHS"), "joker", "back", "front"),
    "marks": ("disc", "triangle", "square", "cross", "diamond", "star", "ring", "bar", "heart"),
    "icons": (
        "menu",
        "back",
        "gear",
        "question",
        "book",
        "eye",
        "eye-closed",
        "sound",
        "mute",
        "play",
        "pause",
        "step",
        "undo",
        "fullscreen",
        "person",
        "robot",
        "phone",
        "plus",
        "minus",
        "check",
        "cross",
        "arrow-left",
        "arrow-right",
        "arrow-up",
        "arrow-down",
        "bulb",
        "graph",
        "crown",
        "skull",
        "deck",
        "clock",
        "hand",
        "trash",
        "save",
        "rotate-cw",
        "rotate-ccw",
        "dice1",
        "dice2",
        "dice3",
        "dice4",
        "dice5",
        "dice6",
        "heart",
        "diamond",
        "club",
        "spade",
    ),
    "dice": tuple(f"{colour}{value}" for colour in ("white", "black") for value in range(1, 7)),
    "title": ("logo", "salad", "live_grenade", "wheel"),
    "blast": (*(f"paper_burst_{frame}" for frame in range(6)), "scorch", "shot", "grenade", "mine"),
}
PICTURES = [f"{folder}/{name}.svg" for folder, names in LISTED.items() for name in names]
TEXTURES: dict[str, tuple[int, int]] = {
    "textures/oak.png": (2560, 1440),
    "textures/linen.png": (640, 640),
    "textures/paper.png": (512, 512),
    "textures/wood_tray.png": (512, 512),
    "textures/brass.png": (256, 256),
    "textures/lamp.png": (640, 360),
    "cube/grain.png": (128, 128),
    "title/icon.png": (256, 256),
}
SOUNDS: dict[str, float] = {
    "drop1": 0.3, "drop2": 0.3, "drop3": 0.3, "drop4": 0.3, "drop5": 0.3, "clatter": 1.0, "pick": 0.2,
    "put": 0.25, "card": 0.3, "shuffle": 1.2, "shot": 0.4, "blow": 0.5, "blast": 1.3, "mine_click": 0.4,
    "die_roll": 1.2, "draw": 0.3, "grenade": 2.6, "relief": 1.2, "win": 2.0, "lose": 1.5, "click": 0.15,
    "hover": 0.1, "refuse": 0.4, "tick": 0.15, "whoosh": 0.5, "flip": 0.3,
}  # fmt: skip


def pixels(picture: pygame.Surface) -> NDArray[np.int_]:
    """(width, height, 4) of 0 to 255."""
    return np.dstack([pygame.surfarray.array3d(picture), pygame.surfarray.array_alpha(picture)]).astype(int)


def samples(data: bytes) -> NDArray[np.int_]:
    """A WAV's samples, after a look at its format."""
    with wave.open(io.BytesIO(data)) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, 2, 44_100)
        return np.frombuffer(reader.readframes(reader.getnframes()), "<i2").astype(int)


@pytest.mark.parametrize("path", PICTURES)
def test_every_listed_picture_draws_something_at_small_and_large_size(path: str) -> None:
    shape = pygame.image.load(assets() / path).get_size()
    for longest in (24, 400):
        scale = longest / max(shape)
        picture = pygame.image.load_sized_svg(str(assets() / path), (round(shape[0] * scale), round(shape[1] * scale)))
        assert (pixels(picture)[..., 3] > 128).mean() > 0.04


@pytest.mark.parametrize("folder", ["cards/playing", "cards/salad"])
def test_cards_have_the_proportion_of_real_ones(folder: str) -> None:
    assert {pygame.image.load(assets() / folder / f"{name}.svg").get_size() for name in LISTED[folder]} == {(630, 880)}


@pytest.mark.parametrize("folder", ["marks", "icons"])
def test_what_the_app_tints_is_pure_white(folder: str) -> None:
    for name in LISTED[folder]:
        shape = pixels(pygame.image.load_sized_svg(str(assets() / folder / f"{name}.svg"), (64, 64)))
        assert (shape[shape[..., 3] == 255][:, :3] == 255).all(), name


@pytest.mark.parametrize("folder", ["symbols", "marks", "dice", "icons"])
def test_no_two_pictures_of_a_kind_look_alike_at_24_pixels(folder: str) -> None:
    shapes = {
        name: pixels(pygame.image.load_sized_svg(str(assets() / folder / f"{name}.svg"), (24, 24))).reshape(-1)
        for name in LISTED[folder]
    }
    names = sorted(shapes)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            assert np.abs(shapes[one] - shapes[other]).mean() > 1.0, (one, other)


def test_number_cards_show_as_many_pips_as_their_rank() -> None:
    for number in range(2, 11):
        face = (assets() / f"cards/playing/{number}S.svg").read_text(encoding="utf-8")
        in_corners = 2
        assert face.count("M50 5C44 22") == number + in_corners


@pytest.mark.parametrize(("path", "size"), TEXTURES.items())
def test_textures_have_their_sizes(path: str, size: tuple[int, int]) -> None:
    assert pygame.image.load(assets() / path).get_size() == size


@pytest.mark.parametrize("name", ["linen", "paper"])
def test_cloth_and_paper_tile_without_a_seam(name: str) -> None:
    light = pixels(pygame.image.load(assets() / f"textures/{name}.png"))[..., :3].mean(axis=2)
    for sheet in (light, light.T):
        inside = np.abs(np.diff(sheet, axis=0)).mean(axis=1)
        across = np.abs(sheet[0] - sheet[-1]).mean()
        assert across <= inside.max() * 1.05


def test_the_lamp_is_brightest_in_the_middle_and_dark_at_the_edges() -> None:
    lamp = pixels(pygame.image.load(assets() / "textures/lamp.png"))
    assert lamp[320, 170, 3] < 60
    assert lamp[320, 170, 0] > 200
    assert lamp[2, 2, 3] > 120
    assert lamp[2, 2, :3].max() < 40


@pytest.mark.parametrize(("name", "longest"), SOUNDS.items())
def test_sounds_are_short_unclipped_and_end_in_silence(name: str, longest: float) -> None:
    wave_form = samples((assets() / f"sounds/{name}.wav").read_bytes())
    assert 0.03 < len(wave_form) / 44_100 <= longest
    assert 1_500 < np.abs(wave_form).max() < 31_000
    assert np.abs(wave_form[-60:]).max() < 200
    assert abs(wave_form.mean()) < 60


def test_a_blast_is_louder_than_a_shot_and_a_hover_is_hardly_there() -> None:
    strength = {
        name: float(np.sqrt(np.mean(samples((assets() / f"sounds/{name}.wav").read_bytes()) ** 2.0)))
        for name in ("blast", "shot", "card", "hover")
    }
    assert strength["blast"] > strength["shot"] > strength["card"] > 2 * strength["hover"]


def test_nothing_is_missing_and_nothing_is_left_over() -> None:
    wanted = {*PICTURES, *TEXTURES, *(f"sounds/{name}.wav" for name in SOUNDS), "CREDITS.md"}
    there = {path.relative_to(assets()).as_posix() for path in assets().rglob("*") if path.is_file()}
    assert there == wanted
    assert sum(path.stat().st_size for path in assets().rglob("*") if path.is_file()) < 12_000_000


def test_make_assets_reproduces_the_pictures() -> None:
    drawn = make_assets.pictures()
    assert set(drawn) == set(PICTURES)
    for path, text in drawn.items():
        assert (assets() / path).read_text(encoding="utf-8") == text, f"{path}: run python -m tools.make_assets"


def test_make_assets_makes_all_textures_and_sounds() -> None:
    assert set(make_assets.binaries()) == (set(TEXTURES) - {"title/icon.png"}) | {
        f"sounds/{name}.wav" for name in SOUNDS
    }


@pytest.mark.parametrize("name", SOUNDS)
def test_make_assets_reproduces_the_sounds(name: str) -> None:
    path = f"sounds/{name}.wav"
    ours, committed = samples(make_assets.binaries()[path]()), samples((assets() / path).read_bytes())
    assert np.abs(ours - committed).max() <= 3


OAK = pytest.param("textures/oak.png", marks=pytest.mark.slow)


@pytest.mark.parametrize("path", [OAK, *sorted(set(TEXTURES) - {"title/icon.png", "textures/oak.png"})])
def test_make_assets_reproduces_the_textures(path: str) -> None:
    ours = pixels(pygame.image.load(io.BytesIO(make_assets.binaries()[path]()), "made.png"))
    assert np.abs(ours - pixels(pygame.image.load(assets() / path))).mean() < 0.1


def test_the_window_icon_is_the_emblem() -> None:
    emblem = pygame.image.load_sized_svg(str(assets() / "title/logo.svg"), (256, 256))
    icon = pygame.image.load(assets() / "title/icon.png")
    assert np.abs(pixels(emblem) - pixels(icon)).mean() < 2.0
