"""Random player of the open table: fills in templates with what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from grenade_salad.core import Action, Undo, View
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.actions import Face as Side
from grenade_salad.games.open_table.box import STACKED, Holder
from grenade_salad.games.open_table.view import Face, SeenHolder, TableView
from grenade_salad.players import Player

_STEP = 20.0
"""Millimetres between pieces that are laid apart."""
_SLIDING_SHAPES = ("disc", "cube", "pawn", "die")


class RandomPlayer(Player):
    """Chooses a random kind of action with random parts.

    If there are no parts for it, it chooses another kind.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return a random action that is possible.

        There is always one: any seat may be marked as on turn. A single template may have no parts to fill in.
        """
        assert isinstance(view, TableView)
        templates = list(legal)
        self._rng.shuffle(templates)
        seat = templates[0].seat or 0
        sight = Sight(view, seat, self._rng)
        for template in templates:
            fill = _FILL.get(type(template))
            action = template if fill is None else fill(sight)
            if action is not None:
                return action
        return templates[0]


class Source(NamedTuple):
    """Pieces to take: some of a pile, or a piece or a whole stack."""

    shape: str
    """The shape of all of it; "" if unknown."""
    size: int
    """The number of pieces."""
    pile: int | str = ""
    """The stack or holder of which some are taken; "" for a piece or a whole stack."""
    piece_id: int = 0
    """The id of the piece or of the whole stack; 0 for a pile."""
    is_hidden: bool = False
    """True for a bag, in which nobody chooses."""


class Sight:
    """The visible table of a seat, as things to take and places for them."""

    def __init__(self, view: TableView, seat: int, rng: Random) -> None:
        self.view, self.seat, self.rng = view, seat, rng
        self.holders = view.box.holders_for(len(view.looks))

    def shape(self, face: Face | None) -> str:
        """Return the shape of a piece, "" if it is hidden."""
        return "" if face is None or face.kind is None else self.view.box.kinds[face.kind].piece

    def can_take(self, holder: SeenHolder) -> bool:
        """True if the seat may take from the holder."""
        return self.holders[holder.name].secret != "hand" or holder.seat in (None, self.seat)

    def piles(self) -> list[Source]:
        """Return the stacks and holders that are not empty."""
        sources = [Source(self.shape(stack.top), stack.count, stack.number) for stack in self.view.stacks]
        for holder in self.view.holders:
            if holder.count and self.can_take(holder):
                is_hidden = self.holders[holder.name].secret == "bag"
                sources.append(Source(self.shape(holder.top), holder.count, holder.name, is_hidden=is_hidden))
        return sources

    def movable(self) -> list[Source]:
        """Return the pieces and stacks that are not locked."""
        free_pieces = [piece for piece in self.view.pieces if not piece.locked]
        sources = [Source(self.shape(piece.face), 1, piece_id=piece.number) for piece in free_pieces]
        stacks = [stack for stack in self.view.stacks if not stack.locked]
        return [*sources, *(Source(self.shape(stack.top), stack.count, piece_id=stack.number) for stack in stacks)]

    def pick(self, sources: Sequence[Source]) -> Source | None:
        """Return a random one of the sources, None if there is none."""
        return self.rng.choice(sources) if sources else None

    def random_point(self, steps: int = 0) -> tuple[float, float]:
        """Return a random point on the table, with space to the right for `steps` steps."""
        width, height = self.view.box.table
        max_x = max(0.0, width - _STEP * steps)
        return round(self.rng.uniform(0, max_x), 1), round(self.rng.uniform(0, height), 1)

    def accepts(self, name: str, shape: str, count: int) -> bool:
        """True if the holder certainly accepts `count` pieces of that shape."""
        holder, visible_holder = self.holders[name], self.view.holder(name)
        assert visible_holder is not None
        if holder.most and visible_holder.count + count > holder.most:
            return False
        if shape == "board" or (shape == "" and not self._accepts_any_shape(holder)):
            return False
        return self._accepts_any_shape(holder) or (shape in STACKED and self.shape(visible_holder.top) in ("", shape))

    def _accepts_any_shape(self, holder: Holder) -> bool:
        return holder.lays != "stack" or holder.secret != "open"

    def choose_destination(self, source: Source, count: int, apart: bool) -> tuple[float, float] | int | str:
        """Return a random place that accepts these pieces."""
        width = self.view.box.table[0]
        chance = self.rng.random()
        if chance < 0.4 and source.shape in STACKED:
            targets = [
                target
                for target in self.movable()
                if target.shape == source.shape and target.piece_id not in (source.piece_id, source.pile)
            ]
            held_ids = {piece.number for piece in self.view.pieces if piece.holder is not None}
            targets = [target for target in targets if target.piece_id not in held_ids]
            if targets:
                return self.rng.choice(targets).piece_id
        if chance < 0.8:
            names = [name for name in self.holders if name != source.pile and self.accepts(name, source.shape, count)]
            if names:
                return self.rng.choice(names)
        return self.random_point(count if apart and width > _STEP * count else 0)


def _move(sight: Sight) -> Action | None:
    rng, seat = sight.rng, sight.seat
    face: Side = rng.choice(("", "", "up", "down"))
    under = rng.random() < 0.2
    if rng.random() < 0.4:
        source = sight.pick(sight.movable())
        if source is None:
            return None
        to = sight.choose_destination(source, source.size, apart=False)
        return actions.Move(seat, (source.piece_id,), to=to, face=face, under=under, angle=rng.choice((None, 1.5)))
    source = sight.pick(sight.piles())
    if source is None:
        return None
    count = min(source.size, rng.choice((1, 1, 1, 2, 3, 5)) if source.shape in STACKED else 1)
    apart = count > 1 and rng.random() < 0.5
    to = sight.choose_destination(source, count, apart)
    step = (_STEP, 0.0) if apart and not isinstance(to, (int, str)) else (0.0, 0.0)
    if step[0] and to[0] + _STEP * count > sight.view.box.table[0]:  # type: ignore[index, operator]
        step = (0.0, 0.0)
    action = actions.Move(seat, of=source.pile, n=count, to=to, face=face, step=step, under=under)
    if source.is_hidden or rng.random() < 0.6:
        return action
    if rng.random() < 0.5:
        return replace(action, end="bottom")
    return replace(action, n=1, at=tuple(rng.sample(range(source.size), count)))


def _deal(sight: Sight) -> Action | None:
    source = sight.pick([pile for pile in sight.piles() if pile.shape in STACKED or pile.is_hidden])
    hands = [holder for holder in sight.view.holders if sight.holders[holder.name].secret == "hand"]
    hands = [holder for holder in hands if holder.name != (source.pile if source else "")]
    if source is None or not hands:
        return None
    names = tuple(holder.name for holder in hands)
    count = sight.rng.choice((1, 1, 2, 3))
    has_space = all(sight.accepts(name, source.shape, count) for name in names)
    return (
        actions.Deal(sight.seat, source.pile, count, names) if has_space and source.size >= count * len(names) else None
    )


def _flip(sight: Sight) -> Action | None:
    source = sight.pick([piece for piece in sight.movable() if piece.shape in STACKED])
    return None if source is None else actions.Flip(sight.seat, (source.piece_id,))


def _shuffle(sight: Sight) -> Action | None:
    source = sight.pick([pile for pile in sight.piles() if pile.size > 1 and not pile.is_hidden])
    return None if source is None else actions.Shuffle(sight.seat, source.pile)


def _roll(sight: Sight) -> Action | None:
    dice = [piece.piece_id for piece in sight.movable() if piece.shape == "die"]
    return actions.Roll(sight.seat, tuple(sight.rng.sample(dice, sight.rng.randint(1, len(dice))))) if dice else None


def _pick_sliding(sight: Sight) -> Source | None:
    stacks = {stack.number for stack in sight.view.stacks}
    free = {piece.number for piece in sight.view.pieces if piece.holder is None} - stacks
    return sight.pick(
        [source for source in sight.movable() if source.shape in _SLIDING_SHAPES and source.piece_id in free]
    )


def _flick(sight: Sight) -> Action | None:
    source, rng = _pick_sliding(sight), sight.rng
    if source is None:
        return None
    speed = rng.uniform(10, sight.view.box.flick.fastest)
    return actions.Flick(sight.seat, source.piece_id, round(rng.uniform(-3, 3), 3), round(speed, 1))


def _push(sight: Sight) -> Action | None:
    source = _pick_sliding(sight)
    if source is None:
        return None
    path = tuple((100 * index, *sight.random_point()) for index in range(sight.rng.randint(2, 5)))
    return actions.Push(sight.seat, source.piece_id, path)


def _look(sight: Sight) -> Action | None:
    if sight.rng.random() < 0.5:
        source = sight.pick(sight.movable())
        return None if source is None else actions.Look(sight.seat, (source.piece_id,))
    source = sight.pick([pile for pile in sight.piles() if not pile.is_hidden])
    count = sight.rng.choice((0, 1, 3))
    return None if source is None else actions.Look(sight.seat, of=source.pile, n=min(count, source.size))


def _reveal(sight: Sight) -> Action | None:
    to = () if sight.rng.random() < 0.3 else (sight.rng.randrange(len(sight.view.looks)),)
    if sight.rng.random() < 0.5:
        source = sight.pick(sight.movable())
        return None if source is None else actions.Reveal(sight.seat, (source.piece_id,), to=to)
    source = sight.pick([pile for pile in sight.piles() if not pile.is_hidden])
    index = 0 if source is None else sight.rng.randrange(source.size)
    return None if source is None else actions.Reveal(sight.seat, of=source.pile, at=(index,), to=to)


def _set(sight: Sight) -> Action | None:
    view, seat, rng = sight.view, sight.seat, sight.rng
    choices = [actions.Set(seat, "turn", to=rng.randrange(-1, len(view.looks)))]
    choices += [actions.Set(seat, "lock", piece_id, rng.random() < 0.5) for piece_id in view.order[:1]]
    choices += [actions.Set(seat, "name", stack.number, rng.choice(("", "market"))) for stack in view.stacks[:1]]
    choices += [actions.Set(seat, "counter", name, rng.randrange(9)) for name in list(view.counters)[:2]]
    choices += [actions.Set(seat, "note", name, rng.choice(("", "a note"))) for name in view.notes]
    hands = [
        holder.name for holder in view.holders if holder.seat == seat and sight.holders[holder.name].secret == "hand"
    ]
    choices += [actions.Set(seat, "open", name, rng.random() < 0.5) for name in hands]
    kinds = view.box.kinds
    blank = [piece for piece in view.pieces if piece.face.front is not None and kinds[piece.face.kind or 0].blank]
    choices += [actions.Set(seat, "text", piece.number, rng.choice(("", "seven", "eight"))) for piece in blank]
    for name in hands:
        inside = visible_holder.inside if (visible_holder := view.holder(name)) is not None else 0
        faces = enumerate(inside if isinstance(inside, tuple) else ())
        blanks = [index for index, face in faces if face.front is not None and kinds[face.kind or 0].blank]
        choices += [actions.Set(seat, "text", name, rng.choice(("", "seven", "eight")), index) for index in blanks]
    dice = [piece for piece in view.pieces if piece.face.kind is not None and kinds[piece.face.kind].piece == "die"]
    choices += [actions.Set(seat, "die", piece.number, rng.randrange(2)) for piece in dice[:1]]
    return rng.choice(choices)


def _put(sight: Sight) -> Action | None:
    if not sight.view.supply:
        return None
    kind, front, max_count = sight.rng.choice(sight.view.supply)
    piece_kind = sight.view.box.kinds[kind]
    count = sight.rng.randint(1, min(2, max_count)) if piece_kind.piece in STACKED else 1
    to: tuple[float, float] | str = sight.random_point()
    names = [name for name in sight.holders if sight.accepts(name, piece_kind.piece, count)]
    if names and sight.rng.random() < 0.5:
        to = sight.rng.choice(names)
    return actions.Put(sight.seat, piece_kind.name, front, count, to, face=sight.rng.choice(("", "down")))


def _remove(sight: Sight) -> Action | None:
    if sight.rng.random() < 0.5:
        source = sight.pick(sight.movable())
        return None if source is None else actions.Remove(sight.seat, (source.piece_id,))
    source = sight.pick([pile for pile in sight.piles() if not pile.is_hidden])
    return None if source is None else actions.Remove(sight.seat, of=source.pile)


def _undo(sight: Sight) -> Action | None:
    return None if sight.view.back is None else Undo(sight.seat, sight.view.back)


_FILL: dict[type[Action], Callable[[Sight], Action | None]] = {
    actions.Move: _move,
    actions.Deal: _deal,
    actions.Flip: _flip,
    actions.Shuffle: _shuffle,
    actions.Roll: _roll,
    actions.Flick: _flick,
    actions.Push: _push,
    actions.Look: _look,
    actions.Reveal: _reveal,
    actions.Set: _set,
    actions.Put: _put,
    actions.Remove: _remove,
    Undo: _undo,
}
