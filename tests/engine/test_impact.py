"""Intensity of events in every game, and its effects: pause, sparks, volume and faces."""

from itertools import pairwise

import pytest
from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.engine.impact import LEAST, VOLUME, impact_of, volume_of
from game.engine.transitions import Reset
from game.games.dnup import intensity as dnup
from game.games.dnup.events import SetPlayed, SetReturned, WentOut
from game.games.keine_ahnung import intensity as keine_ahnung
from game.games.keine_ahnung.events import CallWon, CardLaid, TrophyWon
from game.games.nein_danke import intensity as nein_danke
from game.games.nein_danke.events import CardTaken, ChipPaid
from game.games.push import intensity as push
from game.games.push.events import Busted, CardsLost, RowTaken
from game.games.twin_it import intensity as twin_it
from game.games.twin_it.events import ErrorMade, SetWon
from game.scenes.navigation import routes

MEASURES = {
    "nein_danke": nein_danke.intensity,
    "keine_ahnung": keine_ahnung.intensity,
    "dnup": dnup.intensity,
    "push": push.intensity,
    "twin_it": twin_it.intensity,
}


def view_of(game: str, **changed):
    """Return the first seat's view of a new match, with these fields changed."""
    match = finished(game, 3, 1).at(0)
    return match.view(0)._replace(**changed)


def taken(card: int, chips: int, *others: int) -> float:
    """Return the intensity of taking a card beside others."""
    display = tuple(sorted((card, *others)))
    return nein_danke.intensity(CardTaken(0, card, chips), view_of("nein_danke", displays=(display, (), ())))


def test_effects_grow_with_intensity_and_small_events_have_none():
    assert impact_of(0) is impact_of(LEAST - 0.01) is impact_of(0.01 - LEAST) is None
    sizes = [impact_of(number / 20) for number in range(7, 21)]
    assert all(all(a <= b for a, b in zip(one, other, strict=True)) for one, other in pairwise(sizes))
    assert impact_of(1) == impact_of(-1) == impact_of(3)
    assert impact_of(1).volume == volume_of(-1) == 1.0
    assert volume_of(0) == VOLUME[0] < volume_of(0.5) < 1


def test_a_35_with_fifteen_chips_is_great_and_a_paid_chip_is_nothing():
    assert taken(35, 15) == pytest.approx(1)
    assert nein_danke.intensity(ChipPaid(0, 3), view_of("nein_danke")) == 0
    assert abs(taken(5, 1)) < LEAST
    assert taken(35, 5) < -LEAST, "a dear card with few chips is bad luck"


def test_closing_a_gap_is_greater_than_taking_either_side_of_it():
    gap = taken(28, 0, 27, 29)
    assert gap > 0.9
    assert gap > abs(taken(28, 0, 27)) + 0.3


def test_a_bust_of_seven_cards_is_greater_than_one_of_three():
    view = view_of("push")
    few, many = (view._replace(rows=rows) for rows in (((1,), (2,), (3,)), ((1, 2, 3), (4, 5), (6, 7))))
    assert push.intensity(Busted(0, 9), many) == -1
    assert -1 < push.intensity(Busted(0, 9), few) < -LEAST
    cards = tuple(view.unseen[:6])
    assert push.intensity(RowTaken(0, 0, cards, 0), view) > 0 > push.intensity(CardsLost(0, cards), view)


def test_the_fifth_set_is_the_greatest_and_an_error_less_than_a_set():
    view = view_of("twin_it")

    def won(count: int) -> float:
        return twin_it.intensity(SetWon(1, (2, 3), 7, 900), view._replace(set_counts=(4, count, 0)))

    assert won(4) == 1 > won(3) > won(0) > -twin_it.intensity(ErrorMade(1, (2, 3), "unequal"), view) > 0


def test_a_call_with_more_cards_is_greater_and_the_last_trophy_the_greatest():
    view = view_of("keine_ahnung")
    grids = [(tuple(range(1, count + 1)) + (0,) * (6 - count),) * 3 for count in (0, 1, 5)]
    one, five = (keine_ahnung.intensity(CallWon(0), view._replace(grids=grid)) for grid in grids[1:])
    assert LEAST < one < five
    assert keine_ahnung.intensity(TrophyWon(0, 2, 0), view) == 1
    laid = CardLaid(0, 5, 0, 2, False)
    assert keine_ahnung.intensity(laid, view._replace(grids=grids[0])) > keine_ahnung.intensity(laid, view) == 0


def test_a_beaten_set_of_many_cards_is_worse_and_being_out_first_the_greatest():
    view = view_of("dnup")
    small, large = (dnup.intensity(SetReturned(0, 0, tuple(range(1, size + 1)), 1), view) for size in (1, 4))
    assert large < -LEAST < small
    assert dnup.intensity(SetPlayed(0, 0, (1, 2, 3, 4, 5), 5), view) > LEAST
    assert dnup.intensity(WentOut(0, 0, 3), view) == 1


@pytest.mark.parametrize("game", MEASURES)
def test_few_events_of_a_match_are_great(game):
    match = finished(game, max(3, GAMES[game].min_seats), 2, ())
    past = match.at(0)
    sizes = []
    for action in match.actions:
        before = past.view(0)
        for event in past.apply(action):
            size = MEASURES[game](event, before if GAMES[game].real_time else past.view(0))
            assert -1 <= size <= 1
            sizes.append(abs(size))
    assert any(size >= LEAST for size in sizes)
    assert sum(size >= LEAST for size in sizes) < 0.35 * len(sizes)


def test_a_great_event_pauses_sparkles_sounds_and_is_seen_in_the_faces():
    player, heard = Player(), []
    match = finished("nein_danke", 4, 1).at(0)
    player.app.stack.carry_out(Reset(routes.table(player.app.context, match)))
    table = player.scene.table
    table.context.audio.play = lambda name, volume=1.0: heard.append((name, volume))
    assert table._strike(1, 0.1, (600, 300), table.strikes) == 0
    assert not heard
    some = table._strike(1, 0.5, (600, 300), table.strikes)
    most = table._strike(2, -1.0, (600, 300), table.strikes)
    assert 0 < some < most
    assert [name for name, _volume in heard] == ["twin", "bust"]
    assert heard[0][1] < heard[1][1] == 1
    assert table.popups.update(16)
    assert table._moods[2][0] == "beaten"
    assert table._moods[3][0] == "glad"
