"""The open table keeps the contract of all games, with each box."""

from __future__ import annotations

from grenade_salad import check_game


def test_the_open_table_keeps_the_contract(installed_table: str) -> None:
    check_game(installed_table, seeds=range(2), steps=40)
