"""A person's own mistakes as puzzles.

The search runs in the background, match by match.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from grenade_salad.app.puzzles.puzzle_scene import show
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.match.match import read_controllers
from grenade_salad.match.record import Record, RecordError
from grenade_salad.puzzles import Puzzle
from grenade_salad.puzzles.progress import Outcome
from grenade_salad.puzzles.search import list_mistakes
from grenade_salad.session.worker_process import WorkerLost
from grenade_salad.text import Words, m

_MAX_MATCHES = 3
"""Maximum number of last matches that are searched, until a puzzle is found."""
_MAX_MOMENTS = 3
"""Maximum number of moments of a match that are evaluated."""


def search_person(app: AppContext, name: str, game: str) -> None:
    """Search the last matches of a person in the game; tells the user if none."""
    if app.journal is None:
        return
    try:
        records = [
            app.journal.record(match.id)
            for match in app.journal.matches(MatchFilter(game, name, True), 0, _MAX_MATCHES)
        ]
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    records_with_seats = [
        (record, record.header.seats.index(name)) for record in records if name in record.header.seats
    ]
    if not records_with_seats:
        app.say(m("{who} has not finished a match of this game yet.", who=name), refused=True)
        return
    app.push(MistakeSearch(app, records_with_seats))


def search_match(app: AppContext, match_id: int) -> None:
    """Search a match of the journal for the mistakes of a person.

    It is its only person, or the one that is chosen.
    """
    if app.journal is None:
        return
    try:
        record = app.journal.record(match_id)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    people = [seat for seat, controller in enumerate(read_controllers(record.header)) if controller.kind != "bot"]
    if len(people) == 1:
        app.push(MistakeSearch(app, [(record, people[0])]))
        return
    answers = [Answer(record.header.names[seat], partial(_push_search, app, record, seat)) for seat in people]
    # Translators: a question with the names of players as buttons
    app.push(Dialog(app, m("Whose mistakes?"), "", [*answers, Answer(m("Back"), do_nothing, icon="back", back=True)]))


def _push_search(app: AppContext, record: Record, seat: int) -> None:
    app.push(MistakeSearch(app, [(record, seat)]))


class MistakeSearch(Dialog):
    """Dialog that stays until the matches are searched, or the user stops it.

    Then the puzzles that were found are shown.
    """

    def __init__(self, app: AppContext, records: Sequence[tuple[Record, int]]) -> None:
        self.records, self.results = list(records), list[Puzzle]()
        """Matches still to search, each with the person's seat, and the puzzles found."""
        self.worker = app.thinker()
        self.work: Future[tuple[Puzzle, ...]] | None = None
        """The search of the current match."""
        answers = [Answer(m("Stop"), do_nothing, icon="cross", back=True)]
        super().__init__(
            app,
            m("Your mistakes"),
            m("Looking for the moments that cost you most. It takes a minute or two per match…"),
            answers,
        )
        self._search_next()

    def _search_next(self) -> None:
        self.work = self.worker.submit(list_mistakes, *self.records.pop(0), _MAX_MOMENTS)

    @property
    def is_animating(self) -> bool:
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.work is None or not self.work.done():
            return
        try:
            self.results += self.work.result()
        except (WorkerLost, RecordError) as error:
            self.app.say(m("{why}.", why=str(error)), refused=True)
        if self.results or not self.records:
            self._show_results()
        else:
            self._search_next()

    def _show_results(self) -> None:
        self.app.pop()
        if not self.results:
            self.app.say(m("No clear mistake found."), seconds=8)
            return
        rest = list(self.results)

        def next_puzzle() -> Puzzle | None:
            return rest.pop(0) if rest else None

        # Translators: the title of a puzzle made of one's own mistake
        show(self.app, rest.pop(0), m("Your mistake"), _skip_rating, next_puzzle)

    def on_left(self) -> None:
        """Cancel the search: nobody waits for it any more."""
        super().on_left()
        self.worker.shutdown(wait=False, cancel_futures=True)


def _skip_rating(puzzle: Puzzle, outcome: Outcome) -> Words:
    """Return no words: a person knows their own matches, so these are not rated."""
    return ""
