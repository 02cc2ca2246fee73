"""Records of the open table read back and lead to the same tables.

Malformed ones are refused in one line.
"""

from __future__ import annotations

import json
from io import BytesIO
from random import Random

import pytest

from grenade_salad.core import Chance, Undo, to_json
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, RecordError, read_record, replay, replay_each_line, write_record
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.match.undo import undo_action
from tests.open_table.playing import is_same_table, random_entry

TILES = pytest.mark.parametrize("box", [boxes.TILES], ids=["Tiles"])


def _play_match(lines: int, seed: int, setup: TableSetup | None = None) -> Match:
    match, rng = Match(Header("open-table", ("Ann", "Bo"), TableOptions(), seed, setup)), Random(seed)
    while len(match.entries) < lines or match.state.pending_chance():
        match.apply_entry(random_entry(match.state, rng))  # type: ignore[arg-type]
        back = undo_action(match.entries, 0)
        if not match.state.pending_chance():
            assert match.state.view(0).back == (back.to if isinstance(back, Undo) else None)  # type: ignore[attr-defined]
    return match


def _write(match: Match) -> bytes:
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    return stream.getvalue()


def _read(data: bytes) -> Record:
    return read_record(BytesIO(data), "table.jsonl")


@TILES
def test_record_reads_back_and_any_line_can_be_reached(installed_table: str) -> None:
    match = _play_match(120, 4, TableSetup(boxes.TILES, "0f" * 32))
    assert any(isinstance(entry, Undo) for entry in match.entries)
    data = _write(match)
    record = _read(data)
    assert record.header == match.header
    assert list(record.entries) == match.entries
    views = [to_json(moment.state.full_view()) for moment, _ in replay_each_line(record)]
    assert replay(record).match.state == match.state
    jumps = MatchSeeker(match.header, match.entries)
    for line in (0, 1, 49, 50, 51, 77, len(match.entries)):
        reached = jumps.match_at(line)
        assert to_json(reached.state.full_view()) == views[line]
        if not reached.state.pending_chance() and line < len(match.entries):
            rest = reached.state.copy()
            for entry in match.entries[line:]:
                rest.apply_chance(entry) if isinstance(entry, Chance) else rest.apply(entry)
            assert rest == match.state


@TILES
def test_chance_that_a_record_leaves_out_comes_from_its_seed(installed_table: str) -> None:
    header = {"record": 2, "game": "open-table", "seats": ["Ann", "Bo"], "options": {}, "seed": 9}
    header["setup"] = to_json(TableSetup(boxes.CARDS))
    lines = [header, {"seat": 0, "do": "deal", "of": 1, "n": 5}, {"seat": 1, "do": "undo", "to": 1}]
    replays = [replay(_read(b"".join(json.dumps(line).encode() + b"\n" for line in lines))) for _ in range(2)]
    assert replays[0].match.state == replays[1].match.state
    assert replays[0].match.state.view(0).stacks[0].count == 52


@TILES
def test_cut_record_ends_with_its_last_whole_line(installed_table: str) -> None:
    data = _write(_play_match(30, 4))
    cut = _read(data[:-5])
    assert cut.warning is not None
    assert list(cut.entries) == list(_read(data).entries)[:-1]
    assert is_same_table(replay(cut).match.state, replay(cut).match.state)  # type: ignore[arg-type]


BAD = [
    ({"seat": 0, "do": "move", "what": [99], "to": [1.0, 1.0]}, "nothing on the table has the number 99"),
    ({"seat": 0, "do": "move", "what": [1], "to": [1e9, 1.0]}, "is not on the table"),
    ({"seat": 0, "do": "move", "what": [1], "to": [-1.0, 5.0]}, "is not on the table"),
    ({"seat": 0, "do": "move", "what": [1], "to": 1}, "number 1 cannot lie on itself"),
    ({"seat": 0, "do": "move", "of": 1, "to": 1}, "number 1 cannot lie on itself"),
    ({"seat": 0, "do": "move", "what": [1, 1], "to": [1.0, 1.0]}, "1 is named twice"),
    ({"seat": 0, "do": "move", "of": 1, "n": 53, "to": "hand 0"}, "there are 52, not 53"),
    ({"seat": 0, "do": "move", "of": 1, "n": -1, "to": "hand 0"}, "there are 52, not"),
    ({"seat": 0, "do": "move", "of": 1, "at": [52], "to": "hand 0"}, "52 is not one of 0 to 51"),
    ({"seat": 0, "do": "move", "of": 1, "to": "nowhere"}, "there is no place called 'nowhere'"),
    ({"seat": 0, "do": "move", "of": "hand 1", "to": "hand 0"}, "Bo has it"),
    ({"seat": 0, "do": "shuffle", "what": "hand 1"}, "Bo has it"),
    ({"seat": 0, "do": "look", "of": "hand 1"}, "Bo has it"),
    ({"seat": 0, "do": "set", "thing": "open", "of": "hand 1", "to": True}, "Bo has it"),
    ({"seat": 0, "do": "set", "thing": "die", "of": 99, "to": 1}, "nothing on the table has the number 99"),
    ({"seat": 0, "do": "deal", "of": 1, "n": 27}, "there are 52, not 54"),
    ({"seat": 0, "do": "deal", "of": 1, "n": 10**15}, "is not one of 0 to"),
    ({"seat": 0, "do": "flick", "what": 1, "angle": 0.0, "speed": 1e9}, "is not a speed"),
    ({"seat": 0, "do": "flick", "what": 1, "angle": 0.0, "speed": -5.0}, "is not a speed"),
    ({"seat": 0, "do": "flick", "what": 1, "angle": 0.0, "speed": 10.0}, "number 1 does not slide"),
    ({"seat": 0, "do": "push", "what": 1, "path": [[5, 1.0, 1.0], [4, 1.0, 1.0]]}, "a push has 2 to 240 points"),
    ({"seat": 0, "do": "roll", "what": []}, "it does not say 'what'"),
    ({"seat": 0, "do": "set", "thing": "counter", "of": "points 0", "to": 10**12}, "is not one of"),
    ({"seat": 0, "do": "set", "thing": "counter", "of": "gold", "to": 1}, "there is no counter or note called 'gold'"),
    ({"seat": 0, "do": "set", "thing": "note", "of": "note", "to": "x" * 201}, "at most 200 letters, not 201"),
    ({"seat": 0, "do": "set", "thing": "turn", "to": 7}, "there is no seat 7"),
    ({"seat": 0, "do": "put", "kind": "cards", "to": [1.0, 1.0]}, "the box has 0 of 'cards'"),
    ({"seat": 0, "do": "put", "kind": "gold", "n": 100000, "to": [1.0, 1.0]}, "the box has 0 of 'gold'"),
    ({"seat": 0, "do": "undo", "to": 5}, "there are 1 lines, so nothing leads back to line 5"),
    ({"seat": 0, "do": "undo", "to": -1}, "nothing leads back to line -1"),
    ({"seat": 0, "do": "undo", "to": 0}, "line 0 is in the middle of something"),
    ({"seat": 0, "do": "finish", "won": [5]}, "there is no seat 5"),
    ({"seat": 7, "do": "reset"}, "there is no seat 7"),
    ({"seat": 0, "do": "move", "to": [1.0, 1.0]}, "it does not say 'what'"),
    ({"chance": "order", "outcome": [0]}, "no order is due"),
]


@pytest.mark.parametrize("box", [boxes.CARDS], ids=["Cards"])
def test_impossible_lines_are_refused_in_one_line_and_change_nothing(installed_table: str) -> None:
    match = Match(Header("open-table", ("Ann", "Bo"), TableOptions(), 1))
    match.resolve_chance()
    good = _write(match)
    for line, why in BAD:
        with pytest.raises(RecordError) as refused:
            replay(_read(good + json.dumps(line).encode() + b"\n"))
        message = refused.value.reason.replace("seat 1", "Bo")
        assert why in message, f"{line}: {message}"
        assert "\n" not in message
    previous = match.state.copy()
    for action in (
        actions.Move(0, (1,), to=(float("nan"), 1.0)),
        actions.Move(0, (1,), to=(1.0, 1.0), angle=float("inf")),
        actions.Flick(0, 1, 0.0, float("nan")),
        actions.Move(0, (), 1, to=(1.0, 1.0), step=(float("nan"), 0.0)),
        actions.Move(0, (2, 3), to=(1.0, 1.0), poses=((1.0, 1.0, 0.0),)),
        actions.Move(0, (2,), to=(1.0, 1.0), poses=((2.0, 1.0, 0.0),)),
        actions.Move(0, (2,), to=(1.0, 1.0), poses=((1.0, 1.0, float("nan")),)),
        actions.Move(0, (2,), to=(1.0, 1.0), poses=((1.0, 1.0, 0.0),), angle=1.0),
        actions.Move(0, (2,), to="discard", poses=((1.0, 1.0, 0.0),)),
        actions.Move(0, (2, 3), to=(1.0, 1.0), poses=((1.0, 1.0, 0.0), (1e9, 1.0, 0.0))),
        actions.Move(0, (2, 3), to=(1.0, 1.0), poses=((1.0, 1.0, 0.0), (float("nan"), 1.0, 0.0))),
    ):
        reason = match.state.why_not(action)
        assert reason is not None
        assert reason.text()
        assert match.state == previous
