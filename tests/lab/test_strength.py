"""The report of strength: measurements, derived values, output and refusals."""

from __future__ import annotations

import json
from math import sqrt

import pytest

from grenade_salad import games
from grenade_salad.lab import fuzz
from grenade_salad.lab.arena import Round
from grenade_salad.lab.intervals import interval
from tools.strength import bars, rival, tasks, tempers
from tools.strength.__main__ import main
from tools.strength.bars import BARS, Bar, summarize_bar
from tools.strength.seats import play_seats_match, player_counts, summarize_seats

TEST_BARS = (
    Bar("live-grenade", ("normal", "random"), 0.83),
    Bar("live-grenade", ("normal", "random", "random", "random"), 0.33, ceiling=0.8),
    Bar("grenade-salad", (rival.EXPERT, rival.DEFAULT_RIVAL), 0.5),
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure two bars quickly, and one whose rival is not installed.

    The players are fast, and the limit of thinking time is lifted.
    """
    monkeypatch.setattr(rival, "is_installed", lambda: False)
    monkeypatch.setattr(tasks, "BARS", TEST_BARS)
    monkeypatch.setattr(fuzz, "random_name", lambda game, rng, times: rng.choice(("random", "easy", "normal")))
    monkeypatch.setattr(fuzz, "TOO_LONG", 1e9)


def run_report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(list(arguments))
    except SystemExit as end:
        status = int(str(end.code))
    return status, *capsys.readouterr()


def test_bars_cover_all_games_and_levels() -> None:
    assert [bar.game for bar in BARS] == ["wheel"] * 11 + ["live-grenade"] * 10 + ["grenade-salad"] * 10
    assert {bar.players[0] for bar in BARS} == {"casual", "normal", "hard", "expert", "expert:0.1"}
    for bar in BARS:
        assert bar.par <= bar.bar < 1
        assert bar.ceiling is None or bar.par < bar.ceiling < 1
        kind = games.load(bar.game)
        assert kind.min_seats <= len(bar.players) <= kind.max_seats


def test_planned_deals_detect_a_rate_above_the_bar() -> None:
    """In nine of ten cases the lower end of the interval is then over the bar."""
    for bar in BARS:
        game_count = bar.count_deals(1) * len(bar.players)
        rate = bar.bar + bar.margin
        unlucky = rate - 1.28 * sqrt(rate * (1 - rate) / game_count)
        assert interval(unlucky * game_count, game_count)[0] == pytest.approx(bar.bar, abs=0.1 * bar.margin)
        assert bar.count_deals(0.1) == pytest.approx(bar.count_deals(1) / 10, abs=1)


def test_result_of_a_bar_has_rate_verdict_and_skill() -> None:
    bar = Bar("wheel", ("hard", "normal"), 0.56, ceiling=0.675)
    rounds = [Round(seed, 2, (2.0 if seed % 4 else 0.0, 0.0), (10, 9), (1.0, 0.1), 3.0) for seed in range(7, 2007)]
    outcome = summarize_bar(bar, rounds)
    assert (outcome.seed, outcome.deals, outcome.games, outcome.wins, outcome.rate) == (7, 2000, 4000, 3000, 0.75)
    assert outcome.met
    assert outcome.verdict == "met"
    assert outcome.skill == pytest.approx(0.25 / 0.175)
    assert (outcome.seconds_per_decision, outcome.processor) == (0.1, 6000)
    assert summarize_bar(bar, [deal_round for deal_round in rounds if not deal_round.wins[0]]).verdict == "missed"
    assert summarize_bar(bar, rounds[:4]).verdict == "open"
    assert bars.compute_skill(0.6, 0.5, None) is None


def test_long_tasks_are_shortened_and_short_ones_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tasks.make_tasks("seats", ["grenade-salad"], 1.0, 1)
    costs = {lines[0].words: 1.0, lines[1].words: 0.001, lines[2].words: 2.0}
    monkeypatch.setattr(tasks.Task, "cost", lambda task: costs[task.words])
    fit, seconds = tasks.fit_into_time(lines, 203.0)
    assert fit[1].total == lines[1].total
    assert fit[0].total == pytest.approx(100, abs=1)
    assert fit[2].total == pytest.approx(50, abs=1)
    assert seconds == pytest.approx(203, abs=3)
    assert tasks.fit_into_time(lines, 1e9)[0] == lines


def test_seats_are_counted_from_the_starter() -> None:
    for game in games.with_turns():
        kind = games.load(game)
        assert list(player_counts(game)) == list(range(kind.min_seats, min(kind.max_seats, 9) + 1))
    summary = summarize_seats("live-grenade", 5, [play_seats_match("live-grenade", 6, seed) for seed in range(5, 25)])
    assert (summary.players, summary.matches, summary.seed, summary.ends) == (6, 20, 5, {"last_left": 20})
    assert sum(seat.rate for seat in summary.seats) == pytest.approx(1)
    assert all(seat.low <= seat.rate <= seat.high for seat in summary.seats)


@pytest.mark.slow
def test_a_report_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempers, "players", lambda game: ("easy", "normal-careful"))
    status, out, err = run_report(capsys, "live-grenade", "--scale", "0.001", "--seed", "77")
    assert status == 0
    assert err.startswith("This takes about ")
    lines = out.splitlines()
    assert "commit " in lines[1]
    assert "Python 3." in lines[1]
    assert sum("normal against" in line for line in lines if not line.startswith("Not shown")) == 2
    assert "Not shown: live-grenade, normal against random: over 83% (open)" in lines[-1]
    assert sum(" matches from seed 77: " in line for line in lines) == 8
    assert any(line.startswith("live-grenade   4 matches from seed 77") for line in lines)


def test_a_report_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("live-grenade", "grenade-salad", "--parts", "bars", "--scale", "0.002", "--seed", "5", "--json")
    facts = json.loads(run_report(capsys, *words)[1])
    assert {"commit", "date", "python", "numpy", "scale", "jobs", "bars"} <= set(facts)
    two, four = facts["bars"]
    assert two["players"] == ["normal", "random"]
    assert (two["seed"], two["games"], four["games"]) == (5, 2 * two["deals"], 4 * four["deals"])
    for bar in (two, four):
        assert bar["low"] <= bar["rate"] == bar["wins"] / bar["games"] <= bar["high"]
        assert bar["met"] == (bar["low"] > bar["bar"])
    assert two["skill"] is None
    assert four["skill"] == pytest.approx((four["rate"] - 0.25) / 0.55)


def test_missing_rival_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_report(capsys, "grenade-salad", "--parts", "bars")
    assert status == 0
    assert f"{rival.EXPERT} against {rival.DEFAULT_RIVAL}" in out
    assert "not measured" in out


def test_bad_conduct_is_a_failure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("live-grenade", "--parts", "conduct", "--scale", "0.004")
    assert run_report(capsys, *words)[0] == 0
    monkeypatch.setattr(fuzz, "TOO_LONG", 0)
    assert run_report(capsys, *words)[0] == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["chess"], "'chess'"),
        (["--scale", "0"], "--scale"),
        (["--scale", "nan"], "--scale"),
        (["--hours", "0"], "--hours"),
        (["--jobs", "0"], "--jobs"),
        (["--seed", "-1"], "--seed"),
        (["--parts", "beauty"], "beauty"),
    ],
)
def test_invalid_arguments_are_refused(capsys: pytest.CaptureFixture[str], words: list[str], part: str) -> None:
    status, out, err = run_report(capsys, *words)
    assert (status, out) == (2, "")
    assert part in err


def test_behaviour_is_counted_for_the_observed_player() -> None:
    counted = tempers.play_temper_match("live-grenade", "normal-reckless", 8)
    assert counted.turns > 0
    assert counted.counts["thefts"] <= counted.counts["cards"]
    summary = tempers.summarize_temper("live-grenade", "normal-reckless", [counted])
    assert summary.matches == 1
    assert summary.first == (99 if counted.first is None else counted.first)
    assert summary.rates["cards a turn"] == counted.counts["cards"] / counted.turns
    assert "asked with a King a turn" not in summary.rates
    for game in games.with_turns():
        names = tempers.players(game)
        assert {"easy", "normal", "normal-careful", "hard-reckless", "expert"} <= set(names)
        assert "easy-careful" not in names
