#!/usr/bin/env python3
"""Draw the site's icons from ``icon.svg`` with Chromium: ``python build/page/icons.py``. The results are committed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
#: the one that pygbag looks for where it is started
ROOT = HERE.parent.parent
#: their side in pixels, and the share of the drawing on its ground: what a phone cuts to a circle of 80 % needs more
SIZES = {
    "favicon.png": (64, 1.0),
    "apple-touch-icon.png": (180, 0.94),
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable-512.png": (512, 0.86),
}


def main() -> None:
    """Take a picture of the drawing in every size."""
    drawing = (HERE / "icon.svg").read_text(encoding="utf-8")
    things = '<g id="things">'
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (side, share) in SIZES.items():
            placed = f'<g transform="translate(256 256) scale({share}) translate(-256 -248)">' if share < 1 else things
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{side}px;height:{side}px}}</style>"
                f"{drawing.replace(things, placed)}"
            )
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
            # with a table of colours it is half as large, and looks the same
            few = picture.quantize(256, dither=Image.Dither.NONE)
            few.save((ROOT if name == "favicon.png" else HERE) / name, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
