"""A table for phones without a window: host screen and source of seats in one.

Its owner calls `step` repeatedly. Machines play for seats without a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from grenade_salad.artwork import avatars
from grenade_salad.core import Illegal, Json, Options, log_line, redact, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match import seeds
from grenade_salad.match.match import NOBODY, Controller, Header, read_controllers, upgrade_header
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import Over, Stalled
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import load_writer, make_reader
from grenade_salad.sheets.sheet import Order
from grenade_salad.text import Reader, m, say
from grenade_salad.text.person_names import default_names, is_visible
from grenade_salad.web.approvals import ApprovalRequest
from grenade_salad.web.first_minute import FLASH_SECONDS
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import SeatRequest

DEFAULT_MACHINE = Controller("bot", "normal")
"""The machine player of seats without a phone."""


class HeadlessTable:
    """A table without a window.

    `tell` is given a line for each event. `worker` makes the executor for the chance of a match, and `thinker` that for
    its machine players.
    """

    hosting: PhoneHost
    """The phones of the table.

    They need the table themselves, so they are set after it is made, and before the first step.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Options,
        journal: Journal,
        tell: Callable[[str], None],
        worker: Callable[[], Executor],
        thinker: Callable[[], Executor],
    ) -> None:
        self._worker, self._thinker = worker, thinker
        self.game, self.options, self.journal, self.tell = registry.load(game), options, journal, tell
        self._default_names = default_names()[:seats]
        self.names = list(self._default_names)
        self.free_controller = NOBODY if self.game.is_turnless else DEFAULT_MACHINE
        """Controller of a seat that no phone has."""
        self.controllers = [self.free_controller] * seats
        list_setups = load_writer(game).named_setups
        self.starts = list_setups() if list_setups is not None else {}
        """Setups by name, where the game has more than one."""
        self.start = next(iter(self.starts), "")
        """The name of the setup for the next match; "" if the game has only one."""
        self.session: Session | None = None
        """The session of the running or the last match; None before the first one."""
        self.is_open = True
        """False when the evening is over."""
        self.is_paused = False
        self.terminal_seat: int | None = None
        """Seat of the person who plays at the terminal, or None: see `terminal_seat`."""
        self.faces: dict[str, int] = {}
        """The avatars that people have chosen, by their names."""
        self._animation_seconds = 0.0
        """Seconds until television pages have shown the last step."""
        self._printed_readers: frozenset[int] = frozenset()
        """Seats of people who read, as they were last printed."""
        self._pending_lines: list[str] = []
        """Lines about the step being shown, printed after it."""

    def choose_start(self, start: str) -> None:
        """Choose a setup from `starts` for the matches from the next one on."""
        self.start = start
        # Translators: in a terminal: what lies on the table in the next match, such as “chess”
        self.tell(say(m("On the table: {box}.", box=start)))

    def resume(self, match_id: int) -> None:
        """Continue a match of the journal. Raises JournalError."""
        match = self.journal.resume(match_id)
        self.names = list(match.header.names)
        self._begin_session(
            match,
            [
                controller if controller.kind == "bot" else self.free_controller
                for controller in read_controllers(match.header)
            ],
        )

    def _begin_session(self, match: JournaledMatch, seats: Sequence[Controller]) -> None:
        self.controllers = list(seats)
        machines = MachinePlayers(match.header, self._worker(), self._thinker())
        self.session = Session(match, self.controllers, machines)

    def step(self, seconds: float) -> None:
        """Advance the time: read phones, and let at most one action happen.

        Raises JournalError.
        """
        self.hosting.update(seconds)
        session = self.session
        if session is None or self.is_paused or self.hosting.first_minute.is_open:
            return
        session.has_spectators = True
        self._show_steps(session, seconds)
        self.hosting.serve(session)
        unhurried = frozenset(() if self.terminal_seat is None else (self.terminal_seat,))
        countdown = type(session.pace)().countdown * self.hosting.time_factor
        session.pace = replace(session.pace, countdown=countdown, unhurried=unhurried)
        session.advance(seconds)
        for problem in session.machines.troubles():
            self.tell(say(problem.message))

    def _show_steps(self, session: Session, seconds: float) -> None:
        """Print what happened and show it on television pages.

        If there are such pages, steps are shown one by one, and the match waits for each.
        """
        self._animation_seconds = max(0.0, self._animation_seconds - seconds)
        while not self._animation_seconds:
            self._print_pending()
            if (step := session.next_step()) is None:
                session.mark_shown()
                return
            reader = make_reader(session.match.state.view(None), session.match.header.names, None)
            self._pending_lines = [log_line(redact(event, None), reader) for event in step.events]
            self._animation_seconds = self.hosting.show(step, session)

    def _print_pending(self) -> None:
        """Print the lines about the step that has been shown."""
        lines, self._pending_lines = self._pending_lines, []
        for words in filter(None, lines):
            self.tell(words)

    def close(self) -> int | None:
        """Leave the match and return its number in the journal, or None."""
        if self.session is None:
            return None
        match = self.session.match
        self._print_pending()
        self.session.close()
        self.session = None
        return match.id if isinstance(match, JournaledMatch) else None

    # The place of the table: see `web.host_screen.HostScreen`.

    def host(self) -> HeadlessTable:
        return self

    def accepts_decisions(self) -> bool:
        return not self.is_paused

    def on_request(self, request: SeatRequest) -> None:
        # Translators: in a terminal
        words = m("A phone (code {code}) would like {name}'s seat.", code=request.code, name=self.names[request.seat])
        self.tell(say(words))

    def on_question(self, question: ApprovalRequest) -> None:
        # Translators: in a terminal, after a question; {yes} and {no} are what can be typed
        answers = m("Type “{yes}” or “{no}”.", yes=m("yes", context="typed"), no=m("no", context="typed"))
        self.tell(f"{say(question.words, Reader(self.names))} {say(answers)}")

    def can_begin(self) -> bool:
        return self.session is None or isinstance(self.session.phase, Over | Stalled)

    def orders(self) -> tuple[Order, ...]:
        if self.can_begin() or self.hosting.first_minute.is_open:
            return ("begin",)
        return ("go on",) if self.is_paused else ("pause",)

    def carry_out(self, order: Order) -> None:
        if order == "begin":
            self.begin()
        else:
            self.is_paused = order == "pause"

    def is_halted(self) -> bool:
        return self.is_paused

    def face_for(self, name: str) -> int:
        return self.faces.get(name, avatars.default_avatar(name))

    def set_face(self, name: str, face: int) -> None:
        self.faces[name] = face

    def has_screen(self) -> bool:
        return False

    def hint_level(self) -> str:
        return "hard"

    def has_millimetres(self) -> bool:
        return False

    def begin(self) -> None:
        """Begin a match, or the next one with the same people; print why if that fails.

        A match that waits for people who read begins all the same.
        """
        if self.hosting.first_minute.is_open:
            self.hosting.first_minute.end()
            return
        seats: list[Json] = [controller.to_word() for controller in self.controllers]
        header = Header(self.game.name, tuple(self.names), self.options, seeds.draw_seed())
        if self.session is not None:
            last_header = upgrade_header(self.session.match.header)
            header = replace(last_header, seed=header.seed, setup=None)
        if self.start:
            header = replace(header, setup=self.starts[self.start]())
        header = replace(header, seats=header.names, meta={**header.meta, "controllers": seats})
        try:
            match = self.journal.begin(header)
        except (JournalError, Illegal) as error:
            self.tell(str(error))
            return
        self.close()
        self.names = list(match.header.names)
        self._begin_session(match, self.controllers)

    def on_first_minute(self) -> None:
        """Print for whom the match waits, when it has waited a moment."""
        minute = self.hosting.first_minute
        seats = minute.seats if minute.seconds >= FLASH_SECONDS else frozenset()
        if seats and seats != self._printed_readers:
            words = m(
                # Translators: in a terminal; {who} is a player, or a list of players; {begin} is what can be typed
                "Waiting for {who}: type “{begin}” to begin all the same.",
                who=[self.names[seat] for seat in sorted(seats)],
                begin=m("begin", context="typed"),
            )
            self.tell(say(words))
        self._printed_readers = seats

    def on_first_phone(self, language: str) -> None:
        """Give default names in the language of the first phone to seats without a name."""
        if self.session is None and self.names == list(self._default_names):
            self._default_names = default_names(language)[: len(self.names)]
            self.names = list(self._default_names)

    def on_seat_returned(self, seat: int) -> None:
        name = self.names[seat]
        if self.free_controller == NOBODY:
            self.tell(say(m("{name}'s phone has given the seat back.", name=name)))
        else:
            self.tell(say(m("{name}'s phone has given the seat back: a machine plays on.", name=name)))

    def on_closed(self) -> None:
        self.is_open = False

    def on_error(self, error: BaseException) -> None:
        self.tell(say(m("Something went wrong with the phones: {error}.", error=type(error).__name__)))

    def on_given_up(self) -> None:
        self.tell(say(m("Nobody can play by phone now.")))

    # The source of seats: see `web.host_screen.SeatSource`.

    def table_game(self) -> str:
        return self.game.name

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Set a seat's controller; there is no screen here, so a machine takes its place."""
        if seat == self.terminal_seat:
            self.terminal_seat = None
        self._set_controller(seat, self.free_controller if controller.is_person else controller)

    def sit_down(self, seat: int) -> None:
        """Let the person at the terminal play for a seat from now on."""
        self.terminal_seat = seat
        self._set_controller(seat, Controller())

    def stand_up(self) -> None:
        """Let a machine play for the person at the terminal from now on."""
        if self.terminal_seat is not None:
            self.give_seat(self.terminal_seat, self.free_controller)

    def _set_controller(self, seat: int, controller: Controller) -> None:
        self.controllers[seat] = controller
        if self.session is not None:
            self.session.change_controllers(self.controllers)

    def has_own_name(self, seat: int) -> bool:
        return self.names[seat] not in self._default_names

    def name_seat(self, seat: int, name: str) -> None:
        """Name a seat; another seat without a phone gives up that name."""
        if self.session is not None or not is_visible(name):
            return
        if name in self.names:
            other_seat = self.names.index(name)
            if self.controllers[other_seat].kind == "phone":
                return
            self.names[other_seat] = self.names[seat]
        self.names[seat] = name

    def running(self) -> Session | None:
        return self.session
