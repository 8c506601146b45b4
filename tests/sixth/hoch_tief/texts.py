"""Texts about a match of Hoch oder tief. Names, never "you"."""

from game.engine import match_texts
from game.games.hoch_tief import events as ev
from game.games.hoch_tief.rules import NAME, Action, View


class HochTiefTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Speaks of one match in one language."""

    game = NAME
    counted = ("stake",)

    def action(self, action: Action, view: View) -> str:
        return self(action.verb.name.lower())

    def table(self, view: View) -> str:
        said = [self("spoken.open", card=view.open), self("spoken.pile", count=len(view.upcoming))]
        said += [self("spoken.points", name=self.name(seat), count=count) for seat, count in enumerate(view.points)]
        return ". ".join(said)

    def prompt(self, view: View, own: bool) -> str:
        """Return the pending decision, or who makes it; ``own`` if the viewer is the person who decides."""
        if view.turn < 0:
            return self("prompt.over")
        if not own:
            return self.texts("prompt.thinking", name=self.name(view.turn))
        return self("prompt.call", card=view.open) if view.stake else self("prompt.stake")

    def fact(self, name: str, value: int) -> object:
        if name == "points":
            return self.texts.signed(value)
        return self("high" if value else "low") if name == "high" else value
