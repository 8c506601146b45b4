"""The log as a sheet: rounds fold and unfold at their headings, and a line of a finished match leads to its place."""

import pytest
from drivers import is_replay
from finished import finished
from player import Player

from game.engine.match_texts import LogLine
from game.engine.transitions import Push
from game.scenes.navigation import routes
from game.scenes.table.log import LogSheet, rows_of

LOG = [
    LogLine(-1, "Runde 1", heading=True),
    LogLine(0, "a"),
    LogLine(1, "b"),
    LogLine(-1, "Runde 2", heading=True),
    LogLine(0, "c"),
]


def shown_lines(*toggled: int) -> list[tuple[str, int]]:
    return [(row.line.text, row.hidden) for row in rows_of(LOG, frozenset(toggled))]


def test_the_current_round_is_unfolded_and_the_others_say_how_much_they_hide():
    assert shown_lines() == [("Runde 2", 0), ("c", 0), ("Runde 1", 2)]
    assert shown_lines(0) == [("Runde 2", 0), ("c", 0), ("Runde 1", 0), ("b", 0), ("a", 0)]
    assert shown_lines(1) == [("Runde 2", 1), ("Runde 1", 2)]


def test_without_rounds_all_lines_are_listed_newest_first():
    lines = [LogLine(0, "a"), LogLine(1, "b")]
    assert [row.line.text for row in rows_of(lines, frozenset())] == ["b", "a"]
    assert rows_of([], frozenset()) == []


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_line_of_a_replays_log_leads_to_its_place(size):
    player = Player(size)
    match = finished("nein_danke", 3, rounds=2)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    replay = player.scene
    assert is_replay(replay)
    player.wait(200)
    player.tap("log")
    sheet = player.scene
    assert isinstance(sheet, LogSheet)
    # the first round is folded: its heading unfolds it
    closed = next(row for row in rows_of(sheet._log, sheet._toggled) if row.hidden)
    while not sheet.items.find(f"line-{closed.number}"):
        player.tap("older")
    player.tap(f"line-{closed.number}")
    row = next(row for row in sheet._rows() if not row.line.heading and row.line.seat >= 0)
    player.tap(f"line-{row.number}")
    assert player.scene is replay
    assert not replay.driver.playing
    assert row.line in replay.strip.lines[replay.driver.match.place]
    assert 0 < replay.driver.match.place <= len(match.actions)


def test_at_a_table_log_lines_are_no_links_but_rounds_fold():
    player = Player()
    match = finished("dnup", 3)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    table = player.scene.table
    player.scene.driver.playing = False
    for events in (match.game.opening(match.at(0).state), *match.events):
        for event in events:
            table.take_note(event)
    player.app.stack.carry_out(Push(routes.log(player.app.context, table)))
    sheet = player.scene
    used = [item for item in sheet.items.items if item.id.startswith("line-")]
    assert used
    numbers = [int(item.id.removeprefix("line-")) for item in used]
    assert all(table.log[number].heading for number in numbers)
    before = len(sheet._rows())
    player.tap(used[-1].id)
    assert len(sheet._rows()) != before
