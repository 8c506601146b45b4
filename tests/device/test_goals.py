"""Goals of the games: counts of a finished match, their storage, and their news."""

import json

import pytest
from finished import finished
from nein_danke_states import special, state_of
from player import Player
from table_player import kinds_of, match_of

from game.catalogue.registry import GAMES
from game.core.records import Goal
from game.engine import controls
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push
from game.games.nein_danke.rules import TAKE
from game.player import goals, saves
from game.scenes.navigation import routes
from game.scenes.records import goal_list
from game.scenes.result.result import Result


@pytest.fixture
def context():
    return Player(language="en").app.context


def counts(context, game: str) -> dict[str, int]:
    return {row.goal.key: row.reached for row in goals.progress(context, game)}


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.records.goals])
def test_a_game_has_five_to_eight_goals_each_with_a_sentence_in_both_languages(game):
    rows = GAMES[game].records.goals
    assert 5 <= len(rows) <= 8
    assert len({goal.key for goal in rows}) == len(rows)
    for language in LANGUAGES:
        texts = Texts(language)
        assert all(texts(f"{game}.goal.{goal.key}").endswith(".") for goal in rows)
        large = [goal for goal in rows if goal.target > 10]
        assert all(str(goal.target) in texts(f"{game}.goal.{goal.key}") for goal in large)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_a_finished_match_has_a_count_of_every_goal(game):
    for seed in range(1, 4):
        match = finished(game, seed=seed)
        for seat in range(len(match.seats)):
            found = match.game.records.reached(match, seat)
            assert found.keys() == {goal.key for goal in match.game.records.goals}
            assert all(int(count) >= 0 for count in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_only_a_winner_reaches_the_goals_of_winning(game):
    wins = {"low", "few", "careful", "safe", "alone", "clean", "early"}
    for seed in range(1, 6):
        match = finished(game, seed=seed)
        for seat in range(len(match.seats)):
            if seat not in match.game.winners(match.state):
                found = match.game.records.reached(match, seat)
                assert not any(found.get(key) for key in wins)


@pytest.mark.parametrize(
    ("own", "low", "few"),
    [
        ((3, 4), True, True),
        ((3, 4, 5), True, False),
        ((34, 33), False, True),
        ((special("number_40"),), False, True),
        # a joker is 4, and no number card
        ((3, special("joker"), *map(special, ("bonus5", "bonus10", "skip"))), True, True),
    ],
)
def test_goals_about_cards_count_the_numbers_in_front_of_a_player_at_the_end(own, low, few):
    match = match_of(GAMES["nein_danke"], kinds_of("hbb", "easy"), 3, specials=True)
    match.state = state_of(7, pile=(), chips=(60, 0, 0), displays=(own, (29,), (31,)))
    match.apply(TAKE)
    found = GAMES["nein_danke"].records.reached(match, 0)
    assert (bool(found["low"]), bool(found["few"])) == (low, few)


def test_the_best_match_counts_and_totals_add_up(context):
    matches = [finished("nein_danke", seed=seed) for seed in (1, 2, 3)]
    each = [match.game.records.reached(match, 0) for match in matches]
    for match in matches:
        saves.finish(context, match)
    found = counts(context, "nein_danke")
    assert found["run"] == min(5, max(row["run"] for row in each))
    assert found["chips"] == sum(row["chips"] for row in each)
    assert counts(context, "push") == dict.fromkeys((goal.key for goal in GAMES["push"].records.goals), 0)


def test_of_several_people_the_best_one_counts(context):
    match = finished("nein_danke", 3, 2, people=(0, 1, 2))
    saves.finish(context, match)
    each = [match.game.records.reached(match, seat) for seat in range(3)]
    assert counts(context, "nein_danke")["pot"] == min(15, max(row["pot"] for row in each))
    assert counts(context, "nein_danke")["chips"] == sum(row["chips"] for row in each)


def test_a_goal_is_news_of_the_match_that_reached_it_first_and_of_no_other(context):
    first, second = finished("nein_danke", seed=2), finished("nein_danke", seed=3)
    saves.finish(context, first)
    assert Goal("run", 5) in goals.newly_reached(goals.STORED.read(context), first)
    told = Result(context, first)
    told.build()
    assert any(words == "Done: Collect a run of five numbers." for words in told.outcome.news)
    saves.finish(context, second)
    assert Goal("run", 5) not in goals.newly_reached(goals.STORED.read(context), second)
    assert not any("five numbers" in words for words in Result(context, second).outcome.news)


def test_a_goal_that_one_of_several_people_has_reached_is_told_with_the_name(context):
    match = finished("nein_danke", seed=2, people=(0, 1, 2))
    saves.finish(context, match)
    reached = {
        goal.key: [seat.name for place, seat in enumerate(match.seats) if count(match, place, goal) >= goal.target]
        for goal in goals.newly_reached(goals.STORED.read(context), match)
    }
    told = Result(context, match).outcome
    single = {key: names[0] for key, names in reached.items() if len(names) == 1}
    assert single
    for key, name in single.items():
        line = f"Done by {name}: {context.texts(f'nein_danke.goal.{key}')}"
        assert line in told.news


def count(match, seat: int, goal: Goal) -> int:
    return match.game.records.reached(match, seat)[goal.key]


def test_goals_of_a_match_with_a_servers_seed_are_kept(context):
    match = finished("nein_danke", seed=2**127 + 2)
    saves.finish(context, match)
    assert goals.STORED.read(context)
    assert context.notices == []


def test_bots_alone_reach_no_goal(context):
    saves.finish(context, finished("push", people=()))
    assert not any(counts(context, "push").values())


def test_damaged_rows_are_set_aside_and_the_others_stay(context):
    good = {"game": "push", "key": "row", "reached": 17}
    context.store("goals", [good, {"game": "push", "key": "vault", "reached": -1}, 7])
    assert counts(context, "push")["row"] == 17
    assert counts(context, "push")["vault"] == 0
    saves.finish(context, finished("push"))
    assert counts(context, "push")["row"] >= 17


def test_stored_rows_of_goals_are_bounded(context):
    rows = [{"game": "another", "key": f"k{number}", "reached": 1} for number in range(2 * goals.KEPT)]
    context.store("goals", rows)
    saves.finish(context, finished("push"))
    assert len(json.loads(context.storage.read("goals"))) == goals.KEPT
    assert counts(context, "push")["vault"] > 0


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_statistics_show_goals_with_what_is_reached(size):
    player = Player(size, language="en")
    context = player.app.context
    saves.finish(context, finished("push", seed=2))
    scene = routes.statistics(context, "push")
    player.app.stack.carry_out(Push(scene))
    assert "Take a row of 20 points." in scene.spoken()
    assert "of 20." in scene.spoken()
    player.tap("chart-1")
    player.draw()
    assert player.scene.items.find("chart-1").checked


def test_goals_on_a_tall_table_are_below_each_other_with_a_bar_as_wide_as_their_room(monkeypatch):
    bars, plain = [], controls.bar_plain
    player = Player((390, 844), language="en")
    context = player.app.context
    saves.finish(context, finished("push", seed=2))
    player.app.stack.carry_out(Push(routes.statistics(context, "push")))
    monkeypatch.setattr(controls, "bar_plain", lambda kit, *given: bars.append(given[:2]) or plain(kit, *given))
    player.tap("chart-1")
    open_ones = [row for row in goals.progress(context, "push") if row.goal.target > 1 and not row.is_reached]
    wide = [w for w, high in bars if high == goal_list.BAR]
    assert len(wide) == len(open_ones) > 2
    assert min(wide) > 380
