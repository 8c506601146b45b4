"""Several devices at one party within one program: each a whole player, with lines to a server that is there too."""

import asyncio
from collections.abc import Callable, Sequence

from guests import ManualClock, server, settled
from player import FRAME_MS, Player
from wires import Net

from game.app.party_session import PartySession
from game.core.game import redact
from game.host.storage import Storage
from game.player.settings import Settings
from game.scenes.party.lobby import Lobby
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink
from game.wire.messages import PartyState, SeatInfo, TurnState, Welcome

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Room:
    """A server, and devices that live in turn."""

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
        """A device whose player has said before who plays there."""
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
        """Nothing goes on any longer."""
        self.loop.run_until_complete(self.parties.close())
        self.loop.close()

    def live(self, frames: int = 1, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass for all; return whether ``until`` came true."""
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
        await settled(6)
        await self.net.carry({})

    def gather(self, game: str, seats: Sequence[str] = ()) -> None:
        """Let the first open a table and the others come by its code; then give seats to bots."""
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
        """Let a device come by a code that is typed."""
        player.tap("together")
        self.live(2)
        player.tap("way")
        for letter in code:
            player.press(ord(letter.lower()), letter)
        player.press(13, "\r")
        player.tap("join")

    def begin(self) -> None:
        """Let the owner deal."""
        self.players[0].tap("start")
        assert self.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in self.players))


class Silence:
    """A line by which nobody says anything."""

    closed: int | None = None

    def send(self, text: str) -> None:
        """It is lost."""

    def take(self) -> list[str]:
        """Nothing is heard."""
        return []

    def close(self) -> None:
        """Nobody minds."""


def place(name: str, figure: str, kind: str = "human", *, away: bool = False, stand_in: bool = False) -> SeatInfo:
    """A seat as it is told."""
    return SeatInfo(kind, name, figure, away, stand_in, False)


def told(
    player: Player, party_state: PartyState, seat: int, join_link: JoinLink | None = None, match=None
) -> PartySession:
    """Let a device be at a party that stands there, by a line that says no more."""
    context = player.app.context
    context.connect = lambda _address: Silence()
    session = context.session = PartySession(context, join_link or JoinLink(context.server))
    turn = None
    if match is not None:
        view = redact(match.game, match.game.view(match.state, seat))
        undo = seat >= 0 and match.undo_length(seat) is not None
        turn = TurnState(len(match.actions), match.mover, 0, undo, match.game.view_codec().write(view))
    session.remote.turn(0)
    session.remote._welcomed(Welcome("ab" * 12, "KLMNP", 7, "", seat, 0, party_state, turn))
    return session
