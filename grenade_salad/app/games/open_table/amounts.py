"""How many of a pile are dealt, taken or looked at: a number is typed, or one of the usual ones is chosen."""

from __future__ import annotations

from grenade_salad.app.games.open_table import menu_commands
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import Key
from grenade_salad.text import Words, m

ASKED = ("deal", "take", "take low", "look", "look low")
"""Questions that a number answers; "low" is from the bottom."""
USUAL = (1, 2, 3, 4, 5, 6, 7, 10, 13, 0)
"""Numbers to choose from; 0: all."""


def asks(desk: Desk) -> bool:
    """Whether a number is asked for."""
    return desk.asking in ASKED and len(desk.chosen) == 1


def most(desk: Desk) -> int:
    """The greatest number that there is enough for."""
    one = desk.thing(desk.chosen[0])
    count = 0 if one is None else one.count
    return count // desk.seats if desk.asking == "deal" else count


def answers(desk: Desk) -> list[Verb]:
    """The number that was typed, or those to choose from, and the other end of the pile."""
    what, _, low = desk.asking.partition(" ")
    if desk.typed:
        return [_answer(desk, int(desk.typed), True), Verb(m("Another number"), does="ask", what=desk.asking)]
    found = [_answer(desk, n) for n in USUAL if n <= most(desk)]
    one = desk.thing(desk.chosen[0])
    if what == "deal" or one is None or one.bag:
        return found
    # Translators: a button: so many are taken off a pile, from its lower or its upper end
    words = m("From the top") if low else m("From the bottom")
    return [*found, Verb(words, does="ask", what=what if low else f"{what} low")]


def _answer(desk: Desk, n: int, typed: bool = False) -> Verb:
    """So many, 0 for all; one that was typed says what is done with it."""
    what, _, low = desk.asking.partition(" ")
    if what == "deal":
        # Translators: how many cards each player is dealt
        each = m("{n} each", n=n) if n else m("All", context="cards")
        return Verb(each, lines=(menu_commands.dealt(desk, desk.chosen[0], n),))
    # Translators: a button beside numbers: all the cards of a pile, and how many these are
    words: Words = str(n) if n else m("All ({n})", context="cards", n=most(desk))
    if what == "take":
        # Translators: a button: so many cards of a pile, whose number was typed
        return Verb(m("Take {n}", n=n) if typed else words, does="carry", what=f"{n} {low}")
    # Translators: a button: so many cards of a pile, whose number was typed
    words = m("Look at {n}", n=n) if typed else words
    return Verb(words, lines=(_look(desk, desk.chosen[0], n, bool(low)),))


def _look(desk: Desk, key: Key, n: int, low: bool) -> actions.Look:
    assert desk.seat is not None
    return actions.Look(desk.seat, of=key, n=n, end="bottom" if low else "top")


def title(desk: Desk) -> Words:
    """What is asked."""
    match desk.asking:
        case "deal":
            # Translators: a question; a number is typed or chosen: how many cards each player is dealt
            return m("Deal how many each? Type a number, or choose one.")
        case "take":
            return m("Take how many? Type a number, or choose one.")
        case "take low":
            return m("Take how many from the bottom? Type a number, or choose one.")
        case "look":
            return m("Look at how many? Type a number, or choose one.")
    return m("Look at how many from the bottom? Type a number, or choose one.")


def typed(desk: Desk, digit: str) -> Verb | None:
    """A digit was typed. What is dealt, if no number is meant that is longer; else Enter does what is typed."""
    number = (desk.typed + digit).lstrip("0")[-len(str(max(1, most(desk)))) :]
    desk.typed = number
    at_once = desk.asking == "deal" and number and 10 * int(number) > most(desk)
    return answers(desk)[0] if at_once else None
