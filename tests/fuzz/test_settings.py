"""Spoilt settings: the program always gets usable ones and a one-line warning."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from grenade_salad.app.shell.settings import FILE, SCALES, Settings, load, save
from grenade_salad.text import say
from tests.fuzz.mutate import spoil_bytes, spoil_json


def check_spoilt_settings(folder: Path, seed: int) -> None:
    rng = Random(seed)
    assert save(Settings(), folder) == ""
    path = folder / FILE
    data = path.read_bytes()
    if rng.random() < 0.4:
        path.write_bytes(spoil_bytes(data, rng))
    else:
        value = json.loads(data)
        for _ in range(rng.randint(1, 3)):
            value = spoil_json(value, rng) if isinstance(value, dict) else value
        path.write_bytes(json.dumps(value).encode("utf-8", "surrogatepass"))
    loaded, warning = load(folder)
    assert "\n" not in say(warning)
    assert 0 <= loaded.volume <= 1
    assert SCALES[0] <= loaded.scale <= SCALES[-1]
    assert 0 <= loaded.countdown <= 60
    assert save(loaded, folder) == ""
    assert load(folder)[0] == loaded, "what was taken is kept"


def test_spoilt_settings_load_with_one_line(tmp_path: Path) -> None:
    for seed in range(150):
        check_spoilt_settings(tmp_path, seed)


@pytest.mark.slow
def test_many_spoilt_settings_load_with_one_line(tmp_path: Path) -> None:
    for seed in range(150, 2000):
        check_spoilt_settings(tmp_path, seed)
