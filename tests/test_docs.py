"""The documentation: its links have targets, and its examples work."""

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


def relative_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def fences(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in the language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=relative_name)
def test_links_lead_to_existing_files(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if fences(page, "pycon")], ids=relative_name)
def test_examples_print_the_documented_output(page: Path) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert results.attempted
    assert not results.failed


def test_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fences(ROOT / "README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    assert "Hands: " in capsys.readouterr().out


def test_example_on_the_records_page_is_a_record(tmp_path: Path) -> None:
    (example,) = fences(ROOT / "docs" / "records.md", "json")
    file = tmp_path / "example.jsonl"
    file.write_text(example, encoding="utf-8")
    record = read_record(file, "records.md")
    assert replay(record).lines == len(record.entries) == 2


def test_every_page_is_in_the_site_navigation(tmp_path: Path) -> None:
    site.stage_pages(tmp_path)
    pages = {str(page.relative_to(tmp_path)) for page in tmp_path.rglob("*.md")}
    assert [page for page in sorted(pages) if f"'{page}'" not in str(site.navigation(tmp_path))] == []


def test_every_dependency_is_listed_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")
    names = [re.split(r"[^\w-]", line)[0] for line in project["dependencies"]]
    assert [package for package in names if not re.search(rf"(^\| |, ){package}( \||,)", page, re.M)] == []
