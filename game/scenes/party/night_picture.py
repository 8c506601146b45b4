"""A party's night as one picture: winner, podium, points, games with their best moments, and the date."""

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.presentations import PRESENTATIONS
from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.kit import Kit
from game.engine.layout import Box, Frame
from game.engine.palette import CREAM, GOLD, SOFT
from game.scenes.party import standing_parts
from game.scenes.shared import dates
from game.wire.messages import PartyState

#: logical width and height, and pixels for each
WIDE, HIGH, SCALE = 720, 1080, 1.5
#: margin, and heights of title, podium and foot
EDGE, TITLE, PODIUM, FOOT = 40.0, 104.0, 280.0, 40.0


def picture_of(context: Context, session: PartySession, party_state: PartyState) -> Backdrop:
    """Return the picture, drawn for itself whatever the window."""
    size = round(WIDE * SCALE), round(HIGH * SCALE)
    kit, texts = Kit(Frame(WIDE, HIGH, SCALE, 0, 0, size)), context.texts
    plate = Backdrop(kit, surfaces.opaque(size, PRESENTATIONS[party_state.game].felt))
    plate.frame_line(Box(14, 14, WIDE - 28, HIGH - 28), 24, GOLD, 4)
    day = dates.full_date(texts, context.clock.wall_ms())
    told = standing_parts.matches_part(session, texts, party_state, 19)
    rows = min(standing_parts.MOST, len(party_state.standing))
    foot = ui.RowOfParts(
        (ui.TextLine("Kartenkiste", 22, CREAM, fonts.DISPLAY), ui.TextLine(day, 20, SOFT, fonts.BLACK, "right")), h=FOOT
    )
    parts = (
        ui.Sticker(standing_parts.title_of(texts, party_state), 46, GOLD, "centre", h=TITLE),
        standing_parts.Podium(context, party_state, h=PODIUM),
        standing_parts.StandingTable(texts, party_state, h=standing_parts.CAPTIONS + 16 + 50 * rows),
        ui.GlassBox(told, 20, 14, weight=1),
        foot,
    )
    ui.Column(parts, 16).lay(plate, Box(EDGE, 28, WIDE - 2 * EDGE, HIGH - 52))
    return plate


def file_of(context: Context, session: PartySession, party_state: PartyState) -> tuple[str, bytes]:
    """Return the picture's file name and its PNG data."""
    name = f"kartenkiste-{dates.file_date(context.clock.wall_ms())}.png"
    return name, surfaces.png(picture_of(context, session, party_state).surface)
