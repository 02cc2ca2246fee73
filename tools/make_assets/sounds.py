"""Every sound of the games: wood, paper, toy explosions, a room and two tunes.

All are as loud as their group.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from .synth import (
    METAL_MODES,
    RATE,
    Rng,
    Signal,
    band,
    bump,
    decay,
    hiss,
    knock,
    mix,
    modes,
    normalise,
    note,
    silence,
    swish,
    thump,
    to_wav,
)


def _drop(rng: Rng, pitch: float, bounce: float) -> Signal:
    """A cube of a centimetre falls on linen over oak.

    A click, the table under it, and a small second hop.
    """
    table = thump(0.2, 260, 170, 0.016, 0.02)
    second = knock(rng, pitch * 1.06, 0.008, 0.5)
    return mix(0.22, (0, 1, knock(rng, pitch, 0.011, 0.6)), (0, 0.5, table), (bounce, 0.3, second))


def clatter(rng: Rng) -> Signal:
    parts = []
    for k in range(16):
        start = 0.02 + 0.55 * (k / 16) ** 1.25 + rng.uniform(0, 0.02)
        loud = rng.uniform(0.45, 1.0) * (1 - 0.55 * k / 16)
        parts.append((start, loud, _drop(rng, rng.uniform(1000, 2300), rng.uniform(0.03, 0.06))))
    return mix(0.85, *parts)


def pick(rng: Rng) -> Signal:
    scrape = hiss(rng, 0.07, 1200, 5200) * bump(0.07, 0.3) * 0.12
    return mix(0.14, (0, 1, scrape), (0.03, 0.5, knock(rng, 1750, 0.008, 0.4)))


def put(rng: Rng) -> Signal:
    return mix(0.18, (0, 0.8, knock(rng, 980, 0.012, 0.5)), (0, 0.7, thump(0.16, 230, 150, 0.02, 0.02)))


def card(rng: Rng) -> Signal:
    tap = hiss(rng, 0.06, 500, 3500) * decay(0.06, 0.006)
    return mix(
        0.2, (0, 1, swish(rng, 0.15, 1800, 7500, 0.5)), (0.118, 0.35, tap), (0.118, 0.4, thump(0.07, 200, 130, 0.012))
    )


def draw(rng: Rng) -> Signal:
    flick = hiss(rng, 0.03, 2500, 9000) * decay(0.03, 0.004)
    return mix(0.26, (0, 0.8, swish(rng, 0.2, 1400, 6000, 0.7)), (0.185, 0.4, flick))


def flip(rng: Rng) -> Signal:
    snap = hiss(rng, 0.05, 1500, 8000) * decay(0.05, 0.005)
    return mix(
        0.22,
        (0, 0.8, swish(rng, 0.1, 900, 4500, 0.6)),
        (0.085, 0.55, snap),
        (0.09, 0.5, swish(rng, 0.1, 2200, 8000, 0.2)),
    )


def shuffle(rng: Rng) -> Signal:
    parts: list[tuple[float, float, Signal]] = []
    for riffle, start in enumerate((0.0, 0.42)):
        count = 26
        for k in range(count):
            time = start + 0.30 * (k / count) ** 0.85 + rng.uniform(0, 0.004)
            leaf = hiss(rng, 0.03, 900 + 40 * k, 6000 + 60 * k) * decay(0.03, 0.0035)
            parts.append((time, rng.uniform(0.25, 0.5), leaf))
        parts.append((start + 0.02, 0.16, swish(rng, 0.3, 1500, 5000, 0.6)))
        parts.append((start + 0.30, 0.35 + 0.1 * riffle, swish(rng, 0.14, 700, 4200, 0.3)))
    parts.append((0.86, 0.9, knock(rng, 420, 0.012, 0.8)))
    return mix(1.02, *parts)


def shot(rng: Rng) -> Signal:
    crack = hiss(rng, 0.25, 700, 9000, 1.2) * (decay(0.25, 0.007) + 0.22 * decay(0.25, 0.035))
    wood = knock(rng, 640, 0.014, 0.6)
    return mix(0.3, (0, 0.5, crack), (0, 1.0, thump(0.25, 420, 95, 0.03, 0.02)), (0.002, 0.7, wood))


def blow(rng: Rng) -> Signal:
    """Hammers: a mallet hits a block, and the block falls over."""
    strike = mix(0.3, (0, 1.2, knock(rng, 390, 0.026, 0.8, 0.3)), (0, 0.8, thump(0.3, 240, 105, 0.035, 0.03)))
    return mix(0.42, (0, 1, strike), (0.14, 0.3, _drop(rng, 1300, 0.05)), (0.21, 0.16, knock(rng, 1500, 0.01)))


def _boom(rng: Rng, seconds: float) -> Signal:
    bright = hiss(rng, seconds, 250, 5500, 1.0) * decay(seconds, 0.028, 0.001)
    body = hiss(rng, seconds, 110, 1100, 1.4) * decay(seconds, 0.10, 0.003)
    low = thump(seconds, 210, 58, 0.11, 0.07)
    return np.tanh(0.6 * bright + 1.0 * body + 1.5 * low)


def _debris(rng: Rng, count: int, start: float, length: float) -> list[tuple[float, float, Signal]]:
    """Scraps of paper and chips of wood fall down."""
    parts = []
    for k in range(count):
        time = start + length * rng.uniform(0, 1) ** 0.8
        chip = knock(rng, rng.uniform(900, 2600), 0.007, 0.8) if k % 2 else swish(rng, 0.09, 2000, 7500, 0.3)
        parts.append((time, rng.uniform(0.05, 0.16), chip))
    return parts


def blast(rng: Rng) -> Signal:
    return mix(1.15, (0, 1, _boom(rng, 1.0)), *_debris(rng, 18, 0.22, 0.75))


def mine_click(rng: Rng) -> Signal:
    first = modes(rng, 0.1, 1900, 0.006, METAL_MODES) * 0.5 + knock(rng, 900, 0.006, 0.6, 0.1)
    second = modes(rng, 0.14, 2700, 0.011, METAL_MODES) * 0.5 + knock(rng, 1300, 0.008, 0.6, 0.14)
    return mix(0.26, (0, 0.55, first), (0.085, 1, second))


def die_roll(rng: Rng) -> Signal:
    time, gap, parts = 0.01, 0.045, []
    for k in range(13):
        loud = (1 - k / 16) * rng.uniform(0.6, 1)
        hit = mix(
            0.12,
            (0, 1, knock(rng, rng.uniform(1500, 2500), 0.008, 0.7, 0.1)),
            (0, 0.45, thump(0.1, 300, 210, 0.012, 0.02)),
        )
        parts.append((time, loud, hit))
        time += gap * rng.uniform(0.6, 1.4)
        gap *= 1.05
    return mix(time + 0.1, *parts)


def grenade(rng: Rng) -> Signal:
    pin = modes(rng, 0.35, 2300, 0.045, METAL_MODES, 0.01) * 0.35
    click = knock(rng, 1500, 0.006, 0.8)
    spit = np.clip(1 + 3 * hiss(rng, 1.0, 6, 28), 0.25, 2.2)
    fuse = hiss(rng, 1.0, 2600, 9500, 1.2) * spit * np.linspace(0.35, 1.0, 44_100) * 0.17
    fuse[-400:] *= np.linspace(1, 0, 400)
    return mix(
        2.45,
        (0, 0.5, click),
        (0.015, 0.6, pin),
        (0.2, 0.35, click),
        (0.22, 0.7, fuse),
        (1.22, 1.0, _boom(rng, 1.1)),
        *_debris(rng, 18, 1.5, 0.75),
    )


def relief(rng: Rng) -> Signal:
    breath = hiss(rng, 0.6, 350, 1900, 1.5) * bump(0.6, 0.25) * 0.10
    return mix(
        1.05,
        (0, 0.8, breath),
        (0.16, 0.8, note(rng, 392.0, 0.16)),
        (0.30, 0.8, note(rng, 523.25, 0.18)),
        (0.30, 0.3, note(rng, 659.25, 0.16, 0.75)),
    )


def win(rng: Rng) -> Signal:
    parts = [
        (0.13 * k, 0.8 if k < 4 else 1.0, note(rng, pitch, 0.17, 1.1))
        for k, pitch in enumerate((261.63, 329.63, 392.0, 523.25))
    ]
    chord = [(0.62, 0.6, note(rng, pitch, 0.26, 1.2)) for pitch in (329.63, 392.0, 523.25, 659.25)]
    roll = [(0.52 + 0.025 * k, 0.10 + 0.02 * k, knock(rng, 820, 0.012, 0.5)) for k in range(4)]
    return mix(1.75, *parts, *chord, *roll, (0.62, 0.5, thump(0.3, 160, 90, 0.05)))


def lose(rng: Rng) -> Signal:
    parts = [(0.22 * k, 0.8, note(rng, pitch, 0.13, 0.9)) for k, pitch in enumerate((311.13, 261.63, 196.0))]
    return mix(1.3, *parts, (0.44, 0.5, thump(0.4, 120, 70, 0.08)), (0.47, 0.18, knock(rng, 500, 0.012, 0.3)))


def click(rng: Rng) -> Signal:
    return mix(0.09, (0, 1, knock(rng, 1250, 0.007, 0.4, 0.09)), (0, 0.5, thump(0.08, 320, 240, 0.009, 0.01)))


def refuse(rng: Rng) -> Signal:
    knock_twice = mix(0.16, (0, 1, knock(rng, 310, 0.016, 0.25)), (0, 0.8, thump(0.15, 215, 150, 0.024, 0.02)))
    return mix(0.3, (0, 1, knock_twice), (0.105, 0.8, knock_twice))


def tick(rng: Rng) -> Signal:
    return mix(0.09, (0, 1, knock(rng, 830, 0.013, 0.35, 0.09)))


def whoosh(rng: Rng) -> Signal:
    """A steal: air that sweeps up and away, with a snatch at the end."""
    length, out = 0.34, silence(0.34)
    for k in range(6):
        low = 350 * 1.45**k
        out += hiss(rng, length, low, low * 1.7, 3) * bump(length, 0.3 + 0.08 * k) * (0.9 - 0.1 * k) * 0.3
    snatch = hiss(rng, 0.05, 1500, 8000) * decay(0.05, 0.006)
    return mix(0.42, (0, 1, out), (0.315, 0.5, snatch), (0.315, 0.35, knock(rng, 900, 0.008, 0.4)))


def rattle(rng: Rng) -> Signal:
    """Cubes in closed hands: wood, muffled by skin."""
    parts = [(0.012 * k, rng.uniform(0.4, 1), knock(rng, rng.uniform(700, 1300), 0.007, 0.2)) for k in range(3)]
    return band(mix(0.16, *parts), 150, 1900, 2.0)


def drop(rng: Rng) -> Signal:
    """A cube falls on linen over oak."""
    return _drop(rng, rng.uniform(1150, 2100), rng.uniform(0.03, 0.05))


def clack(rng: Rng) -> Signal:
    """Two cubes collide."""
    return mix(0.14, (0, 1, knock(rng, rng.uniform(1900, 2700), 0.007, 0.7)))


def die_hit(rng: Rng) -> Signal:
    """A die of bone hits something."""
    body = knock(rng, rng.uniform(2000, 2900), 0.006, 0.8, 0.1)
    return mix(0.12, (0, 1, body), (0, 0.3, thump(0.1, 320, 220, 0.01, 0.02)))


def edge(rng: Rng) -> Signal:
    """Wood hits an edge or a peg: duller than two cubes."""
    return mix(0.18, (0, 1, knock(rng, rng.uniform(780, 1050), 0.012, 0.5)), (0, 0.5, thump(0.16, 230, 150, 0.018)))


def flick(rng: Rng) -> Signal:
    """A nail snaps off a thumb, and wood slides away on wood."""
    snap = hiss(rng, 0.04, 1600, 7500) * decay(0.04, 0.004)
    slide = hiss(rng, 0.22, 500, 2800) * bump(0.22, 0.15) * 0.14
    return mix(0.26, (0, 0.7, snap), (0.004, 0.5, knock(rng, 1500, 0.007, 0.6)), (0.012, 0.8, slide))


def splinter(rng: Rng) -> Signal:
    """Wood cracks, and chips fall."""
    crack = hiss(rng, 0.06, 900, 7000, 1.3) * decay(0.06, 0.006)
    chips = [
        (0.03 + 0.2 * rng.uniform(0, 1), rng.uniform(0.1, 0.3), knock(rng, rng.uniform(1800, 3200), 0.006, 0.8))
        for _ in range(7)
    ]
    return mix(0.36, (0, 0.7, crack), (0, 1, knock(rng, rng.uniform(560, 700), 0.02, 0.7)), *chips)


def take(rng: Rng) -> Signal:
    """A cube falls into a wooden tray: a point."""
    bell = note(rng, rng.choice([784.0, 880.0, 988.0]), 0.09, 0.4)
    return mix(0.42, (0, 1, knock(rng, 760, 0.014, 0.5)), (0, 0.4, thump(0.16, 260, 170, 0.02)), (0.02, 0.5, bell))


def room_tone(rng: Rng) -> Signal:
    """The quiet of a room at night with a ticking clock, made to loop without a seam."""
    length = round(ROOM_SECONDS * RATE)
    f = np.maximum(np.fft.rfftfreq(length, 1 / RATE), 1.0)
    gain = 1 / f**0.9 / np.sqrt(1 + (60 / f) ** 4) / np.sqrt(1 + (f / 900) ** 3)
    air = np.fft.irfft(gain * np.exp(2j * np.pi * rng.uniform(0, 1, len(f))), length)
    air /= float(np.sqrt(np.mean(air**2)))
    clock = [
        (0.4 + k, 0.9 if k % 2 else 0.7, band(knock(rng, 1500 if k % 2 else 1300, 0.006, 0.3), 500, 2400))
        for k in range(round(ROOM_SECONDS) - 1)
    ]
    creaks = [(time, 0.8, band(knock(rng, pitch, 0.05, 0.1), 90, 900)) for time, pitch in ((3.7, 190.0), (8.2, 240.0))]
    return air * 0.6 + mix(ROOM_SECONDS, *clock, *creaks)


def _tune(rng: Rng, beat: float, melody: str, bass: str) -> Signal:
    """Wooden bars play a melody and a bass, a letter each half beat.

    The letters a to g start at 220 Hz, upper case is an octave higher, and a dot is a rest.
    """
    parts = []
    for letters, octave, loud, half in ((melody, 2.0, 0.7, 0.2), (bass, 1.0, 0.5, 0.28)):
        for k, letter in enumerate(letters):
            if letter != ".":
                pitch = 220.0 * _NOTES[letter.lower()] * octave * (2 if letter.isupper() else 1) / 2
                parts.append((0.02 + beat / 2 * k, loud, note(rng, pitch, half, 1.4)))
    parts += [
        (0.02 + beat * k, 0.16 if k % 2 else 0.3, knock(rng, 900 if k % 2 else 420, 0.012, 0.5))
        for k in range(len(melody) // 2)
    ]
    return mix(beat / 2 * max(len(melody), len(bass)) + 1.3, *parts)


_NOTES = {"a": 1.0, "b": 2 ** (2 / 12), "c": 2 ** (3 / 12), "d": 2 ** (5 / 12), "e": 2 ** (7 / 12), "f": 2 ** (8 / 12)}
_NOTES["g"] = 2 ** (10 / 12)


def theme_start(rng: Rng) -> Signal:
    """A match begins: a small march that ends like a question."""
    return _tune(rng, 0.36, "c.egC.gec.dfe.dgC.", "c...g...c...f.g.c.")


def theme_end(rng: Rng) -> Signal:
    """The same march returns to its key note."""
    return _tune(rng, 0.4, "C.gea.gef.edc...C.", "c...f...d.g.c...c.")


ROOM_SECONDS = 12.0
"""Seconds of the room's quiet."""
VARIANTS = 3
QUIET, WOOD, LOUD, TUNE, FAINT = "quiet", "wood", "loud", "tune", "faint"
LEVELS = {QUIET: -27.0, WOOD: -23.0, LOUD: -15.0, TUNE: -19.0, FAINT: -44.0}
"""Level of the loudest 50 ms of each sound of a group, in dB below full scale."""
_LEVEL_OFFSETS = {"blast": 2.5, "grenade": 2.5, "mine_click": -1.5, "click": -2.5, "tick": -2.0}
"""Differences in dB from the level of the group; all of a group stay within 6 dB."""
EFFECTS: dict[str, tuple[Callable[[Rng], Signal], str]] = {
    "pick": (pick, QUIET),
    "put": (put, QUIET),
    "card": (card, QUIET),
    "draw": (draw, QUIET),
    "flip": (flip, QUIET),
    "shuffle": (shuffle, QUIET),
    "click": (click, QUIET),
    "refuse": (refuse, QUIET),
    "tick": (tick, QUIET),
    "whoosh": (whoosh, QUIET),
    "rattle": (rattle, WOOD),
    "drop": (drop, WOOD),
    "clack": (clack, WOOD),
    "clatter": (clatter, WOOD),
    "die_roll": (die_roll, WOOD),
    "die_hit": (die_hit, WOOD),
    "edge": (edge, WOOD),
    "flick": (flick, WOOD),
    "splinter": (splinter, WOOD),
    "take": (take, WOOD),
    "shot": (shot, LOUD),
    "blow": (blow, LOUD),
    "blast": (blast, LOUD),
    "mine_click": (mine_click, LOUD),
    "grenade": (grenade, LOUD),
    "relief": (relief, TUNE),
    "win": (win, TUNE),
    "lose": (lose, TUNE),
}
"""Each has three variants, NAME-1 to NAME-3."""
MUSIC: dict[str, tuple[Callable[[Rng], Signal], str]] = {
    "theme_start": (theme_start, TUNE),
    "theme_end": (theme_end, TUNE),
    "room": (room_tone, FAINT),
}


def signal(name: str) -> Signal:
    """Return a sound by its file's name, always the same."""
    effect, _, variant = name.partition("-")
    synthesise, group = (EFFECTS if variant else MUSIC)[effect]
    samples = synthesise(np.random.default_rng([ord(letter) for letter in name]))
    return normalise(samples, LEVELS[group] + _LEVEL_OFFSETS.get(effect, 0.0), fade=0.0 if name == "room" else 0.02)


def _wav(name: str) -> bytes:
    return to_wav(signal(name))


NAMES = (*(f"{name}-{variant}" for name in EFFECTS for variant in range(1, VARIANTS + 1)), *MUSIC)


def files() -> dict[str, Callable[[], bytes]]:
    return {f"sounds/{name}.wav": partial(_wav, name) for name in NAMES}
