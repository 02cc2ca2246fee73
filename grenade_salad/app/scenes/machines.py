"""Machine players and luck of a match, worked out beside the window: players in a process, luck in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from grenade_salad.app import minds
from grenade_salad.app.beside import Lost
from grenade_salad.app.minds import Hint, Mind
from grenade_salad.core import Action, Chance, Event, State, redact, rng
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller

T = TypeVar("T")
_TRIES = 3
"""How often a process that died is started anew for a question; after that it is answered in a thread."""
_HINTS = -1000
"""Where the random numbers of those begin that are asked for hints; players have -1 and below, luck 0 and above."""
_tables = count()


class Answer(Generic[T]):
    """A question to a player. If nobody is there any more who could answer, it is asked again; see `_Player.ask`."""

    def __init__(self, ask: Callable[[int], Future[T]]) -> None:
        self._ask = ask
        self._tries = 0
        self._future = ask(0)

    def done(self) -> bool:
        """Whether it is answered. Looked at again and again, it sees to it that this comes."""
        if self._future.done() and isinstance(self._future.exception(), Lost):
            self._tries += 1
            self._future = self._ask(self._tries)
        return self._future.done()

    def result(self) -> T:
        """The answer, when it is done."""
        return self._future.result()


@dataclass
class _Seen:
    """A player, and how much of what its seat may know was sent to it."""

    mind: Mind
    steps: int = 0
    events: int = 0


class Machines:
    """A player is handed the redacted events, the view and the legal actions of its seat, and nothing else."""

    def __init__(self, header: Header, worker: Executor, thinker: Executor) -> None:
        """Without players yet: see `seat`. `thinker` is where they live; both do one thing after another."""
        self._header = header
        self._worker, self._thinker = worker, thinker
        self._history: list[Sequence[Event]] = []
        self._players: dict[int, _Seen] = {}
        self._hints: dict[tuple[int, str], _Seen] = {}
        self._shown: list[Future[None]] = []

    def seat(self, controllers: Sequence[Controller], history: Sequence[Sequence[Event]]) -> None:
        """New players for the seats that have one; they are shown what has happened so far."""
        table = next(_tables)
        self._table = table
        self._hints = {}
        self._history = list(history)
        self._players = {
            seat: _Seen(Mind(table, self._header.game, one.level, seat, self._header.seed, -1 - seat))
            for seat, one in enumerate(controllers)
            if one.kind == "bot"
        }
        self._look()

    def see(self, events: Sequence[Event]) -> None:
        """Show the players what happened."""
        self._history.append(events)
        self._look()

    def _look(self) -> None:
        for player in self._players.values():
            self._shown.append(self._thinker.submit(minds.look, player.mind, *self._news(player)))

    def _news(self, player: _Seen) -> tuple[int, list[Event]]:
        """How many events the player was sent before, and those that it was not sent yet."""
        seat, since = player.mind.seat, player.events
        events = [redact(event, seat) for step in self._history[player.steps :] for event in step]
        player.steps, player.events = len(self._history), since + len(events)
        return since, events

    def decide(self, state: State, seat: int) -> Answer[Action]:
        """What the machine player of that seat does now."""
        for shown in [shown for shown in self._shown if shown.done()]:
            self._shown.remove(shown)
            if not isinstance(shown.exception(), Lost):
                shown.result()
        player, view, legal = self._players[seat], state.view(seat), state.legal(seat)

        def ask(tries: int) -> Future[Action]:
            return self._at(player, tries).submit(minds.decide, player.mind, *self._news(player), view, legal)

        return Answer(ask)

    def hint(self, state: State, seat: int, name: str) -> Answer[Hint]:
        """What a player of that name (see `bots.kind`) would do in that seat, which has seen what the seat has."""
        mind = Mind(self._table, self._header.game, name, seat, self._header.seed, _HINTS - seat)
        player = self._hints.setdefault((seat, name), _Seen(mind))
        view, legal = state.view(seat), state.legal(seat)

        def ask(tries: int) -> Future[Hint]:
            return self._at(player, tries).submit(minds.advise, player.mind, *self._news(player), view, legal)

        return Answer(ask)

    def _at(self, player: _Seen, tries: int) -> Executor:
        """Who is to be asked; somebody new has to be shown everything."""
        if tries:
            player.steps = player.events = 0
        return self._thinker if tries < _TRIES else self._worker

    def luck(self, state: State, index: int) -> Future[Chance]:
        """What luck decides in the state, as chance event number `index` of the match."""
        return self._worker.submit(state.copy().sample, rng(self._header.seed, index))

    def close(self) -> None:
        """End thread and process, also in the middle of a thought."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._thinker.shutdown(wait=False, cancel_futures=True)
