"""Notices of a desktop's system, by the program that it has for them; browser builds leave it out."""

import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress

#: time for the system's program, in seconds
PATIENCE_S = 10.0
#: the words come as arguments or in the environment, where nothing in them is a command
APPLE = ("on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run")
WINDOWS = """
$kind = [Windows.UI.Notifications.ToastTemplateType, Windows.UI.Notifications, ContentType = WindowsRuntime]
$manager = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$toast = $manager::GetTemplateContent($kind::ToastText02)
$lines = $toast.GetElementsByTagName('text')
$lines.Item(0).AppendChild($toast.CreateTextNode($env:KARTENKISTE_TITLE)) | Out-Null
$lines.Item(1).AppendChild($toast.CreateTextNode($env:KARTENKISTE_TEXT)) | Out-Null
$shell = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$manager::CreateToastNotifier($shell).Show([Windows.UI.Notifications.ToastNotification]::new($toast))
"""


def command(title: str, text: str, platform: str = sys.platform) -> list[str]:
    """Return the system's command for a notice; [] if it has none."""
    if platform == "darwin":
        lines = [part for line in APPLE for part in ("-e", line)]
        found, rest = shutil.which("osascript"), [*lines, title, text]
    elif platform == "win32":
        found, rest = shutil.which("powershell"), ["-NoProfile", "-NonInteractive", "-Command", WINDOWS]
    else:
        found, rest = shutil.which("notify-send"), ["--app-name=Kartenkiste", "--", title, text]
    return [found, *rest] if found else []


def show(title: str, text: str) -> None:
    """Show a notice, without waiting for it."""
    if found := command(title, text):
        threading.Thread(target=_run, args=(found, title, text), name="notice", daemon=True).start()


def _run(found: list[str], title: str, text: str) -> None:
    words = {**os.environ, "KARTENKISTE_TITLE": title, "KARTENKISTE_TEXT": text}
    # no window of its own on Windows
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(found, env=words, timeout=PATIENCE_S, capture_output=True, check=False, creationflags=flags)
