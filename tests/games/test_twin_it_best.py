"""The best score of the cooperative minute: shown at the table while playing, and compared on the result."""

from types import SimpleNamespace

import pygame
import pytest
from finished import finished
from twin_it_player import Person, match

from game.core.match import AnyMatch
from game.engine.texts import Texts
from game.games.twin_it.scoring import LEVELS
from game.player import stats
from game.scenes.result.outcome import outcome_of

TEXTS = Texts("en")
GROUP = finished("twin_it", 2, mode="minute")
SCORE = GROUP.shown_scores[0]


def entry(score: int, of: AnyMatch = GROUP) -> stats.StatsEntry:
    """Return the entry of a match like ``of`` with another score."""
    found = stats.entry_of(of, 1000.0)
    assert found
    return found._replace(score=score)


def under(rows: list[stats.StatsEntry]) -> str:
    return outcome_of(TEXTS, GROUP, best=stats.best_before(GROUP, rows)).headline.under


def test_medal_and_points_are_told_and_compared_with_the_best_before():
    reached = f"No medal: {SCORE} points" if LEVELS[2][0] > SCORE else f"Bronze: {SCORE} points"
    assert under([]) == reached, "a first match is no record"
    assert under([entry(SCORE - 1), entry(SCORE - 3)]) == f"{reached}. A new best! Before: {SCORE - 1} points."
    assert under([entry(SCORE), entry(1)]) == f"{reached}. Level with the best so far: {SCORE} points."
    assert under([entry(SCORE + 2)]) == f"{reached}. The best is still {SCORE + 2} points."
    # the headline tells it, so the news do not
    assert "best" not in [one.key for one in stats.news_of(GROUP, entry(SCORE), [entry(SCORE - 1)] * 3)]


@pytest.mark.parametrize("other", [{"seats": 3}, {"minute": 90}, {"minute": 60, "calm": True}, {"mode": "contest"}])
def test_only_matches_with_as_many_players_and_the_same_limit_are_compared(other):
    options = {"mode": "minute"} | other
    found = entry(99, match(["human"] * options.pop("seats", 2), 1, **options))
    assert stats.best_before(GROUP, [found]) is None


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_best_score_stands_at_the_table_from_the_second_match_on(size):
    person = Person(["human"], size=size, mode="minute")
    first = person.table_scene.table
    assert first.best is None
    stats.STORED.write(person.app.context, (entry(14, person.match), entry(9, person.match)))
    person.sit(match(["human"], 6, mode="minute"))
    table = person.table_scene.table
    assert table.best == 14
    x, y, w, h = table.places.areas[0].box
    (left, top), (right, bottom) = (person.app.context.frame.to_real(*at) for at in ((x + w / 2, y), (x + w, y + h)))
    corner = pygame.Rect(left, top, right - left, bottom - top)
    pictures = []
    for table.best in (14, None):
        person.scene.dirty = True
        person.draw()
        pictures.append(pygame.image.tobytes(person.screen.subsurface(corner), "RGB"))
    assert pictures[0] != pictures[1]


def test_near_the_best_score_the_distance_to_it_is_told():
    person = Person(["human"], mode="minute", language="en")
    table, told = person.table_scene.table, []
    table.best = 9
    for points in (5, 6, 9, 11):
        table.view = table.view._replace(scores=(points,))
        put = SimpleNamespace(put_right=lambda picture, *_at: told.append(picture))
        line, table.kit.line = table.kit.line, lambda text, *_looks: text
        table.clock.draw_best(put)
        table.kit.line = line
    assert told == ["Best 9", "Best 9, 3 to go", "Level with your best 9", "2 above your best"]


def test_on_a_wide_table_the_next_medal_stands_beside_the_score_and_over_no_card():
    person = Person(("human",), seed=3, mode="minute")
    table, drawn = person.table_scene.table, []
    centred = []
    canvas = SimpleNamespace(
        put_centred=lambda _, x, y: centred.append((x, y)), put_left=lambda picture, x, y: drawn.append((picture, x, y))
    )
    table.clock.draw_clock(canvas, 30_000)
    # a single player has the unit above it, in the place of an empty panel
    [(pill, x, y), (_unit, same, above)] = drawn
    assert (same, above) == (x, pytest.approx(table.places.areas[0].name.y, abs=12))
    score = centred[-1][0]
    assert score < x < score + 60
    assert y == pytest.approx(centred[-1][1])
    assert x + pill.get_width() / table.kit.scale < 1100
    assert y + pill.get_height() / table.kit.scale / 2 < table.spots.field.y


def test_alone_in_the_minute_a_wide_table_has_no_panel_with_a_name_but_a_phone_has(monkeypatch):
    for size, people, panels in (((1280, 720), 1, 0), ((1280, 720), 2, 2), ((390, 844), 1, 1)):
        person = Person(("human",) + ("easy",) * (people - 1), size=size, mode="minute")
        table, baked = person.table_scene.table, []
        monkeypatch.setattr(table.backdrop, "panel", lambda box, *_looks, baked=baked: baked.append(box))
        for seat, area in table.places.areas.items():
            table.panels.bake_area(seat, area)
        assert len(baked) == panels


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_on_a_phone_the_next_medal_and_a_wait_stand_between_the_bar_and_the_cards(language, seats):
    person = Person(("human", *["easy"] * (seats - 1)), size=(390, 844), language=language, mode="minute")
    person.app.context.settings.scale = 1.3
    person.resize((390, 844))
    table = person.table_scene.table
    kit, spots, put = table.kit, table.spots, []
    canvas = SimpleNamespace(put_centred=lambda picture, _x, y: put.append((picture, y)), put_right=lambda *_: None)
    table.clock.draw_clock(canvas, 30_000)
    put[:] = put[-1:]
    table.announcements.sentence = table.announcements.sentence._replace(
        text=table.match_texts.waits(0, table.view.options)
    )
    assert table.announcements.draw_as_prompt(canvas, "", True)
    assert len(put) == 2
    for picture, y in put:
        half = picture.get_height() / kit.scale / 2
        assert spots.bar.y + spots.bar.h < y - half
        assert y + half < spots.field.y + 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_on_a_phone_with_large_letters_the_note_of_the_first_button_is_whole(language):
    person = Person(("human", "easy"), size=(390, 844), language=language, go=False)
    person.app.context.settings.scale = 1.3
    person.resize((390, 844))
    button = next(
        widget for widget in person.table_scene.widgets if getattr(widget, "item", None) and widget.item.id == "go"
    )
    assert person.table_scene.table.kit.sub_reads(button.box.w, button.box.h, button.sub, button.icon)
