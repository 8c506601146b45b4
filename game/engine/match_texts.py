"""What is said about a match, as far as it is alike in every game.

A person who is alone with bots is spoken to: texts that can say "you" do. Where several share the device, or nobody
plays, everybody has a name.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, cast

from game.core.capabilities import Reason
from game.core.events import seat_of
from game.core.game import A, E, V
from game.core.match import HUMAN, Seat
from game.engine.texts import Texts, You


class LogLine(NamedTuple):
    """A line of the log: who did it (or -1) and what."""

    seat: int
    words: str
    #: a round begins: what follows belongs to it
    heading: bool = False


def name_of(seats: Sequence[Seat], seat: int) -> str:
    """The name of a seat; it is ``You`` if the only person sits there."""
    name = seats[seat].name
    return You(name) if [one.kind for one in seats].count(HUMAN) == 1 and seats[seat].kind == HUMAN else name


class MatchTexts(ABC, Generic[A, E, V]):
    """Speaks of one match in one language."""

    #: the game, as the keys of its texts begin; set by the game's own words
    game = ""
    #: the fields of events that their texts count
    counted: ClassVar[tuple[str, ...]] = ()

    def __init__(self, texts: Texts, seats: Sequence[Seat]) -> None:
        self.texts, self.seats = texts, seats

    def __call__(self, key: str, **blanks: object) -> str:
        """A text of this game."""
        return self.texts(f"{self.game}.{key}", **blanks)

    def has(self, key: str) -> bool:
        """Whether this game has such a text."""
        return self.texts.has(f"{self.game}.{key}")

    def name(self, seat: int) -> str:
        """The name of a seat; texts may say "you" instead."""
        return name_of(self.seats, seat)

    @abstractmethod
    def action(self, action: A, view: V) -> str:
        """An action as the hint and its target name it."""

    def why(self, why: Reason) -> str:
        """The sentence that gives the reason for a hint."""
        return self(f"why.{why.key}", **{name: self.blank(name, value) for name, value in why.blanks})

    def blank(self, name: str, value: int) -> object:
        """What fills a blank of a reason: a number, unless the game counts cards or seats so."""
        del name
        return value

    @abstractmethod
    def table(self, view: V) -> str:
        """What lies on the table, as far as this seat may know."""

    def move(self, event: E) -> str:
        """Return a move in a word or two, for the pill beside the name of who made it, or "" for what is no move."""
        key = f"move.{type(event).__name__}"
        return self(key, **self.facts(event)) if self.has(key) else ""

    def log(self, event: E) -> list[LogLine]:
        """The log's lines for an event, in order: mostly one, if there is a text for its kind."""
        key = f"log.{type(event).__name__}{self.variant(event)}"
        return [LogLine(seat_of(event), self(key, **self.facts(event)))] if self.has(key) else []

    def variant(self, event: E) -> str:
        """How the key of the text about an event goes on where one of its kind is told in several ways."""
        del event
        return ""

    def facts(self, event: E) -> dict[str, object]:
        """What fills the blanks of what is said about an event: its fields, who acts, and what is counted."""
        fields, actor = cast("NamedTuple", event)._asdict(), seat_of(event)
        facts = {name: self.fact(name, value) if isinstance(value, int) else value for name, value in fields.items()}
        for name in self.counted:
            if name in fields:
                facts["count"] = self.count(fields[name])
        return {"name": self.name(actor) if actor >= 0 else ""} | facts

    def fact(self, name: str, value: int) -> object:
        """What fills the blank of an event's field: a number, unless the game counts cards or seats so."""
        del name
        return value

    def count(self, value: int | tuple[int, ...]) -> int:
        """How many a field counts: a number as it is, else how many things there are."""
        return value if isinstance(value, int) else len(value)

    def moves(self) -> list[str]:
        """The words of all moves of others that need nothing filled in."""
        keys = self.texts.keys(f"{self.game}.move.")
        return [self.texts(key) for key in keys if "{" not in self.texts(key)]

    def line(self, seat: int, key: str, **blanks: object) -> list[LogLine]:
        """The log's line about what a seat did, whose name fills its blank ``name``."""
        return [LogLine(seat, self(f"log.{key}", name=self.name(seat), **blanks))]
