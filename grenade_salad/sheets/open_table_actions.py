"""What a phone can do with what lies on the open table: verbs with a line to fill in, and which thing has which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grenade_salad.core import Json
from grenade_salad.games.open_table.box import Kind, Start
from grenade_salad.games.open_table.placed_pieces import Lying, hand_name, hits, snaps, starts_of, taken_to, things
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import called, next_side
from grenade_salad.sheets.open_table_picture import look, words_of
from grenade_salad.text import Message, Reader, Words, m, say

THIS, HERE, FIRST = "@", "@here", "@first"
"""Stand in a line for the number or the name of the thing, for where it lies, and for the first of several."""
_SHARES = (1, 2, 3, 4, 5, 6, 7, 10, 13, 0)
_SOME = (1, 2, 3, 4, 5, 7, 10, 0)
"""How many one deals each, or takes from the top; 0: all."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Words on a button, the line that it is, and what is asked for first.

    That is a `number` of `n` (one of `numbers`), a `place` on the small table, a `text`, whether one is `sure`, a
    `shot`, the `path` of a push, or an `angle`.
    """

    words: Message
    line: dict[str, Json]
    needs: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    sure: Words = ""

    def plain(self, reader: Reader) -> dict[str, Json]:
        """The verb as it is sent."""
        found: dict[str, Json] = {"words": say(self.words, reader), "line": self.line, "needs": list[Json](self.needs)}
        if self.numbers:
            found["numbers"] = list[Json](self.numbers)
        return found | ({"sure": say(self.sure, reader)} if self.sure else {})


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
_SURE = m("This shows a card that nobody has seen. Turn it over?")


def verbs(hand: str, seat: int) -> dict[str, Verb]:
    """All that there are, by their keys."""
    by: dict[str, Json] = {"seat": seat}

    def line(do: str, **parts: Json) -> dict[str, Json]:
        return {**by, "do": do, **parts}

    one: Json = [THIS]
    found = {
        "draw": Verb(m("Draw to my hand"), line("move", of=THIS, to=hand)),
        "top": Verb(_MOVE, line("move", of=THIS), ("number", "place"), _SOME),
        "shuffle": Verb(m("Shuffle", context="a stack"), line("shuffle", what=THIS)),
        "deal": Verb(m("Deal…"), line("deal", of=THIS), ("number",), _SHARES),
        "look": Verb(_LOOK, line("look", of=THIS), ("number",), _SOME),
        "over": Verb(m("Turn over"), line("flip", what=one)),
        "over?": Verb(m("Turn over"), line("flip", what=one), ("sure",), sure=_SURE),
        "move": Verb(_MOVE, line("move", what=one), ("place",)),
        "take": Verb(m("Take to my hand"), line("move", what=one, to=hand)),
        "see": Verb(m("Look at it"), line("look", what=one)),
        "show": Verb(m("Show to all"), line("reveal", what=one)),
        "roll": Verb(m("Roll"), line("roll", what=one)),
        "write": Verb(WRITE, line("set", thing="text", of=THIS), ("text",)),
        "name": Verb(NAME, line("set", thing="name", of=THIS), ("text",)),
        "flick": Verb(m("Flick"), line("flick", what=THIS), ("shot",)),
        "push": Verb(m("Push", context="along the table"), line("push", what=THIS), ("path",)),
        "rotate": Verb(_ROTATE, line("move", what=one, to=HERE), ("angle",)),
        "gather": Verb(m("Gather"), line("move", what=one, to=FIRST)),
        "lock": Verb(m("Lock"), line("set", thing="lock", of=THIS, to=True)),
        "unlock": Verb(m("Unlock"), line("set", thing="lock", of=THIS, to=False)),
        "away": Verb(m("Put into the box"), line("remove", what=one)),
    }
    return found if hand else {key: verb for key, verb in found.items() if key not in ("draw", "take", "deal")}


def of_thing(view: TableView, one: Lying, turned: int, starts: Sequence[Start] = ()) -> Sequence[str]:
    """The keys of its verbs, the usual one first; `turned` is the side of what lies lowest in a stack."""
    over = "over?" if one.stack and turned < 0 else "over"
    if one.bag:
        return ("draw", "top", "deal")
    if isinstance(one.key, str) or one.stack:
        rotate = () if isinstance(one.key, str) else ("rotate", "lock", "name")
        return ("unlock",) if one.locked else ("draw", "top", "shuffle", "deal", "look", over, *rotate)
    write = ("write",) if one.kind is not None and one.kind.blank and not one.back else ()
    if one.locked:
        return (*write, "unlock")
    rest = (*write, *(("rotate",) if one.holder is None else ()), "lock", "away")
    slide = ("flick", "push") if one.holder is None else ()
    if slide and any(start.has(one.at) for start in starts) and one.shape in ("disc", "cube", "pawn"):
        return ("flick", "move", "push", "take", *rest)
    match one.shape:
        case "card" if one.back:
            return ("over", "take", "move", "see", "show", *rest)
        case "card":
            return ("over", "take", "move", *rest)
        case "die" if one.kind is not None:
            return ("roll", _side(one.kind, one.face.side), "move", *slide, *rest)
        case "disc":
            return ("move", *slide, "over", "take", *rest)
        case "board":
            return ("move", *rest)
    return ("move", *slide, "take", *rest)


def _side(kind: Kind, side: int) -> str:
    """The key of the verb that turns a die of that kind from a side to the next."""
    return f"turn {kind.name} {side}"


def tools(view: TableView, hand: str, seats: int, reader: Reader) -> Json:
    """All that a seat can do with what it sees on the table."""
    assert view.seat is not None
    known = verbs(hand, view.seat)
    lying = things(view, seats)
    for one in lying:
        if one.kind is not None and one.shape == "die":
            side, words = next_side(one.kind, one.face.side)
            line: dict[str, Json] = {"seat": view.seat, "do": "set", "thing": "die", "of": THIS, "to": side}
            known[_side(one.kind, one.face.side)] = Verb(words, line)
    turned = {stack.number: stack.turned for stack in view.stacks}
    starts = starts_of(view, view.seat)
    of: dict[str, Json] = {}
    for one in lying:
        lowest = turned.get(one.key, 0) if isinstance(one.key, int) else _lowest(view, one.key)
        of[str(one.key)] = list[Json]([key for key in of_thing(view, one, lowest, starts) if key in known])
    return {
        "verbs": {key: verb.plain(reader) for key, verb in known.items()},
        "of": of,
        "hand": hand,
        "takes": _takes(view, seats),
        "hits": _hits(view, seats, lying),
        "snaps": [[round(x, 1), round(y, 1)] for x, y in snaps(view)],
        "flick": {
            "fastest": view.box.flick.fastest,
            "starts": [[*start.at, start.least, start.most, start.first, start.last] for start in starts],
        },
        "hands": [hand_name(view, seats, seat) for seat in range(seats)],
        "counters": list(_counters(view, seats, reader)),
        "notes": [{"of": name, "words": say(called(name), reader), "text": text} for name, text in view.notes.items()],
        "supply": list(_supply(view, reader)),
        "looking": [_looked(view, face, reader) for face in view.looking],
    }


def _takes(view: TableView, seats: int) -> dict[str, Json] | None:
    """The line by which a pawn goes to its holder on whose snap point the seat puts another one, if there is one."""
    to = taken_to(view, seats, view.seat, view.box.takes)
    return {"seat": view.seat, "do": "move", "what": [THIS], "to": to} if to else None


def _hits(view: TableView, seats: int, lying: Sequence[Lying]) -> dict[str, Json]:
    """For each holder in which something lies alone that goes away when something else is put in: the line by which it
    goes, and the keys of all that may be something else."""
    found: dict[str, Json] = {}
    for name, (alone, number, to) in hits(view, seats, view.seat):
        line: dict[str, Json] = {"seat": view.seat, "do": "move", "what": [number], "to": to}
        others = list[Json]([one.key for one in lying if one.kind not in (None, alone.kind)])
        found[name] = {"line": line, "by": others}
    return found


def _lowest(view: TableView, name: str) -> int:
    """The side of what lies lowest in a holder, as far as it is told: how most lie in it."""
    holder = next((one for one in view.holders if one.name == name), None)
    return -1 if holder is not None and holder.top is not None and holder.top.side < 0 else 0


def _counters(view: TableView, seats: int, reader: Reader) -> Iterator[Json]:
    for name, (counter, owner) in view.box.counter_owners(seats).items():
        if owner in (None, view.seat):
            title, value = called(counter.name), view.counters[name]
            yield {
                "of": name,
                "value": value,
                "label": say(m("{what}: {n}", what=title, n=value), reader, begin=True),
                "more": say(m("{what}: one more", what=title), reader, begin=True),
                "less": say(m("{what}: one less", what=title), reader, begin=True),
            }


def _supply(view: TableView, reader: Reader) -> Iterator[Json]:
    """What can be put on the table, as the box has it."""
    for kind, front, number in view.supply:
        what = words_of(view, Face(kind, front, 0, None))
        words, label = (say(one, reader, begin=True) for one in (what, m("{what}: {n}", what=what, n=number)))
        line: dict[str, Json] = {"seat": view.seat, "do": "put", "kind": view.box.kinds[kind].name, "front": front}
        yield {"words": words, "label": label, "line": line}


def _looked(view: TableView, face: Face, reader: Reader) -> Json:
    up = face._replace(side=max(face.side, 0))
    size = view.box.kinds[face.kind].size if face.kind is not None else (63.0, 88.0)
    drawn: Json = {**look(view, up, reader), "size": list[Json](size)}
    return {"words": say(words_of(view, up), reader, begin=True), "look": drawn}
