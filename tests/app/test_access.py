"""Access for everyone: one switch, captions, mono sound, colours, no flicker."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import get_args

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from grenade_salad.app.accessibility.switch_scan import group_items, list_items
from grenade_salad.app.accessibility.tree import build_tree
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
from tests.app.accessibility.ear import PLAYERS, Ear, ReadNode, TreeEar, play, wait_and_press
from tests.app.conftest import press_keys, run_frames
from tests.app.screens import SCREENS, show

Picture = NDArray[np.float64]
_MAX_FLASHING_SHARE = 0.027
"""The share of the window that may flash fast: a quarter of ten degrees of sight."""
GOLDEN = sorted((Path(__file__).parent / "pictures").glob("*.png"))
VISION_MATRICES = {
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
"""Colour vision simulations at full strength, on linear RGB.

Source: Machado, Oliveira and Fernandes 2009.
"""


# One switch


class SwitchUser(TreeEar):
    """A player with one key: waits until the wanted node is marked, then presses."""

    def press(self, node: ReadNode) -> None:
        for _ in range(400):
            scan = self.app.scan
            if scan.item is not None and scan.item[0] == node.id:
                press_keys(self.app, pygame.K_SPACE)
                self.wait()
                return
            if scan.item is None and any(node_id == node.id for node_id, _ in scan.group):
                press_keys(self.app, pygame.K_SPACE)
            self.app.frame(0.1)
        if node.id in self.app.tree().nodes:
            raise AssertionError(f"the scan does not come to {node.name}")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["live-grenade", "wheel"])
def test_whole_match_is_played_with_one_key(app: App, name: str) -> None:
    app.settings.speed, app.settings.scan, app.settings.countdown = "off", 0.1, 0.0
    app.push(HomeScene(app))
    ear: Ear = SwitchUser(app)
    box, player = PLAYERS[name]
    turn = player()
    texts = list(play(ear, box, turn, ("Home",), max_steps=1500))
    assert any(" win" in line for line in texts)


@pytest.mark.slow
def test_soldier_is_shot_with_one_key(app: App) -> None:
    scene = salad_table.sit_down(app, "pb", salad_table.position(), waits=False)
    run_frames(app, 30, 0.1)
    app.settings.scan, entry_count = 0.1, len(scene.controller.match.entries)
    ear: Ear = SwitchUser(app)
    for name in ("Arrow", "Bo's soldier 4", "Shoot"):
        wait_and_press(ear, name)
    action = scene.controller.match.entries[entry_count]
    assert isinstance(action, Arrow)
    assert action.target == 4


@pytest.mark.quick("home", "rules", "live-grenade", "wheel")
@pytest.mark.parametrize("name", SCREENS)
def test_scan_reaches_everything_and_starts_again(app: App, name: str) -> None:
    app.settings.scan = 0.5
    show(app, name)
    current_tree = build_tree(app.stack)
    all_steps, scan_groups = list_items(current_tree), group_items(current_tree)
    assert [step for group in scan_groups for step in group] == all_steps, "all of them, each in one group"
    assert len(all_steps) <= 8 or len(scan_groups) + max(map(len, scan_groups)) <= 2 * len(all_steps) ** 0.5 + 4
    for index, group in enumerate([*scan_groups, scan_groups[0]]):
        assert app.scan.group == group, index
        if app.scan.item is None:
            press_keys(app, pygame.K_SPACE)
        scanned_steps = []
        for _ in range(2 * len(group) if len(scan_groups) > 1 and len(group) > 1 else len(group)):
            scanned_steps.append(app.scan.item)
            run_frames(app, 6, 0.09)
        assert set(scanned_steps) == set(group)


def test_scan_leaves_group_after_two_rounds_without_switch(app: App) -> None:
    app.settings.scan = 0.5
    show(app, "settings")
    first, second = group_items(app.tree())[:2]
    press_keys(app, pygame.K_SPACE)
    for step in first * 2:
        assert app.scan.item == step
        run_frames(app, 6, 0.09)
    assert (app.scan.group, app.scan.item) == (second, None)


def test_switch_presses_only_the_marked_widget(app: App) -> None:
    app.settings.scan = 0.5
    show(app, "settings")
    previous_setting = app.settings.reduced_motion
    switch_id = next(node_id for node_id, (heard, _) in app.tree().nodes.items() if heard.name == "Reduced motion")
    for _ in range(200):
        step, group = app.scan.item, app.scan.group
        if step == (switch_id, "press"):
            break
        if step is None and (switch_id, "press") in group:
            press_keys(app, pygame.K_RETURN)
        app.frame(0.1)
    press_keys(app, pygame.K_RETURN)
    assert app.settings.reduced_motion is not previous_setting
    assert app.scan.group in ((), group_items(app.tree())[0]), "it begins again"
    assert app.scan.item is None


# Sound


def test_every_sound_has_a_caption_that_is_shown(app: App) -> None:
    assert set(WORDS) == set(get_args(Effect))
    assert len({say(words) for words in WORDS.values()}) == len(WORDS), "told apart"
    app.push(HomeScene(app))
    app.settings.captions, app.settings.mute = True, True
    app.save_settings()
    app.audio.play("blast", pan=-0.9)
    app.audio.play("shot")
    app.frame()
    assert [say(words) for words in app.captions.words] == ["[a blast, on the left]", "[a shot]"]
    run_frames(app, 30, 0.1)
    assert not app.captions.words
    app.settings.captions = False
    app.save_settings()
    app.audio.play("blast")
    assert not app.captions.words


def test_mono_plays_every_sound_on_both_sides(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    volumes: list[tuple[float, float]] = []
    ears = Audio.ear_volumes

    def recorded_ears(volume: float, pan: float) -> tuple[float, float]:
        volumes.append(ears(volume, pan))
        return volumes[-1]

    monkeypatch.setattr(app.audio, "ear_volumes", recorded_ears)
    for mono in (False, True):
        app.settings.mono = mono
        app.save_settings()
        app.audio.play("blast", pan=-1.0)
    assert volumes[0][0] > volumes[0][1]
    assert volumes[1][0] == volumes[1][1] == volumes[0][0]


# Colours


def _linear(colours: Picture) -> Picture:
    """Return sRGB colours, 0 to 255, as linear RGB, 0 to 1."""
    scaled = colours / 255
    return np.where(scaled <= 0.04045, scaled / 12.92, ((scaled + 0.055) / 1.055) ** 2.4)


def _luminance(linear: Picture) -> Picture:
    """Return the relative luminance, 0 to 1, as WCAG defines it."""
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def _simulate_vision(linear: Picture, kind: str) -> Picture:
    return np.clip(linear @ np.array(VISION_MATRICES[kind]).T, 0, 1)


def _lab(linear: Picture) -> Picture:
    """Return linear RGB in CIELAB, where distance is difference to the eye."""
    xyz = linear @ np.array([[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]])
    scaled = xyz / np.array([0.9505, 1.0, 1.089])
    f = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


@pytest.mark.parametrize("kind", ["", *VISION_MATRICES])
@pytest.mark.parametrize("seat", range(SEATS))
def test_seat_marks_have_enough_contrast_for_all_vision(seat: int, kind: str) -> None:
    """The contrast is at least 3 to 1, as WCAG asks; slightly less in simulations."""
    paint, ink = (
        float(_luminance(_simulate_vision(linear, kind) if kind else linear))
        for linear in (_linear(np.array(colour, dtype=float)) for colour in (seat_colour(seat), seat_ink(seat)))
    )
    assert (max(paint, ink) + 0.05) / (min(paint, ink) + 0.05) >= (2.85 if kind else 3.0)


def test_all_marks_look_different(app: App) -> None:
    """Any two shapes share less than 85 % of the area that they cover together.

    The disc and the square are the most alike.
    """
    shapes = [
        pygame.surfarray.array_alpha(pictures.load_picture(seat_mark(seat), (64, 64))) > 128
        for seat in range(len(MARKS))
    ]
    for shape, other_shape in combinations(shapes, 2):
        assert (shape & other_shape).sum() / (shape | other_shape).sum() < 0.85


@pytest.mark.parametrize("kind", VISION_MATRICES)
def test_soldiers_of_seats_differ_without_their_colours(app: App, kind: str) -> None:
    """Compare the same rotation in grey, where only the marks differ.

    For two soldiers of one seat the difference would be 0.
    """
    for first_seat, second_seat in combinations(range(4), 2):
        grey, colour = [], []
        for seat in (first_seat, second_seat):
            cube = cubes.render_cube(seat, 32, 0.3)
            linear = _simulate_vision(_linear(pygame.surfarray.array3d(cube).astype(float)), kind)
            x, y = linear.shape[0] // 2, linear.shape[1] // 2
            light = np.sqrt(_luminance(linear[x - 11 : x + 11, y - 11 : y + 11]))
            grey.append(light / light.mean())
            colour.append(_lab(_simulate_vision(_linear(np.array(seat_colour(seat), dtype=float)), kind)))
        assert np.abs(grey[0] - grey[1]).mean() > 0.05
        assert np.linalg.norm(colour[0] - colour[1]) > 15


@pytest.mark.parametrize("kind", ["", *VISION_MATRICES])
def test_red_of_first_seat_differs_from_all_other_colours(kind: str) -> None:
    paints = [_linear(np.array(seat_colour(seat), dtype=float)) for seat in range(SEATS)]
    lab_colours = [_lab(_simulate_vision(paint, kind) if kind else paint) for paint in paints]
    assert all(np.linalg.norm(lab_colours[0] - lab_colour) > 24 for lab_colour in lab_colours[1:]), (
        "orange least of all"
    )


@pytest.mark.parametrize("position", [(640.0, 300.0), (200.0, 120.0), (60.0, 700.0)])
def test_red_soldier_stays_red_under_warm_lamp(app: App, position: tuple[float, float]) -> None:
    """Its hue is nearer to red (some 40 degrees) than to orange (some 60).

    Checked under the lamp and at the table's edge.
    """
    cube = cubes.render_cube(0, 40.0, 0.3, light=cubes.quantize_light(Lamp((640.0, 300.0), 400.0), position))
    paint = _linear(pygame.surfarray.array3d(cube).astype(float)).reshape(-1, 3)
    strong = paint[paint.max(axis=1) - paint.min(axis=1) > 0.15]
    assert len(strong) > 200
    _, red, yellow = _lab(strong.mean(axis=0))
    assert np.degrees(np.arctan2(yellow, red)) < 46


@pytest.mark.parametrize("kind", VISION_MATRICES)
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_pictures_lose_no_edge(file: Path, kind: str) -> None:
    """Under 1 % of the clear edges become too faint to see in a simulation."""
    linear = _linear(pygame.surfarray.array3d(pygame.image.load(str(file))).astype(float))
    normal_lab, simulated_lab = _lab(linear), _lab(_simulate_vision(linear, kind))
    plain = np.linalg.norm(normal_lab[3:] - normal_lab[:-3], axis=-1) > 30
    faint = np.linalg.norm(simulated_lab[3:] - simulated_lab[:-3], axis=-1) < 6
    assert plain.sum() > 1000
    assert (plain & faint).sum() / plain.sum() < 0.01


# Flicker


def _flashing_share(lights: Picture) -> float:
    """Return the share of the window that flashes over three times in a second.

    Counted as in WCAG 2.3.1: a flash is a pair of opposing changes by a tenth of the maximum luminance, the darker one
    under 0.8. There are 60 frames a second.
    """
    extreme, rising = lights[0].copy(), np.zeros(lights[0].shape, dtype=np.int8)
    turns = np.zeros(lights.shape, dtype=bool)
    for frame, light in enumerate(lights):
        for direction in (1, -1):
            is_far = (light - extreme) * direction >= 0.1
            is_dark = np.minimum(light, extreme) < 0.8
            turned = is_far & is_dark & (rising != direction)
            turns[frame] |= turned
            rising = np.where(is_far, direction, rising).astype(np.int8)
            extreme = np.where(is_far | ((rising == direction) & ((light - extreme) * direction > 0)), light, extreme)
    turn_sums = np.cumsum(turns, axis=0, dtype=np.int32)
    turns_per_second = turn_sums[60:] - turn_sums[:-60] if len(turns) > 60 else turn_sums[-1:]
    return float((turns_per_second.max(axis=0) > 6).mean())


def _record_lights(app: App, count: int) -> Picture:
    lights = []
    for _ in range(count):
        app.frame(1 / 60)
        small = pygame.transform.smoothscale(app.screen, (160, 90))
        lights.append(_luminance(_linear(pygame.surfarray.array3d(small).astype(float))))
    return np.array(lights)


def test_flashing_area_is_measured() -> None:
    steady, flashing = np.full((120, 2, 2), 0.2), np.full((120, 2, 2), 0.2)
    flashing[::10] = 0.9
    assert _flashing_share(steady) == 0
    assert _flashing_share(flashing) == 1


@pytest.mark.slow
@pytest.mark.parametrize("speed", ["normal", "fast"])
@pytest.mark.parametrize("still", [False, True])
def test_blasts_do_not_flicker(app: App, speed: str, still: bool) -> None:
    """Fast flashes cover less than the area that counts.

    WCAG allows three a second over a quarter of ten degrees of sight.
    """
    app.settings.speed, app.settings.reduced_motion = speed, still  # type: ignore[assignment]
    app.push(HomeScene(app))
    scene = wheel_table.open_position(app, 3, (("AH",), ("5H",), ("3H",)), wheel_table.CHAIN)
    scene.controller.act(Advance(0, 0))
    assert _flashing_share(_record_lights(app, 360)) < _MAX_FLASHING_SHARE
    app.home()
    salad = salad_table.sit_down(app, "pp", salad_table.position(), speed=speed, waits=False)
    run_frames(app, 30)
    salad.controller.act(Explosion(0, 1, (325.0, 225.0)))
    assert _flashing_share(_record_lights(app, 240)) < _MAX_FLASHING_SHARE
