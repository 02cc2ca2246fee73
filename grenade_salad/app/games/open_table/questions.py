"""What a verb still asks for: the question over its answers, which are verbs again."""

from __future__ import annotations

from grenade_salad.app.games.open_table import amounts, flicking, keyboard_drag, measuring, menu_commands
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.games.open_table import actions
from grenade_salad.text import Words, m


def answers(desk: Desk) -> list[Verb]:
    """The verbs that are shown: the answers to what is asked, else what can be done; all: see `menu_commands.paged`."""
    if desk.seat is None:
        return []
    if (carry := desk.in_the_air) is not None:
        return keyboard_drag.answers(desk, carry)
    if amounts.asks(desk):
        return amounts.answers(desk)
    match desk.asking:
        case "more":
            return menu_commands.of_nothing(desk)
        case "finish":
            return _endings(desk, desk.seat)
        case "turn":
            return _turns(desk, desk.seat)
        case "show":
            return _shown_to(desk, desk.seat)
        case "flip":
            return _flip(desk, desk.seat)
        case "shuffle":
            return _shuffle(desk, desk.seat)
        case "measure":
            return measuring.answers(desk)
        case "aim":
            return flicking.answers(desk)
    return menu_commands.offered(desk)


def title(desk: Desk) -> Words:
    """What is asked; empty where the answers tell that by themselves."""
    if desk.in_the_air is not None:
        return keyboard_drag.title()
    if amounts.asks(desk):
        return amounts.title(desk)
    match desk.asking:
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
        case "measure":
            return measuring.words(desk)
        case "aim":
            return flicking.words(desk)
    return ""


def _endings(desk: Desk, seat: int) -> list[Verb]:
    """Who won, if anybody says so: the table is cleared."""
    won = [
        Verb(m("{who} won", who=name), lines=(actions.Finish(seat, (at,)),)) for at, name in enumerate(desk.table.names)
    ]
    # Translators: a button: the table is cleared, and nobody says who won
    return [*won, Verb(m("Just clear the table"), lines=(actions.Finish(seat),))]


def _turns(desk: Desk, seat: int) -> list[Verb]:
    """The marker goes to anybody, or away."""
    found = [
        Verb(desk.table.names[one], lines=(actions.Set(seat, "turn", to=one),))
        for step in range(1, desk.seats + 1)
        if (one := (seat + step) % desk.seats) != desk.view.turn
    ]
    if desk.view.turn is None:
        return found
    # Translators: a button: the turn is nobody's
    return [*found, Verb(m("Nobody's"), lines=(actions.Set(seat, "turn", to=-1),))]


def _shown_to(desk: Desk, seat: int) -> list[Verb]:
    """What is chosen is shown to one seat, or to all."""
    numbers = tuple(key for key in desk.chosen if isinstance(key, int))
    found = []
    for to in _whom(desk, seat):
        line = actions.Reveal(seat, what=numbers, to=to)
        if desk.card is not None:
            line = actions.Reveal(seat, of=desk.hand, at=(desk.card,), to=to)
        # Translators: a button: whom something is shown to
        found.append(Verb(desk.table.names[to[0]] if to else m("Everybody"), lines=(line,)))
    return found


def _whom(desk: Desk, seat: int) -> list[tuple[int, ...]]:
    sitting = (one for one in range(desk.seats) if desk.table.controllers[one].kind != "nobody" and one != seat)
    return [*((one,) for one in sitting), ()]


def _flip(desk: Desk, seat: int) -> list[Verb]:
    leave = Verb(m("Leave it"), does="leave")
    return [Verb(m("Turn the pile over anyway"), "flip", (actions.Flip(seat, tuple(desk.chosen)),)), leave]


def _shuffle(desk: Desk, seat: int) -> list[Verb]:
    # Translators: a button: the stack is not shuffled
    leave = Verb(m("Leave it as it is"), does="leave")
    return [Verb(menu_commands.SHUFFLE, "roll", (actions.Shuffle(seat, desk.strip.searched),)), leave]
