"""Question about a device's seats at one server."""

from collections.abc import Sequence

from game.wire import messages
from game.wire.party_client import Connection
from game.wire.server_question import ServerQuestion


class SeatsQuestion(ServerQuestion[messages.Seats]):
    """One question about seats, until it is answered or has failed."""

    def __init__(self, connection: Connection, seats: Sequence[messages.SeatQuery], now_ms: float) -> None:
        self._seats = tuple(seats)
        super().__init__(connection, messages.AskSeats(messages.VERSION, self._seats), messages.Seats, now_ms)

    def _take(self, answer: messages.Seats) -> None:
        if [row.party for row in answer.rows] == [query.party for query in self._seats]:
            self.answer = answer
