"""The reference: every public name of the contract stands there and has a docstring that says something."""

from __future__ import annotations

import inspect
import pydoc
import re
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

from grenade_salad import core
from tools import site

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
MUST = {
    "Options",
    "Setup",
    "Action",
    "Chance",
    "Event",
    "View",
    "State",
    "Game",
    "Plugin",
    "Players",
    "Sheet",
    "Lesson",
}
NAMES = re.findall(r"^::: (\S+)$", site.reference(), re.M)
SHORTEST = 15


def found(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def test_the_whole_contract_is_in_the_reference() -> None:
    names = [path.rpartition(".")[2] for path in NAMES]
    assert MUST | set(core.__all__) <= set(names)
    assert len(names) == len(set(names))
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in MUST)


@pytest.mark.parametrize("path", NAMES)
def test_what_stands_there_says_something(path: str) -> None:
    one = found(path)
    if not (inspect.isclass(one) or inspect.isfunction(one)):
        return
    assert len(inspect.getdoc(one) or "") >= SHORTEST, path
    parts = vars(one).items() if inspect.isclass(one) else ()
    for name, part in parts:
        plain = part.fget if isinstance(part, property) else part
        field = is_dataclass(one) and name in one.__dataclass_fields__
        if not field and not name.startswith("_") and inspect.isfunction(plain):
            assert len(inspect.getdoc(getattr(one, name)) or "") >= SHORTEST, f"{path}.{name}"


def test_help_shows_the_classes() -> None:
    told = pydoc.render_doc(core, renderer=pydoc.plaintext)
    classes = [name for name in core.__all__ if inspect.isclass(getattr(core, name))]
    assert len(classes) > 12
    assert [name for name in classes if f"class {name}(" not in told and f"class {name}\n" not in told] == []


def test_places_that_docstrings_name_are_there() -> None:
    """`core.stats.Stats` and the like in the docstring of Plugin."""
    from grenade_salad.core.registry import Plugin

    named = re.findall(r"`((?:core|players|sheets|app)(?:\.\w+)+)`", Plugin.__doc__ or "")
    assert len(named) == 10
    assert all(inspect.isclass(found(f"grenade_salad.{path}")) for path in named)
