"""Machine players and luck of a match, worked out beside the window: players in a process, luck in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, chance_rng, chance_rngs, redact
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.match.lesson_progress import Script
from grenade_salad.match.match import Controller, Header
from grenade_salad.session import odds, player_worker
from grenade_salad.session.player_worker import Hint, Mind
from grenade_salad.session.query import Answer as Answer
from grenade_salad.session.worker_process import Silent, Within
from grenade_salad.text import Message, Words, m

T = TypeVar("T")
_TRIES = 3
"""How often a process that died is restarted for one question; after that, a thread answers it."""
_HINTS = -1000
"""Where the random numbers of those begin that are asked for hints; players have -1 and below, luck 0 and above."""
_PATIENCE, _TIME = 5.0, 1.0
"""By what factor a player may exceed its time, and its time in seconds if it was given none."""
_STAND_IN, _LAST = "easy", "random"
"""Who decides in place of a player that does not, and in place of that."""
_tables = count()
# Translators: to a player who asked for a hint
NO_HINT = m("There is no hint this time: something went wrong.")


def gives_hints(header: Header) -> bool:
    """Whether people may ask in this match what to do: the table agreed on that before it, and somebody knows."""
    return header.meta.get("hints") is not False and knows_hints(header.game)


def knows_hints(game: str) -> bool:
    """Whether any machine player of the game knows what to do."""
    return players.levels(game) != ("random",)


@dataclass
class _Seen:
    """A player, and how much of what its seat may know was sent to it."""

    mind: Mind
    steps: int = 0
    events: int = 0
    was_silent: bool = False

    @property
    def patience(self) -> float:
        """For how many seconds it may say nothing."""
        return _PATIENCE * max(players.kind(self.mind.name).seconds or 0.0, _TIME)


@dataclass(frozen=True)
class Trouble:
    """A message to people about a player; `error` is the exception behind it, if there was one."""

    words: Message
    error: BaseException | None = None


class Machines:
    """A player is handed the redacted events, the view and the legal actions of its seat, and nothing else."""

    def __init__(self, header: Header, worker: Executor, thinker: Executor) -> None:
        """Without players yet: see `seat`. `thinker` is where they live; both do one thing after another."""
        self._header = header
        self._worker, self._thinker = worker, thinker
        self._history: list[Sequence[Event]] = []
        self._players: dict[int, _Seen] = {}
        self._hints: dict[tuple[int, str], _Seen] = {}
        self._shown: list[tuple[_Seen, Future[None]]] = []
        self._troubles: list[Trouble] = []

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
            work = Within(player.patience, player_worker.look)
            self._shown.append((player, self._thinker.submit(work, player.mind, *self._news(player))))

    def _news(self, player: _Seen) -> tuple[int, list[Event]]:
        """How many events the player was sent before, and those that it was not sent yet."""
        seat, since = player.mind.seat, player.events
        events = [redact(event, seat) for step in self._history[player.steps :] for event in step]
        player.steps, player.events = len(self._history), since + len(events)
        return since, events

    def decide(self, state: State, seat: int) -> Answer[Action]:
        """What the machine player of that seat does now."""
        player, view, legal = self._players[seat], state.view(seat), state.legal_actions(seat)

        def ask(tries: int) -> Future[Action]:
            where, work = self._at(player, tries), Within(player.patience, player_worker.decide)
            return where.submit(work, player.mind, *self._news(player), view, legal)

        return Answer(ask, lambda error: self._failed(player, self._header.names[seat], error))

    def hint(self, state: State, seat: int, name: str) -> Answer[Hint]:
        """What a player of that name (see `players.kind`) would do in that seat, which has seen what the seat has."""
        mind = Mind(self._table, self._header.game, name, seat, self._header.seed, _HINTS - seat)
        player = self._hints.setdefault((seat, name), _Seen(mind))
        view, legal = state.view(seat), state.legal_actions(seat)

        def ask(tries: int) -> Future[Hint]:
            where, work = self._at(player, tries), Within(player.patience, player_worker.advise)
            return where.submit(work, player.mind, *self._news(player), view, legal)

        # Translators: in the place of {name}, as in "{name} has been silent"
        return Answer(ask, lambda error: self._failed(player, m("The machine that gives hints"), error, _STAND_IN))

    def odds(self, state: State, seat: int, action: Action) -> odds.PlayedOn | None:
        """How likely the seat is to win with the action, as far as it can know; None where nobody can play on.

        Who plays on is handed a world that is possible for the seat, and what it saw: nothing else.
        """
        game = self._header.game
        if players.players_of(game).remember and puzzling(game).worlds is None:
            return None
        blind = state.resample(seat, chance_rng(self._header.seed, _HINTS))
        events = [redact(event, seat) for step in self._history for event in step]

        def ask(since: int) -> Answer[tuple[float, ...]]:
            def submit(tries: int) -> Future[tuple[float, ...]]:
                where = self._thinker if tries < _TRIES else self._worker
                return where.submit(odds.play_on, self._header, blind, seat, action, since, events)

            return Answer(submit, failed)

        def failed(error: BaseException) -> bool:
            self._troubles.append(Trouble(m("The odds could not be worked out."), error))
            return False

        return odds.PlayedOn(ask)

    def troubles(self) -> list[Trouble]:
        """What people are to be told since the last time."""
        for player, shown in [one for one in self._shown if one[1].done()]:
            self._shown.remove((player, shown))
            # Whatever else went wrong goes wrong again when the player is asked, and is met there.
            if isinstance(shown.exception(), Silent) and not player.was_silent:
                self._silent(player, self._header.names[player.mind.seat])
        found, self._troubles = self._troubles, []
        return found

    def _silent(self, player: _Seen, name: Words) -> None:
        player.was_silent = True
        n = round(player.patience)
        # Translators: {name} is a machine player
        self._troubles.append(Trouble(m("{name} has been silent for {n} s and is being asked again.", name=name, n=n)))

    def _failed(self, player: _Seen, name: Words, error: BaseException, last: str = _LAST) -> bool:
        """A player was silent, or broke down: whether it, or another one in its place, can be asked now.

        After the player `last` there is no other.
        """
        if isinstance(error, Silent) and not player.was_silent:
            self._silent(player, name)
            return True
        if player.mind.name == last:
            return False
        if player.mind.name == _STAND_IN:
            player.mind = replace(player.mind, name=_LAST)
            words = m("{name} goes on at random: the machine player Easy could not decide either.", name=name)
            self._troubles.append(Trouble(words, None if isinstance(error, Silent) else error))
            return True
        player.mind = replace(player.mind, name=_STAND_IN)
        if isinstance(error, Silent):
            words = m("{name} is still silent: the machine player Easy takes over from here.", name=name)
            self._troubles.append(Trouble(words))
        else:
            words = m("{name} could not decide: the machine player Easy takes over from here.", name=name)
            self._troubles.append(Trouble(words, error))
        return True

    def _at(self, player: _Seen, tries: int) -> Executor:
        """The player to ask; a new one must first be shown everything."""
        if tries:
            player.steps = player.events = 0
        return self._thinker if tries < _TRIES else self._worker

    def luck(self, state: State, index: int) -> Future[Chance]:
        """What luck decides in the state, as chance event number `index` of the match."""
        return self._worker.submit(
            state.copy().sample_chance, chance_rngs(self._header.seed, self._header.version)(index)
        )

    def close(self) -> None:
        """End thread and process, also in the middle of a thought."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._thinker.shutdown(wait=False, cancel_futures=True)


class Rehearsed(Machines):
    """`script` is asked first."""

    script: Script

    def decide(self, state: State, seat: int) -> Answer[Action]:
        """What the script says, or the machine player of that seat."""
        line = self.script.action(state, seat)
        if line is None:
            return super().decide(state, seat)
        known = _known(line)
        return Answer(lambda _: known, lambda _: False)

    def luck(self, state: State, index: int) -> Future[Chance]:
        """What the script says, or the seed."""
        line = self.script.chance(state, index)
        return super().luck(state, index) if line is None else _known(line)


def _known(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
