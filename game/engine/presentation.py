"""The half of a game that shows: its box, its felt, its table, its result, the pages that explain it.

The half that plays, ``game.core.game``, knows nothing of it. A game's own presentation names its ``game``, so the two
together are one object; ``game.catalogue.presentations`` lists them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
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
    from game.app.context import Context


class BoxName(NamedTuple):
    """A place of the game's name on its box, in logical pixels from the box's corner."""

    #: its middle
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

#: how much of what a player sees is for that player alone: nothing, what people may agree to show, or always hidden
Privacy = Literal["", "unless_waived", "always"]
#: what an event means for a replay by the clock: it goes on, somebody has gained or erred, or nothing worth a jump
Weight = Literal["", "turn", "gain", "error"]


class HelpPages(Protocol):
    """What explains a game."""

    @property
    def PAGES(self) -> tuple[pages.HelpPage, ...]:
        """The pages."""

    def look(self, kit: Kit, texts: Texts, grey: bool, /) -> sprites.Look:
        """What makes the cards on these pages, ``grey`` for a player who has chosen to see no colours."""


class ResultSheets(Protocol[S_contra]):
    """How the result of a round or of a whole match adds up."""

    def sheet_of(self, texts: Texts, seats: Sequence[Seat], state: S_contra, /) -> ScoreSheet:
        """The sums of everybody who sits there, as it stands."""


class Presentation(ABC, Generic[S, A, E, V]):
    """One game as it is shown. What has a body here is so in most games."""

    #: the half that plays
    game: Game[S, A, E, V]
    #: its box in the crate; the picture is ``assets/art/title/box_NAME.png``
    box: BoxArt
    #: what explains it: mostly a module
    howto: HelpPages
    #: how a result adds up: mostly a module
    result: ResultSheets[S]
    #: makes the cards in the rows of that, where there are any
    pictures: Callable[[Context, S], SheetPictures] | None = None
    #: the table of a match as somebody sees it: who sits there, whose eyes these are, what they know
    table: type[GameTable[A, E, V]]
    #: makes what is said about a match, where its table is not there to say it
    words: Callable[[Texts, Sequence[Seat]], MatchTexts[A, E, V]]

    @property
    def felt(self) -> palette.Colour:
        """The colour of its felt."""
        return self.table.felt

    def score_sheet(self, texts: Texts, match: Match[S, A, E, V]) -> ScoreSheet:
        """How the result of a round or of the whole match adds up."""
        return self.result.sheet_of(texts, match.seats, match.state)

    def sheet_pictures(self, context: Context, match: Match[S, A, E, V]) -> SheetPictures:
        """The cards in the rows of that sheet."""
        return self.pictures(context, match.state) if self.pictures else SheetPictures(context)

    def look_back(
        self, context: Context, match: Match[S, A, E, V], records: Sequence[MatchRecord]
    ) -> ResultPage | None:
        """A page that tells what a match was like, beside ``records`` of earlier ones, the newest last."""
        del context, match, records
        return None

    def position_faces(self, view: V) -> tuple[tuple[str, ...], ...]:
        """The pictures of the cards that a decision is about, in rows: a review shows them in small."""
        del view
        return ()

    @abstractmethod
    def title_card(self, kit: Kit, number: int, w: float) -> Surface:
        """One of its cards, ``w`` logical pixels wide, as it looks out of the crate on the title; plain.

        ``number`` is any from 0 on: another one shows another card, as far as there are others.
        """

    def option_picture(self, kit: Kit, option: str, value: Json, w: float) -> Surface | None:
        """A card that shows one of the values of a house rule, or None where there is none; plain."""
        del kit, option, value, w
        return None

    def moment_faces(self, moment: Moment) -> tuple[str, ...]:
        """The pictures of the best moment's cards, by the names that the look of its pages knows; mostly one a card."""
        del moment
        return ()

    def private(self, view: V) -> Privacy:
        """What only the player to move may see now."""
        del view
        return ""


class TurnPresentation(Presentation[S, A, E, V]):
    """A game of turns as it is shown."""

    table: type[turn_table.TurnTable[A, E, V]]
    #: what is dealt is secret: nobody's is seen before they have taken the device
    secret_deal: ClassVar[bool] = False

    def summary_due(self, view: V) -> bool:
        """Whether a round has just been scored and another follows."""
        del view
        return False


class LivePresentation(Presentation[S, A, E, V]):
    """A game in real time as it is shown."""

    game: LiveGame[S, A, E, V]
    table: type[live_table.LiveTable[A, E, V]]

    @abstractmethod
    def weight(self, event: E) -> Weight:
        """What an event means for a replay."""


#: a presentation, whatever is played
AnyPresentation: TypeAlias = Presentation[State, Action, Event, View]


def as_any_presentation(presentation: Presentation[S, A, E, V]) -> AnyPresentation:
    """``presentation`` for whoever shows any game; sound for the reason that ``as_any_game`` is."""
    return cast("AnyPresentation", presentation)


def as_turn_presentation(presentation: Presentation[S, A, E, V]) -> TurnPresentation[S, A, E, V]:
    """``presentation`` as one of a game of turns; raise TypeError for a game in real time."""
    if not isinstance(presentation, TurnPresentation):
        raise TypeError(f"{presentation.game.name} is played in real time")
    return presentation


def as_live_presentation(presentation: Presentation[S, A, E, V]) -> LivePresentation[S, A, E, V]:
    """``presentation`` as one of a game in real time; raise TypeError for a game of turns."""
    if not isinstance(presentation, LivePresentation):
        raise TypeError(f"{presentation.game.name} is played in turns")
    return presentation
