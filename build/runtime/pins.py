"""Pinned versions and hashes of the runtime. A new version means new hashes and a check of the patches."""

from __future__ import annotations

PYODIDE = "0.29.4"
PYODIDE_SHA256 = "3ebbf05087d9a796c61b2163252e9049c7394a8f2b6f8dd4b00c5a373fb06efb"
PYGAME = "2.5.8"
PYGAME_SHA256 = "3c8e69088ead310037972c391306ea58e74d7296b35d1890067749235fd554ba"
#: Pyodide's Python and ABI, as wheels name them, and the side module as Python looks for it
TAGS = ("cp313", "pyemscripten_2025_0_wasm32")
MODULE = "base.cpython-313-wasm32-emscripten.so"

DEBIAN = "trixie"
#: Debian packages of the toolchain; clang and binaryen come along as Emscripten needs them
TOOLS = ("emscripten=3.1.69+dfsg-3", "python3", "libpython3.13-dev", "cython3", "dpkg-dev", "patch")
#: Debian source packages: name, version, SHA-256 of the .dsc, which holds the hashes of all its files
SOURCES = (
    ("libsdl2", "2.32.4+dfsg-1", "b2259e51d2953963d4f81e4b9028d85ffa646d2ac2a657ae19cefc3589d961e7"),
    ("libsdl2-image", "2.8.8+dfsg-1+deb13u1", "fc0e1b5c82432f9bb8a00e78433869a557f03af306fbbca1102c8adcddfab730"),
    ("libsdl2-mixer", "2.8.1+dfsg-2", "09be10177892ee36d0b61b8a6bf38603da753732f918cb2a1e0dcb9cbdbb6e32"),
    ("libsdl2-ttf", "2.24.0+dfsg-2", "8cde54c41ebf6e2b2d3a7cc2c3c6b277bd90f5e64aab8fc58bf2feb7439cf1af"),
    ("freetype", "2.13.3+dfsg-1+deb13u1", "8aa6e936f4b8ce5b1ac530d3c1bc7c5c36e6432ef81385c29ce649a3ed79e8cd"),
)
