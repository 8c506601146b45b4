"""The lesson in real time: a recorded game on which nothing happens unexpectedly, and a clock that waits."""

from types import SimpleNamespace

import pygame
import pytest
from lesson_player import do_step, seated, wait_for_dock
from player import Player

from game.catalogue.registry import GAMES
from game.core.live import as_live_game
from game.core.match import HUMAN, Seat
from game.engine.dock import Rings
from game.engine.match_texts import LogLine
from game.games.twin_it import bots
from game.games.twin_it.deck import twins_of
from game.games.twin_it.events import CardFlipped, ContestStarted, ErrorMade, SetLost, SetStolen, SetWon
from game.games.twin_it.state import Action, Verb
from game.host.storage import MemoryStorage
from game.player import lessons, saves, stats
from game.table.lesson_text import others_text
from game.table.live.scene import LiveScene
from game.tutorial.course import Course
from game.tutorial.lesson import LEARNER

GAME = as_live_game(GAMES["twin_it"])


def course(place: int = 0) -> Course:
    """Return the lesson after so many steps."""
    assert GAME.lesson
    return Course(GAME, GAME.lesson, [Seat("A", HUMAN), Seat("B", "easy"), Seat("C", "easy")], place)


def played() -> list[tuple[Course, Action, tuple]]:
    """Yield every move of the lesson with the course before it, and its events."""
    found = []
    for place in range(len(GAME.lesson.steps)):
        before, after = course(place), course(place)
        if before.action is not None:
            found.append((before, before.action, after.match.apply(before.action)))
    return found


def open_lesson(player: Player, speed: str = "off") -> LiveScene:
    scene = seated(player, "twin_it", speed)
    assert isinstance(scene, LiveScene)
    return scene


def come_to_key(player: Player, scene: LiveScene, key: str) -> None:
    """Go on to the step that says ``key``."""
    wait_for_dock(player, scene)
    while scene.driver.course.step.key != key:
        do_step(player, scene)
        wait_for_dock(player, scene)


def test_remaining_time_is_shown_only_where_the_lesson_explains_it():
    player = Player(language="en")
    scene, shown = open_lesson(player), []
    wait_for_dock(player, scene)
    while not scene.driver.course.is_last:
        assert (scene.table.bar_length() > 0) == ("auto-flip" in scene.table.button_texts())
        shown += [scene.driver.course.step.key] * (scene.table.bar_length() > 0)
        do_step(player, scene)
        wait_for_dock(player, scene)
    assert shown == ["clock"]


# ---- the recording -------------------------------------------------------------------------------------


def test_the_pair_that_is_asked_for_is_the_only_one_in_sight():
    asked = 0
    for before, action, _ in played():
        pairs = [{one.card, other.card} for one, other in bots.matches(before.match.view(LEARNER))]
        if not before.asks or before.action.verb == Verb.FLIP:
            # no pair can be found that would be called wrong
            assert not before.asks or not pairs
        elif before.step.key == "almost":
            patterns = [face.pattern for face in before.match.view(LEARNER).faces if face.card in action.cards]
            assert patterns[1] in twins_of(patterns[0])
            assert not pairs
        else:
            assert pairs == [set(action.cards)]
            asked += 1
    assert asked == 4


def test_nothing_happens_earlier_than_recorded():
    for before, action, _ in played():
        due = before.match.state.next_due
        assert due >= action.at_ms
        assert (due == action.at_ms) == (action.verb == Verb.TICK)


def test_the_lesson_covers_every_important_event():
    met = [(type(event), getattr(event, "seat", -1)) for _, _, events in played() for event in events]
    for kind, seat in (
        (CardFlipped, LEARNER),
        (SetWon, LEARNER),
        (SetWon, 1),
        (ErrorMade, LEARNER),
        (SetLost, LEARNER),
        (ContestStarted, -1),
        (SetStolen, LEARNER),
    ):
        assert (kind, seat) in met


# ---- at the table ----------------------------------------------------------------------------------------


def test_time_stands_still_during_a_text_or_a_task():
    player = Player()
    scene = open_lesson(player, "normal")
    for key in ("aim", "pair", "theirs", "both"):
        come_to_key(player, scene, key)
        player.wait(100)
        now, place, state = scene.table.now, scene.driver.course.place, scene.match.state
        player.wait(30_000)
        assert (scene.table.now, scene.driver.course.place, scene.match.state) == (now, place, state)
        do_step(player, scene)
        assert scene.driver.course.place == place + 1


def test_the_moves_of_others_take_their_recorded_time():
    player = Player()
    scene = open_lesson(player, "normal")
    come_to_key(player, scene, "aim")
    do_step(player, scene)
    before = player.clock.now_ms()
    wait_for_dock(player, scene)
    first, last = 1400, 4400
    assert player.clock.now_ms() - before > last - first


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_touches_count_in_any_order_and_only_together(order):
    player = Player()
    scene = open_lesson(player)
    come_to_key(player, scene, "pair")
    cards = [scene.driver.course.action.cards[number] for number in order]
    due, before = scene.driver.course.action, len(scene.match.actions)
    player.tap(f"card-{cards[0]}")
    player.wait(10_000)
    assert len(scene.match.actions) == before
    assert not scene.driver.answer.key
    player.tap(f"card-{cards[1]}")
    assert scene.match.actions[before:] == [due]


def test_rings_cover_neither_the_counts_of_stacks_nor_touch_marks():
    player = Player((390, 844))
    scene = open_lesson(player)
    come_to_key(player, scene, "both")
    drawn, table = [], scene.table
    canvas = SimpleNamespace(
        put=lambda *_ring: drawn.clear(),
        put_centred=lambda *put: drawn.append(put[1:]),
        inside=lambda x, y, *_size: (x, y),
    )
    rings = next(widget for widget in scene.widgets if isinstance(widget, Rings))
    rings.draw(canvas, scene.items)
    # the counts are drawn after the last ring
    assert set(drawn) >= {area.pill for area in table.places.areas.values()}
    (hand,) = table.places.touches()
    x, y, w = table.places.cells_of([hand.card])[0]
    assert (x - w / 2 + 2, y - w / 2 + 2) in drawn


def lay_fingers(player: Player, scene: LiveScene, cards: tuple[int, ...]) -> None:
    """Lay two fingers down at the same moment and lift them; nothing happens in between."""
    frame, stamp = player.app.context.frame, player.clock.now_ms()
    wide, high = frame.window
    events = []
    for number, card in enumerate(cards):
        item = scene.items.find(f"card-{card}")
        assert item, card
        x, y = frame.to_real(*item.box.centre)
        events.append({"touch_id": 1, "finger_id": number, "x": x / wide, "y": y / high, "dx": 0.0, "dy": 0.0})
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        player.app.feed([pygame.event.Event(kind, fields | {"at_ms": stamp}) for fields in events])
        player.wait(100)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_fingers_at_once_take_the_pair(order):
    player = Player((390, 844))
    scene = open_lesson(player)
    come_to_key(player, scene, "pair")
    due, before = scene.driver.course.action, len(scene.match.actions)
    lay_fingers(player, scene, tuple(due.cards[number] for number in order))
    assert scene.match.actions[before] == due
    assert not scene.driver.answer.key


def test_two_fingers_at_once_on_a_wrong_pair_are_answered_and_change_nothing():
    player = Player((390, 844))
    scene = open_lesson(player)
    come_to_key(player, scene, "pair")
    before, due = scene.driver.course.place, scene.driver.course.action
    wrong = next(face.card for face in scene.match.view(LEARNER).faces if face.card not in due.cards)
    lay_fingers(player, scene, (due.cards[0], wrong))
    assert scene.driver.answer.key
    assert scene.driver.course.place == before
    # the hands are gone: the right cards can be touched at once
    lay_fingers(player, scene, due.cards)
    assert scene.driver.course.place > before


def test_a_touch_on_a_wrong_card_can_be_withdrawn():
    player = Player()
    scene = open_lesson(player)
    come_to_key(player, scene, "pair")
    place = scene.driver.course.place
    for _ in range(2):
        player.tap("card-132")
    for card in scene.driver.course.action.cards:
        player.tap(f"card-{card}")
    assert scene.driver.course.place == place + 1


def test_signs_on_the_cards_work_as_in_a_match():
    player = Player()
    scene = open_lesson(player)
    come_to_key(player, scene, "pair")
    place, cards = scene.driver.course.place, scene.driver.course.action.cards
    player.press(pygame.K_q, "q")
    for card in cards:
        sign = scene.table.visible_input.signs[card]
        player.press(ord(sign), sign)
    assert scene.driver.course.place == place + 1


def test_nothing_can_be_done_while_a_text_is_shown():
    player = Player()
    scene = open_lesson(player)
    come_to_key(player, scene, "theirs")
    before = len(scene.match.actions)
    assert not [item for item in scene.items.items if item.enabled and item.id.startswith(("card-", "do-"))]
    scene.submit(Action(Verb.FLIP, 1, LEARNER))
    assert len(scene.match.actions) == before


def test_a_lesson_is_resumed_where_it_was_left_and_touches_no_match():
    storage = MemoryStorage()
    player = Player(storage=storage)
    scene = open_lesson(player)
    come_to_key(player, scene, "lost")
    state = scene.match.state
    player.press(pygame.K_ESCAPE)
    context = player.app.context
    assert not isinstance(player.scene, LiveScene)
    assert saves.resumable_matches(context) == []
    assert stats.entries(context) == []
    number, count = lessons.progress(context, "twin_it")
    assert 1 < number < count
    scene = open_lesson(Player(storage=storage))
    assert scene.driver.course.step.key == "lost"
    assert scene.match.state == state


def test_repeated_log_lines_are_shown_once():
    lines = [LogLine(-1, text) for text in ("Frida pays.", "Ole pays.", "A card is turned over.") * 2]
    text = others_text(Player(language="en").app.context, lines).body
    assert text == "Frida pays. Ole pays. A card is turned over."
