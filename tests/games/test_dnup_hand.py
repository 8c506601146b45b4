"""Sorting the own hand of dnuP by drag, touch and keys; the order is kept until a new deal."""

import pygame
import pytest
from dnup_player import PHONE, WIDE, id_of, is_asked, match_of, played_until, player_at, sit
from dnup_states import card_of, names, state_of
from player import Player

from game.core.capabilities import Advice
from game.engine.layout import Box
from game.engine.widgets import Button
from game.games.dnup import events as happenings
from game.games.dnup import layout
from game.games.dnup.deck import ACTIVE, END_OF_CARDS, FIRST_CARD, number_of, turned
from game.games.dnup.rules import play_of
from game.scenes.table.pause import Pause
from game.scenes.table.table_hint import marks_of


def order(player: Player) -> str:
    """Return the own hand as it is shown, from the left."""
    return names(card for card, _spot in player.scene.table.hand_spots())


def card(player: Player, name: str) -> int:
    """Return the own card of that name."""
    return next(card for card, _spot in player.scene.table.hand_spots() if names((card,)) == name)


def card_named(name: str) -> int:
    """Return any card of that name."""
    return card_of(name, range(FIRST_CARD, END_OF_CARDS))


def drag(player: Player, name: str, to: str, touch: bool = False, drop: bool = True) -> None:
    """Drag an own card to where another one lies."""
    spots = {names((card,)): spot for card, spot in player.scene.table.hand_spots()}
    start, end = spots[name], spots[to]
    # not by its middle, which another card may cover
    player.drag((start.x - start.w * 0.3, start.y), (end.x, end.y), touch, drop)


HAND = "1/9 3/8 5/7 7/3 9/2"


def ready(size: tuple[int, int] = WIDE, hand: str = HAND, row: str = "hbb", **how: object) -> Player:
    others = ("2/4", "2/5", "2/6")[: len(row) - 1]
    return player_at(match_of(row), state_of(hand, *others), size=size, **how)


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_card_is_dragged_to_another_place_in_the_hand(size, touch):
    player = ready(size)
    drag(player, "1/9", "5/7", touch)
    assert order(player) == "3/8 5/7 1/9 7/3 9/2"
    assert player.scene.table.choice.cards == [], "a card that was dragged is not chosen as well"
    assert not player.scene.match.actions
    drag(player, "9/2", "3/8", touch)
    assert order(player) == "9/2 3/8 5/7 1/9 7/3"


def test_a_dragged_card_follows_the_pointer_and_the_others_make_room():
    player = ready()
    player.app.context.settings.speed = "normal"
    table = player.scene.table
    end = table.hand_spots()[3][1]
    drag(player, "1/9", "7/3", drop=False)
    lifted = table.layer.sprites[number_of(card(player, "1/9"))]
    assert abs(lifted.x - end.x - end.w * 0.3) < 2, "it is held where it was taken"
    assert abs(lifted.y - end.y) < 2
    assert order(player) == "3/8 5/7 7/3 1/9 9/2"
    player.wait(400)
    assert lifted.place.z > max(sprite.place.z for sprite in table.layer.sprites.values() if sprite is not lifted)
    player.press(pygame.K_ESCAPE)
    assert table.drags.dragged is None
    assert order(player) == HAND, "what is given up changes nothing"
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Pause)


def test_a_dragged_card_is_sorted_only_inside_the_hand():
    player = ready()
    table = player.scene.table
    drag(player, "1/9", "7/3", drop=False)
    assert order(player) == "3/8 5/7 7/3 1/9 9/2"
    away = table.spots.dock.centre
    player.carry(*away)
    assert order(player) == HAND, "out of the hand nothing is sorted"
    end = table.hand_spots()[2][1]
    player.carry(end.x, end.y)
    player.let_go(end.x, end.y)
    assert order(player) == "3/8 5/7 1/9 7/3 9/2"
    drag(player, "9/2", "3/8", drop=False)
    player.carry(*away)
    player.let_go(*away)
    assert order(player) == "3/8 5/7 1/9 7/3 9/2"
    assert not player.scene.match.actions


def test_the_whole_chosen_set_is_dragged_and_played():
    player = ready(hand="3/4 3/8 5/7 3/6 9/2")
    table, match = player.scene.table, player.scene.match
    set_of = [card for card, _spot in table.hand_spots() if ACTIVE[card] == 3]
    for mine in set_of:
        player.tap(id_of(mine))
    assert sorted(table.choice.cards) == sorted(set_of)
    spot = dict(table.hand_spots())[set_of[1]]
    end = table.places.boxes[0].centre
    player.drag((spot.x - spot.w * 0.3, spot.y), end, drop=False)
    player.wait(300)
    assert set(table.drags.dragged.places()) == {number_of(mine) for mine in set_of}
    assert set(table.choice.minded) == set(set_of), "what they would do is shown"
    player.let_go(*end)
    assert sorted(match.actions[0].cards) == sorted(set_of)


def test_dragging_an_unchosen_card_drags_it_alone():
    player = ready(hand="3/4 3/8 5/7 3/6 9/2")
    table = player.scene.table
    player.tap(id_of(card(player, "3/8")))
    spot = dict(table.hand_spots())[card(player, "5/7")]
    player.drag((spot.x - spot.w * 0.3, spot.y), table.places.boxes[0].centre)
    assert [names(action.cards) for action in player.scene.match.actions] == ["5/7"]


@pytest.mark.parametrize("way", ["a tap", "a drag"])
@pytest.mark.parametrize("turn", ["the own set is put away", "a set is beaten", "both", "added to a set"])
def test_a_played_card_moves_at_once_and_the_sets_it_replaces_follow(way, turn):
    own = {0: "1/5"} if turn in ("the own set is put away", "both") else {}
    beaten = {1: "2/6"} if turn in ("a set is beaten", "both") else {1: "3/9", 2: "2/5 2/6"}
    sets = own | beaten if turn != "the own set is put away" else own | {1: "8/2 8/3"}
    player = player_at(match_of("hbb"), state_of("5/7 6/1 6/3 3/4 8/1", "2/4", "7/6", sets=sets))
    player.app.context.settings.speed = "normal"
    table, mine = player.scene.table, card(player, "3/4")
    adds = turn == "added to a set"
    place, count = (1, 2) if adds else (0, 1)
    if way == "a tap":
        player.tap(id_of(mine))
        player.tap("do-add" if adds else "do-play")
    else:
        spot = dict(table.hand_spots())[mine]
        end = layout.around(table.places.set_spots(1, 1)).centre if adds else table.places.boxes[0].centre
        player.drag((spot.x - spot.w * 0.3, spot.y), end)
    sprite = table.layer.sprites[number_of(mine)]
    end = table.places.set_spots(place, count)[-1]
    far = []
    for _ in range(18):
        player.wait(20)
        far.append(abs(sprite.x - end.x) + abs(sprite.y - end.y))
    assert far == sorted(far, reverse=True), "it never turns back"
    assert far[-1] < 2
    events = player.scene.match.events[0]
    assert isinstance(events[-1], happenings.CardAdded if adds else happenings.SetPlayed)
    assert len(events) == {"both": 3, "added to a set": 2}.get(turn, 2)
    # it stays there until its event has been shown, and afterwards
    for _ in range(90):
        player.wait(20)
        now = table.places.set_spots(place, count)[-1]
        assert abs(sprite.x - now.x) + abs(sprite.y - now.y) < 2
    assert not table.drags.resting
    assert not table.scripts.sending.spots


def test_a_press_with_a_small_movement_selects_instead_of_dragging():
    player = ready()
    table, frame = player.scene.table, player.app.context.frame
    spot = table.hand_spots()[1][1]
    player.feed(pygame.MOUSEBUTTONDOWN, pos=frame.to_real(spot.x, spot.y), button=1)
    player.feed(pygame.MOUSEMOTION, pos=frame.to_real(spot.x + 6, spot.y + 5), rel=(6, 5), buttons=(1, 0, 0))
    player.feed(pygame.MOUSEBUTTONUP, pos=frame.to_real(spot.x + 6, spot.y + 5), button=1)
    assert table.choice.cards == [card(player, "3/8")]
    assert order(player) == HAND


def test_shift_and_an_arrow_move_the_focused_card():
    player = ready()
    mine = card(player, "3/8")
    player.walk_to(id_of(mine))
    player.press(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    assert order(player) == "1/9 5/7 3/8 7/3 9/2"
    assert player.scene.items.focus == id_of(mine)
    for _ in range(9):
        player.press(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    assert order(player) == "3/8 1/9 5/7 7/3 9/2"
    player.press(pygame.K_RIGHT)
    assert player.scene.items.focus != id_of(mine), "without shift the focus moves, not the card"
    assert order(player) == "3/8 1/9 5/7 7/3 9/2"


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_button_sorts_the_hand_by_value_again(size):
    player = ready(size)
    assert "sort" not in player.ids()
    drag(player, "1/9", "9/2")
    player.tap("sort")
    assert order(player) == HAND
    assert "sort" not in player.ids()


def test_a_manual_order_survives_turning_and_new_cards():
    player = ready(row="hb")
    table = player.scene.table
    drag(player, "9/2", "1/9")
    assert order(player) == "9/2 1/9 3/8 5/7 7/3"
    hand = turned(player.scene.match.state.hands[0])
    table.shown = table.shown._replace(hand=hand)
    assert order(player) == "2/9 9/1 8/3 7/5 3/7", "every card turns in its place"
    table.shown = table.shown._replace(hand=(*hand, card_named("4/6"), card_named("4/5")))
    assert order(player) == "2/9 9/1 8/3 7/5 3/7 4/5 4/6", "what comes to the hand stands at its end, by value"


def test_undo_keeps_the_order_and_a_new_deal_resets_it():
    match = played_until(match_of("hbb"), lambda match: match.state.turn == 0 and len(match.actions) > 5)
    player = sit(match)
    assert player.wait(2000, lambda: is_asked(player))
    hand = [number_of(card) for card, _spot in player.scene.table.hand_spots()]
    player.walk_to(f"card-{hand[0]}")
    player.press(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    swapped = [hand[1], hand[0], *hand[2:]]
    player.tap("do-turn")
    player.scene._undo()
    assert [number_of(card) for card, _spot in player.scene.table.hand_spots()] == swapped
    player.scene.table.script(happenings.RoundStarted(2, 0), match.view(0)).send(None)
    assert player.scene.table.arrangement == []


def test_each_person_at_a_device_has_an_order_of_their_own():
    player = ready(row="hhb")
    scene = player.scene
    drag(player, "1/9", "9/2")
    kept = order(player)
    scene.driver.open_hands = True
    player.tap("do-turn")
    assert player.wait(9000, lambda: scene.viewer == 1 and is_asked(player))
    assert scene.table.arrangement == []
    scene._lay_anew(0, False)
    assert names(card ^ 1 for card, _spot in scene.table.hand_spots()) == kept


def test_cards_are_chosen_by_digit_and_played_by_the_action_key():
    player = ready(hand="1/9 3/8 3/7 6/4 9/2")
    match = player.scene.match
    values = [ACTIVE[card] for card, _spot in player.scene.table.hand_spots()]
    value = next(value for value in values if values.count(value) > 1)
    for chosen in (1, 2):
        player.press(getattr(pygame, f"K_{value}"), str(value))
        assert [ACTIVE[card] for card in player.scene.table.choice.cards] == [value] * chosen
    assert player.scene.items.focus == "do-play"
    cards = tuple(player.scene.table.choice.cards)
    player.press(pygame.K_RETURN, "\r")
    assert [set(action.cards) for action in match.actions] == [set(cards)]


def test_a_digit_deselects_the_last_card_when_all_of_its_value_are_chosen():
    player = ready(hand="1/9 3/8 3/7 6/4 3/5")
    values = [ACTIVE[card] for card, _spot in player.scene.table.hand_spots()]
    for value in set(values):
        for chosen in (*range(1, values.count(value) + 1), values.count(value) - 1):
            player.press(getattr(pygame, f"K_{value}"), str(value))
            assert [ACTIVE[card] for card in player.scene.table.choice.cards] == [value] * chosen


def test_the_prompt_says_what_the_chosen_cards_can_do_or_why_not():
    state = state_of("5/7 6/1 6/3 3/4 8/1", "2/4", "7/6", sets={1: "8/2", 2: "5/3 5/8"})
    player = player_at(match_of("hbb"), state)
    table, view = player.scene.table, player.scene.match.view(0)
    said = {}
    for name in ("5/7", "3/4", "8/1"):
        chosen = (card(player, name),)
        said[name] = [table.match_texts.prompt(view, chosen, -1, True, short) for short in (False, True)]
    there = table.match_texts.set_of(1, 8)
    assert said["3/4"] == [table.text(f"prompt.blocked{tail}", set=there, value=8) for tail in ("", ".short")], (
        "neither playing nor adding: it says why"
    )
    for name in ("5/7", "8/1"):
        chosen = table.match_texts.set((card(player, name),))
        add = [table.text(f"prompt.chosen_add{tail}", set=chosen, there=there) for tail in ("", ".short")]
        assert said[name] == add
    pair = tuple(card(player, name) for name in ("6/1", "6/3"))
    assert table.match_texts.prompt(view, pair, -1, True, False) == table.text(
        "prompt.chosen_play", set=table.match_texts.set(pair)
    )


@pytest.mark.parametrize(
    ("hand", "sets", "moves", "short"),
    [
        ("6/1 3/4", {1: "8/2 8/3"}, "spielen, nehmen oder drehen", "Spielen, nehmen, drehen?"),
        ("6/1 3/4", {1: "6/3 6/4"}, "spielen, anlegen, nehmen oder drehen", "Spielen, anlegen, nehmen, drehen?"),
        ("6/1 3/4", {1: "6/3"}, "anlegen, nehmen oder drehen", "Anlegen, nehmen, drehen?"),
        ("6/1 3/4", {1: "9/3"}, "nehmen oder drehen", "Nehmen oder drehen?"),
    ],
)
def test_the_prompt_names_every_kind_of_move_that_is_possible_and_no_other(hand, sets, moves, short):
    player = player_at(match_of("hbb"), state_of(hand, "2/4", "2/5", sets=sets))
    table, view = player.scene.table, player.scene.match.view(0)
    assert table.match_texts.prompt(view, (), -1, True, False) == f"Dein Zug! Du darfst {moves}"
    assert table.match_texts.prompt(view, (), -1, True, True) == short


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_form_of_the_prompt_depends_on_no_name(language):
    player = player_at(match_of("hhb"), state_of("6/1 3/4", "2/4", "2/5", sets={1: "8/2 8/3"}), language=language)
    table = player.scene.table
    asked = set()
    for name in ("Al", "Maximiliane-Friederike"):
        table.seats = tuple(seat._replace(name=name) for seat in table.seats)
        table.build()
        table.choice.target = -1
        first = table.prompt(table.view)
        table.choice.target = 1
        asked.add((first, table.prompt(table.view)))
    assert len(asked) == 1


def test_the_first_prompt_explains_that_cards_are_chosen():
    player = player_at(match_of("hbb"), state_of("6/1 3/4", "2/4", "2/5"))
    table, view = player.scene.table, player.scene.match.view(0)
    said = [table.match_texts.prompt(view, (), -1, True, short) for short in (False, True)]
    assert said == ["Dein Zug: Karten wählen oder die Hand drehen?", "Wähl Karten zum Spielen"]


def test_the_prompt_offers_adding_only_where_it_is_possible():
    """A 6 can join the 6; nothing in the hand joins the three 8s."""
    player = player_at(match_of("hbb"), state_of("6/1 3/4", "2/4", "2/5", sets={1: "6/3", 2: "8/2 8/3 8/1"}))
    table, view = player.scene.table, player.scene.match.view(0)
    assert "anlegen" in table.match_texts.prompt(view, (), 1, True, False)
    assert "anlegen" not in table.match_texts.prompt(view, (), 2, True, False)


def test_only_one_button_is_amber_at_a_time():
    """A 6 can be played alone or be added to the two others: playing is amber, adding is not."""
    player = player_at(match_of("hbb"), state_of("6/1 3/4", "2/4", "2/5", sets={1: "6/2 6/4"}))
    player.tap(id_of(card(player, "6/1")))
    player.wait(200)
    assert {"do-play", "do-add"} <= set(player.ids())
    buttons = [widget for widget in player.scene.widgets if isinstance(widget, Button)]
    assert [button.item.id for button in buttons if button.kind == "primary"] == ["do-play"]


def test_the_order_of_a_hand_does_not_change_the_match():
    player = ready(row="hb")
    before = player.scene.match.view(0)
    drag(player, "1/9", "9/2")
    assert order(player) != HAND
    assert player.scene.match.view(0) == before


def test_the_hint_marks_the_play_button_only_for_the_recommended_cards():
    player = ready(hand="3/4 3/8 5/7 9/2")
    table, meant = player.scene.table, card(player, "5/7")
    advice = Advice(play_of((meant,)), ())

    def marks() -> list[Box]:
        return [box for box, _radius in marks_of(table, advice, player.scene.items.items)]

    button = lambda: player.scene.items.find("do-play").box  # noqa: E731
    player.tap(id_of(card(player, "9/2")))
    assert button() not in marks()
    player.tap(id_of(meant))
    assert button() in marks()


@pytest.mark.parametrize(("size", "said"), [(WIDE, "Satz nehmen"), (PHONE, "nehmen")])
def test_the_prompt_of_a_wide_table_says_what_each_move_is_made_with(size, said):
    player = player_at(match_of("hbb"), state_of("6/1 3/4", "2/4", "2/5", sets={1: "8/2 8/3"}), size=size)
    prompt = player.scene.table.prompt(player.scene.table.view)
    assert said in prompt
    assert ("Karten spielen" in prompt) == (size == WIDE)
