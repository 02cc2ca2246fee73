"""Questions of a command: a title over its answers, which are commands again."""

from __future__ import annotations

from grenade_salad.app.games.open_table import amounts, flicking, keyboard_drag, measuring, menu_commands
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.games.open_table import actions
from grenade_salad.text import Words, m


def answers(desk: TableInteraction) -> list[MenuCommand]:
    """Return the answers to the question, else the possible commands, on all pages.

    See `menu_commands.current_page` for the pages.
    """
    if desk.seat is None:
        return []
    if (carry := desk.hanging_carry) is not None:
        return keyboard_drag.list_commands(desk, carry)
    if amounts.asks_number(desk):
        return amounts.list_commands(desk)
    match desk.question:
        case "more":
            return menu_commands.idle_commands(desk)
        case "finish":
            return _finish_answers(desk, desk.seat)
        case "turn":
            return _turn_answers(desk, desk.seat)
        case "show":
            return _reveal_answers(desk, desk.seat)
        case "flip":
            return _flip_answers(desk, desk.seat)
        case "shuffle":
            return _shuffle_answers(desk, desk.seat)
        case "sort":
            # Translators: a button: cards that lie in a pile are put in order, so that everybody knows it
            anyway = MenuCommand(m("Put them in order anyway"), actions=desk.pending)
            return [anyway, MenuCommand(m("Leave it"), operation="leave")]
        case "measure":
            return measuring.list_commands(desk)
        case "aim":
            return flicking.list_commands(desk)
    return menu_commands.available(desk)


def title(desk: TableInteraction) -> Words:
    """Return the question, or nothing if the answers explain themselves."""
    if desk.hanging_carry is not None:
        return keyboard_drag.title()
    if amounts.asks_number(desk):
        return amounts.title(desk)
    match desk.question:
        case "finish":
            # Translators: over buttons with the names of the players
            return m("Who won?")
        case "turn":
            # Translators: over buttons with the names of the players
            return m("Whose turn is it?")
        case "show":
            # Translators: over buttons with the names of the players
            return m("Show it to whom?")
        case "flip":
            return m("Turned over, the pile shows its lowest card, which nobody knows.")
        case "shuffle":
            # Translators: after somebody took a card out of a stack that they look through
            return m("Shuffle it now?")
        case "sort":
            return m("In order, everybody knows what lies where in a pile that nobody knew.")
        case "measure":
            return measuring.describe_result(desk)
        case "aim":
            return flicking.describe_aim(desk)
    return ""


def _finish_answers(desk: TableInteraction, seat: int) -> list[MenuCommand]:
    """Return the answers that clear the table: a winner each, or none."""
    won = [
        MenuCommand(m("{who} won", who=name), actions=(actions.Finish(seat, (winner,)),))
        for winner, name in enumerate(desk.table.controller.names)
    ]
    # Translators: a button: the table is cleared, and nobody says who won
    return [*won, MenuCommand(m("Just clear the table"), actions=(actions.Finish(seat),))]


def _turn_answers(desk: TableInteraction, seat: int) -> list[MenuCommand]:
    """Return the answers that give the turn marker to a seat or remove it."""
    choices = [
        MenuCommand(desk.table.controller.names[next_seat], actions=(actions.Set(seat, "turn", to=next_seat),))
        for step in range(1, desk.seats + 1)
        if (next_seat := (seat + step) % desk.seats) != desk.view.turn
    ]
    if desk.view.turn is None:
        return choices
    # Translators: a button: the turn is nobody's
    return [*choices, MenuCommand(m("Nobody's"), actions=(actions.Set(seat, "turn", to=-1),))]


def _reveal_answers(desk: TableInteraction, seat: int) -> list[MenuCommand]:
    """Return the answers that reveal the selection to one seat or to all."""
    piece_ids = tuple(key for key in desk.chosen if isinstance(key, int))
    choices = []
    for recipients in _reveal_recipients(desk, seat):
        action = actions.Reveal(seat, what=piece_ids, to=recipients)
        if desk.card_index is not None:
            action = actions.Reveal(seat, of=desk.hand, at=(desk.card_index,), to=recipients)
        # Translators: a button: whom something is shown to
        name = desk.table.controller.names[recipients[0]] if recipients else m("Everybody")
        choices.append(MenuCommand(name, actions=(action,)))
    return choices


def _reveal_recipients(desk: TableInteraction, seat: int) -> list[tuple[int, ...]]:
    """Return each occupied seat but this one, and () for everybody."""
    controllers = desk.table.controller.controllers
    recipients = (target for target in range(desk.seats) if controllers[target].kind != "nobody" and target != seat)
    return [*((target,) for target in recipients), ()]


def _flip_answers(desk: TableInteraction, seat: int) -> list[MenuCommand]:
    leave = MenuCommand(m("Leave it"), operation="leave")
    return [MenuCommand(m("Turn the pile over anyway"), "flip", (actions.Flip(seat, tuple(desk.chosen)),)), leave]


def _shuffle_answers(desk: TableInteraction, seat: int) -> list[MenuCommand]:
    # Translators: a button: the stack is not shuffled
    leave = MenuCommand(m("Leave it as it is"), operation="leave")
    return [MenuCommand(menu_commands.SHUFFLE, "roll", (actions.Shuffle(seat, desk.strip.searched),)), leave]
