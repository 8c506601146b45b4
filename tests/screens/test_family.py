"""The family scores: wins of people at this device over each other, their best moments, and clearing it."""

import json
from math import inf

import ink
import pygame
import pytest
from all_screens import SCALES, SIDE, TALL, show_at
from finished import finished
from player import Player
from table_player import PHONE, WIDE

from game.core.match import ELSEWHERE, HUMAN, Seat
from game.engine import fonts
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Reset
from game.player import family, saves
from game.scenes.navigation import routes
from game.scenes.records import family_screen
from game.scenes.records.family_screen import FamilyScreen


@pytest.fixture
def player():
    return Player(language="en")


def test_each_person_who_did_better_than_another_has_beaten_them(player):
    context, match = player.app.context, finished("nein_danke", 4, 1, people=(0, 1, 2))
    saves.finish(context, match)
    scores = match.game.scores(match.state)
    names = [seat.name for seat in match.seats]
    wanted = {(names[one], names[other]) for one in range(3) for other in range(3) if scores[one] > scores[other]}
    rows = family.STORED.read(context).wins
    assert {(row.winner, row.loser) for row in rows} == wanted
    assert all(row.times == 1 and row.game == "nein_danke" for row in rows)


def test_bots_a_person_alone_and_people_elsewhere_are_not_in_the_table(player):
    context = player.app.context
    saves.finish(context, finished("push", 4, 1, people=(0,)))
    match = finished("push", 3, 2, people=(0, 1))
    elsewhere = [seat if not number else seat._replace(kind=ELSEWHERE) for number, seat in enumerate(match.seats)]
    saves.finish(context, match.seated(elsewhere))
    assert family.STORED.read(context) == family.Family()


def test_partners_and_a_cooperative_group_do_not_beat_each_other(player):
    context = player.app.context
    teams = finished("twin_it", 4, 1, people=(0, 1, 2, 3), mode="teams")
    saves.finish(context, teams)
    sides = teams.game.modes.teams(teams.options, 4)
    seats = {seat.name: number for number, seat in enumerate(teams.seats)}
    for row in family.STORED.read(context).wins:
        assert sides[seats[row.winner]] != sides[seats[row.loser]]
    family.clear(context)
    saves.finish(context, finished("twin_it", 2, 1, people=(0, 1), mode="minute"))
    assert not family.STORED.read(context).wins


def test_a_pair_is_counted_over_all_games_the_better_one_first(player):
    rows = (
        family.Wins("push", "Ben", "Ada", 3),
        family.Wins("dnup", "Ada", "Ben", 1),
        family.Wins("push", "Ada", "Cy", 1),
    )
    first, second = family.pairs(family.Family(rows))
    assert first == family.Pair(("Ben", "Ada"), (3, 1), {"push": (3, 0), "dnup": (0, 1)})
    assert second.names == ("Ada", "Cy")


def test_the_most_impressive_moment_of_each_person_and_game_is_kept(player):
    context = player.app.context
    for seed in (1, 2, 3):
        saves.finish(context, finished("nein_danke", 4, seed, people=(0, 1)))
    kept = family.STORED.read(context).moments
    assert len({(row.game, row.name) for row in kept}) == len(kept) <= 2
    best = 0.0
    for seed in (1, 2, 3):
        match = finished("nein_danke", 4, seed, people=(0, 1))
        found = [moment.weight for moment in match.game.records.moments(match) if moment.seat == 0]
        best = max(best, *found, 0.0)
    assert next(row.weight for row in kept if row.name == match.seats[0].name) == best


def test_stored_wins_of_a_family_are_bounded(player):
    context = player.app.context
    many = tuple(family.Wins("push", f"A{number}", "B", 1) for number in range(family.MOST_WINS))
    family.STORED.write(context, family.Family(many))
    saves.finish(context, finished("nein_danke", 4, 1, people=(0, 1)))
    kept = family.STORED.read(context).wins
    assert len(kept) == family.MOST_WINS
    assert kept[-1].game == "nein_danke"


def test_a_damaged_row_is_set_aside_and_the_others_stay(player):
    context = player.app.context
    context.store("family", {"wins": [["push", "Ada", "Ben", 2], ["push", "Ada"]], "moments": 7})
    assert family.STORED.read(context).wins == (family.Wins("push", "Ada", "Ben", 2),)


def test_every_finished_match_of_several_people_counts(player):
    context, match = player.app.context, finished("push", 3, 1, people=(0, 1))
    saves.finish(context, match)
    assert family.pairs(family.STORED.read(context))


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_the_table_is_cleared_after_a_question_in_place(size):
    player = Player(size, language="en")
    context = player.app.context
    for seed in (1, 2):
        saves.finish(context, finished("push", 4, seed, people=(0, 1, 2)))
    player.app.stack.carry_out(Push(routes.statistics(context, "push")))
    player.tap("family")
    assert isinstance(player.scene, FamilyScreen)
    assert "against" in player.scene.spoken()
    player.tap("clear")
    assert family.STORED.read(context).wins
    player.tap_again("clear")
    assert family.STORED.read(context) == family.Family()
    assert player.scene.items.find("clear") is None
    assert "Nobody" in player.scene.spoken() or "No games" in player.scene.spoken()


def test_many_people_fill_several_pages(player):
    context = player.app.context
    rows = tuple(family.Wins("push", f"A{number}", "B", 1) for number in range(20))
    family.STORED.write(context, family.Family(rows))
    scene = FamilyScreen(context)
    player.app.stack.carry_out(Push(scene))
    assert scene.page_count() == 9, "three times three parts with seven people each way"
    player.tap("next")
    assert scene.page == 1


def test_the_table_is_exported_as_names_and_counts_alone(player):
    context = player.app.context
    saves.finish(
        context,
        finished("push", 4, 1, people=(0, 1)).seated(
            [Seat("Ada", "human", "bear"), Seat("Ben", "human", "fox"), *finished("push", 4, 1).seats[2:]]
        ),
    )
    stored = json.loads(context.storage.read("family"))
    assert {name for row in stored["wins"] for name in row[1:3]} == {"Ada", "Ben"}


def test_people_are_listed_by_their_wins_with_their_matches_and_streaks(player):
    context = player.app.context
    wins, games, streaks = dict.fromkeys(range(3), 0), 6, dict.fromkeys(range(3), 0)
    for seed in range(games):
        match = finished("push", 3, seed, people=(0, 1, 2))
        saves.finish(context, match)
        for seat in range(3):
            won = seat in match.game.winners(match.state)
            wins[seat], streaks[seat] = wins[seat] + won, streaks[seat] + 1 if won else 0
    # a cooperative group wins or loses against nobody
    saves.finish(context, finished("twin_it", 2, 1, people=(0, 1), mode="minute"))
    names = [seat.name for seat in match.seats]
    rows = family.standing(family.STORED.read(context))
    assert set(rows) == {family.FamilyMember(name, games, wins[seat], streaks[seat]) for seat, name in enumerate(names)}
    assert [row.wins for row in rows] == sorted(wins.values(), reverse=True)
    scene = FamilyScreen(context)
    player.app.stack.carry_out(Push(scene))
    assert scene.spoken().index(f"{rows[0].name}: Games {games}") < scene.spoken().index("against")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [0, 2, 3, 8])
@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_the_table_and_moments_can_be_read_with_any_number_of_people(size, people, language):
    player, watcher = Player(size, language=language), ink.Watcher()
    put_family(player, people)
    with watcher.watching():
        player.app.stack.carry_out(Push(FamilyScreen(player.app.context)))
        for scale in SCALES:
            show_at(player, size, scale)
            player.wait(64)
            for page in range(player.scene.page_count()):
                watcher.begin()
                player.scene.page = page
                player.scene.build()
                assert not [*ink.faults(watcher.shown(player)), *watcher.shrunk(inf)], (scale, page)


def put_family(player, people: int) -> None:
    """Store the scores of people of whom each has beaten each that follows often, and a moment of each game."""
    names = ("Maximilian", "Brunhilde", "Toni", "Frida", "Ole", "Kim", "Juna", "Piet")[:people]
    wins = [family.Wins("push", one, other, 9 + len(one)) for one in names for other in names if one != other]
    found = [moment for game in ("nein_danke", "dnup", "push") for moment in moments_of(game, names)]
    members = [family.FamilyMember(name, 28, 14, 3) for name in names]
    family.STORED.write(player.app.context, family.Family(tuple(wins), tuple(found), tuple(members)))


def moments_of(game: str, names: tuple[str, ...]) -> list[family.FamilyMoment]:
    match = finished(game, people=(0, 1, 2))
    first = [*match.game.records.moments(match)][:1]
    return [family._moment(match, moment)._replace(name=name) for name in names for moment in first]


@pytest.mark.parametrize(("size", "parts"), [(WIDE, 1), (TALL, 2)])
def test_eight_people_stand_on_one_page_each_with_a_result_against_each(size, parts, monkeypatch):
    player, rows = Player(size), []
    table = FamilyScreen._table
    monkeypatch.setattr(FamilyScreen, "_table", lambda self, *given: rows.append(given[:2]) or table(self, *given))
    put_family(player, 8)
    scene = FamilyScreen(player.app.context)
    pages = scene._pages()
    assert len(rows) == parts
    assert all(len(people) == 8 for people, _ in rows)
    assert [one for _, others in rows for one in others] == scene.people
    assert len(pages[0]) >= parts
    sums = scene._sums()[scene.people[0].name]
    won = sum(row.times for row in scene.family.wins if row.winner == scene.people[0].name)
    lost = sum(row.times for row in scene.family.wins if row.loser == scene.people[0].name)
    assert f"{won}:{lost}" in sums.values()


def test_scores_stored_without_people_are_read_and_counted_from_now_on(player):
    context = player.app.context
    context.store("family", {"wins": [["push", "Ada", "Ben", 2]]})
    saves.finish(context, finished("push", 3, 1, people=(0, 1)))
    kept = family.STORED.read(context)
    assert kept.wins[0] == family.Wins("push", "Ada", "Ben", 2)
    assert [row.matches for row in kept.people] == [1, 1]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_empty_scores_offer_a_game_for_two(size):
    player = Player(size)
    player.app.follow(Reset(FamilyScreen(player.app.context)))
    player.tap("play")
    seats = player.scene.lineup.seats
    assert [seat.kind for seat in seats] == [HUMAN, HUMAN]
    assert len({seat.name for seat in seats}) == 2


def met_often(player, people=5):
    """Open the scores of people who have met in every game."""
    context = player.app.context
    for game in ("nein_danke", "push", "dnup", "keine_ahnung", "twin_it"):
        match = finished(game, people, 1, people=tuple(range(people)))
        family.STORED.write(context, family.counted(family.STORED.read(context), match))
    player.app.stack.carry_out(Push(FamilyScreen(context)))
    return player.scene


def test_the_moments_below_the_table_fill_the_first_page(player):
    scene = met_often(player)
    heights = [part.least(scene.kit, scene._room.w) for part in scene._pages()[0]]
    assert len(heights) > 1
    assert 0 <= scene._room.h - sum(heights) - family_screen.GAP < 20


def test_the_best_moment_of_each_game_comes_first_and_none_twice():
    def row(game, name, weight, *numbers):
        return family.FamilyMoment(game, name, "secured", weight, numbers)

    rows = (
        row("push", "Ada", 3.0, ("points", 16)),
        row("push", "Ben", 5.0, ("points", 20)),
        row("push", "Cy", 3.0, ("points", 16)),
        row("dnup", "Cy", 9.0, ("count", 5)),
        row("dnup", "Ada", 1.0, ("count", 2)),
    )
    found = [(one.game, one.name) for one in family.best_moments(family.Family(moments=rows))]
    # of the two alike, the newer one
    assert found == [("dnup", "Cy"), ("push", "Ben"), ("dnup", "Ada"), ("push", "Cy")]


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_moments_of_a_few_people_are_on_the_table_s_page_with_their_day(size):
    player = Player(size, language="en")
    context = player.app.context
    for game in ("nein_danke", "push", "keine_ahnung", "twin_it"):
        saves.finish(context, finished(game, 3, 1, people=(0, 1, 2)))
    scene = FamilyScreen(context)
    assert scene.page_count() == 1
    assert {one.day for one in scene.moments} == {"today"}
    assert [one.note for one in scene._labels(scene.moments)] == [
        f"{context.texts(f'game.{one.game}')} · today" for one in scene.moments
    ]


@pytest.mark.parametrize("size", [WIDE, TALL, SIDE])
def test_a_moment_is_played_where_it_happened_as_long_as_its_match_is_kept(size):
    player = Player(size, language="en")
    context = player.app.context
    match = finished("push", 3, 1, people=(0, 1, 2))
    saves.finish(context, match)
    player.app.stack.carry_out(Push(FamilyScreen(context)))
    player.wait(300)
    scene = player.scene
    told = scene.moments[0].moment
    there = next(one for one in match.game.records.moments(match) if (one.key, one.numbers) == (told.key, told.numbers))
    player.tap("moment-0")
    assert player.wait(20_000, lambda: "moment_again" in player.ids())
    assert player.scene.driver.match.place == there.length
    player.press(pygame.K_ESCAPE)
    player.wait(300)
    assert player.scene is scene
    # the oldest matches go
    context.store_all(saves.FINISHED.keyed(()))
    player.app.stack.carry_out(Reset(FamilyScreen(context)))
    assert player.scene.moments
    assert not any(one.can_play for one in player.scene.moments)
    assert not [name for name in player.ids() if name.startswith("moment-")]


def test_only_a_streak_under_way_is_told(player):
    scene = met_often(player)
    ends = {row.name: scene._sums()[row.name][scene.texts("standing.run")] for row in scene.standing}
    assert ends == {row.name: str(row.streak or "") for row in scene.standing}
    assert "" in ends.values()


def test_on_a_phone_the_columns_have_names():
    scene = met_often(Player(TALL, language="en"))
    heads = [scene._heading(row.name, 60, has_figure=False) for row in scene.people]
    assert [getattr(head, "text", "") for head in heads] == [row.name for row in scene.people]
    # a name that would shrink too much leaves its place to the figure
    assert not hasattr(scene._heading("Maximiliane-Friederike", 60, has_figure=False), "text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_numbers_of_matches_and_the_games_of_moments_are_told(language, monkeypatch):
    player, drawn = Player(TALL, language=language), set[str]()
    scene = met_often(player, 3)
    plain, line, texts, kit = fonts.plain, scene.kit.line_plain, scene.texts, scene.kit
    monkeypatch.setattr(fonts, "plain", lambda text, *how: drawn.add(text) or plain(text, *how))
    monkeypatch.setattr(kit, "line_plain", lambda text, *how, **more: drawn.add(text) or line(text, *how, **more))
    scene.build()
    shown = {*map(texts, ("statistics.games", "statistics.wins", "standing.run"))}
    shown |= {texts(f"game.{told.game}") for told in scene.moments[:3]}
    assert shown <= drawn
