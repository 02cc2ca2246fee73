"""The words of the board, from what may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.match.ending import Column, Ending
from grenade_salad.app.match.text_view import turn_label, turn_sentence
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action, Event, Reason, TurnBegan
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import (
    Arrow,
    Circles,
    Explosion,
    Footpath,
    Hammers,
    Move,
    Pointer,
)
from grenade_salad.games.salad.aim import Aim, Intent, IntentKind, describe_reason
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, Card
from grenade_salad.games.salad.reasons import NoCardsLeft
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, Reader, Words, m, say

MUST_PLAY = m("the deck is empty: you can play a card, so you must")
"""Refusal to end the turn, on a screen that other players see too (GS-30)."""

END_PHASE = m("The deck is empty: the end phase begins. Whoever can play a card must play one.")
# Translators: what to do now; the ring is the circle that shows how far a soldier may move
_PUT_DOWN = m("put it down inside the ring")

# Translators: why the game is over, on its last page
_WHY_OVER: dict[str, Message] = {
    "empty_hands": m("All hands are empty"),
    "passed": m("Everybody has passed, one after another"),
    "standstill": m("Nobody plays cards any more"),
    "turn_limit": m("That was the last turn"),
}
"""Reasons for the end of a match: that it is over, the page itself says."""


def describe_plan(view: SaladView, kind: IntentKind, seat: int | None, keys: Words) -> Words:
    """Return what keys do while an action is prepared, and what it gives up (GS-11).

    `keys` may be empty.
    """
    can_move = view.step == "move" and not view.moved and any(soldier.seat == seat for soldier in view.soldiers)
    if kind not in CARDS or not can_move:
        return keys
    if not keys:
        # Translators: of a card that is about to be played
        return m("This gives up your move.")
    # Translators: {keys} is "Q and E: choose another soldier"; then: of a card that is about to be played
    return m("{keys}. This gives up your move.", keys=keys)


def describe_keys(kind: IntentKind, left: Words, right: Words) -> Words:
    """Return what the keys that turn left and right do while an action is prepared."""
    if kind in ("hammers", "arrow"):
        return m("{left} and {right}: choose another soldier", left=left, right=right)
    if kind == "explosion":
        return m("{left} and {right}: choose another thrower", left=left, right=right)
    return m("Mouse wheel, {left} and {right} turn it", left=left, right=right)


def reason_text(reason: Reason, view: SaladView, names: Sequence[str], reader: int | None) -> str:
    """Return a reason as a line, with people's names in it."""
    message = describe_reason(reason, {soldier.id: soldier for soldier in view.soldiers}, names, reader)
    return say(message, Reader(names), begin=True)


def visible_hand(view: SaladView, viewer: int | None, chosen: IntentKind) -> Sequence[Card]:
    """Return the cards that may be shown.

    These are the viewer's; without a viewer, the card that was chosen under the cover.
    """
    if viewer is not None and view.step != "drop":
        hand = view.hands[viewer]
        assert not isinstance(hand, int)
        return hand
    return (chosen,) if chosen in CARDS else ()


def why_no_card_now(view: SaladView, names: Sequence[str]) -> Message:
    """Return why no card of the hand can be played at this moment."""
    return m("The game is over") if view.is_over else turn_sentence(names[view.turn])


def why_no_card(aim: Aim, card: Card) -> Words:
    """Return why a card cannot be played now, whatever its target; empty if it can."""
    sample_actions: dict[str, Action] = {
        "footpath": Footpath(aim.seat, -1),
        "pointer": Pointer(aim.seat, None, None),
        "circles": Circles(aim.seat, aim.measures.default_height(len(aim.view.hands))),
    }
    if card in sample_actions:
        reason = aim.why_not(sample_actions[card])
        return "" if card in aim.abilities.cards else aim.describe_reason(reason)
    if not aim.view.cards_left:
        return NoCardsLeft().message()
    has_soldiers = any(soldier.seat == aim.seat for soldier in aim.view.soldiers)
    return "" if has_soldiers else m("none of your soldiers is on the table")


def reconstruct_intent(action: Action) -> Intent | None:
    """Return the intent that leads to an action."""
    match action:
        case Move():
            return Intent("move", action.soldier, point=action.to, angle=action.angle or 0.0)
        case Pointer():
            return Intent("pointer", point=action.to, angle=action.angle or 0.0)
        case Hammers() | Arrow():
            return Intent(action.do, action.soldier, action.target)
        case Explosion():
            return Intent("explosion", action.soldier, point=action.at)
        case Circles():
            return Intent("circles", height=action.height or 0.0)
        case Footpath():
            return Intent("mine", action.soldier)
    return None


@dataclass(frozen=True)
class StatusContext:
    """All that the words depend on besides the view."""

    actor: int | None
    """The seat that acts at this screen."""
    viewer: int | None
    """The seat of the only person at the screen."""
    is_busy: bool
    """True while an animation runs."""
    is_reacting: bool
    """True while a reaction window is open."""
    is_person_asked: bool
    """True if a person has to decide, here or on a phone.

    Machine players answer at once: the bar would flash with each of them.
    """
    kind: IntentKind
    """The kind of action that is being prepared."""
    can_move: bool
    """True if the acting seat may move a soldier."""
    can_play: bool = True
    """True if the player whose turn it is can play, as far as may be shown."""
    must_play: bool = False
    """True if the only person here must play a card in this turn (GS-30)."""
    is_dealing: bool = False
    """True while cards are dealt."""


def status(view: SaladView, names: Sequence[str], context: StatusContext) -> Words:
    """Return whose turn it is, and what can be done now."""
    if view.is_over:
        return describe_winners(view, names) or m("The game is over")
    if view.step == "drop":
        if context.is_dealing:
            return m("Dealing the cards…")
        if context.actor is None or context.is_busy:
            # Translators: {who} is a list of all players
            return m("{who} drop the soldiers…", who=names)
        return m("Keep this drop, or drop again?") if view.attempts else m("Choose a height, then drop the soldiers")
    turn = turn_label(names[view.turn])
    if context.is_reacting:
        return _mine_status(turn)
    if context.actor is None:
        if view.step == "mines" and context.is_person_asked and not context.is_busy:
            return _mine_status(turn)
        if view.end_phase:
            # Translators: {turn} is "Ann's turn"; the deck is empty
            return m("End phase: {turn}", turn=turn)
        return _add_end_warning(view, turn, turn_sentence(names[view.turn]))
    mover = m("Your turn") if context.actor == context.viewer else turn_label(names[context.actor])
    if context.kind:
        instruction = CARDS[context.kind].instruction if context.kind in CARDS else _PUT_DOWN
        return m("{turn}: {what}", context="what to do", turn=mover, what=instruction)
    return _add_end_warning(view, mover, _describe_options(view, mover, context))


def _mine_status(turn: Message) -> Message:
    # Translators: where {turn} is "Ann's turn"
    return m("{turn}: was there a mine?", turn=turn)


def _add_end_warning(view: SaladView, turn: Message, message: Message) -> Message:
    """Return the words, or a warning of a standstill in their place (GS-34)."""
    rounds = view.options.standstill
    is_last = rounds and view.still + 1 >= rounds * len(view.hands) and view.cards_left == CARDS_PER_TURN
    if is_last and not view.end_phase:
        # Translators: where {turn} is "Your turn" or "Ann's turn": the match ends after it
        return m("{turn}: the last, unless somebody plays", turn=turn)
    return message


def _describe_options(view: SaladView, turn: Message, context: StatusContext) -> Message:
    can_move = view.step == "move" and context.can_move
    if view.cards_left and not context.can_play and can_move:
        # Translators: where {turn} is "Your turn" or "Ann's turn": no card can be played; "it" is the turn
        return m("{turn}: move a soldier or end it", turn=turn)
    if not view.cards_left or not context.can_play:
        # Translators: where {turn} is "Your turn" or "Ann's turn": no card can be played any more
        return m("{turn}: end it", turn=turn)
    if context.must_play:
        # Translators: where {turn} is "Your turn"; the deck is empty
        return m("{turn}, end phase: play a card", turn=turn)
    if view.end_phase and view.cards_left == CARDS_PER_TURN:
        # Translators: where {turn} is "Ann's turn"; the deck is empty
        return m("{turn}, end phase: play if you can", turn=turn)
    if can_move:
        # Translators: where {turn} is "Your turn" or "Ann's turn"
        return m("{turn}: move a soldier or play cards", turn=turn)
    # Translators: where {turn} is "Your turn" or "Ann's turn"; "it" is the turn
    return m("{turn}: play a card or end it", turn=turn)


def has_moved(steps: Sequence[Sequence[Event]]) -> bool:
    """True if a soldier was moved in the turn that these steps end in."""
    for step_events in reversed(steps):
        for event in step_events:
            if isinstance(event, events.Moved):
                return True
            if isinstance(event, TurnBegan):
                return False
    return False


def seat_facts(view: SaladView, seat: int, arrived_points: int = 0) -> Sequence[Message]:
    """Return the first public fact of a seat: its points with those just arrived."""
    if view.step == "drop":
        soldier_count = sum(soldier.seat == seat for soldier in view.soldiers)
        return (m("{n} alive", context="soldiers", n=soldier_count),)
    return (m("{n} point", "{n} points", n=view.scores[seat] + arrived_points),)


def seat_tip(view: SaladView, seat: int, name: str) -> Message:
    """Return all public facts of a seat."""
    hand = view.hands[seat]
    soldier_count = sum(soldier.seat == seat for soldier in view.soldiers)
    return m(
        "{who}: {points}. {alive} on the table, {reserve} in reserve, {taken} taken, {cards}.",
        who=name,
        points=m("{n} point", "{n} points", n=view.scores[seat]),
        alive=m("{n} soldier", "{n} soldiers", n=soldier_count),
        reserve=view.reserve[seat],
        taken=view.taken[seat],
        cards=m("{n} card", "{n} cards", n=hand if isinstance(hand, int) else len(hand)),
    )


def mine_picks(aim: Aim, *, is_uncovered: bool) -> list[tuple[Pick, Action]]:
    """Return a pick for each soldier that may have stepped on the mine.

    Without a card, there is one that cannot be chosen. Under the cover, it only shows what can be done: the countdown
    is the same.
    """
    triggers = aim.view.triggers
    picks: list[tuple[Pick, Action]] = []
    for index, soldier in enumerate(triggers):
        action = Footpath(aim.seat, soldier)
        reason = aim.why_not(action)
        victims = aim.list_victims(aim.preview(Intent("mine", soldier)).victims)
        label = None if len(triggers) == 1 or reason else index + 1
        # Translators: what a blast would do; what a blast would do; {dead} is a list, as in "2 of Bo's soldiers"
        tip = m("Kills {dead:,}", dead=victims) if victims else m("Hits nobody")
        why = m("You have no Footpath card") if reason else ""
        if is_uncovered:
            # Translators: a button: say that a mine lay there
            words = m("Mine!") if label is None else m("Mine {number}!", number=label)
            picks.append((Pick(words, (), why, tip), action))
        else:
            picks.append((Pick(_mine_words(label, victims), ("cards/salad/footpath.svg",), why, tip), action))
        if reason:
            break
    return picks


def _mine_words(label: int | None, dead: Sequence[Message]) -> Message:
    """Return the words of a mine and its effect."""
    if label is None:
        return m("Mine! Kills {dead:,}", dead=dead) if dead else m("Mine! Hits nobody")
    if dead:
        return m("Mine under {number}! Kills {dead:,}", number=label, dead=dead)
    return m("Mine under {number}! Hits nobody", number=label)


def describe_winners(view: SaladView, names: Sequence[str]) -> Words:
    """Return who won, and by what (GS-28)."""
    if not view.ranking:
        return ""
    winners = view.ranking[0]
    if len(winners) == len(names):
        return m("Everybody shares the win")
    if len(winners) != 1:
        return m("{all} share the win", all=[names[seat] for seat in winners])
    best = view.scores[winners[0]]
    if sum(score == best for score in view.scores) > 1:
        return m("{who} wins with the larger reserve", who=names[winners[0]])
    return m("{who} wins", who=names[winners[0]])


def summarize_ending(view: SaladView, names: Sequence[str]) -> Ending:
    """Return the content of the last page: points and winners (GS-27, GS-28)."""
    living = [sum(soldier.seat == seat for soldier in view.soldiers) for seat in range(len(names))]
    has_tie = len(set(view.scores)) < len(view.scores)
    why: Words = m("Ties go to the player with more soldiers in reserve.") if has_tie else ""
    if view.end_reason and has_tie:
        # Translators: {why} is why the game is over
        why = m("{why}. Ties go to the player with more soldiers in reserve.", why=_WHY_OVER[view.end_reason])
    elif view.end_reason:
        why = m("{sentence}.", context="with a full stop", sentence=_WHY_OVER[view.end_reason])
    columns = (
        Column(m("living × 3", context="a column"), living, lambda count: f"{count} × 3 = {3 * count}"),
        Column(m("taken × 1", context="a column"), view.taken),
        Column(m("points", context="a column"), view.scores, large=True),
        Column(m("reserve", context="a column"), view.reserve),
    )
    return Ending(title=describe_winners(view, names), columns=columns, why=why)
