"""Fairness of Twin It!: touches count for what was seen, no time is given back, and every player has a key."""

from math import ceil

import pygame
import pytest
from twin_it_player import Person, match
from twin_it_states import (
    BUZZERS,
    X,
    Y,
    buzz,
    clock_at,
    events_after,
    patterns_of_sets,
    spot,
    state_after,
    state_of,
    tick,
    top,
    touch,
)

from game.core.live import NEVER
from game.core.rng import Rng
from game.games.twin_it import pieces
from game.games.twin_it.bots import FLOOR_MS, Mind
from game.games.twin_it.events import ErrorMade, LastLookStarted, SetCollected
from game.games.twin_it.scheduler import scheduler_of
from game.games.twin_it.state import STACK, Action, Phase, Verb
from game.games.twin_it.table import TwinItTable
from game.host import device
from game.player import saves
from game.table.live.local import SETTLE_MS

# ---- the touched face ----------------------------------------------------------------------------------------


def test_a_delayed_touch_does_not_count_for_a_face_that_appeared_meanwhile():
    state = state_of(spots=[(X, Y)], stacks=[[5, (X, Y)], [6], [7]], options={"handicap": (1000,)})
    clock = clock_at(state)
    clock.submit(touch(3500, 0, spot(state, 0)))
    clock.submit(touch(3510, 0, top(state, 0)))
    done = clock.advance(5000)
    assert [outcome.reason for outcome in done if outcome.action.verb == Verb.TOUCH] == ["", "not_in_play"]
    assert not any(isinstance(event, ErrorMade) for outcome in done for event in outcome.events)


def test_a_click_between_a_flip_and_its_picture_does_not_touch_the_new_face():
    person = Person(("human", "human"), buzzers=False)
    view = person.view
    above = next(face for face in view.faces if face.where == STACK and face.place == view.turn)
    assert person.until(5000, lambda: view.due - person.driver.clock.now < 20)
    person.clock.pass_ms(view.due - person.driver.clock.now + 4)
    person.lay(above)
    person.wait(64)
    assert next(face for face in person.view.faces if face.card == above.card).pattern != above.pattern
    assert not person.view.touches


# ---- a coarse clock -----------------------------------------------------------------------------------------


class Claims(Mind):
    """A bot that touches two cards at one moment, whatever they are."""

    def __init__(self, seat: int, when: int, cards: tuple[int, int]) -> None:
        super().__init__(seat, "hard", Rng(1))
        self.when, self.left = when, list(cards)

    def next_at(self, view: object) -> int:
        return self.when if self.left else NEVER

    def notice(self, view: object) -> None:
        """Do nothing."""

    def act(self, view: object, at: int) -> Action | None:
        return touch(at, self.seat, self.left.pop(0))


def claims(grain: int, person_at: int, bot_at: int) -> tuple[list[int], list[int]]:
    """Return the seats and stamps of the first claims of a person (0) and a bot (1) for the same pair."""
    state = state_of(spots=[(X, 8), (X, 9)])
    pair = (spot(state, 0), spot(state, 1))
    clock = clock_at(state, minds={1: Claims(1, bot_at, pair)})
    clock.grain = grain
    for card in pair:
        clock.submit(touch(person_at, 0, card))
    done = clock.advance(3000)
    touches = [outcome.action for outcome in done if outcome.action.verb == Verb.TOUCH and not outcome.reason]
    # the record holds the tie: a replay needs no grain
    state_after(state, *clock.match.actions)
    return [action.seat for action in touches][:2], [action.at_ms for action in touches][:2]


@pytest.mark.parametrize(
    ("grain", "later", "first"),
    [(0, 0, 0), (0, 1, 1), (17, 16, 0), (17, 17, 1), (100, 99, 0), (100, 100, 1), (100, -5, 0)],
)
def test_within_the_grain_of_the_clock_a_person_is_not_later_than_a_bot(grain, later, first):
    seats, stamps = claims(grain, 1000 + later, 1000)
    assert seats[0] == first
    # a tie has the bot's stamp; a person alone keeps the own one
    assert stamps[0] == min(1000, 1000 + later)


def test_a_buzz_within_margin_and_grain_of_the_first_counts():
    for grain, later, counts in ((0, 25, True), (0, 26, False), (100, 124, True), (100, 126, False)):
        state = state_of(spots=[(X, 8), (X, 9)], options=BUZZERS)
        clock = clock_at(state)
        clock.grain = grain
        clock.submit(buzz(1000, 0))
        clock.submit(buzz(1000 + later, 1))
        reasons = [outcome.reason for outcome in clock.advance(1500) if outcome.action.verb == Verb.BUZZ]
        assert reasons == ["", "" if counts else "buzzed_first"]
        buzzes = [action.at_ms for action in clock.match.actions if action.verb == Verb.BUZZ]
        assert buzzes == [1000, min(1000 + later, 1025)][: 1 + counts]
        state_after(state, *clock.match.actions)


def test_a_coarse_clock_is_reported_at_the_table_and_bots_allow_for_it(monkeypatch):
    for grain, told_ in ((0.1, False), (16.667, False), (100.0, True)):
        monkeypatch.setattr(device.page, "clock_resolution_ms", lambda grain=grain: grain)
        person = Person(("human", "easy"))
        person.wait(50)
        assert person.driver.scheduler.grain == ceil(grain)
        assert person.driver.scheduler.settle == SETTLE_MS + ceil(grain)
        said = [person.app.toasts.shown, *person.app.toasts.waiting]
        assert any("nur auf 100\u00a0ms genau" in text for text in said) is told_


# ---- hitches and pauses -------------------------------------------------------------------------------------


def test_a_click_right_after_a_long_hitch_counts_at_once():
    person = Person(("human", "human"), buzzers=False, flip_after=10000)
    face = person.view.faces[0]
    person.wait(500)
    before = person.driver.clock.now
    person.clock.pass_ms(1000)
    person.lay(face)
    person.wait(64)
    assert [touch.card for touch in person.view.touches] == [face.card]
    assert person.view.touches[0].at - before <= 300


def test_an_early_touch_in_a_hitch_keeps_its_stamp():
    person = Person(("human", "human"), buzzers=False, flip_after=10000)
    person.wait(500)
    clock, game = person.clock.now_ms(), person.driver.clock.now
    face = person.view.faces[0]
    person.clock.pass_ms(1000)
    person.lay(face, clock + 100)
    person.wait(64)
    assert person.view.touches[0].at == game + 100


def test_time_in_a_hidden_window_does_not_count_even_if_reported_late():
    person = Person()
    person.wait(3000)
    before = person.driver.clock.now
    person.clock.pass_ms(60_000)
    person.feed(pygame.WINDOWHIDDEN)
    assert person.driver.clock.now - before < 400
    assert person.match.state.now - before < 400


@pytest.mark.parametrize("options", [{"mode": "minute"}, {}])
def test_a_stored_match_gives_no_time_back(options):
    person = Person(("human", "human"), buzzers=False, flip_after=10000, **options)
    person.wait(6000)
    person.feed(pygame.WINDOWFOCUSLOST)
    now = person.driver.clock.now
    found = saves.stored_match(person.app.context, "twin_it")
    assert found is not None
    person.feed(pygame.WINDOWFOCUSGAINED)
    person.sit(found.match)
    assert person.driver.clock.now == now >= 6000


def test_for_a_bot_that_joins_all_faces_are_new():
    for seed in range(20):
        state = state_of(spots=[X, X], now=60_000, due=70_000, flip_from=61_000)
        mind = Mind(1, "hard", Rng(seed))
        clock = clock_at(state, minds={1: mind})
        assert clock.next_at() == 70_000 or clock.next_at() >= 60_000 + FLOOR_MS


def test_after_a_pause_no_bot_is_quicker_than_at_a_new_face():
    clock = clock_at(state_of(spots=[X, X], due=90_000), minds={1: Mind(1, "hard", Rng(3))})
    clock.advance(0)
    first = clock.next_at()
    assert first < 5000
    clock.uncover(first - 1)
    assert clock.next_at() == first - 1 + FLOOR_MS


def test_a_pause_is_recorded_except_without_a_clock():
    for options, noted in (({}, 1), ({"calm": True}, 0)):
        played = match(("human", "easy"), 4, **options)
        clock = scheduler_of(played)
        if clock is None:
            person = Person(("human", "easy"), 4, **options)
            person.wait(50)
            person.feed(pygame.WINDOWFOCUSLOST)
            played = person.match
        else:
            clock.note(700)
        assert len(played.actions) == noted


# ---- the end, and people at one device ------------------------------------------------------------------------


def test_errors_that_cost_nothing_do_not_prolong_the_last_look():
    state = state_of(spots=[X, Y], stacks=[[], [], []], phase=Phase.LAST_LOOK, due=10_000, flip_from=NEVER)
    events = events_after(state, touch(4000, 0, 0, 1))
    assert not any(isinstance(event, LastLookStarted) for event in events)
    wrong = state_after(state, touch(4000, 0, 0, 1))
    assert (wrong.phase, wrong.due) == (Phase.LAST_LOOK, 10_000)
    assert state_after(wrong, tick(10_000)).phase == Phase.OVER


def test_a_second_buzz_within_the_margin_has_its_full_time():
    state = state_of(spots=[X, X, Y, Y], options=BUZZERS)
    after = state_after(state, buzz(100, 0), touch(110, 0, 0, 1), buzz(120, 1), touch(900, 1, 2, 3))
    assert patterns_of_sets(after, 0) == [[X, X]]
    assert patterns_of_sets(after, 1) == [[Y, Y]]


def test_in_the_contest_the_table_belongs_to_the_player_who_buzzed():
    person = Person(("human", "human"), seed=3, mode="contest")
    person.deal_a_pair()
    person.tap("buzz-1")
    person.wait(1600)
    person.tap("buzz-0")
    person.tap("buzz-1")
    assert person.table_scene.live_input.seat() == 1
    person.wait(1600)
    assert person.table_scene.live_input.seat() == -1
    person.tap("buzz-0")
    person.claim()
    assert [e.seat for events in person.match.events for e in events if isinstance(e, SetCollected)] == [0]
    assert person.table_scene.live_input.seat() == -1


def test_in_the_contest_the_chosen_card_has_the_figure_of_its_player():
    person = Person(("human", "human"), seed=3, mode="contest")
    person.tap("do-deal")
    person.wait(16)
    person.tap("buzz-1")
    person.lay(person.view.faces[0])
    table = person.table_scene.table
    assert table.visible_input.chosen >= 0
    assert table.above.chooser() == 1


def test_no_two_signs_look_alike():
    person = Person(("human",), mode="minute", minute=120)
    for _ in range(70):
        person.tap("do-deal")
        person.wait(16)
    person.press(pygame.K_q, "q")
    table: TwinItTable = person.table_scene.table
    kit = person.app.context.kit
    pictures = {
        pygame.image.tobytes(pieces.sign_plain(kit, sign), "RGBA") for sign in table.visible_input.signs.values()
    }
    assert len(pictures) == len(table.visible_input.signs) > 50
    assert not {"o", "0"} <= set(table.visible_input.signs.values())


def test_without_a_clock_the_table_of_the_contest_is_kept_until_handed_over():
    person = Person(("human", "human"), seed=3, mode="contest", calm=True)
    person.tap("buzz-1")
    person.wait(20_000)
    assert person.table_scene.live_input.seat() == 1
    person.tap("buzz-0")
    assert person.table_scene.live_input.seat() == 0


def test_in_the_contest_touching_a_figure_takes_the_table_for_its_seat():
    person = Person(("human",) * 6, seed=3, mode="contest", minute=120, size=(390, 844))
    frame = person.app.context.frame
    for seat, area in person.table_scene.table.places.areas.items():
        x, y = area.box.centre
        for down in (-0.45, 0.45):
            spot = frame.to_real(x, y + down * area.box.h)
            person.feed(pygame.MOUSEBUTTONDOWN, pos=spot, button=1, touch=False)
            person.feed(pygame.MOUSEBUTTONUP, pos=spot, button=1, touch=False)
            assert person.table_scene.live_input.seat() == seat
            person.wait(3200)


@pytest.mark.parametrize(("options", "verb"), [({"mode": "minute"}, Verb.DEAL), ({"calm": True}, Verb.PASS)])
def test_the_action_key_uses_the_large_button(options, verb):
    person = Person(("human", "easy"), 5, go=False, **options)
    for _ in range(2000):
        if any(action.verb == verb and action.seat == 0 for action in person.match.actions):
            return
        person.press(pygame.K_RETURN, "\r")
        person.wait(100)
    raise AssertionError("the key did nothing")


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        (("human", "easy"), {}),
        (("human", "easy"), {"mode": "contest"}),
        (("human", "human"), {"mode": "contest"}),
        (("human", "human"), {"mode": "minute"}),
        (("human", "human"), {"calm": True}),
        (("human", "human"), {"buzzers": True}),
    ],
)
def test_a_buzzers_key_shows_the_signs_in_every_mode(kinds, options):
    person = Person(kinds, 5, **options)
    if "do-deal" in person.ids():
        person.tap("do-deal")
    person.wait(100)
    person.press(pygame.K_q, "q")
    person.wait(50)
    assert person.table_scene.table.visible_input.signs
