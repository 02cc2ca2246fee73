"""The accessibility tree: all controls have names, and secrets stay secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.accessibility.tree import ROOT, make_node_id, node_owner
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.inputs import AssistiveInput
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.widgets import Choice, Slider
from grenade_salad.app.window.application import App
from grenade_salad.core import State
from grenade_salad.games.salad.actions import Drop, Keep
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, Match
from tests.app.accessibility.ear import PLAYERS, Ear, SaladListener, TreeEar, play, press_node
from tests.app.conftest import run_frames, show_home
from tests.app.screens import SCREENS, focusable_widgets, show
from tests.marks import slow_but
from tests.playing import choose_random_action
from tools.tables import get_journal, get_top_scene

NAMES = ("Ann", "Bo", "Cy")
_MAX_FRAMES = 4000
"""Frames of a tenth of a second after which a match should be over."""


@pytest.mark.quick("home", "end", "settings", "live-grenade")
@pytest.mark.parametrize("name", SCREENS)
def test_every_usable_widget_has_a_name(app: App, name: str) -> None:
    show(app, name)
    _check_names(app)


@pytest.mark.quick("wheel-3")
@pytest.mark.parametrize(
    ("name", "persons"),
    slow_but([("wheel", 1), ("wheel", 3), ("live-grenade", 3)], product(games.with_turns(), (1, 3))),
)
def test_everything_at_a_table_has_a_name(app: App, name: str, persons: int) -> None:
    """Check every moment: in and between turns, aiming, asked, covered, at the end."""
    scene = _sit_down(app, name, persons, 4)
    widget_types = set()
    for _ in islice(_play_moments(app, scene, Random(2)), 150):
        _check_names(app)
        widget_types |= {type(item) for item in app.scene.widgets.items if item.visible}
        if scene.controller.actor is not None and scene.controller.is_idle and scene.controller.viewer is None:
            scene.look(scene.controller.actor, [Pick(line) for line in scene.hand_lines(scene.controller.actor)])
            _check_names(app)
            app.pop()
    assert len(widget_types) > 3


@pytest.mark.parametrize("name", games.with_turns())
def test_everything_in_a_replay_has_a_name(app: App, name: str) -> None:
    show(app, "history")
    match_id = next(match.id for match in get_journal(app).matches() if match.game == name and match.finished)
    app.watch(match_id)
    run_frames(app, 3)
    _check_names(app)


def _check_names(app: App) -> None:
    tree = app.tree()
    for widget in focusable_widgets(app):
        heard, parts = tree.nodes[make_node_id(widget.id)]
        assert heard.name.strip(), widget
        assert heard.acts or parts, widget
    for heard, _ in tree.nodes.values():
        assert not heard.acts or heard.name.strip()


@pytest.mark.quick("home", "end", "settings", "live-grenade", "rules")
@pytest.mark.parametrize("name", SCREENS)
def test_tree_lists_each_node_once_and_contains_the_focus(app: App, name: str) -> None:
    show(app, name)
    tree = app.tree()
    node_ids = list(tree.walk(ROOT))
    assert sorted(node_ids) == sorted(tree.nodes), "each node once"
    for widget in focusable_widgets(app):
        app.scene.widgets.set_focus(widget)
        assert app.tree().focus in tree.nodes
        assert node_owner(app.tree().focus) == widget.id


def test_tree_sets_values(app: App) -> None:
    show(app, "settings")
    assert isinstance(app.scene, SettingsScene)
    app.scene.show(1)
    volume = next(item for item in app.scene.widgets.items if isinstance(item, Slider))
    app._handle_input(AssistiveInput(volume.id, "set", value=30))
    assert app.settings.volume == pytest.approx(0.3)
    app._handle_input(AssistiveInput(volume.id, "more"))
    assert app.settings.volume == pytest.approx(0.35)
    assert volume.accessible_node().value == "35%"
    app.scene.show(0)
    speed = next(item for item in app.scene.widgets.items if isinstance(item, Choice))
    app._handle_input(AssistiveInput(speed.id, "set", value="Instant"))
    assert app.settings.speed == "off"


def test_hidden_widgets_cannot_be_used(app: App) -> None:
    show(app, "home")
    quit_button = next(item for item in app.scene.widgets.items if item.accessible_node().name == "Quit")
    show(app, "settings")
    press_node(app, make_node_id(quit_button.id))
    assert len(app.stack) > 1
    assert not any(heard.name == "Quit" for heard, _ in app.tree().nodes.values())


# Secrets


def _sit_down(app: App, name: str, persons: int, seed: int) -> TableScene:
    show_home(app)
    controllers = tuple(Controller("person" if seat < persons else "bot", "random") for seat in range(3))
    scene = start_match.make_match_table(app, Match(Header(name, NAMES, games.load(name).options(), seed)), controllers)
    assert isinstance(scene, TableScene)
    app.push(scene)
    return scene


def _play_moments(app: App, scene: TableScene, rng: Random) -> Iterator[None]:
    """Let people act at random, and yield after each frame."""
    for _ in range(_MAX_FRAMES):
        app.frame(0.1)
        if app.scene is not scene:
            return
        yield
        state = scene.controller.match.state
        seats = [seat for seat in state.active_seats() if seat in scene.controller.persons]
        if (
            scene.controller.is_idle
            and seats
            and state.pending_chance() is None
            and (scene.controller.actor is not None or scene.reaction is not None)
        ):
            scene.controller.show_everything()
            scene.controller.session.act(choose_random_action(state, rng))
    raise AssertionError("the match did not end")


def _resample_hidden_hands(state: State, viewer: int | None, rng: Random) -> State:
    """Return a state that nobody at the screen can tell from this one.

    All hands are resampled except the viewer's.
    """
    return state.resample(viewer, rng) if viewer is not None else state.resample(0, rng).resample(1, rng)


def _audible_nodes(app: App, scene: TableScene) -> list[object]:
    """Return all that is heard of the table and of each person's closed cover."""
    tree = app.tree()
    nodes: list[object] = [tree.nodes[node_id][0] for node_id in tree.walk()]
    if scene.controller.is_idle and scene.controller.viewer is None and scene.controller.actor is not None:
        for seat in scene.controller.persons:
            scene.look(seat, [Pick(line) for line in scene.hand_lines(seat)])
            tree = app.tree()
            nodes += [tree.nodes[node_id][0] for node_id in tree.walk()]
            app.pop()
    return nodes


@pytest.mark.parametrize(
    ("name", "persons"),
    slow_but([("wheel", 3)], product(games.with_turns(), (1, 3))),
)
def test_no_rival_hand_is_heard_over_a_whole_match(
    app: App, name: str, persons: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree and each closed cover are the same whatever the rivals hold."""
    rng = Random(f"{name}/{persons}")
    scene = _sit_down(app, name, persons, 3)
    check_count = 0
    for index, _ in enumerate(_play_moments(app, scene, rng)):
        state = scene.controller.match.state
        if state.pending_chance() is not None or state.is_over or index % 3:
            continue
        check_count += 1
        expected, view = _audible_nodes(app, scene), scene.controller.view
        with monkeypatch.context() as patched:
            other_state = _resample_hidden_hands(state, scene.controller.viewer, rng)
            patched.setattr(scene.controller.match, "state", other_state)
            if scene.controller.is_idle:
                patched.setattr(scene.controller, "view", other_state.view(scene.controller.viewer))
            assert _audible_nodes(app, scene) == expected, "the tree tells what others hold"
        assert scene.controller.view is view
    assert check_count > 5


@pytest.mark.parametrize("name", games.with_turns())
def test_closed_cover_is_one_node_and_open_cover_is_read(app: App, name: str) -> None:
    scene = _sit_down(app, name, 3, 5)
    for _ in range(200):
        app.frame(0.1)
    if name == "grenade-salad":
        scene.controller.act(Drop(height=120.0, seat=0))
        run_frames(app, 60, 0.1)
        scene.controller.act(Keep(seat=0))
        run_frames(app, 60, 0.1)
    scene.board.on_seat_clicked(scene.controller.actor if scene.controller.actor is not None else 0)
    cover = get_top_scene(app, Cover)
    closed = app.tree()
    closed_node = make_node_id(cover.widgets.items[0].id)
    assert closed.nodes[closed_node][1] == ()
    assert len(closed.nodes) <= 5 + len(list(scene.announcements()))
    closed_lines = set(closed.lines())
    press_node(app, closed_node)
    assert cover.is_open
    opened_lines = set(app.tree().lines()) - closed_lines
    hand = set(scene.hand_lines(cover.owner.seat))
    assert hand
    assert {line.split("\n")[0].casefold() for line in hand} <= {
        part.casefold() for line in opened_lines for part in line.split("\n")
    }
    close_button = next(item for item in cover.widgets.items if item.accessible_node().name == "Close the cover")
    press_node(app, make_node_id(close_button.id))
    assert not cover.is_open
    assert set(app.tree().lines()) == closed_lines


# A whole match


@pytest.mark.slow
@pytest.mark.parametrize("name", games.with_turns())
def test_whole_match_is_played_through_the_tree(app: App, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: 2)
    show_home(app)
    ear: Ear = TreeEar(app)
    box, player = PLAYERS[name]
    turn = player()
    texts = list(play(ear, box, turn, ("Home",)))
    assert any(" win" in line for line in texts)
    if isinstance(turn, SaladListener):
        assert turn.played_count
