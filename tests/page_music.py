"""A stand-in for ``pygame.mixer.music`` in pygbag's runtime, where each piece is an ``<audio>`` element of the page."""

from dataclasses import dataclass, field
from pathlib import Path

from game.engine.music import length_ms
from game.host.clock import ManualClock

#: the step of time, and how long the runtime waits before it retries to start a piece that has not loaded
STEP_MS, RETRY_MS = 10, 500
#: after the end of a piece that is played again its position is at the start for so long
SEEK_MS = 60


@dataclass
class Element:
    """One piece, from its first use on."""

    name: str
    lasts_ms: float
    ready_ms: float
    #: the initial volume of an element, whatever was set on others
    volume: float = 1.0
    position_ms: float = 0.0
    playing: bool = False
    loops: int = 0
    seeks_until_ms: float = 0.0
    #: the times at which pending starts are retried
    retries: list[float] = field(default_factory=list)


class PageMusic:
    """The mixer's music there, with a clock that advances by :meth:`pass_ms`.

    A piece loads for ``load_ms`` before it can start. As long as ``refused`` is not zero, the browser refuses a start.
    """

    def __init__(self, clock: ManualClock, load_ms: float) -> None:
        self.clock, self.load_ms = clock, load_ms
        self.elements: dict[str, Element] = {}
        #: the one loaded last, and the one that began to play last
        self.loaded: Element | None = None
        self.begun: Element | None = None
        self.refused = 0
        #: the names of the pieces heard, each with its volumes
        self.heard: list[tuple[str, set[float]]] = []
        #: names of pieces heard at the same moment as another
        self.together: set[tuple[str, ...]] = set()
        #: the longest time between two moments at which something was heard
        self.gap_ms, self._quiet_ms = 0.0, 0.0

    def pass_ms(self, ms: float) -> None:
        """Advance the clock: pieces load, start and end."""
        for _ in range(round(ms / STEP_MS)):
            self.clock.pass_ms(STEP_MS)
            now = self.clock.now_ms()
            for element in self.elements.values():
                due = [at for at in element.retries if at <= now]
                element.retries = [at for at in element.retries if at > now]
                for _at in due:
                    self._start_when_ready(element)
                self._go_on(element, now)
            playing = [element for element in self.elements.values() if element.playing and element.volume > 0]
            if len(playing) > 1:
                self.together.add(tuple(element.name for element in playing))
            self._quiet_ms = 0.0 if playing else self._quiet_ms + STEP_MS
            self.gap_ms = max(self.gap_ms, self._quiet_ms if self.heard else 0.0)
            for element in playing:
                if not self.heard or self.heard[-1][0] != element.name:
                    self.heard.append((element.name, set()))
                self.heard[-1][1].add(element.volume)

    def _go_on(self, element: Element, now: float) -> None:
        if not element.playing or now < element.seeks_until_ms:
            return
        element.position_ms += STEP_MS
        if element.position_ms < element.lasts_ms:
            return
        if element.loops:
            element.loops -= 1
            element.position_ms, element.seeks_until_ms = 0.0, now + SEEK_MS
        else:
            # it stays at its end
            element.position_ms, element.playing = element.lasts_ms, False

    def _start_when_ready(self, element: Element) -> None:
        if self.clock.now_ms() < element.ready_ms:
            element.retries.append(self.clock.now_ms() + RETRY_MS)
        elif self.refused:
            self.refused -= 1
        else:
            if element.position_ms >= element.lasts_ms:
                element.position_ms = 0.0
            element.playing = True
            self.begun = element

    def _aim(self) -> Element | None:
        return self.begun or self.loaded

    def _halt(self, element: Element) -> None:
        # a start that is retried later is also tried now
        element.position_ms, element.playing = 0.0, False
        self.begun = None

    # ---- the game's calls -------------------------------------------------------------------------

    def load(self, path: str) -> None:
        if self.loaded:
            self._halt(self.loaded)
        if path not in self.elements:
            ready = self.clock.now_ms() + self.load_ms
            self.elements[path] = Element(Path(path).stem, length_ms(Path(path)), ready)
        self.loaded = self.elements[path]

    def play(self, loops: int = 0) -> None:
        assert self.loaded
        self.loaded.playing = False
        self.loaded.loops = loops
        self._start_when_ready(self.loaded)

    def stop(self) -> None:
        if aim := self._aim():
            self._halt(aim)

    def set_volume(self, volume: float) -> None:
        if aim := self._aim():
            aim.volume = volume

    def get_busy(self) -> bool:
        aim = self._aim()
        return aim is not None and aim.position_ms > 0
