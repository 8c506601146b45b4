"""Deliberate breaches: a few lines that break a law of the house are found."""

import re
import textwrap
from pathlib import Path

import pytest
from laws import (
    LARGER,
    LAWS,
    LONGEST,
    MOST_PUBLIC,
    SURFACES,
    Law,
    Module,
    a_game_is_changed_by_its_match_alone,
    bots_see_a_view_and_never_a_state,
    caches_say_what_they_take,
    circles_are_small,
    docstrings_begin_with_a_verb_or_name_the_thing,
    drivers_know_no_window,
    every_module_says_what_it_is_for,
    functions_are_short_and_classes_have_one_subject,
    house_of,
    modules_stand_on_each_other,
    nothing_is_imported_but_pygame_and_the_standard_library,
    one_module_makes_surfaces,
    only_the_host_knows_the_browser,
    public_methods_say_what_they_do,
    rooms_are_entered_by_their_doors,
    rules_know_no_clock_no_window_and_no_chance_of_their_own,
    sources,
    states_of,
    the_house,
    the_house_is_imported_by_the_names_of_its_things,
    what_serves_needs_no_window,
)

from game.catalogue.registry import GAMES

RULES, BOTS, REFERENCE, TABLE, HELPER = (
    f"games/g/{name}.py" for name in ("rules", "bots", "reference", "table", "helper")
)
HONEST_BOT = "from game.games.g.rules import View\n"
#: rules whose setup deals a State
DEALS = "class State: ...\n\n\ndef setup(options) -> State: ..."

KIT, KITS = "engine/kit.py", "class Kit:\n    def method_0(self): ..."


def function(name: str, lines: int) -> str:
    """Return the source of a function of so many lines."""
    return "\n".join([f"def {name}():", *["    x = 1"] * (lines - 1)])


def indented(source: str) -> str:
    """Return the source indented by one level."""
    return textwrap.indent(source, "    ")


def methods(head: str, count: int) -> str:
    """Return the source of a class with so many public methods."""
    return "\n".join([f"class {head}:", *(f"    def method_{number}(self): ..." for number in range(count))])


BROKEN: list[tuple[Law, dict[str, str]]] = [
    *(
        (rules_know_no_clock_no_window_and_no_chance_of_their_own, sources)
        for sources in (
            {"core/match.py": "import pygame"},
            {"wire/party_client.py": "from time import monotonic"},
            {"server/party.py": "import secrets"},
            {"server/broadcast.py": "import asyncio"},
            {"core/rng.py": "import random"},
            {"core/rng.py": "from random import shuffle"},
            {"core/match.py": "from random import Random"},
            {RULES: "def f():\n    from time import monotonic"},
            {RULES: "import datetime as d"},
            {"games/g/scoring.py": "import asyncio"},
            {BOTS: "from games.g import helper\nfrom game.games.g import helper", HELPER: "import random"},
        )
    ),
    *(
        (bots_see_a_view_and_never_a_state, sources)
        for sources in (
            {RULES: DEALS, BOTS: HONEST_BOT + "from game.games.g.rules import State"},
            {RULES: DEALS, BOTS: HONEST_BOT + "from game.games.g import rules\nx = rules.State(1)"},
            {BOTS: HONEST_BOT + "def f(state: 'State'): ..."},
            {BOTS: HONEST_BOT + "from game.core.match import Match"},
            {
                RULES: DEALS,
                BOTS: HONEST_BOT + "from game.games.g import helper",
                HELPER: "from game.games.g.rules import State",
            },
            {BOTS: HONEST_BOT + "from game.games.g.reference import f", REFERENCE: "def f(state: 'State'): ..."},
            {BOTS: "def think(anything): ..."},
        )
    ),
    (the_house_is_imported_by_the_names_of_its_things, {TABLE: "import game.engine.fonts"}),
    *(
        (docstrings_begin_with_a_verb_or_name_the_thing, {"core/match.py": source})
        for source in (
            '"""What a match is."""',
            'class A:\n    """Whoever is there."""',
            'def f():\n    """Let it be."""',
            'async def f():\n    """Whether, or not."""',
        )
    ),
    (what_serves_needs_no_window, {"server/ledger.py": "import pygame"}),
    (what_serves_needs_no_window, {"wire/messages.py": "from pygame import Rect"}),
    (drivers_know_no_window, {"table/live/local.py": "from pygame import Rect"}),
    (drivers_know_no_window, {"table/live/driver.py": "from game.engine.layout import Box"}),
    *(
        (rooms_are_entered_by_their_doors, sources)
        for sources in (
            {"core/match.py": "from game.engine import fonts"},
            {"core/match.py": "from ..host import clock"},
            {"engine/fonts.py": "from game.games.g import rules"},
            {"engine/fonts.py": "from game.scenes import title"},
            {"engine/fonts.py": "from game import registry"},
            {"engine/fonts.py": "from game.app.context import Context"},
            {"host/clock.py": "from game.engine import fonts"},
            {RULES: "from game.engine.palette import INK"},
            {RULES: "from game.games.other import rules"},
            {BOTS: "from game.games.g import helper", HELPER: "from game.engine.palette import INK"},
            {RULES: "from game.games.g.table import Table", TABLE: "from game.engine.palette import INK"},
            {RULES: "from .table import Table", TABLE: "import game.engine.fonts"},
            {TABLE: "from game.scenes import title"},
            {TABLE: "from game.app.context import Context"},
            {"scenes/title.py": "from game.games.g import rules"},
            {"scenes/title.py": "from game.app import app"},
            {"app/context.py": "from game.tools.hosting import play"},
            {"tools/hosting.py": "import game.games.g.rules"},
            {"wire/messages.py": "from game.catalogue.registry import GAMES"},
            {"wire/messages.py": "from game.server.ledger import Ledger"},
            {"server/ledger.py": "from game.engine import fonts"},
            {"server/ledger.py": "from game.player.lineup import Lineup"},
            {"core/match.py": "from game.wire import messages"},
            {"host/page.py": "from game.server.ledger import Ledger"},
            {"scenes/title.py": "from game.server.ledger import Ledger"},
            {"app/app.py": "from game.server.ledger import Ledger"},
        )
    ),
    *(
        (one_module_makes_surfaces, {"engine/kit.py": source})
        for source in (
            "from pygame import Surface\nx = Surface((1, 1))",
            "import pygame\nx = pygame.Surface((1, 1))",
            "from pygame import transform",
            "from pygame.transform import rotate",
            "import pygame\nx = pygame.transform.rotate(y, 1)",
            "import pygame\nx = pygame.image.load('a.png')",
            "x = y.convert()",
            "x = y[0].convert_alpha()",
            "x = font().render('a', True, c)",
            "x = display.set_mode((1, 1))",
        )
    ),
    *(
        (only_the_host_knows_the_browser, {"app/app.py": source})
        for source in (
            "import sys\nweb = sys.platform == 'emscripten'",
            "import js",
            "import platform\nplatform.window.alert(1)",
            "from embed_browser import window",
        )
    ),
    *(
        (a_game_is_changed_by_its_match_alone, sources)
        for sources in (
            {"scenes/table.py": "self.match.rules.apply(state, action, rng)"},
            {"scenes/table.py": "rules.apply(state, action, rng)"},
            {TABLE: "match.state = state"},
            {TABLE: "self.match.state, x = state"},
            {TABLE: "self.match.actions.append(action)"},
            {TABLE: "self.match.actions[0] = action"},
            {TABLE: "del match.actions[-1]"},
            {"app/app.py": "self.match.seed += 1"},
            {"app/app.py": "self.match._restart()"},
        )
    ),
    *(
        (nothing_is_imported_but_pygame_and_the_standard_library, {"engine/kit.py": source})
        for source in ("import numpy", "import importlib", "x = __import__('time')", "import js")
    ),
    (nothing_is_imported_but_pygame_and_the_standard_library, {"server/broadcast.py": "from websockets import serve"}),
    (nothing_is_imported_but_pygame_and_the_standard_library, {"server/sqlite_ledger.py": "from redis import Redis"}),
    (nothing_is_imported_but_pygame_and_the_standard_library, {"server/web_server.py": "import aiohttp"}),
    (caches_say_what_they_take, {"engine/kit.py": "from functools import lru_cache"}),
    (caches_say_what_they_take, {RULES: "from functools import cache as remembered"}),
    *(
        (functions_are_short_and_classes_have_one_subject, sources)
        for sources in (
            {KIT: function("draw", LONGEST + 1)},
            {TABLE: f"class Table:\n{indented(function('draw', LONGEST + 1))}"},
            {TABLE: f"def draw():\n{indented(function('inner', LONGEST))}"},
            {TABLE: methods("Table", MOST_PUBLIC + 1)},
            {TABLE: f"from game.engine import kit\n{methods('Table(kit.Kit)', MOST_PUBLIC + 2)}", KIT: KITS},
        )
    ),
    *(
        (public_methods_say_what_they_do, {TABLE: source})
        for source in (
            "class Table:\n    def draw(self): ...",
            "from game.engine.kit import Kit\n\n\nclass Table(Kit):\n    def draw(self): ...",
        )
    ),
    (
        modules_stand_on_each_other,
        {
            "server/a.py": "if TYPE_CHECKING:\n    from game.server.b import B",
            "server/b.py": "from game.server.c import C",
            "server/c.py": "def f():\n    from game.server.a import A",
        },
    ),
    (every_module_says_what_it_is_for, {"engine/kit.py": "x = 1"}),
    (every_module_says_what_it_is_for, {"games/__init__.py": "''"}),
]


@pytest.mark.parametrize(("law", "sources"), BROKEN)
def test_a_breach_of_a_law_is_found(law, sources):
    assert list(law(house_of(sources)))


def test_an_exception_must_state_its_exact_size_and_go_when_it_is_needless(monkeypatch):
    most = LONGEST + 9
    monkeypatch.setitem(LARGER, f"{KIT} Kit.draw", most)
    found = {
        size: list(
            functions_are_short_and_classes_have_one_subject(
                house_of({KIT: f"class Kit:\n{indented(function('draw', size))}"})
            )
        )
        for size in (most, most + 1, most - 1, LONGEST)
    }
    assert [bool(faults) for faults in found.values()] == [False, True, True, True]


KEPT = {
    "core/rng.py": '"""Chance."""\nfrom random import Random',
    RULES: '"""Rules."""\nfrom game.core import rng\nfrom game.games.g import deck',
    "games/g/deck.py": '"""Cards."""',
    BOTS: '"""Bots."""\n' + HONEST_BOT,
    TABLE: '"""Picture."""\nfrom typing import TYPE_CHECKING\nfrom game.engine import fonts\n'
    "if TYPE_CHECKING:\n    from game.app.context import Context\nself.match.apply(a)\nlook.state = 1\n"
    "past = match.state\nself.shown.apply(event)",
    "catalogue/registry.py": '"""Games."""\nfrom game.games.g import rules, table',
    SURFACES: '"""Surfaces."""\nfrom pygame import Surface, transform\nx = Surface((1, 1)).convert()',
    "engine/fonts.py": '"""Text."""\nfrom pygame import Surface\ndef f(x: Surface) -> Surface: return font().render(x)',
    "host/page.py": '"""Page."""\nimport platform\nimport sys\nweb = sys.platform == "emscripten"',
}


def test_an_import_circle_is_found_by_every_kind_of_import():
    ways = (
        "from game.scenes import m{0}",
        "from game.scenes.m{0} import x",
        "def f():\n    from game.scenes.m{0} import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game.scenes.m{0} import x",
    )

    def ring(count: int) -> dict[str, str]:
        return {f"scenes/m{n}.py": ways[n % len(ways)].format((n + 1) % count) for n in range(count)}

    assert list(circles_are_small(house_of(ring(4)))) == []
    (fault,) = circles_are_small(house_of(ring(5)))
    assert "one of 5" in fault
    assert not list(circles_are_small(house_of({**ring(5), "scenes/m4.py": ""})))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_allowed_code_breaks_no_law(law):
    assert list(law(house_of(KEPT))) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "breach",
    [
        "from {module} import {name}",
        "from {module} import {name} as Harmless",
        "from game.games.{game} import {stem} as known\n\n\ndef peek(secret: known.{name}) -> None: ...",
        "from game.games.{game}.rules import World as Position\n",
        "from game.core.match import Match as Anything",
        "from game.core import match\n\n\ndef peek(secret: match.Match) -> None: ...",
        "from {module} import *",
        "from game.games.{game} import {stem} as known\n\n\ndef peek(secret: 'known.{name}') -> None: ...",
        "from game.games.{game} import rules as known\n\n\ndef peek(secret: known.Here) -> None: ...",
        "import {module}\n\n\ndef peek(secret: {module}.{name}) -> None: ...",
        "from game.games.{game} import {stem} as known\nagain = known\n\n\ndef peek(secret: again.{name}) -> None: ...",
        "from game.games.{game} import {stem} as known\n\n\ndef peek(secret: 'list[known.{name}]') -> None: ...",
        "from game.games.{game}.rules import Several",
        "from game.games.{game}.rules import Special",
    ],
    ids=[
        "by its name",
        "by another name",
        "through its module",
        "by a second name of the rules",
        "through the match",
        "through the match's module",
        "with everything",
        "in quotes",
        "by an alias of its type",
        "by a whole import",
        "by a second name of its module",
        "in quotes, in something",
        "by something made of it",
        "by a kind of it",
    ],
)
def test_a_bot_that_reaches_for_the_state_is_found(game: str, breach: str) -> None:
    """Add a few lines to the bots as they are; they must not pass."""
    house = dict(the_house())
    path, name = states_of(house)[f"game.games.{game}"]
    stem = Path(path).stem
    lines = breach.format(module=f"game.games.{game}.{stem}", name=name, game=game, stem=stem)
    if "World" in breach:
        rules = f"games/{game}/rules.py"
        own = sources()[rules]
        house[rules] = Module(rules, re.sub(r"(?m)^World = .*$", "", own) + "\nWorld = State\n")
    if "Here" in breach:
        rules = f"games/{game}/rules.py"
        house[rules] = Module(rules, sources()[rules] + "\nHere: TypeAlias = State\n")
    if "Several" in breach or "Special" in breach:
        own = sources()[path]
        house[path] = Module(path, f"{own}\nSeveral = list[{name}]\n\n\nclass Special({name}): ...\n")
        lines = lines.replace(f"game.games.{game}.rules", f"game.games.{game}.{stem}")
    bots = f"games/{game}/bots.py"
    house[bots] = Module(bots, sources()[bots] + "\n" + lines + "\n")
    seen = bots_see_a_view_and_never_a_state(house)
    whole = the_house_is_imported_by_the_names_of_its_things({bots: house[bots]})
    assert [*seen, *whole]
