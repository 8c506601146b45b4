"""Put pygame-ce's Python files and the compiled side module into a wheel.

Parts that cannot work in a page are left out: cameras, MIDI, NumPy; and the default font, which no game of ours uses.
Members are stored, not compressed: the web server does that better.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

from runtime import pins

LEFT_OUT = {"_camera_opencv.py", "camera.py", "macosx.py", "midi.py", "surfarray.py", "sndarray.py", "_audio.py"}


def write(pygame: Path, module: Path, folder: Path) -> Path:
    """Write the wheel into ``folder`` and return its path."""
    python, platform = pins.TAGS
    tag, info = f"{python}-{python}-{platform}", f"pygame_ce-{pins.PYGAME}.dist-info"
    code = pygame / "src_py"
    given = [path for path in sorted(code.glob("*.py")) if not path.name.startswith("_sdl3")]
    taken = [path for path in given if path.name not in LEFT_OUT]
    files = {f"pygame/{path.name}": path.read_bytes() for path in taken}
    for name in ("pygame_icon.bmp", "_sdl2/__init__.py", "_sdl2/window.py"):
        files[f"pygame/{name}"] = (code / name).read_bytes()
    files[f"pygame/{pins.MODULE}"] = module.read_bytes()
    files[f"{info}/licenses/LGPL.txt"] = (pygame / "docs/LGPL.txt").read_bytes()
    files[f"{info}/METADATA"] = (pygame / "PKG-INFO").read_bytes()
    lines = ("Wheel-Version: 1.0", "Generator: kartenkiste", "Root-Is-Purelib: false", f"Tag: {tag}", "")
    files[f"{info}/WHEEL"] = "\n".join(lines).encode()
    rows = []
    for name, content in files.items():
        seal = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={seal},{len(content)}\n")
    files[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()
    target = folder / f"pygame_ce-{pins.PYGAME}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            row = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            row.external_attr = 0o644 << 16
            archive.writestr(row, content)
    return target
