"""The signs on the table of Nein Danke! besides its cards: panels, the own part, the auction, and the costs of runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi

from pygame import Surface

from game.engine import fonts, rival, surfaces
from game.engine.canvas import Canvas
from game.engine.cards import CORNER, tag
from game.engine.kit import Kit
from game.engine.layout import Box, TextPlace
from game.engine.palette import CREAM, GOLD, GOOD, INK, SOFT, WARNING, mix
from game.engine.turn_table import TurnTable
from game.games.nein_danke import deck, layout
from game.games.nein_danke import events as ev
from game.games.nein_danke.arrangement import Spread
from game.games.nein_danke.counts import Counts
from game.games.nein_danke.faces import RATIO, aura, ghost, run_edge, slot
from game.games.nein_danke.layout import Panel
from game.games.nein_danke.places import CHIP_ROW, Places, pill_size
from game.games.nein_danke.rules import Action, Phase, View
from game.games.nein_danke.scripts import CHIP, POP_MS, Scripts

#: size of the pot's number, and its increase during the pop, logical
POT_SIZE = 56.0
POPS = (8.0, 18.0, 12.0, 5.0)
#: distance from a label of the pile to the prompt below it, from middle to middle
LABEL_ROOM = 40.0
#: a pot glows from these numbers of chips, with these strengths
FAT = ((5, 80), (8, 120), (12, 165))
#: the card on offer glows from these shares of its number in the pot, with these strengths; and the number that a
#: special card, which has none, counts as
TEMPTING, SPECIAL_NUMBER = ((0.3, 70), (0.5, 120), (0.75, 190)), 20
#: width and softness of that glow, logical
GLOW_WIDE, GLOW_SOFT = 14.0, 9.0
#: by how much a heap of one chip gives under a new one, how much more with each further chip, and the most, logical
GIVES, GIVES_MORE, GIVES_MOST = 1.5, 0.22, 5.5
#: at this many own chips their number is a warning
LAST_CHIPS = 2
MINT = mix(GOOD, CREAM, 0.45)
#: distance of the "no cards" line from the upper edge of the cards' box on a tall table
NO_CARDS = 24.0
#: distance of the scoring rule below that line
RULE_BELOW = 30.0
#: greatest and least width of the empty places, and their room beside that line on a wide table
SLOT_WIDE, LEAST_SLOT, SLOTS_WIDE = 104.0, 60.0, 252.0
#: least room for the effect of a card
EFFECT_WIDE = 270.0
#: room for the own last move behind the name on a wide table
LAST_WIDE = 96.0


def glow_of(kit: Kit, radius: float, alpha: int) -> Surface:
    """Draw the plain glow of a large pot."""
    return surfaces.halo(kit.px(radius * 0.7), max(1, kit.px(radius * 0.3)), GOLD, alpha)[0]


def card_glow(kit: Kit, w: float, alpha: int) -> Surface:
    """Draw the plain glow around a card that the pot makes tempting; its middle, below the card, is empty."""
    wide, soft = max(2, kit.px(GLOW_WIDE)), max(1, kit.px(GLOW_SOFT))
    size, out = (kit.px(w) + wide, kit.px(w * RATIO) + wide), 2 * soft
    whole = surfaces.clear((size[0] + 2 * out, size[1] + 2 * out), GOLD)
    whole.blit(surfaces.ring(size, kit.px(w * CORNER) + wide // 2, wide, GOLD, alpha), (out, out))
    return surfaces.softened(whole, soft)


def temptation(card: int, pot: int) -> int:
    """Return how strongly a card glows, 0 for not at all: the more of its number lies in the pot."""
    share = pot / deck.NUMBER_OF.get(card, SPECIAL_NUMBER)
    return max((alpha for least, alpha in TEMPTING if share >= least), default=0)


#: greatest width of what a chip of a rival counts, on a tall table
WORTH_ROOM = 84.0


@dataclass(frozen=True)
class Signs:
    """The signs of one table in one window."""

    table: TurnTable[Action, ev.Event, View]
    counts: Counts
    scripts: Scripts
    places: Places
    rivals: rival.Rivals[Action, ev.Event, View, Panel]
    #: the layout of each seat's display
    spreads: Mapping[int, Spread]
    #: where something can follow the own name
    after_name: float

    def draw_opponent(self, canvas: Canvas, seat: int, panel: Panel) -> None:
        """Draw a seat's figure and chips in its panel."""
        table = self.table
        kit, chips = table.kit, self.counts.chips(seat)
        self.rivals.draw_face(canvas, seat, table.shown.turn)
        x, y, radius = panel.chip
        canvas.put_centred(table.faces("chip", radius * 2), x, y)
        canvas.put_left(kit.sticker("?" if chips < 0 else str(chips), max(18, radius * 2)), x + radius * 1.6, y)
        worth, below = self.counts.chip_worth(seat), ""
        if chips >= 0 and worth != "1":
            below = table.text("chip_each", worth=worth)
        if below and self.places.spots.roomy and self.places.tall:
            # it ends where the cards begin, as large letters need more room than the chips above
            canvas.put_right(kit.line(below, 15, SOFT, max_width=WORTH_ROOM), panel.cards.x + 2, y + 29)
        elif below and self.places.spots.roomy:
            canvas.put_centred(kit.line(below, 15, SOFT, max_width=66), x + 10, y + 29)

    def draw_last(self, canvas: Canvas, seat: int) -> None:
        """Draw a rival's last move, or the level if that has no other place; both give way to chips gained there."""
        table, panel = self.table, self.places.panels[seat]
        if self.places.tall and table.popups.rises_at(panel.gain):
            return
        if panel.level_as_last and not table.moves.newest_of(seat) and seat not in table.shown.out:
            size = table.kit.fitting(rival.LEVEL_SIZE, panel.line, legible=True)
            canvas.put_right(table.kit.line(table.level(seat), size, SOFT, max_width=panel.last.w), *panel.last[:2])
            return
        self.rivals.draw_last(canvas, seat, table.text("is_out") if seat in table.shown.out else "")

    def draw_words(self, canvas: Canvas) -> None:
        """Draw again what the own points and chips are called: on a tall table that is right above the cards."""
        if self.places.tall:
            chips = self.counts.chips(self.table.viewer)
            self._draw_points_label(canvas, chips)
            if chips >= 0 and not self.places.spots.chips_apart:
                self._draw_chips_label(canvas, chips)

    def draw_plate(self, canvas: Canvas) -> None:
        """Draw the own figure, points and chips."""
        table = self.table
        kit, plate, tall = table.kit, self.places.spots.plate, self.places.tall
        active = table.shown.turn == table.viewer
        chips = self.counts.chips(table.viewer)
        place = (plate.x + 38, plate.y + 33, 28) if tall else (plate.x + 52, plate.y + 44, 30)
        table.draw_figure(canvas, table.viewer, place, active=active)
        if chips >= 0:
            self._draw_points(canvas, chips)
        elif self.counts.guards_chips:
            # everybody sees the cards: only the chips are missing
            x, y = (plate.x + plate.w, plate.y + 25) if tall else (plate.x + plate.w - 4, plate.y + 72)
            canvas.put_right(kit.sticker(table.texts.number(self.counts.total(table.viewer)), 44, max_width=96), x, y)
        elif tall:
            canvas.put_centred(table.faces("chip", 40), plate.x + plate.w - 24, plate.y + 27)
        else:
            canvas.put_centred(table.faces("chip", 46), plate.x + plate.w - 30, plate.y + 72)
        self._draw_points_label(canvas, chips)
        self._draw_chips(canvas, max(0, chips))
        if not table.shown.displays[table.viewer]:
            self._draw_nothing(canvas)
        # behind the name; or between the figure and the chips, or below the name with the chips beside it
        x, y, size = self.after_name, plate.y + (33 if tall else 29), kit.fitting(15, 17)
        if not tall and plate.x + plate.w - x < LAST_WIDE:
            x, y = plate.x + 4, plate.y + 94
        elif tall and not self.places.spots.chips_apart:
            x, y = plate.x + 76, plate.y + 60
        room = self.places.spots.chips.x - x if tall and not self.places.spots.chips_apart else 0.0
        if (
            not table.last_pill(canvas, table.viewer, TextPlace(x, y, room), size=size)
            and table.viewer in table.shown.out
        ):
            canvas.put_left(kit.pill(table.text("is_out"), size), x, y)

    def _draw_nothing(self, canvas: Canvas) -> None:
        """Say in place of own cards that there are none yet, and how a run with the card on offer would count."""
        kit, cards, text, tall = self.table.kit, self.places.spots.cards, self.table.text, self.places.tall
        below, room = RULE_BELOW * kit.text_scale / kit.scale, cards.w - 20 - (0 if tall else SLOTS_WIDE)
        rule = kit.paragraph(text("result.rule"), 18, room, SOFT, fonts.STRONG, 0, True)
        # on a tall table near the top, where papers cover all of it or nothing
        x, y = cards.x + 10 + room / 2, cards.y + NO_CARDS if tall else cards.centre[1] - below * 0.7
        high = rule.get_height() / kit.scale
        canvas.put_centred(kit.line(text("no_cards"), 21, CREAM, fonts.BLACK, room), x, y)
        if tall and self.table.shown.card in deck.SPECIALS:
            # its effect is told here
            return
        y += below * 0.55
        canvas.put_centred(rule, x, y + high / 2)
        middle, top = (cards.centre[0], y + high + 14) if tall else (cards.x + cards.w - SLOTS_WIDE / 2, cards.y + 22)
        wide = min(SLOT_WIDE if tall else SLOTS_WIDE / 3.4, (cards.y + cards.h - 12 - top) / RATIO)
        if wide < LEAST_SLOT:
            return
        offered = deck.NUMBER_OF.get(self.table.shown.card, 0)
        first = min(max(offered - 1, 3), 33)
        for number in range(3):
            picture = kit.scene_image(slot, wide, str(first + number) if offered else "")
            canvas.put_centred(picture, middle + (number - 1) * wide * 1.12, top + wide * RATIO / 2)
        if offered:
            cost = kit.scene_image(tag, self.table.texts.number(-first), max(18.0, wide * 0.24))
            canvas.put_centred(cost, middle - wide * 1.12, top + wide * RATIO)

    def _draw_points_label(self, canvas: Canvas, chips: int) -> None:
        """Draw what the number beside or above it counts; a watcher does not know the chips, so there is none."""
        kit, plate, tall = self.table.kit, self.places.spots.plate, self.places.tall
        text = self.table.text("points" if chips >= 0 else "without_chips" if self.counts.guards_chips else "secret")
        if tall:
            # below its number, as at the pot
            canvas.put_right(kit.line(text, kit.fitting(16, 20), SOFT, max_width=140), plate.x + plate.w, plate.y + 57)
            return
        # left of it, word by word
        words, size = text.split(), kit.fitting(18, 22)
        for number, word in enumerate(words):
            y = plate.y + 72 + (number - (len(words) - 1) / 2) * size * 1.15
            canvas.put_left(kit.line(word, size, SOFT, max_width=92), plate.x + 100, y)

    def _draw_points(self, canvas: Canvas, chips: int) -> None:
        """Draw the own points, and the number of chips among them."""
        table = self.table
        kit, plate, held = table.kit, self.places.spots.plate, f"\u00d7{chips}"
        total, worth = table.texts.number(self.counts.total(table.viewer)), self.counts.chip_worth(table.viewer)
        note = table.text("chips_count") if worth == "1" else table.text("chip_counts", worth=worth)
        few = chips <= LAST_CHIPS and self._must_pay()
        fill = WARNING if few else CREAM
        if few and worth == "1":
            # otherwise the points need their explanation more, and the number is red
            note = table.text("must_take")
        if not self.places.tall:
            canvas.put_right(kit.sticker(total, 46, max_width=96), plate.x + plate.w - 4, plate.y + 72)
            canvas.put_right(kit.sticker(held, 42, fill), plate.x + plate.w - 4, plate.y + 128)
            # two numbers one below the other, and the lower one is part of the upper one
            line = kit.line(note, kit.fitting(15, 19), SOFT, fonts.STRONG, plate.w - 24)
            canvas.put_right(line, plate.x + plate.w - 4, plate.y + 159)
            return
        canvas.put_right(kit.sticker(total, 44, max_width=98), plate.x + plate.w, plate.y + 25)
        if self.places.spots.chips_apart:
            canvas.put_right(kit.sticker(held, 42, fill), plate.x + plate.w, self.places.spots.chips.centre[1])
            if few or worth != "1":
                line = kit.line(note, kit.fitting(16, 20), SOFT, fonts.STRONG, 320)
                canvas.put_right(line, plate.x + plate.w - 100, plate.y + 57)
            return
        canvas.put_left(kit.sticker(held, 42, fill), plate.x + 384, plate.y + 25)
        self._draw_chips_label(canvas, chips)

    def _draw_chips_label(self, canvas: Canvas, chips: int) -> None:
        """Draw what the number of chips above it counts, on a tall table."""
        table, kit, plate = self.table, self.table.kit, self.places.spots.plate
        worth = self.counts.chip_worth(table.viewer)
        below = table.text("chips", count=chips) if worth == "1" else table.text("chip_each", worth=worth)
        label = kit.line(below, kit.fitting(16, 20), SOFT, fonts.STRONG)
        canvas.put_left(label, plate.x + 386, plate.y + 57)

    def _must_pay(self) -> bool:
        """Return True if cards are still to come that the viewer can refuse only by paying."""
        shown, viewer = self.table.shown, self.table.viewer
        skips = not deck.SKIP_IDS.isdisjoint(shown.displays[viewer])
        return bool(shown.card) and self.table.view.phase <= Phase.GREEN and viewer not in shown.out and not skips

    def _draw_chips(self, canvas: Canvas, chips: int) -> None:
        """Draw the own chips side by side, without a dragged one."""
        table = self.table
        box = self.places.spots.chips
        row = min(chips, CHIP_ROW)
        step = self.places.chip_step(row)
        taken = table.drags.dragged is not None and CHIP in table.drags.dragged.payload.places
        for number in range(row - 1 if taken and row else row):
            x = box.x + box.h / 2 + number * step + table.layer.lean(CHIP)
            canvas.put_centred(table.faces("chip", box.h), x, box.y + box.h / 2)

    def draw_auction(self, canvas: Canvas) -> None:
        """Draw the pile's size and next back, and the wreath and label of a green auction."""
        table = self.table
        kit, spots, shown = table.kit, self.places.spots, table.shown
        tall = self.places.tall
        x, y, w = spots.pile
        under = y + w * RATIO / 2 + (24 if tall else 18)
        if shown.pile_count:
            text = str(shown.pile_count) if tall else table.text("pile", count=shown.pile_count)
            canvas.put_centred(kit.pill(text, 18, CREAM, INK, fonts.BLACK), x, under)
            low = under + (38 if tall else 29)
            # where the prompt leaves no room the pile's back must do
            if table.view.options.specials and (not tall or low + LABEL_ROOM < spots.prompt.y):
                room = max(w, 150.0) if tall else max(w * 1.4, 120.0)
                following = kit.line(table.text(f"next_{shown.next_back}"), 17, SOFT, max_width=room)
                canvas.put_centred(following, x, low)
        glow = temptation(shown.card, shown.pot) if shown.card and table.view.phase == Phase.PINK else 0
        if glow and not table.layer.moving(shown.card):
            x, y, w = spots.centre
            canvas.put_centred(kit.scene_image(card_glow, w, glow), x, y)
        if shown.card and deck.is_green(shown.card):
            x, y, w = spots.centre
            canvas.put_centred(kit.scene_image(aura, w, w * RATIO), x, y)
            if not tall and table.view.phase == Phase.GREEN:
                size = kit.fitting(17, legible=True)
                for number, text in enumerate(reversed(table.text("green_auction").split("|"))):
                    line = kit.line(text, size, MINT, fonts.BLACK, layout.NOTE_WIDE)
                    canvas.put_centred(line, spots.note[0], spots.note[1] - number * layout.NOTE_STEP)

    def effect(self) -> tuple[Surface, Box] | None:
        """Return what the special card on offer does, in words, and their place if there is room.

        They are at the foot of the log, or beside the own cards.
        """
        table, kit, spots = self.table, self.table.kit, self.places.spots
        kind = deck.SPECIALS.get(table.shown.card) if table.view.phase <= Phase.GREEN else None
        if kind is None or table.dock_has_text or table.log_panel.hidden:
            return None
        used = max((lying.x + lying.w / 2 - spots.cards.x for lying in self.spreads[table.viewer].cards), default=0.0)
        box = spots.log or spots.cards.wider(used, 0)
        if box.w < EFFECT_WIDE:
            return None
        text = kit.paragraph(table.text(f"card.{kind}.text"), 18, box.w - 40, CREAM, fonts.STRONG)
        high = text.get_height() / kit.scale + 20
        y = box.y + box.h - 8 - high
        return (text, Box(box.x + 8, y, box.w - 16, high)) if y >= box.y else None

    def draw_log(self, canvas: Canvas) -> None:
        """Draw the log, if the table shows one, and the effect of the special card on offer."""
        log, effect = self.places.spots.log, self.effect()
        if log:
            self.table.log_panel.draw(canvas, log, log.y + log.h - effect[1].y if effect else 0.0)
        if effect:
            text, box = effect
            canvas.put(self.table.kit.widget_image(Kit.panel_plain, box.w, box.h, 14, 0.9), box.x, box.y)
            canvas.put_left(text, box.x + 12, box.centre[1])

    def draw_ghosts(self, canvas: Canvas) -> None:
        """Draw the numbers that a run lacks."""
        for spread in self.spreads.values():
            for lying in spread.cards:
                if not lying.card:
                    picture = self.table.kit.scene_image(ghost, lying.w, str(lying.number))
                    canvas.put_centred(picture, lying.x, lying.y)

    def draw_pot(self, canvas: Canvas) -> None:
        """Draw the pot's heap, which gives a little under a new chip, and its number."""
        table = self.table
        shown, spots, kit = table.shown, self.places.spots, table.kit
        fresh = self.scripts.popped < POP_MS
        glow = sum(shown.pot >= least for least, _alpha in FAT)
        if glow:
            # briefly as bright as the next step
            alpha = FAT[min(glow if fresh else glow - 1, len(FAT) - 1)][1]
            canvas.put_centred(kit.scene_image(glow_of, *self.places.glow(alpha)), *spots.pot)
        gives, picture = self._giving(shown.pot) if fresh else 0.0, table.faces("chip", spots.chip * 2)
        chips = [(chip.tier, chip.down, number, chip.across) for number, chip in enumerate(layout.HEAP[: shown.pot])]
        for tier, _down, number, across in sorted(chips):
            x, y = self.places.pot(number)
            # all but the new chip give way, outwards and, on the heap, downwards
            given = gives if number < shown.pot - 1 else 0.0
            canvas.put_centred(picture, x + 0.6 * given * across, y + given * (0.5 + 0.3 * tier))
        grown = POPS[int(self.scripts.popped / POP_MS * len(POPS))] if fresh else 0.0
        canvas.put_centred(kit.sticker(str(shown.pot), POT_SIZE + grown), *spots.counter)
        label = kit.line(table.text("chips", count=shown.pot), 18, CREAM, fonts.BLACK)
        canvas.put_centred(label, spots.counter[0], spots.counter[1] + 44)

    def _giving(self, pot: int) -> float:
        """Return by how much the heap gives way now: it springs once, further the more chips there are."""
        age = self.scripts.popped / POP_MS
        return min(GIVES_MOST, GIVES + GIVES_MORE * pot) * (1 - age) ** 2 * cos(1.5 * pi * age)

    def draw_pills(self, canvas: Canvas) -> None:
        """Draw each run's cost below its lowest card."""
        table = self.table
        kit, texts = table.kit, table.texts
        for spread in self.spreads.values():
            for edge in spread.edges:
                sprite = table.layer.sprites.get(edge.card)
                if sprite and not table.layer.moving(edge.card):
                    picture = kit.scene_image(run_edge, edge.w, edge.wide, edge.number)
                    canvas.put_centred(picture, *edge.middle(sprite.x, sprite.y - table.layer.rise(edge.card)))
            for pill in spread.pills:
                if table.layer.moving(pill.card):
                    continue
                text = texts.number(-pill.cost)
                canvas.put_centred(
                    kit.scene_image(tag, text, pill_size(pill)), pill.x, pill.y - table.layer.rise(pill.card)
                )
