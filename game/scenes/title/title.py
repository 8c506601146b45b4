"""The title: the boxes of the games in their crate. One tap on a box opens its set-up."""

from datetime import date
from itertools import pairwise

from pygame import Surface

from game.catalogue import lengths, registry
from game.catalogue.presentations import PRESENTATIONS
from game.engine import controls, fonts, surfaces
from game.engine.backdrop import Backdrop, wood
from game.engine.canvas import Canvas
from game.engine.input import Input, Key, Pointer, StoredElsewhere
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, PARCHMENT, SHADE, SOFT_ON_PAPER, WHITE, mix
from game.engine.scene import Scene
from game.engine.texts import LANGUAGES
from game.engine.transitions import Push, Quit, Transition
from game.engine.widgets import Button, RoundButton, Segment, Widget, arrow_pair, put_paper
from game.host import device
from game.player import daily_deal, daily_store
from game.scenes.navigation import routes
from game.scenes.shared.crate import BACK, BOARD, CRATE, CRATE_HIGH, FLOOR, box_picture, crate_plain, label_plain
from game.scenes.title.title_shelf import HEIGHT, Shelf
from game.services.context import Context

#: width of the leaf with the day's number, at the left of the paper; width from which cards have room, and theirs
LEAF, BROAD, CARDS = 50.0, 300.0, 120.0


class DayLeaf(Widget):
    """Today's leaf, with its game or its result."""

    def __init__(self, context: Context, box: Box) -> None:
        super().__init__(context.kit)
        texts = context.texts
        self.box, self.day = box, daily_store.today(context)
        deal = daily_deal.deal_of(self.day)
        game = texts(f"game.{deal.game}")
        state = (
            "played"
            if self.day in daily_store.entries(context)
            else "open"
            if self.day in daily_store.open_days(context)
            else "free"
        )
        self.title, self.game = texts("daily.title"), deal.game
        self.text = game if state == "free" else texts(f"daily.state.{state}")
        self.done = state == "played"
        label = texts("title.daily_spoken", game=game, state=texts(f"daily.state.{state}"))
        self.items = [Item("daily", label, box.at_least(72), lambda: Push(routes.daily(context)))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        state = self.state(self.items[0], items)
        if state == "focus":
            canvas.put(kit.widget_image(controls.focus_plain, box.w, box.h, 14), box.x - 8, box.y - 8)
        lit = state in ("hover", "pressed")
        paper = kit.scene_image(leaf_plain, box.w, box.h, self.day, self.game, self.title, self.text, self.done, lit)
        put_paper(canvas, kit, paper, box.x, box.y)


def leaf_plain(  # noqa: PLR0913 - all of it is what one sees
    kit: Kit, w: float, h: float, day: date, game: str, title: str, text: str, done: bool, lit: bool
) -> Surface:
    """Draw a paper with the leaf of a date, two lines beside it, and the game's cards if there is room; plain."""
    px, felt = kit.px, PRESENTATIONS[game].felt
    whole = kit.paper_plain(w, h, 14, mix(PARCHMENT, WHITE, 0.55) if lit else CREAM)
    margin = kit.paper_margin()
    high = h - 16
    leaf = surfaces.rounded((px(LEAF), px(high)), px(9), INK).copy()
    edge = max(1, px(2))
    leaf.blit(surfaces.rounded((px(LEAF) - 2 * edge, px(high) - 2 * edge), px(7), felt), (edge, edge))
    sheet = px(high * 0.72)
    leaf.blit(surfaces.rounded((px(LEAF) - 2 * edge, sheet), px(7), WHITE), (edge, px(high) - edge - sheet))
    number = fonts.plain(str(day.day), fonts.DISPLAY, px(high * 0.52), INK)
    centred(leaf, number, px(LEAF / 2), px(high) - edge - sheet // 2)
    whole.blit(leaf, (margin + px(8), margin + px(8)))
    left = margin + px(LEAF + 18)
    room = w - LEAF - 28
    if w > BROAD:
        room -= CARDS
        for place in range(3):
            card = surfaces.turned(PRESENTATIONS[game].title_card(kit, day.day + 7 * place, h * 0.5), 12 - 12 * place)
            centred(whole, card, margin + px(w - CARDS * 0.5 + (place - 1) * h * 0.42), margin + px(h * 0.5))
    lines = [
        kit.line_plain(title, kit.fitting(19, h * 0.38), INK, fonts.DISPLAY, room),
        kit.line_plain(text, kit.fitting(16, h * 0.34), SOFT_ON_PAPER, fonts.BLACK, room - (22 if done else 0)),
    ]
    for line, down in zip(lines, (0.31, 0.69), strict=True):
        whole.blit(line, (left, margin + px(h * down) - line.get_height() // 2))
    if done:
        tick = kit.icon_plain("check", 18, SOFT_ON_PAPER)
        whole.blit(tick, (left + lines[1].get_width() + px(4), margin + px(h * 0.69) - tick.get_height() // 2))
    return whole


#: middle of the upper row of controls, and their height on a wide table
ROW, HIGH = 62.0, 60.0
#: the crate's posts, with the arrows to further games
POSTS, POST_Y = (39.0, 1241.0), 337.0
#: height of a label on the front board, and margin at its ends for nails
LABEL, NAILS = 72.0, 8.0
#: sizes of a label's icons and their gap, and of the help button beside the label and its gap
SIGN, SIGN_GAP, HOWTO, LABEL_GAP = 22.0, 5.0, 42.0, 8.0
#: maximum width of the parts below a box
SLOT = 214.0
#: maximum distance between boxes, and the minimum for their full size
WIDEST_STEP, FULL_STEP = 231.5, 228.0
#: maximum number of boxes in the crate; with more games, of boxes on each page
MOST_AT_ONCE, MOST_ON_A_PAGE = 6, 5


def _shares(rows: list[tuple[list[str], float]], room: float) -> list[float]:
    """Return the scale of the boxes on each tall shelf, given its games and the width of the widest one.

    They share the ``room`` evenly; what a shelf is too narrow for goes to the others, within reason.
    """
    most = [min(1.6, 640 / len(names) / (widest + 16)) for names, widest in rows]
    most = [min(share, LARGEST * min(most)) for share in most]
    found = [0.0] * len(rows)
    for done, number in enumerate(sorted(range(len(rows)), key=most.__getitem__)):
        found[number] = min(most[number], room / (len(rows) - done) / BOX_HIGH)
        room -= BOX_HIGH * found[number]
    return found


def in_row(x: float, w: float) -> Box:
    """Return a box in the upper row of a wide table."""
    return Box(x, ROW - HIGH / 2, w, HIGH)


#: height of the highest box, the gap above a further tall shelf, the width of a shelf, and of the texts below a box
BOX_HIGH, SHELF_GAP, TALL_W, WIDEST_TEXT = 344.0, 40.0, 660.0, 300.0
#: gap between the buttons to others and to the tables on a wide table
PAIR_GAP = 10.0
#: most scale of the boxes on a tall shelf beside that of another
LARGEST = 1.2
#: place of the buttons to others and to the tables on a wide table: below language and settings, edge to edge with them
OTHERS = Box(878, 98, 372, 48)


def paged(games: list[str]) -> list[list[str]]:
    """Divide the games into pages of the crate, of about equal size."""
    if len(games) <= MOST_AT_ONCE:
        return [games]
    count = -(-len(games) // MOST_ON_A_PAGE)
    ends = [len(games) * page // count for page in range(count + 1)]
    return [games[start:end] for start, end in pairwise(ends)]


def shelved(games: list[str]) -> list[list[str]]:
    """Divide a page into the shelves of a tall window, top to bottom; the upper one gets the odd game."""
    half = (len(games) + 1) // 2
    return [games] if len(games) <= 2 else [games[:half], games[half:]]


class GameBox(Widget):
    """One game's box with its label: one target from top to bottom."""

    def __init__(self, scene: "Title", game: str, x: float, floor: float, share: float, slot: float) -> None:
        super().__init__(scene.context.kit)
        texts = scene.context.texts
        self.game, self.x, self.floor, self.share = game, x, floor, share
        #: widths of the parts below it, and of its label
        self.slot, self.wide = slot, slot - HOWTO - LABEL_GAP
        self.name = texts(f"game.{game}")
        self.players, self.minutes = scene.label_texts[game]
        #: text size of its label, in real pixels
        self.real, self.has_signs = scene.label_size(self.wide)
        art = PRESENTATIONS[game].box
        wide = max(art.w * share, slot)
        label = texts("title.game", game=self.name, players=self.players, minutes=scene.minutes[game])
        label = f"{label}. {texts(f'game.{game}.line')}"
        if best := scene.shelf.best_text(game):
            label = f"{label} {texts('title.best', scored=best)}"
        box = Box(x - wide / 2, floor - art.h * share, wide, art.h * share + BOARD + LABEL / 2)
        self.items = [Item(game, label, box, lambda: Push(routes.setup(scene.context, game)))]

    def lift(self, items: ItemList) -> float:
        """Return how far the box is pulled out of the crate."""
        return 14.0 if self.state(self.items[0], items) != "normal" else 0.0

    def draw_box(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the box, behind the crate's front board."""
        art = PRESENTATIONS[self.game].box
        picture = self.kit.scene_image(box_picture, self.game, self.name, self.share)
        top = self.floor - art.h * self.share - self.lift(items)
        if self.state(self.items[0], items) == "focus":
            ring = self.kit.widget_image(controls.focus_plain, art.w * self.share, art.h * self.share, 14)
            canvas.put(ring, self.x - art.w * self.share / 2 - 8, top - 8)
        canvas.put(picture, self.x - art.w * self.share / 2, top)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        size = self.wide, LABEL
        picture = self.kit.scene_image(
            label_picture, *size, self.players, self.minutes, self.real, signs=self.has_signs
        )
        canvas.put_centred(picture, self.x + (self.wide - self.slot) / 2, self.floor + BOARD)

    def howto(self, context: Context) -> RoundButton:
        """Return the help button beside the label."""
        label = context.texts("title.howto", game=self.name)
        x, y = self.x + (self.slot - HOWTO) / 2, self.floor + BOARD - 2

        def use() -> Transition:
            return Push(routes.howto(context, self.game))

        return RoundButton(self.kit, f"howto-{self.game}", x, y, label, use, icon="help", side=HOWTO)


def label_picture(kit: Kit, w: float, h: float, players: str, minutes: str, real: int, *, signs: bool) -> Surface:
    """Draw the label below a box: number of players, and duration, in letters of ``real`` pixels; plain."""
    whole = label_plain(kit, w, h)
    icons = [kit.icon_plain(icon, SIGN, INK) for icon in ("pawn", "clock")]
    lines = [fonts.plain(text, fonts.BLACK, real, INK) for text in (players, minutes)]
    before = icons[0].get_width() + kit.px(SIGN_GAP) if signs else 0
    # both lines start at the same position
    left = (whole.get_width() - max(line.get_width() for line in lines) - before) // 2
    for icon, line, down in zip(icons, lines, (0.25, 0.65), strict=True):
        y = kit.px(h * down)
        if signs:
            whole.blit(icon, (left, y - icon.get_height() // 2))
        whole.blit(line, (left + before, y - line.get_height() // 2))
    return whole


class Title(Scene):
    """Choose a game, or continue one in progress."""

    stage, address = "title", "title"

    def __init__(self, context: Context, game: str = "") -> None:
        super().__init__(context)
        self.shelf = Shelf(self)
        #: the pages of games, and the current one
        self.pages = paged(list(registry.GAMES))
        self.page = next((number for number, page in enumerate(self.pages) if game in page), 0)
        self._leaving = False
        context.tables.look(context.clock.now_ms(), opens=True)
        self.items.focus = self.pages[self.page][0]

    def back(self) -> Transition:
        """Quit after a second press; in a browser, do nothing."""
        if device.WEB:
            return None
        if not self._leaving:
            self._leaving = True
            self.say(self.texts("title.quit"))
            return None
        return Quit()

    def message_box(self) -> Box | None:
        """Return a box below the upper row, beside the button to the tables."""
        frame = self.frame
        return Box(24, 134, frame.width - 48, 72) if frame.tall else Box(20 - frame.side, 104, 448 + frame.side, 52)

    def update(self, ms: float) -> Transition:
        """Show the next day's deal at midnight, and how many tables wait."""
        self.context.tables.look(self.context.clock.now_ms())
        if daily_store.today(self.context) != self._day or self.context.tables.waiting != self._waiting:
            self.build()
        return None

    # ---- choices --------------------------------------------------------------------------------

    def _language(self, place: int) -> None:
        self.context.settings.language = [*LANGUAGES][place]
        self.context.settings_changed()

    def _sound(self) -> None:
        self.context.settings.muted = not self.context.settings.muted
        self.context.settings_changed()

    def _turn(self, by: int) -> None:
        self.page = (self.page + by) % len(self.pages)
        self.build()

    def on_input(self, event: Input) -> Transition:
        """React to another tab's changes; any other input cancels quitting."""
        if isinstance(event, StoredElsewhere):
            self.shelf.look_again()
            self.build()
            return None
        stays = event.kind == "down" if isinstance(event, Pointer) else isinstance(event, Key)
        if self._leaving and stays and not (isinstance(event, Key) and event.meaning in ("pause", "back")):
            self._leaving = False
            self.withdraw_messages()
        return super().on_input(event)

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        texts = self.texts
        # the set-up and the deal of the day show the duration of their line-up, within that of the box
        self.minutes = {game: lengths.box_minutes(game, texts) for game in registry.GAMES}
        #: the texts on each label
        self.label_texts = {
            game: (texts(f"game.{game}.players"), texts("title.minutes", minutes=minutes))
            for game, minutes in self.minutes.items()
        }
        plate = self.plate = Backdrop(self.kit, wood(self.frame))
        middle = self.frame.width / 2
        wide, high, down = (500, 120, 172) if self.frame.tall else (440, 106, ROW - 10)
        plate.put(self.kit.image_plain("title/logo", wide, high), middle, down, "centre")
        self._boxes: list[GameBox] = []
        #: the place below each box
        self._places: dict[str, Box] = {}
        #: tops of a tall table's boards
        self._shelves: list[float] = []
        if self.frame.tall:
            self._place_tall(plate)
        else:
            self._place_wide(plate)
        howtos = [box.howto(self.context) for box in self._boxes]
        below = self.shelf.lay_out(plate, self._places)
        self.show([*self._boxes, *howtos, *below, *self._page_arrows(), *self._corner_widgets()])

    def label_size(self, wide: float) -> tuple[int, bool]:
        """Return the text size, in real pixels, that fits all labels of this width, and whether signs fit, too."""
        room = self.kit.px(wide - 2 * NAILS - SIGN - SIGN_GAP)
        most = min(round(18 * self.kit.text_scale), self.kit.px(LABEL * 0.34))
        texts = [text for pair in self.label_texts.values() for text in pair]
        has_signs = all(fonts.reads(text, fonts.BLACK, most, room) for text in texts)
        room = room if has_signs else self.kit.px(wide - 2 * NAILS)
        return min(fonts.fitted(text, fonts.BLACK, most, room) for text in texts), has_signs

    def _place_wide(self, plate: Backdrop) -> None:
        back = surfaces.photo("art/title/crate_back.jpg", (self.kit.px(BACK.w), self.kit.px(BACK.h)))
        plate.put(back, BACK.x, BACK.y, "corner")
        games = self.pages[self.page]
        # the arrows on the posts need room, too
        step = min(WIDEST_STEP, (1120 if len(self.pages) == 1 else 1060) / max(1, len(games)))
        share = min(1.0, step / FULL_STEP)
        first = 640 - step * (len(games) - 1) / 2
        # the parts below the boxes are drawn over the crate's shadow, not under it
        left, top = plate.kit.frame.to_real(CRATE.x, CRATE.y)
        plate.surface.blit(crate_plain(self.kit, shadow=True), (left, top + self.kit.px(CRATE_HIGH)))
        self._below = 96.0
        self._bake_cards(plate, games, first, step)
        for number, game in enumerate(games):
            x, slot = first + number * step, min(SLOT, step - LABEL_GAP)
            self._boxes.append(GameBox(self, game, x, FLOOR, share, slot))
            self._places[game] = Box(x - slot / 2, FLOOR + self._below, slot, HEIGHT)

    def _bake_cards(self, plate: Backdrop, games: list[str], first: float, step: float) -> None:
        """Bake cards that look out of the crate where no box stands."""
        left, right = first - step / 2 - 10, first + step * (len(games) - 0.5) + 10
        self._stand_cards(plate, games, FLOOR - 80, [(96.0, left), (right, 1184.0)])

    def _stand_cards(self, plate: Backdrop, games: list[str], level: float, gaps: list[tuple[float, float]]) -> None:
        """Bake cards that stand in the gaps, slightly tilted."""
        for start, end in gaps:
            count = int((end - start) / 46)
            for number in range(count):
                x = start + (number + 0.5) * (end - start) / count
                game = games[number % len(games)]
                tilt = (number * 37 % 23 - 11) * 0.8
                rise = 20 * (number * 53 % 7) / 7
                card = PRESENTATIONS[game].title_card(plate.kit, number * 5 + int(start), 150)
                plate.put(surfaces.turned(card, tilt), x, level - rise, "centre")

    def _place_tall(self, plate: Backdrop) -> None:
        """Place shelves of one to three boxes, one above the other."""
        kit, frame = self.kit, self.frame
        self._board = surfaces.photo("art/table/rail_wood.jpg", (kit.px(688), kit.px(88)))
        rows = shelved(self.pages[self.page])
        self._below = 100.0
        slot = min(SLOT, 672 / max(map(len, rows)) - LABEL_GAP)
        # below the buttons to others and to the list of tables
        top, foot = 300.0, 24.0
        below = [max(self._needed(name, len(names)) for name in names) for names in rows]
        room = frame.height - top - foot - sum(98 + SHELF_GAP + high for high in below)
        shares = _shares([(names, max(PRESENTATIONS[name].box.w for name in names)) for names in rows], room)
        gap = SHELF_GAP + max(0.0, room - sum(BOX_HIGH * share for share in shares)) / len(rows)
        for names, share, high in zip(rows, shares, below, strict=True):
            floor = top + BOX_HIGH * share
            top = floor + 98 + high + gap
            if len(names) == 1:
                side = PRESENTATIONS[names[0]].box.w * share / 2 + 16
                self._stand_cards(plate, names, floor - 60, [(70, 346 - side), (374 + side, 650)])
            plate.surface.blit(
                surfaces.rounded((kit.px(700), kit.px(100)), kit.px(12), SHADE, 120), frame.to_real(12, floor - 4)
            )
            self._shelves.append(floor - 12)
            for number, name in enumerate(names):
                x = frame.width / 2 + (number - (len(names) - 1) / 2) * (TALL_W / len(names))
                box = GameBox(self, name, x, floor, share, slot)
                self._boxes.append(box)
                w = self._text_width(len(names))
                self._places[name] = Box(x - w / 2, floor + self._below, w, high)

    @staticmethod
    def _text_width(count: int) -> float:
        """Return the width of the parts below a box on a tall shelf with so many."""
        return min(WIDEST_TEXT, TALL_W / count - LABEL_GAP)

    def _needed(self, game: str, count: int) -> float:
        return self.shelf.needed(self.kit, game, self._text_width(count))

    def _page_arrows(self) -> list[Widget]:
        """Return the arrows to other pages of games, if there are any."""
        if len(self.pages) == 1:
            return []
        left, right = (60.0, self.frame.width - 60.0) if self.frame.tall else POSTS
        y = 250.0 if self.frame.tall else POST_Y
        blanks = {"number": self.page + 1, "count": len(self.pages)}
        sides = (("previous_games", left), ("next_games", right))
        ends = [(id_, self.texts(f"title.{id_}", **blanks), x) for id_, x in sides]
        return arrow_pair(self.kit, y, ends, self._turn)

    def _leaf(self) -> DayLeaf:
        """Return the button to the deal of the day, beside the name."""
        self._day = daily_store.today(self.context)
        return DayLeaf(self.context, Box(204, 28, 262, 68) if self.frame.tall else in_row(30, 370))

    def _below_name(self, number: int) -> Box:
        """Return the box of one of the two buttons to others and to the tables, between the arrows if there are any."""
        if not self.frame.tall:
            w = (OTHERS.w - PAIR_GAP) / 2
            return OTHERS._replace(x=OTHERS.x + number * (w + PAIR_GAP), w=w)
        left = 24 if len(self.pages) == 1 else 108
        w = self.frame.width / 2 - left - 6
        return Box(left + number * (w + 12), 236, w, 52)

    def _way_to_others(self) -> Button:
        """Return the button to tables with other devices."""
        context, frame = self.context, self.frame
        box = self._below_name(0)
        label = context.texts("party.title" if frame.tall else "party.title_short")
        spoken = context.texts("party.title_spoken")

        def use() -> Transition:
            return Push(routes.together(context))

        return Button(context.kit, "together", box, label, use, kind="secondary", size=22, spoken=spoken)

    def _way_to_tables(self) -> Button:
        """Return the button to the list of tables, which says how many wait for the player."""
        waiting = self._waiting = self.context.tables.waiting
        box = self._below_name(1)
        texts, tall = self.texts, self.frame.tall
        told = texts("tables.waiting", count=waiting) if waiting else texts("tables.title")
        label = texts("tables.waiting_short", count=waiting) if waiting and not tall else told
        kind, icon = "primary" if waiting else "secondary", "play" if waiting and not tall else ""
        spoken = f"{texts('tables.title')}: {told}" if waiting else ""

        def use() -> Transition:
            return Push(routes.tables(self.context))

        button = Button(self.kit, "tables", box, label, use, kind=kind, icon=icon, size=20, spoken=spoken)
        button.items[0].box = box.at_least(48)
        return button

    def _corner_widgets(self) -> list[Widget]:
        widgets: list[Widget] = [
            Segment(
                self.kit,
                "language",
                Box(36, 34, 148, 56) if self.frame.tall else in_row(OTHERS.x, 144),
                [name.upper() for name in LANGUAGES],
                [*LANGUAGES].index(self.context.settings.language),
                self._language,
                name=self.texts("settings.language"),
                size=21,
            ),
            self._leaf(),
            self._way_to_others(),
            self._way_to_tables(),
        ]
        muted = self.context.settings.muted
        sound = ("sound_off", "button.sound_off") if muted else ("sound", "button.sound")
        uses = [
            ("statistics", "chart", self.texts("button.statistics"), lambda: Push(routes.statistics(self.context))),
            ("sound", sound[0], self.texts(sound[1]), self._sound),
            ("settings", "gear", self.texts("button.settings"), lambda: Push(routes.settings(self.context))),
        ]
        for number, (id_, icon, label, use) in enumerate(uses):
            x = self.frame.width - 206 + number * 74 if self.frame.tall else 1070 + number * 75
            side = 56 if self.frame.tall else HIGH
            widgets.append(RoundButton(self.kit, id_, x, ROW, label, use, icon=icon, side=side))
        return widgets

    def draw(self, canvas: Canvas) -> None:
        """Draw the crate: back, boxes, front board, labels; or shelves, whose boards are in front of the boxes."""
        canvas.background(self.plate.surface)
        for box in self._boxes:
            box.draw_box(canvas, self.items)
        if not self.frame.tall:
            canvas.put(self.kit.widget_image(crate_plain, shadow=False), CRATE.x, CRATE.y)
        for top in self._shelves:
            canvas.put(self._board, 16, top)
        super().draw(canvas)
