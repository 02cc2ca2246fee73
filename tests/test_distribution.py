"""What is published: a wheel and an sdist, complete, the same from each other, and the same each time."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
NOW = "1790000000"

pytestmark = pytest.mark.slow


def run(*words: str | Path) -> None:
    """Run a tool of the environment; what it said is the failure."""
    environ = os.environ | {"SOURCE_DATE_EPOCH": NOW}
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, env=environ)
    assert done.returncode == 0, done.stdout + done.stderr


def build(*words: str | Path) -> None:
    """Build with what is installed here, without a network."""
    run("uv", "build", "--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, *words, ROOT)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist, and the wheel that was built from it."""
    out = tmp_path_factory.mktemp("published")
    build("--out-dir", out)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def metadata(published: tuple[Path, Path]) -> Message:
    """What the wheel says of itself."""
    with ZipFile(published[1]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(wheel.read(name))


def test_the_checkout_and_the_sdist_give_the_same_wheel(published: tuple[Path, Path], tmp_path: Path) -> None:
    sdist, wheel = published
    build("--wheel", "--out-dir", tmp_path)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()
    build("--sdist", "--out-dir", tmp_path)
    assert (tmp_path / sdist.name).read_bytes() == sdist.read_bytes()


def test_the_tools_of_publishing_are_content(published: tuple[Path, Path]) -> None:
    run("twine", "check", "--strict", *published)
    run("check_wheel_contents", published[1])


def test_the_sdist_has_all_that_is_committed(published: tuple[Path, Path]) -> None:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    with tarfile.open(published[0]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    aside = (".ci/", ".github/", ".pre-commit", "pyrightconfig")
    committed = {file for file in listed.splitlines() if not file.startswith(aside)}
    assert committed - inside == set()
    assert {file for file in inside - committed if not file.startswith(("grenade_salad", "tests"))} == {"PKG-INFO"}


def test_the_wheel_has_the_package_its_pictures_and_its_rules(published: tuple[Path, Path]) -> None:
    with ZipFile(published[1]) as wheel:
        inside = set(wheel.namelist())
    for folder, packed in (("grenade_salad", ""), ("assets", "_assets"), ("boxes", "_boxes"), ("docs/rules", "_rules")):
        command = ["git", "ls-files", folder]
        listed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split()
        assert listed
        within = "/".join(filter(None, ("grenade_salad", packed)))
        # what translators write stays behind: it comes along compiled
        listed = [f"{file[:-2]}mo" if file.endswith(".po") else file for file in listed if not file.endswith(".pot")]
        missing = {within + file.removeprefix(folder) for file in listed} - inside
        assert missing == set()


def test_the_long_description_leads_nowhere_that_is_not_there(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert "python3 run.py" in text
    assert "## 0.1.0" in text, "the changes"
    links = [piece.partition(")")[0] for piece in text.split("](")[1:]]
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


def test_the_wheel_brings_the_man_page_as_the_program_says_it_today(published: tuple[Path, Path]) -> None:
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")
    from tools.man import page

    with ZipFile(published[1]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("share/man/man1/grenade-salad.1"))
        assert wheel.read(name).decode() == page(), "python -m tools.man"
