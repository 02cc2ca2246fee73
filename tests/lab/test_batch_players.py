"""Players of a batch decide as those of the levels do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

np: Any = pytest.importorskip("numpy")

from grenade_salad.cli import main  # noqa: E402
from grenade_salad.commands.sweep import settings_of  # noqa: E402
from grenade_salad.core import Action, Event, State, redact  # noqa: E402
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE  # noqa: E402
from grenade_salad.games.live_grenade import Deal, LiveGrenadeOptions, LiveGrenadeSetup  # noqa: E402
from grenade_salad.lab.arena import Round, climb, tournament  # noqa: E402
from grenade_salad.lab.batch import sweep as batches  # noqa: E402
from grenade_salad.lab.batch.arena import tournament as at_many_tables  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.live_grenade_players import players  # noqa: E402
from grenade_salad.lab.batch.players import asked  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402
from grenade_salad.lab.batch.wheel_players import Seen, values  # noqa: E402
from grenade_salad.lab.match_facts import Facts  # noqa: E402
from grenade_salad.lab.playout import house_rules  # noqa: E402
from grenade_salad.lab.sweep import sweep  # noqa: E402
from grenade_salad.players.live_grenade.normal import Normal  # noqa: E402
from grenade_salad.players.wheel.easy import BANG, OWN, PIP, Easy  # noqa: E402
from grenade_salad.players.wheel.normal import Thought  # noqa: E402
from tests.lab.test_batches import WHEELS, drawn  # noqa: E402
from tests.marks import over  # noqa: E402

T = TypeVar("T")


class Nth(Random):
    """Chooses the choice of this number, from the first on again after the last; what may happen has this luck."""

    number, share = 0, 0.0

    def random(self) -> float:
        return self.share

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        return seq[self.number % len(seq)]


class Beside:
    """Matches of the rules beside a batch, with Normals who see what happens."""

    def __init__(self, seats: int, options: LiveGrenadeOptions) -> None:
        self.batch = LiveGrenadeBatch(4, seats, options, remember=True)
        self.luck = Nth()
        self.batch.reset(seed=1)
        self.states: list[State] = []
        self.minds: list[list[Normal]] = []
        for table in range(self.batch.tables):
            self.states.append(LIVE_GRENADE.start(seats, options, None))
            self.minds.append([Normal(seat, self.luck) for seat in range(seats)])
            there: Any = self.batch.state(table).full_view()
            self._show(
                table, self.states[table].apply_chance(Deal(LiveGrenadeSetup(there.hands, there.deck, there.turn)))
            )

    def _show(self, table: int, events: Iterable[Event]) -> None:
        for event in events:
            for seat, mind in enumerate(self.minds[table]):
                mind.see(redact(event, seat))

    def might(self, table: int, choice: int) -> bool:
        """Whether the Normal who is asked might do what has this number."""
        state = self.states[table]
        seat = state.active_seats()[0]
        view, legal = state.view(seat), state.legal_actions(seat)
        choices: Any = self.batch.encoding.encode(view, legal).choices
        assert choices[choice] is not None
        wanted = kind(choices[choice])
        for self.luck.number, self.luck.share in product(range(max(8, len(legal))), (0.99, 0.0)):
            if kind(self.minds[table][seat].decide(view, legal)) == wanted:
                return True
        return False

    def do(self, choices: Any) -> None:
        """Carry out these choices on both sides."""
        todo: list[Action | None] = []
        for state, choice in zip(self.states, choices.tolist(), strict=True):
            seat = None if state.is_over else state.active_seats()[0]
            encode = self.batch.encoding.encode
            todo.append(None if seat is None else encode(state.view(seat), state.legal_actions(seat)).choices[choice])
        self.batch.act(choices)
        for table, (state, action) in enumerate(zip(self.states, todo, strict=True)):
            if action is not None:
                self._show(table, state.apply(action))
                while state.pending_chance():
                    self._show(table, state.apply_chance(drawn(self.batch, table, state)))


def kind(action: Action) -> tuple[object, ...]:
    """An action as the encoder tells it from others: by what it does, its victim, and the rank of a pair."""
    line: Any = action.to_line()
    return action.do, line.get("target"), line["cards"][0][:-1] if action.do == "pair" else ""


@over(
    "case",
    quick=[(3, {}, 130)],
    slow=[(2, {}, 2000), (4, {}, 2000), (9, {"decks": 2}, 2000), (3, {"short": True}, 2000)],
)
def test_normal_of_a_batch_does_what_normal_might(case: tuple[int, dict[str, Any], int]) -> None:
    seats, rules, steps = case
    options = LiveGrenadeOptions(**rules)
    beside, rng = Beside(seats, options), np.random.default_rng(seats)
    normal, chance = (players(seats, options)[level] for level in ("normal", "random"))
    done: set[int] = set()
    for _ in range(steps):
        if beside.batch.over.all():
            beside = Beside(seats, options)
        wanted = normal(asked(beside.batch), rng)
        for table in (~beside.batch.over).nonzero()[0].tolist():
            assert beside.might(table, int(wanted[table]))
            done.add(int(wanted[table]))
        # What is done by chance brings positions that Normals alone would not.
        random = rng.random(beside.batch.tables) < 0.3
        beside.do(np.where(random, chance(asked(beside.batch), rng), wanted))
    # Draws, passes, Kings, Skips or Reverses, thefts by a 10 and by pairs.
    assert {0, 1, 2} <= done
    assert done & {3, 4}
    assert done & set(range(5, 4 + seats))
    assert any(choice >= 4 + seats for choice in done)


class Always(Random):
    """Looks always, or never; of equal dice it takes the first."""

    def __init__(self, looks: bool) -> None:
        super().__init__(0)
        self.looks = looks

    def random(self) -> float:
        return 0.99 * self.looks


@over("case", quick=[(4, 61, 9)], slow=[(192, 1, 40)])
def test_levels_of_the_wheel_think_as_in_single_matches(case: tuple[int, int, int]) -> None:
    """What Normal makes of each die is the same, and what Easy sees of it if it looks and if it does not."""
    many, step, moves = case
    for number in range(many):
        seats, options = WHEELS[number * step % len(WHEELS)]
        batch, rng = WheelBatch(12, seats, options), np.random.default_rng(number)
        batch.reset(seed=number)
        for _ in range(moves):
            seen = Seen.of(asked(batch), seats)
            worth = values(seen, options)
            for table in rng.choice(batch.tables, 3, replace=False).tolist():
                if batch.over[table]:
                    continue
                state = batch.state(table)
                seat = state.active_seats()[0]
                view, legal = state.view(seat), state.legal_actions(seat)
                thought = Thought(view, seat).choices(view.board(), view.roll)
                assert worth[table].tolist() == pytest.approx(thought, abs=1e-9)
                bangs = OWN * seen.own_blown[table] + BANG * (seen.taken[table] - seen.own_blown[table])
                for looks in (False, True):
                    glance = PIP * seen.glance[table] + looks * bangs
                    assert glance[Easy(seat, Always(looks)).decide(view, legal).die] == pytest.approx(glance.max())
            batch.act(rng.integers(3, size=batch.tables))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "levels"),
    [
        *[("live-grenade", levels) for levels in (("normal", "easy", "casual"), ("random", "easy"))],
        ("live-grenade", ("casual", "random", "easy", "easy")),
        ("wheel", ("normal", "easy", "casual")),
        ("wheel", ("normal", "casual")),
    ],
)
def test_levels_win_as_often_at_many_tables(game: str, levels: tuple[str, ...]) -> None:
    """The same shares of wins and as many decisions as one by one, within four standard errors."""
    options = house_rules(game, len(levels))
    many = at_many_tables(levels, 4000, 7, options)
    few = list(tournament(game, levels, 400, 7, None, options))
    for ours, theirs in (
        (np.array([one.wins for one in many]), np.array([one.wins for one in few])),
        (np.array([one.decisions for one in many]), np.array([one.decisions for one in few])),
    ):
        error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
        assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()
    assert many[0].ends == few[0].ends


def test_a_tournament_at_many_tables_plays_each_deal_in_all_seats() -> None:
    options = house_rules("wheel", 3)
    rounds, again = (at_many_tables(("random",) * 3, 40, 3, options) for _ in range(2))
    assert [one.seed for one in rounds] == list(range(3, 43))
    assert all(sum(one.wins) == one.games == 3 for one in rounds)
    assert all(min(one.decisions) > 0 for one in rounds)
    assert [one.wins for one in again] == [one.wins for one in rounds]


def test_the_arena_plays_many_matches_at_many_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "live-grenade", "--players", "normal", "easy", "--json", "--games"]
    told = []
    for games in ("1000", "4"):
        main([*words, games])
        told.append(json.loads(capsys.readouterr().out))
    assert [one["batch"] for one in told] == [True, False]
    assert told[0]["games"] == 1000
    assert told[0]["players"][0]["low"] > 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "levels", "setting"),
    [
        ("live-grenade", ("normal", "easy", "casual"), "extra_cards=2"),
        ("wheel", ("casual", "random"), "joker=twice"),
    ],
)
def test_a_sweep_finds_the_same_at_many_tables(game: str, levels: tuple[str, ...], setting: str) -> None:
    """Means of matches lie within four standard errors of those that are played one by one."""
    (one,) = settings_of(game, len(levels), [], [setting])
    many = batches.facts(levels, 4000, 7, one.options)
    few = list(sweep(game, levels, [one], 400, 7, look=False))
    assert [found.players for found in many[:400]] == [found.players for found in few]
    assert {found.ended for found in many} == {found.ended for found in few}

    def values(found: Facts) -> list[float]:
        by_player = [found.wins[found.players.index(player)] for player in range(len(levels))]
        began = found.wins[found.first]
        return [*by_player, began, found.decisions, max(found.watched), sum(many for many, _ in found.uses.values())]

    ours, theirs = np.array([values(found) for found in many]), np.array([values(found) for found in few])
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()


def test_a_sweep_at_many_tables_tells_what_it_knows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["sweep", "wheel", "--vary", "joker=once,twice", "--players", "random", "easy", "--games", "300"]
    table = tmp_path / "sweep.csv"
    told = []
    for _ in range(2):
        assert main([*words, "--at-once", "--json", "--csv", str(table)]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1], "the same seeds are the same matches"
    once, twice = told[0]["settings"]
    names = {one["name"] for one in twice["measures"]}
    assert {"decisions", "won by who began", "won by player 2 (easy)", "move die 0: a match"} <= names
    assert "turns" not in names
    for one in once["matches"]:
        assert sum(many for many, _ in one["uses"].values()) == one["decisions"]
        assert sum(one["wins"]) == 1
    assert len(table.read_text(encoding="utf-8").splitlines()) == 601


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["grenade-salad", "--players", "2"], "is not played at many tables at once"),
        (["live-grenade", "--players", "2", "--option", "decks=2"], "is not played at many tables at once"),
        (["wheel", "--players", "hard", "easy"], "only random, easy, casual and normal can play so here, not hard"),
    ],
)
def test_a_sweep_at_many_tables_is_refused_where_it_cannot_be(
    capsys: pytest.CaptureFixture[str], words: list[str], part: str
) -> None:
    assert main(["sweep", *words, "--games", "2", "--at-once"]) == 2
    out, err = capsys.readouterr()
    assert part in err
    assert out == ""


def test_a_ladder_climbs_at_many_tables_where_its_levels_can() -> None:
    options = house_rules("live-grenade", 2)

    def at_once(names: Sequence[str], deals: int) -> list[Round] | None:
        return at_many_tables(names, deals, 7, options) if "casual" not in names else None

    easy, casual = climb("live-grenade", ("random", "easy", "casual"), 2, 20, 7, None, options, at_once)
    assert [one.wins for one in casual] == [one.wins for one in tournament("live-grenade", ("casual", "easy"), 10, 7)]
    assert [one.wins for one in easy] == [one.wins for one in at_many_tables(("easy", "random"), 10, 7, options)]
