"""The table and the hand as widgets with focus: arrows choose the next piece.

Enter does the first command of what is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grenade_salad.app.games.open_table import accessible_board, hand_strip
from grenade_salad.app.games.open_table.accessible_board import describe_front
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import Key as Stop
from grenade_salad.text import m, say

_MAX_PARTS = 400
"""The greatest number of stops that a screen reader gets."""
_PIECE_KEY_OFFSET = 1000
"""Added to the ids of pieces to make their keys."""
_DIRECTIONS: dict[str, Spot] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class TabletopFocus(Widget):
    """The table for keys and screen readers; the mouse ignores it."""

    def __init__(self, desk: TableInteraction, press: Callable[[], None], on_choice: Callable[[], None]) -> None:
        """Call `press` on Enter, and `on_choice` when something else is chosen."""
        super().__init__()
        self.desk, self.press, self._on_choice = desk, press, on_choice
        self.label = m("The table")
        self._last_position: Spot | None = None
        """The last chosen position, from which arrows continue when nothing is chosen."""

    def covers(self, position: Point) -> bool:
        return False

    def accessible_node(self) -> AccessibleNode:
        stops = accessible_board.reading_order(self.desk)[:_MAX_PARTS]
        parts = tuple(
            AccessibleNode("item", self._describe(key), acts=BUTTON_ACTS, key=_reader_key(self.desk, key))
            for key in stops
        )
        chosen = self.desk.chosen[0] if len(self.desk.chosen) == 1 else None
        return replace(self.make_node("group", value="" if chosen is None else self._describe(chosen)), parts=parts)

    def _describe(self, key: Stop) -> str:
        return say(accessible_board.describe_stop(self.desk, key), begin=True)

    @property
    def focused_part(self) -> int:
        return _reader_key(self.desk, self.desk.chosen[0]) if len(self.desk.chosen) == 1 else 0

    def use_part(self, key: int, act: Act) -> None:
        stops = accessible_board.reading_order(self.desk)
        target = next((stop for stop in stops if _reader_key(self.desk, stop) == key), None)
        if target is not None:
            self.desk.choose([target])
            self._on_choice()

    def handle_key(self, event: Input) -> bool:
        """Choose the next stop in reading order on page down, the previous on page up."""
        if not isinstance(event, KeyInput) or not event.down or not event.meanings & {"page_back", "page_on"}:
            return False
        step = 1 if "page_on" in event.meanings else -1
        stops = accessible_board.reading_order(self.desk)
        current = stops.index(self.desk.chosen[0]) if self.desk.chosen and self.desk.chosen[0] in stops else None
        if stops:
            self.desk.choose([stops[(current + step) % len(stops) if current is not None else 0 if step > 0 else -1]])
            self._on_choice()
        return True

    def repeats_key(self, press: KeyInput) -> bool:
        return True

    def step(self, direction: Command) -> bool:
        if direction not in _DIRECTIONS:
            return False
        positions = list_stops(self.desk)
        if self.desk.chosen and self.desk.chosen[0] in positions:
            self._last_position = positions[self.desk.chosen[0]]
        target = find_nearest(positions, self._last_position, _DIRECTIONS[direction])
        if target is None:
            return False
        self._last_position = positions[target]
        self.desk.choose([target])
        self._on_choice()
        return True


class AccessibleHand(Widget):
    """The strip for screen readers: the count, and the cards while it is open."""

    def __init__(self, desk: TableInteraction, press: Callable[[], None], on_choice: Callable[[], None]) -> None:
        """Call `press` on Enter, and `on_choice` when another card is chosen."""
        super().__init__()
        self.desk, self.press, self._on_choice = desk, press, on_choice

    def covers(self, position: Point) -> bool:
        return False

    def accessible_node(self) -> AccessibleNode:
        if self.desk.seat is None:
            return self.make_node("group", say(m("The hand")))
        title, explanation = hand_strip.head_words(self.desk)
        cards = self._cards()
        chosen = self.desk.card_index
        value = cards[chosen] if chosen is not None and chosen < len(cards) else ""
        parts = (AccessibleNode("item", text, acts=BUTTON_ACTS, key=key) for key, text in enumerate(cards, 1))
        return replace(self.make_node("group", say(title), value, say(explanation)), parts=tuple(parts))

    def _cards(self) -> list[str]:
        if not self.desk.strip_open:
            return []
        return [say(describe_front(self.desk, face), begin=True) for face in self.desk.secret_faces()]

    @property
    def focused_part(self) -> int:
        return self.desk.card_index + 1 if self.desk.card_index is not None and self.desk.strip_open else 0

    def use_part(self, key: int, act: Act) -> None:
        if 0 < key <= len(self._cards()):
            self.desk.choose([], key - 1)
            self._on_choice()

    def repeats_key(self, press: KeyInput) -> bool:
        return True

    def step(self, direction: Command) -> bool:
        if direction not in ("left", "right") or not self.desk.count_cards() or not self.desk.strip_open:
            return False
        self.desk.choose_next_card(1 if direction == "right" else -1)
        self._on_choice()
        return True


def _reader_key(desk: TableInteraction, key: Stop) -> int:
    """Return the key of a stop for screen readers: places first, then pieces by id."""
    if isinstance(key, int):
        return _PIECE_KEY_OFFSET + key
    return 1 + next(index for index, area in enumerate(desk.areas) if area.holder.name == key)


def list_stops(desk: TableInteraction) -> dict[Stop, Spot]:
    """Return the holders, then the loose pieces, and their positions in mm."""
    holders: dict[Stop, Spot] = {area.holder.name: area.middle for area in desk.areas}
    return holders | {
        piece.key: piece.position for piece in desk.pieces if piece.shape != "board" and piece.key not in holders
    }


def find_nearest(positions: dict[Stop, Spot], start: Spot | None, direction: Spot) -> Stop | None:
    """Return the next stop from a position in a direction; without one, the first.

    A stop straight ahead is preferred to one aside at the same distance.
    """
    if start is None:
        return next(iter(positions), None)

    def measure(spot: Spot) -> float | None:
        across, up = spot[0] - start[0], spot[1] - start[1]
        along, aside = across * direction[0] + up * direction[1], abs(across * direction[1]) + abs(up * direction[0])
        return along + 2 * aside if along > 1 and aside <= 2 * along else None

    candidates = [(distance, key) for key, spot in positions.items() if (distance := measure(spot)) is not None]
    return min(candidates, key=lambda candidate: candidate[0], default=(0.0, None))[1]
