"""Questions about numbers: how many of a pile are dealt, taken or looked at.

The number is typed, or one of the usual ones is chosen.
"""

from __future__ import annotations

from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.games.open_table import actions
from grenade_salad.text import Words, m

NUMBER_QUESTIONS = ("deal", "take", "take low", "look", "look low")
"""The questions; "low" is from the bottom."""
USUAL_COUNTS = (1, 2, 3, 4, 5, 6, 7, 10, 13, 0)
"""Numbers to choose from; 0 is all."""


def asks_number(desk: TableInteraction) -> bool:
    """True if a number is asked for."""
    return desk.question in NUMBER_QUESTIONS and len(desk.chosen) == 1


def max_count(desk: TableInteraction) -> int:
    """Return the greatest number for which the pile has enough."""
    pile = desk.find_piece(desk.chosen[0])
    count = 0 if pile is None else pile.count
    return count // desk.seats if desk.question == "deal" else count


def list_commands(desk: TableInteraction) -> list[MenuCommand]:
    """Return commands with the typed number or the usual ones, and for the other end."""
    question, _, low = desk.question.partition(" ")
    if desk.typed_digits:
        return [
            _number_command(desk, int(desk.typed_digits), is_typed=True),
            MenuCommand(m("Another number"), operation="ask", argument=desk.question),
        ]
    commands = [_number_command(desk, n) for n in USUAL_COUNTS if n <= max_count(desk)]
    pile = desk.find_piece(desk.chosen[0])
    if question == "deal" or pile is None or pile.is_bag:
        return commands
    # Translators: a button: so many are taken off a pile, from its lower or its upper end
    words = m("From the top") if low else m("From the bottom")
    return [*commands, MenuCommand(words, operation="ask", argument=question if low else f"{question} low")]


def _number_command(desk: TableInteraction, n: int, *, is_typed: bool = False) -> MenuCommand:
    """Return a command for `n`, 0 for all; a typed number has the action in its text."""
    assert desk.seat is not None
    question, _, low = desk.question.partition(" ")
    if question == "deal":
        # Translators: how many cards each player is dealt
        each = m("{n} each", n=n) if n else m("All", context="cards")
        return MenuCommand(each, actions=(actions.Deal(desk.seat, desk.chosen[0], n),))
    # Translators: a button beside numbers: all the cards of a pile, and how many these are
    words: Words = str(n) if n else m("All ({n})", context="cards", n=max_count(desk))
    if question == "take":
        # Translators: a button: so many cards of a pile, whose number was typed
        return MenuCommand(m("Take {n}", n=n) if is_typed else words, operation="carry", argument=f"{n} {low}")
    # Translators: a button: so many cards of a pile, whose number was typed
    words = m("Look at {n}", n=n) if is_typed else words
    look = actions.Look(desk.seat, of=desk.chosen[0], n=n, end="bottom" if low else "top")
    return MenuCommand(words, actions=(look,))


def title(desk: TableInteraction) -> Words:
    """Return the text of the question."""
    match desk.question:
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


def type_digit(desk: TableInteraction, digit: str) -> MenuCommand | None:
    """Type a digit; return a command to do at once, or None if more may follow."""
    digits = (desk.typed_digits + digit).lstrip("0")[-len(str(max(1, max_count(desk)))) :]
    desk.typed_digits = digits
    at_once = desk.question == "deal" and digits and 10 * int(digits) > max_count(desk)
    return list_commands(desk)[0] if at_once else None
