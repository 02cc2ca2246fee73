"""Boxes made from games of VirtualTabletop, and their losses."""

from __future__ import annotations

import json
import zipfile
from collections import Counter as Tally
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes.answers import Answers
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.door import open_source
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import make_source
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.losses import describe_loss
from grenade_salad.games.open_table.actions import Roll
from grenade_salad.games.open_table.box import Box, Kind, Lay, Press
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.placed_pieces import snap_points
from grenade_salad.games.open_table.rules import start
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.kinds import expect_type

FORMATS = Path(__file__).parent / "formats"
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'
State = dict[str, Any]


def _open(state: State, **assets: bytes) -> LoadedBox:
    """Return the box of a state with these assets."""
    files = {"0.json": json.dumps({"_meta": {"version": 16}, **state}).encode()}
    return open_source(make_source("it.vtt", {**files, **{f"assets/{name}": data for name, data in assets.items()}}))


def _losses(loaded: LoadedBox) -> dict[tuple[str, str], int]:
    return {(loss.part, loss.cause): loss.count for loss in loaded.box.losses}


def _kind(box: Box, piece: str) -> Kind:
    return next(kind for kind in box.kinds if kind.piece == piece)


def _lays(box: Box, kind: Kind) -> list[Lay]:
    return [lay for lay in box.layout if lay.kind == kind.name]


def _zip(folder: Path, file: Path) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return file


def test_a_game_becomes_a_box_with_its_hand_piles_counter_and_buttons(tmp_path: Path) -> None:
    loaded = open_box(_zip(FORMATS / "01-vtt", tmp_path / "it.vtt"))
    box = loaded.box
    assert (box.name, box.seats, box.rules) == ("Three harbours", (2, 3), "Draw two, play one.")
    hand, harbours, market = box.holders
    assert (hand.name, hand.each, hand.secret, hand.lays) == ("hand", True, "hand", "row")
    assert (harbours.name, harbours.lays) == ("Harbours", "stack")
    assert (market.name, market.lays, market.most, market.face) == ("Market", "row", 4, "up")
    cards = _kind(box, "card")
    assert cards.fronts == ("North", "South", "East")
    assert cards.counts == (3, 3, 2)
    lays = _lays(box, cards)
    assert sum(lay.n * len(lay.fronts) for lay in lays) == 7, "one South card waits in the box"
    assert all((lay.into, lay.up, lay.shuffled) == ("Harbours", False, True) for lay in lays)
    drawings = [loaded.pictures[name] for name in cards.pictures]
    assert [
        colour in drawing for drawing, colour in zip(drawings, (b"#d55e00", b"#0072b2", b"#009e73"), strict=True)
    ] == [True] * 3
    assert [(counter.name, counter.start) for counter in box.counters] == [("Counter", 5)]
    assert [(_kind(box, piece).total_count, len(_kind(box, piece).pictures)) for piece in ("board", "pawn", "die")] == [
        (1, 1),
        (1, 1),
        (1, 0),
    ]
    lines = {button.label: button.lines for button in box.buttons}
    assert lines["Take two"] == (Press("move", "Harbours", 2, ("hand",), mine=True),)
    assert lines["Fill"] == (Press("deal", "Harbours", 4, ("Market",), up_to=True),)
    assert lines["New round"] == (Press("reset"),)
    assert lines["Restart"] == (
        Press("recall", kinds=("cards",), to=("Harbours",)),
        Press("flip", what=("Harbours",), each=True, face="down"),
        Press("shuffle", "Harbours"),
    )
    assert "Score" in next(loss for loss in box.losses if loss.part == "button").names


def test_states_of_a_game_are_variants_and_the_first_is_opened(tmp_path: Path) -> None:
    path = _zip(FORMATS / "02-vtt-two-states", tmp_path / "it.vtt")
    loaded = open_box(path)
    assert (loaded.variants, loaded.variant) == (("Small", "Kings only"), "Small")
    box = loaded.box
    assert box.seats == (2, 2)
    men = {kind.colour: _lays(box, kind) for kind in box.kinds if kind.piece == "disc"}
    assert Tally({colour: sum(len(lay.at) for lay in lays) for colour, lays in men.items()}) == {"red": 2, "black": 2}
    assert [lay.up for lay in men["black"]] == [False, True], "the first black man is a king"
    (card,) = (kind for kind in box.kinds if kind.piece == "card")
    assert (card.codes, card.printed[0].title, card.printed[0].text) == ("", "Pass", "Joker card")
    assert _lays(box, card)[0].up
    assert _losses(loaded) == {("piece", "decoration"): 1}
    assert [button.label for button in box.buttons] == ["New round"], "to pass the turn is End here"
    kings = open_box(path, Answers(variant="Kings only"))
    assert (kings.variant, len(kings.box.pieces)) == ("Kings only", 1)


def test_odd_values_are_read_as_far_as_they_mean_something() -> None:
    loaded = open_box(FORMATS / "03-vtt-odd")
    box = loaded.box
    assert (box.name, box.seats) == ("03-vtt-odd", (1, 9))
    words = Tally(kind.fronts[front] for kind in box.kinds for front in kind.piece_fronts for _ in range(kind.count))
    assert words == {"A note": 1, "one": 2, "QH": 1, "a piece": 2, "k": 1}
    assert next(kind for kind in box.kinds if kind.fronts == ("QH",)).codes == "cards"
    assert next(kind for kind in box.kinds if kind.fronts == ("k",)).blank
    assert _losses(loaded) == {("picture", "internet"): 1, ("picture", "program"): 1, ("piece", "unknown"): 1}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_dropped_game_begins_in_the_window_with_each_number_of_seats(app: App, tmp_path: Path, seats: int) -> None:
    app.push(HomeScene(app))
    app.scene.on_file_dropped(_zip(FORMATS / "01-vtt", tmp_path / "it.vtt"))
    run_frames(app, 1)
    setup = expect_type(BoxSetup, app.scene)
    setup.count_choice.choose(seats - 1)
    assert any("Score" in say(label.words) for label in setup.loss_labels)
    setup.start()
    run_frames(app, 2)
    assert app.scene is not setup


def test_places_are_counted_from_the_parent_with_turn_and_scale() -> None:
    box = _open(
        {
            "outer": {"x": 400, "y": 200, "width": 200, "height": 100, "rotation": 90, "scale": 2},
            "boat": {"parent": "outer", "x": 0, "y": 0, "width": 20, "height": 20, "image": "/assets/p"},
        },
        p=PICTURE,
    ).box
    boat = _kind(box, "pawn")
    assert boat.size == (24.5, 24.5)
    (lay,) = _lays(box, boat)
    # The middle of outer is at (500, 250); from there 90 to the left and 40 up, doubled and turned clockwise.
    assert lay.at == ((round((500 + 80) * 63 / 103, 1), round((1000 - (250 - 180)) * 63 / 103, 1)),)
    assert lay.angle == pytest.approx(4.7124)


def test_values_are_inherited_by_key_and_not_without() -> None:
    state: State = {
        "red": {"x": 100, "y": 100, "text": "Mine", "width": 50, "height": 60},
        "all": {"inheritFrom": "red", "y": 300},
        "some": {"inheritFrom": {"red": ["text", "y"]}, "x": 700},
        "but": {"inheritFrom": {"red": ["!text"]}, "text": "Yours"},
        "loop": {"inheritFrom": "loop", "text": "Alone", "x": 900},
    }
    box = _open(state).box
    lays = {kind.fronts[0]: (kind.size, len(_lays(box, kind))) for kind in box.kinds}
    assert lays.keys() == {"Mine", "Yours", "Alone"}
    assert {kind.size for kind in box.kinds if kind.fronts == ("Mine",)} == {(30.6, 36.7), (61.2, 61.2)}
    assert {kind.size for kind in box.kinds if kind.fronts == ("Yours",)} == {(30.6, 36.7)}


def _deck(faces: int, back_varies: bool = False, front_varies: bool = True) -> State:
    """Return a deck of three cards whose front says its word."""
    objects: list[list[State]] = [
        [{"type": "text", "value": "back"}],
        [{"type": "text", "dynamicProperties": {"value": "word"}}],
    ]
    if back_varies:
        objects[0] = [{"type": "text", "dynamicProperties": {"value": "group"}}]
    if not front_varies:
        objects[1] = [{"type": "text", "value": "same"}]
    templates = [{"objects": face} for face in [*objects, [{"type": "text", "value": "third"}]][:faces]]
    types = {"a": {"word": "Ant", "group": "x"}, "b": {"word": "Bee", "group": "y"}, "c": {"word": "Cat", "group": "x"}}
    cards = {f"c{name}": {"type": "card", "deck": "d", "cardType": name, "x": 100} for name in types}
    return {"d": {"type": "deck", "cardTypes": types, "faceTemplates": templates}, **cards}


def test_the_front_is_the_face_that_differs_from_card_to_card() -> None:
    box = _open(_deck(2)).box
    (cards,) = box.kinds
    assert (cards.fronts, cards.back) == (("Ant", "Bee", "Cat"), "back")
    assert not any(lay.up for lay in box.layout)
    swapped = _deck(2)
    swapped["d"]["faceTemplates"].reverse()
    (cards,) = (box := _open(swapped).box).kinds
    assert (cards.fronts, cards.back) == (("Ant", "Bee", "Cat"), "back")
    assert all(lay.up for lay in box.layout)


def test_cards_with_another_back_are_another_kind() -> None:
    box = _open(_deck(2, back_varies=True)).box
    assert sorted((kind.back, kind.fronts) for kind in box.kinds) == [("x", ("Ant", "Cat")), ("y", ("Bee",))]
    assert len({kind.back_appearance for kind in box.kinds}) == 2


def test_cards_with_one_face_are_up_and_a_third_face_is_told() -> None:
    deck = _deck(2)
    del deck["d"]["faceTemplates"][0]
    assert all(lay.up for lay in _open(deck).box.layout)
    assert _losses(_open(_deck(3)))["piece", "faces"] == 3


def test_usual_cards_are_ours() -> None:
    types = {name: {"image": f"/i/cards-default/{name}.svg"} for name in ("TH", "QS", "1J")}
    state: State = {
        "d": {
            "type": "deck",
            "cardTypes": types,
            "faceTemplates": [
                {"objects": [{"type": "image", "value": "/i/cards-default/2B.svg", "width": 103, "height": 160}]},
                {"objects": [{"type": "image", "width": 103, "height": 160, "dynamicProperties": {"value": "image"}}]},
            ],
        },
        **{name: {"type": "card", "deck": "d", "cardType": name} for name in types},
    }
    loaded = _open(state)
    (cards,) = loaded.box.kinds
    assert (cards.codes, cards.fronts, cards.pictures, cards.back_picture) == ("cards", ("10H", "QS", "joker"), (), "")
    assert not loaded.box.losses


def test_an_own_picture_covers_the_usual_card_below_it() -> None:
    whole = {"type": "image", "width": 103, "height": 160}
    state: State = {
        "d": {
            "type": "deck",
            "cardTypes": {"a": {}},
            "faceTemplates": [
                {"objects": [{**whole, "value": "/i/cards-default/2B.svg"}, {**whole, "value": "/assets/back"}]},
                {"objects": [{**whole, "value": "/i/cards-default/QS.svg"}, {**whole, "value": "/assets/front"}]},
            ],
        },
        "c": {"type": "card", "deck": "d", "cardType": "a"},
    }
    front = PICTURE.replace(b"10", b"12")
    loaded = _open(state, back=PICTURE, front=front)
    (cards,) = loaded.box.kinds
    assert not cards.codes
    assert [loaded.pictures[name] for name in (*cards.pictures, cards.back_picture)] == [front, PICTURE]
    assert not loaded.box.losses


def test_faces_of_a_die_without_a_picture_are_drawn_beside_those_with_one() -> None:
    loaded = _open({"die": {"type": "dice", "faces": ["/assets/p", 2, {"text": "?"}]}}, p=PICTURE)
    die = _kind(loaded.box, "die")
    assert die.fronts[1:] == ("2", "?")
    assert loaded.pictures[die.pictures[0]] == PICTURE
    words = [part.words for name in die.pictures[1:] for part in loaded.drawings[name].parts if part.words]
    assert words == ["2", "?"]


@pytest.mark.parametrize("address", ["/assets/p", "${PROPERTY image}"])
def test_the_picture_behind_a_place_is_a_board_that_stays(address: str) -> None:
    css = {"default": {"background-image": f"url({address})"}}
    place = {"type": "holder", "css": css, "image": "/assets/p", "x": 100, "y": 200, "width": 103, "height": 160}
    loaded = _open({"place": place}, p=PICTURE)
    board = _kind(loaded.box, "board")
    (lay,) = _lays(loaded.box, board)
    left, lower, width, height = loaded.box.holders[0].areas[0]
    assert lay.locked
    assert lay.at[0] == pytest.approx((left + width / 2, lower + height / 2), abs=0.1)
    assert loaded.pictures[board.pictures[0]] == PICTURE


def test_places_of_a_colour_are_the_squares_of_a_board() -> None:
    light, dark = {"css": "background:#ccc"}, {"css": {"background": "#888"}}
    state: State = {
        f"h{column}": {"type": "holder", "x": 100 * column, **(dark, light)[column % 2]} for column in range(4)
    }
    state["clear"] = {"type": "holder", "x": 800, "css": "background: #ffffff80"}
    box = _open(state).box
    counts = {kind.colour: sum(len(lay.at) for lay in _lays(box, kind)) for kind in box.kinds}
    assert counts == {"#888888": 2, "#cccccc": 2}
    assert all(lay.locked for lay in box.layout)


def test_pictures_of_pages_and_spinners_are_told() -> None:
    page = {"html": "A <img src='/assets/p'> B <img src='/assets/q'>", "movable": False}
    spinner = {"type": "spinner", "options": ["1", "2"], "css": "background: url(/assets/p)"}
    loaded = _open({"page": page, "spinner": spinner}, p=PICTURE, q=PICTURE)
    assert _losses(loaded) == {("picture", "page"): 1, ("picture", "spinner"): 1}


def test_holders_of_each_seat_are_one_with_an_area_each() -> None:
    seats: State = {f"s{seat}": {"type": "seat", "index": seat + 1} for seat in range(3)}
    tricks: State = {
        f"t{seat}": {"type": "holder", "linkedToSeat": f"s{seat}", "x": 100 + 300 * seat, "y": 700} for seat in range(3)
    }
    tricks |= {
        f"u{seat}": {"type": "holder", "linkedToSeat": f"s{seat}", "x": 100 + 300 * seat, "y": 400, "width": 400}
        for seat in range(3)
    }
    lone: State = {"lone": {"type": "holder", "linkedToSeat": "s2", "x": 100, "y": 100, "text": "Bank", "width": 300}}
    loaded = _open({**seats, **tricks, **lone})
    each, second, bank = loaded.box.holders
    assert (each.title, second.title) == ("place", "place 2")
    assert (each.each, len(each.areas)) == (True, 3)
    assert each.areas[0][0] < each.areas[1][0] < each.areas[2][0]
    assert (bank.name, bank.seat) == ("Bank", None)
    assert _losses(loaded) == {("place", "seats"): 1}


def test_no_two_holders_have_the_same_name() -> None:
    state: State = {
        "h1": {"type": "holder", "text": "Pile"},
        "h2": {"type": "holder", "text": "Pile"},
        "h3": {"type": "holder", "x": 500},
        "hand": {"type": "holder", "childrenPerOwner": True, "text": "Pile"},
    }
    names = [holder.name for holder in _open(state).box.holders]
    assert len(set(names)) == 4
    assert "Place 4" in names


@pytest.mark.parametrize(
    ("routine", "lines"),
    [
        ([{"func": "MOVE", "from": "a", "to": "b"}], (Press("move", "A", 1, ("B",)),)),
        (
            [{"func": "MOVE", "from": "a", "to": "b", "count": "all", "face": 0}],
            (Press("move", "A", 0, ("B",), face="down"),),
        ),
        ([{"func": "MOVE", "from": "a", "to": "hand", "count": 3}], (Press("move", "A", 3, ("hand",), mine=True),)),
        ([{"func": "MOVE", "from": "a", "to": ["s1", "s2"], "count": 5}], (Press("deal", "A", 5),)),
        ([{"func": "MOVE", "from": "a", "to": "b", "fillTo": 4}], (Press("deal", "A", 4, ("B",), up_to=True),)),
        ([{"func": "SHUFFLE", "holder": "a"}, {"func": "AUDIO", "source": "x"}], (Press("shuffle", "A"),)),
        (
            [{"func": "SELECT", "value": "a", "collection": "c"}, {"func": "SHUFFLE", "collection": "c"}],
            (Press("shuffle", "A"),),
        ),
        ([{"func": "LABEL", "label": "n", "value": 7}], (Press("set", "Counter", 7),)),
        ([{"func": "LABEL", "label": "n", "mode": "dec", "value": "2"}], (Press("set", "Counter", by=-2),)),
        ([{"func": "CLICK", "collection": ["other"]}, {"func": "CLICK", "collection": ["die"]}],
         (Press("shuffle", "B"), Press("roll", what=(1,)))),
        ([{"func": "CALL", "widget": "other"}], (Press("shuffle", "B"),)),
        ([{"func": "MOVE", "from": "a", "to": ["s2"]}, {"func": "TURN"}], (Press("deal", "A", 1, (1,)), Press("pass"))),
        ([{"func": "MOVE", "from": "hand", "to": "b", "count": "all"}], (Press("move", "hand", 0, ("B",)),)),
        ([{"func": "FLIP", "holder": ["a", "b"], "face": 1, "count": 1}],
         (Press("flip", what=("A", "B"), each=True, n=1, face="up"),)),
        ([{"func": "SELECT", "value": "a"}, {"func": "SET", "property": "activeFace", "value": 0}],
         (Press("flip", what=("A",), each=True, face="down"),)),
        ([{"func": "RECALL", "holder": "a", "owned": False}],
         (Press("recall", kinds=("cards",), to=("A",), leaves="hands"),)),
        ([{"func": "SELECT", "property": "deck", "value": "d"}, {"func": "MOVE", "to": "b"}],
         (Press("recall", kinds=("cards",), to=("B",)),)),
        ([{"func": "SHUFFLE", "holder": "${PROPERTY parent}"}], (Press("shuffle", "A"),)),
        ([{"func": "MOVE", "from": "a", "to": "s2", "count": "all"}], (Press("move", "A", 0, ("hand 1",)),)),
    ],
)  # fmt: skip
def test_an_exact_routine_is_a_button(routine: list[State], lines: tuple[Press, ...]) -> None:
    deck = _deck(2)
    deck["d"]["parent"] = "a"
    it = {"type": "button", "text": "It", "parent": "a", "clickRoutine": routine}
    box = _open({**_table(), **deck, "it": it}).box
    assert next(button for button in box.buttons if button.label == "It").lines == lines


@pytest.mark.parametrize(
    "routine",
    [
        [{"func": "MOVE", "from": "a", "to": "b"}, "var x = 1"],
        [{"func": "MOVE", "from": "${x}", "to": "b"}],
        [{"func": "MOVE", "from": "a", "to": ["s1", "b"]}],
        [{"func": "MOVE", "from": "hand", "to": "b", "count": 1}],
        [{"func": "FLIP", "holder": "hand"}],
        [{"func": "RECALL", "holder": "b"}],
        [{"func": "RECALL", "holder": "a", "excludeCollection": "x"}],
        [{"func": "MOVE", "from": "a", "to": "nowhere"}],
        [{"func": "MOVE", "from": "a", "to": "b", "strange": 1}],
        [{"func": "MOVE", "from": "a", "to": "hand", "fillTo": 4}],
        [{"func": "FOREACH", "loopRoutine": []}],
        [{"func": "SHUFFLE", "holder": "a"}, {"func": "TURN", "turnCycle": "backward"}],
        [{"func": "SHUFFLE", "collection": "c"}],
        [{"func": "LABEL", "label": "words", "value": 1}],
        [{"func": "CALL", "widget": "itself"}],
        [5],
    ],
)
def test_a_routine_that_is_not_exact_is_told_and_no_button(routine: list[Any]) -> None:
    state = {**_table(), "itself": {"type": "button", "text": "It", "clickRoutine": routine}}
    loaded = _open(state)
    assert not any(button.label == "It" for button in loaded.box.buttons)
    assert _losses(loaded)["button", "program"] == 1
    assert "It" in next(say(describe_loss(loss)) for loss in loaded.box.losses if loss.part == "button")


def _sorted_table(*steps: State) -> State:
    """Return a table with three cards in a stack, and a button with these steps."""
    deck = _deck(2)
    deck["d"]["parent"] = "a"
    for value, name in enumerate(("a", "b", "c")):
        deck["d"]["cardTypes"][name]["value"] = value
        deck[f"c{name}"]["parent"] = "a"
    return {**_table(), **deck, "it": {"type": "button", "text": "It", "clickRoutine": [*steps]}}


@pytest.mark.parametrize(
    ("sort", "reverse", "top"),
    [({}, True, "Cat"), ({"reverse": True}, False, "Ant"), ({"key": "word"}, True, "Cat")],
)
def test_a_sort_in_the_order_of_the_box_is_a_line(sort: State, reverse: bool, top: str) -> None:
    state = _sorted_table({"func": "SORT", "holder": "a", **sort}, {"func": "FLIP", "holder": "a", "face": 1})
    loaded = _open(state)
    button = next(button for button in loaded.box.buttons if button.label == "It")
    assert button.lines[0] == Press("sort", "A", reverse=reverse)
    table = start(2, TableOptions(), loaded.setup)
    for action in expand_button(button, 0, table.view(0)):
        assert table.why_not(action) is None
        table.apply(action)
    pile = table.view(0).holder("A")
    assert pile is not None
    assert pile.top is not None
    assert loaded.box.kinds[0].fronts[pile.top.front or 0] == top


def test_another_sort_is_left_out_unless_cards_are_then_taken() -> None:
    other = {"func": "SORT", "holder": "a", "key": "group"}
    shuffle, move = {"func": "SHUFFLE", "holder": "a"}, {"func": "MOVE", "from": "a", "to": "b"}
    for steps, is_button in (((shuffle, other), True), ((other, move), False), ((other, shuffle, move), True)):
        loaded = _open(_sorted_table(*steps))
        buttons = {button.label: button.lines for button in loaded.box.buttons}
        assert ("It" in buttons) == is_button
        assert is_button == (("button", "program") not in _losses(loaded))
        assert not any(line.do == "sort" for line in buttons.get("It", ()))


def test_cards_in_a_hand_are_in_that_of_their_owner_or_in_the_stock() -> None:
    deck = _deck(2)
    deck["d"]["parent"] = "a"
    owners = {"ca": "Ann", "cb": "Bo", "cc": "Guest901"}
    for card, owner in owners.items():
        deck[card] |= {"parent": "hand", "owner": owner, "activeFace": 1}
    state = {**_table(), **deck, "_meta": {"version": 16, "info": {"players": "2-3"}}}
    state["s1"]["player"], state["s2"]["player"] = "Bo", "Ann"
    loaded = _open(state)
    lays = {loaded.box.kinds[0].fronts[lay.fronts[0]]: (lay.into, lay.up) for lay in loaded.box.layout if lay.into}
    assert lays == {"Ant": ("hand 1", True), "Bee": ("hand 0", True), "Cat": ("A", False)}
    table = start(2, TableOptions(), loaded.setup)
    assert [holder.count for holder in table.view(0).holders if holder.name.startswith("hand")] == [1, 1]
    state["s1"] |= {"index": 3}
    lays = {loaded.box.kinds[0].fronts[lay.fronts[0]]: lay.into for lay in _open(state).box.layout if lay.into}
    assert lays["Bee"] == "hand 1"


def test_fronts_are_in_the_order_of_the_list_of_their_deck() -> None:
    deck = _deck(2)
    turned = {"d": deck["d"], "cc": deck["cc"], "cb": deck["cb"], "ca": deck["ca"]}
    assert _open(turned).box.kinds[0].fronts == ("Ant", "Bee", "Cat")


def test_a_recall_is_exact_if_no_place_turns_what_leaves_it_or_all_is_flipped() -> None:
    recall = [{"func": "RECALL", "holder": "a"}]
    flip = {"func": "FLIP", "holder": "a", "face": 0}
    for steps, turns, is_exact in ((recall, False, True), (recall, True, False), ([*recall, flip], True, True)):
        state = {**_table(), **_deck(2), "it": {"type": "button", "text": "It", "clickRoutine": steps}}
        state["d"]["parent"] = "a"
        if turns:
            state["b"]["onLeave"] = {"activeFace": 1}
        assert any(button.label == "It" for button in _open(state).box.buttons) == is_exact


def test_a_place_that_turns_what_leaves_it_gives_moved_cards_that_side() -> None:
    state = {
        **_table(),
        "it": {"type": "button", "text": "It", "clickRoutine": [{"func": "MOVE", "from": "a", "to": "b"}]},
    }
    state["a"]["onLeave"] = {"activeFace": 1}
    button = next(button for button in _open(state).box.buttons if button.label == "It")
    assert button.lines == (Press("move", "A", 1, ("B",), face="up"),)


def test_a_button_that_asks_says_so() -> None:
    loaded = _open({"it": {"type": "button", "text": "It", "clickRoutine": [{"func": "INPUT"}]}})
    assert _losses(loaded) == {("button", "questions"): 1}


def _table() -> State:
    """Return two piles, a hand, two seats, a number, words, a die and a button."""
    return {
        "s1": {"type": "seat", "index": 1},
        "s2": {"type": "seat", "index": 2},
        "hand": {"type": "holder", "childrenPerOwner": True},
        "a": {"type": "holder", "text": "A"},
        "b": {"type": "holder", "text": "B", "x": 300},
        "n": {"type": "label", "text": 3, "x": 800, "y": 800},
        "words": {"type": "label", "text": "Some words", "x": 1200, "y": 800},
        "plus": {
            "type": "button",
            "text": "+",
            "clickRoutine": [{"func": "LABEL", "label": "n", "mode": "inc", "value": 1}],
        },
        "die": {"type": "dice", "x": 1000},
        "other": {"type": "button", "text": "Other", "clickRoutine": [{"func": "SHUFFLE", "holder": "b"}]},
    }


@pytest.mark.parametrize(
    "widget", [{"text": "restart", "classes": "symbols"}, {"text": "${PROPERTY word}"}, {"text": "+1"}, {"text": ""}]
)
def test_signs_and_computed_words_are_no_names_of_lost_buttons(widget: State) -> None:
    loaded = _open({"it": {"type": "button", "clickRoutine": [{"func": "INPUT"}], **widget}})
    assert [say(describe_loss(loss)) for loss in loaded.box.losses] == [
        "1 button asks questions, which no button here can."
    ]


def test_a_sign_on_a_button_is_not_its_label() -> None:
    sign = {"type": "button", "text": "sort_ascending", "classes": "symbols"}
    box = _open({**_table(), "it": {**sign, "clickRoutine": [{"func": "SHUFFLE", "holder": "a"}]}}).box
    assert [button.label for button in box.buttons] == ["Other", "Shuffle", "New round"]


@pytest.mark.parametrize(("count", "labels"), [(3, ["Flip"] * 3), (4, [])])
def test_many_buttons_without_words_are_told(count: int, labels: list[str]) -> None:
    flip = {"type": "button", "clickRoutine": [{"func": "FLIP", "holder": "a"}]}
    loaded = _open({**_table(), **{f"f{index}": flip for index in range(count)}})
    assert [button.label for button in loaded.box.buttons] == ["Other", *labels, "New round"]
    assert _losses(loaded).get(("button", "wordless"), 0) == count - len(labels)


def test_art_of_the_program_is_known_without_its_first_slash() -> None:
    state = {"a": {"image": "i/game-pieces/2D/Meeple-2D.svg", "color": "red"}, "b": {"image": "i/noto-emoji/x.svg"}}
    loaded = _open(state)
    assert _kind(loaded.box, "pawn").colour == "red"
    assert _losses(loaded) == {("picture", "program"): 1}


def test_counters_of_the_table_are_numbered_one_by_one() -> None:
    plus = {"type": "button", "text": "+"}
    state: State = {"hand": {"type": "holder", "childrenPerOwner": True}}
    for index in range(3):
        state[f"n{index}"] = {"type": "label", "text": index, "x": 500, "y": 300 * index}
        state[f"b{index}"] = {
            **plus,
            "clickRoutine": [{"func": "LABEL", "label": f"n{index}", "mode": "inc", "value": 1}],
        }
    box = _open(state).box
    assert [counter.name for counter in box.counters] == ["Counter", "Counter 2", "Counter 3"]
    assert box.holders_for(2)["hand 1"].title == "hand", "people read no numbers of seats"


def test_signs_that_count_are_no_buttons_beside_their_counter() -> None:
    box = _open(_table()).box
    assert [(counter.name, counter.start) for counter in box.counters] == [("Counter", 3)]
    assert [button.label for button in box.buttons] == ["Other", "New round"]


@pytest.mark.parametrize(
    ("players", "seats"),
    [("2-4", (2, 4)), ("4,6,8", (4, 8)), ("2+", (2, 5)), ("", (1, 5)), ("3 - 12", (3, 9)), (4, (4, 4)), (None, (1, 5))],
)
def test_the_number_of_players_is_read(players: Any, seats: tuple[int, int]) -> None:
    state = {f"s{seat}": {"type": "seat", "index": seat} for seat in range(5)}
    state["twice"] = {"type": "seat", "index": 4}
    assert _open({"_meta": {"version": 16, "info": {"players": players}}, **state}).box.seats == seats


def test_a_button_rolls_the_die_that_it_names() -> None:
    state = {**_table(), "board": {"image": "/assets/p", "movable": False, "layer": -4}, "second": {"type": "dice"}}
    state["it"] = {"type": "button", "text": "It", "clickRoutine": [{"func": "CLICK", "collection": ["second"]}]}
    loaded = _open(state, p=PICTURE)
    button = next(button for button in loaded.box.buttons if button.label == "It")
    table = start(2, TableOptions(), loaded.setup)
    (roll,) = expand_button(button, 0, table.view(0))
    assert table.why_not(roll) is None
    assert isinstance(roll, Roll)
    die = table.view(0).piece(roll.what[0])
    assert die is not None
    lay = _lays(loaded.box, _kind(loaded.box, "die"))[1]
    assert (die.x, die.y) == lay.at[0]


def test_pictures_that_cannot_be_seen_are_counted_by_cause() -> None:
    addresses = [
        "https://x.org/a.png",
        "/assets/none",
        "/i/noto-emoji/x.svg",
        "/assets/pdf",
        "/assets/bad",
        "/assets/good",
    ]
    state = {f"w{index}": {"image": address, "x": 50 * index} for index, address in enumerate(addresses)}
    loaded = _open(state, pdf=b"%PDF-1.4", bad=b"\x89PNG not", good=PICTURE)
    causes = ("internet", "missing", "program", "format", "unreadable")
    assert _losses(loaded) == {("picture", cause): 1 for cause in causes}
    assert len(loaded.pictures) == 1


def test_a_value_cannot_put_anything_but_a_colour_into_a_picture() -> None:
    state = {
        "w": {
            "image": "/assets/p",
            "svgReplaces": {"<rect": "bad", "10": "good"},
            "bad": "<image href='x'",
            "good": "12",
        }
    }
    loaded = _open(state, p=PICTURE)
    (data,) = loaded.pictures.values()
    assert data == PICTURE.replace(b"10", b"12")


_VALUES: tuple[Any, ...] = (
    *(None, True, "", "a", "hand", "d", "12", -1, 0, 3, 1e308, -1e308, float("inf"), [], {}, ["a"], [[]], {"x": 1}),
    *(
        "x" * 300,
        "\0\n",
        [{"func": "MOVE", "from": "a", "to": "b"}],
        {"a": "*"},
        [{"x": 1e-9, "y": 9, "alignX": 1e308}],
        "data:image/svg+xml,%3C\ud800",
        10**30,
        "/assets/p",
        "${x}",
        [None],
    ),
)
_KEYS = (
    *("type", "x", "y", "width", "height", "parent", "inheritFrom", "rotation", "scale", "layer", "z", "text", "image"),
    *("faces", "activeFace", "cardType", "deck", "cardTypes", "faceTemplates", "cardDefaults", "clickRoutine", "index"),
    *("linkedToSeat", "dropLimit", "stackOffsetX", "onEnter", "childrenPerOwner", "options", "classes", "css", "html"),
    *("grid", "owner", "player"),
    *("color", "svgReplaces", "score", "movable", "editable", "enterRoutine", "display", "value", "properties"),
)


def _make_state(rng: Random) -> State:
    """Return a state whose widgets have values of any kind."""
    state = {**_table(), **_deck(2)}
    for _ in range(12):
        name = rng.choice([*state])
        if isinstance(state[name], dict):
            state[name] = {**state[name], rng.choice(_KEYS): rng.choice(_VALUES)}
        if rng.random() < 0.1:
            state[name] = rng.choice(_VALUES)
    return state


def _grid_state(**grid: Any) -> State:
    """Return a board of four squares with a piece that snaps to a grid."""
    board = {"image": "/assets/p", "movable": False, "x": 400, "y": 200, "width": 200, "height": 200}
    return {
        "board": board,
        "pawn": {"image": "/assets/q", "width": 40, "height": 60, "grid": [{"x": 100, "y": 100, **grid}]},
    }


@pytest.mark.parametrize(
    "grid",
    [
        {"offsetX": 30, "offsetY": 20},
        {"offsetX": 50, "offsetY": 50, "alignX": 0.5, "alignY": 0.5},
        {"offsetX": 430, "offsetY": 320, "minX": 400, "maxX": 560, "minY": 200, "maxY": 360},
    ],
)
@pytest.mark.parametrize("degrees", [0, 90])
def test_a_grid_is_snap_points_in_the_squares_of_its_board(grid: State, degrees: int) -> None:
    state = _grid_state(**grid)
    state["board"]["rotation"] = degrees
    loaded = _open(state, p=PICTURE, q=PICTURE.replace(b"10", b"12"))
    table = start(1, TableOptions(), loaded.setup)
    middles = {(round(x * 103 / 63), round(1000 - y * 103 / 63)) for x, y in snap_points(table.view(0))}
    assert middles == {(450, 250), (550, 250), (450, 350), (550, 350)}
    assert not loaded.box.losses


@pytest.mark.parametrize(
    ("change", "losses"),
    [({"x": 1, "y": 1}, {}), ({"x": 0, "y": "auto"}, {}), ({"minX": 900}, {("place", "grid"): 1}), ({"x": 1e-300}, {})],
)
def test_a_grid_without_a_board_is_told_and_a_fine_one_is_none(change: State, losses: dict[Any, int]) -> None:
    loaded = _open(_grid_state(**change), p=PICTURE, q=PICTURE.replace(b"10", b"12"))
    assert not any(kind.snaps for kind in loaded.box.kinds)
    assert _losses(loaded) == losses


@pytest.mark.parametrize("seed", range(8))
def test_any_value_anywhere_gives_a_box(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        assert _open(_make_state(rng), p=PICTURE).box.buttons[-1].label == "New round"


def test_circles_depth_and_numbers_beyond_all_bounds_are_harmless() -> None:
    state: State = {f"w{index}": {"parent": f"w{(index + 1) % 500}", "text": "x"} for index in range(500)}
    state |= {f"i{index}": {"inheritFrom": f"i{(index + 1) % 500}", "x": 1e308, "y": -1e308} for index in range(500)}
    state["d"] = {"type": "deck", "inheritFrom": "d", "parent": "d"}
    assert _open(state).box.kinds == ()
    many = {f"w{index}": {"text": "x", "x": index % 1600, "y": 500} for index in range(20_000)}
    loaded = _open(many)
    assert len(loaded.box.pieces) == 2000
    assert _losses(loaded)["piece", "number"] == 18_000


@pytest.mark.parametrize(
    "data",
    [
        b'{"_meta":{"version":1},"a":' + b"[" * 1_000_000,
        b'{"_meta":{"version":1}',
        b'{"_meta":{"version":1},"a":1' + b"1" * 5000 + b"}",
    ],
)
def test_a_broken_state_is_refused_with_one_line(data: bytes) -> None:
    with pytest.raises(BadBoxFile) as caught:
        open_source(make_source("it.vtt", {"0.json": data}))
    assert str(caught.value) == "0.json: it is no JSON that can be read"
