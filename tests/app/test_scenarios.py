"""Scenarios in the window: found beside the puzzles, played by real events to both ends, opened, made and shared.

At the end every one of them by mouse alone, as a Normal machine says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from math import dist
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad import players
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.match import position_drafts
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import own, playing
from grenade_salad.app.scenarios.playing import ScenarioSheet
from grenade_salad.app.scenarios.saving import SavingScene
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action, State
from grenade_salad.games.live_grenade.actions import CardPlay, Draw, Theft
from grenade_salad.games.salad import Arrow, Circles, End, Explosion, Footpath, Hammers, Move, Pass, Pointer
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.journal.queries import Wanted
from grenade_salad.match import seeds
from grenade_salad.puzzles import progress
from grenade_salad.scenarios import Scenario, encoded, read, shipped
from grenade_salad.scenarios.shipped import FOLDER
from grenade_salad.text import say
from tests.app import salad_table
from tests.app.conftest import at_home, click, frames, key, until, write
from tests.app.history import press
from tools.play_evening import Evening
from tools.tables import journal_of, on_top


def named(name: str) -> Scenario:
    return next(one for one in shipped() if one.name == name)


def begun(app: App, scenario: Scenario) -> Table:
    """The table of a try, when it is the person's turn."""
    at_home(app)
    app.push(ScenariosScene(app))
    playing.play(app, scenario, "Ann")
    table = on_top(app, Table)
    until(app, lambda: table.actor is not None, 200)
    return table


def typed(app: App, table: Table, action: Action) -> None:
    """Do it by the line of words, with keys."""
    words = table.match.state.format_action(action, table.match.header.names)
    key(app, pygame.K_F12)
    write(app, words)
    key(app, pygame.K_RETURN)
    frames(app, 2)


def play(app: App, table: Table, decide: Callable[[State, int], Action]) -> ScenarioSheet:
    """Type what is decided, turn by turn, until the try is over; the sheet that tells what came of it."""
    while True:
        until(app, lambda: app.scene is not table or table.actor is not None or table.reaction is not None, 6000)
        if isinstance(app.scene, ScenarioSheet):
            return app.scene
        assert app.scene is table
        if table.reaction is not None:
            frames(app, 30)
            key(app, pygame.K_RETURN)  # Let it pass.
            continue
        assert table.actor is not None
        typed(app, table, decide(table.match.state, table.actor))


def as_solved(scenario: Scenario) -> Callable[[State, int], Action]:
    """What the seat does in the solution."""
    assert scenario.solution is not None
    its = iter([one for one in scenario.solution.entries if isinstance(one, Action) and one.seat == scenario.seat])
    return lambda state, seat: next(its)


def as_machine(scenario: Scenario, level: str) -> Callable[[State, int], Action]:
    """What a machine of that level does."""
    player = players.make(scenario.game, level, scenario.seat, Random(7))
    return lambda state, seat: player.decide(state.view(seat), state.legal_actions(seat))


def test_they_are_found_beside_the_puzzles_and_begun_by_mouse(app: App) -> None:
    at_home(app)
    app.push(PuzzlesScene(app))
    press(app, "Scenarios")
    scene = on_top(app, ScenariosScene)
    assert [one.scenario.kind for one in scene.buttons].count("task") == 6
    assert len(scene.buttons) == 12
    click(app, scene.buttons[0].on_screen().center)
    sheet = on_top(app, ScenarioSheet)
    assert say(scene.buttons[0].scenario.goal.message()) in sheet.told.said
    click(app, sheet.play_button.rect.center)
    frames(app, 5)
    table = on_top(app, Table)
    assert table.quest is not None
    assert table.quest.strip.asked == "Take 4 soldiers in this turn."
    assert table.quest.strip.rect.bottom <= app.size[1]
    assert table.places.hand.bottom <= table.quest.strip.rect.top
    assert isinstance(table.scene, SaladScene)
    assert all(card.low <= table.quest.strip.rect.top for card in table.scene.shown.cards), "their names are above it"


def test_a_task_is_reached_and_its_stars_are_kept(app: App) -> None:
    scenario = named("four-at-once")
    table = begun(app, scenario)
    sheet = play(app, table, as_solved(scenario))
    assert sheet.attempt is not None
    assert sheet.attempt.outcome == "reached"
    assert sheet.stars == 3
    assert progress.load(app.data_folder).of("Ann", scenario.game).scenarios == {scenario.name: 3}
    assert not journal_of(app).count(Wanted())
    click(app, sheet.play_button.rect.center)
    until(app, lambda: isinstance(app.scene, Table))
    assert app.scene is not table
    key(app, pygame.K_ESCAPE)
    press(app, "Leave the scenario")
    assert isinstance(app.scene, ScenariosScene)


def test_figures_of_machines_wait_behind_a_button(app: App) -> None:
    app.push(HomeScene(app))
    scenario = named("four-at-once")
    playing.show(app, scenario, "Ann")
    sheet = on_top(app, ScenarioSheet)
    assert not any("tries" in line for line in sheet.told.said)
    assert "One star for the goal, two for: 6 taken, three for: 7 taken." in sheet.told.said
    click(app, sheet.figures_button.rect.center)
    assert sheet.told.said[-3:] == [
        "Normal reached it in 200 of 200 tries.",
        "Hard reached it in 0 of 100 tries.",
        "Expert reached it in 40 of 40 tries.",
    ]
    assert sheet.told.rect.bottom <= sheet.play_button.rect.y
    click(app, sheet.figures_button.rect.center)
    assert not any("tries" in line for line in sheet.told.said)
    app.pop()
    unmeasured = replace(scenario, par={})
    playing.show(app, unmeasured, "Ann")
    assert on_top(app, ScenarioSheet).figures_button not in app.scene.widgets.items


def test_a_battle_is_played_to_its_end(app: App) -> None:
    scenario = named("four-hearts")
    table = begun(app, scenario)
    sheet = play(app, table, lambda state, seat: state.legal_actions(seat)[0])
    assert sheet.attempt is not None
    assert sheet.attempt.outcome in ("reached", "failed")
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")
    alive = sheet.attempt.now.view.alive  # type: ignore[attr-defined]
    assert alive[scenario.seat] == (sheet.attempt.outcome == "reached")
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ScenariosScene)


def test_a_try_that_fails_earns_nothing_and_is_begun_again_by_keys(app: App) -> None:
    table = begun(app, named("four-at-once"))
    sheet = play(app, table, lambda state, seat: End(seat))
    assert sheet.told.title == "Not this time"
    assert not sheet.stars
    assert not progress.load(app.data_folder).of("Ann", sheet.scenario.game).scenarios
    key(app, pygame.K_RETURN)
    until(app, lambda: isinstance(app.scene, Table))
    assert app.scene is not table


def test_hands_that_are_on_phones_only_are_not_shown(app: App) -> None:
    app.settings.hands_on_phones = True
    app.push(HomeScene(app))
    playing.play(app, named("hot-potato"), "Ann")
    assert isinstance(app.scene, HomeScene)


def test_a_strangers_file_is_dropped_kept_shared_and_removed(app: App, tmp_path: Path) -> None:
    file = tmp_path / "From Bo.scenario"
    file.write_bytes(encoded(replace(read_shipped("short-fuse"), title="Bo's fuse")))
    app.push(HomeScene(app))
    app.scene.dropped(file)
    sheet = on_top(app, ScenarioSheet)
    assert sheet.called() == "Bo's fuse"
    press(app, "Share")
    assert [one.name for one in (app.data_folder / "records").iterdir()] == ["From Bo.scenario"]
    app.pop()
    app.push(ScenariosScene(app))
    scene = on_top(app, ScenariosScene)
    assert scene.buttons[-1].words == "Bo's fuse"
    key(app, *[pygame.K_TAB] * scene.widgets.items.index(scene.buttons[-1]))
    scene.buttons[-1].accept()
    press(app, "Remove")
    assert not own.kept(app)[0]


def test_another_scenario_of_the_same_name_loses_nothing_and_earns_no_stars_of_ours(app: App, tmp_path: Path) -> None:
    own.keep(app, replace(named("two-left"), name="mine", title="Mine", story="Mine"))
    for name in ("mine", "hot-potato"):
        file = tmp_path / f"{name}.scenario"
        file.write_bytes(encoded(replace(named("two-left"), title="Theirs", story="Theirs")))
        taken = own.take(app, file)
        assert taken is not None
        assert taken.name == f"{name}-2"
        assert own.take(app, file) == taken, "the same one is kept once"
    kept = [(one.name, one.title) for one in own.kept(app)[0]]
    assert kept == [("hot-potato-2", "Theirs"), ("mine-2", "Theirs"), ("mine", "Mine")]


def test_nobody_else_is_called_as_the_person_is() -> None:
    scenario = named("hot-potato")
    seats = scenario.start().seats
    called = ", ".join(("Ann", "Bo", "Cy", "Dee")[:seats])
    scenario = replace(scenario, position=scenario.position.replace(f"seats {seats}", f"seats {called}"))
    for person in ("Ann", "Bo", "Zoe"):
        names = playing.names(scenario, person)
        assert names[scenario.seat] == person
        assert len(set(names)) == seats, names


@pytest.mark.parametrize(
    "data", [b"", b"\xff" * 1_000_000, b'{"scenario": 1}'], ids=["empty", "nonsense", "no position"]
)
def test_a_bad_file_is_refused_in_one_line(app: App, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bad.scenario"
    file.write_bytes(data)
    app.push(HomeScene(app))
    app.scene.dropped(file)
    assert isinstance(app.scene, HomeScene)
    said = app.messages.words[-1]
    assert said.startswith("bad.scenario:1: ")
    assert "\n" not in said
    assert len(said) < 300


def read_shipped(name: str) -> Scenario:
    """With its English words, as the file has it."""
    return read(FOLDER / f"{name}.scenario")


def test_a_position_becomes_a_scenario(app: App) -> None:
    line = "grenade-salad; seats 2; a0 300,200 0; b5 320,200 0; hand a arrow; hand b ?2; deck ?; turn a"
    app.push(HomeScene(app))
    position_drafts.show(app, "grenade-salad", line)
    editor = on_top(app, PositionEditor)
    press(app, "Share")
    press(app, "Save as a scenario")
    scene = on_top(app, SavingScene)
    press(app, "Save")
    assert app.scene is scene  # there is no title
    click(app, scene._rows[0].on_screen().center)
    write(app, "One arrow")
    press(app, "Save")
    assert app.scene is editor
    (made,) = own.kept(app)[0]
    assert made.title == "One arrow"
    assert made.position == editor.line
    assert made.goal.name == "take"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", shipped(), ids=lambda one: one.name)
def test_all_are_played_to_their_end(app: App, scenario: Scenario) -> None:
    table = begun(app, scenario)
    sheet = play(app, table, as_machine(scenario, "normal"))
    assert sheet.attempt is not None
    assert sheet.attempt.outcome
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")


_SEEDS = {
    "two-left": 22,
    "round-the-corner": 3,
    "three-against-seven": 1,
    "no-friend": 2,
    "short-fuse": 1,
    "four-hearts": 1,
    "hot-potato": 7,
    "poor-among-rich": 5,
}
"""With these a Normal reaches the goal."""


def _salad(app: App, scene: SaladScene, action: Action) -> None:
    """The mouse at the battlefield; for what is out of sight the whole table is looked at."""
    camera = scene.shown.camera
    if isinstance(action, End):
        salad_table.press(app, scene.controls.end)
        return
    ends = [point for point in (getattr(action, "to", None), getattr(action, "at", None)) if point is not None]
    who = [one for one in (getattr(action, "soldier", None), getattr(action, "target", None)) if one is not None]
    spots = [*map(camera.to_screen, ends), *(salad_table.at(scene, one) for one in who)]
    if not all(scene.battlefield.rect.collidepoint(spot) for spot in spots):
        salad_table.press(app, scene.controls.overview)
        frames(app, 6, 0.1)
        camera = scene.shown.camera
    if isinstance(action, Move):
        if action.to is not None:
            salad_table.drag(app, salad_table.at(scene, action.soldier), camera.to_screen(action.to))
        return
    assert isinstance(action, Arrow | Hammers | Explosion | Pointer | Circles)
    salad_table.choose(app, scene, action.do)
    frames(app, 2)
    if isinstance(action, Circles):
        salad_table.press(app, scene.controls.do)
    elif isinstance(action, Pointer):
        assert action.to is not None
        click(app, camera.to_screen(action.to))
    elif isinstance(action, Explosion):
        assert action.at is not None
        click(app, camera.to_screen(action.at))
    else:
        click(app, salad_table.at(scene, action.soldier))
        click(app, salad_table.at(scene, action.target))


def _live(app: App, scene: LiveGrenadeScene, action: Action) -> None:
    """The mouse at the cards: a card, and maybe from whom."""
    table = scene.table
    if isinstance(action, Draw):
        click(app, scene.shown.deck.rect.center)
        return
    assert isinstance(action, CardPlay)
    for card in action.cards:
        if card in scene.shown.chosen_cards:  # the first of a pair brings the second
            continue
        found = next(one for one in scene.shown.cards if one.card == card)
        click(app, (found.rect.x + 12, found.rect.y + 30))
        frames(app, 3)
    if isinstance(action, Theft):
        click(app, table.panels[action.target].rect.center)
    else:
        click(app, scene.shown.play_button.rect.center)


def _by_hand(app: App, evening: Evening, table: Table, action: Action) -> None:
    """Do it with the mouse; what the mouse did not do is no turn: it goes on with the first thing that ends one."""
    before = len(table.match.entries)
    frames(app, 6, 0.1)  # so much time that a press is meant for what is shown now
    if isinstance(table.scene, SaladScene):
        _salad(app, table.scene, action)
    elif isinstance(table.scene, LiveGrenadeScene):
        _live(app, table.scene, action)
    else:
        assert isinstance(action, Advance)
        evening.must(f"White die {action.die + 1}")
        frames(app, 3)
        if len(table.match.entries) == before and table.actor is not None:
            evening.must(f"White die {action.die + 1}")
    frames(app, 3)
    assert len(table.match.entries) > before, (action, app.messages.words[-3:])
    assert _alike(table.match.entries[before], action), (action, table.match.entries[before])


def _alike(done: object, wanted: Action) -> bool:
    """The same but for a pixel or two of a place, and the usual height of a drop."""
    if type(done) is not type(wanted):
        return False
    pairs = [(getattr(done, one.name), getattr(wanted, one.name)) for one in fields(wanted) if one.name != "height"]
    return all(dist(a, b) < 2 if isinstance(a, tuple) and isinstance(a[0], float) else a == b for a, b in pairs)


def _answer(app: App, evening: Evening, table: Table, player: players.Bot, seat: int) -> None:
    """Whether to answer what somebody does."""
    state = table.match.state
    action = player.decide(state.view(seat), state.legal_actions(seat))
    pick = isinstance(action, Footpath) or not (isinstance(action, Pass) or action.is_pass)
    evening.picture("asked")
    assert table.reaction is not None
    buttons = table.reaction._buttons
    click(app, buttons[0 if pick else -1].rect.center)
    frames(app, 6, 0.1)


def _played(app: App, evening: Evening, scenario: Scenario) -> ScenarioSheet:
    """From the table's first moment to the sheet after the try."""
    table = on_top(app, Table)
    player = players.make(scenario.game, "normal", scenario.seat, Random(7))
    turns = 0
    while True:
        until(
            app,
            lambda: app.scene is not table or (table.idle and (table.actor is not None or table.reaction is not None)),
            6000,
        )
        if isinstance(app.scene, ScenarioSheet):
            return app.scene
        assert app.scene is table, type(app.scene).__name__
        if turns < 6 or turns % 5 == 0:
            evening.picture(f"{turns}")
        turns += 1
        if table.reaction is not None:
            _answer(app, evening, table, player, scenario.seat)
        else:
            state = table.match.state
            _by_hand(app, evening, table, player.decide(state.view(scenario.seat), state.legal_actions(scenario.seat)))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", shipped(), ids=lambda one: one.name)
def test_a_scenario_by_mouse_from_the_first_screen_to_its_stars(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: Scenario
) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: _SEEDS.get(scenario.name, 11))
    at_home(app)
    evening = Evening(app, tmp_path / "pictures", 1)
    evening.game = scenario.name
    evening.must("Puzzles")
    evening.must("Scenarios")
    listed = on_top(app, ScenariosScene)
    entry = next(one for one in listed.buttons if one.scenario.name == scenario.name)
    listed.scroll.show(entry.rect)
    frames(app)
    evening.picture("list")
    click(app, entry.on_screen().center)
    evening.picture("sheet")
    evening.must("Play")
    sheet = _played(app, evening, scenario)
    frames(app, 3)
    evening.picture("over")
    assert sheet.attempt is not None
    assert sheet.attempt.outcome in ("reached", "failed")
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")
    assert bool(sheet.stars) or scenario.name in ("the-wall", "between-two")
    print(f"{scenario.name}: {sheet.attempt.outcome}, {sheet.stars} stars")
    evening.must("Back")
    assert app.scene is listed
    entry = next(one for one in listed.buttons if one.scenario.name == scenario.name)
    assert entry.stars == sheet.stars
    assert (
        progress.load(app.data_folder).of(listed.person, scenario.game).scenarios.get(scenario.name, 0) == sheet.stars
    )
    assert say(entry.words) == say(scenario.title)
