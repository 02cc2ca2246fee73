"""Machine players and chance of a match, worked out beside the window.

Players are in a process, chance is in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, View, derive_rng, match_rngs, redact
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
"""The tries of one query in a process that dies; after that, a thread answers it."""
_HINT_STREAM = -1000
"""The first random stream of players that give hints, one for each seat.

Players at the table have -1 and below, chance has 0 and above.
"""
_PATIENCE_FACTOR = 5.0
"""The factor by which a player may exceed its time."""
_DEFAULT_SECONDS = 1.0
"""The time of players that were given none."""
_SUBSTITUTE = "easy"
"""The player that decides for one that does not."""
_LAST_RESORT = "random"
"""The player that decides if the substitute does not."""
_table_ids = count()
# Translators: to a player who asked for a hint
NO_HINT = m("There is no hint this time: something went wrong.")


def allows_hints(header: Header) -> bool:
    """True if people may ask for hints in this match.

    Its header must allow it, and the game must have hints.
    """
    return header.meta.get("hints") is not False and has_hints(header.game)


def has_hints(game: str) -> bool:
    """True if any machine player of the game can give a hint."""
    return players.levels(game) != ("random",)


@dataclass
class _InformedPlayer:
    """A player, and how much of what its seat may know was sent to it."""

    key: PlayerKey
    sent_steps: int = 0
    """The number of lines of the match whose events were sent."""
    sent_events: int = 0
    was_silent: bool = False
    """True if people were told of its silence.

    The next time another player takes over.
    """

    @property
    def patience(self) -> float:
        """The seconds for which it may be silent."""
        return _PATIENCE_FACTOR * max(players.parse_spec(self.key.name).seconds or 0.0, _DEFAULT_SECONDS)


@dataclass(frozen=True)
class Trouble:
    """A message to people about a player."""

    message: Message
    error: BaseException | None = None
    """The exception behind it, if any."""


class MachinePlayers:
    """The machine players of a match.

    A player is handed the redacted events, the view and the legal actions of its seat, and nothing else.
    """

    def __init__(self, header: Header, worker: Executor, thinker: Executor) -> None:
        """Start without players: see `seat_players`.

        `thinker` is where they think. Each executor does one thing after another.
        """
        self._header = header
        self._worker, self._thinker = worker, thinker
        self._history: list[Sequence[Event]] = []
        self._table_id = next(_table_ids)
        self._players: dict[int, _InformedPlayer] = {}
        self._hints: dict[tuple[int, str], _InformedPlayer] = {}
        self._pending_news: list[tuple[_InformedPlayer, Future[None]]] = []
        self._troubles: list[Trouble] = []

    def seat_players(self, controllers: Sequence[Controller], history: Sequence[Sequence[Event]]) -> None:
        """Create the players of the seats that have one, and show them the history."""
        self._table_id = next(_table_ids)
        self._hints = {}
        self._history = list(history)
        self._players = {
            seat: _InformedPlayer(
                PlayerKey(self._table_id, self._header.game, controller.level, seat, self._header.seed, -1 - seat)
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
        """Return how many events the player was sent, and the events after those."""
        seat, since = player.key.seat, player.sent_events
        events = [redact(event, seat) for step in self._history[player.sent_steps :] for event in step]
        player.sent_steps, player.sent_events = len(self._history), since + len(events)
        return since, events

    def decide(self, state: State, seat: int) -> Query[Action]:
        """Ask the machine player of that seat for its action."""
        return self._query(player_worker.decide, self._players[seat], state, self._header.names[seat])

    def request_hint(self, state: State, seat: int, name: str) -> Query[Hint]:
        """Ask a player with that name what it would do in that seat.

        See `players.parse_spec` for names. The player has seen what the seat has seen.
        """
        key = PlayerKey(self._table_id, self._header.game, name, seat, self._header.seed, _HINT_STREAM - seat)
        player = self._hints.setdefault((seat, name), _InformedPlayer(key))
        # Translators: in the place of {name}, as in "{name} has been silent"
        return self._query(player_worker.give_hint, player, state, m("The machine that gives hints"), _SUBSTITUTE)

    def _query(
        self,
        answer: Callable[[PlayerKey, int, Sequence[Event], View, Sequence[Action]], T],
        player: _InformedPlayer,
        state: State,
        name: Words,
        last_resort: str = _LAST_RESORT,
    ) -> Query[T]:
        """Ask a player something that the function `answer` of the worker computes.

        `name` is the player's in messages. After the player `last_resort` there is no other.
        """
        view, legal = state.view(player.key.seat), state.legal_actions(player.key.seat)

        def ask(tries: int) -> Future[T]:
            executor, work = self._executor_for(player, tries), TimeLimited(player.patience, answer)
            return executor.submit(work, player.key, *self._unsent_events(player), view, legal)

        return Query(ask, lambda error: self._handle_failure(player, name, error, last_resort))

    def estimate_odds(self, state: State, seat: int, action: Action) -> odds.OddsEstimate | None:
        """Estimate how likely the seat is to win with the action.

        None where no player can play on. The players that play on are handed a world that is possible for the seat,
        and what it saw: nothing else.
        """
        game = self._header.game
        if players.load_roster(game).has_memory and load_puzzle_rules(game).worlds is None:
            return None
        blind = state.resample(seat, derive_rng(self._header.seed, _HINT_STREAM))
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
        """Return the new messages for people since the last call."""
        for player, future in [pair for pair in self._pending_news if pair[1].done()]:
            self._pending_news.remove((player, future))
            # Any other error is raised again when the player is asked, and is handled there.
            if isinstance(future.exception(), WorkerTimeout) and not player.was_silent:
                self._report_silence(player, self._header.names[player.key.seat])
        troubles, self._troubles = self._troubles, []
        return troubles

    def _report_silence(self, player: _InformedPlayer, name: Words) -> None:
        player.was_silent = True
        n = round(player.patience)
        # Translators: {name} is a machine player
        self._troubles.append(Trouble(m("{name} has been silent for {n} s and is being asked again.", name=name, n=n)))

    def _handle_failure(self, player: _InformedPlayer, name: Words, error: BaseException, last_resort: str) -> bool:
        """Handle the failure of a player; True if it, or a substitute, can be asked now.

        The player was silent or raised `error`.
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
        """Return the executor to ask in; a new player must first be shown everything."""
        if tries:
            player.sent_steps = player.sent_events = 0
        return self._thinker if tries < _MAX_TRIES else self._worker

    def draw_chance(self, state: State, index: int) -> Future[Chance]:
        """Draw the chance that is pending in the state, number `index` of the match."""
        return self._worker.submit(
            state.copy().sample_chance, match_rngs(self._header.seed, self._header.version)(index)
        )

    def close(self) -> None:
        """End thread and process, also while a player thinks."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._thinker.shutdown(wait=False, cancel_futures=True)


class ScriptedPlayers(MachinePlayers):
    """Machine players that follow a script where it has a line."""

    script: Script
    """Set before the match begins, and after an undo."""

    def decide(self, state: State, seat: int) -> Query[Action]:
        """Return the action of the script, or ask the machine player of that seat."""
        scripted = self.script.take_action(state, seat)
        if scripted is None:
            return super().decide(state, seat)
        answer = _finished_future(scripted)
        return Query(lambda _: answer, lambda _: False)

    def draw_chance(self, state: State, index: int) -> Future[Chance]:
        """Return the chance of the script, or draw it by the seed."""
        scripted = self.script.find_chance(state, index)
        return super().draw_chance(state, index) if scripted is None else _finished_future(scripted)


def _finished_future(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
