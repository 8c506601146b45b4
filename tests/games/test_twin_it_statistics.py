"""The statistics of Twin It!: a match's figures, its record, the summary and its charts."""

import json

import pytest
from twin_it_matches import MODES, SIZES, calm, entry, finished, new_context, timed

from game.core.records import MatchRecord, median
from game.core.rng import Rng
from game.games.twin_it import history, scheduler, scoring
from game.player import saves, stats
from game.player.stats import ENTRY
from game.scenes.records import reactions
from game.scenes.records.stats_screen import StatsScreen


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_an_entry_has_the_figures_and_survives_storage(mode):
    match = finished(mode)
    found = stats.entry_of(match, 5.0)
    assert found is not None
    own, options = found.own, MODES[mode][0]
    assert own.mode == options.get("mode", "competitive")
    claims = [claim for claim in history.history_of(match, 0).claims if 0 in claim.hands]
    if own.mode in ("minute", "contest"):
        assert (own.times, own.best_ms, own.rival_ms) == ((), 0, 0)
        assert found.score == match.game.scores(match.state)[0]
    else:
        assert own.times == tuple(claim.ms for claim in claims)
        assert (own.best_ms, own.median_ms) == ((min(own.times), median(own.times)) if claims else (0, 0))
    context, _ = new_context()
    saves.finish(context, match)
    (stored,) = stats.entries(context)
    assert stored._replace(ended_ms=5.0) == found
    assert context.notices == []


@pytest.mark.parametrize("seed", range(4))
def test_a_group_wins_by_its_medal_and_has_no_opponents(seed):
    match = finished(6, seed)
    found = stats.entry_of(match, 5.0)
    assert found is not None
    assert found.own.medal == scoring.level(match.state)
    assert found.won == (found.own.medal > 0)
    assert found.level == ""


def test_an_older_entry_has_no_figures():
    context, _ = new_context()
    older = ENTRY.write(entry())
    assert "own" not in older
    context.storage.write("statistics", json.dumps([older]))
    assert stats.entries(context) == [entry()]
    assert stats.entries(context)[0].own == MatchRecord()


WRONG = [
    {"confused": [-1]},
    {"confused": "x"},
    7,
    [],
    {"times": 5},
    {"times": [1.5]},
    {"times": [-1]},
    {"medal": 4},
    {"best_ms": "1"},
    {"errors": -1},
    {"pace_ms": -1},
    {"hand": 3},
]


@pytest.mark.parametrize("own", [*WRONG, {"new": 1}, {"times": [1] * 999}, {"mode": 3}, {"mode": "x" * 999}])
def test_an_entry_with_invalid_figures_is_invalid(own):
    context, _ = new_context()
    context.storage.write("statistics", json.dumps([ENTRY.write(entry()) | {"own": own}, ENTRY.write(entry())]))
    assert stats.entries(context) == [entry()]
    assert len(context.notices) == 1


def test_the_record_has_the_pace_and_input_of_the_only_person():
    match = finished()
    found = history.record_of(match, 0)
    assert found.pace_ms == round(scheduler.scheduler_of(match).pace.ms) > 0
    assert found.hand == "mouse"
    for other in (finished(4), finished(5), finished(7), calm()):
        assert (history.record_of(other, 0).pace_ms, history.record_of(other, 0).hand) == (0, "")
    context, _ = new_context()
    saves.finish(context, match, "touch")
    saves.finish(context, finished(5), "touch")
    kept = stats.records_of(stats.entries(context), "twin_it")
    assert kept[0] == found._replace(hand="touch")
    assert [record.hand for record in kept] == ["touch", ""]
    assert stats.records_of(stats.entries(context), "other") == []


def test_the_summary_adds_up_the_times():
    rows = [timed(1000, 2000, rival_ms=3000, errors=1), entry(), timed(600, rival_ms=1000, errors=2)]
    found = stats.summary(rows, "twin_it")
    assert found.times == (1000, 2000, 600)
    assert (found.mean_ms, found.best_ms, found.rival_ms, found.errors) == (1200, 600, 2000, 3)
    assert found.timed == (rows[0], rows[2])


@pytest.mark.parametrize("seed", range(6))
def test_every_time_is_in_a_column(seed):
    rng = Rng(seed)
    times = tuple(530 + rng.below(100 + 900 * seed) * (1 + rng.below(4)) for _ in range(1 + rng.below(120)))
    first, width, counts = reactions.columns(times)
    assert sum(counts) == len(times)
    assert len(counts) <= reactions.COLUMNS
    assert first <= min(times) < first + width
    assert counts[0] == sum(ms < first + width for ms in times) or len(counts) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_chart_can_be_chosen(language, size):
    context, canvas = new_context(size, language)
    rows = [timed(900, 1500, 2100, rival_ms=1900, errors=1)] * 3
    rows += [entry(own=MatchRecord("minute", medal), won=medal > 0, score=5 * medal) for medal in range(4)]
    context.storage.write("statistics", json.dumps([ENTRY.write(row) for row in rows]))
    scene = StatsScreen(context, "twin_it")
    seen = set()
    for chart in range(3):
        scene.build()
        scene.items.find(f"chart-{chart}").use()
        scene.draw(canvas)
        seen.add(bytes(canvas.screen.get_view("2")))
    assert len(seen) == 3
    assert context.texts("statistics.medal.3") in scene.spoken()


def test_with_points_alone_only_the_results_and_the_goals_can_be_chosen():
    context, _ = new_context()
    context.storage.write("statistics", json.dumps([ENTRY.write(entry(own=MatchRecord("minute", 2)))]))
    scene = StatsScreen(context, "twin_it")
    scene.build()
    charts = [item.label for item in scene.items.items if item.id.startswith("chart-")]
    assert [label.rpartition(": ")[2] for label in charts] == ["Ergebnisse", "Ziele"]
