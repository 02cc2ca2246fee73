"""What is certain about other people's hearts, from what one seat may know."""

from __future__ import annotations

from typing import Literal, TypeAlias

from grenade_salad.games.wheel.cards import HEARTS, spade_of
from grenade_salad.games.wheel.view import WheelView

Mark: TypeAlias = Literal["surely", "no", "maybe"]


def certain(view: WheelView) -> dict[int, dict[str, Mark]]:
    """For each seat and each heart: surely theirs, surely not, or maybe.

    Follows from the hearts that the viewer sees and the cards that were blown up under players who are still in.
    """
    seen = {seat: set(hearts) for seat, hearts in enumerate(view.hearts) if not isinstance(hearts, int)}
    for seat, shown in enumerate(view.shown):
        seen[seat] = seen.get(seat, set()) | set(shown)
    blown = {view.ring[index] for index in view.face_down}
    marks: dict[int, dict[str, Mark]] = {}
    taken = {heart for hearts in seen.values() for heart in hearts}
    for seat, hand in enumerate(view.hearts):
        whole = not isinstance(hand, int) or len(view.shown[seat]) == hand
        marks[seat] = {}
        for heart in HEARTS:
            if heart in seen[seat]:
                marks[seat][heart] = "surely"
            elif whole or heart in taken or spade_of(heart) in blown or spade_of(heart) not in view.ring:
                marks[seat][heart] = "no"
            else:
                marks[seat][heart] = "maybe"
    return _forced(view, marks)


def _forced(view: WheelView, marks: dict[int, dict[str, Mark]]) -> dict[int, dict[str, Mark]]:
    """Who can only hold as many hearts as they hold, holds them, and nobody else does."""
    changed = True
    while changed:
        changed = False
        for seat, hand in enumerate(view.hearts):
            number = hand if isinstance(hand, int) else len(hand)
            left = [heart for heart in HEARTS if marks[seat][heart] != "no"]
            if len(left) != number:
                continue
            for heart in left:
                if marks[seat][heart] == "maybe":
                    marks[seat][heart] = "surely"
                    changed = True
                for other in marks:
                    if other != seat and marks[other][heart] == "maybe":
                        marks[other][heart] = "no"
                        changed = True
    return marks
