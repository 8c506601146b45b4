"""Docstrings and the names of tests are in plain words, and errors in docstrings exist."""

import ast
import builtins
import doctest
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

import pytest
from laws import NO_FIRST_WORDS, statements, unwanted_start
from project import ROOT

#: errors after "raise" or "raises" in a docstring
RAISED = re.compile(r"\b[Rr]aises? ([A-Z]\w+(?:(?:, | or | and )[A-Z]\w+)*)")
#: letters of a test's name, with "test_"
LONGEST_NAME = 85
#: words in the name of a test that leave open what is meant
VAGUE = {"whoever", "whatever", "whichever", "somebody", "nobody"}


#: a comment about a person who is not named
VAGUE_COMMENT = re.compile(r"(?:^|\s)#.*\bwhoever\b", re.IGNORECASE)


class Named(NamedTuple):
    """Vague comments, docstrings and tests of a source by their lines, and the names of its classes and imports."""

    vague: list[int]
    docstrings: list[tuple[int, str]]
    tests: list[tuple[int, str]]
    known: set[str]


def names_of(source: str) -> Named:
    """Return what a source names."""
    found, tree = Named([], [], [], set()), ast.parse(source)
    found.vague.extend(line for line, text in enumerate(source.splitlines(), 1) if VAGUE_COMMENT.search(text))
    for node in (tree, *statements(tree)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.docstrings.append((getattr(node, "lineno", 1), ast.get_docstring(node) or ""))
        if isinstance(node, ast.ClassDef):
            found.known.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.known.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            found.tests.append((node.lineno, node.name))
    return found


@cache
def sources() -> dict[str, Named]:
    """Return what the sources of the program, its tools and its tests name, by their paths."""
    paths = [path for room in ("game", "build", "tests") for path in sorted((ROOT / room).rglob("*.py"))]
    return {
        str(path.relative_to(ROOT)): names_of(path.read_text(encoding="utf-8"))
        for path in paths
        if ROOT / "build" / "out" not in path.parents
    }


def unknown_errors(found: Mapping[str, Named]) -> list[str]:
    """Return the errors that docstrings name although no class and no import has that name."""
    known = set(dir(builtins)).union(*(names.known for names in found.values()))
    return [
        f"{path}:{line}: {name}"
        for path, names in found.items()
        for line, docstring in names.docstrings
        for listed in RAISED.findall(docstring)
        for name in re.findall(r"[A-Z]\w+", listed)
        if name not in known
    ]


def unwanted_starts(found: Mapping[str, Named]) -> list[str]:
    """Return the docstrings that begin with a word that only leads up to their subject."""
    return [
        f"{path}:{line}: {first}"
        for path, names in found.items()
        for line, docstring in names.docstrings
        if (first := unwanted_start(docstring))
    ]


def named_tests(found: Mapping[str, Named]) -> Iterator[tuple[str, str]]:
    """Yield the name of every test with its place."""
    for path, names in found.items():
        yield from ((f"{path}:{line}", name) for line, name in names.tests)


def unclear_names(found: Mapping[str, Named]) -> list[str]:
    """Return the names of tests that are too long, begin like no docstring may, or have a vague word."""
    unclear = []
    for place, name in named_tests(found):
        _test, *words = name.split("_")
        if len(name) > LONGEST_NAME or words[0].capitalize() in NO_FIRST_WORDS or not VAGUE.isdisjoint(words):
            unclear.append(f"{place}: {name}")
    return unclear


def vague_people(found: Mapping[str, Named]) -> list[str]:
    """Return the comments and docstrings that speak of "whoever" instead of a player, an operator or a device."""
    vague = []
    for path, names in found.items():
        about = [line for line, docstring in names.docstrings if "whoever" in docstring.lower()]
        vague += [f"{path}:{line}" for line in (*names.vague, *about)]
    return vague


def test_comments_and_docstrings_name_the_person_they_speak_of():
    assert vague_people({"a.py": names_of('x = "whoever"\n# whoever acts\ny = 1  # Whoever\n')}) == ["a.py:2", "a.py:3"]
    assert vague_people({"a.py": names_of('"""Whoever acts."""')}) == ["a.py:1"]
    found = dict(sources())
    # this file defines the docstrings that are refused
    del found["tests/project/test_docstrings.py"]
    assert vague_people(found) == []


def test_errors_that_docstrings_name_exist():
    found = sources()
    assert len(found) > 500
    assert unknown_errors(found) == []


def test_an_unknown_error_is_found_in_a_list_of_them():
    source = 'def f():\n    """Do it. Raise ValueError, Gone or LookupError."""\n'
    assert unknown_errors({"a.py": names_of(source)}) == ["a.py:1: Gone"]
    assert unknown_errors({"a.py": names_of(source), "b.py": names_of("class Gone(Exception): ...")}) == []


def modules_with_examples() -> list[str]:
    """Return the modules of the program whose docstrings have examples."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "game").rglob("*.py"))
        if ">>>" in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_work(name):
    ran = doctest.testmod(import_module(name))
    assert ran.attempted
    assert ran.failed == 0


def test_docstrings_begin_with_a_verb_or_name_the_thing():
    assert unwanted_starts(sources()) == []


@pytest.mark.parametrize(
    "source",
    [
        '"""What the tests share."""',
        'class A:\n    """Whoever plays."""',
        'def test_it():\n    """When it is late, it ends."""',
        'async def f():\n    """It\'s told."""',
    ],
)
def test_an_unwanted_first_word_is_found(source):
    assert len(unwanted_starts({"tests/a.py": names_of(source)})) == 1


def test_names_of_tests_are_clear():
    assert len([*named_tests(sources())]) > 2000
    assert unclear_names(sources()) == []


@pytest.mark.parametrize(
    "name", ["what_is_late_ends", "it_ends", "a_seat_of_somebody_is_kept", "whoever_is_late_waits", "a" * LONGEST_NAME]
)
def test_an_unclear_name_of_a_test_is_found(name):
    source = f"def test_{name}(): ...\nclass A:\n    async def test_{name}(self): ...\ndef {name}(): ..."
    assert len(unclear_names({"tests/a.py": names_of(source)})) == 2


def test_a_clear_name_of_a_test_is_accepted():
    assert unclear_names({"tests/a.py": names_of("def test_a_late_seat_is_kept(): ...")}) == []
