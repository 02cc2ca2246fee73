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
from grenade_salad.match.stats import facts_of, stats_of
from tests.match.keeping import begun, header, play_on
from tests.rules.salad.positions import at

PEOPLE = {"controllers": ["person", "person", "bot normal"]}


def facts(match: Match, *entries: Action | Chance) -> list[dict[str, int]]:
    steps = [match.add(entry) for entry in entries]
    return facts_of(match.header.game, steps, len(match.header.seats))


def test_facts_of_grenade_salad() -> None:
    setup = SaladSetup(
        soldiers=(at(0, 0, 200, 200), at(1, 0, 240, 200), at(2, 1, 255, 200), at(3, 1, 340, 200)),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("arrow", "hammers", "circles"), ("footpath", "arrow")),
        deck=("pointer", "circles", "arrow", "hammers", "arrow", "pointer"),
        turn=0,
    )
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))
    poses = (Pose(0, 200, 200, 0), Pose(1, 240, 200, 0), *(Pose(4 + n, 100 + 20 * n, 300, 0) for n in range(3)))
    first = facts(match, Hammers(0, 1, 2), Circles(0, 100.0), Rest((*poses, Pose(3, 340, 200, 0))), Footpath(1, 5))
    assert first == [
        {"kills_hammers": 1, "best_blast": 1, "best_drop": 3},
        {"kills_footpath": 3, "best_blast": 3},
    ]
    assert facts(match, End(0), Arrow(1, 3, 1)) == [{}, {"kills_arrow": 1, "best_blast": 1}]


def test_own_soldiers_hit() -> None:
    setup = SaladSetup(
        soldiers=(at(0, 0, 200, 200), at(1, 0, 212, 200), at(2, 1, 224, 200)),
        reserve=(15, 15),
        taken=(0, 0),
        hands=(("explosion",), ()),
        deck=("pointer",) * 4,
        turn=0,
    )
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 7, setup))
    thrown = facts(match, Explosion(0, 0, (212.0, 200.0)))
    assert thrown == [{"kills_explosion": 1, "own_hit": 2, "best_blast": 3}, {}]


def test_facts_of_live_grenade() -> None:
    hands = (("10S", "2H"), ("2D", "QC"), ("2C", "KC"))
    setup = LiveGrenadeSetup(hands=hands, deck=("AS", "4C", "AD"), turn=0, direction=1)
    match = Match(Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 7, setup))
    asked = (Pass(1), Pass(2))
    stolen = facts(match, Steal(0, ("10S",), 1), *asked, Theft("QC"), Draw(0), Reshuffle(("AS", "4C", "AD")))
    assert stolen == [{"cards_stolen": 1, "grenades_survived": 1}, {}, {}]
    assert facts(match, Draw(1), Reshuffle(("4C", "AS", "AD"))) == [{}, {"grenades_survived": 1}, {}]
    assert not any(facts(match, Draw(2)))


def test_facts_of_the_wheel() -> None:
    ring = ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "joker")
    dice = [{"at": 0, "pips": 5}, {"at": 1, "pips": 5}, {"at": 3, "pips": 5}]
    setup = convert({"ring": list(ring), "hearts": [["AH"], ["2H"], ["3H"]], "turn": 1, "dice": list(dice)}, WheelSetup)
    match = Match(Header("wheel", ("Ann", "Bo", "Cy"), WheelOptions(), 7, setup))
    assert facts(match, Roll(4), Advance(1, 2)) == [{}, {"longest_chain": 3}, {}]


def test_every_fact_has_words() -> None:
    for game in games.NAMES:
        stats = stats_of(game)
        assert set(stats.most) | set(stats.bars) <= set(stats.words) != set()


def test_tally_of_each_person(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        for seed in (1, 2, 3):
            begun(journal, "live-grenade", seed, **PEOPLE)  # type: ignore[arg-type]
        begun(journal, "grenade-salad", 1, **PEOPLE)  # type: ignore[arg-type]
        begun(journal, "wheel", 1, 9, **PEOPLE)  # type: ignore[arg-type]
        tallies = journal.ask(statistics.by_person)
        assert [(tally.name, tally.game, tally.played) for tally in tallies] == [
            ("Ann", "grenade-salad", 1),
            ("Ann", "live-grenade", 3),
            ("Bo", "grenade-salad", 1),
            ("Bo", "live-grenade", 3),
        ]
        ended = [journal.match(number) for number in (1, 2, 3)]
        for tally, seat in zip(tallies[1::2], (0, 1), strict=True):
            assert tally.won == sum(seat in match.ranking[0] for match in ended)
            assert tally.points is None
            counted = [of_match(journal, number)[seat] for number in (1, 2, 3)]
            for fact in ("grenades_survived", "cards_stolen"):
                assert tally.facts.get(fact, 0) == sum(facts.get(fact, 0) for facts in counted)
        scores = journal.match(4).scores
        assert scores is not None
        assert (tallies[0].points, tallies[2].points) == scores[:2]
        assert {tally.name for tally in journal.ask(lambda file: statistics.by_person(file, machines=True))} == {
            "Ann",
            "Bo",
            "Cy",
        }


def of_match(journal: Journal, number: int) -> list[dict[str, int]]:
    record = journal.record(number)
    return facts(Match(record.header), *record.entries)


def test_greatest_facts_are_not_added(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        numbers = [begun(journal, "wheel", seed) for seed in range(4)]
        for seat, tally in enumerate(journal.ask(statistics.by_person)):
            longest = [of_match(journal, number)[seat].get("longest_chain", 0) for number in numbers]
            assert tally.facts.get("longest_chain", 0) == max(longest)
            assert sum(longest) > max(longest)


def test_each_box_of_an_open_table_has_a_tally_of_its_own(tmp_path: Path) -> None:
    """Who won counts if somebody says so; a table that was just cleared was played by all and won by nobody."""
    with open_journal(tmp_path) as journal:
        for box, won in (("chess", (0,)), ("chess", ()), ("draughts", (1,))):
            first = Header("open-table", ("Ann", "Bo"), TableOptions(), 7, bundled.opened(box).setup)
            with journal.begin(first) as match:
                match.settle()
                match.add(Finish(0, won))
                match.finish()
        tallies = journal.ask(statistics.by_person)
        assert [(one.name, one.what, one.played, one.won) for one in tallies] == [
            ("Ann", "Chess", 2, 1),
            ("Ann", "Draughts", 1, 0),
            ("Bo", "Chess", 2, 0),
            ("Bo", "Draughts", 1, 1),
        ]
        assert [one.what for one in journal.matches()] == ["Draughts", "Chess", "Chess"]


def test_finishing_twice_counts_once(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(header("wheel")) as match:
            play_on(match)
            match.finish()
        with journal.resume(match.id) as again:
            again.finish()
        assert [tally.played for tally in journal.ask(statistics.by_person)] == [1, 1, 1]


def test_table_of_an_evening(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        friday = [begun(journal, "live-grenade", seed, series="Friday") for seed in (1, 2)]
        begun(journal, "wheel", 3)
        journal.add(Record("x", header("wheel", 3), journal.record(3).entries))
        table = journal.ask(lambda file: statistics.table(file, series="Friday"))
        won = [[match.ranking[0] for match in map(journal.match, friday)].count((seat,)) for seat in range(3)]
        assert {(place.name, place.played, place.won) for place in table} == {
            (name, 2, won[seat]) for seat, name in enumerate(("Ann", "Bo", "Cy"))
        }
        assert [place.won for place in table] == sorted(won, reverse=True)
        everything = journal.ask(statistics.table)
        assert all(place.played == 3 for place in everything), "what was imported was not played here"
        since = journal.match(3).begun
        assert all(place.played == 1 for place in journal.ask(lambda file: statistics.table(file, since)))
        assert journal.ask(lambda file: statistics.table(file, "2999")) == []


def test_points_decide_between_equal_wins(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begun(journal, "grenade-salad", 2)
        [*table] = journal.ask(statistics.table)
        scores = dict(zip(("Ann", "Bo", "Cy"), journal.match(1).scores or (), strict=True))
        assert table == sorted(
            (Standing(name, 1, int(name == table[0].name), points) for name, points in scores.items()),
            key=lambda place: (-place.won, -place.points, place.name),
        )
