"""The pace of Keine Ahnung: other players' moves are quick but visible, and great moments have their weight."""

from statistics import median
from typing import Any

import pytest
import table_player
from keine_ahnung_player import match_of, sit
from keine_ahnung_states import card, state_of

from game.catalogue.lengths import BOT_S
from game.catalogue.registry import GAMES
from game.core.rng import Rng
from game.engine.director import Look
from game.games.keine_ahnung import bots
from game.games.keine_ahnung.events import (
    CallMade,
    CallWon,
    CardDrawn,
    CardLaid,
    CardRevealed,
    CardsTurnedBack,
    FunctionTriggered,
    TrophyWon,
    TurnStarted,
)
from game.games.keine_ahnung.rules import DRAW, Phase
from game.games.keine_ahnung.scripts import LESSON_LOOK, LOOK_MS
from game.games.keine_ahnung.table import KeineAhnungTable
from game.table.turns.scene import TurnScene

#: time to take in a card, in milliseconds
LEAST_SEEN_MS = 600
#: what everybody holds, so that the same can happen to each seat
GRID = "blue1 green2 grey3 red3 blue4 green6"


def seated(speed: str = "normal", **fields: Any) -> tuple[KeineAhnungTable, Any]:
    """Return a table of four at some speed, and the view of its viewer."""
    match = match_of("hbbb")
    match.state = state_of("red5", (GRID,), "red5", seats=4, **fields)
    table = sit(match, speed=speed).scene.table
    table.sync(view := match.view(0))
    return table, view


def shown_ms(table: KeineAhnungTable, view: Any, *events: Any) -> float:
    """Return how long events are shown, in milliseconds at normal speed."""
    return sum(ms for event in events for ms in table_player.waits_of(table.script(event, view)))


def thinking_ms(table: KeineAhnungTable, view: Any) -> float:
    """Return how long other players think about the next decision, on average."""
    return table.thinking_time(view, DRAW) * 1000 * BOT_S


def test_the_turn_passes_quickly_but_a_card_that_did_not_fit_is_seen():
    table, view = seated(turn=1, phase=Phase.OWN)
    grids = (view.grids[0], (card("blue1"), *view.grids[1][1:]), *view.grids[2:])
    shown = shown_ms(table, view._replace(grids=grids), CardRevealed(1, 0, card("blue1")))
    waits = table_player.waits_of(table.script(CardsTurnedBack(1, (0,)), view))
    # it can be looked at while it shakes
    assert sum(waits[:-1]) == pytest.approx(LOOK_MS)
    # and before that the card was turned up
    assert 150 < shown < 300
    table, view = seated(turn=1, phase=Phase.OWN)
    shown_ms(table, view._replace(grids=grids), CardRevealed(1, 0, card("blue1")))
    change = shown_ms(table, view, CardsTurnedBack(1, (0,)), TurnStarted(2)) + thinking_ms(*seated(turn=2))
    assert LOOK_MS < change < 1000


def test_every_card_that_did_not_fit_can_be_looked_at_for_a_while():
    table, view = seated(turn=1, phase=Phase.OWN)
    grids = (view.grids[0], (card("blue1"), *view.grids[1][1:]), *view.grids[2:])
    looks = []
    for _ in range(8):
        shown_ms(table, view._replace(grids=grids), CardRevealed(1, 0, card("blue1")))
        waits = table_player.waits_of(table.script(CardsTurnedBack(1, (0,)), view))
        looks.append(round(sum(waits[:-1])))
    assert looks == sorted(looks, reverse=True)
    assert LOOK_MS == looks[0] > looks[-1] >= LEAST_SEEN_MS


def test_an_own_card_that_did_not_fit_shakes_as_a_part_of_the_look_which_no_tap_ends():
    table, view = seated(turn=0, phase=Phase.OWN)
    grids = ((card("blue1"), *view.grids[0][1:]), *view.grids[1:])
    shown_ms(table, view._replace(grids=grids), CardRevealed(0, 0, card("blue1")))
    looks = [wait.ms for wait in table.script(CardsTurnedBack(0, (0,)), view) if isinstance(wait, Look)]
    assert len(looks) > 2, "while it shakes, too"
    assert sum(looks) == pytest.approx(LOOK_MS)


def test_own_draws_and_signs_of_functions_take_a_third_less_time_once_they_are_known():
    for event in (CardDrawn(0, card("red1")), FunctionTriggered(0, card("red3x"))):
        table, view = seated(turn=0)
        taken = [shown_ms(table, view, event) for _ in range(8)]
        assert taken[0] == taken[5]
        assert taken[7] == taken[6] == pytest.approx(0.67 * taken[0])


def test_a_look_is_as_long_without_animation():
    table, view = seated("off", turn=1, phase=Phase.OWN)
    shown_ms(table, view, CardRevealed(1, 0, card("blue1")))
    waits = [*table.script(CardsTurnedBack(1, (0,)), view)]
    assert [wait for wait in waits if isinstance(wait, Look)] == [Look(LOOK_MS)]


def test_a_rivals_turn_speeds_up_as_more_cards_are_laid():
    def paces(seat: int) -> list[float]:
        table, view = seated(turn=seat, phase=Phase.OWN)
        laid = (CardRevealed(seat, 3, card("red3")), CardLaid(seat, card("red3"), 0, 3, False))
        return [shown_ms(table, view, *laid) + thinking_ms(table, view) for _ in range(6)]

    others = paces(1)
    assert others == sorted(others, reverse=True)
    # it can still be followed
    assert 150 < others[-1] == others[-2] < 0.6 * others[0]
    # one's own turn keeps its pace, and so do the others from its beginning on
    assert len({waited_for - thinking_ms(*seated(turn=0, phase=Phase.OWN)) for waited_for in paces(0)}) == 1
    table, view = seated(turn=1, phase=Phase.OWN)
    first = shown_ms(table, view, CardDrawn(1, card("red1")))
    shown_ms(table, view, CardLaid(1, card("red1"), 0, -1, False), TurnStarted(2))
    assert shown_ms(table, view, CardDrawn(2, card("red1"))) < first
    shown_ms(table, view, TurnStarted(0))
    assert shown_ms(table, view, CardDrawn(1, card("red1"))) == first


def test_repeated_moves_of_rivals_take_a_third_less_time_but_no_look_does():
    table, view = seated(turn=1)
    draws = []
    for _ in range(8):
        draws.append(shown_ms(table, view, CardDrawn(1, card("red1"))))
        shown_ms(table, view, TurnStarted(0))
    assert draws[0] == draws[5]
    assert draws[7] == draws[6] == pytest.approx(0.67 * draws[0])
    table, view = seated(turn=1, phase=Phase.OWN)
    laid = [shown_ms(table, view, CardLaid(1, card("red3"), 0, 3, False)) for _ in range(2)]
    assert laid[1] < 0.7 * laid[0], "the second card of the same turn"
    grids = (view.grids[0], (card("blue1"), *view.grids[1][1:]), *view.grids[2:])
    shown_ms(table, view._replace(grids=grids), CardRevealed(1, 0, card("blue1")))
    assert sum(table_player.waits_of(table.script(CardsTurnedBack(1, (0,)), view))) >= LEAST_SEEN_MS


@pytest.mark.parametrize(
    "events",
    [
        (CardDrawn(9, card("red1")), CardLaid(9, card("red1"), 0, -1, False)),
        (CardRevealed(9, 3, card("red3")), CardLaid(9, card("red3"), 0, 3, False)),
        (FunctionTriggered(9, card("red3x")),),
    ],
)
def test_events_of_others_are_shown_for_less_time_than_ones_own(events):
    taken = []
    for seat in (0, 1):
        table, view = seated(turn=seat)
        taken.append(shown_ms(table, view, *(event._replace(seat=seat) for event in events)))
    own, other = taken
    assert 200 < other < 0.7 * own


def test_the_first_of_each_great_moment_has_more_weight_than_later_ones_for_any_seat():
    call = [
        CallMade(1, 1),
        CardRevealed(1, 0, card("blue1")),
        CallWon(1),
        CardsTurnedBack(1, (0,)),
        TrophyWon(1, 0, 11),
    ]
    table, view = seated(turn=1, phase=Phase.OWN)
    first, second = shown_ms(table, view, *call), shown_ms(table, view, *call)
    assert second < 0.75 * first
    other, view = seated(turn=0, phase=Phase.OWN)
    own = [shown_ms(other, view, *(event._replace(seat=0) for event in call)) for _ in range(2)]
    assert own[0] == own[1] > 0.9 * first


def test_a_rivals_call_is_shown_without_long_pauses():
    table, view = seated(turn=1, phase=Phase.OWN)
    grids = (view.grids[0], (card("blue1"), *view.grids[1][1:]), *view.grids[2:])
    assert 200 < shown_ms(table, view, CallMade(1, 1)) <= 600
    shown_ms(table, view._replace(grids=grids), CardRevealed(1, 0, card("blue1")), CallWon(1))
    # the cards have been open since they were turned up: nobody needs another look
    assert shown_ms(table, view, CardsTurnedBack(1, (0,))) < LEAST_SEEN_MS
    own, view = seated(turn=0, phase=Phase.OWN)
    shown_ms(own, view, CallMade(0, 1), CallWon(0))
    assert shown_ms(own, view, CardsTurnedBack(0, (0,))) > LOOK_MS


def test_three_rivals_who_call_take_seven_seconds_as_a_rule_and_at_most_eleven():
    waits, rng = [], Rng(4)
    player = sit(table_player.match_of(GAMES["keine_ahnung"], table_player.kinds_of("hbbb", "hard"), 4), speed="normal")
    scene = player.scene

    def own() -> bool:
        return not isinstance(player.scene, TurnScene) or scene.table.shown.turn == 0 or scene.match.is_over

    while not scene.match.is_over:
        player.wait(60_000, lambda: table_player.is_asked(player) or not isinstance(player.scene, TurnScene))
        if not isinstance(player.scene, TurnScene):
            break
        scene.choose(table_player.advised(bots, scene.match, 0, rng))
        player.wait(60_000, lambda: table_player.is_asked(player) or scene.table.shown.turn or scene.match.is_over)
        begun = player.clock.now_ms()
        assert player.wait(60_000, own)
        waits += [player.clock.now_ms() - begun] * (player.clock.now_ms() > begun)
    assert len(waits) > 8
    assert median(waits) < 7_000
    assert max(waits) < 11_000


def test_in_a_lesson_the_moves_of_others_take_as_long_as_ones_own():
    table, view = seated(turn=1)
    brisk = shown_ms(table, view, CardDrawn(1, card("red1")))
    table.sync(view)
    table.teaches = True
    assert shown_ms(table, view, CardDrawn(1, card("red1"))) > 1.4 * brisk


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_sees_a_card_that_did_not_fit_for_much_longer(seat):
    table, view = seated(turn=seat, phase=Phase.OWN)
    table.teaches = True
    assert sum(table_player.waits_of(table.script(CardsTurnedBack(seat, (0,)), view))) > LESSON_LOOK * LOOK_MS


def test_others_think_longer_about_harder_decisions():
    order = [
        thinking_ms(*seated(turn=1, **fields))
        for fields in ({"phase": Phase.DRAW}, {"phase": Phase.PLACE, "card": card("red1")}, {"phase": Phase.OWN})
    ]
    assert order == sorted(order)
    assert order[0] < 100 < order[1] < 150 < order[2] < 300
    assert thinking_ms(*seated(turn=1, phase=Phase.CALL)) == order[0]
