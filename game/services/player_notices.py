"""Tells the player of tables that wait while nobody looks: in the title, by notices, and by Web Push.

A page is still while it is hidden, so it gets the words of its table beforehand. Once it is closed the server calls it:
the browser's subscription is handed to the server for every seat kept there.
"""

from collections.abc import Iterable, Mapping

from game.host import device
from game.host.notice_state import NoticeState
from game.player.known_parties import MOST_TABLES, kept_seats
from game.player.quiet import local_minute
from game.services.context import Context, PushState
from game.services.table_news import TITLES, TableNews, table_text
from game.services.table_watch import seat_here
from game.wire import messages
from game.wire.server_question import ServerQuestion

#: interval of looks, and of new attempts after a failure, in milliseconds
LOOK_MS, RETRY_MS = 1_000, 300_000


class PlayerNotices:
    """Notices of this device, kept up to date by :meth:`poll`."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._next_ms = self._retry_ms = 0.0
        self._count = 0
        #: the words that the page has for the present table
        self._prepared: dict[str, str | bool | list[int]] | None = None
        #: news of all tables, and what the page asks about them while it is hidden, with what that depends on
        self._news = TableNews(context)
        self._watched: tuple[object, ...] | None = None
        self._question: ServerQuestion[messages.NoticeOffer] | None = None
        #: the server's key, None before it was asked; the browser's subscription; the seats that the server has it for
        self._key: str | None = None
        self._subscription: Mapping[str, str] = {}
        self._subscribed: set[messages.SeatQuery] = set()
        self._asked: set[messages.SeatQuery] = set()
        self._language = context.texts.language
        #: what the page keeps of that for its worker
        self._kept: tuple[object, ...] | None = None

    def poll(self, now_ms: float, *, is_seen: bool) -> None:
        """Look at the tables; ``is_seen`` is False while another window is in front."""
        if self._question is not None:
            self._question.poll(now_ms)
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + LOOK_MS
        self._prepare_page(is_seen)
        self._tell(now_ms, is_seen)
        self._show_count()
        self._keep_push(now_ms)

    # ---- while the program runs -------------------------------------------------------------------

    def _notice_texts(self) -> dict[str, str | bool | list[int]] | None:
        """Return what a notice of the present table says; None without a seat at a table."""
        session, texts = self._context.session, self._context.texts
        state = session.remote.party_state if session else None
        if session is None or state is None or session.remote.seat < 0:
            return None
        return {
            "party": session.remote.party,
            "turn": texts("told.turn"),
            "over": texts("told.over"),
            "text": table_text(self._context, state.game, state.places, session.remote.seat),
            "on": self._context.settings.notices,
            "quiet": [*self._context.settings.night],
        }

    def _prepare_page(self, is_seen: bool) -> None:
        """Prepare the words of a page that stands still once it is hidden, and what it asks the servers meanwhile."""
        words = self._notice_texts()
        if words != self._prepared:
            self._prepared = words
            device.page.notices.prepare(words)
        if is_seen:
            self._prepare_watch()

    def _prepare_watch(self) -> None:
        """Prepare what the page asks about the other tables once it is hidden."""
        context, settings, texts = self._context, self._context.settings, self._context.texts
        # the server calls a page that has subscribed to its pushes
        called_by = context.server if context.push == PushState.ON else None
        key = (context.tables.version, seat_here(context), called_by, settings.notices, settings.night, texts.language)
        if key == self._watched:
            return
        self._watched = key
        told: dict[str, object] | None = None
        if settings.notices:
            told = {name: texts(title) for name, title in TITLES.items()}
            told |= {"quiet": [*settings.night], "servers": self._news.for_page(called_by)}
        device.page.notices.watch_tables(told)

    def _tell(self, now_ms: float, is_seen: bool) -> None:
        """Tell of each table's news, unless the player sees that table or the list of all."""
        context = self._context
        for event in self._news.take():
            if not context.settings.notices or self._is_night():
                continue
            if not is_seen:
                device.page.notices.show(context.texts(event.title), event.text)
            elif not event.is_here and not context.tables.is_shown(now_ms):
                context.tell("told.elsewhere", title=context.texts(event.title), table=event.text)

    def _is_night(self) -> bool:
        begin, end = self._context.settings.night
        minute = local_minute(self._context.clock.wall_ms())
        return begin <= minute < end if begin <= end else not end <= minute < begin

    def _show_count(self) -> None:
        """Show how many tables wait."""
        count = self._context.tables.waiting
        if count != self._count:
            self._count = count
            device.page.notices.show_waiting(count)

    # ---- Web Push ---------------------------------------------------------------------------------

    def _keep_push(self, now_ms: float) -> None:
        """Keep the server informed of the browser's subscription for all seats, or end it."""
        page, context = device.page, self._context
        if (
            not context.settings.notices
            or page.notices.push_state() != "yes"
            or device.page.notices.state() is not NoticeState.GRANTED
        ):
            if self._subscription:
                self._ask(self._subscribed, False, now_ms)
                page.notices.unsubscribe()
                self._subscription, self._subscribed, self._kept = {}, set(), None
            context.push = PushState.NONE
            return
        self._take_answer(now_ms)
        kept = [one for one in kept_seats(context)[:MOST_TABLES] if one.server in ("", context.server)]
        seats = {messages.SeatQuery(one.party, one.token) for one in kept}
        if self._language != context.texts.language:
            self._language, self._subscribed = context.texts.language, set()
        self._subscribed &= seats
        if not seats:
            context.push = PushState.NONE
        elif not context.push:
            context.push = PushState.ASKING
        self._keep_wish()
        if self._question is not None or now_ms < self._retry_ms or not seats:
            return
        if self._key is None:
            self._ask(set(), True, now_ms)
        elif not self._key:
            context.push = PushState.NOT_OFFERED
        elif not self._subscription:
            self._retry_ms = now_ms + RETRY_MS
            page.notices.subscribe(self._key, self._on_subscription)
        elif seats - self._subscribed:
            self._ask(seats - self._subscribed, True, now_ms)

    def _on_subscription(self, found: Mapping[str, str]) -> None:
        if found and found == self._subscription:
            return
        # the first one, or in place of one that the browser has ended
        self._subscription, self._subscribed = found, set()
        self._context.push = PushState.ASKING if found else PushState.FAILED
        if found:
            self._next_ms = self._retry_ms = 0.0

    def _wish(self, seats: Iterable[messages.SeatQuery], subscription: Mapping[str, str], on: bool) -> messages.TellMe:
        endpoint, point, secret = (subscription.get(name, "") for name in ("endpoint", "p256dh", "auth"))
        return messages.TellMe(tuple(seats), endpoint, point, secret, self._context.texts.language, on)

    def _keep_wish(self) -> None:
        """Leave with the page what its worker needs once it is closed: all seats, the server's key, and the night."""
        if not self._subscribed or not self._key:
            return
        ask: messages.ClientMessage = self._wish(sorted(self._subscribed), {}, True)
        wish = messages.message_text(messages.CLIENT_CODEC, ask)
        kept = (self._context.server, self._key, wish, *self._context.settings.night)
        if kept != self._kept:
            self._kept = kept
            device.page.notices.keep_request(*kept)

    def _ask(self, seats: set[messages.SeatQuery], on: bool, now_ms: float) -> None:
        """Send the subscription for seats, or without any ask for the server's key."""
        wish = self._wish(seats, self._subscription if seats else {}, on)
        connection = self._context.connect(self._context.server)
        self._asked = seats if on else set()
        if self._question is not None:
            self._question.close()
        self._question = ServerQuestion(connection, wish, messages.NoticeOffer, now_ms)

    def _take_answer(self, now_ms: float) -> None:
        question = self._question
        if question is None or not question.is_done:
            return
        self._question = None
        context, answer, before = self._context, question.answer, self._key
        if answer is None:
            self._retry_ms = now_ms + RETRY_MS
            is_refused = self._asked and question.failure == messages.Close.POLICY
            context.push = PushState.REFUSED if is_refused else PushState.NO_ANSWER
            return
        self._key = answer.push_key
        if before and self._key != before:
            # push services refuse what another key signs
            self._subscription, self._subscribed, context.push = {}, set(), PushState.ASKING
        elif self._asked:
            self._subscribed |= self._asked
            if answer.seats:
                context.push = PushState.ON
            elif context.push != PushState.ON:
                # tables that the server has lost
                context.push = PushState.LATER
