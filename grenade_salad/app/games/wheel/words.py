"""Words of the wheel's board: actions, their effects, and reasons against them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import join_sentences
from grenade_salad.games.wheel.cards import JOKER, card_name, card_names
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.ring import Explosion
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m, say


def describe_preview(move_preview: Preview, ring: Sequence[str]) -> tuple[Message, str]:
    """Return a title with the die's new card and number, and all that follows."""
    title = m(
        "To {card}: it shows {pips}", card=card_name(ring[move_preview.to]), pips=move_preview.pips[move_preview.die]
    )
    if move_preview.joker:
        title = m("To the joker, which raises all dice: {pips}", pips=move_preview.pips)
    if not move_preview.explosions:
        return title, say(m("Nothing blows up."))
    lines = [_would_blow_up(blast, ring) for blast in move_preview.explosions]
    if len(lines) == 1:
        return title, say(lines[0], begin=True)
    # Translators: a numbered line
    numbered = [m("{number}. {what}", number=number, what=line) for number, line in enumerate(lines, 1)]
    return title, "\n".join(say(line) for line in numbered)


def warn_of_loss(move_preview: Preview | None, view: WheelView, own_cards: Sequence[str]) -> Message | str:
    """Return a warning for the viewer's own spades in play; empty if they are safe.

    Only the person with these hearts may see it (WH-15).
    """
    ring = view.ring
    lost = [
        ring[blast.card_index]
        for blast in (move_preview.explosions if move_preview else ())
        if blast.takes and ring[blast.card_index] in own_cards
    ]
    if not lost:
        return ""
    if view.options.last_heart and len(lost) < len(own_cards):
        return m("This blows up {cards}, and that one is yours!", cards=card_names(lost))
    return m("This blows up {cards}: you would be out!", cards=card_names(lost))


def summarize_preview(move_preview: Preview | None, view: WheelView, own_cards: Sequence[str] = ()) -> str:
    """Return the preview and the warning in one text; empty without a preview."""
    if move_preview is None:
        return ""
    warning = warn_of_loss(move_preview, view, own_cards)
    return join_sentences(
        *(say(part) for part in describe_preview(move_preview, view.ring)), say(warning) if warning else ""
    )


def describe_die(view: WheelView, index: int, *, is_acting: bool) -> tuple[str, str]:
    """Return a white die's number and card, and its effect for a seat that may act."""
    if index >= len(view.dice):
        return "", ""
    die = view.dice[index]
    # Translators: of a die; {pips} is a number, 1 to 6
    shows = say(m("shows {pips} on {card}", pips=die.pips, card=card_name(view.ring[die.at])))
    return shows, summarize_preview(preview(view, index), view) if is_acting and view.roll is not None else ""


def _would_blow_up(blast: Explosion, ring: Sequence[str]) -> Message:
    card, to = card_name(ring[blast.card_index]), card_name(ring[blast.to])
    if not blast.takes:
        return m("a die blows up on {card}, but the card stays; the die starts again at {to}.", card=card, to=to)
    match len(blast.dice):
        case 1:
            return m("{card} blows up; the die starts again at {to}.", card=card, to=to)
        case 2:
            return m("{card} blows up; both dice on it start again at {to}.", card=card, to=to)
    return m("{card} blows up; all three dice on it start again at {to}.", card=card, to=to)


def prompt_choice(view: WheelView, name: str, *, has_chosen: bool) -> Message:
    """Return the name of the player in turn and the possible action."""
    if has_chosen:
        return m("{who}: press the die again to move it", who=name)
    # Translators: {n} is how many cards it moves
    return m(
        "{who}: press a white die ({n} card)",
        "{who}: press a white die ({n} cards)",
        who=name,
        n=view.roll or 0,
    )


def format_hint(view: WheelView, die: int) -> Message:
    """Return the words of a hint."""
    hinted = view.dice[die]
    card = card_name(view.ring[hinted.at])
    if len({neighbour.pips for neighbour in view.dice if neighbour.at == hinted.at}) > 1:
        # Translators: a button: the die that shows {pips}
        return m("Move the {pips} on {card}", pips=hinted.pips, card=card)
    return m("Move the die on {card}", card=card)


def why_no_card(view: WheelView, card_index: int) -> Message:
    """Return the reason why no die can move to a card now."""
    if card_index in view.face_down and view.options.face_down == "skipped":
        return m("{card} is out of play", card=card_name(view.ring[card_index]))
    return m("With a {pips}, no die reaches {card}", pips=view.roll or 0, card=card_name(view.ring[card_index]))


def why_not_now(name: str | None, *, is_over: bool, has_rolled: bool) -> Message:
    """Return the reason why no person at the screen can choose a die.

    `name` is the player whose turn it is, or None.
    """
    if is_over:
        return m("the game is over")
    if name is None:
        # Translators: why a die cannot be chosen
        return m("not now")
    return m("it is {who}'s turn", who=name) if has_rolled else m("{who} is rolling the black die", who=name)


def find_place(seat: int, ranking: Sequence[Sequence[int]] | None) -> int | None:
    """Return the place of a seat in the ranking, or None.

    >>> find_place(1, [[2], [0, 1]])
    2
    """
    return next((place for place, seats in enumerate(ranking or (), 1) if seat in seats), None)


def seat_facts(hidden: int, place: int | None, *, is_alive: bool) -> Message | str:
    """Return what all may know of a seat, in a word or two.

    `hidden` is the number of its secret hearts.
    """
    if place is not None:
        # Translators: in a panel: the rank of a player at the end
        return m("Winner") if place == 1 else m("Place {number}", number=place)
    if not is_alive:
        return m("Out", context="of the game")
    return m("{n} heart", "{n} hearts", n=hidden) if hidden else ""


def seat_tip(name: str, count: int, revealed: Sequence[str], *, is_alive: bool) -> Message:
    """Return all that everybody may know of a seat with `count` hearts."""
    hidden = count - len(revealed)
    parts = [m("{who} is in the game", who=name) if is_alive else m("{who} is out", who=name)]
    if revealed:
        # Translators: a part of "Ann is out, showed the 4 of hearts"
        parts.append(m("showed {hearts}", hearts=card_names(revealed)))
    if hidden:
        parts.append(m("has one secret heart", "has {n} secret hearts", n=hidden))
    return m("{parts:,}.", parts=parts)


def card_tip(view: WheelView, index: int) -> Message:
    """Return the words for a card of the ring."""
    card = view.ring[index]
    if index in view.face_down:
        return m("{card} is out of play.", card=card_name(card))
    if card == JOKER:
        return m("The joker: a die that ends here raises all three dice by one.")
    return m("{card}: when it blows up, whoever has the heart with its number is out.", card=card_name(card))


def choose_rules_page(move_preview: Preview | None, *, is_over: bool) -> str:
    """Return the page of the rules that matters now."""
    if is_over:
        return "wheel#WH-14"
    if move_preview is None:
        return "wheel"
    if move_preview.explosions:
        return "wheel#WH-11" if len(move_preview.explosions) > 1 else "wheel#WH-08"
    return "wheel#WH-10" if move_preview.joker else "wheel#WH-06"
