"""Files of scenarios: those that come along are legal and can be done; what is none is refused in a line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad import cli
from grenade_salad.core import redact
from grenade_salad.core.position_notation import say_open
from grenade_salad.match.match import Match
from grenade_salad.match.record import RecordError, frames
from grenade_salad.scenarios import LEVELS, Attempt, Par, Scenario, begin, encoded, reading, shipped
from grenade_salad.scenarios.evaluation import attempts, par, why_not
from grenade_salad.scenarios.shipped import FOLDER
from grenade_salad.text import say
from tools.scenarios import table

GOOD: dict[str, Any] = {
    "scenario": 1,
    "kind": "task",
    "title": "One arrow",
    "story": "One is enough.",
    "position": "grenade-salad; seats 2; a0 300,200 0; b5 320,200 0; hand a arrow; hand b ?2; deck ?; turn a",
    "seat": 0,
    "machines": "normal",
    "goal": {"do": "take", "soldiers": 1, "turns": 1},
}

FEWEST = {"normal": 200, "hard": 100, "expert": 40}
"""Tries by which those that come along were judged, at least; docs/scenarios.md tells how many each had."""


def why(**changes: object) -> str:
    """Why the file is refused with these changes."""
    with pytest.raises(RecordError) as caught:
        reading(json.dumps(GOOD | changes).encode() + b"\n", "x.scenario")
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 300
    return said


def placed(position: str) -> str:
    """Why a position is refused."""
    stay = {"do": "stay_in", "rounds": 1}
    return why(position=position) if position.startswith("grenade-salad") else why(position=position, goal=stay)


def test_six_of_each_kind_come_along_over_three_games() -> None:
    kinds = [one.kind for one in shipped()]
    assert (kinds.count("task"), kinds.count("battle")) == (6, 6)
    assert {one.game for one in shipped()} == {"grenade-salad", "live-grenade", "wheel"}
    assert {file.stem for file in FOLDER.iterdir()} == {one.name for one in shipped()}


def solved(scenario: Scenario) -> Attempt:
    """The try that comes with it, played through."""
    assert scenario.solution is not None
    tried: Attempt | None = None
    for match, steps in frames(scenario.solution):
        if tried is None:
            tried = Attempt(scenario, match.state.view(scenario.seat))
        seen = (redact(event, scenario.seat) for step in steps for event in step.events)
        tried.see(seen, match.state.view(scenario.seat))
    assert tried is not None
    return tried


def test_each_is_a_scenario_whose_solution_reaches_the_goal() -> None:
    for one in shipped():
        file = (FOLDER / f"{one.name}.scenario").read_bytes()
        told = reading(file, f"{one.name}.scenario")
        assert encoded(told) == file, one.name
        assert (say(one.title), say(one.story)) == (told.title, told.story), one.name
        assert all(one.par[level].tries >= FEWEST[level] for level in LEVELS), one.name
        assert why_not(one) is None, one.name
        assert one.solution is not None
        assert say_open(Match(one.solution.header).state) == say_open(begin(one, 3).state), one.name
        assert solved(one).outcome == "reached", one.name


def test_a_try_is_the_same_with_the_same_seed() -> None:
    scenario = reading(json.dumps(GOOD).encode(), "x.scenario")
    first, again = (par(list(attempts(scenario, "normal", range(5)))) for _ in range(2))
    assert first == again
    assert first.reached == 5


def test_stars_are_measured_by_what_machines_reach() -> None:
    four = next(one for one in shipped() if one.name == "four-at-once")
    assert four.needed == (6, 7)
    assert [four.stars(points) for points in (4, 5, 6, 7)] == [1, 1, 2, 3]
    two = next(one for one in shipped() if one.name == "two-left")
    assert [two.stars(points) for points in (1, 2)] == [1, 3]


def test_the_bare_goal_earns_one_star_and_something_earns_three() -> None:
    """Nothing that the goal takes anyway is asked for by a second or third star."""
    for scenario in shipped():
        assert scenario.needed is not None, scenario.name
        minimum = scenario.goal.minimum_points
        if minimum is not None:
            assert scenario.stars(minimum) == 1, scenario.name
        assert scenario.stars(scenario.needed[0] - 1) == 1, scenario.name
        assert scenario.stars(scenario.needed[1]) == 3, scenario.name
        assert scenario.needed[1] <= solved(scenario).points, f"{scenario.name}: nobody has ever earned three stars"
    corner = next(one for one in shipped() if one.name == "round-the-corner")
    assert [corner.stars(points) for points in (2, 3)] == [1, 3]


def test_machines_that_reach_no_more_than_the_goal_leave_one_star() -> None:
    bare = {"tries": 10, "reached": 5, "share": [0.5, 0.2, 0.8], "points": [1.0, 1.0, 1.0]}
    scenario = reading(json.dumps(GOOD | {"par": {"normal": bare}}).encode(), "x.scenario")
    assert scenario.needed is None
    assert scenario.stars(1) == 1
    more = bare | {"points": [1.2, 1.0, 1.4]}
    scenario = reading(json.dumps(GOOD | {"par": {"normal": more}}).encode(), "x.scenario")
    assert scenario.needed == (2, 2)
    assert [scenario.stars(points) for points in (1, 2)] == [1, 3]
    always = {"tries": 10, "reached": 10, "share": [1.0, 0.7, 1.0]}
    all_bare = replace(scenario, par={"normal": Par(**(bare | always))})
    assert say(why_not(all_bare) or "") == "every machine always does it"
    assert why_not(replace(scenario, par={"normal": Par(**(more | always))})) is None


def test_a_position_that_cannot_be_is_refused_with_its_place_and_rule() -> None:
    overlap = placed("grenade-salad; seats 2; a0 300,200 0; b5 304,200 0; hand a arrow; turn a")
    assert 'x.scenario:1: position: part 4, "b5 304,200 0"' in overlap
    assert "(GS-04)" in overlap
    grenades = placed("live-grenade; seats 2; hand a 4C; hand b 5C; deck AS AC AD; turn a")
    assert "part 5" in grenades
    assert "(LG-13)" in grenades
    eight = placed("grenade-salad; seats 2; a0 300,200 0; hand a ?8; turn a")
    assert "part 4" in eight
    assert "GS-" in eight


def test_what_is_no_scenario_is_refused() -> None:
    assert "there is no goal 'fly'; there are take, hold, win" in why(goal={"do": "fly"})
    assert "soldiers: 0 is not from 1 to 60" in why(goal={"do": "take", "soldiers": 0, "turns": 1})
    assert "nothing is left to do" in why(goal={"do": "hold", "soldiers": 1, "rounds": 1}, position=_nobody())
    assert "not the turn of seat 1" in why(seat=1)
    assert "there is no level 'genius'" in why(machines="genius")
    assert "title: 1 to 60 characters" in why(title=" ")
    assert "cannot be seen" in why(title="a\u202eb")
    assert "no such key: 'hint'" in why(hint="x")
    assert "no goals for the game 'open-table'" in why(position="open-table")
    assert "newer than this program" in why(scenario=2)
    assert "5 of 2 tries" in why(par={"hard": {"tries": 2, "reached": 5, "share": [0, 0, 0], "points": [0, 0, 0]}})


def _nobody() -> str:
    return "grenade-salad; seats 2; b5 320,200 0; hand a pointer; deck ?; turn a"


def test_the_lines_of_its_record_are_read_strictly() -> None:
    good = json.dumps(GOOD)
    for lines, told in (
        (["{}"], "x.scenario:2: "),
        (['{"record": 2, "game": "wheel", "seats": ["A", "B"], "options": {}, "seed": 1}'], "x.scenario:2: game: "),
        (
            ['{"record": 2, "game": "grenade-salad", "seats": ["A", "B"], "options": {}, "seed": 1}', '{"do": "fly"}'],
            "x.scenario:3: there is no such action: 'fly'",
        ),
    ):
        with pytest.raises(RecordError) as caught:
            reading("\n".join([good, *lines]).encode(), "x.scenario")
        assert told in str(caught.value)


def test_whatever_is_in_a_file_it_is_read_or_refused_in_a_line() -> None:
    luck = Random(30)
    whole = [(FOLDER / f"{one.name}.scenario").read_bytes().partition(b"\n")[0] for one in shipped()]
    bad = [
        b"",
        b"\n",
        b"\x00" * 1_000_000,
        b"[" * 1_000_000,
        b'{"scenario": 1, "position": "' + b"a" * 1_000_000 + b'"}',
    ]
    for number in range(150):
        data = bytearray(luck.choice(whole))
        for _ in range(luck.randrange(1, 4)):
            at = luck.randrange(len(data))
            data[at : at + luck.randrange(3)] = luck.randbytes(luck.randrange(3)) if number % 2 else b"9"
        bad.append(bytes(data))
    found = [_read(data) for data in bad]
    refused = [one for one in found if isinstance(one, str)]
    assert len(refused) > 100
    assert not [one for one in refused if "\n" in one or len(one) > 500]
    for one in found:
        assert isinstance(one, str) or reading(encoded(one), "x.scenario").goal == one.goal


def _read(data: bytes) -> Scenario | str:
    try:
        return reading(data, "x.scenario")
    except RecordError as error:
        return str(error)


def test_the_page_tells_what_the_files_say_and_its_example_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    assert table() in page
    (example,) = re.findall(r"^```json\n(.*?)^```$", page, re.M | re.S)
    assert reading(example.encode(), "x.scenario").goal.name == "take"


def test_without_a_window_they_are_listed_told_and_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["scenarios"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 12
    assert cli.main(["scenarios", "short-fuse"]) == 0
    assert "hearts a 4H; hearts b ?1" in capsys.readouterr().out
    assert cli.main(["scenarios", "short-fuse", "--play", "easy", "--tries", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    monkeypatch.setattr("sys.stdin", StringIO("die 9\ndie 1\n"))
    assert cli.main(["scenarios", "short-fuse", "--play", "typed"]) == 2
    told = capsys.readouterr()
    assert '"9" cannot follow "die"' in told.out
    assert "You roll" in told.out
    assert "came to an end" in told.err
    assert all("hearts b ?1" in one for one in told.out.splitlines() if one.startswith("wheel;"))
    for wrong in (["nope"], ["short-fuse", "--play", "genius"], ["--play", "normal"]):
        assert cli.main(["scenarios", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
