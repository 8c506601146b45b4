"""The golden games, replayed in the browser, pass through the same states as natively."""

from pathlib import Path

import pytest

from game.catalogue.registry import GAMES

TESTS = Path(__file__).resolve().parent.parent

REPLAY = """
import json, sys
sys.path.insert(0, "/golden")
from game.core.match import load
from game.catalogue.registry import GAMES
from make_golden import outcome
def differs(text):
    recorded = json.loads(text)
    match = load(recorded["save"], GAMES)
    found = outcome(match)
    for number, (now, then) in enumerate(zip(found["steps"], recorded["steps"], strict=True)):
        if now != then:
            return f"differs first at step {number}"
    return "" if {**found, "save": match.save()} == recorded else "the end differs"
differs
"""


@pytest.mark.every_engine
@pytest.mark.long
def test_golden_games_come_out_the_same_in_the_browser(visit):
    guest = visit()
    guest.wait_ready()
    source = (TESTS / "make_golden.py").read_text(encoding="utf-8")
    guest.page.evaluate(
        """([source, replay]) => { const python = kartenkiste.python; python.FS.mkdir('/golden');
        python.FS.writeFile('/golden/make_golden.py', source); window.differs = python.runPython(replay); }""",
        [source, REPLAY],
    )
    files = sorted((TESTS / "golden").glob("*.json"))
    if guest.browser.name != "chromium":
        # the Python is the same one: a difference in arithmetic between engines would show in a game of each kind
        files = [path for path in files if path.stem.endswith("_competitive") or path.stem.endswith("_base")]
    assert {name for name in GAMES for path in files if path.name.startswith(name)} == set(GAMES)
    for path in files:
        assert guest.page.evaluate("text => differs(text)", path.read_text(encoding="utf-8")) == "", path.name
