"""Try a release as a user with nothing but a new system would: ``tasks.py release --try`` (Debian, as root).

A Debian without Python is made in a folder. The unpacked program is started there from the player's home. Then the
package is installed, a match is begun in a window of a virtual screen, the host is asked for its page, and the package
is taken away again. The pictures are in ``build/out/trial``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from release import debian
from release.common import NAME, OUT, ROOT, SYSTEM, VERSION

from game.host import transfer

#: the programs that this needs
TOOLS = ("debootstrap", "Xvfb", "xdotool", "xwininfo", "xprop", "import")
DEBIAN = "bookworm"
#: the packages of every desktop, and the one that tells how a desktop would open a file
DESKTOP = ("libx11-6", "libxext6", "shared-mime-info", "desktop-file-utils", "libglib2.0-bin")
#: an ordinary user with a home folder in the new system
USER, HOME = "1000:1000", "/home/player"
DATA = f"{HOME}/.local/share/kartenkiste"
PICTURES = ROOT / "build" / "out" / "trial"
SCREEN = "1280x720"
DISPLAY = ":87"
#: the longest that anything may take, in seconds
LONG_S = 60.0


class Bare:
    """A Debian in a folder, with this machine's network and the virtual screen."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, user: str = "", check: bool = True) -> str:
        """Return a command's output in there; raise subprocess.CalledProcessError if it fails and must not."""
        done = subprocess.run(
            self._command(command, user),
            env=AROUND,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")
        return done.stdout

    @contextlib.contextmanager
    def running(self, *command: str) -> Iterator[subprocess.Popen[str]]:
        """Run a program as the player, as long as it is needed."""
        process = subprocess.Popen(
            self._command(command, USER), env=AROUND, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(LONG_S)

    def _command(self, command: Sequence[str], user: str) -> list[str]:
        return ["chroot", *([f"--userspec={user}"] if user else []), str(self.root), *command]

    def files(self) -> set[str]:
        """Return every file there is, except those that the system itself writes."""
        found = subprocess.run(
            [
                "find",
                ".",
                "-xdev",
                "(",
                "-path",
                "./proc",
                "-o",
                "-path",
                "./var",
                "-o",
                "-path",
                "./tmp",
                ")",
                "-prune",
                "-o",
                "-print",
            ],
            cwd=self.root,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return {line for line in found.stdout.splitlines() if not re.match(r"\./(etc/ld\.so\.cache|dev|sys|run)", line)}


AROUND = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": HOME,
    "DISPLAY": DISPLAY,
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}


def main() -> None:
    """Make the system, try everything and print the results; SystemExit with a sentence for the first failure."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        raise SystemExit(f"The trial needs {', '.join(missing)}.")
    package = next(OUT.glob(f"{NAME}_{VERSION}_*.deb"))
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        bare = Bare(Path(folder) / "debian")
        subprocess.run(
            ["debootstrap", "--variant=minbase", DEBIAN, str(bare.root)], stdout=subprocess.DEVNULL, check=True
        )
        with _mounted(bare.root), _screen():
            _prepare(bare)
            _unpacked(bare)
            before = bare.files()
            _install(bare, package)
            installed = bare.files()
            _opened(bare)
            _play(bare)
            _host(bare)
            _remove(bare, before, installed)


def _tell(line: str) -> None:
    print(line, flush=True)


@contextlib.contextmanager
def _mounted(root: Path) -> Iterator[None]:
    """Give the new system processes, and the sockets of the virtual screen."""
    socket = root / "tmp" / ".X11-unix"
    socket.mkdir(parents=True)
    there = [("proc", root / "proc", "-t"), ("/tmp/.X11-unix", socket, "--bind")]
    Path("/tmp/.X11-unix").mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "proc", "proc", str(there[0][1])], check=True)
    subprocess.run(["mount", "--bind", "/tmp/.X11-unix", str(socket)], check=True)
    try:
        yield
    finally:
        for _, place, _ in there:
            subprocess.run(["umount", "--lazy", str(place)], check=True)


@contextlib.contextmanager
def _screen() -> Iterator[None]:
    """Run a virtual screen; it has no window manager, as on a kiosk."""
    with subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", f"{SCREEN}x24", "-ac", "-noreset"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            _until(Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists, "no virtual screen")
            yield
        finally:
            server.terminate()


def _until(is_so: object, wrong: str) -> float:
    """Wait until a condition holds and return the seconds it took; raise SystemExit if it takes too long."""
    assert callable(is_so)
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() - begun > LONG_S:
            raise SystemExit(f"After {LONG_S:.0f} s: {wrong}.")
        time.sleep(0.02)
    return time.monotonic() - begun


def _prepare(bare: Bare) -> None:
    """Give the system a desktop's libraries and a player's home."""
    (bare.root / HOME[1:]).mkdir(parents=True)
    os.chown(bare.root / HOME[1:], 1000, 1000)
    bare.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *DESKTOP)


def _knows_its_version(bare: Bare, program: str) -> None:
    if "python" in bare.run("sh", "-c", "ls /usr/bin /usr/lib"):
        raise SystemExit("The bare system has a Python, so the trial would prove nothing.")
    said = bare.run(program, "--version", user=USER).split()
    if said != ["Kartenkiste", VERSION]:
        raise SystemExit(f"Unexpected answer of {program}: {said}.")


def _unpacked(bare: Bare) -> None:
    """Start the program from the folder that a player has unpacked; nothing is installed."""
    place = f"{HOME}/Löwe & Bär"
    (bare.root / place[1:]).mkdir()
    archive = OUT / f"{NAME}-{VERSION}-{SYSTEM}.tar.gz"
    subprocess.run(["tar", "-xzf", str(archive), "-C", str(bare.root / place[1:])], check=True)
    program = f"{place}/{NAME}/{NAME}"
    _knows_its_version(bare, program)
    took = _title(bare, program, "--lang", "de")
    found = bare.run(program, "--doctor", user=USER).splitlines()
    shutil.rmtree(bare.root / place[1:])
    shutil.rmtree(bare.root / DATA[1:])
    _tell(f"From the unpacked folder: {took}. The doctor: {found[-1]}")


def _opened(bare: Bare) -> None:
    """Check that a desktop accepts the menu entry, and opens exported data with the program."""
    bare.run("desktop-file-validate", f"/usr/share/applications/{NAME}.desktop")
    for name in (transfer.FILE, f"2026-12-24-180000-{transfer.FILE}"):
        file = bare.root / HOME[1:] / name
        file.write_text("{}", encoding="utf-8")
        if debian.MIME not in (said := bare.run("gio", "info", "-a", "standard::content-type", f"{HOME}/{name}")):
            raise SystemExit(f"A desktop does not know what {name} is:\n{said}")
        file.unlink()
    if f"{NAME}.desktop" not in (said := bare.run("gio", "mime", debian.MIME)):
        raise SystemExit(f"A desktop opens exported data with another program:\n{said}")
    _tell(f"The menu entry is valid, and a desktop opens {transfer.FILE} with it")


def _install(bare: Bare, package: Path) -> None:
    shutil.copyfile(package, bare.root / "tmp" / package.name)
    bare.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/tmp/{package.name}")
    _knows_its_version(bare, NAME)
    help_ = bare.run(NAME, "--help", user=USER), bare.run(f"{NAME}-host", "--help", user=USER)
    _tell(
        f"Installed without Python; --version and --help of both are said ({len(help_[0])} and {len(help_[1])} letters)"
    )


def _windows() -> list[str]:
    return re.findall(r'(0x[0-9a-f]+) "Kartenkiste"', _do("xwininfo", "-root", "-tree"))


def _do(*command: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, "DISPLAY": DISPLAY}, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def _colours(picture: Path) -> int:
    """Take a picture of the screen and return how many colours it has."""
    _do("import", "-window", "root", str(picture))
    return int(_do("identify", "-format", "%k", str(picture)))


def _title(bare: Bare, *command: str) -> str:
    """Start a program, look at its title, and return how long that took, in words."""
    begun = time.monotonic()
    with bare.running(*command):
        _until(_windows, "no window")
        opened = time.monotonic() - begun
        title = PICTURES / "title.png"
        _until(lambda: _colours(title) > 2_000, "no title")
        took = time.monotonic() - begun
        if not (icon := _do("xprop", "-id", _windows()[0], "_NET_WM_ICON")).startswith("_NET_WM_ICON(CARDINAL)"):
            raise SystemExit(f"The window has no icon: {icon}")
    return f"a window with an icon after {opened:.2f} s, a picture of the title after {took:.2f} s"


def _play(bare: Bare) -> None:
    """Look at the title, begin a match, and see that it is kept."""
    _tell(f"Installed: {_title(bare, NAME, '--lang', 'en')}")
    options = ("--game", "nein_danke", "--seats", "human,easy,easy", "--seed", "1", "--lang", "de", "--speed", "off")
    with bare.running(NAME, *options):
        _until(_windows, "no window")
        table = PICTURES / "table.png"
        kept = bare.root / DATA[1:]
        # 1 pays a chip, 2 takes the card
        for key in ("Return", *"1121" * 60):
            if (kept / "finished.json").exists():
                break
            _do("xdotool", "key", key)
            time.sleep(0.25)
        else:
            raise SystemExit(f"No finished match is kept in {DATA}.")
        _colours(table)
    names = sorted(path.name for path in kept.iterdir())
    _tell(f"A whole match without a sound device, kept in {DATA}: {', '.join(names)}")


def _host(bare: Bare) -> None:
    """Ask the host for the page that phones load."""
    with bare.running(f"{NAME}-host", "--no-screen", "--port", "8791") as host:
        lines: list[str] = []
        assert host.stdout is not None
        for line in host.stdout:
            lines.append(line)
            if "Stop with" in line:
                break
        with urllib.request.urlopen("http://127.0.0.1:8791/", timeout=LONG_S) as page:
            size = len(page.read())
    _tell(f"The host: {lines[0].strip()} Its page has {size:,} bytes")


def _remove(bare: Bare, before: set[str], installed: set[str]) -> None:
    bare.run("apt-get", "purge", "-y", "-qq", NAME)
    left = sorted((bare.files() - before) & installed)
    ours = [path for path in left if NAME in path.lower()]
    if ours:
        raise SystemExit(f"Left behind: {ours}")
    if named := bare.run("grep", "-rl", NAME, "/usr/share/mime", "/usr/share/applications", check=False):
        raise SystemExit(f"Still named in: {named}")
    kept = sorted(path.name for path in (bare.root / DATA[1:]).iterdir())
    if not kept:
        raise SystemExit("The saves are gone.")
    _tell(f"Taken away: nothing of it is left but {len(kept)} files of the player's own")
