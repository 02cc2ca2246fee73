"""Names of the world: other fonts, other scripts, from right to left, and whatever has no font at all."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import fontpkg  # type: ignore[import-untyped]
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.replay import watch
from grenade_salad.app.match import start_match
from grenade_salad.app.ui import bundled_fonts, font_fallback, fonts, text
from grenade_salad.app.ui.bundled_fonts import Face
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Header
from grenade_salad.text.person_names import cleaned
from tests.app.conftest import frames
from tests.match.keeping import header, play_on
from tests.patience import LIMIT
from tests.text.test_person_names import NAMES, UNSEEN
from tools.tables import journal_of

FACES: tuple[Face, ...] = ("text", "bold", "italic", "title")
INK = (10, 20, 30)
TO_LEFT = "دذر"
"""Arabic letters that are not joined with each other."""


@pytest.fixture(autouse=True)
def window(app: App) -> App:
    """Type is made for a window."""
    return app


def picture(line: str, pixels: int = 24) -> bytes:
    """What is drawn of it, without the empty columns at both sides."""
    made = text.rendered(line, pixels, INK)
    box = made.get_bounding_rect()
    return pygame.image.tobytes(made.subsurface((box.x, 0, box.width, made.get_height())), "RGBA")


@pytest.mark.slow
@given(st.text(max_size=12), st.sampled_from(FACES), st.integers(1, 40))
def test_whatever_is_written_can_be_drawn_cut_and_wrapped(line: str, face: Face, pixels: int) -> None:
    made = text.rendered(line, pixels, INK, face == "bold", face == "title", face == "italic")
    if "\n" not in line and "\r" not in line:
        assert made.get_width() == text.width(line, pixels, face)
    text.shortened(line, pixels, 20, face)
    assert "".join("".join(text.wrapped(line, pixels, 20, face)).split()) == "".join(line.split())


@pytest.mark.parametrize("letter", UNSEEN)
def test_nothing_is_drawn_of_what_cannot_be_seen(letter: str) -> None:
    assert text.width(letter, 20) == 0
    text.rendered(letter, 20, INK)
    assert picture(f"An{letter}n") == picture("Ann")


def test_our_own_fonts_have_all_that_is_drawn_without_more_ado() -> None:
    common = [letter for letter in map(chr, range(0x3000)) if text._COMMON(letter)]
    assert len(common) > 190
    for face in FACES:
        assert [
            letter for letter in common if not letter.isspace() and not fonts.has(bundled_fonts.file(face), letter)
        ] == []


@pytest.mark.parametrize("name", ["Ђорђе", "Ελένη", "Nguyễn", "محمد", "नमस्ते", "สวัสดี", "Łukasz", "Ő"])
def test_scripts_that_come_with_the_program_need_no_box(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_folders", list)
    font_fallback.forget()
    assert all(run.file is not None for run in font_fallback._runs(name, "text"))


def test_a_font_of_the_system_is_found_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(fontpkg.path("noto-sans-thai"), tmp_path / "deep" / "Some.TTF")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(fonts, "_SHIPPED", ())
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path])
    fonts._shipped.cache_clear()
    font_fallback.forget()
    assert fonts.found("ส") == str(tmp_path / "deep" / "Some.TTF")
    assert fonts.found("漢") is None
    fonts._shipped.cache_clear()
    fonts.forget()


def test_what_no_font_has_is_a_box_with_its_number_so_that_no_two_look_alike() -> None:
    private = [chr(code) for code in (0xE000, 0xE001, 0xE010, 0xF8FF, 0xF0000, 0x10FFFD)]
    assert len({picture(letter) for letter in private}) == len(private)
    assert len({picture(letter + "\ue000") for letter in private}) == len(private)
    assert text.width(private[0] * 2, 24) == 2 * text.width(private[0], 24)


def test_right_to_left_is_shown_right() -> None:
    """The first letter stands at the right end, and the line as a whole goes on from the left."""
    whole = text.rendered(TO_LEFT, 30, INK)
    first = text.rendered(TO_LEFT[0], 30, INK)
    inked = first.get_bounding_rect()
    right = whole.get_bounding_rect().right
    part = whole.subsurface((right - inked.width, 0, inked.width, whole.get_height()))
    assert (
        pygame.image.tobytes(part, "RGBA")[:400]
        == pygame.image.tobytes(first.subsurface((inked.x, 0, inked.width, first.get_height())), "RGBA")[:400]
    )
    assert [run.letters for run in font_fallback._runs(f"{TO_LEFT} wins", "text")] == [TO_LEFT, " wins"]
    mixed = font_fallback._runs(f"{TO_LEFT} 12 {TO_LEFT}", "text")
    assert [run.letters.strip() for run in mixed if run.letters.strip()] == [TO_LEFT, "12", TO_LEFT]


def test_arabic_letters_are_joined() -> None:
    def gaps(line: str) -> int:
        made = text.rendered(line, 40, INK)
        box = made.get_bounding_rect()
        return sum(
            not made.subsurface((x, 0, 1, made.get_height())).get_bounding_rect().height for x in range(*_span(box))
        )

    assert gaps("محمد") == 0
    assert gaps(TO_LEFT) > 0


def _span(box: pygame.Rect) -> tuple[int, int]:
    return box.left, box.right


def test_devanagari_letters_are_joined() -> None:
    assert text.width("क्ष", 40) < sum(text.width(letter, 40) for letter in "क्ष") * 0.9


@pytest.mark.parametrize("name", NAMES)
def test_an_ellipsis_cuts_between_letters(name: str) -> None:
    line = name * 6
    whole = text.clusters(line)
    for wide in range(0, text.width(line, 20), 7):
        short = text.shortened(line, 20, wide)
        kept = text.clusters(short.removesuffix("…"))
        assert list(kept) == list(whole[: len(kept)])
    assert text.shortened(line, 20, text.width(line, 20)) == line


def test_our_own_letters_load_nothing_more() -> None:
    code = (
        "import sys, os; os.environ.update(SDL_VIDEODRIVER='dummy', SDL_AUDIODRIVER='dummy')\n"
        "from pathlib import Path; from grenade_salad.app.window.application import App\n"
        "from grenade_salad.app.window.home import HomeScene\n"
        "app = App(Path(sys.argv[1])); app.push(HomeScene(app)); app.frame()\n"
        "from grenade_salad.app.ui import text; text.width('Zoë … “3” × 4 · – ß', 20)\n"
        "more = {'regex', 'pygame.freetype', 'grenade_salad.app.ui.font_fallback', 'grenade_salad.app.ui.fonts'}\n"
        "print(sorted(more & set(sys.modules)))"
    )
    folder = str(Path(__file__).parent / "nowhere")
    done = subprocess.run(
        [sys.executable, "-c", code, folder], capture_output=True, text=True, check=True, timeout=LIMIT
    )
    shutil.rmtree(folder, ignore_errors=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.quick("*u202e")
@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\u2060", "\ufe0f"])
def test_a_match_of_before_with_such_a_seat_is_shown_everywhere(app: App, letter: str) -> None:
    app.push(HomeScene(app))
    names = (f"{letter}Ann", letter, "Cy")
    for game, lines in (("wheel", None), ("live-grenade", 12)):
        first = header(game)
        with journal_of(app).begin(Header(game, names, first.options, 3)) as match:
            play_on(match, steps=lines)
    app.home()
    app.push(HistoryScene(app))
    frames(app, 3)
    watch(app, 1)
    frames(app, 30)
    assert app.scene.shown.names == ("Ann", "Seat 2", "Cy")  # type: ignore[attr-defined]
    app.home()
    start_match.resume(app, 2)
    frames(app, 30)
    assert app.scene.names == ("Ann", "Seat 2", "Cy")  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_match_with_names_of_the_world_is_drawn(app: App) -> None:
    app.push(HomeScene(app))
    for at in range(0, len(NAMES) - 2, 3):
        names = NAMES[at : at + 3]
        assert tuple(map(cleaned, names)) == names
        with journal_of(app).begin(Header("live-grenade", names, header("live-grenade").options, at)) as match:
            play_on(match, steps=8)
            number = match.id
        start_match.resume(app, number)
        frames(app, 12)
        app.home()
    app.push(HistoryScene(app))
    frames(app, 3)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells which files are open")
def test_an_evening_of_window_sizes_opens_few_files() -> None:
    """Some systems allow a program no more than 256 of them."""
    for pixels in range(10, 70, 6):
        for face in FACES[::3]:
            for name in ("Zoë", "Юля", "دينا", "ริน", "देव", "王芳", "☺"):
                text.width(name, pixels, face)
    opened = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
    assert len([file for file in opened if file.lower().endswith((".ttf", ".otf", ".ttc", ".pcf.gz"))]) < 64
