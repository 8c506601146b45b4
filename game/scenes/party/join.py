"""Play together: open a table for others, or join one by its code or its address."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.catalogue.registry import GAMES
from game.core.match import FIGURES
from game.engine import backdrop, figures, fonts, layout, text_field, transitions, widgets
from game.engine import containers as ui
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.palette import CREAM, INK, LIP, SOFT_ON_PAPER, WHITE
from game.host import device
from game.player import known_parties, lineup
from game.scenes.navigation import routes
from game.scenes.shared import common, crate, text_entry_scene
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import ChooseGame
from game.wire.join_link import InvalidLink, JoinLink, is_code, link_to_party, link_to_server

#: maximum length of an address
LONGEST = 80
#: people of a table on one device, to begin with
PAIR = 2
#: relative text size from which words need the room of figures
LARGE = 1.2
#: games side by side, least and most height of each, text size of its name, and its margin
COLUMNS, LOW, HIGH, NAME, EDGE = 3, 104.0, 340.0, 19.0, 10.0


class GameTile(widgets.Button):
    """A game's box as on the title, above its name."""

    game = ""
    #: text size of its name
    named = NAME

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        kit, box = self.kit, self.box.inset(EDGE, EDGE)
        name = kit.line(self.item.label, self.named, INK, fonts.DISPLAY, box.w)
        high = name.get_height() / kit.scale
        art = kit.scene_image(crate.small_box, self.game, self.item.label, box.w, box.h - high)
        canvas.put_centred(art, box.centre[0], box.y + (box.h - high) / 2 - 2)
        canvas.put_centred(name, box.centre[0], box.y + box.h - high / 2 - 2)


class JoinScreen(text_entry_scene.TextEntryScene, common.Baked):
    """The screen to join other devices. It uses no network before the player does something."""

    stage, address = "menu", "together"

    def __init__(self, context: Context, server: str = "") -> None:
        super().__init__(context)
        self.typed_way = ""
        #: a page without a server, or a program without the library, reaches no table
        self.connects = bool(context.server) or device.page.can_connect()
        #: a table that this device has watched; those with a seat are among its tables
        self.watched = known_parties.watched_last(context) if self.connects else None
        #: server of the tables: the page's own, or the one used last
        self.server = (server or context.server or known_parties.last_server(context)) if self.connects else ""
        self.items.focus = "back_to" if self.watched else "way" if self.server else f"here-{next(iter(GAMES))}"

    # ---- choices --------------------------------------------------------------------------------

    def _rejoin(self, join_link: JoinLink, opens: ChooseGame | None = None) -> transitions.Transition:
        if known_parties.is_full(self.context, join_link):
            self.say(self.context.texts("party.most_tables", count=known_parties.MOST_TABLES))
            return None
        self.context.session = PartySession(self.context, join_link, opens)
        return transitions.Push(routes.lobby(self.context, self.context.session))

    def _open(self, game: str) -> transitions.Transition:
        rows = lineup.stored_lineup(game, self.context.stored("setup", "file.setup"), self.context.texts)
        return self._rejoin(JoinLink(self.server), ChooseGame(game, rows.sent()))

    def _type(self) -> None:
        self.items.focus = "way"
        self.type_into("way", self.typed_way, LONGEST, fonts.can_write, self._take)

    def _take(self, text: str) -> None:
        self.withdraw_messages()
        self.typed_way = text

    def _join(self) -> transitions.Transition:
        self.stop_typing(True)
        text = self.typed_way.strip()
        if not text:
            self._type()
            return None
        try:
            join_link = link_to_party(text)._replace(server=self.server) if is_code(text) else link_to_server(text)
        except InvalidLink:
            self.say(self.context.texts("party.bad_way"))
            return None
        if not join_link.server:
            self.say(self.context.texts("party.needs_address"))
            return None
        if not (join_link.code or join_link.party):
            # only a server: tables are opened there from now on
            self.server, self.typed_way = join_link.server, ""
            self.say(self.context.texts("party.server_known"))
            self.build()
            return None
        return self._rejoin(join_link)

    def back(self) -> transitions.Transition:
        return transitions.Reset(routes.title(self.context))

    # ---- layout ---------------------------------------------------------------------------------

    def spoken(self) -> str:
        own = ["join", self._join_note, "open", "open_how"]
        keys = ["about"] if self.server else ["about", "one_device", "one_device_note", *own]
        return self.context.texts.sentences([self.context.texts(f"party.{key}") for key in keys])

    @property
    def _join_note(self) -> str:
        """The end of the text key that tells how to join."""
        if not self.connects:
            return "join_elsewhere"
        return "join_note" if self.server else "join_needs"

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        plate = self.plate = backdrop.Backdrop(context.kit, backdrop.wood(frame))
        room = frame.room
        common.heading(context, plate, context.texts("party.title"), left=room.x)
        back_to = self._back_to()
        # first what a newcomer does: join with a code, or without a server share this device
        if self.server:
            games, beside = self._opening(), [self._joining()]
        else:
            games, beside = self._one_device(), [self._joining(), self._hosting()]
        if frame.tall:
            box = layout.Box(24, 116, 672, frame.height - 140)
            games = replace(games, weight=1, max_length=900)
            rest = ui.Column(beside, 16)
            parts = (rest, games) if self.server else (games, rest)
            body: ui.Part = ui.Column((*parts, ui.Part(weight=ui.LAST), *back_to), 16)
        else:
            box = layout.Box(room.x + 34, 116, room.w - 68, frame.height - 140)
            games = replace(games, weight=1, max_length=560 if self.server else 576)
            high = ui.Column(beside, 16, weight=1, max_length=576)
            columns = [ui.Column((games, *back_to), 24), ui.Column((high,))]
            body = ui.RowOfParts(columns[::-1] if self.server else columns, 20)
        self.show([common.back_button(context, self.back, left=room.x), *body.lay(plate, box)])

    def _back_to(self) -> list[ui.Part]:
        """Return the way back to the table that was watched last, if any."""
        if self.watched is None:
            return []
        join_link = self.watched.join_link
        label, use = self.context.texts("party.back_to", code=join_link.code), partial(self._rejoin, join_link)
        return [ui.ButtonPart("back_to", label, use, "good", icon="play", size=26, h=86)]

    def _joining(self) -> ui.Part:
        """Return the field for a code or an address, with its button, or where else a table can be joined."""
        texts = self.context.texts
        title = ui.TextLine(texts("party.join"), 30, face=fonts.DISPLAY, h=46)
        note = ui.Paragraph(texts(f"party.{self._join_note}"), 19, SOFT_ON_PAPER, limit=112)
        field = ui.CustomPart(self._field, h=60)
        go = ui.ButtonPart("join", texts("party.join_go"), self._join, "primary", size=26, h=70)
        parts: tuple[ui.Part, ...] = (title, note)
        if self.connects:
            parts = (*parts, ui.Part(h=10), field, ui.Part(h=14), go)
        if self.context.frame.tall or not self.server:
            # without a field there is room for both papers to be of one kind
            return ui.PaperBox(ui.Column(parts), 28, 16, radius=20, weight=0 if self.connects else 1)
        return ui.PaperBox(ui.Column((*parts, self._company())), 28, 18, radius=20, weight=1, max_length=560)

    def _company(self) -> ui.Part:
        """Return some figures: beside the games there is room for them, below what is to be done."""
        faces = [ui.ImagePart(figures.figure_plain(self.context.kit, name, 52), w=128) for name in FIGURES[:3]]
        return ui.RowOfParts((ui.Part(), *faces, ui.Part()), weight=1)

    def _field(self, box: layout.Box) -> Sequence[widgets.Widget]:
        kit, texts = self.plate.kit, self.context.texts
        self.plate.inset(box, 14, WHITE)
        self.plate.frame_line(box, 14, LIP, 2)
        empty = texts("party.way_empty" if self.server else "party.address_empty")
        text, ink = self.typed_way or empty, INK if self.typed_way else SOFT_ON_PAPER
        label, entry = texts("party.way"), self.entry_of("way")
        return [
            text_field.TextField(kit, "way", box, text, label, self._type, entry=entry, size=28, ink=ink, pen=False)
        ]

    def _opening(self) -> ui.Part:
        """Return a button for each game that can be played with other devices."""
        texts = self.context.texts
        title = ui.TextLine(texts("party.open"), 30, CREAM, fonts.DISPLAY, h=50)
        note = ui.Paragraph(texts("party.open_note"), 19, CREAM, limit=76, h=84)
        return ui.GlassBox(ui.Column((title, note, self._games("open", self._open))), 28, 18)

    def _games(self, id_: str, use: Callable[[str], transitions.Transition]) -> ui.Part:
        """Return the box of each game as a button, all names in one size."""
        kit, names = self.context.kit, [self.context.texts(f"game.{game}") for game in GAMES]
        # tiles may differ by a pixel
        sizes = list[int]()

        def named(room: float) -> float:
            if not sizes:
                full, most = round(NAME * kit.text_scale), kit.px(room) - 2
                sizes.append(min(fonts.fitted(name, fonts.DISPLAY, full, most) for name in names))
            return sizes[0] / kit.text_scale

        def tile(game: str, box: layout.Box) -> Sequence[widgets.Widget]:
            name = self.context.texts(f"game.{game}")
            button = GameTile(self.context.kit, f"{id_}-{game}", box, "", partial(use, game), spoken=name)
            button.game, button.named = game, named(box.w - 2 * EDGE)
            return [button]

        rows = -(-len(GAMES) // COLUMNS)
        tiles = [ui.CustomPart(partial(tile, game), h=LOW) for game in GAMES]
        return ui.Grid(tiles, COLUMNS, (12, 12), centred=True, weight=1, max_length=rows * (HIGH + 12) - 12)

    def _hosting(self) -> ui.Part:
        """Return how to open a table of one's own: a computer in the room does."""
        texts = self.context.texts
        title = ui.TextLine(texts("party.open"), 30, face=fonts.DISPLAY, h=46)
        note = ui.Paragraph(texts("party.open_how"), 19, SOFT_ON_PAPER, limit=220)
        parts: tuple[ui.Part, ...] = (title, note)
        if self.context.kit.text_growth < LARGE:
            parts = (*parts, self._company())
        return ui.PaperBox(ui.Column(parts), 28, 16, radius=20, weight=1)

    def _one_device(self) -> ui.Part:
        """Return the games for people who share this device, below their table."""
        texts = self.context.texts
        title = ui.TextLine(texts("party.one_device"), 30, face=fonts.DISPLAY, h=46)
        note = ui.Paragraph(texts("party.one_device_note"), 19, SOFT_ON_PAPER, limit=64)
        parts = (title, note, ui.Part(h=14), self._games("here", self._share))
        return ui.PaperBox(ui.Column(parts), 28, 16, radius=20)

    def _share(self, game: str) -> transitions.Transition:
        return transitions.Push(routes.setup(self.context, game, unfolded=True, people=PAIR))
