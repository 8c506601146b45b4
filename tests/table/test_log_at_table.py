"""The log at a table: its newest lines, hidden while the dock has words."""

import gc
import weakref

import pytest
from keine_ahnung_player import match_of, sit

from game.engine.history import History
from game.engine.log_line import BEHIND_ONE
from game.engine.match_texts import LogLine
from game.engine.transitions import Reset
from game.games.keine_ahnung.faces import face_of
from game.player.settings import SCALES
from game.scenes.navigation import routes


class Heights:
    """A canvas that records the heights at which lines begin."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def put(self, *_given: object) -> None:
        """Record a panel."""

    def put_left(self, _picture: object, _x: float, y: float) -> None:
        self.seen.append(y)

    def put_centred(self, *_given: object) -> None:
        """Ignore a figure: it lies beside its line."""


def test_the_newest_lines_fit_below_the_heading_and_hide_while_the_dock_speaks():
    table = sit(match_of("hb")).scene.table
    table.history = history_of(9)
    log, canvas = table.spots.log, Heights()
    assert log == table.spots.dock
    table.dock_has_text = False
    table.log_panel.draw(canvas, log)
    heading, *lines = canvas.seen
    assert heading < log.y + 38
    assert len(lines) == 5
    assert all(log.y + 38 < y - 12 and y + 14 < log.y + log.h for y in lines)
    canvas.seen.clear()
    table.dock_has_text = True
    table.log_panel.draw(canvas, log)
    assert canvas.seen == []


class Plain:
    """Texts of a game whose events are rows of their own."""

    def begins(self, event, row):
        return True

    def follows(self, event):
        return False

    def summary(self, events, lines):
        return None


def history_of(count, seat=0):
    """Return a history with that many rows."""
    history = History(lambda number: [LogLine(seat, f"line {number}")], Plain)
    history.rewrite(range(count))
    return history


def test_the_short_log_tells_an_event_once_that_has_hit_the_viewer():
    table = sit(match_of("hb")).scene.table
    table.history = History(lambda line: [line], Plain)
    older, loss, newest = LogLine(1, "older"), LogLine(1, "takes it from you", hit=table.viewer), LogLine(1, "newest")
    table.history.rewrite([older, loss, newest])
    assert table.log_panel.first(4) == [(loss, 0), (newest, 1), (older, 2)]
    # a row may tell the hit in a line of its own, with the same text
    table.history = History(lambda line: [line], Summed)
    table.history.rewrite([older, loss, newest])
    assert [line.text for line, _look in table.log_panel.first(4)] == [loss.text, newest.text, older.text]


class Summed(Plain):
    """Texts that sum up a row in a line that names nobody hit."""

    def summary(self, events, lines):
        return lines[-1]._replace(hit=-1)


@pytest.mark.parametrize(("cards", "indents"), [((), (0, 0)), (("6",), (0, BEHIND_ONE)), (("6", "5"), (0, 0))])
def test_texts_begin_below_each_other_where_lines_have_one_card_at_most(cards, indents):
    table = sit(match_of("hb")).scene.table
    faces = [face_of(int(card)) for card in cards]
    table.history = History(lambda line: [line], Plain)
    table.history.add(LogLine(0, "nothing"))
    table.history.add(LogLine(0, "cards", cards=tuple(faces)))
    assert tuple(indent for *_line, indent in table.log_panel._fitting(300, 400)) == indents


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_page_number_of_a_long_log_leaves_the_arrows_free(size, scale):
    player = sit(match_of("hb"), size)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.scene.table.history = history_of(999)
    player.tap("log")
    kit, items = player.app.context.kit, player.scene.items
    newer, older = items.find("newer").box, items.find("older").box
    number = kit.pill_plain(player.scene.page_text(), 20).get_width() / kit.scale
    assert newer.x + newer.w < (newer.centre[0] + older.centre[0] - number) / 2
    assert older.x > (newer.centre[0] + older.centre[0] + number) / 2


def test_the_pictures_of_a_tables_cards_go_with_the_table():
    """The log's lines show cards: what is cached of them must not outlive the table."""
    player = sit(match_of("hb"))
    faces = weakref.ref(player.scene.table.faces)
    assert player.wait(30_000, lambda: any(row.line.cards for row in player.scene.table.history.newest()))
    player.draw()
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    player.wait(2_000)
    gc.collect()
    assert faces() is None
