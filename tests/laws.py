"""The rules of the architecture, read from the source of every module under ``game/``.

A law is a function from the modules to its faults. ``test_laws`` checks the code, ``test_breaches`` shows that each
law finds a breach.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, cast

from game import games

GAME = Path(__file__).resolve().parent.parent / "game"

#: the modules of a game that know nothing of its picture; every other one there may import the engine
RULES_MODULES = ("game", "rules", "deck", "events", "scoring", "bots")
#: of these, the ones that choose moves
BOT_MODULES = ("bots",)
#: modules that provide the bots without being part of them
BOT_OWNERS = ("game",)
#: the state of a party, computed from its log at any time and place
REDUCERS = ("log_entries", "chairs", "live_clock", "live_moves", "next_match", "evening", "standings", "party")
LOG_REDUCERS = tuple(f"server/{name}.py" for name in (*REDUCERS, "broadcast"))
#: clocks, loops, windows and random numbers other than the seed's
IMPURE = ("pygame", "time", "datetime", "asyncio", "threading", "random", "secrets", "uuid")
#: the seeded generator is based on the one class that takes a seed
SEEDED = {"core/rng.py": "random.Random"}

#: layer -> the layers it may import; with a dot, a single module of one. A layer that is not listed may import every
#: layer but those of ALONE and the PROGRAMS
LAYERS = {
    # a game provides its lesson
    "core": {"core", "tutorial"},
    "ai": {"ai", "core"},
    "tutorial": {"tutorial", "core"},
    "host": {"host"},
    # sound uses the clock; a table knows what an action and an event are, but no game's
    "engine": {"engine", "host", "core", "ai", "tutorial"},
    "rules side": {"core", "ai", "tutorial"},
    "tables": {"core", "ai", "tutorial", "engine"},
    # the driver of a match decides what is stored, sent and taught; every other screen is one of the routes
    "table": {
        *("table", "core", "ai", "tutorial", "engine", "host", "wire", "scenes", "catalogue"),
        *("services", "player.saves", "player.stats", "player.lessons", "player.daily_store", "player.puzzles"),
        "player.review_worker",
    },
    "player": {"player", "core", "ai", "tutorial", "engine", "host", "wire", "catalogue", "services"},
    # what scenes, tables and players' data are given
    "services": {"services", "__version__", "player", "core", "engine", "host", "wire", "catalogue"},
    # the length of a line-up's match belongs to the line-up
    "catalogue": {"catalogue", "core", "engine", "games", "player.lineup"},
    # the messages between a device and a server are for both of them
    "wire": {"wire", "core"},
    "server": {"server", "wire", "core", "catalogue.registry"},
}
#: imported by no other package: a device that plays needs nothing of a server, and nothing is below the program
ALONE = ("server", "app")
#: layers that run without a window
WINDOWLESS = ("server", "wire", "tools", "core", "ai", "tutorial")
#: the modules of a table that show it; the others are its drivers, and know of the engine only types and values
SHOWS_TABLE = ("scene", "dock", "parts")
#: modules of the engine that know values and no picture
ENGINE_VALUES = ("transitions", "panel", "presentation", "match_texts", "input", "items")
#: routes to scenes
ROUTES = "navigation.routes"
#: layers that may name the context as a type: they receive it as an argument
CONTEXT = "game.services.context."
KNOWS_CONTEXT_AS_TYPE = ("engine", "tables")
#: all other modules find games through these, so that a new game needs no new scene
LISTS_OF_GAMES = ("catalogue/registry.py", "catalogue/presentations.py")
#: the programs themselves, which nothing else imports
PROGRAMS = ("tools.hosting",)
#: the server program
SERVER_PROGRAM = "tools/hosting.py"
#: the entry point of an installed command
ENTRY_POINT = "__main__.py"

SURFACES = "engine/surfaces.py"
#: (module, call): text is drawn by the font, and the window's own surface is made by opening it
SURFACE_EXCEPTIONS = {("engine/fonts.py", "render"), ("app/app.py", "set_mode")}
#: methods that make a surface of another kind. ``copy`` is none: it keeps the kind that the surface module chose
SURFACE_METHODS = ("convert", "convert_alpha", "render", "set_mode")
SURFACE_MODULES = ("transform", "image", "surfarray", "pixelcopy", "gfxdraw")

#: modules that exist only in the browser, or mean something else there
BROWSER_MODULES = ("js", "pyodide", "embed", "embed_browser", "platform", "pygbag", "aio")
BROWSER_PLATFORMS = ("emscripten", "wasi")

#: the web server and the native connection use the connection library
WEB_SERVER, NATIVE_CONNECTION, CONNECTION_LIBRARY = "server/web_server.py", "host/native_connection.py", "websockets"
#: the Redis ledger, with its library
REDIS_LEDGER, REDIS_LIBRARY = "server/redis_ledger.py", "redis"
#: Web Push, with the library that encrypts and those that it is based on
WEB_PUSH, PUSH_LIBRARIES = "server/web_push.py", ("pywebpush", "py_vapid", "cryptography")
#: adds types to functools' cache
CACHE_MODULE = "core/cache.py"

#: the match, and play-outs and puzzles, may apply actions
MAY_APPLY_ACTIONS = ("core/", "ai/", "tutorial/")
#: the view that a table shows and updates from event to event is no game
SHOWN_VIEWS = ("shown",)
MUTATORS = ("append", "extend", "insert", "pop", "remove", "clear")

#: a docstring that begins with one of these is a riddle, defines by a question, or has a vague subject
NO_FIRST_WORDS = frozenset(
    [
        "As",
        "Everybody",
        "Here",
        "How",
        "If",
        "It",
        "Let",
        "Nobody",
        "Somebody",
        "That",
        "There",
        "What",
        "Whatever",
        "When",
        "Where",
        "Whether",
        "Who",
        "Whoever",
    ]
)
#: the largest numbers of lines of a function, and of public methods of a class beside those of its bases
LONGEST, MOST_PUBLIC = 50, 25
#: the largest number of modules that may import each other in a cycle, lazily and for types as well
LARGEST_CYCLE = 4
#: larger ones with their sizes. The figures only fall: one that is too high is a fault, too
SIZE_EXCEPTIONS = {
    "engine/scene.py Scene": 26,
    "engine/game_table.py GameTable": 29,
    "wire/party_client.py PartyClient.__init__": 53,
}


#: folders in which no modules import each other in a cycle
ACYCLIC = ("games/", "server/")
#: nodes that statements lie in; the expressions beside them hold none
NESTED = ast.stmt | ast.ExceptHandler | ast.match_case


class Import(NamedTuple):
    """One import by its full dotted name."""

    name: str
    line: int
    #: for annotations only, under ``if TYPE_CHECKING``
    as_type: bool
    #: its name in the module
    known: str

    @property
    def layer(self) -> str:
        """The layer it comes from, or "" if it is no module of the game."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "game" and len(parts) > 1 else ""

    def within(self, *places: str) -> bool:
        """Return whether it comes from one of these layers or modules."""
        return any(f"{self.name}.".startswith(f"game.{place}.") for place in places)


class Module:
    """One source file, which is parsed when a law first asks. ``path`` is relative to ``game/``."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed source."""
        return ast.parse(self.source)

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import, also within functions."""
        return tuple(self._imports(self.tree, False))

    @cached_property
    def names(self) -> dict[str, int]:
        """Every name, with the last line that has it."""
        return {name: line for line, name in names_in(self.tree)}

    def _imports(self, node: ast.AST, as_type: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(alias.name, child.lineno, as_type, alias.asname or alias.name.split(".")[0])
            elif isinstance(child, ast.ImportFrom):
                for alias in child.names:
                    name = f"{self._origin(child)}.{alias.name}"
                    yield Import(name, child.lineno, as_type, alias.asname or alias.name)
            elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
                for statement in child.body:
                    yield from self._imports(ast.Module([statement], []), True)
                for statement in child.orelse:
                    yield from self._imports(ast.Module([statement], []), as_type)
            elif isinstance(child, NESTED):
                yield from self._imports(child, as_type)

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        folders = ["game", *Path(self.path).parts[:-1]]
        return ".".join([*folders[: len(folders) - node.level + 1], *([node.module] if node.module else [])])

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return Path(self.path).stem

    @property
    def in_a_game(self) -> bool:
        """The module belongs to one game."""
        return self.path.startswith("games/") and self.path.count("/") == 2

    @property
    def folder(self) -> str:
        """The dotted name of its folder."""
        return ".".join(["game", *Path(self.path).parts[:-1]])

    def fault(self, line: int, text: str) -> str:
        """Return a fault with its place."""
        return f"game/{self.path}:{line}: {text}"

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the source."""
        return [*ast.walk(self.tree)]


Modules = dict[str, Module]
Law = Callable[[Modules], Iterator[str]]


def parsed(sources: dict[str, str]) -> Modules:
    """Return modules parsed from their sources, by path."""
    return {path: Module(path, source) for path, source in sources.items()}


@cache
def sources() -> dict[str, str]:
    """Return the source of every module of the game as it is, and of a game elsewhere, see ``sixth``."""
    found = {path.relative_to(GAME).as_posix(): path for path in sorted(GAME.rglob("*.py"))}
    for folder in map(Path, list(games.__path__)[1:]):
        found |= {f"games/{path.relative_to(folder).as_posix()}": path for path in sorted(folder.glob("*/*.py"))}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


@cache
def game_modules() -> Modules:
    """Return every module of the game as it is."""
    return parsed(sources())


def imported_module(modules: Modules, name: str) -> str:
    """Return the path of the module that ``name`` is or comes from, or ""."""
    parts = name.split(".")[1:]
    for length in range(len(parts), 0, -1):
        path = "/".join(parts[:length]) + ".py"
        if path in modules:
            return path
    return ""


def with_helpers(modules: Modules, stems: Sequence[str]) -> list[Module]:
    """Return the modules of every game that have these names, and every helper that they import."""
    found = [module for module in modules.values() if module.in_a_game and module.stem in stems]
    for module in found:
        for imported in module.imports:
            other = modules.get(imported_module(modules, imported.name))
            if other and other.in_a_game and other not in found:
                found.append(other)
    return found


def rules_modules(modules: Modules) -> list[Module]:
    """Return the modules of every game that know nothing of its picture, and every helper that they import."""
    return with_helpers(modules, RULES_MODULES)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement in a node, also those within others."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, NESTED):
            yield child
            yield from statements(child)


def dotted_name(node: ast.AST) -> str:
    """Return ``a.b.c`` as text; calls and subscripts in between are skipped."""
    if isinstance(node, ast.Attribute):
        return f"{dotted_name(node.value)}.{node.attr}"
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Call):
        return dotted_name(node.func)
    return dotted_name(node.value) if isinstance(node, ast.Subscript) else ""


# ---- the laws ---------------------------------------------------------------------------------------


def rules_are_deterministic(modules: Modules) -> Iterator[str]:
    """The same seed and actions give the same game everywhere, so rules use nothing that varies."""
    alike = [m for m in modules.values() if m.path.startswith(("core/", "wire/")) or m.path in LOG_REDUCERS]
    for module in [*alike, *rules_modules(modules)]:
        for found in module.imports:
            if found.name.split(".")[0] in IMPURE and SEEDED.get(module.path) != found.name:
                yield module.fault(found.line, f"imports {found.name}")


def definition_of(modules: Modules, path: str, name: str) -> tuple[str, str]:
    """Return the place where ``name`` of a module is defined, and its name there, through imports and aliases.

    ``World = NewType("World", State)`` makes a type of its own: only its maker has one.
    """
    module = modules.get(path)
    while module is not None:
        first, _, rest = name.partition(".")
        origin = next((found.name for found in module.imports if found.known == first), "")
        if origin:
            whole = f"{origin}.{rest}" if rest else origin
            path = imported_module(modules, whole)
            known = len(path.removesuffix(".py").split("/")) + 1
            name = ".".join(whole.split(".")[known:])
            module = modules.get(path) if name else None
            continue
        second = [
            dotted_name(node.value)
            for node in module.tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            and isinstance(node.value, ast.Name | ast.Attribute)
            and [dotted_name(target) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
            == [first]
        ]
        if not second:
            return module.path, name
        name = f"{second[0]}.{rest}" if rest else second[0]
    return path, name


def names_in(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name in an expression or a module, with its line: in quotes too, where they hold a type."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name | ast.Attribute):
            yield part.lineno, dotted_name(part)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            with suppress(SyntaxError, ValueError):
                for _, name in names_in(ast.parse(part.value.strip(), mode="eval")):
                    yield part.lineno, name


def refers_to(modules: Modules, path: str, name: str, secret: tuple[str, str]) -> bool:
    """Return whether ``name`` of a module is ``secret``, is made of it or is a kind of it.

    The result of a call, such as a NewType, is a type of its own.
    """
    found = definition_of(modules, path, name)
    if found == secret:
        return True
    module = modules.get(found[0])
    for node in module.tree.body if module else ():
        parts: list[ast.expr] = []
        if isinstance(node, ast.ClassDef) and node.name == found[1]:
            parts = node.bases
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = [node.value] if found[1] in map(dotted_name, targets) else []
        for part in parts:
            if any(refers_to(modules, found[0], inner, secret) for _, inner in names_in(part) if inner != found[1]):
                return True
    return False


def game_states(modules: Modules) -> dict[str, tuple[str, str]]:
    """Return the folder of each game -> what its ``setup`` returns, by the place where that is defined."""
    found = {}
    for module in modules.values():
        if module.in_a_game and module.stem == "rules":
            for node in module.tree.body:
                if isinstance(node, ast.FunctionDef) and node.name == "setup" and node.returns is not None:
                    found[module.folder] = definition_of(modules, module.path, dotted_name(node.returns))
    return found


def bots_never_see_a_state(modules: Modules) -> Iterator[str]:
    """Bots are honest because they cannot name what they must not see, under any name."""
    plain = with_helpers(modules, [stem for stem in RULES_MODULES if stem not in (*BOT_MODULES, *BOT_OWNERS)])
    states = game_states(modules)
    for module in with_helpers(modules, BOT_MODULES):
        # the modules on which the rules are based have states, and need one to compute anything from it
        if module in plain:
            continue
        secret = states.get(module.folder)
        for found in module.imports:
            if found.name.startswith("game.core.match") or found.name == "game.core" or found.name.endswith(".*"):
                yield module.fault(found.line, f"imports {found.name}")
            elif secret and refers_to(modules, module.path, found.known, secret):
                yield module.fault(found.line, f"imports {found.name}, the State")
        for name, line in module.names.items():
            if name == "State":
                yield module.fault(line, "names State")
            elif secret and refers_to(modules, module.path, name, secret):
                yield module.fault(line, f"names {name}, the State")
        if module.stem == "bots" and not any(found.name.endswith(".View") for found in module.imports):
            yield module.fault(1, "does not import View")


def layers_import_allowed_layers(modules: Modules) -> Iterator[str]:
    """Each layer imports only the layers that it may know."""
    plain = rules_modules(modules)
    for module in modules.values():
        layer = module.path.split("/")[0]
        if layer == "games":
            layer = "rules side" if module in plain or not module.in_a_game else "tables"
        for found in module.imports:
            inside = module.in_a_game and found.name.startswith(f"{module.folder}.")
            if not found.layer or inside:
                continue
            if found.name.startswith(CONTEXT) and found.as_type and layer in KNOWS_CONTEXT_AS_TYPE:
                continue
            if found.layer == "games" and module.path not in LISTS_OF_GAMES:
                yield module.fault(
                    found.line, f"imports {found.name}: only {' and '.join(LISTS_OF_GAMES)} know the games"
                )
            elif found.layer == "app" and module.path == ENTRY_POINT:
                continue
            elif (
                (found.layer in ALONE and layer != found.layer and module.path != SERVER_PROGRAM)
                or found.within(*PROGRAMS)
                or not found.within(*LAYERS.get(layer, {found.layer}))
            ):
                yield module.fault(found.line, f"{layer} imports {found.name}")


def servers_do_not_import_pygame(modules: Modules) -> Iterator[str]:
    """Servers have no screen, and the client's half of the protocol can be tested without one."""
    for module in modules.values():
        if module.path.split("/")[0] in WINDOWLESS:
            for found in module.imports:
                if found.name.split(".")[0] == "pygame":
                    yield module.fault(found.line, f"imports {found.name}")


def drivers_do_not_draw(modules: Modules) -> Iterator[str]:
    """Drivers report by values, and can be tested without drawing."""
    for module in modules.values():
        if not module.path.startswith("table/") or module.stem in SHOWS_TABLE:
            continue
        for found in module.imports:
            name = found.name.removeprefix("game.engine.")
            draws = name != found.name and name.split(".")[0] not in ENGINE_VALUES
            if not found.as_type and (draws or found.name.split(".")[0] == "pygame"):
                yield module.fault(found.line, f"imports {found.name}")


def drivers_open_scenes_by_their_routes(modules: Modules) -> Iterator[str]:
    """Drivers know no scene but by its route, so that they can be read and tested without screens."""
    for module in modules.values():
        if not module.path.startswith("table/") or module.stem in SHOWS_TABLE:
            continue
        for found in module.imports:
            name = found.name.removeprefix("game.scenes.")
            if not found.as_type and name != found.name and not name.startswith(ROUTES):
                yield module.fault(found.line, f"imports {found.name}")


def scripts_yield_no_negative_waits(modules: Modules) -> Iterator[str]:
    """A wait for something shown only once is a ``Look``: a negative number would be no wait at all."""
    for module in modules.values():
        for node in module.nodes if module.path.startswith(("games/", "engine/")) else ():
            first = node.value if isinstance(node, ast.Yield) else None
            while isinstance(first, ast.BinOp):
                first = first.left
            if isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.USub):
                yield module.fault(node.lineno, "yields a negative wait")


def one_module_makes_surfaces(modules: Modules) -> Iterator[str]:
    """One place decides about everything that is slow to draw in the browser."""
    for module in modules.values():
        if module.path == SURFACES:
            continue
        for found in module.imports:
            parts = found.name.split(".")
            if parts[0] == "pygame" and len(parts) > 1 and parts[1] in SURFACE_MODULES:
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and dotted_name(node.value) == "pygame" and node.attr in SURFACE_MODULES:
                yield module.fault(node.lineno, f"uses {dotted_name(node)}")
            if not isinstance(node, ast.Call):
                continue
            name = dotted_name(node.func).rpartition(".")[2]
            is_method = isinstance(node.func, ast.Attribute)
            if name == "Surface":
                yield module.fault(node.lineno, "makes a Surface")
            if is_method and name in SURFACE_METHODS and (module.path, name) not in SURFACE_EXCEPTIONS:
                yield module.fault(node.lineno, f"calls {dotted_name(node.func)}")


def only_the_host_uses_the_browser(modules: Modules) -> Iterator[str]:
    """Everything else works the same in a window and in a page."""
    for module in modules.values():
        if module.path.startswith("host/"):
            continue
        for found in module.imports:
            if found.name.split(".")[0] in BROWSER_MODULES:
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.nodes:
            if isinstance(node, ast.Constant) and node.value in BROWSER_PLATFORMS:
                yield module.fault(node.lineno, f"asks for {node.value}")


def only_a_match_changes_its_game(modules: Modules) -> Iterator[str]:
    """Saves, replays and undo work because nothing happens beside the log."""

    def is_match(name: str) -> bool:
        last = name.rpartition(".")[2]
        return last == "match" or last.endswith("_match")

    def is_in_match(name: str) -> bool:
        return any(is_match(part) for part in name.split(".")[:-1])

    exempt = {module.path for module in rules_modules(modules)}
    for module in modules.values():
        if module.path in exempt or module.path.startswith(MAY_APPLY_ACTIONS):
            continue
        for node in module.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, verb = dotted_name(node.func.value), node.func.attr
                if verb == "apply" and not is_match(owner) and owner.rpartition(".")[2] not in SHOWN_VIEWS:
                    yield module.fault(node.lineno, f"calls {owner}.apply")
                if verb in MUTATORS and is_in_match(owner):
                    yield module.fault(node.lineno, f"calls {owner}.{verb}")
            if isinstance(node, ast.Attribute) and is_match(dotted_name(node.value)) and node.attr.startswith("_"):
                yield module.fault(node.lineno, f"reaches for {dotted_name(node)}")
            if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
                name = dotted_name(node)
                if is_in_match(name if isinstance(node, ast.Attribute) else f"{name}."):
                    yield module.fault(node.lineno, f"assigns to {name}")


def only_allowed_libraries_are_imported(modules: Modules) -> Iterator[str]:
    """The browser has nothing else, and no law can read an import that is computed at run time."""
    for module in modules.values():
        known = BROWSER_MODULES if module.path.startswith("host/") else ()
        known = (CONNECTION_LIBRARY,) if module.path in (WEB_SERVER, NATIVE_CONNECTION) else known
        known = (REDIS_LIBRARY,) if module.path == REDIS_LEDGER else known
        known = PUSH_LIBRARIES if module.path == WEB_PUSH else known
        for found in module.imports:
            first = found.name.split(".")[0]
            if first not in (*sys.stdlib_module_names, "pygame", "game", *known):
                yield module.fault(found.line, f"imports {found.name}")
            # the page's module exists in one of two browsers' runtimes only
            if first == "importlib" and module.path != "host/page.py":
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.nodes:
            if isinstance(node, ast.Name) and node.id in ("__import__", "exec", "eval"):
                yield module.fault(node.lineno, f"uses {node.id}")


def modules_are_imported_by_name(modules: Modules) -> Iterator[str]:
    """Modules are imported as ``from game.x import y``, so that laws and readers see where a thing comes from."""
    for module in modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] == "game":
                        yield module.fault(node.lineno, f"imports {alias.name} whole")


def import_graph(modules: Modules) -> dict[str, set[str]]:
    """Return the paths of the modules that each one imports, lazily and for types as well."""
    return {
        path: {imported_module(modules, found.name) for found in module.imports} - {"", path}
        for path, module in modules.items()
    }


def reachable(first: str, imports: dict[str, set[str]]) -> set[str]:
    """Return all modules that are reachable from one."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        for path in imports[waiting.pop()] - found:
            found.add(path)
            waiting.append(path)
    return found


def import_cycles_are_small(modules: Modules) -> Iterator[str]:
    """A file can be read without all others, as screens lead to each other by name instead of imports."""
    imports = import_graph(modules)
    reach = {path: reachable(path, imports) for path in modules}
    cycles = {frozenset(other for other in found if path in reach[other]) for path, found in reach.items()}
    for cycle in sorted(map(sorted, cycles)):
        if len(cycle) > LARGEST_CYCLE:
            yield f"game/{cycle[0]}: one of {len(cycle)} that import each other in a cycle: {', '.join(cycle)}"


def definitions(node: ast.AST, before: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """Yield every function and class of a module with its dotted name in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{before}{child.name}", cast("ast.FunctionDef | ast.ClassDef", child)
            yield from definitions(child, f"{before}{child.name}.")
        elif isinstance(child, NESTED):
            yield from definitions(child, before)


def public_methods(made: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """Return the public methods and properties that a class defines, by their names."""
    methods = (node for node in made.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name: cast("ast.FunctionDef", node) for node in methods if not node.name.startswith("_")}


def inherited_names(modules: Modules, module: Module, made: ast.ClassDef) -> set[str]:
    """Return the names that a class inherits from its bases, as far as these are classes of the game."""
    names: set[str] = set()
    for base in made.bases:
        path, name = definition_of(modules, module.path, dotted_name(base))
        for node in modules[path].tree.body if path in modules else ():
            if isinstance(node, ast.ClassDef) and node.name == name and node is not made:
                names |= {*public_methods(node), *inherited_names(modules, modules[path], node)}
    return names


def functions_and_classes_are_small(modules: Modules) -> Iterator[str]:
    """Functions fit on a screen, and classes have few public methods; files may be of any length."""
    for module in modules.values():
        for name, node in definitions(module.tree):
            if isinstance(node, ast.ClassDef):
                size, limit = len(set(public_methods(node)) - inherited_names(modules, module, node)), MOST_PUBLIC
                what = "public methods"
            else:
                size, limit, what = (node.end_lineno or node.lineno) - node.lineno + 1, LONGEST, "lines"
            most = SIZE_EXCEPTIONS.get(f"{module.path} {name}", limit)
            if size > most:
                yield module.fault(node.lineno, f"{name} has {size} {what}, at most {most} are allowed")
            elif most > limit >= size:
                yield module.fault(node.lineno, f"{name} is no exception any more: take it off SIZE_EXCEPTIONS")
            elif most > size > limit:
                yield module.fault(node.lineno, f"{name} has {size} {what} by now: SIZE_EXCEPTIONS still says {most}")


def public_methods_have_docstrings(modules: Modules) -> Iterator[str]:
    """Public methods have a docstring, except one that overrides another. (Everything else is left to ruff.)"""
    for module in modules.values():
        for _, made in definitions(module.tree):
            if isinstance(made, ast.ClassDef) and not made.name.startswith("_"):
                known = inherited_names(modules, module, made)
                for name, method in public_methods(made).items():
                    if name not in known and not ast.get_docstring(method) and not is_setter_or_overload(method):
                        yield module.fault(method.lineno, f"{made.name}.{name} has no docstring")


def is_setter_or_overload(method: ast.FunctionDef) -> bool:
    """Return whether it is a property's setter, or an overload."""
    return any(dotted_name(mark).endswith((".setter", "overload")) for mark in method.decorator_list)


def games_and_server_have_no_import_cycles(modules: Modules) -> Iterator[str]:
    """Imports in a game and on a server have no cycle, so that they can be read from the bottom up."""
    imports = import_graph(modules)
    for module in modules.values():
        if module.path.startswith(ACYCLIC) and module.path in reachable(module.path, imports):
            yield module.fault(1, "imports what imports it")


def modules_have_docstrings(modules: Modules) -> Iterator[str]:
    """Modules have a docstring."""
    for module in modules.values():
        if not (ast.get_docstring(module.tree) or "").strip():
            yield module.fault(1, "has no docstring")


def unwanted_start(docstring: str) -> str:
    """Return the first word of a docstring if it is one of ``NO_FIRST_WORDS``, or nothing."""
    first = re.split(r"\W", docstring, maxsplit=1)[0]
    return first if first in NO_FIRST_WORDS else ""


def docstrings_begin_with_a_verb_or_name_the_thing(modules: Modules) -> Iterator[str]:
    """Docstrings do not begin with a word that only leads up to their subject."""
    for module in modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = unwanted_start(ast.get_docstring(node) or "")
                if first:
                    yield module.fault(node.body[0].lineno, f'a docstring begins with "{first}"')


def caches_are_typed(modules: Modules) -> Iterator[str]:
    """Caches keep the types of their functions, which those of functools would hide from the type checker."""
    for module in modules.values():
        for imported in module.imports:
            if imported.name in ("functools.cache", "functools.lru_cache") and module.path != CACHE_MODULE:
                yield module.fault(imported.line, f"{imported.name} instead of {CACHE_MODULE}")


LAWS: tuple[Law, ...] = (
    rules_are_deterministic,
    bots_never_see_a_state,
    layers_import_allowed_layers,
    servers_do_not_import_pygame,
    drivers_do_not_draw,
    drivers_open_scenes_by_their_routes,
    scripts_yield_no_negative_waits,
    one_module_makes_surfaces,
    only_the_host_uses_the_browser,
    only_a_match_changes_its_game,
    only_allowed_libraries_are_imported,
    modules_are_imported_by_name,
    caches_are_typed,
    import_cycles_are_small,
    functions_and_classes_are_small,
    public_methods_have_docstrings,
    games_and_server_have_no_import_cycles,
    modules_have_docstrings,
    docstrings_begin_with_a_verb_or_name_the_thing,
)
