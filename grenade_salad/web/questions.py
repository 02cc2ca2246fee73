"""Questions of phones before a decision: previews of actions, and hints.

Only the seat that asks gets the answer, which is computed from what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from grenade_salad.core import Action
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Query, allows_hints
from grenade_salad.session.odds import OddsEstimate
from grenade_salad.session.phases import Deciding
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import describe_hint, describe_preview, make_reader
from grenade_salad.text import Reader, say
from grenade_salad.web.protocol import HintRequest, PreviewRequest, encode


@dataclass
class _HintTask:
    """A hint that is being computed, or was."""

    moment: int
    language: str
    answer: Query[Hint]
    begin_odds: Callable[[Action], OddsEstimate | None]
    """Starts the estimate of the hint's odds; returns None if there is none."""
    odds: OddsEstimate | None = None
    was_sent: bool = False
    """True if the phone has the hint with its odds as they are known."""
    has_failed: bool = False
    """True after an exception: the task is not continued."""


class Questions:
    """Answers the questions of phones.

    `send(seat, kind, message)` sends an answer. `on_error` gets an exception behind an answer: a plugin may raise any,
    and the table goes on.
    """

    def __init__(self, send: Callable[[int, str, str], None], on_error: Callable[[BaseException], None]) -> None:
        self._send, self._on_error = send, on_error
        self._preview_requests: dict[int, PreviewRequest] = {}
        self._hint_requests: dict[int, HintRequest] = {}
        self._hint_tasks: dict[int, _HintTask] = {}

    def add(self, question: PreviewRequest | HintRequest) -> None:
        """Add a question; only the newest of each seat counts."""
        if isinstance(question, PreviewRequest):
            self._preview_requests[question.seat] = question
        else:
            self._hint_requests[question.seat] = question

    def answer(self, session: Session | None, moment: int, hint_level: str, *, has_millimetres: bool) -> None:
        """Answer what can be answered now; nothing without a session.

        `hint_level` is the level of the machine that gives hints. With `has_millimetres` lengths are told in mm.
        """
        preview_requests, self._preview_requests = self._preview_requests, {}
        hint_requests, self._hint_requests = self._hint_requests, {}
        if session is None or not session.is_settled:
            return
        state, names = session.match.state, session.match.header.names

        def reader(seat: int, language: str) -> Reader:
            return make_reader(state.view(seat), names, seat, language, has_millimetres=has_millimetres)

        for request in preview_requests.values():
            if request.moment == moment:
                with self._report_errors():
                    facts = describe_preview(state, request.action, reader(request.seat, request.language))
                    self._send(request.seat, "seen", encode("seen", n=request.n, **facts))
        for hint_request in hint_requests.values():
            if hint_request.moment == moment and may_ask(session, hint_request.seat):
                with self._report_errors():
                    self._begin_hint(session, hint_request, hint_level)
        self._send_hints(moment, reader)

    @contextmanager
    def _report_errors(self) -> Iterator[None]:
        try:
            yield
        except (Exception, SystemExit) as error:
            self._on_error(error)

    def _begin_hint(self, session: Session, request: HintRequest, hint_level: str) -> None:
        task = self._hint_tasks.get(request.seat)
        if task is not None and task.moment == request.moment:
            task.was_sent = False
            return
        state = session.match.state.copy()
        answer = session.machines.request_hint(state, request.seat, hint_level)
        begin_odds = partial(session.machines.estimate_odds, state, request.seat)
        self._hint_tasks[request.seat] = _HintTask(request.moment, request.language, answer, begin_odds)

    def _send_hints(self, moment: int, make: Callable[[int, str], Reader]) -> None:
        self._hint_tasks = {seat: task for seat, task in self._hint_tasks.items() if task.moment == moment}
        for seat, hint_task in self._hint_tasks.items():
            if not hint_task.has_failed:
                # It counts as failed until it has not: the context manager swallows the exception.
                hint_task.has_failed = True
                with self._report_errors():
                    self._send_hint(seat, hint_task, moment, make(seat, hint_task.language))
                    hint_task.has_failed = False
            if hint_task.has_failed and not hint_task.was_sent:
                hint_task.was_sent = True
                words = say(NO_HINT, make(seat, hint_task.language))
                self._send(seat, "hint", encode("hint", moment=moment, line={}, why=words, chance=""))

    def _send_hint(self, seat: int, task: _HintTask, moment: int, reader: Reader) -> None:
        """Send the hint when it is done, and again when its odds are known better."""
        has_news = task.odds is not None and task.odds.update()
        if not task.answer.done() or (task.was_sent and not has_news):
            return
        hint = task.answer.result()
        if task.odds is None:
            task.odds = task.begin_odds(hint.action)
        facts = describe_hint(hint, odds.describe_estimate(task.odds), reader)
        self._send(seat, "hint", encode("hint", moment=moment, **facts))
        task.was_sent = True


def seats_with_hints(session: Session | None, phones: Iterable[int]) -> frozenset[int]:
    """Return the seats among `phones` that may ask for a hint now."""
    return frozenset() if session is None else frozenset(seat for seat in phones if may_ask(session, seat))


def may_ask(session: Session, seat: int) -> bool:
    """Return True if the seat decides now, by phone, in a match with hints."""
    is_by_phone = isinstance(session.phase, Deciding) and session.phase.by == "phone"
    return is_by_phone and seat in session.match.state.active_seats() and allows_hints(session.match.header)
