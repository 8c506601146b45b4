"""What is said about a match of dnuP: names of cards and sets, prompts, log lines. Names, never "you"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from game.core.match import Seat
from game.engine.table import LogLine
from game.engine.texts import Texts
from game.games.dnup.deck import ACTIVE, STAR, number_of
from game.games.dnup.events import (
    CardAdded,
    Event,
    GameEnded,
    HandsDealt,
    HandTurned,
    RoundBroken,
    RoundEnded,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    SetTaken,
    WentOut,
)
from game.games.dnup.outlook import outcome_of
from game.games.dnup.rules import Action, Cards, Phase, Verb, View, areas_of, owner_of


class Words:
    """Speaks of one match in one language."""

    def __init__(self, texts: Texts, seats: Sequence[Seat]) -> None:
        self.texts, self.seats = texts, seats

    def __call__(self, key: str, **blanks: Any) -> str:
        """A text of this game."""
        return self.texts(f"dnup.{key}", **blanks)

    def counted(self, key: str, count: int, **blanks: Any) -> str:
        """A text about a number of things, which may be one."""
        one = f"{key}.one" if count == 1 and self.texts.has(f"dnup.{key}.one") else key
        return self(one, count=count, **blanks)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.seats[seat].name

    def owner(self, place: int) -> str:
        """The name of whoever has a place."""
        return self.name(owner_of(place, len(self.seats)))

    def card(self, card: int) -> str:
        """A card's spoken name: both its values."""
        key = "card.star" if number_of(card) == STAR else "card"
        return self(key, up=ACTIVE[card], down=ACTIVE[card ^ 1])

    def cards(self, cards: Sequence[int]) -> str:
        """Some cards, one after the other."""
        return "; ".join(map(self.card, cards))

    def set(self, cards: Sequence[int]) -> str:
        """A set by its size and value."""
        return self("set", count=len(cards), value=ACTIVE[cards[0]])

    def action(self, action: Action, view: View) -> str:
        """An action as the hint and its target name it."""
        match action.verb:
            case Verb.PLAY:
                return self("play_set", set=self.set(action.cards))
            case Verb.ADD:
                value = self("set", count=1, value=ACTIVE[action.cards[0]])
                return f"{value}: {self('add', name=self.owner(action.place))}"
            case Verb.TAKE:
                return self("take", set=self.set(view.sets[action.place]), name=self.owner(action.place))
            case Verb.TURN:
                return self("turn")
            case Verb.NEXT_ROUND:
                return self("next_round")
            case _:
                assert_never(action.verb)

    def leads_to(self, action: Action, view: View) -> str:
        """What playing or adding leads to, for the second line of its button."""
        outcome = outcome_of(view, action)
        if outcome.blocked:
            return self("why.must_be_higher", value=outcome.blocked)
        if outcome.goes_out:
            return self("play_out")
        if outcome.beaten >= 0:
            owner, beaten = owner_of(outcome.beaten, len(self.seats)), self.set(view.sets[outcome.beaten])
            if owner in view.out:
                return self("play_beats_out", set=beaten)
            if owner == view.seat:
                return self("play_beats_own", set=beaten)
            return self("play_beats", name=self.name(owner), set=beaten)
        return self("add_to", name=self.owner(action.place)) if action.verb == Verb.ADD else self("play_free")

    def prompt(self, view: View, chosen: Cards, target: int, own: bool, short: bool) -> str:
        """What is to be decided, or by whom; ``own`` if the viewer is the person who decides."""
        if view.phase == Phase.OVER:
            winner = max(range(len(self.seats)), key=lambda seat: view.totals[seat])
            return self("prompt.over_two" if len(self.seats) == 2 else "prompt.over", name=self.name(winner))
        if view.phase == Phase.ROUND_OVER:
            return self("prompt.round_over")
        name = self.name(view.turn)
        if not own:
            return self("prompt.thinking", name=name)
        tail = ".short" if short else ""
        if chosen:
            return self(f"prompt.chosen{tail}", set=self.set(chosen))
        if target >= 0:
            there = view.sets[target]
            blanks = {"set": self.set(there), "name": self.owner(target), "value": ACTIVE[there[0]]}
            return self(f"prompt.target{tail}", **blanks)
        if areas_of(len(self.seats)) > 1:
            return self(f"prompt.play_area{tail}", name=name, number=view.area + 1)
        return self(f"prompt.play{tail}", name=name)

    def table(self, view: View) -> str:
        """What lies on the table and is in the own hand."""
        seats = len(self.seats)
        said = []
        for place, cards in enumerate(view.sets):
            if cards and areas_of(seats) > 1:
                number = place % areas_of(seats) + 1
                said.append(self("spoken.set_area", name=self.owner(place), number=number, cards=self.cards(cards)))
            elif cards:
                said.append(self("spoken.set", name=self.owner(place), cards=self.cards(cards)))
        for seat, count in enumerate(view.hand_counts):
            said.append(self.counted("spoken.count", count, name=self.name(seat)))
        hand = sorted(view.hand, key=lambda card: ACTIVE[card])
        if hand:
            said.append(self("spoken.hand", cards=self.cards(hand)))
        said.append(self("discarded", count=view.discard_count))
        return ". ".join(said)

    def log(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        match event:
            case RoundStarted(number, starter):
                return [LogLine(-1, self("log.round", number=number)), *self._line(starter, "starts")]
            case SetDiscarded(seat, _, cards, is_beaten):
                return self._line(seat, "beaten" if is_beaten else "discarded", set=self.set(cards))
            case SetReturned(seat, _, cards):
                return self._line(seat, "returned", set=self.set(cards))
            case SetPlayed(seat, _, cards):
                return self._line(seat, "played", set=self.set(cards))
            case CardAdded(seat, _, owner, card, size):
                made = self("set", count=size, value=ACTIVE[card])
                return self._line(seat, "added", owner=self.name(owner), set=made)
            case SetTaken(seat, _, owner, cards):
                return self._line(seat, "taken", owner=self.name(owner), set=self.set(cards))
            case HandTurned(seat):
                return self._line(seat, "turned")
            case WentOut(seat, rank, award):
                if len(self.seats) == 2:
                    return self._line(seat, "out_two")
                return self._line(seat, "out_second" if rank else "out_first", count=award)
            case RoundBroken(turns):
                return [LogLine(-1, self("log.broken", count=turns))]
            case HandsDealt() | RoundEnded() | GameEnded():
                return []
            case _:
                assert_never(event)

    def _line(self, seat: int, key: str, **blanks: Any) -> list[LogLine]:
        return [LogLine(seat, self(f"log.{key}", name=self.name(seat), **blanks))]
