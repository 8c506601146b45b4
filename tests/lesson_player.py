"""Lessons as tests walk through and play them."""

from collections.abc import Iterator
from itertools import combinations

from drivers import driver_of, shows_lesson_text
from offers import TAUGHT
from player import Player

from game.catalogue.registry import GAMES
from game.core.game import Action
from game.core.live import actor_of, without_stamp_of
from game.core.match import HUMAN, Seat
from game.engine.dock import Dock
from game.engine.panel import ON
from game.engine.transitions import Push
from game.games.twin_it import state as twin_it
from game.player import lessons
from game.scenes.navigation import routes
from game.table.live.scene import LiveScene
from game.table.turns.scene import TurnScene
from game.tutorial.course import AnyCourse, Course
from game.tutorial.lesson import (
    LEARNER,
    Lesson,
    LessonStep,
)

#: window, size of texts, language
WINDOWS = [((1280, 720), 1.0, "de"), ((1280, 720), 1.3, "en"), ((390, 844), 1.3, "de"), ((844, 390), 1.3, "de")]
#: the names of all lessons: of the games, and about house rules
LESSONS = [name for game in TAUGHT for name in lessons.names_of(game)]


def others(course: AnyCourse) -> list[Action]:
    """Return the learner's moves that are neither requested nor among those of a decision."""
    game, state = course.game, course.match.state
    moves = [move for move, _steps in course.step.branches] or [course.step.action] * (course.action is not None)
    good = [without_stamp_of(game, game.decode(move)) for move in moves]
    return [
        other
        for other in game.legal_actions(state)
        if actor_of(game, state, other) == LEARNER
        and without_stamp_of(game, other) not in good
        and not course.is_as_good(other)
    ]


def paths(lesson: Lesson, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield every way through a lesson, as the number of the branch at each decision."""
    forks = [step for step in lesson.steps_along(path) if step.branches]
    if len(path) == len(forks):
        yield path
        return
    for branch in range(len(forks[len(path)].branches)):
        yield from paths(lesson, (*path, branch))


def course_of(name: str) -> AnyCourse:
    game, taught = GAMES[name.partition(".")[0]], lesson_of(name)
    seats = [Seat(f"P{seat}", HUMAN if seat == LEARNER else game.bots.first_level) for seat in range(taught.seats)]
    return Course(game, taught, seats)


def walk(course: AnyCourse, path: tuple[int, ...]) -> Iterator[tuple[int, LessonStep]]:
    """Go through a lesson, and yield each step before it is done."""
    game, chosen = course.game, [*path]
    while True:
        place, step = course.place, course.step
        yield place, step
        if course.is_last:
            return
        encoded = step.branches[chosen.pop(0)][0] if step.branches else step.action
        action = None if encoded is None else game.decode(encoded)
        if action is not None:
            course.match.apply(action)
        course.go_on(action)


def lesson_of(name: str) -> Lesson:
    found = lessons.lesson_of(name)
    assert found
    return found


Lessons = TurnScene | LiveScene


def seated(player: Player, name: str, speed: str = "off") -> Lessons:
    """Return the scene of a game's lesson, open over the title."""
    context = player.app.context
    context.settings.speed = speed
    player.app.stack.carry_out(Push(routes.lesson(context, name)))
    scene = player.scene
    assert isinstance(scene, Lessons)
    return scene


def wrong_moves(course) -> list:
    """Return the moves that the learner could make instead of the expected one.

    In real time two hands reach any two cards.
    """
    found = others(course)
    if course.game.real_time:
        cards = [face.card for face in course.match.view(LEARNER).faces]
        pairs = [twin_it.Action(twin_it.Verb.TOUCH, 0, LEARNER, pair) for pair in combinations(cards, 2)]
        found += [
            pair
            for pair in pairs
            if without_stamp_of(course.game, pair) != without_stamp_of(course.game, course.action)
        ]
    return found


def wait_for_dock(player: Player, scene: Lessons) -> Dock:
    """Pass time until something is said; return the dock."""
    player.wait(20_000, lambda: dock_of(scene) is not None)
    paper = dock_of(scene)
    assert paper, f"nothing is said at step {driver_of(scene).course.place}"
    return paper


def dock_of(scene: Lessons) -> Dock | None:
    """Return the dock if it shows a task or a text now."""
    return dock_with_content(scene) if shows_lesson_text(scene) else None


def dock_with_content(scene: Lessons) -> Dock | None:
    """Return the dock with any content."""
    return next((widget for widget in scene.widgets if isinstance(widget, Dock)), None)


def do_step(player: Player, scene: Lessons) -> None:
    """Do what this step expects; the last one is left to the player."""
    wait_for_dock(player, scene)
    if not driver_of(scene).course.is_last:
        player.tap("skip" if driver_of(scene).course.asks else ON)
