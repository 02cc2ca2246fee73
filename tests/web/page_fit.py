"""Sizes of screens, and a check that a page fits them."""

from __future__ import annotations

from playwright.sync_api import Page


def assert_fits(page: Page, *sizes: tuple[int, int]) -> None:
    """Check that the page fits its width and that axe finds no violation.

    Nothing scrolls sideways, and touch targets are large enough. Without sizes the page is checked as it is; otherwise
    at each of them, and it keeps the last one.
    """
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    if sizes:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert_fits(page)
        return
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    small = page.evaluate(
        """() => Array.from(document.querySelectorAll("button, summary, label")).filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width && (box.height < 44 || box.width < 44);
        }).map((one) => one.textContent)"""
    )
    assert small == []
    violations = Axe().run(page).response["violations"]
    assert [(violation["id"], [node["html"] for node in violation["nodes"]][:3]) for violation in violations] == []


SMALL, UPRIGHT, ACROSS, TABLET = SIZES = (320, 568), (390, 844), (844, 390), (810, 1080)
