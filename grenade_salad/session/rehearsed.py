"""Machines and luck that do what a lesson's record says, and from there on what they like."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TypeVar

from grenade_salad.core import Action, Chance, State
from grenade_salad.match.lesson_progress import Script
from grenade_salad.session.machines import Answer, Machines

T = TypeVar("T")


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
