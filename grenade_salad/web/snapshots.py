"""What is posted to everybody at a moment: a sheet for each seat that a phone has, in each language that is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Event, Game, Json, State, View, redact, registry
from grenade_salad.core.chance import chance_rngs
from grenade_salad.session.phases import Asking, Phase, why_it_stands
from grenade_salad.session.session import Session, Shown
from grenade_salad.sheets.animations import Beat, Filmed, length
from grenade_salad.sheets.compose import LOG_LINES, Posted, Table, lobby, sheet
from grenade_salad.sheets.sheet import Sheet
from grenade_salad.text import Reader
from grenade_salad.web.protocol import encode


def asked(table: Table, phase: Phase) -> Table:
    """The table with what is open to everybody of a reaction window, if the match is at one."""
    if not isinstance(phase, Asking):
        return table
    if phase.closed:
        return replace(table, listening=False)
    return replace(
        table,
        answered=frozenset(phase.answers),
        resting=phase.resting,
        seconds=phase.seconds,
        paused=why_it_stands(phase, table.names),
    )


@dataclass(frozen=True)
class Position:
    """A match at a moment, from which each sheet is made for its own eyes. `happened` are the last events."""

    game: Game
    state: State
    happened: tuple[Event, ...]


def position(session: Session) -> Position:
    """The match as it is now, whatever is done in it later."""
    history = [event for events in session.happened[-LOG_LINES:] for event in events][-LOG_LINES:]
    return Position(session.match.game, session.match.state.copy(), tuple(history))


def posted(table: Table, at: Position | None, languages: Sequence[str]) -> Posted:
    """The sheets of a table where a match is at a moment, or none is; the one of None is for all without a seat."""
    seats = (None, *(seat for seat, kind in enumerate(table.kinds) if kind == "phone"))
    to_whom = [(seat, language) for seat in seats for language in languages]
    if at is None:
        sheets = {whose: _message(lobby(table, *whose)) for whose in to_whom}
    else:
        sheets = {
            (seat, language): _message(sheet(at.state, seat, table, at.happened, language))
            for seat, language in to_whom
        }
    game: Game | None = at.game if at is not None else None
    claimable = {seat: table.names[seat] for seat, kind in enumerate(table.kinds) if kind != "phone"}
    return Posted(table.moment, game, claimable, sheets, _files(at))


def _files(at: Position | None) -> Mapping[str, bytes]:
    """Pictures that the sheets name, besides those of the program."""
    target = registry.plugin(at.game.name).sheets if at is not None else None
    files = registry.load_object(target, Sheet).files if target else None
    return files(at.state.view(None)) if at is not None and files is not None else {}


@dataclass(frozen=True)
class Moving:
    """What moves when a step is shown: on pages that show the table to all, by language, and for how many seconds.

    `ways` is what phones see of it, "" for nothing.
    """

    told: Mapping[str, str]
    seconds: float
    ways: str


def shows(shown: Shown, session: Session, moment: int, languages: Sequence[str]) -> Moving | None:
    """What moves of a step; None if nothing does. `languages` are those of pages that show the table to all; without
    any, phones alone see it.

    It is made from what nobody in particular may know of it. `moment` is that of the sheets before it.
    """
    target = registry.plugin(session.match.header.game).sheets
    sheet = registry.load_object(target, Sheet) if target else None
    if sheet is None or sheet.show is None or shown.open is None or not (languages or sheet.filmed):
        return None
    beats = sheet.show([redact(event, None) for event in shown.events], *shown.open)
    if sheet.filmed is not None:
        beats = _with_film(beats, sheet.filmed, shown.open[0], shown, session)
    if not beats:
        return None
    names = session.match.header.names
    ways = [beat for beat in beats if beat.do == "drive"]
    return Moving(
        {language: told(beats, names, moment, language) for language in languages},
        length(beats),
        told(ways, names, moment, "en", "ways") if ways else "",
    )


def _with_film(beats: Sequence[Beat], filmed: Filmed, before: View, shown: Shown, session: Session) -> Sequence[Beat]:
    """The beats, with the way of everything if it was luck that moved it: the luck of its line is drawn once more."""
    entries, header = session.match.entries, session.match.header
    line = len(entries) - session.pending - 1
    rest, action = shown.entry, entries[line - 1] if line > 0 else None
    if not isinstance(rest, Chance) or not isinstance(action, Action) or entries[line] is not rest:
        return beats
    luck = chance_rngs(header.seed, header.version)(sum(isinstance(entry, Chance) for entry in entries[:line]))
    return filmed(beats, before, action, rest, luck)


def told(beats: Sequence[Beat], names: Sequence[str], moment: int, language: str, kind: str = "show") -> str:
    """The message of what moves."""
    reader = Reader(names, None, language)
    moving: list[Json] = [beat.plain(reader) for beat in beats]
    return encode(kind, after=moment, seconds=round(length(beats), 2), beats=moving)


def _message(facts: dict[str, Json]) -> str:
    return encode("table", **facts)
