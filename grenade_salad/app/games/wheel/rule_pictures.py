"""Pictures of the rules of the wheel: which cards and dice are meant."""

from __future__ import annotations

from grenade_salad.app.ui.rich_text import RulePictures, make_picture_row

PICTURES = RulePictures(
    {
        "WH-03": make_picture_row("cards/playing/3H.svg"),
        "WH-04": make_picture_row("cards/playing/AS.svg", "cards/playing/2S.svg", "cards/playing/joker.svg"),
        "WH-06": make_picture_row("dice/black3.svg", "dice/white1.svg", "dice/white2.svg", height=44.0, aspect=1.0),
        "WH-08": make_picture_row("dice/white6.svg", height=44.0, aspect=1.0),
        "WH-10": make_picture_row("cards/playing/joker.svg"),
    }
)
