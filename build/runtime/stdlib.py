"""Run by Pyodide itself: its standard library as compiled modules, without what a page never imports.

Pyodide ships sources, which would be compiled at every start. The result is of the very Python that will run it,
without docstrings, and not compressed, because the web server does that better. It is the same on every machine, see
``STDLIB_SHA256`` in ``pins.py``.
"""

from __future__ import annotations

import importlib.util
import marshal
import zipfile

LEFT_OUT = (
    *("idlelib/", "lib2to3/", "turtledemo/", "ensurepip/", "pydoc_data/", "tkinter/", "test/", "unittest/"),
    *("distutils/", "venv/", "wsgiref/", "dbm/", "curses/", "_pyrepl/", "xmlrpc/", "multiprocessing/"),
    *("turtle.py", "this.py", "antigravity.py", "mailbox.py", "imaplib.py", "smtplib.py", "ftplib.py", "poplib.py"),
    *("pdb.py", "doctest.py", "pydoc.py", "pickletools.py", "socketserver.py", "webbrowser.py", "cProfile.py"),
    *("profile.py", "pstats.py", "trace.py", "tabnanny.py", "pyclbr.py", "netrc.py", "optparse.py"),
)
#: the flag of a compiled module that is never checked against its source
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)


def rewrite(given_path: str, made_path: str) -> None:
    """Write the archive anew."""
    with zipfile.ZipFile(given_path) as given, zipfile.ZipFile(made_path, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(given.namelist()):
            if name.endswith("/") or name.startswith(LEFT_OUT):
                continue
            content, target = given.read(name), name
            if name.endswith(".py"):
                code = compile(content, f"/lib/python313.zip/{name}", "exec", dont_inherit=True, optimize=2)
                content, target = importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code), f"{name}c"
            made.writestr(zipfile.ZipInfo(target, (2026, 1, 1, 0, 0, 0)), content)
