"""Short descriptions of actions at the open table."""

from __future__ import annotations

from grenade_salad.core import Action, View
from grenade_salad.text import Message, m

_WORDS = {
    # Translators: what somebody does at a table, on a button or after their name and a colon
    "move": m("move pieces"),
    "deal": m("deal"),
    "flip": m("turn over"),
    "recall": m("call pieces back"),
    "give": m("answer who calls pieces back"),
    "sort": m("put in order"),
    "shuffle": m("shuffle"),
    "roll": m("roll"),
    "flick": m("flick"),
    "push": m("push"),
    "look": m("look"),
    "reveal": m("show"),
    "set": m("set a counter, a text or a mark"),
    "reset": m("start a new round"),
    "change": m("change the box"),
    "put": m("take out of the box"),
    "remove": m("put back into the box"),
    "undo": m("undo"),
    "finish": m("clear the table"),
}


def describe(action: Action, view: View) -> Message:
    """Return a description of the action without a full stop."""
    return _WORDS[action.do]
