"""Numbers of the messages of each page: whatever is said again is carried out once, across all its connections."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from grenade_salad.text import Words

MAX_CLOSED = 256
"""Pages without a connection that are remembered."""


@dataclass(frozen=True)
class Refusal:
    """Why a decision was not carried out; `rule` is the rule of the game, if it was one."""

    words: Words
    names: tuple[str, ...] = ()
    rule: str = ""


@dataclass(eq=False)
class Page:
    """One page of a browser. `decision` is the id of its last decision, `refusal` why that was refused, if it was."""

    last_id: int = 0
    decision: int = 0
    refusal: Refusal | None = None

    def hear(self, id: int) -> bool:
        """Count a message; False if it, or a later one, has been heard before."""
        if id <= self.last_id:
            return False
        self.last_id = id
        return True

    def decide(self, id: int) -> None:
        """Remember the id of a decision that has just been heard."""
        self.decision, self.refusal = id, None


@dataclass
class Pages:
    """Pages by their random names, as long as they are connected and for a while after that."""

    _by_name: WeakValueDictionary[str, Page] = field(default_factory=WeakValueDictionary)
    _closed: deque[Page] = field(default_factory=lambda: deque(maxlen=MAX_CLOSED))

    def find(self, name: str) -> Page:
        """Return the page of that name, a new one if it is not known."""
        return self._by_name.setdefault(name, Page())

    def close(self, page: Page) -> None:
        """Remember a page whose connection has ended."""
        self._closed.append(page)
