"""The rules of a game: short pages of papers with pictures of the game's own cards."""

from collections.abc import Sequence

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import backdrop, fonts, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box, bounds
from game.engine.pages import AREA, Drawing, GalleryEntry, HelpPage, PageCard, PageIcon, PageLabel, PagePaper
from game.engine.palette import CREAM, GOOD, INK, WARNING
from game.player import lessons
from game.scenes.help.leaf import TALL_PAPERS, WIDE_PAPERS, Leaf, leaves, same_leaf
from game.scenes.navigation import routes
from game.scenes.shared.common import Paged, back_button, heading, heading_box
from game.services.context import Context

#: drawings grow with the cards, not with the text: at most by this factor
MOST_GROWTH = 1.15
GAP = 12.0
#: width of the button to further pages
FURTHER = 196.0
#: height of the panel with the tip below
TIP = 86.0
#: least text size of a paper's sentences at 100 %, for which drawings become smaller, and the largest
BODY, MOST_BODY = 19.0, 24.0
#: least text size in real pixels
LEAST_BODY = 8
#: scales of the drawings: the first one at which all sentences keep their size is used
SHARES: tuple[float, ...] = (1.0, 0.9, 0.8, 0.7)
#: on a phone, the text size below a paper's drawings, and the largest scale of the drawings
TALL_BODY, TALL_SHARE = 26.0, 2.1
#: on a phone, height of a paper's title, least height of its drawings, and the distance around both
TALL_TITLE, TALL_DRAWN, TALL_GAP = 68.0, 165.0, 16.0
#: room that a label in a drawing takes, unless it names its most
LABEL = (72.0, 34.0)
#: width of a gallery's card
GALLERY_CARD = 78.0
#: height of a card of width 1 in a gallery, for all games
RATIO = 1.4


class HowTo(Paged):
    """The pages of one game."""

    stage = "menu"

    def __init__(self, context: Context, game: str, teaches: bool = True) -> None:
        super().__init__(context)
        self.game = game
        #: it links to the tutorial, if there is one
        self.teaches = teaches and GAMES[game].lesson is not None
        self.pages: tuple[HelpPage, ...] = PRESENTATIONS[game].howto.PAGES
        self.leaves = leaves(self.pages, context.frame.tall)
        self.items.focus = "next"

    @property
    def address(self) -> str:
        return f"howto.{self.game}"

    # ---- choices --------------------------------------------------------------------------------

    def page_count(self) -> int:
        return len(self.leaves)

    @property
    def _first_match(self) -> int:
        """The number of pages that a first match needs; the others are counted on their own."""
        return sum(not leaf.page.is_further for leaf in self.leaves)

    @property
    def _ends(self) -> bool:
        """True on the last page that a first match needs, and on the last one."""
        return self.page + 1 in (self._first_match, len(self.leaves))

    @property
    def _leads_further(self) -> bool:
        return self._ends and self.page + 1 < len(self.leaves)

    def page_text(self) -> str:
        first = self._first_match
        if self.page < first:
            return self.texts("page", number=self.page + 1, count=first)
        return self.texts("page", number=self.page + 1 - first, count=len(self.leaves) - first)

    def _next(self) -> transitions.Transition:
        if self._ends:
            return transitions.Pop()
        self._further()
        return None

    def _further(self) -> None:
        self.items.focus = "next"
        self.turn(1)

    def spoken(self) -> str:
        texts, leaf = self.texts, self.leaves[self.page]
        page = leaf.page
        parts = [texts("howto.title", game=texts(f"game.{self.game}")), self.page_text(), texts(page.title)]
        for title, body in [(paper.title, paper.body) for paper in leaf.papers] + [row[1:] for row in page.gallery]:
            parts += [texts(title), texts(body)]
        return texts.sentences([*parts, *([texts(page.tip)] if leaf.is_last else [])])

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.frame
        texts, kit = context.texts, context.kit
        shown, self.leaves = self.leaves[self.page], leaves(self.pages, frame.tall)
        self.page = same_leaf(self.leaves, shown)
        leaf = self.leaves[self.page]
        page = leaf.page
        self.look = PRESENTATIONS[self.game].howto.look(kit, texts, context.settings.colours == "grey")
        plate = self.plate = backdrop.Backdrop(kit, backdrop.felt(frame, PRESENTATIONS[self.game].felt))
        title = texts("howto.title", game=texts(f"game.{self.game}"))
        if frame.tall:
            right = 100 if self.teaches else 24
            # the name of the game has been read before: it goes where large letters have no room
            if not kit.sticker_reads(title, 44 * kit.title_growth, frame.width - 130 - right):
                title = texts("button.howto")
            heading(context, plate, texts(page.title) if self.page else title, right=right)
        else:
            heading(context, plate, title, texts(page.title), left=frame.room.x)
        self._drawings: list[tuple[Drawing, float, float, float]] = []
        low = frame.height - (214.0 if frame.tall else 110.0) - self._tip_over(leaf)
        space = Box(frame.room.x + 28, 104, frame.room.w - 56, low - 104 - GAP)
        if page.gallery:
            self._bake_gallery(page.gallery, space)
        elif frame.tall:
            self._bake_tall(leaf, space)
        else:
            self._bake_papers(leaf.papers, space)
        self.show(self._bake_foot(leaf, low))

    def _boxes(self, count: int, columns: int, space: Box) -> list[Box]:
        rows = -(-count // columns)
        wide, high = (space.w + GAP) / columns, (space.h + GAP) / rows
        return [
            Box(space.x + place % columns * wide, space.y + place // columns * high, wide - GAP, high - GAP)
            for place in range(count)
        ]

    def _bake_papers(self, papers: tuple[PagePaper, ...], space: Box) -> None:
        kit, texts, plate = self.kit, self.texts, self.plate
        boxes = self._boxes(WIDE_PAPERS, 2, space)[: len(papers)]
        share = self._share(papers, boxes[0])
        rooms = [_room(boxes[0], paper, share) for paper in papers]
        size = self._size_for([paper.body for paper in papers], MOST_BODY, rooms)
        for number, (paper, box, (room, high)) in enumerate(zip(papers, boxes, rooms, strict=True), 1):
            plate.paper(box)
            self._bake_title(paper, number, box, 34)
            paragraph = kit.paragraph_plain(texts(paper.body), size, room, INK, fonts.TEXT, high)
            plate.put(paragraph, box.x + 22, box.y + 64, "corner")
            left, top = box.x + box.w - AREA[0] * share - 8, box.y + max(60.0, (box.h - AREA[1] * share) / 2 + 20)
            self._drawings += [(drawing, left, top, share) for drawing in paper.drawings]

    def _bake_title(self, paper: PagePaper, number: int, box: Box, down: float) -> None:
        """Bake a paper's number and its title."""
        kit = self.kit
        mark = kit.pill_plain(str(number), 20, INK, CREAM)
        self.plate.put(mark, box.x + 18, box.y + down)
        left = box.x + 28 + mark.get_width() / kit.scale
        room = box.x + box.w - left - 16
        self.plate.put(kit.line_plain(self.texts(paper.title), 26, INK, fonts.DISPLAY, room), left, box.y + down)

    def _bake_tall(self, leaf: Leaf, space: Box) -> None:
        """Bake the papers of a phone, one below the other, with the drawings above the sentences."""
        kit, texts, plate = self.kit, self.texts, self.plate
        boxes = self._boxes(TALL_PAPERS, 1, space)[: len(leaf.papers)]
        wide, most = boxes[0].w - 52, boxes[0].h - TALL_TITLE - TALL_DRAWN - 2 * TALL_GAP
        size = self._size_for([paper.body for paper in leaf.papers], TALL_BODY, [(wide, most)] * len(leaf.papers))
        for number, (paper, box) in enumerate(zip(leaf.papers, boxes, strict=True), leaf.first + 1):
            plate.paper(box)
            self._bake_title(paper, number, box, 42)
            paragraph = kit.paragraph_plain(texts(paper.body), size, wide, INK, fonts.TEXT, most)
            read = paragraph.get_height() / kit.scale
            plate.put(paragraph, box.x + 26, box.y + box.h - TALL_GAP - read, "corner")
            area = bounds([_extent(drawing) for drawing in paper.drawings])
            high = box.h - TALL_TITLE - 2 * TALL_GAP - read
            share = min(TALL_SHARE, high / area.h, wide / area.w)
            left, top = box.centre[0] - area.centre[0] * share, box.y + TALL_TITLE + high / 2 - area.centre[1] * share
            self._drawings += [(drawing, left, top, share) for drawing in paper.drawings]

    def _share(self, papers: tuple[PagePaper, ...], box: Box) -> float:
        """Return the scale of these papers' drawings, which is smaller if large texts need the room."""
        real = round(BODY * self.kit.text_scale)

        def roomy(share: float) -> bool:
            rooms = [map(self.kit.px, _room(box, paper, share)) for paper in papers]
            return all(
                fonts.fits(self.texts(paper.body), fonts.TEXT, real, *room)
                for paper, room in zip(papers, rooms, strict=True)
            )

        return next((share for share in SHARES if roomy(share)), SHARES[-1])

    def _size_for(self, bodies: Sequence[str], size: float, rooms: Sequence[tuple[float, float]]) -> float:
        """Return the largest text size at which each of these fits its width and height: those of a page look alike."""
        kit, real = self.kit, round(size * self.kit.text_scale)
        texts = [
            (self.texts(body), kit.px(wide), kit.px(high)) for body, (wide, high) in zip(bodies, rooms, strict=True)
        ]
        while real > LEAST_BODY and not all(
            fonts.fits(text, fonts.TEXT, real, wide, high) for text, wide, high in texts
        ):
            real -= 1
        return real / kit.text_scale

    def _bake_gallery(self, entries: tuple[GalleryEntry, ...], space: Box) -> None:
        kit, texts, plate = self.kit, self.texts, self.plate
        columns = 1 if self.frame.tall else -(-len(entries) // 2)
        rows = -(-len(entries) // columns)
        # a short last page keeps the size of its papers
        space = space._replace(h=min(space.h, rows * (180.0 if self.frame.tall else 310.0)))
        boxes = self._boxes(len(entries), columns, space)
        room, high = boxes[0].w - GALLERY_CARD - 44, boxes[0].h - (52 if self.frame.tall else 70)
        most, rooms = 20 if self.frame.tall else 18, [(room, high)] * len(entries)
        size = self._size_for([entry.body for entry in entries], most, rooms)
        for entry, box in zip(entries, boxes, strict=True):
            plate.paper(box)
            middle = (14 + GALLERY_CARD / 2, box.h / 2)
            self._drawings += [(card, box.x, box.y, 1.0) for card in _together(entry.faces, *middle)]
            x = box.x + GALLERY_CARD + 30
            title = kit.line_plain(texts(entry.title), 22, INK, fonts.DISPLAY, room)
            paragraph = kit.paragraph_plain(texts(entry.body), size, room, INK, fonts.TEXT, high)
            whole = (title.get_height() + paragraph.get_height()) / kit.scale
            top = box.y + max(8.0 if self.frame.tall else 14.0, (box.h - whole) / 2)
            plate.put(title, x, top, "corner")
            plate.put(paragraph, x, top + title.get_height() / kit.scale, "corner")

    def _tip_over(self, leaf: Leaf) -> float:
        """Return how much higher than usual the tip is; on a tall screen it has a panel of its own."""
        if not self.frame.tall:
            return 0.0
        if not leaf.is_last:
            return -TIP - GAP
        tip = self.kit.paragraph_plain(self.texts(leaf.page.tip), BODY, self.frame.width - 56 - 36, CREAM, fonts.STRONG)
        return max(0.0, tip.get_height() / self.kit.scale + 14 - TIP)

    def _bake_foot(self, leaf: Leaf, y: float) -> list[widgets.Widget]:
        """Bake the tip, and return the buttons that turn the page."""
        context, frame, plate = self.context, self.frame, self.plate
        kit, texts = context.kit, context.texts
        tall = frame.tall
        room = frame.room
        # beside the button to further pages the other one is narrower
        wide = 300.0 if tall else 330.0 - 110 * self._leads_further
        beside = 0.0 if tall else wide + 24 + (FURTHER + GAP) * self._leads_further
        panel = Box(room.x + 28, y, room.w - 56 - beside, TIP + self._tip_over(leaf))
        y += panel.h - TIP
        bar = y + 148 if tall else y + 43
        pill = kit.pill_plain(self.page_text(), 18, CREAM, INK, fonts.BLACK)
        left = panel.x + 20 if tall else room.x + 116 + pill.get_width() / kit.scale + 24
        if leaf.is_last:
            self._bake_tip(texts(leaf.page.tip), panel, left)
        if not (tall and self._leads_further):
            plate.put(pill, room.x + 116, bar)
        right, top, high = (frame.width, y + 104, 88) if tall else (room.x + room.w, y + 1, 84)
        box = Box(right - 28 - wide, top, wide, high)
        key = "howto.done" if self._ends else "howto.next"
        icon = "check" if self._ends else "play"
        return [
            back_button(context, transitions.Pop, also="help", left=room.x),
            *self._way_to_lesson(),
            *self._way_further(box),
            widgets.RoundButton(
                kit,
                "previous",
                room.x + 72,
                bar,
                texts("howto.previous"),
                lambda: self.turn(-1),
                icon="arrow_left",
                enabled=self.page > 0,
            ),
            widgets.Button(kit, "next", box, texts(key), self._next, kind="primary", sub="", icon=icon, size=29),
        ]

    def _bake_tip(self, text: str, panel: Box, left: float) -> None:
        """Bake the tip on its panel, from ``left``."""
        kit, wide = self.kit, panel.x + panel.w - left - 16
        self.plate.panel(panel, 18, 0.5)
        tip = kit.paragraph_plain(text, 19, wide, CREAM, fonts.STRONG, panel.h - 14)
        if tip.get_height() / kit.scale < 44:
            tip = kit.line_plain(text, 19, CREAM, fonts.STRONG, wide)
        down = 2 if tip.get_height() / kit.scale >= 44 else 0
        self.plate.put(tip, left, panel.y + panel.h / 2 + down)

    def _way_further(self, beside: Box) -> list[widgets.Widget]:
        """Return the button to further pages left of the one that ends the rules, if there are any."""
        if not self._leads_further:
            return []
        wide = FURTHER + 68 * self.frame.tall
        box, label = beside._replace(x=beside.x - GAP - wide, w=wide), self.texts("howto.further")
        return [widgets.Button(self.kit, "further", box, label, self._further, kind="dark", size=22)]

    def _way_to_lesson(self) -> list[widgets.Widget]:
        """Return the button to the page's tutorial in the upper right corner, if there is one."""
        if not self.teaches:
            return []
        context, frame, option = self.context, self.frame, self.leaves[self.page].page.about
        kit, texts, name = context.kit, context.texts, f"{self.game}.{option}" if option else self.game
        label = texts("lesson.resume" if lessons.steps_done(context, name) else "lesson.yes")
        sub = texts("lesson.note", minutes=lessons.minutes(name))
        if option:
            what = texts(f"{self.game}.option.{option}")
            sub = texts("lesson.note_about", name=what, minutes=lessons.minutes(name))

        def use() -> transitions.Transition:
            return transitions.Push(routes.lesson(context, name))

        if frame.tall:
            return [widgets.RoundButton(kit, "lesson", frame.width - 60, 60, f"{label}: {sub}", use, icon="play")]
        return [
            widgets.Button(
                kit, "lesson", Box(frame.room.x + frame.room.w - 318, 18, 290, 72), label, use, sub=sub, size=22
            )
        ]

    def message_box(self) -> Box | None:
        right = (110 if self.frame.tall else 340) if self.teaches else 24
        return heading_box(self.context, right)

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background(self.plate.surface)
        for drawing, left, top, share in self._drawings:
            self._put(canvas, drawing, left + drawing.x * share, top + drawing.y * share, share)
        super().draw(canvas)

    def _put(self, canvas: Canvas, drawing: Drawing, x: float, y: float, share: float) -> None:
        match drawing:
            case PageCard(face=face, w=w, state=state):
                canvas.put_centred(self.look(face, w * share, state), x, y)
            case PageIcon(icon=icon, side=side):
                canvas.put_centred(self.kit.icon(icon, side * share, INK), x, y)
            case PageLabel():
                canvas.put_centred(self._label(self.kit, drawing, share), x, y)

    def _label(self, kit: Kit, label: PageLabel, share: float) -> Surface:
        text = self.texts(label.key) if label.key else self.texts.signed(label.value)
        if label.look == "sticker":
            return kit.sticker(text, label.size * share, GOOD if label.value > 0 else WARNING)
        growth = kit.text_growth
        size = label.size * share * min(growth, MOST_GROWTH) / growth
        if label.look == "pill":
            return kit.pill(text, size)
        return kit.line(text, size, INK, fonts.BLACK, label.most * share)


def _room(box: Box, paper: PagePaper, share: float) -> tuple[float, float]:
    """Return the width and height of a paper's sentences, beside its drawings at a ``share`` of their size."""
    first = min(_extent(drawing).x for drawing in paper.drawings)
    return box.w - (AREA[0] - first) * share - 44, box.h - 76


def _extent(drawing: Drawing) -> Box:
    """Return about what a drawing takes."""
    match drawing:
        case PageCard(w=w):
            wide, high = w, w * RATIO
        case PageIcon(side=side):
            wide = high = side
        case PageLabel(size=size, most=most, look=look):
            wide, high = (size, size) if look == "sticker" else (most or LABEL[0], LABEL[1])
    return Box(drawing.x - wide / 2, drawing.y - high / 2, wide, high)


def _together(faces: tuple[str, ...], x: float, y: float) -> list[PageCard]:
    """Return one large card, or up to four small ones in a square."""
    if len(faces) == 1:
        return [PageCard(faces[0], x, y, GALLERY_CARD)]
    w = GALLERY_CARD / 2 - 2
    high = w * RATIO + 6
    return [
        PageCard(face, x + (place % 2 - 0.5) * (w + 5), y + (place // 2 - 0.5) * high, w)
        for place, face in enumerate(faces)
    ]
