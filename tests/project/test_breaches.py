"""Deliberate breaches: a few lines that break a law are found."""

import re
import textwrap
from pathlib import Path

import pytest
from laws import (
    LAWS,
    LONGEST,
    MOST_PUBLIC,
    SIZE_EXCEPTIONS,
    SURFACES,
    Law,
    Module,
    bots_never_see_a_state,
    caches_are_typed,
    docstrings_begin_with_a_verb_or_name_the_thing,
    drivers_do_not_draw,
    drivers_open_scenes_by_their_routes,
    functions_and_classes_are_small,
    game_modules,
    game_states,
    games_and_server_have_no_import_cycles,
    import_cycles_are_small,
    layers_import_allowed_layers,
    modules_are_imported_by_name,
    modules_have_docstrings,
    one_module_makes_surfaces,
    only_a_match_changes_its_game,
    only_allowed_libraries_are_imported,
    only_the_host_uses_the_browser,
    parsed,
    public_methods_have_docstrings,
    rules_are_deterministic,
    scripts_yield_no_negative_waits,
    servers_do_not_import_pygame,
    sources,
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
        (rules_are_deterministic, sources)
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
        (bots_never_see_a_state, sources)
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
    (modules_are_imported_by_name, {TABLE: "import game.engine.fonts"}),
    *(
        (docstrings_begin_with_a_verb_or_name_the_thing, {"core/match.py": source})
        for source in (
            '"""What a match is."""',
            'class A:\n    """Whoever is there."""',
            'def f():\n    """Let it be."""',
            'async def f():\n    """Whether, or not."""',
        )
    ),
    (servers_do_not_import_pygame, {"server/ledger.py": "import pygame"}),
    (servers_do_not_import_pygame, {"wire/messages.py": "from pygame import Rect"}),
    (drivers_do_not_draw, {"table/live/local.py": "from pygame import Rect"}),
    (drivers_do_not_draw, {"table/live/driver.py": "from game.engine.layout import Box"}),
    (scripts_yield_no_negative_waits, {"games/g/table.py": "def show():\n    yield -LOOK_MS / 2 * weight"}),
    (drivers_open_scenes_by_their_routes, {"table/live/local.py": "from game.scenes.result.result import Result"}),
    *(
        (layers_import_allowed_layers, sources)
        for sources in (
            {"core/match.py": "from game.engine import fonts"},
            {"core/match.py": "from ..host import clock"},
            {"engine/fonts.py": "from game.games.g import rules"},
            {"engine/fonts.py": "from game.scenes import title"},
            {"engine/fonts.py": "from game import registry"},
            {"engine/fonts.py": "from game.services.context import Context"},
            {"host/clock.py": "from game.engine import fonts"},
            {RULES: "from game.engine.palette import INK"},
            {RULES: "from game.games.other import rules"},
            {BOTS: "from game.games.g import helper", HELPER: "from game.engine.palette import INK"},
            {RULES: "from game.games.g.table import Table", TABLE: "from game.engine.palette import INK"},
            {RULES: "from .table import Table", TABLE: "import game.engine.fonts"},
            {TABLE: "from game.scenes import title"},
            {TABLE: "from game.services.context import Context"},
            {"scenes/title.py": "from game.games.g import rules"},
            {"scenes/title.py": "from game.app import app"},
            {"services/context.py": "from game.tools.hosting import play"},
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
        (only_the_host_uses_the_browser, {"app/app.py": source})
        for source in (
            "import sys\nweb = sys.platform == 'emscripten'",
            "import js",
            "import platform\nplatform.window.alert(1)",
            "from embed_browser import window",
        )
    ),
    *(
        (only_a_match_changes_its_game, sources)
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
        (only_allowed_libraries_are_imported, {"engine/kit.py": source})
        for source in ("import numpy", "import importlib", "x = __import__('time')", "import js")
    ),
    (only_allowed_libraries_are_imported, {"server/broadcast.py": "from websockets import serve"}),
    (only_allowed_libraries_are_imported, {"server/sqlite_ledger.py": "from redis import Redis"}),
    (only_allowed_libraries_are_imported, {"server/web_server.py": "import aiohttp"}),
    (caches_are_typed, {"engine/kit.py": "from functools import lru_cache"}),
    (caches_are_typed, {RULES: "from functools import cache as remembered"}),
    *(
        (functions_and_classes_are_small, sources)
        for sources in (
            {KIT: function("draw", LONGEST + 1)},
            {TABLE: f"class Table:\n{indented(function('draw', LONGEST + 1))}"},
            {TABLE: f"def draw():\n{indented(function('inner', LONGEST))}"},
            {TABLE: methods("Table", MOST_PUBLIC + 1)},
            {TABLE: f"from game.engine import kit\n{methods('Table(kit.Kit)', MOST_PUBLIC + 2)}", KIT: KITS},
        )
    ),
    *(
        (public_methods_have_docstrings, {TABLE: source})
        for source in (
            "class Table:\n    def draw(self): ...",
            "from game.engine.kit import Kit\n\n\nclass Table(Kit):\n    def draw(self): ...",
        )
    ),
    (
        games_and_server_have_no_import_cycles,
        {
            "server/a.py": "if TYPE_CHECKING:\n    from game.server.b import B",
            "server/b.py": "from game.server.c import C",
            "server/c.py": "def f():\n    from game.server.a import A",
        },
    ),
    (modules_have_docstrings, {"engine/kit.py": "x = 1"}),
    (modules_have_docstrings, {"games/__init__.py": "''"}),
]


@pytest.mark.parametrize(("law", "sources"), BROKEN)
def test_a_breach_of_a_law_is_found(law, sources):
    assert list(law(parsed(sources)))


def test_an_exception_must_state_its_exact_size_and_go_when_it_is_needless(monkeypatch):
    most = LONGEST + 9
    monkeypatch.setitem(SIZE_EXCEPTIONS, f"{KIT} Kit.draw", most)
    found = {
        size: list(functions_and_classes_are_small(parsed({KIT: f"class Kit:\n{indented(function('draw', size))}"})))
        for size in (most, most + 1, most - 1, LONGEST)
    }
    assert [bool(faults) for faults in found.values()] == [False, True, True, True]
    assert "take it off SIZE_EXCEPTIONS" in found[LONGEST][0]


KEPT = {
    "core/rng.py": '"""Chance."""\nfrom random import Random',
    RULES: '"""Rules."""\nfrom game.core import rng\nfrom game.games.g import deck',
    "games/g/deck.py": '"""Cards."""',
    BOTS: '"""Bots."""\n' + HONEST_BOT,
    TABLE: '"""Picture."""\nfrom typing import TYPE_CHECKING\nfrom game.engine import fonts\n'
    "if TYPE_CHECKING:\n    from game.services.context import Context\nself.match.apply(a)\nlook.state = 1\n"
    "past = match.state\nself.shown.apply(event)",
    "catalogue/registry.py": '"""Games."""\nfrom game.games.g import rules, table',
    SURFACES: '"""Surfaces."""\nfrom pygame import Surface, transform\nx = Surface((1, 1)).convert()',
    "engine/fonts.py": '"""Text."""\nfrom pygame import Surface\ndef f(x: Surface) -> Surface: return font().render(x)',
    "host/page.py": '"""Page."""\nimport platform\nimport sys\nweb = sys.platform == "emscripten"',
}


def test_an_import_cycle_is_found_by_every_kind_of_import():
    ways = (
        "from game.scenes import m{0}",
        "from game.scenes.m{0} import x",
        "def f():\n    from game.scenes.m{0} import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game.scenes.m{0} import x",
    )

    def ring(count: int) -> dict[str, str]:
        return {f"scenes/m{n}.py": ways[n % len(ways)].format((n + 1) % count) for n in range(count)}

    assert list(import_cycles_are_small(parsed(ring(4)))) == []
    (fault,) = import_cycles_are_small(parsed(ring(5)))
    assert "one of 5" in fault
    assert not list(import_cycles_are_small(parsed({**ring(5), "scenes/m4.py": ""})))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_allowed_code_breaks_no_law(law):
    assert list(law(parsed(KEPT))) == []


#: ways to reach for a state, with lines that do so in a bot
REACHES = {
    "by its name": "from {module} import {name}",
    "by another name": "from {module} import {name} as Harmless",
    "through its module": "{import_it}\n\n\ndef peek(secret: known.{name}) -> None: ...",
    "by a second name of the rules": "from game.games.{game}.rules import World as Position\n",
    "through the match": "from game.core.match import Match as Anything",
    "through the match's module": "from game.core import match\n\n\ndef peek(secret: match.Match) -> None: ...",
    "with everything": "from {module} import *",
    "in quotes": "{import_it}\n\n\ndef peek(secret: 'known.{name}') -> None: ...",
    "by an alias of its type": "{import_rules}\n\n\ndef peek(secret: known.Here) -> None: ...",
    "by a whole import": "import {module}\n\n\ndef peek(secret: {module}.{name}) -> None: ...",
    "by a second name of its module": "{import_it}\nagain = known\n\n\ndef peek(secret: again.{name}) -> None: ...",
    "in quotes, in something": "{import_it}\n\n\ndef peek(secret: 'list[known.{name}]') -> None: ...",
    "by something made of it": "from game.games.{game}.rules import Several",
    "by a kind of it": "from game.games.{game}.rules import Special",
}
#: the plain ways in every game, which has its state in a module of its own, and each of the others in one game
PLAIN_REACHES = 3
REACHING = [
    pytest.param(game, breach, id=f"{game}-{way}")
    for number, (way, breach) in enumerate(REACHES.items())
    for place, game in enumerate(GAMES)
    if number < PLAIN_REACHES or number % len(GAMES) == place
]


@pytest.mark.parametrize(("game", "breach"), REACHING)
def test_a_bot_that_reaches_for_the_state_is_found(game: str, breach: str) -> None:
    """Add a few lines to the bots as they are; they must not pass."""
    others = tuple(f"games/{other}/" for other in GAMES if other != game)
    modules = {path: module for path, module in game_modules().items() if not path.startswith(others)}
    path, name = game_states(modules)[f"game.games.{game}"]
    stem = Path(path).stem
    known, rules_known = (f"from game.games.{game} import {of} as known" for of in (stem, "rules"))
    given = {"import_it": known, "import_rules": rules_known, "name": name, "game": game}
    lines = breach.format(module=f"game.games.{game}.{stem}", **given)
    if "World" in breach:
        rules = f"games/{game}/rules.py"
        own = sources()[rules]
        modules[rules] = Module(rules, re.sub(r"(?m)^World = .*$", "", own) + "\nWorld = State\n")
    if "Here" in breach:
        rules = f"games/{game}/rules.py"
        modules[rules] = Module(rules, sources()[rules] + "\nHere: TypeAlias = State\n")
    if "Several" in breach or "Special" in breach:
        own = sources()[path]
        modules[path] = Module(path, f"{own}\nSeveral = list[{name}]\n\n\nclass Special({name}): ...\n")
        lines = lines.replace(f"game.games.{game}.rules", f"game.games.{game}.{stem}")
    bots = f"games/{game}/bots.py"
    modules[bots] = Module(bots, sources()[bots] + "\n" + lines + "\n")
    seen = bots_never_see_a_state(modules)
    whole = modules_are_imported_by_name({bots: modules[bots]})
    assert [*seen, *whole]
