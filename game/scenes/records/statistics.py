"""The statistics of each game: games, wins, points, and the way to the finished matches."""

from __future__ import annotations

from pygame import Surface

from game.app.context import Context
from game.catalogue.registry import GAMES
from game.core.match import FIGURES
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, wood
from game.engine.controls import bar_plain
from game.engine.figures import figure_plain
from game.engine.kit import centred
from game.engine.layout import Box
from game.engine.palette import AMBER, GOLD, GOOD, INK, PARCHMENT, SKY, SOFT_ON_PAPER, WARNING, Colour
from game.engine.transitions import Pop, Push, Replace, Transition
from game.engine.widgets import Button, Segment, Widget
from game.player import statistics
from game.player.statistics import Entry, Summary
from game.scenes.navigation import routes
from game.scenes.records import reactions
from game.scenes.records.finished import Finished
from game.scenes.shared import chart
from game.scenes.shared.choice import choice
from game.scenes.shared.common import Baked, back_button, heading
from game.scenes.shared.days import day

LEVEL_COLOURS = (GOOD, AMBER, WARNING, SKY)
#: the names of more levels than these are longer
MOST_LEVELS = 3
#: height of the choice above the paper with the charts, and how far below it the paper begins
CHOICE, BELOW = 54.0, 66.0


class Statistics(Baked):
    """What the finished matches of a game add up to."""

    stage = "menu"

    def __init__(self, context: Context, game: str = "") -> None:
        super().__init__(context)
        self.entries = statistics.entries(context)
        last = [row.game for row in self.entries if row.game in GAMES]
        #: the game asked for, else the one played last
        self.game = game if game in GAMES else last[-1] if last else next(iter(GAMES))
        #: which of the charts is shown where there are several
        self.chart = 0

    @property
    def address(self) -> str:
        """The statistics of its game."""
        return f"statistics.{self.game}"

    def _choose(self, place: int) -> None:
        self.game = list(GAMES)[place]
        self.chart = 0
        self.build()

    def _choose_chart(self, place: int) -> None:
        self.chart = place
        self.build()

    def _play(self) -> Transition:
        return Replace(routes.setup(self.context, self.game))

    def _watch(self) -> Transition:
        return Push(Finished(self.context))

    def message_box(self) -> Box | None:
        """At the lower edge: beside the heading the games stand to choose from."""
        frame = self.context.frame
        return Box(100, frame.height - 76, frame.width - 200, 60)

    def spoken(self) -> str:
        """Everything that stands on the papers, but for the curve."""
        texts, found = self.context.texts, self.found
        parts = [texts("statistics.title"), texts(f"game.{self.game}")]
        if not found.games:
            return texts.sentences([*parts, texts("statistics.empty"), texts("statistics.empty_note")])
        parts += [f"{texts(f'statistics.{name}')}: {value}" for name, value, _colour in self._facts(found)]
        parts.append(texts("statistics.by_level"))
        parts += [
            f"{texts(f'level.{level}')}: {self._won_of(won, played)}" for level, (won, played) in found.by_level.items()
        ]
        if found.rival_ms:
            parts.append(texts("statistics.rivals_are", time=reactions.seconds(self.context, found.rival_ms)))
        if found.times:
            parts.append(texts("statistics.errors", count=found.errors))
        parts.append(texts("statistics.latest"))
        parts += [", ".join(self._told(entry)) for entry in found.latest]
        return texts.sentences(parts)

    def _facts(self, found: Summary) -> list[tuple[str, str, Colour]]:
        """Name, value and colour of the numbers at the top."""
        context, texts = self.context, self.context.texts
        first = [("games", texts.number(found.games), AMBER), ("wins", texts.number(found.wins), GOLD)]
        if found.times:
            return [
                *first,
                ("best_reaction", reactions.seconds(context, found.best_ms, 2), GOOD),
                ("mean_time", reactions.seconds(context, found.mean_ms, 2), SKY),
            ]
        return [
            *first,
            ("best", statistics.in_words(texts, self.game, found.best, found.modes), GOOD),
            ("mean", statistics.in_words(texts, self.game, found.mean, found.modes, 1), SKY),
        ]

    def _won_of(self, won: int, played: int) -> str:
        texts = self.context.texts
        return texts("statistics.won_of", won=won, played=played) if played else texts("statistics.none_of")

    def _told(self, entry: Entry) -> tuple[str, str, str]:
        """How a game ended, with how many points, and when."""
        texts = self.context.texts
        words = texts("statistics.win") if entry.won else texts("statistics.place", place=entry.place)
        if entry.own.medal >= 0:
            words = texts(f"statistics.medal.{entry.own.medal}")
        score = statistics.in_words(texts, self.game, entry.score, {statistics.mode_of(entry)})
        return words, score, day(texts, entry.ended_ms, self.context.clock.wall_ms())

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Bake the papers."""
        context, frame = self.context, self.context.frame
        texts, tall = context.texts, frame.tall
        plate = self.plate = Backdrop(self.context.kit, wood(frame))
        widgets: list[Widget] = [back_button(context, Pop)]
        several = len(GAMES) > 1
        heading(context, plate, texts("statistics.title"), "" if several else texts(f"game.{self.game}"))
        if several:
            box = Box(24, 106, 672, 72) if tall else Box(372, 30, 880, 60)
            names, at = [texts(f"game.{name}") for name in GAMES], list(GAMES).index(self.game)
            widgets += choice(context, plate, box, "game", names, at, self._choose, texts("statistics.title"))
        found = self.found = statistics.summary(self.entries, self.game)
        top = 196.0 if tall and several else 112.0
        if not found.games:
            self.show([*widgets, *self._bake_empty(top)])
            return
        watch, paper = self._bake_tall(found, top) if tall else self._bake_wide(found)
        self.show([*widgets, watch, *self._bake_charts(found, paper)])

    def _bake_wide(self, found: Summary) -> tuple[Widget, Box]:
        """Bake all but the charts; return the way to the last games, and the charts' room."""
        self._bake_facts(found, [Box(28 + place * 309, 112, 297, 116) for place in range(4)])
        self._bake_levels(found, Box(28, 250, 512, 230))
        return self._bake_latest(found, Box(28, 502, 512, 194)), Box(562, 250, 690, 446)

    def _bake_tall(self, found: Summary, top: float) -> tuple[Widget, Box]:
        """The same in portrait."""
        gap = 14.0
        space = self.context.frame.height - top - 28
        fact = min(130.0, space * 0.115)
        spots = [Box(24 + place % 2 * 343, top + place // 2 * (fact + gap), 329, fact) for place in range(4)]
        self._bake_facts(found, spots)
        top += 2 * (fact + gap)
        # with several charts the choice of one takes room, too
        levels, latest = 0.225 * space, (0.2 if found.times else 0.25) * space
        self._bake_levels(found, Box(24, top, 672, levels))
        top += levels + gap
        watch = self._bake_latest(found, Box(24, top, 672, latest))
        top += latest + gap
        return watch, Box(24, top, 672, self.context.frame.height - 28 - top)

    def _bake_charts(self, found: Summary, paper: Box) -> list[Widget]:
        """Bake the chart of the points; where reactions were timed, one of several that can be chosen."""
        context, plate, texts = self.context, self.plate, self.context.texts
        untimed = tuple(row for row in found.chart if not row.own.times)
        names = ["spread", "course", *(["points"] if untimed else [])] if found.times else ["points"]
        widgets: list[Widget] = []
        if len(names) > 1:
            labels = [texts(f"statistics.paper.{name}") for name in names]
            choice = paper._replace(h=CHOICE)
            named = texts("statistics.papers")
            widgets.append(
                Segment(self.context.kit, "chart", choice, labels, self.chart, self._choose_chart, name=named, size=20)
            )
            paper = Box(paper.x, paper.y + BELOW, paper.w, paper.h - BELOW)
        plate.paper(paper)
        match names[self.chart]:
            case "spread":
                reactions.bake_spread(context, plate, paper, found)
            case "course" if len(found.timed) == 1:
                first = found.timed[0]
                best = f"{texts('statistics.best_time')} {reactions.seconds(context, first.own.best_ms, 2)}"
                chart.bake_first(context, plate, paper, texts("statistics.course"), best, first.won)
            case "course":
                reactions.bake_course(context, plate, paper, found)
            case _ if len(untimed) == 1:
                title = texts("statistics.chart", count=1)
                result = statistics.in_words(texts, self.game, untimed[0].score, {statistics.mode_of(untimed[0])})
                chart.bake_first(context, plate, paper, title, result, untimed[0].won)
            case _:
                mean = sum(row.score for row in untimed) / len(untimed) if found.times else found.mean
                chart.bake(context, plate, paper, untimed, mean)
        return widgets

    def _bake_facts(self, found: Summary, boxes: list[Box]) -> None:
        kit, texts = self.context.kit, self.context.texts
        for (name, value, colour), box in zip(self._facts(found), boxes, strict=True):
            self.plate.paper(box)
            middle = box.x + box.w / 2
            label = kit.line_plain(texts(f"statistics.{name}"), 19, SOFT_ON_PAPER, text.BLACK, box.w - 40)
            self.plate.put(label, middle, box.y + box.h * 0.23, "centre")
            self.plate.put(kit.sticker_plain(value, 50, colour, box.w - 40), middle, box.y + box.h * 0.64, "centre")

    def _bake_levels(self, found: Summary, box: Box) -> None:
        """A bar for each level of opponents: how many of the games against it were won."""
        kit, texts, plate = self.context.kit, self.context.texts, self.plate
        plate.paper(box)
        title = kit.line_plain(texts("statistics.by_level"), 22, INK, text.DISPLAY, box.w - 48)
        plate.put(title, box.x + 24, box.y + 32)
        grow = 1.25 if self.context.frame.tall else 1.0
        room = 124.0 if self.context.frame.tall else 88.0
        if len(found.by_level) > MOST_LEVELS:
            room += 20
        left, right = box.x + 32 + room, box.x + box.w - 24 - 104 * grow
        step = (box.h - 62) / len(found.by_level)
        for number, (level, (won, played)) in enumerate(found.by_level.items()):
            y = box.y + 54 + step * (number + 0.5)
            plate.put(kit.line_plain(texts(f"level.{level}"), 20, INK, text.BLACK, room), box.x + 24, y)
            colour = LEVEL_COLOURS[number % len(LEVEL_COLOURS)]
            plate.put(bar_plain(kit, right - left, 30, won / max(1, played), colour), left, y)
            words = self._won_of(won, played)
            face, ink = (text.DISPLAY, INK) if played else (text.STRONG, SOFT_ON_PAPER)
            plate.put(kit.line_plain(words, 19, ink, face, 94 * grow), box.x + box.w - 24, y, "right")

    def _bake_latest(self, found: Summary, box: Box) -> Widget:
        """The last games, and the way to watch them again."""
        kit, texts, plate = self.context.kit, self.context.texts, self.plate
        plate.paper(box)
        grow = 1.25 if self.context.frame.tall else 1.0
        title = kit.line_plain(texts("statistics.latest"), 22, INK, text.DISPLAY, box.w * 0.4)
        plate.put(title, box.x + 24, box.y + 34)
        step = (box.h - 70) / statistics.LIST
        told = [self._told(entry) for entry in found.latest]
        words = [kit.line_plain(row[0], 20, INK, text.BLACK) for row in told]
        scores = [kit.line_plain(row[1], 21, INK, text.DISPLAY) for row in told]
        # how it ended and with how many points are columns that never meet, however large the texts are
        wide = sum(max((line.get_width() for line in column), default=0) for column in (words, scores)) / kit.scale
        right = max(210 * grow, 28 + wide + 20)
        for number, entry in enumerate(found.latest):
            line = words[number], scores[number], told[number][2]
            self._bake_entry(entry, line, box, box.y + 62 + step * (number + 0.5), right)
        wide = 172 * grow
        button = Button(
            kit,
            "watch",
            Box(box.x + box.w - 18 - wide, box.y + 10, wide, 46),
            texts("statistics.finished"),
            self._watch,
            kind="secondary",
            sub="",
            icon="play",
            size=20,
            spoken=texts("statistics.finished_spoken"),
        )
        button.item.box = button.box.at_least(72)
        return button

    def _bake_entry(self, entry: Entry, line: tuple[Surface, Surface, str], box: Box, y: float, right: float) -> None:
        kit, plate = self.context.kit, self.plate
        words, score, when = line
        x = box.x + 40
        if entry.won:
            plate.put(kit.image_plain("icons/cup", 32, 32), x, y, "centre")
        else:
            disc = surfaces.disc(kit.px(15), INK).copy()
            middle = disc.get_width() // 2
            centred(disc, surfaces.disc(kit.px(13), PARCHMENT), middle, middle)
            sign = "\u2013" if entry.own.medal == 0 else str(entry.place)
            centred(disc, text.plain(sign, text.DISPLAY, max(8, kit.px(17)), INK), middle, middle)
            plate.put(disc, x, y, "centre")
        plate.put(words, x + 28, y)
        plate.put(score, x + right, y, "right")
        room = box.w - 24 - 40 - right - 20
        plate.put(kit.line_plain(when, 18, SOFT_ON_PAPER, text.STRONG, room), box.x + box.w - 24, y, "right")

    def _bake_empty(self, top: float) -> list[Widget]:
        """Nothing has been finished yet: say so, and offer to change that."""
        context, frame, plate = self.context, self.context.frame, self.plate
        kit, texts = self.context.kit, context.texts
        wide, high = 640.0, 400.0 if not frame.tall else 470.0
        box = Box((frame.width - wide) / 2, top + (frame.height - top - high) * 0.36, wide, high)
        plate.paper(box, 24)
        middle = frame.width / 2
        for number, name in enumerate(FIGURES[:3]):
            plate.put(figure_plain(kit, name, 40), middle + (number - 1) * 108, box.y + 68, "centre")
        title = kit.line_plain(texts("statistics.empty"), 34, INK, text.DISPLAY, wide - 60)
        plate.put(title, middle, box.y + 146, "centre")
        note = kit.paragraph_plain(
            texts("statistics.empty_note"), 20, wide - 88, SOFT_ON_PAPER, text.STRONG, high - 190 - 124
        )
        plate.put(note, box.x + 44, box.y + 182, "corner")
        play = Button(
            kit,
            "play",
            Box(middle - 190, box.y + high - 112, 380, 88),
            texts("statistics.play"),
            self._play,
            kind="primary",
            sub="",
            icon="play",
            size=31,
        )
        return [play]
