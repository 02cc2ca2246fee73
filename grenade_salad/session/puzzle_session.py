"""A moment of a match at which one seat is asked for its action: a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.core import Action, Reason
from grenade_salad.match.match import Controller, Match, Step
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import Deciding, HasAnswered, Reacting, Showing
from grenade_salad.session.session import Session, find_pass


class PuzzleSession(Session):
    """A session that waits for one action, which it hands to `on_decided`.

    The action is not carried out, and no machine thinks.
    """

    def __init__(
        self,
        match: Match,
        controllers: Sequence[Controller],
        machines: MachinePlayers,
        on_decided: Callable[[Action], None],
    ) -> None:
        super().__init__(match, controllers, machines)
        self._on_decided = on_decided

    def ask(self, match: Match, steps: Sequence[Step], seat: int) -> None:
        """Ask the seat at that place, also when others could answer as well."""
        self.jump_to(match, steps)
        is_reaction = find_pass(match.state, seat) is not None
        self._turn = None if is_reaction else seat
        self.phase = Reacting((seat,), 0.0, can_rest=False) if is_reaction else Deciding(seat, "person")

    def act(self, action: Action) -> Reason | None:
        if not self.accepts_actions:
            return HasAnswered()
        if (reason := self.match.state.why_not(action)) is not None:
            return reason
        self.phase = Showing()
        self._on_decided(action)
        return None

    def advance(self, seconds: float) -> None:
        """Do nothing: time does not pass."""
