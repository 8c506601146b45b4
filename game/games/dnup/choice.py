"""The choice at the table of dnuP: own cards, or another seat's set, and what they would do."""

from typing import Protocol

from game.engine.items import card_id, move_id
from game.games.dnup import rules
from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import Action, Verb, View


def set_id(place: int) -> str:
    """Return the item id of the set at a place."""
    return card_id(place, "set")


class Asked(Protocol):
    """The part of the table that the choice needs: the view, and what is pointed at."""

    view: View
    viewer_decides: bool
    pointed: str


class Choice:
    """The viewer's choice of several steps, and the cards of it that are being dragged."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        #: the chosen own cards, and the place of the chosen set of another seat, or -1
        self.cards: list[int] = []
        self.target = -1
        #: own cards dragged out of the hand: the preview is about them instead of the chosen ones
        self.dragged: list[int] = []

    def __bool__(self) -> bool:
        return bool(self.cards) or self.target >= 0

    def clear(self) -> None:
        """Choose nothing."""
        self.cards, self.target = [], -1

    def keep(self, view: View) -> None:
        """Keep the chosen cards that the viewer can still play in a view."""
        self.cards = [card for card in self.cards if card in view.hand and view.turn == view.seat]
        self.target, self.dragged = -1, []

    def toggle(self, card: int) -> None:
        """Choose an own card or put it back; chosen cards of another value are dropped, as no set could hold both."""
        self.target = -1
        if card in self.cards:
            self.cards.remove(card)
        else:
            self.cards = [other for other in self.cards if ACTIVE[other] == ACTIVE[card]] + [card]

    @property
    def minded(self) -> list[int]:
        """The own cards being considered: those being dragged, otherwise the chosen ones."""
        return self.dragged or self.cards

    def playing(self) -> Action | None:
        """Return the action that plays the considered cards, legal or not."""
        return rules.play_of(tuple(self.minded)) if self.minded else None

    def additions(self) -> dict[int, Action]:
        """Return place -> the legal action that adds the one considered card there."""
        if len(self.minded) != 1 or not self._asked.viewer_decides:
            return {}
        cards = tuple(self.minded)
        return {act.place: act for act in self._asked.view.legal if act.verb == Verb.ADD and act.cards == cards}

    def considered(self) -> Action | None:
        """Return the action whose effect is shown: the addition pointed at, else playing, else the first addition."""
        additions, playing = self.additions(), self.playing()
        for place, action in additions.items():
            if self._asked.pointed in (move_id(Verb.ADD), set_id(place)):
                return action
        return playing if playing in self._asked.view.legal else next(iter(additions.values()), playing)

    def outcome(self) -> rules.SetOutcome | None:
        """Return the effect of the considered action."""
        action, view = self.considered(), self._asked.view
        return rules.outcome_of(view, action) if action and view.phase == rules.Phase.PLAY else None

    def look(self, place: int, may_take: bool) -> str:
        """Return the look of the cards of a set: the possible or considered effect on it."""
        view = self._asked.view
        if place == rules.own_place(view.turn, view.area, len(view.hand_counts)):
            return "dim"
        if place == self.target:
            return "selected"
        if self._asked.pointed == set_id(place):
            return "hover"
        outcome = self.outcome()
        if place in self.additions() or (outcome and outcome.beaten == place):
            return "legal"
        takes = may_take and not self.minded and Action(Verb.TAKE, (), place) in view.legal
        return "legal" if takes else "rest"

    def coming_back(self) -> tuple[int, rules.Cards]:
        """Return the seat that would take cards up, and the cards as they would be in its hand; -1 and none if none."""
        view, seats = self._asked.view, len(self._asked.view.hand_counts)
        if not self._asked.viewer_decides:
            return -1, ()
        if self.target >= 0:
            return view.seat, tuple(card ^ 1 for card in view.sets[self.target])
        outcome = self.outcome()
        if outcome is None or outcome.beaten < 0:
            return -1, ()
        owner = rules.owner_of(outcome.beaten, seats)
        return (-1, ()) if owner in view.out else (owner, tuple(card ^ 1 for card in view.sets[outcome.beaten]))
