"""The host's program within the test's own process."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

from game.tools import hosting


def given(tmp_path: Path, *more: str):
    return hosting.parser().parse_args(
        ["--address", "127.0.0.1", "--port", "0", "--ledger", str(tmp_path / "l"), *more]
    )


@asynccontextmanager
async def running(given):
    """Run the program within this process; yield what it prints, once it listens."""
    said: list[str] = []
    host = hosting.Host(given, said.append)
    run = asyncio.create_task(host.run())
    while not run.done() and not any("Stop with" in row or "listening" in row for row in said):
        await asyncio.sleep(0.005)
    try:
        yield said
    finally:
        host.ending.set()
        await run
