"""Boxes are read beside the window, which decodes each picture once."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import ClassVar

import pygame
import pytest

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.games.open_table.setup import BoxSetup, ShelfScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.reading_dialog import ReadingDialog
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App, make_thread_executor
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes.shelf import boxes_folder
from grenade_salad.quarantine.process import Limits, Quarantine
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, run_frames
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tests.patience import wait_until

_SLOW = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{}</svg>'.format(
    '<rect width="99" height="99"/>' * 20_000
)
"""A drawing that takes minutes."""


def _write_box(folder: Path, pictures: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    names = ", ".join(f'"{name}"' for name in pictures)
    text = (
        f'box = 1\nname = "Mine"\n[[kinds]]\nname = "card"\npiece = "card"\nfronts = [{names}]\npictures = [{names}]\n'
    )
    places = ", ".join(f"[{60 + 80 * index}, 100]" for index in range(len(pictures)))
    (folder / "box.toml").write_text(f'{text}[[layout]]\nkind = "card"\nat = [{places}]\n', encoding="utf-8")
    for name, data in pictures.items():
        (folder / name).write_bytes(data)
    return folder


def _photo(colour: str) -> bytes:
    file = io.BytesIO()
    surface = pygame.Surface((1260, 1760))
    surface.fill(colour)
    pygame.image.save(surface, file, "a.jpg")
    return file.getvalue()


def _wait(app: App, condition: Callable[[], bool]) -> None:
    def is_met() -> bool:
        app.frame()
        return condition()

    wait_until(is_met)


def _drop_slow_box(app: App, home: HomeScene, folder: Path) -> ReadingDialog[object]:
    """Drop a box that takes minutes, and return the dialog that reads it."""
    home.on_file_dropped(_write_box(folder / "slow", {"slow.svg": _SLOW.encode()}))
    first = app.scene
    _wait(app, lambda: app.scene is not first)
    return expect_type(ReadingDialog, app.scene)


def test_slow_box_says_what_it_reads_and_is_cancelled(app: App, tmp_path: Path) -> None:
    app.worker = make_thread_executor
    app.push(home := HomeScene(app))
    dialog = _drop_slow_box(app, home, tmp_path)
    run_frames(app, 5)
    assert not dialog.is_visible, "nothing is said of what takes a moment"
    assert not say(dialog.accessible_name())
    _wait(app, lambda: dialog.words == "slow.svg")
    assert say(dialog.accessible_name()) == "Reading slow…"
    assert app.quarantine.pid is not None
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is home
    _wait(app, lambda: app.quarantine.pid is None)


def test_reading_is_cancelled_before_it_is_visible(app: App, tmp_path: Path) -> None:
    app.worker = make_thread_executor
    app.push(home := HomeScene(app))
    _drop_slow_box(app, home, tmp_path)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is home
    _wait(app, lambda: app.quarantine.pid is None)


def test_file_that_takes_too_long_is_named(app: App, tmp_path: Path) -> None:
    app.worker = make_thread_executor
    with Quarantine(Limits(step_seconds=2.0)) as quarantine:
        app.quarantine = quarantine
        app.push(HomeScene(app))
        app.scene.on_file_dropped(_write_box(tmp_path / "slow", {"slow.svg": _SLOW.encode()}))
        _wait(app, lambda: type(app.scene) is Dialog)
        assert say(expect_type(Dialog, app.scene).words).startswith("slow.svg: ")


def test_file_that_is_dropped_on_a_reading_is_told_to_wait(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeldExecutor, "held", [])
    app.push(home := HomeScene(app))
    app.worker = HeldExecutor
    home.on_file_dropped(tmp_path / "first.csv")
    run_frames(app, 40)
    reading = expect_type(ReadingDialog, app.scene)
    reading.on_file_dropped(tmp_path / "second.csv")
    assert app.messages.texts == ["first.csv is being read. Drop the next file after it."]
    assert app.scene is reading, "and it goes on"


def test_shelf_is_usable_while_a_slow_box_is_read(app: App, tmp_path: Path) -> None:
    app.worker = make_thread_executor
    _write_box(boxes_folder(app.data_folder) / "a slow one", {"slow.svg": _SLOW.encode()})
    _write_box(boxes_folder(app.data_folder) / "bad", {"a.png": b"GIF89a"})
    with Quarantine(Limits(step_seconds=2.0)) as quarantine:
        app.quarantine = quarantine
        app.push(box_setup := BoxSetup(app))
        box_setup.show_shelf()
        run_frames(app, 3)
        shelf = expect_type(ShelfScene, app.scene)
        slow, bad, *_ = shelf.cards
        assert [say(card.seats) for card in (slow, bad)] == ["Reading…", "Reading…"]
        _wait(app, lambda: bad.error is not None)
        assert slow.error is not None
        dice = next(card for card in shelf.cards if card.place.name == "dice")
        click(app, dice.on_screen().center)
    assert app.scene is box_setup
    assert box_setup.chosen.name == "dice"


def test_pictures_are_decoded_once_for_all_sizes(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded_pictures.cached.clear()
    decoded: list[str] = []
    decode = decoded_pictures._decode
    monkeypatch.setattr(decoded_pictures, "_decode", lambda path, data: (decoded.append(path), decode(path, data))[1])
    colours = {f"{colour}.jpg": _photo(colour) for colour in ("red", "green", "blue")}
    app.push(HomeScene(app))
    app.scene.on_file_dropped(_write_box(tmp_path / "photos", colours))
    run_frames(app, 2)
    box_setup = expect_type(BoxSetup, app.scene)
    assert sorted(decoded) == sorted(colours), "while it is read, not in a frame"
    click(app, box_setup.start_button.rect.center)
    for size in ((1280, 720), (1920, 1080), (900, 600)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        app.fit()
        run_frames(app, 2)
    assert sorted(decoded) == sorted(colours)
    assert max(len(sizes) for sizes in decoded_pictures.cached._pictures.values()) > 3


class HeldExecutor(Executor):
    """Does its tasks only when it is told to, like a thread that waits for a drive."""

    held: ClassVar[list[Callable[[], None]]] = []

    def submit(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> Future[object]:  # type: ignore[override]
        future: Future[object] = Future()
        self.held.append(lambda: future.set_result(fn(*args, **kwargs)))
        return future

    @classmethod
    def release(cls) -> None:
        """Do what was held back, and what follows from it."""
        while cls.held:
            cls.held.pop(0)()


@pytest.mark.parametrize("make_page", [HomeScene, HistoryScene, ImportScene, ScenariosScene, BoxSetup])
def test_window_does_not_look_at_dropped_file(
    app: App, tmp_path: Path, make_page: Callable[[App], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeldExecutor, "held", [])
    app.push(HomeScene(app))
    app.push(page := make_page(app))
    app.worker = HeldExecutor
    file = tmp_path / "mine.csv"
    page.on_file_dropped(file)
    run_frames(app, 40)
    dialog = expect_type(ReadingDialog, app.scene)
    assert say(dialog.accessible_name()) == "Reading mine.csv…"
    # Had the window looked before, it would know that there is no such file.
    file.write_text("name,count\nStorm,2\nCalm,3\n")

    def is_set_up() -> bool:
        HeldExecutor.release()
        return isinstance(app.scene, BoxSetup) and app.scene.chosen.path == file

    _wait(app, is_set_up)


def test_dropped_file_that_does_not_answer_is_cancelled(app: App, tmp_path: Path) -> None:
    app.push(home := HomeScene(app))
    app.worker = HeldExecutor
    home.on_file_dropped(tmp_path / "far away.csv")
    run_frames(app, 40)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is home
    HeldExecutor.release()
    run_frames(app)
    assert app.scene is home


def test_remembered_box_that_is_gone_leaves_the_shelf(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeldExecutor, "held", [])
    gone = tmp_path / "gone"
    app.settings.opened["open-table"] = [str(gone)]
    app.push(box_setup := BoxSetup(app))
    app.worker = HeldExecutor
    box_setup.show_shelf()
    run_frames(app, 2)
    shelf = expect_type(ShelfScene, app.scene)
    assert shelf.cards[0].place.path == gone, "the window has not looked"
    assert say(shelf.cards[0].seats) == "Reading…"
    shelf.widgets.set_focus(shelf.cards[0])
    HeldExecutor.release()
    run_frames(app, 2)
    assert all(card.place.path is None for card in shelf.cards)
    assert shelf.widgets.focus is shelf.cards[0]


def test_pictures_of_a_box_are_all_decoded_ahead_whatever_was_before() -> None:
    photos = {name: _photo(name) for name in ("red", "green", "blue")}
    pictures = {f"{name}.png": _encode_png(data) for name, data in photos.items()}
    memory = decoded_pictures.DecodedPictures(max_bytes=40_000_000)
    memory.decode_ahead("first box", pictures)
    memory.decode_ahead("second box", pictures)
    assert [key[:2] for key in memory._pictures][-3:] == [("second box", name) for name in pictures]


def _encode_png(photo: bytes) -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.image.load(io.BytesIO(photo), "a.jpg"), file, "a.png")
    return file.getvalue()
