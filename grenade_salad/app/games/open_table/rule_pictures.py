"""Pictures of the page of the open table: what lies there, and what is secret."""

from __future__ import annotations

from grenade_salad.app.ui.rich_text import Pictures, pictures_of

PICTURES = Pictures(
    {
        "OT-01": pictures_of("cards/playing/QH.svg", "cards/salad/arrow.svg", "cards/playing/joker.svg"),
        "OT-04": pictures_of("cards/playing/back.svg", "cards/playing/back.svg", "cards/playing/back.svg"),
        "OT-10": pictures_of("cards/playing/back.svg", "cards/playing/AS.svg"),
        "OT-11": pictures_of("dice/white5.svg", "dice/white2.svg", "dice/black6.svg", high=44.0, shape=1.0),
    }
)
