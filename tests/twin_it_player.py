"""A person at a table of Twin It!, by raw input: for tests."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import pygame
from player import Player
from table_player import match_of

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.engine.transitions import Reset
from game.games.twin_it.bots import matches
from game.games.twin_it.field import AIM_MS
from game.games.twin_it.state import FURTHER, SPOT
from game.games.twin_it.view import Face
from game.host.storage import MemoryStorage
from game.scenes.navigation import routes

match = partial(match_of, GAMES["twin_it"])


class Person(Player):
    """A person who sits at a table of Twin It! and touches cards."""

    def __init__(
        self,
        kinds: Iterable[str] = ("human", "easy", "easy"),
        seed: int = 5,
        size: tuple[int, int] = (1280, 720),
        language: str = "de",
        go: bool = True,
        **options: object,
    ) -> None:
        super().__init__(size, storage=MemoryStorage(), language=language)
        if options.get("calm") and "mode" not in options:
            # the rule of new tables, unless the one of older matches is asked for
            options = {"looks": 0, "further": FURTHER, "seen_first": True} | options
        self._looked = self._pair = None
        self.sit(match(kinds, seed, **options))
        if go:
            self.tap("go")

    def sit(self, played: Match) -> None:
        """Take a seat at a match."""
        self.app.follow(Reset(routes.table(self.app.context, played)))
        self.table_scene = self.scene

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.table_scene.match

    @property
    def driver(self):
        """The driver of the table."""
        return self.table_scene.driver

    @property
    def view(self):
        """The view of the table."""
        return self.table_scene.table.view

    @property
    def playing(self) -> bool:
        """Return whether the table is still on the screen, and the match goes on."""
        return self.scene is self.table_scene and not self.match.is_over

    def place_of(self, face: Face) -> tuple[int, int]:
        """Return the middle of a card as it was aimed at, in real pixels: a quick player has not seen it move yet."""
        places = self.table_scene.table.places
        x, y, _w = places.cell_of(face)[0]
        if face.where == SPOT:
            x, y, *_rest = places.ground.aimed(places.slot(face), self.driver.clock.now)
        return self.app.context.frame.to_real(x, y)

    def lay(self, face: Face, at_ms: float | None = None, finger: int | None = None) -> None:
        """Touch a card: with the mouse, or with a finger; ``at_ms`` is the input's own stamp."""
        x, y = self.place_of(face)
        stamp = {} if at_ms is None else {"at_ms": at_ms}
        if finger is not None:
            wide, high = self.app.context.frame.window
            fields = {"touch_id": 1, "finger_id": finger, "x": x / wide, "y": y / high, "dx": 0.0, "dy": 0.0}
            self.feed(pygame.FINGERDOWN, **fields, **stamp)
            self.feed(pygame.FINGERUP, **fields, **stamp)
            return
        self.feed(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False, **stamp)
        self.feed(pygame.MOUSEBUTTONUP, pos=(x, y), button=1, touch=False, **stamp)

    def _too_new(self, face: Face) -> bool:
        places = self.table_scene.table.places
        return face.where == SPOT and places.ground.aimed(places.slot(face), self.driver.clock.now)[3]

    def pair(self) -> tuple[Face, Face] | None:
        """Return two matching cards, if there are any; searched anew only after an event."""
        if self.view is not self._looked:
            self._looked = self.view
            self._pair = next(iter(matches(self.view)), None)
        return self._pair

    def until(self, ms: float, found) -> bool:
        """Advance, frame by frame, until something is true."""
        return self.wait(ms, lambda: not self.playing or bool(found()))

    def claim(self) -> bool:
        """Claim the first pair in sight, by two clicks; return whether there was one."""
        both = self.pair()
        if both is None:
            return False
        # a player cannot have aimed yet at a card for which all others have just moved
        self.until(AIM_MS, lambda: not any(self._too_new(face) for face in both))
        for face in both:
            self.clock.pass_ms(90)
            self.lay(face)
        self.wait(64)
        return True

    def deal_a_pair(self) -> None:
        """Deal cards until two match."""
        for _ in range(60):
            if self.pair():
                break
            self.tap("do-deal")
            self.wait(16)


def events_of(person: Person, kind: type) -> list:
    """Return all events of a kind so far."""
    return [event for events in person.match.events for event in events if isinstance(event, kind)]


def with_a_pair(people: int = 2, **how: Any) -> Person:
    """Return a person with two matching cards in sight, among so many people; no other seat takes them."""
    person = Person(("human",) * people, **({"seed": 9, "buzzers": False} | how))
    assert person.until(400_000, person.pair)
    return person
