"""Blasts of cut paper, the marks they leave, muzzle smoke, and the things that blow up."""

import random

from .grenade import mine, painted_grenade
from .svg import BRASS, CREAM, EMBER, INK, document, ellipse, fill, gouge, polar, poly, rough_star

FRAMES = 6


def burst(frame: int) -> str:
    """One frame of a burst on 200 x 200: it opens, tears and drifts off; frame 0 to 5."""
    t = frame / (FRAMES - 1)
    grow = (0.42, 0.72, 0.92, 1.0, 0.98, 0.93)[frame]
    hollow = (0.0, 0.0, 0.0, 0.34, 0.62, 0.84)[frame]
    layers = ((96, 58, 13, INK, "a"), (88, 50, 13, EMBER, "b"), (66, 36, 11, BRASS, "c"), (44, 22, 10, CREAM, "d"))
    out = ""
    for k, (outer, inner, spikes, colour, name) in enumerate(layers):
        shrink = max(0.0, grow - max(0.0, t - 0.35) * 0.5 * k)
        shape = poly(rough_star(100, 100, outer * shrink, inner * shrink, spikes, f"burst-{name}", 0.16))
        if hollow:
            hole = rough_star(100, 100, outer * shrink * hollow, inner * shrink * hollow, spikes, f"hole-{name}", 0.2)
            shape += poly(hole[::-1])
        if shrink > 0.3:
            out += fill(shape, colour, evenodd=True)
    return out + _scraps(frame)


def _scraps(frame: int) -> str:
    if frame < 1:
        return ""
    luck, out = random.Random("scraps"), ""
    for _ in range(16):
        angle, speed, size, turn = (
            luck.uniform(0, 360),
            luck.uniform(0.7, 1.0),
            luck.uniform(3, 6.5),
            luck.uniform(0, 120),
        )
        colour = luck.choice((EMBER, BRASS, CREAM, INK))
        x, y = polar(100, 100, min(94.0, speed * (30 + 16 * frame)), angle)
        size *= 1.15 - 0.13 * frame
        points = [polar(x, y, size * (0.7 + 0.5 * (k % 2)), turn + 25 * frame + 110 * k) for k in range(3)]
        out += fill(poly(points), colour)
    return out


def scorch() -> str:
    """The mark a blast leaves on the linen: sooty, ragged, half transparent."""
    out = ""
    for k, (outer, inner, alpha) in enumerate(((92, 60, 0.16), (78, 52, 0.2), (60, 40, 0.24), (40, 26, 0.3))):
        out += fill(poly(rough_star(100, 100, outer, inner, 17 - 2 * k, f"scorch-{k}", 0.2)), "#120D08", alpha)
    luck = random.Random("scorch-lines")
    for _ in range(26):
        angle, start = luck.uniform(0, 360), luck.uniform(40, 62)
        out += fill(
            gouge(polar(100, 100, start, angle), polar(100, 100, start + luck.uniform(14, 32), angle), 2.4),
            "#120D08",
            0.35,
        )
    return out


def shot() -> str:
    """A muzzle's puff on 100 x 100, fired to the right from the left edge's middle."""
    flame = [(0, 50), (30, 30), (24, 42), (58, 22), (44, 40), (98, 50), (44, 60), (58, 78), (24, 58), (30, 70)]
    core = [(2, 50), (24, 41), (22, 46), (44, 40), (38, 47), (70, 50), (38, 53), (44, 60), (22, 54), (24, 59)]
    smoke = ellipse(22, 24, 9) + ellipse(34, 14, 6) + ellipse(20, 78, 8) + ellipse(33, 88, 5)
    return fill(smoke, CREAM, 0.8) + fill(poly(flame), EMBER) + fill(poly(core), CREAM)


def files() -> dict[str, str]:
    out = {f"blast/paper_burst_{frame}.svg": document(200, 200, burst(frame)) for frame in range(FRAMES)}
    out["blast/scorch.svg"] = document(200, 200, scorch())
    out["blast/shot.svg"] = document(100, 100, shot())
    out["blast/grenade.svg"] = document(100, 100, painted_grenade())
    out["blast/mine.svg"] = document(100, 100, mine())
    return out
