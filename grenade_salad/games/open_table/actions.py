"""What seats and luck decide at the open table: the lines of a record."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal, TypeAlias

from grenade_salad.core import Action, Chance, Json, to_json
from grenade_salad.games.open_table.box import Box
from grenade_salad.text import Message, m

Face: TypeAlias = Literal["", "up", "down"]
"""Which side is up; "" is as it lies, or as the holder has it."""
Place: TypeAlias = tuple[float, float] | int | str
"""A point in mm, the number of a piece or a stack, or the name of a holder."""


@dataclass(frozen=True, slots=True)
class TableAction(Action):
    """Something that a seat does. Parts that go without saying are not in its line.

    What `goes_on` belongs to the line of that seat before it, such as the second thing that a button does.
    """

    goes_on: bool = field(default=False, kw_only=True)

    @property
    def uses_hand_index(self) -> bool:
        """Pieces in a hand have no numbers: they are named by their places."""
        return getattr(self, "at", None) not in (None, ())

    def missing_parts(self) -> tuple[str, ...]:
        """The parts that are still to be chosen: of a template all that must be said."""
        return ()

    def to_line(self) -> dict[str, Json]:
        """The line of a match record."""
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
    """Something with pieces: `what` are numbers of pieces and stacks; or it is `n` of a stack or holder, 0 for all.

    `at` says which of them, counted from the top, or from the left; else they are those at that `end`.
    """

    what: tuple[int, ...] = ()
    of: int | str = ""
    n: int = 1
    at: tuple[int, ...] = ()
    end: Literal["top", "bottom"] = "top"

    def missing_parts(self) -> tuple[str, ...]:
        return () if self.what or self.of != "" else ("what",)


@dataclass(frozen=True, slots=True)
class Move(Taking):
    """Pieces go to a point, on a piece or stack (or `under` it), or into a holder, at a `place` of it from the left.

    Of several pieces the first goes to the point, and the others keep their distance from it; with a `step` in mm they
    lie so far from each other. Several from a stack or holder without a step stay a stack. `poses` says of each of
    several where its middle comes to lie, in mm, and how it is turned, in radians; the first of them is at `to`.
    """

    do: ClassVar[str] = "move"

    to: Place | None = None
    under: bool = False
    place: int = -1
    angle: float | None = None
    face: Face = ""
    step: tuple[float, float] = (0.0, 0.0)
    poses: tuple[tuple[float, float, float], ...] = ()

    def missing_parts(self) -> tuple[str, ...]:
        return (*Taking.missing_parts(self), *(("to",) if self.to is None else ()))


@dataclass(frozen=True, slots=True)
class Deal(TableAction):
    """`n` each from a stack, bag or holder, one at a time, to seats (their hands) or holders; without any to all seats.

    0: all of it. `up_to`: only as many as make it so many there.
    """

    do: ClassVar[str] = "deal"

    of: int | str = ""
    n: int | None = None
    to: tuple[int | str, ...] = ()
    up_to: bool = False

    def missing_parts(self) -> tuple[str, ...]:
        return (*(("of",) if self.of == "" else ()), *(("n",) if self.n is None else ()))


@dataclass(frozen=True, slots=True)
class Flip(TableAction):
    """Pieces are turned over; a stack as a whole, so that its order is reversed."""

    do: ClassVar[str] = "flip"

    what: tuple[int | str, ...] | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return ("what",) if self.what is None else ()


@dataclass(frozen=True, slots=True)
class Shuffle(TableAction):
    """A stack or a holder; the order is luck."""

    do: ClassVar[str] = "shuffle"

    what: int | str | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return ("what",) if self.what is None else ()


@dataclass(frozen=True, slots=True)
class Roll(TableAction):
    """Dice; what they show and where they lie is luck."""

    do: ClassVar[str] = "roll"

    what: tuple[int, ...] | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return ("what",) if self.what is None else ()


@dataclass(frozen=True, slots=True)
class Flick(TableAction):
    """One piece is shot off: at an angle in radians, with a speed in mm/s; where all come to rest is luck."""

    do: ClassVar[str] = "flick"

    what: int | None = None
    angle: float | None = None
    speed: float | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return tuple(part for part in ("what", "angle", "speed") if getattr(self, part) is None)


@dataclass(frozen=True, slots=True)
class Push(TableAction):
    """One piece is drawn along the table: `path` has milliseconds, x and y in mm; where all come to rest is luck."""

    do: ClassVar[str] = "push"

    what: int | None = None
    path: tuple[tuple[int, float, float], ...] | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return tuple(part for part in ("what", "path") if getattr(self, part) is None)


@dataclass(frozen=True, slots=True)
class Look(Taking):
    """One seat looks at pieces, at some of a stack or holder, or through the whole of it."""

    do: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class Reveal(Taking):
    """Pieces are shown to seats; without any to all."""

    do: ClassVar[str] = "reveal"

    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Set(TableAction):
    """A counter, the text of a blank piece or of a note, the name of a stack, a lock, an open hand, whose turn it is
    said to be, a die.

    `of` names the counter, note, holder, piece or stack; `to` is the number, the text, yes or no, the seat, or the
    index of the face. A card of the seat's own hand, which has no number, is `at` a place of it from the left.
    """

    do: ClassVar[str] = "set"

    thing: Literal["counter", "text", "note", "name", "lock", "open", "turn", "die"] | None = None
    of: int | str = ""
    to: bool | int | str | None = None
    at: int | None = None

    def missing_parts(self) -> tuple[str, ...]:
        return tuple(part for part in ("thing", "to") if getattr(self, part) is None)


@dataclass(frozen=True, slots=True)
class Reset(TableAction):
    """Everything, hands too, goes back to the start; stacks that began shuffled are shuffled.

    It `keeps` what was counted, or counters begin anew, too.
    """

    do: ClassVar[str] = "reset"
    needs_approval: ClassVar[bool] = True

    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Change(TableAction):
    """The box's files were changed: another version of it is on the table from now on, with the hash of its pictures.

    What came before cannot be gone back to. It is no action of phones, and no seat has it among its choices.
    """

    do: ClassVar[str] = "change"
    is_screen_only: ClassVar[bool] = True

    box: Box | None = None
    pictures: str = ""

    def missing_parts(self) -> tuple[str, ...]:
        return () if self.box is not None else ("box",)


@dataclass(frozen=True, slots=True)
class Put(TableAction):
    """`n` pieces of a kind and front come from the box: to a point, a step apart, or into a holder."""

    do: ClassVar[str] = "put"
    needs_approval: ClassVar[bool] = True

    kind: str | None = None
    front: int = 0
    n: int = 1
    to: tuple[float, float] | str | None = None
    angle: float = 0.0
    face: Face = ""
    step: tuple[float, float] = (0.0, 0.0)

    def missing_parts(self) -> tuple[str, ...]:
        return tuple(part for part in ("kind", "to") if getattr(self, part) is None)


@dataclass(frozen=True, slots=True)
class Remove(Taking):
    """Pieces go back into the box, where everybody sees them."""

    do: ClassVar[str] = "remove"
    needs_approval: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Finish(TableAction):
    """The table is cleared; who won, if somebody says so."""

    do: ClassVar[str] = "finish"
    ends_match: ClassVar[bool] = True
    needs_approval: ClassVar[bool] = True

    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Came(Chance):
    """Which pieces came out of a bag: where they were in it, from 0."""

    kind: ClassVar[str] = "came"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: what is drawn blindly from a bag
    label: ClassVar[Message] = m("the draw from the bag")

    outcome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Order(Chance):
    """A shuffled stack or holder: for each place from below, or from the left, where its piece was before."""

    kind: ClassVar[str] = "order"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: shuffling cards
    label: ClassVar[Message] = m("the shuffle")

    outcome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rested:
    """Where a piece came to rest: its number, its middle in mm, its angle; the `face` that a die shows.

    `into` is the pocket that took it.
    """

    id: int
    x: float
    y: float
    angle: float
    face: int = -1
    into: str = ""


@dataclass(frozen=True, slots=True)
class Rest(Chance):
    """Where everything came to rest that was rolled, flicked, pushed or hit."""

    kind: ClassVar[str] = "rest"
    belongs_to_action: ClassVar[bool] = True
    # Translators: a random event: where dice, or discs that slide, come to rest
    label: ClassVar[Message] = m("where things came to rest")

    outcome: tuple[Rested, ...]

    def to_line(self) -> dict[str, Json]:
        """The line of a match record; what goes without saying is not in it."""
        poses: list[Json] = []
        for pose in self.outcome:
            facts: dict[str, Json] = {"id": pose.id, "x": pose.x, "y": pose.y, "angle": pose.angle}
            if pose.face >= 0:
                facts["face"] = pose.face
            if pose.into:
                facts["into"] = pose.into
            poses.append(facts)
        return {"chance": self.kind, "outcome": poses}


DECISIONS = (Move, Deal, Flip, Shuffle, Roll, Flick, Push, Look, Reveal, Set, Reset, Put, Remove, Finish)
"""The kinds of actions that every seat is offered, besides an undo; a `Change` comes from a file."""
