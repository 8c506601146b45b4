"""The notes of a release, as its workflow takes them from the changelog."""

from __future__ import annotations

import notes
import pytest

import game

CHANGELOG = """# Changelog

About this file.

## 1.1.0 (not yet published)

- Something.

## 1.0.1 (2027-01-02)

Two lines,
without a heading.

### The box

- A thing.

## 1.0.0 (2026-12-24)

- The first.

## 0.9.0 (2026-01-01)
"""


def test_the_notes_of_a_release_end_where_the_next_one_begins():
    assert notes.notes(CHANGELOG, "1.0.1") == "Two lines,\nwithout a heading.\n\n### The box\n\n- A thing."
    assert notes.notes(CHANGELOG, "1.0.0") == "- The first."


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.1.0", 'says "not yet published" beside 1.1.0'),
        ("0.9.0", "says nothing of 0.9.0"),
        ("1.0", "no heading for 1.0"),
        ("1x0.0", "no heading"),
    ],
)
def test_a_release_without_date_or_notes_is_refused(version, why):
    with pytest.raises(SystemExit, match=why):
        notes.notes(CHANGELOG, version)


def test_only_the_tag_of_the_programs_own_version_is_accepted(monkeypatch, tmp_path, capsys):
    assert notes.own_version() == game.__version__
    (tmp_path / "game").mkdir()
    (tmp_path / "game/__init__.py").write_text('import os\n\n__version__ = "1.0.1"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    monkeypatch.setattr(notes, "ROOT", tmp_path)
    assert notes.main("v1.0.1") == 0
    assert capsys.readouterr().out.startswith("Two lines,")
    with pytest.raises(SystemExit, match=r"v1.0.0 is not the program's version, 1\.0\.1"):
        notes.main("v1.0.0")


def test_the_changelog_has_a_heading_for_the_programs_version():
    text = (notes.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert game.__version__ in [heading["version"] for heading in notes.HEADING.finditer(text)]
