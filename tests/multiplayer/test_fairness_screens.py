"""Screens that tell people who come back what was decided without them."""

import pytest
from online import Room
from player import Player

from game.core.match import HUMAN
from game.engine.transitions import Reset
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby
from game.wire.commands import EndMatch, Kick, SetTimeLimit
from game.wire.messages import PartyPhase

DAY_S, HOUR_MS = 24 * 3600, 3_600_000


@pytest.fixture
def room():
    """Return a server with two devices whose clocks agree with its own, at a table over days with a bot."""
    room = Room(2)
    for player in room.players:
        player.app.context.clock.wall_ms = lambda: float(room.clock.ms)
    room.gather("nein_danke", ("easy",))
    room.players[0].app.context.session.do(SetTimeLimit(DAY_S))
    room.live(10)
    yield room
    room.close()


def goes_home(room: Room, player: Player) -> None:
    """Return to the title, and stay away for an hour."""
    player.app.context.session.rest()
    player.app.follow(Reset(routes.title(player.app.context)))
    room.live(10)
    room.clock.ms += HOUR_MS
    room.live(10)


def toasts(player: Player) -> list[str]:
    """Return the messages that are shown and that wait."""
    return [player.app.toasts.shown, *player.app.toasts.waiting]


def back(room: Room, player: Player, said: str) -> None:
    """Come back by the list of tables, whose only party is described by ``said``."""
    player.clock.pass_ms(HOUR_MS)
    player.tap("tables")
    assert room.live(100, lambda: any(said in item.label for item in player.scene.items.items))
    player.tap(next(id_ for id_ in player.ids() if id_.startswith("party-")))


@pytest.mark.parametrize("is_played", [False, True])
def test_a_removed_player_reads_by_whom_in_the_list_and_at_the_table(room, is_played):
    ada, ben = room.players
    if is_played:
        room.begin()
    goes_home(room, ben)
    ada.app.context.session.do(Kick(1))
    assert room.live(60, lambda: room.party().chairs[1].kind != HUMAN)
    said = ben.app.context.texts("party.removed_by", name="Ada")
    assert said == "Ada hat dich vom Tisch genommen."
    back(room, ben, said)
    assert room.live(100, lambda: said in toasts(ben))
    room.live(100)
    assert room.party().seat_of(room.party().chairs[0].token) == 0
    assert [chair.name for chair in room.party().chairs if chair.kind == HUMAN] == ["Ada"], (
        "nobody sits again by itself"
    )
    ben.app.follow(Reset(routes.title(ben.app.context)))
    room.live(20)
    ben.tap("tables")
    room.live(20)
    assert not [id_ for id_ in ben.ids() if id_.startswith("party-")]


def test_a_player_who_was_away_reads_that_the_match_was_ended_together(room):
    ada, ben = room.players
    room.begin()
    ben.app.context.session.do(EndMatch(True))
    room.live(20)
    goes_home(room, ben)
    ada.app.context.session.do(EndMatch(True))
    assert room.live(60, lambda: room.party().phase == PartyPhase.GATHERING)
    texts = ben.app.context.texts
    back(room, ben, texts("tables.ended"))
    assert room.live(100, lambda: isinstance(ben.scene, Lobby) and texts("party.end.missed") in toasts(ben))
    assert texts("party.end.missed") not in toasts(ada)
    # it is told once
    goes_home(room, ben)
    back(room, ben, texts("tables.ended"))
    assert room.live(100, lambda: isinstance(ben.scene, Lobby) and ben.app.context.session.remote.is_connected)
    assert not ben.app.context.session.remote.missed_end


def test_a_question_at_the_open_table_counts_as_a_table_that_waits(room):
    room.begin()
    for player, other in (room.players, room.players[::-1]):
        remote = player.app.context.session.remote
        assert room.live(200, lambda remote=remote: remote.turn_state.to_move in (0, 1))
        if remote.turn_state.to_move != remote.seat:
            assert player.app.context.tables.waiting == 0
            other.app.context.session.do(EndMatch(True))
            assert room.live(100, lambda player=player: player.app.context.tables.waiting == 1)
            break
