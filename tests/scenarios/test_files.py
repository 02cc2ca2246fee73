"""Scenario files: the bundled ones are solvable, wrong ones are refused."""

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
from grenade_salad.match.match import Match
from grenade_salad.match.record import RecordError, replay_each_line
from grenade_salad.scenarios import (
    LEVELS,
    Attempt,
    Par,
    Scenario,
    begin,
    decode_scenario,
    encode_scenario,
    load_shipped,
)
from grenade_salad.scenarios.evaluation import measure_par, try_level, why_not
from grenade_salad.scenarios.shipped import FOLDER
from grenade_salad.text import say
from tools.scenarios import format_table

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

MIN_TRIES = {"normal": 200, "hard": 100, "expert": 40}
"""Minimum number of tries by which the bundled scenarios were evaluated.

docs/scenarios.md has the number of each.
"""


def refusal(**changes: object) -> str:
    """Return the one-line reason why the file is refused with these changes."""
    with pytest.raises(RecordError) as caught:
        decode_scenario(json.dumps(GOOD | changes).encode() + b"\n", "x.scenario")
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    return text


def position_refusal(position: str) -> str:
    """Return the reason why a scenario with the position is refused."""
    stay = {"do": "stay_in", "rounds": 1}
    return refusal(position=position) if position.startswith("grenade-salad") else refusal(position=position, goal=stay)


def test_six_scenarios_of_each_kind_are_bundled_for_three_games() -> None:
    kinds = [scenario.kind for scenario in load_shipped()]
    assert (kinds.count("task"), kinds.count("battle")) == (6, 6)
    assert {entry.game for entry in load_shipped()} == {"grenade-salad", "live-grenade", "wheel"}
    assert {file.stem for file in FOLDER.iterdir()} == {bundled.name for bundled in load_shipped()}


def find_shipped(name: str) -> Scenario:
    """Return the bundled scenario of this name."""
    return next(scenario for scenario in load_shipped() if scenario.name == name)


def replay_solution(scenario: Scenario) -> Attempt:
    """Return the attempt of the scenario's own solution, played to its end."""
    assert scenario.solution is not None
    attempt: Attempt | None = None
    for match, steps in replay_each_line(scenario.solution):
        if attempt is None:
            attempt = Attempt(scenario, match.state.view(scenario.seat))
        visible_events = (redact(event, scenario.seat) for step in steps for event in step.events)
        attempt.see(visible_events, match.state.view(scenario.seat))
    assert attempt is not None
    return attempt


def test_solution_of_each_bundled_scenario_reaches_the_goal() -> None:
    for bundled in load_shipped():
        file = (FOLDER / f"{bundled.name}.scenario").read_bytes()
        scenario = decode_scenario(file, f"{bundled.name}.scenario")
        assert encode_scenario(scenario) == file, bundled.name
        assert (say(bundled.title), say(bundled.story)) == (scenario.title, scenario.story), bundled.name
        assert all(bundled.par[level].tries >= MIN_TRIES[level] for level in LEVELS), bundled.name
        assert why_not(bundled) is None, bundled.name
        assert bundled.solution is not None
        solved = Match(bundled.solution.header).state
        assert solved.format_public_position() == begin(bundled, 3).state.format_public_position(), bundled.name
        assert replay_solution(bundled).outcome == "reached", bundled.name


def test_attempts_with_the_same_seed_are_the_same() -> None:
    scenario = decode_scenario(json.dumps(GOOD).encode(), "x.scenario")
    first, second = (measure_par([try_level(scenario, "normal", seed) for seed in range(5)]) for _ in range(2))
    assert first == second
    assert first.reached == 5


def test_stars_depend_on_the_points_of_machine_players() -> None:
    four_at_once = find_shipped("four-at-once")
    assert four_at_once.star_points == (6, 7)
    assert [four_at_once.stars(points) for points in (4, 5, 6, 7)] == [1, 1, 2, 3]
    two_left = find_shipped("two-left")
    assert [two_left.stars(points) for points in (1, 2)] == [1, 3]


def test_bare_goal_earns_one_star_and_more_points_earn_three() -> None:
    """The second and third star need more points than the goal itself."""
    for scenario in load_shipped():
        assert scenario.star_points is not None, scenario.name
        minimum = scenario.goal.minimum_points
        if minimum is not None:
            assert scenario.stars(minimum) == 1, scenario.name
        assert scenario.stars(scenario.star_points[0] - 1) == 1, scenario.name
        assert scenario.stars(scenario.star_points[1]) == 3, scenario.name
        assert scenario.star_points[1] <= replay_solution(scenario).points, (
            f"{scenario.name}: nobody has ever earned three stars"
        )
    corner = find_shipped("round-the-corner")
    assert [corner.stars(points) for points in (2, 3)] == [1, 3]


def test_scenario_has_one_star_if_machines_only_reach_the_goal() -> None:
    bare = {"tries": 10, "reached": 5, "share": [0.5, 0.2, 0.8], "points": [1.0, 1.0, 1.0]}
    scenario = decode_scenario(json.dumps(GOOD | {"par": {"normal": bare}}).encode(), "x.scenario")
    assert scenario.star_points is None
    assert scenario.stars(1) == 1
    more = bare | {"points": [1.2, 1.0, 1.4]}
    scenario = decode_scenario(json.dumps(GOOD | {"par": {"normal": more}}).encode(), "x.scenario")
    assert scenario.star_points == (2, 2)
    assert [scenario.stars(points) for points in (1, 2)] == [1, 3]
    always = {"tries": 10, "reached": 10, "share": [1.0, 0.7, 1.0]}
    all_bare = replace(scenario, par={"normal": Par(**(bare | always))})
    assert say(why_not(all_bare) or "") == "every machine always does it"
    assert why_not(replace(scenario, par={"normal": Par(**(more | always))})) is None


def test_impossible_position_is_refused_with_its_part_and_rule() -> None:
    overlap = position_refusal("grenade-salad; seats 2; a0 300,200 0; b5 304,200 0; hand a arrow; turn a")
    assert 'x.scenario:1: position: part 4, "b5 304,200 0"' in overlap
    assert "(GS-04)" in overlap
    grenades = position_refusal("live-grenade; seats 2; hand a 4C; hand b 5C; deck AS AC AD; turn a")
    assert "part 5" in grenades
    assert "(LG-13)" in grenades
    eight_cards = position_refusal("grenade-salad; seats 2; a0 300,200 0; hand a ?8; turn a")
    assert "part 4" in eight_cards
    assert "GS-" in eight_cards


def test_wrong_scenarios_are_refused() -> None:
    assert "there is no goal 'fly'; there are take, hold, win" in refusal(goal={"do": "fly"})
    assert "soldiers: 0 is not from 1 to 60" in refusal(goal={"do": "take", "soldiers": 0, "turns": 1})
    assert "nothing is left to do" in refusal(
        goal={"do": "hold", "soldiers": 1, "rounds": 1}, position=_position_without_own_soldiers()
    )
    assert "not the turn of seat 1" in refusal(seat=1)
    assert "there is no level 'genius'" in refusal(machines="genius")
    assert "title: 1 to 60 characters" in refusal(title=" ")
    assert "cannot be seen" in refusal(title="a\u202eb")
    assert "no such key: 'hint'" in refusal(hint="x")
    assert "no goals for the game 'open-table'" in refusal(position="open-table")
    assert "newer than this program" in refusal(scenario=2)
    assert "5 of 2 tries" in refusal(par={"hard": {"tries": 2, "reached": 5, "share": [0, 0, 0], "points": [0, 0, 0]}})


def _position_without_own_soldiers() -> str:
    return "grenade-salad; seats 2; b5 320,200 0; hand a pointer; deck ?; turn a"


def test_record_lines_of_a_scenario_are_read_strictly() -> None:
    good = json.dumps(GOOD)
    for lines, reason in (
        (["{}"], "x.scenario:2: "),
        (['{"record": 2, "game": "wheel", "seats": ["A", "B"], "options": {}, "seed": 1}'], "x.scenario:2: game: "),
        (
            ['{"record": 2, "game": "grenade-salad", "seats": ["A", "B"], "options": {}, "seed": 1}', '{"do": "fly"}'],
            "x.scenario:3: there is no such action: 'fly'",
        ),
    ):
        with pytest.raises(RecordError) as caught:
            decode_scenario("\n".join([good, *lines]).encode(), "x.scenario")
        assert reason in str(caught.value)


def test_any_file_is_read_or_refused_in_one_line() -> None:
    rng = Random(30)
    first_lines = [
        (FOLDER / f"{scenario.name}.scenario").read_bytes().partition(b"\n")[0] for scenario in load_shipped()
    ]
    files = [
        b"",
        b"\n",
        b"\x00" * 1_000_000,
        b"[" * 1_000_000,
        b'{"scenario": 1, "position": "' + b"a" * 1_000_000 + b'"}',
    ]
    for index in range(150):
        data = bytearray(rng.choice(first_lines))
        for _ in range(rng.randrange(1, 4)):
            position = rng.randrange(len(data))
            data[position : position + rng.randrange(3)] = rng.randbytes(rng.randrange(3)) if index % 2 else b"9"
        files.append(bytes(data))
    results = [_read(data) for data in files]
    refused = [result for result in results if isinstance(result, str)]
    assert len(refused) > 100
    assert not [reason for reason in refused if "\n" in reason or len(reason) > 500]
    for loaded in results:
        assert isinstance(loaded, str) or decode_scenario(encode_scenario(loaded), "x.scenario").goal == loaded.goal


def _read(data: bytes) -> Scenario | str:
    try:
        return decode_scenario(data, "x.scenario")
    except RecordError as error:
        return str(error)


def test_docs_page_matches_the_files_and_its_example_is_a_scenario() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    assert format_table() in page
    (example,) = re.findall(r"^```json\n(.*?)^```$", page, re.M | re.S)
    assert decode_scenario(example.encode(), "x.scenario").goal.name == "take"


def test_command_line_lists_shows_and_plays_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenarios"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(load_shipped())
    assert cli.main(["scenarios", "short-fuse"]) == 0
    assert "hearts a 4H; hearts b ?1" in capsys.readouterr().out
    assert cli.main(["scenarios", "short-fuse", "--play", "easy", "--tries", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6, "a line for each try, and one for all"


def test_typed_attempt_shows_no_secret_and_may_end_early(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("die 9\ndie 1\n"))
    assert cli.main(["scenarios", "short-fuse", "--play", "typed"]) == 2
    output = capsys.readouterr()
    assert '"9" cannot follow "die"' in output.out
    assert "You roll" in output.out
    assert "came to an end" in output.err
    position_lines = [line for line in output.out.splitlines() if line.startswith("wheel;")]
    assert position_lines
    assert all("hearts b ?1" in line for line in position_lines)


@pytest.mark.parametrize("words", [["nope"], ["short-fuse", "--play", "genius"], ["--play", "normal"]])
def test_wrong_words_are_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenarios", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
