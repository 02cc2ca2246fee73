"""Phones at the table, seen from the app: one server for the set-up and for the matches after it.

The app calls `update` once a frame. What phones see is published when all that happened has been shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from grenade_salad.core import Game, Json
from grenade_salad.match.match import Match
from grenade_salad.match.seats import Controller
from grenade_salad.phone.addresses import Address, found
from grenade_salad.phone.protocol import Decision, Here, Left, Reached, Wish, Withdrawn, encode
from grenade_salad.phone.sheet import LOG_LINES, Kind, Table, lobby, sheet

if TYPE_CHECKING:
    from grenade_salad.app.app import App
    from grenade_salad.core import Event

_KINDS: dict[str, Kind] = {"person": "screen", "phone": "phone", "bot": "machine"}


@dataclass(frozen=True)
class Moment:
    """What a scene with a match shows at rest: `number` differs whenever another decision would be answered."""

    match: Match
    number: tuple[int, int]
    events: Sequence[Sequence[Event]]
    answered: frozenset[int] = frozenset()
    seconds: float = 0.0
    paused: str = ""
    listening: bool = True


@runtime_checkable
class Host(Protocol):
    """A scene whose seats phones can have."""

    def table_title(self) -> str:
        """What is played."""

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        """Name and controller of each seat."""

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Somebody else decides for a seat from now on."""

    def phones_wait(self) -> bool:
        """Whether something that happened is still to be shown."""

    def phones_see(self) -> Moment | None:
        """What phones may see; None before a match."""


class Hosting:
    """Runs from `start` to `stop`; `addresses` are this machine's, the likeliest first, `at` is the chosen one."""

    def __init__(self, app: App, names: frozenset[str] = frozenset()) -> None:
        from grenade_salad.phone.server import PhoneServer

        self.app = app
        self.server = PhoneServer(names)
        self.addresses: list[Address] = []
        self.at = 0
        self.wishes: dict[int, Wish] = {}
        self.here: set[int] = set()
        self.reached: dict[str, int] = {}
        self.decisions: list[Decision] = []
        self.changes = 0
        """Grows with whatever the host's scene shows."""
        self._moment = 0
        self._number: object = None
        self._shown: object = None
        self._phones: dict[int, str] = {}

    def start(self, addresses: Sequence[Address] = ()) -> None:
        """Listen at the first of the addresses. Raises OSError."""
        self.addresses = list(addresses) or found()
        self.server.start(self.addresses[0].ip)

    def switch(self) -> None:
        """Listen at the next address instead. Raises OSError."""
        self.at = (self.at + 1) % len(self.addresses)
        self._changed()
        self.server.move(self.addresses[self.at].ip)

    def stop(self) -> None:
        """Listen no longer; seats of phones go back to the screen."""
        host = self.host()
        for seat in self._phone_seats(host):
            assert host is not None
            host.give_seat(seat, Controller())
        self.close()

    def close(self) -> None:
        """Listen no longer; the app ends."""
        self.server.stop()
        self.app.phones = None

    def admit(self, wish: Wish) -> None:
        """The host lets a phone have its seat."""
        self.wishes.pop(wish.id, None)
        host = self.host()
        if host is None or wish.seat >= len(host.table_seats()):
            self.server.reject(wish.id)
            return
        self.server.admit(wish.id)
        self._phones[wish.seat] = host.table_seats()[wish.seat][0]
        host.give_seat(wish.seat, Controller("phone"))
        self._changed()

    def reject(self, wish: Wish) -> None:
        """The host does not."""
        self.wishes.pop(wish.id, None)
        self.server.reject(wish.id)
        self._changed()

    def refuse(self, seat: int, words: str) -> None:
        """Say to a phone why its decision was not carried out."""
        self.server.refuse(seat, words[:1].upper() + words[1:])

    def counts(self) -> dict[str, int]:
        """How much was refused so far, by its reason."""
        return self.server.counts()

    def host(self) -> Host | None:
        """The scene that has the seats now."""
        return next((scene for scene in reversed(self.app.stack) if isinstance(scene, Host)), None)

    # each frame

    def update(self) -> None:
        """Hear what phones said, and publish what they may see."""
        for news in self.server.news():
            self._hear(news)
        host = self.host()
        self._follow(host)
        moment = host.phones_see() if host is not None else None
        if moment is None or host is None or not host.phones_wait():
            self._publish(host, moment)
        elif not isinstance(self.app.scene, Host):
            self._publish(host, replace(moment, listening=False))

    def current(self, decision: Decision, moment: Moment) -> bool:
        """Whether a decision answers what the scene shows."""
        return decision.moment == self._moment and self._number == (id(moment.match), moment.number)

    def _hear(self, news: object) -> None:
        match news:
            case Decision():
                self.decisions.append(news)
                return
            case Wish():
                self.wishes[news.id] = news
                self._tell_host(news)
            case Withdrawn():
                self.wishes.pop(news.id, None)
            case Here():
                (self.here.add if news.here else self.here.discard)(news.seat)
            case Left():
                self._phones.pop(news.seat, None)
                host = self.host()
                if host is not None and news.seat in self._phone_seats(host):
                    host.give_seat(news.seat, Controller())
                    self.app.say(f"{host.table_seats()[news.seat][0]}'s phone gave the seat back to this screen.")
            case Reached():
                self.reached[news.address] = self.reached.get(news.address, 0) + 1
        self._changed()

    def _tell_host(self, wish: Wish) -> None:
        from grenade_salad.app.scenes.phones import PhonesScene

        host = self.host()
        if isinstance(self.app.scene, PhonesScene):
            return  # It stands there, and a note would lie over it.
        if host is not None and wish.seat < len(host.table_seats()):
            name = host.table_seats()[wish.seat][0]
            self.app.say(f"A phone (code {wish.code}) would like {name}'s seat: see Phones in the menu.", seconds=12)

    def _follow(self, host: Host | None) -> None:
        """Seats that were given to somebody else lose their phone; one that moved with its player keeps it."""
        if host is None or not self._phones:
            return
        seats = host.table_seats()
        phones = {seat: name for seat, (name, controller) in enumerate(seats) if controller.kind == "phone"}
        if phones == self._phones:
            return
        places = {name: seat for seat, name in phones.items()}
        moves = {seat: places.get(name) for seat, name in self._phones.items()}
        if any(seat is None for seat in moves.values()) and phones.keys() == self._phones.keys():
            moves = {seat: seat for seat in phones}
        self.server.reseat(moves)
        self.here = {new for old, new in moves.items() if new is not None and old in self.here}
        self._phones = {new: phones[new] for new in moves.values() if new is not None}
        self._changed()

    # publishing

    def _publish(self, host: Host | None, moment: Moment | None) -> None:
        number = (id(moment.match), moment.number) if moment is not None else None
        if number != self._number or self._shown is None:
            self._number = number
            self._moment += 1
        table = self._table(host, moment)
        shown = (self._number, table)
        if shown != self._shown:
            self._shown = shown
            self._post(table, moment)

    def _table(self, host: Host | None, moment: Moment | None) -> Table:
        seats = host.table_seats() if host is not None else ()
        table = Table(
            moment=self._moment,
            title=host.table_title() if host is not None else "Grenade Salad",
            names=tuple(name for name, _ in seats),
            kinds=tuple(_KINDS[controller.kind] for _, controller in seats),
            here=frozenset(self.here),
        )
        if moment is None:
            return table
        return replace(
            table,
            answered=moment.answered,
            seconds=moment.seconds,
            paused=moment.paused,
            listening=moment.listening,
        )

    def _post(self, table: Table, moment: Moment | None) -> None:
        from grenade_salad.phone.server import Posted

        to_whom = (None, *(seat for seat, kind in enumerate(table.kinds) if kind == "phone"))
        if moment is None:
            sheets = {seat: _message(lobby(table, seat)) for seat in to_whom}
        else:
            history = [event for events in moment.events[-LOG_LINES:] for event in events][-LOG_LINES:]
            sheets = {seat: _message(sheet(moment.match.state, seat, table, history)) for seat in to_whom}
        game: Game | None = moment.match.game if moment is not None else None
        claimable = frozenset(seat for seat, kind in enumerate(table.kinds) if kind != "phone")
        self.server.publish(Posted(table.moment, game, claimable, sheets))

    def _phone_seats(self, host: Host | None) -> list[int]:
        seats = host.table_seats() if host is not None else ()
        return [seat for seat, (_, controller) in enumerate(seats) if controller.kind == "phone"]

    def _changed(self) -> None:
        self.changes += 1


def _message(facts: dict[str, Json]) -> str:
    return encode("table", **facts)
