"""The log at a table, where a paper lies over a part of it."""

from __future__ import annotations

import pytest
from keine_ahnung_player import match_of, sit

from game.engine.layout import Box
from game.engine.words import LogLine


class Heights:
    """A canvas that remembers at which heights lines begin."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def put_left(self, _picture: object, _x: float, y: float) -> None:
        self.seen.append(y)

    def put_centred(self, *_given: object) -> None:
        """A figure: it lies beside its line."""


@pytest.mark.parametrize(
    ("top", "high", "lines"), [(0.0, 0.0, 4), (0.0, 120.0, 2), (0.0, 200.0, 0), (140.0, 120.0, 2), (-40.0, 400.0, 0)]
)
def test_a_paper_over_the_log_cuts_no_line_and_the_newest_ones_stay(top, high, lines):
    table = sit(match_of("hb")).scene.table
    table.log = [LogLine(0, f"line {number}") for number in range(9)]
    log = table.spots.log
    assert log
    paper = Box(log.x - 6, log.y + top, log.w + 12, high)
    table.sheet = paper if high else None
    canvas = Heights()
    table.draw_log(canvas, log)
    headings = [y for y in canvas.seen if y < log.y + 38]
    assert len(headings) == (not high or top > 38), "half a heading is none"
    assert len(canvas.seen) == lines + len(headings)
    assert all(log.y < y - 12 and y + 14 < log.y + log.h for y in canvas.seen)
    if high:
        assert not any(paper.y < y + 12 and y - 12 < paper.y + paper.h for y in canvas.seen)
