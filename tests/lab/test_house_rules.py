"""What house rules change: the file of measured numbers fits the rules there are, and is told in sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.lab import house_rules
from grenade_salad.lab.house_rules import changes
from grenade_salad.lab.playout import house_rules as rules_of
from grenade_salad.text import Reader, say
from tools import house_rules as tool


def told(*asked: object) -> list[str]:
    return [say(sentence, Reader(())) for sentence in changes(*asked)]  # type: ignore[arg-type]


def test_what_was_measured_can_be_played_and_most_rules_were() -> None:
    table = json.loads(house_rules.FILE.read_text(encoding="utf-8"))
    assert set(table) == set(games.with_turns())
    for game, of_seats in table.items():
        for seats, rules in of_seats.items():
            for rule, values in rules.items():
                for value in values:
                    rules_of(game, int(seats), {rule: json.loads(value)})
            missing = {rule for rule, _, _ in tool.settings(game, int(seats))} - rules.keys()
            assert not missing, f"python -m tools.house_rules {game}"


def test_sentences() -> None:
    assert any("fewer turns" in one for one in told("live-grenade", 4, "extra_cards", 6))
    assert told("live-grenade", 2, "added", "needed") == [
        "It makes no visible difference to how long matches last or who wins them."
    ]
    assert told("live-grenade", 5, "extra_cards", 6) == told("live-grenade", 4, "extra_cards", 6)
    assert told("live-grenade", 2, "extra_cards", 2) == [], "that is the rule"
    assert told("live-grenade", 2, "no_such_rule", 1) == told("nim", 2, "heaps", 1) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"turns": (40, 4, 3, 5)}, "Matches take 10% more turns."),
        ({"turns": (40, -4, -5, -3)}, "Matches take 10% fewer turns."),
        ({"turns": (40, 4, -1, 9)}, "It makes no visible difference to how long matches last or who wins them."),
        ({"began": (0.5, 0.08, 0.02, 0.14)}, "Whoever begins wins 8 more matches in 100."),
        ({"watched": (20, -5, -6, -4)}, "The first player out watches 5% less of the match."),
    ],
)
def test_what_is_sure_and_large_is_told(
    change: dict[str, tuple[float, ...]], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"nim": {"2": {"heaps": {"4": change}}}}), encoding="utf-8")
    monkeypatch.setattr(house_rules, "FILE", file)
    house_rules._table.cache_clear()
    assert told("nim", 3, "heaps", 4) == [sentence]
    house_rules._table.cache_clear()


def test_the_tool_writes_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    monkeypatch.setattr(tool, "FILE", file)
    assert tool.main(["wheel", "--deals", "3"]) == 0
    table = json.loads(file.read_text(encoding="utf-8"))
    assert set(table["wheel"]) == {"2", "4"}
    assert set(table["wheel"]["2"]["joker"]['"twice"']) == set(house_rules.MEASURES)
    assert "wheel with 2, joker = twice" in capsys.readouterr().out
