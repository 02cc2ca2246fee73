"""What is heard: everything that can be used has a name, and nothing is heard that may not be seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.accessibility.tree import ROOT, number_of
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.inputs import Asked
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.widgets import Choice, Slider
from grenade_salad.app.window.application import App
from grenade_salad.core import State
from grenade_salad.games.salad.actions import Drop, Keep
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, Match
from tests.app.accessibility.ear import PLAYERS, Ear, Found, Salad, play
from tests.app.conftest import at_home, frames
from tests.app.screens import SCREENS, can_have_focus, show
from tests.marks import slow_but
from tests.playing import some_action
from tools.tables import journal_of, on_top

NAMES = ("Ann", "Bo", "Cy")


class Tree:
    """The tree as the program makes it, without a system in between."""

    def __init__(self, app: App) -> None:
        self.app = app

    def nodes(self) -> list[Found]:
        tree = self.app.tree()
        return [
            Found(number, heard.role == "button", heard.name, heard.value, heard.about, heard.enabled)
            for number in tree.under()
            for heard in (tree.nodes[number][0],)
        ]

    def press(self, node: Found) -> None:
        number = node.number
        assert isinstance(number, int)
        self.app._input(Asked(number >> 20, "press", number & ((1 << 20) - 1)))
        self.wait()

    def wait(self) -> None:
        frames(self.app, 3, 0.1)


@pytest.mark.quick("home", "end", "settings", "live-grenade")
@pytest.mark.parametrize("name", SCREENS)
def test_every_widget_that_can_be_used_has_a_name(app: App, name: str) -> None:
    show(app, name)
    _all_have_names(app)


@pytest.mark.quick("wheel-3")
@pytest.mark.parametrize(
    ("name", "persons"),
    slow_but([("wheel", 1), ("wheel", 3), ("live-grenade", 3)], product(games.with_turns(), (1, 3))),
)
def test_everything_at_a_table_has_a_name(app: App, name: str, persons: int) -> None:
    """At whatever moment: before and in a turn, with cards that aim, asked, under covers, at the end."""
    scene = _sit_down(app, name, persons, 4)
    seen = set()
    for _ in islice(_moments(app, scene, Random(2), 4000), 150):
        _all_have_names(app)
        seen |= {type(item) for item in app.scene.widgets.items if item.visible}
        if scene.actor is not None and scene.idle and scene.viewer is None:
            scene.look(scene.actor, [Pick(line) for line in scene.hand_lines(scene.actor)])
            _all_have_names(app)
            app.pop()
    assert len(seen) > 3


@pytest.mark.parametrize("name", games.with_turns())
def test_everything_in_a_replay_has_a_name(app: App, name: str) -> None:
    show(app, "history")
    number = next(match.id for match in journal_of(app).matches() if match.game == name and match.finished)
    app.watch(number)
    frames(app, 3)
    _all_have_names(app)


def _all_have_names(app: App) -> None:
    tree = app.tree()
    for widget in can_have_focus(app):
        heard, parts = tree.nodes[number_of(widget.number)]
        assert heard.name.strip(), widget
        assert heard.acts or parts, widget
    for heard, _ in tree.nodes.values():
        assert not heard.acts or heard.name.strip()


@pytest.mark.quick("home", "end", "settings", "live-grenade", "rules")
@pytest.mark.parametrize("name", SCREENS)
def test_a_tree_is_a_tree_and_the_focus_is_in_it(app: App, name: str) -> None:
    show(app, name)
    tree = app.tree()
    numbers = list(tree.under(ROOT))
    assert sorted(numbers) == sorted(tree.nodes), "each node once"
    for widget in can_have_focus(app):
        app.scene.widgets.set_focus(widget)
        assert app.tree().focus in tree.nodes
        assert app.tree().focus >> 20 == widget.number


def test_what_is_set_through_the_tree_is_set(app: App) -> None:
    show(app, "settings")
    assert isinstance(app.scene, SettingsScene)
    app.scene.show(1)
    volume = next(item for item in app.scene.widgets.items if isinstance(item, Slider))
    app._input(Asked(volume.number, "set", value=30))
    assert app.settings.volume == pytest.approx(0.3)
    app._input(Asked(volume.number, "more"))
    assert app.settings.volume == pytest.approx(0.35)
    assert volume.heard().value == "35%"
    app.scene.show(0)
    speed = next(item for item in app.scene.widgets.items if isinstance(item, Choice))
    app._input(Asked(speed.number, "set", value="Instant"))
    assert app.settings.speed == "off"


def test_what_is_not_on_the_screen_cannot_be_used(app: App) -> None:
    show(app, "home")
    quit_button = next(item for item in app.scene.widgets.items if item.heard().name == "Quit")
    show(app, "settings")
    app._input(Asked(quit_button.number, "press"))
    assert len(app.stack) > 1
    assert not any(heard.name == "Quit" for heard, _ in app.tree().nodes.values())


# secrets


def _sit_down(app: App, name: str, persons: int, seed: int) -> Table:
    at_home(app)
    who = tuple(Controller("person" if seat < persons else "bot", "random") for seat in range(3))
    scene = start_match.scene_of(app, Match(Header(name, NAMES, games.load(name).options(), seed)), who)
    assert isinstance(scene, Table)
    app.push(scene)
    return scene


def _moments(app: App, scene: Table, rng: Random, most: int) -> Iterator[None]:
    """A match in which people do anything, one moment after another."""
    for _ in range(most):
        app.frame(0.1)
        if app.scene is not scene:
            return
        yield
        state = scene.match.state
        seats = [seat for seat in state.active_seats() if seat in scene.persons]
        if (
            scene.idle
            and seats
            and state.pending_chance() is None
            and (scene.actor is not None or scene.reaction is not None)
        ):
            scene.finish()
            scene.session.act(some_action(state, rng))
    raise AssertionError("the match did not end")


def _other_world(state: State, viewer: int | None, rng: Random) -> State:
    """What nobody at the screen can tell from this state: all hands are swapped but the viewer's."""
    return state.resample(viewer, rng) if viewer is not None else state.resample(0, rng).resample(1, rng)


def _heard(app: App, scene: Table) -> list[object]:
    """All that is heard of the table, and of the closed cover of each person."""
    tree = app.tree()
    found: list[object] = [tree.nodes[number][0] for number in tree.under()]
    if scene.idle and scene.viewer is None and scene.actor is not None:
        for seat in scene.persons:
            scene.look(seat, [Pick(line) for line in scene.hand_lines(seat)])
            tree = app.tree()
            found += [tree.nodes[number][0] for number in tree.under()]
            app.pop()
    return found


@pytest.mark.parametrize(
    ("name", "persons"),
    slow_but([("wheel", 3)], product(games.with_turns(), (1, 3))),
)
def test_no_hand_of_others_is_heard_over_a_whole_match(
    app: App, name: str, persons: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree, also that of each closed cover, is the same whatever the others hold."""
    rng = Random(f"{name}/{persons}")
    scene = _sit_down(app, name, persons, 3)
    looked = 0
    for number, _ in enumerate(_moments(app, scene, rng, 4000)):
        state = scene.match.state
        if state.pending_chance() is not None or state.is_over or number % 3:
            continue
        looked += 1
        before, view = _heard(app, scene), scene.view
        with monkeypatch.context() as patched:
            other = _other_world(state, scene.viewer, rng)
            patched.setattr(scene.match, "state", other)
            if scene.idle:
                patched.setattr(scene, "view", other.view(scene.viewer))
            assert _heard(app, scene) == before, "the tree tells what others hold"
        assert scene.view is view
    assert looked > 5


@pytest.mark.parametrize("name", games.with_turns())
def test_a_closed_cover_is_one_node_and_is_read_when_it_is_open(app: App, name: str) -> None:
    scene = _sit_down(app, name, 3, 5)
    for _ in range(200):
        app.frame(0.1)
    if name == "grenade-salad":
        scene.act(Drop(height=120.0, seat=0))
        frames(app, 60, 0.1)
        scene.act(Keep(seat=0))
        frames(app, 60, 0.1)
    scene.scene.seat_clicked(scene.actor if scene.actor is not None else 0)
    cover = on_top(app, Cover)
    closed = app.tree()
    sheet = number_of(cover.widgets.items[0].number)
    assert closed.nodes[sheet][1] == ()
    assert len(closed.nodes) <= 5 + len(list(scene.latest()))
    said = set(closed.lines())
    app._input(Asked(sheet >> 20, "press"))
    assert cover.open
    opened = set(app.tree().lines()) - said
    hand = set(scene.hand_lines(cover.who.seat))
    assert hand
    assert {line.split("\n")[0].casefold() for line in hand} <= {
        part.casefold() for line in opened for part in line.split("\n")
    }
    again = next(item for item in cover.widgets.items if item.heard().name == "Close the cover")
    app._input(Asked(again.number, "press"))
    assert not cover.open
    assert set(app.tree().lines()) == said


# a whole match


@pytest.mark.slow
@pytest.mark.parametrize("name", games.with_turns())
def test_a_whole_match_is_played_through_the_tree(app: App, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: 2)
    at_home(app)
    ear: Ear = Tree(app)
    box, player = PLAYERS[name]
    turn = player()
    said = list(play(ear, box, turn, ("Home",)))
    assert any(" win" in line for line in said)
    if isinstance(turn, Salad):
        assert turn.played
