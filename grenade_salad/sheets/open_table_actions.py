"""Commands of a phone for pieces of the open table.

Each command is a line with places to fill in; each piece has a list of commands.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from grenade_salad.core import Json
from grenade_salad.games.open_table.box import Kind, Start
from grenade_salad.games.open_table.placed_pieces import (
    PlacedPiece,
    capture_holder,
    find_hand_name,
    find_hits,
    list_pieces,
    shot_starts,
    snap_points,
)
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import next_side, translate_word
from grenade_salad.sheets.open_table_picture import describe_look, name_piece
from grenade_salad.text import Message, Reader, Words, m, say

THIS, HERE, FIRST = "@", "@here", "@first"
"""Places in a line: the piece's id or name, its position, the first of several."""
_DEAL_COUNTS = (1, 2, 3, 4, 5, 6, 7, 10, 13, 0)
_TAKE_COUNTS = (1, 2, 3, 4, 5, 7, 10, 0)
"""Counts to deal to each seat, or to take from the top; 0 is all."""


@dataclass(frozen=True, slots=True)
class SheetCommand:
    """A command for pieces: the words on a button, and its line of a record."""

    words: Message
    line: dict[str, Json]
    needs: tuple[str, ...] = ()
    """The values that are asked for first.

    They are a `number` for `n`, a `place` on the small table, a `text`, a confirmation (`sure`), a `shot`, the `path`
    of a push, or an `angle`.
    """
    numbers: tuple[int, ...] = ()
    """The numbers to choose from."""
    confirmation: Words = ""
    """The question for `sure`."""

    def plain(self, reader: Reader) -> dict[str, Json]:
        """Return the command as it is sent."""
        result: dict[str, Json] = {"words": say(self.words, reader), "line": self.line, "needs": list[Json](self.needs)}
        if self.numbers:
            result["numbers"] = list[Json](self.numbers)
        return result | ({"sure": say(self.confirmation, reader)} if self.confirmation else {})


# Translators: a button: a card or piece goes to a place that is tapped then
_MOVE = m("Move…")
# Translators: a button: one looks at so many from the top of a stack
_LOOK = m("Look…")
# Translators: a button: one writes on a blank card
WRITE = m("Write on it…")
# Translators: a button: one writes what a pile of cards is called
NAME = m("Name it…")
# Translators: a button: a piece is turned by an angle where it lies, not over
_ROTATE = m("Rotate…")
# Translators: asked before a stack is turned over whose bottom nobody has seen
_CONFIRM_FLIP = m("This shows a card that nobody has seen. Turn it over?")


def list_commands(hand: str, seat: int) -> dict[str, SheetCommand]:
    """Return all commands by their keys."""
    actor: dict[str, Json] = {"seat": seat}

    def make_line(do: str, **parts: Json) -> dict[str, Json]:
        return {**actor, "do": do, **parts}

    this: Json = [THIS]
    commands = {
        "draw": SheetCommand(m("Draw to my hand"), make_line("move", of=THIS, to=hand)),
        "top": SheetCommand(_MOVE, make_line("move", of=THIS), ("number", "place"), _TAKE_COUNTS),
        "shuffle": SheetCommand(m("Shuffle", context="a stack"), make_line("shuffle", what=THIS)),
        "deal": SheetCommand(m("Deal…"), make_line("deal", of=THIS), ("number",), _DEAL_COUNTS),
        "look": SheetCommand(_LOOK, make_line("look", of=THIS), ("number",), _TAKE_COUNTS),
        "over": SheetCommand(m("Turn over"), make_line("flip", what=this)),
        "over?": SheetCommand(m("Turn over"), make_line("flip", what=this), ("sure",), confirmation=_CONFIRM_FLIP),
        "move": SheetCommand(_MOVE, make_line("move", what=this), ("place",)),
        "take": SheetCommand(m("Take to my hand"), make_line("move", what=this, to=hand)),
        "see": SheetCommand(m("Look at it"), make_line("look", what=this)),
        "show": SheetCommand(m("Show to all"), make_line("reveal", what=this)),
        "roll": SheetCommand(m("Roll"), make_line("roll", what=this)),
        "write": SheetCommand(WRITE, make_line("set", thing="text", of=THIS), ("text",)),
        "name": SheetCommand(NAME, make_line("set", thing="name", of=THIS), ("text",)),
        "flick": SheetCommand(m("Flick"), make_line("flick", what=THIS), ("shot",)),
        "push": SheetCommand(m("Push", context="along the table"), make_line("push", what=THIS), ("path",)),
        "rotate": SheetCommand(_ROTATE, make_line("move", what=this, to=HERE), ("angle",)),
        "gather": SheetCommand(m("Gather"), make_line("move", what=this, to=FIRST)),
        "lock": SheetCommand(m("Lock"), make_line("set", thing="lock", of=THIS, to=True)),
        "unlock": SheetCommand(m("Unlock"), make_line("set", thing="lock", of=THIS, to=False)),
        "away": SheetCommand(m("Put into the box"), make_line("remove", what=this)),
    }
    return commands if hand else {key: verb for key, verb in commands.items() if key not in ("draw", "take", "deal")}


def piece_commands(piece: PlacedPiece, lowest_side: int, starts: Sequence[Start] = ()) -> Sequence[str]:
    """Return the keys of a piece's commands, the usual one first.

    `lowest_side` is the side of the lowest piece in a stack.
    """
    flip = "over?" if piece.is_stack and lowest_side < 0 else "over"
    if piece.is_bag:
        return ("draw", "top", "deal")
    if isinstance(piece.key, str) or piece.is_stack:
        rotate = () if isinstance(piece.key, str) else ("rotate", "lock", "name")
        return ("unlock",) if piece.locked else ("draw", "top", "shuffle", "deal", "look", flip, *rotate)
    write = ("write",) if piece.kind is not None and piece.kind.blank and not piece.is_face_down else ()
    if piece.locked:
        return (*write, "unlock")
    rest = (*write, *(("rotate",) if piece.holder is None else ()), "lock", "away")
    slide = ("flick", "push") if piece.holder is None else ()
    if slide and any(start.contains(piece.position) for start in starts) and piece.shape in ("disc", "cube", "pawn"):
        return ("flick", "move", "push", "take", *rest)
    match piece.shape:
        case "card" if piece.is_face_down:
            return ("over", "take", "move", "see", "show", *rest)
        case "card":
            return ("over", "take", "move", *rest)
        case "die" if piece.kind is not None:
            return ("roll", _die_command(piece.kind, piece.face.side), "move", *slide, *rest)
        case "disc":
            return ("move", *slide, "over", "take", *rest)
        case "board":
            return ("move", *rest)
    return ("move", *slide, "take", *rest)


def _die_command(kind: Kind, side: int) -> str:
    """Return the key of the command that turns a die of a kind to its next side."""
    return f"turn {kind.name} {side}"


def describe_commands(view: TableView, hand: str, seats: int, reader: Reader, files: Container[str]) -> Json:
    """Describe all that a seat can do with what it sees on the table.

    `files` are as in `describe_look`.
    """
    assert view.seat is not None
    commands = list_commands(hand, view.seat)
    pieces = list_pieces(view, seats)
    for piece in pieces:
        if piece.kind is not None and piece.shape == "die":
            side, words = next_side(piece.kind, piece.face.side)
            line: dict[str, Json] = {"seat": view.seat, "do": "set", "thing": "die", "of": THIS, "to": side}
            commands[_die_command(piece.kind, piece.face.side)] = SheetCommand(words, line)
    lowest_sides = {stack.number: stack.turned for stack in view.stacks}
    starts = shot_starts(view, view.seat)
    commands_by_piece: dict[str, Json] = {}
    for piece in pieces:
        lowest = lowest_sides.get(piece.key, 0) if isinstance(piece.key, int) else _lowest_side(view, piece.key)
        commands_by_piece[str(piece.key)] = list[Json](
            [key for key in piece_commands(piece, lowest, starts) if key in commands]
        )
    return {
        "verbs": {key: verb.plain(reader) for key, verb in commands.items()},
        "of": commands_by_piece,
        "hand": hand,
        "takes": _capture_line(view, seats),
        "hits": _hit_lines(view, seats, pieces),
        "snaps": [[round(x, 1), round(y, 1)] for x, y in snap_points(view)],
        "flick": {
            "fastest": view.box.flick.fastest,
            "starts": [[*start.at, start.least, start.most, start.first, start.last] for start in starts],
        },
        "hands": [find_hand_name(view, seats, seat) for seat in range(seats)],
        "counters": list(_describe_counters(view, seats, reader)),
        "notes": [
            {"of": name, "words": say(translate_word(name), reader), "text": text} for name, text in view.notes.items()
        ],
        "supply": list(_describe_supply(view, reader)),
        "looking": [_describe_looked(view, face, reader, files) for face in view.looking],
    }


def _capture_line(view: TableView, seats: int) -> dict[str, Json] | None:
    """Return the line that moves a captured pawn to its holder, or None.

    A pawn is captured when the seat puts another one on its snap point.
    """
    to = capture_holder(view, seats, view.seat, view.box.takes)
    return {"seat": view.seat, "do": "move", "what": [THIS], "to": to} if to else None


def _hit_lines(view: TableView, seats: int, pieces: Sequence[PlacedPiece]) -> dict[str, Json]:
    """Return, by holder, the line by which a hit piece leaves, and what can hit it.

    These are holders in which a piece is alone that leaves when a piece of another kind is put in.
    """
    result: dict[str, Json] = {}
    for name, (hit_piece, piece_id, to) in find_hits(view, seats, view.seat):
        line: dict[str, Json] = {"seat": view.seat, "do": "move", "what": [piece_id], "to": to}
        hitter_keys = list[Json]([piece.key for piece in pieces if piece.kind not in (None, hit_piece.kind)])
        result[name] = {"line": line, "by": hitter_keys}
    return result


def _lowest_side(view: TableView, name: str) -> int:
    """Return the side of the lowest piece in a holder, guessed from the top."""
    holder = next((candidate for candidate in view.holders if candidate.name == name), None)
    return -1 if holder is not None and holder.top is not None and holder.top.side < 0 else 0


def _describe_counters(view: TableView, seats: int, reader: Reader) -> Iterator[Json]:
    for name, (counter, owner) in view.box.counter_owners(seats).items():
        if owner in (None, view.seat):
            title, value = translate_word(counter.name), view.counters[name]
            yield {
                "of": name,
                "value": value,
                "label": say(m("{what}: {n}", what=title, n=value), reader, begin=True),
                "more": say(m("{what}: one more", what=title), reader, begin=True),
                "less": say(m("{what}: one less", what=title), reader, begin=True),
            }


def _describe_supply(view: TableView, reader: Reader) -> Iterator[Json]:
    """Yield what can be put on the table from the box."""
    for kind, front, count in view.supply:
        name = name_piece(view, Face(kind, front, 0, None))
        words, label = (say(message, reader, begin=True) for message in (name, m("{what}: {n}", what=name, n=count)))
        line: dict[str, Json] = {"seat": view.seat, "do": "put", "kind": view.box.kinds[kind].name, "front": front}
        yield {"words": words, "label": label, "line": line}


def _describe_looked(view: TableView, face: Face, reader: Reader, files: Container[str]) -> Json:
    face_up = face._replace(side=max(face.side, 0))
    size = view.box.kinds[face.kind].size if face.kind is not None else (63.0, 88.0)
    drawn: Json = {**describe_look(view, face_up, reader, files), "size": list[Json](size)}
    return {"words": say(name_piece(view, face_up), reader, begin=True), "look": drawn}
