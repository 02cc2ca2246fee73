"""Message ids of each page: a repeated message is carried out once.

The ids hold across all connections of a page.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from grenade_salad.text import Reader, Words
from grenade_salad.text.reader import ANYBODY

MAX_CLOSED = 256
"""Maximum number of pages without a connection that are remembered."""


@dataclass(frozen=True)
class Refusal:
    """A reason why a decision was not carried out."""

    words: Words
    reader: Reader = ANYBODY
    """Names of the seats, and tile, for the words."""
    rule: str = ""
    """The id of the rule that refuses it; "" if there is none."""


@dataclass(eq=False)
class Page:
    """One page of a browser."""

    last_id: int = 0
    """The highest id of a message that was received."""
    decision: int = 0
    """The id of its last decision; 0 before the first."""
    refusal: Refusal | None = None
    """The reason against its last decision, or None."""

    def hear(self, id: int) -> bool:
        """Count a message; return False if it, or a later one, has been received before."""
        if id <= self.last_id:
            return False
        self.last_id = id
        return True

    def decide(self, id: int) -> None:
        """Remember the id of a decision that has just been received."""
        self.decision, self.refusal = id, None


@dataclass
class Pages:
    """Pages by their random names, while connected and for a time after that."""

    _by_name: WeakValueDictionary[str, Page] = field(default_factory=WeakValueDictionary)
    _closed: deque[Page] = field(default_factory=lambda: deque(maxlen=MAX_CLOSED))

    def find(self, name: str) -> Page:
        """Return the page of that name, or a new one."""
        return self._by_name.setdefault(name, Page())

    def close(self, page: Page) -> None:
        """Remember a page whose connection has ended."""
        self._closed.append(page)
