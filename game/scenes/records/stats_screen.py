"""The statistics of each game: games, wins, points, goals, and links to the finished matches and the family scores."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pygame import Surface

from game.catalogue.registry import GAMES
from game.engine import backdrop, controls, dates, fonts, surfaces, transitions
from game.engine import containers as ui
from game.engine.kit import centred
from game.engine.layout import Box
from game.engine.palette import AMBER, GOLD, GOOD, INK, PARCHMENT, SKY, SOFT_ON_PAPER, WARNING, Colour
from game.engine.widgets import RoundButton, Segment, Widget
from game.player import goals, stats
from game.player.stats import StatsEntry, StatsSummary
from game.scenes.navigation import routes
from game.scenes.records import family_screen, finished, goal_list, reactions
from game.scenes.shared import chart, common, empty_page
from game.scenes.shared.choice import choice
from game.services.context import Context

LEVEL_COLOURS = (GOOD, AMBER, WARNING, SKY)
#: above this number of levels their names are longer
MOST_LEVELS = 3
#: number of games from which the share of wins is told
ENOUGH = 5
#: height of the selection above the paper with the charts, and the paper's distance from its top
CHOICE, BELOW = 54.0, 66.0
#: the left column's share of a wide table
LEFT = 0.4
#: distance of a unit from its number
UNIT_GAP = 12.0


class StatsScreen(common.Baked):
    """Statistics of a game's finished matches."""

    stage = "menu"

    def __init__(self, context: Context, game: str = "") -> None:
        super().__init__(context)
        self.entries = stats.own_entries(context)
        last = [row.game for row in self.entries if row.game in GAMES]
        #: the requested game, else the one played last
        self.game = game if game in GAMES else last[-1] if last else next(iter(GAMES))
        #: the pages to choose from, each a game and a mode with statistics of its own
        self.pages = [(name, mode) for name in GAMES for mode in stats.modes_of(self.entries, name)]
        self.mode = ""
        #: index of the displayed chart
        self.chart = 0

    @property
    def address(self) -> str:
        return f"statistics.{self.game}"

    def _choose(self, place: int) -> None:
        self.game, self.mode = self.pages[place]
        self.chart = 0
        self.build()

    def _named(self, game: str, mode: str) -> str:
        return self.texts(f"{game}.variant.{mode}" if mode else f"game.{game}")

    def _choose_chart(self, place: int) -> None:
        self.chart = place
        self.build()

    def _play(self) -> transitions.Transition:
        return transitions.Replace(routes.setup(self.context, self.game))

    def _watch(self) -> transitions.Transition:
        return transitions.Push(finished.Finished(self.context))

    def _meet(self) -> transitions.Transition:
        return transitions.Push(family_screen.FamilyScreen(self.context))

    def message_box(self) -> Box | None:
        """Return a box at the lower edge: the heading's row has the selection of games."""
        return Box(100, self.frame.height - 76, self.frame.width - 200, 60)

    def spoken(self) -> str:
        texts, found = self.texts, self.found
        parts = [texts("statistics.title"), texts(f"game.{self.game}")]
        parts += [self._named(self.game, self.mode)] if self.mode else []
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
        parts += [", ".join(self._summary(entry)) for entry in found.latest]
        parts += goal_list.spoken(texts, self.game, self.goals)
        return texts.sentences(parts)

    def _facts(self, found: StatsSummary) -> list[tuple[str, str, Colour]]:
        texts, wins = self.texts, self.texts.number(found.wins)
        if found.games >= ENOUGH:
            share = texts("review.per_cent", number=texts.number(round(100 * found.wins / found.games)))
            wins = f"{wins} ({share})"
        first = [("games", texts.number(found.games), AMBER), ("wins", wins, GOLD)]
        if found.times:
            return [
                *first,
                ("best_reaction", reactions.seconds(self.context, found.best_ms, 2), GOOD),
                ("mean_time", reactions.seconds(self.context, found.mean_ms, 2), SKY),
            ]
        return [
            *first,
            ("best", stats.score_text(self.texts, self.game, found.best, found.modes), GOOD),
            ("mean", stats.score_text(self.texts, self.game, found.mean, found.modes, int(found.games > 1)), SKY),
        ]

    def _won_of(self, won: int, played: int) -> str:
        return self.texts("statistics.won_of", won=won, played=played) if played else self.texts("statistics.none_of")

    def _summary(self, entry: StatsEntry) -> tuple[str, str, str]:
        """Return how a game ended, with its points and date."""
        text = self.texts("statistics.win") if entry.won else self.texts(f"statistics.place.{entry.place}")
        if entry.own.medal >= 0:
            text = self.texts(f"statistics.medal.{entry.own.medal}")
        score = stats.score_text(self.texts, self.game, entry.score, {stats.mode_of(entry)})
        return text, score, dates.day(self.texts, entry.ended_ms, self.context.clock.wall_ms())

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.frame
        texts, tall, room = context.texts, frame.tall, frame.room
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.wood(frame))
        widgets: list[Widget] = [common.back_button(context, transitions.Pop, left=room.x)]
        several = len(GAMES) > 1
        sub = "" if several else texts(f"game.{self.game}")
        common.heading(context, plate, texts("statistics.title"), sub, left=room.x)
        if several:
            box = Box(24, 106, 672, 72) if tall else Box(room.x + 344, 30, room.w - 460, 60)
            names, at = [self._named(*page) for page in self.pages], self.pages.index((self.game, self.mode))
            widgets += choice(context, plate, box, "game", names, at, self._choose, texts("statistics.title"))
        family = texts("family.title")
        widgets.append(RoundButton(context.kit, "family", room.x + room.w - 60, 60, family, self._meet, icon="cup"))
        self.goals = goals.progress(context, self.game)
        found = self.found = stats.summary(self.entries, self.game, self.mode)
        top = 196.0 if tall and several else 112.0
        whole = Box(24, top, 672, frame.height - 28 - top) if tall else Box(room.x + 28, 112, room.w - 56, 584)
        body = self._body(found, whole.h) if found.games else self._empty()
        self.show([*widgets, *body.lay(plate, whole)])

    def _body(self, found: StatsSummary, high: float) -> ui.Part:
        """Return the numbers at the top, and below them the levels, the last games and the charts."""
        charts = ui.CustomPart(partial(self._charts, found), weight=1)
        if not self.frame.tall:
            left = ui.Column((self._levels(found, 230), self._latest(found, 194)), 22, w=LEFT * self.frame.room.w)
            return ui.Column(
                (ui.Grid(self._numbers(found, 116), 4, (12, 0)), ui.RowOfParts((left, charts), 22, weight=1)), 22
            )
        numbers = ui.Grid(self._numbers(found, min(130.0, high * 0.115)), 2, (14, 14))
        if self._names(found)[self.chart] == "goals":
            # the sentences of goals need all the room below the selection
            return ui.Column((numbers, charts), 14)
        # the selection of charts takes room, too
        levels, latest = self._levels(found, 0.225 * high), self._latest(found, 0.2 * high)
        return ui.Column((numbers, charts, levels, latest), 14)

    def _numbers(self, found: StatsSummary, high: float) -> list[ui.Part]:
        return [
            ui.PaperBox(
                ui.Column(
                    (
                        ui.TextLine(self.texts(f"statistics.{name}"), 19, SOFT_ON_PAPER, fonts.BLACK, "centre"),
                        ui.CustomPart(partial(self._number, value, colour), weight=1),
                    )
                ),
                20,
                high * 0.1,
                h=high,
            )
            for name, value, colour in self._facts(found)
        ]

    def _number(self, value: str, colour: Colour, box: Box) -> Sequence[Widget]:
        """Bake a number with its unit in small letters beside it, centred together."""
        kit, (number, *unit) = self.kit, value.split(maxsplit=1)
        pictures = [kit.line_plain(text, 20, SOFT_ON_PAPER, fonts.BLACK, box.w * 0.7) for text in unit]
        wide = sum(picture.get_width() / kit.scale + UNIT_GAP for picture in pictures)
        sticker = kit.sticker_plain(number, 50, colour, box.w - wide)
        left = box.centre[0] - (sticker.get_width() / kit.scale + wide) / 2
        self.plate.put(sticker, left, box.centre[1])
        for picture in pictures:
            self.plate.put(picture, left + sticker.get_width() / kit.scale + UNIT_GAP, box.centre[1] + 5)
        return ()

    def _levels(self, found: StatsSummary, high: float) -> ui.Part:
        """Return a bar for each level of opponents with the share of wins."""
        kit, texts, tall = self.kit, self.texts, self.frame.tall
        wide = (124.0 if tall else 88.0) + 20 * (len(found.by_level) > MOST_LEVELS)
        lines = {level: self._won_line(*counts) for level, counts in found.by_level.items()}
        widest = max(line.w for line in lines.values())

        def bar(share: float, colour: Colour, box: Box) -> Sequence[Widget]:
            self.plate.put(controls.bar_plain(kit, box.w, 30, share, colour), box.x, box.centre[1])
            return ()

        rows: list[ui.Part] = [ui.TextLine(texts("statistics.by_level"), 22, face=fonts.DISPLAY, h=42)]
        for number, (level, (won, played)) in enumerate(found.by_level.items()):
            colour = LEVEL_COLOURS[number % len(LEVEL_COLOURS)]
            name = ui.TextLine(texts(f"level.{level}"), 20, face=fonts.BLACK, w=wide)
            bars = ui.CustomPart(partial(bar, won / max(1, played), colour))
            rows.append(ui.RowOfParts((name, bars, replace(lines[level], w=widest)), 9, weight=1))
        return ui.PaperBox(ui.Column(rows), 24, 10, h=high)

    def _won_line(self, won: int, played: int) -> ui.TextLine:
        face, ink = (fonts.DISPLAY, INK) if played else (fonts.STRONG, SOFT_ON_PAPER)
        return ui.TextLine(self._won_of(won, played), 19, ink, face, "right").tight(self.kit)

    def _latest(self, found: StatsSummary, high: float) -> ui.Part:
        kit, texts = self.kit, self.texts
        grow = 1.25 if self.frame.tall else 1.0
        title, spoken = (
            ui.TextLine(texts("statistics.latest"), 22, face=fonts.DISPLAY),
            texts("statistics.finished_spoken"),
        )
        watch = ui.ButtonPart(
            "watch", texts("statistics.finished"), self._watch, icon="play", size=20, spoken=spoken, target=72
        )
        rows: list[ui.Part] = [ui.RowOfParts((title, replace(watch, w=172 * grow)), 12, h=46)]
        summaries = [self._summary(entry) for entry in found.latest]
        results = [ui.TextLine(ended, 20, face=fonts.BLACK).tight(kit) for ended, _score, _when in summaries]
        scores = [
            ui.TextLine(score, 21, face=fonts.DISPLAY, side="right").tight(kit) for _ended, score, _when in summaries
        ]
        # result and points are columns that never overlap at any text size
        least = max(182 * grow, sum(max((line.w for line in lines), default=0) for lines in (results, scores)) + 20)
        for entry, ended, score, (_ended, _score, when) in zip(found.latest, results, scores, summaries, strict=True):
            columns = ui.RowOfParts((replace(ended, w=0.0), score), w=least)
            sign = ui.ImagePart(self._sign(entry), w=32, h=1)
            rows.append(
                ui.RowOfParts((sign, columns, ui.TextLine(when, 18, SOFT_ON_PAPER, side="right")), 12, weight=1)
            )
        rows += [ui.Part(weight=1)] * (stats.LIST - len(summaries))
        return ui.PaperBox(ui.Column(rows), 20, 8, h=high)

    def _sign(self, entry: StatsEntry) -> Surface:
        """Draw a cup, or a disc with the place; plain."""
        if entry.won:
            return self.kit.image_plain("icons/cup", 32, 32)
        disc = surfaces.disc(self.kit.px(15), INK).copy()
        middle = disc.get_width() // 2
        centred(disc, surfaces.disc(self.kit.px(13), PARCHMENT), middle, middle)
        sign = "\u2013" if entry.own.medal == 0 else str(entry.place)
        centred(disc, fonts.plain(sign, fonts.DISPLAY, max(8, self.kit.px(17)), INK), middle, middle)
        return disc

    def _empty(self) -> ui.Part:
        """Return the note that nothing has been finished yet, with a button to play."""
        texts = self.texts
        play = ui.ButtonPart("play", texts("statistics.play"), self._play, "primary", icon="play", size=28, h=84)
        picture = empty_page.TablePicture(empty_page.fan([self.game]))
        return empty_page.empty_page(
            self.context, picture, texts("statistics.empty"), texts("statistics.empty_note"), play
        )

    def _names(self, found: StatsSummary) -> list[str]:
        """Return the names of the papers to choose from: charts, and goals."""
        charts = ["spread", "course", *(["points"] if _untimed(found) else [])] if found.times else ["points"]
        return [*charts, *(["goals"] if self.goals else [])]

    def _charts(self, found: StatsSummary, paper: Box) -> list[Widget]:
        """Lay out the chart of points, or one of several if reactions were timed, or the game's goals."""
        context, plate, texts = self.context, self.plate, self.texts
        untimed, names = _untimed(found), self._names(found)
        widgets: list[Widget] = []
        if len(names) > 1:
            labels = [texts(f"statistics.paper.{name}") for name in names]
            choice = paper._replace(h=CHOICE)
            named = texts("statistics.papers")
            widgets.append(
                Segment(self.kit, "chart", choice, labels, self.chart, self._choose_chart, name=named, size=20)
            )
            paper = Box(paper.x, paper.y + BELOW, paper.w, paper.h - BELOW)
        plate.paper(paper)
        match names[self.chart]:
            case "goals":
                widgets += goal_list.goal_list(texts, self.kit, self.game, self.goals).lay(plate, paper)
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
                result = stats.score_text(texts, self.game, untimed[0].score, {stats.mode_of(untimed[0])})
                chart.bake_first(context, plate, paper, title, result, untimed[0].won)
            case _:
                mean = sum(row.score for row in untimed) / len(untimed) if found.times else found.mean
                chart.bake(context, plate, paper, untimed, mean)
        return widgets


def _untimed(found: StatsSummary) -> tuple[StatsEntry, ...]:
    """Return the last matches without reaction times."""
    return tuple(row for row in found.chart if not row.own.times)
