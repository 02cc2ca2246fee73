"""What the scene says, in plain words, from what may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grenade_salad.app.scenes.salad.aim import Aim, Intent, in_words
from grenade_salad.app.scenes.salad.controls import USUAL_HEIGHT
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action, Chance, Event, Reason
from grenade_salad.games.salad import events
from grenade_salad.games.salad.moves import (
    Arrow,
    Circles,
    Explosion,
    Footpath,
    Hammers,
    Move,
    Pointer,
)
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.reasons import NAMES
from grenade_salad.games.salad.view import SaladView

if TYPE_CHECKING:
    from grenade_salad.app.scenes.salad.scene import SaladScene

HOW = {
    "move": "put the soldier down inside the ring",
    "pointer": "put a soldier from your reserve anywhere",
    "circles": "choose a height, and drop three soldiers on the middle",
    "hammers": "strike an enemy less than a cube width away",
    "arrow": "shoot an enemy in a free line of sight",
    "explosion": "throw within a tile width: all in the blast die",
}
"""How each thing is done."""
KEYS = {
    "move": "Wheel, Q and E turn it",
    "pointer": "Wheel, Q and E turn it",
    "hammers": "Q and E: another of yours",
    "arrow": "Q and E: another of yours",
    "explosion": "Q and E: another thrower",
}
"""What else keys do meanwhile."""


MUST_PLAY = "The deck is empty, so whoever can play a card must play one: you can"
"""Why the turn cannot end yet, on a screen that others see too (GS-30)."""
RULES = {
    "drop": "GS-06",
    "move": "GS-11",
    "cards": "GS-10",
    "mines": "GS-21",
    "over": "GS-27",
    "pointer": "GS-13",
    "circles": "GS-14",
    "hammers": "GS-16",
    "arrow": "GS-17",
    "explosion": "GS-18",
}
"""The rule that matters in each step, and for each card."""

END_PHASE = "The deck is empty: the end phase begins. Whoever can play a card must play one."


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


def why_no_card(aim: Aim, card: str) -> str:
    """Why a card cannot be played now, whatever one does with it; empty if it can."""
    template: dict[str, Action] = {
        "footpath": Footpath(aim.seat, -1),
        "pointer": Pointer(aim.seat, None, None),
        "circles": Circles(aim.seat, USUAL_HEIGHT),
    }
    if card in template:
        reason = aim.why_not(template[card])
        return "" if card in aim.can.cards or reason is None else aim.words(reason)
    if not aim.view.cards_left:
        return "Two cards have been played in this turn: that is all"
    alive = any(soldier.seat == aim.seat for soldier in aim.view.soldiers)
    return "" if alive else "None of your soldiers is on the table"


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
        case Circles():
            return Intent("circles", height=action.height or USUAL_HEIGHT)
        case Footpath():
            return Intent("mine", action.soldier)
    return None


def where_it_is(event: Event) -> Point | None:
    """The point of the table where something happens."""
    match event:
        case events.Moved() | events.Placed():
            return event.to
        case events.Threw() | events.MineWentOff():
            return event.at
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
        return f"{who}: {HOW.get(what, '')}"
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
    return (f"{alive} alive",) if view.step == "drop" else (f"{view.scores[seat]} points",)


def seat_tip(view: SaladView, seat: int, name: str) -> str:
    """All that everybody may know of a seat."""
    hand = view.hands[seat]
    alive = sum(soldier.seat == seat for soldier in view.soldiers)
    cards = hand if isinstance(hand, int) else len(hand)
    return (
        f"{name}: {view.scores[seat]} points. {alive} soldiers on the table, {view.reserve[seat]} in reserve, "
        f"{view.taken[seat]} taken, {cards} cards."
    )


def mine_question(view: SaladView, entries: Sequence[Action | Chance], names: Sequence[str], viewer: int | None) -> str:
    """What a reaction window asks; the same whoever holds what (GS-25)."""
    what = "moved a soldier"
    for entry in reversed(entries):
        if isinstance(entry, Move | Pointer | Circles):
            what = {"move": what, "pointer": "placed a soldier", "circles": "dropped soldiers"}[entry.do]
            break
    asked = view.to_act[0] if view.to_act else None
    if asked is None or asked == viewer:
        which = "one of them" if what == "dropped soldiers" else "it"
        return f"{names[view.turn]} {what}. Did {which} step on your mine?"
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
        words = "Mine!" if len(triggers) == 1 or reason else f"Mine under {index + 1}!"
        tip = aim.preview(Intent("mine", soldier)).says
        why = "You have no Footpath card" if reason else ""
        pictures = () if uncovered else ("cards/salad/footpath.svg",)
        found.append((Pick(words if uncovered else f"{words} {tip}", pictures, why, tip), action))
        if reason:
            break
    return found
