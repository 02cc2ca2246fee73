"""How everything came to lie where it rests: seen while it happens and in replays, ending where the record says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table import board as scene_module
from grenade_salad.app.games.open_table import piece_batches
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.films import slide_film
from grenade_salad.games.open_table import actions, boxes, physics
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.match import Controller, Match
from tests.app.conftest import app as app
from tests.app.conftest import frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import lay, rest
from tests.open_table.playing import table_of
from tests.open_table.test_physics import BOARD
from tools.bench.open_table_window import spread_out
from tools.tables import scene_on

Pose = tuple[float, float, float]
ROLL = actions.Roll(0, (1, 2, 3, 4, 5))
INTO_POCKET = actions.Flick(0, 3, -0.85, 1500.0)
AT_OTHERS = actions.Flick(0, 1, 0.0, 2500.0)


def shot(state: TableState, action: Action, seed: int) -> tuple[physics.Scene, actions.Rest]:
    """The line is done; what the table was seen to be, and where all came to rest."""
    scene = physics.seen_scene(state.view(None), 2)
    state.apply(action)
    chance = state.sample_chance(Random(seed))
    assert isinstance(chance, actions.Rest)
    return scene, chance


@pytest.mark.parametrize("action", [AT_OTHERS, INTO_POCKET, actions.Push(0, 1, ((0, 0.0, 0.0), (300, 150.0, 0.0)))])
def test_with_the_luck_of_its_line_it_is_what_happened(action: Action) -> None:
    scene, chance = shot(table_of(BOARD), action, 4)
    shown = slide_film.film(scene, action, chance, False, Random(4))
    assert shown is not None
    assert shown.exact
    at_end = shown.at(shown.seconds)
    for pose in chance.outcome:
        if not pose.into:
            assert at_end[pose.id] == (pose.x, pose.y, pose.angle)
    assert set(shown.gone) == {pose.id for pose in chance.outcome if pose.into}


def test_with_another_luck_every_way_is_bent_and_nothing_creeps() -> None:
    """As on another machine, or where somebody wrote the rest by hand."""
    scene, chance = shot(table_of(BOARD), AT_OTHERS, 4)
    wrong = tuple(replace(pose, x=pose.x - 7.0, y=pose.y + 5.0) for pose in chance.outcome)
    shown = slide_film.film(scene, AT_OTHERS, actions.Rest(wrong), False, Random(9))
    assert shown is not None
    assert not shown.exact
    assert {one: pose for one, pose in shown.at(shown.seconds).items() if one in {pose.id for pose in wrong}} == {
        pose.id: (pose.x, pose.y, pose.angle) for pose in wrong
    }
    begin, later = shown.at(0.0), shown.at(0.02)
    assert begin == {one: tuple(scene.by_number[one][2:5]) for one in shown.ids}
    assert all(begin[one] == later[one] for one in shown.ids if one != 1), "who was not hit yet lies still"


def test_dice_turn_over_and_show_at_the_end_what_was_rolled() -> None:
    state = table_of(boxes.DICE)
    for seed in range(3):
        scene, chance = shot(state, ROLL, seed)
        shown = slide_film.film(scene, ROLL, chance, False, Random(seed))
        assert shown is not None
        assert shown.exact
        assert shown.seconds >= slide_film.ROLL
        for pose in chance.outcome:
            faces = {shown.die(pose.id, shown.seconds * step / 30)[0] for step in range(30)}
            assert len(faces) > 1
            assert shown.die(pose.id, shown.seconds) == (pose.face, pytest.approx(0.0, abs=1e-9))
        state.apply_chance(chance)


def test_hidden_things_are_nowhere_in_it() -> None:
    """It is made from what everybody sees: with other hidden cards it is the same to the bit."""
    shown = []
    for seed in range(3):
        state = table_of(BOARD)
        world = state if not seed else state.resample(0, Random(seed))
        scene = physics.seen_scene(world.view(None), 2)
        _, chance = shot(state, AT_OTHERS, 4)
        made = slide_film.film(scene, AT_OTHERS, chance, False, Random(4))
        assert made is not None
        shown.append(made.frames.tobytes())
    assert len(set(shown)) == 1


def _watched(app: App, scene: OpenTableScene) -> tuple[list[dict[int, Pose]], list[tuple[int, str]], list[int]]:
    """What is seen in each frame until it is over, what is heard in which, and how many lines the log has."""
    seen: list[dict[int, Pose]] = []
    heard: list[tuple[int, str]] = []
    told: list[int] = []
    play = app.audio.play
    app.audio.play = lambda name, volume=1.0, where=0.0: heard.append((len(seen), name))  # type: ignore[method-assign]
    while not scene.table.idle:
        frames(app)
        seen.append(dict(scene.desk.poses))
        told.append(len(scene.table.log.lines))
    app.audio.play = play  # type: ignore[method-assign]
    return seen, heard, told


def test_it_is_seen_and_heard_before_it_is_told_and_the_same_in_a_replay(app: App) -> None:
    scene = lay(app, BOARD)
    assert scene.table.act(actions.Move(0, (3,), to=(500.0, 20.0)))
    rest(app, scene)
    app.settings.speed = "normal"
    assert scene.table.act(actions.Flick(0, 3, 0.0, 1000.0))
    seen, heard, told = _watched(app, scene)
    flying = [poses[3] for poses in seen if 3 in poses]
    assert len(flying) > 10
    assert all(now[0] >= then[0] - 1e-9 for then, now in pairwise(flying))
    falls = next(frame for frame, name in heard if name == "put")
    assert heard[0][1] == "flick"
    assert falls > heard[0][0] + 3, "it is heard in the pocket when it gets there"
    assert len(set(told[:falls])) == 1, "the log waits until it was seen"
    assert told[-1] > told[0]
    entries = scene.table.match.entries
    again = Match(scene.table.match.header)
    steps = [again.add(entry) for entry in entries[:-1]]
    app.push(Table(app, again, (Controller(),) * 2, OpenTableScene))
    replayed = scene_on(app.scene, OpenTableScene)
    replayed.table.watched = replayed.table.controllers
    replayed.table.stand_at(again, steps)
    replayed.table.stand_next(entries[-1])
    shown, _, _ = _watched(app, replayed)
    ways = [[poses[3] for poses in one if 3 in poses] for one in (seen, shown)]
    assert ways[0][5][0] > ways[0][0][0]
    assert ways[1][-1] == ways[0][-1]
    assert max(abs(a[0] - b[0]) for a, b in zip(*ways, strict=False)) < 40, "the same way, a frame or two apart"


def test_a_push_of_somebody_elsewhere_is_seen_from_its_begin(app: App) -> None:
    scene = lay(app, BOARD)
    path = tuple((20 * step, 100.0 + 6 * step, 200.0) for step in range(20))
    assert scene.table.act(actions.Push(0, 1, path))
    ways = [poses[1][0] for poses in _watched(app, scene)[0] if 1 in poses]
    assert ways[0] < 120
    assert len(ways) > 20


def test_many_that_slide_are_drawn_as_one_by_one_over_what_lies_still(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames that are put together from what lies still and what moves are what would be drawn piece by piece."""
    scene = lay(app, spread_out(120))
    scene.desk.choose([3])
    scene.table.motion.play(1e9, lambda _: None)

    def seen() -> bytes:
        app.draw()
        return pygame.image.tobytes(app.screen, "RGB")

    for step in range(4):
        scene.desk.poses = {
            one.key: (one.at[0] + 3 * step, one.at[1] - step, one.angle + 0.4 * step)
            for one in scene.desk.things
            if isinstance(one.key, int) and one.key % 3
        }
        if step == 2:
            scene.desk.choose([5])
            scene.desk.follow()
        quick = seen()
        assert seen() == quick
        assert scene.kept.frame_key is not None
        with monkeypatch.context() as patched:
            patched.setattr(scene_module, "_MANY", 1000)
            patched.setattr(piece_batches, "is_plain", lambda *_: False)
            patched.setattr(scene.desk, "sorts", piece_batches.Sorts())
            assert seen() == quick, step
