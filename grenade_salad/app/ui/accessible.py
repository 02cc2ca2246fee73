"""Accessible data of visible things, for screen readers and switch scanning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal[
    "button", "switch", "choice", "slider", "entry", "text", "heading", "list", "item", "group", "status"
]
Act: TypeAlias = Literal["press", "focus", "more", "less", "set"]
"""Things that a person without a pointer can do with a node."""
Live: TypeAlias = Literal["off", "polite", "assertive"]
"""Announcement of a change: none, when the reader has finished, or at once."""
Box: TypeAlias = tuple[float, float, float, float]

BUTTON_ACTS: tuple[Act, ...] = ("press", "focus")


@dataclass(frozen=True, slots=True)
class AccessibleNode:
    """A node for screen readers: `name` is its label, `value` its setting.

    `description` is what else there is to say. `is_on` is for nodes that can be on or off, or chosen. `span` of a node
    that can be set is the lowest, the highest, the step and the current value. `parts` are smaller things in it, each
    with a `key` that is unique in the widget or scene and stays with the thing. `box` is its place on the canvas: left,
    top, width, height.
    """

    role: Role
    name: str
    value: str = ""
    description: str = ""
    is_on: bool | None = None
    span: tuple[float, float, float, float] | None = None
    acts: tuple[Act, ...] = ()
    enabled: bool = True
    live: Live = "off"
    key: int = 0
    parts: tuple[AccessibleNode, ...] = ()
    box: Box | None = None

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
