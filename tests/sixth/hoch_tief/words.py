"""What is said about a match of Hoch oder tief. Names, never "you"."""

from __future__ import annotations

from typing import assert_never

from game.engine import words
from game.engine.words import LogLine
from game.games.hoch_tief import events as ev
from game.games.hoch_tief.rules import NAME, Action, View


class Words(words.Words[Action, ev.Event, View]):
    """Speaks of one match in one language."""

    game = NAME

    def action(self, action: Action, view: View) -> str:
        return self(action.verb.name.lower())

    def table(self, view: View) -> str:
        said = [self("spoken.open", card=view.open), self("spoken.pile", count=len(view.coming))]
        said += [self("spoken.points", name=self.name(seat), count=count) for seat, count in enumerate(view.points)]
        return ". ".join(said)

    def prompt(self, view: View, own: bool) -> str:
        """What is to be decided, or by whom; ``own`` if the viewer is the person who decides."""
        if view.turn < 0:
            return self("prompt.over")
        if not own:
            return self("prompt.thinking", name=self.name(view.turn))
        return self("prompt.call", card=view.open) if view.stake else self("prompt.stake")

    def log(self, event: ev.Event) -> list[LogLine]:
        """The log's lines for an event."""
        match event:
            case ev.GameStarted(starter, card):
                return self.line(starter, "starts", card=card)
            case ev.StakeSet(seat, stake):
                return self.line(seat, "staked", count=stake)
            case ev.CardTurned(seat, high, card, points):
                called = self("high" if high else "low")
                return self.line(seat, "turned", called=called, card=card, points=self.texts.signed(points))
            case _:
                assert_never(event)
