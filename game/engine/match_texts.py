"""Texts about a match, as all games share them.

A person alone with bots is addressed as "you" by the texts that can. If several people share the device, or nobody
plays, everybody has a name.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, cast

from game.core.capabilities import Advice, Order, Reason
from game.core.events import seat_of
from game.core.game import A, E, V
from game.core.match import HUMAN, Seat
from game.engine.texts import Texts, You


def _follows_nothing(_event: object) -> bool:
    return False


def _only_move(_action: object) -> str:
    return "hint.only_move"


class LogLine(NamedTuple):
    """A line of the log: the acting seat (or -1) and the text."""

    seat: int
    text: str
    #: start of a round, whose lines follow
    heading: bool = False
    #: the seat that gets back, loses or has to take something, or -1
    hit: int = -1
    #: the faces of the cards, and the number of chips, that are drawn beside the text
    cards: tuple[str, ...] = ()
    chips: int = 0
    #: read out instead of the text, if the drawing says a part of it
    spoken: str = ""
    #: drawn instead of the text, where that has no room beside its cards
    short: str = ""
    #: a line for each action, of a row about several ones of the same seat
    steps: "tuple[LogLine, ...]" = ()


def name_of(seats: Sequence[Seat], seat: int) -> str:
    """Return the name of a seat, as ``You`` if the only person sits there."""
    name, kind, _ = seats[seat]
    return You(name) if kind == HUMAN and [one.kind for one in seats].count(HUMAN) == 1 else name


def order_text(texts: Texts, game: str, order: Order, stands: bool = False) -> str:
    """Return an order as it is offered, or as it stands, in a sentence."""
    key = f"{game}.ordered.{order.kind}" if stands else f"{game}.order.{order.kind}"
    return texts(key, count=order.number, number=order.number)


def by_reason(**keys: str) -> Mapping[str, str]:
    """Return themes by the keys of their reasons, which are given for each theme, separated by spaces."""
    return {key: theme for theme, listed in keys.items() for key in listed.split()}


class MatchTexts(ABC, Generic[A, E, V]):
    """Texts about one match in one language."""

    #: the game, the prefix of its text keys; set by the game's own texts
    game = ""
    #: event fields that their texts count
    counted: ClassVar[tuple[str, ...]] = ()
    #: themes of puzzles by the key of the reason for the first answer; opposite answers share one
    themes: ClassVar[Mapping[str, str]] = {}
    #: keys of reasons that hold only where their move is the better one
    comparing: ClassVar[Sequence[str]] = ()
    #: returns True for an event that is told after the next one, which has caused it
    follows: Callable[[E], bool] = staticmethod(_follows_nothing)
    #: returns the key of a hint's sentence about the only move that is possible
    only_move_key: Callable[[A], str] = staticmethod(_only_move)

    def __init__(self, texts: Texts, seats: Sequence[Seat]) -> None:
        self.texts, self.seats = texts, seats

    def __call__(self, key: str, **blanks: object) -> str:
        """Return a text of this game."""
        return self.texts(f"{self.game}.{key}", **blanks)

    def has(self, key: str) -> bool:
        """Return True if this game has such a text."""
        return self.texts.has(f"{self.game}.{key}")

    def theme(self, kind: str, part: str = "") -> str:
        """Return the theme of a puzzle of this kind, or a ``part`` of its texts; "" without a theme."""
        theme = self.themes.get(kind.partition(" ")[2])
        return self(f"puzzle.theme.{theme}{part}") if theme else ""

    def name(self, seat: int) -> str:
        """Return the name of a seat; texts may say "you" instead."""
        return name_of(self.seats, seat)

    @abstractmethod
    def action(self, action: A, view: V) -> str:
        """Return an action as its hint and its target name it."""

    def mistake(self, played: A, best: A, view: V) -> str:
        """Return a mistake as the end of a sentence that begins with "your costliest mistake"."""
        return self.texts("review.instead", played=self.action(played, view), best=self.action(best, view))

    def worths(self, played: A, best: A, view: V) -> tuple[str, str]:
        """Return what two moves are worth, each in a few words, or "" twice where no number tells them apart."""
        return "", ""

    def at_once(self, _advice: Advice[A]) -> str:
        """Return what holds for any move, so that a hint tells it while it still compares; "" if that is nothing."""
        return ""

    def why(self, why: Reason) -> str:
        """Return the sentence that gives the reason for a hint."""
        return self(f"why.{why.key}", **{name: self.blank(name, value) for name, value in why.blanks})

    def stakes(self, view: V) -> list[tuple[str, str]]:
        """Return what a puzzle is about besides its question, in numbers: who leads, how long it goes on."""
        return []

    def position(self, view: V) -> str:
        """Return the name of a puzzle's position, which tells it from others with the same theme, or ""."""
        return ""

    def _leads(self, key: str, counts: Sequence[int]) -> list[tuple[str, str]]:
        """Return who has most of something, as a row of ``stakes``; none without a single leader."""
        most = max(counts)
        if counts.count(most) > 1:
            return []
        name, count = self.seats[counts.index(most)].name, self.texts.number(most)
        return [(self.texts(key), self.texts("puzzles.stake.leads.value", name=name, count=count))]

    def blank(self, name: str, value: int) -> object:
        """Return the value of a reason's blank: a number, unless the game counts cards or seats that way."""
        return value

    @abstractmethod
    def table(self, view: V) -> str:
        """Describe the table, as far as this seat may know."""

    def move(self, event: E, past: bool = False) -> str:
        """Return a move in a word or two, for the pill beside the player's name, or "" if the event is no move.

        As one that is ``past`` it may have no other words: then "".
        """
        kind = type(event).__name__
        key = f"moved.{kind}" if past else f"move.{kind}"
        return self(key, **self.facts(event)) if self.has(key) else ""

    def log(self, event: E) -> list[LogLine]:
        """Return the log's lines for an event, in order: usually one, if its kind has a text."""
        key = f"log.{type(event).__name__}{self.variant(event)}"
        if not self.has(key):
            return []
        text, cards = self(key, **self.facts(event)), self.pictures(event)
        return [LogLine(seat_of(event), text, hit=self.victim(event), cards=cards)]

    def victim(self, event: E) -> int:
        """Return the seat that gets back, loses or has to take something, or -1."""
        return -1

    def pictures(self, event: E) -> tuple[str, ...]:
        """Return the faces of the public cards that an event is about."""
        return ()

    def begins(self, event: E, row: Sequence[E]) -> bool:
        """Return True if an event begins a new row of the log; ``row`` are the events of the present one."""
        return True

    def summary(self, events: Sequence[E], lines: Sequence[LogLine]) -> LogLine | None:
        """Return the line that sums up a row of the log, or None if the last of its single ``lines`` does."""
        return None

    def row_line(
        self, seat: int, sentences: Sequence[str], cards: Sequence[str] = (), drawn: Sequence[str] = ()
    ) -> LogLine | None:
        """Return the line "Frida plays a 9 and beats a 6 of Ole’s" from sentences about a seat; None without any.

        Sentences that the drawn cards replace (``drawn``) are only read out, as long as others are left.
        """
        if not sentences:
            return None
        subject = self.texts("log.subject", name=self.name(seat)) + " "
        text, whole = (
            self.texts.listed([parts[0], *(part.removeprefix(subject) for part in parts[1:])])
            for parts in ([one for one in sentences if one not in drawn] or sentences, sentences)
        )
        return LogLine(seat, text, cards=tuple(cards), spoken=whole)

    def sentence(self, event: E) -> str:
        """Return an event's first line in the log."""
        return self.log(event)[0].text

    def variant(self, event: E) -> str:
        """Return the suffix of an event's text key, for kinds with several texts."""
        return ""

    def facts(self, event: E) -> dict[str, object]:
        """Return the values of an event's blanks: its fields, the actor's name, and the count."""
        fields, actor = cast("NamedTuple", event)._asdict(), seat_of(event)
        facts = {name: self.fact(name, value) if isinstance(value, int) else value for name, value in fields.items()}
        for name in self.counted:
            if name in fields:
                facts["count"] = self._counted(fields[name])
                facts["amount"] = self.texts.amount(self._counted(fields[name]))
        return {"name": self.name(actor) if actor >= 0 else ""} | facts

    def fact(self, name: str, value: int) -> object:
        """Return the value of an event field's blank: a number, unless the game counts cards or seats that way."""
        return value

    def _counted(self, value: int | tuple[int, ...]) -> int:
        """Return a number as it is, or the number of things."""
        return value if isinstance(value, int) else len(value)

    def moves(self) -> list[str]:
        """Return the texts of all moves without blanks."""
        keys = self.texts.keys(f"{self.game}.move.")
        return [self.texts(key) for key in keys if "{" not in self.texts(key)]

    def line(self, seat: int, key: str, **blanks: object) -> list[LogLine]:
        """Return the log's line about a seat's action, with its name in the blank ``name``."""
        return [LogLine(seat, self(f"log.{key}", name=self.name(seat), **blanks))]
