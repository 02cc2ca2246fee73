"""The published wheel and sdist are complete, consistent and reproducible."""

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
BUILD_TIME = "1790000000"

pytestmark = pytest.mark.slow


def run(*words: str | Path) -> None:
    """Run a tool of the environment; its output is the message of a failure."""
    environ = os.environ | {"SOURCE_DATE_EPOCH": BUILD_TIME}
    result = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, env=environ)
    assert result.returncode == 0, result.stdout + result.stderr


def build(*words: str | Path) -> None:
    """Build with the installed packages, without a network."""
    run("uv", "build", "--quiet", "--offline", "--no-build-isolation", "--python", sys.executable, *words, ROOT)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist, and the wheel that was built from it."""
    out = tmp_path_factory.mktemp("published")
    build("--out-dir", out)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def metadata(distributions: tuple[Path, Path]) -> Message:
    """Return the metadata of the wheel."""
    with ZipFile(distributions[1]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(wheel.read(name))


def test_checkout_and_sdist_give_the_same_wheel(distributions: tuple[Path, Path], tmp_path: Path) -> None:
    sdist, wheel = distributions
    build("--wheel", "--out-dir", tmp_path)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()
    build("--sdist", "--out-dir", tmp_path)
    assert (tmp_path / sdist.name).read_bytes() == sdist.read_bytes()


def test_publishing_tools_accept_the_distributions(distributions: tuple[Path, Path]) -> None:
    run("twine", "check", "--strict", *distributions)
    run("check_wheel_contents", distributions[1])


def test_sdist_has_all_committed_files(distributions: tuple[Path, Path]) -> None:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    with tarfile.open(distributions[0]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    aside = (".ci/", ".git-blame-ignore-revs", ".github/", ".pre-commit", "pyrightconfig")
    committed = {file for file in listed.splitlines() if not file.startswith(aside)}
    assert committed - inside == set()
    assert {file for file in inside - committed if not file.startswith(("grenade_salad", "tests"))} == {"PKG-INFO"}


def test_wheel_has_the_package_its_pictures_and_its_rules(distributions: tuple[Path, Path]) -> None:
    with ZipFile(distributions[1]) as wheel:
        inside = set(wheel.namelist())
    for folder, packed in (("grenade_salad", ""), ("assets", "_assets"), ("boxes", "_boxes"), ("docs/rules", "_rules")):
        command = ["git", "ls-files", folder]
        listed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split()
        assert listed
        target = "/".join(filter(None, ("grenade_salad", packed)))
        # The catalogs that translators write are left out: the wheel has them compiled.
        listed = [f"{file[:-2]}mo" if file.endswith(".po") else file for file in listed if not file.endswith(".pot")]
        missing = {target + file.removeprefix(folder) for file in listed} - inside
        assert missing == set()


def test_long_description_has_no_relative_links(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert "python3 run.py" in text
    assert "## 0.1.0" in text, "the changes"
    links = [piece.partition(")")[0] for piece in text.split("](")[1:]]
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


def test_wheel_has_the_current_man_page(distributions: tuple[Path, Path]) -> None:
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")
    from tools.man import render_page

    with ZipFile(distributions[1]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("share/man/man1/grenade-salad.1"))
        assert wheel.read(name).decode() == render_page(), "python -m tools.man"
