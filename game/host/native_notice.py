"""Notices of a desktop's system, by the program that it has for them; browser builds leave it out.

The words contain names that other people chose. They come as arguments or in the environment, where nothing in them is
a command or an option, and without letters that programs refuse.
"""

import html
import os
import shutil
import subprocess
import sys
import threading

from game.host.notice_state import NoticeState

#: time for the system's program, in seconds
PATIENCE_S = 10.0
#: most letters of a title or a sentence; systems show fewer
LONGEST = 240
#: osascript takes words for options up to the first one that is none, so the words come after a fixed one
APPLE = ("on run argv", "display notification (item 3 of argv) with title (item 2 of argv)", "end run")
FIRST = "notice"
WINDOWS = """
$ErrorActionPreference = 'Stop'
$kind = [Windows.UI.Notifications.ToastTemplateType, Windows.UI.Notifications, ContentType = WindowsRuntime]
$manager = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$toast = $manager::GetTemplateContent($kind::ToastText02)
$lines = $toast.GetElementsByTagName('text')
$lines.Item(0).AppendChild($toast.CreateTextNode($env:KARTENKISTE_TITLE)) | Out-Null
$lines.Item(1).AppendChild($toast.CreateTextNode($env:KARTENKISTE_TEXT)) | Out-Null
$shell = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$manager::CreateToastNotifier($shell).Show([Windows.UI.Notifications.ToastNotification]::new($toast))
"""

#: set if the system's program failed the last time
_failed = threading.Event()


def _plain(text: str) -> str:
    """Return a text in one short line, without what cannot be an argument or stand in XML."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:LONGEST]


def command(title: str, text: str, platform: str = sys.platform) -> list[str]:
    """Return the system's command for a notice; [] if it has none."""
    if platform == "darwin":
        lines = [part for line in APPLE for part in ("-e", line)]
        # by their full names: a program in the present folder is not the system's
        found, rest = shutil.which("/usr/bin/osascript"), [*lines, FIRST, _plain(title), _plain(text)]
    elif platform == "win32":
        folder = os.environ.get("SYSTEMROOT", r"C:\Windows")
        found = shutil.which(rf"{folder}\System32\WindowsPowerShell\v1.0\powershell.exe")
        rest = ["-NoProfile", "-NonInteractive", "-Command", WINDOWS]
    else:
        # it takes the sentence for markup, and backslashes in it for escapes
        shown = html.escape(_plain(text), quote=False).replace("\\", "\\\\")
        found, rest = shutil.which("notify-send"), ["--app-name=Kartenkiste", "--", _plain(title), shown]
    return [found, *rest] if found else []


def state() -> NoticeState:
    """Return whether notices can be shown, or the last one was not, or there is no program for them."""
    if not command("", ""):
        return NoticeState.MISSING if sys.platform in ("darwin", "win32") else NoticeState.UNINSTALLED
    return NoticeState.UNSHOWN if _failed.is_set() else NoticeState.NATIVE


def show(title: str, text: str) -> None:
    """Show a notice, without waiting for it."""
    if found := command(title, text):
        threading.Thread(target=_run, args=(found, title, text), name="notice", daemon=True).start()


def _run(found: list[str], title: str, text: str) -> None:
    words = {**os.environ, "KARTENKISTE_TITLE": _plain(title), "KARTENKISTE_TEXT": _plain(text)}
    # no window of its own on Windows
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    nothing = subprocess.DEVNULL
    try:
        subprocess.run(
            found,
            env=words,
            timeout=PATIENCE_S,
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            check=True,
            creationflags=flags,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        _failed.set()
    else:
        _failed.clear()
