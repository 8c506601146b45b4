"""The log as a sheet: rounds fold and unfold at their headings, and a line of a finished match leads to its place."""

import pytest
from drivers import is_replay
from finished import finished
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import HUMAN
from game.engine.history import History, HistoryRow
from game.engine.match_texts import LogLine
from game.engine.palette import AMBER
from game.engine.texts import Texts
from game.engine.transitions import Push
from game.games.dnup.events import RoundStarted
from game.scenes.navigation import routes
from game.scenes.table import log
from game.scenes.table.log import LogSheet, rows_of


def row(seat: int, words: str, *singles: str, heading: bool = False) -> HistoryRow:
    lines = tuple((number, LogLine(seat, single)) for number, single in enumerate(singles or (words,)))
    return HistoryRow(LogLine(seat, words, heading=heading), lines, len(lines) - 1)


HISTORY = [
    row(-1, "Runde 1", heading=True),
    row(0, "a"),
    row(1, "b"),
    row(-1, "Runde 2", heading=True),
    row(0, "c", "c1", "c2"),
]


def words(*toggled: int) -> list[tuple[str, int]]:
    return [(row.line.text, row.hidden) for row in rows_of(reversed(HISTORY), frozenset(toggled))]


def test_the_current_round_is_unfolded_and_the_others_say_how_much_they_hide():
    assert words() == [("Runde 2", 0), ("c", 2), ("Runde 1", 2)]
    assert words(0) == [("Runde 2", 0), ("c", 2), ("Runde 1", 0), ("b", 0), ("a", 0)]
    assert words(3) == [("Runde 2", 1), ("Runde 1", 2)]


@pytest.mark.parametrize(("game", "options"), [("dnup", {}), ("nein_danke", {"rounds": 2})])
def test_the_heading_of_a_round_tells_the_totals_after_it(game, options):
    player, match = Player(), finished(game, 3, **options)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    player.wait(200)
    player.tap("log")
    heads = [row for row in player.scene._all() if row.line.heading]
    totals = [event.totals for events in match.events for event in events if hasattr(event, "totals")]
    assert len(totals) > 1
    for head, counts in zip(reversed(heads), totals, strict=True):
        order = sorted(range(3), key=lambda seat: -counts[seat])
        number = player.app.context.texts.number
        assert head.standing == ", ".join(f"{match.seats[seat].name} {number(counts[seat])}" for seat in order)
        assert head.standing in player.scene._text_of(head)


def test_the_heading_of_the_current_round_has_no_totals():
    match = finished("dnup", 3)
    texts = PRESENTATIONS["dnup"].match_texts(Texts("de"), match.seats)
    history = History(texts.log, lambda: texts)
    for event in [event for events in match.events for event in events]:
        history.add(event)
        if isinstance(event, RoundStarted):
            assert next(history.newest()).standing == ""


def test_a_row_unfolds_to_its_single_moves_in_their_order():
    assert words(4) == [("Runde 2", 0), ("c", 0), ("c1", 0), ("c2", 0), ("Runde 1", 2)]
    singles = [row for row in rows_of(reversed(HISTORY), frozenset({4})) if row.is_single]
    assert [row.event for row in singles] == [0, 1]


def test_without_rounds_all_rows_are_listed_newest_first():
    rows = [row(0, "a"), row(1, "b")]
    assert [one.line.text for one in rows_of(reversed(rows), frozenset())] == ["b", "a"]
    assert rows_of([], frozenset()) == []


def test_the_rows_of_a_wide_log_use_the_whole_paper():
    player = Player()
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("nein_danke", 3, rounds=2))))
    player.wait(200)
    player.tap("log")
    sheet = player.scene

    def ends() -> tuple[float, float]:
        boxes = [item.box for item in sheet.items.items if item.id.startswith("line-")]
        return min(box.x for box in boxes), max(box.x + box.w for box in boxes)

    columns, rows, _step = sheet._grid()
    assert columns == 2
    left, right = ends()
    assert left + right == pytest.approx(sheet.frame.width)
    # few rows are not squeezed into a half of it
    sheet._all = lambda: sheet.__class__._all(sheet)[:rows]
    sheet.build()
    assert sheet._grid()[0] == 1
    assert ends() == pytest.approx((left, right))


@pytest.mark.parametrize("people", [(0,), (0, 1)])
def test_the_lines_of_the_only_person_are_marked(people):
    player = Player()
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("nein_danke", people=people))))
    player.wait(200)
    player.tap("log")
    sheet = player.scene
    surface, frame = sheet.plate.surface, sheet.frame
    boxes = {item.id: item.box for item in sheet.items.items if item.id.startswith("line-")}
    marked = [
        row.line.seat
        for row in sheet.rows()
        if surface.get_at(frame.to_real(boxes[row.id].x - 8, boxes[row.id].centre[1]))[:3] == AMBER
    ]
    own = [row.line.seat for row in sheet.rows() if row.line.seat == 0]
    assert marked == (own if len(people) == 1 else [])
    assert own


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
    # the first round is folded: its heading unfolds it, and a row its moves
    closed = next(row for row in sheet._all() if row.line.heading and row.hidden)
    while not sheet.items.find(closed.id):
        player.tap("older")
    player.tap(closed.id)
    player.tap(next(row.id for row in sheet.rows() if row.line.chips and row.hidden))
    single = next(row for row in sheet.rows() if row.is_single)
    player.tap(single.id)
    assert player.scene is replay
    assert not replay.driver.playing
    assert 0 < replay.driver.match.place <= len(match.actions)
    assert replay.table.log[-1] == single.line


def test_without_a_replay_rows_are_no_links_but_fold():
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
    used = {item.id for item in sheet.items.items if item.id.startswith("line-")}
    assert used == {row.id for row in sheet.rows() if row.folds >= 0}
    before = len(sheet._all())
    player.tap(next(row.id for row in sheet.rows() if row.line.heading))
    assert len(sheet._all()) < before


def at_table(game: str, *kinds: str) -> Player:
    """Return a player at a table in the middle of a match, with the log open and its newest row unfolded."""
    player = Player()
    match = finished(game, len(kinds), people=[seat for seat, kind in enumerate(kinds) if kind == HUMAN])
    player.app.stack.carry_out(Push(routes.table(player.app.context, match.at(len(match.actions) // 2))))
    player.wait(200)
    player.tap("log")
    player.tap(next(row.id for row in player.scene.rows() if row.hidden and not row.line.heading))
    return player


def links(player: Player) -> set[str]:
    singles = {row.id for row in player.scene.rows() if row.is_single}
    assert singles
    return singles & {item.id for item in player.scene.items.items}


def test_against_bots_a_move_leads_to_its_place_and_back_to_the_table():
    player = at_table("push", HUMAN, "hard", "hard")
    table, sheet = player.app.stack.scenes[-2], player.scene
    first = min(links(player))
    event = next(row.event for row in sheet.rows() if row.id == first)
    player.tap(first)
    assert is_replay(player.scene)
    seen = player.scene.table.history
    assert seen.lines[-1] in (line for _at, line in next(iter(seen.newest())).lines)
    assert event < seen.count <= table.table.history.count
    assert not {"play_on", "review"} & set(player.ids()), "the match goes on at its table"
    player.tap("back")
    assert player.scene is sheet
    player.tap("back")
    assert player.scene is table


def test_a_match_of_memory_or_of_several_people_is_not_replayed_before_its_end():
    assert not links(at_table("keine_ahnung", HUMAN, "hard", "hard"))
    assert not links(at_table("push", HUMAN, HUMAN, "hard"))


@pytest.mark.parametrize(
    ("game", "told"), [("push", "aufzuklappen oder dorthin zu springen."), ("keine_ahnung", "aufzuklappen.")]
)
def test_the_page_says_what_a_tap_on_a_line_does(game, told):
    assert at_table(game, HUMAN, "hard", "hard").scene._use_note().endswith(f"um sie {told}")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_texts_of_the_log_begin_at_one_edge_and_cards_end_at_the_other(size, monkeypatch):
    drawn, plain = [], log.log_line

    def noted(kit, line, name, faces, **how):
        pictures = [plain(kit, one, name, faces, **how) for one in (line, line._replace(cards=(), chips=0))]
        drawn.append((line, *(picture.get_bounding_rect() for picture in pictures), kit.px(how["max_width"])))
        return pictures[0]

    monkeypatch.setattr(log, "log_line", noted)
    player = Player(size)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("push", 3))))
    player.wait(200)
    player.tap("log")
    with_cards = [row for row in drawn if row[0].cards]
    assert len(with_cards) > 9
    for _line, whole, text, most in with_cards:
        assert abs(whole.left - text.left) <= 1
        assert most - 4 <= whole.right <= most
