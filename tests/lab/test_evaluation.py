"""Evaluation of choices: right where certain, independent of hidden cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from grenade_salad.core import Action, Event, State
from grenade_salad.games.live_grenade.events import Out, Played, Stolen
from grenade_salad.games.salad import Arrow, End, Hammers, Move, SaladOptions
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab import analysis, evaluation, holdout
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, replay
from grenade_salad.players.live_grenade.determinizations import card_sort
from tests.lab.records import record_after_secret
from tests.marks import slow_but
from tests.rules.salad.positions import soldier_at

DISTANT_SOLDIERS = (
    soldier_at(0, 0, 100, 100),
    soldier_at(1, 0, 100, 130),
    soldier_at(5, 1, 300, 100),
    soldier_at(6, 1, 300, 140),
)

DECK: tuple[Card, ...] = ("pointer", "circles") * 4


def salad_match(hands: tuple[tuple[Card, ...], ...], limit: int | None = None) -> Header:
    """Return a match of Grenade Salad in the middle, with `limit` turns left."""
    setup = SaladSetup(DISTANT_SOLDIERS, (0, 0), (0, 0), hands, DECK, 0)
    return Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=limit), 3, setup)


LAST_SHOT = salad_match((("arrow",), ()), limit=1)
"""The last turn: with the Arrow Ann wins, without it they share."""


def compare_choices(header: Header, *choices: Action | evaluation.Plan) -> evaluation.WinShareGap:
    """Return the gap between the win shares of two choices of seat 0."""
    state = Match(header).state
    return holdout.lead(*holdout.play_fresh_worlds(header, state, 0, [[choice] for choice in choices], 1, 30))


def test_choice_that_wins_in_every_world_is_better() -> None:
    gap = compare_choices(LAST_SHOT, Arrow(0, 0, 5), End(0))
    assert 0 <= gap.low < gap.gain <= gap.high
    reverse_gap = compare_choices(LAST_SHOT, End(0), Arrow(0, 0, 5))
    assert (reverse_gap.gain, reverse_gap.high < 1) == (-0.5, True)


def test_plan_is_followed_as_long_as_it_is_legal() -> None:
    """A sound player would shoot, a plan that ends the turn does not.

    After an illegal step of the plan the player decides.
    """
    header = salad_match((("arrow", "pointer"), ()), limit=1)
    turned = Move(0, 0, (100.0, 100.0), 0.5)
    assert compare_choices(header, (turned,), (turned, End(0))).low > 0
    assert compare_choices(header, (turned, Arrow(0, 0, 5)), (turned, End(0))).low > 0
    assert compare_choices(header, (turned, Hammers(0, 0, 5), End(0)), (turned,)).gain == 0, (
        "the plan ends with what is illegal"
    )


def test_equal_choices_have_equal_shares() -> None:
    """Both choices have the same worlds and the same chances."""
    header = salad_match((("arrow", "hammers", "circles"), ("arrow", "footpath", "explosion")))
    state = Match(header).state
    for first, second in islice(evaluation.win_shares(header, state, 0, (Arrow(0, 0, 5), Arrow(0, 0, 5)), 7), 12):
        assert first == second


def test_interval_contains_the_true_gain_as_often_as_promised() -> None:
    rng, hits = Random(5), 0
    for _ in range(400):
        gains = [float(rng.choice((-1, 0, 0, 0, 1, 1))) for _ in range(40)]
        gap = evaluation.measure_gap(gains)
        assert gap.low <= gap.gain <= gap.high
        hits += gap.low <= 1 / 6 <= gap.high
    assert 365 <= hits <= 395
    with pytest.raises(ValueError, match="no worlds"):
        evaluation.measure_gap([])


@pytest.mark.parametrize("game", slow_but(["wheel"], ["grenade-salad", "wheel"]))
def test_evaluation_uses_only_the_view_of_the_seat(game: str) -> None:
    """With other hidden cards the result is the same."""
    other_worlds = 0
    for seed in range(2):
        options = SaladOptions() if game == "grenade-salad" else WheelOptions()
        match = Match(Header(game, ("A", "B", "C"), options, seed))
        match.resolve_chance()
        players = make_players(game, ["normal"] * 3, seed)
        for _ in range(12):
            seat = match.state.active_seats()[0]
            match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
        state = match.state
        seat = state.active_seats()[0]
        random_players = make_players(game, ["random"] * 3, seed)
        choices = [
            roster[seat].decide(state.view(seat), state.legal_actions(seat)) for roster in (players, random_players)
        ]
        shares_by_world = [
            list(islice(evaluation.win_shares(match.header, world, seat, choices, seed), 4))
            for world in (state, *(state.resample(seat, Random(seed_of_world)) for seed_of_world in range(3)))
        ]
        assert shares_by_world[0] == shares_by_world[1] == shares_by_world[2] == shares_by_world[3]
        other_worlds += state.resample(seat, Random(0)).full_view() != state.full_view()
    assert other_worlds


def play_record(header: Header, *actions: Action) -> Record:
    match = Match(header)
    match.resolve_chance()
    for action in actions:
        match.act(action)
    return Record("a match", match.header, tuple(match.entries))


CROWD = ((114, 116), (169, 176), (122, 128), (116, 159), (153, 126), (127, 118))


@pytest.fixture(autouse=True)
def _show_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show costs in Grenade Salad, too: few cards make the cost of a turn clear."""
    monkeypatch.setattr(analysis, "tells_costs", {"grenade-salad", "live-grenade", "wheel"}.__contains__)


def find_points(record: Record, player: str = "hard") -> list[analysis.Point]:
    """Return all points of the analysis."""
    points: list[analysis.Point] = []
    for point in analysis.analyse_match(record, player):
        points = analysis.update_points(points, point)
    return points


def test_good_turn_costs_nothing_in_any_order() -> None:
    """The Arrow is first, where Hard would rather begin with the Hammers."""
    soldiers = tuple(soldier_at(soldier_id, soldier_id // 3, *place) for soldier_id, place in enumerate(CROWD))
    hands: tuple[tuple[Card, ...], ...] = (("arrow", "hammers"), ())
    setup = SaladSetup(soldiers, (0, 0), (0, 0), hands, DECK, 0)
    header = Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=1), 3, setup)
    legal = Match(header).state.legal_actions(0)
    hammers = next(action for action in legal if isinstance(action, Hammers))
    arrow = next(action for action in legal if isinstance(action, Arrow) and action.target != hammers.target)
    both_shots = find_points(play_record(header, arrow, hammers, End(0)))
    assert not any(point.cost for point in both_shots)
    assert both_shots[0].odds
    assert both_shots[0].odds.share == 1


def test_losing_turn_is_reported_with_a_better_one() -> None:
    (point,) = find_points(play_record(LAST_SHOT, End(0)))
    assert point.cost == 0.5
    assert isinstance(point.better[0], Arrow)
    assert point.gap
    assert point.gap.worlds == holdout.WORLDS
    text = analysis.format_point(point, ("Ann", "Bo"), "hard")
    assert text.startswith("Ann: end the turn; better: Arrow at ")
    assert "more wins of 100, with 95% certainty): Bo loses three points" in text


def test_uncertain_cost_is_not_claimed() -> None:
    (point,) = find_points(play_record(LAST_SHOT, End(0)))
    certain = replace(point, gap=evaluation.WinShareGap(0.25, 0.1, 0.4, 96))
    assert certain.cost == 0.25
    assert "(10 to 40 more wins of 100, with 95% certainty)" in analysis.format_point(certain, ("Ann", "Bo"), "hard")
    doubtful = replace(point, gap=evaluation.WinShareGap(0.25, -0.01, 0.4, 96))
    assert doubtful.cost is None
    assert "wins" not in analysis.format_point(doubtful, ("Ann", "Bo"), "hard")
    chosen = replace(point, gap=None)
    assert chosen.claim
    assert chosen.cost is None, "the worlds that chose it say nothing"


def test_reported_costs_come_from_other_worlds_than_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """No world is in two of the four sets.

    They are for the choice, the report, the confirmation and a repeated request.
    """
    seeds, sets = list[int](), list[set[int]]()
    original_share = evaluation._share

    def record_seed(header: Header, world: State, seat: int, choice: Any, seed: int, player: str) -> float:
        seeds.append(seed)
        return original_share(header, world, seat, choice, seed, player)

    monkeypatch.setattr(evaluation, "_share", record_seed)
    record = play_record(LAST_SHOT, End(0))
    points = list(analysis.find_points(record, "hard"))
    points = list(analysis.screen(record, points, "hard"))
    sets.append(set(seeds))
    for seed, worlds, confirm in ((0, 100, 20), (0, 0, 20), (1, 200, 0)):
        seeds.clear()
        assert list(analysis.confirm_costs(record, points, seed, worlds, confirm))
        sets.append(set(seeds))
    sets[1] -= sets[2]
    assert [len(world_set) for world_set in sets] == [sum(analysis.SCREEN_WORLDS), 100, 20, 200]
    assert not any(first & second for first, second in combinations(sets, 2))


def test_one_decision_a_turn_and_few_a_match_are_evaluated() -> None:
    template = next(analysis.find_points(record_after_secret("3H", 0), "normal"))
    points = [
        replace(template, line=line, turn=line // 2, claim=line / 100, is_equivalent=False, gap=None)
        for line in range(2, 40)
    ]
    costliest = analysis.select_costliest(points)
    assert [point.line for point in costliest] == [39 - 2 * index for index in range(analysis.MAX_CONFIRMED)]
    assert analysis.select_costliest([replace(point, is_judged=False) for point in points]) == []


def test_known_points_are_not_evaluated_again() -> None:
    record = play_record(LAST_SHOT, End(0))
    all_points = list(analysis.analyse_match(record, "hard"))
    points = find_points(record)
    assert len(points) == analysis.count_decisions(record) < len(all_points)
    assert points[0].gap is not None
    assert list(analysis.analyse_match(record, "hard", points)) == []
    assert list(analysis.analyse_match(record, "hard", all_points[:1])) == all_points[1:]


def test_games_without_verified_costs_report_none(monkeypatch: pytest.MonkeyPatch) -> None:
    record = play_record(LAST_SHOT, End(0))
    assert any(point.cost for point in find_points(record))
    monkeypatch.setattr(analysis, "tells_costs", {"wheel"}.__contains__)
    points = find_points(record)
    assert any(point.claim for point in points)
    assert not any(point.cost or point.gap for point in points)


def test_worlds_agree_with_remembered_thefts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thief holds the stolen card in every world of the victim's next decision."""
    header = Header("live-grenade", ("Ann", "Bo", "Cy"), make_options("live-grenade", 3), 7)
    match = Match(header)
    play(match, make_players("live-grenade", ["normal"] * 3, 7))
    record = Record("a match", header, tuple(match.entries))
    events = [(line or 0, event) for line, step in replay(record).steps for event in step.events]
    points = [
        replace(point, claim=0.5, is_equivalent=False, better=(point.best,))
        for point in analysis.find_points(record, "normal")
    ]
    worlds: list[State] = []
    original_share = evaluation._share

    def record_world(header: Header, world: State, *rest: Any) -> float:
        worlds.append(world)
        return original_share(header, world, *rest)

    monkeypatch.setattr(evaluation, "_share", record_world)
    tested = 0
    for index, (line, theft) in enumerate(events):
        if not isinstance(theft, Stolen) or theft.card is None:
            continue
        decision = next((point for point in points if point.line > line and point.seat == theft.victim), None)
        later_events = [event for event_line, event in events[index + 1 :] if decision and event_line < decision.line]
        if decision is None or any(is_loss_of(theft.thief, event) for event in later_events):
            continue
        worlds.clear()
        (point,) = analysis.confirm_costs(record, [decision], world_count=12, confirm_count=0)
        assert point.is_judged
        assert point.gap
        hands = [world.full_view().hands[theft.thief] for world in worlds]  # type: ignore[attr-defined]
        assert all(card_sort(theft.card) in map(card_sort, hand) for hand in hands)
        tested += len(hands)
    assert tested


def is_loss_of(seat: int, event: Event) -> bool:
    """True if a card leaves the seat's hand."""
    if isinstance(event, Out) and event.seat == seat:
        return True
    return (isinstance(event, Played) and event.seat == seat) or (isinstance(event, Stolen) and event.victim == seat)
