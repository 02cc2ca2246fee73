"""The shipped boxes: each can be opened, dealt, looked at and put into words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from math import pi, sqrt

import pygame
import pytest

from grenade_salad import check_game
from grenade_salad.boxes import box_reader, bundled
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.core import Illegal, to_json
from grenade_salad.games.open_table import actions, boxes, faces
from grenade_salad.games.open_table.box import Box, Kind, TableSetup
from grenade_salad.games.open_table.box_words import WORDS
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.physics.release import GRAVITY
from grenade_salad.match.lines import convert
from grenade_salad.system import resources
from grenade_salad.text import markdown, say
from tests.marks import doors_but
from tests.open_table.playing import act, dump_events, find_fault, new_table
from tools import make_assets

NAMES = bundled.names()
_LANGUAGES = ("de", "es", "fr", "pl")
_DEALT = {"Deal": 3, "Deal 1": 1, "Deal 2": 2, "Deal 5": 5, "Deal 7": 7}


@pytest.fixture(params=NAMES)
def box(request: pytest.FixtureRequest) -> Box:
    """Each shipped box."""
    return bundled.load_box(request.param).box


@pytest.mark.parametrize("box", [bundled.load_box("crokinole").box], ids=["crokinole"])
def test_shipped_box_keeps_the_contract_of_games(installed_table: str) -> None:
    check_game(installed_table, seeds=[1], steps=10)


@pytest.mark.slow
@pytest.mark.parametrize("steps", doors_but([20], [20, 60]))
def test_shipped_box_keeps_the_contract_in_longer_matches(installed_table: str, box: Box, steps: int) -> None:
    check_game(installed_table, seeds=[1], steps=steps)


def _count_pieces(state: TableState) -> dict[str, int]:
    return {holder.name: holder.count for holder in state.view(None).holders}


def test_buttons_deal_and_a_new_round_restores_everything() -> None:
    for name in NAMES:
        box = bundled.load_box(name).box
        seats = max(2, box.seats[0])
        for button in box.buttons:
            state = new_table(box, seats)
            previous_counts = _count_pieces(state)
            for action in expand_button(button, 1, state.view(1)):
                act(state, action)
            assert find_fault(state) == ""
            hands = [count for holder, count in _count_pieces(state).items() if holder.startswith("hand ")]
            if button.label in _DEALT:
                assert set(hands) == {_DEALT[button.label]}, f"{name}: {button.label}"
            elif button.label == "Deal all":
                assert sum(hands) == 52
            act(state, actions.Reset(0))
            assert _count_pieces(state) == previous_counts, f"{name}: {button.label}"


def _visible_words(box: Box) -> Iterator[str]:
    """Yield all words of a box that people read, without codes."""
    yield box.name
    for kind in box.kinds:
        yield from (kind.title, kind.back)
        yield from () if kind.codes else kind.fronts
    yield from (holder.title or holder.name for holder in box.holders if holder.secret != "hand")
    yield from (counter.name for counter in box.counters)
    yield from (note.name for note in box.notes)
    yield from (button.label for button in box.buttons)


def test_all_words_of_boxes_are_translatable_and_all_codes_have_words() -> None:
    used = {
        words
        for name in NAMES
        for words in _visible_words(bundled.load_box(name).box)
        if words and not faces.describe_front(words)
    }
    assert used == WORDS
    for name in NAMES:
        for kind in bundled.load_box(name).box.kinds:
            for front in kind.fronts if kind.codes else ():
                words = faces.describe_front(faces.encode_front(kind.codes, front))
                assert words is not None, f"{name}: {front}"
                assert kind.codes == "dice" or say(words) != front, f"{name}: {front}"


def test_the_log_says_cards_in_words() -> None:
    state = new_table(bundled.load_box("cards").box)
    events = act(state, actions.Move(0, of="draw", to=(100.0, 100.0), face="up"))
    text = " ".join(say(event.message()) for event in events)
    assert " of " in text or "joker" in text, text
    assert "cards:" in dump_events(events, None), "it is the log that has words, not what it is made of"


def _pictures(kind: Kind) -> Iterator[faces.Picture]:
    fronts = [faces.front_picture(kind, front) for front in range(len(kind.fronts))]
    yield from (picture for picture in (*fronts, faces.back_picture(kind)) if picture is not None)


def test_every_face_has_an_existing_picture_or_a_colour() -> None:
    for name in NAMES:
        opened = bundled.load_box(name)
        for kind in opened.box.kinds:
            pictures = list(_pictures(kind))
            assert pictures or kind.colour, f"{name}: {kind.name}"
            for picture in pictures:
                left, top, width, height = picture.part
                assert 0 <= left < left + width <= 1.0001
                assert 0 <= top < top + height <= 1.0001
                assert (
                    picture.path in opened.pictures if picture.of_box else (resources.assets() / picture.path).is_file()
                ), picture.path
        assert opened.box.rules.startswith("# ")


def test_every_picture_of_a_box_draws_something() -> None:
    for name in NAMES:
        for path, data in bundled.load_box(name).pictures.items():
            drawn = pygame.image.load_sized_svg(io.BytesIO(data), (40, 40))
            assert pygame.mask.from_surface(drawn).count() > 0.04 * drawn.get_width() * drawn.get_height(), path


def test_make_assets_reproduces_the_pictures_and_no_file_is_left_over() -> None:
    drawn = make_assets.box_pictures.files()
    for path, text in drawn.items():
        assert (resources.boxes() / path).read_text(encoding="utf-8") == text, (
            f"{path}: run python -m tools.make_assets"
        )
    existing = {
        path.relative_to(resources.boxes()).as_posix() for path in resources.boxes().rglob("*") if path.is_file()
    }
    pages = ("rules.md", *(f"rules.{language}.md" for language in _LANGUAGES))
    described = {f"{name}/{file}" for name in NAMES for file in ("box.toml", *pages)}
    assert existing == {*drawn, *described, "CREDITS.md"}
    used = {f"{name}/{path}" for name in NAMES for path in bundled.load_box(name).pictures}
    assert used == set(drawn)


def test_the_record_has_the_whole_box() -> None:
    for name in NAMES:
        setup = bundled.load_box(name).setup
        assert convert(to_json(setup), TableSetup) == setup, name


def test_old_tables_find_their_pictures_by_their_hash() -> None:
    chess = bundled.load_box("chess")
    opened_boxes = OpenedBoxes()
    assert opened_boxes.find_by_pictures(chess.setup.pictures) == chess
    assert opened_boxes.find_by_pictures("0" * 64) is None
    assert opened_boxes.find_by_pictures("") is None


def test_every_man_is_in_the_middle_of_a_square() -> None:
    for name in ("chess", "draughts"):
        box = bundled.load_box(name).box
        (board,) = (kind for kind in box.kinds if kind.piece == "board")
        (x, y) = box.layout[0].at[0]
        squares = {(x + across, y + up) for across, up in board.snaps}
        men = [point for lay in box.layout[1:] for point in lay.at]
        assert len(board.snaps) == 64
        assert len(men) == len(set(men)) == {"chess": 32, "draughts": 24}[name]
        assert set(men) <= squares


def test_rules_are_written_in_five_languages() -> None:
    for name in NAMES:
        opened = bundled.load_box(name)
        assert tuple(sorted(opened.pages)) == _LANGUAGES, name
        assert opened.rules_in("pt_BR") == opened.box.rules
        for language in _LANGUAGES:
            blocks = [(block.kind, block.spans[0].face) for block in markdown.parse(opened.rules_in(language))]
            assert [kind for kind, _ in blocks] == [block.kind for block in markdown.parse(opened.box.rules)], name
            bold = opened.rules_in(language).count("**"), opened.box.rules.count("**")
            assert bold[0] == bold[1], f"{name}, {language}"


# Go, backgammon, carrom.


def test_go_board_has_a_point_at_every_crossing() -> None:
    box = bundled.load_box("go").box
    (board,) = (kind for kind in box.kinds if kind.piece == "board")
    assert len(board.snaps) == 169
    assert sum(kind.total_count for kind in box.kinds) == 1 + 169 + 1, "as many stones as points, and one more"


def test_backgammon_has_its_usual_start_and_rolls_two_dice_each() -> None:
    state = new_table(bundled.load_box("backgammon").box)
    counts = _count_pieces(state)
    assert {name: count for name, count in counts.items() if count} == {
        "1": 2, "6": 5, "8": 3, "12": 5, "13": 5, "17": 3, "19": 5, "24": 2,
    }  # fmt: skip
    view = state.view(0)
    for button, colour in zip(view.box.buttons, ("white", "black"), strict=False):
        (roll,) = expand_button(button, 0, view)
        assert isinstance(roll, actions.Roll)
        kinds = [view.box.kinds[piece.face.kind or 0] for piece in view.pieces if piece.number in (roll.what or ())]
        assert [(kind.name, kind.piece) for kind in kinds] == [(f"{colour} dice", "die")] * 2
    man = state.view(0).holder("24")
    assert man is not None
    (event,) = act(state, actions.Move(0, (man.pieces[0],), to="18"))
    assert event.text(("Ann", "Bo")) == "Ann moves a white man from point 24 to point 18"


def test_pocket_of_the_carrom_board_takes_a_disc_that_slides_into_it() -> None:
    state = new_table(bundled.load_box("carrom").box)
    state.options = TableOptions(steady=True)
    striker = next(piece for piece in state.view(0).pieces if state.box.kinds[piece.face.kind or 0].name == "striker")
    act(state, actions.Move(0, (striker.number,), to=(200.0, 200.0)))
    disc_id = state.view(0).order[-1]
    act(state, actions.Flick(0, disc_id, -2.3561945, 400.0))
    assert _count_pieces(state)["lower left pocket"] == 1
    act(state, actions.Reset(0))
    act(state, actions.Flick(0, state.view(0).order[-1], 1.5707963, 4000.0))
    inside = [
        piece
        for piece in state.view(0).pieces
        if not piece.holder and state.box.kinds[piece.face.kind or 0].piece == "disc"
    ]
    assert all(100 < piece.x < 840 and 100 < piece.y < 840 for piece in inside), "its frame holds what slides"


# Crokinole.


def _board_with_disc() -> tuple[TableState, int]:
    """Return a board with a disc on the outer line at the bottom, and the disc's id."""
    state = new_table(bundled.load_box("crokinole").box)
    state.options = TableOptions(steady=True)
    act(state, actions.Move(0, of="white discs", to=(400.0, 400.0 - 305.0)))
    disc_id = state.view(0).order[-1]
    return state, disc_id


def _count_fallen(state: TableState) -> dict[str, int]:
    return {name: count for name, count in _count_pieces(state).items() if name in ("hole", "ditch")}


def test_shot_begins_on_the_line() -> None:
    state, disc_id = _board_with_disc()
    assert state.why_not(actions.Flick(0, disc_id, 1.57, 800.0)) is None
    act(state, actions.Move(0, (disc_id,), to=(400.0, 300.0)))
    reason = state.why_not(actions.Flick(0, disc_id, 1.57, 800.0))
    assert reason is not None
    assert "289 to 321 mm from the middle" in reason.text()
    assert "this is 100 mm" in reason.text()
    with pytest.raises(Illegal):
        state.apply(actions.Flick(0, disc_id, 1.57, 800.0))


def test_each_seat_shoots_from_its_own_quarter() -> None:
    """Two sit opposite each other; three and four sit clockwise from the lower edge."""
    box = bundled.load_box("crokinole").box
    lower, left, upper, right = (400.0, 95.0), (95.0, 400.0), (400.0, 705.0), (705.0, 400.0)
    for places in ((lower, upper), (lower, left, upper), (lower, left, upper, right)):
        state = new_table(box, len(places))
        disc_id = 0
        for start in (lower, left, upper, right):
            act(state, actions.Move(0, (disc_id,) if disc_id else (), "" if disc_id else "white discs", to=start))
            disc_id = state.view(0).order[-1]
            allowed_seats = [
                seat for seat in range(len(places)) if not state.why_not(actions.Flick(seat, disc_id, 1.0, 800.0))
            ]
            assert allowed_seats == [seat for seat, place in enumerate(places) if place == start]


def test_ditch_takes_discs_that_leave_the_board_and_hole_discs_that_reach_it() -> None:
    state, disc_id = _board_with_disc()
    act(state, actions.Flick(0, disc_id, -1.5707963, 500.0))
    assert _count_fallen(state) == {"hole": 0, "ditch": 1}
    for speed, expected in ((1100.0, {"hole": 1, "ditch": 0}), (2600.0, {"hole": 0, "ditch": 1})):
        state, disc_id = _board_with_disc()
        act(state, actions.Flick(0, disc_id, 1.5707963, speed))
        assert _count_fallen(state) == expected, "what is too fast flies over the hole"
    state, disc_id = _board_with_disc()
    act(state, actions.Flick(0, disc_id, 1.5707963, 300.0))
    assert _count_fallen(state) == {"hole": 0, "ditch": 0}


@pytest.mark.parametrize("speed", [1000.0, 1100.0, 1500.0])
def test_straight_shot_scores_twenty_by_the_size_of_disc_and_hole(speed: float) -> None:
    """The disc of 16 mm falls if its centre is within 7.09 mm of the hole for 20 ms.

    The hole has a radius of 17.5 mm.
    """
    start, hole, disc, grip = 95.0, 17.5, 16.0, 0.15
    reach = sqrt(hole**2 - disc**2)
    twenties = []
    for aside in range(13):
        state, disc_id = _board_with_disc()
        act(state, actions.Move(0, (disc_id,), to=(400.0 + aside, start)))
        act(state, actions.Flick(0, state.view(0).order[-1], pi / 2, speed))
        length_over_hole = 2 * sqrt(max(0.0, reach**2 - aside**2))
        speed_left = sqrt(speed**2 - 2 * grip * GRAVITY * (400.0 - length_over_hole / 2 - start))
        assert _count_fallen(state)["hole"] == (length_over_hole > speed_left * 0.02), aside
        twenties.append(_count_fallen(state)["hole"])
    assert sum(twenties) == {1000.0: 7, 1100.0: 5, 1500.0: 0}[speed]


def test_die_of_the_wheel_is_turned_by_hand() -> None:
    state = new_table(bundled.load_box("wheel").box)
    die_id = next(piece.number for piece in state.view(0).pieces if piece.face.kind == 2)
    (event,) = act(state, actions.Set(1, "die", die_id, 4))
    piece = state.view(0).piece(die_id)
    assert piece is not None
    assert piece.face.side == 4
    assert event.text(("Ann", "Bo")) == "Bo turns a white die to 5"
    reason = state.why_not(actions.Set(1, "die", die_id, 6))
    assert reason is not None
    assert "6 is not one of 0 to 5" in reason.text()
    cards = new_table(boxes.CARDS)
    reason = cards.why_not(actions.Set(1, "die", cards.view(0).stacks[0].number, 1))
    assert reason is not None


def test_only_the_box_on_the_table_is_read_for_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    box = bundled.load_box("live-grenade").box
    spanish = bundled.load_box("live-grenade").rules_in("es")
    bundled.load_box.cache_clear()
    read_names: list[str] = []
    monkeypatch.setattr(bundled, "read", lambda folder: (read_names.append(folder.name), box_reader.read(folder))[1])
    opened_boxes = OpenedBoxes()
    assert opened_boxes.find_rules(box, "es") == spanish != box.rules
    assert opened_boxes.find_rules(replace(box, rules=""), "es") == ""
    assert read_names == ["live-grenade"], "the others are not read"
    assert opened_boxes.find_rules(replace(box, name="Mine"), "es") == spanish, "by its page, whatever it is called"
    bundled.load_box.cache_clear()
