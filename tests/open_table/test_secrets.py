"""Secrets of the open table, by bytes: what others get is the same, whichever card it was."""

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
from tests.marks import over
from tests.open_table.playing import act, play, seen, settle, table_of, through_a_hand, told


def _course(state: TableState, actions: list[Action], seat: int | None, rng: Random) -> list[str]:
    """All bytes that a seat gets while this is done."""
    course = [seen(state, seat)]
    for action in actions:
        course.append(told(act(state, action, rng), seat))
        course.append(seen(state, seat))
    return course


@pytest.mark.rule("OT-20")
def test_a_known_card_goes_through_a_hand_of_five() -> None:
    """Bo takes a card that all have seen into a hand of five, and plays one face down: nobody is told which."""
    courses = []
    for which in range(5):
        state, actions = through_a_hand(which, CARDS)
        assert state.view(2).pieces[0].face.front is not None
        courses.append([_course(state.copy(), actions, seat, Random(1)) for seat in (0, 2, None)])
        own = state.copy()
        for action in actions:
            act(own, action)
        assert own.view(1).pieces[-1].face.front is not None, "who played it knows it"
    assert all(one == other for one, other in pairwise(courses))


@pytest.mark.rule("OT-05", "OT-11", "OT-19")
def test_a_shuffled_deck_a_bag_and_a_hand_tell_nothing() -> None:
    """With any other order, and any other draw, everybody else gets the same bytes."""
    courses = []
    for seed in range(4):
        state = table_of(CARDS, 2, seed)
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
        courses.append(_course(state, actions, None, Random(seed)))
        tiles = table_of(TILES, 2, seed)
        draws: list[Action] = [
            table_actions.Deal(0, "bag", 7, (0,)),
            table_actions.Move(0, of="rack 0", to=(50.0, 50.0)),
        ]
        courses[-1] += _course(tiles, draws, 1, Random(seed))
    assert all(one == other for one, other in pairwise(courses))


@pytest.mark.rule("OT-10", "OT-13", "OT-17")
def test_an_undone_look_stays_known_to_who_looked_alone() -> None:
    courses, mine = [], set()
    for seed in range(5):
        state = table_of(CARDS, 2, seed)
        stack = state.view(0).stacks[0].number
        act(state, table_actions.Move(0, of=stack, to=(100.0, 100.0)))
        number, line = state.view(0).pieces[0].number, state.view(0).lines
        courses.append(_course(state, [table_actions.Look(0, (number,)), Undo(1, line)], 1, Random(1)))
        face = state.view(0).pieces[0].face
        mine.add(face.front)
        assert state.view(1).pieces[0].face.front is None
        act(state, table_actions.Flip(1, (number,)))
        act(state, table_actions.Flip(1, (number,)))
        assert state.view(0).pieces[0].face.front is None, "what lies face down again is in no view"
        line = state.view(0).lines
        act(state, table_actions.Flip(1, (number,)))
        act(state, Undo(0, line))
        assert state.view(1).pieces[0].face.front == face.front, "but all have seen what was taken back"
    assert all(one == other for one, other in pairwise(courses))
    assert None not in mine
    assert len(mine) > 1


@over("seed", range(1), range(1, 12))
def test_hidden_things_may_be_anything_at_every_table(seed: int) -> None:
    """Whatever is done: with hidden pieces exchanged, a seat gets the same bytes, until a front is shown."""
    for box in (CARDS, TILES) if seed == 0 else BOXES:
        state, rng = table_of(box, 3 if box.seats[1] > 2 else 2, seed), Random(seed)
        for one in play(state, 40 if seed == 0 else 200, rng):
            seat = rng.choice((*range(state.seats), None))
            other = state.resample(0 if seat is None else seat, rng)
            if seat is not None:
                assert seen(other, seat) == seen(state, seat)
            if isinstance(one, Action) and other.why_not(one) is not None:
                assert one.seat != seat, "what a seat may do depends on what it cannot see"
                continue
            here = state.copy()
            ours, theirs = _done(here, one), _done(other, one)
            if any(event.reveals or seat in event.visible_to for event in (*ours, *theirs)):
                continue
            assert told(ours, seat) == told(theirs, seat), f"{box.name}, {seed}: {one}"
            if seat is not None:
                assert seen(here, seat) == seen(other, seat), f"{box.name}, {seed}: {one}"


def _done(state: TableState, one: object) -> list[Event]:
    return state.apply(one) if isinstance(one, Action) else state.apply_chance(one)  # type: ignore[arg-type]


@pytest.mark.rule("OT-04")
def test_an_open_hand_is_seen_by_all_until_it_is_hidden_again() -> None:
    state = table_of(CARDS)
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
def test_what_is_shown_to_one_is_seen_by_that_seat_alone() -> None:
    state = table_of(CARDS, 3)
    act(state, table_actions.Deal(0, state.view(0).stacks[0].number, 3))
    events = act(state, table_actions.Reveal(0, of="hand 0", at=(1,), to=(2,)))
    inside = state.view(0).holders[0].inside
    assert isinstance(inside, tuple)
    assert state.view(2).looking == (inside[1],)
    assert state.view(1).looking == ()
    assert state.view(1).looks == (0, 0, 1)
    assert told(events, 1) == told(events, None)
    assert told(events, 2) != told(events, 1)
    settle(state, Random(0))
    act(state, table_actions.Set(2, "turn", to=0))
    assert state.view(2).looking == (), "until they do something"


def test_what_is_written_in_a_hand_is_not_told_by_counting() -> None:
    """The one hidden piece is known, and what somebody wrote on it is not."""
    box = Box(
        name="One card",
        kinds=(Kind("card", "card", back="back", blank=True),),
        holders=(Holder("hand", each=True, secret="hand", lays="row"),),
        layout=(Lay("card", at=((10.0, 10.0),)),),
    )
    state = table_of(box)
    act(state, table_actions.Move(0, (1,), to=(10.0, 10.0), face="down"))
    act(state, table_actions.Look(0, (1,)))
    act(state, table_actions.Set(0, "text", 1, "gold"))
    assert "gold" in seen(state, 0)
    assert "gold" not in seen(state, 1)
    assert "gold" not in seen(state, None)


def test_what_is_written_on_a_card_of_the_hand_its_seat_alone_reads() -> None:
    tiles = table_of(TILES)
    blank = next(index for index, kind in enumerate(TILES.kinds) if kind.blank)
    act(tiles, table_actions.Deal(0, "bag", 7, to=(0,)), Random(3))
    rack = tiles.view(0).holder("rack 0")
    assert rack is not None
    assert isinstance(rack.inside, tuple)
    at = next(at for at, face in enumerate(rack.inside) if face.kind == blank)
    twin = tiles.copy()
    here, there = (
        act(one, table_actions.Set(0, "text", "rack 0", text, at)) for one, text in ((tiles, "Q"), (twin, "Z"))
    )
    assert told(here, 0) != told(there, 0)
    assert seen(tiles, 0) != seen(twin, 0)
    for one in (1, None):
        assert told(here, one) == told(there, one)
        assert seen(tiles, one) == seen(twin, one)
    other = next(at for at, face in enumerate(rack.inside) if face.kind != blank)
    for wrong, reason in (
        (table_actions.Set(0, "text", "rack 0", "Q", other), reasons.NotBlank),
        (table_actions.Set(1, "text", "rack 0", "Q", at), reasons.Has),
        (table_actions.Set(0, "text", "rack 0", "Q", 7), reasons.OutOfBounds),
        (table_actions.Set(0, "text", "line", "Q", 0), reasons.BadPart),
        (table_actions.Set(0, "text", "nowhere", "Q", 0), reasons.NoSuchHolder),
        (table_actions.Set(0, "lock", 1, True, 0), reasons.BadPart),
    ):
        assert isinstance(tiles.why_not(wrong), reason)


def test_who_takes_a_card_out_of_a_search_looks_on_and_nobody_else_learns_more() -> None:
    state = table_of(CARDS, 3)
    act(state, table_actions.Look(0, of=1, n=0))
    faces = state.view(0).looking
    for left in (51, 50):
        act(state, table_actions.Move(0, of=1, at=(7,), to="hand 0"))
        assert len(state.view(0).looking) == left
        for seat in (1, 2, None):
            assert state.view(seat).looking == ()
        for seed in range(3):
            other = state.resample(1, Random(seed))
            assert seen(other, 1) == seen(state, 1)
    assert state.view(0).looking == (*faces[:43], *faces[45:])
    act(state, table_actions.Move(1, of=1, to="hand 1"))
    assert state.view(0).looking == (), "somebody else took one: it is another stack now"
