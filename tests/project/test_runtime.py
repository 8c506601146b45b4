"""The parts of the browser runtime in the repository, and the messages if one cannot be fetched."""

import ast
import hashlib
import json
import shutil
import sys
import types
import typing
import zipfile

import pytest
from runtime import built_from, compiled, make, pins, pyodide, recipe


def test_the_kept_wheel_is_complete_and_of_the_pinned_version():
    package = make.wheel()
    assert package.name == f"pygame_ce-{pins.PYGAME}-{pins.TAGS[0]}-{'-'.join(pins.TAGS)}.whl"
    with zipfile.ZipFile(package) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        rows = archive.read(f"pygame_ce-{pins.PYGAME}.dist-info/RECORD").decode().splitlines()
    assert [row.split(",")[0] for row in rows] == names
    assert f"pygame/{pins.MODULE}" in names
    # the LGPL is there for the library, and the terms of everything linked into it beside it
    assert any(name.endswith("LGPL.txt") for name in names)
    told = (make.BUILT / "LICENSES.txt").read_text(encoding="utf-8")
    for pin in (pins.PYGAME_SHA256, pins.PYODIDE_SHA256, *(version for _name, version, _hash in pins.SOURCES)):
        assert pin in told
    for patch in sorted((recipe.HERE / "patches").glob("*.patch")):
        assert patch.read_text(encoding="utf-8").strip() in told


def test_the_lock_names_the_kept_wheel(tmp_path):
    (tmp_path / "pyodide-lock.json").write_text('{"info": {"abi": 1}, "packages": {"numpy": {}}}', encoding="utf-8")
    found = json.loads(make.lock(tmp_path, make.wheel()))
    assert found["info"] == {"abi": 1}
    assert list(found["packages"]) == ["pygame-ce"]
    assert found["packages"]["pygame-ce"]["sha256"] == hashlib.sha256(make.wheel().read_bytes()).hexdigest()


@pytest.mark.parametrize("change", ["other", "missing", "more"])
def test_a_rebuilt_wheel_that_differs_fails_and_is_named(tmp_path, capsys, change):
    fresh = shutil.copytree(make.BUILT, tmp_path / "fresh")
    assert recipe.compare(fresh, make.BUILT) == 0
    assert "DIFFERS" not in capsys.readouterr().out
    path = fresh / make.wheel().name
    match change:
        case "other":
            path.write_bytes(path.read_bytes()[:-1] + b"\1")
        case "missing":
            path.unlink()
        case _:
            path = fresh / "more.whl"
            path.touch()
    assert recipe.compare(fresh, make.BUILT) == 1
    assert f"DIFFERS: {path.name}" in capsys.readouterr().out
    recipe.take_over(make.BUILT, fresh)
    assert recipe.compare(fresh, make.BUILT) == 0


@pytest.mark.parametrize("change", ["pins.py", "patches/sdl2.patch", "built"])
def test_a_build_is_compared_again_once_recipe_or_result_changed(tmp_path, monkeypatch, capsys, change):
    home = shutil.copytree(make.HERE, tmp_path / "runtime")
    compiles = []
    monkeypatch.setattr(built_from, "HERE", home)
    monkeypatch.setattr(make, "BUILT", home / "built")
    monkeypatch.setattr(recipe, "build", lambda: compiles.append(change) or make.HERE / "built")
    assert make.main(["--compare", "--if-changed"]) == 0
    assert not compiles
    assert "those of the last build" in capsys.readouterr().out
    assert make.main(["--compare"]) == 0
    path = make.wheel() if change == "built" else home / change
    path.write_bytes(path.read_bytes() + b"\n")
    # a changed result differs from a fresh one
    assert make.main(["--compare", "--if-changed"]) == (change == "built")
    assert len(compiles) == 2


def test_a_pyodide_with_another_hash_is_refused_and_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide, "CACHE", tmp_path)
    archive = tmp_path / f"pyodide-{pins.PYODIDE}.tgz"
    archive.write_bytes(b"other")
    with pytest.raises(SystemExit, match=pins.PYODIDE_SHA256):
        pyodide.package()
    assert not archive.exists()


def test_without_npm_its_pypi_package_is_used_or_a_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(pyodide, "WEB", pyodide.WEB._replace(folder=tmp_path / "environment"))
    asked = []

    def brings(*groups, wanted):
        asked.extend(groups)
        wanted.scripts.mkdir(parents=True)
        (wanted.scripts / "npm").touch(mode=0o755)

    def refuses(*groups, wanted):
        raise SystemExit("no network")

    monkeypatch.setattr(pyodide, "environment", refuses)
    with pytest.raises(pyodide.Unbuildable, match=r"Install Node\.js, which brings npm"):
        pyodide.command("npm")
    monkeypatch.setattr(pyodide, "environment", brings)
    assert pyodide.command("npm") == str(pyodide.WEB.scripts / "npm")
    assert "node" in asked


def test_the_recipe_names_what_a_machine_lacks(monkeypatch):
    monkeypatch.setattr(recipe.shutil, "which", lambda name: None)
    with pytest.raises(pyodide.Unbuildable, match="Debian"):
        recipe.build()


def test_a_stripped_named_tuple_equals_that_of_the_sources():
    source = """
from __future__ import annotations
from typing import Generic, NamedTuple, TypeVar
T = TypeVar("T")
class Plain(NamedTuple):
    words: dict[str, tuple[int, ...]]
    more: Later | None = None
    def both(self) -> str:
        return f"{self.words} {self.more}"
    fixed = 3
class Of(NamedTuple, Generic[T]):
    inner: T
class Later:
    kept: int = 0
"""
    tree = compiled.Deferred().visit(ast.parse(source))
    lines = {node.name: node.lineno for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert lines == {"Plain": 5, "both": 8, "Of": 11, "Later": 13}
    # the class statement has no types left to look at, and other classes keep theirs
    assert sum(isinstance(node, ast.AnnAssign) for node in ast.walk(tree)) == 1
    told = []
    for name, given in (("as_written", ast.parse(source)), ("compiled", tree)):
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(given, name, "exec"), module.__dict__)
        plain = module.Plain({"a": (1,)})
        hints = [repr(typing.get_type_hints(kind)).replace(name, "") for kind in (module.Plain, module.Of)]
        told.append((hints, plain.both(), plain._fields, plain._field_defaults, plain.fixed, repr(module.Of[int](4))))
        del sys.modules[name]
    assert told[0] == told[1]


def test_debian_sources_come_from_its_pool_and_are_downloaded_once(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(recipe, "INSIDE", tmp_path)
    monkeypatch.setattr(recipe, "mirror", lambda: "http://debian.example/debian/")
    monkeypatch.setattr(recipe, "inside", lambda *command, log: asked.append(command[2:]))
    assert recipe.pooled("libsdl2", "libsdl2_2.32.4+dfsg-1.dsc") == tmp_path / "deb" / "libsdl2_2.32.4+dfsg-1.dsc"
    recipe.pooled("freetype", "freetype_2.13.3+dfsg.orig.tar.xz")
    pool = "http://debian.example/debian/pool/main"
    assert asked == [
        (f"{pool}/libs/libsdl2/libsdl2_2.32.4+dfsg-1.dsc", "/build/deb/libsdl2_2.32.4+dfsg-1.dsc"),
        (f"{pool}/f/freetype/freetype_2.13.3+dfsg.orig.tar.xz", "/build/deb/freetype_2.13.3+dfsg.orig.tar.xz"),
    ]
    # an existing file is not downloaded again
    (tmp_path / "deb").mkdir()
    (tmp_path / "deb" / "freetype_1.dsc").touch()
    recipe.pooled("freetype", "freetype_1.dsc")
    assert len(asked) == 2
