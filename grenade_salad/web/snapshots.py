"""Snapshots for phones: the sheets of all seats at a moment, in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grenade_salad.core import Action, Chance, Event, Game, Json, State, View, redact
from grenade_salad.core.chance import match_rngs
from grenade_salad.session.phases import Phase, Reacting, why_paused
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.sheets.animations import Animation, Filmed, total_seconds
from grenade_salad.sheets.compose import (
    LOG_LINES,
    Snapshot,
    TableStatus,
    compose_sheet,
    load_writer,
    make_reader,
    waiting_sheet,
)
from grenade_salad.text import Reader
from grenade_salad.web.protocol import encode

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes


def with_reaction_window(table: TableStatus, phase: Phase) -> TableStatus:
    """Return the table with the public facts of a reaction window, if there is one."""
    if not isinstance(phase, Reacting):
        return table
    if phase.is_closed:
        return replace(table, accepts_decisions=False)
    return replace(
        table,
        answered=frozenset(phase.answers),
        resting=phase.resting,
        seconds=phase.seconds,
        pause_reason=why_paused(phase, table.names),
    )


@dataclass(frozen=True)
class Position:
    """A match at a moment, from which each sheet is made."""

    game: Game
    state: State
    events: tuple[Event, ...]
    """The last events, at most `LOG_LINES`."""


def take_position(session: Session) -> Position:
    """Return the current position of the match, as a copy."""
    history = [event for events in session.event_history[-LOG_LINES:] for event in events][-LOG_LINES:]
    return Position(session.match.game, session.match.state.copy(), tuple(history))


def take_snapshot(
    table: TableStatus, position: Position | None, languages: Sequence[str], opened_boxes: OpenedBoxes | None = None
) -> Snapshot:
    """Return the sheets of a table at a position, or before a match if it is None.

    The sheet of seat None is for everybody without a seat. Pictures are those of bundled boxes and of `opened_boxes`.
    """
    seats = (None, *(seat for seat, kind in enumerate(table.kinds) if kind == "phone"))
    audiences = [(seat, language) for seat in seats for language in languages]
    if position is None:
        sheets = {audience: _encode_sheet(waiting_sheet(table, *audience)) for audience in audiences}
    else:
        sheets = {
            (seat, language): _encode_sheet(
                compose_sheet(position.state, seat, table, position.events, language, opened_boxes)
            )
            for seat, language in audiences
        }
    game: Game | None = position.game if position is not None else None
    claimable = {seat: table.names[seat] for seat, kind in enumerate(table.kinds) if kind != "phone"}
    return Snapshot(table.moment, game, claimable, sheets, _list_pictures(position, opened_boxes))


def _list_pictures(position: Position | None, opened_boxes: OpenedBoxes | None) -> Mapping[str, bytes]:
    """Return the pictures that the sheets name, besides those of the program."""
    if position is None:
        return {}
    files = load_writer(position.game.name, opened_boxes).files
    return files(position.state.view(None)) if files is not None else {}


@dataclass(frozen=True)
class StepAnimation:
    """The animations of a step, as messages."""

    messages: Mapping[str, str]
    """The messages for television pages, by language."""
    seconds: float
    """The length of the animations."""
    paths: str
    """The message for phones; "" for none."""


def animate_step(
    step: VisibleStep, session: Session, moment: int, languages: Sequence[str], *, has_millimetres: bool
) -> StepAnimation | None:
    """Return the animations of a step; None if nothing moves.

    They are made from what a spectator may know. `languages` are those of television pages; without any, only phones
    see the animations. `moment` is that of the sheets before the step.
    """
    writer = load_writer(session.match.header.game)
    if writer.animate is None or step.spectator_views is None or not (languages or writer.animate_film):
        return None
    animations = writer.animate([redact(event, None) for event in step.events], *step.spectator_views)
    if writer.animate_film is not None:
        animations = _add_film(animations, writer.animate_film, step.spectator_views[0], step, session)
    if not animations:
        return None
    names, view = session.match.header.names, step.spectator_views[1]
    readers = [make_reader(view, names, None, language, has_millimetres=has_millimetres) for language in languages]
    path_animations = [animation for animation in animations if animation.do == "drive"]
    return StepAnimation(
        {
            language: encode_animations(animations, reader, moment)
            for language, reader in zip(languages, readers, strict=True)
        },
        total_seconds(animations),
        encode_animations(path_animations, Reader(names), moment, "ways") if path_animations else "",
    )


def _add_film(
    animations: Sequence[Animation], animate_film: Filmed, old_view: View, step: VisibleStep, session: Session
) -> Sequence[Animation]:
    """Return the animations with the paths of a chance outcome that moves pieces.

    The random numbers of its line are drawn again.
    """
    entries, header = session.match.entries, session.match.header
    line = len(entries) - session.pending_count - 1
    rest, action = step.entry, entries[line - 1] if line > 0 else None
    if not isinstance(rest, Chance) or not isinstance(action, Action) or entries[line] is not rest:
        return animations
    rng = match_rngs(header.seed, header.version)(sum(isinstance(entry, Chance) for entry in entries[:line]))
    return animate_film(animations, old_view, action, rest, rng)


def encode_animations(animations: Sequence[Animation], reader: Reader, moment: int, kind: str = "show") -> str:
    """Encode the message with animations."""
    encoded: list[Json] = [animation.encode(reader) for animation in animations]
    return encode(kind, after=moment, seconds=round(total_seconds(animations), 2), beats=encoded)


def _encode_sheet(facts: dict[str, Json]) -> str:
    return encode("table", **facts)
