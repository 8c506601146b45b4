"""The family scores: who leads, who has beaten whom at this device, in which game, and everybody's best moments."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from zlib import crc32

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import FIGURES, HUMAN
from game.engine import backdrop, fonts
from game.engine import containers as ui
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import AMBER, INK, SOFT_ON_PAPER, Colour
from game.engine.transitions import Pop, Replace, Transition
from game.engine.widgets import Widget
from game.player import family, stats
from game.player.family import FamilyMember, FamilyMoment, Pair
from game.player.lineup import stored_lineup
from game.scenes.navigation import routes
from game.scenes.result.outcome import moment_text
from game.scenes.shared import common, empty_page
from game.services.context import Context

#: papers on a page of a tall and of a wide window, each of a pair or of a person's moments
TALL_PAGE, WIDE_PAGE = 5, 4
#: most moments on the paper of a person, and results of games side by side on the paper of a pair
MOST, ACROSS = 3, 2
#: people who meet in the empty scores' invitation, their wins in the games of the example, and its width
PAIR, EXAMPLE, EXAMPLE_WIDE = 2, ((3, 1), (2, 2)), 440.0
#: relative text size from which texts are large, on a tall and on a wide table
LARGE, LARGE_WIDE = 1.4, 1.2
#: text size of a moment, at which most sentences need one line
MOMENT = 19.0
#: people on a paper of the standing, at usual and in large letters; height of a row, radius of a figure and width of a
#: number in it
LISTED, LISTED_LARGE, LISTED_ROW, LISTED_FIGURE, NUMBER = 6, 5, 34.0, 15.0, 104.0
#: most growth of a row of the standing
ROOMY = 1.7
#: radius of a figure, heights of a game's box beside a moment and beside a result, and height of a result
FIGURE, BOX, SMALL_BOX, RESULT = 26.0, 48.0, 32.0, 40.0


class FamilyScreen(common.Paged, common.Baked):
    """The family scores: papers with everybody's wins, then one for each pair and for each person's best moments."""

    stage = "menu"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look_again()

    def _look_again(self) -> None:
        self.family = family.STORED.read(self.context)
        self.pairs, self.standing = family.pairs(self.family), family.standing(self.family)
        #: the best moments of each person, the most impressive of each game
        self.moments: dict[str, list[FamilyMoment]] = {}
        for moment in self.family.moments:
            if moment.game in GAMES:
                self.moments.setdefault(moment.name, []).append(moment)
        #: the figure of each person in the last set-ups; figures have names of their own
        self.figures = {self.texts(f"figure.{figure}"): figure for figure in FIGURES}
        for game in GAMES:
            rows = stored_lineup(game, self.context.stored("setup", "file.setup"), self.texts).seats
            self.figures |= {row.name: row.figure for row in rows if row.kind == HUMAN}

    def page_count(self) -> int:
        return max(1, -(-len(self._papers()) // self._on_a_page))

    @property
    def _on_a_page(self) -> int:
        return TALL_PAGE if self.frame.tall else WIDE_PAGE

    # ---- what it says -----------------------------------------------------------------------------

    def _score(self, wins: tuple[int, int]) -> str:
        return self.texts("family.score", one=wins[0], other=wins[1])

    def _title(self, pair: Pair) -> str:
        return self.texts("family.pair", one=pair.names[0], other=pair.names[1])

    def _numbers(self, person: FamilyMember) -> dict[str, int]:
        """Return the numbers of a person's matches by their headings."""
        keys = ("statistics.games", "statistics.wins", "standing.run")
        return dict(zip(map(self.texts, keys), person[1:], strict=True))

    def _games(self, pair: Pair) -> list[tuple[str, str]]:
        """Return each game with its result, those first in which the two have met most often."""
        rows = sorted(pair.by_game.items(), key=lambda row: -sum(row[1]))
        return [(game, self._score(wins)) for game, wins in rows if game in GAMES]

    def _sentence(self, moment: FamilyMoment) -> str:
        key = f"{moment.game}.moment.{moment.key}"
        # a moment of another version has no text here
        return moment_text(self.texts, key, moment.numbers, moment.name, moment.to) if self.texts.has(key) else ""

    def spoken(self) -> str:
        texts = self.texts
        if not self.pairs:
            return texts.sentences([texts("family.title"), texts("family.empty"), texts("family.empty_note")])
        rows = [
            f"{person.name}: {', '.join(f'{key} {count}' for key, count in self._numbers(person).items())}"
            for person in self.standing
        ]
        for pair in self.pairs:
            games = (f"{texts(f'game.{game}')} {score}" for game, score in self._games(pair))
            rows.append(f"{self._title(pair)}: {self._score(pair.wins)}, {', '.join(games)}")
        moments = [moment for moments in self.moments.values() for moment in moments]
        sentences = [
            f"{texts(f'game.{moment.game}')}: {words}" for moment in moments if (words := self._sentence(moment))
        ]
        return texts.sentences([texts("family.title"), *rows, *sentences])

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        tall = self.frame.tall
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.wood(self.frame))
        room = self.frame.room
        sub = self.texts("family.counts") if self.pairs else ""
        common.heading(self.context, plate, self.texts("family.title"), sub, left=room.x)
        widgets: list[Widget] = [common.back_button(self.context, Pop, left=room.x)]
        foot = 84.0
        top, end = 112.0, self.frame.height - 24.0
        if not self.pairs:
            self.show([*widgets, *self._empty().lay(plate, Box(24, top, self.frame.width - 48, end - top))])
            return
        self.page = min(self.page, self.page_count() - 1)
        first = self.page * self._on_a_page
        papers = self._papers()[first : first + self._on_a_page]
        columns = 1 if tall else 2
        rows = self._on_a_page // columns
        papers += [ui.Part()] * (rows * columns - len(papers))
        box = Box(room.x + 24, top, room.w - 48, end - foot - 12 - top)
        widgets += ui.Grid(papers, columns, (16, 14)).lay(plate, box)
        widgets += self._clear_button().lay(plate, Box(self.frame.width / 2 - 170, end - foot + 6, 340, 72))
        if self.page_count() > 1:
            sides = {"family.previous": room.x + 70.0, "family.next": room.x + room.w - 70.0}
            widgets += self.page_arrows(end - foot / 2, sides)
        self.show(widgets)

    def lay_out_question(self) -> None:
        self.build()

    @property
    def _large(self) -> bool:
        return self.kit.text_growth > (LARGE if self.frame.tall else LARGE_WIDE)

    def _papers(self) -> list[ui.Part]:
        listed = LISTED_LARGE if self._large else LISTED
        papers = [self._list(self.standing[at : at + listed]) for at in range(0, len(self.standing), listed)]
        papers += [self._pair(pair) for pair in self.pairs]
        return papers + [self._person(name, moments) for name, moments in self.moments.items()]

    def _list(self, people: Sequence[FamilyMember]) -> ui.Part:
        """Return a paper of the standing: a row for each person with the numbers of their matches below headings."""
        high = LISTED_ROW * min(self.kit.text_growth, 1.1)

        def row(figure: ui.Part, name: str, numbers: Iterable[object], size: float, colour: Colour) -> ui.Part:
            cells = [ui.TextLine(str(one), size, colour, fonts.BLACK, "right", w=NUMBER) for one in numbers]
            parts = (figure, ui.TextLine(name, size, face=fonts.DISPLAY), *cells)
            # few people have more room each
            return ui.RowOfParts(parts, 8, h=high, weight=1 if name else 0, max_length=ROOMY * high)

        rows = [row(ui.Part(w=2.3 * LISTED_FIGURE), "", self._numbers(people[0]), 17, SOFT_ON_PAPER)]
        for person in people:
            mood = "glad" if person.wins and person.wins == self.standing[0].wins else "calm"
            figure = self._figure(person.name, mood, LISTED_FIGURE)
            rows.append(row(figure, person.name, person[1:], 21, INK))
        return ui.PaperBox(ui.Column(rows, 1), 18, 8)

    def _figure(self, name: str, mood: str, radius: float = FIGURE) -> ui.Part:
        """Return the figure of a person; without a set-up of theirs any, but always the same."""
        figure = self.figures.get(name) or FIGURES[crc32(name.encode()) % len(FIGURES)]
        return ui.ImagePart(figure_plain(self.kit, figure, radius, mood), w=2.3 * radius, h=2.3 * radius)

    def _box(self, game: str, high: float) -> ui.Part:
        """Return the game's box as its sign."""
        art = PRESENTATIONS[game].box
        share = high / max(art.w, art.h)
        picture = self.kit.image_plain(f"title/box_{game}", art.w * share, art.h * share)
        return ui.ImagePart(picture, w=0.8 * high, h=high)

    def _pair(self, pair: Pair) -> ui.Part:
        """Return the paper of a pair: both with their results in all games, and in each below."""
        kit, (one, other), even = self.kit, pair.names, pair.wins[0] == pair.wins[1]
        head = ui.RowOfParts(
            (
                self._figure(one, "calm" if even else "glad"),
                ui.TextLine(one, 24, face=fonts.DISPLAY),
                ui.TextLine(self._score(pair.wins), 38, AMBER, fonts.DISPLAY, "centre").tight(kit),
                ui.TextLine(other, 24, face=fonts.DISPLAY, side="right"),
                self._figure(other, "calm"),
            ),
            10,
        )
        games = [self._result(*row) for row in self._games(pair)]
        games += [ui.Part()] * (-len(games) % ACROSS)
        return ui.PaperBox(ui.CentredColumn((head, ui.Grid(games, ACROSS, (10, 6))), 8), 18, 8)

    def _result(self, game: str, score: str) -> ui.Part:
        """Return the result of a pair in a game."""
        name = ui.TextLine(self.texts(f"game.{game}"), self.kit.fitting(19, 24), SOFT_ON_PAPER)
        parts = (self._box(game, SMALL_BOX), name, ui.TextLine(score, 20, face=fonts.BLACK).tight(self.kit))
        return ui.TrayBox(ui.RowOfParts(parts, 8), 10, 3, radius=12, h=RESULT)

    def _person(self, name: str, moments: list[FamilyMoment]) -> ui.Part:
        """Return the paper of a person with their best moments."""
        title = ui.TextLine(self.texts("family.moments_of", name=name), 23, face=fonts.DISPLAY)
        rows: list[ui.Part] = [ui.RowOfParts((self._figure(name, "glad"), title), 10)]
        told = [(moment.game, words) for moment in moments if (words := self._sentence(moment))]
        for game, words in told[:MOST]:
            # in large letters there is no room for the game's name, which its box tells, too
            label = ui.NotedLabel(words, "" if self._large else self.texts(f"game.{game}"), size=MOMENT)
            rows.append(
                ui.RowOfParts((self._box(game, BOX), label), 10, weight=1, max_length=64 * self.kit.text_growth)
            )
        return ui.PaperBox(ui.Column(rows, 2), 18, 6)

    def _clear_button(self) -> ui.Part:
        button = ui.ButtonPart("clear", self.texts("family.clear"), self._clear, "dark", icon="trash", size=22)
        return button.confirming(self.confirming == "clear", self.texts("family.clear_sure"))

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
        """Return what the paper of a pair will look like."""
        one, other = (self.texts(f"figure.{figure}") for figure in FIGURES[:PAIR])
        # the shortest names are legible in letters of any size
        games = sorted(
            (game for game in GAMES if GAMES[game].min_seats <= PAIR), key=lambda game: len(self.texts(f"game.{game}"))
        )
        one_wins, other_wins = (sum(wins) for wins in zip(*EXAMPLE, strict=True))
        pair = Pair((one, other), (one_wins, other_wins), dict(zip(games, EXAMPLE, strict=False)))
        label = ui.TextLine(self.texts("family.example"), 18, SOFT_ON_PAPER, side="centre")
        return ui.TrayBox(ui.Column((label, replace(self._pair(pair), weight=1)), 6), 14, 10, w=EXAMPLE_WIDE)

    @property
    def _first_game(self) -> str:
        """The game played last, or the first one, that two people can play."""
        return stats.last_game(self.context, [name for name, game in GAMES.items() if game.min_seats <= PAIR])

    def _play(self) -> Transition:
        return Replace(routes.setup(self.context, self._first_game, unfolded=True, people=PAIR))
