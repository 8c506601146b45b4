"""Screen effects: short, only if motion is wanted, ended by a touch, and never in the way."""

import pygame
import pytest
from player import FRAME_MS, Player

from game.engine.screen_effect import LENGTHS, LONGEST_MS, ScreenEffect, form_of
from game.engine.transitions import Pop, Push, Replace, Reset
from game.host.page_input import PAGE_USE
from game.scenes.navigation import routes

QUICK = {"normal": 1.0, "fast": 0.5}


@pytest.fixture
def player() -> Player:
    player = Player()
    player.app.context.settings.speed = "normal"
    player.draw()
    return player


def form(player: Player) -> str:
    """Return the form of the effect under way, or ""."""
    return player.app.effect.form if player.app.effect else ""


def length(player: Player) -> float:
    """Return how long the effect under way lasts, in milliseconds, give or take a frame."""
    passed = 0.0
    while player.app.effect:
        player.wait(FRAME_MS)
        player.draw()
        passed += FRAME_MS
    return passed


def settled(player: Player) -> bool:
    """Return whether the window shows only what the scene draws."""
    shown = pygame.image.tobytes(player.draw(), "RGB")
    player.app.window_surface.forget()
    player.scene.dirty = True
    return shown == pygame.image.tobytes(player.draw(), "RGB")


@pytest.mark.parametrize(
    ("before", "after", "transition", "form"),
    [
        ("title", "menu", Push, "onward"),
        ("menu", "menu", Replace, "onward"),
        ("menu", "title", Reset, "back"),
        ("menu", "menu", Pop, "back"),
        ("menu", "table", Reset, "opens"),
        ("title", "table", Reset, "opens"),
        ("table", "title", Reset, "closes"),
        ("result", "menu", Reset, "closes"),
        ("table", "result", Push, "grows"),
        ("table", "result", Replace, "grows"),
        ("result", "table", Pop, "sinks"),
        # the pause leads to the rules and back, the curtain comes at once, a replay begins at once
        ("table", "menu", Push, ""),
        ("menu", "table", Pop, ""),
        ("table", "table", Push, ""),
        ("result", "", Push, ""),
    ],
)
def test_the_form_of_the_effect_depends_on_the_two_screens(player, before, after, transition, form):
    given = transition() if transition is Pop else transition(player.scene)
    assert form_of(before, after, given) == form


def test_the_lid_opens_into_the_felt_and_input_does_not_wait(player):
    player.tap("nein_danke")
    assert form(player) == "onward"
    player.tap("start")
    assert form(player) == "opens"
    player.draw()
    player.press(pygame.K_ESCAPE)
    assert "resume" in player.ids(), "what is pressed meanwhile counts for the table"
    assert player.app.effect is None
    assert settled(player)


def test_a_tap_ends_the_effect_and_uses_the_item_it_hits(player):
    player.tap("push")
    player.draw()
    player.feed(pygame.MOUSEMOTION, pos=(400, 300), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    assert player.app.effect, "a pointer that only moves does not"
    player.tap("back")
    assert form(player) == "back"
    player.point(640, 700)
    assert player.app.effect is None
    assert settled(player)


@pytest.mark.parametrize("speed", QUICK)
def test_the_effect_is_short_and_shorter_at_high_speed(player, speed):
    player.app.context.settings.speed = speed
    player.tap("dnup")
    player.tap("start")
    assert length(player) == pytest.approx(LENGTHS["opens"] * QUICK[speed], abs=2 * FRAME_MS)
    assert settled(player)


def test_a_screen_is_not_drawn_in_the_frame_in_which_it_is_laid_out(player):
    app, shown = player.app, pygame.image.tobytes(player.draw(), "RGB")
    app.feed([pygame.event.Event(PAGE_USE, id="dnup")])
    app.step(FRAME_MS)
    assert form(player) == "onward"
    assert app.draw() == []
    assert pygame.image.tobytes(app.screen, "RGB") == shown
    app.step(FRAME_MS)
    assert app.draw()


def test_no_effect_lasts_longer_than_a_quarter_of_a_second(player):
    player.app.context.settings.speed = "slow"
    player.tap("dnup")
    player.tap("start")
    assert length(player) <= LONGEST_MS + FRAME_MS


@pytest.mark.parametrize("wish", ["off", "reduced"])
def test_without_motion_there_is_no_effect(player, wish):
    settings = player.app.context.settings
    settings.speed, settings.reduced_motion = ("off", False) if wish == "off" else ("normal", True)
    player.tap("nein_danke")
    player.tap("start")
    assert player.app.effect is None


@pytest.mark.parametrize("form", LENGTHS)
def test_the_effect_blends_from_the_old_to_the_new_picture_without_transparency(player, form):
    old = player.draw().copy()
    assert not old.get_flags() & pygame.SRCALPHA
    player.app.stack.carry_out(Reset(routes.statistics(player.app.context)))
    new = player.draw().copy()
    app = player.app
    app.effect = ScreenEffect(form, old, 1.0)
    app.effect.update(0)
    first = player.draw().copy()
    shares = [alike(first, old)]
    while not app.effect.done:
        app.effect.update(FRAME_MS)
        shares.append(alike(player.draw(), new))
    assert shares[0] > 0.85
    assert shares[-1] > 0.95
    assert shares[len(shares) // 2] < shares[-1]


def alike(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return the share of some points that have the same colour in both pictures."""
    wide, high = one.get_size()
    points = [(x, y) for x in range(4, wide, 37) for y in range(4, high, 31)]
    return sum(one.get_at(point) == other.get_at(point) for point in points) / len(points)


def test_a_resize_ends_the_effect(player):
    player.tap("nein_danke")
    player.draw()
    player.resize((390, 844))
    assert player.app.effect is None
    assert settled(player)
