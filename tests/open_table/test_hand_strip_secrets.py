"""No pixel outside the open strip depends on what the table may not see.

Two worlds that differ only in that are compared.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.window.application import App
from grenade_salad.games.open_table import boxes
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, run_frames, run_until, type_text
from tests.app.conftest import kept_window as kept_window
from tests.marks import for_each
from tests.open_table.at_table import (
    DOWN,
    MOVE,
    UP,
    hand_card_point,
    piece_point,
    press,
    press_and_wait,
    push_table,
    table_point,
    table_state,
    wait_until_idle,
)

Frame = tuple[int, int | None]
_KINDS = (
    *("hold", "draw", "out", "out", "move", "undo", "pass", "deal", "look", "seat") * 2,
    *("write", "show", "search", "asked", "measure"),
)


_DECK = boxes.CARDS.kinds[0]
CARDS = replace(boxes.CARDS, kinds=(replace(_DECK, fronts=_DECK.fronts[::2], blank=True),))
"""Half a deck of cards that can be written on."""


class FrameRecorder:
    """Records every frame that is drawn.

    While the strip is open, the window is recorded without it, and the strip on its own.
    """

    def __init__(self, app: App) -> None:
        self.frames: list[Frame] = []
        self.scene: OpenTableBoard | None = None
        self._app, self._draw = app, app.draw

    def draw(self) -> None:
        self._draw()
        if self.scene is None or self._app.scene is not self.scene.table:
            return
        display = pygame.display.get_surface()
        assert display is not None
        window = display.copy()
        strip = None
        if self.scene.desk.strip_open:
            box = pygame.Rect(self.scene.desk.strip.box.inflate(2, 2))
            strip = _hash(window.subsurface(box.clip(window.get_rect())).copy())
            window.fill((0, 0, 0), box)
        self.frames.append((_hash(window), strip))


def _hash(surface: pygame.Surface) -> int:
    """Return Python's own hash of 64 bits: a longer one takes too much time."""
    return hash(surface.get_buffer().raw)


def _drag(app: App, scene: OpenTableBoard, start: tuple[float, float], end: tuple[float, float], down: bool) -> None:
    post_mouse(app, MOVE, start)
    post_mouse(app, DOWN, start)
    post_mouse(app, MOVE, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    if down and any(hand.carry is not None for hand in scene.desk.presses.values()):
        press_keys(app, pygame.K_f)
    post_mouse(app, MOVE, end)
    post_mouse(app, UP, end)


def _act_at_random(app: App, scene: OpenTableBoard, rng: Random) -> None:
    """Do something at random that turns no card up.

    Cards are drawn, dealt, moved out face down, looked at, searched, written on, shown to one seat and measured; steps
    are undone, and the turn passes.
    """
    desk = scene.desk
    target = table_point(
        scene, rng.uniform(60, 840), rng.uniform(60, 180)
    )  # Not onto the discard pile, where cards are face up.
    kind = rng.choice(_KINDS)
    loose = [piece for piece in desk.pieces if piece.holder is None]
    if kind in ("hold", "out") and desk.hand_count:
        press(app, pygame.K_SPACE)
        place = rng.randrange(desk.hand_count)
        if kind == "out" and not desk.is_looking():
            _drag(app, scene, hand_card_point(scene, place), target, desk.strip.landing_side == "up")
        elif kind == "hold":
            press_keys(app, pygame.K_RIGHT, pygame.K_z)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "draw" and desk.find_piece(1) is not None:
        _drag(app, scene, piece_point(scene, 1), desk.strip.box.center, down=False)
    elif kind == "move" and loose:
        _drag(app, scene, piece_point(scene, rng.choice(loose).key), target, down=False)
    elif kind == "look" and loose:
        post_mouse(app, DOWN, piece_point(scene, loose[-1].key))
        post_mouse(app, UP, piece_point(scene, loose[-1].key))
        press_keys(app, pygame.K_v)
    elif kind in ("undo", "pass", "seat"):
        press_keys(app, {"undo": pygame.K_u, "pass": pygame.K_END, "seat": rng.choice((pygame.K_1, pygame.K_2))}[kind])
    elif kind == "deal" and desk.find_piece(1) is not None and not table_state(scene).view(None).holders[0].count:
        post_mouse(app, DOWN, scene.panel.box_buttons[0].rect.center)
        post_mouse(app, UP, scene.panel.box_buttons[0].rect.center)
    else:
        _act_rarely(app, scene, rng, kind, target)
    wait_until_idle(app, scene)


def _act_rarely(app: App, scene: OpenTableBoard, rng: Random, kind: str, target: tuple[float, float]) -> None:
    """Do one of the actions that need more than one input."""
    desk = scene.desk
    stack = next((piece for piece in desk.pieces if piece.is_stack), None)
    if kind in ("write", "show") and desk.hand_count:
        press(app, pygame.K_SPACE)
        press_keys(app, *[pygame.K_RIGHT] * rng.randint(1, desk.hand_count))
        press_keys(app, pygame.K_w if kind == "write" else pygame.K_v)
        if kind == "write":
            press(app, pygame.K_SPACE, down=False)
            type_text(app, "abc")
        post_mouse(app, MOVE, target)
        if desk.question or app.scene is not scene.table:
            press_keys(app, pygame.K_RETURN)
        if app.scene is not scene.table:
            press_keys(app, pygame.K_ESCAPE)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "search" and stack is not None:
        for step in (DOWN, UP):
            post_mouse(app, step, piece_point(scene, stack.key))
        press_and_wait(app, pygame.K_v)
        press(app, pygame.K_SPACE)
        for _ in range(rng.randint(1, 2)):
            press_and_wait(app, *[pygame.K_RIGHT] * rng.randint(1, 4), pygame.K_t)
        if rng.randrange(2) and desk.question:  # Otherwise Enter would play a card of the hand face up.
            press_keys(app, pygame.K_RETURN)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "asked" and stack is not None:
        for step in (DOWN, UP):
            post_mouse(app, step, piece_point(scene, stack.key))
        if list(desk.chosen) == [stack.key]:  # Otherwise a single card is on top, and F turns it up.
            press_keys(app, pygame.K_f, pygame.K_ESCAPE)
    elif kind == "measure":
        press_keys(app, pygame.K_x, *[pygame.K_TAB] * rng.randrange(3), pygame.K_RETURN)
        _drag(app, scene, target, table_point(scene, 400, 300), down=False)
        press_keys(app, pygame.K_ESCAPE)


def _film_table(app: App, seed: int, actions: int, action_seed: int) -> list[Frame]:
    run_until(app, lambda: not app.messages.texts)  # A line of the previous film is in no frame of this one.
    scene = push_table(app, CARDS, seed=seed)
    recorder = FrameRecorder(app)
    recorder.scene = scene
    app.draw = recorder.draw  # type: ignore[method-assign]
    try:
        rng = Random(action_seed)
        post_mouse(app, DOWN, scene.panel.box_buttons[0].rect.center)
        post_mouse(app, UP, scene.panel.box_buttons[0].rect.center)
        wait_until_idle(app, scene)
        for _ in range(actions):
            _act_at_random(app, scene, rng)
        run_frames(app)
    finally:
        del app.draw
    app.pop()
    return recorder.frames


def _compare_worlds(app: App, actions: int, action_seed: int) -> None:
    frames_of_first, frames_of_second = (_film_table(app, seed, actions, action_seed) for seed in (3, 4))
    assert len(frames_of_first) == len(frames_of_second)
    for index, (first, second) in enumerate(zip(frames_of_first, frames_of_second, strict=True)):
        assert first[0] == second[0], (
            f"frame {index} of {len(frames_of_first)} shows what nobody may see (luck {action_seed})"
        )
        assert (first[1] is None) == (second[1] is None)
    assert any(first[1] != second[1] for first, second in zip(frames_of_first, frames_of_second, strict=True)), (
        "the open strip shows faces"
    )


@pytest.mark.rule("OT-19")
def test_no_frame_shows_a_face_outside_the_open_strip(app: App) -> None:
    app.settings.speed = "fast"
    _compare_worlds(app, 6, 66)  # A search and a written line are among them.


def test_hand_card_is_enlarged_only_in_the_open_strip(app: App) -> None:
    """The frame shows nothing of the card outside the strip.

    Closing the strip puts the card away, and so does another press.
    """
    app.settings.speed = "off"
    recorded = []
    for seed in (3, 4):
        scene = push_table(app, CARDS, seed=seed)
        desk = scene.desk
        click(app, scene.panel.box_buttons[0].rect.center)
        wait_until_idle(app, scene)
        press(app, pygame.K_SPACE)
        previous_hash = _hash(app.screen)
        post_mouse(app, MOVE, hand_card_point(scene, 2))
        press_keys(app, pygame.K_z)
        assert desk.strip.read_index == 2
        assert not desk.is_reading
        recorder = FrameRecorder(app)
        recorder.scene = scene
        recorder.draw()
        recorded.append(recorder.frames[0])
        assert _hash(app.screen) != previous_hash
        press_keys(app, pygame.K_z)
        assert desk.strip.read_index is None
        press_keys(app, pygame.K_z)
        press(app, pygame.K_SPACE, down=False)
        app.frame()
        assert desk.strip.read_index is None
        app.pop()
    (outside, inside), (other_outside, other_inside) = recorded
    assert outside == other_outside
    assert inside != other_inside


@pytest.mark.slow
@pytest.mark.timeout(900)
@for_each("action_seed", [], range(3), range(3, 10))
def test_no_frame_shows_a_face_in_a_thousand_actions(app: App, action_seed: int) -> None:
    app.settings.speed = "fast"
    _compare_worlds(app, 100, action_seed)
