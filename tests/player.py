"""A player for tests: it drives the whole program by the same inputs that a person has, on a clock of its own."""

from collections.abc import Callable

import pygame

from game.app import app as program
from game.engine.items import Item
from game.engine.scene import DEAF_MS, Scene
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage, Storage
from game.services import launch_request

FRAME_MS = 16.0
SIZES = ((1280, 720), (1920, 1080), (390, 844))


class Player:
    """A player who presses keys, points, and reads what is offered."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        wish: launch_request.LaunchRequest = program.NO_REQUEST,
        storage: Storage | None = None,
        language: str = "de",
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        self.screen = pygame.display.set_mode(size)
        self.storage = storage or MemoryStorage()
        self.clock = ManualClock()
        self.app = program.App(self.screen, self.storage, self.clock, wish._replace(language=language))

    @property
    def scene(self) -> Scene:
        """The topmost scene."""
        return self.app.scene

    @property
    def items(self) -> list[Item]:
        """The items that can be used now."""
        return [item for item in self.scene.items.items if item.enabled]

    def ids(self) -> list[str]:
        """Return the ids of the items that can be used now."""
        return [item.id for item in self.items]

    def wait(self, ms: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Advance frame by frame; return whether ``until`` became true."""
        for _ in range(int(ms / FRAME_MS)):
            if until():
                return True
            self.clock.pass_ms(FRAME_MS)
            self.app.step(FRAME_MS)
        return until()

    def feed(self, kind: int, **fields: object) -> None:
        """Feed one raw event to the program."""
        self.app.feed([pygame.event.Event(kind, fields)])

    def press(self, key: int, text: str = "", mod: int = 0) -> None:
        """Press a key."""
        self.feed(pygame.KEYDOWN, key=key, unicode=text, mod=mod)

    def point(self, x: float, y: float, touch: bool = False) -> None:
        """Click or tap at a logical place."""
        pos = self.app.context.frame.to_real(x, y)
        self.clock.pass_ms(100)
        self.feed(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=touch)
        self.feed(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=touch)
        self.feed(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=touch)

    def hold(self, x: float, y: float, touch: bool = False) -> None:
        """Press at a logical place, and hold."""
        self.clock.pass_ms(100)
        self.feed(pygame.MOUSEBUTTONDOWN, pos=self.app.context.frame.to_real(x, y), button=1, touch=touch)

    def carry(self, x: float, y: float, touch: bool = False) -> None:
        """Move the held pointer to a logical place."""
        pos = self.app.context.frame.to_real(x, y)
        self.feed(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0), touch=touch)
        self.wait(FRAME_MS)

    def let_go(self, x: float, y: float, touch: bool = False) -> None:
        """Release the pointer at a logical place."""
        self.feed(pygame.MOUSEBUTTONUP, pos=self.app.context.frame.to_real(x, y), button=1, touch=touch)

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], touch: bool = False, drop: bool = True
    ) -> None:
        """Press at a logical place, move to another one in a few steps, and release or hold there."""
        self.hold(*start, touch)
        for share in (0.1, 0.5, 1.0):
            self.carry(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share, touch)
        if drop:
            self.let_go(*end, touch)

    def tap(self, id_: str, touch: bool = False) -> None:
        """Click or tap an item, at a place where nothing lies over it."""
        self._unfold_for(id_)
        item = self.scene.items.find(id_)
        assert item is not None, f"{id_} is not among {self.ids()}"
        box = item.box
        places = ((0.5, 0.5), (0.2, 0.3), (0.8, 0.3), (0.2, 0.8), (0.8, 0.8))
        for across, down in places:
            x, y = box.x + box.w * across, box.y + box.h * down
            if self.scene.items.at(x, y) is item:
                self.point(x, y, touch)
                return
        raise AssertionError(f"{id_} is covered by other items")

    def _unfold_for(self, id_: str) -> None:
        """Open all choices of a set-up if the item is not among the usual ones."""
        if id_ != "unfold" and not self.scene.items.find(id_) and self.scene.items.find("unfold"):
            self.tap("unfold")

    def tap_again(self, id_: str) -> None:
        """Click or tap the question in an item's place, once it can have been read."""
        self.wait(DEAF_MS + FRAME_MS)
        self.tap(id_)

    def walk_to(self, id_: str) -> None:
        """Move the focus to an item with the tabulator key."""
        self._unfold_for(id_)
        for _ in range(len(self.scene.items.items) + 1):
            if self.scene.items.focus == id_ and self.scene.items.ring:
                return
            self.press(pygame.K_TAB, "\t")
        raise AssertionError(f"the focus does not reach {id_}; it is on {self.scene.items.focus}")

    def use_by_keys(self, id_: str) -> None:
        """Use an item with the keyboard alone."""
        self.walk_to(id_)
        self.press(pygame.K_RETURN, "\r")

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the window."""
        self.screen = pygame.display.set_mode(size)
        self.feed(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)

    def draw(self) -> pygame.Surface:
        """Draw a frame and return the screen."""
        self.app.draw()
        return self.app.screen
