#!/usr/bin/env python3.13
"""Inside the toolchain's chroot: Pyodide's standard library as compiled modules, without what a page never imports.

Usage: ``stdlib.py IN.zip OUT.zip``. Pyodide ships sources, which would be compiled at every start. The result is of
the same Python version, without docstrings, and not compressed, because the web server does that better.
"""

from __future__ import annotations

import importlib.util
import marshal
import sys
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


def main() -> int:
    """Rewrite the archive."""
    if sys.version_info[:2] != (3, 13):
        raise SystemExit("The modules must be compiled by the Python that will run them, 3.13.")
    with zipfile.ZipFile(sys.argv[1]) as given, zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_STORED) as made:
        for name in sorted(given.namelist()):
            if name.endswith("/") or name.startswith(LEFT_OUT):
                continue
            content = given.read(name)
            if name.endswith(".py"):
                code = compile(content, f"/lib/python313.zip/{name}", "exec", dont_inherit=True, optimize=2)
                content, name = importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code), f"{name}c"
            made.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
