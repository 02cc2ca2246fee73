"""Sheets: all that is sent to one seat at one moment.

A sheet is made from the seat's view, its legal actions and redacted events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from grenade_salad.artwork.seat_colours import seat_hex
from grenade_salad.core import Action, Event, Game, Json, Reason, State, View, log_line, redact, registry
from grenade_salad.core.lesson import Lesson, Moment, Tip
from grenade_salad.session.player_worker import Hint
from grenade_salad.sheets import fallback
from grenade_salad.sheets.sheet import ActionPreview, Order, Part, Sheet, SheetWriter
from grenade_salad.text import Message, Reader, Words, m, say

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes

Audience: TypeAlias = tuple[int | None, str]
"""A seat, None for a spectator, and a language."""
SeatKind = Literal["screen", "phone", "machine", "nobody"]
LOG_LINES = 40
"""Maximum number of last events in a sheet."""
_MAX_SECRETS = 5
"""Maximum number of lines of the log that only the seat may read."""
_TIP_PARTS: dict[str, Part] = {"hand": "hand", "turn": "do", "answer": "do"}
"""Parts of the page for tips about spots that every game has."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that the app publishes at a moment."""

    moment: int
    """The number of the moment."""
    game: Game | None
    """None before the match."""
    claimable: Mapping[int, str]
    """The names by the seats that can be requested."""
    sheets: Mapping[Audience, str]
    """A sheet for each seat; that of seat None is for everybody without a seat."""
    files: Mapping[str, bytes]
    """Pictures that the sheets name, by their path below /box/."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Public facts about the table besides the rules."""

    moment: int
    """The number that decisions refer to."""
    title: Words
    names: tuple[str, ...]
    kinds: tuple[SeatKind, ...]
    faces: tuple[int | None, ...]
    """Avatars of people; None for machines."""
    connected: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    """Seats whose phone was waited for in vain."""
    answered: frozenset[int] = frozenset()
    """Seats that have answered the reaction window."""
    resting: frozenset[int] = frozenset()
    """Seats that pass for the rest of this turn."""
    seconds: float = 0.0
    """Seconds that a window is open; 0: until all have answered."""
    pause_reason: Words = ""
    """Says why the time of the window is stopped; "" if it is not."""
    accepts_decisions: bool = True
    """False while no decision is taken, such as while a menu is open."""
    has_millimetres: bool = False
    """True if the host would like lengths in millimetres, not in tiles."""
    readers: frozenset[int] = frozenset()
    """Seats whose people read what the match is about, before it begins."""
    has_menu: bool = False
    is_halted: bool = False
    """True if the host has paused the match from a phone."""
    hint_seats: frozenset[int] = frozenset()
    """Seats that may ask for a hint."""
    rules_game: str = ""
    """The game whose rules can be read."""
    host_seat: int | None = None
    """The seat whose phone is also the host; only it is sent `orders` and `requests`."""
    orders: tuple[Order, ...] = ()
    """The orders that are possible now."""
    requests: tuple[tuple[int, str, str], ...] = ()
    """Requests for a seat: seat, code, name."""
    new_event_count: int = 0
    """The number of events since the previous moment."""
    has_screen: bool = True
    """True if there is a big screen to act at."""
    stand_ins: frozenset[int] = frozenset()
    """Seats for which a machine plays until their phone is back."""
    sleeping_seat: int | None = None
    """A seat for which a machine might play, if a person at the table agrees."""
    wins: tuple[int, ...] = ()
    """Matches won this evening by seat; empty before the first is over.

    Only spectators are sent them: everybody has seen the ends of these matches.
    """
    questions: tuple[tuple[int, int, Message], ...] = ()
    """Questions that the host has to answer: id, seat, words."""


def waiting_sheet(table: TableStatus, seat: int | None, language: str = "en") -> dict[str, Json]:
    """Return the sheet before a match."""
    reader = Reader(table.names, seat, language)
    sheet = {**_make_frame(table, reader, ()), "status": say(_describe_waiting(table, seat), reader)}
    return {**sheet, "aim": _describe_aim(table, reader)} if table.readers else sheet


def _describe_waiting(table: TableStatus, seat: int | None) -> Message:
    """Return why the match has not begun, in the words for a seat."""
    if not table.readers:
        return m("The match has not begun.")
    if seat in table.readers:
        return m("Read this first. Then the match begins.")
    readers = [table.names[reading_seat] for reading_seat in sorted(table.readers)]
    if seat is None:
        lesson = load_lesson(table.rules_game)
        # Translators: on a television; {aim} is one or more sentences, {who} is a player, or a list of players
        return m("{aim} Waiting for {who}.", aim=lesson.aim if lesson is not None else "", who=readers)
    # Translators: {who} is a player, or a list of players
    return m("Waiting for {who}.", who=readers)


def _describe_aim(table: TableStatus, reader: Reader) -> Json:
    """Describe what one plays for.

    `yours` is true if the match waits until this phone has shown it.
    """
    lesson = load_lesson(table.rules_game)
    assert lesson is not None
    return {
        "words": say(lesson.aim, reader),
        "art": list[Json](lesson.aim_art),
        "yours": reader.seat in table.readers,
    }


def load_lesson(game: str) -> Lesson | None:
    """Return the lesson of a game, or None."""
    target = registry.plugin(game).lesson
    return registry.load_object(target, Lesson) if target else None


def compose_sheet(
    state: State,
    seat: int | None,
    table: TableStatus,
    history: Sequence[Event],
    language: str = "en",
    opened_boxes: OpenedBoxes | None = None,
) -> dict[str, Json]:
    """Return the sheet of a seat in a language; None is a spectator.

    `history` are the last events, unredacted. The sheet names pictures of bundled boxes and of `opened_boxes`.
    """
    view = state.view(seat)
    reader = make_reader(view, table.names, seat, language, has_millimetres=table.has_millimetres)
    may_act = seat is not None and table.accepts_decisions and seat in view.active_seats and seat not in table.answered
    legal_actions = state.legal_actions(seat) if may_act and seat is not None else []
    content = sheet_for(view, legal_actions, reader, opened_boxes)
    log: list[Json] = [words for event in history if (words := log_line(redact(event, None), reader))]
    tools: dict[str, Json] = {"tools": content.tools} if may_act and content.tools is not None else {}
    differences: list[Json] = [
        [say(heading, reader), [say(line, reader, begin=True) for line in lines]]
        for heading, lines in content.differences
    ]
    return {
        **tools,
        **({"differences": differences} if differences else {}),
        **_make_frame(table, reader, content.facts, _acting_seats(view, content, table)),
        "status": say(content.status, reader),
        "over": view.is_over,
        "winners": list[Json]((view.ranking or ((),))[0]),
        "window": _describe_window(content, table, reader, view.active_seats) if content.question else None,
        "public": [say(words, reader, begin=True) for words in content.public],
        "hand": [card.encode(reader) for card in content.hand],
        "handTitle": say(content.hand_title, reader),
        "covered": say(content.current_cover_label, reader),
        "choices": [choice.encode(reader) for choice in content.choices],
        "picture": content.picture,
        "hints": may_act and seat in table.hint_seats,
        "spoken": [say(words, reader) for words in content.spoken],
        "notebook": content.notebook,
        "rule": content.rule,
        "tips": _tips(view, history[len(history) - table.new_event_count :], reader),
        "log": log[-LOG_LINES:],
        "secrets": _secret_lines(reader, history),
    }


def _tips(view: View, news: Sequence[Event], reader: Reader) -> list[Json]:
    """Return the tips of a first match that matter now: see `core.lesson`.

    The phone remembers which tips it has shown. A tip depends only on what the seat may know.
    """
    seat, lesson = reader.seat, load_lesson(view.game)
    if seat is None or lesson is None or view.is_over:
        return []
    if any(event.puts_out(seat) for event in news):
        return []  # One's own end comes first.
    moment = Moment(seat, view, events=tuple(redact(event, seat) for event in news))
    tip_parts: dict[str, Part] = {**_TIP_PARTS, **load_writer(view.game).tip_parts}
    return [
        {"name": tip.name, "words": say(tip.text, reader), "beside": _find_tip_part(tip, tip_parts), "rule": tip.rule}
        for tip in (*lesson.hand_tips, *lesson.tips)
        if tip.when(moment)
    ]


def _find_tip_part(tip: Tip, parts: Mapping[str, Part]) -> Part:
    spot = tip.spots[0].partition(":")[0] if tip.spots else ""
    return parts.get(spot, "table")


def find_refusing_rule(game: str, action: Action, reason: Reason) -> str:
    """Return the id of the rule that refuses an action; empty if there is none."""
    return reason.rule_id or load_writer(game).rules.get(action.do, "")


def make_reader(
    view: View, names: Sequence[str], seat: int | None, language: str | None = None, *, has_millimetres: bool = False
) -> Reader:
    """Return the reader of a match, who is told lengths in its tiles or in mm."""
    find_width = load_writer(view.game).tile_width
    return Reader(names, seat, language, None if find_width is None or has_millimetres else find_width(view))


def describe_preview(state: State, action: Action, reader: Reader) -> dict[str, Json]:
    """Return the preview of the reader's action: its effect, or why it is illegal."""
    return _preview(state, action, reader).encode(reader)


def why_not(state: State, seat: int, action: Action, names: Sequence[str]) -> Words:
    """Return why the seat may not do that, in the words of its preview, or nothing.

    A soldier is named by its owner instead of its number.
    """
    preview = _preview(state, action, Reader(names, seat))
    return preview.why if preview.is_legal else preview.words


def _preview(state: State, action: Action, reader: Reader) -> ActionPreview:
    view = state.view(reader.seat)
    foresee = load_writer(view.game).preview
    preview = foresee(view, action, state.why_not, reader) if foresee is not None else None
    if preview is None:
        reason = state.why_not(action)
        preview = ActionPreview(reason is None, reason.message() if reason else "")
    return preview


def describe_hint(hint: Hint, chance: Message, reader: Reader) -> dict[str, Json]:
    """Return a hint for the reader: the line of the action, its reason, and odds."""
    line: dict[str, Json] = dict(hint.action.to_line())
    return {"line": line, "why": say(hint.reason, reader, begin=True), "chance": say(chance, reader)}


def _secret_lines(reader: Reader, history: Sequence[Event]) -> list[Json]:
    """Return the lines of the log that only the seat may read, covered with its hand."""
    line_pairs = (
        (log_line(redact(event, reader.seat), reader), log_line(redact(event, None), reader)) for event in history
    )
    secrets: list[Json] = [seat_line for seat_line, public_line in line_pairs if seat_line and seat_line != public_line]
    return secrets[-_MAX_SECRETS:]


def _make_frame(
    table: TableStatus, reader: Reader, facts: Sequence[Words], acting_seats: Sequence[int] = ()
) -> dict[str, Json]:
    seats: list[Json] = [
        {
            "name": name,
            "colour": seat_hex(seat),
            "face": table.faces[seat],
            "who": table.kinds[seat],
            "here": seat in table.connected,
            "absent": seat in table.absent,
            "standIn": seat in table.stand_ins,
            "facts": say(facts[seat], reader) if facts else "",
            "acting": seat in acting_seats,
        }
        for seat, name in enumerate(table.names)
    ]
    frame: dict[str, Json] = {"moment": table.moment, "title": say(table.title, reader), "seat": reader.seat}
    frame |= {"seats": seats, "menu": table.has_menu, "halted": table.is_halted, "screen": table.has_screen}
    frame["rules"] = table.rules_game
    if reader.seat is None and table.wins:
        frame["wins"] = list[Json](table.wins)
    if table.questions:
        frame["asked"] = [_describe_question(table, reader, *question) for question in table.questions]
    return {**frame, "chair": _describe_host_tools(table, reader.seat), "sleeper": _describe_sleeper(table, reader)}


def _acting_seats(view: View, content: Sheet, table: TableStatus) -> Sequence[int]:
    """Return the seats whose turn it is according to the game, or that may act."""
    if content.acting is not None:
        return content.acting
    return view.active_seats if table.accepts_decisions else ()


def _describe_question(table: TableStatus, reader: Reader, question_id: int, seat: int, words: Message) -> Json:
    """Describe what a phone asks the host to allow.

    `answers` is true if this phone is the host's.
    """
    is_host = reader.seat is not None and reader.seat == table.host_seat
    return {"n": question_id, "yours": seat == reader.seat, "answers": is_host, "words": say(words, reader, begin=True)}


def _describe_sleeper(table: TableStatus, reader: Reader) -> Json:
    """Describe the question if a machine may play for a sleeping phone, or None."""
    seat = table.sleeping_seat
    if reader.seat is None or seat is None or seat == reader.seat:
        return None
    name = table.names[seat]
    words = m("{who}'s phone has been asleep for a minute. Shall a machine play until it wakes up?", who=name)
    return {"seat": seat, "words": say(words, reader), "yes": say(m("Let a machine play for {who}", who=name), reader)}


def _describe_host_tools(table: TableStatus, seat: int | None) -> Json:
    """Describe what the phone can do that is also the host; None for all others."""
    if seat is None or seat != table.host_seat:
        return None
    wishes: list[Json] = [
        {"seat": requested_seat, "code": code, "name": name, "who": table.names[requested_seat]}
        for requested_seat, code, name in table.requests
        if requested_seat < len(table.names)
    ]
    return {"orders": list[Json](table.orders), "wishes": wishes}


def _describe_window(content: Sheet, table: TableStatus, reader: Reader, asked_seats: Sequence[int]) -> Json:
    """Describe the reaction window, the same for all asked seats whatever they hold."""
    return {
        "words": say(content.question, reader),
        "pass": say(content.pass_words, reader),
        "asked": reader.seat in asked_seats and table.accepts_decisions,
        "answered": reader.seat in table.answered,
        "rests": reader.seat in table.resting,
        "seconds": table.seconds,
        "paused": say(table.pause_reason, reader),
    }


def sheet_for(view: View, legal: Sequence[Action], reader: Reader, opened_boxes: OpenedBoxes | None = None) -> Sheet:
    """Write the game's sheet for the seat of the view."""
    return load_writer(view.game, opened_boxes).write(view, legal, reader)


def load_writer(game: str, opened_boxes: OpenedBoxes | None = None) -> SheetWriter:
    """Return the writer of a game's sheets, with the pictures of these boxes."""
    target = registry.plugin(game).sheets
    writer = registry.load_object(target, SheetWriter) if target else fallback.SHEET
    return writer if opened_boxes is None or writer.with_boxes is None else writer.with_boxes(opened_boxes)
