"""The site: built whole, readable by everybody at any width, and a page in front that shows what it is about."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad import __version__
from tests.patience import LIMIT
from tests.test_docs import PAGES, ROOT
from tests.web.chromium import CHROMIUM, NEEDED
from tools import site
from tools.site import downloads, look

WIDTHS = (390, 768, 1280, 1920)
SAYS: dict[str, object] = {"resultTypes": ["violations"]}
AXE = {
    1920: SAYS,
    390: SAYS | {"rules": {"color-contrast": {"enabled": False}}},
    "dark": SAYS | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
"""What axe looks for where. Colours are the same at every width, and nothing but them is another in the dark."""
ARCHIVE = f"grenade-salad-{__version__}-linux-x86_64-glibc2.31.tar.xz"
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
AT_REST = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const short = (one) => one.effect && one.effect.getComputedTiming().endTime < Infinity;
    await Promise.allSettled(document.getAnimations().filter(short).map((one) => one.finished));
}"""
"""What slides or fades when a page gets another width does so no longer."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as a release builds it."""
    folder, dist = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("dist")
    for name, size in ((ARCHIVE, 41_000_000), (f"grenade_salad-{__version__}-py3-none-any.whl", 9_000_000)):
        (dist / name).touch()
        os.truncate(dist / name, size)
    words = [sys.executable, "-m", "tools.site", folder, "--downloads", dist, "--url", "https://example.org/"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(built: Path) -> Iterator[str]:
    """Where the site is, as a host serves it: the page for what is not there has whole addresses."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(built))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_of_two_archives_the_one_that_runs_on_more_systems_is_offered(tmp_path: Path) -> None:
    for name in (ARCHIVE, ARCHIVE.replace("2.31", "2.36"), ARCHIVE.replace(__version__, "0.1.0")):
        (tmp_path / name).touch()
    (tmp_path / f"grenade_salad-{__version__}.tar.gz").touch()
    one, source = downloads.found(tmp_path)
    assert one.file.name == ARCHIVE
    assert source.title == "Source (.tar.gz)"
    assert "glibc 2.31 or newer: Debian 11, Ubuntu 20.04, Fedora 32, RHEL 9 or later" in one.needs


def test_every_language_of_the_rules_has_its_place_and_links_to_the_others(tmp_path: Path) -> None:
    site.stage(tmp_path)
    (languages,) = (part for part in site.navigation(tmp_path) if "Rules in other languages" in str(part))
    assert isinstance(languages, dict)
    named = [name for part in languages["Rules in other languages"] for name in part]
    assert named == ["Deutsch", "Español", "Français", "Polski"]
    page = (tmp_path / "rules" / "pl" / "wheel.md").read_text(encoding="utf-8")
    assert 'lang: "pl"' in page.split("---")[1]
    assert '**<span lang="pl">Polski</span>**' in page
    assert all(f"]({there})" in page for there in ("../wheel.md", "../de/wheel.md", "../fr/wheel.md"))


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_needs_no_other_site(built: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in built.rglob("*.html")]
    assert len(pages) > len(PAGES)
    loaded = re.compile(r'<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+rel="(?!canonical)[^>]+href="https?:')
    assert [found for page in pages for found in loaded.findall(page)] == []
    reference = (built / "reference.html").read_text(encoding="utf-8")
    assert 'id="grenade_salad.core.State.why_not"' in reference
    told = re.compile(r'<meta name="description" content="[^"]{20,}">')
    assert [
        page.name
        for page in built.rglob("*.html")
        if "og:image" in (text := page.read_text()) and not told.search(text)
    ] == []
    assert 'content="https://example.org/look/card.jpg"' in pages[0] + reference


def opened(browser: Browser, scheme: str = "light", width: int = 1280) -> Page:
    colours = "dark" if scheme == "dark" else "light"
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=colours, bypass_csp=True, reduced_motion="no-preference"
    )
    return context.new_page()


@pytest.mark.slow
@NEEDED
def test_the_front_page_plays_a_match_and_offers_what_was_built(built: Path, served: str) -> None:
    def script(browser: Browser) -> None:
        page = opened(browser)
        page.goto(served)
        match = page.frame_locator("iframe")
        expect(match.locator("#people").get_by_text(look.NAMES[0], exact=True)).to_be_visible()
        match.locator("#speed").select_option(label="very fast")
        bar = match.locator("#bar")
        expect(bar).to_have_value(str(bar.get_attribute("max")))  # by itself, nobody presses Play
        button = page.get_by_role("link", name="For Linux, 41 MB")
        target = button.get_attribute("href")
        assert target == f"downloads/{ARCHIVE}"
        assert (built / target).stat().st_size == 41_000_000
        assert ARCHIVE in (built / "downloads" / "SHA256SUMS").read_text(encoding="utf-8")
        expect(page.get_by_text("A 64-bit PC with glibc 2.31 or newer")).to_be_visible()
        assert page.get_by_role("link", name="Deutsch").count() == 4

    CHROMIUM.run(script).result(LIMIT * 3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@NEEDED
def test_axe_finds_nothing_on_any_page_at_any_width(built: Path, served: str) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    wrong: dict[str, object] = {}

    def look_at(page: Page, name: str, options: dict[str, object] | None) -> None:
        page.evaluate(AT_REST)
        if page.evaluate(SIDEWAYS) > 0:
            wrong[f"{name}: sideways"] = page.evaluate(SIDEWAYS)
        for one in Axe().run(page, options=options).response["violations"] if options else ():
            wrong[f"{name}: {one['id']}"] = [node["html"][:200] for node in one["nodes"]][:3]

    def script(browser: Browser) -> None:
        page = opened(browser)
        for file in sorted(built.rglob("*.html")):
            name = str(file.relative_to(built))
            page.emulate_media(color_scheme="light")
            page.goto(served + name)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                look_at(page, f"{name} at {width}", AXE.get(width))
            page.emulate_media(color_scheme="dark")
            look_at(page, f"{name} in the dark", AXE["dark"])

    CHROMIUM.run(script).result(1700)
    assert wrong == {}
