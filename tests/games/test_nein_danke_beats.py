"""Turns that mean something have a beat of their own; a single chip paid stays quick."""

import pytest
from nein_danke_states import state_of
from player import Player
from table_player import kinds_of, match_of, sit, waits_of

from game.catalogue.registry import GAMES
from game.engine.impact import LEAST
from game.engine.texts import LANGUAGES
from game.games.nein_danke.events import CardRevealed, CardTaken, ChipPaid
from game.games.nein_danke.intensity import GAP, great_run, intensity
from game.games.nein_danke.rules import PAY
from game.games.nein_danke.scripts import AGAIN, HOP_STEP

DISPLAYS = ((3, 19), (18, 21, 22), (18, 20), (30,))


def at_auction(card: int, size: tuple[int, int] = (1280, 720), **more: object) -> Player:
    """Return a player at a table of four with an auction, and displays for it."""
    match = match_of(GAMES["nein_danke"], kinds_of("hbbb", "normal"), 5)
    match.state = state_of(card, seats=4, pot=1, chips=(5, 7, 6, 6), displays=DISPLAYS)
    return sit(match, size, speed="normal", **more)


def moods(player: Player) -> dict[int, str]:
    return {seat: mood for seat, (mood, *_times) in player.scene.table._moods.items()}


def taken(player: Player, card: int, chips: int, display: tuple[int, ...]) -> list[float]:
    """Show that the first rival takes a card, and return the waits."""
    view = player.scene.match.view(0)
    displays = (view.displays[0], display, *view.displays[2:])
    return waits_of(player.scene.table.play(CardTaken(1, card, chips), view._replace(displays=displays, card=0, pot=0)))


def test_a_gap_closed_and_a_run_of_five_are_feats_and_a_pair_is_none():
    assert great_run((18, 19, 20), 19) == [18, 19, 20]
    assert great_run((14, 15, 16, 17, 18, 33), 18) == [14, 15, 16, 17, 18]
    assert great_run((14, 15, 16, 17), 17) == great_run((18, 19), 19) == great_run((18, 33), 33) == []


def test_ten_chips_and_a_run_of_five_are_felt_and_nine_for_a_cheap_card_less():
    view = at_auction(20).scene.match.view(0)

    def size(card: int, chips: int, *others: int) -> float:
        return intensity(CardTaken(1, card, chips), view._replace(displays=((), (card, *others), (), ())))

    assert size(9, 10) >= GAP > size(9, 9) > 0
    assert size(18, 0, 14, 15, 16, 17) >= GAP > LEAST > abs(size(17, 0, 14, 15, 16))


def test_the_cards_of_a_feat_hop_one_after_the_other_and_those_of_a_pair_lie_still():
    feat, pair = at_auction(20), at_auction(20)
    hopped: list[int] = []
    for player in (feat, pair):
        player.scene.table.layer.hop = lambda key, _ms, _high: hopped.append(key)
    assert taken(feat, 20, 2, (18, 19, 20, 21)).count(HOP_STEP) == 4
    assert HOP_STEP not in taken(pair, 23, 2, (18, 21, 22, 23))
    assert hopped == [18, 19, 20, 21]


def test_a_player_who_leaves_a_card_that_fits_is_glad_and_says_so():
    player = at_auction(20)
    table, view = player.scene.table, player.scene.match.view(0)
    waits = waits_of(table.play(ChipPaid(3, 2), view._replace(pot=2)))
    assert not moods(player)
    assert table.moves.newest_of(3) == player.app.context.texts("nein_danke.move.ChipPaid")
    assert waits_of(table.play(ChipPaid(1, 3), view._replace(pot=3))) == waits
    assert moods(player) == {1: "glad"}
    assert table.moves.newest_of(1) == player.app.context.texts("nein_danke.move.holds_out")
    table._moods.clear()
    waits_of(table.play(ChipPaid(2, 7), view._replace(pot=7)))
    assert not moods(player), "later it is no news"
    mine = waits_of(table.play(ChipPaid(0, 3), view._replace(pot=3)))
    assert not moods(player), "people make their own faces"
    assert mine


def test_others_pay_faster_in_later_laps_round_the_same_card():
    player = at_auction(30)
    view = player.scene.match.view(0)
    first, same, second, third, own = (
        sum(waits_of(player.scene.table.play(ChipPaid(seat, pot), view._replace(pot=pot))))
        for seat, pot in ((3, 2), (3, 4), (3, 6), (3, 10), (0, 9))
    )
    assert first == same > second > third > first / 2
    assert own > first


def test_others_think_before_they_leave_a_card_that_fits_for_the_first_time():
    player = at_auction(20)
    view = player.scene.match.view(0)
    fits, later, usual = (
        player.scene.table.thinking_time(view._replace(turn=turn, pot=pot), PAY)
        for turn, pot in ((1, 2), (1, 6), (3, 2))
    )
    assert fits > later == usual == AGAIN


def test_rivals_who_wanted_a_card_see_it_go_and_look_up_when_it_comes():
    player = at_auction(19)
    view = player.scene.match.view(0)
    waits_of(player.scene.table.play(CardRevealed(0, 19), view))
    assert moods(player) == {2: "glad"}, "it closes their gap; a neighbour alone is no news"
    player.scene.table._moods.clear()
    taken(player, 19, 2, (18, 19, 21, 22))
    assert moods(player)[2] == "beaten"
    assert not {0, 3} & set(moods(player))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_for_leaving_a_card_that_fits_has_room_on_a_phone_with_the_largest_texts(language):
    player = at_auction(20, (390, 844), language=language, scale=1.3)
    kit, texts, panel = player.app.context.kit, player.app.context.texts, player.scene.table.panels[1]
    size = kit.fitting(16, min(20.0, panel.line * 0.8))
    text = texts("nein_danke.move.holds_out")
    whole, cut = (kit.pill(text, size, max_width=most) for most in (None, panel.last.w))
    assert whole.get_width() == cut.get_width()
