"""Flights of chips: around the auctioned card, and one's own payment is in the log at once."""

import nein_danke_states
import pytest
import table_player
from boxes import each_frame
from table_player import sit

from game.catalogue.registry import GAMES
from game.engine.layout import Box, overlap
from game.engine.sprites import SpritePlace
from game.games.nein_danke import events, layout
from game.games.nein_danke.faces import RATIO
from game.games.nein_danke.pieces import PaidChip

#: the part of a card's edge without any print, as a share of its width
RIM = 0.08


@each_frame
@pytest.mark.parametrize("seats", range(3, 8))
def test_a_rivals_chip_does_not_fly_over_the_print_of_the_card(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    card = spots.centre.card(RATIO).grown(-RIM * spots.centre.w)
    for box in spots.opponents:
        x, y, _radius = layout.panel(box, spots.roomy, frame[1] > frame[0]).chip
        first = layout.HEAP[0]
        end = SpritePlace(spots.pot[0] + first.across * spots.chip, spots.pot[1] + first.down * spots.chip, 0.0, "chip")
        chip = PaidChip(SpritePlace(x, y, spots.chip * 1.4, "chip"))
        chip.place = end._replace(w=spots.chip * 2)
        for step in range(201):
            chip.move(step / 200)
            half = chip.shown.w / 2
            assert overlap(Box(chip.x - half, chip.y - half, 2 * half, 2 * half), card) <= 0, (box, step)
        assert (chip.x, chip.y) == (end.x, end.y)


@pytest.mark.parametrize(("seat", "at_once"), [(0, True), (1, False)])
def test_ones_own_payment_is_in_the_log_before_the_chip_flies(seat, at_once):
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 7)
    match.state = nein_danke_states.state_of(20, pot=2)
    table = sit(match, speed="normal").scene.table
    before = len(table.log)
    script = table.play(events.ChipPaid(seat, 3), table.view)
    next(script)
    assert (len(table.log) > before) is at_once
    assert [*script]
    assert len(table.log) == before + 1
