"""Sweeps: common deals, the same on any machine, intervals, and what is written."""

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
from grenade_salad.lab.match_facts import facts_of
from grenade_salad.lab.playout import house_rules, make_players, play, playout
from grenade_salad.lab.sweep import Setting, results, sweep
from grenade_salad.match.match import Header, Match, Step

WORDS = ["sweep", "live-grenade", "--vary", "extra_cards=0,4", "--players", "2", "--games", "12"]


def ran(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert cli.main(list(words)) == status
    out, err = capsys.readouterr()
    return str(err if status else out)


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran(capsys, *words, "--json"))
    return found


@pytest.mark.slow
def test_a_sweep_is_the_same_by_many_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, *WORDS, "--json") == ran(capsys, *WORDS, "--json", "--jobs", "2")


def test_settings_are_played_with_the_same_deals_and_compared_deal_by_deal(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, *WORDS)
    none, four = told["settings"]
    assert [one["seed"] for one in none["matches"]] == [one["seed"] for one in four["matches"]] == list(range(12))
    assert [one["players"] for one in none["matches"]] == [[0, 1], [1, 0]] * 6
    (turns,) = (one for one in four["measures"] if one["name"] == "turns")
    pairs = zip(none["matches"], four["matches"], strict=True)
    gains = [other["turns"] - one["turns"] for one, other in pairs]
    assert turns["more"] == pytest.approx(sum(gains) / 12)
    assert turns["more_low"] < turns["more"] < turns["more_high"]
    assert turns["more_high"] < 0, "who starts with more cards has fewer to draw"


def test_the_same_rules_twice_differ_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "sweep", "wheel", "--vary", "joker=once,once", "--players", "3", "--games", "8")
    for one in told["settings"][1]["measures"]:
        assert one["more"] in (0, None)


@pytest.mark.parametrize("game", games.with_turns())
def test_facts_are_those_of_the_match(game: str) -> None:
    levels = ["random", "easy"]
    options = house_rules(game, 2)
    facts = facts_of(game, levels, options, 5, look=False)
    played = playout(game, levels, 5, options=options)
    assert facts.decisions == played.decisions
    assert facts.ended == played.ended
    assert [seat for seat in range(2) if facts.wins[seat]] == sorted(played.ranking[0])
    done = [str(line["do"]) for line in played.lines if "do" in line]
    assert {do: many for do, (many, _) in facts.uses.items()} == {do: done.count(do) for do in set(done)}
    assert facts.watched[int(str(played.lines[-1].get("seat", facts.first)))] < 0.5
    turned = facts_of(game, levels, options, 5, turned=1, look=False)
    assert turned.players == (1, 0)


def test_a_decision_without_any_other_choice_does_not_matter_and_some_do() -> None:
    facts = [facts_of("wheel", ["easy"] * 2, house_rules("wheel", 2), seed) for seed in range(30)]
    mattered = [one.mattered for one in facts]
    assert None not in mattered
    assert 3 < sum(map(bool, mattered)) < 27


def test_every_combination_is_a_setting(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--vary", "table=[600, 400],[300, 300]", "--vary", "standstill=1,2", "--option", "turn_limit=4"]
    told = report(capsys, "sweep", "grenade-salad", *words, "--players", "random", "easy", "--games", "2", "--quick")
    assert [one["setting"] for one in told["settings"]] == [
        "table=[600, 400], standstill=1",
        "table=[600, 400], standstill=2",
        "table=[300, 300], standstill=1",
        "table=[300, 300], standstill=2",
    ]
    assert all(one["turns"] <= 4 for setting in told["settings"] for one in setting["matches"])
    names = {one["name"] for one in told["settings"][0]["measures"]}
    assert {"won by player 1 (random)", "changes of the lead", "ended: turn limit"} <= names


class Page(HTMLParser):
    """What a page would load, and its plots."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.plots += tag == "svg"
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]


def test_a_report_is_one_file_with_plots_and_a_csv_a_row_a_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    html, table = tmp_path / "r.html", tmp_path / "r.csv"
    told = ran(capsys, *WORDS, "--report", str(html), "--csv", str(table))
    assert "extra_cards=4" in told
    page = Page()
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
def test_what_cannot_be_is_told_in_a_line(capsys: pytest.CaptureFixture[str], words: list[str], wrong: str) -> None:
    told = ran(capsys, "sweep", *words, status=2)
    assert wrong in told
    assert len(told.splitlines()) == 1


def test_nothing_comes_of_no_games() -> None:
    setting = Setting("", house_rules("wheel", 2))
    assert list(sweep("wheel", ["easy"] * 2, [setting], 0, 0)) == []
    with pytest.raises(ValueError, match="no games"):
        results(["easy"] * 2, [setting], [])


def test_what_people_sit_through_is_counted_turn_by_turn() -> None:
    options = house_rules("grenade-salad", 2, {"throw_away": True})
    facts = facts_of("grenade-salad", ["normal", "normal"], options, 7, look=False)
    match = Match(Header("grenade-salad", ("Player 1", "Player 2"), options, 7))
    cards: list[set[str]] = []
    scores: list[tuple[int, ...]] = []

    def saw(step: Step) -> None:
        for event in step.events:
            if isinstance(event, TurnBegan):
                assert match.state.scores is not None
                scores.append(tuple(match.state.scores))
                cards.append(set())
        if isinstance(step.entry, Action) and cards and step.entry.do in CARDS:
            cards[-1].add(step.entry.do)

    play(match, make_players("grenade-salad", ["normal", "normal"], 7), saw)
    assert facts.turns == len(cards) > 10
    told = facts.sat_through
    assert told["% of the turns without a card"] == pytest.approx(100 * sum(not one for one in cards) / len(cards))
    assert told["% of the turns without a card"] <= told["% of the turns in which nobody comes or dies"]
    hands = match.state.view(None).hands  # type: ignore[attr-defined]
    assert (told["cards left in hands"], told["cards left in the deck"]) == (sum(hands), 0)
    (winner,) = match.state.ranking()[0]
    leads = [one[winner] > one[1 - winner] for one in scores]
    half = scores[len(scores) // 2]
    level = half[0] == half[1]
    assert facts.known is not None
    assert facts.known[1] == (0.5 if level else float(leads[len(leads) // 2]))
    assert facts.settled is not None
    since = round(facts.settled * len(leads))
    assert all(leads[since:])
    assert since == 0 or not leads[since - 1]


def test_a_game_without_points_has_no_leader() -> None:
    facts = facts_of("live-grenade", ["easy", "easy"], house_rules("live-grenade", 2), 7, look=False)
    assert (facts.known, facts.settled, facts.sat_through) == (None, None, {})
