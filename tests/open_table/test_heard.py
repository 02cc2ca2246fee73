"""What is heard of the open table: places first, then pieces, by their place; secrets while the strip is open alone."""

from __future__ import annotations

import pygame

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box
from tests.app.accessibility.listener import Listener
from tests.app.conftest import app as app
from tests.app.conftest import click, key, mouse, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import card, drag, lay, press, rest


def box(name: str) -> Box:
    return bundled.opened(name).box


def lines(app: App) -> list[str]:
    """All that a reader is given."""
    return list(app.tree().lines())


def stops(scene: OpenTableScene) -> list[str]:
    """The table as a reader goes through it."""
    return [part.name for part in scene.ground.heard().parts]


def chosen(scene: OpenTableScene) -> str:
    return scene.ground.heard().value


def test_places_come_first_then_what_lies_loose(app: App) -> None:
    scene = lay(app, box("cards"))
    assert stops(scene) == [
        "Draw pile: 52 cards, face down",
        "Discard pile: empty",
        "Jokers: 2 cards, face down",
    ]
    scene.table.act(actions.Move(0, of="draw", to="discard"))
    rest(app, scene)
    assert stops(scene)[1].startswith("Discard pile: 1 card, top the ")
    assert [line for line in lines(app) if line == stops(scene)[1]], "the table in words has the same line"
    scene.table.widgets.set_focus(scene.ground)
    key(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert chosen(scene) == stops(scene)[1]
    key(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP)
    assert chosen(scene) == stops(scene)[2]
    assert scene.ground.part == scene.ground.heard().parts[2].key
    scene.ground.use_part(scene.ground.heard().parts[0].key, "press")
    assert scene.desk.chosen == ["draw"]


def test_a_piece_is_heard_with_its_square_and_where_it_would_go(app: App) -> None:
    scene = lay(app, box("chess"))
    assert "The white pawn, e2" in stops(scene)
    assert stops(scene)[:2] == ["Ann's captures: empty", "Bo's captures: empty"]
    pawn = next(one for one in scene.desk.things if one.at == (345.0, 175.0))
    scene.desk.choose([pawn.key])
    key(app, pygame.K_m, pygame.K_UP, pygame.K_UP)
    assert "The white pawn, e4" in lines(app)
    key(app, pygame.K_RETURN)
    rest(app, scene)
    assert scene.table.log.lines[-1].words == "Ann moves the white pawn from e2 to e4"


def test_what_has_changed_since_i_did_something(app: App) -> None:
    app.settings.ears, app.settings.speed = "on", "off"
    scene = lay(app, box("cards"))
    heard = Listener(app)
    scene.table.act(actions.Deal(0, "draw", 2))
    rest(app, scene)
    for _ in range(7):
        scene.table.act(actions.Move(1, of="draw", to="hand 1"))
        rest(app, scene)
    key(app, pygame.K_F4)
    until(app, lambda: (heard.look(), not scene.table.ears.waits)[1])
    [told] = [said.words for said in heard.heard if said.words.count("Bo takes") == 7]
    assert "deals" not in told


def test_two_worlds_sound_alike_but_for_the_open_strip(app: App) -> None:
    app.push(HomeScene(app))
    told = []
    for seed in (3, 4):
        scene = lay(app, box("cards"), seed=seed)
        found: list[list[str]] = []
        click(app, scene.panel.of_box[0].rect.center)
        rest(app, scene)
        found.append(lines(app))
        press(app, pygame.K_SPACE)
        key(app, pygame.K_RIGHT)
        hand = scene.hand.heard()
        assert len(hand.parts) == 5
        assert hand.value == hand.parts[0].name
        secret = {part.name for part in hand.parts}
        found.append([line for line in lines(app) if line not in secret])
        drag(app, card(scene, 1), scene.desk.camera.to_screen((450, 300)), lay_down=False)
        key(app, pygame.K_f)
        found.append([line for line in lines(app) if line not in secret])
        press(app, pygame.K_SPACE, down=False)
        assert not secret & set(lines(app))
        mouse(app, pygame.MOUSEBUTTONUP, scene.desk.camera.to_screen((450, 300)))
        rest(app, scene)
        scene.table.act(actions.Look(0, of="draw", n=3))
        rest(app, scene)
        found.append(lines(app))
        key(app, pygame.K_2)
        found.append(lines(app))
        told.append(found)
        app.home()
    for one, other in zip(*told, strict=True):
        assert one == other


def test_a_hand_is_heard_under_the_cover_while_it_is_open_alone(app: App) -> None:
    app.settings.ears, app.settings.speed = "on", "off"
    scene = lay(app, box("cards"))
    scene.table.act(actions.Deal(0, "draw", 3))
    rest(app, scene)
    key(app, pygame.K_F6)
    assert isinstance(app.scene, Cover)
    hand = {f"{line}" for line in scene.hand_lines(0)}
    assert len(hand) == 3
    assert not hand & set(lines(app))
    press(app, pygame.K_SPACE)
    assert app.scene.open
    assert hand <= set(lines(app))
    press(app, pygame.K_SPACE, down=False)
    assert not hand & set(lines(app))
