"""Grenade Salad in plain words for one seat, and its table for a small picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import atan2, dist, pi

from grenade_salad.core import Action, Event, Json, Reason, View
from grenade_salad.games.salad import physics
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer, ThrowAway
from grenade_salad.games.salad.aim import Aim, Intent, Sights, What
from grenade_salad.games.salad.blocks import told as blocks_told
from grenade_salad.games.salad.cards import CARDS, RULES, name_with_count
from grenade_salad.games.salad.events import WHY_OVER, still_words
from grenade_salad.games.salad.legality import in_reach, in_throw
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.sheets.animations import Beat
from grenade_salad.sheets.sheet import Card, Choice, Seen, Sheet, Told, over
from grenade_salad.text import Length, Message, Reader, Words, m

_NEAREST = 3
"""How many others are told of around each soldier."""
_WAYS = (
    m("to the right", context="a direction"),
    m("to the upper right", context="a direction"),
    m("upwards", context="a direction"),
    m("to the upper left", context="a direction"),
    m("to the left", context="a direction"),
    m("to the lower left", context="a direction"),
    m("downwards", context="a direction"),
    m("to the lower right", context="a direction"),
)


def around(view: SaladView, seat: int, names: Sequence[str]) -> tuple[Message, ...]:
    """A line for each own soldier and each of the opponents nearest to it, by nearness, as everybody can see them; and
    for each block."""
    if view.step == "drop" or view.is_over:
        return ()
    own = [one for one in view.soldiers if one.seat == seat]
    found = [
        (gap, one, other, free)
        for one in own
        for gap, other, free in _near(view.options, view.blocks, view.soldiers, one)
    ]
    found.sort(key=lambda pair: (pair[0], pair[1].id, pair[2].id))
    lying = (m("{sentence}.", context="with a full stop", sentence=words) for words in blocks_told(view.blocks))
    return (*(_told(view, one, other, gap, free, names) for gap, one, other, free in found), *lying)


@lru_cache(maxsize=64)
def _near(
    options: SaladOptions, blocks: tuple[Block, ...], soldiers: tuple[Soldier, ...], own: Soldier
) -> list[tuple[float, Soldier, bool]]:
    """The opponents nearest to a soldier: the gap in mm, who it is, and whether there is a free line of sight."""
    measures = options.measures(blocks)
    others = [(physics.gap(measures, own, one), one) for one in soldiers if one.seat != own.seat]
    nearest = sorted(others, key=lambda pair: (pair[0], pair[1].id))[:_NEAREST]
    sights = [physics.sight(measures, soldiers, own.id, one.id, options.sight).free for _, one in nearest]
    return [(gap, one, free) for (gap, one), free in zip(nearest, sights, strict=True)]


def _told(view: SaladView, own: Soldier, other: Soldier, gap: float, free: bool, names: Sequence[str]) -> Message:
    # Translators: of a soldier, in a list
    facts = [m("in sight") if free else m("hidden", context="a soldier, by others")]
    if in_reach(view.options, gap):
        facts.append(m("in reach of Hammers"))
    if in_throw(view.options, dist((own.x, own.y), (other.x, other.y))):
        facts.append(m("in reach of a grenade"))
    # Translators: {own} and {soldier} are numbers, {gap} is a length, {way} is "to the right", {facts} a list as in
    # "in sight, in reach of Hammers"
    return m(
        "Your soldier {own}: {whom}'s soldier {soldier}, {gap} away {way}, {facts:,}.",
        own=own.id,
        whom=names[other.seat],
        soldier=other.id,
        gap=Length(gap),
        way=_way(own, other),
        facts=facts,
    )


def _way(own: Soldier, other: Soldier) -> Message:
    """The direction on the table, as one looks down on it."""
    return _WAYS[round(atan2(other.y - own.y, other.x - own.x) / (pi / 4)) % 8]


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


def told(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """What the seat of the view is told."""
    assert isinstance(view, SaladView)
    names = reader.names
    hand = view.hands[view.seat] if view.seat is not None and view.step != "drop" else ()
    cards = () if isinstance(hand, int) else hand
    return Told(
        status=_status(view, names),
        public=_public(view),
        facts=tuple(_facts(view, seat) for seat in range(len(names))),
        question=_question(view, names) if view.step == "mines" else "",
        hand=tuple(
            Card(CARDS[card].name, CARDS[card].name, CARDS[card].does, code=card, art=f"salad/{card}") for card in cards
        ),
        hand_title=m("Your cards"),
        choices=tuple(_choice(view, action, names) for action in legal),
        pass_words=_BUTTONS["pass"],
        spoken=around(view, view.seat, names) if view.seat is not None else (),
        picture=_picture(view),
        rule=RULES[view.step],
    )


def _choice(view: SaladView, action: Action, names: Sequence[str]) -> Choice:
    owners = {soldier.id: soldier.seat for soldier in view.soldiers}
    path: list[Words] = [_BUTTONS[action.do]]
    keys = ["do"]
    played: tuple[str, ...] = (action.do,) if action.do in CARDS else ()
    needs = tuple(part for part in _CONTINUOUS if getattr(action, part, 0) is None)
    if isinstance(action, Footpath):
        whom = names[owners[action.soldier]]
        # Translators: a button: after "Footpath: it was a mine"; {soldier} is a number
        path.append(m("under {whom}'s soldier {soldier}", whom=whom, soldier=action.soldier))
        keys.append("soldier")
    elif isinstance(soldier := getattr(action, "soldier", None), int):
        # Translators: {soldier} is a number
        own = m("soldier {soldier}", soldier=soldier)
        path.append(own if isinstance(action, Move) else m("with your soldier {soldier}", soldier=soldier))
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
    return Choice(tuple(path), action, needs, tuple(keys), _whole(action, names, owners), played)


def _whole(action: Action, names: Sequence[str], owners: Mapping[int, int]) -> Words:
    """The whole decision in one sentence, as far as it is a button."""
    match action:
        case Move():
            return m("Move your soldier {soldier}", soldier=action.soldier)
        case Footpath():
            whom = names[owners[action.soldier]]
            return m("A mine under {whom}'s soldier {soldier}", whom=whom, soldier=action.soldier)
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


def _status(view: SaladView, names: Sequence[str]) -> Words:
    if view.end_reason:
        return over(view, WHY_OVER[view.end_reason])
    if view.step == "drop":
        return m("The set-up drop: drop the soldiers until all of you like how they lie, then keep it.")
    if view.turn == view.seat:
        return _own_turn(view)
    who = names[view.turn]
    if view.step == "mines":
        return m("It is {who}'s turn. Was there a mine?", who=who)
    if view.step == "move":
        return m(
            "It is {who}'s turn. They may move one soldier first. They may play {n} card.",
            "It is {who}'s turn. They may move one soldier first. They may play {n} cards.",
            who=who,
            n=view.cards_left,
        )
    return m(
        "It is {who}'s turn. They may play {n} card.",
        "It is {who}'s turn. They may play {n} cards.",
        who=who,
        n=view.cards_left,
    )


def _own_turn(view: SaladView) -> Message:
    if view.step == "mines":
        return m("It is your turn. Was there a mine?")
    if view.step == "move":
        return m(
            "It is your turn. You may move one soldier first. You may play {n} card.",
            "It is your turn. You may move one soldier first. You may play {n} cards.",
            n=view.cards_left,
        )
    return m("It is your turn. You may play {n} card.", "It is your turn. You may play {n} cards.", n=view.cards_left)


def _question(view: SaladView, names: Sequence[str]) -> Message:
    # Translators: {soldier} is a number
    which = [m("soldier {soldier}", soldier=soldier) for soldier in view.triggers]
    # Translators: {which} is "soldier 3 or soldier 5", {asked} is a list of players
    return m(
        "{asked}, was there a mine under {who}'s {which:or}?",
        who=names[view.turn],
        which=which,
        asked=[names[seat] for seat in view.active_seats],
    )


def _facts(view: SaladView, seat: int) -> Words:
    if view.step == "drop":
        return ""
    here = sum(soldier.seat == seat for soldier in view.soldiers)
    hand = view.hands[seat]
    return m(
        "{points}: {here} on the table, {reserve} in reserve, {cards}",
        points=m("{n} point", "{n} points", n=view.scores[seat]),
        here=here,
        reserve=view.reserve[seat],
        cards=m("{n} card", "{n} cards", n=hand if isinstance(hand, int) else len(hand)),
    )


def _public(view: SaladView) -> tuple[Message, ...]:
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    if view.step == "drop":
        attempts = m("{n} attempt so far.", "{n} attempts so far.", n=view.attempts)
        if not view.soldiers:
            return (attempts,)
        _, most = physics.largest_blast(view.measures(), view.soldiers)
        # Translators: {most} is how many soldiers
        return (attempts, m("As they lie now, one grenade could take {most}.", most=most))
    full = m("The deck has {n} card.", "The deck has {n} cards.", n=deck)
    lines = [full if deck else m("The deck is empty: this is the end phase.")]
    rounds = view.still // len(view.hands)
    limit = view.options.standstill
    if rounds and deck and limit and not view.is_over:
        lines.append(m("{sentence}.", context="with a full stop", sentence=still_words(rounds, limit - rounds)))
    if view.discard:
        lines.append(m("Last played: {card}.", card=CARDS[view.discard[-1]].name))
    return tuple(lines)


def _picture(view: SaladView) -> Json:
    """All that lies on the table, in mm; the origin is the lower left corner."""
    measures = view.measures()
    soldiers: list[Json] = [
        {"id": one.id, "seat": one.seat, "x": round(one.x, 2), "y": round(one.y, 2), "angle": round(one.angle, 4)}
        for one in view.soldiers
    ]
    wide, high = measures.table
    sizes: dict[str, Json] = {"wide": wide, "high": high, "cube": measures.cube, "tile": measures.tile}
    sizes["usual"] = measures.default_height(len(view.hands))
    blast: dict[str, Json] = {"blast": round(measures.blast_reach, 2), "square": measures.blast == "tile"}
    blocks: list[Json] = [
        {"x": one.x, "y": one.y, "wide": one.width, "high": one.height, "angle": round(one.angle, 4)}
        for one in view.blocks
    ]
    lying: dict[str, Json] = {"blocks": blocks} if blocks else {}
    if view.triggers:
        lying["asked"] = list(view.triggers)
    return {"kind": "field", **sizes, **blast, **lying, "soldiers": soldiers}


def foresee(view: View, action: Action, why_not: Callable[[Action], Reason | None], reader: Reader) -> Seen | None:
    """The preview of the window, for the phone: the same code says what would happen, and why not."""
    assert isinstance(view, SaladView)
    if not isinstance(action, Move | Pointer | Circles | Hammers | Arrow | Explosion | Footpath) or view.seat is None:
        return None
    aim = Aim(view, view.seat, reader.names, why_not, Sights(), reader.seat)
    found = aim.preview(_intent(action))
    line = found.line
    ends = None if line is None else (*line.start, *line.end, int(line.free))
    place = found.label_at if isinstance(action, Move | Pointer | Explosion) else None
    words = found.why or found.says
    if found.beyond:
        # Translators: {says} is what an action would do, {beyond} that it was aimed too far, and how far is allowed
        words = m("{says} ({beyond})", context="aimed too far", says=words, beyond=found.beyond)
    return Seen(found.action is not None, words, found.victims, ends, place, aim.words(why_not(action)))


def _intent(action: Move | Pointer | Circles | Hammers | Arrow | Explosion | Footpath) -> Intent:
    what: What = "mine"
    if not isinstance(action, Footpath):
        what = "move" if isinstance(action, Move) else action.do
    at = getattr(action, "to", None) or getattr(action, "at", None)
    angle, height = getattr(action, "angle", None) or 0.0, getattr(action, "height", None) or 0.0
    return Intent(what, getattr(action, "soldier", None), getattr(action, "target", None), at, angle, height)


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """What moves: see sheets.salad_animations, which knows numpy and is loaded when somebody watches."""
    from grenade_salad.sheets import salad_animations

    return salad_animations.show(happened, before, after)


SHEET = Sheet(told, foresee, RULES, beside={"card": "hand", "end": "do"}, show=show)
