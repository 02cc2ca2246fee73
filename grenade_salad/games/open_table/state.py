"""State of the open table: no rules, but pieces, hands, secrets and a history.

Every earlier line can be gone back to. The physics engine is loaded when something slides for the first time.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, ClassVar

from grenade_salad.core import Action, Chance, Event, Illegal, Reason, State, Undo
from grenade_salad.games.open_table import actions, effects, events, gathering, legality, reasons, set_action
from grenade_salad.games.open_table import chance as table_chance
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.box_change import BoxChanged, NewPieces, change_box, why_not_change
from grenade_salad.games.open_table.disclosure import find_disclosures, is_opened, merge_disclosures
from grenade_salad.games.open_table.knowledge import all_viewers, find_previous_viewers, is_outside
from grenade_salad.games.open_table.legality import in_box
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.selection import Group, Pick, has_top, pick
from grenade_salad.games.open_table.tabletop import DOWN, Change, Tabletop
from grenade_salad.games.open_table.undo_log import (
    UndoEntry,
    count_decisions,
    effective_line,
    entries_after,
    find_difference,
    find_entry,
    is_complete,
    is_same_history,
    undo_seat,
    undo_target,
)
from grenade_salad.games.open_table.view import Observer, TableView, count_supply
from grenade_salad.games.open_table.words import find_spot, find_square_spot, public_name, public_pile_name

if TYPE_CHECKING:
    from grenade_salad.games.physics.pushing import Push


class TableState(State):
    """Everything on the table, and all lines that led to it.

    All seats may act unless chance is pending: the shuffles of `_shuffles`, or what `_pending` has begun. `_glances`
    are the pieces that each seat has just looked at. `_past` is the last of `_lines` lines, and the box was changed
    last in line `_changed`.
    """

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
        """Start with all stacks unshuffled; those that begin shuffled are pending chance.

        The box and the options must have been checked.
        """
        self.seats, self.options, self.box, self.pictures = seats, options, box, pictures
        self._changed = 0
        self._table = Tabletop(box, seats)
        self._shuffles = effects.lay_out(self._table)
        self._table.close_line()
        self._pending: Action | None = None
        self._glances: tuple[tuple[int, ...], ...] = ((),) * seats
        self._past: UndoEntry | None = None
        self._lines = 0
        self._over = False
        self._won: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """True if a player has finished the match."""
        return self._over

    def active_seats(self) -> tuple[int, ...]:
        """Return all seats, unless chance is pending."""
        return () if self._over or self.pending_chance() else tuple(range(self.seats))

    def pending_chance(self) -> str | None:
        """Return the kind of pending chance: a shuffle, a draw from a bag, or motion."""
        if self._shuffles:
            return actions.Order.kind
        if self._pending is None:
            return None
        return actions.Came.kind if isinstance(self._pending, (actions.Move, actions.Deal)) else actions.Rest.kind

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats that were said to have won, then the others."""
        if not self._won:
            return ()
        losers = tuple(seat for seat in range(self.seats) if seat not in self._won)
        return (self._won, losers) if losers else (self._won,)

    def legal_actions(self, seat: int) -> list[Action]:
        """Return one template for each kind of action.

        A template that is an action already needs no parts.
        """
        if seat not in self.active_seats():
            return []
        is_asked = any(asked.seat == seat for asked in self._table.marks.asked)
        answers = [actions.Give(seat)] if is_asked else []
        return [*(kind(seat) for kind in actions.DECISIONS), *answers, Undo(seat, None)]

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
        return None if is_complete(self._past, action.to) else reasons.ChanceWasPending(action.to)

    # Effects

    def _apply(self, action: Action) -> list[Event]:
        seat = action.seat
        assert seat is not None
        self._lines += 1
        remembered = self._remembered_glance(seat, action)
        if self._glances[seat]:
            self._glance(seat, ())
        if isinstance(action, Undo):
            assert action.to is not None
            return self._undo(seat, action.to)
        if isinstance(action, actions.Change):
            return self._change(seat, action)
        informed = 0
        if isinstance(action, (actions.Roll, actions.Flick, actions.Push)) or table_chance.find_blind_draw(
            self._table, action
        ):
            self._pending = action
            result: list[Event] = []
        elif isinstance(action, actions.Shuffle):
            assert action.what is not None
            self._pending, self._shuffles = action, (action.what,)
            result = []
        elif isinstance(action, actions.Reset):
            old_counters = self._table.marks.counters
            self._shuffles = effects.lay_out(self._table, action.keeps)
            self._glances = ((),) * self.seats
            result = [
                events.NewRound(seat, action.keeps and bool(old_counters), self._table.marks.counters != old_counters)
            ]
        elif isinstance(action, (actions.Look, actions.Reveal)):
            result, informed = self._look(seat, action)
        elif isinstance(action, actions.Finish):
            self._over, self._won = True, tuple(sorted(action.won))
            result = [events.Finished(seat, self._won)]
        else:
            result = self._carry_out(seat, action)
            disclosures, informed = find_disclosures(self._table)
            result = merge_disclosures(result, disclosures)
        self._close(seat, informed, goes_on=action.goes_on)
        if remembered and isinstance(action, actions.Move):
            self._glance(seat, tuple(piece for piece in remembered if self._table[piece].home == action.of))
        return result

    def _remembered_glance(self, seat: int, action: Action) -> tuple[int, ...]:
        """Return the pieces that the seat still knows after taking some of them.

        Whoever looks at a pile and takes a piece out of it knows the others' order as well as before, and need not
        look again.
        """
        if not isinstance(action, actions.Move) or not action.at or action.to == action.of:
            return ()
        pieces = self._glances[seat]
        return pieces if all(self._table[piece].home == action.of for piece in pieces) else ()

    def _change(self, seat: int, action: actions.Change) -> list[Event]:
        """Put another version of the box on the table.

        Lines before it cannot be gone back to, since they are about other pieces.
        """
        assert action.box is not None
        self.box, self.pictures, self._changed = action.box, action.pictures, self._lines
        self._table, removed, returned, added = change_box(self._table, action.box)
        self._glances = ((),) * self.seats
        self._past = UndoEntry(
            previous=None,
            line=self._lines,
            seat=None,
            change=self._table.close_line(),
            is_complete=True,
            saw=0,
            chance="",
            effective_line=self._lines,
        )
        return [BoxChanged(seat, removed, returned), *([NewPieces(seat, added)] if added else [])]

    def _close(
        self, seat: int | None, informed: int, kind: str = "", to: int | None = None, goes_on: bool = False
    ) -> None:
        """Close the line and add it to the past.

        Pieces that were looked at are hidden again once they, or what they are in, have been moved.
        """
        if any(self._glances):
            glances = (tuple(piece for piece in pieces if not self._table.has_moved(piece)) for pieces in self._glances)
            self._glances = tuple(glances)
        self._past = UndoEntry(
            previous=self._past,
            line=self._lines,
            seat=seat,
            change=self._table.close_line(),
            is_complete=self.pending_chance() is None,
            saw=informed,
            chance=kind,
            effective_line=self._lines if to is None else effective_line(find_entry(self._past, to)),
            goes_on=goes_on,
        )

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
                keys = action.what
                assert keys
                first = public_pile_name(table, keys[0])
                if action.each:
                    count = sum([effects.flip_each(table, key, action.n, action.face) for key in keys])
                else:
                    effects.flip(table, keys)
                    count = sum(len(pile.pieces) if (pile := table.pile(key)) else 1 for key in keys)
                return [events.Flipped(seat, count, first, table.box.has_only_cards)]
            case actions.Recall():
                return self._recall(seat, action)
            case actions.Give():
                return self._give(seat, action.keeps)
            case actions.Sort():
                assert action.what is not None
                spot = find_spot(table, action.what)
                is_telling = gathering.sort(table, action.what, action.reverse)
                return [(events.SortedUnseen if is_telling else events.Sorted)(seat, spot)]
            case actions.Put():
                kinds = [kind.name for kind in table.box.kinds]
                assert action.kind is not None
                index = kinds.index(action.kind)
                words = table.front_name(in_box(table, index, action.front)[0])
                effects.take_from_box(table, action, index)
                return [events.Brought(seat, action.n, words, table.box.has_only_cards)]
            case actions.Remove():
                removed = pick(table, seat, action)
                assert isinstance(removed, Pick)
                words = public_name(table, removed.pieces[0])
                effects.put_away(table, removed.pieces)
                return [events.Removed(seat, len(removed.pieces), words, table.box.has_only_cards)]
        assert isinstance(action, actions.Set)
        return set_action.apply_set(table, seat, action)

    def _recall(self, seat: int, action: actions.Recall) -> list[Event]:
        """Gather the pieces, and ask the seats that may have others in their hands."""
        table = self._table
        assert action.to is not None
        gathered = gathering.gather(table, seat, action)
        targets = effects.recall(table, gathered.pieces, action.kinds, action.to, action.face)
        gathering.ask_for(table, gathered.asked, action)
        spot = find_spot(table, targets[0]) if len(targets) == 1 else None
        kind = events.RecalledSome if gathered.tells_counts else events.Recalled
        count = 0 if spot is None else len(gathered.pieces)
        result: list[Event] = [kind(seat, count, spot, table.box.has_only_cards)]
        return [*result, *([events.AskedBack(seat, gathered.asked)] if gathered.asked else [])]

    def _give(self, seat: int, keeps: bool) -> list[Event]:
        """Give all that the seat was asked for, or keep it."""
        table, count = self._table, 0
        for asked in table.marks.asked if not keeps else ():
            if asked.seat == seat:
                pieces = gathering.gather_from_hand(table, asked)
                effects.recall(table, pieces, asked.kinds, asked.to, asked.face)
                count += len(pieces)
        gathering.stop_asking(table, seat)
        if keeps:
            return [events.KeptHand(seat)]
        return [events.GaveBack(seat, count, table.box.has_only_cards)]

    def _move(self, seat: int, action: actions.Move, picked: Pick) -> list[Event]:
        table = self._table
        if not picked.pieces:
            # A move of at most so many found nothing.
            return []
        words, pieces = public_name(table, picked.pieces[0]), picked.pieces
        homes = {table[piece].home for piece in pieces}
        origin = find_spot(
            table, picked.source if picked.source is not None else homes.pop() if len(homes) == 1 else None
        )
        if picked.source is None and any(group.stack is not None for group in picked.groups):
            origin = find_spot(table, None)
        to, is_single = action.to, len(pieces) == 1
        if is_single and origin.kind == "table":
            origin = find_square_spot(table, pieces[0])
        destination = find_spot(table, to if isinstance(to, str) else None)
        stack_spot = find_spot(table, to) if isinstance(to, int) else None
        origin, low = replace(origin, low=_takes_from_bottom(table, action)), action.under and has_top(table, to)
        stack = picked.groups[0].stack if picked.source is None and len(picked.groups) == 1 else None
        name = "" if stack is None else find_spot(table, stack).title
        effects.move(table, action, picked)
        if stack_spot is not None:
            destination = stack_spot
        elif is_single and destination.kind == "table":
            destination = find_square_spot(table, pieces[0])
        destination = replace(destination, low=low)
        if is_single and is_opened(table, pieces[0]):
            return [events.Uncovered(seat, 1, table.front_name(pieces[0]), origin, destination)]
        return [events.Moved(seat, len(pieces), words, origin, destination, table.box.has_only_cards, name)]

    def _deal(self, seat: int, action: actions.Deal, dealt: tuple[int, ...] | None) -> list[Event]:
        origin = find_spot(self._table, action.of)
        counts = effects.deal(self._table, action, dealt)
        if not counts:
            # A deal of at most so many found nothing.
            return []
        destinations = tuple(find_spot(self._table, name) for name in counts)
        return [
            events.Dealt(
                seat, sum(counts.values()), origin, destinations, tuple(counts.values()), self._table.box.has_only_cards
            )
        ]

    def _look(self, seat: int, action: actions.Look | actions.Reveal) -> tuple[list[Event], int]:
        """Show pieces to one or more seats; return the events and a bit for each viewer.

        A viewer knows the pieces from then on by their public ids, if they have any.
        """
        table = self._table
        picked = pick(table, seat, action)
        assert isinstance(picked, Pick)
        pieces, everyone = picked.pieces, all_viewers(self.seats)
        place = replace(find_spot(table, picked.source), low=_takes_from_bottom(table, action))
        words = tuple(map(table.front_name, pieces))
        if isinstance(action, actions.Look):
            result: list[Event] = [events.Looked(seat, len(pieces), place, table.box.has_only_cards)]
            viewers: tuple[int, ...] = (seat,)
        else:
            result = [events.Revealed(seat, len(pieces), place, action.to, table.box.has_only_cards)]
            viewers = action.to or tuple(range(self.seats))
        if isinstance(action, actions.Reveal) and not action.to:
            result.append(events.Shown(words))
            viewer_bits = everyone
        else:
            result += [events.Saw(viewer, words, visible_to=(viewer,)) for viewer in viewers]
            viewer_bits = sum(1 << viewer for viewer in viewers)
        for viewer in viewers:
            self._glance(viewer, pieces)
        for piece in pieces:
            if public_id := table[piece].public_id:
                table.seen_by[public_id] = table.seen_by.get(public_id, 0) | viewer_bits
        return result, viewer_bits

    def would_undo(self, seat: int, to: int) -> events.Undone:
        """Return what going back to that line would take back and bring back.

        Nothing is changed.
        """
        taken_back, brought_back = find_difference(self._past, to)
        informed = 0
        for past in taken_back:
            informed |= past.saw
        viewers = tuple(viewer for viewer in range(self.seats) if informed >> viewer & 1)
        kinds = tuple(sorted({past.chance for past in taken_back if past.chance}))
        return events.Undone(seat, to, *count_decisions(taken_back), viewers, kinds, *count_decisions(brought_back))

    def _undo(self, seat: int, to: int) -> list[Event]:
        undone = self.would_undo(seat, to)
        table = self._table
        table.restore([past.change for past in entries_after(self._past, to)])
        self._glances = ((),) * self.seats
        for piece in table.touched_pieces():
            public_id = table[piece].public_id
            if public_id and table.old_piece(piece).public_id == public_id and table[piece].side == DOWN:
                table.seen_by[public_id] = table.seen_by.get(public_id, 0) | find_previous_viewers(table, piece)
        result: list[Event] = [undone]
        if undone.seen:
            result.append(events.HadSeen(undone.seen, table.box.has_only_cards))
        if actions.Rest.kind in undone.luck:
            result.append(events.RollUndone())
        self._close(seat, 0, to=to)
        return result

    # Chance

    def sample_chance(self, rng: Random) -> Chance:
        """Draw the pending chance."""
        if self._shuffles:
            return table_chance.sample_order(self._table, self._shuffles[0], rng)
        assert self._pending is not None
        bag = table_chance.find_blind_draw(self._table, self._pending)
        if bag is not None:
            return table_chance.sample_bag_draw(self._table, *bag, rng)
        return table_chance.sample_rest(self._table, self._pending, self.options, rng)

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, actions.Order):
            return table_chance.why_not_order(self._table, self._shuffles[0], chance.outcome)
        assert self._pending is not None
        if isinstance(chance, actions.Came):
            bag = table_chance.find_blind_draw(self._table, self._pending)
            assert bag is not None
            return table_chance.why_not_bag_draw(self._table, *bag, chance.outcome)
        assert isinstance(chance, actions.Rest)
        return table_chance.why_not_rest(self._table, self._pending, chance.outcome)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        self._lines += 1
        if isinstance(chance, actions.Order):
            result = self._apply_order(chance)
        elif isinstance(chance, actions.Came):
            result = self._apply_draw(chance)
        else:
            assert isinstance(chance, actions.Rest)
            result = self._apply_rest(chance)
        disclosures, informed = find_disclosures(self._table)
        self._close(None, informed, chance.kind)
        return merge_disclosures(result, disclosures)

    def _apply_order(self, order: actions.Order) -> list[Event]:
        key, *later = self._shuffles
        self._shuffles = tuple(later)
        effects.reorder(self._table, key, order.outcome)
        seat = None if self._pending is None else self._pending.seat
        self._pending = None
        return [events.Shuffled(seat, find_spot(self._table, key))]

    def _apply_draw(self, drawn: actions.Came) -> list[Event]:
        action, self._pending = self._pending, None
        assert isinstance(action, (actions.Move, actions.Deal))
        assert action.seat is not None
        pile = self._table.require_pile(action.of)
        pieces = tuple(pile.pieces[index] for index in drawn.outcome)
        if isinstance(action, actions.Deal):
            return self._deal(action.seat, action, pieces)
        return self._move(action.seat, action, Pick((Group(pieces),), action.of))

    def _apply_rest(self, rest: actions.Rest) -> list[Event]:
        action, self._pending = self._pending, None
        assert isinstance(action, (actions.Roll, actions.Flick, actions.Push))
        assert action.seat is not None
        table = self._table
        pocketed = [
            events.Pocketed(public_pile_name(table, pose.id), find_spot(table, pose.into))
            for pose in rest.outcome
            if pose.into
        ]
        if isinstance(action, actions.Roll):
            pieces = [table.pieces_by_id[public_id] for public_id in action.what or ()]
            effects.lay_to_rest(table, rest.outcome)
            return [events.Rolled(action.seat, tuple(map(table.front_name, pieces))), *pocketed]
        assert action.what is not None
        words = public_pile_name(table, action.what)
        effects.lay_to_rest(table, rest.outcome)
        return [events.Shot(action.seat, words, isinstance(action, actions.Push), len(rest.outcome)), *pocketed]

    def begin_push(self, public_id: int) -> Push:
        """Return a push of a piece, as it is seen, that is fed point by point.

        Once let go, it ends as the line with its path does. Everything that slides is visible to all. Raises
        `Illegal` if the piece cannot slide.
        """
        from grenade_salad.games.open_table import physics

        if reason := legality.why_not_slide(self._table, public_id):
            raise Illegal(reason)
        return physics.begin_push(physics.snapshot_table(self._table), public_id)

    # Views

    def view(self, seat: int | None) -> TableView:
        """Return the view of a seat, or with None the view of a spectator."""
        return self._view(seat, False)

    def full_view(self) -> TableView:
        """Return the view in which everything is visible."""
        return self._view(None, True)

    def _view(self, seat: int | None, everything: bool) -> TableView:
        table = self._table
        looking = () if seat is None else self._glances[seat]
        observer = Observer(table, seat, everything, looking)
        pieces, stacks = sorted(observer.pieces(), key=itemgetter(0)), sorted(observer.stacks(), key=itemgetter(0))
        order = sorted(
            [*((place, item.number) for place, item in pieces), *((place, item.number) for place, item in stacks)]
        )
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
            pieces=tuple(piece for _, piece in pieces),
            stacks=tuple(stack for _, stack in stacks),
            order=tuple(public_id for _, public_id in order),
            holders=tuple(map(observer.holder, table.holders)),
            counters=dict(zip(self.box.counters_for(self.seats), table.marks.counters, strict=True)),
            notes=dict(zip([note.name for note in self.box.notes], table.marks.notes, strict=True)),
            turn=None if table.marks.turn < 0 else table.marks.turn,
            looking=tuple(observer.face(piece) for piece in looking),
            looks=tuple(map(len, self._glances)),
            supply=count_supply(table),
            number=table.last_id,
            lines=self._lines,
            back=undo_target(self._past),
            whose=undo_seat(self._past),
            asked=tuple(gathering.find_questions(table)),
        )

    def resample(self, seat: int, rng: Random) -> TableState:
        """Return another state that looks the same to the seat.

        Hidden pieces have changed places. The past stays as it was.
        """
        world = self.copy()
        table = world._table
        hidden = Observer(table, seat, False, world._glances[seat]).hidden()
        looks = table.box.lookalikes
        by_look: dict[int, list[int]] = {}
        for piece in hidden:
            by_look.setdefault(looks[table.box.pieces[table[piece].thing_index][0]], []).append(piece)
        for pieces in by_look.values():
            _exchange(table, pieces, rng)
        by_shape: dict[str, list[int]] = {}
        for piece in hidden:
            if not is_outside(table, piece):
                any_shape = isinstance(home := table[piece].home, str) and table.holders[home].secret != "open"
                by_shape.setdefault("" if any_shape else table.kind(piece).piece, []).append(piece)
        for pieces in by_shape.values():
            _exchange(table, pieces, rng)
        change, past = table.close_line(), world._past
        if past is not None:
            merged = Change(change.pieces | past.change.pieces, past.change.piles, past.change.marks)
            world._past = past._replace(change=merged)
        return world

    def copy(self) -> TableState:
        """Return an independent copy."""
        duplicate = object.__new__(type(self))
        duplicate.seats, duplicate.options, duplicate.box, duplicate.pictures = (
            self.seats,
            self.options,
            self.box,
            self.pictures,
        )
        duplicate._table = self._table.copy()
        duplicate._shuffles, duplicate._pending, duplicate._glances = self._shuffles, self._pending, self._glances
        duplicate._past, duplicate._lines, duplicate._over, duplicate._won = (
            self._past,
            self._lines,
            self._over,
            self._won,
        )
        duplicate._changed = self._changed
        return duplicate

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableState):
            return NotImplemented
        return self._facts() == other._facts() and is_same_history(self._past, other._past)

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        pending = (self._shuffles, self._pending, self._glances)
        return (self.seats, self.options, self._lines, self._over, self._won, pending, self._table, self.pictures)


def _takes_from_bottom(table: Tabletop, action: actions.Taking) -> bool:
    """True if the action takes the lowest pieces of a stack, and not all of them."""
    pile = table.pile(action.of) if action.of != "" else None
    is_part = pile is not None and 0 < action.n < len(pile.pieces) and not action.at
    return is_part and action.end == "bottom" and has_top(table, action.of)


def _exchange(table: Tabletop, pieces: list[int], rng: Random) -> None:
    """Exchange fronts and texts among these pieces at random."""
    fronts = [(table[piece].thing_index, table[piece].text) for piece in pieces]
    rng.shuffle(fronts)
    for piece, (thing_index, text) in zip(pieces, fronts, strict=True):
        table.set_piece(piece, table[piece]._replace(thing_index=thing_index, text=text))
        if table[piece].side != DOWN or not table.is_stackable(piece):
            home = table[piece].home
            if isinstance(home, str) and table.holders[home].secret != "open":
                table.set_piece(piece, table[piece]._replace(side=DOWN if table.is_stackable(piece) else 0))
