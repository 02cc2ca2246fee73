"""What a phone may say to the server, and what the server hands on to the app. Whatever else comes is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from grenade_salad.core import Action, Game, Json
from grenade_salad.match import lines

LONGEST_MESSAGE = 4096
"""Bytes of the longest message that is read; the longest honest one has some two hundred."""
_LONGEST_TOKEN = 64


class Hello(msgspec.Struct, tag="hello", tag_field="say", forbid_unknown_fields=True):
    """The first message of a connection; with a token the phone comes back to its seat."""

    token: str | None = None


class Ask(msgspec.Struct, tag="claim", tag_field="say", forbid_unknown_fields=True):
    """The phone would like a seat; the host confirms."""

    seat: int


class Act(msgspec.Struct, tag="act", tag_field="say", forbid_unknown_fields=True):
    """What the seat decides; `moment` is the number of the sheet that it answers, `action` a line of a record."""

    moment: int
    action: msgspec.Raw


class AtScreen(msgspec.Struct, tag="screen", tag_field="say", forbid_unknown_fields=True):
    """The seat would rather decide this one at the big screen."""

    moment: int


class Leave(msgspec.Struct, tag="leave", tag_field="say", forbid_unknown_fields=True):
    """The phone gives its seat, or its wish for one, back."""


Message: TypeAlias = Hello | Ask | Act | AtScreen | Leave
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class BadMessage(Exception):
    """A message is none of these; the text says why, without quoting it."""


def read(raw: str) -> Message:
    """The message. Raises BadMessage."""
    try:
        message: Message = _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise BadMessage("that is no message of this page") from None
    if isinstance(message, Hello) and message.token is not None and len(message.token) > _LONGEST_TOKEN:
        raise BadMessage("a token is not that long")
    return message


def action(game: Game, raw: bytes, seat: int) -> Action:
    """The action of a seat, well formed; whether it is legal the state will tell. Raises BadMessage."""
    try:
        entry = lines.entry(game, lines.decode(raw))
    except lines.BadLine as error:
        raise BadMessage(str(error)) from None
    if not isinstance(entry, Action):
        raise BadMessage("luck is not decided by phones")
    if entry.seat != seat and not (entry.shared and entry.seat is None):
        raise BadMessage("nobody acts for another seat")
    return entry


def encode(kind: str, **facts: Json) -> str:
    """A message to a phone."""
    return msgspec.json.encode({"kind": kind, **facts}).decode()


# what the server tells the app


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat with a phone decided something, in answer to the sheet of that number.

    Without an action, it wants to decide at the big screen.
    """

    seat: int
    moment: int
    action: Action | None


@dataclass(frozen=True, slots=True)
class Wish:
    """A phone would like a seat. Both screens show the code, so that the host knows which phone it is."""

    id: int
    seat: int
    code: str
    address: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The wish of that number is gone."""

    id: int


@dataclass(frozen=True, slots=True)
class Here:
    """The phone of a seat is connected now, or no longer."""

    seat: int
    here: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A phone gave its seat back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reached:
    """Somebody's browser has loaded the page from this address."""

    address: str


News: TypeAlias = Decision | Wish | Withdrawn | Here | Left | Reached
