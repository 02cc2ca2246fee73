"""The turning point of a match, and its highlights."""

from __future__ import annotations

from grenade_salad.core import registry
from grenade_salad.games.live_grenade.events import Grenade
from grenade_salad.games.wheel import Advance
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.stats import count_facts
from grenade_salad.match.story import StoryBuilder, build_story, find_highlights
from grenade_salad.text import Reader, say
from tests.marks import for_each

NAMES = ("Ann", "Bo", "Cy")


def play_match(game: str, seed: int) -> tuple[Match, list[Step]]:
    """Return a match of machine players, with all its steps."""
    match, steps = Match(Header(game, NAMES, registry.load(game).options(), seed)), list[Step]()
    play(match, make_players(game, ["easy"] * 3, seed), steps.append)
    return match, steps


def turning_text(match: Match) -> str:
    """Return the sentence about the turning point."""
    return say(build_story(match.header, match.entries, match.state.ranking()).turning_point, Reader(NAMES))


@for_each("seed", range(6))
def test_lasting_leader_in_a_game_with_points_is_the_winner(seed: int) -> None:
    match, _ = play_match("grenade-salad", seed)
    ranking = match.state.ranking()
    if len(ranking[0]) > 1:
        assert turning_text(match) == ""
        return
    winner = ranking[0][0]
    replayed = Match(match.header)
    leads = []
    for entry in match.entries:
        replayed.apply_entry(entry)
        scores = replayed.state.scores
        assert scores is not None
        leads.append(scores[winner] > max(score for seat, score in enumerate(scores) if seat != winner))
    words = turning_text(match)
    assert words
    if words.endswith("and kept it"):
        assert words.startswith(NAMES[winner])
        assert not all(leads), "it was taken at some time"


@for_each("seed", range(3))
def test_followed_match_has_the_same_story(seed: int) -> None:
    """Also if lines were undone on the way and others played in their place."""
    match, _ = play_match("grenade-salad", seed)
    other_match, _ = play_match("grenade-salad", seed + 100)
    entries, ranking = match.entries, match.state.ranking()
    builder = StoryBuilder(match.header)
    for lines in range(0, len(entries) - 3, 2):
        builder.follow(entries[:lines], max_lines=1)
    assert builder.build(entries, ranking) == build_story(match.header, entries, ranking)
    builder.follow(entries[:5])
    builder.follow([*entries[:4], *entries[5:]])
    assert builder.build(entries, ranking) == build_story(match.header, entries, ranking)
    builder.follow(other_match.entries)
    assert builder.build(entries, ranking) == build_story(match.header, entries, ranking)


@for_each("seed", range(6))
def test_best_friend_that_saved_the_winner_is_the_turning_point(seed: int) -> None:
    match, steps = play_match("live-grenade", seed)
    winner = match.state.ranking()[0][0]
    survived = count_facts("live-grenade", steps, 3)[winner].get("grenades_survived", 0)
    assert turning_text(match).startswith(f"A Best Friend saved {NAMES[winner]} in turn") == bool(survived)
    match_story = build_story(match.header, match.entries, match.state.ranking())
    assert match_story.is_chance, "whose grenade it was decided the deck, and nobody at the table"
    assert any(isinstance(event, Grenade) for event in steps[match_story.lines - 1].events)


def test_action_is_distinguished_from_chance() -> None:
    match, _ = play_match("wheel", 3)
    match_story = build_story(match.header, match.entries, match.state.ranking())
    assert not match_story.is_chance
    assert isinstance(match.entries[match_story.lines - 1], Advance), "a die was chosen"


def test_match_without_a_winner_has_no_turning_point() -> None:
    match = Match(Header("wheel", NAMES, registry.load("wheel").options(), 1))
    assert turning_text(match) == ""


def test_shared_and_single_facts_are_no_highlights() -> None:
    facts = [{"kills_arrow": 3, "own_hit": 1}, {"kills_arrow": 3, "best_blast": 4}, {"kills_hammers": 5}]
    highlights = find_highlights("grenade-salad", facts)
    assert [(highlight.seat, highlight.value) for highlight in highlights] == [(1, 4), (2, 5)]
