"""Undo: back to the last chance, revealed secret or other seat's decision."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Illegal, State, redact
from grenade_salad.games.live_grenade import Cancel, Draw, LiveGrenadeOptions, LiveGrenadeSetup, Pass, Skip
from grenade_salad.games.salad import Arrow, Drop, End, Move, SaladOptions, SaladSetup
from grenade_salad.games.salad import Pass as NoMine
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players, play, show_steps
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.undo import (
    Ended,
    LuckStands,
    NothingDone,
    NotSoFar,
    SecretSeen,
    count_undoable,
)
from tests.marks import for_each
from tests.match.keeping import new_header, play_new_match
from tests.playing import random_match, random_steps
from tests.rules.salad.positions import soldier_at


def act_all(match: Match, *actions: Action) -> list[Step]:
    return [step for action in actions for step in match.act(action)]


def live_grenade_match(deck: tuple[str, ...] = ("4C", "AS", "AD")) -> Match:
    hands = (("JD", "2H"), ("KD", "QC"), ("2C", "KC"))
    setup = LiveGrenadeSetup(hands=hands, deck=deck, turn=0, direction=1)
    return Match(Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 7, setup))


def test_undo_is_refused_without_actions_and_after_the_end() -> None:
    assert count_undoable([], is_over=False) == NothingDone()
    assert count_undoable(act_all(live_grenade_match(), Skip(0, ("JD",))), is_over=True) == Ended()


def test_own_decision_can_be_undone() -> None:
    assert count_undoable(act_all(live_grenade_match(), Skip(0, ("JD",))), is_over=False) == 1


def test_undo_stops_at_another_seats_decision() -> None:
    """After Bo's pass, Cy's answer can be undone, Bo's cannot."""
    assert (
        count_undoable(act_all(live_grenade_match(), Skip(0, ("JD",)), Pass(1), Cancel(2, ("KC",))), is_over=False) == 1
    )
    match = live_grenade_match()
    match.act(Skip(0, ("JD",)))
    match.act(Pass(2))
    match.act(Cancel(1, ("KD",)))
    assert count_undoable(act_all(match, Pass(0)), is_over=False) == 1


def test_drawn_card_cannot_be_undone() -> None:
    assert count_undoable(act_all(live_grenade_match(), Draw(0)), is_over=False) == SecretSeen()


def test_drawn_ace_cannot_be_undone() -> None:
    """Without a Best Friend nothing is shuffled, but the place of the ace was secret."""
    match = live_grenade_match(("4C", "AS", "AD"))
    match.act(Draw(0))
    assert count_undoable(act_all(match, Draw(1)), is_over=False) == SecretSeen()


def test_chance_cannot_be_undone() -> None:
    reason = count_undoable(act_all(live_grenade_match(("AS", "4C", "AD")), Draw(0)), is_over=False)
    assert reason == LuckStands("reshuffle")


def salad_match() -> Match:
    setup = SaladSetup(
        soldiers=(
            soldier_at(0, 0, 200, 200),
            soldier_at(1, 0, 240, 200),
            soldier_at(2, 1, 300, 200),
            soldier_at(3, 1, 340, 200),
        ),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("arrow", "arrow", "circles"), ("footpath",)),
        deck=("pointer", "circles", "arrow", "hammers"),
        turn=0,
    )
    return Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))


def test_shots_of_one_turn_can_be_undone_together() -> None:
    assert count_undoable(act_all(salad_match(), Arrow(0, 1, 2), Arrow(0, 1, 3)), is_over=False) == 2


def test_answered_move_cannot_be_undone() -> None:
    match = salad_match()
    match_steps = act_all(match, Move(0, 0, (200.0, 230.0), 0.0))
    assert count_undoable(match_steps, is_over=False) == 1
    match_steps += act_all(match, NoMine(1), Arrow(0, 1, 2))
    assert count_undoable(match_steps, is_over=False) == 1, (
        "the shot may go back, but not the move that Bo has answered"
    )


def test_end_of_a_turn_cannot_be_undone_after_drawing() -> None:
    assert count_undoable(act_all(salad_match(), Arrow(0, 1, 2), End(0)), is_over=False) == SecretSeen()


def test_drop_cannot_be_undone() -> None:
    match = Match(new_header("grenade-salad"))
    assert count_undoable(act_all(match, Drop(height=100.0, seat=None)), is_over=False) == LuckStands("rest")


def has_learned(state_before: State, step: Step, seat: int) -> bool:
    """True if the seat could have seen another result in a world that fits its view."""
    assert isinstance(step.entry, Action)
    for world_seed in range(12):
        world = state_before.resample(seat, Random(world_seed))
        if world.why_not(step.entry) is not None:
            return True
        events = world.apply(step.entry)
        if [redact(event, seat) for event in events] != [redact(event, seat) for event in step.events]:
            return True
    return False


@pytest.mark.quick("*wheel", "*live-grenade")
@pytest.mark.parametrize("game", games.NAMES)
@for_each("seed", range(8))
def test_undoing_seat_has_learned_nothing(game: str, seed: int) -> None:
    """Compare with what the seat could have seen instead.

    If undo is refused, the reason is a revealed secret.
    """
    match = random_match(game, seed)
    match_steps: list[Step] = []
    state_before = match.state.copy()
    for step in random_steps(match, Random(seed), 120):
        match_steps.append(step)
        if isinstance(step.entry, Action) and step.entry.seat is not None and not match.state.is_over:
            undoable = count_undoable(match_steps, is_over=False)
            if isinstance(undoable, int):
                assert not has_learned(state_before, step, step.entry.seat), step
            else:
                assert isinstance(undoable, SecretSeen)
        state_before = match.state.copy()


def test_journal_removes_undone_lines(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(new_header("grenade-salad")) as match:
        play_new_match(match, steps=4)
        players = make_players("grenade-salad", ["random"] * 3, 2)
        while not isinstance(match.count_undoable(), int):
            seat = match.state.active_seats()[0]
            show_steps(
                players, match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
            )
        undoable = match.count_undoable()
        assert isinstance(undoable, int)
        with pytest.raises(Illegal) as refusal:
            match.undo_lines(undoable + 1)
        assert refusal.value.reason == NotSoFar(undoable + 1, undoable)
        expected = Match(match.header)
        entries = match.entries[:-undoable]
        for entry in entries:
            expected.apply_entry(entry)
        match.undo_lines(undoable)
        assert match.entries == entries
        assert [step.entry for step in match.steps] == entries
        assert match.state == expected.state
        assert match.chance_count == expected.chance_count
        assert journal.record(match.id).entries == tuple(entries)
    with open_journal(tmp_path) as journal, journal.resume(match.id) as resumed:
        assert resumed.entries == entries
        players = make_players("grenade-salad", ["random"] * 3, 1)
        show_steps(players, resumed.steps)
        play(resumed, players)
        with pytest.raises(Illegal) as refusal:
            resumed.undo_lines()
        assert refusal.value.reason == Ended()
        assert journal.record(match.id).entries == tuple(resumed.entries)
