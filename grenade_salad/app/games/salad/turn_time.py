"""How long a machine's turn is shown: five seconds at most, whatever it does, its pauses included."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.ui.motion import Motion

SHOWN_FOR = 0.45
"""Seconds that a machine's choice is shown before it takes effect."""
_TURN = 2.6
"""Seconds that all steps of a turn are shown in, at most; the rest of five are pauses between them."""
_SHARE = 0.45
"""Of what is left of these, one step takes so much at most."""
_LONGEST = {"move": 1.0, "rest": 1.8, "end": 0.4}
"""Seconds for a step at most; others take up to a second and a quarter."""
_MINE = 1.6
"""Seconds that a mine is shown: they are no part of the turn that it goes off in."""


@dataclass
class TurnTime:
    """What is left of a machine's turn, in seconds at normal speed."""

    turn: int = -1
    left: float = _TURN

    def fit(self, motion: Motion, turn: int, do: str) -> None:
        """Let a step that has just begun end in its share of what is left."""
        if turn != self.turn:
            self.turn, self.left = turn, _TURN
        if do == "footpath":
            motion.fit(_MINE)
            return
        longest = min(_LONGEST.get(do, 1.25), self.left * _SHARE)
        motion.fit(longest)
        self.left -= min(longest, motion.longest)
