"""The reference has every public name of the contract, each with a docstring."""

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
REQUIRED = {
    "Options",
    "Setup",
    "Action",
    "Chance",
    "Event",
    "View",
    "State",
    "Game",
    "Plugin",
    "Roster",
    "SheetWriter",
    "Lesson",
}
NAMES = re.findall(r"^::: (\S+)$", site.compose_reference(), re.M)
MIN_LENGTH = 15


def import_name(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def test_reference_has_the_whole_contract() -> None:
    names = [path.rpartition(".")[2] for path in NAMES]
    assert REQUIRED | set(core.__all__) <= set(names)
    assert len(names) == len(set(names))
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in REQUIRED)


@pytest.mark.parametrize("path", NAMES)
def test_names_in_the_reference_have_docstrings(path: str) -> None:
    documented = import_name(path)
    if not (inspect.isclass(documented) or inspect.isfunction(documented)):
        return
    assert len(inspect.getdoc(documented) or "") >= MIN_LENGTH, path
    parts = vars(documented).items() if inspect.isclass(documented) else ()
    for name, member in parts:
        function = member.fget if isinstance(member, property) else member
        is_field = is_dataclass(documented) and name in documented.__dataclass_fields__
        if not is_field and not name.startswith("_") and inspect.isfunction(function):
            assert len(inspect.getdoc(getattr(documented, name)) or "") >= MIN_LENGTH, f"{path}.{name}"


def test_help_shows_the_classes() -> None:
    text = pydoc.render_doc(core, renderer=pydoc.plaintext)
    classes = [name for name in core.__all__ if inspect.isclass(getattr(core, name))]
    assert len(classes) > 12
    assert [name for name in classes if f"class {name}(" not in text and f"class {name}\n" not in text] == []


def test_classes_named_in_the_docstrings_of_plugin_exist() -> None:
    """The docstrings of its fields name classes like `core.stats.Stats`."""
    from grenade_salad.core.registry import Plugin

    class_paths = re.findall(r"`((?:core|players|sheets|app)(?:\.\w+)+)`", inspect.getsource(Plugin))
    assert len(class_paths) == 10
    assert all(inspect.isclass(import_name(f"grenade_salad.{path}")) for path in class_paths)
