"""What machine players would do in a position, level by level, each as soon as it knows."""

from __future__ import annotations

from grenade_salad import players
from grenade_salad.app.match.pause_menu import tell_troubles
from grenade_salad.app.seating.player_names import LEVELS
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.match.match import Match
from grenade_salad.session.machine_players import Machines
from grenade_salad.text import Message, Reader, m, say

_ASKED = ("easy", "normal", "hard", "expert")


def levels(game: str) -> tuple[str, ...]:
    """Who can be asked in a game."""
    return tuple(level for level in _ASKED if level in players.levels(game))


class MachinesAsked(Dialog):
    """`match` is one that begins in the position: who is asked is handed what the seat knows that acts now."""

    def __init__(self, app: Shell, match: Match) -> None:
        self.match, self.seat = match, match.state.active_seats()[0]
        self.machines = Machines(match.header, app.worker(), app.thinker())
        self.machines.seat((), ())
        self.asked = {level: self.machines.hint(match.state, self.seat, level) for level in levels(match.header.game)}
        close = Answer(m("Close"), nothing, "main", icon="back", back=True)
        title = m("What machines would do as {who}", who=match.header.names[self.seat])
        super().__init__(app, title, self._told(), [close])

    def _told(self) -> str:
        reader = Reader(self.match.header.names)
        return "\n".join(say(self._line(level), reader, begin=True) for level in self.asked)

    def _line(self, level: str) -> Message:
        if not self.asked[level].done():
            # Translators: {level} is a level of machine players
            return m("{level} is thinking…", level=LEVELS[level])
        found = self.asked[level].result()
        state, names = self.match.state, self.match.header.names
        does = self.match.game.describe(found.action, state.view(self.seat))
        # Translators: what a machine player of that level would do; {words} is the same as it is typed, arrow 3 at b7
        return m(
            "{level}: {does} ({words})", level=LEVELS[level], does=does, words=state.format_action(found.action, names)
        )

    @property
    def animating(self) -> bool:
        return not all(answer.done() for answer in self.asked.values())

    def update(self, dt: float) -> None:
        super().update(dt)
        tell_troubles(self.app, self.machines)
        if (told := self._told()) != self.words:
            self.words, self.dirty = told, True
            self.layout(self.size)

    def left(self) -> None:
        """Nobody waits for them any more."""
        super().left()
        self.machines.close()
