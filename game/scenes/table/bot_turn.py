"""A bot's turn at a table of turns: it thinks in slices, and its move waits until one could see it think."""

from __future__ import annotations

from game.app.context import Context
from game.core.capabilities import Thinking
from game.core.game import Action
from game.core.match import AnyMatch
from game.scenes.review.review_worker import SLICE_MS

#: how long a bot seems to think at normal speed, in milliseconds
THINK_MS = (400, 900)


class BotTurn:
    """The thinking about one decision."""

    def __init__(self, match: AnyMatch, seat: int, share: float = 1.0) -> None:
        """``share`` of the usual time is what it seems to think."""
        rng = match.bot_rng()
        least, most = THINK_MS
        self._left = share * (least + rng.below(most - least))
        self._thinking: Thinking[Action] = match.game.bots.think(match.view(seat), rng, match.seats[seat].kind)
        self._decided: Action | None = None

    def think(self, context: Context, ms: float) -> Action | None:
        """Give the bot its slice of a frame ``ms`` long; return its move once it has thought long enough to see."""
        self._left -= ms / context.settings.pace if context.settings.pace else 1e9
        clock = context.clock
        end = clock.now_ms() + SLICE_MS
        while self._decided is None and clock.now_ms() < end:
            self._decided = next(self._thinking)
        return self._decided if self._left <= 0 else None
