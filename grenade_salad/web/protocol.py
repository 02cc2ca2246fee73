"""Messages from phones to the server, and news from the server to the app.

All other messages are refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import msgspec

from grenade_salad.artwork.avatars import AVATAR_COUNT
from grenade_salad.core import Action, Game, Json
from grenade_salad.match import lines
from grenade_salad.sheets.sheet import Order
from grenade_salad.system.wording_feedback import MAX_LENGTH

MAX_MESSAGE_BYTES = 16384
"""Maximum bytes of a message; the longest is a button of a box with 64 lines."""
MAX_LINES = 64
"""Maximum lines of one decision."""
_MAX_TOKEN_LENGTH = 64
"""Maximum letters of a token, a secret or the name of a page."""
_MIN_PAGE_LENGTH = 16
"""Minimum letters of the name of a page, so that no two pages have the same."""
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=AVATAR_COUNT)]
"""Index of an avatar, as in `avatars`."""
Aside: TypeAlias = Literal["screen", "rest"]
"""Decisions that are no action: to act at the big screen, or to pass this turn."""
Payload: TypeAlias = tuple[bytes, ...] | Aside
"""A decision as received: lines of a record, or no action."""


class Hello(msgspec.Struct, tag="hello", tag_field="say", forbid_unknown_fields=True):
    """The first message of a connection."""

    page: Annotated[str, msgspec.Meta(min_length=_MIN_PAGE_LENGTH, max_length=_MAX_TOKEN_LENGTH)]
    """A random name of the page, the same for all its connections."""
    token: str | None = None
    """The token with which the phone returns to its seat."""
    wish: str | None = None
    """The secret with which the page resumes its request for a seat."""
    watch: bool = False
    """True for a television page."""
    code: str = ""
    """The code of the evening; with it a television page shows the code, too."""


class Heartbeat(msgspec.Struct, tag="beat", tag_field="say", forbid_unknown_fields=True):
    """A sign of life: the page's answer to a beat, or its own question."""

    ask: bool = False
    """True if the page asks for a sign of life."""


class ReadAim(msgspec.Struct, tag="read", tag_field="say", forbid_unknown_fields=True):
    """The person has read what the match is about, or has played the game before."""

    id: int = 0
    """Of no use: it does not matter how often this is said."""


class Numbered(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all messages that are carried out, each at most once."""

    id: Annotated[int, msgspec.Meta(ge=1, lt=2**53)]
    """Grows from message to message of a page, across its connections."""


class ClaimSeat(Numbered, tag="claim", tag_field="say", forbid_unknown_fields=True):
    """A request for a seat."""

    seat: int
    who: str | None = None
    """The name that the page shows there.

    So the phone gets the seat that was tapped, or none.
    """
    code: str = ""
    """The code of the evening, contained in the picture to scan.

    Without it the host has to admit the phone.
    """
    name: str = ""
    """The name that the person would like; "" for that of the seat."""
    face: Face | None = None
    """The avatar that the person chose, or None."""


class Act(Numbered, tag="act", tag_field="say", forbid_unknown_fields=True):
    """A decision of the seat."""

    moment: int
    """The moment of the sheet that it answers."""
    action: msgspec.Raw
    """A line of a record."""
    more: Annotated[tuple[msgspec.Raw, ...], msgspec.Meta(max_length=MAX_LINES - 1)] = ()
    """Lines that follow it, one after another: the effect of a box's button."""


class PreviewAction(Numbered, tag="try", tag_field="say", forbid_unknown_fields=True):
    """A question: what would this action do?"""

    n: int
    """The page's number of the question, which is in the answer, too."""
    moment: int
    action: msgspec.Raw


class AskHint(Numbered, tag="hint", tag_field="say", forbid_unknown_fields=True):
    """A question: what would a machine do?

    Only the seat that asks is told, and only in its own turn.
    """

    moment: int


class NeedTime(Numbered, tag="time", tag_field="say", forbid_unknown_fields=True):
    """The seat needs more time to answer.

    Everybody gets it, so that it reveals nothing.
    """

    more: bool


class GiveOrder(Numbered, tag="chair", tag_field="say", forbid_unknown_fields=True):
    """A command of the first phone, which is the host.

    It begins or pauses the match, admits or rejects a person, gives a seat away, or answers what a phone asks for.
    """

    do: Order
    seat: int = 0
    """The seat that it is about.

    To allow or deny what a phone asks for, it is the id of that question.
    """


class MayStandIn(Numbered, tag="stand in", tag_field="say", forbid_unknown_fields=True):
    """Consent that a machine plays for a seat whose phone sleeps in its own turn."""

    seat: int


class AtScreen(Numbered, tag="screen", tag_field="say", forbid_unknown_fields=True):
    """The seat would rather decide this at the big screen."""

    moment: int


class Rest(Numbered, tag="rest", tag_field="say", forbid_unknown_fields=True):
    """The seat passes now, and in the other reaction windows of this turn."""

    moment: int


class SuggestWording(Numbered, tag="wrong", tag_field="say", forbid_unknown_fields=True):
    """A better wording for a sentence of the page.

    The page gets no answer, since one person's wording must not change what others read.
    """

    now: Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]
    better: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_LENGTH)]


class Leave(Numbered, tag="leave", tag_field="say", forbid_unknown_fields=True):
    """The phone gives its seat, or its request for one, back."""


Message: TypeAlias = (
    Hello
    | Heartbeat
    | ReadAim
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
    """Decode a message. Raises `BadMessage`."""
    try:
        message: Message = _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise BadMessage("that is no message of this page") from None
    tokens = (message.token, message.wish) if isinstance(message, Hello) else ()
    if any(token is not None and len(token) > _MAX_TOKEN_LENGTH for token in tokens):
        raise BadMessage("a token is not that long")
    return message


def parse_action(game: Game, raw: bytes, seat: int) -> Action:
    """Parse a well-formed action of a seat, legal or not. Raises `BadMessage`."""
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
    """Parse a well-formed decision of a seat. Raises `BadMessage`."""
    if isinstance(payload, str):
        return Decision(seat, moment, payload)
    first, *more = (parse_action(game, raw, seat) for raw in payload)
    return Decision(seat, moment, first, tuple(more))


def encode(kind: str, **facts: Json) -> str:
    """Encode a message to a phone."""
    return msgspec.json.encode({"kind": kind, **facts}).decode()


# News for the app.


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat with a phone."""

    seat: int
    moment: int
    """The moment of the sheet that it answers."""
    action: Action | Aside
    more: tuple[Action, ...] = ()
    """Actions that follow it at once."""
    is_allowed: bool = False
    """True if a person at the screen, or the host's phone, has approved it.

    See `Action.needs_approval`.
    """


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """A seat with a phone asks what an action would do."""

    seat: int
    n: int
    """The page's number of the question, which is in the answer, too."""
    moment: int
    action: Action
    language: str


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A seat with a phone asks for a hint."""

    seat: int
    moment: int
    language: str


@dataclass(frozen=True, slots=True)
class HostOrder:
    """A command of the phone that is also the host."""

    seat: int
    do: Order
    target_seat: int
    """The seat that it is about; for an answer to a question, the question's id."""


@dataclass(frozen=True, slots=True)
class StandInRequest:
    """A phone asks that a machine plays for the seat of a sleeping phone."""

    seat: int
    sleeping_seat: int


@dataclass(frozen=True, slots=True)
class AimRead:
    """A seat has read what the match is about."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeRequest:
    """A seat needs more time to answer, or no longer."""

    seat: int
    needs_time: bool


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A phone requests a seat."""

    id: int
    seat: int
    code: str
    """Four digits on both screens, so that the host knows which phone it is."""
    address: str
    """The network address of the phone."""
    name: str = ""
    """The name that the person would like; "" for that of the seat."""
    is_invited: bool = False
    """True if the phone knows the code of the evening."""
    face: int | None = None
    """The avatar that the person chose, or None."""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class RequestWithdrawn:
    """The request of that id is withdrawn."""

    id: int


@dataclass(frozen=True, slots=True)
class PresenceChange:
    """The phone of a seat is connected now, or no longer."""

    seat: int
    is_connected: bool


@dataclass(frozen=True, slots=True)
class WordingSuggestion:
    """A person suggests a better wording for a sentence of the page."""

    current: str
    """The sentence as the page shows it."""
    better: str
    language: str


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A phone gave its seat back."""

    seat: int


@dataclass(frozen=True, slots=True)
class PageLoaded:
    """A browser has loaded the page from this address."""

    address: str


@dataclass(frozen=True, slots=True)
class LanguageRead:
    """A connected page is read in this language."""

    language: str


@dataclass(frozen=True, slots=True)
class TelevisionCount:
    """The number of television pages has changed."""

    count: int


@dataclass(frozen=True, slots=True)
class ServerError:
    """An exception in the server's own code."""

    error: BaseException


News: TypeAlias = (
    Decision
    | PreviewRequest
    | HintRequest
    | AimRead
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
