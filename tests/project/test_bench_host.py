"""The devices of ``tasks.py bench host`` give up on an answer that cannot come."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "build"))

from bench_host import Seat, Table

from game.server.client_connection import ALIVE
from game.wire.commands import Lock
from game.wire.messages import SERVER_CODEC, Ack, message_text


class Wire:
    """A connection on which some texts come before it ends."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    async def send(self, _text: str) -> None:
        pass

    async def __aiter__(self):
        for text in self._texts:
            await asyncio.sleep(0)
            yield text


def answered_by(*texts: str) -> bool:
    """Return the answer that a device finds among the messages, or raise."""

    async def story() -> bool:
        seat = Seat(Table("push", random.Random(1)), Wire(*texts))
        wish = asyncio.create_task(seat.do(Lock(True)))
        await asyncio.sleep(0)
        await seat.listen()
        return await wish

    return asyncio.run(story())


def test_a_keep_alive_message_is_skipped_while_waiting_for_the_answer():
    assert answered_by(message_text(SERVER_CODEC, ALIVE), message_text(SERVER_CODEC, Ack("x1", 1)))


def test_a_connection_that_ends_before_the_answer_raises():
    with pytest.raises(ConnectionError):
        answered_by(message_text(SERVER_CODEC, ALIVE))
