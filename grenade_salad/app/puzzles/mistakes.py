"""One's own mistakes as puzzles: the search runs in the background, match by match."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from grenade_salad import puzzles
from grenade_salad.app.puzzles.puzzle_scene import show
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Wanted
from grenade_salad.match.match import controllers
from grenade_salad.match.record import Record, RecordError
from grenade_salad.puzzles import Puzzle
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.session.worker_process import Lost
from grenade_salad.text import Words, m

_MATCHES = 3
"""How many of the last matches are looked through, until there is something to show."""
_MOMENTS = 3
"""How many moments of a match are judged at most."""


def found_in(record: Record, seat: int) -> tuple[Puzzle, ...]:
    """The puzzles of a record for that seat. Raises RecordError."""
    return tuple(puzzles.mistakes(record, seat, most=_MOMENTS))


def of_person(app: Shell, name: str, game: str) -> None:
    """Look through the last matches of somebody in the game; says so if there are none."""
    if app.journal is None:
        return
    try:
        records = [app.journal.record(match.id) for match in app.journal.matches(Wanted(game, name, True), 0, _MATCHES)]
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    looked = [(record, record.header.seats.index(name)) for record in records if name in record.header.seats]
    if not looked:
        app.say(m("{who} has not finished a match of this game yet.", who=name), refused=True)
        return
    app.push(Looking(app, looked))


def of_match(app: Shell, number: int) -> None:
    """Look through a match of the journal: for its only person, or for whoever of them is chosen."""
    if app.journal is None:
        return
    try:
        record = app.journal.record(number)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    people = [seat for seat, one in enumerate(controllers(record.header)) if one.kind != "bot"]
    if len(people) == 1:
        app.push(Looking(app, [(record, people[0])]))
        return
    answers = [Answer(record.header.names[seat], partial(_look, app, record, seat)) for seat in people]
    # Translators: a question with the names of players as buttons
    app.push(Dialog(app, m("Whose mistakes?"), "", [*answers, Answer(m("Back"), nothing, icon="back", back=True)]))


def _look(app: Shell, record: Record, seat: int) -> None:
    app.push(Looking(app, [(record, seat)]))


class Looking(Dialog):
    """Stays until the matches were looked through, or somebody stops it; then the puzzles that were found are shown."""

    def __init__(self, app: Shell, records: Sequence[tuple[Record, int]]) -> None:
        self.records, self.found = list(records), list[Puzzle]()
        self.worker = app.thinker()
        self.work: Future[tuple[Puzzle, ...]] | None = None
        answers = [Answer(m("Stop"), nothing, icon="cross", back=True)]
        super().__init__(
            app,
            m("Your mistakes"),
            m("Looking for the moments that cost you most. It takes a minute or two per match…"),
            answers,
        )
        self._go_on()

    def _go_on(self) -> None:
        self.work = self.worker.submit(found_in, *self.records.pop(0))

    @property
    def animating(self) -> bool:
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.work is None or not self.work.done():
            return
        try:
            self.found += self.work.result()
        except (Lost, RecordError) as error:
            self.app.say(m("{why}.", why=str(error)), refused=True)
        if self.found or not self.records:
            self._show()
        else:
            self._go_on()

    def _show(self) -> None:
        self.app.pop()
        if not self.found:
            self.app.say(m("No clear mistake found."), seconds=8)
            return
        rest = list(self.found)

        def following() -> Puzzle | None:
            return rest.pop(0) if rest else None

        # Translators: the title of a puzzle made of one's own mistake
        show(self.app, rest.pop(0), m("Your mistake"), _not_rated, following)

    def left(self) -> None:
        """Nobody waits for it any more."""
        super().left()
        self.worker.shutdown(wait=False, cancel_futures=True)


def _not_rated(puzzle: Puzzle, outcome: Outcome) -> Words:
    """One's own matches are known: they say nothing of how good one is."""
    return ""
