"""Modules and identifiers have names that readers search for."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator

import pytest
from laws import Modules, game_modules, parsed

#: nouns that end like a gerund
NOUNS = {"ending", "evening", "planning", "scoring", "hosting", "string", "thing", "ring"}
#: unusual words -> the word that people search for
REFUSED = {
    "deed": "command",
    "deeds": "commands",
    "doer": "actor",
    "foregone": "forced",
    "ponders": "thinking_time",
    "considers": "pause_before",
    "remembered": "cached",
    "remembering": "cache",
    "piecemeal": "incremental",
    "supposed": "complete",
    "yardstick": "baseline",
    "yardsticks": "baselines",
    "visit": "session",
    "visits": "sessions",
    "whoever": "person",
    "riddle": "attempt",
    "mourner": "listener",
    "mourners": "listeners",
    "unheard": "refused",
    "untold": "unreported",
    "unsay": "withdraw",
    "hinting": "hint",
    "habits": "pacing",
}
#: names of fields, attributes and methods that describe talk about a thing -> a name of the thing
REFUSED_ATTRIBUTES = {
    "said": "text",
    "told": "text",
    "words": "text",
    "story": "history",
    "going": "total_ms",
    "because": "stopped_by",
    "have": "last_update",
    "doing": "input",
    "passage": "effect",
    "taken_back": "withdrawn",
    "ask_no_more": "end_confirmation",
    "take_told": "take_steps",
    "is_anew": "was_reset",
    "is_apart": "ignores_other_tabs",
    "is_sent_away": "was_removed",
    "kept_as": "storage_name",
    "kept_for": "retained_phase",
    "made_for": "rendered_for",
    "made_of": "built_from",
    "goes_on": "next_is_due",
    "was_there": "was_present",
    "laid_by_now": "shown_cards",
    "may_go": "may_remove",
    "asks_others": "undo_needs_consent",
    "asks_apart": "prompt_is_apart",
    "does_unasked": "plays_forced_moves",
    "knows_past": "past_is_seen",
    "says_to_the_end": "keeps_refusals",
    "opens_when_made": "uncovers_when_rendered",
}


def stems_of(modules: Modules) -> Iterator[tuple[str, str]]:
    """Yield every module and folder with its path."""
    for path in modules:
        *folders, file = path.split("/")
        yield from ((path, folder) for folder in folders)
        yield path, file.removesuffix(".py")


def gerunds(modules: Modules) -> set[str]:
    """Return the modules and folders that are named by an activity instead of by what they hold."""
    return {
        f"{path}: {stem}"
        for path, stem in stems_of(modules)
        if stem.endswith("ing") and stem.rpartition("_")[2] not in NOUNS
    }


def namesakes_of_the_library(modules: Modules) -> set[str]:
    """Return the modules that are named like one of the standard library."""
    return {path for path, stem in stems_of(modules) if stem in sys.stdlib_module_names and not stem.startswith("__")}


def namesakes(modules: Modules) -> dict[str, list[str]]:
    """Return the classes of one name outside games, whose modules repeat the roles of a protocol."""
    found = defaultdict(list)
    for path, module in modules.items():
        if not module.in_a_game:
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(path)
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name in a module with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def refused(modules: Modules) -> list[str]:
    """Return the identifiers with an unusual word, and their places."""
    return [
        f"game/{path}:{line}: {name}: say {REFUSED[word]}"
        for path, module in modules.items()
        for line, name in identifiers(module.tree)
        for word in map(str.lower, re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))
        if word in REFUSED
    ]


def refused_attributes(modules: Modules) -> list[str]:
    """Return the fields, attributes and methods with a name that describes talk about a thing."""
    found = [
        (path, line, name)
        for path, module in modules.items()
        for node in ast.walk(module.tree)
        for line, name in attributes(node)
    ]
    return [
        f"game/{path}:{line}: {name}: say {REFUSED_ATTRIBUTES[name.strip('_')]}"
        for path, line, name in found
        if name.strip("_") in REFUSED_ATTRIBUTES
    ]


def attributes(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the attribute that a node reads or writes, or what a class defines, with its line."""
    if isinstance(node, ast.Attribute):
        yield node.lineno, node.attr
    elif isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                yield part.lineno, part.name
            elif isinstance(part, ast.Assign | ast.AnnAssign):
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                names = (name for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
                yield from ((name.lineno, name.id) for name in names)


def test_modules_are_nouns():
    assert gerunds(game_modules()) == set()


def test_no_module_is_named_like_one_of_the_standard_library():
    assert namesakes_of_the_library(game_modules()) == set()


def test_a_class_name_means_one_thing():
    assert namesakes(game_modules()) == {}


def test_identifiers_are_terms_of_the_field():
    assert refused(game_modules()) == []


def test_attributes_are_named_by_what_they_hold():
    assert refused_attributes(game_modules()) == []


@pytest.mark.parametrize("path", ["core/remembering.py", "teaching/course.py", "scenes/table/party_waiting.py"])
def test_a_gerund_is_found(path):
    assert gerunds(parsed({path: ""}))


@pytest.mark.parametrize(
    "path", ["player/statistics.py", "scenes/shared/typing.py", "server/site.py", "calendar/days.py"]
)
def test_a_module_named_like_one_of_the_library_is_found(path):
    assert namesakes_of_the_library(parsed({path: ""}))


def test_two_classes_of_one_name_outside_games_are_found():
    source = "class Table: ..."
    assert namesakes(parsed({"engine/a.py": source, "player/b.py": source})) == {
        "Table": ["engine/a.py", "player/b.py"]
    }
    assert namesakes(parsed({"engine/a.py": source, "games/push/table.py": source})) == {}


@pytest.mark.parametrize(
    "source", ["class Deed: ...", "def doer_of(): ...", "x.foregone", "def f(visit): ...", "REMEMBERED = 1"]
)
def test_a_refused_word_is_found(source):
    assert refused(parsed({"core/a.py": source}))


@pytest.mark.parametrize(
    "source",
    [
        "x.said",
        "x._told = 1",
        "class A:\n    story: str",
        "class A:\n    a, is_apart = 1, 2",
        "class A:\n    def told(): ...",
    ],
)
def test_a_refused_attribute_is_found(source):
    assert refused_attributes(parsed({"core/a.py": source}))


def test_a_local_variable_may_have_the_name_of_a_refused_attribute():
    assert not refused_attributes(parsed({"core/a.py": "def f(told):\n    said = told"}))
