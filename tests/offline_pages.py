"""Service workers and newer pages, for tests of a page without a network."""

import hashlib
import re
from pathlib import Path

import web

ACTIVE = """navigator.serviceWorker.ready.then(found => found.active.state === 'activated'
    || new Promise(done => { found.active.onstatechange = () => done(true); }))"""


#: whether the page is of the version that newer() makes
NEWER = "document.documentElement.hasAttribute('data-newer')"


def newer(site: Path) -> None:
    """Make another version of the site: a mark on its page, and so another service worker."""
    page = site / "index.html"
    text = page.read_text(encoding="utf-8").replace("<html ", "<html data-newer ", 1)
    web.write_page(site, re.sub(r'VERSION = "\w+"', 'VERSION = "another"', text))
    worker = site / "sw.js"
    text = worker.read_text(encoding="utf-8")
    seal = hashlib.sha256(page.read_bytes()).hexdigest()
    text = re.sub(r'"index.html": "[0-9a-f]{64}"', f'"index.html": "{seal}"', text)
    text = re.sub(r'VERSION = "\w+"', 'VERSION = "another"', text)
    worker.write_text(text, encoding="utf-8")
