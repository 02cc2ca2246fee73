"""Everybody who is connected: who holds which seat, what they see, what they say. For the server's thread alone."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web

from grenade_salad.core import Game
from grenade_salad.sheets.compose import Posted, Whose
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.text.person_names import LONGEST_NAME, tidy
from grenade_salad.web import protocol
from grenade_salad.web.addresses import crowd
from grenade_salad.web.connection import Connection
from grenade_salad.web.inviting import invite
from grenade_salad.web.page_numbers import Page, Pages, Refusal
from grenade_salad.web.protocol import (
    BadMessage,
    Chaired,
    Here,
    Left,
    Message,
    MoreTime,
    News,
    Reads,
    Reworded,
    StandIn,
    Trial,
    Watched,
    Withdrawn,
    Wondering,
    encode,
)
from grenade_salad.web.tokens import Tokens

if TYPE_CHECKING:
    from grenade_salad.web.connection_limiter import Door

BEAT = 2.0
"""Seconds between two signs of life to every page: it answers each, and counts on the next."""
_SILENT = 7.0
"""Seconds without a word after which a page sleeps: nobody looks at it."""
_GRACE = 6.0
"""Seconds that a wish waits for a page that is loaded again."""
_GREETING = 10.0
"""Seconds in which a connection must say who it is."""
_PARTING = 0.5
"""Seconds that a page has to take its leave when the server stops."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of the code of the evening: none that is taken for another."""
_REFUSED, _ELSEWHERE, _OVER = 4000, 4001, 4002
"""Codes with which the server closes a socket; the page knows them."""


async def _part(connection: Connection) -> None:
    """Take leave of a page, which may be dead."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(connection.end(_OVER, "The host has stopped this."), _PARTING)


class Lobby:
    """`tell` hands news to the app; `names` are the host names under which the page may be opened.

    `code` is the code of the evening; `banned` are addresses and `unwelcome` names that the host has refused for it.
    """

    def __init__(self, tell: Callable[[News], None], names: frozenset[str]) -> None:
        self.tell, self.names = tell, names
        self.code = self.url = ""
        self.invite_anew()
        self.banned: set[str] = set()
        self.unwelcome: set[str] = set()
        self._run = secrets.token_hex(8)
        self._wishers: dict[str, int] = {}
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self._pages = Pages()
        self._decided: dict[int, Page] = {}
        self._pulse: asyncio.Task[None] | None = None
        self.refused: Counter[str] = Counter()
        self.door: Door | None = None
        self._tokens = Tokens()
        self._all: set[Connection] = set()
        self._seated: dict[int, Connection] = {}
        self._moment = -1
        self._game: Game | None = None
        self._claimable: Mapping[int, str] = {}
        self._sheets: Mapping[Whose, str] = {}
        self.files: Mapping[str, bytes] = {}
        self._unheard: set[int] = set()

    def refuse(self, why: str) -> None:
        """Count something that was refused."""
        self.refused[why] += 1

    # what the app says

    def invite_anew(self) -> None:
        """A code of the evening."""
        self.code = "".join(secrets.choice(_LETTERS) for _ in range(6))

    def post(self, posted: Posted) -> None:
        """Send everybody the sheet of their seat."""
        if posted.moment != self._moment:
            self._unheard.clear()
        self._moment, self._game, self._claimable = posted.moment, posted.game, posted.claimable
        self._sheets, self.files = posted.sheets, posted.files
        for connection in self._all:
            self._show(connection)

    def restore(self, digests: Mapping[int, str]) -> None:
        """Phones had these seats before the program was started again: they come back by their tokens."""
        self._tokens.digests.update(digests)

    def admit(self, wish: int, token: str) -> None:
        """The phone that asked has the seat from now on, and gets its token."""
        asked = self._tokens.wishes.get(wish)
        connection = next((one for one in self._all if one.wish == wish), None)
        if asked is None or connection is None:
            self._tokens.wishes.pop(wish, None)
            return
        if self._tokens.held(asked.seat):
            self.take_back(asked.seat)
        connection.wish = None
        self._tokens.admit(asked, token)
        self._tell_seat(connection, asked.seat, token)
        self._sit_down(connection, asked.seat)
        for other in [one for one in self._tokens.wishes.values() if one.seat == asked.seat]:
            self.reject(other.id)

    def reject(self, wish: int) -> None:
        """The phone that asked does not get the seat."""
        self._tokens.wishes.pop(wish, None)
        for connection in self._all:
            if connection.wish == wish:
                connection.wish = None
                connection.send("wish", encode("wish", seat=None, code=""))
                self._no(connection, m("The host gave the seat to somebody else, or kept it free."))

    def take_back(self, seat: int) -> None:
        """The seat is no phone's any more."""
        self._tokens.release(seat)
        self._unheard.discard(seat)
        self._decided.pop(seat, None)
        connection = self._seated.pop(seat, None)
        if connection is not None:
            self._stand_up(connection)

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Phones go to the seats of their players, the others' tokens are worth nothing any more."""
        for seat, to in moves.items():
            if to is None:
                self.take_back(seat)
        kept = {seat: to for seat, to in moves.items() if to is not None}
        self._tokens.reseat(kept)
        self._unheard.clear()
        self._decided = {kept[seat]: page for seat, page in self._decided.items() if seat in kept}
        self._seated = {kept[seat]: connection for seat, connection in self._seated.items() if seat in kept}
        for seat, connection in self._seated.items():
            if connection.seat != seat:
                connection.seat = seat
                self._tell_seat(connection, seat)

    def say_no(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None:
        """A decision was not carried out; another one may come."""
        self.refuse("not legal")
        self.heard(seat)
        if (page := self._decided.get(seat)) is not None:
            page.refusal = Refusal(words, tuple(names), rule)
        if seat in self._seated:
            self._no(self._seated[seat], words, names, rule)

    def heard(self, seat: int) -> None:
        """The app has dealt with a decision."""
        self._unheard.discard(seat)

    async def close(self) -> None:
        """End all connections."""
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None
        await asyncio.gather(*(_part(connection) for connection in self._all))

    # connections

    async def talk(
        self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None, address: str, language: str = "en"
    ) -> None:
        """Serve one open page until it closes."""
        connection = Connection(socket, transport, address, language)
        self.tell(Reads(language))
        self._all.add(connection)
        loop = asyncio.get_running_loop()
        if self._pulse is None:
            self._pulse = loop.create_task(self._beat())
        writer = loop.create_task(connection.write())
        impatient = loop.call_later(_GREETING, lambda: None if connection.greeted else self._put_out(connection))
        try:
            async for message in socket:
                if connection.too_many():
                    self.refuse("too many messages")
                    await connection.end(_REFUSED, "That were too many messages.")
                    break
                if message.type is WSMsgType.ERROR:
                    error = socket.exception()
                    oversize = isinstance(error, WebSocketError) and error.code == WSCloseCode.MESSAGE_TOO_BIG
                    self.refuse("oversize" if oversize else "broken")
                    break
                if message.type is not WSMsgType.TEXT or not self._understood(connection, message.data):
                    self.refuse("malformed")
                    await connection.end(_REFUSED, "This page does not understand that.")
                    break
        finally:
            impatient.cancel()
            writer.cancel()
            self._gone(connection)

    def _put_out(self, connection: Connection) -> None:
        self.refuse("silent")
        if isinstance(connection.transport, asyncio.WriteTransport):
            connection.transport.abort()

    def _gone(self, connection: Connection) -> None:
        self._all.discard(connection)
        self._pages.close(connection.page)
        if connection.watches:
            self._tell_watchers()
        if connection.wish is not None:
            later = asyncio.get_running_loop().call_later(_GRACE, self._withdraw, connection)
            self._leaving[connection.wish] = later
        seat = connection.seat
        if seat is not None and self._seated.get(seat) is connection:
            del self._seated[seat]
            self.tell(Here(seat, False))

    def _understood(self, connection: Connection, raw: str) -> bool:
        try:
            message = protocol.read(raw)
        except BadMessage:
            return False
        if isinstance(message, protocol.Hello) == connection.greeted:
            return False
        if isinstance(message, protocol.Numbered) and not connection.page.hear(message.id):
            self._hear_again(connection, message)
        else:
            self._heard_from(connection, message)
        return True

    def _hear_again(self, connection: Connection, message: protocol.Numbered) -> None:
        """Nothing is done twice; a page that says its last decision again missed the answer, and gets it again."""
        self._mark(connection, True)
        self.refuse("said before")
        page = connection.page
        if isinstance(message, protocol.Act | protocol.AtScreen | protocol.Rest) and message.id == page.decision:
            if page.refusal is None:
                self._acknowledge(connection, message.moment)
            else:
                self._no(connection, page.refusal.words, page.refusal.names, page.refusal.rule)

    def _heard_from(self, connection: Connection, message: Message) -> None:
        self._mark(connection, True)
        match message:
            case protocol.Hello(token=token, wish=wish):
                connection.greeted, connection.page = True, self._pages.find(message.page)
                if message.watch:
                    self._watch(connection, message.code)
                self._greet(connection, token)
                if connection.seat is None and wish is not None:
                    self._wish_again(connection, wish)
            case protocol.Beat(ask=ask):
                if ask:
                    connection.send("beat", encode("beat"))
            case protocol.Ask():
                self._claim(connection, message)
            case protocol.Act(moment=moment):
                self._act(connection, message.id, moment, (bytes(message.action), *map(bytes, message.more)))
            case protocol.AtScreen(moment=moment):
                self._act(connection, message.id, moment, "screen")
            case protocol.Rest(moment=moment):
                self._act(connection, message.id, moment, "rest")
            case protocol.Try():
                self._try(connection, message)
            case protocol.Leave():
                self._leave(connection)
            case _ if connection.seat is not None:
                if said := _said_by(connection.seat, connection.language, message):
                    self.tell(said)

    def _greet(self, connection: Connection, token: str | None) -> None:
        seat = None if token is None else self._tokens.seat_of(token)
        kept = None
        if token is not None and seat is None:
            self.refuse("unknown token")
            if self._game is None:  # Nothing is played: the match of that token may go on later.
                kept = token
            else:
                connection.send("forgotten", encode("forgotten"))
        self._tell_seat(connection, seat, kept)
        if seat is not None:
            self._sit_down(connection, seat)
        else:
            self._show(connection)

    def _sit_down(self, connection: Connection, seat: int) -> None:
        """The newest page of a phone has its seat; an older one is told so."""
        before = self._seated.get(seat)
        connection.seat = seat
        self._seated[seat] = connection
        if self.door is not None:
            self.door.keep(connection.transport, True)
        if before is not None and before is not connection:
            before.seat = None
            if self.door is not None:
                self.door.keep(before.transport, False)
            asyncio.get_running_loop().create_task(before.end(_ELSEWHERE, "The seat was opened in another page."))
        connection.awake = True
        self.tell(Here(seat, True))
        self._show(connection)

    def _tell_seat(self, connection: Connection, seat: int | None, token: str | None = None) -> None:
        """Which seat the page has; a token is said to the page that gets it, or that is to keep its own.

        A new `run` is a new start.
        """
        connection.send("you", encode("you", seat=seat, token=token, run=self._run))

    async def _beat(self) -> None:
        """Signs of life both ways: a page that says nothing for a while sleeps, and is back with its first word."""
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            for connection in [one for one in self._all if one.greeted]:
                self._mark(connection, now - connection.heard < _SILENT)
                connection.send("beat", encode("beat"))

    def _mark(self, connection: Connection, awake: bool) -> None:
        changed, connection.awake = awake != connection.awake, awake
        if changed and connection.seat is not None:
            self.tell(Here(connection.seat, awake))

    def _stand_up(self, connection: Connection) -> None:
        connection.seat = None
        if self.door is not None:
            self.door.keep(connection.transport, False)
        self._tell_seat(connection, None)
        self._show(connection)

    def _show(self, connection: Connection) -> None:
        sheets, seat = self._sheets, connection.seat
        if connection.greeted and (sheet := sheets.get((seat, connection.language)) or sheets.get((seat, "en"))):
            connection.send("table", sheet)

    # pages that show the table to all

    def show(self, messages: Mapping[str, str], ways: str = "") -> None:
        """Tell them what moves, each in its language, and all others the ways of what slides."""
        for connection in [one for one in self._all if one.watches]:
            connection.send("show", messages.get(connection.language, messages["en"]))
        for connection in [one for one in self._all if ways and one.greeted and not one.watches]:
            connection.send("ways", ways)

    def _watch(self, connection: Connection, code: str) -> None:
        """It shows where phones find the table; and the code to whom knows it already, who may say it so often."""
        connection.watches = True
        knows = bool(code) and self._tokens.may(crowd(connection.address))
        if knows and not hmac.compare_digest(code.encode(), self.code.encode()):
            self.refuse("wrong code")
            knows = False
        connection.send("invite", invite(self.url, self.code if knows else ""))
        self._tell_watchers()

    def _tell_watchers(self) -> None:
        self.tell(Watched(sum(one.watches for one in self._all)))

    # wishes

    def ban(self, address: str, name: str) -> None:
        """No phone of that address, and nobody of that name, is let in this evening."""
        self.banned.add(address)
        if name:
            self.unwelcome.add(_called(name))

    def _claim(self, connection: Connection, ask: protocol.Ask) -> None:
        seat = ask.seat
        if connection.seat is not None:
            self._no(connection, m("You have a seat."))
            self.refuse("second seat")
        elif connection.wish is not None and self._tokens.wishes[connection.wish].seat == seat:
            self.refuse("the same wish")
        elif seat not in self._claimable or self._tokens.held(seat):
            self._no(connection, m("That seat is taken."))
            self.refuse("taken seat")
        elif ask.who is not None and ask.who != self._claimable[seat]:
            self._no(connection, m("The seats have changed in the meantime: choose again."))
            self.refuse("other seat")
        elif connection.address in self.banned or _called(ask.name) in self.unwelcome:
            self._no(connection, m("The host won't let this phone in again this evening."))
            self.refuse("banned")
        else:
            self._withdraw(connection)
            invited = hmac.compare_digest(ask.code.encode(), self.code.encode())
            name = tidy(ask.name).strip()[:LONGEST_NAME]
            wish = self._tokens.wish(seat, connection.address, name, invited, ask.face, connection.language)
            if wish is None:
                self._no(connection, m("Too many phones are asking at once. Try again in a moment."))
                self.refuse("too many wishes")
                return
            connection.wish = wish.id
            secret = secrets.token_urlsafe(16)
            self._wishers[secret] = wish.id
            connection.send("wish", encode("wish", seat=seat, code=wish.code, token=secret))
            self.tell(wish)

    def _wish_again(self, connection: Connection, secret: str) -> None:
        """A page that was loaded again has the wish of the one before; with None it learns that there is none."""
        wish = self._tokens.wishes.get(self._wishers.get(secret, 0))
        if wish is None or any(one.wish == wish.id for one in self._all):
            connection.send("wish", encode("wish", seat=None, code=""))
            return
        if later := self._leaving.pop(wish.id, None):
            later.cancel()
        connection.wish = wish.id
        connection.send("wish", encode("wish", seat=wish.seat, code=wish.code, token=secret))

    def _withdraw(self, connection: Connection) -> None:
        if connection.wish is not None:
            self._tokens.wishes.pop(connection.wish, None)
            self._leaving.pop(connection.wish, None)
            self._wishers = {secret: wish for secret, wish in self._wishers.items() if wish != connection.wish}
            self.tell(Withdrawn(connection.wish))
            connection.wish = None

    def _leave(self, connection: Connection) -> None:
        if connection.wish is not None:
            self._withdraw(connection)
            connection.send("wish", encode("wish", seat=None, code=""))
        elif connection.seat is not None:
            seat = connection.seat
            self.take_back(seat)
            self.tell(Left(seat))

    # decisions

    def _act(self, connection: Connection, id: int, moment: int, said: protocol.Said) -> None:
        seat = connection.seat
        connection.page.decide(id)
        if seat is None:
            self._no_decision(connection, m("You have no seat."), "no seat")
        elif self._game is None or not (moment == self._moment or (self._game.is_turnless and moment < self._moment)):
            self._no_decision(connection, m("Things have changed since: look again."), "old moment")
        elif seat in self._unheard:
            self._no_decision(connection, m("One thing at a time."), "too fast")
        else:
            try:
                decided = protocol.decision(self._game, seat, moment, said)
            except BadMessage as error:
                self._no_decision(connection, m("That cannot be read: {why}.", why=str(error)), "bad action")
                return
            self._unheard.add(seat)
            self._decided[seat] = connection.page
            self._acknowledge(connection, moment)
            self.tell(decided)

    def _no_decision(self, connection: Connection, words: Words, why: str) -> None:
        """Refuse a decision; a page that says it again is refused again."""
        connection.page.refusal = Refusal(words)
        self._no(connection, words)
        self.refuse(why)

    def _try(self, connection: Connection, message: protocol.Try) -> None:
        if connection.seat is None or self._game is None or message.moment != self._moment:
            return
        try:
            action = protocol.action(self._game, bytes(message.action), connection.seat)
        except BadMessage:
            self.refuse("bad action")
            return
        self.tell(Trial(connection.seat, message.n, message.moment, action, connection.language))

    def answer(self, seat: int, kind: str, message: str) -> None:
        """What would happen, or what a machine would do, for the seat that asked."""
        if seat in self._seated:
            self._seated[seat].send(kind, message)

    def _acknowledge(self, connection: Connection, moment: int) -> None:
        """The table has it. A page that did not hear this says it again, with the same id: see `_hear_again`."""
        connection.send("got", encode("got", moment=moment))

    def _no(self, connection: Connection, words: Words, names: Sequence[str] = (), rule: str = "") -> None:
        reader = Reader(names, connection.seat, connection.language)
        connection.send("no", encode("no", words=say(words, reader, begin=True), rule=rule))


def _called(name: str) -> str:
    """The same for names that people take for the same."""
    return tidy(name).strip().casefold()


def _said_by(seat: int, language: str, message: Message) -> News | None:
    """What only somebody with a seat may say, as the client of the server is told it."""
    match message:
        case protocol.Advise(moment=moment):
            return Wondering(seat, moment, language)
        case protocol.Time(more=more):
            return MoreTime(seat, more)
        case protocol.Chair(do=do, seat=other):
            return Chaired(seat, do, other)
        case protocol.MayStandIn(seat=other):
            return StandIn(seat, other)
        case protocol.Wrong(now=now, better=better):
            return Reworded(now, better, language)
    return None
