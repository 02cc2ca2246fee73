"""Protocol of the servers that connect a `PhoneHost` with open pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from grenade_salad.sheets.compose import Snapshot
from grenade_salad.text import Reader, Words
from grenade_salad.text.reader import ANYBODY
from grenade_salad.web.protocol import News
from grenade_salad.web.saved_seats import SavedSeats


class PageServer(Protocol):
    """Serves pages from `start` to `stop`.

    `SeatConnections` does what the methods from `publish` on say. A server without a thread of its own can inherit
    them from there.
    """

    @property
    def is_alive(self) -> bool:
        """True between `start` and `stop`, unless the server has failed."""

    @property
    def origin(self) -> str:
        """The place of the pages, at which browsers keep the tokens of seats."""

    def start(self, saved: SavedSeats | None = None) -> None:
        """Serve pages; phones may return to `saved` seats of the same origin.

        Raises OSError.
        """

    def stop(self) -> None:
        """End all connections."""

    def take_news(self) -> list[News]:
        """Return the news since the last call, in order."""

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a new snapshot to all pages."""

    def show(self, messages: Mapping[str, str], paths: str = "") -> None:
        """Send animations to television pages, by language, and paths to phones."""

    def admit(self, request_id: int, token: str) -> None:
        """Give a phone the seat it requested, with the token to return to it."""

    def reject(self, request_id: int) -> None:
        """Refuse a phone the seat it requested."""

    def ban(self, address: str, name: str) -> None:
        """Refuse requests from the address or under the name for this evening."""

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Move phones to the new seats of their players; None is out of the match."""

    def refuse(self, seat: int, words: Words, reader: Reader = ANYBODY, rule: str = "") -> None:
        """Tell a seat why its decision was not carried out, and by which rule.

        `reader` has the names and the tile for the words.
        """

    def answer(self, seat: int, kind: str, message: str) -> None:
        """Send an answer to a seat; of each kind only the newest counts."""

    def settle(self, seat: int) -> None:
        """Let a seat send its next decision: the app has handled the last one."""
