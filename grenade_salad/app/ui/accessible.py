"""What is heard of something that is shown: data for screen readers and for scanning with one switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal[
    "button", "switch", "choice", "slider", "entry", "text", "heading", "list", "item", "group", "status"
]
Act: TypeAlias = Literal["press", "focus", "more", "less", "set"]
"""What somebody who does not point can do with it."""
Live: TypeAlias = Literal["off", "polite", "assertive"]
"""Whether it is announced when it appears or changes: when the reader has finished, or at once."""
Box: TypeAlias = tuple[float, float, float, float]

BUTTON_ACTS: tuple[Act, ...] = ("press", "focus")


@dataclass(frozen=True, slots=True)
class AccessibleNode:
    """`name` is what it is called, `value` what it is set to, `about` what else there is to say of it.

    `on` is for what can be on or off, or chosen; `span` are lowest, highest, step and now of something that can be
    set. `parts` are smaller things in it, each with a `key` that no other part of the same widget or scene has, and
    that stays the same while it is the same thing. `box` is where it is on the canvas: left, top, width, height.
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
        """The same there, without its parts. Written out: `replace` takes three times as long, and this is often."""
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
    """Lines that are only read; empty ones are left out. Their keys count from `first`."""
    return tuple(AccessibleNode("text", line, key=key) for key, line in enumerate(lines, first) if line)


def join_sentences(*parts: str) -> str:
    """Some sentences after another, without those that are empty or said before."""
    return "\n".join(dict.fromkeys(part for part in parts if part))
