"""Players of a batch decide like those of the levels."""

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
from grenade_salad.commands.sweep import combine_settings  # noqa: E402
from grenade_salad.core import Action, Event, State, redact  # noqa: E402
from grenade_salad.games.live_grenade import GAME as LIVE_GRENADE  # noqa: E402
from grenade_salad.games.live_grenade import Deal, LiveGrenadeOptions, LiveGrenadeSetup  # noqa: E402
from grenade_salad.lab.arena import Round, play_ladder, tournament  # noqa: E402
from grenade_salad.lab.batch.arena import collect_facts as collect_batch_facts  # noqa: E402
from grenade_salad.lab.batch.arena import tournament as at_many_tables  # noqa: E402
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch  # noqa: E402
from grenade_salad.lab.batch.live_grenade_players import make_players  # noqa: E402
from grenade_salad.lab.batch.players import make_view  # noqa: E402
from grenade_salad.lab.batch.wheel import WheelBatch  # noqa: E402
from grenade_salad.lab.batch.wheel_players import WheelFeatures, value_dice  # noqa: E402
from grenade_salad.lab.match_facts import Facts  # noqa: E402
from grenade_salad.lab.playout import make_options  # noqa: E402
from grenade_salad.lab.sweep import sweep  # noqa: E402
from grenade_salad.players.live_grenade.normal import NormalPlayer  # noqa: E402
from grenade_salad.players.wheel.easy import EXPLOSION_WORTH, OWN_LOSS, PIP_WORTH, EasyPlayer  # noqa: E402
from grenade_salad.players.wheel.normal import DieEvaluator  # noqa: E402
from tests.lab.lockstep import WHEELS, find_drawn_chance  # noqa: E402
from tests.marks import for_each  # noqa: E402

T = TypeVar("T")


class FixedRandom(Random):
    """A random source that makes the choice `index`, cyclically, and draws `share`."""

    index, share = 0, 0.0

    def random(self) -> float:
        return self.share

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        return seq[self.index % len(seq)]


class BatchComparison:
    """Matches by the rules in parallel to a batch, with Normal players that watch."""

    def __init__(self, seats: int, options: LiveGrenadeOptions) -> None:
        self.batch = LiveGrenadeBatch(4, seats, options, remember=True)
        self.luck = FixedRandom()
        self.batch.reset(seed=1)
        self.states: list[State] = []
        self.minds: list[list[NormalPlayer]] = []
        for table in range(self.batch.tables):
            self.states.append(LIVE_GRENADE.start(seats, options, None))
            self.minds.append([NormalPlayer(seat, self.luck) for seat in range(seats)])
            dealt: Any = self.batch.state(table).full_view()
            self._show(
                table, self.states[table].apply_chance(Deal(LiveGrenadeSetup(dealt.hands, dealt.deck, dealt.turn)))
            )

    def _show(self, table: int, events: Iterable[Event]) -> None:
        for event in events:
            for seat, mind in enumerate(self.minds[table]):
                mind.see(redact(event, seat))

    def can_normal_choose(self, table: int, choice: int) -> bool:
        """True if the Normal player to act might choose this action."""
        state = self.states[table]
        seat = state.active_seats()[0]
        view, legal = state.view(seat), state.legal_actions(seat)
        choices: Any = self.batch.encoding.encode(view, legal).choices
        assert choices[choice] is not None
        expected = action_kind(choices[choice])
        for self.luck.index, self.luck.share in product(range(max(8, len(legal))), (0.99, 0.0)):
            if action_kind(self.minds[table][seat].decide(view, legal)) == expected:
                return True
        return False

    def apply_choices(self, choices: Any) -> None:
        """Apply these choices on both sides."""
        actions: list[Action | None] = []
        for state, choice in zip(self.states, choices.tolist(), strict=True):
            seat = None if state.is_over else state.active_seats()[0]
            encode = self.batch.encoding.encode
            actions.append(
                None if seat is None else encode(state.view(seat), state.legal_actions(seat)).choices[choice]
            )
        self.batch.act(choices)
        for table, (state, action) in enumerate(zip(self.states, actions, strict=True)):
            if action is not None:
                self._show(table, state.apply(action))
                while state.pending_chance():
                    self._show(table, state.apply_chance(find_drawn_chance(self.batch, table, state)))


def action_kind(action: Action) -> tuple[object, ...]:
    """Return what the encoder tells actions apart by: word, victim, rank of a pair."""
    line: Any = action.to_line()
    return action.do, line.get("target"), line["cards"][0][:-1] if action.do == "pair" else ""


@for_each(
    "case",
    quick=[(3, {}, 130)],
    slow=[(2, {}, 2000), (4, {}, 2000), (9, {"decks": 2}, 2000), (3, {"short": True}, 2000)],
)
def test_batch_normal_chooses_what_normal_might(case: tuple[int, dict[str, Any], int]) -> None:
    seats, rules, steps = case
    options = LiveGrenadeOptions(**rules)
    comparison, rng = BatchComparison(seats, options), np.random.default_rng(seats)
    normal, chance = (make_players(seats, options)[level] for level in ("normal", "random"))
    chosen: set[int] = set()
    for _ in range(steps):
        if comparison.batch.is_over.all():
            comparison = BatchComparison(seats, options)
        choices = normal(make_view(comparison.batch), rng)
        for table in (~comparison.batch.is_over).nonzero()[0].tolist():
            assert comparison.can_normal_choose(table, int(choices[table]))
            chosen.add(int(choices[table]))
        # Random choices lead to positions that Normal players alone would not reach.
        random = rng.random(comparison.batch.tables) < 0.3
        comparison.apply_choices(np.where(random, chance(make_view(comparison.batch), rng), choices))
    # Draws, passes, Kings, Skips or Reverses, thefts with a 10 and with pairs.
    assert {0, 1, 2} <= chosen
    assert chosen & {3, 4}
    assert chosen & set(range(5, 4 + seats))
    assert any(choice >= 4 + seats for choice in chosen)


class GlancingRandom(Random):
    """A random source with which Easy always looks, or never.

    Of equal dice it takes the first.
    """

    def __init__(self, looks: bool) -> None:
        super().__init__(0)
        self.looks = looks

    def random(self) -> float:
        return 0.99 * self.looks


@for_each("case", quick=[(4, 61, 9)], slow=[(192, 1, 40)])
def test_wheel_levels_value_dice_as_in_single_matches(case: tuple[int, int, int]) -> None:
    """Compare Normal's value of each die, and Easy's with and without looking."""
    batches_count, step, moves = case
    for index in range(batches_count):
        seats, options = WHEELS[index * step % len(WHEELS)]
        batch, rng = WheelBatch(12, seats, options), np.random.default_rng(index)
        batch.reset(seed=index)
        for _ in range(moves):
            observed = WheelFeatures.decode(make_view(batch), seats)
            die_values = value_dice(observed, options)
            for table in rng.choice(batch.tables, 3, replace=False).tolist():
                if batch.is_over[table]:
                    continue
                state = batch.state(table)
                seat = state.active_seats()[0]
                view, legal = state.view(seat), state.legal_actions(seat)
                expected = DieEvaluator(view, seat).rate_dice(view.ring_state(), view.roll)
                assert die_values[table].tolist() == pytest.approx(expected, abs=1e-9)
                explosion_value = OWN_LOSS * observed.own_blown[table] + EXPLOSION_WORTH * (
                    observed.taken[table] - observed.own_blown[table]
                )
                for looks in (False, True):
                    easy_values = PIP_WORTH * observed.glance[table] + looks * explosion_value
                    assert easy_values[
                        EasyPlayer(seat, GlancingRandom(looks)).decide(view, legal).die
                    ] == pytest.approx(easy_values.max())
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
def test_levels_win_as_often_in_batches(game: str, levels: tuple[str, ...]) -> None:
    """Shares of wins and numbers of decisions agree within four standard errors."""
    options = make_options(game, len(levels))
    batch_rounds = at_many_tables(levels, 4000, 7, options)
    single_rounds = list(tournament(game, levels, 400, 7, None, options))
    for ours, theirs in (
        (
            np.array([deal_round.wins for deal_round in batch_rounds]),
            np.array([deal_round.wins for deal_round in single_rounds]),
        ),
        (
            np.array([deal_round.decisions for deal_round in batch_rounds]),
            np.array([deal_round.decisions for deal_round in single_rounds]),
        ),
    ):
        error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
        assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()
    assert batch_rounds[0].ends == single_rounds[0].ends


def test_batch_tournament_plays_each_deal_in_all_seats() -> None:
    options = make_options("wheel", 3)
    rounds, repeated = (at_many_tables(("random",) * 3, 40, 3, options) for _ in range(2))
    assert [deal_round.seed for deal_round in rounds] == list(range(3, 43))
    assert all(sum(deal_round.wins) == deal_round.games == 3 for deal_round in rounds)
    assert all(min(deal_round.decisions) > 0 for deal_round in rounds)
    assert [deal_round.wins for deal_round in repeated] == [deal_round.wins for deal_round in rounds]


def test_arena_plays_many_matches_in_batches(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "live-grenade", "--players", "normal", "easy", "--json", "--games"]
    reports = []
    for games in ("1000", "4"):
        main([*words, games])
        reports.append(json.loads(capsys.readouterr().out))
    assert [report["batch"] for report in reports] == [True, False]
    assert reports[0]["games"] == 1000
    assert reports[0]["players"][0]["low"] > 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "levels", "setting"),
    [
        ("live-grenade", ("normal", "easy", "casual"), "extra_cards=2"),
        ("wheel", ("casual", "random"), "joker=twice"),
    ],
)
def test_batch_sweep_agrees_with_single_matches(game: str, levels: tuple[str, ...], setting: str) -> None:
    """Means over the matches agree within four standard errors."""
    (house_rule,) = combine_settings(game, len(levels), [], [setting])
    batch_facts = collect_batch_facts(levels, 4000, 7, house_rule.options)
    single_facts = list(sweep(game, levels, [house_rule], 400, 7, look=False))
    assert [match_facts.players for match_facts in batch_facts[:400]] == [
        match_facts.players for match_facts in single_facts
    ]
    assert {match_facts.ended for match_facts in batch_facts} == {match_facts.ended for match_facts in single_facts}

    def measure(match_facts: Facts) -> list[float]:
        wins_by_player = [match_facts.wins[match_facts.players.index(player)] for player in range(len(levels))]
        starter_wins = match_facts.wins[match_facts.first]
        return [
            *wins_by_player,
            starter_wins,
            match_facts.decisions,
            max(match_facts.watched),
            sum(many for many, _ in match_facts.uses.values()),
        ]

    ours, theirs = (
        np.array([measure(match_facts) for match_facts in batch_facts]),
        np.array([measure(match_facts) for match_facts in single_facts]),
    )
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()


def test_batch_sweep_reports_its_measures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["sweep", "wheel", "--vary", "joker=once,twice", "--players", "random", "easy", "--games", "300"]
    table = tmp_path / "sweep.csv"
    reports = []
    for _ in range(2):
        assert main([*words, "--at-once", "--json", "--csv", str(table)]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0] == reports[1], "the same seeds are the same matches"
    joker_once, joker_twice = reports[0]["settings"]
    names = {measure["name"] for measure in joker_twice["measures"]}
    assert {"decisions", "won by who began", "won by player 2 (easy)", "move die 0: a match"} <= names
    assert "turns" not in names
    for match in joker_once["matches"]:
        assert sum(many for many, _ in match["uses"].values()) == match["decisions"]
        assert sum(match["wins"]) == 1
    assert len(table.read_text(encoding="utf-8").splitlines()) == 601


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["grenade-salad", "--players", "2"], "is not played at many tables at once"),
        (["live-grenade", "--players", "2", "--option", "decks=2"], "is not played at many tables at once"),
        (["wheel", "--players", "hard", "easy"], "only random, easy, casual and normal can play so here, not hard"),
    ],
)
def test_impossible_batch_sweep_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], part: str) -> None:
    assert main(["sweep", *words, "--games", "2", "--at-once"]) == 2
    out, err = capsys.readouterr()
    assert part in err
    assert out == ""


def test_ladder_uses_batches_for_levels_that_support_them() -> None:
    options = make_options("live-grenade", 2)

    def play_in_batch(names: Sequence[str], deals: int) -> list[Round] | None:
        return at_many_tables(names, deals, 7, options) if "casual" not in names else None

    easy, casual = play_ladder("live-grenade", ("random", "easy", "casual"), 2, 20, 7, None, options, play_in_batch)
    assert [deal_round.wins for deal_round in casual] == [
        deal_round.wins for deal_round in tournament("live-grenade", ("casual", "easy"), 10, 7)
    ]
    assert [deal_round.wins for deal_round in easy] == [
        deal_round.wins for deal_round in at_many_tables(("easy", "random"), 10, 7, options)
    ]
