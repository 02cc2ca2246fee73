"""Effects of house rules: the data fits the rules and is put into sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.lab import house_rules
from grenade_salad.lab.house_rules import describe_changes
from grenade_salad.lab.playout import make_options as rules_of
from grenade_salad.text import Reader, say
from tools import house_rules as tool


def format_changes(*arguments: object) -> list[str]:
    return [say(sentence, Reader(())) for sentence in describe_changes(*arguments)]  # type: ignore[arg-type]


def test_measured_rules_are_playable_and_none_is_missing() -> None:
    table = json.loads(house_rules.FILE.read_text(encoding="utf-8"))
    assert set(table) == set(games.with_turns())
    for game, by_seats in table.items():
        for seats, rules in by_seats.items():
            for rule, values in rules.items():
                for value in values:
                    rules_of(game, int(seats), {rule: json.loads(value)})
            missing = {rule for rule, _, _ in tool.rule_settings(game, int(seats))} - rules.keys()
            assert not missing, f"python -m tools.house_rules {game}"


def test_changes_are_put_into_sentences() -> None:
    assert any("fewer turns" in sentence for sentence in format_changes("live-grenade", 4, "extra_cards", 6))
    assert format_changes("live-grenade", 2, "added", "needed") == [
        "It makes no visible difference to how long matches last or who wins them."
    ]
    assert format_changes("live-grenade", 5, "extra_cards", 6) == format_changes("live-grenade", 4, "extra_cards", 6)
    assert format_changes("live-grenade", 2, "extra_cards", 2) == [], "that is the rule"
    assert format_changes("live-grenade", 2, "no_such_rule", 1) == format_changes("nim", 2, "heaps", 1) == []


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
def test_certain_and_large_changes_are_reported(
    change: dict[str, tuple[float, ...]], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"nim": {"2": {"heaps": {"4": change}}}}), encoding="utf-8")
    monkeypatch.setattr(house_rules, "FILE", file)
    house_rules._load_table.cache_clear()
    assert format_changes("nim", 3, "heaps", 4) == [sentence]
    house_rules._load_table.cache_clear()


def test_tool_writes_a_readable_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    monkeypatch.setattr(tool, "FILE", file)
    assert tool.main(["wheel", "--deals", "3"]) == 0
    table = json.loads(file.read_text(encoding="utf-8"))
    assert set(table["wheel"]) == {"2", "4"}
    assert set(table["wheel"]["2"]["joker"]['"twice"']) == set(house_rules.MEASURES)
    assert "wheel with 2, joker = twice" in capsys.readouterr().out
