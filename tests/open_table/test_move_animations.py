"""Films of what slides: seen live and in replays, ending where the record says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table import piece_batches, resting_frame
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.films import slide_film
from grenade_salad.games.open_table import actions, boxes, physics
from grenade_salad.match.match import Controller, Match
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.open_table.at_table import push_table, wait_until_idle
from tests.open_table.playing import new_table
from tests.open_table.sliding import AT_OTHERS, BOARD, INTO_POCKET, ROLL, shoot
from tools.bench.open_table_window import spread_pieces
from tools.tables import get_board

Pose = tuple[float, float, float]


@pytest.mark.parametrize("action", [AT_OTHERS, INTO_POCKET, actions.Push(0, 1, ((0, 0.0, 0.0), (300, 150.0, 0.0)))])
def test_film_with_the_recorded_chance_is_exact(action: Action) -> None:
    scene, chance = shoot(new_table(BOARD), action, 4)
    shot_film = slide_film.make_film(scene, action, chance, False, Random(4))
    assert shot_film is not None
    assert shot_film.is_exact
    at_end = shot_film.poses_at(shot_film.seconds)
    for pose in chance.outcome:
        if not pose.into:
            assert at_end[pose.id] == (pose.x, pose.y, pose.angle)
    assert set(shot_film.pocket_frames) == {pose.id for pose in chance.outcome if pose.into}


def test_film_with_another_chance_is_bent_to_the_recorded_end() -> None:
    """This happens on another machine, or if a person wrote the rest by hand."""
    scene, chance = shoot(new_table(BOARD), AT_OTHERS, 4)
    moved_rest = tuple(replace(pose, x=pose.x - 7.0, y=pose.y + 5.0) for pose in chance.outcome)
    shot_film = slide_film.make_film(scene, AT_OTHERS, actions.Rest(moved_rest), False, Random(9))
    assert shot_film is not None
    assert not shot_film.is_exact
    assert {
        piece_id: pose
        for piece_id, pose in shot_film.poses_at(shot_film.seconds).items()
        if piece_id in {pose.id for pose in moved_rest}
    } == {pose.id: (pose.x, pose.y, pose.angle) for pose in moved_rest}
    begin, later = shot_film.poses_at(0.0), shot_film.poses_at(0.02)
    assert begin == {piece_id: tuple(scene.pieces_by_id[piece_id][2:5]) for piece_id in shot_film.ids}
    assert all(begin[piece_id] == later[piece_id] for piece_id in shot_film.ids if piece_id != 1), (
        "who was not hit yet lies still"
    )


def test_dice_turn_over_and_end_on_the_rolled_face() -> None:
    state = new_table(boxes.DICE)
    for seed in range(3):
        scene, chance = shoot(state, ROLL, seed)
        roll_film = slide_film.make_film(scene, ROLL, chance, False, Random(seed))
        assert roll_film is not None
        assert roll_film.is_exact
        assert roll_film.seconds >= slide_film.MIN_ROLL_SECONDS
        for pose in chance.outcome:
            faces = {roll_film.die_at(pose.id, roll_film.seconds * step / 30)[0] for step in range(30)}
            assert len(faces) > 1
            assert roll_film.die_at(pose.id, roll_film.seconds) == (pose.face, pytest.approx(0.0, abs=1e-9))
        state.apply_chance(chance)


def test_film_does_not_depend_on_hidden_pieces() -> None:
    """The film is made from what everybody sees.

    With other hidden cards it is the same to the bit.
    """
    film_bytes = []
    for seed in range(3):
        state = new_table(BOARD)
        world = state if not seed else state.resample(0, Random(seed))
        scene = physics.snapshot_view(world.view(None), 2)
        _, chance = shoot(state, AT_OTHERS, 4)
        shot_film = slide_film.make_film(scene, AT_OTHERS, chance, False, Random(4))
        assert shot_film is not None
        film_bytes.append(shot_film.frames.tobytes())
    assert len(set(film_bytes)) == 1


def _watch_frames(app: App, scene: OpenTableBoard) -> tuple[list[dict[int, Pose]], list[tuple[int, str]], list[int]]:
    """Watch the table until it is idle.

    Return the poses in each frame, the sounds with the number of their frame, and the number of lines in the log
    after each frame.
    """
    frame_poses: list[dict[int, Pose]] = []
    sounds: list[tuple[int, str]] = []
    line_counts: list[int] = []
    play = app.audio.play
    app.audio.play = lambda name, volume=1.0, pan=0.0: sounds.append((len(frame_poses), name))  # type: ignore[method-assign]
    while not scene.controller.is_idle:
        run_frames(app)
        frame_poses.append(dict(scene.desk.poses))
        line_counts.append(len(scene.table.log.lines))
    app.audio.play = play  # type: ignore[method-assign]
    return frame_poses, sounds, line_counts


def test_shot_is_seen_and_heard_before_it_is_logged_and_replays_alike(app: App) -> None:
    scene = push_table(app, BOARD)
    assert scene.controller.act(actions.Move(0, (3,), to=(500.0, 20.0)))
    wait_until_idle(app, scene)
    app.settings.speed = "normal"
    assert scene.controller.act(actions.Flick(0, 3, 0.0, 1000.0))
    frame_poses, sounds, line_counts = _watch_frames(app, scene)
    flying = [poses[3] for poses in frame_poses if 3 in poses]
    assert len(flying) > 10
    assert all(current[0] >= previous[0] - 1e-9 for previous, current in pairwise(flying))
    fall_frame = next(frame for frame, name in sounds if name == "put")
    assert sounds[0][1] == "flick"
    assert fall_frame > sounds[0][0] + 3, "it is heard in the pocket when it gets there"
    assert len(set(line_counts[:fall_frame])) == 1, "the log waits until it was seen"
    assert line_counts[-1] > line_counts[0]
    entries = scene.controller.match.entries
    replayed_match = Match(scene.controller.match.header)
    steps = [replayed_match.apply_entry(entry) for entry in entries[:-1]]
    app.push(TableScene(app, replayed_match, (Controller(),) * 2, OpenTableBoard))
    replayed = get_board(app.scene, OpenTableBoard)
    replayed.controller.original_controllers = replayed.controller.controllers
    replayed.controller.jump_to(replayed_match, steps)
    replayed.controller.show_next(entries[-1])
    replayed_poses, _, _ = _watch_frames(app, replayed)
    paths = [[poses[3] for poses in recording if 3 in poses] for recording in (frame_poses, replayed_poses)]
    assert paths[0][5][0] > paths[0][0][0]
    assert paths[1][-1] == paths[0][-1]
    assert max(abs(a[0] - b[0]) for a, b in zip(*paths, strict=False)) < 40, "the same way, a frame or two apart"


def test_push_from_another_device_is_seen_from_its_beginning(app: App) -> None:
    scene = push_table(app, BOARD)
    path = tuple((20 * step, 100.0 + 6 * step, 200.0) for step in range(20))
    assert scene.controller.act(actions.Push(0, 1, path))
    x_positions = [poses[1][0] for poses in _watch_frames(app, scene)[0] if 1 in poses]
    assert x_positions[0] < 120
    assert len(x_positions) > 20


def test_many_sliding_pieces_are_drawn_as_if_drawn_one_by_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Composed frames equal frames that are drawn piece by piece.

    They are composed of what is still and what moves.
    """
    scene = push_table(app, spread_pieces(120))
    scene.desk.choose([3])
    scene.table.motion.play(1e9, lambda _: None)

    def draw_window() -> bytes:
        app.draw()
        return pygame.image.tobytes(app.screen, "RGB")

    for step in range(4):
        scene.desk.poses = {
            piece.key: (piece.position[0] + 3 * step, piece.position[1] - step, piece.angle + 0.4 * step)
            for piece in scene.desk.pieces
            if isinstance(piece.key, int) and piece.key % 3
        }
        if step == 2:
            scene.desk.choose([5])
            scene.desk.refresh()
        fast_picture = draw_window()
        assert draw_window() == fast_picture
        assert scene.resting_frame.cache.frame_key is not None
        with monkeypatch.context() as patched:
            patched.setattr(resting_frame, "MIN_PIECES", 1000)
            patched.setattr(piece_batches, "is_plain", lambda *_: False)
            patched.setattr(scene.desk, "appearances", piece_batches.AppearanceCache())
            assert draw_window() == fast_picture, step
