#!/usr/bin/env python3
"""Inside the toolchain's chroot: compile SDL2 with its companions, FreeType and pygame-ce into one side module.

Usage: ``compile.py FOLDER`` where FOLDER holds ``s`` (Debian's unpacked sources), ``pygame`` (its sources, patched)
and ``python`` (the target's headers). What has been compiled with the same command is not compiled again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(sys.argv[1])
SOURCES, OBJECTS, PYGAME = HERE / "s", HERE / "o", HERE / "pygame"
PORTS = Path("/usr/share/emscripten/tools/ports/sdl2.py")
JUMPS = ["-fwasm-exceptions", "-sSUPPORT_LONGJMP=wasm"]
COMMON = [
    *("emcc", "-O3", "-fPIC", "-msimd128", *JUMPS, "-sUSE_SDL=0", "-fvisibility=hidden", "-DNDEBUG"),
    '-DDECLSPEC=__attribute__((visibility("hidden")))',
    *("-Wno-format", "-Wno-deprecated-declarations", "-Wno-pragma-once-outside-header"),
    f"-ffile-prefix-map={HERE}=.",
]
#: FreeType's modules that a game's fonts need, and their classes
FREETYPE_MODULES = {
    "FT_Module_Class": ("autofit", "psaux", "psnames", "pshinter", "sfnt"),
    "FT_Driver_ClassRec": ("tt_driver", "t1_driver", "cff_driver"),
    "FT_Renderer_Class": ("ft_smooth_renderer", "ft_raster1_renderer", "ft_sdf_renderer", "ft_bitmap_sdf_renderer"),
}
FREETYPE = """base/ftsystem autofit/autofit base/ftbase base/ftbbox base/ftbitmap base/ftdebug base/ftfstype
base/ftgasp base/ftglyph base/ftinit base/ftmm base/ftstroke base/ftsynth base/fttype1 base/ftpatent cache/ftcache
cff/cff gzip/ftgzip psaux/psaux pshinter/pshinter psnames/psnames raster/raster sdf/sdf sfnt/sfnt smooth/smooth
truetype/truetype type1/type1"""
#: helpers that exist twice in pygame's SIMD files, renamed in one of them
TWICE = (
    *("pg_has_avx2", "pg_avx2_at_runtime_but_uncompiled", "pg_sse2_at_runtime_but_uncompiled"),
    *("pg_neon_at_runtime_but_uncompiled", "pg_HasSSE_NEON"),
)
Job = tuple[Path, list[str]]


def source(pattern: str) -> Path:
    """Return the one folder of sources that fits."""
    (found,) = (path for path in SOURCES.glob(pattern) if path.is_dir())
    return found


SDL, IMAGE, MIXER = source("libsdl2-2.*"), source("libsdl2-image-2*"), source("libsdl2-mixer-2*")
TTF, TYPE = source("libsdl2-ttf-2*"), source("freetype-2*")


def jobs(name: str, flags: list[str], files: list[Path]) -> list[Job]:
    """Return the commands that compile ``files``."""
    (OBJECTS / name).mkdir(parents=True, exist_ok=True)
    found = []
    for file in files:
        target = OBJECTS / name / (file.relative_to(HERE).as_posix().replace("/", "_") + ".o")
        found.append((target, [*COMMON, *flags, "-c", str(file), "-o", str(target)]))
    return found


def sdl() -> list[Job]:
    """Return the commands for SDL2 with the files of Emscripten's own recipe, and a dummy video driver for tests."""
    listed = re.search(r"srcs = '''(.*?)'''", PORTS.read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None, "Emscripten's recipe for SDL2 has changed"
    names = listed.group(1).split()
    names += [f"thread/generic/SDL_{part}.c" for part in ("syscond", "sysmutex", "syssem", "systhread", "systls")]
    files = [SDL / "src" / name for name in names]
    return jobs("sdl2", [f"-I{SDL}/include", "-DSDL_VIDEO_DRIVER_DUMMY=1"], [file for file in files if file.exists()])


def freetype() -> list[Job]:
    """Return the commands for FreeType with few modules."""
    folder = HERE / "freetype-config"
    folder.mkdir(exist_ok=True)
    lines = [
        f"FT_USE_MODULE( {kind}, {name}{'_module' if kind == 'FT_Module_Class' else ''}_class )"
        for kind, names in FREETYPE_MODULES.items()
        for name in names
    ]
    (folder / "few.h").write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = ["-DFT2_BUILD_LIBRARY", "-DFT_CONFIG_MODULES_H=<few.h>", f"-I{folder}", f"-I{TYPE}/include"]
    return jobs("freetype", flags, [TYPE / "src" / f"{name}.c" for name in FREETYPE.split()])


def companions() -> list[Job]:
    """Return the commands for SDL_image by stb_image, SDL_mixer by stb_vorbis and dr_flac, SDL_ttf without HarfBuzz."""
    kinds = [f"-DLOAD_{kind}" for kind in ("PNG", "JPG", "BMP", "GIF", "QOI", "SVG", "TGA", "PNM")]
    image = [f"-I{SDL}/include", f"-I{IMAGE}/include", "-DUSE_STBIMAGE", *kinds]
    image += ["-DSDL_IMAGE_SAVE_PNG=1", "-DSDL_IMAGE_SAVE_JPG=1"]
    mixer = [f"-I{SDL}/include", *(f"-I{MIXER}/{part}" for part in ("include", "src", "src/codecs"))]
    mixer += ["-DMUSIC_WAV", "-DMUSIC_OGG", "-DOGG_USE_STB", "-DMUSIC_FLAC_DRFLAC"]
    ttf = [f"-I{SDL}/include", f"-I{TYPE}/include", "-DTTF_USE_HARFBUZZ=0"]
    pictures = [file for file in sorted((IMAGE / "src").glob("*.c")) if "WIC" not in file.name]
    sounds = sorted((MIXER / "src").glob("*.c")) + sorted((MIXER / "src/codecs").glob("*.c"))
    return jobs("image", image, pictures) + jobs("mixer", mixer, sounds) + jobs("ttf", ttf, [TTF / "SDL_ttf.c"])


def pygame() -> list[Job]:
    """Return the commands for pygame-ce: nearly everything is included from base.c."""
    asked = [sys.executable, "buildconfig/get_version.py", "--macros"]
    macros = subprocess.run(asked, cwd=PYGAME, capture_output=True, encoding="utf-8", check=True).stdout.split()
    (HERE / "cython").mkdir(exist_ok=True)
    made = []
    for module in ("audio", "mixer", "sdl2", "video"):
        target = HERE / "cython" / f"{module}.c"
        made.append(target)
        if not target.exists():
            given = f"src_c/cython/pygame/_sdl2/{module}.pyx"
            subprocess.run(["cython3", "-3", "-I", "src_c/cython", given, "-o", str(target)], cwd=PYGAME, check=True)
    include = [HERE / "python", SDL / "include", IMAGE / "include", MIXER / "include", TTF, TYPE / "include"]
    include += [PYGAME / "src_c", PYGAME / "src_c/include"]
    flags = ["-msse2", *macros, "-DBUILD_STATIC=1", "-Wno-unused-function", "-Wno-macro-redefined"]
    flags += ["-Wno-unknown-pragmas", *(f"-I{path}" for path in include)]
    code = PYGAME / "src_c"
    plain = [code / name for name in ("base.c", "bitmask.c", "rotozoom.c", "SDL_gfx/SDL_gfxPrimitives.c")]
    renamed = [*flags, *(f"-D{name}=transform_{name}" for name in TWICE)]
    simd = [code / "simd_transform_avx2.c", code / "simd_transform_sse2.c"]
    return jobs("pygame", flags, plain + made) + jobs("pygame", renamed, simd)


def compile_one(job: Job) -> str:
    """Run one command unless it has been run on the same source; return the error."""
    target, command = job
    stamp = target.with_suffix(".command")
    # files of an archive have the archive's times, patched ones their own
    state = f"{' '.join(command)} {Path(command[-3]).stat().st_mtime_ns}"
    if target.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return ""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        return f"{' '.join(command)}\n{done.stderr}"
    stamp.write_text(state, encoding="utf-8")
    return ""


def main() -> int:
    """Compile everything, the longest file first, and link."""
    os.environ.pop("NODE_EXTRA_CA_CERTS", None)
    all_jobs = pygame() + sdl() + companions() + freetype()
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        failures = [text for text in pool.map(compile_one, all_jobs) if text]
    if failures:
        print("\n".join(failures))
        return 1
    result = HERE / "base.so"
    # html5 tells key positions; without it every key press would fail
    command = ["emcc", "-O3", "-fPIC", *JUMPS, "-sUSE_SDL=0", "-sSIDE_MODULE=2", "-sWASM_BIGINT"]
    command += ["-sEXPORTED_FUNCTIONS=_PyInit_base", *(str(target) for target, _ in all_jobs), "-lhtml5"]
    command += ["-o", str(result)]
    subprocess.run(command, check=True)
    print(f"{len(all_jobs)} files, {result.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
