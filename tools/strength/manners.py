"""The conduct of players, in many matches by all house rules (`lab.fuzz`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grenade_salad.lab.fuzz import Conduct, Slow

MATCHES = 1000
"""Matches of each game."""
_MAX_LISTED = 5
"""The most matches with a fault that are listed."""


@dataclass(frozen=True)
class Manners:
    """Sums over all matches of a game."""

    game: str
    matches: int
    seed: int
    decisions: int
    wrong: int
    """Matches with an illegal action or an exception."""
    told: tuple[str, ...]
    """Some of them, each in a line."""
    over: int
    """Decisions that took more than 1.5 times their time, by processor time."""
    over_wall: int
    """The same by the wall clock, which runs longer on a busy machine."""
    slowest: Slow | None
    """The worst decision in a turn, relative to the time limit."""
    slowest_answer: Slow | None
    """The worst in a reaction window, relative to the time limit."""
    longest: Slow | None
    """The decision that took most seconds."""

    @property
    def is_good(self) -> bool:
        """True if nothing went wrong and no decision took too long."""
        return not self.wrong and not self.over


def _worst(decisions: Iterable[Slow | None]) -> Slow | None:
    return max((decision for decision in decisions if decision), key=lambda decision: decision.share, default=None)


def summarize_conduct(matches: Sequence[Conduct]) -> Manners:
    """Return the sums of the matches of one game."""
    wrong = [f"seed {match.seed}: {match.wrong}" for match in matches if match.wrong]
    return Manners(
        game=matches[0].game,
        matches=len(matches),
        seed=matches[0].seed,
        decisions=sum(match.decisions for match in matches),
        wrong=len(wrong),
        told=tuple(wrong[:_MAX_LISTED]),
        over=sum(match.over for match in matches),
        over_wall=sum(match.over_wall for match in matches),
        slowest=_worst(match.slowest for match in matches),
        slowest_answer=_worst(match.slowest_answer for match in matches),
        longest=max(
            (match.longest for match in matches if match.longest), key=lambda match: match.seconds, default=None
        ),
    )
