"""The tables of docs/boxes.md, made of the types that read a box: `python -m tools.box_page` writes them anew."""

from __future__ import annotations

import ast
from pathlib import Path

import grenade_salad

ROOT = Path(grenade_salad.__file__).parent
PAGE = ROOT.parent / "docs" / "boxes.md"
_BOX, _READING = ROOT / "games" / "open_table" / "box.py", ROOT / "boxes" / "box_reader.py"
_SPREADSHEET = ROOT / "boxes" / "spreadsheet.py"
BEGIN, END = "<!-- keys of the types: python -m tools.box_page -->", "<!-- end of the keys -->"
_TABLES = (
    ("Box", _BOX, "The whole file", ""),
    ("Kind", _BOX, "Kinds of pieces", "[[kinds]]"),
    ("Grid", _READING, "A grid of snap points", "grid = { ... }"),
    ("Sheet", _SPREADSHEET, "A spreadsheet of cards", "csv = { ... }"),
    ("Printed", _BOX, "What is printed on a card", "printed = [{ ... }]"),
    ("Holder", _BOX, "Holders", "[[holders]]"),
    ("Counter", _BOX, "Counters", "[[counters]]"),
    ("Note", _BOX, "Notes", "[[notes]]"),
    ("Lay", _BOX, "Where pieces lie at the start", "[[layout]]"),
    ("Button", _BOX, "Buttons", "[[buttons]]"),
    ("Press", _BOX, "What a button does", "lines = [{ ... }]"),
    ("Flick", _BOX, "Shots", "[flick]"),
    ("Start", _BOX, "Where a shot may begin", "starts = [{ ... }]"),
)
"""The types, where they are, and how each table is headed and written in TOML."""
_PLAIN = {
    "str": "text",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "Point": "[x, y]",
    "Grid": "table",
    "Sheet": "table",
    "Flick": "table",
    "Shape": "card, die, disc, cube, pawn or board",
    "Codes": "cards, dice, dominoes or salad",
}
_ELSEWHERE = {"Box": ("rules",)}
_BESIDE = {
    "Box": [("box", "whole number", "must be there", "The version of the format: 1.")],
    "Kind": [
        (
            "csv",
            "table",
            "none",
            "Cards from a spreadsheet: it says `fronts`, how many there are, and what is printed.",
        ),
        ("grid", "table", "none", "Snap points in rows and columns; `snaps` are added to them."),
    ],
}
"""Keys of the file that the types do not have, and those of the types that are no keys of the file."""


def _said(node: ast.expr) -> str:
    """A type in plain words."""
    match node:
        case ast.Name(id=name):
            return _PLAIN.get(name, "table")
        case ast.Subscript(value=ast.Name(id="dict")):
            return "table of text"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            words = [ast.literal_eval(one) for one in (inner.elts if isinstance(inner, ast.Tuple) else [inner])]
            return ", ".join(word for word in words if word)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, ast.Constant(value=value)])):
            assert value is ...
            return f"list of {_PLAIN.get(one.id, 'tables') if isinstance(one, ast.Name) else _said(one)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(map(_said, parts))}]"
        case ast.BinOp(left=left, right=right):
            sides = [_said(side) for side in (left, right) if not isinstance(side, ast.Constant)]
            return " or ".join(sides)
    return ast.unparse(node)


def _default(node: ast.expr | None) -> str:
    """A default as TOML has it."""
    if node is None:
        return "must be there"
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        return node.value
    if isinstance(node, ast.Call) or (isinstance(node, ast.Constant) and node.value in (None, "")):
        return "none"
    text = ast.unparse(node)
    if text in ("()", "('',)"):
        return "none"
    text = text.replace("(", "[").replace(")", "]").replace("MOST_SEATS", "9")
    return {"False": "false", "True": "true"}.get(text, text.replace("_", ""))


def keys(name: str, file: Path) -> list[tuple[str, str, str, str]]:
    """Each key of a type: its name, what it is, its default, what is said of it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    (made,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    found = list(_BESIDE.get(name, []))
    for node, after in zip(made.body, [*made.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert isinstance(after, ast.Expr), f"{name}.{node.target.id} says nothing of itself"
            said = " ".join(str(ast.literal_eval(after.value)).split())
            if node.target.id not in _ELSEWHERE.get(name, ()):
                found.append((node.target.id, _said(node.annotation), _default(node.value), said))
    return found


def tables() -> str:
    """All tables, as Markdown."""
    out = ""
    for name, file, title, form in _TABLES:
        out += f"### {title}\n\n" + (f"`{form}`\n\n" if form else "")
        out += "| key | what | default | |\n| --- | --- | --- | --- |\n"
        out += "".join(f"| `{key}` | {what} | {default} | {said} |\n" for key, what, default, said in keys(name, file))
        out += "\n"
    return out


def page(text: str) -> str:
    """The page with its tables made anew."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{tables()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
