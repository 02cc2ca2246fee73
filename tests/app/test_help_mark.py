"""Question marks beside short sentences: for all inputs and for listeners."""

from __future__ import annotations

from typing import Literal

import pygame

from grenade_salad.app.accessibility.tree import build_tree
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.ui.help_mark import HelpMark
from grenade_salad.app.ui.inputs import PointerInput, ScrollInput
from grenade_salad.app.window.application import App
from tests.app.conftest import click, press_keys, run_frames, show_home

READERS_NOTE = "Some readers say only what has the focus"
"""Part of the details of the setting "Ear mode"."""
_TAP: tuple[Literal["down", "up"], ...] = ("down", "up")


def open_accessibility(app: App) -> tuple[SettingsScene, HelpMark]:
    """Return the settings at the page of accessibility, and its first question mark."""
    show_home(app)
    scene = SettingsScene(app)
    app.push(scene)
    scene.show(3)
    return scene, next(item for item in scene.widgets.items if isinstance(item, HelpMark))


def test_question_mark_follows_its_row_in_the_order_of_tab(app: App) -> None:
    scene, mark = open_accessibility(app)
    row = next(item for item in scene.widgets.items if item.label == "Ear mode")
    scene.widgets.set_focus(row)
    press_keys(app, pygame.K_TAB)
    assert scene.widgets.focus is mark
    press_keys(app, pygame.K_RETURN)
    words, _, _ = scene.widgets.tip()
    assert READERS_NOTE in words
    run_frames(app, 600)
    assert scene.widgets.tip()[0] == words, "it waits until it has been read"
    press_keys(app, pygame.K_TAB)
    assert scene.widgets.tip()[0] != words


def test_click_and_tap_show_the_details_until_the_next_press(app: App) -> None:
    scene, mark = open_accessibility(app)
    middle = mark.on_screen().center
    click(app, middle)
    assert READERS_NOTE in scene.widgets.tip()[0]
    click(app, middle)
    assert not scene.widgets.tip()[0]
    for kind in _TAP:
        scene.handle(PointerInput(kind, middle, button=1, finger=True))
    assert READERS_NOTE in scene.widgets.tip()[0]
    beside = (scene.page_rect.x + 3, scene.page_rect.bottom - 3)
    for kind in _TAP:
        scene.handle(PointerInput(kind, beside, button=1, finger=True))
    assert not scene.widgets.tip()[0]


def test_details_of_a_mark_that_is_scrolled_away_are_not_shown(app: App) -> None:
    scene, mark = open_accessibility(app)
    scene.layout((700.0, 300.0))
    scene.widgets.set_focus(mark)
    click(app, mark.on_screen().center)
    assert READERS_NOTE in scene.widgets.tip()[0]
    area = scene.form.scroll.area
    scene.handle(ScrollInput(area.center, -20))
    assert not mark.on_screen().colliderect(area)
    assert not scene.widgets.tip()[0]
    scene.handle(ScrollInput(area.center, 20))
    scene.widgets.set_focus(mark)
    assert READERS_NOTE in scene.widgets.tip()[0]


def test_pointer_over_it_shows_the_details_as_a_tooltip(app: App) -> None:
    scene, mark = open_accessibility(app)
    scene.handle(PointerInput("move", mark.on_screen().center))
    run_frames(app, 60)
    assert READERS_NOTE in scene.widgets.tip()[0]


def test_reader_hears_the_details_as_the_description(app: App) -> None:
    _, mark = open_accessibility(app)
    node = mark.accessible_node()
    assert (node.role, node.name) == ("button", "More about this")
    assert READERS_NOTE in node.description
    assert any(READERS_NOTE in line for line in build_tree(app.stack).lines())
