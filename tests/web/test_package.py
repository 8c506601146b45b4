"""pygbag's package: its contents, identical bytes in two runs, and its size."""

import hashlib
import marshal
import zipfile
from pathlib import Path

import pytest
import web

ROOT = Path(__file__).resolve().parent.parent.parent


def sums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file of a folder and of its zip."""
    files = [path for path in folder.rglob("*") if path.is_file()] + [web.zip_of(folder)]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_another_build_elsewhere_gives_the_same_bytes(package, site, tmp_path):
    assert sums(web.self_contained(home=tmp_path)) == sums(site)
    assert sums(tmp_path / "web") == sums(package)


def test_the_package_holds_exactly_what_is_listed(package):
    with zipfile.ZipFile(package / "kartenkiste.apk") as archive:
        names = set(archive.namelist())
    assert names == {f"assets/{path.as_posix()}" for path in web.package_files()}
    assert {"assets/main.py", "assets/game/app/app.py", "assets/assets/texts/de.json"} <= names
    assert {Path(name).parts[1] for name in names} == {"main.py", "LICENSE", "game", "assets"}


@pytest.mark.parametrize("folder", [web.PACKAGE, web.SITE])
def test_the_zip_is_ready_for_its_host(folder, request):
    request.getfixturevalue("package" if folder == web.PACKAGE else "site")
    with zipfile.ZipFile(web.zip_of(folder)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    assert "index.html" in names
    assert len(names) <= 20
    # the modules of the site are compiled: they take more room than their sources. Puzzles, the expert, the deal of the
    # day, and what teaches Twin It! and looks back at it, took 175 kB; the tables of others 40 kB; goals, films, the
    # log's rows, steps of puzzles and decisions in lessons 75 kB; tables over days, evenings, notices
    # and forty puzzles a game 60 kB; close-ups of a film, themes and reasons of puzzles 10 kB, of which a better
    # compression takes back more in the compiled package; empty pages, handovers and buzzers to try out, gestures,
    # and what hints and reviews tell of their certainty 20 kB; chips held at one device, suspense of a drawn card,
    # marks of a last gap and more kinds of moments 12 kB; a tap to one's own turn, ties on their cards, two units in a
    # review and a film's lines 8 kB; plain words about a review and smaller things of every game 4 kB; odds of sets in
    # dnuP, a film's shots that hold all that moves, pairs of the calm table that wait for a look 10 kB
    (packed,) = folder.glob("*.apk")
    assert packed.stat().st_size <= (2_477_000 if folder == web.PACKAGE else 3_207_000)


def test_the_site_has_the_package_compiled(package, site):
    (packed,) = site.glob("*.apk")
    assert packed.stem == f"kartenkiste-{hashlib.sha256(packed.read_bytes()).hexdigest()[:10]}"
    with zipfile.ZipFile(package / "kartenkiste.apk") as given, zipfile.ZipFile(packed) as made:
        modules = marshal.loads(made.read("modules"))
        for name in given.namelist():
            if name.endswith(".py") and name != "assets/main.py":
                # the place that a traceback names
                assert f"/game/{name}".encode() in modules.pop(f"/game/{name}"), name
            else:
                assert made.read(name) == given.read(name)
        assert not modules
        assert not [name for name in made.namelist() if name.endswith(".pyc")]
    (wheel,) = site.glob("runtime-*/pygame_ce-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "pygame/__init__.pyc" in archive.namelist()
        assert not [name for name in archive.namelist() if name.endswith(".py")]


def test_the_site_includes_the_licences(site):
    text = (site / "LICENSES.txt").read_text(encoding="utf-8")
    for part in ("GNU LESSER GENERAL PUBLIC LICENSE", "Mozilla Public License", "The FreeType Project", "zlib"):
        assert part in text
    for name in ("index.html", "sw.js"):
        assert "http" not in (site / name).read_text(encoding="utf-8").replace("http-equiv", "")


def test_a_file_name_with_unsafe_characters_is_refused(tmp_path, monkeypatch):
    for name in ("game/catalogue/registry.py", "game/games/g.py", "assets/Über.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(web, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="ASCII"):
        web.package_files()


def test_a_folder_without_a_runtime_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="a runtime folder; it lacks"):
        web.self_contained(str(tmp_path))
