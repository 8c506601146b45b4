"""Notices about tables: of a browser's page, also of a closed one by Web Push, and what is common with a desktop's."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.host.notice_state import NoticeState

#: texts, and lists of numbers
Json: TypeAlias = "str | bool | list[int]"


class Notices:
    """Notices of the machine; what only a page can do does nothing here."""

    def show_waiting(self, count: int) -> None:
        """Show in the title how many tables wait."""

    def state(self) -> NoticeState:
        """Return whether notices can be shown, or why not."""
        return NoticeState.NONE

    def ask(self, done: Callable[[NoticeState], None]) -> None:
        """Ask the player for permission to show notices; ``done`` is told the new state, in a page later or never."""
        done(self.state())

    def show(self, title: str, text: str) -> None:
        """Show a notice of a desktop's system; a page does so by itself, see :meth:`prepare`."""

    def prepare(self, words: Mapping[str, Json] | None) -> None:
        """Prepare the words of the table one is at, which a hidden page shows by itself; None for no table."""

    def watch_tables(self, told: Mapping[str, object] | None) -> None:
        """Prepare what a hidden page asks the servers about tables, and the words of its notices; None for nothing."""

    def push_state(self) -> str:
        """Return whether a closed page can be called: "yes", "no", or "home_screen" where only an installed one can."""
        return "no"

    def subscribe(self, key: str, done: Callable[[Mapping[str, str]], None]) -> None:
        """Subscribe to Web Push of the server with this key.

        ``done`` gets the subscription, or {} if it failed, and later every subscription that takes its place.
        """

    def unsubscribe(self) -> None:
        """End the subscription."""

    def keep_request(self, server: str, key: str, request: str, *night: int) -> None:
        """Keep for the service worker what it sends to the server if the browser replaces the subscription.

        That is the ``request``, with the new subscription, made with the server's ``key``. In the night, given by two
        minutes of the day, it shows notices without a sound.
        """


class WebNotices(Notices):
    """Notices of a page, by its script."""

    def __init__(self, script: Any) -> None:
        self._script = script
        self._on_permission: Callable[[NoticeState], None] | None = None
        self._on_push: Callable[[Mapping[str, str]], None] | None = None

    def receive(self, event: dict[str, Any]) -> None:
        """Accept the page's event of the player's answer, or of a subscription."""
        if event["kind"] == "notices" and self._on_permission:
            on_permission, self._on_permission = self._on_permission, None
            on_permission(NoticeState(event["state"]))
        elif event["kind"] == "push" and self._on_push:
            # again when the browser has replaced the subscription
            self._on_push({name: event[name] for name in ("endpoint", "p256dh", "auth")} if event["endpoint"] else {})

    def show_waiting(self, count: int) -> None:
        """Show in the title and on the icon how many tables wait."""
        self._script.showWaiting(count)

    def state(self) -> NoticeState:
        """Return the browser's permission for notices, or why it has none."""
        return NoticeState(str(self._script.noticeState()))

    def ask(self, done: Callable[[NoticeState], None]) -> None:
        """Ask the player for the permission, after a press."""
        self._on_permission = done
        self._script.askForNotices()

    def prepare(self, words: Mapping[str, Json] | None) -> None:
        self._script.prepareNotice(json.dumps(words))

    def watch_tables(self, told: Mapping[str, object] | None) -> None:
        self._script.watchTables(json.dumps(told))

    def push_state(self) -> str:
        return str(self._script.pushState())

    def subscribe(self, key: str, done: Callable[[Mapping[str, str]], None]) -> None:
        self._on_push = done
        self._script.subscribeToPush(key)

    def unsubscribe(self) -> None:
        self._script.unsubscribeFromPush()

    def keep_request(self, server: str, key: str, request: str, *night: int) -> None:
        self._script.keepPushRequest(json.dumps({"server": server, "key": key, "request": request, "night": night}))
