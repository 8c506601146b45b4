"""The one command for developers lists and explains its tasks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def task_output(*text: str) -> str:
    """Return the output of ``tasks.py`` with these arguments; it must not fail."""
    command = [sys.executable, str(ROOT / "build" / "tasks.py"), *text]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_names_every_task() -> None:
    text = task_output("--help")
    for task in (
        "play",
        "test",
        "check",
        "hooks",
        "mutate",
        "monkey",
        "simulate",
        "ladder",
        "bench",
        "puzzles",
        "art",
        "store",
        "web",
        "serve",
        "host",
        "runtime",
    ):
        assert f"    {task}" in text
    assert "95% intervals" in " ".join(text.split())


@pytest.mark.parametrize("task", ["play", "test", "ladder", "bench", "art"])
def test_every_task_explains_itself(task: str) -> None:
    assert f"usage: tasks.py {task}" in task_output(task, "--help")


@pytest.mark.parametrize(
    ("given", "called"),
    [
        (["host", "--tables", "3"], [("build/bench_host.py", "--tables", "3")]),
        (["endure-host"], [("build/endure_host.py",)]),
        (["browser", "--engine", "firefox"], [("build/bench_browser.py", "--engine", "firefox")]),
        (["speed", "push"], [("build/simulate.py", "--bench", "push"), ("build/bench_frames.py",)]),
        ([], [("build/simulate.py", "--bench"), ("build/bench_frames.py",)]),
    ],
)
def test_a_benchmark_by_name_gets_the_other_options(given, called, monkeypatch) -> None:
    import tasks

    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks, "environment", lambda *_groups: "python")
    monkeypatch.setattr(tasks, "run", lambda _python, *text: ran.append(text) or 0)
    before = [*given]
    assert tasks.bench(given) == 0
    assert ran == called
    assert given == before


def test_every_benchmark_has_its_script() -> None:
    import tasks

    assert all((ROOT / "build" / f"{one.script}.py").is_file() for one in tasks.BENCHMARKS.values())


def test_all_named_pictures_are_drawn(monkeypatch) -> None:
    import tasks

    called: list[tuple[object, ...]] = []
    monkeypatch.setattr(tasks, "environment", lambda *_groups: "python")
    monkeypatch.setattr(tasks, "run", lambda *text: called.append(text) or 0)
    tasks.art(["push", "title/box_push"])
    assert called == [("python", "build/art/make.py", "--only", "push", "title/box_push")]


def test_a_site_is_rebuilt_once_a_source_of_it_is_newer(tmp_path, monkeypatch) -> None:
    import host

    monkeypatch.setattr(host, "ROOT", tmp_path)
    monkeypatch.setattr(host, "SITE", tmp_path / "site")
    monkeypatch.setattr(host, "ARCHIVE", tmp_path / "site.zip")
    monkeypatch.setattr(host, "SOURCES", ("main.py", "game"))
    for name in ("main.py", "game/app/app.py", "game/__pycache__/app.pyc", "site.zip", "site/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (100, 100))
    os.utime(tmp_path / "game/__pycache__/app.pyc", (300, 300))
    assert not host.is_stale()
    for time, name in ((200, "main.py"), (300, "game/app/app.py")):
        os.utime(tmp_path / name, (time, time))
        assert host.is_stale()
        os.utime(tmp_path / "site.zip", (time, time))
        assert not host.is_stale()
    (tmp_path / "site/index.html").unlink()
    assert host.is_stale()


def test_every_script_that_builds_the_site_is_one_of_its_sources() -> None:
    import host

    build = host.ROOT / "build"
    imported = re.findall(r"^(?:import|from) (\w+)", (build / "web.py").read_text(encoding="utf-8"), re.MULTILINE)
    ours = {f"build/{name}.py" for name in imported if (build / f"{name}.py").is_file()} - {"build/environments.py"}
    assert "build/page_script.py" in ours
    assert ours <= {*host.SOURCES}
