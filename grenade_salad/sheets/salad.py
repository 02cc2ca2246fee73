"""Sheets of Grenade Salad, and its table for a small picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import atan2, dist, pi

from grenade_salad.core import Action, Event, Json, Reason, View
from grenade_salad.games.salad import physics, placement
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer, ThrowAway
from grenade_salad.games.salad.aim import Abilities, Aim, Intent, IntentKind
from grenade_salad.games.salad.blocks import describe_blocks as blocks_told
from grenade_salad.games.salad.cards import CARDS, RULES, name_with_count
from grenade_salad.games.salad.describe import describe_question
from grenade_salad.games.salad.events import WHY_OVER, describe_standstill
from grenade_salad.games.salad.legality import is_in_reach, is_in_throw
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.sheets.animations import Animation
from grenade_salad.sheets.sheet import ActionPreview, Card, Choice, Sheet, SheetWriter, describe_end
from grenade_salad.text import Length, Message, Reader, TileLength, Words, m, say

_MAX_NEAREST = 3
"""Maximum number of enemies described around each soldier."""
_DIRECTIONS = (
    m("to the right", context="a direction"),
    m("to the upper right", context="a direction"),
    m("upwards", context="a direction"),
    m("to the upper left", context="a direction"),
    m("to the left", context="a direction"),
    m("to the lower left", context="a direction"),
    m("downwards", context="a direction"),
    m("to the lower right", context="a direction"),
)


def describe_surroundings(view: SaladView, seat: int, names: Sequence[str]) -> tuple[Message, ...]:
    """Describe each soldier of the seat with its nearest enemies, and each block.

    The lines are ordered by distance, and tell what everybody can see.
    """
    if view.step == "drop" or view.is_over:
        return ()
    own_soldiers = [soldier for soldier in view.soldiers if soldier.seat == seat]
    pairs = [
        (gap, own_soldier, enemy, free)
        for own_soldier in own_soldiers
        for gap, enemy, free in _find_nearest(view.options, view.blocks, view.soldiers, own_soldier)
    ]
    pairs.sort(key=lambda pair: (pair[0], pair[1].id, pair[2].id))
    block_lines = (m("{sentence}.", context="with a full stop", sentence=words) for words in blocks_told(view.blocks))
    return (
        *(_describe_enemy(view, first, second, gap, free, names) for gap, first, second, free in pairs),
        *block_lines,
    )


@lru_cache(maxsize=64)
def _find_nearest(
    options: SaladOptions, blocks: tuple[Block, ...], soldiers: tuple[Soldier, ...], own_soldier: Soldier
) -> list[tuple[float, Soldier, bool]]:
    """Return the nearest enemies: gap in mm, soldier, and if it is in free sight."""
    measures = options.measures(blocks)
    enemies = [
        (placement.gap(measures, own_soldier, enemy), enemy) for enemy in soldiers if enemy.seat != own_soldier.seat
    ]
    nearest = sorted(enemies, key=lambda pair: (pair[0], pair[1].id))[:_MAX_NEAREST]
    sights = [physics.sight(measures, soldiers, own_soldier.id, target.id, options.sight).free for _, target in nearest]
    return [(gap, rival, free) for (gap, rival), free in zip(nearest, sights, strict=True)]


def _describe_enemy(
    view: SaladView, own_soldier: Soldier, enemy: Soldier, gap: float, free: bool, names: Sequence[str]
) -> Message:
    # Translators: of a soldier, in a list
    facts = [m("in sight") if free else m("hidden", context="a soldier, by others")]
    if is_in_reach(view.options, gap):
        facts.append(m("in reach of Hammers"))
    if is_in_throw(view.options, dist((own_soldier.x, own_soldier.y), (enemy.x, enemy.y))):
        facts.append(m("in reach of a grenade"))
    # Translators: {own} and {soldier} are numbers, {gap} is a length, {way} is "to the right", {facts} a list as in
    # "in sight, in reach of Hammers"
    return m(
        "Your soldier {own}: {whom}'s soldier {soldier}, {gap} away {way}, {facts:,}.",
        own=own_soldier.id,
        whom=names[enemy.seat],
        soldier=enemy.id,
        gap=Length(gap),
        way=_find_direction(own_soldier, enemy),
        facts=facts,
    )


def _find_direction(own_soldier: Soldier, enemy: Soldier) -> Message:
    """Return the direction on the table, as seen from above."""
    return _DIRECTIONS[round(atan2(enemy.y - own_soldier.y, enemy.x - own_soldier.x) / (pi / 4)) % 8]


# Translators: buttons of a phone
_BUTTONS = {
    "drop": m("Drop the soldiers"),
    "keep": m("Keep this drop"),
    "move": m("Move a soldier"),
    "end": m("End the turn"),
    "throw_away": m("Throw one away and draw another"),
    "pass": m("Let it pass"),
} | {card: words.on_phone for card, words in CARDS.items()}
_CONTINUOUS = ("to", "at", "angle", "height")


def write_sheet(view: View, legal: Sequence[Action], reader: Reader) -> Sheet:
    """Write the sheet for the seat of the view."""
    assert isinstance(view, SaladView)
    names = reader.names
    hand = view.hands[view.seat] if view.seat is not None and view.step != "drop" else ()
    cards = () if isinstance(hand, int) else hand
    picture = _describe_table(view)
    if view.seat is not None:
        picture["steps"] = _describe_steps(view, reader)
    return Sheet(
        status=_describe_status(view, legal, names),
        public=_describe_public(view),
        facts=tuple(_describe_seat(view, seat) for seat in range(len(names))),
        question=describe_question(view, names, view.seat) if view.step == "mines" else "",
        hand=tuple(
            Card(CARDS[card].name, CARDS[card].name, CARDS[card].does, code=card, art=f"salad/{card}") for card in cards
        ),
        hand_title=m("Your cards"),
        choices=tuple(_make_choice(view, action, names) for action in legal),
        pass_words=_BUTTONS["pass"],
        spoken=describe_surroundings(view, view.seat, names) if view.seat is not None else (),
        picture=picture,
        rule=RULES[view.step],
    )


def _make_choice(view: SaladView, action: Action, names: Sequence[str]) -> Choice:
    owners = {soldier.id: soldier.seat for soldier in view.soldiers}
    path: list[Words] = [_BUTTONS[action.do]]
    keys = ["do"]
    played: tuple[str, ...] = (action.do,) if action.do in CARDS else ()
    needs = tuple(part for part in _CONTINUOUS if getattr(action, part, 0) is None)
    if isinstance(action, Footpath):
        owner = names[owners[action.soldier]]
        # Translators: a button: after "Footpath: it was a mine"; {soldier} is a number
        path.append(m("under {whom}'s soldier {soldier}", whom=owner, soldier=action.soldier))
        keys.append("soldier")
    elif isinstance(soldier := getattr(action, "soldier", None), int):
        # Translators: {soldier} is a number
        soldier_label = m("soldier {soldier}", soldier=soldier)
        path.append(soldier_label if isinstance(action, Move) else m("with your soldier {soldier}", soldier=soldier))
        keys.append("soldier")
    if isinstance(action, ThrowAway):
        hand = view.hands[view.turn]
        path.append(name_with_count(action.card, 1 if isinstance(hand, int) else hand.count(action.card)))
        keys.append("card")
        played = (action.card,)
    if isinstance(action, Hammers | Arrow):
        # Translators: a button: after "Arrow: shoot" and the soldier that shoots; {soldier} is a number
        path.append(m("at {whom}'s soldier {soldier}", whom=names[owners[action.target]], soldier=action.target))
        keys.append("target")
    return Choice(tuple(path), action, needs, tuple(keys), _describe_choice(action, names, owners), played)


def _describe_choice(action: Action, names: Sequence[str], owners: Mapping[int, int]) -> Words:
    """Return the whole decision in one sentence, as far as it is a button."""
    match action:
        case Move():
            return m("Move your soldier {soldier}", soldier=action.soldier)
        case Footpath():
            owner = names[owners[action.soldier]]
            return m("A mine under {whom}'s soldier {soldier}", whom=owner, soldier=action.soldier)
        case Hammers() | Arrow():
            return m(
                "{card}: your soldier {soldier} attacks {whom}'s soldier {target}",
                card=CARDS[action.do].name,
                soldier=action.soldier,
                whom=names[owners[action.target]],
                target=action.target,
            )
        case ThrowAway():
            return m("Throw {card} away", card=CARDS[action.card].name)
        case Explosion():
            return m("{card}: your soldier {soldier} throws", card=CARDS["explosion"].name, soldier=action.soldier)
    return ""


def _describe_status(view: SaladView, legal: Sequence[Action], names: Sequence[str]) -> Words:
    if view.end_reason:
        return describe_end(view, WHY_OVER[view.end_reason])
    if view.step == "drop":
        return m("The set-up drop: drop the soldiers until all of you like how they lie, then keep it.")
    if view.turn == view.seat:
        return _describe_own_turn(view, legal)
    name = names[view.turn]
    if view.step == "mines":
        return m("It is {who}'s turn. Was there a mine?", who=name)
    if view.step == "move":
        return m(
            "It is {who}'s turn. They may move one soldier first. They may play {n} card.",
            "It is {who}'s turn. They may move one soldier first. They may play {n} cards.",
            who=name,
            n=view.cards_left,
        )
    if not view.cards_left:
        return m("It is {who}'s turn. Both cards are played.", who=name)
    return m(
        "It is {who}'s turn. They may play {n} card.",
        "It is {who}'s turn. They may play {n} cards.",
        who=name,
        n=view.cards_left,
    )


def _describe_own_turn(view: SaladView, legal: Sequence[Action]) -> Message:
    if view.step == "mines":
        return m("It is your turn. Was there a mine?")
    if not any(action.do in CARDS for action in legal):
        if any(isinstance(action, Move) for action in legal):
            return m("It is your turn. Move a soldier, or end your turn.")
        return m("It is your turn. Nothing is left to play: end it.")
    if view.step == "move":
        return m(
            "It is your turn. You may move one soldier first. You may play {n} card.",
            "It is your turn. You may move one soldier first. You may play {n} cards.",
            n=view.cards_left,
        )
    return m("It is your turn. You may play {n} card.", "It is your turn. You may play {n} cards.", n=view.cards_left)


def _describe_seat(view: SaladView, seat: int) -> Words:
    if view.step == "drop":
        return ""
    on_table = sum(soldier.seat == seat for soldier in view.soldiers)
    hand = view.hands[seat]
    return m(
        "{points}: {here} on the table, {reserve} in reserve, {cards}",
        points=m("{n} point", "{n} points", n=view.scores[seat]),
        here=on_table,
        reserve=view.reserve[seat],
        cards=m("{n} card", "{n} cards", n=hand if isinstance(hand, int) else len(hand)),
    )


def _describe_public(view: SaladView) -> tuple[Message, ...]:
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    if view.step == "drop":
        attempts = m("{n} attempt so far.", "{n} attempts so far.", n=view.attempts)
        if not view.soldiers:
            return (attempts,)
        _, max_victims = physics.largest_blast(view.measures(), view.soldiers)
        # Translators: {most} is how many soldiers
        return (attempts, m("As they lie now, one grenade could take {most}.", most=max_victims))
    deck_line = m("The deck has {n} card.", "The deck has {n} cards.", n=deck)
    lines = [deck_line if deck else m("The deck is empty: this is the end phase.")]
    rounds = view.still // len(view.hands)
    limit = view.options.standstill
    if rounds and deck and limit and not view.is_over:
        lines.append(m("{sentence}.", context="with a full stop", sentence=describe_standstill(rounds, limit - rounds)))
    if view.discard:
        lines.append(m("Last played: {card}.", card=CARDS[view.discard[-1]].name))
    return tuple(lines)


def _describe_table(view: SaladView) -> dict[str, Json]:
    """Describe all pieces on the table, in mm; the origin is the lower left corner."""
    measures = view.measures()
    soldiers: list[Json] = [
        {
            "id": soldier.id,
            "seat": soldier.seat,
            "x": round(soldier.x, 2),
            "y": round(soldier.y, 2),
            "angle": round(soldier.angle, 4),
        }
        for soldier in view.soldiers
    ]
    width, height = measures.table
    sizes: dict[str, Json] = {"wide": width, "high": height, "cube": measures.cube, "tile": measures.tile}
    sizes["usual"] = measures.default_height(len(view.hands))
    blast: dict[str, Json] = {"blast": round(measures.blast_reach, 2), "square": measures.blast == "tile"}
    blocks: list[Json] = [
        {"x": block.x, "y": block.y, "wide": block.width, "high": block.height, "angle": round(block.angle, 4)}
        for block in view.blocks
    ]
    extras: dict[str, Json] = {"blocks": blocks} if blocks else {}
    if view.triggers:
        extras["asked"] = list(view.triggers)
    return {"kind": "field", "turn": view.turn, **sizes, **blast, **extras, "soldiers": soldiers}


def _describe_steps(view: SaladView, reader: Reader) -> list[Json]:
    """Describe the lengths of moves by buttons: mm and words, the longest last."""
    tile = view.options.tile
    return [[round(mm, 2), say(m("{far}", far=TileLength(mm)), reader)] for mm in (tile / 4, tile / 2, tile - 0.1)]


def preview_action(
    view: View, action: Action, why_not: Callable[[Action], Reason | None], reader: Reader
) -> ActionPreview | None:
    """Return the window's preview of an action, for the phone.

    The same code decides the effect of an action, and why it is not legal.
    """
    assert isinstance(view, SaladView)
    if not isinstance(action, Move | Pointer | Circles | Hammers | Arrow | Explosion | Footpath) or view.seat is None:
        return None
    aim = Aim(view, view.seat, reader.names, why_not, Abilities(), reader.seat)
    preview = aim.preview(_make_intent(action))
    line = preview.line
    ends = None if line is None else (*line.start, *line.end, int(line.is_free))
    place = preview.label_point if isinstance(action, Move | Pointer | Explosion) else None
    words = preview.refusal or preview.effect
    if preview.range_note:
        # Translators: {says} is what an action would do, {beyond} that it was aimed too far, and how far is allowed
        words = m("{says} ({beyond})", context="aimed too far", says=words, beyond=preview.range_note)
    return ActionPreview(
        preview.action is not None, words, preview.victims, ends, place, aim.describe_reason(why_not(action))
    )


def _make_intent(action: Move | Pointer | Circles | Hammers | Arrow | Explosion | Footpath) -> Intent:
    kind: IntentKind = "mine"
    if not isinstance(action, Footpath):
        kind = "move" if isinstance(action, Move) else action.do
    point = getattr(action, "to", None) or getattr(action, "at", None)
    angle, height = getattr(action, "angle", None) or 0.0, getattr(action, "height", None) or 0.0
    return Intent(kind, getattr(action, "soldier", None), getattr(action, "target", None), point, angle, height)


def animate(step_events: Sequence[Event], old_view: View, new_view: View) -> Sequence[Animation]:
    """Return the animations of a step: see `sheets.salad_animations`.

    That module needs numpy, so it is imported only when there is a television page.
    """
    from grenade_salad.sheets import salad_animations

    return salad_animations.animate(step_events, old_view, new_view)


def find_tile_width(view: View) -> float:
    """Return the width in mm of the tile in which players are told lengths."""
    assert isinstance(view, SaladView)
    return view.options.tile


SHEET = SheetWriter(
    write_sheet,
    preview_action,
    RULES,
    tip_parts={"card": "hand", "end": "do"},
    animate=animate,
    tile_width=find_tile_width,
)
