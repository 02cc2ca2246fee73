"""What turned a match, and what was remarkable in it."""

from __future__ import annotations

from grenade_salad.core import registry
from grenade_salad.games.live_grenade.events import Grenade
from grenade_salad.games.wheel import Advance
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.stats import facts_of
from grenade_salad.match.story import Teller, remarkable, story
from grenade_salad.text import Reader, say
from tests.marks import over

NAMES = ("Ann", "Bo", "Cy")


def played(game: str, seed: int) -> tuple[Match, list[Step]]:
    """A match of machines, and all that happened in it."""
    match, steps = Match(Header(game, NAMES, registry.load(game).options(), seed)), list[Step]()
    play(match, make_players(game, ["easy"] * 3, seed), steps.append)
    return match, steps


def told(match: Match) -> str:
    """What turned it, in words."""
    return say(story(match.header, match.entries, match.state.ranking()).turning, Reader(NAMES))


@over("seed", range(6))
def test_who_leads_for_good_in_a_game_with_points_is_who_won(seed: int) -> None:
    match, _ = played("grenade-salad", seed)
    ranking = match.state.ranking()
    if len(ranking[0]) > 1:
        assert told(match) == ""
        return
    winner = ranking[0][0]
    again = Match(match.header)
    leads = []
    for entry in match.entries:
        again.add(entry)
        scores = again.state.scores
        assert scores is not None
        leads.append(scores[winner] > max(score for seat, score in enumerate(scores) if seat != winner))
    words = told(match)
    assert words
    if words.endswith("and kept it"):
        assert words.startswith(NAMES[winner])
        assert not all(leads), "it was taken at some time"


@over("seed", range(3))
def test_a_match_that_was_followed_line_by_line_has_the_same_story(seed: int) -> None:
    """Also if lines were taken back on the way, and others played in their place."""
    match, _ = played("grenade-salad", seed)
    other, _ = played("grenade-salad", seed + 100)
    entries, ranking = match.entries, match.state.ranking()
    teller = Teller(match.header)
    for lines in range(0, len(entries) - 3, 2):
        teller.follow(entries[:lines], most=1)
    assert teller.tell(entries, ranking) == story(match.header, entries, ranking)
    teller.follow(entries[:5])
    teller.follow([*entries[:4], *entries[5:]])
    assert teller.tell(entries, ranking) == story(match.header, entries, ranking)
    teller.follow(other.entries)
    assert teller.tell(entries, ranking) == story(match.header, entries, ranking)


@over("seed", range(6))
def test_a_best_friend_that_saved_the_winner_turned_it(seed: int) -> None:
    match, steps = played("live-grenade", seed)
    winner = match.state.ranking()[0][0]
    survived = facts_of("live-grenade", steps, 3)[winner].get("grenades_survived", 0)
    assert told(match).startswith(f"A Best Friend saved {NAMES[winner]} in turn") == bool(survived)
    found = story(match.header, match.entries, match.state.ranking())
    assert found.luck, "whose grenade it was decided the deck, and nobody at the table"
    assert any(isinstance(event, Grenade) for event in steps[found.lines - 1].events)


def test_a_move_is_told_from_luck() -> None:
    match, _ = played("wheel", 3)
    found = story(match.header, match.entries, match.state.ranking())
    assert not found.luck
    assert isinstance(match.entries[found.lines - 1], Advance), "a die was chosen"


def test_nothing_turned_a_match_that_nobody_won() -> None:
    match = Match(Header("wheel", NAMES, registry.load("wheel").options(), 1))
    assert told(match) == ""


def test_what_two_share_and_what_happened_once_is_not_remarkable() -> None:
    facts = [{"kills_arrow": 3, "own_hit": 1}, {"kills_arrow": 3, "best_blast": 4}, {"kills_hammers": 5}]
    found = remarkable("grenade-salad", facts)
    assert [(one.seat, one.number) for one in found] == [(1, 4), (2, 5)]
