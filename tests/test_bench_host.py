"""The devices of ``tasks.py bench --host``: none waits for ever for an answer that cannot come."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "build"))

from bench_host import Seat, Table

from game.server.client_connection import ALIVE
from game.wire.commands import Lock
from game.wire.messages import SERVER_CODEC, Ack, message_text


class Wire:
    """A line by which some texts come before it ends."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    async def send(self, _text: str) -> None:
        pass

    async def __aiter__(self):
        for text in self._texts:
            await asyncio.sleep(0)
            yield text


def answered_by(*texts: str) -> bool:
    """What a device that wishes for something makes of what comes."""

    async def story() -> bool:
        seat = Seat(Table("push", random.Random(1)), Wire(*texts))
        wish = asyncio.create_task(seat.do(Lock(True)))
        await asyncio.sleep(0)
        await seat.listen()
        return await wish

    return asyncio.run(story())


def test_a_server_that_says_it_still_waits_for_its_ledger_is_waited_for():
    assert answered_by(message_text(SERVER_CODEC, ALIVE), message_text(SERVER_CODEC, Ack("x1", 1)))


def test_a_line_that_ends_before_the_answer_is_a_failure_and_no_silence():
    with pytest.raises(ConnectionError):
        answered_by(message_text(SERVER_CODEC, ALIVE))
