"""Machine players and luck of a match, worked out beside the window: players in a process, luck in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, chance_rng, chance_rngs, redact
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.match.lesson_progress import Script
from grenade_salad.match.match import Controller, Header
from grenade_salad.session import odds, player_worker
from grenade_salad.session.player_worker import Hint, PlayerKey
from grenade_salad.session.query import Query as Query
from grenade_salad.session.worker_process import TimeLimited, WorkerTimeout
from grenade_salad.text import Message, Words, m

T = TypeVar("T")
_MAX_TRIES = 3
"""How often a process that died is restarted for one question; after that, a thread answers it."""
_HINT_STREAM = -1000
"""Where the random numbers of those begin that are asked for hints; players have -1 and below, luck 0 and above."""
_PATIENCE_FACTOR, _DEFAULT_SECONDS = 5.0, 1.0
"""By what factor a player may exceed its time, and its time in seconds if it was given none."""
_SUBSTITUTE, _LAST_RESORT = "easy", "random"
"""Who decides in place of a player that does not, and in place of that."""
_table_ids = count()
# Translators: to a player who asked for a hint
NO_HINT = m("There is no hint this time: something went wrong.")


def allows_hints(header: Header) -> bool:
    """Whether people may ask in this match what to do: the table agreed on that before it, and somebody knows."""
    return header.meta.get("hints") is not False and has_hints(header.game)


def has_hints(game: str) -> bool:
    """Whether any machine player of the game knows what to do."""
    return players.levels(game) != ("random",)


@dataclass
class _InformedPlayer:
    """A player, and how much of what its seat may know was sent to it."""

    key: PlayerKey
    sent_steps: int = 0
    sent_events: int = 0
    was_silent: bool = False

    @property
    def patience(self) -> float:
        """For how many seconds it may say nothing."""
        return _PATIENCE_FACTOR * max(players.parse_spec(self.key.name).seconds or 0.0, _DEFAULT_SECONDS)


@dataclass(frozen=True)
class Trouble:
    """A message to people about a player; `error` is the exception behind it, if there was one."""

    message: Message
    error: BaseException | None = None


class MachinePlayers:
    """A player is handed the redacted events, the view and the legal actions of its seat, and nothing else."""

    def __init__(self, header: Header, worker: Executor, thinker: Executor) -> None:
        """Without players yet: see `seat`. `thinker` is where they live; both do one thing after another."""
        self._header = header
        self._worker, self._thinker = worker, thinker
        self._history: list[Sequence[Event]] = []
        self._players: dict[int, _InformedPlayer] = {}
        self._hints: dict[tuple[int, str], _InformedPlayer] = {}
        self._pending_news: list[tuple[_InformedPlayer, Future[None]]] = []
        self._troubles: list[Trouble] = []

    def seat_players(self, controllers: Sequence[Controller], history: Sequence[Sequence[Event]]) -> None:
        """New players for the seats that have one; they are shown what has happened so far."""
        table_id = next(_table_ids)
        self._table_id = table_id
        self._hints = {}
        self._history = list(history)
        self._players = {
            seat: _InformedPlayer(
                PlayerKey(table_id, self._header.game, controller.level, seat, self._header.seed, -1 - seat)
            )
            for seat, controller in enumerate(controllers)
            if controller.kind == "bot"
        }
        self._send_news()

    def see(self, events: Sequence[Event]) -> None:
        """Show the players what happened."""
        self._history.append(events)
        self._send_news()

    def _send_news(self) -> None:
        for player in self._players.values():
            work = TimeLimited(player.patience, player_worker.show_events)
            self._pending_news.append((player, self._thinker.submit(work, player.key, *self._unsent_events(player))))

    def _unsent_events(self, player: _InformedPlayer) -> tuple[int, list[Event]]:
        """How many events the player was sent before, and those that it was not sent yet."""
        seat, since = player.key.seat, player.sent_events
        events = [redact(event, seat) for step in self._history[player.sent_steps :] for event in step]
        player.sent_steps, player.sent_events = len(self._history), since + len(events)
        return since, events

    def decide(self, state: State, seat: int) -> Query[Action]:
        """What the machine player of that seat does now."""
        player, view, legal = self._players[seat], state.view(seat), state.legal_actions(seat)

        def ask(tries: int) -> Future[Action]:
            executor, work = self._executor_for(player, tries), TimeLimited(player.patience, player_worker.decide)
            return executor.submit(work, player.key, *self._unsent_events(player), view, legal)

        return Query(ask, lambda error: self._handle_failure(player, self._header.names[seat], error))

    def request_hint(self, state: State, seat: int, name: str) -> Query[Hint]:
        """What a player of that name (see `players.kind`) would do in that seat, which has seen what the seat has."""
        key = PlayerKey(self._table_id, self._header.game, name, seat, self._header.seed, _HINT_STREAM - seat)
        player = self._hints.setdefault((seat, name), _InformedPlayer(key))
        view, legal = state.view(seat), state.legal_actions(seat)

        def ask(tries: int) -> Future[Hint]:
            executor, work = self._executor_for(player, tries), TimeLimited(player.patience, player_worker.give_hint)
            return executor.submit(work, player.key, *self._unsent_events(player), view, legal)

        # Translators: in the place of {name}, as in "{name} has been silent"
        return Query(
            ask, lambda error: self._handle_failure(player, m("The machine that gives hints"), error, _SUBSTITUTE)
        )

    def estimate_odds(self, state: State, seat: int, action: Action) -> odds.OddsEstimate | None:
        """How likely the seat is to win with the action, as far as it can know; None where nobody can play on.

        Who plays on is handed a world that is possible for the seat, and what it saw: nothing else.
        """
        game = self._header.game
        if players.load_roster(game).has_memory and load_puzzle_rules(game).worlds is None:
            return None
        blind = state.resample(seat, chance_rng(self._header.seed, _HINT_STREAM))
        events = [redact(event, seat) for step in self._history for event in step]

        def ask(since: int) -> Query[tuple[float, ...]]:
            def submit(tries: int) -> Future[tuple[float, ...]]:
                executor = self._thinker if tries < _MAX_TRIES else self._worker
                return executor.submit(odds.play_on, self._header, blind, seat, action, since, events)

            return Query(submit, failed)

        def failed(error: BaseException) -> bool:
            self._troubles.append(Trouble(m("The odds could not be worked out."), error))
            return False

        return odds.OddsEstimate(ask)

    def troubles(self) -> list[Trouble]:
        """What people are to be told since the last time."""
        for player, future in [pair for pair in self._pending_news if pair[1].done()]:
            self._pending_news.remove((player, future))
            # Whatever else went wrong goes wrong again when the player is asked, and is met there.
            if isinstance(future.exception(), WorkerTimeout) and not player.was_silent:
                self._report_silence(player, self._header.names[player.key.seat])
        troubles, self._troubles = self._troubles, []
        return troubles

    def _report_silence(self, player: _InformedPlayer, name: Words) -> None:
        player.was_silent = True
        n = round(player.patience)
        # Translators: {name} is a machine player
        self._troubles.append(Trouble(m("{name} has been silent for {n} s and is being asked again.", name=name, n=n)))

    def _handle_failure(
        self, player: _InformedPlayer, name: Words, error: BaseException, last_resort: str = _LAST_RESORT
    ) -> bool:
        """A player was silent, or broke down: whether it, or another one in its place, can be asked now.

        After the player `last` there is no other.
        """
        if isinstance(error, WorkerTimeout) and not player.was_silent:
            self._report_silence(player, name)
            return True
        if player.key.name == last_resort:
            return False
        if player.key.name == _SUBSTITUTE:
            player.key = replace(player.key, name=_LAST_RESORT)
            words = m("{name} goes on at random: the machine player Easy could not decide either.", name=name)
            self._troubles.append(Trouble(words, None if isinstance(error, WorkerTimeout) else error))
            return True
        player.key = replace(player.key, name=_SUBSTITUTE)
        if isinstance(error, WorkerTimeout):
            words = m("{name} is still silent: the machine player Easy takes over from here.", name=name)
            self._troubles.append(Trouble(words))
        else:
            words = m("{name} could not decide: the machine player Easy takes over from here.", name=name)
            self._troubles.append(Trouble(words, error))
        return True

    def _executor_for(self, player: _InformedPlayer, tries: int) -> Executor:
        """The player to ask; a new one must first be shown everything."""
        if tries:
            player.sent_steps = player.sent_events = 0
        return self._thinker if tries < _MAX_TRIES else self._worker

    def draw_chance(self, state: State, index: int) -> Future[Chance]:
        """What luck decides in the state, as chance event number `index` of the match."""
        return self._worker.submit(
            state.copy().sample_chance, chance_rngs(self._header.seed, self._header.version)(index)
        )

    def close(self) -> None:
        """End thread and process, also in the middle of a thought."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._thinker.shutdown(wait=False, cancel_futures=True)


class ScriptedPlayers(MachinePlayers):
    """`script` is asked first."""

    script: Script

    def decide(self, state: State, seat: int) -> Query[Action]:
        """What the script says, or the machine player of that seat."""
        scripted = self.script.action(state, seat)
        if scripted is None:
            return super().decide(state, seat)
        answer = _finished_future(scripted)
        return Query(lambda _: answer, lambda _: False)

    def draw_chance(self, state: State, index: int) -> Future[Chance]:
        """What the script says, or the seed."""
        scripted = self.script.chance(state, index)
        return super().draw_chance(state, index) if scripted is None else _finished_future(scripted)


def _finished_future(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
