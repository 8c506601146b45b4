"""A stand-in for a browser's page, natively: both runtimes offer the same one."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from game.app import app


class Bridge:
    """A bridge that passes calls on as pygbag's runtime does, which is the stricter one of the two.

    Its bridge takes text for Latin-1, knows no lists and no names of arguments, and no number beyond 32 bits.
    """

    def __init__(self, script: StandIn) -> None:
        self._script = script

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._script, name)

        def call(*given: object, **named: object) -> Any:
            if named:
                raise TypeError(f"{name}() takes no keyword arguments")
            return method(*map(handed_over, given))

        return call


def handed_over(value: object) -> object:
    """Return a value as the page gets it; raise what the runtime raises for one that it cannot pass on."""
    if isinstance(value, str):
        return value.encode("utf-8").decode("latin-1")
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**31) <= value < 2**31:
        raise SystemError("a number of more than 32 bits")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise TypeError(f"{type(value).__name__} cannot be handed over")


class StandIn:
    """The functions of the page's script, without a browser. The game reaches them through a ``Bridge``."""

    def __init__(self, asked: dict[str, str] | None = None) -> None:
        self.asked = asked or {}
        self.texts: dict[str, str] = {}
        #: the texts it has refused to store, as long as the page lasts
        self.held: dict[str, str] = {}
        self.full = False
        self.happened: list[dict[str, Any]] = []
        self.seen: list[dict[str, Any]] = []
        self.said: list[str] = []
        self.lines: list[str] = []
        self.failures: list[str] = []
        self.filled: list[int] = []
        self.saved: tuple[str, str] = ("", "")
        self.begun = False
        self.touch = False
        self.copied: list[str] = []
        #: whether the browser lets pages use the clipboard
        self.clipboard = True
        #: the areas that a notch covers above, at the right, below and at the left
        self.covered = (0, 0, 0, 0)
        self.vibrates = False
        #: the steps of the page's clock
        self.grain_ms = 0.1
        self.lit: list[int] = []
        #: the addresses of connections, and the texts sent by them
        self.dialled: list[str] = []
        self.talked: list[tuple[int, str]] = []
        self.pulses: list[str] = []
        #: the numbers of tables that wait, as they were shown
        self.waiting: list[int] = []
        #: the permission for notices, what the player will answer, and whether a closed page can be called
        self.permission, self.answer, self.push = "default", "granted", "no"
        #: the server's keys that it has subscribed with, "" for the end of that; and the subscription
        self.push_keys: list[str] = []
        self.subscription = {"endpoint": ""}
        self.prepared: dict[str, Any] | None = None
        #: what it asks about tables while it is hidden
        self.watched: dict[str, Any] | None = None
        #: what the service worker is left
        self.kept_request: dict[str, Any] | None = None
        #: how often an update was looked for, and the addresses at which it was allowed to restart
        self.looked = 0
        self.renewed: list[str] = []

    def startInfo(self) -> str:
        info = {"language": "de", "reducedMotion": True, "linkOptions": self.asked, "touch": self.touch}
        info |= {"server": "ws://127.0.0.1:8790/party", "address": "http://127.0.0.1:8790/"}
        return json.dumps(info | {"fullscreen": True, "vibration": self.vibrates})

    def size(self) -> str:
        return ",".join(map(str, (1280, 720, *self.covered)))

    def takeEvents(self) -> str:
        now, self.happened = self.happened, []
        return json.dumps(now) if now else ""

    def ready(self) -> None:
        self.begun = True
        self.happened.append({"kind": "start"})

    def now(self) -> float:
        """Return the page's own clock: another origin than Python's, the same pace."""
        return time.perf_counter() * 1000 + 1000.0

    def clockResolution(self) -> float:
        return self.grain_ms

    def reportCrash(self, text: str) -> None:
        self.failures.append(f"crash: {json.loads(text)}")

    def mirrorScene(self, text: str) -> None:
        self.seen.append(json.loads(text))

    def announce(self, text: str) -> None:
        self.said.append(json.loads(text))

    def appendLog(self, text: str, fresh: bool) -> None:
        self.lines = ([] if fresh else self.lines) + json.loads(text)

    def read(self, name: str) -> str:
        return json.dumps(self.held.get(name, self.texts.get(name)))

    def refuse(self) -> str:
        """Return the browser's error for storing a text."""
        return "QuotaExceededError" if self.full else ""

    def write(self, name: str, text: str) -> str:
        self.held.pop(name, None)
        refusal = self.refuse()
        (self.held if refusal else self.texts)[name] = json.loads(text)
        return refusal

    def remove(self, name: str) -> str:
        self.held.pop(name, None)
        self.texts.pop(name, None)
        return ""

    def names(self) -> str:
        return json.dumps(sorted({*self.texts, *self.held}))

    def setFullscreen(self, on: int) -> None:
        self.filled.append(on)
        self.happened.append({"kind": "fullscreen", "on": bool(on)})

    def checkForUpdate(self) -> None:
        self.looked += 1

    def restart(self, address: str) -> None:
        self.renewed.append(address)

    def keepScreenOn(self, on: int) -> None:
        self.lit.append(on)

    def vibrate(self, pattern: str) -> None:
        self.pulses.append(pattern)

    def showWaiting(self, count: int) -> None:
        self.waiting.append(count)

    def noticeState(self) -> str:
        return self.permission

    def pushState(self) -> str:
        return self.push

    def askForNotices(self) -> None:
        self.permission = self.answer
        self.happened.append({"kind": "notices", "state": self.answer})

    def subscribeToPush(self, key: str) -> None:
        self.push_keys.append(key)
        self.happened.append({"kind": "push", **self.subscription})

    def unsubscribeFromPush(self) -> None:
        self.push_keys.append("")
        self.kept_request = None

    def keepPushRequest(self, request: str) -> None:
        self.kept_request = json.loads(request)

    def prepareNotice(self, words: str) -> None:
        self.prepared = json.loads(words)

    def watchTables(self, told: str) -> None:
        self.watched = json.loads(told)

    def copyText(self, text: str) -> None:
        self.copied.append(json.loads(text))
        self.happened.append({"kind": "copied", "ok": self.clipboard})

    def connect(self, address: str) -> int:
        self.dialled.append(json.loads(address))
        return len(self.dialled)

    def send(self, number: int, text: str) -> None:
        self.talked.append((number, json.loads(text)))

    def disconnect(self, number: int) -> None:
        self.happened.append({"kind": "line", "number": number, "closed": 1000})

    def saveFile(self, name: str, text: str) -> None:
        self.saved = (name, json.loads(text))

    def savePicture(self, name: str, base64: str) -> None:
        self.saved = (name, base64)

    def chooseFile(self) -> None:
        self.happened.append({"kind": "file", "text": self.saved[1]})


async def frames(script: StandIn, decide: Callable[[StandIn], bool]) -> None:
    """Run the program; ``decide`` sees the page every few frames and ends the game by raising."""
    task = asyncio.ensure_future(app.run([]))
    for _ in range(30_000):
        await asyncio.sleep(0)
        if task.done():
            await task
            return
        if decide(script):
            task.cancel()
            break
    with pytest.raises(asyncio.CancelledError):
        await task


def enabled(script: StandIn) -> list[str]:
    """Return the ids of the items that can be used now."""
    return [row[0] for row in script.seen[-1]["items"] if row[2]] if script.seen else []


def use(script: StandIn, id_: str) -> None:
    """Use an item through the page's own buttons."""
    script.happened.append({"kind": "use", "id": id_, "at": 5.0})


def play(script: StandIn, *steps: Callable[[StandIn], bool]) -> None:
    """Run the program through steps, each of which is tried every few frames until it is true."""
    left = list(steps)

    def decide(script: StandIn) -> bool:
        if left and not script.happened and left[0](script):
            left.pop(0)
        return not left

    asyncio.run(frames(script, decide))
    assert not left, f"{len(left)} steps were not reached"
