"""The making of releases: archives that are the same each time, licences of everything, the page for the host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from release import common, console, debian, licences
from release import program as application

from game.host import device
from game.server.static_site import NoSite, StaticSite


@pytest.fixture
def program(tmp_path):
    """Return a folder like one of PyInstaller's: a program, a library, a link to it."""
    made = tmp_path / "kartenkiste"
    libraries = made / "_internal" / "pygame_ce.libs"
    libraries.mkdir(parents=True)
    (libraries / "libSDL2-2-50d19f93.0.so.0").write_bytes(b"library")
    (made / "_internal" / "libSDL2-2-50d19f93.0.so.0").symlink_to("pygame_ce.libs/libSDL2-2-50d19f93.0.so.0")
    (made / "kartenkiste").write_bytes(b"program")
    (made / "kartenkiste").chmod(0o755)
    return made


@pytest.mark.parametrize("ending", ["tar.gz", "zip"])
def test_the_same_folder_gives_the_same_archive_later_and_on_another_account(program, tmp_path, ending):
    first = common.packed(program, tmp_path / f"first.{ending}").read_bytes()
    for path in program.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content, mode = path.read_bytes(), path.stat().st_mode
            path.unlink()
            path.write_bytes(content)
            # the effect of another umask
            path.chmod(mode & 0o711)
    assert common.packed(program, tmp_path / f"second.{ending}").read_bytes() == first


def test_an_archive_keeps_executables_and_links(program, tmp_path):
    with tarfile.open(common.packed(program, tmp_path / "made.tar.gz")) as archive:
        modes = {row.name: row.mode for row in archive if row.isfile()}
        links = {row.name: row.linkname for row in archive if row.issym()}
    with zipfile.ZipFile(common.packed(program, tmp_path / "made.zip")) as archive:
        zipped = {row.filename: row.external_attr >> 16 for row in archive.infolist()}
        link = archive.read("kartenkiste/_internal/libSDL2-2-50d19f93.0.so.0").decode()
    library = "kartenkiste/_internal/pygame_ce.libs/libSDL2-2-50d19f93.0.so.0"
    assert modes == {"kartenkiste/kartenkiste": 0o755, library: 0o644}
    assert links == {"kartenkiste/_internal/libSDL2-2-50d19f93.0.so.0": link}
    assert link == "pygame_ce.libs/libSDL2-2-50d19f93.0.so.0"
    assert zipped["kartenkiste/kartenkiste"] == common.FILE | 0o755
    assert zipped["kartenkiste/_internal/libSDL2-2-50d19f93.0.so.0"] == common.LINK


def test_an_unlisted_library_fails_the_release(program):
    (program / "_internal" / "libstranger.so.1").write_bytes(b"")
    with pytest.raises(SystemExit, match=r"components\.toml: _internal/libstranger\.so\.1"):
        licences.write(program / "LICENSES.txt")


def test_the_components_in_the_folder_are_found_with_their_licences(program):
    used, strange = licences.found_in(program)
    assert ([one.name for one in used], strange) == (["PyInstaller's bootloader", "SDL"], [])


def test_a_library_with_a_name_of_its_own_does_not_belong_to_its_folder(tmp_path):
    for name in (
        "python3.11/lib-dynload/_ssl.so",
        "pygame/mixer.so",
        "pygame_ce.libs/libogg-1.so.0",
        "libpython3.11.so.1.0",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    used, _ = licences.found_in(tmp_path)
    assert [one.name for one in used] == ["CPython", "pygame-ce", "Ogg and Vorbis"]


#: the files of PyInstaller on other systems, as far as wheels and installations tell: a file, and its component
OTHERS = {
    "windows": {
        "_internal/python312.dll": "CPython",
        "_internal/_ssl.pyd": "CPython",
        "_internal/_sqlite3.pyd": "CPython",
        "_internal/_wmi.pyd": "CPython",
        "_internal/select.pyd": "CPython",
        "_internal/unicodedata.pyd": "CPython",
        "_internal/VCRUNTIME140_1.dll": "Microsoft Visual C++ runtime",
        "_internal/libcrypto-3.dll": "OpenSSL",
        "_internal/libffi-8.dll": "libffi",
        "_internal/sqlite3.dll": "SQLite",
        "_internal/zlib1.dll": "zlib",
        "_internal/websockets/speedups.cp312-win_amd64.pyd": "websockets",
        "_internal/pygame/base.cp312-win_amd64.pyd": "pygame-ce",
        "_internal/pygame/SDL2.dll": "SDL",
        "_internal/pygame/SDL2_image.dll": "SDL_image",
        "_internal/pygame/SDL2_mixer.dll": "SDL_mixer",
        "_internal/pygame/SDL2_ttf.dll": "SDL_ttf",
        "_internal/pygame/freetype.dll": "FreeType",
        "_internal/pygame/portmidi.dll": "PortMidi",
        "_internal/pygame/libjpeg-62.dll": "libjpeg-turbo",
        "_internal/pygame/libopusfile-0.dll": "Opus and opusfile",
        "_internal/pygame/libxmp.dll": "libxmp",
    },
    "debian": {"_internal/libexpat.so.1": "Expat", "_internal/python3.11/lib-dynload/_ssl.so": "CPython"},
    "macos": {
        "_internal/python3.12/lib-dynload/_ssl.cpython-312-darwin.so": "CPython",
        "_internal/libssl.3.dylib": "OpenSSL",
        "_internal/pygame/.dylibs/libSDL2-2.0.0.dylib": "SDL",
        "_internal/pygame/.dylibs/libharfbuzz.0.dylib": "HarfBuzz",
        "_internal/pygame/.dylibs/libz.1.3.1.zlib-ng.dylib": "zlib",
        "_internal/pygame/.dylibs/libsharpyuv.0.1.2.dylib": "libwebp",
    },
}


@pytest.mark.parametrize("system", OTHERS)
def test_libraries_of_other_systems_are_recognized_by_their_own_names(tmp_path, system):
    for number, (file, owner) in enumerate(OTHERS[system].items()):
        folder = tmp_path / str(number)
        (folder / file).parent.mkdir(parents=True)
        (folder / file).write_bytes(b"")
        used, strange = licences.found_in(folder)
        assert ([one.name for one in used], strange) == ([owner], []), file


def test_every_component_has_a_licence_text_or_is_in_the_public_domain():
    without = [one.name for one in licences.components() if not (one.texts or one.package or one.licence == "blessing")]
    assert not without


@pytest.mark.parametrize(
    "name",
    ["mit", "bsd3", "zlib", "libpng", "libtiff", "vcruntime", "lgpl", "freetype", "python", "ofl-lilita", "ofl-nunito"],
)
def test_the_text_of_a_licence_is_found(name):
    assert len(licences.text_of(name)) > 500


# ---- the programs of other systems ------------------------------------------------------------------------


def specified(monkeypatch, system: str) -> dict[str, list[dict[str, object]]]:
    """Return the options of each step that PyInstaller gets on a system, by the step's name."""
    told: dict[str, list[dict[str, object]]] = {}

    def step(name):
        def made(*_given, **options):
            told.setdefault(name, []).append(options)
            return SimpleNamespace(binaries=[], datas=[], pure=[], scripts=[])

        return made

    for name in ("ROOT", "HERE", "SITE", "ICON", "VERSION"):
        monkeypatch.setenv(f"KARTENKISTE_{name}", name.lower())
    monkeypatch.setattr(sys, "platform", system)
    steps = {name: step(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    exec((common.HERE / "kartenkiste.spec").read_text(encoding="utf-8"), steps)
    return told


def test_the_app_of_macos_has_windows_although_the_host_has_a_console(monkeypatch):
    told = specified(monkeypatch, "darwin")
    assert [one["console"] for one in told["EXE"]] == [False, True]
    (app,) = told["BUNDLE"]
    assert app["info_plist"] == {"LSBackgroundOnly": False, "NSHighResolutionCapable": True}
    assert "BUNDLE" not in specified(monkeypatch, "linux")


def test_a_program_of_windows_looks_for_a_terminal_first(monkeypatch):
    (found,) = specified(monkeypatch, "win32")["Analysis"]
    assert [Path(hook).name for hook in found["runtime_hooks"]] == ["console.py"]
    assert (common.HERE / "console.py").is_file()
    (found,) = specified(monkeypatch, "linux")["Analysis"]
    assert found["runtime_hooks"] == []


@pytest.mark.parametrize("found", [0, 1])
def test_a_program_without_output_prints_to_the_terminal_that_started_it(tmp_path, monkeypatch, found):
    asked: list[int] = []
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    console.attach(lambda whose: (asked.append(whose), found)[1], str(tmp_path / "terminal"))
    print("Kartenkiste")
    assert asked == [-1]
    assert (tmp_path / "terminal").exists() == bool(found)
    if found:
        assert sys.stderr is sys.stdout
        sys.stdout.close()
        assert (tmp_path / "terminal").read_text(encoding="utf-8") == "Kartenkiste\n"


def test_a_program_with_output_asks_for_no_terminal(tmp_path):
    before = sys.stdout
    console.attach(lambda whose: 1, str(tmp_path / "terminal"))
    assert sys.stdout is before


def test_the_release_for_macos_holds_the_app_its_licences_and_the_host(program, tmp_path):
    for name in application.TEXTS:
        (program / name).write_text(name, encoding="utf-8")
    inside = tmp_path / "Kartenkiste.app" / "Contents" / "MacOS"
    inside.mkdir(parents=True)
    (inside / "kartenkiste-host").write_text('#!/bin/sh\necho "host $1"\n', encoding="utf-8")
    (inside / "kartenkiste-host").chmod(0o755)
    application.put_app_in(program)
    names = ["CHANGELOG.md", "Kartenkiste.app", "LICENSES.txt", "kartenkiste-host.command"]
    assert sorted(path.name for path in program.iterdir()) == names
    with zipfile.ZipFile(common.packed(program, tmp_path / "made.zip")) as archive:
        assert archive.getinfo("kartenkiste/kartenkiste-host.command").external_attr >> 16 == common.FILE | 0o755
    if os.name == "posix":
        said = subprocess.run([program / names[3], "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert said.stdout == "host --help\n"


@pytest.mark.skipif(os.name != "posix", reason="the stand-ins are for a shell")
@pytest.mark.parametrize("fault", ["", "echo nothing", "exit 3"])
def test_a_program_with_a_wrong_answer_fails_the_release(tmp_path, fault):
    answers = "".join(f"{name}{option}) echo '{answer}';;\n" for name, option, answer in application.ANSWERS)
    inside = tmp_path / "Kartenkiste.app" / "Contents" / "MacOS" if sys.platform == "darwin" else tmp_path
    inside.mkdir(parents=True, exist_ok=True)
    for name in ("kartenkiste", "kartenkiste-host"):
        own = fault if name == "kartenkiste-host" else ""
        script = f'#!/bin/sh\n{own or ":"}\ncase "{name}$1" in\n{"" if own else answers}esac\n'
        (inside / name).write_text(script, encoding="utf-8")
        (inside / name).chmod(0o755)
    if fault:
        with pytest.raises(SystemExit, match=r"kartenkiste-host --version ends with [03]:"):
            application.try_out(tmp_path)
    else:
        application.try_out(tmp_path)


# ---- the package for Debian -----------------------------------------------------------------------------


def test_a_desktop_recognizes_exported_data_by_the_end_of_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    for text in ("{}", '{"speed":"fast"}'):
        device.storage().write("settings", text)
        device.export_data(device.storage())
    written = [path.name for path in tmp_path.iterdir() if path.is_file()]
    patterns = re.findall(r'glob pattern="(.+?)"', debian.TYPES)
    # shared-mime-info tries others only if it knows no ending, and it knows .json
    endings = [part[1:] for part in patterns if part[0] == "*" and "*" not in part[1:]]
    assert len(written) == 2
    assert [name for name in written if not name.endswith(tuple(endings))] == []


def test_each_field_of_the_package_is_one_line():
    fields = debian.CONTROL.partition("Description:")[0]
    assert [line for line in fields.splitlines() if line.startswith(" ") or ":" not in line] == []


# ---- the host's page ------------------------------------------------------------------------------------


def zipped(tmp_path: Path, names: dict[str, str]) -> Path:
    """Return a site's zip."""
    target = tmp_path / "site.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in names.items():
            archive.writestr(name, text)
    return target


def test_a_zipped_site_is_served_like_its_folder(tmp_path):
    names = {
        "index.html": "<p>page</p>",
        "runtime-1/a.js": "1",
        "_headers": "/*\n  X-Content-Type-Options: nosniff\n",
    }
    folder = tmp_path / "site"
    for name, text in names.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    packed, plain = StaticSite(zipped(tmp_path, names)), StaticSite(folder)
    packed.read_ahead()
    for path in ("/", "/index.html", "/runtime-1/a.js", "/_headers", "/none", "/../site.zip", "/runtime-1", "/%00"):
        for packing in ("", "gzip"):
            assert packed.answer(path, "", packing) == plain.answer(path, "", packing), path
    assert packed.answer("/", "", "").status == 200
    seal = dict(packed.answer("/", "", "").headers)["ETag"]
    assert packed.answer("/", seal, "").status == 304


def test_a_file_without_a_site_is_refused(tmp_path):
    (tmp_path / "text.zip").write_text("no zip", encoding="utf-8")
    for place in (tmp_path, tmp_path / "none", tmp_path / "text.zip", zipped(tmp_path, {"other.html": ""})):
        with pytest.raises(NoSite, match="There's no site in"):
            StaticSite(place)
