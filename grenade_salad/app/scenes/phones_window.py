"""Phones in a match: what they decide is carried out, in turn or in a reaction window, or refused with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grenade_salad.core import Action

if TYPE_CHECKING:
    from grenade_salad.app.scenes.match_scene import MatchScene

LONGEST_PAUSE = 30.0
"""Seconds that a window waits for phones that dropped, all in all."""


def next_decision(scene: MatchScene) -> Action | None:
    """The next thing that a phone decided and that may be done now; what may not be done is refused."""
    hosting = scene.app.phones
    moment = scene.phones_see()
    while hosting is not None and hosting.decisions:
        decision = hosting.decisions.pop(0)
        if scene.controllers[decision.seat].kind != "phone":
            continue
        if not hosting.current(decision, moment):
            hosting.refuse(decision.seat, "something has happened since: look again.")
        elif decision.action is None:
            if scene.reaction is not None or not scene.act_at_screen(decision.seat):
                hosting.refuse(decision.seat, "that cannot be done at the big screen now.")
            hosting.server.settled(decision.seat)
        elif scene.reaction is not None and decision.seat in scene.reaction.answers:
            hosting.refuse(decision.seat, "you have answered.")
        elif reason := scene.match.state.why_not(decision.action):
            hosting.refuse(decision.seat, f"{reason.text()}.")
        else:
            return decision.action
    return None


class PhoneWindow:
    """The seats with phones in a reaction window; what they answered is in `answers`."""

    def __init__(self, scene: MatchScene, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.answers: dict[int, Action] = {}
        self._scene = scene
        self._paused = 0.0

    def listen(self, dt: float) -> Sequence[tuple[int, bool]]:
        """Who has answered since the last time, in the order of the window, and whether with more than a pass."""
        found: dict[int, Action] = {}
        while (action := next_decision(self._scene)) is not None:
            if action.seat in self.seats and action.seat not in found:
                found[action.seat] = action
        self.answers.update(found)
        if self._absent():
            self._paused += dt
        return [(seat, found[seat].do != "pass") for seat in self.seats if seat in found]

    def waits(self) -> str:
        """Why the time stands still; empty if it runs."""
        absent = self._absent()
        if not absent or self.expired:
            return ""
        names = " and ".join(self._scene.names[seat] for seat in absent)
        return f"Waiting for {names}'s phone: {LONGEST_PAUSE - self._paused:.0f} s at most"

    @property
    def expired(self) -> bool:
        """Whether the window has waited long enough for phones that dropped."""
        return self._paused >= LONGEST_PAUSE

    def given_up(self) -> Sequence[int]:
        """Phones that have dropped and that nobody waits for any more."""
        return self._absent() if self.expired else ()

    def _absent(self) -> list[int]:
        hosting = self._scene.app.phones
        here = hosting.here if hosting is not None else set()
        return [seat for seat in self.seats if seat not in here and seat not in self.answers]
