"""The space of a window is used.

No half of a page is blank, nothing is small where there is space, and no message covers a panel.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.history.row import ROW_HEIGHT
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import PageScene, Scene
from grenade_salad.app.ui.canvas import Rect, record_lines
from grenade_salad.app.ui.theme import SMALL, TEXT
from grenade_salad.app.window.application import App
from tests.app.conftest import press_keys, resize, run_frames
from tests.kinds import expect_type
from tools.screens import all_screens
from tools.tables import get_top_scene

BANDS = 12
"""Number of bands in which anything is looked for."""
_PAPER_GREY, _MIN_DIFFERENCE = 233, 70
"""The brightness of paper, and how much ink differs from it, of 255."""
PORTRAIT, SMALLEST, USUAL = (720, 1280), (960, 540), (1280, 720)
PAGES = ("setup-grenade-salad", "setup-live-grenade", "setup-wheel", "open-setup", "settings", "puzzles")


def open_screen(app: App, name: str, size: tuple[int, int] = USUAL, scale: int = 100, language: str = "en") -> Scene:
    """Open a screen of `tools.screens` in a window of that size."""
    resize_with_scene(app, size)
    app.settings.scale, app.settings.language = scale, language
    app.save_settings()
    all_screens()[name](app)
    app.fit()
    run_frames(app, 2)
    app.draw()
    return app.scene


def resize_with_scene(app: App, size: tuple[int, int]) -> None:
    """Resize the window, after opening a scene, which a frame needs."""
    all_screens()["setup-wheel"](app)
    resize(app, size)


def used_share(app: App, part: Rect) -> float:
    """Return the share of bands of this part in which anything is drawn.

    The bands divide the part of the window from the top down.
    """
    pixels = app.canvas().pixel_rect(part)
    grey = pygame.surfarray.array3d(app.screen.subsurface(pixels)).mean(axis=2)
    bands = [grey[:, index * grey.shape[1] // BANDS : (index + 1) * grey.shape[1] // BANDS] for index in range(BANDS)]
    return sum(bool(abs(band - _PAPER_GREY).max() > _MIN_DIFFERENCE) for band in bands) / BANDS


def find_table(scene: Scene) -> TableScene:
    """Return the table of a screen, also of a replay or a puzzle."""
    return expect_type(TableScene, scene.table if isinstance(scene, ReplayScene | PuzzleScene) else scene)


@pytest.mark.quick("settings-en", "setup-wheel-en")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_page_fills_tall_window(app: App, name: str, language: str) -> None:
    scene = expect_type(PageScene, open_screen(app, name, PORTRAIT, language=language))
    assert app.factor >= 1.1, "as large as fits"
    assert used_share(app, scene.page_rect.inflate(-12, -12)) >= 0.9


@pytest.mark.parametrize("size", [PORTRAIT, SMALLEST])
@pytest.mark.parametrize("files", [0, 2])
def test_drop_area_fills_space_that_files_leave(app: App, size: tuple[int, int], files: int) -> None:
    scene = open_screen(app, "history-import" if files else "setup-wheel", size)
    if not files:
        app.push(ImportScene(app))
        scene = app.scene
        app.draw()
    assert isinstance(scene, ImportScene)
    assert len(scene.buttons) == files
    assert used_share(app, scene.page_rect.inflate(-12, -12)) >= (0.9 if files else 0.4)
    lowest_edge = max([scene.drop.bottom, *(button.on_screen().bottom for button in scene.buttons)])
    assert scene.page_rect.bottom - lowest_edge < 40
    assert not any(button.on_screen().colliderect(scene.drop) for button in scene.buttons)
    assert scene.drop.contains(scene.refresh.rect)


@pytest.mark.parametrize("size", [SMALLEST, USUAL])
@pytest.mark.parametrize("name", [name for name in PAGES if "setup" in name])
def test_setup_page_uses_both_halves(app: App, name: str, size: tuple[int, int]) -> None:
    scene = expect_type(SetupScene, open_screen(app, name, size))
    left = scene.seats_scroll.area
    assert used_share(app, Rect(left.x, left.y, left.width - 16, left.height)) >= 0.8
    assert scene.rows[0].badge.rect.height > 48, "there is room for larger rows"


@pytest.mark.parametrize("name", [name for name in PAGES if "setup" in name])
def test_setup_page_shows_all_seats_at_200_percent(app: App, name: str) -> None:
    """The seats share the scroll of the house rules here, also without house rules.

    The open table has none.
    """
    scene = expect_type(SetupScene, open_screen(app, name, scale=200))
    with record_lines() as lines:
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
def test_message_covers_no_panel(app: App, name: str, scale: int) -> None:
    scene = open_screen(app, name, scale=scale)
    app.messages.lines.clear()
    app.say("That soldier is 61 mm away: it may move 50 mm at most.", refused=True)
    app.draw()
    (line,) = app.messages.place_boxes(app.canvas(), scene.toasts_top, scene.protected_areas())
    assert app.canvas().area.contains(line)
    panels = [panel.rect for panel in find_table(scene).panels if panel.visible]
    assert line.collidelist(panels) == -1
    pieces = [box for box in scene.protected_areas() if box.width < 60 and box.height < 60 and box.y > 60]
    assert line.collidelist(pieces) == -1, "soldiers, dice"


@pytest.mark.parametrize("scale", [100, 200])
def test_replay_shows_log_in_corner_beside_hand(app: App, scale: int) -> None:
    scene = open_screen(app, "replay-cards", scale=scale)
    table = find_table(scene)
    assert isinstance(table.board, LiveGrenadeBoard)
    corner = app.canvas().pixel_rect(table.board.board_view.layout.panel)
    with record_lines() as lines:
        scene.dirty = True
        app.draw()
    corner_text = " ".join(words for words, box in lines if corner.contains(box))
    log_texts = {entry.words for entry in table.log.lines}
    assert sum(words in corner_text for words in log_texts) >= (3 if scale == 100 else 2), corner_text


@pytest.mark.parametrize("size", [PORTRAIT, USUAL])
def test_bar_is_readable_while_nine_players_are_asked(app: App, size: tuple[int, int]) -> None:
    scene = open_screen(app, "grenade-window-9", size)
    with record_lines() as lines:
        scene.dirty = True
        app.draw()
    bar = [(words, box) for words, box in lines if box.bottom <= app.canvas().px(52) and "others may answer" in words]
    assert bar, "8 others, not their names"
    min_height = app.canvas().text("Ag", (0, 0), SMALL, bold=True).height * app.factor
    assert all(box.height >= min_height - 1 for _, box in bar)


@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_puzzles_are_large_at_200_percent(app: App, game: str) -> None:
    scene = expect_type(PuzzleScene, open_screen(app, f"puzzle-{game}-asked", scale=200))
    assert app.factor >= 1.5
    boxes = [widget.rect for widget in (scene.text_panel, *scene.buttons) if widget.visible]
    assert all(scene.box.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:index]) == -1 for index, box in enumerate(boxes))


def test_closed_cover_shows_public_log(app: App) -> None:
    scene = open_screen(app, "grenade-3-persons")
    table = find_table(scene)
    press_keys(app, pygame.K_d)
    run_frames(app, 400)
    press_keys(app, pygame.K_1)
    cover = get_top_scene(app, Cover)
    with record_lines() as lines:
        cover.draw(app.canvas())
    box = app.canvas().pixel_rect(cover.box)
    cover_text = " ".join(words for words, text_box in lines if box.contains(text_box))
    assert table.controller.viewer is None, "the log is everybody's"
    assert all(entry.words in cover_text for entry in table.log.lines[-2:])


def test_few_matches_fill_history_page(app: App) -> None:
    scene = open_screen(app, "history", PORTRAIT)
    assert isinstance(scene, HistoryScene)
    assert len(scene.rows) == scene.total == 12, "all of them"
    assert used_share(app, scene._list_rect) >= 0.85
    assert all(row.rect.height > ROW_HEIGHT for row in scene.rows)
    assert scene.rows[-1].rect.bottom <= scene.newer.rect.top


@pytest.mark.parametrize("scale", [100, 200, 300])
@pytest.mark.parametrize("size", [USUAL, PORTRAIT, SMALLEST])
def test_rules_text_has_most_of_its_page(app: App, size: tuple[int, int], scale: int) -> None:
    scene = expect_type(RulesScene, open_screen(app, "rules-grenade-salad", size, scale))
    assert scene.text.rect.height >= 0.7 * app.size[1]
    first_name = scene.name
    if scene.page_choice.visible:
        assert not any(tab.visible for tab in scene.tabs)
        scene.widgets.set_focus(scene.page_choice)
        press_keys(app, pygame.K_RIGHT)
    else:
        scene.tabs[1].activate()
    assert scene.name == scene.pages[1] != first_name
    assert scene.page_choice.chosen == 1


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", ["statistics", "statistics-evening"])
def test_statistics_fill_tall_window(app: App, name: str, language: str) -> None:
    scene = expect_type(StatisticsScene, open_screen(app, name, PORTRAIT, language=language))
    assert used_share(app, scene.page_rect.inflate(-12, -12)) >= 0.8
    assert scene.list_scroll.area.bottom < scene.report_scroll.area.y, "in rows"
    assert scene.report_scroll.area.bottom <= scene.page_rect.bottom
    assert scene.current_report is not None
    area = app.canvas().pixel_rect(scene.report_scroll.area)
    with record_lines() as lines:
        scene.current_report.paint(app.canvas(), scene.current_report.on_screen())
    boxes = [box.inflate(0, -8) for _, box in lines if area.contains(box)]
    assert len(boxes) > 8
    assert all(box.collidelist(boxes[:index]) == -1 for index, box in enumerate(boxes)), "no words on others"


@pytest.mark.parametrize("name", ["position-salad", "position-live-grenade", "position-wheel", "position-wheel-new"])
def test_position_panel_fills_tall_window(app: App, name: str) -> None:
    scene = open_screen(app, name, PORTRAIT)
    assert isinstance(scene, PositionEditor)
    panel = scene.panel
    assert panel.scroll.content <= panel.scroll.area.height, "nothing is to be scrolled"
    assert used_share(app, scene.page_rect.inflate(-12, -12)) >= 0.65
    assert all(item.on_screen().right <= scene.page_rect.right for item in panel.items)
    boxes = [item.rect for item in panel.items]
    assert all(box.collidelist(boxes[:index]) == -1 for index, box in enumerate(boxes))


@pytest.mark.parametrize("size", [PORTRAIT, (600, 1000), (1080, 1920)])
def test_salad_hand_is_large_and_complete_in_tall_window(app: App, size: tuple[int, int]) -> None:
    scene = open_screen(app, "salad-turn", size)
    table = find_table(scene)
    assert isinstance(table.board, SaladBoard)
    strip, cards = table.board.board_view.hand_layout, table.board.board_view.cards
    assert len(cards) == 5
    assert all(card.rect.width >= 90 for card in cards)
    assert all(app.canvas().area.height - card.rect.y >= card.rect.height * 0.9 for card in cards), "not cut"
    assert all(
        card.rect.collidelist([other_card.rect for other_card in cards if other_card is not card]) == -1
        for card in cards
    )
    assert not any(card.rect.move(0, -card.rise).colliderect(strip.panel) for card in cards), "raised, too"
    assert table.places.table.height >= 0.55 * app.size[1], "the fight comes first"


@pytest.mark.parametrize("size", [PORTRAIT, (800, 1010), (1080, 1920)])
@pytest.mark.parametrize("name", ["grenade-2", "grenade-5", "grenade-9", "grenade-3-persons", "grenade-window-9"])
def test_live_grenade_fills_tall_window(app: App, name: str, size: tuple[int, int]) -> None:
    scene = open_screen(app, name, size)
    table = find_table(scene)
    assert isinstance(table.board, LiveGrenadeBoard)
    spots, panels = table.board.board_view.layout, [panel.rect for panel in table.panels if panel.visible]
    assert all(card.rect.width >= 0.15 * app.size[0] for card in table.board.hand_row.cards), "six fill the width"
    assert spots.deck.width >= (110 if len(panels) > 8 or size == (800, 1010) else 165)
    assert table.log.visible
    assert table.log.rect.height >= 150
    assert table.places.table.height >= app.size[1] * 0.35, "the table is the largest part"
    question_boxes = [] if table.reaction is None else [table.reaction.rect]
    boxes = [*panels, table.log.rect, spots.deck, spots.discard, spots.gauge, *question_boxes]
    assert all(app.canvas().area.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:index]) == -1 for index, box in enumerate(boxes)), "nothing lies on anything else"


@pytest.mark.parametrize("name", ["grenade-window-1", "grenade-window-9"])
def test_question_in_tall_window_covers_neither_risk_nor_hand(app: App, name: str) -> None:
    table = find_table(open_screen(app, name, PORTRAIT, language="de"))
    assert isinstance(table.board, LiveGrenadeBoard)
    assert table.reaction is not None
    covered = table.reaction.rect
    assert not covered.colliderect(table.board.board_view.layout.gauge)
    assert not covered.colliderect(table.log.rect)
    assert covered.collidelist([card.rect for card in table.board.hand_row.cards]) == -1
    table.close_reaction()
    table.controller.reaction = None
    table.update_panels()
    assert table.log.rect == table.places.log, "whole again"


@pytest.mark.quick("size0-live-grenade", "size0-wheel")
@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
@pytest.mark.parametrize("size", [PORTRAIT, (1080, 1920)])
def test_hint_in_tall_window_is_large_and_covers_nothing(app: App, game: str, size: tuple[int, int]) -> None:
    scene = open_screen(app, f"machines-hint-{game}", size)
    table = find_table(scene)
    hint = table.hints.bar_hint
    assert hint is not None
    with record_lines() as lines:
        scene.dirty = True
        app.draw()
    slip = table.hint_slip.box
    slip_lines = [(words, box) for words, box in lines if app.canvas().pixel_rect(slip).contains(box)]
    slip_text = " ".join(words for words, _ in slip_lines)
    assert hint.action in slip_text
    assert hint.explanation in slip_text, "whole"
    heights = [box.height for words, box in slip_lines if words in hint.explanation]
    assert min(heights) >= app.canvas().px(TEXT), "larger than in the bar"
    assert slip.collidelist([panel.rect for panel in table.panels]) == -1
    assert slip.collidelist([box for box in table.protected_areas() if box.width * box.height < 50_000]) == -1
    table.hints.clear()
    with record_lines() as lines:
        scene.dirty = True
        app.draw()
    assert not any(hint.action in words for words, _ in lines), "it goes"
