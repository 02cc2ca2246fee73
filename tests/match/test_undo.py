"""Undo: as far as the last luck, hidden information or another seat's decision, and the journal forgets the lines."""

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
from grenade_salad.lab.playout import make_players, play, show
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.undo import (
    Ended,
    LuckStands,
    NothingDone,
    NotSoFar,
    SecretSeen,
    may_take_back,
)
from tests.marks import over
from tests.match.keeping import header, play_on
from tests.playing import random_match, steps
from tests.rules.salad.positions import at


def done(match: Match, *actions: Action) -> list[Step]:
    return [step for action in actions for step in match.act(action)]


def live(deck: tuple[str, ...] = ("4C", "AS", "AD")) -> Match:
    hands = (("JD", "2H"), ("KD", "QC"), ("2C", "KC"))
    setup = LiveGrenadeSetup(hands=hands, deck=deck, turn=0, direction=1)
    return Match(Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 7, setup))


def test_nothing_and_the_end() -> None:
    assert may_take_back([], over=False) == NothingDone()
    assert may_take_back(done(live(), Skip(0, ("JD",))), over=True) == Ended()


def test_own_decision() -> None:
    assert may_take_back(done(live(), Skip(0, ("JD",))), over=False) == 1


def test_as_far_as_another_seats_decision() -> None:
    """Bo passed; Cy's answer may go back, Bo's stays."""
    assert may_take_back(done(live(), Skip(0, ("JD",)), Pass(1), Cancel(2, ("KC",))), over=False) == 1
    match = live()
    match.act(Skip(0, ("JD",)))
    match.act(Pass(2))
    match.act(Cancel(1, ("KD",)))
    assert may_take_back(done(match, Pass(0)), over=False) == 1


def test_a_drawn_card_was_hidden() -> None:
    assert may_take_back(done(live(), Draw(0)), over=False) == SecretSeen()


def test_a_drawn_ace_was_hidden_from_everybody() -> None:
    """Without a Best Friend nothing is shuffled; the place of the ace was secret all the same."""
    match = live(("4C", "AS", "AD"))
    match.act(Draw(0))
    assert may_take_back(done(match, Draw(1)), over=False) == SecretSeen()


def test_luck_stays() -> None:
    reason = may_take_back(done(live(("AS", "4C", "AD")), Draw(0)), over=False)
    assert reason == LuckStands("reshuffle")


def salad() -> Match:
    setup = SaladSetup(
        soldiers=(at(0, 0, 200, 200), at(1, 0, 240, 200), at(2, 1, 300, 200), at(3, 1, 340, 200)),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("arrow", "arrow", "circles"), ("footpath",)),
        deck=("pointer", "circles", "arrow", "hammers"),
        turn=0,
    )
    return Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))


def test_shots_of_one_turn_go_back_together() -> None:
    assert may_take_back(done(salad(), Arrow(0, 1, 2), Arrow(0, 1, 3)), over=False) == 2


def test_a_move_that_somebody_answered_stays() -> None:
    match = salad()
    seen = done(match, Move(0, 0, (200.0, 230.0), 0.0))
    assert may_take_back(seen, over=False) == 1
    seen += done(match, NoMine(1), Arrow(0, 1, 2))
    assert may_take_back(seen, over=False) == 1, "the shot may go back, but not the move that Bo has answered"


def test_the_end_of_a_turn_shows_new_cards() -> None:
    assert may_take_back(done(salad(), Arrow(0, 1, 2), End(0)), over=False) == SecretSeen()


def test_a_drop_is_luck() -> None:
    match = Match(header("grenade-salad"))
    assert may_take_back(done(match, Drop(height=100.0, seat=None)), over=False) == LuckStands("rest")


def learned(before: State, step: Step, seat: int) -> bool:
    """Whether something that is possible for all the seat knows would have come out otherwise before its eyes."""
    assert isinstance(step.entry, Action)
    for number in range(12):
        other = before.resample(seat, Random(number))
        if other.why_not(step.entry) is not None:
            return True
        events = other.apply(step.entry)
        if [redact(event, seat) for event in events] != [redact(event, seat) for event in step.events]:
            return True
    return False


@pytest.mark.quick("*wheel", "*live-grenade")
@pytest.mark.parametrize("game", games.NAMES)
@over("seed", range(8))
def test_who_goes_back_has_learned_nothing(game: str, seed: int) -> None:
    """Held against what the seat could have seen instead, and the other way round: only a reason stops."""
    match = random_match(game, seed)
    seen: list[Step] = []
    before = match.state.copy()
    for step in steps(match, Random(seed), 120):
        seen.append(step)
        if isinstance(step.entry, Action) and step.entry.seat is not None and not match.state.is_over:
            may = may_take_back(seen, over=False)
            if isinstance(may, int):
                assert not learned(before, step, step.entry.seat), step
            else:
                assert isinstance(may, SecretSeen)
        before = match.state.copy()


def test_the_journal_forgets_what_is_taken_back(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(header("grenade-salad")) as match:
        play_on(match, steps=4)
        players = make_players("grenade-salad", ["random"] * 3, 2)
        while not isinstance(match.may_take_back(), int):
            seat = match.state.active_seats()[0]
            show(players, match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))))
        most = match.may_take_back()
        assert isinstance(most, int)
        with pytest.raises(Illegal) as refusal:
            match.take_back(most + 1)
        assert refusal.value.reason == NotSoFar(most + 1, most)
        whole = Match(match.header)
        entries = match.entries[:-most]
        for entry in entries:
            whole.add(entry)
        match.take_back(most)
        assert match.entries == entries
        assert [step.entry for step in match.steps] == entries
        assert match.state == whole.state
        assert match.chances == whole.chances
        assert journal.record(match.id).entries == tuple(entries)
    with open_journal(tmp_path) as journal, journal.resume(match.id) as again:
        assert again.entries == entries
        players = make_players("grenade-salad", ["random"] * 3, 1)
        show(players, again.steps)
        play(again, players)
        with pytest.raises(Illegal) as refusal:
            again.take_back()
        assert refusal.value.reason == Ended()
        assert journal.record(match.id).entries == tuple(again.entries)
