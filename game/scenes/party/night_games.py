"""The games of a party's night as parts of a screen: each with its box, its winners, and its best moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.engine import containers as ui
from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.texts import Texts
from game.engine.widgets import Widget
from game.scenes.result.outcome import moment_text
from game.scenes.shared.crate import small_box
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.messages import PartyState, PlayedMatch, Player

#: margins of a cell and of one that tells the best moment, and the shares of a wide cell's width for the game's box
EDGE, NARROW = 14.0, 9.0
SHARE, SHARE_TOLD = 0.36, 0.25
#: text sizes of a game's number, its winners and its best moment, the greatest height of that, radius of a figure
NUMBER, WINNERS, MOMENT, HIGHEST, RADIUS = 18.0, 22.0, 17.0, 20.0, 20.0
#: a cell so high on a tall table has larger texts
HIGH, ROOMY = 190.0, 1.3
#: winners who are shown by their figures, at most, and shares of the text size for names that need it
FACES, SHARES = 4, (1.0, 0.8, 0.64, 0.5)


class NightGame(NamedTuple):
    """One game of a night; without a match it is still to come."""

    number: int
    game: str
    match: PlayedMatch | None = None
    is_next: bool = False


def games_of(party_state: PartyState) -> list[NightGame]:
    """Return the last matches; of an evening all of its games."""
    evening, finished = party_state.evening, party_state.finished
    if evening is None:
        return [NightGame(number, match.game, match) for number, match in enumerate(finished, 1)]
    finished = finished[len(finished) - min(len(finished), evening.played) :]
    found = [NightGame(number, match.game, match) for number, match in enumerate(finished, 1)]
    if evening.is_over:
        return found
    coming = [*enumerate(evening.games, 1)][evening.played :]
    return found + [NightGame(at, game, None, at == evening.played + 1) for at, game in coming]


def called(session: PartySession, player: Player) -> str:
    """Return a player's name; a bot has that of its figure."""
    return player.name or session.named(player.figure)


def winners_text(session: PartySession, texts: Texts, players: Sequence[Player]) -> str:
    """Return the names of a match's winners, or that there are none."""
    return texts.listed([called(session, one) for one in players]) if players else texts("standing.lost")


def moment_of(session: PartySession, texts: Texts, match: PlayedMatch) -> str:
    """Return the best moment of a match in a sentence, or "" if it has none."""
    moment = match.moment
    if moment is None:
        return ""
    to = called(session, moment.other) if moment.other else ""
    key = f"{match.game}.moment.{moment.key}"
    return moment_text(texts, key, moment.numbers, called(session, moment.player), to)


@dataclass(frozen=True)
class GameCell(ui.Part):
    """One game: its box, and beside or below it who has won, or when it comes."""

    context: Context
    session: PartySession
    night: NightGame
    zoom: float = 1.0
    #: the best moment is told, too
    tells: bool = False

    def _texts(self, kit: Kit, room: float) -> list[ui.Part]:
        """Return what is told in a cell that is so high."""
        texts, match = self.context.texts, self.night.match
        zoom = self.zoom * (ROOMY if kit.frame.tall and room >= HIGH else 1.0)
        number = texts("evening.number", number=self.night.number)
        parts: list[ui.Part] = [] if self.tells else [ui.TextLine(number, NUMBER * zoom, SOFT, fonts.BLACK)]
        if match is None:
            key, ink = ("standing.soon", GOLD) if self.night.is_next else ("standing.yet", SOFT)
            name = [ui.Paragraph(texts(f"game.{self.night.game}"), WINNERS * zoom, CREAM, fonts.BLACK)] * self.tells
            return [*parts, *name, ui.TextLine(texts(key), WINNERS * zoom, ink, fonts.BLACK)]
        parts.append(Winners(self.context, self.session, match.winners, zoom))
        moment = moment_of(self.session, texts, match) if self.tells else ""
        # three lines of it fit also when texts are larger
        size = kit.fitting(MOMENT, HIGHEST) * zoom
        return [*parts, *([ui.Paragraph(moment, size, CREAM, weight=1)] if moment else [])]

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, texts, night = plate.kit, self.context.texts, self.night
        plate.panel(box)
        if night.is_next:
            plate.frame_line(box, 18, GOLD, 3)
        edge = NARROW if self.tells else EDGE
        inner = box.inset(EDGE, edge)
        parts = self._texts(kit, inner.h)
        high = ui.Column(parts, 4).least(kit, inner.w)
        if inner.h > 0.8 * inner.w:
            # high: the box above
            picture = inner._replace(h=inner.h - high - 8)
            words = inner._replace(y=inner.y + picture.h + 8, h=high)
        else:
            picture = inner._replace(w=min(inner.w * (SHARE_TOLD if self.tells else SHARE), inner.h * 0.9))
            words = inner._replace(x=inner.x + picture.w + EDGE, w=inner.w - picture.w - EDGE)
        plain = small_box(kit, night.game, texts(f"game.{night.game}"), picture.w, picture.h)
        plate.put(plain, *picture.centre, "centre")
        return ui.CentredColumn(parts, 4).lay(plate, words)


@dataclass(frozen=True)
class Winners(ui.Part):
    """The winners of a match with their figures; a sentence if there is none."""

    context: Context
    session: PartySession
    players: Sequence[Player]
    zoom: float = 1.0

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, 2 * RADIUS * self.zoom + 6)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, texts = plate.kit, self.context.texts
        size, ink = (WINNERS, GOLD) if self.players else (NUMBER, CREAM)
        text, shown = winners_text(self.session, texts, self.players), self.players[:FACES]
        size *= self.zoom
        for share in SHARES:
            # without the figures there is more room
            for figures in (shown, ()):
                at, room = self._beside(box, len(figures))
                least = round(size * share * kit.text_scale * fonts.LEAST_SHRINK)
                if fonts.fits(text, fonts.BLACK, least, kit.px(room), kit.px(box.h)):
                    self._bake_figures(plate, box, figures)
                    line = kit.paragraph_plain(text, size * share, room, ink, fonts.BLACK, box.h)
                    plate.put(line, at, box.centre[1])
                    return []
        # the figures alone tell who has won
        self._bake_figures(plate, box, shown)
        return []

    def _bake_figures(self, plate: Backdrop, box: Box, players: Sequence[Player]) -> None:
        radius = RADIUS * self.zoom
        for number, player in enumerate(players):
            x = box.x + radius * (1 + 1.3 * number)
            plate.put(figure_plain(plate.kit, player.figure, radius, "glad"), x, box.centre[1], "centre")

    def _beside(self, box: Box, count: int) -> tuple[float, float]:
        """Return where the names begin beside so many figures, and their room."""
        left = (RADIUS * self.zoom) * (1.3 * count + 0.7) + 8 if count else 0
        return box.x + left, box.w - left


def night_part(
    context: Context,
    session: PartySession,
    party_state: PartyState,
    zoom: float = 1.0,
    *,
    across: bool = False,
    tells: bool = False,
    weight: float = 0.0,
) -> ui.Column | ui.RowOfParts:
    """Return the games of the night, side by side or one below the other."""
    cells = [GameCell(context, session, one, zoom, tells, weight=1) for one in games_of(party_state)]
    return ui.RowOfParts(cells, 12, weight=weight) if across else ui.Column(cells, 12, weight=weight)
