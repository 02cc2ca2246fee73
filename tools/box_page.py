"""Tables of docs/boxes.md, generated from the types that read a box.

`python -m tools.box_page` writes them again.
"""

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
    ("CardSpreadsheet", _SPREADSHEET, "A spreadsheet of cards", "csv = { ... }"),
    ("Printed", _BOX, "What is printed on a card", "printed = [{ ... }]"),
    ("Holder", _BOX, "Holders", "[[holders]]"),
    ("Counter", _BOX, "Counters", "[[counters]]"),
    ("Note", _BOX, "Notes", "[[notes]]"),
    ("Lay", _BOX, "Where pieces lie at the start", "[[layout]]"),
    ("Button", _BOX, "Buttons", "[[buttons]]"),
    ("Press", _BOX, "What a button does", "lines = [{ ... }]"),
    ("Flick", _BOX, "Shots", "[flick]"),
    ("Start", _BOX, "Where a shot may begin", "starts = [{ ... }]"),
    ("Loss", _BOX, "What is not as in another program's file", "[[losses]]"),
)
"""The types, their files, and the heading and TOML form of each table."""
_TYPE_NAMES = {
    "str": "text",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "Point": "[x, y]",
    "Grid": "table",
    "CardSpreadsheet": "table",
    "Flick": "table",
    "Shape": "card, die, disc, cube, pawn or board",
    "Codes": "cards, dice, dominoes or salad",
}
_OMITTED_FIELDS = {"Box": ("rules",)}
_EXTRA_KEYS = {
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
"""Keys of the file that are no fields of the types.

`_OMITTED_FIELDS` are the fields of the types that are no keys of the file.
"""


def _describe_type(node: ast.expr) -> str:
    """Return a type in plain words."""
    match node:
        case ast.Name(id=name):
            return _TYPE_NAMES.get(name, "table")
        case ast.Subscript(value=ast.Name(id="dict")):
            return "table of text"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            words = [ast.literal_eval(element) for element in (inner.elts if isinstance(inner, ast.Tuple) else [inner])]
            return ", ".join(word for word in words if word)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[ast.Name(id=name), ast.Constant()])):
            return f"list of {_TYPE_NAMES.get(name, 'tables')}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[element, ast.Constant()])):
            return f"list of {_describe_type(element)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(map(_describe_type, parts))}]"
        case ast.BinOp(left=left, right=right):
            sides = [_describe_type(side) for side in (left, right) if not isinstance(side, ast.Constant)]
            return " or ".join(sides)
    return ast.unparse(node)


def _describe_default(node: ast.expr | None) -> str:
    """Return a default as it is written in TOML."""
    if node is None:
        return "must be there"
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        return node.value
    if isinstance(node, ast.Call) or (isinstance(node, ast.Constant) and node.value in (None, "")):
        return "none"
    text = ast.unparse(node)
    if text in ("()", "('',)"):
        return "none"
    text = text.replace("(", "[").replace(")", "]").replace("MAX_SEATS", "9")
    return {"False": "false", "True": "true"}.get(text, text.replace("_", ""))


def list_keys(name: str, file: Path) -> list[tuple[str, str, str, str]]:
    """Return the name, type, default and description of each key of a type."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    (class_node,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    rows = list(_EXTRA_KEYS.get(name, []))
    for node, following in zip(class_node.body, [*class_node.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert isinstance(following, ast.Expr), f"{name}.{node.target.id} says nothing of itself"
            description = " ".join(str(ast.literal_eval(following.value)).split())
            if node.target.id not in _OMITTED_FIELDS.get(name, ()):
                rows.append(
                    (node.target.id, _describe_type(node.annotation), _describe_default(node.value), description)
                )
    return rows


def format_tables() -> str:
    """Return all tables as Markdown."""
    out = ""
    for name, file, title, form in _TABLES:
        out += f"### {title}\n\n" + (f"`{form}`\n\n" if form else "")
        out += "| key | what | default | |\n| --- | --- | --- | --- |\n"
        out += "".join(
            f"| `{key}` | {kind} | {default} | {description} |\n"
            for key, kind, default, description in list_keys(name, file)
        )
        out += "\n"
    return out


def update_page(text: str) -> str:
    """Return the page with its tables generated again."""
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2]
    return f"{head}{BEGIN}\n\n{format_tables()}{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(update_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
