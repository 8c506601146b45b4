"""Texts about a match of dnuP: names of cards and sets, prompts, log lines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar, assert_never

from game.core.events import seat_of
from game.engine import match_texts
from game.games.dnup import events as ev
from game.games.dnup.deck import ACTIVE, STAR, number_of
from game.games.dnup.faces import face_of
from game.games.dnup.rules import Action, Cards, Phase, Verb, View, areas_of, outcome_of, owner_of, play_of

#: the four actions of a turn
MAIN = (ev.SetPlayed, ev.CardAdded, ev.SetTaken, ev.HandTurned)
#: most sets in a position's name
NAMED = 2


def goes_of(events: Sequence[ev.Event]) -> list[list[ev.Event]]:
    """Split the events of one player's turn by its main actions: what comes before one belongs to it."""
    goes: list[list[ev.Event]] = []
    for event in events:
        if not goes or (isinstance(goes[-1][-1], MAIN) and not isinstance(event, ev.WentOut)):
            goes.append([])
        goes[-1].append(event)
    return goes


def _kinds(view: View) -> list[Verb]:
    """Return the kinds of moves that are possible now."""
    verbs = {action.verb for action in view.legal}
    return [verb for verb in (Verb.PLAY, Verb.ADD, Verb.TAKE, Verb.TURN) if verb in verbs]


class DnupTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Texts of one match in one language."""

    game = "dnup"
    counted = ("award", "turns")
    themes: ClassVar[Mapping[str, str]] = match_texts.by_reason(
        strong="high higher higher.set nobody nobody.top nobody.ever beats beats_last beats_near beats_splits "
        "beats_worse beats_own add_beats",
        hand="fewer more more.many many turn turn_fewer comes_back bait_joins bait_set keeps saves sheds out",
        table="add take take_joins take_away",
    )

    comparing = ("turn", "beats_own")
    follows = staticmethod(ev.is_beaten)

    def owner(self, place: int) -> str:
        """Return the name of a place's owner."""
        return self.name(owner_of(place, len(self.seats)))

    def position(self, view: View) -> str:
        # sets that lie there tell positions apart, the others' largest ones best
        seats, sets, own = len(view.hand_counts), list[Cards](), list[Cards]()
        for place, cards in enumerate(view.sets):
            if cards:
                (own if owner_of(place, seats) == view.seat else sets).append(cards)
        named, front = self._named(sets), self._named(own)
        # a title has one line on a phone
        hand = self.texts.listed([str(ACTIVE[card]) for card in view.hand]) if len(view.hand) <= NAMED else ""
        if not sets:
            key = "position_own_hand" if hand and len(own) == 1 else "position_own"
            return self(f"puzzle.{key}", hand=hand, sets=self.texts.listed(front[:NAMED])) if own else ""
        if len(sets) == 1:
            if hand and len(sets[0]) == 1:
                return self("puzzle.position_hand", hand=hand, set=named[0])
            held = len(view.hand)
            return self("puzzle.position_count", count=held, own=self.texts.amount(held), other=named[0])
        if len(sets) > NAMED:
            return self("puzzle.position_more", set=named[0])
        if own:
            return self("puzzle.position_facing", own=front[0], set=named[-1])
        return self("puzzle.position", sets=", ".join(named))

    def _named(self, sets: Sequence[Cards]) -> list[str]:
        """Return the names of sets, the largest first."""
        return [self.set(cards) for cards in sorted(sets, key=lambda cards: (-len(cards), -ACTIVE[cards[0]]))]

    def card(self, card: int) -> str:
        """Return a card's spoken name: both its values."""
        key = "card.star" if number_of(card) == STAR else "card"
        return self(key, up=ACTIVE[card], down=ACTIVE[card ^ 1])

    def cards(self, cards: Sequence[int]) -> str:
        """Return the names of cards, separated by semicolons."""
        return "; ".join(map(self.card, cards))

    def set(self, cards: Sequence[int]) -> str:
        """Name a set by its size and value: "a 5", "two 1s"."""
        return self.set_of(len(cards), ACTIVE[cards[0]])

    def set_of(self, size: int, value: int) -> str:
        """Name a set of ``size`` cards of a value."""
        if size > 1:
            return self("set", number=self.texts.in_words(size), values=self(f"several.{value}"))
        # "an 8", but "a 7"
        key = f"single.{value}"
        return self(key if self.has(key) else "single", value=value)

    def turned(self, cards: Sequence[int]) -> str:
        """Name the sets that cards make after turning, the lowest first: "two 1s", "a 1 and a 3"."""
        sizes = Counter(ACTIVE[card ^ 1] for card in cards)
        return self.texts.listed([self.set_of(size, value) for value, size in sorted(sizes.items())])

    def stakes(self, view: View) -> list[tuple[str, str]]:
        return [(self("puzzle.hand"), str(len(view.hand))), (self("puzzle.rival"), str(min(self._rivals(view))))]

    def _rivals(self, view: View) -> list[int]:
        """Return the hand sizes of the others who are still in the round."""
        return [count for seat, count in enumerate(view.hand_counts) if seat != view.seat and seat not in view.out]

    def blank(self, name: str, value: int) -> object:
        """Return the text for a blank of a reason: a seat's name, a number as it is."""
        return self.name(value) if name == "seat" else value

    def action(self, action: Action, view: View) -> str:
        match action.verb:
            case Verb.PLAY:
                return self("play_set", set=self.set(action.cards))
            case Verb.ADD:
                return self("add", set=self.set(action.cards), name=self.owner(action.place))
            case Verb.TAKE:
                return self("take", set=self.set(view.sets[action.place]), name=self.owner(action.place))
            case Verb.TURN:
                return self("turn")
            case Verb.NEXT_ROUND:
                return self("next_round")
            case _:
                assert_never(action.verb)

    def leads_to(self, action: Action, view: View) -> str:
        """Return the second line of the button to play or add: the effect of the action."""
        outcome = outcome_of(view, action)
        if outcome.blocked:
            return self("why.must_be_higher")
        if outcome.goes_out:
            return self("play_out")
        if action.verb == Verb.ADD:
            to = self.owner(action.place)
            if outcome.beaten < 0:
                return self("add_to", name=to)
            return self("add_beats", owner=to, name=self.owner(outcome.beaten))
        if outcome.beaten < 0:
            return self("play_free")
        owner = owner_of(outcome.beaten, len(self.seats))
        if owner in view.out:
            return self("play_beats_out")
        return self("play_beats_own") if owner == view.seat else self("play_beats", name=self.name(owner))

    def prompt(self, view: View, chosen: Cards, target: int, own: bool, short: bool) -> str:
        """Return the prompt; ``own`` is True if the viewer decides."""
        if view.phase == Phase.OVER:
            winner = max(range(len(self.seats)), key=lambda seat: view.totals[seat])
            return self("prompt.over_two" if len(self.seats) == 2 else "prompt.over", name=self.name(winner))
        if view.phase == Phase.ROUND_OVER:
            return self("prompt.round_over")
        if not own:
            return self.texts("prompt.thinking", name=self.name(view.turn))
        tail = ".short" if short else ""
        if chosen:
            return self._about(view, chosen, tail)
        if target >= 0:
            there = view.sets[target]
            if any(action.verb == Verb.ADD and action.place == target for action in view.legal):
                return self(f"prompt.target_add{tail}", set=self.set(there), value=ACTIVE[there[0]])
            return self("prompt.target", set=self.set(there))
        if {action.verb for action in view.legal} == {Verb.PLAY, Verb.TURN} and areas_of(len(self.seats)) == 1:
            # a beginner's first prompt explains how to play: no button appears before cards are chosen
            return self(f"prompt.choose{tail}")
        moves = self._moves(view, short)
        if areas_of(len(self.seats)) > 1:
            return self(f"prompt.play_area{tail}", number=view.area + 1, moves=moves)
        return self(f"prompt.play{tail}", moves=moves)

    def ways(self, view: View) -> str:
        """Return the longest prompt of a turn at which nothing is chosen: the moves with what they are made with."""
        return self(
            "prompt.ways", moves=self.texts.listed([self(f"way.{verb.name.lower()}") for verb in _kinds(view)], "or")
        )

    def _moves(self, view: View, short: bool) -> str:
        """Return the kinds of moves available now."""
        sentences = [self(f"verb.{verb.name.lower()}") for verb in _kinds(view)]
        return ", ".join(sentences) if short and len(sentences) > 2 else self.texts.listed(sentences, "or")

    def _about(self, view: View, chosen: Cards, tail: str) -> str:
        """Return the prompt about the chosen cards: the moves they allow, or why there are none."""
        blocked = outcome_of(view, play_of(chosen)).blocked
        fits = any(action.verb == Verb.ADD and action.cards == chosen for action in view.legal)
        there = self.set_of(len(chosen), blocked) if blocked else ""
        if blocked and not fits:
            return self(f"prompt.blocked{tail}", set=there)
        key = "chosen_add" if blocked else "chosen" if fits else "chosen_play"
        return self(f"prompt.{key}{tail}", set=self.set(chosen), there=there)

    def table(self, view: View) -> str:
        seats = len(self.seats)
        sentences = []
        for place, cards in enumerate(view.sets):
            if cards and areas_of(seats) > 1:
                number = place % areas_of(seats) + 1
                sentences.append(
                    self("spoken.set_area", name=self.owner(place), number=number, cards=self.cards(cards))
                )
            elif cards:
                sentences.append(self("spoken.set", name=self.owner(place), cards=self.cards(cards)))
        for seat, count in enumerate(view.hand_counts):
            sentences.append(self("spoken.count", count=count, name=self.name(seat)))
        hand = sorted(view.hand, key=lambda card: ACTIVE[card])
        if hand:
            sentences.append(self("spoken.hand", cards=self.cards(hand)))
        sentences.append(self("discarded", count=view.discard_count))
        return ". ".join(sentences)

    def variant(self, event: ev.Event) -> str:
        match event:
            case ev.SetDiscarded(is_beaten=True):
                return "_beaten"
            case ev.WentOut(rank=rank):
                return "_two" if len(self.seats) == 2 else "_second" if rank else "_first"
        return ""

    def facts(self, event: ev.Event) -> dict[str, object]:
        facts = super().facts(event)
        if isinstance(event, ev.CardAdded):
            facts["set"] = self.set_of(event.size, ACTIVE[event.card])
        elif isinstance(event, ev.SetDiscarded | ev.SetReturned | ev.SetPlayed | ev.SetTaken):
            facts["set"] = self.set(event.cards)
        if isinstance(event, ev.SetReturned):
            facts["now"] = self.turned(event.cards)
        return facts

    def fact(self, name: str, value: int) -> object:
        return self.name(value) if name == "owner" else value

    def victim(self, event: ev.Event) -> int:
        match event:
            case ev.SetReturned(seat=seat) | ev.SetDiscarded(seat=seat, is_beaten=True) | ev.SetTaken(owner=seat):
                return seat
        return -1

    def pictures(self, event: ev.Event) -> tuple[str, ...]:
        match event:
            case ev.CardAdded(card=card):
                return (face_of(card),)
            case ev.SetPlayed() | ev.SetTaken() | ev.SetDiscarded():
                return tuple(map(face_of, event.cards))
            case ev.SetReturned(cards=cards):
                # as they are in the hand
                return tuple(face_of(card ^ 1) for card in cards)
        return ()

    def begins(self, event: ev.Event, row: Sequence[ev.Event]) -> bool:
        """Return True at the first event of another seat's turn; both goes of one of two players are a row."""
        main = next((old for old in row if isinstance(old, MAIN)), None)
        if main is None and isinstance(row[0], ev.RoundStarted) and not isinstance(event, ev.HandsDealt):
            return True
        if main is None or isinstance(event, ev.WentOut | ev.RoundEnded | ev.RoundBroken | ev.GameEnded):
            return False
        mover = event.by if isinstance(event, ev.SetReturned) else seat_of(event)
        return len(self.seats) > 2 or mover != main.seat

    def summary(self, events: Sequence[ev.Event], lines: Sequence[match_texts.LogLine]) -> match_texts.LogLine | None:
        """Sum up a turn: the set played, added or taken, whose it beats, and that its player is out."""
        mains = [event for event in events if isinstance(event, MAIN)]
        if not mains:
            return None
        # of two turns in a row it is said which cards beat others
        cards_tell = len(mains) == 1
        seat, cards = mains[0].seat, [face for event in mains for face in self.pictures(event)]
        sentences, beaten, drawn = list[str](), list[str](), list[str]()
        # what a set is now can only end the line
        last = None if any(isinstance(event, ev.WentOut) for event in events) else mains[-1]
        for event in events:
            match event:
                case ev.SetReturned(seat=owner, cards=there) | ev.SetDiscarded(owner, _, there, is_beaten=True):
                    key = "row.beaten_own" if owner == seat else "row.beaten_set" if len(there) > 1 else "row.beaten"
                    blanks = {"set": self.set(there), "now": self.turned(there)}
                    beaten.append(self(key, name=self.name(seat), owner=self.name(owner), **blanks))
                case ev.SetPlayed() | ev.CardAdded() | ev.SetTaken() | ev.HandTurned():
                    adds = isinstance(event, ev.CardAdded) and (beaten or event is not last)
                    sentences.append(self("row.added", **self.facts(event)) if adds else self.sentence(event))
                    # the cards that beat others say it themselves
                    drawn += sentences[-1:] if cards_tell and beaten and isinstance(event, ev.SetPlayed) else []
                    sentences += beaten
                    beaten.clear()
                case ev.WentOut():
                    sentences.append(self.sentence(event))
        line = self.row_line(seat, sentences, cards, drawn)
        goes = (self.summary(go, lines) for go in goes_of(events)) if not cards_tell else ()
        return line and line._replace(steps=tuple(filter(None, goes)))

    def log(self, event: ev.Event) -> list[match_texts.LogLine]:
        lines = super().log(event)
        if isinstance(event, ev.RoundStarted):
            return [lines[0]._replace(heading=True), *self.line(event.starter, "starts")]
        return lines
