"""Texts about a match of Twin It!: names of patterns and things, prompts, log lines.

A person alone with bots is addressed as "you"; with several people or none at a device, all are named.
"""

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import ClassVar

from game.core.events import seat_of
from game.core.match import HUMAN, Seat
from game.engine import match_texts
from game.engine.match_texts import LogLine
from game.engine.texts import Texts
from game.games.twin_it import events as ev
from game.games.twin_it import state as st
from game.games.twin_it.deck import FAMILIES, FAMILY_OF
from game.games.twin_it.faces import single, won
from game.games.twin_it.scoring import LEVEL_NAMES, LEVELS
from game.games.twin_it.state import BESIDE, CONTEST, MINUTE, SET, SPOT, STACK, Action, Options, Phase, Touch, Verb
from game.games.twin_it.view import Face, View

FAMILY_NAMES = tuple(FAMILIES)
#: what ends an attempt at a pair, and what begins one
OUTCOMES = (ev.SetWon, ev.SetStolen, ev.SetCollected, ev.SetExtended, ev.CollectRefused, ev.ErrorMade)
ATTEMPTS = (*OUTCOMES, ev.ContestStarted, ev.Buzzed, ev.LastLookStarted, ev.GameEnded)
ERRORS = ev.ErrorMade | ev.CollectRefused
VERBS = {Verb.FLIP: "flip", Verb.BUZZ: "buzz", Verb.PASS: "pass", Verb.DEAL: "deal"}


def only_errors_of(seat: int, row: Sequence[ev.Event]) -> bool:
    """Return True if a row is about errors of ``seat`` that cost nothing, and about nothing else."""
    told = [event for event in row if isinstance(event, (*ATTEMPTS, ev.SetLost, ev.SeatPassed))]
    return bool(told) and all(isinstance(event, ERRORS) and event.seat == seat for event in told)


def is_own(event: ev.SetStolen, options: Options) -> bool:
    """Return True if a seat has completed a pair of its own side."""
    return event.owner % 2 == event.seat % 2 if options.in_teams else event.owner == event.seat


class TwinItTexts(match_texts.MatchTexts[Action, ev.Event, View]):
    """Texts of one match in one language."""

    game = "twin_it"
    themes: ClassVar[Mapping[str, str]] = {
        **match_texts.by_reason(lookalikes="lookalikes", alone="alone", pairs="pairs"),
        "": "pair",
    }

    def __init__(self, texts: Texts, seats: Sequence[Seat]) -> None:
        super().__init__(texts, seats)
        #: the seats of people
        self.people = [number for number, seat in enumerate(seats) if seat.kind == HUMAN]

    def names(self, seats: Sequence[int]) -> str:
        """Return names as a list."""
        return self.texts.listed([self.name(seat) for seat in seats])

    # ---- things -------------------------------------------------------------------------------------

    def motif(self, pattern: int) -> str:
        """Return a pattern's spoken name: its family, and a letter for each near-twin."""
        family = FAMILY_OF[pattern]
        return f"{self(f'motif.{FAMILY_NAMES[family]}')} {'ABC'[pattern - FAMILY_OF.index(family)]}"

    def family(self, pattern: int) -> str:
        """Return a pattern's name without the letter, where its card is marked or drawn beside the text."""
        return self(f"motif.{FAMILY_NAMES[FAMILY_OF[pattern]]}")

    def blank(self, name: str, value: int) -> object:
        """Return the text for a blank of a reason: a pattern's family, a number, or a seat's name."""
        return self.family(value) if name == "card" else value if name == "count" else self.name(value)

    def position(self, view: View) -> str:
        first = next((self.family(face.pattern) for face in view.faces), "")
        return self("puzzle.position", count=len(view.faces), card=first)

    def size(self, cards: Sequence[int]) -> str:
        """Return the size of a set in words: pair or triple."""
        return self("pair" if len(cards) == 2 else "triple")

    def won(self, face: Face) -> str:
        """Return the name of a won set: its size and its pattern."""
        return self("set", size=self.size(face.cards), card=self.motif(face.pattern))

    def thing(self, face: Face, view: View) -> str:
        """Return the label of a thing in play: its pattern, its place, and a note if it is forbidden."""
        own = self.people == [view.seat]
        mine = own and face.where != SPOT and face.place == view.seat
        name, card = self.name(face.place) if face.where != SPOT else "", self.motif(face.pattern)
        if face.where == BESIDE:
            return self("thing.beside_own" if mine else "thing.beside", card=card, name=name)
        if face.where == SET:
            sentences = self("thing.set_own" if mine else "thing.set", size=self.size(face.cards), card=card, name=name)
        elif face.where == STACK:
            count = view.stack_counts[face.place]
            sentences = self("thing.stack_own" if mine else "thing.stack", card=card, name=name, count=count)
        else:
            sentences = self("thing.spot", card=card)
        return self("thing.barred", thing=sentences) if own and face.pattern in view.barred else sentences

    def action(self, action: Action, view: View) -> str:
        if action.verb in VERBS:
            return self(f"button.{VERBS[action.verb]}")
        face = next(iter(view.things(action.cards)), None)
        if face is None:
            return self("button.look")
        if action.verb == Verb.CHOOSE:
            return self("hint.lose", thing=self.won(face))
        # the cards are marked, and words could not tell near-twins apart
        return self("hint.turn" if action.verb == Verb.TURN else "hint.take", card=self.family(face.pattern))

    # ---- prompts ------------------------------------------------------------------------------------

    def prompt(self, view: View, viewer: int, humans: Sequence[int]) -> str:
        """Return the prompt, addressed to ``viewer`` if that is the only one of ``humans``."""
        people = tuple(humans) if viewer in humans else ()
        teams = "_team" if view.options.in_teams else ""
        match view.phase:
            case Phase.MINUTE:
                return self._minute(view)
            case Phase.COUNT:
                return self._count(view, people)
            case Phase.CHOOSE:
                return self._to(view.turn, people, f"choose{teams}")
            case Phase.BUZZED if len(view.buzzes) > 1:
                return self("prompt.buzzes", names=self.names([seat for seat, _hands in view.buzzes]))
            case Phase.BUZZED:
                seat, hands = view.buzzes[0]
                return self._second(view, hands, people) or self._to(seat, people, f"point{teams}")
            case Phase.OPEN | Phase.LAST_LOOK if view.options.calm:
                last = "last_" if view.phase == Phase.LAST_LOOK else ""
                key = "flip" if view.looker < 0 else "match" if view.options.in_rounds else f"{last}look"
                return self._to(view.looker if view.looker >= 0 else view.turn, people, key)
            case Phase.OPEN | Phase.LAST_LOOK:
                second = self._second(view, view.touches, people)
                if second or view.phase == Phase.LAST_LOOK:
                    return second or self("prompt.last")
                if not people:
                    return self._to(view.turn, people, "flip")
                return self._to(view.turn, people, "buzz" if view.options.buzzers else "find")
            case _:
                return self("prompt.over")

    def _to(self, seat: int, people: tuple[int, ...], key: str) -> str:
        """Address the only person, name one of several, or describe a bot."""
        ending = "" if people == (seat,) else "_named" if seat in people else "_other"
        return self(f"prompt.{key}{ending}", name=self.name(seat))

    def _count(self, view: View, people: tuple[int, ...]) -> str:
        """Return the prompt of a contest, addressed to the only person if they take part."""
        seats = view.contest
        if len(people) == 1 and people[0] in seats:
            rivals = [seat for seat in seats if view.sides[seat] != view.sides[people[0]]]
            return self("prompt.count", names=self.names(rivals))
        return self("prompt.count_other", names=self.names(seats))

    def _second(self, view: View, hands: Sequence[Touch], people: tuple[int, ...]) -> str:
        """Return the prompt for a second hand if the only person's side has one on a card, else ""."""
        if len(people) != 1:
            return ""
        hand = next((hand for hand in hands if view.sides[hand.seat] == view.sides[people[0]]), None)
        if hand is None:
            return ""
        if hand.seat == people[0]:
            return self("prompt.second_team" if view.options.in_teams else "prompt.second")
        card = next((self.motif(face.pattern) for face in view.faces if face.card == hand.card), "")
        return self("prompt.help", name=self.name(hand.seat), card=card)

    def _minute(self, view: View) -> str:
        if view.options.calm:
            return self("prompt.looks", count=view.looks_left) if view.looks_left > 0 else self("prompt.no_looks")
        if view.options.mode == CONTEST:
            return self("prompt.contest")
        return self("prompt.minute" if len(self.seats) > 1 else "prompt.minute_alone")

    def brief(self, view: View) -> list[str]:
        """Return what counts in timed play, before it starts: points and the cost of an error, and the medals."""
        options = view.options
        cost = "honest" if options.honest else "look" if options.calm else "lock"
        texts = [self("brief.points"), self(f"brief.{cost}")]
        if options.mode == MINUTE:
            rows = zip(LEVEL_NAMES[1:], LEVELS[len(self.seats)], strict=True)
            medals = [self("level_from", level=self(f"level.{name}"), count=count) for name, count in rows]
            texts.append(", ".join(medals))
        return texts

    def table(self, view: View) -> str:
        timed = view.options.timed
        sentences = [self("spoken.middle", count=sum(face.where == SPOT for face in view.faces))]
        for side in sorted(set(view.sides)):
            sentences += self._side(view, [seat for seat, other in enumerate(view.sides) if other == side])
        beside = [face for face in view.faces if face.where == BESIDE]
        if beside:
            listed = ", ".join(self.motif(face.pattern) for face in beside)
            sentences.append(self("spoken.beside", name=self.name(beside[0].place), cards=listed))
        if timed:
            sentences.append(self("spoken.pile", count=view.stack_counts[0]))
            if view.options.mode == MINUTE:
                sentences.append(self("points", count=view.scores[0]))
            if view.options.calm:
                sentences.append(self("looks_left", count=max(0, view.looks_left)))
            else:
                sentences.append(self("time_left", count=max(0, -(-(view.due - view.now) // 1000))))
        elif view.phase == Phase.OPEN:
            sentences.append(self("spoken.next", name=self.name(view.turn)))
        return self.texts.sentences(sentences)

    def _side(self, view: View, seats: list[int]) -> list[str]:
        """Return the won sets of a seat or a team, and its stacks."""
        won = [face for face in view.faces if face.where == SET and face.place in seats]
        sentences = [": ".join(filter(None, (self.standing(view, seats), ", ".join(map(self.won, won)))))]
        if view.options.timed:
            return sentences
        return sentences + [self("spoken.stack", name=self.name(s), count=view.stack_counts[s]) for s in seats]

    def standing(self, view: View, seats: Sequence[int], so_far: bool = False) -> str:
        """Return the number of sets, or of points, of a seat or a team, ``so_far`` if it goes on."""
        won = sum(view.set_counts[seat] for seat in seats)
        counts, key = (view.scores[seats[0]], "points") if view.options.mode == CONTEST else (won, "sets")
        return self(f"so_far.{key}" if so_far else f"spoken.{key}", name=self.names(seats), count=counts)

    # ---- the log --------------------------------------------------------------------------------------

    def lines(self, event: ev.Event, options: Options) -> list[LogLine]:
        """Return the log's lines for an event, in order."""
        text = self._logged(event, options)
        hit = -1
        if isinstance(event, ev.SetLost) or (isinstance(event, ev.SetStolen) and not is_own(event, options)):
            hit = event.owner
        return [LogLine(seat_of(event), text, hit=hit, cards=self.pictures(event))] if text else []

    def pictures(self, event: ev.Event) -> tuple[str, ...]:
        match event:
            case ev.SetWon(cards=cards, pattern=pattern) | ev.SetStolen(cards=cards, pattern=pattern):
                return (won(pattern, len(cards)),)
            case ev.CardTurned(pattern=pattern) | ev.PatternFreed(pattern=pattern):
                return (single(pattern),)
            case ev.PatternsForbidden(patterns=patterns):
                return tuple(map(single, patterns))
        return ()

    def begins(self, event: ev.Event, row: Sequence[ev.Event]) -> bool:
        """Return True if a row has its pair, or its error, and another attempt begins; or the first look after that.

        Errors at no cost that a seat makes one after the other are one row.
        """
        if isinstance(event, ev.SeatPassed):
            return any(isinstance(old, (*OUTCOMES, ev.GameStarted)) for old in row)
        if isinstance(event, ERRORS) and only_errors_of(event.seat, row):
            return False
        return isinstance(event, ATTEMPTS) and any(isinstance(old, OUTCOMES) for old in row)

    def summary(self, events: Sequence[ev.Event], lines: Sequence[LogLine]) -> LogLine | None:
        """Sum up an attempt: the pair won, or the error and the set that it cost; or the looks without a find."""
        error = next((event for event in events if isinstance(event, ev.ErrorMade)), None)
        lost = next((event for event in events if isinstance(event, ev.SetLost)), None)
        if lost and error:
            return LogLine(error.seat, self.lost(lost, error.why), hit=lost.owner)
        wrong = [event.seat for event in events if isinstance(event, ERRORS)]
        if len(wrong) > 1:
            return LogLine(wrong[0], self("log.errors", name=self.name(wrong[0]), count=len(wrong)))
        gained = [self.pictures(event) for event in events if isinstance(event, ev.SetWon | ev.SetStolen)]
        return next((line for line in lines if line.cards in gained), None if lines else self._found_nothing(events))

    def _found_nothing(self, events: Sequence[ev.Event]) -> LogLine | None:
        """Return the line about the rivals that looked in vain since the last flip before their looks, or None."""
        newest = dropwhile(lambda event: not isinstance(event, ev.SeatPassed), reversed(events))
        looks = takewhile(lambda event: isinstance(event, ev.SeatPassed), newest)
        seats = [seat for seat in map(seat_of, looks) if seat not in self.people][::-1]
        if not seats:
            return None
        text = self("log.nothing_found", names=self.names(seats), count=len(seats))
        return LogLine(-1 if seats[1:] else seats[0], text)

    def _logged(self, event: ev.Event, options: Options) -> str:
        """Return the log's text for an event, or "" for visible trifles such as new cards and passed looks."""
        match event:
            case ev.GameStarted(seat=seat):
                return self("log.starts", name=self.name(seat)) if seat >= 0 else ""
            case ev.PatternsForbidden(seat, _cards, patterns):
                return self("log.forbidden", name=self.name(seat), cards=", ".join(map(self.family, patterns)))
            case ev.CardTurned() if not options.timed:
                return self("log.turned")
            case ev.SetWon(seat, _cards, pattern, ms, mate):
                key = "log.won_together" if mate >= 0 else "log.won_calm" if options.calm else "log.won"
                mates = self.name(mate) if mate >= 0 else ""
                return self(key, name=self.name(seat), mate=mates, card=self.family(pattern), seconds=self.seconds(ms))
            case ev.SetStolen(seat, owner, _cards, pattern):
                key = "log.completed" if is_own(event, options) else "log.stolen"
                return self(key, name=self.name(seat), owner=self.name(owner), card=self.family(pattern))
            case ev.ContestStarted(seats):
                return self("log.contest", names=self.names(seats))
            case ev.ErrorMade(seat, _cards, why):
                return self(f"log.error.{why}", name=self.name(seat))
            case ev.SetLost(seat, owner, cards):
                return self(f"log.lost_{'pair' if len(cards) == 2 else 'triple'}", name=self.name(owner))
            case ev.PatternFreed(seat, pattern):
                return self("log.freed", name=self.name(seat), card=self.family(pattern))
            case ev.Buzzed(seat):
                return self("log.buzzed", name=self.name(seat))
            case ev.LastLookStarted():
                return self("log.last_look")
            case ev.SetCollected(seat, cards):
                return self(f"log.collected_{'pair' if len(cards) == 2 else 'triple'}", name=self.name(seat))
            case ev.SetExtended(seat):
                return self("log.extended", name=self.name(seat))
            case ev.CollectRefused(seat):
                return self("log.refused", name=self.name(seat))
            case ev.GameEnded(winners, level):
                if level >= 0:
                    return self(f"level.{LEVEL_NAMES[level]}")
                return self("log.ended", names=self.names(winners))
            case _:
                return ""

    def lost(self, event: ev.SetLost, why: str) -> str:
        """Return the notice of a lost set with its reason, if known; in a team a mate may have made the error."""
        size = "pair" if len(event.cards) == 2 else "triple"
        text = self(f"log.lost_{size}", name=self.name(event.owner))
        if not why:
            return text
        key = "lost" if event.seat == event.owner else "lost_by"
        return self(key, lost=text, mate=self.name(event.seat), why=self(f"error.{why}"))

    def stolen(self, event: ev.SetWon | ev.SetStolen, people: Sequence[int], options: Options) -> str:
        """Return the notice that a set was taken from one of the ``people`` here, or ""."""
        if not isinstance(event, ev.SetStolen) or event.owner not in people:
            return ""
        if is_own(event, options):
            # a pair of the own side that became a triple
            return ""
        return self("taken_away", name=self.name(event.seat), owner=self.name(event.owner))

    def last_gap(self, seat: int, view: View) -> str:
        """Return the notice that the side of ``seat`` lacks one set to win."""
        side = view.mates(seat)
        return self("last_gap_team", names=self.names(side)) if side[1:] else self("last_gap", name=self.name(seat))

    def ending(self, event: ev.GameEnded, view: View) -> tuple[str, str]:
        """Return the end of a match in words: the reason, and the winners."""
        if view.options.mode == MINUTE:
            return self("over.end"), self(f"level.{LEVEL_NAMES[max(0, event.level)]}")
        won = sum(view.set_counts[seat] for seat in event.winners)
        goal = view.options.sets
        reached = "over.sets" if goal == st.SETS_TO_WIN else "over.more_sets"
        by = self("over.end" if view.options.timed else reached if won >= goal else "over.cards", count=goal)
        if len(event.winners) == 1:
            return by, self("over.wins", name=self.name(event.winners[0]))
        return by, self("over.win", names=self.names(event.winners))

    def waits(self, seat: int, options: Options) -> str:
        """Return the notice of the cost of gathering unequal cards in timed play."""
        return self("look_lost" if options.calm else "waits", name=self.name(seat), why=self("error.unequal"))

    def seconds(self, ms: int) -> str:
        """Return a reaction time in seconds and tenths."""
        return self("seconds", seconds=self.texts.number(ms / 1000, 1))
