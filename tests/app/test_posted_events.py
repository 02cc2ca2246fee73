"""Events that tests post have only attributes of real events.

An event that no device sends would prove nothing.
"""

from __future__ import annotations

import ast
import ctypes
import sys
from collections.abc import Iterator

import pygame
import pytest

from grenade_salad.app.window.application import App
from tests.app.real_keys.with_pads import find_sdl_library
from tests.surroundings import ROOT

KINDS = (
    "KEYDOWN",
    "KEYUP",
    "TEXTINPUT",
    "TEXTEDITING",
    "MOUSEMOTION",
    "MOUSEBUTTONDOWN",
    "MOUSEBUTTONUP",
    "MOUSEWHEEL",
    "FINGERDOWN",
    "FINGERUP",
    "FINGERMOTION",
    "JOYAXISMOTION",
    "JOYHATMOTION",
    "JOYBUTTONDOWN",
    "JOYBUTTONUP",
    "CONTROLLERAXISMOTION",
    "CONTROLLERBUTTONDOWN",
    "CONTROLLERBUTTONUP",
)
_SIZE, _TURN = 128, 20
"""In bytes: a size larger than any SDL event, and the offset of a wheel's turn.

The turn must not be 0.
"""


def read_real_attributes(kind: str) -> frozenset[str]:
    """Return the attributes that pygame gives an event sent by SDL."""
    event_type = getattr(pygame, kind)
    event = ctypes.create_string_buffer(_SIZE)
    ctypes.c_uint32.from_buffer(event).value = event_type
    ctypes.c_int32.from_buffer(event, _TURN).value = 1
    pygame.event.clear()
    assert find_sdl_library().SDL_PushEvent(event) == 1
    (received,) = pygame.event.get(event_type)
    return frozenset(received.dict)


def find_posted_events(tree: ast.AST) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield line, kind and attributes of each event that is made or posted.

    The kind is empty if it is a variable. Parameters of a module's own `post` are no attributes.
    """
    nodes = list(ast.walk(tree))
    helpers = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == "post"]
    helper_parameters = {arg.arg for helper in helpers for arg in (*helper.args.args, *helper.args.kwonlyargs)}
    for node in nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("Event", "post"):
                kinds = [arg.attr for arg in node.args if isinstance(arg, ast.Attribute) and arg.attr.isupper()]
                keywords = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
                yield node.lineno, next(iter(kinds), ""), keywords - helper_parameters


def find_impossible_events(source: str, real: dict[str, frozenset[str]]) -> list[int]:
    """Return the lines of events that no keyboard, mouse, finger or gamepad sends."""
    lines = []
    for line, kind, attributes in find_posted_events(ast.parse(source)):
        choices = [real[kind]] if kind in real else [] if kind else real.values()
        if choices and not any(attributes <= choice for choice in choices):
            lines.append(line)
    return lines


@pytest.fixture
def real(app: App) -> dict[str, frozenset[str]]:
    """Return the attributes of real events by kind."""
    if sys.platform != "linux":
        pytest.skip("SDL is looked for in the memory of Linux")
    return {kind: read_real_attributes(kind) for kind in KINDS}


def test_real_key_does_not_say_whether_it_repeats(real: dict[str, frozenset[str]]) -> None:
    assert {"key", "mod", "unicode", "scancode"} <= real["KEYDOWN"]
    assert find_impossible_events("post(app, pygame.KEYDOWN, key=4, mod=0, repeat=True)", real) == [1]
    assert find_impossible_events("post(app, kind, key=4, mod=0, repeat=True)", real) == [1]
    assert find_impossible_events("post(app, pygame.KEYDOWN, key=4, mod=0)", real) == []


def test_posted_events_have_only_real_attributes(real: dict[str, frozenset[str]]) -> None:
    files = [file for folder in ("tests", "tools") for file in sorted((ROOT / folder).rglob("*.py"))]
    sources = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}
    impossible_lines = {
        name: find_impossible_events(source, real) for name, source in sources.items() if "pygame" in source
    }
    assert {file: lines for file, lines in impossible_lines.items() if lines} == {}
