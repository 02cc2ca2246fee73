"""Tables for tests: any box, random actions, and invariants of every table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

from grenade_salad.core import Action, Chance, Event, Undo, redact, to_json
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.rules import start
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.tabletop import IN_BOX
from grenade_salad.players.open_table.random_player import RandomPlayer

RARE = 0.03
"""The probability of accepting a reset: few let a table get far from its start."""


def new_table(box: Box, seats: int = 2, seed: int = 0) -> TableState:
    """Return the table of a box, with all chances of the start drawn."""
    state = start(seats, TableOptions(), TableSetup(box))
    settle(state, Random(seed))
    return state


def settle(state: TableState, rng: Random) -> list[Event]:
    """Draw all pending chances."""
    events: list[Event] = []
    while state.pending_chance():
        events += state.apply_chance(state.sample_chance(rng))
    return events


def act(state: TableState, action: Action, rng: Random | None = None) -> list[Event]:
    """Apply an action, with the chances that follow."""
    return [*state.apply(action), *settle(state, rng or Random(1))]


def random_entry(state: TableState, rng: Random) -> Action | Chance:
    """Return a random next entry, of any seat; nobody finishes the match."""
    if state.pending_chance():
        return state.sample_chance(rng)
    player = RandomPlayer(rng)
    while True:
        seat = rng.randrange(state.seats)
        kinds = [action for action in state.legal_actions(seat) if not action.ends_match]
        template = rng.choice(kinds)
        if isinstance(template, actions.Reset) and rng.random() > RARE:
            continue
        view = state.view(seat)
        action = player.decide(view, [template])
        if isinstance(action, Undo) and rng.random() < 0.5:
            action = Undo(seat, rng.randrange(view.lines + 1))
        if state.why_not(action) is None:
            return action


def play(state: TableState, lines: int, rng: Random) -> Iterator[Action | Chance]:
    """Yield random entries, each before it is applied."""
    for _ in range(lines):
        entry = random_entry(state, rng)
        yield entry
        state.apply(entry) if isinstance(entry, Action) else state.apply_chance(entry)


def through_a_hand(which: int, box: Box) -> tuple[TableState, list[Action]]:
    """Return a table of three seats and three actions of Bo, who has four cards.

    Bo takes a card that all have seen, plays the card at `which` face down, and then another.
    """
    state = new_table(box, 3)
    stack = state.view(0).stacks[0].number
    act(state, actions.Deal(1, stack, 4, (1,)))
    act(state, actions.Move(1, of=stack, to=(100.0, 100.0), face="up"))
    visible_id = state.view(0).pieces[0].number
    return state, [
        actions.Move(1, (visible_id,), to="hand 1"),
        actions.Move(1, of="hand 1", at=(which,), to=(200.0, 200.0), face="down"),
        actions.Move(1, (visible_id + 1,), to=(300.0, 200.0)),
    ]


def dump_view(state: TableState, seat: int | None) -> str:
    """Return all data that a seat gets of a position, as text."""
    legal = [] if seat is None else [action.to_line() for action in state.legal_actions(seat)]
    return json.dumps([to_json(state.view(seat)), legal, state.active_seats(), state.pending_chance()])


def dump_events(events: list[Event], seat: int | None) -> str:
    """Return all data that a seat gets of events, with the words of its log, as text."""
    names = tuple("ABCDEFGH")
    redacted = [redact(event, seat) for event in events]
    return json.dumps([[type(event).__name__, to_json(event), event.text(names)] for event in redacted])


def find_fault(state: TableState) -> str:
    """Return the fault of a table, or "".

    A piece may be lost, added or in two places, or two things may have one number. This reads private data, since no
    view shows it.
    """
    table = state._table
    counts = Counter(table[piece].thing_index for piece in range(len(table)))
    if counts != Counter(range(len(table.box.pieces))):
        return "a piece was lost or made"
    placed: Counter[int] = Counter()
    for key in [IN_BOX, *table.holders, *(stack_id for stack_id, _ in table.stacks)]:
        pile = table.pile(key)
        assert pile is not None
        placed.update(pile.pieces)
        if any(table[piece].home != key for piece in pile.pieces):
            return f"a piece in {key!r} does not know it"
        if isinstance(key, int) and len(pile.pieces) < 2:
            return f"stack {key} has {len(pile.pieces)} pieces"
    placed.update(piece for piece in range(len(table)) if table[piece].home is None)
    if placed != Counter(range(len(table))):
        return "a piece is nowhere, or in two places"
    open_holders = {name for name, holder in table.holders.items() if holder.is_spread}
    numbers = [table[piece].public_id for piece in range(len(table)) if table[piece].public_id]
    numbers += [stack_id for stack_id, _ in table.stacks]
    if len(set(numbers)) < len(numbers) or max(numbers, default=0) > table.last_id:
        return "two things have the same number"
    for piece in range(len(table)):
        placement = table[piece]
        if bool(placement.public_id) != (placement.home is None or placement.home in open_holders):
            return f"piece {piece} in {placement.home!r} has the number {placement.public_id}"
        if placement.public_id and table.pieces_by_id.get(placement.public_id) != piece:
            return f"number {placement.public_id} leads elsewhere"
    return (
        ""
        if len(table.pieces_by_id) == sum(bool(table[piece].public_id) for piece in range(len(table)))
        else "a number too many"
    )


def is_same_table(first: TableState, second: TableState) -> bool:
    """True if all pieces are placed alike.

    Counts of lines and numbers, and what each seat has seen, may differ.
    """
    first_table, second_table = first._table, second._table
    return (first_table._pieces, first_table._piles, first_table.marks) == (
        second_table._pieces,
        second_table._piles,
        second_table.marks,
    )
