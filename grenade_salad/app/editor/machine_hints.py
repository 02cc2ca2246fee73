"""A dialog of what machine players of each level would do in a position."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.app.match.controller import report_troubles
from grenade_salad.app.seating.player_names import LEVELS
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.match.match import Match
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.text import Message, Reader, m, say

_ASKABLE_LEVELS = ("easy", "normal", "hard", "expert")


def askable_levels(game: str) -> tuple[str, ...]:
    """Return the levels that can be asked in a game."""
    return tuple(level for level in _ASKABLE_LEVELS if level in players.levels(game))


class MachineHintsDialog(Dialog):
    """Shows each hint as soon as it is computed.

    `match` begins in the position. The machine players get what the seat that is to act knows.
    """

    def __init__(self, app: AppContext, match: Match) -> None:
        self.match, self.seat = match, match.state.active_seats()[0]
        self.machines = MachinePlayers(match.header, app.worker(), app.thinker())
        self.machines.seat_players((), ())
        self.hints = {
            level: self.machines.request_hint(match.state, self.seat, level)
            for level in askable_levels(match.header.game)
        }
        """The hint of each level, or its future."""
        close = Answer(m("Close"), do_nothing, "main", icon="back", back=True)
        title = m("What machines would do as {who}", who=match.header.names[self.seat])
        super().__init__(app, title, self._format_hints(), [close])

    def _format_hints(self) -> str:
        reader = Reader(self.match.header.names)
        return "\n".join(say(self._format_hint(level), reader, begin=True) for level in self.hints)

    def _format_hint(self, level: str) -> Message:
        if not self.hints[level].done():
            # Translators: {level} is a level of machine players
            return m("{level} is thinking…", level=LEVELS[level])
        hint = self.hints[level].result()
        state, names = self.match.state, self.match.header.names
        does = self.match.game.describe(hint.action, state.view(self.seat))
        # Translators: what a machine player of that level would do; {words} is the same as it is typed, arrow 3 at b7
        return m(
            "{level}: {does} ({words})", level=LEVELS[level], does=does, words=state.format_action(hint.action, names)
        )

    @property
    def is_animating(self) -> bool:
        return not all(hint.done() for hint in self.hints.values())

    def update(self, dt: float) -> None:
        super().update(dt)
        report_troubles(self.app, self.machines)
        if (text := self._format_hints()) != self.words:
            self.words, self.dirty = text, True
            self.layout(self.size)

    def on_left(self) -> None:
        """Stop the machine players, since their hints are no longer needed."""
        super().on_left()
        self.machines.close()
