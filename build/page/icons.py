#!/usr/bin/env python3
"""Draw the site's icons from ``icon.svg`` with Chromium: ``python build/page/icons.py``. The results are committed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
SIZES = {"favicon.png": 64, "icon-192.png": 192, "icon-512.png": 512}


def main() -> None:
    """Take a picture of the drawing in every size."""
    drawing = (HERE / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, side in SIZES.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{side}px;height:{side}px}}</style>{drawing}"
            )
            page.screenshot(path=HERE / name)
        browser.close()


if __name__ == "__main__":
    main()
