"""Run by Pyodide itself: archives of Python sources as compiled modules, by the very Python that will run them.

What ships as sources is compiled at every start of the page, which takes longer than running it. Lines and names in a
traceback are those of the sources. The result is the same on every machine, see ``STDLIB_SHA256`` in ``make.py``.
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
import zipfile

#: parts of the standard library that a page never imports, by how their paths begin. A test imports all others
UNUSED = {
    "other programs": """idlelib/ lib2to3/ turtledemo/ ensurepip/ pydoc_data/ tkinter/ test/ unittest/ distutils/ venv/
        wsgiref/ dbm/ curses/ _pyrepl/ turtle.py this.py antigravity.py pydoc.py pickletools.py cProfile.py profile.py
        pstats.py trace.py tabnanny.py pyclbr.py optparse.py pdb.py bdb.py cmd.py doctest.py timeit.py zipapp.py
        compileall.py modulefinder.py symtable.py asyncio/__main__.py pyodide/console.py __hello__.py __phello__/""",
    "formats and tools for others": """xml/ xmlrpc/ html/ tomllib/ zoneinfo/ _markupbase.py configparser.py plistlib.py
        wave.py mailbox.py mimetypes.py netrc.py shelve.py fractions.py statistics.py filecmp.py fileinput.py
        getpass.py sched.py logging/handlers.py logging/config.py""",
    "for other systems": """ctypes/ multiprocessing/ concurrent/futures/process.py asyncio/windows_
        asyncio/proactor_events.py pty.py tty.py _android_support.py _apple_support.py _ios_support.py""",
    "in place of what is there in C": "_pyio.py _pydatetime.py _pydecimal.py",
    "the web by sockets": """imaplib.py smtplib.py ftplib.py poplib.py socketserver.py webbrowser.py http/client.py
        http/server.py http/cookie urllib/request.py urllib/robotparser.py urllib/response.py urllib/error.py""",
    "newer parser of mails": """email/mime/ email/_header_value_parser.py email/headerregistry.py
        email/contentmanager.py email/policy.py""",
    # but for that of archives (cp437)
    "alphabets other than Unicode": """encodings/cp0 encodings/cp1 encodings/cp2 encodings/cp42 encodings/cp5
        encodings/cp7 encodings/cp8 encodings/cp9 encodings/iso encodings/mac_ encodings/koi8 encodings/big5
        encodings/euc_ encodings/gb encodings/hp_roman8 encodings/hz encodings/johab encodings/kz1048 encodings/palmos
        encodings/ptcp154 encodings/shift_jis encodings/tis_620 encodings/mbcs encodings/oem encodings/bz2_
        encodings/uu_ encodings/quopri_ encodings/rot_13""",
}
LEFT_OUT = tuple(path for paths in UNUSED.values() for path in paths.split())
#: in a game's archive: path -> compiled module, for ``boot_pyodide.py``. As files they would each be unpacked, looked
#: for and read, which takes longer than half of them take to run
MODULES = "modules"
#: the flag of a compiled module that is never checked against its source
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)


class Deferred(ast.NodeTransformer):
    """NamedTuples whose types stay strings until they are looked up: making one compiles each of these by itself.

    That is a third of what importing them costs. The fields come as types that need no compiling, and the strings take
    their place right behind the class, so that their readers (``typing.get_type_hints``) find the usual values.
    """

    def visit_ClassDef(self, node: ast.ClassDef) -> list[ast.stmt]:
        """Return the class with its fields as plain names, and a statement that gives them their types back."""
        self.generic_visit(node)
        if not any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases):
            return [node]
        types: dict[str, str] = {}
        body: list[ast.stmt] = []
        for row in node.body:
            if not (isinstance(row, ast.AnnAssign) and isinstance(row.target, ast.Name)):
                body.append(row)
                continue
            types[row.target.id] = ast.unparse(row.annotation)
            if row.value is not None:
                body.append(ast.copy_location(ast.Assign([row.target], row.value), row))
        node.body = [_parsed(f"__annotations__ = {dict.fromkeys(types)!r}", node), *body]
        return [node, _parsed(f"{node.name}.__annotations__ = {types!r}", node)]


def _parsed(source: str, beside: ast.stmt) -> ast.stmt:
    """Return a line of our own, in place of the one in the sources."""
    (made,) = ast.parse(source).body
    for part in ast.walk(made):
        ast.copy_location(part, beside)
    return made


def rewrite(given_path: str, made_path: str, kind: str, root: str) -> None:
    """Rewrite an archive whose content will be in the folder ``root``.

    A "library" comes without docstrings and without modules that no page imports, not compressed, because the web
    server does that better. Of a "game" all modules but the one that is run become one file, see ``MODULES``.
    """
    library = kind == "library"
    left_out = LEFT_OUT if library else ()
    way = zipfile.ZIP_STORED if library else zipfile.ZIP_DEFLATED
    modules: dict[str, bytes] = {}
    with zipfile.ZipFile(given_path) as given, zipfile.ZipFile(made_path, "w") as made:

        def write(name: str, content: bytes) -> None:
            row = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            row.compress_type = way
            # a row of its own does not take the archive's level
            made.writestr(row, content, compresslevel=9)

        for name in sorted(given.namelist()):
            if name.endswith("/") or name.startswith(left_out):
                continue
            content = given.read(name)
            if not name.endswith(".py") or name.endswith("/main.py"):
                write(name, content)
                continue
            source = content if library else Deferred().visit(ast.parse(content))
            code = compile(source, f"{root}/{name}", "exec", dont_inherit=True, optimize=2 if library else 0)
            if library:
                write(f"{name}c", importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))
            else:
                modules[f"{root}/{name}"] = marshal.dumps(code)
        if modules:
            # in this version equal things give equal bytes, whatever else refers to them
            write(MODULES, marshal.dumps(modules, 2))
