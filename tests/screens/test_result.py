"""The result adds up: the numbers drawn in a row sum to its total, and the best row is crowned."""

import json

import dnup_states
import pytest
from finished import finished
from player import Player

from game.core.match import FIGURES, Seat
from game.engine.kit import Kit
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.games.dnup.result import sheet_of
from game.host.storage import MemoryStorage
from game.scenes.result.outcome import outcome_of
from game.scenes.result.result import Result
from game.scenes.result.result_rows import ResultRows
from game.services import launch_request
from game.table.turns.scene import TurnScene

MOVES = ("do-", "card-")
NAMES = ("Toni", "Frida", "Ole", "Mika", "Kim", "Juna", "Piet")


class Row:
    """One row of the result as it is drawn."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.values: list[int] = []
        self.total = 0
        self.dark = False


def number(text: str) -> int | None:
    """Return the number that is written, if it is one."""
    plain = text.replace("\u2212", "-").removeprefix("+")
    return int(plain) if plain.removeprefix("-").isdigit() else None


@pytest.fixture
def rows(monkeypatch):
    """Record the rows of a result as they are drawn."""
    drawn: dict[int, Row] = {}
    now: list[Row] = []
    plain_row, plain_line, plain_sticker, plain_numeral = ResultRows.draw_row, Kit.line, Kit.sticker, Kit.numeral

    def draw_row(self, canvas, place, placed):
        drawn[place] = Row(placed.row.seat)
        now.append(drawn[place])
        plain_row(self, canvas, place, placed)
        now.clear()

    def line(self, text, *rest, **more):
        if now and (value := number(text)) is not None:
            now[0].values.append(value)
        return plain_line(self, text, *rest, **more)

    def sticker(self, text, *how):
        if now:
            now[0].total = number(text)
        return plain_sticker(self, text, *how)

    def numeral(self, text, *how):
        if now:
            now[0].total, now[0].dark = number(text), True
        return plain_numeral(self, text, *how)

    monkeypatch.setattr(ResultRows, "draw_row", draw_row)
    monkeypatch.setattr(Kit, "line", line)
    monkeypatch.setattr(Kit, "sticker", sticker)
    monkeypatch.setattr(Kit, "numeral", numeral)
    return drawn


def results(size: tuple[int, int], seats: int, seed: int, **options: object):
    """Play a match by pointer, one person among bots; yield every result, counted and drawn."""
    storage = MemoryStorage()
    kinds = ["human", *["easy"] * (seats - 1)]
    chosen = [list(Seat(*row)) for row in zip(NAMES, kinds, FIGURES, strict=False)]
    storage.write("setup", json.dumps({"nein_danke": {"seats": chosen, "options": options}}))
    player = Player(size, launch_request.LaunchRequest("nein_danke", (), seed), storage)
    player.app.context.settings.speed = "off"

    def offered() -> list[str]:
        return [id_ for id_ in player.ids() if id_.startswith(MOVES)]

    for count in range(1000):
        assert player.wait(60_000, lambda: bool(offered()) or isinstance(player.scene, Result)), "nothing happens"
        if isinstance(player.scene, TurnScene):
            player.tap(offered()[-(count // 2 % 2)])
            continue
        if player.scene.items.find("skip"):
            player.tap("skip")
        player.scene.dirty = True
        player.draw()
        yield player
        if not player.scene.items.find("next"):
            return
        player.wait(400)
        player.tap("next")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (3, {"rounds": 3}),
        (4, {"rounds": 2, "specials": True}),
        (5, {"rounds": 4, "tie_break": "chips"}),
        (7, {"rounds": 2, "specials": True, "keep_immediate": True}),
    ],
)
def test_every_row_adds_up_and_the_best_one_is_crowned(rows, size, seats, options):
    played = 0
    for player in results(size, seats, 11, **options):
        played += 1
        match = player.scene.match
        totals = match.game.scores(match.state)
        assert sorted(row.seat for row in rows.values()) == list(range(seats))
        for row in rows.values():
            place, *values = row.values
            assert sum(values) == row.total, f"{NAMES[row.seat]}: {values} are not {row.total}"
            # a tie may be broken by chips
            assert place == 1 + sum(rank > match.ranks[row.seat] for rank in match.ranks)
            assert row.total == totals[row.seat]
        in_order = [rows[place].total for place in sorted(rows)]
        assert in_order == sorted(in_order, reverse=True), "the best one stands first"
        crowned = {row.seat for row in rows.values() if row.dark}
        assert crowned == set(match.game.winners(match.state))
        assert all(totals[seat] == max(totals) for seat in crowned)
        assert bool(crowned) == match.is_over
        rows.clear()
    assert played == options.get("rounds", 1)


def test_points_of_earlier_rounds_are_the_last_part_of_the_sum(rows):
    """In the first round there is nothing to carry."""
    before: list[int] = []
    for player in results((1280, 720), 3, 4, rounds=2):
        table = player.scene.match.state.store
        for row in rows.values():
            score = table.round_scores[row.seat]
            _place, *values = row.values
            carried = [before[row.seat]] if before and before[row.seat] else []
            assert not carried or values[-1:] == carried
            assert sum(values) - sum(carried) == score.total
        before = list(table.totals)
        rows.clear()
    assert before


def shown(**settings: object) -> Result:
    """Return the result of a match in whose seating order the winner is last, before it is counted."""
    player = Player()
    for name, value in settings.items():
        setattr(player.app.context.settings, name, value)
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("nein_danke", 4, 1, (0,)))))
    player.scene.player = player
    return player.scene


def seen(scene: Result, rows: dict[int, Row]) -> list[Row]:
    """Return the rows as they are drawn now, from top to bottom."""
    rows.clear()
    scene.dirty = True
    scene.player.draw()
    return [rows[place] for place in sorted(rows)]


def test_the_winner_is_shown_after_the_count_when_rows_move_to_their_places(rows):
    scene = shown()
    told = scene.player
    assert told.wait(20_000, lambda: scene.count.current == 0)
    before = seen(scene, rows)
    assert [row.seat for row in before] == [0, 1, 2, 3]
    # the number that runs up is dark on light paper
    assert [row.dark for row in before] == [True, False, False, False]
    # the sum of a row is its numbers: no place is written before them
    assert all(sum(row.values) == row.total for row in before[1:])
    assert told.wait(20_000, lambda: scene.count.moves)
    ways = []
    while scene.count.moves:
        ways.append([scene.count.at(number) for number in range(4)])
        told.draw()
        told.wait(32)
    assert len(ways) > 10
    for number, goal in enumerate((1, 3, 2, 0)):
        steps = [abs(way[number] - goal) for way in ways]
        assert steps == sorted(steps, reverse=True)
        assert steps[-1] < 0.1
    after = seen(scene, rows)
    assert [(row.seat, row.dark) for row in after] == [(3, True), (0, False), (2, False), (1, False)]
    assert [row.values[0] for row in after] == [1, 2, 3, 4]


@pytest.mark.parametrize("moves", [False, True])
def test_a_tap_shows_the_places_at_once(rows, moves):
    scene = shown()
    if moves:
        assert scene.player.wait(20_000, lambda: scene.count.moves)
    scene.player.point(600, 100)
    assert [row.seat for row in seen(scene, rows)] == [3, 0, 2, 1]


@pytest.mark.parametrize("calm", [{"reduced_motion": True}, {"speed": "off"}])
def test_with_reduced_motion_the_first_picture_shows_the_places(rows, calm):
    assert [row.seat for row in seen(shown(**calm), rows)] == [3, 0, 2, 1]


def test_a_player_has_at_most_the_four_letters_of_the_word():
    seats = [Seat(name, "human", "bear") for name in ("Toni", "Frida", "Ole")]
    state = dnup_states.state_of("", "", "", totals=(5, 0, 1))
    found = sheet_of(Texts("de"), seats, state)
    assert [row.total for row in found.rows] == [4, 0, 1]
    assert found.rows[0].counts == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("game", "options", "between", "noted"),
    [
        ("nein_danke", {"rounds": 2}, False, True),
        ("nein_danke", {"rounds": 2}, True, False),
        ("nein_danke", {}, False, False),
        ("twin_it", {"mode": "contest"}, False, True),
        # the standing of a group says it itself
        ("twin_it", {"mode": "minute"}, False, False),
    ],
)
def test_the_round_or_time_limit_is_noted_once_beside_the_rule_at_the_end(game, options, between, noted):
    texts = Texts("de")
    outcome = outcome_of(texts, finished(game, 3, **options), between=between)
    note, rule = outcome.sheet.note, texts(outcome.sheet.rule)
    assert outcome.rule == (f"{note} · {rule}" if noted else rule)
    assert bool(note) == bool(options)
