"""The judge of choices: right where it is certain, the same whatever is hidden, and what analyses make of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from grenade_salad.bots.live_grenade.worlds import sort_of
from grenade_salad.core import Action, Event, State
from grenade_salad.games.live_grenade.events import Played, Stolen
from grenade_salad.games.salad import Arrow, End, Hammers, SaladOptions
from grenade_salad.games.salad.moves import SaladSetup
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab import analysis, judge
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record
from grenade_salad.match.replay import replay
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


def test_what_wins_in_every_world_is_found_to_win() -> None:
    state = Match(LAST_SHOT).state
    found = judge.compare(LAST_SHOT, state, 0, End(0), Arrow(0, 0, 5), 1, 30)
    assert 0 <= found.low < found.gain <= found.high
    back = judge.compare(LAST_SHOT, state, 0, Arrow(0, 0, 5), End(0), 1, 30)
    assert (back.gain, back.high < 1) == (-0.5, True)
    assert back.worlds == 10, "it gives up"


def test_what_is_the_same_is_found_to_be_the_same() -> None:
    """Both choices have the same worlds and the same luck."""
    header = salad((("arrow", "hammers", "circles"), ("arrow", "footpath", "explosion")))
    state = Match(header).state
    for one, two in islice(judge.shares(header, state, 0, (Arrow(0, 0, 5), Arrow(0, 0, 5)), 7), 12):
        assert one == two


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng, held = Random(5), 0
    for _ in range(400):
        gains = [float(rng.choice((-1, 0, 0, 0, 1, 1))) for _ in range(40)]
        found = judge.difference(gains)
        assert found.low <= found.gain <= found.high
        held += found.low <= 1 / 6 <= found.high
    assert 365 <= held <= 395
    with pytest.raises(ValueError, match="no worlds"):
        judge.difference([])


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
            seat = match.state.to_act()[0]
            match.act(players[seat].decide(match.state.view(seat), match.state.legal(seat)))
        state = match.state
        seat = state.to_act()[0]
        anything = make_players(game, ["random"] * 3, seed)
        choices = [who[seat].decide(state.view(seat), state.legal(seat)) for who in (players, anything)]
        found = [
            list(islice(judge.shares(match.header, world, seat, choices, seed), 4))
            for world in (state, *(state.resample(seat, Random(number)) for number in range(3)))
        ]
        assert found[0] == found[1] == found[2] == found[3]
        other_worlds += state.resample(seat, Random(0)).position() != state.position()
    assert other_worlds


def played(header: Header, *actions: Action) -> Record:
    match = Match(header)
    match.settle()
    for action in actions:
        match.act(action)
    return Record("a match", match.header, tuple(match.entries))


CROWD = ((114, 116), (169, 176), (122, 128), (116, 159), (153, 126), (127, 118))


def test_the_order_of_cards_within_a_turn_costs_nothing() -> None:
    """The Arrow and then the Hammers, where Hard would rather have begun with the Hammers; they alone do cost."""
    soldiers = tuple(at(number, number // 3, *place) for number, place in enumerate(CROWD))
    hands: tuple[tuple[Card, ...], ...] = (("arrow", "hammers"), ("circles", "arrow", "explosion", "footpath"))
    setup = SaladSetup(soldiers, (3, 1), (0, 0), hands, DECK, 0)
    header = Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 3, setup)
    legal = Match(header).state.legal(0)
    first = next(one for one in legal if isinstance(one, Arrow | Hammers) and one.target == 4)
    alone = next(analysis.analyse(played(header, first, End(0)), "hard"))
    assert alone.claim
    both = next(analysis.analyse(played(header, first, alone.best, End(0)), "hard"))
    assert both.best == alone.best != first
    assert both.claim == 0 == both.cost


def test_what_was_not_done_in_the_turn_is_claimed() -> None:
    point = next(analysis.analyse(played(LAST_SHOT, End(0)), "hard"))
    assert point.claim
    assert point.cost is None, "nobody has judged it yet"


def test_a_cost_is_told_where_player_and_judge_agree() -> None:
    record = played(LAST_SHOT, End(0))
    points = list(analysis.analyse(record, "hard"))
    (point,) = analysis.judged(record, points)
    assert (point.did, point.cost) == (points[0].did, 0.5)
    sure = replace(point, found=judge.Difference(0.25, 0.1, 0.4, 96))
    assert sure.cost == 0.25
    assert "(-25%, 10 to 40)" in analysis.sentence(sure, ("Ann", "Bo"), "hard")
    doubtful = replace(point, found=judge.Difference(0.25, -0.01, 0.4, 96))
    assert doubtful.cost is None
    assert "%" not in analysis.sentence(doubtful, ("Ann", "Bo"), "hard")
    assert list(analysis.judged(record, [point])) == [], "once is enough"


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
    points: list[analysis.Point] = []
    for point in found:
        points = analysis.updated(points, point)
    assert len(points) == analysis.decisions(record) < len(found)
    assert points[0].found is not None
    assert list(analysis.work(record, "hard", points)) == []
    assert list(analysis.work(record, "hard", found[:1])) == found[1:]


def test_where_players_remember_worlds_agree_with_what_they_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever robbed the seat has that card in every world in which its decision is judged."""
    header = Header("live-grenade", ("Ann", "Bo", "Cy"), house_rules("live-grenade", 3), 7)
    match = Match(header)
    play(match, make_players("live-grenade", ["normal"] * 3, 7))
    record = Record("a match", header, tuple(match.entries))
    happened = [(line or 0, event) for line, step in replay(record).steps for event in step.events]
    points = [replace(point, claim=0.5, alike=False) for point in analysis.analyse(record, "normal")]
    worlds: list[State] = []
    share = judge._share

    def watched(header: Header, world: State, *rest: Any) -> float:
        worlds.append(world)
        return share(header, world, *rest)

    monkeypatch.setattr(judge, "_share", watched)
    monkeypatch.setattr(analysis, "WORLDS", 12)
    tested = 0
    for number, (line, theft) in enumerate(happened):
        if not isinstance(theft, Stolen) or theft.card is None:
            continue
        asked = next((point for point in points if point.line > line and point.seat == theft.victim), None)
        since = [event for other, event in happened[number + 1 :] if asked and other < asked.line]
        if asked is None or any(lost_by(theft.thief, event) for event in since):
            continue
        worlds.clear()
        (point,) = analysis.judged(record, [asked])
        assert point.judged
        assert point.found
        hands = [world.position().hands[theft.thief] for world in worlds]  # type: ignore[attr-defined]
        assert all(sort_of(theft.card) in map(sort_of, hand) for hand in hands)
        tested += len(hands)
    assert tested


def lost_by(seat: int, event: Event) -> bool:
    """Whether a card leaves the seat's hand."""
    return (isinstance(event, Played) and event.seat == seat) or (isinstance(event, Stolen) and event.victim == seat)
