"""Races of choices, worlds that agree with what was seen, mistakes, and effects that count instead of millimetres."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad import puzzles
from grenade_salad.commands.puzzles import check
from grenade_salad.core import Action, chance_rng, redact
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.games.live_grenade.actions import Reverse, Skip
from grenade_salad.games.live_grenade.cards import FRIENDS
from grenade_salad.games.live_grenade.events import Grenade, Out, Stolen
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.salad import Explosion
from grenade_salad.lab.analysis import claims
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Match, Step, new_match
from grenade_salad.match.record import Record
from grenade_salad.match.seek import Jumps
from grenade_salad.puzzles.race import moment_of, race, seen_in
from grenade_salad.puzzles.search import late


def _played(game: str, levels: list[str], seed: int) -> Match:
    match = new_match(game, tuple(f"Player {seat}" for seat in range(len(levels))), seed)
    play(match, make_players(game, levels, seed))
    return match


def test_an_explosion_elsewhere_with_the_same_effect_solves() -> None:
    tried = 0
    for puzzle in puzzles.load("grenade-salad"):
        best = puzzle.best.action
        if isinstance(best, Explosion) and best.at is not None:
            assert puzzles.solved(puzzle, replace(best, at=(best.at[0] + 1e-6, best.at[1])))
            hits_somebody = puzzle.best.key != best.do
            assert puzzles.solved(puzzle, replace(best, at=(-500.0, -500.0))) is not hits_somebody
            tried += hits_somebody
    assert tried


def test_two_dice_that_show_the_same_on_one_card_are_one_choice() -> None:
    match = new_match("wheel", ("Ann", "Bo"), 1)
    match.settle()
    legal = match.state.legal_actions(match.state.active_seats()[0])
    assert len(legal) == 3
    assert len({puzzles.kind(match.state, action) for action in legal}) == 1


@pytest.mark.rule("LG-21")
def test_of_two_players_a_reverse_is_a_skip() -> None:
    for names in (("Ann", "Bo"), ("Ann", "Bo", "Cy")):
        match = new_match("live-grenade", names, 1)
        match.settle()
        kinds = {puzzles.kind(match.state, one) for one in (Skip(0, ("JC",)), Reverse(0, ("QC",)))}
        assert len(kinds) == len(names) - 1


def test_spots_are_legal_where_told_and_as_good_as_the_best() -> None:
    """Every spot of the grid is of the kind it stands under, and enough of those that solve it are legal."""
    tried = 0
    for puzzle in puzzles.load("grenade-salad")[::4]:
        state, best = puzzles.match(puzzle).state, puzzle.best
        if not puzzle.place:
            continue
        found = puzzling(puzzle.game).spots(puzzle.view, best.action)
        assert {one.key for one in puzzle.kinds} <= found.keys() | {best.key}
        right = [spot for spot in found[best.key] if state.why_not(spot) is None]
        assert 3 <= len(right) <= sum(map(len, found.values())) / 2
        for spot in right[:5]:
            assert puzzles.solved(puzzle, spot)
        tried += 1
    assert tried


def test_a_solution_said_wrong_falls() -> None:
    puzzle = next(one for one in puzzles.load("wheel") if one.lead.low > 0.3)
    wrong = replace(puzzle, kinds=(puzzle.kinds[1], puzzle.kinds[0], *puzzle.kinds[2:]))
    assert check(puzzle, 5).holds
    assert not check(wrong, 5).holds


def test_another_seed_is_another_race_and_the_same_one_is_the_same() -> None:
    puzzle = max(puzzles.load("wheel"), key=lambda one: (one.lead.gain < 0.8, one.lead.gain))
    assert check(puzzle, 1) == check(puzzle, 1)
    assert len({check(puzzle, seed).lead.gain for seed in range(4)}) > 1


def test_a_race_needs_two_kinds() -> None:
    puzzle = puzzles.load("wheel")[0]
    moment = moment_of(puzzle.record.header, seen_in(puzzle))
    with pytest.raises(ValueError, match="nothing to choose"):
        race(moment, [(puzzle.best.key, puzzle.best.action)], 1, 10)


@pytest.mark.rule("LG-04", "LG-19")
@pytest.mark.parametrize("seed", range(4))
def test_worlds_of_live_grenade_hold_what_the_seat_saw(seed: int) -> None:
    """What was just stolen from a seat lies with the thief; everybody was dealt a Best Friend."""
    match = _played("live-grenade", ["normal"] * 3, seed)
    jumps = Jumps(match.header, match.entries)
    make, asked = puzzling("live-grenade").worlds, 0
    assert make
    steps = list[Step]()
    for line, step in enumerate(jumps.steps[:-1], 1):
        steps.append(step)
        state = jumps.at(line).state
        assert isinstance(state, LiveGrenadeState)
        if state.pending_chance() or 0 not in state.active_seats():
            continue
        events = [redact(event, 0) for one in steps for event in one.events]
        world = make(state, 0, events)(chance_rng(seed, line))
        assert world.view(0) == state.view(0)
        hands = world.full_view().hands
        last = step.events[-1]
        if isinstance(last, Stolen) and last.victim == 0:
            assert last.card in hands[last.thief]
        moved = [event for event in events if isinstance(event, Stolen | Grenade | Out)]
        if not moved:
            asked += 1
            assert all(any(card in FRIENDS for card in hand) for hand in hands)
    assert asked


@pytest.mark.slow
def test_mistakes_are_puzzles_that_their_seat_did_not_solve() -> None:
    found = []
    for seed in (1, 5):
        match = _played("wheel", ["random", "normal"], seed)
        record = Record("an evening", match.header, tuple(match.entries))
        points = claims(record, "hard")
        for puzzle in puzzles.mistakes(record, 0, points, most=3):
            assert puzzle.seat == 0
            played = record.entries[puzzle.line]
            assert not puzzles.solved(puzzle, played)  # type: ignore[arg-type]
            assert puzzles.choice(puzzle, played)  # type: ignore[arg-type]
            found.append(puzzle)
    assert found


def test_moments_are_looked_at_from_where_the_game_says_on() -> None:
    entries, brought = _played("wheel", ["random", "normal"], 1).entries, puzzling("wheel")
    acted = {line for line, one in enumerate(entries) if isinstance(one, Action)}
    for since in (0.5, 0.75):
        wanted = late(entries, chance_rng(1, 0), replace(brought, since=since, looked_at=1000))
        assert wanted == {line for line in acted if line > since * len(entries)}
        assert len(late(entries, chance_rng(1, 0), replace(brought, since=since, looked_at=2))) == 2
