"""Question about a device's seats at one server: a connection, one message, one answer."""

from collections.abc import Sequence

from game.core.codec import BadData
from game.wire import messages
from game.wire.party_client import Connection

#: time after which no answer is expected any more, in milliseconds
ANSWER_MS = 8_000
#: code of a connection that ended without a word of the server, as WebSocket has it
ABNORMAL = 1006


class SeatsQuestion:
    """One question, until it is answered or has failed."""

    def __init__(self, connection: Connection, seats: Sequence[messages.SeatQuery], now_ms: float) -> None:
        self._seats = tuple(seats)
        self._until_ms = now_ms + ANSWER_MS
        self._connection = connection
        ask: messages.ClientMessage = messages.AskSeats(messages.VERSION, self._seats)
        self._connection.send(messages.message_text(messages.CLIENT_CODEC, ask))
        self.answer: messages.Seats | None = None
        #: why there is no answer, as in :class:`~game.wire.messages.Close`; None before that is known
        self.failure: int | None = None

    @property
    def is_done(self) -> bool:
        """True once it is answered or has failed."""
        return self.answer is not None or self.failure is not None

    def turn(self, now_ms: float) -> None:
        """Receive the answer."""
        if self.is_done:
            return
        # a server closes the connection right behind its answer
        closed = self._connection.closed
        for text in self._connection.take():
            self._hear(text)
        if not self.is_done and (closed is not None or now_ms >= self._until_ms):
            self.failure = ABNORMAL if closed is None else closed
        if self.is_done:
            self._connection.close()

    def _hear(self, text: str) -> None:
        try:
            heard = messages.read_answer(text)
        except BadData:
            self.failure = messages.Close.VERSION
            return
        if not isinstance(heard, messages.Seats):
            return
        asked = [query.party for query in self._seats]
        if [row.party for row in heard.rows] == asked:
            self.answer = heard

    def close(self) -> None:
        """Give up waiting."""
        self._connection.close()
