"""Rows of events at a table of Twin It!, for tests of how they are told."""

from collections.abc import Sequence
from typing import Any

from table_player import WIDE
from twin_it_player import Person
from twin_it_states import state_of

from game.games.twin_it.state import SPOT, Action, Verb

#: cards in the middle without any two alike
APART = [10, 20, 30, 40, 50, 60]


def at(
    kinds: Sequence[str] = ("human", "easy", "easy"),
    *,
    spots: Sequence[int] = APART,
    sets: Sequence[Sequence[Sequence[int]]] = (),
    size: tuple[int, int] = WIDE,
    language: str = "en",
    speed: str = "normal",
    still: bool = False,
    **options: Any,
) -> Person:
    """Return a person at a table in a given position, which goes on."""
    # without a clock by the rule of older matches, by which anybody's look can come at any position
    person = Person(
        kinds, seed=9, size=size, language=language, **({"looks": 1, "further": 0, "seen_first": False} | options)
    )
    person.app.context.settings.speed, person.app.context.settings.reduced_motion = speed, still
    match = person.match
    given = match.state.options._asdict()
    rows = [*sets, *[[]] * (len(kinds) - len(sets))]
    state = state_of(seats=len(kinds), options=given, spots=spots, sets=rows, now=match.state.now)
    # the cards that fill the stacks are drawn here, so they need existing patterns
    match.state = state._replace(deck=tuple(up if up < 1000 else 62 + up % 57 for up in state.deck))
    person.driver.scheduler._notice()
    person.table_scene._show(0)
    return person


def faces(person: Person, where: int = SPOT) -> list[Any]:
    return [face for face in person.view.faces if face.where == where]


def touch_wrong_pair(person: Person, seat: int = 0) -> None:
    """Touch two cards that are not alike with a seat's hands."""
    cards = tuple(face.card for face in faces(person)[:2])
    act(person, Action(Verb.TOUCH, person.driver.clock.now, seat, cards))


def act(person: Person, *actions: Action) -> None:
    for action in actions:
        person.driver.scheduler.submit(action)
    person.wait(64)
