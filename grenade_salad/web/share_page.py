"""A match as one page that replays itself in any browser, without a network: what `grenade-salad share` writes.

The page has the pictures that it shows, the log in one language, and a frame for each line of the record: the
position as `grenade-salad replay --json` prints it, and what the page for onlookers shows. Of a match that goes on it
has what everybody may know, and no more: the record too is only in the page of one that is over.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from grenade_salad.artwork import court_cards
from grenade_salad.artwork.seat_colours import of_seat
from grenade_salad.artwork.typefaces import Face
from grenade_salad.artwork.typefaces import file as typeface
from grenade_salad.core import Event, Json, State, log_line, redact, registry, to_json
from grenade_salad.match.lines import encode
from grenade_salad.match.record import Record, Replay, frames, printed, replay
from grenade_salad.sheets.compose import Kind, Table, sheet
from grenade_salad.sheets.sheet import Sheet
from grenade_salad.system import resources
from grenade_salad.text import Reader, m, say
from grenade_salad.text.languages import tag
from grenade_salad.web.font_subset import subset
from grenade_salad.web.site_files import page_files

# Translators: on a page that replays a match
WORDS = (
    m("One step back"),
    m("One step forward"),
    # Translators: on a page that replays a match, a button: let it run
    m("Play", context="a replay"),
    # Translators: on a page that replays a match: a label before "everybody at the table", "all hands open" or a name
    m("Seen by"),
    # Translators: on a page that replays a match: a label before "slow", "normal", "fast"
    m("Speed"),
    # Translators: on a page that replays a match: a label before the number of the step
    m("Step"),
    m("Stop"),
    m("The record of the match"),
    m("The table from above"),
    m("To the end"),
    m("To the start"),
    m("Log"),
    m("Who plays"),
    m("everybody at the table"),
    m("all hands open"),
    m("fast"),
    m("normal", context="a speed"),
    m("slow"),
    m("step {n} of {all}", n="{n}", all="{all}"),
    m("very fast"),
)
"""Every sentence of the page itself."""
_SCRIPTS = ("messages.js", "table.js", "tabletop.js")
_OWN = ("inflate.js", "share.js")
_SHARED = files("grenade_salad.web") / "shared"


def page(record: Record, language: str = "en") -> bytes:
    """The page of the record, with its log in that language. Raises RecordError for a record that is not legal."""
    shown = _match(record, language)
    words = json.dumps({one.one: say(one, Reader(language=language)) for one in WORDS}, ensure_ascii=False)
    parts = page_files()
    style = re.sub(r"@font-face[^}]*}", "", _text(parts["phone.css"])) + (_SHARED / "share.css").read_text("utf-8")
    style = _faces(words + json.dumps(shown, ensure_ascii=False), str(shown["title"])) + style
    own = [(_SHARED / name).read_text("utf-8") for name in _OWN]
    scripts = "\n".join([*(_text(parts[name]) for name in _SCRIPTS), *own])
    made = (_SHARED / "share.html").read_text("utf-8")
    made = made.replace('lang="en" data-words="{}"', f'lang="{tag(language)}" data-words="{escape(words)}"')
    packing = zlib.compressobj(9, wbits=-15)
    packed = packing.compress(json.dumps(shown, separators=(",", ":")).encode()) + packing.flush()
    data = b64encode(packed).decode()
    hashes = (("/*style-hash*/", _hashed(style)), ("/*script-hash*/", _hashed(scripts)))
    for place, text in (*hashes, ("/*style*/", style), ("/*match*/", data), ("/*scripts*/", scripts)):
        made = made.replace(place, text, 1)
    return made.encode()


def _hashed(inline: str) -> str:
    """What a content security policy says of the one style or script that may be in a page."""
    return f"'sha256-{b64encode(sha256(inline.encode()).digest()).decode()}'"


def _faces(said: str, title: str) -> str:
    """Our type, with what the page needs of it: about 45,000 characters of it."""
    faces: tuple[tuple[Face, str, str, str], ...] = (
        ("text", "Atkinson Hyperlegible", "400", said),
        ("bold", "Atkinson Hyperlegible", "700", said),
        ("title", "Alfa Slab One", "400", title),
    )
    style = ""
    for face, family, weight, characters in faces:
        font = b64encode(subset(Path(typeface(face)), characters)).decode()
        source = f"url(data:font/woff;base64,{font}) format('woff')"
        style += f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: {source}; }}\n'
    return style


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _match(record: Record, language: str) -> dict[str, Json]:
    last = replay(record).match
    over, names = last.state.is_over, last.header.names
    reader = Reader(names, None, language)
    screen: Kind = "screen"
    table = Table(0, last.game.title, names, (screen,) * len(names), (None,) * len(names), listening=False)
    shown: list[Json] = []
    log: list[Json] = []
    for lines, (match, steps) in enumerate(frames(record)):
        shown.append(_frame(Replay(match, (), lines), table, over, language))
        told = [_told(event, over, reader) for step in steps for event in step.events]
        log.extend({"line": lines, **one} for one in told if any(one.values()))
    frame = sheet(last.state, None, table, (), language)
    found: dict[str, Json] = {
        "title": frame["title"],
        "seats": [{"name": name, "colour": of_seat(seat)} for seat, name in enumerate(names)],
        "over": over,
        "first": shown[0],
        "changes": [difference(before, after) for before, after in pairwise(shown)],
        "log": log,
        "art": _art(shown, language) | _box_art(shown, last.state),
    }
    if over:
        whole = [last.header.to_line(), *(entry.to_line() for entry in record.entries)]
        found["record"] = b"".join(encode(one) for one in whole).decode()
    return found


def _frame(played: Replay, table: Table, over: bool, language: str) -> dict[str, Json]:
    """What the page shows after a line: the picture and the words for all, and what each seat has if it is over."""
    state = played.match.state
    told = sheet(state, None, table, (), language)
    view = state.view(None)
    seats = told["seats"]
    assert isinstance(seats, list)
    shown: dict[str, Json] = {key: told[key] for key in ("status", "public", "picture")}
    shown["facts"] = [seat["facts"] for seat in seats if isinstance(seat, dict)]
    shown["acting"] = [at for at, seat in enumerate(seats) if isinstance(seat, dict) and seat["acting"]]
    if not state.is_turnless:
        shown["acting"] = list[Json](view.active_seats)
    if not over:
        return {"position": _position(state, played.lines, None), "shown": shown}
    whole = printed(played)
    everybody = (*range(state.seats), None)
    return {
        "position": whole,
        "views": [difference(whole, _position(state, played.lines, seat)) for seat in everybody],
        "shown": shown,
        "hands": [sheet(state, seat, table, (), language)["hand"] for seat in range(state.seats)],
    }


def _position(state: State, lines: int, seat: int | None) -> dict[str, Json]:
    """As `printed` says it to a seat, or to nobody in particular."""
    view = to_json(state.view(seat))
    assert isinstance(view, dict)
    return {key: value for key, value in view.items() if key != "ranking" or value is not None} | {"lines": lines}


def _told(event: Event, over: bool, reader: Reader) -> dict[str, Json]:
    """The event in words: for the table, and where they differ and it is over, for a seat and for all eyes."""
    table = log_line(redact(event, None), reader)
    found: dict[str, Json] = {"table": table}
    if over:
        own = {str(seat): log_line(redact(event, seat), reader) for seat in range(len(reader.names))}
        found["own"] = {seat: words for seat, words in own.items() if words != table}
        whole = log_line(event, reader)
        found |= {"all": whole} if whole != table else {}
    return {key: words for key, words in found.items() if words or key == "table"}


def difference(before: Json, after: Json) -> Json:
    """What makes `after` of `before`, as the page's script reads it.

    A plain value stands for itself, and `=` for a list or object that is new. An object changes by the keys that go,
    `-`, and the changes of those that come or stay, `+`; a list by pieces, `@`: where, how many go, what comes. The
    last piece stands first, so that places hold.

    >>> difference({"hand": [1, 2, 3], "turn": 0, "due": "roll"}, {"hand": [1, 3, 4], "turn": 1})
    {'-': ['due'], '+': {'hand': {'@': [[3, 0, [4]], [1, 1, []]]}, 'turn': 1}}
    """
    if isinstance(before, dict) and isinstance(after, dict):
        gone: list[Json] = [key for key in before if key not in after]
        changed: dict[str, Json] = {
            key: difference(before.get(key), value)
            for key, value in after.items()
            if key not in before or before[key] != value or type(before[key]) is not type(value)
        }
        return {**({"-": gone} if gone else {}), "+": changed}
    if isinstance(before, list) and isinstance(after, list):
        pieces: list[Json] = [
            [start, end - start, after[low:high]]
            for what, start, end, low, high in reversed(_pieces(before, after))
            if what != "equal"
        ]
        return {"@": pieces}
    return {"=": after} if isinstance(after, dict | list) else after


def _pieces(before: Sequence[Json], after: Sequence[Json]) -> Sequence[tuple[str, int, int, int, int]]:
    one, other = ([json.dumps(part) for part in whole] for whole in (before, after))
    return SequenceMatcher(None, one, other, autojunk=False).get_opcodes()


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)


def _art(shown: Sequence[Json], language: str) -> dict[str, Json]:
    """The pictures that the frames name, by their paths, in a language."""
    pictures = resources.assets()
    words = set(_strings([*shown]))
    named = {f"cards/{word}.svg" for word in words if re.fullmatch(r"[\w/-]+", word)}
    named |= {word for word in words if re.fullmatch(r"(cards|dice)/[\w/-]+\.svg", word)}
    found = sorted(path for path in named if (pictures / path).is_file())
    if found:
        found += [f"dice/{file.name}" for file in sorted((pictures / "dice").glob("*.svg"))]
    drawn = {path: (court_cards.picture(path, language) or b"").decode() for path in found}
    return {path: _rounded(drawn[path] or _text(pictures / path)) for path in found}


def _box_art(shown: Sequence[Json], state: State) -> dict[str, Json]:
    """The drawings of a box that the frames name; what is no drawing is shown as its words."""
    view = state.view(None)
    target = registry.plugin(view.game).sheets
    files = registry.load_object(target, Sheet).files if target else None
    found = files(view) if files is not None else {}
    named = {f"box/{name}": data for name, data in found.items() if name.endswith(".svg")}
    return {word: named[word].decode() for word in set(_strings([*shown])) & named.keys()}


def _rounded(svg: str) -> str:
    """The drawing with its outlines in whole units, a thousandth of its size, for it is shown as small as a thumb."""
    outline = re.compile(r'(?<= d=")[^"]*')
    return outline.sub(lambda found: re.sub(r"-?\d+\.\d+", lambda one: f"{float(one[0]):.0f}", found[0]), svg)
