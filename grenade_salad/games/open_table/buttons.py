"""What a button of a box does: lines of the record, as if its seat had done them one after another."""

from __future__ import annotations

from grenade_salad.core import Action
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.box import Button, Press


def pressed(button: Button, seat: int) -> list[Action]:
    """The actions of a button, for the seat that presses it; whether each can be done says the state, in its turn."""
    return [_action(press, seat) for press in button.lines]


def _action(press: Press, seat: int) -> Action:
    match press.do:
        case "deal":
            return moves.Deal(seat, press.of, press.n, (seat,) if press.mine else press.to, press.up_to)
        case "flip":
            return moves.Flip(seat, press.what)
        case "roll":
            return moves.Roll(seat, tuple(one for one in press.what if isinstance(one, int)))
        case "shuffle":
            return moves.Shuffle(seat, press.of)
    return moves.Reset(seat)
