"""Cards from a spreadsheet: what is printed on them, and what is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.games.open_table.pictures import render_face
from grenade_salad.app.window.application import App
from grenade_salad.boxes.box_reader import Grid, read
from grenade_salad.boxes.box_writer import write_starter_box
from grenade_salad.boxes.card_layout import lay_out_front
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import open_box
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.view import Face
from grenade_salad.system import resources
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.open_table.playing import act, find_fault, new_table

BOX = """box = 1
name = "Nine"

[[kinds]]
name = "cards"
piece = "card"
title = "a card"
csv = { colours = { Fire = "red" } }

[[holders]]
name = "hand"
each = true
secret = "hand"
lays = "row"

[[layout]]
kind = "cards"
at = [[450, 300]]
up = false
shuffled = true
"""
CARDS = """Name,Cost,Text,Colour,{count},Icon
Fireball,3,"**Draw 2.** Then
discard *one*.",fire,4,heart
Market,1,+1 card,#009E73,,crown
Nothing,,,,0,
"Flood, great",12,"Every ""other"" player discards.",blue,4,
"""


def _write_folder(path: Path, cards: str | bytes, description: str = BOX) -> Path:
    path.mkdir(exist_ok=True)
    (path / "box.toml").write_text(description, encoding="utf-8")
    (path / "cards.csv").write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    return path


def _read_kind(tmp_path: Path, cards: str | bytes) -> Kind:
    return read(_write_folder(tmp_path / "it", cards)).box.kinds[0]


def test_row_becomes_a_card_with_its_count(tmp_path: Path) -> None:
    for count in ("count", "QTY", "Quantity"):
        kind = _read_kind(tmp_path, CARDS.format(count=count))
        assert kind.fronts == ("Fireball", "Market", "Flood, great")
        assert kind.counts == (4, 1, 4)
        assert kind.printed[0].text == "**Draw 2.** Then\ndiscard *one*."
        assert [printed_card.colour for printed_card in kind.printed] == ["red", "#009E73", "blue"]
        faces = {run.words.strip(): run.face for run in lay_out_front(kind, 0).runs}
        assert faces["Draw 2."] == "bold"
        assert faces["one"] == "italic"
    plain = CARDS.format(count="count").replace(", ", "").replace("Flood great", "Flood")
    for separator in (";", "\t"):
        assert _read_kind(tmp_path, plain.replace(",", separator)).counts == (4, 1, 4)
    assert _read_kind(tmp_path, b"\xef\xbb\xbf" + CARDS.format(count="count").replace("\n", "\r\n").encode()) == kind


def test_cards_of_a_spreadsheet_are_dealt_shuffled_and_put_back(tmp_path: Path) -> None:
    box = read(_write_folder(tmp_path / "it", CARDS.format(count="count"))).box
    state = new_table(box, 2)
    act(state, actions.Deal(0, of=state.view(None).stacks[0].number, n=4))
    assert find_fault(state) == ""
    (hand,) = (holder for holder in state.view(0).holders if holder.name == "hand 0")
    assert not isinstance(hand.inside, int)
    assert len(hand.inside) == 4
    act(state, actions.Reset(0))
    assert find_fault(state) == ""


WRONG = [
    ("Name,count\nA,x", "cards.csv: line 2: count: 'x' is not a whole number"),
    ('Name,text\n"A\nB",\n', "cards.csv: line 2: Name: there is a letter"),
    (
        'Name,text,icon\nA,"x\ny",\n\nB,"' + "many words\n" * 60 + '",heart',
        "cards.csv: line 5: text: it does not fit on the card, in type of 2.1",
    ),
    ("Name\n" + "Incomprehensible" * 3, "cards.csv: line 2: Name: it does not fit"),
    ("Name,colour\nA,pinkish", "cards.csv: line 2: colour: there is no colour 'pinkish'"),
    ("Name,icon\nA,sword", "cards.csv: line 2: icon: there is no icon 'sword'"),
    ("Name,picture\nA,../../etc/passwd", "line 2: picture: '../../etc/passwd' is no picture"),
    ("Name,picture\nA,../b.png", "../b.png: a file of a box has a name"),
    ("Name,picture\nA,b.png", "b.png: there is no such file in the box"),
    ("Name,name\nA,b", "cards.csv: line 1: name is there twice"),
    ("Cards\nA", "cards.csv: line 1: there is no column 'title'"),
    ("Name\nA,B", "cards.csv: line 2: there are more cells than columns"),
    ('Name\n"A', "cards.csv: line 2: it is not CSV"),
    ("", "cards.csv: there is no card in it"),
    ("Name\n", "cards.csv: there is no card in it"),
    ("Name,count\nA,1500\nB,1500", "cards.csv: count: there may be 2000 at most"),
    (b"Name\nA\nB\x81", "cards.csv: line 3: it is not UTF-8"),
    ("Name\n" + "A\n" * 1001, "cards.csv: line 1002: there may be 1000 at most"),
]


def test_errors_name_the_line_and_the_column(tmp_path: Path) -> None:
    for cards, complaint in WRONG:
        with pytest.raises(BadBoxFile) as refused:
            _read_kind(tmp_path, cards)
        assert complaint in str(refused.value), cards[:60]
    with pytest.raises(BadBoxFile) as refused:
        _read_kind(tmp_path, "Name,colour,count\nA,pinkish,x\nB,,y")
    assert len(refused.value.all_errors) == 3, "all that is wrong is told at once"
    for key in ('fronts = ["a"]', "count = 3"):
        with pytest.raises(BadBoxFile, match=r"line 8: .*this stands in the spreadsheet"):
            read(_write_folder(tmp_path / "it", "Name\nA", BOX.replace("csv =", f"{key}\ncsv =")))
    with pytest.raises(BadBoxFile, match="there is no column 'Price'"):
        read(_write_folder(tmp_path / "it", "Name\nA", BOX.replace("colours", 'number = "Price", colours')))


def test_text_gets_smaller_before_it_is_refused(tmp_path: Path) -> None:
    sizes = []
    for repeats in (5, 25, 60):
        kind = _read_kind(tmp_path, "Name,text,qty\nA," + "a word or two " * repeats + ",2")
        runs = [run for run in lay_out_front(kind, 0).runs if run.face == "text"]
        sizes.append(runs[0].size)
        width, height = kind.size
        assert all(0 < run.x < width and 0 < run.y < run.y + run.size < height for run in runs)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] >= kind.least


def test_small_and_large_cards_show_number_and_name(app: App, tmp_path: Path) -> None:
    kind = _read_kind(tmp_path, CARDS.format(count="count"))
    for size in ((40, 56), (400, 559)):
        pictures = [pygame.image.tobytes(render_face(kind, Face(0, front, 0, None), size), "RGB") for front in (0, 1)]
        assert pictures[0] != pictures[1]
        assert pictures[0] != pygame.image.tobytes(render_face(kind, Face(0, 2, 0, None), size), "RGB")


def test_folder_of_pictures_becomes_a_deck(tmp_path: Path) -> None:
    folder = _write_folder(
        tmp_path / "it", "", BOX.replace('csv = { colours = { Fire = "red" } }', 'pictures = ["cards/"]')
    )
    (folder / "cards").mkdir()
    for name in ("b_two", "a"):
        pygame.image.save(pygame.Surface((4, 4)), folder / "cards" / f"{name}.png")
    kind = read(folder).box.kinds[0]
    assert kind.fronts == ("a", "b two")
    assert kind.pictures == ("cards/a.png", "cards/b_two.png")


def test_nine_cards_of_the_page_become_a_box(tmp_path: Path) -> None:
    page = (resources.rules().parent / "boxes.md").read_text(encoding="utf-8")
    cards = textwrap.dedent(page.partition("```csv\n")[2].partition("    ```")[0])
    write_starter_box(tmp_path / "weather")
    (tmp_path / "weather" / "cards.csv").write_text(cards, encoding="utf-8")
    box = open_box(tmp_path / "weather").box
    assert [len(box.pieces), box.kinds[0].fronts] == [9, ("Sun", "Rain", "Storm", "Rainbow")]
    description = page.partition("## Cards from a spreadsheet\n\n```toml\n")[2].partition("```")[0]
    folder = _write_folder(tmp_path / "spells", "", f'box = 1\nname = "it"\n{description}')
    (folder / "spells.csv").write_text("name,mana,colour\nSpark,3,fire\n", encoding="utf-8")
    assert open_box(folder).box.kinds[0].printed[0].number == "3"


def test_every_second_row_of_hexagons_is_half_a_step_aside() -> None:
    points = Grid(3, 2, (40.0, 34.6), hex=True).points()
    assert points == [[-50, -17.3], [-10, -17.3], [30, -17.3], [-30, 17.3], [10, 17.3], [50, 17.3]]


@pytest.mark.quick("few")
@pytest.mark.parametrize("times", [100, 1000], ids=["few", "many"])
def test_mutated_spreadsheets_load_or_are_refused_in_one_line_each(times: int, tmp_path: Path) -> None:
    rng, good, folder = Random(4), CARDS.format(count="count").encode(), tmp_path / "it"
    refused = 0
    for _ in range(times):
        data = good
        for _ in range(rng.randrange(1, 5)):
            start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
            new = rng.choice(
                (b"", b'"', b",", b"\n", b"\x00", b"\xff", b"9" * 30, b"=", b"long " * 300, b"\r", b";" * 99)
            )
            data = data[:start] + new + data[rng.choice((start, start + 1, end)) :]
        complaints = _find_complaints(_write_folder(folder, data))
        refused += bool(complaints)
        assert all("\n" not in line and len(line) < 400 for line in complaints), data
    assert times / 10 < refused < times


def _find_complaints(folder: Path) -> list[str]:
    """Return the complaints about a folder, one line each."""
    try:
        read(folder)
    except BadBoxFile as error:
        return [str(complaint) for complaint in error.all_errors]
    return []
