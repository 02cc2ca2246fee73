"""The boxes that come along: each can be opened, dealt, looked at and said in words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from math import pi, sqrt

import pygame
import pytest

from grenade_salad import check_game
from grenade_salad.boxes import box_reader, bundled
from grenade_salad.core import Illegal, to_json
from grenade_salad.games.open_table import actions, boxes, faces
from grenade_salad.games.open_table.box import Box, Kind, TableSetup
from grenade_salad.games.open_table.box_words import WORDS
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.match.lines import convert
from grenade_salad.system import resources
from grenade_salad.text import markdown, say
from tests.open_table.playing import act, table_of, told, why_broken
from tools import make_assets

NAMES = bundled.names()
_LANGUAGES = ("de", "es", "fr", "pl")
_DEALT = {"Deal": 3, "Deal 1": 1, "Deal 2": 2, "Deal 5": 5, "Deal 7": 7}


@pytest.fixture(params=NAMES)
def box(request: pytest.FixtureRequest) -> Box:
    """Each of the folders that come along."""
    return bundled.opened(request.param).box


@pytest.mark.quick("crokinole")
def test_each_keeps_the_contract_of_games(installed_table: str, box: Box) -> None:
    check_game(installed_table, seeds=[1], steps=10)


@pytest.mark.slow
def test_each_keeps_the_contract_in_longer_matches(installed_table: str, box: Box) -> None:
    check_game(installed_table, seeds=[1])


def _counts(state: TableState) -> dict[str, int]:
    return {holder.name: holder.count for holder in state.view(None).holders}


def test_buttons_deal_and_a_new_round_brings_everything_back() -> None:
    for name in NAMES:
        box = bundled.opened(name).box
        seats = max(2, box.seats[0])
        for button in box.buttons:
            state = table_of(box, seats)
            before = _counts(state)
            for action in pressed(button, 1, state.view(1)):
                act(state, action)
            assert why_broken(state) == ""
            hands = [count for holder, count in _counts(state).items() if holder.startswith("hand ")]
            if button.label in _DEALT:
                assert set(hands) == {_DEALT[button.label]}, f"{name}: {button.label}"
            elif button.label == "Deal all":
                assert sum(hands) == 52
            act(state, actions.Reset(0))
            assert _counts(state) == before, f"{name}: {button.label}"


def _said(box: Box) -> Iterator[str]:
    """All words that people read on it, but codes."""
    yield box.name
    for kind in box.kinds:
        yield from (kind.title, kind.back)
        yield from () if kind.codes else kind.fronts
    yield from (holder.title or holder.name for holder in box.holders if holder.secret != "hand")
    yield from (counter.name for counter in box.counters)
    yield from (note.name for note in box.notes)
    yield from (button.label for button in box.buttons)


def test_all_words_of_boxes_are_for_translators_and_all_codes_have_words() -> None:
    used = {words for name in NAMES for words in _said(bundled.opened(name).box) if words and not faces.said(words)}
    assert used == WORDS
    for name in NAMES:
        for kind in bundled.opened(name).box.kinds:
            for front in kind.fronts if kind.codes else ():
                found = faces.said(faces.coded(kind.codes, front))
                assert found is not None, f"{name}: {front}"
                assert kind.codes == "dice" or say(found) != front, f"{name}: {front}"


def test_the_log_says_cards_in_words() -> None:
    state = table_of(bundled.opened("cards").box)
    events = act(state, actions.Move(0, of="draw", to=(100.0, 100.0), face="up"))
    text = " ".join(say(event.message()) for event in events)
    assert " of " in text or "joker" in text, text
    assert "cards:" in told(events, None), "it is the log that has words, not what it is made of"


def _pictures(kind: Kind) -> Iterator[faces.Picture]:
    fronts = [faces.front_picture(kind, front) for front in range(len(kind.fronts))]
    yield from (found for found in (*fronts, faces.back_picture(kind)) if found is not None)


def test_every_face_has_a_picture_that_is_there_or_a_paint() -> None:
    for name in NAMES:
        opened = bundled.opened(name)
        for kind in opened.box.kinds:
            shown = list(_pictures(kind))
            assert shown or kind.colour, f"{name}: {kind.name}"
            for picture in shown:
                left, top, wide, high = picture.part
                assert 0 <= left < left + wide <= 1.0001
                assert 0 <= top < top + high <= 1.0001
                assert (
                    picture.path in opened.pictures if picture.of_box else (resources.assets() / picture.path).is_file()
                ), picture.path
        assert opened.box.rules.startswith("# ")


def test_every_picture_of_a_box_draws_something() -> None:
    for name in NAMES:
        for path, data in bundled.opened(name).pictures.items():
            drawn = pygame.image.load_sized_svg(io.BytesIO(data), (40, 40))
            assert pygame.mask.from_surface(drawn).count() > 0.04 * drawn.get_width() * drawn.get_height(), path


def test_make_assets_reproduces_the_pictures_and_nothing_is_left_over() -> None:
    drawn = make_assets.box_pictures.files()
    for path, text in drawn.items():
        assert (resources.boxes() / path).read_text(encoding="utf-8") == text, (
            f"{path}: run python -m tools.make_assets"
        )
    there = {path.relative_to(resources.boxes()).as_posix() for path in resources.boxes().rglob("*") if path.is_file()}
    pages = ("rules.md", *(f"rules.{language}.md" for language in _LANGUAGES))
    described = {f"{name}/{file}" for name in NAMES for file in ("box.toml", *pages)}
    assert there == {*drawn, *described, "CREDITS.md"}
    used = {f"{name}/{path}" for name in NAMES for path in bundled.opened(name).pictures}
    assert used == set(drawn)


def test_the_record_has_the_whole_box() -> None:
    for name in NAMES:
        setup = bundled.opened(name).setup
        assert convert(to_json(setup), TableSetup) == setup, name


def test_old_tables_find_their_pictures_by_their_hash() -> None:
    chess = bundled.opened("chess")
    assert bundled.with_pictures(chess.setup.pictures) == chess
    assert bundled.with_pictures("0" * 64) is None
    assert bundled.with_pictures("") is None


def test_every_man_stands_in_the_middle_of_a_square() -> None:
    for name in ("chess", "draughts"):
        box = bundled.opened(name).box
        (board,) = (kind for kind in box.kinds if kind.piece == "board")
        (x, y) = box.layout[0].at[0]
        squares = {(x + across, y + up) for across, up in board.snaps}
        men = [point for lay in box.layout[1:] for point in lay.at]
        assert len(board.snaps) == 64
        assert len(men) == len(set(men)) == {"chess": 32, "draughts": 24}[name]
        assert set(men) <= squares


def test_how_people_play_is_told_in_five_languages() -> None:
    for name in NAMES:
        opened = bundled.opened(name)
        assert tuple(sorted(opened.pages)) == _LANGUAGES, name
        assert opened.rules_in("pt_BR") == opened.box.rules
        for language in _LANGUAGES:
            there = [(block.kind, block.spans[0].face) for block in markdown.parse(opened.rules_in(language))]
            assert [kind for kind, _ in there] == [block.kind for block in markdown.parse(opened.box.rules)], name
            bold = opened.rules_in(language).count("**"), opened.box.rules.count("**")
            assert bold[0] == bold[1], f"{name}, {language}"


# go, backgammon, carrom


def test_a_stone_of_go_lies_where_lines_cross() -> None:
    box = bundled.opened("go").box
    (board,) = (kind for kind in box.kinds if kind.piece == "board")
    assert len(board.snaps) == 169
    assert sum(kind.whole for kind in box.kinds) == 1 + 169 + 1, "as many stones as points, and one more"


def test_backgammon_stands_as_usual_and_rolls_two_dice_each() -> None:
    state = table_of(bundled.opened("backgammon").box)
    counts = _counts(state)
    assert {name: count for name, count in counts.items() if count} == {
        "1": 2, "6": 5, "8": 3, "12": 5, "13": 5, "17": 3, "19": 5, "24": 2,
    }  # fmt: skip
    view = state.view(0)
    for button, colour in zip(view.box.buttons, ("white", "black"), strict=False):
        (roll,) = pressed(button, 0, view)
        assert isinstance(roll, actions.Roll)
        kinds = [view.box.kinds[piece.face.kind or 0] for piece in view.pieces if piece.number in (roll.what or ())]
        assert [(kind.name, kind.piece) for kind in kinds] == [(f"{colour} dice", "die")] * 2
    man = state.view(0).holder("24")
    assert man is not None
    (event,) = act(state, actions.Move(0, (man.pieces[0],), to="18"))
    assert event.text(("Ann", "Bo")) == "Ann moves a white man from point 24 to point 18"


def test_a_pocket_of_the_carrom_board_takes_what_slides_into_it() -> None:
    state = table_of(bundled.opened("carrom").box)
    state.options = TableOptions(steady=True)
    striker = next(piece for piece in state.view(0).pieces if state.box.kinds[piece.face.kind or 0].name == "striker")
    act(state, actions.Move(0, (striker.number,), to=(200.0, 200.0)))
    number = state.view(0).order[-1]
    act(state, actions.Flick(0, number, -2.3561945, 400.0))
    assert _counts(state)["lower left pocket"] == 1
    act(state, actions.Reset(0))
    act(state, actions.Flick(0, state.view(0).order[-1], 1.5707963, 4000.0))
    inside = [
        piece
        for piece in state.view(0).pieces
        if not piece.holder and state.box.kinds[piece.face.kind or 0].piece == "disc"
    ]
    assert all(100 < piece.x < 840 and 100 < piece.y < 840 for piece in inside), "its frame holds what slides"


# crokinole


def _board() -> tuple[TableState, int]:
    """A board with one disc on the outer line, at the bottom; its number."""
    state = table_of(bundled.opened("crokinole").box)
    state.options = TableOptions(steady=True)
    act(state, actions.Move(0, of="white discs", to=(400.0, 400.0 - 305.0)))
    number = state.view(0).order[-1]
    return state, number


def _into(state: TableState) -> dict[str, int]:
    return {name: count for name, count in _counts(state).items() if name in ("hole", "ditch")}


def test_a_shot_begins_on_the_line() -> None:
    state, number = _board()
    assert state.why_not(actions.Flick(0, number, 1.57, 800.0)) is None
    act(state, actions.Move(0, (number,), to=(400.0, 300.0)))
    reason = state.why_not(actions.Flick(0, number, 1.57, 800.0))
    assert reason is not None
    assert "289 to 321 mm from the middle" in reason.text()
    assert "this is 100 mm" in reason.text()
    with pytest.raises(Illegal):
        state.apply(actions.Flick(0, number, 1.57, 800.0))


def test_everybody_shoots_from_the_quarter_in_front_of_them() -> None:
    """Two sit opposite each other; three and four clockwise from the lower edge."""
    box = bundled.opened("crokinole").box
    lower, left, upper, right = (400.0, 95.0), (95.0, 400.0), (400.0, 705.0), (705.0, 400.0)
    for places in ((lower, upper), (lower, left, upper), (lower, left, upper, right)):
        state = table_of(box, len(places))
        number = 0
        for at in (lower, left, upper, right):
            act(state, actions.Move(0, (number,) if number else (), "" if number else "white discs", to=at))
            number = state.view(0).order[-1]
            may = [seat for seat in range(len(places)) if not state.why_not(actions.Flick(seat, number, 1.0, 800.0))]
            assert may == [seat for seat, place in enumerate(places) if place == at]


def test_the_ditch_takes_what_leaves_the_board_and_the_hole_what_comes_to_it() -> None:
    state, number = _board()
    act(state, actions.Flick(0, number, -1.5707963, 500.0))
    assert _into(state) == {"hole": 0, "ditch": 1}
    for speed, falls in ((1100.0, {"hole": 1, "ditch": 0}), (2600.0, {"hole": 0, "ditch": 1})):
        state, number = _board()
        act(state, actions.Flick(0, number, 1.5707963, speed))
        assert _into(state) == falls, "what is too fast flies over the hole"
    state, number = _board()
    act(state, actions.Flick(0, number, 1.5707963, 300.0))
    assert _into(state) == {"hole": 0, "ditch": 0}


@pytest.mark.parametrize("speed", [1000.0, 1100.0, 1500.0])
def test_a_straight_shot_is_a_twenty_by_the_size_of_the_disc_and_the_hole(speed: float) -> None:
    """The disc of 16 mm falls into the hole of 17.5 if it is over it for 20 ms, with its centre within 7.09 mm."""
    start, hole, disc, grip = 95.0, 17.5, 16.0, 0.15
    reach = sqrt(hole**2 - disc**2)
    twenties = []
    for aside in range(13):
        state, number = _board()
        act(state, actions.Move(0, (number,), to=(400.0 + aside, start)))
        act(state, actions.Flick(0, state.view(0).order[-1], pi / 2, speed))
        over = 2 * sqrt(max(0.0, reach**2 - aside**2))
        left = sqrt(speed**2 - 2 * grip * GRAVITY * (400.0 - over / 2 - start))
        assert _into(state)["hole"] == (over > left * 0.02), aside
        twenties.append(_into(state)["hole"])
    assert sum(twenties) == {1000.0: 7, 1100.0: 5, 1500.0: 0}[speed]


def test_a_die_of_the_wheel_is_turned_by_hand() -> None:
    state = table_of(bundled.opened("wheel").box)
    number = next(piece.number for piece in state.view(0).pieces if piece.face.kind == 2)
    (event,) = act(state, actions.Set(1, "die", number, 4))
    piece = state.view(0).piece(number)
    assert piece is not None
    assert piece.face.side == 4
    assert event.text(("Ann", "Bo")) == "Bo turns a white die to 5"
    reason = state.why_not(actions.Set(1, "die", number, 6))
    assert reason is not None
    assert "6 is not one of 0 to 5" in reason.text()
    cards = table_of(boxes.CARDS)
    reason = cards.why_not(actions.Set(1, "die", cards.view(0).stacks[0].number, 1))
    assert reason is not None


def test_only_the_box_that_lies_there_is_read_for_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    box = bundled.opened("live-grenade").box
    spanish = bundled.opened("live-grenade").rules_in("es")
    bundled.opened.cache_clear()
    asked: list[str] = []
    monkeypatch.setattr(bundled, "read", lambda folder: (asked.append(folder.name), box_reader.read(folder))[1])
    assert bundled.rules_of(box, "es") == spanish != box.rules
    assert bundled.rules_of(replace(box, rules=""), "es") == ""
    assert asked == ["live-grenade"], "the others are not read"
    assert bundled.rules_of(replace(box, name="Mine"), "es") == spanish, "by its page, whatever it is called"
    bundled.opened.cache_clear()
