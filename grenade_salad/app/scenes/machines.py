"""Machine players and luck of a match, worked out beside the window: one thread, one thing after another."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future

from grenade_salad import bots
from grenade_salad.core import Action, Chance, Event, State, View, redact, rng
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller


class Machines:
    """A bot is handed the redacted events, the view and the legal actions of its seat, and nothing else."""

    def __init__(self, header: Header, worker: Executor) -> None:
        """Without bots yet: see `seat`. The worker does one thing after another."""
        self._header = header
        self._bots: dict[int, bots.Bot] = {}
        self._seen: list[Future[None]] = []
        self._worker = worker

    def seat(self, controllers: Sequence[Controller], history: Sequence[Sequence[Event]]) -> None:
        """New bots for the seats that have one; they are shown what has happened so far."""
        self._bots = {}
        for seat, controller in enumerate(controllers):
            if controller.kind == "bot":
                numbers = rng(self._header.seed, -1 - seat)
                self._bots[seat] = bots.make(self._header.game, controller.level, seat, numbers)
        for events in history:
            self.see(events)

    def see(self, events: Sequence[Event]) -> None:
        """Show the bots what happened."""
        for seat, bot in self._bots.items():
            seen = [redact(event, seat) for event in events]
            self._seen.append(self._worker.submit(_see, bot, seen))

    def decide(self, state: State, seat: int) -> Future[Action]:
        """What the bot of that seat does now."""
        for seen in [seen for seen in self._seen if seen.done()]:
            seen.result()
            self._seen.remove(seen)
        view: View = state.view(seat)
        return self._worker.submit(self._bots[seat].decide, view, state.legal(seat))

    def luck(self, state: State, index: int) -> Future[Chance]:
        """What luck decides in the state, as chance event number `index` of the match."""
        return self._worker.submit(state.copy().sample, rng(self._header.seed, index))

    def close(self) -> None:
        """End the thread, after what it is doing now."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _see(bot: bots.Bot, events: Sequence[Event]) -> None:
    for event in events:
        bot.see(event)
