"""A folder, a zip or a drop of pictures is a deck."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.app.games.open_table.guess_scene import GuessScene
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import door
from grenade_salad.boxes.answers import Answers, PictureUse
from grenade_salad.boxes.box_reader import LoadedBox, check_loaded_box
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import make_source
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.shelf import boxes_folder, list_own_boxes
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Kind
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.state import TableState
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames, run_until
from tests.open_table.playing import act, find_fault, new_table


def _svg(width: int = 63, height: int = 88) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><path d="M0 0"/></svg>'.encode()


def _png(width: int, height: int) -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((width, height)), file, "a.png")
    return file.getvalue()


PICTURES = {
    "Backgammon-front.svg": _svg(),
    "card-01-front.svg": _svg(),
    "card-02-back.svg": _svg(),
    "card-02-front.svg": _svg(),
    "card-03-front[x2].svg": _svg(),
    "card-back.svg": _svg(),
    "tokens/readme.txt": b"no picture",
    "tokens/wave 2x1.svg": _svg(80, 40),
}


def _open(answers: Answers | None = None, /, **files: bytes) -> LoadedBox:
    return door.open_source(make_source("deck", files), answers or Answers())


def _backs(loaded: LoadedBox) -> dict[str, str]:
    return {front: kind.back_picture for kind in loaded.box.kinds for front in kind.fronts}


def _counts(kinds: tuple[Kind, ...]) -> dict[str, int]:
    return {front: kind.count_of(index) for kind in kinds for index, front in enumerate(kind.fronts)}


def test_folder_and_zip_of_pictures_are_the_same_deck(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    for name, data in PICTURES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    with zipfile.ZipFile(tmp_path / "deck.zip", "w") as archive:
        for name, data in PICTURES.items():
            archive.writestr(f"deck/{name}", data)
    loaded = open_box(folder)
    assert open_box(tmp_path / "deck.zip") == loaded
    assert _counts(loaded.box.kinds) == {"Backgammon": 1, "card 01": 1, "card 03": 2, "card 02": 1, "wave 2x1": 1}
    backs = _backs(loaded)
    assert backs["card 02"] == "card-02-back.svg"
    assert [backs[name] for name in ("Backgammon", "card 01", "card 03")] == ["card-back.svg"] * 3
    tokens = loaded.box.kinds[-1]
    assert [tokens.name, tokens.size, tokens.sheet, tokens.back_picture] == ["tokens", (80, 40), (1, 1), ""]
    assert [(loss.cause, loss.names) for loss in loaded.box.losses] == [
        ("back", ("card back", "card 02 back")),
        ("copies", ("card 03",)),
    ]
    state = new_table(loaded.box, 3)
    act(state, actions.Deal(0, of="draw 1", n=1))
    act(state, actions.Reset(0))
    assert find_fault(state) == ""


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (
            ("pro-1.svg", "pro-2.svg", "pro-back.svg", "con-1.svg", "con-back.svg"),
            ["pro-back.svg"] * 2 + ["con-back.svg"],
        ),
        (("a.svg", "b.svg", "back.svg"), ["back.svg"] * 2),
        (("a.svg", "Backgammon.svg"), ["", ""]),
        (
            ("card_1_front.svg", "card_1_back.svg", "card_2_front.svg", "card_2_back.svg"),
            ["card_1_back.svg", "card_2_back.svg"],
        ),
        (("card_1.svg", "card_verso.svg"), ["card_verso.svg"]),
    ],
)
def test_backs_are_whole_words(names: tuple[str, ...], wanted: list[str]) -> None:
    loaded = _open(**{name: _svg() for name in names})
    backs = _backs(loaded)
    fronts = [name for name in names if name not in wanted]
    assert sorted(backs.values()) == sorted(wanted)
    assert len(backs) == len(fronts)


def test_back_that_no_card_has_is_a_card() -> None:
    loaded = _open(**{"a.svg": _svg(), "b back.svg": _svg(40, 40), "c-back.svg": _svg(80, 20)})
    assert len(_backs(loaded)) == 3
    assert set(_backs(loaded).values()) == {""}
    assert _counts(_open(**{"card-back.svg": _svg()}).box.kinds) == {"card back": 1}


@pytest.mark.parametrize(
    ("name", "count"), [("a[x3].svg", 3), ("a [2].svg", 2), ("a (3).svg", 3), ("a_front_2.svg", 2), ("a_2.svg", 1)]
)
def test_copies_stand_in_the_name(name: str, count: int) -> None:
    assert sum(_counts(_open(**{name: _svg(), "b.svg": _svg()}).box.kinds).values()) == count + 1


def test_shapes_decide_the_size_of_cards() -> None:
    loaded = _open(**{"a.png": _png(630, 880), "b.png": _png(500, 500), "c.png": _png(880, 630)})
    assert sorted(kind.size for kind in loaded.box.kinds) == [(63.0, 63.0), (63.0, 88.0), (88.0, 63.0)]


def test_sheets_are_cut_by_their_names_or_by_answers() -> None:
    sheet = _png(630, 440)
    kind = _open(**{"deck 5x3.png": sheet, "back.png": _png(126, 146)}).box.kinds[0]
    assert [kind.sheet, len(kind.fronts), kind.fronts[14]] == [(5, 3), 15, "deck 5x3 15"]
    loaded = _open(**{"a.png": _png(2100, 1500)})
    assert loaded.box.kinds[0].piece == "board"
    assert loaded.guess is not None
    assert not loaded.guess.is_sure
    key = loaded.guess.pictures[0].key
    uses = {key: PictureUse("sheet", 5, 2)}
    kind = _open(Answers(pictures=uses), **{"a.png": _png(2100, 1500)}).box.kinds[0]
    assert [kind.piece, kind.sheet, kind.size] == ["card", (5, 2), (63.0, 112.5)]


def test_lone_picture_is_opened_and_asked_about(tmp_path: Path) -> None:
    (tmp_path / "deck").write_bytes(_png(63, 88))
    loaded = open_box(tmp_path / "deck")
    assert list(loaded.pictures) == ["deck.png"]
    assert loaded.guess is not None
    assert not loaded.guess.is_sure


def test_strange_names_and_endings_are_read() -> None:
    names = ("a\u200db.png", "#1 [x2].PNG", "nul.png", "wrong.jpg", "deep/er/and/deeper/than/that.png")
    loaded = _open(**{name: _png(6, 8) for name in names})
    assert sum(len(kind.fronts) for kind in loaded.box.kinds) == len(names)
    assert "wrong.png" in loaded.pictures


def test_other_files_are_told() -> None:
    files = {
        "a.svg": _svg(),
        "b.gif": b"GIF9",
        "c.png": b"no",
        "d.svg": b"<svg><script/></svg>",
        "e.obj": b"",
        "f.txt": b"",
    }
    loaded = _open(**files)
    assert {loss.cause for loss in loaded.box.losses} >= {"unreadable", "model"}
    assert sum(loss.count for loss in loaded.box.losses) == 4
    with pytest.raises(BadBoxFile, match="there is no picture in it that can be read"):
        _open(**{"c.png": b"no"})


def test_too_many_copies_are_told() -> None:
    loaded = _open(**{f"{index}[x999].svg": _svg() for index in range(4)})
    assert sum(kind.total_count for kind in loaded.box.kinds) == 2000
    assert [loss.count for loss in loaded.box.losses if loss.cause == "number"] == [4 * 999 - 2000]


_NAME = st.text("abck 123x[]()-_/frontback", min_size=1, max_size=24).map(lambda stem: f"{stem}.svg")


@given(st.sets(_NAME, min_size=1, max_size=12), st.integers(0, 2))
def test_any_names_make_a_valid_box_with_every_picture(names: set[str], shape: int) -> None:
    files = {name: _svg(63, (88, 63, 40)[(len(name) + shape) % 3]) for name in names}
    loaded = _open(**files)
    check_loaded_box(loaded)
    assert len(loaded.pictures) == len(names)


def _drop_all(app: App, *paths: Path) -> None:
    pygame.event.post(pygame.event.Event(pygame.DROPBEGIN))
    for path in paths:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pygame.event.post(pygame.event.Event(pygame.DROPCOMPLETE))
    run_frames(app, 2)


def test_pictures_that_are_dropped_together_are_a_deck_on_the_shelf(app: App, tmp_path: Path) -> None:
    app.push(HomeScene(app))
    names = ("sun-1.svg", "sun-2[x2].svg", "sun-back.svg", "notes.txt")
    for name in names:
        (tmp_path / name).write_bytes(_svg())
    _drop_all(app, *(tmp_path / name for name in names))
    run_until(app, lambda: isinstance(app.scene, BoxSetup))
    assert isinstance(app.scene, BoxSetup)
    box = app.scene.chosen.opened.box
    assert [box.name, _counts(box.kinds)] == ["sun", {"sun 1": 1, "sun 2": 2}]
    assert list_own_boxes(app.data_folder) == [boxes_folder(app.data_folder) / "sun"]
    app.home()
    _drop_all(app, tmp_path / names[0])
    run_until(app, lambda: isinstance(app.scene, GuessScene))
    box_setup = app.stack[-2]
    assert isinstance(box_setup, BoxSetup)
    assert box_setup.chosen.path == tmp_path / names[0]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_small_decks_are_dealt_as_far_as_they_go(count: int) -> None:
    state = new_table(_open(**{f"card {index}.svg": _svg() for index in range(count)}).box)
    for action in _press(state, "Deal"):
        act(state, action)
    assert sum(holder.count for holder in state.view(None).holders if holder.name.startswith("hand")) == count


CONFIG = """; of this deck
[*]
desc = "A card
of a game."
scale = Vector2(5, 7.5)
back_face = "other.svg"

[sun*]
name = "The sun"
items = [
    "a",
]
[moon.svg]
scale = Vector3(3, 0.2, 3)
"""


def test_settings_of_tabletop_club_name_backs_and_sizes() -> None:
    files = {"sun.svg": _svg(), "moon.svg": _svg(), "other.svg": _svg(), "config.cfg": CONFIG.encode()}
    loaded = _open(**{f"it/{name}": data for name, data in files.items()}, **{"b.svg": _svg(), "car.glb": b""})
    kinds = {front: kind for kind in loaded.box.kinds for front in kind.fronts}
    assert sorted(kinds) == ["The sun", "b", "moon"]
    assert [kinds[name].size for name in ("The sun", "moon", "b")] == [(50.0, 75.0), (30.0, 30.0), (63.0, 88.0)]
    assert [kinds[name].back_picture for name in ("The sun", "moon", "b")] == ["it/other.svg", "it/other.svg", ""]
    assert [loss.names for loss in loaded.box.losses if loss.part == "piece"] == [("car.glb",)]


STACKS = """[Small deck]
desc = "For *two*."
items = ["Ten", "nine", "Ten",
    "lost" ; no such picture
]
[Odd]
items = "Ten"
[Pair]
items = ["star", "nine"]
"""
RANKS = """[*]
mass = 1.8
desc = "A card
of a game."
[ten.svg]
name = "Ten"
value = 10
[nine.svg]
value = 9
[star.svg]
value = "star"
desc = "Worth [nothing](http://example.org)."
[draft.svg]
ignore = true
"""


def _open_stacks() -> LoadedBox:
    names = ("ten", "nine", "star", "plain", "draft")
    pictures = {f"{name}.svg": _svg() for name in names}
    return _open(**pictures, **{"config.cfg": RANKS.encode(), "stacks.cfg": STACKS.encode()})


def test_decks_of_tabletop_club_lie_in_their_own_order() -> None:
    loaded = _open_stacks()
    assert [holder.title for holder in loaded.box.holders[1:]] == ["Small deck", "Pair", "cards", "discard pile"]
    assert _draw_all(loaded.box, "draw 1") == ["Ten", "nine", "Ten"], "the first one is on top"
    assert _draw_all(loaded.box, "draw 2") == ["star", "nine"]
    (kind,) = loaded.box.kinds
    assert dict(zip(kind.fronts, kind.counts, strict=True)) == {"Ten": 2, "nine": 2, "star": 1, "plain": 1}
    missing = [loss for loss in loaded.box.losses if loss.cause == "deck"]
    assert [(loss.count, loss.names) for loss in missing] == [(1, ("lost",))]
    state = new_table(loaded.box, seats=1)
    for action in _press(state, "Shuffle"):
        act(state, action)
    assert not find_fault(state)


def test_values_masses_and_texts_of_tabletop_club_are_used() -> None:
    loaded = _open_stacks()
    state = new_table(loaded.box, seats=1)
    for pile in ("draw 3", "draw 2", "draw 1"):
        act(state, actions.Deal(0, of=pile, n=1))
    for action in _press(state, "Sort hand"):
        act(state, action)
    assert _hand(state) == ["Ten", "star", "plain"], "numbers, words, and what has no value"
    assert loaded.box.kinds[0].mass == 1.8
    assert loaded.box.rules.splitlines() == [
        "- **Small deck**: For two.",
        "- **nine, plain, Ten**: A card of a game.",
        "- **star**: Worth nothing(http://example.org).",
    ]


def test_decks_that_a_box_has_no_room_for_are_told() -> None:
    pictures = {f"{name}.svg": _svg() for name in "abcdefghijkl"}
    items = ", ".join(f'"{name}"' for name in "abcdefghijkl")
    many = "".join(f"[deck {index}]\nitems = [{items}]\n" for index in range(14))
    loaded = _open(**pictures, **{"stacks.cfg": many.encode()})
    assert [(loss.cause, loss.count, loss.names) for loss in loaded.box.losses] == [
        ("number", 24, ("deck 12", "deck 13"))
    ]
    cycle, zigzag = ('"a", "c", "b",' * 250, '"a", "a", "b",' * 250)
    long = f"[all]\nitems = [{cycle}]\n[huge]\nitems = [{items * 200}]\n"
    loaded = _open(**pictures, **{"stacks.cfg": long.encode()})
    assert [(loss.cause, loss.names) for loss in loaded.box.losses] == [("number", ("huge",))]
    loaded = _open(**pictures, **{"stacks.cfg": f"[all]\nitems = [{zigzag}]\n".encode()})
    assert [(loss.cause, loss.names) for loss in loaded.box.losses] == [("order", ("all",))]
    assert sum(kind.total_count for kind in loaded.box.kinds) == 760, "shuffled, but all there"


def _press(state: TableState, label: str) -> Iterator[actions.TableAction]:
    """Yield the actions of a button as the first seat presses it."""
    (button,) = (button for button in state.box.buttons if button.label == label)
    yield from expand_button(button, 0, state.view(0))


def _hand(state: TableState) -> list[str]:
    (hand,) = (holder for holder in state.view(0).holders if holder.name == "hand 0")
    kinds = state.box.kinds
    assert isinstance(hand.inside, tuple)
    return [kinds[face.kind].fronts[face.front] for face in hand.inside if face.front is not None]


def _draw_all(box: Box, pile: str) -> list[str]:
    """Return the fronts that a player draws from a pile, one after another."""
    state = new_table(box, seats=1)
    drawn: list[str] = []
    while next(holder.count for holder in state.view(0).holders if holder.name == pile):
        act(state, actions.Deal(0, of=pile, n=1))
        hand = _hand(state)
        added = Counter(hand) - Counter(drawn)
        drawn += added.elements()
    return drawn


@given(st.text('[]*="\n;abV(1,', max_size=80))
def test_any_settings_are_read(text: str) -> None:
    loaded = _open(**{"a.svg": _svg(), "config.cfg": text.encode()})
    assert len(loaded.pictures) == 1
