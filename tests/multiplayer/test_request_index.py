"""Requests that have been carried out are recognized by their ids."""

from __future__ import annotations

from game.server import request_index
from game.server.request_index import RequestIndex


def test_a_request_is_recognized_by_its_entry_and_no_other_is():
    done = RequestIndex()
    rows = [(f"token {seat}", f"page{number}", 10 * number + seat) for number in range(500) for seat in range(4)]
    for row in rows:
        done.add(*row)
    assert [done.entry_of(token, id_) for token, id_, _line in rows] == [line for *_who, line in rows]
    for token, id_ in (("token 4", "page1"), ("token 1", "page500"), ("", "page1"), ("token 1", "")):
        assert done.entry_of(token, id_) == -1


def test_an_overlap_of_two_adjacent_ids_is_not_recognized(monkeypatch):
    monkeypatch.setattr(request_index, "_key", lambda _token, id_: id_.encode())
    done = RequestIndex()
    for line, id_ in enumerate(("01234567", "89abcdef"), 1):
        done.add("", id_, line)
    assert done.entry_of("", "456789ab") == -1
    done.add("", "456789ab", 3)
    assert [done.entry_of("", id_) for id_ in ("01234567", "89abcdef", "456789ab")] == [1, 2, 3]
