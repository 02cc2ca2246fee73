"""What the open table looks like: pictures of boxes are shown, words where there are none; nothing is cut off."""

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
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.box_pictures import NO_FILES, Files, files_of, picture_for
from grenade_salad.app.games.open_table.hand_strip import card_at, card_boxes
from grenade_salad.app.games.open_table.layout import button_boxes, room_for
from grenade_salad.app.games.open_table.pictures import is_far, picture_of
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.games.open_table.tabletop_picture import area_box
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import PAPER
from grenade_salad.app.ui.widget import paint
from grenade_salad.app.ui.widgets import Button as Upright
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled, shelf
from grenade_salad.boxes.shelf import folder_in, path_of, stand
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Button, Holder, Kind, Press, Shape
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import m, say
from tests.app.conftest import app as app
from tests.app.conftest import click, frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import at, card, drag, last_as, lay, lying, press, rest
from tools.tables import scene_on


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def faces(kind: Kind) -> list[Face]:
    """The first and the last of its fronts, and its back."""
    shown = [0, len(kind.fronts) - 1]
    if kind.piece == "die":
        return [Face(0, None, side, None) for side in shown]
    return [*(Face(0, front, 0, None) for front in shown), Face(0, None, -1, None)]


@pytest.mark.parametrize("name", bundled.names())
def test_every_picture_of_a_box_is_shown_and_words_where_it_is_gone(app: App, name: str) -> None:
    setup = bundled.opened(name).setup
    files, seen = files_of(setup), 0
    for kind in setup.box.kinds:
        bare = replace(kind, pictures=(), back_picture="", codes="")
        if not kind.pictures:
            bare = replace(bare, fronts=("a thing",) * len(kind.fronts), back="green")
        for face in faces(kind):
            picture = picture_for(kind, face)
            if picture is None:
                continue
            seen += 1
            size = 110, max(1, round(110 * kind.size[1] / kind.size[0]))
            shown, words = (pixels(picture_of(one, face, size, files)) for one in (kind, bare))
            assert shown != words, (kind.name, face)
            gone = pixels(picture_of(kind, face, size, NO_FILES))
            assert gone == (words if picture.of_box else shown), (kind.name, face)
    assert seen or name == "blank"


def test_a_table_is_drawn_with_the_pictures_of_its_box_or_its_words(app: App) -> None:
    opened = bundled.opened("dominoes")
    drawn = []
    for setup in (opened.setup, replace(opened.setup, pictures="gone")):
        scene = lay(app, setup.box, pictures=setup.pictures)
        scene.table.act(actions.Move(0, of="boneyard", to=(320.0, 200.0), face="up"))
        rest(app, scene)
        spot = Rect(0, 0, 40, 80)
        spot.center = at(scene, 320, 200)
        app.draw()
        drawn.append(pixels(app.screen.subsurface(pygame.Rect(spot))))
    assert drawn[0] != drawn[1]
    assert len(set(drawn[1])) > 10, "its words stand there"


def test_a_sheet_is_shown_by_its_parts_and_nonsense_by_words(app: App) -> None:
    sheet = pygame.Surface((80, 40))
    sheet.fill((200, 0, 0), (0, 0, 40, 40))
    sheet.fill((0, 0, 200), (40, 0, 40, 40))
    file = BytesIO()
    pygame.image.save(sheet, file, "sheet.png")
    kind = Kind("tile", "card", fronts=("one", "two"), pictures=("sheet.png",), sheet=(2, 1), size=(40, 40))
    files = Files("of this test", {"sheet.png": file.getvalue()})
    middles = [picture_of(kind, Face(0, front, 0, None), (60, 60), files).get_at((30, 30))[:3] for front in (0, 1)]
    assert middles == [(200, 0, 0), (0, 0, 200)]
    broken = Files("broken", {"sheet.png": b"\x89PNG nonsense"})
    face = Face(0, 0, 0, None)
    assert pixels(picture_of(kind, face, (60, 60), broken)) == pixels(picture_of(kind, face, (60, 60), NO_FILES))


@pytest.mark.parametrize("name", ["cards", "live-grenade", "wheel"])
def test_an_index_is_16_pixels_high_in_the_overview(app: App, name: str) -> None:
    scene = lay(app, bundled.opened(name).box)
    kind = next(one for one in scene.desk.view.box.kinds if one.piece == "card")
    wide, high = (round(side * scene.desk.camera.scale) for side in kind.size)
    for front in range(min(7, len(kind.fronts))):
        made = picture_of(kind, Face(0, front, 0, None), (wide, high), NO_FILES, is_far(kind, wide))
        dark = [
            any(sum(made.get_at((x, y))[1:3]) < 260 for x in range(wide // 12, wide // 2)) for y in range(3, high // 2)
        ]
        first = dark.index(True)
        assert dark[first:].index(False) >= 16, kind.fronts[front]


def test_two_clicks_from_the_first_screen_to_a_table_with_cards(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    frames(app, 3)
    click(app, home.cards[home.playable.index("open-table")].rect.center)
    assert isinstance(app.scene, BoxSetup)
    click(app, app.scene.start_button.rect.center)
    scene = scene_on(app.scene, OpenTableScene)
    assert scene.desk.view.box.name == "Cards"
    assert max(one.count for one in scene.desk.things) == 52


def crossing(boxes: dict[str, Rect]) -> list[tuple[str, str]]:
    """Which boxes lie over each other."""
    seen = [(name, box) for name, box in boxes.items() if box.width > 0 and box.height > 0]
    return [
        (name, other)
        for index, (name, box) in enumerate(seen)
        for other, there in seen[index + 1 :]
        if box.inflate(-0.1, -0.1).colliderect(there)
    ]


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (800, 450), (720, 1280), (800, 1422), (1920, 1080)])
def test_nothing_lies_over_anything_in_any_window_with_any_box(size: tuple[float, float]) -> None:
    window = Rect(0, 0, *size)
    for seats in range(1, 10):
        for hands in (False, True):
            for buttons in (0, 1, 4, 12):
                for flat in (False, True):
                    room = room_for(size, seats, (640.0, 420.0), hands, buttons, flat)
                    places = room.places
                    boxes = {f"seat {seat}": box for seat, (box, _) in enumerate(places.seats)}
                    boxes |= {"table": places.table, "bar": places.bar}
                    boxes |= {str(tuple(box)): box for box, _ in room.strips if hands}
                    shown = button_boxes(room.buttons, buttons)
                    boxes |= {f"button {index}": box for index, box in enumerate(shown)}
                    if room.beside:
                        boxes |= {"panel": room.panel, "log": places.log}
                    case = size, seats, hands, buttons, flat
                    assert not crossing(boxes), case
                    assert all(window.contains(box) for box in boxes.values() if box.width > 0), case
                    assert bool(shown) == bool(buttons), case
                    assert all(box.width >= 90 and box.height >= 34 for box in shown), case
                    assert min(places.table.size) >= 100, case


@pytest.mark.parametrize("shape", ["cube", "disc", "board", "pawn"])
def test_what_is_written_on_a_piece_is_drawn_on_it_and_its_paint_stays(shape: Shape, app: App) -> None:
    kind = Kind("own", shape, fronts=("red",), blank=True)
    bare, other = (picture_of(kind, Face(0, 0, 0, text), (80, 80)) for text in (None, "blue ox"))
    changed = [at for at in product(range(80), repeat=2) if bare.get_at(at) != other.get_at(at)]
    assert 40 < len(changed) < 3000, "letters, and the rest as it was"


@pytest.mark.parametrize("scale", [100, 200])
def test_names_lie_on_no_pile_and_the_strip_says_all_of_its_words(
    app: App, scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, Rect] = {}
    write = Canvas.text

    def heard(canvas: Canvas, words: Any, at: Any, size: float = 18, *rest: Any, **how: Any) -> Any:
        found = Rect(*at, canvas.width(words, size), size * 1.3)
        if how.get("anchor") == "midtop":
            found.midtop = at
        said[say(words)] = found
        return write(canvas, words, at, size, *rest, **how)

    for box in ("blank", "cards"):
        app.settings.scale = scale
        app.fit()
        setup = bundled.opened(box).setup
        scene = lay(app, setup.box, pictures=setup.pictures)
        scene.table.act(actions.Deal(0, "draw", 5))
        rest(app, scene)
        said.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Canvas, "text", heard)
            scene.table.dirty = True
            app.frame()
        places = {area.holder.name: area_box(scene.desk, area) for area in scene.desk.areas}
        names = [at for words, at in said.items() if words.startswith(("Draw", "Discard", "The bag"))]
        assert len(names) >= 2
        for name in names:
            assert name.collidelist(list(places.values())) < 0
        strip = scene.desk.strip.box
        title = "Ann's hand: 5"
        written = {words: at for words, at in said.items() if words in title and (len(words) > 3 or words == "5")}
        assert " ".join(written) == title
        assert all(at.y > 0 and at.bottom <= strip.height for at in written.values())
        app.pop()


def test_all_buttons_of_a_box_can_be_pressed(app: App) -> None:
    many = tuple(Button(f"Deal {n}", (Press("deal", of=1, n=n),)) for n in range(1, 31))
    scene = lay(app, replace(CARDS, buttons=many))
    found: set[str] = set()
    for _ in range(30):
        found |= {str(button.words) for button in scene.panel.of_box if button.visible}
        assert scene.panel.following is not None
        click(app, scene.panel.following.rect.center)
    assert len(found) == 30


def test_a_turned_button_has_the_edge_and_the_shadow_of_an_upright_one(app: App) -> None:
    button = Upright(m("Deal"), lambda: None, Rect(60, 40, 120, 40))
    shown = []
    for quarters in (0, 2):
        surface = pygame.Surface((240, 120)).convert()
        surface.fill(PAPER)
        button.turn = quarters
        paint(Canvas(surface, 1.0), button)
        shown.append(pygame.transform.rotate(surface, 90 * quarters))
    plain, turned = (pygame.surfarray.array3d(one).astype(int) for one in shown)
    assert abs(plain - turned).max() <= 2, "the shadow below, and no dark corners"


def _written(app: App, left: int) -> bool:
    """Whether words stand in that part of the bar, 280 pixels wide."""
    frames(app)
    part = app.screen.subsurface((left, 8, 280, 36))
    light = pygame.mask.from_threshold(part, PAPER, (40, 40, 40, 255))
    return light.count() > 50


def test_on_a_screen_that_lies_flat_hands_and_their_cards_face_their_seats(app: App) -> None:
    app.settings.facing = "edges"
    box = bundled.opened("cards").box
    tricks = Holder("tricks", each=True, areas=((20, 20, 70, 95), (550, 310, 70, 95)))
    scene = lay(app, replace(box, holders=(*box.holders, tricks)))
    taken = actions.Move(0, of="draw", n=2, to="tricks 1"), actions.Move(0, of="draw", n=2, to="tricks 0")
    for action in (*taken, actions.Deal(0, "draw", 2), actions.Set(0, "turn", "", 1)):
        scene.table.act(action)
        rest(app, scene)
    assert scene.table.actor == 1
    assert scene.desk.strip.box.bottom <= scene.desk.camera.rect.top, "Bo sits at the upper edge"
    assert (scene.desk.strip.quarters, scene.desk.faces) == (2, 2)
    assert [one.angle for one in scene.desk.things if str(one.key).startswith("tricks")] == [0, pytest.approx(pi)]
    first, second, *others = scene.panel.buttons
    assert scene.panel.turn == 2
    assert {button.turn for button in scene.panel.buttons} == {2}
    assert {scene.table.log.turn, *(button.turn for button in scene.panel.of_box)} == {2}
    assert {button.turn for button in scene.table.bar_buttons} == {2}
    assert [_written(app, left) for left in (12, 720)] == [False, True], "the words of the bar begin at Bo's left"
    assert first.rect.left >= second.rect.right, "the panel is read from the upper edge"
    assert all(scene.panel.box.contains(button.rect) for button in (first, second, *others))
    left, right = card(scene, 0), card(scene, 1)
    assert left[0] > right[0], "the first is at Bo's left"
    press(app, pygame.K_SPACE)
    drag(app, left, at(scene, 500, 100))
    press(app, pygame.K_SPACE, False)
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert move.at == (0,)
    assert move.angle == pytest.approx(pi, abs=1e-3)
    entries = len(scene.table.match.entries)
    drag(app, at(scene, 585, 357), at(scene, 590, 350))
    assert len(scene.table.match.entries) == entries, "it was laid back"
    drag(app, at(scene, 585, 357), at(scene, 400, 100))
    move = last_as(scene, actions.Move)
    assert (move.of, move.angle) == ("tricks 1", pytest.approx(pi, abs=1e-3))
    rest(app, scene)
    drag(app, lying(scene, "draw"), at(scene, 200, 100))
    move = last_as(scene, actions.Move)
    assert (move.of, move.angle) == ("draw", pytest.approx(pi, abs=1e-3)), "it faces who deals it"


def test_many_cards_lie_in_two_rows_and_each_is_hit_where_it_is_seen(app: App) -> None:
    scene = lay(app, bundled.opened("cards").box)
    scene.table.act(actions.Deal(0, "draw", 0))
    rest(app, scene)
    press(app, pygame.K_SPACE)
    boxes = card_boxes(scene.desk)
    assert len(boxes) == 26
    assert len({box.y for box in boxes}) == 2
    for index, box in enumerate(boxes):
        assert scene.desk.strip.box.contains(box)
        assert card_at(scene.desk, (box.x + 6, box.y + 6)) == index


def test_pictures_of_an_own_box_are_found_on_another_evening(app: App) -> None:
    mine = folder_in(app.data_folder) / "mine"
    shutil.copytree(bundled.folder("chess"), mine)
    picture = next(iter(sorted(mine.rglob("*.svg"))))
    picture.write_text(picture.read_text(encoding="utf-8") + "<!-- mine -->", encoding="utf-8")
    setup = stand(mine).setup
    shelf._stood.clear()
    shelf._read.cache_clear()
    bundled._known.clear()
    assert bundled.with_pictures(setup.pictures) is None, "as after a start"
    scene = lay(app, setup.box, pictures=setup.pictures)
    assert scene.desk.files is not NO_FILES
    assert path_of(setup) == mine, "and its files are watched"


@pytest.mark.parametrize("wide", [48, 64, 70, 80, 120])
def test_written_word_is_not_broken_in_two(app: App, wide: int) -> None:
    kind = Kind("card", "card", fronts=("",), size=(63, 88), blank=True)
    size = wide, round(wide * 88 / 63)

    def written(words: str) -> bytes:
        return pixels(picture_of(kind, Face(0, 0, 0, words), size))

    assert written("Everybody") != written("Everybod y")
    assert written("Everybody wins") != written("Everybod y wins")


@pytest.mark.parametrize("name", bundled.names())
def test_picture_of_a_box_shows_what_is_in_it(app: App, name: str) -> None:
    picture = thumbnail.of_box(bundled.opened(name), (200, 130))
    middle = picture.subsurface(pygame.Rect(50, 32, 100, 66))
    ground = picture.get_at((100, 4))
    other = sum(middle.get_at((x, y)) != ground for x in range(100) for y in range(66))
    assert other > 100, "not only its table"
