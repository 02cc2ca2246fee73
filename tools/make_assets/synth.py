"""Building blocks of sounds: noise in a band, struck wood, paper, thumps.

Signals are mono at 44.1 kHz, about -1 to 1.
"""

import io
import wave

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
Signal = NDArray[np.float64]
Rng = np.random.Generator

WOOD_MODES = ((1.0, 1.0, 1.0), (2.42, 0.55, 0.62), (3.95, 0.34, 0.42), (5.6, 0.20, 0.30), (7.9, 0.12, 0.2))
BAR_MODES = ((1.0, 1.0, 1.0), (3.93, 0.26, 0.28), (9.5, 0.08, 0.10))
METAL_MODES = ((1.0, 1.0, 1.0), (1.51, 0.6, 0.9), (2.37, 0.7, 0.7), (3.64, 0.4, 0.5), (5.12, 0.3, 0.35))
Modes = tuple[tuple[float, float, float], ...]
"""Ratio of the pitch, strength and length of each mode."""
_PEAK, _SOFT = 0.94, 0.6
"""Maximum of a sample, and the value from which peaks are rounded off."""


def silence(seconds: float) -> Signal:
    return np.zeros(round(seconds * RATE))


def times(seconds: float) -> Signal:
    return np.arange(round(seconds * RATE)) / RATE


def decay(seconds: float, half: float, attack: float = 0.0005) -> Signal:
    """An envelope that rises in `attack` seconds, then halves every `half` seconds."""
    t = times(seconds)
    return np.minimum(1.0, t / attack) * 0.5 ** (t / half)


def bump(seconds: float, peak: float = 0.35) -> Signal:
    """An envelope that swells to `peak` and fades smoothly.

    `peak` is a share of the length.
    """
    x = np.linspace(0, 1, round(seconds * RATE), endpoint=False)
    return np.where(x < peak, np.sin(x / peak * np.pi / 2) ** 2, np.cos((x - peak) / (1 - peak) * np.pi / 2) ** 2)


def band(signal: Signal, low_frequency: float, high_frequency: float, slope: float = 2.0) -> Signal:
    """The part of a signal between two frequencies, with soft shoulders."""
    spectrum = np.fft.rfft(signal)
    f = np.maximum(np.fft.rfftfreq(len(signal), 1 / RATE), 1e-3)
    gain = 1 / np.sqrt(1 + (low_frequency / f) ** (2 * slope)) / np.sqrt(1 + (f / high_frequency) ** (2 * slope))
    return np.fft.irfft(spectrum * gain, len(signal))


def hiss(rng: Rng, seconds: float, low_frequency: float, high_frequency: float, slope: float = 2.0) -> Signal:
    """Noise in a band, of unit strength (root mean square)."""
    out = band(rng.uniform(-1, 1, round(seconds * RATE)), low_frequency, high_frequency, slope)
    return out / float(np.sqrt(np.mean(out**2)))


def modes(rng: Rng, seconds: float, pitch: float, half: float, kind: Modes, spread: float = 0.02) -> Signal:
    """A struck body: sines at the ratios of the modes.

    Each mode has its own strength and length.
    """
    t, out = times(seconds), silence(seconds)
    for ratio, level, length in kind:
        frequency = pitch * ratio * (1 + rng.uniform(-spread, spread))
        if frequency < RATE * 0.42:
            out += level * np.sin(2 * np.pi * frequency * t) * 0.5 ** (t / (half * length))
    return out * np.minimum(1.0, t / 0.0004)


def knock(rng: Rng, pitch: float, half: float = 0.012, click: float = 0.5, seconds: float = 0.16) -> Signal:
    """Wood on wood: a few dry modes and the noise of the contact."""
    body = modes(rng, seconds, pitch, half, WOOD_MODES, 0.04)
    contact = hiss(rng, seconds, pitch * 1.2, min(9000.0, pitch * 6), 1.5) * decay(seconds, 0.0022)
    return body * 0.6 + contact * click * 0.5


def thump(seconds: float, start: float, end: float, half: float, glide: float = 0.05) -> Signal:
    """A low sine that falls from one pitch to another."""
    t = times(seconds)
    pitch = end + (start - end) * np.exp(-t / glide)
    return np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * decay(seconds, half, 0.002)


def note(rng: Rng, pitch: float, half: float = 0.16, seconds: float = 0.9) -> Signal:
    """A wooden bar struck with a soft stick."""
    tone = modes(rng, seconds, pitch, half, BAR_MODES, 0.001)
    stick = hiss(rng, seconds, 300, 2600, 1.5) * decay(seconds, 0.004)
    return tone * 0.7 + stick * 0.14


def swish(rng: Rng, seconds: float, low_frequency: float, high_frequency: float, peak: float = 0.35) -> Signal:
    """Paper sliding over paper: airy noise with the flutter of fibres."""
    flutter = 1 + 0.35 * band(rng.uniform(-1, 1, round(seconds * RATE)), 20, 130) * 12
    return (
        hiss(rng, seconds, low_frequency, high_frequency, 2.2) * np.clip(flutter, 0.2, 2.2) * bump(seconds, peak) * 0.4
    )


def mix(length: float, *parts: tuple[float, float, Signal]) -> Signal:
    """Overlay parts of (start in seconds, gain, signal) and cut them to `length`."""
    out = silence(length)
    for start, gain, signal in parts:
        offset = round(start * RATE)
        piece = signal[: max(0, len(out) - offset)]
        out[offset : offset + len(piece)] += gain * piece
    return out


def loudness(signal: Signal) -> float:
    """Return the loudness of the loudest 50 ms in dB relative to full scale, below 0."""
    window = round(0.05 * RATE)
    padded = np.concatenate([np.zeros(window), signal, np.zeros(window)])
    power = np.cumsum(padded**2)
    return 10 * float(np.log10(np.max(power[window:] - power[:-window]) / window + 1e-12))


def normalise(signal: Signal, loudness_target: float, fade: float = 0.02) -> Signal:
    """Remove rumble, fade the end, and set the loudest 50 ms to this level in dB.

    The level is relative to full scale. Peaks are rounded off.
    """
    out = band(signal, 30, 17_000, 2.0)
    if fade > 0:
        tail = min(len(out), round(fade * RATE))
        out[-tail:] *= np.cos(np.linspace(0, np.pi / 2, tail)) ** 2
        head = min(len(out), round(0.0006 * RATE))
        out[:head] *= np.linspace(0, 1, head)
    for _ in range(4):
        out = out * 10 ** ((loudness_target - loudness(out)) / 20)
        out = _PEAK * np.tanh(out / _PEAK) if np.max(np.abs(out)) > _SOFT else out
    return out


def to_wav(signal: Signal) -> bytes:
    """Encode as 16 bit mono WAV."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(np.rint(signal * 32_767).astype("<i2").tobytes())
    return file.getvalue()
