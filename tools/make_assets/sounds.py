"""Every sound of the games: wood, paper, and toy explosions. Loudness is relative: a blast 0.9, a hover 0.06."""

from collections.abc import Callable
from functools import partial

import numpy as np

from .synth import (
    METAL_MODES,
    Luck,
    Signal,
    bump,
    decay,
    finish,
    hiss,
    knock,
    mix,
    modes,
    note,
    silence,
    swish,
    thump,
    to_wav,
)


def _drop(luck: Luck, pitch: float, bounce: float) -> Signal:
    """A cube of a centimetre falls on linen over oak: a click, the table under it, a small second hop."""
    table = thump(0.2, 260, 170, 0.016, 0.02)
    second = knock(luck, pitch * 1.06, 0.008, 0.5)
    return mix(0.22, (0, 1, knock(luck, pitch, 0.011, 0.6)), (0, 0.5, table), (bounce, 0.3, second))


def clatter(luck: Luck) -> Signal:
    parts = []
    for k in range(16):
        start = 0.02 + 0.55 * (k / 16) ** 1.25 + luck.uniform(0, 0.02)
        loud = luck.uniform(0.45, 1.0) * (1 - 0.55 * k / 16)
        parts.append((start, loud, _drop(luck, luck.uniform(1000, 2300), luck.uniform(0.03, 0.06))))
    return mix(0.85, *parts)


def pick(luck: Luck) -> Signal:
    scrape = hiss(luck, 0.07, 1200, 5200) * bump(0.07, 0.3) * 0.12
    return mix(0.14, (0, 1, scrape), (0.03, 0.5, knock(luck, 1750, 0.008, 0.4)))


def put(luck: Luck) -> Signal:
    return mix(0.18, (0, 0.8, knock(luck, 980, 0.012, 0.5)), (0, 0.7, thump(0.16, 230, 150, 0.02, 0.02)))


def card(luck: Luck) -> Signal:
    tap = hiss(luck, 0.06, 500, 3500) * decay(0.06, 0.006)
    return mix(
        0.2, (0, 1, swish(luck, 0.15, 1800, 7500, 0.5)), (0.118, 0.35, tap), (0.118, 0.4, thump(0.07, 200, 130, 0.012))
    )


def draw(luck: Luck) -> Signal:
    flick = hiss(luck, 0.03, 2500, 9000) * decay(0.03, 0.004)
    return mix(0.26, (0, 0.8, swish(luck, 0.2, 1400, 6000, 0.7)), (0.185, 0.4, flick))


def flip(luck: Luck) -> Signal:
    snap = hiss(luck, 0.05, 1500, 8000) * decay(0.05, 0.005)
    return mix(
        0.22,
        (0, 0.8, swish(luck, 0.1, 900, 4500, 0.6)),
        (0.085, 0.55, snap),
        (0.09, 0.5, swish(luck, 0.1, 2200, 8000, 0.2)),
    )


def shuffle(luck: Luck) -> Signal:
    parts: list[tuple[float, float, Signal]] = []
    for riffle, start in enumerate((0.0, 0.42)):
        count = 26
        for k in range(count):
            at = start + 0.30 * (k / count) ** 0.85 + luck.uniform(0, 0.004)
            leaf = hiss(luck, 0.03, 900 + 40 * k, 6000 + 60 * k) * decay(0.03, 0.0035)
            parts.append((at, luck.uniform(0.25, 0.5), leaf))
        parts.append((start + 0.02, 0.16, swish(luck, 0.3, 1500, 5000, 0.6)))
        parts.append((start + 0.30, 0.35 + 0.1 * riffle, swish(luck, 0.14, 700, 4200, 0.3)))
    parts.append((0.86, 0.9, knock(luck, 420, 0.012, 0.8)))
    return mix(1.02, *parts)


def shot(luck: Luck) -> Signal:
    crack = hiss(luck, 0.25, 700, 9000, 1.2) * (decay(0.25, 0.007) + 0.22 * decay(0.25, 0.035))
    wood = knock(luck, 640, 0.014, 0.6)
    return mix(0.3, (0, 0.5, crack), (0, 1.0, thump(0.25, 420, 95, 0.03, 0.02)), (0.002, 0.7, wood))


def blow(luck: Luck) -> Signal:
    """Hammers: a mallet on a block, and the block falls over."""
    strike = mix(0.3, (0, 1.2, knock(luck, 390, 0.026, 0.8, 0.3)), (0, 0.8, thump(0.3, 240, 105, 0.035, 0.03)))
    return mix(0.42, (0, 1, strike), (0.14, 0.3, _drop(luck, 1300, 0.05)), (0.21, 0.16, knock(luck, 1500, 0.01)))


def _boom(luck: Luck, seconds: float) -> Signal:
    bright = hiss(luck, seconds, 250, 5500, 1.0) * decay(seconds, 0.028, 0.001)
    body = hiss(luck, seconds, 110, 1100, 1.4) * decay(seconds, 0.10, 0.003)
    low = thump(seconds, 210, 58, 0.11, 0.07)
    return np.tanh(0.6 * bright + 1.0 * body + 1.5 * low)


def _debris(luck: Luck, count: int, start: float, length: float) -> list[tuple[float, float, Signal]]:
    """Scraps of paper and chips of wood that come down."""
    parts = []
    for k in range(count):
        at = start + length * luck.uniform(0, 1) ** 0.8
        chip = knock(luck, luck.uniform(900, 2600), 0.007, 0.8) if k % 2 else swish(luck, 0.09, 2000, 7500, 0.3)
        parts.append((at, luck.uniform(0.05, 0.16), chip))
    return parts


def blast(luck: Luck) -> Signal:
    return mix(1.15, (0, 1, _boom(luck, 1.0)), *_debris(luck, 18, 0.22, 0.75))


def mine_click(luck: Luck) -> Signal:
    first = modes(luck, 0.1, 1900, 0.006, METAL_MODES) * 0.5 + knock(luck, 900, 0.006, 0.6, 0.1)
    second = modes(luck, 0.14, 2700, 0.011, METAL_MODES) * 0.5 + knock(luck, 1300, 0.008, 0.6, 0.14)
    return mix(0.26, (0, 0.55, first), (0.085, 1, second))


def die_roll(luck: Luck) -> Signal:
    at, gap, parts = 0.01, 0.045, []
    for k in range(13):
        loud = (1 - k / 16) * luck.uniform(0.6, 1)
        hit = mix(
            0.12,
            (0, 1, knock(luck, luck.uniform(1500, 2500), 0.008, 0.7, 0.1)),
            (0, 0.45, thump(0.1, 300, 210, 0.012, 0.02)),
        )
        parts.append((at, loud, hit))
        at += gap * luck.uniform(0.6, 1.4)
        gap *= 1.05
    return mix(at + 0.1, *parts)


def grenade(luck: Luck) -> Signal:
    pin = modes(luck, 0.35, 2300, 0.045, METAL_MODES, 0.01) * 0.35
    click = knock(luck, 1500, 0.006, 0.8)
    spit = np.clip(1 + 3 * hiss(luck, 1.0, 6, 28), 0.25, 2.2)
    fuse = hiss(luck, 1.0, 2600, 9500, 1.2) * spit * np.linspace(0.35, 1.0, 44_100) * 0.17
    fuse[-400:] *= np.linspace(1, 0, 400)
    return mix(
        2.45,
        (0, 0.5, click),
        (0.015, 0.6, pin),
        (0.2, 0.35, click),
        (0.22, 0.7, fuse),
        (1.22, 1.0, _boom(luck, 1.1)),
        *_debris(luck, 18, 1.5, 0.75),
    )


def relief(luck: Luck) -> Signal:
    breath = hiss(luck, 0.6, 350, 1900, 1.5) * bump(0.6, 0.25) * 0.10
    return mix(
        1.05,
        (0, 0.8, breath),
        (0.16, 0.8, note(luck, 392.0, 0.16)),
        (0.30, 0.8, note(luck, 523.25, 0.18)),
        (0.30, 0.3, note(luck, 659.25, 0.16, 0.75)),
    )


def win(luck: Luck) -> Signal:
    parts = [
        (0.13 * k, 0.8 if k < 4 else 1.0, note(luck, pitch, 0.17, 1.1))
        for k, pitch in enumerate((261.63, 329.63, 392.0, 523.25))
    ]
    chord = [(0.62, 0.6, note(luck, pitch, 0.26, 1.2)) for pitch in (329.63, 392.0, 523.25, 659.25)]
    roll = [(0.52 + 0.025 * k, 0.10 + 0.02 * k, knock(luck, 820, 0.012, 0.5)) for k in range(4)]
    return mix(1.75, *parts, *chord, *roll, (0.62, 0.5, thump(0.3, 160, 90, 0.05)))


def lose(luck: Luck) -> Signal:
    parts = [(0.22 * k, 0.8, note(luck, pitch, 0.13, 0.9)) for k, pitch in enumerate((311.13, 261.63, 196.0))]
    return mix(1.3, *parts, (0.44, 0.5, thump(0.4, 120, 70, 0.08)), (0.47, 0.18, knock(luck, 500, 0.012, 0.3)))


def click(luck: Luck) -> Signal:
    return mix(0.09, (0, 1, knock(luck, 1250, 0.007, 0.4, 0.09)), (0, 0.5, thump(0.08, 320, 240, 0.009, 0.01)))


def hover(luck: Luck) -> Signal:
    return mix(
        0.05, (0, 1, hiss(luck, 0.04, 1500, 5000) * bump(0.04, 0.2)), (0.004, 0.8, knock(luck, 1900, 0.004, 0.2, 0.04))
    )


def refuse(luck: Luck) -> Signal:
    one = mix(0.16, (0, 1, knock(luck, 310, 0.016, 0.25)), (0, 0.8, thump(0.15, 215, 150, 0.024, 0.02)))
    return mix(0.3, (0, 1, one), (0.105, 0.8, one))


def tick(luck: Luck) -> Signal:
    return mix(0.09, (0, 1, knock(luck, 830, 0.013, 0.35, 0.09)))


def whoosh(luck: Luck) -> Signal:
    """A steal: air that sweeps up and away, a snatch at the end."""
    length, out = 0.34, silence(0.34)
    for k in range(6):
        low = 350 * 1.45**k
        out += hiss(luck, length, low, low * 1.7, 3) * bump(length, 0.3 + 0.08 * k) * (0.9 - 0.1 * k) * 0.3
    snatch = hiss(luck, 0.05, 1500, 8000) * decay(0.05, 0.006)
    return mix(0.42, (0, 1, out), (0.315, 0.5, snatch), (0.315, 0.35, knock(luck, 900, 0.008, 0.4)))


_DROPS = ((1180, 0.050), (1420, 0.043), (1650, 0.038), (1930, 0.034), (2240, 0.030))
_PLAIN: dict[str, tuple[Callable[[Luck], Signal], float]] = {
    "clatter": (clatter, 0.7),
    "pick": (pick, 0.3),
    "put": (put, 0.45),
    "card": (card, 0.32),
    "draw": (draw, 0.32),
    "flip": (flip, 0.32),
    "shuffle": (shuffle, 0.45),
    "shot": (shot, 0.75),
    "blow": (blow, 0.75),
    "blast": (blast, 0.9),
    "mine_click": (mine_click, 0.4),
    "die_roll": (die_roll, 0.55),
    "grenade": (grenade, 0.9),
    "relief": (relief, 0.5),
    "win": (win, 0.6),
    "lose": (lose, 0.55),
    "click": (click, 0.28),
    "hover": (hover, 0.06),
    "refuse": (refuse, 0.4),
    "tick": (tick, 0.25),
    "whoosh": (whoosh, 0.4),
}
_DROPPED: dict[str, tuple[Callable[[Luck], Signal], float]] = {
    f"drop{k + 1}": (partial(_drop, pitch=p, bounce=b), 0.55) for k, (p, b) in enumerate(_DROPS)
}
SOUNDS = _PLAIN | _DROPPED


def signal(name: str) -> Signal:
    """A sound by name, always the same."""
    make, peak = SOUNDS[name]
    seed = [ord(letter) for letter in name]
    return finish(make(np.random.default_rng(seed)), peak)


def _wav(name: str) -> bytes:
    return to_wav(signal(name))


def files() -> dict[str, Callable[[], bytes]]:
    return {f"sounds/{name}.wav": partial(_wav, name) for name in SOUNDS}
