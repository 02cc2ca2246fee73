"""No piece is lost or created, and everything can be undone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.boxes import bundled
from grenade_salad.core import Action, Event, Undo
from grenade_salad.games.open_table import actions, events
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay
from grenade_salad.games.open_table.box_validation import find_faults
from grenade_salad.games.open_table.boxes import BOXES, CARDS, DICE, TILES
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.reasons import Full
from tests.open_table.playing import act, find_fault, is_same_table, new_table, play, random_entry


def _play_and_undo(lines: int, seed: int) -> None:
    """Play random lines at each table, undo all of them, and undo the undo."""
    for box in BOXES:
        state, rng = new_table(box, seed=seed), Random(seed)
        first = state.copy()
        for entry in play(state, lines, rng):
            assert (state.why_not(entry) if isinstance(entry, Action) else state.why_not_chance(entry)) is None
            assert not (why := find_fault(state)), f"{box.name}, before {entry}: {why}"
        while state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
        last, line_count = state.copy(), state.view(0).lines
        to = first.view(0).lines
        state.apply(Undo(0, to))
        assert is_same_table(state, first), f"{box.name}: undo of everything is not the start"
        assert not find_fault(state)
        state.apply(Undo(1, line_count))
        assert is_same_table(state, last), f"{box.name}: undo of the undo is not where it was"
        assert not find_fault(state)


@pytest.mark.rule("OT-01", "OT-17")
def test_no_piece_is_lost_or_created_and_undo_of_everything_is_the_start() -> None:
    _play_and_undo(60, 1)


@pytest.mark.slow
def test_no_piece_is_lost_or_created_in_ten_thousand_lines() -> None:
    _play_and_undo(10_000, 2)


def test_each_of_several_pieces_moves_to_its_own_pose() -> None:
    """A stack stays one, nothing is lost, and an undo restores all of it."""
    state = new_table(CARDS)
    act(state, actions.Move(0, of=1, n=3, to=(100.0, 100.0)))
    act(state, actions.Move(0, of=1, n=1, to=(200.0, 100.0)))
    previous = state.copy()
    (stack,) = (candidate.number for candidate in state.view(0).stacks if candidate.number != 1)
    (card,) = (piece.number for piece in state.view(0).pieces)
    poses = ((300.0, 200.0, 0.5), (360.0, 200.0, -1.0))
    act(state, actions.Move(0, (stack, card), to=poses[0][:2], poses=poses))
    view = state.view(0)
    lying = {placed.number: (placed.x, placed.y, placed.angle) for placed in (*view.stacks, *view.pieces)}
    assert (lying[stack], lying[card]) == poses
    assert [candidate.count for candidate in view.stacks if candidate.number == stack] == [3]
    assert not find_fault(state)
    state.apply(Undo(1, previous.view(0).lines))
    assert is_same_table(state, previous)


def test_undo_leads_back_to_every_line() -> None:
    """An undo to any line gives the table of that line, on any path.

    Ids of pieces are never used again.
    """
    for box in (CARDS, TILES):
        state, rng = new_table(box), Random(5)
        states_by_line = {state.view(0).lines: state.copy()}
        for _ in play(state, 80, rng):
            if not state.pending_chance():
                states_by_line[state.view(0).lines] = state.copy()
        for line in rng.sample(sorted(states_by_line), 12):
            if state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            id_counter = state.view(0).number
            state.apply(Undo(0, line))
            assert is_same_table(state, states_by_line[line]), f"{box.name}: line {line}"
            assert state.view(0).number == id_counter
            state.apply(actions.Set(0, "turn", to=1))


def test_copy_plays_on_alike() -> None:
    state, rng = new_table(TILES), Random(3)
    for _ in play(state, 30, rng):
        pass
    twin = state.copy()
    entry = random_entry(state, rng)
    for branch in (state, twin):
        branch.apply(entry) if isinstance(entry, Action) else branch.apply_chance(entry)
    assert state == twin


def test_draw_after_undo_gives_the_same_card_and_an_undone_roll_is_reported() -> None:
    state = new_table(CARDS)
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
    dice = new_table(DICE)
    act(dice, actions.Roll(0, (1, 2)))
    assert "A roll was undone" in [event.text(("Ann", "Bo")) for event in act(dice, Undo(0, 0))]


def test_undo_reports_seen_pieces_of_a_bag_but_not_of_a_bowl() -> None:
    go = new_table(bundled.load_box("go").box)
    bowl = go.view(0).stacks[0].number
    to = go.view(0).lines
    act(go, actions.Move(0, of=bowl, to=(280.0, 190.0)))
    assert [event.text(("Ann", "Bo")) for event in act(go, Undo(0, to))] == ["Ann undoes 1 step by Ann"]
    discs = Kind("disc", "disc", "a disc", fronts=("a disc",), back="a disc", count=3, size=(20.0, 20.0), colour="red")
    bag = new_table(
        Box("Bag", kinds=(discs,), holders=(Holder("bag", secret="bag"),), layout=(Lay("disc", into="bag"),))
    )
    to = bag.view(0).lines
    act(bag, actions.Move(0, of="bag", to=(100.0, 100.0)))
    messages = [event.text(("Ann", "Bo")) for event in act(bag, Undo(0, to))]
    assert messages == ["Ann undoes 1 step by Ann", "Ann and Bo had seen hidden pieces"]


def test_card_from_a_stack_gets_an_unused_id() -> None:
    state = new_table(CARDS)
    stack = state.view(0).stacks[0].number
    used_ids = {stack}
    for index in range(5):
        act(state, actions.Move(0, of=stack, to=(10.0 + 70 * index, 10.0)))
        new_ids = {piece.number for piece in state.view(0).pieces} - used_ids
        assert len(new_ids) == 1
        assert min(new_ids) > max(used_ids)
        used_ids |= new_ids
    act(state, actions.Move(0, tuple(sorted(used_ids - {stack})), to=stack))
    assert [piece.number for piece in state.view(0).pieces] == []
    act(state, actions.Move(0, of=stack, to=(10.0, 10.0)))
    assert state.view(0).pieces[0].number > max(used_ids)


@pytest.mark.rule("OT-16")
def test_buttons_of_a_box_can_be_pressed_again_and_again() -> None:
    state = new_table(CARDS, 3)
    deal, *_, new_round = CARDS.buttons
    orders = []
    for _ in range(3):
        for action in expand_button(deal, 2, state.view(2)):
            act(state, action, Random(len(orders)))
        view = state.view(0)
        assert [holder.count for holder in view.holders] == [5, 5, 5, 0]
        orders.append(view.holders[0].inside)
        for action in expand_button(new_round, 1, state.view(1)):
            act(state, action, Random(len(orders)))
        assert [(stack.number, stack.count) for stack in state.view(0).stacks] == [(1, 52)]
        assert not find_fault(state)
    assert len(set(orders)) == 3
    dice = new_table(DICE)
    for _ in range(2):
        for action in expand_button(DICE.buttons[0], 0, dice.view(0)):
            act(dice, action)
        act(dice, actions.Reset(1))
    assert len(dice.view(0).pieces) == 5


@pytest.mark.rule("OT-15")
def test_text_on_a_blank_piece_survives_a_reset_but_not_an_undo() -> None:
    state = new_table(TILES)
    act(state, actions.Move(0, of="bag", n=0, to=(300.0, 300.0), face="up"))
    while not any(piece.face.front == 0 and piece.face.kind == 1 for piece in state.view(0).pieces):
        act(state, actions.Move(0, of=state.view(0).stacks[0].number, to=(100.0, 100.0)))
    piece_id = next(piece.number for piece in state.view(0).pieces if piece.face.kind == 1)
    line = state.view(0).lines
    act(state, actions.Set(0, "text", piece_id, "a castle"))
    act(state, actions.Reset(0))
    table = state._table
    assert [table[piece].text for piece in range(len(table)) if table[piece].text] == ["a castle"]
    act(state, Undo(0, line))
    assert not [table[piece].text for piece in range(len(table)) if table[piece].text]


def test_rack_takes_seven_tiles_and_refuses_an_eighth() -> None:
    state = new_table(TILES)
    for _ in range(7):
        act(state, actions.Move(0, of="bag", to="rack 0"))
    assert state.why_not(actions.Move(0, of="bag", to="rack 0")) == Full(7, 8)
    assert state.why_not(actions.Move(1, of="bag", n=8, to="rack 1")) == Full(7, 8)


def test_one_play_is_one_natural_sentence() -> None:
    """The sentence has what everybody sees of the play; a face-down card has no name."""
    state = new_table(CARDS)
    stack = state.view(0).stacks[0].number
    act(state, actions.Deal(0, stack, 4))
    names = ("Ann", "Bo")

    def act_and_read_log(action: Action) -> list[str]:
        return [line for event in act(state, action) if (line := event.text(names)) and "sees" not in line]

    first, second = state.view(0).holders[0].inside[:2]
    template = "the {} of {}".format
    suits, ranks = (
        {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
        {"J": "Jack", "Q": "Queen", "K": "King"},
    )
    card_names = []
    for face in (first, second):
        code = CARDS.kinds[0].fronts[face.front or 0]
        card_names.append(template(ranks.get(code[:-1], "ace" if code[:-1] == "A" else code[:-1]), suits[code[-1]]))
    assert act_and_read_log(actions.Move(0, of="hand 0", at=(0,), to="discard")) == [
        f"Ann plays {card_names[0]} on the discard pile"
    ]
    assert act_and_read_log(actions.Move(0, of="hand 0", at=(0,), to=(100.0, 100.0), face="up")) == [
        f"Ann plays {card_names[1]}"
    ]
    assert act_and_read_log(actions.Move(0, of="hand 0", at=(0,), to=(200.0, 100.0), face="down")) == [
        "Ann plays a card"
    ]
    (drawn,) = act_and_read_log(actions.Move(1, of=stack, to="discard"))
    assert drawn.startswith("Bo moves the ")
    assert drawn.endswith("from the stack to the discard pile")


def test_log_names_the_points_of_a_board() -> None:
    board = Kind("map", "board", size=(400.0, 300.0), snaps=((-100.0, 0.0), (100.0, 50.0), (0.0, -90.0)))
    board = replace(board, fronts=("the map",), snap_names=("the harbour", "the mill"))
    layout = (Lay("map", at=((400.0, 300.0),), locked=True), Lay("man", at=((300.0, 300.0),)))
    box = Box("Map", kinds=(board, Kind("man", "pawn", fronts=("the guide",))), layout=layout)
    assert not list(find_faults(box, 2))
    state = new_table(box)
    (man,) = [piece.number for piece in state.view(0).pieces if piece.y == 300 and piece.x == 300]
    messages = [
        act(state, actions.Move(0, (man,), to=to))[0].text(("Ann", "Bo"))
        for to in ((500.0, 350.0), (400.0, 210.0), (303.0, 298.0))
    ]
    assert messages == [
        "Ann moves the guide from the harbour to the mill",
        "Ann moves the guide from the mill to the table",
        "Ann moves the guide from the table to the harbour",
    ]
    bad_box = replace(box, kinds=(replace(board, snap_names=("a",) * 4), box.kinds[1]))
    assert [place for place, _ in find_faults(bad_box, 2)] == ["kinds[0].snap_names"]


def _uncovered_front(events_of_move: list[Event]) -> str:
    assert isinstance(events_of_move[0], events.Uncovered)
    return events_of_move[0].what


def test_uncovered_card_is_not_reported_as_moved() -> None:
    """The card below the taken one becomes visible as the table's doing.

    What was taken was known to everybody.
    """
    state = new_table(CARDS)
    stack = state.view(0).stacks[0].number
    below, top = (_uncovered_front(act(state, actions.Move(0, of=stack, to="discard"))) for _ in range(2))
    moved, *rest = act(state, actions.Move(0, of="discard", to=(300.0, 300.0)))
    assert isinstance(moved, events.Moved)
    assert not isinstance(moved, events.Uncovered)
    assert moved.what == top
    assert [event.faces for event in rest if isinstance(event, events.Shown)] == [(below,)]
