"""The odds beside a hint: played on in worlds that the seat cannot tell from its own, told with their interval."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import Action, redact
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab.holdout import Odds
from grenade_salad.lab.playout import house_rules, make_players
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session import odds
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.odds import PlayedOn
from grenade_salad.session.worker_process import AtOnce
from grenade_salad.text import say


def middle(game: str, decisions: int) -> tuple[Match, Machines]:
    """A match of three after so many decisions, and who answers."""
    match = Match(Header(game, ("Ann", "Bo", "Cy"), house_rules(game, 3), 5))
    history = [step.events for step in match.settle()]
    players = make_players(game, ["normal"] * 3, 5)
    for _ in range(decisions):
        seat = match.state.active_seats()[0]
        history += [
            step.events
            for step in match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
        ]
    machines = Machines(match.header, AtOnce(), AtOnce())
    machines.seat([Controller()] * 3, history)
    return match, machines


def all_of(asked: PlayedOn | None) -> list[Odds]:
    """What is told one after another."""
    assert asked
    found: list[Odds] = []
    while len(found) < len(odds.TOLD):
        if asked.update() and asked.odds:
            found.append(asked.odds)
    assert not asked.update(), "that is all"
    return found


@pytest.mark.quick("live-grenade-60")
@pytest.mark.parametrize(("game", "decisions"), [("live-grenade", 60), ("wheel", 10)])
def test_it_is_told_again_as_it_grows_more_certain_and_hangs_on_no_secret(
    game: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "TOLD", (10, 20, 40))
    match, machines = middle(game, decisions)
    seat = match.state.active_seats()[0]
    action = match.state.legal_actions(seat)[0]
    asked = machines.odds(match.state, seat, action)
    assert say(odds.of(asked)) == "Playing on to see the odds…"
    told = all_of(asked)
    assert [one.worlds for one in told] == [10, 20, 40]
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in told)
    assert told[2].high - told[2].low < told[0].high - told[0].low
    words = f"{told[2].low * 100:.0f} to {told[2].high * 100:.0f}% to win, with 95% certainty"
    assert say(odds.of(asked)) == words
    other = match.state.resample(seat, Random(1))
    assert other != match.state
    assert all_of(machines.odds(other, seat, action)) == told


def test_what_is_sent_away_to_be_played_on_holds_no_secret() -> None:
    """The process gets another world that is possible for the seat, and its own events: see `Machines.odds`."""
    sent: list[tuple[object, ...]] = []

    class Watching(AtOnce):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            sent.append(args)
            return super().submit(fn, *args, **kwargs)

    match, machines = middle("live-grenade", 30)
    seat = match.state.active_seats()[0]
    machines._thinker = Watching()
    action: Action = match.state.legal_actions(seat)[0]
    machines.odds(match.state, seat, action)
    ((_, state, _, _, _, events),) = sent
    assert state != match.state
    assert state.view(seat) == match.state.view(seat)  # type: ignore[attr-defined]
    assert all(redact(event, seat) == event for event in events)  # type: ignore[attr-defined]


def test_where_nobody_can_draw_worlds_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from grenade_salad import players
    from grenade_salad.session import machine_players as module

    match, machines = middle("wheel", 6)
    remembers = players.Players(levels=("normal",), make=players.players_of("wheel").make, remember=True)
    monkeypatch.setattr(module.players, "players_of", lambda game: remembers)
    seat = match.state.active_seats()[0]
    assert isinstance(match.header.options, WheelOptions)
    assert machines.odds(match.state, seat, match.state.legal_actions(seat)[0]) is None
    assert say(odds.of(None)) == ""
