"""Bots that look in turn, where a live table has no clock: as long as one can see them look.

What the only person there has no choice about comes as unasked, and by itself.
"""

from __future__ import annotations

from game.app.context import Context
from game.core.game import Action
from game.core.live import AnyLiveGame
from game.core.match import AnyMatch

#: how long a bot looks, at least, and up to so much longer; and where it finds nothing
LOOK_MS, IDLE_MS = (900, 700), (420, 260)


class BotLooks:
    """The looks of the bots at one table."""

    def __init__(self, context: Context, match: AnyMatch, game: AnyLiveGame) -> None:
        self.context, self.match, self.game = context, match, game
        #: what the bot that looks will do, and how long it still looks
        self._action: Action | None = None
        self._left = 0.0

    def hurry(self) -> bool:
        """Let the look end at once, if nothing else can go on meanwhile; return whether that was so."""
        waits = self._action is not None and self.game.waits_for(self.match.state)
        if waits:
            self._left = 0.0
        return waits

    def stop(self) -> None:
        """Something has happened: nobody is looking as the table was."""
        self._action = None

    def update(self, ms: float) -> Action | None:
        """Let time pass, in milliseconds; return what a bot does whose look is over."""
        seat = self.game.bot_to_look(self.match)
        unasked = None if self.context.settings.confirm == "always" else self.game.forced_action(self.match)
        if seat < 0 and unasked is None:
            return None
        if self._action is None:
            rng = self.match.bot_rng()
            if unasked is None:
                thinking = self.game.bots.think(self.match.view(seat), rng, self.match.seats[seat].kind)
                self._action = next(found for found in thinking if found is not None)
            else:
                self._action = unasked
            least, more = LOOK_MS if self.game.is_find(self._action) else IDLE_MS
            self._left = least + rng.below(more)
        self._left -= ms / (self.context.settings.pace or 1)
        if self._left > 0:
            return None
        action, self._action = self._action, None
        return action
