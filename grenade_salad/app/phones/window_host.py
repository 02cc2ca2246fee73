"""The window as the host screen of the phones' table."""

from __future__ import annotations

import time
from functools import partial
from typing import Protocol, runtime_checkable

from grenade_salad.app.phones.page import PhonesPage
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.shell.settings import Look
from grenade_salad.session.phases import Over
from grenade_salad.sheets.sheet import Order
from grenade_salad.text import Reader, Value, m, say
from grenade_salad.web.approvals import ApprovalRequest
from grenade_salad.web.first_minute import FLASH_SECONDS
from grenade_salad.web.host_screen import SeatSource
from grenade_salad.web.protocol import SeatRequest

_NOTE_INTERVAL = 12.0
"""Minimum seconds between two notes, however many phones ask."""


@runtime_checkable
class StartableScene(Protocol):
    """A scene before a match, or before the next one."""

    @property
    def refusal(self) -> str:
        """The reason why it cannot start; empty if it can."""

    def start(self) -> None:
        """Start the match."""


class ApprovalDialog(Dialog):
    """Dialog that asks whether a phone may do something."""

    def __init__(self, app: AppContext, question: ApprovalRequest) -> None:
        assert app.phones is not None
        self.hosting, self.question = app.phones, question
        host = self.hosting.host()
        names = [name for name, _ in host.table_seats()] if host is not None else []
        answers = [
            Answer(m("Yes"), partial(self.hosting.answer_question, question.id, True), "main", "check"),
            Answer(m("No"), partial(self.hosting.answer_question, question.id, False), icon="cross", back=True),
        ]
        # Translators: a head: somebody with a phone would like to do something for the whole table
        super().__init__(app, m("A phone asks"), say(question.words, Reader(names), begin=True), answers)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.question not in self.hosting.approvals.waiting and self.app.scene is self:
            self.app.pop()


class ReadersDialog(Dialog):
    """Dialog that says for whom a match waits, and lets it begin all the same."""

    def __init__(self, app: AppContext, seats: frozenset[int]) -> None:
        assert app.phones is not None
        self.hosting, self.seats = app.phones, seats
        host = self.hosting.host()
        names = [name for name, _ in host.table_seats()] if host is not None else []
        # Translators: a button: begin the match, though somebody still reads
        answers = [Answer(m("Begin all the same"), self.hosting.first_minute.end, "main", "play", back=True)]
        readers: list[Value] = [names[seat] for seat in sorted(seats) if seat < len(names)]
        title = m("Waiting for {who}", who=readers)
        super().__init__(app, title, m("They are reading what the game is about."), answers)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.hosting.first_minute.seats != self.seats and self.app.scene is self:
            self.app.pop()


class WindowHost:
    """The window as the `HostScreen` of `PhoneHost`: see `web.host_screen`."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self._noted_at = -_NOTE_INTERVAL
        self._pause: Scene | None = None

    def host(self) -> SeatSource | None:
        """Return the seats of the topmost scene that has any."""
        sources = (scene.seat_source() for scene in reversed(self.app.stack))
        return next((source for source in sources if source is not None), None)

    def accepts_decisions(self) -> bool:
        """True if the scene with the seats is on top, or a person looks at a hand.

        A cover stops nobody else.
        """
        return isinstance(self.app.scene, Cover) or self.app.scene.seat_source() is not None

    def on_request(self, request: SeatRequest) -> None:
        """Note a request, unless an open page lists it: the note would cover that page."""
        host, on_top = self.host(), self.app.scene
        is_listed = isinstance(on_top, PhonesPage) and on_top.lists_requests
        if is_listed or host is None or request.seat >= len(host.table_seats()):
            return
        current = time.monotonic()
        if current - self._noted_at < _NOTE_INTERVAL:
            return
        self._noted_at = current
        name = host.table_seats()[request.seat][0]
        words = m(
            "A phone (code {code}) would like {name}'s seat: see Phones in the menu.", code=request.code, name=name
        )
        self.app.say(words, seconds=12)

    def on_question(self, question: ApprovalRequest) -> None:
        """Ask here; the dialog closes by itself when the host's phone has answered."""
        self.app.push(ApprovalDialog(self.app, question))

    def orders(self) -> tuple[Order, ...]:
        """Return the orders that can be carried out now.

        These start what can start, pause the match on top or end the pause, and give seats to the screen.
        """
        top = self.app.scene
        if isinstance(top, StartableScene) and not top.refusal:
            return ("begin", "screen")
        if self.is_halted():
            return ("go on", "screen")
        source = top.seat_source()
        session = source.running() if source is not None else None
        return ("pause", "screen") if session is not None and not isinstance(session.phase, Over) else ("screen",)

    def carry_out(self, order: Order) -> None:
        """Carry out an order of the host's phone."""
        top = self.app.scene
        if order == "begin" and isinstance(top, StartableScene):
            top.start()
        elif order == "pause":
            # Translators: a button of the phones' host: end the pause
            answers = [Answer(m("Go on"), do_nothing, "main", "play", back=True)]
            # Translators: a head: the match is paused
            self._pause = Dialog(self.app, m("Pause"), m("Somebody has paused the match by phone."), answers)
            self.app.push(self._pause)
        elif order == "go on" and self.is_halted():
            self.app.pop()

    def is_halted(self) -> bool:
        """True if a phone has paused the match, and nothing covers that."""
        return self._pause is not None and self.app.scene is self._pause

    def face_for(self, name: str) -> int:
        """Return the face of a person that this machine has saved."""
        return self.app.settings.find_look(name).face

    def set_face(self, name: str, face: int) -> None:
        """Save a face as if it had been chosen here."""
        self.app.settings.people[name] = Look(face, self.app.settings.find_look(name).colour)
        self.app.save_settings()

    def has_screen(self) -> bool:
        return True

    def hint_level(self) -> str:
        """Return the machine player for hints, from the settings."""
        return self.app.settings.hint_level

    def has_millimetres(self) -> bool:
        """Return the setting of the window, which the whole table has."""
        return self.app.settings.millimetres

    def on_first_minute(self) -> None:
        """Say for whom the match waits, when it has waited a moment.

        The dialog closes by itself.
        """
        phones, top = self.app.phones, self.app.scene
        if phones is None or top.seat_source() is None:
            return
        minute = phones.first_minute
        if minute.is_open and minute.seconds >= FLASH_SECONDS:
            self.app.push(ReadersDialog(self.app, minute.seats))

    def on_first_phone(self, language: str) -> None:
        """Do nothing: names here are in the language of the screen."""

    def on_seat_returned(self, seat: int) -> None:
        """Say on the window that the phone of a seat has left."""
        host = self.host()
        if host is not None:
            self.app.say(m("{name}'s phone gave the seat back to this screen.", name=host.table_seats()[seat][0]))

    def on_closed(self) -> None:
        """Note that the app has no phones any more."""
        self.app.phones = None

    def on_error(self, error: BaseException) -> None:
        """Write a report about an error of the server, and say so."""
        report = self.app.write_report(error, "the phones")
        self.app.say(m("Something went wrong with the phones. {report}", report=report), seconds=12)

    def on_given_up(self) -> None:
        """Say on the window that no phone is waited for any more."""
        words = m("Nobody can play by phone right now: the seats that had a phone are back at this screen.")
        self.app.say(words, seconds=12)
