"""The standing as a page of a party's result; on a big screen with the games of the night and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.match import HUMAN
from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.kit import centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SOFT
from game.engine.score_sheet import ResultPage
from game.engine.widgets import Widget
from game.scenes.party.night_games import night_part
from game.scenes.party.standing_parts import StandingTable, spoken
from game.scenes.result.next_match import NextMatch, evening_in_progress
from game.scenes.result.result_layout import ACROSS
from game.scenes.shared.crate import small_box
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.messages import PartyState

#: height of the rule on a tall screen, and the gap below it
RULE, GAP = 96.0, 14.0
#: least height of the games below the table on a big screen
GAMES = 132.0
#: radius of a figure, and heights of the game's box and of the names, where a big screen tells what comes next
FACE, BOX, WAITS = 24.0, 112.0, 74.0


class StandingPage(ResultPage):
    """The standing beside the sums of a match."""

    title = "standing.title"

    def __init__(self, context: Context, session: PartySession) -> None:
        self.context, self.session = context, session

    @property
    def _party(self) -> PartyState:
        return self.session.party_state

    def bake(self, plate: Backdrop, boxes: Sequence[Box]) -> None:
        """Bake the table into the large box, the matches into the one below, and the rule into the one at its side."""
        texts, party, (large, side, low) = self.context.texts, self._party, boxes
        rule = ui.GlassBox(ui.Paragraph(texts("standing.rule"), 19, SOFT, y=0.5), 18, 12)
        if self.session.is_big_screen:
            self._board(large).lay(plate, large)
            UpNext(self.context, self.session, party).lay(plate, low)
            if not (party.finished and party.finished[-1].moment):
                rule.lay(plate, side)
            return
        StandingTable(texts, party, self.session.remote.seat).lay(plate, large)
        if self.context.frame.tall:
            # the rule needs little of that height
            side, low = (
                Box(*side[:3], RULE),
                Box(*low[:1], side.y + RULE + GAP, low.w, low.y + low.h - side.y - RULE - GAP),
            )
        rule.lay(plate, side)
        tall = self.context.frame.tall
        night_part(self.context, self.session, party, across=not tall, tells=True, weight=1).lay(plate, low)

    def _board(self, box: Box) -> ui.Part:
        """Return the table and the games of the night for a big screen."""
        party = self._party
        table = StandingTable(self.context.texts, party, -1, ACROSS, tells_gap=True)
        games = night_part(self.context, self.session, party, ACROSS, across=True, weight=1)
        return ui.Column((replace(table, h=min(table.full, box.h - GAMES - GAP)), games), GAP)

    def spoken(self) -> str:
        """Return the standing for screen readers."""
        return spoken(self.session, self.context.texts, self._party)


@dataclass(frozen=True)
class UpNext(ui.Part):
    """The next game, and who still reads the result, for a big screen."""

    context: Context
    session: PartySession
    party_state: PartyState

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        texts, party, going = self.context.texts, self.party_state, evening_in_progress(self.party_state)
        game = going.games[going.played] if going else party.game
        count = texts("evening.game", number=going.played + 1, count=len(going.games)) if going else ""
        picture = small_box(plate.kit, game, texts(f"game.{game}"), BOX, BOX)
        words = [
            ui.TextLine(texts("standing.next"), 20 * ACROSS, SOFT, fonts.BLACK),
            ui.TextLine(texts(f"game.{game}"), 23 * ACROSS, GOLD, fonts.DISPLAY),
            *([ui.TextLine(count, 17 * ACROSS, CREAM, fonts.BLACK)] if count else []),
        ]
        above = ui.RowOfParts((ui.ImagePart(picture, w=BOX), ui.CentredColumn(words, 2)), 14, h=BOX)
        unread = NextMatch(self.context, self.session).onward.unread
        waits = texts("party.live.waits", names=texts.listed([*unread])) if unread else texts("party.live.soon")
        line = ui.Paragraph(waits, 17 * ACROSS, CREAM, fonts.BLACK, middle=True, y=0.5, limit=WAITS, weight=1)
        column = ui.Column((above, ui.CustomPart(lambda at: self._people(plate, at), h=2 * FACE + 6), line), 8)
        return ui.GlassBox(column, 18, 12).lay(plate, box)

    def _people(self, plate: Backdrop, box: Box) -> list[Widget]:
        """Bake everybody's figure, glad and with a check once they are ready."""
        kit = plate.kit
        people = [place for place in self.party_state.places if place.kind == HUMAN]
        step = min(2 * FACE + 14, (box.w - 2 * FACE) / max(1, len(people) - 1))
        x, y = box.centre[0] - step * (len(people) - 1) / 2, box.centre[1]
        for number, place in enumerate(people):
            face = figure_plain(kit, place.figure, FACE, "glad" if place.ready else "calm")
            plate.put(face if place.ready else surfaces.thin(face, 0.5), x + number * step, y, "centre")
            if place.ready:
                badge = surfaces.disc(kit.px(10), GOLD).copy()
                centred(badge, kit.icon_plain("check", 14, INK), badge.get_width() // 2, badge.get_height() // 2)
                plate.put(badge, x + number * step + FACE * 0.7, y + FACE * 0.7, "centre")
        return []
