"""The open table keeps the contract of all games, with each box."""

from __future__ import annotations

import pytest

from grenade_salad import check_game


@pytest.mark.quick("Tiles")
def test_open_table_keeps_the_contract(installed_table: str) -> None:
    check_game(installed_table, seeds=[1], steps=10)


@pytest.mark.slow
def test_open_table_keeps_the_contract_in_longer_matches(installed_table: str) -> None:
    check_game(installed_table, seeds=range(2))
