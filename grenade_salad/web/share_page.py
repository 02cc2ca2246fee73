"""A match as one page that replays itself in any browser, without a network.

`grenade-salad share` writes it. The page has the pictures that it shows, the log in one language, and a frame for each
line of the record: the position as `grenade-salad replay --json` prints it, and what the television page shows. For an
unfinished match it has only what everybody may know; the record, too, is only in the page of a finished match.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.artwork import court_cards
from grenade_salad.artwork.seat_colours import seat_hex
from grenade_salad.artwork.typefaces import find_font_file as typeface
from grenade_salad.boxes.image_size import PNG_SIGNATURE
from grenade_salad.core import Event, Json, State, log_line, redact, to_json
from grenade_salad.match.lines import encode
from grenade_salad.match.record import Record, Replay, position_json, replay, replay_each_line
from grenade_salad.sheets.compose import SeatKind, TableStatus, compose_sheet, load_writer
from grenade_salad.system import resources
from grenade_salad.text import Reader, m, say
from grenade_salad.text.languages import language_tag
from grenade_salad.text.markdown import FontStyle
from grenade_salad.web.site_files import find_page_files

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes

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
"""All messages of the page itself."""
_PAGE_SCRIPTS = ("messages.js", "table.js", "tabletop.js")
_SHARE_SCRIPTS = ("inflate.js", "share.js")
_SHARED = files("grenade_salad.web") / "shared"


def make_page(record: Record, language: str = "en", opened_boxes: OpenedBoxes | None = None) -> bytes:
    """Return the page of a record, with its log in a language.

    It has the pictures of bundled boxes and of `opened_boxes`. Raises RecordError for a record that is not legal.
    """
    replay_data = _collect_replay(record, language, opened_boxes)
    words = json.dumps({message.one: say(message, Reader(language=language)) for message in WORDS}, ensure_ascii=False)
    parts = find_page_files()
    style = re.sub(r"@font-face[^}]*}", "", _read(parts["phone.css"])) + (_SHARED / "share.css").read_text("utf-8")
    style = _embed_fonts(words + json.dumps(replay_data, ensure_ascii=False), str(replay_data["title"])) + style
    share_scripts = [(_SHARED / name).read_text("utf-8") for name in _SHARE_SCRIPTS]
    scripts = "\n".join([*(_read(parts[name]) for name in _PAGE_SCRIPTS), *share_scripts])
    html = (_SHARED / "share.html").read_text("utf-8")
    html = html.replace('lang="en" data-words="{}"', f'lang="{language_tag(language)}" data-words="{escape(words)}"')
    compressor = zlib.compressobj(9, wbits=-15)
    compressed = compressor.compress(json.dumps(replay_data, separators=(",", ":")).encode()) + compressor.flush()
    data = b64encode(compressed).decode()
    hashes = (("/*style-hash*/", _hash_source(style)), ("/*script-hash*/", _hash_source(scripts)))
    for placeholder, text in (*hashes, ("/*style*/", style), ("/*match*/", data), ("/*scripts*/", scripts)):
        html = html.replace(placeholder, text, 1)
    return html.encode()


def _hash_source(inline: str) -> str:
    """Return the hash by which a content security policy allows an inline source."""
    return f"'sha256-{b64encode(sha256(inline.encode()).digest()).decode()}'"


def _embed_fonts(text: str, title: str) -> str:
    """Return the style with our typefaces, cut to the characters of the page.

    It has about 45,000 characters.
    """
    faces: tuple[tuple[FontStyle, str, str, str], ...] = (
        ("text", "Atkinson Hyperlegible", "400", text),
        ("bold", "Atkinson Hyperlegible", "700", text),
        ("title", "Alfa Slab One", "400", title),
    )
    style = ""
    for face, family, weight, characters in faces:
        font = b64encode(subset_font(Path(typeface(face)), characters)).decode()
        source = f"url(data:font/woff;base64,{font}) format('woff')"
        style += f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: {source}; }}\n'
    return style


def subset_font(file: Path, characters: Iterable[str]) -> bytes:
    """Return a font with only the glyphs of `characters`. Raises OSError.

    The result is the same for the same input. Kerning stays; hints for coarse screens are dropped. A character that the
    font lacks is left to the reader's own fonts.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp"], name_IDs=[1, 2], notdef_outline=True
    )
    with TTFont(file, recalcTimestamp=False, recalcBBoxes=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes={ord(character) for character in characters})
        subsetter.subset(font)
        font.flavor = "woff"
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _collect_replay(record: Record, language: str, opened_boxes: OpenedBoxes | None) -> dict[str, Json]:
    last = replay(record).match
    over, names = last.state.is_over, last.header.names
    reader = Reader(names, None, language)
    screen: SeatKind = "screen"
    table = TableStatus(
        0, last.game.title, names, (screen,) * len(names), (None,) * len(names), accepts_decisions=False
    )
    compose = partial(compose_sheet, table=table, history=(), language=language, opened_boxes=opened_boxes)
    frame_data: list[Json] = []
    log: list[Json] = []
    for lines, (match, steps) in enumerate(replay_each_line(record)):
        frame_data.append(_make_frame(Replay(match, (), lines), compose, over))
        event_texts = [_describe_event(event, over, reader) for step in steps for event in step.events]
        log.extend({"line": lines, **texts} for texts in event_texts if any(texts.values()))
    result: dict[str, Json] = {
        "title": compose(last.state, None)["title"],
        "seats": [{"name": name, "colour": seat_hex(seat)} for seat, name in enumerate(names)],
        "over": over,
        "first": frame_data[0],
        "changes": [difference(previous, following) for previous, following in pairwise(frame_data)],
        "log": log,
        "art": _collect_pictures(frame_data, language) | _collect_box_pictures(frame_data, last.state, opened_boxes),
    }
    if over:
        record_lines = [last.header.to_line(), *(entry.to_line() for entry in record.entries)]
        result["record"] = b"".join(encode(record_line) for record_line in record_lines).decode()
    return result


def _make_frame(played: Replay, compose: Callable[[State, int | None], dict[str, Json]], over: bool) -> dict[str, Json]:
    """Return what the page shows after a line of the record.

    That is the picture and the texts for all; for a finished match the views and hands of the seats, too. `compose`
    returns the sheet of a seat.
    """
    state = played.match.state
    current_sheet = compose(state, None)
    view = state.view(None)
    seats = current_sheet["seats"]
    assert isinstance(seats, list)
    visible: dict[str, Json] = {key: current_sheet[key] for key in ("status", "public", "picture")}
    visible["facts"] = [seat["facts"] for seat in seats if isinstance(seat, dict)]
    visible["acting"] = [index for index, seat in enumerate(seats) if isinstance(seat, dict) and seat["acting"]]
    if not state.is_turnless:
        visible["acting"] = list[Json](view.active_seats)
    if not over:
        return {"position": _public_position(state, played.lines, None), "shown": visible}
    full_position = position_json(played)
    readers = (*range(state.seats), None)
    return {
        "position": full_position,
        "views": [difference(full_position, _public_position(state, played.lines, seat)) for seat in readers],
        "shown": visible,
        "hands": [compose(state, seat)["hand"] for seat in range(state.seats)],
    }


def _public_position(state: State, lines: int, seat: int | None) -> dict[str, Json]:
    """Return the position as `printed` gives it to a seat, or to a spectator."""
    view = to_json(state.view(seat))
    assert isinstance(view, dict)
    return {key: value for key, value in view.items() if key != "ranking" or value is not None} | {"lines": lines}


def _describe_event(event: Event, over: bool, reader: Reader) -> dict[str, Json]:
    """Return the texts of an event: for the table, and where different, for seats.

    Texts for a seat, and with all hands open, are only given for a finished match.
    """
    public_text = log_line(redact(event, None), reader)
    result: dict[str, Json] = {"table": public_text}
    if over:
        seat_texts = {str(seat): log_line(redact(event, seat), reader) for seat in range(len(reader.names))}
        result["own"] = {seat: words for seat, words in seat_texts.items() if words != public_text}
        full_text = log_line(event, reader)
        result |= {"all": full_text} if full_text != public_text else {}
    return {key: words for key, words in result.items() if words or key == "table"}


def difference(old: Json, new: Json) -> Json:
    """Return the change from `old` to `new`, as the page's script reads it.

    A plain value stands for itself, and `=` for a list or object that is new. An object changes by the keys that go,
    `-`, and the changes of those that come or stay, `+`; a list by pieces, `@`: where, how many go, what comes. The
    last piece is first, so that indices hold.

    >>> difference({"hand": [1, 2, 3], "turn": 0, "due": "roll"}, {"hand": [1, 3, 4], "turn": 1})
    {'-': ['due'], '+': {'hand': {'@': [[3, 0, [4]], [1, 1, []]]}, 'turn': 1}}
    """
    if isinstance(old, dict) and isinstance(new, dict):
        removed: list[Json] = [key for key in old if key not in new]
        changed: dict[str, Json] = {
            key: difference(old.get(key), value)
            for key, value in new.items()
            if key not in old or old[key] != value or type(old[key]) is not type(value)
        }
        return {**({"-": removed} if removed else {}), "+": changed}
    if isinstance(old, list) and isinstance(new, list):
        pieces: list[Json] = [
            [start, end - start, new[begin:stop]]
            for operation, start, end, begin, stop in reversed(_list_operations(old, new))
            if operation != "equal"
        ]
        return {"@": pieces}
    return {"=": new} if isinstance(new, dict | list) else new


def _list_operations(old: Sequence[Json], new: Sequence[Json]) -> Sequence[tuple[str, int, int, int, int]]:
    old_parts, new_parts = ([json.dumps(part) for part in parts] for parts in (old, new))
    return SequenceMatcher(None, old_parts, new_parts, autojunk=False).get_opcodes()


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)


def _collect_pictures(frame_data: Sequence[Json], language: str) -> dict[str, Json]:
    """Return the pictures that the frames name, by their paths, in a language."""
    pictures = resources.assets()
    words = set(_strings([*frame_data]))
    named = {f"cards/{word}.svg" for word in words if re.fullmatch(r"[\w/-]+", word)}
    named |= {word for word in words if re.fullmatch(r"(cards|dice)/[\w/-]+\.svg", word)}
    existing = sorted(path for path in named if (pictures / path).is_file())
    if existing:
        existing += [f"dice/{file.name}" for file in sorted((pictures / "dice").glob("*.svg"))]
    drawn = {path: (court_cards.court_card_svg(path, language) or b"").decode() for path in existing}
    return {path: _round_outlines(drawn[path] or _read(pictures / path)) for path in existing}


def _collect_box_pictures(
    frame_data: Sequence[Json], state: State, opened_boxes: OpenedBoxes | None
) -> dict[str, Json]:
    """Return the drawings of a box that the frames name.

    A picture that is no drawing is replaced by its name on the page.
    """
    view = state.view(None)
    files = load_writer(view.game, opened_boxes).files
    pictures = files(view) if files is not None else {}
    named = {f"box/{name}": data for name, data in pictures.items() if name.endswith(".svg")}
    return {word: _embed_drawing(named[word]) for word in set(_strings([*frame_data])) & named.keys()}


def _embed_drawing(data: bytes) -> str:
    """Return a drawing as the page's script expects it: SVG, or the address of a PNG.

    The drawings of boxes from strangers have become PNG.
    """
    return f"data:image/png;base64,{b64encode(data).decode()}" if data.startswith(PNG_SIGNATURE) else data.decode()


def _round_outlines(svg: str) -> str:
    """Round the outlines of a drawing to whole units, a thousandth of its size.

    The page shows it no larger than a thumb.
    """
    outline = re.compile(r'(?<= d=")[^"]*')
    return outline.sub(
        lambda outline_match: re.sub(
            r"-?\d+\.\d+", lambda number_match: f"{float(number_match[0]):.0f}", outline_match[0]
        ),
        svg,
    )
