"""Question to a server outside of any party: a connection, one message, one answer."""

from typing import Generic, TypeVar

from game.core.codec import BadData
from game.wire import messages
from game.wire.party_client import Connection

A = TypeVar("A", messages.Seats, messages.NoticeOffer, messages.Feed)

#: time after which no answer is expected any more, in milliseconds
ANSWER_MS = 8_000
#: code of a connection that ended without a word of the server, as WebSocket has it
ABNORMAL = 1006


class ServerQuestion(Generic[A]):
    """One question, until it is answered by a message of the ``kind`` or has failed."""

    def __init__(self, connection: Connection, ask: messages.ClientMessage, kind: type[A], now_ms: float) -> None:
        self._kind: type[A] = kind
        self._until_ms = now_ms + ANSWER_MS
        self._connection = connection
        self._connection.send(messages.message_text(messages.CLIENT_CODEC, ask))
        self.answer: A | None = None
        #: why there is no answer, as in :class:`~game.wire.messages.Close`; None before that is known
        self.failure: int | None = None

    @property
    def is_done(self) -> bool:
        """True once it is answered or has failed."""
        return self.answer is not None or self.failure is not None

    def poll(self, now_ms: float) -> None:
        """Receive the answer."""
        if self.is_done:
            return
        # a server may close the connection right behind its answer
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
        if isinstance(heard, self._kind):
            self._take(heard)
        elif isinstance(heard, messages.Nak):
            self.failure = messages.Close.SLOW_DOWN

    def _take(self, answer: A) -> None:
        self.answer = answer

    def close(self) -> None:
        """Give up waiting."""
        self._connection.close()
