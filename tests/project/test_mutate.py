"""The task that mutates single lines of the game: which mutants it makes, and whether tests notice them."""

import ast
from pathlib import Path

import mutate
import mutation_plugin
import pytest
from mutants import Mutant, is_another, proposed, readers_of

CODE = '''"""A module."""

LEAST = 3


def is_large(number: int, least: int = LEAST) -> bool:
    """Whether a number is large."""
    if number < 0:
        raise ValueError("below nothing")
    return number >= least


def steps(number: int) -> int:
    """How many halvings lead to nothing."""
    count = 0
    while number > 0:
        number = number // 2
        count += 1
    return count


def unused(words: list[str]) -> str:
    """Nobody calls it."""
    return ", ".join(words)
'''
TESTS = """
from game.core.sums import is_large, steps

def test_large():
    assert is_large(4)
    assert not is_large(1)

def test_steps():
    assert steps(5) == 3

def test_that_fails_anyway():
    assert steps(0) == 7
"""


def mutants_by_line(code: str) -> set[str]:
    """Return every mutant of a piece of code, by the changed line."""
    return {mutant.after.strip() for mutant in proposed("x.py", code) if is_another(mutant, code)}


# ---- mutants -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("a = b < c", {"a = b <= c", "a = b >= c"}),
        ("a = b not in c", {"a = b in c"}),
        ("a = (b) is not (c)", {"a = (b) is (c)"}),
        ("a = b + c", {"a = b - c"}),
        ("a += b", {"a -= b", "pass"}),
        ("a = b and c", {"a = b or c", "a = b", "a = c"}),
        ("a = not (b or c)", {"a = (b or c)", "a = not (b and c)", "a = not (c)", "a = not (b)"}),
        ("a = 1", {"a = 2", "a = 0"}),
        ("a = True", {"a = False"}),
        ("a = -b", {"a = b"}),
        ("a = 'ä', 'b'", {"a = \"\", 'b'", "a = 'ä', \"\""}),
        ("a = f(b, c, d=e)", {"a = f(c, b, d=e)"}),
        ("a = max(b)", {"a = min(b)"}),
        ("a = max(b, c)", {"a = min(b, c)"}),
        ("a = b if c else d", {"a = b if not (c) else d"}),
        ("a = [b for b in c if b]", {"a = [b for b in c if not (b)]"}),
        ("f()", {"pass"}),
        ("a.b = c", {"pass"}),
        ("raise A('why')", {"pass"}),
        (
            "def f(a: 'int' = 1) -> 'str': g()",
            {"def f(a: 'int' = 2) -> 'str': g()", "def f(a: 'int' = 0) -> 'str': g()"},
        ),
    ],
)
def test_a_line_is_mutated_as_by_a_slip(line, wanted):
    assert mutants_by_line(line) >= wanted
    assert mutants_by_line(line) <= wanted | {"def f(a: 'int' = 1) -> 'str': pass"}


def test_blocks_are_mutated_too_and_keep_their_place():
    code = "def f(a):\n    while a:\n        if a == 1:\n            break\n        a = g(a)\n    return a\n"
    wanted = {"while not (a):", "if not (a == 1):", "if a != 1:", "if a == 2:", "if a == 0:", "continue", "return None"}
    assert mutants_by_line(code) == wanted
    (loop,) = (mutant for mutant in proposed("x.py", code) if mutant.after.strip() == "continue")
    assert (loop.line, loop.statement.line, loop.statement.column) == (4, 4, 12)
    assert loop.source(code) == code.replace("break", "continue")


@pytest.mark.parametrize(
    "code",
    [
        '"""Words."""',
        "a: 'b'",
        "__slots__ = ('a', 'b')",
        "if TYPE_CHECKING:\n    a = 1",
        "from a import b",
        "def f() -> None:\n    '''Words.'''",
        "a = b\n",
        "return_value: list[int]",
    ],
)
def test_code_without_behaviour_is_not_mutated(code):
    assert mutants_by_line(code) == set()


def test_a_mutant_that_does_not_compile_or_changes_nothing_is_dropped():
    plain = next(mutant for mutant in proposed("x.py", "a = b + c"))
    assert not is_another(plain._replace(after="a = b +"), "a = b + c")
    assert not is_another(plain._replace(after="a = (b + c)"), "a = b + c")
    assert not is_another(plain._replace(after="a = b is 'c'"), "a = b + c")


def test_readers_are_found_under_every_name():
    tree = ast.parse("A = 1\nB = A + 1\nclass C:\n    D = B\n    def f(self, x=A):\n        return self.D\n")
    places, made = readers_of(frozenset({"A"}), tree)
    assert (places, made) == (set(), {"B", "C", "f"})
    places, made = readers_of(frozenset({"D"}), tree)
    assert [place.line for place in places] == [6]


# ---- the selection --------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path) -> Path:
    for path, text in {"game/core/sums.py": CODE, "tests/test_sums.py": TESTS, "pyproject.toml": ""}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_same_seed_gives_the_same_mutants_one_per_line():
    areas = mutate.areas_of(mutate.ROOT)
    assert set(areas) == {"rules", "bots", "core", "engine", "scenes", "table", "host"}
    assert "game/games/nein_danke/scoring.py" in areas["rules"]
    assert "game/games/nein_danke/judgement.py" in areas["bots"]
    assert not any(Path(path).stem in ("table", "picture") for path in areas["rules"] + areas["bots"])
    # the two longest files: a short one may have too few mutants
    few = {
        name: sorted(paths, key=lambda path: (mutate.ROOT / path).stat().st_size)[-2:] for name, paths in areas.items()
    }
    first, again, other = (mutate.chosen(mutate.ROOT, few, 14, seed) for seed in (4, 4, 5))
    assert first == again != other
    assert len({(mutant.path, mutant.line) for mutant in first}) == len(first) == 14
    assert all(sum(mutant.path in paths for mutant in first) == 2 for paths in few.values())


def test_a_small_project_gives_all_its_mutants(project):
    found = mutate.chosen(project, {"core": ["game/core/sums.py"]}, 100, 1)
    lines = {number for number, line in enumerate(CODE.splitlines(), 1) if line.strip()}
    assert {mutant.line for mutant in found} < lines
    assert len(found) > 8


# ---- detection -----------------------------------------------------------------------------------------


def mutant(before: str, after: str) -> Mutant:
    """Return the mutant of the small project that changes one line to another."""
    return next(
        found
        for found in proposed("game/core/sums.py", CODE)
        if (found.before.strip(), found.after.strip()) == (before, after)
    )


def test_mutants_are_killed_by_the_tests_that_reach_them_or_survive(project, capsys, monkeypatch):
    monkeypatch.setattr(mutate, "PATIENCE_S", 0.5)
    mutants = [
        mutant("return number >= least", "return number < least"),
        mutant("return number >= least", "return number > least"),
        mutant("while number > 0:", "while number >= 0:"),
        mutant('return ", ".join(words)', "return None"),
        mutant("LEAST = 3", "LEAST = 4"),
        mutant("if number < 0:", "if not (number < 0):"),
    ]
    verdicts = list(mutate.mutate(project, mutants, ["tests"]))
    large, steps = "tests/test_sums.py::test_large", "tests/test_sums.py::test_steps"
    assert [verdict.killer for verdict in verdicts] == [large, "", steps, "", "", large]
    # a constant is reached where a function uses it, here as a default argument
    assert [verdict.tests for verdict in verdicts] == [1, 1, 1, 0, 1, 1]
    assert (project / "game/core/sums.py").read_text(encoding="utf-8") == CODE
    said = capsys.readouterr().out
    assert "fails without any mutant: tests/test_sums.py::test_that_fails_anyway" in said
    words = mutate.told(verdicts[1])
    assert "SURVIVED game/core/sums.py:10 comparison, 1 tests reach it" in words
    assert words.endswith("-    return number >= least\n      +    return number > least")


def test_tests_that_cannot_be_run_give_no_verdict(project):
    (project / "tests/test_sums.py").write_text("import nothing_like_this", encoding="utf-8")
    with pytest.raises(SystemExit, match="can't be run"):
        list(mutate.mutate(project, [mutant("LEAST = 3", "LEAST = 4")], ["tests"]))


def test_tests_of_the_same_name_come_first_and_then_the_quickest():
    rows = [
        mutate.Reached(f"tests/test_{name}.py::test_x", frozenset(), seconds)
        for name, seconds in (("push_rules", 3.0), ("golden", 0.1), ("push_table", 0.2), ("laws", 2.0))
    ]
    changed = Mutant("game/games/push/rules.py", 1, "", "", "", proposed("x", "a = 1")[0].statement)
    assert [row.nodeid[11:-11] for row in mutate.promising(changed, rows)] == [
        "push_rules",
        "push_table",
        "golden",
        "laws",
    ]


def test_without_its_environment_variable_the_plugin_does_nothing(monkeypatch, pytestconfig):
    monkeypatch.delenv(mutation_plugin.VARIABLE, raising=False)
    before = pytestconfig.pluginmanager.get_plugins()
    mutation_plugin.pytest_configure(pytestconfig)
    assert pytestconfig.pluginmanager.get_plugins() == before


def test_the_mutants_can_be_listed(capsys):
    assert mutate.main(["--list", "--paths", "game/core/rng.py", "--count", "3"]) == 0
    assert capsys.readouterr().out.count("game/core/rng.py:") == 3
