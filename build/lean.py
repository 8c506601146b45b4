"""Sources of the web package: without docstrings, comments and the types in functions, on the same lines.

Everything that is only for readers is a quarter of the sources' size on the wire. Lines keep their numbers, so that a
traceback from a browser can be read beside the repository. The types of a class's fields stay: NamedTuples are made of
them, and messages too.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: nodes with types that are not used while the program runs
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def lean(source: str) -> str:
    """Return ``source`` without docstrings, comments and types in functions; raise SyntaxError if it is no Python."""
    nodes = [*ast.walk(ast.parse(source))]
    lines = _untyped(source, nodes)
    for node in nodes:
        if not isinstance(node, DOCUMENTED) or ast.get_docstring(node, clean=False) is None:
            continue
        docstring = node.body[0]
        first, last = docstring.lineno - 1, (docstring.end_lineno or docstring.lineno) - 1
        for number in range(first, last + 1):
            lines[number] = ""
        if len(node.body) == 1 and not isinstance(node, ast.Module):
            lines[first] = " " * docstring.col_offset + "..."
    bare = "\n".join(lines) + "\n"
    lines = bare.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(bare).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(lines).rstrip() + "\n"


def _untyped(source: str, nodes: Sequence[ast.AST]) -> list[str]:
    """Return the lines without the types of arguments, results and names; types of several lines stay."""
    # the column of a node is counted in bytes
    lines = [line.encode() for line in source.splitlines()]
    cuts: set[tuple[int, int, int]] = set()
    for node in nodes:
        if not isinstance(node, FUNCTIONS):
            continue
        for part in ast.walk(node.args):
            if isinstance(part, ast.arg) and (of := part.annotation):
                _cut(cuts, of, part.lineno, part.col_offset + len(part.arg.encode()))
        for part in _own(node):
            if isinstance(part, ast.AnnAssign) and part.value and part.target.end_lineno:
                _cut(cuts, part.annotation, part.target.end_lineno, part.target.end_col_offset or 0)
        if of := node.returns:
            arrow = lines[of.lineno - 1].rfind(b"->", 0, of.col_offset)
            _cut(cuts, of, of.lineno if arrow >= 0 else 0, len(lines[of.lineno - 1][: max(arrow, 0)].rstrip()))
    for row, start, end in sorted(cuts, reverse=True):
        lines[row - 1] = lines[row - 1][:start] + lines[row - 1][end:]
    return [line.decode() for line in lines]


def _cut(cuts: set[tuple[int, int, int]], of: ast.expr, row: int, start: int) -> None:
    if row == of.lineno == of.end_lineno:
        cuts.add((row, start, of.end_col_offset or start))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements in a function, without those of classes in it: their types make their fields."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, (ast.stmt, ast.ExceptHandler, ast.match_case)) and not isinstance(part, ast.ClassDef):
            yield part
            yield from _own(part)
