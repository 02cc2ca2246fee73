"""What a phone may say to the server, and what the server hands on to the app. Whatever else comes is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import msgspec

from grenade_salad.artwork.avatars import AVATAR_COUNT
from grenade_salad.core import Action, Game, Json
from grenade_salad.match import lines
from grenade_salad.system.wording_feedback import MAX_LENGTH

MAX_MESSAGE_BYTES = 4096
"""Bytes of the longest message that is read; the longest honest one has some two hundred."""
MAX_LINES = 20
"""Lines of one decision at most."""
_MAX_TOKEN_LENGTH = 64
_MIN_PAGE_LENGTH = 16
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=AVATAR_COUNT)]
"""A face as in `people`."""
Order: TypeAlias = Literal["begin", "pause", "go on", "admit", "reject", "machine", "screen", "allow", "deny"]
"""What the phone can do that is the host as well."""
Aside: TypeAlias = Literal["screen", "rest"]
"""What a seat may decide besides an action: to act at the big screen, or to pass for the rest of the turn."""


Payload: TypeAlias = tuple[bytes, ...] | Aside
"""A decision as it came: lines of a record, or something else."""


class Hello(msgspec.Struct, tag="hello", tag_field="say", forbid_unknown_fields=True):
    """The first message of a connection; with a token the phone comes back to its seat, or to its `wish` for one.

    `page` is a random name of the page, the same for all its connections. A page that shows the table to all
    `watch`es; with the `code` of the evening it shows that as well.
    """

    page: Annotated[str, msgspec.Meta(min_length=_MIN_PAGE_LENGTH, max_length=_MAX_TOKEN_LENGTH)]
    token: str | None = None
    wish: str | None = None
    watch: bool = False
    code: str = ""


class Heartbeat(msgspec.Struct, tag="beat", tag_field="say", forbid_unknown_fields=True):
    """The page is awake: its answer to a beat, or its own question whether the line is."""

    ask: bool = False


class Numbered(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all messages that are carried out, each at most once.

    `id` grows from message to message of a page, across its connections.
    """

    id: Annotated[int, msgspec.Meta(ge=1, lt=2**53)]


class ClaimSeat(Numbered, tag="claim", tag_field="say", forbid_unknown_fields=True):
    """The phone would like a seat. `who` is whom the page shows there: it gets the seat that was tapped, or none.

    `code` is the code of the evening, which stands in the picture to scan; without it the host has to say yes.
    `name` is how the person would like to be called, `face` the face that they chose.
    """

    seat: int
    who: str | None = None
    code: str = ""
    name: str = ""
    face: Face | None = None


class Act(Numbered, tag="act", tag_field="say", forbid_unknown_fields=True):
    """What the seat decides; `moment` is the number of the sheet that it answers, `action` a line of a record.

    `more` are lines that follow it, one after another: what a button of a box does.
    """

    moment: int
    action: msgspec.Raw
    more: Annotated[tuple[msgspec.Raw, ...], msgspec.Meta(max_length=MAX_LINES - 1)] = ()


class PreviewAction(Numbered, tag="try", tag_field="say", forbid_unknown_fields=True):
    """What would happen if the seat did that? `n` is the number of the question, for the answer."""

    n: int
    moment: int
    action: msgspec.Raw


class AskHint(Numbered, tag="hint", tag_field="say", forbid_unknown_fields=True):
    """What would a machine do? It is told to the seat that asks, and on its own turn alone."""

    moment: int


class NeedTime(Numbered, tag="time", tag_field="say", forbid_unknown_fields=True):
    """The seat needs more time to answer: everybody gets it, so that nothing is told by it."""

    more: bool


class GiveOrder(Numbered, tag="chair", tag_field="say", forbid_unknown_fields=True):
    """The first phone is the host: begin or pause the match, let somebody in or not, give a seat to somebody else.

    To `allow` or `deny` what a phone asks for, `seat` is the number of that question.
    """

    do: Order
    seat: int = 0


class MayStandIn(Numbered, tag="stand in", tag_field="say", forbid_unknown_fields=True):
    """Somebody at the table lets a machine play for a seat whose phone has been asleep for long in its own turn."""

    seat: int


class AtScreen(Numbered, tag="screen", tag_field="say", forbid_unknown_fields=True):
    """The seat would rather decide this one at the big screen."""

    moment: int


class Rest(Numbered, tag="rest", tag_field="say", forbid_unknown_fields=True):
    """The seat passes now, and in the other reaction windows of this turn."""

    moment: int


class SuggestWording(Numbered, tag="wrong", tag_field="say", forbid_unknown_fields=True):
    """Somebody would say a sentence of the page better. Nothing is told to it: what others read is not its own."""

    now: Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]
    better: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_LENGTH)]


class Leave(Numbered, tag="leave", tag_field="say", forbid_unknown_fields=True):
    """The phone gives its seat, or its wish for one, back."""


Message: TypeAlias = (
    Hello
    | Heartbeat
    | ClaimSeat
    | Act
    | PreviewAction
    | AskHint
    | NeedTime
    | GiveOrder
    | MayStandIn
    | AtScreen
    | Rest
    | SuggestWording
    | Leave
)
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class BadMessage(Exception):
    """A message is none of these; the text says why, without quoting it."""


def decode_message(raw: str) -> Message:
    """The message. Raises BadMessage."""
    try:
        message: Message = _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise BadMessage("that is no message of this page") from None
    tokens = (message.token, message.wish) if isinstance(message, Hello) else ()
    if any(token is not None and len(token) > _MAX_TOKEN_LENGTH for token in tokens):
        raise BadMessage("a token is not that long")
    return message


def parse_action(game: Game, raw: bytes, seat: int) -> Action:
    """The action of a seat, well formed; whether it is legal the state will tell. Raises BadMessage."""
    try:
        entry = lines.parse_entry(game, lines.decode(raw))
    except lines.BadLine as error:
        raise BadMessage(str(error)) from None
    if not isinstance(entry, Action):
        raise BadMessage("luck is not decided by phones")
    if entry.is_screen_only:
        raise BadMessage("that is done at the screen")
    if entry.seat != seat and not (entry.is_shared and entry.seat is None):
        raise BadMessage("nobody acts for another seat")
    return entry


def parse_decision(game: Game, seat: int, moment: int, payload: Payload) -> Decision:
    """What a seat decides, well formed. Raises BadMessage."""
    if isinstance(payload, str):
        return Decision(seat, moment, payload)
    first, *more = (parse_action(game, raw, seat) for raw in payload)
    return Decision(seat, moment, first, tuple(more))


def encode(kind: str, **facts: Json) -> str:
    """A message to a phone."""
    return msgspec.json.encode({"kind": kind, **facts}).decode()


# what the server tells the app


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat with a phone decided something, in answer to the sheet of that number; `more` comes right after it.

    It is `allowed` if somebody at the screen, or the host's phone, has said yes to it: see Action.asks.
    """

    seat: int
    moment: int
    action: Action | Aside
    more: tuple[Action, ...] = ()
    is_allowed: bool = False


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """A seat with a phone asks what would happen if it did this."""

    seat: int
    n: int
    moment: int
    action: Action
    language: str


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A seat with a phone would like a hint."""

    seat: int
    moment: int
    language: str


@dataclass(frozen=True, slots=True)
class HostOrder:
    """The phone of a seat would like to do what a host does; `other` is the seat that it is about."""

    seat: int
    do: Order
    target_seat: int


@dataclass(frozen=True, slots=True)
class StandInRequest:
    """The phone of a seat would like a machine to play for another one, whose phone is asleep."""

    seat: int
    sleeping_seat: int


@dataclass(frozen=True, slots=True)
class TimeRequest:
    """A seat needs more time to answer, or no longer."""

    seat: int
    needs_time: bool


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A phone would like a seat. Both screens show the code, so that the host knows which phone it is.

    `name` is how its person would like to be called, empty if they did not say, `face` what they chose; `is_invited`
    says
    that it knows the code of the evening.
    """

    id: int
    seat: int
    code: str
    address: str
    name: str = ""
    is_invited: bool = False
    face: int | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class RequestWithdrawn:
    """The wish of that number is gone."""

    id: int


@dataclass(frozen=True, slots=True)
class PresenceChange:
    """The phone of a seat is connected now, or no longer."""

    seat: int
    is_connected: bool


@dataclass(frozen=True, slots=True)
class WordingSuggestion:
    """Somebody at a seat has better words for a sentence of the page, in their language."""

    current: str
    better: str
    language: str


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A phone gave its seat back."""

    seat: int


@dataclass(frozen=True, slots=True)
class PageLoaded:
    """Somebody's browser has loaded the page from this address."""

    address: str


@dataclass(frozen=True, slots=True)
class LanguageRead:
    """Somebody who is connected reads this language."""

    language: str


@dataclass(frozen=True, slots=True)
class TelevisionCount:
    """So many pages show the table to all now."""

    count: int


@dataclass(frozen=True, slots=True)
class ServerError:
    """Something went wrong in the server's own code."""

    error: BaseException


News: TypeAlias = (
    Decision
    | PreviewRequest
    | HintRequest
    | TimeRequest
    | HostOrder
    | StandInRequest
    | SeatRequest
    | RequestWithdrawn
    | PresenceChange
    | WordingSuggestion
    | SeatReturned
    | PageLoaded
    | LanguageRead
    | TelevisionCount
    | ServerError
)
