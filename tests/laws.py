"""The laws of the house, read from the source of every module under ``game/``.

A law is a function from the modules to its faults. ``test_laws`` checks the house, ``test_breaches`` shows that each
law finds a breach.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

from game import games

GAME = Path(__file__).resolve().parent.parent / "game"

#: the modules of a game that know nothing of its picture; every other one there may import the engine
RULES_SIDE = ("game", "rules", "deck", "events", "scoring", "bots")
#: of these, the ones that think
BOTS_SIDE = ("bots",)
#: modules that have bots in them and are in none
AROUND_BOTS = ("game",)
#: the state of a party, computed from its log at any time and place
FOLDS = tuple(f"server/{name}.py" for name in ("log_entries", "chairs", "live_clock", "party", "broadcast"))
#: clocks, loops, windows and random numbers other than the seed's
IMPURE = ("pygame", "time", "datetime", "asyncio", "threading", "random", "secrets", "uuid")
#: the seeded generator is based on the one class that takes a seed
SEEDED = {"core/rng.py": "random.Random"}

#: room -> the rooms it may import; of a room, a module with a dot. A room that is not listed may import every room but
#: those of ALONE and the PROGRAMS
ROOMS = {
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
        *("app.context", "app.party_session", "player.saves", "player.stats", "player.lessons", "player.daily_store"),
    },
    "player": {"player", "core", "ai", "tutorial", "engine", "host", "wire", "catalogue", "app.context"},
    # the length of a line-up's match belongs to the line-up
    "catalogue": {"catalogue", "core", "engine", "games", "player.lineup"},
    # the messages between a device and a server are for both of them
    "wire": {"wire", "core"},
    "server": {"server", "wire", "core", "catalogue.registry"},
}
#: imported by no other package: a device that plays needs nothing of them
ALONE = ("server",)
#: rooms that run without a window
WINDOWLESS = ("server", "wire", "tools", "core", "ai", "tutorial")
#: the modules of a table that show it; the others are its drivers, and know of the engine only types and transitions
SHOWS_TABLE = ("scene", "dock", "parts")
NAVIGATION = "game.engine.transitions."
#: the words at a table, as values
SAYINGS = "game.engine.panel."
#: the half of a game that shows also says what is private, and when totals are due
SAYS_WHAT_IS_PRIVATE = "game.engine.presentation."
#: rooms that may name the context as a type: they receive it as an argument
CONTEXT = "game.app.context."
KNOWS_CONTEXT_AS_TYPE = ("engine", "tables")
#: everybody else finds games through these, so that a new game needs no new scene
LISTS_OF_GAMES = ("catalogue/registry.py", "catalogue/presentations.py")
#: the programs themselves, which nothing else imports
PROGRAMS = ("app.app", "tools.hosting")
#: the server program
SERVES = "tools/hosting.py"
#: the entry point of an installed command
STARTS_THEM = "__main__.py"

SURFACES = "engine/surfaces.py"
#: (where, what): text is drawn by the font, and the window's own surface is made by opening it
MAKES_SURFACES_TOO = {("engine/fonts.py", "render"), ("app/app.py", "set_mode")}
#: methods that make a surface of another kind. ``copy`` is none: it keeps the kind that the surface module chose
SURFACE_METHODS = ("convert", "convert_alpha", "render", "set_mode")
SURFACE_MODULES = ("transform", "image", "surfarray", "pixelcopy", "gfxdraw")

#: modules that exist only in the browser, or mean something else there
BROWSER_MODULES = ("js", "pyodide", "embed", "embed_browser", "platform", "pygbag", "aio")
BROWSER_PLATFORMS = ("emscripten", "wasi")

#: the web server uses the one library of connections, and so does the native connection
GATE, NATIVE_LINE, LIBRARY_OF_LINES = "server/web_server.py", "host/native_connection.py", "websockets"
#: the Redis ledger, with its library
REDIS_LEDGER, LIBRARY_OF_LOGS = "server/redis_ledger.py", "redis"
#: adds types to functools' cache
MAKES_CACHES = "core/cache.py"

#: the match, and play-outs and puzzles, may apply actions
MAY_PLAY_ON = ("core/", "ai/", "tutorial/")
#: the picture of a game that a table shows and updates from event to event is no game
PICTURES_OF_GAMES = ("shown",)
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
#: the largest number of modules that may import each other in a circle, lazily and for types as well
MOST_IN_A_CIRCLE = 4
#: what is larger still, and by how much. The figures only fall: one that is too high is a fault, too
LARGER = {
    "engine/scene.py Scene": 26,
    "engine/game_table.py GameTable": 31,
    "wire/party_client.py PartyClient.__init__": 53,
}


#: where no modules import each other in a circle
NO_CIRCLES = ("games/", "server/")


class Import(NamedTuple):
    """One import by its full dotted name."""

    name: str
    line: int
    #: for annotations only, under ``if TYPE_CHECKING``
    as_type: bool
    #: its name in the module
    known: str

    @property
    def room(self) -> str:
        """The room of the house it comes from, or nothing."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "game" and len(parts) > 1 else ""

    def within(self, *places: str) -> bool:
        """Return whether it comes from one of these rooms or modules."""
        return any(f"{self.name}.".startswith(f"game.{place}.") for place in places)


class Module:
    """One source file. ``path`` is relative to ``game/``."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.tree = ast.parse(source)
        self.imports = tuple(self._imports(self.tree, False))

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
            else:
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

    def walk(self) -> Iterator[ast.AST]:
        """Yield every node of the source."""
        return ast.walk(self.tree)


House = dict[str, Module]
Law = Callable[[House], Iterator[str]]


def house_of(sources: dict[str, str]) -> House:
    """Return modules made of their sources."""
    return {path: Module(path, source) for path, source in sources.items()}


@cache
def sources() -> dict[str, str]:
    """Return the source of every module of the game as it is, and of a game elsewhere, see ``sixth``."""
    found = {path.relative_to(GAME).as_posix(): path for path in sorted(GAME.rglob("*.py"))}
    for folder in map(Path, list(games.__path__)[1:]):
        found |= {f"games/{path.relative_to(folder).as_posix()}": path for path in sorted(folder.glob("*/*.py"))}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


@cache
def the_house() -> House:
    """Return every module of the game as it is."""
    return house_of(sources())


def imported_module(house: House, name: str) -> str:
    """Return the path of the house's module that ``name`` is or comes from, or nothing."""
    parts = name.split(".")[1:]
    for length in range(len(parts), 0, -1):
        path = "/".join(parts[:length]) + ".py"
        if path in house:
            return path
    return ""


def led_to(house: House, stems: Sequence[str]) -> list[Module]:
    """Return the modules of every game that have these names, and every helper that they import."""
    found = [module for module in house.values() if module.in_a_game and module.stem in stems]
    for module in found:
        for imported in module.imports:
            other = house.get(imported_module(house, imported.name))
            if other and other.in_a_game and other not in found:
                found.append(other)
    return found


def rules_side(house: House) -> list[Module]:
    """Return the modules of every game that know nothing of its picture, and every helper that they import."""
    return led_to(house, RULES_SIDE)


def dotted(node: ast.AST) -> str:
    """Return ``a.b.c`` as text; calls and subscripts in between are skipped."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Call):
        return dotted(node.func)
    return dotted(node.value) if isinstance(node, ast.Subscript) else ""


# ---- the laws ---------------------------------------------------------------------------------------


def rules_know_no_clock_no_window_and_no_chance_of_their_own(house: House) -> Iterator[str]:
    """The same seed and actions give the same game everywhere, so rules use nothing that varies."""
    alike = [m for m in house.values() if m.path.startswith(("core/", "wire/")) or m.path in FOLDS]
    for module in [*alike, *rules_side(house)]:
        for found in module.imports:
            if found.name.split(".")[0] in IMPURE and SEEDED.get(module.path) != found.name:
                yield module.fault(found.line, f"imports {found.name}")


def defined(house: House, path: str, name: str) -> tuple[str, str]:
    """Return the place where ``name`` of a module is defined, and its name there, through imports and aliases.

    ``World = NewType("World", State)`` makes a type of its own: only its maker has one.
    """
    module = house.get(path)
    while module is not None:
        first, _, rest = name.partition(".")
        origin = next((found.name for found in module.imports if found.known == first), "")
        if origin:
            whole = f"{origin}.{rest}" if rest else origin
            path = imported_module(house, whole)
            known = len(path.removesuffix(".py").split("/")) + 1
            name = ".".join(whole.split(".")[known:])
            module = house.get(path) if name else None
            continue
        second = [
            dotted(node.value)
            for node in module.tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            and isinstance(node.value, ast.Name | ast.Attribute)
            and [dotted(target) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
            == [first]
        ]
        if not second:
            return module.path, name
        name = f"{second[0]}.{rest}" if rest else second[0]
    return path, name


def named_in(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name in an expression or a module, with its line: in quotes too, where they hold a type."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name | ast.Attribute):
            yield part.lineno, dotted(part)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            with suppress(SyntaxError, ValueError):
                for _, name in named_in(ast.parse(part.value.strip(), mode="eval")):
                    yield part.lineno, name


def leads_to(house: House, path: str, name: str, secret: tuple[str, str]) -> bool:
    """Return whether ``name`` of a module is ``secret``, is made of it or is a kind of it.

    The result of a call, such as a NewType, is a type of its own.
    """
    found = defined(house, path, name)
    if found == secret:
        return True
    module = house.get(found[0])
    for node in module.tree.body if module else ():
        parts: list[ast.expr] = []
        if isinstance(node, ast.ClassDef) and node.name == found[1]:
            parts = node.bases
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = [node.value] if found[1] in map(dotted, targets) else []
        for part in parts:
            if any(leads_to(house, found[0], inner, secret) for _, inner in named_in(part) if inner != found[1]):
                return True
    return False


def states_of(house: House) -> dict[str, tuple[str, str]]:
    """Return the folder of each game -> what its ``setup`` returns, by the place where that is defined."""
    found = {}
    for module in house.values():
        if module.in_a_game and module.stem == "rules":
            for node in module.tree.body:
                if isinstance(node, ast.FunctionDef) and node.name == "setup" and node.returns is not None:
                    found[module.folder] = defined(house, module.path, dotted(node.returns))
    return found


def bots_see_a_view_and_never_a_state(house: House) -> Iterator[str]:
    """Bots are honest because they cannot name what they must not see, under any name."""
    plain = led_to(house, [stem for stem in RULES_SIDE if stem not in (*BOTS_SIDE, *AROUND_BOTS)])
    states = states_of(house)
    for module in led_to(house, BOTS_SIDE):
        # the modules on which the rules are based have states, and need one to compute anything from it
        if module in plain:
            continue
        secret = states.get(module.folder)
        for found in module.imports:
            if found.name.startswith("game.core.match") or found.name == "game.core" or found.name.endswith(".*"):
                yield module.fault(found.line, f"imports {found.name}")
            elif secret and leads_to(house, module.path, found.known, secret):
                yield module.fault(found.line, f"imports {found.name}, the State")
        # the last line of each name
        for name, line in {name: line for line, name in named_in(module.tree)}.items():
            if name == "State":
                yield module.fault(line, "names State")
            elif secret and leads_to(house, module.path, name, secret):
                yield module.fault(line, f"names {name}, the State")
        if module.stem == "bots" and not any(found.name.endswith(".View") for found in module.imports):
            yield module.fault(1, "does not import View")


def rooms_are_entered_by_their_doors(house: House) -> Iterator[str]:
    """Each room imports only the rooms that it may know."""
    plain = rules_side(house)
    for module in house.values():
        room = module.path.split("/")[0]
        if room == "games":
            room = "rules side" if module in plain or not module.in_a_game else "tables"
        for found in module.imports:
            inside = module.in_a_game and found.name.startswith(f"{module.folder}.")
            if not found.room or inside:
                continue
            if found.name.startswith(CONTEXT) and found.as_type and room in KNOWS_CONTEXT_AS_TYPE:
                continue
            if found.room == "games" and module.path not in LISTS_OF_GAMES:
                yield module.fault(
                    found.line, f"imports {found.name}: only {' and '.join(LISTS_OF_GAMES)} know the games"
                )
            elif found.within(*PROGRAMS) and module.path == STARTS_THEM:
                continue
            elif (
                (found.room in ALONE and room not in ALONE and module.path != SERVES)
                or found.within(*PROGRAMS)
                or not found.within(*ROOMS.get(room, {found.room}))
            ):
                yield module.fault(found.line, f"{room} imports {found.name}")


def what_serves_needs_no_window(house: House) -> Iterator[str]:
    """Servers have no screen, and the client's half of the protocol can be tested without one."""
    for module in house.values():
        if module.path.split("/")[0] in WINDOWLESS:
            for found in module.imports:
                if found.name.split(".")[0] == "pygame":
                    yield module.fault(found.line, f"imports {found.name}")


def drivers_know_no_window(house: House) -> Iterator[str]:
    """Drivers report by values, and can be tested without drawing."""
    for module in house.values():
        if not module.path.startswith("table/") or module.stem in SHOWS_TABLE:
            continue
        for found in module.imports:
            draws = found.name.startswith("game.engine.") and not found.name.startswith(
                (NAVIGATION, SAYINGS, SAYS_WHAT_IS_PRIVATE)
            )
            if not found.as_type and (draws or found.name.split(".")[0] == "pygame"):
                yield module.fault(found.line, f"imports {found.name}")


def one_module_makes_surfaces(house: House) -> Iterator[str]:
    """One place decides about everything that is slow to draw in the browser."""
    for module in house.values():
        if module.path == SURFACES:
            continue
        for found in module.imports:
            parts = found.name.split(".")
            if parts[0] == "pygame" and len(parts) > 1 and parts[1] in SURFACE_MODULES:
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.walk():
            if isinstance(node, ast.Attribute) and dotted(node.value) == "pygame" and node.attr in SURFACE_MODULES:
                yield module.fault(node.lineno, f"uses {dotted(node)}")
            if not isinstance(node, ast.Call):
                continue
            name = dotted(node.func).rpartition(".")[2]
            is_method = isinstance(node.func, ast.Attribute)
            if name == "Surface":
                yield module.fault(node.lineno, "makes a Surface")
            if is_method and name in SURFACE_METHODS and (module.path, name) not in MAKES_SURFACES_TOO:
                yield module.fault(node.lineno, f"calls {dotted(node.func)}")


def only_the_host_knows_the_browser(house: House) -> Iterator[str]:
    """Everything else works the same in a window and in a page."""
    for module in house.values():
        if module.path.startswith("host/"):
            continue
        for found in module.imports:
            if found.name.split(".")[0] in BROWSER_MODULES:
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.walk():
            if isinstance(node, ast.Constant) and node.value in BROWSER_PLATFORMS:
                yield module.fault(node.lineno, f"asks for {node.value}")


def a_game_is_changed_by_its_match_alone(house: House) -> Iterator[str]:
    """Saves, replays and undo work because nothing happens beside the log."""

    def is_match(name: str) -> bool:
        last = name.rpartition(".")[2]
        return last == "match" or last.endswith("_match")

    def is_in_match(name: str) -> bool:
        return any(is_match(part) for part in name.split(".")[:-1])

    exempt = {module.path for module in rules_side(house)}
    for module in house.values():
        if module.path in exempt or module.path.startswith(MAY_PLAY_ON):
            continue
        for node in module.walk():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, verb = dotted(node.func.value), node.func.attr
                if verb == "apply" and not is_match(owner) and owner.rpartition(".")[2] not in PICTURES_OF_GAMES:
                    yield module.fault(node.lineno, f"calls {owner}.apply")
                if verb in MUTATORS and is_in_match(owner):
                    yield module.fault(node.lineno, f"calls {owner}.{verb}")
            if isinstance(node, ast.Attribute) and is_match(dotted(node.value)) and node.attr.startswith("_"):
                yield module.fault(node.lineno, f"reaches for {dotted(node)}")
            if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
                name = dotted(node)
                if is_in_match(name if isinstance(node, ast.Attribute) else f"{name}."):
                    yield module.fault(node.lineno, f"assigns to {name}")


def nothing_is_imported_but_pygame_and_the_standard_library(house: House) -> Iterator[str]:
    """The browser has nothing else, and no law can read an import that is computed at run time."""
    for module in house.values():
        known = BROWSER_MODULES if module.path.startswith("host/") else ()
        known = (LIBRARY_OF_LINES,) if module.path in (GATE, NATIVE_LINE) else known
        known = (LIBRARY_OF_LOGS,) if module.path == REDIS_LEDGER else known
        for found in module.imports:
            first = found.name.split(".")[0]
            if first not in (*sys.stdlib_module_names, "pygame", "game", *known):
                yield module.fault(found.line, f"imports {found.name}")
            # the page's module exists in one of two browsers' runtimes only
            if first == "importlib" and module.path != "host/page.py":
                yield module.fault(found.line, f"imports {found.name}")
        for node in module.walk():
            if isinstance(node, ast.Name) and node.id in ("__import__", "exec", "eval"):
                yield module.fault(node.lineno, f"uses {node.id}")


def the_house_is_imported_by_the_names_of_its_things(house: House) -> Iterator[str]:
    """Modules are imported as ``from game.x import y``, so that laws and readers see where a thing comes from."""
    for module in house.values():
        for node in module.walk():
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] == "game":
                        yield module.fault(node.lineno, f"imports {alias.name} whole")


def imports_within(house: House) -> dict[str, set[str]]:
    """Return the modules of the house that each one imports, lazily and for types as well."""
    return {
        path: {imported_module(house, found.name) for found in module.imports} - {"", path}
        for path, module in house.items()
    }


def reached(first: str, imports: dict[str, set[str]]) -> set[str]:
    """Return all modules that are reachable from one."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        for path in imports[waiting.pop()] - found:
            found.add(path)
            waiting.append(path)
    return found


def circles_are_small(house: House) -> Iterator[str]:
    """A file can be read without all others, as screens lead to each other by name instead of imports."""
    imports = imports_within(house)
    reach = {path: reached(path, imports) for path in house}
    circles = {frozenset(other for other in found if path in reach[other]) for path, found in reach.items()}
    for circle in sorted(map(sorted, circles)):
        if len(circle) > MOST_IN_A_CIRCLE:
            yield f"game/{circle[0]}: one of {len(circle)} that import each other in a circle: {', '.join(circle)}"


def named_parts(node: ast.AST, before: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """Yield every function and class of a module with its dotted name in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{before}{child.name}", cast("ast.FunctionDef | ast.ClassDef", child)
            yield from named_parts(child, f"{before}{child.name}.")
        else:
            yield from named_parts(child, before)


def public_methods(made: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """Return the public methods and properties that a class defines, by their names."""
    methods = (node for node in made.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name: cast("ast.FunctionDef", node) for node in methods if not node.name.startswith("_")}


def inherited(house: House, module: Module, made: ast.ClassDef) -> set[str]:
    """Return the names that a class inherits from its bases, as far as these are of the house."""
    names: set[str] = set()
    for base in made.bases:
        path, name = defined(house, module.path, dotted(base))
        for node in house[path].tree.body if path in house else ():
            if isinstance(node, ast.ClassDef) and node.name == name and node is not made:
                names |= {*public_methods(node), *inherited(house, house[path], node)}
    return names


def functions_are_short_and_classes_have_one_subject(house: House) -> Iterator[str]:
    """Functions fit into one look, and classes have one subject; a file may be as long as its one subject."""
    for module in house.values():
        for name, node in named_parts(module.tree):
            if isinstance(node, ast.ClassDef):
                size, limit = len(set(public_methods(node)) - inherited(house, module, node)), MOST_PUBLIC
                what = "public methods"
            else:
                size, limit, what = (node.end_lineno or node.lineno) - node.lineno + 1, LONGEST, "lines"
            most = LARGER.get(f"{module.path} {name}", limit)
            if size > most:
                yield module.fault(node.lineno, f"{name} has {size} {what}, at most {most} are allowed")
            elif most > max(size, limit):
                yield module.fault(node.lineno, f"{name} has {size} {what} by now: LARGER still says {most}")
            elif most > limit >= size:
                yield module.fault(node.lineno, f"{name} is no exception any more: take it off LARGER")


def public_methods_say_what_they_do(house: House) -> Iterator[str]:
    """Public methods have a docstring, except one that overrides another. (Everything else is left to ruff.)"""
    for module in house.values():
        for _, made in named_parts(module.tree):
            if isinstance(made, ast.ClassDef) and not made.name.startswith("_"):
                known = inherited(house, module, made)
                for name, method in public_methods(made).items():
                    if name not in known and not ast.get_docstring(method) and not is_second_half(method):
                        yield module.fault(method.lineno, f"{made.name}.{name} has no docstring")


def is_second_half(method: ast.FunctionDef) -> bool:
    """Return whether it is a property's setter, or an overload."""
    return any(dotted(mark).endswith((".setter", "overload")) for mark in method.decorator_list)


def imports_of(house: House, module: Module) -> set[str]:
    """Return the paths of the house's modules that a module imports, lazily and only for its types as well."""
    return {path for found in module.imports if (path := imported_module(house, found.name)) not in ("", module.path)}


def modules_stand_on_each_other(house: House) -> Iterator[str]:
    """Imports in a game and on a server have no circle, so that they can be read from the bottom up."""
    for module in house.values():
        if module.path.startswith(NO_CIRCLES):
            found, left = set[str](), [module.path]
            while left:
                new = imports_of(house, house[left.pop()]) - found
                found |= new
                left += new
            if module.path in found:
                yield module.fault(1, "imports what imports it")


def every_module_says_what_it_is_for(house: House) -> Iterator[str]:
    """Modules have a docstring."""
    for module in house.values():
        if not (ast.get_docstring(module.tree) or "").strip():
            yield module.fault(1, "has no docstring")


def unwanted_start(docstring: str) -> str:
    """Return the first word of a docstring if it is one of ``NO_FIRST_WORDS``, or nothing."""
    first = re.split(r"\W", docstring, maxsplit=1)[0]
    return first if first in NO_FIRST_WORDS else ""


def docstrings_begin_with_a_verb_or_name_the_thing(house: House) -> Iterator[str]:
    """Docstrings do not begin with a word that only leads up to their subject."""
    for module in house.values():
        for node in module.walk():
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = unwanted_start(ast.get_docstring(node) or "")
                if first:
                    yield module.fault(node.body[0].lineno, f'a docstring begins with "{first}"')


def caches_say_what_they_take(house: House) -> Iterator[str]:
    """Caches keep the types of their functions, which those of functools would hide from the type checker."""
    for module in house.values():
        for imported in module.imports:
            if imported.name in ("functools.cache", "functools.lru_cache") and module.path != MAKES_CACHES:
                yield module.fault(imported.line, f"{imported.name} instead of {MAKES_CACHES}")


LAWS: tuple[Law, ...] = (
    rules_know_no_clock_no_window_and_no_chance_of_their_own,
    bots_see_a_view_and_never_a_state,
    rooms_are_entered_by_their_doors,
    what_serves_needs_no_window,
    drivers_know_no_window,
    one_module_makes_surfaces,
    only_the_host_knows_the_browser,
    a_game_is_changed_by_its_match_alone,
    nothing_is_imported_but_pygame_and_the_standard_library,
    the_house_is_imported_by_the_names_of_its_things,
    caches_say_what_they_take,
    circles_are_small,
    functions_are_short_and_classes_have_one_subject,
    public_methods_say_what_they_do,
    modules_stand_on_each_other,
    every_module_says_what_it_is_for,
    docstrings_begin_with_a_verb_or_name_the_thing,
)
