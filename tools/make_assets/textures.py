"""Oak, walnut, cloth, paper, brass, lamplight and the grain of painted cubes.

They are made as arrays of numbers.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .png import encode

Field = NDArray[np.float64]
Rng = np.random.Generator


def noise(rng: Rng, height: int, width: int, cell_y: float, cell_x: float) -> Field:
    """Smooth noise from -1 to 1 that tiles; one random value for every cell."""
    rows, columns = max(1, round(height / cell_y)), max(1, round(width / cell_x))
    grid = rng.random((rows, columns)) * 2 - 1
    y, x = np.arange(height) * rows / height, np.arange(width) * columns / width
    y0, x0 = y.astype(int), x.astype(int)
    fy, fx = y - y0, x - x0
    fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
    along = grid[:, x0] * (1 - fx) + grid[:, (x0 + 1) % columns] * fx
    both: Field = along[y0] * (1 - fy[:, None]) + along[(y0 + 1) % rows] * fy[:, None]
    return both


def layered_noise(rng: Rng, height: int, width: int, cell_y: float, cell_x: float, octaves: int) -> Field:
    """Noise of several sizes, each half as coarse and half as strong.

    Values are about -1 to 1.
    """
    total, weight = np.zeros((height, width)), 0.0
    for k in range(octaves):
        total += noise(rng, height, width, cell_y / 2**k, cell_x / 2**k) * 0.5**k
        weight += 0.5**k
    return total / weight * 1.4


def colour(text: str) -> Field:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], float)


def ramp(values: Field, *stops: str) -> Field:
    """Colours for values from 0 to 1, evenly distributed over the stops."""
    places = np.linspace(0, 1, len(stops))
    table = np.stack([colour(stop) for stop in stops])
    return np.stack([np.interp(values, places, table[:, c]) for c in range(3)], axis=-1)


def to_bytes(pixels: Field) -> NDArray[np.uint8]:
    return np.clip(np.rint(pixels), 0, 255).astype(np.uint8)


def board(rng: Rng, height: int, width: int) -> Field:
    """Lightness of one plain-sawn oak board along x, about 0 to 1."""
    y = np.linspace(-0.5, 0.5, height)[:, None] * height
    x = np.arange(width)[None, :]
    heart = rng.uniform(-0.42, 0.42) * height + noise(rng, 1, width, 1, width / 3) * height * 0.10
    top = rng.uniform(-0.2, 1.2) * width
    depth = 70 + rng.uniform(0.045, 0.10) * np.abs(x - top) + 34 * noise(rng, 1, width, 1, 520)
    warp = (
        layered_noise(rng, height, width, height / 1.4, 640, 3) * 13
        + layered_noise(rng, height, width, 20, 240, 2) * 2.0
    )
    rings = np.sqrt((y - heart) ** 2 * 1.2 + depth**2) + warp
    years, spread = _growth_rings(rng, rings)
    late = years % 1.0
    early = np.exp(-((late / 0.34) ** 2)) + 0.55 * np.exp(-(((1 - late) / 0.07) ** 2))
    strength = spread * (0.75 + 0.35 * noise(rng, height, width, height / 2, 600))
    fibre = 0.6 * noise(rng, height, width, 1.25, 150) + 0.4 * noise(rng, height, width, 2.6, 330)
    streaks = np.clip(noise(rng, height, width, 2.2, 420) - 0.35, 0, 1) * 0.16
    pores = np.clip(noise(rng, height, width, 1.1, 16) - (0.80 - 0.50 * np.clip(early, 0, 1)), 0, 1)
    hair = np.clip(noise(rng, height, width, 1.05, 34) - 0.55, 0, 1) * (0.35 + 0.65 * np.clip(early, 0, 1))
    flecks = np.clip(noise(rng, height, width, 2.4, 22) - 0.72, 0, 1) * (1 - np.clip(early, 0, 1))
    cloud = layered_noise(rng, height, width, height / 1.2, 520, 2)
    return (
        0.60
        - 0.20 * early * strength
        + 0.085 * fibre
        - 0.62 * pores
        - 0.30 * hair
        - streaks
        + 0.38 * flecks
        + 0.09 * cloud
    )


def _growth_rings(rng: Rng, rings: Field) -> tuple[Field, Field]:
    """Return the year in which each point grew, and how strong that year's ring is.

    Good years are wide, poor ones narrow.
    """
    count = 400
    edges = np.cumsum(rng.uniform(6.5, 19.0, count))
    years = np.interp(rings - rings.min(), edges, np.arange(count, dtype=float))
    return years, rng.uniform(0.55, 1.25, count + 1)[years.astype(int)]


def table_top(rng: Rng, height: int, width: int, planks: int) -> tuple[Field, NDArray[np.int_]]:
    """Return lightness and plank index of a top of glued planks.

    Seams are a shade darker.
    """
    edges = np.linspace(0, height, planks + 1) + np.array([0, *rng.uniform(-16, 16, planks - 1), 0])
    edges = np.rint(edges).astype(int)
    light = np.zeros((height, width))
    plank_ids = np.zeros((height, width), int)
    for k in range(planks):
        top, bottom = edges[k], edges[k + 1]
        plank = board(rng, bottom - top, width) + rng.uniform(-0.07, 0.07)
        from_edge = np.minimum(np.arange(bottom - top), np.arange(bottom - top)[::-1])[:, None]
        plank -= 0.50 * np.exp(-((from_edge / 1.2) ** 2)) + 0.06 * np.exp(-from_edge / 6.0)
        light[top:bottom] = plank
        plank_ids[top:bottom] = k
    return light, plank_ids


def oak() -> bytes:
    """2560 x 1440 oak planks, with a small palette to keep the file small.

    The palette has 6 tints with 42 steps each.
    """
    rng = np.random.default_rng(21)
    light, plank_ids = table_top(rng, 1440, 2560, 8)
    shift = np.array([0, 3, 1, 5, 2, 4, 0, 3])[plank_ids]
    steps = 42
    level = np.clip(np.rint(light * (steps - 1)), 0, steps - 1).astype(int)
    plain = ramp(np.linspace(0, 1, steps), "#34200F", "#5A381E", "#7C5331", "#94683F", "#AD7F4E")
    palette = np.concatenate([plain * tint for tint in _TINTS])
    return encode((shift * steps + level).astype(np.uint8), to_bytes(palette))


_TINTS = tuple(
    np.array(tint)
    for tint in ((1, 1, 1), (0.96, 0.95, 0.92), (1.04, 1, 0.94), (0.93, 0.92, 0.92), (1, 0.96, 0.90), (0.98, 1, 1))
)


def tray() -> bytes:
    """512 x 512 dark walnut that tiles along x."""
    rng = np.random.default_rng(5)
    light = board(rng, 512, 512)
    light = 0.85 * light + 0.05
    pixels = ramp(np.clip(light, 0, 1), "#24160C", "#452C19", "#5F3F26", "#785332")
    return encode(to_bytes(np.rint(pixels / 2) * 2))


def felt() -> bytes:
    """640 x 640 dark green cloth of the open table, five pixels a thread.

    It tiles both ways.
    """
    level = np.clip(0.5 + _weave(5) * 0.36, 0, 1)
    return encode(to_bytes(ramp(level, "#131F1B", "#2B423C", "#4B675F")))


def linen() -> bytes:
    """640 x 640 bright linen of the mat, eight pixels a thread; a palette of 64.

    It tiles both ways. Threads are so thick that the weave is visible in a window of 720p, where they are half as wide.
    """
    steps = 64
    level = np.clip(0.5 + _weave(8) * 0.5, 0, 1)
    palette = ramp(np.linspace(0, 1, steps), "#977A50", "#C6A675", "#E6D2A8")
    return encode(np.rint(level * (steps - 1)).astype(np.uint8), to_bytes(palette))


def _weave(thread: int) -> Field:
    """The light on 640 x 640 pixels of plain weave, around 0, uneven like spun flax.

    `thread` is the width of a thread in pixels.
    """
    rng, size, fine = np.random.default_rng(3), 640, 2
    full, count = size * fine, size // thread
    y, x = np.mgrid[0:full, 0:full] / (thread * fine)
    x = x + 0.22 * noise(rng, full, full, 60, 60) + 0.5
    y = y + 0.22 * noise(rng, full, full, 60, 60) + 0.5
    column, row = np.floor(x).astype(int) % count, np.floor(y).astype(int) % count
    u, v = x % 1 - 0.5, y % 1 - 0.5
    weft = _thread(rng, v, u, noise(rng, count, full, 1, 150)[row[:, 0]], row)
    warp = _thread(rng, u, v, noise(rng, full, count, 150, 1)[:, column[0]], column)
    light = np.where((row + column) % 2 == 0, np.maximum(weft, warp * 0.55), np.maximum(warp * 0.94, weft * 0.5))
    light = light.reshape(size, fine, size, fine).mean(axis=(1, 3))
    light += 0.03 * layered_noise(rng, size, size, 160, 160, 3) + 0.02 * rng.uniform(-1, 1, (size, size))
    return light - light.mean()


def _thread(rng: Rng, across: Field, along: Field, slub: Field, thread_ids: NDArray[np.int_]) -> Field:
    """The light on threads that bow up in the middle.

    They are round, twisted, thicker here and there.
    """
    count = int(thread_ids.max()) + 1
    shade = rng.uniform(-0.09, 0.09, count)[thread_ids]
    width = 0.47 + 0.05 * slub + rng.uniform(-0.03, 0.03, count)[thread_ids]
    round_part = np.sqrt(np.clip(1 - (across / width) ** 2, 0, 1))
    twist = 0.06 * np.sin(2 * np.pi * (2.0 * along + 1.6 * across))
    return round_part * (0.72 + 0.28 * np.cos(np.pi * along) + shade + 0.10 * slub + twist)


def _fibres(rng: Rng, size: int, count: int) -> Field:
    sheet = np.zeros((size, size))
    for _ in range(count):
        x, y, angle = rng.uniform(0, size), rng.uniform(0, size), rng.uniform(0, 2 * np.pi)
        bend, strength = rng.uniform(-0.05, 0.05), rng.uniform(-1, 1)
        for _ in range(int(rng.uniform(10, 46))):
            x, y, angle = x + np.cos(angle), y + np.sin(angle), angle + bend
            sheet[int(y) % size, int(x) % size] += strength
    return sheet


def paper() -> bytes:
    """512 x 512 cream paper with clouds and fibres that tiles both ways."""
    rng, size = np.random.default_rng(8), 512
    light = (
        1.5 * layered_noise(rng, size, size, 90, 90, 4)
        + 1.3 * noise(rng, size, size, 2, 2)
        + 1.7 * _fibres(rng, size, 900)
    )
    light = np.rint(light)[..., None]
    return encode(to_bytes(colour("#F4EAD5") + light * np.array([1.0, 1.0, 1.25])))


def brass() -> bytes:
    """256 x 256 brushed brass that tiles both ways."""
    rng, size = np.random.default_rng(4), 256
    light = (
        0.5
        + 0.26 * noise(rng, size, size, 1.2, 120)
        + 0.12 * noise(rng, size, size, 3, 60)
        + 0.07 * layered_noise(rng, size, size, 90, 90, 3)
    )
    return encode(to_bytes(ramp(np.clip(light, 0, 1), "#8F6420", "#C8963E", "#EBC579")))


def lamp() -> bytes:
    """640 x 360 with alpha: warm light under the lamp, dark edges.

    It is dithered, to be stretched over a whole table. The lamp is at the position in `app.ui.lamp`.
    """
    rng, height, width = np.random.default_rng(2), 360, 640
    y, x = np.mgrid[0:height, 0:width]
    distance = np.hypot((x - width * 0.42 + 0.5) / (width * 0.66), (y - height * 0.36 + 0.5) / (height * 0.76))
    dark = 0.90 * np.clip((distance - 0.17) / 0.95, 0, 1) ** 1.45
    warm = 0.19 * np.exp(-((distance / 0.42) ** 2))
    alpha = 1 - (1 - dark) * (1 - warm)
    share = np.divide(warm * (1 - dark), alpha, out=np.zeros_like(alpha), where=alpha > 0)[..., None]
    rgb = colour("#FFC47C") * share + colour("#0B0603") * (1 - share)
    grain = rng.random((height, width)) - 0.5
    return encode(to_bytes(np.concatenate([rgb, (alpha * 255 + grain)[..., None]], axis=-1)))


def grain() -> bytes:
    """128 x 128 greys near white to multiply with a cube's paint; tiles both ways."""
    rng, size = np.random.default_rng(6), 128
    light = noise(rng, size, size, 3.2, 64) * 0.5 + noise(rng, size, size, 7, 90) * 0.5
    pores = np.clip(noise(rng, size, size, 1.4, 16) - 0.45, 0, 1)
    value = 243 + 11 * light - 60 * pores
    return encode(to_bytes(np.repeat(value[..., None], 3, axis=-1)))


def files() -> dict[str, Callable[[], bytes]]:
    return {
        "textures/oak.png": oak,
        "textures/wood_tray.png": tray,
        "textures/linen.png": linen,
        "textures/felt.png": felt,
        "textures/paper.png": paper,
        "textures/brass.png": brass,
        "textures/lamp.png": lamp,
        "cube/grain.png": grain,
    }
