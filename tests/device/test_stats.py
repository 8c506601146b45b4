"""The statistics: what is recorded, what it adds up to, and that damage in the file does no harm."""

import json
from typing import Any

import pygame
import pytest
from colour_maths import contrast
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.records import MatchRecord
from game.core.rng import Rng
from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.layout import Box, frame_for
from game.engine.palette import CREAM
from game.engine.transitions import Pop, Push, Reset
from game.games.nein_danke.game import NeinDanke
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import saves, stats
from game.player.stats import CHART, ENTRY, KEPT, StatsEntry
from game.scenes.navigation import routes
from game.scenes.records.stats_screen import StatsScreen
from game.scenes.shared import chart
from game.services.context import Context

RULES = GAMES["nein_danke"]


def new_context(stored: str | None = None) -> Context:
    storage = MemoryStorage()
    if stored is not None:
        storage.write("statistics", stored)
    return Context(storage, ManualClock(), frame_for((1280, 720)), "de")


def finished(kinds: tuple[str, ...], seed: int = 1) -> Match:
    """Return a match played to its end at random."""
    seats = [Seat(f"Name {number}", kind) for number, kind in enumerate(kinds)]
    match = Match(RULES, {}, seats, seed)
    rng = Rng(seed)
    while not match.is_over:
        match.apply(rng.choice(RULES.legal_actions(match.state)))
    return match


def entry(**changes: Any) -> StatsEntry:
    plain = StatsEntry("nein_danke", 1000.0, 3, "normal", 2, -30, False, 1, ("A", "B", "C"))
    return plain._replace(**changes)


@pytest.mark.parametrize("seed", range(12))
def test_an_entry_tells_the_result_of_the_best_person(seed: int) -> None:
    match = finished(("human", "easy", "human", "hard"), seed)
    context = new_context()
    saves.finish(context, match)
    (found,) = stats.entries(context)
    scores, winners = RULES.scores(match.state), RULES.winners(match.state)
    assert (found.game, found.seats, found.humans, found.level) == ("nein_danke", 4, 2, "hard")
    assert found.ended_ms == context.clock.wall_ms()
    assert found.names == ("Name 0", "Name 1", "Name 2", "Name 3")
    assert found.won == bool({0, 2} & set(winners))
    assert found.score == max(scores[0], scores[2])
    assert found.place == 1 + sum(score > found.score for score in scores)


def test_matches_of_bots_alone_are_not_recorded() -> None:
    context = new_context()
    saves.finish(context, finished(("easy", "normal", "hard")))
    assert stats.entries(context) == []
    assert context.storage.read("statistics") is None


def test_a_match_of_people_alone_has_no_level() -> None:
    context = new_context()
    saves.finish(context, finished(("human", "human", "human")))
    (found,) = stats.entries(context)
    assert found.level == ""
    assert not found.won, "a win among people says nothing about the player"


def test_matches_of_people_alone_are_left_out_of_the_statistics_page_and_the_title() -> None:
    player = Player()
    against_bots = entry(game="push", score=88, level="easy", place=2)
    alone, people = against_bots._replace(level=""), against_bots._replace(level="", humans=3, score=112, place=1)
    group = people._replace(own=MatchRecord("cooperative", medal=0))
    assert [row.is_among_people for row in (against_bots, alone, people, group)] == [False, False, True, False]
    stats.STORED.write(player.app.context, (against_bots, *[people] * 3))
    player.tap("statistics")
    assert player.scene.game == "push"
    assert (player.scene.found.games, player.scene.found.best, len(player.scene.found.latest)) == (1, 88, 1)
    player.app.stack.carry_out(Pop())
    assert player.scene.shelf.best_text("push") == ""
    stats.STORED.write(player.app.context, (people,))
    player.app.stack.carry_out(Push(routes.statistics(player.app.context, "push")))
    assert player.app.context.texts("statistics.empty_note") in player.scene.spoken()


def test_a_lost_tie_break_is_not_a_first_place() -> None:
    match = finished(("human", "easy", "easy"))

    class Tied(NeinDanke):
        """Rules in which everybody has equal points and the last seat wins."""

        scores = staticmethod(lambda _state: (-20, -20, -20))
        winners = staticmethod(lambda _state: (2,))

    match.game = Tied()
    found = stats.entry_of(match, 0.0)
    assert found is not None
    assert (found.place, found.won) == (2, False)


def test_only_the_last_entries_are_kept() -> None:
    context = new_context(json.dumps([ENTRY.write(entry(score=-number)) for number in range(KEPT)]))
    saves.finish(context, finished(("human", "easy", "easy")))
    kept = stats.entries(context)
    assert len(kept) == KEPT
    assert kept[0].score == -1
    assert kept[-1].humans == 1


def test_the_summary_adds_up_the_entries_of_one_game() -> None:
    rows = [
        entry(score=-40, level="easy"),
        entry(score=-10, level="easy", place=1, won=True),
        entry(score=99, game="other"),
        entry(score=-22, level="hard"),
        entry(score=-5, level="", place=1, won=True),
    ]
    found = stats.summary(rows, "nein_danke")
    assert (found.games, found.wins, found.best) == (4, 2, -5)
    assert found.mean == pytest.approx(-19.25)
    assert found.by_level == {"easy": (1, 2), "normal": (0, 0), "hard": (0, 1), "expert": (0, 0)}
    assert [row.score for row in found.chart] == [-40, -10, -22, -5]
    assert [row.score for row in found.latest] == [-5, -22, -10]


def test_the_chart_shows_the_last_games() -> None:
    rows = [entry(score=-number) for number in range(CHART + 7)]
    found = stats.summary(rows, "nein_danke")
    assert [row.score for row in found.chart] == [-number for number in range(7, CHART + 7)]
    assert len(found.latest) == stats.LIST


def test_a_summary_of_nothing_is_empty() -> None:
    found = stats.summary([], "nein_danke")
    assert (found.games, found.wins, found.chart, found.latest) == (0, 0, (), ())
    assert found.by_level == {"easy": (0, 0), "normal": (0, 0), "hard": (0, 0), "expert": (0, 0)}


WRONG: list[Any] = [
    None,
    7,
    "row",
    [],
    {},
    ENTRY.write(entry()) | {"score": "many"},
    ENTRY.write(entry()) | {"score": True},
    ENTRY.write(entry()) | {"score": 10**9},
    ENTRY.write(entry()) | {"place": 0},
    ENTRY.write(entry()) | {"won": 1},
    ENTRY.write(entry()) | {"ended_ms": float("nan")},
    ENTRY.write(entry()) | {"ended_ms": float("inf")},
    ENTRY.write(entry()) | {"ended_ms": -1},
    ENTRY.write(entry()) | {"names": "abc"},
    ENTRY.write(entry()) | {"names": [1, 2]},
    {name: value for name, value in ENTRY.write(entry()).items() if name != "level"},
]


@pytest.mark.parametrize("row", WRONG)
def test_an_invalid_entry_is_set_aside_and_reported_and_the_others_stay(row: Any) -> None:
    text = json.dumps([ENTRY.write(entry(score=-1)), row, ENTRY.write(entry(score=-2))])
    context = new_context(text)
    assert [found.score for found in stats.entries(context)] == [-1, -2]
    assert len(context.notices) == 1
    assert context.storage.read("statistics-damaged") == text
    assert [found.score for found in stats.entries(context)] == [-1, -2]
    assert len(context.notices) == 1


@pytest.mark.parametrize("text", ['{"a": 1}', "5", '"x"', "[{", "", "\u0000"])
def test_a_damaged_file_is_set_aside_and_reported(text: str) -> None:
    context = new_context(text)
    assert stats.entries(context) == []
    assert len(context.notices) == 1
    assert context.storage.read("statistics-damaged") == text
    saves.finish(context, finished(("human", "easy", "easy")))
    assert len(stats.entries(context)) == 1


def test_an_entry_survives_storage() -> None:
    context = new_context(json.dumps([ENTRY.write(entry())]))
    assert stats.entries(context) == [entry()]
    assert context.notices == []


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("games", [1, 2])
def test_a_single_game_makes_no_chart(games: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A single point has no scale: the result is shown as a number."""
    player = Player(size)
    for seed in range(games):
        saves.finish(player.app.context, finished(("human", "easy", "easy"), seed + 1))
    scaled: list[object] = []
    scale = chart.Scale
    monkeypatch.setattr(chart, "Scale", lambda *given: scaled.append(given) or scale(*given))
    player.tap("statistics")
    player.draw()
    assert len(scaled) == games - 1


def test_the_chart_has_a_line_a_star_for_every_win_and_the_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = new_context()
    rows = [entry(score=score, won=won) for score, won in ((-30, False), (-12, True), (-48, False), (-12, True))]
    lines: list[list[tuple[float, float]]] = []
    means: list[tuple[float, float, float]] = []
    marks: list[bool] = []
    line, dashes, mark = chart.line, chart.dashes, chart._mark
    monkeypatch.setattr(chart, "line", lambda plate, box, points: lines.append(points) or line(plate, box, points))
    monkeypatch.setattr(chart, "dashes", lambda plate, *where: means.append(where) or dashes(plate, *where))
    monkeypatch.setattr(chart, "_mark", lambda context, won: marks.append(won) or mark(context, won))
    plate = Backdrop(context.kit, pygame.Surface(context.frame.window))
    plate.surface.fill(CREAM)
    chart.bake(context, plate, Box(40, 100, 560, 420), rows, -25.5)
    (points,) = lines
    across, heights = zip(*points, strict=True)
    assert list(across) == sorted(set(across))
    # the higher the better
    assert heights[1] == heights[3] < heights[0] < heights[2]
    assert marks[:4] == [row.won for row in rows]
    (level,) = {where[2] for where in means if where[1] - where[0] > 200}
    assert heights[1] < level < heights[0]
    # and it is drawn: the line crosses the empty stretch between two games
    (x, y), (to_x, to_y) = points[:2]
    middle = context.frame.to_real((x + to_x) / 2, (y + to_y) / 2)
    assert max(plate.surface.get_at(middle)[:3]) < 60


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_game_that_counts_sets_speaks_of_sets(size: tuple[int, int]) -> None:
    player = Player(size, language="en")
    context = player.app.context

    def told(*rows: StatsEntry) -> str:
        context.store(stats.STORED.name, [ENTRY.write(row) for row in rows])
        player.app.stack.carry_out(Push(routes.statistics(context, "twin_it")))
        player.draw()
        text = player.scene.spoken()
        player.app.stack.carry_out(Pop())
        return text

    sets = entry(game="twin_it", score=4, own=MatchRecord("competitive"))
    assert "Best result: 4 sets." in told(sets)
    assert "Best result: 4 sets." in told(sets, sets._replace(score=1, own=MatchRecord("teams")))
    # nothing is said of both together: a contest counts points
    assert "Best result: 9." in told(sets, sets._replace(score=9, own=MatchRecord("contest")))


def test_numbers_have_another_colour_than_their_paper() -> None:
    player = Player()
    saves.finish(player.app.context, finished(("human", "easy", "easy")))
    player.tap("statistics")
    scene = player.scene
    assert isinstance(scene, StatsScreen)
    for _name, _value, colour in scene._facts(scene.found):
        assert contrast(colour, CREAM) > 1.3


def test_the_share_of_wins_is_told_from_the_fifth_game_on() -> None:
    player, told = Player(), []
    for games in (4, 5, 8):
        stats.STORED.write(player.app.context, (entry(won=True), *[entry()] * (games - 1)))
        scene = StatsScreen(player.app.context)
        found = stats.summary(scene.entries, "nein_danke")
        told += [value for name, value, _colour in scene._facts(found) if name == "wins"]
    assert told == ["1", "1 (20\u00a0%)", "1 (12\u00a0%)"]


def test_the_mean_of_a_single_game_has_no_decimals() -> None:
    player = Player()
    stats.STORED.write(player.app.context, (entry(score=-71),))
    player.app.stack.carry_out(Push(routes.statistics(player.app.context)))
    facts = {name: value for name, value, _colour in player.scene._facts(player.scene.found)}
    assert facts["best"] == facts["mean"] == "\u221271 Punkte"


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_legend_of_a_chart_is_as_large_as_other_small_texts_on_a_phone(scale, monkeypatch) -> None:
    player, sizes = Player((390, 844)), dict[str, int]()
    context = player.app.context
    context.settings.scale = scale
    context.settings_changed()
    stats.STORED.write(context, tuple(entry(score=-number) for number in range(20)))
    plain = fonts.plain

    def noted(text: str, face: str, size: int, *colour: Any) -> Any:
        sizes[text] = size
        return plain(text, face, size, *colour)

    monkeypatch.setattr(fonts, "plain", noted)
    player.app.stack.carry_out(Push(routes.statistics(context)))
    texts = context.texts
    whole = round(18 * context.kit.text_scale)
    assert {sizes[texts("statistics.ago", count=20)], sizes[texts("statistics.win")]} == {whole}


def test_a_best_result_is_of_the_latest_mode_and_against_more_than_the_easiest_level() -> None:
    easy = GAMES["nein_danke"].bots.levels[0]
    rows = [entry(score=-30), entry(score=-40), entry(score=-5, level=easy)]
    assert stats.best_entries(rows) == {"nein_danke": rows[0]}
    won = rows[2]._replace(won=True)
    assert stats.best_entries([won]) == {"nein_danke": won}
    sets, points = (
        entry(game="twin_it", score=score, won=True, own=MatchRecord(mode=mode))
        for score, mode in ((3, "competitive"), (12, "contest"))
    )
    assert stats.best_entries([points, sets])["twin_it"] is sets
    assert stats.best_entries([sets, points])["twin_it"] is points


def test_a_best_result_needs_a_win_or_three_matches() -> None:
    lost = entry(score=-81)
    assert stats.best_entries([lost]) == {}
    assert stats.best_entries([lost, lost]) == {}
    assert stats.best_entries([lost, lost, lost]) == {"nein_danke": lost}
    # matches of another mode do not count
    special = lost._replace(own=MatchRecord(mode="specials"))
    assert stats.best_entries([lost, lost, special]) == {}
    # the title shows none either
    player = Player()
    stats.STORED.write(player.app.context, (lost,))
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    assert player.scene.shelf._best == {}


def played_with(specials: bool, seed: int = 3) -> Match:
    match = Match(RULES, {"specials": specials}, [Seat("A", "human"), Seat("B", "easy"), Seat("C", "easy")], seed)
    rng = Rng(3)
    while not match.is_over:
        match.apply(rng.choice(RULES.legal_actions(match.state)))
    return match


def test_special_cards_have_statistics_of_their_own() -> None:
    context = new_context()
    for seed, specials in enumerate((False, True, True)):
        saves.finish(context, played_with(specials, seed))
    rows = stats.entries(context)
    assert [row.own.mode for row in rows] == ["", "specials", "specials"]
    assert stats.modes_of(rows[:1], "nein_danke") == [""]
    assert stats.modes_of(rows, "nein_danke") == ["", "specials"]
    assert [stats.summary(rows, "nein_danke", mode).games for mode in ("", "specials")] == [1, 2]
    assert stats.comparison_key(rows[0]) != stats.comparison_key(rows[1])
    # the screen has a page for each
    player = Player()
    stats.STORED.write(player.app.context, tuple(rows))
    player.tap("statistics")
    assert player.scene.found.games == 1
    player.tap("game-1")
    assert player.scene.found.games == 2
    assert player.app.context.texts("nein_danke.variant.specials") in player.scene.spoken()


def test_entries_from_before_special_cards_had_their_own_statistics_are_told_apart() -> None:
    storage, clock = MemoryStorage(), ManualClock()
    context = Context(storage, clock, frame_for((1280, 720)), "de")
    for specials in (False, True):
        saves.finish(context, played_with(specials))
        clock.pass_ms(600_000)
    # the time was taken twice
    old = tuple(row._replace(ended_ms=row.ended_ms + 20, own=MatchRecord()) for row in stats.entries(context))
    # a match that is no longer kept stays where it was
    gone = old[1]._replace(ended_ms=old[1].ended_ms + 9e6)
    stats.STORED.write(context, (*old, gone))
    player = Player(storage=storage)
    assert [row.own.mode for row in stats.entries(player.app.context)] == ["", "specials", ""]
    player = Player(storage=storage)
    assert [row.own.mode for row in stats.entries(player.app.context)] == ["", "specials", ""]


def test_a_score_is_told_in_its_games_unit() -> None:
    texts = new_context().texts
    told = stats.score_text
    assert told(texts, "nein_danke", -31, {("", 3)}) == "\u221231 Punkte"
    assert told(texts, "dnup", 1, {("", 4)}) == "1 Buchstabe"
    assert told(texts, "dnup", 2, {("", 2)}) == "2 Runden"
    assert told(texts, "dnup", 2, {("", 2), ("", 3)}) == "2"
    assert told(texts, "dnup", 1.0, {("", 3), ("", 5)}, 1) == "1,0 Buchstaben"
    assert told(texts, "twin_it", 5, {("competitive", 2), ("teams", 4)}) == "5 Sätze"
    assert told(texts, "twin_it", 5, {("competitive", 3), ("contest", 3)}) == "5"
