"""Dice seen from above: ivory and ebony, with slightly hollow pips.

Each is 100 x 100.
"""

from .svg import document, ellipse, fill, rect, stroke

_L, _M, _R = 29.0, 50.0, 71.0
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, _M),),
    2: ((_L, _R), (_R, _L)),
    3: ((_L, _R), (_M, _M), (_R, _L)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}


def _gradient(name: str, inner: str, outer: str) -> str:
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="42" cy="38" r="66">'
        f'<stop offset="0" stop-color="{inner}"/><stop offset="1" stop-color="{outer}"/></radialGradient>'
    )


def die(value: int, is_white: bool) -> tuple[str, str]:
    """Return the definitions and the drawing of a die."""
    side, edge, top = ("#C9B78F", "#8C7A55", "url(#top)") if is_white else ("#0D1116", "#000000", "url(#top)")
    defs = _gradient("top", "#FFFDF3", "#EDE0C0") if is_white else _gradient("top", "#4A5361", "#222A35")
    pip, rim = ("#1F2A38", "#FFFFFF") if is_white else ("#F4EAD5", "#0B0F14")
    body = fill(rect(4, 5, 92, 92, 20), edge) + fill(rect(4, 4, 92, 90, 20), side) + fill(rect(7, 5, 86, 85, 18), top)
    shine = "M15 33C15 18 21 12 36 12L64 12"
    body += stroke(shine, "#FFFFFF", 2.6, opacity=0.85 if is_white else 0.25)
    for x, y in PIPS[value]:
        size = 11.5 if value == 1 else 9.2
        y -= 2.5
        body += fill(ellipse(x, y + 1.3, size), rim, 0.9 if is_white else 0.5) + fill(ellipse(x, y, size), pip)
        body += fill(
            ellipse(x + size * 0.2, y + size * 0.3, size * 0.55),
            "#FFFFFF" if is_white else "#C9BB98",
            0.12 if is_white else 0.5,
        )
    return defs, body


def files() -> dict[str, str]:
    out = {}
    for value in PIPS:
        for name, is_white in (("white", True), ("black", False)):
            defs, body = die(value, is_white)
            out[f"dice/{name}{value}.svg"] = document(100, 100, body, defs=defs)
    return out
