"""The title and the choice of a game in the statistics hold any number of games."""

import pygame
import pytest
from player import SIZES, Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.options import Option
from game.engine import fonts, surfaces
from game.engine.layout import Box
from game.engine.palette import CREAM
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push
from game.engine.widgets import RoundButton, Segment, Toggle, segment_fits
from game.player import saves
from game.player.lineup import Lineup, default_lineup
from game.scenes.help.howto import HowTo
from game.scenes.navigation import routes
from game.scenes.setup.house_rules import OptionRow
from game.scenes.title.title import MOST_AT_ONCE, MOST_ON_A_PAGE, GameBox, Title, paged, shelved
from game.services import launch_request

COUNTS = pytest.mark.parametrize("count", range(1, 14))


def named(count: int) -> list[str]:
    return [f"game {number}" for number in range(count)]


@COUNTS
def test_games_are_distributed_evenly_over_pages(count):
    pages = paged(named(count))
    assert [name for page in pages for name in page] == named(count)
    assert max(map(len, pages)) - min(map(len, pages)) <= 1
    assert max(map(len, pages)) <= (MOST_AT_ONCE if len(pages) == 1 else MOST_ON_A_PAGE)
    assert (len(pages) == 1) == (count <= MOST_AT_ONCE)


@COUNTS
def test_a_page_has_two_shelves_with_at_most_one_game_more_on_the_upper_one(count):
    for page in paged(named(count)):
        shelves = shelved(page)
        assert [name for shelf in shelves for name in shelf] == page
        if len(page) <= 2:
            assert shelves == [page]
        else:
            upper, lower = shelves
            assert len(upper) - len(lower) in (0, 1)
            assert len(upper) <= 3


def test_on_a_tall_title_every_shelf_is_in_front_of_its_boxes():
    player = Player((390, 844))
    screen, title, frame = player.draw(), player.scene, player.app.context.frame
    assert len({widget.floor for widget in title.widgets if isinstance(widget, GameBox)}) == 2
    board = pygame.transform.smoothscale(
        surfaces.original("art/table/rail_wood.jpg"), (round(688 * frame.scale), round(88 * frame.scale))
    )
    for box in (widget for widget in title.widgets if isinstance(widget, GameBox)):
        left, top = frame.to_real(16, box.floor - 12)
        x, _ = frame.to_real(box.x, 0)
        wood = board.get_at((x - left, 0))[:3], board.get_at((x - left, 1))[:3]
        assert (screen.get_at((x, top))[:3], screen.get_at((x, top + 1))[:3]) == wood, box.game
        assert screen.get_at((x, top - 1))[:3] != wood[0], box.game
        # the box reaches down behind its board
        assert box.floor > box.items[0].box.y + 12


@pytest.mark.parametrize(("w", "fits"), [(880.0, True), (240.0, False)])
def test_names_are_side_by_side_unless_one_would_be_too_small(w, fits):
    assert segment_fits(Player().app.context.kit, w, ["Ja", "Keine Ahnung"], 21) is fits


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ((False, True), Toggle),
        ((13, 40), Segment),
        ((0, 1), Segment),
        # the modes have texts of their own; the values of the tie rule have none, the rule's name says what is on
        (("competitive", "teams"), Segment),
        (("shared", "chips"), Toggle),
    ],
)
def test_only_a_rule_that_is_on_or_off_is_a_switch(values, kind):
    context = Player().app.context
    game, name = ("twin_it", "mode") if values == ("competitive", "teams") else ("nein_danke", "tie_break")
    lineup = routes.setup(context, game).lineup
    assert isinstance(lineup, Lineup)
    chosen = []
    lineup.options[name] = values[0]
    row = OptionRow(context, lineup, Option(name, values, values[0]), lambda name, value: chosen.append(value))
    control = row.control(context.kit, Box(0, 0, 600, 64))[0]
    assert isinstance(control, kind)
    control.items[-1].use()
    assert chosen == [values[1]]
    assert type(chosen[0]) is type(values[1])


def test_the_statistics_lead_from_game_to_game():
    player = Player((390, 844))
    player.app.stack.carry_out(Push(routes.statistics(player.app.context)))
    first = player.scene.game
    player.tap("next_game")
    assert player.scene.game != first
    player.tap("previous_game")
    assert player.scene.game == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (844, 390)])
def test_the_help_button_of_a_game_is_on_its_board_clear_of_all_texts(size, language):
    for scale in (1.0, 1.3):
        player = Player(size, language=language)
        player.app.context.settings.scale = scale
        player.resize(size)
        title = player.scene
        boards = {box.game: box for box in title.widgets if isinstance(box, GameBox)}
        assert len({box.real for box in boards.values()}) == 1
        for game, box in boards.items():
            button = next(one for one in title.widgets if one.items[0].id == f"howto-{game}")
            assert isinstance(button, RoundButton)
            # right of the label, and above the line about the game
            assert button.x - button.side / 2 >= box.x - box.slot / 2 + box.wide + 4
            assert button.y + button.side / 2 <= box.floor + title._below - 4
            assert button.x + button.side / 2 <= box.x + box.slot / 2 + 1
    player.tap("howto-push")
    assert isinstance(player.scene, HowTo)


def test_a_game_with_a_match_in_progress_has_its_help_button_too():
    player = Player(wish=launch_request.LaunchRequest("push", ("human", "easy"), 3))
    player.wait(3000)
    player.press(pygame.K_ESCAPE)
    player.tap("home")
    assert "resume-push" in player.ids()
    player.use_by_keys("howto-push")
    assert isinstance(player.scene, HowTo)


@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (1024, 600)])
def test_the_note_of_a_match_in_progress_lies_on_its_box_within_the_window(size):
    player = Player(size)
    context, frame = player.app.context, player.app.context.frame
    for game in GAMES:
        lineup = default_lineup(game, context.texts)
        saves.store_match(context, lineup.match())
    player.scene.shelf.look_again()
    player.scene.build()
    screen = player.draw()
    for box in player.scene.widgets:
        if isinstance(box, GameBox):
            top = box.floor + player.scene._below - 6
            across = box.x + box.slot / 2 - 30
            assert {screen.get_at(frame.to_real(across, top + down))[:3] for down in (5, 9, 14)} == {CREAM[:3]}, (
                box.game
            )
            paper = next(one for one in player.items if one.id == f"resume-{box.game}").box
            assert paper.y + paper.h + 6 <= frame.height - 6


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ["Ole", "Maximilian", "Annemarie-Luise"])
def test_whose_turn_it_is_in_a_match_in_progress_is_never_cut(name, language, monkeypatch):
    player = Player((390, 844), language=language)
    context, shortened = player.app.context, set()
    context.settings.scale = 1.3
    match = default_lineup("nein_danke", context.texts).match()
    saves.store_match(context, match.seated([seat._replace(name=name, kind="human") for seat in match.seats]))
    whole = fonts.cut

    def cut(text, face, size, room):
        found = whole(text, face, size, room)
        shortened.update({text} - {found})
        return found

    monkeypatch.setattr(fonts, "cut", cut)
    context.settings_changed()
    player.scene.shelf.look_again()
    player.scene.build()
    assert "resume-nein_danke" in player.ids()
    assert not shortened


def test_the_note_about_leaving_disappears_with_the_next_input():
    player = Player()
    player.press(pygame.K_ESCAPE)
    player.wait(100)
    assert player.app.toasts.shown == player.app.context.texts("title.quit")
    player.press(pygame.K_RIGHT)
    player.wait(100)
    assert not player.app.toasts.shown
    player.press(pygame.K_ESCAPE)
    assert player.app.running
    player.press(pygame.K_ESCAPE)
    assert not player.app.running


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_lifted_box_does_not_cover_the_label_below_the_name(size):
    player = Player(size)
    frame = player.app.context.frame
    text = pygame.Rect(0, 0, frame.px(320), frame.px(24))
    text.center = frame.to_real(frame.width / 2, 250 if frame.tall else 126)
    before = pygame.image.tobytes(player.draw().subsurface(text), "RGB")
    for game in GAMES:
        box = player.scene.items.find(game).box
        player.feed(pygame.MOUSEMOTION, pos=frame.to_real(*box.centre), rel=(0, 0), buttons=(0, 0, 0))
        assert player.scene._boxes[[*GAMES].index(game)].lift(player.scene.items) > 0
        assert pygame.image.tobytes(player.draw().subsurface(text), "RGB") == before, game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide", [150, 206, 260, 320])
def test_the_line_about_a_game_has_no_single_word_in_its_last_row(language, wide):
    texts = Texts(language)
    for game in GAMES:
        text = texts(f"game.{game}.line")
        plain, lines = fonts.wrapped(text, fonts.STRONG, 21, wide), fonts.evened(text, fonts.STRONG, 21, wide)
        assert " ".join(lines) == text
        assert len(lines) == len(plain)
        assert all(fonts.width(line, fonts.STRONG, 21) <= wide for line in lines)
        if len(lines) > 1 and wide > 150:
            assert " " in lines[-1], (game, lines)
    assert fonts.evened("Alone", fonts.STRONG, 21, 10) == ["Alone"]


@pytest.mark.parametrize("size", SIZES)
def test_the_buttons_to_others_and_to_the_tables_touch_each_other(size):
    player = Player(size)
    together, tables = (player.scene.items.find(id_).box for id_ in ("together", "tables"))
    across = tables.x - (together.x + together.w) if together.y == tables.y else tables.y - (together.y + together.h)
    assert 0 <= across <= 16
    assert together.y == tables.y or together.x == tables.x


@pytest.mark.parametrize("size", SIZES)
def test_all_buttons_of_the_title_are_of_one_paper(size):
    player = Player(size)
    screen, frame = player.draw(), player.app.context.frame
    together, tables, settings = (player.scene.items.find(id_).box for id_ in ("together", "tables", "settings"))
    # between the text and the edge of a button, and above the gear of a round one
    places = [(box.x + 20, box.centre[1]) for box in (together, tables)] + [(settings.centre[0], settings.y + 10)]
    assert len({screen.get_at(frame.to_real(*place))[:3] for place in places}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_shelves_of_a_tall_window_fill_it_and_shelves_of_two_have_wider_texts(scale, language):
    player = Player((390, 844), language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    scene, frame = player.scene, player.app.context.frame
    assert isinstance(scene, Title)
    upper, lower = (scene._places[row[0]] for row in shelved(scene.pages[0]))
    assert lower.w > 1.3 * upper.w
    assert frame.height - 80 < lower.y + lower.h <= frame.height - 24
    for box in scene._boxes:
        assert scene._places[box.game].y > box.floor
        assert box.floor - PRESENTATIONS[box.game].box.h * box.share >= 288


def test_on_a_wide_title_both_rows_at_the_right_end_at_the_same_edges():
    player = Player()
    left, right = (player.scene.items.find(id_).box for id_ in ("together", "tables"))
    first, last = (player.scene.items.find(id_).box for id_ in ("language-0", "settings"))
    assert (left.y, left.w) == (right.y, right.w)
    assert left.x == pytest.approx(first.x, abs=8)
    assert right.x + right.w == pytest.approx(last.x + last.w, abs=8)
    assert first.y + first.h <= left.y + 8
