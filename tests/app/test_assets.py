"""Pictures and sounds: complete, loadable, of the right size, and reproducible."""

from __future__ import annotations

import ast
import io
import re
import wave
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import get_args

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

import grenade_salad
from grenade_salad.app.shell import audio
from grenade_salad.app.ui import lamp, pictures
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.system.resources import assets
from tests.marks import for_each, slow_but
from tools import make_assets

CARD_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SYMBOLS = ("pointer", "circles", "hammers", "arrow", "explosion", "footpath")
LISTED: dict[str, tuple[str, ...]] = {
    "symbols": SYMBOLS,
    "cards/salad": (*SYMBOLS, "back"),
    "cards/playing": (*(rank + suit for rank in CARD_RANKS for suit in "CDHS"), "joker", "back", "front"),
    "cards/letters": tuple("BDFHJKQRVW"),
    "marks": tuple(
        f"{mark}{variant}"
        for mark in ("disc", "triangle", "square", "cross", "diamond", "star", "ring", "bar", "heart")
        for variant in ("", "-2")
    ),
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
        "fast",
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
        "pencil",
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
    "title": ("logo", "salad", "live_grenade", "wheel", "open_table"),
    "hands": ("glove", "sleeve"),
    "blast": (*(f"paper_burst_{frame}" for frame in range(6)), "scorch", "shot", "grenade", "mine"),
}
PICTURES = [f"{folder}/{name}.svg" for folder, names in LISTED.items() for name in names]
TEXTURES: dict[str, tuple[int, int]] = {
    "textures/oak.png": (2560, 1440),
    "textures/linen.png": (640, 640),
    "textures/felt.png": (640, 640),
    "textures/paper.png": (512, 512),
    "textures/wood_tray.png": (512, 512),
    "textures/brass.png": (256, 256),
    "textures/lamp.png": (640, 360),
    "cube/grain.png": (128, 128),
    "title/icon.png": (256, 256),
    "title/phone.png": (512, 512),
}
BAKED: dict[str, tuple[int, int]] = {
    "baked/table-1280x720.jpg": (1280, 720),
    "baked/title/logo-132x132.png": (132, 132),
    "baked/title/salad-255x170.png": (255, 170),
    "baked/title/live_grenade-255x170.png": (255, 170),
    "baked/title/wheel-255x170.png": (255, 170),
    "baked/title/open_table-255x170.png": (255, 170),
}
LOUDNESS = {
    "quiet": ("pick", "put", "card", "draw", "flip", "shuffle", "click", "refuse", "tick", "whoosh"),
    "wood": ("rattle", "drop", "clack", "clatter", "die_roll", "die_hit", "edge", "flick", "splinter", "take"),
    "loud": ("shot", "blow", "blast", "mine_click", "grenade"),
    "tune": ("relief", "win", "lose", "theme_start", "theme_end"),
    "faint": ("room",),
}
LONGEST = {"theme_start": 6.0, "theme_end": 6.0, "room": 12.0, "grenade": 2.6, "win": 2.0, "lose": 1.5}
"""Seconds; all others are shorter than 1.3."""
MUSIC = ("theme_start", "theme_end", "room")
RATE = 44_100
"""Samples in a second."""
SOUND_FUNCTIONS = frozenset(
    ["play", "sound", "tune", "load_sound", "_sound_at", "_schedule_sound", "_fly_die", "_slide_card", "_animate"]
)
"""Names of the functions that play the sound named by their argument."""
ASSET_PATTERN = (
    r"(baked|blast|cards|cube|dice|hands|icons|marks|sounds|symbols|textures|title)/[\w/*-]+[.](svg|png|jpg|wav)"
)
"""Pattern of a path in assets/, with stars."""
ASSET_CODE_PATTERN = r"icon\b|[.](play|tune)\(|/.*[.](svg|png|jpg|wav)\b"
"""Pattern of code that may name a file in assets/."""
SOUNDS = tuple(
    file
    for group in LOUDNESS.values()
    for name in group
    for file in ((name,) if name in MUSIC else (f"{name}-1", f"{name}-2", f"{name}-3"))
)


def read_pixels(picture: pygame.Surface) -> NDArray[np.int_]:
    """Return an array (width, height, 4) of 0 to 255."""
    return np.dstack([pygame.surfarray.array3d(picture), pygame.surfarray.array_alpha(picture)]).astype(int)


def package_folder() -> Path:
    return Path(grenade_salad.__file__).parent


def read_samples(data: bytes) -> NDArray[np.int_]:
    """Return the samples of a WAV and check its format."""
    with wave.open(io.BytesIO(data)) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, 2, RATE)
        return np.frombuffer(reader.readframes(reader.getnframes()), "<i2").astype(int)


@pytest.mark.quick("[!c]*", "cards/[!p]*", "cards/playing/[1-9Aj]*", "cards/playing/KH*")
@pytest.mark.parametrize("path", PICTURES)
def test_every_listed_picture_draws_something_at_small_and_large_size(path: str) -> None:
    shape = pygame.image.load(assets() / path).get_size()
    for longest in (24, 200):
        scale = longest / max(shape)
        picture = pygame.image.load_sized_svg(str(assets() / path), (round(shape[0] * scale), round(shape[1] * scale)))
        assert (pygame.surfarray.array_alpha(picture) > 128).mean() > 0.04


@pytest.mark.quick("cards/salad")
@pytest.mark.parametrize("folder", ["cards/playing", "cards/salad"])
def test_cards_have_the_proportion_of_real_ones(folder: str) -> None:
    assert {pygame.image.load(assets() / folder / f"{name}.svg").get_size() for name in LISTED[folder]} == {(630, 880)}


@pytest.mark.parametrize("folder", ["marks", "icons"])
def test_tinted_pictures_are_pure_white(folder: str) -> None:
    for name in LISTED[folder]:
        shape = read_pixels(pygame.image.load_sized_svg(str(assets() / folder / f"{name}.svg"), (64, 64)))
        assert (shape[shape[..., 3] == 255][:, :3] == 255).all(), name


@pytest.mark.parametrize("folder", ["symbols", "marks", "dice", "icons"])
def test_pictures_of_a_kind_look_different_at_24_pixels(folder: str) -> None:
    shapes = {
        name: read_pixels(pygame.image.load_sized_svg(str(assets() / folder / f"{name}.svg"), (24, 24))).reshape(-1)
        for name in LISTED[folder]
    }
    names = sorted(shapes)
    for i, first_name in enumerate(names):
        for second_name in names[i + 1 :]:
            assert np.abs(shapes[first_name] - shapes[second_name]).mean() > 1.0, (first_name, second_name)


def test_number_cards_show_as_many_pips_as_their_rank() -> None:
    for rank in range(2, 11):
        face = (assets() / f"cards/playing/{rank}S.svg").read_text(encoding="utf-8")
        in_corners = 2
        assert face.count("M50 5C44 22") == rank + in_corners


@pytest.mark.parametrize(("path", "size"), TEXTURES.items())
def test_textures_have_their_sizes(path: str, size: tuple[int, int]) -> None:
    assert pygame.image.load(assets() / path).get_size() == size


@pytest.mark.parametrize("name", ["linen", "felt", "paper"])
def test_cloth_and_paper_tile_without_a_seam(name: str) -> None:
    light = read_pixels(pygame.image.load(assets() / f"textures/{name}.png"))[..., :3].mean(axis=2)
    for levels in (light, light.T):
        inside = np.abs(np.diff(levels, axis=0)).mean(axis=1)
        across = np.abs(levels[0] - levels[-1]).mean()
        assert across <= inside.max() * 1.05


def test_light_is_brightest_under_lamp_and_dark_at_edges() -> None:
    light = read_pixels(pygame.image.load(assets() / "textures/lamp.png"))
    x, y = (round(part) for part in lamp.place_lamp((0, 0, *light.shape[:2])).foot)
    assert light[x, y, 3] < 60
    assert light[x, y, 0] > 200
    for corner in (light[2, 2], light[-2, 2], light[2, -2], light[-2, -2]):
        assert corner[3] > 120
        assert corner[:3].max() < 40


def read_sound(file: str) -> NDArray[np.int_]:
    return read_samples((assets() / f"sounds/{file}.wav").read_bytes())


def peak_loudness(file: str) -> float:
    """Return the loudness of the loudest 50 ms, in dB relative to full scale."""
    span = RATE // 20
    padded = np.pad(read_sound(file) / 32_768, span)
    power = np.convolve(padded**2, np.ones(span) / span, "valid")
    return 10 * float(np.log10(power.max()))


@for_each("file", SOUNDS)
def test_sounds_are_short_and_unclipped_and_begin_and_end_in_silence(file: str) -> None:
    wave_form = read_sound(file)
    assert 0.03 < len(wave_form) / RATE <= LONGEST.get(file.split("-")[0], 1.3)
    assert 300 < np.abs(wave_form).max() < 31_500
    assert np.abs(wave_form[-60:]).max() < (300 if file != "room" else 800)
    assert abs(wave_form.mean()) < 60
    assert file == "room" or abs(wave_form[0]) < 60, "it begins with a click"


@pytest.mark.quick("faint", "wood")
@pytest.mark.parametrize("group", LOUDNESS)
def test_loudest_50_ms_in_a_group_are_within_6_db(group: str) -> None:
    levels = {file: peak_loudness(file) for file in SOUNDS if file.split("-")[0] in LOUDNESS[group]}
    assert max(levels.values()) - min(levels.values()) <= 6.0, levels


def test_sounds_are_in_order_of_loudness_and_room_is_faint() -> None:
    order = [peak_loudness(file) for file in ("blast-1", "shot-1", "drop-1", "card-1", "room")]
    assert order == sorted(order, reverse=True)
    assert order[-2] - order[-1] > 12


@for_each("name", [name for group in LOUDNESS.values() for name in group if name not in MUSIC])
def test_variants_of_a_sound_differ(name: str) -> None:
    variants = [read_sound(f"{name}-{variant}") for variant in (1, 2, 3)]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        shorter = min(len(variants[first]), len(variants[second]))
        assert np.abs(variants[first][:shorter] - variants[second][:shorter]).max() > 100


def test_room_sound_loops_without_a_seam() -> None:
    quiet = read_sound("room")
    assert abs(int(quiet[0]) - int(quiet[-1])) <= np.abs(np.diff(quiet)).max()


def test_every_sound_is_used_in_code() -> None:
    """Every sound is named in the code; `play` takes only names listed in its type."""
    assert set(get_args(audio.Effect)) == {name for group in LOUDNESS.values() for name in group} - set(MUSIC)
    assert {*get_args(audio.Tune), "room"} == set(MUSIC)
    played_names: set[str] = set()
    sound_name_pattern = re.compile(f'"({"|".join(name for group in LOUDNESS.values() for name in group)})"')
    for path in (package_folder() / "app").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if sound_name_pattern.search(source) else ():
            is_sound_call = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in SOUND_FUNCTIONS
            if is_sound_call or (isinstance(node, ast.AnnAssign) and "Effect" in ast.unparse(node.annotation)):
                played_names |= all_strings(node)
    assert played_names >= {name for group in LOUDNESS.values() for name in group}


def test_every_asset_named_in_code_exists() -> None:
    files = [path.relative_to(assets()).as_posix() for path in assets().rglob("*.*")]
    missing, names = list[str](), set[str]()
    for path in package_folder().rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for line, name in find_asset_names(ast.parse(source)) if re.search(ASSET_CODE_PATTERN, source) else ():
            names.add(name)
            if not any(fnmatchcase(file, name) for file in files):
                missing.append(f"{path.relative_to(package_folder())}:{line}: {name}")
    assert not missing
    assert {"icons/arrow-down.svg", "sounds/tick*.wav", "textures/lamp.png", "dice/white*.svg"} <= names


def test_asset_names_are_read_from_every_notation() -> None:
    source = """
Button("", icon="a" if wide else "b")
self.icon = {"kind": "c"}.get(kind, "d")
button.words, button.icon = (1, "e") if over else (2, "f")
for by, icon in ((-1, "g"), (1, "h")): pass
def _icon(self): return "i" if self.quick else "j"
canvas.picture(f"dice/white{pips}.svg", "marks/k.svg")
self.app.audio.play("l")
"""
    icons = {f"icons/{letter}.svg" for letter in "abcdefghij"}
    sounds = {"sounds/l*.wav"}
    assert {name for _, name in find_asset_names(ast.parse(source))} == icons | sounds | {
        "dice/white*.svg",
        "marks/k.svg",
    }


def find_asset_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and pattern of each asset that code names.

    An asset is named by its path, as an icon or as a sound.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Constant() | ast.JoinedStr() if re.fullmatch(ASSET_PATTERN, path := to_pattern(node)):
                yield node.lineno, path
            case ast.Call(func=ast.Attribute(attr=called), args=[first, *_]) if called in ("play", "tune"):
                yield from ((node.lineno, f"sounds/{name}*.wav") for name in find_strings(first))
        yield from ((line, f"icons/{name}.svg") for line, name in find_icon_names(node) if name and "/" not in name)


def find_icon_names(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each icon in a node.

    The node is a keyword, an assignment, a loop or a function called `icon` or `_icon`.
    """
    match node:
        case ast.keyword(arg="icon", value=value):
            yield from ((value.lineno, name) for name in find_strings(value))
        case ast.Assign(targets=[target], value=value) | ast.For(target=target, iter=value):
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            for index, part in enumerate(targets):
                if getattr(part, "attr", getattr(part, "id", "")) == "icon":
                    yield from ((node.lineno, name) for name in find_strings(value, index))
        case ast.FunctionDef(name="icon" | "_icon"):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield from ((inner.lineno, name) for name in find_strings(inner.value))


def find_strings(node: ast.expr, index: int = 0) -> Iterator[str]:
    """Yield the strings that an expression can be.

    Of a tuple, only the part at `index` counts.
    """
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=branches):
            yield from (text for part in (body, branches) for text in find_strings(part, index))
        case ast.Call(func=ast.Attribute(value=ast.Dict(values=values), attr="get"), args=[_, *branches]):
            yield from (text for part in (*values, *branches) for text in find_strings(part, index))
        case ast.Tuple(elts=parts) if parts and all(isinstance(part, ast.Tuple) for part in parts):
            yield from (text for part in parts for text in find_strings(part, index))
        case ast.Tuple(elts=parts) if index < len(parts):
            yield from find_strings(parts[index])


def to_pattern(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a string constant as text, with a star for each value in an f-string."""
    parts = [node] if isinstance(node, ast.Constant) else node.values
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
    return text.replace("**", "*")


def all_strings(node: ast.AST) -> set[str]:
    return {
        constant.value
        for constant in ast.walk(node)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_assets_are_complete_without_extra_files() -> None:
    expected_files = {*PICTURES, *TEXTURES, *BAKED, *(f"sounds/{name}.wav" for name in SOUNDS), "CREDITS.md"}
    files = {path.relative_to(assets()).as_posix() for path in assets().rglob("*") if path.is_file()}
    assert files == expected_files
    assert sum(path.stat().st_size for path in assets().rglob("*") if path.is_file()) < 12_000_000


def test_make_assets_reproduces_pictures() -> None:
    drawn = make_assets.pictures()
    assert set(drawn) == set(PICTURES)
    for path, text in drawn.items():
        assert (assets() / path).read_text(encoding="utf-8") == text, f"{path}: run python -m tools.make_assets"


def test_make_assets_makes_all_textures_and_sounds() -> None:
    assert set(make_assets.binaries()) == (set(TEXTURES) - {"title/icon.png", "title/phone.png"}) | {
        f"sounds/{name}.wav" for name in SOUNDS
    }


@pytest.mark.quick("[!rt]*")
@pytest.mark.parametrize("name", [name for name in SOUNDS if name.endswith("-1") or name in MUSIC])
def test_make_assets_reproduces_sounds(name: str) -> None:
    path = f"sounds/{name}.wav"
    drawn, committed = read_samples(make_assets.binaries()[path]()), read_samples((assets() / path).read_bytes())
    assert np.abs(drawn - committed).max() <= 3


LARGE = {f"textures/{name}.png" for name in ("oak", "lamp", "linen", "felt", "paper")}
SMALL = sorted(set(TEXTURES) - LARGE - {"title/icon.png", "title/phone.png"})


@pytest.mark.quick("textures/brass*", "cube*")
@pytest.mark.parametrize("path", slow_but(SMALL, [*sorted(LARGE), *SMALL]))
def test_make_assets_reproduces_textures(path: str) -> None:
    drawn = read_pixels(pygame.image.load(io.BytesIO(make_assets.binaries()[path]()), "made.png"))
    assert np.abs(drawn - read_pixels(pygame.image.load(assets() / path))).mean() < 0.1


@pytest.mark.quick("baked/title*")
@pytest.mark.parametrize(("path", "size"), BAKED.items())
def test_baked_pictures_match_drawn_ones(path: str, size: tuple[int, int]) -> None:
    baked, drawn = (
        pygame.image.load(file, path)
        for file in (io.BytesIO((assets() / path).read_bytes()), io.BytesIO(make_assets.baked.files()[path]()))
    )
    assert baked.get_size() == drawn.get_size() == size
    assert np.abs(read_pixels(baked) - read_pixels(drawn)).mean() < 0.5


def test_first_screen_uses_all_its_baked_pictures(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_caches()
    load_baked, used = pictures.load_baked, set[tuple[str, tuple[int, int]]]()

    def record_baked(name: str, size: tuple[int, int]) -> pygame.Surface | None:
        picture = load_baked(name, size)
        if picture is not None:
            used.add((name, picture.get_size()))
        return picture

    monkeypatch.setattr(pictures, "load_baked", record_baked)
    app.push(HomeScene(app))
    app.frame()
    assert used == {(path.removeprefix("baked/").rsplit("-", 1)[0], size) for path, size in BAKED.items()}


def test_window_icon_is_the_emblem() -> None:
    emblem = pygame.image.load_sized_svg(str(assets() / "title/logo.svg"), (256, 256))
    icon = pygame.image.load(assets() / "title/icon.png")
    assert np.abs(read_pixels(emblem) - read_pixels(icon)).mean() < 2.0
