"""Pictures of the rules of the wheel: which cards and dice are meant."""

from __future__ import annotations

from grenade_salad.app.ui.rich_text import Pictures, pictures_of

PICTURES = Pictures(
    {
        "WH-03": pictures_of("cards/playing/3H.svg"),
        "WH-04": pictures_of("cards/playing/AS.svg", "cards/playing/2S.svg", "cards/playing/joker.svg"),
        "WH-06": pictures_of("dice/black3.svg", "dice/white1.svg", "dice/white2.svg", high=44.0, shape=1.0),
        "WH-08": pictures_of("dice/white6.svg", high=44.0, shape=1.0),
        "WH-10": pictures_of("cards/playing/joker.svg"),
    }
)
