"""The wheel's players that think: they know nothing that their seat cannot know, and play every table."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import players as machine_players
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelView
from grenade_salad.games.wheel.preview import preview
from grenade_salad.players import time_budget
from tests.marks import slow_but
from tests.players.telling import tell
from tests.players.wheel_matches import begun
from tests.rules.wheel.positions import position

DECISIONS = 4


@pytest.mark.quick("4")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_choice_does_not_depend_on_what_the_seat_cannot_know(seats: int) -> None:
    """A twin that is shown the same, and asked in a world where all that is hidden is another, does the same."""
    rng = Random(11)
    match = begun(seats, WheelOptions(), 5)
    players = [machine_players.make("wheel", "hard", seat, Random(seat)) for seat in range(seats)]
    twins = [machine_players.make("wheel", "hard", seat, Random(seat)) for seat in range(seats)]
    steps = match.settle()
    for _ in range(DECISIONS):
        for step in steps:
            tell(players, step.events)
            tell(twins, step.events)
        seat = match.state.active_seats()[0]
        other = match.state.resample(seat, rng)
        assert other.full_view() != match.state.full_view()
        action = players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
        assert twins[seat].decide(other.view(seat), other.legal_actions(seat)) == action
        steps = match.act(action)


@pytest.mark.quick("expert*")
@pytest.mark.parametrize("level", ["hard", "expert:0.2"])
def test_it_spares_its_own_card(level: str) -> None:
    """Two of the three dice would blow up AS, its own card."""
    state = position("AS 2S 3S 4S 5S 6S 7S joker", ["AH", "2H"], [(5, 5), (1, 1), (5, 5)])
    state.apply_chance(Roll(3))
    player = machine_players.make("wheel", level, 0, Random(1))
    assert player.decide(state.view(0), state.legal_actions(0)) == Advance(0, 1)


@pytest.mark.quick("2-*", "3-*")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, WheelOptions(last_heart=True)),
        (3, WheelOptions(face_down="counted", joker="twice")),
        (7, WheelOptions(joker_safe=True)),
    ],
)
def test_it_plays_with_every_house_rule(seats: int, options: WheelOptions) -> None:
    match = begun(seats, options, 3)
    players = [machine_players.make("wheel", "expert:0.001", seat, Random(seat)) for seat in range(seats)]
    steps = match.settle()
    while not match.state.is_over:
        for step in steps:
            tell(players, step.events)
        seat = match.state.active_seats()[0]
        steps = match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    assert len(match.state.ranking()) == seats


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is cut off, however busy the machine is."""
    monkeypatch.setattr(time_budget, "perf_counter", lambda: 0.0)


@pytest.mark.quick("2-hard")
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("seats", [2, 3])
def test_advice_is_what_it_would_do_and_how_likely_it_wins(level: str, seats: int) -> None:
    """Die 0 blows up the last card of everybody else but one; die 1 blows up its own card; the third is between."""
    hearts, down = (["AH", "3H"], ()) if seats == 2 else (["AH", "3H", "6H"], ())
    state = position("AS 2S joker 3S 4S 5S 6S 7S", hearts, [(1, 5), (7, 5), (5, 1)], down)
    state.apply_chance(Roll(1))
    player = machine_players.make("wheel", level, 0, Random(1))
    view, legal = state.view(0), state.legal_actions(0)
    lost = player.advise(view, legal, Advance(0, 1))
    assert lost.played == pytest.approx(0.0, abs=1e-6)
    assert lost.chance is not None
    assert 1 / seats - 0.1 < lost.chance <= 1
    assert lost.action == player.decide(view, legal)
    again = player.advise(view, legal, lost.action)
    assert again == machine_players.Advice(lost.action, lost.chance, lost.chance)
    assert player.advise(view, legal).played is None


@pytest.mark.quick("normal")
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("level", slow_but(["normal", "hard"], ["normal", "hard", "expert"]))
def test_styles_differ_where_moves_are_about_equally_good(level: str) -> None:
    """Reckless has more explosions, jokers and high numbers than careful, and neither blows up its own cards freely."""
    rng = Random(3)
    loud = dict.fromkeys(machine_players.STYLES, 0)
    differ = asked = 0
    for seed in range(5):
        match = begun(2, WheelOptions(), seed)
        players = {
            style: machine_players.make("wheel", f"{level}-{style}", 0, Random(1)) for style in machine_players.STYLES
        }
        steps = match.settle()
        while not match.state.is_over:
            for step in steps:
                tell(list(players.values()), step.events)
            seat = match.state.active_seats()[0]
            view, legal = match.state.view(seat), match.state.legal_actions(seat)
            if seat == 0:
                assert isinstance(view, WheelView)
                chosen = {style: player.decide(view, legal) for style, player in players.items()}
                for style, action in chosen.items():
                    assert isinstance(action, Advance)
                    seen = preview(view, action.die)
                    loud[style] += 10 * len(seen.explosions) + 3 * seen.joker + max(seen.pips)
                differ += chosen["careful"] != chosen["reckless"]
                asked += 1
            steps = match.act(rng.choice(legal))
    assert asked > 20
    assert 0.1 * asked < differ < 0.9 * asked
    assert loud["reckless"] > loud["careful"]
