"""The pause: the table behind it, blurred once; everything that can be done about a running game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from game.app.context import Context
from game.core.match import AnyMatch, Match
from game.engine import text
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.table import AnyTable
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import Button, Segment, Use, Widget
from game.player.lineup import fresh_seed
from game.player.settings import SPEEDS
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, veiled


class Ending(NamedTuple):
    """The button that throws the match away: its id and icon, what stands on it, and what it asks."""

    id: str
    icon: str
    label: str
    asks: str


class PausePaper(Baked, ABC):
    """Go on, read the rules, change the settings, end it, or back to the box."""

    stage = "table"
    ending: Ending
    #: text keys: what it is, what becomes of the match, and what the way to the box says of it
    title, note, kept = "pause.title", "pause.saved", "pause.kept"
    #: what there is besides rules and settings: id, icon and text key
    third = ("log", "log", "button.log")

    def __init__(self, context: Context, game: str, table: AnyTable | None) -> None:
        super().__init__(context)
        self.game, self.table = game, table
        self.items.focus = "resume"

    def _speed(self, place: int) -> None:
        self.context.settings.speed = list(SPEEDS)[place]
        self.context.settings_changed()

    def _howto(self) -> Transition:
        return Push(routes.howto(self.context, self.game))

    def _settings(self) -> Transition:
        return Push(routes.settings(self.context))

    def _third(self) -> Transition:
        return Push(routes.log(self.context, self.table)) if self.table else None

    @abstractmethod
    def _end(self) -> Transition:
        """End the match as ``ending`` says; it is asked once more before."""

    def _home(self) -> Transition:
        return Reset(routes.title(self.context, self.game))

    def noted(self, game: str) -> str:
        """What stands below the title, of the game by its name."""
        return self.context.texts(self.note, game=game)

    def build(self) -> None:
        """Bake the blurred table and the paper."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = veiled(context, self.game, self.table)
        tall = frame.tall
        wide, high = (660.0, 700.0) if tall else (560.0, 600.0)
        x, y = (frame.width - wide) / 2, (frame.height - high) / 2
        plate.paper(Box(x, y, wide, high), 24)
        middle = frame.width / 2
        title = kit.line_plain(texts(self.title), 38 if tall else 46, INK, text.DISPLAY)
        # larger texts go apart
        apart = 4 * (kit.text_scale / kit.scale - 1)
        plate.put(title, middle, y + 50 - 2 * apart, "centre")
        saved = self.noted(texts(f"game.{self.game}"))
        under = kit.line_plain(saved, 19, SOFT_ON_PAPER, text.STRONG, wide - 60)
        plate.put(under, middle, y + (98 if tall else 92) + apart, "centre")
        left, room = x + 40, wide - 80
        half = (room - 16) / 2
        grow = 1.14 if tall else 1.0
        widgets: list[Widget] = [
            Button(
                kit,
                "resume",
                Box(left, y + 118 * grow, room, 88),
                texts("pause.resume"),
                Pop,
                kind="primary",
                sub="",
                icon="play",
                size=34,
                keys=("pause", "back"),
            )
        ]
        third, icon, key = self.third
        choices: list[tuple[str, str, Use, bool]] = [
            ("button.howto", "help", self._howto, True),
            ("button.settings", "gear", self._settings, True),
            (key, icon, self._third, self.table is not None),
            (self.ending.asks if self.asking else self.ending.label, self.ending.icon, self._end, True),
        ]
        for number, (key, icon, use, enabled) in enumerate(choices):
            box = Box(left + number % 2 * (half + 16), y + (232 + number // 2 * 92) * grow, half, 76)
            kind = "danger" if key == self.ending.asks else "secondary"
            id_ = ("howto", "settings", third, self.ending.id)[number]
            widgets.append(
                Button(
                    kit,
                    id_,
                    box,
                    texts(key),
                    use,
                    kind=kind,
                    sub="",
                    icon=icon,
                    size=20 if tall else 23,
                    enabled=enabled,
                )
            )
        row = y + 448 * grow
        plate.put(kit.icon_plain("speed", 40, INK), left, row)
        widgets.append(
            Segment(
                kit,
                "speed",
                Box(left + 48, row - 28, room - 48, 56),
                [texts(f"speed.{name}") for name in SPEEDS],
                list(SPEEDS).index(context.settings.speed),
                self._speed,
                name=texts("settings.speed"),
                size=16 if tall else 19,
            )
        )
        widgets.append(
            Button(
                kit,
                "home",
                Box(left, y + 502 * grow, room, 76),
                texts("button.home"),
                self._home,
                kind="dark",
                sub=texts(self.kept),
                icon="home",
                size=27,
            )
        )
        self.show(widgets)


class Pause(PausePaper):
    """The pause of a match on this device: it can be started anew."""

    ending = Ending("restart", "restart", "pause.restart", "pause.sure")

    def __init__(self, context: Context, match: AnyMatch, table: AnyTable | None) -> None:
        super().__init__(context, match.game.name, table)
        self.match = match

    def _end(self) -> Transition:
        # it gives up the game
        if self.match.actions and not self.sure("restart"):
            return None
        # whoever has seen cards of this deal would know in every game what the others hold or what comes next;
        # the same cards on purpose are dealt by their game number in the set-up
        seed = fresh_seed(self.context.clock.wall_ms())
        fresh = Match(self.match.game, self.match.options, self.match.seats, seed)
        return Reset(routes.table(self.context, fresh))
