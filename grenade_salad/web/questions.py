"""What a seat with a phone asks before it decides: what would happen if it did this, and what a machine would do.

It is told to the seat that asks and to nobody else, and is worked out from what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from grenade_salad.core import Action
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Answer, gives_hints
from grenade_salad.session.odds import PlayedOn
from grenade_salad.session.phases import Deciding
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import advised, seen
from grenade_salad.text import Reader, say
from grenade_salad.web.protocol import Trial, Wondering, encode


@dataclass
class _Asked:
    """A hint that is being worked out, or was; `told` says whether the phone has it, as far as it is known.

    `begin` has its odds played on when it is there: `odds`. What `failed` is not worked out any further.
    """

    moment: int
    language: str
    answer: Answer[Hint]
    begin: Callable[[Action], PlayedOn | None]
    odds: PlayedOn | None = None
    told: bool = False
    failed: bool = False


class Questions:
    """`say(seat, kind, message)` takes the answers to the phones.

    `failed` hears of an exception behind an answer: a game of others may raise any, and the table goes on.
    """

    def __init__(self, say: Callable[[int, str, str], None], failed: Callable[[BaseException], None]) -> None:
        self._say, self._failed = say, failed
        self._trials: dict[int, Trial] = {}
        self._wondering: dict[int, Wondering] = {}
        self._hints: dict[int, _Asked] = {}

    def hear(self, question: Trial | Wondering) -> None:
        """A phone asks; of each seat only the newest question counts."""
        if isinstance(question, Trial):
            self._trials[question.seat] = question
        else:
            self._wondering[question.seat] = question

    def answer(self, session: Session | None, moment: int, level: str) -> None:
        """Answer what can be answered now; without a session nothing can be. `level` gives hints."""
        trials, self._trials = self._trials, {}
        wondering, self._wondering = self._wondering, {}
        if session is None or not session.rests:
            return
        state, names = session.match.state, session.match.header.names
        for trial in trials.values():
            if trial.moment == moment:
                with self._caught():
                    facts = seen(state, trial.seat, trial.action, names, trial.language)
                    self._say(trial.seat, "seen", encode("seen", n=trial.n, **facts))
        for asks in wondering.values():
            if asks.moment == moment and may_ask(session, asks.seat):
                with self._caught():
                    self._begin(session, asks, level)
        self._tell(moment, names)

    @contextmanager
    def _caught(self) -> Iterator[None]:
        try:
            yield
        except (Exception, SystemExit) as error:
            self._failed(error)

    def _begin(self, session: Session, asks: Wondering, level: str) -> None:
        known = self._hints.get(asks.seat)
        if known is not None and known.moment == asks.moment:
            known.told = False
            return
        state = session.match.state.copy()
        answer = session.machines.hint(state, asks.seat, level)
        begin = partial(session.machines.odds, state, asks.seat)
        self._hints[asks.seat] = _Asked(asks.moment, asks.language, answer, begin)

    def _tell(self, moment: int, names: tuple[str, ...]) -> None:
        self._hints = {seat: one for seat, one in self._hints.items() if one.moment == moment}
        for seat, asked in self._hints.items():
            if not asked.failed:
                asked.failed = True
                with self._caught():
                    self._tell_hint(seat, asked, moment, names)
                    asked.failed = False
            if asked.failed and not asked.told:
                asked.told = True
                words = say(NO_HINT, Reader(names, seat, asked.language))
                self._say(seat, "hint", encode("hint", moment=moment, line={}, why=words, chance=""))

    def _tell_hint(self, seat: int, asked: _Asked, moment: int, names: tuple[str, ...]) -> None:
        """Say the hint when it is there, and again when its odds are known better."""
        has_news = asked.odds is not None and asked.odds.update()
        if not asked.answer.done() or (asked.told and not has_news):
            return
        hint = asked.answer.result()
        if asked.odds is None:
            asked.odds = asked.begin(hint.action)
        facts = advised(hint, odds.of(asked.odds), seat, names, asked.language)
        self._say(seat, "hint", encode("hint", moment=moment, **facts))
        asked.told = True


def who_may_ask(session: Session | None, phones: Iterable[int]) -> frozenset[int]:
    """The seats among these that are told what a machine would do, if they ask."""
    return frozenset() if session is None else frozenset(seat for seat in phones if may_ask(session, seat))


def may_ask(session: Session, seat: int) -> bool:
    """Whether the seat decides now, with a phone, in a match in which people may ask."""
    deciding = session.phase
    with_phone = isinstance(deciding, Deciding) and deciding.by == "phone"
    return with_phone and seat in session.match.state.active_seats() and gives_hints(session.match.header)
