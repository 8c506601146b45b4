"""Modules and identifiers have the names that somebody would search for."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator

import pytest
from laws import House, house_of, the_house

#: nouns that end like a gerund
NOUNS = {"ending", "planning", "scoring", "hosting", "string", "thing", "ring"}
#: not renamed yet: the list only shrinks
GERUNDS = {"choosing", "easing", "hinting", "showing"}
#: words that nobody searches for -> the word that people use
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
}


def stems_of(house: House) -> Iterator[tuple[str, str]]:
    """Yield every module and folder of the house with its path."""
    for path in house:
        *folders, file = path.split("/")
        yield from ((path, folder) for folder in folders)
        yield path, file.removesuffix(".py")


def gerunds(house: House) -> set[str]:
    """Return the modules and folders that are named by an activity instead of by what they hold."""
    return {
        f"{path}: {stem}"
        for path, stem in stems_of(house)
        if stem.endswith("ing") and stem.rpartition("_")[2] not in NOUNS and stem not in GERUNDS
    }


def namesakes_of_the_library(house: House) -> set[str]:
    """Return the modules that are named like one of the standard library."""
    return {path for path, stem in stems_of(house) if stem in sys.stdlib_module_names and not stem.startswith("__")}


def namesakes(house: House) -> dict[str, list[str]]:
    """Return the classes of one name outside games, whose modules repeat the roles of a protocol."""
    found = defaultdict(list)
    for path, module in house.items():
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


def refused(house: House) -> list[str]:
    """Return where an identifier has a word that nobody searches for."""
    return [
        f"game/{path}:{line}: {name}: say {REFUSED[word]}"
        for path, module in house.items()
        for line, name in identifiers(module.tree)
        for word in map(str.lower, re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))
        if word in REFUSED
    ]


def test_modules_are_nouns():
    assert gerunds(the_house()) == set()


def test_no_module_is_named_like_one_of_the_standard_library():
    assert namesakes_of_the_library(the_house()) == set()


def test_a_class_name_means_one_thing():
    assert namesakes(the_house()) == {}


def test_identifiers_are_terms_of_the_field():
    assert refused(the_house()) == []


@pytest.mark.parametrize("path", ["core/remembering.py", "teaching/course.py", "scenes/table/party_waiting.py"])
def test_a_gerund_is_found(path):
    assert gerunds(house_of({path: ""}))


@pytest.mark.parametrize(
    "path", ["player/statistics.py", "scenes/shared/typing.py", "server/site.py", "calendar/days.py"]
)
def test_a_module_named_like_one_of_the_library_is_found(path):
    assert namesakes_of_the_library(house_of({path: ""}))


def test_two_classes_of_one_name_outside_games_are_found():
    source = "class Table: ..."
    assert namesakes(house_of({"engine/a.py": source, "player/b.py": source})) == {
        "Table": ["engine/a.py", "player/b.py"]
    }
    assert namesakes(house_of({"engine/a.py": source, "games/push/table.py": source})) == {}


@pytest.mark.parametrize(
    "source", ["class Deed: ...", "def doer_of(): ...", "x.foregone", "def f(visit): ...", "REMEMBERED = 1"]
)
def test_a_refused_word_is_found(source):
    assert refused(house_of({"core/a.py": source}))
