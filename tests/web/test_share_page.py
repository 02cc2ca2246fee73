"""A match as one page: its content, and replay in a browser without a network."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from grenade_salad.artwork import typefaces
from grenade_salad.cli import main
from grenade_salad.core import Json, to_json
from grenade_salad.match.record import Record, position_json, read_record, replay
from grenade_salad.web import share_page
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.share_pages import unpack_page

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.jsonl"))
SHARED = Path(share_page.__file__).parent / "shared"


def file_stem(file: Path) -> str:
    return file.stem


@pytest.fixture(params=RECORDS, ids=file_stem)
def record(request: pytest.FixtureRequest) -> Record:
    """A whole match of each game."""
    return read_record(request.param)


def cut_record(record: Record, lines: int) -> Record:
    """Return the match as it was after `lines` lines."""
    return Record(record.name, record.header, record.entries[:lines])


@pytest.mark.quick("wheel-4-93")
def test_page_is_small_and_loads_nothing(record: Record) -> None:
    page = share_page.make_page(record)
    assert len(page) < 400_000
    text = page.decode()
    assert "/*" not in re.sub(r"<script>.*</script>", "", text, flags=re.S), "every place is filled"
    assert not re.findall(r'(?:src|href)="(?!data:)', text)
    assert all(url.startswith(("data:font/woff;", "#")) for url in re.findall(r"url\(([^)]*)\)", text))
    assert "default-src 'none'" in text
    assert "unsafe-inline" not in text
    for kind in ("style", "script"):
        (inline,) = re.findall(rf"<{kind}>(.*?)</{kind}>", text, flags=re.S)
        hashed = b64encode(sha256(inline.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{hashed}'" in text
    fonts = [b64decode(font) for font in re.findall(r"base64,([^)]*)\)", text)]
    assert [font[:4] for font in fonts] == [b"wOFF"] * 3, "our type is inside, with the letters that are needed"
    assert sum(map(len, fonts)) < 40_000
    assert (
        sum(map(len, fonts))
        < sum(Path(typefaces.find_font_file(face)).stat().st_size for face in ("text", "bold", "title")) / 4
    )


@pytest.mark.quick("live-grenade*", "wheel-4-93")
def test_page_of_a_running_match_contains_only_public_facts(record: Record) -> None:
    page = unpack_page(share_page.make_page(cut_record(record, len(record.entries) // 2)))
    assert not page["over"]
    assert set(page) == {"title", "seats", "over", "first", "changes", "log", "art"}
    assert set(page["first"]) == {"position", "shown"}
    assert page["first"]["position"]["seat"] is None
    assert all(set(line) == {"line", "table"} for line in page["log"])
    hidden = [hand for key in ("hands", "hearts") for hand in page["first"]["position"].get(key, [])]
    assert all(isinstance(hand, int) for hand in hidden)


@pytest.mark.parametrize("file", RECORDS, ids=file_stem)
def test_page_contains_no_hidden_card(file: Path) -> None:
    """Cut the match in half: a card that is still hidden must not be in its page."""
    record = read_record(file)
    half = cut_record(record, len(record.entries) // 2)
    state = replay(half).match.state
    page_text = json.dumps(unpack_page(share_page.make_page(half)))
    assert "seed" not in page_text
    public = json.dumps(to_json(state.view(None)))
    for card in set(re.findall(r'"((?:10|[2-9JQKA])[HDCS])"', json.dumps(to_json(state.full_view())))):
        if f'"{card}"' not in public and not any(card in str(entry.to_line()) for entry in half.entries[1:]):
            assert f'"{card}"' not in page_text
            assert f"playing/{card}" not in page_text


@pytest.mark.quick("wheel-2-22", "grenade-salad*")
def test_page_of_a_finished_match_contains_its_record(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "again.jsonl"
    file.write_text(unpack_page(share_page.make_page(record))["record"], encoding="utf-8")
    reread = read_record(file)
    assert reread.header == record.header
    assert reread.entries == record.entries


@pytest.mark.quick("wheel-2-22")
def test_log_is_in_the_chosen_language(record: Record) -> None:
    english, german = (unpack_page(share_page.make_page(record, language))["log"] for language in ("en", "de"))
    assert len(english) == len(german)
    assert (
        sum(english_line != german_line for english_line, german_line in zip(english, german, strict=True))
        > len(english) / 2
    )


def test_every_sentence_of_the_page_is_a_message() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in (SHARED / "share.js", SHARED / "share.html"))
    sentences = set(re.findall(r'\bt\("([^"]+)"', text)) | set(re.findall(r'data-label="([^"]+)"', text))
    sentences |= set(re.findall(r"data-say>([^<]+)<", text)) | set(re.findall(r'\["([a-z ]+)", \d+\]', text))
    assert sentences == {message.one for message in share_page.WORDS}


@pytest.mark.parametrize(
    ("old_value", "after"),
    [
        ({"a": 1}, {"a": None, "b": [1, {"c": 2}]}),
        ([1, 2, 3, 4], [0, 2, 4, 4, 5]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}),
        ({"a": 1}, {"a": True}),
        ({"a": [1]}, {"a": 3}),
        ({"a": 3}, {"a": {"=": 1}}),
    ],
)
def test_patched_value_equals_the_second_one(old_value: Json, after: Json) -> None:
    assert json.dumps(apply_patch(old_value, share_page.difference(old_value, after)), sort_keys=True) == json.dumps(
        after, sort_keys=True
    )


def apply_patch(value: Any, change: Any) -> Any:
    """Apply a change as the script of the page does."""
    if not isinstance(change, dict):
        return change
    if "=" in change:
        return change["="]
    if "@" in change:
        result = list(value)
        for start, removed, inserted in change["@"]:
            result[start : start + removed] = inserted
        return result
    unchanged = {key: item for key, item in value.items() if key not in change.get("-", ())}
    return unchanged | {key: apply_patch(unchanged.get(key), item) for key, item in change["+"].items()}


def test_command_shares_a_file_and_reports_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "match.html"
    match = str(next(file for file in RECORDS if file.stem == "wheel-2-22"))
    assert main(["share", match, "--out", str(out), "--language", "de"]) == 0
    assert b'lang="de"' in out.read_bytes()
    for words in (
        [str(tmp_path / "none.jsonl"), "--out", str(out)],
        ["7", "--out", str(out), "--data", str(tmp_path)],
        [match, "--out", str(tmp_path / "no" / "folder.html")],
        [match, "--out", str(out), "--language", "xx"],
    ):
        capsys.readouterr()
        assert main(["share", *words]) == 2
        output = capsys.readouterr()
        assert not output.out
        assert len(output.err.splitlines()) == 1


@pytest.mark.slow
@NEEDED
def test_browser_without_network_has_the_positions_of_replay(record: Record, tmp_path: Path) -> None:
    """Compare every line for every viewer, then use the buttons as people do."""
    file = tmp_path / "match.html"
    file.write_bytes(share_page.make_page(record, "de"))
    errors: list[str] = []
    requested_urls: list[str] = []

    def script(browser: Browser) -> None:
        context = browser.new_context(offline=True)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.on("request", lambda request: requested_urls.append(request.url))
        page.goto(file.as_uri())
        assert page.evaluate("GS.shared.lines") == len(record.entries)
        initial_line = page.input_value("#bar")
        assert page.locator("#picture svg *").count() > 3, "something lies on the table"
        assert page.inner_text("#play") == "Stopp", "it plays by itself"
        expect(page.locator("#bar")).not_to_have_value(initial_line)
        page.click("#play")
        loaded = "document.fonts.ready.then(() => [...document.fonts].every((one) => one.status === 'loaded'))"
        assert page.evaluate(loaded)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all of it can be seen"
        for lines in range(len(record.entries) + 1):
            played = replay(record, lines)
            viewers: list[Any] = ["all", "table", *range(len(record.header.seats))]
            positions = page.evaluate(f"{json.dumps(viewers)}.map((who) => GS.shared.position({lines}, who))")
            public = to_json(played.match.state.view(None))
            assert isinstance(public, dict)
            public = {key: value for key, value in public.items() if key != "ranking" or value} | {"lines": lines}
            expected = [position_json(played), public, *(position_json(played, seat) for seat in viewers[2:])]
            assert positions == json.loads(json.dumps(expected))
        page.select_option("#eyes", "all")
        page.click("#last")
        assert page.is_disabled("#on")
        assert page.inner_text("#log .now")
        assert page.locator("#picture svg *").count() > 3
        page.click("#first")
        page.select_option("#speed", "120")
        page.click("#play")
        page.locator("#on:disabled").wait_for()
        assert page.input_value("#bar") == str(len(record.entries))
        page.click("#back")
        assert page.input_value("#bar") == str(len(record.entries) - 1)
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320

    CHROMIUM.run(script).result()
    assert errors == []
    assert [url for url in requested_urls if not url.startswith(("file:", "data:"))] == []
