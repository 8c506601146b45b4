"""Notices of a desktop's system: its program shows names as they are, and harms nobody if it fails."""

import json
import sys
import time
from pathlib import Path

import pytest

from game.engine.texts import LANGUAGES, Texts
from game.host import device, native_notice

#: programs that take their words apart as the systems' own do, and write down what a person would read
PROGRAMS = {
    # options end at the first word that is none
    "darwin": """
import getopt, re
options, words = getopt.getopt(sys.argv[1:], "e:l:i:s:")
script = [value for name, value in options if name == "-e"]
assert script[0] == "on run argv" and script[-1] == "end run"
items = re.fullmatch(r"display notification \\(item (.) of argv\\) with title \\(item (.) of argv\\)", script[1])
show(words[int(items[2]) - 1], words[int(items[1]) - 1])
""",
    # everything behind -Command is one script; a text node takes only what XML allows
    "win32": """
import os
assert sys.argv[1:4] == ["-NoProfile", "-NonInteractive", "-Command"]
script = " ".join(sys.argv[4:])
found = re.findall(r"CreateTextNode\\(\\$env:(\\w+)\\)", script)
assert '"' not in script and len(found) == 2
words = [os.environ[name] for name in found]
assert not re.search("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]", "".join(words))
show(*words)
""",
    # options may stand anywhere before --; the body has escapes and markup
    "linux": """
import getopt
from xml.etree import ElementTree
options, words = getopt.gnu_getopt(sys.argv[1:], "u:t:a:i:c:h:n:pr:weA:?", ["app-name=", "help", "urgency=", "version"])
assert options == [("--app-name", "Kartenkiste")]
title, body = words
escapes = {"n": "\\n", "t": "\\t", "b": "\\b", "r": "\\r", "f": "\\f", "v": "\\v"}
def escaped(found):
    return chr(int(found[1], 8)) if found[1].isdigit() else escapes.get(found[1], found[1])
body = re.sub(r"\\\\([0-7]{1,3}|.?)", escaped, body)
tree = ElementTree.fromstring(f"<body>{body}</body>")
assert not len(tree), "markup"
show(title, tree.text)
""",
}
HEAD = """#!{python} -I
import json, re, sys
from pathlib import Path
def show(title, text):
    Path({shown!r}).write_text(json.dumps([title, text]), encoding="utf-8")
"""
#: names and sentences that were chosen to do harm
UNKIND = [
    "-h; rm -rf ~",
    "--help",
    '"; display dialog "x" with title "',
    "'; Remove-Item C:\\ -Recurse; '",
    "$(reboot) `reboot` ${HOME} $env:HOME %PATH% !!",
    "two\nlines\r\nwith\ttabs",
    "<b>Ada</b> & Ben &amp; <script>",
    "C:\\new\\table\\012\\",
    "\0zero\x1b[31m\x7f\x85",
    "half \ud800 a pair",
    "Ä 漢字 🎲 “quoted”",
    "x" * 100_000,
    "<" * 5_000 + "\\" * 5_000,
]


@pytest.fixture(autouse=True)
def _nothing_has_failed():
    native_notice._failed.clear()
    yield
    native_notice._failed.clear()


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Return a function that puts a program in the system's place; it returns the file for what is shown."""

    def put(source: str) -> Path:
        path, shown = tmp_path / "program", tmp_path / "shown"
        path.write_text(HEAD.format(python=sys.executable, shown=str(shown)) + source, encoding="utf-8")
        path.chmod(0o700)
        monkeypatch.setattr(native_notice.shutil, "which", lambda _name: str(path))
        return shown

    return put


def legible(text: str) -> str:
    """Return what a person should read of a text."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[: native_notice.LONGEST]


@pytest.mark.parametrize("platform", PROGRAMS)
def test_names_of_any_kind_are_shown_as_they_are(program, platform):
    shown = program(PROGRAMS[platform])
    for words in UNKIND:
        title, text = words, words[::-1]
        native_notice._run(native_notice.command(title, text, platform), title, text)
        assert native_notice.state() == "native", words[:40]
        assert json.loads(shown.read_text(encoding="utf-8")) == [legible(title), legible(text)]
        shown.unlink()


@pytest.mark.parametrize(
    ("platform", "name"),
    [
        ("linux", "notify-send"),
        ("darwin", "/usr/bin/osascript"),
        ("win32", r"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe"),
    ],
)
def test_only_the_systems_own_program_is_started(monkeypatch, platform, name):
    monkeypatch.delenv("SYSTEMROOT", raising=False)
    monkeypatch.setattr(native_notice.shutil, "which", lambda asked: asked if asked == name else None)
    assert native_notice.command("a", "b", platform)[0] == name
    monkeypatch.setattr(native_notice.shutil, "which", lambda _name: None)
    assert native_notice.command("a", "b", platform) == []


@pytest.mark.parametrize(("platform", "state"), [("linux", "uninstalled"), ("darwin", "missing"), ("win32", "missing")])
def test_a_system_without_the_program_says_so_and_shows_nothing(monkeypatch, platform, state):
    monkeypatch.setattr(native_notice.shutil, "which", lambda _name: None)
    monkeypatch.setattr(native_notice.sys, "platform", platform)
    native_notice.show("a", "b")
    assert device.page.notices.state() == state


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_can_be_installed_is_named(language):
    assert "notify-send" in Texts(language)("notices.state.uninstalled")


def wait_until_failed() -> None:
    """Wait until the last notice has failed."""
    assert native_notice._failed.wait(20), "no failure was noticed"


@pytest.mark.parametrize(
    "source",
    [
        "sys.exit(1)",
        "raise SystemExit('no such interface')",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import time; time.sleep(3600)",
        "while True: print('x' * 9999, flush=True)",
        "import subprocess, time\nsubprocess.Popen(['sleep', '20'])\ntime.sleep(3600)",
        "assert sys.stdin.read() == ''; sys.exit(2)",
    ],
)
def test_a_program_that_fails_or_hangs_is_ended_and_told_of(program, monkeypatch, source):
    program(source)
    monkeypatch.setattr(native_notice, "PATIENCE_S", 1.0)
    begun = time.monotonic()
    native_notice.show("Du bist dran", "Push")
    assert time.monotonic() - begun < native_notice.PATIENCE_S, "the game goes on"
    wait_until_failed()
    assert time.monotonic() - begun < 15, "what it has started is not waited for"
    assert device.page.notices.state() == "unshown"


def test_a_program_that_cannot_be_started_is_told_of_until_one_works_again(program, tmp_path):
    shown = program(PROGRAMS["linux"])
    (tmp_path / "program").chmod(0o600)
    native_notice.show("a", "b")
    wait_until_failed()
    (tmp_path / "program").chmod(0o700)
    native_notice._run(native_notice.command("a", "b", "linux"), "a", "b")
    assert shown.exists()
    assert device.page.notices.state() == "native"
