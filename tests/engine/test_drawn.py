"""Drawn pictures: marks and lines of charts, buttons and tiles are where they belong."""

from collections.abc import Callable
from itertools import groupby, pairwise
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from finished import finished
from player import Player
from table_player import sit

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.records import MatchRecord
from game.core.rng import Rng
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.controls import LABEL_EDGE, SWITCH, bright_row_plain, knob_plain, segment_plain, toggle_plain
from game.engine.figures import figure_plain
from game.engine.game_table import GameTable
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, TextPlace, frame_for
from game.engine.overlays import HOLD_MS, IN_MS, OUT_MS, Toasts
from game.engine.pages import PageCard
from game.engine.palette import AMBER, CREAM, GOLD, INK, SHADE
from game.engine.sprites import WIDTH_STEP, SpriteLayer, SpritePlace
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push
from game.engine.widgets import Toggle
from game.player.stats import StatsEntry, summary
from game.scenes.help import howto
from game.scenes.navigation import routes
from game.scenes.records import reactions
from game.scenes.settings import settings as settings_screen
from game.scenes.setup import house_rules
from game.services import launch_request
from game.services.context import Context

PAPER = Box(40, 100, 560, 420)
TIMES = (620, 640, 700, 810, 820, 900, 1150, 1300, 2400)


@pytest.fixture
def context() -> Context:
    return Player(language="en").app.context


class Seen:
    """A recorder of what is written on a plate, and where its middle is."""

    def __init__(self, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: dict[int, str] = {}
        self.put: list[tuple[str, float, float]] = []
        self.kept: list[Any] = []
        line, put = context.kit.line_plain, Backdrop.put

        def noted(text: str, *given: Any, **named: Any) -> Any:
            picture = line(text, *given, **named)
            self.texts[id(picture)] = text
            self.kept.append(picture)
            return picture

        def placed(plate: Backdrop, picture: Any, x: float, y: float, *given: Any) -> None:
            if id(picture) in self.texts:
                self.put.append((self.texts[id(picture)], x, y))
            put(plate, picture, x, y, *given)

        monkeypatch.setattr(context.kit, "line_plain", noted)
        monkeypatch.setattr(Backdrop, "put", placed)

    def numbers(self) -> list[tuple[float, float, float]]:
        """Return the numbers among the written texts, with their places."""
        return [(float(text), x, y) for text, x, y in self.put if text.replace(".", "").isdigit()]


def entries(*times: tuple[int, ...]) -> list[StatsEntry]:
    plain = StatsEntry("twin_it", 1000.0, 3, "normal", 2, 3, False, 1, ("A", "B", "C"))
    return [
        plain._replace(own=MatchRecord(times=row, best_ms=min(row), median_ms=sorted(row)[len(row) // 2]))
        for row in times
    ]


def plate_of(context: Context) -> Backdrop:
    return Backdrop(context.kit, pygame.Surface(context.frame.window))


def test_the_histogram_has_scales_of_counts_and_seconds(context, monkeypatch):
    seen = Seen(context, monkeypatch)
    reactions.bake_spread(context, plate_of(context), PAPER, summary(entries(TIMES), "twin_it"))
    first, width, counts = reactions.columns(TIMES)
    below = max(y for _value, _x, y in seen.numbers())
    seconds = [(value, x) for value, x, y in seen.numbers() if y == below]
    wanted = [round((first + width * number) / 1000, 1) for number in range(0, len(counts), reactions.LABELS)]
    assert [value for value, _x in seconds] == wanted
    # the last column has all slower times, too
    assert max(TIMES) >= first + width * len(counts)
    assert f"{(first + width * (len(counts) - 1)) / 1000}+" in [text for text, _x, _y in seen.put]
    assert [x for _value, x in seconds] == sorted(x for _value, x in seconds)
    # at the left a count for each line, growing upwards
    lines = sorted((value, -y) for value, _x, y in seen.numbers() if y != below)
    assert [y for _value, y in lines] == sorted(y for _value, y in lines)
    assert lines[0][0] == 0
    assert lines[-1][0] >= max(counts)


@pytest.mark.parametrize("times", [TIMES, (500,), (500, 500), (499, 501), tuple(range(300, 3000, 37))])
def test_every_time_is_in_a_column_and_the_first_and_last_are_not_empty(times):
    first, width, counts = reactions.columns(times)
    assert sum(counts) == len(times)
    assert counts[0] > 0
    assert counts[-1] > 0
    assert first <= min(times) < first + width


def test_the_chart_of_reaction_times_has_a_scale_of_seconds(context, monkeypatch):
    seen = Seen(context, monkeypatch)
    reactions.bake_course(context, plate_of(context), PAPER, summary(entries(TIMES, TIMES[2:], TIMES[:4]), "twin_it"))
    scale = [text for text, x, _y in seen.put if text.endswith("\u00a0s")]
    assert len(scale) >= 2


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 360), (390, 844)])
def test_charts_stay_on_their_paper_in_every_window(size, monkeypatch):
    context = Player(size, language="en").app.context
    seen = Seen(context, monkeypatch)
    found = summary(entries(TIMES, TIMES[2:]), "twin_it")
    for bake in (reactions.bake_spread, reactions.bake_course):
        seen.put.clear()
        bake(context, plate_of(context), PAPER, found)
        assert len(seen.put) > 3
        for _words, x, y in seen.put:
            assert PAPER.x <= x <= PAPER.x + PAPER.w
            assert PAPER.y <= y <= PAPER.y + PAPER.h


def test_a_chart_has_the_same_layout_at_every_window_size(monkeypatch):
    layouts = []
    for size in ((1280, 720), (1920, 1080), (2560, 1440)):
        context = Player(size, language="en").app.context
        with monkeypatch.context() as patched:
            seen = Seen(context, patched)
            reactions.bake_spread(context, plate_of(context), PAPER, summary(entries(TIMES), "twin_it"))
        layouts.append(seen.put)
    for other in layouts[1:]:
        assert [text for text, _x, _y in other] == [text for text, _x, _y in layouts[0]]
        for (_, x, y), (_, to_x, to_y) in zip(layouts[0], other, strict=True):
            assert (to_x, to_y) == (pytest.approx(x, abs=3), pytest.approx(y, abs=3))


def test_the_knob_of_a_switch_is_at_its_value_inside_the_focus_ring(context):
    kit = context.kit
    px, (w, h) = kit.px, SWITCH
    for on, x in ((False, h / 2), (True, w - h / 2)):
        # the knob is as light as paper, beside the sign in its middle
        colour = toggle_plain(kit, on).get_at((px(x - h / 2 + 9), px(h / 2)))
        assert min(colour.r, colour.g, colour.b) > 200
    switch = Toggle(kit, "sound", 300, 500, on=True, name="Sound", change=lambda on: None)
    around = []
    canvas = SimpleNamespace(put=lambda picture, x, y: around.append((x, y)))
    items = ItemList()
    items.replace(switch.items)
    items.focus, items.ring = "sound", True
    switch.draw(canvas, items)
    assert around == [(292, 492), (300, 500)]


def test_the_knob_of_a_slider_is_round_with_a_centred_dot(context):
    knob = knob_plain(context.kit)
    middle = knob.get_width() // 2

    def runs(place: Callable[[int], tuple[int, int]]) -> list[tuple[tuple[int, ...], int]]:
        pixels = [tuple(knob.get_at(place(at))) for at in range(knob.get_width())]
        return [(colour[:3], len(list(same))) for colour, same in groupby(pixels) if colour[3] == 255]

    assert runs(lambda x: (x, middle)) == [(INK, 2), (CREAM, 9), (AMBER, 12), (CREAM, 9), (INK, 2)]
    assert runs(lambda y: (middle, y)) == [(CREAM, 9), (AMBER, 12), (CREAM, 9), (INK, 4)]
    # the shadow falls to the right and down
    shadow = [(x, y) for x in range(44) for y in range(44) if 0 < knob.get_at((x, y)).a < 255]
    assert max(x for x, _ in shadow) - middle > middle - min(x for x, _ in shadow)
    assert max(y for _, y in shadow) - middle > middle - min(y for _, y in shadow)


def test_a_turned_picture_has_no_dark_edge(context):
    plain = pygame.Surface((60, 30), pygame.SRCALPHA)
    plain.fill((250, 240, 220, 255))
    found = surfaces.turned(plain, 12)
    edge = [found.get_at((x, y)) for x in range(found.get_width()) for y in range(found.get_height())]
    thin = [colour for colour in edge if 0 < colour.a < 128]
    assert thin
    assert all(min(colour.r, colour.g, colour.b) > 190 for colour in thin)


def drawn_box(picture: pygame.Surface) -> pygame.Rect:
    return picture.get_bounding_rect(min_alpha=200)


@pytest.mark.parametrize("state", ["normal", "focus", "hover", "disabled"])
def test_a_round_button_is_centred_in_its_picture(context, state):
    picture = context.kit.round_button_plain("pause", 56, state)
    box = drawn_box(picture)
    assert abs(box.centerx - picture.get_width() / 2) <= 2
    assert box.w >= context.kit.px(50)


@pytest.mark.parametrize("kind", ["primary", "secondary", "dark", "danger"])
def test_the_shadow_of_a_button_is_not_cut_off(context, kind):
    picture = context.kit.button_plain(220, 70, "Go on", kind=kind, state="normal")
    wide, high = picture.get_size()
    around = [
        *((x, y) for x in range(wide) for y in (0, high - 1)),
        *((x, y) for y in range(high) for x in (0, wide - 1)),
    ]
    assert max(picture.get_at(place).a for place in around) <= 8


def test_the_tile_of_a_key_is_complete(context):
    px = context.kit.px
    picture = settings_screen.tile_plain(context.kit, 300, 60, "Undo", "Z", "normal", False)
    box = drawn_box(picture)
    assert (box.x, box.w) == (px(8), px(300))
    assert box.right + px(8) <= picture.get_width() + 1


def test_labels_in_a_bar_keep_clear_of_the_ends_of_the_chosen_ones_pill():
    kit, labels = Kit(frame_for((390, 844)), 1.3), ("Game", "Sound & view", "Keys")
    picture, part = segment_plain(kit, 672, 64, labels, 1, 22), (672 - 8) / 3
    inked = [x for x in range(picture.get_width()) if picture.get_at((x, kit.px(12 + 32)))[:3] == CREAM]
    assert inked[0] - kit.px(16 + part) >= kit.px(LABEL_EDGE) - 1
    assert kit.px(16 + 2 * part) - inked[-1] >= kit.px(LABEL_EDGE) - 1


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("game", ["push", "twin_it"])
def test_the_handle_of_a_replay_is_clear_of_the_text_above_it(game, size, scale, monkeypatch):
    player, texts, handles = Player(size), list[int](), list[int]()
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished(game))))
    player.wait(64)
    strip = player.scene.strip
    middle = strip.line.y + strip.line.h / 2

    def noted(put: Callable[..., None]) -> Callable[..., None]:
        def drawn(canvas: Canvas, picture: pygame.Surface, x: float, y: float) -> None:
            top = canvas.frame.to_real(x, y)[1] - picture.get_height() // 2
            ink = picture.get_bounding_rect(min_alpha=128)
            if y == middle:
                handles.append(top + ink.top)
            elif strip.panel.y < y < middle and x >= strip.panel.x and ink.w > ink.h:
                texts.append(top + ink.bottom)
            put(canvas, picture, x, y)

        return drawn

    for name in ("put_left", "put_right", "put_centred"):
        monkeypatch.setattr(Canvas, name, noted(getattr(Canvas, name)))
    player.draw()
    assert max(texts) < min(handles)


def test_a_single_card_of_a_gallery_is_large_and_several_share_its_place():
    assert howto._together(("c7",), 10, 20) == [PageCard("c7", 10, 20, howto.GALLERY_CARD)]
    several = howto._together(("a", "b", "c", "d"), 10, 20)
    assert len({(card.x, card.y) for card in several}) == 4
    assert all(abs(card.x - 10) < howto.GALLERY_CARD and card.w < howto.GALLERY_CARD for card in several)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_the_rules_on_a_phone_are_large_and_lie_on_their_paper(language):
    context = Player((390, 844), language=language).app.context
    for game in GAMES:
        page, shares = howto.HowTo(context, game), set[float]()
        for number in range(page.page_count()):
            page.page = number
            page.build()
            assert len(page.leaves[number].papers) <= 2
            for drawing, left, _top, share in page._drawings:
                extent = howto._extent(drawing)
                assert left + extent.x * share >= 28
                assert left + (extent.x + extent.w) * share <= context.frame.width - 28
                shares.add(share)
        assert max(shares) >= 1.6, game


def test_the_rules_stay_at_their_paper_when_a_phone_is_turned():
    player = Player((390, 844))
    player.app.stack.carry_out(Push(howto.HowTo(player.app.context, "dnup")))
    scene = player.scene
    scene.turn(3)
    shown = scene.leaves[3]
    assert shown.first == 2
    player.app._resized((844, 390))
    player.draw()
    assert scene.leaves[scene.page].page is shown.page
    assert set(shown.papers) <= set(scene.leaves[scene.page].papers)
    player.app._resized((390, 844))
    player.draw()
    assert scene.leaves[scene.page].page is shown.page


@pytest.mark.parametrize(("letters", "least", "most"), [(10, 2000, 3500), (100, 5000, 7500)])
def test_a_message_stays_long_enough_to_be_read(context, letters, least, most):
    toasts = Toasts()
    context.notices.append("x" * letters)
    toasts.take(context)
    toasts.update(0)
    shown = 0
    while toasts.shown:
        toasts.update(50)
        shown += 50
    assert least < shown < most


def test_a_message_moves_in_stands_still_and_moves_out(context):
    toasts = Toasts()
    context.notices.append("x" * 10)
    toasts.take(context)
    toasts.update(0)
    moves = []
    while toasts.shown:
        moves.append(toasts.update(20))
    came = moves.index(False)
    went = len(moves) - moves[::-1].index(False)
    assert IN_MS / 20 <= came <= IN_MS / 20 + 1
    assert OUT_MS / 20 <= len(moves) - went <= OUT_MS / 20 + 2
    assert not any(moves[came:went])
    heights = []
    for age in (IN_MS / 2, IN_MS + 100, IN_MS + HOLD_MS + OUT_MS / 2, IN_MS + HOLD_MS + OUT_MS - 1):
        toasts.shown, toasts._age = "x" * 10, age
        screen = surfaces.opaque(context.frame.window, (0, 0, 0))
        toasts.draw(Canvas(screen, context.frame), context)
        heights.append(rows_drawn(screen))
    coming, there, leaving, almost_gone = heights
    assert 0 < coming < there
    assert almost_gone < leaving < there


def rows_drawn(screen: pygame.Surface) -> int:
    """Return in how many rows from the top something is drawn."""
    middle = screen.get_width() // 2
    return max((y + 1 for y in range(screen.get_height()) if screen.get_at((middle, y))[:3] != (0, 0, 0)), default=0)


@pytest.mark.parametrize("first", [0xFF, 0xFF0000])
def test_a_new_surface_has_the_pixel_format_of_the_screen(monkeypatch, first):
    """A browser's format is not pygame's own, and drawing from one into the other takes thirty times as long."""
    masks = (first, 0xFF00, 0xFF00FF ^ first)
    screen = pygame.Surface((8, 8), 0, 32, (*masks, 0))
    monkeypatch.setattr(pygame.display, "get_surface", lambda: screen)
    made = surfaces.blank((3, 2))
    assert made.get_size() == (3, 2)
    assert made.get_masks() == (*masks, 0xFF000000)
    assert made.get_flags() & pygame.SRCALPHA
    made.fill((200, 100, 50, 255))
    screen.blit(made, (0, 0))
    assert screen.get_at((1, 1)) == (200, 100, 50)
    # blended and scaled surfaces keep that format
    assert surfaces.scaled(made, (9, 9)).get_masks() == surfaces.turned(made, 40).get_masks() == made.get_masks()


def test_a_card_that_grows_in_flight_never_exceeds_its_final_size():
    layer = SpriteLayer(lambda *_: pytest.fail("nothing is drawn"))
    layer.arrange({"a": SpritePlace(0, 0, 80, "c7")})
    layer.arrange({"a": SpritePlace(300, 0, 128, "c7")}, 200)
    widths = []
    for _ in range(10):
        layer.update(25)
        widths.append(layer.sprites["a"].shown.w)
    assert widths == sorted(widths)
    assert 80 <= widths[0] < 128 == widths[-1]
    # few widths, so that few pictures are made
    assert all(wide % WIDTH_STEP == 0 for wide in widths if wide != 128)


@pytest.mark.parametrize("size", [(600, 400), (500, 20), (20, 500), (21, 20), (41, 40), (90, 300)])
@pytest.mark.parametrize(("radius", "sigma"), [(0, 1), (9, 3), (14, 7)])
def test_a_shadow_looks_fully_blurred_though_only_a_part_is(context, monkeypatch, size, radius, sigma):
    surfaces.shadow.cache_clear()
    margin = 2 * sigma
    whole = surfaces.blank((size[0] + 2 * margin, size[1] + 2 * margin))
    whole.fill((*SHADE, 0))
    whole.blit(surfaces.rounded(size, radius, SHADE, 115), (margin, margin))
    blurred, blur = [], pygame.transform.gaussian_blur

    def noted(picture: pygame.Surface, *given: Any, **named: Any) -> pygame.Surface:
        blurred.append(picture.get_width() * picture.get_height())
        return blur(picture, *given, **named)

    soft = noted(whole, sigma, repeat_edge_pixels=False)
    blurred.clear()
    monkeypatch.setattr(pygame.transform, "gaussian_blur", noted)
    cast, room = surfaces.shadow(size, radius, sigma, 115)
    assert room == margin
    assert pygame.image.tobytes(cast, "RGBA") == pygame.image.tobytes(soft, "RGBA")
    assert sum(blurred) <= (2 * radius + 8 * sigma + 1) ** 2


def test_a_softened_picture_shows_no_squares():
    sharp = surfaces.opaque((240, 60), (0, 0, 0))
    sharp.fill((255, 255, 255), (117, 0, 123, 60))
    line = [surfaces.softened(sharp, 6).get_at((x, 30))[0] for x in range(240)]
    steps = [after - before for before, after in pairwise(line)]
    assert (line[0], line[-1]) == (0, pytest.approx(255, abs=4))
    # stretched without a blur it would rise by a sixth of the range from one pixel to the next
    assert min(steps) >= 0
    assert max(steps) < 255 / 6 * 0.75


def test_a_masked_picture_of_any_format_is_transparent(context):
    mask = surfaces.rounded((40, 40), 20, (255, 255, 255))
    plain = pygame.Surface((40, 40), depth=24)
    plain.fill((200, 40, 40))
    for shown in (True, False):
        if not shown:
            pygame.display.quit()
        found = surfaces.masked(plain, mask)
        assert found.get_at((0, 0)).a == 0
        assert found.get_at((20, 20)) == (200, 40, 40, 255)
    pygame.display.init()


def noted(player: Player) -> bool:
    scene = player.scene
    return scene._pointed_item.noted(scene.table, scene.items, bool(scene.dragged)) is not None


def test_a_tooltip_appears_soon_but_not_at_once():
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: "do-take" in player.ids())
    x, y = player.scene.items.find("do-take").box.centre
    player.feed(pygame.MOUSEMOTION, pos=player.app.context.frame.to_real(x, y), rel=(0, 0), buttons=(0, 0, 0))
    assert not player.wait(160, lambda: noted(player))
    assert player.wait(340, lambda: noted(player))


# ---- marks with a meaning -----------------------------------------------------------------------------


def gold_in(picture: pygame.Surface, inner: float) -> bool:
    """Return whether there is gold around the middle of a picture, farther out than ``inner`` pixels."""
    middle = picture.get_width() // 2
    rows = [picture.get_at((x, middle)) for x in range(round(middle - inner))]
    return any(colour == (*GOLD, 255) for colour in rows)


@pytest.mark.parametrize("radius", [14, 30, 52])
def test_the_gold_ring_is_around_the_active_figure_alone(context, radius):
    kit = context.kit
    marked, plain = (figure_plain(kit, "bear", radius, "calm", active) for active in (True, False))
    assert gold_in(marked, kit.px(radius))
    assert not gold_in(plain, 0)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].real_time])
def test_at_a_table_only_the_seat_that_moves_next_is_marked(game, size, monkeypatch):
    seats = [Seat("Toni", "human", "bear"), Seat("Frida", "easy", "fox"), Seat("Ole", "easy", "owl")]
    match, rng, seen = Match(GAMES[game], {}, seats, 3), Rng(2), set()
    marked: dict[int, list[bool]] = {}
    face = GameTable._figure
    monkeypatch.setattr(
        GameTable, "_figure", lambda *given: marked.setdefault(given[1], []).append(given[3]) or face(*given)
    )
    while len(seen) < 3:
        player = sit(match, size)
        marked.clear()
        player.draw()
        mover = match.game.to_move(match.state)
        assert {seat for seat, on in marked.items() if any(on)} == {mover}
        assert set(marked) == {0, 1, 2}
        seen.add(mover)
        match.apply(rng.choice(match.game.legal_actions(match.state)))


class PillCanvas(Canvas):
    """A canvas that keeps the box of the last picture with an anchor."""

    box = pygame.Rect(0, 0, 0, 0)

    def put_left(self, picture, x, y):
        self.box = picture.get_rect(midleft=self.frame.to_real(x, y))

    def put_right(self, picture, x, y):
        self.box = picture.get_rect(midright=self.frame.to_real(x, y))

    def put_centred(self, picture, x, y):
        self.box = picture.get_rect(center=self.frame.to_real(x, y))


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize(
    ("game", "move"),
    [("nein_danke", "CardTaken"), ("keine_ahnung", "TurnStopped"), ("dnup", "SetTaken"), ("push", "CardDrawn")],
)
def test_a_rivals_last_move_leaves_their_level_in_sight(game, move, size, scale, monkeypatch):
    levels: list[pygame.Surface] = []
    boxes: list[pygame.Rect] = []
    line, put = Kit.line_plain, Backdrop.put

    def written(kit, text, *how, **more):
        picture = line(kit, text, *how, **more)
        levels.extend([picture] if text == "Experte" else [])
        return picture

    def baked(plate, picture, x, y, anchor="left"):
        put(plate, picture, x, y, anchor)
        if any(picture is level for level in levels):
            corner = {"left": "midleft", "right": "midright", "centre": "center"}[anchor]
            boxes.append(picture.get_rect(**{corner: plate.at(x, y)}))

    monkeypatch.setattr(Kit, "line_plain", written)
    monkeypatch.setattr(Backdrop, "put", baked)
    # more panels on an upright phone are too small for both: the note about a seat of Push has it, and in Nein Danke!
    # it gives way to a last move for a while
    most = 3 if game in ("push", "nein_danke") and size[1] > size[0] else 4
    for rivals in range(2, most + 1):
        seats = [Seat("Toni", "human", "bear"), *[Seat("Frida", "expert", "fox")] * rivals]
        player = sit(Match(GAMES[game], {}, seats, 3), size)
        player.app.context.settings.scale = scale
        player.app.context.settings_changed()
        table = player.scene.table
        boxes.clear()
        table.build()
        assert len(boxes) == rivals, "every level is shown"
        canvas = PillCanvas(pygame.Surface(size), player.app.context.frame)
        for seat in table.order()[1:]:
            table.moves.note(seat, table.text(f"move.{move}"))
            table.rivals.draw_last(canvas, seat)
            assert canvas.box.w
            assert canvas.box.collidelist(boxes) < 0, (rivals, seat)


@pytest.mark.parametrize("game", ["nein_danke", "keine_ahnung", "dnup", "push"])
def test_while_one_decides_the_last_move_of_another_is_told_as_past(game, monkeypatch):
    seats = [Seat("Toni", "human", "bear"), *[Seat("Frida", "expert", "fox")] * 2]
    table = sit(Match(GAMES[game], {}, seats, 3), (1280, 720)).scene.table
    table.moves.note(1, "now", "then")
    table.moves.note(0, "mine", "mine then")
    plain, words = Kit.pill, []
    monkeypatch.setattr(
        Kit, "pill", lambda kit, text, *how, **more: words.append(text) or plain(kit, text, *how, **more)
    )
    canvas = PillCanvas(pygame.Surface((1280, 720)), table.context.frame)
    for table.viewer_decides in (False, True):
        table.last_pill(canvas, 0, TextPlace(300, 300, 200))
        table.moves.note(1, "now", "then")
        table.rivals.draw_last(canvas, 1)
        table.moves.note(0, "mine", "mine then")
    assert words == ["mine", "now", "mine", "then"]


def test_a_person_at_a_table_has_no_level():
    seats = [Seat("Toni", "human", "bear"), Seat("Frida", "human", "fox"), Seat("Ole", "elsewhere", "owl")]
    table = sit(Match(GAMES["push"], {}, seats, 3), (1280, 720)).scene.table
    assert [table.level(seat) for seat in range(3)] == ["", "", ""]


def test_insets_and_frames_of_a_plate_have_their_edges_on_the_box(context):
    plate, box, to_real = plate_of(context), Box(300, 90, 120, 60), context.frame.to_real
    for paint, colour in ((plate.inset, CREAM), (plate.frame_line, GOLD)):
        paint(box, 0, colour)
        for x, y in ((301, 91), (360, 91), (418, 148)):
            assert plate.surface.get_at(to_real(x, y))[:3] == colour
        for x, y in ((296, 120), (360, 86), (424, 120), (120, 310)):
            assert plate.surface.get_at(to_real(x, y))[:3] == (0, 0, 0)
    assert plate.surface.get_at(to_real(*box.centre))[:3] == CREAM


@pytest.mark.parametrize("gold", [False, True])
def test_a_meaningful_line_is_two_pixels_wide_in_the_smallest_window(gold):
    kit = Kit(frame_for((320, 180)), 1.0)
    assert kit.px(4) == 1
    picture = bright_row_plain(kit, 200, 80, gold)
    edge, inside = (picture.get_at((picture.get_width() // 2, y)) for y in (1, 3))
    assert edge == picture.get_at((picture.get_width() // 2, 0)) != inside


def test_a_line_shrinks_to_the_smallest_readable_size_before_it_is_cut(context, monkeypatch):
    kit, cut = context.kit, []
    plain = fonts.cut
    monkeypatch.setattr(fonts, "cut", lambda text, *how: cut.append(text) or plain(text, *how))
    whole = kit.line_plain("Take the first pink card", 20).get_width() / kit.scale
    for share, is_cut in ((1.2, False), (0.9, False), (fonts.LEAST_READABLE / 2, True)):
        cut.clear()
        picture = kit.line_plain("Take the first pink card", 20, max_width=whole * share)
        assert picture.get_width() <= kit.px(whole * share) + 1
        assert bool(cut) == is_cut


def test_small_shapes_are_cached_and_large_ones_are_not():
    side = int(surfaces.LARGE**0.5)
    for shape in (lambda size: surfaces.rounded(size, 4, INK), lambda size: surfaces.ring(size, 4, 2, INK)):
        assert shape((side, side)) is shape((side, side))
        assert shape((side + 2, side + 2)) is not shape((side + 2, side + 2))


def written(monkeypatch: pytest.MonkeyPatch, kit: Kit, w: float, h: float, name: str) -> tuple[list[str], set[int]]:
    """Return the lines of a house rule's tile and their font sizes, in pixels."""
    lines: list[tuple[str, int]] = []
    plain = house_rules.fonts.plain
    with monkeypatch.context() as patch:
        patch.setattr(house_rules.fonts, "plain", lambda *what: lines.append((what[0], what[2])) or plain(*what))
        house_rules.tile_plain(kit, w, h, ("nein_danke", "kinds", "skip"), name, True, "normal")
    own = [(line, real) for line, real in lines if line in name]
    return [line for line, _ in own], {real for _, real in own}


def test_the_name_on_a_tile_is_as_large_as_two_lines_allow(context, monkeypatch):
    kit, full = context.kit, {round(16 * context.kit.text_scale)}
    assert written(monkeypatch, kit, 200, 214, "Skip") == (["Skip"], full)
    lines, sizes = written(monkeypatch, kit, 130, 214, "Take the first pink card")
    assert (len(lines), sizes) == (2, full)
    # three lines would be too many, and letters too high for a low tile
    lines, sizes = written(monkeypatch, kit, 100, 214, "Take the first pink card of all")
    assert len(lines) <= 2
    assert max(sizes) < max(full)
    assert max(written(monkeypatch, kit, 200, 70, "Skip")[1]) < max(full)
