"""What lies below each box of the title: the match to go on with, or what the game is about and the player's best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pygame import Surface

from game.app.context import Context
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.kit import Kit
from game.engine.layout import TALL, Box, Frame
from game.engine.palette import CREAM, GOLD, INK, SOFT_ON_PAPER
from game.engine.scene import Scene
from game.engine.transitions import Reset, Transition
from game.engine.widgets import Button, RoundButton, Widget
from game.engine.words import name_of
from game.player import saves, statistics
from game.scenes.navigation import routes
from game.scenes.shared.days import moment

#: the height of the buttons at the foot of what lies below a box, logical
FOOT = 50.0
#: the most that the paper of an open match is high, logical
PAPER = 140.0
#: what the player's best takes, for texts of the usual size
BEST = 24.0


def height(frame: Frame) -> float:
    """How high it is what lies below a box, logical: where texts are larger, more, and most on a slender phone."""
    return 150.0 + (frame.height - TALL[1]) / 8 if frame.tall else 114.0


class Shelf:
    """What is open of each game, and what is known of the others; the title lays it out below the boxes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.look_again()

    @property
    def context(self) -> Context:
        """The title's services."""
        return self.scene.context

    def look_again(self) -> None:
        """Read anew which matches there are to go on with, and the player's best results."""
        #: what is open of each game; the first is shown
        self.open: dict[str, list[saves.Saved]] = {}
        for saved in saves.waiting(self.context):
            self.open.setdefault(saved.match.game.name, []).append(saved)
        self._best = statistics.bests(statistics.entries(self.context))

    def lay_out(self, plate: Backdrop, places: Mapping[str, Box]) -> Sequence[Widget]:
        """Bake what stands still into each game's place and return what can be used there."""
        widgets: list[Widget] = []
        for game, box in places.items():
            if found := self.open.get(game):
                widgets += self._match(plate, game, found, box)
        self._about(plate, {game: box for game, box in places.items() if game not in self.open})
        return widgets

    def _about(self, plate: Backdrop, places: Mapping[str, Box]) -> None:
        """What these games are about, in letters of one size, and the player's best of each."""
        kit, texts = plate.kit, self.context.texts
        high = BEST * kit.text_scale / kit.scale
        real = min(
            (
                text.fitted_lines(
                    texts(f"game.{game}.line"),
                    text.STRONG,
                    round(17 * kit.text_scale),
                    kit.px(box.w - 8),
                    kit.px(box.h - 6 - (high if game in self._best else 0)),
                )[0]
                for game, box in places.items()
            ),
            default=0,
        )
        for game, box in places.items():
            words = texts(f"game.{game}.line")
            words = "\n".join(text.evened(words, text.STRONG, real, kit.px(box.w - 8)))
            line = kit.paragraph_plain(words, real / kit.text_scale, box.w - 8, CREAM, text.STRONG)
            plate.put(line, box.x + 4, box.y + 6, "corner")
            if game in self._best:
                best = self._best_plain(kit, game, box.w - 8)
                # right below what it belongs to
                low = box.y + 6 + line.get_height() / kit.scale + high / 2
                plate.put(best, box.x + 4, min(low, box.y + box.h - high / 2))

    def _best_plain(self, kit: Kit, game: str, room: float) -> Surface:
        """The player's best result of a game; what it counts is named if there is room for that in all of them."""
        texts = self.context.texts

        def written(name: str, *, whole: bool) -> str:
            best = self._best[name]
            modes = {statistics.mode_of(best)} if whole else frozenset[tuple[str, int]]()
            return texts("title.best", scored=statistics.in_words(texts, name, best.score, modes))

        real = round(17 * kit.text_scale)
        whole = all(text.width(written(name, whole=True), text.BLACK, real) <= kit.px(room) for name in self._best)
        return kit.line_plain(written(game, whole=whole), 17, GOLD, text.BLACK, room)

    def _match(self, plate: Backdrop, game: str, found: Sequence[saves.Saved], box: Box) -> Sequence[Widget]:
        """The match that is open, to be gone on with or given up."""
        kit, texts = plate.kit, self.context.texts
        match, when = found[0].match, found[0].saved_ms
        whole, box = box, box._replace(h=min(box.h, PAPER))
        # larger texts take more below the paper's edge
        apart = 10 * kit.text_scale / kit.scale
        # between the paper's upper edge and the buttons
        middle = box.y + (box.h - FOOT - 12) / 2
        plate.paper(box._replace(y=box.y - 6, h=box.h + 10), 14)
        if game in self._best:
            # where a window is tall, there is room below the paper, too
            best = self._best_plain(kit, game, box.w - 8)
            low, high = box.y + box.h + 10, best.get_height() / kit.scale
            if low + high <= whole.y + whole.h:
                plate.put(best, box.x + 4, low + high / 2)
        mover = match.game.to_move(match.state)
        seat = match.seats[mover] if mover >= 0 else match.seats[(match.humans or [0])[0]]
        plate.put(figure_plain(kit, seat.figure, 19), box.x + 28, middle, "centre")
        room = box.w - 62 - 34 * (len(found) > 1)
        turn = texts("title.turn", name=name_of(match.seats, mover)) if mover >= 0 else texts(f"game.{game}")
        under = moment(texts, when, self.context.clock.wall_ms())
        others: list[Widget] = []
        if len(found) > 1:
            label = texts("title.another", game=texts(f"game.{game}"), count=len(found))
            x, y = box.x + box.w - 24, box.y + 22
            another = RoundButton(
                kit, f"another-{game}", x, y, label, lambda: self._another(game), icon="arrow_right", side=34
            )
            another.item.box = Box(x - 27, y - 28, 54, 72 - 16)
            others.append(another)
        plate.put(kit.line_plain(turn, 17, INK, text.BLACK, room), box.x + 54, middle - (apart if under else 0))
        if under:
            plate.put(kit.line_plain(under, 16, SOFT_ON_PAPER, text.STRONG, room), box.x + 54, middle + apart)
        foot = Box(box.x + 8, box.y + box.h - FOOT - 6, box.w - 16, FOOT)
        give_up = f"discard-{game}"
        if self.scene.asking == give_up:
            asks = texts("title.discard_sure")
            sure = Button(kit, give_up, foot, asks, lambda: self._discard(game), kind="danger", size=20, icon="close")
            return [sure, *others]
        go = foot._replace(w=foot.w - 58)
        spoken = texts("title.go_on_spoken", game=texts(f"game.{game}"), line=f"{turn}. {under}")
        away = texts("title.discard", game=texts(f"game.{game}"))
        x, y = foot.x + foot.w - 25, foot.y + foot.h / 2
        discard = RoundButton(kit, give_up, x, y, away, lambda: self._discard(game), icon="close", side=44)
        # side by side: no wider than the way to its neighbour
        discard.item.box = Box(x - 27, y - 36, 54, 72)
        go_on = texts("title.go_on")
        use = Button(
            kit,
            f"resume-{game}",
            go,
            go_on,
            lambda: self._go_on(game),
            kind="primary",
            size=21,
            icon="play",
            spoken=spoken,
        )
        return [use, discard, *others]

    def _go_on(self, game: str) -> Transition:
        return Reset(routes.table(self.context, saves.take_up(self.context, self.open[game][0])))

    def _another(self, game: str) -> None:
        """Show the next of the game's open matches, around the end."""
        first, *others = self.open[game]
        self.open[game] = [*others, first]
        self.scene.build()

    def _discard(self, game: str) -> None:
        if not self.scene.sure(f"discard-{game}"):
            return
        if not saves.give_up(self.context, self.open[game][0]):
            self.context.tell("title.discard_refused")
        self.look_again()
        self.scene.build()
