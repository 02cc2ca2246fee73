"""Races of choices, worlds that agree with the view, mistakes, and equal effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad import puzzles
from grenade_salad.commands.puzzles import check_puzzle
from grenade_salad.core import Action, derive_rng, redact
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.games.live_grenade.actions import Reverse, Skip
from grenade_salad.games.live_grenade.cards import FRIENDS
from grenade_salad.games.live_grenade.events import Grenade, Out, Stolen
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.salad import Explosion
from grenade_salad.lab.analysis import find_points, screen, update_points
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Match, Step, new_match
from grenade_salad.match.record import Record
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.puzzles.race import make_moment, race, replay_moment
from grenade_salad.puzzles.search import choose_lines


def _find_kind(match: Match, action: Action) -> str:
    """Return the kind of choice that the action is, by its effect."""
    return load_puzzle_rules(match.header.game).kind(match.state.view(action.seat), action)


def _play_match(game: str, levels: list[str], seed: int) -> Match:
    match = new_match(game, tuple(f"Player {seat}" for seat in range(len(levels))), seed)
    play(match, make_players(game, levels, seed))
    return match


def test_explosion_elsewhere_with_the_same_effect_solves_the_puzzle() -> None:
    tried = 0
    for puzzle in puzzles.load("grenade-salad"):
        best = puzzle.best.action
        if isinstance(best, Explosion) and best.at is not None:
            assert puzzles.is_solution(puzzle, replace(best, at=(best.at[0] + 1e-6, best.at[1])))
            hits_somebody = puzzle.best.key != best.do
            assert puzzles.is_solution(puzzle, replace(best, at=(-500.0, -500.0))) is not hits_somebody
            tried += hits_somebody
    assert tried


def test_equal_dice_on_one_card_are_one_choice() -> None:
    match = new_match("wheel", ("Ann", "Bo"), 1)
    match.resolve_chance()
    legal = match.state.legal_actions(match.state.active_seats()[0])
    assert len(legal) == 3
    assert len({_find_kind(match, action) for action in legal}) == 1


@pytest.mark.rule("LG-21")
def test_reverse_is_the_same_choice_as_skip_for_two_players() -> None:
    for names in (("Ann", "Bo"), ("Ann", "Bo", "Cy")):
        match = new_match("live-grenade", names, 1)
        match.resolve_chance()
        kinds = {_find_kind(match, action) for action in (Skip(0, ("JC",)), Reverse(0, ("QC",)))}
        assert len(kinds) == len(names) - 1


def test_spots_are_of_their_kind_and_enough_of_them_are_legal() -> None:
    """Every spot of the grid is of the kind under which it is listed.

    Enough of those that solve the puzzle are legal.
    """
    tried = 0
    for puzzle in puzzles.load("grenade-salad")[::4]:
        state, best = puzzles.replay_match(puzzle).state, puzzle.best
        if not puzzle.place:
            continue
        spots = load_puzzle_rules(puzzle.game).spots(puzzle.view, best.action)
        assert {choice.key for choice in puzzle.kinds} <= spots.keys() | {best.key}
        right = [spot for spot in spots[best.key] if state.why_not(spot) is None]
        assert 3 <= len(right) <= sum(map(len, spots.values())) / 2
        for spot in right[:5]:
            assert puzzles.is_solution(puzzle, spot)
        tried += 1
    assert tried


def test_wrong_solution_fails_the_check() -> None:
    puzzle = next(candidate for candidate in puzzles.load("wheel") if candidate.lead.low > 0.3)
    wrong = replace(puzzle, kinds=(puzzle.kinds[1], puzzle.kinds[0], *puzzle.kinds[2:]))
    assert check_puzzle(puzzle, 5).holds
    assert not check_puzzle(wrong, 5).holds


def test_race_depends_on_the_seed_and_is_reproducible() -> None:
    puzzle = max(puzzles.load("wheel"), key=lambda candidate: (candidate.lead.gain < 0.8, candidate.lead.gain))
    assert check_puzzle(puzzle, 1) == check_puzzle(puzzle, 1)
    assert len({check_puzzle(puzzle, seed).lead.gain for seed in range(4)}) > 1


def test_race_needs_two_kinds() -> None:
    puzzle = puzzles.load("wheel")[0]
    moment = make_moment(puzzle.record.header, replay_moment(puzzle))
    with pytest.raises(ValueError, match="nothing to choose"):
        race(moment, [(puzzle.best.key, puzzle.best.action)], 1, 10)


@pytest.mark.rule("LG-04", "LG-19")
@pytest.mark.parametrize("seed", range(4))
def test_worlds_of_live_grenade_agree_with_what_the_seat_saw(seed: int) -> None:
    """A card just stolen from a seat is with the thief.

    Everybody was dealt a Best Friend.
    """
    match = _play_match("live-grenade", ["normal"] * 3, seed)
    jumps = MatchSeeker(match.header, match.entries)
    make, checked = load_puzzle_rules("live-grenade").worlds, 0
    assert make
    steps = list[Step]()
    for line, step in enumerate(jumps.steps[:-1], 1):
        steps.append(step)
        state = jumps.match_at(line).state
        assert isinstance(state, LiveGrenadeState)
        if state.pending_chance() or 0 not in state.active_seats():
            continue
        events = [redact(event, 0) for past_step in steps for event in past_step.events]
        world = make(state, 0, events)(derive_rng(seed, line))
        assert world.view(0) == state.view(0)
        hands = world.full_view().hands
        last = step.events[-1]
        if isinstance(last, Stolen) and last.victim == 0:
            assert last.card in hands[last.thief]
        moved = [event for event in events if isinstance(event, Stolen | Grenade | Out)]
        if not moved:
            checked += 1
            assert all(any(card in FRIENDS for card in hand) for hand in hands)
    assert checked


@pytest.mark.slow
def test_mistakes_are_puzzles_that_their_seat_did_not_solve() -> None:
    mistakes = []
    for seed in (1, 5):
        match = _play_match("wheel", ["random", "normal"], seed)
        record = Record("an evening", match.header, tuple(match.entries))
        points = list(find_points(record, "hard"))
        for point in screen(record, points, "hard", odds=0):
            points = update_points(points, point)
        for puzzle in puzzles.find_mistakes(record, 0, points, limit=3):
            assert puzzle.seat == 0
            played = record.entries[puzzle.line]
            assert not puzzles.is_solution(puzzle, played)  # type: ignore[arg-type]
            assert puzzles.find_choice(puzzle, played)  # type: ignore[arg-type]
            mistakes.append(puzzle)
    assert mistakes


def test_moments_are_searched_only_after_the_share_set_by_the_game() -> None:
    entries, puzzle_rules = _play_match("wheel", ["random", "normal"], 1).entries, load_puzzle_rules("wheel")
    acted = {line for line, entry in enumerate(entries) if isinstance(entry, Action)}
    for since in (0.5, 0.75):
        wanted = choose_lines(entries, derive_rng(1, 0), replace(puzzle_rules, since=since, max_moments=1000))
        assert wanted == {line for line in acted if line > since * len(entries)}
        assert len(choose_lines(entries, derive_rng(1, 0), replace(puzzle_rules, since=since, max_moments=2))) == 2
