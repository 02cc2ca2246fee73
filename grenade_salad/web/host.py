"""Phones at the table: one server for the setup and for the matches after it.

The owner of the table, a window or a terminal, calls `update` repeatedly: it reads what phones sent, and publishes
what they may see once all events have been shown. `serve` hands their decisions to the running match.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.core import registry
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import Over
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.sheets.compose import SeatKind, TableStatus
from grenade_salad.sheets.sheet import Order
from grenade_salad.system.crash_reports import TroubleCounter
from grenade_salad.text import m
from grenade_salad.text.person_names import guest_name
from grenade_salad.web import saved_seats
from grenade_salad.web.absence import Absences, find_awaited_seat
from grenade_salad.web.approvals import Approvals, needs_approval
from grenade_salad.web.decisions import carry_out, save_rewording, send_reason, why_not
from grenade_salad.web.evening_score import EveningScore
from grenade_salad.web.first_minute import FirstMinute
from grenade_salad.web.host_screen import HostScreen, SeatSource, follow_players, phone_seats
from grenade_salad.web.moments import Moments
from grenade_salad.web.page_server import PageServer
from grenade_salad.web.protocol import (
    AimRead,
    Decision,
    HintRequest,
    HostOrder,
    LanguageRead,
    PageLoaded,
    PresenceChange,
    PreviewRequest,
    RequestWithdrawn,
    SeatRequest,
    SeatReturned,
    ServerError,
    StandInRequest,
    TelevisionCount,
    TimeRequest,
    WordingSuggestion,
)
from grenade_salad.web.questions import Questions, seats_with_hints
from grenade_salad.web.snapshots import Position, animate_step, take_snapshot, with_reaction_window

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes

EXTRA_TIME_FACTOR = 4.0
"""Factor by which a reaction window is open longer if a person needs more time."""
_MAX_COUNTED_ADDRESSES = 1000
"""Maximum number of addresses whose loads of the page are counted."""
_SEAT_KINDS: dict[str, SeatKind] = {"person": "screen", "phone": "phone", "bot": "machine", "nobody": "nobody"}


class PhoneHost:
    """Runs the phones of a table, from `start` to `stop`.

    With `folder`, phones of a match in the journal get their seats back after a restart, from the seats saved there.
    With `needs_admission` the host admits every phone; without it, a phone that has scanned the code of the evening is
    admitted at once. Phones see the pictures of bundled boxes and of `opened_boxes`.
    """

    def __init__(
        self,
        venue: HostScreen,
        server: PageServer,
        folder: Path | None = None,
        opened_boxes: OpenedBoxes | None = None,
    ) -> None:
        self.venue, self.server, self.folder = venue, server, folder
        self._opened_boxes = opened_boxes
        self.needs_admission = True
        self.has_phone_host = False
        """True if the first phone is also the host."""
        self._seating_order: list[int] = []
        self._uninvited: set[int] = set()
        """Seats taken at an empty table without the code.

        They are hosts until a phone comes that has it.
        """
        self._absences = Absences()
        self.first_minute = FirstMinute()
        """Who reads what the match is about, before it begins."""
        self.approvals = Approvals()
        self.stand_ins: set[int] = set()
        """Seats that a machine plays for until their phone is back."""
        self._digests: dict[int, str] = {}
        """Hashed token of each seat that has a phone."""
        self._saved_seats: saved_seats.SavedSeats | None = None
        self.requests: dict[int, SeatRequest] = {}
        """Requests for seats that are still open, by their id."""
        self.connected: set[int] = set()
        """Seats whose phone has an open page."""
        self.page_loads: dict[str, int] = {}
        """Number of times that each address has loaded the page."""
        self.decisions: list[Decision] = []
        """Decisions that wait until the match takes them."""
        self.slow_seats: set[int] = set()
        """Seats of people who need more time to react."""
        self.television_count = 0
        """Number of television pages."""
        self.change_count = 0
        """Grows with every change that the host's pages show."""
        self._moments = Moments()
        self._score = EveningScore()
        self._published: object = None
        """All that the published snapshot depends on."""
        self._phones: dict[int, str] = {}
        """Names of the players by the seat of their phone."""
        self._languages = {"en"}
        self._fails_often = TroubleCounter()
        self._closed = False
        self._questions = Questions(self.server.answer, venue.on_error)

    def start(self) -> None:
        """Start the server; phones that it expects back get their seats. Raises OSError."""
        saved = self._load_saved_seats()
        self.server.start(saved)
        if saved is not None and self.server.origin == saved.address:
            self._restore(saved)

    def _load_saved_seats(self) -> saved_seats.SavedSeats | None:
        """Return the saved seats of phones that the match has, or None."""
        match = self._match()
        return None if self.folder is None or match is None else saved_seats.load_for_match(self.folder, match)

    def _match(self) -> JournaledMatch | None:
        """Return the current match if it is in the journal."""
        host = self.host()
        session = host.running() if host is not None else None
        return session.match if session is not None and isinstance(session.match, JournaledMatch) else None

    def _restore(self, saved: saved_seats.SavedSeats) -> None:
        """Give the seats that phones had at this address back to them."""
        host = self.host()
        assert host is not None
        names = [name for name, _ in host.table_seats()]
        self._digests = dict(saved.seats)
        self._phones = {seat: names[seat] for seat in self._digests}
        self._seating_order = sorted(self._phones)
        for seat in self._digests:
            host.give_seat(seat, Controller("phone"))

    def _save_seats(self) -> None:
        """Save which phones may come back, if that has changed."""
        match = self._match()
        if self.folder is None or match is None:
            return
        seats = saved_seats.SavedSeats(self.server.origin, match.id, dict(self._digests))
        if seats != self._saved_seats:
            self._saved_seats = seats
            saved_seats.save(self.folder, seats)

    def stop(self) -> None:
        """Stop listening and give the seats of phones back to the screen."""
        host = self.host()
        for seat in phone_seats(host, self.stand_ins):
            assert host is not None
            host.give_seat(seat, Controller())
        self.close()

    def close(self) -> None:
        """Stop listening because the app ends."""
        self._closed = True
        self.server.stop()
        self.venue.on_closed()

    def admit(self, request: SeatRequest) -> None:
        """Give a phone the seat it requested."""
        self.requests.pop(request.id, None)
        host = self.host()
        if host is None or request.seat >= len(host.table_seats()):
            self.server.reject(request.id)
            return
        token = secrets.token_urlsafe(24)
        self._digests[request.seat] = saved_seats.hash_token(token)
        self.server.admit(request.id, token)
        if not self._phones:
            self.venue.on_first_phone(request.language)
        if request.name:
            host.name_seat(request.seat, request.name)
        elif not host.has_own_name(request.seat):
            taken = [name for name, _ in host.table_seats()]
            host.name_seat(request.seat, guest_name(taken, request.language))
        name = self._phones[request.seat] = host.table_seats()[request.seat][0]
        if request.face is not None and name == request.name:
            self.venue.set_face(name, request.face)
        self._seating_order.append(request.seat)
        self.stand_ins.discard(request.seat)
        self._uninvited.discard(request.seat)
        host.give_seat(request.seat, Controller("phone"))
        self._changed()

    def reject(self, request: SeatRequest) -> None:
        """Refuse a phone the seat it requested."""
        self.requests.pop(request.id, None)
        self.server.reject(request.id)
        self._changed()

    def ban(self, request: SeatRequest) -> None:
        """Reject a request, and all others from its address or name, for this evening."""
        self.server.ban(request.address, request.name)
        for other_request in list(self.requests.values()):
            if other_request.address == request.address or (request.name and other_request.name == request.name):
                self.reject(other_request)

    def host(self) -> SeatSource | None:
        """Return the current source of seats: a setup or a match."""
        return self.venue.host()

    @property
    def time_factor(self) -> float:
        """Factor on the time of all reaction windows: over 1 if a phone needs more time."""
        return EXTRA_TIME_FACTOR if self.slow_seats & self._phones.keys() else 1.0

    # each frame

    def update(self, seconds: float = 0.0) -> None:
        """Read what phones sent and publish what they may see.

        `seconds` have passed since the last call.
        """
        for news in self.server.take_news():
            self._hear(news)
        if not self.server.is_alive:
            self._give_up()
            return
        host = self.host()
        self._follow(host)
        self._save_seats()
        session = host.running() if host is not None else None
        phones = {seat: name for seat, name in self._phones.items() if seat not in self.stand_ins}
        if self.first_minute.advance(seconds, session, phones, self.connected):
            self._changed()
        if self.first_minute.is_open:
            session = None
        self.venue.on_first_minute()
        away = self._phones.keys() - self.connected
        self._absences.advance(
            seconds, away, find_awaited_seat(session, away) if self.venue.accepts_decisions() else None
        )
        followed = session is not None and self._moments.is_current(session)
        self._questions.answer(
            session if followed else None,
            self._moments.current,
            self.venue.hint_level(),
            has_millimetres=self.venue.has_millimetres(),
        )
        menu = session is not None and not isinstance(session.phase, Over) and not self.venue.accepts_decisions()
        if session is None or session.is_settled or menu:
            self._publish(host, session, menu)

    def show(self, step: VisibleStep, session: Session) -> float:
        """Show a step on television pages, and sliding pieces on phones.

        Return the seconds that it takes on television pages; 0.0 without any, since no match waits for a phone.
        """
        languages = sorted(self._languages) if self.television_count else ()
        moving = animate_step(
            step, session, self._moments.current, languages, has_millimetres=self.venue.has_millimetres()
        )
        if moving is None:
            return 0.0
        self.server.show(moving.messages, moving.paths)
        return moving.seconds if languages else 0.0

    def serve(self, session: Session) -> None:
        """Hand in decisions of phones; refuse those that are not possible, with a reason.

        Raises JournalError if a decision could not be written down; it has not happened then.
        """
        phones = {seat for seat, controller in enumerate(session.controllers) if controller.kind == "phone"}
        session.away = frozenset(phones - self.connected)
        while session.accepts_actions and self.decisions:
            decision = self.decisions.pop(0)
            if decision.seat in phones:
                is_current = self._moments.is_answer(decision, session)
                if is_current and needs_approval(decision) and not why_not(decision, session):
                    self._ask(decision, session)
                    continue
                carry_out(decision, session, is_current, self.server, has_millimetres=self.venue.has_millimetres())
        while session.refused and session.refused[0][0].seat in phones:
            action, reason = session.refused.popleft()
            if action.seat is not None:
                send_reason(
                    action.seat,
                    action,
                    reason,
                    session,
                    self.server,
                    has_millimetres=self.venue.has_millimetres(),
                )

    def _ask(self, decision: Decision, session: Session) -> None:
        """Ask the host to allow a decision."""
        question = self.approvals.add(decision, session)
        self.server.settle(decision.seat)
        self.venue.on_question(question)
        self._changed()

    def answer_question(self, question_id: int, is_allowed: bool) -> None:
        """Carry out the host's answer to what a phone asked for."""
        question = next((candidate for candidate in self.approvals.waiting if candidate.id == question_id), None)
        if (decision := self.approvals.answer(question_id, is_allowed)) is not None:
            self.decisions.append(decision)
        elif question is not None:
            self.server.refuse(question.seat, m("The host said no."))
        self._changed()

    def _hear(self, news: object) -> None:
        match news:
            case Decision():
                self.decisions.append(news)
                return
            case PreviewRequest() | HintRequest():
                self._questions.add(news)
                return
            case HostOrder():
                self._do_as_host(news)
                return
            case StandInRequest():
                if news.sleeping_seat == self.sleeping_seat:
                    self.stand_in(news.sleeping_seat)
                return
            case AimRead():
                self.first_minute.mark_read(news.seat)
                return
            case TimeRequest():
                (self.slow_seats.add if news.needs_time else self.slow_seats.discard)(news.seat)
                return
            case SeatRequest():
                if self._may_sit_down(news):
                    self.admit(news)
                    if not news.is_invited:
                        self._uninvited.add(news.seat)
                    return
                self.requests[news.id] = news
                self.venue.on_request(news)
            case RequestWithdrawn():
                self.requests.pop(news.id, None)
            case PresenceChange():
                (self.connected.add if news.is_connected else self.connected.discard)(news.seat)
                if news.is_connected:
                    self._wake(news.seat)
            case SeatReturned():
                self._phones.pop(news.seat, None)
                self._digests.pop(news.seat, None)
                self._seating_order = [seat for seat in self._seating_order if seat != news.seat]
                self.stand_ins.discard(news.seat)
                host = self.host()
                if host is not None and news.seat in phone_seats(host, self.stand_ins):
                    host.give_seat(news.seat, Controller())
                    self.venue.on_seat_returned(news.seat)
            case LanguageRead():
                self._languages.add(news.language)
            case TelevisionCount():
                self.television_count = news.count
                return
            case WordingSuggestion():
                save_rewording(news, self.folder)
                return
            case ServerError():
                self.venue.on_error(news.error)
                if self._fails_often():
                    self._give_up()
            case PageLoaded():
                self._count_page_load(news.address)
        self._changed()

    def _count_page_load(self, address: str) -> None:
        """Count a page that an address has loaded; remember those that loaded last."""
        count = self.page_loads.pop(address, 0)
        if len(self.page_loads) >= _MAX_COUNTED_ADDRESSES:
            del self.page_loads[next(iter(self.page_loads))]
        self.page_loads[address] = count + 1

    @property
    def host_seat(self) -> int | None:
        """Seat of the phone that is also the host: the first, or another in its absence."""
        order = sorted(self._seating_order, key=lambda seat: seat in self._uninvited)
        return self._absences.choose_host_seat(order, self.connected) if self.has_phone_host else None

    @property
    def sleeping_seat(self) -> int | None:
        """Seat that a machine may play for, since its phone sleeps in its own turn."""
        return self._absences.sleeping_seat

    def stand_in(self, seat: int) -> None:
        """Let a machine play for the seat of a phone until the phone is back."""
        host = self.host()
        if host is not None and seat in self._phones:
            self.stand_ins.add(seat)
            host.give_seat(seat, Controller("bot"))

    def _wake(self, seat: int) -> None:
        """Give a seat back to its phone after a machine played for it."""
        host = self.host()
        if seat in self.stand_ins and host is not None:
            self.stand_ins.discard(seat)
            if seat < len(host.table_seats()) and host.table_seats()[seat][1].kind == "bot":
                host.give_seat(seat, Controller("phone"))

    def _do_as_host(self, order: HostOrder) -> None:
        host = self.host()
        if order.seat != self.host_seat or host is None:
            self.server.refuse(order.seat, m("Only the first phone can do that."))
            return
        is_seat = 0 <= order.target_seat < len(host.table_seats())
        match (
            order.do,
            next((candidate for candidate in self.requests.values() if candidate.seat == order.target_seat), None),
        ):
            case "allow" | "deny", _:
                # The target of these is the number of a question.
                self.answer_question(order.target_seat, order.do == "allow")
            case "admit", SeatRequest() as request:
                self.admit(request)
            case "reject", SeatRequest() as request:
                self.reject(request)
            case "machine", _ if is_seat:
                self.give_to_machine(order.target_seat)
            case "screen", _ if is_seat and "screen" in self.venue.orders():
                host.give_seat(order.target_seat, Controller())
            case ("begin" | "pause" | "go on") as word, _ if word in self._orders():
                self.venue.carry_out(word)

    def give_to_machine(self, seat: int) -> None:
        """Give a seat to a machine from now on; a phone that had it loses it."""
        host = self.host()
        if host is not None and 0 <= seat < len(host.table_seats()):
            self.stand_ins.discard(seat)
            host.give_seat(seat, Controller("bot"))

    def _may_sit_down(self, request: SeatRequest) -> bool:
        """Return True if a phone may sit down without the host's consent.

        It has the code, and the seat is not played at the screen. At a table without a screen no host could admit the
        first phone, so before a match it needs no code.
        """
        host = self.host()
        if self.needs_admission or host is None or request.seat >= len(host.table_seats()):
            return False
        session = host.running()
        if not request.is_invited:
            is_between_matches = session is None or isinstance(session.phase, Over)
            return self.has_phone_host and is_between_matches and not self._phones and not self.venue.has_screen()
        return session is None or host.table_seats()[request.seat][1].kind in ("bot", "nobody")

    def _give_up(self) -> None:
        """Stop the phones because the server fails; people go on at the screen."""
        if not self._closed:
            self.stop()
            self.venue.on_given_up()

    def _follow(self, host: SeatSource | None) -> None:
        """Take seats that changed hands from their phones; phones follow their players."""
        if host is None or not self._phones:
            return
        seats = host.table_seats()
        phones = {seat: seats[seat][0] for seat in phone_seats(host, self.stand_ins)}
        if phones == self._phones:
            return
        moves = follow_players(self._phones, phones)
        self.server.reseat(moves)
        self.connected = {new for old, new in moves.items() if new is not None and old in self.connected}
        self._digests = {new: self._digests[old] for old, new in moves.items() if new is not None}
        self._phones = {new: phones[new] for new in moves.values() if new is not None}
        new_seats = [moves.get(seat) for seat in self._seating_order]
        self._seating_order = [seat for seat in new_seats if seat is not None]
        self._uninvited = {new for old, new in moves.items() if new is not None and old in self._uninvited}
        self.stand_ins = {new for old, new in moves.items() if new is not None and old in self.stand_ins}
        self._absences.move_seats(moves)
        self._changed()

    # publishing

    def _publish(self, host: SeatSource | None, session: Session | None, is_menu_open: bool = False) -> None:
        if (self._published is None or self._moments.has_moved_on(session)) and self._moments.advance(
            session, self._phones
        ):
            self.approvals.clear()
        if session is not None and self._moments.position is not None and self._moments.is_current(session):
            self._score.follow(session.match, self._moments.position.state)
        table = self._table(host, session, is_menu_open)
        snapshot_key = (self._moments.progress, table, frozenset(self._languages))
        if snapshot_key != self._published:
            self._published = snapshot_key
            self._post(table, self._moments.position)

    def _table(self, host: SeatSource | None, session: Session | None, is_menu_open: bool) -> TableStatus:
        seats = host.table_seats() if host is not None else ()
        numbered_seats, phones = list(enumerate(seats)), set(phone_seats(host, self.stand_ins))
        game = host.table_game() if host is not None else ""
        table = TableStatus(
            moment=self._moments.current,
            title=registry.load(game).title if game else "Grenade Salad",
            names=tuple(name for name, _ in seats),
            kinds=tuple(
                "phone" if seat in phones else _SEAT_KINDS[seat_controller.kind]
                for seat, (_, seat_controller) in numbered_seats
            ),
            stand_ins=frozenset(self.stand_ins),
            sleeping_seat=self.sleeping_seat,
            faces=tuple(
                self.venue.face_for(name) if seat in phones or controller.is_person else None
                for seat, (name, controller) in numbered_seats
            ),
            connected=frozenset(self.connected),
            absent=session.absent & session.away if session is not None else frozenset(),
            has_millimetres=self.venue.has_millimetres(),
            readers=self.first_minute.seats,
            has_menu=is_menu_open,
            host_seat=self.host_seat,
            orders=self._orders(),
            is_halted=is_menu_open and self.venue.is_halted(),
            hint_seats=seats_with_hints(session, self._phones),
            rules_game=game,
            requests=tuple((request.seat, request.code, request.name) for request in self.requests.values()),
            accepts_decisions=not is_menu_open,
            new_event_count=self._moments.count_new_events(session),
            has_screen=self.venue.has_screen(),
            wins=self._score.wins([name for name, _ in seats]),
            questions=tuple((question.id, question.seat, question.words) for question in self.approvals.waiting),
        )
        return with_reaction_window(table, session.phase) if session is not None else table

    def _orders(self) -> tuple[Order, ...]:
        """Return the orders of the host's phone.

        It cannot begin all the same while it reads itself: a second tap on "Begin" would skip the aim.
        """
        if self.host_seat is None:
            return ()
        is_reading = self.host_seat in self.first_minute.seats
        return tuple(order for order in self.venue.orders() if order != "begin" or not is_reading)

    def _post(self, table: TableStatus, position: Position | None) -> None:
        self.server.publish(take_snapshot(table, position, sorted(self._languages), self._opened_boxes))

    def _changed(self) -> None:
        self.change_count += 1
