"""Certain facts about other players' hearts, from the view of one seat."""

from __future__ import annotations

from typing import Literal, TypeAlias

from grenade_salad.games.wheel.cards import HEARTS, matching_spade
from grenade_salad.games.wheel.view import WheelView

Mark: TypeAlias = Literal["surely", "no", "maybe"]


def deduce_marks(view: WheelView) -> dict[int, dict[str, Mark]]:
    """Return for each seat and each heart: surely theirs, surely not, or maybe.

    It follows from the hearts that the viewer sees and the cards that were blown up under players who are still in.
    """
    revealed = {seat: set(hearts) for seat, hearts in enumerate(view.hearts) if not isinstance(hearts, int)}
    for seat, hearts in enumerate(view.shown):
        revealed[seat] = revealed.get(seat, set()) | set(hearts)
    blown = {view.ring[index] for index in view.face_down}
    marks: dict[int, dict[str, Mark]] = {}
    taken = {heart for hearts in revealed.values() for heart in hearts}
    for seat, hand in enumerate(view.hearts):
        is_revealed = not isinstance(hand, int) or len(view.shown[seat]) == hand
        marks[seat] = {}
        for heart in HEARTS:
            if heart in revealed[seat]:
                marks[seat][heart] = "surely"
            elif (
                is_revealed
                or heart in taken
                or matching_spade(heart) in blown
                or matching_spade(heart) not in view.ring
            ):
                marks[seat][heart] = "no"
            else:
                marks[seat][heart] = "maybe"
    return _deduce_forced(view, marks)


def _deduce_forced(view: WheelView, marks: dict[int, dict[str, Mark]]) -> dict[int, dict[str, Mark]]:
    """Assign hearts to a seat that can only hold exactly those, and to no other seat."""
    changed = True
    while changed:
        changed = False
        for seat, hand in enumerate(view.hearts):
            count = hand if isinstance(hand, int) else len(hand)
            left = [heart for heart in HEARTS if marks[seat][heart] != "no"]
            if len(left) != count:
                continue
            for heart in left:
                if marks[seat][heart] == "maybe":
                    marks[seat][heart] = "surely"
                    changed = True
                for rival in marks:
                    if rival != seat and marks[rival][heart] == "maybe":
                        marks[rival][heart] = "no"
                        changed = True
    return marks
