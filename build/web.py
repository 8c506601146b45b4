"""Package the game for a browser: pygbag's package, and a site with its own runtime around the same one, compiled.

The files for the package are copied to a staging folder with a fixed name, because pygbag packs everything in the
folder it is given and names the package after it. Everything that is written has a fixed time, so that two runs give
the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import configparser
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import no_eval
import page_script
import policy
from environments import ROOT, WEB, environment
from lean import lean
from runtime import make as runtime

NAME = "kartenkiste"
PAGE = ROOT / "build" / "page"
#: the page that ``pygbag .`` uses: a template beside pygbag.ini, made from the sources in build/page
PLAIN = ROOT / "default.tmpl"
#: what plain pygbag leaves out, and we too: what only the native program needs, and what is not for players
SETTINGS = ROOT / "pygbag.ini"
ICON = ROOT / "favicon.png"
#: the folder for the results, unless another one is given
HOME = ROOT / "build"
PACKAGE, SITE = HOME / "web", HOME / "site"
#: the folder in which the self-contained site unpacks the package
UNPACKED = "/game"
#: folder of a result -> its archive
ZIPS = {"web": "kartenkiste-web.zip", "site": "kartenkiste-self-contained.zip"}
CDN = "https://pygame-web.github.io/cdn/0.9.3/"
#: the versions that pygbag has a runtime for, the default first
PYTHON_VERSIONS = ("3.12", "3.13")
#: the files of the package, by ending
KINDS = {"game": {".py"}, "assets": {".json", ".png", ".jpg", ".ogg", ".ttf", ".txt", ".md"}}
#: pygbag needs half a second; with a wrong argument and no network it would wait for ever
PYGBAG_TIMEOUT_S = 120
#: 1 January 2026: the time of every file of every archive
EPOCH, EPOCH_ZIP = 1_767_225_600, (2026, 1, 1, 0, 0, 0)
#: the largest number of files, so that every host accepts them
MOST_FILES = 20
#: the runtime's script that loads pygame's module
ENGINE = "pyodide.asm.js"


def unlisted_games() -> set[str]:
    """Return the folders of games that the registry does not list yet: they must not be published."""
    listed = (ROOT / "game" / "catalogue" / "registry.py").read_text(encoding="utf-8")
    folders = {path.name for path in (ROOT / "game" / "games").iterdir() if path.is_dir()}
    return {name for name in folders if not re.search(rf"\b{name}\b", listed)}


def left_out() -> tuple[set[str], set[str]]:
    """Return the folders, from the top, and the names of files in every folder that pygbag.ini leaves out."""
    settings = configparser.ConfigParser()
    settings.read(SETTINGS, encoding="utf-8")
    folders, files = (json.loads(settings["DEPENDENCIES"][key]) for key in ("ignoreDirs", "ignoreFiles"))
    return {folder.removeprefix("/") for folder in folders}, set(files)


def package_files() -> list[Path]:
    """Return the files of the package, relative to the project, in order."""
    found = [Path("main.py"), Path("LICENSE")]
    folders, files = left_out()
    folders |= {f"game/games/{name}" for name in unlisted_games()}
    for folder, endings in KINDS.items():
        rows = (path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file())
        rows = (path for path in rows if path.suffix in endings and path.name not in files)
        rows = (path for path in rows if folders.isdisjoint(parent.as_posix() for parent in path.parents))
        # copies that pygbag has recompressed, on Linux and without --no_opt
        found += [path for path in rows if not path.stem.endswith("-pygbag")]
    if strange := [str(path) for path in found if not str(path).isascii() or " " in str(path)]:
        raise SystemExit(f"Names must be plain ASCII without spaces: {', '.join(strange)}")
    if links := [str(path) for path in found if (ROOT / path).is_symlink()]:
        raise SystemExit(f"Links are not packed: {', '.join(links)}")
    return sorted(found)


def staging_folder(home: Path) -> Path:
    """Return the staging folder, whose name becomes the package's."""
    return home / "out" / "stage" / NAME


def stage(home: Path) -> list[Path]:
    """Copy the files to the staging folder, all with one time and mode; return the relative paths."""
    folder = staging_folder(home)
    shutil.rmtree(folder, ignore_errors=True)
    files = package_files()
    for path in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        source = (ROOT / path).read_bytes()
        # the entry keeps its head: pygbag reads the comments there
        slim = path.suffix == ".py" and path.name != "main.py"
        target.write_bytes(lean(source.decode()).encode() if slim else source)
        target.chmod(0o644)
        os.utime(target, (EPOCH, EPOCH))
    return files


def data_url(path: Path, kind: str) -> str:
    """Return a file as a data URL."""
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def source_of(name: str) -> str:
    """Return the text of a file in ``build/page``."""
    return (PAGE / name).read_text(encoding="utf-8")


def script(name: str) -> str:
    """Return a script of the page without its comments."""
    return page_script.without_comments(source_of(name))


def page(head: str, start: str, server: str = "") -> str:
    """Return the page with its style, its script, its logo and its font inside; ``start`` brings a runtime."""
    code = fill(page_script.joined(), SERVER=server)
    style = source_of("page.css").replace("FONT", data_url(ROOT / "assets/fonts/display.ttf", "font/ttf"))
    whole = source_of("index.html").replace("LOGO", data_url(ROOT / "assets/art/title/logo.png", "image/png"))
    parts = {"/*STYLE*/": style, "/*PAGE*/": code, "<!--HEAD-->": head, "<!--START-->": start}
    for mark, part in parts.items():
        if whole.count(mark) != 1:
            raise SystemExit(f"The page's template must have {mark} once.")
        whole = whole.replace(mark, part.strip())
    return whole


def template(server: str = "") -> str:
    """Return the page that loads pygbag's runtime from the address of ``--cdn``."""
    boot = source_of("boot_pygbag.py")
    start = (
        f"<script>\n{script('pygbag.js')}</script>\n"
        '<script type="module" id="site" src="{{cookiecutter.cdn}}pythons.js" data-os="snd,gui" data-lines="42"'
        f' data-python="python{{{{cookiecutter.PYBUILD}}}}" data-columns="132">#\n{boot}</script>'
    )
    return page("", start, server)


def pygbag(files: list[Path], cdn: str, home: Path, python_version: str, server: str = "") -> Path:
    """Run pygbag on the staged files and return its folder; raise SystemExit unless it packs exactly those."""
    python = environment("web", wanted=WEB)
    page_file, stage = home / "out" / "template.html", staging_folder(home)
    page_file.write_text(template(server), encoding="utf-8")
    command = [
        *(python, "-m", "pygbag", "--build", "--no_opt", "--PYBUILD", python_version),
        *("--ume_block", "0", "--can_close", "1", "--title", "Kartenkiste", "--cdn", cdn),
        *("--template", str(page_file), "--icon", str(ICON), "."),
    ]
    quiet = {**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=stage, env=quiet, timeout=PYGBAG_TIMEOUT_S, check=False, capture_output=True, encoding="utf-8"
    )
    folder = stage / "build" / "web"
    package = folder / f"{NAME}.apk"
    if done.returncode or not package.exists():
        raise SystemExit(f"pygbag failed ({done.returncode}):\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    with zipfile.ZipFile(package) as archive:
        packed = sorted(archive.namelist())
    if packed != sorted(f"assets/{path.as_posix()}" for path in files):
        missing = {f"assets/{path.as_posix()}" for path in files} ^ set(packed)
        raise SystemExit(f"pygbag packed other files than were staged: {', '.join(sorted(missing))}")
    return folder


def package(cdn: str = CDN, home: Path = HOME, python_version: str = PYTHON_VERSIONS[0], server: str = "") -> Path:
    """Build the folder ``web``: pygbag's package in our page, with the runtime of a Python version from ``cdn``."""
    folder, made = pygbag(stage(home), cdn, home, python_version, server), home / "web"
    make_empty(made)
    # the .tar.gz contains the time of day and the same files again
    for name in (f"{NAME}.apk", "favicon.png"):
        shutil.copyfile(folder / name, made / name)
    write_page(made, (folder / "index.html").read_text(encoding="utf-8"), cdn, server=server)
    pack(made)
    return made


def self_contained(given: str = "", home: Path = HOME, server: str = "") -> Path:
    """Build the folder ``site``: the compiled package and its own runtime. It needs no other host."""
    made, site = runtime.find(given), home / "site"
    packed = package(home=home, server=server)
    make_empty(site)
    compiled = site / f"{NAME}.apk"
    runtime.compiled(made, packed / compiled.name, compiled, "game", UNPACKED)
    # its name changes with its content, as the engine's folder does: a page never gets a package of another version
    bundle = f"{NAME}-{hashlib.sha256(compiled.read_bytes()).hexdigest()[:10]}.apk"
    compiled.rename(site / bundle)
    for path in (ICON, *sorted(PAGE.glob("*.png")), PAGE / "manifest.webmanifest"):
        shutil.copyfile(path, site / path.name)
    (site / "LICENSES.txt").write_text(licences(made), encoding="utf-8")
    engine_code = no_eval.without((made / ENGINE).read_text(encoding="utf-8"), next(made.glob("pygame_ce-*.whl")))
    # the folder's name changes with its content, so that a browser may keep it for ever
    engine = f"runtime-{digest(made, engine_code)[:10]}/"
    (site / engine).mkdir()
    for path in runtime_files(made):
        shutil.copyfile(path, site / engine / path.name)
    (site / engine / ENGINE).write_text(engine_code, encoding="utf-8")
    heavy = [path for path in runtime_files(made) if path.suffix in (".wasm", ".zip", ".whl", ".json")]
    sizes = {f"{engine}{path.name}": path.stat().st_size for path in heavy}
    sizes[bundle] = (site / bundle).stat().st_size
    head = "\n".join(
        [
            '<link rel="manifest" href="manifest.webmanifest">',
            '<link rel="apple-touch-icon" href="apple-touch-icon.png">',
            *(f'<link rel="modulepreload" href="{engine}{name}">' for name in ("pyodide.mjs", ENGINE)),
        ]
    )
    start = fill(script("pyodide.js"), FILES=sizes, BUNDLE=bundle, RUNTIME=engine, BOOT=source_of("boot_pyodide.py"))
    whole_page = page(head, f'<script type="module">\n{start}</script>', server)
    # the page counts as well: a changed style is a new version
    version = digest(site, whole_page)[:16]
    write_page(site, fill(whole_page, VERSION=version), lasting=(f"{engine}*", bundle), server=server)
    files = sorted(path for path in site.rglob("*") if path.is_file() and path.name != policy.FILE)
    kept = {path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (site / "sw.js").write_text(fill(script("sw.js"), FILES=kept, VERSION=version), encoding="utf-8")
    pack(site)
    return site


def write_page(folder: Path, html: str, cdn: str | None = None, lasting: Sequence[str] = (), server: str = "") -> None:
    """Write a page with its policy, and beside it the headers for hosts that read them; see :mod:`policy`."""
    sealed = policy.sealed(html, cdn, server)
    (folder / "index.html").write_text(sealed, encoding="utf-8")
    (folder / policy.FILE).write_text(policy.headers(sealed, lasting), encoding="utf-8")


def fill(source: str, **values: object) -> str:
    """Return a script with its placeholders filled in: ``/*NAME*/{}``, ``/*NAME*/""`` and ``"/*NAME*/"``."""
    for name, value in values.items():
        literal = json.dumps(value, ensure_ascii=False).replace("</", "<\\/")
        for placeholder in (f"/*{name}*/{{}}", f'/*{name}*/""', f'"/*{name}*/"'):
            source = source.replace(placeholder, literal)
        if f"/*{name}*/" in source:
            raise SystemExit(f"The placeholder for {name} is of no known kind.")
    return source


def runtime_files(folder: Path) -> list[Path]:
    """Return the files of the runtime that the page loads."""
    left_out = ("LICENSES.txt", runtime.STAMP)
    return sorted(path for path in folder.iterdir() if path.is_file() and path.name not in left_out)


def licences(made: Path) -> str:
    """Return the authors and licences of everything that the site ships, with the texts."""
    return source_of("licences.txt") + (made / "LICENSES.txt").read_text(encoding="utf-8")


def digest(folder: Path, *more: str) -> str:
    """Return one hash of the names and contents of a folder's files, and of further texts."""
    whole = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    for part in more:
        whole.update(hashlib.sha256(part.encode()).digest())
    return whole.hexdigest()


def zip_of(folder: Path) -> Path:
    """Return the archive of a folder that was built, beside it."""
    return folder.parent / ZIPS[folder.name]


def make_empty(folder: Path) -> None:
    """Make a folder, or delete everything in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def server_address(given: str) -> str:
    """Return the address for connections to a server, or ""; raise argparse.ArgumentTypeError for anything else."""
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("ws", "wss") or not re.fullmatch(r"[a-z0-9.:\[\]-]+", parts.netloc) or parts.query:
        raise argparse.ArgumentTypeError(f"{given!r} is no address such as wss://cards.example.org:8790")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/') or '/party'}"


def pack(folder: Path) -> None:
    """Check the number of files, give them one time, zip them and print the result."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if len(files) > MOST_FILES:
        raise SystemExit(f"{folder} has {len(files)} files; at most {MOST_FILES} are allowed.")
    target = zip_of(folder)
    with zipfile.ZipFile(target, "w") as archive:
        for path in files:
            os.utime(path, (EPOCH, EPOCH))
            row = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH_ZIP)
            row.compress_type, row.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            # a row of its own does not take the archive's level
            archive.writestr(row, path.read_bytes(), compresslevel=9)
    size = sum(path.stat().st_size for path in files)
    print(f"{folder}: {len(files)} files, {size:,} bytes")
    print(f"{target}: {target.stat().st_size:,} bytes, SHA-256 {hashlib.sha256(target.read_bytes()).hexdigest()}")


def main(rest: list[str]) -> int:
    """Read the options of ``tasks.py web``."""
    parser = argparse.ArgumentParser(prog="tasks.py web", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--self-contained", action="store_true", help="build a site with its own runtime, in build/site"
    )
    parser.add_argument("--runtime", default="", metavar="DIR", help="use this ready-made runtime folder")
    parser.add_argument("--cdn", default=CDN, help="where pygbag's runtime is loaded from (default: %(default)s)")
    parser.add_argument(
        "--python", default=PYTHON_VERSIONS[0], choices=PYTHON_VERSIONS, help="pygbag's Python (default: %(default)s)"
    )
    parser.add_argument(
        "--server",
        default="",
        type=server_address,
        metavar="wss://...",
        help="server for playing with other devices (default: the host of the page)",
    )
    given = parser.parse_args(rest)
    PLAIN.write_text(template(), encoding="utf-8")
    if given.self_contained:
        self_contained(given.runtime, server=given.server)
    else:
        package(given.cdn, python_version=given.python, server=given.server)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
