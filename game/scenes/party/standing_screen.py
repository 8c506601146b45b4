"""The standing of a party as a screen of its own, and after an evening the ceremony for its winner."""

from dataclasses import replace

from game.catalogue.presentations import PRESENTATIONS
from game.engine import containers as ui
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.palette import GOLD, SOFT
from game.engine.scene import Scene
from game.engine.transitions import Pop, Reset, Transition
from game.host import device
from game.scenes.navigation import routes
from game.scenes.party import night_picture, standing_parts
from game.scenes.party.night_games import night_part
from game.scenes.result.celebration import Celebration
from game.scenes.shared.common import Baked, back_button, heading
from game.services.context import Context
from game.services.party_session import PartySession

#: height of the podium, wide and tall, and of the matches on a tall screen
PODIUM, PODIUM_TALL, MATCHES = 236.0, 330.0, 330.0
#: width of the column beside the table
SIDE = 400.0
#: on a big screen the scale of the podium, the width of the column beside it, and the greatest height of its table
ACROSS, SIDE_BIG, BIG_TABLE = 1.75, 620.0, 300.0
#: scale of the texts there
READABLE = 1.25
#: size of its headline there, and the widest
HEADLINE, WIDEST = 62, 1060.0


class StandingScreen(Baked):
    """Table, matches and best moments; the picture of them can be saved. It closes once the party moves on."""

    stage = "result"

    def __init__(self, context: Context, session: PartySession) -> None:
        super().__init__(context)
        self.session = session
        self._party = session.party_state
        self._celebration = Celebration(context, True, False) if self.is_ceremony else None

    @property
    def is_ceremony(self) -> bool:
        """True after an evening."""
        return self._party.evening is not None and self._party.evening.is_over

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Show changes; close once the party is elsewhere, for the screen below to react."""
        remote, before = self.session.remote, self._party
        if remote.party_state is None or remote.ended is not None or remote.party_state.phase != before.phase:
            return Pop()
        if remote.party_state.matches != before.matches:
            return Pop()
        if remote.party_state != before:
            self._party = remote.party_state
            self.build()
        if self._celebration and self._celebration.update(ms):
            self.dirty = True
        return None

    # ---- choices --------------------------------------------------------------------------------

    def _save(self) -> None:
        """Save the picture of the night."""
        context = self.context
        name, data = night_picture.file_of(context, self.session, self._party)
        try:
            file = device.page.save_picture(name, data)
        except OSError:
            context.tell("evening.picture_failed")
        else:
            context.tell("evening.picture_saved", file=file)

    def _people(self) -> Transition:
        return Reset(routes.lobby(self.context, self.session))

    def spoken(self) -> str:
        return standing_parts.spoken(self.session, self.context.texts, self._party)

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame, texts = self.context, self.context.frame, self.context.texts
        base = felt(frame, PRESENTATIONS[self._party.game].felt)
        plate = self.plate = Backdrop(context.kit, base)
        big, title = self.is_ceremony and self.session.is_big_screen, standing_parts.title_of(texts, self._party)
        if big:
            plate.put(context.kit.sticker_plain(title, HEADLINE, GOLD, WIDEST), frame.room.x + 110, 58)
        else:
            heading(context, plate, title, left=frame.room.x)
        box = frame.room.inset(24 if frame.tall else 28, 24)
        box = box._replace(y=108, h=box.y + box.h - 108)
        part = self._big() if big else self._tall() if frame.tall else self._wide()
        self.show([back_button(context, self.back, left=frame.room.x), *part.lay(plate, box)])

    def _table(self) -> ui.Part:
        """Return the table, below the podium after an evening; or what will be here."""
        texts, tall = self.context.texts, self.context.frame.tall
        if not self._party.standing:
            return ui.GlassBox(ui.Paragraph(texts("standing.none"), 24, SOFT, y=0.5, middle=True), 24, 16, weight=1)
        table = standing_parts.StandingTable(texts, self._party, self.session.remote.seat, weight=1)
        if not self.is_ceremony:
            return table
        podium = standing_parts.Podium(self.context, self._party, h=PODIUM_TALL if tall else PODIUM)
        return ui.Column((podium, table), 14, weight=1)

    def _beside(self) -> list[ui.Part]:
        """Return the matches, the rule, and the buttons."""
        texts, found = self.context.texts, list[ui.Part]()
        games = night_part(self.context, self.session, self._party, tells=True, weight=1)
        if games.parts:
            found.append(replace(games, h=MATCHES * self.context.frame.tall))
        if not self.is_ceremony:
            found.append(ui.Paragraph(texts("standing.rule"), 18, SOFT, limit=90))
        if self._party.standing:
            found.append(ui.ButtonPart("picture", texts("evening.picture"), self._save, icon="save", size=24, h=72))
        if self.is_ceremony:
            people = texts("party.people")
            found.append(ui.ButtonPart("people", people, self._people, "primary", icon="pawn", size=26, h=80))
        return found

    def _big(self) -> ui.Part:
        """Return podium, table and games of the night for a big screen, which nobody touches."""
        party, texts = self._party, self.context.texts
        podium = standing_parts.Podium(self.context, party, ACROSS, weight=1)
        table = standing_parts.StandingTable(texts, party)
        games = night_part(self.context, self.session, party, READABLE, tells=True, weight=1)
        table = replace(table, zoom=READABLE, h=min(table.full, BIG_TABLE))
        return ui.RowOfParts((podium, ui.Column((table, games), 14, w=SIDE_BIG)), 20)

    def _wide(self) -> ui.Part:
        return ui.RowOfParts((ui.Column((self._table(),)), ui.Column(self._beside(), 14, w=SIDE)), 20)

    def _tall(self) -> ui.Part:
        return ui.Column((self._table(), *self._beside()), 14)

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        if self._celebration and self._celebration.moves:
            self._celebration.draw(canvas)
            self.plate.draw_baked(canvas)
        Scene.draw(self, canvas)
