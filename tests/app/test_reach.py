"""Every screen at every size: nothing is cut, and all widgets are reachable.

They are reached by keys, mouse and gamepad, and the focus is visible.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.text_panel import TextPanel
from grenade_salad.app.ui.inputs import KeyInput
from grenade_salad.app.ui.theme import BRASS_LIGHT
from grenade_salad.app.ui.widgets import Choice, Slider, Toggle
from grenade_salad.app.window.application import App
from tests.app.conftest import post_mouse, press_keys, press_pad, resize, run_frames
from tests.app.screens import SCREENS, SIZES, focusable_widgets, show, visible_rect

OVERLAPPING = ("set_up_wheel",)
"""Screens on which pressable widgets overlap: dice on cards."""
ARROWS = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)


@pytest.mark.quick("home", "statistics", "live-grenade", "dialog", "rules")
@pytest.mark.parametrize("name", [name for name in SCREENS if name not in OVERLAPPING])
def test_nothing_is_cut_or_covered_at_any_size(app: App, name: str) -> None:
    show(app, name)
    for size, scale in SIZES:
        app.settings.scale = scale
        resize(app, size)
        app.save_settings()
        app.draw()
        canvas = pygame.FRect(0, 0, *app.size).inflate(1, 1)
        items = [item for item in app.scene.widgets.items if item.visible]
        for index, widget in enumerate(items):
            rect = widget.rect if widget.scroll is None else visible_rect(widget)
            assert canvas.contains(rect) or rect.height <= 0, (size, scale, widget)
            assert widget.rect.width >= 40, (size, scale, widget)
            assert widget.scroll is None or widget.rect.right <= widget.scroll.area.width + 1
            for other_widget in items[index + 1 :]:
                if isinstance(widget, TextPanel) and other_widget is widget.help_mark:
                    continue  # It stands in its panel, behind a line of text.
                overlap = visible_rect(widget).clip(visible_rect(other_widget))
                assert overlap.width * overlap.height < 1, (size, scale, widget, other_widget)


@pytest.mark.quick("home", "end", "wheel", "settings", "live-grenade")
@pytest.mark.parametrize("name", SCREENS)
def test_tab_visits_every_widget_with_visible_focus(app: App, name: str) -> None:
    show(app, name)
    app.settings.scale = 200
    app.save_settings()
    expected_widgets = focusable_widgets(app)
    focused_widgets = []
    for _ in expected_widgets:
        press_keys(app, pygame.K_TAB)
        focus = app.scene.widgets.focus
        assert focus is not None
        focused_widgets.append(focus)
        app.draw()
        focus_rect = visible_rect(focus)
        assert focus_rect.height >= min(focus.rect.height, 30), "the focus is scrolled into view"
        assert _has_ring(app, focus_rect), focus
    assert set(map(id, focused_widgets)) == set(map(id, expected_widgets))
    press_keys(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.scene.widgets.focus is focused_widgets[-2 if len(focused_widgets) > 1 else 0]


def _has_ring(app: App, rect: pygame.FRect) -> bool:
    """True if there is a brass ring close around the box."""
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
    pending, reached = [widgets.focus], {id(widgets.focus)}
    while pending:
        start = pending.pop()
        assert start is not None
        for arrow in ARROWS[1::2] if isinstance(start, Choice | Slider | Toggle) else ARROWS:
            widgets.set_focus(start)
            for _ in range(60):
                widgets.handle(KeyInput(arrow))
                if widgets.focus is not start:
                    break
            if id(widgets.focus) not in reached:
                reached.add(id(widgets.focus))
                pending.append(widgets.focus)
    assert reached == {id(item) for item in focusable_widgets(app)}


@pytest.mark.parametrize("name", ["home", "settings", "dialog", "wheel"])
def test_pad_reaches_every_widget_that_tab_reaches(app: App, name: str) -> None:
    show(app, name)
    app.scene.widgets.set_focus(focusable_widgets(app)[0])
    for expected in (*focusable_widgets(app)[1:], focusable_widgets(app)[0]):
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        assert app.scene.widgets.focus is expected


def test_idle_frame_is_not_drawn(app: App) -> None:
    for name in SCREENS:
        show(app, name)
        run_frames(app, 3)
        previous_count = app.frames_drawn
        run_frames(app, 30)
        assert app.frames_drawn == previous_count, name
        post_mouse(app, pygame.MOUSEMOTION, (2, app.size[1] - 2))
        post_mouse(app, pygame.MOUSEMOTION, (4, app.size[1] - 4))
        drawn_count = app.frames_drawn
        post_mouse(app, pygame.MOUSEMOTION, (6, app.size[1] - 6))
        assert app.frames_drawn == drawn_count, name


def test_hovered_widget_is_highlighted(app: App) -> None:
    show(app, "home")
    run_frames(app, 3)
    previous_picture = app.screen.copy()
    spot = focusable_widgets(app)[-1].on_screen()
    post_mouse(app, pygame.MOUSEMOTION, spot.center)
    box = pygame.Rect(*(round(part * app.factor) for part in spot))
    assert pygame.image.tobytes(app.screen.subsurface(box), "RGB") != pygame.image.tobytes(
        previous_picture.subsurface(box), "RGB"
    )


def test_resizing_keeps_focus_and_layout(app: App) -> None:
    show(app, "live-grenade")
    entry = next(item for item in focusable_widgets(app) if item.takes_text)
    app.scene.widgets.set_focus(entry)
    for size in ((960, 540), (3000, 700), (640, 1200), (200, 120), (2560, 1440), (1280, 720)):
        resize(app, size)
        assert app.scene.widgets.focus is entry
        assert app.screen.get_size() == size
        assert app.size[0] >= app.scene.smallest[0] - 1
    assert app.factor == 1.0


@pytest.mark.parametrize(("name", "min_factor"), [("settings", 2.99), ("rules", 2.4), ("live-grenade", 2.4)])
def test_pages_reach_the_chosen_scale_in_a_small_window(app: App, name: str, min_factor: float) -> None:
    show(app, name)
    app.settings.scale = 300
    app.save_settings()
    resize(app, (1280, 720))
    assert app.factor >= min_factor
    for widget in focusable_widgets(app):
        app.scene.widgets.set_focus(widget)
        app.frame()
        assert app.screen.get_rect().contains(app.canvas().pixel_rect(widget.on_screen())), widget
    app.pop()
    assert app.factor == 2.0
    assert app.size == (640, 360)
