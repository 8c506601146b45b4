"""What is said about a match of Hoch oder tief. Names, never "you"."""

from __future__ import annotations

from typing import assert_never

from game.engine import words
from game.engine.words import LogLine
from game.games.hoch_tief.events import CardTurned, Event, GameEnded, GameStarted, StakeSet
from game.games.hoch_tief.rules import NAME, Action, Verb, View


class Words(words.Words[Action, Event, View]):
    """Speaks of one match in one language."""

    game = NAME

    def action(self, action: Action, view: View) -> str:
        """An action as its button and the hint name it."""
        if action.verb == Verb.STAKE:
            return self("stake", count=action.stake)
        return self(action.verb.name.lower())

    def table(self, view: View) -> str:
        """What lies on the table."""
        said = [self("spoken.open", card=view.open), self("spoken.pile", count=view.pile_count)]
        for seat, calls in enumerate(view.calls):
            said.append(self("spoken.points", name=self.name(seat), count=sum(call.points for call in calls)))
        return ". ".join(said)

    def prompt(self, view: View, own: bool) -> str:
        """What is to be decided, or by whom; ``own`` if the viewer is the person who decides."""
        if view.turn < 0:
            return self("prompt.over")
        if not own:
            return self("prompt.thinking", name=self.name(view.turn))
        return self("prompt.call", card=view.open) if view.stake else self("prompt.stake")

    def log(self, event: Event) -> list[LogLine]:
        """The log's lines for an event."""
        match event:
            case GameStarted(starter, card):
                return self.line(starter, "starts", card=card)
            case StakeSet(seat, stake):
                return self.line(seat, "staked", count=stake)
            case CardTurned(seat, high, card, points):
                called = self("high" if high else "low")
                return self.line(seat, "turned", called=called, card=card, points=self.texts.signed(points))
            case GameEnded():
                return []
            case _:
                assert_never(event)
