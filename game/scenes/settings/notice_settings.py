"""The sheet about notices: the browser's or system's, Web Push and a private feed, each with why it is not there."""

from dataclasses import replace
from functools import partial

from game.engine import backdrop, controls, fonts, palette, surfaces, transitions
from game.engine.containers import (
    Anchor,
    ButtonPart,
    Column,
    CustomPart,
    NotedLabel,
    PaperBox,
    Paragraph,
    Part,
    RowOfParts,
    RuledColumn,
)
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.widgets import Toggle
from game.host import device
from game.host.notice_state import NoticeState
from game.scenes.shared.common import VEIL, Baked
from game.services.context import Context, PushState
from game.wire.messages import AskFeed, Feed, FindFeed, SeatQuery
from game.wire.server_question import ServerQuestion

BACK = ("pause", "back")
#: states in which there are no notices, each with its reason; and those of a page that has them
NOT_OFFERED = (
    NoticeState.DENIED,
    NoticeState.INSECURE,
    NoticeState.FRAMED,
    NoticeState.NONE,
    NoticeState.MISSING,
    NoticeState.UNINSTALLED,
)
ON_PAGE = (NoticeState.GRANTED, NoticeState.DEFAULT)
#: states of pages that nobody can call once they are closed
NO_PUSH = ("no", "home_screen")
#: distance of a row from the lines above and below it, the least height of a row, and that of its buttons, in a wide
#: window and in a tall one, where they are for fingers
AROUND, ROW, BUTTON = (13, 20), 60, (60, 84)


def is_notified(context: Context) -> bool:
    """Return True if this device gets notices: they are wanted, and nothing keeps them away."""
    return context.settings.notices and device.page.notices.state() not in (*NOT_OFFERED, NoticeState.DEFAULT)


def note_of(state: NoticeState) -> str:
    """Return the key of what a state means for the player."""
    return "notices.uninstalled" if state is NoticeState.UNINSTALLED else f"notices.state.{state}"


def want_notices(context: Context, on: bool) -> None:
    """Switch notices on or off; without permission they are off again once the browser has asked for it."""

    def heard(state: NoticeState) -> None:
        if state is not NoticeState.GRANTED:
            want_notices(context, False)

    context.settings.notices = on
    if on and device.page.notices.state() is NoticeState.DEFAULT:
        device.page.notices.ask(heard)
    context.settings_changed()


def notice_switch(context: Context, kit: Kit, id_: str) -> Part:
    """Return the switch of notices, like that of any other setting."""
    name = context.texts("settings.notices")

    def toggle(box: Box) -> list[Toggle]:
        y, on = box.centre[1] - controls.SWITCH[1] / 2, is_notified(context)
        return [Toggle(kit, id_, box.x, y, on=on, name=name, change=partial(want_notices, context))]

    return CustomPart(toggle, w=controls.SWITCH[0])


class NoticeSettings(Baked):
    """The sheet of the settings about notices."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._shown = self._states()
        self._question: ServerQuestion[Feed] | None = None
        #: the wish that the question is about
        self._wish: AskFeed | FindFeed | None = None
        #: what the server last said of the seat's feed, None before that
        self._feed: Feed | None = None
        #: the address of the feed if it was made here, which the server does not tell twice
        self._address = ""
        self._has_no_answer = False
        #: the feed is shown, which few people need
        self._shows_more = False
        if seat := self._seat():
            self._ask(FindFeed(seat))

    def _states(self) -> tuple[NoticeState, str, PushState]:
        """Return the states of notices, of the page's push, and of the server's."""
        return device.page.notices.state(), device.page.notices.push_state(), self.context.push

    def pause(self) -> None:
        """Wait for no answer any longer."""
        super().pause()
        if self._question is not None:
            self._question.close()
            self._question = None

    def update(self, ms: float) -> transitions.Transition:
        """Follow what the browser and the server say meanwhile."""
        if self._states() != self._shown:
            self._shown = self._states()
            self.build()
        question = self._question
        if question is not None:
            question.poll(self.context.clock.now_ms())
            if question.is_done:
                self._question = None
                self._hear(question.answer)
        return None

    # ---- what is offered ------------------------------------------------------------------------

    def _notices_note(self) -> str:
        state, page, _ = self._shown
        if state is NoticeState.NONE and page == "home_screen":
            return "notices.push.home_screen"
        # the program's name is for those who ask for more
        return f"notices.state.{state}" if self._shows_more else note_of(state)

    def _push_note(self) -> str:
        """Return the key of the sentence about a closed page; "" for a program, and where there are no notices."""
        state, page, server = self._shown
        if state not in ON_PAGE:
            return ""
        if page in NO_PUSH:
            return f"notices.push.{page}"
        if not self.context.settings.notices or state is NoticeState.DEFAULT:
            return "notices.push.off"
        return f"notices.push.{server or PushState.LATER}"

    # ---- the feed -------------------------------------------------------------------------------

    def _seat(self) -> SeatQuery | None:
        """Return the player's seat at the present table."""
        session = self.context.session
        if session is None or session.remote.seat < 0:
            return None
        return SeatQuery(session.remote.party, session.token)

    def _feed_note(self) -> str:
        """Return the key of the sentence about the feed once it is shown; "" where there is none."""
        if not self._shows_more:
            return ""
        if self._seat() is None:
            return "notices.feed.no_table" if self._shown[0] in NOT_OFFERED else ""
        if self._has_no_answer:
            return "notices.feed.no_answer"
        return "notices.feed.exists" if self._has_old_address() else "notices.feed.note"

    def _has_old_address(self) -> bool:
        return self._feed is not None and self._feed.exists and not self._address

    def _ask(self, wish: AskFeed | FindFeed) -> None:
        """Ask the server of the present table."""
        session = self.context.session
        if self._question is not None and isinstance(self._wish, FindFeed):
            self._question.close()
            self._question = None
        if session is not None and self._question is None:
            connection = self.context.connect(session.join_link.server)
            self._question = ServerQuestion(connection, wish, Feed, self.context.clock.now_ms())
            self._wish = wish

    def _ask_feed(self, on: bool) -> None:
        """Copy the feed's address, if need be a new one, or end the feed."""
        seat = self._seat()
        if on and self._address:
            self._copy()
        elif seat is not None:
            self._ask(AskFeed(seat, self.texts.language, on))

    def _hear(self, answer: Feed | None) -> None:
        """Take the server's answer, or None if there is none."""
        wish, session = self._wish, self.context.session
        self._has_no_answer = answer is None
        if answer is not None and session is not None:
            self._feed = answer
            server = session.join_link.server or self.context.server
            self._address = (
                f"http{server.removeprefix('ws').removesuffix('/party')}{answer.path}" if answer.path else ""
            )
            if self._address:
                self._copy()
            elif isinstance(wish, AskFeed):
                self.context.tell("notices.feed.refused" if wish.on else "notices.feed.ended")
        self.build()

    def _copy(self) -> None:
        done = "notices.feed.copied", "notices.feed.not_copied"
        device.page.copy_text(self._address, lambda copied: self.context.tell(done[not copied]))

    def _has_more(self) -> bool:
        """Return True if the feed can be shown: at a table, or where there is nothing else."""
        return not self._shows_more and (self._seat() is not None or self._shown[0] in NOT_OFFERED)

    def _show_more(self) -> None:
        self._shows_more = True
        self.build()

    # ---- the sheet ------------------------------------------------------------------------------

    def spoken(self) -> str:
        keys = ("notices.title", "notices.about", self._notices_note(), self._push_note(), self._feed_note())
        return self.texts.sentences([self.texts(key) for key in keys if key])

    def _label(self, key: str, note: str) -> Part:
        return NotedLabel(self.texts(key), self.texts(note), weight=1, h=ROW)

    def _rows(self) -> list[Part]:
        notices = self._label("notices.on", self._notices_note())
        rows: list[Part] = [notices]
        if self._shown[0] not in NOT_OFFERED:
            rows = [RowOfParts((notices, notice_switch(self.context, self.kit, "notices")), 16)]
        if note := self._push_note():
            rows.append(self._label("notices.push", note))
        if note := self._feed_note():
            label = self._label("notices.feed", note)
            rows.append(Column((label, self._feed_buttons()), 14) if self._seat() else label)
        return rows

    def _feed_buttons(self) -> Part:
        copy = "notices.feed.renew" if self._has_old_address() else "notices.feed.copy"
        uses = [("feed", copy, True)]
        if self._feed is not None and self._feed.exists:
            uses.append(("feed_end", "notices.feed.end", False))
        texts, high = self.texts, BUTTON[self.frame.tall]
        buttons = [ButtonPart(id_, texts(key), partial(self._ask_feed, on), "dark", size=20) for id_, key, on in uses]
        return RowOfParts(buttons, 16, h=high)

    def build(self) -> None:
        context, frame = self.context, self.frame
        kit, texts = context.kit, context.texts
        self.plate = backdrop.Backdrop(kit, surfaces.dimmed(surfaces.softened(backdrop.wood(frame), 6), VEIL, 0.62))
        high = max(76, BUTTON[frame.tall])
        done: Part = ButtonPart("done", texts("notices.done"), transitions.Pop, "primary", size=24, keys=BACK, h=high)
        if self._has_more():
            more = ButtonPart("more", texts("notices.more"), self._show_more, size=22, h=high)
            done = RowOfParts((more, replace(done, weight=2)), 16, h=high)
        parts = (
            Paragraph(texts("notices.title"), 30, face=fonts.DISPLAY, limit=132),
            Paragraph(texts("notices.about"), 20, palette.SOFT_ON_PAPER, limit=110),
            RuledColumn(self._rows(), 2 * AROUND[frame.tall]),
            done,
        )
        wide = 672 if frame.tall else 840
        self.show(Anchor(PaperBox(Column(parts, 20), 36, 32, radius=24), wide).lay(self.plate, frame.table))
