"""The room of a window is used: no half of a sheet is blank, nothing is small where there is room, no line that comes
and goes lies over a panel."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.history.row import HIGH
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import Scene, SheetScene
from grenade_salad.app.ui.canvas import Rect, recorded
from grenade_salad.app.ui.theme import SMALL, TEXT
from grenade_salad.app.window.application import App
from tests.app.conftest import frames, key, resize
from tests.kinds import as_a
from tools.screens import all_screens
from tools.tables import on_top

BANDS = 12
PORTRAIT, SMALLEST, USUAL = (720, 1280), (960, 540), (1280, 720)
SHEETS = ("setup-grenade-salad", "setup-live-grenade", "setup-wheel", "open-setup", "settings", "puzzles")


def shown(app: App, name: str, size: tuple[int, int] = USUAL, scale: int = 100, language: str = "en") -> Scene:
    """A screen of tools.screens in a window of that size."""
    resize_first(app, size)
    app.settings.scale, app.settings.language = scale, language
    app.save_settings()
    all_screens()[name](app)
    app.fit()
    frames(app, 2)
    app.draw()
    return app.scene


def resize_first(app: App, size: tuple[int, int]) -> None:
    """There must be a scene for a frame."""
    all_screens()["setup-wheel"](app)
    resize(app, size)


def used(app: App, part: Rect) -> float:
    """In what share of the bands of that part of the window, from the top down, anything is drawn on the paper."""
    pixels = app.canvas().box(part)
    grey = pygame.surfarray.array3d(app.screen.subsurface(pixels)).mean(axis=2)
    bands = [grey[:, at * grey.shape[1] // BANDS : (at + 1) * grey.shape[1] // BANDS] for at in range(BANDS)]
    return sum(bool(abs(band - 233).max() > 70) for band in bands) / BANDS


def table_of(scene: Scene) -> Table:
    """The table of a screen, also of a replay or a puzzle."""
    return as_a(Table, scene.shown if isinstance(scene, ReplayScene | PuzzleScene) else scene)


@pytest.mark.quick("settings-en", "setup-wheel-en")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", SHEETS)
def test_a_high_window_is_filled_by_a_sheet(app: App, name: str, language: str) -> None:
    scene = as_a(SheetScene, shown(app, name, PORTRAIT, language=language))
    assert app.factor >= 1.1, "as large as fits"
    assert used(app, scene.sheet.inflate(-12, -12)) >= 0.9


@pytest.mark.parametrize("size", [PORTRAIT, SMALLEST])
@pytest.mark.parametrize("files", [0, 2])
def test_what_can_be_dropped_has_the_room_that_files_leave(app: App, size: tuple[int, int], files: int) -> None:
    scene = shown(app, "history-import" if files else "setup-wheel", size)
    if not files:
        app.push(ImportScene(app))
        scene = app.scene
        app.draw()
    assert isinstance(scene, ImportScene)
    assert len(scene.buttons) == files
    assert used(app, scene.sheet.inflate(-12, -12)) >= (0.9 if files else 0.4)
    low = max([scene.drop.bottom, *(one.on_screen().bottom for one in scene.buttons)])
    assert scene.sheet.bottom - low < 40
    assert not any(one.on_screen().colliderect(scene.drop) for one in scene.buttons)
    assert scene.drop.contains(scene.refresh.rect)


@pytest.mark.parametrize("size", [SMALLEST, USUAL])
@pytest.mark.parametrize("name", [one for one in SHEETS if "setup" in one])
def test_both_halves_of_a_set_up_are_used(app: App, name: str, size: tuple[int, int]) -> None:
    scene = as_a(SetupScene, shown(app, name, size))
    left = scene.seats_scroll.area
    assert used(app, Rect(left.x, left.y, left.width - 16, left.height)) >= 0.8
    assert scene.rows[0].badge.rect.height > 48, "there is room for larger rows"


@pytest.mark.parametrize("name", [one for one in SHEETS if "setup" in one])
def test_at_200_percent_everybody_of_a_set_up_is_there(app: App, name: str) -> None:
    """The open table has no house rules, whose scroll the seats share here: they were not drawn."""
    scene = as_a(SetupScene, shown(app, name, scale=200))
    with recorded() as lines:
        app.draw()
    assert scene.rules_scroll in scene.widgets.scrolls
    assert any(words == scene.count_choice.labels[scene.count_choice.chosen] for words, _ in lines)


TABLES = (
    "grenade-5",
    "grenade-9",
    "grenade-window-9",
    "grenade-3-persons",
    "wheel-2",
    "wheel-7",
    "salad-turn",
    "open-cards-9",
    "replay-cards",
    "puzzle-live-grenade-asked",
)


@pytest.mark.quick("grenade-9-200", "replay-cards-200")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("name", TABLES)
def test_a_line_that_comes_and_goes_lies_over_no_panel(app: App, name: str, scale: int) -> None:
    scene = shown(app, name, scale=scale)
    app.messages.lines.clear()
    app.say("That soldier is 61 mm away: it may move 50 mm at most.", refused=True)
    app.draw()
    (line,) = app.messages.boxes(app.canvas(), scene.toasts_from, scene.in_sight())
    assert app.canvas().area.contains(line)
    panels = [panel.rect for panel in table_of(scene).panels if panel.visible]
    assert line.collidelist(panels) == -1
    pieces = [box for box in scene.in_sight() if box.width < 60 and box.height < 60 and box.y > 60]
    assert line.collidelist(pieces) == -1, "soldiers, dice"


@pytest.mark.parametrize("scale", [100, 200])
def test_in_a_replay_the_corner_beside_the_hand_tells_what_happened(app: App, scale: int) -> None:
    scene = shown(app, "replay-cards", scale=scale)
    table = table_of(scene)
    assert isinstance(table.scene, LiveGrenadeScene)
    corner = app.canvas().box(table.scene.shown.spots.panel)
    with recorded() as lines:
        scene.dirty = True
        app.draw()
    there = " ".join(words for words, box in lines if corner.contains(box))
    told = {said.words for said in table.log.lines}
    assert sum(words in there for words in told) >= (3 if scale == 100 else 2), there


@pytest.mark.parametrize("size", [PORTRAIT, USUAL])
def test_with_nine_at_the_table_the_bar_can_be_read_while_all_are_asked(app: App, size: tuple[int, int]) -> None:
    scene = shown(app, "grenade-window-9", size)
    with recorded() as lines:
        scene.dirty = True
        app.draw()
    bar = [(words, box) for words, box in lines if box.bottom <= app.canvas().px(52) and "others may answer" in words]
    assert bar, "8 others, not their names"
    least = app.canvas().text("Ag", (0, 0), SMALL, bold=True).height * app.factor
    assert all(box.height >= least - 1 for _, box in bar)


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_puzzles_are_large_at_200_percent(app: App, game: str) -> None:
    scene = as_a(PuzzleScene, shown(app, f"puzzle-{game}-asked", scale=200))
    assert app.factor >= 1.5
    boxes = [one.rect for one in (scene.told, *scene.buttons) if one.visible]
    assert all(scene.box.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:at]) == -1 for at, box in enumerate(boxes))


def test_a_closed_cover_tells_what_everybody_knows(app: App) -> None:
    scene = shown(app, "grenade-3-persons")
    table = table_of(scene)
    key(app, pygame.K_d)
    frames(app, 400)
    key(app, pygame.K_1)
    cover = on_top(app, Cover)
    with recorded() as lines:
        cover.draw(app.canvas())
    box = app.canvas().box(cover.box)
    there = " ".join(words for words, at in lines if box.contains(at))
    assert table.viewer is None, "the log is everybody's"
    assert all(said.words in there for said in table.log.lines[-2:])


def test_a_few_matches_take_the_room_of_many(app: App) -> None:
    scene = shown(app, "history", PORTRAIT)
    assert isinstance(scene, HistoryScene)
    assert len(scene.rows) == scene.total == 12, "all of them"
    assert used(app, scene._list) >= 0.85
    assert all(one.rect.height > HIGH for one in scene.rows)
    assert scene.rows[-1].rect.bottom <= scene.newer.rect.top


@pytest.mark.parametrize("scale", [100, 200, 300])
@pytest.mark.parametrize("size", [USUAL, PORTRAIT, SMALLEST])
def test_rules_have_most_of_their_page(app: App, size: tuple[int, int], scale: int) -> None:
    scene = as_a(RulesScene, shown(app, "rules-grenade-salad", size, scale))
    assert scene.text.rect.height >= 0.7 * app.size[1]
    shown_first = scene.name
    if scene.page_choice.visible:
        assert not any(tab.visible for tab in scene.tabs)
        scene.widgets.set_focus(scene.page_choice)
        key(app, pygame.K_RIGHT)
    else:
        scene.tabs[1].accept()
    assert scene.name == scene.pages[1] != shown_first
    assert scene.page_choice.chosen == 1


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", ["statistics", "statistics-evening"])
def test_statistics_fill_a_high_window(app: App, name: str, language: str) -> None:
    scene = as_a(StatisticsScene, shown(app, name, PORTRAIT, language=language))
    assert used(app, scene.sheet.inflate(-12, -12)) >= 0.8
    assert scene.list_scroll.area.bottom < scene.sheet_scroll.area.y, "in rows"
    assert scene.sheet_scroll.area.bottom <= scene.sheet.bottom
    assert scene.shown is not None
    area = app.canvas().box(scene.sheet_scroll.area)
    with recorded() as lines:
        scene.shown.paint(app.canvas(), scene.shown.on_screen())
    boxes = [box.inflate(0, -8) for _, box in lines if area.contains(box)]
    assert len(boxes) > 8
    assert all(box.collidelist(boxes[:at]) == -1 for at, box in enumerate(boxes)), "no words on others"


@pytest.mark.parametrize("name", ["position-salad", "position-live-grenade", "position-wheel", "position-wheel-new"])
def test_what_lies_beside_a_position_fills_a_high_window(app: App, name: str) -> None:
    scene = shown(app, name, PORTRAIT)
    assert isinstance(scene, PositionEditor)
    panel = scene.panel
    assert panel.scroll.content <= panel.scroll.area.height, "nothing is to be scrolled"
    assert used(app, scene.sheet.inflate(-12, -12)) >= 0.65
    assert all(one.on_screen().right <= scene.sheet.right for one in panel.items)
    boxes = [one.rect for one in panel.items]
    assert all(box.collidelist(boxes[:at]) == -1 for at, box in enumerate(boxes))


@pytest.mark.parametrize("size", [PORTRAIT, (600, 1000), (1080, 1920)])
def test_in_a_high_window_the_hand_of_grenade_salad_is_large_and_whole(app: App, size: tuple[int, int]) -> None:
    scene = shown(app, "salad-turn", size)
    table = table_of(scene)
    assert isinstance(table.scene, SaladScene)
    strip, cards = table.scene.shown.strip, table.scene.shown.cards
    assert len(cards) == 5
    assert all(card.rect.width >= 90 for card in cards)
    assert all(app.canvas().area.height - card.rect.y >= card.rect.height * 0.9 for card in cards), "not cut"
    assert all(card.rect.collidelist([other.rect for other in cards if other is not card]) == -1 for card in cards)
    assert not any(card.rect.move(0, -card.rise).colliderect(strip.panel) for card in cards), "raised, too"
    assert table.places.table.height >= 0.55 * app.size[1], "the fight comes first"


@pytest.mark.parametrize("size", [PORTRAIT, (800, 1010), (1080, 1920)])
@pytest.mark.parametrize("name", ["grenade-2", "grenade-5", "grenade-9", "grenade-3-persons", "grenade-window-9"])
def test_live_grenade_fills_a_high_window(app: App, name: str, size: tuple[int, int]) -> None:
    scene = shown(app, name, size)
    table = table_of(scene)
    assert isinstance(table.scene, LiveGrenadeScene)
    spots, panels = table.scene.shown.spots, [panel.rect for panel in table.panels if panel.visible]
    assert all(card.rect.width >= 0.15 * app.size[0] for card in table.scene.shown.cards), "six fill the width"
    assert spots.deck.width >= (110 if len(panels) > 8 or size == (800, 1010) else 165)
    assert table.log.visible
    assert table.log.rect.height >= 150
    assert table.places.table.height >= app.size[1] * 0.35, "the table is the largest part"
    asks = [] if table.reaction is None else [table.reaction.rect]
    boxes = [*panels, table.log.rect, spots.deck, spots.discard, spots.gauge, *asks]
    assert all(app.canvas().area.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:at]) == -1 for at, box in enumerate(boxes)), "nothing lies on anything else"


@pytest.mark.parametrize("name", ["grenade-window-1", "grenade-window-9"])
def test_a_question_in_a_high_window_covers_neither_risk_nor_hand(app: App, name: str) -> None:
    table = table_of(shown(app, name, PORTRAIT, language="de"))
    assert isinstance(table.scene, LiveGrenadeScene)
    assert table.reaction is not None
    covered = table.reaction.rect
    assert not covered.colliderect(table.scene.shown.spots.gauge)
    assert not covered.colliderect(table.log.rect)
    assert covered.collidelist([card.rect for card in table.scene.shown.cards]) == -1
    table.reaction.close()
    table.reaction = None
    table.seats_changed()
    assert table.log.rect == table.places.log, "whole again"


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
@pytest.mark.parametrize("size", [PORTRAIT, pytest.param((1080, 1920), marks=pytest.mark.slow)])
def test_a_hint_in_a_high_window_is_large_and_covers_nothing(app: App, game: str, size: tuple[int, int]) -> None:
    scene = shown(app, f"machines-hint-{game}", size)
    table = table_of(scene)
    told = table.hints.in_bar
    assert told is not None
    with recorded() as lines:
        scene.dirty = True
        app.draw()
    slip = table.hint_slip.box
    inside = [(words, box) for words, box in lines if app.canvas().box(slip).contains(box)]
    there = " ".join(words for words, _ in inside)
    assert told.what in there
    assert told.why in there, "whole"
    heights = [box.height for words, box in inside if words in told.why]
    assert min(heights) >= app.canvas().px(TEXT), "larger than in the bar"
    assert slip.collidelist([panel.rect for panel in table.panels]) == -1
    assert slip.collidelist([box for box in table.in_sight() if box.width * box.height < 50_000]) == -1
    table.hints.clear()
    with recorded() as lines:
        scene.dirty = True
        app.draw()
    assert not any(told.what in words for words, _ in lines), "it goes"
