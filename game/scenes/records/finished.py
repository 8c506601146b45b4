"""The finished matches in storage; a tap replays one."""

from functools import partial

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine import backdrop, controls, dates, fonts, layout, surfaces
from game.engine import containers as ui
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import INK, SOFT, SOFT_ON_PAPER, WOOD
from game.engine.transitions import Pop, Push, Replace, Transition
from game.engine.widgets import TARGET, Widget, put_paper
from game.player import saves, stats
from game.scenes.navigation import routes
from game.scenes.shared import common, empty_page
from game.services.context import Context

FACES = 3
#: the round buttons of a row
SIDE = 48.0


class MatchRow(Widget):
    """One match on a paper of its own."""

    def __init__(self, context: Context, number: int, row: saves.FinishedMatch, box: layout.Box) -> None:
        super().__init__(context.kit)
        texts, match = context.texts, row.match
        self.box = box
        self.game = match.game.name
        self.figures = tuple(seat.figure for seat in match.seats[:FACES])
        scores = match.shown_scores
        order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        listed = [
            texts("statistics.finished_score", name=match.seats[seat].name, score=texts.number(scores[seat]))
            for seat in order
        ]
        when = dates.moment(texts, row.ended_ms, context.clock.wall_ms())
        self.title, self.when, self.scores = texts(f"game.{self.game}"), when, tuple(listed)
        label = texts("statistics.finished_row", game=self.title, day=when, scores=", ".join(listed))
        start = routes.ReplayStart(row.ended_ms)
        self.items = [Item(f"match-{number}", label, box, lambda: Push(routes.replay(context, match, start)))]
        if match.humans:
            reviewed = layout.Box(box.x + box.w - 110 - SIDE / 2, box.y + box.h / 2 - SIDE / 2, SIDE, SIDE)
            spoken = texts("review.open_of", game=self.title, day=when)
            use = lambda: Push(routes.review(context, match, row.ended_ms))  # noqa: E731
            self.items.append(Item(f"review-{number}", spoken, reviewed.at_least(TARGET), use, has_tooltip=True))

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        state, *more = (self.state(item, items) for item in self.items)
        paper = kit.scene_image(
            row_plain,
            box.w,
            box.h,
            game=self.game,
            figures=self.figures,
            title=self.title,
            when=self.when,
            scores=self.scores,
        )
        put_paper(canvas, kit, paper, box.x, box.y)
        if state == "focus":
            canvas.put(kit.widget_image(controls.focus_plain, box.w, box.h, 16), box.x - 8, box.y - 8)
        button = "normal" if state == "focus" else state
        canvas.put_centred(kit.round_button("play", SIDE, button), box.x + box.w - 46, box.y + box.h / 2)
        for reviewed in more:
            canvas.put_centred(kit.round_button("eye", SIDE, reviewed), box.x + box.w - 110, box.y + box.h / 2)


def row_plain(
    kit: Kit, w: float, h: float, *, game: str, figures: tuple[str, ...], title: str, when: str, scores: tuple[str, ...]
) -> Surface:
    """Draw a match's paper: its players, game and date, and its scores; plain."""
    px = kit.px
    whole = kit.paper_plain(w, h, 16)
    margin = kit.paper_margin()
    chip = (px(128), px(h - 20))
    felt = PRESENTATIONS[game].felt if game in PRESENTATIONS else WOOD
    whole.blit(surfaces.rounded(chip, px(12), felt), (margin + px(10), margin + px(10)))
    middle = margin + px(h / 2)
    for number, name in enumerate(figures):
        centred(whole, figure_plain(kit, name, 20), margin + px(36 + number * 38), middle)
    left, room = margin + px(154), w - 154 - 148
    apart = min(h * 0.2, 13 * kit.text_growth)
    sizes, gap = (22, 17), 14
    faces = zip((title, when), (fonts.DISPLAY, fonts.STRONG), sizes, strict=True)
    wide = sum(fonts.width(words, face, round(size * kit.text_scale)) for words, face, size in faces)
    # both shrink alike
    share = min(1.0, (px(room - gap) - 2) / wide)
    head = kit.line_plain(title, sizes[0] * share, INK, fonts.DISPLAY)
    whole.blit(head, (left, middle - px(apart) - head.get_height() // 2))
    date = kit.line_plain(when, sizes[1] * share, SOFT_ON_PAPER, fonts.STRONG)
    whole.blit(date, (left + head.get_width() + px(gap), middle - px(apart) - date.get_height() // 2 + px(1)))
    line = _as_many(kit, scores, room)
    whole.blit(line, (left, middle + px(apart) - line.get_height() // 2))
    return whole


def _as_many(kit: Kit, parts: tuple[str, ...], room: float) -> Surface:
    """Draw as many of the parts as fit without much shrinking, best first."""
    real = round(18 * kit.text_scale * 0.92)
    count = len(parts)
    while count > 1 and fonts.width(_listed(parts, count), fonts.STRONG, real) > kit.px(room):
        count -= 1
    return kit.line_plain(_listed(parts, count), 18, INK, fonts.STRONG, room)


def _listed(parts: tuple[str, ...], count: int) -> str:
    return " · ".join(parts[:count]) + (" …" if count < len(parts) else "")


class Finished(common.Baked):
    """The list of finished matches."""

    stage = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.rows = list(saves.replayable(context))

    def build(self) -> None:
        context, frame = self.context, self.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = backdrop.Backdrop(kit, backdrop.wood(frame))
        room, note = frame.room, texts("statistics.finished_note")
        sub = "" if frame.tall or not self.rows else note
        common.heading(context, plate, texts("statistics.finished_title"), sub, left=room.x)
        widgets: list[Widget] = [common.back_button(context, Pop, left=room.x)]
        if not self.rows:
            self.show([*widgets, *self._empty().lay(plate, layout.Box(24, 112, frame.width - 48, frame.height - 136))])
            return
        if frame.tall:
            plate.put(kit.line_plain(note, 18, SOFT, fonts.STRONG, 640), 40, 122)
        columns = 1 if frame.tall else 2
        top = 150.0 if frame.tall else 108.0
        rows = saves.KEPT // columns
        step = min(112.0, (frame.height - top - 20) / rows)
        wide = (room.w - 56 - 16 * (columns - 1)) / columns
        for number, row in enumerate(self.rows):
            spot = (room.x + 28 + number % columns * (wide + 16), top + number // columns * step)
            widgets.append(MatchRow(context, number, row, layout.Box(*spot, wide, step - 12)))
        self.show(widgets)

    def _empty(self) -> ui.Part:
        """Return the note that there is nothing to watch yet, with a button to the game played last."""
        texts, game = self.texts, stats.last_game(self.context, GAMES)
        play = ui.ButtonPart(
            "play", texts("statistics.play"), partial(self._play, game), "primary", icon="play", size=28, h=84
        )
        picture = empty_page.TablePicture(empty_page.fan([*GAMES]))
        title, note = texts("statistics.finished_none"), texts("statistics.finished_none_note")
        return empty_page.empty_page(self.context, picture, title, note, play)

    def _play(self, game: str) -> Transition:
        return Replace(routes.setup(self.context, game))
