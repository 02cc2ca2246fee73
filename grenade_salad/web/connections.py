"""All open connections: seats, sheets, requests and decisions of their pages.

It knows no network: a server opens connections, passes on what their pages say, and hands in the clock. Where the
server has a thread, everything here is for that thread only.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from grenade_salad.core import Game, Json
from grenade_salad.sheets.compose import Audience, Snapshot
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.text.person_names import MAX_NAME_LENGTH, tidy_name
from grenade_salad.text.reader import ANYBODY
from grenade_salad.web import protocol
from grenade_salad.web.addresses import limit_key
from grenade_salad.web.connection import Clock, Connection, PageLink, Timer
from grenade_salad.web.page_numbers import Page, Pages, Refusal
from grenade_salad.web.protocol import (
    AimRead,
    BadMessage,
    HintRequest,
    HostOrder,
    LanguageRead,
    Message,
    News,
    PresenceChange,
    PreviewRequest,
    RequestWithdrawn,
    SeatReturned,
    StandInRequest,
    TelevisionCount,
    TimeRequest,
    WordingSuggestion,
    encode,
)
from grenade_salad.web.public_door import PUBLIC_CODE_LENGTH
from grenade_salad.web.tokens import Tokens

BEAT_SECONDS = 2.0
"""Seconds between two signs of life to every page; each page answers them."""
_SLEEPS_AFTER = 7.0
"""Seconds without a message after which a page counts as asleep."""
_RELOAD_GRACE = 6.0
"""Seconds for which the request of a closed page waits for it to be loaded again."""
_GREETING_LIMIT = 10.0
"""Seconds in which a connection must send its first message."""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the code of the evening, without any that look alike."""
_CODE_LENGTH = 6
"""Letters of the code at a table that strangers cannot find."""
_CLOSE_REFUSED, _CLOSE_ELSEWHERE, _CLOSE_STOPPED, _CLOSE_LOCKED = 4000, 4001, 4002, 4003
"""Codes with which a connection is closed; the page knows them."""


class SeatConnections:
    """The connected pages, and the seats that they hold.

    `tell` hands news to the app. If it `is_public`, strangers can find the table: the code of the evening is longer,
    and a page that has neither the code nor a seat is told nothing.
    """

    def __init__(self, tell: Callable[[News], None], clock: Clock, is_public: bool = False) -> None:
        self.tell, self._clock, self._is_public = tell, clock, is_public
        self.code = ""
        """The code of the evening."""
        self.url = ""
        """The address that a phone opens."""
        self.new_code()
        self.banned_addresses: set[str] = set()
        self.banned_names: set[str] = set()
        """Addresses and names that the host has refused for the evening."""
        self._run_id = secrets.token_hex(8)
        """A random name of this run of the program: pages see by it that there was a restart."""
        self._request_secrets: dict[str, int] = {}
        """The ids of waiting requests by the secrets with which a reloaded page resumes its own."""
        self._withdrawal_timers: dict[int, Timer] = {}
        """Timers that withdraw requests of closed pages, by the ids of the requests."""
        self._pages = Pages()
        self._deciding_pages: dict[int, Page] = {}
        """The page that sent the last decision of each seat."""
        self._beat_timer: Timer | None = None
        self._refusals: Counter[str] = Counter()
        """The number of refusals by reason."""
        self._tokens = Tokens(clock)
        self._connections: set[Connection] = set()
        self._seated: dict[int, Connection] = {}
        """The open connection of each seat."""
        self._moment = -1
        self._game: Game | None = None
        self._claimable: Mapping[int, str] = {}
        self._sheets: Mapping[Audience, str] = {}
        self.files: Mapping[str, bytes] = {}
        """The parts of the last snapshot: see `Snapshot`."""
        self._undecided: set[int] = set()
        """Seats whose last decision the app has not handled yet."""

    def count_refusal(self, why: str) -> None:
        """Count a refusal by its reason."""
        self._refusals[why] += 1

    def refusal_counts(self) -> dict[str, int]:
        """Return the number of refusals by reason."""
        return dict(self._refusals)

    # what the app says

    def new_code(self) -> None:
        """Draw a new code of the evening."""
        length = PUBLIC_CODE_LENGTH if self._is_public else _CODE_LENGTH
        self.code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))

    def publish(self, snapshot: Snapshot) -> None:
        """Send every page the sheet of its seat."""
        if snapshot.moment != self._moment:
            self._undecided.clear()
        self._moment, self._game, self._claimable = snapshot.moment, snapshot.game, snapshot.claimable
        self._sheets, self.files = snapshot.sheets, snapshot.files
        for connection in self._connections:
            self._send_sheet(connection)

    def restore(self, digests: Mapping[int, str]) -> None:
        """Let phones back into the seats they had before a restart, by their tokens."""
        self._tokens.digests.update(digests)

    def admit(self, request_id: int, token: str) -> None:
        """Give a seat and its token to the phone that requested it."""
        request = self._tokens.requests.get(request_id)
        connection = next((requester for requester in self._connections if requester.request_id == request_id), None)
        if request is None or connection is None:
            self._tokens.requests.pop(request_id, None)
            return
        if self._tokens.is_held(request.seat):
            self.take_back(request.seat)
        connection.request_id = None
        self._tokens.admit(request, token)
        self._tell_seat(connection, request.seat, token)
        self._sit_down(connection, request.seat)
        for rival in [candidate for candidate in self._tokens.requests.values() if candidate.seat == request.seat]:
            self.reject(rival.id)

    def reject(self, request_id: int) -> None:
        """Refuse a seat to the phone that requested it."""
        self._tokens.requests.pop(request_id, None)
        for connection in self._connections:
            if connection.request_id == request_id:
                connection.request_id = None
                connection.send("wish", encode("wish", seat=None, code=""))
                self._send_refusal(connection, m("The host gave the seat to somebody else, or kept it free."))

    def take_back(self, seat: int) -> None:
        """Take a seat from its phone."""
        self._tokens.release(seat)
        self._undecided.discard(seat)
        self._deciding_pages.pop(seat, None)
        connection = self._seated.pop(seat, None)
        if connection is not None:
            self._stand_up(connection)

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Move phones to the new seats of their players; tokens of other seats end."""
        for seat, destination in moves.items():
            if destination is None:
                self.take_back(seat)
        new_seats = {seat: new_seat for seat, new_seat in moves.items() if new_seat is not None}
        self._tokens.reseat(new_seats)
        self._undecided.clear()
        self._deciding_pages = {
            new_seats[seat]: page for seat, page in self._deciding_pages.items() if seat in new_seats
        }
        self._seated = {new_seats[seat]: connection for seat, connection in self._seated.items() if seat in new_seats}
        for seat, connection in self._seated.items():
            if connection.seat != seat:
                connection.seat = seat
                self._tell_seat(connection, seat)

    def refuse(self, seat: int, words: Words, reader: Reader = ANYBODY, rule: str = "") -> None:
        """Refuse a decision; the seat may send another."""
        self.count_refusal("not legal")
        self.settle(seat)
        if (page := self._deciding_pages.get(seat)) is not None:
            page.refusal = Refusal(words, reader, rule)
        if seat in self._seated:
            self._send_refusal(self._seated[seat], words, reader, rule)

    def settle(self, seat: int) -> None:
        """Let the seat send its next decision: the app has handled the last one."""
        self._undecided.discard(seat)

    def close(self) -> None:
        """End all connections."""
        if self._beat_timer is not None:
            self._beat_timer.cancel()
            self._beat_timer = None
        for connection in list(self._connections):
            connection.link.close(_CLOSE_STOPPED, "The host has stopped this.")

    # connections

    def open(self, link: PageLink, address: str, language: str = "en") -> Connection:
        """Return the new connection of a page; `remove` it when it has ended."""
        connection = Connection(link, address, language, self._clock.time())
        connection.greeting_timer = self._clock.call_later(_GREETING_LIMIT, partial(self._end_silent, connection))
        self.tell(LanguageRead(language))
        self._connections.add(connection)
        if self._beat_timer is None:
            self._beat_timer = self._clock.call_later(BEAT_SECONDS, self._send_beats)
        return connection

    def _end_silent(self, connection: Connection) -> None:
        if not connection.has_greeted:
            self.count_refusal("silent")
            connection.link.close()

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended; its request waits for a moment."""
        if connection.greeting_timer is not None:
            connection.greeting_timer.cancel()
        self._connections.discard(connection)
        if connection.has_greeted:  # Otherwise strangers could displace the pages that are remembered.
            self._pages.close(connection.page)
        if connection.is_television:
            self._tell_television_count()
        if connection.request_id is not None:
            timer = self._clock.call_later(_RELOAD_GRACE, partial(self._withdraw_request, connection))
            self._withdrawal_timers[connection.request_id] = timer
        seat = connection.seat
        if seat is not None and self._seated.get(seat) is connection:
            del self._seated[seat]
            self.tell(PresenceChange(seat, False))

    def receive(self, connection: Connection, text: str | None) -> bool:
        """Handle what a page said, None if that was no text.

        Return False if the connection was ended for it.
        """
        if connection.exceeds_rate(self._clock.time()):
            self.count_refusal("too many messages")
            connection.link.close(_CLOSE_REFUSED, "That were too many messages.")
            return False
        if text is None or not self._understand(connection, text):
            self.count_refusal("malformed")
            connection.link.close(_CLOSE_REFUSED, "This page does not understand that.")
            return False
        return not connection.is_shut_out

    def _understand(self, connection: Connection, raw: str) -> bool:
        try:
            message = protocol.decode_message(raw)
        except BadMessage:
            return False
        if isinstance(message, protocol.Hello) == connection.has_greeted:
            return False
        if isinstance(message, protocol.Numbered) and not connection.page.hear(message.id):
            self._answer_repeated(connection, message)
        else:
            self._handle(connection, message)
        return True

    def _answer_repeated(self, connection: Connection, message: protocol.Numbered) -> None:
        """Answer a message that was received before, without carrying it out again.

        A page that repeats its last decision missed the answer, and gets it again.
        """
        self._mark_awake(connection, True)
        self.count_refusal("said before")
        page = connection.page
        if isinstance(message, protocol.Act | protocol.AtScreen | protocol.Rest) and message.id == page.decision:
            if page.refusal is None:
                self._acknowledge(connection, message.moment)
            else:
                self._send_refusal(connection, page.refusal.words, page.refusal.reader, page.refusal.rule)

    def _handle(self, connection: Connection, message: Message) -> None:
        self._mark_awake(connection, True)
        match message:
            case protocol.Hello() if self._is_public and not self._may_enter(connection, message):
                connection.is_shut_out = True
            case protocol.Hello(token=token, wish=wish):
                connection.has_greeted, connection.page = True, self._pages.find(message.page)
                if message.watch:
                    self._register_television(connection, message.code)
                self._greet(connection, token)
                if connection.seat is None and wish is not None:
                    self._resume_request(connection, wish)
            case protocol.Heartbeat(ask=ask):
                if ask:
                    connection.send("beat", encode("beat"))
            case protocol.ClaimSeat():
                self._claim(connection, message)
            case protocol.Act(moment=moment):
                self._act(connection, message.id, moment, (bytes(message.action), *map(bytes, message.more)))
            case protocol.AtScreen(moment=moment):
                self._act(connection, message.id, moment, "screen")
            case protocol.Rest(moment=moment):
                self._act(connection, message.id, moment, "rest")
            case protocol.PreviewAction():
                self._preview(connection, message)
            case protocol.Leave():
                self._leave(connection)
            case _ if connection.seat is not None:
                if news := _to_news(connection.seat, connection.language, message):
                    self.tell(news)

    def _may_enter(self, connection: Connection, hello: protocol.Hello) -> bool:
        """Return True if a page may enter a public table; otherwise close its connection.

        It has a seat, a request that waits, or the code of the evening.
        """
        has_seat = hello.token is not None and self._tokens.find_seat(hello.token) is not None
        if has_seat or self._request_secrets.get(hello.wish or "") in self._tokens.requests:
            return True
        if hello.code and not self._tokens.may_try(limit_key(connection.address)):
            self.count_refusal("too many codes")
            connection.link.close(_CLOSE_REFUSED, "Too many attempts: try again in a moment.")
            return False
        if self._is_code(hello.code, connection):
            return True
        connection.link.close(_CLOSE_LOCKED, "This table opens only with tonight's key.")
        return False

    def _is_code(self, code: str, connection: Connection) -> bool:
        """Return True for the code of the evening.

        A wrong one counts as an attempt of its address.
        """
        if code and hmac.compare_digest(code.encode(), self.code.encode()):
            return True
        if code:
            self._tokens.try_request(limit_key(connection.address))
        self.count_refusal("wrong code" if code else "no code")
        return False

    def _greet(self, connection: Connection, token: str | None) -> None:
        seat = None if token is None else self._tokens.find_seat(token)
        kept_token = None
        if token is not None and seat is None:
            self.count_refusal("unknown token")
            if self._game is None:  # Nothing is played: the match of that token may go on later.
                kept_token = token
            else:
                connection.send("forgotten", encode("forgotten"))
        self._tell_seat(connection, seat, kept_token)
        if seat is not None:
            self._sit_down(connection, seat)
        else:
            self._send_sheet(connection)

    def _sit_down(self, connection: Connection, seat: int) -> None:
        """Give the seat to the newest page of its phone, and tell an older page so."""
        previous = self._seated.get(seat)
        connection.seat = seat
        self._seated[seat] = connection
        if previous is not None and previous is not connection:
            previous.seat = None
            previous.link.close(_CLOSE_ELSEWHERE, "The seat was opened in another page.")
        connection.is_awake = True
        self.tell(PresenceChange(seat, True))
        self._send_sheet(connection)

    def _tell_seat(self, connection: Connection, seat: int | None, token: str | None = None) -> None:
        """Tell a page which seat it has.

        A token is sent to the page that gets it, or that is to keep its own. A new `run` marks a restart.
        """
        connection.send("you", encode("you", seat=seat, token=token, run=self._run_id))

    def _send_beats(self) -> None:
        """Send signs of life, and mark silent pages as asleep until their next message."""
        self._beat_timer = self._clock.call_later(BEAT_SECONDS, self._send_beats)
        current_time = self._clock.time()
        for connection in [candidate for candidate in self._connections if candidate.has_greeted]:
            self._mark_awake(connection, current_time - connection.last_heard < _SLEEPS_AFTER)
            connection.send("beat", encode("beat"))

    def _mark_awake(self, connection: Connection, is_awake: bool) -> None:
        changed, connection.is_awake = is_awake != connection.is_awake, is_awake
        if changed and connection.seat is not None:
            self.tell(PresenceChange(connection.seat, is_awake))

    def _stand_up(self, connection: Connection) -> None:
        connection.seat = None
        self._tell_seat(connection, None)
        self._send_sheet(connection)

    def _send_sheet(self, connection: Connection) -> None:
        sheets, seat = self._sheets, connection.seat
        if connection.has_greeted and (sheet := sheets.get((seat, connection.language)) or sheets.get((seat, "en"))):
            connection.send("table", sheet)

    # television pages

    def show(self, messages: Mapping[str, str], paths: str = "") -> None:
        """Send animations to television pages, by language, and paths to all others."""
        for connection in [television for television in self._connections if television.is_television]:
            connection.send("show", messages.get(connection.language, messages["en"]))
        for connection in [
            phone for phone in self._connections if paths and phone.has_greeted and not phone.is_television
        ]:
            connection.send("ways", paths)

    def _register_television(self, connection: Connection, code: str) -> None:
        """Show a television page the address for phones.

        It gets the code as well if it sent the right one; an address may try only a limited number of times.
        """
        connection.is_television = True
        may_try = bool(code) and self._tokens.may_try(limit_key(connection.address))
        knows_code = may_try and self._is_code(code, connection)
        connection.send("invite", _encode_invitation(self.url, self.code if knows_code else ""))
        self._tell_television_count()

    def _tell_television_count(self) -> None:
        self.tell(TelevisionCount(sum(connection.is_television for connection in self._connections)))

    # requests for seats

    def ban(self, address: str, name: str) -> None:
        """Refuse requests from the address or under the name for this evening."""
        self.banned_addresses.add(address)
        if name:
            self.banned_names.add(_normalize_name(name))

    def _claim(self, connection: Connection, ask: protocol.ClaimSeat) -> None:
        seat = ask.seat
        if connection.seat is not None:
            self._send_refusal(connection, m("You have a seat."))
            self.count_refusal("second seat")
        elif connection.request_id is not None and self._tokens.requests[connection.request_id].seat == seat:
            self.count_refusal("the same wish")
        elif seat not in self._claimable or self._tokens.is_held(seat):
            self._send_refusal(connection, m("That seat is taken."))
            self.count_refusal("taken seat")
        elif ask.who is not None and ask.who != self._claimable[seat]:
            self._send_refusal(connection, m("The seats have changed in the meantime: choose again."))
            self.count_refusal("other seat")
        elif connection.address in self.banned_addresses or _normalize_name(ask.name) in self.banned_names:
            self._send_refusal(connection, m("The host won't let this phone in again this evening."))
            self.count_refusal("banned")
        else:
            self._withdraw_request(connection)
            is_invited = hmac.compare_digest(ask.code.encode(), self.code.encode())
            name = tidy_name(ask.name).strip()[:MAX_NAME_LENGTH]
            request = self._tokens.add_request(
                seat, connection.address, name, is_invited, ask.face, connection.language
            )
            if request is None:
                self._send_refusal(connection, m("Too many phones are asking at once. Try again in a moment."))
                self.count_refusal("too many wishes")
                return
            connection.request_id = request.id
            secret = secrets.token_urlsafe(16)
            self._request_secrets[secret] = request.id
            connection.send("wish", encode("wish", seat=seat, code=request.code, token=secret))
            self.tell(request)

    def _resume_request(self, connection: Connection, secret: str) -> None:
        """Give the request of a reloaded page back to it, or tell it that there is none."""
        request = self._tokens.requests.get(self._request_secrets.get(secret, 0))
        if request is None or any(open_connection.request_id == request.id for open_connection in self._connections):
            connection.send("wish", encode("wish", seat=None, code=""))
            return
        if timer := self._withdrawal_timers.pop(request.id, None):
            timer.cancel()
        connection.request_id = request.id
        connection.send("wish", encode("wish", seat=request.seat, code=request.code, token=secret))

    def _withdraw_request(self, connection: Connection) -> None:
        if connection.request_id is not None:
            self._tokens.requests.pop(connection.request_id, None)
            self._withdrawal_timers.pop(connection.request_id, None)
            self._request_secrets = {
                secret: request_id
                for secret, request_id in self._request_secrets.items()
                if request_id != connection.request_id
            }
            self.tell(RequestWithdrawn(connection.request_id))
            connection.request_id = None

    def _leave(self, connection: Connection) -> None:
        if connection.request_id is not None:
            self._withdraw_request(connection)
            connection.send("wish", encode("wish", seat=None, code=""))
        elif connection.seat is not None:
            seat = connection.seat
            self.take_back(seat)
            self.tell(SeatReturned(seat))

    # decisions

    def _act(self, connection: Connection, id: int, moment: int, payload: protocol.Payload) -> None:
        seat = connection.seat
        connection.page.decide(id)
        if seat is None:
            self._refuse_decision(connection, m("You have no seat."), "no seat")
        elif self._game is None or not (moment == self._moment or (self._game.is_turnless and moment < self._moment)):
            self._refuse_decision(connection, m("Things have changed since: look again."), "old moment")
        elif seat in self._undecided:
            self._refuse_decision(connection, m("One thing at a time."), "too fast")
        else:
            try:
                decision = protocol.parse_decision(self._game, seat, moment, payload)
            except BadMessage as error:
                self._refuse_decision(connection, m("That cannot be read: {why}.", why=str(error)), "bad action")
                return
            self._undecided.add(seat)
            self._deciding_pages[seat] = connection.page
            self._acknowledge(connection, moment)
            self.tell(decision)

    def _refuse_decision(self, connection: Connection, words: Words, why: str) -> None:
        """Refuse a decision, and keep the refusal for a page that repeats it."""
        connection.page.refusal = Refusal(words)
        self._send_refusal(connection, words)
        self.count_refusal(why)

    def _preview(self, connection: Connection, message: protocol.PreviewAction) -> None:
        if connection.seat is None or self._game is None or message.moment != self._moment:
            return
        try:
            action = protocol.parse_action(self._game, bytes(message.action), connection.seat)
        except BadMessage:
            self.count_refusal("bad action")
            return
        self.tell(PreviewRequest(connection.seat, message.n, message.moment, action, connection.language))

    def answer(self, seat: int, kind: str, message: str) -> None:
        """Send a preview or a hint to the seat that asked for it."""
        if seat in self._seated:
            self._seated[seat].send(kind, message)

    def _acknowledge(self, connection: Connection, moment: int) -> None:
        """Tell a page that its decision has arrived.

        A page that misses this repeats the decision with the same id: see `_answer_repeated`.
        """
        connection.send("got", encode("got", moment=moment))

    def _send_refusal(self, connection: Connection, words: Words, reader: Reader = ANYBODY, rule: str = "") -> None:
        reader = Reader(reader.names, connection.seat, connection.language, reader.tile)
        connection.send("no", encode("no", words=say(words, reader, begin=True), rule=rule))


def _normalize_name(name: str) -> str:
    """Return a form that is equal for names that people take for the same."""
    return tidy_name(name).strip().casefold()


def _encode_invitation(url: str, code: str) -> str:
    """Return the wire message with the address, the code and the picture to scan.

    `code` is the code of the evening, empty if the page may not show it. `rows` are the squares of the picture, "1" for
    dark.
    """
    import segno

    address = f"{url}#{code}" if code else url
    rows: list[Json] = [
        "".join("1" if dark else "0" for dark in row) for row in segno.make(address, micro=False).matrix
    ]
    return encode("invite", url=url, code=code, rows=rows)


def _to_news(seat: int, language: str, message: Message) -> News | None:
    """Convert a message that needs a seat into news for the app."""
    match message:
        case protocol.AskHint(moment=moment):
            return HintRequest(seat, moment, language)
        case protocol.ReadAim():
            return AimRead(seat)
        case protocol.NeedTime(more=more):
            return TimeRequest(seat, more)
        case protocol.GiveOrder(do=do, seat=target):
            return HostOrder(seat, do, target)
        case protocol.MayStandIn(seat=target):
            return StandInRequest(seat, target)
        case protocol.SuggestWording(now=current, better=better):
            return WordingSuggestion(current, better, language)
    return None
