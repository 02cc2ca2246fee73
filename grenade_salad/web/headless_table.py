"""A table for phones alone, without a window: the venue and the host of `web.host_screen` in one small place.

Whoever runs it calls `step` again and again. Seats that no phone has are played by machines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from grenade_salad.artwork import avatars
from grenade_salad.core import Illegal, Json, Options, log_line, redact, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match import seeds
from grenade_salad.match.match import NOBODY, Controller, Header, controllers, renewed
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.phases import Over, Stalled
from grenade_salad.session.session import Session
from grenade_salad.session.worker_process import Beside
from grenade_salad.sheets.sheet import Sheet
from grenade_salad.text import Reader, m, say
from grenade_salad.text.person_names import usual_names, visible
from grenade_salad.web.approvals import Question
from grenade_salad.web.host import Hosting
from grenade_salad.web.protocol import Order, Wish

MACHINE = Controller("bot", "normal")


class TableAlone:
    """`tell` is given a line for each thing that happens; `hosting` is to be set before the first step."""

    hosting: Hosting

    def __init__(self, game: str, seats: int, options: Options, journal: Journal, tell: Callable[[str], None]) -> None:
        self.game, self.options, self.journal, self.tell = registry.load(game), options, journal, tell
        self._usual = usual_names()[:seats]
        self.names = list(self._usual)
        self.free = NOBODY if self.game.is_turnless else MACHINE
        """Who has a seat that nobody has taken."""
        self.controllers = [self.free] * seats
        target = registry.plugin(game).sheets
        starts = registry.load_object(target, Sheet).starts if target else None
        self.starts = starts() if starts is not None else {}
        """What can lie on the table, by name, where the game has more than one thing."""
        self.start = next(iter(self.starts), "")
        self.session: Session | None = None
        self.open = True
        self.paused = False
        self.typist: int | None = None
        """The seat of whoever plays at the terminal, if somebody does: see typed_seat."""
        self.faces: dict[str, int] = {}
        self._moves = 0.0
        self._news: list[str] = []
        """What is being shown, and told when it was seen."""

    def choose(self, start: str) -> None:
        """That lies on the table from the next match on: one of `starts`."""
        self.start = start
        # Translators: in a terminal: what lies on the table in the next match, such as “chess”
        self.tell(say(m("On the table: {box}.", box=start)))

    def resume(self, number: int) -> None:
        """Go on with a match of the journal. Raises JournalError."""
        match = self.journal.resume(number)
        self.names = list(match.header.names)
        self._sit_down(match, [one if one.kind == "bot" else self.free for one in controllers(match.header)])

    def _sit_down(self, match: JournaledMatch, seats: Sequence[Controller]) -> None:
        worker = ThreadPoolExecutor(1, thread_name_prefix="luck")
        self.controllers = list(seats)
        self.session = Session(match, self.controllers, Machines(match.header, worker, Beside()))

    def step(self, seconds: float) -> None:
        """Time passes: phones are heard, and at most one thing happens. Raises JournalError."""
        self.hosting.update(seconds)
        session = self.session
        if session is None or self.paused:
            return
        session.onlookers = True
        self._show(session, seconds)
        self.hosting.serve(session)
        waited = frozenset(() if self.typist is None else (self.typist,))
        countdown = type(session.pace)().countdown * self.hosting.patience
        session.pace = replace(session.pace, countdown=countdown, unhurried=waited)
        session.advance(seconds)
        for trouble in session.machines.troubles():
            self.tell(say(trouble.words))

    def _show(self, session: Session, seconds: float) -> None:
        """Tell what happened; where a page shows it to all, one step at a time, and the match waits for that."""
        self._moves = max(0.0, self._moves - seconds)
        while not self._moves:
            self._tell_news()
            if (shown := session.take()) is None:
                session.shown()
                return
            reader = Reader(session.match.header.names)
            self._news = [log_line(redact(event, None), reader) for event in shown.events]
            self._moves = self.hosting.show(shown, session)

    def _tell_news(self) -> None:
        """What was shown is told."""
        news, self._news = self._news, []
        for words in filter(None, news):
            self.tell(words)

    def close(self) -> int | None:
        """Leave the match: its number in the journal, if there is one."""
        if self.session is None:
            return None
        match = self.session.match
        self._tell_news()
        self.session.close()
        self.session = None
        return match.id if isinstance(match, JournaledMatch) else None

    # the venue: see web.host_screen.Venue

    def host(self) -> TableAlone:
        return self

    def attends(self) -> bool:
        return not self.paused

    def wished(self, wish: Wish) -> None:
        # Translators: in a terminal
        words = m("A phone (code {code}) would like {name}'s seat.", code=wish.code, name=self.names[wish.seat])
        self.tell(say(words))

    def asked(self, question: Question) -> None:
        # Translators: in a terminal, after a question; {yes} and {no} are what can be typed
        answers = m("Type “{yes}” or “{no}”.", yes=m("yes", context="typed"), no=m("no", context="typed"))
        self.tell(f"{say(question.words, Reader(self.names))} {say(answers)}")

    def may_begin(self) -> bool:
        return self.session is None or isinstance(self.session.phase, Over | Stalled)

    def orders(self) -> tuple[Order, ...]:
        if self.may_begin():
            return ("begin",)
        return ("go on",) if self.paused else ("pause",)

    def obey(self, order: Order) -> None:
        if order == "begin":
            self.begin()
        else:
            self.paused = order == "pause"

    def halted(self) -> bool:
        return self.paused

    def face(self, name: str) -> int:
        return self.faces.get(name, avatars.usual(name))

    def dress(self, name: str, face: int) -> None:
        self.faces[name] = face

    def screen(self) -> bool:
        return False

    def adviser(self) -> str:
        return "hard"

    def begin(self) -> None:
        """The match, or the next one with the same people and other luck; says why if that cannot be."""
        seats: list[Json] = [one.words() for one in self.controllers]
        header = Header(self.game.name, tuple(self.names), self.options, seeds.draw_seed())
        if self.session is not None:
            again = renewed(self.session.match.header)
            header = replace(again, seed=header.seed, setup=None)
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
        self._sit_down(match, self.controllers)

    def opened(self, language: str) -> None:
        """Seats that nobody has named have the names that are usual in the language of the first phone."""
        if self.session is None and self.names == list(self._usual):
            self._usual = usual_names(language)[: len(self.names)]
            self.names = list(self._usual)

    def left(self, seat: int) -> None:
        name = self.names[seat]
        if self.free == NOBODY:
            self.tell(say(m("{name}'s phone has given the seat back.", name=name)))
        else:
            self.tell(say(m("{name}'s phone has given the seat back: a machine plays on.", name=name)))

    def closed(self) -> None:
        self.open = False

    def troubled(self, error: BaseException) -> None:
        self.tell(say(m("Something went wrong with the phones: {error}.", error=type(error).__name__)))

    def gave_up(self) -> None:
        self.tell(say(m("Nobody can play by phone now.")))

    # who has seats: see web.host_screen.Host

    def table_game(self) -> str:
        return self.game.name

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        return list(zip(self.names, self.controllers, strict=True))

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Nobody sits at a screen here: what is given back to it is a machine's."""
        if seat == self.typist:
            self.typist = None
        self._seat(seat, self.free if controller.person else controller)

    def sit(self, seat: int) -> None:
        """Whoever is at the terminal plays there from now on."""
        self.typist = seat
        self._seat(seat, Controller())

    def stand_up(self) -> None:
        """Nobody plays at the terminal any more: a machine goes on."""
        if self.typist is not None:
            self.give_seat(self.typist, self.free)

    def _seat(self, seat: int, controller: Controller) -> None:
        self.controllers[seat] = controller
        if self.session is not None:
            self.session.seat(self.controllers)

    def name_seat(self, seat: int, name: str) -> None:
        """A seat that no phone has gives up a name that somebody brings along."""
        if self.session is not None or not visible(name):
            return
        if name in self.names:
            other = self.names.index(name)
            if self.controllers[other].kind == "phone":
                return
            self.names[other] = self.names[seat]
        self.names[seat] = name

    def running(self) -> Session | None:
        return self.session
