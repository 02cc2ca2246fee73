"""The pages that people read: their links lead somewhere, and their examples do what they say."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from grenade_salad.match.record import read_record, replay
from tools import site

ROOT = Path(__file__).parent.parent
PAGES = [page for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if page.is_file()]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def fences(page: Path, language: str) -> list[str]:
    """The blocks of code of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "pycon")], ids=name)
def test_examples_give_what_stands_there(page: Path) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert found.attempted
    assert not found.failed


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fences(ROOT / "README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    assert "Hands: " in capsys.readouterr().out


def test_the_record_of_the_page_on_records_is_one(tmp_path: Path) -> None:
    (example,) = fences(ROOT / "docs" / "records.md", "json")
    file = tmp_path / "example.jsonl"
    file.write_text(example, encoding="utf-8")
    record = read_record(file, "records.md")
    assert replay(record).lines == len(record.entries) == 2


def test_every_page_is_in_the_navigation_of_the_site(tmp_path: Path) -> None:
    site.stage(tmp_path)
    pages = {str(page.relative_to(tmp_path)) for page in tmp_path.rglob("*.md")}
    assert [page for page in sorted(pages) if f"'{page}'" not in str(site.navigation(tmp_path))] == []


def test_everything_that_comes_along_is_named_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")
    names = [re.split(r"[^\w-]", line)[0] for line in project["dependencies"]]
    assert [one for one in names if not re.search(rf"(^\| |, ){one}( \||,)", page, re.M)] == []
