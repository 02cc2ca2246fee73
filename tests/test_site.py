"""The site: complete and accessible, with a front page that plays a match."""

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
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tools import site
from tools.site import downloads, look

WIDTHS = (390, 768, 1280, 1920)
AXE_OUTPUT: dict[str, object] = {"resultTypes": ["violations"]}
AXE = {
    1920: AXE_OUTPUT,
    390: AXE_OUTPUT | {"rules": {"color-contrast": {"enabled": False}}},
    "dark": AXE_OUTPUT | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
"""Options of axe at each width, and in the dark scheme.

Colours are the same at all widths, and only they differ in the dark scheme.
"""
ARCHIVE = f"grenade-salad-{__version__}-linux-x86_64-glibc2.31.tar.xz"
OVERFLOW_SCRIPT = "document.documentElement.scrollWidth - window.innerWidth"
AWAIT_REST_SCRIPT = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const short = (one) => one.effect && one.effect.getComputedTiming().endTime < Infinity;
    await Promise.allSettled(document.getAnimations().filter(short).map((one) => one.finished));
}"""
"""Wait until the transitions after a change of the width have ended."""


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, built as for a release."""
    folder, dist = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("dist")
    for name, size in ((ARCHIVE, 41_000_000), (f"grenade_salad-{__version__}-py3-none-any.whl", 9_000_000)):
        (dist / name).touch()
        os.truncate(dist / name, size)
    command = [sys.executable, "-m", "tools.site", folder, "--downloads", dist, "--url", "https://example.org/"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=site.ROOT)
    assert result.returncode == 0, result.stderr
    return folder


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site_address(site_folder: Path) -> Iterator[str]:
    """Return the address at which the site is served.

    The site is served from a host's root, since the page for missing files has absolute addresses.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(site_folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_archive_that_runs_on_more_systems_is_offered(tmp_path: Path) -> None:
    for name in (ARCHIVE, ARCHIVE.replace("2.31", "2.36"), ARCHIVE.replace(__version__, "0.1.0")):
        (tmp_path / name).touch()
    (tmp_path / f"grenade_salad-{__version__}.tar.gz").touch()
    archive, source = downloads.find_downloads(tmp_path)
    assert archive.file.name == ARCHIVE
    assert source.title == "Source (.tar.gz)"
    assert "glibc 2.31 or newer: Debian 11, Ubuntu 20.04, Fedora 32, RHEL 9 or later" in archive.needs


def test_rules_in_every_language_link_to_the_others(tmp_path: Path) -> None:
    site.stage_pages(tmp_path)
    (languages,) = (part for part in site.navigation(tmp_path) if "Rules in other languages" in str(part))
    assert isinstance(languages, dict)
    titles = [name for part in languages["Rules in other languages"] for name in part]
    assert titles == ["Deutsch", "Español", "Français", "Polski"]
    page = (tmp_path / "rules" / "pl" / "wheel.md").read_text(encoding="utf-8")
    assert 'lang: "pl"' in page.split("---")[1]
    assert '**<span lang="pl">Polski</span>**' in page
    assert all(f"]({link})" in page for link in ("../wheel.md", "../de/wheel.md", "../fr/wheel.md"))


@pytest.mark.slow
def test_site_loads_nothing_from_other_sites(site_folder: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in site_folder.rglob("*.html")]
    assert len(pages) > len([*site.DOCS.rglob("*.md")])
    external_resource = re.compile(
        r'<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+rel="(?!canonical)[^>]+href="https?:'
    )
    assert [address for page in pages for address in external_resource.findall(page)] == []
    reference = (site_folder / "reference.html").read_text(encoding="utf-8")
    assert 'id="grenade_salad.core.State.why_not"' in reference
    description = re.compile(r'<meta name="description" content="[^"]{20,}">')
    assert [
        page.name
        for page in site_folder.rglob("*.html")
        if "og:image" in (text := page.read_text()) and not description.search(text)
    ] == []
    assert 'content="https://example.org/look/card.jpg"' in pages[0] + reference


def open_page(browser: Browser, scheme: str = "light", width: int = 1280) -> Page:
    colours = "dark" if scheme == "dark" else "light"
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=colours, bypass_csp=True, reduced_motion="no-preference"
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


@pytest.mark.slow
@NEEDED
def test_front_page_plays_a_match_and_offers_the_downloads(site_folder: Path, site_address: str) -> None:
    def script(browser: Browser) -> None:
        page = open_page(browser)
        page.goto(site_address)
        match = page.frame_locator("iframe")
        expect(match.locator("#people").get_by_text(look.NAMES[0], exact=True)).to_be_visible()
        match.locator("#speed").select_option(label="very fast")
        bar = match.locator("#bar")
        expect(bar).to_have_value(str(bar.get_attribute("max")))  # It plays by itself, without a press of Play.
        button = page.get_by_role("link", name="For Linux, 41 MB")
        target = button.get_attribute("href")
        assert target == f"downloads/{ARCHIVE}"
        assert (site_folder / target).stat().st_size == 41_000_000
        assert ARCHIVE in (site_folder / "downloads" / "SHA256SUMS").read_text(encoding="utf-8")
        expect(page.get_by_text("A 64-bit PC with glibc 2.31 or newer")).to_be_visible()
        assert page.get_by_role("link", name="Deutsch").count() == 4

    CHROMIUM.run(script).result(LIMIT * 3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@NEEDED
def test_axe_finds_no_violation_on_any_page(site_folder: Path, site_address: str) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    problems: dict[str, object] = {}

    def look_at(page: Page, name: str, options: dict[str, object] | None) -> None:
        page.evaluate(AWAIT_REST_SCRIPT)
        if page.evaluate(OVERFLOW_SCRIPT) > 0:
            problems[f"{name}: sideways"] = page.evaluate(OVERFLOW_SCRIPT)
        for violation in Axe().run(page, options=options).response["violations"] if options else ():
            problems[f"{name}: {violation['id']}"] = [node["html"][:200] for node in violation["nodes"]][:3]

    def script(browser: Browser) -> None:
        page = open_page(browser)
        for file in sorted(site_folder.rglob("*.html")):
            name = str(file.relative_to(site_folder))
            page.emulate_media(color_scheme="light")
            page.goto(site_address + name)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                look_at(page, f"{name} at {width}", AXE.get(width))
            page.emulate_media(color_scheme="dark")
            look_at(page, f"{name} in the dark", AXE["dark"])

    CHROMIUM.run(script).result(1700)
    assert problems == {}
