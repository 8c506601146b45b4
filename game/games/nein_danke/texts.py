"""Texts about a match of Nein Danke!: names of cards, prompts, log lines."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.core.capabilities import Reason
from game.engine import match_texts
from game.games.nein_danke import deck
from game.games.nein_danke import events as ev
from game.games.nein_danke.deck import FIRST_SPECIAL, IMMEDIATE_IDS, kind_of
from game.games.nein_danke.faces import face_of
from game.games.nein_danke.rules import SKIP, Action, Options, Phase, Verb, View, recipient
from game.games.nein_danke.scoring import score

#: events about one card
CARD_EVENTS = (ev.CardTaken, ev.CardDiscarded, ev.PinkDrawn, ev.CardGiven, ev.SkipUsed)
VERBS = {Verb.PAY: "pay", Verb.TAKE: "take", Verb.DECLINE: "decline", Verb.SKIP: "skip"}


class NeinDankeTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Texts of one match in one language."""

    game = "nein_danke"
    comparing = ("least", "rid")
    counted = ("pot", "chips")
    themes: ClassVar[Mapping[str, str]] = match_texts.by_reason(
        last="last_wins last_shares last_less last_loses last_lead last_behind",
        price="dear few_chips cheap cheap_one cheap_both never pays harmless",
        chips="dear_now dear_no_points dear_empty dear_special dear_empty_special soon_gone may_go "
        "dear_empty_now dear_now_special dear_empty_now_special",
        run="fits saves milk wait",
        bid="bid bid_up outbid not_worth pot_more pot_safe",
    )

    def card(self, card: int) -> str:
        """Return a card's spoken name."""
        if card < FIRST_SPECIAL:
            return str(card)
        kind = kind_of(card)
        name = self(f"card.{kind}")
        return f"{name} +{deck.BONUS[kind]}" if kind in deck.BONUS else name

    def explaining(self, card: int, seat: int) -> str:
        """Return the label of a card that explains itself; ``seat`` is its owner, or -1."""
        if seat < 0:
            return self("explain", card=self.card(card))
        return self("explain_of", card=self.card(card), name=self.name(seat))

    def stakes(self, view: View) -> list[tuple[str, str]]:
        left = [(self.texts("puzzles.stake.cards"), str(view.pile_count))]
        if min(view.chips) < 0:
            return left
        totals = [score(display, chips).total for display, chips in zip(view.displays, view.chips, strict=True)]
        return [*self._leads("puzzles.stake.leads", totals), *left]

    def position(self, view: View) -> str:
        if not view.card:
            return ""
        card = self._quoted(view.card, "why.number")
        return self("puzzle.position" if view.pot else "puzzle.position_free", card=card, count=view.pot)

    def why(self, why: Reason) -> str:
        """Return the reason, for the last card with the sums at the end; reviews of earlier versions have none."""
        told = super().why(why)
        if not why.key.startswith("last_") or not why.blanks:
            return told
        sums = {
            name: self.seats[value].name if name in ("rival", "ahead") else self.texts.number(value)
            for name, value in why.blanks
        }
        return self.texts.sentences([told, self("why.last_sums", **sums)])

    def blank(self, name: str, value: int) -> object:
        """Return the text for a blank of a reason: a ``card`` as a sentence begins with it, points, or a name."""
        if name == "limit":
            return self("limit", count=value)
        if name in ("own", "best"):
            return self.texts.number(value)
        if name == "rival":
            return self.seats[value].name
        return self._quoted(value, "why.number") if name == "card" else value

    def _quoted(self, card: int, number: str) -> str:
        """Return a card's name in a sentence: a number by the text ``number``, a special card in quotation marks."""
        return self(number, number=card) if card < FIRST_SPECIAL else self("why.special", name=self.card(card))

    def action(self, action: Action, view: View) -> str:
        if action.card:
            return f"{self('give_card' if view.phase == Phase.GIVE else 'remove_card')}: {self.card(action.card)}"
        if action.verb == Verb.PAY and view.phase == Phase.GREEN:
            return self("bid")
        return self(VERBS.get(action.verb, "looked"))

    def mistake(self, played: Action, best: Action, view: View) -> str:
        verbs = {Verb.PAY: "take_missed", Verb.TAKE: "taken"}
        if view.phase == Phase.GREEN:
            verbs = {Verb.PAY: "bid", Verb.DECLINE: "bid_missed"}
        if Verb.SKIP in (played.verb, best.verb) or played.verb not in verbs:
            return super().mistake(played, best, view)
        return self(f"mistake.{verbs[played.verb]}", card=self._quoted(view.card, "log.number"))

    def declining(self, view: View) -> list[str]:
        """Return the decline button's second line, in full and in short: the chips gained and who gets the card."""
        name = self.name(to := recipient(view))
        chips = self("gain_chips", count=view.pot, signed=self.texts.signed(view.pot))
        if to == view.seat:
            return [self("decline_own", chips=chips)]
        key = "decline_to" if view.pot else "decline_free"
        return [self(form, chips=chips, name=name) for form in (key, f"{key}.short")]

    def prompt(self, view: View, own: bool, short: bool) -> str:
        """Return the prompt; ``own`` is True if the viewer decides."""
        name = self.name(view.turn)
        match view.phase:
            case Phase.PINK | Phase.GREEN:
                key = "pink" if view.phase == Phase.PINK else "green"
                if not own:
                    return self.texts("prompt.thinking", name=name)
                if not view.chips[view.seat]:
                    key += "_skip" if SKIP in view.legal else "_forced"
            case Phase.GIVE | Phase.REMOVE | Phase.PEEK:
                key = view.phase.name.lower()
                if not own:
                    key += "_other"
            case _:
                return self("prompt.over")
        left = self.name((view.turn + 1) % len(self.seats))
        if short and self.has(f"prompt.{key}.short"):
            key += ".short"
        return self(f"prompt.{key}", name=name, left=left)

    def table(self, view: View) -> str:
        sentences = []
        if view.card:
            sentences.append(self("spoken.card", card=self.card(view.card), count=view.pot))
        for seat, chips in enumerate(view.chips):
            if chips >= 0:
                sentences.append(self("spoken.chips", name=self.name(seat), count=chips))
        for seat, cards in enumerate(view.displays):
            if cards:
                listed = ", ".join(self.card(card) for card in cards)
                sentences.append(self("spoken.display", name=self.name(seat), cards=listed))
        sentences.append(self("spoken.pile", count=view.pile_count))
        return ". ".join(sentences)

    def variant(self, event: ev.Event) -> str:
        return "_only" if isinstance(event, ev.CardTaken | ev.CardDeclined) and not event.chips else ""

    def fact(self, name: str, value: int) -> object:
        if name == "card":
            return self._quoted(value, "log.number")
        return self.name(value) if name == "to" else value

    def victim(self, event: ev.Event) -> int:
        match event:
            case ev.PinkDrawn(seat=seat) | ev.CardGiven(to=seat):
                return seat
        return -1

    def pictures(self, event: ev.Event) -> tuple[str, ...]:
        return (face_of(event.card),) if isinstance(event, CARD_EVENTS) else ()

    def begins(self, event: ev.Event, row: Sequence[ev.Event]) -> bool:
        return isinstance(event, ev.CardRevealed | ev.RoundStarted | ev.RoundEnded)

    def summary(self, events: Sequence[ev.Event], lines: Sequence[match_texts.LogLine]) -> match_texts.LogLine | None:
        """Sum up the bidding on a card: the card, the chips of its pot, and who took it."""
        first, pot = events[0], 0
        if not isinstance(first, ev.CardRevealed):
            return None
        seat, text, short, cards = -1, self("row.open", card=self.fact("card", first.card)), "", [face_of(first.card)]
        for event in events:
            match event:
                case ev.ChipPaid(pot=pot):
                    pass
                case ev.CardTaken(seat=seat):
                    text = self("log.CardTaken_only", **self.facts(event))
                case ev.CardDeclined(seat=seat, to=to):
                    own = "own" if to == seat else "declined"
                    text = self(f"row.{own}", **self.facts(event))
                    short = "" if to == seat else self("row.declined_short", **self.facts(event))
                case ev.PinkDrawn(seat=drawer, card=drawn) if drawer == seat and (
                    both := self.row_line(seat, [text, self.sentence(event)])
                ):
                    # the card taken has brought another one
                    text = both.text
                    cards.append(face_of(drawn))
        spoken = self("row.pot", text=text, count=pot) if pot else ""
        return match_texts.LogLine(seat, text, cards=tuple(cards), chips=pot, spoken=spoken, short=short)

    def lines(self, event: ev.Event, options: Options) -> list[match_texts.LogLine]:
        """Return the log lines of an event under these house rules, in order."""
        lines = self.log(event)
        match event:
            case ev.CardDeclined(card=card, to=to):
                return [*lines, *self.log(ev.PinkDrawn(to, card, from_aside=False))]
            case ev.CardDiscarded(card=card) if card in IMMEDIATE_IDS and not options.keep_immediate:
                # the discard of a resolved card is not worth a line
                return []
            case ev.RoundStarted():
                if options.rounds > 1:
                    return [line._replace(heading=True) for line in lines]
                return [match_texts.LogLine(-1, self("log.aside" if options.open_chips else "log.aside_secret"))]
        return lines
