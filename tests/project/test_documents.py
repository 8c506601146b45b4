"""The documents: limits of length, and links with existing targets."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "game/README.md")),
    *(ROOT / "game" / "server").glob("*.md"),
    *(ROOT / "build" / "docs").glob("*.md"),
]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as a forge makes them."""
    found = set()
    for line in document.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            anchor = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(anchor.replace(" ", "-"))
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_documents_have_targets(document):
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        other = (document.parent / path).resolve() if path else document
        assert other.exists(), target
        assert not anchor or anchor in headings(other), target


def test_every_page_is_reachable_from_the_readme():
    reached, left = set(), [ROOT / "README.md"]
    while left:
        document = left.pop()
        if document in reached:
            continue
        reached.add(document)
        for target in LINK.findall(document.read_text(encoding="utf-8")):
            path = (document.parent / target.partition("#")[0]).resolve()
            if path.suffix == ".md" and path.is_file():
                left.append(path)
    assert set(DOCUMENTS) <= reached


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_name_the_person_they_speak_of(document):
    # the style guide quotes the word
    assert not re.search(r'(?<!")\bwhoever\b', document.read_text(encoding="utf-8"), re.IGNORECASE)


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_lines_of_the_changelog_are_short():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.startswith("- ")]
    assert entries
    assert not [line for line in entries if len(line.split()) - 1 > 15]
    # an entry is one line: nothing is wrapped
    assert not [line for line in lines if line.startswith("  ")]


def test_the_list_of_tasks_is_complete():
    import tasks

    prose = (ROOT / "build" / "docs" / "tasks.md").read_text(encoding="utf-8")
    assert not [name for name in tasks.TASKS if f"`{name}" not in prose]
