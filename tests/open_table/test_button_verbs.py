"""Verbs of buttons: recalls, flips where pieces lie, sorts, dice and the turn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.app.window.application import App
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, reasons
from grenade_salad.games.open_table.box import Box, Button, Holder, Kind, Lay, Press
from grenade_salad.games.open_table.boxes import CARDS, DICE, TILES
from grenade_salad.games.open_table.buttons import MAX_LINES, count_lines, expand_button
from grenade_salad.games.open_table.state import TableState
from grenade_salad.sheets import open_table
from grenade_salad.text import Reader, say
from tests.app.conftest import app as app
from tests.app.conftest import click
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import push_table, table_state, wait_until_idle
from tests.open_table.playing import act, dump_events, dump_view, find_fault, is_same_table, new_table, play, settle

_LETTERS = tuple("ABCDEF")
TWO_DECKS = Box(
    name="Two decks",
    kinds=(
        Kind("red", "card", "a card", _LETTERS, back="back", count=2),
        Kind("blue", "card", "a card", _LETTERS, back="back", count=2),
    ),
    holders=(
        Holder("hand", each=True, secret="hand", lays="row"),
        Holder("red pile", areas=((100.0, 100.0, 63.0, 88.0),)),
        Holder("blue pile", areas=((200.0, 100.0, 63.0, 88.0),)),
        Holder("row", lays="row", areas=((300.0, 100.0, 300.0, 88.0),)),
    ),
    layout=(
        Lay("red", into="red pile", up=False, shuffled=True),
        Lay("blue", into="blue pile", up=False, shuffled=True),
    ),
)
TWO_BACKS = replace(TWO_DECKS, kinds=tuple(replace(kind, back=kind.name) for kind in TWO_DECKS.kinds))
ALL_BACK = Button("All back", (Press("recall", to=("",), face="down"),))


def _press(table: TableState, button: Button, seat: int = 0, rng: Random | None = None) -> None:
    for action in expand_button(button, seat, table.view(seat)):
        act(table, action, rng)
    assert find_fault(table) == ""


def _counts(table: TableState) -> dict[str, int]:
    return {holder.name: holder.count for holder in table.view(None).holders if holder.count}


@pytest.mark.rule("OT-21")
def test_recall_brings_a_deck_home_from_hands_stacks_and_the_table() -> None:
    table = new_table(CARDS)
    for action in (
        actions.Deal(0, 1, 5),
        actions.Move(0, of=1, n=3, to=(100.0, 100.0), face="up"),
        actions.Move(0, of=1, to=(200.0, 100.0), face="up"),
        actions.Move(1, of="hand 1", n=2, to="discard"),
    ):
        act(table, action)
    events = act(table, actions.Recall(1, ("cards",), to="discard", face="down"))
    assert _counts(table) == {"discard": 52}
    discard = table.view(0).holder("discard")
    assert discard is not None
    assert discard.top is not None
    assert (discard.top.side, discard.top.front) == (-1, None)
    assert events[0].text(("Ann", "Bo")) == "Bo calls 50 cards back to the discard pile"
    assert len(events) == 1, "nobody is asked: all cards are of that deck"
    events = act(table, actions.Recall(1, ("cards",), to="discard", face="down"))
    assert events[0].text(("Ann", "Bo")) == "Bo calls all back to the discard pile", "none was elsewhere"


@pytest.mark.rule("OT-21", "OT-19")
def test_recall_asks_the_seat_whose_hand_may_have_something_else() -> None:
    table = new_table(TWO_DECKS)
    for pile in ("red pile", "blue pile"):
        act(table, actions.Deal(0, pile, 2, (0, 1)))
    events = act(table, actions.Recall(0, ("red",), to="red pile"))
    assert [event.text(("Ann", "Bo")) for event in events] == [
        "Ann calls 2 cards back to the red pile",
        "Ann asks Bo to give back what is in their hands",
    ]
    assert _counts(table) == {"hand 0": 2, "hand 1": 4, "red pile": 10, "blue pile": 8}
    view = table.view(1)
    assert [asked.seat for asked in view.asked] == [1]
    assert isinstance(table.why_not(actions.Give(0)), reasons.NotAsked)
    assert actions.Give(1) in table.legal_actions(1)
    line = table.view(1).lines
    gave = act(table, actions.Give(1))
    assert gave[0].text(("Ann", "Bo")) == "Bo gives 2 cards back"
    assert _counts(table) == {"hand 0": 2, "hand 1": 2, "red pile": 12, "blue pile": 8}
    assert table.view(1).asked == ()
    act(table, Undo(1, line))
    assert table.view(1).asked == view.asked, "an undo brings the question back"
    act(table, actions.Give(1, keeps=True))
    assert _counts(table)["hand 1"] == 4
    assert table.view(1).asked == ()


@pytest.mark.rule("OT-21")
def test_recall_of_all_decks_takes_whole_hands_home() -> None:
    table = new_table(TWO_DECKS)
    for pile in ("red pile", "blue pile"):
        act(table, actions.Deal(0, pile, 2))
    act(table, actions.Move(0, of="red pile", n=2, to="blue pile"))
    _press(table, ALL_BACK, 1)
    assert _counts(table) == {"red pile": 12, "blue pile": 12}
    assert table.view(0).asked == ()


def test_recall_leaves_what_it_is_told_to_leave_and_what_is_locked() -> None:
    for leaves, left in (
        ("hands", {"hand 0": 2, "hand 1": 2}),
        ("holders", {"row": 2}),
        ("both", {"hand 0": 2, "hand 1": 2, "row": 2}),
    ):
        table = new_table(TWO_DECKS)
        act(table, actions.Deal(0, "red pile", 2))
        act(table, actions.Move(0, of="red pile", n=2, to="row", face="up"))
        act(table, actions.Move(0, of="red pile", to=(600.0, 300.0)))
        act(table, actions.Move(0, of="red pile", to=(700.0, 300.0)))
        act(table, actions.Set(0, "lock", table.view(0).pieces[-1].number, True))
        _press(table, Button("Back", (Press("recall", kinds=("red", "blue"), to=("",), leaves=leaves),)))  # type: ignore[arg-type]
        counts = _counts(table)
        assert {name: counts[name] for name in counts if "pile" not in name} == left
        assert [piece.locked for piece in table.view(0).pieces if piece.holder is None] == [True]


def test_recall_is_refused_for_what_the_box_does_not_have() -> None:
    table = new_table(TILES)
    for action, reason in (
        (actions.Recall(0, ("gold",), to="line"), reasons.NotInBox),
        (actions.Recall(0, ("tile",), to="nowhere"), reasons.NoSuchHolder),
        (actions.Recall(0, ("tile",), of=("nowhere",), to="line"), reasons.NoSuchHolder),
        (actions.Recall(0, ("tile",), to="rack 0"), reasons.BadPart),
        (actions.Recall(0, ("tile", "tile"), to="bag"), reasons.Twice),
        (actions.Recall(0, ("tile",)), reasons.Unsaid),
    ):
        assert isinstance(table.why_not(action), reason), action
    assert table.why_not(actions.Recall(0, ("tile",), to="bag")) is None
    assert actions.Recall(0, ("tile",), to="bag").needs_approval, "a phone's is asked at the screen"


@pytest.mark.rule("OT-21", "OT-22", "OT-17", "OT-19")
@pytest.mark.parametrize(
    ("box", "verb"),
    [
        (TWO_DECKS, actions.Recall(0, ("red", "blue"), to="", face="down")),
        (TWO_BACKS, actions.Recall(0, ("red", "blue"), to="", face="down")),
        (TWO_BACKS, actions.Recall(0, ("red",), to="red pile", leaves="both")),
        (TWO_BACKS, actions.Recall(0, ("red",), of=("hand 2", "row"), to="red pile")),
        (TWO_DECKS, actions.Sort(0, "hand 0")),
        (TWO_DECKS, actions.Sort(0, "row", reverse=True)),
        (TWO_DECKS, actions.Flip(0, ("blue pile",), each=True, face="down")),
    ],
)
def test_verb_and_its_undo_tell_no_count_and_no_order(box: Box, verb: actions.TableAction) -> None:
    """Others get the same bytes under redrawn secrets, after the undo, too."""
    courses = []
    for seed in range(6):
        table = new_table(box, 3, 1)
        for action in (
            actions.Deal(0, "red pile", 2),
            actions.Move(1, of="hand 1", to=(400.0, 400.0), face="down"),
            actions.Deal(0, "blue pile", 1),
            actions.Move(1, of="hand 1", to="row", face="down"),
            actions.Move(2, of="hand 2", to="row", face="down"),
        ):
            act(table, action)
        table = table.resample(1, Random(seed))
        texts, line = [dump_view(table, 1), dump_view(table, None)], table.view(1).lines
        for step in (verb, Undo(2, line)):
            events = act(table, step)
            texts += [dump_events(events, seat) for seat in (1, None)]
            texts += [dump_view(table, seat) for seat in (1, None)]
        courses.append(texts)
    assert all(first == second for first, second in pairwise(courses))


@pytest.mark.rule("OT-22", "OT-17", "OT-19")
def test_sorted_pile_and_its_undo_tell_no_front() -> None:
    courses = []
    for seed in range(4):
        table = new_table(TWO_DECKS, 2, 1).resample(0, Random(seed))
        line, texts = table.view(0).lines, list[str]()
        for step in (actions.Sort(0, "red pile"), Undo(0, line)):
            act(table, step)
            texts += [dump_view(table, seat) for seat in (0, 1, None)]
        courses.append(texts)
    assert all(first == second for first, second in pairwise(courses))


@pytest.mark.rule("OT-22")
def test_hand_and_pile_are_sorted_in_the_order_of_the_box() -> None:
    table = new_table(CARDS)
    act(table, actions.Deal(0, 1, 10))
    act(table, actions.Sort(0, "hand 0"))
    hand = table.view(0).holder("hand 0")
    assert hand is not None
    assert isinstance(hand.inside, tuple)
    fronts = [face.front for face in hand.inside]
    assert fronts == sorted(fronts, key=lambda front: front or 0)
    assert isinstance(table.why_not(actions.Sort(1, "hand 0")), reasons.Has)
    act(table, actions.Sort(0, 1))
    act(table, actions.Look(0, of=1, n=0))
    looking = [face.front or 0 for face in table.view(0).looking]
    assert looking == sorted(looking, reverse=True), "the first front of the box is on top"
    assert expand_button(Button("Sort", (Press("sort", "hand"),)), 1, table.view(1)) == [actions.Sort(1, "hand 1")]


@pytest.mark.rule("OT-10")
def test_flip_of_each_card_keeps_the_order_of_a_mixed_pile() -> None:
    table = new_table(TWO_DECKS)
    act(table, actions.Move(0, of="blue pile", n=2, to="red pile", face="up"))
    act(table, actions.Flip(0, ("red pile",), each=True, n=1))
    act(table, actions.Flip(0, ("red pile",), each=True, n=3, face="up"))
    act(table, actions.Look(0, of="red pile", n=0))
    assert [face.side for face in table.view(0).looking] == [-1] * 11 + [0] * 3
    pile = table.view(0).holder("red pile")
    assert pile is not None
    assert pile.top is not None
    assert pile.top.kind == 1, "what was on top still is"
    assert isinstance(table.why_not(actions.Flip(0, ("red pile",), n=2)), reasons.BadPart)
    assert isinstance(table.why_not(actions.Flip(0, ("hand 0",), each=True)), reasons.BadPart)


def test_dice_are_turned_and_the_turn_is_passed_by_a_button() -> None:
    table = new_table(DICE)
    _press(table, Button("Sixes", (Press("turn", kinds=("die",), n=5), Press("turn", what=(2,), by=2), Press("pass"))))
    assert [piece.face.side for piece in table.view(0).pieces] == [5, 1, 5, 5, 5]
    assert table.view(0).turn == 1
    _press(table, Button("Next", (Press("pass"), Press("pass"))), 1)
    assert table.view(0).turn == 1


def test_button_deals_to_named_seats_that_are_at_the_table() -> None:
    button = Button("Deal", (Press("deal", "red pile", 3, (1, 2)), Press("move", "red pile", 1, ("hand 2",))))
    two, three = new_table(TWO_DECKS, 2), new_table(TWO_DECKS, 3)
    _press(two, button)
    _press(three, button)
    assert _counts(two) == {"hand 1": 3, "red pile": 9, "blue pile": 12}
    assert _counts(three) == {"hand 1": 3, "hand 2": 4, "red pile": 5, "blue pile": 12}
    assert expand_button(Button("Deal", (Press("deal", "red pile", 3, (4,)),)), 0, two.view(0)) == []


def test_button_of_64_lines_is_not_cut_and_a_longer_one_is_refused_when_opened(tmp_path: Path) -> None:
    table = new_table(CARDS)
    button = Button("Many", (Press("set", "points", by=1),) * 32)
    assert count_lines(button, CARDS, 2) == MAX_LINES
    _press(table, button)
    assert table.view(0).counters == {"points 0": 32, "points 1": 32}
    (tmp_path / "box.toml").write_text(
        """
box = 1
name = "Long"
seats = [2, 3]
counters = [{ name = "points", each = true }]
[[buttons]]
label = "Many"
lines = [LINES]
""".replace("LINES", ", ".join(['{ do = "set", of = "points", by = 1 }'] * 22)),
        encoding="utf-8",
    )
    with pytest.raises(BadBoxFile, match="with 3 seats it does 66 things, and may do 64"):
        open_box(tmp_path)


def test_phone_and_window_offer_the_answers_to_a_recall(app: App) -> None:
    scene = push_table(app, replace(TWO_DECKS, seats=(2, 2)))
    table = table_state(scene)
    controller = scene.controller
    for pile in ("red pile", "blue pile"):
        controller.act(actions.Deal(0, pile, 2))
    controller.act(actions.Recall(1, ("red",), to="red pile"))
    wait_until_idle(app, scene)
    names = [say(button.words) for button in scene.panel.buttons]
    assert "Give back what is called for" in names
    sheet = open_table.write_sheet(
        table_state(scene).view(0), table.legal_actions(0), Reader(("Ann", "Bo"), 0), opened_boxes=OpenedBoxes()
    )
    labels = {say(choice.path[0]): choice.action for choice in sheet.choices}
    assert labels["Give back what is called for"] == actions.Give(0)
    assert labels["Give nothing back"] == actions.Give(0, keeps=True)


@pytest.mark.rule("OT-22")
def test_window_asks_before_it_sorts_what_nobody_knows(app: App) -> None:
    scene = push_table(app, replace(TWO_DECKS, buttons=(Button("Sort", (Press("sort", "red pile"),)),)))
    line = table_state(scene).view(0).lines
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    assert table_state(scene).view(0).lines == line
    anyway = next(button for button in scene.panel.buttons if "anyway" in say(button.words))
    click(app, anyway.rect.center)
    wait_until_idle(app, scene)
    assert table_state(scene).view(0).lines == line + 1


def _draw_verb(table: TableState, rng: Random) -> actions.TableAction:
    """Return a random action of a button, with parts that may be impossible."""
    box, seat = table.box, rng.randrange(table.seats)
    holders = [holder.name for holder in table.view(None).holders]
    face: actions.Face = rng.choice(("", "up", "down"))
    match rng.randrange(4):
        case 0:
            kinds = tuple(rng.sample([kind.name for kind in box.kinds], rng.randint(0, 2)))
            to = rng.choice(("", *holders))
            return actions.Recall(seat, kinds, to=to, face=face, leaves=rng.choice(("", "hands", "holders", "both")))
        case 1:
            return actions.Sort(seat, rng.choice(holders), rng.random() < 0.5)
        case 2:
            return actions.Flip(seat, (rng.choice(holders),), each=True, n=rng.choice((0, 1, 3)), face=face)
    return actions.Give(seat, keeps=rng.random() < 0.3)


@pytest.mark.rule("OT-19", "OT-21", "OT-22")
@pytest.mark.parametrize("box", [TWO_DECKS, TWO_BACKS, TILES])
@pytest.mark.parametrize("seed", range(12))
def test_redrawn_secrets_change_nothing_that_others_get_of_a_verb(box: Box, seed: int) -> None:
    """A seat gets the same bytes, unless an event says that it reveals something."""
    table, rng = new_table(box, 3, seed), Random(seed)
    for _ in range(12):
        for _ in play(table, 8, rng):
            pass
        settle(table, rng)
        verb, seat = _draw_verb(table, rng), rng.choice((0, 1, 2, None))
        world = table.resample(0 if seat is None else seat, rng)
        if table.why_not(verb) is not None:
            assert verb.seat == seat or world.why_not(verb) is not None, verb
            continue
        copied = table.copy()
        events, world_events = act(copied, verb), act(world, verb)
        assert find_fault(copied) == ""
        if not any(event.reveals or seat in event.visible_to for event in (*events, *world_events)):
            assert dump_events(events, seat) == dump_events(world_events, seat), verb
            if seat is not None:
                assert dump_view(copied, seat) == dump_view(world, seat), verb
        act(table, verb)


@given(st.integers(0, 10_000), st.integers(5, 60))
@settings(max_examples=25, deadline=None)
def test_undo_after_any_verb_restores_the_table(seed: int, lines: int) -> None:
    rng = Random(seed)
    table = new_table(TWO_DECKS, 3, seed)
    for _ in play(table, lines, rng):
        pass
    while table.pending_chance():
        table.apply_chance(table.sample_chance(rng))
    previous, line = table.copy(), table.view(0).lines
    _press(table, ALL_BACK, 0, rng)
    act(table, actions.Sort(0, "blue pile")) if table.why_not(actions.Sort(0, "blue pile")) is None else None
    act(table, Undo(0, line))
    assert is_same_table(table, previous)
