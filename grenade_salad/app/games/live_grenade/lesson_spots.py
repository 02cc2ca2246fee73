"""Where things are on the table of Live Grenade, by the names that its lesson has for them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.live_grenade.display_state import Stage
from grenade_salad.app.games.live_grenade.layout import Spots
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.theme import TITLE


def spots(scene: OnTable, name: str) -> Sequence[Rect]:
    """The boxes of what is called so; none if it is not there."""
    if not isinstance(scene, LiveGrenadeScene):
        return ()
    kind, _, which = name.partition(":")
    at = scene.shown.spots
    match kind:
        case "deck":
            return [at.deck]
        case "discard":
            return [at.discard]
        case "draw" if scene.shown.draw_button.visible:
            return [scene.shown.draw_button.rect]
        case "play" if scene.shown.play_button.visible and scene.shown.play_button.enabled:
            return [scene.shown.play_button.rect]
        case "stack":
            return [_plays(at)]
        case "card":
            return [card.rect for card in scene.shown.cards if card.card == which][:1]
        case "all":
            plays = [_plays(at)] if scene.table.reaction is not None else []
            hand = [at.cards] if scene.shown.cards or scene.table.viewer is None else []
            return [at.deck, at.discard, at.gauge, at.panel, at.news, *hand, *plays, *_held(at, scene.shown.stage)]
    return ()


def _plays(at: Spots) -> Rect:
    """Where the plays lie that wait for answers: the middle of their place."""
    box = at.stack.copy()
    box.height = min(at.stack.height, 1.3 * at.discard.height)
    box.centery = at.stack.centery
    return box


def _held(at: Spots, stage: Stage) -> list[Rect]:
    """The card that is held over the table, and the large words under it."""
    words = Rect(at.large.centerx - 170, at.large.bottom, 340, 2 * TITLE)
    return [*([at.large] if stage.held is not None else []), *([words] if stage.words else [])]
