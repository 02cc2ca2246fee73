"""The open table as a state machine: no rules, but pieces, hands, secrets, and every line to go back to."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from grenade_salad.core import Action, Chance, Event, Illegal, Reason, State, Undo
from grenade_salad.games.open_table import actions, effects, events, legality, reasons, set_action
from grenade_salad.games.open_table import chance as table_chance
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.box_change import BoxChanged, NewPieces, changed, why_not_change
from grenade_salad.games.open_table.disclosure import opens, seen_now, together
from grenade_salad.games.open_table.knowledge import everybody, shown_outside, who_saw
from grenade_salad.games.open_table.legality import in_box
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.selection import Group, Pick, pick, stacks
from grenade_salad.games.open_table.tabletop import DOWN, Change, Table
from grenade_salad.games.open_table.undo_log import (
    Past,
    at_line,
    back,
    decided,
    difference,
    lines_after,
    same,
    stands,
    whole,
    whose,
)
from grenade_salad.games.open_table.view import Eye, TableView, supply
from grenade_salad.games.open_table.words import seen_as, seen_of, spot, square_of

if TYPE_CHECKING:
    from grenade_salad.games.physics.pushing import Push


class TableState(State):
    """What lies on the table, and all lines that led to it. All seats may act when no luck is due."""

    __slots__ = (
        "_changed",
        "_glances",
        "_lines",
        "_over",
        "_past",
        "_pending",
        "_shuffles",
        "_table",
        "_won",
        "box",
        "options",
        "pictures",
        "seats",
    )

    is_turnless: ClassVar[bool] = True

    def __init__(self, seats: int, options: TableOptions, box: Box, pictures: str = "") -> None:
        """The box and the options have been checked; stacks that begin shuffled are due."""
        self.seats, self.options, self.box, self.pictures = seats, options, box, pictures
        self._changed = 0
        self._table = Table(box, seats)
        self._shuffles = effects.lay_out(self._table)
        self._table.close()
        self._pending: Action | None = None
        self._glances: tuple[tuple[int, ...], ...] = ((),) * seats
        self._past: Past | None = None
        self._lines = 0
        self._over = False
        self._won: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether somebody has finished."""
        return self._over

    def active_seats(self) -> tuple[int, ...]:
        """All seats, when no luck is due."""
        return () if self._over or self.pending_chance() else tuple(range(self.seats))

    def pending_chance(self) -> str | None:
        """The order of what is shuffled, what comes out of a bag, where things come to rest."""
        if self._shuffles:
            return actions.Order.kind
        if self._pending is None:
            return None
        return actions.Came.kind if isinstance(self._pending, (actions.Move, actions.Deal)) else actions.Rest.kind

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Who won, if somebody said so, and the others."""
        if not self._won:
            return ()
        others = tuple(seat for seat in range(self.seats) if seat not in self._won)
        return (self._won, others) if others else (self._won,)

    def legal_actions(self, seat: int) -> list[Action]:
        """One template for each kind of action; what is one already needs no parts."""
        if seat not in self.active_seats():
            return []
        return [*(kind(seat) for kind in actions.DECISIONS), Undo(seat, None)]

    def _why_not(self, action: Action) -> Reason | None:
        if isinstance(action, actions.Change) and action.box is not None:
            return why_not_change(self._table, TableSetup(action.box, action.pictures))
        if not isinstance(action, Undo):
            return legality.why_not(self._table, action)
        if action.to is None:
            return reasons.Unsaid("to")
        if not 0 <= action.to < self._lines:
            return reasons.NotYet(action.to, self._lines)
        if action.to < self._changed:
            return reasons.AnotherBox(action.to, self._changed)
        return None if whole(self._past, action.to) else reasons.LuckWasDue(action.to)

    # carrying out

    def _apply(self, action: Action) -> list[Event]:
        seat = action.seat
        assert seat is not None
        self._lines += 1
        kept = self._looks_on(seat, action)
        if self._glances[seat]:
            self._glance(seat, ())
        if isinstance(action, Undo):
            assert action.to is not None
            return self._undo(seat, action.to)
        if isinstance(action, actions.Change):
            return self._change(seat, action)
        saw = 0
        if isinstance(action, (actions.Roll, actions.Flick, actions.Push)) or table_chance.blind(self._table, action):
            self._pending = action
            told: list[Event] = []
        elif isinstance(action, actions.Shuffle):
            assert action.what is not None
            self._pending, self._shuffles = action, (action.what,)
            told = []
        elif isinstance(action, actions.Reset):
            before = self._table.marks.counters
            self._shuffles = effects.lay_out(self._table, action.keeps)
            self._glances = ((),) * self.seats
            told = [events.NewRound(seat, action.keeps and bool(before), self._table.marks.counters != before)]
        elif isinstance(action, (actions.Look, actions.Reveal)):
            told, saw = self._look(seat, action)
        elif isinstance(action, actions.Finish):
            self._over, self._won = True, tuple(sorted(action.won))
            told = [events.Finished(seat, self._won)]
        else:
            told = self._carry_out(seat, action)
            shown, saw = seen_now(self._table)
            told = together(told, shown)
        self._close(seat, saw, goes_on=action.goes_on)
        if kept and isinstance(action, actions.Move):
            self._glance(seat, tuple(piece for piece in kept if self._table[piece].home == action.of))
        return told

    def _looks_on(self, seat: int, action: Action) -> tuple[int, ...]:
        """What the seat looks at, if it takes some out of the pile that this is: it knows the others' order as well as
        before, and need not look again."""
        if not isinstance(action, actions.Move) or not action.at or action.to == action.of:
            return ()
        pieces = self._glances[seat]
        return pieces if all(self._table[piece].home == action.of for piece in pieces) else ()

    def _change(self, seat: int, action: actions.Change) -> list[Event]:
        """Another version of the box; lines before it cannot be gone back to, since they are about other pieces."""
        assert action.box is not None
        self.box, self.pictures, self._changed = action.box, action.pictures, self._lines
        self._table, gone, back, new = changed(self._table, action.box)
        self._glances = ((),) * self.seats
        self._past = Past(None, self._lines, None, self._table.close(), True, 0, "", self._lines)
        return [BoxChanged(seat, gone, back), *([NewPieces(seat, new)] if new else [])]

    def _close(self, seat: int | None, saw: int, kind: str = "", to: int | None = None, goes_on: bool = False) -> None:
        """The line is done; what was looked at is seen no longer once it, or what it is in, has been moved."""
        if any(self._glances):
            kept = (tuple(piece for piece in pieces if not self._table.moved(piece)) for pieces in self._glances)
            self._glances = tuple(kept)
        done = self.pending_chance() is None
        standing = self._lines if to is None else stands(at_line(self._past, to))
        self._past = Past(self._past, self._lines, seat, self._table.close(), done, saw, kind, standing, goes_on)

    def _glance(self, seat: int, pieces: tuple[int, ...]) -> None:
        self._glances = (*self._glances[:seat], pieces, *self._glances[seat + 1 :])

    def _carry_out(self, seat: int, action: Action) -> list[Event]:
        table = self._table
        match action:
            case actions.Move():
                picked = pick(table, seat, action)
                assert isinstance(picked, Pick)
                return self._move(seat, action, picked)
            case actions.Deal():
                return self._deal(seat, action, None)
            case actions.Flip():
                what = action.what
                assert what
                first = seen_of(table, what[0])
                effects.flip(table, what)
                number = sum(len(pile.pieces) if (pile := table.pile(one)) else 1 for one in what)
                return [events.Flipped(seat, number, first, table.box.cards)]
            case actions.Put():
                kinds = [kind.name for kind in table.box.kinds]
                assert action.kind is not None
                index = kinds.index(action.kind)
                words = table.words(in_box(table, index, action.front)[0])
                effects.bring(table, action, index)
                return [events.Brought(seat, action.n, words, table.box.cards)]
            case actions.Remove():
                gone = pick(table, seat, action)
                assert isinstance(gone, Pick)
                words = seen_as(table, gone.pieces[0])
                effects.put_away(table, gone.pieces)
                return [events.Removed(seat, len(gone.pieces), words, table.box.cards)]
        assert isinstance(action, actions.Set)
        return set_action.carry_out(table, seat, action)

    def _move(self, seat: int, action: actions.Move, picked: Pick) -> list[Event]:
        table = self._table
        words, pieces = seen_as(table, picked.pieces[0]), picked.pieces
        homes = {table[piece].home for piece in pieces}
        of = spot(table, picked.of if picked.of is not None else homes.pop() if len(homes) == 1 else None)
        if picked.of is None and any(group.stack is not None for group in picked.groups):
            of = spot(table, None)
        to, one = action.to, len(pieces) == 1
        if one and of.kind == "table":
            of = square_of(table, pieces[0])
        where = spot(table, to if isinstance(to, str) else None)
        onto = spot(table, to) if isinstance(to, int) else None
        of, low = replace(of, low=_from_below(table, action)), action.under and stacks(table, to)
        stack = picked.groups[0].stack if picked.of is None and len(picked.groups) == 1 else None
        name = "" if stack is None else spot(table, stack).title
        effects.move(table, action, picked)
        if onto is not None:
            where = onto
        elif one and where.kind == "table":
            where = square_of(table, pieces[0])
        where = replace(where, low=low)
        if one and opens(table, pieces[0]):
            return [events.Uncovered(seat, 1, table.words(pieces[0]), of, where)]
        return [events.Moved(seat, len(pieces), words, of, where, table.box.cards, name)]

    def _deal(self, seat: int, action: actions.Deal, dealt: tuple[int, ...] | None) -> list[Event]:
        of = spot(self._table, action.of)
        got = effects.deal(self._table, action, dealt)
        to = tuple(spot(self._table, name) for name in got)
        return [events.Dealt(seat, sum(got.values()), of, to, tuple(got.values()), self._table.box.cards)]

    def _look(self, seat: int, action: actions.Look | actions.Reveal) -> tuple[list[Event], int]:
        """Who looks, or is shown something, knows it from then on by its number, if it has one."""
        table = self._table
        picked = pick(table, seat, action)
        assert isinstance(picked, Pick)
        pieces, everyone = picked.pieces, everybody(self.seats)
        where = replace(spot(table, picked.of), low=_from_below(table, action))
        words = tuple(map(table.words, pieces))
        if isinstance(action, actions.Look):
            told: list[Event] = [events.Looked(seat, len(pieces), where, table.box.cards)]
            whom: tuple[int, ...] = (seat,)
        else:
            told = [events.Revealed(seat, len(pieces), where, action.to, table.box.cards)]
            whom = action.to or tuple(range(self.seats))
        if isinstance(action, actions.Reveal) and not action.to:
            told.append(events.Shown(words))
            bits = everyone
        else:
            told += [events.Saw(one, words, visible_to=(one,)) for one in whom]
            bits = sum(1 << one for one in whom)
        for one in whom:
            self._glance(one, pieces)
        for piece in pieces:
            if number := table[piece].number:
                table.seen[number] = table.seen.get(number, 0) | bits
        return told, bits

    def would_undo(self, seat: int, to: int) -> events.Undone:
        """What going back to that line takes back and brings back; nothing is done."""
        gone, again = difference(self._past, to)
        saw = 0
        for past in gone:
            saw |= past.saw
        who = tuple(one for one in range(self.seats) if saw >> one & 1)
        kinds = tuple(sorted({past.luck for past in gone if past.luck}))
        return events.Undone(seat, to, *decided(gone), who, kinds, *decided(again))

    def _undo(self, seat: int, to: int) -> list[Event]:
        undone = self.would_undo(seat, to)
        table = self._table
        table.back([past.change for past in lines_after(self._past, to)])
        self._glances = ((),) * self.seats
        for piece in table.touched():
            number = table[piece].number
            if number and table.old_piece(piece).number == number and table[piece].side == DOWN:
                table.seen[number] = table.seen.get(number, 0) | who_saw(table, piece)
        told: list[Event] = [undone]
        if undone.seen:
            told.append(events.HadSeen(undone.seen, table.box.cards))
        if actions.Rest.kind in undone.luck:
            told.append(events.RollUndone())
        self._close(seat, 0, to=to)
        return told

    # luck

    def sample_chance(self, rng: Random) -> Chance:
        """Draw what is due."""
        if self._shuffles:
            return table_chance.sample_order(self._table, self._shuffles[0], rng)
        assert self._pending is not None
        bag = table_chance.blind(self._table, self._pending)
        if bag is not None:
            return table_chance.sample_came(self._table, *bag, rng)
        return table_chance.sample_rest(self._table, self._pending, self.options, rng)

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, actions.Order):
            return table_chance.why_not_order(self._table, self._shuffles[0], chance.outcome)
        assert self._pending is not None
        if isinstance(chance, actions.Came):
            bag = table_chance.blind(self._table, self._pending)
            assert bag is not None
            return table_chance.why_not_came(self._table, *bag, chance.outcome)
        assert isinstance(chance, actions.Rest)
        return table_chance.why_not_rest(self._table, self._pending, chance.outcome)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        self._lines += 1
        if isinstance(chance, actions.Order):
            told = self._shuffled(chance)
        elif isinstance(chance, actions.Came):
            told = self._came(chance)
        else:
            assert isinstance(chance, actions.Rest)
            told = self._rested(chance)
        shown, saw = seen_now(self._table)
        self._close(None, saw, chance.kind)
        return together(told, shown)

    def _shuffled(self, order: actions.Order) -> list[Event]:
        key, *later = self._shuffles
        self._shuffles = tuple(later)
        effects.reorder(self._table, key, order.outcome)
        seat = None if self._pending is None else self._pending.seat
        self._pending = None
        return [events.Shuffled(seat, spot(self._table, key))]

    def _came(self, came: actions.Came) -> list[Event]:
        action, self._pending = self._pending, None
        assert isinstance(action, (actions.Move, actions.Deal))
        assert action.seat is not None
        pile = self._table.pile(action.of)
        assert pile is not None
        pieces = tuple(pile.pieces[at] for at in came.outcome)
        if isinstance(action, actions.Deal):
            return self._deal(action.seat, action, pieces)
        return self._move(action.seat, action, Pick((Group(pieces),), action.of))

    def _rested(self, rest: actions.Rest) -> list[Event]:
        action, self._pending = self._pending, None
        assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
        assert action.seat is not None
        table = self._table
        pocketed = [
            events.Pocketed(seen_of(table, pose.id), spot(table, pose.into)) for pose in rest.outcome if pose.into
        ]
        if isinstance(action, actions.Roll):
            pieces = [table.index[number] for number in action.what or ()]
            effects.rest(table, rest.outcome)
            return [events.Rolled(action.seat, tuple(map(table.words, pieces))), *pocketed]
        assert action.what is not None
        words = seen_of(table, action.what)
        effects.rest(table, rest.outcome)
        return [events.Shot(action.seat, words, isinstance(action, actions.Push), len(rest.outcome)), *pocketed]

    def begin_push(self, number: int) -> Push:
        """A push of a piece as it is seen, fed point by point: let go, it ends as the line with its path does. Where
        things slide is open to all. Raises Illegal for what cannot slide."""
        from grenade_salad.games.open_table import physics

        if reason := legality.why_not_slide(self._table, number):
            raise Illegal(reason)
        return physics.begin_push(physics.scene_of(self._table), number)

    # looking

    def view(self, seat: int | None) -> TableView:
        """What the seat may know; None: what everybody may know."""
        return self._view(seat, False)

    def full_view(self) -> TableView:
        """The view of somebody who sees everything."""
        return self._view(None, True)

    def _view(self, seat: int | None, everything: bool) -> TableView:
        table = self._table
        looking = () if seat is None else self._glances[seat]
        eye = Eye(table, seat, everything, looking)
        pieces, stacks = sorted(eye.pieces(), key=_place), sorted(eye.stacks(), key=_place)
        order = sorted([*((at, one.number) for at, one in pieces), *((at, one.number) for at, one in stacks)])
        return TableView(
            game="open-table",
            seat=seat,
            is_over=self._over,
            active_seats=self.active_seats(),
            ranking=self.ranking() if self._over else None,
            end_reason="finished" if self._over else None,
            options=self.options,
            box=self.box,
            pictures=self.pictures,
            pieces=tuple(one for _, one in pieces),
            stacks=tuple(one for _, one in stacks),
            order=tuple(number for _, number in order),
            holders=tuple(map(eye.holder, table.holders)),
            counters=dict(zip(self.box.counters_for(self.seats), table.marks.counters, strict=True)),
            notes=dict(zip([note.name for note in self.box.notes], table.marks.notes, strict=True)),
            turn=None if table.marks.turn < 0 else table.marks.turn,
            looking=tuple(eye.face(piece) for piece in looking),
            looks=tuple(map(len, self._glances)),
            supply=supply(table),
            number=table.numbers,
            lines=self._lines,
            back=back(self._past),
            whose=whose(self._past),
        )

    def resample(self, seat: int, rng: Random) -> TableState:
        """Another state that looks the same to the seat: hidden pieces have changed places. What was, was as it was."""
        other = self.copy()
        table = other._table
        hidden = Eye(table, seat, False, other._glances[seat]).hidden()
        looks = table.box.looks
        alike: dict[int, list[int]] = {}
        for piece in hidden:
            alike.setdefault(looks[table.box.things[table[piece].thing][0]], []).append(piece)
        for pieces in alike.values():
            _exchange(table, pieces, rng)
        inside: dict[str, list[int]] = {}
        for piece in hidden:
            if not shown_outside(table, piece):
                any_shape = isinstance(home := table[piece].home, str) and table.holders[home].secret != "open"
                inside.setdefault("" if any_shape else table.kind(piece).piece, []).append(piece)
        for pieces in inside.values():
            _exchange(table, pieces, rng)
        change, past = table.close(), other._past
        if past is not None:
            merged = Change(change.pieces | past.change.pieces, past.change.piles, past.change.marks)
            other._past = past._replace(change=merged)
        return other

    def copy(self) -> TableState:
        """An independent copy."""
        other = object.__new__(type(self))
        other.seats, other.options, other.box, other.pictures = self.seats, self.options, self.box, self.pictures
        other._table = self._table.copy()
        other._shuffles, other._pending, other._glances = self._shuffles, self._pending, self._glances
        other._past, other._lines, other._over, other._won = self._past, self._lines, self._over, self._won
        other.pictures, other._changed = self.pictures, self._changed
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableState):
            return NotImplemented
        return self._facts() == other._facts() and same(self._past, other._past)

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        luck = (self._shuffles, self._pending, self._glances)
        return (self.seats, self.options, self._lines, self._over, self._won, luck, self._table, self.pictures)


def _from_below(table: Table, action: actions.Taking) -> bool:
    """Whether it takes what lies lowest, and not all of it."""
    pile = table.pile(action.of) if action.of != "" else None
    some = pile is not None and 0 < action.n < len(pile.pieces) and not action.at
    return some and action.end == "bottom" and stacks(table, action.of)


def _place(found: tuple[tuple[bool, int], object]) -> tuple[bool, int]:
    return found[0]


def _exchange(table: Table, pieces: list[int], rng: Random) -> None:
    """What these are changes places among them."""
    things = [(table[piece].thing, table[piece].text) for piece in pieces]
    rng.shuffle(things)
    for piece, (thing, text) in zip(pieces, things, strict=True):
        table.put(piece, table[piece]._replace(thing=thing, text=text))
        if table[piece].side != DOWN or not table.stacks_up(piece):
            home = table[piece].home
            if isinstance(home, str) and table.holders[home].secret != "open":
                table.put(piece, table[piece]._replace(side=DOWN if table.stacks_up(piece) else 0))
