"""Sources as they go into the web package: without docstrings and comments, line by line where they were.

What is only for readers is a quarter of the sources' size on the wire. Lines keep their numbers, so that a
traceback from a browser can be read beside the repository.
"""

from __future__ import annotations

import ast
import io
import tokenize

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def lean(source: str) -> str:
    """``source`` without docstrings and comments; raise SyntaxError if it is no Python."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, DOCUMENTED) or ast.get_docstring(node, clean=False) is None:
            continue
        words = node.body[0]
        first, last = words.lineno - 1, (words.end_lineno or words.lineno) - 1
        for number in range(first, last + 1):
            lines[number] = ""
        if len(node.body) == 1 and not isinstance(node, ast.Module):
            lines[first] = " " * words.col_offset + "..."
    bare = "\n".join(lines) + "\n"
    lines = bare.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(bare).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(lines).rstrip() + "\n"
