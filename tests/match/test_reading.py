"""Readers refuse malformed, impossible and illegal input with line and reason."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grenade_salad.match.lines import MAX_LINE_SIZE
from grenade_salad.match.record import MAX_FILE_SIZE, Record, RecordError, read_record, replay

HEADER = b'{"record": 1, "game": "live-grenade", "seats": ["Ann", "Bo"], "options": {}, "seed": 7}\n'
START = (
    b'{"record": 1, "game": "live-grenade", "seats": ["Ann", "Bo"], "options": {}, "seed": 7, "setup": '
    b'{"hands": [["JD", "2H"], ["KD", "KC"]], "deck": ["4C", "AS", "9D"], "turn": 0, "direction": 1}}\n'
)
SKIP = b'{"seat": 0, "do": "skip", "cards": ["JD"]}\n'


def parse_record(data: bytes) -> Record:
    return read_record(BytesIO(data), "file")


def find_refusal(data: bytes) -> RecordError:
    """Return the error of reading and replaying."""
    with pytest.raises(RecordError) as refusal:
        replay(parse_record(data))
    assert str(refusal.value) == f"file:{refusal.value.line}: {refusal.value.reason}"
    assert "\n" not in str(refusal.value)
    assert refusal.value.reason
    return refusal.value


def find_refused_line(data: bytes) -> int | None:
    """Return the line at which the record is refused, or None.

    Errors other than `RecordError` are raised.
    """
    try:
        replay(parse_record(data))
    except RecordError as error:
        return error.line
    return None


def encode_header(**changes: str) -> bytes:
    """Return a header with other JSON texts for some keys; an empty text omits one."""
    parts = {"record": "1", "game": '"live-grenade"', "seats": '["Ann", "Bo"]', "options": "{}", "seed": "7"}
    return ("{" + ", ".join(f'"{key}": {value}' for key, value in (parts | changes).items() if value) + "}\n").encode()


def test_good_record_is_read() -> None:
    record = parse_record(START + SKIP)
    assert record.header.seats == ("Ann", "Bo")
    assert len(record.entries) == 1
    assert replay(record).match.state.active_seats() == (1,)


def test_header_preserves_unknown_meta() -> None:
    record = parse_record(encode_header(meta='{"date": "2026-11-21", "who": [1, {"x": null}]}'))
    assert record.header.meta == {"date": "2026-11-21", "who": [1, {"x": None}]}
    assert record.header.to_line()["meta"] == record.header.meta


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"record": ""}, "header"),
        ({"record": "true"}, "header"),
        ({"record": '"1"'}, "header"),
        ({"record": "0"}, "header"),
        ({"record": "4"}, "version 4"),
        ({"game": ""}, "game"),
        ({"game": '"chess"'}, "chess"),
        ({"game": "[]"}, "game"),
        ({"seats": ""}, "seats"),
        ({"seats": '"Ann"'}, "seats"),
        ({"seats": '["Ann", 2]'}, "seats"),
        ({"seats": '["Ann"]'}, "2 to"),
        ({"seats": '["Ann", " "]'}, "name"),
        ({"seats": '["Ann", "B\\u001b[31mo"]'}, "control"),
        ({"seats": '["Ann", "\\ud800"]'}, "half a character"),
        ({"seats": '["Ann", "' + "x" * 101 + '"]'}, "name"),
        ({"options": ""}, "options"),
        ({"options": "[]"}, "options"),
        ({"options": '{"deks": 1}'}, "deks"),
        ({"options": '{"decks": true}'}, "decks"),
        ({"options": '{"decks": 1.0}'}, "decks"),
        ({"options": '{"decks": 1000000000000}'}, "decks"),
        ({"options": '{"decks": -1}'}, "decks"),
        ({"seed": ""}, "seed"),
        ({"seed": "null"}, "seed"),
        ({"seed": "1.5"}, "seed"),
        ({"seed": "NaN"}, "NaN"),
        ({"seed": "-Infinity"}, "Infinity"),
        ({"seed": "1" + "0" * 5000}, "too large"),
        ({"seed": '7, "seed": 8'}, "twice"),
        ({"seed": '7, "bots": []'}, "bots"),
        ({"meta": "[]"}, "meta"),
        ({"meta": '{"a": 1e999}'}, "too large"),
        ({"meta": '{"a": {"b": 1, "b": 2}}'}, "twice"),
        ({"setup": "[]"}, "setup"),
        ({"setup": '{"hands": []}'}, "deck"),
    ],
)
def test_bad_headers_are_refused(changes: dict[str, str], word: str) -> None:
    refusal = find_refusal(encode_header(**changes))
    assert refusal.line == 1
    assert word in refusal.reason


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"", "empty"),
        (b"   ", "empty"),
        (b"{", "not JSON"),
        (b"{}", "either"),
        (b"[]", "object"),
        (b"null", "object"),
        (b'{"seat": 0, "do": "skip", "cards": ["JD"]} x', "not JSON"),
        (b'{"seat": 0, "do": "skip", "cards": ["J\xff"]}', "UTF-8"),
        (b'{"seat": 0, "do": "skip", "chance": "deal"}', "either"),
        (b'{"seat": 0, "do": "fly"}', "fly"),
        (b'{"seat": 0, "do": []}', "no such action"),
        (b'{"seat": 0, "do": "skip"}', "cards"),
        (b'{"do": "skip", "cards": ["JD"]}', "seat"),
        (b'{"seat": null, "do": "skip", "cards": ["JD"]}', "seat"),
        (b'{"seat": false, "do": "skip", "cards": ["JD"]}', "seat"),
        (b'{"seat": 0.0, "do": "skip", "cards": ["JD"]}', "seat"),
        (b'{"seat": "0", "do": "skip", "cards": ["JD"]}', "seat"),
        (b'{"seat": 99999999999999999999999, "do": "skip", "cards": ["JD"]}', "too large"),
        (b'{"seat": 0, "do": "skip", "cards": "JD"}', "cards"),
        (b'{"seat": 0, "do": "skip", "cards": [["JD"]]}', "cards[0]"),
        (b'{"seat": 0, "do": "skip", "cards": ["JD"], "target": 1}', "target"),
        (b'{"seat": 0, "do": "skip", "cards": ["JD"], "cards": ["JD"]}', "twice"),
        (b'{"chance": "roll", "outcome": 4}', "roll"),
        (b'{"chance": "stolen"}', "outcome"),
        (b'{"chance": "stolen", "outcome": "KD", "seat": 0}', "seat"),
        (b'{"chance": "deal", "outcome": {"hands": [], "deck": [], "turn": 0, "dice": 1}}', "dice"),
        (b"[" * 200_000, "nested"),
        (b'{"a":' * 150_000, "nested"),
    ],
)
def test_malformed_lines_are_refused(line: bytes, word: str) -> None:
    refusal = find_refusal(START + SKIP + line + b"\n" + SKIP)
    assert refusal.line == 3
    assert word in refusal.reason


@pytest.mark.parametrize(
    ("lines", "line", "word"),
    [
        (b'{"seat": 1, "do": "draw"}\n', 2, "seat 1 cannot act now"),
        (b'{"seat": 7, "do": "draw"}\n', 2, "there is no seat 7"),
        (b'{"seat": -1, "do": "draw"}\n', 2, "there is no seat -1"),
        (b'{"seat": 0, "do": "skip", "cards": ["JC"]}\n', 2, ""),
        (SKIP + SKIP, 3, "seat 0 cannot act now"),
        (b'{"chance": "stolen", "outcome": "KD"}\n', 2, ""),
        (SKIP + b'{"chance": "reshuffle", "outcome": ["4C"]}\n', 3, ""),
        (b'{"chance": "deal", "outcome": {"hands": [], "deck": [], "turn": 0}}\n', 2, ""),
    ],
)
def test_illegal_and_impossible_lines_are_refused(lines: bytes, line: int, word: str) -> None:
    refusal = find_refusal(START + lines)
    assert refusal.line == line
    assert word in refusal.reason


def test_impossible_chance_is_refused() -> None:
    outcome = b'{"hands": [["3H"], ["2S"]], "deck": ["4C"], "turn": 0, "direction": 1}'
    assert find_refusal(HEADER + b'{"chance": "deal", "outcome": ' + outcome + b"}\n").line == 2


def test_empty_and_foreign_files_are_refused() -> None:
    assert find_refusal(b"").line == 1
    assert find_refusal(b"\n").line == 1
    assert find_refusal(b'{"record": 1, "game": "live-gr').line == 1
    assert find_refusal(b"\xef\xbb\xbf" + HEADER).line == 1
    assert find_refusal(b"\x89PNG\r\n\x1a\n").line == 1


@pytest.mark.parametrize("cut", [1, 10, len(SKIP) - 3, len(SKIP) - 2])
def test_half_written_last_line_is_dropped_with_a_warning(cut: int) -> None:
    record = parse_record(START + SKIP[:cut])
    assert record.entries == ()
    assert record.warning is not None
    assert record.warning.startswith("file:2: ")


def test_complete_last_line_without_newline_counts() -> None:
    record = parse_record(START + SKIP.rstrip())
    assert len(record.entries) == 1
    assert record.warning is None
    assert find_refusal(START + b'{"seat": 0, "do": "fly"}').line == 2
    assert len(parse_record(START.replace(b"\n", b"\r\n") + SKIP.replace(b"\n", b"\r\n")).entries) == 1


class EndlessFile(BytesIO):
    """A file without an end that repeats a line, and counts the bytes that were read."""

    def __init__(self, start: bytes, line: bytes) -> None:
        super().__init__(start)
        self.line = line
        self.bytes_read = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        raw = super().readline() or self.line[:size]
        self.bytes_read += len(raw)
        return raw


def test_endless_lines_and_files_are_refused_in_bounded_memory() -> None:
    endless_line = EndlessFile(b"", b"x" * (4 * MAX_LINE_SIZE))
    with pytest.raises(RecordError) as refusal:
        read_record(endless_line, "file")
    assert refusal.value.line == 1
    assert endless_line.bytes_read <= MAX_LINE_SIZE + 1
    padded = SKIP.rstrip() + b" " * 500_000 + b"\n"
    endless_lines = EndlessFile(START, padded)
    with pytest.raises(RecordError) as refusal:
        read_record(endless_lines, "file")
    assert "longer" in refusal.value.reason
    assert refusal.value.line > 2
    assert endless_lines.bytes_read <= MAX_FILE_SIZE + len(padded)


def test_missing_file_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        read_record(tmp_path / "missing.jsonl")
    with pytest.raises(OSError, match=r".+"):
        read_record(tmp_path)


@given(st.binary(max_size=300))
@example(b'{"seat": 0, "do": "draw"}\n')
def test_no_bytes_break_the_reader(tail: bytes) -> None:
    assert find_refused_line(START + tail) != 1


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats(allow_nan=False)
    | st.sampled_from(["JD", "KC", "AS", ""]),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from(["hands", "deck", "turn"]), part),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["seat", "do", "cards", "target", "chance", "outcome"]), JSON), st.booleans())
def test_no_json_breaks_the_reader(line: dict[str, object], luck: bool) -> None:
    start = HEADER if luck else START
    fields = line | {"chance": "deal"} if luck else line
    assert find_refused_line(start + json.dumps(fields).encode() + b"\n") in (None, 2)
