"""The tools behind .ci/run: what a step sees of the machine, what is told, and which tests a change touches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ci, touched

MACHINE = {
    "HOME": "/home/ann",
    "PATH": "/usr/bin",
    "TERM": "xterm",
    "LANG": "de_DE.UTF-8",
    "PYTHONUNBUFFERED": "1",
    "PIP_CERT": "/etc/ca",
    "https_proxy": "http://proxy:1",
    "NO_PROXY": "localhost",
    "NODE_EXTRA_CA_CERTS": "/etc/ca",
    "DISPLAY": ":0",
}


def test_only_what_installs_keeps_certificates_and_proxies(tmp_path: Path) -> None:
    assert ci.bare(MACHINE, tmp_path) == {
        "HOME": str(tmp_path),
        "PATH": "/usr/bin",
        "TERM": "xterm",
        "LANG": "C.UTF-8",
    }
    kept = ("PIP_CERT", "https_proxy", "NO_PROXY", "NODE_EXTRA_CA_CERTS")
    assert ci.installing(MACHINE) == ci.bare(MACHINE, Path("/home/ann")) | {name: MACHINE[name] for name in kept}


def test_a_python_is_found_by_its_version(tmp_path: Path) -> None:
    here = "{}.{}".format(*sys.version_info)
    python = tmp_path / ".pyenv/versions" / f"{here}.99/bin/python{here}"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", "")
        assert ci.found(here, tmp_path) == str(python)
        assert ci.found("2.1", tmp_path) is None


def test_the_table_has_every_step_and_the_sums() -> None:
    told = ci.table([ci.Row("Lint", 2, 3), ci.Row("The download", 90, 80, aside=True)], 120)
    assert [line.split()[:2] for line in told.splitlines()[1:4]] == [["2", "3"], ["90", "80"], ["120", "83"]]
    assert "2.0 minutes; the goal for all of it is 31 on two quiet cores" in told


@pytest.mark.quick("3")
@pytest.mark.parametrize("status", [0, 3])
def test_what_ran_aside_is_told_when_it_is_waited_for(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    run = ci.Run(tmp_path)
    one = run.start("Beside", [sys.executable, "-c", f"print('said'); raise SystemExit({status})"])
    if status:
        with pytest.raises(ci.Fell, match="Beside"):
            one.end()
    else:
        one.end()
    assert capfd.readouterr().out == "said\n"
    assert run.rows == [one.row]
    assert one.row.aside


TESTS = """
from pathlib import Path

def test_falls_once():
    mark = Path(__file__).with_name("mark")
    fell, _ = mark.exists(), mark.touch()
    assert fell

def test_falls():
    assert not Path(__file__).with_name("wrong").exists()
"""


def _run_of(folder: Path) -> ci.Run:
    """A run of these tests, without what pytest brings along on this machine."""
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "work").mkdir()
    run = ci.Run(folder / "work", root=folder)
    xdist = ("-p", "xdist")
    try:
        run.pytest(sys.executable, *xdist, more=xdist, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    except ci.Fell:
        run.rows.append(ci.Row("fell", 0, 0))
    return run


def test_what_fell_is_tried_again_alone_and_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = _run_of(tmp_path)
    assert (run.again, run.rows) == (["test_some.py::test_falls_once"], [])
    assert "FELL: 1\n  test_some.py::test_falls_once\n" in capfd.readouterr().out


@pytest.mark.slow
def test_what_falls_again_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "wrong").touch()
    run = _run_of(tmp_path)
    assert run.again == []
    assert [row.name for row in run.rows] == ["fell"]


def test_every_step_can_be_asked_for_by_itself() -> None:
    told = subprocess.run([sys.executable, "-m", "tools.ci", "--help"], capture_output=True, text=True, check=True)
    assert all(name in told.stdout for name in ci.STEPS)


FILES = {
    "grenade_salad/__init__.py": "",
    "grenade_salad/core/__init__.py": "from grenade_salad.core.game import Game",
    "grenade_salad/core/game.py": "import enum",
    "grenade_salad/players.py": "def make(): import grenade_salad.core",
    "grenade_salad/plugin.py": "PLAYERS = 'grenade_salad.players:make'",
    "grenade_salad/page/actions.js": "",
    "tests/test_game.py": "from grenade_salad.core import game",
    "tests/test_plugin.py": "from grenade_salad import plugin",
    "tests/test_other.py": "import os",
    "tests/app/conftest.py": "import grenade_salad.players",
    "tests/app/test_window.py": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_who_imports_what_was_changed_is_reached_the_nearest_first(tree: Path) -> None:
    needed = touched.graph(tree)
    steps = touched.reach(["grenade_salad/core/game.py"], needed)
    assert [*steps.items()] == [
        ("tests/test_game.py", 1),
        ("tests/app/test_window.py", 4),
        ("tests/test_plugin.py", 4),
    ]
    assert touched.reach(["grenade_salad/plugin.py"], needed) == {"tests/test_plugin.py": 1}
    assert touched.reach(["tests/test_other.py"], needed) == {"tests/test_other.py": 0}
    assert touched.nearest(steps, {"tests/app/test_window.py": 30.0, "tests/test_game.py": 5.0}, 10) == [
        "tests/test_game.py",
        "tests/test_plugin.py",
    ]
    assert touched.nearest({"tests/test_other.py": 0}, {"tests/test_other.py": 100.0}, 10) == ["tests/test_other.py"]


def test_other_files_count_for_what_is_around_them(tree: Path) -> None:
    needed = touched.graph(tree)
    assert touched.stand_for("grenade_salad/page/actions.js", needed, tree) == {"grenade_salad/__init__.py"}
    assert touched.stand_for("tests/app/picture.png", needed, tree) == {
        "tests/app/conftest.py",
        "tests/app/test_window.py",
    }
    assert touched.stand_for("README.md", needed, tree) == {"tests/test_docs.py"}
    assert touched.stand_for("pyproject.toml", needed, tree) == set(needed)


def test_changed_is_what_git_says(tree: Path) -> None:
    def git(*words: str) -> None:
        who = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": ""}
        subprocess.run(["git", *words], cwd=tree, check=True, env=os.environ | who)

    git("init", "-q")
    for number in (1, 2):
        (tree / "tests/test_other.py").write_text(f"import os  # {number}", encoding="utf-8")
        git("add", "-A")
        git("commit", "-qm", f"Number {number}")
    assert touched.changed("", tree) == ["tests/test_other.py"]
    (tree / "new.py").touch()
    (tree / "grenade_salad/plugin.py").write_text("", encoding="utf-8")
    assert touched.changed("", tree) == ["grenade_salad/plugin.py", "new.py"]
    assert touched.changed("HEAD~1", tree) == ["grenade_salad/plugin.py", "new.py", "tests/test_other.py"]
