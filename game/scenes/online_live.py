"""The table of a party's match in real time: many devices, one clock.

What happens is shown when the table's clock, which is the server's less what every device is behind it, comes to its
stamp: the same face turns at the same moment everywhere. A hand that comes down here has that clock's stamp; it is seen
here at once, and what it comes to when all others see it, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from game.context import Context
from game.core.game import Action, Event, View
from game.core.live import live
from game.core.match import HUMAN
from game.engine.canvas import Canvas
from game.engine.input import Broken, Elsewhere, Input, Key, Pointer, Use
from game.engine.items import MOVE, Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.presentation import live as live_presentation
from game.engine.transitions import Push, Replace, Transition
from game.engine.widgets import Button, RoundButton, Widget
from game.presentations import PRESENTATIONS
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import SLIDE_MS, AtTable, back_button, prompt_box
from game.scenes.last_look import LastLook
from game.scenes.online_pause import OnlinePause
from game.scenes.online_result import OnlineResult, finished
from game.scenes.online_seats import Mark
from game.visits import Visit
from game.wire.deeds import Choose, Ready, Rest, Start
from game.wire.match import RemoteMatch
from game.wire.messages import Going, Happened, Phase
from game.wire.remote import Told

#: how long it is said why something cannot be
TOLD_MS = 1800.0
#: the time bar is drawn anew when it has changed by so much, logical
BAR_STEP = 4.0
#: so often quicker than anybody can be, and it is told
NO_CHANCE = 2
#: a hand is shown so long after it should have counted: what it came to is known by then, or it has come to nothing
LINGER_MS = 80


class Coming(NamedTuple):
    """An event, and when it is to be shown with what is known then."""

    at: int
    event: Event
    view: View


class Ground(Widget):
    """What lies below words that are to be read over cards."""

    def __init__(self, kit: Kit, box: Box) -> None:
        super().__init__(kit)
        self.box = box

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw it."""
        del items
        canvas.put(self.kit.ready(Kit.panel_plain, self.box.w, self.box.h, 18.0, 0.94), self.box.x, self.box.y)


class OnlineLive(AtTable):
    """A party's match of real time being played or looked at."""

    stage = "table"
    match: RemoteMatch
    table: AnyLiveTable
    fingers = True
    keeps = False

    def __init__(self, context: Context, visit: Visit) -> None:
        super().__init__(context)
        self.visit = visit
        remote = visit.remote
        # whatever is known lies there at once; only what comes from now on is shown when it is due
        visit.told.clear()
        visit.is_anew = False
        standing, turn, view = remote.standing, remote.stands, remote.view
        assert standing is not None, "a table is one of a party"
        assert turn is not None, "a match is played"
        assert view is not None, "a match is played"
        self.game = live(GAMES[standing.game])
        self.match = RemoteMatch(self.game, standing, remote.seat, turn, view, visit.named)
        self.humans: Sequence[int] = self.match.humans
        self.viewer = self.match.viewer
        shown = live_presentation(PRESENTATIONS[standing.game])
        self.table = shown.table(context, self.match.seats, self.viewer, view)
        self.table.held_by = self.humans
        self.hands = self.table.hands(self)
        self._made_for = self._looks()
        #: what is shown, without the hands that are on their way
        self._view = view
        self._coming: deque[Coming] = deque()
        #: what has been done here and does not count yet, by the id of its wish
        self._laid: dict[str, Action] = {}
        self._at = 0.0
        #: the last stamp of a hand: no two have the same
        self._last = -1
        self._now = 0
        self._bar = 0
        self._noted = ""
        self.prompt = ""
        self._said, self._said_left = "", 0.0
        self._last_look = LastLook()
        self._offered: object = None
        self.table.covered = True
        self.table.sync(view)

    # ---- the clock ------------------------------------------------------------------------------

    @property
    def going(self) -> Going | None:
        """How the table's clock goes."""
        return self.match.standing.going

    def _stamp(self, at_ms: float) -> int | None:
        """What the table's clock shows here at a moment of the device's; None while it stands still."""
        going, shown = self.going, self.visit.remote.table_ms(at_ms)
        if going is None or shown is None or shown < going.base:
            return None
        return int(shown)

    @property
    def running(self) -> bool:
        """Whether the faces are up."""
        now, going = self._stamp(self.context.clock.now_ms()), self.going
        return now is not None and going is not None and not 0 <= going.until <= now

    @property
    def patient(self) -> bool:
        """The clock waits for nobody."""
        return False

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """The screen may go off while the faces are covered."""
        return self.running

    @property
    def input_at(self) -> int:
        """The table's time of the input that is being handled."""
        return self._stamp(self._at) or 0

    # ---- what is done here ------------------------------------------------------------------------

    def submit(self, action: Action) -> None:
        """Say what has been done, and show it as one's own."""
        if self.match.seat < 0 or not self.running or not self.visit.remote.is_there:
            return
        stamp = self.game.stamp(action)
        if self._coming:
            # nobody has seen what comes with the next frame
            stamp = min(stamp, self._coming[0].at - 1)
        stamp = max(stamp, self._last + 1)
        self._last = stamp
        action = self.game.stamped(action, stamp)
        self._laid[self.visit.lay(action)] = action
        self._show()

    def _let_go(self, now: int) -> None:
        """Hands that have counted, or came to nothing, are no longer shown as one's own."""
        going = self.going
        lag = going.lag if going else 0
        gone = [id_ for id_, action in self._laid.items() if now > self.game.stamp(action) + lag + LINGER_MS]
        refused = self.visit.take_unheard()
        for id_ in (*gone, *(id_ for id_ in refused if id_ in self._laid)):
            del self._laid[id_]
        if gone or refused:
            self._show()
        late = max(self.visit.take_late(), default=0)
        if late:
            self.tell(self.context.texts("party.live.late", ms=late))

    def tell(self, words: str) -> None:
        """Say for a moment why something cannot be, in the place of what the table waits for."""
        self._said, self._said_left = words, TOLD_MS
        self.prompt, self.dirty = words, True

    def ready(self) -> Transition:
        """Be ready for the faces to be uncovered."""
        if not self.visit.waits_for(Ready):
            self.visit.do(Ready())
        return None

    # ---- what happens -----------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Hear what the party says, and show what is due."""
        if self.table.update(ms):
            self.dirty = True
        visit = self.visit
        if visit.remote.ended is not None:
            return Replace(routes.lobby(self.context, visit))
        if visit.is_anew:
            return self._anew()
        while visit.told:
            away = self._hear(visit.told.popleft())
            if away is not None:
                return away
        clock = self.context.clock.now_ms()
        now = self._stamp(clock)
        self._show_due(now)
        if self.match.is_over and not self._coming:
            return self._end(ms)
        if self._said:
            self._said_left -= ms
            if self._said_left <= 0:
                self._said = ""
                self.offer()
        self.table.covered = not self.running
        if self.table.covered:
            self.table.prepare()
        if now is not None:
            self._let_go(now)
            self._tick(now)
        offered = (self.table.covered, self.match.standing, visit.is_late, visit.waits_for(Ready))
        if offered != self._offered:
            self._turned(offered)
        return None

    def _turned(self, offered: tuple[bool, object, bool, bool]) -> None:
        """The faces are covered or uncovered, or others are waited for."""
        was_covered = not isinstance(self._offered, tuple) or self._offered[0]
        self._offered = offered
        if was_covered and not self.table.covered:
            self.context.audio.play("your_turn")
        elif not was_covered and self.table.covered:
            self.hands.let_go()
            self._laid.clear()
        self._show(0)

    def _anew(self) -> Transition:
        """All was told at once: lay the table as it is now."""
        standing = self.visit.remote.standing
        if standing is None or standing.phase == Phase.GATHERING:
            return Replace(routes.lobby(self.context, self.visit))
        return Replace(routes.online_table(self.context, self.visit))

    def _hear(self, told: Told) -> Transition:
        """Take one step in: what has happened is shown later."""
        name = told.happened.what
        if name in (Start.__name__, Choose.__name__) or told.turn is None:
            self.visit.told.appendleft(told)
            again = name == Start.__name__
            return Replace((routes.online_table if again else routes.lobby)(self.context, self.visit))
        before, quick = (self.match.seat, self.match.seats), self.going.quick if self.going else ()
        self._say_what(told.happened)
        lag = self.going.lag if self.going else 0
        self.match.follow(told)
        self._say_quick(quick)
        if lag and self.going and self.going.lag > lag:
            self.context.tell("party.live.lag", lag=self.going.lag)
        if (self.match.seat, self.match.seats) != before:
            return Replace(routes.online_table(self.context, self.visit))
        self._coming += [Coming(self.game.seen_at(view), event, view) for event, view in told.steps]
        return None

    def _say_what(self, happened: Happened) -> None:
        """Say who has come, gone, or lets the table stand still."""
        seats, texts, key = self.match.seats, self.context.texts, f"party.happened.{happened.what}"
        who = happened.other if happened.what == "Kick" else happened.seat
        if 0 <= who < len(seats) and who != self.match.seat and happened.what != "React" and texts.has(key):
            self.context.tell(key, name=seats[who].name)

    def _say_quick(self, before: tuple[int, ...]) -> None:
        """Say who has been quicker than anybody can be, once that is no chance any more."""
        now = self.going.quick if self.going else ()
        for seat, (old, new) in enumerate(zip(before, now, strict=False)):
            if new > old and new >= NO_CHANCE:
                self.context.tell("party.live.quick", name=self.match.seats[seat].name, count=new)

    def _show_due(self, now: int | None) -> None:
        """Show what the table's clock has come to; while it stands still, all that there is."""
        changed = False
        stands = self.going is None or not self.going.start_ms
        while self._coming and (stands or (now is not None and self._coming[0].at <= now)):
            coming = self._coming.popleft()
            self._view = coming.view
            self.table.happened(coming.event)
            self._say_who_was_first(coming)
            changed = True
        if changed:
            self._show()

    def _say_who_was_first(self, coming: Coming) -> None:
        """Say by how much somebody else was quicker, where one's own hands were there, too; they are so no longer."""
        found = self.game.outrun(coming.view, coming.event, tuple(self._laid.values()))
        for id_ in [id_ for id_, action in self._laid.items() if self.game.is_spoilt(action, coming.event)]:
            del self._laid[id_]
        if found is None or self.going is None:
            return
        seat, done = found
        if (ms := done + self.going.lag - coming.at) > 0:
            self.tell(self.context.texts("party.live.first", name=self.match.seats[seat].name, ms=ms))

    def _end(self, ms: float) -> Transition:
        if not self._last_look.over(ms):
            return None
        match = finished(self.visit)
        return None if match is None else Replace(OnlineResult(self.context, match, self.visit))

    def _show(self, ms: float = SLIDE_MS) -> None:
        """Let the picture and what can be used follow the match, and one's own hands."""
        view = self.game.expecting(self._view, tuple(self._laid.values()))
        self.table.sync(view, self.table.ms(ms))
        self.offer()

    def _tick(self, now: int) -> None:
        """Let the time be seen."""
        self._now = max(self._now, now)
        self.table.now = self._now
        self.table.lag = self.going.lag if self.going else 0
        self.hands.tick(self._now)
        bar = round(self.table.bar_length() / BAR_STEP)
        if bar != self._bar:
            self._bar, self.dirty = bar, True
        if self.table.button_words() != self._noted:
            self.offer()

    # ---- what can be used ---------------------------------------------------------------------------

    def _looks(self) -> tuple[object, ...]:
        return self.context.kit, self.context.texts, self.context.settings.colours

    def build(self) -> None:
        """Lay out the table anew if the window, the scale, the language or the colours have changed."""
        if self._made_for != self._looks():
            self._made_for = self._looks()
            self.table.build()
        self.offer()

    def offer(self) -> None:
        """Offer what can be used now: what hands can do, or the button by which one is ready."""
        if not self._said:
            self.prompt = "" if self.table.covered else self.table.prompt(self._view)
        self._noted = self.table.button_words()
        widgets = self.hands.widgets() if self.match.seat >= 0 else []
        if self.table.covered and not self.match.is_over:
            widgets += self._go_on()
        shown = [*widgets, *self._corners(), *self._marks()]
        self.show(shown)
        large = [item.id for item in self.items.items if item.id == "go" or item.id.startswith(MOVE)]
        focus = self.items.focus
        if large and (not focus or (focus not in large and (focus == "go" or focus.startswith(MOVE)))):
            self.items.focus = large[0]

    def _waiting(self) -> tuple[str, bool]:
        """What is said of those who are waited for, and whether one can do anything about it."""
        texts, going, seat = self.context.texts, self.going, self.match.seat
        if self.visit.is_late:
            return self.visit.late_words, False
        if going is None or going.start_ms:
            return texts("party.live.soon"), False
        places, names = self.match.standing.places, [row.name for row in self.match.seats]
        people = [n for n, place in enumerate(places[: len(names)]) if place.kind == HUMAN]
        missing = [names[n] for n in people if not places[n].away and n not in going.ready and n != seat]
        if missing and (seat < 0 or seat in going.ready):
            return texts("party.live.waits", names=texts.listed(missing)), False
        if seat < 0:
            return texts("party.live.covered"), False
        if gone := [names[n] for n in people if places[n].away]:
            return texts("party.live.without", names=texts.listed(gone)), True
        if self.match.has_begun and going.because in people and going.because != seat:
            return texts("party.live.stopped", name=names[going.because]), True
        return self.table.go_note, True

    def _marks(self) -> list[Widget]:
        """Who is away."""
        kit, places = self.context.kit, self.match.standing.places
        gone = [n for n, place in enumerate(places) if place.kind == HUMAN and place.away]
        found = [self.table.figure_of(seat) for seat in gone]
        words = self.context.texts("party.mark.away")
        return [Mark(kit, *place, words, None) for place in found if place is not None]

    def _go_on(self) -> list[Widget]:
        """The button by which one is ready, or in its place whom or what one waits for."""
        frame, texts = self.context.frame, self.context.texts
        name = self.match.game.name
        wide, high = (500.0, 128.0) if frame.tall else (500.0, 112.0)
        x, y = self.table.middle
        note, may = self._waiting()
        label = texts(f"{name}.go_on" if self.match.has_begun else f"{name}.ready")
        box = Box(x - wide / 2, y - high / 2, wide, high)
        may = may and not self.visit.waits_for(Ready)
        button = Button(
            self.context.kit,
            "go",
            box,
            label,
            self.ready,
            kind="primary",
            sub=note,
            icon="play",
            size=38,
            enabled=may,
            keys=("first",),
        )
        # what cannot be used is seen through, and cards may lie below
        return [button] if may else [Ground(self.context.kit, box), button]

    def _corners(self) -> list[Widget]:
        context, corners = self.context, self.table.corners()
        kit, texts = context.kit, context.texts
        pause = back_button(context, self.back, "pause", "pause")
        pause.move(*corners.pause)
        found: list[Widget] = [pause]
        if corners.log:
            label = texts("button.log")
            found.append(RoundButton(kit, "log", *corners.log, label, self._log, icon="log", side=56, keys=("log",)))
        return found

    def _log(self) -> Transition:
        return Push(routes.log(self.context, self.table))

    def back(self) -> Transition:
        """Pause: for all who play, where somebody who plays wants it."""
        return Push(OnlinePause(self.context, self.match.game.name, self.table, self.visit))

    def pause(self) -> None:
        """Something lies over the table, or the window is away: nobody plays on without somebody who plays."""
        super().pause()
        self.hands.break_off()
        if self.match.seat >= 0 and self.table.hurried and self.running and not self.visit.waits_for(Rest):
            self.visit.do(Rest())
        if self.table.hurried:
            # whatever lies over the table must find it covered
            self.table.covered = True
            self.table.layer.finish()
            self._show(0)

    def resume(self) -> None:
        """The table is in sight again."""
        self._show()

    # ---- input and picture ----------------------------------------------------------------------------

    @property
    def captures_keys(self) -> bool:  # type: ignore[override]
        """Keys are letters for the table while it takes them."""
        return self.table.takes_letters and self.running

    def handle(self, event: Input) -> Transition:
        """Hands count as they come down, everything else as everywhere."""
        if isinstance(event, Elsewhere):
            # what another tab stores is no concern of this table
            return None
        self._at = event.at_ms if isinstance(event, Pointer | Key | Use) else self.context.clock.now_ms()
        if self.match.is_over and not self._coming and self._last_look.ended_by(event):
            return None
        plays = self.running and self.match.seat >= 0
        match event:
            case Pointer():
                self.context.touched = self.context.touched or event.touch
                if plays and self.hands.pointer(event):
                    self.dirty = True
                    return None
            case Broken():
                self.hands.break_off()
            case Key():
                if plays and self.hands.key(event):
                    self.dirty = True
                    return None
        return super().handle(event)

    def use(self, item: Item) -> Transition:
        """Use an item; hands make their own sounds."""
        if item.now:
            if item.enabled:
                item.use()
                self.dirty = True
            return None
        return super().use(item)

    def spoken(self) -> str:
        """What the table waits for."""
        return self.prompt

    def message_box(self) -> Box | None:
        """In the place of the prompt."""
        return prompt_box(self.table.spots.prompt, self.table.spots.prompt_width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and what can be used."""
        self.table.draw(canvas)
        self.table.draw_asked(canvas, self.prompt, bool(self._said))
        super().draw(canvas)
