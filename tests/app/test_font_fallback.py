"""Names in all scripts: other fonts, right-to-left text and missing letters."""

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
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Header
from grenade_salad.text.markdown import FontStyle
from grenade_salad.text.person_names import clean_name
from tests.app.conftest import run_frames
from tests.match.keeping import new_header, play_new_match
from tests.patience import LIMIT
from tests.text.names import INVISIBLE, NAMES
from tools.tables import get_journal

FACES: tuple[FontStyle, ...] = ("text", "bold", "italic", "title")
INK = (10, 20, 30)
RIGHT_TO_LEFT = "دذر"
"""Arabic letters that are not joined with each other."""


@pytest.fixture(autouse=True)
def window(app: App) -> App:
    """Return a window, which text needs."""
    return app


def draw_text(line: str, pixels: int = 24) -> bytes:
    """Return the pixels of a line, without the empty columns at both sides."""
    surface = text.rendered(line, pixels, INK)
    box = surface.get_bounding_rect()
    return pygame.image.tobytes(surface.subsurface((box.x, 0, box.width, surface.get_height())), "RGBA")


@pytest.mark.slow
@given(st.text(max_size=12), st.sampled_from(FACES), st.integers(1, 40))
def test_any_text_can_be_drawn_cut_and_wrapped(line: str, face: FontStyle, pixels: int) -> None:
    surface = text.rendered(line, pixels, INK, face)
    if "\n" not in line and "\r" not in line:
        assert surface.get_width() == text.width(line, pixels, face)
    text.shortened(line, pixels, 20, face)
    assert "".join("".join(text.wrap_text(line, pixels, 20, face)).split()) == "".join(line.split())


@pytest.mark.parametrize("letter", INVISIBLE)
def test_invisible_letters_are_not_drawn(letter: str) -> None:
    assert text.width(letter, 20) == 0
    text.rendered(letter, 20, INK)
    assert draw_text(f"An{letter}n") == draw_text("Ann")


def test_bundled_fonts_have_all_common_letters() -> None:
    common = [letter for letter in map(chr, range(0x3000)) if text._is_common(letter)]
    assert len(common) > 190
    for face in FACES:
        assert [
            letter
            for letter in common
            if not letter.isspace() and not fonts.has_letter(bundled_fonts.font_file(face), letter)
        ] == []


@pytest.mark.parametrize("name", ["Ђорђе", "Ελένη", "Nguyễn", "محمد", "नमस्ते", "สวัสดี", "Łukasz", "Ő"])
def test_bundled_scripts_need_no_box(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_folders", list)
    font_fallback.forget()
    assert all(run.file is not None for run in font_fallback._runs(name, "text"))


def test_system_font_is_found_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(fontpkg.path("noto-sans-thai"), tmp_path / "deep" / "Some.TTF")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(fonts, "_BUNDLED", ())
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path])
    fonts._bundled_fonts.cache_clear()
    font_fallback.forget()
    assert fonts.find_font("ส") == str(tmp_path / "deep" / "Some.TTF")
    assert fonts.find_font("漢") is None
    fonts._bundled_fonts.cache_clear()
    fonts.forget()


def test_letters_without_a_font_are_boxes_that_look_different() -> None:
    private = [chr(code) for code in (0xE000, 0xE001, 0xE010, 0xF8FF, 0xF0000, 0x10FFFD)]
    assert len({draw_text(letter) for letter in private}) == len(private)
    assert len({draw_text(letter + "\ue000") for letter in private}) == len(private)
    assert text.width(private[0] * 2, 24) == 2 * text.width(private[0], 24)


def test_right_to_left_text_is_drawn_in_order() -> None:
    """The first letter is at the right end, and the line continues from the left."""
    surface = text.rendered(RIGHT_TO_LEFT, 30, INK)
    letter = text.rendered(RIGHT_TO_LEFT[0], 30, INK)
    ink_box = letter.get_bounding_rect()
    right = surface.get_bounding_rect().right
    part = surface.subsurface((right - ink_box.width, 0, ink_box.width, surface.get_height()))
    assert (
        pygame.image.tobytes(part, "RGBA")[:400]
        == pygame.image.tobytes(letter.subsurface((ink_box.x, 0, ink_box.width, letter.get_height())), "RGBA")[:400]
    )
    assert [run.letters for run in font_fallback._runs(f"{RIGHT_TO_LEFT} wins", "text")] == [RIGHT_TO_LEFT, " wins"]
    mixed = font_fallback._runs(f"{RIGHT_TO_LEFT} 12 {RIGHT_TO_LEFT}", "text")
    assert [run.letters.strip() for run in mixed if run.letters.strip()] == [RIGHT_TO_LEFT, "12", RIGHT_TO_LEFT]


def test_arabic_letters_are_joined() -> None:
    def count_gaps(line: str) -> int:
        surface = text.rendered(line, 40, INK)
        box = surface.get_bounding_rect()
        return sum(
            not surface.subsurface((x, 0, 1, surface.get_height())).get_bounding_rect().height
            for x in range(*_column_range(box))
        )

    assert count_gaps("محمد") == 0
    assert count_gaps(RIGHT_TO_LEFT) > 0


def _column_range(box: pygame.Rect) -> tuple[int, int]:
    return box.left, box.right


def test_devanagari_letters_are_joined() -> None:
    assert text.width("क्ष", 40) < sum(text.width(letter, 40) for letter in "क्ष") * 0.9


@pytest.mark.parametrize("name", NAMES)
def test_ellipsis_cuts_between_letters(name: str) -> None:
    line = name * 6
    all_clusters = text.split_clusters(line)
    for max_width in range(0, text.width(line, 20), 7):
        short = text.shortened(line, 20, max_width)
        first_clusters = text.split_clusters(short.removesuffix("…"))
        assert list(first_clusters) == list(all_clusters[: len(first_clusters)])
    assert text.shortened(line, 20, text.width(line, 20)) == line


def test_common_letters_load_no_further_modules() -> None:
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
    result = subprocess.run(
        [sys.executable, "-c", code, folder], capture_output=True, text=True, check=True, timeout=LIMIT
    )
    shutil.rmtree(folder, ignore_errors=True)
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.quick("*u202e")
@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\u2060", "\ufe0f"])
def test_old_match_with_invisible_name_is_shown_everywhere(app: App, letter: str) -> None:
    app.push(HomeScene(app))
    names = (f"{letter}Ann", letter, "Cy")
    for game, step_count in (("wheel", None), ("live-grenade", 12)):
        first = new_header(game)
        with get_journal(app).begin(Header(game, names, first.options, 3)) as match:
            play_new_match(match, steps=step_count)
    app.home()
    app.push(HistoryScene(app))
    run_frames(app, 3)
    watch(app, 1)
    run_frames(app, 30)
    assert app.scene.table.controller.names == ("Ann", "Seat 2", "Cy")  # type: ignore[attr-defined]
    app.home()
    start_match.resume(app, 2)
    run_frames(app, 30)
    assert app.scene.controller.names == ("Ann", "Seat 2", "Cy")  # type: ignore[attr-defined]


@pytest.mark.slow
def test_match_with_names_in_all_scripts_is_drawn(app: App) -> None:
    app.push(HomeScene(app))
    for index in range(0, len(NAMES) - 2, 3):
        names = NAMES[index : index + 3]
        assert tuple(map(clean_name, names)) == names
        with get_journal(app).begin(Header("live-grenade", names, new_header("live-grenade").options, index)) as match:
            play_new_match(match, steps=8)
            match_id = match.id
        start_match.resume(app, match_id)
        run_frames(app, 12)
        app.home()
    app.push(HistoryScene(app))
    run_frames(app, 3)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells which files are open")
def test_many_text_sizes_open_few_files() -> None:
    """Some systems allow a program no more than 256 open files."""
    for pixels in range(10, 70, 6):
        for face in FACES[::3]:
            for name in ("Zoë", "Юля", "دينا", "ริน", "देव", "王芳", "☺"):
                text.width(name, pixels, face)
    opened = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
    assert len([file for file in opened if file.lower().endswith((".ttf", ".otf", ".ttc", ".pcf.gz"))]) < 64
