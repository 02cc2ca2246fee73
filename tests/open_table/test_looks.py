"""The look of the open table: pictures of boxes, or words where there are none.

Nothing is cut off.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from io import BytesIO
from itertools import product
from math import pi
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table import thumbnail
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.box_pictures import NO_FILES, PictureFiles, find_picture, find_picture_files
from grenade_salad.app.games.open_table.hand_strip import card_at, card_boxes
from grenade_salad.app.games.open_table.layout import button_boxes, compute_layout
from grenade_salad.app.games.open_table.pictures import render_face, shows_index_only
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.games.open_table.tabletop_picture import area_box
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import PAPER
from grenade_salad.app.ui.widget import paint_widget
from grenade_salad.app.ui.widgets import Button as Upright
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.boxes.shelf import boxes_folder
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Button, Holder, Kind, Press, Shape
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import m, say
from tests.app.conftest import app as app
from tests.app.conftest import click, run_frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    drag,
    hand_card_point,
    last_action_as,
    piece_point,
    press,
    push_table,
    table_point,
    wait_until_idle,
)
from tools.tables import get_board


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def sample_faces(kind: Kind) -> list[Face]:
    """Return the first and the last front of a kind, and its back."""
    indices = [0, len(kind.fronts) - 1]
    if kind.piece == "die":
        return [Face(0, None, side, None) for side in indices]
    return [*(Face(0, front, 0, None) for front in indices), Face(0, None, -1, None)]


@pytest.mark.parametrize("name", bundled.names())
def test_every_picture_of_a_box_is_shown_and_replaced_by_words_if_missing(app: App, name: str) -> None:
    setup = bundled.load_box(name).setup
    files, picture_count = find_picture_files(setup.pictures, OpenedBoxes()), 0
    for kind in setup.box.kinds:
        bare = replace(kind, pictures=(), back_picture="", codes="")
        if not kind.pictures:
            bare = replace(bare, fronts=("a thing",) * len(kind.fronts), back="green")
        for face in sample_faces(kind):
            picture = find_picture(kind, face)
            if picture is None:
                continue
            picture_count += 1
            size = 110, max(1, round(110 * kind.size[1] / kind.size[0]))
            with_picture, with_words = (pixels(render_face(variant, face, size, files)) for variant in (kind, bare))
            assert with_picture != with_words, (kind.name, face)
            without_files = pixels(render_face(kind, face, size, NO_FILES))
            assert without_files == (with_words if picture.of_box else with_picture), (kind.name, face)
    assert picture_count or name == "blank"


def test_a_table_is_drawn_with_the_pictures_of_its_box_or_its_words(app: App) -> None:
    opened = bundled.load_box("dominoes")
    drawn = []
    for setup in (opened.setup, replace(opened.setup, pictures="gone")):
        scene = push_table(app, setup.box, pictures=setup.pictures)
        scene.controller.act(actions.Move(0, of="boneyard", to=(320.0, 200.0), face="up"))
        wait_until_idle(app, scene)
        spot = Rect(0, 0, 40, 80)
        spot.center = table_point(scene, 320, 200)
        app.draw()
        drawn.append(pixels(app.screen.subsurface(pygame.Rect(spot))))
    assert drawn[0] != drawn[1]
    assert len(set(drawn[1])) > 10, "its words stand there"


def test_sheet_is_shown_by_its_parts_and_a_broken_one_by_words(app: App) -> None:
    sheet = pygame.Surface((80, 40))
    sheet.fill((200, 0, 0), (0, 0, 40, 40))
    sheet.fill((0, 0, 200), (40, 0, 40, 40))
    file = BytesIO()
    pygame.image.save(sheet, file, "sheet.png")
    kind = Kind("tile", "card", fronts=("one", "two"), pictures=("sheet.png",), sheet=(2, 1), size=(40, 40))
    files = PictureFiles("of this test", {"sheet.png": file.getvalue()})
    middles = [render_face(kind, Face(0, front, 0, None), (60, 60), files).get_at((30, 30))[:3] for front in (0, 1)]
    assert middles == [(200, 0, 0), (0, 0, 200)]
    broken = PictureFiles("broken", {"sheet.png": b"\x89PNG nonsense"})
    face = Face(0, 0, 0, None)
    assert pixels(render_face(kind, face, (60, 60), broken)) == pixels(render_face(kind, face, (60, 60), NO_FILES))


@pytest.mark.parametrize("name", ["cards", "live-grenade", "wheel"])
def test_an_index_is_16_pixels_high_in_the_overview(app: App, name: str) -> None:
    scene = push_table(app, bundled.load_box(name).box)
    kind = next(box_kind for box_kind in scene.desk.view.box.kinds if box_kind.piece == "card")
    width, height = (round(side * scene.desk.camera.scale) for side in kind.size)
    for front in range(min(7, len(kind.fronts))):
        picture = render_face(kind, Face(0, front, 0, None), (width, height), NO_FILES, shows_index_only(kind, width))
        dark = [
            any(sum(picture.get_at((x, y))[1:3]) < 260 for x in range(width // 12, width // 2))
            for y in range(3, height // 2)
        ]
        first = dark.index(True)
        assert dark[first:].index(False) >= 16, kind.fronts[front]


def test_two_clicks_from_the_first_screen_to_a_table_with_cards(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    click(app, home.cards[home.playable.index("open-table")].rect.center)
    assert isinstance(app.scene, BoxSetup)
    click(app, app.scene.start_button.rect.center)
    scene = get_board(app.scene, OpenTableBoard)
    assert scene.desk.view.box.name == "Cards"
    assert max(piece.count for piece in scene.desk.pieces) == 52


def find_overlaps(boxes: dict[str, Rect]) -> list[tuple[str, str]]:
    """Return the pairs of boxes that overlap."""
    visible = [(name, box) for name, box in boxes.items() if box.width > 0 and box.height > 0]
    return [
        (name, other_name)
        for index, (name, box) in enumerate(visible)
        for other_name, other_box in visible[index + 1 :]
        if box.inflate(-0.1, -0.1).colliderect(other_box)
    ]


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (800, 450), (720, 1280), (800, 1422), (1920, 1080)])
def test_nothing_overlaps_in_any_window_with_any_box(size: tuple[float, float]) -> None:
    window = Rect(0, 0, *size)
    for seats in range(1, 10):
        for hands in (False, True):
            for buttons in (0, 1, 4, 12):
                for flat in (False, True):
                    layout = compute_layout(size, seats, (640.0, 420.0), hands, buttons, flat)
                    places = layout.places
                    boxes = {f"seat {seat}": box for seat, (box, _) in enumerate(places.seats)}
                    boxes |= {"table": places.table, "bar": places.bar}
                    boxes |= {str(tuple(box)): box for box, _ in layout.strips if hands}
                    visible_boxes = button_boxes(layout.buttons, buttons)
                    boxes |= {f"button {index}": box for index, box in enumerate(visible_boxes)}
                    if layout.is_panel_beside:
                        boxes |= {"panel": layout.panel, "log": places.log}
                    case = size, seats, hands, buttons, flat
                    assert not find_overlaps(boxes), case
                    assert all(window.contains(box) for box in boxes.values() if box.width > 0), case
                    assert bool(visible_boxes) == bool(buttons), case
                    assert all(box.width >= 90 and box.height >= 34 for box in visible_boxes), case
                    assert min(places.table.size) >= 100, case


@pytest.mark.parametrize("shape", ["cube", "disc", "board", "pawn"])
def test_text_on_a_piece_is_drawn_over_its_paint(shape: Shape, app: App) -> None:
    kind = Kind("own", shape, fronts=("red",), blank=True)
    bare, with_text = (render_face(kind, Face(0, 0, 0, text), (80, 80)) for text in (None, "blue ox"))
    changed = [pixel for pixel in product(range(80), repeat=2) if bare.get_at(pixel) != with_text.get_at(pixel)]
    assert 40 < len(changed) < 3000, "letters, and the rest as it was"


@pytest.mark.parametrize("size", [(96, 11), (215, 38), (300, 60)])
def test_words_of_a_low_strip_fill_it_instead_of_being_left_out(size: tuple[int, int], app: App) -> None:
    words, bare = (
        render_face(
            Kind("label", "board", title, ("You may pass.",), colour="white", size=(float(size[0]), float(size[1]))),
            Face(0, 0, 0, None),
            size,
        )
        for title in ("a note", "You may pass.")
    )
    rows = {y for x, y in product(range(size[0]), range(size[1])) if words.get_at((x, y)) != bare.get_at((x, y))}
    assert len(rows) > size[1] / 4


@pytest.mark.parametrize("scale", [100, 200])
def test_names_of_places_cover_no_pile_and_the_strip_shows_its_whole_title(
    app: App, scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_texts: dict[str, Rect] = {}
    draw_text = Canvas.text

    def record_text(canvas: Canvas, words: Any, point: Any, size: float = 18, *rest: Any, **options: Any) -> Any:
        text_box = Rect(*point, canvas.width(words, size), size * 1.3)
        if options.get("anchor") == "midtop":
            text_box.midtop = point
        drawn_texts[say(words)] = text_box
        return draw_text(canvas, words, point, size, *rest, **options)

    for box in ("blank", "cards"):
        app.settings.scale = scale
        app.fit()
        setup = bundled.load_box(box).setup
        scene = push_table(app, setup.box, pictures=setup.pictures)
        scene.controller.act(actions.Deal(0, "draw", 5))
        wait_until_idle(app, scene)
        drawn_texts.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Canvas, "text", record_text)
            scene.table.dirty = True
            app.frame()
        places = {area.holder.name: area_box(scene.desk, area) for area in scene.desk.areas}
        names = [
            text_box for words, text_box in drawn_texts.items() if words.startswith(("Draw", "Discard", "The bag"))
        ]
        assert len(names) >= 2
        for name in names:
            assert name.collidelist(list(places.values())) < 0
        strip = scene.desk.strip.box
        title = "Ann's hand: 5"
        written = {
            words: text_box
            for words, text_box in drawn_texts.items()
            if words in title and (len(words) > 3 or words == "5")
        }
        assert " ".join(written) == title
        assert all(text_box.y > 0 and text_box.bottom <= strip.height for text_box in written.values())
        app.pop()


@pytest.mark.parametrize(("count", "names"), [(10, 11), (24, 1)])
def test_many_numbered_places_are_named_only_when_chosen(app: App, count: int, names: int) -> None:
    grid = [(20.0 + 145 * (index % 6), 20.0 + 110 * (index // 6), 130.0, 90.0) for index in range(count + 1)]
    holders = [Holder(f"Place {index}", areas=(area,)) for index, area in enumerate(grid[1:], 1)]
    holders.append(Holder("Market", areas=(grid[0],)))
    scene = push_table(app, replace(CARDS, holders=tuple(holders), layout=(), buttons=()))

    def count_names() -> int:
        scene.table.dirty = True
        app.frame()
        return len(scene.desk.name_boxes)

    assert count_names() == names
    scene.desk.choose(["Place 7"])
    assert count_names() == min(names + 1, count + 1)


def test_all_buttons_of_a_box_can_be_pressed(app: App) -> None:
    buttons = tuple(Button(f"Deal {n}", (Press("deal", of=1, n=n),)) for n in range(1, 31))
    scene = push_table(app, replace(CARDS, buttons=buttons))
    labels: set[str] = set()
    for _ in range(30):
        labels |= {str(button.words) for button in scene.panel.box_buttons if button.visible}
        assert scene.panel.next_button is not None
        click(app, scene.panel.next_button.rect.center)
    assert len(labels) == 30


def test_turned_button_has_the_edge_and_shadow_of_an_upright_one(app: App) -> None:
    button = Upright(m("Deal"), lambda: None, Rect(60, 40, 120, 40))
    pictures = []
    for quarters in (0, 2):
        surface = pygame.Surface((240, 120)).convert()
        surface.fill(PAPER)
        button.quarter_turns = quarters
        paint_widget(Canvas(surface, 1.0), button)
        pictures.append(pygame.transform.rotate(surface, 90 * quarters))
    plain, turned = (pygame.surfarray.array3d(picture).astype(int) for picture in pictures)
    assert abs(plain - turned).max() <= 2, "the shadow below, and no dark corners"


def _has_words(app: App, left: int) -> bool:
    """True if words are in that part of the bar, 280 pixels wide."""
    run_frames(app)
    part = app.screen.subsurface((left, 8, 280, 36))
    light = pygame.mask.from_threshold(part, PAPER, (40, 40, 40, 255))
    return light.count() > 50


def test_hands_and_cards_face_their_seats_on_a_flat_screen(app: App) -> None:
    app.settings.facing = "edges"
    box = bundled.load_box("cards").box
    tricks = Holder("tricks", each=True, areas=((20, 20, 70, 95), (550, 310, 70, 95)))
    scene = push_table(app, replace(box, holders=(*box.holders, tricks)))
    taken = actions.Move(0, of="draw", n=2, to="tricks 1"), actions.Move(0, of="draw", n=2, to="tricks 0")
    for action in (*taken, actions.Deal(0, "draw", 2), actions.Set(0, "turn", "", 1)):
        scene.controller.act(action)
        wait_until_idle(app, scene)
    assert scene.controller.actor == 1
    assert scene.desk.strip.box.bottom <= scene.desk.camera.rect.top, "Bo sits at the upper edge"
    assert (scene.desk.strip.quarters, scene.desk.reading_quarters) == (2, 2)
    assert [piece.angle for piece in scene.desk.pieces if str(piece.key).startswith("tricks")] == [0, pytest.approx(pi)]
    first, second, *more_buttons = scene.panel.buttons
    assert scene.panel.quarters == 2
    assert {button.quarter_turns for button in scene.panel.buttons} == {2}
    assert {scene.table.log.quarter_turns, *(button.quarter_turns for button in scene.panel.box_buttons)} == {2}
    assert {button.quarter_turns for button in scene.table.bar_buttons} == {2}
    assert [_has_words(app, left) for left in (12, 720)] == [False, True], "the words of the bar begin at Bo's left"
    assert first.rect.left >= second.rect.right, "the panel is read from the upper edge"
    assert all(scene.panel.rect.contains(button.rect) for button in (first, second, *more_buttons))
    left, right = hand_card_point(scene, 0), hand_card_point(scene, 1)
    assert left[0] > right[0], "the first is at Bo's left"
    press(app, pygame.K_SPACE)
    drag(app, left, table_point(scene, 500, 100))
    press(app, pygame.K_SPACE, False)
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert move.at == (0,)
    assert move.angle == pytest.approx(pi, abs=1e-3)
    entry_count = len(scene.controller.match.entries)
    drag(app, table_point(scene, 585, 357), table_point(scene, 590, 350))
    assert len(scene.controller.match.entries) == entry_count, "it was laid back"
    drag(app, table_point(scene, 585, 357), table_point(scene, 400, 100))
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.angle) == ("tricks 1", pytest.approx(pi, abs=1e-3))
    wait_until_idle(app, scene)
    drag(app, piece_point(scene, "draw"), table_point(scene, 200, 100))
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.angle) == ("draw", pytest.approx(pi, abs=1e-3)), "it faces who deals it"


def test_many_cards_are_in_two_rows_and_each_is_hit_where_it_is_visible(app: App) -> None:
    scene = push_table(app, bundled.load_box("cards").box)
    scene.controller.act(actions.Deal(0, "draw", 0))
    wait_until_idle(app, scene)
    press(app, pygame.K_SPACE)
    boxes = card_boxes(scene.desk)
    assert len(boxes) == 26
    assert len({box.y for box in boxes}) == 2
    for index, box in enumerate(boxes):
        assert scene.desk.strip.box.contains(box)
        assert card_at(scene.desk, (box.x + 6, box.y + 6)) == index


def test_pictures_of_an_own_box_are_found_on_another_evening(app: App) -> None:
    mine = boxes_folder(app.data_folder) / "mine"
    shutil.copytree(bundled.folder("chess"), mine)
    picture = next(iter(sorted(mine.rglob("*.svg"))))
    picture.write_text(picture.read_text(encoding="utf-8") + "<!-- mine -->", encoding="utf-8")
    setup = open_box(mine).setup
    assert app.opened_boxes.find_by_pictures(setup.pictures) is None, "as after a start"
    scene = push_table(app, setup.box, pictures=setup.pictures)
    assert scene.desk.files is not NO_FILES
    assert app.opened_boxes.find_path(setup) == mine, "and its files are watched"


@pytest.mark.parametrize("width", [48, 64, 70, 80, 120])
def test_written_word_is_not_broken_in_two(app: App, width: int) -> None:
    kind = Kind("card", "card", fronts=("",), size=(63, 88), blank=True)
    size = width, round(width * 88 / 63)

    def draw_words(words: str) -> bytes:
        return pixels(render_face(kind, Face(0, 0, 0, words), size))

    assert draw_words("Everybody") != draw_words("Everybod y")
    assert draw_words("Everybody wins") != draw_words("Everybod y wins")


def test_picture_of_a_box_with_a_cover_is_that(app: App) -> None:
    cover = pygame.Surface((60, 40))
    cover.fill((0, 0, 255))
    data = BytesIO()
    pygame.image.save(cover, data, "it.png")
    loaded = bundled.load_box("cards")
    picture = thumbnail.render_box(replace(loaded, cover=data.getvalue()), (100, 100))
    assert [picture.get_at(point) for point in ((1, 50), (98, 50))] == [(0, 0, 255, 255)] * 2
    assert picture.get_at((50, 5))[3] == 0, "it keeps its proportions"
    assert pixels(picture) != pixels(thumbnail.render_box(loaded, (100, 100)))


@pytest.mark.parametrize("name", bundled.names())
def test_picture_of_a_box_shows_what_is_in_it(app: App, name: str) -> None:
    picture = thumbnail.render_box(bundled.load_box(name), (200, 130))
    middle = picture.subsurface(pygame.Rect(50, 32, 100, 66))
    background = picture.get_at((100, 4))
    differing_pixels = sum(middle.get_at((x, y)) != background for x in range(100) for y in range(66))
    assert differing_pixels > 100, "not only its table"
