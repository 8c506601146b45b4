"""The family scores: a table of who has beaten whom at this device, and everybody's best moments."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from typing import NamedTuple
from zlib import crc32

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN
from game.engine import backdrop, dates, fonts
from game.engine import containers as ui
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import INK, RULE_ON_PAPER, SOFT_ON_PAPER, Colour
from game.engine.transitions import Pop, Push, Replace, Transition
from game.engine.widgets import TARGET, Widget
from game.player import family, saves, stats
from game.player.family import FamilyMember, FamilyMoment, Pair
from game.player.lineup import stored_lineup
from game.scenes.navigation import routes
from game.scenes.result.outcome import moment_text
from game.scenes.shared import common, empty_page
from game.services.context import Context

#: most people side by side in the table
LISTED = 8
#: people who meet in the empty scores' invitation, their wins over each other, and its width
PAIR, EXAMPLE, EXAMPLE_WIDE = 2, (5, 3), 440.0
#: chosen text size from which a moment's game is told by its box alone
LARGE = 1.2
#: text sizes of names and results and of headings, radius of a figure, and room around a cell's text
TEXT, HEAD, FIGURE, EDGE = 21.0, 17.0, 16.0, 10.0
#: height of a row on a wide and on a tall table
ROW, ROW_TALL = 40.0, 46.0
#: a moment's text size, at which most sentences need one line, its height, and that of its game's box
MOMENT, MOMENT_ROW, BOX = 19.0, 68.0, 48.0
#: diameter of the button that plays a moment
PLAY = 48.0
#: so many moments at least are below the table, or all have a page of their own
FEW = 4
#: gap between a box and the text beside it, what both take off its width, and the gap between two columns
APART_OF_BOX, BESIDE, COLUMNS = 10.0, 0.8 * BOX + 10.0, 24.0
#: heights of a moment's row as shares of the usual, where more of them fit and where there is room
LOWER, HIGHER = 0.8, 1.3
#: least share of a heading's size; room for the line before the numbers of whole matches
LEAST_SIZE, APART = 0.85, 26.0
#: margin of the papers, gap between them, and height of the buttons below
MARGIN, GAP, FOOT = 18.0, 14.0, 84.0


class ToldMoment(NamedTuple):
    """A moment as it is told: a sentence, and the day, or "" if that is unknown."""

    moment: FamilyMoment
    sentence: str
    day: str
    #: its match is still stored
    can_play: bool

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.moment.game


class FamilyScreen(common.Paged, common.Baked):
    """The family scores: the table of all against all, with the best moments below and on further pages."""

    stage = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look_again()

    def _look_again(self) -> None:
        self.family = family.STORED.read(self.context)
        self.pairs, self.standing = family.pairs(self.family), family.standing(self.family)
        #: everybody who has met others, those with most wins first; older scores have no standing
        met = {name: FamilyMember(name) for pair in self.pairs for name in pair.names}
        self.people = [*(row for row in self.standing if met.pop(row.name, None)), *met.values()]
        #: the best moments, the first one of each game before the second ones
        kept = {(save.get("game"), save.get("ended_ms")) for save in saves.finished_matches(self.context)}
        self.moments = [
            ToldMoment(moment, words, self._day(moment), (moment.game, moment.ended_ms) in kept)
            for moment in family.best_moments(self.family)
            if moment.game in GAMES and (words := self._sentence(moment))
        ]
        #: the figure of each person in the last set-ups; figures have names of their own
        self.figures = {self.texts(f"figure.{figure}"): figure for figure in FIGURES}
        for game in GAMES:
            rows = stored_lineup(game, self.context.stored("setup", "file.setup"), self.texts).seats
            self.figures |= {row.name: row.figure for row in rows if row.kind == HUMAN}
        # those without one get any, not the same as others while there are enough
        names = [person.name for person in self.people]
        free = [figure for figure in FIGURES if figure not in {self.figures.get(name) for name in names}]
        self.figures |= dict(zip((name for name in names if name not in self.figures), free, strict=False))

    # ---- what it says -----------------------------------------------------------------------------

    def _score(self, wins: tuple[int, int]) -> str:
        return self.texts("family.score", one=wins[0], other=wins[1])

    def _numbers(self, person: FamilyMember) -> dict[str, int]:
        """Return the numbers of a person's matches by their headings."""
        keys = ("statistics.games", "statistics.wins", "standing.run")
        return dict(zip(map(self.texts, keys), person[1:], strict=True))

    def _sentence(self, moment: FamilyMoment) -> str:
        key = f"{moment.game}.moment.{moment.key}"
        # a moment of another version has no text here
        return moment_text(self.texts, key, moment.numbers, moment.name, moment.to) if self.texts.has(key) else ""

    def _day(self, moment: FamilyMoment) -> str:
        if not moment.ended_ms:
            return ""
        return dates.day(self.texts, moment.ended_ms, self.context.clock.wall_ms())

    def spoken(self) -> str:
        texts = self.texts
        if not self.pairs:
            return texts.sentences([texts("family.title"), texts("family.empty"), texts("family.empty_note")])
        rows = [
            f"{person.name}: {', '.join(f'{key} {count}' for key, count in self._numbers(person).items())}"
            for person in self.standing
        ]
        for pair in self.pairs:
            games = (
                f"{texts(f'game.{game}')} {self._score(wins)}" for game, wins in pair.by_game.items() if game in GAMES
            )
            title = texts("family.pair", one=pair.names[0], other=pair.names[1])
            rows.append(f"{title}: {self._score(pair.wins)}, {', '.join(games)}")
        sentences = [f"{texts(f'game.{told.game}')}: {told.sentence}" for told in self.moments]
        return texts.sentences([texts("family.title"), *rows, *sentences])

    # ---- layout ---------------------------------------------------------------------------------

    def page_count(self) -> int:
        return len(self._pages()) if self.pairs else 1

    @property
    def _room(self) -> Box:
        """The box of a page's papers."""
        room, top = self.frame.room, 112.0
        return Box(room.x + 24, top, room.w - 48, self.frame.height - 24 - FOOT - 12 - top)

    def build(self) -> None:
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.wood(self.frame))
        room, box = self.frame.room, self._room
        sub = self.texts("family.counts") if self.pairs else ""
        common.heading(self.context, plate, self.texts("family.title"), sub, left=room.x)
        widgets: list[Widget] = [common.back_button(self.context, Pop, left=room.x)]
        if not self.pairs:
            whole = Box(24, box.y, self.frame.width - 48, box.h + FOOT + 12)
            self.show([*widgets, *self._empty().lay(plate, whole)])
            return
        pages = self._pages()
        self.page = min(self.page, len(pages) - 1)
        widgets += ui.Column(pages[self.page], GAP).lay(plate, box)
        foot = self.frame.height - 24 - FOOT
        widgets += self._foot().lay(plate, Box(self.frame.width / 2 - 200, foot + 6, 400, 72))
        if len(pages) > 1:
            sides = {"family.previous": room.x + 70.0, "family.next": room.x + room.w - 70.0}
            widgets += self.page_arrows(foot + FOOT / 2, sides)
        self.show(widgets)

    def lay_out_question(self) -> None:
        self.build()

    def _pages(self) -> list[list[ui.Part]]:
        """Return the papers of each page: the table in as many parts as it needs, then as many moments as fit."""
        box, kit = self._room, self.kit
        across = self._across(box.w)
        parts = [self.people[at : at + across] for at in range(0, len(self.people), across)]
        rows = [self.people[at : at + LISTED] for at in range(0, len(self.people), LISTED)]
        pages, free, columns = [list[ui.Part]()], box.h, 1 if self.frame.tall else 2
        tables = [self._table(some, others, box.w) for some in rows for others in parts]
        if self.frame.tall and self.standing:
            tables += [self._counts(some) for some in rows]
        for table in tables:
            high = table.least(kit, box.w)
            if high > free:
                pages.append([])
                free = box.h
            pages[-1].append(table)
            free -= high + GAP
        if not self.moments:
            return pages
        head = self._moments([], columns).least(kit, box.w)
        if columns * ((free - head) // self._least_row) < min(len(self.moments), FEW):
            pages.append([])
            free = box.h
        fit = columns * max(1, int((free - head) // self._least_row))
        pages[-1].append(self._moments(self.moments[:fit], columns, free - head))
        return pages

    @property
    def _has_large_texts(self) -> bool:
        return self.kit.player_scale > LARGE

    @property
    def _least_row(self) -> float:
        """The least height of a moment's row: upright the names of all games have room, unless all texts are large."""
        if not self.frame.tall or self._has_large_texts:
            lowest = self._moment_row * (1 if self.frame.tall else LOWER)
            return max(lowest, TARGET * self._can_play)
        labels, wide = self._labels(self.moments), self._label_wide(1)
        return max([self._moment_row * LOWER, TARGET, *(label.least(self.kit, wide) for label in labels)])

    @property
    def _can_play(self) -> bool:
        """True if the match of any moment is still stored."""
        return any(told.can_play for told in self.moments)

    def _labels(self, moments: Sequence[ToldMoment]) -> list[ui.NotedLabel]:
        return [
            ui.NotedLabel(
                told.sentence, " · ".join(filter(None, (self.texts(f"game.{told.game}"), told.day))), size=MOMENT
            )
            for told in moments
        ]

    def _label_wide(self, columns: int) -> float:
        """Return the width of a moment's texts with so many moments side by side."""
        beside = BESIDE + (APART_OF_BOX + TARGET) * self._can_play
        return (self._room.w - 2 * MARGIN - COLUMNS * (columns - 1)) / columns - beside

    @property
    def _moment_row(self) -> float:
        return MOMENT_ROW * self.kit.text_growth

    def _wide(self, texts: Iterable[str], size: float, face: str = fonts.BLACK) -> float:
        """Return the width of a column for these texts, logical."""
        most = max(fonts.width(text, face, round(size * self.kit.text_scale)) for text in texts)
        return most / self.kit.scale + EDGE

    def _names_wide(self) -> float:
        return self._wide([person.name for person in self.people], TEXT, fonts.DISPLAY) + 2.3 * FIGURE

    def _sums(self) -> dict[str, dict[str, str]]:
        """Return the sums of each person by their headings: against all others, and in all matches."""
        found = dict[str, dict[str, str]]()
        against_all = self.texts("family.all" if self.frame.tall else "family.against_all")
        for person in self.people:
            won = [pair.wins[pair.names.index(person.name)] for pair in self.pairs if person.name in pair.names]
            played = sum(sum(pair.wins) for pair in self.pairs if person.name in pair.names)
            sums = {against_all: self._score((sum(won), played - sum(won)))}
            # upright they have a paper of their own, and an older table knows no more
            numbers = {} if self.frame.tall or not self.standing else self._numbers(person)
            found[person.name] = sums | {key: str(count) for key, count in numbers.items()}
            if numbers and not person.streak:
                found[person.name][self.texts("standing.run")] = ""
        return found

    def _sum_widths(self) -> list[float]:
        sums = [*self._sums().values()]
        return [
            max(self._wide([heading], HEAD), self._wide([one[heading] for one in sums], TEXT)) for heading in sums[0]
        ]

    def _results(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how often one has done better than another, and the other way round."""
        met = {pair.names: pair.wins for pair in self.pairs}
        return met | {names[::-1]: wins[::-1] for names, wins in met.items()}

    def _across(self, wide: float) -> int:
        """Return the number of people side by side in each part of the table, as few parts as there is room for."""
        free = wide - 2 * MARGIN - self._names_wide() - sum(self._sum_widths()) - APART
        cell = max(2.3 * FIGURE, self._wide(map(self._score, self._results().values()), TEXT))
        parts = -(-len(self.people) // min(LISTED, max(1, int(free // cell))))
        return -(-len(self.people) // parts)

    def _table(self, people: Sequence[FamilyMember], others: Sequence[FamilyMember], wide: float) -> ui.Part:
        """Return the table's paper: a row for each person with the results against others, and the sums."""
        met, sums, tall = self._results(), self._sums(), self.frame.tall
        widths, names = self._sum_widths(), self._names_wide()

        def row(name: ui.Part, cells: Sequence[ui.Part], ends: Iterable[str], size: float, colour: Colour) -> ui.Part:
            last: list[ui.Part] = [
                ui.TextLine(end, size, colour, fonts.BLACK, "right", w=w) for end, w in zip(ends, widths, strict=True)
            ]
            # what follows is of whole matches
            last[1:1] = [ui.CustomPart(self._line, w=APART)] * (len(last) > 1)
            high = (ROW_TALL if tall else ROW) * min(self.kit.text_growth, 1.15)
            return ui.RowOfParts([name, *cells, *last], h=high, weight=1)

        # the names stand above the columns, too: beside the figures, or instead of them
        each = (wide - 2 * MARGIN - names - sum(widths) - APART * (len(widths) > 1)) / max(len(others), 1)
        free = each - self._wide([one.name for one in others], HEAD, fonts.DISPLAY)
        head = [self._heading(other.name, each, has_figure=free > 2.3 * FIGURE) for other in others]
        rows = [row(ui.Part(w=names), head, sums[people[0].name], HEAD, SOFT_ON_PAPER)]
        for person in people:
            first = self._name(person)
            cells = [self._result(met.get((person.name, other.name)), person is other) for other in others]
            rows.append(row(first, cells, sums[person.name].values(), TEXT, INK))
        return ui.PaperBox(ui.RuledColumn(rows, 1), MARGIN, 8)

    def _counts(self, people: Sequence[FamilyMember]) -> ui.Part:
        """Return the paper with the numbers of whole matches, for which an upright table has no columns."""
        high, heads = ROW_TALL * min(self.kit.text_growth, 1.15), self._numbers(people[0])
        cells: list[ui.Part] = [ui.TextLine(head, HEAD, SOFT_ON_PAPER, fonts.BLACK, "centre") for head in heads]
        rows = [ui.RowOfParts([ui.Part(w=self._names_wide()), *cells], h=high, weight=1)]
        for person in people:
            counts = (str(person.matches), str(person.wins), str(person.streak or ""))
            told = [ui.TextLine(count, TEXT, INK, fonts.BLACK, "centre") for count in counts]
            rows.append(ui.RowOfParts([self._name(person), *told], h=high, weight=1))
        return ui.PaperBox(ui.RuledColumn(rows, 1), MARGIN, 8)

    def _name(self, person: FamilyMember) -> ui.Part:
        """Return the name at the start of a row, beside its figure."""
        mood = "glad" if person.wins and person.wins == self.people[0].wins else "calm"
        name = ui.TextLine(person.name, TEXT, face=fonts.DISPLAY)
        figure = self._figure(person.name, mood, 2.3 * FIGURE)
        return ui.RowOfParts((figure, ui.Part(w=8), name), w=self._names_wide())

    def _result(self, wins: tuple[int, int] | None, is_self: bool) -> ui.Part:
        """Return the cell of two people; the better one's stands out."""
        if wins is None:
            return ui.TextLine("" if is_self else "–", TEXT, SOFT_ON_PAPER, side="centre")
        is_ahead = wins[0] > wins[1]
        colour, face = (INK, fonts.BLACK) if is_ahead else (SOFT_ON_PAPER, fonts.STRONG)
        return ui.TextLine(self._score(wins), TEXT, colour, face, "centre")

    def _line(self, box: Box) -> Sequence[Widget]:
        """Bake a row's part of the line before the numbers of whole matches."""
        self.plate.rule(box.x + APART - EDGE / 2, box.y - 1, 1.5, RULE_ON_PAPER, box.h + 2)
        return ()

    def _heading(self, name: str, w: float, has_figure: bool) -> ui.Part:
        """Return a column's heading: the person's name, with the figure if there is room; for a long one that alone."""
        if not has_figure:
            fits = self._wide([name], HEAD * LEAST_SIZE, fonts.DISPLAY) - EDGE / 2 < w
            line = ui.TextLine(name, HEAD, SOFT_ON_PAPER, fonts.DISPLAY, "centre")
            return line if fits else self._figure(name, "calm", 0)
        line = ui.TextLine(name, HEAD, SOFT_ON_PAPER, fonts.DISPLAY).tight(self.kit)
        return ui.RowOfParts((ui.Part(), self._figure(name, "calm", 2.3 * FIGURE), line, ui.Part()))

    def _figure(self, name: str, mood: str, w: float) -> ui.Part:
        """Return the figure of a person; without a set-up of theirs any, but always the same."""
        figure = self.figures.get(name) or FIGURES[crc32(name.encode()) % len(FIGURES)]
        return ui.ImagePart(figure_plain(self.kit, figure, FIGURE, mood), w=w)

    def _moments(self, moments: Sequence[ToldMoment], columns: int, room: float = inf) -> ui.Part:
        """Return the paper of moments, each beside its game's box, spread out over the room."""
        parts: list[ui.Part] = []
        high = min(room / max(1, ceil(len(moments) / columns)), self._moment_row * HIGHER)
        labels, wide = self._labels(moments), self._label_wide(columns)
        if self._has_large_texts or any(label.least(self.kit, wide) > high for label in labels):
            # each game's box tells its name, too
            labels = [replace(label, note="") for label in labels]
        for number, (told, label) in enumerate(zip(moments, labels, strict=True)):
            art = PRESENTATIONS[told.game].box
            share = BOX / max(art.w, art.h)
            picture = self.kit.image_plain(f"title/box_{told.game}", art.w * share, art.h * share)
            row: list[ui.Part] = [ui.ImagePart(picture, w=0.8 * BOX), label]
            if told.can_play:
                name, use = f"moment-{number}", partial(self._watch, told.moment)
                row.append(
                    ui.RoundButtonPart(name, self.texts("result.moment_watch"), use, "play", w=TARGET, side=PLAY)
                )
            elif self._can_play:
                row.append(ui.Part(w=TARGET))
            parts.append(ui.RowOfParts(row, APART_OF_BOX, h=high))
        title = ui.TextLine(self.texts("family.moments"), 23, face=fonts.DISPLAY)
        return ui.PaperBox(ui.Column((title, ui.Grid(parts, columns, (COLUMNS, 0)))), MARGIN, 8)

    def _watch(self, told: FamilyMoment) -> Transition:
        """Replay a moment, or the whole match if a newer version of its game finds it no more."""
        for match, ended_ms in saves.replayable(self.context, game=told.game, ended_ms=told.ended_ms):
            found = (
                moment.length
                for moment in match.game.records.moments(match)
                if (moment.key, moment.numbers, match.seats[moment.seat].name) == (told.key, told.numbers, told.name)
            )
            place = next(found, 0)
            return Push(routes.replay(self.context, match, routes.ReplayStart(ended_ms, place, moment=place > 0)))
        return None

    def _foot(self) -> ui.Part:
        """Return the way to the next match, and the smaller one that deletes the table, which asks in its place."""
        texts = self.texts
        if self.confirming == "clear":
            return ui.ButtonPart("clear", texts("family.clear_sure"), self._clear, "danger", icon="trash", size=22)
        play = ui.ButtonPart("play", texts("setup.title"), self._play, "primary", icon="play", size=24)
        return ui.RowOfParts((play, ui.RoundButtonPart("clear", texts("family.clear"), self._clear, "trash", w=72)), 16)

    def _clear(self) -> Transition:
        if self.confirmed("clear"):
            family.clear(self.context)
            self._look_again()
            self.page = 0
            self.build()
        return None

    def _empty(self) -> ui.Part:
        texts = self.texts
        play = ui.ButtonPart("play", texts("family.play"), self._play, "primary", icon="play", size=28, h=84)
        note = texts("family.empty_note")
        return empty_page.empty_page(self.context, self._example(), texts("family.empty"), note, play)

    def _example(self) -> ui.Part:
        """Return what the table will look like."""
        names = (self.texts(f"figure.{FIGURES[0]}"), self.texts(f"figure.{FIGURES[1]}"))
        self.pairs = [Pair(names, EXAMPLE, {})]
        self.people = [FamilyMember(name, sum(EXAMPLE), wins) for name, wins in zip(names, EXAMPLE, strict=True)]
        label = ui.TextLine(self.texts("family.example"), 18, SOFT_ON_PAPER, side="centre")
        table = self._table(self.people, self.people, EXAMPLE_WIDE - 28)
        self.pairs = []
        return ui.TrayBox(ui.Column((label, replace(table, weight=1)), 6), 14, 10, w=EXAMPLE_WIDE)

    @property
    def _first_game(self) -> str:
        """The game played last, or the first one, that two people can play."""
        return stats.last_game(self.context, [name for name, game in GAMES.items() if game.min_seats <= PAIR])

    def _play(self) -> Transition:
        people = 0 if self.pairs else PAIR
        return Replace(routes.setup(self.context, self._first_game, unfolded=True, people=people))
