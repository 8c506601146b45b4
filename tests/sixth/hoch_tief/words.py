"""What is said about a match of Hoch oder tief. Names, never "you"."""

from __future__ import annotations

from game.engine import words
from game.engine.words import LogLine
from game.games.hoch_tief.events import Event, GameStarted, actor
from game.games.hoch_tief.rules import NAME, Action, Verb, View


class Words(words.Words[Action, Event, View]):
    """Speaks of one match in one language."""

    game = NAME
    counted = ("stake",)

    def actor(self, event: Event) -> int:
        """The seat that an event is about, or -1."""
        return actor(event)

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

    def fact(self, name: str, value: int) -> object:
        """What fills the blank of an event's field."""
        match name:
            case "high":
                return self("high" if value else "low")
            case "points":
                return self.texts.signed(value)
        return value

    def log(self, event: Event) -> list[LogLine]:
        """The log's lines for an event."""
        if isinstance(event, GameStarted):
            return self.line(event.starter, "GameStarted", card=event.card)
        return super().log(event)
