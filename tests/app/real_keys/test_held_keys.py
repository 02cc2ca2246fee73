"""Every bound key is held for two seconds in every scene and acts only once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.real_keys.desk import Desk
from tests.app.real_keys.held_keys import Holder, bound_keys
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.scenes import SCENES

pytestmark = LONG


@pytest.mark.parametrize("name", SCENES)
def test_held_keys_act_once(desk: Desk, tmp_path: Path, name: str) -> None:
    holder = Holder(desk, tmp_path, SCENES[name])
    try:
        assert holder.mistakes(bound_keys()) == {}
    finally:
        holder.close()
