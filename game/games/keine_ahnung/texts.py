"""Texts about a match of Keine Ahnung: names of cards, prompts, log lines.

No text names a card that is face down again: neither the log nor a label serves as a memory.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.core.capabilities import Advice, Reason
from game.engine import match_texts
from game.engine.match_texts import LogLine
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.deck import EMPTY, FUNCTIONS, PLACES, PLUS, PRIZE, colour_of, function_of, number_of
from game.games.keine_ahnung.deck import stars_of as stars_of_prize
from game.games.keine_ahnung.faces import face_of
from game.games.keine_ahnung.odds import NOTABLE
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Phase, Verb, View

#: the events that sum up a turn besides the cards played, the most telling first
TELLING = (ev.TrophyWon, ev.CallLost, ev.PrizeFound, ev.TurnForfeited, ev.PilesRemoved)
VERBS = {Verb.DRAW: "draw", Verb.DECLINE: "decline", Verb.CALL: "call_action", Verb.END: "stop"}

#: actions that can be missed by turning up a card
MISSED = {Verb.CALL: "call", Verb.END: "stop"}
#: the difference of two chances that makes the lower one a small one
FAR = 10
#: numbers of own cards with which a trophy is near
NEAR = (1, 2)


def _only_move(action: Action) -> str:
    return "keine_ahnung.only_draw" if action == DRAW else "hint.only_move"


class KeineAhnungTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Texts of one match in one language."""

    game = "keine_ahnung"
    counted = ("removed", "places", "cards")
    only_move_key = staticmethod(_only_move)
    comparing = ("lay_same",)
    themes: ClassVar[Mapping[str, str]] = match_texts.by_reason(
        call="call call_sure flip_safe go_on go_on_likely too_early stop called",
        memory="seen seen_not unknown_little unknown_much unknown_some",
    )

    def function(self, card: int) -> str:
        """Return the name of a card's function."""
        return self(f"function.{FUNCTIONS[function_of(card)]}")

    def plain(self, card: int) -> str:
        """Return a number card's colour and number."""
        return self("card.plain", colour=self(f"colour.{colour_of(card)}"), number=number_of(card))

    def card(self, card: int) -> str:
        """Return a card's spoken name."""
        if card >= PRIZE:
            return self("card.prize", count=stars_of_prize(card))
        plain = self.plain(card)
        return self("card.special", card=plain, function=self.function(card)) if function_of(card) else plain

    def stakes(self, view: View) -> list[tuple[str, str]]:
        left = (self.texts("puzzles.stake.cards"), str(view.draw_count))
        return [*self._leads("keine_ahnung.puzzle.leads", view.trophy_counts), left]

    def position(self, view: View) -> str:
        left = [PLACES - grid.count(EMPTY) for grid in view.grids]
        fewest = min(left[: view.seat] + left[view.seat + 1 :])
        # figures leave the cards above more room
        return self("puzzle.position", count=left[view.seat], other=fewest)

    def at_once(self, advice: Advice[Action]) -> str:
        """Return the chances before an own card; those of a card to play depend on the pile."""
        numbers = dict(advice.numbers)
        if advice.action.verb == Verb.LAY or "hint.chance" not in numbers:
            return ""
        both = {name: round(numbers.get(f"hint.{name}", 0)) for name in ("chance", "call")}
        return self("at_once.call" if "hint.call" in numbers else "at_once", **both)

    def why(self, why: Reason) -> str:
        """Return the reason; for a pile, compared with the worst one, unless they look the same or are not known.

        For one more card it depends on how many are left after it; reviews of earlier versions do not know that.
        Where people may remember a card, its reason says that too.
        """
        named = {name: self.blank(name, value) for name, value in why.blanks}
        if named.pop("recall", 0):
            rest = tuple(blank for blank in why.blanks if blank[0] != "recall")
            return f"{self.why(why._replace(blanks=rest))} {self('recall')}"
        if "other" in named and named["other"] != named["top"]:
            numbers = dict(why.blanks)
            apart = abs(numbers["chance"] - numbers["less"])
            if why.key != "lay_same":
                return self("why.lay_open.than" if apart >= FAR else "why.lay_same.than", **named)
            # about the same is told without numbers, which would look like a difference
            form = ".equal" if not apart else ".than" if apart >= NOTABLE else ""
            return self(f"why.lay_same{form}", **named)
        if "count" in named and "chance" in named:
            part = "near" if named["count"] in NEAR else "odds" if named["count"] else "last"
            named["number"] = self.texts.amount(dict(why.blanks)["count"])
            return self(f"why.{why.key}.{part}", **named)
        return super().why(why)

    def blank(self, name: str, value: int) -> object:
        """Return the text for a blank of a reason: a card's name, a place's position, others as they are."""
        if name == "place":
            return self.place(value)
        if name in ("top", "other"):
            return self.plain(value)
        return self.card(value) if name == "card" else value

    def place(self, place: int) -> str:
        """Return a place's position in words, because the numbers of the keys change from turn to turn."""
        return self(f"place.{place}")

    def action(self, action: Action, view: View) -> str:
        if action.verb == Verb.REVEAL:
            text = self("reveal", place=self.place(action.which))
            return text[0].upper() + text[1:]
        if action.verb == Verb.LAY:
            return self("lay", card=self.plain(view.piles[action.which][-1]))
        return self(VERBS[action.verb])

    def mistake(self, played: Action, best: Action, view: View) -> str:
        if played.verb == Verb.REVEAL and best.verb in MISSED:
            return self(f"mistake.{MISSED[best.verb]}_missed")
        match played.verb:
            case Verb.LAY:
                return self("mistake.laid", card=self.plain(view.piles[played.which][-1]))
            case Verb.REVEAL:
                return self("mistake.revealed", place=self.place(played.which))
            case Verb.DECLINE:
                return self("mistake.declined", card=self.plain(view.card))
            case Verb.CALL | Verb.END:
                return self("mistake.called" if played.verb == Verb.CALL else "mistake.stopped")
        return super().mistake(played, best, view)

    def prompt(self, view: View, own: bool, short: bool) -> str:
        """Return the prompt; ``own`` is True if the viewer decides."""
        if view.phase == Phase.OVER:
            return self("prompt.over")
        name = self.name(view.turn)
        if not own:
            return self.texts("prompt.thinking", name=name)
        key = view.phase.name.lower()
        if view.phase == Phase.PLACE and DECLINE in view.legal:
            key += "_decline"
        if view.phase == Phase.OWN:
            if END in view.legal:
                key += "_more"
            if CALL in view.legal:
                key += "_call"
        if short:
            key += ".short"
        return self(f"prompt.{key}", name=name)

    def table(self, view: View) -> str:
        tops = ", ".join(self.card(pile[-1]) for pile in view.piles)
        sentences = [self("spoken.tops", cards=tops) if tops else self("spoken.no_pile")]
        if view.card:
            sentences.append(self("spoken.card", card=self.card(view.card)))
        for seat, grid in enumerate(view.grids):
            held = PLACES - grid.count(EMPTY)
            trophies = self("trophies", count=view.trophy_counts[seat])
            sentences.append(self("spoken.grid", name=self.name(seat), count=held, trophies=trophies))
            opened = [place for place in view.called_places if grid[place]] if seat == view.turn else []
            sentences += [self.revealed(seat, place, grid[place]) for place in opened]
        sentences.append(self("spoken.stack", count=view.stack_count))
        sentences.append(self("spoken.draw", count=view.draw_count))
        return ". ".join(sentences)

    def revealed(self, seat: int, place: int, card: int) -> str:
        """Return the spoken text of a card while it is face up in a grid."""
        return self("spoken.revealed", name=self.name(seat), place=self.place(place), card=self.card(card))

    def variant(self, event: ev.Event) -> str:
        if isinstance(event, ev.FunctionTriggered):
            # the other two functions have lines of their own
            return "_plus" if function_of(event.card) == PLUS else ""
        return "_new" if isinstance(event, ev.CardLaid) and event.is_new else ""

    def fact(self, name: str, value: int) -> object:
        return self.plain(value) if name == "card" and value < PRIZE else value

    def victim(self, event: ev.Event) -> int:
        return event.seat if isinstance(event, ev.CardsDealt) else -1

    def pictures(self, event: ev.Event) -> tuple[str, ...]:
        return (face_of(event.card),) if isinstance(event, ev.CardLaid) else ()

    def begins(self, event: ev.Event, row: Sequence[ev.Event]) -> bool:
        return isinstance(event, ev.TurnStarted | ev.GameStarted)

    def summary(self, events: Sequence[ev.Event], lines: Sequence[LogLine]) -> LogLine | None:
        """Sum up a turn: the cards played, and the most telling event besides."""
        first = events[0]
        if not isinstance(first, ev.TurnStarted):
            return None
        seat = first.seat
        laid = [event.card for event in events if isinstance(event, ev.CardLaid)]
        drawn, name = list[str](), self.name(seat)
        if len(laid) > 1:
            drawn.append(self("row.laid", name=name, number=self.texts.amount(len(laid))))
        elif laid:
            drawn.append(self("log.CardLaid", name=name, card=self.plain(laid[0])))
        telling = [self.sentence(event) for kind in TELLING for event in events if isinstance(event, kind)]
        if any(isinstance(event, ev.CallWon) for event in events):
            telling = [self("row.called", name=name)]
        return self.row_line(seat, [*drawn, *telling[:1]], list(map(face_of, laid)), drawn)

    def log(self, event: ev.Event) -> list[LogLine]:
        """Return the event's log lines, without stars of trophies: on a shared device anyone may read the log."""
        match event:
            case ev.CardDrawn(card=card) if card >= PRIZE:
                # a prize has a line of its own
                return []
            case ev.DrawSkipped():
                return [LogLine(-1, self("log.DrawSkipped"))]
        return super().log(event)
