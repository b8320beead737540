"""A real browser for tests: Debian's Chromium, driven by playwright. None is downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest

WAITS_FOR_BROWSER = "waits for a browser"
"""Why a test is left out on a machine without one: ``conftest.py`` counts them."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SECONDS = 90.0


def there_is_one() -> bool:
    """Whether a browser, and what drives it, are installed."""
    return CHROMIUM is not None and all(map(find_spec, ("playwright", "axe_playwright_python")))


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, as playwright gives it. Leaves the test out where there is none."""
    if not there_is_one():
        pytest.skip(WAITS_FOR_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS), timeout=SECONDS * 1000)
        try:
            yield browser
        finally:
            browser.close()


def violations(page: Any, *rules: str) -> list[str]:
    """What axe-core, which the package carries, finds wrong with the page as it is now, by these rules or by all."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"runOnly": list(rules)} if rules else None).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:3]} {one['help']}" for one in found]
