"""The pot of Nein Danke! is felt to grow: the card glows and starts, the heap gives way, last chips are warned of."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import table_player
from nein_danke_states import special, state_of
from player import Player
from table_player import PHONE, WIDE, sit

from game.catalogue.registry import GAMES
from game.engine.kit import Kit
from game.engine.palette import CREAM, WARNING
from game.games.nein_danke.events import ChipPaid
from game.games.nein_danke.layout import HEAP
from game.games.nein_danke.scripts import CLINKS, POP_MS
from game.games.nein_danke.signs import TEMPTING, temptation

SOUNDS = Path(__file__).parents[2] / "assets/sounds"


def seated(pot: int, size: tuple[int, int] = WIDE, speed: str = "normal", calm: bool = False, **fields: Any) -> Player:
    """Return a table at which so many chips lie beside the 20."""
    match = table_player.match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 7)
    match.state = state_of(20, pot=pot, **fields)
    player = sit(match, size, speed=speed)
    player.app.context.settings.reduced_motion = calm
    player.scene.table.sync(match.view(0))
    return player


def highest(player: Player, pot: int) -> float:
    """Return how high the card starts when a chip has made the pot that large."""
    table, most = player.scene.table, 0.0
    for _wait in table.script(ChipPaid(1, pot), table.view._replace(pot=pot)):
        pass
    for _frame in range(20):
        table.update(16)
        most = max(most, table.layer.rise(20))
    return most


def test_a_card_glows_more_the_more_of_its_number_lies_in_the_pot():
    glows = [temptation(20, pot) for pot in range(25)]
    assert glows[0] == 0
    assert all(more >= fewer for fewer, more in pairwise(glows))
    assert set(glows) == {0, *(alpha for _share, alpha in TEMPTING)}
    assert temptation(5, 5) > temptation(35, 5)


def test_the_card_starts_higher_the_dearer_the_pot():
    small, large = highest(seated(1), 2), highest(seated(11), 12)
    assert 0 < small < large < 12


@pytest.mark.parametrize("still", [{"calm": True}, {"speed": "off"}])
def test_nothing_starts_without_motion(still):
    player = seated(11, **still)
    assert highest(player, 12) == 0
    assert player.scene.table.scripts.popped >= POP_MS


def test_the_heap_gives_way_further_the_more_chips_there_are_and_comes_to_rest():
    signs = seated(3).scene.table.signs
    signs.scripts.popped = 0.0
    assert signs._giving(1) < signs._giving(8) < signs._giving(14)
    signs.scripts.popped = POP_MS
    assert signs._giving(len(HEAP)) == pytest.approx(0, abs=0.01)


def test_every_pitch_of_a_chip_is_a_file():
    assert all((SOUNDS / f"chip_{pitch}.ogg").stat().st_size > 1000 for pitch in range(1, CLINKS + 1))


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize(("chips", "colour"), [(3, CREAM), (2, WARNING), (0, WARNING)])
def test_the_last_own_chips_are_warned_of(size, chips, colour, monkeypatch):
    player = seated(3, size, chips=(chips, 9, 9))
    drawn = []
    plain = Kit.sticker
    monkeypatch.setattr(Kit, "sticker", lambda kit, *what, **more: drawn.append(what) or plain(kit, *what, **more))
    player.scene.dirty = True
    player.draw()
    assert [what[2] for what in drawn if what[0] == f"\u00d7{chips}"] == [colour]


def test_a_card_that_skips_needs_no_warning():
    player = seated(3, chips=(1, 9, 9), displays=((special("skip"),), (), ()))
    assert not player.scene.table.signs._must_pay()
