"""Where things are on the table of Live Grenade, by the names that its lesson has for them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.live_grenade.scene import LiveGrenadeScene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.ui.canvas import Rect


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
        case "card":
            return [card.rect for card in scene.shown.cards if card.card == which][:1]
        case "all":
            plays = [at.stack] if scene.table.reaction is not None else []
            return [at.deck, at.discard, at.gauge, at.panel, at.cards, *plays]
    return ()
