"""Statistics: what people did is counted once, by queries on the journal."""

from __future__ import annotations

from pathlib import Path

from grenade_salad import games
from grenade_salad.boxes import bundled
from grenade_salad.core import Action, Chance
from grenade_salad.games.live_grenade import Draw, LiveGrenadeOptions, LiveGrenadeSetup, Pass, Reshuffle, Steal
from grenade_salad.games.live_grenade import Stolen as Theft
from grenade_salad.games.open_table.actions import Finish
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.salad import Arrow, Circles, End, Explosion, Footpath, Hammers, Rest, SaladOptions, SaladSetup
from grenade_salad.games.salad.pieces import Pose
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelSetup
from grenade_salad.journal import statistics
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.journal.statistics import Standing
from grenade_salad.match.lines import convert
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record
from grenade_salad.match.stats import count_facts, load_stats
from tests.match.keeping import begin_match, new_header, play_new_match
from tests.rules.salad.positions import soldier_at

PEOPLE = {"controllers": ["person", "person", "bot normal"]}


def find_facts(match: Match, *entries: Action | Chance) -> list[dict[str, int]]:
    steps = [match.apply_entry(entry) for entry in entries]
    return count_facts(match.header.game, steps, len(match.header.seats))


def test_facts_of_grenade_salad_are_counted() -> None:
    setup = SaladSetup(
        soldiers=(
            soldier_at(0, 0, 200, 200),
            soldier_at(1, 0, 240, 200),
            soldier_at(2, 1, 255, 200),
            soldier_at(3, 1, 340, 200),
        ),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("arrow", "hammers", "circles"), ("footpath", "arrow")),
        deck=("pointer", "circles", "arrow", "hammers", "arrow", "pointer"),
        turn=0,
    )
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))
    poses = (Pose(0, 200, 200, 0), Pose(1, 240, 200, 0), *(Pose(4 + n, 100 + 20 * n, 300, 0) for n in range(3)))
    first = find_facts(match, Hammers(0, 1, 2), Circles(0, 100.0), Rest((*poses, Pose(3, 340, 200, 0))), Footpath(1, 5))
    assert first == [
        {"kills_hammers": 1, "best_blast": 1, "best_drop": 3},
        {"kills_footpath": 3, "best_blast": 3},
    ]
    assert find_facts(match, End(0), Arrow(1, 3, 1)) == [{}, {"kills_arrow": 1, "best_blast": 1}]


def test_own_soldiers_hit_are_counted() -> None:
    setup = SaladSetup(
        soldiers=(soldier_at(0, 0, 200, 200), soldier_at(1, 0, 212, 200), soldier_at(2, 1, 224, 200)),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("explosion",), ()),
        deck=("pointer",) * 4,
        turn=0,
    )
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))
    thrown = find_facts(match, Explosion(0, 0, (212.0, 200.0)))
    assert thrown == [{"kills_explosion": 1, "own_hit": 2, "best_blast": 3}, {}]


def test_facts_of_live_grenade_are_counted() -> None:
    hands = (("10S", "2H"), ("2D", "QC"), ("2C", "KC"))
    setup = LiveGrenadeSetup(hands=hands, deck=("AS", "4C", "AD"), turn=0, direction=1)
    match = Match(Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 7, setup))
    passes = (Pass(1), Pass(2))
    stolen = find_facts(match, Steal(0, ("10S",), 1), *passes, Theft("QC"), Draw(0), Reshuffle(("AS", "4C", "AD")))
    assert stolen == [{"cards_stolen": 1, "grenades_survived": 1}, {}, {}]
    assert find_facts(match, Draw(1), Reshuffle(("4C", "AS", "AD"))) == [{}, {"grenades_survived": 1}, {}]
    assert not any(find_facts(match, Draw(2)))


def test_facts_of_the_wheel_are_counted() -> None:
    ring = ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "joker")
    dice = [{"at": 0, "pips": 5}, {"at": 1, "pips": 5}, {"at": 3, "pips": 5}]
    setup = convert({"ring": list(ring), "hearts": [["AH"], ["2H"], ["3H"]], "turn": 1, "dice": list(dice)}, WheelSetup)
    match = Match(Header("wheel", ("Ann", "Bo", "Cy"), WheelOptions(), 7, setup))
    assert find_facts(match, Roll(4), Advance(1, 2)) == [{}, {"longest_chain": 3}, {}]


def test_every_fact_has_a_label() -> None:
    for game in games.NAMES:
        stats = load_stats(game)
        assert set(stats.maximum_facts) | set(stats.bars) <= set(stats.words) != set()


def test_each_person_has_a_tally(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        for seed in (1, 2, 3):
            begin_match(journal, "live-grenade", seed, **PEOPLE)  # type: ignore[arg-type]
        begin_match(journal, "grenade-salad", 1, **PEOPLE)  # type: ignore[arg-type]
        begin_match(journal, "wheel", 1, 9, **PEOPLE)  # type: ignore[arg-type]
        tallies = journal.run_query(statistics.tally_players)
        assert [(tally.name, tally.game, tally.played) for tally in tallies] == [
            ("Ann", "grenade-salad", 1),
            ("Ann", "live-grenade", 3),
            ("Bo", "grenade-salad", 1),
            ("Bo", "live-grenade", 3),
        ]
        ended = [journal.match(match_id) for match_id in (1, 2, 3)]
        for tally, seat in zip(tallies[1::2], (0, 1), strict=True):
            assert tally.won == sum(seat in match.ranking[0] for match in ended)
            assert tally.points is None
            counted = [find_match_facts(journal, match_id)[seat] for match_id in (1, 2, 3)]
            for fact in ("grenades_survived", "cards_stolen"):
                assert tally.facts.get(fact, 0) == sum(facts.get(fact, 0) for facts in counted)
        scores = journal.match(4).scores
        assert scores is not None
        assert (tallies[0].points, tallies[2].points) == scores[:2]
        assert {
            tally.name for tally in journal.run_query(lambda file: statistics.tally_players(file, machines=True))
        } == {
            "Ann",
            "Bo",
            "Cy",
        }


def find_match_facts(journal: Journal, match_id: int) -> list[dict[str, int]]:
    record = journal.record(match_id)
    return find_facts(Match(record.header), *record.entries)


def test_maximum_facts_are_not_added(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match_ids = [begin_match(journal, "wheel", seed) for seed in range(4)]
        for seat, tally in enumerate(journal.run_query(statistics.tally_players)):
            longest = [find_match_facts(journal, match_id)[seat].get("longest_chain", 0) for match_id in match_ids]
            assert tally.facts.get("longest_chain", 0) == max(longest)
            assert sum(longest) > max(longest)


def test_each_box_of_the_open_table_has_its_own_tally(tmp_path: Path) -> None:
    """A win counts if a player declares it; a table just cleared has no winner."""
    with open_journal(tmp_path) as journal:
        for box, won in (("chess", (0,)), ("chess", ()), ("draughts", (1,))):
            first = Header("open-table", ("Ann", "Bo"), TableOptions(), 7, bundled.load_box(box).setup)
            with journal.begin(first) as match:
                match.resolve_chance()
                match.apply_entry(Finish(0, won))
                match.finish()
        tallies = journal.run_query(statistics.tally_players)
        assert [(tally.name, tally.variant, tally.played, tally.won) for tally in tallies] == [
            ("Ann", "Chess", 2, 1),
            ("Ann", "Draughts", 1, 0),
            ("Bo", "Chess", 2, 0),
            ("Bo", "Draughts", 1, 1),
        ]
        assert [summary.variant for summary in journal.matches()] == ["Draughts", "Chess", "Chess"]


def test_finishing_twice_counts_once(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("wheel")) as match:
            play_new_match(match)
            match.finish()
        with journal.resume(match.id) as resumed:
            resumed.finish()
        assert [tally.played for tally in journal.run_query(statistics.tally_players)] == [1, 1, 1]


def test_evening_has_its_own_table(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        friday = [begin_match(journal, "live-grenade", seed, series="Friday") for seed in (1, 2)]
        begin_match(journal, "wheel", 3)
        journal.add_record(Record("x", new_header("wheel", 3), journal.record(3).entries))
        table = journal.run_query(lambda file: statistics.evening_table(file, series="Friday"))
        won = [[match.ranking[0] for match in map(journal.match, friday)].count((seat,)) for seat in range(3)]
        assert {(place.name, place.played, place.won) for place in table} == {
            (name, 2, won[seat]) for seat, name in enumerate(("Ann", "Bo", "Cy"))
        }
        assert [place.won for place in table] == sorted(won, reverse=True)
        everything = journal.run_query(statistics.evening_table)
        assert all(place.played == 3 for place in everything), "what was imported was not played here"
        since = journal.match(3).begun
        assert all(place.played == 1 for place in journal.run_query(lambda file: statistics.evening_table(file, since)))
        assert journal.run_query(lambda file: statistics.evening_table(file, "2999")) == []


def test_points_decide_between_equal_wins(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "grenade-salad", 2)
        [*table] = journal.run_query(statistics.evening_table)
        scores = dict(zip(("Ann", "Bo", "Cy"), journal.match(1).scores or (), strict=True))
        assert table == sorted(
            (Standing(name, 1, int(points == table[0].points), points) for name, points in scores.items()),
            key=lambda place: (-place.won, -place.points, place.name),
        )
