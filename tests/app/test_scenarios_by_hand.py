"""Every scenario is played by mouse alone, from the first screen to the page with its stars, and back to the list.

A Normal machine says what to do, as a friend who looks over one's shoulder; the mouse does that and nothing else.
Pictures are kept in the folder of the test.
"""

from __future__ import annotations

from dataclasses import fields
from math import dist
from pathlib import Path
from random import Random

import pytest

from grenade_salad import bots
from grenade_salad.app.games.live_grenade.scene import LiveGrenadeScene
from grenade_salad.app.games.salad.scene import SaladScene
from grenade_salad.app.puzzles import solvers
from grenade_salad.app.scenarios.playing import ScenarioSheet
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.shell.app import App
from grenade_salad.app.table import start
from grenade_salad.app.table.table import Table
from grenade_salad.core import Action
from grenade_salad.games.live_grenade.moves import CardPlay, Draw, Theft
from grenade_salad.games.salad import Arrow, Circles, End, Explosion, Footpath, Hammers, Move, Pass, Pointer
from grenade_salad.games.wheel.moves import Advance
from grenade_salad.scenarios import Scenario, shipped
from grenade_salad.text import say
from tests.app import salad_table
from tests.app.conftest import at_home, click, frames, until
from tools.play_evening import Evening
from tools.tables import on_top

pytestmark = pytest.mark.slow

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


def _answer(app: App, evening: Evening, table: Table, player: bots.Bot, seat: int) -> None:
    """Whether to answer what somebody does."""
    state = table.match.state
    action = player.decide(state.view(seat), state.legal(seat))
    pick = isinstance(action, Footpath) or not (isinstance(action, Pass) or action.passes)
    evening.picture("asked")
    assert table.reaction is not None
    buttons = table.reaction._buttons
    click(app, buttons[0 if pick else -1].rect.center)
    frames(app, 6, 0.1)


def _played(app: App, evening: Evening, scenario: Scenario) -> ScenarioSheet:
    """From the table's first moment to the sheet after the try."""
    table = on_top(app, Table)
    player = bots.make(scenario.game, "normal", scenario.seat, Random(7))
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
            _by_hand(app, evening, table, player.decide(state.view(scenario.seat), state.legal(scenario.seat)))


@pytest.mark.parametrize("scenario", shipped(), ids=lambda one: one.name)
def test_a_scenario_by_mouse_from_the_first_screen_to_its_stars(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: Scenario
) -> None:
    monkeypatch.setattr(start, "fresh_seed", lambda: _SEEDS.get(scenario.name, 11))
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
    assert solvers.load(app.data_folder).of(listed.person, scenario.game).scenarios.get(scenario.name, 0) == sheet.stars
    assert say(entry.words) == say(scenario.title)
