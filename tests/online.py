"""Several devices at one party within one program.

Each is a whole player, with connections to a server in the same program.
"""

import asyncio
from collections.abc import Callable, Sequence

from guests import ManualClock, run_pending, server
from player import FRAME_MS, Player
from table_player import items_for
from wires import Net

from game.ai.levels import chosen_by
from game.core.game import redact
from game.core.rng import Rng
from game.host.storage import Storage
from game.player.known_parties import kept_seats
from game.player.settings import Settings
from game.scenes.party.lobby import Lobby
from game.server.missed import missed_since
from game.server.party import Party
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink
from game.wire.messages import PartyState, SeatInfo, TurnState, Welcome

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Room:
    """A server, and devices that take turns at running."""

    def __init__(self, count: int, size: tuple[int, int] = (1280, 720), language: str = "de", speed: str = "off"):
        self.loop = asyncio.new_event_loop()
        self.clock = ManualClock()
        self.parties = server(clock=self.clock)
        self.net = Net(self.parties)
        self.players = [self.device(NAMES[number], size, language, speed) for number in range(count)]

    def device(
        self,
        name: str,
        size: tuple[int, int] = (1280, 720),
        language: str = "de",
        speed: str = "off",
        storage: Storage | None = None,
    ) -> Player:
        """Return a device whose player has confirmed the profile."""
        player = Player(size, storage=storage, language=language)
        context = player.app.context
        context.server = "ws://127.0.0.1:1/party"
        context.connect = lambda _address: self.net.connect()
        settings: Settings = context.settings
        settings.name, settings.met, settings.speed = name, True, speed
        settings.figure = ("bear", "fox", "owl", "frog")[NAMES.index(name) % 4]
        player.draw()
        return player

    def close(self) -> None:
        """End everything."""
        self.loop.run_until_complete(self.parties.close())
        self.loop.close()

    def live(self, frames: int = 1, until: Callable[[], bool] = lambda: False) -> bool:
        """Run everything for some time; return whether ``until`` became true."""
        for _ in range(frames):
            if until():
                return True
            self.clock.ms += int(FRAME_MS)
            for player in self.players:
                player.wait(FRAME_MS)
            self.loop.run_until_complete(self._carry())
        return until()

    async def _carry(self) -> None:
        await self.net.carry({})
        await run_pending(6)
        await self.net.carry({})

    def gather(self, game: str, seats: Sequence[str] = ()) -> None:
        """Open a table with the first device and join it with the others by its code; then give seats to bots."""
        first, *others = self.players
        first.tap("together")
        self.live(2)
        first.tap(f"open-{game}")
        assert self.live(60, lambda: isinstance(first.scene, Lobby) and first.scene.seat == 0), "nobody sits"
        code = first.app.context.session.remote.code
        for number, player in enumerate(others):
            self.join(player, code)
            self.live(60, lambda player=player: isinstance(player.scene, Lobby) and player.scene.seat >= 0)
            assert player.scene.seat == number + 1, "nobody sits"
        for number, level in enumerate(seats, len(self.players)):
            first.scene.choose_level(number, level)
            self.live(4)

    def join(self, player: Player, code: str) -> None:
        """Join with a device by a typed code."""
        player.tap("together")
        self.live(2)
        player.tap("way")
        for letter in code:
            player.press(ord(letter.lower()), letter)
        player.press(13, "\r")
        player.tap("join")

    def decide(self, party: Party, decided_on: int) -> int:
        """Press the next decision on the device of the seat that decides, if it is asked already.

        It is made on the server's own match; ``decided_on`` is the number of actions before the last one that was
        pressed, and the new one is returned.
        """
        for player in self.players:
            match, scene = party.match, player.scene
            if not isinstance(scene, TurnScene) or not scene.table.viewer_decides or len(match.actions) == decided_on:
                continue
            if "next" in player.ids() or scene.match.turn.length < len(match.actions) or match.mover != scene.viewer:
                continue
            decided_on = len(match.actions)
            level = "hard" if match.game.name == "keine_ahnung" else "normal"
            action = chosen_by(match.game.bots.think(match.view(match.mover), Rng(decided_on), level))
            for id_ in items_for(scene.table, action):
                assert self.live(60, lambda player=player, id_=id_: id_ in player.ids()), (id_, player.ids())
                player.tap(id_)
        if "next" in self.players[0].ids():
            self.players[0].tap("next")
        self.live()
        return decided_on

    def party(self) -> Party:
        """Return the server's own copy of the party at which the first device is."""
        remote = self.players[0].app.context.session.remote
        return self.loop.run_until_complete(self.parties.replica(remote.party)).party

    def back_to(self, player: Player, number: int = 0) -> None:
        """Come back from the title to one of a device's tables, by the list of them."""
        player.tap("tables")
        found = [id_ for id_ in player.ids() if id_.startswith("party-")]
        player.tap(found[number])

    def begin(self) -> None:
        """Deal as the owner."""
        self.players[0].tap("start")
        assert self.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in self.players))


class Silence:
    """A connection on which nothing is received, or one that is closed for this reason."""

    def __init__(self, closed: int | None = None) -> None:
        self.closed = closed

    def send(self, text: str) -> None:
        """Drop the text."""

    def take(self) -> list[str]:
        """Return nothing."""
        return []

    def close(self) -> None:
        """Do nothing."""


def links_to_open_seats(context: Context) -> list[JoinLink]:
    """Return the links to a device's seats in unfinished parties, as far as it knows."""
    return [table.join_link for table in kept_seats(context) if not table.is_over]


def place(name: str, figure: str, kind: str = "human", *, away: bool = False, stand_in: bool = False) -> SeatInfo:
    """Return a seat as a device receives it."""
    return SeatInfo(kind, name, figure, away, stand_in, False)


def put_at_party(
    player: Player, party_state: PartyState, seat: int, join_link: JoinLink | None = None, match=None, since: int = -1
) -> PartySession:
    """Put a device at a party in that state, on a connection without further messages.

    ``since`` is the number of actions in the match that its person has seen, if some were missed.
    """
    context = player.app.context
    context.connect = lambda _address: Silence()
    session = context.session = PartySession(context, join_link or JoinLink(context.server))
    turn, missed = None, missed_since(match, seat, since) if since >= 0 else None
    if match is not None:
        view = redact(match.game, match.game.view(match.state, seat))
        undo = seat >= 0 and match.undo_length(seat) is not None
        turn = TurnState(len(match.actions), match.mover, 0, undo, match.game.view_codec().write(view))
    session.remote.poll(0)
    session.remote._welcomed(Welcome("ab" * 12, "KLMNP", 7, "", seat, 0, party_state, turn, missed))
    return session
