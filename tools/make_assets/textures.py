"""Oak, walnut, linen, paper, brass, the lamp's light and the grain of painted cubes, as arrays of numbers."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .png import encode

Field = NDArray[np.float64]
Luck = np.random.Generator


def noise(luck: Luck, height: int, width: int, cell_y: float, cell_x: float) -> Field:
    """Smooth noise from -1 to 1 that tiles; one random value for every cell."""
    rows, columns = max(1, round(height / cell_y)), max(1, round(width / cell_x))
    grid = luck.random((rows, columns)) * 2 - 1
    y, x = np.arange(height) * rows / height, np.arange(width) * columns / width
    y0, x0 = y.astype(int), x.astype(int)
    fy, fx = y - y0, x - x0
    fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
    along = grid[:, x0] * (1 - fx) + grid[:, (x0 + 1) % columns] * fx
    return along[y0] * (1 - fy[:, None]) + along[(y0 + 1) % rows] * fy[:, None]


def layered(luck: Luck, height: int, width: int, cell_y: float, cell_x: float, octaves: int) -> Field:
    """Noise of several sizes, each half as coarse and half as strong, about -1 to 1."""
    total, weight = np.zeros((height, width)), 0.0
    for k in range(octaves):
        total += noise(luck, height, width, cell_y / 2**k, cell_x / 2**k) * 0.5**k
        weight += 0.5**k
    return total / weight * 1.4


def colour(text: str) -> Field:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], float)


def ramp(values: Field, *stops: str) -> Field:
    """Colours for values from 0 to 1, evenly spread over the stops."""
    places = np.linspace(0, 1, len(stops))
    table = np.stack([colour(stop) for stop in stops])
    return np.stack([np.interp(values, places, table[:, c]) for c in range(3)], axis=-1)


def to_bytes(pixels: Field) -> NDArray[np.uint8]:
    return np.clip(np.rint(pixels), 0, 255).astype(np.uint8)


def board(luck: Luck, height: int, width: int) -> Field:
    """One plain-sawn oak board lying along x: lightness, about 0 to 1."""
    y = np.linspace(-0.5, 0.5, height)[:, None] * height
    x = np.arange(width)[None, :]
    heart = luck.uniform(-0.45, 0.45) * height + noise(luck, 1, width, 1, width / 3) * height * 0.12
    depth = (
        60 + luck.uniform(0.05, 0.12) * np.abs(x - luck.uniform(-0.2, 1.2) * width) + 40 * noise(luck, 1, width, 1, 420)
    )
    warp = layered(luck, height, width, height / 1.5, 520, 3) * 12 + layered(luck, height, width, 22, 200, 2) * 2.4
    rings = np.sqrt((y - heart) ** 2 * 1.15 + depth**2) + warp
    spacing = luck.uniform(9.5, 14.5)
    phase = rings / spacing
    early = (phase + 0.22 * noise(luck, height, width, 40, 500)) % 1.0
    band = np.exp(-((early / 0.30) ** 2)) + 0.5 * np.exp(-(((1 - early) / 0.08) ** 2))
    strength = 0.6 + 0.4 * noise(luck, height, width, height / 2, 600)
    fibre = noise(luck, height, width, 1.3, 170) * 0.55 + noise(luck, height, width, 2.6, 330) * 0.45
    pores = noise(luck, height, width, 1.15, 15)
    dark_pores = np.clip(pores - (0.70 - 0.42 * np.clip(band, 0, 1)), 0, 1) * 1.5
    flecks = np.clip(noise(luck, height, width, 2.6, 26) - 0.78, 0, 1) * 0.7
    cloud = layered(luck, height, width, height / 1.2, 480, 2)
    return 0.56 - 0.25 * band * strength + 0.10 * fibre - 0.42 * dark_pores + flecks * 0.5 + 0.10 * cloud


def table_top(luck: Luck, height: int, width: int, planks: int) -> tuple[Field, NDArray[np.int_]]:
    """(lightness, plank's number) for a top of glued planks, seams a shade darker."""
    edges = np.linspace(0, height, planks + 1) + np.array([0, *luck.uniform(-14, 14, planks - 1), 0])
    edges = np.rint(edges).astype(int)
    light = np.zeros((height, width))
    number = np.zeros((height, width), int)
    for k in range(planks):
        top, bottom = edges[k], edges[k + 1]
        plank = board(luck, bottom - top, width) + luck.uniform(-0.09, 0.09)
        from_edge = np.minimum(np.arange(bottom - top), np.arange(bottom - top)[::-1])[:, None]
        plank -= 0.55 * np.exp(-((from_edge / 1.1) ** 2)) + 0.07 * np.exp(-from_edge / 5.0)
        light[top:bottom] = plank
        number[top:bottom] = k
    return light, number


def oak() -> bytes:
    """1920 x 1200, palette of 6 tints with 42 steps each, so that it stays small."""
    luck = np.random.default_rng(11)
    light, number = table_top(luck, 1200, 1920, 7)
    shift = np.array([0, 3, 1, 5, 2, 4, 0, 3])[number]
    steps = 42
    level = np.clip(np.rint(light * (steps - 1)), 0, steps - 1).astype(int)
    values = np.linspace(0, 1, steps)
    plain = ramp(values, "#38220F", "#5C3A20", "#7A5132", "#8F633F", "#A4764C")
    palette = np.concatenate([plain * colour_shift for colour_shift in _TINTS])
    return encode((shift * steps + level).astype(np.uint8), to_bytes(palette))


_TINTS = tuple(
    np.array(tint)
    for tint in (
        (1.0, 1.0, 1.0),
        (0.96, 0.95, 0.94),
        (1.03, 1.0, 0.95),
        (0.92, 0.93, 0.95),
        (1.0, 0.97, 0.92),
        (0.97, 1.0, 1.02),
    )
)


def tray() -> bytes:
    """512 x 512 dark walnut, tiles along x."""
    luck = np.random.default_rng(5)
    light = board(luck, 512, 512)
    light = 0.5 * light + 0.25 * light[::-1] + 0.12
    pixels = ramp(np.clip(light, 0, 1), "#1E120A", "#3A2415", "#52341F", "#664429")
    return encode(to_bytes(np.rint(pixels / 2) * 2))


def linen() -> bytes:
    """512 x 512 plain weave, four pixels a thread, tiles both ways."""
    luck, size, thread = np.random.default_rng(3), 512, 4
    y, x = np.mgrid[0:size, 0:size]
    row, column = y // thread, x // thread
    u, v = (x % thread + 0.5) / thread - 0.5, (y % thread + 0.5) / thread - 0.5
    over = (row + column) % 2 == 0
    slub_x = noise(luck, size, size, thread, 90)[row[:, 0] * thread] + 0.6 * luck.uniform(-1, 1, size // thread)[row]
    slub_y = (
        noise(luck, size, size, 90, thread)[:, column[0] * thread] + 0.6 * luck.uniform(-1, 1, size // thread)[column]
    )
    weft, warp = 1 - 2.3 * v**2, 1 - 2.3 * u**2
    sag_weft, sag_warp = 1 - 0.9 * u**2 * 2, 1 - 0.9 * v**2 * 2
    light = np.where(over, weft * sag_weft * (1 + 0.20 * slub_x), warp * sag_warp * (0.93 + 0.20 * slub_y))
    light += 0.05 * layered(luck, size, size, 128, 128, 3) + 0.05 * luck.uniform(-1, 1, (size, size))
    level = (light - light.mean()) * 0.34 + 0.5
    return encode(to_bytes(ramp(np.clip(level, 0, 1), "#16241F", "#2B423C", "#4A655D")))


def _fibres(luck: Luck, size: int, count: int) -> Field:
    sheet = np.zeros((size, size))
    for _ in range(count):
        x, y, angle = luck.uniform(0, size), luck.uniform(0, size), luck.uniform(0, 2 * np.pi)
        bend, strength = luck.uniform(-0.05, 0.05), luck.uniform(-1, 1)
        for _ in range(int(luck.uniform(10, 46))):
            x, y, angle = x + np.cos(angle), y + np.sin(angle), angle + bend
            sheet[int(y) % size, int(x) % size] += strength
    return sheet


def paper() -> bytes:
    """512 x 512 cream paper with clouds and fibres, tiles both ways."""
    luck, size = np.random.default_rng(8), 512
    light = (
        1.5 * layered(luck, size, size, 90, 90, 4)
        + 1.3 * noise(luck, size, size, 2, 2)
        + 1.7 * _fibres(luck, size, 900)
    )
    light = np.rint(light)[..., None]
    return encode(to_bytes(colour("#F4EAD5") + light * np.array([1.0, 1.0, 1.25])))


def brass() -> bytes:
    """256 x 256 brushed brass, tiles both ways."""
    luck, size = np.random.default_rng(4), 256
    light = (
        0.5
        + 0.26 * noise(luck, size, size, 1.2, 120)
        + 0.12 * noise(luck, size, size, 3, 60)
        + 0.07 * layered(luck, size, size, 90, 90, 3)
    )
    return encode(to_bytes(ramp(np.clip(light, 0, 1), "#8F6420", "#C8963E", "#EBC579")))


def lamp() -> bytes:
    """640 x 360 with alpha: warm light in the middle, dark edges; dithered, to be scaled over the whole window."""
    luck, height, width = np.random.default_rng(2), 360, 640
    y, x = np.mgrid[0:height, 0:width]
    distance = np.hypot((x - width / 2 + 0.5) / (width * 0.62), (y - height * 0.47 + 0.5) / (height * 0.70))
    dark = 0.80 * np.clip((distance - 0.28) / 0.85, 0, 1) ** 1.7
    warm = 0.15 * np.exp(-((distance / 0.52) ** 2))
    alpha = 1 - (1 - dark) * (1 - warm)
    share = np.divide(warm * (1 - dark), alpha, out=np.zeros_like(alpha), where=alpha > 0)[..., None]
    rgb = colour("#FFC983") * share + colour("#0B0603") * (1 - share)
    grain = luck.random((height, width)) - 0.5
    return encode(to_bytes(np.concatenate([rgb, (alpha * 255 + grain)[..., None]], axis=-1)))


def grain() -> bytes:
    """128 x 128 greys near white, to be multiplied on the paint of a cube; tiles both ways."""
    luck, size = np.random.default_rng(6), 128
    light = noise(luck, size, size, 3.2, 64) * 0.5 + noise(luck, size, size, 7, 90) * 0.5
    pores = np.clip(noise(luck, size, size, 1.4, 16) - 0.45, 0, 1)
    value = 243 + 11 * light - 60 * pores
    return encode(to_bytes(np.repeat(value[..., None], 3, axis=-1)))


def files() -> dict[str, Callable[[], bytes]]:
    return {
        "textures/oak.png": oak,
        "textures/wood_tray.png": tray,
        "textures/linen.png": linen,
        "textures/paper.png": paper,
        "textures/brass.png": brass,
        "textures/lamp.png": lamp,
        "cube/grain.png": grain,
    }
