"""What some people need to play at all: one switch, sounds in writing, one ear, no colours, no flicker."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import get_args

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from grenade_salad.app.accessibility.switch_scan import groups, steps
from grenade_salad.app.accessibility.tree import tree
from grenade_salad.app.games.salad import cubes
from grenade_salad.app.shell.audio import Audio, Effect
from grenade_salad.app.shell.captions import WORDS
from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.lamp import Lamp
from grenade_salad.app.ui.theme import MARKS, SEATS, seat_colour, seat_ink, seat_mark
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.actions import Arrow, Explosion
from grenade_salad.games.wheel import Advance
from grenade_salad.text import say
from tests.app import salad_table, wheel_table
from tests.app.accessibility.ear import PLAYERS, Ear, Found, play, press_when_there
from tests.app.conftest import frames, key
from tests.app.screens import SCREENS, show

Picture = NDArray[np.float64]
GOLDEN = sorted((Path(__file__).parent / "pictures").glob("*.png"))
KINDS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Machado, Oliveira and Fernandes 2009, for the full strength of each; on linear RGB."""


# one switch


class Switch:
    """Plays with one key: waits until what it wants is offered, and presses."""

    def __init__(self, app: App) -> None:
        self.app = app

    def nodes(self) -> list[Found]:
        shown = self.app.tree()
        return [
            Found(number, heard.role == "button", heard.name, heard.value, heard.about, heard.enabled)
            for number in shown.under()
            for heard in (shown.nodes[number][0],)
        ]

    def press(self, node: Found) -> None:
        for _ in range(400):
            scan = self.app.scan
            if scan.at is not None and scan.at[0] == node.number:
                key(self.app, pygame.K_SPACE)
                self.wait()
                return
            if scan.at is None and any(number == node.number for number, _ in scan.group):
                key(self.app, pygame.K_SPACE)
            self.app.frame(0.1)
        if node.number in self.app.tree().nodes:
            raise AssertionError(f"the scan does not come to {node.name}")

    def wait(self) -> None:
        frames(self.app, 3, 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["live-grenade", "wheel"])
def test_a_whole_match_is_played_with_one_key(app: App, name: str) -> None:
    app.settings.speed, app.settings.scan, app.settings.countdown = "off", 0.1, 0.0
    app.push(HomeScene(app))
    ear: Ear = Switch(app)
    box, player = PLAYERS[name]
    turn = player()
    said = list(play(ear, box, turn, ("Home",), most=1500))
    assert any(" win" in line for line in said)


@pytest.mark.slow
def test_a_soldier_is_shot_with_one_key(app: App) -> None:
    scene = salad_table.sit_down(app, "pb", salad_table.position(), waits=False)
    frames(app, 30, 0.1)
    app.settings.scan, before = 0.1, len(scene.table.match.entries)
    ear: Ear = Switch(app)
    for name in ("Arrow", "Bo's soldier 4", "Shoot"):
        press_when_there(ear, name)
    played = scene.table.match.entries[before]
    assert isinstance(played, Arrow)
    assert played.target == 4


@pytest.mark.quick("home", "rules", "live-grenade", "wheel")
@pytest.mark.parametrize("name", SCREENS)
def test_the_scan_comes_to_everything_and_begins_again(app: App, name: str) -> None:
    app.settings.scan = 0.5
    show(app, name)
    shown = tree(app.stack)
    wanted, found = steps(shown), groups(shown)
    assert [step for group in found for step in group] == wanted, "all of them, each in one group"
    assert len(wanted) <= 8 or len(found) + max(map(len, found)) <= 2 * len(wanted) ** 0.5 + 4
    for index, group in enumerate([*found, found[0]]):
        assert app.scan.group == group, index
        if app.scan.at is None:
            key(app, pygame.K_SPACE)
        inside = []
        for _ in range(2 * len(group) if len(found) > 1 and len(group) > 1 else len(group)):
            inside.append(app.scan.at)
            frames(app, 6, 0.09)
        assert set(inside) == set(group)


def test_two_rounds_without_the_switch_lead_out_of_a_group(app: App) -> None:
    app.settings.scan = 0.5
    show(app, "settings")
    first, second = groups(app.tree())[:2]
    key(app, pygame.K_SPACE)
    for step in first * 2:
        assert app.scan.at == step
        frames(app, 6, 0.09)
    assert (app.scan.group, app.scan.at) == (second, None)


def test_the_switch_presses_what_is_shown_and_nothing_else(app: App) -> None:
    app.settings.scan = 0.5
    show(app, "settings")
    moved = app.settings.reduced_motion
    calm = next(number for number, (heard, _) in app.tree().nodes.items() if heard.name == "Reduced motion")
    for _ in range(200):
        at, group = app.scan.at, app.scan.group
        if at == (calm, "press"):
            break
        if at is None and (calm, "press") in group:
            key(app, pygame.K_RETURN)
        app.frame(0.1)
    key(app, pygame.K_RETURN)
    assert app.settings.reduced_motion is not moved
    assert app.scan.group in ((), groups(app.tree())[0]), "it begins again"
    assert app.scan.at is None


# ears


def test_every_sound_has_its_words_and_they_are_shown(app: App) -> None:
    assert set(WORDS) == set(get_args(Effect))
    assert len({say(words) for words in WORDS.values()}) == len(WORDS), "told apart"
    app.push(HomeScene(app))
    app.settings.captions, app.settings.mute = True, True
    app.save_settings()
    app.audio.play("blast", where=-0.9)
    app.audio.play("shot")
    app.frame()
    assert [say(words) for words in app.captions.words] == ["[a blast, on the left]", "[a shot]"]
    frames(app, 30, 0.1)
    assert not app.captions.words
    app.settings.captions = False
    app.save_settings()
    app.audio.play("blast")
    assert not app.captions.words


def test_with_one_ear_nothing_is_lost(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[float, float]] = []
    ears = Audio.ears

    def listened(loud: float, where: float) -> tuple[float, float]:
        heard.append(ears(loud, where))
        return heard[-1]

    monkeypatch.setattr(app.audio, "ears", listened)
    for mono in (False, True):
        app.settings.mono = mono
        app.save_settings()
        app.audio.play("blast", where=-1.0)
    assert heard[0][0] > heard[0][1]
    assert heard[1][0] == heard[1][1] == heard[0][0]


# colours


def _linear(colours: Picture) -> Picture:
    part = colours / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _luminance(linear: Picture) -> Picture:
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def _seen(linear: Picture, kind: str) -> Picture:
    return np.clip(linear @ np.array(KINDS[kind]).T, 0, 1)


def _lab(linear: Picture) -> Picture:
    xyz = linear @ np.array([[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]])
    part = xyz / np.array([0.9505, 1.0, 1.089])
    f = np.where(part > 0.008856, np.cbrt(part), 7.787 * part + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("seat", range(SEATS))
def test_the_mark_of_each_seat_stands_out_for_everybody(seat: int, kind: str) -> None:
    """At least 3 to 1, as WCAG asks of what must be seen to understand; hardly less in the simulations."""
    paint, ink = (
        float(_luminance(_seen(linear, kind) if kind else linear))
        for linear in (_linear(np.array(colour, dtype=float)) for colour in (seat_colour(seat), seat_ink(seat)))
    )
    assert (max(paint, ink) + 0.05) / (min(paint, ink) + 0.05) >= (2.85 if kind else 3.0)


def test_no_two_marks_look_alike(app: App) -> None:
    """Some of what two marks cover together is never covered by both; the disc and the square are the nearest."""
    shapes = [
        pygame.surfarray.array_alpha(pictures.picture(seat_mark(seat), (64, 64))) > 128 for seat in range(len(MARKS))
    ]
    for one, other in combinations(shapes, 2):
        assert (one & other).sum() / (one | other).sum() < 0.85


@pytest.mark.parametrize("kind", KINDS)
def test_soldiers_of_all_seats_are_told_apart_without_their_colours(app: App, kind: str) -> None:
    """The same step of turning, in grey: the marks alone tell them apart; of one seat it would be 0."""
    for one, other in combinations(range(4), 2):
        grey, colour = [], []
        for seat in (one, other):
            cube = cubes.cube(seat, 32, 0.3)
            linear = _seen(_linear(pygame.surfarray.array3d(cube).astype(float)), kind)
            x, y = linear.shape[0] // 2, linear.shape[1] // 2
            light = np.sqrt(_luminance(linear[x - 11 : x + 11, y - 11 : y + 11]))
            grey.append(light / light.mean())
            colour.append(_lab(_seen(_linear(np.array(seat_colour(seat), dtype=float)), kind)))
        assert np.abs(grey[0] - grey[1]).mean() > 0.05
        assert np.linalg.norm(colour[0] - colour[1]) > 15


@pytest.mark.parametrize("kind", ["", *KINDS])
def test_the_red_of_the_first_seat_is_like_no_other_paint(kind: str) -> None:
    paints = [_linear(np.array(seat_colour(seat), dtype=float)) for seat in range(SEATS)]
    seen = [_lab(_seen(paint, kind) if kind else paint) for paint in paints]
    assert all(np.linalg.norm(seen[0] - other) > 24 for other in seen[1:]), "orange least of all"


@pytest.mark.parametrize("at", [(640.0, 300.0), (200.0, 120.0), (60.0, 700.0)])
def test_a_red_soldier_is_red_under_the_warm_lamp(app: App, at: tuple[float, float]) -> None:
    """Its hue is nearer to red, some 40 degrees, than to orange, some 60: under the lamp and at the table's edge."""
    cube = cubes.cube(0, 40.0, 0.3, light=cubes.lit(Lamp((640.0, 300.0), 400.0), at))
    paint = _linear(pygame.surfarray.array3d(cube).astype(float)).reshape(-1, 3)
    strong = paint[paint.max(axis=1) - paint.min(axis=1) > 0.15]
    assert len(strong) > 200
    _, red, yellow = _lab(strong.mean(axis=0))
    assert np.degrees(np.arctan2(yellow, red)) < 46


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_no_edge_of_the_golden_pictures_is_lost(file: Path, kind: str) -> None:
    """Of all edges that are plain to most people hardly any is so faint to others that they could not see it."""
    linear = _linear(pygame.surfarray.array3d(pygame.image.load(str(file))).astype(float))
    usual, other = _lab(linear), _lab(_seen(linear, kind))
    plain = np.linalg.norm(usual[3:] - usual[:-3], axis=-1) > 30
    faint = np.linalg.norm(other[3:] - other[:-3], axis=-1) < 6
    assert plain.sum() > 1000
    assert (plain & faint).sum() / plain.sum() < 0.01


# flicker


def _flashes(lights: Picture) -> float:
    """The share of the window that flashes more than three times in some second, as WCAG 2.3.1 counts: pairs of
    opposing changes of a tenth of the greatest light, the darker of them under 0.8. There are 60 pictures a second."""
    extreme, rising = lights[0].copy(), np.zeros(lights[0].shape, dtype=np.int8)
    turns = np.zeros(lights.shape, dtype=bool)
    for number, light in enumerate(lights):
        for way in (1, -1):
            far = (light - extreme) * way >= 0.1
            dark = np.minimum(light, extreme) < 0.8
            turned = far & dark & (rising != way)
            turns[number] |= turned
            rising = np.where(far, way, rising).astype(np.int8)
            extreme = np.where(far | ((rising == way) & ((light - extreme) * way > 0)), light, extreme)
    summed = np.cumsum(turns, axis=0, dtype=np.int32)
    second = summed[60:] - summed[:-60] if len(turns) > 60 else summed[-1:]
    return float((second.max(axis=0) > 6).mean())


def _film(app: App, count: int) -> Picture:
    lights = []
    for _ in range(count):
        app.frame(1 / 60)
        small = pygame.transform.smoothscale(app.screen, (160, 90))
        lights.append(_luminance(_linear(pygame.surfarray.array3d(small).astype(float))))
    return np.array(lights)


def test_flashes_are_counted() -> None:
    steady, flashing = np.full((120, 2, 2), 0.2), np.full((120, 2, 2), 0.2)
    flashing[::10] = 0.9
    assert _flashes(steady) == 0
    assert _flashes(flashing) == 1


@pytest.mark.slow
@pytest.mark.parametrize("speed", ["normal", "fast"])
@pytest.mark.parametrize("still", [False, True])
def test_blasts_do_not_flicker(app: App, speed: str, still: bool) -> None:
    """Under three flashes a second, but for less than the area that counts: a quarter of ten degrees of sight."""
    app.settings.speed, app.settings.reduced_motion = speed, still  # type: ignore[assignment]
    app.push(HomeScene(app))
    scene = wheel_table.table(app, 3, (("AH",), ("5H",), ("3H",)), wheel_table.CHAIN)
    scene.table.act(Advance(0, 0))
    assert _flashes(_film(app, 360)) < 0.027
    app.home()
    salad = salad_table.sit_down(app, "pp", salad_table.position(), speed=speed, waits=False)
    frames(app, 30)
    salad.table.act(Explosion(0, 1, (325.0, 225.0)))
    assert _flashes(_film(app, 240)) < 0.027
