"""The set-up of a game with modes: it fits in every size, and pointer and keys can choose everything."""

import pygame
import pytest
from all_screens import SCALES, TALL, WIDE, show_at, storage_with_lineup
from player import SIZES, Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.core.options import Pick
from game.engine import fonts
from game.engine.layout import Box, Insets, frame_for
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.games.nein_danke.rules import ABOUT_SPECIALS
from game.games.twin_it.state import MODES
from game.scenes.help.howto import HowTo
from game.scenes.navigation import routes
from game.scenes.setup import house_rules
from game.scenes.setup.house_rules import option_rows
from game.scenes.setup.setup import FOOT, SHOWN_RULES, SHOWN_TALL, WAITING, Setup

GAME = "twin_it"
RULES = GAMES[GAME]


def opened(size=(1280, 720), language="de", people=1):
    """Return a player at the set-up, with so many people among the seats."""
    player = Player(size, language=language)
    player.tap(GAME)
    player.tap("unfold")
    rows = player.scene.lineup.seats
    rows[:people] = [row._replace(kind=HUMAN) for row in rows[:people]]
    player.scene.lineup.settle(player.app.context.texts)
    player.scene.build()
    return player


def hold(player, faults, watched):
    """Collect the faults of the screen that is shown."""
    for scale in SCALES:
        watched.clear()
        show_at(player, player.screen.get_size(), scale)
        player.draw()
        faults += [f"{type(player.scene).__name__} {player.scene.lineup.options['mode']} {scale}: {w}" for w in watched]
    frame = player.app.context.frame
    for item in player.items:
        assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre), item
        assert max(item.box.w, item.box.h) >= 72, item
        assert min(item.box.w, item.box.h) >= 48, item


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_every_mode_fits(size, language, watched):
    faults: list[str] = []
    for people in (1, 3):
        player = opened(size, language, people)
        for id_ in [id_ for id_ in player.ids() if id_.startswith("option-mode-")]:
            player.tap(id_)
            hold(player, faults, watched)
            player.tap("more_rules")
            hold(player, faults, watched)
            player.tap("back")
        while "add" in player.ids():
            player.tap("add")
        hold(player, faults, watched)
    assert not faults, "\n".join(["", *sorted(set(faults))])


def test_teams_add_bots_with_a_message_and_one_player_can_play_the_minute():
    player = opened()
    while len(player.scene.lineup.seats) > 2:
        player.tap("remove-1")
    assert "remove-0" not in player.ids()
    player.tap("option-mode-2")
    assert len(player.scene.lineup.seats) == 4
    player.wait(100)
    assert player.app.toasts.shown.startswith("Mindestens 4 am Tisch")
    player.tap("option-mode-3")
    player.tap("remove-1")
    assert len(player.scene.lineup.seats) == 1
    player.tap("option-mode-0")
    assert [seat.kind for seat in player.scene.lineup.seats] == [HUMAN, "adaptive"]


@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_choices_have_the_same_modes_as_the_first_page_and_calm_stays_chosen(language, size):
    player = Player(size, language=language)
    player.tap(GAME)

    def offered(start):
        return [item.label for item in player.items if item.id.startswith(start)]

    first = offered("way-")
    player.tap("way-1")
    player.tap("unfold")
    every = offered("option-mode-")
    assert every == first
    assert len(every) == len(MODES) + 1
    marked = [item.label for item in player.items if item.id.startswith("option-mode-") and item.checked]
    assert marked == [first[1]]
    player.tap("option-mode-0")
    assert not player.scene.lineup.options["calm"]
    player.tap("option-mode-1")
    assert player.scene.lineup.options["calm"]
    assert player.scene.lineup.options["sets"] == 7


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_calm_is_a_mode_and_no_house_rule_beside_it_nor_a_choice_of_pace(size):
    player = opened(size)
    texts = player.app.context.texts
    # as an older set-up or a link has it
    player.scene.lineup.options |= {"calm": True, "looks": 0}
    player.scene.lineup.settle(texts)
    player.scene.build()
    assert player.scene.items.find("option-mode-1").checked
    assert "option-calm" not in player.ids()
    assert texts("twin_it.option.calm") not in ", ".join(player.scene.chosen())
    rows = player.scene.rows()
    assert all("adaptive" not in row.kinds for row in rows)
    assert [row.seat.kind for row in rows[1:]] == ["normal"] * (len(rows) - 1)
    player.tap("option-mode-0")
    assert "option-calm" not in player.ids()
    assert all("adaptive" in row.kinds for row in player.scene.rows())
    assert player.scene.rows()[1].seat.kind == "adaptive"
    # together, it is a rule beside the mode
    player.tap("option-mode-3")
    assert "calm" in {row.option.name for row in option_rows(player.app.context, player.scene.lineup, lambda *_: None)}


def names(player):
    return [seat.name for seat in player.scene.lineup.seats]


def test_seats_added_by_a_mode_leave_with_it():
    player = opened()
    player.tap("remove-2")
    before = names(player)
    for place in (2, 3, 2, 4, 2, 0):
        player.tap(f"option-mode-{place}")
        assert names(player)[:2] == before
        assert len(names(player)) == (4 if place == 2 else 2)
    # it is remembered which bots were added
    player.tap("option-mode-2")
    player.tap("back")
    player.tap("back")
    player.tap(GAME)
    player.tap("option-mode-0")
    assert names(player) == before


def test_an_added_seat_that_the_player_has_changed_stays():
    player = opened()
    player.tap("who-yes")
    player.tap("remove-2")
    player.tap("option-mode-2")
    # one of the added seats is a person's now, and a fifth one was added by hand
    player.tap("level-3-0")
    player.tap("add")
    wanted = [*names(player)[:2], *names(player)[3:]]
    player.tap("option-mode-0")
    assert names(player) == wanted
    assert [seat.kind for seat in player.scene.lineup.seats][2] == HUMAN


def shown(player):
    player.wait(100)
    return player.app.toasts.shown


def test_a_message_disappears_with_its_subject():
    player = opened()
    player.tap("remove-2")
    player.tap("option-mode-2")
    assert shown(player).startswith("Mindestens 4 am Tisch")
    player.tap("option-mode-0")
    assert not shown(player)
    for way_out in ("more_rules", "howto", "back"):
        player.tap("option-mode-2")
        assert shown(player).startswith("Mindestens 4 am Tisch")
        player.tap(way_out)
        if way_out == "back":
            player.tap("back")
        assert not shown(player), way_out
        if way_out != "back":
            player.press(pygame.K_ESCAPE)
            player.tap("option-mode-0")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_message_lies_beside_the_heading_or_takes_its_place(game, language):
    player = Player(language=language)
    player.tap(game)
    for size in (WIDE, TALL, (844, 390)):
        show_at(player, size, SCALES[0])
        scene, frame = player.scene, player.app.context.frame
        box = scene.message_box()
        assert box.x + box.w <= frame.room.x + frame.room.w
        if frame.tall:
            assert scene.message_fills
            assert box.x <= 110 < scene.heading_end <= box.x + box.w
        else:
            assert box.x > scene.heading_end
            assert box.w > 360


def test_a_general_message_stays_on_every_screen():
    player = opened()
    player.app.context.tell("settings.import_refused")
    text = shown(player)
    assert text
    player.tap("option-mode-2")
    player.tap("back")
    player.tap("back")
    assert shown(player) == text


def test_the_usual_table_is_restored_only_after_a_question_in_place():
    player = opened()
    usual = player.scene.lineup.as_json()
    # nothing would be thrown away
    player.tap("standard")
    assert player.scene.confirming == ""
    player.tap("option-mode-1")
    player.tap("standard")
    assert player.scene.items.find("standard").label == "Alles zurück?"
    assert player.scene.lineup.options["calm"]
    # using anything else withdraws the question
    player.tap("roll")
    assert player.scene.items.find("standard").label == "Zurücksetzen"
    player.tap("standard")
    player.tap_again("standard")
    assert player.scene.lineup.as_json() == usual


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_of_a_game_with_one_house_rule_is_not_half_empty(seats, language):
    player = Player(TALL, storage=storage_with_lineup("dnup", seats), language=language)
    player.tap("dnup")
    player.tap("unfold")
    player.wait(100)
    paper, box = player.scene.rules_paper, player.scene.items.find("seed").box
    assert paper.y + paper.h - box.y - box.h < box.h * 1.6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (844, 390), (360, 640)])
def test_a_house_rule_is_hidden_only_if_it_does_not_fit(size, language):
    for game in GAMES:
        player = Player(size, language=language)
        player.tap(game)
        player.tap("unfold")
        for scale in (1.0, 1.3):
            show_at(player, size, scale)
            scene = player.scene
            rows = option_rows(player.app.context, scene.lineup, scene.choose_option)
            shown = [row for row in rows if row.control(scene.kit, Box(0, 0, 400, 64))[0].items[0].id in player.ids()]
            assert shown == rows[: len(shown)]
            # a single rule that is shown needs no page of its own
            assert ("more_rules" in player.ids()) == (len(rows) > 1 or not shown)
            papers = scene.rules_paper
            highs = [row.least(scene.kit, papers.w - 48) for row in rows]
            room = papers.h - scene.head_high - FOOT - scene.seed_high - sum(highs[: len(shown)])
            assert room >= -0.5
            most = SHOWN_TALL if player.app.context.frame.tall else SHOWN_RULES
            assert len(shown) <= most
            if len(shown) < min(len(rows), most):
                assert room < highs[len(shown)], (game, scale)


@pytest.mark.parametrize("size", SIZES)
def test_larger_text_applies_to_every_control(size):
    """A level's button, where a tap chooses the next level, grows with its neighbours."""
    heights = []
    for scale in (1.0, 1.3):
        player = opened(size)
        show_at(player, size, scale)
        button = next((one for one in player.scene.widgets if one.items[0].id == "level-1"), None)
        if button is None:
            return
        kit = player.scene.kit
        # the letters are not kept small by the button's height
        assert button.size <= button.box.h * 0.58 / (kit.text_scale / kit.scale)
        heights.append(button.box.h)
    assert heights[1] > heights[0] * 1.2


def test_in_landscape_a_phone_shows_seats_and_rules_at_full_width_and_text_size():
    upright, sideways = opened((390, 844)), opened((844, 390))
    assert sideways.scene.kit.text_scale == pytest.approx(upright.scene.kit.text_scale)
    frame = sideways.app.context.frame
    left = min(item.box.x for item in sideways.items)
    right = max(item.box.x + item.box.w for item in sideways.items)
    assert frame.px(left) + frame.left < 30
    assert frame.px(right) + frame.left > 844 - 30
    # what lies beside the table can be used there by every kind of input
    sideways.tap("level-1-0", touch=True)
    assert sideways.scene.lineup.seats[1].kind == HUMAN
    sideways.use_by_keys("more_rules")
    assert min(item.box.x for item in sideways.items) < 0
    # a notch is kept clear
    room = frame_for((844, 390), Insets(left=47, right=47)).room
    assert (room.x, room.x + room.w) == pytest.approx((-(75 - 47) / frame.scale, 1280 + 28 / frame.scale), abs=2)


def test_a_second_person_switches_buzzers_on_with_a_message():
    player = opened()
    player.tap("level-1-0")
    player.wait(100)
    assert player.scene.lineup.options["buzzers"]
    assert player.app.toasts.shown == player.app.context.texts("twin_it.settled.buzzers.on")
    player.tap("option-mode-1")
    assert not player.scene.lineup.options["buzzers"]


def test_without_a_clock_the_length_is_in_looks():
    player = opened()
    player.tap("option-mode-3")
    player.tap("more_rules")
    texts = player.app.context.texts

    def length():
        return next((row.name, row.note) for row in player.scene.option_rows if row.option.name == "minute")

    assert length() == (texts("twin_it.option.minute"), texts("twin_it.option.minute.note"))
    player.tap("option-calm")
    key = "twin_it.option.minute.with_calm"
    assert length() == (texts(key), texts(f"{key}.note"))


def test_modes_and_house_rules_can_be_reached_by_keys_alone():
    player = opened()
    player.use_by_keys("option-forbidden")
    assert player.scene.lineup.options["forbidden"] == 0
    player.use_by_keys("option-mode-2")
    assert player.scene.lineup.options["mode"] == "teams"
    assert player.scene.lineup.options["forbidden"] == -1
    assert player.scene.items.find("option-forbidden") is None
    player.use_by_keys("more_rules")
    player.use_by_keys("option-handicap-0-2")
    assert player.scene.lineup.options["handicap"] == (600, 0, 0, 0)
    player.press(pygame.K_ESCAPE)
    player.use_by_keys("start")
    assert player.scene.match.state.options.handicap == (600, 0, 0, 0)
    assert player.scene.match.state.options.mode == "teams"


@pytest.mark.parametrize("size", SIZES)
def test_the_focus_follows_added_and_removed_seats(size):
    player = opened(size)
    while "add" in player.ids():
        player.use_by_keys("add")
    assert player.scene.items.focus == "name-5"
    player.use_by_keys("remove-5")
    assert player.scene.items.focus == "name-4"
    for _ in range(3):
        player.use_by_keys("remove-1")
    assert player.scene.items.focus == "name-1"
    assert player.scene.items.ring


def test_forbidden_patterns_go_to_each_seat_in_turn_and_then_to_none():
    player = opened()
    seen = []
    for _ in range(4):
        seen.append(player.scene.items.find("option-forbidden").label)
        player.tap("option-forbidden")
    names = [seat.name for seat in player.scene.lineup.seats]
    assert seen == [f"Verbotene Muster: {name}" for name in ("niemand", *names)]


def test_only_relevant_house_rules_are_shown_with_a_row_for_each_person():
    player = opened(people=2)
    for place in (0, *range(2, len(MODES) + 1)):
        player.tap(f"option-mode-{place}")
        lineup = player.scene.lineup
        player.tap("more_rules")
        shown = {row.option.name for row in player.scene.option_rows}
        left_out = {"mode", "calm"} if place == 0 else {"mode"}
        assert shown == set(RULES.modes.available_options(lineup.options, len(lineup.seats))) - left_out
        assert [row.seat for row in player.scene.option_rows if row.option.name == "handicap"] == [0, 1]
        player.tap("back")


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_an_example_of_existing_cards_and_icons(game):
    context, presentation = Player().app.context, PRESENTATIONS[game]
    look = presentation.howto.look(context.kit, context.texts, False)
    rules = {option.name for option in GAMES[game].options if option.pick != Pick.SOME}
    # others have no row of their own
    named = {name for name in rules if context.texts.has(f"{game}.option.{name}")}
    assert presentation.examples.keys() == (named if presentation.examples else set()), "all rules have one, or none"
    for words in presentation.examples.values():
        for word in words.split():
            icon = context.kit.icon_plain(word[1:], 19) if word.startswith("@") else look(word, 60, "rest")
            assert icon.get_width() > 0


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_only_changed_house_rules_are_marked_and_one_line_says_so(size, monkeypatch):
    player, drawn, plain = Player(size), list[str](), fonts.plain
    texts = player.app.context.texts
    lineup = routes.setup(player.app.context, "push").lineup
    lineup.options["thrill"] = True
    monkeypatch.setattr(fonts, "plain", lambda *given: drawn.append(given[0]) or plain(*given))
    player.app.stack.carry_out(Push(routes.house_rules(player.app.context, lineup)))
    assert drawn.count(texts("house_rules.changed")) == drawn.count(texts("house_rules.as_printed")) == 1
    player.tap("option-thrill")
    drawn.clear()
    player.scene.build()
    assert texts("house_rules.changed") not in drawn


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("language", LANGUAGES)
def test_times_of_house_rules_are_seconds_and_long_labels_stand_above_their_controls(size, language):
    player = Player(size, language=language)
    lineup = routes.setup(player.app.context, "twin_it").lineup
    player.app.stack.carry_out(Push(routes.house_rules(player.app.context, lineup)))
    rows = {row.option.name: row for row in player.scene.option_rows}
    delay = rows["flipper_handicap"]
    assert [label.replace(",", ".") for label in delay._labels] == ["0\u00a0s", "0.15\u00a0s", "0.3\u00a0s"]
    assert all("ms" not in label for row in rows.values() for label in row._labels)
    # beside an example in half a wide table
    assert delay._stands(player.scene.kit, 420)
    assert not rows["forbidden"]._stands(player.scene.kit, 420)


def test_house_rules_stand_in_two_columns_on_a_wide_table():
    player = Player(WIDE)
    player.tap("keine_ahnung")
    player.tap("more_rules")
    places = [player.scene.items.find(f"option-{row.option.name}").box for row in player.scene.option_rows]
    assert len({box.x for box in places}) == 2
    assert len({box.y for box in places}) == 2


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_an_only_house_rule_is_in_the_middle_below_a_large_drawing(size, monkeypatch):
    drawn, example = list[Box](), house_rules.ExampleRow._bake_example

    def noted(row, plate, box, *most):
        drawn.append(box)
        example(row, plate, box, *most)

    monkeypatch.setattr(house_rules.ExampleRow, "_bake_example", noted)
    player = Player(size)
    player.tap("dnup")
    # the set-up shows the rule itself
    assert "more_rules" not in player.ids()
    player.app.stack.carry_out(Push(routes.house_rules(player.app.context, player.scene.lineup)))
    player.wait(600)
    frame, (box,) = player.app.context.frame, drawn[-1:]
    control = next(item for item in player.items if item.id.startswith("option-redeal_after"))
    assert box.centre[0] == pytest.approx(frame.room.centre[0], abs=2)
    assert box.y + box.h <= control.box.y
    assert box.h > 190


def test_a_set_up_is_stored():
    player = opened(people=2)
    player.tap("option-mode-4")
    player.tap("back")
    player.tap("back")
    again = routes.setup(player.app.context, GAME).lineup
    assert again.options["mode"] == "contest"
    assert len(again.humans) == 2


def test_the_help_key_opens_the_rules_in_the_set_up_too():
    player = Player()
    player.tap("push")
    player.press(pygame.K_F1)
    assert isinstance(player.scene, HowTo)
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Setup)


@pytest.mark.parametrize("game", GAMES)
def test_no_more_figures_wait_than_there_are_free_seats(game):
    player = Player()
    player.tap(game)
    player.tap("unfold")
    lineup = player.scene.lineup
    while "add" in player.ids():
        left = lineup.seat_range[1] - len(lineup.seats)
        found = player.scene.waiting()
        assert len(found) == min(left, WAITING)
        assert not {*found} & {row.figure for row in lineup.seats}
        player.tap("add")
    assert player.scene.waiting() == []


def test_house_rules_about_special_cards_come_with_the_special_cards():
    about = {f"option-{name}" for name in ABOUT_SPECIALS if name != "kinds"}
    player = Player()
    player.tap("nein_danke")
    player.tap("more_rules")
    assert not about & {*player.ids()}
    assert "kinds-all" not in player.ids()
    player.tap("option-specials")
    assert {*about, "kinds-all"} <= {*player.ids()}


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_folded_page_tells_how_the_rivals_of_each_level_play(size):
    player = Player(size)
    player.tap("nein_danke")
    setup, texts = player.scene, player.app.context.texts
    for levels, count in ((("normal",) * 3, 1), (("easy", "hard", "hard"), 2), (("human", "human", "human"), 0)):
        for place, level in enumerate(levels, 1):
            setup.choose_level(place, level)
        told = setup.rivals()
        assert len(told) == count
        assert all(f"{texts(f'nein_danke.level.{level}')}" in " ".join(told) for level in levels if level != "human")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_every_rival_of_a_set_up_says_how_it_plays(size):
    player = Player(size)
    player.tap("push")
    rows = player.scene.rows()
    bots = [row for row in rows if row.seat.kind != HUMAN]
    assert len({row.seat.kind for row in bots}) == 1 < len(bots)
    assert len({row.note for row in bots}) == 1
    assert bots[0].note
    player.scene.choose_level(len(rows) - 1, "hard")
    assert player.scene.rows()[-1].note not in ("", bots[0].note)
