"""Every screen, at every size: nothing is cut, everything is reached by keys, mouse and pad, the focus is visible."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.ui.inputs import Key
from grenade_salad.app.ui.theme import BRASS_LIGHT
from grenade_salad.app.ui.widgets import Choice, Slider, Toggle
from grenade_salad.app.window.application import App
from tests.app.conftest import frames, key, mouse, pad, resize
from tests.app.screens import SCREENS, can_have_focus, seen, show

SIZES = (((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200), ((700, 1000), 75), ((1920, 540), 300))

LYING = ("set_up_wheel",)
"""Screens on which things that can be pressed lie on each other: dice on cards."""
ARROWS = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)


@pytest.mark.quick("home", "statistics", "live-grenade", "dialog", "rules")
@pytest.mark.parametrize("name", [name for name in SCREENS if name not in LYING])
def test_nothing_is_cut_or_covered_at_any_size(app: App, name: str) -> None:
    show(app, name)
    for size, scale in SIZES:
        app.settings.scale = scale
        resize(app, size)
        app.save_settings()
        app.draw()
        canvas = pygame.FRect(0, 0, *app.size).inflate(1, 1)
        items = [item for item in app.scene.widgets.items if item.visible]
        for index, one in enumerate(items):
            rect = one.rect if one.scroll is None else seen(one)
            assert canvas.contains(rect) or rect.height <= 0, (size, scale, one)
            assert one.rect.width >= 40, (size, scale, one)
            assert one.scroll is None or one.rect.right <= one.scroll.area.width + 1
            for other in items[index + 1 :]:
                part = seen(one).clip(seen(other))
                assert part.width * part.height < 1, (size, scale, one, other)


@pytest.mark.quick("home", "end", "wheel", "settings", "live-grenade")
@pytest.mark.parametrize("name", SCREENS)
def test_tab_goes_round_all_and_can_be_seen(app: App, name: str) -> None:
    show(app, name)
    app.settings.scale = 200
    app.save_settings()
    wanted = can_have_focus(app)
    found = []
    for _ in wanted:
        key(app, pygame.K_TAB)
        focus = app.scene.widgets.focus
        assert focus is not None
        found.append(focus)
        app.draw()
        shown = seen(focus)
        assert shown.height >= min(focus.rect.height, 30), "the focus is scrolled into view"
        assert _has_ring(app, shown), focus
    assert set(map(id, found)) == set(map(id, wanted))
    key(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.scene.widgets.focus is found[-2 if len(found) > 1 else 0]


def _has_ring(app: App, rect: pygame.FRect) -> bool:
    """Whether there is brass close around the box."""
    box = pygame.Rect(*(round(part * app.factor) for part in rect.inflate(16, 16)))
    box = box.clip(app.screen.get_rect())
    part = app.screen.subsurface(box)
    return bool(pygame.mask.from_threshold(part, BRASS_LIGHT, (3, 3, 3, 255)).count() > 40)


@pytest.mark.quick("100-home", "100-end", "200-home", "200-wheel", "200-settings", "100-live-grenade")
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("scale", [100, 200])
def test_arrows_alone_reach_everything(app: App, name: str, scale: int) -> None:
    show(app, name)
    app.settings.scale = scale
    app.save_settings()
    widgets = app.scene.widgets
    todo, reached = [widgets.focus], {id(widgets.focus)}
    while todo:
        start = todo.pop()
        assert start is not None
        for arrow in ARROWS[1::2] if isinstance(start, Choice | Slider | Toggle) else ARROWS:
            widgets.set_focus(start)
            for _ in range(60):
                widgets.handle(Key(arrow))
                if widgets.focus is not start:
                    break
            if id(widgets.focus) not in reached:
                reached.add(id(widgets.focus))
                todo.append(widgets.focus)
    assert reached == {id(item) for item in can_have_focus(app)}


@pytest.mark.parametrize("name", ["home", "settings", "dialog", "wheel"])
def test_the_pad_goes_everywhere_tab_goes(app: App, name: str) -> None:
    show(app, name)
    app.scene.widgets.set_focus(can_have_focus(app)[0])
    for expected in (*can_have_focus(app)[1:], can_have_focus(app)[0]):
        pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        assert app.scene.widgets.focus is expected


def test_a_frame_in_which_nothing_happens_is_not_drawn(app: App) -> None:
    for name in SCREENS:
        show(app, name)
        frames(app, 3)
        before = app.frames_drawn
        frames(app, 30)
        assert app.frames_drawn == before, name
        mouse(app, pygame.MOUSEMOTION, (2, app.size[1] - 2))
        mouse(app, pygame.MOUSEMOTION, (4, app.size[1] - 4))
        drawn = app.frames_drawn
        mouse(app, pygame.MOUSEMOTION, (6, app.size[1] - 6))
        assert app.frames_drawn == drawn, name


def test_what_the_mouse_is_over_is_drawn_so(app: App) -> None:
    show(app, "home")
    frames(app, 3)
    before = app.screen.copy()
    spot = can_have_focus(app)[-1].on_screen()
    mouse(app, pygame.MOUSEMOTION, spot.center)
    box = pygame.Rect(*(round(part * app.factor) for part in spot))
    assert pygame.image.tobytes(app.screen.subsurface(box), "RGB") != pygame.image.tobytes(
        before.subsurface(box), "RGB"
    )


def test_resizing_during_everything_loses_nothing(app: App) -> None:
    show(app, "live-grenade")
    entry = next(item for item in can_have_focus(app) if item.takes_text)
    app.scene.widgets.set_focus(entry)
    for size in ((960, 540), (3000, 700), (640, 1200), (200, 120), (2560, 1440), (1280, 720)):
        resize(app, size)
        assert app.scene.widgets.focus is entry
        assert app.screen.get_size() == size
        assert app.size[0] >= app.scene.smallest[0] - 1
    assert app.factor == 1.0


@pytest.mark.parametrize(("name", "least"), [("settings", 2.99), ("rules", 2.4), ("live-grenade", 2.4)])
def test_pages_become_as_large_as_was_asked_in_a_small_window(app: App, name: str, least: float) -> None:
    show(app, name)
    app.settings.scale = 300
    app.save_settings()
    resize(app, (1280, 720))
    assert app.factor >= least
    for widget in can_have_focus(app):
        app.scene.widgets.set_focus(widget)
        app.frame()
        assert app.screen.get_rect().contains(app.canvas().box(widget.on_screen())), widget
    app.pop()
    assert app.factor == 2.0
    assert app.size == (640, 360)
