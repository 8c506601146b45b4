"""Mutants: changes of a single line of a program, as by a slip, which tests should notice.

Every change is made in the text of the line, so that a mutant can be read as a difference; what does not compile, or
compiles to the same, is none. Annotations, docstrings and code for the type checker alone are left alone.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import NamedTuple

#: an operator in the source -> its replacements
COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "in": ("not in",),
    "not in": ("in",),
    "is": ("is not",),
    "is not": ("is",),
}
ARITHMETIC = {
    "+": ("-",),
    "-": ("+",),
    "*": ("+", "/"),
    "/": ("*",),
    "//": ("/", "*"),
    "%": ("//",),
    "**": ("*",),
    "|": ("&",),
    "&": ("|",),
    "<<": (">>",),
    ">>": ("<<",),
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
#: statements without which a program still runs
REMOVABLE = (ast.AugAssign, ast.Raise, ast.Delete)
#: assignments without behaviour
SILENT = {"__slots__", "__all__", "__match_args__"}
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Statement(NamedTuple):
    """The place of a statement, and the names that hold its result if it runs at import, or none."""

    line: int
    column: int
    names: frozenset[str] = frozenset()


class Mutant(NamedTuple):
    """One changed line of one file."""

    #: from the project's folder, with forward slashes
    path: str
    line: int
    #: the kind of change
    operator: str
    before: str
    after: str
    #: the innermost statement that is changed
    statement: Statement

    def source(self, text: str) -> str:
        """Return the file's text with the line changed."""
        lines = text.splitlines(keepends=True)
        assert lines[self.line - 1].rstrip("\r\n") == self.before
        ending = lines[self.line - 1][len(self.before) :]
        return "".join([*lines[: self.line - 1], self.after + ending, *lines[self.line :]])


class Edit(NamedTuple):
    """A part of a line, in bytes from its beginning, and its replacement."""

    line: int
    start: int
    end: int
    text: str
    operator: str


def proposed(path: str, text: str) -> list[Mutant]:
    """Yield possible mutants of a file, in the order of its lines: see :func:`is_another`."""
    lines = text.splitlines()
    found: dict[tuple[int, str], Mutant] = {}
    for statement, edit in _Reader(lines).read(ast.parse(text)):
        before = lines[edit.line - 1]
        content = before.encode()
        after = (content[: edit.start] + edit.text.encode() + content[edit.end :]).decode()
        if after != before:
            found.setdefault((edit.line, after), Mutant(path, edit.line, edit.operator, before, after, statement))
    return sorted(found.values(), key=lambda mutant: (mutant.line, mutant.operator, mutant.after))


def is_another(mutant: Mutant, text: str) -> bool:
    """Return whether the mutant of a file's text compiles, and to something else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(mutant.source(text))
            compile(tree, "mutant", "exec")
    except (SyntaxError, SyntaxWarning, ValueError):
        return False
    return ast.dump(tree) != ast.dump(ast.parse(text))


class _Reader:
    """A walk through a tree that proposes edits."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = [line.encode() for line in lines]

    def read(self, tree: ast.Module) -> Iterator[tuple[Statement, Edit]]:
        """Yield every edit with its innermost statement."""
        yield from self._body(tree.body, None, frozenset())

    # ---- statements -------------------------------------------------------------------------------

    def _body(
        self, body: list[ast.stmt], function: ast.AST | None, names: frozenset[str]
    ) -> Iterator[tuple[Statement, Edit]]:
        for row in body:
            if _is_docstring(row) or isinstance(row, (ast.Import, ast.ImportFrom)) or _is_for_types(row):
                continue
            yield from self._statement(row, function, names)

    def _statement(
        self, row: ast.stmt, function: ast.AST | None, names: frozenset[str]
    ) -> Iterator[tuple[Statement, Edit]]:
        defined = _defined(row)
        if defined & SILENT:
            return
        # inside a function the line itself is run by tests; outside, its result is used elsewhere
        place = Statement(row.lineno, row.col_offset, frozenset() if function else names | defined)
        yield from ((place, edit) for edit in self._of_statement(row))
        inner = row if isinstance(row, FUNCTION) else function
        for name, part in ast.iter_fields(row):
            if name in ("annotation", "returns", "type_params", "type_comment"):
                continue
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.expr):
                    yield from ((place, edit) for edit in self._expression(child, isinstance(row, ast.Raise)))
                elif isinstance(child, ast.arguments):
                    for default in [*child.defaults, *(each for each in child.kw_defaults if each)]:
                        yield from ((place, edit) for edit in self._expression(default, False))
                elif isinstance(child, ast.withitem):
                    yield from ((place, edit) for edit in self._expression(child.context_expr, False))
                elif isinstance(child, ast.ExceptHandler):
                    yield from self._body(child.body, inner, place.names)
                elif isinstance(child, ast.match_case):
                    if child.guard:
                        yield from ((place, edit) for edit in self._condition(child.guard))
                        yield from ((place, edit) for edit in self._expression(child.guard, False))
                    yield from self._body(child.body, inner, place.names)
            if name in ("body", "orelse", "finalbody") and isinstance(part, list):
                yield from self._body(part, inner, place.names)

    def _of_statement(self, row: ast.stmt) -> Iterator[Edit]:
        """Yield edits of a statement as a whole."""
        if isinstance(row, (ast.If, ast.While)):
            yield from self._condition(row.test)
        elif isinstance(row, ast.Return):
            if row.value and not (isinstance(row.value, ast.Constant) and row.value.value is None):
                yield from self._replaced(row, "return None", "return value")
        elif isinstance(row, (ast.Break, ast.Continue)):
            yield from self._replaced(row, "continue" if isinstance(row, ast.Break) else "break", "loop")
        elif isinstance(row, REMOVABLE) or _calls(row) or _sets_a_part(row):
            yield from self._replaced(row, "pass", "removed statement")
        if isinstance(row, ast.AugAssign):
            yield from self._between(row.target, row.value, ARITHMETIC, "arithmetic", "=")

    # ---- expressions ------------------------------------------------------------------------------

    def _expression(self, node: ast.expr, raised: bool) -> Iterator[Edit]:
        """Yield edits in an expression; the words of exceptions do not count."""
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from self._expression(part.value, raised)
            return
        yield from self._of_expression(node, raised)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self._expression(child, raised)
            elif isinstance(child, ast.comprehension):
                yield from self._expression(child.iter, raised)
                for test in child.ifs:
                    yield from self._condition(test)
                    yield from self._expression(test, raised)
            elif isinstance(child, ast.keyword):
                yield from self._expression(child.value, raised)
            elif isinstance(child, ast.arguments):
                for default in child.defaults:
                    yield from self._expression(default, raised)

    def _of_expression(self, node: ast.expr, raised: bool) -> Iterator[Edit]:
        match node:
            case ast.Compare():
                for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
                    yield from self._between(left, right, COMPARISONS, "comparison")
            case ast.BinOp():
                yield from self._between(node.left, node.right, ARITHMETIC, "arithmetic")
            case ast.BoolOp():
                yield from self._boolean(node)
            case ast.UnaryOp(op=ast.Not()):
                yield Edit(node.lineno, node.col_offset, node.col_offset + len("not "), "", "boolean")
            case ast.UnaryOp(op=ast.USub()):
                yield Edit(node.lineno, node.col_offset, node.col_offset + 1, "", "arithmetic")
            case ast.IfExp():
                yield from self._condition(node.test)
            case ast.Constant():
                yield from self._constant(node, raised)
            case ast.Call():
                yield from self._call(node)

    def _boolean(self, node: ast.BoolOp) -> Iterator[Edit]:
        for left, right in zip(node.values, node.values[1:], strict=False):
            words = {"and": ("or",), "or": ("and",)}
            yield from self._between(left, right, words, "boolean")
            if left.end_lineno == right.lineno == left.lineno == right.end_lineno:
                yield Edit(left.lineno, left.col_offset, right.col_offset, "", "boolean")
                assert left.end_col_offset is not None
                assert right.end_col_offset is not None
                yield Edit(left.lineno, left.end_col_offset, right.end_col_offset, "", "boolean")

    def _constant(self, node: ast.Constant, raised: bool) -> Iterator[Edit]:
        value = node.value
        if isinstance(value, bool):
            yield from self._replaced(node, str(not value), "constant")
        elif isinstance(value, int):
            yield from self._replaced(node, str(value + 1), "constant")
            if value:
                yield from self._replaced(node, str(value - 1), "constant")
        elif isinstance(value, float):
            yield from self._replaced(node, repr(value * 2 if value else 1.0), "constant")
        elif isinstance(value, str) and value and not raised:
            yield from self._replaced(node, '""', "constant")

    def _call(self, node: ast.Call) -> Iterator[Edit]:
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            yield from self._replaced(node.func, FUNCTIONS[node.func.id], "function")
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            return  # the order of the comparands means nothing
        for left, right in zip(node.args, node.args[1:], strict=False):
            if isinstance(left, ast.Starred) or isinstance(right, ast.Starred):
                continue
            if (first := self._text(left)) is None or (second := self._text(right)) is None or first == second:
                continue
            if left.lineno == right.lineno:
                assert left.end_col_offset is not None
                assert right.end_col_offset is not None
                between = self.lines[left.lineno - 1][left.end_col_offset : right.col_offset].decode()
                text = second + between + first
                yield Edit(left.lineno, left.col_offset, right.end_col_offset, text, "swapped arguments")

    def _condition(self, test: ast.expr) -> Iterator[Edit]:
        if text := self._text(test):
            yield from self._replaced(test, f"not ({text})", "negated condition")

    # ---- text -------------------------------------------------------------------------------------

    def _text(self, node: ast.expr | ast.stmt) -> str | None:
        """Return the source of a node on one line."""
        if node.lineno != node.end_lineno:
            return None
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def _replaced(self, node: ast.expr | ast.stmt, text: str, operator: str) -> Iterator[Edit]:
        if node.lineno == node.end_lineno and node.end_col_offset is not None:
            yield Edit(node.lineno, node.col_offset, node.end_col_offset, text, operator)

    def _between(
        self, left: ast.expr, right: ast.expr, others: Mapping[str, tuple[str, ...]], operator: str, ending: str = ""
    ) -> Iterator[Edit]:
        """Yield other operators between two operands on one line."""
        if left.end_lineno != right.lineno or left.end_col_offset is None:
            return
        between = self.lines[right.lineno - 1][left.end_col_offset : right.col_offset].decode()
        # the operands' own brackets may be around it
        sign = between.strip("() \t")
        if ending:
            sign = sign.removesuffix(ending)
        sign = re.sub(r"\s+", " ", sign)
        start = left.end_col_offset + between.find(sign)
        for other in others.get(sign, ()):
            yield Edit(right.lineno, start, start + len(sign), other, operator)


def _is_docstring(row: ast.stmt) -> bool:
    return isinstance(row, ast.Expr) and isinstance(row.value, ast.Constant)


def _is_for_types(row: ast.stmt) -> bool:
    return isinstance(row, ast.If) and isinstance(row.test, ast.Name) and row.test.id == "TYPE_CHECKING"


def _calls(row: ast.stmt) -> bool:
    return isinstance(row, ast.Expr) and isinstance(row.value, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom))


def _sets_a_part(row: ast.stmt) -> bool:
    """Return whether it only changes something that exists already."""
    return isinstance(row, ast.Assign) and all(isinstance(each, (ast.Attribute, ast.Subscript)) for each in row.targets)


def _defined(row: ast.stmt) -> frozenset[str]:
    """Return the names that a statement assigns."""
    if isinstance(row, (*FUNCTION, ast.ClassDef)):
        return frozenset({row.name})
    targets = row.targets if isinstance(row, ast.Assign) else [row.target] if isinstance(row, ast.AnnAssign) else []
    return frozenset(node.id for each in targets for node in ast.walk(each) if isinstance(node, ast.Name))


def readers_of(names: frozenset[str], tree: ast.Module) -> tuple[set[Statement], frozenset[str]]:
    """Return the statements in functions that read one of these names, and the names made of them outside functions.

    A function with such a name as a default argument reads it where it begins.
    """
    found: set[Statement] = set()
    made: set[str] = set()
    for row in ast.walk(tree):
        if isinstance(row, FUNCTION) and row.name in names:
            first = next((each for each in row.body if not _is_docstring(each)), row.body[0])
            found.add(Statement(first.lineno, first.col_offset))

    def look(row: ast.stmt, function: bool, defined: frozenset[str]) -> None:
        defined |= _defined(row)
        inner = function or isinstance(row, FUNCTION)
        for part in ast.iter_child_nodes(row):
            below = [node for node in ast.walk(part) if isinstance(node, ast.stmt)]
            own = {id(node) for each in below for node in ast.walk(each)}
            if any(_reads(node, names) for node in ast.walk(part) if id(node) not in own):
                if function:
                    found.add(Statement(row.lineno, row.col_offset))
                else:
                    made.update(defined)
        for below_row in _statements_in(row):
            look(below_row, inner, frozenset() if inner else defined)

    for row in tree.body:
        look(row, False, frozenset())
    return found, frozenset(made)


def _statements_in(row: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements right below, also those in handlers and cases."""
    for part in ast.iter_child_nodes(row):
        if isinstance(part, ast.stmt):
            yield part
        elif isinstance(part, (ast.ExceptHandler, ast.match_case)):
            yield from _statements_in(part)


def _reads(node: ast.AST, names: frozenset[str]) -> bool:
    if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
        return False
    return (node.id if isinstance(node, ast.Name) else node.attr) in names
