"""Make the film that keeps a phone awake: four dark and silent seconds.

    pip install av numpy
    python -m tools.awake_film

Chromium keeps the screen on for a film that has a sound track and is not muted, however silent and small it
is; not for one that is muted or has none. Safari needs a sound track as well, and MP4.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av  # type: ignore[import-not-found,unused-ignore]
import numpy as np

PAGE = Path(__file__).parent.parent / "grenade_salad" / "web" / "page"
SIDE, RATE, SECONDS = 16, 5, 4
_CHUNK = 960


def write_film(path: Path, video: str, audio: str, options: dict[str, str], sample_rate: int) -> None:
    """Write one film; `sample_rate` is that of its sound in Hz."""
    with av.open(str(path), "w") as file:
        picture = file.add_stream(video, rate=RATE, options=options)
        picture.width = picture.height = SIDE
        picture.pix_fmt = "yuv420p"
        sound = file.add_stream(audio, rate=sample_rate, layout="mono")
        sound.bit_rate = 8000
        for position in range(RATE * SECONDS):
            dark = np.full((SIDE, SIDE, 3), 40 + position % 2, np.uint8)
            frame = av.VideoFrame.from_ndarray(dark, format="rgb24")
            frame.pts, frame.time_base = position, Fraction(1, RATE)
            file.mux(picture.encode(frame))
        file.mux(picture.encode())
        for position in range(0, sample_rate * SECONDS, _CHUNK):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, _CHUNK), np.float32), format="fltp", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = sample_rate, position, Fraction(1, sample_rate)
            file.mux(sound.encode(frame))
        file.mux(sound.encode())


if __name__ == "__main__":
    write_film(PAGE / "awake.webm", "libvpx", "libopus", {"deadline": "good"}, 48000)
    write_film(PAGE / "awake.mp4", "libx264", "aac", {"preset": "veryslow", "profile": "baseline"}, 44100)
