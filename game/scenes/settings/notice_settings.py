"""The sheet about notices: the browser's or system's, Web Push and a private feed, each with why it is not there."""

from functools import partial

from game.app.context import Context
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
from game.engine.layout import Box
from game.engine.widgets import Toggle
from game.host import device
from game.scenes.shared.common import VEIL, Baked
from game.wire.messages import AskFeed, Feed, SeatQuery
from game.wire.server_question import ServerQuestion

BACK = ("pause", "back")
#: states in which there are none, each with its reason
NOT_OFFERED = ("denied", "insecure", "framed", "none")
#: states of pages that nobody can call once they are closed
NO_PUSH = ("no", "home_screen")


class NoticeSettings(Baked):
    """The sheet of the settings about notices."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._shown = self._states()
        self._question: ServerQuestion[Feed] | None = None
        #: a feed is asked for, instead of its end
        self._wanted = False

    def _states(self) -> tuple[str, str, str]:
        """Return the states of notices, of the page's push, and of the server's."""
        return device.notice_state(), device.page.push_state(), self.context.push

    def update(self, ms: float) -> transitions.Transition:
        """Follow what the browser and the server say meanwhile."""
        if self._states() != self._shown:
            self._shown = self._states()
            self.build()
        question = self._question
        if question is not None:
            question.turn(self.context.clock.now_ms())
            if question.is_done:
                self._question = None
                self._hand_out(question.answer.path if question.answer else "")
        return None

    # ---- what is offered ------------------------------------------------------------------------

    def _notices_note(self) -> str:
        return f"notices.state.{self._shown[0]}"

    def _push_note(self) -> str:
        """Return the key of the sentence about a program or page that is closed."""
        state, page, server = self._shown
        if not device.WEB and state in ("native", "none"):
            return "notices.push.native"
        if state in NOT_OFFERED:
            return "notices.push.no_notices"
        if page in NO_PUSH:
            return f"notices.push.{page}"
        if not self.context.settings.notices:
            return "notices.push.off"
        return f"notices.push.{server or 'later'}"

    def _set(self, on: bool) -> None:
        self.context.settings.notices = on
        if on and self._shown[0] == "default":
            device.ask_for_notices(self._on_answer)
        self.context.settings_changed()

    def _on_answer(self, state: str) -> None:
        if state != "granted":
            self.context.settings.notices = False
            self.context.settings_changed()

    def _ask_feed(self, on: bool) -> None:
        """Ask the server of the present table for a new address, or to end the one before."""
        session = self.context.session
        if session is None or self._question is not None:
            return
        wish = AskFeed(SeatQuery(session.remote.party, session.token), self.context.texts.language, on)
        connection = self.context.connect(session.join_link.server)
        self._question = ServerQuestion(connection, wish, Feed, self.context.clock.now_ms())
        self._wanted = on

    def _hand_out(self, path: str) -> None:
        session = self.context.session
        if not self._wanted or not path or session is None:
            self.context.tell("notices.feed.failed" if self._wanted else "notices.feed.ended")
            return
        server = session.join_link.server or self.context.server
        address = f"http{server.removeprefix('ws').removesuffix('/party')}{path}"
        done = "notices.feed.copied", "notices.feed.failed"
        device.share_text(address, lambda copied: self.context.tell(done[not copied]))

    # ---- the sheet ------------------------------------------------------------------------------

    def spoken(self) -> str:
        texts = self.context.texts
        keys = ("notices.title", "notices.about", self._notices_note(), self._push_note(), self._feed_note())
        return texts.sentences([texts(key) for key in keys])

    def _feed_note(self) -> str:
        session = self.context.session
        has_seat = session is not None and session.remote.seat >= 0
        return "notices.feed.note" if has_seat else "notices.feed.no_table"

    def _row(self, key: str, note: str, control: Part | None) -> Part:
        texts = self.context.texts
        label, h = NotedLabel(texts(key), texts(note), weight=1), 132 if self.context.frame.tall else 92
        return RowOfParts((label, control), 16, h=h) if control else RowOfParts((label,), h=h)

    def _switch(self) -> Part | None:
        if self._shown[0] in NOT_OFFERED:
            return None
        name = self.context.texts("notices.on")
        on = self.context.settings.notices and self._shown[0] != "default"

        def toggle(box: Box) -> list[Toggle]:
            y = box.centre[1] - controls.SWITCH[1] / 2
            return [Toggle(self.context.kit, "notices", box.x, y, on=on, name=name, change=self._set)]

        return CustomPart(toggle, w=controls.SWITCH[0])

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        self.plate = backdrop.Backdrop(kit, surfaces.dimmed(surfaces.softened(backdrop.wood(frame), 6), VEIL, 0.62))
        rows: list[Part] = [
            self._row("notices.on", self._notices_note(), self._switch()),
            self._row("notices.push", self._push_note(), None),
            self._row("notices.feed", self._feed_note(), None),
        ]
        if self._feed_note() == "notices.feed.note":
            uses = (("feed", "notices.feed.copy", True), ("feed_end", "notices.feed.end", False))
            rows.append(
                RowOfParts(
                    [
                        ButtonPart(id_, texts(key), partial(self._ask_feed, on), "dark", size=18, h=60)
                        for id_, key, on in uses
                    ],
                    16,
                )
            )
        parts = (
            Paragraph(texts("notices.title"), 30, face=fonts.DISPLAY, limit=132),
            Paragraph(texts("notices.about"), 20, palette.SOFT_ON_PAPER, limit=110),
            RuledColumn(rows),
            ButtonPart(
                "done", texts("notices.done"), transitions.Pop, "primary", size=24, keys=("pause", "back"), h=76
            ),
        )
        self.show(Anchor(PaperBox(Column(parts, 16), 36, 32, radius=24), 672).lay(self.plate, frame.table))
