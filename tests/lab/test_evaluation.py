"""The judge of choices: right where it is certain, the same whatever is hidden, and what analyses make of it."""

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
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, replay
from grenade_salad.players.live_grenade.determinizations import sort_of
from tests.lab.test_analysis import after
from tests.marks import slow_but
from tests.rules.salad.positions import at

FAR = (at(0, 0, 100, 100), at(1, 0, 100, 130), at(5, 1, 300, 100), at(6, 1, 300, 140))

DECK: tuple[Card, ...] = ("pointer", "circles") * 4


def salad(hands: tuple[tuple[Card, ...], ...], limit: int | None = None) -> Header:
    """A match of Grenade Salad in the middle, with so many turns left."""
    setup = SaladSetup(FAR, (0, 0), (0, 0), hands, DECK, 0)
    return Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=limit), 3, setup)


LAST_SHOT = salad((("arrow",), ()), limit=1)
"""The last turn: with the Arrow, Ann has won; without it they share."""


def value(header: Header, *choices: Action | evaluation.Plan) -> evaluation.Difference:
    """How much more the first of two choices of seat 0 wins."""
    state = Match(header).state
    return holdout.lead(*holdout.fresh(header, state, 0, [[choice] for choice in choices], 1, 30))


def test_what_wins_in_every_world_is_found_to_win() -> None:
    found = value(LAST_SHOT, Arrow(0, 0, 5), End(0))
    assert 0 <= found.low < found.gain <= found.high
    back = value(LAST_SHOT, End(0), Arrow(0, 0, 5))
    assert (back.gain, back.high < 1) == (-0.5, True)


def test_a_plan_is_followed_as_long_as_it_is_legal() -> None:
    """A sound player would shoot; who plans to end the turn does not; what cannot be done is left to the player."""
    header = salad((("arrow", "pointer"), ()), limit=1)
    turned = Move(0, 0, (100.0, 100.0), 0.5)
    assert value(header, (turned,), (turned, End(0))).low > 0
    assert value(header, (turned, Arrow(0, 0, 5)), (turned, End(0))).low > 0
    assert value(header, (turned, Hammers(0, 0, 5), End(0)), (turned,)).gain == 0, "the plan ends with what is illegal"


def test_what_is_the_same_is_found_to_be_the_same() -> None:
    """Both choices have the same worlds and the same luck."""
    header = salad((("arrow", "hammers", "circles"), ("arrow", "footpath", "explosion")))
    state = Match(header).state
    for one, two in islice(evaluation.shares(header, state, 0, (Arrow(0, 0, 5), Arrow(0, 0, 5)), 7), 12):
        assert one == two


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng, held = Random(5), 0
    for _ in range(400):
        gains = [float(rng.choice((-1, 0, 0, 0, 1, 1))) for _ in range(40)]
        found = evaluation.difference(gains)
        assert found.low <= found.gain <= found.high
        held += found.low <= 1 / 6 <= found.high
    assert 365 <= held <= 395
    with pytest.raises(ValueError, match="no worlds"):
        evaluation.difference([])


@pytest.mark.parametrize("game", slow_but(["wheel"], ["grenade-salad", "wheel"]))
def test_it_sees_only_what_the_seat_may_know(game: str) -> None:
    """Twins: all that is hidden from the seat is another, and the verdict is the same."""
    other_worlds = 0
    for seed in range(2):
        options = SaladOptions() if game == "grenade-salad" else WheelOptions()
        match = Match(Header(game, ("A", "B", "C"), options, seed))
        match.settle()
        players = make_players(game, ["normal"] * 3, seed)
        for _ in range(12):
            seat = match.state.active_seats()[0]
            match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
        state = match.state
        seat = state.active_seats()[0]
        anything = make_players(game, ["random"] * 3, seed)
        choices = [who[seat].decide(state.view(seat), state.legal_actions(seat)) for who in (players, anything)]
        found = [
            list(islice(evaluation.shares(match.header, world, seat, choices, seed), 4))
            for world in (state, *(state.resample(seat, Random(number)) for number in range(3)))
        ]
        assert found[0] == found[1] == found[2] == found[3]
        other_worlds += state.resample(seat, Random(0)).full_view() != state.full_view()
    assert other_worlds


def played(header: Header, *actions: Action) -> Record:
    match = Match(header)
    match.settle()
    for action in actions:
        match.act(action)
    return Record("a match", match.header, tuple(match.entries))


CROWD = ((114, 116), (169, 176), (122, 128), (116, 159), (153, 126), (127, 118))


@pytest.fixture(autouse=True)
def _costs_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Grenade Salad, too: few cards make clear what a turn cost there."""
    monkeypatch.setattr(analysis, "tells_costs", {"grenade-salad", "live-grenade", "wheel"}.__contains__)


def points_of(record: Record, player: str = "hard") -> list[analysis.Point]:
    """All that is found."""
    points: list[analysis.Point] = []
    for point in analysis.work(record, player):
        points = analysis.updated(points, point)
    return points


def test_a_turn_that_was_good_costs_nothing_in_whatever_order() -> None:
    """The Arrow and then the Hammers, where Hard would rather have begun with the Hammers."""
    soldiers = tuple(at(number, number // 3, *place) for number, place in enumerate(CROWD))
    hands: tuple[tuple[Card, ...], ...] = (("arrow", "hammers"), ())
    setup = SaladSetup(soldiers, (0, 0), (0, 0), hands, DECK, 0)
    header = Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=1), 3, setup)
    legal = Match(header).state.legal_actions(0)
    hammers = next(one for one in legal if isinstance(one, Hammers))
    arrow = next(one for one in legal if isinstance(one, Arrow) and one.target != hammers.target)
    both = points_of(played(header, arrow, hammers, End(0)))
    assert not any(point.cost for point in both)
    assert both[0].odds
    assert both[0].odds.share == 1


def test_a_turn_that_lost_the_match_is_told_with_what_was_better() -> None:
    (point,) = points_of(played(LAST_SHOT, End(0)))
    assert point.cost == 0.5
    assert isinstance(point.better[0], Arrow)
    assert point.found
    assert point.found.worlds == holdout.WORLDS
    told = analysis.sentence(point, ("Ann", "Bo"), "hard")
    assert told.startswith("Ann: end the turn; better: Arrow at ")
    assert "more wins of 100, with 95% certainty): Bo loses three points" in told


def test_what_cannot_be_told_from_nothing_is_not_claimed() -> None:
    (point,) = points_of(played(LAST_SHOT, End(0)))
    sure = replace(point, found=evaluation.Difference(0.25, 0.1, 0.4, 96))
    assert sure.cost == 0.25
    assert "(10 to 40 more wins of 100, with 95% certainty)" in analysis.sentence(sure, ("Ann", "Bo"), "hard")
    doubtful = replace(point, found=evaluation.Difference(0.25, -0.01, 0.4, 96))
    assert doubtful.cost is None
    assert "wins" not in analysis.sentence(doubtful, ("Ann", "Bo"), "hard")
    chosen = replace(point, found=None)
    assert chosen.claim
    assert chosen.cost is None, "the worlds that chose it say nothing"


def test_people_read_what_other_worlds_say_than_those_that_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    """No world is of two of the four sets: chosen in, told of, confirmed in, asked again."""
    seen, sets = list[int](), list[set[int]]()
    share = evaluation._share

    def watched(header: Header, world: State, seat: int, choice: Any, seed: int, player: str) -> float:
        seen.append(seed)
        return share(header, world, seat, choice, seed, player)

    monkeypatch.setattr(evaluation, "_share", watched)
    record = played(LAST_SHOT, End(0))
    points = list(analysis.analyse(record, "hard"))
    points = list(analysis.screened(record, points, "hard"))
    sets.append(set(seen))
    for seed, number, confirm in ((0, 100, 20), (0, 0, 20), (1, 200, 0)):
        seen.clear()
        assert list(analysis.judged(record, points, seed, number, confirm))
        sets.append(set(seen))
    sets[1] -= sets[2]
    assert [len(one) for one in sets] == [sum(analysis.SCREEN), 100, 20, 200]
    assert not any(one & other for one, other in combinations(sets, 2))


def test_of_a_turn_one_decision_is_judged_and_of_a_match_few() -> None:
    like = next(analysis.analyse(after("3H", 0), "normal"))
    points = [
        replace(like, line=line, turn=line // 2, claim=line / 100, alike=False, found=None) for line in range(2, 40)
    ]
    dear = analysis.dearest(points)
    assert [point.line for point in dear] == [39 - 2 * number for number in range(analysis.MOST)]
    assert analysis.dearest([replace(point, judged=False) for point in points]) == []


def test_what_is_known_is_not_judged_again() -> None:
    record = played(LAST_SHOT, End(0))
    found = list(analysis.work(record, "hard"))
    points = points_of(record)
    assert len(points) == analysis.decisions(record) < len(found)
    assert points[0].found is not None
    assert list(analysis.work(record, "hard", points)) == []
    assert list(analysis.work(record, "hard", found[:1])) == found[1:]


def test_no_cost_is_found_where_costs_were_not_shown_to_be_true(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(LAST_SHOT, End(0))
    assert any(point.cost for point in points_of(record))
    monkeypatch.setattr(analysis, "tells_costs", {"wheel"}.__contains__)
    points = points_of(record)
    assert any(point.claim for point in points)
    assert not any(point.cost or point.found for point in points)


def test_where_players_remember_worlds_agree_with_what_they_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever robbed the seat has that card in every world in which its decision is judged."""
    header = Header("live-grenade", ("Ann", "Bo", "Cy"), house_rules("live-grenade", 3), 7)
    match = Match(header)
    play(match, make_players("live-grenade", ["normal"] * 3, 7))
    record = Record("a match", header, tuple(match.entries))
    happened = [(line or 0, event) for line, step in replay(record).steps for event in step.events]
    points = [
        replace(point, claim=0.5, alike=False, better=(point.best,)) for point in analysis.analyse(record, "normal")
    ]
    worlds: list[State] = []
    share = evaluation._share

    def watched(header: Header, world: State, *rest: Any) -> float:
        worlds.append(world)
        return share(header, world, *rest)

    monkeypatch.setattr(evaluation, "_share", watched)
    tested = 0
    for number, (line, theft) in enumerate(happened):
        if not isinstance(theft, Stolen) or theft.card is None:
            continue
        asked = next((point for point in points if point.line > line and point.seat == theft.victim), None)
        since = [event for other, event in happened[number + 1 :] if asked and other < asked.line]
        if asked is None or any(lost_by(theft.thief, event) for event in since):
            continue
        worlds.clear()
        (point,) = analysis.judged(record, [asked], number=12, confirm=0)
        assert point.judged
        assert point.found
        hands = [world.full_view().hands[theft.thief] for world in worlds]  # type: ignore[attr-defined]
        assert all(sort_of(theft.card) in map(sort_of, hand) for hand in hands)
        tested += len(hands)
    assert tested


def lost_by(seat: int, event: Event) -> bool:
    """Whether a card leaves the seat's hand."""
    if isinstance(event, Out) and event.seat == seat:
        return True
    return (isinstance(event, Played) and event.seat == seat) or (isinstance(event, Stolen) and event.victim == seat)
