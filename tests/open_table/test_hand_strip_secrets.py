"""No pixel outside the open strip depends on what the table may not see: two worlds that differ only in that."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.window.application import App
from grenade_salad.games.open_table import boxes
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, mouse, until, write
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import DOWN, MOVE, UP, at, card, lay, lying, press, rest, settle_key, state

Frame = tuple[int, int | None]
_KINDS = (
    *("hold", "draw", "out", "out", "move", "undo", "pass", "deal", "look", "seat") * 2,
    *("write", "show", "search", "asked", "measure"),
)


_DECK = boxes.CARDS.kinds[0]
CARDS = replace(boxes.CARDS, kinds=(replace(_DECK, fronts=_DECK.fronts[::2], blank=True),))
"""Half a deck, on which one can write."""


class Camera:
    """Every frame that is drawn: the window without its strip while that is open, and the open strip."""

    def __init__(self, app: App) -> None:
        self.frames: list[Frame] = []
        self.scene: OpenTableScene | None = None
        self._app, self._draw = app, app.draw

    def draw(self) -> None:
        self._draw()
        if self.scene is None or self._app.scene is not self.scene.table:
            return
        shown = pygame.display.get_surface()
        assert shown is not None
        window = shown.copy()
        strip = None
        if self.scene.desk.strip_open:
            box = pygame.Rect(self.scene.desk.strip.box.inflate(2, 2))
            strip = _hash(window.subsurface(box.clip(window.get_rect())).copy())
            window.fill((0, 0, 0), box)
        self.frames.append((_hash(window), strip))


def _hash(surface: pygame.Surface) -> int:
    """Python's own, of 64 bits: the half of such a film's time was a longer one."""
    return hash(surface.get_buffer().raw)


def _drag(app: App, scene: OpenTableScene, start: tuple[float, float], end: tuple[float, float], down: bool) -> None:
    mouse(app, MOVE, start)
    mouse(app, DOWN, start)
    mouse(app, MOVE, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    if down and any(one.carry is not None for one in scene.desk.hands.values()):
        key(app, pygame.K_f)
    mouse(app, MOVE, end)
    mouse(app, UP, end)


def _anything(app: App, scene: OpenTableScene, luck: Random) -> None:
    """Something that turns nothing up: it is drawn, dealt, carried out face down, looked at, searched, written, shown
    to one, measured, undone, passed on."""
    desk = scene.desk
    where = at(scene, luck.uniform(60, 840), luck.uniform(60, 180))  # not onto the discard pile, where cards lie open
    kind = luck.choice(_KINDS)
    loose = [one for one in desk.things if one.holder is None]
    if kind in ("hold", "out") and desk.hand_count:
        press(app, pygame.K_SPACE)
        place = luck.randrange(desk.hand_count)
        if kind == "out" and not desk.looking():
            _drag(app, scene, card(scene, place), where, desk.strip.lands == "up")
        elif kind == "hold":
            key(app, pygame.K_RIGHT, pygame.K_z)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "draw" and desk.thing(1) is not None:
        _drag(app, scene, lying(scene, 1), desk.strip.box.center, down=False)
    elif kind == "move" and loose:
        _drag(app, scene, lying(scene, luck.choice(loose).key), where, down=False)
    elif kind == "look" and loose:
        mouse(app, DOWN, lying(scene, loose[-1].key))
        mouse(app, UP, lying(scene, loose[-1].key))
        key(app, pygame.K_v)
    elif kind in ("undo", "pass", "seat"):
        key(app, {"undo": pygame.K_u, "pass": pygame.K_END, "seat": luck.choice((pygame.K_1, pygame.K_2))}[kind])
    elif kind == "deal" and desk.thing(1) is not None and not state(scene).view(None).holders[0].count:
        mouse(app, DOWN, scene.panel.of_box[0].rect.center)
        mouse(app, UP, scene.panel.of_box[0].rect.center)
    else:
        _rarer(app, scene, luck, kind, where)
    rest(app, scene)


def _rarer(app: App, scene: OpenTableScene, luck: Random, kind: str, where: tuple[float, float]) -> None:
    """The verbs that ask for more."""
    desk = scene.desk
    stack = next((one for one in desk.things if one.stack), None)
    if kind in ("write", "show") and desk.hand_count:
        press(app, pygame.K_SPACE)
        key(app, *[pygame.K_RIGHT] * luck.randint(1, desk.hand_count))
        key(app, pygame.K_w if kind == "write" else pygame.K_v)
        if kind == "write":
            press(app, pygame.K_SPACE, down=False)
            write(app, "abc")
        mouse(app, MOVE, where)
        if desk.asking or app.scene is not scene.table:
            key(app, pygame.K_RETURN)
        if app.scene is not scene.table:
            key(app, pygame.K_ESCAPE)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "search" and stack is not None:
        for step in (DOWN, UP):
            mouse(app, step, lying(scene, stack.key))
        settle_key(app, pygame.K_v)
        press(app, pygame.K_SPACE)
        for _ in range(luck.randint(1, 2)):
            settle_key(app, *[pygame.K_RIGHT] * luck.randint(1, 4), pygame.K_t)
        if luck.randrange(2) and desk.asking:  # else Enter would play a card of the hand, face up
            key(app, pygame.K_RETURN)
        press(app, pygame.K_SPACE, down=False)
    elif kind == "asked" and stack is not None:
        for step in (DOWN, UP):
            mouse(app, step, lying(scene, stack.key))
        if list(desk.chosen) == [stack.key]:  # else a single card lies on it, which F turns up
            key(app, pygame.K_f, pygame.K_ESCAPE)
    elif kind == "measure":
        key(app, pygame.K_x, *[pygame.K_TAB] * luck.randrange(3), pygame.K_RETURN)
        _drag(app, scene, where, at(scene, 400, 300), down=False)
        key(app, pygame.K_ESCAPE)


def _filmed(app: App, seed: int, actions: int, luck: int) -> list[Frame]:
    until(app, lambda: not app.messages.words)  # a line of the film before is in no frame of this one
    scene = lay(app, CARDS, seed=seed)
    camera = Camera(app)
    camera.scene = scene
    app.draw = camera.draw  # type: ignore[method-assign]
    try:
        random = Random(luck)
        mouse(app, DOWN, scene.panel.of_box[0].rect.center)
        mouse(app, UP, scene.panel.of_box[0].rect.center)
        rest(app, scene)
        for _ in range(actions):
            _anything(app, scene, random)
        frames(app)
    finally:
        del app.draw
    app.pop()
    return camera.frames


def _compare(app: App, actions: int, luck: int) -> None:
    one, other = (_filmed(app, seed, actions, luck) for seed in (3, 4))
    assert len(one) == len(other)
    for number, (first, second) in enumerate(zip(one, other, strict=True)):
        assert first[0] == second[0], f"frame {number} of {len(one)} shows what nobody may see (luck {luck})"
        assert (first[1] is None) == (second[1] is None)
    assert any(first[1] != second[1] for first, second in zip(one, other, strict=True)), "the open strip shows faces"


@pytest.mark.rule("OT-19")
def test_no_frame_shows_a_face_outside_the_open_strip(app: App) -> None:
    app.settings.speed = "fast"
    _compare(app, 6, 66)  # a search and a line that is written are among them


def test_a_card_of_the_strip_is_read_large_in_the_strip_and_while_it_is_open(app: App) -> None:
    """The frame holds nothing of it outside the strip; closing puts it away, and so does a press."""
    app.settings.speed = "off"
    seen = []
    for seed in (3, 4):
        scene = lay(app, CARDS, seed=seed)
        desk = scene.desk
        click(app, scene.panel.of_box[0].rect.center)
        rest(app, scene)
        press(app, pygame.K_SPACE)
        before = _hash(app.screen)
        mouse(app, MOVE, card(scene, 2))
        key(app, pygame.K_z)
        assert desk.strip.reads == 2
        assert not desk.reading
        camera = Camera(app)
        camera.scene = scene
        camera.draw()
        seen.append(camera.frames[0])
        assert _hash(app.screen) != before
        key(app, pygame.K_z)
        assert desk.strip.reads is None
        key(app, pygame.K_z)
        press(app, pygame.K_SPACE, down=False)
        app.frame()
        assert desk.strip.reads is None
        app.pop()
    (outside, inside), (other, another) = seen
    assert outside == other
    assert inside != another


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_frame_shows_a_face_in_a_thousand_actions(app: App) -> None:
    app.settings.speed = "fast"
    for luck in range(10):
        _compare(app, 100, luck)
