"""Tools behind .ci/run: environments, failed steps and tests, affected tests."""

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


def test_only_install_commands_get_certificates_and_proxies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert ci.clean_environ(MACHINE, tmp_path) == {
        "HOME": str(tmp_path),
        "PATH": "/usr/bin",
        "TERM": "xterm",
        "LANG": "C.UTF-8",
    }
    passed_on = {name: MACHINE[name] for name in ("PIP_CERT", "https_proxy", "NO_PROXY", "NODE_EXTRA_CA_CERTS")}
    assert ci.install_environ(MACHINE) == ci.clean_environ(MACHINE, Path("/home/ann")) | passed_on


UV = """
import json, os

folder = os.environ["PATH"].split(os.pathsep)[-1]
print(json.dumps([
    {"variant": variant, "version_parts": {"major": 3, "minor": minor, "patch": 0}, "path": f"{folder}/{name}"}
    for variant, minor, name in [
        ("freethreaded", 14, "a"), ("default", 13, "b"), ("default", 13, "c"), ("default", 11, "d")
    ]
]))
"""


def test_newest_python_of_each_version_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyenv = tmp_path / ".pyenv/versions/3.13.99/bin"
    pyenv.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(ci, "UV", (sys.executable, "-c", UV))
    assert ci.Run(tmp_path / "work").find_pythons() == {"3.13": f"{pyenv}/b", "3.11": f"{pyenv}/d"}


def test_times_list_every_step_and_the_total() -> None:
    table = ci.format_times([ci.StepTime("lint", 2, 3), ci.StepTime("downloaded", 90, 80)], 120)
    assert [line.split()[:2] for line in table.splitlines()[1:4]] == [["2", "3"], ["90", "80"], ["120", "83"]]
    assert "2.0 minutes; the target for all steps is 31 on two quiet cores" in table


@pytest.mark.quick("3")
@pytest.mark.parametrize("status", [0, 3])
def test_background_command_prints_its_output_when_it_is_finished(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    run = ci.Run(tmp_path)
    command = run.start("test", sys.executable, "-c", f"print('output'); raise SystemExit({status})")
    assert run.background == {"test": command}
    if status:
        with pytest.raises(ci.StepFailed, match="SystemExit"):
            command.finish()
    else:
        command.finish()
    assert capfd.readouterr().out == "output\n"


def test_killed_background_command_ends(tmp_path: Path) -> None:
    command = ci.Run(tmp_path).start("test", sys.executable, "-c", "import signal; signal.pause()")
    command.kill()
    assert command.process.wait()


TESTS = """
from pathlib import Path

def test_fails_once():
    mark = Path(__file__).with_name("mark")
    is_retry, _ = mark.exists(), mark.touch()
    assert is_retry

def test_fails():
    assert not Path(__file__).with_name("wrong").exists()
"""


def run_tests(folder: Path) -> tuple[ci.Run, str]:
    """Run TESTS without the pytest plugins of this machine.

    Return the run, and "failed" if it failed.
    """
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    run = ci.Run(folder / "work", root=folder)
    xdist = ("-p", "xdist")
    try:
        run.pytest(sys.executable, *xdist, alone=xdist, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    except ci.StepFailed:
        return run, "failed"
    return run, "passed"


def test_failed_test_is_run_again_alone_and_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run, result = run_tests(tmp_path)
    assert (run.retried, result) == (["test_some.py::test_fails_once"], "passed")
    assert "FAILED: 1\n  test_some.py::test_fails_once\n" in capfd.readouterr().out


@pytest.mark.slow
def test_test_that_fails_again_fails_the_step(tmp_path: Path) -> None:
    (tmp_path / "wrong").touch()
    run, result = run_tests(tmp_path)
    assert (run.retried, result) == ([], "failed")


def test_failed_step_ends_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def lint(run: ci.Run) -> None:
        """Fail."""
        run.check(sys.executable, "-c", "raise SystemExit(7)")

    def rules(run: ci.Run) -> None:
        """Never run."""
        raise AssertionError

    monkeypatch.setattr(ci, "STEPS", {"lint": lint, "rules": rules})
    assert ci.main(["--only", "lint", "rules"]) == 1
    steps = [line.split()[-1] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert steps == ["step", "lint", "all"]


def test_modules_of_lowest_and_newest_exist() -> None:
    modules = ci.list_dependent_tests()
    assert {module.split("/")[1] for module in modules} == set(ci.DEPENDENT_TESTS)
    assert len(modules) == len(set(modules)) > 50
    assert all((ci.ROOT / module).is_file() for module in (*modules, *ci.OWN_FILES_TESTS))


def test_help_names_every_step() -> None:
    done = subprocess.run([sys.executable, "-m", "tools.ci", "--help"], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in ci.STEPS)


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


def test_nearest_importers_of_changed_file_come_first(tree: Path) -> None:
    imports = touched.read_imports(tree)
    distances = touched.affected_tests(["grenade_salad/core/game.py"], imports)
    assert [*distances.items()] == [
        ("tests/test_game.py", 1),
        ("tests/app/test_window.py", 4),
        ("tests/test_plugin.py", 4),
    ]
    assert touched.affected_tests(["grenade_salad/plugin.py"], imports) == {"tests/test_plugin.py": 1}
    assert touched.affected_tests(["tests/test_other.py"], imports) == {"tests/test_other.py": 0}
    times = {"tests/app/test_window.py": 30.0, "tests/test_game.py": 5.0}
    assert touched.select_nearest(distances, times, 10) == ["tests/test_game.py", "tests/test_plugin.py"]
    changed = {"tests/test_other.py": 0}
    assert touched.select_nearest(changed, {"tests/test_other.py": 100.0}, 10) == ["tests/test_other.py"]


def test_other_files_count_for_modules_around_them(tree: Path) -> None:
    modules = touched.read_imports(tree)
    assert touched.modules_for("grenade_salad/page/play.js", modules) == {"grenade_salad/__init__.py"}
    assert touched.modules_for("tests/app/picture.png", modules) == {
        "tests/app/conftest.py",
        "tests/app/test_window.py",
    }
    assert touched.modules_for("README.md", modules) == {"tests/test_docs.py"}
    assert touched.modules_for("pyproject.toml", modules) == set(modules)


def test_changed_files_come_from_git(tree: Path) -> None:
    def git(*words: str) -> None:
        ann = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": ""}
        subprocess.run(["git", *words], cwd=tree, check=True, env=os.environ | ann)

    git("init", "-q")
    for revision in (1, 2):
        (tree / "tests/test_other.py").write_text(f"import os  # {revision}", encoding="utf-8")
        git("add", "-A")
        git("commit", "-qm", f"Revision {revision}")
    assert touched.changed_files("", tree) == ["tests/test_other.py"]
    (tree / "new.py").touch()
    (tree / "grenade_salad/plugin.py").write_text("", encoding="utf-8")
    assert touched.changed_files("", tree) == ["grenade_salad/plugin.py", "new.py"]
    assert touched.changed_files("HEAD~1", tree) == ["grenade_salad/plugin.py", "new.py", "tests/test_other.py"]


def test_readers_of_other_files_exist() -> None:
    assert all((touched.ROOT / file).exists() for files in touched.READERS.values() for file in files)
