"""The scenes of a film: what happens where in each action, and the nearest shot that shows all of a cut."""

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import NamedTuple

from pygame import Rect

from game.core.events import seats_in
from game.core.game import View
from game.engine import live_table, turn_table
from game.engine.canvas import Canvas
from game.engine.game_table import popup_box
from game.engine.layout import Box, bounds, overlap
from game.engine.sprites import SpritePlace
from game.engine.window_surface import Outlines
from game.scenes.replay.camera import LEAST_ZOOM, MARGIN, CloseShot, closest_shot, zoom_of
from game.table.film import Cut, Playback

#: height of a card by its width, at least, and how far it moves unnoticed, logical
CARD_RATIO, UNNOTICED = 1.4, 2.0
#: boxes less than this apart are lit as one
CLOSE = 100.0


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Return boxes with those close to each other made one: a light has no gap between them."""
    found = list[Box]()
    for box in boxes:
        near, apart = [box], list[Box]()
        for other in found:
            (near if overlap(other.grown(CLOSE), bounds(near)) else apart).append(other)
        found = [*apart, bounds(near)]
    return found


class ActionScene(NamedTuple):
    """The scene of one action in a film, as logical boxes."""

    #: all that moves, comes, goes or is told of
    about: Sequence[Box]
    #: the cards on the table
    lying: Sequence[Box]


class Closeness(NamedTuple):
    """The close shot of a cut, and the position since which it holds all that happens."""

    since: int
    shot: CloseShot


def _differ(one: SpritePlace, other: SpritePlace) -> bool:
    """Return True if a card is seen to move or to turn from one place to another."""
    return one.face != other.face or max(abs(one.x - other.x), abs(one.y - other.y)) > UNNOTICED


class FilmScenes:
    """Finds the scenes of a film on a table that is laid out."""

    def __init__(self, table: turn_table.AnyTurnTable | live_table.AnyLiveTable, driver: Playback) -> None:
        self._table, self._driver = table, driver
        self._found: dict[int, ActionScene] = {}

    def close_shot(self, number: int, room: Box, most: float) -> Closeness | None:
        """Return the close shot of a cut, at most ``most`` times as large as the room, or None."""
        cut, shown = self._driver.cuts[number], self._driver.positions(number)
        scenes, things = [self.of(place) for place in shown[1:]], list[Box]()
        # what comes before a later position may lie all over the table: it is seen from afar
        for since in range(shown[0], cut.place):
            about = self._about(cut, scenes[since - shown[0] :])
            if zoom_of(room, about) >= LEAST_ZOOM:
                things = things or self._things((shown[0], shown[-1]), scenes)
                if shot := closest_shot(room, most, about, things):
                    return Closeness(since, shot)
        return None

    def _about(self, cut: Cut, scenes: Sequence[ActionScene]) -> Box:
        """Return the box around all that a cut is about, with some room around it."""
        told = map(self.seat_box, self._told_of(cut))
        about = [*told, *chain(*(scene.about for scene in scenes))]
        return bounds(about).grown(MARGIN) if about else self._table.frame.room

    def _told_of(self, cut: Cut) -> list[int]:
        """Return the seats of whom a cut's caption tells; how the match ended is told with the whole table."""
        ends = cut.place == self._driver.match.last and not self._driver.match.game.real_time
        return [seat for seat in (cut.seat, cut.other) if seat >= 0 and not ends]

    def of(self, place: int) -> ActionScene:
        """Return what moves, comes, goes or is told of in the action that leads to a position, and what lies about."""
        if place not in self._found:
            self._found[place] = self._scene(place)
        return self._found[place]

    def lit(self, number: int) -> dict[int, list[Box]]:
        """Return what is to be seen best in the scenes of a cut, by their positions; before the first, what comes.

        In real time much happens at once: it is the same in all of them.
        """
        cut, shown = self._driver.cuts[number], self._driver.positions(number)
        told = [*map(self.seat_box, self._told_of(cut))]
        found = {place: [*told, *joined(self.of(place).about)] for place in shown[1:]}
        if self._driver.match.game.real_time:
            every = [*dict.fromkeys(chain(*found.values()))]
            return dict.fromkeys(shown, every)
        return {shown[0]: found[shown[1]], **found} if found else {}

    def _scene(self, place: int) -> ActionScene:
        film, about, lying = self._driver.match, list[Box](), list[Box]()
        before = self._lying(film.view_at(place - 1, film.viewer))
        for event, view in film.seen(place):
            now = self._lying(view)
            for one, other in ((before.get(key), now.get(key)) for key in {**before, **now}):
                if one is None or other is None or _differ(one, other):
                    about += [lies.card(CARD_RATIO) for lies in (one, other) if lies]
            seats = [*map(self.seat_box, seats_in(event))]
            # what a seat gains or loses may rise from the middle of its place
            about += [*self._table.concerned(event), *seats, *(popup_box(*box.centre) for box in seats)]
            lying += [lies.card(CARD_RATIO) for lies in now.values()]
            before = now
        return ActionScene(about, lying)

    def seat_box(self, seat: int) -> Box:
        """Return the place of a seat; all of the table if that names none."""
        step = self._table.order().index(seat)
        return self._table.place_of(f"rival-{step}" if step else "own") or self._table.frame.room

    def _things(self, places: Sequence[int], scenes: Sequence[ActionScene]) -> list[Box]:
        """Return all that is seen on the table in a cut's scenes, drawn as it is at some positions."""
        table, cards, others = self._table, [*chain(*(scene.lying for scene in scenes))], list[Box]()
        film, scale = self._driver.match, self._table.frame.scale
        for place in places:
            lying = [lies.card(CARD_RATIO) for lies in self._lying(film.view_at(place, film.viewer)).values()]
            outlines = Outlines(Rect(0, 0, *table.frame.window))
            table.draw(Canvas(outlines, table.frame))
            for found in [*outlines.found, *table.backdrop.baked]:
                box = Box(*table.frame.to_logical(*found.topleft), found.w / scale, found.h / scale)
                # the picture of a card has a shadow around it
                if found in table.backdrop.baked or not any(card.beyond(*box.centre) < 0 for card in lying):
                    others.append(box)
            cards += lying
        rivals = [*filter(None, (table.place_of(f"rival-{step}") for step in range(1, len(film.seats))))]
        panels = filter(None, map(table.place_of, ["own", "band", "order", "die"]))
        # who sits side by side is seen together, or not at all
        beside = [bounds(rivals)] if rivals and len({box.y for box in rivals}) == 1 else []
        return [*dict.fromkeys([*cards, *others, *rivals, *panels, *beside])]

    def _lying(self, view: View) -> dict[Hashable, SpritePlace]:
        self._table.sync(view)
        return {key: sprite.place for key, sprite in self._table.layer.sprites.items()}
