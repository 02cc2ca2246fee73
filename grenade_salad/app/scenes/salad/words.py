"""What the scene says, in plain words, from what may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grenade_salad.app.scenes.salad.aim import Aim, Intent, in_words
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action, Chance, Reason
from grenade_salad.games.salad.moves import (
    Arrow,
    Circles,
    Explosion,
    Footpath,
    Hammers,
    Move,
    Pointer,
)
from grenade_salad.games.salad.reasons import NAMES
from grenade_salad.games.salad.view import SaladView

if TYPE_CHECKING:
    from grenade_salad.app.scenes.salad.scene import SaladScene

HOW = {
    "move": "Put it down inside the ring. Wheel, Q and E turn it.",
    "pointer": "Put a soldier from your reserve anywhere. Wheel, Q and E turn it.",
    "circles": "Choose a height: three soldiers fall on the middle and knock others about.",
    "hammers": "Point at an enemy less than a cube width from one of yours.",
    "arrow": "Point at an enemy in a free line of sight.",
    "explosion": "Point inside the ring of one of yours: everybody in the blast dies.",
}
"""How each thing is done."""


def of_reason(reason: Reason, view: SaladView, names: Sequence[str], reader: int | None) -> str:
    """A reason with people's names in it."""
    return in_words(reason.text(), {soldier.id: soldier for soldier in view.soldiers}, names, reader)


def visible_hand(view: SaladView, viewer: int | None, chosen: str) -> Sequence[str]:
    """The cards that may be shown: the viewer's; without one, the card that was chosen under the cover."""
    if viewer is not None and view.step != "drop":
        hand = view.hands[viewer]
        assert not isinstance(hand, int)
        return hand
    return (chosen,) if chosen in NAMES else ()


def why_not_now(view: SaladView, names: Sequence[str]) -> str:
    """Why a card of the hand cannot be played at this moment."""
    if view.over:
        return "The game is over"
    return f"It is {names[view.turn]}'s turn"


def intent_of(action: Action) -> Intent | None:
    """What an action that was decided looked like when it was about to be done."""
    match action:
        case Move():
            return Intent("move", action.soldier, at=action.to, angle=action.angle or 0.0)
        case Pointer():
            return Intent("pointer", at=action.to, angle=action.angle or 0.0)
        case Hammers() | Arrow():
            return Intent(action.do, action.soldier, action.target)
        case Explosion():
            return Intent("explosion", action.soldier, at=action.at)
        case Footpath():
            return Intent("mine", action.soldier)
    return None


def status(scene: SaladScene) -> str:
    """Whose turn it is, and what can be done now."""
    view, names = scene.table, scene.names
    if view.over:
        return "The game is over"
    if view.step == "drop":
        if scene.actor is None or scene.motion.busy:
            return "The soldiers are dropped …"
        if not view.attempts:
            return "All together: choose a height, and drop the soldiers"
        return "Keep the drop as it lies, or drop again?"
    end = "  ·  End phase: whoever can play a card must" if view.end_phase else ""
    if scene.reaction is not None:
        return f"{names[view.turn]}'s turn: has a soldier stepped on a mine?"
    if scene.actor is None:
        return _waiting(scene, view) + end
    who = "Your turn" if scene.actor == scene.viewer else f"{names[scene.actor]}'s turn"
    what = scene.battlefield.intent.what
    if what:
        return f"{who}, {NAMES.get(what, 'move')}: {HOW.get(what, '')}"
    return f"{who}: {_possible(view, scene)}{end}"


def _waiting(scene: SaladScene, view: SaladView) -> str:
    acting = scene.match.state.to_act()
    if view.step == "mines" and acting and not scene.motion.busy:
        return f"{scene.names[view.turn]}'s turn: has a soldier stepped on a mine?"
    return f"{scene.names[view.turn]}'s turn" + ("" if scene.motion.busy else " …")


def _possible(view: SaladView, scene: SaladScene) -> str:
    aim = scene.battlefield.aim
    can_move = aim is not None and bool(aim.can.moves)
    cards = f"play up to {view.cards_left} cards" if view.cards_left > 1 else "play one more card"
    if not view.cards_left:
        return "both cards are played: end your turn"
    first = "move a soldier, or " if view.step == "move" and can_move else ""
    return f"{first}{cards}, then end your turn"


def seat_facts(view: SaladView, seat: int) -> Sequence[str]:
    """The first thing that everybody may know of a seat: its points as things stand."""
    alive = sum(soldier.seat == seat for soldier in view.soldiers)
    return (f"{alive} on the table",) if view.step == "drop" else (f"{view.scores[seat]} points",)


def mine_question(view: SaladView, entries: Sequence[Action | Chance], names: Sequence[str], viewer: int | None) -> str:
    """What a reaction window asks; the same whoever holds what (GS-25)."""
    what = "moved a soldier"
    for entry in reversed(entries):
        if isinstance(entry, Move | Pointer | Circles):
            what = {"move": what, "pointer": "placed a soldier", "circles": "dropped soldiers"}[entry.do]
            break
    asked = view.to_act[0] if view.to_act else None
    if asked is None or asked == viewer:
        return f"{names[view.turn]} {what}. Did it step on your mine?"
    return f"{names[view.turn]} {what}: mines? {names[asked]} is asked."


def mine_picks(aim: Aim, uncovered: bool) -> list[tuple[Pick, Action]]:
    """One pick for each soldier that may have stepped on the mine; without a card, one that cannot be chosen.

    Under the cover nothing is shown but what can be done: the countdown is the same.
    """
    triggers = aim.view.triggers
    found: list[tuple[Pick, Action]] = []
    for index, soldier in enumerate(triggers):
        action = Footpath(aim.seat, soldier)
        reason = aim.why_not(action)
        words = "Mine!" if len(triggers) == 1 else f"Mine under {index + 1}!"
        tip = aim.preview(Intent("mine", soldier)).says
        why = "You have no Footpath card" if reason else ""
        pictures = () if uncovered else ("cards/salad/footpath.svg",)
        found.append((Pick(words if uncovered else f"{words} {tip}", pictures, why, tip), action))
        if reason:
            break
    return found


def result_lines(view: SaladView, names: Sequence[str]) -> Sequence[str]:
    """The count, a line for each seat."""
    from grenade_salad.app.scenes.salad.score import counts

    return [
        f"{names[one.seat]}: {one.living} x 3 + {one.taken} taken = {one.points} ({one.reserve} in reserve)"
        for one in counts(view)
    ]
