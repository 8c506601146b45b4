"""Texts about a match of Push: names of cards, prompts, log lines."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, assert_never

from game.core.capabilities import Reason
from game.engine import match_texts
from game.games.push import events as ev
from game.games.push import faces, judgement, lookahead, scoring
from game.games.push.deck import COLOUR_OF, COLOURS, MOST_ROWS, STAR, VALUE_OF, Kind, kind_of
from game.games.push.rules import Action, Phase, Roll, Verb, View


class PushTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Texts of one match in one language."""

    game = "push"
    counted = ("cards",)
    themes: ClassVar[Mapping[str, str]] = match_texts.by_reason(
        risk="no_risk small_risk dare stop_risk stop_row too_late too_little secure",
        place="place_beside place_best place_dice place_new place_risk place_risk.zero place_only",
        take="take_best take_equal take_dice take_away take_only",
    )

    def why(self, why: Reason) -> str:
        numbers = dict(why.blanks)
        if why.key == "no_risk" and numbers:
            # reviews of earlier versions have the gain alone
            form = "gain" if "row" not in numbers else "build.roll" if numbers["roll"] else "build"
            return self(f"why.no_risk.{form}", **{name: self.blank(name, value) for name, value in why.blanks})
        if why.key == "stop_risk" and "roll" in numbers:
            return self("why.stop_risk.bust", **numbers)
        return super().why(why)

    def card(self, card: int) -> str:
        """Return a card's name."""
        kind = kind_of(card)
        if kind != Kind.NUMBER:
            return self(f"card.{kind.name.lower()}")
        return self("card", colour=self.colour(COLOUR_OF[card]), value=VALUE_OF[card])

    def the_card(self, card: int) -> str:
        """Return the name of the drawn card within a sentence."""
        return self("card.dice.the" if kind_of(card) == Kind.DICE else "card.the", card=self.card(card))

    def cards(self, cards: Iterable[int]) -> str:
        """Return the names of cards, separated by commas."""
        return ", ".join(self.card(card) for card in cards)

    def colour(self, colour: int) -> str:
        """Return a colour's name."""
        return self(f"colour.{COLOURS[colour]}")

    def worths(self, played: Action, best: Action, view: View) -> tuple[str, str]:
        """Return the points of rows to take, about as many after a roll, or what drawing and stopping gain."""
        rows, values = judgement.rows_of(view), dict[Action, float]()
        if view.phase == Phase.TAKE:
            brings = judgement.worths(view)
            values = {action: brings[action.target] for action in (played, best)}
        elif view.phase == Phase.DECIDE and rows:
            values = lookahead.expected_points(view)
        less, more = (round(values.get(action, 0.0)) for action in (played, best))
        if less >= more:
            return "", ""
        if view.phase == Phase.DECIDE:
            gained, possible = (self("worth.gain", points=self.texts.signed(points)) for points in (less, more))
            return gained, possible
        return self._row_worth(rows[played.target], less), self._row_worth(rows[best.target], more)

    def _row_worth(self, row: judgement.Row, points: int) -> str:
        return (
            self("worth.roll", points=self.texts.number(points))
            if row.dice
            else self.texts("unit.points", count=points)
        )

    def stakes(self, view: View) -> list[tuple[str, str]]:
        points = scoring.points_of(view.displays[view.seat])
        return [(self("puzzle.open"), str(points)), (self.texts("puzzles.stake.cards"), str(view.pile_count))]

    def position(self, view: View) -> str:
        """Return what is to be placed and the points of the rows; or what there is to take; or the own open points."""
        values = [scoring.points_of(row) for row in view.rows if row]
        points, rows = sum(values), len(values)
        if view.card:
            key = "position_dice" if kind_of(view.card) == Kind.DICE else "position_card"
            return self(f"puzzle.{key}", card=self.card(view.card), count=points)
        if view.phase == Phase.TAKE:
            return self("puzzle.position_take", values=self.texts.listed([str(value) for value in values], "or"))
        if rows:
            return self("puzzle.position_rows", points=self.texts("unit.points", count=points), count=rows)
        return self("puzzle.position_open", count=scoring.points_of(view.displays[view.seat]))

    def blank(self, name: str, value: int) -> object:
        """Return the text for a blank of a reason: a colour's name, a row as it is numbered, a number as it is."""
        return self.colour(value) if name == "colour" else value + 1 if name == "row" else value

    def side(self, face: int) -> str:
        """Return the name of a face of the die."""
        name = faces.side_of(face)
        return self("star.a") if name == "star" else self(f"colour.{name}")

    def action(self, action: Action, view: View) -> str:
        rows = len(view.rows)
        match action.verb:
            case Verb.DRAW:
                return self("draw_on" if rows else "draw")
            case Verb.STOP:
                return self("stop")
            case Verb.SECURE:
                return self("secure", colour=self.colour(action.target))
            case Verb.PLACE:
                return self("place" if action.target < rows else "place_new", number=action.target + 1)
            case Verb.TAKE:
                return self("take", number=action.target + 1)
            case _:
                assert_never(action.verb)

    def roll(self, roll: Roll, form: str = "") -> list[str]:
        """Return the cost of the last roll in two lines; the ``form`` ".short" leaves the colour to the die."""
        name = self.name(roll.seat)
        if not roll.lost:
            return self("risk.kept", name=name).split("|")
        if len({COLOUR_OF[card] for card in roll.lost}) > 1:
            return self("risk.all", name=name).split("|")
        count, colour = scoring.points_of(roll.lost), self.colour(COLOUR_OF[roll.lost[0]])
        return self(f"risk.lost{form}", name=name, count=count, colour=colour).split("|")

    def outcome(self, roll: Roll) -> tuple[str, str]:
        """Return the result of a roll in large letters, and a sentence about it."""
        name, starred = self.name(roll.seat), roll.face == STAR
        colour = "" if starred else self.colour(roll.face)
        if roll.lost:
            text = self("roll.lost.star" if starred else "roll.lost.colour", name=name, colour=colour)
            return self("roll.lost", count=scoring.points_of(roll.lost)), text
        return self("roll.kept"), self("roll.kept.star" if starred else "roll.kept.colour", name=name, colour=colour)

    def prompt(self, view: View, own: bool, short: bool) -> str:
        """Return the prompt; ``own`` is True if the viewer decides."""
        if view.phase == Phase.OVER:
            return self("prompt.over")
        name = self.name(view.turn)
        if not own:
            return self.texts("prompt.thinking", name=name)
        key = view.phase.name.lower()
        if view.phase in (Phase.CHOOSE, Phase.DECIDE) and len(view.legal) == 1:
            key += "_only"
        if short and self.has(f"prompt.{key}.short"):
            key += ".short"
        return self(f"prompt.{key}", name=name, card=self.the_card(view.card) if view.card else "")

    def table(self, view: View) -> str:
        sentences = []
        if view.card:
            sentences.append(self("spoken.drawn", card=self.card(view.card)))
        for row, cards in enumerate(view.rows):
            if cards:
                listed = self.cards(cards)
                sentences.append(self("spoken.row", number=row + 1, cards=listed, count=scoring.points_of(cards)))
        for seat, cards in enumerate(view.displays):
            if cards:
                sentences.append(self("spoken.display", name=self.name(seat), cards=self.cards(sorted(cards))))
        for seat, count in enumerate(view.secured_counts):
            if count:
                sentences.append(self("spoken.secured", name=self.name(seat), count=count))
        order = (view.turn, *view.waiting) if view.phase == Phase.TAKE else view.waiting
        if any(view.rows) and order:
            takers = order[: sum(map(bool, view.rows)) if view.phase == Phase.TAKE else MOST_ROWS]
            sentences.append(self("spoken.order", names=self.texts.listed([self.name(seat) for seat in takers])))
        sentences.append(self("spoken.pile", count=view.pile_count))
        return ". ".join(sentences)

    def variant(self, event: ev.Event) -> str:
        match event:
            case ev.CardPlaced(card=card) if kind_of(card) == Kind.DICE:
                # the long name of a dice card leaves no room for the action
                return "_dice"
            case ev.DirectionChanged(reversed_now=reversed_now):
                return "_right" if reversed_now else "_left"
            case ev.DrawingStopped(forced=True):
                return "_forced"
            case ev.RowTaken(cards=()):
                return "_none"
            case ev.CardsLost(cards=cards) if len({COLOUR_OF[card] for card in cards}) > 1:
                return "_all"
        return ""

    def facts(self, event: ev.Event) -> dict[str, object]:
        lost = {"colour": self.colour(COLOUR_OF[event.cards[0]])} if isinstance(event, ev.CardsLost) else {}
        return super().facts(event) | lost

    def fact(self, name: str, value: int) -> object:
        match name:
            case "card":
                return self.the_card(value)
            case "face":
                return self.side(value)
        return self.blank(name, value)

    def _counted(self, value: int | tuple[int, ...]) -> int:
        return scoring.points_of(value) if isinstance(value, tuple) else value

    def victim(self, event: ev.Event) -> int:
        return event.seat if isinstance(event, ev.CardsLost) else -1

    def pictures(self, event: ev.Event) -> tuple[str, ...]:
        match event:
            case ev.CardPlaced(card=card) | ev.Busted(card=card) | ev.DirectionChanged(card=card):
                return (faces.face_of(card),)
            case ev.RowTaken(cards=cards) | ev.CardsLost(cards=cards) | ev.ColourSecured(cards=cards):
                return tuple(map(faces.face_of, cards))
        return ()

    def begins(self, event: ev.Event, row: Sequence[ev.Event]) -> bool:
        return isinstance(event, ev.TurnStarted | ev.GameStarted)

    def summary(self, events: Sequence[ev.Event], lines: Sequence[match_texts.LogLine]) -> match_texts.LogLine | None:
        """Sum up a turn: how many cards were drawn, what it brought its player and, in points alone, the others."""
        drawn = sum(isinstance(event, ev.CardDrawn) for event in events)
        seat = next((event.seat for event in events if isinstance(event, ev.CardDrawn | ev.ColourSecured)), -1)
        first, cards, others = list[str](), list[str](), Counter[int]()
        if drawn:
            first.append(self("row.drawn", name=self.name(seat), number=self.texts.amount(drawn), count=drawn))
        sentences = first[:]
        for event in events:
            match event:
                case ev.Busted(card=card):
                    sentences.append(self("row.Busted", name=self.name(seat)))
                    cards = [faces.face_of(card)]
                case ev.RowTaken(seat=taker) | ev.ColourSecured(seat=taker) if taker == seat:
                    sentences.append(self(f"row.{type(event).__name__}{self.variant(event)}", **self.facts(event)))
                    cards = list(self.pictures(event))
                case ev.CardsLost(seat=taker) if taker == seat:
                    sentences.append(self("row.CardsLost", **self.facts(event)))
                case ev.RowTaken(seat=taker, cards=won):
                    others[taker] += scoring.points_of(won)
                case ev.CardsLost(seat=taker, cards=lost):
                    others[taker] -= scoring.points_of(lost)
        line = self.row_line(seat, sentences, cards, first)
        told = [(self.name(taker), self.texts.signed(points)) for taker, points in others.items() if points]
        if not line or not told:
            return line
        rest = ", ".join(self("row.other", name=name, points=points) for name, points in told)
        return line._replace(
            text=self("row.rest", own=line.text, rest=rest), spoken=self("row.rest", own=line.spoken, rest=rest)
        )

    def report(self, event: ev.Event) -> str:
        """Return a player's gain or loss in a short sentence, or "" if the event is neither."""
        match event:
            case ev.RowTaken() | ev.ColourSecured():
                return self(f"row.{type(event).__name__}{self.variant(event)}", **self.facts(event))
            case ev.CardsLost():
                return self.sentence(event)
        return ""

    def log(self, event: ev.Event) -> list[match_texts.LogLine]:
        return self.line(event.starter, "GameStarted") if isinstance(event, ev.GameStarted) else super().log(event)
