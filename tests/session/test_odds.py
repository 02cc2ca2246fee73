"""Odds beside a hint, estimated in consistent worlds, with their interval."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import players
from grenade_salad.core import Action, redact
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab.holdout import Odds
from grenade_salad.lab.playout import make_options, make_players
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session import odds
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.odds import OddsEstimate
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.text import say


def play_to_middle(game: str, decisions: int) -> tuple[Match, MachinePlayers]:
    """Return a match of three after some decisions, and its machine players."""
    match = Match(Header(game, ("Ann", "Bo", "Cy"), make_options(game, 3), 5))
    history = [step.events for step in match.resolve_chance()]
    normals = make_players(game, ["normal"] * 3, 5)
    for _ in range(decisions):
        seat = match.state.active_seats()[0]
        action = normals[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
        history += [step.events for step in match.act(action)]
    machines = MachinePlayers(match.header, ImmediateExecutor(), ImmediateExecutor())
    machines.seat_players([Controller()] * 3, history)
    return match, machines


def collect_odds(estimate: OddsEstimate | None) -> list[Odds]:
    """Return the odds at each milestone of the estimate."""
    assert estimate
    collected: list[Odds] = []
    while len(collected) < len(odds.MILESTONES):
        if estimate.update() and estimate.odds:
            collected.append(estimate.odds)
    assert not estimate.update(), "that is all"
    return collected


@pytest.mark.quick("live-grenade-60")
@pytest.mark.parametrize(("game", "decisions"), [("live-grenade", 60), ("wheel", 10)])
def test_odds_grow_more_certain_and_depend_on_no_secret(
    game: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "MILESTONES", (10, 20, 40))
    match, machines = play_to_middle(game, decisions)
    seat = match.state.active_seats()[0]
    action = match.state.legal_actions(seat)[0]
    estimate = machines.estimate_odds(match.state, seat, action)
    assert say(odds.describe_estimate(estimate)) == "Playing on to see the odds…"
    collected = collect_odds(estimate)
    assert [result.worlds for result in collected] == [10, 20, 40]
    assert all(0 <= interval.low <= interval.share <= interval.high <= 1 for interval in collected)
    assert collected[2].high - collected[2].low < collected[0].high - collected[0].low
    words = f"{collected[2].low * 100:.0f} to {collected[2].high * 100:.0f}% to win, with 95% certainty"
    assert say(odds.describe_estimate(estimate)) == words
    assert say(odds.describe_chance(estimate)) == f"This wins {say(odds.describe_share(collected[2].share))}"
    world = match.state.resample(seat, Random(1))
    assert world != match.state
    assert collect_odds(machines.estimate_odds(world, seat, action)) == collected


def test_data_sent_to_the_process_holds_no_secret() -> None:
    """The process gets another consistent world, and the seat's own events."""
    sent: list[tuple[object, ...]] = []

    class RecordingExecutor(ImmediateExecutor):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            sent.append(args)
            return super().submit(fn, *args, **kwargs)

    match, machines = play_to_middle("live-grenade", 30)
    seat = match.state.active_seats()[0]
    machines._thinker = RecordingExecutor()
    action: Action = match.state.legal_actions(seat)[0]
    machines.estimate_odds(match.state, seat, action)
    ((_, state, _, _, _, events),) = sent
    assert state != match.state
    assert state.view(seat) == match.state.view(seat)  # type: ignore[attr-defined]
    assert all(redact(event, seat) == event for event in events)  # type: ignore[attr-defined]


def test_no_odds_are_shown_where_no_worlds_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    match, machines = play_to_middle("wheel", 6)
    remembering_roster = players.Roster(levels=("normal",), make=players.load_roster("wheel").make, has_memory=True)
    monkeypatch.setattr(players, "load_roster", lambda game: remembering_roster)
    seat = match.state.active_seats()[0]
    assert isinstance(match.header.options, WheelOptions)
    assert machines.estimate_odds(match.state, seat, match.state.legal_actions(seat)[0]) is None
    assert say(odds.describe_estimate(None)) == ""
