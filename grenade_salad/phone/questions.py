"""What a seat with a phone asks before it decides: what would happen if it did this, and what a machine would do.

It is told to the seat that asks and to nobody else, and is worked out from what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grenade_salad.phone.protocol import Trial, Wondering, encode
from grenade_salad.phone.sheet import advised, seen
from grenade_salad.session.machines import Answer, gives_hints
from grenade_salad.session.phases import Deciding
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session


@dataclass
class _Asked:
    """A hint that is being worked out, or was; `told` says whether the phone has it."""

    moment: int
    language: str
    answer: Answer[Hint]
    told: bool = False


class Questions:
    """`say(seat, kind, message)` takes the answers to the phones."""

    def __init__(self, say: Callable[[int, str, str], None]) -> None:
        self._say = say
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
                facts = seen(state, trial.seat, trial.action, names, trial.language)
                self._say(trial.seat, "seen", encode("seen", n=trial.n, **facts))
        for asks in wondering.values():
            if asks.moment == moment and may_ask(session, asks.seat):
                self._begin(session, asks, level)
        self._tell(moment, names)

    def _begin(self, session: Session, asks: Wondering, level: str) -> None:
        known = self._hints.get(asks.seat)
        if known is not None and known.moment == asks.moment:
            known.told = False
            return
        answer = session.machines.hint(session.match.state, asks.seat, level)
        self._hints[asks.seat] = _Asked(asks.moment, asks.language, answer)

    def _tell(self, moment: int, names: tuple[str, ...]) -> None:
        self._hints = {seat: one for seat, one in self._hints.items() if one.moment == moment}
        for seat, one in self._hints.items():
            if not one.told and one.answer.done():
                one.told = True
                facts = advised(one.answer.result(), seat, names, one.language)
                self._say(seat, "hint", encode("hint", moment=moment, **facts))


def may_ask(session: Session, seat: int) -> bool:
    """Whether the seat decides now, with a phone, in a match in which people may ask."""
    deciding = session.phase
    with_phone = isinstance(deciding, Deciding) and deciding.by == "phone"
    return with_phone and seat in session.match.state.to_act() and gives_hints(session.match.header)
