"""Tables of other people: guessed columns, a card for every row, told losses."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.boxes import door, table_files
from grenade_salad.boxes.answers import Answers
from grenade_salad.boxes.box_reader import LoadedBox, check_loaded_box
from grenade_salad.boxes.card_layout import lay_out_front
from grenade_salad.boxes.column_guess import Role, guess_columns
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import make_source
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.table_files import MAX_ROWS, read_tables
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import MAX_PIECES
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.sheets.compose import TableStatus, compose_sheet
from tests.open_table.playing import act, find_fault, new_table

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>'
OTHER_HEADS = """Karte;Kosten;Anzahl;Beschreibung;Farbe
Brücke;2,5;x2;Verbindet zwei Inseln.;Blau
Fähre;3;3.0;Fährt über das Meer – immer.;Türkis
Möwe;1;;Schreit.;Weiß
"""
NO_HEAD = """Lighthouse,4,2,Whoever holds it sees everything.
Sandbank,1,3,Stop here.
"Fog, thick",0,1,"Nobody moves.
At all."
"""
ODD_ROWS = """
# harbours, second print run
id,Name,Cost,Cost,Colour,Picture,Power,Note,
1,Pilot,2 gold and a favour,,Tan,pilot.svg,3,,
2,Smuggler,1,,Red,smuggler.eps,2
3,Admiral,5,7,#0072B2,https://example.org/admiral.png,9,x,,,
4,,,,,,,
5,Storm,,,,,,{text},
,,,,,,,,
""".format(text=" ".join(f"Word {number} of a long text." for number in range(45)))


def _open(
    text: str | bytes, name: str = "cards.csv", answers: Answers | None = None, pictures: dict[str, bytes] | None = None
) -> LoadedBox:
    data = text if isinstance(text, bytes) else text.encode()
    return door.open_source(make_source(name, {name: data, **(pictures or {})}, main=name), answers or Answers())


def _losses(loaded: LoadedBox) -> dict[str, tuple[str, ...]]:
    return {loss.cause: loss.names for loss in loaded.box.losses}


def test_colours_in_figures_are_the_colours_before_any_words() -> None:
    rows = "".join(
        f"{suit},{name},{paint}\n"
        for suit, paint in (("Cups", "#d63031"), ("Coins", "#f1c40f"))
        for name in ("Knave", "Knight", "King")
    )
    loaded = _open("Suit,Name,MainColour\n" + rows)
    printed = loaded.box.kinds[0].printed
    assert {card.colour for card in printed} == {"#d63031", "#f1c40f"}
    assert printed[0].text == "Suit Cups", "nothing is lost for it"
    assert _losses(loaded)["colour"] == ("MainColour",)
    triples = rows.replace("#d63031", '"(214, 48, 49)"').replace("#f1c40f", '"(241,196,15)"')
    assert {card.colour for card in _open("Suit,Name,Paint\n" + triples).box.kinds[0].printed} == {"#D63031", "#F1C40F"}
    numbers = _open("Suit,Name,Code\n" + rows.replace("#d63031", "123456").replace("#f1c40f", "654321"))
    assert _losses(numbers)["colour"] == ("Suit",), "numbers of six digits are no paints"


def test_heads_in_other_languages_are_known_and_told() -> None:
    loaded = _open(OTHER_HEADS.encode("cp1252"))
    (kind,) = loaded.box.kinds
    assert dict(zip(kind.fronts, kind.counts, strict=True)) == {"Brücke": 2, "Fähre": 3, "Möwe": 1}
    assert [card.number for card in kind.printed] == ["2,5", "3", "1"]
    assert kind.printed[0].colour == "blue"
    assert kind.printed[1].text == "Fährt über das Meer – immer."
    losses = _losses(loaded)
    assert [losses["name"], losses["text"], losses["paint"]] == [("Karte",), ("Beschreibung",), ("Türkis",)]
    assert "letters" in losses
    assert loaded.guess is not None
    assert loaded.guess.is_sure


def test_table_without_heads_keeps_every_row() -> None:
    loaded = _open(NO_HEAD)
    (kind,) = loaded.box.kinds
    assert kind.fronts == ("Lighthouse", "Sandbank", "Fog, thick")
    assert kind.printed[2].text.startswith("Nobody moves.\nAt all.")
    assert loaded.guess is not None
    assert not loaded.guess.is_sure, "the page asks what the numbers are"


def test_odd_rows_cost_a_cell_and_never_the_file() -> None:
    loaded = _open(ODD_ROWS, pictures={"images/pilot.svg": SVG})
    (kind,) = loaded.box.kinds
    assert kind.fronts == ("Pilot", "Smuggler", "Admiral", "4", "Storm")
    pilot, smuggler, admiral, unnamed, storm = kind.printed
    assert [pilot.picture, pilot.number, pilot.text] == [
        "images/pilot.svg",
        "",
        "Cost 2 gold and a favour\nPower 3",
    ]
    assert [smuggler.picture, smuggler.number, admiral.colour, unnamed.title] == ["", "1", "#0072B2", "4"]
    assert "Cost 7" in admiral.text
    losses = _losses(loaded)
    assert [losses["format"], losses["internet"], losses["paint"]] == [("Smuggler",), ("Admiral",), ("Tan",)]
    assert losses["cut"] == ("Storm",)
    assert storm.text.endswith("…")
    assert not any(lay_out_front(kind, front).crowded for front in range(5))
    assert list(loaded.pictures) == ["images/pilot.svg"]


def test_utf_16_table_of_another_program_is_counted() -> None:
    text = "label\timage\titem-count\titem-key\nTug boat\t\t3\ta\nBarge\t\t1\tb\nNever printed\t\t0\tc\n"
    (kind,) = _open(text.encode("utf-16"), "10.tsv").box.kinds
    assert dict(zip(kind.fronts, kind.counts, strict=True)) == {"Tug boat": 3, "Barge": 1}
    assert not any(card.text for card in kind.printed)


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _workbook(**sheets: list[list[str | float]]) -> bytes:
    """Return the bytes of a small .xlsx with these sheets."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.'
            'worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
            'officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        )
        relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        head = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        archive.writestr(
            "_rels/.rels",
            f'{head}<Relationship Id="r" Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        main = _MAIN
        names = [f'<sheet name="{name}" sheetId="{i}" r:id="r{i}"/>' for i, name in enumerate(sheets, 1)]
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{relation}"><sheets>{"".join(names)}</sheets></workbook>',
        )
        links = [
            f'<Relationship Id="r{i}" Type="{relation}/worksheet" Target="worksheets/sheet{i}.xml"/>'
            for i in range(1, len(sheets) + 1)
        ]
        archive.writestr("xl/_rels/workbook.xml.rels", f"{head}{''.join(links)}</Relationships>")
        for index, rows in enumerate(sheets.values(), 1):
            cells = [
                "".join(
                    f"<c><v>{cell}</v></c>"
                    if isinstance(cell, float)
                    else f'<c t="inlineStr"><is><t>{cell}</t></is></c>'
                    for cell in row
                )
                for row in rows
            ]
            data_rows = "".join(f"<row>{row}</row>" for row in cells)
            archive.writestr(
                f"xl/worksheets/sheet{index}.xml",
                f'<worksheet xmlns="{main}"><sheetData>{data_rows}</sheetData></worksheet>',
            )
    return data.getvalue()


EVENTS: list[list[str | float]] = [
    ["Name", "Level", "Description", "Qty"],
    ["Calm", 1.0, "Nothing moves.", 2.0],
    ["Gale", 3.0, "All move twice.", 1.0],
]
GOODS: list[list[str | float]] = [["Name", "Value"], ["Salt", 2.5], ["Silk", 7.0]]


def test_sheets_of_a_workbook_are_kinds_that_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "goods.bin").write_bytes(_workbook(Events=EVENTS, Goods=GOODS, Empty=[]))
    loaded = open_box(tmp_path / "goods.bin")
    events, goods = loaded.box.kinds
    assert [events.name, events.fronts, events.counts] == ["Events", ("Calm", "Gale"), (2, 1)]
    assert [card.number for card in (*events.printed, *goods.printed)] == ["1", "3", "2.5", "7"]
    assert loaded.guess is not None
    assert [table.name for table in loaded.guess.tables] == ["Events", "Goods"]
    assert loaded.box.lookalikes == (0, 1), "the backs of two decks differ"
    assert [kind.name for kind in open_box(tmp_path / "goods.bin", Answers(left_out=("Events",))).box.kinds] == [
        "cards"
    ]


def test_workbook_without_its_reader_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(BadBoxFile, match="Save it as CSV where you wrote it"):
        _open(_workbook(Goods=GOODS), "goods.xlsx")


def test_bombs_and_broken_workbooks_are_refused() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "")
        archive.writestr("xl/workbook.xml", bytes(200_000_000))
    with pytest.raises(BadBoxFile, match="more than"):
        _open(data.getvalue(), "it.xlsx")
    far = _workbook(Goods=[["a", "b"], ["c", "d"]]).replace(b"<row><c t=", b"<row><c r=", 0)
    assert _open(far, "it.xlsx").box.kinds
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        archive.writestr("xl/workbook.xml", "")
        archive.writestr("xl/worksheets/sheet1.xml", '<c r="A1"/><c r="XFD1048576"/>')
    with pytest.raises(BadBoxFile, match="cells at most"):
        _open(data.getvalue(), "it.xlsx")
    with pytest.raises(BadBoxFile, match="not a workbook that can be read"):
        _open(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000), "it.xls")
    good = _workbook(Events=EVENTS)
    for cut in range(0, len(good), 97):
        with pytest.raises(BadBoxFile):
            _open(good[:cut], "it.xlsx")


_FAR_CELLS = {
    "far": '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    "other quotes": "<row r='1'><c r='A1'><v>1</v></c></row><row><c r = 'XFD1048576'><v>1</v></c></row>",
    "small letters": '<row><c r="a1"><v>1</v></c><c r="xfd1048576"><v>1</v></c></row>',
    "far row": '<row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c><v>1</v></c></row>',
    "no places": f"<row>{'<c><v>1</v></c>' * 5000}</row>{'<row><c><v>1</v></c></row>' * 5000}",
}
"""Rows of a sheet with space for billions of cells between them."""


@pytest.mark.parametrize("name", _FAR_CELLS)
@pytest.mark.parametrize("path", ["worksheets/sheet1.xml", "s.xml"])
def test_sheet_with_too_much_space_is_refused(name: str, path: str) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_workbook(A=[["a"]]))) as original, zipfile.ZipFile(data, "w") as archive:
        for part in original.namelist():
            text = original.read(part).decode().replace("worksheets/sheet1.xml", path)
            if part.endswith("sheet1.xml"):
                text = f'<worksheet xmlns="{_MAIN}"><sheetData>{_FAR_CELLS[name]}</sheetData></worksheet>'
            archive.writestr(part.replace("worksheets/sheet1.xml", path), text)
    with pytest.raises(BadBoxFile, match="cells at most"):
        _open(data.getvalue(), "it.xlsx")


def _document(rows: str, end: str = "</table:table>", head: str = "") -> bytes:
    """Return the bytes of a small .ods with one sheet."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{urn}:manifest:1.0"/>')
        archive.writestr(
            "content.xml",
            f'{head}<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table="{urn}:table:1.0" '
            f'xmlns:text="{urn}:text:1.0"><office:body><office:spreadsheet><table:table table:name="A">{rows}'
            f"{end}</office:spreadsheet></office:body></office:document-content>",
        )
    return data.getvalue()


def test_repeated_cells_of_a_document_are_bounded() -> None:
    cell = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
    wide, high = ' table:number-columns-repeated="1000"', ' table:number-rows-repeated="100000"'
    bomb = f"<table:table-row{high}>{cell.format(wide, 'a')}</table:table-row>"
    with pytest.raises(BadBoxFile, match="cells at most"):
        _open(_document(bomb), "it.ods")
    # Every program writes the rest of its sheet so.
    rest = f'<table:table-row{high}><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    rows = "".join(f"<table:table-row>{cell.format('', word)}</table:table-row>" for word in ("name", "Salt", "Silk"))
    second = '</table:table><table:table table:name="B">'
    (kind,) = _open(_document(rows + rest + second + rows), "it.ods", Answers(left_out=("B",))).box.kinds
    assert kind.fronts == ("Salt", "Silk")


@pytest.mark.parametrize("rows", ["", "<table:g>" * 100, "<table:g>" * 200_000, "<table:table-row></table:table-row>"])
def test_document_without_its_end_is_refused_and_never_searched_for_it(rows: str) -> None:
    with pytest.raises(BadBoxFile, match="it is not a workbook that can be read"):
        _open(_document(rows, end=""), "it.ods")


def test_document_with_entities_is_refused() -> None:
    with pytest.raises(BadBoxFile, match="it is not a workbook that can be read"):
        _open(_document("", head="<!DOCTYPE a>"), "it.ods")


def test_answers_decide_what_columns_are_and_hold_for_the_row_of_heads() -> None:
    guess = _open(NO_HEAD).guess
    assert guess is not None
    (table,) = guess.tables
    answers = Answers(columns={table.key: ("text", "count", "number", "title")})
    (kind,) = _open(NO_HEAD, "other.csv", answers).box.kinds
    assert kind.fronts == ("Whoever holds it sees everything.", "Stop here.")
    assert kind.counts == (4, 1)
    assert kind.printed[0].text == "Lighthouse"
    with pytest.raises(BadBoxFile, match="there is no card in it"):
        _open("name,qty\nA,0\n")


def test_pictures_are_found_beside_the_table(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "Möwe.svg").write_bytes(SVG)
    (tmp_path / "b.SVG").write_bytes(SVG)
    text = "name,image\nA,art\\Möwe.svg\nB,B.svg\nC,cards/Möwe.svg\nD,gone.png\nE,\n"
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    loaded = open_box(tmp_path / "cards.csv")
    assert [card.picture for card in loaded.box.kinds[0].printed] == [
        "art/Möwe.svg",
        "b.SVG",
        "art/Möwe.svg",
        "",
        "",
    ]
    assert _losses(loaded)["missing"] == ("D",)


def test_only_back_in_a_folder_is_that_of_all_cards() -> None:
    files = {"cards.csv": b"name,image\nA,a.svg\nB,\n", "img/a.svg": SVG, "img/card back.svg": SVG}
    loaded = door.open_source(make_source("it", files))
    (kind,) = loaded.box.kinds
    assert [kind.back_picture, kind.printed[0].picture] == ["img/card back.svg", "img/a.svg"]
    assert sorted(loaded.pictures) == ["img/a.svg", "img/card back.svg"]
    assert _losses(loaded)["back"] == ("card back",)
    lone = door.open_source(make_source("cards.csv", files, main="cards.csv"))
    assert lone.box.kinds[0].back_picture == "", "in a folder of downloads it belongs to something else"


def test_marks_of_web_pages_become_ours() -> None:
    (kind,) = _open('name,text\nA,"<b>Draw</b> two<br/>of <i>3 &lt; 4</i>"\n').box.kinds
    assert kind.printed[0].text == "**Draw** two\nof *3 < 4*"


def test_too_many_cards_are_told_and_the_rest_is_played() -> None:
    loaded = _open("name,count\n" + "".join(f"Card {index},3\n" for index in range(MAX_ROWS + 50)))
    box = loaded.box
    assert sum(kind.total_count for kind in box.kinds) <= MAX_PIECES
    assert len(box.kinds) > 1, "a kind has 1000 fronts at most"
    assert any(loss.part == "piece" and loss.cause == "number" for loss in box.losses)
    loaded = _open("name,text\n" + "".join(f"Card {index},{'a long text ' * 60}\n" for index in range(900)))
    assert len(loaded.box.kinds[0].fronts) == 900, "texts are cut before cards are left out"
    assert "cut" in _losses(loaded)


def test_table_is_dealt_and_put_back() -> None:
    box = _open(OTHER_HEADS).box
    state = new_table(box, 2)
    act(state, actions.Deal(0, of="draw", n=2))
    assert find_fault(state) == ""
    act(state, actions.Reset(0))
    assert find_fault(state) == ""


@pytest.mark.parametrize(("seats", "dealt"), [(2, [3, 3]), (9, [3, 3, 3, 3, 3, 3, 2, 2, 2])])
def test_deal_takes_from_the_largest_sheet_what_there_is(seats: int, dealt: list[int]) -> None:
    few, many = ([["name"], *([f"Card {index}"] for index in range(count))] for count in (4, 24))
    box = _open(_workbook(Notes=few, Goods=many), "goods.xlsx").box
    state = new_table(box, seats)
    button = next(button for button in box.buttons if button.label == "Deal")
    for action in expand_button(button, 0, state.view(0)):
        act(state, action)
    counts = {holder.name: holder.count for holder in state.view(None).holders}
    assert [counts[f"hand {seat}"] for seat in range(seats)] == dealt
    assert counts["draw 1"] == 4


def test_phone_of_a_hand_tells_what_is_printed_on_its_cards_and_no_other_does() -> None:
    box = _open("name,cost,rule\nStorm,3,Lose **two** ships.\nCalm,,\n").box
    state = new_table(box, 2)
    act(state, actions.Move(0, of="draw", n=2, to="hand 0"))
    table = TableStatus(1, "It", ("Ann", "Bo"), ("phone", "phone"), (None, None))
    sheets = {seat: compose_sheet(state, seat, table, (), "en") for seat in (0, 1, None)}
    notes = {card["words"]: card["note"] for card in sheets[0]["hand"]}  # type: ignore[union-attr, index, call-overload]
    assert notes == {"Storm": "3, Lose two ships.", "Calm": ""}
    for seat in (1, None):
        assert "Lose" not in json.dumps(sheets[seat])


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [("a,b\n1,2", ","), ("a;b\n1,5;2", ";"), ("a\tb\n1, 2\t3", "\t"), ("a|b\n1|2", "|"), ("a\nb", ",")],
)
def test_delimiter_is_the_one_that_rows_agree_on(text: str, delimiter: str) -> None:
    assert table_files.find_delimiter(text) == delimiter


_CELL = st.text(max_size=30)


@given(st.lists(st.lists(_CELL, min_size=1, max_size=6), min_size=1, max_size=12))
def test_any_cells_make_a_valid_box_with_a_card_for_every_row(rows: list[list[str]]) -> None:
    text = "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    try:
        loaded = _open(text)
    except BadBoxFile as error:
        if "there is no card in it" in str(error):
            return
        raise
    check_loaded_box(loaded)
    assert loaded.guess is not None
    (table,) = read_tables(make_source("a.csv", {"a.csv": text.encode()}, main="a.csv"), LossTally())
    columns = guess_columns(table)
    if "count" not in columns.roles:
        assert sum(len(kind.fronts) for kind in loaded.box.kinds) == len(columns.rows)


_PLAIN = st.text("abcdefg 123", max_size=12).map(lambda cell: " ".join(cell.split()))


@given(
    st.lists(st.tuples(_PLAIN, _PLAIN, _PLAIN).filter(any), min_size=1, max_size=6),
    st.permutations(["title", "text", "number", "line"]).map(lambda roles: roles[:3]),
)
def test_no_words_of_a_row_are_lost(rows: list[tuple[str, str, str]], roles: list[Role]) -> None:
    text = "first,second,third\n" + "".join(f"{','.join(row)}\n" for row in rows)
    answers = Answers(columns={key: tuple(roles) for key in ("first\tsecond\tthird", "3")})
    loaded = _open(text, answers=answers)
    cards = loaded.box.kinds[0].printed
    words = [" ".join((card.title, card.number, card.text)) for card in cards]
    for row, printed in zip(rows, words[-len(rows) :], strict=True):
        assert all(cell in printed for cell in row)


def test_mutated_tables_open_or_are_refused_in_one_line() -> None:
    rng, refused = Random(6), 0
    for _ in range(300):
        data = rng.choice((OTHER_HEADS, NO_HEAD, ODD_ROWS)).encode()
        for _ in range(rng.randrange(1, 5)):
            start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
            new = rng.choice(
                (b"", b'"', b",", b"\n", b"\x00", b"\xff", b"9" * 30, b"=", b"long " * 300, b"\r", b";" * 99)
            )
            data = data[:start] + new + data[rng.choice((start, start + 1, end)) :]
        try:
            check_loaded_box(_open(data))
        except BadBoxFile as error:
            refused += 1
            complaint = str(error)
            if "\n" in complaint or len(complaint) > 400:
                pytest.fail(complaint)
    assert refused < 60
