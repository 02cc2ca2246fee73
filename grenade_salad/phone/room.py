"""Everybody who is connected: who holds which seat, what they see, what they say. For the server's thread alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web

from grenade_salad.core import Game
from grenade_salad.phone import protocol
from grenade_salad.phone.connection import Connection
from grenade_salad.phone.protocol import BadMessage, Decision, Here, Left, Message, News, Withdrawn, encode
from grenade_salad.phone.tokens import Tokens

if TYPE_CHECKING:
    from grenade_salad.phone.door import Door

_GREETING = 10.0
"""Seconds in which a connection must say who it is."""
_REFUSED, _ELSEWHERE, _OVER = 4000, 4001, 4002
"""Codes with which the server closes a socket; the page knows them."""


class Room:
    """`tell` hands news to the app; `names` are the host names under which the page may be opened."""

    def __init__(self, tell: Callable[[News], None], names: frozenset[str]) -> None:
        self.tell, self.names = tell, names
        self.refused: Counter[str] = Counter()
        self.door: Door | None = None
        self._tokens = Tokens()
        self._all: set[Connection] = set()
        self._seated: dict[int, Connection] = {}
        self._moment = -1
        self._game: Game | None = None
        self._claimable: frozenset[int] = frozenset()
        self._sheets: Mapping[int | None, str] = {}
        self._unheard: set[int] = set()

    def refuse(self, why: str) -> None:
        """Count something that was refused."""
        self.refused[why] += 1

    # what the app says

    def post(self, moment: int, game: Game | None, claimable: frozenset[int], sheets: Mapping[int | None, str]) -> None:
        """Send everybody the sheet of their seat."""
        if moment != self._moment:
            self._unheard.clear()
        self._moment, self._game, self._claimable, self._sheets = moment, game, claimable, sheets
        for connection in self._all:
            self._show(connection)

    def admit(self, wish: int) -> None:
        """The phone that asked has the seat from now on, and gets its token."""
        asked = self._tokens.wishes.get(wish)
        connection = next((one for one in self._all if one.wish == wish), None)
        if asked is None or connection is None:
            return
        if self._tokens.held(asked.seat):
            self.take_back(asked.seat)
        connection.wish = None
        token = self._tokens.admit(asked)
        connection.send("you", encode("you", seat=asked.seat, token=token))
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
                connection.send("no", encode("no", words="The host has given the seat to nobody, or to somebody else."))

    def take_back(self, seat: int) -> None:
        """The seat is no phone's any more."""
        self._tokens.release(seat)
        self._unheard.discard(seat)
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
        self._seated = {kept[seat]: connection for seat, connection in self._seated.items() if seat in kept}
        for seat, connection in self._seated.items():
            if connection.seat != seat:
                connection.seat = seat
                connection.send("you", encode("you", seat=seat, token=self._tokens.token(seat)))

    def say_no(self, seat: int, words: str) -> None:
        """A decision was not carried out; another one may come."""
        self.refuse("not legal")
        self.heard(seat)
        if seat in self._seated:
            self._no(self._seated[seat], words)

    def heard(self, seat: int) -> None:
        """The app has dealt with a decision."""
        self._unheard.discard(seat)

    async def close(self) -> None:
        """End all connections."""
        for connection in list(self._all):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(connection.end(_OVER, "The host has stopped this."), 0.5)

    # connections

    async def talk(self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None, address: str) -> None:
        """Serve one open page until it closes."""
        connection = Connection(socket, transport, address)
        self._all.add(connection)
        loop = asyncio.get_running_loop()
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
        self._withdraw(connection)
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
        self._heard_from(connection, message)
        return True

    def _heard_from(self, connection: Connection, message: Message) -> None:
        match message:
            case protocol.Hello(token=token):
                connection.greeted = True
                self._greet(connection, token)
            case protocol.Ask(seat=seat):
                self._claim(connection, seat)
            case protocol.Act() | protocol.AtScreen():
                self._act(connection, message)
            case protocol.Leave():
                self._leave(connection)

    def _greet(self, connection: Connection, token: str | None) -> None:
        seat = None if token is None else self._tokens.seat_of(token)
        if token is not None and seat is None:
            self.refuse("unknown token")
            connection.send("forgotten", encode("forgotten"))
        connection.send("you", encode("you", seat=seat, token=token if seat is not None else None))
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
        self.tell(Here(seat, True))
        self._show(connection)

    def _stand_up(self, connection: Connection) -> None:
        connection.seat = None
        if self.door is not None:
            self.door.keep(connection.transport, False)
        connection.send("you", encode("you", seat=None, token=None))
        self._show(connection)

    def _show(self, connection: Connection) -> None:
        sheet = self._sheets.get(connection.seat)
        if connection.greeted and sheet is not None:
            connection.send("table", sheet)

    # wishes

    def _claim(self, connection: Connection, seat: int) -> None:
        if connection.seat is not None:
            self._no(connection, "You have a seat.")
            self.refuse("second seat")
        elif seat not in self._claimable or self._tokens.held(seat):
            self._no(connection, "That seat is taken.")
            self.refuse("taken seat")
        else:
            self._withdraw(connection)
            wish = self._tokens.wish(seat, connection.address)
            if wish is None:
                self._no(connection, "Too many phones ask at once. Try again in a moment.")
                self.refuse("too many wishes")
                return
            connection.wish = wish.id
            connection.send("wish", encode("wish", seat=seat, code=wish.code))
            self.tell(wish)

    def _withdraw(self, connection: Connection) -> None:
        if connection.wish is not None:
            self._tokens.wishes.pop(connection.wish, None)
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

    def _act(self, connection: Connection, message: protocol.Act | protocol.AtScreen) -> None:
        seat = connection.seat
        if seat is None or self._game is None:
            self._no(connection, "You have no seat.")
            self.refuse("no seat")
        elif message.moment != self._moment:
            self._no(connection, "Something has happened since: look again.")
            self.refuse("old moment")
        elif seat in self._unheard:
            self._no(connection, "One thing after another.")
            self.refuse("too fast")
        else:
            try:
                raw = bytes(message.action) if isinstance(message, protocol.Act) else None
                action = protocol.action(self._game, raw, seat) if raw is not None else None
            except BadMessage as error:
                self._no(connection, f"That cannot be read: {error}.")
                self.refuse("bad action")
                return
            self._unheard.add(seat)
            self.tell(Decision(seat, message.moment, action))

    def _no(self, connection: Connection, words: str) -> None:
        connection.send("no", encode("no", words=words))
