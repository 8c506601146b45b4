"""A party's night as one picture: its podium, everybody's points, the games in their crate, winners, and the date."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine import containers as ui
from game.engine import dates, fonts, surfaces
from game.engine.backdrop import Backdrop, wood
from game.engine.figures import figure_plain
from game.engine.kit import Kit
from game.engine.layout import Box, Frame
from game.engine.palette import CREAM, GOLD, INK, SOFT
from game.engine.widgets import Widget
from game.scenes.party.night_games import NightGame, games_of, moment_of, winners_text
from game.scenes.party.standing_parts import MOST, Podium, on_podium, places_of, points_in, title_of
from game.scenes.shared import crate
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.messages import PartyState, StandingRow

#: logical lengths of the longer and the shorter side, and pixels for each
LONG, SHORT, SCALE = 1080, 720, 1.5
#: margin, and heights of the title, of a row for somebody below the podium, of a best moment, and of the foot
EDGE, TITLE, ROW, MOMENT, FOOT = 36.0, 132.0, 54.0, 34.0, 44.0
#: half the size of a moment's star; width of what is beside the podium in a wide picture
STAR, BESIDE = 11.0, 536.0
#: names and moments shrink to this share before they are cut
SMALLEST = 0.6
#: text sizes of the title in one line, the least of them, and in two lines
ONE_LINE, LEAST, TWO_LINES = 62.0, 40.0, 54.0
#: heights of the crate in shares of its width
CRATE_SHARE = (crate.CRATE_HIGH + 40) / crate.CRATE.w
#: distance between boxes in the crate, and width and height of a label on its board, in the crate's own logical pixels
STEP, LABEL, LABEL_HIGH = 390.0, 350.0, 84.0


@dataclass(frozen=True)
class NightTitle(ui.Part):
    """A large title, in two lines if it is long."""

    text: str

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, x = plate.kit, box.centre[0]
        if kit.px(box.w) >= fonts.width(self.text, fonts.DISPLAY, kit.px(LEAST)):
            plate.put(kit.sticker_plain(self.text, ONE_LINE, GOLD, box.w), x, box.centre[1], "centre")
            return []
        lines = fonts.evened(self.text, fonts.DISPLAY, kit.px(LEAST), kit.px(box.w))
        high = box.h / len(lines)
        for number, line in enumerate(lines):
            picture = kit.sticker_plain(line, min(TWO_LINES, high * 0.8), GOLD, box.w)
            plate.put(picture, x, box.y + high * (number + 0.5), "centre")
        return []


@dataclass(frozen=True)
class PersonRow(ui.Part):
    """A person below the podium."""

    context: Context
    row: StandingRow
    place: int
    points: int

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, y = plate.kit, box.centre[1]
        plate.panel(box, 16)
        plate.put(kit.line_plain(str(self.place), 24, SOFT, fonts.DISPLAY), box.x + 24, y, "centre")
        plate.put(figure_plain(kit, self.row.player.figure, box.h * 0.4), box.x + 66, y, "centre")
        x, room = box.x + 98, box.w - 98 - 16
        name = kit.line_plain(self.row.player.name, 22, CREAM, fonts.BLACK, room, SMALLEST)
        plate.put(name, x, y - box.h * 0.17)
        points = self.context.texts("unit.points", count=self.points)
        plate.put(kit.line_plain(points, 17, GOLD, fonts.BLACK, room), x, y + box.h * 0.24)
        return []


@dataclass(frozen=True)
class Crate(ui.Part):
    """The boxes of the night's games in the crate, with labels for their winners."""

    context: Context
    session: PartySession
    games: Sequence[NightGame]

    def least(self, kit: Kit, w: float) -> float:
        return w * CRATE_SHARE

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        texts, scale = self.context.texts, plate.kit.px(box.w) / crate.CRATE.w
        left, top = plate.at(box.x, box.y + box.h - box.w * crate.CRATE_HIGH / crate.CRATE.w)
        frame = Frame(1280, 720, scale, left, top - round(crate.CRATE.y * scale), plate.surface.get_size())
        inner = Backdrop(Kit(frame), plate.surface)
        kit, back = inner.kit, crate.BACK
        inner.put(
            surfaces.photo("art/title/crate_back.jpg", (kit.px(back.w), kit.px(back.h))), back.x, back.y, "corner"
        )
        first = crate.CRATE.w / 2 - STEP * (len(self.games) - 1) / 2
        for number, night in enumerate(self.games):
            picture = crate.box_picture(kit, night.game, texts(f"game.{night.game}"), 1.0)
            y = crate.FLOOR - picture.get_height() / scale / 2
            inner.put(picture, first + STEP * number, y, "centre")
        inner.put(crate.crate_plain(kit, shadow=False), crate.CRATE.x, crate.CRATE.y, "corner")
        for number, night in enumerate(self.games):
            self._bake_label(inner, first + STEP * number, night)
        plate.surface = inner.surface
        return []

    def _bake_label(self, inner: Backdrop, x: float, night: NightGame) -> None:
        """Bake the label below a box: its winners, or that nobody has won."""
        kit, y = inner.kit, crate.FLOOR + crate.BOARD
        inner.put(crate.label_plain(kit, LABEL, LABEL_HIGH), x, y, "centre")
        players = night.match.winners if night.match else ()
        text = winners_text(self.session, self.context.texts, players)
        faces = [figure_plain(kit, one.figure, 30, "glad") for one in players if len(players) <= 2]
        room = LABEL - 40 - 56 * len(faces)
        if len(players) > 1:
            line = kit.paragraph_plain(text, 40, room, INK, fonts.BLACK, LABEL_HIGH - 8, middle=not faces)
        else:
            line = kit.line_plain(text, 40, INK, fonts.BLACK, room, SMALLEST)
        wide = line.get_width() / kit.scale
        at = x - (wide + 56 * len(faces)) / 2
        for face in faces:
            inner.put(face, at + 26, y, "centre")
            at += 56
        inner.put(line, at + 4, y)


def _people(context: Context, party_state: PartyState, columns: int) -> list[ui.Part]:
    """Return the rows of the people below the podium."""
    rows = [*zip(party_state.standing, places_of(party_state), strict=True)][len(on_podium(party_state)) : MOST]
    parts = [PersonRow(context, row, place, points_in(party_state, row), h=ROW) for row, place in rows]
    return [ui.Grid(parts, columns, (12, 8), centred=True)] if parts else []


@dataclass(frozen=True)
class Moments(ui.Part):
    """The best moment of each game in a line with a star; nothing if there is none."""

    texts: Sequence[str]

    def least(self, kit: Kit, w: float) -> float:
        return MOMENT * len(self.texts) + 2 * STAR * bool(self.texts)

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        if not self.texts:
            return []
        kit = plate.kit
        plate.panel(box, 16)
        for number, text in enumerate(self.texts):
            y = box.y + STAR + MOMENT * (number + 0.5)
            plate.put(kit.image_plain("icons/star_gold", 2 * STAR, 2 * STAR), box.x + 26, y, "centre")
            plate.put(kit.line_plain(text, 20, CREAM, fonts.BLACK, box.w - 62, SMALLEST), box.x + 46, y)
        return []


def picture_of(context: Context, session: PartySession, party_state: PartyState) -> Backdrop:
    """Return the picture, drawn for itself: tall from a tall window, wide from a wide one."""
    texts, tall = context.texts, context.frame.tall
    wide, high = (SHORT, LONG) if tall else (LONG, SHORT)
    size = round(wide * SCALE), round(high * SCALE)
    kit = Kit(Frame(wide, high, SCALE, 0, 0, size))
    plate = Backdrop(kit, wood(kit.frame))
    games = games_of(party_state)
    day = dates.full_date(texts, context.clock.wall_ms())
    logo = ui.ImagePart(kit.image_plain("title/logo", 166, 40), w=166)
    foot = ui.RowOfParts((logo, ui.Part(), ui.TextLine(day, 20, CREAM, fonts.BLACK, "right", w=330)), h=FOOT)
    title = NightTitle(title_of(texts, party_state), h=TITLE if tall else TITLE * 0.75)
    podium = Podium(context, party_state, 1.5, weight=1)
    moments = [moment_of(session, texts, night.match) for night in games if night.match]
    night = [Crate(context, session, games), Moments([*filter(None, moments)])]
    if tall:
        body: list[ui.Part] = [title, podium, *_people(context, party_state, 2), *night, foot]
        part = ui.Column(body, 12)
    else:
        beside = ui.CentredColumn((*_people(context, party_state, 2), *night), 12, w=BESIDE)
        part = ui.Column((title, ui.RowOfParts((podium, beside), 28, weight=1), foot), 12)
    part.lay(plate, Box(EDGE, 22, wide - 2 * EDGE, high - 40))
    return plate


def file_of(context: Context, session: PartySession, party_state: PartyState) -> tuple[str, bytes]:
    """Return the picture's file name and its PNG data."""
    name = f"kartenkiste-{dates.file_date(context.clock.wall_ms())}.png"
    return name, surfaces.png(picture_of(context, session, party_state).surface)
