"""Parsers cost about twice as much for twice the input, whatever is in it.

These tests look at the time: they are slow, and the only ones that do.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.marks import doors_but
from tools import costs

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("growth", list(costs.GROWTHS))
def test_doubled_input_costs_no_more_than_two_and_a_half_times(growth: str) -> None:
    assert not costs.find_fast_growth(growth)


@pytest.mark.parametrize("seconds", doors_but([6.0], [6.0, 60.0]))
def test_fuzzer_finds_no_input_that_costs_too_much(seconds: float) -> None:
    too_costly = [finding for finding in costs.fuzz(seconds, Random(1)) if finding.is_too_costly]
    assert not [finding.describe() for finding in too_costly]


def test_every_parser_reads_what_the_fuzzer_begins_with() -> None:
    seeds = list(costs.list_seeds())
    assert {parser for parser, _ in seeds} >= {"box", "csv", "pcio", "vtt", "zip", "svg", "jpg", "record", "rules"}
    for parser, data in seeds:
        costs.parse(parser, data)
