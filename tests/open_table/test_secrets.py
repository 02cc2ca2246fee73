"""Secrets of the open table: others get the same bytes, whichever card it was."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from grenade_salad.core import Action, Event, Undo
from grenade_salad.games.open_table import actions as table_actions
from grenade_salad.games.open_table import reasons
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay
from grenade_salad.games.open_table.boxes import BOXES, CARDS, TILES
from grenade_salad.games.open_table.state import TableState
from tests.marks import for_each
from tests.open_table.playing import act, dump_events, dump_view, new_table, play, settle, through_a_hand


def _collect_texts(state: TableState, actions: list[Action], seat: int | None, rng: Random) -> list[str]:
    """Return every text that a seat gets during the actions."""
    texts = [dump_view(state, seat)]
    for action in actions:
        texts.append(dump_events(act(state, action, rng), seat))
        texts.append(dump_view(state, seat))
    return texts


@pytest.mark.rule("OT-20")
def test_known_card_played_from_a_hand_of_five_becomes_unknown() -> None:
    """Bo takes a card that everybody has seen into a hand of five.

    When Bo plays a card face down, nobody is told which one it is.
    """
    courses = []
    for card_index in range(5):
        state, actions = through_a_hand(card_index, CARDS)
        assert state.view(2).pieces[0].face.front is not None
        courses.append([_collect_texts(state.copy(), actions, seat, Random(1)) for seat in (0, 2, None)])
        own_state = state.copy()
        for action in actions:
            act(own_state, action)
        assert own_state.view(1).pieces[-1].face.front is not None, "who played it knows it"
    assert all(first == second for first, second in pairwise(courses))


@pytest.mark.rule("OT-05", "OT-11", "OT-19")
def test_shuffled_deck_bag_and_hand_reveal_nothing() -> None:
    """With any other order and any other draw, all others get the same bytes."""
    courses = []
    for seed in range(4):
        state = new_table(CARDS, 2, seed)
        stack = state.view(0).stacks[0].number
        actions: list[Action] = [
            table_actions.Deal(0, stack, 5),
            table_actions.Shuffle(0, "hand 0"),
            table_actions.Look(0, of=stack, n=3),
            table_actions.Shuffle(0, stack),
            table_actions.Move(0, of=stack, at=(30,), to="hand 0"),
            table_actions.Move(0, of="hand 0", n=0, to=stack, under=True),
            Undo(0, 2),
        ]
        courses.append(_collect_texts(state, actions, None, Random(seed)))
        tiles = new_table(TILES, 2, seed)
        draws: list[Action] = [
            table_actions.Deal(0, "bag", 7, (0,)),
            table_actions.Move(0, of="rack 0", to=(50.0, 50.0)),
        ]
        courses[-1] += _collect_texts(tiles, draws, 1, Random(seed))
    assert all(first == second for first, second in pairwise(courses))


@pytest.mark.rule("OT-10", "OT-13", "OT-17")
def test_undone_look_stays_known_only_to_the_seat_that_looked() -> None:
    courses, seen_fronts = [], set()
    for seed in range(5):
        state = new_table(CARDS, 2, seed)
        stack = state.view(0).stacks[0].number
        act(state, table_actions.Move(0, of=stack, to=(100.0, 100.0)))
        piece_id, line = state.view(0).pieces[0].number, state.view(0).lines
        courses.append(_collect_texts(state, [table_actions.Look(0, (piece_id,)), Undo(1, line)], 1, Random(1)))
        face = state.view(0).pieces[0].face
        seen_fronts.add(face.front)
        assert state.view(1).pieces[0].face.front is None
        act(state, table_actions.Flip(1, (piece_id,)))
        act(state, table_actions.Flip(1, (piece_id,)))
        assert state.view(0).pieces[0].face.front is None, "what lies face down again is in no view"
        line = state.view(0).lines
        act(state, table_actions.Flip(1, (piece_id,)))
        act(state, Undo(0, line))
        assert state.view(1).pieces[0].face.front == face.front, "but all have seen what was taken back"
    assert all(first == second for first, second in pairwise(courses))
    assert None not in seen_fronts
    assert len(seen_fronts) > 1


@for_each("seed", range(1), range(1, 12))
def test_hidden_pieces_change_nothing_that_a_seat_gets(seed: int) -> None:
    """Whatever is done, a seat gets the same bytes with hidden pieces exchanged.

    This ends when a front is shown.
    """
    for box in (CARDS, TILES) if seed == 0 else BOXES:
        state, rng = new_table(box, 3 if box.seats[1] > 2 else 2, seed), Random(seed)
        for entry in play(state, 40 if seed == 0 else 200, rng):
            seat = rng.choice((*range(state.seats), None))
            world = state.resample(0 if seat is None else seat, rng)
            if seat is not None:
                assert dump_view(world, seat) == dump_view(state, seat)
            if isinstance(entry, Action) and world.why_not(entry) is not None:
                assert entry.seat != seat, "what a seat may do depends on what it cannot see"
                continue
            copied = state.copy()
            events, world_events = _apply_entry(copied, entry), _apply_entry(world, entry)
            if any(event.reveals or seat in event.visible_to for event in (*events, *world_events)):
                continue
            assert dump_events(events, seat) == dump_events(world_events, seat), f"{box.name}, {seed}: {entry}"
            if seat is not None:
                assert dump_view(copied, seat) == dump_view(world, seat), f"{box.name}, {seed}: {entry}"


def _apply_entry(state: TableState, entry: object) -> list[Event]:
    return state.apply(entry) if isinstance(entry, Action) else state.apply_chance(entry)  # type: ignore[arg-type]


@pytest.mark.rule("OT-04")
def test_an_open_hand_is_seen_by_all_until_it_is_hidden_again() -> None:
    state = new_table(CARDS)
    stack = state.view(0).stacks[0].number
    act(state, table_actions.Deal(0, stack, 2))
    assert state.view(1).holders[0].inside == 2
    words = [event.text(("Ann", "Bo")) for event in act(state, table_actions.Set(0, "open", "hand 0", True))]
    assert words[0] == "Ann lays the hand open"
    assert words[1].startswith("Face up now: ")
    assert state.view(None).holders[0].inside == state.full_view().holders[0].inside
    act(state, table_actions.Set(0, "open", "hand 0", False))
    assert state.view(1).holders[0].inside == 2


@pytest.mark.rule("OT-13")
def test_card_shown_to_one_seat_is_seen_by_that_seat_alone() -> None:
    state = new_table(CARDS, 3)
    act(state, table_actions.Deal(0, state.view(0).stacks[0].number, 3))
    events = act(state, table_actions.Reveal(0, of="hand 0", at=(1,), to=(2,)))
    inside = state.view(0).holders[0].inside
    assert isinstance(inside, tuple)
    assert state.view(2).looking == (inside[1],)
    assert state.view(1).looking == ()
    assert state.view(1).looks == (0, 0, 1)
    assert dump_events(events, 1) == dump_events(events, None)
    assert dump_events(events, 2) != dump_events(events, 1)
    settle(state, Random(0))
    act(state, table_actions.Set(2, "turn", to=0))
    assert state.view(2).looking == (), "until they do something"


def test_text_on_a_hand_card_is_not_revealed_by_counting() -> None:
    """The one hidden piece is known, but the text that a player wrote on it is not."""
    box = Box(
        name="One card",
        kinds=(Kind("card", "card", back="back", blank=True),),
        holders=(Holder("hand", each=True, secret="hand", lays="row"),),
        layout=(Lay("card", at=((10.0, 10.0),)),),
    )
    state = new_table(box)
    act(state, table_actions.Move(0, (1,), to=(10.0, 10.0), face="down"))
    act(state, table_actions.Look(0, (1,)))
    act(state, table_actions.Set(0, "text", 1, "gold"))
    assert "gold" in dump_view(state, 0)
    assert "gold" not in dump_view(state, 1)
    assert "gold" not in dump_view(state, None)


def test_text_on_a_hand_card_is_read_by_its_seat_alone() -> None:
    tiles = new_table(TILES)
    blank = next(index for index, kind in enumerate(TILES.kinds) if kind.blank)
    act(tiles, table_actions.Deal(0, "bag", 7, to=(0,)), Random(3))
    rack = tiles.view(0).holder("rack 0")
    assert rack is not None
    assert isinstance(rack.inside, tuple)
    index = next(index for index, face in enumerate(rack.inside) if face.kind == blank)
    twin = tiles.copy()
    events, twin_events = (
        act(table, table_actions.Set(0, "text", "rack 0", text, index)) for table, text in ((tiles, "Q"), (twin, "Z"))
    )
    assert dump_events(events, 0) != dump_events(twin_events, 0)
    assert dump_view(tiles, 0) != dump_view(twin, 0)
    for seat in (1, None):
        assert dump_events(events, seat) == dump_events(twin_events, seat)
        assert dump_view(tiles, seat) == dump_view(twin, seat)
    other_index = next(index for index, face in enumerate(rack.inside) if face.kind != blank)
    for bad_text, reason in (
        (table_actions.Set(0, "text", "rack 0", "Q", other_index), reasons.NotBlank),
        (table_actions.Set(1, "text", "rack 0", "Q", index), reasons.Has),
        (table_actions.Set(0, "text", "rack 0", "Q", 7), reasons.OutOfBounds),
        (table_actions.Set(0, "text", "line", "Q", 0), reasons.BadPart),
        (table_actions.Set(0, "text", "nowhere", "Q", 0), reasons.NoSuchHolder),
        (table_actions.Set(0, "lock", 1, True, 0), reasons.BadPart),
    ):
        assert isinstance(tiles.why_not(bad_text), reason)


def test_taking_a_card_continues_the_search_and_reveals_nothing_to_others() -> None:
    state = new_table(CARDS, 3)
    act(state, table_actions.Look(0, of=1, n=0))
    faces = state.view(0).looking
    for left in (51, 50):
        act(state, table_actions.Move(0, of=1, at=(7,), to="hand 0"))
        assert len(state.view(0).looking) == left
        for seat in (1, 2, None):
            assert state.view(seat).looking == ()
        for seed in range(3):
            world = state.resample(1, Random(seed))
            assert dump_view(world, 1) == dump_view(state, 1)
    assert state.view(0).looking == (*faces[:43], *faces[45:])
    act(state, table_actions.Move(1, of=1, to="hand 1"))
    assert state.view(0).looking == (), "somebody else took one: it is another stack now"
