"""No piece is lost or made, and everything can be gone back to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.boxes import bundled
from grenade_salad.core import Action, Event, Undo
from grenade_salad.games.open_table import actions, events
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay
from grenade_salad.games.open_table.box_validation import all_wrong
from grenade_salad.games.open_table.boxes import BOXES, CARDS, DICE, TILES
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.reasons import Full
from tests.open_table.playing import act, anything, play, same_table, table_of, why_broken


def _whole_way(lines: int, seed: int) -> None:
    """So many lines of anything at each table; then all is undone, and that is undone."""
    for box in BOXES:
        state, rng = table_of(box, seed=seed), Random(seed)
        first = state.copy()
        for one in play(state, lines, rng):
            assert (state.why_not(one) if isinstance(one, Action) else state.why_not_chance(one)) is None
            assert not (why := why_broken(state)), f"{box.name}, before {one}: {why}"
        while state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
        last, before = state.copy(), state.view(0).lines
        to = first.view(0).lines
        state.apply(Undo(0, to))
        assert same_table(state, first), f"{box.name}: undo of everything is not the start"
        assert not why_broken(state)
        state.apply(Undo(1, before))
        assert same_table(state, last), f"{box.name}: undo of the undo is not where it was"
        assert not why_broken(state)


@pytest.mark.rule("OT-01", "OT-17")
def test_no_piece_is_lost_or_made_and_undo_of_everything_is_the_start() -> None:
    _whole_way(60, 1)


@pytest.mark.slow
def test_no_piece_is_lost_or_made_in_ten_thousand_lines() -> None:
    _whole_way(10_000, 2)


def test_each_of_several_goes_to_its_own_pose() -> None:
    """A stack stays one; nothing is lost, and an undo puts all of it back."""
    state = table_of(CARDS)
    act(state, actions.Move(0, of=1, n=3, to=(100.0, 100.0)))
    act(state, actions.Move(0, of=1, n=1, to=(200.0, 100.0)))
    before = state.copy()
    (stack,) = (one.number for one in state.view(0).stacks if one.number != 1)
    (card,) = (one.number for one in state.view(0).pieces)
    poses = ((300.0, 200.0, 0.5), (360.0, 200.0, -1.0))
    act(state, actions.Move(0, (stack, card), to=poses[0][:2], poses=poses))
    view = state.view(0)
    lying = {one.number: (one.x, one.y, one.angle) for one in (*view.stacks, *view.pieces)}
    assert (lying[stack], lying[card]) == poses
    assert [one.count for one in view.stacks if one.number == stack] == [3]
    assert not why_broken(state)
    state.apply(Undo(1, before.view(0).lines))
    assert same_table(state, before)


def test_every_line_can_be_gone_back_to() -> None:
    """An undo to any line gives the table of that line, by whatever way; numbers are never used again."""
    for box in (CARDS, TILES):
        state, rng = table_of(box), Random(5)
        kept = {state.view(0).lines: state.copy()}
        for _ in play(state, 80, rng):
            if not state.pending_chance():
                kept[state.view(0).lines] = state.copy()
        for line in rng.sample(sorted(kept), 12):
            if state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            number = state.view(0).number
            state.apply(Undo(0, line))
            assert same_table(state, kept[line]), f"{box.name}: line {line}"
            assert state.view(0).number == number
            state.apply(actions.Set(0, "turn", to=1))


def test_a_copy_plays_on_alike() -> None:
    state, rng = table_of(TILES), Random(3)
    for _ in play(state, 30, rng):
        pass
    other = state.copy()
    one = anything(state, rng)
    for each in (state, other):
        each.apply(one) if isinstance(one, Action) else each.apply_chance(one)
    assert state == other


def test_drawing_again_gives_the_same_card_and_a_roll_that_is_taken_back_says_so() -> None:
    state = table_of(CARDS)
    stack = state.view(0).stacks[0].number
    to = state.view(0).lines
    act(state, actions.Move(0, of=stack, to="hand 0"))
    drawn = state.view(0).holders[0].inside
    undone = act(state, Undo(1, to))
    assert [event.text(("Ann", "Bo")) for event in undone] == [
        "Bo undoes 1 step by Ann",
        "Ann had seen hidden cards",
    ]
    act(state, actions.Move(0, of=stack, to="hand 0"))
    assert state.view(0).holders[0].inside == drawn
    dice = table_of(DICE)
    act(dice, actions.Roll(0, (1, 2)))
    assert "A roll was undone" in [event.text(("Ann", "Bo")) for event in act(dice, Undo(0, 0))]


def test_undone_stone_of_a_bowl_was_no_secret_and_what_came_out_of_a_bag_was() -> None:
    go = table_of(bundled.opened("go").box)
    bowl = go.view(0).stacks[0].number
    to = go.view(0).lines
    act(go, actions.Move(0, of=bowl, to=(280.0, 190.0)))
    assert [event.text(("Ann", "Bo")) for event in act(go, Undo(0, to))] == ["Ann undoes 1 step by Ann"]
    discs = Kind("disc", "disc", "a disc", fronts=("a disc",), back="a disc", count=3, size=(20.0, 20.0), colour="red")
    bag = table_of(
        Box("Bag", kinds=(discs,), holders=(Holder("bag", secret="bag"),), layout=(Lay("disc", into="bag"),))
    )
    to = bag.view(0).lines
    act(bag, actions.Move(0, of="bag", to=(100.0, 100.0)))
    told = [event.text(("Ann", "Bo")) for event in act(bag, Undo(0, to))]
    assert told == ["Ann undoes 1 step by Ann", "Ann and Bo had seen hidden pieces"]


def test_a_card_out_of_a_stack_gets_a_number_that_nothing_had() -> None:
    state = table_of(CARDS)
    stack = state.view(0).stacks[0].number
    used = {stack}
    for at in range(5):
        act(state, actions.Move(0, of=stack, to=(10.0 + 70 * at, 10.0)))
        new = {piece.number for piece in state.view(0).pieces} - used
        assert len(new) == 1
        assert min(new) > max(used)
        used |= new
    act(state, actions.Move(0, tuple(sorted(used - {stack})), to=stack))
    assert [piece.number for piece in state.view(0).pieces] == []
    act(state, actions.Move(0, of=stack, to=(10.0, 10.0)))
    assert state.view(0).pieces[0].number > max(used)


@pytest.mark.rule("OT-16")
def test_buttons_of_a_box_can_be_pressed_again_and_again() -> None:
    state = table_of(CARDS, 3)
    deal, *_, again = CARDS.buttons
    orders = []
    for _ in range(3):
        for action in pressed(deal, 2, state.view(2)):
            act(state, action, Random(len(orders)))
        view = state.view(0)
        assert [holder.count for holder in view.holders] == [5, 5, 5, 0]
        orders.append(view.holders[0].inside)
        for action in pressed(again, 1, state.view(1)):
            act(state, action, Random(len(orders)))
        assert [(stack.number, stack.count) for stack in state.view(0).stacks] == [(1, 52)]
        assert not why_broken(state)
    assert len(set(orders)) == 3
    dice = table_of(DICE)
    for _ in range(2):
        for action in pressed(DICE.buttons[0], 0, dice.view(0)):
            act(dice, action)
        act(dice, actions.Reset(1))
    assert len(dice.view(0).pieces) == 5


@pytest.mark.rule("OT-15")
def test_what_is_written_on_a_blank_piece_outlives_a_reset_and_not_an_undo() -> None:
    state = table_of(TILES)
    act(state, actions.Move(0, of="bag", n=0, to=(300.0, 300.0), face="up"))
    while not any(piece.face.front == 0 and piece.face.kind == 1 for piece in state.view(0).pieces):
        act(state, actions.Move(0, of=state.view(0).stacks[0].number, to=(100.0, 100.0)))
    number = next(piece.number for piece in state.view(0).pieces if piece.face.kind == 1)
    line = state.view(0).lines
    act(state, actions.Set(0, "text", number, "a castle"))
    act(state, actions.Reset(0))
    table = state._table
    assert [table[piece].text for piece in range(len(table)) if table[piece].text] == ["a castle"]
    act(state, Undo(0, line))
    assert not [table[piece].text for piece in range(len(table)) if table[piece].text]


def test_a_rack_takes_seven_out_of_a_bag_and_not_an_eighth() -> None:
    state = table_of(TILES)
    for _ in range(7):
        act(state, actions.Move(0, of="bag", to="rack 0"))
    assert state.why_not(actions.Move(0, of="bag", to="rack 0")) == Full(7, 8)
    assert state.why_not(actions.Move(1, of="bag", n=8, to="rack 1")) == Full(7, 8)


def test_one_play_is_one_sentence_as_somebody_would_say_it() -> None:
    """What all see by it is in it; what lies face down has no name."""
    state = table_of(CARDS)
    stack = state.view(0).stacks[0].number
    act(state, actions.Deal(0, stack, 4))
    names = ("Ann", "Bo")

    def said(action: Action) -> list[str]:
        return [line for event in act(state, action) if (line := event.text(names)) and "sees" not in line]

    first, second = state.view(0).holders[0].inside[:2]
    front = "the {} of {}".format
    suits, ranks = (
        {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
        {"J": "Jack", "Q": "Queen", "K": "King"},
    )
    named = []
    for face in (first, second):
        code = CARDS.kinds[0].fronts[face.front or 0]
        named.append(front(ranks.get(code[:-1], "ace" if code[:-1] == "A" else code[:-1]), suits[code[-1]]))
    assert said(actions.Move(0, of="hand 0", at=(0,), to="discard")) == [f"Ann plays {named[0]} on the discard pile"]
    assert said(actions.Move(0, of="hand 0", at=(0,), to=(100.0, 100.0), face="up")) == [f"Ann plays {named[1]}"]
    assert said(actions.Move(0, of="hand 0", at=(0,), to=(200.0, 100.0), face="down")) == ["Ann plays a card"]
    (drawn,) = said(actions.Move(1, of=stack, to="discard"))
    assert drawn.startswith("Bo moves the ")
    assert drawn.endswith("from the stack to the discard pile")


def test_named_points_of_a_board_are_said() -> None:
    board = Kind("map", "board", size=(400.0, 300.0), snaps=((-100.0, 0.0), (100.0, 50.0), (0.0, -90.0)))
    board = replace(board, fronts=("the map",), snap_names=("the harbour", "the mill"))
    layout = (Lay("map", at=((400.0, 300.0),), locked=True), Lay("man", at=((300.0, 300.0),)))
    box = Box("Map", kinds=(board, Kind("man", "pawn", fronts=("the guide",))), layout=layout)
    assert not list(all_wrong(box, 2))
    state = table_of(box)
    (man,) = [piece.number for piece in state.view(0).pieces if piece.y == 300 and piece.x == 300]
    said = [
        act(state, actions.Move(0, (man,), to=to))[0].text(("Ann", "Bo"))
        for to in ((500.0, 350.0), (400.0, 210.0), (303.0, 298.0))
    ]
    assert said == [
        "Ann moves the guide from the harbour to the mill",
        "Ann moves the guide from the mill to the table",
        "Ann moves the guide from the table to the harbour",
    ]
    wrong = replace(box, kinds=(replace(board, snap_names=("a",) * 4), box.kinds[1]))
    assert [where for where, _ in all_wrong(wrong, 2)] == ["kinds[0].snap_names"]


def _uncovered(told: list[Event]) -> str:
    assert isinstance(told[0], events.Uncovered)
    return told[0].what


def test_what_a_move_uncovers_is_not_said_to_have_moved() -> None:
    """The card below the one that is taken is seen by it, as the table sees it; what was taken, all knew."""
    state = table_of(CARDS)
    stack = state.view(0).stacks[0].number
    below, top = (_uncovered(act(state, actions.Move(0, of=stack, to="discard"))) for _ in range(2))
    moved, *rest = act(state, actions.Move(0, of="discard", to=(300.0, 300.0)))
    assert isinstance(moved, events.Moved)
    assert not isinstance(moved, events.Uncovered)
    assert moved.what == top
    assert [event.faces for event in rest if isinstance(event, events.Shown)] == [(below,)]
