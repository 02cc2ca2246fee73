"""Blocks on the table, a house rule: sight, places, bouncing, none by default."""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, hypot, pi, radians, sin
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import Illegal, to_json
from grenade_salad.games import load
from grenade_salad.games.physics.release import landings
from grenade_salad.games.salad import physics, placement, reasons, vector_geometry
from grenade_salad.games.salad.actions import Arrow, Blocks, Drop, Explosion, Hammers, Move, Pointer
from grenade_salad.games.salad.blocks import lay_blocks, why_not_blocks
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Soldier
from grenade_salad.games.salad.placement import TOLERANCE, OnBlock, why_not_place
from grenade_salad.games.salad.placement_search import find_nearest_place, find_place_along
from grenade_salad.games.salad.state import SaladState
from grenade_salad.lab.playout import make_options
from grenade_salad.match.lines import BadLine, parse_header
from grenade_salad.match.match import Match, new_match
from grenade_salad.match.record import read_record, write_record
from tests.marks import for_each
from tests.rules.salad.block_matches import WALL, place_crowd, start_match

MEASURES = Measures()
PEN = tuple(
    Block(300.0 + 60 * x, 200.0 + 60 * y, 130.0, 10.0, 0.0 if y else pi / 2)
    for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))
)
"""Four blocks around the middle of the table."""
BLOCK = Block(100.0, 100.0, 40.0, 20.0, 0.0)


def compare_pairs(seed: int, count: int) -> tuple[int, int]:
    """Check that free sights equal the engine's rays for all pairs of soldiers.

    Return the number of pairs, and of those that only blocks keep apart.
    """
    rng = Random(seed)
    cube = rng.choice((4.0, 8.0, 12.0))
    without_blocks = Measures(cube, rng.choice((30.0, 50.0)))
    measures = replace(without_blocks, blocks=lay_blocks(without_blocks, 1 + seed % 8, rng))
    soldiers = place_crowd(measures, count, rng)
    ids = [soldier.id for soldier in soldiers]
    pairs = [(shooter, target) for shooter in ids for target in ids]
    rays: physics.Rays = rng.choice(("nine", "centre"))
    sights = physics.free_sights(measures, soldiers, ids, ids, rays)
    assert sights == list(physics.cast_sights(measures, soldiers, pairs, rays))
    return len(pairs), len(set(physics.free_sights(without_blocks, soldiers, ids, ids, rays)) - set(sights))


@pytest.mark.rule("GS-17", "GS-35")
def test_sights_beside_blocks_equal_the_engines_rays() -> None:
    compared = [compare_pairs(seed, 24) for seed in range(6)]
    assert sum(pair_count for pair_count, _ in compared) > 3_000
    assert sum(hidden for _, hidden in compared) > 100


@pytest.mark.slow
@pytest.mark.rule("GS-17", "GS-35")
def test_a_million_pairs_beside_blocks_see_as_the_engines_rays() -> None:
    seed = compared = 0
    while compared < 1_000_000:
        compared += compare_pairs(100 + seed, 80)[0]
        seed += 1


@pytest.mark.rule("GS-17", "GS-35")
def test_ray_may_touch_a_block_but_not_enter_it() -> None:
    measures = replace(MEASURES, blocks=(Block(100.0, 200.0, 40.0, 20.0, 0.0),))
    for y, is_free in ((210.0, True), (209.999, False), (210.001, True), (190.0, True), (190.001, False)):
        pair = [Soldier(0, 0, 50.0, y, 0.0), Soldier(1, 1, 150.0, y, 0.0)]
        assert physics.sight(measures, pair, 0, 1, "centre").free == is_free
        assert bool(physics.free_sights(measures, pair, [0], [1], "centre")) == is_free
    sight = physics.sight(measures, [Soldier(0, 0, 50.0, 200.0, 0.0), Soldier(1, 1, 150.0, 200.0, 0.0)], 0, 1)
    assert sight.blocker == measures.blocks[0]
    assert sight.rays[0].hit_point == pytest.approx((80.0, 200.0))


@pytest.mark.rule("GS-04", "GS-35")
def test_no_soldier_is_placed_on_a_block() -> None:
    measures = replace(MEASURES, blocks=(WALL, Block(300.0, 60.0, 20.0, 40.0, radians(45.0))))
    assert why_not_place(measures, (), 109.0, 200.0, 0.0) is None
    assert why_not_place(measures, (), 108.96, 200.0, 0.0) is None
    reason = why_not_place(measures, (), 108.9, 200.0, 0.0)
    assert isinstance(reason, OnBlock)
    assert reason.overlap_mm == pytest.approx(0.1)
    rng = Random(5)
    places = [(rng.uniform(80, 120), rng.uniform(130, 270), rng.uniform(-4, 4)) for _ in range(300)]
    places += [(rng.uniform(260, 340), rng.uniform(20, 100), rng.uniform(-4, 4)) for _ in range(300)]
    to = vector_geometry.point_array([place[:2] for place in places])
    angles = vector_geometry.point_array([(place[2], 0.0) for place in places])[:, 0]
    on_block = vector_geometry.overlaps_blocks(to, angles, measures.blocks, measures.cube)
    assert on_block.tolist() == [isinstance(why_not_place(measures, (), *place), OnBlock) for place in places]
    assert 50 < on_block.sum() < 550
    # A place is refused if a block covers a point of the soldier that is not at its very edge.
    for x, y, angle in places:
        inside = any(
            covers(block, (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle)))
            for block in measures.blocks
            for a in range(-4, 5)
            for b in range(-4, 5)
        )
        assert not inside or why_not_place(measures, (), x, y, angle)


def covers(block: Block, point: tuple[float, float]) -> bool:
    x, y = point[0] - block.x, point[1] - block.y
    c, s = cos(block.angle), sin(block.angle)
    return abs(x * c + y * s) < block.width / 2 - 0.1 and abs(y * c - x * s) < block.height / 2 - 0.1


@pytest.mark.rule("GS-11", "GS-13", "GS-35")
@for_each("seed", range(3), range(3, 20), range(20, 100))
def test_nearest_place_beside_blocks_is_legal_and_no_legal_place_is_nearer(seed: int) -> None:
    rng = Random(seed)
    measures = replace(MEASURES, blocks=lay_blocks(MEASURES, 8, rng))
    soldiers = place_crowd(measures, 30, rng)
    for _ in range(20):
        block, angle = rng.choice(measures.blocks), rng.choice((0.0, rng.uniform(-pi, pi)))
        target = block.x + rng.uniform(-60, 60), block.y + rng.uniform(-30, 30)
        place = find_nearest_place(measures, soldiers, target, angle, reach=40.0)
        distance = 40.0
        if place is not None:
            distance = dist(target, place)
            assert why_not_place(measures, soldiers, *place, angle) is None
        for _ in range(60):
            offset, turn = (distance - 0.002) * rng.random(), rng.uniform(-pi, pi)
            spot = target[0] + offset * cos(turn), target[1] + offset * sin(turn)
            deeper = replace(measures, cube=measures.cube + 2e-5)
            assert offset < 0 or why_not_place(deeper, soldiers, *spot, angle) is not None


@pytest.mark.rule("GS-11", "GS-35")
def test_next_place_along_a_line_is_beyond_the_block() -> None:
    measures = replace(MEASURES, blocks=(WALL,))
    place = find_place_along(measures, (), (90.0, 200.0), (4.0, 0.0), 0.0)
    assert place == pytest.approx((109.0 - TOLERANCE, 200.0), abs=1e-5)


@pytest.mark.rule("GS-05", "GS-07", "GS-35")
def test_cubes_bounce_off_blocks_and_none_rests_on_one() -> None:
    """Drop into a pen of four blocks: no cube gets out, and without it many do."""
    penned = replace(MEASURES, blocks=PEN)
    for seed in range(4):
        ended = physics.drop(penned, (), range(20), 250.0, seed)
        assert placement.why_not_rest(penned, ended.poses) is None
        assert len(ended.poses) + len(ended.lost) == 20
        assert len(ended.poses) >= 18
        assert all(max(abs(pose.x - 300), abs(pose.y - 200)) < 55 for pose in ended.poses)
        free = physics.drop(MEASURES, (), range(20), 250.0, seed)
        assert any(max(abs(pose.x - 300), abs(pose.y - 200)) > 65 for pose in free.poses)
        assert ended == physics.drop(penned, (), range(20)[::-1], 250.0, seed)


@pytest.mark.rule("GS-14", "GS-35")
def test_soldier_that_would_land_on_a_block_slides_off_it() -> None:
    """Use a small table, where the hands are wider than the space between blocks."""
    small = Measures(cube=20.0, tile=40.0, table=(600.0, 600.0))
    near = (Block(300.0, 356.0, 150.0, 30.0, 0.0), Block(300.0, 244.0, 150.0, 30.0, 0.0))
    measures = replace(small, blocks=near)
    assert why_not_blocks(measures, near) is None
    resting_count = landed_on_block = 0
    for seed in range(6):
        hits = landings(small.cube, small.table, range(20), 100.0, seed)
        landed_on_block += sum(
            isinstance(why_not_place(measures, (), hit.x, hit.y, hit.angle), OnBlock) for hit in hits
        )
        ended = physics.drop(measures, (), range(20), 100.0, seed)
        assert placement.why_not_rest(measures, ended.poses) is None
        resting_count += len(ended.poses)
    assert landed_on_block > 0
    assert resting_count >= 0.95 * 6 * 20


@pytest.mark.rule("GS-35")
def test_chance_lays_blocks_only_at_legal_places() -> None:
    tight = Measures(table=(200.0, 200.0))
    laid = []
    for seed in range(5):
        for measures in (MEASURES, tight):
            blocks = lay_blocks(measures, 8, Random(seed))
            assert why_not_blocks(measures, blocks) is None
            assert blocks == lay_blocks(measures, 8, Random(seed))
            laid.append(len(blocks))
            for block in blocks:
                corners = (block.x - measures.table[0] / 2, block.y - measures.table[1] / 2)
                assert hypot(*corners) > measures.tile
    assert laid[::2] == [8] * 5
    assert min(laid[1::2]) < 8


@pytest.mark.rule("GS-35")
@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param((BLOCK, replace(BLOCK, x=139.0, angle=0.1)), id="overlap"),
        pytest.param((replace(BLOCK, x=15.0),), id="over the edge"),
        pytest.param((replace(BLOCK, width=9.0),), id="too narrow"),
        pytest.param((replace(BLOCK, height=151.0),), id="too long"),
        pytest.param((replace(BLOCK, x=float("nan")),), id="nowhere"),
        pytest.param((replace(BLOCK, width=float("nan")),), id="no width"),
        pytest.param((replace(BLOCK, x=300.0, y=155.0),), id="in the middle"),
        pytest.param(tuple(replace(BLOCK, x=30.0 + 45 * n) for n in range(9)), id="too many"),
    ],
)
def test_impossible_blocks_are_refused(blocks: tuple[Block, ...]) -> None:
    with pytest.raises(Illegal) as refused:
        start_match(blocks, ())
    assert isinstance(refused.value.reason, reasons.WrongBlock)


@pytest.mark.rule("GS-35")
def test_blocks_may_touch() -> None:
    start_match((BLOCK, replace(BLOCK, x=140.0), replace(BLOCK, x=300.0, y=140.0)), ())


@pytest.mark.rule("GS-35")
def test_soldier_on_a_block_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        start_match((BLOCK,), (Soldier(0, 0, 110.0, 100.0, 0.0),))
    assert isinstance(refused.value.reason, OnBlock)


@pytest.mark.rule("GS-35")
def test_blocks_are_laid_before_the_first_drop_and_recorded(tmp_path: Path) -> None:
    match = new_match("grenade-salad", ("Ann", "Bo"), seed=3, options=SaladOptions(blocks=4))
    assert match.state.pending_chance() == "blocks"
    (laid,) = match.resolve_chance()
    assert isinstance(laid.entry, Blocks)
    assert match.state.active_seats() == (0, 1)
    match.act(Drop(height=200.0))
    assert [type(entry).__name__ for entry in match.entries] == ["Blocks", "Drop", "Rest"]
    assert match.header.to_line()["options"]["blocks"] == 4  # type: ignore[index, call-overload]
    view = to_json(match.state.view(1))
    assert isinstance(view, dict)
    assert len(view["blocks"]) == 4  # type: ignore[arg-type]
    write_record(tmp_path / "blocks.jsonl", match.header, match.entries)
    record = read_record(tmp_path / "blocks.jsonl")
    assert record.header == match.header
    replayed = Match(record.header)
    for entry in record.entries:
        replayed.apply_entry(entry)
    assert replayed.state == match.state


@pytest.mark.rule("GS-35")
def test_no_more_blocks_are_laid_than_the_house_rule_says() -> None:
    with pytest.raises(Illegal):
        new_match("grenade-salad", ("Ann", "Bo"), options=SaladOptions(blocks=9))
    match = new_match("grenade-salad", ("Ann", "Bo"), options=SaladOptions(blocks=1))
    assert match.state.why_not_chance(Blocks((WALL, replace(WALL, x=500.0)))) is not None
    assert match.state.why_not_chance(Blocks(())) is None


@pytest.mark.rule("GS-35")
def test_match_without_blocks_has_no_new_line_and_no_new_key() -> None:
    match = new_match("grenade-salad", ("Ann", "Bo"), seed=3)
    assert match.resolve_chance() == []
    assert "blocks" not in match.header.to_line()["options"]  # type: ignore[operator]
    view = to_json(match.state.view(0))
    assert isinstance(view, dict)
    assert "blocks" not in view
    assert "blocks" not in view["options"]  # type: ignore[operator]
    setup = start_match((), ()).to_setup()
    assert setup is not None
    assert setup.blocks is None


@pytest.mark.rule("GS-35")
def test_zero_blocks_are_read_as_no_blocks() -> None:
    """Zero blocks come from `sweep --vary blocks=0,4` or a handwritten record."""
    assert make_options("grenade-salad", 2, {"blocks": 0}) == SaladOptions()
    line = new_match("grenade-salad", ("Ann", "Bo"), seed=3).header.to_line()
    options = line["options"]
    assert isinstance(options, dict)
    assert parse_header({**line, "options": {**options, "blocks": 0}}) == parse_header(line)
    with pytest.raises(BadLine, match="walls"):
        parse_header({**line, "options": {**options, "walls": 0}})


@pytest.mark.rule("GS-11", "GS-13", "GS-16", "GS-17", "GS-18", "GS-35")
def test_blocks_stop_arrows_and_placement_but_not_grenades() -> None:
    attacker, target = Soldier(0, 0, 88.0, 200.0, 0.0), Soldier(1, 1, 112.0, 200.0, 0.0)
    state = start_match((WALL,), (attacker, target), cube=12.0, tile=50.0)
    assert isinstance(state.why_not(Arrow(0, 0, 1)), reasons.BlockInSight)
    assert not any(isinstance(action, Arrow) for action in state.legal_actions(0))
    assert state.why_not(Hammers(0, 0, 1)) is not None
    near = start_match((WALL,), (replace(attacker, x=88.99), replace(target, x=111.01)), cube=12.0, tile=50.0)
    assert near.why_not(Hammers(0, 0, 1)) is None
    assert state.why_not(Move(0, 0, (118.0, 230.0), 0.0)) is None
    assert isinstance(state.why_not(Move(0, 0, (100.0, 220.0), 0.0)), OnBlock)
    assert isinstance(state.why_not(Pointer(0, (100.0, 240.0), 0.5)), OnBlock)
    assert state.why_not(Explosion(0, 0, (100.0, 200.0))) is None
    state.apply(Explosion(0, 0, (130.0, 200.0)))
    assert set(state.soldiers) == {0}
    setup = start_match((WALL,), (attacker,)).to_setup()
    assert setup is not None
    assert setup.blocks == (WALL,)


@pytest.mark.rule("GS-35")
def test_notation_of_a_position_contains_the_blocks() -> None:
    game = load("grenade-salad")
    rng = Random(2)
    blocks = lay_blocks(MEASURES, 5, rng)
    soldiers = tuple(place_crowd(replace(MEASURES, blocks=blocks), 12, rng))
    state = start_match(blocks, soldiers)
    text = state.format_position()
    parsed = game.parse_position(text)
    assert isinstance(parsed, SaladState)
    assert parsed.format_position() == text
    for original, reread in zip(blocks, parsed.measures.blocks, strict=True):
        assert dist((original.x, original.y), (reread.x, reread.y)) <= 0.0008
        assert (original.width, original.height) == (reread.width, reread.height)
        assert reread.angle == pytest.approx(original.angle, abs=2e-5)
    with pytest.raises(Illegal) as caught:
        game.parse_position("grenade-salad; seats 2; block 300,205 30 60,20")
    assert "GS-35" in str(caught.value)
