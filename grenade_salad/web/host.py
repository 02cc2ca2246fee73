"""Phones at the table: one server for the set-up and for the matches after it.

Whoever has the table, a window or a terminal, calls `update` again and again: it hears what phones said, and publishes
what they may see once all that happened has been shown. `serve` hands their decisions to the running match.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from grenade_salad.core import registry
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import Over
from grenade_salad.session.session import Session, Shown
from grenade_salad.sheets.compose import Kind, Table
from grenade_salad.system.crash_reports import Often
from grenade_salad.text import Words, m
from grenade_salad.web import saved_seats
from grenade_salad.web.absence import Absences, awaited
from grenade_salad.web.addresses import Address, beside, found
from grenade_salad.web.approvals import AskedFirst, asks
from grenade_salad.web.decisions import carry_out, tell_why, why_not, write_down
from grenade_salad.web.host_screen import Host, Venue, moved, phone_seats
from grenade_salad.web.moments import Moments
from grenade_salad.web.protocol import (
    Chaired,
    Decision,
    Here,
    Left,
    MoreTime,
    Reached,
    Reads,
    Reworded,
    StandIn,
    Trial,
    Trouble,
    Watched,
    Wish,
    Withdrawn,
    Wondering,
)
from grenade_salad.web.questions import Questions, who_may_ask
from grenade_salad.web.snapshots import Position, asked, posted, shows

MORE_TIME = 4.0
"""How many times as long a window is open if somebody needs more time."""
_KINDS: dict[str, Kind] = {"person": "screen", "phone": "phone", "bot": "machine", "nobody": "nobody"}


class Hosting:
    """Runs from `start` to `stop`; `addresses` are this machine's, the likeliest first, `at` is the chosen one.

    Phones of a match in the journal come back into their seats when the program was started again, if `folder` is
    given, by what is kept there. With `asks` nobody gets a seat without the host; else who has scanned the code of the
    evening does.
    """

    def __init__(self, venue: Venue, names: frozenset[str] = frozenset(), folder: Path | None = None) -> None:
        from grenade_salad.web.socket_server import PhoneServer

        self.venue, self.folder = venue, folder
        self.asks = True
        self.chairs = False
        """Whether the first phone is the host as well."""
        self._order: list[int] = []
        self._strangers: set[int] = set()
        """Who sat down at an empty table without the code: they are the host until somebody comes who has it."""
        self._absences = Absences()
        self.asked = AskedFirst()
        self.stand_ins: set[int] = set()
        """Seats that a machine plays for until their phone is back."""
        self._digests: dict[int, str] = {}
        self._kept: saved_seats.Seats | None = None
        self.server = PhoneServer(names)
        self.addresses: list[Address] = []
        self.at = 0
        self.wishes: dict[int, Wish] = {}
        self.here: set[int] = set()
        self.reached: dict[str, int] = {}
        self.decisions: list[Decision] = []
        self.slow: set[int] = set()
        self.watching = 0
        """How many pages show the table to all."""
        self.changes = 0
        """Grows with whatever the host's pages show."""
        self._moments = Moments()
        self._shown: object = None
        self._phones: dict[int, str] = {}
        self._languages = {"en"}
        self._often = Often()
        self._closed = False
        self._questions = Questions(self.server.answer, venue.troubled)

    def start(self, addresses: Sequence[Address] = (), wanted: int | None = None) -> None:
        """Listen at the first of the addresses, and at the `wanted` port alone; without it where it was before, if
        phones may come back, or at any.

        Raises OSError.
        """
        self.addresses = list(addresses) or found()
        kept = self._kept_seats()
        ip, _, port = kept.address.rpartition(":") if kept is not None else ("", "", "")
        places = [at for at, one in enumerate(self.addresses) if one.ip == ip]
        self.at = places[0] if places else 0
        before = int(port) if places else None
        chosen = self.addresses[self.at]
        at = before if wanted is None else wanted
        self.server.start(chosen.ip, at, kept, beside(chosen, self.addresses), is_fixed=wanted is not None)
        if kept is not None and self._address == kept.address:
            self._restore(kept)

    @property
    def _address(self) -> str:
        return f"{self.server.address}:{self.server.port}"

    def _kept_seats(self) -> saved_seats.Seats | None:
        """The seats that phones had, as far as the match has them."""
        match = self._match()
        return None if self.folder is None or match is None else saved_seats.of_match(self.folder, match)

    def _match(self) -> JournaledMatch | None:
        """The match that is played, if it is in the journal."""
        host = self.host()
        session = host.running() if host is not None else None
        return session.match if session is not None and isinstance(session.match, JournaledMatch) else None

    def _restore(self, kept: saved_seats.Seats) -> None:
        """Seats that phones had at this address are theirs again."""
        host = self.host()
        assert host is not None
        names = [name for name, _ in host.table_seats()]
        self._digests = dict(kept.seats)
        self._phones = {seat: names[seat] for seat in self._digests}
        self._order = sorted(self._phones)
        for seat in self._digests:
            host.give_seat(seat, Controller("phone"))

    def _keep(self) -> None:
        """Write down who may come back, when it has changed."""
        match = self._match()
        if self.folder is None or match is None:
            return
        seats = saved_seats.Seats(self._address, match.id, dict(self._digests))
        if seats != self._kept:
            self._kept = seats
            saved_seats.save(self.folder, seats)

    def switch(self) -> None:
        """Listen at the next address instead. Raises OSError."""
        self.at = (self.at + 1) % len(self.addresses)
        self._changed()
        chosen = self.addresses[self.at]
        self.server.move(chosen.ip, beside(chosen, self.addresses))

    def stop(self) -> None:
        """Listen no longer; seats of phones go back to the screen."""
        host = self.host()
        for seat in phone_seats(host, self.stand_ins):
            assert host is not None
            host.give_seat(seat, Controller())
        self.close()

    def close(self) -> None:
        """Listen no longer; the app ends."""
        self._closed = True
        self.server.stop()
        self.venue.closed()

    def admit(self, wish: Wish) -> None:
        """The host lets a phone have its seat."""
        self.wishes.pop(wish.id, None)
        host = self.host()
        if host is None or wish.seat >= len(host.table_seats()):
            self.server.reject(wish.id)
            return
        token = secrets.token_urlsafe(24)
        self._digests[wish.seat] = saved_seats.digest(token)
        self.server.admit(wish.id, token)
        if not self._phones:
            self.venue.opened(wish.language)
        if wish.name:
            host.name_seat(wish.seat, wish.name)
        name = self._phones[wish.seat] = host.table_seats()[wish.seat][0]
        if wish.face is not None and name == wish.name:
            self.venue.dress(name, wish.face)
        self._order.append(wish.seat)
        self.stand_ins.discard(wish.seat)
        self._strangers.discard(wish.seat)
        host.give_seat(wish.seat, Controller("phone"))
        self._changed()

    def reject(self, wish: Wish) -> None:
        """The host does not."""
        self.wishes.pop(wish.id, None)
        self.server.reject(wish.id)
        self._changed()

    def ban(self, wish: Wish) -> None:
        """Nor will it this evening, nor any other phone of that address or for somebody of that name."""
        self.server.ban(wish.address, wish.name)
        for other in list(self.wishes.values()):
            if other.address == wish.address or (wish.name and other.name == wish.name):
                self.reject(other)

    def refuse(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None:
        """Say to a phone why its decision was not carried out, and by which rule."""
        self.server.refuse(seat, words, names, rule)

    def counts(self) -> dict[str, int]:
        """How much was refused so far, by its reason."""
        return self.server.counts()

    def host(self) -> Host | None:
        """What has the seats now."""
        return self.venue.host()

    @property
    def patience(self) -> float:
        """How many times the usual time a reaction window is open, for everybody: somebody needs more."""
        return MORE_TIME if self.slow & self._phones.keys() else 1.0

    # each frame

    def update(self, seconds: float = 0.0) -> None:
        """Hear what phones said, and publish what they may see; so many seconds have passed since the last time."""
        for news in self.server.news():
            self._hear(news)
        if not self.server.alive:
            self._give_up()
            return
        host = self.host()
        self._follow(host)
        self._keep()
        session = host.running() if host is not None else None
        away = self._phones.keys() - self.here
        self._absences.advance(seconds, away, awaited(session, away) if self.venue.attends() else None)
        followed = session is not None and self._moments.follows(session)
        self._questions.answer(session if followed else None, self._moments.now, self.venue.adviser())
        menu = session is not None and not isinstance(session.phase, Over) and not self.venue.attends()
        if session is None or session.rests or menu:
            self._publish(host, session, menu)

    def show(self, shown: Shown, session: Session) -> float:
        """Pages that show the table to all see what happens, and phones the way of what slides; how many seconds that
        takes the former, 0.0 without any: nobody waits for a phone."""
        languages = sorted(self._languages) if self.watching else ()
        moving = shows(shown, session, self._moments.now, languages)
        if moving is None:
            return 0.0
        self.server.show(moving.told, moving.ways)
        return moving.seconds if languages else 0.0

    def serve(self, session: Session) -> None:
        """Hand in what phones decided, as far as it can be done now; what may not be done is refused, with the reason.

        Raises JournalError: a decision could not be written down, and has not happened.
        """
        phones = {seat for seat, one in enumerate(session.controllers) if one.kind == "phone"}
        session.away = frozenset(phones - self.here)
        while session.listens and self.decisions:
            decision = self.decisions.pop(0)
            if decision.seat in phones:
                now = self._moments.answers(decision, session)
                if now and asks(decision) and not why_not(decision, session):
                    self._ask(decision, session)
                    continue
                carry_out(decision, session, now, self.refuse, self.server.settled)
        while session.refused and session.refused[0][0].seat in phones:
            action, reason = session.refused.popleft()
            if action.seat is not None:
                tell_why(action.seat, action, reason, session, self.refuse)

    def _ask(self, decision: Decision, session: Session) -> None:
        """The host has to say yes first."""
        asked = self.asked.add(decision, session)
        self.server.settled(decision.seat)
        self.venue.asked(asked)
        self._changed()

    def decide(self, number: int, yes: bool) -> None:
        """The host has answered what a phone asked for."""
        found = next((one for one in self.asked.waiting if one.number == number), None)
        if (decision := self.asked.answered(number, yes)) is not None:
            self.decisions.append(decision)
        elif found is not None:
            self.refuse(found.seat, m("The host said no."))
        self._changed()

    def _hear(self, news: object) -> None:
        match news:
            case Decision():
                self.decisions.append(news)
                return
            case Trial() | Wondering():
                self._questions.hear(news)
                return
            case Chaired():
                self._do_as_host(news)
                return
            case StandIn():
                if news.other == self.sleeper:
                    self.stand_in(news.other)
                return
            case MoreTime():
                (self.slow.add if news.more else self.slow.discard)(news.seat)
                return
            case Wish():
                if self._may_sit_down(news):
                    self.admit(news)
                    if not news.invited:
                        self._strangers.add(news.seat)
                    return
                self.wishes[news.id] = news
                self.venue.wished(news)
            case Withdrawn():
                self.wishes.pop(news.id, None)
            case Here():
                (self.here.add if news.here else self.here.discard)(news.seat)
                if news.here:
                    self._wake(news.seat)
            case Left():
                self._phones.pop(news.seat, None)
                self._digests.pop(news.seat, None)
                self._order = [seat for seat in self._order if seat != news.seat]
                self.stand_ins.discard(news.seat)
                host = self.host()
                if host is not None and news.seat in phone_seats(host, self.stand_ins):
                    host.give_seat(news.seat, Controller())
                    self.venue.left(news.seat)
            case Reads():
                self._languages.add(news.language)
            case Watched():
                self.watching = news.pages
                return
            case Reworded():
                write_down(news, self.folder)
                return
            case Trouble():
                self.venue.troubled(news.error)
                if self._often():
                    self._give_up()
            case Reached():
                self.reached[news.address] = self.reached.get(news.address, 0) + 1
        self._changed()

    @property
    def chair(self) -> int | None:
        """The seat of the phone that is the host as well: the first one that came, or another one while it is gone."""
        order = sorted(self._order, key=lambda seat: seat in self._strangers)
        return self._absences.chair(order, self.here) if self.chairs else None

    @property
    def sleeper(self) -> int | None:
        """The seat whose phone sleeps in its own turn for so long that a machine may play for it."""
        return self._absences.sleeper

    def stand_in(self, seat: int) -> None:
        """A machine plays for the seat of a phone until that is back."""
        host = self.host()
        if host is not None and seat in self._phones:
            self.stand_ins.add(seat)
            host.give_seat(seat, Controller("bot"))

    def _wake(self, seat: int) -> None:
        """A phone is back: what a machine played for it is its own again."""
        host = self.host()
        if seat in self.stand_ins and host is not None:
            self.stand_ins.discard(seat)
            if seat < len(host.table_seats()) and host.table_seats()[seat][1].kind == "bot":
                host.give_seat(seat, Controller("phone"))

    def _do_as_host(self, wanted: Chaired) -> None:
        host = self.host()
        if wanted.seat != self.chair or host is None:
            self.refuse(wanted.seat, m("Only the first phone can do that."))
            return
        there = 0 <= wanted.other < len(host.table_seats())
        match wanted.do, next((one for one in self.wishes.values() if one.seat == wanted.other), None):
            case "allow" | "deny", _:
                self.decide(wanted.other, wanted.do == "allow")
            case "admit", Wish() as wish:
                self.admit(wish)
            case "reject", Wish() as wish:
                self.reject(wish)
            case "machine", _ if there:
                self.give_to_machine(wanted.other)
            case "screen", _ if there and "screen" in self.venue.orders():
                host.give_seat(wanted.other, Controller())
            case ("begin" | "pause" | "go on") as order, _ if order in self.venue.orders():
                self.venue.obey(order)

    def give_to_machine(self, seat: int) -> None:
        """A machine plays there from now on; a phone that had the seat has it no longer."""
        host = self.host()
        if host is not None and 0 <= seat < len(host.table_seats()):
            self.stand_ins.discard(seat)
            host.give_seat(seat, Controller("bot"))

    def _may_sit_down(self, wish: Wish) -> bool:
        """Whether a phone needs nobody's word: it has the code, and takes no hand out of somebody's at the screen.

        At a table without a screen nobody could let the first phone in: before a match it sits down as it is.
        """
        host = self.host()
        if self.asks or host is None or wish.seat >= len(host.table_seats()):
            return False
        session = host.running()
        if not wish.invited:
            resting = session is None or isinstance(session.phase, Over)
            return self.chairs and resting and not self._phones and not self.venue.screen()
        return session is None or host.table_seats()[wish.seat][1].kind in ("bot", "nobody")

    def _give_up(self) -> None:
        """The server does not work: people go on at the screen."""
        if not self._closed:
            self.stop()
            self.venue.gave_up()

    def _follow(self, host: Host | None) -> None:
        """Seats that were given to somebody else lose their phone; one that moved with its player keeps it."""
        if host is None or not self._phones:
            return
        seats = host.table_seats()
        phones = {seat: seats[seat][0] for seat in phone_seats(host, self.stand_ins)}
        if phones == self._phones:
            return
        moves = moved(self._phones, phones)
        self.server.reseat(moves)
        self.here = {new for old, new in moves.items() if new is not None and old in self.here}
        self._digests = {new: self._digests[old] for old, new in moves.items() if new is not None}
        self._phones = {new: phones[new] for new in moves.values() if new is not None}
        went = [moves.get(seat) for seat in self._order]
        self._order = [seat for seat in went if seat is not None]
        self._strangers = {new for old, new in moves.items() if new is not None and old in self._strangers}
        self.stand_ins = {new for old, new in moves.items() if new is not None and old in self.stand_ins}
        self._absences.moved(moves)
        self._changed()

    # publishing

    def _publish(self, host: Host | None, session: Session | None, menu: bool = False) -> None:
        if (self._shown is None or self._moments.is_past(session)) and self._moments.go_on(session, self._phones):
            self.asked.forget()
        table = self._table(host, session, menu)
        shown = (self._moments.number, table, frozenset(self._languages))
        if shown != self._shown:
            self._shown = shown
            self._post(table, self._moments.position)

    def _table(self, host: Host | None, session: Session | None, menu: bool) -> Table:
        seats = host.table_seats() if host is not None else ()
        who, phones = list(enumerate(seats)), set(phone_seats(host, self.stand_ins))
        game = host.table_game() if host is not None else ""
        table = Table(
            moment=self._moments.now,
            title=registry.load(game).title if game else "Grenade Salad",
            names=tuple(name for name, _ in seats),
            kinds=tuple("phone" if seat in phones else _KINDS[one.kind] for seat, (_, one) in who),
            stand_ins=frozenset(self.stand_ins),
            sleeper=self.sleeper,
            faces=tuple(self.venue.face(name) if seat in phones or one.person else None for seat, (name, one) in who),
            here=frozenset(self.here),
            absent=session.absent & session.away if session is not None else frozenset(),
            menu=menu,
            chair=self.chair,
            orders=self.venue.orders() if self.chair is not None else (),
            halted=menu and self.venue.halted(),
            hints=who_may_ask(session, self._phones),
            rules=game,
            wishes=tuple((wish.seat, wish.code, wish.name) for wish in self.wishes.values()),
            listening=not menu,
            fresh=self._moments.fresh(session),
            screen=self.venue.screen(),
            asked=tuple((one.number, one.seat, one.words) for one in self.asked.waiting),
        )
        return asked(table, session.phase) if session is not None else table

    def _post(self, table: Table, at: Position | None) -> None:
        self.server.publish(posted(table, at, sorted(self._languages)))

    def _changed(self) -> None:
        self.changes += 1
