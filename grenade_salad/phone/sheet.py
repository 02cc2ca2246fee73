"""The sheet: all that is sent to one seat at one moment. Made from its view, its legal actions and redacted events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from grenade_salad.core import Action, Event, Json, State, View, redact
from grenade_salad.phone.words import Told

Kind = Literal["screen", "phone", "machine"]
LOG_LINES = 40
"""How many of the last events a sheet tells."""
_SECRETS = 5

_WORDS = {"grenade-salad": "words_salad", "live-grenade": "words_live_grenade", "wheel": "words_wheel"}


@dataclass(frozen=True, slots=True)
class Table:
    """What goes on at the table besides the rules, open to everybody.

    `moment` is the number that answers name. `answered` are seats that answered the open window, `seconds` is how long
    a window is open (0: until all have answered), `paused` why its time stands still. `listening` says whether the
    table takes decisions now.
    """

    moment: int
    title: str
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    here: frozenset[int] = frozenset()
    answered: frozenset[int] = frozenset()
    seconds: float = 0.0
    paused: str = ""
    listening: bool = True


def lobby(table: Table, seat: int | None) -> dict[str, Json]:
    """The sheet before a match."""
    return {**_frame(table, seat, ()), "status": "The match has not begun."}


def sheet(state: State, seat: int | None, table: Table, history: Sequence[Event]) -> dict[str, Json]:
    """The sheet of a seat; None is somebody without one. `history` are the last events, unredacted."""
    view = state.view(seat)
    acts = seat is not None and table.listening and seat in view.to_act and seat not in table.answered
    legal = state.legal(seat) if acts and seat is not None else []
    told = _told(view, legal, table.names)
    log: list[Json] = [words for event in history if (words := redact(event, None).text(table.names))]
    return {
        **_frame(table, seat, told.facts, view.to_act if table.listening else ()),
        "status": told.status,
        "over": view.over,
        "window": _window(told, table, seat, view.to_act) if told.question else None,
        "public": list(told.public),
        "hand": [card.plain() for card in told.hand],
        "handTitle": told.hand_title,
        "choices": [choice.plain() for choice in told.choices],
        "picture": told.picture,
        "notebook": told.notebook,
        "log": log[-LOG_LINES:],
        "secrets": _secrets(seat, table, history),
    }


def _secrets(seat: int | None, table: Table, history: Sequence[Event]) -> list[Json]:
    """The lines of the log as the seat alone may read them: they lie face down with its hand."""
    known = ((redact(event, seat).text(table.names), redact(event, None).text(table.names)) for event in history)
    secrets: list[Json] = [own for own, everybodys in known if own and own != everybodys]
    return secrets[-_SECRETS:]


def _frame(table: Table, seat: int | None, facts: Sequence[str], acting: Sequence[int] = ()) -> dict[str, Json]:
    seats: list[Json] = [
        {
            "name": name,
            "who": table.kinds[number],
            "here": number in table.here,
            "facts": facts[number] if facts else "",
            "acting": number in acting and number not in table.answered,
        }
        for number, name in enumerate(table.names)
    ]
    return {"moment": table.moment, "title": table.title, "seat": seat, "seats": seats}


def _window(told: Told, table: Table, seat: int | None, asked: Sequence[int]) -> Json:
    """The same for everybody who is asked, whatever they hold."""
    return {
        "words": told.question,
        "pass": told.pass_words,
        "asked": seat in asked and table.listening,
        "answered": seat in table.answered,
        "seconds": table.seconds,
        "paused": table.paused,
    }


def _told(view: View, legal: Sequence[Action], names: Sequence[str]) -> Told:
    tell: Callable[[View, Sequence[Action], Sequence[str]], Told]
    tell = import_module(f"grenade_salad.phone.{_WORDS[view.game]}").told
    return tell(view, legal, names)
