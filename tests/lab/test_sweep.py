"""Sweeps: common deals, reproducible results, intervals and output."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from grenade_salad import cli, games
from grenade_salad.core import Action, TurnBegan
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.lab.match_facts import collect_facts
from grenade_salad.lab.playout import make_options, make_players, play, run_playout
from grenade_salad.lab.sweep import Setting, summarize, sweep
from grenade_salad.match.match import Header, Match, Step

WORDS = ["sweep", "live-grenade", "--vary", "extra_cards=0,4", "--players", "2", "--games", "12"]


def run_command(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert cli.main(list(words)) == status
    out, err = capsys.readouterr()
    return str(err if status else out)


def run_report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run_command(capsys, *words, "--json"))
    return result


@pytest.mark.slow
def test_a_sweep_is_the_same_by_many_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(capsys, *WORDS, "--json") == run_command(capsys, *WORDS, "--json", "--jobs", "2")


def test_settings_are_played_with_the_same_deals_and_compared_deal_by_deal(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_report(capsys, *WORDS)
    none, four = result["settings"]
    assert (
        [match["seed"] for match in none["matches"]] == [match["seed"] for match in four["matches"]] == list(range(12))
    )
    assert [match["players"] for match in none["matches"]] == [[0, 1], [1, 0]] * 6
    (turns,) = (measure for measure in four["measures"] if measure["name"] == "turns")
    pairs = zip(none["matches"], four["matches"], strict=True)
    gains = [second["turns"] - first["turns"] for first, second in pairs]
    assert turns["more"] == pytest.approx(sum(gains) / 12)
    assert turns["more_low"] < turns["more"] < turns["more_high"]
    assert turns["more_high"] < 0, "who starts with more cards has fewer to draw"


def test_the_same_rules_twice_differ_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_report(capsys, "sweep", "wheel", "--vary", "joker=once,once", "--players", "3", "--games", "8")
    for measure in result["settings"][1]["measures"]:
        assert measure["more"] in (0, None)


@pytest.mark.parametrize("game", games.with_turns())
def test_facts_are_those_of_the_match(game: str) -> None:
    levels = ["random", "easy"]
    options = make_options(game, 2)
    facts = collect_facts(game, levels, options, 5, look=False)
    played = run_playout(game, levels, 5, options=options)
    assert facts.decisions == played.decisions
    assert facts.ended == played.ended
    assert [seat for seat in range(2) if facts.wins[seat]] == sorted(played.ranking[0])
    actions = [str(line["do"]) for line in played.lines if "do" in line]
    assert {action: uses for action, (uses, _) in facts.uses.items()} == {
        action: actions.count(action) for action in set(actions)
    }
    assert facts.watched[int(str(played.lines[-1].get("seat", facts.first)))] < 0.5
    rotated = collect_facts(game, levels, options, 5, rotation=1, look=False)
    assert rotated.players == (1, 0)


def test_only_decisions_with_alternatives_matter() -> None:
    facts = [collect_facts("wheel", ["easy"] * 2, make_options("wheel", 2), seed) for seed in range(30)]
    mattered = [match_facts.mattered for match_facts in facts]
    assert None not in mattered
    assert 3 < sum(map(bool, mattered)) < 27


def test_every_combination_of_values_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--vary", "table=[600, 400],[300, 300]", "--vary", "standstill=1,2", "--option", "turn_limit=4"]
    result = run_report(
        capsys, "sweep", "grenade-salad", *words, "--players", "random", "easy", "--games", "2", "--quick"
    )
    assert [setting["setting"] for setting in result["settings"]] == [
        "table=[600, 400], standstill=1",
        "table=[600, 400], standstill=2",
        "table=[300, 300], standstill=1",
        "table=[300, 300], standstill=2",
    ]
    assert all(match["turns"] <= 4 for setting in result["settings"] for match in setting["matches"])
    names = {measure["name"] for measure in result["settings"][0]["measures"]}
    assert {"won by player 1 (random)", "changes of the lead", "ended: turn limit"} <= names


class PageParser(HTMLParser):
    """A parser that collects the files that a page loads, and counts its plots."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.plots += tag == "svg"
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]


def test_report_is_one_file_and_csv_has_a_row_for_each_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    html, table = tmp_path / "r.html", tmp_path / "r.csv"
    output = run_command(capsys, *WORDS, "--report", str(html), "--csv", str(table))
    assert "extra_cards=4" in output
    page = PageParser()
    text = html.read_text(encoding="utf-8")
    page.feed(text)
    assert page.plots > 10
    assert page.loads == []
    assert not re.search(r"https?:|url\(|@import|<script", text)
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["setting"] for row in rows] == ["extra_cards=0"] * 12 + ["extra_cards=4"] * 12
    assert all(float(row["won_0"]) + float(row["won_1"]) == 1 for row in rows)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["wheel", "--vary", "joker"], "--vary: RULE=A,B"),
        (["wheel", "--vary", "joker=once,thrice"], "thrice"),
        (
            ["grenade-salad", "--option", "cube=20", "--option", "tile=39", "--vary", "starter=0,1"],
            "--option: a tile of 39 mm",
        ),
        (["grenade-salad", "--option", "tile=20", "--vary", "cube=8,20"], "--vary: a tile of 20 mm"),
        (["wheel", "--players", "9"], "is for 2 to 7 players"),
        (["wheel", "--players", "genius", "easy"], "genius"),
        (["wheel", "--games", "1", "--report", "/no/such/folder/r.html"], "No such file"),
    ],
)
def test_impossible_sweep_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], wrong: str
) -> None:
    message = run_command(capsys, "sweep", *words, status=2)
    assert wrong in message
    assert len(message.splitlines()) == 1


def test_sweep_without_games_is_empty() -> None:
    setting = Setting("", make_options("wheel", 2))
    assert list(sweep("wheel", ["easy"] * 2, [setting], 0, 0)) == []
    with pytest.raises(ValueError, match="no games"):
        summarize(["easy"] * 2, [setting], [])


def test_boredom_is_measured_turn_by_turn() -> None:
    options = make_options("grenade-salad", 2, {"throw_away": True})
    facts = collect_facts("grenade-salad", ["normal", "normal"], options, 7, look=False)
    match = Match(Header("grenade-salad", ("Player 1", "Player 2"), options, 7))
    cards: list[set[str]] = []
    scores: list[tuple[int, ...]] = []

    def record_step(step: Step) -> None:
        for event in step.events:
            if isinstance(event, TurnBegan):
                assert match.state.scores is not None
                scores.append(tuple(match.state.scores))
                cards.append(set())
        if isinstance(step.entry, Action) and cards and step.entry.do in CARDS:
            cards[-1].add(step.entry.do)

    play(match, make_players("grenade-salad", ["normal", "normal"], 7), record_step)
    assert facts.turns == len(cards) > 10
    sat_through = facts.sat_through
    assert sat_through["% of the turns without a card"] == pytest.approx(
        100 * sum(not played_cards for played_cards in cards) / len(cards)
    )
    assert sat_through["% of the turns without a card"] <= sat_through["% of the turns in which nobody comes or dies"]
    hands = match.state.view(None).hands  # type: ignore[attr-defined]
    assert (sat_through["cards left in hands"], sat_through["cards left in the deck"]) == (sum(hands), 0)
    (winner,) = match.state.ranking()[0]
    leads = [points[winner] > points[1 - winner] for points in scores]
    half = scores[len(scores) // 2]
    is_level = half[0] == half[1]
    assert facts.known is not None
    assert facts.known[1] == (0.5 if is_level else float(leads[len(leads) // 2]))
    assert facts.settled is not None
    settled_index = round(facts.settled * len(leads))
    assert all(leads[settled_index:])
    assert settled_index == 0 or not leads[settled_index - 1]


def test_a_game_without_points_has_no_leader() -> None:
    facts = collect_facts("live-grenade", ["easy", "easy"], make_options("live-grenade", 2), 7, look=False)
    assert (facts.known, facts.settled, facts.sat_through) == (None, None, {})
