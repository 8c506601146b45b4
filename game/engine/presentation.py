"""The visual half of a game: its box, felt, table, result, and the pages that explain it.

The rules, ``game.core.game``, know nothing of it. A game's own presentation names its ``game``, so the two together are
one object; ``game.catalogue.presentations`` lists them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from pygame import Surface

from game.core.game import A, Action, E, Event, Game, S, State, V, View
from game.core.live import LiveGame
from game.core.match import Match, Seat
from game.core.options import Json
from game.core.records import MatchRecord, Moment
from game.engine import live_table, pages, palette, sprites, turn_table
from game.engine.game_table import GameTable
from game.engine.kit import Kit
from game.engine.match_texts import MatchTexts
from game.engine.score_sheet import ResultPage, ScoreSheet, SheetPictures
from game.engine.texts import Texts

if TYPE_CHECKING:
    from game.services.context import Context


class BoxName(NamedTuple):
    """A place of the game's name on its box, in logical pixels from the box's corner."""

    #: its centre
    x: float
    y: float
    size: float
    #: it shrinks to this width
    widest: float
    colour: palette.Colour
    upside_down: bool = False


class BoxArt(NamedTuple):
    """A game's box in the crate, logical; its picture is ``assets/art/title/box_NAME.png``, twice as large.

    Boxes stand side by side 224 apart, or less if there are many: up to about 210 wide and 344 high they do not touch.
    """

    w: float
    h: float
    names: tuple[BoxName, ...]


S_contra = TypeVar("S_contra", contravariant=True)

#: secrecy of a view: none; hidden on the table itself, where its owner looks at it (``HeldSecret``); behind the curtain
#: unless players agree to show it; or always behind the curtain
Privacy = Literal["", "held", "unless_waived", "always"]
#: meaning of an event for a replay by the clock: progress, a gain, an error, or nothing worth a jump
Weight = Literal["", "turn", "gain", "error"]


class HelpPages(Protocol):
    """The pages that explain a game."""

    @property
    def PAGES(self) -> tuple[pages.HelpPage, ...]:
        """The pages."""

    def look(self, kit: Kit, texts: Texts, grey: bool, /) -> sprites.Look:
        """Return the look of the cards on these pages, ``grey`` for a player who has switched colours off."""


class ResultSheets(Protocol[S_contra]):
    """The result of a round or of a whole match as a score sheet."""

    def sheet_of(self, texts: Texts, seats: Sequence[Seat], state: S_contra, /) -> ScoreSheet:
        """Return the current sums of all seats."""


class Presentation(ABC, Generic[S, A, E, V]):
    """The presentation of one game. Methods with a body have the default of most games."""

    #: the rules
    game: Game[S, A, E, V]
    #: its box in the crate; the picture is ``assets/art/title/box_NAME.png``
    box: BoxArt
    #: its explanation: usually a module
    howto: HelpPages
    #: its score sheet: usually a module
    result: ResultSheets[S]
    #: makes the cards in the sheet's rows, if any
    pictures: "Callable[[Context, S], SheetPictures] | None" = None
    #: examples of its house rules with one value: card faces as the help pages name them, and an icon after ``@``
    examples: ClassVar[Mapping[str, str]] = {}
    #: class of its tables, made of the seats, the viewer and the view
    table: type[GameTable[A, E, V]]
    #: makes the texts about a match if there is no table
    match_texts: Callable[[Texts, Sequence[Seat]], MatchTexts[A, E, V]]

    @property
    def felt(self) -> palette.Colour:
        """The colour of its felt."""
        return self.table.felt

    def score_sheet(self, texts: Texts, match: Match[S, A, E, V]) -> ScoreSheet:
        """Return the score sheet of a round or of the whole match."""
        sheet, ties = self.result.sheet_of(texts, match.seats, match.state), match.game.records.ties(match.state)
        rows = tuple(row._replace(tie=ties[row.members[0]]) for row in sheet.rows) if ties else sheet.rows
        return sheet._replace(rows=rows)

    def sheet_pictures(self, context: "Context", match: Match[S, A, E, V]) -> SheetPictures:
        """Return the cards in the rows of that sheet."""
        return self.pictures(context, match.state) if self.pictures else SheetPictures(context)

    def look_back(
        self, context: "Context", match: Match[S, A, E, V], records: Sequence[MatchRecord]
    ) -> ResultPage | None:
        """Return a page about the match beside ``records`` of earlier ones, the newest last, or None."""
        return None

    def position_faces(self, view: V) -> tuple[tuple[str, ...], ...]:
        """Return the card faces that a decision depends on, in rows, for thumbnails of reviews and puzzles."""
        return ()

    def mistake_faces(self, view: V, played: A, best: A) -> tuple[tuple[str, ...], ...]:
        """Return the card faces beside a mistake in a review, in rows: those of the position, unless moves say more."""
        return self.position_faces(view)

    @abstractmethod
    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        """Draw one of its cards, ``w`` logical pixels wide, as it peeks out of the crate on the title; plain.

        ``number`` is any from 0 on; different numbers show different cards as far as there are any.
        """

    def option_picture(self, kit: Kit, option: str, value: Json, w: float) -> Surface | None:
        """Draw a card that illustrates a value of a house rule, or return None; plain."""
        return None

    #: height of a card of a moment or a puzzle's picture, divided by its width
    moment_ratio: ClassVar[float] = 1.56
    #: all but the first row of a position lie on the table one below the other, and are shown so
    has_rows: ClassVar[bool] = False

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        """Return the card faces of the best moment, as the look of the help pages names them."""
        return ()

    def moment_points(self, moment: Moment) -> int:
        """Return the points that a moment brings its seat or costs it, as far as its text tells them; 0 for none."""
        return 0

    def private(self, view: V) -> Privacy:
        """Return the secrecy of what the player to move sees."""
        return ""


class TurnPresentation(Presentation[S, A, E, V]):
    """The presentation of a turn-based game."""

    table: type[turn_table.TurnTable[A, E, V]]
    #: the deal is secret: a hand is shown only after its player has taken the device
    secret_deal: ClassVar[bool] = False

    def summary_due(self, view: V) -> bool:
        """Return True if a round has just been scored and another follows."""
        return False


class LivePresentation(Presentation[S, A, E, V]):
    """The presentation of a real-time game."""

    game: LiveGame[S, A, E, V]
    table: type[live_table.LiveTable[A, E, V]]

    @abstractmethod
    def weight(self, event: E) -> Weight:
        """Return the meaning of an event for a replay."""


#: a presentation of any game
AnyPresentation: TypeAlias = Presentation[State, Action, Event, View]


def as_any_presentation(presentation: Presentation[S, A, E, V]) -> AnyPresentation:
    """Return ``presentation`` for code that shows any game; sound for the same reason as ``as_any_game``."""
    return cast("AnyPresentation", presentation)


def as_turn_presentation(presentation: Presentation[S, A, E, V]) -> TurnPresentation[S, A, E, V]:
    """Return ``presentation`` as one of a turn-based game; raise TypeError for a real-time one."""
    if not isinstance(presentation, TurnPresentation):
        raise TypeError(f"expected a game of turns, got {presentation.game.name}")
    return presentation


def as_live_presentation(presentation: Presentation[S, A, E, V]) -> LivePresentation[S, A, E, V]:
    """Return ``presentation`` as one of a real-time game; raise TypeError for a turn-based one."""
    if not isinstance(presentation, LivePresentation):
        raise TypeError(f"expected a game in real time, got {presentation.game.name}")
    return presentation
