"""The stripped sources of the web package do the same as the repository's, on the same lines."""

import ast
import sys
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "build"))

from lean import DOCUMENTED, FUNCTIONS, lean  # noqa: E402

SOURCES = sorted((ROOT / "game").rglob("*.py"))


#: the fields of a statement that hold statements
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


def strip(node: ast.AST, in_function: bool = False) -> None:
    """Remove docstrings, and the types in functions, from a tree; a class's fields are made of theirs."""
    in_function = isinstance(node, FUNCTIONS) or (in_function and not isinstance(node, ast.ClassDef))
    if isinstance(node, FUNCTIONS):
        node.returns = None
        for part in ast.walk(node.args):
            if isinstance(part, ast.arg):
                part.annotation = None
    if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        if len(node.body) > 1 or isinstance(node, ast.Module):
            del node.body[0]
        else:
            node.body[0].value.value = ...
    for name in BODIES:
        parts = getattr(node, name, [])
        for place, part in enumerate(parts):
            strip(part, in_function)
            if in_function and isinstance(part, ast.AnnAssign) and part.value is not None:
                parts[place] = ast.copy_location(ast.Assign([part.target], part.value), part)


def executed(code: CodeType) -> tuple[object, ...]:
    """Return what is executed, and on which lines."""
    lines = [line for _start, _end, line in code.co_lines()]
    inner = [executed(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    names = (code.co_name, code.co_flags, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (*names, code.co_code, inner, lines)


def compiled(source: str) -> tuple[object, ...]:
    tree = ast.parse(source)
    strip(tree)
    return executed(compile(tree, "", "exec"))


def test_a_stripped_source_does_the_same_on_the_same_lines_and_is_a_quarter_smaller():
    whole = stripped = 0
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        bare = lean(source)
        assert compiled(bare) == compiled(source), path
        whole, stripped = whole + len(source), stripped + len(bare)
    assert stripped < 0.75 * whole


def test_hash_signs_in_strings_and_assigned_strings_stay():
    source = '"""Doc."""\nx = "# no comment"  # one\n\n\ndef f():\n    """Only words."""\n\n\ny = """\n# kept\n"""\n'
    assert lean(source) == '\nx = "# no comment"\n\n\ndef f():\n    ...\n\n\ny = """\n# kept\n"""\n'


def test_types_in_functions_are_removed():
    source = """def f(größe: int, *more: str, end: str = "->") -> dict[str, int]:
    all_: list[int] = [größe]
    only: int

    class Row(NamedTuple):
        seat: int = 1

        def g(self) -> int:
            self.x: int = 2

    def h(
        a: int,
    ) -> None:
        pass
"""
    assert (
        lean(source)
        == """def f(größe, *more, end = "->"):
    all_ = [größe]
    only: int

    class Row(NamedTuple):
        seat: int = 1

        def g(self):
            self.x = 2

    def h(
        a,
    ):
        pass
"""
    )
