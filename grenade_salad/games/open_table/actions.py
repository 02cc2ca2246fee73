"""The actions and chances of the open table, as lines of a record."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal, TypeAlias

from grenade_salad.core import Action, Chance, Json, to_json
from grenade_salad.games.open_table.box import Box
from grenade_salad.text import Message, m

Face: TypeAlias = Literal["", "up", "down"]
"""The side that is up; "" leaves it as it is, or as the holder has it."""
Place: TypeAlias = tuple[float, float] | int | str
"""A point in mm, the number of a piece or a stack, or the name of a holder."""


@dataclass(frozen=True, slots=True)
class TableAction(Action):
    """An action of a seat. Fields with their default values are not in its line."""

    required: ClassVar[tuple[str, ...]] = ()
    """The fields that are None until they are chosen."""

    goes_on: bool = field(default=False, kw_only=True)
    """True if it belongs to the same seat's line before it.

    So the second effect of a button belongs to the first.
    """

    @property
    def uses_hand_index(self) -> bool:
        """True if it names pieces in a hand by their places, since they have no numbers."""
        return getattr(self, "at", None) not in (None, ())

    def missing_parts(self) -> tuple[str, ...]:
        """Return the fields that are still to be chosen; of a template all required ones."""
        return tuple(part for part in self.required if getattr(self, part) is None)

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record."""
        facts = to_json(self)
        assert isinstance(facts, dict)
        result: dict[str, Json] = {"seat": self.seat, "do": self.do}
        missing_parts = self.missing_parts()
        for part in fields(self)[1:]:
            value = getattr(self, part.name)
            if part.name in missing_parts:
                result[part.name] = None
            elif value is not None and value != part.default:
                result[part.name] = facts[part.name]
        return result


@dataclass(frozen=True, slots=True)
class Taking(TableAction):
    """An action with pieces or stacks by number, or with some of a stack or holder."""

    what: tuple[int, ...] = ()
    """The numbers of the pieces and stacks."""
    of: int | str = ""
    """The stack or holder that pieces are taken from, instead of `what`."""
    n: int = 1
    """The number of pieces that are taken from it; 0: all."""
    at: tuple[int, ...] = ()
    """Their indexes, from the top or from the left; without any they are at `end`."""
    end: Literal["top", "bottom"] = "top"

    def missing_parts(self) -> tuple[str, ...]:
        return (*(() if self.what or self.of != "" else ("what",)), *TableAction.missing_parts(self))


@dataclass(frozen=True, slots=True)
class Move(Taking):
    """Move pieces to a point, on a piece or stack, or into a holder.

    Of several pieces the first moves to the point, and the others keep their distance from it. Several from a stack or
    holder without a `step` stay a stack.
    """

    do: ClassVar[str] = "move"
    required: ClassVar[tuple[str, ...]] = ("to",)

    to: Place | None = None
    under: bool = False
    """True if they are put under the pieces that are there."""
    place: int = -1
    """The index in the holder, from the left; -1 is behind all others."""
    angle: float | None = None
    face: Face = ""
    step: tuple[float, float] = (0.0, 0.0)
    """The distance in mm between several pieces."""
    poses: tuple[tuple[float, float, float], ...] = ()
    """The middle in mm and the angle in radians of each of several pieces.

    The first of them is at `to`.
    """
    at_most: bool = False
    """True if it moves all that there are where there are fewer."""


@dataclass(frozen=True, slots=True)
class Deal(TableAction):
    """Deal pieces from a stack, bag or holder, one at a time."""

    do: ClassVar[str] = "deal"
    required: ClassVar[tuple[str, ...]] = ("n",)

    of: int | str = ""
    n: int | None = None
    """The number of pieces for each; 0: all of it."""
    to: tuple[int | str, ...] = ()
    """Seats (their hands) or holders; empty: all seats."""
    up_to: bool = False
    """True if each gets only as many as it lacks to have `n`."""
    face: Face = ""
    at_most: bool = False
    """True if it deals all that there are where there are fewer."""

    def missing_parts(self) -> tuple[str, ...]:
        return (*(() if self.of != "" else ("of",)), *TableAction.missing_parts(self))


@dataclass(frozen=True, slots=True)
class Flip(TableAction):
    """Turn pieces over; a stack as a whole, so that its order is reversed.

    With `each`, every piece is turned where it lies instead.
    """

    do: ClassVar[str] = "flip"
    required: ClassVar[tuple[str, ...]] = ("what",)

    what: tuple[int | str, ...] | None = None
    each: bool = False
    n: int = 0
    """The number of pieces from the top, or from the right, with `each`; 0: all."""
    face: Face = ""
    """The side that they show afterwards, with `each`; "" turns each of them over."""


@dataclass(frozen=True, slots=True)
class Recall(TableAction):
    """Gather pieces from everywhere on the table in a holder, hands too.

    A hand that may also have other pieces is left as it is, and its seat is asked to give them: see `Give`. Locked
    pieces stay, and so do pieces in the box.
    """

    do: ClassVar[str] = "recall"
    needs_approval: ClassVar[bool] = True
    required: ClassVar[tuple[str, ...]] = ("to",)

    kinds: tuple[str, ...] = ()
    """The names of their kinds; without any, all cards."""
    of: tuple[str, ...] = ()
    """The holders that they are taken from; without any, everywhere."""
    to: str | None = None
    """The holder, which is no hand; "" is for each kind the one in which it begins.

    It may have more than its `most` afterwards.
    """
    face: Face = ""
    leaves: Literal["", "hands", "holders", "both"] = ""
    """The places that are left as they are: hands, all other holders, or both."""
    n: int = 0
    """The maximum number of pieces from each place, from the top or right; 0: all."""


@dataclass(frozen=True, slots=True)
class Give(TableAction):
    """Give what a recall asked the seat for, out of its hand."""

    do: ClassVar[str] = "give"

    keeps: bool = False
    """True if the seat keeps it instead."""


@dataclass(frozen=True, slots=True)
class Sort(TableAction):
    """Put a stack or a holder in the order of the box, the first front on top or left.

    In a row, only pieces that everybody sees change places.
    """

    do: ClassVar[str] = "sort"
    required: ClassVar[tuple[str, ...]] = ("what",)

    what: int | str | None = None
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(TableAction):
    """Shuffle a stack or a holder; the order is chance."""

    do: ClassVar[str] = "shuffle"
    required: ClassVar[tuple[str, ...]] = ("what",)

    what: int | str | None = None


@dataclass(frozen=True, slots=True)
class Roll(TableAction):
    """Roll dice; their faces and positions are chance."""

    do: ClassVar[str] = "roll"
    required: ClassVar[tuple[str, ...]] = ("what",)

    what: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Flick(TableAction):
    """Shoot one piece. The positions where pieces come to rest are chance."""

    do: ClassVar[str] = "flick"
    required: ClassVar[tuple[str, ...]] = ("what", "angle", "speed")

    what: int | None = None
    angle: float | None = None
    """In radians."""
    speed: float | None = None
    """In mm/s."""


@dataclass(frozen=True, slots=True)
class Push(TableAction):
    """Push one piece along the table.

    The positions where pieces come to rest are chance.
    """

    do: ClassVar[str] = "push"
    required: ClassVar[tuple[str, ...]] = ("what", "path")

    what: int | None = None
    path: tuple[tuple[int, float, float], ...] | None = None
    """Milliseconds, x and y in mm of each point."""


@dataclass(frozen=True, slots=True)
class Look(Taking):
    """Look at pieces, at some of a stack or holder, or through the whole of it."""

    do: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class Reveal(Taking):
    """Show pieces to seats."""

    do: ClassVar[str] = "reveal"

    to: tuple[int, ...] = ()
    """Without any, all see them."""


@dataclass(frozen=True, slots=True)
class Set(TableAction):
    """Set a counter, a text, a note, a name, a lock, an open hand, the turn or a die.

    A text is that of a blank piece, a name that of a stack.
    """

    do: ClassVar[str] = "set"
    required: ClassVar[tuple[str, ...]] = ("thing", "to")

    thing: Literal["counter", "text", "note", "name", "lock", "open", "turn", "die"] | None = None
    of: int | str = ""
    """The counter, note, holder, piece or stack."""
    to: bool | int | str | None = None
    """The number, the text, yes or no, the seat, or the index of the face."""
    at: int | None = None
    """The index from the left of a card of the seat's own hand, which has no number."""


@dataclass(frozen=True, slots=True)
class Reset(TableAction):
    """Return everything, hands too, to the start.

    Stacks that began shuffled are shuffled.
    """

    do: ClassVar[str] = "reset"
    needs_approval: ClassVar[bool] = True

    keeps: bool = False
    """True if counters are not reset."""


@dataclass(frozen=True, slots=True)
class Change(TableAction):
    """Change the box of a running match to another version.

    Earlier lines cannot be returned to. Phones cannot take this action, and it is among no seat's legal actions.
    """

    do: ClassVar[str] = "change"
    is_screen_only: ClassVar[bool] = True
    required: ClassVar[tuple[str, ...]] = ("box",)

    box: Box | None = None
    pictures: str = ""
    """The hash of its pictures."""


@dataclass(frozen=True, slots=True)
class Put(TableAction):
    """Take pieces of a kind and front out of the box."""

    do: ClassVar[str] = "put"
    needs_approval: ClassVar[bool] = True
    required: ClassVar[tuple[str, ...]] = ("kind", "to")

    kind: str | None = None
    front: int = 0
    n: int = 1
    """The number of pieces."""
    to: tuple[float, float] | str | None = None
    """A point or a holder."""
    angle: float = 0.0
    face: Face = ""
    step: tuple[float, float] = (0.0, 0.0)
    """The distance in mm between them at a point."""


@dataclass(frozen=True, slots=True)
class Remove(Taking):
    """Put pieces back into the box, where all see them."""

    do: ClassVar[str] = "remove"
    needs_approval: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Finish(TableAction):
    """Clear the table, and name the winners if the players want to."""

    do: ClassVar[str] = "finish"
    ends_match: ClassVar[bool] = True
    needs_approval: ClassVar[bool] = True

    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Came(Chance):
    """The pieces that were drawn from a bag, as their indexes in it, from 0."""

    kind: ClassVar[str] = "came"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: what is drawn blindly from a bag
    label: ClassVar[Message] = m("the draw from the bag")

    outcome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Order(Chance):
    """The order of a shuffled stack or holder: for each place the previous one.

    Places count from below, or from the left.
    """

    kind: ClassVar[str] = "order"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: shuffling cards
    label: ClassVar[Message] = m("the shuffle")

    outcome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rested:
    """The pose of a piece at rest: number, middle in mm and angle in radians."""

    id: int
    x: float
    y: float
    angle: float
    face: int = -1
    """The face of a die."""
    into: str = ""
    """The pocket that took the piece."""


@dataclass(frozen=True, slots=True)
class Rest(Chance):
    """The poses of all pieces that were rolled, flicked, pushed or hit."""

    kind: ClassVar[str] = "rest"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: where dice, or discs that slide, come to rest
    label: ClassVar[Message] = m("where things came to rest")

    outcome: tuple[Rested, ...]

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record, without fields that have their defaults."""
        poses: list[Json] = []
        for pose in self.outcome:
            facts: dict[str, Json] = {"id": pose.id, "x": pose.x, "y": pose.y, "angle": pose.angle}
            if pose.face >= 0:
                facts["face"] = pose.face
            if pose.into:
                facts["into"] = pose.into
            poses.append(facts)
        return {"chance": self.kind, "outcome": poses}


DECISIONS = (
    Move,
    Deal,
    Flip,
    Shuffle,
    Roll,
    Flick,
    Push,
    Look,
    Reveal,
    Set,
    Reset,
    Put,
    Remove,
    Finish,
)
"""Actions that every seat may choose, besides an undo; `Change` is from a file."""
FROM_BUTTONS = (Recall, Give, Sort)
"""Actions of buttons of a box, and the answer to a recall."""
