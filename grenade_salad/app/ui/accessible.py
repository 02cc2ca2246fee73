"""Accessible data of visible things, for screen readers and switch scanning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal[
    "button", "switch", "choice", "slider", "entry", "text", "heading", "list", "item", "group", "status"
]
Act: TypeAlias = Literal["press", "focus", "more", "less", "set"]
"""Uses of a node by a person without a pointer."""
Live: TypeAlias = Literal["off", "polite", "assertive"]
"""Announcement of a change: none, when the reader has finished, or at once."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height on the canvas."""

BUTTON_ACTS: tuple[Act, ...] = ("press", "focus")


STATUS_KEY = 1
"""Key of the part of a match that says whose turn it is."""


@dataclass(frozen=True, slots=True)
class AccessibleNode:
    """A widget, or a part of one, as a screen reader presents it."""

    role: Role
    name: str
    """Its label."""
    value: str = ""
    """Its current setting or text."""
    description: str = ""
    """Further sentences, a line each."""
    is_on: bool | None = None
    """True if it is on or chosen, None if it cannot be."""
    span: tuple[float, float, float, float] | None = None
    """Minimum, maximum, step and current value, if it is set to a number."""
    acts: tuple[Act, ...] = ()
    enabled: bool = True
    live: Live = "off"
    key: int = 0
    """Id of a part in its widget or scene, the same as long as the part exists."""
    parts: tuple[AccessibleNode, ...] = ()
    box: Box | None = None
    """Its box on the canvas, or None until it is drawn."""

    def with_box(self, box: Box | None) -> AccessibleNode:
        """Return the node with a box and without its parts.

        Written out, since `replace` takes three times as long and this is called often.
        """
        if self.box == box and not self.parts:
            return self
        return AccessibleNode(
            self.role,
            self.name,
            self.value,
            self.description,
            self.is_on,
            self.span,
            self.acts,
            self.enabled,
            self.live,
            self.key,
            (),
            box,
        )


def text_nodes(*lines: str, first: int = 1) -> tuple[AccessibleNode, ...]:
    """Return nodes for lines that are only read, without empty ones.

    Their keys count from `first`.
    """
    return tuple(AccessibleNode("text", line, key=key) for key, line in enumerate(lines, first) if line)


def join_sentences(*parts: str) -> str:
    """Join sentences as lines, without empty or repeated ones."""
    return "\n".join(dict.fromkeys(part for part in parts if part))
