"""The open table for screen readers: places first, then pieces by their place.

Secrets are read only while the strip is open.
"""

from __future__ import annotations

import pygame

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box
from tests.app.accessibility.listener import Listener
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, run_until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import drag, hand_card_point, press, push_table, wait_until_idle


def box(name: str) -> Box:
    return bundled.load_box(name).box


def tree_lines(app: App) -> list[str]:
    """Return every line that a screen reader gets."""
    return list(app.tree().lines())


def part_names(scene: OpenTableBoard) -> list[str]:
    """Return the names of the table's parts in a screen reader's order."""
    return [part.name for part in scene.tabletop.accessible_node().parts]


def chosen_name(scene: OpenTableBoard) -> str:
    return scene.tabletop.accessible_node().value


def test_places_are_read_first_then_loose_pieces(app: App) -> None:
    scene = push_table(app, box("cards"))
    assert part_names(scene) == [
        "Draw pile: 52 cards, face down",
        "Discard pile: empty",
        "Jokers: 2 cards, face down",
    ]
    scene.controller.act(actions.Move(0, of="draw", to="discard"))
    wait_until_idle(app, scene)
    assert part_names(scene)[1].startswith("Discard pile: 1 card, top the ")
    assert [line for line in tree_lines(app) if line == part_names(scene)[1]], "the table in words has the same line"
    scene.table.widgets.set_focus(scene.tabletop)
    press_keys(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert chosen_name(scene) == part_names(scene)[1]
    press_keys(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP)
    assert chosen_name(scene) == part_names(scene)[2]
    assert scene.tabletop.focused_part == scene.tabletop.accessible_node().parts[2].key
    scene.tabletop.use_part(scene.tabletop.accessible_node().parts[0].key, "press")
    assert scene.desk.chosen == ["draw"]


def test_piece_is_read_with_its_square_and_its_target(app: App) -> None:
    scene = push_table(app, box("chess"))
    assert "The white pawn, e2" in part_names(scene)
    assert part_names(scene)[:2] == ["Ann's captures: empty", "Bo's captures: empty"]
    pawn = next(piece for piece in scene.desk.pieces if piece.position == (345.0, 175.0))
    scene.desk.choose([pawn.key])
    press_keys(app, pygame.K_m, pygame.K_UP, pygame.K_UP)
    assert "The white pawn, e4" in tree_lines(app)
    press_keys(app, pygame.K_RETURN)
    wait_until_idle(app, scene)
    assert scene.table.log.lines[-1].words == "Ann moves the white pawn from e2 to e4"


def play_by_ear(app: App) -> tuple[OpenTableBoard, Listener]:
    """Let Ann deal, and then Bo take seven cards, at a table that a person listens to."""
    app.settings.ears, app.settings.speed = "on", "off"
    scene = push_table(app, box("cards"))
    listener = Listener(app)
    scene.controller.act(actions.Deal(0, "draw", 2))
    wait_until_idle(app, scene)
    for _ in range(7):
        scene.controller.act(actions.Move(1, of="draw", to="hand 1"))
        wait_until_idle(app, scene)
    return scene, listener


def hear_recent_lines(app: App, scene: OpenTableBoard, listener: Listener) -> list[str]:
    """Press the key that reads several lines, and return all that was heard so far."""
    press_keys(app, pygame.K_F4)
    run_until(app, lambda: (listener.update(), not scene.controller.narrator.is_busy)[1])
    return [utterance.words for utterance in listener.utterances]


def test_key_reads_the_changes_since_the_last_own_action(app: App) -> None:
    scene, listener = play_by_ear(app)
    [news] = [words for words in hear_recent_lines(app, scene, listener) if words.count("Bo takes") == 7]
    assert "deals" not in news


def test_key_reads_the_last_five_lines_when_the_match_is_over(app: App) -> None:
    """The line of the first shuffle, which is no seat's, is not the player's own."""
    scene, listener = play_by_ear(app)
    scene.controller.act(actions.Finish(1, won=()))
    run_until(app, lambda: isinstance(app.scene, EndScene))
    press_keys(app, pygame.K_ESCAPE)
    lines = scene.controller.log.lines
    assert [entry.seat for entry in lines].count(None) == 1
    assert ". ".join(entry.words for entry in lines[-5:]) in hear_recent_lines(app, scene, listener)


def test_two_worlds_sound_alike_except_for_the_open_strip(app: App) -> None:
    app.push(HomeScene(app))
    recordings = []
    for seed in (3, 4):
        scene = push_table(app, box("cards"), seed=seed)
        heard_lines: list[list[str]] = []
        click(app, scene.panel.box_buttons[0].rect.center)
        wait_until_idle(app, scene)
        heard_lines.append(tree_lines(app))
        press(app, pygame.K_SPACE)
        press_keys(app, pygame.K_RIGHT)
        hand = scene.hand.accessible_node()
        assert len(hand.parts) == 5
        assert hand.value == hand.parts[0].name
        secret = {part.name for part in hand.parts}
        heard_lines.append([line for line in tree_lines(app) if line not in secret])
        drag(app, hand_card_point(scene, 1), scene.desk.camera.to_screen((450, 300)), lay_down=False)
        press_keys(app, pygame.K_f)
        heard_lines.append([line for line in tree_lines(app) if line not in secret])
        press(app, pygame.K_SPACE, down=False)
        assert not secret & set(tree_lines(app))
        post_mouse(app, pygame.MOUSEBUTTONUP, scene.desk.camera.to_screen((450, 300)))
        wait_until_idle(app, scene)
        scene.controller.act(actions.Look(0, of="draw", n=3))
        wait_until_idle(app, scene)
        heard_lines.append(tree_lines(app))
        press_keys(app, pygame.K_2)
        heard_lines.append(tree_lines(app))
        recordings.append(heard_lines)
        app.home()
    for first, second in zip(*recordings, strict=True):
        assert first == second


def test_hand_is_read_only_while_its_cover_is_open(app: App) -> None:
    app.settings.ears, app.settings.speed = "on", "off"
    scene = push_table(app, box("cards"))
    scene.controller.act(actions.Deal(0, "draw", 3))
    wait_until_idle(app, scene)
    press_keys(app, pygame.K_F6)
    assert isinstance(app.scene, Cover)
    hand = {f"{line}" for line in scene.hand_lines(0)}
    assert len(hand) == 3
    assert not hand & set(tree_lines(app))
    press(app, pygame.K_SPACE)
    assert app.scene.is_open
    assert hand <= set(tree_lines(app))
    press(app, pygame.K_SPACE, down=False)
    assert not hand & set(tree_lines(app))
