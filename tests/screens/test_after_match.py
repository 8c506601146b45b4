"""The controls of a result by finger, mouse and keys, in every game and mode."""

from collections.abc import Callable
from itertools import cycle

import pygame
import pytest
from drivers import is_replay
from finished import finished
from player import Player

from game.engine.transitions import Pop, Reset
from game.player import saves
from game.scenes.result.after import AfterMatch, AfterRound
from game.scenes.result.result import Result

#: game, seats, people and house rules
CASES = {
    "nein_danke": ("nein_danke", 4, (0,), {}),
    "nein_danke rounds": ("nein_danke", 3, (0, 1), {"rounds": 2}),
    "nein_danke of seven": ("nein_danke", 7, (2,), {"specials": True}),
    "keine_ahnung": ("keine_ahnung", 3, (0,), {}),
    "dnup for two": ("dnup", 2, (0,), {}),
    "dnup": ("dnup", 4, (0, 1), {}),
    "push": ("push", 3, (0,), {}),
    "push by bots": ("push", 2, (), {}),
    "twin_it": ("twin_it", 3, (0,), {}),
    "twin_it calm": ("twin_it", 3, (0,), {"calm": True}),
    "twin_it teams": ("twin_it", 4, (0, 1), {"mode": "teams"}),
    "twin_it alone": ("twin_it", 1, (0,), {"mode": "minute"}),
    "twin_it minute": ("twin_it", 4, (0, 1), {"mode": "minute"}),
    "twin_it contest": ("twin_it", 3, (0,), {"mode": "contest"}),
}
WAYS: dict[str, Callable[[Player, str], None]] = {
    "finger": lambda player, id_: player.tap(id_, touch=True),
    "mouse": lambda player, id_: player.tap(id_),
    "keys": lambda player, id_: player.use_by_keys(id_),
}
#: each case by one way, and each way in several cases
PAIRS = pytest.mark.parametrize(("case", "way"), [*zip(CASES, cycle(WAYS))])


def at_result(case: str, size: tuple[int, int] = (1280, 720)) -> Player:
    """A player whose match has just ended."""
    game, seats, people, options = CASES[case]
    match = finished(game, seats, 1, people, **options)
    player = Player(size)
    saves.finish(player.app.context, match)
    player.app.stack.carry_out(Reset(Result(player.app.context, match)))
    return player


@PAIRS
def test_a_result_can_be_skipped_replayed_left_and_played_again(case, way):
    use = WAYS[way]
    player = at_result(case)
    match = player.scene.match
    player.wait(300)
    # where sets alone count there is nothing to add up
    sums = not player.scene.outcome.sheet.at_once
    assert ("skip" in player.ids()) == sums == ("again" not in player.ids())
    if sums:
        use(player, "skip")
    assert "skip" not in player.ids()
    result, text = player.scene, player.scene.spoken()
    assert text
    watched = [id_ for id_ in ("moment", "watch") if id_ in player.ids()]
    assert ("moment" in watched) == bool(match.game.records.best_moment(match))
    for id_ in watched:
        use(player, id_)
        assert is_replay(player.scene)
        player.wait(600)
        player.draw()
        if way == "keys":
            player.press(pygame.K_ESCAPE)
        else:
            use(player, "back")
        assert player.scene is result
        assert player.scene.spoken() == text
        player.draw()
    player.wait(400)
    use(player, "again")
    again = player.scene
    assert again.stage == "table"
    assert again.match.seats == match.seats
    assert again.match.options == match.options
    assert not again.match.is_over


@PAIRS
def test_a_result_leads_home_by_button_corner_and_key(case, way):
    for id_ in ("home-button", "home"):
        player = at_result(case, (844, 390))
        WAYS[way](player, id_)
        assert player.scene.stage == "title"
    player = at_result(case, (844, 390))
    player.press(pygame.K_ESCAPE)
    assert player.scene.stage == "title"


@pytest.mark.parametrize(("case", "way"), [*zip([case for case in CASES if case.startswith("twin_it")], cycle(WAYS))])
def test_turning_to_the_second_page_ends_the_count(case, way):
    player = at_result(case, (390, 844))
    WAYS[way](player, "page-1")
    assert player.scene.page == 1
    player.draw()
    # all is added up by now, and the moment lies on the first page
    assert "again" in player.ids()
    assert "moment" not in player.ids()
    WAYS[way](player, "page-0")
    assert player.scene.page == 0
    assert "moment" in player.ids() or not player.scene.match.game.records.best_moment(player.scene.match)


def test_a_result_does_not_celebrate_again_after_its_replay():
    match = finished("push", 3, people=())
    winner = match.game.winners(match.state)[0]
    player = Player()
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("push", 3, people=(winner,)))))
    player.tap("skip")
    player.wait(1500)
    assert player.scene._celebration.moves
    player.tap("watch")
    player.press(pygame.K_ESCAPE)
    player.wait(64)
    assert not player.scene._celebration.moves


@pytest.mark.parametrize("way", ["watch", "review"])
def test_the_count_is_shown_once_even_if_interrupted(way):
    player = at_result("push")
    player.wait(300)
    assert "skip" in player.ids()
    player.tap(way)
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Result)
    assert player.scene.count.done
    assert {"again", "moment"} <= set(player.ids())
    assert not player.scene._celebration.moves


def test_a_round_leads_to_the_next_round_and_a_match_to_a_rematch():
    context, match = Player().app.context, finished("push", 3)
    dealt: list[int] = []
    between = AfterRound(context, match, lambda: dealt.append(1))
    assert (between.between, between.address, between.onward.id) == (True, "", "next")
    assert between.go_on() == Pop()
    assert dealt == [1]
    after = AfterMatch(context, match)
    again = after.go_on().scene.match
    assert (after.between, after.onward.id, again.seats, again.actions) == (False, "again", match.seats, [])
    assert again.seed != match.seed
    assert isinstance(after.leave(), Reset)
