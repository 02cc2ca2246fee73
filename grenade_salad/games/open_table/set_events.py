"""Events of `Set` actions: a counter, text, lock, open hand, the turn or a die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core import Event
from grenade_salad.games.open_table.words import title_with_owner, translate_word
from grenade_salad.text import Message, Seat, m


@dataclass(slots=True)
class Counted(Event):
    """A counter was set: one of the table, or that of the seat `whose`."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "name", "value", "whose")

    seat: int
    name: str
    value: int
    whose: int | None = None

    @property
    def coalesce_key(self) -> object:
        return "counter", self.seat, self.name, self.whose

    def message(self) -> Message:
        name = translate_word(self.name)
        if self.whose not in (None, self.seat):
            name = title_with_owner(self.name, self.whose)
        # Translators: {name} is a counter, such as points, or "Bo's points"
        return m(
            "{who} sets {name} to {value}",
            who=Seat(self.seat),
            name=name,
            value=self.value,
            you=m("You set {name} to {value}"),
        )


@dataclass(slots=True)
class Wrote(Event):
    """A note, or a blank piece that all see, has a new text."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where", "words")

    seat: int
    where: str
    words: str

    def message(self) -> Message:
        # Translators: {where} is a note or a blank card; {text} is what somebody wrote on it
        return m(
            '{who} writes on {where}: "{text}"',
            who=Seat(self.seat),
            where=translate_word(self.where),
            text=self.words,
            you=m('You write on {where}: "{text}"'),
        )


@dataclass(slots=True)
class Named(Event):
    """A stack of `n` pieces has a new name, or none if it is empty."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n", "name")

    seat: int
    n: int
    name: str

    def message(self) -> Message:
        player = Seat(self.seat)
        if not self.name:
            return m(
                "{who} takes the name off a stack of {n}",
                who=player,
                n=self.n,
                you=m("You take the name off a stack of {n}"),
            )
        # Translators: {name} is what somebody calls a pile of cards, written by them
        return m(
            "{who} calls a stack of {n} “{name}”",
            who=player,
            n=self.n,
            name=self.name,
            you=m("You call a stack of {n} “{name}”"),
        )


@dataclass(slots=True)
class WroteHidden(Event):
    """A blank piece has a new text, visible only to those who see its front."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "where")

    seat: int
    where: str
    words: str | None

    def message(self) -> Message:
        player, title = Seat(self.seat), translate_word(self.where)
        if self.words is None:
            return m("{who} writes on {where}", who=player, where=title)
        return m(
            '{who} writes on {where}: "{text}"',
            who=player,
            where=title,
            text=self.words,
            you=m('You write on {where}: "{text}"'),
        )


@dataclass(slots=True)
class Locked(Event):
    """Something was locked, or unlocked."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "what", "lock")

    seat: int
    what: str
    lock: bool

    def message(self) -> Message:
        player, title = Seat(self.seat), translate_word(self.what)
        if self.lock:
            return m("{who} locks {what}", who=player, what=title, you=m("You lock {what}"))
        return m("{who} unlocks {what}", who=player, what=title, you=m("You unlock {what}"))


@dataclass(slots=True)
class Turned(Event):
    """A die was turned to a face by hand."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "what", "face")

    seat: int
    what: str
    face: str

    def message(self) -> Message:
        player, title, face = Seat(self.seat), translate_word(self.what), translate_word(self.face)
        # Translators: a die is turned by hand, not rolled: "Ann turns a white die to 4"
        return m("{who} turns {what} to {face}", who=player, what=title, face=face, you=m("You turn {what} to {face}"))


@dataclass(slots=True)
class Opened(Event):
    """A hand was laid open, or is hidden again."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "opened")

    seat: int
    opened: bool

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.opened:
            return m("{who} lays the hand open", who=player, you=m("You lay your hand open"))
        return m("{who} hides the hand again", who=player, you=m("You hide your hand again"))


@dataclass(slots=True)
class TurnUnmarked(Event):
    """The turn marker was taken away."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} takes the turn marker away", who=Seat(self.seat), you=m("You take the turn marker away"))
