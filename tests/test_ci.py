"""The tools behind .ci/run: environments, output and tests reached by a change."""

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


def test_only_installing_steps_keep_certificates_and_proxies(tmp_path: Path) -> None:
    assert ci.bare(MACHINE, tmp_path) == {
        "HOME": str(tmp_path),
        "PATH": "/usr/bin",
        "TERM": "xterm",
        "LANG": "C.UTF-8",
    }
    kept_names = ("PIP_CERT", "https_proxy", "NO_PROXY", "NODE_EXTRA_CA_CERTS")
    assert ci.installing(MACHINE) == ci.bare(MACHINE, Path("/home/ann")) | {name: MACHINE[name] for name in kept_names}


def test_python_is_found_by_its_version(tmp_path: Path) -> None:
    version = "{}.{}".format(*sys.version_info)
    python = tmp_path / ".pyenv/versions" / f"{version}.99/bin/python{version}"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", "")
        assert ci.found(version, tmp_path) == str(python)
        assert ci.found("2.1", tmp_path) is None


def test_table_has_every_step_and_the_sums() -> None:
    output = ci.table([ci.Row("Lint", 2, 3), ci.Row("The download", 90, 80, aside=True)], 120)
    assert [line.split()[:2] for line in output.splitlines()[1:4]] == [["2", "3"], ["90", "80"], ["120", "83"]]
    assert "2.0 minutes; the goal for all of it is 31 on two quiet cores" in output


@pytest.mark.quick("3")
@pytest.mark.parametrize("status", [0, 3])
def test_background_step_is_reported_when_it_ends(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    run = ci.Run(tmp_path)
    step = run.start("Beside", [sys.executable, "-c", f"print('said'); raise SystemExit({status})"])
    if status:
        with pytest.raises(ci.Fell, match="Beside"):
            step.end()
    else:
        step.end()
    assert capfd.readouterr().out == "said\n"
    assert run.rows == [step.row]
    assert step.row.aside


TESTS = """
from pathlib import Path

def test_falls_once():
    mark = Path(__file__).with_name("mark")
    fell, _ = mark.exists(), mark.touch()
    assert fell

def test_falls():
    assert not Path(__file__).with_name("wrong").exists()
"""


def _run_tests(folder: Path) -> ci.Run:
    """Run the tests above without the pytest plugins of this machine."""
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


def test_failed_tests_are_repeated_alone_and_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = _run_tests(tmp_path)
    assert (run.again, run.rows) == (["test_some.py::test_falls_once"], [])
    assert "FELL: 1\n  test_some.py::test_falls_once\n" in capfd.readouterr().out


@pytest.mark.slow
def test_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "wrong").touch()
    run = _run_tests(tmp_path)
    assert run.again == []
    assert [row.name for row in run.rows] == ["fell"]


def test_every_step_can_be_run_by_itself() -> None:
    result = subprocess.run([sys.executable, "-m", "tools.ci", "--help"], capture_output=True, text=True, check=True)
    assert all(name in result.stdout for name in ci.STEPS)


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


def test_importers_of_changed_files_are_reached_nearest_first(tree: Path) -> None:
    imports = touched.build_graph(tree)
    steps = touched.find_reaching_tests(["grenade_salad/core/game.py"], imports)
    assert [*steps.items()] == [
        ("tests/test_game.py", 1),
        ("tests/app/test_window.py", 4),
        ("tests/test_plugin.py", 4),
    ]
    assert touched.find_reaching_tests(["grenade_salad/plugin.py"], imports) == {"tests/test_plugin.py": 1}
    assert touched.find_reaching_tests(["tests/test_other.py"], imports) == {"tests/test_other.py": 0}
    assert touched.choose_nearest(steps, {"tests/app/test_window.py": 30.0, "tests/test_game.py": 5.0}, 10) == [
        "tests/test_game.py",
        "tests/test_plugin.py",
    ]
    assert touched.choose_nearest({"tests/test_other.py": 0}, {"tests/test_other.py": 100.0}, 10) == [
        "tests/test_other.py"
    ]


def test_other_files_stand_for_the_modules_around_them(tree: Path) -> None:
    imports = touched.build_graph(tree)
    assert touched.find_modules("grenade_salad/page/actions.js", imports, tree) == {"grenade_salad/__init__.py"}
    assert touched.find_modules("tests/app/picture.png", imports, tree) == {
        "tests/app/conftest.py",
        "tests/app/test_window.py",
    }
    assert touched.find_modules("README.md", imports, tree) == {"tests/test_docs.py"}
    assert touched.find_modules("pyproject.toml", imports, tree) == set(imports)


def test_changed_files_are_those_of_git(tree: Path) -> None:
    def git(*words: str) -> None:
        identity = {
            "GIT_AUTHOR_NAME": "Ann",
            "GIT_AUTHOR_EMAIL": "",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "",
        }
        subprocess.run(["git", *words], cwd=tree, check=True, env=os.environ | identity)

    git("init", "-q")
    for index in (1, 2):
        (tree / "tests/test_other.py").write_text(f"import os  # {index}", encoding="utf-8")
        git("add", "-A")
        git("commit", "-qm", f"Number {index}")
    assert touched.list_changed("", tree) == ["tests/test_other.py"]
    (tree / "new.py").touch()
    (tree / "grenade_salad/plugin.py").write_text("", encoding="utf-8")
    assert touched.list_changed("", tree) == ["grenade_salad/plugin.py", "new.py"]
    assert touched.list_changed("HEAD~1", tree) == ["grenade_salad/plugin.py", "new.py", "tests/test_other.py"]
