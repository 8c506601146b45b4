"""The first match of Twin It! adapts to the player and the kind of input, gives instructions, and covers nothing."""

import pygame
import pytest
from boxes import apart
from pygame import Surface
from table_player import PHONE, WIDE
from twin_it_player import Person, match

from game.catalogue.registry import GAMES
from game.core.match import load
from game.core.options import InvalidOptions
from game.core.records import MatchRecord
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box, frame_for, overlap
from game.engine.texts import LANGUAGES, Texts
from game.games.twin_it import announcements, field, layout, pieces
from game.games.twin_it.bots import EDGES, SPREADS
from game.games.twin_it.pace import MOVES_MS, NEW_MS, nearest
from game.games.twin_it.state import SPOT
from game.player import stats

SIZES = (WIDE, PHONE, (844, 390), (1920, 1080))
KINDS = ("human", "adaptive", "adaptive")


def start_by_finger(person: Person) -> None:
    """Uncover the faces with a finger."""
    item = person.scene.items.find("go")
    frame = person.app.context.frame
    (x, y), (wide, high) = frame.to_real(*item.box.centre), frame.window
    fields = {"touch_id": 1, "finger_id": 4, "x": x / wide, "y": y / high, "dx": 0.0, "dy": 0.0}
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        person.feed(kind, **fields)
    person.wait(50)


def with_records(*records: MatchRecord) -> Person:
    """Return a person who has played before, at a table that waits."""
    person = Person(KINDS, go=False)
    rows = [stats.StatsEntry("twin_it", 1.0, 3, "easy", 1, 5, True, 1, ("A",), own) for own in records]
    person.app.context.store("statistics", [stats.ENTRY.write(row) for row in rows])
    return person


# ---- the player -----------------------------------------------------------------------------------------------


def test_the_table_learns_the_kind_of_input_from_the_start():
    person = with_records()
    person.tap("go")
    options = person.match.state.options
    assert (options.hand, options.pace) == ("mouse", nearest(NEW_MS))
    person = with_records()
    start_by_finger(person)
    options = person.match.state.options
    assert (options.hand, options.pace) == ("touch", nearest(NEW_MS + MOVES_MS["touch"] - MOVES_MS["mouse"]))
    person = with_records()
    person.press(pygame.K_RETURN, "\r")
    assert person.match.state.options.hand == "keyboard"


def test_the_table_starts_with_the_last_pace_of_that_kind_of_input():
    known = (
        MatchRecord("competitive", pace_ms=1380, hand="touch"),
        MatchRecord("competitive", pace_ms=3100, hand="mouse"),
    )
    for start, pace in ((start_by_finger, 1380), (lambda person: person.tap("go"), 3100)):
        person = with_records(*known)
        start(person)
        assert person.match.state.options.pace == pace
        clock = person.driver.scheduler
        assert clock.pace.ms == pytest.approx(pace, rel=0.03)
        assert {mind.pace for mind in clock.bot_minds.values()} == {clock.pace.ms}
        edges = {seat: EDGES[2] * SPREADS[seat % len(SPREADS)] for seat in clock.bot_minds}
        assert {seat: mind.edge for seat, mind in clock.bot_minds.items()} == edges
        assert len({*edges.values()}) == 2
    # a player who starts by key mostly plays by another input
    person = with_records(*known)
    person.press(pygame.K_RETURN, "\r")
    assert (person.match.state.options.hand, person.match.state.options.pace) == ("mouse", 3100)


def test_the_cards_do_not_depend_on_the_player():
    person = with_records(MatchRecord(pace_ms=1200, hand="mouse"))
    before = person.match.state.stacks
    person.tap("go")
    assert person.match.state.stacks == before
    again = load(person.match.save(), GAMES)
    assert again.state.options == person.match.state.options


def test_a_match_that_has_begun_keeps_its_options():
    person = with_records(MatchRecord(pace_ms=1200, hand="mouse"))
    played = match(("human", "easy"), 4, pace=4350, hand="keyboard")
    clock = GAMES["twin_it"].scheduler(played)
    clock.advance(6000)
    assert played.actions
    person.sit(played)
    person.tap("go")
    assert (person.match.state.options.pace, person.match.state.options.hand) == (4350, "keyboard")
    with pytest.raises(ValueError, match=r"^expected a match before its first action, got one with [1-9]"):
        played.agree({"pace": 1200})


def test_an_unknown_option_is_refused_and_changes_nothing():
    fresh = match(("human", "easy"), 4)
    before = fresh.save()
    with pytest.raises(InvalidOptions):
        fresh.agree({"pace": 1})
    assert fresh.save() == before
    assert fresh.state == match(("human", "easy"), 4).state


def test_the_record_has_the_kind_of_input_really_used():
    person = Person(("human", "easy"), seed=9, go=False)
    person.press(pygame.K_RETURN, "\r")
    person.tap("go") if "go" in person.ids() else None
    assert person.match.state.options.hand == "keyboard"
    while person.playing:
        person.until(6000, person.pair)
        person.claim()
    (entry,) = stats.entries(person.app.context)
    assert (entry.own.hand, entry.own.pace_ms > 0) == ("mouse", True)


# ---- instructions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {},
            [
                "A pair scores one point, a triple two",
                "A mistake costs you a second",
                "Bronze at 6, Silver at 10, Gold at 14",
            ],
        ),
        (
            {"calm": True},
            [
                "A pair scores one point, a triple two",
                "A mistake costs a look",
                "Bronze at 6, Silver at 10, Gold at 14",
            ],
        ),
        (
            {"honest": True, "mode": "contest"},
            ["A pair scores one point, a triple two", "Wrong pairs don’t count in the end"],
        ),
    ],
)
def test_before_timed_play_the_table_tells_what_counts_below_the_button(options, told, size, scale):
    person = Person(
        ("human", "easy")[: 1 + ("mode" in options)], go=False, size=size, language="en", **{"mode": "minute"} | options
    )
    person.app.context.settings.scale = scale
    person.app.context.settings_changed()
    table, drawn = person.table_scene.table, []
    assert table.match_texts.brief(table.view) == told

    class Noting(Canvas):
        """A canvas that notes the lower and the upper edge of what is drawn."""

        def put_centred(self, picture: Surface, x: float, y: float) -> None:
            half = picture.get_height() / table.kit.scale / 2
            drawn.append((y - half, y + half))

    table.clock.draw_brief(Noting(person.draw(), person.app.context.frame), *table.middle)
    (go,) = [item.box for item in person.items if item.id == "go"]
    assert len(drawn) == len(told)
    assert go.y + go.h <= drawn[0][0]
    assert drawn[-1][1] <= table.spots.field.y + table.spots.field.h
    before = pygame.image.tobytes(person.draw(), "RGB")
    table.view = table.view._replace(now=5000)
    person.table_scene.dirty = True
    assert pygame.image.tobytes(person.draw(), "RGB") != before, "nothing of it in a pause"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kinds", "options", "key"),
    [
        (KINDS, {}, "tap"),
        (("human",) * 3, {"buzzers": True}, "buzz"),
        (("human", "easy", "easy", "easy"), {"mode": "teams"}, "teams"),
        (KINDS, {"calm": True}, "calm"),
        (KINDS, {"mode": "minute"}, "minute"),
        (KINDS, {"mode": "contest"}, "contest"),
    ],
)
def test_the_covered_table_says_what_to_do(kinds, options, key, language):
    person = Person(kinds, go=False, language=language, **options)
    text = Texts(language)(f"twin_it.go_note.{key}")
    assert person.table_scene.table.go_note == text
    (button,) = [widget for widget in person.table_scene.widgets if widget.items and widget.items[0].id == "go"]
    assert button.sub == text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_naming_the_next_flipper_fits_one_line(size, scale, language):
    frame = frame_for(size)
    kit, texts = Kit(frame, scale), Texts(language)
    spots = layout.spots(frame.width, frame.height, 3, "table")
    for name in ("Mika", "Frida", "Penguin", "Pinguin"):
        for key in ("find_other", "find"):
            text = texts(f"twin_it.prompt.{key}", name=name)
            real, lines = pieces.asked_lines(kit, text, 18, spots.prompt.w)
            assert lines == [text]
            assert real >= kit.px(0.85 * 18)


# ---- nothing covered -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("buzzers", [False, True])
def test_a_caption_at_a_seat_covers_nothing_important(monkeypatch, size, seats, buzzers):
    kinds = ("human",) * (seats if buzzers else 1) + ("easy",) * (0 if buzzers else seats - 1)
    table = Person(kinds, size=size, go=False, buzzers=buzzers).table_scene.table
    for seat, area in table.places.areas.items():
        face, (x, y, wide, size) = area.face.box, area.name
        name = Box(x - (wide / 2 if area.centred else 0), y - 0.4 * size, wide, 0.8 * size)
        x, y, wide = area.tally
        high = 0.136 * wide
        tally = Box(x - 0.468 * wide, y - high / 2, 0.936 * wide, high)
        for count in range(len(area.cells) + 1):
            monkeypatch.setattr(table.places, "filled", lambda _seat, count=count: set(range(count)))
            for won in (False, True):
                box = table.announcements.free_at(seat, won)
                if box is None:
                    assert count + won >= len(area.cells) - 1, "only where there is hardly a cell left"
                    continue
                assert box.w >= announcements.LEAST
                if seat == table.viewer and not table.around:
                    # the numbers of its places are not to be covered either
                    taken = area.cells
                else:
                    taken = area.cells[: count + won]
                for other in (face, name, tally, area.top.box, *(cell.box for cell in taken)):
                    assert apart(box, other), (seat, count, won)


# ---- when the middle changes its size ----------------------------------------------------------------------------


def test_a_click_on_a_card_that_has_just_moved_touches_that_card():
    person = Person(("human", "human"), seed=7, buzzers=False, flip_after=2000)
    table, scene = person.table_scene.table, person.table_scene

    def places() -> dict[int, tuple[float, float]]:
        return {face.card: table.places.cell_of(face)[0][:2] for face in person.view.faces if face.where == SPOT}

    room, before = table.places.ground.room, places()
    while table.places.ground.room == room:
        before = places()
        assert person.wait(16) is False
        assert person.playing
    after = places()
    card = max(before, key=lambda one: sum(abs(a - b) for a, b in zip(before[one], after[one], strict=True)))
    assert before[card] != after[card]
    pos = person.app.context.frame.to_real(*before[card])
    person.feed(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
    person.feed(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)
    person.wait(64)
    assert [touch.card for touch in person.view.touches] == [card]
    assert person.wait(field.AIM_MS) is False
    now = table.places.thing_at(*before[card], scene.driver.clock.now)
    assert now is None or now.card != card
    found = table.places.thing_at(*after[card], scene.driver.clock.now)
    assert found is not None
    assert found.card == card


def test_the_pictures_of_the_next_size_are_made_before_it_comes():
    person = Person(("human", "human"), seed=7, buzzers=False, flip_after=2000)
    table = person.table_scene.table
    room = table.places.ground.room
    while table.places.ground.room == room:
        made = table.faces.count
        person.wait(16)
        person.app.draw()
    # the new card in the middle and the new top of a stack, and their neighbours at rest or touched
    assert table.faces.count - made <= 4


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_number_of_sets_touches_no_figure_and_no_card(size, scale, seats):
    person = Person(("human", *["easy"] * (seats - 1)), size=size, go=False)
    person.app.context.settings.scale = scale
    person.app.context.settings_changed()
    person.wait(32)
    table = person.table_scene.table
    for seat, area in table.places.areas.items():
        wide, high = (length / table.kit.scale for length in table.panels.tally(seat, area).get_size())
        number = Box(area.tally.x - wide / 2, area.tally.y - high / 2, wide, high)
        x, y, radius = area.face
        figure = Box(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius)
        for thing in (figure, area.top.box, *(cell.box for cell in area.cells)):
            assert overlap(number.grown(-1), thing) <= 0, (seat, thing)
