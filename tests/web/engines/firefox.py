"""Firefox, by playwright over WebDriver BiDi.

What this driver lacks is done in another way: scripts make fingers (``fingers``), a saved file is found in its folder,
the clipboard is read by pasting. For its sounds to play as on a computer with a sound device, a sound server of our own
receives and drops them.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import fingers
from .by_playwright import START_MS, ByPlaywright, driver

PROGRAM = Path("/usr/bin/firefox-esr")
#: the browser's own requests stay off the network and out of the way
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
#: a field to paste text into, and the pasted text
FIELD = """(() => {
  const field = document.createElement("textarea");
  field.id = "pasted";
  field.style = "position: fixed; inset: 0 auto auto 0; z-index: 9999";
  document.body.append(field);
  field.focus();
})()"""
PASTED = """(() => {
  const field = document.getElementById("pasted"), text = field.value;
  field.remove();
  return text;
})()"""
#: a file has arrived by then, in seconds
FILE_S = 20.0


def sound_server(folder: Path) -> subprocess.Popen[bytes]:
    """Start a PulseAudio of our own, whose one sound device drops everything; RuntimeError if it does not start."""
    socket = folder / "sound"
    listen = f"module-native-protocol-unix socket={socket} auth-anonymous=1"
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
    home = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    process = subprocess.Popen(
        [*command, "-L", "module-null-sink", "-L", listen],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=home,
    )
    until = time.monotonic() + FILE_S
    while not socket.exists():
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            process.wait()
            raise RuntimeError("pulseaudio does not start")
        time.sleep(0.05)
    return process


class Firefox(ByPlaywright):
    """Debian's Firefox without a window."""

    name = "firefox"

    def __init__(self, folder: Path, measured: bool = False) -> None:
        super().__init__(folder)
        self.downloads = folder / "downloads"
        self.sound = sound_server(folder)
        try:
            self.browser = driver().firefox.launch(
                channel="moz-firefox",
                executable_path=str(PROGRAM),
                firefox_user_prefs=PREFERENCES,
                downloads_path=str(self.downloads),
                env={**os.environ, "PULSE_SERVER": f"unix:{folder / 'sound'}"},
                timeout=START_MS,
            )
        except BaseException:
            self.silence()
            raise

    @staticmethod
    def lacking() -> list[str]:
        """Return the missing Debian packages without which it does not run."""
        needed = {"firefox-esr": PROGRAM.exists(), "pulseaudio": shutil.which("pulseaudio")}
        return [package for package, there in needed.items() if not there]

    def new_context(self, has_touch: bool = False, is_mobile: bool = False, **options: Any) -> Any:
        """Make a new visitor; with ``has_touch`` its pointer is a coarse one."""
        context = super().new_context(**options)
        if has_touch:
            context.add_init_script(fingers.COARSE)
        return context

    def tap(self, page: Any, x: float, y: float) -> None:
        """Lay a finger down for a moment."""
        fingers.tap(page, x, y)

    def drag(self, page: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
        """Lay a finger on the first place and go through the others; return a function that lifts it."""
        return fingers.drag(page, places)

    def download(self, page: Any, act: Callable[[], object]) -> bytes:
        """Return the content of the file that the page saves during ``act``; raise AssertionError if none comes."""
        before = set(self.downloads.rglob("*"))
        act()
        until = time.monotonic() + FILE_S
        while time.monotonic() < until:
            fresh = [path for path in self.downloads.rglob("*") if path not in before and path.is_file()]
            whole = [path for path in fresh if path.stat().st_size and path.suffix != ".part"]
            if whole and len(whole) == len(fresh):
                return whole[0].read_bytes()
            page.wait_for_timeout(50)
        raise AssertionError("no file was handed out")

    def clipboard(self, page: Any) -> str:
        """Return the text on the clipboard: pasted by the keyboard, which alone may do so."""
        page.evaluate(FIELD)
        page.keyboard.press("Control+v")
        page.wait_for_function("document.getElementById('pasted').value")
        return str(page.evaluate(PASTED))

    def silence(self) -> None:
        """End the sound server."""
        self.sound.terminate()
        self.sound.wait()

    def close(self) -> None:
        """End it."""
        try:
            super().close()
        finally:
            self.silence()
