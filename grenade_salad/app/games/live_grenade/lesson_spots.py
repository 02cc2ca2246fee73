"""The places of the things that the lesson of Live Grenade points at, by name."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.live_grenade.display_state import LiveGrenadeDisplay
from grenade_salad.app.games.live_grenade.layout import BoardLayout
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.theme import TITLE


def spots(board: GameBoard, name: str) -> Sequence[Rect]:
    """Return the boxes of what has this name; none if it is not visible."""
    if not isinstance(board, LiveGrenadeBoard):
        return ()
    kind, _, card_name = name.partition(":")
    view, layout = board.board_view, board.board_view.layout
    match kind:
        case "deck":
            return [layout.deck]
        case "discard":
            return [layout.discard]
        case "draw" if view.draw_button.visible:
            return [view.draw_button.rect]
        case "play" if view.play_button.visible and view.play_button.enabled:
            return [view.play_button.rect]
        case "stack":
            return [_plays_box(layout)]
        case "card":
            return [card.rect for card in board.hand_row.cards if card.card == card_name][:1]
        case "all":
            plays = [_plays_box(layout)] if board.table.reaction is not None else []
            hand = [layout.cards] if board.hand_row.cards or board.controller.viewer is None else []
            return [
                layout.deck,
                layout.discard,
                layout.gauge,
                layout.panel,
                layout.news,
                *hand,
                *plays,
                *_held_boxes(layout, view.display),
            ]
    return ()


def _plays_box(layout: BoardLayout) -> Rect:
    """Return the middle of the place of plays that wait for answers."""
    box = layout.stack.copy()
    box.height = min(layout.stack.height, 1.3 * layout.discard.height)
    box.centery = layout.stack.centery
    return box


def _held_boxes(layout: BoardLayout, display: LiveGrenadeDisplay) -> list[Rect]:
    """Return the boxes of the held card and of the large words under it."""
    words = Rect(layout.large.centerx - 170, layout.large.bottom, 340, 2 * TITLE)
    return [*([layout.large] if display.held is not None else []), *([words] if display.words else [])]
