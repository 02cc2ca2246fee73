"""Blocks on the table, a house rule: what they are in the way of, where they lie, and none by default."""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, hypot, pi, radians, sin
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import Illegal, to_json
from grenade_salad.games import load
from grenade_salad.games.physics.release import landings
from grenade_salad.games.salad import physics, reasons, vector_geometry
from grenade_salad.games.salad.actions import Arrow, Blocks, Drop, Explosion, Hammers, Move, Pointer, SaladSetup
from grenade_salad.games.salad.blocks import lay, why_not_blocks
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Soldier
from grenade_salad.games.salad.placement import TOLERANCE, OnBlock, why_not_place
from grenade_salad.games.salad.placement_search import along, nearest
from grenade_salad.games.salad.state import SaladState
from grenade_salad.lab.playout import house_rules
from grenade_salad.match.lines import BadLine, header
from grenade_salad.match.match import Match, new_match
from grenade_salad.match.record import read_record, write_record
from tests.marks import over

MEASURES = Measures()
WALL = Block(100.0, 200.0, 10.0, 100.0, 0.0)


def crowd(measures: Measures, number: int, rng: Random) -> list[Soldier]:
    """So many soldiers as lie near blocks and each other."""
    found: list[Soldier] = []
    wide, high = measures.table
    while len(found) < number:
        x, y, angle = rng.uniform(0, wide), rng.uniform(0, high), rng.choice((0.0, rng.uniform(-pi, pi)))
        place = nearest(measures, found, (x, y), angle)
        if place is not None:
            found.append(Soldier(len(found), len(found) % 2, *place, angle))
    return found


def start(blocks: tuple[Block, ...], soldiers: tuple[Soldier, ...], **rules: float) -> SaladState:
    """Seat 0 is to move, with a card of each kind."""
    hands = (("pointer", "hammers", "arrow", "explosion"), ())
    owners = [soldier.seat for soldier in soldiers]
    reserve = tuple(min(15, 20 - owners.count(seat)) for seat in range(2))
    setup = SaladSetup(soldiers, reserve, (0, 0), hands, ("circles",), 0, blocks=blocks)  # type: ignore[arg-type]
    state = load("grenade-salad").start(2, SaladOptions(**rules), setup)  # type: ignore[arg-type]
    assert isinstance(state, SaladState)
    return state


def pairs_compared(seed: int, number: int) -> tuple[int, int]:
    """How many pairs see each other as the engine's rays say, and how many of them only blocks keep apart."""
    rng = Random(seed)
    cube = rng.choice((4.0, 8.0, 12.0))
    bare = Measures(cube, rng.choice((30.0, 50.0)))
    measures = replace(bare, blocks=lay(bare, 1 + seed % 8, rng))
    soldiers = crowd(measures, number, rng)
    ids = [soldier.id for soldier in soldiers]
    pairs = [(one, other) for one in ids for other in ids]
    rays: physics.Rays = rng.choice(("nine", "centre"))
    found = physics.free_sights(measures, soldiers, ids, ids, rays)
    assert found == list(physics.cast_sights(measures, soldiers, pairs, rays))
    return len(pairs), len(set(physics.free_sights(bare, soldiers, ids, ids, rays)) - set(found))


@pytest.mark.rule("GS-17", "GS-35")
def test_sights_beside_blocks_are_those_of_the_engines_rays() -> None:
    compared = [pairs_compared(seed, 24) for seed in range(6)]
    assert sum(number for number, _ in compared) > 3_000
    assert sum(hidden for _, hidden in compared) > 100


@pytest.mark.slow
@pytest.mark.rule("GS-17", "GS-35")
def test_a_million_pairs_beside_blocks() -> None:
    seed = compared = 0
    while compared < 1_000_000:
        compared += pairs_compared(100 + seed, 80)[0]
        seed += 1


@pytest.mark.rule("GS-17", "GS-35")
def test_a_ray_that_touches_a_block_is_free_and_one_that_meets_its_inside_is_not() -> None:
    measures = replace(MEASURES, blocks=(Block(100.0, 200.0, 40.0, 20.0, 0.0),))
    for y, free in ((210.0, True), (209.999, False), (210.001, True), (190.0, True), (190.001, False)):
        pair = [Soldier(0, 0, 50.0, y, 0.0), Soldier(1, 1, 150.0, y, 0.0)]
        assert physics.sight(measures, pair, 0, 1, "centre").free == free
        assert bool(physics.free_sights(measures, pair, [0], [1], "centre")) == free
    seen = physics.sight(measures, [Soldier(0, 0, 50.0, 200.0, 0.0), Soldier(1, 1, 150.0, 200.0, 0.0)], 0, 1)
    assert seen.blocker == measures.blocks[0]
    assert seen.rays[0].at == pytest.approx((80.0, 200.0))


@pytest.mark.rule("GS-04", "GS-35")
def test_nobody_stands_on_a_block() -> None:
    measures = replace(MEASURES, blocks=(WALL, Block(300.0, 60.0, 20.0, 40.0, radians(45.0))))
    assert why_not_place(measures, (), 109.0, 200.0, 0.0) is None
    assert why_not_place(measures, (), 108.96, 200.0, 0.0) is None
    reason = why_not_place(measures, (), 108.9, 200.0, 0.0)
    assert isinstance(reason, OnBlock)
    assert reason.overlap_mm == pytest.approx(0.1)
    rng = Random(5)
    places = [(rng.uniform(80, 120), rng.uniform(130, 270), rng.uniform(-4, 4)) for _ in range(300)]
    places += [(rng.uniform(260, 340), rng.uniform(20, 100), rng.uniform(-4, 4)) for _ in range(300)]
    to = vector_geometry.points([at[:2] for at in places])
    angles = vector_geometry.points([(at[2], 0.0) for at in places])[:, 0]
    on = vector_geometry.on_blocks(to, angles, measures.blocks, measures.cube)
    assert on.tolist() == [isinstance(why_not_place(measures, (), *at), OnBlock) for at in places]
    assert 50 < on.sum() < 550
    # In plain numbers: a place is refused if a block covers a point of the soldier that is not at its very edge.
    for x, y, angle in places:
        inside = any(
            covers(block, (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle)))
            for block in measures.blocks
            for a in range(-4, 5)
            for b in range(-4, 5)
        )
        assert not inside or why_not_place(measures, (), x, y, angle)


def covers(block: Block, at: tuple[float, float]) -> bool:
    x, y = at[0] - block.x, at[1] - block.y
    c, s = cos(block.angle), sin(block.angle)
    return abs(x * c + y * s) < block.width / 2 - 0.1 and abs(y * c - x * s) < block.height / 2 - 0.1


@pytest.mark.rule("GS-11", "GS-13", "GS-35")
@over("seed", range(3), range(3, 100))
def test_the_nearest_place_beside_blocks_is_legal_and_nothing_legal_is_nearer(seed: int) -> None:
    rng = Random(seed)
    measures = replace(MEASURES, blocks=lay(MEASURES, 8, rng))
    soldiers = crowd(measures, 30, rng)
    for _ in range(20):
        block, angle = rng.choice(measures.blocks), rng.choice((0.0, rng.uniform(-pi, pi)))
        at = block.x + rng.uniform(-60, 60), block.y + rng.uniform(-30, 30)
        found = nearest(measures, soldiers, at, angle, reach=40.0)
        far = 40.0
        if found is not None:
            far = dist(at, found)
            assert why_not_place(measures, soldiers, *found, angle) is None
        for _ in range(60):
            way, turn = (far - 0.002) * rng.random(), rng.uniform(-pi, pi)
            spot = at[0] + way * cos(turn), at[1] + way * sin(turn)
            deeper = replace(measures, cube=measures.cube + 2e-5)
            assert way < 0 or why_not_place(deeper, soldiers, *spot, angle) is not None


@pytest.mark.rule("GS-11", "GS-35")
def test_the_next_place_along_a_line_is_beyond_the_block() -> None:
    measures = replace(MEASURES, blocks=(WALL,))
    found = along(measures, (), (90.0, 200.0), (4.0, 0.0), 0.0)
    assert found == pytest.approx((109.0 - TOLERANCE, 200.0), abs=1e-5)


@pytest.mark.rule("GS-05", "GS-07", "GS-35")
def test_cubes_bounce_off_blocks_and_none_ends_on_one() -> None:
    """Four blocks are a pen around the middle: nobody gets out, and without them many do."""
    pen = tuple(Block(300.0 + 60 * x, 200.0 + 60 * y, 130.0, 10.0, 0.0 if y else pi / 2) for x, y in AROUND)
    penned = replace(MEASURES, blocks=pen)
    for seed in range(4):
        ended = physics.drop(penned, (), range(20), 250.0, seed)
        assert physics.why_not_rest(penned, ended.poses) is None
        assert len(ended.poses) + len(ended.lost) == 20
        assert len(ended.poses) >= 18
        assert all(max(abs(pose.x - 300), abs(pose.y - 200)) < 55 for pose in ended.poses)
        free = physics.drop(MEASURES, (), range(20), 250.0, seed)
        assert any(max(abs(pose.x - 300), abs(pose.y - 200)) > 65 for pose in free.poses)
        assert ended == physics.drop(penned, (), range(20)[::-1], 250.0, seed)


AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0))


@pytest.mark.rule("GS-14", "GS-35")
def test_who_would_land_on_a_block_slides_off_it() -> None:
    """On a table of small measures the hands are wider than what stays free of blocks."""
    small = Measures(cube=20.0, tile=40.0, table=(600.0, 600.0))
    near = (Block(300.0, 356.0, 150.0, 30.0, 0.0), Block(300.0, 244.0, 150.0, 30.0, 0.0))
    measures = replace(small, blocks=near)
    assert why_not_blocks(measures, near) is None
    lying = on = 0
    for seed in range(6):
        hits = landings(small.cube, small.table, range(20), 100.0, seed)
        on += sum(isinstance(why_not_place(measures, (), hit.x, hit.y, hit.angle), OnBlock) for hit in hits)
        ended = physics.drop(measures, (), range(20), 100.0, seed)
        assert physics.why_not_rest(measures, ended.poses) is None
        lying += len(ended.poses)
    assert on > 0
    assert lying >= 0.95 * 6 * 20


@pytest.mark.rule("GS-35")
def test_luck_lays_blocks_where_they_may_lie() -> None:
    tight = Measures(table=(200.0, 200.0))
    laid = []
    for seed in range(5):
        for measures in (MEASURES, tight):
            blocks = lay(measures, 8, Random(seed))
            assert why_not_blocks(measures, blocks) is None
            assert blocks == lay(measures, 8, Random(seed))
            laid.append(len(blocks))
            for block in blocks:
                corners = (block.x - measures.table[0] / 2, block.y - measures.table[1] / 2)
                assert hypot(*corners) > measures.tile
    assert laid[::2] == [8] * 5
    assert min(laid[1::2]) < 8


@pytest.mark.rule("GS-35")
def test_blocks_that_cannot_lie_there_are_refused() -> None:
    one = Block(100.0, 100.0, 40.0, 20.0, 0.0)
    for blocks in (
        (one, replace(one, x=139.0, angle=0.1)),
        (replace(one, x=15.0),),
        (replace(one, width=9.0),),
        (replace(one, height=151.0),),
        (replace(one, x=float("nan")),),
        (replace(one, width=float("nan")),),
        (replace(one, x=300.0, y=155.0),),
        tuple(replace(one, x=30.0 + 45 * n) for n in range(9)),
    ):
        with pytest.raises(Illegal) as caught:
            start(blocks, ())
        assert isinstance(caught.value.reason, reasons.WrongBlock)
    start((one, replace(one, x=140.0), replace(one, x=300.0, y=140.0)), ())
    with pytest.raises(Illegal) as refused:
        start((one,), (Soldier(0, 0, 110.0, 100.0, 0.0),))
    assert isinstance(refused.value.reason, OnBlock)


@pytest.mark.rule("GS-35")
def test_blocks_are_laid_before_the_first_drop_and_stand_in_the_record(tmp_path: Path) -> None:
    match = new_match("grenade-salad", ("Ann", "Bo"), seed=3, options=SaladOptions(blocks=4))
    assert match.state.pending_chance() == "blocks"
    (laid,) = match.settle()
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
    again = Match(record.header)
    for entry in record.entries:
        again.add(entry)
    assert again.state == match.state
    with pytest.raises(Illegal):
        new_match("grenade-salad", ("Ann", "Bo"), options=SaladOptions(blocks=9))
    five = new_match("grenade-salad", ("Ann", "Bo"), options=SaladOptions(blocks=1))
    assert five.state.why_not_chance(Blocks((WALL, replace(WALL, x=500.0)))) is not None
    assert five.state.why_not_chance(Blocks(())) is None


@pytest.mark.rule("GS-35")
def test_without_blocks_no_line_and_no_word_is_new() -> None:
    match = new_match("grenade-salad", ("Ann", "Bo"), seed=3)
    assert match.settle() == []
    assert "blocks" not in match.header.to_line()["options"]  # type: ignore[operator]
    view = to_json(match.state.view(0))
    assert isinstance(view, dict)
    assert "blocks" not in view
    assert "blocks" not in view["options"]  # type: ignore[operator]
    setup = start((), ()).to_setup()
    assert setup is not None
    assert setup.blocks is None


@pytest.mark.rule("GS-35")
def test_blocks_that_are_told_as_none_are_read_as_those_that_are_not_told() -> None:
    """As `sweep --vary blocks=0,4` asks for them, and a record that was written by hand."""
    assert house_rules("grenade-salad", 2, {"blocks": 0}) == SaladOptions()
    line = new_match("grenade-salad", ("Ann", "Bo"), seed=3).header.to_line()
    options = line["options"]
    assert isinstance(options, dict)
    assert header({**line, "options": {**options, "blocks": 0}}) == header(line)
    with pytest.raises(BadLine, match="walls"):
        header({**line, "options": {**options, "walls": 0}})


@pytest.mark.rule("GS-11", "GS-13", "GS-16", "GS-17", "GS-18", "GS-35")
def test_what_a_block_is_in_the_way_of() -> None:
    one, other = Soldier(0, 0, 88.0, 200.0, 0.0), Soldier(1, 1, 112.0, 200.0, 0.0)
    state = start((WALL,), (one, other), cube=12.0, tile=50.0)
    assert isinstance(state.why_not(Arrow(0, 0, 1)), reasons.BlockInSight)
    assert not any(isinstance(action, Arrow) for action in state.legal_actions(0))
    assert state.why_not(Hammers(0, 0, 1)) is not None
    near = start((WALL,), (replace(one, x=88.99), replace(other, x=111.01)), cube=12.0, tile=50.0)
    assert near.why_not(Hammers(0, 0, 1)) is None
    assert state.why_not(Move(0, 0, (118.0, 230.0), 0.0)) is None
    assert isinstance(state.why_not(Move(0, 0, (100.0, 220.0), 0.0)), OnBlock)
    assert isinstance(state.why_not(Pointer(0, (100.0, 240.0), 0.5)), OnBlock)
    assert state.why_not(Explosion(0, 0, (100.0, 200.0))) is None
    state.apply(Explosion(0, 0, (130.0, 200.0)))
    assert set(state.soldiers) == {0}
    setup = start((WALL,), (one,)).to_setup()
    assert setup is not None
    assert setup.blocks == (WALL,)


@pytest.mark.rule("GS-35")
def test_blocks_stand_in_the_line_of_a_position() -> None:
    game = load("grenade-salad")
    rng = Random(2)
    blocks = lay(MEASURES, 5, rng)
    soldiers = tuple(crowd(replace(MEASURES, blocks=blocks), 12, rng))
    state = start(blocks, soldiers)
    text = state.format_position()
    again = game.parse_position(text)
    assert isinstance(again, SaladState)
    assert again.format_position() == text
    for before, after in zip(blocks, again.measures.blocks, strict=True):
        assert dist((before.x, before.y), (after.x, after.y)) <= 0.0008
        assert (before.width, before.height) == (after.width, after.height)
        assert after.angle == pytest.approx(before.angle, abs=2e-5)
    with pytest.raises(Illegal) as caught:
        game.parse_position("grenade-salad; seats 2; block 300,205 30 60,20")
    assert "GS-35" in str(caught.value)
