"""The sheet: all that is sent to one seat at one moment. Made from its view, its legal actions and redacted events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.artwork.seat_colours import of_seat
from grenade_salad.core import Action, Event, Game, Json, Reason, State, View, log_line, redact, registry
from grenade_salad.core.lesson import Lesson, Moment, Tip
from grenade_salad.session.player_worker import Hint
from grenade_salad.sheets import fallback
from grenade_salad.sheets.sheet import Part, Seen, Sheet, Told
from grenade_salad.text import Message, Reader, Words, m, say
from grenade_salad.web.protocol import Order

Whose: TypeAlias = tuple[int | None, str]
"""A seat, None for somebody without one, and a language."""
Kind = Literal["screen", "phone", "machine", "nobody"]
LOG_LINES = 40
"""How many of the last events a sheet tells."""
_SECRETS = 5
_BESIDE: dict[str, Part] = {"hand": "hand", "turn": "do", "answer": "do"}
"""Where a tip stands that is about a spot which every game has."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What the app publishes: the number of the moment, who sits where one can ask for, a sheet for each seat.

    The sheet of None is for everybody without a seat. `game` is None before the match. `files` are pictures that the
    sheets name, by their path below /box/.
    """

    moment: int
    game: Game | None
    claimable: Mapping[int, str]
    sheets: Mapping[Whose, str]
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Table:
    """What goes on at the table besides the rules, open to everybody.

    `moment` is the number that answers name. `faces` are those of people, None for machines. `answered` are seats that
    answered the open window, `resting` those that pass for this turn, `seconds` is how long a window is open (0: until
    all have answered), `paused` why its time stands still. `listening` says whether the table takes decisions now; with
    `menu` it does not, since a menu lies over it, and with `halted` since the host has stopped the match from a phone.
    `hints` are the seats that may ask what to do. `absent` are seats whose phone was waited for in vain. `rules` is the
    game whose rules are read. `chair` is the seat whose phone is the host as well: it alone is told of `wishes`
    (seat, code, name) and of the `orders` that would be carried out now. `fresh` is how many of the last events have
    happened since the moment before. `screen` is whether there is a big screen to act at. For the seats in `stand_ins`
    a machine plays until their phone is back; `sleeper` is the seat for which one might, if anybody there wants it.
    `asked` are questions that the host has to answer: number, seat, words.
    """

    moment: int
    title: Words
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    faces: tuple[int | None, ...]
    here: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    answered: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()
    seconds: float = 0.0
    paused: Words = ""
    listening: bool = True
    menu: bool = False
    halted: bool = False
    hints: frozenset[int] = frozenset()
    rules: str = ""
    chair: int | None = None
    orders: tuple[Order, ...] = ()
    wishes: tuple[tuple[int, str, str], ...] = ()
    fresh: int = 0
    screen: bool = True
    stand_ins: frozenset[int] = frozenset()
    sleeper: int | None = None
    asked: tuple[tuple[int, int, Message], ...] = ()


def lobby(table: Table, seat: int | None, language: str = "en") -> dict[str, Json]:
    """The sheet before a match."""
    reader = Reader(table.names, seat, language)
    return {**_frame(table, reader, ()), "status": say(m("The match has not begun."), reader)}


def sheet(
    state: State, seat: int | None, table: Table, history: Sequence[Event], language: str = "en"
) -> dict[str, Json]:
    """The sheet of a seat in a language; None is somebody without one. `history` are the last events, unredacted."""
    reader = Reader(table.names, seat, language)
    view = state.view(seat)
    acts = seat is not None and table.listening and seat in view.active_seats and seat not in table.answered
    legal = state.legal_actions(seat) if acts and seat is not None else []
    told = told_of(view, legal, reader)
    log: list[Json] = [words for event in history if (words := log_line(redact(event, None), reader))]
    tools: dict[str, Json] = {"tools": told.tools} if acts and told.tools is not None else {}
    return {
        **tools,
        **_frame(table, reader, told.facts, _acting(view, told, table)),
        "status": say(told.status, reader),
        "over": view.is_over,
        "winners": list[Json]((view.ranking or ((),))[0]),
        "window": _window(told, table, reader, view.active_seats) if told.question else None,
        "public": [say(words, reader, begin=True) for words in told.public],
        "hand": [card.plain(reader) for card in told.hand],
        "handTitle": say(told.hand_title, reader),
        "covered": say(told.cover, reader),
        "choices": [choice.plain(reader) for choice in told.choices],
        "picture": told.picture,
        "hints": acts and seat in table.hints,
        "spoken": [say(words, reader) for words in told.spoken],
        "notebook": told.notebook,
        "rule": told.rule,
        "tips": _tips(view, history[len(history) - table.fresh :], reader),
        "log": log[-LOG_LINES:],
        "secrets": _secrets(reader, history),
    }


def _tips(view: View, news: Sequence[Event], reader: Reader) -> list[Json]:
    """What the game tells who has its first hand here, as far as it matters at this moment: see core.lesson.

    The phone knows what it has been told. A tip is worked out from what the seat may know alone.
    """
    seat, target = reader.seat, registry.plugin(view.game).lesson
    if seat is None or not target or view.is_over:
        return []
    lesson = registry.load_object(target, Lesson)
    now = Moment(seat, view, events=tuple(redact(event, seat) for event in news))
    sheet = registry.plugin(view.game).sheets
    own = registry.load_object(sheet, Sheet).beside if sheet else {}
    beside: dict[str, Part] = {**_BESIDE, **own}
    return [
        {"name": tip.name, "words": say(tip.says, reader), "beside": _beside(tip, beside), "rule": tip.rule}
        for tip in (*lesson.hand, *lesson.tips)
        if tip.when(now)
    ]


def _beside(tip: Tip, parts: Mapping[str, Part]) -> Part:
    spot = tip.at[0].partition(":")[0] if tip.at else ""
    return parts.get(spot, "table")


def rule_of(game: str, action: Action, reason: Reason) -> str:
    """The id of the rule by which an action was refused; empty if no rule says so."""
    target = registry.plugin(game).sheets
    return reason.rule_id or (registry.load_object(target, Sheet).rules.get(action.do, "") if target else "")


def seen(state: State, seat: int, action: Action, names: Sequence[str], language: str) -> dict[str, Json]:
    """What the seat is told of an action before it decides: whether it may, why not, and what can be foreseen."""
    reader = Reader(names, seat, language)
    return _seen(state, seat, action, reader).plain(reader)


def why_not(state: State, seat: int, action: Action, names: Sequence[str]) -> Words:
    """Why the seat may not do that, as its preview says it: whose soldier it is, not its number. Empty if it may."""
    found = _seen(state, seat, action, Reader(names, seat))
    return found.why if found.ok else found.words


def _seen(state: State, seat: int, action: Action, reader: Reader) -> Seen:
    view = state.view(seat)
    target = registry.plugin(view.game).sheets
    foresee = registry.load_object(target, Sheet).foresee if target else None
    found = foresee(view, action, state.why_not, reader) if foresee is not None else None
    if found is None:
        reason = state.why_not(action)
        found = Seen(reason is None, reason.message() if reason else "")
    return found


def advised(hint: Hint, chance: Message, seat: int, names: Sequence[str], language: str) -> dict[str, Json]:
    """What a machine would do in the seat: the line of the action, why, and how likely a win is then, in words."""
    reader = Reader(names, seat, language)
    line: dict[str, Json] = dict(hint.action.to_line())
    return {"line": line, "why": say(hint.reason, reader, begin=True), "chance": say(chance, reader)}


def _secrets(reader: Reader, history: Sequence[Event]) -> list[Json]:
    """The lines of the log as the seat alone may read them: they lie face down with its hand."""
    known = ((log_line(redact(event, reader.seat), reader), log_line(redact(event, None), reader)) for event in history)
    secrets: list[Json] = [own for own, everybodys in known if own and own != everybodys]
    return secrets[-_SECRETS:]


def _frame(table: Table, reader: Reader, facts: Sequence[Words], acting: Sequence[int] = ()) -> dict[str, Json]:
    seats: list[Json] = [
        {
            "name": name,
            "colour": of_seat(number),
            "face": table.faces[number],
            "who": table.kinds[number],
            "here": number in table.here,
            "absent": number in table.absent,
            "standIn": number in table.stand_ins,
            "facts": say(facts[number], reader) if facts else "",
            "acting": number in acting,
        }
        for number, name in enumerate(table.names)
    ]
    frame: dict[str, Json] = {"moment": table.moment, "title": say(table.title, reader), "seat": reader.seat}
    frame |= {"seats": seats, "menu": table.menu, "halted": table.halted, "screen": table.screen}
    frame["rules"] = table.rules
    if table.asked:
        frame["asked"] = [_question(table, reader, *one) for one in table.asked]
    return {**frame, "chair": _chair(table, reader.seat), "sleeper": _sleeper(table, reader)}


def _acting(view: View, told: Told, table: Table) -> Sequence[int]:
    """Whose turn it is, or is said to be."""
    if told.acting is not None:
        return told.acting
    return view.active_seats if table.listening else ()


def _question(table: Table, reader: Reader, number: int, seat: int, words: Message) -> Json:
    """What a phone would like to do and the host has to allow; `answers` says whether this phone does that."""
    answers = reader.seat is not None and reader.seat == table.chair
    return {"n": number, "yours": seat == reader.seat, "answers": answers, "words": say(words, reader, begin=True)}


def _sleeper(table: Table, reader: Reader) -> Json:
    """What everybody at the table is asked when somebody's phone sleeps in its turn; None if nobody's does."""
    seat = table.sleeper
    if reader.seat is None or seat is None or seat == reader.seat:
        return None
    who = table.names[seat]
    words = m("{who}'s phone has been asleep for a minute. Shall a machine play until it wakes up?", who=who)
    return {"seat": seat, "words": say(words, reader), "yes": say(m("Let a machine play for {who}", who=who), reader)}


def _chair(table: Table, seat: int | None) -> Json:
    """What the phone can do that is the host as well; None for all others."""
    if seat is None or seat != table.chair:
        return None
    wishes: list[Json] = [
        {"seat": other, "code": code, "name": name, "who": table.names[other]}
        for other, code, name in table.wishes
        if other < len(table.names)
    ]
    return {"orders": list[Json](table.orders), "wishes": wishes}


def _window(told: Told, table: Table, reader: Reader, asked: Sequence[int]) -> Json:
    """The same for everybody who is asked, whatever they hold."""
    return {
        "words": say(told.question, reader),
        "pass": say(told.pass_words, reader),
        "asked": reader.seat in asked and table.listening,
        "answered": reader.seat in table.answered,
        "rests": reader.seat in table.resting,
        "seconds": table.seconds,
        "paused": say(table.paused, reader),
    }


def told_of(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """What the game of the view says to its seat."""
    target = registry.plugin(view.game).sheets
    words = registry.load_object(target, Sheet) if target else fallback.SHEET
    return words.told(view, legal, reader)
