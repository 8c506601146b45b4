"""The parts below each box of the title: the match in progress, or the game's aim and the player's best."""

from collections.abc import Mapping, Sequence
from functools import partial

from pygame import Surface

from game.engine import containers as ui
from game.engine import figures, fonts, palette, surfaces, transitions
from game.engine.backdrop import Backdrop
from game.engine.dates import moment
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.match_texts import name_of
from game.engine.scene import Scene
from game.engine.services import UsesContext
from game.engine.widgets import RoundButton, Widget
from game.player import saves, stats
from game.scenes.navigation import routes

#: height of the buttons at the foot, logical
FOOT = 50.0
#: maximum height of the paper of a match in progress, logical
PAPER = 140.0
#: width of the face of who is to move
FACE = 40.0
#: size of the text about a game, on a wide and on a tall table, and its most in logical pixels
ABOUT, MOST_ABOUT = (17, 19), 29.0
#: height of the player's best at the usual text size
BEST = 24.0


#: height of the parts below a box on a wide table
HEIGHT = 114.0


class Shelf(UsesContext):
    """The matches in progress and the best results, laid out by the title below the boxes."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.context = scene, scene.context
        self.look_again()

    def look_again(self) -> None:
        """Reload the matches in progress and the player's best results."""
        #: matches in progress by game; the first is shown
        self.open: dict[str, list[saves.SavedMatch]] = {}
        for saved in saves.resumable_matches(self.context):
            self.open.setdefault(saved.match.game.name, []).append(saved)
        self._rows = stats.own_entries(self.context)
        self._best = stats.best_entries(self._rows)

    def lay_out(self, plate: Backdrop, places: Mapping[str, Box]) -> Sequence[Widget]:
        """Bake the static parts at each game's place and return the widgets."""
        widgets: list[Widget] = []
        for game, box in places.items():
            if found := self.open.get(game):
                widgets += self._match(plate, game, found, box)
        self._about(plate, {game: box for game, box in places.items() if game not in self.open})
        return widgets

    @staticmethod
    def _size(kit: Kit) -> int:
        """Return the most size of the text about a game, in real pixels."""
        return round(kit.fitting(ABOUT[kit.frame.tall], MOST_ABOUT) * kit.text_scale)

    def needed(self, kit: Kit, game: str, w: float) -> float:
        """Return the height that the parts below a box of a tall window need in this width."""
        best = BEST * kit.text_growth if game in self._best else 0.0
        if game in self.open:
            return PAPER + 10 + best
        real = self._size(kit)
        lines = fonts.evened(self.texts(f"game.{game}.line"), fonts.STRONG, real, kit.px(w - 8))
        return fonts.high(len(lines), real) / kit.scale + best + 14

    def _about(self, plate: Backdrop, places: Mapping[str, Box]) -> None:
        """Bake these games' aims, in one text size, and the player's best of each, centred below the boxes."""
        kit, texts = plate.kit, self.texts
        high = BEST * kit.text_growth
        real = min(
            (
                fonts.fitted_lines(
                    texts(f"game.{game}.line"),
                    fonts.STRONG,
                    self._size(kit),
                    kit.px(box.w - 8),
                    kit.px(box.h - 6 - (high if game in self._best else 0)),
                )[0]
                for game, box in places.items()
            ),
            default=0,
        )
        for game, box in places.items():
            text = texts(f"game.{game}.line")
            text = "\n".join(fonts.evened(text, fonts.STRONG, real, kit.px(box.w - 8)))
            size = real / kit.text_scale
            line = kit.paragraph_plain(text, size, box.w - 8, palette.CREAM, fonts.STRONG, middle=True)
            plate.put(line, box.x + 4, box.y + 6, "corner")
            if game in self._best:
                low = min(box.y + 6 + line.get_height() / kit.scale, box.y + box.h - high) + high / 2
                plate.put(self._best_plain(kit, game, box.w), box.centre[0], low, "centre")

    def best_text(self, game: str) -> str:
        """Return the player's best in a game with its unit, or "".

        Where every win has the same points, it is the number of wins; where speed decides, the quickest reaction.
        """
        if (best := self._best.get(game)) is None:
            return ""
        texts, alike = self.texts, [row for row in self._rows if (row.game, row.own.mode) == (game, best.own.mode)]
        times = [row.own.best_ms for row in alike if row.own.best_ms]
        if times and best.own.medal < 0:
            return texts("statistics.seconds", seconds=texts.number(min(times) / 1000, 1))
        won = [row.score for row in alike if row.won]
        if len(won) > 1 and len({*won}) == 1:
            return texts("title.wins", count=len(won))
        return stats.score_text(texts, game, best.score, {stats.mode_of(best)})

    def _best_plain(self, kit: Kit, game: str, room: float) -> Surface:
        """Draw the player's best in a game beside a cup; plain."""
        side = 19 if kit.frame.tall else 17
        cup = kit.icon_plain("trophy", side * kit.text_growth, palette.GOLD)
        gap = kit.px(5)
        left = cup.get_width() + gap
        line = kit.line_plain(self.best_text(game), side, palette.GOLD, fonts.BLACK, room - left / kit.scale)
        whole = surfaces.clear((left + line.get_width(), max(cup.get_height(), line.get_height())), palette.GOLD)
        for picture, x in ((cup, 0), (line, left)):
            whole.blit(picture, (x, (whole.get_height() - picture.get_height()) // 2))
        return whole

    def _match(self, plate: Backdrop, game: str, found: Sequence[saves.SavedMatch], box: Box) -> Sequence[Widget]:
        """Lay out the match in progress, to be continued or discarded."""
        kit, texts, match = plate.kit, self.texts, found[0].match
        paper = box._replace(y=box.y - 6, h=min(box.h, PAPER) + 10)
        plate.paper(paper, 14)
        if game in self._best:
            # in a tall window there is room below the paper, too
            best = self._best_plain(kit, game, box.w)
            low, high = paper.y + paper.h + 6, best.get_height() / kit.scale
            if low + high <= box.y + box.h:
                plate.put(best, box.centre[0], low + high / 2, "centre")
        mover = match.game.to_move(match.state)
        seat = match.seats[mover] if mover >= 0 else match.seats[(match.humans or [0])[0]]
        turn = texts("title.turn", name=name_of(match.seats, mover)) if mover >= 0 else texts(f"game.{game}")
        if mover >= 0 and [*match.game.legal_actions(match.state)] == [match.game.next_round()]:
            turn = texts("title.round_over")
        under = moment(texts, found[0].saved_ms, self.context.clock.wall_ms())
        room = paper.w - 16 - (38 if len(found) > 1 else 0)
        first, second = turn, under
        if turn != texts("title.round_over") and mover >= 0 and not self._reads(kit, turn, room):
            # a long name has a line of its own
            first, second = name_of(match.seats, mover), texts("party.to_move")
        lines = [
            ui.TextLine(first, 17, face=fonts.BLACK),
            *([ui.TextLine(second, 16, palette.SOFT_ON_PAPER)] if second else []),
        ]
        column = ui.Column((ui.Part(weight=1), *lines, ui.Part(weight=1)))
        parts: list[ui.Part] = [column]
        if self._reads(kit, first, room - FACE - 6):
            parts.insert(0, ui.ImagePart(figures.figure_plain(kit, seat.figure, 19), w=FACE))
        if len(found) > 1:
            label = texts("title.another", game=texts(f"game.{game}"), count=len(found))
            parts.append(ui.CustomPart(partial(self._way_to_another, kit, game, label), w=32))
        buttons = self._ways(game, texts("title.go_on_spoken", game=texts(f"game.{game}"), line=f"{turn}. {under}"))
        above, below = ui.Column((ui.RowOfParts(parts, 6, weight=1), buttons), 6).boxes(kit, paper.inset(8, 4))
        # its buttons come first in the focus order
        return [*buttons.lay(plate, below), *ui.RowOfParts(parts, 6).lay(plate, above)]

    @staticmethod
    def _reads(kit: Kit, text: str, room: float) -> bool:
        """Return True if the first line of a match in progress is readable in this width."""
        return fonts.reads(text, fonts.BLACK, round(17 * kit.text_scale), kit.px(room))

    def _ways(self, game: str, spoken: str) -> ui.Part:
        """Return the buttons to continue or discard; the latter asks in place of both."""
        texts, id_ = self.texts, f"discard-{game}"
        use = partial(self._discard, game)
        if self.scene.confirming == id_:
            return ui.ButtonPart(id_, texts("title.discard_sure"), use, "danger", icon="close", size=20, h=FOOT)
        go_on = partial(self._go_on, game)
        go = ui.ButtonPart(
            f"resume-{game}", texts("title.go_on"), go_on, "primary", icon="play", size=21, spoken=spoken
        )
        return ui.RowOfParts(
            (go, ui.RoundButtonPart(id_, texts("title.discard", game=texts(f"game.{game}")), use, "close", 44, w=54)),
            2,
            h=FOOT,
        )

    def _way_to_another(self, kit: Kit, game: str, label: str, box: Box) -> Sequence[Widget]:
        """Return the arrow to the next of several matches; the buttons below limit its target's height."""
        x, y = box.centre[0], box.y + 20
        use = partial(self._another, game)
        arrow = RoundButton(kit, f"another-{game}", x, y, label, use, icon="arrow_right", side=34)
        arrow.item.box = Box(x - 27, y - 28, 54, 56)
        return [arrow]

    def _go_on(self, game: str) -> transitions.Transition:
        return transitions.Reset(routes.table(self.context, saves.resume_shelved(self.context, self.open[game][0])))

    def _another(self, game: str) -> None:
        first, *others = self.open[game]
        self.open[game] = [*others, first]
        self.scene.build()

    def _discard(self, game: str) -> None:
        if not self.scene.confirmed(f"discard-{game}"):
            return
        if not saves.discard(self.context, self.open[game][0]):
            self.context.tell("title.discard_refused")
        self.look_again()
        self.scene.build()
