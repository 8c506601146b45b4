"""Run by Pyodide itself: archives of Python sources as compiled modules, by the very Python that will run them.

What ships as sources is compiled at every start of the page, which takes longer than running it. Lines and names in a
traceback are those of the sources. The result is the same on every machine, see ``STDLIB_SHA256`` in ``pins.py``.
"""

from __future__ import annotations

import importlib.util
import marshal
import zipfile

#: of the standard library: what a page never imports
LEFT_OUT = (
    *("idlelib/", "lib2to3/", "turtledemo/", "ensurepip/", "pydoc_data/", "tkinter/", "test/", "unittest/"),
    *("distutils/", "venv/", "wsgiref/", "dbm/", "curses/", "_pyrepl/", "xmlrpc/", "multiprocessing/"),
    *("turtle.py", "this.py", "antigravity.py", "mailbox.py", "imaplib.py", "smtplib.py", "ftplib.py", "poplib.py"),
    *("pdb.py", "doctest.py", "pydoc.py", "pickletools.py", "socketserver.py", "webbrowser.py", "cProfile.py"),
    *("profile.py", "pstats.py", "trace.py", "tabnanny.py", "pyclbr.py", "netrc.py", "optparse.py"),
)
#: the flag of a compiled module that is never checked against its source
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)


def rewrite(given_path: str, made_path: str, kind: str, root: str) -> None:
    """Write an archive anew whose content will lie in the folder ``root``.

    A "library" comes without docstrings and what no page imports, not compressed, because the web server does that
    better. A "game" keeps the one module that is run and not imported.
    """
    library = kind == "library"
    left_out = LEFT_OUT if library else ()
    way = zipfile.ZIP_STORED if library else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(given_path) as given, zipfile.ZipFile(made_path, "w", way, compresslevel=9) as made:
        for name in sorted(given.namelist()):
            if name.endswith("/") or name.startswith(left_out):
                continue
            content, target = given.read(name), name
            if name.endswith(".py") and not name.endswith("/main.py"):
                code = compile(content, f"{root}/{name}", "exec", dont_inherit=True, optimize=2 if library else 0)
                content, target = importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code), f"{name}c"
            row = zipfile.ZipInfo(target, (2026, 1, 1, 0, 0, 0))
            row.compress_type = way
            made.writestr(row, content)
