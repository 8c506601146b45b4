"""The result: who has won and by how much, and every player's sum, added up before the eyes.

Who is first is seen when all is added up: only then the rows go to their places, and the winner's is lit.
A game may add pages of its own beside the sums, and a standing of its own where all play together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.match import AnyMatch, Match
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.input import Input, Key, Pointer
from game.engine.items import Item
from game.engine.palette import CREAM, GOLD, SOFT
from game.engine.scene import Scene
from game.engine.tally import Reckoning, Tally
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Segment, Use, Widget
from game.player import lineup, saves, statistics
from game.scenes.navigation import routes
from game.scenes.result.adding_up import AddingUp
from game.scenes.result.celebration import Celebration
from game.scenes.result.headline import Headline, headline_of, place_of, ranked
from game.scenes.result.highlights import Highlights
from game.scenes.result.placing import Placing
from game.scenes.result.result_layout import Needs, Places
from game.scenes.result.result_rows import Rows
from game.scenes.shared.common import back_button
from game.thinking.review import is_reviewed

#: in so many milliseconds nobody sees that another button stands there now, and lets go of a press
HASTY_MS = 350.0
#: sizes that a headline is tried in
TITLES = (48, 42, 36, 30, 26)
#: height of the line that explains how it is counted; in portrait there may be two, of so large letters and so wide
RULE, RULE_TALL, RULE_SIZE, RULE_WIDE = 26.0, 34.0, 16.0, 648.0


class Result(Scene):
    """The sums of a round or of the whole match."""

    stage = "result"
    #: what the large button says at the end of the match, and its icon
    onward = ("result.again", "restart")

    def __init__(self, context: Context, match: AnyMatch, go_on: Callable[[], None] | None = None) -> None:
        super().__init__(context)
        self.match = match
        #: deals the next round; None at the end of the match
        self._go_on = go_on
        self.reckoning: Reckoning = PRESENTATIONS[match.game.name].reckoning(context, match)
        self.reckoning.remember(statistics.records_of(statistics.entries(context), match.game.name))
        self.winners = match.game.winners(match.state)
        #: from first to last
        self.rows: list[Tally] = ranked(self.reckoning.tallies, self.winners, self.reckoning)
        settings = context.settings
        # without motion there is nothing to wait for: the headline comes at once
        self._counts = bool(settings.pace) and not settings.reduced_motion and not self.reckoning.at_once
        # who plays together has no first place to wait for
        secret = self._counts and not self._together
        self._adding = AddingUp(self.reckoning, self.reckoning.tallies if secret else self.rows)
        #: the way from the seats' order to the places, once all is added up
        self._placing: Placing | None = None
        self._rows = Rows(context, match.seats, self.reckoning, self._adding, self.winners)
        self._highlights = Highlights(context, match)
        #: where the button lies that shows the best moment
        self._moment_at: tuple[float, float] | None = None
        #: 0 for the sums, then the game's own pages
        self.page = 0
        self._told = 0
        self._celebration: Celebration | None = None
        #: how long all has been added up
        self._stood_ms = 0.0
        #: what is happening comes so soon after that
        self._hasty = False
        self.items.focus = "skip"

    @property
    def address(self) -> str:
        """The finished match, where it is kept; between two rounds the table below is it."""
        return "" if self._go_on else saves.address_of("result", self.context, self.match)

    # ---- time -----------------------------------------------------------------------------------

    def update(self, ms: float) -> Transition:
        """Add up, then let the winner be celebrated."""
        if self._celebration and self._celebration.update(ms):
            self.dirty = True
        if self._adding.done:
            self._stood_ms += ms
            return None
        ms = ms / self.context.settings.pace if self._counts else inf
        if self._placing:
            self._place(self._placing, ms)
            return None
        if self._adding.pass_ms(ms):
            self.dirty = True
            self._sound()
        if self._adding.current < 0:
            if list(self._adding.rows) == self.rows:
                self._finish()
            else:
                self._placing = Placing(self._adding.rows, self.rows)
        return None

    def _place(self, placing: Placing, ms: float) -> None:
        """Let the rows go to their places."""
        stood = not placing.moves
        placing.pass_ms(ms)
        if placing.done:
            self._finish()
        elif placing.moves:
            if stood:
                self.context.audio.play("slide")
                self.build()
            self.dirty = True

    def _sound(self) -> None:
        self._told += 1
        self.context.audio.play(f"count_{1 + self._told % 3}")

    def _finish(self) -> None:
        self._placing = None
        self._adding.finish(self.rows)
        if self.match.is_over:
            new_best = any(one.key == "best" for one in self._highlights.news)
            self._celebration = Celebration(self.context, self._headline.glad, new_best)
        self.items.focus = ""
        self.build()
        self.items.focus = "again" if self._go_on is None else "next"

    # ---- choices --------------------------------------------------------------------------------

    def use(self, item: Item) -> Transition:
        """Use an item, but for what has just taken the place of another one: the press was meant for that."""
        if self._hasty and item.id in ("again", "next"):
            return None
        return super().use(item)

    def _again(self) -> Transition:
        """Deal anew: the same seats and house rules, other cards."""
        match = self.match
        seed = lineup.fresh_seed(self.context.clock.wall_ms() + match.seed)
        return Reset(routes.table(self.context, Match(match.game, match.options, match.seats, seed)))

    def _next(self) -> Transition:
        assert self._go_on is not None
        self._go_on()
        return Pop()

    def _end_celebration(self) -> None:
        if self._celebration:
            self._celebration.finish()

    def _watch(self, place: int = 0) -> Transition:
        """Watch the match again, from so many actions on; whoever comes back has been celebrated."""
        self._end_celebration()
        return Push(routes.replay(self.context, self.match, self.context.clock.wall_ms(), place))

    def _review(self) -> Transition:
        """See what the decisions were worth; whoever comes back has been celebrated."""
        self._end_celebration()
        return Push(routes.review(self.context, self.match, self.context.clock.wall_ms()))

    def _watch_moment(self) -> Transition:
        moment = self._highlights.moment
        return self._watch(moment.length if moment else 0)

    def back(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context, self.match.game.name))

    def spoken(self) -> str:
        """Who has won, the places with their points, and the best moment, once all is added up."""
        if not self._adding.done:
            return ""
        if self.page:
            return self.reckoning.spoken_page(self.page)
        texts = self.context.texts
        head = self._headline
        rows = [
            f"{place_of(row, self.rows, self.winners, self.reckoning)}. {self._names(row)}: {texts.number(row.total)}"
            + (f", {remark}" if (remark := self.reckoning.remark(row.seat)) else "")
            for row in self.rows
        ]
        return texts.sentences([head.title, head.under, *rows, *self._highlights.spoken()])

    def handle(self, event: Input) -> Transition:
        """A tap anywhere finishes the adding up, and then what still moves."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y)
        if tap and not self._adding.done:
            self._finish()
            return None
        if tap:
            self._end_celebration()
        # who uses it by its name, as a screen reader does, means it
        self._hasty = isinstance(event, Pointer | Key) and self._stood_ms < HASTY_MS
        return super().handle(event)

    def _skip(self) -> None:
        self._finish()

    def _turn(self, page: int) -> None:
        """Show a page; the sums are added up by then, and nothing falls over what there is to read."""
        if not self._adding.done:
            self._finish()
        self._end_celebration()
        self.page = page
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def _names(self, tally: Tally) -> str:
        seats = self.match.seats
        return self.context.texts.listed([seats[seat].name for seat in self.reckoning.members(tally.seat)])

    @property
    def _together(self) -> bool:
        """All play together: the game's own standing has the place of the best moment, and that goes below."""
        return bool(self.reckoning.standing_height)

    def _needs(self) -> Needs:
        """How much there is to show."""
        reckoning, tall = self.reckoning, self.context.frame.tall
        return Needs(
            len(self.rows),
            reckoning.tall_row_height if tall else reckoning.row_height,
            self._rule_height(),
            len(self._small()),
            self._adding.alike,
            bool(reckoning.pages),
            reckoning.standing_height,
            self._highlights.flat_height,
            self._highlights.news_height,
        )

    def build(self) -> None:
        """Bake the panels and names, or a page of the game's own."""
        context, frame = self.context, self.context.frame
        self.reckoning.build()
        self._headline: Headline = headline_of(context.texts, self.match, self.reckoning)
        self.places = Places(frame, self._needs())
        game = self.match.game.name
        plate = self.plate = Backdrop(context.kit, felt(frame, PRESENTATIONS[game].felt, (0.42, 0.42)))
        self._bake_headline(plate)
        self._moment_at = None
        self._rows.places = self.places
        if self.page:
            self.reckoning.bake_page(plate, self.page, self.places.page)
        else:
            self._rows.bake_captions(plate)
            self._bake_rule(plate)
            if self._placing and self._placing.moves:
                self._placing.lift(plate, self._rows)
            else:
                self._rows.bake(plate)
            if self._together:
                self._bake_standing(plate)
            if self._adding.done:
                self._moment_at = self._highlights.bake(plate, self.places.news, self.places.moment)
        self.show(self._buttons())

    # ---- the headline -----------------------------------------------------------------------------

    def _bake_headline(self, plate: Backdrop) -> None:
        """What has happened and by how much; while it is added up, only what this is."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        head = self._headline
        # between two rounds nothing is decided: there is no tension to be kept up
        known = self._adding.done or self._go_on is not None
        title, under = (head.title, head.under if self._adding.done else "") if known else (texts("result.title"), "")
        left, most = self.places.title(self._adding.done and head.seat >= 0)
        fits = (size for size in TITLES if text.width(title, text.DISPLAY, kit.px(size)) <= kit.px(most - 8))
        words = kit.sticker_plain(
            title, next(fits, TITLES[-1]), GOLD if self._adding.done and head.glad else CREAM, most
        )
        plate.put(words, left, 54 if under else 64)
        if under:
            size = kit.fitting(20, 27 if frame.tall else 26)
            plate.put(
                kit.paragraph_plain(under, size, most, SOFT, text.BLACK, 58 if frame.tall else 32), left, 84, "corner"
            )

    def _draw_figure(self, canvas: Canvas) -> None:
        head = self._headline
        if self._adding.done and head.seat >= 0:
            x, y, radius = self.places.figure
            face = figure(
                self.context.kit, self.match.seats[head.seat].figure, radius, "glad" if self.winners else "calm"
            )
            canvas.put_centred(face, x, y - (self._celebration.hop() if self._celebration else 0))

    # ---- below the rows, and beside them ----------------------------------------------------------

    def _rule(self) -> str:
        """How it is counted, and which round it was."""
        note = "" if self._go_on is not None or self._together else self.reckoning.note()
        return " · ".join(filter(None, (note, self.context.texts(self.reckoning.rule))))

    def _rule_height(self) -> float:
        """Room for the rule: one line, or two where a tall window is too narrow for large letters."""
        kit, frame = self.context.kit, self.context.frame
        if not frame.tall:
            return RULE
        wide = text.width(self._rule(), text.STRONG, round(RULE_SIZE * kit.text_scale))
        return RULE_TALL * (2 if wide > kit.px(RULE_WIDE) else 1)

    def _bake_rule(self, plate: Backdrop) -> None:
        kit, box = self.context.kit, self.places.rule
        if self.context.frame.tall:
            words = kit.paragraph_plain(self._rule(), RULE_SIZE, RULE_WIDE, SOFT, text.STRONG, box.h)
            plate.put(words, box.x, box.y, "corner")
        else:
            size = kit.fitting(17 * self.places.grow, box.h * 0.8)
            words = kit.line_plain(self._rule(), size, SOFT, text.STRONG, box.w)
            plate.put(words, box.x, box.y + box.h / 2)

    def _bake_standing(self, plate: Backdrop) -> None:
        """The panel of the game's own standing."""
        kit, texts, box = self.context.kit, self.context.texts, self.places.standing
        plate.panel(box, 18, 0.46)
        plate.put(kit.line_plain(texts("result.standing"), 22, CREAM, text.BLACK), box.x + 24, box.y + 30)
        plate.put(kit.line_plain(self.reckoning.note(), 17, SOFT), box.x + box.w - 22, box.y + 30, "right")

    # ---- the buttons ------------------------------------------------------------------------------

    def _small(self) -> list[tuple[str, str, Use]]:
        """The buttons below the large one: id, text and what each does."""
        if self._go_on is not None:
            return []
        reviewed = [("review", "review.open", self._review)] if is_reviewed(self.match.game) else []
        return [
            *reviewed,
            ("watch", "result.watch", self._watch),
            ("home-button", "button.home", self.back),
        ]

    def _waits_for(self) -> str:
        """What somebody waits for who may not begin anew; "" for whoever may."""
        return ""

    def _buttons(self) -> list[Widget]:
        context, places = self.context, self.places
        kit, texts = context.kit, context.texts
        back = back_button(context, self.back, "home", "home")
        back.move(*places.back)
        widgets: list[Widget] = [back]
        if self.reckoning.pages:
            names = [texts(key) for key in ("result.sums", *self.reckoning.pages)]
            widgets.append(
                Segment(kit, "page", places.tabs, names, self.page, self._turn, name=texts("result.title"), size=21)
            )
        id_, key, use, icon = (
            ("skip", "result.skip", self._skip, "speed")
            if not self._adding.done
            else ("next", "result.next", self._next, "play")
            if self._go_on is not None
            else ("again", self.onward[0], self._again, self.onward[1])
        )
        if id_ == "again" and (waiting := self._waits_for()):
            widgets.append(Button(kit, id_, places.large, waiting, use, size=22, enabled=False))
        else:
            widgets.append(Button(kit, id_, places.large, texts(key), use, kind="primary", sub="", icon=icon, size=28))
        for (id_, key, use), box in zip(self._small(), places.small, strict=True):
            widgets.append(Button(kit, id_, box, texts(key), use, kind="dark", size=22))
        if self._moment_at:
            label = texts("result.moment_watch")
            widgets.append(
                RoundButton(kit, "moment", *self._moment_at, label, self._watch_moment, icon="play", side=44)
            )
        return widgets

    # ---- picture --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows as far as they are added up, and what there is to celebrate over all."""
        canvas.background(self.plate.surface)
        if not self.page:
            if self._placing and self._placing.moves:
                self._placing.draw(canvas, self._rows)
            else:
                self._rows.draw(canvas)
            if self._together:
                total = sum(tally.total for tally in self._adding.counted())
                self.reckoning.draw_standing(canvas, self.places.standing, total, self._adding.done)
            if self._adding.done:
                self._highlights.draw(canvas)
        self._draw_figure(canvas)
        super().draw(canvas)
        if self._celebration:
            self._celebration.draw(canvas)
