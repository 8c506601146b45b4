"""Work that would take longer than a frame: cards in flight, wide glows, and pictures made ahead of time."""

import gc
from collections import Counter
from itertools import pairwise
from weakref import ref

import pygame
import pytest
from all_screens import table
from offers import TURNS
from player import Player
from table_player import match_of, sit
from twin_it_player import Person, events_of

from game.app import app as program
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.cache import cached, cached_part, checkpoint, clear_caches, incremental
from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.cards import CardFaces
from game.engine.game_table import PILL_SIZE, GameTable
from game.engine.kit import Kit
from game.engine.layout import frame_for
from game.engine.palette import GOLD, INK
from game.engine.sprites import MADE_BY_MS, MAKE_MS, SpriteLayer, SpritePlace
from game.engine.texts import LANGUAGES, Texts
from game.engine.window_surface import WindowSurface
from game.games.nein_danke.scripts import POP_MS
from game.games.twin_it import faces as twin_it
from game.games.twin_it.events import CardDealt, CardFlipped
from game.host.clock import ManualClock

FRAME = frame_for((1280, 720))


class Written(CardFaces):
    """Cards that count how often one is written."""

    def __init__(self) -> None:
        super().__init__(Kit(FRAME))
        self.times = 0

    def whole(self, face: str, w: float, state: str) -> pygame.Surface:
        self.times += 1
        card = surfaces.blank((round(w) + 20, round(w * 1.5) + 20))
        card.fill((200, 30, 30, 255), (10, 10, round(w), round(w * 1.5)))
        return card


def flight(start: SpritePlace, end: SpritePlace) -> list[tuple[str, float, str, float, float]]:
    """Return what a layer asks for in each frame while something flies, and when it has arrived."""
    asked: list[tuple[str, float, str, float, float]] = []

    def look(*what):
        asked.append(what)
        return surfaces.blank((4, 4))

    layer = SpriteLayer(look)
    layer.arrange({"a": start})
    layer.arrange({"a": end}, 320, lambda share: share)
    canvas = Canvas(WindowSurface(pygame.Surface((64, 64))), FRAME)
    for _ in range(22):
        layer.draw(canvas)
        layer.update(16)
    return asked


def test_a_resting_picture_is_looked_up_again_only_if_something_changed():
    asked, source = [], ["one window"]

    def look(*what):
        asked.append(what)
        return surfaces.blank((4, 4))

    layer = SpriteLayer(look, source=lambda: source[0])
    canvas = Canvas(WindowSurface(pygame.Surface((64, 64))), FRAME)

    def drawn(**places: SpritePlace) -> int:
        asked.clear()
        layer.arrange(places)
        layer.draw(canvas)
        layer.draw(canvas)
        return len(asked)

    place = SpritePlace(0, 0, 60, "c")
    assert drawn(a=place, b=place) == 2
    assert drawn(a=SpritePlace(*place), b=place) == 0
    # only the face, the state and the height in the stack have changed, or the place
    for changed in (place._replace(face="d"), place._replace(state="hover"), place._replace(x=9)):
        assert drawn(a=changed, b=place) == 1, changed
        assert drawn(a=place, b=place) == 1
    source[0] = "another window"
    assert drawn(a=place, b=place) == 2


def test_a_card_in_flight_is_scaled_from_the_larger_of_its_two_pictures():
    there = flight(SpritePlace(0, 0, 60, "c"), SpritePlace(50, 0, 96, "c"))
    assert {of for _face, w, _state, _flip, of in there if w not in (60, 96)} == {96}
    back = flight(SpritePlace(0, 0, 96, "c"), SpritePlace(50, 0, 60, "c"))
    assert {of for _face, w, _state, _flip, of in back if w not in (60, 96)} == {96}
    # where it starts and where it arrives it has a picture of its own
    for asked in (there, back):
        assert asked[0][4] == asked[-1][4] == 0


def test_a_card_that_flips_in_place_is_squeezed_instead_of_redrawn():
    asked = flight(SpritePlace(0, 0, 80, "back"), SpritePlace(0, 0, 80, "c"))
    assert {of for _face, _w, _state, flip, of in asked if flip < 1} == {80}
    assert {of for _face, _w, _state, flip, of in asked if flip == 1} == {0}


def test_a_flight_draws_a_card_once_for_all_its_widths():
    faces = Written()
    for w in range(60, 121, 6):
        for flip in (0.3, 1.0):
            picture = faces.on_its_way("c", w, "rest", flip, 120)
            assert picture.get_width() == pytest.approx(140 * w / 120 * flip, abs=1.01)
            assert picture.get_height() == pytest.approx(200 * w / 120, abs=1.01)
            # the card is in the middle
            assert picture.get_at((picture.get_width() // 2, picture.get_height() // 2)).r > 190
    assert faces.times == 1


class Pieces(CardFaces):
    """Cards of which each takes some pieces, and each piece a millisecond."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(Kit(FRAME))
        self.clock = clock
        self.piece = cached_part(512)(self._piece)

    def _piece(self, *what: object) -> object:
        self.clock.pass_ms(1)
        return what

    def whole(self, face: str, w: float, state: str) -> pygame.Surface:
        for number in range(3):
            self.piece(face, w, number)
        return surfaces.blank((round(w), round(w)))

    def __call__(self, face: str, w: float, state: str = "rest") -> pygame.Surface:
        self.piece(face, w, "ready")
        return super().__call__(face, w, state)

    def look(self, face: str, w: float, state: str, flip: float, of: float) -> pygame.Surface:
        return self.on_its_way(face, w, state, flip, of) if of else self(face, w, state)


def a_hand(count: int, w: float) -> dict[int, SpritePlace]:
    return {number: SpritePlace(100 + 60 * number, 300, w, f"c{number}") for number in range(count)}


def a_shrinking_hand() -> tuple[ManualClock, SpriteLayer, WindowSurface]:
    """Return a layer whose twelve cards have begun to shrink, with its clock and what it is drawn on."""
    clock = ManualClock()
    layer, painting = SpriteLayer(Pieces(clock).look, clock.now_ms), WindowSurface(pygame.Surface(FRAME.window))
    layer.arrange(a_hand(12, 96))
    layer.draw(Canvas(painting, FRAME))
    layer.arrange(a_hand(12, 60), 160)
    return clock, layer, painting


def test_a_shrinking_hand_spreads_its_new_pictures_over_frames_and_stays_visible():
    clock = ManualClock()
    layer = SpriteLayer(Pieces(clock).look, clock.now_ms)
    painting = WindowSurface(pygame.Surface(FRAME.window))

    def frame() -> tuple[float, list[int]]:
        """Return how long the pictures of a frame took, and how wide they are."""
        painting.strokes.clear()
        begun = clock.now_ms()
        layer.draw(Canvas(painting, FRAME))
        widths = [stroke[5] for stroke in painting.strokes]
        return clock.now_ms() - begun, widths

    layer.arrange(a_hand(12, 96))
    took, widths = frame()
    # what lies there is there at once
    assert took == 12 * 4
    assert widths == [96] * 12
    layer.arrange(a_hand(12, 60), 160)
    all_took = []
    while layer.busy:
        assert len(all_took) < 100
        layer.update(16)
        took, widths = frame()
        all_took.append(took)
        assert len(widths) == 12
        assert set(widths) <= {60, 66, 72, 78, 84, 90, 96}
    # the last piece may begin just before the time is over
    assert len(all_took) >= 12
    assert max(all_took) <= MAKE_MS + 1
    assert frame() == (0, [60] * 12)


def test_a_frame_in_which_the_match_took_time_makes_fewer_pictures():
    clock, layer, painting = a_shrinking_hand()
    all_took = []
    while layer.busy:
        assert len(all_took) < 100
        layer.update(16)
        clock.pass_ms(MADE_BY_MS - 1)
        begun = clock.now_ms()
        layer.draw(Canvas(painting, FRAME))
        all_took.append(clock.now_ms() - begun)
    assert max(all_took) == 1


def test_an_arriving_card_uses_the_picture_of_its_final_size_with_little_delay():
    clock = ManualClock()
    faces = Pieces(clock)
    asked: list[tuple[float, float]] = []

    def look(face: str, w: float, state: str, flip: float, of: float) -> pygame.Surface:
        asked.append((w, of))
        return faces.look(face, w, state, flip, of)

    layer, painting = SpriteLayer(look, clock.now_ms), WindowSurface(pygame.Surface(FRAME.window))
    layer.arrange({"a": SpritePlace(300, 0, 97, "c1")}, 160, origins={"a": SpritePlace(0, 0, 25, "c1")})
    seen = []
    for _ in range(12):
        layer.draw(Canvas(painting, FRAME))
        seen.append(len(painting.strokes))
        painting.strokes.clear()
        layer.update(16)
    assert seen == sorted(seen)
    assert sum(seen) >= 10
    assert {of for w, of in asked if w != 97} == {97}
    assert asked[-1] == (97, 0)


def test_a_card_that_hardly_changes_size_has_its_final_picture_at_once():
    asked = flight(SpritePlace(0, 0, 86, "c"), SpritePlace(50, 0, 83, "c"))
    assert [w for _face, w, _state, _flip, _of in asked] == [86] + [83] * (len(asked) - 1)
    assert {of for _face, _w, _state, _flip, of in asked} == {0}


def test_skipping_an_animation_shows_the_final_pictures_in_the_next_frame():
    _clock, layer, painting = a_shrinking_hand()
    layer.update(16)
    layer.draw(Canvas(painting, FRAME))
    layer.finish()
    assert not layer.busy
    painting.strokes.clear()
    layer.draw(Canvas(painting, FRAME))
    assert [stroke[5] for stroke in painting.strokes] == [60] * 12


def test_a_wide_glow_is_as_soft_as_a_narrow_one_but_blurred_at_a_smaller_size(monkeypatch):
    blurred = []
    blur = pygame.transform.gaussian_blur

    def noting(surface, sigma, **how):
        blurred.append((surface.get_width(), sigma))
        return blur(surface, sigma, **how)

    monkeypatch.setattr(pygame.transform, "gaussian_blur", noting)
    surfaces.halo.cache_clear()
    glow, margin = surfaces.halo(80, 34, GOLD, 165)
    assert glow.get_width() == 2 * (80 + margin)
    assert all(width * sigma < 1000 for width, sigma in blurred)
    middle = glow.get_width() // 2
    strengths = [glow.get_at((middle + out, middle)).a for out in range(0, middle, 8)]
    assert strengths == sorted(strengths, reverse=True)
    # bright in the middle, nothing left at the edge, and no step between
    assert strengths[0] > 150
    assert glow.get_at((0, middle)).a <= 3
    assert max(a - b for a, b in pairwise(strengths)) < 30


def made_ahead(player: Player) -> int:
    """Make ahead all that the table can, piece by piece; return how many times it went on with it."""
    for count in range(5000):
        if not player.scene.make_ahead(lambda: True):
            return count
    raise AssertionError("there is always more to make")


@pytest.mark.parametrize("name", GAMES)
def test_making_ahead_ends_however_small_its_time_slices(name):
    player = table((1280, 720), "de", name, GAMES[name].max_seats, moves=0)
    player.app.draw()
    assert made_ahead(player) > 20
    assert made_ahead(player) == 0


#: the games of turns on whose table faces come into play that were not there from the start
COMING = [name for name in TURNS if PRESENTATIONS[name].table.upcoming_faces is not GameTable.upcoming_faces]


@pytest.mark.parametrize("name", COMING)
def test_coming_faces_are_drawn_before_they_come(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3))
    player.app.draw()
    assert made_ahead(player) > 20
    table = player.scene.table
    coming = list(table.upcoming_faces())
    assert coming, "upcoming_faces is overridden and names none"
    before = (fonts.sticker.cache_info().misses, fonts.plain.cache_info().misses, surfaces.original.cache_info().misses)
    for face, w in coming:
        table.faces(face, w)
    after = (fonts.sticker.cache_info().misses, fonts.plain.cache_info().misses, surfaces.original.cache_info().misses)
    assert after == before


class Running(ManualClock):
    """A clock that goes on a little each time it is read."""

    def now_ms(self) -> float:
        self.pass_ms(0.2)
        return super().now_ms()


def pieces_made(player: Player, monkeypatch: pytest.MonkeyPatch, taken: float, calm: bool) -> int:
    """Return how often something is made ahead in a frame that has ``taken`` so many milliseconds."""
    times: list[int] = []
    monkeypatch.setattr(player.scene, "make_ahead", lambda _enough: times.append(1) or len(times) < 100)
    player.app.clock = Running()
    player.app.make_ahead(player.app.clock.now_ms() - taken, calm)
    return len(times)


@pytest.mark.parametrize(("calm", "most"), [(True, program.CALM_MS), (False, program.AHEAD_MS)])
def test_nothing_is_made_ahead_in_a_frame_that_took_its_time(calm, most, monkeypatch):
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    assert pieces_made(player, monkeypatch, most, calm) == 0
    soon, late = pieces_made(player, monkeypatch, 0, calm), pieces_made(player, monkeypatch, most - 1, calm)
    assert 0 < late < soon <= most / 0.2


@pytest.mark.parametrize("options", [{"mode": "minute"}, {}])
def test_the_first_turn_of_twin_it_reads_no_file_and_finds_the_ring_of_its_card(options, monkeypatch):
    clear_caches()
    read, made = [], []
    load, hand = pygame.image.load, twin_it.hand
    monkeypatch.setattr(pygame.image, "load", lambda path: read.append(path) or load(path))
    monkeypatch.setattr(twin_it, "hand", lambda *look: made.append(look) or hand(*look))
    player = Person(("human", "easy"), go=False, **options)
    player.draw()
    while fonts.draw_letters():
        pass
    # of all that can be prepared, the first pieces
    for _ in range(30):
        player.scene.make_ahead(lambda: False)
    assert made
    read.clear()
    made.clear()
    player.tap("go")
    player.draw()
    if options:
        player.tap("do-deal")
    assert player.wait(9000, lambda: bool(events_of(player, CardDealt if options else CardFlipped)))
    player.draw()
    assert [path for path in read if "patterns" in str(path)] == []
    assert made == []


def test_the_next_piece_begins_only_if_the_time_of_those_before_it_is_left(monkeypatch):
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    taken: list[float] = []

    def take(_enough: object) -> bool:
        taken.append(program.CALM_MS * 0.6)
        player.clock.pass_ms(taken[-1])
        return True

    monkeypatch.setattr(player.scene, "make_ahead", take)
    frames = []
    for _ in range(12):
        before = len(taken)
        player.app.make_ahead(player.clock.now_ms(), True)
        frames.append(len(taken) - before)
    # nothing is known of the first piece
    assert frames[0] == 2
    assert frames[-1] == 1


def test_nothing_is_made_ahead_while_the_player_is_away(monkeypatch):
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    player.feed(pygame.WINDOWFOCUSLOST)
    assert pieces_made(player, monkeypatch, 0, True) == 0
    player.feed(pygame.WINDOWFOCUSGAINED)
    assert pieces_made(player, monkeypatch, 0, True) > 0


def test_the_page_hears_of_a_slow_picture_in_a_later_frame(monkeypatch):
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    told: list[float] = []
    monkeypatch.setattr(player.app.mirror, "update", lambda *_what: told.append(player.clock.now_ms()))

    def frame(takes: float) -> int:
        """Return how often the page is updated in a frame that takes so many milliseconds to draw."""
        before, since = len(told), player.clock.now_ms()
        player.app._is_drawn = False
        player.clock.pass_ms(takes)
        player.app.draw()
        player.app.tell_page(since)
        return len(told) - before

    assert [frame(1), frame(program.BUSY_MS), frame(1), frame(1)] == [1, 0, 1, 1]
    # however long the frames take, it is not put off for ever
    assert [frame(program.BUSY_MS) for _ in range(program.MOST_UNREPORTED)] == [0] * (program.MOST_UNREPORTED - 1) + [1]


def test_a_resize_remakes_everything_for_the_new_size():
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    player.scene.make_ahead(lambda: True)
    first = player.scene._preparations
    player.feed(pygame.VIDEORESIZE, size=(390, 844), w=390, h=844)
    player.scene.make_ahead(lambda: True)
    assert player.scene._preparations is not first
    assert player.scene._preparations[0] is player.app.context.kit


# ---- piece by piece ---------------------------------------------------------------------------------


def test_interrupted_work_resumes_where_it_was():
    made: list[str] = []

    @cached_part(8)
    def part(name: str) -> str:
        made.append(name)
        return name

    def work() -> None:
        made.append("".join(map(part, "abc")))

    assert not incremental(work, lambda: True)
    assert made == ["a"]
    assert not incremental(work, lambda: True)
    assert made == ["a", "b"]
    assert incremental(work, lambda: False)
    assert made == ["a", "b", "c", "abc"]


def test_work_can_pause_between_cached_and_uncached_parts():
    made: list[int] = []

    @cached_part(8)
    def part() -> None:
        made.append(1)

    def work() -> None:
        part()
        checkpoint()
        made.append(2)

    assert not incremental(work, lambda: True)
    assert made == [1]
    # nothing else is left to do, so it finishes though there is no time
    assert incremental(work, lambda: True)
    assert made == [1, 2]


def test_work_without_cached_parts_is_never_interrupted():
    @cached_part(8)
    def part(name: str) -> str:
        return name

    assert incremental(lambda: None, lambda: True)
    assert [part("a"), part("b")] == ["a", "b"]
    checkpoint()
    # nor work that bypasses the cache
    assert incremental(lambda: [part.__wrapped__(name) for name in "cd"], lambda: True)


# ---- letters ------------------------------------------------------------------------------------------


def drawn_letters() -> str:
    """Draw the letters of all fonts; return those that were drawn."""
    noted: list[str] = []
    for _ in range(1000):
        before = dict(fonts._undrawn)
        if not fonts.draw_letters():
            return "".join(noted)
        after = fonts._undrawn
        noted += [before[pen].removesuffix(after.get(pen, "")) for pen in before if before[pen] != after.get(pen)]
    raise AssertionError("there are always more letters")


def test_a_font_that_was_used_draws_all_other_letters_ahead_once():
    fonts.forget()
    fonts.plain("Toni", fonts.STRONG, 20)
    fonts.plain("Kim", fonts.STRONG, 20)
    assert drawn_letters() == fonts.LETTERS
    fonts.plain("Ole", fonts.STRONG, 20)
    assert drawn_letters() == ""
    # a sticker is mostly a number, and drawn by two fonts
    fonts.sticker("7", 40)
    assert drawn_letters() == 2 * fonts.NUMERALS


def test_the_letters_made_ahead_cover_every_language():
    for language in LANGUAGES:
        signs = Counter("".join(Texts(language).table.values()))
        common = {sign for sign, count in signs.items() if sign.isalnum() and count > signs.total() / 2000}
        assert common <= set(fonts.LETTERS)


def test_changing_an_outline_does_not_cost_a_font_its_letters(monkeypatch):
    fonts.forget()
    outlines: list[int] = []
    font = pygame.font.Font

    class Noting(font):
        def __setattr__(self, name, value):
            if name == "outline":
                outlines.append(value)
            super().__setattr__(name, value)

    monkeypatch.setattr(pygame.font, "Font", Noting)
    for number in range(5):
        fonts.sticker(str(number), 40)
    assert len(outlines) == 2
    fonts.forget()


def test_a_resize_forgets_the_fonts_of_the_old_size():
    fonts.plain("Toni", fonts.STRONG, 20)
    fonts.forget()
    assert not fonts.draw_letters()


# ---- what games make ahead ------------------------------------------------------------------------------


def test_the_pots_number_and_glow_are_made_before_the_first_chip():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3))
    player.app.draw()
    made_ahead(player)
    pens, glows = fonts.font.cache_info().misses, surfaces.halo.cache_info().misses
    board = player.scene.table
    canvas = Canvas(WindowSurface(player.screen), player.app.context.frame)
    for pot in (1, 5, 8, 12):
        for popped in (0.0, 60.0, 110.0, 160.0, POP_MS):
            board.shown, board.scripts.popped = board.shown._replace(pot=pot), popped
            board.signs.draw_pot(canvas)
    assert fonts.font.cache_info().misses == pens
    assert surfaces.halo.cache_info().misses == glows


def test_a_usual_hand_or_set_of_dnup_opens_no_new_font():
    player = sit(match_of(GAMES["dnup"], ("human", "easy", "easy"), 3))
    player.app.draw()
    made_ahead(player)
    pens = fonts.font.cache_info().misses
    board = player.scene.table
    for w in board._widths():
        board.faces("c7", w)
    assert len(board._widths()) > 5
    assert fonts.font.cache_info().misses == pens


@pytest.mark.parametrize("name", ["nein_danke", "keine_ahnung", "push", "twin_it"])
def test_the_texts_of_moves_are_drawn_before_the_first_move(name):
    player = table((1280, 720), "en", name, GAMES[name].min_seats, moves=0)
    player.app.draw()
    made_ahead(player)
    texts = player.scene.table.match_texts.moves()
    assert texts
    assert not any(sign in one for one in texts for sign in "[]{}")
    written = fonts.plain.cache_info().misses
    for one in texts:
        player.scene.table.kit.pill(one, PILL_SIZE, GOLD, INK)
    assert fonts.plain.cache_info().misses == written


def test_a_cache_is_freed_with_its_owner():
    """Tables have caches of their own, which the list of all caches must not keep alive."""

    def make_cached():
        return cached(4)(lambda number: [number])

    lasting, gone = make_cached(), make_cached()
    kept, seen = lasting(1), ref(gone)
    del gone
    gc.collect()
    assert seen() is None
    assert lasting(1) is kept
    clear_caches()
    assert lasting(1) is not kept
